//! Whether a legal move contains some orders: one broken rule after the other is mended, in every way there
//! is. The game says what could mend a rule; what is not found then is in no legal move.

use std::collections::HashSet;
use std::hash::{BuildHasher, Hash};

/// What a search comes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// A legal move contains the orders.
    Found,
    /// None does.
    Never,
    /// Not all that could be tried has been.
    Cut,
}

/// The orders that could mend a broken rule.
#[derive(Debug)]
pub enum Menders<O> {
    /// No order does.
    Nothing,
    /// One of these is in every legal move that contains the orders given.
    One(Vec<O>),
    /// The same, and it can wait until everything else is mended.
    Last(Vec<O>),
    /// If any do, then all of these.
    Together(Vec<O>),
    /// One of these may do, before anything else is mended; others might as well.
    Perhaps(Vec<O>),
    /// That is not known of this rule.
    Unknown,
    /// What mends another broken rule mends this one, or does not.
    Told,
}

impl<O> Menders<O> {
    /// All of these, if there are any.
    #[must_use]
    pub fn together(orders: Vec<O>) -> Self {
        match orders.is_empty() {
            true => Self::Nothing,
            false => Self::Together(orders),
        }
    }
}

/// What judges orders as a move, and says what could mend it.
pub trait Mending {
    /// What a move is made of.
    type Order: Clone + Eq + Hash;
    /// A rule that orders break.
    type Broken;
    /// How orders are hashed.
    type Hasher: BuildHasher;

    /// Judges orders as a move; `None` if there is no time left.
    fn judged(&mut self, orders: &[Self::Order]) -> Option<Vec<Self::Broken>>;

    /// What could mend this of a move.
    fn menders(&mut self, orders: &[Self::Order], broken: Self::Broken) -> Menders<Self::Order>;

    /// Whether all that is wrong with a move is more than what else it could have may mend.
    fn is_beyond(&self, _orders: &[Self::Order], _broken: &[Self::Broken]) -> bool {
        false
    }

    /// Notes a legal move.
    fn note(&mut self, orders: &[Self::Order]);

    /// The orders that are in no legal move with those under way.
    fn excluded(&mut self) -> &mut HashSet<Self::Order, Self::Hasher>;

    /// Adds what can be done in one way only.
    fn add_forced(&self, _orders: &mut Vec<Self::Order>) {}

    /// Whether some orders have been left out of what was said to mend something.
    fn is_cut(&self) -> bool {
        false
    }

    /// Looks for a legal move that contains these orders and none that is excluded; what is found is noted.
    fn mend(&mut self, orders: &mut Vec<Self::Order>) -> Outcome {
        let before = orders.len();
        self.add_forced(orders);
        let outcome = self.mend_these(orders);
        orders.truncate(before);
        outcome
    }

    /// Judges the orders, and mends what is wrong with them.
    fn mend_these(&mut self, orders: &mut Vec<Self::Order>) -> Outcome {
        let Some(broken) = self.judged(orders) else {
            return Outcome::Cut;
        };
        if broken.is_empty() {
            self.note(orders);
            return Outcome::Found;
        }
        if self.is_beyond(orders, &broken) {
            return Outcome::Never;
        }
        let (mut fewest, mut last) = (None, None);
        let (mut together, mut perhaps, mut unknown) = (None, None, false);
        for one in broken {
            match self.menders(orders, one) {
                Menders::Nothing => return Outcome::Never,
                Menders::Together(all) => together = Some(all),
                Menders::Perhaps(some) => perhaps = Some(some),
                Menders::One(some) => keep_fewest(self.excluded(), &mut fewest, some),
                Menders::Last(some) => keep_fewest(self.excluded(), &mut last, some),
                Menders::Unknown => unknown = true,
                Menders::Told => {}
            }
            // What can wait, but cannot be mended, is not waited for.
            if last.as_ref().is_some_and(Vec::is_empty) {
                return Outcome::Never;
            }
            // Nothing is tried in fewer ways.
            if fewest.as_ref().is_some_and(|few| few.len() <= 1) {
                break;
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
        match fewest.or(last) {
            Some(some) => self.mend_by_one(orders, some),
            None if unknown => Outcome::Cut,
            None => Outcome::Never,
        }
    }

    /// Tries each of some orders, one of which every legal move has.
    fn mend_by_one(&mut self, orders: &mut Vec<Self::Order>, menders: Vec<Self::Order>) -> Outcome {
        let mut outcome = match self.is_cut() {
            true => Outcome::Cut,
            false => Outcome::Never,
        };
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
            // No other branch needs it: with it there is no legal move, or that is not known.
            if self.excluded().insert(order.clone()) {
                excluded.push(order);
            }
        }
        for order in &excluded {
            self.excluded().remove(order);
        }
        outcome
    }
}

/// Keeps the shorter list of menders, without those that are known not to do.
fn keep_fewest<O: Eq + Hash, S: BuildHasher>(
    excluded: &HashSet<O, S>,
    fewest: &mut Option<Vec<O>>,
    mut some: Vec<O>,
) {
    some.retain(|order| !excluded.contains(order));
    if fewest.as_ref().is_none_or(|few| some.len() < few.len()) {
        *fewest = Some(some);
    }
}
