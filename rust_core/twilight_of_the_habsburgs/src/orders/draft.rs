//! Moves in the making: what could be no order is refused.

use super::guide::Guide;
use super::{LONGEST_PATH, LONGEST_RIDE, MOST_ORDERS, Move, Order};
use crate::data::{Data, HexId};
use engine::error::{Error, Result};
use engine::orders::At;
use std::collections::HashMap;
use std::mem::{Discriminant, discriminant};

/// Orders that can stand together in one move.
pub(super) struct Draft<'a, 'g> {
    data: &'a Data,
    /// Fills in paths.
    guide: Option<&'a Guide<'g>>,
    orders: Vec<Order>,
    /// Orders that a unit has one of at most.
    single: HashMap<(Discriminant<Order>, usize), Order>,
}

impl<'a, 'g> Draft<'a, 'g> {
    pub(super) fn new(data: &'a Data) -> Self {
        Self {
            data,
            guide: None,
            orders: Vec::new(),
            single: HashMap::new(),
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
    pub(super) fn finish(self) -> Move {
        Move::new(self.orders)
    }
}

/// A path leads somewhere, and is not too long.
fn path_holds(at: At, path: &[HexId], most: usize) -> Result<()> {
    let message = match path.len() {
        0 => "is empty; name a hex to go to".to_owned(),
        length if length > most => format!("has {length} hexes; a path has at most {most}"),
        _ => return Ok(()),
    };
    Err(Error::bad(at.field("path"), message))
}

impl engine::orders::Draft<Order> for Draft<'_, '_> {
    fn add(&mut self, at: At, mut order: Order, direct: bool) -> Result<()> {
        if self.orders.len() == MOST_ORDERS {
            let message = format!("is one too many; a move has at most {MOST_ORDERS} orders");
            return Err(Error::bad(at.order(), message));
        }
        match (&mut order, self.guide.filter(|_| !direct)) {
            (Order::Go { unit, path }, Some(guide)) => *path = guide.fill_go(*unit, path),
            (Order::Rail { unit, path }, Some(guide)) => *path = guide.fill_ride(*unit, path),
            _ => {}
        }
        match &order {
            Order::Go { path, .. } => path_holds(at, path, LONGEST_PATH)?,
            Order::Rail { path, .. } => path_holds(at, path, LONGEST_RIDE)?,
            _ => {}
        }
        // Several attacks of a unit are judged (9.52).
        let several = matches!(order, Order::Attack { .. });
        if let Some(unit) = order.unit().filter(|_| !several) {
            let key = (discriminant(&order), unit);
            let before = self.single.insert(key, order.clone());
            if before.is_some_and(|before| before != order) {
                use engine::orders::Order as _;
                let verb = Order::FORMS.get(order.form()).map_or("?", |form| form.verb);
                let id = &self.data.units[unit].id;
                let message = format!("'{id}' has two '{verb}' orders; a unit has at most one");
                return Err(Error::bad(at.field("unit"), message));
            }
        }
        self.orders.push(order);
        Ok(())
    }
}
