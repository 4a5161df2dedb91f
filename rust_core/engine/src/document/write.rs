//! Writing documents.

use super::layout::{Content, Document};
use super::{Entry, Form, Game, Kind, Names, Shape};
use serde_json::{Map, Value, json};

/// What is asked for writing: the tables, the cells, and what the game tells by itself.
struct Writer<'a, N, C, O> {
    names: &'a N,
    get: C,
    own: O,
}

impl<G: Game> Document<G> {
    /// The document of a state: `get` reads its cells, `own` tells what the game tells by itself.
    pub fn write(
        &self,
        names: &impl Names<G>,
        get: impl Fn(G::Cell) -> u16,
        own: impl Fn(G::Own) -> Option<Value>,
    ) -> Map<String, Value> {
        Writer { names, get, own }.object(self)
    }
}

impl<N, C, O> Writer<'_, N, C, O> {
    fn object<G: Game>(&self, document: &Document<G>) -> Map<String, Value>
    where
        N: Names<G>,
        C: Fn(G::Cell) -> u16,
        O: Fn(G::Own) -> Option<Value>,
    {
        let mut object = Map::new();
        for part in &document.parts {
            let value = match &part.content {
                Content::Entry(entry) => self.entry(entry),
                Content::Object(group, document) => Some(self.object(document))
                    .filter(|object| !object.is_empty())
                    .filter(|object| group.needs.is_none_or(|key| object.contains_key(key)))
                    .map(Value::from),
            };
            if let Some(value) = value {
                object.insert(part.key.to_owned(), value);
            }
        }
        object
    }

    /// The value of a key; `None` if it is left out.
    fn entry<G: Game>(&self, entry: &Entry<G>) -> Option<Value>
    where
        N: Names<G>,
        C: Fn(G::Cell) -> u16,
        O: Fn(G::Own) -> Option<Value>,
    {
        let number = |at: usize| entry.cell(at).map_or(0, &self.get);
        match &entry.shape {
            Shape::One(form) => match number(0) {
                0 if entry.if_any => None,
                stored => self.value(form, stored),
            },
            Shape::Marks(table, mark) => {
                let marked = (0..self.names.count(*table)).filter(|at| mark.is_in(number(*at)));
                let marked: Vec<_> = marked
                    .filter_map(|at| self.names.name(*table, at))
                    .collect();
                (!entry.if_any || !marked.is_empty()).then(|| json!(marked))
            }
            Shape::ByName(table, form) => {
                let mut object = Map::new();
                for at in 0..self.names.count(*table) {
                    let stored = number(at);
                    if stored > 0
                        && let Some(name) = self.names.name(*table, at)
                        && let Some(value) = self.value(form, stored)
                    {
                        object.insert(name.to_owned(), value);
                    }
                }
                (!entry.if_any || !object.is_empty()).then(|| object.into())
            }
            Shape::ByWord(words, form) => {
                let mut object = Map::new();
                for (at, word) in words.words.iter().enumerate() {
                    let stored = number(at);
                    if (stored > 0 || !entry.if_any)
                        && let Some(value) = self.value(form, stored)
                    {
                        object.insert((*word).to_owned(), value);
                    }
                }
                (!entry.if_any || !object.is_empty()).then(|| object.into())
            }
            Shape::Agenda(kinds) => {
                let value = |form: &Form<G>, stored| self.value(form, stored);
                Some(entry.write_agenda(*kinds, &self.get, value))
            }
            Shape::Own(own) => (self.own)(*own),
        }
    }

    fn value<G: Game>(&self, form: &Form<G>, stored: u16) -> Option<Value>
    where
        N: Names<G>,
    {
        let value = form.value(stored);
        let at = usize::try_from(value).unwrap_or(usize::MAX);
        Some(match &form.value {
            Kind::Number(..) => value.into(),
            Kind::Word(words) => words.words.get(at).copied().unwrap_or_default().into(),
            Kind::Set(_) => form.words_of(stored).collect::<Vec<_>>().into(),
            Kind::Flag => (stored > 0).into(),
            Kind::Name(_) if stored == 0 => return None,
            Kind::Name(table) => self.names.name(*table, at)?.into(),
        })
    }
}

impl<G: Game> Form<G> {
    /// The words of a set.
    pub(super) fn words_of(&self, stored: u16) -> impl Iterator<Item = &'static str> + use<G> {
        let words = match self.value {
            Kind::Set(words) => words.words,
            _ => &[],
        };
        (0..16)
            .filter(move |at| stored >> at & 1 > 0)
            .filter_map(|at| words.get(at).copied())
    }
}
