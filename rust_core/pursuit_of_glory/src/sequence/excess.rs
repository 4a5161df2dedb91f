//! Who leaves an overstacked space when an action ends (10.4).

use super::agenda::{FrameHandler, NextStep, SILENT};
use super::battle::judged;
use super::decision::Parameters;
use super::{Transition, permanently_eliminated};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::DecisionKind;

/// The enemy of whoever acts decides (10.4-1).
pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.in_excess().is_empty() {
        true => NextStep::Done,
        false => NextStep::Decides(DecisionKind::Excess),
    },
    parameters: |position, _| Parameters::Excess {
        places: position.in_excess().iter().collect(),
    },
    check: judged,
    take: |position, _, orders| Ok(position.relieve(orders)),
    ..SILENT
};

impl Position {
    /// The position after the other side has taken units from overstacked spaces: for good, and
    /// nobody replaces them (10.4-1, 10.4-2).
    fn relieve(&self, orders: &Move) -> Self {
        let side = self.state().active();
        let mut transition = Transition::new(self, side);
        let places = self.in_excess();
        let grave = permanently_eliminated(self, side);
        for order in orders.orders().iter().cloned() {
            if let Order::Eliminate { unit } = order
                && self.spot(unit).is_some_and(|place| places.contains(place))
                && self.side_of(unit) == side
            {
                transition.now.retire(unit, grave, false);
            }
        }
        transition.settle();
        transition.now.advance_to_next_decision()
    }
}
