//! An effect: TREACHERY AT FORT RUPEL opens the way into Greece (9.5.1.a, 18.8.1.1.a-2).

use super::super::Transition;
use super::super::agenda::NextStep;
use crate::check::{Checker, Violation};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;
use engine::chance::Random;

impl Position {
    pub(super) fn step_of_treachery(&self) -> NextStep {
        match Checker::of_side(self, Side::Cp).treachery_matters() {
            true => NextStep::Decides(DecisionKind::Treachery),
            false => NextStep::Takes(Box::new(self.effect_is_done().advance_to_next_decision())),
        }
    }

    pub(super) fn check_treachery(&self, made: &Move) -> Vec<Violation> {
        Checker::of_side(self, Side::Cp).check_treachery(made)
    }

    /// The position after the Greeks have left and the CP has entered: the trench of Doiran and the fort
    /// fall to it as they are (11.3.3-3).
    pub(super) fn betrayed(&self, made: &Move) -> Self {
        let done = self.effect_is_done();
        let mut transition = Transition::new(&done, Side::Cp);
        for order in made.orders() {
            let Order::Enter { unit, place } = *order else {
                continue;
            };
            if place >= self.data().on_map {
                continue;
            }
            transition.now.stand(unit, place);
            let entry = &self.data().units[unit];
            if self.side_of(unit) != Side::Cp {
                continue;
            }
            let trench = self.state().get(Cell::Trench(place));
            match trench > 0 && trench >> 2 == Control::Neutral as u16 {
                true => {
                    let owner = (Control::Cp as u16) << 2;
                    transition.now.put(Cell::Trench(place), trench & 3 | owner);
                }
                false => transition.trample(place),
            }
            if entry.class == Class::Regular {
                transition.take(place, Side::Cp);
            }
        }
        transition.settle();
        transition.now.advance_to_next_decision()
    }

    /// Legal answers at random.
    pub(super) fn sampled_treachery(&self, seed: u64, count: usize) -> Vec<Move> {
        let checker = Checker::of_side(self, Side::Cp);
        let stream = |number: usize| Random::new(seed, number as u64 + 1);
        (0..count)
            .map(|number| checker.sampled_treachery(&mut stream(number)))
            .collect()
    }
}
