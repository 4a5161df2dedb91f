//! The Turkish withdrawal (12.2.6, 12.8).

use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::judged;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.withdrawal_is_possible() {
        true => NextStep::Decides(DecisionKind::Withdrawal),
        false => NextStep::Done,
    },
    parameters: |position, _| Parameters::Withdrawal {
        place: position.battlefield().unwrap_or_default(),
    },
    check: judged,
    take: |position, _, orders| Ok(position.withdraw_turks(orders)),
    ..SILENT
};

impl Position {
    /// The Turks withdraw, or not (12.8-1).
    pub(in super::super) fn withdraw_turks(&self, orders: &Move) -> Self {
        let mut next = self.clone();
        if orders.orders().contains(&Order::WithdrawTurks) {
            next.put_battle_flag(BattleFlag::Withdraws);
        }
        next.done().advance_to_next_decision()
    }
}
