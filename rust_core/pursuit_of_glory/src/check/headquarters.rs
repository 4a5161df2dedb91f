//! HQs and heavy artillery on the move (3.2.3).

use super::codes::*;
use super::plan::{Mover, Plan};
use super::{Arg, Checker, Violations};
use crate::control::index;

impl Checker<'_> {
    pub(super) fn check_headquarters(
        &self,
        plan: &Plan<'_>,
        mover: &Mover<'_>,
        violations: &mut Violations<'_>,
    ) {
        let combat = |unit: usize| self.data.counters.combat.contains(unit);
        if combat(mover.unit) {
            return;
        }
        let unit = Arg::Unit(mover.unit);
        if !plan.after(self, mover.stop).any(combat) {
            violations.add(&HQ_ALONE, &[unit]);
        }
        // A beachhead is nobody's without its marker (3.1.6-2).
        let bare = self.data.network.beachheads - self.markers();
        let hostile = self.view().control[index(self.side.enemy())] - bare;
        for place in mover.path.iter().filter(|place| hostile.contains(**place)) {
            let escorted =
                plan.escorted.contains(*place) || self.at(*place).iter().any(|unit| combat(*unit));
            if !escorted {
                violations.add(&HQ_UNESCORTED, &[unit, Arg::Place(*place)]);
            }
        }
    }
}
