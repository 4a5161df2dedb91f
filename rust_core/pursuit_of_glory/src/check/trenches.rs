//! Building trenches (11.3) and suppressing uprisings (3.2.4.2).

use super::codes::*;
use super::plan::Plan;
use super::{Arg, Checker, Violations};
use crate::data::{PlaceId, UnitId};
use crate::state::Cell;
use crate::vocabulary::*;

/// The nations that dig in mountain and swamp (11.3.1.c-2).
const SAPPERS: [Nation; 6] = [
    Nation::Br,
    Nation::Fr,
    Nation::In,
    Nation::Anz,
    Nation::Ge,
    Nation::Ah,
];

impl Checker<'_> {
    /// One attempt a space (11.3.1-2).
    pub(super) fn check_trenches(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        for place in &plan.trenches {
            let witness = [Arg::Place(*place)];
            if self.unlimited_stacking(*place) {
                violations.add(&NO_TRENCH_HERE, &witness);
                continue;
            }
            if !plan.move_spaces.contains(*place) {
                violations.add(&DIG_NOT_ACTIVATED, &witness);
            }
            let digs = |unit: &&UnitId| self.digs(plan, **unit);
            let mut diggers = self.at(*place).iter().filter(digs).peekable();
            if diggers.peek().is_none() {
                violations.add(&NOBODY_DIGS, &witness);
            }
            if self.data.spaces[*place].terrain == Some(Terrain::Desert) {
                violations.add(&DESERT, &witness);
            }
            if self.is_hard(*place) && !diggers.any(|unit| self.is_sapper(*unit)) {
                violations.add(&ROCK_OR_MUD, &witness);
            }
            if self.view().state.get(Cell::Trench(*place)) > 0 {
                violations.add(&TRENCH_THERE, &witness);
            }
        }
    }

    /// A regular unit in supply, LCU or SCU (11.3.1.a), reduced or not (11.3.1-5), that does
    /// nothing else (11.3.1.b, 11.3.1.d, 14.3.1-3); who comes does not dig (11.3.1.e).
    pub(super) fn digs(&self, plan: &Plan<'_>, unit: UnitId) -> bool {
        self.is_digger(unit)
            && !plan.going.contains(unit)
            && !plan.suppressors.contains(&unit)
            && !plan.used.contains(unit)
    }

    fn is_digger(&self, unit: UnitId) -> bool {
        self.data.units[unit].class == Class::Regular && !self.outlook().starved(unit)
    }

    fn is_sapper(&self, unit: UnitId) -> bool {
        SAPPERS.iter().any(|nation| self.counts_as(unit, *nation))
    }

    fn is_hard(&self, place: PlaceId) -> bool {
        let terrain = self.data.spaces[place].terrain;
        matches!(terrain, Some(Terrain::Mountain | Terrain::Swamp))
    }

    /// Whether a trench in a place could be the work of a unit that does nothing else (11.3.1.a, 11.3.1.c).
    pub(super) fn would_dig(&self, unit: UnitId, place: PlaceId) -> bool {
        self.is_digger(unit) && (!self.is_hard(place) || self.is_sapper(unit))
    }

    /// Where a combat unit of the side stands beside an uprising that troubles it.
    pub(super) fn suppressible(&self, unit: UnitId) -> Option<PlaceId> {
        let able = self.own.contains(unit) && self.data.units[unit].is_combat();
        let place = self.position.place(unit).filter(|_| able)?;
        self.troubled.contains(place).then_some(place)
    }

    pub(super) fn check_suppression(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        for unit in plan.suppressors.iter().copied() {
            let witness = [Arg::Unit(unit)];
            if self.suppressible(unit).is_none() {
                violations.add(&NO_UPRISING, &witness);
                continue;
            }
            if self.outlook().starved(unit) {
                violations.add(&OUT_OF_SUPPLY, &witness);
            }
            if !(plan.may_move | plan.may_attack).contains(unit) {
                violations.add(&SUPPRESSOR_NOT_ACTIVATED, &witness);
            }
            if plan.going.contains(unit) || plan.used.contains(unit) {
                violations.add(&SUPPRESSOR_MOVES, &witness);
            }
        }
    }
}
