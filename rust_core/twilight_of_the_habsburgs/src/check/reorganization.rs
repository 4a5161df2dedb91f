//! Reorganization: units turn to their trench or mobile side (12.1).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::orders::{Move, Order};

impl Checker<'_> {
    pub(super) fn check_reorganization(&self, made: &Move, found: &mut Violations) {
        for order in made.orders() {
            let (unit, digs) = match order {
                Order::Entrench { unit } => (*unit, true),
                Order::Mobilize { unit } => (*unit, false),
                _ => continue,
            };
            let args = [Arg::Unit(unit)];
            // 12.1-1: own units, and only to the other side.
            if !self.is_own(unit) {
                found.add(&NOT_OWN_FLIPPED, &args);
                continue;
            }
            if self.position.state().entrenched.contains(unit) == digs {
                found.add(&NO_CHANGE, &args);
                continue;
            }
            // 12.1-2: in the second impulse only units in command.
            if self.is_out_of_command(unit) {
                found.add(&FLIPPED_OUT_OF_COMMAND, &args);
            }
            // 12.3-1: not every unit has a trench side.
            if digs && self.data.units[unit].trench.is_none() {
                found.add(&NO_TRENCH_SIDE, &args);
            }
        }
    }
}
