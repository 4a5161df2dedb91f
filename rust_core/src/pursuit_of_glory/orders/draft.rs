//! Moves in the making: names are resolved, and what could be no order is refused.

use super::{LONGEST_PATH, MOST_ORDERS, Move, Order};
use crate::error::{Error, Result};
use crate::pursuit_of_glory::data::{Data, PlaceId, Space, Unit, UnitId};
use crate::pursuit_of_glory::vocabulary::*;
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

/// What is left of a name in an id: lower case, words joined by underscores.
fn as_id(name: &str) -> String {
    let mut id = String::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        match c {
            'a'..='z' | '0'..='9' => id.push(c),
            _ if id.is_empty() || id.ends_with('_') => {}
            _ => id.push('_'),
        }
    }
    id.truncate(id.trim_end_matches('_').len());
    id
}

/// Those of `rows` that `word` names: by id, as printed, or by an alias.
fn meant<'a, T>(
    rows: &'a [T],
    word: &str,
    id: impl Fn(&T) -> &str,
    names: impl Fn(&T, &dyn Fn(&str) -> bool) -> bool,
) -> Vec<(usize, &'a T)> {
    let word = as_id(word);
    let rows = rows.iter().enumerate();
    let found: Vec<_> = rows.clone().filter(|(_, row)| id(row) == word).collect();
    if !found.is_empty() || word.is_empty() {
        return found;
    }
    rows.filter(|(_, row)| names(row, &|name| as_id(name) == word))
        .collect()
}

fn only<T>(
    field: &str,
    word: &str,
    found: &[(usize, &T)],
    id: impl Fn(&T) -> &str,
) -> Result<Option<usize>> {
    match found {
        [] => Ok(None),
        [(at, _)] => Ok(Some(*at)),
        [(_, first), (_, second), ..] => Err(Error::BadInput {
            field: field.into(),
            message: format!("'{word}' names '{}' and '{}'", id(first), id(second)),
            suggestion: Some(id(first).to_owned()),
        }),
    }
}

/// The unit of a word: its id, or its name or an alias if only one unit has it.
///
/// # Errors
/// [`Error::BadInput`] with the nearest unit.
pub(super) fn unit(data: &Data, field: &str, word: &str) -> Result<UnitId> {
    let found = meant(&data.units, word, unit_id, |unit, is| {
        is(&unit.name) || unit.aliases.iter().any(|alias| is(alias))
    });
    match only(field, word, &found, unit_id)? {
        Some(unit) => Ok(unit),
        None => data.unit(field, word),
    }
}

/// The place on the map of a word: its id, or its name, city or an alias if only one has it.
///
/// # Errors
/// [`Error::BadInput`] with the nearest place; boxes are no places of orders.
pub(super) fn place(data: &Data, field: &str, word: &str) -> Result<PlaceId> {
    let found = meant(&data.spaces, word, space_id, |space, is| {
        is(&space.name)
            || space.city.as_deref().is_some_and(is)
            || space.aliases.iter().any(|alias| is(alias))
    });
    match only(field, word, &found, space_id)? {
        Some(place) => data.space(field, space_id(&data.spaces[place])),
        None => {
            let places = data.spaces[..data.on_map].iter().map(space_id);
            Err(Error::unknown(field, "place", word, places))
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
                || crate::names::nearest(&space.id, beaches().map(space_id)),
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
                suggestion: crate::names::nearest(id, lcus.map(unit_id)),
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
