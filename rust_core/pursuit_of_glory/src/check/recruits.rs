//! Whom combat cards may bring into a battle, and where what they bring may be put (ap_28, ap_52,
//! cp_19, cp_44, cp_47).

use super::{Faults, Referee};
use crate::board::BitSet;
use crate::combat::{Battle, CombatCard, Role};
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::state::Cell;
use crate::supply::network::Tracer;
use crate::vocabulary::*;
use smallvec::SmallVec;

/// The places that may be named for a card, of each kind that it asks for.
pub(super) type Spots = SmallVec<[BitSet; 2]>;

/// The most steps of MARCH AND COUNTERMARCH.
const MARCH: usize = 2;

impl Referee<'_> {
    /// The units that a card may bring, each with a place where it would fight; a unit of MARCH AND
    /// COUNTERMARCH stands here once for every such place.
    pub(crate) fn recruits(&self, battle: &Battle<'_>, card: CombatCard) -> Vec<(UnitId, PlaceId)> {
        match (card, battle.role(self.side)) {
            (CombatCard::Ap52, Some(role)) => self.marchers(battle, role),
            (CombatCard::Cp19, Some(Role::Defender)) => self.surprises(battle),
            (CombatCard::Cp43, Some(Role::Defender)) => self.called_up(battle),
            _ => Vec::new(),
        }
    }

    /// How many units a card brings.
    pub(super) const fn brings(card: CombatCard) -> std::ops::RangeInclusive<usize> {
        match card {
            CombatCard::Ap52 => 1..=1,
            CombatCard::Cp19 => 1..=2,
            CombatCard::Cp43 => 0..=1,
            _ => 0..=0,
        }
    }

    /// CP units that could move to the target as if it cost nothing to activate them (cp_43).
    fn called_up(&self, battle: &Battle<'_>) -> Vec<(UnitId, PlaceId)> {
        let target = battle.target();
        if self.enemy_forts.contains(target) && !self.besieged(target) {
            return Vec::new();
        }
        let far = self.data.ways.least_points.to(target);
        let near = |unit: &UnitId| {
            let place = self.position.place(*unit);
            let far = place.and_then(|place| far.get(place)).copied();
            far.is_some_and(|far| far > 0 && far <= self.data.units[*unit].full.mf)
        };
        let free = Self::of(self.position, self.side, u8::MAX);
        let comes = |unit: &UnitId| {
            let reach = free.destinations(*unit);
            reach.stops.iter().any(|stop| stop.place == target)
        };
        let units = self.own.iter().filter(|unit| near(unit) && comes(unit));
        units.map(|unit| (unit, target)).collect()
    }

    /// One BR unit that has not acted marches up to two steps into a place attacked from, or into
    /// the one that the AP defends (ap_52).
    fn marchers(&self, battle: &Battle<'_>, role: Role) -> Vec<(UnitId, PlaceId)> {
        let state = self.view().state;
        let attacks = role == Role::Attacker;
        // In a region the defending stack keeps to the limits of a space (12.10.3-1). Who is at odds
        // without it is no matter.
        let is_hq = |unit: UnitId| self.data.units[unit].size == Size::Hq;
        let misfits = |unit: UnitId| {
            if attacks {
                let mut others = state.attackers.iter();
                return others.any(|other| self.fall_out([other, unit].into_iter()));
            }
            let with = |others: BitSet| self.crowd(others.iter().chain([unit]));
            let mut others = state.defenders.iter();
            let combat = &self.data.counters.combat;
            (combat.contains(unit) && with(state.defenders).too_many())
                || (is_hq(unit) && with(state.defenders).two_hqs())
                || others.any(|other| with(std::iter::once(other).collect()).rivals())
        };
        let goes = |unit: &UnitId| {
            matches!(
                self.data.units[*unit].size,
                Size::Scu | Size::Lcu | Size::Hq
            ) && self.counts_as(*unit, Nation::Br)
                && !self.outlook().starved(*unit)
                && !misfits(*unit)
        };
        let busy = state.acted | state.fought | state.attacking | state.attackers;
        let idle = self.own - busy - state.defenders - state.retreated;
        let goals = if attacks {
            battle.origins()
        } else {
            std::iter::once(battle.target()).collect()
        };
        let mut found = Vec::new();
        for unit in idle.iter().filter(goes) {
            let Some(start) = self.position.place(unit) else {
                continue;
            };
            if goals.contains(start) {
                found.push((unit, start));
                continue;
            }
            let ends = self.march(unit, start) & goals;
            found.extend(ends.iter().map(|end| (unit, end)));
        }
        found
    }

    /// The places a unit could march to, with room for it (18.9.1, 3.1.5, 10).
    fn march(&self, unit: UnitId, start: PlaceId) -> BitSet {
        let mut ends = BitSet::EMPTY;
        if self.data.units[unit].full.mf == 0 {
            return ends;
        }
        let mut edge: BitSet = std::iter::once(start).collect();
        for _ in 0..MARCH {
            let mut next = BitSet::EMPTY;
            for from in edge.iter() {
                for (to, number) in self.data.ways.from(from) {
                    next.set(
                        to,
                        next.contains(to) || self.marches(unit, start, from, to, number),
                    );
                }
            }
            ends |= next;
            // Who enters a place of an uprising stops (3.2.4.2-9), or a beachhead of this round
            // (11.1.9.a, 18.6.1.1.b-2).
            let fresh = |place: &PlaceId| self.view().state.get(Cell::Beachhead(*place)) > 1;
            let landed: BitSet = next.iter().filter(fresh).collect();
            edge = next - self.troubled - landed;
        }
        ends.iter()
            .filter(|place| self.has_room(*place, &[unit]))
            .collect()
    }

    fn marches(
        &self,
        unit: UnitId,
        start: PlaceId,
        from: PlaceId,
        to: PlaceId,
        number: usize,
    ) -> bool {
        // Nobody goes back to an island base (11.1.9.c), or to a beach without a marker (11.1.9-1).
        let unmarked = self.data.network.beachheads - self.markers();
        if !self.view().control[index(self.side)].contains(to)
            || self.data.ways.islands.contains(to)
            || unmarked.contains(to)
            || self.held_by_enemies(to)
        {
            return false;
        }
        let path = [from, to];
        let path = if from == start { &path[1..] } else { &path[..] };
        let mover = self.mover(unit, start, path);
        let mut found = Vec::new();
        let faults = &mut Faults(&mut found);
        self.check_connection(&mover, from, to, number, faults);
        self.check_limits(&mover, faults);
        found.is_empty() && self.keeps_to_rails(unit, from, to, number)
    }

    /// One or two TU or TU-A divisions that could be redeployed to the target by land or from the
    /// Reserve Box (cp_19, 13).
    fn surprises(&self, battle: &Battle<'_>) -> Vec<(UnitId, PlaceId)> {
        let target = battle.target();
        let starts = self.redeploys_to(target);
        let (turkish, regions) = (Tracer::Turkish, &self.data.network.regions);
        let reserve = self.reserve_opens(target, turkish);
        let division = |unit: &UnitId| {
            let entry = &self.data.units[*unit];
            entry.class == Class::Regular
                && entry.size == Size::Scu
                && (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA))
                && entry.full.mf > 0
                && !entry.boxed_mf
        };
        let comes = |unit: &UnitId| match self.position.place(*unit) {
            Some(place) if place == self.data.known.cp_reserve => reserve,
            Some(place) if self.own.contains(*unit) => {
                // Nobody leaves a contested region that the enemy controls (13.9-1).
                let contested = regions.contains(place)
                    && !self.view().control[index(self.side)].contains(place)
                    && self.enemy.contains(place);
                place != target
                    && starts.contains(place)
                    && !contested
                    && !self.outlook().starved(*unit)
            }
            _ => false,
        };
        let mine = self.view().commanded(self.side);
        mine.iter()
            .filter(|unit| division(unit) && comes(unit) && self.has_room(target, &[*unit]))
            .map(|unit| (unit, target))
            .collect()
    }

    /// The places from which Turkish divisions redeploy to a place by land (13.6, 13.9, 13.10,
    /// 13.12.2, 13.1-8).
    fn redeploys_to(&self, target: PlaceId) -> BitSet {
        let view = self.view();
        let own = index(self.side);
        // Forts of ours that are besieged have enemies in them; those we besiege do not bar us.
        let held = self.enemy - self.data.network.regions;
        let through =
            ((view.control[own] | view.partial_control(self.side)) - held) | view.besieging[own];
        let mut starts = BitSet::EMPTY;
        if !through.contains(target) {
            return starts;
        }
        let outlook = self.outlook();
        let mut goals = vec![target];
        let mut seen: BitSet = std::iter::once(target).collect();
        while let Some(to) = goals.pop() {
            if self.in_area(to, &[Area::Egypt]) {
                continue;
            }
            for (from, number) in self.data.ways.from(to) {
                let rides = outlook.rides(Tracer::Turkish, number)
                    && outlook.railed(Tracer::Turkish).contains(from);
                if !self.turks_may_use(number) || (self.data.ways.desert.contains(from) && !rides) {
                    continue;
                }
                starts.insert(from);
                if through.contains(from) && !self.troubled.contains(from) && !seen.contains(from) {
                    seen.insert(from);
                    goals.push(from);
                }
            }
        }
        starts
    }

    /// May TU and TU-A units move along a line, by land?
    fn turks_may_use(&self, number: usize) -> bool {
        let line = &self.data.connections[number];
        let turks = [Nation::Tu, Nation::TuA, Nation::AnyCp];
        !matches!(line.link, Link::SeaPath | Link::Beachhead)
            && (line.nations.is_empty() || line.nations.iter().any(|n| turks.contains(n)))
            && line
                .strait
                .is_none_or(|strait| self.crosses(usize::from(strait)))
    }

    /// May Turkish SCUs come from the Reserve Box: to one of their nation in supply, or to a source
    /// of their own (13.8, 13.8.1, 3.1.1.b-2)?
    fn reserve_opens(&self, target: PlaceId, tracer: Tracer) -> bool {
        let (view, outlook, known) = (self.view(), self.outlook(), &self.data.known);
        let capital = known.constantinople;
        if !view.control[index(Side::Cp)].contains(capital)
            || view.besieging[index(Side::Ap)].contains(capital)
        {
            return false;
        }
        let turk = |unit: &UnitId| {
            let entry = &self.data.units[*unit];
            (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA)) && !outlook.starved(*unit)
        };
        let received = self.at(target).iter().any(turk);
        let source = outlook.rail_heads(tracer).contains(target);
        (received || source)
            && (!self.data.ways.desert.contains(target)
                || self.railed_through_desert(target, tracer))
    }

    /// Does a trace lead from a desert place to a source that passes other deserts by rail only
    /// (3.1.1.b-2)?
    fn railed_through_desert(&self, start: PlaceId, tracer: Tracer) -> bool {
        let outlook = self.outlook();
        let sources = outlook.rail_heads(tracer);
        let desert = &self.data.ways.desert;
        let mut waiting = vec![start];
        let mut seen: BitSet = std::iter::once(start).collect();
        while let Some(from) = waiting.pop() {
            if sources.contains(from) {
                return true;
            }
            for (to, number) in self.data.ways.from(from) {
                let dry = desert.contains(to) || (from != start && desert.contains(from));
                if !seen.contains(to)
                    && (outlook.open.contains(to) || sources.contains(to))
                    && self.turks_may_use(number)
                    && (!dry || outlook.rides(tracer, number))
                {
                    seen.insert(to);
                    waiting.push(to);
                }
            }
        }
        false
    }

    /// The places that may be named for a card, of each kind it asks for.
    pub(super) fn spots(&self, battle: &Battle<'_>, card: CombatCard) -> Spots {
        let role = battle.role(self.side);
        match card {
            CombatCard::Ap28 => {
                let mut ports = self.landing_places();
                ports.insert(self.data.known.ap_reserve);
                [battle.stacks_for_maude(self.side), ports]
                    .into_iter()
                    .collect()
            }
            CombatCard::Cp44 if role == Some(Role::Attacker) => {
                std::iter::once(battle.stacks_for_islam()).collect()
            }
            CombatCard::Cp27 if role == Some(Role::Defender) => {
                std::iter::once(battle.stacks_to_drive_back()).collect()
            }
            CombatCard::Cp47 => {
                std::iter::once(std::iter::once(battle.target()).collect()).collect()
            }
            _ => Spots::new(),
        }
    }

    /// Where the IN 15th Division comes in (9.5.3.2.b, 9.5.3.2.f, 9.5.3.2.p): BR sources, and ports
    /// of the AP but for Aqaba, Jiddah and those of the Black and the Caspian Sea.
    fn landing_places(&self) -> BitSet {
        let (data, known, view) = (self.data, &self.data.known, self.view());
        let own = view.control[index(self.side)];
        let mut places: BitSet = self.friendly_ports(false);
        for sea in [Sea::BlackSea, Sea::Caspian] {
            places = places - data.network.ports[sea as usize];
        }
        for place in [known.aqaba, known.jiddah] {
            places.remove(place);
        }
        places |=
            (data.ways.islands & own) | [known.sudan_darfur, known.india].into_iter().collect();
        let division = known.in_15th_div;
        let free = |place: &PlaceId| {
            let besieged = view.besieging[index(Side::Cp)].contains(*place);
            !besieged && !self.held_by_enemies(*place) && self.has_room(*place, &[division])
        };
        places.iter().filter(free).collect()
    }
}
