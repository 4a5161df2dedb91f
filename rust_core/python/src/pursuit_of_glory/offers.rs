//! `PursuitOffers`: what can be ordered at the operations decision.

use super::tables::PursuitTables;
use crate::errors::Failure;
use crate::orders::dicts_of;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::offers::{Offer, in_words};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyList;
use std::sync::Arc;

/// Orders as players think of them: a `go` by its end, an `organize` with who could serve.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct PursuitOffers {
    pub(super) offers: Vec<Offer>,
    pub(super) data: Arc<Data>,
}

#[pymethods]
impl PursuitOffers {
    /// Orders that the law has listed.
    #[staticmethod]
    fn from_terms(tables: &PursuitTables, terms: Vec<PyBackedStr>) -> Result<Self, Failure> {
        let data = tables.0.clone();
        let offer = |term: &PyBackedStr| Offer::from_term(&data, term);
        let offers = terms.iter().map(offer).collect::<Result<_, _>>()?;
        Ok(Self { offers, data })
    }

    /// The terms of the law, in no particular order.
    fn terms(&self) -> Vec<String> {
        let offers = self.offers.iter();
        offers.map(|offer| offer.term(&self.data)).collect()
    }

    /// The orders in the order of play: the text of each, and what its JSON says.
    fn in_words<'py>(&self, py: Python<'py>) -> PyResult<(Vec<String>, Bound<'py, PyList>)> {
        let told = in_words(&self.data, &self.offers);
        let said = dicts_of(py, told.iter().map(|one| one.said.as_slice()))?;
        Ok((told.into_iter().map(|one| one.text).collect(), said))
    }

    fn __len__(&self) -> usize {
        self.offers.len()
    }
}
