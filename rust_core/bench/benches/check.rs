//! Judging moves: one checker for many moves of the 1914 campaign, and the checker itself.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use pursuit_of_glory::activation::Purpose;
use pursuit_of_glory::check::Checker;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::state::Frame;
use pursuit_of_glory::vocabulary::{Kind, Side};
use std::hint::black_box;
use std::sync::Arc;

const SIDES: [Side; 2] = [Side::Ap, Side::Cp];
const ACTIVATIONS: usize = 5;
const MOVES: usize = 1000;

/// Moves as a player makes them: some activations, and for each a unit that walks as far as it may.
fn moves(position: &Position, side: Side, number: usize) -> Vec<Move> {
    let data = position.data();
    let mut seed = 0x2545_f491_4f6c_dd1d_u64;
    let mut draw = |below: usize| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        usize::try_from(seed >> 33).unwrap() % below.max(1)
    };
    let own: Vec<_> = (0..data.units.len())
        .filter(|unit| {
            position
                .place(*unit)
                .is_some_and(|place| place < data.on_map)
        })
        .filter(|unit| position.side_of(*unit) == side)
        .collect();
    let mut moves = Vec::with_capacity(number);
    while moves.len() < number {
        let mut orders = Vec::new();
        for _ in 0..ACTIVATIONS {
            let unit = own[draw(own.len())];
            let start = position.place(unit).unwrap();
            let stack = matches!(data.spaces[start].kind, Kind::Region | Kind::IslandBase);
            orders.push(Order::Activate {
                place: start,
                purpose: Purpose::Move,
                units: if stack { vec![unit] } else { Vec::new() },
            });
            let (mut path, mut here) = (Vec::new(), start);
            for _ in 0..usize::from(data.units[unit].full.mf) {
                let next: Vec<_> = data.movement_graph.next_to(here).iter().collect();
                here = next[draw(next.len())];
                path.push(here);
            }
            if !path.is_empty() {
                orders.push(Order::Go { unit, path });
            }
        }
        moves.push(Move::new(orders));
    }
    moves
}

fn check(criterion: &mut Criterion) {
    let data = Arc::new(Data::shipped().unwrap());
    let start = Position::scenario(&data, "1914_campaign").unwrap();
    for side in SIDES {
        let position = start.clone().with_agenda(&Frame::action(side));
        let drawn = moves(&position, side, MOVES);
        let checker = Checker::new(&position, 5);
        // Moves that break little, as a search makes them, and whatever was drawn.
        let mut clean = drawn.clone();
        clean.retain(|orders| checker.check(orders).len() <= 1);
        clean.truncate(MOVES / 4);
        for (name, moves) in [("any move", &drawn), ("a near-lawful move", &clean)] {
            let mut turn = moves.iter().cycle();
            criterion.bench_function(&format!("{} {side}", name), |bencher| {
                bencher.iter(|| checker.check(black_box(turn.next().unwrap())));
            });
        }
        criterion.bench_function(&format!("checker {side}"), |bencher| {
            bencher.iter(|| Checker::new(black_box(&position), 5));
        });
        criterion.bench_function(&format!("checker and its first move {side}"), |bencher| {
            let first = &drawn[0];
            bencher.iter(|| Checker::new(black_box(&position), 5).check(first));
        });
    }
}

criterion_group!(benches, check);
criterion_main!(benches);
