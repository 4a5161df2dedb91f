//! What comes of attacks in the end, against plain recursion through all answers.
#![allow(clippy::unwrap_used, clippy::panic)]

mod plain;

use crate::support::wager::wager;
use crate::support::{DATA, fighting, position};
use engine::chance::{Fraction, Random};
use plain::Plain;
use serde_json::json;
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sample::sample;
use twilight_of_the_habsburgs::sequence::evaluation::{Course, Interval, Measure, Strategy};
use twilight_of_the_habsburgs::vocabulary::*;

const BOUNDS: [[Strategy; 2]; 4] = [
    [Strategy::Least, Strategy::Least],
    [Strategy::Most, Strategy::Most],
    [Strategy::Best, Strategy::Best],
    [Strategy::Worst, Strategy::Worst],
];

fn measures() -> Vec<Measure> {
    Measure::ALL.to_vec()
}

fn exact(numerator: i128, denominator: i128) -> Interval {
    let value = Fraction::new(numerator, denominator).unwrap();
    Interval {
        low: value,
        high: value,
    }
}

/// What is told of an attack is what plain recursion finds, if that does not take too long; how many
/// measures leave something to choose.
fn compared(name: &str, course: &Course, mut plain: Plain<'_>, from: &Position) -> Option<usize> {
    let values = plain.value(from)?;
    let found = course.evaluate(&BOUNDS, &measures(), 100_000).unwrap();
    assert!(found.complete, "{name}");
    let mut choices = 0;
    for (row, measure) in Measure::ALL.iter().enumerate() {
        for (column, value) in values[row].iter().enumerate() {
            let interval = found.values[column][row];
            let told = (interval.low, interval.high);
            assert_eq!(
                told,
                (*value, *value),
                "{name} {measure} {:?}",
                BOUNDS[column]
            );
        }
        choices += usize::from(values[row][0] != values[row][1]);
    }
    Some(choices)
}

/// Everything around h1118 is clear ground without rivers.
const FIELD: &str = "h1118";

#[test]
fn a_lone_defender_dies_where_it_cannot_retreat() {
    // Both attackers' zones cover all hexes around it (6.5-1, 9.4-5).
    let at = position(
        fighting("central", 1, &[]),
        &[
            ("ger_12_aslt_div", "h1119"),
            ("ah_1_inf_div", "h1117"),
            ("it_6_inf_div", FIELD),
        ],
        json!({}),
    );
    let text = format!("attack ger_12_aslt_div,ah_1_inf_div {FIELD} probe");
    let made = at.read_move(&text).unwrap();
    let course = Course::declared(&at, &made).unwrap();
    let found = course.evaluate(&BOUNDS, &measures(), 1_000).unwrap();
    assert!(found.complete);
    // 2:1 shows AR once, which finds a way for all, NE four times, and DR once.
    let (never, once) = (exact(0, 1), exact(1, 6));
    let values = [once, once, never, exact(1, 3), never, once];
    for column in &found.values {
        assert_eq!(column[..6], values);
    }
}

#[test]
fn what_is_no_attack_is_refused() {
    let at = position(
        fighting("central", 1, &[]),
        &[("ger_12_aslt_div", "h1119"), ("it_6_inf_div", FIELD)],
        json!({}),
    );
    let none = at.read_move("pass").unwrap();
    let error = Course::declared(&at, &none).unwrap_err().to_string();
    assert!(error.contains("names no attack"), "{error}");
    let error = Course::under_way(&at).unwrap_err().to_string();
    assert!(error.contains("no attack under way"), "{error}");
}

#[test]
fn with_too_few_positions_the_ends_enclose_what_is_true() {
    let mut random = Random::new(11, 0);
    let (mut cut, mut told) = (0, 0);
    while told < 100 {
        let Some((at, made)) = wager(&mut random, 6) else {
            continue;
        };
        told += 1;
        let course = Course::declared(&at, &made).unwrap();
        let whole = course.evaluate(&BOUNDS, &measures(), 100_000).unwrap();
        let short = course.evaluate(&BOUNDS, &measures(), 6).unwrap();
        cut += usize::from(!short.complete);
        let pairs = short
            .values
            .iter()
            .flatten()
            .zip(whole.values.iter().flatten());
        for (short, whole) in pairs {
            assert!(short.low <= whole.low && whole.high <= short.high);
        }
    }
    assert!(cut >= 20, "{cut}");
}

#[test]
fn random_attacks_come_to_the_same() {
    let mut random = Random::new(7, 0);
    let (mut told, mut choices, mut later, mut central) = (0, 0, 0, 0);
    for number in 0..600 {
        let Some((at, made)) = wager(&mut random, 4) else {
            continue;
        };
        let side = at.state().active().unwrap();
        let begun = at.play(&made).unwrap();
        // From the declaration, or from after the die and some answers.
        let mut now = begun.clone();
        for _ in 0..random.below(3) {
            let next = match now.chance() {
                Some(results) => {
                    let (outcome, _) = *random.pick(results.parts()).unwrap();
                    now.play_outcome(outcome).unwrap()
                }
                None => match sample(&now, number) {
                    Some(answer) => now.play(&answer).unwrap(),
                    None => break,
                },
            };
            if next.state().battle().is_none() {
                break;
            }
            now = next;
        }
        let (course, start) = match now == begun {
            true => (Course::declared(&at, &made).unwrap(), &at),
            false => (Course::under_way(&now).unwrap(), &now),
        };
        let battle = begun.state().battle().unwrap();
        let plain = Plain {
            start,
            attacker: side,
            hex: battle.target().unwrap(),
            left: 1_200,
        };
        let name = format!("{number} {} {made:?}", at.to_json());
        let Some(found) = compared(&name, &course, plain, &now) else {
            continue;
        };
        told += 1;
        choices += usize::from(found > 0);
        later += usize::from(now != begun);
        central += usize::from(side == Side::Central);
    }
    assert!(told >= 250 && choices >= 50 && later >= 80 && central >= 80);
}
