//! `TwilightMove`: a set of orders of Twilight of the Habsburgs.

use super::position::TwilightPosition;
use super::tables::TwilightTables;
use crate::errors::Failure;
use crate::orders::dicts;
use ::twilight_of_the_habsburgs::data::Data;
use ::twilight_of_the_habsburgs::orders::Move;
use ::twilight_of_the_habsburgs::position::Position;
use ::twilight_of_the_habsburgs::vocabulary::DecisionKind;
use engine::error::Error;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// An answer to a decision (`docs/twilight_of_the_habsburgs/interface.md`); immutable.
#[pyclass(frozen, eq, hash, module = "lexbelli._core")]
pub(super) struct TwilightMove {
    pub(super) made: Move,
    /// The decision that it answers.
    asked: DecisionKind,
    data: Arc<Data>,
    /// The position it was made in, which its text may need: paths are filled in from there.
    position: Option<Py<TwilightPosition>>,
}

impl TwilightMove {
    /// The tables it belongs to.
    pub(super) const fn data(&self) -> &Arc<Data> {
        &self.data
    }

    /// A move made in a position.
    pub(super) fn of(
        position: &Bound<'_, TwilightPosition>,
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

impl PartialEq for TwilightMove {
    fn eq(&self, other: &Self) -> bool {
        self.made == other.made && self.data.fingerprint == other.data.fingerprint
    }
}

impl Eq for TwilightMove {}

impl Hash for TwilightMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.made.hash(state);
        self.data.fingerprint.hash(state);
    }
}

#[pymethods]
impl TwilightMove {
    /// Reads an answer to what a position asks, or to another decision.
    #[staticmethod]
    #[pyo3(signature = (position, text, asked = None))]
    fn parse(
        position: &Bound<'_, TwilightPosition>,
        text: &str,
        asked: Option<&str>,
    ) -> Result<Self, Failure> {
        let at = &position.get().0;
        let asked = match asked {
            Some(word) => decision(word)?,
            None => at.asks_for(),
        };
        let made = Move::parse(at, asked, text)?;
        Ok(Self::of(position, asked, made))
    }

    /// Reads the law's terms of an answer to such a decision.
    #[staticmethod]
    fn from_terms(tables: &TwilightTables, text: &str, asked: &str) -> Result<Self, Failure> {
        let asked = decision(asked)?;
        Ok(Self {
            made: Move::from_terms(&tables.0, asked, text)?,
            asked,
            data: tables.0.clone(),
            position: None,
        })
    }

    /// The same move, made in a position.
    fn in_position(&self, position: &Bound<'_, TwilightPosition>) -> Self {
        Self::of(position, self.asked, self.made.clone())
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
                let tables = TwilightTables(this.data.clone());
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
        format!("<TwilightMove: {}>", self.__str__())
    }
}
