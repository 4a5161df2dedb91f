//! Where units go after the dice: lines, closed places, and the routes of retreats (12.7.2-12.7.11).

use super::super::{Checker, Violations};
use crate::aftermath::{Cause, PostCombat, Route};

use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::vocabulary::*;

/// Rules of terrain that are thought away to ask what keeps an LCU from retreating (12.3.2-3,
/// 12.3.3-5).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Waived {
    /// Swamp is open to LCUs of TU and BU.
    pub(super) swamp: bool,
    /// LCUs need no railroad in desert.
    pub(super) desert: bool,
    /// The unit comes by sea: island bases with a port are open (12.7.11-2).
    pub(super) sea: bool,
    /// The enemies in the place are no matter here.
    pub(super) enemies: bool,
}

/// A route of a retreat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Road {
    /// The places.
    pub(crate) path: Route,
    /// By sea (12.7.11-2).
    pub(crate) sail: bool,
    /// The last place.
    pub(super) end: PlaceId,
    /// The ranks of its first and its last place (12.7.6.d-3).
    pub(super) ranks: [u8; 2],
}

/// The seas on which nobody retreats in winter (12.7.11-6).
pub(super) const STORMY: [Sea; 2] = [Sea::EastMediterranean, Sea::Aegean];

impl Checker<'_> {
    /// Whether there is a way by land from one place to the next, for a unit that has taken some
    /// places (12.7.6.i, 3.1.5, 12.3.3-4).
    pub(super) fn goes_by_land(
        &self,
        unit: UnitId,
        from: PlaceId,
        to: PlaceId,
        taken: BitSet,
        waived: Waived,
    ) -> bool {
        let Some((number, _)) = self.line(from, to) else {
            return false;
        };
        let path = [to];
        let mover = self.mover(unit, from, &path);
        let mut found = Vec::new();
        self.check_connection(&mover, from, to, number, &mut Violations(&mut found));
        let desert = &self.data.movement_graph.desert;
        let dry = self.data.counters.lcus.contains(unit)
            && !waived.desert
            && (desert.contains(from) || desert.contains(to));
        let rides = || {
            let outlook = self.outlook();
            let tracer = outlook.tracer(unit);
            outlook.rides(tracer, number)
                && (outlook.railed(tracer).contains(from)
                    || (!taken.is_empty()
                        && outlook.railed_by_way_of(tracer, taken).contains(from)))
        };
        found.is_empty() && (!dry || rides())
    }

    /// Whether a place is closed to a unit that comes from another, in an advance or a retreat.
    /// Enemy forts are asked in retreats only.
    pub(super) fn closed(
        &self,
        unit: UnitId,
        start: PlaceId,
        [from, to]: [PlaceId; 2],
        advance: bool,
        waived: Waived,
    ) -> bool {
        let (data, ways) = (self.data, &self.data.movement_graph);
        let enemies = if advance {
            &self.enemy_combat
        } else {
            &self.enemy
        };
        // The Protectorate never retreats (3.2.1.3.georgia-5).
        if !advance && unit == data.known.ge_georgian_protectorate {
            return true;
        }
        // 12.7.6.b, 12.9.6
        if enemies.contains(to) && !data.network.regions.contains(to) && !waived.enemies {
            return true;
        }
        let fort = self.enemy_forts.contains(to) && !self.besieged(to);
        // 12.3.2-2
        let bogged = data.counters.lcus.contains(unit)
            && self.swamp_bound(unit)
            && ways.swamp.contains(to)
            && !waived.swamp;
        let beach = data.network.beachheads.contains(to);
        let island = ways.islands.contains(to);
        let shut = match self.side {
            Side::Cp => island || (beach && !advance),
            _ => island && data.spaces[from].island_base != Some(to) && !waived.sea,
        };
        if (fort && !advance)
            || bogged
            || shut
            || (beach && !self.markers().contains(to))
            || self.view().neutral_greeks.contains(to)
        {
            return true;
        }
        let path = [to];
        let mover = self.mover(unit, start, &path);
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        self.check_neutrals(&mover, to, violations);
        // Tribes end no retreat or advance beyond their range (3.2.1.5-6, 3.2.1.5-8).
        self.check_areas(&mover, to, violations);
        if advance {
            // They get into Turkey by retreats alone (11.1.10-1, 18.8.2.1-3, 18.8.2.1-4).
            self.check_bulgarians(&mover, from, to, violations);
        }
        !found.is_empty()
    }

    /// Whether a unit would be fed in a place (14.1).
    pub(super) fn fed(&self, unit: UnitId, place: PlaceId) -> bool {
        let outlook = self.outlook();
        outlook.traced(outlook.tracer(unit)).contains(place) || outlook.home(unit, place)
    }

    /// The rank of a place for a unit that retreats, the best being 1 (12.7.6.d-1, 12.7.6.d-3).
    /// Places that irregulars and tribes hold in part are their side's (2.0.control-4, 11.2.2.1-1).
    pub(super) fn rank(&self, unit: UnitId, place: PlaceId) -> u8 {
        let view = self.view();
        let held = |side: Side| view.partial_control(side).contains(place);
        let friendly = (view.control[index(self.side)].contains(place) && !held(self.side.enemy()))
            || held(self.side);
        match (friendly, self.fed(unit, place)) {
            (true, true) => 1,
            (true, false) => 2,
            (false, true) => 3,
            (false, false) => 4,
        }
    }

    /// Whether a unit retreats by sea at all: an SCU of BR, IN or ANZ, or the Black Sea Division
    /// (12.7.11-2, 12.7.11-3, 3.2.1.3.black_sea-2).
    pub(super) fn sails(&self, unit: UnitId) -> bool {
        let empire = [Nation::Br, Nation::In, Nation::Anz];
        self.side == Side::Ap
            && (unit == self.data.known.ru_black_sea_div
                || (self.data.units[unit].size == Size::Scu
                    && empire.iter().any(|nation| self.counts_as(unit, *nation))))
    }

    /// The sea on which a place has a port; beachheads are none here (12.7.10-1).
    pub(super) fn sea_of(&self, place: PlaceId) -> Option<Sea> {
        self.data.spaces[place].port
    }

    /// The other ports of the sea of a port that its side holds; all of them, or only if it is
    /// open in this season.
    pub(super) fn harbours(&self, from: PlaceId, in_winter: bool) -> BitSet {
        let stormy = self.position.winter() && !in_winter;
        let sea = self.sea_of(from);
        let Some(sea) = sea.filter(|sea| !(stormy && STORMY.contains(sea))) else {
            return BitSet::EMPTY;
        };
        let held = self.view().control[index(self.side)];
        let ports = self.data.network.ports[sea as usize] & held;
        let others = ports.iter().filter(|port| *port != from);
        others
            .filter(|port| self.sea_of(*port) == Some(sea))
            .collect()
    }

    /// Whether a place is the end of every retreat into it (12.7.5-1, 12.7.5-2, 12.7.5-3).
    pub(super) fn ends_retreat(&self, place: PlaceId) -> bool {
        self.data.movement_graph.unlimited_stacking.contains(place)
    }

    /// Whether a place is nearer to Tiflis than another (SAVE TIFLIS).
    pub(super) fn nearer_to_tiflis(&self, to: PlaceId, from: PlaceId) -> bool {
        let far = self.data.movement_graph.steps.to(self.data.known.tiflis);
        far.get(to) < far.get(from)
    }

    /// Every route of a unit that retreats from a place; it may end beside it (12.7.6.g).
    pub(super) fn roads(
        &self,
        after: &PostCombat<'_>,
        cause: Cause,
        length: u8,
        (unit, start): (UnitId, PlaceId),
        waived: Waived,
    ) -> Vec<Road> {
        let mut roads = Vec::new();
        if length == 0 {
            return roads;
        }
        let mut add = |path: &[PlaceId], sail: bool| {
            let (Some(first), Some(end)) = (path.first(), path.last()) else {
                return;
            };
            roads.push(Road {
                path: Route::new(path),
                sail,
                end: *end,
                ranks: [self.rank(unit, *first), self.rank(unit, *end)],
            });
        };
        let opens = |from: PlaceId, to: PlaceId, waived: Waived| {
            to != start && !self.closed(unit, start, [from, to], false, waived)
        };
        let open = |from: PlaceId, to: PlaceId| opens(from, to, waived);
        let harbour = |from: PlaceId, to: PlaceId| {
            let waived = Waived {
                sea: true,
                ..waived
            };
            opens(from, to, waived)
        };
        let step = |from: PlaceId, to: PlaceId| {
            open(from, to) && self.goes_by_land(unit, from, to, BitSet::EMPTY, waived)
        };
        if let Some(base) = self.base_of(start) {
            if open(start, base) {
                add(&[base], false);
            }
            return roads;
        }
        let nearer = |to: PlaceId| cause != Cause::SaveTiflis || self.nearer_to_tiflis(to, start);
        let by_sea = !matches!(cause, Cause::Catastrophe | Cause::SaveTiflis);
        for first in self.data.movement_graph.next_to(start).iter() {
            if !nearer(first) || !step(start, first) {
                continue;
            }
            if length < 2 || self.ends_retreat(first) {
                add(&[first], false);
                continue;
            }
            if cause == Cause::Catastrophe {
                add(&[first], false);
            }
            if let Some(base) = self.base_of(first) {
                if open(first, base) {
                    add(&[first, base], false);
                }
                continue;
            }
            for second in self.data.movement_graph.next_to(first).iter() {
                if step(first, second) {
                    add(&[first, second], false);
                }
            }
            // The marines go on by sea from a port they come to (18.6.6-7).
            if by_sea && unit == self.data.known.ru_black_sea_div {
                for port in self.harbours(first, false).iter() {
                    if harbour(first, port) && !self.data.movement_graph.joined(first, port) {
                        add(&[first, port], false);
                    }
                }
            }
        }
        if by_sea && start == after.target && self.sails(unit) {
            for port in self.harbours(start, false).iter() {
                if harbour(start, port) {
                    add(&[port], true);
                }
            }
        }
        roads
    }

    /// The island base to which AP units retreat from a beachhead (12.7.10-1).
    pub(super) fn base_of(&self, place: PlaceId) -> Option<PlaceId> {
        let space = &self.data.spaces[place];
        space.island_base.filter(|_| self.side == Side::Ap)
    }
}
