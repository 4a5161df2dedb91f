//! Whether a legal move contains some orders: from the smallest move that does, one broken rule
//! after the other is mended, in every way there is.

use super::repairs::Standing;
use super::ways::{is_of_the_end, mendable, waits};
use super::{Completer, MOST_FOR_ONE};
use crate::check::codes::{LEFT_BEHIND, NOT_BESIEGED, SIEGE_NOT_RESTORED, STRANDED};
use crate::check::{Arg, Violation};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use engine::mending::{Branch, Failed, Menders, Mending, Outcome};
use rustc_hash::FxBuildHasher;

/// What is still to be written down of the orders that a move must contain.
#[derive(Debug, Clone)]
pub(super) enum Task {
    /// A unit ends its move in a place, whatever the way there.
    End(UnitId, PlaceId),
    /// An LCU is organized: with two SCUs, or with a third.
    Form(Order),
}

/// After so many moves that were judged in vain it is asked of each way to do a task alone whether it can be.
const MOST_IN_VAIN: usize = 64;

impl Completer<'_> {
    /// Looks for a legal move with these orders, within what is left of the time.
    pub(super) fn attempt(&mut self, orders: &[Order], tasks: &[Task], all: &mut usize) -> Outcome {
        self.cut = false;
        self.branch.excluded.clear();
        if self.standing_with(orders, tasks).is_overdrawn() {
            return Outcome::Never;
        }
        let tasks = tasks.iter().map(|task| self.alternatives(task));
        let mut tasks: Vec<Vec<Order>> = tasks.collect();
        tasks.sort_by_key(Vec::len);
        let mut orders = orders.to_vec();
        let time = MOST_FOR_ONE.min(*all);
        let short = if tasks.len() > 1 {
            MOST_IN_VAIN.min(time)
        } else {
            time
        };
        self.left = short;
        let mut outcome = self.search(&mut orders, &tasks);
        let mut spent = short - self.left;
        if outcome == Outcome::Cut && self.left == 0 && short < time {
            self.left = time - spent;
            self.keep_possible(&mut orders, &mut tasks);
            outcome = self.search(&mut orders, &tasks);
            spent = time - self.left;
        }
        *all -= spent;
        outcome
    }

    /// What orders say of the side's units, and the paths that are still to be written down.
    pub(super) fn standing_with(&self, orders: &[Order], tasks: &[Task]) -> Standing {
        let mut standing = self.standing(orders);
        for task in tasks {
            match task {
                Task::End(unit, _) => self.expect(&mut standing, *unit),
                Task::Form(order) => self.expect_all(&mut standing, order),
            }
        }
        standing
    }

    /// Leaves out what can be in no legal move with these orders, whatever else is done.
    fn keep_possible(&mut self, orders: &mut Vec<Order>, tasks: &mut [Vec<Order>]) {
        for alternatives in tasks {
            alternatives.retain(|order| {
                orders.push(order.clone());
                let mut broken = Vec::new();
                let judged = self.judge(orders, &mut broken);
                orders.pop();
                !judged || broken.into_iter().all(mendable)
            });
        }
    }

    /// Looks for a legal move that contains these orders and one of each list. What it finds is noted.
    fn search(&mut self, orders: &mut Vec<Order>, tasks: &[Vec<Order>]) -> Outcome {
        let Some((alternatives, others)) = tasks.split_first() else {
            return self.mend(orders);
        };
        let mut outcome = match self.cut {
            true => Outcome::Cut,
            false => Outcome::Never,
        };
        let mut failed = Failed::default();
        for order in alternatives {
            if self.left == 0 {
                return Outcome::Cut;
            }
            if failed.knows(self, order) {
                continue;
            }
            orders.push(order.clone());
            let tried = self.tried(&mut failed, order, |at| at.search(orders, others));
            orders.pop();
            match tried {
                Outcome::Found => return Outcome::Found,
                Outcome::Cut => outcome = Outcome::Cut,
                Outcome::Never => {}
            }
        }
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

    fn is_beyond(&self, _orders: &[Order], broken: &[Violation]) -> bool {
        broken.iter().all(|one| mendable(*one)) && self.standing.is_overdrawn()
    }

    fn note(&mut self, orders: &[Order]) {
        self.note_offers(orders);
    }

    fn branch(&mut self) -> &mut Branch<Order, FxBuildHasher> {
        &mut self.branch
    }

    /// A unit ends its move in the same place.
    fn are_alike(&self, one: &Order, other: &Order) -> bool {
        let (
            Order::Go { unit, path },
            Order::Go {
                unit: goes,
                path: way,
            },
        ) = (one, other)
        else {
            return false;
        };
        let stop = |start, path| self.checker.stop_of(start, path);
        unit == goes
            && self
                .position
                .place(*unit)
                .is_some_and(|start| stop(start, path) == stop(start, way))
    }

    fn is_of_way(&self, orders: &[Order], broken: &Violation) -> bool {
        let mut args = broken.args();
        match (args.next(), args.next()) {
            // Who passes a fort needs the siege only on that way.
            (Some(Arg::Unit(unit)), Some(Arg::Place(place)))
                if broken.is(&NOT_BESIEGED) || broken.is(&SIEGE_NOT_RESTORED) =>
            {
                self.stop(orders, unit) != Some(place)
            }
            _ => !is_of_the_end(*broken),
        }
    }

    fn is_cut(&self) -> bool {
        self.cut
    }

    /// Activates who goes and can be activated in one way only.
    fn add_forced(&self, orders: &mut Vec<Order>) {
        if self.free_of_ops {
            return;
        }
        for at in 0..orders.len() {
            let Order::Go { unit, .. } = &orders[at] else {
                continue;
            };
            let Some(place) = self.position.place(*unit) else {
                continue;
            };
            let Some((order, _)) = self.known.moving.get(&place) else {
                continue;
            };
            if !orders.contains(order) && !self.branch.excluded.contains(order) {
                orders.push(order.clone());
            }
        }
    }
}

/// Whether others could mend it by what they take or besiege.
fn is_about_helpers(broken: Violation) -> bool {
    waits(broken) || broken.is(&LEFT_BEHIND) || broken.is(&STRANDED)
}
