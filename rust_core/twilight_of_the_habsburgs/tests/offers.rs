//! What can be ordered: everything that legal moves contain, beside whatever is given.

#![allow(clippy::unwrap_used)]

use crate::support::DATA;
use engine::chance::Random;
use twilight_of_the_habsburgs::offers::list;
use twilight_of_the_habsburgs::orders::{Move, Order};
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sample::sample;
use twilight_of_the_habsburgs::vocabulary::DecisionKind;

/// An order as it is offered: of a path only its end.
fn told(order: &Order) -> Order {
    let mut order = order.clone();
    if let Order::Go { path, .. } | Order::Rail { path, .. } = &mut order {
        path.drain(..path.len() - 1);
    }
    order
}

/// The positions of a random game, each with a legal move, until so many are decided.
fn game(scenario: &str, seed: u64, decisions: usize) -> Vec<(Position, Move)> {
    let mut random = Random::new(seed, 9);
    let mut now = Position::opening(&DATA, scenario).unwrap();
    let mut found = Vec::new();
    while found.len() < decisions {
        now = now.at_next_decision().into_owned();
        match now.asks_for() {
            DecisionKind::Over => break,
            DecisionKind::Chance => {
                let outcomes = now.chance().unwrap();
                let (outcome, _) = *random.pick(outcomes.parts()).unwrap();
                now = now.play_outcome(outcome).unwrap();
            }
            _ => {
                let made = sample(&now, random.below(1 << 30).try_into().unwrap()).unwrap();
                let then = now.play_unchecked(&made).unwrap();
                found.push((std::mem::replace(&mut now, then), made));
            }
        }
    }
    found
}

#[test]
fn what_legal_moves_contain_is_offered_beside_any_part_of_them() {
    let mut asked = Vec::new();
    for (scenario, decisions) in [("caporetto", 60), ("piave", 30)] {
        for (number, (position, made)) in game(scenario, 3, decisions).into_iter().enumerate() {
            asked.push(position.asks_for());
            let part = made.orders().iter().step_by(1 + number % 3).cloned();
            let given = Move::new(part.collect());
            let found = list(&position, &given);
            for order in made.orders() {
                assert!(
                    found.offers.contains(&told(order)),
                    "{position}: {} beside {}",
                    order.to_text(&DATA),
                    given.to_text(&DATA, None)
                );
            }
            assert!(found.complete, "{position}: {}", given.to_text(&DATA, None));
        }
    }
    for kind in [
        DecisionKind::Attrition,
        DecisionKind::Movement,
        DecisionKind::Attack,
    ] {
        assert!(asked.contains(&kind), "{kind:?}");
    }
}

#[test]
fn nothing_is_offered_beside_what_no_legal_move_contains() {
    let mut played = game("caporetto", 5, 40).into_iter();
    let moves = |(position, _): &(Position, Move)| position.asks_for() == DecisionKind::Movement;
    let (position, _) = played.find(moves).unwrap();
    assert!(!list(&position, &Move::default()).offers.is_empty());
    let foe = position.state().active().unwrap().foe();
    let unit = DATA.units.iter().position(|unit| unit.side == foe).unwrap();
    let found = list(
        &position,
        &Move::new(vec![Order::Go {
            unit,
            path: vec![0],
        }]),
    );
    assert!(found.offers.is_empty(), "{position}: {:?}", found.offers);
    assert!(found.complete, "{position}");
}
