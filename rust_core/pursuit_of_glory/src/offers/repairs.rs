//! What could mend a move: of each broken rule the orders one of which every legal move has that
//! contains the orders given.

use super::Completer;
use super::ways::Way;
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::check::codes::*;
use crate::check::{Arg, Violation};
use crate::data::{PlaceId, UnitId};
use crate::orders::Order;
use crate::vocabulary::*;
use engine::mending::Menders;

/// What the orders of a move say of the side's units.
#[derive(Debug, Default)]
pub(super) struct Standing {
    /// Activated for movement, and for attack.
    movers: BitSet,
    fighters: BitSet,
    /// With a path.
    going: BitSet,
    /// With something else to do, for which they stay.
    busy: BitSet,
    /// OPS left.
    pub(super) left: u8,
    /// Whether more are spent than there are.
    overspent: bool,
    /// Places that are to be activated for movement yet, with what that costs at least.
    pending: Vec<(PlaceId, u8)>,
}

impl Standing {
    /// The OPS left for a place, beside what other places still need.
    pub(super) fn left_for(&self, place: PlaceId) -> u8 {
        let others = self.pending.iter().filter(|(at, _)| *at != place);
        others.fold(self.left, |left, (_, cost)| left.saturating_sub(*cost))
    }

    /// Whether a unit is activated for movement.
    pub(super) fn is_activated(&self, unit: UnitId) -> bool {
        self.movers.contains(unit)
    }

    /// Whether more OPS are needed than there are.
    pub(super) fn is_overdrawn(&self) -> bool {
        let needed = self.pending.iter().map(|(_, cost)| *cost);
        self.overspent || needed.fold(0, u8::saturating_add) > self.left
    }

    /// Notes that a place is to be activated for movement.
    fn expect(&mut self, place: PlaceId, cost: u8) {
        match self.pending.iter_mut().find(|(at, _)| *at == place) {
            Some((_, least)) => *least = cost.max(*least),
            None => self.pending.push((place, cost)),
        }
    }
}

impl Completer<'_> {
    pub(super) fn standing(&self, orders: &[Order]) -> Standing {
        let mut standing = Standing::default();
        let mut spent = 0_u8;
        for order in orders {
            match order {
                Order::Activate {
                    place,
                    purpose,
                    units,
                } => {
                    spent = spent.saturating_add(self.known.costs.get(order).copied().unwrap_or(0));
                    let stack = self.checker.goes_by_stacks(*place);
                    let all = self.checker.own_units_at(*place).iter();
                    let units = all.filter(|unit| !stack || units.contains(unit));
                    let whose = match purpose {
                        Purpose::Move => &mut standing.movers,
                        _ => &mut standing.fighters,
                    };
                    units.for_each(|unit| whose.insert(*unit));
                }
                Order::Go { unit, .. } => standing.going.insert(*unit),
                Order::Suppress { unit } => standing.busy.insert(*unit),
                Order::Organize { .. } => {
                    order
                        .units()
                        .iter()
                        .for_each(|unit| standing.busy.insert(*unit));
                }
                _ => {}
            }
        }
        let budget = self.choices.ops();
        standing.overspent = !self.free_of_ops && spent > budget;
        standing.left = match self.free_of_ops {
            true => u8::MAX,
            false => budget.saturating_sub(spent),
        };
        for order in orders {
            match order {
                Order::Go { unit, .. } => self.expect(&mut standing, *unit),
                Order::Organize { .. } => self.expect_all(&mut standing, order),
                Order::Entrench { place } => self.expect_digging(&mut standing, orders, *place),
                _ => {}
            }
        }
        standing
    }

    /// Whoever has a path has to be activated (9.2.4-1): one activation at least for each place.
    pub(super) fn expect(&self, standing: &mut Standing, unit: UnitId) {
        if standing.movers.contains(unit) {
            return;
        }
        let known = self.known.cheapest.get(&unit);
        if let Some((place, cost)) = self.position.place(unit).zip(known.copied()) {
            standing.expect(place, cost);
        }
    }

    /// And so have those of whom an LCU is organized (18.3.1); they stay.
    pub(super) fn expect_all(&self, standing: &mut Standing, organize: &Order) {
        for unit in organize.units().into_iter().skip(1) {
            standing.busy.insert(unit);
            self.expect(standing, unit);
        }
    }

    /// Where somebody digs the place has to be activated for movement (11.3.1).
    fn expect_digging(&self, standing: &mut Standing, orders: &[Order], place: PlaceId) {
        let moves = |order: &Order| matches!(order, Order::Activate { place: at, purpose: Purpose::Move, .. } if *at == place);
        if !orders.iter().any(moves) {
            let known = self.known.activations.get(&place).into_iter().flatten();
            let moving = known.filter(|one| one.purpose == Purpose::Move);
            let least = moving.map(|one| one.cost).min();
            standing.expect(place, least.unwrap_or(u8::MAX));
        }
    }

    /// Whether a unit that has no path yet could have one, as far as OPS go.
    pub(super) fn may_go(&self, unit: UnitId, standing: &Standing) -> bool {
        !standing.going.contains(unit)
            && !standing.busy.contains(unit)
            && !standing.fighters.contains(unit)
            && (standing.movers.contains(unit)
                || self.known.cheapest.get(&unit).is_some_and(|cost| {
                    let place = self.position.place(unit);
                    place.is_some_and(|place| *cost <= standing.left_for(place))
                }))
    }

    /// The orders one of which every legal move has that has these, and that mends this.
    pub(super) fn repairs(
        &mut self,
        orders: &[Order],
        standing: &Standing,
        broken: Violation,
    ) -> Menders<Order> {
        let mut args = broken.args();
        let (first, second) = (args.next(), args.next());
        let (unit, place) = match (first, second) {
            (Some(Arg::Unit(unit)), Some(Arg::Place(place))) => (Some(unit), Some(place)),
            (Some(Arg::Unit(_)), Some(Arg::Unit(scu))) => (Some(scu), None),
            (Some(Arg::Unit(unit)), _) => (Some(unit), None),
            (Some(Arg::Place(place)), _) => (None, Some(place)),
            _ => (None, None),
        };
        let is = |codes: &[&Code]| codes.iter().any(|code| broken.is(code));
        let found = match (unit, place) {
            (Some(unit), _) if is(&[&NOT_ACTIVATED, &SCU_NOT_ACTIVATED]) => {
                self.activations_of(unit, orders, standing, |one| one == Purpose::Move)
            }
            (Some(unit), _) if is(&[&SUPPRESSOR_NOT_ACTIVATED]) => {
                self.activations_of(unit, orders, standing, |_| true)
            }
            (_, Some(place)) if is(&[&DIG_NOT_ACTIVATED]) => {
                self.activations_at(place, standing, |one| one == Purpose::Move)
            }
            (_, Some(place)) if is(&[&JOINS_NOBODY]) => {
                self.activations_at(place, standing, |one| one != Purpose::Move)
            }
            _ if is(&[&MARINES_NOT_ACTIVATED]) => {
                let marines = self.position.data().known.ru_black_sea_div;
                self.activations_of(marines, orders, standing, |one| one != Purpose::Move)
            }
            (_, Some(place)) if is(&[&ENEMY_HQ, &HQ_UNESCORTED]) => self
                .gos(standing, |at, unit, way| {
                    at.is_combat(unit) && way.path.contains(&place)
                }),
            (Some(unit), None) if is(&[&HQ_ALONE]) => self.company(orders, standing, unit),
            (_, Some(place)) if is(&[&NOT_BESIEGED, &SIEGE_NOT_RESTORED]) => {
                self.besiegers(orders, standing, place)
            }
            (_, Some(place)) if is(&[&SIEGE_BROKEN]) => self.siege_ends(orders, standing, place),
            // 11.3.1.d, 18.6.4-1  Who digs stays.
            (_, Some(place))
                if is(&[&NOT_EMPTY]) && orders.contains(&Order::Entrench { place }) =>
            {
                return Menders::Nothing;
            }
            (_, Some(place)) if is(&[&OVERSTACKED, &TWO_HQS, &RIVALS, &NOT_EMPTY]) => {
                self.leavers(orders, standing, place, |at, units| {
                    at.checker.breaks(broken, units)
                })
            }
            _ if is(&[&TOO_MANY_LCUS, &TOO_MANY_LCUS_YET]) => {
                self.gos(standing, |at, unit, way| at.leaves_area(unit, way.stop))
            }
            (Some(_), _)
                if is(&[&STRAIT_AP, &STRAIT_CP, &STRAIT_BOSPHORUS])
                    || is(&[&OFF_THE_RAILS, &NO_SUPPLY]) =>
            {
                self.openings(orders, standing)
            }
            (_, Some(place)) if is(&[&NOBODY_LANDS]) => {
                let base = self.position.data().spaces[place].island_base;
                self.gos(standing, |at, unit, way| {
                    let before = way.path.iter().nth_back(1).copied();
                    at.is_combat(unit)
                        && way.stop == place
                        && before.or(at.position.place(unit)) == base
                })
            }
            (Some(unit), Some(place)) if is(&[&LEFT_ON]) => {
                self.leaving(standing, unit, place).orders().collect()
            }
            (Some(unit), Some(_)) if is(&[&LEFT_BEHIND, &STRANDED]) => {
                self.departures(orders, standing, unit)
            }
            (Some(_), Some(place)) if is(&[&PASSES_UPRISING]) => {
                let there = |unit: &&UnitId| self.position.place(**unit) == Some(place);
                let able = self.known.suppressors.iter().filter(there);
                able.filter(|unit| !standing.going.contains(**unit))
                    .map(|unit| Order::Suppress { unit: *unit })
                    .collect()
            }
            (Some(_), Some(place)) if is(&[&NO_BEACHHEAD]) => {
                let landings = self.choices.landings().into_iter();
                landings
                    .filter(|land| *land == place)
                    .map(|place| Order::Land { place })
                    .collect()
            }
            _ if is(&[&RETURNS]) => {
                let withdrawals = self.choices.withdrawals().into_iter();
                withdrawals.map(|place| Order::Withdraw { place }).collect()
            }
            _ => return Menders::Unknown,
        };
        Menders::One(found)
    }

    pub(super) fn is_combat(&self, unit: UnitId) -> bool {
        self.position.data().units[unit].is_combat()
    }

    /// Whether an LCU of a restricted area stops outside it.
    fn leaves_area(&self, unit: UnitId, stop: PlaceId) -> bool {
        let data = self.position.data();
        let area = |place: PlaceId| data.spaces[place].restricted_area;
        let start = self.position.place(unit).and_then(area);
        data.units[unit].size == Size::Lcu && start.is_some() && area(stop) != start
    }

    /// Paths of units that have none yet. Whoever is activated already comes first.
    pub(super) fn gos(
        &mut self,
        standing: &Standing,
        wanted: impl Fn(&Self, UnitId, &Way) -> bool,
    ) -> Vec<Order> {
        self.gos_of(standing, |_, _| true, wanted)
    }

    /// As `gos`, of those units alone that `who` is true of.
    pub(super) fn gos_of(
        &mut self,
        standing: &Standing,
        who: impl Fn(&Self, UnitId) -> bool,
        wanted: impl Fn(&Self, UnitId, &Way) -> bool,
    ) -> Vec<Order> {
        let own = self.checker.own_units();
        let mut found = Vec::new();
        for ready in [true, false] {
            for unit in own.iter() {
                let passed = standing.movers.contains(unit) != ready || !who(self, unit);
                if passed || !self.may_go(unit, standing) {
                    continue;
                }
                let ways = self.ways(unit);
                self.cut |= ways.cut;
                for way in ways.all.iter().filter(|way| wanted(self, unit, way)) {
                    found.push(Order::Go {
                        unit,
                        path: way.path.clone(),
                    });
                }
            }
        }
        found
    }

    fn activations_at(
        &self,
        place: PlaceId,
        standing: &Standing,
        purpose: impl Fn(Purpose) -> bool,
    ) -> Vec<Order> {
        let all = self.known.activations.get(&place).into_iter().flatten();
        let left = standing.left_for(place);
        all.filter(|one| purpose(one.purpose))
            .filter(|one| self.free_of_ops || one.cost <= left)
            .map(super::Candidate::order)
            .collect()
    }

    /// Activations of a unit: of stacks first the one of all that have a path there and are not
    /// activated.
    fn activations_of(
        &self,
        unit: UnitId,
        orders: &[Order],
        standing: &Standing,
        purpose: impl Fn(Purpose) -> bool,
    ) -> Vec<Order> {
        let Some(place) = self.position.place(unit) else {
            return Vec::new();
        };
        let all = self.known.activations.get(&place).into_iter().flatten();
        let left = standing.left_for(place);
        let mut found: Vec<_> = all
            .filter(|one| purpose(one.purpose) && one.units.contains(&unit))
            .filter(|one| self.free_of_ops || one.cost <= left)
            .collect();
        if self.checker.goes_by_stacks(place) {
            let active = standing.movers | standing.fighters;
            found.retain(|one| !one.units.iter().any(|unit| active.contains(*unit)));
            let used = |order: &Order| !matches!(order, Order::Activate { .. });
            let named: Vec<UnitId> = orders
                .iter()
                .filter(|order| used(order))
                .flat_map(|order| order.units())
                .collect();
            found.sort_by_key(|one| {
                let served = one.units.iter().filter(|unit| named.contains(unit)).count();
                (one.units.len() - served, usize::MAX - served)
            });
        }
        found.into_iter().map(super::Candidate::order).collect()
    }

    /// The ways to organize an LCU in a place of units that are free.
    pub(super) fn organizations(&self, place: PlaceId, standing: &Standing) -> Vec<Order> {
        let free = |order: &Order| {
            let units = order.units();
            units.iter().skip(1).all(|unit| {
                !standing.busy.contains(*unit)
                    && !standing.going.contains(*unit)
                    && (self.only_organizes
                        || standing.movers.contains(*unit)
                        || self.may_go(*unit, standing))
            })
        };
        let all = self.known.organizable.iter();
        all.filter(|(at, order)| *at == place && free(order))
            .map(|(_, order)| order.clone())
            .collect()
    }

    pub(super) fn assaults(&self) -> Vec<Order> {
        let all = self.known.assaults.iter();
        all.map(|place| Order::Assault { place: *place }).collect()
    }

    /// Who could be where an HQ stops.
    fn company(&mut self, orders: &[Order], standing: &Standing, unit: UnitId) -> Vec<Order> {
        let Some(stop) = self.stop(orders, unit) else {
            return Vec::new();
        };
        let mut found = self.gos(standing, |at, unit, way| {
            at.is_combat(unit) && way.stop == stop
        });
        found.extend(self.organizations(stop, standing));
        found.extend(self.assaults());
        found
    }

    /// Where a unit ends its move.
    pub(super) fn stop(&self, orders: &[Order], unit: UnitId) -> Option<PlaceId> {
        let start = self.position.place(unit)?;
        let path = orders.iter().find_map(|order| match order {
            Order::Go { unit: goes, path } if *goes == unit => Some(path),
            _ => None,
        });
        Some(path.map_or(start, |path| self.checker.stop_of(start, path)))
    }

    /// Who could lay siege to a fort; nobody if all together are too few.
    pub(super) fn besiegers(
        &mut self,
        orders: &[Order],
        standing: &Standing,
        fort: PlaceId,
    ) -> Vec<Order> {
        let mut found = self.gos(standing, |at, unit, way| {
            way.stop == fort && at.checker.siege_strength(unit) > 0
        });
        let landed = self.assaults();
        let organized = self.organizations(fort, standing);
        if landed.is_empty() && organized.is_empty() {
            let mut there: BitSet = found.iter().filter_map(|order| order.unit()).collect();
            for unit in self.checker.own_units().iter() {
                if self.stop(orders, unit) == Some(fort) {
                    there.insert(unit);
                }
            }
            let all = there.iter().map(|unit| self.checker.siege_strength(unit));
            if all.fold(0, u8::saturating_add) < self.position.data().spaces[fort].fort {
                return Vec::new();
            }
        }
        found.extend(organized);
        found.extend(landed);
        found
    }
}
