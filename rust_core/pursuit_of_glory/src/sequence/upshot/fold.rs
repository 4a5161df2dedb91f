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

use crate::attacks::{like, named};
use crate::battles::{AfterOrder, BattleMove, BattleOrder};
use crate::data::UnitId;
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
                    && like(one, other)
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
        answers: Vec<BattleMove>,
        advance: bool,
    ) -> Vec<BattleMove> {
        if answers.len() < 2 {
            return answers;
        }
        let mut firsts: HashMap<[u16; 12], UnitId> = HashMap::new();
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
                    Cell::Heir(unit),
                    Cell::Scar(unit),
                    Cell::Origin(unit),
                ];
                let mut key = [0; 12];
                key[0] = counter;
                for (slot, cell) in key[1..].iter_mut().zip(cells) {
                    *slot = state.get(cell);
                }
                *firsts.entry(key).or_insert(unit)
            })
        };
        let mut seen: HashSet<Vec<Vec<AfterOrder>>> = HashSet::new();
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
fn sketch(answer: &BattleMove, first: &mut impl FnMut(UnitId) -> UnitId) -> Vec<Vec<AfterOrder>> {
    let orders = answer.orders().iter().filter_map(|order| match order {
        BattleOrder::After(order) => Some(*order),
        _ => None,
    });
    let orders: Vec<AfterOrder> = orders.collect();
    // The LCU for which a unit comes.
    let lcu_of = |unit: UnitId| {
        orders.iter().find_map(|order| match order {
            AfterOrder::Replace { unit: lcu, by } if *by == unit => Some(*lcu),
            _ => None,
        })
    };
    let mut bundles: Vec<(Option<UnitId>, Vec<AfterOrder>)> = Vec::new();
    for order in &orders {
        let unit = order.named().1;
        let whose = unit.map(|unit| lcu_of(unit).unwrap_or(unit));
        let told = match *order {
            AfterOrder::Reduce { unit } => AfterOrder::Reduce { unit: first(unit) },
            AfterOrder::Eliminate { unit } => AfterOrder::Eliminate { unit: first(unit) },
            AfterOrder::Replace { unit, by } => AfterOrder::Replace {
                unit: first(unit),
                by: first(by),
            },
            AfterOrder::Retreat { unit, path } => AfterOrder::Retreat {
                unit: first(unit),
                path,
            },
            AfterOrder::Sail { unit, place } => AfterOrder::Sail {
                unit: first(unit),
                place,
            },
            AfterOrder::Stand { unit } => AfterOrder::Stand { unit: first(unit) },
            AfterOrder::Advance { unit, path } => AfterOrder::Advance {
                unit: first(unit),
                path,
            },
            AfterOrder::Restore { unit } => AfterOrder::Restore { unit: first(unit) },
            AfterOrder::Rebuild { unit } => AfterOrder::Rebuild { unit: first(unit) },
            other @ (AfterOrder::Shorten | AfterOrder::Cancel { .. }) => other,
        };
        match bundles.iter_mut().find(|(known, _)| *known == whose) {
            Some((_, bundle)) => bundle.push(told),
            None => bundles.push((whose, vec![told])),
        }
    }
    let mut told: Vec<Vec<AfterOrder>> = bundles.into_iter().map(|(_, bundle)| bundle).collect();
    for bundle in &mut told {
        bundle.sort_unstable();
    }
    told.sort_unstable();
    told
}
