//! Games that play themselves: whole games by answers at random, many games at once for those who
//! train players, and what answers are worth.

mod crowd;
mod weighing;
mod whole;

pub use crowd::{Crowd, Ended, Seat, Settings};
pub use weighing::{Assessed, Course, Worth, followed, mended, weighed};
pub use whole::{Ending, Entry, WholeGame, whole_game, whole_games};

use crate::chance::Random;
use crate::error::Result;
use std::fmt::Debug;

/// A game of more answers than this has no end.
pub const MOST_ANSWERS: usize = 20_000;

/// Who answers next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Nobody: the game is over.
    Over,
    /// Chance.
    Chance,
    /// A side, by its number: 0 is the game's first.
    Side(usize),
}

/// A position of a game of two sides that can be played by answers at random.
pub trait Playable: Clone + Debug + Send + Sync {
    /// An answer to a decision.
    type Answer: Clone + Debug + PartialEq + Send + Sync;
    /// What comes of a throw.
    type Outcome: Clone;

    /// The kinds of cells of a state, in order, and how many there are of each.
    const CELLS: &'static [(&'static str, usize)];

    /// Who answers next.
    fn next(&self) -> Next;
    /// The word of what is asked.
    fn asked(&self) -> &'static str;
    /// The turn, from 1; 0 before the first.
    fn turn(&self) -> u16;

    /// Legal answers to what is asked, drawn at random: as many as are asked for, or none if none was
    /// found.
    ///
    /// # Errors
    /// [`Error::BadInput`](crate::error::Error::BadInput) if it cannot be known here what is legal.
    fn drawn(&self, seed: u64, count: usize) -> Result<Vec<Self::Answer>>;

    /// The position after a legal answer.
    ///
    /// # Errors
    /// [`Error::BadInput`](crate::error::Error::BadInput) if it answers something else.
    fn after(&self, answer: &Self::Answer) -> Result<Self>;

    /// What falls now, as often as it is likely; `None` where nothing does.
    fn fallen(&self, random: &mut Random) -> Option<Self::Outcome>;

    /// The position after what has fallen.
    ///
    /// # Errors
    /// [`Error::BadInput`](crate::error::Error::BadInput) if nothing falls here.
    fn after_throw(&self, outcome: Self::Outcome) -> Result<Self>;

    /// An answer as text: orders with `; ` between.
    fn text(&self, answer: &Self::Answer) -> String;
    /// What comes of a throw, as text.
    fn outcome_text(&self, outcome: &Self::Outcome) -> String;

    /// By how much the first side would be ahead if the game ended now, by the game's own count.
    fn margin(&self) -> i32;
    /// The side that would have won if the game ended now.
    fn winner(&self) -> Option<usize>;

    /// Writes what a side may know of each cell.
    fn observe(&self, side: usize, cells: &mut [u16]);
}

/// How many cells a state has.
#[must_use]
pub fn cells<P: Playable>() -> usize {
    P::CELLS.iter().map(|(_, count)| count).sum()
}

/// The turn at which a game is ended that goes on for so many turns; `None` for one without a limit.
fn last_turn<P: Playable>(start: &P, turns: Option<u16>) -> Option<u16> {
    turns.map(|turns| start.turn().max(1).saturating_add(turns))
}
