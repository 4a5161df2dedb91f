//! What a part does that chooses by a policy (`docs/odds.md`).

use crate::aftermath::PostCombat;
use crate::aftermath::losses::LossSheet;
use crate::combat::Style;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::DecisionKind;
use crate::vocabulary::Side;
use std::cmp::Reverse;

/// Which of the legal answers a policy takes: of equal ones the first.
pub(super) fn choice(
    position: &Position,
    side: Side,
    asked: DecisionKind,
    answers: &[Move],
    style: &Style,
) -> usize {
    let first = |keys: Vec<_>| {
        let keys = keys.into_iter().enumerate();
        keys.min_by_key(|(_, key)| *key).map_or(0, |(at, _)| at)
    };
    match asked {
        DecisionKind::Losses => {
            let Some(after) = PostCombat::new(position) else {
                return 0;
            };
            let costs = LossSheet::new(&after, side).costs(answers, style);
            let costs = costs.into_iter().enumerate();
            costs.min_by_key(|(_, cost)| *cost).map_or(0, |(at, _)| at)
        }
        DecisionKind::Retreat => first(answers.iter().map(|one| retreat(position, one)).collect()),
        DecisionKind::Advance => first(answers.iter().map(|one| advance(position, one)).collect()),
        // As much as the points allow.
        _ => {
            let orders = answers.iter().map(|one| Reverse(one.orders().len()));
            let orders = orders.enumerate();
            orders.min_by_key(|(_, key)| *key).map_or(0, |(at, _)| at)
        }
    }
}

/// Nobody stands, nobody spares a space; no more fall than must, and who may stay stays. Of the
/// places that are open the rules have left the best ranked alone (12.7.6.d-3).
fn retreat(position: &Position, orders: &Move) -> (usize, Reverse<usize>, usize) {
    let combat = &position.data().counters.combat;
    let (mut against, mut fall, mut go) = (0, 0, 0);
    for order in orders.orders().iter().cloned() {
        match order {
            Order::Stand { .. } | Order::Shorten => against += 1,
            Order::Eliminate { unit } if combat.contains(unit) => fall += 100,
            Order::Eliminate { .. } => fall += 1,
            _ => go += 1,
        }
    }
    (against, Reverse(0), fall * 1000 + go)
}

/// As many combat units advance as may, then as many HQs, by the shortest paths.
fn advance(position: &Position, orders: &Move) -> (usize, Reverse<usize>, usize) {
    let combat = &position.data().counters.combat;
    let (mut fighters, mut steps) = (0, 0);
    let mut all = 0;
    for order in orders.orders().iter().cloned() {
        if let Order::Advance { unit, path } = order {
            fighters += usize::from(combat.contains(unit));
            all += 1;
            steps += path.len();
        }
    }
    (0, Reverse(fighters * 1000 + all), steps)
}
