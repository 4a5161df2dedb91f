//! What comes of battles in the end: small ones worked out by hand, and the book's long example.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use lexbelli_core::chance::Fraction;
use lexbelli_core::pursuit_of_glory::combat::{Style, Thrift};
use lexbelli_core::pursuit_of_glory::data::Data;
use lexbelli_core::pursuit_of_glory::play::upshot::{Conduct, Course, Measure, Upshot};
use lexbelli_core::pursuit_of_glory::position::Position;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn position(document: &Value) -> Position {
    Position::from_json(&DATA, document.to_string().as_bytes(), &["all"]).unwrap()
}

const THRIFT: Conduct = Conduct::Policy(Style::Thrift(Thrift {
    half_point: 4,
    strength: 2,
    first_step: 3,
    removal: 8,
    arrival: 1,
}));
const PAIRS: [[Conduct; 2]; 4] = [
    [THRIFT, THRIFT],
    [Conduct::Best, Conduct::Best],
    [Conduct::Least, Conduct::Least],
    [Conduct::Most, Conduct::Most],
];

fn followed(position: &Position, text: &str) -> Upshot {
    let course = Course::read(position, text, &[], false).unwrap();
    course.follow(&PAIRS, Measure::ALL, 1_000_000).unwrap()
}

fn show(name: &str, position: &Position, text: &str, measures: &[Measure]) {
    let start = std::time::Instant::now();
    let course = Course::read(position, text, &[], true).unwrap();
    let upshot = course.follow(&PAIRS, measures, 400_000).unwrap();
    println!(
        "{name}: {:?} {} {}",
        start.elapsed(),
        upshot.positions,
        upshot.complete
    );
    for (row, measure) in measures.iter().enumerate() {
        let told = upshot.values.iter().map(|column| {
            let span = column[row];
            if span.low == span.high {
                format!("{} ({:.3})", span.low, span.low.to_f64())
            } else {
                format!("{:.3}..{:.3}", span.low.to_f64(), span.high.to_f64())
            }
        });
        println!("  {measure:15} {}", told.collect::<Vec<_>>().join("  "));
    }
}

#[test]
fn try_it() {
    let eleskirt = position(&json!({
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
    }));
    let attack = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy";
    show("eleskirt", &eleskirt, attack, Measure::ALL);
    show(
        "eleskirt steps",
        &eleskirt,
        attack,
        &[Measure::DefenderSteps],
    );
    show(
        "cards",
        &eleskirt,
        &format!("{attack}; play cp_05; play ap_05"),
        Measure::ALL,
    );
    let scenario = Position::scenario(&DATA, "1914_campaign").unwrap();
    show(
        "koprukoy",
        &scenario,
        "attack koprukoy with ru_i_caucasian,ru_cavalry_1,ru_div_3",
        Measure::ALL,
    );
    let kars = position(&json!({
        "turn": 3, "round": 3, "active": "cp",
        "units": {
            "ardahan": ["tu_ix_corps", "tu_div_1", "tu_cavalry_1"],
            "sarikamis": ["tu_x_corps", "tu_elite_div_1", "tu_div_2"],
            "kagizman": ["tu_xi_corps", "tu_div_3", "tu_a_div_1"],
            "kars": ["ru_i_caucasian", "ru_div_1", "ru_elite_div_1"],
            "erevan": ["ru_div_2"],
            "cp_reserve": ["tu_div_4", "tu_div_5", "tu_elite_div_2", "tu_a_div_2", "tu_cavalry_2"],
            "ap_reserve": ["ru_div_3", "ru_div_4", "ru_elite_div_2", "ru_cavalry_1", "br_div_1"],
        },
        "reduced": ["tu_x_corps", "tu_div_3", "ru_div_1", "tu_div_5"],
        "control": {"cp": ["ardahan", "sarikamis", "kagizman"]},
    }));
    let names = "tu_ix_corps,tu_div_1,tu_cavalry_1";
    show(
        "kars 3",
        &kars,
        &format!("attack kars with {names}"),
        Measure::ALL,
    );
    let _ = followed;
    let _ = Fraction::ZERO;
}
