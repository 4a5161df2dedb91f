//! Parquet, a row group at a time: one that is damaged costs its own rows only.

use super::Limits;
use super::columns::{Found, Wanted, clip, find};
use super::input::open_seekable;
use super::pages::PagesOf;
use super::pieces::{Blocks, Piece, guarded};
use arrow_array::{RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef};
use engine::error::{Error, Result};
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader,
};
use parquet::arrow::{FieldLevels, ProjectionMask, parquet_to_arrow_field_levels};
use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader};
use std::fs::File;
use std::sync::Arc;

pub(super) struct Reader {
    file: Arc<File>,
    size: u64,
    metadata: Arc<ParquetMetaData>,
    levels: FieldLevels,
    found: Found,
    /// For each column wanted, its place among those that are read.
    order: Vec<usize>,
    /// The physical columns that are read.
    leaves: Vec<usize>,
    group: usize,
    /// How many rows are read but not given. A group is always read from its beginning: a damaged
    /// one must give the same rows whether reading stopped in it or not.
    skip: u64,
    current: Option<Open>,
    rows: u64,
    limits: Limits,
}

/// A row group being read.
struct Open {
    reader: ParquetRecordBatchReader,
    left: u64,
}

impl Reader {
    pub(super) fn open(path: &str, wanted: &[Wanted], row: u64, limits: Limits) -> Result<Self> {
        let (file, size) = open_seekable(path, "Parquet")?;
        let damaged = |error: String| Error::bad(path, format!("no Parquet file: {error}"));
        let metadata = guarded(|| {
            ParquetMetaDataReader::new()
                .parse_and_finish(&file)
                .map_err(|error| said(&error))
        })
        .map_err(damaged)?;
        let metadata = Arc::new(metadata);
        let rows = count(&metadata)
            .ok_or_else(|| damaged("its numbers of rows contradict each other".to_owned()))?;
        let schema = guarded(|| schema(&metadata)).map_err(damaged)?;
        let found = find(path, &schema, wanted)?;
        let distinct = found.distinct();
        let order = found
            .places
            .iter()
            .filter_map(|place| distinct.binary_search(place).ok())
            .collect();
        let described = metadata.file_metadata().schema_descr();
        let mask = ProjectionMask::roots(described, distinct);
        let leaves = (0..described.num_columns())
            .filter(|leaf| mask.leaf_included(*leaf))
            .collect();
        let levels = guarded(|| {
            parquet_to_arrow_field_levels(described, mask.clone(), Some(schema.fields()))
                .map_err(|error| said(&error))
        })
        .map_err(damaged)?;
        let mut reader = Self {
            file: Arc::new(file),
            size,
            levels,
            found,
            order,
            leaves,
            group: 0,
            skip: row,
            current: None,
            rows,
            limits,
            metadata,
        };
        while reader.group_rows().is_some_and(|rows| reader.skip >= rows) {
            reader.skip -= reader.group_rows().unwrap_or(0);
            reader.group += 1;
        }
        Ok(reader)
    }

    pub(super) fn rows(&self) -> u64 {
        self.rows
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    fn group_rows(&self) -> Option<u64> {
        let groups = self.metadata.row_groups();
        groups
            .get(self.group)
            .map(|group| u64::try_from(group.num_rows()).unwrap_or(0))
    }

    /// Begins the next row group.
    fn begin(&self, rows: usize) -> std::result::Result<Open, String> {
        let group = self.metadata.row_group(self.group);
        let mut bytes = 0_u64;
        for &leaf in &self.leaves {
            let chunk = group
                .columns()
                .get(leaf)
                .ok_or("a column of it is missing")?;
            let start = chunk
                .dictionary_page_offset()
                .unwrap_or(chunk.data_page_offset());
            let end = start.checked_add(chunk.compressed_size());
            let inside = start >= 0
                && chunk.compressed_size() >= 0
                && end.is_some_and(|end| end.unsigned_abs() <= self.size);
            if !inside {
                return Err("a column of it lies outside of the file".to_owned());
            }
            // A list has as many values as it likes, but not more than fit in a block.
            let values = chunk.num_values();
            let fits = if chunk.column_descr().max_rep_level() == 0 {
                values == group.num_rows()
            } else {
                u64::try_from(values).is_ok_and(|values| values <= self.limits.block as u64 / 8)
            };
            if !fits {
                return Err("a column of it has a wrong number of values".to_owned());
            }
            bytes = bytes.saturating_add(u64::try_from(chunk.uncompressed_size()).unwrap_or(0));
        }
        let each = (bytes / self.group_rows().unwrap_or(1).max(1)).max(1);
        let fitting = usize::try_from(self.limits.chunk as u64 / each).unwrap_or(usize::MAX);
        let pages = PagesOf {
            file: self.file.clone(),
            metadata: self.metadata.clone(),
            group: self.group,
            limit: self.limits.block as u64,
        };
        guarded(|| {
            ParquetRecordBatchReader::try_new_with_row_groups(
                &self.levels,
                &pages,
                rows.min(fitting).max(1),
                None,
            )
            .map_err(|error| said(&error))
        })
        .map(|reader| Open {
            reader,
            left: self.group_rows().unwrap_or(0),
        })
    }

    /// The columns that were read, in the order wanted.
    fn ordered(&self, batch: &RecordBatch) -> std::result::Result<RecordBatch, String> {
        let columns = self
            .order
            .iter()
            .map(|place| batch.column(*place).clone())
            .collect();
        let options = RecordBatchOptions::new().with_row_count(Some(batch.num_rows()));
        RecordBatch::try_new_with_options(self.found.schema.clone(), columns, &options)
            .map_err(|error| error.to_string())
    }

    fn piece(&mut self, rows: usize) -> Option<Piece> {
        loop {
            let Some(mut open) = self.current.take() else {
                match self.group_rows()? {
                    0 => self.close(),
                    left => match self.begin(rows) {
                        Ok(open) => self.current = Some(open),
                        Err(error) => return Some(self.lost(left, &error)),
                    },
                }
                continue;
            };
            let read = guarded(|| {
                let batch = open.reader.next().transpose().map_err(|e| e.to_string())?;
                batch.map(|batch| self.ordered(&batch)).transpose()
            });
            let error = match read {
                Ok(Some(batch)) if (1..=open.left).contains(&(batch.num_rows() as u64)) => {
                    open.left -= batch.num_rows() as u64;
                    if open.left == 0 {
                        self.close();
                    } else {
                        self.current = Some(open);
                    }
                    return Some(Piece::Rows(batch));
                }
                Ok(Some(_)) => "it has more rows than it says".to_owned(),
                Ok(None) => "it has fewer rows than it says".to_owned(),
                Err(error) => error,
            };
            return Some(self.lost(open.left, &error));
        }
    }

    fn lost(&mut self, rows: u64, error: &str) -> Piece {
        let number = self.group + 1;
        self.close();
        let shown = if rows > self.limits.claim { 1 } else { rows };
        let more = match rows - shown {
            0 => String::new(),
            more => format!("; so are the {more} rows it claims to have after this"),
        };
        Piece::Lost {
            rows: shown,
            silent: rows - shown,
            error: format!("row group {number} is damaged: {}{more}", clip(error, 300)),
        }
    }

    fn close(&mut self) {
        self.current = None;
        self.group += 1;
    }
}

impl Blocks for Reader {
    fn schema(&self) -> SchemaRef {
        self.found.schema.clone()
    }

    fn next_piece(&mut self, rows: usize) -> Result<Option<Piece>> {
        while let Some(piece) = self.piece(rows) {
            let skip = self.skip.min(piece.rows());
            self.skip -= skip;
            if skip < piece.rows() {
                return Ok(Some(piece.without(skip)));
            }
        }
        Ok(None)
    }
}

/// How many rows there are, if the file agrees with itself.
fn count(metadata: &ParquetMetaData) -> Option<u64> {
    let mut rows = 0_u64;
    for group in metadata.row_groups() {
        rows = rows.checked_add(u64::try_from(group.num_rows()).ok()?)?;
    }
    (u64::try_from(metadata.file_metadata().num_rows()) == Ok(rows)).then_some(rows)
}

/// The file's columns. Text and bytes are read as views: a page that repeats one long text a million
/// times takes no more memory than the text.
fn schema(metadata: &Arc<ParquetMetaData>) -> std::result::Result<SchemaRef, String> {
    let load = |options: ArrowReaderOptions| {
        ArrowReaderMetadata::try_new(metadata.clone(), options)
            .map(|loaded| loaded.schema().clone())
            .map_err(|error| said(&error))
    };
    // What is said of Arrow in the file may be damaged or foreign; Parquet's own types suffice.
    let plain = load(ArrowReaderOptions::new())
        .or_else(|_| load(ArrowReaderOptions::new().with_skip_arrow_metadata(true)))?;
    let views = Schema::new_with_metadata(viewed(plain.fields()), plain.metadata().clone());
    Ok(load(ArrowReaderOptions::new().with_schema(Arc::new(views))).unwrap_or(plain))
}

fn viewed(fields: &Fields) -> Fields {
    fields.iter().map(|field| view(field)).collect()
}

fn view(field: &Field) -> Field {
    let data_type = field.data_type();
    let of = match data_type {
        DataType::Dictionary(_, of) => of.as_ref(),
        other => other,
    };
    let view = match of {
        DataType::Utf8 | DataType::LargeUtf8 => DataType::Utf8View,
        DataType::Binary | DataType::LargeBinary => DataType::BinaryView,
        DataType::List(item) => DataType::List(Arc::new(self::view(item))),
        DataType::LargeList(item) => DataType::LargeList(Arc::new(self::view(item))),
        DataType::Struct(fields) => DataType::Struct(viewed(fields)),
        _ => data_type.clone(),
    };
    field.clone().with_data_type(view)
}

fn said(error: &parquet::errors::ParquetError) -> String {
    let text = error.to_string();
    let text = ["Parquet error: ", "EOF: ", "Arrow: "]
        .iter()
        .fold(text.as_str(), |text, prefix| {
            text.strip_prefix(prefix).unwrap_or(text)
        });
    clip(text, 300)
}
