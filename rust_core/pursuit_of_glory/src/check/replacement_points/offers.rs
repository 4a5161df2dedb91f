//! What can be ordered where points are spent: every order that at least one legal move contains beside
//! those given, as the law finds it.
//!
//! Of other orders depend: who is restored, on being rebuilt, and places next to a source, on how full the
//! source and other places are (9.5.3.2.c); where points are owed, what is given up, on what others give, and
//! who comes for an LCU, on who has come for others (17.1.7). All else that orders do only takes points and
//! room from others.

use super::list::wants_room;
use super::*;
use crate::check::listing::{Lister, Rules};
use crate::check::placement::Site;
use engine::mending::Menders;
use std::collections::BTreeSet;

/// So many moves are judged at most: it takes as long as the law does.
const MOST_JUDGED: usize = 10_000;

impl Replacer<'_> {
    /// Every order that the side could give beside those given, and whether nothing else can be ordered.
    #[must_use]
    pub fn offers(&self, given: &Move) -> (BTreeSet<Order>, bool) {
        let mut pool = self.steps_up(usize::MAX, true);
        let rebuilt: BTreeSet<UnitId> = pool
            .iter()
            .filter(|order| matches!(order, Order::RebuildAt { .. }))
            .filter_map(Order::unit)
            .collect();
        pool.extend(rebuilt.into_iter().map(|unit| Order::Restore { unit }));
        pool.extend(self.given_up());
        let company = Company {
            replacer: self,
            pool: &pool,
            gave: Vec::new(),
        };
        let mut lister = Lister::new(company).at_most(MOST_JUDGED);
        let complete = lister.list(given.orders(), &pool);
        (lister.found, complete)
    }
}

impl Replacer<'_> {
    /// The half points that an order gives up, if it gives up any.
    fn weight(&self, order: &Order) -> u32 {
        match *order {
            Order::Eliminate { unit } if !self.reduced(unit) => 2 * self.step(unit),
            Order::Eliminate { unit } | Order::Reduce { unit } => self.step(unit),
            _ => 0,
        }
    }

    /// What may be given up where points are owed, those who give least first, and who may come for it.
    fn given_up(&self) -> Vec<Order> {
        let mut gifts = Vec::new();
        self.gifts(&mut gifts);
        gifts.sort_by_key(|order| self.weight(order));
        let lcus = gifts.iter().filter_map(|order| match *order {
            Order::Eliminate { unit } if self.step(unit) > 1 => Some(unit),
            _ => None,
        });
        // No more LCUs are eliminated than are needed: each gives a point at least.
        let due = |(kind, halves): (Replacement, u32)| self.due(kind, halves).div_ceil(2);
        let most: u32 = self.debts().into_iter().map(due).sum();
        let swaps = lcus.flat_map(|unit| {
            // Who fits best comes first, and others take all who fit better.
            let mut spares = self.spares(unit);
            spares.sort_unstable();
            let ranks: Vec<_> = spares.iter().map(|(rank, _)| *rank).collect();
            let better = move |rank| ranks.iter().filter(|other| **other < rank).count();
            let spares = spares.into_iter();
            let spares = spares.filter(move |(rank, _)| better(*rank) < most as usize);
            spares.map(move |(_, by)| Order::Replace { unit, by })
        });
        let swaps: Vec<Order> = swaps.collect();
        gifts.extend(swaps);
        gifts
    }
}

/// What others may do for those who are restored or rebuilt, and for what is owed.
struct Company<'r, 'a> {
    replacer: &'r Replacer<'a>,
    pool: &'r [Order],
    /// What was given up in the legal move that was found last, and who came for it.
    gave: Vec<Order>,
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
    /// Further orders of the pool.
    fn pool_of(&self, orders: &[Order], fits: impl Fn(&Order) -> bool) -> Menders<Order> {
        let more = self.pool.iter();
        let more = more.filter(|order| !orders.contains(order) && fits(order));
        Menders::One(more.cloned().collect())
    }

    /// An SCU that fits an LCU better than the one that comes for it, and that nobody takes.
    fn free_and_better(&self, orders: &[Order], lcu: UnitId, by: UnitId) -> Option<UnitId> {
        let spares = self.replacer.spares(lcu);
        let rank = spares.iter().find(|(_, unit)| *unit == by)?.0;
        let taken = |spare: UnitId| {
            let mut swaps = orders.iter();
            swaps.any(|order| matches!(order, Order::Replace { by, .. } if *by == spare))
        };
        let mut better = spares.iter().filter(|(fits, _)| *fits < rank);
        better
            .find(|(_, unit)| !taken(*unit))
            .map(|(_, unit)| *unit)
    }

    /// Who may come for LCUs that are given up, and fill a source again.
    fn comers(&self, orders: &[Order]) -> Vec<Order> {
        let replaced = |lcu: UnitId| {
            let mut others = orders.iter();
            others.any(|order| matches!(order, Order::Replace { unit, .. } if *unit == lcu))
        };
        let comes = |order: &&Order| match **order {
            Order::Replace { unit, .. } => {
                orders.contains(&Order::Eliminate { unit }) && !replaced(unit)
            }
            _ => false,
        };
        self.pool.iter().filter(comes).cloned().collect()
    }

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

    // Whoever gives up as much does as well as another; and with whoever is restored the same do.
    fn likely(&self, order: &Order) -> Vec<Order> {
        let mut gave = self.gave.clone();
        gave.retain(|other| other.unit() != order.unit());
        if matches!(order, Order::Reduce { .. } | Order::Eliminate { .. }) {
            let weight = self.replacer.weight(order);
            if gave.len() == self.gave.len()
                && let Some(other) = gave
                    .iter()
                    .find(|other| self.replacer.weight(other) == weight)
            {
                let instead = other.unit();
                gave.retain(|other| other.unit() != instead);
            }
        }
        gave
    }

    fn found(&mut self, _order: &Order, legal: &[Order]) {
        let gives = |order: &&Order| {
            matches!(
                order,
                Order::Reduce { .. } | Order::Eliminate { .. } | Order::Replace { .. }
            )
        };
        self.gave = legal.iter().filter(gives).cloned().collect();
    }

    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order> {
        let mut args = broken.args();
        match (args.next(), args.next()) {
            (Some(Arg::Unit(unit)), _) if broken.is(&RP_NOT_REDUCED) => {
                self.rebuilds(orders, |other, _| other == unit)
            }
            (Some(Arg::Unit(unit)), Some(Arg::Place(place))) if broken.is(&RP_NOT_NEXT_BEST) => {
                let mut more = self.comers(orders);
                if let Menders::One(fillers) = self.fillers(orders, unit, place) {
                    more.extend(fillers);
                }
                Menders::One(more)
            }
            // Who is given up makes room.
            (Some(Arg::Place(place)), _) if wants_room(broken) => {
                let there = self.replacer.checker.at(place);
                self.pool_of(orders, |order| match order {
                    Order::Eliminate { unit } => there.contains(unit),
                    _ => false,
                })
            }
            (Some(Arg::Area(area)), _) if wants_room(broken) => {
                let checker = &self.replacer.checker;
                self.pool_of(orders, |order| match *order {
                    Order::Eliminate { unit } => checker
                        .position
                        .place(unit)
                        .is_some_and(|at| checker.data.spaces[at].restricted_area == Some(area)),
                    _ => false,
                })
            }
            (Some(Arg::Points(kind)), _) if broken.is(&RP_OWED) => self.pool_of(orders, |order| {
                // Who is reduced and eliminated as well gives no more than by the one.
                let named = |unit| {
                    let mut gifts = orders
                        .iter()
                        .filter(|order| self.replacer.weight(order) > 0);
                    gifts.any(|order| order.unit() == Some(unit))
                };
                let gives = |unit| self.replacer.worth(unit, kind) > 0 && !named(unit);
                match *order {
                    Order::Reduce { unit } | Order::Eliminate { unit } => gives(unit),
                    _ => false,
                }
            }),
            (Some(Arg::Unit(lcu)), _) if broken.is(&RP_REPLACED_BY_NONE) => self.pool_of(
                orders,
                |order| matches!(order, Order::Replace { unit, .. } if *unit == lcu),
            ),
            (Some(Arg::Unit(lcu)), Some(Arg::Unit(by))) if broken.is(&RP_CANNOT_REPLACE) => {
                if !orders.contains(&Order::Eliminate { unit: lcu }) {
                    return self.pool_of(orders, |order| *order == Order::Eliminate { unit: lcu });
                }
                match self.free_and_better(orders, lcu, by) {
                    // Another LCU takes who would fit better (12.6.5).
                    Some(spare) => self.pool_of(orders, |order| {
                        matches!(order, Order::Replace { unit, by } if *unit != lcu && *by == spare)
                    }),
                    None => self.pool_of(orders, |order| match *order {
                        Order::Eliminate { unit } => self.replacer.step(unit) > 1,
                        Order::Replace { unit, .. } => unit != lcu,
                        _ => false,
                    }),
                }
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
