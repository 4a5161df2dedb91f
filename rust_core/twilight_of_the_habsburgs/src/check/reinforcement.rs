//! Reinforcements and replacements (10.0).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::board::Hexes;
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};
use crate::state::Cell;
use crate::vocabulary::*;

impl Checker<'_> {
    /// Depots on which reinforcements may be placed (10.1, 10.13).
    #[must_use]
    pub fn entry_depots(&self) -> Hexes {
        let printed = self.front.campaign.depots[self.side as usize];
        printed - self.movement.enemies - *self.movement.zones() - self.front.destroyed_depots()
    }

    /// The edge hexes on which a unit enters where there is no such depot (10.13).
    #[must_use]
    pub fn entry_edge(&self, unit: UnitId) -> Hexes {
        self.front.campaign.entries[self.entrant(unit)] & self.data.ground.firm
    }

    /// Which of the clauses of 10.13 a unit enters by.
    fn entrant(&self, unit: UnitId) -> usize {
        match (self.side, self.data.units[unit].nation) {
            (Side::Central, _) => 0,
            (Side::Entente, Nation::Italian) => 2,
            (Side::Entente, _) => 1,
        }
    }

    fn is_in_box(&self, unit: UnitId, off_map: OffMap) -> bool {
        let own = self.data.units[unit].side == self.side;
        own && self.position.is_in(unit, off_map)
    }

    pub(super) fn check_reinforcement(&self, made: &Move, found: &mut Violations) {
        let charts = &self.data.charts;
        let mut spent = [0_u32; Pool::ALL.len()];
        for order in made.orders() {
            let price = match order {
                Order::Arrive { unit, hex } => {
                    if !self.is_in_box(*unit, OffMap::Available) {
                        found.add(&NOT_AVAILABLE, &[Arg::Unit(*unit)]);
                        continue;
                    }
                    self.check_entry(*unit, *hex, found);
                    continue;
                }
                Order::Rebuild { unit, hex } => {
                    if !self.is_in_box(*unit, OffMap::Eliminated) {
                        found.add(&NOT_ELIMINATED, &[Arg::Unit(*unit)]);
                        continue;
                    }
                    self.check_entry(*unit, *hex, found);
                    charts.rebuild_price
                }
                Order::Restore { unit } => {
                    if !self.is_own(*unit) {
                        found.add(&NOT_OWN_RESTORED, &[Arg::Unit(*unit)]);
                        continue;
                    }
                    self.check_restored(*unit, found);
                    charts.step_price
                }
                _ => continue,
            };
            let Some(unit) = order.unit() else { continue };
            // 10.26-1: some kinds receive none.
            if charts.no_points.contains(&self.kind(unit)) {
                found.add(&NO_POINTS_FOR, &[Arg::Unit(unit)]);
            }
            spent[charts.pool(self.data.units[unit].nation) as usize] += u32::from(price);
        }
        self.check_points(&spent, found);
    }

    /// 10.1, 10.13: where reinforcements come.
    fn check_entry(&self, unit: UnitId, hex: HexId, found: &mut Violations) {
        let args = [Arg::Unit(unit), Arg::Hex(hex)];
        if self.movement.enemies.contains(hex) {
            found.add(&ENEMY_AT_ENTRY, &args);
        }
        if self.movement.zones().contains(hex) {
            found.add(&ENEMY_ZONE_AT_ENTRY, &args);
        }
        let printed = self.front.campaign.depots[self.side as usize];
        if printed.contains(hex) {
            if self.front.destroyed_depots().contains(hex) {
                found.add(&DEPOT_DESTROYED, &args);
            }
        } else if !self.entry_depots().is_empty() {
            found.add(&NO_DEPOT, &args);
        } else {
            let (campaign, entrant) = (self.front.campaign, self.entrant(unit));
            if !campaign.entries[entrant].contains(hex) {
                let codes = [&NO_ENTRY_CENTRAL, &NO_ENTRY_ALLIED, &NO_ENTRY_ITALIAN];
                found.add(codes[entrant], &args);
            }
            let out_of_play = !self.data.ground.firm.contains(hex);
            if out_of_play && campaign.entry_edges[entrant].contains(hex) {
                found.add(&NO_ENTRY_OUT_OF_PLAY, &args);
            }
        }
        self.check_standing(unit, hex, found);
    }

    /// 10.21, 10.23: who receives a point.
    fn check_restored(&self, unit: UnitId, found: &mut Violations) {
        let args = [Arg::Unit(unit)];
        if self.front.steps(unit) == self.data.units[unit].steps {
            found.add(&FULL_STRENGTH, &args);
        }
        if !self.command().in_command.contains(unit) {
            found.add(&NOT_IN_COMMAND, &args);
        }
        if self
            .front
            .hex(unit)
            .is_some_and(|hex| self.movement.zones().contains(hex))
        {
            found.add(&RESTORED_IN_ZONE, &args);
        }
    }

    /// 10.2: points serve the units of their nation; those of 16.5-2 make up for what is short.
    fn check_points(&self, spent: &[u32; Pool::ALL.len()], found: &mut Violations) {
        let points = |pool: Pool| {
            let usable = pool != Pool::Allied || self.side == Side::Entente;
            match usable {
                true => u32::from(self.position.state().get(Cell::Points(pool as usize))),
                false => 0,
            }
        };
        let short = |pool: Pool| {
            let spent = spent[pool as usize];
            match pool {
                Pool::Allied => spent,
                pool => spent.saturating_sub(points(pool)),
            }
        };
        let missing: u32 = Pool::ALL.iter().map(|pool| short(*pool)).sum();
        if missing > points(Pool::Allied) {
            for pool in Pool::ALL.iter().filter(|pool| short(**pool) > 0) {
                found.add(&TOO_FEW_POINTS, &[Arg::Pool(*pool)]);
            }
        }
    }
}
