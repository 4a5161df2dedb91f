//! Orders as plain data of Python, as their JSON has them.

use engine::orders::{Names, Order, Said, tell};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::collections::HashMap;

/// Makes dicts of what orders say: thousands share a few keys, units and places.
struct Dicts<'py> {
    py: Python<'py>,
    known: HashMap<*const str, Bound<'py, PyString>>,
}

impl<'py> Dicts<'py> {
    fn new(py: Python<'py>) -> Self {
        let known = HashMap::new();
        Self { py, known }
    }

    fn text(&mut self, word: &str) -> Bound<'py, PyString> {
        let text = self.known.entry(std::ptr::from_ref(word));
        text.or_insert_with(|| PyString::new(self.py, word)).clone()
    }

    fn add(
        &mut self,
        dict: &Bound<'py, PyDict>,
        key: &'static str,
        said: &Said<'_>,
    ) -> PyResult<()> {
        let key = self.text(key);
        match said {
            Said::One(word) => dict.set_item(key, self.text(word)),
            Said::List(words) => dict.set_item(key, PyList::new(self.py, words)?),
        }
    }
}

/// A dict for each order.
pub(super) fn dicts<'py, O: Order>(
    py: Python<'py>,
    names: &dyn Names,
    orders: &[O],
) -> PyResult<Bound<'py, PyList>> {
    let mut made = Dicts::new(py);
    let told = PyList::empty(py);
    for order in orders {
        let dict = PyDict::new(py);
        tell(names, order, |key, said| made.add(&dict, key, &said))?;
        told.append(dict)?;
    }
    Ok(told)
}

/// A dict for each of what is said of orders, key by key.
pub(super) fn dicts_of<'py, 'a: 's, 's>(
    py: Python<'py>,
    orders: impl Iterator<Item = &'s [(&'static str, Said<'a>)]>,
) -> PyResult<Bound<'py, PyList>> {
    let mut made = Dicts::new(py);
    let told = PyList::empty(py);
    for said in orders {
        let dict = PyDict::new(py);
        for (key, said) in said {
            made.add(&dict, key, said)?;
        }
        told.append(dict)?;
    }
    Ok(told)
}
