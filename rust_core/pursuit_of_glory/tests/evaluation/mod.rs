//! What comes of battles in the end: the book's long example, and every position of the rulings
//! about what follows the dice, against plain recursion through all answers.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod plain;
mod random;

use crate::check::rulings;
use engine::chance::Fraction;
use plain::{Plain, compared};
use pursuit_of_glory::combat::{Style, Thrift};
use pursuit_of_glory::data::{CardId, Data, PlaceId, UnitId};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::sequence::evaluation::{Course, Interval, Measure, Strategy};
use pursuit_of_glory::vocabulary::*;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn position(document: &Value) -> Position {
    Position::from_json(&DATA, document.to_string().as_bytes(), &["all"]).unwrap()
}

fn policies() -> [Strategy; 2] {
    [Strategy::Policy(Style::Thrift(Thrift::default())); 2]
}

const BOUNDS: [[Strategy; 2]; 3] = [
    [Strategy::Least, Strategy::Least],
    [Strategy::Most, Strategy::Most],
    [Strategy::Best, Strategy::Best],
];

/// The long example (12.11), before the attack is declared.
fn eleskirt() -> Position {
    position(&json!({
        "turn": 2, "round": 5, "active": "cp", "ops": 0,
        "attacking": {"tu_ix_corps": "attack", "tu_x_corps": "attack", "tu_cavalry_1": "attack"},
        "units": {
            "koprukoy": ["tu_ix_corps"], "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
            "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"],
            "ap_reserve": ["ru_div_1"], "cp_reserve": ["tu_elite_div_1"],
        },
        "reduced": ["tu_x_corps", "ru_i_caucasian", "ru_iv_caucasian"],
        "control": {"ap": ["eleskirt"]},
        "cards": {"cp": {"face_up": ["cp_05"]}, "ap": {"hand": ["ap_05"]}},
    }))
}

const ATTACK: &str = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy";

#[test]
fn policies_and_best_play_lie_between_the_bounds() {
    let course = Course::read(&eleskirt(), ATTACK, &[], false).unwrap();
    let pairs = [&BOUNDS[..], &[policies()]].concat();
    let measures = [Measure::Cleared, Measure::AttackerSteps];
    let whole = course.evaluate(&pairs, &measures, 100_000).unwrap();
    assert!(whole.complete);
    let [least, most, best, policy] = &whole.values[..] else {
        panic!("four pairs");
    };
    for (row, measure) in measures.iter().enumerate() {
        for intervals in [best, policy] {
            assert!(least[row].low <= intervals[row].low, "{measure}");
            assert!(intervals[row].high <= most[row].high, "{measure}");
        }
    }
    // With too few positions the ends enclose what is true.
    let short = course.evaluate(&pairs, &measures, 200).unwrap();
    assert!(!short.complete);
    let both = short.values.iter().flatten();
    for (cut, exact) in both.zip(whole.values.iter().flatten()) {
        assert_eq!(exact.low, exact.high);
        assert!(cut.low <= exact.low && exact.high <= cut.high);
    }
}

/// RESERVES TO THE FRONT, when two divisions have fallen and there is room for one of them (10.0-1):
/// it is rebuilt and restored, which gives two steps back and makes one fallen unit fewer (17.1).
#[test]
fn units_that_fell_before_are_brought_back() {
    let start = position(&json!({
        "scenario": "1914_campaign", "turn": 3, "round": 1, "phase": "action",
        "active": "cp", "ops": 0,
        "units": {
            "koprukoy": ["tu_ix_corps", "tu_div_7"], "erevan": ["ru_iv_caucasian"],
            "cp_eliminated": ["tu_div_8", "tu_div_9"],
        },
        "battle": {
            "place": "eleskirt", "stage": "repair",
            "attackers": ["tu_ix_corps", "tu_div_8", "tu_div_9"], "defenders": ["ru_iv_caucasian"],
            "fled": ["ru_iv_caucasian"], "passed": ["kagizman"],
            "loss_numbers": {"attacker": 5, "defender": 3}, "cards": {"cp": ["cp_04"]},
            "origins": {"tu_div_8": "koprukoy", "tu_div_9": "koprukoy"},
        },
    }));
    let course = Course::read(&start, "", &[], true).unwrap();
    let measures = [Measure::AttackerSteps, Measure::AttackerUnits];
    let pairs = [&BOUNDS[..], &[policies()]].concat();
    let found = course.evaluate(&pairs, &measures, 1_000).unwrap();
    assert!(found.complete);
    let whole = |row: [i64; 2]| {
        let exact = |value| Interval {
            low: Fraction::whole(value),
            high: Fraction::whole(value),
        };
        row.map(exact).to_vec()
    };
    // Least, most, best; a policy repairs what it can.
    let values = [[-2, -1], [0, 0], [-2, -1], [-2, -1]].map(whole);
    assert_eq!(found.values, values);
}

#[test]
fn plain_recursion_comes_to_the_same() {
    let (mut told, mut choices) = (0, 0);
    for (name, start) in rulings::positions(&DATA, &["losses", "retreat", "advance", "repair"]) {
        let Ok(course) = Course::read(&start, "", &[], true) else {
            continue;
        };
        let plain = Plain {
            start: &start,
            attacker: start.state().active(),
            target: start.state().target().unwrap(),
            cards: &[],
            defenders: &[],
            left: 60,
        };
        let found = compared(&name, &course, plain, &start.at_next_decision());
        told += usize::from(found.is_some());
        choices += found.unwrap_or(0);
    }
    // Most are small enough, and in many there is something to choose.
    assert!(told > 80 && choices > 50, "{told} {choices}");
}

/// YILDIRIM OFFENSIVE names its target: the attack ignores its trench, in the dice and where the
/// defender would stand for it (cp_54, 12.7.3-1).
#[test]
fn an_event_that_names_its_target_is_remembered() {
    let told = |trenches: Value, attackers: [&str; 2]| {
        position(&json!({
            "scenario": "1916_total_war", "turn": 12, "round": 2, "phase": "action",
            "active": "cp", "ops": 0,
            "actions": [{"round": 2, "side": "cp", "kind": "event", "card": "cp_54"}],
            "units": {"kut": attackers, "aziziya": ["in_div_1", "in_div_2"]},
            "attacking": {attackers[0]: "attack", attackers[1]: "attack"},
            "control": {"ap": ["aziziya", "ctesiphon", "hilla"], "cp": ["kut"]},
            "trenches": trenches,
        }))
    };
    let attack = |attackers: [&str; 2]| format!("attack aziziya with {}", attackers.join(","));
    let dug = json!({"aziziya": {"level": 2, "owner": "ap"}});
    let yildirim = ["ge_yildirim_1", "tu_div_1"];
    let measures = [
        Measure::Taken,
        Measure::Retreated,
        Measure::AttackerSteps,
        Measure::DefenderSteps,
    ];
    let pairs = [&BOUNDS[..], &[policies()]].concat();
    let values = |start: &Position, text: &str| {
        let course = Course::read(start, text, &[], false).unwrap();
        let found = course.evaluate(&pairs, &measures, 100_000).unwrap();
        assert!(found.complete);
        found.values
    };
    let (open, trenched) = (told(json!({}), yildirim), told(dug.clone(), yildirim));
    let text = attack(yildirim);
    let named = format!("{text}; place cp_54 aziziya");
    let ignored = values(&trenched, &named);
    assert_eq!(ignored, values(&open, &text));
    assert_ne!(ignored, values(&trenched, &text));
    // It is for Yildirim units, and for the target.
    let turks = ["tu_div_2", "tu_div_1"];
    let refused = |start: &Position, text: &str| {
        let error = Course::read(start, text, &[], false).unwrap_err();
        error.to_string()
    };
    let other = format!("{}; place cp_54 aziziya", attack(turks));
    for said in [
        refused(&told(dug, turks), &other),
        refused(&trenched, &format!("{text}; place cp_54 kut")),
    ] {
        assert!(said.contains("with a GE Yildirim unit"), "{said}");
    }
}
