//! CSV with a header. Records are split here, not by the `csv` crate, which would keep a record of
//! any length.

use super::columns::{Kind, Wanted, at, clip, locate, text_schema};
use super::input::{Bytes, Stop, named};
use super::text::{Builder, Cell};
use super::{Chunk, Limits, Mark};
use arrow_schema::SchemaRef;
use csv_core::ReadRecordResult as Read;
use engine::error::{Error, Result};
use std::borrow::Cow;

pub(super) struct Reader {
    records: Records,
    /// The wanted columns, and where they stand in a record.
    columns: Vec<(usize, Wanted)>,
    width: usize,
    schema: SchemaRef,
    limits: Limits,
    row: u64,
    ended: bool,
}

impl Reader {
    pub(super) fn open(path: &str, wanted: &[Wanted], from: Mark, limits: Limits) -> Result<Self> {
        let mut records = Records {
            bytes: Bytes::open(path, true)?,
            start: None,
            core: csv_core::Reader::new(),
            text: vec![0; limits.line.clamp(1, 4096)],
            ends: vec![0; limits.line.clamp(1, 64)],
            fields: 0,
            limit: limits.line,
        };
        let header = match records.read() {
            Ok(Record::Fits) => records.header(),
            Ok(Record::End) => Err("the file is empty: it must begin with a header".to_owned()),
            Ok(Record::TooLong) => Err("its header is too long".to_owned()),
            Err(Stop::System(error)) => return Err(error),
            Err(Stop::Damaged(error)) => Err(format!("the packing is damaged: {error}")),
        };
        let header = header.map_err(|error| Error::bad(named(path), error))?;
        let names: Vec<&str> = header.iter().map(String::as_str).collect();
        let located = locate(named(path), &names, wanted)?;
        for (_, column) in &located {
            let kind = column.kind;
            if ![Kind::TEXT, Kind::INTEGER, Kind::ANY]
                .iter()
                .any(|k| kind.allows(*k))
            {
                return Err(Error::bad(
                    at(named(path), &column.name),
                    format!("must be {kind}, which CSV cannot hold"),
                ));
            }
        }
        let columns: Vec<(usize, Wanted)> = located
            .into_iter()
            .map(|(place, column)| (place, column.clone()))
            .collect();
        if from.offset > 0 {
            records.bytes.seek(from.offset)?;
            records.core = csv_core::Reader::new();
            records.start = Some(Vec::new());
        }
        Ok(Self {
            schema: text_schema(columns.iter().map(|(_, column)| column)),
            width: names.len(),
            columns,
            records,
            limits,
            row: from.row,
            ended: false,
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.records.bytes.raw()
    }

    pub(super) fn size(&self) -> Option<u64> {
        self.records.bytes.size()
    }

    pub(super) fn next(&mut self, rows: usize) -> Result<Option<Chunk>> {
        let mut builder = Builder::new(self.schema.clone());
        while !self.ended && builder.rows < rows && builder.bytes < self.limits.chunk {
            match self.records.read() {
                Ok(Record::End) => self.ended = true,
                Ok(Record::TooLong) => builder.fail(&format!(
                    "the record is longer than the {} bytes allowed; is a quotation mark not closed?",
                    self.limits.line
                )),
                Ok(Record::Fits) => match self.cells() {
                    Ok(cells) => builder.push(&cells),
                    Err(error) => builder.fail(&error),
                },
                Err(Stop::System(error)) => return Err(error),
                Err(Stop::Damaged(error)) => {
                    builder.fail(&format!("the packing is damaged from here on: {error}"));
                    self.ended = true;
                }
            }
        }
        let first = self.row;
        self.row += builder.rows as u64;
        builder.finish(
            first,
            Mark {
                row: self.row,
                offset: self.records.offset(),
            },
        )
    }

    fn cells(&self) -> std::result::Result<Vec<Cell<'_>>, String> {
        let fields = self.records.fields;
        if fields != self.width {
            return Err(format!(
                "the record has {fields} fields, the header {}",
                self.width
            ));
        }
        let cell = |(place, column): &(usize, Wanted)| {
            let text = std::str::from_utf8(self.records.field(*place))
                .map_err(|_| format!("field '{}': invalid UTF-8", column.name))?;
            cell(&column.name, column.kind, text)
        };
        self.columns.iter().map(cell).collect()
    }
}

/// A field as a cell of its column.
fn cell<'a>(name: &str, kind: Kind, text: &'a str) -> std::result::Result<Cell<'a>, String> {
    let may_be_empty = kind.allows(Kind::ANY)
        || ![Kind::BINARY, Kind::INTEGER, Kind::OBJECT]
            .iter()
            .any(|k| kind.allows(*k));
    if text.is_empty() && !may_be_empty {
        Ok(Cell::Null)
    } else if kind == Kind::INTEGER {
        text.trim().parse().map(Cell::Integer).map_err(|_| {
            format!(
                "field '{name}': must be {kind}, but is '{}'",
                clip(text, 40)
            )
        })
    } else {
        Ok(Cell::Text(Cow::Borrowed(text)))
    }
}

/// The records of a file, one at a time in bounded memory.
struct Records {
    bytes: Bytes,
    /// The first bytes, once it is known whether they are a byte order mark.
    start: Option<Vec<u8>>,
    core: csv_core::Reader,
    /// The fields of the record, one after the other, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
    fields: usize,
    limit: usize,
}

enum Record {
    Fits,
    TooLong,
    End,
}

impl Records {
    fn read(&mut self) -> std::result::Result<Record, Stop> {
        let (mut length, mut fields, mut too_long) = (0, 0, false);
        if self.start.is_none() {
            let mut start = Vec::new();
            self.bytes.take(3, |part| start.extend_from_slice(part))?;
            if start == b"\xef\xbb\xbf" {
                start.clear();
            }
            self.start = Some(start);
        }
        loop {
            let start = self.start.as_deref().unwrap_or_default();
            let from_start = !start.is_empty();
            let have = if from_start {
                start
            } else {
                self.bytes.fill()?
            };
            let (result, used, written, ended) =
                self.core
                    .read_record(have, &mut self.text[length..], &mut self.ends[fields..]);
            match self.start.as_mut().filter(|_| from_start) {
                Some(start) => drop(start.drain(..used)),
                None => self.bytes.consume(used),
            }
            length += written;
            fields += ended;
            match result {
                Read::InputEmpty => {}
                Read::OutputFull if self.text.len() < self.limit => {
                    let size = (self.text.len() * 2).min(self.limit);
                    self.text.resize(size, 0);
                }
                Read::OutputEndsFull if self.ends.len() < self.limit => {
                    let size = (self.ends.len() * 2).min(self.limit);
                    self.ends.resize(size, 0);
                }
                Read::OutputFull | Read::OutputEndsFull => {
                    too_long = true;
                    (length, fields) = (0, 0);
                }
                Read::Record => {
                    self.fields = fields;
                    return Ok(if too_long {
                        Record::TooLong
                    } else {
                        Record::Fits
                    });
                }
                Read::End => return Ok(Record::End),
            }
        }
    }

    /// Where the next record begins.
    fn offset(&self) -> u64 {
        let unread = self.start.as_ref().map_or(0, Vec::len);
        self.bytes.offset - unread as u64
    }

    fn field(&self, place: usize) -> &[u8] {
        let start = place.checked_sub(1).map_or(0, |before| self.ends[before]);
        self.text.get(start..self.ends[place]).unwrap_or(&[])
    }

    fn header(&self) -> std::result::Result<Vec<String>, String> {
        (0..self.fields)
            .map(|place| {
                String::from_utf8(self.field(place).to_vec())
                    .map(|name| name.trim().to_owned())
                    .map_err(|_| "its header is not UTF-8".to_owned())
            })
            .collect()
    }
}
