//! SAVE TIFLIS: for Turks that attacked Russians. What follows is a retreat of the Russians
//! (`aftermath::Cause::SaveTiflis`).

use crate::combat::{Battle, TURKS};
use crate::vocabulary::*;

impl Battle<'_> {
    /// Whether a TU or TU-A LCU attacked a RU LCU (3.2.1.2-1).
    pub(super) fn turks_attacked_russians(&self) -> bool {
        self.side == Side::Cp
            && self.took_part(Side::Cp, &TURKS, true)
            && self.took_part(Side::Ap, &[Nation::Ru], true)
    }
}
