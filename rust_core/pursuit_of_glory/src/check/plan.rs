//! A move as the rules speak of it: who is activated, who goes where, who stands where after it.

use super::Checker;
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::data::{PlaceId, Unit, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;
use smallvec::SmallVec;

/// A unit of the side and its path.
#[derive(Debug)]
pub(super) struct Mover<'m> {
    pub(super) unit: UnitId,
    pub(super) entry: &'m Unit,
    pub(super) start: PlaceId,
    pub(super) path: &'m [PlaceId],
    pub(super) stop: PlaceId,
    /// Whether it takes connections only that cost one point and are kept for nobody.
    pub(super) plain: bool,
    /// Whether all places of the path are quiet, and none is beyond the unit's own limits.
    pub(super) quiet: bool,
}

impl Mover<'_> {
    /// From where, and to where, step by step.
    pub(super) fn steps(&self) -> impl Iterator<Item = (PlaceId, PlaceId)> {
        let from = std::iter::once(&self.start).chain(self.path);
        from.copied().zip(self.path.iter().copied())
    }

    /// The places of the path but the last.
    pub(super) fn passes(&self) -> &[PlaceId] {
        self.path.split_last().map_or(&[], |(_, rest)| rest)
    }
}

impl Checker<'_> {
    /// Where a path ends: a CP unit that enters a beachhead is put back at once (11.1.9.b-2).
    pub(crate) fn stop(&self, start: PlaceId, path: &[PlaceId]) -> PlaceId {
        let back =
            |last: &PlaceId| self.side == Side::Cp && self.data.network.beachheads.contains(*last);
        match path {
            [.., before, last] if back(last) => *before,
            [last] if back(last) => start,
            [.., last] => *last,
            [] => start,
        }
    }

    /// A unit that follows a path to its end.
    pub(super) fn mover<'m>(
        &'m self,
        unit: UnitId,
        start: PlaceId,
        path: &'m [PlaceId],
    ) -> Mover<'m> {
        let (mut last, mut plain, mut quiet) = (start, true, true);
        let unrestricted = &self.data.unrestricted[unit];
        for place in path.iter().copied() {
            plain &= self.data.movement_graph.plain(last, place);
            quiet &= self.quiet.contains(place) && unrestricted.contains(place);
            last = place;
        }
        Mover {
            unit,
            entry: &self.data.units[unit],
            start,
            path,
            stop: last,
            plain,
            quiet,
        }
    }
}

/// The activation of a group.
#[derive(Debug)]
pub(super) struct PlannedActivation<'m> {
    pub(super) place: PlaceId,
    pub(super) purpose: Purpose,
    /// The stack as it is named; empty for spaces and beachheads.
    pub(super) units: &'m [UnitId],
}

/// An LCU and what it is formed of.
#[derive(Debug)]
pub(super) struct Assembly {
    pub(super) lcu: UnitId,
    /// Role and unit; an LCU that is ordered twice has all of them.
    pub(super) uses: Vec<(u8, UnitId)>,
    /// Where the SCUs are, if they are together.
    pub(super) place: Option<PlaceId>,
}

/// A list that is short in most moves: no memory is asked for then.
pub(super) type Few<T> = SmallVec<[T; 8]>;

/// What a move does.
#[derive(Debug, Default)]
pub(super) struct Plan<'m> {
    pub(super) activations: Few<PlannedActivation<'m>>,
    /// Units activated for movement, and for attack.
    pub(super) may_move: BitSet,
    pub(super) may_attack: BitSet,
    /// Spaces and beachheads activated for movement, and for attack.
    pub(super) move_spaces: BitSet,
    pub(super) attack_spaces: BitSet,
    pub(super) movers: Few<Mover<'m>>,
    /// Units with a path that are none of the side's.
    pub(super) strays: Few<UnitId>,
    /// Units with a path, whoever they belong to.
    pub(super) going: BitSet,
    /// Places that combat units of the move enter.
    pub(super) escorted: BitSet,
    pub(super) suppressors: Few<UnitId>,
    /// Units of the Reserve Box, with the places where they join those who attack.
    pub(super) joins: Few<(UnitId, PlaceId)>,
    /// Places whose uprising is suppressed.
    pub(super) calmed: BitSet,
    pub(super) trenches: Few<PlaceId>,
    pub(super) assemblies: Vec<Assembly>,
    /// SCUs used in them.
    pub(super) used: BitSet,
    pub(super) lands: BitSet,
    pub(super) withdraws: BitSet,
    pub(super) removes: BitSet,
    pub(super) assaults: BitSet,
    /// Units that are not after the move where they were before.
    pub(super) left: BitSet,
    /// Units that are after the move where they were not before.
    pub(super) arrived: Few<(UnitId, PlaceId)>,
    /// Forts that are besieged before the move, and not after it.
    pub(super) lifted: BitSet,
}

impl<'m> Plan<'m> {
    pub(super) fn new(checker: &'m Checker<'_>, orders: &'m Move) -> Self {
        let mut plan = Self::default();
        plan.read(checker, orders);
        plan
    }

    /// Reads the orders into a plan of nothing: it is large, and need not be moved then.
    pub(super) fn read(&mut self, checker: &'m Checker<'_>, orders: &'m Move) {
        let (data, plan) = (checker.data, self);
        let unit_known = |unit: &UnitId| *unit < data.units.len();
        let known = |place: &PlaceId| *place < data.spaces.len();
        for order in orders.orders() {
            match order {
                Order::Activate {
                    place,
                    purpose,
                    units,
                } if known(place) => plan.activate(checker, *place, *purpose, units),
                Order::JoinAt { unit, place } if unit_known(unit) && known(place) => {
                    plan.joins.push((*unit, *place));
                }
                Order::Suppress { unit } if unit_known(unit) => plan.suppressors.push(*unit),
                Order::Land { place } if known(place) => plan.lands.insert(*place),
                Order::Go { unit, path } if unit_known(unit) && path.iter().all(known) => {
                    plan.go(checker, *unit, path);
                }
                Order::Assault { place } if known(place) => plan.assaults.insert(*place),
                Order::Entrench { place } if known(place) => plan.trenches.push(*place),
                Order::Organize {
                    lcu,
                    reserve,
                    eliminated,
                    removed,
                } => {
                    let uses = [(0, Some(*reserve)), (1, *eliminated), (2, Some(*removed))];
                    let uses = uses
                        .into_iter()
                        .filter_map(|(role, unit)| Some((role, unit?)));
                    if uses.clone().all(|(_, unit)| unit_known(&unit)) && unit_known(lcu) {
                        plan.assemble(*lcu, uses);
                    }
                }
                Order::Withdraw { place } if known(place) => plan.withdraws.insert(*place),
                Order::Remove { place } if known(place) => plan.removes.insert(*place),
                _ => {}
            }
        }
        plan.suppress(checker);
        plan.settle(checker);
        plan.lifted = checker.sieges_lifted(plan);
    }

    /// A space is activated with all own units in it (9.2-2, 2.0.activated-3), a region or island
    /// base by stacks, arranged as the player likes (11.1.1-2, 10.7-2, 18.6.1.1.c): of their units
    /// those that are named, and the rest are left alone (9.2.6-2).
    fn activate(
        &mut self,
        checker: &Checker<'_>,
        place: PlaceId,
        purpose: Purpose,
        units: &'m [UnitId],
    ) {
        let wide = checker.unlimited_stacking(place);
        let known = checker.at(place);
        let (whose, spaces) = match purpose {
            Purpose::Move => (&mut self.may_move, &mut self.move_spaces),
            _ => (&mut self.may_attack, &mut self.attack_spaces),
        };
        if wide {
            for unit in units.iter().filter(|unit| known.contains(unit)) {
                whose.insert(*unit);
            }
        } else {
            known.iter().for_each(|unit| whose.insert(*unit));
            spaces.insert(place);
            let again =
                |done: &PlannedActivation<'_>| (done.place, done.purpose) == (place, purpose);
            if self.activations.last().is_some_and(again) {
                return;
            }
        }
        let units = if wide { units } else { &[] };
        self.activations.push(PlannedActivation {
            place,
            purpose,
            units,
        });
    }

    /// Every unit has a path of its own, or stays (11.1.1.c, 11.1.1.e); HQs go like others
    /// (11.1-1).
    fn go(&mut self, checker: &'m Checker<'_>, unit: UnitId, path: &'m [PlaceId]) {
        if path.is_empty() {
            return;
        }
        // A unit moves once (11.1.4-2) and has one path; the types allow more, of which the
        // first counts.
        if self.going.contains(unit) {
            return;
        }
        self.going.insert(unit);
        let start = checker.position.place(unit);
        let Some(start) = start.filter(|_| checker.own.contains(unit)) else {
            self.strays.push(unit);
            return;
        };
        if checker.data.counters.combat.contains(unit) {
            path.iter().for_each(|place| self.escorted.insert(*place));
        }
        let mut mover = checker.mover(unit, start, path);
        mover.stop = checker.stop(start, path);
        self.movers.push(mover);
    }

    fn assemble(&mut self, lcu: UnitId, uses: impl Iterator<Item = (u8, UnitId)>) {
        let at = self.assemblies.iter().position(|made| made.lcu == lcu);
        let at = at.unwrap_or_else(|| {
            self.assemblies.push(Assembly {
                lcu,
                uses: Vec::with_capacity(3),
                place: None,
            });
            self.assemblies.len() - 1
        });
        for (role, unit) in uses {
            self.used.insert(unit);
            if !self.assemblies[at].uses.contains(&(role, unit)) {
                self.assemblies[at].uses.push((role, unit));
            }
        }
    }

    /// Finds what is suppressed: where a combat unit of the side stands that is ordered to.
    fn suppress(&mut self, checker: &Checker<'_>) {
        for unit in &self.suppressors {
            if let Some(place) = checker.suppressible(*unit) {
                self.calmed.insert(place);
            }
        }
    }

    /// Finds who stands elsewhere after the move.
    fn settle(&mut self, checker: &Checker<'_>) {
        let place = |unit: UnitId| checker.position.place(unit);
        let marines = checker.data.known.ru_black_sea_div;
        let assaulting = !self.assaults.is_empty() && checker.marines_ready();
        for mover in &self.movers {
            let elsewhere = self.used.contains(mover.unit) || (assaulting && mover.unit == marines);
            if mover.stop != mover.start {
                self.left.insert(mover.unit);
                if !elsewhere {
                    self.arrived.push((mover.unit, mover.stop));
                }
            }
        }
        self.left |= self.used & checker.own;
        if assaulting {
            let start = place(marines);
            let stay = start.is_some_and(|start| self.assaults.contains(start));
            self.left.set(marines, !stay);
            for port in self.assaults.iter().filter(|port| Some(*port) != start) {
                self.arrived.push((marines, port));
            }
        }
        for made in &mut self.assemblies {
            let mut places = made
                .uses
                .iter()
                .map(|(_, unit)| place(*unit).filter(|_| checker.own.contains(*unit)));
            let first = places.next().flatten();
            made.place = first.filter(|_| places.all(|place| place == first));
            let ours = checker.view().commander(made.lcu) == Some(checker.side);
            if let Some(at) = made.place.filter(|_| ours) {
                let there = place(made.lcu) == Some(at) && !self.left.contains(made.lcu);
                if !there && !self.arrived.contains(&(made.lcu, at)) {
                    self.arrived.push((made.lcu, at));
                }
            }
        }
    }

    /// The side's units in a place after the move.
    pub(super) fn after<'p>(
        &'p self,
        checker: &'p Checker<'_>,
        place: PlaceId,
    ) -> impl Iterator<Item = UnitId> + 'p {
        let stay = checker.at(place).iter().copied();
        let arrived = self.arrived.iter().filter(move |(_, at)| *at == place);
        stay.filter(|unit| !self.left.contains(*unit))
            .chain(arrived.map(|(unit, _)| *unit))
    }
}
