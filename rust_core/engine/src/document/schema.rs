//! The JSON Schema of documents.

use super::layout::{Content, Document};
use super::{Entry, Form, Game, Kind, Shape};
use serde_json::{Map, Value, json};

impl<G: Game> Document<G> {
    /// The schema of an object with these keys; `own` is asked for what the game tells by itself.
    pub fn schema(&self, own: &impl Fn(G::Own) -> Value) -> Value {
        let properties: Map<_, _> = self
            .parts
            .iter()
            .map(|part| {
                let (mut schema, about) = match &part.content {
                    Content::Entry(entry) => (entry.schema(own), entry.about),
                    Content::Object(group, inner) => {
                        let mut schema = inner.schema(own);
                        if let Some(needed) = group.needs {
                            schema["required"] = json!([needed]);
                        }
                        (schema, group.about)
                    }
                };
                if !about.is_empty() {
                    schema["description"] = about.into();
                }
                (part.key.to_owned(), schema)
            })
            .collect();
        json!({"type": "object", "additionalProperties": false, "properties": properties})
    }
}

/// A name of a table.
fn name<G: Game>(table: G::Table) -> Value {
    json!({"$ref": format!("#/$defs/{}", G::definition(table))})
}

impl<G: Game> Entry<G> {
    fn schema(&self, own: &impl Fn(G::Own) -> Value) -> Value {
        match &self.shape {
            Shape::One(form) => form.schema(),
            Shape::Marks(table, _) => json!({"type": "array", "items": name::<G>(*table)}),
            Shape::ByName(table, form) => json!({
                "type": "object",
                "propertyNames": name::<G>(*table),
                "additionalProperties": form.schema(),
            }),
            Shape::ByWord(words, form) => {
                let words = words.words.iter();
                let properties: Map<_, _> = words
                    .map(|word| ((*word).to_owned(), form.schema()))
                    .collect();
                json!({"type": "object", "additionalProperties": false, "properties": properties})
            }
            Shape::Agenda((kinds, depth)) => json!({
                "type": "array",
                "maxItems": depth,
                "items": {"oneOf": kinds.iter().map(super::FrameKind::schema).collect::<Vec<_>>()},
            }),
            Shape::Own(what) => own(*what),
        }
    }
}

impl<G: Game> Form<G> {
    pub(super) fn schema(&self) -> Value {
        match &self.value {
            Kind::Number(least, most) => {
                json!({"type": "integer", "minimum": least, "maximum": most})
            }
            Kind::Word(words) => json!({"enum": words.words}),
            Kind::Set(words) => json!({"type": "array", "items": {"enum": words.words}}),
            Kind::Flag => json!({"type": "boolean"}),
            Kind::Name(table) => name::<G>(*table),
        }
    }
}
