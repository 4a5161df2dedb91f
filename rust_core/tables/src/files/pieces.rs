//! Blocks of rows, cut and joined into chunks.

use super::{Chunk, Limits, Mark};
use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, StringArray, new_null_array};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::{concat, concat_batches};
use engine::error::{Error, Result};
use std::cell::Cell;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

/// Some rows of a block, or how many could not be read and why.
pub(super) enum Piece {
    Rows(RecordBatch),
    Lost {
        rows: u64,
        /// How many more rows are passed over in silence: a claim nobody believes.
        silent: u64,
        error: String,
    },
}

impl Piece {
    /// How many rows of the file this is.
    pub(super) fn rows(&self) -> u64 {
        match self {
            Self::Rows(batch) => batch.num_rows() as u64,
            Self::Lost { rows, silent, .. } => rows + silent,
        }
    }

    /// What is left without the first rows.
    pub(super) fn without(self, skip: u64) -> Self {
        match self {
            Self::Rows(batch) => {
                let skip = usize::try_from(skip).unwrap_or(usize::MAX);
                let skip = skip.min(batch.num_rows());
                Self::Rows(batch.slice(skip, batch.num_rows() - skip))
            }
            Self::Lost {
                rows,
                silent,
                error,
            } => {
                let shown = skip.min(rows);
                Self::Lost {
                    rows: rows - shown,
                    silent: silent.saturating_sub(skip - shown),
                    error,
                }
            }
        }
    }
}

/// A file that comes in blocks.
pub(super) trait Blocks {
    fn schema(&self) -> SchemaRef;

    /// The next rows: as many as there are, but about `rows` where that can be chosen.
    fn next_piece(&mut self, rows: usize) -> Result<Option<Piece>>;
}

/// Chunks of a file that comes in blocks.
pub(super) struct Pieces<B> {
    blocks: B,
    row: u64,
    left: VecDeque<Piece>,
    /// Whether blocks can be joined; dictionaries may be too different.
    joins: bool,
    limits: Limits,
}

type Part = (RecordBatch, StringArray);

impl<B: Blocks> Pieces<B> {
    pub(super) fn new(blocks: B, row: u64, limits: Limits) -> Self {
        Self {
            blocks,
            row,
            left: VecDeque::new(),
            joins: true,
            limits,
        }
    }

    pub(super) fn blocks(&self) -> &B {
        &self.blocks
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.blocks.schema()
    }

    pub(super) fn next(&mut self, rows: usize) -> Result<Option<Chunk>> {
        let mut parts: Vec<Part> = Vec::new();
        let (mut have, mut bytes, mut silent) = (0, 0, 0);
        while have < rows && bytes < self.limits.chunk && silent == 0 {
            let piece = match self.left.pop_front() {
                Some(piece) => Some(piece),
                None => self.blocks.next_piece(rows)?,
            };
            let Some(piece) = piece else { break };
            let (part, left) = self.cut(piece, rows - have, &mut silent)?;
            if let Some(left) = left {
                self.left.push_front(left);
            }
            if part.0.num_rows() > 0 {
                have += part.0.num_rows();
                bytes += size(&part.0);
                parts.push(part);
                if !self.joins {
                    break;
                }
            }
        }
        let (batch, errors) = match parts.len() {
            0 => return Ok(None),
            1 => parts.remove(0),
            _ => match self.join(&parts) {
                Ok(joined) => joined,
                // Nothing is silent in what is given back: that ends a chunk.
                Err(_) if silent == 0 => {
                    self.joins = false;
                    for (batch, errors) in parts.drain(1..).rev() {
                        self.left.push_front(whole(batch, &errors));
                    }
                    parts.remove(0)
                }
                Err(error) => return Err(Error::bad("rows", error.to_string())),
            },
        };
        let first_row = self.row;
        self.row += batch.num_rows() as u64 + silent;
        Ok(Some(Chunk {
            batch,
            first_row,
            errors,
            next: Mark {
                row: self.row,
                offset: 0,
            },
        }))
    }

    /// At most `rows` rows of a piece, and what is left of it.
    fn cut(&self, piece: Piece, rows: usize, passed: &mut u64) -> Result<(Part, Option<Piece>)> {
        match piece {
            Piece::Rows(batch) => {
                let now = batch.num_rows().min(rows);
                let left = (now < batch.num_rows())
                    .then(|| Piece::Rows(batch.slice(now, batch.num_rows() - now)));
                Ok(((batch.slice(0, now), StringArray::new_null(now)), left))
            }
            Piece::Lost {
                rows: lost,
                silent,
                error,
            } => {
                let now = usize::try_from(lost).unwrap_or(usize::MAX).min(rows);
                let mut errors = StringBuilder::new();
                for _ in 0..now {
                    errors.append_value(&error);
                }
                let part = (nothing(&self.schema(), now)?, errors.finish());
                let rows = lost - now as u64;
                let left = (rows > 0).then_some(Piece::Lost {
                    rows,
                    silent,
                    error,
                });
                if left.is_none() {
                    *passed = silent;
                }
                Ok((part, left))
            }
        }
    }

    fn join(&self, parts: &[Part]) -> std::result::Result<Part, ArrowError> {
        let batch = concat_batches(&self.schema(), parts.iter().map(|(batch, _)| batch))?;
        let errors: Vec<&dyn Array> = parts.iter().map(|(_, e)| e as &dyn Array).collect();
        let errors = concat(&errors)?.as_string::<i32>().clone();
        Ok((batch, errors))
    }
}

/// How many bytes the rows take, not counting what they share with others.
fn size(batch: &RecordBatch) -> usize {
    let size = |column: &ArrayRef| column.to_data().get_slice_memory_size().unwrap_or(0);
    batch.columns().iter().map(size).sum()
}

/// A part as the piece it was cut from.
fn whole(batch: RecordBatch, errors: &StringArray) -> Piece {
    if !errors.is_empty() && errors.is_valid(0) {
        Piece::Lost {
            rows: errors.len() as u64,
            silent: 0,
            error: errors.value(0).to_owned(),
        }
    } else {
        Piece::Rows(batch)
    }
}

/// Rows in which nothing stands.
fn nothing(schema: &SchemaRef, rows: usize) -> Result<RecordBatch> {
    let columns = schema
        .fields()
        .iter()
        .map(|field| new_null_array(field.data_type(), rows))
        .collect();
    let options = RecordBatchOptions::new().with_row_count(Some(rows));
    RecordBatch::try_new_with_options(schema.clone(), columns, &options)
        .map_err(|error| Error::bad("rows", error.to_string()))
}

/// Runs a decoder of somebody else's; a panic becomes an error. The decoders of Parquet and IPC
/// say by themselves that they may panic on damaged input, and what they hold is dropped then.
pub(super) fn guarded<T>(
    work: impl FnOnce() -> std::result::Result<T, String>,
) -> std::result::Result<T, String> {
    silence();
    EXPECTED.set(true);
    let done = catch_unwind(AssertUnwindSafe(work));
    EXPECTED.set(false);
    done.unwrap_or_else(|_| Err("damaged data".to_owned()))
}

thread_local! {
    /// Whether this thread is in work whose panics are answers.
    static EXPECTED: Cell<bool> = const { Cell::new(false) };
}

/// Has panics that are expected say nothing; all others are told as ever.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = take_hook();
        set_hook(Box::new(move |panic| {
            if !EXPECTED.get() {
                usual(panic);
            }
        }));
    });
}
