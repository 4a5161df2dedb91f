//! What comes of an attack in the end: exact values of measures over all choices after the die
//! (9.3, 9.4, 9.8, `docs/twilight_of_the_habsburgs/battles.md`).
//!
//! The attack is played by the game itself: its die with its odds, every legal way to take losses and
//! to retreat, until it is over.

mod answers;
mod ends;

use super::chance::Outcome;
use crate::orders::Move;
use crate::position::Position;
use crate::state::FrameKind;
use crate::vocabulary::*;
use ends::{MEASURES, Start};
use engine::error::{Error, Result};
use engine::evaluation::{Branch, Choice, Explored, GameTree, Part};
pub use engine::evaluation::{Evaluation, Interval};
use engine::names::vocabulary;
use std::convert::Infallible;

vocabulary! {
    /// What an attack can come to.
    Measure, "measure" {
        /// Whether neither a unit nor an intact fortress of the defender is left in the hex.
        Cleared = "cleared",
        /// Whether no unit of the defender is left in the hex.
        Emptied = "emptied",
        /// The steps that the attacker loses, for want of a retreat (9.4-5) and with others (9.8-3) too.
        AttackerSteps = "attacker_steps",
        /// The steps that the defender loses, those for want of a retreat and with others too.
        DefenderSteps = "defender_steps",
        /// The units of the attacker that are eliminated.
        AttackerUnits = "attacker_units",
        /// The units of the defender that are eliminated.
        DefenderUnits = "defender_units",
        /// The points of victory that the attacker's side has more than before (14.9, 15.8, 16.8).
        Vp = "vp",
    }
}

impl Measure {
    /// Whether more of it is better for the attacker.
    #[must_use]
    pub const fn is_welcome(self) -> bool {
        !matches!(self, Self::AttackerSteps | Self::AttackerUnits)
    }

    /// Measures of one sort are reckoned together.
    const fn sort(self) -> usize {
        match self {
            Self::Cleared | Self::Emptied => 0,
            Self::AttackerSteps
            | Self::DefenderSteps
            | Self::AttackerUnits
            | Self::DefenderUnits => 1,
            Self::Vp => 2,
        }
    }
}

/// How a part chooses. The game has no policies.
pub type Strategy = engine::evaluation::Strategy<Infallible>;

/// An attack that is followed to its end.
#[derive(Debug)]
pub struct Course {
    /// Where the first choice or die waits.
    position: Position,
    start: Start,
}

impl Course {
    /// The attack that a move declares in a position that asks for attacks. Whether it breaks rules
    /// is not asked.
    ///
    /// # Errors
    /// [`Error::BadInput`] if the position asks for no attack, the move declares none, or units near
    /// are hidden.
    pub fn declared(position: &Position, made: &Move) -> Result<Self> {
        let (at, asked) = position.asked();
        let mut now = at.into_owned();
        let segment = now.state().top();
        let segment = segment.filter(|_| asked == DecisionKind::Attack);
        let Some(segment) = segment else {
            let why = "asks for no attack: what comes of one that nobody can declare is not told";
            return Err(Error::bad("position", why));
        };
        let before = now.clone();
        now.begin_attack(made, segment);
        if now.state().battle().is_none() {
            let why = "names no attack; one is: attack UNIT,UNIT HEX TABLE";
            return Err(Error::bad("attack", why));
        }
        Self::from(&before, now)
    }

    /// The attack under way, from where it stands.
    ///
    /// # Errors
    /// [`Error::BadInput`] if none is, or units near are hidden.
    pub fn under_way(position: &Position) -> Result<Self> {
        let now = position.clone();
        Self::from(position, now)
    }

    /// An attack that has begun, and the position with which its end is compared.
    fn from(before: &Position, now: Position) -> Result<Self> {
        let start = Start::new(before, &now);
        let start = start.ok_or_else(|| Error::bad("position", "has no attack under way"))?;
        // 13.1: those beneath may defend, exert zones, and fill the hexes to which others retreat.
        for hex in start.near.iter() {
            before.knows_units_in(hex, "what comes of the attack turns on who is near")?;
        }
        Ok(Self {
            start,
            position: now.advanced_in_battle(),
        })
    }

    /// The values of measures for pairs of strategies, the attacker's first. For each sort of
    /// measures no more than so many positions are looked at, and, if they are too few, as many
    /// again; what is beyond them lies somewhere between its ends.
    ///
    /// # Errors
    /// [`Error::BadInput`] if something cannot be told exactly.
    pub fn evaluate(
        &self,
        strategies: &[[Strategy; 2]],
        measures: &[Measure],
        most: u64,
    ) -> Result<Evaluation> {
        let asked: Vec<usize> = measures.iter().map(|measure| *measure as usize).collect();
        let mut explored = Explored::new(self, self.position.clone());
        engine::evaluation::evaluate(&mut explored, strategies, &asked, most)
            .map_err(|error| Error::bad("attack", error.to_string()))
    }
}

impl GameTree<MEASURES> for Course {
    type Position = Position;
    type Outcome = Outcome;
    type Answer = Move;
    type Asked = DecisionKind;
    type Policy = Infallible;

    fn key(&self, position: &Position) -> u64 {
        position.hash()
    }

    fn branch(&self, position: &Position) -> Branch<MEASURES, Self> {
        let state = position.state();
        let over = || Branch::Over(self.start.tell(position));
        let Some(top) = state.top().filter(|_| state.battle().is_some()) else {
            return over();
        };
        let (asked, answers) = match (top.kind, top.side) {
            (FrameKind::Attack, _) => {
                return position.throws(top).map_or_else(over, |results| {
                    let parts = results.iter();
                    Branch::Chance(parts.map(|(outcome, odds)| (*outcome, odds)).collect())
                });
            }
            (FrameKind::Losses, Some(side)) => (
                DecisionKind::Losses,
                answers::losses(position, side, top.args[0]),
            ),
            (FrameKind::Retreat, Some(side)) => {
                (DecisionKind::Retreat, answers::retreats(position, side))
            }
            _ => return over(),
        };
        Branch::Choice(Choice {
            part: match top.side == Some(self.start.attacker) {
                true => Part::First,
                false => Part::Second,
            },
            asked,
            missing: answers.missing,
            answers: answers.moves,
        })
    }

    fn fallen(&self, position: &Position, outcome: Outcome) -> Position {
        let next = position.state().top();
        let next = next.map(|top| position.thrown(top, &outcome).advanced_in_battle());
        next.unwrap_or_else(|| position.clone())
    }

    fn chosen(&self, position: &Position, _: &DecisionKind, answer: &Move) -> Position {
        let mut next = position.clone();
        next.answer(answer);
        next.advanced_in_battle()
    }

    fn ends(&self, position: &Position) -> [(i64, i64); MEASURES] {
        self.start.ends(position)
    }

    fn is_welcome(&self, measure: usize) -> bool {
        Measure::ALL[measure].is_welcome()
    }

    fn sort(&self, measure: usize) -> usize {
        Measure::ALL[measure].sort()
    }

    fn pick(&self, _: &Position, _: &Choice<Move, DecisionKind>, policy: Infallible) -> usize {
        match policy {}
    }
}
