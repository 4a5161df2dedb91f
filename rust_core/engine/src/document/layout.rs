//! The keys of a document in their order, those of one object together.

use super::{Entry, Game, Shape};
use crate::names::Lookup;

/// An object of a document whose keys are told by several entries.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// Its key.
    pub key: &'static str,
    /// What it is, for the schema.
    pub about: &'static str,
    /// The key without which there is no such object.
    pub needs: Option<&'static str>,
}

/// What documents look like besides their entries.
#[derive(Debug, Clone, Copy)]
pub struct Layout {
    /// The keys that are written first, in this order; others follow as they are declared.
    pub order: &'static [&'static str],
    /// Objects that there is something to say of.
    pub groups: &'static [Group],
}

/// The entries of a document or of an object in it, ready for use.
pub struct Document<G: Game> {
    pub(super) parts: Vec<Part<G>>,
    pub(super) lookup: Lookup,
    /// The cells that hold the number of a name.
    named: Vec<(G::Cell, G::Table)>,
    /// The entries of agendas.
    agendas: Vec<Entry<G>>,
}

pub(super) struct Part<G: Game> {
    /// The key in its object.
    pub(super) key: &'static str,
    pub(super) content: Content<G>,
}

pub(super) enum Content<G: Game> {
    Entry(Entry<G>),
    Object(Group, Document<G>),
}

impl<G: Game> Document<G> {
    /// The document of these entries.
    ///
    /// # Panics
    ///
    /// A key is told twice, or has its place in the order and is told by nothing; where assertions
    /// are watched for.
    #[must_use]
    pub fn new(entries: &[&[Entry<G>]], layout: &Layout) -> Self {
        let mut entries: Vec<_> = entries.iter().copied().flatten().copied().collect();
        for key in entries.iter().map(|entry| &entry.key).chain(layout.order) {
            let told = entries.iter().filter(|known| known.key == *key).count();
            debug_assert_eq!(told, 1, "how often {key} is told");
        }
        let rank = |entry: &Entry<G>| layout.order.iter().position(|key| *key == entry.key);
        entries.sort_by_key(|entry| rank(entry).unwrap_or(usize::MAX));
        let named = entries.iter().filter_map(Entry::named).collect();
        let is_agenda = |entry: &&Entry<G>| matches!(entry.shape, Shape::Agenda(_));
        let agendas = entries.iter().filter(is_agenda).copied().collect();
        let mut top: Vec<(&'static str, Vec<Entry<G>>)> = Vec::new();
        for entry in entries {
            let (key, _) = entry.key.split_once('.').unwrap_or((entry.key, ""));
            match top.iter_mut().find(|(known, _)| *known == key) {
                Some((_, together)) => together.push(entry),
                None => top.push((key, vec![entry])),
            }
        }
        let parts = top.into_iter().map(|(key, entries)| Part {
            key,
            content: content(key, entries, layout),
        });
        Self {
            named,
            agendas,
            ..Self::of(parts.collect())
        }
    }

    fn of(parts: Vec<Part<G>>) -> Self {
        Self {
            lookup: Lookup::new(parts.iter().map(|part| part.key)),
            parts,
            named: Vec::new(),
            agendas: Vec::new(),
        }
    }

    /// Whether there is a single number, or a frame, that names what its table does not have.
    pub fn names_beyond(
        &self,
        count: impl Fn(G::Table) -> usize,
        get: impl Fn(G::Cell) -> u16,
    ) -> bool {
        let mut named = self.named.iter();
        let mut agendas = self.agendas.iter();
        named.any(|(cell, table)| usize::from(get(*cell)) > count(*table))
            || agendas.any(|entry| match entry.shape {
                Shape::Agenda(kinds) => entry.agenda_beyond(kinds, &count, &get),
                _ => false,
            })
    }

    /// The keys, in their order.
    pub fn keys(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.parts.iter().map(|part| part.key)
    }
}

fn content<G: Game>(key: &'static str, entries: Vec<Entry<G>>, layout: &Layout) -> Content<G> {
    if let [entry] = entries[..]
        && entry.key == key
    {
        return Content::Entry(entry);
    }
    let group = layout.groups.iter().find(|group| group.key == key);
    let group = group.copied().unwrap_or(Group {
        key,
        about: "",
        needs: None,
    });
    let inner = entries.into_iter().map(|entry| Part {
        key: entry.key.split_once('.').map_or(entry.key, |(_, key)| key),
        content: Content::Entry(entry),
    });
    Content::Object(group, Document::of(inner.collect()))
}
