//! The messages of Arrow IPC, each checked before it is unpacked and decoded.

use super::Limits;
use super::columns::{Found, Wanted, clip, find};
use super::flood::{Packing, floods};
use super::pieces::{Piece, guarded};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_buffer::Buffer;
use arrow_ipc::reader::{read_dictionary, read_record_batch};
use arrow_ipc::{CompressionType, Message, MessageHeader};
use arrow_schema::{DataType, Field, SchemaRef};
use engine::error::{Error, Result};
use std::collections::HashMap;
use std::sync::Arc;

/// What errors of single messages are.
pub(super) type Checked<T> = std::result::Result<T, String>;

/// What the messages of a file are decoded with.
pub(super) struct Decoder {
    schema: SchemaRef,
    dictionaries: HashMap<i64, ArrayRef>,
    /// Unpacked bytes of dictionaries; they stay in memory.
    kept: u64,
    /// Why a dictionary that is needed is not there.
    broken: Option<String>,
    projection: Vec<usize>,
    order: Vec<usize>,
    found: Found,
    limits: Limits,
}

impl Decoder {
    pub(super) fn new(
        path: &str,
        schema: arrow_ipc::Schema<'_>,
        wanted: &[Wanted],
        limits: Limits,
    ) -> Result<Self> {
        let schema = guarded(|| {
            if schema.endianness() == arrow_ipc::Endianness::Big {
                return Err("it was written on a machine with another order of bytes".to_owned());
            }
            Ok(arrow_ipc::convert::fb_to_schema(schema))
        })
        .map_err(|error| Error::bad(path, format!("its columns cannot be read: {error}")))?;
        let found = find(path, &schema, wanted)?;
        let projection = found.distinct();
        let order = found
            .places
            .iter()
            .filter_map(|place| projection.binary_search(place).ok())
            .collect();
        Ok(Self {
            schema: Arc::new(schema),
            dictionaries: HashMap::new(),
            kept: 0,
            broken: None,
            projection,
            order,
            found,
            limits,
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.found.schema.clone()
    }

    /// Takes in a dictionary; what is wrong with it is said of the rows that need it.
    pub(super) fn dictionary(&mut self, message: &[u8], body: &Buffer) {
        if let Err(error) = self.read_dictionary(message, body) {
            self.lose_dictionary(&error);
        }
    }

    pub(super) fn lose_dictionary(&mut self, error: &str) {
        let needed = self.found.schema.fields().iter().any(|f| has_dictionary(f));
        if needed {
            self.broken
                .get_or_insert_with(|| format!("a dictionary is damaged: {}", clip(error, 200)));
        }
    }

    fn read_dictionary(&mut self, message: &[u8], body: &Buffer) -> Checked<()> {
        let message = parse(message)?;
        let batch = message
            .header_as_dictionary_batch()
            .ok_or("it is no dictionary")?;
        let data = batch.data().ok_or("it is empty")?;
        self.kept += check_body(&data, body, self.limits)?;
        if self.kept > self.limits.block as u64 {
            return Err("the dictionaries are larger than allowed".to_owned());
        }
        guarded(|| {
            read_dictionary(
                body,
                batch,
                &self.schema,
                &mut self.dictionaries,
                &message.version(),
            )
            .map_err(|error| error.to_string())
        })
    }

    /// The rows of a batch.
    pub(super) fn batch(&self, message: &[u8], body: &Buffer) -> Checked<RecordBatch> {
        if let Some(error) = &self.broken {
            return Err(error.clone());
        }
        let message = parse(message)?;
        let batch = message.header_as_record_batch().ok_or("it holds no rows")?;
        check_body(&batch, body, self.limits)?;
        let read = guarded(|| {
            read_record_batch(
                body,
                batch,
                self.schema.clone(),
                &self.dictionaries,
                Some(&self.projection),
                &message.version(),
            )
            .map_err(|error| error.to_string())
        })?;
        let columns = self
            .order
            .iter()
            .map(|place| read.column(*place).clone())
            .collect();
        let options = RecordBatchOptions::new().with_row_count(Some(read.num_rows()));
        RecordBatch::try_new_with_options(self.schema(), columns, &options)
            .map_err(|error| error.to_string())
    }

    /// Rows that are lost.
    pub(super) fn lost(&self, number: u64, rows: Option<u64>, error: &str) -> Piece {
        let rows = rows.unwrap_or(1);
        let shown = if rows > self.limits.claim { 1 } else { rows };
        let more = match rows - shown {
            0 => String::new(),
            more => format!("; so are the {more} rows it claims to have after this"),
        };
        Piece::Lost {
            rows: shown,
            silent: rows - shown,
            error: format!("batch {number} is damaged: {}{more}", clip(error, 300)),
        }
    }
}

fn has_dictionary(field: &Field) -> bool {
    match field.data_type() {
        DataType::Dictionary(..) => true,
        DataType::List(item)
        | DataType::LargeList(item)
        | DataType::ListView(item)
        | DataType::LargeListView(item)
        | DataType::FixedSizeList(item, _)
        | DataType::Map(item, _) => has_dictionary(item),
        DataType::Struct(fields) => fields.iter().any(|field| has_dictionary(field)),
        DataType::Union(fields, _) => fields.iter().any(|(_, field)| has_dictionary(field)),
        DataType::RunEndEncoded(_, values) => has_dictionary(values),
        _ => false,
    }
}

/// The message in its flatbuffer, which is verified.
pub(super) fn parse(message: &[u8]) -> Checked<Message<'_>> {
    arrow_ipc::root_as_message(message).map_err(|_| "its header is damaged".to_owned())
}

/// How many rows a message says it has; none if it has no rows or cannot be believed.
pub(super) fn row_count(message: &[u8]) -> Option<u64> {
    let message = parse(message).ok()?;
    if message.header_type() != MessageHeader::RecordBatch {
        return None;
    }
    u64::try_from(message.header_as_record_batch()?.length()).ok()
}

/// The unpacked size of a message's body, if it is allowed and every buffer lies within.
fn check_body(batch: &arrow_ipc::RecordBatch<'_>, body: &[u8], limits: Limits) -> Checked<u64> {
    const PREFIX: usize = 8;
    let limit = limits.block as u64;
    let too_large = || format!("it unpacks to more than the {limit} bytes allowed");
    let packing = batch.compression().map(|compression| compression.codec());
    let mut size = 0_u64;
    for buffer in batch.buffers().into_iter().flatten() {
        let bytes = usize::try_from(buffer.offset())
            .ok()
            .zip(usize::try_from(buffer.length()).ok())
            .and_then(|(start, length)| body.get(start..start.checked_add(length)?))
            .ok_or("a buffer lies outside of it")?;
        let Some(packing) = packing.filter(|_| !bytes.is_empty()) else {
            size = size.saturating_add(bytes.len() as u64);
            continue;
        };
        let (prefix, packed) = bytes
            .split_at_checked(PREFIX)
            .ok_or("a buffer is cut off")?;
        let claimed = prefix.try_into().map_or(0, i64::from_le_bytes);
        if claimed == -1 {
            size = size.saturating_add(packed.len() as u64);
            continue;
        }
        let claimed = u64::try_from(claimed).map_err(|_| "a buffer's size cannot be true")?;
        size = size.saturating_add(claimed);
        if size <= limit
            && packing == CompressionType::LZ4_FRAME
            && Packing::Lz4.may_exceed(packed.len() as u64, limit)
            && floods(Packing::Lz4, packed, claimed)
        {
            return Err(too_large());
        }
    }
    if size > limit {
        Err(too_large())
    } else {
        Ok(size)
    }
}
