//! Cards taken back of a cancelled battle (9.5.4.4).

use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::judged;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.cards_to_take_back()[..] {
        [] => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Returns),
    },
    parameters: |position, _| Parameters::Returns {
        place: position.battlefield().unwrap_or_default(),
        cards: position.cards_to_take_back(),
    },
    check: judged,
    take: |position, _, orders| Ok(position.take_back(orders)),
    ..SILENT
};

impl Position {
    /// The position after a side has taken cards back, up to the next decision (9.5.4.4-2).
    pub(in super::super) fn take_back(&self, orders: &Move) -> Self {
        let mut next = self.clone();
        let returnable = self.cards_to_take_back();
        for order in orders.orders() {
            if let Order::TakeBack { card } = *order
                && returnable.contains(&card)
            {
                next.put(Cell::Card(card), CardZone::Hand as u16);
                // It has been played openly.
                next.put(Cell::Shown(card), 1);
                next.put(Cell::Played(card), 0);
            }
        }
        next.done().advance_to_next_decision()
    }
}
