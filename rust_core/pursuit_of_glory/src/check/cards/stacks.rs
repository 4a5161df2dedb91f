//! Stacks of a battle that an HQ may join by a card (10.1-2).

use crate::combat::{Battle, Role};
use crate::data::{PlaceId, UnitId};
use crate::state::Cell;
use crate::vocabulary::*;

impl Battle<'_> {
    /// The stack a unit is of: its place, and for attackers in a region or on an island base the
    /// number of the stack.
    pub(super) fn stack(&self, role: Role, unit: UnitId, from: PlaceId) -> (PlaceId, u16) {
        let numbered =
            role == Role::Attacker && self.data.movement_graph.unlimited_stacking.contains(from);
        let number = if numbered {
            self.state().get(Cell::Stack(unit))
        } else {
            0
        };
        (from, number)
    }

    /// Whether an HQ belongs to a stack: in a space any of the side that stands there, in a region
    /// or on an island base one that takes part.
    pub(super) fn led(&self, role: Role, stack: (PlaceId, u16)) -> bool {
        let hq = |unit: UnitId| self.data.units[unit].class == Class::Hq;
        let (place, _) = stack;
        if self.data.movement_graph.unlimited_stacking.contains(place) {
            let mut staff = self.staff[role as usize].iter();
            return staff.any(|one| hq(one.unit) && self.stack(role, one.unit, one.from) == stack);
        }
        let mine = self.view.commanded(self.side_of(role));
        mine.iter()
            .any(|unit| hq(unit) && self.position.place(unit) == Some(place))
    }
}
