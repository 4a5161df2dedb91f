//! The one way in which long work leaves Python, and hears of Ctrl-C.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work` without the interpreter lock; a panic becomes a Python error.
pub(super) fn detached<T: Send>(py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| catch_unwind(AssertUnwindSafe(work)))
        .map_err(|_| fault())
}

/// What is raised where the core is at fault.
pub(super) fn fault() -> PyErr {
    PyRuntimeError::new_err("internal error in lexbelli's core; please report it")
}

/// Whether Python's answer to a signal is an exception, as it is to Ctrl-C; it is kept until the
/// work has returned.
pub(super) fn interrupted() -> bool {
    Python::attach(|py| match py.check_signals() {
        Ok(()) => false,
        Err(error) => {
            error.restore(py);
            true
        }
    })
}

/// The exception that ended the work.
pub(super) fn raised(py: Python<'_>) -> PyResult<()> {
    PyErr::take(py).map_or(Ok(()), Err)
}
