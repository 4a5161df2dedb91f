//! Trenches that are being dug: a die each (11.3.1).

use super::Outcome;
use super::agenda::{FrameHandler, NextStep, SILENT, none_of_its_answers};
use super::chance::six_sided;
use crate::data::PlaceId;
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;
use engine::chance::Results;

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.next_trench() {
        Some(_) => NextStep::Throws,
        None => NextStep::Done,
    },
    throws: |position, _| position.die_of_trench(),
    fall: |position, _, outcome| match outcome {
        Outcome::Trench { place, built } => Ok(position.dug(*place, *built)),
        _ => Err(none_of_its_answers()),
    },
    ..SILENT
};

impl Position {
    /// Where a trench is being dug; several are rolled for in the order of the places.
    pub(super) fn next_trench(&self) -> Option<PlaceId> {
        let dug = |at: &PlaceId| self.state().get(Cell::Digging(*at)) > 0;
        (0..self.data().on_map).find(dug)
    }

    fn die_of_trench(&self) -> Option<Results<Outcome>> {
        let place = self.next_trench()?;
        let highest = u32::from(self.state().get(Cell::Digging(place)));
        Some(six_sided(|face| Outcome::Trench {
            place,
            built: face <= highest,
        }))
    }

    fn dug(&self, place: PlaceId, built: bool) -> Self {
        let mut next = self.clone();
        next.put(Cell::Digging(place), 0);
        if built && self.state().get(Cell::Trench(place)) == 0 {
            let owner = Control::from(self.state().active());
            // Always of level 1 (11.3.2-1, 11.3.2-3).
            next.put(Cell::Trench(place), 1 | (owner as u16) << 2);
        }
        next.advance_to_next_decision()
    }
}
