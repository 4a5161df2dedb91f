//! Repairs by cards (RESERVES TO THE FRONT, CZAR'S ARMORIES, 17.1), and units in excess when an
//! action ends (10.4).

use super::super::codes::*;
use super::super::{Arg, Checker, Violations};
use crate::aftermath::PostCombat;
use crate::board::BitSet;
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::vocabulary::Side;

impl Checker<'_> {
    /// What is wrong with repairs.
    pub(super) fn check_repair(
        &self,
        after: &PostCombat<'_>,
        orders: &Move,
        violations: &mut Violations<'_>,
    ) {
        let Some(repair) = after.repair() else {
            return;
        };
        let rebuilt: BitSet = orders
            .orders()
            .iter()
            .filter_map(|order| match *order {
                Order::Rebuild { unit } if repair.rebuilt.contains(unit) => Some(unit),
                _ => None,
            })
            .collect();
        let mut spent = 0;
        for order in orders.orders() {
            let (unit, served) = match *order {
                Order::Restore { unit } => (
                    unit,
                    repair.restored.contains(unit) || rebuilt.contains(unit),
                ),
                Order::Rebuild { unit } => (unit, rebuilt.contains(unit)),
                _ => continue,
            };
            if !served {
                violations.add(&CANNOT_REPAIR, &[Arg::Unit(unit)]);
                continue;
            }
            let twice = u32::from(repair.disrupted.contains(unit));
            spent += after.step_cost(unit) * (1 + twice);
        }
        let over = spent.saturating_sub(repair.points);
        if over > 0 {
            violations.add(&OVER_POINTS, &[Arg::Number(over.div_ceil(2))]);
        }
        let homes: BitSet = rebuilt.iter().filter_map(|unit| after.home(unit)).collect();
        (homes - self.data.movement_graph.unlimited_stacking).for_each(|place| {
            let back = rebuilt
                .iter()
                .filter(|unit| after.home(*unit) == Some(place));
            let mut units = self.position.stacked(place, Side::Cp);
            units.extend(back);
            if self.position.too_many(&units) {
                violations.add(&NO_ROOM, &[Arg::Place(place)]);
            }
        });
    }

    /// What is wrong with the units that the other side takes from overstacked spaces (10.4-1,
    /// 10.5).
    pub(super) fn check_excess(&self, orders: &Move, violations: &mut Violations<'_>) {
        let position = self.position;
        if self.side == position.state().active() {
            self.check_return(orders, violations);
            return;
        }
        let places = position.in_excess();
        let acting = self.side.enemy();
        let mut gone = BitSet::EMPTY;
        for order in orders.orders() {
            let Some(unit) = order.unit() else { continue };
            let place = position.place(unit).filter(|place| places.contains(*place));
            let stands =
                place.is_some_and(|place| position.billeted(place, acting).contains(&unit));
            match (stands, order) {
                (true, Order::Eliminate { .. }) => gone.insert(unit),
                (_, Order::Reserve { .. }) => violations.add(&NOT_RETURNING, &[Arg::Unit(unit)]),
                _ => violations.add(&NOT_IN_EXCESS, &[Arg::Unit(unit)]),
            }
        }
        places.for_each(|place| {
            let units = position.billeted(place, acting);
            let fewest = position.fewest_in_excess(&units);
            let (taken, left): (Vec<UnitId>, Vec<UnitId>) =
                units.into_iter().partition(|unit| gone.contains(*unit));
            let witness = [Arg::Place(place)];
            if position.crowd(&left).overstacked() {
                violations.add(&TOO_FEW, &witness);
            }
            if taken.len() > fewest {
                violations.add(&TOO_MANY, &witness);
            }
        });
    }
}
