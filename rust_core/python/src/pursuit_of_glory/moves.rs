//! `PursuitMove`: a set of orders of Pursuit of Glory.

use super::position::PursuitPosition;
use super::tables::PursuitTables;
use crate::errors::Failure;
use engine::error::Error;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{self, Move};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A set of orders of Pursuit of Glory (`docs/operations.md`); immutable.
#[pyclass(frozen, eq, hash, module = "lexbelli._core")]
pub(super) struct PursuitMove {
    pub(super) made: Move,
    data: Arc<Data>,
    /// The position it was made in, which its text may need: paths are filled in from there.
    position: Option<Py<PursuitPosition>>,
}

impl PursuitMove {
    /// The tables it belongs to.
    pub(super) const fn data(&self) -> &Arc<Data> {
        &self.data
    }

    /// A move made in a position.
    pub(super) fn of(position: &Bound<'_, PursuitPosition>, made: Move) -> Self {
        Self {
            made,
            data: position.get().0.data().clone(),
            position: Some(position.clone().unbind()),
        }
    }
}

impl PartialEq for PursuitMove {
    fn eq(&self, other: &Self) -> bool {
        self.made == other.made && self.data.fingerprint == other.data.fingerprint
    }
}

impl Eq for PursuitMove {}

impl Hash for PursuitMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.made.hash(state);
        self.data.fingerprint.hash(state);
    }
}

/// A move, or what is to be read as one.
#[derive(FromPyObject)]
pub(super) enum Made<'py> {
    Move(Bound<'py, PursuitMove>),
    Text(PyBackedStr),
}

impl<'py> Made<'py> {
    pub(super) fn read(
        self,
        position: &Bound<'py, PursuitPosition>,
    ) -> PyResult<Bound<'py, PursuitMove>> {
        match self {
            Self::Move(made) => Ok(made),
            Self::Text(text) => Bound::new(position.py(), PursuitMove::parse(position, &text)?),
        }
    }
}

#[pymethods]
impl PursuitMove {
    #[staticmethod]
    pub(super) fn parse(
        position: &Bound<'_, PursuitPosition>,
        text: &str,
    ) -> Result<Self, Failure> {
        let at = &position.get().0;
        // No order begins with a bracket.
        let made = if text.trim_start().starts_with(['[', '{']) {
            Move::from_json(at.data(), text.as_bytes())?
        } else {
            Move::parse(at, text)?
        };
        Ok(Self::of(position, made))
    }

    #[staticmethod]
    fn from_terms(tables: &PursuitTables, text: &str) -> Result<Self, Failure> {
        Ok(Self {
            made: Move::from_terms(&tables.0, text)?,
            data: tables.0.clone(),
            position: None,
        })
    }

    #[staticmethod]
    fn nonsense(position: &Bound<'_, PursuitPosition>, seed: u64) -> Self {
        Self::of(position, orders::nonsense(&position.get().0, seed))
    }

    fn mutate(&self, position: &Bound<'_, PursuitPosition>, seed: u64) -> Result<Self, Failure> {
        let at = &position.get().0;
        if at.data().fingerprint != self.data.fingerprint {
            let message = "belongs to other tables than the move";
            return Err(Failure(Error::bad("position", message)));
        }
        Ok(Self::of(position, orders::mutate(at, &self.made, seed)))
    }

    fn to_json(&self) -> String {
        self.made.to_json(&self.data)
    }

    fn orders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let orders = py
            .import("json")?
            .call_method1("loads", (self.to_json(),))?;
        Ok(orders.cast_into::<PyList>()?)
    }

    fn facts(&self) -> String {
        self.made.facts(&self.data)
    }

    fn terms(&self) -> Vec<String> {
        self.made.terms(&self.data)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let (py, this) = (slf.py(), slf.get());
        let kind = py.get_type::<Self>();
        match &this.position {
            Some(position) => {
                let parts = (position.bind(py), this.to_json());
                (kind.getattr("parse")?, parts).into_pyobject(py)
            }
            None => {
                let parts = (PursuitTables(this.data.clone()), this.terms().join(" "));
                (kind.getattr("from_terms")?, parts).into_pyobject(py)
            }
        }
        .map(Bound::into_any)
    }

    fn __len__(&self) -> usize {
        self.made.orders().len()
    }

    fn __str__(&self) -> String {
        let position = self.position.as_ref().map(|position| &position.get().0);
        self.made.to_text(&self.data, position)
    }

    fn __repr__(&self) -> String {
        format!("<PursuitMove: {}>", self.__str__().replace('\n', "; "))
    }
}
