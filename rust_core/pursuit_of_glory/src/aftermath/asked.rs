//! Which decision of a battle a position asks for.

use super::Aftermath;
use crate::battles::{Asked, Question};
use crate::position::Position;
use crate::state::Fight;
use crate::vocabulary::{Moment, Side, Stage};

impl Position {
    /// The decision that the battle under way asks for; while there is none, the next attack.
    /// `None` where a battle waits for dice.
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
            if !self.in_excess().is_empty() {
                return asked(Question::Excess, defender);
            }
            return asked(Question::Attack, attacker);
        }
        match state.stage()? {
            Stage::Defence => asked(Question::Defence, defender),
            Stage::WeatherCards => cards(attacker, Moment::Weather),
            Stage::AttackersCards => cards(attacker, Moment::Battle),
            Stage::DefendersCards => cards(defender, Moment::Battle),
            Stage::AttackersLateCards => cards(attacker, Moment::Dice),
            Stage::DefendersLateCards => cards(defender, Moment::Dice),
            Stage::AttackersReturns => asked(Question::Returns, attacker),
            Stage::DefendersReturns => asked(Question::Returns, defender),
            Stage::Withdrawal => asked(Question::Withdrawal, defender),
            Stage::LossesCards => cards(Side::Cp, Moment::Losses),
            Stage::RetreatCards => cards(Side::Cp, Moment::Retreat),
            Stage::AttackersLastCards => cards(attacker, Moment::Advance),
            Stage::DefendersLastCards => cards(defender, Moment::Advance),
            stage @ (Stage::DefendersLosses
            | Stage::AttackersLosses
            | Stage::Retreat
            | Stage::SaveTiflis
            | Stage::Advance
            | Stage::Repair) => {
                let kind = match stage {
                    Stage::Retreat | Stage::SaveTiflis => Question::Retreat,
                    Stage::Advance => Question::Advance,
                    Stage::Repair => Question::Repair,
                    _ => Question::Losses,
                };
                asked(kind, Aftermath::new(self)?.acts()?)
            }
            Stage::Weather | Stage::Flank | Stage::Dice => None,
        }
    }
}
