//! Who holds places for VPs and Jihad points (11.2.1, 11.2.2), and the Turks in Galicia (18.5).

use super::{View, index};
use crate::board::BitSet;
use crate::data::{Data, UnitId};
use crate::state::{Cell, State};
use crate::vocabulary::*;

/// Who holds the VPs and the Jihad points of places: by full control, or by irregulars and tribes
/// while they stay (2.0.control-6, 11.2.2.1.a).
#[derive(Debug, Clone, Copy)]
pub(crate) struct ControlMap {
    /// By side, AP first; places in neither set are nobody's.
    pub(crate) by: [BitSet; 2],
    /// Those held in part.
    pub(crate) partial: [BitSet; 2],
}

impl ControlMap {
    pub(crate) fn of(view: &View<'_>) -> Self {
        let partial = [Side::Ap, Side::Cp].map(|side| view.partial_control(side));
        let [ap, cp] = view.control;
        Self {
            by: [
                (ap - partial[1]) | partial[0],
                (cp - partial[0]) | partial[1],
            ],
            partial,
        }
    }

    /// Places that are held otherwise.
    pub(crate) fn differs(&self, other: &Self) -> BitSet {
        let sets = self.by.iter().chain(&self.partial);
        let others = other.by.iter().chain(&other.partial);
        let pairs = sets.zip(others);
        pairs.fold(BitSet::EMPTY, |all, (a, b)| all | (*a - *b) | (*b - *a))
    }

    pub(crate) fn holder(&self, place: usize) -> Option<Side> {
        let held = |side: &Side| self.by[index(*side)].contains(place);
        [Side::Ap, Side::Cp].into_iter().find(held)
    }
}

/// The TU or TU-A LCU in Galicia; there can be no other in a game (18.5.c).
pub(crate) fn turkish_corps_in_galicia(data: &Data, state: &State) -> Option<UnitId> {
    let place = data.known.galicia + 1;
    data.victory_index
        .turkish_corps
        .iter()
        .find(|unit| usize::from(state.get(Cell::Place(*unit))) == place)
}
