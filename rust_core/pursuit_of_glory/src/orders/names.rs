//! What the names in orders mean.

use crate::data::{Data, PlaceId, UnitId};
use crate::order::{ANYWHERE, CARD, PLACE, UNIT};
use engine::error::{Error, Result};
use engine::names::as_id;
use engine::orders::Names;

impl Names for Data {
    fn noun(&self, kind: usize) -> &'static str {
        match kind {
            UNIT => "unit",
            PLACE | ANYWHERE => "place",
            _ => "card",
        }
    }

    fn id(&self, kind: usize, at: usize) -> &str {
        let id = match kind {
            UNIT => self.units.get(at).map(|unit| &unit.id),
            PLACE | ANYWHERE => self.spaces.get(at).map(|space| &space.id),
            _ => self.cards.get(at).map(|card| &card.id),
        };
        id.map_or("?", String::as_str)
    }

    fn find(&self, kind: usize, field: &dyn Fn() -> String, word: &str) -> Result<usize> {
        match kind {
            UNIT => unit(self, field, word),
            PLACE => place(self, field, word),
            ANYWHERE => match self.find_place(&as_id(word)) {
                Some(place) => Ok(place),
                None => place(self, field, word),
            },
            CARD => {
                let known = self.find_card(&as_id(word));
                known.map_or_else(|| self.card(&field(), word), Ok)
            }
            _ => Err(Error::bad(field(), "names nothing that is known")),
        }
    }
}

/// The row of a word that names these; `None` if it names none.
fn only(
    field: &dyn Fn() -> String,
    word: &str,
    found: &[usize],
    id: impl Fn(usize) -> String,
) -> Result<Option<usize>> {
    match found {
        [] => Ok(None),
        [at] => Ok(Some(*at)),
        [first, second, ..] => Err(Error::BadInput {
            field: field(),
            message: format!("'{word}' names '{}' and '{}'", id(*first), id(*second)),
            suggestion: Some(id(*first)),
        }),
    }
}

/// The unit of a word: its id, or its name or an alias if only one unit has it.
fn unit(data: &Data, field: &dyn Fn() -> String, word: &str) -> Result<UnitId> {
    let name = as_id(word);
    if let Some(unit) = data.find_unit(&name) {
        return Ok(unit);
    }
    let id = |unit: UnitId| data.units[unit].id.clone();
    match only(field, word, data.name_index.units(&name), id)? {
        Some(unit) => Ok(unit),
        None => data
            .find_unit(word)
            .map_or_else(|| data.unit(&field(), word), Ok),
    }
}

/// The place on the map of a word: its id, or its name, city or an alias if only one has it; boxes
/// are no places of orders.
fn place(data: &Data, field: &dyn Fn() -> String, word: &str) -> Result<PlaceId> {
    let name = as_id(word);
    let id = |place: PlaceId| data.spaces[place].id.clone();
    let place = match data.find_place(&name) {
        Some(place) => Some(place),
        None => only(field, word, data.name_index.places(&name), id)?,
    };
    match place {
        Some(place) if place < data.on_map => Ok(place),
        Some(place) => data.space(&field(), &data.spaces[place].id),
        None => {
            let places = data.spaces[..data.on_map].iter();
            let places = places.map(|space| space.id.as_str());
            Err(Error::unknown(field(), "place", word, places))
        }
    }
}
