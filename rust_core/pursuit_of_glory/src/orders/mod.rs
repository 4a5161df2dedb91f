//! Moves: complete answers to decisions, as sets of orders (`docs/operations.md`,
//! `docs/battles.md`).

pub mod choices;
mod draft;
pub(crate) mod hops;
mod move_buffer;
mod mutate;
mod names;
mod parser;
mod paths;
pub mod sample;
mod text;
mod themes;
mod ways;

pub use super::order::{LONGEST_PATH, Order};
pub use engine::orders::{LARGEST_JSON, LARGEST_TERMS, LARGEST_TEXT};
pub use mutate::{mutate, nonsense};
pub use parser::Parser;
pub use text::taken;

/// Ways of units, step by step: for the tests of this crate, which stand beside it.
#[doc(hidden)]
pub mod inside {
    pub use super::hops::{Hops, Walk};
    pub use super::paths::{Guide, sensible, sensible_way, shortest_way};
}

use super::data::{Data, PlaceId};
use super::vocabulary::DecisionKind;
use engine::error::{Error, Result};

/// How many orders a move may have; no position has use for more.
pub const MOST_ORDERS: usize = 400;

/// A complete answer to a decision: a set of orders, sorted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Move {
    orders: Vec<Order>,
}

impl Move {
    /// A move of these orders, each once.
    #[must_use]
    pub fn new(mut orders: Vec<Order>) -> Self {
        for order in &mut orders {
            if let Order::Activate { units, .. } | Order::Provoke { units, .. } = order {
                units.sort_unstable();
                units.dedup();
            }
        }
        orders.sort_unstable();
        orders.dedup();
        Self { orders }
    }

    /// Lets the only unit that goes go another way, in the memory that there is.
    pub(crate) fn go_instead(&mut self, way: &[PlaceId]) {
        if let [Order::Go { path, .. }] = &mut self.orders[..] {
            path.clear();
            path.extend_from_slice(way);
        }
    }

    /// A move of these orders, if each of them, and all together, could be orders.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] as the forms of a move report it, such as a beachhead
    /// activated with a stack, or two paths for one unit.
    pub fn checked(data: &Data, orders: Vec<Order>) -> Result<Self> {
        use engine::orders::{At, Draft as _};
        let mut draft = draft::Draft::new(data);
        for order in orders {
            draft.add(At::Made, order, true)?;
        }
        draft.finish()
    }

    /// The orders, in the order of play.
    #[must_use]
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }

    /// Whether all battles that wait are given up (12.1.a).
    #[must_use]
    pub fn ends(&self) -> bool {
        self.orders.contains(&Order::End)
    }

    /// Whether a decision asks for all these orders.
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
