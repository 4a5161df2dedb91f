//! Steps lost before play (14.7, 15.7, 16.6).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::board::Units;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::FrameKind;

/// What a side must lose.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owed {
    /// Steps, at most those it has.
    pub steps: u32,
    /// Steps of an army, if some must come from one.
    pub of_army: Option<(usize, u32)>,
}

impl Position {
    /// The steps that the attrition under way asks for, as the dice fell; `None` before.
    #[must_use]
    pub fn attrition_owed(&self) -> Option<u16> {
        self.state().under_way(FrameKind::Attrition)?.args[0].checked_sub(1)
    }
}

impl Checker<'_> {
    /// The steps some units have left.
    fn steps_of(&self, units: Units) -> u32 {
        units
            .iter()
            .map(|unit| u32::from(self.front.steps(unit)))
            .sum()
    }

    /// Own units of an army.
    fn army(&self, army: usize) -> Units {
        let (campaign, scenario) = (self.front.campaign, self.front.scenario);
        let member = |unit: &usize| {
            let entry = campaign.entry(scenario, *unit);
            entry.is_some_and(|entry| entry.army == Some(army))
        };
        self.own.iter().filter(member).collect()
    }

    /// What the side must lose.
    #[must_use]
    pub fn owed(&self) -> Owed {
        let owed = u32::from(self.position.attrition_owed().unwrap_or(0));
        let steps = owed.min(self.steps_of(self.own));
        let half = self.front.scenario.attrition[self.side as usize].half_from;
        let of_army =
            half.map(|(army, _)| (army, steps.div_ceil(2).min(self.steps_of(self.army(army)))));
        Owed { steps, of_army }
    }

    pub(super) fn check_attrition(&self, made: &Move, found: &mut Violations) {
        let attrition = &self.front.scenario.attrition[self.side as usize];
        let [rule, units_rule] = attrition.rules;
        let orders = made.orders();
        let mut taken: Vec<(usize, u32)> = Vec::new();
        for order in orders {
            let (unit, whole) = match order {
                Order::Reduce { unit } => (*unit, false),
                Order::Eliminate { unit } => (*unit, true),
                _ => continue,
            };
            let args = [Arg::Unit(unit)];
            let steps = u32::from(self.front.steps(unit));
            let code = if !self.is_own(unit) {
                &LOSER_NOT_OWN
            } else if whole {
                taken.push((unit, steps));
                continue;
            } else if orders.contains(&Order::Eliminate { unit }) {
                &BOTH
            } else if steps == 1 {
                &NO_STEP_TO_SPARE
            } else {
                taken.push((unit, 1));
                continue;
            };
            found.add_by(units_rule, code, &args);
        }
        let owed = self.owed();
        let sum: u32 = taken.iter().map(|(_, steps)| steps).sum();
        if sum != owed.steps {
            found.add_by(rule, &STEPS, &[Arg::Number(sum), Arg::Number(owed.steps)]);
        }
        if let (Some((army, needed)), Some((_, rule))) = (owed.of_army, attrition.half_from) {
            let members = self.army(army);
            let of_it = taken.iter().filter(|(unit, _)| members.contains(*unit));
            let of_it: u32 = of_it.map(|(_, steps)| steps).sum();
            if of_it < needed {
                let args = [Arg::Army(army), Arg::Number(of_it), Arg::Number(needed)];
                found.add_by(rule, &STEPS_OF, &args);
            }
        }
    }
}
