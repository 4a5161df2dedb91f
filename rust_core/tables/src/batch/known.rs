//! Positions that many rows share: those of a second table, and the scenarios.

use super::columns::{Column, within};
use super::rows::{LONGEST, LONGEST_NAME, SHARED, Span, span};
use super::{BatchChecker, Source};
use arrow_array::{Array, RecordBatch};
use engine::error::{Error, Result};
use rustc_hash::FxHashMap;
use std::collections::HashSet;
use std::sync::OnceLock;

/// A position that can be named.
#[derive(Debug)]
pub enum Listed<P> {
    /// One that has been proven already.
    Ready(Box<P>),
    /// Its JSON document or its compact bytes.
    Content(Box<[u8]>),
    /// A scenario.
    Scenario(Box<str>),
    /// A row that holds none.
    Wrong(&'static str),
}

#[derive(Debug)]
struct Entry<P> {
    listed: Listed<P>,
    /// Read when it is first asked for; boxed, so that one nobody asks for takes no room.
    read: OnceLock<Result<Box<P>>>,
}

/// Positions by their names. Each is read once, when it is first asked for.
#[derive(Debug)]
pub struct Known<P> {
    entries: Vec<Entry<P>>,
    // Rows cannot choose what is in here, so that a quick hash will do.
    names: FxHashMap<Box<str>, usize>,
    numbers: FxHashMap<i64, usize>,
}

/// Near misses are looked for among so many names at most.
const MOST_NAMES: usize = 10_000;
const TOO_LONG: &str = "is longer than 1048576 bytes in the positions table, and is not read";

impl<P> Known<P> {
    /// The scenarios alone.
    #[must_use]
    pub fn new(checker: &impl BatchChecker<Position = P>) -> Self {
        let mut known = Self {
            entries: Vec::new(),
            names: FxHashMap::default(),
            numbers: FxHashMap::default(),
        };
        for name in checker.scenarios() {
            known.push(Listed::Scenario(name.into()), Some(name));
        }
        known
    }

    fn push(&mut self, listed: Listed<P>, name: Option<&str>) -> usize {
        let at = self.entries.len();
        self.entries.push(Entry {
            listed,
            read: OnceLock::new(),
        });
        if let Some(name) = name {
            self.names.insert(name.into(), at);
        }
        at
    }

    /// Adds positions that go by names, before which scenarios of these names give way.
    ///
    /// # Errors
    /// [`Error::BadInput`] if two have the same name.
    pub fn add(&mut self, positions: impl IntoIterator<Item = (String, P)>) -> Result<()> {
        let mut seen = HashSet::new();
        for (name, position) in positions {
            let at = self.push(Listed::Ready(Box::new(position)), None);
            self.named(&mut seen, name, at)?;
        }
        Ok(())
    }

    fn named(&mut self, seen: &mut HashSet<String>, name: String, at: usize) -> Result<()> {
        self.names.insert(name.as_str().into(), at);
        if let Ok(number) = name.parse::<i64>()
            && number.to_string() == name
        {
            self.numbers.insert(number, at);
        }
        if seen.contains(&name) {
            let shown = engine::names::shown(&name);
            return Err(Error::bad(
                "positions.id",
                format!("'{shown}' is there twice"),
            ));
        }
        seen.insert(name);
        Ok(())
    }

    /// Adds positions that go by their numbers, from 0.
    pub fn add_numbered(&mut self, positions: impl IntoIterator<Item = P>) {
        for (number, position) in (0..).zip(positions) {
            self.number(number, Listed::Ready(Box::new(position)));
        }
    }

    fn number(&mut self, number: i64, listed: Listed<P>) {
        let at = self.push(listed, Some(&number.to_string()));
        self.numbers.insert(number, at);
    }

    /// Adds the positions of a table: its columns `position` and, if it is there, `id`.
    ///
    /// # Errors
    /// [`Error::BadInput`] if `position` is not there or a column has a wrong type, an `id` is
    /// null or there twice.
    pub fn add_table(&mut self, batches: &[RecordBatch]) -> Result<()> {
        let (mut seen, mut next) = (HashSet::new(), 0);
        // Lines of JSON have every column, if only with nulls.
        let named = batches.iter().any(|batch| {
            let ids = batch.column_by_name("id");
            ids.is_some_and(|ids| ids.logical_null_count() < ids.len())
        });
        for batch in batches {
            let field = |name: &str| format!("positions.{name}");
            let contents = Column::find(batch, "position", &field("position"))?
                .ok_or_else(|| Error::bad(field("position"), "is missing"))?;
            let ids = Column::find(batch, "id", &field("id"))?.filter(|_| named);
            if matches!(ids, Some(Column::Bytes(_))) {
                return Err(Error::bad(
                    field("id"),
                    "is binary; text or integers are needed",
                ));
            }
            // Rows of a dictionary share what they hold, and it is kept and read once; short ones are
            // often kept in the rows themselves.
            let mut shared = FxHashMap::default();
            for row in 0..batch.num_rows() {
                let content = match &contents {
                    Column::Text(texts) => texts.is_valid(row).then(|| texts.value(row).as_bytes()),
                    Column::Bytes(bytes) => bytes.is_valid(row).then(|| bytes.value(row)),
                    Column::Numbers(_) => {
                        let message = "holds integers; documents or bytes are needed";
                        return Err(Error::bad(field("position"), message));
                    }
                };
                let at = *shared.entry(content.map(key)).or_insert_with(|| {
                    let listed = match content {
                        None => Listed::Wrong("is null in the positions table"),
                        Some(content) if content.len() > LONGEST => Listed::Wrong(TOO_LONG),
                        Some(content) => Listed::Content(content.into()),
                    };
                    self.push(listed, None)
                });
                match &ids {
                    None => {
                        self.names.insert(next.to_string().into(), at);
                        self.numbers.insert(next, at);
                        next += 1;
                    }
                    Some(ids) => {
                        let name = match ids {
                            Column::Text(names) if names.is_valid(row) => {
                                let name = names.value(row);
                                if name.len() > LONGEST_NAME {
                                    let message =
                                        format!("is longer than {LONGEST_NAME} bytes in row {row}");
                                    return Err(Error::bad(field("id"), message));
                                }
                                name.into()
                            }
                            Column::Numbers(numbers) if numbers.is_valid(row) => {
                                numbers.value(row).to_string()
                            }
                            _ => {
                                let message = format!("is null in row {row}");
                                return Err(Error::bad(field("id"), message));
                            }
                        };
                        self.named(&mut seen, name, at)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// The only position there is besides scenarios, for rows that name none.
    #[must_use]
    pub fn only(&self) -> Option<usize> {
        let scenario = |entry: &Entry<P>| matches!(entry.listed, Listed::Scenario(_));
        let mut listed = (0..self.entries.len()).filter(|at| !scenario(&self.entries[*at]));
        listed.next().filter(|_| listed.next().is_none())
    }

    /// The position of a name.
    #[must_use]
    pub fn named_at(&self, name: &str) -> Option<usize> {
        let name = name.trim();
        self.names.get(name).copied()
    }

    /// The position of a number.
    #[must_use]
    pub fn numbered_at(&self, number: i64) -> Option<usize> {
        self.numbers.get(&number).copied()
    }

    /// Why there is no position of a name.
    #[must_use]
    pub fn unknown(&self, name: &str) -> Error {
        let names = self.names.keys().map(AsRef::as_ref);
        Error::unknown("position", "position", name, names.take(MOST_NAMES))
    }

    /// A position, read if nobody has yet.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn get(&self, checker: &impl BatchChecker<Position = P>, at: usize) -> Result<&P> {
        let Some(entry) = self.entries.get(at) else {
            return Err(Error::bad("position", "is not there"));
        };
        if let Listed::Ready(position) = &entry.listed {
            return Ok(position);
        }
        let read = entry.read.get_or_init(|| {
            let position = match &entry.listed {
                Listed::Content(content) => checker.read(Source::of(content)),
                Listed::Scenario(name) => checker.read(Source::Scenario(name)),
                Listed::Wrong(why) => Err(Error::bad("position", *why)),
                Listed::Ready(_) => Err(Error::bad("position", "is ready")),
            };
            position
                .map(Box::new)
                .map_err(|error| within("position", error))
        });
        read.as_deref().map_err(Clone::clone)
    }
}

/// What rows have in common that hold the same: a long value is the same one, if it lies there.
fn key(content: &[u8]) -> (Span, &[u8]) {
    if content.len() > SHARED {
        (span(content), &[])
    } else {
        ((0, 0), content)
    }
}
