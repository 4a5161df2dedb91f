//! Whether a legal move contains some orders: from the smallest move that does, one broken rule
//! after the other is mended, in every way there is.

use super::Completer;
use super::ways::{mendable, waits};
use crate::activation::Purpose;
use crate::check::Violation;
use crate::check::codes::{LEFT_BEHIND, STRANDED};
use crate::data::{PlaceId, UnitId};
use crate::orders::choices::Candidate;
use crate::orders::{Move, Order};
use engine::mending::{Menders, Mending, Outcome};
use rustc_hash::{FxBuildHasher, FxHashSet};

/// What is still to be written down of the orders that a move must contain.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// A unit ends its move in a place, whatever the way there.
    End(UnitId, PlaceId),
    /// An LCU is organized: with two SCUs, or with a third.
    Form(Order),
}

impl Completer<'_> {
    /// Looks for a legal move that contains these orders and does these tasks. What it finds is noted.
    pub(super) fn search(&mut self, orders: &mut Vec<Order>, tasks: &mut Vec<Task>) -> Outcome {
        let Some(task) = tasks.pop() else {
            return self.mend(orders);
        };
        let alternatives = self.alternatives(&task);
        let mut outcome = match self.cut {
            true => Outcome::Cut,
            false => Outcome::Never,
        };
        for order in alternatives {
            orders.push(order);
            let tried = self.search(orders, tasks);
            orders.pop();
            match tried {
                Outcome::Found => {
                    outcome = Outcome::Found;
                    break;
                }
                Outcome::Cut => outcome = Outcome::Cut,
                Outcome::Never => {}
            }
        }
        tasks.push(task);
        outcome
    }

    /// The orders that do a task.
    fn alternatives(&mut self, task: &Task) -> Vec<Order> {
        match task {
            Task::End(unit, stop) => {
                let ways = self.ways(*unit);
                self.cut |= ways.cut;
                let there = ways.all.iter().filter(|way| way.stop == *stop);
                let mut there: Vec<_> = there.collect();
                there.sort_by_key(|way| !way.plain);
                let paths = there.into_iter().map(|way| way.path.clone());
                paths.map(|path| Order::Go { unit: *unit, path }).collect()
            }
            Task::Form(order) => {
                let same = |other: &Order| match (order, other) {
                    (
                        Order::Organize {
                            lcu,
                            reserve,
                            removed,
                            ..
                        },
                        Order::Organize {
                            lcu: l,
                            reserve: r,
                            removed: gone,
                            ..
                        },
                    ) => (lcu, reserve, removed) == (l, r, gone),
                    _ => false,
                };
                let more = self.known.organizable.iter().map(|(_, other)| other);
                let more = more.filter(|other| same(other) && *other != order);
                std::iter::once(order).chain(more).cloned().collect()
            }
        }
    }

    /// Judges orders as a move; whether there was time to.
    pub(super) fn judge(&mut self, orders: &[Order], found: &mut Vec<Violation>) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        self.checker.judge(&Move::new(orders.to_vec()), found);
        true
    }
}

impl Mending for Completer<'_> {
    type Order = Order;
    type Broken = Violation;
    type Hasher = FxBuildHasher;

    fn judged(&mut self, orders: &[Order]) -> Option<Vec<Violation>> {
        let mut broken = Vec::new();
        if !self.judge(orders, &mut broken) {
            return None;
        }
        if broken.iter().all(|one| mendable(*one)) && !broken.is_empty() {
            self.standing = self.standing(orders);
            self.helpers_told = false;
        }
        // What others could do for those who wait takes long to find, and is the same for all of them.
        broken.sort_by_key(|one| (mendable(*one), is_about_helpers(*one)));
        Some(broken)
    }

    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order> {
        if !mendable(broken) {
            return Menders::Nothing;
        }
        if waits(broken) && std::mem::replace(&mut self.helpers_told, true) {
            return Menders::Told;
        }
        let standing = std::mem::take(&mut self.standing);
        let mut found = self.repairs(orders, &standing, broken);
        self.standing = standing;
        if let Menders::One(some) = &mut found {
            some.retain(|order| !orders.contains(order));
        }
        found
    }

    fn note(&mut self, orders: &[Order]) {
        self.note_offers(orders);
    }

    fn excluded(&mut self) -> &mut FxHashSet<Order> {
        &mut self.excluded
    }

    fn is_cut(&self) -> bool {
        self.cut
    }

    /// Activates who goes and can be activated in one way only.
    fn add_forced(&self, orders: &mut Vec<Order>) {
        for at in 0..orders.len() {
            let Order::Go { unit, .. } = &orders[at] else {
                continue;
            };
            let Some(place) = self.position.place(*unit) else {
                continue;
            };
            if self.free_of_ops || self.checker.goes_by_stacks(place) {
                continue;
            }
            let known = self.known.activations.get(&place).into_iter().flatten();
            let mut known = known.filter(|one| one.purpose == Purpose::Move);
            let Some(order) = known.next().map(Candidate::order) else {
                continue;
            };
            if !orders.contains(&order) && !self.excluded.contains(&order) {
                orders.push(order);
            }
        }
    }
}

/// Whether others could mend it by what they take or besiege.
fn is_about_helpers(broken: Violation) -> bool {
    waits(broken) || broken.is(&LEFT_BEHIND) || broken.is(&STRANDED)
}
