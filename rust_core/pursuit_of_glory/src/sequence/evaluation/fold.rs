//! Answers that differ only in which of several alike units they name: one stands for all.
//!
//! Units are alike if their counters have the same values and no rule calls one of them by name, and
//! if they stand alike in every cell that the rules ask of a unit. To exchange two of them changes
//! nothing that a rule could see, so it turns legal answers into legal answers, and what follows one
//! into what follows the other; the measures count units and never name them. So the values of
//! answers that differ by such an exchange are equal, and one of them is gone through.
//!
//! After the last choice of a battle, its advance, a unit matters only for what it takes: there the
//! values printed on the counters are not asked.

use crate::attacks::{named, same_values};
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use std::collections::{HashMap, HashSet};

/// The kinds of counters.
#[derive(Debug)]
pub(super) struct Kinds {
    /// By unit the first counter with the same values; itself if it is one of its own.
    same: Vec<UnitId>,
    /// The same of counters that take places alike.
    takes: Vec<UnitId>,
}

impl Kinds {
    /// Sorts the counters of a position.
    pub(super) fn new(position: &Position) -> Self {
        let data = position.data();
        let units = &data.units;
        let alone = |unit: UnitId| {
            units[unit].unique || !units[unit].is_combat() || named(position, data, unit)
        };
        let sorted = |alike: &dyn Fn(UnitId, UnitId) -> bool| {
            let mut firsts: Vec<UnitId> = Vec::new();
            let first = |unit: UnitId| {
                if alone(unit) {
                    return unit;
                }
                match firsts.iter().find(|first| alike(**first, unit)) {
                    Some(first) => *first,
                    None => {
                        firsts.push(unit);
                        unit
                    }
                }
            };
            (0..units.len()).map(first).collect()
        };
        Self {
            same: sorted(&|one, other| {
                // Cheap questions first.
                let (one, other) = (&units[one], &units[other]);
                (one.full, one.reduced, one.class) == (other.full, other.reduced, other.class)
                    && same_values(one, other)
            }),
            takes: sorted(&|one, other| {
                let (one, other) = (&units[one], &units[other]);
                (one.side, one.class, one.size, one.unit_type, one.symbol)
                    == (
                        other.side,
                        other.class,
                        other.size,
                        other.unit_type,
                        other.symbol,
                    )
                    && one.nations == other.nations
            }),
        }
    }

    /// Of answers to a decision the first of each kind. Of an advance, if nothing but what is
    /// taken depends on it, the printed values are not asked.
    pub(super) fn first_of_each(
        &self,
        position: &Position,
        answers: Vec<Move>,
        advance: bool,
    ) -> Vec<Move> {
        if answers.len() < 2 {
            return answers;
        }
        let mut firsts: HashMap<[u16; 14], UnitId> = HashMap::new();
        let mut known: HashMap<UnitId, UnitId> = HashMap::new();
        let state = position.state();
        let counters = if advance { &self.takes } else { &self.same };
        let mut first = |unit: UnitId| {
            *known.entry(unit).or_insert_with(|| {
                let counter = u16::try_from(counters[unit]).unwrap_or(u16::MAX);
                let cells = [
                    Cell::Place(unit),
                    Cell::Reduced(unit),
                    Cell::Arrival(unit),
                    Cell::Attacking(unit),
                    Cell::Stack(unit),
                    Cell::Fought(unit),
                    Cell::Battle(unit),
                    Cell::Factor(unit),
                    Cell::ReplacementFor(unit),
                    Cell::BattleStatus(unit),
                    Cell::LeftFrom(unit),
                    Cell::Pursuit(unit),
                    Cell::Provoked(unit),
                ];
                let mut key = [0; 14];
                key[0] = counter;
                for (slot, cell) in key[1..].iter_mut().zip(cells) {
                    *slot = state.get(cell);
                }
                *firsts.entry(key).or_insert(unit)
            })
        };
        let mut seen: HashSet<Vec<Vec<Order>>> = HashSet::new();
        let mut kept = Vec::new();
        for answer in answers {
            if seen.insert(sketch(&answer, &mut first)) {
                kept.push(answer);
            }
        }
        kept
    }
}

/// An answer without names: what is ordered of each unit, with what is ordered of the SCU that comes
/// for it, the first of its kind named for each unit.
fn sketch(answer: &Move, first: &mut impl FnMut(UnitId) -> UnitId) -> Vec<Vec<Order>> {
    let orders = answer.orders();
    // The LCU for which a unit comes.
    let lcu_of = |unit: UnitId| {
        orders.iter().find_map(|order| match order {
            Order::Replace { unit: lcu, by } if *by == unit => Some(*lcu),
            _ => None,
        })
    };
    let mut bundles: Vec<(Option<UnitId>, Vec<Order>)> = Vec::new();
    for order in orders {
        let unit = order.unit();
        let whose = unit.map(|unit| lcu_of(unit).unwrap_or(unit));
        let told = match order.clone() {
            Order::Reduce { unit } => Order::Reduce { unit: first(unit) },
            Order::Eliminate { unit } => Order::Eliminate { unit: first(unit) },
            Order::Replace { unit, by } => Order::Replace {
                unit: first(unit),
                by: first(by),
            },
            Order::Retreat { unit, path } => Order::Retreat {
                unit: first(unit),
                path,
            },
            Order::Sail { unit, place } => Order::Sail {
                unit: first(unit),
                place,
            },
            Order::Stand { unit } => Order::Stand { unit: first(unit) },
            Order::Advance { unit, path } => Order::Advance {
                unit: first(unit),
                path,
            },
            Order::Restore { unit } => Order::Restore { unit: first(unit) },
            Order::Rebuild { unit } => Order::Rebuild { unit: first(unit) },
            other => other,
        };
        match bundles.iter_mut().find(|(known, _)| *known == whose) {
            Some((_, bundle)) => bundle.push(told),
            None => bundles.push((whose, vec![told])),
        }
    }
    let mut told: Vec<Vec<Order>> = bundles.into_iter().map(|(_, bundle)| bundle).collect();
    for bundle in &mut told {
        bundle.sort_unstable();
    }
    told.sort_unstable();
    told
}
