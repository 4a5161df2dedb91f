//! What is settled outside action rounds (6.0).

use super::Field;
use super::galicia::DIE;
use super::holders::{Holders, Settlement};
use crate::position::Position;
use crate::state::{Cell, FrameKind, One};
use crate::vocabulary::*;

impl Position {
    /// The Attrition Phase takes what it takes; then the die falls in Galicia.
    pub(super) fn reckon_attrition(&self) -> Self {
        let (toll, held) = self.reckoning();
        let mut next = self.paid(&toll, &held).position;
        next.put_arg(FrameKind::Phase, 1, DIE);
        next.advanced()
    }

    /// Remembers that the blockade is over, which it stays (16.5.2-2).
    pub(super) fn note_the_blockade(&mut self) {
        if self.blockade_ends() {
            let flags = self.state().one(One::Flags) | 1 << Flag::BlockadeEnded as u8;
            self.put_one(One::Flags, flags);
        }
    }
}

impl Field<'_> {
    /// Settles what changed hands outside action rounds: what was taken is remembered for an
    /// action round only (16.3.1.1-6).
    pub(super) fn settle_by_itself(&mut self) -> Vec<Settlement> {
        let before = Holders::of(&self.before.view());
        let after = self.end_contests();
        self.settle_phase(&before, &after)
    }

    /// The same, of who held what before and who holds it now.
    pub(super) fn settle_phase(&mut self, before: &Holders, after: &Holders) -> Vec<Settlement> {
        let settled = self.settle_holders(before, after);
        for place in self.now.state().jihad_taken.iter() {
            self.now.put(Cell::JihadTaken(place), 0);
        }
        settled
    }
}
