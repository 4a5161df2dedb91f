//! What the law is told of cells.

use super::layout::{Content, Document};
use super::{Entry, Form, Game, Kind, Names, Shape};
use std::fmt::{self, Display, Write as _};

// Writing to a string cannot fail.
macro_rules! fact {
    ($text:expr, $($arg:tt)*) => {{ let _ = writeln!($text, $($arg)*); }};
}

/// What is asked for facts: the tables, the cells, and what the game tells by itself.
struct Teller<'a, N, C, A, O> {
    names: &'a N,
    get: C,
    any_from: A,
    own: O,
}

/// A value as a term.
pub(super) enum Term<'a> {
    Number(i32),
    Word(&'a str),
}

impl Display for Term<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Word(word) => f.write_str(word),
        }
    }
}

impl<G: Game> Document<G> {
    /// Adds the facts of the entries that have any, in their order: `get` reads the cells,
    /// `any_from` tells whether any from one on of its kind keeps a number, `own` adds what the
    /// game tells by itself.
    pub fn facts(
        &self,
        names: &impl Names<G>,
        get: impl Fn(G::Cell) -> u16,
        any_from: impl Fn(G::Cell) -> bool,
        own: impl Fn(G::Own, &mut String),
        text: &mut String,
    ) {
        let teller = Teller {
            names,
            get,
            any_from,
            own,
        };
        teller.object(self, text);
    }
}

impl<N, C, A, O> Teller<'_, N, C, A, O> {
    fn object<G: Game>(&self, document: &Document<G>, text: &mut String)
    where
        N: Names<G>,
        C: Fn(G::Cell) -> u16,
        A: Fn(G::Cell) -> bool,
        O: Fn(G::Own, &mut String),
    {
        for part in &document.parts {
            match &part.content {
                Content::Object(_, inner) => self.object(inner, text),
                Content::Entry(entry) => match &entry.shape {
                    Shape::Own(own) => (self.own)(*own, text),
                    // Most tables have nothing to tell.
                    Shape::Marks(..) | Shape::ByName(..)
                        if !entry.cell(0).is_some_and(&self.any_from) => {}
                    _ => entry.facts(self.names, &self.get, text),
                },
            }
        }
    }
}

impl<G: Game> Entry<G> {
    fn facts(&self, names: &impl Names<G>, get: &impl Fn(G::Cell) -> u16, text: &mut String) {
        let Some(fact) = self.fact else {
            return;
        };
        let number = |at: usize| self.cell(at).map_or(0, get);
        match &self.shape {
            Shape::One(form) => match (number(0), &form.value) {
                (0, _) if self.fact_if_any => {}
                (stored, Kind::Set(_)) => {
                    for word in form.words_of(stored) {
                        fact!(text, "{fact}({word}).");
                    }
                }
                (stored, Kind::Flag) => {
                    if stored > 0 {
                        fact!(text, "{fact}.");
                    }
                }
                (stored, _) => {
                    if let Some(value) = form.shown(names, stored) {
                        fact!(text, "{fact}({value}).");
                    }
                }
            },
            // The law is told of the lower levels too.
            Shape::Marks(table, mark) => {
                for at in 0..names.count(*table) {
                    if mark.includes(number(at))
                        && let Some(name) = names.name(*table, at)
                    {
                        fact!(text, "{fact}({name}).");
                    }
                }
            }
            Shape::ByName(table, form) => {
                for at in 0..names.count(*table) {
                    let stored = number(at);
                    if stored > 0
                        && let Some(name) = names.name(*table, at)
                        && let Some(value) = form.shown(names, stored)
                    {
                        if let Some(mark) = self.mark {
                            fact!(text, "{mark}({name}).");
                        }
                        fact!(text, "{fact}({name},{value}).");
                    }
                }
            }
            Shape::ByWord(words, form) => {
                for (at, word) in words.words.iter().enumerate() {
                    let stored = number(at);
                    if (stored > 0 || !self.fact_if_any)
                        && let Some(value) = form.shown(names, stored)
                    {
                        fact!(text, "{fact}({word},{value}).");
                    }
                }
            }
            Shape::Agenda(kinds) => self.agenda_facts(fact, *kinds, names, get, text),
            Shape::Own(_) => {}
        }
    }
}

impl super::Mark {
    /// Whether a cell has the mark, or a higher level.
    const fn includes(self, number: u16) -> bool {
        match self {
            Self::Highest(level) => number >= level,
            _ => self.is_in(number),
        }
    }
}

impl<G: Game> Form<G> {
    pub(super) fn shown<'a>(&self, names: &'a impl Names<G>, stored: u16) -> Option<Term<'a>> {
        let value = self.value(stored);
        let at = usize::try_from(value).ok();
        match &self.value {
            Kind::Number(..) => Some(Term::Number(value)),
            Kind::Word(words) => words.words.get(at?).copied().map(Term::Word),
            Kind::Name(table) => names.name(*table, at?).map(Term::Word),
            Kind::Set(_) | Kind::Flag => None,
        }
    }
}
