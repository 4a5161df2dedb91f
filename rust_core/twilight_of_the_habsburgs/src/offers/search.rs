//! Whether a legal move contains some orders: what is judged, and what is noted.

use super::{Lister, MOST_FOR_ALL, MOST_FOR_ONE};
use crate::check::Violation;
use crate::orders::{Move, Order};
use engine::mending::{Branch, Menders, Mending, Outcome};
use std::hash::RandomState;

impl Lister<'_> {
    /// Looks for a legal move that contains these orders. What it finds is noted.
    pub(super) fn look(&mut self, mut orders: Vec<Order>) -> Outcome {
        self.left = MOST_FOR_ONE.min(MOST_FOR_ALL.saturating_sub(self.listing.judged));
        self.mend(&mut orders)
    }
}

impl Mending for Lister<'_> {
    type Order = Order;
    type Broken = Violation;
    type Hasher = RandomState;

    fn judged(&mut self, orders: &[Order]) -> Option<Vec<Violation>> {
        self.left = self.left.checked_sub(1)?;
        self.listing.judged += 1;
        let made = Move::new(orders.to_vec());
        Some(self.checker.check(self.asked, &made))
    }

    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order> {
        self.what_mends(orders, broken)
    }

    fn note(&mut self, orders: &[Order]) {
        self.listing.offers.extend(orders.iter().map(super::told));
        self.found = orders.to_vec();
        if let Some(kept) = &mut self.kept {
            kept.push(orders.to_vec());
        }
    }

    fn branch(&mut self) -> &mut Branch<Order, RandomState> {
        &mut self.branch
    }
}
