//! Reading TOML key by key, remembering file and key of everything wrong.

use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::names::nearest;
use std::ops::RangeInclusive;
use toml::Value;

/// A table of a file, and where it stands there.
#[derive(Clone)]
pub(super) struct Keys<'a> {
    file: &'a str,
    path: String,
    table: Option<&'a toml::Table>,
}

impl<'a> Keys<'a> {
    pub(super) const fn new(file: &'a str, table: &'a toml::Table) -> Self {
        Self {
            file,
            path: String::new(),
            table: Some(table),
        }
    }

    fn at(&self, key: &str) -> String {
        match self.path.as_str() {
            "" => key.to_owned(),
            path => format!("{path}.{key}"),
        }
    }

    /// Notes what is wrong with a key.
    pub(super) fn complain(
        &self,
        problems: &mut Vec<TableProblem>,
        key: &str,
        message: impl Into<String>,
    ) {
        problems.push(TableProblem {
            file: self.file.to_owned(),
            row: 0,
            column: self.at(key),
            message: message.into(),
        });
    }

    /// The value of a key, if it is there.
    pub(super) fn value(&self, key: &str) -> Option<&'a Value> {
        self.table?.get(key)
    }

    /// The keys that stand here.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.table
            .into_iter()
            .flat_map(|table| table.keys())
            .map(String::as_str)
    }

    /// A table that must be there; an empty one stands for one that is not.
    pub(super) fn table(&self, key: &str, problems: &mut Vec<TableProblem>) -> Self {
        let found = self.value(key).and_then(Value::as_table);
        if found.is_none() && self.table.is_some() {
            self.complain(problems, key, "the table is missing");
        }
        Self {
            file: self.file,
            path: self.at(key),
            table: found,
        }
    }

    /// The tables of a list, which may be missing.
    pub(super) fn tables(&self, key: &str, problems: &mut Vec<TableProblem>) -> Vec<Self> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        if value.as_array().is_none() {
            self.complain(problems, key, "is no list of tables");
        }
        let tables = list.iter().enumerate().map(|(at, table)| Self {
            file: self.file,
            path: format!("{}[{at}]", self.at(key)),
            table: table.as_table(),
        });
        tables.collect()
    }

    /// A number in a range that may be missing.
    pub(super) fn maybe_number(
        &self,
        key: &str,
        range: RangeInclusive<u8>,
        problems: &mut Vec<TableProblem>,
    ) -> Option<u8> {
        let value = self.value(key)?;
        let number = value
            .as_integer()
            .and_then(|number| u8::try_from(number).ok());
        let number = number.filter(|number| range.contains(number));
        if number.is_none() {
            let (least, most) = (range.start(), range.end());
            let message = format!("is not a number from {least} to {most}");
            self.complain(problems, key, message);
        }
        number
    }

    /// A number in a range.
    pub(super) fn number(
        &self,
        key: &str,
        range: RangeInclusive<u8>,
        problems: &mut Vec<TableProblem>,
    ) -> u8 {
        self.needed(key, problems);
        let least = *range.start();
        self.maybe_number(key, range, problems).unwrap_or(least)
    }

    /// A number of columns up or down that may be missing; never 0.
    pub(super) fn maybe_shift(
        &self,
        key: &str,
        most: u8,
        problems: &mut Vec<TableProblem>,
    ) -> Option<i8> {
        let value = self.value(key)?;
        let number = value
            .as_integer()
            .and_then(|number| i8::try_from(number).ok());
        let number = number.filter(|number| *number != 0 && number.unsigned_abs() <= most);
        if number.is_none() {
            let message = format!("is no number of columns from -{most} to {most}, 0 aside");
            self.complain(problems, key, message);
        }
        number
    }

    /// Complains of a key that is missing in a table that is there.
    fn needed(&self, key: &str, problems: &mut Vec<TableProblem>) {
        if self.table.is_some() && self.value(key).is_none() {
            self.complain(problems, key, "is missing");
        }
    }

    /// `true` or `false`; `false` if it is missing.
    pub(super) fn flag(&self, key: &str, problems: &mut Vec<TableProblem>) -> bool {
        let Some(value) = self.value(key) else {
            return false;
        };
        value.as_bool().unwrap_or_else(|| {
            self.complain(problems, key, "is neither true nor false");
            false
        })
    }

    /// A text; blank if it is missing.
    pub(super) fn text(&self, key: &str, problems: &mut Vec<TableProblem>) -> &'a str {
        self.needed(key, problems);
        let Some(value) = self.value(key) else {
            return "";
        };
        value.as_str().unwrap_or_else(|| {
            self.complain(problems, key, "is no text");
            ""
        })
    }

    /// The texts of a list; none if it is missing.
    pub(super) fn texts(&self, key: &str, problems: &mut Vec<TableProblem>) -> Vec<&'a str> {
        let Some(value) = self.value(key) else {
            return Vec::new();
        };
        let list = value.as_array().map_or(&[][..], Vec::as_slice);
        let texts: Vec<_> = list.iter().filter_map(Value::as_str).collect();
        if value.as_array().is_none() || texts.len() < list.len() {
            self.complain(problems, key, "is no list of texts");
        }
        texts
    }

    /// A word of a vocabulary.
    pub(super) fn word<T: Copy>(
        &self,
        key: &str,
        words: engine::sheet::Vocabulary<T>,
        instead: T,
        problems: &mut Vec<TableProblem>,
    ) -> T {
        let text = self.text(key, problems);
        match text {
            "" => instead,
            _ => self.parsed(key, text, words, problems).unwrap_or(instead),
        }
    }

    /// A list of words of a vocabulary.
    pub(super) fn words<T: Copy>(
        &self,
        key: &str,
        words: engine::sheet::Vocabulary<T>,
        problems: &mut Vec<TableProblem>,
    ) -> Vec<T> {
        let texts = self.texts(key, problems).into_iter();
        texts
            .filter_map(|text| self.parsed(key, text, words, problems))
            .collect()
    }

    fn parsed<T: Copy>(
        &self,
        key: &str,
        text: &str,
        (what, parse, words): engine::sheet::Vocabulary<T>,
        problems: &mut Vec<TableProblem>,
    ) -> Option<T> {
        let value = parse(text);
        if value.is_none() {
            let hint = nearest(text, words())
                .map_or_else(String::new, |word| format!("; did you mean '{word}'?"));
            self.complain(problems, key, format!("unknown {what} '{text}'{hint}"));
        }
        value
    }

    /// The value of a switch as a word.
    pub(super) fn switch(&self, switch: Switch, problems: &mut Vec<TableProblem>) -> Option<usize> {
        let key = switch.word();
        let word = match self.value(key)? {
            Value::Boolean(true) => "yes",
            Value::Boolean(false) => "no",
            Value::String(word) => word,
            _ => "",
        };
        let values = switch.values();
        let found = values.iter().position(|value| *value == word);
        if found.is_none() {
            let told = values.map(|value| match value {
                "yes" => "true".to_owned(),
                "no" => "false".to_owned(),
                word => format!("\"{word}\""),
            });
            self.complain(
                problems,
                key,
                format!("is neither {} nor {}", told[0], told[1]),
            );
        }
        found
    }
}
