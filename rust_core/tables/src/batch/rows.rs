//! The rows of a table: which move, in which position, with how many points.

use super::columns::{Column, cast, integers};
use super::known::Known;
use super::{BatchChecker, Made, Question, Source, within};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringViewArray, StructArray};
use arrow_buffer::Buffer;
use arrow_cast::display::array_value_to_string;
use arrow_schema::DataType;
use arrow_select::concat::concat;
use engine::error::{Error, Result};
use engine::threads;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHasher};
use serde_json::{Map, Value};
use std::hash::Hasher;
use std::sync::Arc;

/// Rows of a table.
#[derive(Debug)]
pub struct Rows {
    moves: StringViewArray,
    positions: Option<Column>,
    points: Option<Int64Array>,
    /// What kept a row from being read at all.
    errors: Option<StringViewArray>,
    /// Whether there are no two rows that share a long move, and none that share a long position.
    moves_apart: bool,
    positions_apart: bool,
}

/// Where a row's position is.
#[derive(Debug)]
pub enum Place<'a> {
    /// Among those that are known.
    Listed(usize),
    /// In the row itself.
    Own(Source<'a>),
    /// Nowhere.
    Wrong(Error),
}

/// The bytes of the longest position and the longest move that are read, and those of a name.
pub(super) const LONGEST: usize = 1 << 20;
pub(super) const LONGEST_NAME: usize = 1 << 10;
/// Rows that share a longer value, as those of a dictionary do, are hashed and judged together.
pub(super) const SHARED: usize = 256;

/// The mark of positions that stand in their rows, in what rows are ordered by.
const OWN: u64 = 1 << 63;

impl Rows {
    /// The rows of a table with the columns `move`, `position` and perhaps `points`, which is the
    /// game's name for what orders cost; `errors` names a column that says of some rows why they
    /// cannot be read.
    ///
    /// # Errors
    /// [`Error::BadInput`] if a column is missing or of a wrong type.
    pub fn new(batches: &[RecordBatch], points: &str, errors: Option<&str>) -> Result<Self> {
        let made = joined(batches, "move", moves)?;
        let made = made.ok_or_else(|| missing(batches, "move"))?;
        let positions = joined(batches, "position", plain_position)?;
        let spent = joined(batches, points, |column| match column.data_type() {
            DataType::Null => cast(column, &DataType::Int64, points),
            kind if kind.is_integer() => Ok(Arc::new(integers(column, points)?) as ArrayRef),
            kind => {
                let message = format!("is of type {kind}; integers are needed");
                Err(Error::bad(points, message))
            }
        })?;
        let positions = match positions {
            Some(column) => Some(Column::of(&column, "position")?),
            None => None,
        };
        Ok(Self {
            points: spent.map(|column| column.as_primitive().clone()),
            errors: unread(batches, errors)?,
            ..Self::of(made.as_string_view().clone(), positions)
        })
    }

    /// Rows with the columns `attack` and `position`; `errors` as in [`Self::new`].
    ///
    /// # Errors
    /// [`Error::BadInput`] if a column is missing or of a wrong type.
    pub(super) fn of_attacks(batches: &[RecordBatch], errors: Option<&str>) -> Result<Self> {
        let attacks = joined(batches, "attack", |column| {
            match Column::of(column, "attack")? {
                Column::Text(texts) => Ok(Arc::new(texts) as ArrayRef),
                _ => {
                    let message = format!("is of type {}; text is needed", column.data_type());
                    Err(Error::bad("attack", message))
                }
            }
        })?;
        let attacks = attacks.ok_or_else(|| missing(batches, "attack"))?;
        let positions = joined(batches, "position", plain_position)?;
        let positions = match positions {
            Some(column) => Some(Column::of(&column, "position")?),
            None => None,
        };
        Ok(Self {
            errors: unread(batches, errors)?,
            ..Self::of(attacks.as_string_view().clone(), positions)
        })
    }

    /// Rows that name positions and no moves; `errors` as in [`Self::new`].
    ///
    /// # Errors
    /// [`Error::BadInput`] if the column `position` is missing or of a wrong type.
    pub(super) fn of_positions(batches: &[RecordBatch], errors: Option<&str>) -> Result<Self> {
        let positions = joined(batches, "position", plain_position)?;
        let positions = positions.ok_or_else(|| missing(batches, "position"))?;
        let moves = StringViewArray::new_null(positions.len());
        Ok(Self {
            errors: unread(batches, errors)?,
            ..Self::of(moves, Some(Column::of(&positions, "position")?))
        })
    }

    fn of(moves: StringViewArray, positions: Option<Column>) -> Self {
        let positions_apart = match &positions {
            Some(Column::Text(texts)) => apart(texts.views(), texts.data_buffers()),
            Some(Column::Bytes(bytes)) => apart(bytes.views(), bytes.data_buffers()),
            _ => true,
        };
        Self {
            moves_apart: apart(moves.views(), moves.data_buffers()),
            positions_apart,
            moves,
            positions,
            points: None,
            errors: None,
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Every row, with a number that rows of the same position share, ordered by that.
    pub(super) fn ordered<P: Sync + Send>(&self, known: &Known<P>) -> Vec<(u64, u32)> {
        let rows = u32::try_from(self.len()).unwrap_or(u32::MAX);
        let mut order: Vec<(u64, u32)> = (0..rows)
            .into_par_iter()
            .with_min_len(1 << 12)
            .map_init(FxHashMap::default, |hashes, row| {
                (self.key(known, row, hashes), row)
            })
            .collect();
        order.par_sort_unstable();
        order
    }

    fn key<P>(&self, known: &Known<P>, row: u32, hashes: &mut FxHashMap<Span, u64>) -> u64 {
        let at = row as usize;
        let listed = match &self.positions {
            _ if self.error(row).is_some() => None,
            Some(Column::Numbers(numbers)) if numbers.is_valid(at) => {
                known.numbered_at(numbers.value(at))
            }
            Some(Column::Text(texts)) if texts.is_valid(at) => {
                let text = texts.value(at);
                let named = text.len() <= LONGEST_NAME && !is_document(text);
                named.then(|| known.named_at(text)).flatten()
            }
            Some(Column::Bytes(bytes)) if bytes.is_valid(at) => None,
            // A row that names none means the only one there is.
            _ => known.only(),
        };
        let own = || {
            let content = self.content(row);
            let hash = match content.len() {
                0..=SHARED => hash(content),
                _ if self.positions_apart && self.errors.is_none() => hash(content),
                _ => *hashes.entry(span(content)).or_insert_with(|| hash(content)),
            };
            OWN | hash >> 1
        };
        listed.map_or_else(own, |at| at as u64)
    }

    /// What a row says of its position, byte for byte; of what is too long to be read some bytes
    /// more than are read, so that it is not taken for anything that is.
    fn content(&self, row: u32) -> &[u8] {
        let at = row as usize;
        let content = match &self.positions {
            _ if self.error(row).is_some() => self.error(row).unwrap_or_default().as_bytes(),
            Some(Column::Text(texts)) if texts.is_valid(at) => texts.value(at).as_bytes(),
            Some(Column::Bytes(bytes)) if bytes.is_valid(at) => bytes.value(at),
            Some(Column::Numbers(numbers)) => {
                let bytes = &numbers.values().inner().as_slice();
                bytes.get(at * 8..at * 8 + 8).unwrap_or_default()
            }
            _ => &[],
        };
        content.get(..=LONGEST).unwrap_or(content)
    }

    /// Whether two rows, with their numbers, have the same position.
    pub(super) fn together(&self, one: (u64, u32), other: (u64, u32)) -> bool {
        // The numbers of positions in their rows are hashes, which need not differ.
        one.0 == other.0
            && (one.0 < OWN
                || same(self.content(one.1), self.content(other.1))
                    && self.error(one.1) == self.error(other.1))
    }

    /// Gives the position of a row to `work`, or else why there is none.
    pub(super) fn with<J: BatchChecker, R>(
        &self,
        checker: &J,
        known: &Known<J::Position>,
        row: u32,
        work: impl FnOnce(std::result::Result<&J::Position, String>) -> R,
    ) -> R {
        if let Some(told) = self.error(row) {
            return work(Err(told.to_owned()));
        }
        match self.position(known, row) {
            Place::Listed(at) => work(known.get(checker, at).map_err(|error| error.to_string())),
            Place::Own(source) => match checker.read(source) {
                Ok(position) => work(Ok(&position)),
                Err(error) => work(Err(within("position", error).to_string())),
            },
            Place::Wrong(error) => work(Err(error.to_string())),
        }
    }

    /// Where a row's position is.
    fn position<P>(&self, known: &Known<P>, row: u32) -> Place<'_> {
        let at = row as usize;
        let missing = || Place::Wrong(Error::bad("position", "is missing"));
        let long = |most: usize| {
            let message = format!("is longer than {most} bytes, and is not read");
            Place::Wrong(Error::bad("position", message))
        };
        match &self.positions {
            Some(Column::Text(texts)) if texts.is_valid(at) => {
                let text = texts.value(at);
                if text.len() > LONGEST {
                    return long(LONGEST);
                }
                if is_document(text) {
                    return Place::Own(Source::Document(text.as_bytes()));
                }
                if text.len() > LONGEST_NAME {
                    return long(LONGEST_NAME);
                }
                let listed = known.named_at(text);
                listed.map_or_else(|| Place::Wrong(known.unknown(text)), Place::Listed)
            }
            Some(Column::Bytes(bytes)) if bytes.is_valid(at) => {
                let content = bytes.value(at);
                if content.len() > LONGEST {
                    return long(LONGEST);
                }
                Place::Own(Source::of(content))
            }
            Some(Column::Numbers(numbers)) if numbers.is_valid(at) => {
                let number = numbers.value(at);
                let unknown = || {
                    let message = format!("there is no position {number}");
                    Place::Wrong(Error::bad("position", message))
                };
                known
                    .numbered_at(number)
                    .map_or_else(unknown, Place::Listed)
            }
            _ => known.only().map_or_else(missing, Place::Listed),
        }
    }

    /// Looks at the moves of some rows, so that the processor fetches them all at once.
    pub(super) fn touch(&self, rows: &[(u64, u32)]) {
        const LINE: usize = 64;
        let mut seen = 0_u8;
        for row in rows {
            let text: &[u8] = self.moves.value(row.1 as usize).as_bytes();
            seen = text
                .iter()
                .step_by(LINE)
                .take(6)
                .fold(seen, |seen, byte| seen ^ byte);
        }
        std::hint::black_box(seen);
    }

    /// What a row asks.
    pub(super) fn question(&self, row: u32) -> Question<'_> {
        let at = row as usize;
        let points = self.points.as_ref();
        Question {
            made: if self.moves.is_null(at) {
                Made::Missing
            } else {
                let text = self.moves.value(at);
                if text.len() > LONGEST {
                    return Question {
                        made: Made::Long(LONGEST),
                        points: None,
                    };
                }
                // No order begins with a bracket.
                match text.trim_start().as_bytes().first() {
                    Some(b'[' | b'{') => Made::Json(text),
                    _ => Made::Text(text),
                }
            },
            points: points
                .filter(|points| points.is_valid(at))
                .map(|points| points.value(at)),
        }
    }

    /// Whether there are surely no two rows that share a long move.
    pub(super) const fn moves_apart(&self) -> bool {
        self.moves_apart
    }

    /// What rows that share a long move ask, so that it is asked once; none of short moves.
    pub(super) fn shared(&self, row: u32) -> Option<(Span, Option<i64>)> {
        let at = row as usize;
        let text = (self.moves.is_valid(at)).then(|| self.moves.value(at))?;
        (text.len() > SHARED).then(|| {
            let points = self.points.as_ref().filter(|points| points.is_valid(at));
            (span(text.as_bytes()), points.map(|points| points.value(at)))
        })
    }

    /// Why a row could not be read.
    fn error(&self, row: u32) -> Option<&str> {
        let errors = self.errors.as_ref()?;
        let at = row as usize;
        errors.is_valid(at).then(|| errors.value(at))
    }
}

/// Whether a text holds the document of a position, rather than its name.
fn is_document(text: &str) -> bool {
    text.trim_ascii_start().starts_with('{')
}

/// Where a value lies in memory: rows that share it share this.
pub(super) type Span = (usize, usize);

pub(super) fn span(content: &[u8]) -> Span {
    (content.as_ptr().addr(), content.len())
}

/// Whether long values surely lie apart, each behind the one before.
fn apart(views: &[u128], buffers: &[Buffer]) -> bool {
    let mut spans: Vec<Span> = buffers.iter().map(|buffer| span(buffer)).collect();
    spans.sort_unstable();
    let mut pairs = spans.windows(2);
    if pairs.any(|pair| pair[0].0 + pair[0].1 > pair[1].0) {
        return false;
    }
    // A view is a length, four bytes, the number of a buffer, and where in it the value begins.
    let long = |view: &&u128| **view as u32 as usize > SHARED;
    let begin = |view: &u128| ((view >> 64) as u32, (view >> 96) as u32);
    views
        .iter()
        .filter(long)
        .map(begin)
        .is_sorted_by(|a, b| a < b)
}

fn same(one: &[u8], other: &[u8]) -> bool {
    span(one) == span(other) || one == other
}

fn hash(content: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(content);
    hasher.finish()
}

/// The column of that name of all batches, each brought to its plain type first.
fn joined(
    batches: &[RecordBatch],
    name: &str,
    plain: impl Fn(&ArrayRef) -> Result<ArrayRef> + Sync,
) -> Result<Option<ArrayRef>> {
    let columns: Vec<&ArrayRef> = batches
        .iter()
        .filter_map(|batch| batch.column_by_name(name))
        .collect();
    if columns.len() < batches.len() || columns.is_empty() {
        return Ok(None);
    }
    // In our own pool: another would have as many threads as somebody else's variable says.
    let columns: Vec<ArrayRef> =
        threads::run(|| columns.into_par_iter().map(&plain).collect::<Result<_>>())??;
    if let [column] = columns.as_slice() {
        return Ok(Some(column.clone()));
    }
    let columns: Vec<&dyn Array> = columns.iter().map(AsRef::as_ref).collect();
    let column = concat(&columns).map_err(|error| Error::bad(name, error.to_string()))?;
    Ok(Some(column))
}

/// What kept rows from being read at all, if a column tells of it.
fn unread(batches: &[RecordBatch], name: Option<&str>) -> Result<Option<StringViewArray>> {
    let Some(name) = name else { return Ok(None) };
    let plain = |column: &ArrayRef| cast(column, &DataType::Utf8View, name);
    let column = joined(batches, name, plain)?;
    Ok(column.map(|column| column.as_string_view().clone()))
}

fn missing(batches: &[RecordBatch], name: &str) -> Error {
    let names: Vec<String> = batches.first().map_or_else(Vec::new, |batch| {
        let schema = batch.schema();
        schema
            .fields()
            .iter()
            .map(|field| field.name().clone())
            .collect()
    });
    Error::BadInput {
        field: name.to_owned(),
        message: "is missing: the table has no such column".to_owned(),
        suggestion: engine::names::nearest(name, names.iter().map(String::as_str)),
    }
}

fn plain_position(column: &ArrayRef) -> Result<ArrayRef> {
    Ok(match Column::of(column, "position")? {
        Column::Text(column) => Arc::new(column),
        Column::Bytes(column) => Arc::new(column),
        Column::Numbers(column) => Arc::new(column),
    })
}

/// Moves as text; those of structs become JSON.
fn moves(column: &ArrayRef) -> Result<ArrayRef> {
    match column.data_type() {
        DataType::List(_) | DataType::LargeList(_) | DataType::FixedSizeList(_, _) => {
            let texts: Vec<Option<String>> = (0..column.len())
                .map(|row| value(column, row).map(|value| value.map(|value| value.to_string())))
                .collect::<Result<_>>()?;
            Ok(Arc::new(StringViewArray::from(texts)))
        }
        DataType::ListView(item) => moves(&cast(column, &DataType::List(item.clone()), "move")?),
        DataType::LargeListView(item) => {
            moves(&cast(column, &DataType::LargeList(item.clone()), "move")?)
        }
        _ => match Column::of(column, "move")? {
            Column::Text(texts) => Ok(Arc::new(texts)),
            _ => {
                let kind = column.data_type();
                let message = format!("is of type {kind}; text or lists of orders are needed");
                Err(Error::bad("move", message))
            }
        },
    }
}

/// A value of a column as plain data; of a struct without what is null.
fn value(column: &ArrayRef, row: usize) -> Result<Option<Value>> {
    if column.is_null(row) {
        return Ok(None);
    }
    Ok(Some(match column.data_type() {
        DataType::Boolean => column.as_boolean().value(row).into(),
        DataType::List(_) => list(&column.as_list::<i32>().value(row))?,
        DataType::LargeList(_) => list(&column.as_list::<i64>().value(row))?,
        DataType::FixedSizeList(_, _) => list(&column.as_fixed_size_list().value(row))?,
        DataType::Struct(_) => object(column.as_struct(), row)?,
        // What no order can hold is shown as it is, and refused as a part of that move.
        _ => match Column::of(&column.slice(row, 1), "move") {
            Ok(Column::Text(texts)) => texts.value(0).into(),
            Ok(Column::Numbers(numbers)) => numbers.value(0).into(),
            Ok(Column::Bytes(_)) | Err(_) => shown(column, row)?,
        },
    }))
}

fn shown(column: &ArrayRef, row: usize) -> Result<Value> {
    let text = array_value_to_string(column, row);
    let text = text.map_err(|error| Error::bad("move", error.to_string()))?;
    // A number stays one.
    Ok(match text.parse::<f64>() {
        Ok(number) if column.data_type().is_numeric() => number.into(),
        _ => text.into(),
    })
}

fn list(items: &ArrayRef) -> Result<Value> {
    (0..items.len())
        .map(|item| Ok(value(items, item)?.unwrap_or(Value::Null)))
        .collect()
}

fn object(fields: &StructArray, row: usize) -> Result<Value> {
    let mut object = Map::new();
    for (field, column) in fields.fields().iter().zip(fields.columns()) {
        if let Some(value) = value(column, row)? {
            object.insert(field.name().clone(), value);
        }
    }
    Ok(Value::Object(object))
}
