//! Where rebuilt units are put (17.1.8), and who stands there afterwards.

use super::super::codes::{Code, *};
use super::super::placement::{MEDITERRANEAN, Site};
use super::{Arg, Plan, Replacer, Violations};
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::state::Scalar;
use crate::vocabulary::*;

impl Replacer<'_> {
    /// Where a rebuilt unit may be put on the map, as far as its sources, ports and areas go: as
    /// reinforcements are, but for what 17.1.8.b says of its nation.
    pub(super) fn places(&self, unit: UnitId) -> BitSet {
        let checker = &self.checker;
        let (data, known) = (checker.data, &checker.data.known);
        let entry = &data.units[unit];
        let set = |place: PlaceId| std::iter::once(place).collect::<BitSet>();
        let areas = |areas: &[Area]| -> BitSet {
            let inside = |place: &PlaceId| areas.contains(&data.spaces[*place].area);
            (0..data.on_map).filter(inside).collect()
        };
        let [ap, _] = checker.view().control;
        match entry.limit {
            // 3.2.1.3.in_garrison-2, 3.2.1.3.cordon-2: whoever controls it.
            Some(Limit::IndiaOnly) => return set(known.india),
            Some(Limit::PersiaIndiaBaluchistanOnly) => {
                return areas(&[Area::PersiaRegion]) | data.lines.east;
            }
            _ => {}
        }
        if unit == known.br_arab_northern_army {
            // 9.5.3.2.g-6; Sinai is part of Syria/Palestine (2.0.sinai-1).
            return checker.ports_held() & areas(&[Area::SyriaPalestine, Area::Sinai]);
        }
        if self.without_baghdad(unit) {
            return BitSet::EMPTY;
        }
        let nations = checker.nations_now(unit);
        let lcu = entry.size == Size::Lcu;
        let of = Nation::ALL.iter().filter(|nation| nations.has(**nation));
        of.fold(BitSet::EMPTY, |all, nation| {
            all | match nation {
                // 17.1.8.b-10: the Corps of National Defense goes to ports.
                Nation::Gr if nations.len() > 1 => checker.greek_ports(),
                Nation::Br if nations.has(Nation::Gr) => BitSet::EMPTY,
                Nation::Gr => data.network.greece,
                // 17.1.8.b-2
                Nation::Sb => self.serbian_places(),
                // 17.1.8.b-7
                Nation::Ro if self.collapsed(Collapse::Romania) => BitSet::EMPTY,
                Nation::Ro => (set(known.bucharest) | set(known.odessa)) & ap,
                // 17.1.8.b-5
                Nation::Br | Nation::In | Nation::Anz if lcu => {
                    let [mediterranean, aegean] = MEDITERRANEAN;
                    let seas = [mediterranean, aegean, Sea::PersianGulf];
                    let ports = checker.ports_held() & data.network.ports_on(&seas);
                    (checker.british_sources() & ap) | ports
                }
                // 17.1.8.b-6
                Nation::Ru if lcu => checker.russian_sources() & ap,
                // 3.2.1.3.transcauc-3
                Nation::Arm => set(known.erevan) & ap,
                Nation::Geo => set(known.tiflis) & ap,
                // 17.1.8.b-11, 17.1.1.2-3
                Nation::ArabRevolt => {
                    let ports = set(known.aqaba) | set(known.jiddah);
                    checker.entry_places(unit, *nation) | (ports & ap)
                }
                // 17.1.8.b-14
                Nation::Afghan => set(known.afghanistan),
                Nation::CentralAsian => set(known.central_asia),
                Nation::IndianMutiny => set(known.india),
                // 17.1.8.b-15
                Nation::Egyptian => {
                    let land = data.network.land & areas(&[Area::Egypt, Area::Sudan]);
                    land - checker.enemy
                }
                nation => checker.entry_places(unit, *nation),
            }
        })
    }

    /// Whether it is Dunsterforce, which comes back only while the AP controls Baghdad
    /// (3.2.1.3.dunster-4).
    fn without_baghdad(&self, unit: UnitId) -> bool {
        let known = &self.checker.data.known;
        let [ap, _] = self.checker.view().control;
        unit == known.br_dunsterforce && !ap.contains(known.baghdad)
    }

    fn collapsed(&self, country: Collapse) -> bool {
        let state = self.checker.position.state();
        state.holds(Scalar::Collapsed, country as u8)
    }

    /// 18.8.3.1.b, 18.8.3.1.c-1, 18.8.3.3.b
    fn serbian_places(&self) -> BitSet {
        let known = &self.checker.data.known;
        let [ap, _] = self.checker.view().control;
        let mut places: BitSet = [known.lemnos, known.salonika].into_iter().collect();
        if !self.serbia_collapsed() || ap.contains(known.belgrade) {
            places.insert(known.belgrade);
            places.insert(known.nis);
        }
        places & ap
    }

    /// The rule that a place breaks to which a unit is rebuilt, all stacks left out.
    pub(super) fn place_code(&self, unit: UnitId, place: PlaceId) -> Option<&'static Code> {
        let data = self.checker.data;
        let entry = &data.units[unit];
        if place >= data.on_map {
            return self.box_code(unit, place);
        }
        if entry.class == Class::Tribe {
            return Some(&RP_NO_PLACE);
        }
        match self.checker.site(unit, self.places(unit), place) {
            Site::Nowhere => Some(&RP_NO_PLACE),
            Site::Besieged => Some(&RP_BESIEGED_SOURCE),
            Site::Open | Site::NextTo(_) => None,
        }
    }

    /// The rule that a box breaks: regular SCUs go to the Reserve Box, but for those whose places are
    /// named (3.2.1.3), tribes to their symbol (17.1.8.b-12, 17.1.1.2-5), units of revolts to none
    /// (17.1.8.b-13).
    fn box_code(&self, unit: UnitId, place: PlaceId) -> Option<&'static Code> {
        let checker = &self.checker;
        let (data, known) = (checker.data, &checker.data.known);
        let entry = &data.units[unit];
        if let Some(tribe) = entry.tribe {
            let own = data.spaces[place].id.strip_prefix("tribal_key_") == Some(tribe.word());
            return (!own).then_some(&RP_NO_PLACE);
        }
        let [reserve, ..] = known.spent_boxes(checker.side);
        let boxed = place == reserve || place == checker.assets();
        let named = entry.is_of(Nation::Arm)
            || entry.is_of(Nation::Geo)
            || unit == known.br_arab_northern_army
            || self.without_baghdad(unit)
            || entry.limit.is_some_and(|limit| limit != Limit::BalkansOnly);
        match (entry.size, entry.class) {
            (Size::Lcu, _) if boxed => Some(&RP_LCU_IN_BOX),
            (_, Class::Irregular) if place == reserve => Some(&RP_IRREGULAR_IN_BOX),
            (Size::Scu, Class::Regular) if place == reserve && !named => None,
            _ => Some(&RP_NO_PLACE),
        }
    }

    /// Who of the side stands in a place after the move.
    fn standing(&self, plan: &Plan, place: PlaceId) -> Vec<UnitId> {
        let checker = &self.checker;
        let here = |unit: &UnitId| checker.position.place(*unit) == Some(place);
        let stays = checker.at(place).iter().copied();
        let stays = stays.filter(|unit| !plan.eliminated.contains(*unit));
        let swaps = self.swaps(plan).into_iter();
        let replaced = swaps.filter(|(lcu, by)| here(lcu) && self.is_spare(*by));
        let placed = plan.placed.iter().filter(|(_, at)| *at == place);
        let mut units: Vec<UnitId> = stays.collect();
        units.extend(replaced.map(|(_, by)| by));
        units.extend(placed.map(|(unit, _)| *unit));
        units
    }

    /// Stacks where somebody was placed (10.0-1, 10.2-2), sources that have room (9.5.3.2.c), and LCUs
    /// in restricted areas (18.1.2).
    pub(super) fn check_stacks(&self, plan: &Plan, violations: &mut Violations<'_>) {
        if plan.placed.is_empty() {
            return;
        }
        let checker = &self.checker;
        let places: BitSet = plan.placed.iter().map(|(_, place)| *place).collect();
        for place in (places - checker.data.movement_graph.unlimited_stacking).iter() {
            let crowd = checker.crowd(self.standing(plan, place).into_iter());
            if crowd.too_many() {
                violations.add(&SR_TOO_MANY, &[Arg::Place(place)]);
            }
            if crowd.rivals() {
                violations.add(&RIVALS, &[Arg::Place(place)]);
            }
        }
        for (unit, place) in &plan.placed {
            let site = checker.site(*unit, self.places(*unit), *place);
            if let Site::NextTo(sources) = site
                && !sources
                    .iter()
                    .any(|source| self.overflows(plan, *unit, *place, source))
            {
                let witness = [Arg::Unit(*unit), Arg::Place(*place)];
                violations.add(&RP_NOT_NEXT_BEST, &witness);
            }
        }
        checker.check_lcus_placed(&plan.placed, plan.eliminated, violations);
    }

    /// Whether a unit may stand in a place for want of room in a source next to it.
    fn overflows(&self, plan: &Plan, unit: UnitId, place: PlaceId, source: PlaceId) -> bool {
        self.unfilled(plan, unit, place, source).is_none()
    }

    /// What has room, and keeps a unit from standing next to a source; and how many would fill it.
    pub(super) fn unfilled(
        &self,
        plan: &Plan,
        unit: UnitId,
        place: PlaceId,
        source: PlaceId,
    ) -> Option<(PlaceId, Option<usize>)> {
        let checker = &self.checker;
        let far = self.far.get_or_init(|| checker.lines_to_enemy());
        let standing = |at| self.standing(plan, at);
        checker.unfilled(unit, self.places(unit), [source, place], far, &standing)
    }
}
