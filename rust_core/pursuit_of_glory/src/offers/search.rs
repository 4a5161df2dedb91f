//! Whether a legal move contains some orders: from the smallest move that does, one broken rule
//! after the other is mended, in every way there is.

use super::Completer;
use super::repairs::Repairs;
use super::ways::{mendable, waits};
use crate::activation::Purpose;
use crate::check::Violation;
use crate::check::codes::{LEFT_BEHIND, STRANDED};
use crate::data::{PlaceId, UnitId};
use crate::orders::choices::Candidate;
use crate::orders::{Move, Order};

/// What is still to be written down of the orders that a move must contain.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// A unit ends its move in a place, whatever the way there.
    End(UnitId, PlaceId),
    /// An LCU is organized: with two SCUs, or with a third.
    Form(Order),
}

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

impl Completer<'_> {
    /// Looks for a legal move that contains these orders and does these tasks. What it finds is noted.
    pub(super) fn search(&mut self, orders: &mut Vec<Order>, tasks: &mut Vec<Task>) -> Outcome {
        let Some(task) = tasks.pop() else {
            return self.complete(orders);
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
                let more = self.organizable.iter().map(|(_, other)| other);
                let more = more.filter(|other| same(other) && *other != order);
                std::iter::once(order).chain(more).cloned().collect()
            }
        }
    }

    pub(super) fn judged(&mut self, orders: &[Order], found: &mut Vec<Violation>) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        self.checker.judge(&Move::new(orders.to_vec()), found);
        true
    }

    /// Looks for a legal move that contains these orders and none of those that are excluded.
    fn complete(&mut self, orders: &mut Vec<Order>) -> Outcome {
        let given = orders.len();
        self.activate_movers(orders);
        let outcome = self.mend(orders);
        orders.truncate(given);
        outcome
    }

    /// Activates who goes and can be activated in one way only.
    fn activate_movers(&self, orders: &mut Vec<Order>) {
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
            let known = self.activations.get(&place).into_iter().flatten();
            let mut known = known.filter(|one| one.purpose == Purpose::Move);
            let Some(order) = known.next().map(Candidate::order) else {
                continue;
            };
            if !orders.contains(&order) && !self.excluded.contains(&order) {
                orders.push(order);
            }
        }
    }

    /// Judges the orders, and mends what is wrong with them.
    fn mend(&mut self, orders: &mut Vec<Order>) -> Outcome {
        let mut broken = Vec::new();
        if !self.judged(orders, &mut broken) {
            return Outcome::Cut;
        }
        if broken.is_empty() {
            self.note(orders);
            return Outcome::Found;
        }
        if broken.iter().any(|one| !mendable(*one)) {
            return Outcome::Never;
        }
        let standing = self.standing(orders);
        let mut fewest: Option<Vec<Order>> = None;
        // What others could do for those who wait takes long to find, and is the same for all of them.
        broken.sort_by_key(|one| is_about_helpers(*one));
        let mut helpers_known = false;
        for one in broken {
            let helpers = waits(one);
            if helpers && std::mem::replace(&mut helpers_known, true) {
                continue;
            }
            let Repairs::One(mut repairs) = self.repairs(orders, &standing, one) else {
                continue;
            };
            repairs.retain(|order| !self.excluded.contains(order) && !orders.contains(order));
            if fewest.as_ref().is_none_or(|few| repairs.len() < few.len()) {
                let enough = repairs.len() <= 1;
                fewest = Some(repairs);
                if enough {
                    break;
                }
            }
        }
        let Some(repairs) = fewest else {
            return Outcome::Cut;
        };
        let mut outcome = match self.cut {
            true => Outcome::Cut,
            false => Outcome::Never,
        };
        let mut excluded = Vec::new();
        for order in repairs {
            orders.push(order.clone());
            let tried = self.complete(orders);
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

/// Whether others could mend it by what they take or besiege.
fn is_about_helpers(broken: Violation) -> bool {
    waits(broken) || broken.is(&LEFT_BEHIND) || broken.is(&STRANDED)
}
