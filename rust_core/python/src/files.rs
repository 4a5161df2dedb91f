//! `TableReader`, `TableChunk` and `TableWriter`: files of rows.

use super::errors::Failure;
use super::run::{detached, interrupted, raised};
use super::table::{Table, batches, stream};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_ipc::reader::StreamReader;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use engine::error::Error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::fs::File;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tables::files::{Chunk, Format, Kind, Limits, Mark, Output, Sink, Source, Wanted, on_signal};

/// Reads a file of rows chunk by chunk.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct TableReader(Mutex<Source>);

impl TableReader {
    fn source(&self) -> MutexGuard<'_, Source> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl TableReader {
    #[new]
    #[pyo3(signature = (path, format, wanted, mark = None))]
    fn new(
        py: Python<'_>,
        path: &str,
        format: Option<&str>,
        wanted: Vec<(String, String, bool)>,
        mark: Option<&str>,
    ) -> PyResult<Self> {
        let open = || {
            let format = format.map(Format::parse).transpose()?;
            let wanted = wanted
                .iter()
                .map(|(name, kind, required)| Ok(Wanted::new(name, Kind::parse(kind)?, *required)))
                .collect::<Result<Vec<_>, Error>>()?;
            let mark = mark.map(str::parse::<Mark>).transpose()?;
            Source::open(path, format, &wanted, mark, Limits::default())
        };
        on_signal(interrupted);
        let source = detached(py, open)?;
        raised(py)?;
        Ok(Self(Mutex::new(source.map_err(Failure)?)))
    }

    fn next(&self, py: Python<'_>, rows: usize) -> PyResult<Option<TableChunk>> {
        let chunk = detached(py, || self.source().next(rows))?;
        raised(py)?;
        Ok(chunk.map_err(Failure)?.map(TableChunk))
    }

    /// No rows, with the columns that all chunks have.
    fn nothing(&self) -> PyResult<Table> {
        let batch = RecordBatch::new_empty(self.source().schema());
        let (schema, batch) = with_errors(&batch, &StringArray::new_null(0))?;
        Ok(Table::of(schema, vec![batch]))
    }

    #[getter]
    fn rows(&self) -> Option<u64> {
        self.source().rows()
    }

    #[getter]
    fn bytes_read(&self) -> u64 {
        self.source().bytes_read()
    }

    #[getter]
    fn size(&self) -> Option<u64> {
        self.source().size()
    }

    #[getter]
    fn fingerprint(&self) -> String {
        self.source().fingerprint().to_owned()
    }

    #[getter]
    fn format(&self) -> &'static str {
        self.source().format().word()
    }
}

/// Some rows of a file, and where to go on after them.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct TableChunk(pub(super) Chunk);

/// Rows with their errors as a last column.
fn with_errors(batch: &RecordBatch, errors: &StringArray) -> PyResult<(SchemaRef, RecordBatch)> {
    let mut fields: Vec<_> = batch.schema().fields().iter().cloned().collect();
    fields.push(Arc::new(Field::new("error", DataType::Utf8, true)));
    let schema = Arc::new(Schema::new(fields));
    let mut columns = batch.columns().to_vec();
    columns.push(Arc::new(errors.clone()) as ArrayRef);
    let batch = RecordBatch::try_new(schema.clone(), columns)
        .map_err(|error| PyValueError::new_err(error.to_string()))?;
    Ok((schema, batch))
}

#[pymethods]
impl TableChunk {
    #[getter]
    fn first_row(&self) -> u64 {
        self.0.first_row
    }

    #[getter]
    fn mark(&self) -> String {
        self.0.next.to_string()
    }

    #[getter]
    fn num_rows(&self) -> usize {
        self.0.batch.num_rows()
    }

    #[getter]
    fn errors(&self) -> usize {
        self.0.errors.len() - self.0.errors.null_count()
    }

    fn __len__(&self) -> usize {
        self.num_rows()
    }

    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let (schema, batch) = with_errors(&self.0.batch, &self.0.errors)?;
        stream(py, &schema, vec![batch], requested_schema)
    }
}

/// Writes rows to a file.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct TableWriter {
    path: String,
    format: Format,
    state: Mutex<State>,
}

enum State {
    Open(Output),
    Writing(Sink),
    Closed,
}

impl TableWriter {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write_batches(&self, schema: &SchemaRef, batches: &[RecordBatch]) -> Result<(), Error> {
        let mut state = self.state();
        let mut sink = match std::mem::replace(&mut *state, State::Closed) {
            State::Open(output) => Sink::onto(output, self.format, schema)?,
            State::Writing(sink) => sink,
            State::Closed => return Err(Error::bad(&self.path, "the writer is closed")),
        };
        // A writer that has failed stays closed: what it wrote is not whole.
        for batch in batches {
            sink.write(batch)?;
        }
        *state = State::Writing(sink);
        Ok(())
    }

    fn close(&self) -> Result<(), Error> {
        match std::mem::replace(&mut *self.state(), State::Closed) {
            State::Writing(sink) => sink.finish(),
            State::Open(_) if self.format == Format::JsonLines => Ok(()),
            State::Open(_) => Err(Error::bad(
                &self.path,
                "nothing was written, so that its columns are not known",
            )),
            State::Closed => Err(Error::bad(&self.path, "the writer is closed")),
        }
    }
}

#[pymethods]
impl TableWriter {
    #[new]
    #[pyo3(signature = (path, format = None))]
    fn new(py: Python<'_>, path: &str, format: Option<&str>) -> PyResult<Self> {
        let open = || {
            let format = match format {
                Some(word) => Format::parse(word)?,
                None => Format::of_path(path)?,
            };
            Ok::<_, Error>((format, Output::create(path)?))
        };
        let (format, output) = detached(py, open)?.map_err(Failure)?;
        Ok(Self {
            path: path.to_owned(),
            format,
            state: Mutex::new(State::Open(output)),
        })
    }

    fn write(&self, table: &Bound<'_, PyAny>) -> PyResult<()> {
        let (schema, batches) = batches(table)?;
        detached(table.py(), || self.write_batches(&schema, &batches))?.map_err(Failure)?;
        Ok(())
    }

    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        detached(py, || self.close())?.map_err(Failure)?;
        Ok(())
    }
}

/// Writes several Arrow IPC streams of the same columns, one after the other, as one file.
#[pyfunction]
pub(super) fn rewrite_tables(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    path: &str,
    format: &str,
) -> PyResult<()> {
    let format = Format::parse(format).map_err(Failure)?;
    let mut sink: Option<Sink> = None;
    for piece in &paths {
        let failed = |error: &dyn std::fmt::Display| {
            let message = format!("cannot be read: {error}");
            Failure(Error::bad(piece.display().to_string(), message))
        };
        let file = File::open(piece).map_err(|error| failed(&error))?;
        let reader = StreamReader::try_new_buffered(file, None).map_err(|error| failed(&error))?;
        let schema = reader.schema();
        if sink.is_none() {
            sink = Some(Sink::create(path, format, &schema).map_err(Failure)?);
        }
        for batch in reader {
            let batch = batch.map_err(|error| failed(&error))?;
            if let Some(sink) = &mut sink {
                detached(py, || sink.write(&batch))?.map_err(Failure)?;
            }
            py.check_signals()?;
        }
    }
    if let Some(sink) = sink {
        detached(py, || sink.finish())?.map_err(Failure)?;
    }
    Ok(())
}
