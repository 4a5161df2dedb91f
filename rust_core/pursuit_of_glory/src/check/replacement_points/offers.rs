//! What can be ordered where points are spent and none are owed: every order that at least one legal move
//! contains beside those given, as the law finds it.
//!
//! Of other orders depend: who is restored, on being rebuilt, and places next to a source, on how full the
//! source and other places are (9.5.3.2.c). All else that orders do only takes points and room from others.

use super::*;
use crate::check::listing::{Lister, Rules};
use crate::check::placement::Site;
use engine::mending::Menders;
use std::collections::BTreeSet;

impl Replacer<'_> {
    /// Every order that the side could give beside those given, and whether nothing else can be ordered.
    /// Where points are owed nothing is listed.
    #[must_use]
    pub fn offers(&self, given: &Move) -> (BTreeSet<Order>, bool) {
        let due = |(kind, halves): (Replacement, u32)| self.due(kind, halves) > 0;
        if self.debts().into_iter().any(due) {
            return (BTreeSet::new(), false);
        }
        let mut pool = self.steps_up(usize::MAX, true);
        let rebuilt: BTreeSet<UnitId> = pool
            .iter()
            .filter(|order| matches!(order, Order::RebuildAt { .. }))
            .filter_map(Order::unit)
            .collect();
        pool.extend(rebuilt.into_iter().map(|unit| Order::Restore { unit }));
        let mut lister = Lister::new(Company {
            replacer: self,
            pool: &pool,
        });
        let complete = lister.list(given.orders(), &pool);
        (lister.found, complete)
    }
}

/// What others may do for those who are restored or rebuilt.
struct Company<'r, 'a> {
    replacer: &'r Replacer<'a>,
    pool: &'r [Order],
}

impl Company<'_, '_> {
    /// The rebuilds that are wanted, of units that have none yet.
    fn rebuilds(
        &self,
        orders: &[Order],
        wanted: impl Fn(UnitId, PlaceId) -> bool,
    ) -> Menders<Order> {
        let built: BitSet = orders
            .iter()
            .filter_map(rebuilt)
            .map(|(unit, _)| unit)
            .collect();
        let fits = |order: &&Order| {
            rebuilt(order).is_some_and(|(unit, place)| !built.contains(unit) && wanted(unit, place))
        };
        Menders::One(self.pool.iter().filter(fits).cloned().collect())
    }
}

impl Company<'_, '_> {
    /// The rebuilds that fill what keeps a unit from standing next to a source, as far as they can be paid.
    fn fillers(&self, orders: &[Order], unit: UnitId, place: PlaceId) -> Menders<Order> {
        let replacer = self.replacer;
        let made = Move::new(orders.to_vec());
        let plan = replacer.plan(&made, &mut Violations(&mut Vec::new()));
        let site = replacer.checker.site(unit, replacer.places(unit), place);
        let Site::NextTo(sources) = site else {
            return Menders::Nothing;
        };
        let mut found = BTreeSet::new();
        for source in sources.iter() {
            let Some((first, Some(missing))) = replacer.unfilled(&plan, unit, place, source) else {
                continue;
            };
            let Menders::One(some) = self.rebuilds(orders, |_, at| at == first) else {
                continue;
            };
            let units: BTreeSet<UnitId> = some.iter().filter_map(Order::unit).collect();
            if units.len() < missing {
                continue;
            }
            let step = units
                .into_iter()
                .map(|unit| (replacer.payers(unit), replacer.step(unit)));
            // As many as are missing, each as cheap as the cheapest, and paid by whatever pays for any.
            let Some((payers, price)) =
                step.reduce(|(all, least), (payers, price)| (all | payers, least.min(price)))
            else {
                continue;
            };
            let more = std::iter::repeat_n((payers, price), missing);
            let steps: Vec<_> = plan.steps.iter().copied().chain(more).collect();
            if replacer.purse.missing(&steps) == 0 {
                found.extend(some);
            }
        }
        Menders::One(found.into_iter().collect())
    }
}

impl Rules for Company<'_, '_> {
    fn check(&self, orders: &[Order]) -> Option<Vec<Violation>> {
        Some(self.replacer.check(&Move::new(orders.to_vec())))
    }

    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order> {
        let mut args = broken.args();
        match (args.next(), args.next()) {
            (Some(Arg::Unit(unit)), _) if broken.is(&RP_NOT_REDUCED) => {
                self.rebuilds(orders, |other, _| other == unit)
            }
            (Some(Arg::Unit(unit)), Some(Arg::Place(place))) if broken.is(&RP_NOT_NEXT_BEST) => {
                self.fillers(orders, unit, place)
            }
            _ => Menders::Nothing,
        }
    }
}

/// The unit that an order rebuilds, and where.
const fn rebuilt(order: &Order) -> Option<(UnitId, PlaceId)> {
    match order {
        Order::RebuildAt { unit, place } => Some((*unit, *place)),
        _ => None,
    }
}
