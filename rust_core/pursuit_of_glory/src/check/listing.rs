//! Every order of a pool that at least one legal move contains beside those given. A decision says what is
//! wrong with orders, and what could mend it.

use super::Violation;
use crate::orders::Order;
use engine::enumeration::{Choice, Filling, Slot, Verdict};
use engine::mending::{Branch, Menders, Mending, Outcome};
use rustc_hash::FxBuildHasher;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// How many moves are judged at most for one order, and for all of a list.
const MOST_FOR_ONE: usize = 2000;
const MOST_FOR_ALL: usize = 40_000;

/// What a decision asks of orders.
pub(crate) trait Rules {
    /// Every rule that orders break; `None` if they are no move of the decision.
    fn check(&self, orders: &[Order]) -> Option<Vec<Violation>>;

    /// What could mend it.
    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order>;

    /// Whether all that is wrong with orders is more than any others could mend.
    fn is_beyond(&self, _orders: &[Order], _broken: &[Violation]) -> bool {
        false
    }

    /// Whether a legal move contains this order since one contains another, from which it differs only in who
    /// of two that are alike it is.
    fn is_like_one_found(&self, _order: &Order) -> bool {
        false
    }

    /// Orders that may well make a legal move with this one, as they have with others: they are tried first.
    fn likely(&self, _order: &Order) -> Vec<Order> {
        Vec::new()
    }

    /// Hears of a legal move that was found for an order.
    fn found(&mut self, _order: &Order, _legal: &[Order]) {}

    /// Whether more is tried where nothing was found: the second time, all that could mend something.
    fn tries_more(&mut self, _more: bool) -> bool {
        false
    }
}

/// Lists orders.
pub(crate) struct Lister<R> {
    pub(crate) rules: R,
    /// The orders of legal moves.
    pub(crate) found: BTreeSet<Order>,
    /// The legal move that was found last.
    pub(crate) last: Vec<Order>,
    pub(crate) branch: Branch<Order, FxBuildHasher>,
    left: usize,
    judged: usize,
    most: usize,
}

impl<R: Rules> Lister<R> {
    pub(crate) fn new(rules: R) -> Self {
        Self {
            rules,
            found: BTreeSet::new(),
            last: Vec::new(),
            branch: Branch::default(),
            left: 0,
            judged: 0,
            most: MOST_FOR_ALL,
        }
    }

    /// The same, with no more moves judged for a list than so many.
    pub(crate) fn at_most(self, most: usize) -> Self {
        Self { most, ..self }
    }

    /// Finds every order of a pool that goes with those given; whether nothing else does. A pool is whole: it
    /// holds every order of every legal move.
    pub(crate) fn list(&mut self, given: &[Order], pool: &[Order]) -> bool {
        if !given.is_empty() {
            match self.look(given.to_vec()) {
                Outcome::Found => {}
                Outcome::Never => return true,
                Outcome::Cut => return false,
            }
        }
        let mut complete = true;
        for order in pool {
            if self.try_one(given, order) == Outcome::Cut {
                complete = false;
            }
        }
        complete
    }

    /// Looks for a legal move that contains those given and an order besides.
    pub(crate) fn try_one(&mut self, given: &[Order], order: &Order) -> Outcome {
        if self.found.contains(order) {
            return Outcome::Found;
        }
        if self.rules.is_like_one_found(order) {
            self.found.insert(order.clone());
            return Outcome::Found;
        }
        let mut orders: Vec<Order> = given.iter().chain([order]).cloned().collect();
        let alone = orders.len();
        let mut likely = self.rules.likely(order);
        likely.retain(|other| !orders.contains(other));
        if !likely.is_empty() {
            orders.append(&mut likely);
            if self.is_legal(&orders) {
                self.note(&orders);
                self.rules.found(order, &self.last);
                return Outcome::Found;
            }
            orders.truncate(alone);
        }
        let outcome = self.look(orders);
        match outcome {
            Outcome::Found => self.rules.found(order, &self.last),
            // It is in no legal move with those given, whatever else is looked for.
            Outcome::Never => {
                self.branch.excluded.insert(order.clone());
            }
            Outcome::Cut => {}
        }
        outcome
    }

    /// Whether orders make a legal move as they are.
    fn is_legal(&mut self, orders: &[Order]) -> bool {
        let left = self.judged < self.most;
        self.judged += 1;
        left && self
            .rules
            .check(orders)
            .is_some_and(|broken| broken.is_empty())
    }

    /// Looks for a legal move that contains these orders.
    pub(crate) fn look(&mut self, mut orders: Vec<Order>) -> Outcome {
        self.left = MOST_FOR_ONE.min(self.most.saturating_sub(self.judged));
        self.rules.tries_more(false);
        let outcome = self.mend(&mut orders);
        if outcome == Outcome::Never && self.rules.tries_more(true) {
            return self.mend(&mut orders);
        }
        outcome
    }
}

impl<R: Rules> Mending for Lister<R> {
    type Order = Order;
    type Broken = Violation;
    type Hasher = FxBuildHasher;

    fn judged(&mut self, orders: &[Order]) -> Option<Vec<Violation>> {
        self.left = self.left.checked_sub(1)?;
        self.judged += 1;
        self.rules.check(orders)
    }

    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order> {
        self.rules.menders(orders, broken)
    }

    fn is_beyond(&self, orders: &[Order], broken: &[Violation]) -> bool {
        self.rules.is_beyond(orders, broken)
    }

    fn note(&mut self, orders: &[Order]) {
        self.found.extend(orders.iter().cloned());
        self.last = orders.to_vec();
    }

    fn branch(&mut self) -> &mut Branch<Order, FxBuildHasher> {
        &mut self.branch
    }
}

/// Finds every legal move.
struct Every<'e, R> {
    rules: R,
    halted: &'e dyn Fn() -> bool,
    take: &'e mut dyn FnMut(&[Order]) -> ControlFlow<()>,
}

/// Takes every legal move of the orders of a pool, each once, as long as `take` goes on and `halted` says no.
pub(crate) fn every<R: Rules>(
    rules: R,
    pool: &[Order],
    halted: &dyn Fn() -> bool,
    take: &mut dyn FnMut(&[Order]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let choice = |order: &Order| Choice {
        order: order.clone(),
        mark: (),
    };
    // Cards are played before units are brought and places named for them.
    let pool: BTreeSet<&Order> = pool.iter().collect();
    let slots: Vec<Slot<_, _>> = pool.into_iter().map(|order| vec![choice(order)]).collect();
    let mut every = Every {
        rules,
        halted,
        take,
    };
    let mut orders = Vec::new();
    let verdict = every.judged(&orders, &slots)?;
    every.filled(&mut orders, (), verdict)?;
    every.fill(&slots, &mut orders, ())
}

impl<R: Rules> Filling for Every<'_, R> {
    type Order = Order;
    type Mark = ();

    fn judged(&mut self, orders: &[Order], rest: &[Slot<Order, ()>]) -> ControlFlow<(), Verdict> {
        if (self.halted)() {
            return ControlFlow::Break(());
        }
        let Some(broken) = self.rules.check(orders) else {
            return ControlFlow::Continue(Verdict::Wrong);
        };
        if broken.is_empty() {
            return ControlFlow::Continue(Verdict::Legal);
        }
        let is_left = |order: &Order| rest.iter().flatten().any(|left| left.order == *order);
        let mends = |one| match self.rules.menders(orders, one) {
            Menders::Nothing => false,
            Menders::One(some) => some.iter().any(is_left),
            _ => true,
        };
        ControlFlow::Continue(match broken.into_iter().all(mends) {
            true => Verdict::Unfinished,
            false => Verdict::Wrong,
        })
    }

    fn filled(&mut self, orders: &mut Vec<Order>, (): (), verdict: Verdict) -> ControlFlow<()> {
        match verdict {
            Verdict::Legal => (self.take)(orders),
            _ => ControlFlow::Continue(()),
        }
    }
}
