//! Reading documents thoroughly: what is wrong is told by its field.

use super::layout::{Content, Document};
use super::{Entry, Form, Game, Kind, Names, Reader, Shape};
use crate::error::{Error, Result};
use crate::json::{flag, ids, number, number_of, object, string};
use serde_json::{Map, Value};

impl<G: Game> Document<G> {
    /// Reads a document, which `what` calls if a key is unknown.
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the field: unknown keys or names, wrong types.
    pub fn read(
        &self,
        reader: &mut impl Reader<G>,
        what: &str,
        document: &Map<String, Value>,
    ) -> Result<()> {
        self.known(what, document)?;
        for (key, value) in document {
            self.part(reader, key, key, value)?;
        }
        Ok(())
    }

    fn known(&self, field: &str, object: &Map<String, Value>) -> Result<()> {
        match object
            .keys()
            .find(|key| !self.keys().any(|known| known == *key))
        {
            Some(unknown) => Err(Error::unknown(field, "key", unknown, self.keys())),
            None => Ok(()),
        }
    }

    /// Reads a key, which `field` calls if something is wrong with it.
    fn part(
        &self,
        reader: &mut impl Reader<G>,
        key: &str,
        field: &str,
        value: &Value,
    ) -> Result<()> {
        let Some(part) = self.parts.iter().find(|part| part.key == key) else {
            return Ok(());
        };
        let (group, inner) = match &part.content {
            Content::Entry(entry) => return entry.read(reader, field, value),
            Content::Object(group, inner) => (group, inner),
        };
        let object = object(field, value)?;
        inner.known(field, object)?;
        // What the others may rest on comes first.
        if let Some(first) = group.needs {
            let Some(value) = object.get(first) else {
                return Err(Error::bad(field, format!("lacks its '{first}'")));
            };
            inner.part(reader, first, &format!("{field}.{first}"), value)?;
        }
        let rest = object
            .iter()
            .filter(|(key, _)| Some(key.as_str()) != group.needs);
        for (key, value) in rest {
            inner.part(reader, key, &format!("{field}.{key}"), value)?;
        }
        Ok(())
    }
}

impl<G: Game> Entry<G> {
    fn read(&self, reader: &mut impl Reader<G>, field: &str, value: &Value) -> Result<()> {
        match &self.shape {
            Shape::Own(own) => reader.read_own(*own, field, value)?,
            Shape::Agenda(kinds) => self.read_agenda(*kinds, reader, field, value)?,
            Shape::One(form) => {
                let stored = form.read(reader.names(), field, value)?;
                self.put(reader, 0, stored);
            }
            Shape::Marks(table, mark) => {
                for (field, id) in ids(field, value)? {
                    let at = reader.names().number(*table, &field, id)?;
                    let before = self.cell(at).map_or(0, |cell| reader.get(cell));
                    let Some(stored) = mark.joined(before) else {
                        let message = format!("'{id}' stands here and elsewhere");
                        return Err(Error::bad(field, message));
                    };
                    self.put(reader, at, stored);
                }
            }
            Shape::ByName(table, form) => {
                for (id, value) in object(field, value)? {
                    let field = format!("{field}.{id}");
                    let at = reader.names().number(*table, &field, id)?;
                    let stored = form.read(reader.names(), &field, value)?;
                    self.put(reader, at, stored);
                }
            }
            Shape::ByWord(words, form) => {
                for (word, value) in object(field, value)? {
                    let at = number_of(field, word, words)?;
                    let stored = form.read(reader.names(), &format!("{field}.{word}"), value)?;
                    self.put(reader, at.into(), stored);
                }
            }
        }
        Ok(())
    }

    #[inline]
    pub(super) fn put(&self, reader: &mut impl Reader<G>, at: usize, stored: u16) {
        if let Some(cell) = self.cell(at) {
            reader.put(cell, stored);
        }
    }
}

impl<G: Game> Form<G> {
    /// What a cell stores of a value.
    pub(super) fn read(&self, names: &impl Names<G>, field: &str, value: &Value) -> Result<u16> {
        Ok(match &self.value {
            Kind::Number(least, most) => self.stored(number(field, value, *least, *most)?),
            Kind::Word(words) => {
                self.stored(number_of(field, string(field, value)?, words)?.into())
            }
            Kind::Set(words) => {
                let mut bits = 0;
                for (field, word) in ids(field, value)? {
                    bits |= 1 << number_of(&field, word, words)?;
                }
                bits
            }
            Kind::Flag => flag(field, value)?.into(),
            Kind::Name(table) => {
                let number = names.number(*table, field, string(field, value)?)?;
                self.stored(i32::try_from(number).unwrap_or(0))
            }
        })
    }
}
