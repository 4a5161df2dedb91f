//! The referee of what follows the dice: losses, retreats, advances, repairs, excess (12.6-12.10,
//! 10.4, 17.1).
//!
//! The words, the readings and the table of violations are those of `docs/aftermath.md`.

mod losses;

use super::{Faults, Referee, Violation};
use crate::pursuit_of_glory::aftermath::Aftermath;
use crate::pursuit_of_glory::battles::BattleMove;
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::vocabulary::*;

impl Position {
    /// Every rule that an answer to the decision after the dice breaks, each once; `None` if
    /// something else is asked.
    #[must_use]
    pub fn check_after(&self, orders: &BattleMove) -> Option<Vec<Violation>> {
        let after = Aftermath::new(self)?;
        let referee = Referee::of_side(self, after.acts()?);
        let mut found = Vec::new();
        let faults = &mut Faults(&mut found);
        match after.stage {
            Stage::DefendersLosses | Stage::AttackersLosses => {
                referee.check_losses(&after, orders, faults);
            }
            _ => return None,
        }
        found.sort_unstable();
        found.dedup();
        Some(found)
    }
}
