//! Positions that play themselves ([`engine::play`]).

use crate::orders::Move;
use crate::position::Position;
use crate::sequence::Outcome;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;
use engine::chance::Random;
use engine::error::Result;
use engine::play::{Next, Playable};

/// The players, the first of them first.
const SIDES: [Side; 2] = [Side::Ap, Side::Cp];

impl Playable for Position {
    type Answer = Move;
    type Outcome = Outcome;

    const CELLS: &'static [(&'static str, usize)] = Cell::NAMES;

    fn next(&self) -> Next {
        let at = self.at_next_decision();
        match (at.asks_for(), at.state().top().and_then(|top| top.side)) {
            (DecisionKind::Over, _) => Next::Over,
            (DecisionKind::Chance, _) => Next::Chance,
            (_, Some(Side::Cp)) => Next::Side(1),
            _ => Next::Side(0),
        }
    }

    fn asked(&self) -> &'static str {
        self.asks_for().word()
    }

    fn turn(&self) -> u16 {
        self.state().scalar(Scalar::Turn)
    }

    fn drawn(&self, seed: u64, count: usize) -> Result<Vec<Move>> {
        self.sample_answers(seed, count)
    }

    fn after(&self, answer: &Move) -> Result<Self> {
        self.play_unchecked(answer)
    }

    fn fallen(&self, random: &mut Random) -> Option<Outcome> {
        self.falls(random)
    }

    fn after_throw(&self, outcome: Outcome) -> Result<Self> {
        self.play_fallen(outcome)
    }

    fn text(&self, answer: &Move) -> String {
        answer.to_text(self.data(), Some(self))
    }

    fn outcome_text(&self, outcome: &Outcome) -> String {
        outcome.text(self.data())
    }

    fn margin(&self) -> i32 {
        // VPs favour the CP.
        -self.victory().total
    }

    fn winner(&self) -> Option<usize> {
        Some(usize::from(self.victory().level.winner() == Side::Cp))
    }

    fn observe(&self, side: usize, cells: &mut [u16]) {
        self.seen_by(SIDES[side]).state().write_cells(cells);
    }
}
