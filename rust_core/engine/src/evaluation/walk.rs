//! A walk through a game tree: the values that come up from its ends.

use super::explored::{ChanceNode, ChoiceNode, Explored, Link, NodeId};
use super::{GameTree, Interval, Part, Strategy};
use crate::chance::{Fraction, TooFine};
use std::rc::Rc;

/// For each pair of strategies the values of each measure, one after the other.
type Values = Rc<[Interval]>;

/// A walk through a game tree.
pub(super) struct Walk<'t, 'g, const MEASURES: usize, G: GameTree<MEASURES>> {
    tree: &'t mut Explored<'g, MEASURES, G>,
    strategies: &'t [[Strategy<G::Policy>; 2]],
    measures: &'t [usize],
    most: u64,
    /// Up to how many positions may be looked at now.
    limit: u64,
    /// Whether every outcome of a throw has its share of them.
    shared: bool,
    /// By position of the tree what is known of it for good.
    known: Vec<Option<Values>>,
    /// How many positions were looked at.
    positions: u64,
    /// How often something was left out.
    missed: u64,
}

impl<'t, 'g, const MEASURES: usize, G: GameTree<MEASURES>> Walk<'t, 'g, MEASURES, G> {
    pub(super) const fn new(
        tree: &'t mut Explored<'g, MEASURES, G>,
        strategies: &'t [[Strategy<G::Policy>; 2]],
        measures: &'t [usize],
        most: u64,
    ) -> Self {
        Self {
            tree,
            strategies,
            measures,
            most,
            limit: most,
            shared: false,
            known: Vec::new(),
            positions: 0,
            missed: 0,
        }
    }

    /// The values at the root. If the tree is too large, it is gone through once more with the
    /// positions shared out, so that something is known of every outcome of the throws.
    pub(super) fn whole(&mut self) -> Result<Values, TooFine> {
        let values = self.value(0)?;
        if self.is_complete() {
            return Ok(values);
        }
        self.missed = 0;
        self.shared = true;
        self.limit = self.positions.saturating_add(self.most);
        self.value(0)
    }

    /// Whether nothing was left out.
    pub(super) const fn is_complete(&self) -> bool {
        self.missed == 0
    }

    fn value(&mut self, at: NodeId) -> Result<Values, TooFine> {
        if let Some(Some(known)) = self.known.get(at) {
            return Ok(known.clone());
        }
        if self.positions >= self.limit {
            self.missed += 1;
            return Ok(self.anything(at));
        }
        self.positions += 1;
        let missed = self.missed;
        let values = match self.tree.link(at) {
            Link::Over(values) => self.intervals(&values.map(|value| (value, value))),
            Link::Next(next) => self.value(next)?,
            Link::Chance(chance) => self.chance(at, &chance)?,
            Link::Choice(choice) => self.choice(at, &choice)?,
        };
        // What is known in part may be known better next time.
        if self.missed == missed {
            if self.known.len() <= at {
                self.known.resize(at + 1, None);
            }
            self.known[at] = Some(values.clone());
        }
        Ok(values)
    }

    /// Values between their ends.
    fn anything(&self, at: NodeId) -> Values {
        self.intervals(&self.tree.ends(at))
    }

    fn intervals(&self, ends: &[(i64, i64); MEASURES]) -> Values {
        let of = |measure: &usize| {
            let (low, high) = ends[*measure];
            Interval {
                low: Fraction::whole(low),
                high: Fraction::whole(high),
            }
        };
        let pairs = self.strategies.iter();
        pairs.flat_map(|_| self.measures.iter().map(of)).collect()
    }

    fn chance(&mut self, at: NodeId, chance: &ChanceNode<G::Outcome>) -> Result<Values, TooFine> {
        let nothing = Interval {
            low: Fraction::ZERO,
            high: Fraction::ZERO,
        };
        let mut sum = vec![nothing; self.strategies.len() * self.measures.len()];
        let limit = self.limit;
        for (number, part) in chance.odds.iter().enumerate() {
            if self.shared {
                let waiting = u64::try_from(chance.odds.len() - number).unwrap_or(1);
                self.limit = self.positions + limit.saturating_sub(self.positions) / waiting;
            }
            let next = self.tree.fallen(at, chance, number);
            let values = self.value(next)?;
            for (sum, value) in sum.iter_mut().zip(values.iter()) {
                let exact = sum.low == sum.high && value.low == value.high;
                sum.low = sum.low.plus(part.times(value.low)?)?;
                sum.high = match exact {
                    true => sum.low,
                    false => sum.high.plus(part.times(value.high)?)?,
                };
            }
        }
        self.limit = limit;
        Ok(sum.into())
    }

    /// The values of a choice. If answers are missing, anything may come of them.
    fn choice(
        &mut self,
        at: NodeId,
        node: &ChoiceNode<G::Answer, G::Asked, G::Policy>,
    ) -> Result<Values, TooFine> {
        let (game, choice) = (self.tree.game(), &node.choice);
        let idle = game.is_idle(&choice.asked, self.measures);
        let answers = if idle { 1 } else { choice.answers.len() };
        if answers == 1 && !choice.missing {
            let next = self.tree.chosen(at, node, 0);
            return self.value(next);
        }
        let part = choice.part;
        let policy = |pair: &[Strategy<G::Policy>; 2]| match pair[part as usize] {
            Strategy::Policy(policy) => Some(policy),
            _ => None,
        };
        let policies: Vec<Option<G::Policy>> = self.strategies.iter().map(policy).collect();
        let by_policies = policies.iter().all(Option::is_some);
        // By policies alone the others are never met.
        let missing = choice.missing && !(by_policies && game.picks_from_all(&choice.asked));
        let pick = |policy: &Option<G::Policy>| match policy {
            Some(policy) => self.tree.pick(at, node, *policy),
            _ => 0,
        };
        let picks: Vec<usize> = policies.iter().map(pick).collect();
        // What a policy takes and what comes first, often to do nothing, are often the two ends.
        let usual = game.usual(&choice.asked);
        let likely = usual.map_or(0, |policy| self.tree.pick(at, node, policy));
        let mut order: Vec<usize> = (0..answers).collect();
        order[..=likely].rotate_right(1);
        let wide = self.anything(at);
        let mut sum: Vec<Option<Interval>> = vec![None; wide.len()];
        self.missed += u64::from(missing);
        if missing {
            self.gather(&mut sum, &wide, part, None, &picks);
        }
        let any_policy = policies.iter().any(Option::is_some);
        for (number, answer) in order.iter().enumerate() {
            if by_policies && !picks.contains(answer) {
                continue;
            }
            let next = self.tree.chosen(at, node, *answer);
            let values = self.value(next)?;
            self.gather(&mut sum, &values, part, Some(*answer), &picks);
            let mut rest = order[number + 1..].iter();
            let awaited = any_policy && rest.any(|one| picks.contains(one));
            if !awaited && self.is_settled(&sum, &wide, part) {
                break;
            }
        }
        Ok(sum.into_iter().flatten().collect())
    }

    /// Whether a part wants the greater end of a measure by its strategy.
    fn wants_more(&self, strategy: Strategy<G::Policy>, part: Part, measure: usize) -> bool {
        let welcome = self.tree.game().is_welcome(measure) == (part == Part::First);
        match strategy {
            Strategy::Best => welcome,
            Strategy::Worst => !welcome,
            Strategy::Most => true,
            Strategy::Least | Strategy::Policy(_) => false,
        }
    }

    /// Adds the values of one more answer; without a number, those of answers nobody has seen.
    fn gather(
        &self,
        sum: &mut [Option<Interval>],
        values: &[Interval],
        part: Part,
        answer: Option<usize>,
        picks: &[usize],
    ) {
        for (column, pair) in self.strategies.iter().enumerate() {
            let strategy = pair[part as usize];
            let policy = matches!(strategy, Strategy::Policy(_));
            if policy && answer.is_some_and(|at| at != picks[column]) {
                continue;
            }
            for (row, measure) in self.measures.iter().enumerate() {
                let slot = column * self.measures.len() + row;
                let value = values[slot];
                let known = &mut sum[slot];
                *known = Some(match *known {
                    None => value,
                    Some(known) if policy => Interval {
                        low: known.low.min(value.low),
                        high: known.high.max(value.high),
                    },
                    Some(known) if self.wants_more(strategy, part, *measure) => most(known, value),
                    Some(known) => least(known, value),
                });
            }
        }
    }

    /// Whether all that choose have found all they could wish. What a policy takes is met anyway.
    fn is_settled(&self, sum: &[Option<Interval>], wide: &[Interval], part: Part) -> bool {
        let mut slots = (0..).zip(self.strategies).flat_map(|(column, pair)| {
            let rows = (0..).zip(self.measures);
            rows.map(move |(row, measure)| (column * self.measures.len() + row, pair, *measure))
        });
        slots.all(|(slot, pair, measure): (usize, _, _)| {
            let strategy = pair[part as usize];
            let Some(known) = sum[slot] else { return false };
            match strategy {
                Strategy::Policy(_) => true,
                _ if self.wants_more(strategy, part, measure) => known.low == wide[slot].high,
                _ => known.high == wide[slot].low,
            }
        })
    }
}

fn most(one: Interval, other: Interval) -> Interval {
    Interval {
        low: one.low.max(other.low),
        high: one.high.max(other.high),
    }
}

fn least(one: Interval, other: Interval) -> Interval {
    Interval {
        low: one.low.min(other.low),
        high: one.high.min(other.high),
    }
}
