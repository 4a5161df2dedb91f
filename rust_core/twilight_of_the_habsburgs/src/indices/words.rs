//! What names of units and hexes mean in orders.

use crate::tables::{Map, Unit};
use engine::names::as_id;
use std::collections::HashMap;

/// Ids, printed names and numbers, and the names of towns; what several have names none.
#[derive(Debug)]
pub(crate) struct Words {
    units: HashMap<String, Option<usize>>,
    hexes: HashMap<String, Option<usize>>,
}

fn add(words: &mut HashMap<String, Option<usize>>, word: String, at: usize) {
    let known = words.entry(word).or_insert(Some(at));
    if *known != Some(at) {
        *known = None;
    }
}

impl Words {
    pub(crate) fn new(map: &Map, units: &[Unit]) -> Self {
        let (mut named, mut hexes) = (HashMap::new(), HashMap::new());
        for (at, unit) in units.iter().enumerate() {
            add(&mut named, as_id(&unit.name), at);
        }
        // An id goes before any name.
        for (at, unit) in units.iter().enumerate() {
            named.insert(unit.id.clone(), Some(at));
        }
        for (town, at) in &map.towns {
            add(&mut hexes, town.clone(), *at);
        }
        for (at, hex) in map.hexes.iter().enumerate() {
            hexes.insert(hex.number.clone(), Some(at));
            hexes.insert(hex.id.clone(), Some(at));
        }
        Self {
            units: named,
            hexes,
        }
    }

    /// The unit of a word in lower case.
    pub(crate) fn unit(&self, word: &str) -> Option<usize> {
        self.units.get(word).copied().flatten()
    }

    /// The hex of a word in lower case.
    pub(crate) fn hex(&self, word: &str) -> Option<usize> {
        self.hexes.get(word).copied().flatten()
    }
}
