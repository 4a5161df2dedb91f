//! Who holds what, and what changes when it changes hands: VPs, Jihad level (11.2.1, 11.2.2).

use super::Transition;
use crate::control::{ControlMap, index};
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;

/// What a change of hands moves a marker by, in the CP's favour: to take something of the enemy's
/// counts as much as to take what is nobody's (5.1.1-1), and to lose it to nobody as much as to
/// lose it to the enemy (11.2.2.1.d-1).
pub(super) const fn marker_shift(before: Option<Side>, after: Option<Side>) -> i32 {
    match (before, after) {
        (Some(Side::Cp), Some(Side::Cp)) | (Some(Side::Ap), Some(Side::Ap)) => 0,
        (_, Some(Side::Cp)) | (Some(Side::Ap), None) => 1,
        (_, Some(Side::Ap)) | (Some(Side::Cp), None) => -1,
        _ => 0,
    }
}

/// What a place that changed hands moved, in the CP's favour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ControlChange {
    pub(crate) place: usize,
    /// Who holds it now.
    pub(crate) holder: Option<Side>,
    pub(crate) vp: i32,
    pub(crate) jihad: i32,
    /// RU VPs gained by Russia.
    pub(crate) ru_vp: i32,
    /// Whether a RU VP marker was placed, or removed.
    pub(crate) marker: Option<bool>,
}

impl Transition<'_> {
    /// Settles VPs, the Jihad level and Russian VPs for all that changed hands (5.1-1,
    /// 5.1.1-1, 2.0.vp_space-2).
    ///
    /// Only where things stood before and stand afterwards counts: what irregulars and tribes pass
    /// through they do not hold (11.2.2.2.ex4).
    pub(super) fn settle(&mut self) -> Vec<ControlChange> {
        let before = ControlMap::of(&self.before.view());
        let after = self.end_contests();
        self.settle_control(&before, &after)
    }

    /// As [`Self::settle`], from the control before and after.
    pub(super) fn settle_control(
        &mut self,
        before: &ControlMap,
        after: &ControlMap,
    ) -> Vec<ControlChange> {
        self.note_first_entries();
        let mut changes = Vec::new();
        let tracks = |position: &Position| {
            [Track::Vp, Track::Jihad, Track::RuVp].map(|track| position.state().track(track))
        };
        // Elsewhere nothing can have changed.
        let stirred = before.differs(after)
            | before.partial[0]
            | after.partial[0]
            | self.taken_by_ru
            | self.now.state().ru_vp;
        for place in (stirred & self.before.data().network.land).iter() {
            let (old, new) = (before.holder(place), after.holder(place));
            let marker_shift = marker_shift(old, new);
            let stood = tracks(&self.now);
            let marked = self.now.state().ru_vp.contains(place);
            self.now
                .shift(Track::Vp, marker_shift * self.now.worth(place));
            if self.before.data().spaces[place].jihad_city {
                self.settle_jihad_city(place, marker_shift, new);
            }
            self.settle_russian_vp(place, before, after);
            let stand = tracks(&self.now);
            let now_marked = self.now.state().ru_vp.contains(place);
            changes.push(ControlChange {
                place,
                holder: new,
                vp: stand[0] - stood[0],
                jihad: stand[1] - stood[1],
                ru_vp: stand[2] - stood[2],
                marker: (marked != now_marked).then_some(now_marked),
            });
        }
        changes
    }

    /// 11.2.1.b, 11.2.2.1.a, 16.3.1.1-6, 16.3.1.2-2.
    /// A Jihad city that changes hands (2.0.jihad_city).
    fn settle_jihad_city(&mut self, place: usize, marker_shift: i32, holder: Option<Side>) {
        if marker_shift < 0 {
            self.now.shift(Track::Jihad, -1);
        } else if marker_shift > 0 && !self.now.state().jihad_taken.contains(place) {
            self.now.raise_jihad(1);
            // Taking a city counts once in an action round.
            let taken = holder == Some(Side::Cp);
            self.now.put(Cell::JihadTaken(place), taken.into());
        }
    }

    /// A region that regular units hold alone becomes their side's, however the others left it
    /// (11.2.1.c). Returns who holds what then.
    pub(super) fn end_contests(&mut self) -> ControlMap {
        let view = self.view();
        let held = ControlMap::of(&view);
        let own = |side: Side| view.regular[index(side)] - view.control[index(side)];
        let alone = [Side::Ap, Side::Cp].map(|side| own(side) - view.combat(side.enemy()));
        let regions = self.before.data().network.regions & (alone[0] | alone[1]);
        if regions.is_empty() {
            return held;
        }
        for place in regions.iter() {
            for side in [Side::Ap, Side::Cp] {
                if alone[index(side)].contains(place) && self.may_take(place, side) {
                    self.take_as_it_stands(place, side);
                }
            }
        }
        ControlMap::of(&self.view())
    }
}
