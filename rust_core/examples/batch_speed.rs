use arrow_array::*;
use lexbelli_core::{
    batch::*,
    pursuit_of_glory::{
        bulk::Bulk,
        check::*,
        data::Data,
        orders::{
            mutate,
            sample::{Culprit, sample},
        },
        position::Position,
    },
    threads,
};
use std::{sync::Arc, time::Instant};
fn main() {
    let data = Arc::new(Data::shipped().unwrap());
    let bulk = Bulk {
        data: data.clone(),
        ops: Some(4),
        allow: vec![],
    };
    let mut positions: Vec<Position> = vec![];
    for name in data.scenarios.keys() {
        let p = Position::scenario(&data, name).unwrap();
        if p.ops_to_spend(Some(4)).is_ok() {
            positions.push(p);
        }
    }
    let mut all = vec![];
    for p in &positions {
        let r = Referee::new(p, 4);
        all.push(sample(p, 4, 7, 4000, &mut |m| {
            r.check(m)
                .iter()
                .map(|b| {
                    let mut c = Culprit::default();
                    c.owed = b.owed();
                    for a in &b.args {
                        match a {
                            Arg::Unit(u) => c.units.push(*u),
                            Arg::Place(u) => c.places.push(*u),
                            _ => {}
                        }
                    }
                    c
                })
                .collect()
        }));
    }
    let n = 1_000_000usize;
    let shared = 500usize;
    let mut known = Known::new(&bulk);
    known.add_numbered((0..shared).map(|i| positions[i % positions.len()].clone()));
    let mut ids = Vec::with_capacity(n);
    let mut texts = Vec::with_capacity(n);
    let mut own = vec![];
    let bytes: Vec<Vec<u8>> = positions.iter().map(|p| p.to_bytes()).collect();
    let json: Vec<String> = positions.iter().map(|p| p.to_json()).collect();
    let mut js = vec![];
    for i in 0..n {
        let id = (i * 7919) % shared;
        let at = id % positions.len();
        let m = &all[at][(i / shared) % all[at].len()];
        let m = if i % 2 == 0 {
            m.clone()
        } else {
            mutate(&positions[at], m, i as u64)
        };
        texts.push(m.to_text(&data, Some(&positions[at])));
        ids.push(id as i64);
        // different content each: append spaces to JSON
        if i < 200_000 {
            own.push(bytes[at].clone());
            js.push(format!("{}{}", json[at], " ".repeat(i % 1000)));
        }
    }
    println!(
        "text {} bytes",
        texts.iter().map(String::len).sum::<usize>() / n
    );
    let moves: ArrayRef = Arc::new(StringArray::from(texts));
    let ids: ArrayRef = Arc::new(Int64Array::from(ids));
    let table = RecordBatch::try_from_iter([("move", moves.clone()), ("position", ids)]).unwrap();
    let own: ArrayRef = Arc::new(BinaryArray::from_iter_values(own));
    let js: ArrayRef = Arc::new(LargeStringArray::from(js));
    let owned =
        RecordBatch::try_from_iter([("move", moves.slice(0, 200_000)), ("position", own)]).unwrap();
    let owned_js =
        RecordBatch::try_from_iter([("move", moves.slice(0, 200_000)), ("position", js)]).unwrap();
    for (what, t) in [
        ("shared", &table),
        ("own bytes (grouped)", &owned),
        ("own json", &owned_js),
    ] {
        for th in [1usize, 2, 1, 2] {
            threads::set(Some(th)).unwrap();
            let mut best = f64::MAX;
            let mut s = Summary::default();
            for _ in 0..4 {
                let a = Instant::now();
                let rows = Rows::new(std::slice::from_ref(t), None).unwrap();
                let (_parts, sum) = judge(&bulk, &known, &rows, Wanted::default()).unwrap();
                best = best.min(a.elapsed().as_secs_f64());
                s = sum;
            }
            println!(
                "{what} threads {th}: {:.0}/s {:.3} us  {:?}",
                t.num_rows() as f64 / best,
                best * 1e6 / t.num_rows() as f64,
                s.counts()
            );
        }
    }
}
