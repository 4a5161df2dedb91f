//! What is open after the dice to one unit: for comparison with recorded answers.

use super::super::Checker;
use super::retreat::Retreat;
use crate::aftermath::PostCombat;
use crate::aftermath::losses::LossSheet;
use crate::board::BitSet;
use crate::data::UnitId;
use crate::orders::Order;
use crate::position::Position;
use crate::vocabulary::{Side, Stage};

/// So many ways to take losses are looked through.
const MOST_WAYS: usize = 20_000;

impl Position {
    /// Who may take the first step of the losses that are due (12.6.3, 12.6.4), of the units in
    /// the battle at its beginning, and whether the fort may (12.6.6); `None` at other stages.
    #[must_use]
    pub fn first_losses(&self) -> Option<(BitSet, bool)> {
        let after = PostCombat::new(self)?;
        if ![Stage::DefendersLosses, Stage::AttackersLosses].contains(&after.stage) {
            return None;
        }
        let side = after.acts()?;
        let sheet = LossSheet::new(&after, side);
        let members = sheet.members;
        let ways = sheet.ways(MOST_WAYS).into_iter();
        let orders = ways.flat_map(|way| way.orders().to_vec());
        let units = orders.filter_map(|order| match order {
            Order::Reduce { unit } | Order::Eliminate { unit } => Some(unit),
            _ => None,
        });
        let units = units.filter(|unit| members.contains(*unit)).collect();
        let fort = side != after.attacker
            && members.is_empty()
            && after.defending_fort()
            && sheet.number >= self.data().spaces[after.target].fort;
        Some((units, fort))
    }

    /// The places into which one unit may retreat by a space, all others staying (12.7.6); none if
    /// it does not retreat.
    #[must_use]
    pub fn first_retreats(&self, unit: UnitId) -> BitSet {
        let Some(after) = PostCombat::new(self) else {
            return BitSet::EMPTY;
        };
        let side = match self.side_of(unit) {
            Side::Special => after.attacker.enemy(),
            side => side,
        };
        let checker = Checker::of_side(self, side);
        let retreat = Retreat::new(&checker, &after);
        retreat.alone(unit)
    }
}
