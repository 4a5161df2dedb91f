//! Measuring the core without Python in between.

use super::moves::TwilightMove;
use super::position::TwilightPosition;
use crate::run::detached;
use ::twilight_of_the_habsburgs::board::Hexes;
use ::twilight_of_the_habsburgs::check::Checker;
use ::twilight_of_the_habsburgs::combat::Wanted;
use ::twilight_of_the_habsburgs::movement::{Movement, Scratch};
use ::twilight_of_the_habsburgs::orders::Move;
use ::twilight_of_the_habsburgs::position::Position;
use ::twilight_of_the_habsburgs::sample::sample;
use ::twilight_of_the_habsburgs::vocabulary::{DecisionKind, Side};
use engine::chance::Random;
use pyo3::prelude::*;
use std::hint::black_box;
use std::time::Instant;

/// Finds the zones, command and reach of every unit of a side, for each position and side, on one
/// thread, nothing kept in between.
///
/// Returns the seconds of all zones, of command on top, and of reach on top, and how many units were
/// asked for.
#[pyfunction]
pub(super) fn twilight_fields_bench(
    py: Python<'_>,
    positions: Vec<PyRef<'_, TwilightPosition>>,
    repeats: usize,
) -> PyResult<(f64, f64, f64, usize)> {
    let positions: Vec<Position> = positions
        .iter()
        .map(|position| position.0.clone())
        .collect();
    detached(py, move || {
        let (mut zones, mut command, mut reach, mut units) = (0.0, 0.0, 0.0, 0);
        let mut scratch = Scratch::default();
        for _ in 0..repeats {
            for (position, side) in positions
                .iter()
                .flat_map(|position| Side::BOTH.map(|side| (position, side)))
            {
                let start = Instant::now();
                let front = black_box(position).front();
                let seen = start.elapsed().as_secs_f64();
                black_box(front.command(side));
                let commanded = start.elapsed().as_secs_f64();
                let movement = Movement::new(&front, side);
                for unit in front.present[side as usize].iter() {
                    black_box(movement.reach(unit, &mut scratch));
                    units += 1;
                }
                reach += start.elapsed().as_secs_f64() - commanded;
                command += commanded - seen;
                zones += seen;
            }
        }
        (zones, command, reach, units)
    })
}

/// Nanoseconds that judging these moves of what a position asks takes, each of them, `rounds` times
/// over. What they share is found once.
#[pyfunction]
pub(super) fn twilight_check_bench(
    py: Python<'_>,
    position: PyRef<'_, TwilightPosition>,
    made: Vec<PyRef<'_, TwilightMove>>,
    rounds: u32,
) -> PyResult<Vec<f64>> {
    let position = position.0.clone();
    let made: Vec<Move> = made.iter().map(|each| each.made.clone()).collect();
    detached(py, move || {
        let front = position.front();
        let asked = position.asks_for();
        let Some(side) = position.state().active() else {
            return Vec::new();
        };
        let checker = Checker::new(&position, &front, side);
        made.iter()
            .map(|made| {
                let start = Instant::now();
                for _ in 0..rounds {
                    black_box(checker.check(asked, black_box(made)));
                }
                start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds.max(1))
            })
            .collect()
    })
}

/// Nanoseconds that the exact odds of the attacks of these moves take, each of them, `rounds` times
/// over, from the position to the results of the die, nothing kept in between.
#[pyfunction]
pub(super) fn twilight_odds_bench(
    py: Python<'_>,
    position: PyRef<'_, TwilightPosition>,
    made: Vec<PyRef<'_, TwilightMove>>,
    rounds: u32,
) -> PyResult<Vec<f64>> {
    let position = position.0.clone();
    let attacks: Vec<_> = made
        .iter()
        .filter_map(|each| position.declared_attack(&each.made))
        .collect();
    detached(py, move || {
        attacks
            .iter()
            .map(|attack| {
                let start = Instant::now();
                for _ in 0..rounds {
                    black_box(black_box(&position).figures(attack));
                }
                start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds.max(1))
            })
            .collect()
    })
}

/// Nanoseconds that all attacks that a side could declare take, each with the figures of its odds,
/// `rounds` times over, and how many there are.
#[pyfunction]
pub(super) fn twilight_attacks_bench(
    py: Python<'_>,
    position: PyRef<'_, TwilightPosition>,
    rounds: u32,
) -> PyResult<(f64, usize)> {
    let position = position.0.clone();
    let wanted = Wanted {
        origins: Hexes::below(position.data().map.hexes.len()),
        targets: Hexes::below(position.data().map.hexes.len()),
        every: true,
        most: u64::MAX,
    };
    detached(py, move || {
        let Some(side) = position.state().active() else {
            return (0.0, 0);
        };
        let (mut number, start) = (0, Instant::now());
        for _ in 0..rounds {
            let front = black_box(&position).front();
            let (found, _) = front.attack_options(side, black_box(&wanted));
            number = found.len();
            for option in &found {
                let zones = || *front.enemy_zones(side);
                black_box(front.figures(&option.attack, zones));
            }
        }
        (
            start.elapsed().as_secs_f64() * 1e9 / f64::from(rounds.max(1)),
            number,
        )
    })
}

/// Plays a game at random to its end: by kind of decision how many there were, and the seconds that
/// drawing a legal answer took, and playing it; of `chance` the dice.
#[pyfunction]
pub(super) fn twilight_game_bench(
    py: Python<'_>,
    position: PyRef<'_, TwilightPosition>,
    seed: u64,
) -> PyResult<Vec<(&'static str, u32, f64, f64)>> {
    let mut now = position.0.clone();
    detached(py, move || {
        let mut random = Random::new(seed, 0);
        let mut told = vec![(0, 0.0, 0.0); DecisionKind::ALL.len()];
        loop {
            let start = Instant::now();
            let asked = now.asks_for();
            let (drawn, next) = match now.chance() {
                Some(results) => {
                    let Some((outcome, _)) = random.pick(results.parts()) else {
                        break;
                    };
                    let drawn = start.elapsed();
                    (drawn, now.play_outcome(*outcome).ok())
                }
                None => {
                    let seed = u64::try_from(random.below(1 << 30)).unwrap_or(0);
                    let Some(made) = sample(&now, seed) else {
                        break;
                    };
                    let drawn = start.elapsed();
                    (drawn, now.play_unchecked(&made).ok())
                }
            };
            let Some(next) = next else { break };
            let all = start.elapsed();
            let (number, drawing, playing) = &mut told[asked as usize];
            *number += 1;
            *drawing += drawn.as_secs_f64();
            *playing += (all - drawn).as_secs_f64();
            now = next;
        }
        let kinds = DecisionKind::ALL.iter().zip(told);
        kinds
            .filter(|(_, (number, ..))| *number > 0)
            .map(|(kind, (number, drawing, playing))| (kind.word(), number, drawing, playing))
            .collect()
    })
}
