//! Losses (12.6, 3.2.2), and the replacements of LCUs (12.6.5).

use super::super::codes::*;
use super::super::{Arg, Checker, Violations};
use crate::aftermath::PostCombat;
use crate::aftermath::losses::{LossSheet, Tally};
use crate::board::BitSet;
use crate::data::UnitId;
use crate::orders::{Move, Order};

/// Who comes for whom.
pub(super) fn replacements(orders: &Move) -> Vec<(UnitId, UnitId)> {
    let orders = orders.orders().iter().filter_map(|order| match *order {
        Order::Replace { unit, by } => Some((unit, by)),
        _ => None,
    });
    orders.collect()
}

impl Checker<'_> {
    /// What is wrong with the losses that a side takes.
    pub(super) fn check_losses(
        &self,
        after: &PostCombat<'_>,
        orders: &Move,
        violations: &mut Violations<'_>,
    ) {
        let sheet = LossSheet::new(after, self.side);
        let (mut reduced, mut eliminated) = (BitSet::EMPTY, BitSet::EMPTY);
        for order in orders.orders() {
            match *order {
                Order::Reduce { unit } => reduced.insert(unit),
                Order::Eliminate { unit } => eliminated.insert(unit),
                _ => {}
            }
        }
        // Replacements are of those who take part from now on, if they come for one that falls.
        let fallen = eliminated & sheet.members;
        let pairs = replacements(orders);
        let replaced = self.check_replacements(&sheet, &fallen, &pairs, violations);
        let newcomers: BitSet = replaced.iter().map(|(_, by)| *by).collect();
        let members = sheet.members | newcomers;
        let mut tally = Tally::default();
        (reduced | eliminated).for_each(|unit| {
            let witness = [Arg::Unit(unit)];
            if !members.contains(unit) {
                violations.add(&TAKES_NO_PART, &witness);
                return;
            }
            let left = sheet.steps_left(unit);
            let both = eliminated.contains(unit) && reduced.contains(unit);
            if both {
                violations.add(&REDUCED_AND_ELIMINATED, &witness);
            }
            if reduced.contains(unit) && left < 2 {
                violations.add(&CANNOT_REDUCE, &witness);
                if !both {
                    return;
                }
            }
            let steps = if eliminated.contains(unit) { left } else { 1 };
            tally.steps.push((unit, steps));
        });
        tally.replaced.extend(replaced);
        self.check_vacancies(&sheet, &tally, &pairs, violations);
        // As much as possible (12.2.8.e-1, 12.6.1-1), and never more (12.6.4-1, 12.6.4-2); others
        // before those with a ? (3.2.2.q-2).
        let (truly, as_if) = (sheet.truly(&tally), sheet.as_if(&tally));
        let number = u32::from(sheet.number);
        if truly > number {
            violations.add(&TOO_MUCH, &[Arg::Number(truly - number)]);
            return;
        }
        let capacity = sheet.capacity();
        let mut missing = u32::from(capacity.most).saturating_sub(as_if);
        if missing == 0 {
            missing = u32::from(capacity.truly).saturating_sub(truly);
        }
        let spared = sheet.uncertain(&tally);
        let spared = spared.saturating_sub(u32::from(capacity.uncertain));
        if missing > 0 {
            violations.add(&TOO_LITTLE, &[Arg::Number(missing)]);
        } else if spared > 0 {
            violations.add(&OTHERS_FIRST, &[Arg::Number(spared)]);
        }
    }

    /// What is wrong with replacements of fallen units; those that come, rightly or not.
    pub(super) fn check_replacements(
        &self,
        sheet: &LossSheet<'_>,
        fallen: &BitSet,
        pairs: &[(UnitId, UnitId)],
        violations: &mut Violations<'_>,
    ) -> Vec<(UnitId, UnitId)> {
        let mut valid = Vec::new();
        let falls = |lcu: UnitId| sheet.lcu(lcu) && fallen.contains(lcu);
        for (lcu, by) in pairs.iter().copied() {
            if !falls(lcu) {
                violations.add(&NOT_ELIMINATED, &[Arg::Unit(lcu)]);
                continue;
            }
            if !sheet.replaceable(lcu) {
                violations.add(&REPLACED_UNFED, &[Arg::Unit(lcu)]);
            }
            let again = |wanted: &dyn Fn(&(UnitId, UnitId)) -> bool| {
                let others = pairs.iter().filter(|pair| **pair != (lcu, by));
                others.filter(|(lcu, _)| falls(*lcu)).any(wanted)
            };
            if again(&|(other, _)| *other == lcu) {
                violations.add(&REPLACED_TWICE, &[Arg::Unit(lcu)]);
            }
            if again(&|(_, other)| *other == by) {
                violations.add(&SERVES_TWICE, &[Arg::Unit(by)]);
            }
            if sheet.reserve.contains(&by) {
                valid.push((lcu, by));
            } else {
                violations.add(&NOT_IN_RESERVE, &[Arg::Unit(by)]);
            }
        }
        let tally = Tally {
            replaced: valid.iter().copied().collect(),
            ..Tally::default()
        };
        for (lcu, by) in valid.iter().copied() {
            let witness = [Arg::Unit(lcu), Arg::Unit(by)];
            let Some((nation, _)) = sheet.preference(lcu, by) else {
                violations.add(&UNSUITABLE, &witness);
                continue;
            };
            for (_, (better, _)) in sheet.passed_over(&tally, lcu, by) {
                let code = if better < nation {
                    &COMES_LATER_NATION
                } else {
                    &COMES_LATER_TYPE
                };
                violations.add(code, &witness);
            }
        }
        valid
    }

    /// An LCU in supply that falls is replaced if anybody suits it (12.6.5-1, 12.6.3-3).
    pub(super) fn check_vacancies(
        &self,
        sheet: &LossSheet<'_>,
        tally: &Tally,
        pairs: &[(UnitId, UnitId)],
        violations: &mut Violations<'_>,
    ) {
        let [owed, _] = sheet.unreplaced(tally);
        // Whom a `replace` names, however wrongly, is not left out.
        let named = |lcu: &UnitId| pairs.iter().any(|(known, _)| known == lcu);
        for lcu in owed.into_iter().filter(|lcu| !named(lcu)) {
            violations.add(&UNREPLACED, &[Arg::Unit(lcu)]);
        }
    }
}
