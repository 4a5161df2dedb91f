//! What stands where the readers and writers of files would, in a build without them.

use super::errors::Failure;
use engine::error::Error;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Cannot be made, and says why.
#[pyclass(module = "lexbelli._core", frozen, subclass)]
struct Absent;

#[pymethods]
impl Absent {
    #[new]
    #[pyo3(signature = (*_given, **_named))]
    fn new(
        _given: &Bound<'_, PyTuple>,
        _named: Option<&Bound<'_, PyDict>>,
    ) -> Result<Self, Failure> {
        Err(Failure(Error::bad(
            "build",
            "this build of lexbelli reads and writes no tables in files; 'pip install .' builds \
             one that does",
        )))
    }
}

/// Puts an [`Absent`] under every name of [`super::files`].
pub(super) fn stand_in(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let absent = module.py().get_type::<Absent>();
    for name in ["TableReader", "TableChunk", "TableWriter", "rewrite_tables"] {
        module.add(name, &absent)?;
    }
    Ok(())
}
