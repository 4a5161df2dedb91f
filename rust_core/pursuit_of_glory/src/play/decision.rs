//! What a position asks next, and of whom (8.1).

use super::chance::Outcome;
use super::turkish_corps_in_galicia;
use crate::activation::Purpose;
use crate::aftermath::Aftermath;
use crate::battles::Question;
use crate::board::BitSet;
use crate::check::{Offer, Referee};
use crate::combat::Moment;
use crate::data::{CardId, PlaceId, UnitId};
use crate::position::Position;
use crate::state::{Cell, One};
use crate::vocabulary::*;
use engine::chance::Results;
use engine::names::vocabulary;
use std::borrow::Cow;

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
        /// Which battle to fight next, if any (12.2.1, 12.1.a).
        Attack = "attack",
        /// Which stack defends a region (12.10.3).
        Defence = "defence",
        /// Which combat cards to play (12.2.5, 9.5.4.1).
        Cards = "cards",
        /// Which cards to take back from a cancelled battle (9.5.4.4).
        Returns = "returns",
        /// Whether the Turks withdraw (12.2.6, 12.8).
        Withdrawal = "withdrawal",
        /// Which losses to take (12.6).
        Losses = "losses",
        /// Who retreats where (12.7, 12.8, 12.9.9).
        Retreat = "retreat",
        /// Who advances where (12.9).
        Advance = "advance",
        /// What a card repairs (cp_04, cp_42).
        Repair = "repair",
        /// Who leaves an overstacked space (10.4).
        Excess = "excess",
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
    /// A die.
    Chance {
        /// What comes of it.
        outcomes: Results<Outcome>,
    },
    /// Units activated for attack.
    Attack {
        /// Each with what it is activated for.
        units: Vec<(UnitId, Purpose)>,
    },
    /// The stack that defends a region.
    Defence {
        /// The region.
        place: PlaceId,
        /// Who could be of the stack.
        units: Vec<UnitId>,
    },
    /// Combat cards.
    Cards {
        /// The place attacked.
        place: PlaceId,
        /// Before the weather, before the dice, or after them.
        moment: Moment,
        /// The cards that he could play, with what may be named for them.
        cards: Vec<Offer>,
    },
    /// Cards of a cancelled battle.
    Returns {
        /// The place attacked.
        place: PlaceId,
        /// Those that may be taken back.
        cards: Vec<CardId>,
    },
    /// The Turkish withdrawal.
    Withdrawal {
        /// The place attacked.
        place: PlaceId,
    },
    /// What follows the dice (12.6-12.9).
    Aftermath {
        /// The place attacked.
        place: PlaceId,
        /// What has to be absorbed, or how far units retreat, or the points of a card.
        number: u8,
        /// Who may have orders.
        units: Vec<UnitId>,
    },
    /// Overstacked spaces (10.4).
    Excess {
        /// The spaces.
        places: Vec<PlaceId>,
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
        if let Cow::Owned(further) = self.at_rest() {
            return further.decision();
        }
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
        if let (Some(stage), Some(place)) = (state.stage(), self.battlefield()) {
            return self.battle_decision(stage, place);
        }
        if let Some(ops) = state.ops().filter(|ops| *ops > 0) {
            let parameters = Parameters::Operations { ops };
            return of(Kind::Operations, Some(active), parameters);
        }
        if self.anybody_waits() {
            let purpose = |unit| match state.get(Cell::Attacking(unit)) {
                1 => Purpose::Attack,
                _ => Purpose::AttackWithBr,
            };
            let units = state.attacking.iter();
            let units = units.map(|unit| (unit, purpose(unit))).collect();
            return of(Kind::Attack, Some(active), Parameters::Attack { units });
        }
        let places = self.in_excess();
        if !places.is_empty() {
            let places = places.iter().collect();
            return of(
                Kind::Excess,
                Some(active.enemy()),
                Parameters::Excess { places },
            );
        }
        let cards = self.cards_for_ops(active);
        of(Kind::Action, Some(active), Parameters::Action { cards })
    }

    /// What is asked at the stage that the battle under way has reached; dice are asked before.
    fn battle_decision(&self, stage: Stage, place: PlaceId) -> Decision {
        let (kind, parameters) = match stage {
            Stage::Defence => {
                let units = self.defenders_to_choose();
                (Kind::Defence, Parameters::Defence { place, units })
            }
            Stage::WeatherCards
            | Stage::AttackersCards
            | Stage::DefendersCards
            | Stage::AttackersLateCards
            | Stage::DefendersLateCards
            | Stage::LossesCards
            | Stage::RetreatCards
            | Stage::AttackersLastCards
            | Stage::DefendersLastCards => {
                let moment = self.asked_in_battle().and_then(|asked| asked.moment);
                let moment = moment.unwrap_or(Moment::Battle);
                let cards = self.cards_to_play();
                let parameters = Parameters::Cards {
                    place,
                    moment,
                    cards,
                };
                (Kind::Cards, parameters)
            }
            Stage::AttackersReturns | Stage::DefendersReturns => {
                let cards = self.cards_to_take_back();
                (Kind::Returns, Parameters::Returns { place, cards })
            }
            Stage::Withdrawal => (Kind::Withdrawal, Parameters::Withdrawal { place }),
            // Without a die these are left at once.
            Stage::Weather | Stage::Flank | Stage::Dice => return self.not_yet(stage, place),
            Stage::DefendersLosses
            | Stage::AttackersLosses
            | Stage::Retreat
            | Stage::SaveTiflis
            | Stage::Advance
            | Stage::Repair => self.after_dice(place),
        };
        Decision {
            kind,
            side: self.asked_in_battle().map(|asked| asked.side),
            parameters,
        }
    }

    /// What is asked after the dice.
    fn after_dice(&self, place: PlaceId) -> (Kind, Parameters) {
        let asked = self.asked_in_battle();
        let (kind, number, units) = match (Aftermath::new(self), asked) {
            (Some(after), Some(asked)) => match asked.kind {
                Question::Losses => {
                    let units = after.participants(asked.side);
                    (Kind::Losses, after.loss_number(asked.side), units)
                }
                Question::Retreat => {
                    let flight = after.flight();
                    let units = flight.map(|flight| flight.must | flight.may);
                    let length = flight.map_or(0, |flight| flight.length);
                    (Kind::Retreat, length, units.unwrap_or(BitSet::EMPTY))
                }
                Question::Advance => {
                    let units = Referee::of_side(self, asked.side).who_advances(&after);
                    (Kind::Advance, 0, units)
                }
                _ => {
                    let repair = after.repair();
                    let points = repair.map_or(0, |repair| repair.points / 2);
                    let units = repair.map(|repair| repair.restored | repair.rebuilt);
                    let points = u8::try_from(points).unwrap_or(u8::MAX);
                    (Kind::Repair, points, units.unwrap_or(BitSet::EMPTY))
                }
            },
            _ => (Kind::Losses, 0, BitSet::EMPTY),
        };
        let units = units.iter().collect();
        let parameters = Parameters::Aftermath {
            place,
            number,
            units,
        };
        (kind, parameters)
    }

    /// What follows the dice of a battle.
    fn not_yet(&self, stage: Stage, place: PlaceId) -> Decision {
        let name = &self.data().spaces[place].name;
        let text = match stage {
            Stage::Retreat => format!("The retreat from {name} is not there yet."),
            _ => format!("The losses of the battle at {name} are not there yet."),
        };
        let phase = Phase::Action;
        Decision {
            kind: Kind::NotYet,
            side: None,
            parameters: Parameters::NotYet { phase, text },
        }
    }
}
