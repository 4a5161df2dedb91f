//! GRAND DUKE TO TIFLIS: the CP leaves the port that the AP lands in (9.5.1.a). Its units retreat a space
//! or two as after a lost battle, but for the rules about who has beaten whom.

use super::super::codes::*;
use super::super::{Arg, Checker, Violation, Violations};
use super::retreat_routes::Waived;
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use engine::chance::Random;

/// So many spaces at most.
const FARTHEST: usize = 2;

/// A unit, and the places that it enters.
type Flight = (UnitId, Vec<PlaceId>);

impl Checker<'_> {
    /// Own units in the port.
    pub(crate) fn evacuees(&self, port: PlaceId) -> Vec<UnitId> {
        let here = self.at(port).iter().copied();
        here.filter(|unit| self.own.contains(*unit)).collect()
    }

    /// Whether a unit goes from a place to the next as after a lost battle (12.7.2-1, 12.7.6).
    fn flees_over(&self, unit: UnitId, port: PlaceId, from: PlaceId, to: PlaceId) -> bool {
        let waived = Waived::default();
        !self.closed(unit, port, [from, to], false, waived)
            && self.goes_by_land(unit, from, to, BitSet::EMPTY, waived)
    }

    /// Every way out of the port for a unit, whoever goes with it: it does not come back to the port.
    pub(crate) fn ways_out(&self, unit: UnitId, port: PlaceId) -> Vec<Vec<PlaceId>> {
        let near = |from: PlaceId| self.data.movement_graph.next_to(from);
        let mut found = Vec::new();
        for first in near(port).iter() {
            if !self.flees_over(unit, port, port, first) {
                continue;
            }
            found.push(vec![first]);
            // A region ends a retreat (12.7.5-2).
            if self.ends_retreat(first) {
                continue;
            }
            for second in near(first).iter() {
                if second != port && self.flees_over(unit, port, first, second) {
                    found.push(vec![first, second]);
                }
            }
        }
        found
    }

    /// Who stands in a place when all have fled.
    fn crowded_by(&self, port: PlaceId, flights: &[Flight], place: PlaceId) -> Vec<UnitId> {
        let come = flights
            .iter()
            .filter(|(_, path)| path.last() == Some(&place));
        let there = self.at(place).iter().copied();
        let there = there.filter(|_| place != port);
        there.chain(come.map(|(unit, _)| *unit)).collect()
    }

    /// What is too much in the places where some end.
    fn check_refuges(&self, port: PlaceId, flights: &[Flight], violations: &mut Violations<'_>) {
        let ends: BitSet = flights
            .iter()
            .filter_map(|(_, path)| path.last().copied())
            .collect();
        for place in ends.iter().filter(|place| !self.unlimited_stacking(*place)) {
            let crowd = self.crowd(self.crowded_by(port, flights, place).into_iter());
            if crowd.too_many() {
                violations.add(&SR_TOO_MANY, &[Arg::Place(place)]);
            }
            if crowd.two_hqs() {
                violations.add(&TWO_HQS, &[Arg::Place(place)]);
            }
        }
    }

    /// Every rule that a move breaks, each once.
    pub(crate) fn check_evacuation(&self, port: PlaceId, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        let evacuees = self.evacuees(port);
        let mut named: Vec<Flight> = Vec::new();
        for order in made.orders() {
            if let Order::Retreat { unit, path } = order {
                let flight = (*unit, path.clone());
                if !named.contains(&flight) {
                    named.push(flight);
                }
            }
        }
        let mut flights: Vec<Flight> = Vec::new();
        for (unit, path) in &named {
            let witness = [Arg::Unit(*unit)];
            if !evacuees.contains(unit) {
                violations.add(&NOT_EVACUATED, &witness);
                continue;
            }
            if named.iter().filter(|(other, _)| other == unit).count() > 1 {
                violations.add(&EVACUATED_TWICE, &witness);
                continue;
            }
            if path.is_empty() || path.len() > FARTHEST || path.contains(&port) {
                violations.add(&EVACUATED_TOO_FAR, &witness);
                continue;
            }
            let mut from = port;
            let mut flees = true;
            for place in path {
                let ended = from != port && self.ends_retreat(from);
                if ended || !self.flees_over(*unit, port, from, *place) {
                    violations.add(&CANNOT_FLEE, &[Arg::Unit(*unit), Arg::Place(*place)]);
                    flees = false;
                }
                from = *place;
            }
            if flees {
                flights.push((*unit, path.clone()));
            }
        }
        self.check_refuges(port, &flights, violations);
        for unit in evacuees {
            if named.iter().all(|(other, _)| *other != unit)
                && self.still_flees(unit, port, &flights)
            {
                violations.add(&STAYS_IN_PORT, &[Arg::Unit(unit)]);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether a unit finds room besides those that flee.
    fn still_flees(&self, unit: UnitId, port: PlaceId, flights: &[Flight]) -> bool {
        self.ways_out(unit, port).into_iter().any(|path| {
            let end = path.last().copied().unwrap_or(port);
            let mut all = flights.to_vec();
            all.push((unit, path));
            let crowd = self.crowd(self.crowded_by(port, &all, end).into_iter());
            self.unlimited_stacking(end) || !(crowd.too_many() || crowd.two_hqs())
        })
    }

    /// A legal move at random.
    pub(crate) fn sampled_evacuation(&self, port: PlaceId, random: &mut Random) -> Move {
        let mut units = self.evacuees(port);
        random.shuffle(&mut units);
        let mut orders: Vec<Order> = Vec::new();
        for unit in units {
            let mut ways = self.ways_out(unit, port);
            random.shuffle(&mut ways);
            for path in ways {
                orders.push(Order::Retreat { unit, path });
                let broken = self.check_evacuation(port, &Move::new(orders.clone()));
                if broken.iter().all(|one| one.is(&STAYS_IN_PORT)) {
                    break;
                }
                orders.pop();
            }
        }
        Move::new(orders)
    }
}
