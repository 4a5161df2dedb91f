//! Rail movement and the lake transports (8.5, 13.6).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};
use crate::state::Scalar;
use crate::vocabulary::*;

impl Checker<'_> {
    /// 8.5, 8.51, 8.53: a ride along railways.
    pub(super) fn check_ride(
        &self,
        unit: UnitId,
        start: HexId,
        path: &[HexId],
        found: &mut Violations,
    ) {
        let ground = &self.data.ground;
        let friendly = self.front.campaign.ground[self.side as usize];
        if self.second_impulse {
            found.add(&SECOND_IMPULSE, &[Arg::Unit(unit)]);
        }
        if !(ground.rail & friendly).contains(start) {
            found.add(&NO_RAIL_START, &[Arg::Unit(unit), Arg::Hex(start)]);
        }
        if self.movement.zones().contains(start) {
            found.add(&STARTS_IN_ZONE, &[Arg::Unit(unit), Arg::Hex(start)]);
        }
        let kind = self.kind(unit) as usize;
        let closed =
            |hex: HexId| self.data.charts.closed[self.data.map.hexes[hex].terrain as usize];
        let bound = self.front.scenario.turned(Switch::RailBeyondLine);
        let mut from = start;
        for to in path.iter().copied() {
            let args = [Arg::Unit(unit), Arg::Hex(to)];
            self.check_entered(unit, to, found);
            if !ground.open[kind].contains(to) && closed(to) {
                self.add_closed(unit, to, found);
            }
            if !ground.rail.contains(to) {
                found.add(&OFF_RAILS, &args);
            }
            if !ground.between(from, to).is_some_and(|beside| beside.rail) {
                found.add(
                    &OFF_RAIL_SIDES,
                    &[Arg::Unit(unit), Arg::Hex(from), Arg::Hex(to)],
                );
            }
            if self.movement.zones().contains(to) {
                found.add(&ENTERS_ZONE, &args);
            }
            if bound && !friendly.contains(to) {
                let code = match self.side {
                    Side::Central => &FOREIGN_RAILS_CENTRAL,
                    Side::Entente => &FOREIGN_RAILS_ENTENTE,
                };
                found.add(code, &args);
            }
            from = to;
        }
    }

    /// 13.61: Italian transports sail in the Allied first impulse.
    pub(super) fn ferries_sail(&self) -> bool {
        self.side == Side::Entente && !self.second_impulse
    }

    /// 13.61: a crossing of Lake Garda.
    pub(super) fn check_ferry(
        &self,
        unit: UnitId,
        start: HexId,
        hex: HexId,
        found: &mut Violations,
    ) {
        let (ground, charts) = (&self.data.ground, &self.data.charts);
        let args = [Arg::Unit(unit), Arg::Hex(hex)];
        if start != ground.ferry_port {
            found.add(&NOT_IN_PORT, &[Arg::Unit(unit), Arg::Hex(start)]);
        }
        if !charts.ferry_sizes.contains(&self.data.units[unit].size) {
            found.add(&WRONG_SIZE, &[Arg::Unit(unit)]);
        }
        if !ground.lakeside.contains(hex) {
            found.add(&NOT_ON_LAKE, &args);
        }
        let fortresses = &self.front.fortresses[self.side.foe() as usize];
        if self.movement.enemies.contains(hex) || fortresses.contains(hex) {
            found.add(&ENEMY_ASHORE, &args);
        }
        if !ground.open[self.kind(unit) as usize].contains(hex) {
            self.add_closed(unit, hex, found);
        }
        let ended = self.front.scenario.turned(Switch::FerryAfterSinking)
            && self.position.state().one(Scalar::FerrySunk) > 0;
        if ended {
            found.add(&FERRY_ENDED, &[Arg::Unit(unit)]);
        }
    }

    /// 8.52, 8.54, 13.61: what may be combined, and how much is carried.
    pub(super) fn check_transport_limits(&self, made: &Move, found: &mut Violations) {
        let orders = made.orders();
        let own = |order: &&Order| order.unit().is_some_and(|unit| self.is_own(unit));
        let has = |unit: UnitId, is: &dyn Fn(&Order) -> bool| {
            orders
                .iter()
                .any(|order| order.unit() == Some(unit) && is(order))
        };
        let goes = |order: &Order| matches!(order, Order::Go { .. });
        let sails = |order: &Order| matches!(order, Order::Ferry { .. }) && self.ferries_sail();
        let (mut halves, mut carried) = (0, 0);
        for order in orders.iter().filter(own) {
            match order {
                Order::Rail { unit, .. } => {
                    let size = self.data.units[*unit].size;
                    halves += u32::from(self.data.charts.rail_sizes[size as usize]);
                    if has(*unit, &goes) || has(*unit, &sails) {
                        found.add(&COMBINED, &[Arg::Unit(*unit)]);
                    }
                }
                Order::Ferry { unit, .. } if self.ferries_sail() => {
                    carried += 1;
                    if has(*unit, &goes) {
                        found.add(&MOVES_ON, &[Arg::Unit(*unit)]);
                    }
                }
                _ => {}
            }
        }
        if halves > u32::from(self.data.charts.rail_limits[self.side as usize]) {
            let code = match self.side {
                Side::Central => &RAIL_LIMIT_CENTRAL,
                Side::Entente => &RAIL_LIMIT_ENTENTE,
            };
            found.add(code, &[Arg::Number(halves)]);
        }
        if carried > u32::from(self.data.charts.ferry_limit) {
            found.add(&TOO_MANY_FERRIES, &[Arg::Number(carried)]);
        }
    }
}
