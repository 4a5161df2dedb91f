//! The fields of a document that tell how far a phase has come, and of the game's end.

use super::fields::{number, small, small_usize, string};
use super::reader::Reader;
use crate::state::{Cell, Course, bias};
use engine::error::Result;
use serde_json::Value;

impl Reader<'_> {
    /// Reads one of these fields.
    pub(super) fn course(&mut self, key: &str, value: &Value) -> Result<()> {
        let (which, stored) = match key {
            "step" => (Course::Step, small(number(key, value, 0, 9)?)),
            "siege_rolled" => {
                let space = self.data.space(key, string(key, value)?)?;
                (Course::SiegeRolled, small_usize(space + 1))
            }
            "bid" => {
                let bid = number(key, value, -20, 20)?;
                (Course::Bid, bias(Some(bid).filter(|bid| *bid != 0)))
            }
            _ => return Ok(()),
        };
        self.put(Cell::Course(which as usize), stored);
        Ok(())
    }
}
