//! Retreats that are cancelled by a step (12.7.3), or shortened by Yudenich (3.2.3.1.yud-1).

use super::super::codes::*;
use super::super::{Arg, Violations};
use super::losses::replacements;
use super::retreat::Retreat;
use crate::aftermath::losses::{LossSheet, Tally};
use crate::aftermath::{Cause, RetreatRequirement};
use crate::board::BitSet;
use crate::orders::{Move, Order};

impl Retreat<'_, '_> {
    /// Whether a step may cancel this retreat (12.2.9-2, 12.7.3-1). Not if a card or a withdrawal
    /// orders it, nor for stacks with Bulgarians after WAR WEARY BALKANS.
    pub(crate) fn may_stand(&self) -> bool {
        let cause = self.requirement.map(|requirement| requirement.cause);
        let weary = |unit| self.after.cannot_cancel(unit);
        cause == Some(Cause::Lost)
            && self.after.cover()
            && !self.after.defending().iter().any(weary)
    }

    /// A step that cancels the retreat of all.
    pub(super) fn judge_stand(
        &self,
        orders: &Move,
        requirement: &RetreatRequirement,
        stands: &BitSet,
        violations: &mut Violations<'_>,
    ) {
        let after = self.after;
        let sheet = LossSheet::new(after, self.checker.side);
        if !self.may_stand() {
            violations.add(&CANNOT_STAND, &[]);
        }
        if stands.len() > 1 {
            violations.add(&STANDS_TWICE, &[]);
        }
        let fellows = after.participants(self.checker.side);
        let mut tally = Tally::default();
        let mut fallen = BitSet::EMPTY;
        // Where a stack is driven back, or Russians are called home, no step could pay for it.
        let paid = !matches!(requirement.cause, Cause::Catastrophe | Cause::SaveTiflis);
        stands.for_each(|unit| {
            let witness = [Arg::Unit(unit)];
            if paid {
                tally.steps.push((unit, 1));
            }
            if sheet.steps_left(unit) < 2 {
                fallen.set(unit, paid);
                if fellows.iter().all(|other| other == unit) {
                    violations.add(&LAST_DEFENDER, &witness);
                }
            }
            let certain = |other: usize| !after.uncertain(other);
            if after.uncertain(unit) && fellows.iter().any(certain) {
                violations.add(&OTHERS_STAND_FIRST, &witness);
            }
        });
        if orders.orders().contains(&Order::Shorten) {
            // Shortened and cancelled: it is the stand that is too much.
            stands.for_each(|unit| violations.add(&STANDS_AND_GOES, &[Arg::Unit(unit)]));
        }
        for order in orders.orders() {
            let unit = match order {
                Order::Stand { .. } | Order::Replace { .. } | Order::Shorten => {
                    continue;
                }
                order => match order.unit() {
                    Some(unit) if (requirement.must | requirement.may).contains(unit) => unit,
                    _ => continue,
                },
            };
            violations.add(&STANDS_AND_GOES, &[Arg::Unit(unit)]);
        }
        let pairs = replacements(orders);
        let valid = self
            .checker
            .check_replacements(&sheet, &fallen, &pairs, violations);
        tally.replaced.extend(valid);
        self.checker
            .check_vacancies(&sheet, &tally, &pairs, violations);
    }
}
