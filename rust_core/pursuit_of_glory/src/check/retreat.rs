//! Where a defender could retreat a space (12.7), and what a unit needs wherever it arrives.

use super::{Checker, Violations};
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::vocabulary::*;

impl Checker<'_> {
    /// Whether a unit of the side that defends in a place could retreat a space (12.7.5, 12.7.6,
    /// 12.7.11).
    pub(crate) fn could_retreat(&self, unit: UnitId, from: PlaceId) -> bool {
        // Defenders of regions never retreat (12.7.1.d), and the Georgian Protectorate is nobody's
        // (3.2.1.3.georgia-5).
        if self.data.network.regions.contains(from) || !self.own.contains(unit) {
            return false;
        }
        let mut by_land = self.data.movement_graph.from(from);
        by_land.any(|(to, number)| self.retreats_over(unit, from, to, number))
            || self.retreats_by_sea(unit, from)
    }

    fn retreats_over(&self, unit: UnitId, from: PlaceId, to: PlaceId, number: usize) -> bool {
        let path = [to];
        let mover = self.mover(unit, from, &path);
        // A railroad that others may use, a strait that is shut (12.7.6.i, 3.1.5.2).
        let mut found = Vec::new();
        self.check_connection(&mover, from, to, number, &mut Violations(&mut found));
        found.is_empty()
            && self.takes_in(unit, from, to)
            && self.keeps_to_rails(unit, from, to, number)
    }

    /// SCUs of BR, IN and ANZ, and the Black Sea Division, retreat from port to port of a sea, but
    /// not in winter in the East Mediterranean and the Aegean (12.7.11).
    fn retreats_by_sea(&self, unit: UnitId, from: PlaceId) -> bool {
        let empire = [Nation::Br, Nation::In, Nation::Anz];
        let sails = unit == self.data.known.ru_black_sea_div
            || (self.data.units[unit].size == Size::Scu
                && empire.iter().any(|nation| self.counts_as(unit, *nation)));
        if self.side != Side::Ap || !sails {
            return false;
        }
        let stormy = [Sea::EastMediterranean, Sea::Aegean];
        let seas = Sea::ALL.iter().filter(|sea| {
            self.data.network.ports[**sea as usize].contains(from)
                && !(self.position.winter() && stormy.contains(sea))
        });
        let ports = seas.fold(BitSet::EMPTY, |all, sea| {
            all | self.data.network.ports[*sea as usize]
        });
        let mut ports =
            ports & self.friendly_ports(self.data.counters[unit].nations.has(Nation::In));
        ports.remove(from);
        ports.iter().any(|to| self.takes_in(unit, from, to))
    }

    /// Ports that work and that the side controls, beachheads among them; Aqaba and Jiddah only
    /// for IN units.
    pub(super) fn friendly_ports(&self, indian: bool) -> BitSet {
        let own = self.view().control[super::index(self.side)] | self.data.network.beachheads;
        self.outlook().ports(indian) & own
    }

    /// Whether a place is open to a unit that comes from another, without enemies and enemy forts
    /// in its way, and with room for one more (12.7.6.b, 12.7.6.c, 18.8).
    pub(super) fn takes_in(&self, unit: UnitId, from: PlaceId, to: PlaceId) -> bool {
        let beach = self.data.network.beachheads.contains(to);
        let own = self.view().control[super::index(self.side)];
        // Beachheads and island bases are the AP's (3.1.6-1, 2.0.island_base-2).
        let reserved = (beach && !self.markers().contains(to))
            || (self.data.movement_graph.islands.contains(to) && !own.contains(to));
        let shut =
            (beach || self.data.movement_graph.islands.contains(to)) && self.side != Side::Ap;
        if reserved || shut || self.held_by_enemies(to) {
            return false;
        }
        if self.enemy_forts.contains(to) && !self.besieged(to) {
            return false;
        }
        let path = [to];
        let mut found = Vec::new();
        self.check_limits(&self.mover(unit, from, &path), &mut Violations(&mut found));
        let lcu = self.data.counters.lcus.contains(unit);
        let bogged = lcu && self.swamp_bound(unit) && self.data.movement_graph.swamp.contains(to);
        found.is_empty() && !bogged && self.has_room(to, &[unit])
    }

    /// Whether there are enemy units that nobody joins. In a region they do not matter (12.7.6.b).
    pub(super) fn held_by_enemies(&self, place: PlaceId) -> bool {
        self.enemy.contains(place) && !self.data.network.regions.contains(place)
    }

    /// Whether units go into and out of desert as LCUs must: along a railroad in supply (3.1.1.a).
    pub(super) fn keeps_to_rails(
        &self,
        unit: UnitId,
        from: PlaceId,
        to: PlaceId,
        number: usize,
    ) -> bool {
        let desert = &self.data.movement_graph.desert;
        if !self.data.counters.lcus.contains(unit)
            || !(desert.contains(from) || desert.contains(to))
        {
            return true;
        }
        let outlook = self.outlook();
        let tracer = outlook.tracer(unit);
        outlook.rides(tracer, number) && outlook.railed(tracer).contains(from)
    }

    /// Whether the limits of stacking would hold if these units came too (10). Regions and island
    /// bases have none (10.0-2).
    pub(super) fn has_room(&self, place: PlaceId, guests: &[UnitId]) -> bool {
        if self.unlimited_stacking(place) {
            return true;
        }
        let here = self.at(place).iter();
        let all = here.chain(guests.iter().filter(|unit| !self.at(place).contains(unit)));
        let crowd = self.crowd(all.copied());
        !crowd.too_many() && !crowd.two_hqs() && !crowd.rivals()
    }
}
