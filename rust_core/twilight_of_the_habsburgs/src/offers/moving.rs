//! The orders of a movement segment: legal moves of many units prove many orders at once.

use super::ways::end_of;
use super::{Lister, told, units_of};
use crate::board::Hexes;
use crate::check::codes::{ALPINE_STACK, MUST_RETREAT, OVER_LIMIT, TWO_HEADQUARTERS};
use crate::check::{Arg, Violation};
use crate::data::{Data, HexId, UnitId};
use crate::orders::{Move, Order};
use engine::mending::Mending;

/// The ways of two units that go at once are so far apart in their lists, so that few go to one place.
const APART: usize = 7;
/// So often those who are in the way are left out.
const ATTEMPTS: usize = 3;

/// How much of what the railways carry a unit takes (8.54).
pub(super) fn rail_size(data: &Data, unit: UnitId) -> u8 {
    data.charts.rail_sizes[data.units[unit].size as usize]
}

impl Lister<'_> {
    /// Every way of every unit of which nothing is given.
    pub(super) fn moves(&self) -> Vec<Order> {
        let mut found: Vec<Order> = Vec::new();
        for unit in self.free() {
            found.extend(self.ways(unit).all().cloned());
        }
        for order in &self.given {
            let leaders = order
                .unit()
                .and_then(|unit| self.leaders(&self.given, unit));
            found.extend(leaders.into_iter().flatten());
        }
        found
    }

    /// Notes what legal moves contain in which many units move beside those of a legal move.
    pub(super) fn move_many(&mut self, base: &[Order]) {
        let (mut walks, mut rides) = (Vec::new(), Vec::new());
        for unit in (self.own - units_of(base)).iter() {
            let own = self.ways(unit).alone.iter().cloned();
            let (own_rides, own_walks): (Vec<Order>, Vec<Order>) =
                own.partition(|order| matches!(order, Order::Rail { .. }));
            walks.push(own_walks);
            if !own_rides.is_empty() {
                rides.push((unit, own_rides));
            }
        }
        walks.retain(|own| !own.is_empty());
        self.move_at_once(base, &walks);
        // As many ride as may.
        let limit = self.data.charts.rail_limits[self.side as usize];
        let mut left = 0;
        let mut trains: Vec<Vec<Vec<Order>>> = Vec::new();
        for (unit, own) in rides {
            let size = rail_size(self.data, unit);
            match trains.last_mut() {
                Some(last) if size <= left => last.push(own),
                _ => {
                    left = limit;
                    trains.push(vec![own]);
                }
            }
            left = left.saturating_sub(size);
        }
        for train in trains {
            self.move_at_once(base, &train);
        }
    }

    /// Some units go at once, in every round by the next of their ways.
    fn move_at_once(&mut self, base: &[Order], ways: &[Vec<Order>]) {
        let rounds = ways.iter().map(Vec::len).max().unwrap_or(0);
        for round in 0..rounds {
            let mut ends = Hexes::EMPTY;
            let mut chosen: Vec<Order> = Vec::new();
            for (number, own) in ways.iter().enumerate() {
                if round >= own.len() {
                    continue;
                }
                let order = &own[(round + APART * number) % own.len()];
                let end = end_of(order).filter(|end| !ends.contains(*end));
                if let Some(end) = end
                    && !self.listing.offers.contains(&told(order))
                {
                    ends.insert(end);
                    chosen.push(order.clone());
                }
            }
            self.prove(base, chosen);
        }
    }

    /// Notes what is legal of these orders, those left out who are in the way.
    pub(super) fn prove(&mut self, base: &[Order], mut chosen: Vec<Order>) {
        for _ in 0..ATTEMPTS {
            if chosen.is_empty() {
                return;
            }
            let orders: Vec<Order> = base.iter().chain(&chosen).cloned().collect();
            self.left = 1;
            let Some(broken) = self.judged(&orders) else {
                return;
            };
            if broken.is_empty() {
                self.note(&orders);
                return;
            }
            let (mut hexes, mut units) = (Hexes::EMPTY, Vec::<UnitId>::new());
            for arg in broken.iter().flat_map(|one| one.args()) {
                match arg {
                    Arg::Hex(hex) => hexes.insert(hex),
                    Arg::Unit(unit) => units.push(unit),
                    _ => {}
                }
            }
            let in_the_way = |order: &Order| {
                let there = |hex: HexId| hexes.contains(hex);
                end_of(order).is_some_and(there)
                    || order.unit().is_some_and(|unit| units.contains(&unit))
            };
            chosen.retain(|order| !in_the_way(order));
        }
    }

    /// Whether a unit may sail there, room and others apart (13.61).
    pub(super) fn sails(&self, order: &Order) -> bool {
        let made = Move::new([self.given.as_slice(), std::slice::from_ref(order)].concat());
        let room = [&OVER_LIMIT, &TWO_HEADQUARTERS, &ALPINE_STACK];
        let others =
            |one: &Violation| one.is(&MUST_RETREAT) || room.iter().any(|code| one.is(code));
        self.checker.check(self.asked, &made).iter().all(others)
    }

    /// Looks for a legal move with one order more; first for one that is like those found before.
    pub(super) fn look_near(&mut self, base: &[Order], order: &Order) {
        let other = |one: &&Order| one.unit() != order.unit();
        let orders = base.iter().filter(other).chain([order]).cloned().collect();
        if self.try_out(orders) {
            return;
        }
        let Some(reliefs) = end_of(order).and_then(|end| self.reliefs.get(&end)) else {
            return;
        };
        let given = self.given.iter().chain(reliefs.iter().filter(other));
        let orders = given.chain([order]).cloned().collect();
        self.try_out(orders);
    }

    /// Notes what made room in the hex where an order ends, in the legal move found last.
    pub(super) fn note_relief(&mut self, order: &Order) {
        if let Some(end) = end_of(order) {
            let others = self.found.iter();
            let others = others.filter(|one| *one != order && !self.given.contains(one));
            let others = others.cloned().collect();
            self.reliefs.insert(end, others);
        }
    }

    /// What could be done for who stands in a hex where too many are: they go somewhere else, first
    /// where nobody is.
    pub(super) fn movers(
        &self,
        orders: &[Order],
        hex: HexId,
        who: impl Fn(UnitId) -> bool,
    ) -> Vec<Order> {
        let busy = units_of(orders);
        let crowded: Hexes = orders.iter().filter_map(end_of).collect();
        let crowded = crowded | self.front.held[self.side as usize];
        let (mut found, mut later) = (Vec::new(), Vec::new());
        for unit in self.own_in(hex) {
            if busy.contains(unit) || !who(unit) {
                continue;
            }
            for order in self.ways(unit).all() {
                match end_of(order) {
                    Some(end) if end == hex => {}
                    Some(end) if crowded.contains(end) => later.push(order.clone()),
                    _ => found.push(order.clone()),
                }
            }
        }
        found.extend(later);
        found
    }
}
