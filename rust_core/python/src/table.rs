//! `Table`: rows as Arrow has them, for Python programs with and without Arrow.

use super::values;
use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{ArrowError, Field, SchemaRef};
use engine::names::nearest;
use pyo3::exceptions::{PyIndexError, PyKeyError, PyTypeError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyList};
use pyo3_arrow::error::PyArrowError;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};
use pyo3_arrow::input::AnyRecordBatch;
use std::sync::Arc;

/// Rows with named columns; immutable.
#[pyclass(frozen, mapping, module = "lexbelli._core")]
pub(super) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
    rows: usize,
}

impl Table {
    /// A table of rows that all have the columns of `schema`.
    pub(super) fn of(schema: SchemaRef, batches: Vec<RecordBatch>) -> Self {
        let rows = batches.iter().map(RecordBatch::num_rows).sum();
        Self {
            schema,
            batches,
            rows,
        }
    }

    /// The batch in which a row stands, and its place there.
    fn find(&self, mut row: usize) -> Option<(&RecordBatch, usize)> {
        for batch in &self.batches {
            if row < batch.num_rows() {
                return Some((batch, row));
            }
            row -= batch.num_rows();
        }
        None
    }

    fn row<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Option<Bound<'py, PyDict>>> {
        let Some((batch, row)) = self.find(row) else {
            return Ok(None);
        };
        as_dict(py, batch, row).map(Some)
    }

    fn values<'py>(&self, py: Python<'py>, column: usize) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for batch in &self.batches {
            for row in 0..batch.num_rows() {
                list.append(values::value(py, batch.column(column), row)?)?;
            }
        }
        Ok(list)
    }
}

fn as_dict<'py>(py: Python<'py>, batch: &RecordBatch, row: usize) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
        dict.set_item(field.name(), values::value(py, column, row)?)?;
    }
    Ok(dict)
}

#[pymethods]
impl Table {
    #[new]
    fn new(table: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (schema, batches) = batches(table)?;
        Ok(Self::of(schema, batches))
    }

    #[getter]
    fn num_rows(&self) -> usize {
        self.rows
    }

    #[getter]
    fn column_names(&self) -> Vec<&str> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().as_str()).collect()
    }

    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let fields = self.schema.fields();
        if let Some(place) = fields.iter().position(|field| field.name() == name) {
            return self.values(py, place);
        }
        let hint = nearest(name, fields.iter().map(|field| field.name().as_str()))
            .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
        Err(PyKeyError::new_err(format!(
            "there is no column '{name}'{hint}"
        )))
    }

    fn to_pylist<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for batch in &self.batches {
            for row in 0..batch.num_rows() {
                list.append(as_dict(py, batch, row)?)?;
            }
        }
        Ok(list)
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        stream(py, &self.schema, self.batches.clone(), requested_schema)
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    fn __getitem__<'py>(&self, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = key.py();
        if let Ok(name) = key.extract::<&str>() {
            return self.column(py, name).map(Bound::into_any);
        }
        let index: isize = key
            .extract()
            .map_err(|_| PyTypeError::new_err("a column's name or a row's number is expected"))?;
        let row = if index < 0 {
            self.rows.checked_sub(index.unsigned_abs())
        } else {
            Some(index.unsigned_abs())
        };
        match row.map(|row| self.row(py, row)).transpose()?.flatten() {
            Some(dict) => Ok(dict.into_any()),
            None => Err(PyIndexError::new_err(format!(
                "there is no row {index}; the table has {}",
                self.rows
            ))),
        }
    }

    fn __iter__(slf: Py<Self>) -> TableRows {
        TableRows {
            table: slf,
            next: 0,
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        const MOST: usize = 10;
        let rows = match self.rows {
            1 => "1 row".to_owned(),
            rows => format!("{rows} rows"),
        };
        let mut lines = vec![
            format!("Table with {rows}"),
            self.column_names().join(" | "),
        ];
        for row in 0..self.rows.min(MOST) {
            let Some((batch, row)) = self.find(row) else {
                break;
            };
            let mut cells = Vec::new();
            for column in batch.columns() {
                cells.push(clipped(
                    &values::value(py, column, row)?.repr()?.to_string(),
                ));
            }
            lines.push(cells.join(" | "));
        }
        if self.rows > MOST {
            lines.push("...".to_owned());
        }
        Ok(lines.join("\n"))
    }
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The rows of a table, one after the other.
#[pyclass(module = "lexbelli._core")]
pub(super) struct TableRows {
    table: Py<Table>,
    next: usize,
}

#[pymethods]
impl TableRows {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&mut self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyDict>>> {
        let row = self.table.get().row(py, self.next)?;
        self.next += 1;
        Ok(row)
    }
}

/// The rows of anything that gives them as Arrow does.
pub(super) fn batches(table: &Bound<'_, PyAny>) -> PyResult<(SchemaRef, Vec<RecordBatch>)> {
    let py = table.py();
    let arrow = table.hasattr(intern!(py, "__arrow_c_stream__"))?
        || table.hasattr(intern!(py, "__arrow_c_array__"))?;
    if !arrow {
        return Err(PyTypeError::new_err(format!(
            "a table is expected, anything with __arrow_c_stream__, not {}",
            table.get_type().name()?
        )));
    }
    let reader = table.extract::<AnyRecordBatch>()?.into_reader()?;
    let schema = reader.schema();
    let batches = reader.collect::<Result<Vec<_>, ArrowError>>();
    Ok((schema, batches.map_err(PyArrowError::from)?))
}

/// Rows as a stream other programs take.
pub(super) fn stream<'py>(
    py: Python<'py>,
    schema: &SchemaRef,
    batches: Vec<RecordBatch>,
    requested: Option<Bound<'py, PyCapsule>>,
) -> PyResult<Bound<'py, PyCapsule>> {
    let field = Field::new_struct("", schema.fields().clone(), false)
        .with_metadata(schema.metadata().clone());
    let arrays = batches
        .into_iter()
        .map(|batch| Ok(Arc::new(StructArray::from(batch)) as ArrayRef));
    let reader = ArrayIterator::new(arrays, Arc::new(field));
    Ok(to_stream_pycapsule(py, Box::new(reader), requested)?)
}
