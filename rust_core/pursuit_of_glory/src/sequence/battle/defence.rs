//! Which stack defends a region (12.10.3).

use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::judged;
use crate::combat::Role;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::DecisionKind;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.defence_is_asked() {
        true => NextStep::Decides(DecisionKind::Defence),
        false => NextStep::Done,
    },
    parameters: |position, _| Parameters::Defence {
        place: position.battlefield().unwrap_or_default(),
        units: position.defenders_to_choose(),
    },
    check: judged,
    take: |position, _, orders| Ok(position.defend(orders)),
    ..SILENT
};

impl Position {
    /// The stack that was chosen defends (12.10.3-1).
    pub(in super::super) fn defend(&self, orders: &Move) -> Self {
        let mut next = self.clone();
        let own = self.side_in_battle(Role::Attacker);
        for unit in self.state().defenders.iter() {
            next.put(Cell::Battle(unit), 0);
        }
        for order in orders.orders() {
            if let Order::Defend { unit } = *order
                && self.place(unit) == self.battlefield()
                && unit < self.data().units.len()
                && self.side_of(unit) != own
            {
                next.put(Cell::Battle(unit), 2);
            }
        }
        next.done().advance_to_next_decision()
    }
}
