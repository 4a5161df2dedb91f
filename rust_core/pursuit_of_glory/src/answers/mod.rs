//! Legal answers to every decision: some at random, and what can be ordered.
//!
//! What is drawn is put to the checker order by order, and what breaks a rule that no further order
//! could mend is left out: so every answer is legal, and every kind of order occurs. The answers are not
//! drawn evenly from all legal ones.

mod listed;
mod pool;

pub use listed::AnswerList;

use crate::aftermath::BattleDecision;
use crate::check::{AnswerJudge, Checker, Violation};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::sequence::Decision;
use crate::sequence::decision::Parameters;
use crate::vocabulary::DecisionKind;
use engine::chance::Random;
use engine::error::Result;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Of so many answers to a decision after the dice they are taken.
const MOST_ANSWERS: usize = 1000;
/// How often an answer is begun anew before one is looked for in every way.
const TRIES: usize = 6;
/// In so many of a hundred cases nobody attacks any more.
const ENDS: usize = 10;
/// How many orders of a pool are wanted at most.
const MOST_WANTED: usize = 8;
/// Of so many orders one more is looked for where nothing is owed.
const MOST_TRIED: usize = 8;

impl Position {
    /// Legal answers to what is asked, drawn at random; the same seed gives the same answers, and the first
    /// of many are the same as the first of few. As many as are asked for, or none: where nobody decides,
    /// or none was found.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] if it is about cards, and the hand of who decides is hidden.
    pub fn sample_answers(&self, seed: u64, count: usize) -> Result<Vec<Move>> {
        let at = self.at_next_decision();
        if let Some(found) = at
            .sample_redeployments(seed, count)
            .or_else(|| at.sample_replacements(seed, count))
            .or_else(|| at.sample_entries(seed, count))
        {
            return Ok(found);
        }
        let decision = at.decision();
        knows_cards(&at, &decision)?;
        let streams = (0..count).map(|number| Random::new(seed, number as u64 + 1));
        match decision.kind {
            DecisionKind::Chance | DecisionKind::Over => return Ok(Vec::new()),
            DecisionKind::Operations => {
                let Parameters::Operations { ops, .. } = decision.parameters else {
                    return Ok(Vec::new());
                };
                return Ok(Checker::new(&at, ops).sample(seed, count));
            }
            DecisionKind::Losses
            | DecisionKind::Retreat
            | DecisionKind::Advance
            | DecisionKind::Repair
            | DecisionKind::Excess => {
                let all = at.answers_after(MOST_ANSWERS);
                let drawn = streams.map(|mut random| random.pick(&all).cloned());
                return Ok(drawn.collect::<Option<_>>().unwrap_or_default());
            }
            _ => {}
        }
        let judge = Judge::new(&at);
        let pool = pool::orders(&at, &decision, &judge).unwrap_or_default();
        let drawn = streams.map(|mut random| judge.drawn(decision.kind, &pool, &mut random));
        Ok(drawn.collect::<Option<_>>().unwrap_or_default())
    }
}

impl Position {
    /// Proves that who decides about cards has them in sight.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] if the hand of who decides is hidden.
    pub fn knows_answers(&self) -> Result<()> {
        let at = self.at_next_decision();
        knows_cards(&at, &at.decision())
    }
}

/// Proves that who decides about cards has them in sight.
fn knows_cards(at: &Position, decision: &Decision) -> Result<()> {
    let about_cards = matches!(
        decision.kind,
        DecisionKind::Action | DecisionKind::Counter | DecisionKind::Discard | DecisionKind::Cards
    );
    let side = decision.side.filter(|_| about_cards);
    side.map_or(Ok(()), |side| at.knows_hand(side))
}

/// Judges answers to what a position asks.
struct Judge<'a> {
    position: &'a Position,
    /// Where a decision of a battle is asked, or of excess.
    battle: Option<AnswerJudge<'a>>,
    /// What has been found of no order, and of one alone: every answer that is drawn begins with them.
    known: RefCell<FxHashMap<Option<Order>, Option<Vec<Violation>>>>,
}

impl<'a> Judge<'a> {
    fn new(position: &'a Position) -> Self {
        let asked = position.asked_in_battle();
        let here = |asked: &BattleDecision| asked.kind == position.stands_before();
        let battle = asked
            .filter(here)
            .map(|asked| AnswerJudge::new(position, asked));
        Self {
            position,
            battle,
            known: RefCell::default(),
        }
    }

    /// Every rule that orders break; `None` if they are no answer.
    fn check(&self, orders: &[Order]) -> Option<Vec<Violation>> {
        let alone = match orders {
            [] => None,
            [one] => Some(one.clone()),
            _ => return self.found(orders),
        };
        let known = self.known.borrow().get(&alone).cloned();
        known.unwrap_or_else(|| {
            let found = self.found(orders);
            self.known.borrow_mut().insert(alone, found.clone());
            found
        })
    }

    /// As [`Self::check`], but perhaps not all once a rule is broken that no further order could mend.
    fn check_while_owed(&self, orders: &[Order]) -> Option<Vec<Violation>> {
        match &self.battle {
            Some(judge) if orders.len() > 1 => {
                Some(judge.check_while_owed(&Move::new(orders.to_vec())))
            }
            _ => self.check(orders),
        }
    }

    fn found(&self, orders: &[Order]) -> Option<Vec<Violation>> {
        let made = Move::new(orders.to_vec());
        match &self.battle {
            Some(judge) => Some(judge.check(&made)),
            None => self.position.check(&made).ok(),
        }
    }

    fn is_legal(&self, orders: &[Order]) -> bool {
        self.check(orders).is_some_and(|broken| broken.is_empty())
    }

    /// A legal answer of the orders of a pool; `None` if none was found.
    fn drawn(&self, kind: DecisionKind, pool: &[Order], random: &mut Random) -> Option<Move> {
        let end = [Order::End];
        let may_end = kind == DecisionKind::Attack;
        if may_end && random.chance(ENDS) && self.is_legal(&end) {
            return Some(Move::new(end.to_vec()));
        }
        let most = match kind {
            DecisionKind::Action | DecisionKind::Counter | DecisionKind::Tribes => 1,
            _ => pool.len().min(MOST_WANTED),
        };
        for tried in 1..=TRIES {
            // Later what is owed alone, that at least something is found.
            let wanted = match tried > TRIES / 2 {
                true => 0,
                false => random.below(most + 1),
            };
            if let Some(orders) = self.completed(pool, wanted, random) {
                return Some(Move::new(orders));
            }
        }
        let mut shuffled = pool.to_vec();
        random.shuffle(&mut shuffled);
        if let Some(found) = listed::any(self, &shuffled) {
            return Some(Move::new(found));
        }
        (may_end && self.is_legal(&end)).then(|| Move::new(end.to_vec()))
    }

    /// Adds orders of a pool at random until so many are given and none is owed.
    fn completed(&self, pool: &[Order], wanted: usize, random: &mut Random) -> Option<Vec<Order>> {
        let mut orders: Vec<Order> = Vec::new();
        let mut broken = self.check(&orders)?;
        let mut left: Vec<&Order> = pool.iter().collect();
        while !broken.is_empty() || orders.len() < wanted {
            random.shuffle(&mut left);
            // What mends something comes before what leaves as much to do.
            let mut other = None;
            let mut taken = None;
            let most = match broken.is_empty() {
                true => MOST_TRIED,
                false => left.len(),
            };
            for (at, order) in left.iter().enumerate().take(most) {
                orders.push((*order).clone());
                let found = self.check_while_owed(&orders);
                orders.pop();
                let Some(found) = found.filter(|found| found.iter().all(|one| one.owed())) else {
                    continue;
                };
                let mends = match broken.is_empty() {
                    true => found.is_empty() || random.chance(50),
                    false => found.len() < broken.len(),
                };
                if mends || (found.len() == broken.len() && found != broken) {
                    taken = Some((at, found));
                    break;
                }
                other.get_or_insert((at, found));
            }
            let more = taken.or_else(|| other.filter(|_| !broken.is_empty()));
            let Some((at, found)) = more else {
                break;
            };
            orders.push(left.swap_remove(at).clone());
            broken = found;
        }
        broken.is_empty().then_some(orders)
    }
}
