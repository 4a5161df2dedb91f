//! Positions that play themselves ([`engine::play`]).

use crate::orders::Move;
use crate::position::Position;
use crate::sample::samples;
use crate::sequence::Outcome;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;
use engine::chance::Random;
use engine::error::Result;
use engine::play::{Next, Playable};

impl Playable for Position {
    type Answer = Move;
    type Outcome = Outcome;

    const CELLS: &'static [(&'static str, usize)] = Cell::NAMES;

    fn next(&self) -> Next {
        let (at, kind) = self.asked();
        match (kind, at.state().top().and_then(|top| top.side)) {
            (DecisionKind::Over, _) => Next::Over,
            (DecisionKind::Chance, _) => Next::Chance,
            (_, side) => side.map_or(Next::Over, |side| Next::Side(side as usize)),
        }
    }

    fn asked(&self) -> &'static str {
        self.asks_for().word()
    }

    fn turn(&self) -> u16 {
        self.state().one(Scalar::Turn)
    }

    fn drawn(&self, seed: u64, count: usize) -> Result<Vec<Move>> {
        if let Next::Side(side) = self.next() {
            self.knows_choices(Side::BOTH[side])?;
        }
        let mut seeds = Random::new(seed, 0);
        let drawn = samples(self, (0..count).map(|_| seeds.seed()));
        Ok(drawn.unwrap_or_default())
    }

    fn after(&self, answer: &Move) -> Result<Self> {
        self.play_unchecked(answer)
    }

    fn fallen(&self, random: &mut Random) -> Option<Outcome> {
        self.chance()?.drawn(random).copied()
    }

    fn after_throw(&self, outcome: Outcome) -> Result<Self> {
        self.play_outcome(outcome)
    }

    fn text(&self, answer: &Move) -> String {
        answer.to_text(self.data(), Some(self))
    }

    fn outcome_text(&self, outcome: &Outcome) -> String {
        outcome.text()
    }

    fn margin(&self) -> i32 {
        self.front().reckoning().margin
    }

    fn winner(&self) -> Option<usize> {
        let level = self.front().reckoning().level;
        level.winner().map(|side| side as usize)
    }

    fn observe(&self, side: usize, cells: &mut [u16]) {
        self.state_seen_by(Side::BOTH[side]).write_cells(cells);
    }
}
