//! Reading documents quickly: straight from the text, without building a tree of values.
//!
//! Whatever is unusual, be it wrong or not, makes it give up. What is wrong, and in which words, is
//! said by the thorough reader only.

use super::layout::{Content, Document};
use super::{Entry, Form, Game, Kind, Names, Reader, Shape};
use crate::json::Text;
use crate::names::Word;

/// The most keys one object may have for a quick reader.
const WIDTH: usize = 10;

/// Which keys an object has had; none may stand twice.
#[derive(Debug, Default)]
pub struct Seen(crate::board::BitSet<WIDTH>);

impl Seen {
    /// A key of an object; `None` if it is there already.
    #[inline]
    pub fn once(&mut self, key: usize) -> Option<()> {
        let new = key < 64 * WIDTH && !self.0.contains(key);
        self.0.insert(key);
        new.then_some(())
    }
}

impl<G: Game> Document<G> {
    /// Reads the object that comes next in a text; `None` = something unusual.
    pub fn read_quickly(&self, reader: &mut impl Reader<G>, text: &mut Text<'_>) -> Option<()> {
        let mut seen = Seen::default();
        let mut items = text.open(b'{')?;
        while text.more(&mut items)? {
            let key = self.lookup.find(text.key()?)?;
            seen.once(key)?;
            match &self.parts.get(key)?.content {
                Content::Entry(entry) => entry.read_quickly(reader, text)?,
                Content::Object(group, inner) => {
                    // What others may rest on could come too late.
                    if group.needs.is_some() {
                        return None;
                    }
                    inner.read_quickly(reader, text)?;
                }
            }
        }
        Some(())
    }
}

/// Reads an object with some of these keys.
pub fn keyed(
    text: &mut Text<'_>,
    keys: &[Word],
    mut value: impl FnMut(&mut Text<'_>, usize) -> Option<()>,
) -> Option<()> {
    let mut seen = Seen::default();
    let mut items = text.open(b'{')?;
    while text.more(&mut items)? {
        let key = text.key()?;
        let key = keys.iter().position(|known| *known == key)?;
        seen.once(key)?;
        value(text, key)?;
    }
    Some(())
}

impl<G: Game> Entry<G> {
    fn read_quickly(&self, reader: &mut impl Reader<G>, text: &mut Text<'_>) -> Option<()> {
        match &self.shape {
            Shape::Own(own) => reader.read_own_quickly(*own, text)?,
            Shape::Agenda(kinds) => self.read_agenda_quickly(*kinds, reader, text)?,
            Shape::One(form) => {
                let stored = form.read_quickly(reader.names(), text)?;
                self.put(reader, 0, stored);
            }
            Shape::Marks(table, mark) => {
                let mut items = text.open(b'[')?;
                while text.more(&mut items)? {
                    let at = reader.names().find(*table, text.word()?)?;
                    let before = reader.get(self.cell(at)?);
                    self.put(reader, at, mark.joined(before)?);
                }
            }
            Shape::ByName(table, form) => {
                let mut seen = Seen::default();
                let mut items = text.open(b'{')?;
                while text.more(&mut items)? {
                    let at = reader.names().find(*table, text.key()?)?;
                    seen.once(at)?;
                    let stored = form.read_quickly(reader.names(), text)?;
                    self.put(reader, at, stored);
                }
            }
            Shape::ByWord(words, form) => keyed(text, words.quick, |text, at| {
                let stored = form.read_quickly(reader.names(), text)?;
                self.put(reader, at, stored);
                Some(())
            })?,
        }
        Some(())
    }
}

impl<G: Game> Form<G> {
    #[inline]
    pub(super) fn read_quickly(&self, names: &impl Names<G>, text: &mut Text<'_>) -> Option<u16> {
        Some(match &self.value {
            Kind::Number(least, most) => self.stored(text.number(*least, *most)?),
            Kind::Word(words) => self.stored(text.word_in(words.quick)?.into()),
            Kind::Set(words) => {
                let mut bits = 0;
                let mut items = text.open(b'[')?;
                while text.more(&mut items)? {
                    bits |= 1 << text.word_in(words.quick)?;
                }
                bits
            }
            Kind::Flag => text.flag()?.into(),
            Kind::Name(table) => {
                let number = names.find(*table, text.word()?)?;
                self.stored(i32::try_from(number).ok()?)
            }
        })
    }
}
