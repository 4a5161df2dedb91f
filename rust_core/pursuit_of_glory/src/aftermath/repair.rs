//! What RESERVES TO THE FRONT and CZAR'S ARMORIES repair, at once (17.1, 2.0.rp-3).

use super::PostCombat;
use crate::board::BitSet;
use crate::cards::{Combat, Does, TURKISH_WAR_WEARINESS};
use crate::control::index;
use crate::data::{CardId, PlaceId, UnitId};
use crate::readings::Readings;
use crate::state::Cell;
use crate::supply::Status;
use crate::vocabulary::*;

/// What is repaired with, and for whom.
#[derive(Debug, Clone, Copy)]
pub struct Repair {
    /// The card that brings the points.
    pub card: CardId,
    /// The points, in halves.
    pub points: u32,
    /// The units that may get a step back.
    pub restored: BitSet,
    /// Those that may be brought back.
    pub rebuilt: BitSet,
    /// Those of the former that pay twice, being in disrupted supply (3.2.4.2-7).
    pub disrupted: BitSet,
}

impl Repair {
    /// Whether there is anything to do.
    #[must_use]
    pub fn useful(&self) -> bool {
        !(self.restored | self.rebuilt).is_empty()
    }
}

impl PostCombat<'_> {
    /// The card whose points are spent now: those for this battle come first.
    #[must_use]
    pub fn repairing(&self) -> Option<CardId> {
        let spent = self.state.battle_flag(BattleFlag::ReservesSpent);
        let brings = |first: bool| {
            let mut cards = self.data.combat_cards.iter().copied();
            cards.find(|card| {
                let combat = self.data.combat(*card);
                let brings = |combat: &Combat| {
                    combat.points().is_some() && combat.does(Does::ForThisBattle) == first
                };
                self.state.played_by(*card).is_some() && combat.is_some_and(brings)
            })
        };
        brings(true).filter(|_| !spent).or_else(|| brings(false))
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

    fn turkish(&self, unit: UnitId) -> bool {
        let entry = &self.data.units[unit];
        entry.is_combat() && (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA))
    }

    /// What may be repaired now; `None` if no card brings points.
    #[must_use]
    pub fn repair(&self) -> Option<Repair> {
        let card = self.repairing()?;
        let combat = self.data.combat(card)?;
        let supply = self.position.supply(&Readings::OURS);
        let status = |unit: UnitId| supply.units[unit];
        // Out of supply nobody gets points (14.3.1-5).
        let fed = |unit: &UnitId| {
            self.turkish(*unit) && status(*unit).is_some_and(|it| it != Status::OutOfSupply)
        };
        let reduced = self.view.present & self.state.reduced;
        let points = u32::from(combat.points()?) * 2;
        let (restored, rebuilt): (BitSet, BitSet) = if combat.does(Does::ForThisBattle) {
            let bled = self.participants(Side::Cp) & self.state.bled & reduced;
            let fallen = self.fallen() & *self.enlisted(Side::Cp);
            let back = fallen
                .iter()
                .filter(|unit| self.turkish(*unit) && self.comes_back(*unit))
                .filter(|unit| self.home(*unit).is_none_or(|place| self.takes_in(place)));
            (bled.iter().filter(fed).collect(), back.collect())
        } else {
            let units = (self.view.commanded(Side::Cp) & reduced).iter();
            let served = units
                .filter(fed)
                .filter(|unit| self.armed(*unit, status(*unit)));
            (served.collect(), BitSet::EMPTY)
        };
        let disrupted = restored.iter().filter(|unit| {
            matches!(
                status(*unit),
                Some(Status::Disrupted | Status::LimitedDisrupted)
            )
        });
        Some(Repair {
            card,
            points,
            disrupted: disrupted.collect(),
            restored,
            rebuilt,
        })
    }

    /// Whether a unit that fell may be rebuilt: it is not lost for good, or for its sign alone
    /// (RESERVES TO THE FRONT).
    fn comes_back(&self, unit: UnitId) -> bool {
        let known = &self.data.known;
        if self.position.place(unit) == Some(known.cp_eliminated) {
            return true;
        }
        let entry = &self.data.units[unit];
        let units = 0..self.data.units.len();
        let number = self.data.counters.lcu_number(unit);
        let replaced = number.is_some_and(|number| {
            units
                .into_iter()
                .any(|unit| self.state.get(Cell::ReplacementFor(unit)) == number)
        });
        matches!(entry.symbol, Some(Symbol::Dot | Symbol::Triangle))
            && !self.state.unfed.contains(unit)
            && (entry.size == Size::Scu || replaced)
    }

    /// Where a unit that fell in this battle stood.
    #[must_use]
    pub fn home(&self, unit: UnitId) -> Option<PlaceId> {
        let number = self.state.get(Cell::LeftFrom(unit));
        self.data.movement_graph.neighbour(self.target, number)
    }

    /// Whether CP units could be put in a place: no enemy stands there or holds it (10.6-1,
    /// 11.2-1).
    fn takes_in(&self, place: PlaceId) -> bool {
        let enemy = |unit: &UnitId| {
            self.spot(*unit) == Some(place)
                && (self.view.commander(*unit) == Some(Side::Ap)
                    || self.data.units[*unit].side == Side::Special)
        };
        self.data.spaces[place].kind == Kind::Region
            || !(self.view.control[index(Side::Ap)].contains(place)
                || (0..self.data.units.len()).any(|unit| enemy(&unit)))
    }

    /// Whether CZAR'S ARMORIES serves a unit: in Caucasus, Russia or Azerbaijan, in more than
    /// limited supply, and one that receives points (17.1.3 to 17.1.6).
    fn armed(&self, unit: UnitId, status: Option<Status>) -> bool {
        let known = &self.data.known;
        let capital = known.constantinople;
        let barred = match self.data.units[unit].symbol {
            Some(Symbol::Dot) => true,
            Some(Symbol::Triangle) => self.state.happened(TURKISH_WAR_WEARINESS),
            _ => false,
        };
        let area = self.spot(unit).map(|place| self.data.spaces[place].area);
        let limited = matches!(status, Some(Status::Limited | Status::LimitedDisrupted));
        !barred
            && !limited
            && matches!(area, Some(Area::Caucasus | Area::Russia | Area::Azerbaijan))
            && !self.view.control[index(Side::Ap)].contains(capital)
            && !self.view.besieging[index(Side::Ap)].contains(capital)
    }
}
