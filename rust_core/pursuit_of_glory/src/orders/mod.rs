//! Moves of the operations decision: sets of orders (9.2, 11, 18.3, 18.6).

pub mod choices;
mod draft;
pub mod exhaust;
mod facts;
mod hops;
mod json;
mod mutate;
mod parser;
mod paths;
mod quick;
mod quick_json;
pub mod sample;
mod scan;
mod sheaf;
mod text;
mod themes;

pub use facts::LARGEST_TERMS;
pub use json::LARGEST_JSON;
pub use mutate::{mutate, nonsense};
pub use parser::Parser;
pub use text::LARGEST_TEXT;
pub(super) use text::VERBS;

use super::activation::Purpose;
use super::data::{Data, PlaceId, UnitId};
use engine::error::Result;

/// The smallest thing that can be chosen. The order of the variants is the order of play.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Order {
    /// Activate a space with all units in it, or a stack in a region or on an island base (9.2.6).
    Activate {
        /// The place.
        place: PlaceId,
        /// For movement or for attack.
        purpose: Purpose,
        /// The stack, sorted; empty in spaces and on beachheads.
        units: Vec<UnitId>,
    },
    /// Suppress the uprising where the unit stands, instead of moving or attacking (3.2.4.2-10).
    Suppress {
        /// The unit.
        unit: UnitId,
    },
    /// Place a beachhead marker from the reserve (18.6.1.1.a).
    Land {
        /// The beachhead.
        place: PlaceId,
    },
    /// Move a unit, place by place (11.1).
    Go {
        /// The unit.
        unit: UnitId,
        /// The places it enters, in order; never empty, at most [`LONGEST_PATH`].
        path: Vec<PlaceId>,
    },
    /// The amphibious assault of the RU Black Sea Division (18.6.6).
    Assault {
        /// The port.
        place: PlaceId,
    },
    /// Try to build a trench (11.3).
    Entrench {
        /// The space.
        place: PlaceId,
    },
    /// Organise an LCU from two or three SCUs (18.3).
    Organize {
        /// The LCU.
        lcu: UnitId,
        /// The SCU that goes to the Reserve Box.
        reserve: UnitId,
        /// The SCU that goes to the Eliminated Box; without one the LCU comes reduced.
        eliminated: Option<UnitId>,
        /// The SCU that leaves the game.
        removed: UnitId,
    },
    /// Declare an invasion failed and withdraw under fire (18.6.2.1).
    Withdraw {
        /// The beachhead.
        place: PlaceId,
    },
    /// Take an empty beachhead marker away (18.6.4).
    Remove {
        /// The beachhead.
        place: PlaceId,
    },
}

impl Order {
    /// The units it names; of an `organize` the LCU comes first.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Activate { units, .. } => units.clone(),
            Self::Suppress { unit } | Self::Go { unit, .. } => vec![*unit],
            Self::Organize {
                lcu,
                reserve,
                eliminated,
                removed,
            } => [Some(*lcu), Some(*reserve), *eliminated, Some(*removed)]
                .into_iter()
                .flatten()
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The places it names, a path in its order.
    #[must_use]
    pub fn places(&self) -> Vec<PlaceId> {
        match self {
            Self::Go { path, .. } => path.clone(),
            Self::Suppress { .. } | Self::Organize { .. } => Vec::new(),
            Self::Activate { place, .. }
            | Self::Land { place }
            | Self::Assault { place }
            | Self::Entrench { place }
            | Self::Withdraw { place }
            | Self::Remove { place } => vec![*place],
        }
    }
}

/// The longest path a move may spell out; no unit needs more.
pub const LONGEST_PATH: usize = 24;

/// How many orders a move may have; no position has use for more.
pub const MOST_ORDERS: usize = 400;

/// A complete answer to the operations decision: a set of orders, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Move {
    orders: Vec<Order>,
}

impl Move {
    /// A move of these orders, each once.
    #[must_use]
    pub fn new(mut orders: Vec<Order>) -> Self {
        for order in &mut orders {
            if let Order::Activate { units, .. } = order {
                units.sort_unstable();
                units.dedup();
            }
        }
        orders.sort_unstable();
        orders.dedup();
        Self { orders }
    }

    /// A move of these orders, if each of them, and all together, could be orders.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] as the forms of a move report it, such as a beachhead
    /// activated with a stack, or two paths for one unit.
    pub fn checked(data: &Data, orders: Vec<Order>) -> Result<Self> {
        let mut draft = draft::Draft::new(data);
        for order in orders {
            draft.add(draft::At::Made, order)?;
        }
        Ok(draft.finish())
    }

    /// The orders, in the order of play.
    #[must_use]
    pub fn orders(&self) -> &[Order] {
        &self.orders
    }
}
