//! The decisions of a battle.

use super::{AfterOrder, BattleOrder};
use crate::vocabulary::{Moment, Side};
use engine::names::vocabulary;

vocabulary! {
    /// The decisions of a battle (`docs/battles.md`).
    Question, "decision of a battle" {
        /// Who attacks what (12.2.1, 12.2.2).
        Attack = "attack",
        /// Which stack defends a region (12.10.3).
        Defence = "defence",
        /// Which combat cards are played (9.5.4, 12.2.5).
        Cards = "cards",
        /// Which are taken back of a battle that was cancelled (9.5.4.4).
        Returns = "returns",
        /// Is the Turkish withdrawal announced (12.8)?
        Withdrawal = "withdrawal",
        /// Which losses are taken (12.6).
        Losses = "losses",
        /// Who retreats where (12.7, 12.8, 12.9.9).
        Retreat = "retreat",
        /// Who advances where (12.9).
        Advance = "advance",
        /// What a card repairs (RESERVES TO THE FRONT, CZAR'S ARMORIES).
        Repair = "repair",
        /// Who is in excess (10.4).
        Excess = "excess",
    }
}

impl Question {
    /// Is an order one of this decision?
    #[must_use]
    pub const fn takes(self, order: BattleOrder) -> bool {
        match order {
            BattleOrder::Attack { .. }
            | BattleOrder::Join { .. }
            | BattleOrder::Flank { .. }
            | BattleOrder::End => {
                matches!(self, Self::Attack)
            }
            BattleOrder::Defend { .. } => matches!(self, Self::Defence),
            BattleOrder::Play { .. } | BattleOrder::Bring { .. } | BattleOrder::Place { .. } => {
                matches!(self, Self::Cards)
            }
            BattleOrder::TakeBack { .. } => matches!(self, Self::Returns),
            BattleOrder::Withdraw => matches!(self, Self::Withdrawal),
            BattleOrder::After(order) => self.takes_after(order),
        }
    }

    /// The same of what is decided after the dice.
    const fn takes_after(self, order: AfterOrder) -> bool {
        match order {
            AfterOrder::Reduce { .. } => matches!(self, Self::Losses),
            AfterOrder::Eliminate { .. } => {
                matches!(self, Self::Losses | Self::Retreat | Self::Excess)
            }
            AfterOrder::Replace { .. } => matches!(self, Self::Losses | Self::Retreat),
            AfterOrder::Retreat { .. }
            | AfterOrder::Sail { .. }
            | AfterOrder::Stand { .. }
            | AfterOrder::Shorten => matches!(self, Self::Retreat),
            AfterOrder::Advance { .. } => matches!(self, Self::Advance),
            AfterOrder::Cancel { .. } => matches!(self, Self::Cards),
            AfterOrder::Restore { .. } | AfterOrder::Rebuild { .. } => matches!(self, Self::Repair),
        }
    }
}

/// A decision of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Asked {
    /// What is asked.
    pub kind: Question,
    /// Whom.
    pub side: Side,
    /// When, if cards are asked for.
    pub moment: Option<Moment>,
}
