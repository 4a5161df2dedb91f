//! Which decision of a battle a position asks for.

use super::BattleOrder;
use crate::names::vocabulary;
use crate::pursuit_of_glory::combat::Moment;
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::state::Fight;
use crate::pursuit_of_glory::vocabulary::{Side, Stage};

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

impl Position {
    /// The decision that the battle under way asks for; while there is none, the next attack.
    /// `None` where a battle waits for dice or losses.
    #[must_use]
    pub fn asked_in_battle(&self) -> Option<Asked> {
        let (attacker, state) = (self.active(), self.state());
        let defender = attacker.enemy();
        let asked = |kind, side| {
            Some(Asked {
                kind,
                side,
                moment: None,
            })
        };
        let cards = |side, moment| {
            Some(Asked {
                kind: Question::Cards,
                side,
                moment: Some(moment),
            })
        };
        if state.fight(Fight::Target) == 0 {
            return asked(Question::Attack, attacker);
        }
        match Stage::at(state.fight(Fight::Stage).to_le_bytes()[0])? {
            Stage::Defence => asked(Question::Defence, defender),
            Stage::WeatherCards => cards(attacker, Moment::Weather),
            Stage::AttackersCards => cards(attacker, Moment::Battle),
            Stage::DefendersCards => cards(defender, Moment::Battle),
            Stage::AttackersLateCards => cards(attacker, Moment::Dice),
            Stage::DefendersLateCards => cards(defender, Moment::Dice),
            Stage::AttackersReturns => asked(Question::Returns, attacker),
            Stage::DefendersReturns => asked(Question::Returns, defender),
            Stage::Withdrawal => asked(Question::Withdrawal, defender),
            Stage::Weather
            | Stage::Flank
            | Stage::Dice
            | Stage::DefendersLosses
            | Stage::AttackersLosses
            | Stage::Retreat => None,
        }
    }
}
