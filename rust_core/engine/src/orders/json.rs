//! Orders as JSON: a list of objects with the key `order` and the fields of that order.

use super::{At, Draft, Field, Form, Names, Order, Shape, Slots, Taken, made, sorted};
use crate::error::{Error, Result};
use crate::json::{array, object, parse, string};
use serde_json::{Map, Value, json};
use std::convert::Infallible;

/// The most bytes the JSON of orders may have.
pub const LARGEST_JSON: usize = 256 << 10;

/// The key of the verb.
pub(super) const ORDER: &str = "order";

/// Reads a list of orders. Paths are taken as they are.
///
/// # Errors
/// [`Error::BadInput`] naming the field, such as `orders[2].unit`: bad JSON or more than
/// [`LARGEST_JSON`] bytes of it, unknown or missing keys, wrong types and unknown names.
pub fn from_json<O: Order>(
    names: &dyn Names,
    taken: Taken<'_>,
    text: &[u8],
    draft: &mut dyn Draft<O>,
) -> Result<()> {
    if text.len() > LARGEST_JSON {
        let length = text.len();
        let message = format!("is {length} bytes long; at most {LARGEST_JSON} are read");
        return Err(Error::bad("orders", message));
    }
    let value = parse(text).map_err(|error| match error {
        Error::BadInput { message, .. } => Error::bad("orders", message),
        other => other,
    })?;
    for (index, value) in array("orders", &value)?.iter().enumerate() {
        let at = At::Json(index);
        let reader = Reader {
            names,
            at,
            object: object(&at.order(), value)?,
        };
        let verb = reader.text(ORDER)?;
        let rows = taken.rows_of(O::FORMS, at.field(ORDER), verb)?;
        // Rows that share a verb differ in their keys.
        let fits = |row: &&usize| reader.stray(&O::FORMS[**row]).is_none();
        let row = rows.iter().find(fits).or_else(|| rows.first());
        let Some(row) = row.copied() else {
            continue;
        };
        let form = &O::FORMS[row];
        if let Some(key) = reader.stray(form) {
            let keys = form.fields.iter().map(|field| field.key);
            return Err(Error::unknown(
                at.order(),
                "key",
                key,
                std::iter::once(ORDER).chain(keys),
            ));
        }
        let mut slots = reader.slots(form)?;
        draft.add(at, made(at, row, &mut slots)?, true)?;
    }
    Ok(())
}

/// Reads one order.
struct Reader<'a> {
    names: &'a dyn Names,
    at: At,
    object: &'a Map<String, Value>,
}

impl<'a> Reader<'a> {
    /// A key that orders of this form have not.
    fn stray(&self, form: &Form) -> Option<&'a String> {
        let known = |key: &str| key == ORDER || form.fields.iter().any(|field| field.key == key);
        self.object.keys().find(|key| !known(key))
    }

    fn slots(&self, form: &Form) -> Result<Slots> {
        let mut slots = Slots::default();
        for (at, field) in form.fields.iter().enumerate() {
            let given = self.object.contains_key(field.key);
            match field.shape {
                Shape::Set { .. } if !given => {}
                Shape::After { needed: false, .. } if !given => {}
                Shape::Set { .. } => slots.list = self.list(field)?,
                Shape::Path { most, .. } => {
                    slots.list = self.list(field)?;
                    let length = slots.list.len();
                    if length > most {
                        let message = format!("has {length} places; a path has at most {most}");
                        return Err(Error::bad(self.at.field(field.key), message));
                    }
                }
                Shape::One | Shape::Each | Shape::After { .. } => {
                    let word = self.text(field.key)?;
                    let inside = || self.at.field(field.key);
                    slots.put(at, field.of.read(self.names, &inside, word)?);
                }
            }
        }
        Ok(slots)
    }

    fn given(&self, key: &str) -> Result<&'a Value> {
        self.object
            .get(key)
            .ok_or_else(|| Error::bad(self.at.field(key), "is missing"))
    }

    fn text(&self, key: &str) -> Result<&'a str> {
        string(&self.at.field(key), self.given(key)?)
    }

    fn list(&self, field: &Field) -> Result<Vec<usize>> {
        let items = array(&self.at.field(field.key), self.given(field.key)?)?;
        let item = |(index, item): (usize, &Value)| {
            let inside = || self.at.item(field.key, index);
            let word = string(&inside(), item)?;
            field.of.read(self.names, &inside, word)
        };
        items.iter().enumerate().map(item).collect()
    }
}

/// What an order says for a key.
#[derive(Debug)]
pub enum Said<'a> {
    /// A word or an id.
    One(&'a str),
    /// Several.
    List(Vec<&'a str>),
}

/// Tells what an order says, key by key, as its JSON has it; the first says what is ordered.
///
/// # Errors
///
/// What `tell` returns.
pub fn tell<'a, O: Order, E>(
    names: &'a dyn Names,
    order: &O,
    mut tell: impl FnMut(&'static str, Said<'a>) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let form = &O::FORMS[order.form()];
    let slots = order.slots();
    tell(ORDER, Said::One(form.verb))?;
    for (at, field) in form.fields.iter().enumerate() {
        let shown = |at: usize| field.of.shown(names, at);
        let said = match (field.shape, slots.name(at)) {
            (Shape::Set { .. }, _) if slots.list.is_empty() => continue,
            (Shape::Set { .. }, _) => Said::List(sorted(field.of, names, &slots.list)),
            (Shape::Path { .. }, _) => Said::List(slots.list.iter().map(|at| shown(*at)).collect()),
            (_, Some(name)) => Said::One(shown(name)),
            (_, None) => continue,
        };
        tell(field.key, said)?;
    }
    Ok(())
}

/// An order as a JSON object.
#[must_use]
pub fn to_json<O: Order>(names: &dyn Names, order: &O) -> Value {
    let mut object = json!({});
    let told: std::result::Result<(), Infallible> = tell(names, order, |key, said| {
        object[key] = match said {
            Said::One(word) => word.into(),
            Said::List(words) => words.into(),
        };
        Ok(())
    });
    let Ok(()) = told;
    object
}
