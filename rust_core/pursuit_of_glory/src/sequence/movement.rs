//! Marching: what happens in every place a unit enters (11.1, 11.2, 11.3.3).

use super::{Transition, permanently_eliminated};
use crate::combat::{EMPIRE, any, nations};
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

impl Transition<'_> {
    /// Moves units along their paths.
    ///
    /// A move has no sequence of its own. In this one each unit goes to the end of its path before
    /// the next sets out (11.1.1.b). It lets combat units go before HQs, those that breach the
    /// neutrality of Greece after the others, besiegers before those that pass their fort, and
    /// Russians before their allies: whose flag flies first over a VP space matters (3.2.4.1-8).
    pub(super) fn march(&mut self, mut paths: Vec<(UnitId, &[PlaceId])>) {
        let known = &self.before.data().known;
        let view = self.before.view();
        let enemy_forts = view.forts & view.control[index(self.side.enemy())];
        let units = &self.before.data().units;
        paths.sort_by_key(|(unit, path)| {
            let besieger = path.last().is_some_and(|end| enemy_forts.contains(*end));
            (
                !units[*unit].is_combat(),
                path.contains(&known.athens),
                !besieger,
                !units[*unit].is_of(Nation::Ru),
                *path,
                *unit,
            )
        });
        for (unit, path) in paths {
            for place in path {
                if !self.enter(unit, *place) {
                    break;
                }
            }
            self.end_of_the_ride(unit);
        }
    }

    /// A unit enters a place; false if it is put back and goes no further.
    pub(super) fn enter(&mut self, unit: UnitId, place: PlaceId) -> bool {
        let data = self.before.data();
        if self.side == Side::Cp && data.network.beachheads.contains(place) {
            self.destroy_beachhead(place);
            return false;
        }
        self.now.stand(unit, place);
        if data.units[unit].is_combat() {
            self.overrun(place);
        }
        self.trample(place);
        self.respect_spheres(unit, place);
        // For any reason, and whoever it is (18.8.1.2.a-1).
        if place == data.known.athens && self.now.state().greece() == Stand::Neutral {
            self.ally_greece(self.side.enemy());
        }
        // HQs take nothing (11.2-2), irregulars and tribes what they stand in, and in part.
        self.enter_as_regular(unit, place);
        true
    }

    /// A regular unit takes the place in full, if it may.
    pub(super) fn enter_as_regular(&mut self, unit: UnitId, place: PlaceId) {
        if self.before.data().units[unit].class != Class::Regular {
            return;
        }
        if self.may_take(place, self.side) {
            self.take(place, self.side);
            let russian = self.side == Side::Ap && self.now.takes_for_russia(unit, place);
            self.taken_by_ru.set(place, russian);
        }
        self.note_christmas(place, self.side, &[unit]);
    }

    /// HQs and artillery that no combat unit guards are lost for good (11.1.5.b-1), in regions as
    /// in spaces (2.0.region-1).
    pub(super) fn overrun(&mut self, place: PlaceId) {
        let enemy = self.side.enemy();
        let mut units = self.now.units_at(place);
        units.retain(|unit| self.now.side_of(*unit) == enemy);
        let data = self.before.data();
        if units.iter().any(|unit| data.units[*unit].is_combat()) {
            return;
        }
        let grave = permanently_eliminated(self.before, enemy);
        for unit in units {
            self.now.retire(unit, grave, false);
        }
    }

    /// An enemy trench stays until a unit enters (11.3.3-1): then one of level 1 goes, one of
    /// level 2 becomes the mover's of level 1 (11.3.3-2), though it goes on (11.3.3-4). The trench
    /// of neutral Greeks stays while they are in it: they are passed, not driven out.
    pub(super) fn trample(&mut self, place: PlaceId) {
        let trench = self.now.state().get(Cell::Trench(place));
        let owner = Control::at((trench >> 2).to_le_bytes()[0]);
        let own = owner.is_some_and(|owner| owner.is(self.side));
        if trench == 0 || own || self.view().neutral_greeks.contains(place) {
            return;
        }
        let left = match trench & 3 {
            2 => 1 | (Control::from(self.side) as u16) << 2,
            _ => 0,
        };
        self.now.put(Cell::Trench(place), left);
    }

    /// Whether regular units of `side` may take a place in full (11.2, 12.9.8), VP spaces
    /// (11.2.1.a) and what irregulars and tribes held in part (11.2.2.1.c) among them, and Salonika
    /// (18.8.1.1.d-3).
    ///
    /// Not over an intact enemy fort, nor a region with enemy combat units in it, nor neutral
    /// Greeks that are passed by, nor neutral Afghanistan (18.8.6).
    pub(super) fn may_take(&self, place: PlaceId, side: Side) -> bool {
        let view = self.view();
        let (own, enemy) = (index(side), index(side.enemy()));
        let afghanistan = place == self.before.data().known.afghanistan;
        let closed = afghanistan && !view.revolted(Revolt::Afghanistan);
        view.data.network.land.contains(place)
            && !view.control[own].contains(place)
            && !view.neutral_countries.contains(place)
            && !(view.forts & view.control[enemy]).contains(place)
            && !view.combat(side.enemy()).contains(place)
            && !view.neutral_greeks.contains(place)
            && !closed
    }

    /// Full control; VPs and the rest are settled at the end.
    pub(super) fn take(&mut self, place: PlaceId, side: Side) {
        self.now
            .put(Cell::Control(place), Control::from(side) as u16);
    }

    /// Regular units that stand in a place take it in full.
    pub(super) fn take_as_it_stands(&mut self, place: PlaceId, side: Side) {
        self.take(place, side);
        let russian = side == Side::Ap && self.russians_hold(place);
        self.taken_by_ru.set(place, russian);
        let data = self.before.data();
        let mut units = self.now.units_at(place);
        units.retain(|unit| data.units[*unit].class == Class::Regular);
        self.note_christmas(place, side, &units);
    }

    /// JERUSALEM BY CHRISTMAS remembers that units of the British Empire have captured its space; also those
    /// that come to it in the operation in which others take it.
    fn note_christmas(&mut self, place: PlaceId, side: Side, units: &[UnitId]) {
        let state = self.now.state();
        let target = usize::from(state.scalar(Scalar::ChristmasSpace)) == place + 1;
        if side == Side::Cp || !target {
            return;
        }
        let (ap, data) = (index(Side::Ap), self.before.data());
        let captured = self.view().control[ap].contains(place)
            && !self.before.view().control[ap].contains(place);
        let imperial = |unit: &UnitId| any(nations(data, state, *unit), &EMPIRE);
        if captured && units.iter().any(imperial) {
            self.now.put_scalar(Scalar::ChristmasTaken, 1);
        }
    }
}
