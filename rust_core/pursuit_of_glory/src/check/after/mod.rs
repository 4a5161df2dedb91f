//! The checker of what follows the dice: losses, retreats, advances, repairs, excess (12.6-12.10,
//! 10.4, 17.1).
//!
//! The words, the readings and the table of violations are those of `docs/aftermath.md`.

mod advance;
mod cancel_retreat;
mod eliminated;
mod enumerate;
mod evacuation;
mod losses;
mod repair;
mod retreat;
mod retreat_paths;
mod retreat_routes;
mod single_unit;

use super::{Checker, Violation, Violations};
use crate::aftermath::PostCombat;
use crate::board::BitSet;
use crate::cards::RUSSIAN_WINTER_OFFENSIVE;
use crate::check::codes::NOT_CLEARED;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;
pub(crate) use retreat::Retreat;

impl Position {
    /// The forts of the Caucasus that Russians who advance destroy in a RUSSIAN WINTER OFFENSIVE: those of
    /// the CP that stand.
    fn razable_forts(&self) -> BitSet {
        if self.event_of_action(Side::Ap) != Some(RUSSIAN_WINTER_OFFENSIVE) {
            return BitSet::EMPTY;
        }
        let view = self.view();
        let theirs = view.forts & view.control[index(Side::Cp)];
        let there = |place: &PlaceId| self.data().spaces[*place].area == Area::Caucasus;
        theirs.iter().filter(there).collect()
    }

    /// The position once the forts have fallen that Russians enter by an advance; `None` if there are none.
    pub(crate) fn with_forts_razed(&self, orders: &Move) -> Option<Self> {
        let forts = self.razable_forts();
        if forts.is_empty() {
            return None;
        }
        let checker = Checker::of_side(self, Side::Ap);
        let able = checker.who_advances(&PostCombat::new(self)?);
        let advances = |unit: &UnitId| {
            let orders = orders.orders().iter();
            orders.filter(|order| order.unit() == Some(*unit)).count() == 1
        };
        let razes =
            |unit: &UnitId| able.contains(*unit) && checker.russian(*unit) && advances(unit);
        let entered = orders.orders().iter().filter_map(|order| match order {
            Order::Advance { unit, path } if razes(unit) => Some(path),
            _ => None,
        });
        let entered: BitSet = entered.flatten().copied().collect();
        self.without_forts(forts & entered)
    }

    fn without_forts(&self, forts: BitSet) -> Option<Self> {
        let mut next = (!forts.is_empty()).then(|| self.clone())?;
        for place in forts.iter() {
            next.put(Cell::FortDestroyed(place), 1);
        }
        Some(next)
    }

    /// The legal advances of a RUSSIAN WINTER OFFENSIVE, where a fort may fall by them; `None` elsewhere.
    fn advances_over_forts(&self, most: usize) -> Option<Vec<Move>> {
        let razed = self.without_forts(self.razable_forts())?;
        let asked = self.asked_in_battle()?;
        // What is legal before a fort is legal where it has fallen.
        let mut all = razed.answers_after(usize::MAX);
        all.retain(|made| self.check_answer(asked, made).is_empty());
        all.truncate(most);
        Some(all)
    }

    /// Every rule that an answer to a decision after the dice breaks, each once.
    pub(super) fn check_after(
        &self,
        checker: &Checker<'_>,
        asked: DecisionKind,
        orders: &Move,
    ) -> Vec<Violation> {
        if asked == DecisionKind::Advance
            && let Some(razed) = self.with_forts_razed(orders)
        {
            let over = Checker::of_side(&razed, checker.side);
            let mut found = razed.check_after(&over, asked, orders);
            // A fort that stood alone and stands is the defender still (12.9.5-1).
            let after = PostCombat::new(self);
            if after.is_some_and(|after| !checker.cleared(&after)) {
                found.push(Violation::new(&NOT_CLEARED, &[]));
                found.sort_unstable();
                found.dedup();
            }
            return found;
        }
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
