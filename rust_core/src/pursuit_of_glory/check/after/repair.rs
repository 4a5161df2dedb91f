//! Repairs by cards (cp_04, cp_42, 17.1), and units in excess when an action ends (10.4).

use super::super::codes::*;
use super::super::{Arg, Faults, Referee};
use super::losses::after_orders;
use crate::board::bitset::BitSet;
use crate::pursuit_of_glory::aftermath::Aftermath;
use crate::pursuit_of_glory::battles::{AfterOrder, BattleMove};
use crate::pursuit_of_glory::data::UnitId;

impl Referee<'_> {
    /// What is wrong with repairs.
    pub(super) fn check_repair(
        &self,
        after: &Aftermath<'_>,
        orders: &BattleMove,
        faults: &mut Faults<'_>,
    ) {
        let [bled, fallen] = after.reserves_serve();
        let served = after.armories_serve();
        let rebuilt: BitSet = after_orders(orders)
            .filter_map(|order| match order {
                AfterOrder::Rebuild { unit } if fallen.contains(unit) => Some(unit),
                _ => None,
            })
            .collect();
        // What each card pays for alone, and what either may pay for, in halves.
        let (mut reserves, mut armories, mut either) = (0, 0, 0);
        for order in after_orders(orders) {
            let (unit, pays) = match order {
                AfterOrder::Restore { unit } => {
                    let by_reserves = bled.contains(unit) || rebuilt.contains(unit);
                    (unit, [by_reserves, served.contains(unit)])
                }
                AfterOrder::Rebuild { unit } => (unit, [fallen.contains(unit), false]),
                _ => continue,
            };
            let cost = after.step_cost(unit);
            match pays {
                [true, true] => either += cost,
                [true, false] => reserves += cost,
                [false, true] => armories += cost,
                [false, false] => faults.add(&CANNOT_REPAIR, &[Arg::Unit(unit)]),
            }
        }
        let points = after.points();
        let over =
            reserves.saturating_sub(points.reserves) + armories.saturating_sub(points.armories);
        let left =
            points.reserves.saturating_sub(reserves) + points.armories.saturating_sub(armories);
        let over = over + either.saturating_sub(left);
        if over > 0 {
            faults.add(&OVER_POINTS, &[Arg::Number(over.div_ceil(2))]);
        }
    }

    /// What is wrong with the units that the other side takes from overstacked spaces.
    pub(super) fn check_excess(&self, orders: &BattleMove, faults: &mut Faults<'_>) {
        let position = self.position;
        let places = position.in_excess();
        let acting = self.side.enemy();
        let mut gone = BitSet::EMPTY;
        for order in after_orders(orders) {
            let AfterOrder::Eliminate { unit } = order else {
                continue;
            };
            let place = position.place(unit).filter(|place| places.contains(*place));
            let stands = place.is_some_and(|place| position.stacked(place, acting).contains(&unit));
            if stands {
                gone.insert(unit);
            } else {
                faults.add(&NOT_IN_EXCESS, &[Arg::Unit(unit)]);
            }
        }
        places.for_each(|place| {
            let units = position.stacked(place, acting);
            let (taken, left): (Vec<UnitId>, Vec<UnitId>) =
                units.into_iter().partition(|unit| gone.contains(*unit));
            let witness = [Arg::Place(place)];
            if position.too_many(&left) {
                faults.add(&TOO_FEW, &witness);
                return;
            }
            let spared = |unit: &UnitId| {
                let with: Vec<UnitId> = left.iter().copied().chain([*unit]).collect();
                !position.too_many(&with)
            };
            if taken.iter().any(spared) {
                faults.add(&TOO_MANY, &witness);
            }
        });
    }
}
