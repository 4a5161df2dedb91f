//! The state of the game: every cell, declared once.

mod agenda;
mod singles;
mod told;

pub use agenda::{DEPTH, FRAMES, Frame, FrameKind};
pub use singles::Scalar;
pub(crate) use told::{DOCUMENT, SIDES};
pub use told::{Own, Table};

use crate::board::{Few, Units};
use crate::vocabulary::*;
use Table::{Depots, Fortresses, Places, Towns, Units as UnitNames};
use engine::agenda::WORDS;
use engine::document::{Mark, agenda, by_name, by_word, field, marks, name, number, word};

/// How many units there is room for.
const N: usize = Units::CAPACITY;

engine::state! {
    /// Everything that can change, as one small block.
    pub struct State;
    /// What can change.
    pub enum Cell;

    /// Where a unit is, plus one: a hex or a box; 0 = the scenario does not use it.
    Place: Numbers { pub(crate) place: [u16; N] }
    told [
        field("units", by_name(UnitNames, name(Places)))
            .about("unit -> the hex or the box it is in")
            .fact("at"),
    ]
    /// Has the unit lost a step?
    Reduced: Flag { pub(crate) reduced: Units }
    told [
        field("reduced", marks(UnitNames, Mark::Bit(1)))
            .about("units that have lost a step")
            .fact("reduced"),
    ]
    /// Is the unit in trench state (12.0)?
    Entrenched: Flag { pub(crate) entrenched: Units }
    told [
        field("entrenched", marks(UnitNames, Mark::Bit(1)))
            .about("units in trench state (12.0)")
            .fact("entrenched"),
    ]
    /// Was it out of command when its side's second impulse began (4.1)?
    OutOfCommand: Flag { pub(crate) out_of_command: Units }
    told [
        field("out_of_command", marks(UnitNames, Mark::Bit(1)))
            .about("units with the marker of 4.1")
            .fact("out_of_command"),
    ]
    /// Has it attacked in this segment (9.51)?
    Attacked: Flag { pub(crate) attacked: Units }
    told [
        field("attacked", marks(UnitNames, Mark::Bit(1)))
            .if_any()
            .about("units that have attacked in this segment (9.51)")
            .fact("attacked"),
    ]
    /// Does it take part in the attack under way, and has not retreated from it (9.1)?
    Engaged: Flag { pub(crate) engaged: Units }
    told [
        field("engaged", marks(UnitNames, Mark::Bit(1)))
            .if_any()
            .about("units in the attack under way, on either side, that have not retreated from it")
            .fact("engaged"),
    ]
    /// Where it stood when the attack under way was declared, plus one, if units with attack strength
    /// and without stood there (9.8-3).
    Stood: Numbers { pub(crate) stood: [u16; N] }
    told [
        field("stood", by_name(UnitNames, name(Places)))
            .if_any()
            .about("units -> the hex where they stood when the attack under way was declared, if some \
                there had attack strength and some none (9.8-3)"),
    ]
    /// Of these the ones without attack strength.
    Accompanied: Flag { pub(crate) accompanied: Units }
    told [
        field("accompanied", marks(UnitNames, Mark::Bit(1)))
            .if_any()
            .about("of the units in 'stood' those without attack strength (9.8-3)"),
    ]
    /// Could it not retreat when the 2nd Army collapsed (14.82-3)?
    Cornered: Flag { pub(crate) cornered: Units }
    told [
        field("cornered", marks(UnitNames, Mark::Bit(1)))
            .if_any()
            .about("units that could not retreat when their army collapsed (14.82)")
            .fact("cornered"),
    ]
    /// Are attacks within the range of the headquarters shifted (13.9)?
    Offensive: Flag { pub(crate) offensive: Units }
    told [
        field("offensive", marks(UnitNames, Mark::Bit(1)))
            .if_any()
            .about("headquarters whose offensive succeeded, in this impulse (13.9)")
            .fact("offensive"),
    ]
    /// The hex that a headquarters has scouted in this turn, plus one (13.12).
    Scouted: Numbers { pub(crate) scouted: [u16; N] }
    told [
        field("scouted", by_name(UnitNames, name(Places)))
            .if_any()
            .about("headquarters -> the hex that it has scouted in this turn (13.12)")
            .fact("scouted"),
    ]
    /// Has the fortress fallen (11.4)?
    Fallen: Flag { pub(crate) fallen: Few }
    told [
        field("fallen", marks(Fortresses, Mark::Bit(1)))
            .about("hexes of fortresses that have fallen")
            .fact("fallen"),
    ]
    /// Whose unit passed a scoring place last, plus one (14.91).
    Passed: Numbers { pub(crate) passed: [u8; Few::CAPACITY] }
    told [
        field("passed", by_name(Towns, word(Side::LIST).plus_one()))
            .about("town -> the side whose unit passed it last (14.91)")
            .fact("passed"),
    ]
    /// Has an enemy unit entered the depot (15.81)?
    DepotEntered: Flag { pub(crate) depot_entered: Few }
    told [
        field("depots_entered", marks(Depots, Mark::Bit(1)))
            .if_any()
            .about("hexes of Entente depots that a central unit has entered (15.81)")
            .fact("depot_entered"),
    ]
    /// Replacement points (10.2).
    Points: Numbers { pub(crate) points: [u8; Pool::ALL.len()] }
    told [
        field("points", by_word(Pool::LIST, number(0, 250)))
            .about("replacement points (10.2)")
            .fact_if_any("points"),
    ]
    /// A single number: a [`Scalar`] as `usize`.
    Scalar: Numbers { pub(crate) ones: [u16; Scalar::ALL.len()] }
    told []
    /// What is under way.
    Agenda: Numbers { pub(crate) agenda: [u16; DEPTH * WORDS] }
    told [
        field("agenda", agenda(FRAMES, DEPTH))
            .about("what is under way, from the bottom up")
            .fact("agenda"),
    ]
    /// How many units of its side are hidden beneath it from who looks (13.1).
    Beneath: Numbers { pub(crate) beneath: [u8; N] }
    told [
        field("beneath", by_name(UnitNames, number(1, 250)))
            .if_any()
            .about("unit on top of a stack -> how many units beneath it are hidden (13.1)")
            .fact("beneath"),
    ]
}

impl State {
    /// A single number.
    #[must_use]
    pub fn one(&self, one: Scalar) -> u16 {
        self.ones.get(one as usize).copied().unwrap_or(0)
    }

    /// The number of the scenario.
    #[must_use]
    pub fn scenario(&self) -> usize {
        usize::from(self.one(Scalar::Scenario)).saturating_sub(1)
    }

    /// Where a unit is; `None` if the scenario does not use it.
    #[inline]
    #[must_use]
    pub fn place_of(&self, unit: usize) -> Option<usize> {
        usize::from(*self.place.get(unit)?).checked_sub(1)
    }

    /// How many units are hidden in a hex (13.1).
    #[must_use]
    pub fn beneath_in(&self, hex: usize) -> u16 {
        let numbers = self.beneath.iter().enumerate();
        numbers
            .filter(|(unit, number)| **number > 0 && self.place_of(*unit) == Some(hex))
            .map(|(_, number)| u16::from(*number))
            .sum()
    }
}
