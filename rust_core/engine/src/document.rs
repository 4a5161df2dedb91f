//! Documents of positions: how the cells of a state are told in JSON, and to the law.
//!
//! What is told of a cell stands where the cell is declared ([`state!`](crate::state!)): an
//! [`Entry`] for each key, built by [`field`]. Writing, reading (thoroughly, and quickly), the JSON
//! Schema and the facts all follow from it. What no shape fits is told by functions of the game: the
//! entry only names it ([`own`]), and the game's `match` over those names can forget none.

mod agenda;
mod facts;
mod layout;
mod quick;
mod read;
mod schema;
mod write;

pub use agenda::{Arg, FrameKind, arg};
pub use layout::{Document, Group, Layout};
pub use quick::{Seen, keyed};

use crate::error::Result;
use crate::json::Text;
use crate::names::{Word, WordList};
use serde_json::Value;

/// Added to numbers that may be negative, so that an absent one can be 0.
pub const BIAS: i32 = 0x4000;

/// What documents of a game's state are made of.
pub trait Game: Sized + 'static {
    /// Its cells.
    type Cell: Copy + 'static;
    /// Its tables of names.
    type Table: Copy + 'static;
    /// What it tells by functions of its own.
    type Own: Copy + 'static;

    /// How the schema calls the names of a table, in `$defs`.
    fn definition(table: Self::Table) -> &'static str;
}

/// The names of a game's tables.
pub trait Names<G: Game> {
    /// How many names a table has.
    fn count(&self, table: G::Table) -> usize;

    /// The name of a number.
    fn name(&self, table: G::Table, number: usize) -> Option<&str>;

    /// The number of a name.
    ///
    /// # Errors
    /// [`Error::BadInput`](crate::error::Error::BadInput) with the nearest name.
    fn number(&self, table: G::Table, field: &str, name: &str) -> Result<usize>;

    /// The number of a name, quickly; it need not find every name.
    fn find(&self, table: G::Table, name: Word) -> Option<usize>;
}

/// A game's reader of documents: puts what it reads into the cells.
pub trait Reader<G: Game> {
    /// Its names.
    type Names: Names<G>;

    /// The tables.
    fn names(&self) -> &Self::Names;

    /// The number in a cell.
    fn get(&self, cell: G::Cell) -> u16;

    /// Puts a number into a cell.
    fn put(&mut self, cell: G::Cell, number: u16);

    /// Reads what the game tells by itself.
    ///
    /// # Errors
    /// [`Error::BadInput`](crate::error::Error::BadInput) naming the field.
    fn read_own(&mut self, own: G::Own, field: &str, value: &Value) -> Result<()>;

    /// Reads it from a text; `None` = too unusual for quick readers.
    fn read_own_quickly(&mut self, own: G::Own, text: &mut Text<'_>) -> Option<()>;
}

/// A key of a document, and what stands there.
pub struct Entry<G: Game> {
    /// The key; a dot stands between the key of an object and one in it.
    pub key: &'static str,
    /// What it is, for the schema.
    pub about: &'static str,
    shape: Shape<G>,
    /// Whether it is left out where there is nothing to tell.
    if_any: bool,
    fact: Option<&'static str>,
    /// Whether 0 is nothing to tell the law.
    fact_if_any: bool,
    mark: Option<&'static str>,
    over: Option<G::Table>,
    cell: Option<Place<G>>,
}

/// A kind of cell, and which of them it is; or the first of several.
type Place<G> = (fn(usize) -> <G as Game>::Cell, usize);

/// What the value of a key looks like.
pub enum Shape<G: Game> {
    /// The number of one cell.
    One(Form<G>),
    /// The names of a table whose cells have a mark.
    Marks(G::Table, Mark),
    /// An object: names of a table, and what stands in their cells where that is not 0.
    ByName(G::Table, Form<G>),
    /// An object: words, and what stands in their cells.
    ByWord(WordList, Form<G>),
    /// The frames of an agenda.
    Agenda(agenda::Kinds<G>),
    /// The game's own business.
    Own(G::Own),
}

/// What the number of a cell looks like in a document.
pub struct Form<G: Game> {
    value: Kind<G>,
    /// What is added to it in the cell.
    added: i32,
    /// Whether 0 is nothing to tell, whatever is added.
    but_zero: bool,
}

enum Kind<G: Game> {
    Number(i32, i32),
    Word(WordList),
    Set(WordList),
    Flag,
    Name(G::Table),
}

/// When a cell has a mark, and what the cell is when it gets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// One bit of several.
    Bit(u16),
    /// This level or a higher one.
    Level(u16),
    /// This level; a cell that gets several keeps the highest.
    Highest(u16),
    /// This number; a cell cannot get two.
    Only(u16),
}

impl Mark {
    #[inline]
    const fn is_in(self, number: u16) -> bool {
        match self {
            Self::Bit(bit) => number & bit > 0,
            Self::Level(level) => number >= level,
            Self::Highest(level) | Self::Only(level) => number == level,
        }
    }

    /// The number of a cell that gets the mark; `None` if it cannot.
    #[inline]
    fn joined(self, number: u16) -> Option<u16> {
        match self {
            Self::Bit(bit) => Some(number | bit),
            Self::Level(level) | Self::Highest(level) => Some(number.max(level)),
            Self::Only(only) => (number == 0 || number == only).then_some(only),
        }
    }
}

impl<G: Game> Copy for Entry<G> {}
impl<G: Game> Clone for Entry<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Shape<G> {}
impl<G: Game> Clone for Shape<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Form<G> {}
impl<G: Game> Clone for Form<G> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<G: Game> Copy for Kind<G> {}
impl<G: Game> Clone for Kind<G> {
    fn clone(&self) -> Self {
        *self
    }
}

/// A key, and what stands there.
#[must_use]
pub const fn field<G: Game>(key: &'static str, shape: Shape<G>) -> Entry<G> {
    Entry {
        key,
        about: "",
        shape,
        if_any: false,
        fact: None,
        fact_if_any: false,
        mark: None,
        over: None,
        cell: None,
    }
}

impl<G: Game> Entry<G> {
    /// Says in the schema what it is.
    #[must_use]
    pub const fn about(self, about: &'static str) -> Self {
        Self { about, ..self }
    }

    /// Left out where there is nothing to tell: 0, no marks.
    #[must_use]
    pub const fn if_any(self) -> Self {
        Self {
            if_any: true,
            fact_if_any: true,
            ..self
        }
    }

    /// The law is told so: `fact(VALUE)`, `fact(NAME)` of marks, `fact(NAME,VALUE)` of objects.
    #[must_use]
    pub const fn fact(self, fact: &'static str) -> Self {
        Self {
            fact: Some(fact),
            ..self
        }
    }

    /// As [`Self::fact`], but the law is told nothing of 0, which documents tell.
    #[must_use]
    pub const fn fact_if_any(self, fact: &'static str) -> Self {
        Self {
            fact_if_any: true,
            ..self.fact(fact)
        }
    }

    /// Of an object the law is told besides which names are in it: `fact(NAME)`.
    #[must_use]
    pub const fn mark(self, fact: &'static str) -> Self {
        Self {
            mark: Some(fact),
            ..self
        }
    }

    /// The table that names the cells of what the game tells by functions of its own.
    #[must_use]
    pub const fn over(self, table: G::Table) -> Self {
        Self {
            over: Some(table),
            ..self
        }
    }

    /// The cells it tells of; of those of one number, which.
    #[must_use]
    pub const fn of(self, cell: fn(usize) -> G::Cell, at: usize) -> Self {
        Self {
            cell: Some((cell, at)),
            ..self
        }
    }

    /// The cell of a single name, and the table it is of.
    fn named(&self) -> Option<(G::Cell, G::Table)> {
        match self.shape {
            Shape::One(Form {
                value: Kind::Name(table),
                ..
            }) => Some((self.cell(0)?, table)),
            _ => None,
        }
    }

    /// The cell of a number, word or name.
    fn cell(&self, at: usize) -> Option<G::Cell> {
        let (cell, first) = self.cell?;
        Some(cell(first + at))
    }
}

/// The table that names the cells that these entries tell of.
#[must_use]
pub const fn table_of<G: Game>(entries: &[Entry<G>]) -> Option<G::Table> {
    match entries {
        [] => None,
        [entry, ..] => match entry.shape {
            Shape::Marks(table, _) | Shape::ByName(table, _) => Some(table),
            _ => entry.over,
        },
    }
}

/// The number of one cell.
#[must_use]
pub const fn one<G: Game>(form: Form<G>) -> Shape<G> {
    Shape::One(form)
}

/// The names whose cells have a mark.
#[must_use]
pub const fn marks<G: Game>(table: G::Table, mark: Mark) -> Shape<G> {
    Shape::Marks(table, mark)
}

/// An object of names, and what stands in their cells.
#[must_use]
pub const fn by_name<G: Game>(table: G::Table, form: Form<G>) -> Shape<G> {
    Shape::ByName(table, form)
}

/// An object of words, and what stands in their cells.
#[must_use]
pub const fn by_word<G: Game>(words: WordList, form: Form<G>) -> Shape<G> {
    Shape::ByWord(words, form)
}

/// The agenda: the game's kinds of frames, and how many frames there is room for.
#[must_use]
pub const fn agenda<G: Game>(kinds: &'static [FrameKind<G>], depth: usize) -> Shape<G> {
    Shape::Agenda((kinds, depth))
}

/// What the game tells by functions of its own.
#[must_use]
pub const fn own<G: Game>(own: G::Own) -> Shape<G> {
    Shape::Own(own)
}

const fn form<G: Game>(value: Kind<G>, added: i32) -> Form<G> {
    Form {
        value,
        added,
        but_zero: false,
    }
}

/// A number in a range.
#[must_use]
pub const fn number<G: Game>(least: i32, most: i32) -> Form<G> {
    form(Kind::Number(least, most), 0)
}

/// A word.
#[must_use]
pub const fn word<G: Game>(words: WordList) -> Form<G> {
    form(Kind::Word(words), 0)
}

/// A list of words, each a bit of the number.
#[must_use]
pub const fn set<G: Game>(words: WordList) -> Form<G> {
    form(Kind::Set(words), 0)
}

/// `true` or `false`.
#[must_use]
pub const fn flag<G: Game>() -> Form<G> {
    form(Kind::Flag, 0)
}

/// A name of a table, stored plus one.
#[must_use]
pub const fn name<G: Game>(table: G::Table) -> Form<G> {
    form(Kind::Name(table), 1)
}

impl<G: Game> Form<G> {
    /// Stored plus one, so that 0 can be told from nothing.
    #[must_use]
    pub const fn plus_one(self) -> Self {
        Self { added: 1, ..self }
    }

    /// Stored plus [`BIAS`], for numbers that may be negative.
    #[must_use]
    pub const fn biased(self) -> Self {
        Self {
            added: BIAS,
            ..self
        }
    }

    /// 0 is nothing to tell, though it is not stored as 0.
    #[must_use]
    pub const fn but_zero(self) -> Self {
        Self {
            but_zero: true,
            ..self
        }
    }

    /// What a cell stores of a value.
    fn stored(&self, value: i32) -> u16 {
        if self.but_zero && value == 0 {
            return 0;
        }
        u16::try_from(value + self.added).unwrap_or(0)
    }

    /// The value of what a cell stores; 0 where there is none.
    fn value(&self, stored: u16) -> i32 {
        match stored {
            0 => 0,
            _ => i32::from(stored) - self.added,
        }
    }
}
