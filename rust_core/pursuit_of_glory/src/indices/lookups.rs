//! Ids found quickly.

use crate::tables::{Card, Space, Unit};
use engine::names::Lookup;

/// Tables from ids to numbers. They may lack ids, so what they do not find may exist.
#[derive(Debug)]
pub(crate) struct Lookups {
    pub(crate) places: Lookup,
    pub(crate) units: Lookup,
    pub(crate) cards: Lookup,
}

impl Lookups {
    pub(crate) fn new(spaces: &[Space], units: &[Unit], cards: &[Card]) -> Self {
        Self {
            places: Lookup::new(spaces.iter().map(|space| space.id.as_str())),
            units: Lookup::new(units.iter().map(|unit| unit.id.as_str())),
            cards: Lookup::new(cards.iter().map(|card| card.id.as_str())),
        }
    }
}
