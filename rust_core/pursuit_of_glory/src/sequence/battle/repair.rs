//! Repairs: the points of RESERVES TO THE FRONT and CZAR'S ARMORIES.

use super::super::Transition;
use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::judged;
use crate::aftermath::PostCombat;
use crate::board::BitSet;
use crate::cards::Does;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| {
        let repair = PostCombat::new(position).and_then(|after| after.repair());
        match repair.is_some_and(|repair| repair.useful()) {
            true => NextStep::Decides(DecisionKind::Repair),
            false => NextStep::Done,
        }
    },
    parameters: |position, _| {
        let repair = PostCombat::new(position).and_then(|after| after.repair());
        let points = repair.map_or(0, |repair| repair.points / 2);
        Parameters::PostCombat {
            place: position.battlefield().unwrap_or_default(),
            number: u8::try_from(points).unwrap_or(u8::MAX),
            units: repair.map_or(BitSet::EMPTY, |repair| repair.restored | repair.rebuilt),
        }
    },
    check: judged,
    take: |position, _, orders| Ok(position.repair(orders)),
    ..SILENT
};

impl Position {
    /// The position after repairs, up to the next decision (RESERVES TO THE FRONT, CZAR'S
    /// ARMORIES).
    pub(in super::super) fn repair(&self, orders: &Move) -> Self {
        let Some(target) = self.battlefield() else {
            return self.clone();
        };
        let mut transition = Transition::new(self, Side::Cp);
        for order in orders.orders().iter().cloned() {
            if let Order::Rebuild { unit } = order {
                let origin = self.state().get(Cell::LeftFrom(unit));
                if let Some(place) = self.data().movement_graph.neighbour(target, origin) {
                    transition.now.stand(unit, place);
                    transition.now.put(Cell::Reduced(unit), 1);
                }
            }
        }
        for order in orders.orders().iter().cloned() {
            if let Order::Restore { unit } = order {
                transition.now.put(Cell::Reduced(unit), 0);
            }
        }
        transition.settle();
        transition.now.done().advance_to_next_decision()
    }

    /// Whether the points of RESERVES TO THE FRONT are still to be spent.
    pub(super) fn reserves_left(&self) -> bool {
        let repairing = PostCombat::new(self).and_then(|after| after.repairing());
        let card = repairing.and_then(|card| self.data().combat(card));
        card.is_some_and(|card| card.does(Does::ForThisBattle))
    }
}
