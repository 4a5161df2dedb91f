//! What can be ordered at a decision: every order that at least one legal answer contains beside those
//! given, as the law finds it.
//!
//! Each order of the pool is completed: as long as something is owed, every further order is tried. So
//! what is not listed is in no legal answer. Operations are listed by `offers`.

use super::{Judge, knows_cards, pool};
use crate::check::codes::*;
use crate::check::listing::{Lister, Rules, every};
use crate::check::{Arg, Violation};
use crate::data::{CardId, PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::sequence::Decision;
use crate::vocabulary::DecisionKind;
use engine::error::Result;
use engine::mending::{Menders, Outcome};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Of so many answers to a decision after the dice a list is made; of more it is not.
const MOST_AFTER: usize = 2000;
/// So many places are named for one card at most: for MAUDE.
const MOST_NAMED: usize = 2;
/// So many of them are found at most.
const MOST_IN_ALL: usize = 1_000_000;

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
    /// [`engine::error::Error::BadInput`] if it is about cards, and the hand of who decides is hidden.
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
            DecisionKind::Redeployment => return Ok(at.offered_redeployments(given).into()),
            DecisionKind::ReplacementPoints => return Ok(at.offered_replacements(given).into()),
            DecisionKind::Reinforcements => return Ok(at.offered_entries(given).into()),
            _ => {}
        }
        let judge = Judge::new(&at);
        let Some(pool) = pool::orders(&at, &decision, &judge) else {
            return Ok(AnswerList::default());
        };
        Ok(judge.list(&decision, given, &pool))
    }
}

impl Position {
    /// Says whether these will be all legal answers where no OPS are spent, and finds each once, as long as
    /// the takers go on and `halted` says no. Redeployments and replacement points are not listed.
    ///
    /// # Errors
    /// A break if one of them broke off.
    pub fn every_answer(
        &self,
        halted: &dyn Fn() -> bool,
        whole: &mut dyn FnMut(bool) -> ControlFlow<()>,
        take: &mut dyn FnMut(&[Order]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let at = self.at_next_decision();
        let decision = at.decision();
        match decision.kind {
            DecisionKind::Losses
            | DecisionKind::Retreat
            | DecisionKind::Advance
            | DecisionKind::Repair
            | DecisionKind::Excess => {
                let all = at.answers_after(MOST_IN_ALL);
                whole(all.len() < MOST_IN_ALL)?;
                return all.iter().try_for_each(|made| take(made.orders()));
            }
            DecisionKind::Reinforcements => {
                whole(true)?;
                return at.every_entry(halted, take);
            }
            _ => {}
        }
        let judge = Judge::new(&at);
        let pool = pool::orders(&at, &decision, &judge);
        whole(pool.is_some())?;
        let Some(pool) = pool else {
            return ControlFlow::Continue(());
        };
        let end = [Order::End];
        if decision.kind == DecisionKind::Attack && judge.is_legal(&end) {
            take(&end)?;
        }
        every(Pool::new(&judge, &pool, &[]), &pool, halted, take)
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

/// The first legal answer of the orders of a pool; `None` if there is none, or no time to find one.
pub(super) fn any(judge: &Judge<'_>, pool: &[Order]) -> Option<Vec<Order>> {
    let mut lister = Lister::new(Pool::new(judge, pool, &[]));
    (lister.look(Vec::new()) == Outcome::Found).then_some(lister.last)
}

/// Orders any of which may mend what others break.
struct Pool<'p, 'a> {
    judge: &'p Judge<'a>,
    pool: &'p [Order],
    treachery: bool,
    /// Whether those who have retreated fight again before some attackers (12.7.7-4).
    again: bool,
    /// Whether each unit has one order at most, and is named by what is owed.
    one_each: bool,
    /// Who has been given an order.
    given: Vec<UnitId>,
    /// Retreats of which it is known that they are in legal moves, by their ends: of ways that end in one
    /// place either all are, or none is.
    arrived: BTreeSet<(UnitId, PlaceId)>,
}

impl<'p, 'a> Pool<'p, 'a> {
    fn new(judge: &'p Judge<'a>, pool: &'p [Order], given: &[Order]) -> Self {
        let asked = judge.position.asks_for();
        let units_go = [
            DecisionKind::Newcomers,
            DecisionKind::Treachery,
            DecisionKind::Evacuation,
        ];
        Self {
            judge,
            pool,
            treachery: asked == DecisionKind::Treachery,
            again: judge.position.state().second_attack(),
            one_each: units_go.contains(&asked),
            given: given.iter().filter_map(Order::unit).collect(),
            arrived: BTreeSet::new(),
        }
    }
}

impl Rules for Pool<'_, '_> {
    fn check(&self, orders: &[Order]) -> Option<Vec<Violation>> {
        self.judge.check(orders)
    }

    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order> {
        let follows = self.treachery && follows(broken) || self.again && fights_again(broken);
        if !(mendable(broken) || follows) {
            return Menders::Nothing;
        }
        let others = self.pool.iter().filter(|order| !orders.contains(order));
        if let Some(mends) = mends_attacks(broken).or_else(|| mends_cards(orders, broken)) {
            return Menders::One(others.filter(|order| mends(order)).cloned().collect());
        }
        if !self.one_each {
            return Menders::One(others.cloned().collect());
        }
        let named = |order: &&Order| orders.iter().any(|other| other.unit() == order.unit());
        let mut left: Vec<Order> = others.filter(|order| !named(order)).cloned().collect();
        // Of ways that end in one place there is one.
        let mut ends = BTreeSet::new();
        left.retain(|order| end_of(order).is_none_or(|end| ends.insert(end)));
        // Whoever is missed comes first.
        left.sort_by_key(|order| order.unit().map(Arg::Unit) != broken.args().next());
        Menders::One(left)
    }

    fn is_like_one_found(&self, order: &Order) -> bool {
        self.one_each && end_of(order).is_some_and(|end| self.arrived.contains(&end))
    }

    fn found(&mut self, _order: &Order, legal: &[Order]) {
        let found = legal.iter().filter_map(end_of);
        let given = &self.given;
        self.arrived
            .extend(found.filter(|(unit, _)| !given.contains(unit)));
    }
}

/// Who retreats, and where the way ends.
fn end_of(order: &Order) -> Option<(UnitId, PlaceId)> {
    match order {
        Order::Retreat { unit, path } => Some((*unit, *path.last()?)),
        _ => None,
    }
}

impl Judge<'_> {
    fn list(&self, decision: &Decision, given: &Move, pool: &[Order]) -> AnswerList {
        let base = given.orders();
        let mut lister = Lister::new(Pool::new(self, pool, base));
        if decision.kind == DecisionKind::Attack && (base.is_empty() || *base == [Order::End]) {
            if self.is_legal(&[Order::End]) {
                lister.found.insert(Order::End);
            }
            if !base.is_empty() {
                return (lister.found, true).into();
            }
        }
        if base.iter().any(|order| !pool.contains(order)) {
            return (lister.found, true).into();
        }
        let complete = lister.list(base, pool);
        (lister.found, complete).into()
    }
}

impl From<(BTreeSet<Order>, bool)> for AnswerList {
    fn from((orders, complete): (BTreeSet<Order>, bool)) -> Self {
        Self { orders, complete }
    }
}

/// Whether an order could mend something.
type Mends = Box<dyn Fn(&Order) -> bool>;

/// Which orders could mend what an attack has not got (12.2.1); `None` if it has that.
fn mends_attacks(broken: Violation) -> Option<Mends> {
    if broken.is(&NO_TARGET_NAMED) {
        Some(Box::new(|order| matches!(order, Order::Attack { .. })))
    } else if broken.is(&NOBODY_ATTACKS) {
        Some(Box::new(|order| matches!(order, Order::Join { .. })))
    } else {
        None
    }
}

/// Which orders could mend what is wrong with combat cards; `None` if any might.
fn mends_cards(orders: &[Order], broken: Violation) -> Option<Mends> {
    if broken.is(&CANCELS_NOTHING) {
        return Some(Box::new(|order| matches!(order, Order::Play { .. })));
    }
    if broken.is(&NOTHING_CANCELLED) {
        let does = |order: &Order| matches!(order, Order::Cancel { .. } | Order::Bring { .. });
        return Some(Box::new(does));
    }
    let Some(Arg::Card(wanted)) = broken.args().next() else {
        return None;
    };
    let places = |order: &&Order| matches!(order, Order::Place { card, .. } if *card == wanted);
    // 12.2.5  Others may bring whom a card or a place wants: by cards that are played, too.
    let named = orders.iter().filter(places).count();
    let bringing = |order: &Order| match order {
        Order::Bring { card, .. } => Some(*card),
        _ => None,
    };
    let bringing: BTreeSet<CardId> = orders.iter().filter_map(bringing).collect();
    let brings = move |order: &Order| match order {
        Order::Bring { .. } => true,
        Order::Play { card } => bringing.contains(card),
        _ => false,
    };
    let names = move |order: &Order| match order {
        Order::Bring { card, .. } | Order::Place { card, .. } => *card == wanted,
        _ => false,
    };
    if broken.is(&UNPLAYED) {
        Some(Box::new(
            move |order| matches!(order, Order::Play { card } if *card == wanted),
        ))
    } else if broken.is(&UNMET) {
        Some(Box::new(brings))
    } else if broken.is(&UNNAMED) {
        Some(Box::new(move |order| {
            names(order) || named > 0 && brings(order)
        }))
    } else if broken.is(&CANNOT_PLACE) {
        // Where more is named than for any card, nothing helps.
        Some(Box::new(move |order| {
            named <= MOST_NAMED && (names(order) || brings(order))
        }))
    } else {
        None
    }
}

/// Whether somebody who leads, or makes room, could mend it where all go at once (18.8.1.1.a-2).
fn follows(broken: Violation) -> bool {
    let codes = [
        &GREEKS_CP,
        &HQ_ALONE,
        &HQ_UNESCORTED,
        &ENEMY_HQ,
        &SR_TOO_MANY,
        &TWO_HQS,
    ];
    codes.iter().any(|code| broken.is(code))
}

/// Whether it depends on who attacks a second time (12.1.4, 12.4.1-6).
fn fights_again(broken: Violation) -> bool {
    broken.is(&ONLY_RETREATED) || broken.is(&FLANK_AT_FORT)
}

/// Whether more orders could mend a broken rule: what is owed, and what depends on who else takes part.
fn mendable(broken: Violation) -> bool {
    let depends = [
        &NO_COMMON_STACK,
        &FLANK_OVER_WATER,
        &UNMET,
        &CANNOT_PLACE,
        &NOT_IN_THREES,
    ];
    // Who leaves the theater is judged as a group (18.12.2 to 18.12.5).
    broken.owed()
        || depends.iter().any(|code| broken.is(code))
        || broken.rule().starts_with("18.12.")
}
