//! RESERVES TO THE FRONT: for Turks that were hurt. What its points repair is said in
//! `aftermath::Repair`.

use crate::aftermath::PostCombat;
use crate::combat::{Battle, TURKS, any, nations};
use crate::data::UnitId;
use crate::vocabulary::*;

impl Battle<'_> {
    /// Whether a TU or TU-A unit in supply lost a step, or fell.
    pub(super) fn turks_were_hurt(&self) -> bool {
        let Some(after) = PostCombat::new(self.position) else {
            return false;
        };
        let (data, state) = (self.data, self.state());
        let hurt = *after.enlisted(Side::Cp) & (state.bled | after.fallen());
        let mut fed = ((hurt & data.counters.combat) - state.unfed).iter();
        fed.any(|unit: UnitId| any(nations(data, state, unit), &TURKS))
    }
}
