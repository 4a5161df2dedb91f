//! Files of rows, read and written as Arrow record batches: streaming, in bounded memory, and so
//! that a row or a block that cannot be read becomes a row with an error. Knows no game.

mod cells;
mod columns;
mod csv;
mod flood;
mod input;
mod ipc;
mod ipc_messages;
mod json_lines;
mod pages;
mod parquet;
mod pieces;
mod sink;
mod text;

pub use columns::{Kind, Wanted};
pub use input::on_signal;
pub use sink::{Output, Sink};

use arrow_array::{RecordBatch, StringArray};
use arrow_schema::SchemaRef;
use engine::error::{Error, Result};
use pieces::Pieces;
use std::fmt;
use std::path::Path;
use std::str::FromStr;

/// How rows are laid out in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// A JSON object in every line.
    JsonLines,
    /// Comma-separated values with a header.
    Csv,
    /// Apache Parquet.
    Parquet,
    /// An Arrow IPC file.
    IpcFile,
    /// An Arrow IPC stream.
    IpcStream,
}

const WORDS: [(&str, Format); 8] = [
    ("jsonl", Format::JsonLines),
    ("csv", Format::Csv),
    ("parquet", Format::Parquet),
    ("arrow", Format::IpcFile),
    ("arrows", Format::IpcStream),
    ("ndjson", Format::JsonLines),
    ("pq", Format::Parquet),
    ("feather", Format::IpcFile),
];

impl Format {
    /// The word for it: `jsonl`, `csv`, `parquet`, `arrow` or `arrows`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
            Self::Parquet => "parquet",
            Self::IpcFile => "arrow",
            Self::IpcStream => "arrows",
        }
    }

    /// The format a word means.
    ///
    /// # Errors
    /// `BadInput` with the nearest format if there is none of that name.
    pub fn parse(word: &str) -> Result<Self> {
        known(word).ok_or_else(|| {
            Error::unknown("format", "format", word, WORDS[..5].iter().map(|(w, _)| *w))
        })
    }

    /// The format a file's name ends in; a packed text file may end in `.gz`.
    ///
    /// # Errors
    /// `BadInput` naming the file if its ending says nothing.
    pub fn of_path(path: &str) -> Result<Self> {
        let name = Path::new(path)
            .file_name()
            .map(|name| name.to_string_lossy().to_lowercase())
            .unwrap_or_default();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        if let Some(format) = known(ending) {
            return Ok(format);
        }
        let valid = || WORDS.iter().map(|(word, _)| *word);
        let endings = valid().map(|word| format!(".{word}")).collect::<Vec<_>>();
        Err(Error::BadInput {
            field: path.to_owned(),
            message: if path == "-" {
                "the format of a pipe must be named".to_owned()
            } else {
                format!(
                    "the name does not say what format the file has; known endings are {}",
                    endings.join(" ")
                )
            },
            suggestion: engine::names::nearest(ending, valid()).map(|word| format!(".{word}")),
        })
    }
}

fn known(word: &str) -> Option<Format> {
    let word = word.to_lowercase();
    WORDS.iter().find(|(w, _)| *w == word).map(|(_, f)| *f)
}

/// What is refused for its size, so that no file can claim more memory than this.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Bytes of a line or record of a text file.
    pub line: usize,
    /// Bytes of a page of a Parquet file or a message of an IPC file, unpacked. Of a file it may be
    /// less, see `Limits::of`.
    pub block: usize,
    /// How deep a value may be nested in JSON.
    pub depth: usize,
    /// Bytes of text after which a chunk ends, however few rows it has.
    pub chunk: usize,
    /// The number of rows up to which a block that cannot be read is believed to have as many rows
    /// as it claims; above, it becomes one row.
    pub claim: u64,
}

impl Limits {
    /// The limits for a file: a small one has no large blocks, but for those that are made to be
    /// unpacked without end.
    fn of(self, path: &str) -> Self {
        const SMALL: usize = 256 << 20;
        const MOST_LIKELY: usize = 20;
        let Ok(about) = std::fs::metadata(path) else {
            return self;
        };
        let size = usize::try_from(about.len()).unwrap_or(usize::MAX);
        let likely = size.saturating_mul(MOST_LIKELY).max(SMALL);
        Self {
            block: self.block.min(likely),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            line: 4 << 20,
            block: 1 << 30,
            depth: 32,
            chunk: 64 << 20,
            claim: 1 << 20,
        }
    }
}

/// Where to go on reading: a row, and in a text file the byte where it begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mark {
    /// The number of the next row, from 0.
    pub row: u64,
    /// The byte where it begins; 0 in formats that find rows by number.
    pub offset: u64,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.row, self.offset)
    }
}

impl FromStr for Mark {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        text.split_once('@')
            .and_then(|(row, offset)| {
                Some(Self {
                    row: row.parse().ok()?,
                    offset: offset.parse().ok()?,
                })
            })
            .ok_or_else(|| Error::bad("mark", "not a mark as a reader gives it"))
    }
}

/// Some rows of a file.
#[derive(Debug, Clone)]
pub struct Chunk {
    /// The columns wanted that the file has, in the order wanted.
    pub batch: RecordBatch,
    /// The number of the first row in the file, from 0.
    pub first_row: u64,
    /// Why a row could not be read; such a row is null in all columns.
    pub errors: StringArray,
    /// Where to go on after these rows.
    pub next: Mark,
}

/// A file being read.
pub struct Source {
    rows: Rows,
    format: Format,
    fingerprint: String,
}

enum Rows {
    JsonLines(Box<json_lines::Reader>),
    Csv(Box<csv::Reader>),
    Parquet(Box<Pieces<parquet::Reader>>),
    IpcFile(Box<Pieces<ipc::FileReader>>),
    IpcStream(Box<Pieces<ipc::StreamReader>>),
}

impl Source {
    /// Opens a file, or standard input if `path` is `-`, and checks its columns.
    ///
    /// # Errors
    /// `BadInput` naming the file if it cannot be read or its format is unknown, or naming the
    /// column if one that is required is missing or one has a type that is not wanted.
    pub fn open(
        path: &str,
        format: Option<Format>,
        wanted: &[Wanted],
        from: Option<Mark>,
        limits: Limits,
    ) -> Result<Self> {
        let format = format.map_or_else(|| Format::of_path(path), Ok)?;
        let from = from.unwrap_or_default();
        let fingerprint = input::fingerprint(path)?;
        let row = from.row;
        let limits = limits.of(path);
        let rows = match format {
            Format::JsonLines => Rows::JsonLines(Box::new(json_lines::Reader::open(
                path, wanted, from, limits,
            )?)),
            Format::Csv => Rows::Csv(Box::new(csv::Reader::open(path, wanted, from, limits)?)),
            Format::Parquet => {
                let reader = parquet::Reader::open(path, wanted, row, limits)?;
                Rows::Parquet(Box::new(Pieces::new(reader, row, limits)))
            }
            // A file that comes through a pipe is read from front to back, as a stream is.
            Format::IpcFile if path != input::PIPE => {
                let reader = ipc::FileReader::open(path, wanted, row, limits)?;
                Rows::IpcFile(Box::new(Pieces::new(reader, row, limits)))
            }
            Format::IpcFile | Format::IpcStream => {
                let reader = ipc::StreamReader::open(path, wanted, row, limits)?;
                Rows::IpcStream(Box::new(Pieces::new(reader, row, limits)))
            }
        };
        Ok(Self {
            rows,
            format,
            fingerprint,
        })
    }

    /// The next rows, at most `rows` of them, or none at the end.
    ///
    /// # Errors
    /// `BadInput` naming the file if the system fails to read on; what is wrong with rows is said
    /// in the chunk.
    pub fn next(&mut self, rows: usize) -> Result<Option<Chunk>> {
        let rows = rows.max(1);
        match &mut self.rows {
            Rows::JsonLines(reader) => reader.next(rows),
            Rows::Csv(reader) => reader.next(rows),
            Rows::Parquet(reader) => reader.next(rows),
            Rows::IpcFile(reader) => reader.next(rows),
            Rows::IpcStream(reader) => reader.next(rows),
        }
    }

    /// The columns every chunk has.
    #[must_use]
    pub fn schema(&self) -> SchemaRef {
        match &self.rows {
            Rows::JsonLines(reader) => reader.schema(),
            Rows::Csv(reader) => reader.schema(),
            Rows::Parquet(reader) => reader.schema(),
            Rows::IpcFile(reader) => reader.schema(),
            Rows::IpcStream(reader) => reader.schema(),
        }
    }

    /// How many rows the file has, if it says so.
    #[must_use]
    pub fn rows(&self) -> Option<u64> {
        match &self.rows {
            Rows::Parquet(reader) => Some(reader.blocks().rows()),
            Rows::IpcFile(reader) => Some(reader.blocks().rows()),
            Rows::JsonLines(_) | Rows::Csv(_) | Rows::IpcStream(_) => None,
        }
    }

    /// How many bytes of the file have been read, where it is read from front to back.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        match &self.rows {
            Rows::JsonLines(reader) => reader.bytes_read(),
            Rows::Csv(reader) => reader.bytes_read(),
            Rows::IpcStream(reader) => reader.blocks().bytes_read(),
            Rows::Parquet(_) | Rows::IpcFile(_) => 0,
        }
    }

    /// The size of the file; none for a pipe.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match &self.rows {
            Rows::JsonLines(reader) => reader.size(),
            Rows::Csv(reader) => reader.size(),
            Rows::Parquet(reader) => Some(reader.blocks().size()),
            Rows::IpcFile(reader) => Some(reader.blocks().size()),
            Rows::IpcStream(reader) => reader.blocks().size(),
        }
    }

    /// How the file is laid out.
    #[must_use]
    pub fn format(&self) -> Format {
        self.format
    }

    /// A short text that changes when the file does; `pipe` for what is no file.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}
