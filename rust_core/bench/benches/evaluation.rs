//! A battle of three units a side followed to its end: every die, every legal choice of losses,
//! retreat and advance; all measures, by policy, by best play and the bounds.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{Criterion, criterion_group, criterion_main};
use pursuit_of_glory::combat::{Style, Thrift};
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::sequence::evaluation::{Course, Measure, Strategy};
use serde_json::json;
use std::hint::black_box;
use std::sync::Arc;

const ATTACK: &str = "attack kars with tu_ix_corps,tu_x_corps,tu_div_1";
const MOST: u64 = 100_000;

/// Kars attacked out of two mountains, with somebody in every Reserve Box.
fn kars(data: &Arc<Data>) -> Position {
    let document = json!({
        "turn": 3, "round": 3, "active": "cp",
        "scenario": "1914_campaign",
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
    });
    Position::from_json(data, document.to_string().as_bytes(), &["all"]).unwrap()
}

fn evaluation(criterion: &mut Criterion) {
    let data = Arc::new(Data::shipped().unwrap());
    let position = kars(&data);
    let course = Course::read(&position, ATTACK, &[], false).unwrap();
    let policy = Strategy::Policy(Style::Thrift(Thrift::default()));
    let pairs = [policy, Strategy::Best, Strategy::Least, Strategy::Most].map(|one| [one; 2]);
    let mut group = criterion.benchmark_group("evaluation");
    group.sample_size(20);
    group.bench_function("read", |bencher| {
        bencher.iter(|| Course::read(black_box(&position), ATTACK, &[], false).unwrap());
    });
    for (name, pairs) in [("policy", &pairs[..1]), ("all", &pairs[..])] {
        let found = course.evaluate(pairs, Measure::ALL, MOST).unwrap();
        assert!(found.complete);
        group.bench_function(format!("evaluate/{name}"), |bencher| {
            bencher.iter(|| course.evaluate(pairs, Measure::ALL, MOST).unwrap());
        });
    }
    group.finish();
}

criterion_group!(benches, evaluation);
criterion_main!(benches);
