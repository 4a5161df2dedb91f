//! Orders: what a game's table says of them gives text, JSON, the law's terms, and quick readers.
//!
//! A game lists its orders with [`orders!`](crate::orders!), and says how names are read
//! ([`Names`]). What it reads comes one order after the other to a [`Draft`], which refuses what
//! could be no order of the move.

mod at;
mod form;
mod json;
mod lexicon;
mod page;
mod quick;
mod quick_json;
mod scan;
mod terms;
mod text;

pub use at::At;
pub use form::{Field, Form, MOST_FIELDS, Of, Order, Shape, Shorthand, Slot, Slots, Term};
pub use json::{LARGEST_JSON, Said, from_json, tell, to_json};
pub use lexicon::Lexicon;
pub use page::page;
pub use quick::Sink;
pub use scan::Scan;
pub use terms::{LARGEST_TERMS, from_terms, to_terms};
pub use text::{LARGEST_TEXT, from_text, to_text};

use crate::error::{Error, Result};

/// The word for no orders at all.
pub const PASS: &str = "pass";

/// The names of a game, by the kinds that its table speaks of.
pub trait Names {
    /// What such a name stands for, as in "a unit is needed".
    fn noun(&self, kind: usize) -> &'static str;
    /// Its id.
    fn id(&self, kind: usize, at: usize) -> &str;
    /// What a word names.
    ///
    /// # Errors
    /// [`Error::BadInput`] with the nearest name.
    fn find(&self, kind: usize, field: &dyn Fn() -> String, word: &str) -> Result<usize>;
}

/// Which rows of the table are taken, as bits, and by what.
#[derive(Debug, Clone, Copy)]
pub struct Taken<'a> {
    /// The rows.
    pub rows: u64,
    /// What is asked, in a word; empty if everything is taken.
    pub asked: &'a str,
}

impl Taken<'_> {
    /// Everything.
    pub const ALL: Self = Taken {
        rows: u64::MAX,
        asked: "",
    };

    /// Whether a row is taken.
    #[must_use]
    pub const fn takes(&self, row: usize) -> bool {
        self.rows >> row & 1 == 1
    }

    /// The words that begin orders, each once.
    #[must_use]
    pub fn verbs(&self, forms: &'static [Form]) -> Vec<&'static str> {
        let mut verbs = Vec::new();
        for (row, form) in forms.iter().enumerate() {
            if self.takes(row) && !verbs.contains(&form.verb) {
                verbs.push(form.verb);
            }
        }
        verbs
    }

    /// The rows of a verb, or what is wrong with it.
    fn rows_of(&self, forms: &'static [Form], field: String, verb: &str) -> Result<Vec<usize>> {
        let of = |row: &usize| forms[*row].verb == verb;
        let (taken, others): (Vec<_>, Vec<_>) = (0..forms.len())
            .filter(of)
            .partition(|row| self.takes(*row));
        if !taken.is_empty() {
            return Ok(taken);
        }
        let verbs = self.verbs(forms);
        if others.is_empty() {
            return Err(Error::unknown(field, "order", verb, verbs));
        }
        let message = format!(
            "'{verb}' does not answer '{}', which asks for: {}",
            self.asked,
            verbs.join(", ")
        );
        Err(Error::bad(field, message))
    }
}

/// Takes orders one after the other.
pub trait Draft<O> {
    /// Adds an order; `direct` if the gaps of its path are not to be filled in.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it could be no order of this move.
    fn add(&mut self, at: At, order: O, direct: bool) -> Result<()>;
}

/// The order of a row, if nothing is missing.
fn made<O: Order>(at: At, row: usize, slots: &mut Slots) -> Result<O> {
    O::of(row, slots).ok_or_else(|| {
        let verb = O::FORMS.get(row).map_or("?", |form| form.verb);
        Error::bad(at.order(), format!("'{verb}' names too little"))
    })
}

impl Of {
    /// What a word names here.
    fn read(self, names: &dyn Names, field: &dyn Fn() -> String, word: &str) -> Result<usize> {
        match self {
            Self::Name(kind) => names.find(kind, field, word),
            Self::Word(known) => {
                let lower = word.to_lowercase();
                let found = known.words.iter().position(|known| *known == lower);
                found.ok_or_else(|| {
                    Error::unknown(field(), known.what, word, known.words.iter().copied())
                })
            }
        }
    }

    /// How it is written.
    fn shown(self, names: &dyn Names, at: usize) -> &str {
        match self {
            Self::Name(kind) => names.id(kind, at),
            Self::Word(known) => known.words.get(at).copied().unwrap_or("?"),
        }
    }

    /// What it is.
    fn what(self, names: &dyn Names) -> &'static str {
        match self {
            Self::Name(kind) => names.noun(kind),
            Self::Word(known) => known.what,
        }
    }

    /// What is needed, as in "a unit".
    fn noun(self, names: &dyn Names) -> String {
        let noun = self.what(names);
        let article = if noun.starts_with(['a', 'e', 'i', 'o']) {
            "an"
        } else {
            "a"
        };
        format!("{article} {noun}")
    }
}

/// Names of a list, sorted by their ids.
fn sorted<'n>(of: Of, names: &'n dyn Names, list: &[usize]) -> Vec<&'n str> {
    let mut ids: Vec<_> = list.iter().map(|at| of.shown(names, *at)).collect();
    ids.sort_unstable();
    ids
}
