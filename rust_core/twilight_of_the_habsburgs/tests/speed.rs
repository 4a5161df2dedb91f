//! What the fast answers cost: `cargo test --profile quick --test speed -- --ignored --nocapture`.

#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;
use twilight_of_the_habsburgs::check::Checker;
use twilight_of_the_habsburgs::data::Data;
use twilight_of_the_habsburgs::movement::{Movement, Scratch};
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sample::sample;
use twilight_of_the_habsburgs::vocabulary::{DecisionKind, Side};

/// Microseconds that one call takes.
fn micros(times: u32, mut call: impl FnMut()) -> f64 {
    let begin = Instant::now();
    for _ in 0..times {
        call();
    }
    begin.elapsed().as_secs_f64() * 1e6 / f64::from(times)
}

/// Zones, command and movement fields of one side in a full Caporetto position, from scratch; and
/// verdicts on movement turns.
#[test]
#[ignore = "measures"]
fn full_position() {
    let data = Arc::new(Data::shipped().unwrap());
    let position = Position::opening(&data, "caporetto").unwrap();
    for side in Side::BOTH {
        let mut scratch = Scratch::default();
        let zones = micros(2000, || {
            black_box(position.front().zoc);
        });
        let command = micros(2000, || {
            black_box(position.front().command(side).in_command);
        });
        let all = micros(500, || {
            let front = position.front();
            let command = front.command(side);
            let movement = Movement::new(&front, side);
            for unit in front.present[side as usize].iter() {
                black_box(movement.reach(unit, &mut scratch));
            }
            black_box(command.in_command);
        });
        println!(
            "{side}: zones {zones:.1}, with command {command:.1}, with all reaches {all:.1} us"
        );
    }
    let mut at = Position::opening(&data, "caporetto_setup").unwrap();
    let mut seed = 0;
    while at.asks_for() != DecisionKind::Movement {
        seed += 1;
        at = match at.chance() {
            Some(known) => at.play_outcome(known.parts()[0].0).unwrap(),
            None => at.play(&sample(&at, seed).unwrap()).unwrap(),
        };
    }
    let moves: Vec<_> = (0..200).filter_map(|seed| sample(&at, seed)).collect();
    let orders: usize = moves.iter().map(|made| made.orders().len()).sum();
    let front = at.front();
    let checker = Checker::new(&at, &front, at.state().active().unwrap());
    let round = micros(50, || {
        for made in &moves {
            black_box(checker.check(DecisionKind::Movement, made));
        }
    });
    let per = round / moves.len() as f64;
    println!(
        "{per:.2} us a verdict on moves of {:.1} orders: {:.0} verdicts/s",
        orders as f64 / moves.len() as f64,
        1e6 / per
    );
}
