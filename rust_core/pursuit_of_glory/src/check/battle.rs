//! The decisions of a battle: which one is asked, and what is wrong with an answer to it
//! (`docs/battles.md`).

use super::cards::CardOffer;
use super::{Checker, Violation};
use crate::aftermath::BattleDecision;
use crate::combat::{Battle, Moment};
use crate::data::{CardId, PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use std::cell::OnceCell;

/// Judges answers to one decision of a battle. What they share is found once.
#[derive(Debug)]
pub struct AnswerJudge<'a> {
    position: &'a Position,
    asked: BattleDecision,
    checker: Checker<'a>,
    battle: OnceCell<Option<Battle<'a>>>,
}

impl<'a> AnswerJudge<'a> {
    /// Prepares to judge answers to a decision.
    #[must_use]
    pub fn new(position: &'a Position, asked: BattleDecision) -> Self {
        Self {
            position,
            asked,
            checker: Checker::of_side(position, asked.side),
            battle: OnceCell::new(),
        }
    }

    fn battle(&self) -> Option<&Battle<'a>> {
        let found = self.battle.get_or_init(|| Battle::current(self.position));
        found.as_ref()
    }

    /// The units in a place of the side that decides.
    #[must_use]
    pub fn units_at(&self, place: PlaceId) -> &[UnitId] {
        self.checker.at(place)
    }

    /// Every rule that an answer breaks, each once.
    #[must_use]
    pub fn check(&self, made: &Move) -> Vec<Violation> {
        if let Some(shown) = self.position.shown_by(made) {
            return AnswerJudge::new(&shown, self.asked).check(made);
        }
        let checker = &self.checker;
        match self.asked.kind {
            // Nobody need attack (12.1.a-1), but by an event.
            DecisionKind::Attack if made.ends() => checker.check_end(),
            DecisionKind::Attack => checker.check_attack(made),
            DecisionKind::Defence => {
                let target = self.position.target();
                target.map_or_else(Vec::new, |target| checker.check_defence(target, made))
            }
            DecisionKind::Cards => {
                let moment = self.asked.moment.unwrap_or(Moment::Battle);
                let battle = self.battle();
                battle.map_or_else(Vec::new, |battle| checker.check_cards(battle, moment, made))
            }
            DecisionKind::Returns => checker.check_returns(made),
            DecisionKind::Losses
            | DecisionKind::Retreat
            | DecisionKind::Advance
            | DecisionKind::Repair
            | DecisionKind::Excess => self.position.check_after(checker, self.asked.kind, made),
            DecisionKind::Withdrawal => {
                let battle = self.battle();
                battle.map_or_else(Vec::new, |battle| {
                    checker.check_turkish_withdrawal(battle, made)
                })
            }
            _ => Vec::new(),
        }
    }
}

impl AnswerJudge<'_> {
    /// As [`Self::check`], but of an attack perhaps not all, once a rule is broken that no further order
    /// could mend.
    #[must_use]
    pub fn check_while_owed(&self, made: &Move) -> Vec<Violation> {
        if self.asked.kind != DecisionKind::Attack || made.ends() {
            return self.check(made);
        }
        let owed = |found: &[Violation]| found.iter().all(|one| one.owed());
        self.checker.check_attack_while(made, owed)
    }
}

impl Position {
    /// Every rule that an answer to a decision of a battle breaks, each once.
    #[must_use]
    pub fn check_answer(&self, asked: BattleDecision, made: &Move) -> Vec<Violation> {
        AnswerJudge::new(self, asked).check(made)
    }

    /// The position once the cards that a move plays were shown; `None` if it shows nothing new.
    #[must_use]
    pub fn shown_by(&self, made: &Move) -> Option<Self> {
        let played = made.orders().iter().filter_map(|order| match order {
            Order::Play { card } | Order::PlayCard { card, .. } => Some(*card),
            _ => None,
        });
        self.showing(played)
    }

    /// The target of the battle under way.
    fn target(&self) -> Option<PlaceId> {
        let at = self.state().target();
        at.filter(|at| *at < self.data().on_map)
    }

    /// Whether the defender of the battle under way can choose with which units to defend
    /// (12.10.3).
    #[must_use]
    pub fn defence_is_asked(&self) -> bool {
        let defender = self.state().attacker().enemy();
        self.target()
            .is_some_and(|target| Checker::of_side(self, defender).chooses_defenders(target))
    }

    /// The cards that a side could play at a moment of the battle under way, each with the units and
    /// places that may be named for it (9.5.4, 12.2.5). A card that needs a unit which another
    /// brings is among them.
    #[must_use]
    pub fn playable_cards(&self, side: Side, moment: Moment) -> Vec<CardOffer> {
        self.offers(side, moment, |card| self.holds(side, card))
    }

    /// As [`Self::playable_cards`], with all cards that the side could hold, for all that the other
    /// may know.
    #[must_use]
    pub fn conceivable_cards(&self, side: Side, moment: Moment) -> Vec<CardOffer> {
        self.offers(side, moment, |card| self.could_hold(side, card))
    }

    fn offers(&self, side: Side, moment: Moment, holds: impl Fn(CardId) -> bool) -> Vec<CardOffer> {
        // Mostly there is none, and the battle need not be looked at.
        let timely = |card: CardId| {
            let known = self.data().combat(card);
            known.is_some_and(|known| known.times.iter().flatten().any(|time| *time == moment))
        };
        let mut cards = self.data().combat_cards.iter().copied();
        if !cards.any(|card| timely(card) && holds(card)) {
            return Vec::new();
        }
        let battle = Battle::current(self);
        battle.map_or_else(Vec::new, |battle| {
            Checker::of_side(self, side).offers_of_cards(&battle, moment, holds)
        })
    }

    /// Whether the CP may announce a withdrawal in the battle under way (12.8).
    #[must_use]
    pub fn withdrawal_is_possible(&self) -> bool {
        let made = Move::new(vec![Order::WithdrawTurks]);
        self.state().attacker() == Side::Ap
            && Battle::current(self).is_some_and(|battle| {
                let checker = Checker::of_side(self, Side::Cp);
                checker.check_turkish_withdrawal(&battle, &made).is_empty()
            })
    }

    /// The cards that a side may take back from a battle that was cancelled (9.5.4.4-2).
    #[must_use]
    pub fn returnable_cards(&self, side: Side) -> Vec<CardId> {
        Checker::of_side(self, side).returnable()
    }
}
