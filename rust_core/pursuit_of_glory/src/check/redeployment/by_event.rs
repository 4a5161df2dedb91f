//! SR that an event lets a side do (9.5.1.a, 18.8.3.3.a-6, 18.5): who may go, and whereto.

use super::*;
use crate::check::reinforcements::division_waits;
use crate::data::Unit;

/// What an event lets redeploy, and the place that it is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct ByEvent {
    pub(super) kind: EventSr,
    pub(super) place: Option<PlaceId>,
}

/// So many Turkish LCUs may go to Galicia (18.5.c).
const LCUS_IN_GALICIA: usize = 1;

impl<'a> Redeployer<'a> {
    /// Prepares to judge moves of an event's SR; `points` are those that it lets spend, if any.
    #[must_use]
    pub fn of_event(
        position: &'a Position,
        side: Side,
        kind: EventSr,
        points: u16,
        place: Option<PlaceId>,
    ) -> Self {
        let points = if kind.units().is_some() { FREE } else { points };
        Self {
            event: Some(ByEvent { kind, place }),
            ..Self::new(position, side, points)
        }
    }

    /// How many orders a move may have at most.
    pub(super) fn most_orders(&self) -> u32 {
        let units = self.event.and_then(|event| event.kind.units());
        units.unwrap_or(self.points)
    }

    /// Whether submarines let ships of the SR be (18.6.1.7-2).
    pub(super) fn unhunted(&self) -> bool {
        self.event.is_some_and(|event| event.kind.is_of_invasion())
    }

    /// Whether a unit may go to Galicia though it is a Turkish LCU: by the SUMMIT alone, and once (18.5.c,
    /// 18.5.d).
    pub(super) fn galicia_is_open(&self) -> bool {
        let summit = |event: ByEvent| event.kind == EventSr::Summit;
        self.event.is_some_and(summit) && !self.lcu_in_galicia()
    }

    /// Whether a Turkish LCU stands in Galicia.
    pub(super) fn lcu_in_galicia(&self) -> bool {
        let galicia = self.checker.data.known.galicia;
        let turkish = |unit: &UnitId| self.turkish_lcu(*unit);
        self.checker.at(galicia).iter().any(turkish)
    }

    fn turkish_lcu(&self, unit: UnitId) -> bool {
        let entry = &self.checker.data.units[unit];
        entry.size == Size::Lcu && (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA))
    }

    /// Every rule of the event that the trips break.
    pub(super) fn check_event(
        &self,
        event: ByEvent,
        trips: &[Trip],
        violations: &mut Violations<'_>,
    ) {
        let number = u32::try_from(trips.len()).unwrap_or(u32::MAX);
        let too_many = event.kind.units().is_some_and(|most| number > most);
        if event.kind == EventSr::Collapse {
            if too_many {
                violations.add(&SR_TOO_MANY_UNITS, &[Arg::Number(number)]);
            }
            return self.check_collapse(trips, violations);
        }
        if too_many {
            violations.add(&SR_TOO_MANY_FREE, &[Arg::Number(number)]);
        }
        for trip in trips {
            let witness = [Arg::Unit(trip.unit)];
            if !self.is_of_event(event, trip) {
                violations.add(&SR_NOT_FOR_EVENT, &witness);
            }
            if !self.goes_to_event(event, trip) {
                violations.add(&SR_NOT_TO_EVENT, &witness);
            }
        }
        match event.kind {
            EventSr::Gallipoli => self.check_volunteers(trips, violations),
            EventSr::Summit => {
                let galicia = self.checker.data.known.galicia;
                let there =
                    |trip: &&Trip| trip.end() == Some(galicia) && self.turkish_lcu(trip.unit);
                let number = trips.iter().filter(there).count();
                if number > LCUS_IN_GALICIA {
                    let number = u32::try_from(number).unwrap_or(u32::MAX);
                    violations.add(&SR_ONE_LCU_IN_GALICIA, &[Arg::Number(number)]);
                }
            }
            _ => {}
        }
    }

    /// Two units from the Balkans to CP-controlled places of the Balkans (18.8.3.3.a-6).
    fn check_collapse(&self, trips: &[Trip], violations: &mut Violations<'_>) {
        let balkans = self.checker.data.lines.balkans;
        let open = balkans & self.checker.view().control[index(self.checker.side)];
        for trip in trips {
            if !trip.start.is_some_and(|start| balkans.contains(start)) {
                violations.add(&SR_NOT_FROM_BALKANS, &[Arg::Unit(trip.unit)]);
            }
            if !trip.end().is_some_and(|end| open.contains(end)) {
                violations.add(&SR_NOT_TO_BALKANS, &[Arg::Unit(trip.unit)]);
            }
        }
    }

    /// Whether the event speaks of such a unit.
    fn is_of_event(&self, event: ByEvent, trip: &Trip) -> bool {
        let entry = &self.checker.data.units[trip.unit];
        let of = |nations: &[Nation]| {
            let own = self.nations(trip.unit);
            nations.iter().any(|nation| own.has(*nation))
        };
        match event.kind {
            EventSr::Collapse => true,
            EventSr::Alexandria => {
                entry.is_infantry_division() && of(&[Nation::Br, Nation::In, Nation::Anz])
            }
            EventSr::Salonika => {
                entry.is_division() && of(&[Nation::Br, Nation::In, Nation::Anz, Nation::Fr])
            }
            EventSr::Gallipoli => {
                trip.start.is_some()
                    && entry.is_infantry_division()
                    && of(&[Nation::Br, Nation::Anz])
            }
            EventSr::GrandDuke => {
                entry.is_division() && entry.unit_type == UnitType::Cavalry && of(&[Nation::Ru])
            }
            EventSr::Summit => of(&[Nation::Tu, Nation::TuA]),
        }
    }

    /// Whether a unit ends where the event sends it.
    fn goes_to_event(&self, event: ByEvent, trip: &Trip) -> bool {
        match event.kind {
            EventSr::Collapse => true,
            EventSr::Gallipoli => trip.how == How::Reserve,
            EventSr::Summit => {
                let spaces = &self.checker.data.spaces;
                trip.end()
                    .is_some_and(|end| spaces[end].area == Area::Balkans)
            }
            EventSr::Alexandria | EventSr::Salonika | EventSr::GrandDuke => {
                event.place.is_some() && trip.end() == event.place
            }
        }
    }

    /// One division of a nation is enough for its corps, and none is needed where one waits.
    fn check_volunteers(&self, trips: &[Trip], violations: &mut Violations<'_>) {
        for nation in [Nation::Br, Nation::Anz] {
            let of_it = |trip: &&Trip| self.nations(trip.unit).has(nation);
            let number = trips.iter().filter(of_it).count();
            if number > 1 {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                let witness = [Arg::Nation(nation), Arg::Number(number)];
                violations.add(&SR_ONE_OF_A_NATION, &witness);
            }
        }
        for trip in trips {
            let served = [Nation::Br, Nation::Anz].into_iter().any(|nation| {
                self.nations(trip.unit).has(nation)
                    && division_waits(self.checker.position, Side::Ap, nation)
            });
            if served {
                violations.add(&SR_NATION_WAITS, &[Arg::Unit(trip.unit)]);
            }
        }
    }
}

impl Unit {
    /// Whether it is a division: a regular SCU of infantry or cavalry.
    pub(crate) fn is_division(&self) -> bool {
        let kind = matches!(
            self.unit_type,
            UnitType::Infantry | UnitType::EliteInfantry | UnitType::Cavalry
        );
        kind && self.size == Size::Scu && self.class == Class::Regular
    }

    /// Whether it is one of infantry, elite or not.
    pub(crate) fn is_infantry_division(&self) -> bool {
        self.is_division() && self.unit_type != UnitType::Cavalry
    }
}
