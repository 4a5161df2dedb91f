//! What positions and answers are worth, of any game.

use super::errors::Failure;
use super::run::detached;
use engine::chance::Random;
use engine::error::Result;
use engine::play::{self, Assessed, Course};
use pyo3::prelude::*;

/// What an answer is worth: the terms, to the first side; what it promises who gives it; how many
/// positions were looked at.
pub(super) type Weighed = (Vec<(&'static str, f64)>, f64, usize);

fn named<P: Assessed>(terms: Vec<f64>) -> Vec<(&'static str, f64)> {
    P::TERMS.iter().copied().zip(terms).collect()
}

/// What the position is worth to the first side, term by term.
pub(super) fn terms<P: Assessed>(
    py: Python<'_>,
    position: &P,
) -> PyResult<Vec<(&'static str, f64)>> {
    detached(py, || named::<P>(position.terms()))
}

/// What answers are worth, given as text; `None` for what cannot be followed.
pub(super) fn weighed<P: Assessed>(
    py: Python<'_>,
    position: &P,
    answers: &[String],
    throws: usize,
    seed: u64,
) -> PyResult<Vec<Option<Weighed>>> {
    detached(py, || {
        let weigh = |text: &String| {
            let mut random = Random::new(seed, 0);
            let answer = position.read(text).ok()?;
            let worth = play::weighed(position, &answer, throws, &mut random).ok()?;
            Some((named::<P>(worth.terms), worth.promise, worth.positions))
        };
        answers.iter().map(weigh).collect()
    })
}

/// What the last position is worth to the first side if the game goes on after an answer: whoever
/// decides takes the best of `samples` answers, for so many decisions and turns.
pub(super) fn followed<P: Assessed>(
    py: Python<'_>,
    position: &P,
    answer: &str,
    (samples, decisions, turns): (usize, usize, Option<u16>),
    seed: u64,
) -> PyResult<f64> {
    let told = detached(py, || -> Result<f64> {
        let course = Course {
            samples,
            decisions,
            turns,
        };
        play::followed(position, &position.read(answer)?, course, seed)
    })?;
    Ok(told.map_err(Failure)?)
}

/// The first of some answers, mended with parts of all of them: as text, and what it is worth to who
/// decides; `None` if no side does, or the first cannot be followed. What cannot be read is left out.
pub(super) fn mended<P: Assessed>(
    py: Python<'_>,
    position: &P,
    answers: &[String],
    tries: usize,
    seed: u64,
) -> PyResult<Option<(String, f64)>> {
    detached(py, || {
        let play::Next::Side(side) = position.next() else {
            return None;
        };
        let read = answers.iter().filter_map(|text| position.read(text).ok());
        let answers: Vec<_> = read.collect();
        let mut random = Random::new(seed, 0);
        let (answer, worth) = play::mended(position, side, &answers, tries, &mut random)?;
        Some((position.text(&answer), worth))
    })
}
