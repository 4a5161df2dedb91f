//! An effect: VPs for the CP, which the AP may negate by removing units (18.12).

use super::super::Transition;
use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::card_of;
use crate::cards::Happening;
use crate::check::out_of_theater::OutOfTheater;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Decides(DecisionKind::OutOfTheater),
    parameters: |position, _| {
        let event = position.state().under_way(FrameKind::Event);
        let volunteers = position.volunteers();
        Parameters::OutOfTheater {
            card: event.and_then(card_of).unwrap_or(0),
            vp: volunteers.vp(),
            divisions: volunteers.each(),
            lcu_of: volunteers.lcu_of(),
            units: volunteers.units(),
        }
    },
    check: |position, _, made| position.volunteers().check(made),
    take: |position, _, made| Ok(position.without_volunteers(made)),
    ..SILENT
};

impl Position {
    /// The AP is asked if its units could negate a VP.
    pub(super) fn step_of_negation(&self, effect: Happening) -> NextStep {
        let volunteers = OutOfTheater::new(self, effect);
        match volunteers.can_negate() {
            true => NextStep::Begins(Frame::of(FrameKind::OutOfTheater).by(Side::Ap)),
            false => {
                let mut next = self.effect_is_done();
                next.shift(Track::Vp, i32::try_from(volunteers.vp()).unwrap_or(0));
                NextStep::Takes(Box::new(next.advance_to_next_decision()))
            }
        }
    }

    /// The effect under way.
    fn negation(&self) -> Happening {
        let event = self.state().under_way(FrameKind::Event);
        let effect = event.and_then(|event| self.effect_of(event));
        effect.unwrap_or(Happening::Lasts)
    }

    fn volunteers(&self) -> OutOfTheater<'_> {
        OutOfTheater::new(self, self.negation())
    }

    /// They leave the game, as not even those do that are eliminated for good (18.12.6-1, 18.12.6-2); the
    /// LCU of GORLICE-TARNOW comes back after some turns (18.12.5).
    fn without_volunteers(&self, made: &Move) -> Self {
        let volunteers = self.volunteers();
        let left = volunteers.vp() - volunteers.negated(made);
        let turns = match self.negation() {
            Happening::NegatedByLcu(.., turns) => Some(turns),
            _ => None,
        };
        let mut done = self.clone();
        done.pop();
        let done = done.effect_is_done();
        let mut transition = Transition::new(&done, Side::Ap);
        for order in made.orders() {
            if let Order::Eliminate { unit } = *order {
                let known = &self.data().known;
                match turns {
                    Some(turns) => {
                        let turn = self.state().scalar(Scalar::Turn) + u16::from(turns);
                        transition.now.retire(unit, known.turn_track, true);
                        transition.now.put(Cell::Arrival(unit), turn);
                    }
                    None => {
                        transition
                            .now
                            .retire(unit, known.ap_removed_from_game, false);
                    }
                }
            }
        }
        transition
            .now
            .shift(Track::Vp, i32::try_from(left).unwrap_or(0));
        transition.settle();
        transition.now.advance_to_next_decision()
    }

    /// Legal answers at random, where the AP may remove units.
    pub(super) fn sampled_volunteers(&self, seed: u64, count: usize) -> Option<Vec<Move>> {
        let top = self.state().top()?;
        let asked = top.kind == FrameKind::OutOfTheater;
        asked.then(|| self.volunteers().samples(seed, count))
    }
}
