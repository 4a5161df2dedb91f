//! Exact odds: an attack from three spaces with a flank attempt and cards, in fair and foul weather.
#![allow(clippy::unwrap_used, missing_docs)]

use bench::kars;
use criterion::{Criterion, criterion_group, criterion_main};
use pursuit_of_glory::combat::{Battle, Declaration, Measure};
use pursuit_of_glory::data::Data;
use pursuit_of_glory::vocabulary::Side;
use std::hint::black_box;
use std::sync::Arc;

fn declared(data: &Data) -> Declaration {
    let names = "tu_ix_corps tu_div_1 tu_cavalry_1 tu_x_corps tu_elite_div_1 tu_div_2 tu_xi_corps \
                 tu_div_3 tu_a_div_1";
    let units = names
        .split_whitespace()
        .map(|id| data.unit("unit", id).unwrap());
    let card = |id| data.card("card", id).unwrap();
    Declaration::attack(data.place("target", "kars").unwrap(), units.collect())
        .flank(data.place("pin", "ardahan").unwrap())
        .with(Side::Cp, card("cp_05"))
        .with(Side::Cp, card("cp_21"))
        .with(Side::Ap, card("ap_05"))
}

fn odds(criterion: &mut Criterion) {
    let data = Arc::new(Data::shipped().unwrap());
    let mut group = criterion.benchmark_group("odds");
    for (name, turn, round) in [("fair", 3, 3), ("foul", 2, 3)] {
        let position = kars(&data, turn, round);
        let battle = Battle::new(&position, declared(&data));
        group.bench_function(format!("declare/{name}"), |bencher| {
            bencher.iter(|| Battle::new(black_box(&position), declared(&data)));
        });
        group.bench_function(format!("flank/{name}"), |bencher| {
            bencher.iter(|| black_box(&battle).odds().unwrap());
        });
        group.bench_function(format!("sensitivity/{name}"), |bencher| {
            bencher.iter(|| black_box(&battle).sensitivity(Measure::Win).unwrap());
        });
        group.bench_function(format!("figures/{name}"), |bencher| {
            bencher.iter(|| black_box(&battle).figures());
        });
    }
    group.finish();
}

criterion_group!(benches, odds);
criterion_main!(benches);
