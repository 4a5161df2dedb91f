//! The orders of a battle: who attacks what, with which cards, who withdraws, and what follows the
//! dice (12, 9.5.4).

mod after;
mod asked;
mod json;
mod text;

pub use after::{AfterOrder, Cancelled, Route};
pub use asked::{Asked, Question};

use super::data::{CardId, PlaceId, UnitId};

/// The smallest thing that can be chosen in a battle. Which of them a decision asks for says
/// `docs/battles.md`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BattleOrder {
    /// Attack a place (12.2.1).
    Attack {
        /// The target.
        place: PlaceId,
    },
    /// Let a unit take part in the attack (12.2.1).
    Join {
        /// The unit.
        unit: UnitId,
    },
    /// Declare a flank attack (12.2.2).
    Flank {
        /// The pinning space (12.4.2-1).
        place: PlaceId,
    },
    /// Let a unit be of the stack that defends a region (12.10.3).
    Defend {
        /// The unit.
        unit: UnitId,
    },
    /// Play a combat card (9.5.4).
    Play {
        /// The card.
        card: CardId,
    },
    /// Name a unit that a card brings.
    Bring {
        /// The card.
        card: CardId,
        /// The unit.
        unit: UnitId,
    },
    /// Name a place that a card asks for.
    Place {
        /// The card.
        card: CardId,
        /// The place.
        place: PlaceId,
    },
    /// Take a card back that a cancelled battle did not use (9.5.4.4).
    TakeBack {
        /// The card.
        card: CardId,
    },
    /// Announce the Turkish withdrawal (12.8).
    Withdraw,
    /// Give up all battles that wait (12.1.a); it stands alone.
    End,
    /// What is decided after the dice.
    After(AfterOrder),
}

/// A complete answer to a decision of a battle: a set of orders, sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct BattleMove {
    orders: Vec<BattleOrder>,
}

impl BattleMove {
    /// A move of these orders, each once.
    #[must_use]
    pub fn new(mut orders: Vec<BattleOrder>) -> Self {
        orders.sort_unstable();
        orders.dedup();
        Self { orders }
    }

    /// Are all battles that wait given up (12.1.a)?
    #[must_use]
    pub fn ends(&self) -> bool {
        self.orders.contains(&BattleOrder::End)
    }

    /// The orders, sorted.
    #[must_use]
    pub fn orders(&self) -> &[BattleOrder] {
        &self.orders
    }
}
