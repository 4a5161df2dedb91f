//! Who holds what, and what changes when it changes hands: VPs, Jihad level (11.2.1, 11.2.2).

use super::Field;
use crate::board::bitset::BitSet;
use crate::pursuit_of_glory::control::{View, index};
use crate::pursuit_of_glory::state::Cell;
use crate::pursuit_of_glory::vocabulary::*;

/// Who holds the VPs and the Jihad points of places: by full control, or by irregulars and tribes
/// while they stay (2.0.control-6, 11.2.2.1.a).
#[derive(Debug, Clone, Copy)]
pub(super) struct Holders {
    /// By side, AP first; places in neither set are nobody's.
    pub(super) by: [BitSet; 2],
    /// Those held in part.
    pub(super) partial: [BitSet; 2],
}

impl Holders {
    pub(super) fn of(view: &View<'_>) -> Self {
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

    pub(super) fn holder(&self, place: usize) -> Option<Side> {
        let held = |side: &Side| self.by[index(*side)].contains(place);
        [Side::Ap, Side::Cp].into_iter().find(held)
    }
}

/// What a change of hands moves a marker by, in the CP's favour: to take something of the enemy's
/// counts as much as to take what is nobody's (5.1.1-1), and to lose it to nobody as much as to
/// lose it to the enemy (11.2.2.1.d-1).
pub(super) const fn swing(before: Option<Side>, after: Option<Side>) -> i32 {
    match (before, after) {
        (Some(Side::Cp), Some(Side::Cp)) | (Some(Side::Ap), Some(Side::Ap)) => 0,
        (_, Some(Side::Cp)) | (Some(Side::Ap), None) => 1,
        (_, Some(Side::Ap)) | (Some(Side::Cp), None) => -1,
        _ => 0,
    }
}

impl Field<'_> {
    /// Settles VPs, the Jihad level and Russian VPs for all that changed hands.
    ///
    /// Only where things stood before and stand afterwards counts: what irregulars and tribes pass
    /// through they do not hold (11.2.2.2.ex4).
    pub(super) fn settle(&mut self) {
        self.end_contests();
        let (before, after) = (Holders::of(&self.before.view()), Holders::of(&self.view()));
        for place in self.before.data().network.land.iter() {
            let (old, new) = (before.holder(place), after.holder(place));
            let swing = swing(old, new);
            self.now.shift(Track::Vp, swing * self.now.worth(place));
            if self.before.data().spaces[place].jihad_city {
                self.settle_jihad_city(place, swing, new);
            }
            self.settle_russian_vp(place, &before, &after);
        }
    }

    /// 11.2.1.b, 11.2.2.1.a, 16.3.1.1-6, 16.3.1.2-2.
    fn settle_jihad_city(&mut self, place: usize, swing: i32, holder: Option<Side>) {
        if swing < 0 {
            self.now.shift(Track::Jihad, -1);
        } else if swing > 0 && !self.now.state().jihad_taken.contains(place) {
            self.now.raise_jihad(1);
            // Taking a city counts once in an action round.
            let taken = holder == Some(Side::Cp);
            self.now.put(Cell::JihadTaken(place), taken.into());
        }
    }

    /// A region that regular units hold alone becomes their side's, however the others left it
    /// (11.2.1.c).
    fn end_contests(&mut self) {
        for place in self.before.data().network.regions.iter() {
            for side in [Side::Ap, Side::Cp] {
                let view = self.view();
                if view.regular[index(side)].contains(place) && self.may_take(place, side) {
                    let russian = side == Side::Ap && self.russians_hold(place);
                    self.take(place, side);
                    self.taken_by_ru.set(place, russian);
                }
            }
        }
    }
}
