//! What can be ordered where the units of an event enter: every order that at least one legal move contains
//! beside those given, as the law finds it.
//!
//! Of others depend: whom the event leaves no choice but to enter, places next to a source (9.5.3.2.c), a
//! guest on his host, and room where somebody who enters stood before.

use super::codes::*;
use super::listing::{Lister, Rules, every};
use super::reinforcements::Recruiter;
use super::{Arg, Violation};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use engine::mending::Menders;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

impl Recruiter<'_> {
    /// Every order that the side could give beside those given, and whether nothing else can be ordered.
    #[must_use]
    pub fn offers(&self, given: &Move) -> (BTreeSet<Order>, bool) {
        let pool = self.pool();
        let mut lister = Lister::new(Company {
            recruiter: self,
            pool: &pool,
        });
        let complete = lister.list(given.orders(), &pool);
        (lister.found, complete)
    }

    /// Takes every legal move, each once, as long as `take` goes on and `halted` says no.
    ///
    /// # Errors
    /// A break if one of them broke off.
    pub fn every(
        &self,
        halted: &dyn Fn() -> bool,
        take: &mut dyn FnMut(&[Order]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let pool = self.pool();
        let company = Company {
            recruiter: self,
            pool: &pool,
        };
        every(company, &pool, halted, take)
    }

    /// Every order that could be in a legal move.
    fn pool(&self) -> Vec<Order> {
        let due = self.due.iter();
        let orders = due.flat_map(|one| {
            let sites = self.sites(one).into_iter();
            sites.map(|place| Order::Enter {
                unit: one.unit,
                place,
            })
        });
        orders.collect()
    }
}

/// What others may do for those who enter.
struct Company<'r, 'a> {
    recruiter: &'r Recruiter<'a>,
    pool: &'r [Order],
}

impl Company<'_, '_> {
    /// The orders that are wanted, of units that have none yet.
    fn others(&self, orders: &[Order], wanted: impl Fn(UnitId, PlaceId) -> bool) -> Menders<Order> {
        let fits = |order: &&Order| match order {
            Order::Enter { unit, place } => {
                !orders.iter().any(|other| other.unit() == Some(*unit)) && wanted(*unit, *place)
            }
            _ => false,
        };
        Menders::One(self.pool.iter().filter(fits).cloned().collect())
    }

    /// The orders that fill what keeps a unit from standing next to a source.
    fn fillers(&self, orders: &[Order], unit: UnitId, place: PlaceId) -> Menders<Order> {
        let mut found = BTreeSet::new();
        for (first, missing) in self.recruiter.to_be_filled(orders, unit, place) {
            let Menders::One(some) = self.others(orders, |_, at| at == first) else {
                continue;
            };
            let units: BTreeSet<UnitId> = some.iter().filter_map(Order::unit).collect();
            if units.len() >= missing {
                found.extend(some);
            }
        }
        Menders::One(found.into_iter().collect())
    }
}

impl Rules for Company<'_, '_> {
    fn check(&self, orders: &[Order]) -> Option<Vec<Violation>> {
        Some(self.recruiter.check(&Move::new(orders.to_vec())))
    }

    fn menders(&mut self, orders: &[Order], broken: Violation) -> Menders<Order> {
        let checker = &self.recruiter.checker;
        let mut args = broken.args();
        match (args.next(), args.next()) {
            (Some(Arg::Unit(unit)), _) if broken.is(&LEFT_OUT) => {
                self.others(orders, |other, _| other == unit)
            }
            (Some(Arg::Unit(unit)), Some(Arg::Place(place))) if broken.is(&RP_NOT_NEXT_BEST) => {
                self.fillers(orders, unit, place)
            }
            (Some(Arg::Unit(_)), Some(Arg::Place(place))) if broken.is(&ENTERS_ELSEWHERE) => {
                let host = self.recruiter.host();
                self.others(orders, |unit, at| Some(unit) == host && at == place)
            }
            // Falkenhayn may come from a place to another.
            (Some(Arg::Place(place)), _) if broken.is(&TWO_HQS) => self
                .others(orders, |unit, at| {
                    checker.position.place(unit) == Some(place) && at != place
                }),
            _ => Menders::Nothing,
        }
    }
}
