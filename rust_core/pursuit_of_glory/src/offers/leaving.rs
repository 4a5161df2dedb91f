//! Who could be gone from a place where not all may stay.

use super::Completer;
use super::repairs::Standing;
use super::ways::Ways;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use std::cmp::Reverse;
use std::sync::Arc;

/// What a unit could do to be gone from where it stands. There is much of it, and most is only counted.
#[derive(Default)]
pub(super) struct Leaving {
    unit: UnitId,
    ways: Arc<Ways>,
    others: Vec<Order>,
}

impl Leaving {
    fn len(&self) -> usize {
        self.ways.leaving.len() + self.others.len()
    }

    /// Its paths; where there is most room comes first.
    fn paths(&self) -> impl Iterator<Item = Order> {
        self.ways.leaving.iter().map(|at| Order::Go {
            unit: self.unit,
            path: self.ways.all[*at].path.clone(),
        })
    }

    /// All of it, the paths first.
    pub(super) fn orders(&self) -> impl Iterator<Item = Order> {
        self.paths().chain(self.others.iter().cloned())
    }
}

impl Completer<'_> {
    /// What a unit could do to be gone from a place.
    pub(super) fn leaving(&mut self, standing: &Standing, unit: UnitId, place: PlaceId) -> Leaving {
        let mut found = Leaving {
            unit,
            ..Leaving::default()
        };
        if self.position.place(unit) == Some(place) {
            if self.may_go(unit, standing) {
                found.ways = self.ways(unit);
                self.cut |= found.ways.cut;
            }
            found.others = self.organizations(place, standing);
            let uses = |order: &Order| order.units().iter().skip(1).any(|scu| *scu == unit);
            found.others.retain(uses);
        }
        if unit == self.position.data().known.ru_black_sea_div {
            found.others.extend(self.assaults());
        }
        found
    }

    /// Some units of a place cannot all stay, whoever else is there: what the fewest of them could do
    /// that has the fewest ways.
    pub(super) fn leavers(
        &mut self,
        orders: &[Order],
        standing: &Standing,
        place: PlaceId,
        breaks: impl Fn(&Self, &[UnitId]) -> bool,
    ) -> Vec<Order> {
        let mut there = self.checker.units_after(&Move::new(orders.to_vec()), place);
        let mut ways: Vec<_> = there
            .iter()
            .map(|unit| (*unit, self.leaving(standing, *unit, place)))
            .collect();
        ways.sort_by_key(|(_, ways)| Reverse(ways.len()));
        for (unit, _) in &ways {
            let rest: Vec<_> = there.iter().copied().filter(|one| one != unit).collect();
            if breaks(self, &rest) {
                there = rest;
            }
        }
        let mut found: Vec<Order> = Vec::new();
        for (_, ways) in ways.iter().filter(|(unit, _)| there.contains(unit)) {
            found.extend(ways.paths());
            for order in &ways.others {
                if !found.contains(order) {
                    found.push(order.clone());
                }
            }
        }
        found
    }

    /// A siege is given up and somebody stays (15.2.4): who could restore it, or be gone.
    pub(super) fn siege_ends(
        &mut self,
        orders: &[Order],
        standing: &Standing,
        fort: PlaceId,
    ) -> Vec<Order> {
        let there = self.checker.units_after(&Move::new(orders.to_vec()), fort);
        let ways = there
            .into_iter()
            .map(|unit| self.leaving(standing, unit, fort))
            .collect::<Vec<_>>();
        let mut found = self.besiegers(orders, standing, fort);
        let fewest = ways.into_iter().min_by_key(Leaving::len);
        for order in fewest.unwrap_or_default().orders() {
            if !found.contains(&order) {
                found.push(order);
            }
        }
        found
    }
}
