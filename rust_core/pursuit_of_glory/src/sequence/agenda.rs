//! The agenda goes on: from an answer to the next decision or throw.
//!
//! Every kind of frame has a handler, which says what stands now, what it asks, what an answer does,
//! and what follows when a frame upon it is done.

use super::decision::Parameters;
use super::{
    Outcome, action, arrival, attrition, battle, collapse, digging, draw, events, excess,
    newcomers, offensives, opening, operations, redeployment, replacement_points, restricted_areas,
    revolts, revolution, tribes, turn, war_status,
};
use crate::check::Violation;
use crate::orders::Move;
use crate::position::Position;
use crate::state::{Frame, FrameKind, Scalar};
use crate::vocabulary::DecisionKind;
use engine::chance::Results;
use engine::error::{Error, Result};
use std::borrow::Cow;

/// What a frame on top of the agenda does.
pub(super) enum NextStep {
    /// A side decides.
    Decides(DecisionKind),
    /// Dice fall.
    Throws,
    /// There is one answer only: the position after it.
    Takes(Box<Position>),
    /// Something begins upon it.
    Begins(Frame),
    /// Nothing: it is done.
    Done,
}

/// What follows when the frame upon one is done.
pub(super) enum Then {
    /// This frame takes its place.
    Next(Frame),
    /// The first takes its place, and the second comes upon that.
    NextWith(Frame, Frame),
    /// The frame below is asked again.
    Again,
    /// The frame below is done too.
    Done,
}

/// Where everything is said about a kind of frame.
pub(super) struct FrameHandler {
    /// What stands now.
    pub(super) next_step: fn(&Position, Frame) -> NextStep,
    /// What the choice of a decision depends on.
    pub(super) parameters: fn(&Position, Frame) -> Parameters,
    /// The dice that fall.
    pub(super) throws: fn(&Position, Frame) -> Option<Results<Outcome>>,
    /// Every rule that an answer breaks.
    pub(super) check: fn(&Position, Frame, &Move) -> Vec<Violation>,
    /// The position after an answer, which is taken to be legal.
    pub(super) take: fn(&Position, Frame, &Move) -> Result<Position>,
    /// The position after a throw.
    pub(super) fall: fn(&Position, Frame, &Outcome) -> Result<Position>,
    /// What follows when `child` upon this frame is done.
    pub(super) after: fn(&mut Position, Frame, Frame) -> Then,
}

/// A handler that asks nothing, and is done with what stands upon it.
pub(super) const SILENT: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Done,
    parameters: |_, _| Parameters::None,
    throws: |_, _| None,
    check: |_, _, _| Vec::new(),
    take: |_, _, _| Err(none_of_its_answers()),
    fall: |_, _, _| Err(none_of_its_answers()),
    after: |_, _, _| Then::Again,
};

/// What is said of an answer of the right kind that a frame cannot take.
pub(super) fn none_of_its_answers() -> Error {
    Error::bad("answer", "is none of those that are asked for")
}

const fn handler(kind: FrameKind) -> &'static FrameHandler {
    match kind {
        FrameKind::Turn => &turn::TURN,
        FrameKind::Phase => &turn::PHASE,
        FrameKind::Round => &action::ROUND,
        FrameKind::Action => &action::ACTION,
        FrameKind::Operations => &operations::HANDLER,
        FrameKind::Digging => &digging::HANDLER,
        FrameKind::Attack => &battle::attack::HANDLER,
        FrameKind::Battle => &battle::HANDLER,
        FrameKind::Defence => &battle::defence::HANDLER,
        FrameKind::Cards => &battle::cards::HANDLER,
        FrameKind::Returns => &battle::returns::HANDLER,
        FrameKind::Weather | FrameKind::Flank | FrameKind::Dice => &battle::dice::HANDLER,
        FrameKind::CardDie => &battle::jafar_pasha::HANDLER,
        FrameKind::Withdrawal => &battle::withdrawal::HANDLER,
        FrameKind::Losses => &battle::losses::HANDLER,
        FrameKind::Retreat | FrameKind::SaveTiflis => &battle::retreat::HANDLER,
        FrameKind::Advance => &battle::advance::HANDLER,
        FrameKind::Repair => &battle::repair::HANDLER,
        FrameKind::Excess => &excess::HANDLER,
        FrameKind::ExcessLcus => &restricted_areas::HANDLER,
        FrameKind::Tribes => &tribes::HANDLER,
        FrameKind::Replacement => &attrition::REPLACEMENT,
        FrameKind::Event => &events::HANDLER,
        FrameKind::Counter => &events::greece::HANDLER,
        FrameKind::OutOfTheater => &events::out_of_theater::HANDLER,
        FrameKind::Collapses => &collapse::COLLAPSES,
        FrameKind::Collapse => &collapse::COLLAPSE,
        FrameKind::Redeployment => &redeployment::HANDLER,
        FrameKind::Evacuation => &events::evacuation::HANDLER,
        FrameKind::Reinforcement => &events::invasions::REINFORCEMENT,
        FrameKind::ReplacementPoints => &replacement_points::HANDLER,
        FrameKind::Arrival => &arrival::HANDLER,
        FrameKind::Offensive => &offensives::CHOICE,
        FrameKind::Discard => &draw::DISCARD,
        FrameKind::Opening => &opening::HANDLER,
        FrameKind::Dismissal => &revolution::DISMISSAL,
        FrameKind::ArmisticeDie => &war_status::ARMISTICE_DIE,
        FrameKind::Over => &war_status::OVER,
        FrameKind::Revolt => &revolts::CHOICE,
        FrameKind::RevoltDie => &revolts::DIE,
        FrameKind::MutinyDie => &revolts::MUTINY,
        FrameKind::Keep => &revolution::KEEP,
        FrameKind::Newcomers => &newcomers::HANDLER,
    }
}

/// What is asked where this comes next; `None` where something goes on by itself.
const fn asked_by(step: Option<&NextStep>) -> Option<DecisionKind> {
    match step {
        None => Some(DecisionKind::Over),
        Some(NextStep::Decides(kind)) => Some(*kind),
        Some(NextStep::Throws) => Some(DecisionKind::Chance),
        Some(_) => None,
    }
}

impl Position {
    /// What stands now.
    pub(super) fn next_step(&self) -> Option<NextStep> {
        let top = self.state().top()?;
        if top.kind != FrameKind::Tribes && self.owes_tribes() {
            return Some(NextStep::Begins(tribes::frame()));
        }
        if !top.kind.interrupts()
            && let Some(frame) = self.free_revolt()
        {
            return Some(NextStep::Begins(frame));
        }
        if !matches!(top.kind, FrameKind::ArmisticeDie | FrameKind::Over)
            && self.armistice_is_near()
        {
            return Some(NextStep::Begins(Frame::of(FrameKind::ArmisticeDie)));
        }
        Some((handler(top.kind).next_step)(self, top))
    }

    /// What is asked here; `None` where something goes on by itself.
    pub(super) fn asks_here(&self) -> Option<DecisionKind> {
        self.known_to_ask().or_else(|| {
            let asked = asked_by(self.next_step().as_ref())?;
            self.remember_asked(asked);
            Some(asked)
        })
    }

    /// The position in which somebody decides or dice fall. A document may tell of one that does not.
    #[must_use]
    pub fn at_next_decision(&self) -> Cow<'_, Self> {
        match self.asks_here() {
            Some(_) => Cow::Borrowed(self),
            None => Cow::Owned(self.clone().advance_to_next_decision()),
        }
    }

    /// Goes on to the next decision or throw: forced answers are taken, and what is done ends.
    pub(super) fn advance_to_next_decision(self) -> Self {
        self.advance_until(|_| false)
    }

    /// As [`Self::advance_to_next_decision`], but losses, retreats and advances are not looked into:
    /// whether they leave a choice is for whoever asks for their answers.
    pub(super) fn advance_to_next_answers(self) -> Self {
        self.advance_until(|top| {
            matches!(
                top.kind,
                FrameKind::Losses | FrameKind::Retreat | FrameKind::SaveTiflis | FrameKind::Advance
            )
        })
    }

    fn advance_until(mut self, stops: impl Fn(Frame) -> bool) -> Self {
        // What cannot be placed is not owed (16.3.2-1).
        if self.state().scalar(Scalar::TribesDue) > 0 && self.tribe_places().is_empty() {
            self.put_scalar(Scalar::TribesDue, 0);
        }
        self.keep_jihad_at_zero();
        self.record_blockade_end();
        loop {
            if self.state().top().is_some_and(&stops) && !self.owes_tribes() {
                return self;
            }
            let step = self.next_step();
            if let Some(asked) = asked_by(step.as_ref()) {
                self.remember_asked(asked);
            }
            match step {
                None | Some(NextStep::Decides(_) | NextStep::Throws) => return self,
                Some(NextStep::Takes(after)) => return *after,
                Some(NextStep::Begins(frame)) => self.push(frame),
                Some(NextStep::Done) => self.end_top(),
            }
        }
    }

    /// The position when the top frame is done.
    pub(super) fn done(mut self) -> Self {
        self.end_top();
        self
    }

    /// The top frame is done: what lies below it says what follows.
    fn end_top(&mut self) {
        loop {
            let (child, below) = {
                let mut agenda = self.state().agenda().rev();
                (agenda.next(), agenda.next())
            };
            let Some(child) = child else {
                return;
            };
            let then = below.map(|frame| (handler(frame.kind).after)(self, frame, child));
            self.pop();
            match then {
                Some(Then::Next(frame)) => self.push(frame),
                Some(Then::NextWith(frame, upon)) => {
                    self.push(frame);
                    self.push(upon);
                }
                Some(Then::Again) | None => {}
                Some(Then::Done) => continue,
            }
            return;
        }
    }

    /// What the top frame asks to be chosen.
    pub(super) fn parameters(&self, top: Frame) -> Parameters {
        (handler(top.kind).parameters)(self, top)
    }

    /// The dice of the top frame.
    pub(super) fn throws(&self, top: Frame) -> Option<Results<Outcome>> {
        (handler(top.kind).throws)(self, top)
    }

    /// Every rule that an answer to the top frame breaks.
    pub(super) fn violations(&self, top: Frame, made: &Move) -> Vec<Violation> {
        (handler(top.kind).check)(self, top, made)
    }

    /// The position after an answer to the top frame.
    pub(super) fn after_move(&self, top: Frame, made: &Move) -> Result<Self> {
        (handler(top.kind).take)(self, top, made)
    }

    /// The position after a throw of the top frame.
    pub(super) fn after_throw(&self, top: Frame, outcome: &Outcome) -> Result<Self> {
        (handler(top.kind).fall)(self, top, outcome)
    }
}
