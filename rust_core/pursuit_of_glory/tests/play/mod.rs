//! Playing: decisions, orders carried out, and what must hold after every answer.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod actions;
mod aftermath;
mod attacks;
mod attrition;
mod battle_cards;
mod battles;
mod bulls_eye;
mod control;
mod countries;
mod events;
mod fights;
mod invasions;
mod jihad;
mod late_events;
mod navy;
mod neutrals;
mod organizing;
mod provocation;
mod random;
mod reinforcements;
mod restricted_areas;
mod russia;
mod sea;
mod sequence;
mod shores;
mod sieges;
mod trenches;
mod turns;
mod uprisings;
mod whole_games;

use pursuit_of_glory::activation::Purpose;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::sequence::{Outcome, Parameters, Refusal};
use pursuit_of_glory::vocabulary::DecisionKind as Asked;
use pursuit_of_glory::vocabulary::*;
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

/// PERSIAN PUSH opens neutral Persia (18.8.5.1-2).
const PERSIA_OPEN: &str = "cp_10";

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn unit(id: &str) -> usize {
    DATA.unit("unit", id).unwrap()
}

fn at(id: &str) -> usize {
    DATA.place("space", id).unwrap()
}

fn position(document: &Value) -> Position {
    Position::from_json(&DATA, document.to_string().as_bytes(), &[]).unwrap()
}

fn document(position: &Position) -> Value {
    serde_json::from_str(&position.to_json()).unwrap()
}

/// A small position: a side with OPS to spend, on turn 4 (summer 1915) unless it says otherwise.
fn ordered(side: &str, mut more: Value) -> Position {
    let object = more.as_object_mut().unwrap();
    object.insert("active".into(), side.into());
    object.insert("ops".into(), 5.into());
    object.entry("turn").or_insert_with(|| 4.into());
    let record = json!([{"round": 1, "side": side, "kind": "ops", "card": format!("{side}_02")}]);
    object.insert("actions".into(), record);
    position(&more)
}

fn go(who: &str, path: &[&str]) -> Order {
    Order::Go {
        unit: unit(who),
        path: path.iter().map(|id| at(id)).collect(),
    }
}

fn activate(place: &str, purpose: Purpose) -> Order {
    Order::Activate {
        place: at(place),
        purpose,
        units: Vec::new(),
    }
}

fn played(position: &Position, orders: Vec<Order>) -> Position {
    let next = position.play_unchecked(&Move::new(orders)).unwrap();
    sound(&next);
    next
}

/// VPs, Jihad level and Russian VPs.
fn tracks(position: &Position) -> [i32; 3] {
    [Track::Vp, Track::Jihad, Track::RuVp].map(|track| position.state().track(track))
}

fn place(position: &Position, who: &str) -> String {
    let place = position.place(unit(who)).unwrap();
    DATA.spaces[place].id.clone()
}

/// Who controls a place in full.
fn control(position: &Position, id: &str) -> &'static str {
    let at = at(id);
    let [ap, cp] = position.view().control;
    match (ap.contains(at), cp.contains(at)) {
        (true, _) => "ap",
        (_, true) => "cp",
        _ => "neutral",
    }
}

/// A position is itself again from bytes and JSON, contradicts no rule, and its hash is right.
fn sound(position: &Position) {
    assert_eq!(position.hash(), position.state().hash_from_scratch());
    let again = Position::from_bytes(&DATA, &position.to_bytes(), &[]).unwrap();
    assert_eq!(&again, position);
    let again = Position::from_json(&DATA, position.to_json().as_bytes(), &[]).unwrap();
    assert_eq!(&again, position);
    let _ = position.decision();
    assert!(position.facts().ends_with('\n'));
}

/// The other side passes with an automatic operation and no orders.
fn pass(position: &Position) -> Position {
    let next = position.answer("automatic").unwrap();
    played(&next, Vec::new())
}

/// Passes and begins operations again, so that the same side may move once more.
fn next_round(position: &Position) -> Position {
    let next = pass(position);
    next.answer("automatic").unwrap()
}
