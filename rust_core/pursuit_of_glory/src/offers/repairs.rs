//! What could mend a move: of each broken rule the orders one of which every legal move has that
//! contains the orders given.

use super::Completer;
use super::ways::Way;
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::check::codes::*;
use crate::check::{Arg, Violation};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;

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
    left: u8,
}

/// The orders that could mend something.
#[derive(Debug)]
pub(super) enum Repairs {
    /// One of these is in every legal move.
    One(Vec<Order>),
    /// That is not known of this rule.
    Unknown,
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
                    spent = spent.saturating_add(self.costs.get(order).copied().unwrap_or(0));
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
        standing.left = match self.free_of_ops {
            true => u8::MAX,
            false => self.choices.ops().saturating_sub(spent),
        };
        standing
    }

    /// Whether a unit that has no path yet could have one, as far as OPS go.
    fn may_go(&self, unit: UnitId, standing: &Standing) -> bool {
        !standing.going.contains(unit)
            && !standing.busy.contains(unit)
            && !standing.fighters.contains(unit)
            && (standing.movers.contains(unit)
                || self
                    .cheapest
                    .get(&unit)
                    .is_some_and(|cost| *cost <= standing.left))
    }

    /// The orders one of which every legal move has that has these, and that mends this.
    pub(super) fn repairs(
        &mut self,
        orders: &[Order],
        standing: &Standing,
        broken: Violation,
    ) -> Repairs {
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
            (_, Some(place)) if is(&[&SIEGE_BROKEN]) => {
                let mut found = self.gos(standing, |at, unit, way| {
                    way.stop == place || at.position.place(unit) == Some(place)
                });
                found.extend(self.organizations(place, standing));
                found.extend(self.assaults());
                found
            }
            (_, Some(place)) if is(&[&OVERSTACKED, &TWO_HQS, &RIVALS, &NOT_EMPTY]) => {
                let mut found = self.gos(standing, |at, unit, way| {
                    at.position.place(unit) == Some(place) && way.stop != place
                });
                found.extend(self.organizations(place, standing));
                found.extend(self.assaults());
                found
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
            (Some(unit), Some(_)) if is(&[&LEFT_BEHIND, &LEFT_ON, &STRANDED]) => {
                self.departures(orders, standing, unit, broken.is(&LEFT_ON))
            }
            (Some(_), Some(place)) if is(&[&PASSES_UPRISING]) => {
                let there = |unit: &&UnitId| self.position.place(**unit) == Some(place);
                let able = self.suppressors.iter().filter(there);
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
            _ => return Repairs::Unknown,
        };
        Repairs::One(found)
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
    fn gos(
        &mut self,
        standing: &Standing,
        wanted: impl Fn(&Self, UnitId, &Way) -> bool,
    ) -> Vec<Order> {
        let own = self.checker.own_units();
        let mut found = Vec::new();
        for ready in [true, false] {
            for unit in own.iter() {
                if standing.movers.contains(unit) != ready || !self.may_go(unit, standing) {
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
        let all = self.activations.get(&place).into_iter().flatten();
        all.filter(|one| purpose(one.purpose))
            .filter(|one| self.free_of_ops || one.cost <= standing.left)
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
        let all = self.activations.get(&place).into_iter().flatten();
        let mut found: Vec<_> = all
            .filter(|one| purpose(one.purpose) && one.units.contains(&unit))
            .filter(|one| self.free_of_ops || one.cost <= standing.left)
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
    fn organizations(&self, place: PlaceId, standing: &Standing) -> Vec<Order> {
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
        let all = self.organizable.iter();
        all.filter(|(at, order)| *at == place && free(order))
            .map(|(_, order)| order.clone())
            .collect()
    }

    fn assaults(&self) -> Vec<Order> {
        let all = self.assaults.iter();
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
    fn stop(&self, orders: &[Order], unit: UnitId) -> Option<PlaceId> {
        let start = self.position.place(unit)?;
        let path = orders.iter().find_map(|order| match order {
            Order::Go { unit: goes, path } if *goes == unit => Some(path),
            _ => None,
        });
        Some(path.map_or(start, |path| self.checker.stop_of(start, path)))
    }

    /// Who could lay siege to a fort; nobody if all together are too few.
    fn besiegers(&mut self, orders: &[Order], standing: &Standing, fort: PlaceId) -> Vec<Order> {
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

    /// Who could take something, or lay siege to a fort, that opens the way to others (11.2-1); nobody
    /// if all together open none.
    fn openings(&mut self, orders: &[Order], standing: &Standing) -> Vec<Order> {
        let made = Move::new(orders.to_vec());
        let forts = self.checker.hostile_forts();
        let (most, besieged) = self.helped();
        if !self.checker.could_all_go(&made, most, besieged) {
            return Vec::new();
        }
        let (mut held, mut laid) = (BitSet::EMPTY, BitSet::EMPTY);
        for unit in self.checker.own_units().iter() {
            if self.may_go(unit, standing) {
                let ways = self.ways(unit);
                held |= ways.taken;
                laid |= ways.forts;
            }
        }
        for (at, _) in &self.organizable {
            laid.insert(*at);
        }
        laid |= self.assaults.iter().copied().collect();
        for order in orders {
            if let Some(stop) = order.unit().and_then(|unit| self.stop(orders, unit)) {
                laid.insert(stop);
            }
        }
        if !self.checker.could_all_go(&made, held, laid & forts) {
            return Vec::new();
        }
        let mut found = self.gos(standing, |_, _, way| {
            !way.taken.is_empty() || forts.contains(way.stop)
        });
        // What is enough alone comes first.
        let enough = |order: &Order| match order {
            Order::Go { unit, path } => {
                let taken = self.checker.taken_on(*unit, path);
                let start = self.position.place(*unit);
                let stop = start.map(|start| self.checker.stop_of(start, path));
                let siege: BitSet = stop.into_iter().filter(|at| forts.contains(*at)).collect();
                self.checker.could_all_go(&made, taken, siege)
            }
            _ => false,
        };
        found.sort_by_cached_key(|order| !enough(order));
        self.left = self.left.saturating_sub(found.len());
        let places = self.organizable.iter().map(|(place, _)| *place);
        let mut sites: Vec<_> = places.filter(|place| forts.contains(*place)).collect();
        sites.dedup();
        for place in sites {
            found.extend(self.organizations(place, standing));
        }
        found.extend(self.assaults());
        found
    }

    /// Who or what could spare a unit that a beachhead leaves behind (18.6.2, 18.6.4).
    fn departures(
        &mut self,
        orders: &[Order],
        standing: &Standing,
        unit: UnitId,
        stays: bool,
    ) -> Vec<Order> {
        let forts = self.checker.hostile_forts();
        let mut found = self.gos(standing, |_, goes, way| {
            goes == unit || (!stays && (!way.taken.is_empty() || forts.contains(way.stop)))
        });
        found.sort_by_key(|order| order.unit() != Some(unit));
        if let Some(place) = self.stop(orders, unit) {
            found.extend(self.organizations(place, standing));
        }
        found.extend(self.assaults());
        if !stays {
            let more = self.choices.removals().into_iter();
            found.extend(more.map(|place| Order::Remove { place }));
            let more = self.choices.withdrawals().into_iter();
            found.extend(more.map(|place| Order::Withdraw { place }));
        }
        found
    }
}
