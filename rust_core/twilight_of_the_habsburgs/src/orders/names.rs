//! What the names in orders mean.

use crate::data::Data;
use crate::order::{HEX, UNIT};
use engine::error::{Error, Result};
use engine::names::as_id;
use engine::orders::Names;

impl Names for Data {
    fn noun(&self, kind: usize) -> &'static str {
        match kind {
            UNIT => "unit",
            _ => "hex",
        }
    }

    fn id(&self, kind: usize, at: usize) -> &str {
        let id = match kind {
            UNIT => self.units.get(at).map(|unit| &unit.id),
            _ => self.map.hexes.get(at).map(|hex| &hex.id),
        };
        id.map_or("?", String::as_str)
    }

    fn find(&self, kind: usize, field: &dyn Fn() -> String, word: &str) -> Result<usize> {
        let name = as_id(word);
        match kind {
            UNIT => self
                .words
                .unit(&name)
                .map_or_else(|| self.unit(&field(), word), Ok),
            HEX => self
                .words
                .hex(&name)
                .map_or_else(|| self.hex(&field(), word), Ok),
            _ => Err(Error::bad(field(), "names nothing that is known")),
        }
    }
}
