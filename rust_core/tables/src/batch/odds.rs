//! The odds of many attacks: a row of numbers for each.

use super::verdicts::WordLists;
use super::{BatchChecker, Known, Made, Rows};
use arrow_array::builder::{BooleanBuilder, Float64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use engine::chance::Fraction;
use engine::error::Result;
use engine::threads;
use rayon::prelude::*;
use std::sync::Arc;

/// What an attack comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gauged {
    /// It breaks these rules.
    Illegal(Vec<&'static str>),
    /// Its numbers.
    Numbers(Vec<Fraction>),
}

/// What the attack of a row comes to, or why that cannot be told.
type Told = std::result::Result<Gauged, String>;

/// A game that can tell the odds of attacks.
pub trait Gauge: BatchChecker {
    /// What the numbers are called.
    const NUMBERS: &'static [&'static str];

    /// Tells the odds of attacks in a position, one after the other.
    fn gauge<'a>(
        &self,
        position: &Self::Position,
        attacks: impl Iterator<Item = Option<&'a str>>,
        told: impl FnMut(Result<Gauged>),
    );
}

/// The rows of one position that are one piece of work.
const SHARE: usize = 64;
/// The rows of a part of the answer.
const PART: usize = 1 << 15;

/// The columns of the answer: `legal`, `rules`, a column for each number, perhaps `exact`, and
/// `error`.
#[must_use]
pub fn schema<G: Gauge>(exact: bool) -> SchemaRef {
    let list = |name: &str| {
        let item = Field::new("item", DataType::Utf8, false);
        Field::new(name, DataType::List(Arc::new(item)), false)
    };
    let mut fields = vec![Field::new("legal", DataType::Boolean, true), list("rules")];
    let numbers = G::NUMBERS.iter();
    fields.extend(numbers.map(|name| Field::new(*name, DataType::Float64, true)));
    if exact {
        fields.push(list("exact"));
    }
    fields.push(Field::new("error", DataType::Utf8, true));
    Arc::new(Schema::new(fields))
}

/// The odds of the attacks of a table, in parallel; `errors` as in [`Rows::new`].
///
/// # Errors
/// [`engine::error::Error::BadInput`] if a column is missing or of a wrong type.
pub fn of<G: Gauge>(
    game: &G,
    known: &Known<G::Position>,
    batches: &[RecordBatch],
    errors: Option<&str>,
    exact: bool,
) -> Result<Vec<RecordBatch>> {
    threads::run(|| {
        let rows = Rows::of_attacks(batches, errors)?;
        let order = rows.ordered(known);
        let shares: Vec<&[(u64, u32)]> = order
            .chunk_by(|a, b| rows.together(*a, *b))
            .flat_map(|run| run.chunks(SHARE))
            .collect();
        let mut told: Vec<(u32, Told)> = shares
            .par_iter()
            .flat_map_iter(|share| gauged(game, known, &rows, share))
            .collect();
        told.par_sort_unstable_by_key(|(row, _)| *row);
        let parts = told.par_chunks(PART.max(1));
        let parts: Vec<RecordBatch> = parts.map(|part| batch::<G>(part, exact)).collect();
        Ok(match parts.is_empty() {
            true => vec![batch::<G>(&[], exact)],
            false => parts,
        })
    })?
}

/// Some rows of one position.
fn gauged<G: Gauge>(
    game: &G,
    known: &Known<G::Position>,
    rows: &Rows,
    share: &[(u64, u32)],
) -> Vec<(u32, Told)> {
    let Some(first) = share.first() else {
        return Vec::new();
    };
    rows.with(game, known, first.1, |position| match position {
        Err(error) => share
            .iter()
            .map(|row| (row.1, Err(error.clone())))
            .collect(),
        Ok(position) => {
            let texts = share.iter().map(|row| match rows.question(row.1).made {
                Made::Text(text) | Made::Json(text) => Some(text),
                Made::Missing | Made::Long(_) => None,
            });
            let mut told = Vec::with_capacity(share.len());
            let mut asked = share.iter();
            game.gauge(position, texts, |answer| {
                if let Some(row) = asked.next() {
                    told.push((row.1, answer.map_err(|error| error.to_string())));
                }
            });
            told
        }
    })
}

fn batch<G: Gauge>(part: &[(u32, Told)], exact: bool) -> RecordBatch {
    let mut legal = BooleanBuilder::with_capacity(part.len());
    let mut rules = WordLists::new(part.len(), part.len());
    let mut fractions = WordLists::new(part.len(), part.len());
    let mut errors = StringBuilder::new();
    let new = |_: &&str| Float64Builder::with_capacity(part.len());
    let mut numbers: Vec<Float64Builder> = G::NUMBERS.iter().map(new).collect();
    for (_, told) in part {
        match told {
            Ok(Gauged::Numbers(_)) => legal.append_value(true),
            Ok(Gauged::Illegal(_)) => legal.append_value(false),
            Err(_) => legal.append_null(),
        }
        match told {
            Ok(Gauged::Numbers(told)) => {
                for (column, number) in numbers.iter_mut().zip(told) {
                    column.append_value(number.to_f64());
                    fractions.word(&number.to_string());
                }
            }
            _ => numbers.iter_mut().for_each(Float64Builder::append_null),
        }
        if let Ok(Gauged::Illegal(broken)) = told {
            broken.iter().for_each(|rule| rules.word(rule));
        }
        rules.end();
        fractions.end();
        errors.append_option(told.as_ref().err());
    }
    let mut columns: Vec<ArrayRef> = vec![Arc::new(legal.finish()), rules.finish()];
    let numbers = numbers.iter_mut();
    columns.extend(numbers.map(|column| Arc::new(column.finish()) as ArrayRef));
    if exact {
        columns.push(fractions.finish());
    }
    columns.push(Arc::new(errors.finish()));
    // The columns are those of the schema, all of one length.
    let schema = schema::<G>(exact);
    RecordBatch::try_new(schema.clone(), columns).unwrap_or_else(|_| RecordBatch::new_empty(schema))
}
