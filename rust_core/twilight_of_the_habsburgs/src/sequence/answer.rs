//! Answers to decisions, and the doors through which they are played.

use super::chance::Outcome;
use crate::check::{Checker, Violation};
use crate::orders::Move;
use crate::position::Position;
use crate::state::FrameKind;
use crate::vocabulary::DecisionKind;
use engine::error::{Error, Result};

/// Why a move is not played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The position does not ask for it.
    Input(Error),
    /// It breaks rules: all of them.
    Illegal(Vec<Violation>),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        Self::Input(error)
    }
}

impl Position {
    /// Reads an answer to what is asked now ([`Move::parse`]).
    ///
    /// # Errors
    /// Those of [`Move::parse`].
    pub fn read_move(&self, text: &str) -> Result<Move> {
        let (at, asked) = self.asked();
        Move::parse(&at, asked, text)
    }

    /// Does the position ask for such a move?
    fn takes(&self, asked: DecisionKind, made: &Move) -> Result<()> {
        if matches!(asked, DecisionKind::Chance | DecisionKind::Over) {
            let why = format!("the position asks for '{asked}', which no move answers");
            return Err(Error::bad("move", why));
        }
        if let Some(side) = self.state().active() {
            self.knows_choices(side)?;
        }
        made.fits(self.data(), asked)
    }

    /// Every rule that an answer to what is asked now breaks, each once.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks something else, or units of who decides are hidden.
    pub fn check(&self, made: &Move) -> Result<Vec<Violation>> {
        let (at, asked) = self.asked();
        at.takes(asked, made)?;
        let Some(side) = at.state().active() else {
            return Ok(Vec::new());
        };
        let front = at.front();
        Ok(Checker::new(&at, &front, side).check(asked, made))
    }

    /// The position after an answer, up to the next decision or throw.
    ///
    /// # Errors
    /// [`Refusal::Illegal`] if it breaks rules, and [`Refusal::Input`] if the position asks
    /// something else.
    pub fn play(&self, made: &Move) -> std::result::Result<Self, Refusal> {
        let broken = self.check(made)?;
        if !broken.is_empty() {
            return Err(Refusal::Illegal(broken));
        }
        Ok(self.play_unchecked(made)?)
    }

    /// As [`Self::play`], of a move that is known to be legal. An illegal one may lead to an odd
    /// position, never to a panic.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks something else, or if what follows turns on units
    /// that are hidden.
    pub fn play_unchecked(&self, made: &Move) -> Result<Self> {
        let (at, asked) = self.asked();
        at.takes(asked, made)?;
        at.knows_what_it_shows(made)?;
        let before = at.hides_any().then(|| at.as_ref().clone());
        let mut next = at.into_owned();
        next.answer(made);
        let next = next.advanced();
        match before {
            Some(before) => next.with_others_on_top(&before),
            None => Ok(next),
        }
    }

    /// The top frame is answered.
    pub(super) fn answer(&mut self, made: &Move) {
        let Some(top) = self.state().top() else {
            return;
        };
        let none = made.orders().is_empty();
        match top.kind {
            FrameKind::Setup => self.set_up(made),
            FrameKind::Attrition => self.remove_steps(made),
            FrameKind::Reinforcement => self.reinforce(made),
            FrameKind::Reorganization => self.reorganize(made),
            FrameKind::Excess => self.eliminate_excess(made),
            FrameKind::Losses => self.take_losses(made),
            FrameKind::Movement => return self.move_units(made),
            FrameKind::Submarine if !none => return self.send_submarine(top),
            FrameKind::Offensive if !none => return self.try_offensive(top),
            FrameKind::Scouting if !none => return self.scout(made),
            FrameKind::Combat if !none => return self.begin_attack(made, top),
            FrameKind::Retreat => return self.retreat(made),
            _ => {}
        }
        self.end();
    }

    /// The position after dice fell, up to the next decision or throw.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks something else, this cannot come of it, or what
    /// follows turns on units that are hidden.
    pub fn play_outcome(&self, outcome: Outcome) -> Result<Self> {
        let (at, asked) = self.asked();
        let Some(known) = at.chance() else {
            let why = format!("the position asks for '{asked}', this answers 'chance'");
            return Err(Error::bad("answer", why));
        };
        let top = at.state().top().filter(|_| known.holds(&outcome));
        let impossible = || Error::bad("answer", "cannot come of the dice that fall now");
        let next = at.after_throw(top.ok_or_else(impossible)?, &outcome);
        next.with_others_on_top(&at)
    }
}
