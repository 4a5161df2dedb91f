//! One line of a battle's figures: a rule, what it counts, and how much.

use crate::data::{CardId, Data, PlaceId, UnitId};
use crate::vocabulary::Terrain;

/// What a line counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// A unit.
    Unit(UnitId),
    /// The fort of the place attacked.
    Fort(PlaceId),
    /// The terrain of a place.
    Terrain(Terrain, PlaceId),
    /// An attack over water only.
    Water,
    /// A trench of this level in a place.
    Trench(u8, PlaceId),
    /// A card played in the battle.
    Card(CardId),
    /// An event that lasts.
    Event(CardId),
    /// Cavalry, camels or armored cars, which the enemy lacks.
    Mounted(UnitId),
    /// A place attacked from.
    Place(PlaceId),
    /// The withdrawal of the Turks.
    Withdrawal,
    /// Something supposed.
    Supposed,
}

/// One line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The rule's number.
    pub rule: &'static str,
    /// What is counted.
    pub what: What,
    /// How much.
    pub value: i8,
}

impl Line {
    /// A line.
    #[must_use]
    pub const fn new(rule: &'static str, what: What, value: i8) -> Self {
        Self { rule, what, value }
    }

    /// The line in words.
    #[must_use]
    pub fn text(&self, data: &Data) -> String {
        format!("{} {:+} ({})", self.subject(data), self.value, self.rule)
    }

    /// What is counted, in words.
    #[must_use]
    pub fn subject(&self, data: &Data) -> String {
        let place = |at: PlaceId| data.spaces.get(at).map_or("?", |space| &space.name);
        let unit = |at: UnitId| data.units.get(at).map_or("?", |unit| &unit.name);
        let card = |at: CardId| data.cards.get(at).map_or("?", |card| &card.name);
        match self.what {
            What::Unit(at) => unit(at).to_owned(),
            What::Fort(at) => format!("fort of {}", place(at)),
            What::Terrain(terrain, at) => format!("{terrain}: {}", place(at)),
            What::Water => "over water only".to_owned(),
            What::Trench(level, at) => format!("trench {level}: {}", place(at)),
            What::Card(at) => format!("card {}", card(at)),
            What::Event(at) => format!("event {}", card(at)),
            What::Mounted(at) => format!("mounted, the enemy not: {}", unit(at)),
            What::Place(at) => place(at).to_owned(),
            What::Withdrawal => "Turkish withdrawal".to_owned(),
            What::Supposed => "supposed".to_owned(),
        }
    }
}

/// The sum of lines.
pub(super) fn sum(lines: &[Line]) -> i8 {
    let add = |sum: i8, line: &Line| sum.saturating_add(line.value);
    lines.iter().fold(0, add)
}
