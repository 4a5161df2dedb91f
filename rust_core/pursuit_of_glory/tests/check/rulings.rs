//! The rulings about battles in `tests/cases` (`test_battles.py` there says how they are written).
#![allow(dead_code)] // Not every test reads all of them.

use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An answer to a decision of a battle, and every rule it breaks.
pub(crate) struct Ruling {
    /// The file, and the number in it.
    pub(crate) name: String,
    /// The decision that the position asks for.
    pub(crate) decision: String,
    /// The document of the position, and the problems of it that are wanted.
    told: (String, Vec<String>),
    /// The answer, if it is one.
    pub(crate) orders: Option<String>,
    /// Rule and witness of every violation.
    pub(crate) broken: Vec<String>,
}

impl Ruling {
    pub(crate) fn position(&self, data: &Arc<Data>) -> Position {
        let (document, allow) = &self.told;
        let allow: Vec<_> = allow.iter().map(String::as_str).collect();
        Position::from_json(data, document.as_bytes(), &allow)
            .unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }
}

/// All rulings, file by file.
pub(crate) fn rulings() -> Vec<Ruling> {
    files().iter().flat_map(|path| of(path)).collect()
}

/// The positions of these decisions, each once, with the name of its first ruling.
pub(crate) fn positions(data: &Arc<Data>, decisions: &[&str]) -> Vec<(String, Position)> {
    let mut found = BTreeMap::new();
    for ruling in rulings() {
        if decisions.contains(&ruling.decision.as_str()) {
            found.entry(ruling.told.clone()).or_insert(ruling);
        }
    }
    let named = |ruling: Ruling| (ruling.name.clone(), ruling.position(data));
    found.into_values().map(named).collect()
}

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/pursuit_of_glory");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "toml"));
    files.sort();
    files
}

fn of(path: &Path) -> Vec<Ruling> {
    let text = std::fs::read_to_string(path).unwrap();
    let content: Value =
        toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_stem().unwrap().to_str().unwrap();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let word = |value: &Value| value.as_str().unwrap().to_owned();
    let mut found = Vec::new();
    for situation in list(&content["situations"]) {
        assert_eq!(content["base"], "empty", "{name}");
        for battle in list(&situation["battles"]) {
            let mut document = overlaid(&situation["change"], &battle["change"]);
            let allow = document.remove("allow").unwrap_or_default();
            found.push(Ruling {
                name: format!("{name}-{}", found.len() + 1),
                decision: word(&content["decision"]),
                told: (
                    Value::Object(document).to_string(),
                    list(&allow).iter().map(word).collect(),
                ),
                orders: battle["move"].as_str().map(str::to_owned),
                broken: list(&battle["broken"]).iter().map(word).collect(),
            });
        }
    }
    found
}

/// `units`, `control`, `cards` and `battle` go into those of the base; the rest replaces it.
fn overlaid(base: &Value, change: &Value) -> Map<String, Value> {
    let mut found = base.as_object().unwrap().clone();
    let change = change.as_object().cloned().unwrap_or_default();
    let members = |places: &Value| -> Vec<Value> {
        let places = places.as_object().into_iter().flatten();
        places
            .flat_map(|(_, units)| units.as_array().unwrap().clone())
            .collect()
    };
    let moved = change.get("units").map(members).unwrap_or_default();
    if let Some(Value::Object(places)) = found.get_mut("units") {
        for (_, units) in places.iter_mut() {
            let units = units.as_array_mut().unwrap();
            units.retain(|unit| !moved.contains(unit));
        }
    }
    for (key, value) in change {
        let merged = ["units", "control", "cards", "battle"].contains(&key.as_str());
        match (found.get_mut(&key), value) {
            (Some(Value::Object(old)), Value::Object(new)) if merged => old.extend(new),
            (_, value) => {
                found.insert(key, value);
            }
        }
    }
    found
}
