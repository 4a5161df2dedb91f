//! Verdicts as columns: `legal`, `rules`, `codes`, perhaps `witnesses`, and `error`.

use super::{BROKEN, Broken, FAILED, Found};
use arrow_array::builder::{BooleanBuilder, ListBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What is wanted besides the verdict itself.
#[derive(Debug, Clone, Copy, Default)]
pub struct Wanted {
    /// The witnesses of what is broken.
    pub witnesses: bool,
    /// Which rules are broken how often.
    pub summary: bool,
}

/// The columns of verdicts.
#[must_use]
pub fn schema(wanted: Wanted) -> SchemaRef {
    let list = |name: &str| {
        let item = Field::new("item", DataType::Utf8, false);
        Field::new(name, DataType::List(Arc::new(item)), false)
    };
    let mut fields = vec![
        Field::new("legal", DataType::Boolean, true),
        list("rules"),
        list("codes"),
    ];
    if wanted.witnesses {
        fields.push(list("witnesses"));
    }
    fields.push(Field::new("error", DataType::Utf8, true));
    Arc::new(Schema::new(fields))
}

/// A column of lists of words.
pub(super) struct Words(ListBuilder<StringBuilder>);

impl Words {
    pub(super) fn new(rows: usize) -> Self {
        let item = Field::new("item", DataType::Utf8, false);
        let values = StringBuilder::with_capacity(rows, rows * 10);
        Self(ListBuilder::with_capacity(values, rows).with_field(item))
    }

    fn push<'a>(&mut self, words: impl Iterator<Item = &'a str>) {
        words.for_each(|word| self.word(word));
        self.end();
    }

    /// Goes on with a list.
    pub(super) fn word(&mut self, word: &str) {
        self.0.values().append_value(word);
    }

    /// Ends a list.
    pub(super) fn end(&mut self) {
        self.0.append(true);
    }

    pub(super) fn finish(mut self) -> ArrayRef {
        Arc::new(self.0.finish())
    }
}

/// The verdicts of some rows, in their order.
pub(super) fn part(words: &[AtomicU64], found: &[Found], wanted: Wanted) -> RecordBatch {
    let mut legal = BooleanBuilder::with_capacity(words.len());
    let (mut rules, mut codes) = (Words::new(words.len()), Words::new(words.len()));
    let mut witnesses = wanted.witnesses.then(|| Words::new(words.len()));
    let mut errors = StringBuilder::new();
    for word in words {
        let word = word.load(Ordering::Relaxed);
        let (task, at) = ((word >> 32) as usize, (word as u32 >> 2) as usize);
        let mut broken: &[Broken] = &[];
        match word & 3 {
            BROKEN => {
                legal.append_value(false);
                errors.append_null();
                let (start, end) = found[task].spans[at];
                broken = &found[task].broken[start..end];
            }
            FAILED => {
                legal.append_null();
                errors.append_value(&found[task].failed[at]);
            }
            _ => {
                legal.append_value(true);
                errors.append_null();
            }
        }
        rules.push(broken.iter().map(|broken| broken.rule));
        codes.push(broken.iter().map(|broken| broken.code));
        if let Some(witnesses) = &mut witnesses {
            witnesses.push(broken.iter().map(|broken| broken.witness.as_str()));
        }
    }
    let mut columns: Vec<ArrayRef> = vec![Arc::new(legal.finish()), rules.finish(), codes.finish()];
    columns.extend(witnesses.map(Words::finish));
    columns.push(Arc::new(errors.finish()));
    // The columns are those of the schema, all of one length.
    RecordBatch::try_new(schema(wanted), columns)
        .unwrap_or_else(|_| RecordBatch::new_empty(schema(wanted)))
}
