//! Who leaves an overstacked space when an action ends (10.4).

use super::agenda::{Home, Rest, SILENT};
use super::battle::losses::after_orders;
use super::battle::orders_of;
use super::decision::{Kind, Parameters};
use super::{Field, permanently_eliminated};
use crate::battles::{AfterOrder, BattleMove};
use crate::position::Position;

/// The enemy of whoever acts decides (10.4-1).
pub(super) const HOME: Home = Home {
    rest: |position, _| match position.in_excess().is_empty() {
        true => Rest::Done,
        false => Rest::Decides(Kind::Excess),
    },
    parameters: |position, _| Parameters::Excess {
        places: position.in_excess().iter().collect(),
    },
    take: |position, _, answer| orders_of(answer).map(|orders| position.relieve(orders)),
    ..SILENT
};

impl Position {
    /// The position after the other side has taken units from overstacked spaces: for good, and
    /// nobody replaces them (10.4-1, 10.4-2).
    fn relieve(&self, orders: &BattleMove) -> Self {
        let side = self.state().active();
        let mut field = Field::new(self, side);
        let places = self.in_excess();
        let grave = permanently_eliminated(self, side);
        for order in after_orders(orders) {
            if let AfterOrder::Eliminate { unit } = order
                && self.spot(unit).is_some_and(|place| places.contains(place))
                && self.side_of(unit) == side
            {
                field.now.retire(unit, grave, false);
            }
        }
        field.settle();
        field.now.advanced()
    }
}
