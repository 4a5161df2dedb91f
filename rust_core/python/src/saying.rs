//! Answers that are said word by word, of any game.

use super::errors::Failure;
use super::run::detached;
use engine::saying::{self, Asked};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The words of a game, numbered from 0; immutable.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct Words(pub(super) Arc<saying::Words>);

#[pymethods]
impl Words {
    #[new]
    fn new(words: Vec<String>) -> Result<Self, Failure> {
        Ok(Self(Arc::new(saying::Words::new(words)?)))
    }

    fn __len__(&self) -> usize {
        self.0.len()
    }
}

/// What has been said in answer to a decision, and what can be said next.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct Saying {
    saying: Mutex<saying::Saying>,
    words: Arc<saying::Words>,
}

impl Saying {
    pub(super) fn begun(
        py: Python<'_>,
        words: &Words,
        choices: Vec<String>,
        asked: impl FnOnce(Arc<saying::Words>) -> Box<dyn Asked> + Send,
    ) -> PyResult<Self> {
        let words = Arc::clone(&words.0);
        let begin = || saying::Saying::new(asked(Arc::clone(&words)), Arc::clone(&words), choices);
        let begun = detached(py, begin)?.map_err(Failure)?;
        Ok(Self {
            saying: Mutex::new(begun),
            words,
        })
    }

    fn now(&self) -> MutexGuard<'_, saying::Saying> {
        self.saying.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Floats in the machine's own order of bytes.
pub(super) fn floats<'py>(py: Python<'py>, row: &[f32]) -> Bound<'py, PyBytes> {
    let bytes: Vec<u8> = row.iter().flat_map(|one| one.to_ne_bytes()).collect();
    PyBytes::new(py, &bytes)
}

#[pymethods]
impl Saying {
    /// Says a word.
    fn say(&self, py: Python<'_>, word: u16) -> PyResult<()> {
        Ok(detached(py, || self.now().say(word))?.map_err(Failure)?)
    }

    /// Takes the orders that can be given where the core does not know them.
    fn listed(&self, py: Python<'_>, texts: Vec<String>) -> PyResult<()> {
        Ok(detached(py, || self.now().list(texts))?.map_err(Failure)?)
    }

    /// Whether somebody else has to list the orders that can be given.
    #[getter]
    fn unknown(&self) -> bool {
        self.now().is_unknown()
    }

    #[getter]
    fn given(&self) -> Vec<String> {
        self.now().given().to_vec()
    }

    #[getter]
    fn said(&self) -> Vec<u16> {
        self.now().said().to_vec()
    }

    #[getter]
    fn answer(&self) -> Option<String> {
        self.now().answer().map(str::to_owned)
    }

    /// What can be said next.
    fn next(&self) -> Vec<u16> {
        self.now().next().to_vec()
    }

    /// A byte for each word: 1 if it can be said next.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let now = self.now();
        PyByteArray::new_with(py, self.words.len(), |row| {
            for word in now.next() {
                if let Some(cell) = row.get_mut(usize::from(*word)) {
                    *cell = 1;
                }
            }
            Ok(())
        })
    }

    /// The words of the orders given.
    fn words_given(&self) -> Vec<u16> {
        let now = self.now();
        let words = now.given().iter().flat_map(|text| text.split([' ', ',']));
        words
            .filter_map(|word| self.words.number(word).ok())
            .collect()
    }
}
