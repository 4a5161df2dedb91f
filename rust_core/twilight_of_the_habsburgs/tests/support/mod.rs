//! Positions for tests: a few units on the map of a scenario.

#![allow(clippy::unwrap_used)]

pub(crate) mod wager;

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

/// The agenda of a combat segment, with what stands upon it.
pub(crate) fn fighting(side: &str, impulse: u8, upon: &[Value]) -> Value {
    let mut agenda = json!([
        {"frame": "turn", "step": 2},
        {"frame": "player_turn", "side": side, "step": impulse + 1},
        {"frame": "impulse", "side": side, "number": impulse, "step": 4},
        {"frame": "combat", "side": side},
    ]);
    agenda.as_array_mut().unwrap().extend(upon.iter().cloned());
    agenda
}

/// The position after an answer, or after dice that show an outcome.
pub(crate) fn after(position: &Position, answer: &str) -> Position {
    if position.chance().is_some() {
        let outcome = position.read_outcome(answer).unwrap();
        return position.play_outcome(outcome).unwrap();
    }
    position.play(&position.read_move(answer).unwrap()).unwrap()
}

/// Where a unit is.
pub(crate) fn place(position: &Position, unit: &str) -> String {
    let place = position.place(DATA.unit("unit", unit).unwrap()).unwrap();
    DATA.place_id(place).to_owned()
}

/// The units with a mark, as a document tells them.
pub(crate) fn marked(position: &Position, key: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(&position.to_json()).unwrap();
    let names = document[key].as_array().cloned().unwrap_or_default();
    names
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect()
}

/// Why a document of Caporetto is no position.
pub(crate) fn refused(agenda: Value, units: &[(&str, &str)], more: Value) -> String {
    let mut document = json!({"scenario": "caporetto", "turn": 2, "agenda": agenda, "units": {}});
    for (unit, hex) in units {
        document["units"][*unit] = json!(hex);
    }
    for (key, value) in more.as_object().unwrap() {
        document[key] = value.clone();
    }
    Position::from_json(&DATA, document.to_string().as_bytes(), &[])
        .unwrap_err()
        .to_string()
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
