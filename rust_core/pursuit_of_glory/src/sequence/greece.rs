//! Neutral Greece, and whom it allies with (18.8.1).

use super::Transition;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

impl Transition<'_> {
    /// Greece allies with a side: its units obey that side (18.8.1.2.b-3), and every space without
    /// units of the other is that side's at once (18.8.1.2.b-1), Athens too (18.8.1.2.b-2). The VPs
    /// follow in the settlement.
    pub(super) fn ally_greece(&mut self, side: Side) {
        let stand = if side == Side::Cp {
            Stand::Cp
        } else {
            Stand::Ap
        };
        self.now.put_scalar(Scalar::Greece, stand as u16);
        let owner = Control::from(side);
        for place in self.before.data().network.greece.iter() {
            let units = self.now.units_at(place);
            let of = |side: Side| units.iter().any(|unit| self.now.side_of(*unit) == side);
            // Where Greek units stand, others only pass.
            if !of(side.enemy()) || of(side) {
                self.now.put(Cell::Control(place), owner as u16);
            }
            // The trench of Doiran is the country's.
            let trench = self.now.state().get(Cell::Trench(place));
            if trench > 0 && trench >> 2 == Control::Neutral as u16 {
                self.now
                    .put(Cell::Trench(place), trench & 3 | (owner as u16) << 2);
            }
        }
    }
}
