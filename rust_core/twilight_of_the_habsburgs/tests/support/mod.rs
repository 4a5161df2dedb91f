//! Positions for tests: a few units on the map of a scenario.

#![allow(clippy::unwrap_used, dead_code, missing_docs)]

use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};
use twilight_of_the_habsburgs::data::Data;
use twilight_of_the_habsburgs::orders::Move;
use twilight_of_the_habsburgs::position::Position;

pub(crate) static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

/// The agenda of a segment of an impulse.
pub(crate) fn agenda(side: &str, impulse: u8, segment: &str) -> Value {
    json!([
        {"frame": "turn", "step": 2},
        {"frame": "player_turn", "side": side, "step": 2},
        {"frame": "impulse", "side": side, "number": impulse, "step": 2},
        {"frame": segment, "side": side},
    ])
}

/// A position of Caporetto with these units, in which a side acts.
pub(crate) fn position(agenda: Value, units: &[(&str, &str)], more: Value) -> Position {
    let units: serde_json::Map<_, _> = units
        .iter()
        .map(|(unit, hex)| ((*unit).to_owned(), json!(hex)))
        .collect();
    let mut document = json!({
        "scenario": "caporetto",
        "turn": 2,
        "agenda": agenda,
        "units": units,
    });
    for (key, value) in more.as_object().unwrap() {
        document[key] = value.clone();
    }
    Position::from_json(&DATA, document.to_string().as_bytes(), &[]).unwrap()
}

/// Rules and witnesses of what a move breaks, sorted.
pub(crate) fn broken(position: &Position, text: &str) -> Vec<String> {
    let made: Move = position.read_move(text).unwrap();
    let found = position.check(&made).unwrap().into_iter();
    let mut told: Vec<_> = found
        .map(|each| format!("{} {}", each.rule(position.data()), each.witness(position)))
        .collect();
    told.sort();
    told
}
