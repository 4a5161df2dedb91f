//! Battles: from the declaration to the last card (12.2, `docs/battles.md`, `docs/aftermath.md`).
//!
//! A battle is a frame, and each of its steps one upon it. Here stands what follows what; the steps
//! have files of their own.

pub(super) mod advance;
mod asks;
pub(super) mod attack;
pub(super) mod cards;
pub(super) mod defence;
pub(super) mod dice;
pub(super) mod jafar_pasha;
pub(super) mod losses;
mod offensives;
pub(super) mod repair;
pub(super) mod retreat;
pub(super) mod returns;
pub(super) mod withdrawal;

use super::agenda::{FrameHandler, NextStep, SILENT, Then};
use crate::cards::Does;
use crate::check::Violation;
use crate::combat::{Battle, FireOrder, Role};
use crate::control::commander;
use crate::data::{CardId, PlaceId};
use crate::orders::Move;
use crate::position::Position;
use crate::state::{BattleVar, Cell, Frame, FrameKind, USED};
use crate::vocabulary::*;

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| {
        let defender = position.side_in_battle(Role::Defender);
        NextStep::Begins(Frame::of(FrameKind::Defence).by(defender))
    },
    after: |position, _, child| match position.after_step(child) {
        Some(next) if child.kind == FrameKind::Dice => match position.jafar_pasha_passes() {
            Some(die) => Then::NextWith(next, die),
            None => Then::Next(next),
        },
        Some(next) if matches!(child.kind, FrameKind::Retreat | FrameKind::SaveTiflis) => {
            let excess = child.side.and_then(|side| position.excess_lcus_of(side));
            excess.map_or(Then::Next(next), |excess| Then::NextWith(next, excess))
        }
        Some(next) => Then::Next(next),
        None => {
            position.battle_over();
            Then::Done
        }
    },
    ..SILENT
};

/// Every rule that an answer to the decision of a battle breaks.
pub(super) fn judged(position: &Position, _: Frame, made: &Move) -> Vec<Violation> {
    let asked = position.asked_in_battle();
    asked.map_or_else(Vec::new, |asked| position.check_answer(asked, made))
}

impl Position {
    pub(super) fn put_battle_var(&mut self, which: BattleVar, number: u16) {
        self.put(Cell::BattleVar(which as usize), number);
    }

    fn put_battle_flag(&mut self, matter: BattleFlag) {
        let settled = self.state().battle_var(BattleVar::Flags);
        self.put_battle_var(BattleVar::Flags, settled | 1 << matter as u16);
    }

    /// The place attacked in the battle under way.
    pub(super) fn battlefield(&self) -> Option<PlaceId> {
        let target = self.state().target();
        target.filter(|target| *target < self.data().on_map)
    }

    /// The side that attacks, or defends, in the battle under way (12.1.c).
    pub(super) fn side_in_battle(&self, role: Role) -> Side {
        match role {
            Role::Attacker => self.state().attacker(),
            Role::Defender => self.state().attacker().enemy(),
        }
    }

    /// Combat units whose battle is still to come (12.1-1, 12.1.a-2, 12.1.b-2).
    pub(super) fn anybody_waits(&self) -> bool {
        let state = self.state();
        state
            .attacking
            .meets(&(self.data().counters.combat - state.fought))
    }

    /// What follows a step of the battle (12.2-1, 12.2-2); `None` = nothing.
    fn after_step(&mut self, step: Frame) -> Option<Frame> {
        let attacker = self.side_in_battle(Role::Attacker);
        let defender = self.side_in_battle(Role::Defender);
        let attacks = step.side == Some(attacker);
        Some(match step.kind {
            FrameKind::Defence => {
                self.assign_default_defenders();
                Frame::cards(attacker, Moment::Weather)
            }
            FrameKind::Cards => return self.after_cards(step.moment()?, attacks),
            FrameKind::Weather => Frame::cards(attacker, Moment::Battle),
            FrameKind::Returns if attacks => Frame::of(FrameKind::Returns).by(defender),
            FrameKind::Returns => {
                let retreats = self.played(Does::RetreatOrRoll).is_some();
                self.clear_cancelled_cards();
                return retreats.then(|| self.retreat_frame());
            }
            FrameKind::Withdrawal => Frame::of(FrameKind::Flank),
            FrameKind::Flank => Frame::of(FrameKind::Dice),
            FrameKind::Dice => Frame::cards(attacker, Moment::Dice),
            FrameKind::Losses => {
                let next = self.next_losses();
                if next == Frame::cards(Side::Cp, Moment::Losses) {
                    self.default_missing_loss_numbers();
                }
                next
            }
            FrameKind::Retreat => Frame::cards(Side::Cp, Moment::Retreat),
            FrameKind::SaveTiflis => self.advance_frame(),
            FrameKind::Advance => Frame::cards(attacker, Moment::Advance),
            FrameKind::Repair if self.reserves_left() => {
                self.put_battle_flag(BattleFlag::ReservesSpent);
                step
            }
            _ => {
                self.update_hqs_and_artillery();
                self.leave_marks();
                self.clear_last_cards();
                return None;
            }
        })
    }

    /// What follows combat cards.
    fn after_cards(&mut self, moment: Moment, attacks: bool) -> Option<Frame> {
        let attacker = self.side_in_battle(Role::Attacker);
        let defender = self.side_in_battle(Role::Defender);
        Some(match moment {
            Moment::Weather => Frame::of(FrameKind::Weather),
            Moment::Battle | Moment::Dice | Moment::Advance if attacks => {
                Frame::cards(defender, moment)
            }
            Moment::Battle if self.state().battle_flag(BattleFlag::Cancelled) => {
                Frame::of(FrameKind::Returns).by(attacker)
            }
            Moment::Battle => Frame::of(FrameKind::Withdrawal).by(defender),
            Moment::Dice => {
                let numbers = [BattleVar::LossByAttacker, BattleVar::LossByDefender];
                if numbers
                    .iter()
                    .all(|number| self.state().battle_var(*number) > 0)
                {
                    // The winner is known (12.2.8.d); who fires second has no number yet.
                    self.clear_cards();
                }
                let taken = [
                    BattleFlag::AttackersLossesTaken,
                    BattleFlag::DefendersLossesTaken,
                ];
                if !taken.iter().any(|matter| self.state().battle_flag(*matter)) {
                    self.snapshot_supply();
                }
                self.next_losses()
            }
            Moment::Losses => self.retreat_frame(),
            Moment::Retreat if self.played(Does::RussiansRetreat).is_some() => {
                Frame::of(FrameKind::SaveTiflis).by(Side::Ap)
            }
            Moment::Retreat => self.advance_frame(),
            Moment::Advance => Frame::of(FrameKind::Repair).by(Side::Cp),
        })
    }

    /// The defender retreats; the attacker if CATASTROPHIC ATTACK drives it back (12.9.9-1).
    fn retreat_frame(&self) -> Frame {
        let role = match self.state().battle_var(BattleVar::StackOut) {
            0 => Role::Defender,
            _ => Role::Attacker,
        };
        Frame::of(FrameKind::Retreat).by(self.side_in_battle(role))
    }

    /// The attacker advances; the defender after CATASTROPHIC ATTACK (12.9.9).
    fn advance_frame(&self) -> Frame {
        let role = match self.state().battle_var(BattleVar::StackOut) {
            0 => Role::Attacker,
            _ => Role::Defender,
        };
        Frame::of(FrameKind::Advance).by(self.side_in_battle(role))
    }

    /// Goes on from the position after an answer; without one this position stays.
    fn or_as_it_is(&self, next: Option<Self>) -> Self {
        next.map_or_else(|| self.clone(), Self::advance_to_next_decision)
    }

    /// The position after a decision that leaves one answer only.
    fn only_answer(&self, play: impl Fn(&Self, &Move) -> Self) -> NextStep {
        let only = self.answers_after(1).into_iter().next();
        NextStep::Takes(Box::new(play(self, &only.unwrap_or_default())))
    }

    /// Who had nobody left to fire has a loss number of 0 (12.4.3); then the winner is known.
    fn default_missing_loss_numbers(&mut self) {
        let numbers = [BattleVar::LossByAttacker, BattleVar::LossByDefender];
        let silent = numbers.map(|number| self.state().battle_var(number) == 0);
        for (number, silent) in numbers.into_iter().zip(silent) {
            if silent {
                self.put_battle_var(number, 1);
            }
        }
        if silent.contains(&true) {
            self.clear_cards();
        }
    }

    /// Who has played a combat card with an effect in this battle.
    fn played(&self, effect: Does) -> Option<(CardId, Side)> {
        let mut cards = self.data().cards_with(effect);
        cards.find_map(|card| Some((card, self.state().played_by(card)?)))
    }

    /// Who fires first (12.2.8.c-2): a card or water decides, then the flank attempt.
    fn order_of_fire(&self) -> FireOrder {
        let first = Battle::from_position(self).and_then(|battle| battle.effects().first);
        let state = self.state();
        match first {
            Some((order, _)) => order,
            None if state.battle_flag(BattleFlag::FlankSucceeded) => FireOrder::AttackerFirst,
            None if state.battle_flag(BattleFlag::FlankFailed) => FireOrder::DefenderFirst,
            None => FireOrder::Together,
        }
    }

    /// Everybody who may defends the target, if nothing else was chosen (12.10.3-1): combat units,
    /// and HQs too (3.2.3.1-3), but not artillery (3.2.3.2-1), nor who has retreated (12.7.7-1).
    fn assign_default_defenders(&mut self) {
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

    /// Forgets the battle under way: its cards count as used in this round (9.5.4.2-3).
    fn battle_over(&mut self) {
        for unit in (self.state().attackers | self.state().defenders).iter() {
            self.put(Cell::Battle(unit), 0);
        }
        for unit in self.state().marked().iter() {
            for cell in [
                Cell::Factor,
                Cell::ReplacementFor,
                Cell::BattleStatus,
                Cell::LeftFrom,
            ] {
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
        for which in BattleVar::ALL {
            if ![BattleVar::RussiansAttacked, BattleVar::WarWeary].contains(which) {
                self.put_battle_var(*which, 0);
            }
        }
    }
}
