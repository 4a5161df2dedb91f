//! Every legal move, by brute force: all combinations of candidates, judged one by one.
//!
//! What the law enumerates by its rules is found here without them, but for what both leave out:
//! paths through the same place of the Gallipoli map twice, where that would be free (11.4.2) and
//! nothing lay in between.

use super::choices::{Candidate, Choices};
use super::{LONGEST_PATH, Move, Order};
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::data::UnitId;
use crate::position::Position;
use engine::error::{Error, Result};
use std::collections::BTreeMap;

/// What somebody who knows the rules says of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It breaks no rule.
    Legal,
    /// It breaks rules that more orders could mend.
    Unfinished,
    /// It breaks others.
    Wrong,
}

/// Whoever knows the rules.
pub type JudgeMove<'j> = dyn FnMut(&Move) -> Verdict + 'j;

/// Every legal move of the side to act with `ops` OPS, each once.
///
/// # Errors
/// [`Error::BadInput`] if more than `most` moves would have to be judged, or if a unit could go on
/// where its path is as long as one can be written: then these are not all moves.
pub fn every(
    position: &Position,
    ops: u8,
    most: usize,
    judge: &mut JudgeMove<'_>,
) -> Result<Vec<Move>> {
    let choices = Choices::new(position, ops);
    let mut search = MoveSearch {
        activations: choices.activations(),
        organizable: choices.organizable(),
        choices,
        paths: BTreeMap::new(),
        judge,
        left: most,
        most,
        found: Vec::new(),
    };
    search.activate(0, search.choices.ops(), &mut Vec::new())?;
    Ok(search.found)
}

struct MoveSearch<'a, 'j> {
    choices: Choices<'a>,
    activations: Vec<Candidate>,
    organizable: Vec<Order>,
    paths: BTreeMap<UnitId, Vec<Order>>,
    judge: &'j mut JudgeMove<'j>,
    /// How many moves may still be judged, of how many.
    left: usize,
    most: usize,
    found: Vec<Move>,
}

impl MoveSearch<'_, '_> {
    fn judged(&mut self, orders: &[Order]) -> Result<Verdict> {
        let Some(left) = self.left.checked_sub(1) else {
            let message = format!(
                "is too small: more than {} moves have to be judged",
                self.most
            );
            return Err(Error::bad("most", message));
        };
        self.left = left;
        Ok((self.judge)(&Move::new(orders.to_vec())))
    }

    /// Every set of activations from the number `from` on, beside those chosen.
    fn activate(&mut self, from: usize, left: u8, chosen: &mut Vec<usize>) -> Result<()> {
        self.carry_out(chosen)?;
        for at in from..self.activations.len() {
            let cost = self.activations[at].cost;
            let Some(left) = left.checked_sub(cost) else {
                continue;
            };
            chosen.push(at);
            let orders: Vec<_> = chosen
                .iter()
                .map(|at| self.activations[*at].order())
                .collect();
            if self.judged(&orders)? != Verdict::Wrong {
                self.activate(at + 1, left, chosen)?;
            }
            chosen.pop();
        }
        Ok(())
    }

    /// Everything that can be done with these activations.
    fn carry_out(&mut self, chosen: &[usize]) -> Result<()> {
        let (mut active, mut movers) = (BitSet::EMPTY, BitSet::EMPTY);
        let mut joined = BitSet::EMPTY;
        let mut orders = Vec::new();
        for candidate in chosen.iter().map(|at| &self.activations[*at]) {
            let units: BitSet = candidate.units.iter().copied().collect();
            active |= units;
            match candidate.purpose {
                Purpose::Move => movers |= units,
                _ => joined.insert(candidate.place),
            }
            orders.push(candidate.order());
        }
        let mut slots = self.slots(active, movers);
        let joiners = self.choices.joiners();
        for place in joined.iter().filter(|at| self.choices.may_be_joined(*at)) {
            let joins = joiners
                .iter()
                .map(|unit| Order::JoinAt { unit: *unit, place });
            slots.push(joins.collect());
        }
        self.check_ends(&slots)?;
        self.fill(&slots, &mut orders)
    }

    /// The orders that could be given besides, one or none of each list. What opens the way for
    /// others comes first.
    fn slots(&mut self, active: BitSet, movers: BitSet) -> Vec<Vec<Order>> {
        let mut slots = Vec::new();
        let choices = &self.choices;
        let position = choices.position();
        let standing = |place| choices.units_at(place).iter();
        for unit in choices.suppressors() {
            if active.contains(unit) {
                slots.push(vec![Order::Suppress { unit }]);
            }
        }
        for place in choices.landings() {
            let base = position.data().spaces[place].island_base;
            if base.is_some_and(|base| standing(base).any(|unit| movers.contains(*unit))) {
                slots.push(vec![Order::Land { place }]);
            }
        }
        for place in choices.withdrawals() {
            slots.push(vec![Order::Withdraw { place }]);
        }
        for place in choices.removals() {
            slots.push(vec![Order::Remove { place }]);
        }
        let assaults = choices.assaults().into_iter();
        slots.push(assaults.map(|place| Order::Assault { place }).collect());
        let mut corps: BTreeMap<UnitId, Vec<Order>> = BTreeMap::new();
        for order in &self.organizable {
            let units = order.units();
            let Some((lcu, used)) = units.split_first() else {
                continue;
            };
            let free = choices.only_organizes();
            if free || used.iter().all(|unit| movers.contains(*unit)) {
                corps.entry(*lcu).or_default().push(order.clone());
            }
        }
        slots.extend(corps.into_values());
        for place in choices.entrenchable() {
            if standing(place).any(|unit| movers.contains(*unit)) {
                slots.push(vec![Order::Entrench { place }]);
            }
        }
        for unit in movers.iter() {
            let paths = self.paths.entry(unit).or_insert_with(|| {
                let paths = choices.paths(unit, usize::MAX).into_iter();
                paths.map(|path| Order::Go { unit, path }).collect()
            });
            slots.push(paths.clone());
        }
        slots
    }

    /// Whether no path has been cut short.
    fn check_ends(&self, slots: &[Vec<Order>]) -> Result<()> {
        let cut = slots.iter().flatten().find_map(|order| match order {
            Order::Go { unit, path } if self.choices.is_cut(*unit, path) => Some(*unit),
            _ => None,
        });
        let Some(unit) = cut else { return Ok(()) };
        let name = &self.choices.position().data().units[unit].id;
        let message =
            format!("has more than {LONGEST_PATH} places for {name}: not all moves can be written");
        Err(Error::bad("path", message))
    }

    fn fill(&mut self, slots: &[Vec<Order>], orders: &mut Vec<Order>) -> Result<()> {
        let Some((slot, rest)) = slots.split_first() else {
            if self.judged(orders)? == Verdict::Legal {
                self.found.push(Move::new(orders.clone()));
            }
            return Ok(());
        };
        self.fill(rest, orders)?;
        for order in slot {
            orders.push(order.clone());
            if self.judged(orders)? != Verdict::Wrong {
                self.fill(rest, orders)?;
            }
            orders.pop();
        }
        Ok(())
    }
}
