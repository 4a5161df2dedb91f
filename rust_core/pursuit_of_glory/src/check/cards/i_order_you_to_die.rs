//! "I ORDER YOU TO DIE!": for a stack of Turks alone.

use crate::combat::{Battle, Role, nations};
use crate::data::Nations;
use crate::vocabulary::*;

impl Battle<'_> {
    /// Whether all that defend are TU, and none TU-A. Headquarters are units, too (11.1-1).
    pub(super) fn only_turks_defend(&self) -> bool {
        let turks = |of: Nations| of.has(Nation::Tu) && !of.has(Nation::TuA);
        let mut units = self.fighters[Role::Defender as usize].iter();
        let mut staff = self.staff[Role::Defender as usize].iter();
        self.some(Role::Defender, |_| true)
            && units.all(|unit| turks(unit.nations))
            && staff.all(|one| turks(nations(self.data, self.state(), one.unit)))
    }
}
