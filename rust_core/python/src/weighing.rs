//! What positions and answers are worth, of any game.

use super::errors::Failure;
use super::run::detached;
use engine::chance::Random;
use engine::error::Result;
use engine::play::{self, Assessed, Course, Next};
use pyo3::prelude::*;

/// Terms of a worth, by name.
type Terms = Vec<(&'static str, f64)>;

/// What an answer is worth: the terms, to the first side; what it promises who gives it; how many
/// positions were looked at.
type Weighed = (Terms, f64, usize);

/// A position of any game.
trait Weighing: Send + Sync {
    fn terms(&self) -> Terms;
    fn weighed(&self, answer: &str, throws: usize, seed: u64) -> Option<Weighed>;
    fn mended(&self, answers: &[String], tries: usize, seed: u64) -> Option<(String, f64)>;
    fn followed(&self, answer: &str, course: Course, seed: u64) -> Result<f64>;
}

fn named<P: Assessed>(terms: Vec<f64>) -> Terms {
    P::TERMS.iter().copied().zip(terms).collect()
}

impl<P: Assessed> Weighing for P {
    fn terms(&self) -> Terms {
        named::<P>(Assessed::terms(self))
    }

    fn weighed(&self, answer: &str, throws: usize, seed: u64) -> Option<Weighed> {
        let answer = self.read(answer).ok()?;
        let worth = play::weighed(self, &answer, throws, &mut Random::new(seed, 0)).ok()?;
        Some((named::<P>(worth.terms), worth.promise, worth.positions))
    }

    fn mended(&self, answers: &[String], tries: usize, seed: u64) -> Option<(String, f64)> {
        let Next::Side(side) = self.next() else {
            return None;
        };
        let read = answers.iter().filter_map(|text| self.read(text).ok());
        let answers: Vec<_> = read.collect();
        let mut random = Random::new(seed, 0);
        let (answer, worth) = play::mended(self, side, &answers, tries, &mut random)?;
        Some((self.text(&answer), worth))
    }

    fn followed(&self, answer: &str, course: Course, seed: u64) -> Result<f64> {
        play::followed(self, &self.read(answer)?, course, seed)
    }
}

/// Tells what a position, and answers to what it asks, are worth to the game's first side; immutable.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct Weigher(Box<dyn Weighing>);

impl Weigher {
    pub(super) fn of<P: Assessed + 'static>(position: &P) -> Self {
        Self(Box::new(position.clone()))
    }
}

#[pymethods]
impl Weigher {
    /// What the position is worth, term by term.
    fn terms(&self, py: Python<'_>) -> PyResult<Terms> {
        detached(py, || self.0.terms())
    }

    /// What answers are worth; None for what cannot be followed.
    fn weighed(
        &self,
        py: Python<'_>,
        answers: Vec<String>,
        throws: usize,
        seed: u64,
    ) -> PyResult<Vec<Option<Weighed>>> {
        detached(py, || {
            let answers = answers.iter();
            answers
                .map(|answer| self.0.weighed(answer, throws, seed))
                .collect()
        })
    }

    /// The first of some answers, mended with parts of all of them: as text, and what it is worth to who
    /// decides; None if no side does, or the first cannot be followed. What cannot be read is left out.
    fn mended(
        &self,
        py: Python<'_>,
        answers: Vec<String>,
        tries: usize,
        seed: u64,
    ) -> PyResult<Option<(String, f64)>> {
        detached(py, || self.0.mended(&answers, tries, seed))
    }

    /// What the last position is worth if the game goes on after an answer: whoever decides takes the best
    /// of some answers, for so many decisions.
    fn followed(
        &self,
        py: Python<'_>,
        answer: &str,
        course: (usize, usize),
        seed: u64,
    ) -> PyResult<f64> {
        let (samples, decisions) = course;
        let course = Course { samples, decisions };
        let found = detached(py, || self.0.followed(answer, course, seed))?;
        Ok(found.map_err(Failure)?)
    }
}
