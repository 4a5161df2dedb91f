//! Hexes a unit may not stand in or enter (6.1, 8.3, 13.2).

use super::Checker;
use super::codes::{ALPINE, BARRED, MAY_NOT_ENTER};
use super::violation::{Arg, Violations};
use crate::data::{HexId, UnitId};

impl Checker<'_> {
    /// 6.1-6, 8.3-3, 13.2-1: what keeps a unit from standing in a hex that it does not walk into. A
    /// rail hex it could have reached along the railway is open to it.
    pub(super) fn check_standing(&self, unit: UnitId, hex: HexId, found: &mut Violations) {
        if self.movement.shut.contains(hex) {
            found.add(&MAY_NOT_ENTER, &[Arg::Unit(unit), Arg::Hex(hex)]);
        }
        let kind = self.kind(unit) as usize;
        let ground = &self.data.ground;
        if !ground.open[kind].contains(hex) && !ground.rail_only[kind].contains(hex) {
            self.add_closed(unit, hex, found);
        }
    }

    /// A hex whose terrain is not open to a unit; of sea and neutral country 6.1 says enough.
    #[cold]
    pub(super) fn add_closed(&self, unit: UnitId, hex: HexId, found: &mut Violations) {
        let ground = &self.data.ground;
        if ground.shut.contains(hex) {
            return;
        }
        let code = match ground.alpine().contains(hex) {
            true => &ALPINE,
            false => &BARRED,
        };
        found.add(code, &[Arg::Unit(unit), Arg::Hex(hex)]);
    }
}
