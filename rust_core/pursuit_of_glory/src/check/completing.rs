//! What whoever completes a move asks of the checker: who is there, which steps have no effect but
//! to arrive, and what the most that others could take would help (11.1, 11.2-1).

use super::codes::*;
use super::plan::Plan;
use super::sequence::StartingState;
use super::{Checker, Violation, Violations};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::orders::Move;
use crate::vocabulary::*;

impl Checker<'_> {
    /// The side's units on the map.
    pub(crate) const fn own_units(&self) -> BitSet {
        self.own
    }

    /// Those of them in a place.
    pub(crate) fn own_units_at(&self, place: PlaceId) -> &[UnitId] {
        self.at(place)
    }

    /// Intact forts in spaces the foe controls.
    pub(crate) const fn hostile_forts(&self) -> BitSet {
        self.enemy_forts
    }

    /// Whether a place is activated by stacks (9.2.6-1).
    pub(crate) fn goes_by_stacks(&self, place: PlaceId) -> bool {
        self.unlimited_stacking(place)
    }

    /// Where own units are in supply though the side gives up every siege.
    ///
    /// A unit that is no regular one needs no line on its way (11.1.2.g): `None`.
    pub(crate) fn supplied_anyway(&self, unit: UnitId) -> Option<BitSet> {
        if self.data.units[unit].class != Class::Regular {
            return None;
        }
        let outlook = self.outlook();
        let tracer = outlook.tracer(unit);
        let sieges = self.view().besieging[index(self.side)];
        if sieges.is_empty() {
            return Some(*outlook.traced(tracer));
        }
        let alone = outlook.foreseen(BitSet::EMPTY, BitSet::EMPTY);
        Some(*alone.traced(tracer))
    }

    /// Whether two units live on the same sources, and both have come in this action or neither.
    pub(crate) fn is_fed_like(&self, unit: UnitId, other: UnitId) -> bool {
        let (new, outlook) = (&self.newly_entered, self.outlook());
        outlook.tracer(unit) == outlook.tracer(other)
            && new.contains(unit) == new.contains(other)
            && self.russian(unit) == self.russian(other)
    }

    /// Whether a step breaks no rule but those on where units stop, whatever else the move does, and
    /// has no effect but to arrive. `supplied` is what [`Self::supplied_anyway`] says of the unit.
    pub(crate) fn is_uneventful(
        &self,
        unit: UnitId,
        from: PlaceId,
        to: PlaceId,
        supplied: Option<&BitSet>,
    ) -> bool {
        let desert = &self.data.movement_graph.desert;
        let rails = self.data.units[unit].size == Size::Lcu
            && (desert.contains(from) || desert.contains(to));
        self.data.movement_graph.plain(from, to)
            && self.quiet.contains(to)
            && self.data.unrestricted[unit].contains(to)
            && !self.view().control[index(self.side.enemy())].contains(to)
            && !rails
            && supplied.is_none_or(|supplied| supplied.contains(to) && !self.takes(to))
    }

    /// What a unit takes on a path (11.2-1).
    pub(crate) fn taken_on(&self, unit: UnitId, path: &[PlaceId]) -> BitSet {
        if self.data.units[unit].class != Class::Regular {
            return BitSet::EMPTY;
        }
        path.iter()
            .copied()
            .filter(|place| self.takes(*place))
            .collect()
    }

    /// The places of a path that the foe controls, or where it has units: HQs and artillery enter
    /// them behind others (3.2.3-2, 11.1.5.b-2).
    pub(crate) fn hostile_on(&self, path: &[PlaceId]) -> BitSet {
        let hostile = self.view().control[index(self.side.enemy())] | self.enemy;
        let entered: BitSet = path.iter().copied().collect();
        entered & hostile
    }

    /// Whether a step of a unit may have other effects than what it takes and where it leads: by sea,
    /// or to where a regular unit needs no line.
    pub(crate) fn tells_apart(&self, unit: UnitId, (from, to): (PlaceId, PlaceId)) -> bool {
        let sea = self.data.network.beachheads | self.data.movement_graph.islands;
        let home = self.data.units[unit].class == Class::Regular && self.outlook().home(unit, to);
        sea.contains(from) || sea.contains(to) || home
    }

    /// Whether all units of a move could go their ways, as far as supply is asked, though the side
    /// gave up every siege.
    pub(crate) fn needs_no_siege(&self, orders: &Move) -> bool {
        if self.view().besieging[index(self.side)].is_empty() {
            return true;
        }
        let plan = Plan::new(self, orders);
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        let outlook = self.outlook().foreseen(BitSet::EMPTY, BitSet::EMPTY);
        let ground = StartingState {
            outlook: &outlook,
            held: BitSet::EMPTY,
            forts: BitSet::EMPTY,
        };
        for mover in &plan.movers {
            self.check_route(&plan, mover, &ground, violations);
        }
        found.is_empty()
    }

    /// Whether a place is on the Gallipoli map (11.4).
    pub(crate) fn on_gallipoli(&self, place: PlaceId) -> bool {
        self.data.movement_graph.gallipoli.contains(place)
    }

    /// Where a unit ends its move that goes on a path: a CP unit that enters a beachhead is put back
    /// (11.1.9.b-2).
    pub(crate) fn stop_of(&self, start: PlaceId, path: &[PlaceId]) -> PlaceId {
        let last = path.last().copied().unwrap_or(start);
        let beached = self.side == Side::Cp && self.data.network.beachheads.contains(last);
        match beached {
            true => path.iter().nth_back(1).copied().unwrap_or(start),
            false => last,
        }
    }

    /// Everything that a regular unit of the side could take.
    pub(crate) const fn takeable_at_most(&self) -> BitSet {
        self.takeable
    }

    /// No unit gets to other places with so many MPs, whatever rules say of its way but that it does
    /// not go through enemies (11.1.2, 11.1.5-1, 11.4.2).
    pub(crate) fn within_reach(&self, start: PlaceId, points: u8) -> BitSet {
        let graph = &self.data.movement_graph;
        let barred = self.enemy_combat - self.data.network.regions;
        let mut reach = BitSet::EMPTY;
        reach.insert(start);
        for _ in 0..points {
            let mut next = reach;
            reach.for_each(|place| next |= graph.next_to(place));
            next = next - barred;
            loop {
                let mut more = next;
                let inner = next & graph.gallipoli;
                inner.for_each(|place| more |= graph.next_to(place) & graph.gallipoli);
                more = more - barred;
                if more == next {
                    break;
                }
                next = more;
            }
            reach = next;
        }
        reach
    }

    /// Forts that the side besieges before the move.
    pub(crate) fn besieged_forts(&self) -> BitSet {
        self.view().besieging[index(self.side)]
    }

    /// The forts that are besieged after a move if others besiege `forts`.
    fn besieged_with(&self, plan: &Plan<'_>, forts: BitSet) -> BitSet {
        (self.besieged_forts() - plan.lifted) | self.sieges_laid(plan) | forts
    }

    /// Whether all units of a move could go their ways, as far as straits, railroads in desert and
    /// supply are asked, if others had taken `held` and besieged all of `forts`.
    pub(crate) fn could_all_go(&self, orders: &Move, held: BitSet, forts: BitSet) -> bool {
        let plan = Plan::new(self, orders);
        let besieged = self.besieged_with(&plan, forts);
        let mut found = Vec::new();
        let mut held = held;
        let mut waiting: Vec<_> = plan.movers.iter().collect();
        loop {
            let outlook = self.outlook().foreseen(held, besieged);
            let ground = StartingState {
                outlook: &outlook,
                held,
                forts,
            };
            let mut more = held;
            waiting.retain(|mover| {
                found.clear();
                self.check_route(&plan, mover, &ground, &mut Violations(&mut found));
                if found.is_empty() {
                    more |= self.taken_by(mover);
                }
                !found.is_empty()
            });
            if waiting.is_empty() {
                return true;
            }
            if more == held {
                return false;
            }
            held = more;
        }
    }

    /// Whether a unit that is in a place after a move would have a line there though the move's
    /// beachheads are given up, if others had taken `held` and besieged all of `forts`.
    pub(crate) fn is_fed(
        &self,
        orders: &Move,
        (unit, place): (UnitId, PlaceId),
        held: BitSet,
        forts: BitSet,
    ) -> bool {
        let plan = Plan::new(self, orders);
        let besieged = self.besieged_with(&plan, forts);
        let taken = plan.movers.iter().map(|mover| self.taken_by(mover));
        let held = taken.fold(held, |all, taken| all | taken);
        let outlook = self.outlook().foreseen(held, besieged);
        let gone = (plan.withdraws | plan.removes) & self.markers();
        let fed = outlook.traced_forsaking(outlook.tracer(unit), gone);
        fed.contains(place)
    }

    /// The side's units in a place after a move.
    pub(crate) fn units_after(&self, orders: &Move, place: PlaceId) -> Vec<UnitId> {
        Plan::new(self, orders).after(self, place).collect()
    }

    /// Whether these units alone would break a rule about who may be in a place together (10), or
    /// that nobody may be there (18.6.4-1).
    pub(crate) fn breaks(&self, rule: Violation, units: &[UnitId]) -> bool {
        let crowd = self.crowd(units.iter().copied());
        if rule.is(&OVERSTACKED) {
            crowd.too_many()
        } else if rule.is(&TWO_HQS) {
            crowd.two_hqs()
        } else if rule.is(&RIVALS) {
            crowd.rivals()
        } else {
            !units.is_empty()
        }
    }

    /// How many SCUs a unit counts as in a siege (15.2.1-1), at most.
    pub(crate) fn siege_strength(&self, unit: UnitId) -> u8 {
        let entry = &self.data.units[unit];
        match (entry.class, entry.size) {
            (Class::Regular, Size::Lcu) => 9,
            (Class::Regular, _) if unit == self.data.known.ru_black_sea_div => 3,
            (Class::Regular | Class::Irregular, _) => 1,
            _ => 0,
        }
    }
}
