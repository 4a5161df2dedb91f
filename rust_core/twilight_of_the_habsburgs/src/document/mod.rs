//! Position documents: JSON text and bytes.

mod bytes;
mod schema;

pub use schema::schema;

use super::position::Position;
pub use super::setup::{SCHEMA, VERSION};
use super::state::{DOCUMENT, Own};
use serde_json::Value;

impl Position {
    /// The position as a JSON document, its keys in a fixed order.
    #[must_use]
    pub fn to_json(&self) -> String {
        let own = |own| {
            Some(match own {
                Own::Schema => Value::from(SCHEMA),
                Own::Version => Value::from(VERSION),
            })
        };
        let written = DOCUMENT.write(&**self.data(), |cell| self.state().get(cell), own);
        Value::from(written).to_string()
    }
}
