//! Air reconnaissance (13.12).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::orders::{Move, Order};

impl Checker<'_> {
    pub(super) fn check_scouting(&self, made: &Move, found: &mut Violations) {
        let range = u32::from(self.data.combat.scouting_range);
        for order in made.orders() {
            let Order::Scout { unit, hex } = order else {
                continue;
            };
            let seat = self
                .front
                .hex(*unit)
                .filter(|_| self.is_own(*unit) && self.front.campaign.headquarters.contains(*unit));
            let Some(seat) = seat else {
                found.add(&NOT_HEADQUARTERS, &[Arg::Unit(*unit)]);
                continue;
            };
            if self.position.state().scouted[*unit] > 0 {
                found.add(&SCOUTED, &[Arg::Unit(*unit)]);
            }
            let place = |hex: usize| self.data.map.hexes[hex].hex;
            if place(seat).distance(place(*hex)) > range {
                found.add(&OUT_OF_REACH, &[Arg::Unit(*unit), Arg::Hex(*hex)]);
            }
        }
    }
}
