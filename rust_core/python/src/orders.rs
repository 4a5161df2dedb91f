//! Orders as plain data of Python, as their JSON has them.

use engine::orders::{Names, Order, Said, tell};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::HashMap;

/// A dict for each order.
pub(super) fn dicts<'py, O: Order>(
    py: Python<'py>,
    names: &dyn Names,
    orders: &[O],
) -> PyResult<Bound<'py, PyList>> {
    // Thousands of orders share a few keys, units and places.
    let mut known: HashMap<*const str, Bound<'py, PyString>> = HashMap::new();
    let mut text = |word: &str| {
        let text = known.entry(std::ptr::from_ref(word));
        text.or_insert_with(|| PyString::new(py, word)).clone()
    };
    let told = PyList::empty(py);
    for order in orders {
        let dict = PyDict::new(py);
        tell(names, order, |key, said| {
            let key = text(key);
            match said {
                Said::One(word) => dict.set_item(key, text(word)),
                Said::List(words) => dict.set_item(key, PyList::new(py, words)?),
            }
        })?;
        told.append(dict)?;
    }
    Ok(told)
}
