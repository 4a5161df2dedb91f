//! Dice: the trenches being dug (11.3.1), Galicia (18.5.a), besieged forts (15.3.1).

use crate::error::{Error, Result};
use crate::pursuit_of_glory::data::{Data, PlaceId, UnitId};
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::state::Cell;
use crate::pursuit_of_glory::vocabulary::*;

/// How a die fell, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// An attempt to build a trench (11.3.1).
    Trench {
        /// Where.
        place: PlaceId,
        /// Did it succeed?
        built: bool,
    },
    /// No die: what the phase does by itself (14.3.2, 15.3).
    Proceed,
    /// The losses of the Turks in Galicia (18.5.a).
    Galicia {
        /// The LCU.
        unit: UnitId,
        /// Does it lose a step?
        loses: bool,
    },
    /// A fort under siege (15.3.1).
    Fort {
        /// Where.
        place: PlaceId,
        /// Does it surrender?
        surrenders: bool,
    },
}

impl Outcome {
    /// The outcome as the answer that names it.
    #[must_use]
    pub fn text(&self, data: &Data) -> String {
        let space = |place: PlaceId| data.spaces.get(place).map_or("?", |space| &space.id);
        let (word, id) = match *self {
            Self::Trench { place, built } => (if built { "built" } else { "failed" }, space(place)),
            Self::Proceed => return "proceed".into(),
            Self::Galicia { unit, loses } => {
                let id = data.units.get(unit).map_or("?", |unit| unit.id.as_str());
                (if loses { "loses" } else { "stands" }, id)
            }
            Self::Fort { place, surrenders } => (
                if surrenders { "surrenders" } else { "holds" },
                space(place),
            ),
        };
        format!("{word} {id}")
    }
}

impl Position {
    /// The outcomes of the die that falls next, each with its odds as a fraction; `None` if no die
    /// is waited for. Impossible outcomes are left out.
    #[must_use]
    pub fn chance(&self) -> Option<Vec<(Outcome, u32, u32)>> {
        // Low rolls stand for the first outcome.
        let (all, low) = match self.phase()? {
            Phase::Action => {
                let state = self.state();
                let dug = |at: &PlaceId| state.get(Cell::Digging(*at)) > 0;
                let place = (0..self.data().on_map).find(dug)?;
                let low = u32::from(state.get(Cell::Digging(place)).min(6));
                let outcome = |built| Outcome::Trench { place, built };
                ([outcome(true), outcome(false)], low)
            }
            Phase::Attrition if self.die_in_galicia() => {
                let die = self.galicia_die()?;
                let unit = die.unit;
                let outcome = |loses| Outcome::Galicia { unit, loses };
                ([outcome(false), outcome(true)], 6 - die.losing_rolls())
            }
            Phase::Siege if let Some(die) = self.next_siege() => {
                let place = die.place;
                let outcome = |surrenders| Outcome::Fort { place, surrenders };
                ([outcome(false), outcome(true)], 6 - die.winning_rolls())
            }
            _ if self.goes_on() => return Some(vec![(Outcome::Proceed, 1, 1)]),
            _ => return None,
        };
        let all = [(all[0], low, 6), (all[1], 6 - low, 6)];
        Some(all.into_iter().filter(|(_, odds, _)| *odds > 0).collect())
    }

    /// What comes of a die.
    pub(super) fn fall(&self, outcome: Outcome) -> Result<Self> {
        let possible = self.chance().unwrap_or_default();
        if !possible.iter().any(|(other, _, _)| *other == outcome) {
            return Err(Error::bad(
                "answer",
                "cannot come of the die that falls now",
            ));
        }
        let (place, built) = match outcome {
            Outcome::Trench { place, built } => (place, built),
            Outcome::Proceed => return Ok(self.go_on()),
            Outcome::Galicia { loses, .. } => return Ok(self.fight_in_galicia(loses)),
            Outcome::Fort { surrenders, .. } => {
                let die = self.next_siege();
                return Ok(die.map_or_else(|| self.clone(), |die| self.end_siege(die, surrenders)));
            }
        };
        let mut next = self.clone();
        next.put(Cell::Digging(place), 0);
        if built && self.state().get(Cell::Trench(place)) == 0 {
            let owner = Control::from(self.state().active());
            // Always of level 1 (11.3.2-1, 11.3.2-3).
            next.put(Cell::Trench(place), 1 | (owner as u16) << 2);
        }
        Ok(next.settled())
    }
}
