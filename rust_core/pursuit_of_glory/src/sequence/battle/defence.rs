//! Which stack defends a region (12.10.3).

use super::super::agenda::{Home, Rest, SILENT};
use super::super::decision::{Kind, Parameters};
use super::orders_of;
use crate::battles::{BattleMove, BattleOrder};
use crate::combat::Role;
use crate::position::Position;
use crate::state::Cell;

pub(in super::super) const HOME: Home = Home {
    rest: |position, _| match position.defence_is_asked() {
        true => Rest::Decides(Kind::Defence),
        false => Rest::Done,
    },
    parameters: |position, _| Parameters::Defence {
        place: position.battlefield().unwrap_or_default(),
        units: position.defenders_to_choose(),
    },
    take: |position, _, answer| orders_of(answer).map(|orders| position.defend(orders)),
    ..SILENT
};

impl Position {
    /// The stack that was chosen defends (12.10.3-1).
    pub(in super::super) fn defend(&self, orders: &BattleMove) -> Self {
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
        next.done().advanced()
    }
}
