//! Set-ups: any data that claims to be a position, read field by field.

use super::data::Data;
use super::state::{Cell, DOCUMENT, Frame, FrameKind, Own, Scalar, State};
use super::vocabulary::*;
use engine::document::Names as _;
use engine::error::{Error, Result};
use engine::json::{Text, number, object, parse, string};
use serde_json::Value;

/// The name every document carries.
pub const SCHEMA: &str = "lexbelli.twilight_of_the_habsburgs.position";
/// The latest version of documents.
pub const VERSION: i32 = 1;
/// Added to a scenario's name where both sides still have to set up.
pub const TO_SET_UP: &str = "_setup";

/// A set-up: well-formed, with known names, but not yet proven to be a position.
#[derive(Debug, Clone)]
pub struct Setup {
    /// What it says.
    pub state: State,
}

/// A set-up in the making.
struct Reader<'a> {
    data: &'a Data,
    state: State,
}

impl engine::document::Reader<State> for Reader<'_> {
    type Names = Data;

    fn names(&self) -> &Data {
        self.data
    }

    fn get(&self, cell: Cell) -> u16 {
        self.state.get(cell)
    }

    fn put(&mut self, cell: Cell, number: u16) {
        self.state.put(cell, number);
    }

    fn read_own(&mut self, own: Own, field: &str, value: &Value) -> Result<()> {
        match own {
            Own::Schema => match string(field, value)? {
                SCHEMA => Ok(()),
                other => Err(Error::unknown(field, "schema", other, [SCHEMA])),
            },
            Own::Version => match number(field, value, 1, 1 << 20)? {
                later if later > VERSION => {
                    let message = "this document is of a later version than this program";
                    Err(Error::bad(field, message))
                }
                _ => Ok(()),
            },
        }
    }

    fn read_own_quickly(&mut self, _: Own, _: &mut Text<'_>) -> Option<()> {
        None
    }
}

impl Setup {
    /// The set-up of a scenario: `caporetto` with its units deployed, before they lose steps;
    /// `caporetto_setup` before anything is set up.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there is no such scenario.
    pub fn from_scenario(data: &Data, name: &str) -> Result<Self> {
        let stem = name.strip_suffix(TO_SET_UP);
        let at = data.scenario("scenario", stem.unwrap_or(name))?;
        let scenario = &data.scenarios[at];
        let mut state = State::EMPTY;
        let small = |number: usize| u16::try_from(number).unwrap_or(0);
        state.put(Cell::Scalar(Scalar::Scenario as usize), small(at + 1));
        for entry in &scenario.entries {
            let place = match entry.sets_up {
                true => OffMap::Waiting,
                false => OffMap::Due,
            };
            state.put(Cell::Place(entry.unit), small(data.off_map(place) + 1));
        }
        for (index, hex) in data.map.fortresses.iter().enumerate() {
            state.put(Cell::Fallen(index), scenario.fallen.contains(hex).into());
        }
        let deployed = &data.deployments[at];
        let begins = match stem.is_some() || deployed.is_empty() {
            true => Frame::of(FrameKind::Setup).by(scenario.sets_up_first),
            false => {
                for (unit, hex, trench) in deployed {
                    state.put(Cell::Place(*unit), small(hex + 1));
                    state.put(Cell::Entrenched(*unit), (*trench).into());
                }
                Frame::of(FrameKind::Attrition).by(scenario.attrition_first)
            }
        };
        for (cell, number) in begins.cells(0) {
            state.put(cell, number);
        }
        Ok(Self { state })
    }

    /// The set-up of a JSON document.
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the field: bad JSON, unknown keys or ids, wrong types.
    pub fn from_json(data: &Data, text: &[u8]) -> Result<Self> {
        Self::from_value(data, &parse(text)?)
    }

    /// The set-up of a parsed document.
    ///
    /// # Errors
    /// As [`Self::from_json`].
    pub fn from_value(data: &Data, value: &Value) -> Result<Self> {
        let mut reader = Reader {
            data,
            state: State::EMPTY,
        };
        DOCUMENT.read(&mut reader, "document", object("document", value)?)?;
        let setup = Self {
            state: reader.state,
        };
        if setup.state.one(Scalar::Scenario) == 0 {
            return Err(Error::bad(
                "scenario",
                "is missing; every position is of one",
            ));
        }
        match cannot_be(&setup.state) {
            Some((depth, message)) => Err(Error::bad(format!("agenda[{depth}]"), message)),
            None => Ok(setup),
        }
    }

    /// Checks numbers that did not come from a document: ids that the tables do not have.
    pub(super) fn check_numbers(&self, data: &Data) -> Result<()> {
        let state = &self.state;
        let places = data.count(crate::state::Table::Places);
        let wrong = state.beyond(|table| data.count(table))
            || DOCUMENT.names_beyond(|table| data.count(table), |cell| state.get(cell))
            || state.place.iter().any(|place| usize::from(*place) > places)
            || state
                .passed
                .iter()
                .any(|side| usize::from(*side) > Side::BOTH.len())
            || state.one(Scalar::Scenario) == 0
            || cannot_be(state).is_some();
        match wrong {
            true => {
                let message = "name a unit, hex or scenario that does not exist";
                Err(Error::bad("position bytes", message))
            }
            false => Ok(()),
        }
    }
}

/// Why an agenda cannot be, and at which frame; `None` if it can.
fn cannot_be(state: &State) -> Option<(usize, String)> {
    let mut below: Option<Frame> = None;
    for (depth, frame) in state.agenda().enumerate() {
        let why = misfits(below, frame).or_else(|| cannot_follow(state, frame));
        if let Some(why) = why {
            return Some((depth, why));
        }
        below = Some(frame);
    }
    None
}

/// Why a frame cannot stand upon another.
fn misfits(below: Option<Frame>, frame: Frame) -> Option<String> {
    use FrameKind as Kind;
    let upon = below.map(|below| below.kind);
    let wanted: &[Option<Kind>] = match frame.kind {
        Kind::Setup | Kind::Attrition | Kind::Turn => &[None],
        Kind::Events | Kind::PlayerTurn | Kind::Armistice => &[Some(Kind::Turn)],
        Kind::Reinforcement | Kind::Impulse => &[Some(Kind::PlayerTurn)],
        Kind::Scouting => &[Some(Kind::Movement)],
        Kind::Attack => &[Some(Kind::Combat)],
        Kind::Retreat => &[Some(Kind::Attack)],
        Kind::Losses => &[Some(Kind::Attack), Some(Kind::Retreat), Some(Kind::Losses)],
        _ => &[Some(Kind::Impulse)],
    };
    let word = frame.kind.word();
    if !wanted.contains(&upon) {
        return Some(match upon {
            None => format!("'{word}' cannot be the first: that is a set-up or a turn"),
            Some(upon) => format!("'{word}' cannot come upon '{upon}'"),
        });
    }
    let owner = below.and_then(|below| below.side);
    let side = match frame.kind {
        Kind::Submarine => Some(Side::Central),
        // Either side may lose or retreat, as the result of the attack has it.
        Kind::Losses | Kind::Retreat => None,
        _ => owner,
    };
    if frame.kind == Kind::Submarine {
        let first = below.is_some_and(|impulse| impulse.args[0] == 1);
        if owner != Some(Side::Entente) || !first {
            return Some("'submarine' comes upon the Entente's first impulse (13.61)".to_owned());
        }
    }
    let (side, own) = (side?, frame.side?);
    (side != own).then(|| format!("'{word}' is of the {side} side here, not of the {own} one"))
}

/// Why what is under way in an impulse cannot be: what belongs to a first impulse, and what the
/// result of an attack brings (9.3).
fn cannot_follow(state: &State, frame: Frame) -> Option<String> {
    use FrameKind as Kind;
    let word = frame.kind.word();
    match frame.kind {
        Kind::Offensive | Kind::Scouting if state.impulse() != Some(1) => {
            Some(format!("'{word}' belongs to a first impulse (13.12, 13.9)"))
        }
        Kind::Offensive if frame.args[0] == 0 && frame.args[1] > 0 => {
            Some("names a headquarters before anything is tried (14.84)".to_owned())
        }
        Kind::Losses | Kind::Retreat => {
            let battle = state.battle()?;
            let Some(result) = battle.result() else {
                return Some(format!("'{word}' comes after the die of the attack (9.3)"));
            };
            let attackers = battle.side == frame.side;
            let brings = match frame.kind {
                Kind::Losses => result.halves(attackers),
                _ => result.drives(attackers),
            };
            let who = if attackers { "attacker" } else { "defender" };
            (!brings).then(|| format!("'{result}' brings the {who} no '{word}' (9.3)"))
        }
        _ => None,
    }
}
