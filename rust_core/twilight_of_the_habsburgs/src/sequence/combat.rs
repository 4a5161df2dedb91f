//! The combat segment: attacks one after the other, and the die of each (9.0, 9.1, 9.3,
//! 9.31, 9.54, 11.4, 13.11-2).

use super::agenda::Rest;
use super::chance::Outcome;
use crate::board::Units;
use crate::combat::{Attack, Figures};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::chance::Results;

/// It asks as long as a unit could attack.
pub(super) fn combat(position: &Position, top: Frame) -> Rest {
    match top
        .side
        .is_some_and(|side| position.front().could_attack(side))
    {
        true => Rest::Decides(DecisionKind::Attack),
        false => Rest::Done,
    }
}

pub(super) fn attack(top: Frame) -> Rest {
    match top.result() {
        None => Rest::Throws,
        Some(_) => Rest::Done,
    }
}

/// The results of the die of the attack under way.
pub(super) fn throw(position: &Position) -> Option<Results<Outcome>> {
    let figures = position.battle_figures()?;
    Some(Results::of_die::<6>(|face| {
        let at = usize::try_from(face).unwrap_or(1).saturating_sub(1);
        Outcome::Combat(figures.shows[at.min(figures.shows.len() - 1)])
    }))
}

impl Position {
    /// The figures of an attack in this position.
    #[must_use]
    pub fn figures(&self, attack: &Attack) -> Figures {
        let bare = self.front();
        let foe = attack.side.foe();
        bare.figures(attack, || bare.zones_of(foe, bare.present[foe as usize]))
    }

    /// The attack of a move: its first hex and table, with the units that name them.
    #[must_use]
    pub fn declared_attack(&self, made: &Move) -> Option<Attack> {
        let side = self.state().active()?;
        let (mut aim, mut units) = (None, Units::EMPTY);
        for order in made.orders() {
            if let Order::Attack { unit, hex, table } = order
                && *aim.get_or_insert((*hex, *table)) == (*hex, *table)
            {
                units.insert(*unit);
            }
        }
        let (hex, table) = aim?;
        let marked = |wanted: &dyn Fn(&Order) -> bool| made.orders().iter().any(wanted);
        Some(Attack {
            side,
            units,
            hex,
            table,
            gas: marked(&|order| matches!(order, Order::Gas { hex: at } if *at == hex)),
            bombarded: marked(
                &|order| matches!(order, Order::Bombard { target, .. } if *target == hex),
            ),
        })
    }

    /// The figures of the attack under way.
    #[must_use]
    pub fn battle_figures(&self) -> Option<Figures> {
        let attack = self.front().attack_under_way()?;
        Some(self.figures(&attack))
    }

    /// An attack begins: markers are placed, and all who take part are engaged (9.1, 13.51, 13.8).
    pub(super) fn begin_attack(&mut self, made: &Move, segment: Frame) {
        let Some(side) = segment.side else { return };
        let (mut units, mut aim) = (Units::EMPTY, None);
        for order in made.orders() {
            let place = |hex: usize| u16::try_from(hex + 1).unwrap_or(0);
            match order {
                Order::Attack { unit, hex, table } => {
                    units.insert(*unit);
                    aim = Some((*hex, *table));
                }
                Order::Gas { hex } => self.put_one(Scalar::Gas, place(*hex)),
                Order::Bombard { target, .. } => self.put_one(Scalar::Bombarded, place(*target)),
                _ => {}
            }
        }
        let Some((hex, table)) = aim else { return };
        let defenders = self.front().units_in(side.foe(), hex);
        units.for_each(|unit| self.put(Cell::Attacked(unit), 1));
        (units | defenders).for_each(|unit| self.put(Cell::Engaged(unit), 1));
        self.note_companions(side, units, hex);
        self.push(Frame::attack(side, hex, table));
    }

    /// The die of the attack has fallen: what it destroys goes, and what is to be lost or to retreat
    /// comes upon the attack, the last of it first (9.3, 11.41, 11.42, 11.43).
    pub(super) fn attack_thrown(&mut self, top: Frame, result: CombatResult) {
        let (Some(side), Some(hex)) = (top.side, top.target()) else {
            return;
        };
        let mut thrown = top;
        thrown.args[2] = result as u16 + 1;
        self.replace_top(thrown);
        let alone = self.engaged(side.foe()).is_empty();
        let falls = result.destroys(false) || (alone && result == CombatResult::DefenderAttrition);
        if falls && self.front().fortresses[side.foe() as usize].contains(hex) {
            let fortresses = self.data().map.fortresses.iter();
            if let Some(at) = fortresses.clone().position(|fortress| *fortress == hex) {
                self.put(Cell::Fallen(at), 1);
            }
        }
        for attackers in [true, false] {
            let loser = if attackers { side } else { side.foe() };
            if result.destroys(attackers) {
                self.engaged(loser).for_each(|unit| self.lose(unit));
                self.lose_helpless(loser);
            }
        }
        for attackers in [true, false] {
            let loser = if attackers { side } else { side.foe() };
            if self.engaged(loser).is_empty() {
                continue;
            }
            if result.drives(attackers) {
                self.push(Frame::of(FrameKind::Retreat).by(loser));
            }
            if result.halves(attackers) {
                let owed = self.steps_engaged(loser).div_ceil(2);
                self.push(Frame::of(FrameKind::Losses).by(loser).with(owed));
            }
        }
    }

    /// The attack is over.
    pub(super) fn after_attack(&mut self) {
        let engaged = self.state().engaged;
        engaged.for_each(|unit| self.put(Cell::Engaged(unit), 0));
        for unit in 0..self.data().units.len() {
            if self.state().stood[unit] > 0 {
                self.put(Cell::Stood(unit), 0);
                self.put(Cell::Accompanied(unit), 0);
            }
        }
    }

    /// The segment is over: who attacked may attack again in the next, and the navy sails (9.51,
    /// 13.52, 14.82-3).
    pub(super) fn after_combat(&mut self) {
        let attacked = self.state().attacked;
        attacked.for_each(|unit| self.put(Cell::Attacked(unit), 0));
        let cornered = self.state().cornered;
        cornered.for_each(|unit| self.put(Cell::Cornered(unit), 0));
        self.put_one(Scalar::Bombarded, 0);
    }
}
