//! What a position asks next, and of whom (8.1).

use super::chance::Outcome;
use super::turkish_corps_in_galicia;
use crate::names::vocabulary;
use crate::pursuit_of_glory::activation::Purpose;
use crate::pursuit_of_glory::data::{CardId, PlaceId, UnitId};
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::state::{Cell, One};
use crate::pursuit_of_glory::vocabulary::*;

vocabulary! {
    /// Kinds of decisions.
    Kind, "kind of decision" {
        /// What to do with an action round (8.1.2).
        Action = "action",
        /// How to spend OPS (9.2).
        Operations = "operations",
        /// Where to place a tribe, because the Jihad level rose (16.3.2).
        Tribes = "tribes",
        /// A die: nobody's decision.
        Chance = "chance",
        /// Which battles to fight (12); they are not there yet, but may be declined (12.1.a).
        Attack = "attack",
        /// Which SCU takes the place of an LCU lost in the Attrition Phase (12.6.5-7).
        Replacement = "replacement",
        /// A phase that is not there yet.
        NotYet = "not_yet",
    }
}

/// A decision, derived from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What is asked.
    pub kind: Kind,
    /// Who decides; nobody if chance does or the phase is not there yet.
    pub side: Option<Side>,
    /// What the choice depends on.
    pub parameters: Parameters,
}

/// What a decision's choice depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameters {
    /// The cards in hand that may be played for OPS, besides the automatic operation (8.1.2).
    Action {
        /// The cards.
        cards: Vec<CardId>,
    },
    /// OPS to spend (9.2).
    Operations {
        /// Their number.
        ops: u8,
    },
    /// Tribes to place (16.3.2).
    Tribes {
        /// How many.
        due: u16,
        /// Which tribe may be placed where.
        places: Vec<(UnitId, Vec<PlaceId>)>,
    },
    /// A die, or several, with the odds of each outcome as a fraction.
    Chance {
        /// Outcome, numerator, denominator.
        outcomes: Vec<(Outcome, u32, u32)>,
    },
    /// Units activated for attack.
    Attack {
        /// Each with what it is activated for.
        units: Vec<(UnitId, Purpose)>,
    },
    /// SCUs that may take the place of a lost LCU (12.6.5).
    Replacement {
        /// The LCU.
        lost: UnitId,
        /// The SCUs.
        units: Vec<UnitId>,
    },
    /// A phase that is not there yet.
    NotYet {
        /// The phase.
        phase: Phase,
        /// One sentence.
        text: String,
    },
}

impl Position {
    /// What this position asks next.
    #[must_use]
    pub fn decision(&self) -> Decision {
        let state = self.state();
        let active = state.active();
        let of = |kind, side, parameters| Decision {
            kind,
            side,
            parameters,
        };
        // Tribes come at once, before any other action (16.3.2-1).
        let due = state.one(One::TribesDue);
        if due > 0 {
            let places = self.tribe_places();
            if !places.is_empty() {
                let parameters = Parameters::Tribes { due, places };
                return of(Kind::Tribes, Some(Side::Cp), parameters);
            }
        }
        if state.one(One::Phase) != Phase::Action as u16 {
            if let Some(outcomes) = self.chance() {
                return of(Kind::Chance, None, Parameters::Chance { outcomes });
            }
            let units = self.replacement_choices();
            if let Some(lost) = turkish_corps_in_galicia(self.data(), state)
                && !units.is_empty()
            {
                let parameters = Parameters::Replacement { lost, units };
                return of(Kind::Replacement, Some(Side::Cp), parameters);
            }
            let phase = Phase::at(state.one(One::Phase).to_le_bytes()[0]);
            let phase = phase.unwrap_or(Phase::Attrition);
            let name = phase.word().replace('_', " ");
            let text = format!("The {name} phase is not there yet.");
            return of(Kind::NotYet, None, Parameters::NotYet { phase, text });
        }
        if let Some(outcomes) = self.chance() {
            return of(Kind::Chance, None, Parameters::Chance { outcomes });
        }
        if let Some(ops) = state.ops().filter(|ops| *ops > 0) {
            let parameters = Parameters::Operations { ops };
            return of(Kind::Operations, Some(active), parameters);
        }
        if !state.attacking.is_empty() {
            let purpose = |unit| match state.get(Cell::Attacking(unit)) {
                1 => Purpose::Attack,
                _ => Purpose::AttackWithBr,
            };
            let units = state.attacking.iter();
            let units = units.map(|unit| (unit, purpose(unit))).collect();
            return of(Kind::Attack, Some(active), Parameters::Attack { units });
        }
        let cards = self.cards_for_ops(active);
        of(Kind::Action, Some(active), Parameters::Action { cards })
    }
}
