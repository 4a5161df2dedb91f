//! Retreats after an attack (6.5, 9.4).

use super::Checker;
use super::codes::*;
use super::stacking::Stacks;
use super::violation::{Arg, Violations};
use crate::board::{Hexes, Units};
use crate::data::{Beside, HexId, UnitId};
use crate::front::Front;
use crate::orders::{Move, Order};
use crate::vocabulary::{Side, Switch};
use smallvec::SmallVec;

/// Where units of a side may retreat.
#[derive(Debug)]
pub struct Retreats<'a, 'f> {
    front: &'f Front<'a>,
    side: Side,
    /// Sea, neutral country and intact fortresses of the foe.
    shut: Hexes,
    stacks: Stacks,
}

/// What keeps a unit from retreating to a hex beside it.
#[derive(Debug, Clone, Copy)]
struct Bars {
    enemy: bool,
    zone: bool,
    full: bool,
    closed: bool,
    barred: bool,
}

impl<'a, 'f> Retreats<'a, 'f> {
    /// Prepares the retreats of a side.
    #[must_use]
    pub fn new(front: &'f Front<'a>, side: Side) -> Self {
        Self {
            front,
            side,
            shut: front.not_to_enter(side),
            stacks: Stacks::new(front, front.present[side as usize]),
        }
    }

    fn bars(&self, unit: UnitId, beside: &Beside) -> Bars {
        let (front, hex) = (self.front, beside.hex);
        Bars {
            enemy: front.enemies(self.side).contains(hex),
            zone: front.enemy_zones(self.side).contains(hex),
            full: self.is_full(unit, hex),
            closed: self.shut.contains(hex) || !self.admits(unit, beside),
            barred: beside.barred,
        }
    }

    /// 9.4-4: is the terrain open to the unit, or over a railway, unless the scenario keeps retreats
    /// out of such hexes?
    fn admits(&self, unit: UnitId, beside: &Beside) -> bool {
        let kind = self.front.campaign.kinds[unit] as usize;
        match self.front.scenario.turned(Switch::RailOnlyHexes) {
            true => self.front.data.ground.open[kind].contains(beside.hex),
            false => self.front.terrain_admits(unit, beside),
        }
    }

    /// 9.4-3: would a hex be over a limit with a unit?
    fn is_full(&self, unit: UnitId, hex: HexId) -> bool {
        let load = match self.front.hex(unit) == Some(hex) {
            true => self.stacks.load(hex),
            false => self.stacks.with(self.front.data, unit, hex),
        };
        load.is_over(self.front.data, hex)
    }

    /// The hexes that a unit may retreat to.
    #[must_use]
    pub fn hexes(&self, unit: UnitId) -> SmallVec<[HexId; 6]> {
        let mut found = self.hexes_with_room(unit);
        found.retain(|hex| !self.is_full(unit, *hex));
        found
    }

    /// The hexes that a unit may retreat to wherever it finds room.
    #[must_use]
    pub fn hexes_with_room(&self, unit: UnitId) -> SmallVec<[HexId; 6]> {
        let Some(from) = self.front.hex(unit) else {
            return SmallVec::new();
        };
        let open = |beside: &&Beside| {
            let bars = self.bars(unit, beside);
            !(bars.enemy || bars.zone || bars.closed || bars.barred)
        };
        let around = self.front.data.ground.beside[from].iter().filter(open);
        around.map(|beside| beside.hex).collect()
    }

    /// Would a hex be within all limits with these units besides?
    #[must_use]
    pub fn have_room(&self, units: Units, hex: HexId) -> bool {
        let mut load = self.stacks.load(hex);
        let units = units
            .iter()
            .filter(|unit| self.front.hex(*unit) != Some(hex));
        units.for_each(|unit| load.add(self.front.data, unit, 1));
        !load.is_over(self.front.data, hex)
    }
}

impl Checker<'_> {
    pub(super) fn check_retreat(&self, made: &Move, found: &mut Violations) {
        let retreats = Retreats::new(self.front, self.side);
        let engaged = self.position.state().engaged;
        let mut units = 0;
        for order in made.orders() {
            let Order::Retreat { unit, hex } = order else {
                continue;
            };
            let (unit, hex) = (*unit, *hex);
            let from = self
                .front
                .hex(unit)
                .filter(|_| self.is_own(unit) && engaged.contains(unit));
            let Some(from) = from else {
                found.add(&NOT_RETREATING, &[Arg::Unit(unit)]);
                continue;
            };
            units += 1;
            let args = [Arg::Unit(unit), Arg::Hex(hex)];
            let beside = self.data.ground.between(from, hex);
            if beside.is_none() {
                found.add(&NO_RETREAT_THERE, &args);
            }
            let step = beside.unwrap_or(Beside {
                hex,
                river: false,
                rail: false,
                barred: false,
                trench: false,
            });
            let bars = retreats.bars(unit, &step);
            for (code, broken) in [
                (&RETREAT_TO_ENEMY, bars.enemy),
                (&RETREAT_INTO_ZONE, bars.zone),
                (&FULL, bars.full),
                (&NO_ENTRY_IN_RETREAT, bars.closed && beside.is_some()),
                (&BARRED_RETREAT, bars.barred),
            ] {
                if broken {
                    found.add(code, &args);
                }
            }
        }
        if units != 1 {
            found.add(&ONE_AT_A_TIME, &[Arg::Number(units)]);
        }
    }
}
