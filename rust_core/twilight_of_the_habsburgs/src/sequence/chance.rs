//! Dice: the steps lost before play, events, offensives, attacks, the lake submarine, the armistice.

use super::{before, combat, offensive, segments, turn};
use crate::position::Position;
use crate::state::{Frame, FrameKind, Scalar};
use crate::vocabulary::{CombatResult, DecisionKind};
use engine::chance::Results;
use engine::error::{Error, Result};

/// How dice fell, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// So many steps are lost before play (14.7).
    Steps(u16),
    /// An entry of the event table (5.0).
    Event(u16),
    /// Whether a headquarters' offensive succeeds (13.9).
    Offensive(bool),
    /// The result of an attack (9.3).
    Combat(CombatResult),
    /// The transport is sunk (13.62).
    Sunk,
    /// It is not.
    Missed,
    /// It is not, and the submarine is out of play.
    Broken,
    /// Whether the armistice ends the game (16.7).
    Armistice(bool),
}

impl Outcome {
    /// The outcome as the answer that names it.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            Self::Steps(steps) => format!("steps {steps}"),
            Self::Event(number) => format!("event {number}"),
            Self::Offensive(true) => "success".into(),
            Self::Offensive(false) => "failure".into(),
            Self::Combat(result) => result.word().into(),
            Self::Sunk => "sunk".into(),
            Self::Missed => "missed".into(),
            Self::Broken => "broken".into(),
            Self::Armistice(true) => "armistice".into(),
            Self::Armistice(false) => "war".into(),
        }
    }
}

impl Position {
    /// The ways in which the dice may fall next; `None` where none do.
    #[must_use]
    pub fn chance(&self) -> Option<Results<Outcome>> {
        let (at, asked) = self.asked();
        at.throws(at.state().top().filter(|_| asked == DecisionKind::Chance)?)
    }

    /// The dice of the top frame.
    pub(super) fn throws(&self, top: Frame) -> Option<Results<Outcome>> {
        match top.kind {
            FrameKind::Attrition if top.args[0] == 0 => before::throw(self, top.side?),
            FrameKind::Events => turn::events(),
            FrameKind::Offensive if top.args[0] > 0 => offensive::throw(self, top),
            FrameKind::Attack if top.result().is_none() => combat::throw(self),
            FrameKind::Submarine if top.args[1] > 0 => Some(segments::torpedo(self)),
            FrameKind::Armistice => turn::armistice(self),
            _ => None,
        }
    }

    /// The outcome of a text such as `event 7`.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the dice that fall now cannot show it, with the nearest that they can.
    pub fn read_outcome(&self, text: &str) -> Result<Outcome> {
        let known = self.chance();
        let parts = known.iter().flat_map(|known| known.parts());
        let texts: Vec<(Outcome, String)> = parts
            .map(|(outcome, _)| (*outcome, outcome.text()))
            .collect();
        let wanted = text.trim().to_lowercase();
        let found = texts.iter().find(|(_, known)| *known == wanted);
        found.map(|(outcome, _)| *outcome).ok_or_else(|| {
            let known = texts.iter().map(|(_, known)| known.as_str());
            Error::unknown("answer", "outcome", text.trim(), known)
        })
    }

    /// The position after the dice of the top frame fell so.
    pub(super) fn after_throw(&self, top: Frame, outcome: &Outcome) -> Self {
        self.thrown(top, outcome).advanced()
    }

    /// As [`Self::after_throw`], before anything else is done.
    pub(super) fn thrown(&self, top: Frame, outcome: &Outcome) -> Self {
        let mut next = self.clone();
        match *outcome {
            Outcome::Steps(steps) => next.replace_top(top.with(steps + 1)),
            Outcome::Event(number) => {
                next.put_one(Scalar::Event, number);
                next.happen(number);
                next.end();
            }
            Outcome::Offensive(succeeds) => next.offensive_thrown(top, succeeds),
            Outcome::Combat(result) => next.attack_thrown(top, result),
            Outcome::Armistice(true) => next.game_over(),
            Outcome::Armistice(false) => next.end(),
            Outcome::Sunk | Outcome::Missed | Outcome::Broken => next.torpedoed(top, outcome),
        }
        next
    }
}
