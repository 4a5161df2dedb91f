//! Steps lost in an attack (9.32, 9.33, 9.8).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::orders::{Move, Order};
use crate::state::FrameKind;

impl Checker<'_> {
    pub(super) fn check_losses(&self, made: &Move, found: &mut Violations) {
        let state = self.position.state();
        let attacks = state.battle().and_then(|battle| battle.side) == Some(self.side);
        let orders = made.orders();
        let mut taken = 0;
        for order in orders {
            let (unit, whole) = match order {
                Order::Reduce { unit } => (*unit, false),
                Order::Eliminate { unit } => (*unit, true),
                _ => continue,
            };
            let own = self.is_own(unit);
            let steps = u32::from(self.front.steps(unit));
            let code = if !(own && state.engaged.contains(unit)) {
                match own && attacks && self.front.attack_strength(unit) == 0 {
                    true => &NO_STRENGTH_TO_LOSE,
                    false => &NOT_IN_BATTLE,
                }
            } else if whole {
                taken += steps;
                continue;
            } else if orders.contains(&Order::Eliminate { unit }) {
                &BOTH_IN_BATTLE
            } else if steps == 1 {
                &NO_STEP_TO_LOSE
            } else {
                taken += 1;
                continue;
            };
            found.add(code, &[Arg::Unit(unit)]);
        }
        let owed = u32::from(self.position.losses_owed().unwrap_or(0));
        if taken != owed {
            let args = [Arg::Number(taken), Arg::Number(owed)];
            found.add(&STEPS_IN_BATTLE, &args);
        }
    }
}

impl crate::position::Position {
    /// The steps that a side must lose in the attack under way, which is asked now.
    #[must_use]
    pub fn losses_owed(&self) -> Option<u16> {
        let top = self.state().top()?;
        (top.kind == FrameKind::Losses).then_some(top.args[0])
    }
}
