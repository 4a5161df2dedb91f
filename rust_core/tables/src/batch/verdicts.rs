//! Verdicts as columns: `legal`, `rules`, `codes`, perhaps `witnesses`, and `error`.

use super::{BROKEN, FAILED, Found, ViolationKind};
use arrow_array::builder::{BooleanBuilder, StringBuilder};
use arrow_array::{ArrayRef, ListArray, RecordBatch, StringArray};
use arrow_buffer::{Buffer, OffsetBuffer, ScalarBuffer};
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
pub(super) struct WordLists {
    ends: Vec<i32>,
    word_ends: Vec<i32>,
    text: Vec<u8>,
}

impl WordLists {
    pub(super) fn new(rows: usize, words: usize) -> Self {
        let mut ends = Vec::with_capacity(rows + 1);
        let mut word_ends = Vec::with_capacity(words + 1);
        ends.push(0);
        word_ends.push(0);
        Self {
            ends,
            word_ends,
            text: Vec::with_capacity(words * 12),
        }
    }

    /// Goes on with a list.
    #[inline]
    pub(super) fn word(&mut self, word: &str) {
        self.text.extend_from_slice(word.as_bytes());
        self.word_ends.push(number(self.text.len()));
    }

    /// Ends a list.
    #[inline]
    pub(super) fn end(&mut self) {
        self.ends.push(number(self.word_ends.len() - 1));
    }

    /// Makes room for `lists` more lists like those there are.
    pub(super) fn expect(&mut self, lists: usize) {
        let known = self.ends.len().saturating_sub(1).max(1);
        // An eighth more, since no two are alike.
        let more = |size: usize| (size + size / 8) * lists / known;
        self.word_ends.reserve(more(self.word_ends.len()));
        self.text.reserve(more(self.text.len()));
    }

    pub(super) fn finish(self) -> ArrayRef {
        let item = Arc::new(Field::new("item", DataType::Utf8, false));
        let words = OffsetBuffer::new(ScalarBuffer::from(self.word_ends));
        let words = StringArray::new(words, Buffer::from_vec(self.text), None);
        let lists = OffsetBuffer::new(ScalarBuffer::from(self.ends));
        Arc::new(ListArray::new(item, lists, Arc::new(words), None))
    }
}

/// A place in the text of a part of the answer, which has some ten thousand rows of a few words.
fn number(place: usize) -> i32 {
    i32::try_from(place).unwrap_or(i32::MAX)
}

/// The violations that fit into one batch, whose text is counted in 32 bits.
const MOST_BROKEN: usize = 4 << 20;

/// The verdicts of some rows, in their order: one batch, or several if much is broken.
pub(super) fn part(
    words: &[AtomicU64],
    found: &[Found],
    kinds: &[ViolationKind],
    wanted: Wanted,
) -> Vec<RecordBatch> {
    let spans = words.iter().map(|word| match Said::of(word) {
        Said::Broken { task, at } => found[task].spans[at],
        _ => (0, 0),
    });
    let broken: usize = spans.map(|(start, end)| end - start).sum();
    if broken > MOST_BROKEN && words.len() > 1 {
        let (one, other) = words.split_at(words.len() / 2);
        let mut parts = part(one, found, kinds, wanted);
        parts.extend(part(other, found, kinds, wanted));
        return parts;
    }
    vec![batch(words, found, kinds, wanted, broken)]
}

/// What the word of a row says.
enum Said {
    Legal,
    Broken { task: usize, at: usize },
    Failed { task: usize, at: usize },
}

impl Said {
    fn of(word: &AtomicU64) -> Self {
        let word = word.load(Ordering::Relaxed);
        let (task, at) = ((word >> 32) as usize, (word as u32 >> 2) as usize);
        match word & 3 {
            BROKEN => Self::Broken { task, at },
            FAILED => Self::Failed { task, at },
            _ => Self::Legal,
        }
    }
}

fn batch(
    words: &[AtomicU64],
    found: &[Found],
    kinds: &[ViolationKind],
    wanted: Wanted,
    broken: usize,
) -> RecordBatch {
    let mut legal = BooleanBuilder::with_capacity(words.len());
    let new = || WordLists::new(words.len(), broken);
    let (mut rules, mut codes) = (new(), new());
    let mut witnesses = wanted.witnesses.then(new);
    let mut errors = StringBuilder::new();
    for word in words {
        let (mut broken, mut names): (&[u16], &[String]) = (&[], &[]);
        match Said::of(word) {
            Said::Broken { task, at } => {
                legal.append_value(false);
                errors.append_null();
                let (start, end) = found[task].spans[at];
                broken = &found[task].broken[start..end];
                if wanted.witnesses {
                    names = &found[task].witnesses[start..end];
                }
            }
            Said::Failed { task, at } => {
                legal.append_null();
                errors.append_value(&found[task].failed[at]);
            }
            Said::Legal => {
                legal.append_value(true);
                errors.append_null();
            }
        }
        for kind in broken {
            let (rule, code) = kinds[usize::from(*kind)];
            rules.word(rule);
            codes.word(code);
        }
        rules.end();
        codes.end();
        if let Some(witnesses) = &mut witnesses {
            names.iter().for_each(|name| witnesses.word(name));
            witnesses.end();
        }
    }
    let mut columns: Vec<ArrayRef> = vec![Arc::new(legal.finish()), rules.finish(), codes.finish()];
    columns.extend(witnesses.map(WordLists::finish));
    columns.push(Arc::new(errors.finish()));
    // The columns are those of the schema, all of one length.
    RecordBatch::try_new(schema(wanted), columns)
        .unwrap_or_else(|_| RecordBatch::new_empty(schema(wanted)))
}
