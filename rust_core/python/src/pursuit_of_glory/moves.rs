//! `PursuitMove`: a set of orders of Pursuit of Glory.

use super::position::PursuitPosition;
use super::tables::PursuitTables;
use crate::errors::Failure;
use crate::orders::dicts;
use crate::run::detached;
use engine::error::Error;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{self, Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::vocabulary::DecisionKind;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An answer to a decision of Pursuit of Glory (`docs/operations.md`); immutable.
#[pyclass(frozen, eq, hash, module = "lexbelli._core")]
pub(super) struct PursuitMove {
    pub(super) made: Move,
    /// The decision that it answers.
    asked: DecisionKind,
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
    pub(super) fn of(
        position: &Bound<'_, PursuitPosition>,
        asked: DecisionKind,
        made: Move,
    ) -> Self {
        Self {
            made,
            asked,
            data: position.get().0.data().clone(),
            position: Some(position.clone().unbind()),
        }
    }
}

impl PursuitMove {
    fn at(&self) -> Option<&Position> {
        self.position.as_ref().map(|position| &position.get().0)
    }
}

/// The kind of decision of a word.
fn decision(word: &str) -> Result<DecisionKind, Error> {
    DecisionKind::parse(word).ok_or_else(|| {
        let known = DecisionKind::ALL.iter().map(|kind| kind.word());
        Error::unknown("asked", DecisionKind::WHAT, word, known)
    })
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
            Self::Text(text) => {
                Bound::new(position.py(), PursuitMove::parse(position, &text, None)?)
            }
        }
    }
}

#[pymethods]
impl PursuitMove {
    /// Reads an answer to what the position asks, or to another decision.
    #[staticmethod]
    #[pyo3(signature = (position, text, asked = None))]
    pub(super) fn parse(
        position: &Bound<'_, PursuitPosition>,
        text: &str,
        asked: Option<&str>,
    ) -> Result<Self, Failure> {
        let at = &position.get().0;
        let (asked, made) = match asked {
            Some(word) => {
                let asked = decision(word)?;
                (asked, Move::parse(at, asked, text)?)
            }
            None => (at.stands_before(), at.read_move(text)?),
        };
        Ok(Self::of(position, asked, made))
    }

    /// Reads the law's terms of an answer to such a decision.
    #[staticmethod]
    fn from_terms(tables: &PursuitTables, text: &str, asked: &str) -> Result<Self, Failure> {
        let asked = decision(asked)?;
        Ok(Self {
            made: Move::from_terms(&tables.0, asked, text)?,
            asked,
            data: tables.0.clone(),
            position: None,
        })
    }

    #[staticmethod]
    fn nonsense(position: &Bound<'_, PursuitPosition>, seed: u64) -> Self {
        let made = orders::nonsense(&position.get().0, seed);
        Self::of(position, DecisionKind::Operations, made)
    }

    fn mutate(&self, position: &Bound<'_, PursuitPosition>, seed: u64) -> Result<Self, Failure> {
        let at = &position.get().0;
        if at.data().fingerprint != self.data.fingerprint {
            let message = "belongs to other tables than the move";
            return Err(Failure(Error::bad("position", message)));
        }
        let made = orders::mutate(at, &self.made, seed);
        Ok(Self::of(position, self.asked, made))
    }

    fn to_json(&self) -> String {
        self.made.to_json(&self.data)
    }

    fn orders<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        dicts(py, &*self.data, self.made.orders())
    }

    /// The text of each order.
    fn texts(&self) -> Vec<String> {
        self.made.texts(&self.data, self.at())
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
                let parts = (position.bind(py), this.to_json(), this.asked.word());
                (kind.getattr("parse")?, parts).into_pyobject(py)
            }
            None => {
                let tables = PursuitTables(this.data.clone());
                let parts = (tables, this.terms().join(" "), this.asked.word());
                (kind.getattr("from_terms")?, parts).into_pyobject(py)
            }
        }
        .map(Bound::into_any)
    }

    fn __len__(&self) -> usize {
        self.made.orders().len()
    }

    fn __str__(&self) -> String {
        self.made.to_text(&self.data, self.at())
    }

    fn __repr__(&self) -> String {
        format!("<PursuitMove: {}>", self.__str__())
    }
}

/// Orders of a unit, or of all, as moves of one order each.
pub(super) fn alone(
    slf: &Bound<'_, PursuitPosition>,
    unit: Option<&str>,
    orders: fn(&Position, Option<usize>) -> Vec<Order>,
) -> PyResult<Vec<PursuitMove>> {
    let at = &slf.get().0;
    let unit = unit.map(|unit| at.data().unit("unit", unit)).transpose();
    let unit = unit.map_err(Failure)?;
    let found = detached(slf.py(), || orders(at, unit))?;
    let made = found.into_iter().map(|order| Move::new(vec![order]));
    let made = made.map(|made| PursuitMove::of(slf, at.stands_before(), made));
    Ok(made.collect())
}
