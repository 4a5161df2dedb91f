//! Every move of a position.

use super::moves::PursuitMove;
use super::position::PursuitPosition;
use crate::errors::Failure;
use crate::streaming::{Enumerates, MoveStream, counted, tallied};
use pursuit_of_glory::enumeration::Enumeration;
use pursuit_of_glory::orders::Move;
use pursuit_of_glory::vocabulary::DecisionKind;
use pyo3::prelude::*;
use std::ops::ControlFlow;

/// Finds every move of operations.
pub(super) struct Operations {
    pub(super) position: Py<PursuitPosition>,
    pub(super) ops: u8,
    pub(super) by_force: bool,
}

impl Operations {
    fn enumeration(&self) -> Enumeration<'_> {
        let position = &self.position.get().0;
        match self.by_force {
            true => Enumeration::by_force(position, self.ops),
            false => Enumeration::new(position, self.ops),
        }
    }
}

impl Enumerates for Operations {
    type Found = Move;

    fn visit(
        &self,
        halted: &dyn Fn() -> bool,
        whole: &mut dyn FnMut(bool) -> ControlFlow<()>,
        take: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let enumeration = self.enumeration();
        whole(enumeration.is_whole())?;
        enumeration.visit(halted, &mut |orders| take(Move::new(orders.to_vec())))
    }

    fn count(&self, halted: &dyn Fn() -> bool) -> (u128, bool) {
        let enumeration = self.enumeration();
        let (number, done) = enumeration.count(halted);
        (number, done.is_continue() && enumeration.is_whole())
    }

    fn told(&self, py: Python<'_>, found: Move) -> PyResult<Py<PyAny>> {
        let position = self.position.bind(py);
        let made = PursuitMove::of(position, DecisionKind::Operations, found);
        Ok(Py::new(py, made)?.into_any())
    }
}

/// Finds every answer where no OPS are spent.
struct Answers(Py<PursuitPosition>);

impl Enumerates for Answers {
    type Found = Move;

    fn visit(
        &self,
        halted: &dyn Fn() -> bool,
        whole: &mut dyn FnMut(bool) -> ControlFlow<()>,
        take: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let take = &mut |orders: &[_]| take(Move::new(orders.to_vec()));
        self.0.get().0.every_answer(halted, whole, take)
    }

    fn count(&self, halted: &dyn Fn() -> bool) -> (u128, bool) {
        let position = &self.0.get().0;
        tallied(|whole, found| position.every_answer(halted, whole, &mut |_| found()))
    }

    fn told(&self, py: Python<'_>, found: Move) -> PyResult<Py<PyAny>> {
        let position = self.0.bind(py);
        let made = PursuitMove::of(position, position.get().0.stands_before(), found);
        Ok(Py::new(py, made)?.into_any())
    }
}

/// Every legal answer where no OPS are spent, each once, as they are found.
#[pyfunction]
pub(super) fn pursuit_answers(position: &Bound<'_, PursuitPosition>) -> PyResult<MoveStream> {
    position.get().0.knows_answers().map_err(Failure)?;
    MoveStream::of(Answers(position.clone().unbind()))
}

/// How many there are, and whether all were counted in so many seconds.
#[pyfunction]
#[pyo3(signature = (position, seconds = None))]
pub(super) fn count_pursuit_answers(
    position: &Bound<'_, PursuitPosition>,
    seconds: Option<f64>,
) -> PyResult<(u128, bool)> {
    position.get().0.knows_answers().map_err(Failure)?;
    counted(position.py(), &Answers(position.clone().unbind()), seconds)
}
