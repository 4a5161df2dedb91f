//! Moves as JSON: a list of order objects (`docs/operations.md`).

use super::draft::{self, At, Draft};
use super::parser;
use super::text::{VERBS, purpose, sorted};
use super::{Move, Order};
use crate::data::{Data, PlaceId, UnitId};
use engine::error::{Error, Result};
use engine::json::{array, object, parse, string};
use serde_json::{Map, Value, json};

/// The most bytes a move's JSON may have.
pub const LARGEST_JSON: usize = 256 << 10;

impl Move {
    /// Reads a move from JSON: a list of objects with the key `order` and the fields of that
    /// order. Paths are taken as they are.
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the field, such as `orders[2].unit`: bad JSON or more than
    /// [`LARGEST_JSON`] bytes of it, unknown or missing keys, wrong types, unknown names, and
    /// orders that could be none.
    pub fn from_json(data: &Data, text: &[u8]) -> Result<Self> {
        let (mut scan, mut sheaf) = Default::default();
        parser::json(data, &mut scan, &mut sheaf, text)?;
        Ok(sheaf.take())
    }

    /// [`Self::from_json`] of whatever it is, with every check in its place.
    pub(super) fn study_json(data: &Data, text: &[u8]) -> Result<Self> {
        if text.len() > LARGEST_JSON {
            let message = format!(
                "is {} bytes long; at most {LARGEST_JSON} are read",
                text.len()
            );
            return Err(Error::bad("orders", message));
        }
        let value = parse(text).map_err(|error| match error {
            Error::BadInput { message, .. } => Error::bad("orders", message),
            other => other,
        })?;
        let mut draft = Draft::new(data);
        for (index, value) in array("orders", &value)?.iter().enumerate() {
            let at = At::Json(index);
            let reader = Reader {
                data,
                at,
                object: object(&at.order(), value)?,
            };
            draft.add(at, reader.order()?)?;
        }
        Ok(draft.finish())
    }

    /// The move as JSON that [`Self::from_json`] reads.
    #[must_use]
    pub fn to_json(&self, data: &Data) -> String {
        let orders = self.orders().iter().map(|order| value(data, order));
        Value::Array(orders.collect()).to_string()
    }
}

fn value(data: &Data, order: &Order) -> Value {
    let space = |place: &PlaceId| data.spaces[*place].id.as_str();
    let unit = |unit: &UnitId| data.units[*unit].id.as_str();
    match order {
        Order::Activate {
            place,
            purpose,
            units,
        } => {
            let mut order =
                json!({"order": "activate", "place": space(place), "for": purpose.word()});
            if !units.is_empty() {
                order["units"] = sorted(data, units).into();
            }
            order
        }
        Order::Suppress { unit: by } => json!({"order": "suppress", "unit": unit(by)}),
        Order::Land { place } => json!({"order": "land", "place": space(place)}),
        Order::Go { unit: who, path } => {
            let path: Vec<_> = path.iter().map(space).collect();
            json!({"order": "go", "unit": unit(who), "path": path})
        }
        Order::Assault { place } => json!({"order": "assault", "place": space(place)}),
        Order::Entrench { place } => json!({"order": "entrench", "place": space(place)}),
        Order::Organize {
            lcu,
            reserve,
            eliminated,
            removed,
        } => {
            let mut order =
                json!({"order": "organize", "lcu": unit(lcu), "reserve": unit(reserve)});
            if let Some(eliminated) = eliminated {
                order["eliminated"] = unit(eliminated).into();
            }
            order["removed"] = unit(removed).into();
            order
        }
        Order::Withdraw { place } => json!({"order": "withdraw", "place": space(place)}),
        Order::Remove { place } => json!({"order": "remove", "place": space(place)}),
    }
}

/// Reads one order.
struct Reader<'a> {
    data: &'a Data,
    at: At,
    object: &'a Map<String, Value>,
}

impl Reader<'_> {
    fn order(&self) -> Result<Order> {
        let verb = self.text("order")?;
        let keys: &[&str] = match verb {
            "activate" => &["order", "place", "for", "units"],
            "go" => &["order", "unit", "path"],
            "organize" => &["order", "lcu", "reserve", "eliminated", "removed"],
            "suppress" => &["order", "unit"],
            "land" | "assault" | "entrench" | "withdraw" | "remove" => &["order", "place"],
            other => {
                let verbs = VERBS.iter().copied();
                return Err(Error::unknown(
                    self.at.field("order"),
                    "order",
                    other,
                    verbs,
                ));
            }
        };
        if let Some(key) = self.object.keys().find(|key| !keys.contains(&key.as_str())) {
            let keys = keys.iter().copied();
            return Err(Error::unknown(self.at.order(), "key", key, keys));
        }
        Ok(match verb {
            "activate" => Order::Activate {
                place: self.place("place")?,
                purpose: purpose(&self.at.field("for"), self.text("for")?)?,
                units: match self.object.get("units") {
                    Some(units) => self.list("units", units, |field, word| {
                        draft::unit(self.data, || field.to_owned(), word)
                    })?,
                    None => Vec::new(),
                },
            },
            "suppress" => Order::Suppress {
                unit: self.unit("unit")?,
            },
            "go" => Order::Go {
                unit: self.unit("unit")?,
                path: self.list("path", self.given("path")?, |field, word| {
                    draft::place(self.data, || field.to_owned(), word)
                })?,
            },
            "organize" => Order::Organize {
                lcu: self.unit("lcu")?,
                reserve: self.unit("reserve")?,
                eliminated: match self.object.get("eliminated") {
                    Some(_) => Some(self.unit("eliminated")?),
                    None => None,
                },
                removed: self.unit("removed")?,
            },
            "land" => Order::Land {
                place: self.place("place")?,
            },
            "assault" => Order::Assault {
                place: self.place("place")?,
            },
            "entrench" => Order::Entrench {
                place: self.place("place")?,
            },
            "withdraw" => Order::Withdraw {
                place: self.place("place")?,
            },
            _ => Order::Remove {
                place: self.place("place")?,
            },
        })
    }

    fn given(&self, key: &str) -> Result<&Value> {
        self.object
            .get(key)
            .ok_or_else(|| Error::bad(self.at.field(key), "is missing"))
    }

    fn text(&self, key: &str) -> Result<&str> {
        string(&self.at.field(key), self.given(key)?)
    }

    fn unit(&self, key: &str) -> Result<UnitId> {
        draft::unit(self.data, || self.at.field(key), self.text(key)?)
    }

    fn place(&self, key: &str) -> Result<PlaceId> {
        draft::place(self.data, || self.at.field(key), self.text(key)?)
    }

    fn list<T>(
        &self,
        key: &str,
        value: &Value,
        read: impl Fn(&str, &str) -> Result<T>,
    ) -> Result<Vec<T>> {
        let items = array(&self.at.field(key), value)?.iter().enumerate();
        items
            .map(|(index, item)| {
                let field = self.at.item(key, index);
                read(&field, string(&field, item)?)
            })
            .collect()
    }
}
