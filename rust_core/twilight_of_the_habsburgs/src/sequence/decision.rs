//! What a position asks next, and of whom.

use super::agenda::Rest;
use super::chance::Outcome;
use crate::data::{HexId, UnitId};
use crate::position::Position;
use crate::vocabulary::*;
use engine::chance::Results;

/// A decision, derived from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What is asked.
    pub kind: DecisionKind,
    /// Who decides; nobody if chance does or the game is over.
    pub side: Option<Side>,
    /// What the choice depends on.
    pub parameters: Parameters,
}

/// What a decision's choice depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameters {
    /// Dice.
    Chance {
        /// What comes of them.
        outcomes: Results<Outcome>,
    },
    /// Steps to be removed (14.7).
    Attrition {
        /// How many.
        steps: u16,
    },
    /// The segment of an impulse.
    Impulse {
        /// Which impulse.
        number: u16,
    },
    /// A transport (13.62).
    Submarine {
        /// The unit it carries.
        unit: UnitId,
    },
    /// Hexes over a limit (7.3).
    Excess {
        /// Which.
        hexes: Vec<HexId>,
    },
    /// Nothing.
    None,
}

impl Position {
    /// What this position asks next.
    #[must_use]
    pub fn decision(&self) -> Decision {
        let at = self.at_next_decision();
        let Some((top, rest)) = at.state().top().zip(at.rest()) else {
            return Decision {
                kind: DecisionKind::Over,
                side: None,
                parameters: Parameters::None,
            };
        };
        let Rest::Decides(kind) = rest else {
            let outcomes = at.throws(top);
            return Decision {
                kind: DecisionKind::Chance,
                side: None,
                parameters: outcomes
                    .map_or(Parameters::None, |outcomes| Parameters::Chance { outcomes }),
            };
        };
        let parameters = match kind {
            DecisionKind::Attrition => Parameters::Attrition {
                steps: at.attrition_owed().unwrap_or(0),
            },
            DecisionKind::Reorganization | DecisionKind::Movement => Parameters::Impulse {
                number: at.state().impulse().unwrap_or(1),
            },
            DecisionKind::Submarine => match usize::from(top.args[0]).checked_sub(1) {
                Some(unit) => Parameters::Submarine { unit },
                None => Parameters::None,
            },
            DecisionKind::Excess => Parameters::Excess {
                hexes: top
                    .side
                    .map_or_else(Vec::new, |side| at.hexes_over(side).iter().collect()),
            },
            _ => Parameters::None,
        };
        Decision {
            kind,
            side: top.side,
            parameters,
        }
    }

    /// The kind of what is asked next.
    #[must_use]
    pub fn asks_for(&self) -> DecisionKind {
        match self.at_next_decision().rest() {
            Some(Rest::Decides(kind)) => kind,
            Some(_) => DecisionKind::Chance,
            None => DecisionKind::Over,
        }
    }
}
