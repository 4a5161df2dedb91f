//! The decisions of a battle: which one is asked, and what is wrong with an answer to it
//! (`docs/battles.md`).

use super::cards::Offer;
use super::{Referee, Violation};
use crate::battles::{Asked, BattleMove, BattleOrder, Question};
use crate::combat::{Battle, Moment};
use crate::data::{CardId, PlaceId};
use crate::position::Position;
use crate::vocabulary::*;
use engine::error::{Error, Result};

impl Position {
    /// Every rule that a move of the battle decision asked now breaks, each once.
    ///
    /// # Errors
    /// [`Error::BadInput`] if no such decision is asked, or an order is of another one.
    pub fn check_battle(&self, made: &BattleMove) -> Result<Vec<Violation>> {
        let asked = self.asked_in_battle();
        let asked = asked.ok_or_else(|| Error::bad("battle.stage", "asks for no orders"))?;
        if let Some(order) = made
            .orders()
            .iter()
            .find(|order| !asked.kind.takes(**order))
        {
            let text = BattleMove::new(vec![*order]).to_text(self.data());
            let message = format!("'{text}' is no order of the decision '{}'", asked.kind);
            return Err(Error::bad("move", message));
        }
        Ok(self.check_answer(asked, made))
    }

    /// The same for a decision that is known.
    #[must_use]
    pub fn check_answer(&self, asked: Asked, made: &BattleMove) -> Vec<Violation> {
        if let Some(shown) = self.shown_by(made) {
            return shown.check_answer(asked, made);
        }
        let referee = Referee::of_side(self, asked.side);
        let battle = || Battle::standing(self);
        match asked.kind {
            // Nobody need attack (12.1.a-1).
            Question::Attack if made.ends() => Vec::new(),
            Question::Attack => referee.check_attack(made),
            Question::Defence => {
                let target = self.target();
                target.map_or_else(Vec::new, |target| referee.check_defence(target, made))
            }
            Question::Cards => {
                let moment = asked.moment.unwrap_or(Moment::Battle);
                let battle = battle();
                battle.map_or_else(Vec::new, |battle| {
                    referee.check_cards(&battle, moment, made)
                })
            }
            Question::Returns => referee.check_returns(made),
            Question::Losses
            | Question::Retreat
            | Question::Advance
            | Question::Repair
            | Question::Excess => self.check_after(&referee, asked.kind, made),
            Question::Withdrawal => {
                let battle = battle();
                battle.map_or_else(Vec::new, |battle| {
                    referee.check_turkish_withdrawal(&battle, made)
                })
            }
        }
    }

    /// The position once the cards that a move plays were shown; `None` if it shows nothing new.
    #[must_use]
    pub fn shown_by(&self, made: &BattleMove) -> Option<Self> {
        let played = made.orders().iter().filter_map(|order| match order {
            BattleOrder::Play { card } => Some(*card),
            _ => None,
        });
        self.showing(played)
    }

    /// The target of the battle under way.
    fn target(&self) -> Option<PlaceId> {
        let at = self.state().target();
        at.filter(|at| *at < self.data().on_map)
    }

    /// Has the defender of the battle under way a choice of whom to defend with (12.10.3)?
    #[must_use]
    pub fn defence_is_asked(&self) -> bool {
        let defender = self.state().attacker().enemy();
        self.target()
            .is_some_and(|target| Referee::of_side(self, defender).chooses_defenders(target))
    }

    /// The cards that a side could play at a moment of the battle under way, each with the units and
    /// places that may be named for it (9.5.4, 12.2.5). A card that needs a unit which another
    /// brings is among them.
    #[must_use]
    pub fn playable_cards(&self, side: Side, moment: Moment) -> Vec<Offer> {
        let referee = Referee::of_side(self, side);
        self.offers(&referee, moment, |card| referee.holds(card))
    }

    /// The same of all cards that the side could hold, for all that the other may know.
    #[must_use]
    pub fn conceivable_cards(&self, side: Side, moment: Moment) -> Vec<Offer> {
        let referee = Referee::of_side(self, side);
        self.offers(&referee, moment, |card| self.could_hold(side, card))
    }

    fn offers(
        &self,
        referee: &Referee<'_>,
        moment: Moment,
        holds: impl Fn(CardId) -> bool,
    ) -> Vec<Offer> {
        let battle = Battle::standing(self);
        battle.map_or_else(Vec::new, |battle| {
            referee.offers_of_cards(&battle, moment, holds)
        })
    }

    /// May the CP announce a withdrawal in the battle under way (12.8)?
    #[must_use]
    pub fn withdrawal_is_possible(&self) -> bool {
        let made = BattleMove::new(vec![BattleOrder::Withdraw]);
        self.state().attacker() == Side::Ap
            && Battle::standing(self).is_some_and(|battle| {
                let referee = Referee::of_side(self, Side::Cp);
                referee.check_turkish_withdrawal(&battle, &made).is_empty()
            })
    }

    /// The cards that a side may take back from a battle that was cancelled (9.5.4.4-2).
    #[must_use]
    pub fn returnable_cards(&self, side: Side) -> Vec<CardId> {
        Referee::of_side(self, side).returnable()
    }
}
