//! NO PRISONERS: for battles in which raiders attack.

use crate::combat::{Battle, Role};
use crate::vocabulary::*;

impl Battle<'_> {
    /// Whether an Arab Revolt irregular or a tribe of the CP attacks, of whichever side.
    pub(super) fn raiders_attack(&self) -> bool {
        self.some(Role::Attacker, |unit| {
            let of = &self.data.units[unit.unit];
            of.is_of(Nation::ArabRevolt) || (of.class == Class::Tribe && of.side == Side::Cp)
        })
    }
}
