//! The agenda goes on: from an answer to the next decision or throw.

use super::{
    battle_losses, before, combat, offensive, reinforcement, retreat, scouting, segments, turn,
};
use crate::orders::Move;
use crate::position::Position;
use crate::state::{Frame, FrameKind, Scalar};
use crate::vocabulary::DecisionKind;
use std::borrow::Cow;

/// What a frame on top of the agenda does.
pub(super) enum Rest {
    /// A side decides.
    Decides(DecisionKind),
    /// Dice fall.
    Throws,
    /// Its next part begins: this frame takes its place, and the other comes upon it, if any does.
    Begins(Frame, Option<Frame>),
    /// There is one answer, which nobody is asked for.
    Forced(Move),
    /// Nothing: it is done.
    Done,
    /// The game ends (13.7).
    Ends,
}

/// What a frame does now.
fn rest_of(position: &Position, top: Frame) -> Rest {
    match top.kind {
        FrameKind::Setup => before::setup(position, top),
        FrameKind::Attrition => before::attrition(position, top),
        FrameKind::Turn => turn::turn(position, top),
        FrameKind::PlayerTurn => turn::player_turn(top),
        FrameKind::Impulse => turn::impulse(top),
        FrameKind::Events | FrameKind::Armistice => Rest::Throws,
        FrameKind::Reinforcement => reinforcement::rest(position, top),
        FrameKind::Reorganization => segments::reorganization(position, top),
        FrameKind::Movement => segments::movement(position, top),
        FrameKind::Submarine => segments::submarine(position, top),
        FrameKind::Excess => segments::excess(position, top),
        FrameKind::Offensive => offensive::rest(position, top),
        FrameKind::Scouting => scouting::rest(position, top),
        FrameKind::Combat => combat::combat(position, top),
        FrameKind::Attack => combat::attack(top),
        FrameKind::Losses => battle_losses::rest(position, top),
        FrameKind::Retreat => retreat::rest(position, top),
    }
}

impl Position {
    /// What stands now.
    pub(super) fn rest(&self) -> Option<Rest> {
        let top = self.state().top()?;
        match self.surrenders() {
            true => Some(Rest::Ends),
            false => Some(self.as_far_as_known(top, rest_of(self, top))),
        }
    }

    /// Where what a frame does may turn on units of its side that are hidden, the side decides (13.1).
    fn as_far_as_known(&self, top: Frame, rest: Rest) -> Rest {
        let asked = match (&rest, top.kind) {
            (Rest::Done, FrameKind::Excess) => DecisionKind::Excess,
            (Rest::Done, FrameKind::Combat) => DecisionKind::Attack,
            (Rest::Forced(_), FrameKind::Retreat) => DecisionKind::Retreat,
            _ => return rest,
        };
        match top.side.is_some_and(|side| self.hides(side)) {
            true => Rest::Decides(asked),
            false => rest,
        }
    }

    /// 13.7: Italy surrenders. Few positions get as far as to be looked at.
    fn surrenders(&self) -> bool {
        self.state().one(Scalar::ItalianStepsLost) >= self.data().victory.collapse_steps
            && self.front().surrenders()
    }

    /// The position in which somebody decides or dice fall. A document may tell of one that does not.
    #[must_use]
    pub fn at_next_decision(&self) -> Cow<'_, Self> {
        self.asked().0
    }

    /// The same, and what is asked there.
    #[must_use]
    pub fn asked(&self) -> (Cow<'_, Self>, DecisionKind) {
        let (at, rest) = match self.rest() {
            rest @ (None | Some(Rest::Decides(_) | Rest::Throws)) => (Cow::Borrowed(self), rest),
            Some(_) => {
                let next = self.clone().advanced();
                let rest = next.rest();
                (Cow::Owned(next), rest)
            }
        };
        let kind = match rest {
            Some(Rest::Decides(kind)) => kind,
            Some(_) => DecisionKind::Chance,
            None => DecisionKind::Over,
        };
        (at, kind)
    }

    /// Goes on to the next decision or throw: what is done ends.
    pub(super) fn advanced(self) -> Self {
        self.advanced_while(|_| true)
    }

    /// As [`Self::advanced`], but only as long as the attack under way lasts.
    pub(super) fn advanced_in_battle(self) -> Self {
        self.advanced_while(|now| now.state().battle().is_some())
    }

    fn advanced_while(mut self, goes_on: impl Fn(&Self) -> bool) -> Self {
        while goes_on(&self) {
            match self.rest() {
                None | Some(Rest::Decides(_) | Rest::Throws) => break,
                Some(Rest::Begins(below, upon)) => {
                    self.replace_top(below);
                    if let Some(frame) = upon {
                        self.push(frame);
                        self.begin(frame);
                    }
                }
                Some(Rest::Forced(made)) => self.answer(&made),
                Some(Rest::Done) => self.end(),
                Some(Rest::Ends) => self.game_over(),
            }
        }
        self
    }

    /// What happens when a frame begins.
    fn begin(&mut self, frame: Frame) {
        match frame.kind {
            FrameKind::Reinforcement => self.receive(frame),
            FrameKind::Impulse => {
                self.determine_command(frame);
                self.begin_impulse(frame);
            }
            FrameKind::Movement => self.begin_movement(frame),
            _ => {}
        }
    }

    /// The top frame is done.
    pub(super) fn end(&mut self) {
        let Some(frame) = self.state().top() else {
            return;
        };
        self.pop();
        match frame.kind {
            FrameKind::Setup => self.after_setup(frame),
            FrameKind::Attrition => self.after_attrition(frame),
            FrameKind::Turn => self.after_turn(),
            FrameKind::Submarine => self.after_transport(frame),
            FrameKind::PlayerTurn => self.after_player_turn(),
            FrameKind::Impulse => self.end_offensive(),
            FrameKind::Combat => self.after_combat(),
            FrameKind::Attack => self.after_attack(),
            FrameKind::Losses => self.after_losses(frame),
            FrameKind::Retreat => self.after_retreat(frame),
            _ => {}
        }
    }
}
