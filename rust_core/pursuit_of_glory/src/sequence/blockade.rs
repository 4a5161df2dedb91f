//! The blockade, and the railroad that ends it (16.5.2, 17.3.2).

use crate::cards::ROYAL_NAVY_BLOCKADE;
use crate::control::View;
use crate::position::Position;
use crate::state::Scalar;
use crate::vocabulary::*;

impl Position {
    /// Whether both conditions hold together: CP Total War, and the railroad to Galicia (16.5.2-2).
    pub(crate) fn blockade_is_broken(&self, view: &View<'_>) -> bool {
        let total = self.state().scalar(Scalar::CommitmentCp) == Commitment::Total as u16;
        total && view.railroad_open()
    }

    /// Whether the blockade, which is in force, would end for good now (16.5.2-2).
    pub(crate) fn blockade_ends(&self) -> bool {
        let state = self.state();
        state.happened(ROYAL_NAVY_BLOCKADE)
            && !state.holds(Scalar::Flags, Flag::BlockadeEnded as u8)
            && state.scalar(Scalar::CommitmentCp) == Commitment::Total as u16
            && self.view().railroad_open()
    }
}
