//! Steps lost in an attack, and units without attack strength that go with the others (9.32, 9.33,
//! 9.8).

use super::agenda::Rest;
use crate::board::Units;
use crate::data::{HexId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame};
use crate::vocabulary::*;

/// Where only one unit can lose, or all steps are lost, nobody is asked.
pub(super) fn rest(position: &Position, top: Frame) -> Rest {
    let Some(side) = top.side else {
        return Rest::Done;
    };
    let engaged = position.engaged(side);
    let owed = top.args[0];
    if engaged.is_empty() || owed == 0 {
        return Rest::Done;
    }
    if owed >= position.steps_engaged(side) {
        let all = engaged.iter().map(|unit| Order::Eliminate { unit });
        return Rest::Forced(Move::new(all.collect()));
    }
    match engaged.first().filter(|_| engaged.len() == 1) {
        // It has more steps than are owed, which are one.
        Some(unit) => Rest::Forced(Move::new(vec![Order::Reduce { unit }])),
        None => Rest::Decides(DecisionKind::Losses),
    }
}

impl Position {
    /// The units of a side that are engaged in the attack under way and have not retreated.
    #[must_use]
    pub fn engaged(&self, side: Side) -> Units {
        let campaign = &self.data().campaigns[self.state().scenario()];
        self.state().engaged & campaign.of_side[side as usize]
    }

    /// The steps that they have left.
    #[must_use]
    pub fn steps_engaged(&self, side: Side) -> u16 {
        let engaged = self.engaged(side);
        engaged.iter().map(|unit| self.steps_left(unit)).sum()
    }

    /// Notes who stands with whom in the hexes of an attack where some have attack strength and some
    /// none (9.8-3).
    pub(super) fn note_companions(&mut self, side: Side, attackers: Units, target: HexId) {
        let found: Vec<(UnitId, HexId, bool)> = {
            let front = self.front();
            let mut hexes: Vec<(Side, HexId)> = attackers
                .iter()
                .filter_map(|unit| Some((side, front.hex(unit)?)))
                .collect();
            hexes.push((side.foe(), target));
            hexes.sort_unstable();
            hexes.dedup();
            let mut found = Vec::new();
            for (side, hex) in hexes {
                let here = front.units_in(side, hex);
                let helpless: Units = here
                    .iter()
                    .filter(|unit| front.attack_strength(*unit) == 0)
                    .collect();
                if !helpless.is_empty() && helpless != here {
                    found.extend(here.iter().map(|unit| (unit, hex, helpless.contains(unit))));
                }
            }
            found
        };
        for (unit, hex, helpless) in found {
            let number = u16::try_from(hex + 1).unwrap_or(0);
            self.put(Cell::Stood(unit), number);
            self.put(Cell::Accompanied(unit), helpless.into());
        }
    }

    /// 9.8-3: units of a side without attack strength are lost where the attack has eliminated all
    /// that had some and stood with them when it was declared. Who has retreated saves them.
    pub(super) fn lose_helpless(&mut self, side: Side) {
        let attacks = self.state().battle().and_then(|battle| battle.side) == Some(side);
        if !attacks && self.scenario().turned(Switch::ZeroStrengthDiesWith) {
            return;
        }
        let lost: Vec<UnitId> = {
            let state = self.state();
            let units = &self.data().units;
            let bereft = |unit: &UnitId| {
                let with = |other: &UnitId| {
                    state.stood[*other] == state.stood[*unit]
                        && units[*other].side == side
                        && !state.accompanied.contains(*other)
                };
                !(0..units.len())
                    .filter(with)
                    .any(|other| self.hex(other).is_some())
            };
            let helpless = state.accompanied.iter();
            let own =
                helpless.filter(|unit| units[*unit].side == side && self.hex(*unit).is_some());
            own.filter(bereft).collect()
        };
        for unit in lost {
            self.lose(unit);
        }
    }

    /// A side's losses are over.
    pub(super) fn after_losses(&mut self, frame: Frame) {
        if let Some(side) = frame.side {
            self.lose_helpless(side);
        }
    }

    /// Steps are lost in the attack (9.33).
    pub(super) fn take_losses(&mut self, made: &Move) {
        for order in made.orders() {
            match order {
                Order::Eliminate { unit } => self.lose(*unit),
                Order::Reduce { unit } => {
                    self.lose_step(*unit);
                }
                _ => {}
            }
        }
    }
}
