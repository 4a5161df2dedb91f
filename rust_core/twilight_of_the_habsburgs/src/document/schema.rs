//! The JSON Schema of documents (`docs/twilight_of_the_habsburgs/position.schema.json`).

use super::{SCHEMA, VERSION};
use crate::state::{DOCUMENT, Own};
use serde_json::{Value, json};

/// The schema of position documents.
#[must_use]
pub fn schema() -> Value {
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA,
        "title": "A position of Twilight of the Habsburgs",
        "description": "Every key but the scenario may be left out: then nothing is there. Ids are \
            those of the tables in scenarios/twilight_of_the_habsburgs.",
    });
    let own = |own| match own {
        Own::Schema => json!({"const": SCHEMA}),
        Own::Version => json!({"type": "integer", "minimum": 1, "maximum": VERSION}),
    };
    if let (Some(schema), Value::Object(document)) = (schema.as_object_mut(), DOCUMENT.schema(&own))
    {
        schema.extend(document);
    }
    schema["required"] = json!(["scenario"]);
    let id = json!({"type": "string", "pattern": "^[a-z0-9_]+$"});
    schema["$defs"] = json!({
        "unit": id,
        "town": id,
        "scenario": id,
        "place": {
            "type": "string",
            "pattern": "^(h[0-9]{4}|waiting|due|available|eliminated)$",
        },
        "hex": {"type": "string", "pattern": "^h[0-9]{4}$"},
    });
    schema
}
