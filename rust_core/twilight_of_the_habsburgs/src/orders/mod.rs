//! Moves: complete answers to decisions, as sets of orders
//! (`docs/twilight_of_the_habsburgs/interface.md`).

mod draft;
mod guide;
mod names;
mod text;

pub use super::order::{LONGEST_PATH, LONGEST_RIDE, Order};
pub use engine::orders::{LARGEST_JSON, LARGEST_TERMS, LARGEST_TEXT};
pub use text::taken;

use super::data::Data;
use super::vocabulary::DecisionKind;
use engine::error::{Error, Result};

/// How many orders a move may have; no position has use for more.
pub const MOST_ORDERS: usize = 600;

/// A complete answer to a decision: a set of orders, sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Move {
    orders: Vec<Order>,
}

impl Move {
    /// A move of these orders, each once.
    #[must_use]
    pub fn new(mut orders: Vec<Order>) -> Self {
        orders.sort_unstable();
        orders.dedup();
        Self { orders }
    }

    /// A move of these orders, if each of them, and all together, could be orders.
    ///
    /// # Errors
    /// [`Error::BadInput`] as the forms of a move report it, such as two paths for one unit.
    pub fn checked(data: &Data, orders: Vec<Order>) -> Result<Self> {
        use engine::orders::{At, Draft as _};
        let mut draft = draft::Draft::new(data);
        for order in orders {
            draft.add(At::Made, order, true)?;
        }
        Ok(draft.finish())
    }

    /// The orders, sorted.
    #[must_use]
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// Does a decision ask for all these orders?
    ///
    /// # Errors
    /// [`Error::BadInput`] naming the first that it does not.
    pub fn fits(&self, data: &Data, asked: DecisionKind) -> Result<()> {
        let stray = self.orders.iter().find(|order| !order.answers(asked));
        stray.map_or(Ok(()), |order| {
            let text = order.to_text(data);
            let known = text::verbs(asked);
            let why = format!("'{text}' does not answer '{asked}', which asks for: {known}");
            Err(Error::bad("move", why))
        })
    }
}
