//! Moves of battles as JSON: a list of order objects (`docs/battles.md`).

use super::after;
use super::{AfterOrder, BattleMove, BattleOrder};
use crate::data::Data;
use crate::orders::LARGEST_JSON;
use engine::error::{Error, Result};
use engine::json::{array, object, parse, string};
use serde_json::{Map, Value, json};

/// What each order names besides itself.
const FIELDS: [(&str, &[&str]); 10] = [
    ("attack", &["place"]),
    ("join", &["unit"]),
    ("flank", &["place"]),
    ("defend", &["unit"]),
    ("play", &["card"]),
    ("bring", &["card", "unit"]),
    ("place", &["card", "place"]),
    ("take_back", &["card"]),
    ("withdraw", &[]),
    ("end", &[]),
];

impl BattleMove {
    /// Reads a move from JSON: a list of objects with the key `order` and what that order names.
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the field, such as `orders[2].unit`: bad JSON or more than
    /// [`LARGEST_JSON`] bytes of it, unknown or missing keys, wrong types, unknown names, and `end`
    /// beside other orders.
    pub fn from_json(data: &Data, text: &[u8]) -> Result<Self> {
        if text.len() > LARGEST_JSON {
            let length = text.len();
            let message = format!("is {length} bytes long; at most {LARGEST_JSON} are read");
            return Err(Error::bad("orders", message));
        }
        let value = parse(text).map_err(|error| match error {
            Error::BadInput { message, .. } => Error::bad("orders", message),
            other => other,
        })?;
        let mut orders = Vec::new();
        for (at, value) in array("orders", &value)?.iter().enumerate() {
            let field = format!("orders[{at}]");
            orders.push(read(data, &field, object(&field, value)?)?);
        }
        Self::new(orders).alone()
    }

    /// The move as JSON that [`Self::from_json`] reads.
    #[must_use]
    pub fn to_json(&self, data: &Data) -> String {
        let orders = self.orders().iter().map(|order| value(data, *order));
        Value::Array(orders.collect()).to_string()
    }
}

fn read(data: &Data, field: &str, order: &Map<String, Value>) -> Result<BattleOrder> {
    let inside = |key: &str| format!("{field}.{key}");
    let text = |key: &str| {
        let value = order.get(key);
        let value = value.ok_or_else(|| Error::bad(inside(key), "is missing"))?;
        string(&inside(key), value)
    };
    let verb = text("order")?;
    if let Some(order) = AfterOrder::from_json(data, field, verb, order)? {
        return Ok(BattleOrder::After(order));
    }
    let Some((verb, keys)) = FIELDS.iter().find(|(known, _)| *known == verb) else {
        let verbs = FIELDS.iter().map(|(verb, _)| *verb);
        let verbs = verbs.chain(after::VERBS);
        return Err(Error::unknown(inside("order"), "order", verb, verbs));
    };
    if let Some(key) = order
        .keys()
        .find(|key| *key != "order" && !keys.contains(&key.as_str()))
    {
        let keys = keys.iter().copied().chain(["order"]);
        return Err(Error::unknown(field, "key", key, keys));
    }
    let unit = || data.unit(&inside("unit"), text("unit")?);
    let card = || data.card(&inside("card"), text("card")?);
    let place = || data.place(&inside("place"), text("place")?);
    Ok(match *verb {
        "attack" => BattleOrder::Attack { place: place()? },
        "join" => BattleOrder::Join { unit: unit()? },
        "flank" => BattleOrder::Flank { place: place()? },
        "defend" => BattleOrder::Defend { unit: unit()? },
        "play" => BattleOrder::Play { card: card()? },
        "bring" => BattleOrder::Bring {
            card: card()?,
            unit: unit()?,
        },
        "place" => BattleOrder::Place {
            card: card()?,
            place: place()?,
        },
        "take_back" => BattleOrder::TakeBack { card: card()? },
        "withdraw" => BattleOrder::Withdraw,
        _ => BattleOrder::End,
    })
}

fn value(data: &Data, order: BattleOrder) -> Value {
    let unit = |at: usize| data.units.get(at).map_or("?", |unit| &unit.id);
    let place = |at: usize| data.spaces.get(at).map_or("?", |space| &space.id);
    let card = |at: usize| data.cards.get(at).map_or("?", |card| &card.id);
    match order {
        BattleOrder::Attack { place: at } => json!({"order": "attack", "place": place(at)}),
        BattleOrder::Join { unit: at } => json!({"order": "join", "unit": unit(at)}),
        BattleOrder::Flank { place: at } => json!({"order": "flank", "place": place(at)}),
        BattleOrder::Defend { unit: at } => json!({"order": "defend", "unit": unit(at)}),
        BattleOrder::Play { card: at } => json!({"order": "play", "card": card(at)}),
        BattleOrder::Bring { card: by, unit: at } => {
            json!({"order": "bring", "card": card(by), "unit": unit(at)})
        }
        BattleOrder::Place {
            card: by,
            place: at,
        } => json!({"order": "place", "card": card(by), "place": place(at)}),
        BattleOrder::TakeBack { card: at } => json!({"order": "take_back", "card": card(at)}),
        BattleOrder::Withdraw => json!({"order": "withdraw"}),
        BattleOrder::End => json!({"order": "end"}),
        BattleOrder::After(order) => order.to_json(data),
    }
}
