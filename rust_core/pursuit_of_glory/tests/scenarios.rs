//! The shipped tables and scenarios are consistent.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use engine::error::Error;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::readings::Readings;
use pursuit_of_glory::supply::Status;
use std::sync::Arc;

fn shipped() -> Arc<Data> {
    match Data::shipped() {
        Ok(data) => Arc::new(data),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn the_shipped_tables_have_the_whole_game() {
    let data = shipped();
    assert_eq!((data.spaces.len(), data.on_map), (306, 284));
    assert_eq!(
        (data.connections.len(), data.units.len(), data.cards.len()),
        (446, 311, 110)
    );
    let names: Vec<_> = data.scenarios.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        ["1914_campaign", "1914_limited_war", "1916_total_war"]
    );
}

#[test]
fn every_scenario_is_a_position_and_survives_writing() {
    let data = shipped();
    for name in data.scenarios.keys() {
        let position =
            Position::scenario(&data, name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let again = Position::from_json(&data, position.to_json().as_bytes(), &[]).unwrap();
        assert_eq!(position, again, "{name} through JSON");
        assert_eq!(position.to_json(), again.to_json(), "{name} through JSON");
        let again = Position::from_bytes(&data, &position.to_bytes(), &[]).unwrap();
        assert_eq!(position, again, "{name} through bytes");
        assert!(
            position.to_bytes().len() < 2048,
            "{} bytes",
            position.to_bytes().len()
        );
        assert_eq!(position.hash(), position.state().hash_from_scratch());
    }
}

#[test]
fn everybody_is_in_supply_at_the_start_of_1914() {
    let data = shipped();
    let position = Position::scenario(&data, "1914_campaign").unwrap();
    let supply = position.supply(&Readings::default());
    for (at, unit) in data.units.iter().enumerate() {
        if let Some(status) = supply.units[at] {
            let why = position
                .trace(at, &Readings::default())
                .map(|trace| trace.text);
            assert_eq!(status, Status::Full, "{}: {why:?}", unit.id);
        }
    }
    let flips: Vec<_> = supply
        .flips
        .iter()
        .map(|at| data.spaces[at].id.as_str())
        .collect();
    assert_eq!(flips, [""; 0]);
}

#[test]
fn damaged_bytes_are_refused() {
    let data = shipped();
    let bytes = Position::scenario(&data, "1914_campaign")
        .unwrap()
        .to_bytes();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x41;
        let refused = Position::from_bytes(&data, &damaged, &["all"]);
        assert!(matches!(refused, Err(Error::BadInput { .. })), "byte {at}");
        assert!(Position::from_bytes(&data, &bytes[..at], &["all"]).is_err());
    }
}
