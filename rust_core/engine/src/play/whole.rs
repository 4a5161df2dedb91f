//! Whole games by answers at random.

use super::{MOST_ANSWERS, Next, Playable, last_turn};
use crate::chance::Random;
use crate::error::Result;
use crate::threads;
use rayon::prelude::*;

/// Why a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// It is over.
    Over,
    /// So many turns were wanted.
    Turns,
    /// [`MOST_ANSWERS`] were given.
    Answers,
    /// No legal answer was found.
    DeadEnd,
}

impl Ending {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::Turns => "turns",
            Self::Answers => "answers",
            Self::DeadEnd => "dead_end",
        }
    }
}

/// An answer that was given.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Who gave it; chance if no side did.
    pub side: Option<usize>,
    /// The word of what was asked.
    pub asked: &'static str,
    /// The answer as text; empty if no record is kept.
    pub text: String,
}

/// A game that was played.
#[derive(Debug, Clone)]
pub struct WholeGame<P> {
    /// Why it ended.
    pub ending: Ending,
    /// Where it ended.
    pub last: P,
    /// What was answered, by sides and by chance.
    pub entries: Vec<Entry>,
}

/// Plays the game of a number: the same seed and number play the same game. `records` says whether the
/// texts of answers are kept.
///
/// # Errors
/// [`Error::BadInput`](crate::error::Error::BadInput) if it cannot be known what is legal: a hand is
/// hidden, say.
pub fn whole_game<P: Playable>(
    start: &P,
    seed: u64,
    number: u64,
    turns: Option<u16>,
    records: bool,
) -> Result<WholeGame<P>> {
    let mut random = Random::new(seed, number);
    let last = last_turn(start, turns);
    let (mut now, mut entries) = (start.clone(), Vec::new());
    let ending = loop {
        if last.is_some_and(|last| now.turn() >= last) {
            break Ending::Turns;
        }
        if entries.len() >= MOST_ANSWERS {
            break Ending::Answers;
        }
        let asked = now.asked();
        let (side, text, after) = match now.next() {
            Next::Over => break Ending::Over,
            Next::Chance => {
                let Some(outcome) = now.fallen(&mut random) else {
                    break Ending::DeadEnd;
                };
                let text = records.then(|| now.outcome_text(&outcome));
                (None, text, now.after_throw(outcome)?)
            }
            Next::Side(side) => {
                let Some(answer) = now.drawn(random.seed(), 1)?.pop() else {
                    break Ending::DeadEnd;
                };
                let text = records.then(|| now.text(&answer));
                (Some(side), text, now.after(&answer)?)
            }
        };
        entries.push(Entry {
            side,
            asked,
            text: text.unwrap_or_default(),
        });
        now = after;
    };
    Ok(WholeGame {
        ending,
        last: now,
        entries,
    })
}

/// Plays the games of numbers on all threads, in their order; as [`whole_game`].
///
/// # Errors
/// As [`whole_game`].
pub fn whole_games<P: Playable>(
    start: &P,
    seed: u64,
    numbers: std::ops::Range<u64>,
    turns: Option<u16>,
    records: bool,
) -> Result<Vec<WholeGame<P>>> {
    threads::run(|| {
        let played = numbers.into_par_iter();
        played
            .map(|number| whole_game(start, seed, number, turns, records))
            .collect()
    })?
}
