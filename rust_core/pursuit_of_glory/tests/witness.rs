//! Witnesses are read back as they are told.
#![allow(clippy::unwrap_used, missing_docs)]

use pursuit_of_glory::check::{Checker, Violation};
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::nonsense;
use pursuit_of_glory::position::Position;
use std::collections::BTreeSet;
use std::sync::Arc;

#[test]
fn every_violation_is_read_back() {
    let data = Arc::new(Data::shipped().unwrap());
    let mut codes = BTreeSet::new();
    for scenario in ["1914_campaign", "1916_total_war"] {
        let position = Position::scenario(&data, scenario).unwrap();
        let checker = Checker::new(&position, 3);
        for seed in 0..400 {
            for broken in checker.check(&nonsense(&position, seed)) {
                let witness = broken.witness(&data);
                let read = Violation::read(&data, broken.rule(), &witness);
                assert_eq!(read.as_ref(), Some(&broken), "{witness}");
                codes.insert(broken.code());
            }
        }
    }
    assert!(codes.len() > 50, "{codes:?}");
}

#[test]
fn what_nobody_breaks_is_not_read() {
    let data = Data::shipped().unwrap();
    let read = |rule, witness| Violation::read(&data, rule, witness);
    assert!(read("11.1.5-1", "enemy(ru_div_3,kars)").is_some());
    assert!(read("18.6.6-1", "assault_used").is_some());
    assert!(read("11.1.5-1", "enemy(ru_div_3,karz)").is_none());
    assert!(read("11.1.5-1", "enemy(ru_div_3,kars").is_none());
    assert!(read("11.1.5-2", "enemy(ru_div_3,kars)").is_none());
    assert!(read("11.1.5-1", "enemies(ru_div_3,kars)").is_none());
    assert!(read("11.1.5-1", "enemy(ru_div_3,kars,kars,kars)").is_none());
}
