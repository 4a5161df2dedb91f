//! The Turkish withdrawal (12.2.6, 12.8).

use super::super::agenda::{Home, Rest, SILENT};
use super::super::decision::Parameters;
use super::judged;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;

pub(in super::super) const HOME: Home = Home {
    rest: |position, _| match position.withdrawal_is_possible() {
        true => Rest::Decides(DecisionKind::Withdrawal),
        false => Rest::Done,
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
