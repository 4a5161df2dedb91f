//! An effect: ships shell the fort of Batum (GOEBEN).

use super::super::chance::six_sided;
use super::super::{Outcome, Transition};
use crate::control::index;
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::Side;
use engine::chance::Results;

impl Position {
    /// Whether there is anything to shell, whoever holds it.
    pub(super) fn batums_fort_stands(&self) -> bool {
        self.state()
            .get(Cell::FortDestroyed(self.data().known.batum))
            == 0
    }

    /// On an odd roll the fort is destroyed.
    pub(super) fn shells_at_batum(&self) -> Results<Outcome> {
        six_sided(|face| Outcome::Shelled {
            place: self.data().known.batum,
            destroyed: face % 2 == 1,
        })
    }

    /// The units in the space are unharmed. Who besieges the fort has its space.
    pub(super) fn batum_shelled(&self, destroyed: bool) -> Self {
        let done = self.effect_is_done();
        let batum = self.data().known.batum;
        let besieged_by = |side: &Side| self.view().besieging[index(*side)].contains(batum);
        let besieger = [Side::Ap, Side::Cp].into_iter().find(besieged_by);
        let side = besieger.unwrap_or_else(|| self.state().active());
        let mut transition = Transition::new(&done, side);
        if destroyed {
            transition.fort_is_lost(batum);
            transition.settle();
        }
        transition.now.advance_to_next_decision()
    }
}
