//! The VPs that delay the Russian Revolution (3.2.4.1, 16.4.2).

use super::Transition;
use crate::board::BitSet;
use crate::control::ControlMap;
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{Cell, Scalar, bias, unbias};
use crate::supply::Tracing;
use crate::supply::network::Tracer;
use crate::vocabulary::*;

impl Position {
    /// Whether a unit is Russian, and not one of those that have become British (16.4.5.4-3).
    pub(super) fn is_russian(&self, unit: UnitId) -> bool {
        let data = self.data();
        let kept = usize::from(self.state().scalar(Scalar::BritishRuCavalry)) == unit + 1;
        let yugoslav = unit == data.known.ru_sb_yugoslav_div;
        let british = kept || (yugoslav && self.state().scalar(Scalar::RevolutionStage) >= 4);
        data.units[unit].is_of(Nation::Ru) && !british
    }

    /// Whether this unit, standing in `place`, would take it for Russia. A RU unit with a line to a
    /// Russian source (16.4.2-2), or the Persian Cossacks (3.2.4.1-5); not those that have become
    /// British (16.4.5.4-3).
    pub(super) fn takes_for_russia(&self, unit: UnitId, place: PlaceId) -> bool {
        let data = self.data();
        if !self.is_russian(unit) {
            return false;
        }
        if unit == data.known.ru_pe_persian_cossacks {
            return true;
        }
        let readings = Readings::OURS;
        let reach = Tracing::new(self, &readings).reach(Tracer::Russian, false);
        reach.any.contains(place)
    }

    /// Irregulars whose partial control counts for Russia: the Armenians (18.7-5) and those that
    /// are Persian and Russian (16.4.1-1).
    fn russian_irregulars(&self) -> BitSet {
        let data = self.data();
        let units = data.units.iter().enumerate();
        units
            .filter(|(at, unit)| {
                unit.class == Class::Irregular
                    && (*at == data.known.armenian_uprising || unit.is_of(Nation::Ru))
            })
            .filter_map(|(at, _)| self.spot(at))
            .collect()
    }

    /// A RU VP gained or lost; the Czar marker goes along (16.4.3.b-2).
    fn shift_ru_vp(&mut self, by: i32) {
        self.shift(Track::RuVp, by);
        self.move_czar(by);
    }

    /// The Czar marker, if it is on the turn track, goes some turns ahead.
    pub(super) fn move_czar(&mut self, by: i32) {
        if let Some(turn) = unbias(self.state().scalar(Scalar::Czar)) {
            self.put_scalar(Scalar::Czar, bias(Some(turn + by)));
        }
    }
}

impl Transition<'_> {
    /// Whether a RU unit there takes the place for Russia.
    pub(super) fn russians_hold(&self, place: PlaceId) -> bool {
        let mut units = self.now.units_at(place).into_iter();
        let regular = |unit: UnitId| self.now.data().units[unit].class == Class::Regular;
        units.any(|unit| regular(unit) && self.now.takes_for_russia(unit, place))
    }

    /// RU VP marker and track of one place (16.4.2-1, 16.4.2-3, 2.0.ru_vp_space-2, 3.2.4.1-6, 3.2.4.1-7).
    ///
    /// What counts is a marker, which Russians leave where they take VPs (11.2-4), or a VP space of
    /// Russia or Azerbaijan in AP hands (2.0.ru_vp_space-1, 16.4.2-4). While CP irregulars or tribes stay,
    /// the marker lies beneath them (11.2.2.2.ex2).
    pub(super) fn settle_russian_vp(
        &mut self,
        place: PlaceId,
        before: &ControlMap,
        after: &ControlMap,
    ) {
        if self.now.worth(place) == 0 {
            return;
        }
        let (old, new) = (before.holder(place), after.holder(place));
        let marked = self.now.state().get(Cell::RuVp(place)) > 0;
        let native = self.now.data().spaces[place].russian_vp;
        let irregular = |control: &ControlMap, position: &Position| {
            control.partial[0].contains(place) && position.russian_irregulars().contains(place)
        };
        let were_russian = irregular(before, self.before);
        // Held in part by AP units that are not Russian, it counts for nobody.
        let loose = before.partial[0].contains(place) && !were_russian;
        let taken = self.taken_by_ru.contains(place) || irregular(after, &self.now);
        let counts = marked || native;
        let mut mark = marked;
        match (old, new) {
            (Some(Side::Ap), Some(Side::Ap)) => {
                let freed = self.freed_by_ru == Some(place) && !native;
                if (loose || freed) && taken && !marked {
                    self.now.shift_ru_vp(1);
                    mark = !native;
                } else if were_russian && !taken && after.partial[0].contains(place) {
                    // Others stay than those who held it for Russia.
                    self.now.shift_ru_vp(-1);
                    mark = false;
                }
            }
            (_, Some(Side::Ap)) if taken => {
                self.now.shift_ru_vp(1);
                mark = !native;
            }
            // CP irregulars and tribes leave what they held in part.
            (Some(Side::Cp), Some(Side::Ap)) if before.partial[1].contains(place) && counts => {
                self.now.shift_ru_vp(1);
            }
            (Some(Side::Ap), Some(Side::Cp) | None) if counts && !loose => {
                self.now.shift_ru_vp(-1);
            }
            _ => {}
        }
        let ap_beneath = self.now.state().controlled[0].contains(place);
        mark &= ap_beneath || after.partial[0].contains(place);
        if mark != marked {
            self.now.put(Cell::RuVp(place), mark.into());
        }
    }
}
