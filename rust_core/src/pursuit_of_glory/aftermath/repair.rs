//! What RESERVES TO THE FRONT and CZAR'S ARMORIES repair (cp_04, cp_42, 17.1), and who is in excess
//! when an action ends (10.4).

use super::Aftermath;
use crate::board::bitset::BitSet;
use crate::pursuit_of_glory::combat::CombatCard;
use crate::pursuit_of_glory::data::{Crowd, PlaceId, UnitId};
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::readings::Readings;
use crate::pursuit_of_glory::state::One;
use crate::pursuit_of_glory::supply::Status;
use crate::pursuit_of_glory::vocabulary::*;

/// Turkish replacement points of a card, in halves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Points {
    /// The halves of RESERVES TO THE FRONT.
    pub reserves: u32,
    /// Those of CZAR'S ARMORIES.
    pub armories: u32,
}

impl Aftermath<'_> {
    /// The points there are, in halves.
    #[must_use]
    pub fn points(&self) -> Points {
        let of = |card, points: u32| if self.played(card) { 2 * points } else { 0 };
        Points {
            reserves: of(CombatCard::Cp04, 2),
            armories: of(CombatCard::Cp42, 4),
        }
    }

    /// What a step of a unit costs, in halves (17.1).
    #[must_use]
    pub fn step_cost(&self, unit: UnitId) -> u32 {
        if self.data.counters.lcus.contains(unit) {
            2
        } else {
            1
        }
    }

    fn turkish(&self, unit: &UnitId) -> bool {
        let entry = &self.data.units[*unit];
        entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA)
    }

    /// The units to which RESERVES TO THE FRONT gives a step back, and those it brings back.
    #[must_use]
    pub fn reserves_serve(&self) -> [BitSet; 2] {
        if self.points().reserves == 0 {
            return [BitSet::EMPTY; 2];
        }
        let bled = self.participants(Side::Cp) & self.state.bled & self.state.reduced;
        let fallen = self.fallen() & *self.enlisted(Side::Cp);
        [bled, fallen].map(|units| units.iter().filter(|unit| self.turkish(unit)).collect())
    }

    /// The units to which CZAR'S ARMORIES gives a step back: reduced, in supply, in Caucasus,
    /// Russia or Azerbaijan, and such as receive points at all (17.1.5, 17.1.6).
    #[must_use]
    pub fn armories_serve(&self) -> BitSet {
        if self.points().armories == 0 {
            return BitSet::EMPTY;
        }
        let supply = self.position.supply(&Readings::OURS);
        let weary = self.state.happened(self.data.known.ap_48);
        let units = self.view.commanded(Side::Cp) & self.view.present & self.state.reduced;
        let served = units.iter().filter(|unit| {
            let entry = &self.data.units[*unit];
            let barred = match entry.symbol {
                Some(Symbol::Dot) => true,
                Some(Symbol::Triangle) => weary,
                _ => false,
            };
            let area = self.spot(*unit).map(|place| self.data.spaces[place].area);
            entry.is_combat()
                && self.turkish(unit)
                && !barred
                && supply.units[*unit] != Some(Status::OutOfSupply)
                && matches!(area, Some(Area::Caucasus | Area::Russia | Area::Azerbaijan))
        });
        served.collect()
    }

    /// Is there anything to repair?
    #[must_use]
    pub fn repairs(&self) -> bool {
        let [bled, fallen] = self.reserves_serve();
        !(bled | fallen | self.armories_serve()).is_empty()
    }
}

impl Position {
    /// Spaces that hold more units of the side to act than they may, once its battles are fought
    /// (10.4, 10.3-1).
    #[must_use]
    pub fn in_excess(&self) -> BitSet {
        let (state, data) = (self.state(), self.data());
        let over = state.ops() == Some(0)
            && state.stage().is_none()
            && !state.fought.is_empty()
            && state.one(One::Phase) == Phase::Action as u16
            && !state
                .attacking
                .meets(&(data.counters.combat - state.fought));
        if !over {
            return BitSet::EMPTY;
        }
        let view = self.view();
        let own = view.combat(state.active()) - data.ways.wide;
        own.iter()
            .filter(|place| {
                let units = self.stacked(*place, state.active());
                units.len() > 3 && self.too_many(&units)
            })
            .collect()
    }

    /// A side's combat units in a place.
    #[must_use]
    pub fn stacked(&self, place: PlaceId, side: Side) -> Vec<UnitId> {
        let fights = self.data().counters.combat.iter();
        fights
            .filter(|unit| self.place(*unit) == Some(place) && self.side_of(*unit) == side)
            .collect()
    }

    /// Are these more than may stand in a space (10.0-1)?
    #[must_use]
    pub fn too_many(&self, units: &[UnitId]) -> bool {
        let counters = &self.data().counters;
        let crowd = units.iter().fold(Crowd::default(), |crowd, unit| {
            crowd + counters[*unit].crowd
        });
        crowd.too_many()
    }
}
