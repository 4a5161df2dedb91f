//! Strategic redeployment: rulings, what becomes of it, and that what is offered is what is legal.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod offered;
mod outcomes;
mod rulings;

use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::vocabulary::*;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn position(document: &Value) -> Position {
    Position::from_json(&DATA, document.to_string().as_bytes(), &[]).unwrap()
}

fn document(position: &Position) -> Value {
    serde_json::from_str(&position.to_json()).unwrap()
}

/// The agenda of a side that has SR points to spend.
fn agenda(side: &str, points: u16) -> Value {
    json!([
        {"frame": "turn"}, {"frame": "phase", "phase": "action"}, {"frame": "round"},
        {"frame": "action", "side": side},
        {"frame": "redeployment", "side": side, "points": points},
    ])
}

/// A small position in which a side redeploys, on turn 4 unless it says otherwise.
fn redeploying(side: &str, points: u16, mut more: Value) -> Position {
    let object = more.as_object_mut().unwrap();
    object.insert("agenda".into(), agenda(side, points));
    object.entry("turn").or_insert_with(|| 4.into());
    position(&more)
}

/// A scenario as if a side had SR points to spend, with units moved.
fn scenario(name: &str, side: &str, points: u16, moved: &[(&str, &str)]) -> Position {
    let mut told = document(&Position::scenario(&DATA, name).unwrap());
    told["agenda"] = agenda(side, points);
    told["turn"] = told["turn"].as_u64().unwrap_or(1).max(2).into();
    let units = told["units"].as_object_mut().unwrap();
    for (unit, place) in moved {
        for there in units.values_mut() {
            there.as_array_mut().unwrap().retain(|other| other != unit);
        }
        let there = units.entry(*place).or_insert_with(|| json!([]));
        there.as_array_mut().unwrap().push((*unit).into());
    }
    units.retain(|_, there| !there.as_array().unwrap().is_empty());
    position(&told)
}

/// The rules that a move breaks, each with the name of its witness.
fn broken(position: &Position, text: &str) -> Vec<String> {
    let made = position.read_move(text).unwrap();
    let found = position.check(&made).unwrap();
    let told = |one: &pursuit_of_glory::check::Violation| format!("{} {}", one.rule(), one.code());
    found.iter().map(told).collect()
}

/// The position after a legal move.
fn played(position: &Position, text: &str) -> Position {
    assert_eq!(broken(position, text), [""; 0], "{text}");
    let next = position.answer(text).unwrap();
    assert_eq!(next.hash(), next.state().hash_from_scratch());
    let again = Position::from_bytes(&DATA, &next.to_bytes(), &[]).unwrap();
    assert_eq!(again, next);
    let again = Position::from_json(&DATA, next.to_json().as_bytes(), &[]).unwrap();
    assert_eq!(again, next);
    next
}

fn place(position: &Position, unit: &str) -> String {
    let unit = DATA.unit("unit", unit).unwrap();
    DATA.spaces[position.place(unit).unwrap()].id.clone()
}

fn jihad(position: &Position) -> i32 {
    position.state().track(Track::Jihad)
}
