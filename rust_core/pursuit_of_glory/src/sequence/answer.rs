//! Answers to decisions, and the doors through which they are played.

use super::chance::Outcome;
use crate::aftermath::BattleDecision;
use crate::check::Violation;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Frame, FrameKind};
use crate::vocabulary::DecisionKind;
use engine::error::{Error, Result};
use std::borrow::Cow;

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
        let (at, asked) = match self.told_decision() {
            Some(asked) => (Cow::Borrowed(self), asked),
            None => {
                let at = self.at_next_decision();
                let asked = at.asks_for();
                (at, asked)
            }
        };
        Move::parse(&at, asked, text).map_err(|error| no_die_falls(text, asked, error))
    }

    /// The kind of decision that [`Self::read_move`] and [`Self::check`] speak of: what is asked
    /// now, or a decision of a battle or of replacement points that a document tells of, even if it
    /// leaves no choice and play goes past it.
    #[must_use]
    pub fn stands_before(&self) -> DecisionKind {
        self.told_decision().unwrap_or_else(|| self.asks_for())
    }

    fn told_decision(&self) -> Option<DecisionKind> {
        let spent = self.spending().map(|_| DecisionKind::ReplacementPoints);
        spent.or_else(|| self.battle_decision().map(|asked| asked.kind))
    }

    /// The frame of replacement points that stands on top of the agenda.
    fn spending(&self) -> Option<Frame> {
        let top = self.state().top()?;
        Some(top).filter(|top| top.kind == FrameKind::ReplacementPoints)
    }

    /// The decision of a battle that stands on top of the agenda.
    pub(crate) fn battle_decision(&self) -> Option<BattleDecision> {
        let top = self.state().top()?;
        let asked = self.asked_in_battle()?;
        let here = match asked.kind {
            DecisionKind::Attack => match top.kind {
                FrameKind::Attack => true,
                FrameKind::Operations => top.args[0] == 0,
                _ => false,
            },
            _ => !top.kind.interrupts(),
        };
        here.then_some(asked)
    }

    /// Every rule that an answer to what is asked now breaks, each once.
    ///
    /// Where an action begins, orders are those of the automatic operation (8.1.2-2).
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks something else.
    pub fn check(&self, made: &Move) -> Result<Vec<Violation>> {
        if let Some(asked) = self.battle_decision() {
            made.fits(self.data(), asked.kind)?;
            return Ok(self.check_answer(asked, made));
        }
        if let Some(top) = self.spending() {
            made.fits(self.data(), DecisionKind::ReplacementPoints)?;
            return Ok(self.violations(top, made));
        }
        let at = self.at_next_decision();
        if at.begins_with(made) {
            return at.play_unchecked(&automatic())?.check(made);
        }
        at.takes(made)?;
        let top = at.state().top().ok_or_else(asks_for_nothing)?;
        Ok(at.violations(top, made))
    }

    /// The position after an answer, up to the next decision or throw.
    ///
    /// Where an action begins, orders are those of the automatic operation (8.1.2-2).
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
    /// [`Error::BadInput`] if the position asks something else, or it cannot be carried out.
    pub fn play_unchecked(&self, made: &Move) -> Result<Self> {
        let at = self.at_next_decision();
        if at.begins_with(made) {
            return at.play_unchecked(&automatic())?.play_unchecked(made);
        }
        at.takes(made)?;
        let top = at.state().top().ok_or_else(asks_for_nothing)?;
        at.after_move(top, made)
    }

    /// The position after a die fell, up to the next decision or throw.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks something else, or this cannot come of it.
    pub fn play_outcome(&self, outcome: Outcome) -> Result<Self> {
        let at = self.at_next_decision();
        let may_fall = || at.chance().is_some_and(|all| all.holds(&outcome));
        if at.asks_for() == DecisionKind::Chance && !may_fall() {
            let why = "cannot come of the die that falls now";
            return Err(Error::bad("answer", why));
        }
        at.play_fallen(outcome)
    }

    /// As [`Self::play_outcome`], of an outcome that has fallen here ([`Self::falls`]).
    pub(crate) fn play_fallen(&self, outcome: Outcome) -> Result<Self> {
        let at = self.at_next_decision();
        let top = at.state().top().ok_or_else(asks_for_nothing)?;
        match at.asks_for() {
            DecisionKind::Chance => at.after_throw(top, &outcome),
            asked => {
                let why = format!("the position asks for '{asked}', this answers 'chance'");
                Err(Error::bad("answer", why))
            }
        }
    }

    /// The position after an answer in text: an outcome where dice fall, or else a move, which is
    /// taken to be legal.
    ///
    /// # Errors
    /// Those of [`Self::play_outcome`], [`Self::read_move`] and [`Self::play_unchecked`].
    pub fn answer(&self, text: &str) -> Result<Self> {
        let at = self.at_next_decision();
        if at.asks_for() == DecisionKind::Chance {
            return at.play_outcome(Outcome::parse(at.data(), text)?);
        }
        at.play_unchecked(&at.read_move(text)?)
    }

    /// Refuses a move where nobody decides, and one of another decision.
    fn takes(&self, made: &Move) -> Result<()> {
        let asked = self.asks_for();
        if matches!(asked, DecisionKind::Chance | DecisionKind::Over) {
            let why = format!("is no answer: the position asks for '{asked}', and nobody decides");
            return Err(Error::bad("move", why));
        }
        made.fits(self.data(), asked)
    }

    /// The position after an answer in text, read where the automatic operation has begun if these are its
    /// orders (8.1.2-2), or after an outcome; `None` if it is not legal, or cannot be read.
    #[must_use]
    pub fn play_text(&self, text: &str) -> Option<Self> {
        let mut at = self.at_next_decision();
        if at.asks_for() == DecisionKind::Chance {
            return at.answer(text).ok();
        }
        let mut made = at.read_move(text).ok()?;
        if at.asks_for() == DecisionKind::Action && at.begins_with(&made) {
            at = Cow::Owned(at.play_unchecked(&automatic()).ok()?);
            made = at.read_move(text).ok()?;
        }
        at.play(&made).ok()
    }

    /// Whether these are the orders of an automatic operation that is still to begin.
    fn begins_with(&self, made: &Move) -> bool {
        let begins = |order: &Order| order.answers(DecisionKind::Action);
        self.asks_for() == DecisionKind::Action && !made.orders().iter().any(begins)
    }
}

/// The move that begins the automatic operation.
fn automatic() -> Move {
    Move::new(vec![Order::Automatic])
}

/// What is wrong with a text that is no move: maybe it is an outcome, and no die falls.
#[must_use]
pub fn no_die_falls(text: &str, asked: DecisionKind, error: Error) -> Error {
    if asked == DecisionKind::Chance || !Outcome::is_one(text) {
        return error;
    }
    let shown = engine::names::shown(text);
    let why = format!("no die falls that '{shown}' could come of: the position asks for '{asked}'");
    Error::bad("answer", why)
}

fn asks_for_nothing() -> Error {
    Error::bad("answer", "is not asked for: the position asks for nothing")
}
