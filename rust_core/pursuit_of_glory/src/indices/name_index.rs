//! The words of a move, and what each of them means.

use crate::board::BitSet;
use crate::order::{Order, SHORTHANDS};
use crate::tables::{Card, Space, Unit};
use crate::tables::{PlaceId, UnitId};
use crate::vocabulary::Kind;
use engine::names::as_id;
use engine::orders::{Lexicon, Order as _};
use std::collections::HashMap;

/// Rows by what is left of their names, cities and aliases in an id.
type Named = HashMap<String, Vec<usize>>;

/// Every word that means something in a move.
#[derive(Debug)]
pub(crate) struct NameIndex {
    /// For quick readers.
    pub(crate) lexicon: Lexicon,
    units: Named,
    places: Named,
    /// The places that stacks activate: regions and island bases (9.2.6).
    pub(crate) stacks: BitSet,
    /// Beachheads.
    pub(crate) beaches: BitSet,
}

impl NameIndex {
    pub(crate) fn new(spaces: &[Space], on_map: usize, units: &[Unit], cards: &[Card]) -> Self {
        let of_kind = |kinds: &[Kind]| {
            let of_kind = |at: &usize| kinds.contains(&spaces[*at].kind);
            (0..spaces.len()).filter(of_kind).collect()
        };
        let named_units = named(units.iter().map(|unit| {
            let aliases = unit.aliases.iter().map(String::as_str);
            aliases.chain([unit.name.as_str()])
        }));
        let named_places = named(spaces.iter().map(|space| {
            let aliases = space.aliases.iter().map(String::as_str);
            aliases
                .chain([space.name.as_str()])
                .chain(space.city.as_deref())
        }));
        let unit_ids = units.iter().map(|unit| unit.id.as_str());
        let place_ids = spaces.iter().map(|space| space.id.as_str());
        let card_ids = cards.iter().map(|card| card.id.as_str());
        let kinds = [
            words(&named_units, unit_ids, units.len()),
            // Boxes are no places of most orders.
            words(&named_places, place_ids.clone(), on_map),
            words(&Named::new(), card_ids, cards.len()),
            words(&named_places, place_ids, spaces.len()),
        ];
        Self {
            lexicon: Lexicon::new(Order::FORMS, SHORTHANDS, &kinds),
            units: named_units,
            places: named_places,
            stacks: of_kind(&[Kind::Region, Kind::IslandBase]),
            beaches: of_kind(&[Kind::Beachhead]),
        }
    }

    /// The units with such a name, printed or an alias; `name` is what is left of it in an id.
    pub(crate) fn units(&self, name: &str) -> &[UnitId] {
        self.units.get(name).map_or(&[], Vec::as_slice)
    }

    /// The places with such a name, city or alias; `name` is what is left of it in an id.
    pub(crate) fn places(&self, name: &str) -> &[PlaceId] {
        self.places.get(name).map_or(&[], Vec::as_slice)
    }
}

fn named<'a>(rows: impl Iterator<Item = impl Iterator<Item = &'a str>>) -> Named {
    let mut named = Named::new();
    for (row, names) in rows.enumerate() {
        for name in names.map(as_id).filter(|name| !name.is_empty()) {
            let rows = named.entry(name).or_default();
            if rows.last() != Some(&row) {
                rows.push(row);
            }
        }
    }
    named
}

/// Names and ids, each with the row that it means; a name of several rows means none of them, and an
/// id goes before another's name. Ids that are written in another way than read, and rows from
/// `end` on, are left to whoever looks closer.
fn words<'a>(
    named: &Named,
    ids: impl Iterator<Item = &'a str>,
    end: usize,
) -> Vec<(String, Option<usize>)> {
    let names = named.iter().map(|(name, rows)| match rows[..] {
        [row] => (name.clone(), Some(row)),
        _ => (name.clone(), None),
    });
    let ids = ids.enumerate().map(|(row, id)| (id.to_owned(), Some(row)));
    let mut words: Vec<_> = names.chain(ids).collect();
    words.retain(|(word, _)| as_id(word) == *word);
    for (_, row) in &mut words {
        *row = row.filter(|row| *row < end);
    }
    words
}
