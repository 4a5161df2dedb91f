//! Dice: the trenches being dug (11.3.1).

use crate::error::{Error, Result};
use crate::pursuit_of_glory::data::PlaceId;
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::state::Cell;
use crate::pursuit_of_glory::vocabulary::*;

/// How a die fell, as far as it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome {
    /// An attempt to build a trench (11.3.1).
    Trench {
        /// Where.
        place: PlaceId,
        /// Did it succeed?
        built: bool,
    },
}

impl Position {
    /// The outcomes of the die that falls next, each with its odds as a fraction; `None` if no die
    /// is waited for. Impossible outcomes are left out.
    #[must_use]
    pub fn chance(&self) -> Option<Vec<(Outcome, u32, u32)>> {
        let state = self.state();
        let place = (0..self.data().on_map).find(|at| state.get(Cell::Digging(*at)) > 0)?;
        let wins = u32::from(state.get(Cell::Digging(place)).min(6));
        let outcome = |built| Outcome::Trench { place, built };
        let all = [(outcome(true), wins, 6), (outcome(false), 6 - wins, 6)];
        Some(all.into_iter().filter(|(_, odds, _)| *odds > 0).collect())
    }

    /// What comes of a die.
    pub(super) fn fall(&self, outcome: Outcome) -> Result<Self> {
        let possible = self.chance().unwrap_or_default();
        if !possible.iter().any(|(other, _, _)| *other == outcome) {
            return Err(Error::bad(
                "answer",
                "cannot come of the die that falls now",
            ));
        }
        let Outcome::Trench { place, built } = outcome;
        let mut next = self.clone();
        next.put(Cell::Digging(place), 0);
        if built && self.state().get(Cell::Trench(place)) == 0 {
            let owner = Control::from(self.state().active());
            // Always of level 1 (11.3.2-1, 11.3.2-3).
            next.put(Cell::Trench(place), 1 | (owner as u16) << 2);
        }
        Ok(next.settled())
    }
}
