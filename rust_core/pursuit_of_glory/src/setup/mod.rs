//! Set-ups: any data that claims to be a position, read field by field.

mod agenda;
mod battle;
mod fields;
mod quick;
mod reader;

use super::data::{CARD_CAPACITY, CardId, Data};
use super::state::{BEFORE_WEATHER, BattleVar, Cell, DOCUMENT, FROM_HAND, State, USED};
use super::vocabulary::*;
use crate::board::BitSet;
use crate::cards::EGYPTIAN_COUP;
pub use agenda::{MOST_OPS, MOST_STEPS};
use engine::document::Names as _;
use engine::error::{Error, Problem, Result};
use engine::json::{Text, object, parse};
use reader::Reader;
use serde_json::Value;

/// The name every document carries.
pub const SCHEMA: &str = "lexbelli.pursuit_of_glory.position";
/// The latest version of documents.
pub const VERSION: i32 = 1;

/// The most hidden cards that a hand may be said to have: all of a side's.
pub const MOST_HIDDEN: u16 = 55;

/// A set-up: well-formed, with known names, but not yet proven to be a position.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The scenario it belongs to.
    pub scenario: String,
    /// What it says.
    pub state: State,
    /// What its own text contradicts, such as a unit in two places.
    pub problems: Vec<Problem>,
}

impl Setup {
    /// The set-up of a scenario file.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there is no such scenario or its file cannot be read.
    pub fn from_scenario(data: &Data, name: &str) -> Result<Self> {
        let text = data.scenario_text(name)?;
        let table: toml::Table = text
            .parse()
            .map_err(|e: toml::de::Error| Error::bad(format!("scenario {name}"), e.to_string()))?;
        let setup = table
            .get("setup")
            .ok_or_else(|| Error::bad(format!("scenario {name}"), "has no [setup]"))?;
        let value = serde_json::to_value(setup)
            .map_err(|e| Error::bad(format!("scenario {name}"), e.to_string()))?;
        Self::from_value(data, &value)
    }

    /// The set-up of a JSON document.
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the field: bad JSON, unknown keys or ids, wrong types.
    pub fn from_json(data: &Data, text: &[u8]) -> Result<Self> {
        match Self::read_quickly(data, text) {
            Some(setup) => Ok(setup),
            None => Self::from_value(data, &parse(text)?),
        }
    }

    /// The set-up of a document that is well-formed, usual, and contradicts nothing in itself.
    #[doc(hidden)]
    pub fn read_quickly(data: &Data, text: &[u8]) -> Option<Self> {
        let mut reader = Reader::new(data);
        let mut text = Text::new(text);
        DOCUMENT.read_quickly(&mut reader, &mut text)?;
        text.end()?;
        reader.finished().ok()
    }

    /// The set-up of a parsed document.
    ///
    /// # Errors
    /// As [`Self::from_json`].
    pub fn from_value(data: &Data, value: &Value) -> Result<Self> {
        let mut reader = Reader::new(data);
        DOCUMENT.read(&mut reader, "document", object("document", value)?)?;
        reader.finished()
    }

    /// What follows from other fields: EGYPTIAN COUP makes Cyprus an AP island base (2.0).
    fn settle(&mut self, data: &Data) {
        if self.state.happened(EGYPTIAN_COUP) {
            self.state
                .put(Cell::Control(data.known.cyprus), Control::Ap as u16);
        }
    }

    /// Checks numbers that did not come from a document: ids that the tables do not have.
    pub(super) fn check_numbers(&self, data: &Data) -> Result<()> {
        let bad = || {
            Error::bad(
                "position bytes",
                "name a unit, space or card that does not exist",
            )
        };
        let state = &self.state;
        let furthest = state.place.iter().fold(0, |most, place| (*place).max(most));
        let path = [BattleVar::PathOut, BattleVar::PathOutEnd];
        if state.beyond(|table| data.count(table))
            || DOCUMENT.names_beyond(|table| data.count(table), |cell| state.get(cell))
            || usize::from(furthest) > data.spaces.len()
            || path
                .iter()
                .any(|which| usize::from(state.battle_var(*which)) > data.on_map)
            || [Side::Ap, Side::Cp]
                .iter()
                .any(|side| state.hidden_in_hand(*side) > MOST_HIDDEN)
            || agenda::cannot_be(data, state).is_some()
            || !has_sound_marks(data, state)
            || (0..CARD_CAPACITY).any(|card| !can_be_played(data, card, state))
        {
            return Err(bad());
        }
        Ok(())
    }
}

/// Whether the dice of all units, and the LCUs they came for, are such as there are.
fn has_sound_marks(data: &Data, state: &State) -> bool {
    let [one, two, four] = state.factor;
    let replacing = state
        .replacement_for
        .iter()
        .fold(BitSet::EMPTY, |all, set| all | *set);
    let lcus = data.counters.lcus.len();
    (one & two & four).is_empty()
        && replacing
            .iter()
            .all(|unit| usize::from(state.get(Cell::ReplacementFor(unit))) <= lcus)
}

/// Whether what is remembered of a card's part in battles is a number that [`Cell::Played`] has.
fn can_be_played(data: &Data, card: CardId, state: &State) -> bool {
    match state.get(Cell::Played(card)) {
        0 | USED => true,
        number => {
            card < data.cards.len()
                && matches!(number & USED, 1 | 2)
                && number <= FROM_HAND + BEFORE_WEATHER + 2
        }
    }
}
