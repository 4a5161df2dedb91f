//! Arrow IPC: files, whose batches are found by their footer, and streams, whose batches follow
//! one another. A damaged batch costs its own rows only, unless its end cannot be found.

use super::Limits;
use super::columns::Wanted;
use super::input::{Bytes, Stop, named, open_seekable, unreadable};
use super::ipc_messages::{Checked, Decoder, parse, row_count};
use super::pieces::{Blocks, Piece};
use arrow_buffer::{Buffer, MutableBuffer};
use arrow_ipc::{Block, MessageHeader};
use arrow_schema::SchemaRef;
use engine::error::{Error, Result};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

const MAGIC: &[u8; 6] = b"ARROW1";
const CONTINUATION: [u8; 4] = [0xff; 4];
/// Headers hold the places of buffers, not data.
const MAX_HEADER: u64 = 64 << 20;

/// An IPC file.
pub(super) struct FileReader {
    file: File,
    size: u64,
    decoder: Decoder,
    /// The batches, and how many rows each has.
    blocks: Vec<(Block, Option<u64>)>,
    next: usize,
    /// How many rows of the next batch are passed over.
    skip: u64,
    rows: u64,
    limits: Limits,
}

impl FileReader {
    pub(super) fn open(path: &str, wanted: &[Wanted], row: u64, limits: Limits) -> Result<Self> {
        let (mut file, size) = open_seekable(path, "an Arrow file")?;
        let footer = footer(path, &mut file, size)?;
        let damaged = || Error::bad(path, "its footer is damaged; the file cannot be read");
        let footer = arrow_ipc::root_as_footer(&footer).map_err(|_| damaged())?;
        let schema = footer.schema().ok_or_else(damaged)?;
        let decoder = Decoder::new(path, schema, wanted, limits)?;
        let mut reader = Self {
            file,
            size,
            decoder,
            blocks: Vec::new(),
            next: 0,
            skip: row,
            rows: 0,
            limits,
        };
        for block in footer.dictionaries().into_iter().flatten() {
            match reader.read(block) {
                Ok((message, body)) => reader.decoder.dictionary(&message, &body),
                Err(error) => reader.decoder.lose_dictionary(&error),
            }
        }
        for block in footer.recordBatches().into_iter().flatten() {
            let rows = reader
                .header(block)
                .ok()
                .and_then(|header| row_count(&header));
            reader.rows = reader
                .rows
                .checked_add(rows.unwrap_or(1))
                .ok_or_else(damaged)?;
            reader.blocks.push((*block, rows));
        }
        while let Some((_, rows)) = reader.blocks.get(reader.next) {
            let rows = rows.unwrap_or(1);
            if reader.skip < rows {
                break;
            }
            reader.skip -= rows;
            reader.next += 1;
        }
        Ok(reader)
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    fn at(&mut self, start: u64, length: u64, most: u64) -> Checked<Buffer> {
        if length > most {
            return Err(format!("it is larger than the {most} bytes allowed"));
        }
        if start.checked_add(length).is_none_or(|end| end > self.size) {
            return Err("it lies outside of the file".to_owned());
        }
        let mut buffer = MutableBuffer::from_len_zeroed(usize::try_from(length).unwrap_or(0));
        self.file
            .seek(SeekFrom::Start(start))
            .and_then(|_| self.file.read_exact(buffer.as_slice_mut()))
            .map_err(|error| super::input::system_message(&error))?;
        Ok(buffer.into())
    }

    /// A message's header, without the length before it.
    fn header(&mut self, block: &Block) -> Checked<Buffer> {
        let false_place = |_| "its place cannot be true".to_owned();
        let start = u64::try_from(block.offset()).map_err(false_place)?;
        let length = u64::try_from(block.metaDataLength()).map_err(false_place)?;
        let header = self.at(start, length, MAX_HEADER)?;
        let prefix = if header.starts_with(&CONTINUATION) {
            8
        } else {
            4
        };
        if header.len() < prefix {
            return Err("its header is cut off".to_owned());
        }
        Ok(header.slice(prefix))
    }

    fn read(&mut self, block: &Block) -> Checked<(Buffer, Buffer)> {
        let header = self.header(block)?;
        let start = u64::try_from(block.offset())
            .ok()
            .and_then(|start| start.checked_add(u64::try_from(block.metaDataLength()).ok()?))
            .ok_or("its place cannot be true")?;
        let length = u64::try_from(block.bodyLength()).map_err(|_| "its size cannot be true")?;
        let body = self.at(start, length, self.limits.block as u64)?;
        Ok((header, body))
    }
}

/// The footer of an IPC file.
fn footer(path: &str, file: &mut File, size: u64) -> Result<Vec<u8>> {
    let none = |what: &str| Error::bad(path, format!("no Arrow file: {what}"));
    let mut read = |start: u64, length: u64| -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        file.seek(SeekFrom::Start(start))
            .and_then(|_| file.by_ref().take(length).read_to_end(&mut bytes))
            .map_err(|error| unreadable(path, &error))?;
        Ok(bytes)
    };
    let start = read(0, 6)?;
    if start.starts_with(b"FEA1") {
        return Err(none("Feather of the first version, which is not read"));
    }
    if start != MAGIC {
        return Err(none("it does not begin as one; a stream ends in .arrows"));
    }
    let end = read(size.saturating_sub(10), 10)?;
    let length = match end.split_at_checked(4) {
        Some((length, magic)) if magic == MAGIC => length.try_into().map_or(0, u32::from_le_bytes),
        _ => return Err(none("its end is missing")),
    };
    let length = u64::from(length);
    match size.checked_sub(10 + length) {
        Some(start) if start >= 8 && length <= 4 * MAX_HEADER => read(start, length),
        _ => Err(none("its footer is damaged")),
    }
}

impl Blocks for FileReader {
    fn schema(&self) -> SchemaRef {
        self.decoder.schema()
    }

    fn next_piece(&mut self, _rows: usize) -> Result<Option<Piece>> {
        let Some((block, rows)) = self.blocks.get(self.next).copied() else {
            return Ok(None);
        };
        self.next += 1;
        let skip = std::mem::take(&mut self.skip);
        let read = self.read(&block);
        let read = read.and_then(|(header, body)| self.decoder.batch(&header, &body));
        let piece = match read {
            Ok(batch) if Some(batch.num_rows() as u64) == rows => Piece::Rows(batch),
            Ok(_) => self.lost(rows, "its number of rows is wrong"),
            Err(error) => self.lost(rows, &error),
        };
        Ok(Some(piece.without(skip)))
    }
}

impl FileReader {
    fn lost(&self, rows: Option<u64>, error: &str) -> Piece {
        self.decoder.lost(self.next as u64, rows, error)
    }
}

/// An IPC stream; an IPC file, too, if it comes through a pipe.
pub(super) struct StreamReader {
    bytes: Bytes,
    decoder: Decoder,
    number: u64,
    skip: u64,
    ended: bool,
    limits: Limits,
}

/// A message of a stream.
struct Framed {
    header: Vec<u8>,
    body: Checked<Buffer>,
}

/// Why there is no message.
enum Failure {
    System(Error),
    /// The stream is damaged, and what follows cannot be found.
    Damaged(String),
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::System(error) => Self::System(error),
            Stop::Damaged(error) => Self::Damaged(error),
        }
    }
}

impl StreamReader {
    pub(super) fn open(path: &str, wanted: &[Wanted], row: u64, limits: Limits) -> Result<Self> {
        let mut bytes = Bytes::open(path, false)?;
        let none = |what: &str| Error::bad(named(path), format!("no Arrow stream: {what}"));
        if matches!(bytes.fill(), Ok(start) if start.starts_with(MAGIC)) {
            bytes.consume(MAGIC.len());
            // Nothing but padding stands before the first message.
            while let Ok([0, ..]) = bytes.fill() {
                bytes.consume(1);
            }
        }
        let first = match frame(&mut bytes, limits) {
            Ok(Some(first)) => first,
            Ok(None) => return Err(none("it is empty")),
            Err(Failure::System(error)) => return Err(error),
            Err(Failure::Damaged(error)) => return Err(none(&error)),
        };
        let schema = parse(&first.header).ok();
        let schema = schema
            .and_then(|message| message.header_as_schema())
            .ok_or_else(|| none("it does not begin with its columns"))?;
        Ok(Self {
            decoder: Decoder::new(named(path), schema, wanted, limits)?,
            bytes,
            number: 0,
            skip: row,
            ended: false,
            limits,
        })
    }

    pub(super) fn bytes_read(&self) -> u64 {
        self.bytes.raw()
    }

    pub(super) fn size(&self) -> Option<u64> {
        self.bytes.size()
    }

    /// The next batch, or what is lost of it.
    fn piece(&mut self) -> Result<Option<Piece>> {
        while !self.ended {
            let framed = match frame(&mut self.bytes, self.limits) {
                Ok(Some(framed)) => framed,
                Ok(None) => {
                    self.ended = true;
                    return Ok(None);
                }
                Err(Failure::System(error)) => return Err(error),
                Err(Failure::Damaged(error)) => {
                    self.ended = true;
                    let error = format!("{error}; what follows is lost");
                    return Ok(Some(self.decoder.lost(self.number + 1, None, &error)));
                }
            };
            let kind = parse(&framed.header).map(|message| message.header_type());
            match (kind, framed.body) {
                (Ok(MessageHeader::DictionaryBatch), Ok(body)) => {
                    self.decoder.dictionary(&framed.header, &body);
                }
                (Ok(MessageHeader::DictionaryBatch), Err(error)) => {
                    self.decoder.lose_dictionary(&error);
                }
                (Ok(MessageHeader::NONE), _) => {}
                (_, body) => {
                    self.number += 1;
                    let rows = row_count(&framed.header);
                    let passed = rows.filter(|rows| *rows <= self.skip && *rows > 0);
                    if let Some(rows) = passed {
                        self.skip -= rows;
                        continue;
                    }
                    let read = body.and_then(|body| self.decoder.batch(&framed.header, &body));
                    return Ok(Some(match read {
                        Ok(batch) if Some(batch.num_rows() as u64) == rows => Piece::Rows(batch),
                        Ok(_) => {
                            self.decoder
                                .lost(self.number, rows, "its number of rows is wrong")
                        }
                        Err(error) => self.decoder.lost(self.number, rows, &error),
                    }));
                }
            }
        }
        Ok(None)
    }
}

impl Blocks for StreamReader {
    fn schema(&self) -> SchemaRef {
        self.decoder.schema()
    }

    fn next_piece(&mut self, _rows: usize) -> Result<Option<Piece>> {
        while let Some(piece) = self.piece()? {
            let skip = self.skip.min(piece.rows());
            self.skip -= skip;
            if skip < piece.rows() {
                return Ok(Some(piece.without(skip)));
            }
        }
        Ok(None)
    }
}

/// The next message of a stream; none at its end.
fn frame(bytes: &mut Bytes, limits: Limits) -> std::result::Result<Option<Framed>, Failure> {
    let cut = || Failure::Damaged("the stream is cut off".to_owned());
    let word = |bytes: &mut Bytes| -> std::result::Result<Option<[u8; 4]>, Failure> {
        let mut word = Vec::new();
        bytes.take(4, |part| word.extend_from_slice(part))?;
        match word.len() {
            0 => Ok(None),
            _ => word.try_into().map(Some).map_err(|_| cut()),
        }
    };
    let Some(mut length) = word(bytes)? else {
        return Ok(None); // a stream may end without saying so
    };
    if length == CONTINUATION {
        length = word(bytes)?.ok_or_else(cut)?;
    }
    let length = u64::from(u32::from_le_bytes(length));
    if length == 0 {
        return Ok(None);
    }
    if length > MAX_HEADER {
        return Err(Failure::Damaged(
            "the length of a message cannot be true".to_owned(),
        ));
    }
    let mut header = Vec::new();
    if bytes.take(length, |part| header.extend_from_slice(part))? < length {
        return Err(cut());
    }
    let body = parse(&header).map_err(Failure::Damaged)?.bodyLength();
    let size = u64::try_from(body)
        .map_err(|_| Failure::Damaged("the size of a message cannot be true".to_owned()))?;
    if size > limits.block as u64 {
        let too_large = format!("it is larger than the {} bytes allowed", limits.block);
        bytes.take(size, |_| {})?;
        return Ok(Some(Framed {
            header,
            body: Err(too_large),
        }));
    }
    let mut body = MutableBuffer::new(0); // grows with what is really there
    let read = bytes.take(size, |part| body.extend_from_slice(part))?;
    let body = if read < size {
        Err("it is cut off".to_owned())
    } else {
        Ok(body.into())
    };
    Ok(Some(Framed { header, body }))
}
