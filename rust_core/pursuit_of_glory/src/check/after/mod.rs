//! The referee of what follows the dice: losses, retreats, advances, repairs, excess (12.6-12.10,
//! 10.4, 17.1).
//!
//! The words, the readings and the table of violations are those of `docs/aftermath.md`.

mod advance;
mod alone;
mod fallen;
mod losses;
mod repair;
mod retreat;
mod roads;
mod standing;
mod ways;

use super::{Faults, Referee, Violation};
use crate::aftermath::Aftermath;
use crate::orders::Move;
use crate::position::Position;
use crate::vocabulary::DecisionKind;
pub(crate) use retreat::Retreat;

impl Position {
    /// Every rule that an answer to a decision after the dice breaks, each once.
    pub(super) fn check_after(
        &self,
        referee: &Referee<'_>,
        asked: DecisionKind,
        orders: &Move,
    ) -> Vec<Violation> {
        let mut found = Vec::new();
        let faults = &mut Faults(&mut found);
        if let Some(after) = Aftermath::new(self) {
            match asked {
                DecisionKind::Losses => referee.check_losses(&after, orders, faults),
                DecisionKind::Advance => referee.check_advance(&after, orders, faults),
                DecisionKind::Retreat => Retreat::new(referee, &after).judge(orders, faults),
                DecisionKind::Repair => referee.check_repair(&after, orders, faults),
                _ => {}
            }
        } else if asked == DecisionKind::Excess {
            referee.check_excess(orders, faults);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
