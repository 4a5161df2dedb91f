//! What documents of positions look like besides the cells that they tell of.

use super::{Scalar, State};
use crate::vocabulary::Side;
use engine::document::{Document, Entry, Game, Layout, field, own};
use engine::names::WordList;
use std::sync::LazyLock;

/// The tables that have names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Table {
    /// Units.
    Units,
    /// Hexes, and boxes after them.
    Places,
    /// Hexes with a fortress.
    Fortresses,
    /// Hexes with a depot.
    Depots,
    /// Places that score.
    Towns,
    /// Scenarios.
    Scenarios,
}

/// What no shape of the engine fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Own {
    /// The name every document carries.
    Schema,
    /// The version of documents.
    Version,
}

impl Game for State {
    type Cell = super::Cell;
    type Table = Table;
    type Own = Own;

    fn definition(table: Table) -> &'static str {
        match table {
            Table::Units => "unit",
            Table::Places => "place",
            Table::Fortresses | Table::Depots => "hex",
            Table::Towns => "town",
            Table::Scenarios => "scenario",
        }
    }
}

/// The players.
pub(crate) const SIDES: WordList = Side::LIST;

/// Keys that tell of no cell.
const HEAD: &[Entry<State>] = &[
    field("schema", own(Own::Schema)),
    field("version", own(Own::Version)),
];

/// The order of keys in documents.
const ORDER: &[&str] = &[
    "schema",
    "version",
    "scenario",
    "turn",
    "agenda",
    "event",
    "units",
    "reduced",
    "entrenched",
    "out_of_command",
    "offensive",
    "attacked",
    "engaged",
    "cornered",
    "fallen",
    "points",
    "passed",
    "steps_lost",
    "lost_this_turn",
];

/// Everything that is told.
const TOLD: &[&[Entry<State>]] = &[HEAD, State::TOLD, Scalar::TOLD];

/// The documents of positions.
pub(crate) static DOCUMENT: LazyLock<Document<State>> = LazyLock::new(|| {
    let layout = Layout {
        order: ORDER,
        groups: &[],
    };
    Document::new(TOLD, &layout)
});
