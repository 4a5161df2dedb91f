//! The words of orders, and what each of them means: one look into one table.

use super::{Form, MOST_FIELDS, Of, Shape, Shorthand};
use crate::names::{Lookup, Word};
use std::collections::HashMap;

/// How many kinds of names quick readers know.
pub(super) const KINDS: usize = 4;
/// The number of nothing.
const NOTHING: u16 = u16::MAX;

/// The number of a word of the language.
pub(super) type Keyword = u8;

/// What a word means: names, a word of the language, or several of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    names: [u16; KINDS],
    /// The word of the language.
    pub(super) keyword: Option<Keyword>,
}

impl Entry {
    const NONE: Self = Self {
        names: [NOTHING; KINDS],
        keyword: None,
    };

    /// What it names among names of a kind.
    #[inline(always)]
    pub(super) fn name(&self, kind: usize) -> Option<usize> {
        let name = self.names.get(kind).copied().unwrap_or(NOTHING);
        (name != NOTHING).then_some(usize::from(name))
    }
}

/// What a field names, for quick readers.
#[derive(Debug, Clone)]
pub(super) enum QuickOf {
    /// A kind of names.
    Name(usize),
    /// Words, in their order.
    Word(Vec<Keyword>),
}

/// How a field is given, for quick readers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum QuickShape {
    One,
    Each,
    After(Keyword, bool),
    Set(Keyword),
    /// Whether gaps are filled in, and how many places it may have.
    Path(bool, usize),
}

/// A field of an order, for quick readers.
#[derive(Debug, Clone)]
pub(super) struct QuickField {
    pub(super) key: Keyword,
    pub(super) of: QuickOf,
    pub(super) shape: QuickShape,
}

/// A word that is short for other orders, for quick readers.
#[derive(Debug, Clone, Copy)]
pub(super) struct QuickShorthand {
    pub(super) word: Keyword,
    /// The verb of the orders that it stands for.
    pub(super) others: Keyword,
    pub(super) many: bool,
}

/// A row of the table, for quick readers.
#[derive(Debug, Clone)]
pub(super) struct QuickForm {
    pub(super) fields: Vec<QuickField>,
    pub(super) shorthands: Vec<QuickShorthand>,
    /// Whether words may follow that say what comes after them.
    pub(super) after: bool,
    /// The keys that must be given, and all that may be, as bits.
    pub(super) needed: u8,
    pub(super) known: u8,
}

/// Every word that means something in orders, for quick readers.
#[derive(Debug)]
pub struct Lexicon {
    lookup: Lookup,
    entries: Vec<Entry>,
    /// By keyword: the rows that it begins.
    verbs: Vec<Vec<u8>>,
    pub(super) forms: Vec<QuickForm>,
    pub(super) order: Keyword,
    pub(super) pass: Keyword,
    pub(super) via: Keyword,
    pub(super) directly: Keyword,
}

/// The words of the language, numbered as they come.
#[derive(Default)]
struct Keywords(Vec<&'static str>);

impl Keywords {
    fn number(&mut self, word: &'static str) -> Keyword {
        let known = self.0.iter().position(|known| *known == word);
        let at = known.unwrap_or_else(|| {
            self.0.push(word);
            self.0.len() - 1
        });
        Keyword::try_from(at).unwrap_or(Keyword::MAX)
    }
}

impl Lexicon {
    /// The words of a table, and the names of each kind: words and what they name, what comes later
    /// going before what came earlier. Words too long for quick readers are left out.
    #[must_use]
    pub fn new(
        forms: &'static [Form],
        shorthands: &'static [Shorthand],
        names: &[Vec<(String, Option<usize>)>],
    ) -> Self {
        let mut keywords = Keywords::default();
        let order = keywords.number(super::json::ORDER);
        let pass = keywords.number(super::PASS);
        let via = keywords.number(super::text::VIA);
        let directly = keywords.number(super::text::DIRECTLY);
        let quick = |keywords: &mut Keywords, form: &'static Form| {
            let mut fields = Vec::new();
            let (mut needed, mut known) = (0, 0);
            for (at, field) in form.fields.iter().take(MOST_FIELDS).enumerate() {
                let bit = 1_u8 << at;
                known |= bit;
                let shape = match field.shape {
                    Shape::One => QuickShape::One,
                    Shape::Each => QuickShape::Each,
                    Shape::After { word, needed } => {
                        QuickShape::After(keywords.number(word), needed)
                    }
                    Shape::Set { word } => QuickShape::Set(keywords.number(word)),
                    Shape::Path { filled, most } => QuickShape::Path(filled, most),
                };
                if !matches!(shape, QuickShape::Set(_) | QuickShape::After(_, false)) {
                    needed |= bit;
                }
                let of = match field.of {
                    Of::Name(kind) => QuickOf::Name(kind),
                    Of::Word(words) => {
                        let numbers = words.words.iter().map(|word| keywords.number(word));
                        QuickOf::Word(numbers.collect())
                    }
                };
                fields.push(QuickField {
                    key: keywords.number(field.key),
                    of,
                    shape,
                });
            }
            let follows = |field: &QuickField| {
                matches!(field.shape, QuickShape::After(..) | QuickShape::Set(_))
            };
            let mut short_for = |short: &'static Shorthand| QuickShorthand {
                word: keywords.number(short.word),
                others: keywords.number(short.others),
                many: short.many,
            };
            let own = shorthands.iter().filter(|short| short.verb == form.verb);
            let shorthands: Vec<_> = own.map(&mut short_for).collect();
            QuickForm {
                after: fields.iter().any(follows) || !shorthands.is_empty(),
                fields,
                shorthands,
                needed,
                known,
            }
        };
        let table = forms
            .iter()
            .map(|form| quick(&mut keywords, form))
            .collect();
        let mut verbs: Vec<Vec<u8>> = Vec::new();
        for (row, form) in forms.iter().enumerate() {
            let at = usize::from(keywords.number(form.verb));
            verbs.resize(verbs.len().max(at + 1), Vec::new());
            verbs[at].push(u8::try_from(row).unwrap_or(u8::MAX));
        }
        let mut entries: HashMap<&str, Entry> = HashMap::new();
        for (number, word) in (0..).zip(&keywords.0) {
            entries.entry(word).or_insert(Entry::NONE).keyword = Some(number);
        }
        for (kind, words) in names.iter().enumerate().take(KINDS) {
            for (word, at) in words {
                let number = at.and_then(|at| u16::try_from(at).ok()).unwrap_or(NOTHING);
                entries.entry(word).or_insert(Entry::NONE).names[kind] = number;
            }
        }
        // The order of a hash map is no order.
        let mut entries: Vec<_> = entries.into_iter().collect();
        entries.retain(|(word, _)| Word::new(word).is_some());
        entries.sort_unstable_by_key(|(word, _)| *word);
        Self {
            lookup: Lookup::new(entries.iter().map(|(word, _)| *word)),
            entries: entries.into_iter().map(|(_, entry)| entry).collect(),
            verbs,
            forms: table,
            order,
            pass,
            via,
            directly,
        }
    }

    /// What a word in lower case means; nothing if that takes a closer look.
    #[inline(always)]
    pub(super) fn find(&self, word: Word) -> Option<&Entry> {
        self.entries.get(self.lookup.find(word)?)
    }

    /// The first row that a verb begins, of those that are taken.
    #[inline(always)]
    pub(super) fn row(&self, verb: Keyword, taken: u64) -> Option<usize> {
        let rows = self.verbs.get(usize::from(verb))?;
        let rows = rows.iter().map(|row| usize::from(*row));
        rows.into_iter().find(|row| taken >> row & 1 == 1)
    }
}

impl QuickField {
    /// What a word names here.
    #[inline(always)]
    pub(super) fn read(&self, entry: &Entry) -> Option<usize> {
        match &self.of {
            QuickOf::Name(kind) => entry.name(*kind),
            QuickOf::Word(words) => {
                let keyword = entry.keyword?;
                words.iter().position(|word| *word == keyword)
            }
        }
    }
}
