//! Core errors as Python exceptions.

use engine::error::Error;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    lexbelli._core,
    BadInput,
    PyValueError,
    "Input that cannot be read: syntax, a wrong type, an unknown name."
);
create_exception!(
    lexbelli._core,
    InvalidSetup,
    PyValueError,
    "A set-up that is no position; `problems` lists why."
);

/// The one way from core errors to Python's: everything else is `?`.
pub(super) struct Failure(pub(super) Error);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

impl From<Failure> for PyErr {
    fn from(Failure(error): Failure) -> Self {
        let text = error.to_string();
        Python::attach(|py| {
            let raise = || -> PyResult<PyErr> {
                match error {
                    Error::BadInput {
                        field, suggestion, ..
                    } => {
                        let raised = BadInput::new_err(text.clone());
                        raised.value(py).setattr("field", field)?;
                        raised.value(py).setattr("suggestion", suggestion)?;
                        Ok(raised)
                    }
                    Error::BadTables(_) => {
                        let raised = BadInput::new_err(text.clone());
                        raised.value(py).setattr("field", "tables")?;
                        raised.value(py).setattr("suggestion", py.None())?;
                        Ok(raised)
                    }
                    Error::InvalidSetup(problems) => {
                        let raised = InvalidSetup::new_err(text.clone());
                        let list: Vec<_> = problems
                            .into_iter()
                            .map(|p| (p.code, p.field, p.message))
                            .collect();
                        raised.value(py).setattr("problems", list)?;
                        Ok(raised)
                    }
                }
            };
            raise().unwrap_or_else(|failed| failed)
        })
    }
}
