//! Who is in excess when an action ends (10.4, 10.5): after CATASTROPHIC ATTACK too many may stand
//! together, two HQs, or Russians beside the British Empire.

use crate::board::BitSet;
use crate::data::{Crowd, PlaceId, UnitId};
use crate::position::Position;
use crate::state::{FrameKind, Scalar};
use crate::vocabulary::*;

/// A place from which SCUs go back to the Reserve Box (BULL'S EYE DIRECTIVE).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Returning {
    /// The place.
    pub place: PlaceId,
    /// The TU and TU-A SCUs there: any of them may be the one.
    pub units: Vec<UnitId>,
    /// How many of them go.
    pub number: usize,
}

impl Position {
    /// Spaces that hold units of the side to act which may not stand together, once its battles are
    /// fought (10.4, 10.3-1); before that those from which its own SCUs go back to the Reserve Box.
    #[must_use]
    pub fn in_excess(&self) -> BitSet {
        if self.own_units_return() {
            return self.returning().iter().map(|one| one.place).collect();
        }
        let (state, data) = (self.state(), self.data());
        let over = state.ops() == Some(0)
            && state.stage().is_none()
            && !state.fought.is_empty()
            && state.phase() == Some(Phase::Action)
            && !state
                .attacking
                .meets(&(data.counters.combat - state.fought));
        if !over {
            return BitSet::EMPTY;
        }
        let mut crowds = vec![Crowd::default(); data.on_map];
        for unit in self.view().commanded(state.active()).iter() {
            if let Some(crowd) = self.place(unit).and_then(|place| crowds.get_mut(place)) {
                *crowd = *crowd + self.crowd_of(unit);
            }
        }
        let over: BitSet = (0..data.on_map)
            .filter(|place| crowds[*place].overstacked())
            .collect();
        over - data.movement_graph.unlimited_stacking
    }

    /// Whether the side to act says itself who leaves overstacked spaces, by BULL'S EYE DIRECTIVE.
    fn own_units_return(&self) -> bool {
        let mut agenda = self.state().agenda().rev();
        let top = agenda.find(|frame| !frame.kind.interrupts());
        top.is_some_and(|top| {
            top.kind == FrameKind::Excess && top.side == Some(self.state().active())
        })
    }

    /// The overstacked spaces of the CP (10.0-1) in which TU or TU-A SCUs stand. Of a second HQ (10.1-2)
    /// they relieve nobody.
    #[must_use]
    pub fn returning(&self) -> Vec<Returning> {
        let data = self.data();
        let spaces = (0..data.on_map)
            .filter(|place| !data.movement_graph.unlimited_stacking.contains(*place));
        let overstacked = spaces.filter_map(|place| {
            let mut units = self.stacked(place, Side::Cp);
            let excess = self.crowd(&units).excess();
            let returns = |unit: &UnitId| {
                data.units[*unit].size == Size::Scu && data.units[*unit].is_turkish()
            };
            units.retain(returns);
            let number = excess.min(units.len());
            (number > 0).then_some(Returning {
                place,
                units,
                number,
            })
        });
        overstacked.collect()
    }

    /// A side's units in a place, HQs and artillery included.
    #[must_use]
    pub fn billeted(&self, place: PlaceId, side: Side) -> Vec<UnitId> {
        let units = self.view().commanded(side).iter();
        units
            .filter(|unit| self.place(*unit) == Some(place))
            .collect()
    }

    /// A side's combat units in a place.
    #[must_use]
    pub fn stacked(&self, place: PlaceId, side: Side) -> Vec<UnitId> {
        let fights = self.data().counters.combat.iter();
        fights
            .filter(|unit| self.place(*unit) == Some(place) && self.side_of(*unit) == side)
            .collect()
    }

    /// What a unit counts for where it stands: two RU units turn BR (16.4.5.4-3, 18.9.2-3).
    fn crowd_of(&self, unit: UnitId) -> Crowd {
        let (state, data) = (self.state(), self.data());
        let kept = usize::from(state.scalar(Scalar::BritishRuCavalry)) == unit + 1;
        let yugoslavs =
            unit == data.known.ru_sb_yugoslav_div && state.scalar(Scalar::RevolutionStage) >= 4;
        if kept || yugoslavs {
            data.counters[unit].crowd_turned
        } else {
            data.counters[unit].crowd
        }
    }

    /// What units count for together.
    #[must_use]
    pub fn crowd(&self, units: &[UnitId]) -> Crowd {
        let each = units.iter().map(|unit| self.crowd_of(*unit));
        each.fold(Crowd::default(), |crowd, one| crowd + one)
    }

    /// Whether these are more than may stand in a space (10.0-1).
    #[must_use]
    pub fn too_many(&self, units: &[UnitId]) -> bool {
        self.crowd(units).too_many()
    }

    /// How many of these units must go so that the others may stand together: of Russians and the
    /// British Empire all of the one or all of the other (10.2-2), of the rest those above the limit
    /// (10.0-1) and all HQs but one (10.1-2).
    #[must_use]
    pub fn fewest_in_excess(&self, units: &[UnitId]) -> usize {
        if !self.crowd(units).rivals() {
            return self.crowd(units).excess();
        }
        let without = |banned: fn(Crowd) -> bool| {
            let stays = |unit: &UnitId| !banned(self.crowd_of(*unit));
            let left: Vec<UnitId> = units.iter().copied().filter(stays).collect();
            units.len() - left.len() + self.crowd(&left).excess()
        };
        without(Crowd::british).min(without(Crowd::russian))
    }
}
