//! What is offered is what is legal.

use super::*;
use pursuit_of_glory::orders::{Move, Order};
use std::collections::BTreeSet;

/// Every order that could be given to the units of a side.
fn every_order(side: Side) -> impl Iterator<Item = Order> {
    let units = (0..DATA.units.len()).filter(move |unit| DATA.units[*unit].side == side);
    units.flat_map(|unit| {
        let places = (0..DATA.on_map).flat_map(move |place| {
            [
                Order::Redeploy { unit, place },
                Order::Ship { unit, place },
                Order::Deploy { unit, place },
            ]
        });
        let seas = Sea::ALL
            .iter()
            .map(move |sea| Order::Detour { unit, sea: *sea });
        places.chain(seas).chain([Order::Reserve { unit }])
    })
}

fn holds(position: &Position, side: Side, step: usize) {
    let offered: BTreeSet<_> = position.redeployments(None).into_iter().collect();
    for order in every_order(side).step_by(step) {
        let made = Move::new(vec![order.clone()]);
        let broken = position.check(&made).unwrap();
        assert_eq!(
            broken.is_empty(),
            offered.contains(&order),
            "{}: {broken:?}",
            order.to_text(&DATA)
        );
    }
}

#[test]
fn single_orders_are_offered_if_they_are_legal() {
    for (name, side, step) in [
        ("1914_campaign", "cp", 3),
        ("1914_campaign", "ap", 5),
        ("1916_total_war", "cp", 5),
        ("1916_total_war", "ap", 3),
    ] {
        let at = scenario(name, side, 4, &[]);
        holds(&at, if side == "ap" { Side::Ap } else { Side::Cp }, step);
    }
}

#[test]
fn moves_at_random_are_legal() {
    for (name, side) in [("1914_campaign", "ap"), ("1916_total_war", "cp")] {
        let at = scenario(name, side, 5, &[]);
        let sampled = at.sample_redeployments(7, 40).unwrap();
        assert!(sampled.iter().any(|made| made.orders().len() > 2));
        for made in &sampled {
            assert_eq!(at.check(made).unwrap(), []);
        }
        assert_eq!(at.sample_redeployments(7, 5).unwrap(), sampled[..5]);
    }
}
