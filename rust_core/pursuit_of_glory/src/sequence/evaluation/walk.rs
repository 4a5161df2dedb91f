//! A walk through the tree of a battle: the values that come up from its ends.

use super::ends::Ends;
use super::tree::{Branch, Chance, Choice, NodeId, Tree};
use super::{Interval, Measure, Strategy};
use crate::combat::{Role, Style};
use crate::vocabulary::*;
use engine::chance::{Fraction, TooFine};
use std::rc::Rc;

/// For each pair of strategies the values of each measure, one after the other.
type Values = Rc<[Interval]>;

/// A walk through the tree.
pub(super) struct Walk<'t, 'c> {
    tree: &'t mut Tree<'c>,
    strategies: &'t [[Strategy; 2]],
    measures: &'t [Measure],
    most: u64,
    /// Up to how many positions may be looked at now.
    limit: u64,
    /// Whether every outcome of a die has its share of them.
    shared: bool,
    /// By position of the tree what is known of it for good.
    known: Vec<Option<Values>>,
    /// How many positions were looked at.
    positions: u64,
    /// How often something was left out.
    missed: u64,
}

impl<'t, 'c> Walk<'t, 'c> {
    pub(super) const fn new(
        tree: &'t mut Tree<'c>,
        strategies: &'t [[Strategy; 2]],
        measures: &'t [Measure],
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

    /// The values of the whole battle. If it is too large, it is gone through once more with the
    /// positions shared out, so that something is known of every outcome of the dice.
    pub(super) fn whole(&mut self) -> Result<Values, TooFine> {
        let values = self.value(0)?;
        if self.complete() {
            return Ok(values);
        }
        self.missed = 0;
        self.shared = true;
        self.limit = self.positions.saturating_add(self.most);
        self.value(0)
    }

    /// Whether nothing was left out.
    pub(super) const fn complete(&self) -> bool {
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
        let values = match self.tree.branch(at) {
            Branch::Over(values) => self.intervals(&values.map(|value| (value, value))),
            Branch::Next(next) => self.value(next)?,
            Branch::Chance(chance) => self.chance(at, &chance)?,
            Branch::Choice(choice) => self.choice(at, &choice)?,
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

    fn intervals(&self, ends: &Ends) -> Values {
        let of = |measure: &Measure| {
            let (low, high) = ends[*measure as usize];
            Interval {
                low: Fraction::whole(low),
                high: Fraction::whole(high),
            }
        };
        let pairs = self.strategies.iter();
        pairs.flat_map(|_| self.measures.iter().map(of)).collect()
    }

    fn chance(&mut self, at: NodeId, chance: &Chance) -> Result<Values, TooFine> {
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

    fn role(&self, side: Side) -> Role {
        match side == self.tree.course.start.attacker {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }

    /// The values of a choice. If answers are missing, anything may come of them.
    fn choice(&mut self, at: NodeId, choice: &Choice) -> Result<Values, TooFine> {
        let idle = choice.takes_only && !self.counts_what_is_taken();
        let answers = if idle { 1 } else { choice.len() };
        if answers == 1 && !choice.missing {
            let next = self.tree.chosen(at, choice, 0);
            return self.value(next);
        }
        let role = self.role(choice.side);
        let style = |pair: &[Strategy; 2]| match pair[role as usize] {
            Strategy::Policy(style) => Some(style),
            _ => None,
        };
        let styles: Vec<Option<Style>> = self.strategies.iter().map(style).collect();
        let by_policies = styles.iter().all(Option::is_some);
        // By policies alone the others are never met; but the policy has seen them all.
        let missing = choice.missing && !(by_policies && choice.kind == DecisionKind::Losses);
        let pick = |style: &Option<Style>| match style {
            Some(style) => self.tree.pick(at, choice, style),
            _ => 0,
        };
        let picks: Vec<usize> = styles.iter().map(pick).collect();
        // What a policy takes and what comes first, often to do nothing, are often the two ends.
        let mut order: Vec<usize> = (0..answers).collect();
        order[..=self.tree.likely(at, choice)].rotate_right(1);
        let wide = self.anything(at);
        let mut sum: Vec<Option<Interval>> = vec![None; wide.len()];
        self.missed += u64::from(missing);
        if missing {
            self.gather(&mut sum, &wide, role, None, &picks);
        }
        let policies = styles.iter().any(Option::is_some);
        for (number, answer) in order.iter().enumerate() {
            if by_policies && !picks.contains(answer) {
                continue;
            }
            let next = self.tree.chosen(at, choice, *answer);
            let values = self.value(next)?;
            self.gather(&mut sum, &values, role, Some(*answer), &picks);
            let mut rest = order[number + 1..].iter();
            let awaited = policies && rest.any(|one| picks.contains(one));
            if !awaited && self.settled(&sum, &wide, role) {
                break;
            }
        }
        Ok(sum.into_iter().flatten().collect())
    }

    /// Whether a measure asks who holds what in the end.
    fn counts_what_is_taken(&self) -> bool {
        let mut measures = self.measures.iter();
        measures.any(|measure| matches!(measure, Measure::Taken | Measure::Vp))
    }

    /// Whether a part wants the greater end of a measure by its strategy.
    fn wants_more(strategy: Strategy, role: Role, measure: Measure) -> bool {
        let welcome = measure.welcome() == (role == Role::Attacker);
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
        role: Role,
        answer: Option<usize>,
        picks: &[usize],
    ) {
        for (column, pair) in self.strategies.iter().enumerate() {
            let strategy = pair[role as usize];
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
                    Some(known) if Self::wants_more(strategy, role, *measure) => most(known, value),
                    Some(known) => least(known, value),
                });
            }
        }
    }

    /// Whether all that choose have found all they could wish. What a policy takes is met anyway.
    fn settled(&self, sum: &[Option<Interval>], wide: &[Interval], role: Role) -> bool {
        let mut slots = (0..).zip(self.strategies).flat_map(|(column, pair)| {
            let rows = (0..).zip(self.measures);
            rows.map(move |(row, measure)| (column * self.measures.len() + row, pair, *measure))
        });
        slots.all(|(slot, pair, measure): (usize, _, _)| {
            let strategy = pair[role as usize];
            let Some(known) = sum[slot] else { return false };
            match strategy {
                Strategy::Policy(_) => true,
                _ if Self::wants_more(strategy, role, measure) => known.low == wide[slot].high,
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
