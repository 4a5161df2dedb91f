//! The Turkish withdrawal (12.2.6, 12.8).

use super::super::agenda::{Home, Rest, SILENT};
use super::super::decision::{Kind, Parameters};
use super::orders_of;
use crate::battles::{BattleMove, BattleOrder};
use crate::position::Position;
use crate::vocabulary::*;

pub(in super::super) const HOME: Home = Home {
    rest: |position, _| match position.withdrawal_is_possible() {
        true => Rest::Decides(Kind::Withdrawal),
        false => Rest::Done,
    },
    parameters: |position, _| Parameters::Withdrawal {
        place: position.battlefield().unwrap_or_default(),
    },
    take: |position, _, answer| orders_of(answer).map(|orders| position.withdraw_turks(orders)),
    ..SILENT
};

impl Position {
    /// The Turks withdraw, or not (12.8-1).
    pub(in super::super) fn withdraw_turks(&self, orders: &BattleMove) -> Self {
        let mut next = self.clone();
        if orders.orders().contains(&BattleOrder::Withdraw) {
            next.put_settled(Settled::Withdraws);
        }
        next.done().advanced()
    }
}
