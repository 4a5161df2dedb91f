//! Set-ups: any data that claims to be a position, read field by field.

mod battle;
mod course;
mod fields;
mod reader;
mod swift;
mod text;
mod under_way;

use super::data::{CARD_CAPACITY, CardId, Data, UnitId};
use super::state::{BEFORE_WEATHER, Cell, Course, FROM_HAND, Fight, One, State, USED};
use super::vocabulary::*;
use crate::board::BitSet;
use engine::error::{Error, Problem, Result};
use engine::json::parse;
use fields::{number, object, string};
use serde_json::Value;

/// The name every document carries.
pub const SCHEMA: &str = "lexbelli.pursuit_of_glory.position";

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

const KEYS: &[&str] = &[
    "schema",
    "version",
    "scenario",
    "last_turn",
    "turn",
    "round",
    "phase",
    "active",
    "units",
    "arriving",
    "reduced",
    "control",
    "ru_vp",
    "trenches",
    "forts_destroyed",
    "beachheads",
    "beachheads_new",
    "beachheads_in_reserve",
    "uprisings",
    "tracks",
    "max_tu_rp",
    "commitment",
    "mandated",
    "replacements",
    "events",
    "greece",
    "collapsed",
    "revolts",
    "penalties",
    "revolution",
    "british_ru_cavalry",
    "amphibious_assault",
    "sinai_railroad",
    "armistice",
    "cp_automatic_victory",
    "air_superiority",
    "actions",
    "cards",
    "random",
    "flags",
    "christmas",
    "warm_water_port",
    "ops",
    "attacking",
    "digging",
    "tribes_due",
    "jihad_taken",
];

/// The keys that tell of battles: few documents have them, and the quick reader leaves them alone.
const BATTLE_KEYS: &[&str] = &[
    "stacks",
    "acted",
    "fought",
    "retreated",
    "attacked",
    "attacked_through_greek_ports",
    "cards_used",
    "russians_attacked",
    "war_weary",
    "battle",
];

/// The keys of phases that run by themselves; these too the quick reader leaves alone.
const COURSE_KEYS: &[&str] = &["step", "siege_rolled", "bid"];

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
        swift::read(data, text).map_or_else(|| Self::from_value(data, &parse(text)?), Ok)
    }

    /// The set-up of a parsed document.
    ///
    /// # Errors
    /// As [`Self::from_json`].
    pub fn from_value(data: &Data, value: &Value) -> Result<Self> {
        let object = object("document", value)?;
        for key in object.keys() {
            let mut known = KEYS.iter().chain(BATTLE_KEYS).chain(COURSE_KEYS).copied();
            if !known.clone().any(|known| known == key) {
                return Err(Error::unknown("document", "key", key, known.by_ref()));
            }
        }
        if let Some(schema) = object.get("schema")
            && string("schema", schema)? != SCHEMA
        {
            return Err(Error::unknown(
                "schema",
                "schema",
                string("schema", schema)?,
                [SCHEMA],
            ));
        }
        if let Some(version) = object.get("version")
            && number("version", version, 1, 1 << 20)? > 1
        {
            return Err(Error::bad(
                "version",
                "this document is of a later version than this program",
            ));
        }
        let mut reader = reader::Reader {
            data,
            setup: Self {
                scenario: String::new(),
                state: data.blank.0,
                problems: Vec::new(),
            },
        };
        for (key, value) in object {
            reader.field(key, value)?;
        }
        let mut setup = reader.setup;
        setup.settle(data);
        Ok(setup)
    }

    /// What follows from other fields: EGYPTIAN COUP makes Cyprus an AP island base (2.0, ap_03).
    fn settle(&mut self, data: &Data) {
        if self.state.happened(data.known.ap_03) {
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
        let (units, unknown) = state
            .place
            .split_at(data.units.len().min(state.place.len()));
        let furthest = units.iter().fold(0, |most, place| (*place).max(most));
        let unknown = unknown.iter().fold(0, |all, place| all | place);
        if usize::from(furthest) > data.spaces.len()
            || unknown > 0
            || !((state.attacking | state.fighting()) - BitSet::below(data.units.len())).is_empty()
        {
            return Err(bad());
        }
        let [by_ap, by_cp] = state.controlled;
        let [armenian, persian, soviet] = state.uprisings;
        let marked = by_ap
            | by_cp
            | armenian
            | persian
            | soviet
            | state.beachheads
            | state.forts_destroyed
            | state.jihad_taken
            | state.attacked
            | state.passed;
        let off_map = state.digging.iter().skip(data.on_map);
        if !(marked - BitSet::below(data.on_map)).is_empty()
            || off_map.fold(0, |all, roll| all | roll) > 0
        {
            return Err(bad());
        }
        let cavalry = usize::from(self.state.one(One::BritishRuCavalry));
        let spaces = [One::AssaultLanding, One::ChristmasSpace, One::WarmWaterPort];
        let beyond = |one: &One| usize::from(self.state.one(*one)) > data.on_map;
        let fights = [
            Fight::Target,
            Fight::Pin,
            Fight::Weather,
            Fight::StackOut,
            Fight::PathOut,
            Fight::PathOutEnd,
        ];
        let beyond_map = |which: &Fight| usize::from(state.fight(*which)) > data.on_map;
        if cavalry > data.units.len()
            || spaces.iter().any(beyond)
            || fights.iter().any(beyond_map)
            || usize::from(state.fight(Fight::Stage)) >= Stage::ALL.len()
            || (0..data.units.len()).any(|unit| !has_sound_marks(data, unit, state))
            || (0..CARD_CAPACITY).any(|card| !can_be_played(data, card, state))
            || usize::from(state.course(Course::SiegeRolled)) > data.on_map
        {
            return Err(bad());
        }
        Ok(())
    }
}

/// Are a unit's die and the LCU it came for such as there are?
fn has_sound_marks(data: &Data, unit: UnitId, state: &State) -> bool {
    state.get(Cell::Factor(unit)) <= 6
        && usize::from(state.get(Cell::Heir(unit))) <= data.counters.lcus.len()
}

/// Is what is remembered of a card's part in battles a number that [`Cell::Played`] has?
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
