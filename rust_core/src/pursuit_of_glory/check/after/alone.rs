//! What is open after the dice to one unit, by other readings too: for comparison with others.

use super::super::Referee;
use super::retreat::Retreat;
use crate::board::bitset::BitSet;
use crate::pursuit_of_glory::aftermath::Aftermath;
use crate::pursuit_of_glory::aftermath::losses::Sheet;
use crate::pursuit_of_glory::battles::{AfterOrder, BattleOrder};
use crate::pursuit_of_glory::data::UnitId;
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::readings::Readings;
use crate::pursuit_of_glory::vocabulary::{Side, Stage};

/// So many ways to take losses are looked through.
const MOST_WAYS: usize = 20_000;

impl Position {
    /// Who may take the first step of the losses that are due (12.6.3, 12.6.4), of the units in
    /// the battle at its beginning, and whether the fort may (12.6.6); `None` at other stages.
    #[must_use]
    pub fn first_losses(&self, readings: &Readings) -> Option<(BitSet, bool)> {
        let after = Aftermath::new(self)?;
        if ![Stage::DefendersLosses, Stage::AttackersLosses].contains(&after.stage) {
            return None;
        }
        let side = after.acts()?;
        let mut sheet = Sheet::new(&after, side);
        sheet.sparing = !readings.guessed_units_not_spared;
        let members = sheet.members;
        let first = |sheet: &Sheet<'_>| -> BitSet {
            let ways = sheet.ways(MOST_WAYS).into_iter();
            let orders = ways.flat_map(|way| way.orders().to_vec());
            let units = orders.filter_map(|order| match order {
                BattleOrder::After(
                    AfterOrder::Reduce { unit } | AfterOrder::Eliminate { unit },
                ) => Some(unit),
                _ => None,
            });
            units.filter(|unit| members.contains(*unit)).collect()
        };
        let mut units = BitSet::EMPTY;
        if readings.guessed_units_last {
            sheet.members = members.iter().filter(|u| !after.uncertain(*u)).collect();
            units = first(&sheet);
            sheet.members = members;
        }
        if units.is_empty() {
            units = first(&sheet);
        }
        let fort = side != after.attacker
            && members.is_empty()
            && after.defending_fort()
            && sheet.number >= self.data().spaces[after.target].fort;
        Some((units, fort))
    }

    /// The places into which one unit may retreat by a space, all others staying (12.7.6); none if
    /// it does not retreat.
    #[must_use]
    pub fn first_retreats(&self, unit: UnitId, readings: &Readings) -> BitSet {
        let Some(after) = Aftermath::new(self) else {
            return BitSet::EMPTY;
        };
        let side = match self.side_of(unit) {
            Side::Special => after.attacker.enemy(),
            _ if readings.greeks_retreat_as_printed => self.data().units[unit].side,
            side => side,
        };
        let referee = Referee::of(self, side, 0, readings);
        let retreat = Retreat::new(&referee, &after);
        retreat.alone(unit)
    }
}
