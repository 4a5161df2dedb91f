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

/// What is known while orders are mended, and taken back with them.
#[derive(Debug)]
pub struct Branch<O, S> {
    /// The orders that are in no legal move with those under way.
    pub excluded: HashSet<O, S>,
    /// Whether what keeps orders from a legal move may be the way they are carried out, and not only what
    /// comes of them ([`Mending::is_of_way`]).
    pub way_matters: bool,
}

impl<O, S: Default> Default for Branch<O, S> {
    fn default() -> Self {
        Self {
            excluded: HashSet::default(),
            way_matters: false,
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

    /// Whether all that is wrong with a move is more than what else it could have may mend; in whatever way
    /// its orders are carried out.
    fn is_beyond(&self, _orders: &[Self::Order], _broken: &[Self::Broken]) -> bool {
        false
    }

    /// Notes a legal move.
    fn note(&mut self, orders: &[Self::Order]);

    /// What is known of the branch that is looked at.
    fn branch(&mut self) -> &mut Branch<Self::Order, Self::Hasher>;

    /// Whether two orders come to the same in different ways.
    fn are_alike(&self, _one: &Self::Order, _other: &Self::Order) -> bool {
        false
    }

    /// Whether this, or what could mend it, may be other if one of the orders is carried out in another way
    /// that comes to the same.
    fn is_of_way(&self, _orders: &[Self::Order], _broken: &Self::Broken) -> bool {
        true
    }

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
            let way = self.is_of_way(orders, &one);
            match self.menders(orders, one) {
                Menders::Nothing => {
                    self.branch().way_matters |= way;
                    return Outcome::Never;
                }
                Menders::Together(all) => together = Some((all, way)),
                Menders::Perhaps(some) => perhaps = Some(some),
                Menders::One(some) => keep_fewest(&self.branch().excluded, &mut fewest, some, way),
                Menders::Last(some) => keep_fewest(&self.branch().excluded, &mut last, some, way),
                Menders::Unknown => unknown = true,
                Menders::Told => {}
            }
            // What can wait, but cannot be mended, is not waited for.
            if let Some((some, way)) = &last
                && some.is_empty()
            {
                self.branch().way_matters |= *way;
                return Outcome::Never;
            }
            // Nothing is tried in fewer ways.
            if fewest.as_ref().is_some_and(|(few, _)| few.len() <= 1) {
                break;
            }
        }
        if let Some((all, way)) = together {
            self.branch().way_matters |= way;
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
            Some((some, way)) => {
                self.branch().way_matters |= way;
                self.mend_by_one(orders, some)
            }
            None if unknown => Outcome::Cut,
            None => {
                self.branch().way_matters = true;
                Outcome::Never
            }
        }
    }

    /// Tries each of some orders, one of which every legal move has.
    fn mend_by_one(&mut self, orders: &mut Vec<Self::Order>, menders: Vec<Self::Order>) -> Outcome {
        let mut outcome = match self.is_cut() {
            true => Outcome::Cut,
            false => Outcome::Never,
        };
        let (mut excluded, mut failed) = (Vec::new(), Failed::default());
        for order in menders {
            if !failed.knows(self, &order) {
                orders.push(order.clone());
                let tried = self.tried(&mut failed, &order, |at| at.mend(orders));
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
            // No other branch needs it: with it there is no legal move, or that is not known.
            if self.branch().excluded.insert(order.clone()) {
                excluded.push(order);
            }
        }
        for order in &excluded {
            self.branch().excluded.remove(order);
        }
        outcome
    }

    /// Tries an order, and notes if it is in no legal move in whatever way it is carried out.
    fn tried(
        &mut self,
        failed: &mut Failed<Self::Order>,
        order: &Self::Order,
        work: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome {
        let before = std::mem::replace(&mut self.branch().way_matters, false);
        let outcome = work(self);
        if outcome == Outcome::Never && !self.branch().way_matters {
            failed.0.push(order.clone());
        }
        self.branch().way_matters |= before;
        outcome
    }
}

/// Orders that are in no legal move with those under way, in whatever way they are carried out.
#[derive(Debug)]
pub struct Failed<O>(Vec<O>);

impl<O> Default for Failed<O> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<O> Failed<O> {
    /// Whether an order comes to the same as one of them.
    pub fn knows<M: Mending<Order = O> + ?Sized>(&self, by: &M, order: &O) -> bool {
        self.0.iter().any(|one| by.are_alike(one, order))
    }
}

/// Keeps the shorter list of menders, without those that are known not to do.
fn keep_fewest<O: Eq + Hash, S: BuildHasher>(
    excluded: &HashSet<O, S>,
    fewest: &mut Option<(Vec<O>, bool)>,
    mut some: Vec<O>,
    way: bool,
) {
    some.retain(|order| !excluded.contains(order));
    if fewest
        .as_ref()
        .is_none_or(|(few, _)| some.len() < few.len())
    {
        *fewest = Some((some, way));
    }
}
