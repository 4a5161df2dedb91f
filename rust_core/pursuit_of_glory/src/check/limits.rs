//! Where units may not go: neutral countries (18.8), and the areas of units that are bound to one
//! (3.2.1, 11.1.8, 11.1.10, 18.4.4, 18.5, 18.9).

use super::codes::*;
use super::plan::Mover;
use super::{Arg, Checker, Violations};
use crate::cards::{PERSIAN_PUSH, SECRET_TREATY};
use crate::control::View;
use crate::data::{PlaceId, Unit};
use crate::indices::{EAST, PERSIA};
use crate::vocabulary::*;

/// Whether everybody may move in Persia (18.8.5.1, 11.1.7-3).
pub(super) fn persia_open(view: &View<'_>) -> bool {
    view.state.happened(PERSIAN_PUSH) || view.state.happened(SECRET_TREATY)
}

impl Checker<'_> {
    pub(super) fn check_limits(&self, mover: &Mover<'_>, violations: &mut Violations<'_>) {
        for (from, to) in mover.steps() {
            self.check_neutrals(mover, to, violations);
            self.check_areas(mover, to, violations);
            self.check_bulgarians(mover, from, to, violations);
        }
        let greeks = &self.view().neutral_greeks;
        if self.side == Side::Ap && greeks.contains(mover.stop) {
            let witness = [Arg::Unit(mover.unit), Arg::Place(mover.stop)];
            violations.add(&GREEKS_AP, &witness);
        }
    }

    /// Nobody enters countries that are not in the war (11.1.7-1) but Greece (11.1.7-2), Persia
    /// when it is open (11.1.7-3) and, for SCUs of the CP, Afghanistan (11.1.7-4).
    pub(super) fn check_neutrals(
        &self,
        mover: &Mover<'_>,
        place: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        let witness = [Arg::Unit(mover.unit), Arg::Place(place)];
        let view = self.view();
        if view.neutral_countries.contains(place) {
            violations.add(&NEUTRAL, &witness);
        }
        let space = &self.data.spaces[place];
        // The British pay for the first of them to enter (18.8.5.2-2).
        if space.area == Area::PersiaNeutral && self.persia_closed(mover.entry, mover.start) {
            violations.add(&NEUTRAL_PERSIA, &witness);
        }
        if place == self.data.known.afghanistan && !view.revolted(Revolt::Afghanistan) {
            if self.side == Side::Ap {
                violations.add(&AFGHANISTAN_AP, &witness[..1]);
            } else if mover.entry.size == Size::Lcu {
                violations.add(&AFGHANISTAN_CP, &witness[..1]);
            }
        }
        if self.side == Side::Cp && view.neutral_greeks.contains(place) {
            violations.add(&GREEKS_CP, &witness);
        }
    }

    /// Before PERSIAN PUSH and SECRET TREATIES only risen Persians move in neutral Persia, and the tribes
    /// that stand there (18.8.5.1).
    pub(super) fn persia_closed(&self, entry: &Unit, start: PlaceId) -> bool {
        let state = self.view().state;
        if state.happened(PERSIAN_PUSH) || state.happened(SECRET_TREATY) {
            return false;
        }
        match entry.class {
            Class::Irregular => entry.nations != [Nation::Pe],
            Class::Tribe => !self.in_area(start, &[Area::PersiaNeutral]),
            _ => true,
        }
    }

    /// Tribes keep to their range, irregulars to their areas, the Armenians among them (18.7-4),
    /// and units of the Balkans to those (2.0.balkans-2), of which Gallipoli is no part
    /// (2.0.balkans-3). Turkish LCUs do not come, nor come back, to Galicia (18.5.d).
    pub(super) fn check_areas(
        &self,
        mover: &Mover<'_>,
        place: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        let entry = mover.entry;
        let witness = [Arg::Unit(mover.unit), Arg::Place(place)];
        let range = self.data.network.ranges.get(mover.unit);
        if entry.class == Class::Tribe && range.is_some_and(|range| !range.contains(place)) {
            violations.add(&OUT_OF_RANGE, &witness);
        }
        match entry.limit {
            Some(Limit::IndiaOnly) if !self.in_area(place, &[Area::India]) => {
                violations.add(&LEAVES_INDIA, &witness);
            }
            Some(Limit::PersiaIndiaBaluchistanOnly)
                if !self.in_area(place, PERSIA) && !self.in_area(place, EAST) =>
            {
                violations.add(&LEAVES_PERSIA, &witness);
            }
            Some(Limit::BalkansOnly) if !self.in_area(place, &[Area::Balkans]) => {
                violations.add(&LEAVES_BALKANS, &witness);
            }
            _ => {}
        }
        if entry.class == Class::Irregular && !self.in_supply_area(mover, place) {
            violations.add(&LEAVES_AREA, &witness);
        }
        if self.in_area(place, EAST) && self.russian(mover.unit) {
            violations.add(&INTO_INDIA, &witness);
        }
        if place == self.data.known.galicia && self.turkish_lcu(mover.unit) {
            violations.add(&GALICIA, &witness[..1]);
        }
    }

    /// The area of an irregular; Sinai is part of Syria/Palestine (2.0.sinai-1).
    fn in_supply_area(&self, mover: &Mover<'_>, place: PlaceId) -> bool {
        let areas = &mover.entry.supply_area;
        self.in_area(place, areas)
            || (areas.contains(&Area::SyriaPalestine) && self.in_area(place, &[Area::Sinai]))
    }

    pub(super) fn turkish_lcu(&self, unit: usize) -> bool {
        let entry = &self.data.units[unit];
        entry.size == Size::Lcu && (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA))
    }

    /// Bulgarians do not enter Turkey, and only leave it (11.1.10, 18.8.2.1-3, 18.8.2.1-4).
    pub(super) fn check_bulgarians(
        &self,
        mover: &Mover<'_>,
        from: PlaceId,
        to: PlaceId,
        violations: &mut Violations<'_>,
    ) {
        let turkey = |place: PlaceId| self.data.spaces[place].country == Some(Country::Turkey);
        if mover.entry.nations != [Nation::Bu] || !turkey(to) {
            return;
        }
        let witness = [Arg::Unit(mover.unit), Arg::Place(to)];
        if !turkey(from) {
            violations.add(&INTO_TURKEY, &witness);
        } else if !self.data.movement_graph.leads_home(from, to) {
            violations.add(&DEEPER, &witness);
        }
    }
}
