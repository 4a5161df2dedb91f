//! What can be ordered where units redeploy, found piece by piece as it is asked for: there are thousands of
//! orders, and who says one word after the other needs few of them.

use super::Redeployer;
use super::list::Group;
use super::offers::Company;
use crate::board::BitSet;
use crate::check::listing::Lister;
use crate::orders::{Move, Order};
use engine::mending::Outcome;
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// What has been found of the orders beside those given.
#[derive(Debug, Default)]
pub(crate) struct Found {
    given: Vec<Order>,
    /// In legal moves with those given, and in none: neither are those, if more is given.
    legal: BTreeSet<Order>,
    never: FxHashSet<Order>,
}

/// Asks of the orders one by one.
pub(crate) struct Pieces<'r, 'a> {
    lister: Lister<Company<'r, 'a>>,
    found: &'r mut Found,
}

impl<'r, 'a> Pieces<'r, 'a> {
    pub(crate) fn new(redeployer: &'r Redeployer<'a>, found: &'r mut Found) -> Self {
        let mut lister = Lister::new(Company::new(redeployer));
        lister.found = std::mem::take(&mut found.legal);
        lister.branch.excluded = std::mem::take(&mut found.never);
        Self { lister, found }
    }

    /// Begins anew beside these orders, and says whether a legal move has them; `None` if that is not known.
    pub(crate) fn begin(&mut self, given: &Move) -> Option<bool> {
        let given = given.orders();
        if !self.found.given.iter().all(|order| given.contains(order)) {
            self.lister.branch.excluded.clear();
        }
        self.found.given = given.to_vec();
        self.lister.found.clear();
        if given.is_empty() {
            return Some(true);
        }
        known(self.lister.look(given.to_vec()))
    }

    /// Groups of orders that may be given besides, by units that have none yet and can be paid for: each with
    /// its number and its first order; the others are of the same unit and kind.
    pub(crate) fn groups(&self) -> Vec<(usize, Order)> {
        let company = &self.lister.rules;
        let free: BitSet = company.others(&self.found.given).into_iter().collect();
        let groups = company.pool.groups().iter().enumerate();
        let groups = groups.filter(|(_, group)| free.contains(group.unit()));
        let firsts = groups.filter_map(|(at, group)| Some((at, group.orders().next()?)));
        firsts.collect()
    }

    /// The orders of a group.
    pub(crate) fn of_group(&self, group: usize) -> Vec<Order> {
        let groups = self.lister.rules.pool.groups();
        groups
            .get(group)
            .into_iter()
            .flat_map(Group::orders)
            .collect()
    }

    /// Whether a legal move has an order beside those given; `None` if that is not known.
    pub(crate) fn has(&mut self, order: &Order) -> Option<bool> {
        if self.lister.branch.excluded.contains(order) {
            return Some(false);
        }
        known(self.lister.try_one(&self.found.given, order))
    }

    /// Whether a legal move has an order of a group; `None` if that is not known.
    pub(crate) fn any(&mut self, group: usize) -> Option<bool> {
        let mut unknown = false;
        for order in self.of_group(group) {
            match self.has(&order) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => unknown = true,
            }
        }
        (!unknown).then_some(false)
    }
}

impl Drop for Pieces<'_, '_> {
    fn drop(&mut self) {
        self.found.legal = std::mem::take(&mut self.lister.found);
        self.found.never = std::mem::take(&mut self.lister.branch.excluded);
    }
}

const fn known(outcome: Outcome) -> Option<bool> {
    match outcome {
        Outcome::Found => Some(true),
        Outcome::Never => Some(false),
        Outcome::Cut => None,
    }
}
