//! An effect: VPs for the CP, which the AP may negate by removing units (18.12).

use super::super::Transition;
use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::card_of;
use crate::cards::Happening;
use crate::check::out_of_theater::OutOfTheater;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Frame, FrameKind};
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |_, _| NextStep::Decides(DecisionKind::OutOfTheater),
    parameters: |position, _| {
        let [vp, divisions] = position.negation();
        let event = position.state().under_way(FrameKind::Event);
        Parameters::OutOfTheater {
            card: event.and_then(card_of).unwrap_or(0),
            vp,
            divisions: divisions / vp.max(1),
            units: position.volunteers().units(),
        }
    },
    check: |position, _, made| position.volunteers().check(made),
    take: |position, _, made| Ok(position.without_volunteers(made)),
    ..SILENT
};

impl Position {
    /// The AP is asked if its units could negate a VP.
    pub(super) fn step_of_negation(&self, effect: [u8; 2]) -> NextStep {
        match OutOfTheater::new(self, effect).can_negate() {
            true => NextStep::Begins(Frame::of(FrameKind::OutOfTheater).by(Side::Ap)),
            false => {
                let mut next = self.effect_is_done();
                next.shift(Track::Vp, effect[0].into());
                NextStep::Takes(Box::new(next.advance_to_next_decision()))
            }
        }
    }

    /// The VPs that the event under way brings, and the divisions that negate them.
    fn negation(&self) -> [u8; 2] {
        let event = self.state().under_way(FrameKind::Event);
        match event.and_then(|event| self.effect_of(event)) {
            Some(Happening::NegatedBy(vp, divisions)) => [vp, divisions],
            _ => [0; 2],
        }
    }

    fn volunteers(&self) -> OutOfTheater<'_> {
        OutOfTheater::new(self, self.negation())
    }

    /// They leave the game, as not even those do that are eliminated for good (18.12.6-1, 18.12.6-2).
    fn without_volunteers(&self, made: &Move) -> Self {
        let [vp, _] = self.negation();
        let negated = i32::try_from(self.volunteers().negated(made)).unwrap_or(0);
        let mut done = self.clone();
        done.pop();
        let done = done.effect_is_done();
        let mut transition = Transition::new(&done, Side::Ap);
        for order in made.orders() {
            if let Order::Eliminate { unit } = *order {
                let gone = self.data().known.ap_removed_from_game;
                transition.now.retire(unit, gone, false);
            }
        }
        transition.now.shift(Track::Vp, i32::from(vp) - negated);
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
