//! Moves in the making: what could be no order is refused.

use super::paths::Guide;
use super::{LONGEST_PATH, MOST_ORDERS, Move, Order};
use crate::data::{Data, PlaceId, Space, UnitId};
use crate::vocabulary::*;
use engine::error::{Error, Result};
use engine::orders::At;
use std::collections::HashMap;

/// Orders that can stand together in one move.
pub(super) struct Draft<'a, 'g> {
    data: &'a Data,
    /// Fills in paths.
    guide: Option<&'a Guide<'g>>,
    orders: Vec<Order>,
    paths: HashMap<UnitId, Vec<PlaceId>>,
    formed: HashMap<UnitId, Order>,
}

impl<'a, 'g> Draft<'a, 'g> {
    pub(super) fn new(data: &'a Data) -> Self {
        Self {
            data,
            guide: None,
            orders: Vec::new(),
            paths: HashMap::new(),
            formed: HashMap::new(),
        }
    }

    /// One that fills in the gaps of paths.
    pub(super) fn filling(guide: &'a Guide<'g>) -> Self {
        Self {
            guide: Some(guide),
            ..Self::new(guide.data())
        }
    }

    /// The move of these orders.
    ///
    /// # Errors
    /// [`Error::BadInput`] if `end` stands beside others (12.1.a).
    pub(super) fn finish(self) -> Result<Move> {
        let made = Move::new(self.orders);
        if made.ends() && made.orders().len() > 1 {
            let why = "'end' gives up all battles that wait, and stands alone";
            return Err(Error::bad("move", why));
        }
        Ok(made)
    }

    fn unit(&self, unit: UnitId) -> &'a str {
        &self.data.units[unit].id
    }

    /// A stack that is activated or provoked; the words stand before and after its place.
    fn activate(
        &self,
        at: At,
        place: PlaceId,
        [verb, what]: [&str; 2],
        units: &[UnitId],
    ) -> Result<()> {
        let Space { id, kind, .. } = &self.data.spaces[place];
        let stacks = matches!(kind, Kind::Region | Kind::IslandBase);
        if stacks && units.is_empty() {
            let message = format!(
                "'{id}' is activated by stacks (9.2.6): name the units with 'with', as in \
                 '{verb} {id} {what} with a,b'"
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
                || engine::names::nearest(&space.id, beaches().map(|space| space.id.as_str())),
                |beach| Some(beach.id.clone()),
            ),
        })
    }

    fn go(&mut self, at: At, unit: UnitId, path: &[PlaceId]) -> Result<()> {
        let id = self.unit(unit);
        some(at, path)?;
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
                suggestion: engine::names::nearest(id, lcus.map(|unit| unit.id.as_str())),
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

impl engine::orders::Draft<Order> for Draft<'_, '_> {
    fn add(&mut self, at: At, mut order: Order, direct: bool) -> Result<()> {
        if self.orders.len() == MOST_ORDERS {
            let message = format!("is one too many; a move has at most {MOST_ORDERS} orders");
            return Err(Error::bad(at.order(), message));
        }
        if let (Order::Go { unit, path }, Some(guide), false) = (&mut order, self.guide, direct) {
            *path = guide.fill(*unit, path);
        }
        match &mut order {
            Order::Activate { place, units, .. } => {
                self.activate(at, *place, ["activate", "move"], units)?
            }
            Order::Provoke {
                place,
                target,
                units,
            } => {
                let target = &self.data.spaces[*target].id;
                self.activate(at, *place, ["provoke", target], units)?;
            }
            Order::Land { place } | Order::Withdraw { place } | Order::Remove { place } => {
                self.beachhead(at, *place)?;
            }
            Order::Go { unit, path } => self.go(at, *unit, path)?,
            Order::Retreat { path, .. } | Order::Advance { path, .. } => some(at, path)?,
            Order::Organize {
                lcu,
                reserve,
                eliminated,
                removed,
            } => {
                let lcu = *lcu;
                self.organize(at, lcu, *reserve, *eliminated, *removed)?;
                let before = self.formed.insert(lcu, order.clone());
                if before.is_some_and(|before| before != order) {
                    let message = format!("'{}' is organized twice", self.unit(lcu));
                    return Err(Error::bad(at.field("lcu"), message));
                }
            }
            // Nothing need be said of OPS.
            Order::PlayCard { used, .. } => *used = used.filter(|used| *used != CardUse::Ops),
            _ => {}
        }
        self.orders.push(order);
        Ok(())
    }
}

/// A path leads somewhere.
fn some(at: At, path: &[PlaceId]) -> Result<()> {
    if path.is_empty() {
        let message = "is empty; name a place to go to";
        return Err(Error::bad(at.field("path"), message));
    }
    Ok(())
}
