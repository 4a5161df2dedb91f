//! BULL'S EYE DIRECTIVE: who joins those who attack, which stack attacks once more, and who goes back to
//! the Reserve Box (9.5.1.a, 12.7.7-4).

use super::attack::Attack;
use super::codes::*;
use super::plan::Plan;
use super::{Arg, Checker, Violations};
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::state::Cell;
use crate::vocabulary::*;

impl Checker<'_> {
    /// One unit joins in a place that the same move activates for attack. Stacking is not asked of it, nor
    /// its supply, and it costs nothing.
    pub(super) fn check_joins(&self, plan: &Plan<'_>, violations: &mut Violations<'_>) {
        if plan.joins.is_empty() {
            return;
        }
        let attacks = |place: PlaceId| {
            let mut done = plan.activations.iter();
            done.any(|done| done.place == place && done.purpose != Purpose::Move)
        };
        let (mut units, mut twice) = (BitSet::EMPTY, BitSet::EMPTY);
        let mut places: Vec<PlaceId> = Vec::new();
        for (unit, place) in &plan.joins {
            if !self.position.may_join(*unit) {
                violations.add(&CANNOT_JOIN, &[Arg::Unit(*unit)]);
            }
            if units.contains(*unit) {
                twice.insert(*unit);
            }
            units.insert(*unit);
            places.push(*place);
        }
        if self.ops_of != Some(OpsOf::BullsEye) {
            return;
        }
        for unit in twice.iter() {
            violations.add(&JOINS_TWICE, &[Arg::Unit(unit)]);
        }
        places.sort_unstable();
        for group in places.chunk_by(|one, other| one == other) {
            let place = group[0];
            if !(attacks(place) && self.position.turks_stand_in(place)) {
                violations.add(&JOINS_NOBODY, &[Arg::Place(place)]);
            }
            if let number @ 2.. = group.len() {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                violations.add(&ONE_JOINS, &[Arg::Place(place), Arg::Number(number)]);
            }
        }
    }

    /// The second attack is that of one stack, which has advanced together.
    pub(super) fn check_second_attack(&self, attack: &Attack, violations: &mut Violations<'_>) {
        let state = self.view().state;
        if !state.second_attack() {
            return;
        }
        let stack = |unit: UnitId, place: PlaceId| (place, state.get(Cell::Pursuit(unit)));
        let fighters = attack.fighters.iter().filter(|one| self.waits(one.unit));
        let mut stacks: Vec<_> = fighters.map(|one| stack(one.unit, one.place)).collect();
        stacks.sort_unstable();
        stacks.dedup();
        if let number @ 2.. = stacks.len() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            violations.add(&ONE_STACK, &[Arg::Number(number)]);
        }
    }

    /// What is wrong with the SCUs that go back to the Reserve Box: from each overstacked place as many as
    /// are too many there, if there are so many.
    pub(super) fn check_return(&self, orders: &Move, violations: &mut Violations<'_>) {
        let returning = self.position.returning();
        let mut gone = BitSet::EMPTY;
        for order in orders.orders() {
            let Some(unit) = order.unit() else { continue };
            let stands = returning.iter().any(|one| one.units.contains(&unit));
            match (stands, order) {
                (true, Order::Reserve { .. }) => gone.insert(unit),
                // Nobody is eliminated by its own side (10.4-1).
                (_, Order::Eliminate { .. }) => violations.add(&NOT_IN_EXCESS, &[Arg::Unit(unit)]),
                _ => violations.add(&NOT_RETURNING, &[Arg::Unit(unit)]),
            }
        }
        for one in &returning {
            let number = one.units.iter().filter(|unit| gone.contains(**unit));
            let witness = [Arg::Place(one.place)];
            match number.count().cmp(&one.number) {
                std::cmp::Ordering::Less => violations.add(&RETURN_TOO_FEW, &witness),
                std::cmp::Ordering::Greater => violations.add(&RETURN_TOO_MANY, &witness),
                std::cmp::Ordering::Equal => {}
            }
        }
    }
}
