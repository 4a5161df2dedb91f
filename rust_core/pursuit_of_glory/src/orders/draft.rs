//! Moves in the making: names are resolved, and what could be no order is refused.

use super::{LONGEST_PATH, MOST_ORDERS, Move, Order};
use crate::data::{Data, PlaceId, Space, Unit, UnitId};
use crate::vocabulary::*;
use engine::error::{Error, Result};
use engine::names::as_id;
use std::collections::HashMap;

/// Where in the input an order stands, for error messages.
#[derive(Debug, Clone, Copy)]
pub(super) enum At {
    /// Of a text, counted from 1; blank orders do not count.
    Text(usize),
    /// Of a JSON list, counted from 0.
    Json(usize),
    /// Of the law's terms, counted from 1.
    Term(usize),
    /// Of a move made by the library.
    Made,
}

impl At {
    /// The order itself.
    pub(super) fn order(self) -> String {
        match self {
            Self::Text(number) => format!("order {number}"),
            Self::Json(index) => format!("orders[{index}]"),
            Self::Term(number) => format!("term {number}"),
            Self::Made => "move".into(),
        }
    }

    /// One field of it, named as in JSON.
    pub(super) fn field(self, name: &str) -> String {
        match self {
            Self::Json(_) => format!("{}.{name}", self.order()),
            Self::Text(_) => format!("{}, {name}", self.order()),
            Self::Term(_) | Self::Made => self.order(),
        }
    }

    /// An item of a list.
    pub(super) fn item(self, name: &str, index: usize) -> String {
        match self {
            Self::Json(_) => format!("{}.{name}[{index}]", self.order()),
            _ => self.field(name),
        }
    }
}

/// The row of a word that names these; `None` if it names none.
fn only(
    field: impl Fn() -> String,
    word: &str,
    found: &[usize],
    id: impl Fn(usize) -> String,
) -> Result<Option<usize>> {
    match found {
        [] => Ok(None),
        [at] => Ok(Some(*at)),
        [first, second, ..] => Err(Error::BadInput {
            field: field(),
            message: format!("'{word}' names '{}' and '{}'", id(*first), id(*second)),
            suggestion: Some(id(*first)),
        }),
    }
}

/// The unit of a word: its id, or its name or an alias if only one unit has it.
///
/// # Errors
/// [`Error::BadInput`] with the nearest unit.
pub(super) fn unit(data: &Data, field: impl Fn() -> String, word: &str) -> Result<UnitId> {
    let name = as_id(word);
    if let Some(unit) = data.find_unit(&name) {
        return Ok(unit);
    }
    let id = |unit: UnitId| data.units[unit].id.clone();
    match only(&field, word, data.words.units(&name), id)? {
        Some(unit) => Ok(unit),
        None => data
            .find_unit(word)
            .map_or_else(|| data.unit(&field(), word), Ok),
    }
}

/// The place on the map of a word: its id, or its name, city or an alias if only one has it.
///
/// # Errors
/// [`Error::BadInput`] with the nearest place; boxes are no places of orders.
pub(super) fn place(data: &Data, field: impl Fn() -> String, word: &str) -> Result<PlaceId> {
    let name = as_id(word);
    let id = |place: PlaceId| data.spaces[place].id.clone();
    let place = match data.find_place(&name) {
        Some(place) => Some(place),
        None => only(&field, word, data.words.places(&name), id)?,
    };
    match place {
        Some(place) if place < data.on_map => Ok(place),
        Some(place) => data.space(&field(), space_id(&data.spaces[place])),
        None => {
            let places = data.spaces[..data.on_map].iter().map(space_id);
            Err(Error::unknown(field(), "place", word, places))
        }
    }
}

fn unit_id(unit: &Unit) -> &str {
    &unit.id
}

fn space_id(space: &Space) -> &str {
    &space.id
}

/// Orders that can stand together in one move.
pub(super) struct Draft<'a> {
    data: &'a Data,
    orders: Vec<Order>,
    paths: HashMap<UnitId, Vec<PlaceId>>,
    formed: HashMap<UnitId, Order>,
}

impl<'a> Draft<'a> {
    pub(super) fn new(data: &'a Data) -> Self {
        Self {
            data,
            orders: Vec::new(),
            paths: HashMap::new(),
            formed: HashMap::new(),
        }
    }

    /// Adds an order.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it could be no order of this move.
    pub(super) fn add(&mut self, at: At, order: Order) -> Result<()> {
        if self.orders.len() == MOST_ORDERS {
            let message = format!("is one too many; a move has at most {MOST_ORDERS} orders");
            return Err(Error::bad(at.order(), message));
        }
        match &order {
            Order::Activate { place, units, .. } => self.activate(at, *place, units)?,
            Order::Land { place } | Order::Withdraw { place } | Order::Remove { place } => {
                self.beachhead(at, *place)?;
            }
            Order::Go { unit, path } => self.go(at, *unit, path)?,
            Order::Organize {
                lcu,
                reserve,
                eliminated,
                removed,
            } => {
                self.organize(at, *lcu, *reserve, *eliminated, *removed)?;
                let before = self.formed.insert(*lcu, order.clone());
                if before.is_some_and(|before| before != order) {
                    let message = format!("'{}' is organized twice", self.unit(*lcu));
                    return Err(Error::bad(at.field("lcu"), message));
                }
            }
            Order::Suppress { .. } | Order::Assault { .. } | Order::Entrench { .. } => {}
        }
        self.orders.push(order);
        Ok(())
    }

    pub(super) fn finish(self) -> Move {
        Move::new(self.orders)
    }

    fn unit(&self, unit: UnitId) -> &'a str {
        &self.data.units[unit].id
    }

    fn activate(&self, at: At, place: PlaceId, units: &[UnitId]) -> Result<()> {
        let Space { id, kind, .. } = &self.data.spaces[place];
        let stacks = matches!(kind, Kind::Region | Kind::IslandBase);
        if stacks && units.is_empty() {
            let message = format!(
                "'{id}' is activated by stacks (9.2.6): name the units with 'with', as in \
                 'activate {id} move with a,b'"
            );
            return Err(Error::bad(at.field("units"), message));
        }
        if !stacks && !units.is_empty() {
            let message = format!("'{id}' is activated as a whole (9.2.1), without 'with'");
            return Err(Error::bad(at.field("units"), message));
        }
        for (index, unit) in units.iter().enumerate() {
            if units[..index].contains(unit) {
                let message = format!("'{}' is named twice", self.unit(*unit));
                return Err(Error::bad(at.item("units", index), message));
            }
        }
        Ok(())
    }

    fn beachhead(&self, at: At, place: PlaceId) -> Result<()> {
        let space = &self.data.spaces[place];
        if space.kind == Kind::Beachhead {
            return Ok(());
        }
        let beach = |other: &&Space| other.kind == Kind::Beachhead && other.shore == Some(place);
        let beaches = || {
            self.data
                .spaces
                .iter()
                .filter(|s| s.kind == Kind::Beachhead)
        };
        Err(Error::BadInput {
            field: at.field("place"),
            message: format!("'{}' is no beachhead", space.id),
            suggestion: self.data.spaces.iter().find(beach).map_or_else(
                || engine::names::nearest(&space.id, beaches().map(space_id)),
                |beach| Some(beach.id.clone()),
            ),
        })
    }

    fn go(&mut self, at: At, unit: UnitId, path: &[PlaceId]) -> Result<()> {
        let id = self.unit(unit);
        if path.is_empty() {
            return Err(Error::bad(
                at.field("path"),
                "is empty; name a place to go to",
            ));
        }
        if path.len() > LONGEST_PATH {
            let message = format!(
                "has {} places; a path has at most {LONGEST_PATH}",
                path.len()
            );
            return Err(Error::bad(at.field("path"), message));
        }
        let before = self.paths.insert(unit, path.to_vec());
        if before.is_some_and(|before| before != path) {
            let message = format!("'{id}' has two 'go' orders; a unit has at most one");
            return Err(Error::bad(at.field("unit"), message));
        }
        Ok(())
    }

    fn organize(
        &self,
        at: At,
        lcu: UnitId,
        reserve: UnitId,
        eliminated: Option<UnitId>,
        removed: UnitId,
    ) -> Result<()> {
        if self.data.units[lcu].size != Size::Lcu {
            let id = self.unit(lcu);
            let lcus = self.data.units.iter().filter(|unit| unit.size == Size::Lcu);
            return Err(Error::BadInput {
                field: at.field("lcu"),
                message: format!("'{id}' is no LCU"),
                suggestion: engine::names::nearest(id, lcus.map(unit_id)),
            });
        }
        let twice = if Some(reserve) == eliminated || reserve == removed {
            reserve
        } else if Some(removed) == eliminated {
            removed
        } else {
            return Ok(());
        };
        let message = format!("'{}' has two roles; each SCU has one", self.unit(twice));
        Err(Error::bad(at.field("removed"), message))
    }
}
