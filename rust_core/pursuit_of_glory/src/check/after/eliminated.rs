//! Units that are eliminated in a retreat (12.7.4, 12.7.6.c, 12.9.9): that they had no way, and
//! which units replace them.

use super::super::codes::*;
use super::super::{Arg, Violations};
use super::losses::replacements;
use super::retreat::{Retreat, RetreatPlan};
use crate::aftermath::losses::{LossSheet, Tally};
use crate::aftermath::{Cause, RetreatRequirement, Route};
use crate::data::UnitId;
use crate::orders::Move;

impl Retreat<'_, '_> {
    /// Those that are eliminated had no route (12.7.4-1, 12.7.4-2, 12.7.6.c-2, 12.9.9-5).
    pub(super) fn check_fallen(
        &self,
        plan: &RetreatPlan,
        requirement: &RetreatRequirement,
        orders: &Move,
        violations: &mut Violations<'_>,
    ) {
        let sheet = LossSheet::new(self.after, self.checker.side);
        let mut tally = Tally::default();
        tally
            .steps
            .extend(plan.fallen.iter().map(|unit| (unit, u8::MAX)));
        // Who is called for a unit for which nobody may come is still there for others.
        let falls =
            |(lcu, _): &(UnitId, UnitId)| plan.fallen.contains(*lcu) && self.sinks(plan, *lcu);
        tally
            .replaced
            .extend(replacements(orders).into_iter().filter(falls));
        let [vacant, _] = sheet.unreplaced(&tally);
        plan.fallen.for_each(|unit| {
            let witness = [Arg::Unit(unit)];
            if self.could_go(plan, requirement, unit) {
                violations.add(&COULD_RETREAT, &witness);
            } else if vacant.contains(&unit) {
                match self.bogs_down(unit, plan.length) {
                    Some(true) => violations.add(&UNREPLACED_DESERT, &witness),
                    Some(false) => violations.add(&UNREPLACED_SWAMP, &witness),
                    None => {}
                }
            }
        });
    }

    /// Whether a unit that is eliminated has an open route.
    fn could_go(&self, plan: &RetreatPlan, requirement: &RetreatRequirement, unit: UnitId) -> bool {
        let Some(start) = self.start(plan, unit) else {
            return false;
        };
        // Nobody goes anywhere (3.2.3.1.yud-1).
        if plan.length == 0 {
            return true;
        }
        let roads = || self.roads(unit, start, plan.length);
        let follows = |path: &Route| {
            let roads = roads();
            let mut roads = roads.iter();
            roads.any(|road| !road.sail && road.path == *path)
        };
        let mut stack = plan.paths.iter().filter(|(other, ..)| self.combat(*other));
        // HQs and artillery go where combat units go, or stay if some do (3.2.3-1, 3.2.3-3).
        if !self.combat(unit) && self.escorted(plan, Some(start), unit) {
            return true;
        }
        if requirement.cause == Cause::Catastrophe {
            let first = stack.clone().map(|(other, ..)| *other);
            let Some(first) = first.min_by_key(|other| self.id(*other)) else {
                return self.combat(unit) && !roads().is_empty();
            };
            return stack.any(|(other, path, _)| *other == first && follows(path));
        }
        if self.combat(unit) {
            // Who may stay need not fall, nor who is not driven back by SAVE TIFLIS.
            return plan.may.contains(unit)
                || requirement.cause == Cause::SaveTiflis
                || self.open(plan, unit).1.is_some();
        }
        stack.any(|(_, path, sails)| {
            let end = path.last();
            !sails && follows(path) && end.is_some_and(|end| self.room(plan, unit, end))
        })
    }
}
