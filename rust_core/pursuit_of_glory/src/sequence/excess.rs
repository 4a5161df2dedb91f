//! Who leaves an overstacked space when an action ends (10.4).

use super::agenda::{FrameHandler, NextStep, SILENT};
use super::battle::judged;
use super::decision::Parameters;
use super::{Transition, permanently_eliminated};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Frame;
use crate::vocabulary::DecisionKind;

/// The enemy of whoever acts decides (10.4-1), but for SCUs that go back to the Reserve Box (BULL'S EYE
/// DIRECTIVE).
pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, frame| match position.in_excess().is_empty() {
        true => NextStep::Done,
        false if returns(position, frame) && !position.has_choice_after() => {
            let only = position.answers_after(1).into_iter().next();
            NextStep::Takes(Box::new(position.put_back(&only.unwrap_or_default())))
        }
        false => NextStep::Decides(DecisionKind::Excess),
    },
    parameters: |position, frame| Parameters::Excess {
        places: position.in_excess().iter().collect(),
        returns: returns(position, frame),
    },
    check: judged,
    take: |position, frame, orders| match returns(position, frame) {
        true => Ok(position.put_back(orders)),
        false => Ok(position.relieve(orders)),
    },
    ..SILENT
};

/// Whether own units go back.
fn returns(position: &Position, frame: Frame) -> bool {
    frame.side == Some(position.state().active())
}

impl Position {
    /// The position after SCUs have gone back to the Reserve Box as they are.
    fn put_back(&self, orders: &Move) -> Self {
        let mut transition = Transition::new(self, self.state().active());
        let returning = self.returning();
        for order in orders.orders() {
            if let Order::Reserve { unit } = *order
                && returning.iter().any(|one| one.units.contains(&unit))
            {
                let reserve = self.data().known.cp_reserve;
                transition.now.retire(unit, reserve, true);
            }
        }
        transition.settle();
        // As many have gone as there were to go.
        transition.now.done().advance_to_next_decision()
    }

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
