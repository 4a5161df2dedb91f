//! The units that cards bring: `reinforcements.csv` (9.5.3).

use super::cards::Card;
use super::conditions::{Ids, unknown};
use super::units::{Unit, UnitId};
use crate::cards::{CardId, Happening, numbered};
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::sheet::{Row, Sheet};

/// A unit that a card brings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reinforcement {
    /// The unit.
    pub unit: UnitId,
    /// Whether it enters reduced.
    pub reduced: Enters,
    /// Where it may enter.
    pub places: Vec<EntryPlace>,
}

/// On which side of its counter a unit enters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enters {
    /// At full strength.
    Full,
    /// Reduced.
    Reduced,
    /// Reduced if this event has happened.
    ReducedAfter(CardId),
    /// Reduced, unless an infantry division of its nation is in the Reserve Box.
    ReducedAlone,
}

impl Reinforcement {
    /// Whether it may enter at such places.
    #[must_use]
    pub fn may(&self, place: EntryPlace) -> bool {
        self.places.contains(&place)
    }

    /// Whether it must be put on the map (9.5.3.2.h-2, 9.5.3.2.i-1), but for who has no place there.
    #[must_use]
    pub fn must_be_on_map(&self) -> bool {
        !self.may(EntryPlace::Reserve) && !self.may(EntryPlace::CorpsAssets) && !self.is_optional()
    }

    /// Whether the player may leave it where it is.
    #[must_use]
    pub fn is_optional(&self) -> bool {
        self.may(EntryPlace::WithYildirim)
    }

    /// The same as an ordinary reinforcement: an LCU goes on the map, unless its card says otherwise, others
    /// there or into the Reserve Box (18.6.5-1, 9.5.3.2.h, 9.5.3.2.i-2).
    fn as_ordinary(&self, size: Size) -> Self {
        let places = match size {
            _ if self.may(EntryPlace::CorpsAssets) => vec![EntryPlace::CorpsAssets],
            Size::Lcu => vec![EntryPlace::Map],
            _ => vec![EntryPlace::General, EntryPlace::Reserve],
        };
        Self {
            places,
            ..self.clone()
        }
    }

    /// Whether it enters with others in one place (9.5.3.2.j-2).
    #[must_use]
    pub fn lands_with_others(&self) -> bool {
        self.may(EntryPlace::Landing) || self.may(EntryPlace::IslandBase)
    }

    /// Whether the event names places on the map for it (9.5.3.2.a).
    #[must_use]
    pub fn has_named_places(&self) -> bool {
        self.places.iter().any(|place| place.names_places())
    }
}

const FILE: &str = "reinforcements.csv";
const COLUMNS: &[&str] = &[
    "card_id",
    "item_kind",
    "item_id",
    "reduced",
    "placement",
    "source",
    "note",
];
/// The nations that rules name for `general` and `map` (9.5.3.2.d, 9.5.3.2.f, 9.5.3.2.g).
const HOMES: [Nation; 8] = [
    Nation::Tu,
    Nation::TuA,
    Nation::Br,
    Nation::In,
    Nation::Anz,
    Nation::Ru,
    Nation::Fr,
    Nation::It,
];
const KINDS: [&str; 3] = ["unit", "marker", "rp"];

/// Reads the units that cards bring into their rows of `cards.csv`. Of cards whose event brings none yet,
/// the placement may be told in words.
pub(super) fn reinforcements(
    text: &str,
    ids: Ids<'_>,
    units: &[Unit],
    cards: &mut [Card],
    problems: &mut Vec<TableProblem>,
) {
    let sheet = Sheet::read(FILE, text, COLUMNS, problems);
    for row in sheet.rows() {
        let kind = row.text("item_kind");
        if !KINDS.contains(&kind) {
            row.complain(problems, "item_kind", unknown("kind", kind, KINDS));
        }
        // Revolts and the Revolution bring units too.
        let card = numbered(row.text("card_id"));
        let Some(card) = card.and_then(|number| cards.get_mut(number)) else {
            continue;
        };
        if kind != "unit" {
            continue;
        }
        let id = row.text("item_id");
        let Some(unit) = ids.units.get(id).copied() else {
            let message = unknown("unit", id, ids.units.keys().map(String::as_str));
            row.complain(problems, "item_id", message);
            continue;
        };
        // Of too many units the last are left out, and told.
        let Some(entry) = units.get(unit) else {
            continue;
        };
        if entry.side != card.side {
            let message = format!("'{id}' is no unit of the {}", card.side);
            row.complain(problems, "item_id", message);
        }
        if card.brings.iter().any(|other| other.unit == unit) {
            row.complain(problems, "item_id", format!("'{id}' stands twice"));
        }
        let enters = card.event.iter().flatten();
        let enters = enters
            .into_iter()
            .any(|it| *it == Happening::Reinforcements);
        let reduced = read_reduced(row, problems);
        let places = match read_places(row.text("placement")) {
            Ok(places) => places,
            Err(message) if enters => {
                row.complain(problems, "placement", message);
                continue;
            }
            Err(_) => Vec::new(),
        };
        if places.contains(&EntryPlace::CorpsAssets) && entry.size != Size::Lcu {
            row.complain(problems, "placement", format!("'{id}' is no LCU"));
        }
        if places.contains(&EntryPlace::Reserve) && entry.size == Size::Lcu {
            row.complain(problems, "placement", format!("'{id}' is an LCU"));
        }
        let at_home = [EntryPlace::General, EntryPlace::Map];
        if enters
            && places.iter().any(|place| at_home.contains(place))
            && !entry
                .nations
                .first()
                .is_some_and(|nation| HOMES.contains(nation))
        {
            let message =
                format!("says nothing of where '{id}' enters: its nation has no rule here");
            row.complain(problems, "placement", message);
        }
        if card.event_kind == EventKind::Reinforcement && card.reinforces.is_none() {
            let mut nations = entry.nations.iter();
            card.reinforces = nations.find_map(|nation| Reinforced::of(*nation));
        }
        let brought = Reinforcement {
            unit,
            reduced,
            places,
        };
        if card.alternative {
            card.brings_instead.push(brought.as_ordinary(entry.size));
        }
        card.brings.push(brought);
    }
    for card in cards.iter() {
        let mut problem = |message: String| {
            problems.push(TableProblem {
                file: FILE.into(),
                row: 0,
                column: "card_id".into(),
                message,
            });
        };
        let mut event = card.event.iter().flatten();
        if event.any(|it| *it == Happening::Reinforcements) && card.brings.is_empty() {
            problem(format!(
                "has no units for '{}', whose event brings some",
                card.id
            ));
        }
        if card.event_kind == EventKind::Reinforcement && card.reinforces.is_none() {
            problem(format!("does not say whom '{}' reinforces", card.id));
        }
    }
}

/// `0`, `1`, `unless_division`, or the event after which it enters reduced.
fn read_reduced(row: Row<'_>, problems: &mut Vec<TableProblem>) -> Enters {
    match row.text("reduced") {
        "0" => Enters::Full,
        "1" => Enters::Reduced,
        "unless_division" => Enters::ReducedAlone,
        other => {
            let after = other.strip_prefix("event:").and_then(numbered);
            if after.is_none() {
                let message =
                    format!("'{other}' is neither 0, 1 nor unless_division, nor event:CARD");
                row.complain(problems, "reduced", message);
            }
            after.map_or(Enters::Full, Enters::ReducedAfter)
        }
    }
}

fn read_places(cell: &str) -> Result<Vec<EntryPlace>, String> {
    let words = cell.split('|').map(|word| {
        EntryPlace::parse(word).ok_or_else(|| {
            let valid = EntryPlace::ALL.iter().map(|place| place.word());
            unknown(EntryPlace::WHAT, word, valid)
        })
    });
    words.collect()
}
