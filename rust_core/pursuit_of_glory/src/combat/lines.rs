//! One line of a battle's figures: a rule, what it counts, and how much.

use crate::data::{CardId, Data, PlaceId, UnitId};
use crate::vocabulary::Terrain;

/// What a line counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineSubject {
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
pub struct FigureLine {
    /// The rule's number.
    pub rule: &'static str,
    /// What is counted.
    pub what: LineSubject,
    /// How much.
    pub value: i8,
}

impl FigureLine {
    /// A line.
    #[must_use]
    pub const fn new(rule: &'static str, what: LineSubject, value: i8) -> Self {
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
            LineSubject::Unit(at) => unit(at).to_owned(),
            LineSubject::Fort(at) => format!("fort of {}", place(at)),
            LineSubject::Terrain(terrain, at) => format!("{terrain}: {}", place(at)),
            LineSubject::Water => "over water only".to_owned(),
            LineSubject::Trench(level, at) => format!("trench {level}: {}", place(at)),
            LineSubject::Card(at) => format!("card {}", card(at)),
            LineSubject::Event(at) => format!("event {}", card(at)),
            LineSubject::Mounted(at) => format!("mounted, the enemy not: {}", unit(at)),
            LineSubject::Place(at) => place(at).to_owned(),
            LineSubject::Withdrawal => "Turkish withdrawal".to_owned(),
            LineSubject::Supposed => "supposed".to_owned(),
        }
    }
}

/// The sum of lines.
pub(super) fn sum(lines: &[FigureLine]) -> i8 {
    let add = |sum: i8, line: &FigureLine| sum.saturating_add(line.value);
    lines.iter().fold(0, add)
}
