//! Writing rows to a file or pipe.

use super::Format;
use super::cells::Cells;
use super::input::{PIPE, system_message};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_cast::cast;
use arrow_ipc::writer::{FileWriter, StreamWriter};
use arrow_json::writer::{LineDelimited, Writer as JsonWriter, WriterBuilder};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use engine::error::{Error, Result};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where rows are written, opened before it is known which columns they have.
pub struct Output {
    path: String,
    file: Watched,
}

/// Rows on their way into a file.
pub struct Sink {
    path: String,
    schema: SchemaRef,
    writer: Writer,
    /// What the system said last; the writers wrap it beyond recognition.
    said: Said,
}

type Said = Arc<Mutex<Option<String>>>;
type Out = BufWriter<Watched>;

enum Writer {
    JsonLines(Box<JsonWriter<Out, LineDelimited>>),
    Csv(Box<csv::Writer<Out>>),
    Parquet(Box<ArrowWriter<Out>>),
    IpcFile(Box<FileWriter<Out>>),
    IpcStream(Box<StreamWriter<Out>>),
}

impl Output {
    /// Opens a file to be written anew, or standard output if `path` is `-`.
    ///
    /// # Errors
    /// `BadInput` naming the file and what the system says.
    pub fn create(path: &str) -> Result<Self> {
        let target = if path == PIPE {
            let shown = io::stdout().is_terminal();
            Target::Pipe(io::stdout(), shown.then_some(false))
        } else {
            Target::File(
                File::create(path).map_err(|error| unwritable(path, &system_message(&error)))?,
            )
        };
        Ok(Self {
            path: path.to_owned(),
            file: Watched {
                target,
                said: Said::default(),
            },
        })
    }
}

impl Sink {
    /// Opens a file to be written anew, or standard output if `path` is `-`.
    ///
    /// # Errors
    /// `BadInput` naming the file and what the system says, or that the format cannot hold a column.
    pub fn create(path: &str, format: Format, schema: &SchemaRef) -> Result<Self> {
        Self::onto(Output::create(path)?, format, schema)
    }

    /// Begins to write to what has been opened.
    ///
    /// # Errors
    /// As [`Sink::create`].
    pub fn onto(output: Output, format: Format, schema: &SchemaRef) -> Result<Self> {
        let Output { path, file } = output;
        let said = file.said.clone();
        let schema = Arc::new(Schema::new(plain_fields(schema.fields())));
        let writer = begin(BufWriter::with_capacity(256 * 1024, file), format, &schema)
            .map_err(|error| failed(&path, &said, &error))?;
        Ok(Self {
            path,
            schema,
            writer,
            said,
        })
    }

    /// Writes rows; their columns must be those the sink was made for.
    ///
    /// # Errors
    /// `BadInput` naming the file and what the system says, or that the columns are others.
    pub fn write(&mut self, batch: &RecordBatch) -> Result<()> {
        let batch = self.plain(batch)?;
        self.put(&batch)
            .map_err(|error| failed(&self.path, &self.said, &error))
    }

    /// Writes what is left, and waits until a file is on its disk.
    ///
    /// # Errors
    /// `BadInput` naming the file and what the system says.
    pub fn finish(self) -> Result<()> {
        end(self.writer).map_err(|error| failed(&self.path, &self.said, &error))
    }

    fn put(&mut self, batch: &RecordBatch) -> std::result::Result<(), String> {
        match &mut self.writer {
            Writer::JsonLines(writer) => writer.write(batch).map_err(text),
            Writer::Csv(writer) => {
                let cells = Cells::new(batch).map_err(text)?;
                for row in 0..batch.num_rows() {
                    for column in 0..batch.num_columns() {
                        writer.write_field(cells.text(column, row)?).map_err(text)?;
                    }
                    writer.write_record(None::<&[u8]>).map_err(text)?;
                }
                Ok(())
            }
            Writer::Parquet(writer) => {
                writer.write(batch).map_err(text)?;
                // Rows are kept until their group is full; wide ones must not fill the memory.
                if writer.memory_size() > 64 << 20 {
                    writer.flush().map_err(text)?;
                }
                Ok(())
            }
            Writer::IpcFile(writer) => writer.write(batch).map_err(text),
            Writer::IpcStream(writer) => writer.write(batch).map_err(text),
        }
    }

    /// The rows in the types that are written: no views and no dictionaries, which other programs
    /// may not know, or of which a file can hold but one.
    fn plain(&self, batch: &RecordBatch) -> Result<RecordBatch> {
        let given = batch.schema();
        let others = || {
            Error::bad(
                &self.path,
                format!(
                    "all rows must have the same columns; they were {}, now there are {}",
                    columns(&self.schema),
                    columns(&given)
                ),
            )
        };
        if given.fields().len() != self.schema.fields().len() {
            return Err(others());
        }
        let mut arrays = Vec::with_capacity(batch.num_columns());
        for (index, field) in self.schema.fields().iter().enumerate() {
            let same = given.field(index).name() == field.name()
                && plain(given.field(index).data_type()) == *field.data_type();
            if !same {
                return Err(others());
            }
            let array = batch.column(index);
            arrays.push(if array.data_type() == field.data_type() {
                array.clone()
            } else {
                cast(array, field.data_type())
                    .map_err(|error| Error::bad(&self.path, error.to_string()))?
            });
        }
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options)
            .map_err(|error| Error::bad(&self.path, error.to_string()))
    }
}

fn begin(out: Out, format: Format, schema: &SchemaRef) -> std::result::Result<Writer, String> {
    Ok(match format {
        Format::JsonLines => Writer::JsonLines(Box::new(
            WriterBuilder::new().with_explicit_nulls(true).build(out),
        )),
        Format::Csv => {
            let mut writer = csv::WriterBuilder::new().flexible(false).from_writer(out);
            let names = schema.fields().iter().map(|field| field.name());
            writer.write_record(names).map_err(text)?;
            Writer::Csv(Box::new(writer))
        }
        Format::Parquet => {
            let properties = WriterProperties::builder()
                .set_compression(Compression::ZSTD(ZstdLevel::default()))
                .build();
            let writer = ArrowWriter::try_new(out, schema.clone(), Some(properties));
            Writer::Parquet(Box::new(writer.map_err(text)?))
        }
        Format::IpcFile => {
            Writer::IpcFile(Box::new(FileWriter::try_new(out, schema).map_err(text)?))
        }
        Format::IpcStream => {
            Writer::IpcStream(Box::new(StreamWriter::try_new(out, schema).map_err(text)?))
        }
    })
}

fn end(writer: Writer) -> std::result::Result<(), String> {
    let out = match writer {
        Writer::JsonLines(mut writer) => {
            writer.finish().map_err(text)?;
            writer.into_inner()
        }
        Writer::Csv(writer) => writer.into_inner().map_err(|error| text(error.error()))?,
        Writer::Parquet(writer) => writer.into_inner().map_err(text)?,
        Writer::IpcFile(writer) => writer.into_inner().map_err(text)?,
        Writer::IpcStream(writer) => writer.into_inner().map_err(text)?,
    };
    let mut file = out.into_inner().map_err(|error| text(error.error()))?;
    file.flush().map_err(text)?;
    match &file.target {
        // A device cannot be told to keep what it was given; that is no failure.
        Target::File(file) if file.metadata().is_ok_and(|about| about.is_file()) => {
            file.sync_all().map_err(|error| system_message(&error))
        }
        _ => Ok(()),
    }
}

fn plain_fields(fields: &Fields) -> Fields {
    fields.iter().map(|field| plain_field(field)).collect()
}

fn plain_field(field: &Field) -> Field {
    Field::new(field.name(), plain(field.data_type()), field.is_nullable())
}

/// The type in which a column is written.
fn plain(data_type: &DataType) -> DataType {
    match data_type {
        DataType::Utf8View => DataType::Utf8,
        DataType::BinaryView => DataType::Binary,
        DataType::Dictionary(_, of) => plain(of),
        DataType::List(item) => DataType::List(Arc::new(plain_field(item))),
        DataType::LargeList(item) => DataType::LargeList(Arc::new(plain_field(item))),
        DataType::ListView(item) => DataType::List(Arc::new(plain_field(item))),
        DataType::LargeListView(item) => DataType::LargeList(Arc::new(plain_field(item))),
        DataType::Struct(fields) => DataType::Struct(plain_fields(fields)),
        other => other.clone(),
    }
}

fn columns(schema: &Schema) -> String {
    let names: Vec<String> = schema
        .fields()
        .iter()
        .map(|field| format!("{} ({})", field.name(), plain(field.data_type())))
        .collect();
    super::columns::clip(&names.join(", "), 400)
}

fn text(error: impl Display) -> String {
    error.to_string()
}

fn unwritable(path: &str, message: &str) -> Error {
    let name = if path == PIPE {
        "standard output"
    } else {
        path
    };
    Error::bad(name, format!("cannot be written: {message}"))
}

fn failed(path: &str, said: &Said, error: &str) -> Error {
    let said = said.lock().unwrap_or_else(PoisonError::into_inner);
    unwritable(path, said.as_deref().unwrap_or(error))
}

enum Target {
    File(File),
    /// Standard output; if it is a terminal, and then whether it waits for the second byte of a
    /// letter that could be a control character.
    Pipe(io::Stdout, Option<bool>),
}

/// A file that remembers what the system says when it cannot be written.
struct Watched {
    target: Target,
    said: Said,
}

impl Watched {
    fn watch<T>(&self, result: io::Result<T>) -> io::Result<T> {
        if let Err(error) = &result
            && error.kind() != io::ErrorKind::Interrupted
        {
            let mut said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
            *said = Some(system_message(error));
        }
        result
    }
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let result = match &mut self.target {
            Target::File(file) => file.write(bytes),
            Target::Pipe(pipe, None) => pipe.write(bytes),
            Target::Pipe(pipe, Some(waits)) => {
                let told = harmless(bytes, waits);
                pipe.write_all(&told).map(|()| bytes.len())
            }
        };
        self.watch(result)
    }

    fn flush(&mut self) -> io::Result<()> {
        let result = match &mut self.target {
            Target::File(file) => file.flush(),
            Target::Pipe(pipe, _) => pipe.flush(),
        };
        self.watch(result)
    }
}

/// Text that does nothing to a terminal: control characters of it are written as in JSON. `waits`
/// says whether the byte before was the first of a letter, which is written with its second.
fn harmless(bytes: &[u8], waits: &mut bool) -> Vec<u8> {
    const FIRST: u8 = 0xc2;
    let mut told = Vec::with_capacity(bytes.len() + 16);
    for &byte in bytes {
        match (std::mem::take(waits), byte) {
            (true, 0x80..=0x9f) | (false, 0..=8 | 11..=31 | 127) => {
                told.extend_from_slice(format!("\\u{byte:04x}").as_bytes());
            }
            (true, _) => told.extend_from_slice(&[FIRST, byte]),
            (false, FIRST) => *waits = true,
            (false, _) => told.push(byte),
        }
    }
    told
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn a_terminal_is_sent_no_control_characters() {
        let mut waits = false;
        let mut told = harmless(b"a\x1b[2J\n\xc2", &mut waits);
        told.extend(harmless(b"\x9bx \xc2\xb0\x7f", &mut waits));
        assert_eq!(told, "a\\u001b[2J\n\\u009bx °\\u007f".as_bytes());
    }
}
