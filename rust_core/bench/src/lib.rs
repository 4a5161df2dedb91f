//! Benchmarks of the core: `cargo bench -p lexbelli-bench`.
#![allow(clippy::unwrap_used, clippy::missing_panics_doc)]

use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use serde_json::{Value, json};
use std::sync::Arc;

/// Kars attacked out of three mountains, with somebody in every Reserve Box; in Python it is the same.
#[must_use]
pub fn kars(data: &Arc<Data>, turn: u8, round: u8) -> Position {
    let text = include_str!("../../../tools/pursuit_of_glory/kars.json");
    let mut document: Value = serde_json::from_str(text).unwrap();
    document["turn"] = json!(turn);
    document["round"] = json!(round);
    Position::from_json(data, document.to_string().as_bytes(), &["all"]).unwrap()
}
