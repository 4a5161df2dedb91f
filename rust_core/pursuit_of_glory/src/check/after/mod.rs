//! The checker of what follows the dice: losses, retreats, advances, repairs, excess (12.6-12.10,
//! 10.4, 17.1).
//!
//! The words, the readings and the table of violations are those of `docs/aftermath.md`.

mod advance;
mod cancel_retreat;
mod eliminated;
mod enumerate;
mod losses;
mod repair;
mod retreat;
mod retreat_paths;
mod retreat_routes;
mod single_unit;

use super::{Checker, Violation, Violations};
use crate::aftermath::PostCombat;
use crate::orders::Move;
use crate::position::Position;
use crate::vocabulary::DecisionKind;
pub(crate) use retreat::Retreat;

impl Position {
    /// Every rule that an answer to a decision after the dice breaks, each once.
    pub(super) fn check_after(
        &self,
        checker: &Checker<'_>,
        asked: DecisionKind,
        orders: &Move,
    ) -> Vec<Violation> {
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        if let Some(after) = PostCombat::new(self) {
            match asked {
                DecisionKind::Losses => checker.check_losses(&after, orders, violations),
                DecisionKind::Advance => checker.check_advance(&after, orders, violations),
                DecisionKind::Retreat => Retreat::new(checker, &after).judge(orders, violations),
                DecisionKind::Repair => checker.check_repair(&after, orders, violations),
                _ => {}
            }
        } else if asked == DecisionKind::Excess {
            checker.check_excess(orders, violations);
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
