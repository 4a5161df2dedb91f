//! Who is set up when a country enters the war: `entry_bulgaria.csv` and `entry_romania.csv`
//! (18.8.2.2, 18.8.4.2).

use super::cards::Card;
use super::conditions::{Ids, unknown};
use super::map::{PlaceId, Space};
use super::units::{Unit, UnitId};
use crate::cards::{BULGARIA, CardId, ROMANIA, numbered};
use crate::vocabulary::Kind;
use engine::error::TableProblem;
use engine::sheet::{Row, Sheet};

/// A unit that enters with a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The unit.
    pub unit: UnitId,
    /// Where it is put, on the map or in a box.
    pub place: PlaceId,
    /// Whether it enters reduced.
    pub reduced: bool,
    /// After how many turns it enters (18.8.4.2-3).
    pub delay: u16,
    /// Whether it enters at all.
    pub when: EntersIf,
}

/// When a unit enters with a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntersIf {
    /// If it is not in the game yet.
    New,
    /// If it is not on the map.
    NotOnMap,
    /// If it is not in the game yet, and this event has not happened.
    Before(CardId),
    /// If it is not in the game yet; once Bulgaria is in the war, any place there is the CP's choice.
    InBulgaria,
}

/// The files, and the cards they are of.
pub(super) const FILES: [(&str, CardId); 2] = [
    ("entry_bulgaria.csv", BULGARIA),
    ("entry_romania.csv", ROMANIA),
];
const COLUMNS: &[&str] = &[
    "side",
    "unit_id",
    "space_id",
    "reduced",
    "delay_turns",
    "condition",
    "source",
    "note",
];
const BEFORE: &str = "before";
const CONDITIONS: [&str; 3] = ["not_on_map", "before:CARD", "in_bulgaria"];
/// The most turns that a unit may be late.
const LATEST: u16 = 4;

/// Reads who enters with a country into the row of its card.
pub(super) fn entries(
    (file, card): (&'static str, CardId),
    text: &str,
    ids: Ids<'_>,
    (spaces, units): (&[Space], &[Unit]),
    cards: &mut [Card],
    problems: &mut Vec<TableProblem>,
) {
    let sheet = Sheet::read(file, text, COLUMNS, problems);
    let Some(card) = cards.get_mut(card) else {
        return;
    };
    for row in sheet.rows() {
        let unit = row.text("unit_id");
        let Some(unit) = ids.units.get(unit).copied() else {
            let message = unknown("unit", unit, ids.units.keys().map(String::as_str));
            row.complain(problems, "unit_id", message);
            continue;
        };
        let place = row.text("space_id");
        let Some(place) = ids.spaces.get(place).copied() else {
            let message = unknown("place", place, ids.spaces.keys().map(String::as_str));
            row.complain(problems, "space_id", message);
            continue;
        };
        // Of too many rows of other tables the last are left out, and told.
        let Some((entry, space)) = units.get(unit).zip(spaces.get(place)) else {
            continue;
        };
        if entry.side.word() != row.text("side") {
            let message = format!("'{}' is of the {}", entry.id, entry.side);
            row.complain(problems, "side", message);
        }
        if card.enters.iter().any(|other| other.unit == unit) {
            row.complain(problems, "unit_id", format!("'{}' stands twice", entry.id));
        }
        let delay = row.text("delay_turns").parse().ok();
        let delay = delay.filter(|delay| *delay <= LATEST).unwrap_or_else(|| {
            let message = format!("is no number of turns from 0 to {LATEST}");
            row.complain(problems, "delay_turns", message);
            0
        });
        if delay > 0 && space.kind == Kind::Box {
            row.complain(problems, "delay_turns", String::from("is of the map alone"));
        }
        let reduced = match row.text("reduced") {
            "0" => false,
            "1" => true,
            other => {
                let message = format!("'{other}' is neither 0 nor 1");
                row.complain(problems, "reduced", message);
                false
            }
        };
        card.enters.push(Entry {
            unit,
            place,
            reduced,
            delay,
            when: condition(row, problems),
        });
    }
}

/// When the unit of a row enters; blank is if it is new.
fn condition(row: Row<'_>, problems: &mut Vec<TableProblem>) -> EntersIf {
    let text = row.text("condition");
    match (text, text.split_once(':')) {
        ("", _) => return EntersIf::New,
        ("not_on_map", _) => return EntersIf::NotOnMap,
        ("in_bulgaria", _) => return EntersIf::InBulgaria,
        (_, Some((BEFORE, card))) => match numbered(card) {
            Some(card) => return EntersIf::Before(card),
            None => row.complain(problems, "condition", format!("there is no card '{card}'")),
        },
        _ => row.complain(
            problems,
            "condition",
            unknown("condition", text, CONDITIONS),
        ),
    }
    EntersIf::New
}
