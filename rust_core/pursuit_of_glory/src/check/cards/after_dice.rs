//! Which units took part in a battle, once its dice have fallen: they may have been eliminated since
//! (`docs/aftermath.md`).

use crate::aftermath::PostCombat;
use crate::combat::{Battle, any, nations};
use crate::data::UnitId;
use crate::vocabulary::*;

impl Battle<'_> {
    /// Whether a unit of these nations, or a LCU of them, took part for a side. Of the CP's own
    /// those in supply are asked (2.0.cc-2, 14.3.1-4).
    pub(super) fn took_part(&self, side: Side, wanted: &[Nation], lcu: bool) -> bool {
        let Some(after) = PostCombat::new(self.position) else {
            return false;
        };
        let (data, state) = (self.data, self.state());
        let all = *after.enlisted(side) & data.counters.combat;
        let asked = match side {
            Side::Cp => all - state.unfed,
            _ => all,
        };
        let mut units = asked.iter();
        units.any(|unit: UnitId| {
            any(nations(data, state, unit), wanted) && (!lcu || data.counters.lcus.contains(unit))
        })
    }

    /// Whether a side had no combat units in the battle, fallen or not (2.0.cc-2).
    pub(super) fn nobody_enlisted(&self, side: Side) -> bool {
        let fights = &self.data.counters.combat;
        PostCombat::new(self.position)
            .is_some_and(|after| (*after.enlisted(side) & *fights).is_empty())
    }

    /// Whether all of a side that took part and are still there were out of supply at the moment of
    /// the attack (14.1.1-2).
    pub(super) fn all_were_unfed(&self, side: Side) -> bool {
        PostCombat::new(self.position).is_some_and(|after| {
            let units = after.participants(side);
            !units.is_empty() && (units - self.state().unfed).is_empty()
        })
    }
}
