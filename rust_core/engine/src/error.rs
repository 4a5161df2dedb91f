//! What can be wrong with input, in the words the user will read.

use std::fmt;

/// Everything the library refuses.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Text or bytes that cannot be read as what they claim to be.
    #[error("{field}: {message}{}", hint(.suggestion.as_deref()))]
    BadInput {
        /// Where in the input.
        field: String,
        /// What is wrong there.
        message: String,
        /// The nearest valid choice, if one is near.
        suggestion: Option<String>,
    },
    /// Tables that contradict themselves; every problem found.
    #[error("the tables are not consistent:\n{}", listed(.0))]
    BadTables(Vec<TableProblem>),
    /// A set-up that is no position; every problem found.
    #[error("not a legal position:\n{}", listed(.0))]
    InvalidSetup(Vec<Problem>),
}

/// The usual result of this library.
pub type Result<T> = std::result::Result<T, Error>;

/// Something wrong in a table: file, row (the header is row 1), column, and what.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableProblem {
    /// The file's name, such as `spaces.csv`.
    pub file: String,
    /// The row in the file, counting the header as 1; 0 if the whole file is meant.
    pub row: u64,
    /// The column's name; empty if the whole row is meant.
    pub column: String,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TableProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.row > 0 {
            write!(f, " row {}", self.row)?;
        }
        if !self.column.is_empty() {
            write!(f, " column {}", self.column)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// Something that keeps a set-up from being a position. `code` is stable.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The stable name of the kind of problem, such as `too_many_units`.
    pub code: &'static str,
    /// Where in the set-up.
    pub field: String,
    /// What is wrong, in one sentence.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} [{}]: {}", self.field, self.code, self.message)
    }
}

impl Error {
    /// Bad input without a suggestion.
    pub fn bad(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self::BadInput {
            field: field.into(),
            message: message.into(),
            suggestion: None,
        }
    }

    /// Bad input where an unknown word stands; the nearest of `valid` becomes the suggestion.
    pub fn unknown<'a>(
        field: impl Into<String>,
        what: &str,
        word: &str,
        valid: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let shown = crate::names::shown(word);
        let valid: Vec<&str> = valid.into_iter().collect();
        let suggestion = crate::names::nearest(word, valid.iter().copied());
        let mut message = format!("unknown {what} '{shown}'");
        // Where nothing is like it, a few are told.
        if suggestion.is_none() && (1..=FEW).contains(&valid.len()) {
            message += &format!(", which is none of {}", valid.join(", "));
        }
        Self::BadInput {
            field: field.into(),
            message,
            suggestion,
        }
    }
}

/// So many valid words are told where none is like the one that was given.
const FEW: usize = 8;

fn hint(suggestion: Option<&str>) -> String {
    suggestion.map_or_else(String::new, |word| format!("; did you mean '{word}'?"))
}

fn listed<T: fmt::Display>(items: &[T]) -> String {
    items
        .iter()
        .map(|item| format!("  {item}"))
        .collect::<Vec<_>>()
        .join("\n")
}
