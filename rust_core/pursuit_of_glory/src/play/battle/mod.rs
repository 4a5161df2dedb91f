//! Battles: from the declaration to the last card (12.2, `docs/battles.md`, `docs/aftermath.md`).
//!
//! A position remembers the stage its battle has reached. Going on passes the stages at which
//! nobody has a choice and no die falls, so that what is asked next is always worth asking.

mod advance;
mod asks;
mod attack;
mod cards;
mod dice;
pub(super) mod losses;
mod offensives;
mod retreat;

use crate::aftermath::Aftermath;
use crate::battles::{BattleMove, BattleOrder};
use crate::combat::{Battle, CombatCard, Order, Role};
use crate::control::commander;
use crate::data::{CardId, PlaceId};
use crate::position::Position;
use crate::state::{Cell, Fight, USED};
use crate::vocabulary::*;
use std::borrow::Cow;

impl Position {
    pub(super) fn put_fight(&mut self, which: Fight, number: u16) {
        self.put(Cell::Fight(which as usize), number);
    }

    fn put_settled(&mut self, matter: Settled) {
        let settled = self.state().fight(Fight::Settled);
        self.put_fight(Fight::Settled, settled | 1 << matter as u16);
    }

    /// The place attacked in the battle under way.
    pub(super) fn battlefield(&self) -> Option<PlaceId> {
        let target = usize::from(self.state().fight(Fight::Target)).checked_sub(1)?;
        (target < self.data().on_map).then_some(target)
    }

    /// The side that attacks, or defends, in the battle under way: the side to act attacks
    /// (12.1.c).
    pub(super) fn side_in_battle(&self, role: Role) -> Side {
        match role {
            Role::Attacker => self.state().active(),
            Role::Defender => self.state().active().enemy(),
        }
    }

    /// Combat units whose battle is still to come (12.1-1, 12.1.a-2, 12.1.b-2).
    pub(super) fn anybody_waits(&self) -> bool {
        let state = self.state();
        state
            .attacking
            .meets(&(self.data().counters.combat - state.fought))
    }

    /// The position in which the battle under way waits for somebody, or for a die. A document may
    /// tell of one that does not.
    #[must_use]
    pub fn at_rest(&self) -> Cow<'_, Self> {
        match self.state().stage() {
            Some(stage) if !self.waits_at(stage) => Cow::Owned(self.clone().go_on(stage)),
            _ => Cow::Borrowed(self),
        }
    }

    /// Begins the battle that was declared.
    fn begun(self) -> Self {
        self.go_to(Stage::Defence)
    }

    /// Goes to a stage, and past it if there is nothing to wait for.
    fn go_to(mut self, stage: Stage) -> Self {
        self.put_fight(Fight::Stage, stage as u16);
        if self.waits_at(stage) {
            self
        } else {
            self.go_on(stage)
        }
    }

    /// Leaves a stage behind (12.2-1, 12.2-2).
    fn go_on(mut self, stage: Stage) -> Self {
        let next = match stage {
            Stage::Defence => {
                self.man_the_target();
                Stage::WeatherCards
            }
            Stage::WeatherCards => Stage::Weather,
            Stage::Weather => Stage::AttackersCards,
            Stage::AttackersCards => Stage::DefendersCards,
            Stage::DefendersCards if self.state().settled(Settled::Cancelled) => {
                Stage::AttackersReturns
            }
            Stage::DefendersCards => Stage::Withdrawal,
            Stage::AttackersReturns => Stage::DefendersReturns,
            Stage::DefendersReturns => {
                let retreats = self.played(CombatCard::Cp20).is_some();
                self.clear_cancelled_cards();
                if !retreats {
                    return self.battle_over();
                }
                Stage::Retreat
            }
            Stage::Withdrawal => Stage::Flank,
            Stage::Flank => Stage::Dice,
            Stage::Dice => Stage::AttackersLateCards,
            Stage::AttackersLateCards => Stage::DefendersLateCards,
            Stage::DefendersLateCards => {
                let state = self.state();
                let numbers = [Fight::LossByAttacker, Fight::LossByDefender];
                if numbers.iter().all(|number| state.fight(*number) > 0) {
                    // The winner is known (12.2.8.d); who fires second has no number yet.
                    self.clear_cards();
                }
                let taken = [Settled::AttackersLossesTaken, Settled::DefendersLossesTaken];
                if !taken.iter().any(|matter| self.state().settled(*matter)) {
                    self.take_stock();
                }
                self.next_losses()
            }
            // There is one answer only.
            Stage::DefendersLosses | Stage::AttackersLosses => {
                return self.only_answer(Self::take_losses);
            }
            Stage::Retreat | Stage::SaveTiflis => return self.only_answer(Self::retreat),
            Stage::Advance => return self.only_answer(Self::advance),
            Stage::LossesCards => Stage::Retreat,
            Stage::RetreatCards if self.played(CombatCard::Cp11).is_some() => Stage::SaveTiflis,
            Stage::RetreatCards => Stage::Advance,
            Stage::AttackersLastCards => Stage::DefendersLastCards,
            Stage::DefendersLastCards => Stage::Repair,
            Stage::Repair if self.reserves_left() => {
                self.put_settled(Settled::ReservesSpent);
                Stage::Repair
            }
            Stage::Repair => {
                self.judge_generals();
                self.leave_marks();
                self.clear_last_cards();
                return self.battle_over();
            }
        };
        self.go_to(next)
    }

    /// Answers as there is no choice.
    fn only_answer(self, play: impl Fn(&Self, &BattleMove) -> Self) -> Self {
        let only = self.answers_after(1).into_iter().next();
        play(&self, &only.unwrap_or_default())
    }

    /// Goes on after an answer to a decision after the dice.
    fn answered(mut self, stage: Stage) -> Self {
        let next = match stage {
            Stage::DefendersLosses | Stage::AttackersLosses => {
                let next = self.next_losses();
                if next == Stage::LossesCards {
                    self.count_the_silent();
                }
                next
            }
            Stage::Retreat => Stage::RetreatCards,
            Stage::SaveTiflis => Stage::Advance,
            Stage::Advance => Stage::AttackersLastCards,
            stage => return self.go_on(stage),
        };
        self.go_to(next)
    }

    /// Who had nobody left to fire has a loss number of 0 (12.4.3); then the winner is known.
    fn count_the_silent(&mut self) {
        let numbers = [Fight::LossByAttacker, Fight::LossByDefender];
        let silent = numbers.map(|number| self.state().fight(number) == 0);
        for (number, silent) in numbers.into_iter().zip(silent) {
            if silent {
                self.put_fight(number, 1);
            }
        }
        if silent.contains(&true) {
            self.clear_cards();
        }
    }

    /// Does somebody have a choice at this stage, does a die fall, or is what follows not there yet?
    fn waits_at(&self, stage: Stage) -> bool {
        match stage {
            Stage::Defence => self.defence_is_asked(),
            Stage::WeatherCards
            | Stage::AttackersCards
            | Stage::DefendersCards
            | Stage::AttackersLateCards
            | Stage::DefendersLateCards
            | Stage::LossesCards
            | Stage::RetreatCards
            | Stage::AttackersLastCards
            | Stage::DefendersLastCards => !self.cards_to_play().is_empty(),
            Stage::AttackersReturns | Stage::DefendersReturns => {
                !self.cards_to_take_back().is_empty()
            }
            Stage::Withdrawal => self.withdrawal_is_possible(),
            Stage::Weather | Stage::Flank | Stage::Dice => self.battle_chance().is_some(),
            Stage::DefendersLosses | Stage::AttackersLosses => {
                self.factor_to_roll(stage).is_some() || self.has_choice_after()
            }
            Stage::Retreat | Stage::SaveTiflis | Stage::Advance => self.has_choice_after(),
            Stage::Repair => {
                let repair = Aftermath::new(self).and_then(|after| after.repair());
                repair.is_some_and(|repair| repair.useful())
            }
        }
    }

    /// Who has played a combat card in this battle.
    fn played(&self, wanted: CombatCard) -> Option<(CardId, Side)> {
        let cards = self.data().cards.iter().enumerate();
        let mut cards = cards.filter(|(_, card)| CombatCard::parse(&card.id) == Some(wanted));
        cards.find_map(|(card, _)| Some((card, self.state().played_by(card)?)))
    }

    /// Who fires first (12.2.8.c-2): a card or water decides, then the flank attempt.
    fn order_of_fire(&self) -> Order {
        let first = Battle::remembered(self).and_then(|battle| battle.effects().first);
        let state = self.state();
        match first {
            Some((order, _)) => order,
            None if state.settled(Settled::FlankSucceeded) => Order::AttackerFirst,
            None if state.settled(Settled::FlankFailed) => Order::DefenderFirst,
            None => Order::Together,
        }
    }

    /// Everybody who may defends the target, if nothing else was chosen (12.10.3-1): combat units,
    /// and HQs too (3.2.3.1-3), but not artillery (3.2.3.2-1), nor who has retreated (12.7.7-1).
    fn man_the_target(&mut self) {
        let Some(target) = self.battlefield() else {
            return;
        };
        if !self.state().defenders.is_empty() {
            return;
        }
        let attacker = self.side_in_battle(Role::Attacker);
        let (data, greece) = (self.data().clone(), self.state().greece());
        for unit in self.units_at(target) {
            let defends = commander(&data, greece, unit) != Some(attacker)
                && data.units[unit].class != Class::Artillery
                && !self.state().retreated.contains(unit);
            if defends {
                self.put(Cell::Battle(unit), 2);
            }
        }
    }

    /// The stack that was chosen defends (12.10.3-1).
    pub(super) fn defend(&self, orders: &BattleMove) -> Self {
        let mut next = self.clone();
        let own = self.side_in_battle(Role::Attacker);
        for unit in self.state().defenders.iter() {
            next.put(Cell::Battle(unit), 0);
        }
        for order in orders.orders() {
            if let BattleOrder::Defend { unit } = *order
                && self.place(unit) == self.battlefield()
                && unit < self.data().units.len()
                && self.side_of(unit) != own
            {
                next.put(Cell::Battle(unit), 2);
            }
        }
        next.go_on(Stage::Defence)
    }

    /// The Turks withdraw, or not (12.8-1).
    pub(super) fn withdraw_turks(&self, orders: &BattleMove) -> Self {
        let mut next = self.clone();
        if orders.orders().contains(&BattleOrder::Withdraw) {
            next.put_settled(Settled::Withdraws);
        }
        next.go_on(Stage::Withdrawal)
    }

    /// Forgets the battle under way: its cards count as used in this round (9.5.4.2-3).
    fn battle_over(mut self) -> Self {
        for unit in (self.state().attackers | self.state().defenders).iter() {
            self.put(Cell::Battle(unit), 0);
        }
        for unit in self.state().marked().iter() {
            for cell in [Cell::Factor, Cell::Heir, Cell::Scar, Cell::Origin] {
                self.put(cell(unit), 0);
            }
        }
        for place in self.state().passed.iter() {
            self.put(Cell::Passed(place), 0);
        }
        for card in 0..self.data().cards.len() {
            if self.state().played_by(card).is_some() {
                self.put(Cell::Played(card), USED);
            }
        }
        for which in Fight::ALL {
            if ![Fight::RussiansAttacked, Fight::WarWeary].contains(which) {
                self.put_fight(*which, 0);
            }
        }
        self.settled()
    }
}
