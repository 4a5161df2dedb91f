use lexbelli_core::pursuit_of_glory::{
    check::Referee,
    data::Data,
    orders::{
        Move, mutate,
        sample::{Culprit, sample},
    },
    position::Position,
};
use std::{hint::black_box, sync::Arc, time::Instant};
fn main() {
    let data = Arc::new(Data::shipped().unwrap());
    for name in ["1914_campaign", "1915_campaign", "1916_total_war"] {
        let Ok(p) = Position::scenario(&data, name) else {
            println!("no {name}");
            continue;
        };
        let r = Referee::new(&p, 4);
        let t = Instant::now();
        let moves = sample(&p, 4, 7, 2000, &mut |m| {
            r.check(m)
                .iter()
                .map(|b| {
                    let mut c = Culprit::default();
                    c.owed = b.owed();
                    for a in &b.args {
                        match a {
                            lexbelli_core::pursuit_of_glory::check::Arg::Unit(u) => {
                                c.units.push(*u)
                            }
                            lexbelli_core::pursuit_of_glory::check::Arg::Place(u) => {
                                c.places.push(*u)
                            }
                            _ => {}
                        }
                    }
                    c
                })
                .collect()
        });
        println!("{name}: sampled {} in {:?}", moves.len(), t.elapsed());
        let mut all = moves.clone();
        for (i, m) in moves.iter().enumerate() {
            all.push(mutate(&p, m, i as u64));
        }
        let texts: Vec<String> = all.iter().map(|m| m.to_text(&data, Some(&p))).collect();
        let jsons: Vec<String> = all.iter().map(|m| m.to_json(&data)).collect();
        let n = all.len() as f64;
        println!(
            "orders {:.1}, bytes {:.0}, json {:.0}",
            all.iter().map(|m| m.orders().len()).sum::<usize>() as f64 / n,
            texts.iter().map(|t| t.len()).sum::<usize>() as f64 / n,
            jsons.iter().map(|t| t.len()).sum::<usize>() as f64 / n
        );
        println!("{}", texts[5]);
        let time = |what: &str, n: f64, f: &mut dyn FnMut()| {
            f();
            let mut best = f64::MAX;
            for _ in 0..5 {
                let t = Instant::now();
                f();
                best = best.min(t.elapsed().as_secs_f64());
            }
            println!("  {what}: {:.3} us", best * 1e6 / n);
        };
        time("parse text", n, &mut || {
            for t in &texts {
                black_box(Move::parse(&p, t).unwrap());
            }
        });
        time("parse json", n, &mut || {
            for t in &jsons {
                black_box(Move::from_json(&data, t.as_bytes()).unwrap());
            }
        });
        time("check", n, &mut || {
            for m in &all {
                black_box(r.check(m));
            }
        });
        let legal = all.iter().filter(|m| r.check(m).is_empty()).count();
        println!("  legal {legal} of {n}");
        time("referee", 1000.0, &mut || {
            for _ in 0..1000 {
                black_box(Referee::new(&p, 4));
            }
        });
        time("referee+check1", 1000.0, &mut || {
            for m in all.iter().skip(1500).take(1000) {
                black_box(Referee::new(&p, 4).check(m));
            }
        });
        let json = p.to_json();
        let bytes = p.to_bytes();
        println!("  json {} bytes {}", json.len(), bytes.len());
        time("from json", 200.0, &mut || {
            for _ in 0..200 {
                black_box(Position::from_json(&data, json.as_bytes(), &[]).unwrap());
            }
        });
        time("from bytes", 200.0, &mut || {
            for _ in 0..200 {
                black_box(Position::from_bytes(&data, &bytes, &[]).unwrap());
            }
        });
        time("supply", 1000.0, &mut || {
            for _ in 0..1000 {
                black_box(p.supply(&Default::default()));
            }
        });
    }
    let a = Instant::now();
    let spin = || {
        let mut x = 1u64;
        for i in 0..2_000_000_000u64 {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(i);
        }
        x
    };
    black_box(spin());
    let one = a.elapsed();
    let a = Instant::now();
    let h = std::thread::spawn(move || black_box(spin()));
    black_box(spin());
    h.join().unwrap();
    println!("spin one {one:?}, two {:?}", a.elapsed());
}
