//! Reading one CSV table from its text, remembering file, row and column of everything wrong.

use crate::error::TableProblem;
use crate::names::nearest;
use std::collections::HashMap;

/// A table as text, with its columns by name.
#[derive(Debug)]
pub struct Sheet {
    file: &'static str,
    columns: HashMap<String, usize>,
    rows: Vec<(u64, Vec<String>)>,
}

impl Sheet {
    /// Reads `text`; a table that cannot be read at all is empty, and says why in `problems`.
    #[must_use]
    pub fn read(
        file: &'static str,
        text: &str,
        needed: &[&str],
        problems: &mut Vec<TableProblem>,
    ) -> Self {
        let mut sheet = Self {
            file,
            columns: HashMap::new(),
            rows: Vec::new(),
        };
        let mut reader = csv::ReaderBuilder::new()
            .flexible(true)
            .from_reader(text.as_bytes());
        let mut complain = |row: u64, column: &str, message: String| {
            problems.push(TableProblem {
                file: file.into(),
                row,
                column: column.into(),
                message,
            });
        };
        let width = match reader.headers() {
            Ok(header) => {
                for (at, name) in header.iter().enumerate() {
                    if sheet.columns.insert(name.trim().into(), at).is_some() {
                        complain(1, name, "the column stands twice".into());
                    }
                }
                header.len()
            }
            Err(error) => {
                complain(1, "", format!("cannot be read: {error}"));
                0
            }
        };
        for name in needed
            .iter()
            .filter(|name| !sheet.columns.contains_key(**name))
        {
            complain(1, name, "the column is missing".into());
        }
        for (at, record) in reader.records().enumerate() {
            let row = at as u64 + 2;
            match record {
                Ok(record) if record.len() == width => {
                    sheet
                        .rows
                        .push((row, record.iter().map(|cell| cell.trim().into()).collect()));
                }
                Ok(record) => complain(
                    row,
                    "",
                    format!("has {} cells where the header has {width}", record.len()),
                ),
                Err(error) => complain(row, "", format!("cannot be read: {error}")),
            }
        }
        sheet
    }

    /// The rows, to be read cell by cell.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|(row, cells)| Row {
            sheet: self,
            row: *row,
            cells,
        })
    }
}

/// One row of a table.
#[derive(Debug, Clone, Copy)]
pub struct Row<'a> {
    sheet: &'a Sheet,
    row: u64,
    cells: &'a [String],
}

impl<'a> Row<'a> {
    /// Its number in the file, the header being 1.
    #[must_use]
    pub const fn number(&self) -> u64 {
        self.row
    }

    /// Notes what is wrong with a cell.
    pub fn complain(
        &self,
        problems: &mut Vec<TableProblem>,
        column: &str,
        message: impl Into<String>,
    ) {
        problems.push(TableProblem {
            file: self.sheet.file.into(),
            row: self.row,
            column: column.into(),
            message: message.into(),
        });
    }

    /// The cell as text; a missing column reads as blank (and was complained of already).
    #[must_use]
    pub fn text(&self, column: &str) -> &'a str {
        self.sheet
            .columns
            .get(column)
            .and_then(|at| self.cells.get(*at))
            .map_or("", String::as_str)
    }

    /// The cell as text, or nothing if blank.
    #[must_use]
    pub fn optional(&self, column: &str) -> Option<String> {
        Some(self.text(column))
            .filter(|cell| !cell.is_empty())
            .map(str::to_owned)
    }

    /// The cell as a list separated by `|`.
    pub fn list(&self, column: &str) -> impl Iterator<Item = &'a str> {
        self.text(column)
            .split('|')
            .map(str::trim)
            .filter(|item| !item.is_empty())
    }

    /// The cell as `0` or `1`.
    pub fn flag(&self, column: &str, problems: &mut Vec<TableProblem>) -> bool {
        match self.text(column) {
            "1" => true,
            "0" => false,
            other => {
                self.complain(problems, column, format!("'{other}' is neither 0 nor 1"));
                false
            }
        }
    }

    /// The cell as a number within `range`; blank is an error.
    pub fn number_in(
        &self,
        column: &str,
        range: std::ops::RangeInclusive<u8>,
        problems: &mut Vec<TableProblem>,
    ) -> u8 {
        self.maybe_number(column, range, problems)
            .unwrap_or_else(|| {
                if self.text(column).is_empty() {
                    self.complain(problems, column, "is blank");
                }
                0
            })
    }

    /// The cell as a number within `range`, or nothing if blank.
    pub fn maybe_number(
        &self,
        column: &str,
        range: std::ops::RangeInclusive<u8>,
        problems: &mut Vec<TableProblem>,
    ) -> Option<u8> {
        let cell = self.text(column);
        if cell.is_empty() {
            return None;
        }
        match cell.parse::<u8>() {
            Ok(number) if range.contains(&number) => Some(number),
            _ => {
                let message = format!(
                    "'{cell}' is not a number from {} to {}",
                    range.start(),
                    range.end()
                );
                self.complain(problems, column, message);
                None
            }
        }
    }

    /// A word of a closed vocabulary given by its parser and its list.
    pub fn word<T: Copy>(
        &self,
        column: &str,
        (what, parse, words): Vocabulary<T>,
        problems: &mut Vec<TableProblem>,
    ) -> Option<T> {
        let cell = self.text(column);
        if cell.is_empty() {
            return None;
        }
        let value = parse(cell);
        if value.is_none() {
            let hint = nearest(cell, words())
                .map_or_else(String::new, |w| format!("; did you mean '{w}'?"));
            self.complain(problems, column, format!("unknown {what} '{cell}'{hint}"));
        }
        value
    }

    /// As [`Self::word`], but a blank cell is wrong too, and `instead` is used meanwhile.
    pub fn needed_word<T: Copy>(
        &self,
        column: &str,
        words: Vocabulary<T>,
        instead: T,
        problems: &mut Vec<TableProblem>,
    ) -> T {
        if self.text(column).is_empty() {
            self.complain(
                problems,
                column,
                format!("is blank; a {} is needed", words.0),
            );
        }
        self.word(column, words, problems).unwrap_or(instead)
    }
}

/// A closed vocabulary: what it is, its parser, its words.
pub type Vocabulary<T> = (
    &'static str,
    fn(&str) -> Option<T>,
    fn() -> Vec<&'static str>,
);

/// The [`Vocabulary`] of a vocabulary enum, for a column.
#[macro_export]
macro_rules! column_words {
    ($name:ty) => {
        (
            <$name>::WHAT,
            <$name>::parse as fn(&str) -> Option<$name>,
            (|| <$name>::ALL.iter().map(|word| word.word()).collect()) as fn() -> Vec<&'static str>,
        )
    };
}
pub use column_words as words;
