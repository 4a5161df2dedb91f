//! Supply and the forms of a position, on the scenarios' opening positions.
//!
//! Nothing is kept between two answers: each supply starts from the cells of the position.
#![allow(clippy::unwrap_used, missing_docs)]

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::readings::Readings;
use std::hint::black_box;
use std::sync::Arc;

const SCENARIOS: [&str; 2] = ["1914_campaign", "1916_total_war"];

fn supply(criterion: &mut Criterion) {
    let data = Arc::new(Data::shipped().unwrap());
    let ours = Readings::default();
    let positions = SCENARIOS.map(|name| (name, Position::scenario(&data, name).unwrap()));

    let mut group = criterion.benchmark_group("supply");
    for (name, position) in &positions {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| black_box(position).supply(&ours));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("trace every unit");
    for (name, position) in &positions {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| {
                let units = 0..data.units.len();
                units
                    .filter_map(|unit| black_box(position).trace(unit, &ours))
                    .count()
            });
        });
    }
    group.finish();
}

/// Attrition with nothing to take and with much, and the ledger of victory.
fn phases(criterion: &mut Criterion) {
    let data = Arc::new(Data::shipped().unwrap());
    let mut positions: Vec<(&str, Position)> = SCENARIOS
        .map(|name| (name, Position::scenario(&data, name).unwrap()))
        .into();
    let cut_off = r#"{"turn": 5, "units": {"erevan": ["tu_div_1", "ge_falkenhayn_hq"],
        "shushter": ["br_div_1"], "ahwaz": ["tu_div_2"], "amman": ["tu_div_3"]},
        "control": {"cp": ["erevan", "ahwaz"], "ap": ["dera", "hesa", "jerusalem", "azraq",
        "ercis", "khoy", "bitlis", "baskale"]}}"#;
    let cut_off = Position::from_json(&data, cut_off.as_bytes(), &[]).unwrap();
    assert_eq!(cut_off.attrition().lost.len(), 4);
    positions.push(("cut off", cut_off));
    let mut group = criterion.benchmark_group("attrition");
    for (name, position) in &positions {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| black_box(position).attrition());
        });
    }
    group.finish();
    let mut group = criterion.benchmark_group("victory");
    for (name, position) in &positions {
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            bencher.iter(|| black_box(position).victory());
        });
    }
    group.finish();
}

fn forms(criterion: &mut Criterion) {
    let data = Arc::new(Data::shipped().unwrap());
    for name in SCENARIOS {
        let position = Position::scenario(&data, name).unwrap();
        let (text, bytes) = (position.to_json(), position.to_bytes());
        let mut group = criterion.benchmark_group(name);
        group.bench_function("from_json", |bencher| {
            bencher.iter(|| Position::from_json(&data, black_box(text.as_bytes()), &[]).unwrap());
        });
        group.bench_function("to_json", |bencher| {
            bencher.iter(|| black_box(&position).to_json())
        });
        group.bench_function("from_bytes", |bencher| {
            bencher.iter(|| Position::from_bytes(&data, black_box(&bytes), &[]).unwrap());
        });
        group.bench_function("to_bytes", |bencher| {
            bencher.iter(|| black_box(&position).to_bytes())
        });
        group.bench_function("facts", |bencher| {
            bencher.iter(|| black_box(&position).facts())
        });
        group.finish();
    }
}

criterion_group!(benches, supply, phases, forms);
criterion_main!(benches);
