//! What is settled outside action rounds (6.0).

use super::Transition;
use super::control_map::ControlChange;
use super::galicia::DIE;
use crate::control::ControlMap;
use crate::position::Position;
use crate::state::{Cell, FrameKind, Scalar};
use crate::vocabulary::*;

impl Position {
    /// The Attrition Phase takes what it takes; then the die falls in Galicia.
    pub(super) fn take_attrition(&self) -> Self {
        let (losses, held) = self.attrition_losses();
        let mut next = self.after_losses(&losses, &held).position;
        next.put_arg(FrameKind::Phase, 1, DIE);
        next.advance_to_next_decision()
    }

    /// Remembers that the blockade is over, which it stays (16.5.2-2).
    pub(super) fn record_blockade_end(&mut self) {
        if self.blockade_ends() {
            let flags = self.state().scalar(Scalar::Flags) | 1 << Flag::BlockadeEnded as u8;
            self.put_scalar(Scalar::Flags, flags);
        }
    }
}

impl Transition<'_> {
    /// Settles what changed hands in an action round or outside of any.
    pub(super) fn settle_as_it_stands(&mut self) -> Vec<ControlChange> {
        match self.before.state().phase() {
            Some(Phase::Action) => self.settle(),
            _ => self.settle_outside_rounds(),
        }
    }

    /// Settles what changed hands outside action rounds: what was taken is remembered for an
    /// action round only (16.3.1.1-6).
    pub(super) fn settle_outside_rounds(&mut self) -> Vec<ControlChange> {
        let before = ControlMap::of(&self.before.view());
        let after = self.end_contests();
        self.settle_phase(&before, &after)
    }

    /// As [`Self::settle_outside_rounds`], from the control before and after.
    pub(super) fn settle_phase(
        &mut self,
        before: &ControlMap,
        after: &ControlMap,
    ) -> Vec<ControlChange> {
        let changes = self.settle_control(before, after);
        for place in self.now.state().jihad_taken.iter() {
            self.now.put(Cell::JihadTaken(place), 0);
        }
        changes
    }
}
