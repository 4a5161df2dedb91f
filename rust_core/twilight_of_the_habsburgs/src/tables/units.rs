//! The counters: `units.csv` (2.4, 2.6).

use crate::board::Units;
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::sheet::{Sheet, words};
use std::collections::HashMap;

/// A unit's number, in the order of the table.
pub type UnitId = usize;

/// Attack, defence and movement of one strength.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(
    missing_docs,
    reason = "the columns of the table, documented in its README"
)]
pub struct Face {
    pub attack: u8,
    pub defence: u8,
    pub movement: u8,
}

/// A row of `units.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the columns of the table, documented in its README"
)]
pub struct Unit {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub nation: Nation,
    pub size: Size,
    pub kind: Kind,
    /// Steps at full strength: 1 or 2.
    pub steps: u8,
    pub full: Face,
    /// After a step is lost; that of a unit of one step is its full one.
    pub reduced: Face,
    /// Defence in trench state, full and reduced, if it has a trench side (12.3).
    pub trench: Option<[u8; 2]>,
    /// Of headquarters (4.3).
    pub command_range: Option<u8>,
    pub source: String,
    pub note: String,
}

const COLUMNS: &[&str] = &[
    "id",
    "name",
    "side",
    "nation",
    "size",
    "kind",
    "steps",
    "attack",
    "defence",
    "move",
    "reduced_attack",
    "reduced_defence",
    "reduced_move",
    "trench",
    "trench_defence",
    "trench_reduced_defence",
    "command_range",
    "source",
    "note",
];

/// No strength is higher.
const MOST: u8 = 20;

/// Reads the units. Returns them and their numbers by id.
pub(super) fn units(
    text: &str,
    problems: &mut Vec<TableProblem>,
) -> (Vec<Unit>, HashMap<String, UnitId>) {
    let sheet = Sheet::read("units.csv", text, COLUMNS, problems);
    let (mut units, mut ids) = (Vec::new(), HashMap::new());
    for row in sheet.rows() {
        let id = row.text("id").to_owned();
        if id.is_empty() || engine::names::as_id(&id) != id {
            row.complain(
                problems,
                "id",
                format!("'{id}' is no id: a-z, 0-9 and single _"),
            );
            continue;
        }
        let steps = row.number_in("steps", 1..=2, problems);
        let mut face = |columns: [&str; 3]| {
            let [attack, defence, movement] =
                columns.map(|column| row.number_in(column, 0..=MOST, problems));
            Face {
                attack,
                defence,
                movement,
            }
        };
        let full = face(["attack", "defence", "move"]);
        let reduced = match steps {
            2 => face(["reduced_attack", "reduced_defence", "reduced_move"]),
            _ => full,
        };
        let trench = row.flag("trench", problems).then(|| {
            let whole = row.number_in("trench_defence", 0..=MOST, problems);
            let reduced = match steps {
                2 => row.number_in("trench_reduced_defence", 0..=MOST, problems),
                _ => whole,
            };
            [whole, reduced]
        });
        let size = row.needed_word("size", words!(Size), Size::Division, problems);
        let kind = row.needed_word("kind", words!(Kind), Kind::Infantry, problems);
        let command_range = row.maybe_number("command_range", 0..=MOST, problems);
        let hq = size == Size::Hq;
        if command_range.is_some() != hq {
            let message = "headquarters have one, and no other unit (4.3)";
            row.complain(problems, "command_range", message);
        }
        if (kind == Kind::Hq) != hq {
            row.complain(
                problems,
                "kind",
                "is hq for headquarters, and for no other unit",
            );
        }
        let unit = Unit {
            name: row.text("name").to_owned(),
            side: row.needed_word("side", words!(Side), Side::Central, problems),
            nation: row.needed_word("nation", words!(Nation), Nation::Austrian, problems),
            size,
            kind,
            steps,
            full,
            reduced,
            trench,
            command_range,
            source: row.text("source").to_owned(),
            note: row.text("note").to_owned(),
            id,
        };
        for (column, text) in [("name", &unit.name), ("source", &unit.source)] {
            if text.is_empty() {
                row.complain(problems, column, "is blank");
            }
        }
        if units.len() == Units::CAPACITY {
            let message = format!("is one too many; {} units are the most", Units::CAPACITY);
            row.complain(problems, "id", message);
            break;
        }
        if ids.insert(unit.id.clone(), units.len()).is_some() {
            row.complain(problems, "id", format!("'{}' stands twice", unit.id));
        }
        units.push(unit);
    }
    (units, ids)
}
