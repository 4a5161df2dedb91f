//! What others could do for those who cannot go their way, or whom a beachhead leaves behind: what they take
//! and besiege (11.2-1).

use super::Completer;
use super::repairs::Standing;
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;

/// What a unit could do for others (11.2-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Help {
    Takes(PlaceId),
    Besieges(PlaceId),
}

/// What has been done for others.
#[derive(Debug, Clone, Copy, Default)]
struct Helped {
    taken: BitSet,
    besieged: BitSet,
}

impl Helped {
    fn with(mut self, help: Help) -> Self {
        match help {
            Help::Takes(place) => self.taken.insert(place),
            Help::Besieges(place) => self.besieged.insert(place),
        }
        self
    }
}

impl Completer<'_> {
    /// What those who have no path yet could take and besiege, the commonest first.
    fn helps(&mut self, standing: &Standing) -> Vec<Help> {
        let forts = self.checker.hostile_forts();
        let mut number: FxHashMap<Help, usize> = FxHashMap::default();
        for unit in self.checker.own_units().iter() {
            if !self.may_go(unit, standing) {
                continue;
            }
            let ways = self.ways(unit);
            self.cut |= ways.cut;
            for way in &ways.all {
                way.taken
                    .for_each(|place| *number.entry(Help::Takes(place)).or_default() += 1);
                if forts.contains(way.stop) {
                    *number.entry(Help::Besieges(way.stop)).or_default() += 1;
                }
            }
        }
        let organized = self.known.organizable.iter().map(|(place, _)| *place);
        let sites = organized.chain(self.known.assaults.iter().copied());
        for place in sites.filter(|place| forts.contains(*place)) {
            *number.entry(Help::Besieges(place)).or_default() += 1;
        }
        let mut found: Vec<_> = number.into_iter().collect();
        found.sort_unstable_by_key(|(help, number)| (Reverse(*number), *help));
        found.into_iter().map(|(help, _)| help).collect()
    }

    /// Helps of which every move has one that is enough; `None` if it is enough without any, or all are
    /// known too little to say that.
    ///
    /// What is not among them is not enough all together. `enough` is true of more if it is of less.
    fn needed(&mut self, helps: &[Help], enough: impl Fn(&Self, Helped) -> bool) -> Option<Helped> {
        let (mut tried, mut useless) = (1_usize, Helped::default());
        if enough(self, useless) {
            self.left = self.left.saturating_sub(tried);
            return None;
        }
        let mut needed = Helped::default();
        let mut parts = vec![helps];
        while let Some(part) = parts.pop() {
            let more = part.iter().fold(useless, |all, help| all.with(*help));
            tried += 1;
            if !enough(self, more) {
                useless = more;
            } else if let [one] = part {
                needed = needed.with(*one);
            } else {
                let (first, last) = part.split_at(part.len() / 2);
                parts.push(last);
                parts.push(first);
            }
        }
        self.left = self.left.saturating_sub(tried);
        Some(needed)
    }

    /// The orders that give one of these helps; all that give any, if it is not known which.
    fn helpers(&mut self, standing: &Standing, needed: Option<Helped>) -> Vec<Order> {
        let forts = self.checker.hostile_forts();
        let everything = || Helped {
            taken: self.checker.takeable_at_most(),
            besieged: forts,
        };
        let needed = needed.unwrap_or_else(everything);
        let siege = |at: &Self, unit, stop| {
            needed.besieged.contains(stop) && at.checker.siege_strength(unit) > 0
        };
        let mut found = self.gos(standing, |at, unit, way| {
            way.taken.meets(&needed.taken) || siege(at, unit, way.stop)
        });
        let mut sites: Vec<_> = self
            .known
            .organizable
            .iter()
            .map(|(place, _)| *place)
            .collect();
        sites.dedup();
        for place in sites {
            if needed.besieged.contains(place) {
                found.extend(self.organizations(place, standing));
            }
        }
        let landings = self.known.assaults.iter().copied();
        let landings = landings.filter(|place| needed.besieged.contains(*place));
        found.extend(landings.map(|place| Order::Assault { place }));
        found
    }

    /// Who could take something, or lay siege to a fort, that opens the way to others (11.2-1); nobody
    /// if all together open none.
    pub(super) fn openings(&mut self, orders: &[Order], standing: &Standing) -> Vec<Order> {
        let made = Move::new(orders.to_vec());
        let (most, besieged) = self.helped();
        if !self.checker.could_all_go(&made, most, besieged) {
            return Vec::new();
        }
        let enough = |at: &Self, helped: Helped| {
            at.checker
                .could_all_go(&made, helped.taken, helped.besieged)
        };
        let helps = self.helps(standing);
        let needed = self.needed(&helps, enough);
        let mut found = self.helpers(standing, needed);
        // What is enough alone comes first.
        if found.len() > 1 {
            let forts = self.checker.hostile_forts();
            let mut known: FxHashMap<(BitSet, BitSet), bool> = FxHashMap::default();
            found.sort_by_cached_key(|order| {
                let Order::Go { unit, path } = order else {
                    return true;
                };
                let taken = self.checker.taken_on(*unit, path);
                let start = self.position.place(*unit);
                let stop = start.map(|start| self.checker.stop_of(start, path));
                let siege = stop.into_iter().filter(|at| forts.contains(*at)).collect();
                let key = (taken, siege);
                let alone = known
                    .entry(key)
                    .or_insert_with(|| self.checker.could_all_go(&made, taken, siege));
                !*alone
            });
            self.left = self.left.saturating_sub(known.len());
        }
        found
    }

    /// Who or what could spare a unit that a beachhead leaves behind (18.6.2, 18.6.4).
    pub(super) fn departures(
        &mut self,
        orders: &[Order],
        standing: &Standing,
        unit: UnitId,
    ) -> Vec<Order> {
        let made = Move::new(orders.to_vec());
        let Some(stop) = self.stop(orders, unit) else {
            return self.helpers(standing, None);
        };
        let enough = |at: &Self, helped: Helped| {
            at.checker
                .is_fed(&made, (unit, stop), helped.taken, helped.besieged)
        };
        let (most, besieged) = self.helped();
        let everything = Helped {
            taken: most,
            besieged,
        };
        let helpers = if enough(self, everything) {
            let helps = self.helps(standing);
            let needed = self.needed(&helps, enough);
            self.helpers(standing, needed)
        } else {
            Vec::new()
        };
        let mut found: Vec<_> = self.leaving(standing, unit, stop).orders().collect();
        // Or what leads to the beachhead is lost: other beachheads, and forts that were besieged.
        let more = self.choices.removals().into_iter();
        found.extend(more.map(|place| Order::Remove { place }));
        let more = self.choices.withdrawals().into_iter();
        found.extend(more.map(|place| Order::Withdraw { place }));
        let besieged = self.checker.besieged_forts();
        let start = |at: &Self, goes| at.position.place(goes);
        let lifts = self.gos_of(
            standing,
            |at, goes| {
                goes == unit || start(at, goes).is_some_and(|start| besieged.contains(start))
            },
            |at, goes, way| goes == unit || start(at, goes) != Some(way.stop),
        );
        for order in lifts.into_iter().chain(helpers) {
            if !found.contains(&order) {
                found.push(order);
            }
        }
        found
    }
}
