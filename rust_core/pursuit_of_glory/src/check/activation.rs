//! Activation (9.2) and its stacks (10.7).

use super::codes::*;
use super::plan::{Plan, PlannedActivation};
use super::{Arg, Checker, Violations};
use crate::activation::Purpose;
use crate::data::UnitId;
use std::borrow::Cow;

impl Checker<'_> {
    /// Judges the activations. None says where its units will go or whom they attack (9.2.3).
    pub(super) fn check_activations(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        let mut total = 0;
        for (at, done) in plan.activations.iter().enumerate() {
            if self.unlimited_stacking(done.place) {
                let there = |unit: &UnitId| self.at(done.place).contains(unit);
                let mut stack = Cow::Borrowed(done.units);
                if !done.units.iter().all(there) {
                    stack.to_mut().retain(there);
                    let known = |unit: &&UnitId| **unit < self.data.units.len();
                    for unit in done.units.iter().filter(known).filter(|unit| !there(unit)) {
                        violations.add(&NOT_THERE, &[Arg::Unit(*unit), Arg::Place(done.place)]);
                    }
                }
                if stack.is_empty() {
                    continue;
                }
                self.check_stack(&stack, violations);
                // Sorted as they are, two orders differ, or they would be one.
                for other in &plan.activations[at + 1..] {
                    if other.place == done.place {
                        for unit in stack.iter().filter(|unit| other.units.contains(unit)) {
                            violations.add(&TWO_STACKS, &[Arg::Unit(*unit)]);
                        }
                    }
                }
                // Each stack of a region is paid for (9.2.6-3).
                total += self.price(done, &stack, violations);
            } else {
                // A space either moves or fights (9.2.3-1, 2.0.activated-2).
                let same = |other: &PlannedActivation<'_>| other.place == done.place;
                if plan.activations[at + 1..].iter().any(same) {
                    violations.add(&BOTH_PURPOSES, &[Arg::Place(done.place)]);
                }
                if self.at(done.place).is_empty() {
                    self.check_vacant(done.place, violations);
                } else {
                    total += self.price(done, &[], violations);
                }
            }
        }
        if total > u32::from(self.ops) && self.event.is_none() {
            let ops = Arg::Number(self.ops.into());
            violations.add(&OVER_BUDGET, &[Arg::Number(total), ops]);
        }
    }

    /// A space without units of the side cannot be activated (9.2.3-2).
    pub(super) fn check_vacant(&self, place: usize, violations: &mut Violations<'_>) {
        let georgians = self
            .position
            .place(self.data.known.ge_georgian_protectorate)
            == Some(place);
        let greeks = self.view().neutral_greeks.contains(place);
        if georgians {
            violations.add(&PROTECTORATE, &[Arg::Place(place)]);
        }
        if greeks {
            violations.add(&OBEY_NOBODY, &[Arg::Place(place)]);
        }
        if !georgians && !greeks {
            violations.add(&NOTHING_THERE, &[Arg::Place(place)]);
        }
    }

    /// Stacks obey the rules of stacking (10.7-1).
    pub(super) fn check_stack(&self, stack: &[UnitId], violations: &mut Violations<'_>) {
        let crowd = self.crowd(stack.iter().copied());
        if !(crowd.too_many() || crowd.two_hqs() || crowd.rivals()) {
            return;
        }
        let Some(first) = stack.iter().min_by_key(|unit| &self.data.units[**unit].id) else {
            return;
        };
        for (broken, code) in [
            (crowd.too_many(), &STACK_TOO_BIG),
            (crowd.two_hqs(), &STACK_OF_TWO_HQS),
            (crowd.rivals(), &STACK_OF_RIVALS),
        ] {
            if broken {
                violations.add(code, &[Arg::Unit(*first)]);
            }
        }
    }

    /// The cost of an activation (9.2.1-1, 2.0.activated-1), nothing if it is barred; of all units
    /// if none are named, whoever of them goes or fights (9.2.1-2).
    pub(super) fn price(
        &self,
        done: &PlannedActivation<'_>,
        stack: &[UnitId],
        violations: &mut Violations<'_>,
    ) -> u32 {
        let mut prices = self.prices.borrow_mut();
        let known = prices
            .get_mut(done.place)
            .filter(|_| stack.is_empty())
            .map(|known| &mut known[done.purpose as usize]);
        if let Some(price @ 1..) = known {
            return u32::from(*price - 1);
        }
        let units = if stack.is_empty() {
            self.at(done.place)
        } else {
            stack
        };
        match self
            .activation_rules
            .judged(units, done.place, done.purpose)
        {
            Ok(cost) => {
                if let Some(known) = known {
                    *known = cost.total().saturating_add(1);
                }
                u32::from(cost.total())
            }
            Err(bars) => {
                let place = Arg::Place(done.place);
                for rule in bars.rules() {
                    let code = match rule {
                        "14.3.1-1" => &BARRED_OOS,
                        "14.1.9-2" => &BARRED_LIMITED,
                        "18.8.6-3" => &BARRED_AFGHANISTAN,
                        "9.5.1.a" => &BARRED_APIS,
                        "7.3.nobr-1" => &BARRED_BRITISH,
                        _ => &BARRED_NO_COMBAT,
                    };
                    violations.add(code, &[place, Arg::Purpose(done.purpose)]);
                }
                if bars.is_empty() && done.purpose == Purpose::AttackWithBr {
                    violations.add(&NO_BRITISH, &[place]);
                }
                0
            }
        }
    }
}
