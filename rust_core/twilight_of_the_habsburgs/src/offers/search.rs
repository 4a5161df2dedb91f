//! Whether a legal move contains some orders: one broken rule after the other is mended, in every way
//! there is.

use super::menders::Menders;
use super::{Lister, MOST_FOR_ALL, MOST_FOR_ONE};
use crate::orders::Order;

/// What a search comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// A legal move contains the orders.
    Found,
    /// None does.
    Never,
    /// Not all that could be tried has been.
    Cut,
}

impl Lister<'_> {
    /// Looks for a legal move that contains these orders. What it finds is noted.
    pub(super) fn look(&mut self, mut orders: Vec<Order>) -> Outcome {
        self.left = MOST_FOR_ONE.min(MOST_FOR_ALL.saturating_sub(self.listing.judged));
        self.mend(&mut orders)
    }

    /// Judges the orders, and mends what is wrong with them.
    fn mend(&mut self, orders: &mut Vec<Order>) -> Outcome {
        let Some(broken) = self.judged(orders) else {
            return Outcome::Cut;
        };
        if broken.is_empty() {
            self.note(orders);
            return Outcome::Found;
        }
        let (mut fewest, mut last) = (None, None);
        let (mut together, mut perhaps) = (None, None);
        for one in broken {
            match self.menders(orders, one) {
                Menders::Nothing => return Outcome::Never,
                Menders::Together(all) => together = Some(all),
                Menders::Perhaps(some) => perhaps = Some(some),
                Menders::One(some) => self.keep_fewest(&mut fewest, some),
                Menders::Last(some) => self.keep_fewest(&mut last, some),
            }
        }
        if let Some(all) = together {
            let before = orders.len();
            orders.extend(all);
            let outcome = self.mend(orders);
            orders.truncate(before);
            return outcome;
        }
        if let Some(some) = perhaps {
            return match self.mend_by_one(orders, some) {
                Outcome::Found => Outcome::Found,
                _ => Outcome::Cut,
            };
        }
        self.mend_by_one(orders, fewest.or(last).unwrap_or_default())
    }

    /// Keeps the shorter list of menders, without those that are known not to do.
    fn keep_fewest(&self, fewest: &mut Option<Vec<Order>>, mut some: Vec<Order>) {
        some.retain(|order| !self.excluded.contains(order));
        if fewest.as_ref().is_none_or(|few| some.len() < few.len()) {
            *fewest = Some(some);
        }
    }

    /// Tries each of some orders, one of which every legal move has.
    fn mend_by_one(&mut self, orders: &mut Vec<Order>, menders: Vec<Order>) -> Outcome {
        let mut outcome = Outcome::Never;
        let mut excluded = Vec::new();
        for order in menders {
            orders.push(order.clone());
            let tried = self.mend(orders);
            orders.pop();
            match tried {
                Outcome::Found => {
                    outcome = Outcome::Found;
                    break;
                }
                Outcome::Cut => outcome = Outcome::Cut,
                Outcome::Never => {}
            }
            if self.left == 0 {
                outcome = Outcome::Cut;
                break;
            }
            // No other branch needs it: there is no legal move with it.
            if self.excluded.insert(order.clone()) {
                excluded.push(order);
            }
        }
        for order in &excluded {
            self.excluded.remove(order);
        }
        outcome
    }
}
