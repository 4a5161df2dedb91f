//! What can be ordered at a decision: every order that at least one legal answer contains beside those
//! given, as the law finds it.
//!
//! Each order of the pool is completed: as long as something is owed, every further order is tried. So
//! what is not listed is in no legal answer. Operations are listed by `offers`.

use super::{Judge, knows_cards, pool};
use crate::check::Violation;
use crate::check::codes::*;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::sequence::Decision;
use crate::vocabulary::DecisionKind;
use engine::error::Result;
use std::collections::BTreeSet;
use std::rc::Rc;

/// So many answers are judged at most for a list.
const MOST_JUDGED: usize = 20_000;
/// Of so many answers to a decision after the dice a list is made; of more it is not.
const MOST_AFTER: usize = 2000;

/// What can be ordered.
#[derive(Debug, Default)]
pub struct AnswerList {
    /// Every order found in a legal answer with those given, and these, if there is such an answer.
    pub orders: BTreeSet<Order>,
    /// Whether nothing else can be ordered.
    pub complete: bool,
}

impl Position {
    /// Every order that the side to decide could give beside those given, where no OPS are spent.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is about cards, and the hand of who decides is hidden.
    pub fn list_answers(&self, given: &Move) -> Result<AnswerList> {
        let at = self.at_next_decision();
        let decision = at.decision();
        knows_cards(&at, &decision)?;
        match decision.kind {
            DecisionKind::Losses
            | DecisionKind::Retreat
            | DecisionKind::Advance
            | DecisionKind::Repair
            | DecisionKind::Excess => {
                return Ok(among(given, &at.answers_after(MOST_AFTER), MOST_AFTER));
            }
            _ => {}
        }
        let judge = Judge::new(&at);
        let Some(pool) = pool::orders(&at, &decision, &judge) else {
            return Ok(AnswerList::default());
        };
        Ok(Lister::new(&judge, pool).list(&decision, given))
    }
}

/// The orders of all answers that contain those given; not all, if there are as many as were asked for.
fn among(given: &Move, answers: &[Move], most: usize) -> AnswerList {
    let holds = |answer: &&Move| {
        let orders = answer.orders();
        given.orders().iter().all(|order| orders.contains(order))
    };
    let holding = answers.iter().filter(holds);
    AnswerList {
        orders: holding
            .flat_map(|answer| answer.orders().iter().cloned())
            .collect(),
        complete: answers.len() < most,
    }
}

/// What a search comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Found,
    Never,
    Cut,
}

/// The first legal answer of the orders of a pool; `None` if there is none, or no time to find one.
pub(super) fn any(judge: &Judge<'_>, pool: Vec<Order>) -> Option<Vec<Order>> {
    let mut lister = Lister::new(judge, pool);
    (lister.search(&[]) == Outcome::Found).then_some(lister.last)
}

struct Lister<'l, 'a> {
    judge: &'l Judge<'a>,
    pool: Rc<[Order]>,
    found: BTreeSet<Order>,
    /// The legal answer that was found last.
    last: Vec<Order>,
    /// How many answers may still be judged.
    left: usize,
}

impl<'l, 'a> Lister<'l, 'a> {
    fn new(judge: &'l Judge<'a>, pool: Vec<Order>) -> Self {
        Self {
            judge,
            pool: pool.into(),
            found: BTreeSet::new(),
            last: Vec::new(),
            left: MOST_JUDGED,
        }
    }

    fn list(mut self, decision: &Decision, given: &Move) -> AnswerList {
        let base = given.orders().to_vec();
        if decision.kind == DecisionKind::Attack && (base.is_empty() || base == [Order::End]) {
            if self.judge.is_legal(&[Order::End]) {
                self.found.insert(Order::End);
            }
            if !base.is_empty() {
                return self.done(true);
            }
        }
        if base.iter().any(|order| !self.pool.contains(order)) {
            return self.done(true);
        }
        let mut whole = true;
        // Nothing given is in every answer there is.
        if !base.is_empty() {
            match self.search(&base) {
                Outcome::Never => return self.done(true),
                Outcome::Cut => return self.done(false),
                Outcome::Found => {}
            }
        }
        for order in Rc::clone(&self.pool).iter() {
            if self.found.contains(order) {
                continue;
            }
            let orders: Vec<Order> = base.iter().chain([order]).cloned().collect();
            whole &= self.search(&orders) != Outcome::Cut;
        }
        self.done(whole)
    }

    fn done(&mut self, complete: bool) -> AnswerList {
        AnswerList {
            orders: std::mem::take(&mut self.found),
            complete,
        }
    }

    fn search(&mut self, orders: &[Order]) -> Outcome {
        match self.judged(orders) {
            Some(broken) => self.complete(&mut orders.to_vec(), &broken, &mut Vec::new()),
            None => Outcome::Cut,
        }
    }

    /// What is wrong with orders; `None` if there is no time to look.
    fn judged(&mut self, orders: &[Order]) -> Option<Vec<Violation>> {
        self.left = self.left.checked_sub(1)?;
        self.judge.check(orders)
    }

    /// Looks for a legal answer that contains these orders and none that is excluded.
    fn complete(
        &mut self,
        orders: &mut Vec<Order>,
        broken: &[Violation],
        excluded: &mut Vec<Order>,
    ) -> Outcome {
        if broken.is_empty() {
            self.found.extend(orders.iter().cloned());
            self.last.clone_from(orders);
            return Outcome::Found;
        }
        if broken.iter().any(|one| !mendable(*one)) {
            return Outcome::Never;
        }
        let before = excluded.len();
        let mut next = Vec::new();
        for order in Rc::clone(&self.pool).iter() {
            if orders.contains(order) || excluded.contains(order) {
                continue;
            }
            orders.push(order.clone());
            let found = self.judged(orders);
            let order = orders.pop();
            let (Some(found), Some(order)) = (found, order) else {
                excluded.truncate(before);
                return Outcome::Cut;
            };
            match found.iter().all(|one| mendable(*one)) {
                true => next.push((found, order)),
                // What is wrong with it stays wrong, whatever else is ordered.
                false => excluded.push(order),
            }
        }
        next.sort_by_key(|(found, _)| found.len());
        let mut outcome = Outcome::Never;
        for (found, order) in next {
            orders.push(order);
            let tried = self.complete(orders, &found, excluded);
            let order = orders.pop();
            match tried {
                Outcome::Found => {
                    outcome = Outcome::Found;
                    break;
                }
                Outcome::Cut => {
                    outcome = Outcome::Cut;
                    break;
                }
                // No other branch needs it: there is no legal answer with it.
                Outcome::Never => excluded.extend(order),
            }
        }
        excluded.truncate(before);
        outcome
    }
}

/// Whether more orders could mend a broken rule: what is owed, and what depends on who else takes part.
fn mendable(broken: Violation) -> bool {
    let depends = [
        &NO_COMMON_STACK,
        &FLANK_OVER_WATER,
        &UNMET,
        &FORT_ALONE,
        &NOBODY_IN_SUPPLY,
        &CANNOT_BRING,
        &CANNOT_PLACE,
        &NOT_IN_THREES,
    ];
    // Who leaves the theater is judged as a group (18.12.2 to 18.12.5).
    broken.owed()
        || depends.iter().any(|code| broken.is(code))
        || broken.rule().starts_with("18.12.")
}
