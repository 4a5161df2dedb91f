//! A battle of three units a side followed to its end: every die, every legal choice of losses,
//! retreat and advance; all measures, by policy, by best play and the bounds.
#![allow(clippy::unwrap_used, missing_docs)]

use bench::kars;
use criterion::{Criterion, criterion_group, criterion_main};
use pursuit_of_glory::combat::{Style, Thrift};
use pursuit_of_glory::data::Data;
use pursuit_of_glory::sequence::evaluation::{Course, Measure, Strategy};
use std::hint::black_box;
use std::sync::Arc;

const ATTACK: &str = "attack kars with tu_ix_corps,tu_x_corps,tu_div_1";
const MOST: u64 = 100_000;

fn evaluation(criterion: &mut Criterion) {
    let data = Arc::new(Data::shipped().unwrap());
    let position = kars(&data, 3, 3);
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
