//! Who falls in a retreat (12.7.4, 12.7.6.c, 12.9.9): had he no way, and who comes for him?

use super::super::codes::*;
use super::super::{Arg, Faults};
use super::losses::replacements;
use super::retreat::{Plan, Retreat};
use crate::board::bitset::BitSet;
use crate::pursuit_of_glory::aftermath::losses::{Sheet, Tally};
use crate::pursuit_of_glory::aftermath::{Cause, Flight};
use crate::pursuit_of_glory::battles::{BattleMove, Route};
use crate::pursuit_of_glory::data::UnitId;

impl Retreat<'_, '_> {
    /// Those that are eliminated had no route (12.7.4-1, 12.7.4-2, 12.7.6.c-2, 12.9.9-5).
    pub(super) fn check_fallen(
        &self,
        plan: &Plan,
        flight: &Flight,
        orders: &BattleMove,
        faults: &mut Faults<'_>,
    ) {
        let sheet = Sheet::new(self.after, self.referee.side);
        let mut tally = Tally::default();
        tally
            .steps
            .extend(plan.fallen.iter().map(|unit| (unit, u8::MAX)));
        tally.replaced.extend(replacements(orders));
        let [vacant, _] = sheet.unreplaced(&tally);
        plan.fallen.for_each(|unit| {
            let witness = [Arg::Unit(unit)];
            if self.could_go(plan, flight, unit) {
                faults.add(&COULD_RETREAT, &witness);
            } else if vacant.contains(&unit) {
                match self.bogs_down(unit, plan.length) {
                    Some(true) => faults.add(&UNREPLACED_DESERT, &witness),
                    Some(false) => faults.add(&UNREPLACED_SWAMP, &witness),
                    None => {}
                }
            }
        });
    }

    /// Has a unit that is eliminated an open route?
    fn could_go(&self, plan: &Plan, flight: &Flight, unit: UnitId) -> bool {
        let Some(start) = self.start(plan, unit) else {
            return false;
        };
        let follows = |path: &Route| {
            let mut from = start;
            path.places().all(|to| {
                let none = self.waived();
                let goes = to != start
                    && (self.referee.base_of(from) == Some(to)
                        || self
                            .referee
                            .goes_by_land(unit, from, to, BitSet::EMPTY, none))
                    && !self.referee.closed(unit, start, [from, to], false, none);
                from = to;
                goes
            })
        };
        // Nobody goes anywhere (3.2.3.1.yud-1).
        if plan.length == 0 {
            return true;
        }
        let mut stack = plan.paths.iter().filter(|(other, ..)| self.combat(*other));
        // HQs and artillery go where combat units go, or stay if some do (3.2.3-1, 3.2.3-3).
        if !self.combat(unit) && self.escorted(plan, Some(start), unit) {
            return true;
        }
        if flight.cause == Cause::Catastrophe {
            let first = stack.min_by_key(|(other, ..)| self.id(*other));
            return first.map_or_else(
                || self.combat(unit) && !self.roads(unit, start, plan.length).is_empty(),
                |(_, path, _)| follows(path),
            );
        }
        if self.combat(unit) {
            // Who may stay need not fall, nor who is not driven back by SAVE TIFLIS.
            return plan.may.contains(unit)
                || flight.cause == Cause::SaveTiflis
                || self.open(plan, unit).1.is_some();
        }
        stack.any(|(other, path, sails)| {
            let end = path.last();
            self.start(plan, *other) == Some(start)
                && !sails
                && follows(path)
                && end.is_some_and(|end| self.room(plan, unit, end))
        })
    }
}
