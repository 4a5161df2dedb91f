//! The JSON Schema of documents (`docs/position.schema.json`).

use super::{SCHEMA, VERSION};
use crate::setup::{MOST_HIDDEN, MOST_OPS, MOST_STEPS};
use crate::state::{ACTIONS, DOCUMENT, OFFENSIVES, Own, SIDES, STACKS};
use crate::vocabulary::*;
use serde_json::{Map, Value, json};

/// The schema of position documents.
#[must_use]
pub fn schema() -> Value {
    let mut schema = json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA,
        "title": "A position of Pursuit of Glory",
        "description": "Every key may be left out; docs/position.md says what then holds. \
            Ids are those of the tables in scenarios/pursuit_of_glory.",
    });
    if let (Some(schema), Value::Object(document)) = (schema.as_object_mut(), DOCUMENT.schema(&own))
    {
        schema.extend(document);
    }
    schema["$defs"] = json!({
        "id": {"type": "string", "pattern": "^[a-z0-9_]+$"},
        "ids": {"type": "array", "items": id(), "uniqueItems": true},
        "card": {"type": "string", "pattern": "^(ap|cp)_(0[1-9]|[1-4][0-9]|5[0-5])$"},
        "cards": {"type": "array", "items": {"$ref": "#/$defs/card"}, "uniqueItems": true},
    });
    schema
}

fn id() -> Value {
    json!({"$ref": "#/$defs/id"})
}

fn ids() -> Value {
    json!({"$ref": "#/$defs/ids"})
}

fn cards() -> Value {
    json!({"$ref": "#/$defs/cards"})
}

/// An object with these keys.
fn object(properties: impl IntoIterator<Item = (&'static str, Value)>) -> Value {
    let properties: Map<_, _> = properties
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value))
        .collect();
    json!({"type": "object", "additionalProperties": false, "properties": properties})
}

/// An object with the keys `ap` and `cp`.
fn by_side(value: &Value) -> Value {
    object(SIDES.words.iter().map(|side| (*side, value.clone())))
}

fn needing(mut object: Value, keys: &[&str]) -> Value {
    object["required"] = json!(keys);
    object
}

fn own(own: Own) -> Value {
    let from_ids = |value: Value| json!({"type": "object", "propertyNames": id(), "additionalProperties": value});
    let words = |words: engine::names::WordList| json!({"enum": words.words});
    match own {
        Own::Schema => json!({"const": SCHEMA}),
        Own::Version => json!({"const": VERSION}),
        Own::Scenario => json!({"type": "string"}),
        Own::Phase => words(Phase::LIST),
        Own::Active => words(SIDES),
        Own::Ops => json!({"type": "integer", "minimum": 0, "maximum": MOST_OPS}),
        Own::Step => json!({"type": "integer", "minimum": 0, "maximum": MOST_STEPS}),
        Own::SiegeRolled | Own::BattlePlace => id(),
        Own::BattleStage => words(Stage::LIST),
        Own::Units => from_ids(ids()),
        Own::Arriving => json!({
            "type": "object",
            "patternProperties": {"^([1-9]|[123][0-9]|40)$": ids()},
            "additionalProperties": false,
        }),
        Own::Control => object(Control::LIST.words.iter().map(|word| (*word, ids()))),
        Own::Trenches => from_ids(needing(
            object([
                ("level", json!({"enum": [1, 2]})),
                ("owner", words(Control::LIST)),
            ]),
            &["level", "owner"],
        )),
        Own::Mandated => by_side(&json!({
            "type": "array",
            "maxItems": OFFENSIVES,
            "items": needing(
                object([
                    ("offensive", words(Offensive::LIST)),
                    ("met", json!({"type": "boolean"})),
                ]),
                &["offensive"],
            ),
        })),
        Own::Actions => json!({
            "type": "array",
            "maxItems": ACTIONS,
            "items": needing(
                object([
                    ("round", json!({"type": "integer", "minimum": 1, "maximum": 6})),
                    ("side", words(SIDES)),
                    ("kind", words(ActionKind::LIST)),
                    ("card", json!({"$ref": "#/$defs/card"})),
                ]),
                &["round", "side", "kind"],
            ),
        }),
        Own::Cards => {
            let zones = ["hand", "deck", "discard", "face_up", "removed", "hidden"];
            let held = json!({"type": "integer", "minimum": 0, "maximum": MOST_HIDDEN});
            let zones = zones.map(|zone| (zone, cards())).into_iter();
            by_side(&object(zones.chain([("hidden_in_hand", held)])))
        }
        Own::Random => json!({"type": "integer", "minimum": 0, "maximum": u64::MAX}),
        Own::Stacks => json!({"type": "array", "maxItems": STACKS, "items": ids()}),
        Own::BattleCards => by_side(&cards()),
        Own::CardsUsed | Own::FromHand | Own::BeforeWeather => cards(),
        Own::Replacements | Own::Origins => from_ids(id()),
        Own::PathOut => json!({"type": "array", "maxItems": 2, "items": id()}),
    }
}
