//! The fields of a document that tell of operations under way (9.2.4).

use super::fields::{number, object, small, word_at, words};
use super::reader::Reader;
use crate::activation::Purpose;
use crate::state::{Cell, One};
use engine::error::Result;
use serde_json::Value;

impl Reader<'_> {
    /// Reads one of these fields.
    pub(super) fn under_way(&mut self, key: &str, value: &Value) -> Result<()> {
        match key {
            "ops" => {
                let ops = number(key, value, 0, 20)?;
                self.put_one(One::Ops, small(ops + 1));
            }
            "tribes_due" => self.small(One::TribesDue, key, value, 0, 40)?,
            "jihad_taken" => self.marks(key, value, |at| (Cell::JihadTaken(at), 1))?,
            "attacking" => {
                let names = words(&[Purpose::Attack, Purpose::AttackWithBr], Purpose::word);
                for (id, purpose) in object(key, value)? {
                    let field = format!("{key}.{id}");
                    let unit = self.data.unit(&field, id)?;
                    let word = word_at(&field, purpose, Purpose::WHAT, &names)?;
                    self.put(Cell::Attacking(unit), word + 1);
                }
            }
            "digging" => {
                for (id, roll) in object(key, value)? {
                    let field = format!("{key}.{id}");
                    let space = self.data.space(&field, id)?;
                    self.put(Cell::Digging(space), small(number(&field, roll, 1, 6)?));
                }
            }
            _ => {}
        }
        Ok(())
    }
}
