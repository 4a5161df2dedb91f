//! `PursuitChecker`: the judge of moves of the operations decision.

use super::enumeration::Operations;
use super::moves::PursuitMove;
use super::offers::PursuitOffers;
use super::position::PursuitPosition;
use crate::errors::Failure;
use crate::run::detached;
use crate::streaming::{MoveStream, counted, timed};
use engine::error::Error;
use pursuit_of_glory::activation::Purpose;
use pursuit_of_glory::check::{Checker, Violation};
use pursuit_of_glory::offers::list;
use pursuit_of_glory::orders::Move;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::vocabulary::DecisionKind;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Instant;

/// Judges the moves of the side to act in one position, with some OPS to spend; immutable.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct PursuitChecker {
    position: Py<PursuitPosition>,
    ops: u8,
}

impl PursuitChecker {
    fn at(&self) -> &Position {
        &self.position.get().0
    }

    fn moves(&self, made: &[Bound<'_, PursuitMove>]) -> Result<Vec<Move>, Failure> {
        made.iter()
            .map(|made| {
                let made = made.get();
                if made.data().fingerprint == self.at().data().fingerprint {
                    Ok(made.made.clone())
                } else {
                    let message = "belongs to other tables than the position";
                    Err(Failure(Error::bad("move", message)))
                }
            })
            .collect()
    }

    fn enumeration(&self, py: Python<'_>, by_force: bool) -> Operations {
        Operations {
            position: self.position.clone_ref(py),
            ops: self.ops,
            by_force,
        }
    }

    fn id(&self, place: usize) -> &str {
        &self.at().data().spaces[place].id
    }

    fn ids(&self, places: &[usize]) -> Vec<&str> {
        places.iter().map(|place| self.id(*place)).collect()
    }

    fn said<'py>(&self, py: Python<'py>, broken: &Violation) -> PyResult<Bound<'py, PyDict>> {
        violation(py, self.at(), broken)
    }
}

/// A broken rule, told.
pub(super) fn violation<'py>(
    py: Python<'py>,
    position: &Position,
    broken: &Violation,
) -> PyResult<Bound<'py, PyDict>> {
    let answer = PyDict::new(py);
    answer.set_item("rule", broken.rule())?;
    answer.set_item("code", broken.code())?;
    answer.set_item("witness", broken.witness(position.data()))?;
    answer.set_item("text", broken.sentence(position))?;
    answer.set_item("owed", broken.owed())?;
    Ok(answer)
}

#[pymethods]
impl PursuitChecker {
    #[new]
    pub(super) fn new(position: Py<PursuitPosition>, ops: u8) -> Self {
        Self { position, ops }
    }

    /// Every rule that a move breaks.
    pub(super) fn check<'py>(
        &self,
        py: Python<'py>,
        made: &Bound<'py, PursuitMove>,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let made = self.moves(std::slice::from_ref(made))?;
        let broken = detached(py, || Checker::new(self.at(), self.ops).check(&made[0]))?;
        broken.iter().map(|broken| self.said(py, broken)).collect()
    }

    /// A broken rule found by somebody else, as `check` tells it; None if nobody breaks it so.
    fn describe<'py>(
        &self,
        py: Python<'py>,
        rule: &str,
        witness: &str,
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let broken = Violation::read(self.at().data(), rule, witness);
        broken.map(|broken| self.said(py, &broken)).transpose()
    }

    /// For each move the rules it breaks, each with its witness.
    pub(super) fn check_many(
        &self,
        py: Python<'_>,
        made: Vec<Bound<'_, PursuitMove>>,
    ) -> PyResult<Vec<Vec<(&'static str, String)>>> {
        let made = self.moves(&made)?;
        detached(py, || {
            let checker = Checker::new(self.at(), self.ops);
            made.iter()
                .map(|made| {
                    checker
                        .check(made)
                        .iter()
                        .map(|broken| (broken.rule(), broken.witness(self.at().data())))
                        .collect()
                })
                .collect()
        })
    }

    /// Legal moves, chosen at random; the same seed gives the same moves.
    pub(super) fn sample(
        &self,
        py: Python<'_>,
        count: usize,
        seed: u64,
    ) -> PyResult<Vec<PursuitMove>> {
        let made = detached(py, || Checker::new(self.at(), self.ops).sample(seed, count))?;
        let position = self.position.bind(py);
        Ok(made
            .into_iter()
            .map(|made| PursuitMove::of(position, DecisionKind::Operations, made))
            .collect())
    }

    /// Every legal move, each once, as they are found; `by_force` judges every combination.
    #[pyo3(signature = (by_force = false))]
    fn every_move(&self, py: Python<'_>, by_force: bool) -> PyResult<MoveStream> {
        MoveStream::of(self.enumeration(py, by_force))
    }

    /// How many legal moves there are, and whether all were counted in so many seconds.
    #[pyo3(signature = (seconds = None, by_force = false))]
    fn count_moves(
        &self,
        py: Python<'_>,
        seconds: Option<f64>,
        by_force: bool,
    ) -> PyResult<(u128, bool)> {
        counted(py, &self.enumeration(py, by_force), seconds)
    }

    /// How many moves were made of the first so many, and in how many seconds.
    fn bench_every_move(&self, py: Python<'_>, most: u64) -> PyResult<(u64, f64)> {
        timed(py, &self.enumeration(py, false), most)
    }

    /// Every order that a legal move contains beside those given, and whether nothing else is left out.
    ///
    /// `ends` says of units where they end their moves, whatever the way there.
    fn orders(
        &self,
        py: Python<'_>,
        given: &Bound<'_, PursuitMove>,
        ends: Vec<(String, String)>,
    ) -> PyResult<(PursuitOffers, bool)> {
        let given = self.moves(std::slice::from_ref(given))?;
        let data = self.at().data();
        let mut stops = Vec::with_capacity(ends.len());
        for (unit, place) in &ends {
            let unit = data.unit("ends", unit).map_err(Failure)?;
            let place = data.place("ends", place).map_err(Failure)?;
            stops.push((unit, place));
        }
        let listing = detached(py, || list(self.at(), self.ops, &given[0], &stops))?;
        let found = PursuitOffers {
            offers: listing.offers.into_iter().collect(),
            data: data.clone(),
        };
        Ok((found, listing.complete))
    }

    /// Where one unit may stop while no other moves, and what it may enter first.
    fn destinations<'py>(&self, py: Python<'py>, unit: &str) -> PyResult<Bound<'py, PyDict>> {
        let at = self.at().data().unit("unit", unit).map_err(Failure)?;
        let reach = detached(py, || Checker::new(self.at(), self.ops).destinations(at))?;
        let stops = PyDict::new(py);
        for stop in &reach.stops {
            let entry = PyDict::new(py);
            entry.set_item("points", stop.points)?;
            entry.set_item("path", self.ids(&stop.path))?;
            stops.set_item(self.id(stop.place), entry)?;
        }
        let answer = PyDict::new(py);
        answer.set_item("stops", stops)?;
        answer.set_item("first", self.ids(&reach.first))?;
        Ok(answer)
    }

    /// By purpose the places that could be activated.
    fn offers(&self) -> BTreeMap<&'static str, Vec<&str>> {
        let purposes = Purpose::ALL.iter();
        let mut offers: BTreeMap<_, Vec<_>> = purposes
            .map(|purpose| (purpose.word(), Vec::new()))
            .collect();
        for (place, purpose) in Checker::new(self.at(), self.ops).offers() {
            offers
                .entry(purpose.word())
                .or_default()
                .push(self.id(place));
        }
        offers
    }

    /// What each of these units may attack alone, were its place activated for attack.
    fn attack_targets(&self, units: Vec<String>) -> PyResult<BTreeMap<String, Vec<&str>>> {
        let checker = Checker::new(self.at(), self.ops);
        let mut answer = BTreeMap::new();
        for (number, id) in units.into_iter().enumerate() {
            let at = self.at().data().unit(&format!("units[{number}]"), &id);
            let targets = checker.attack_targets(at.map_err(Failure)?);
            answer.insert(id, self.ids(&targets));
        }
        Ok(answer)
    }

    /// Nanoseconds that judging these moves takes, each of them, `rounds` times over.
    fn bench(
        &self,
        py: Python<'_>,
        made: Vec<Bound<'_, PursuitMove>>,
        rounds: u32,
    ) -> PyResult<Vec<f64>> {
        let made = self.moves(&made)?;
        detached(py, || {
            let checker = Checker::new(self.at(), self.ops);
            made.iter()
                .map(|made| {
                    let start = Instant::now();
                    for _ in 0..rounds {
                        black_box(checker.check(black_box(made)));
                    }
                    start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds.max(1))
                })
                .collect()
        })
    }
}
