//! The orders of a set-up: from one legal set-up on, units are put elsewhere, and those whom that
//! keeps from where they are are put where they may be.

use super::{Lister, units_of};
use crate::board::{Hexes, Units};
use crate::check::codes::*;
use crate::check::{Arg, Violation};
use crate::data::{HexId, Place, UnitId};
use crate::orders::{Move, Order};
use crate::sample::complete;
use crate::vocabulary::*;
use engine::mending::{Mending, Outcome};

/// So many set-ups are drawn to begin with.
const DRAWN: u64 = 4;
/// So often those who are in the way are put elsewhere.
const PASSES: usize = 6;
/// After so many orders of which nothing is known no more are tried.
const MOST_UNSETTLED: usize = 30;
/// So often those who are in the way of many are left where they were.
const ATTEMPTS: usize = 3;
/// The hexes of two units that are put elsewhere at once are so far apart in their lists.
const APART: usize = 7;

/// Where a unit could be put.
struct Choice {
    unit: UnitId,
    hexes: Vec<HexId>,
}

impl Lister<'_> {
    /// Lists what can be ordered in a set-up.
    pub(super) fn list_setup(&mut self) {
        let given = Move::new(self.given.clone());
        let drawn = |seed| complete(self.position, &given, seed);
        let Some(base) = (0..DRAWN).find_map(drawn) else {
            self.listing.complete = self.is_hopeless(&self.given);
            return;
        };
        let base = base.orders().to_vec();
        self.try_out(base.clone());
        self.dig(&base);
        let choices = self.choices(&base);
        let (inside, outside): (Vec<Choice>, Vec<Choice>) = choices
            .iter()
            .map(|choice| self.divided(choice, &base))
            .unzip();
        self.put_many(&base, &inside);
        let free = usize::from(self.front.scenario.free_units[self.side as usize]);
        if free > 0 {
            for some in outside.chunks(free) {
                self.put_many(&base, some);
            }
        }
        let mut unsettled = 0;
        for Choice { unit, hexes } in choices {
            for hex in hexes {
                let order = Order::Place { unit, hex };
                if self.listing.offers.contains(&order) {
                    continue;
                }
                let alone = self.given.iter().chain([&order]).cloned();
                let alone: Vec<Order> = alone.collect();
                if self.is_hopeless(&alone) || self.settle(&base, &order) == Outcome::Found {
                    continue;
                }
                self.listing.complete = false;
                unsettled += 1;
                if unsettled == MOST_UNSETTLED {
                    return;
                }
            }
        }
    }

    /// The units that wait to be set up.
    fn waiting(&self) -> Units {
        let own = self.front.campaign.of_side[self.side as usize];
        own.iter()
            .filter(|unit| self.position.is_in(*unit, OffMap::Waiting))
            .collect()
    }

    /// Who could begin in trench state.
    fn dig(&mut self, base: &[Order]) {
        let all: Vec<Order> = self
            .waiting()
            .iter()
            .filter(|unit| self.data.units[*unit].trench.is_some())
            .map(|unit| Order::Entrench { unit })
            .collect();
        let orders = base.iter().chain(&all).cloned().collect();
        if !self.try_out(orders) {
            for order in all {
                self.try_out(base.iter().cloned().chain([order]).collect());
            }
        }
    }

    /// The hexes in which each unit without a place could be put, whatever becomes of others.
    fn choices(&self, base: &[Order]) -> Vec<Choice> {
        let placed = |order: &&Order| matches!(order, Order::Place { .. });
        let given: Vec<Order> = self.given.iter().filter(placed).cloned().collect();
        let units = self.waiting() - units_of(&given);
        let own = self.front.campaign.ground[self.side as usize];
        let free = self.front.scenario.free_units[self.side as usize] > 0;
        units
            .iter()
            .map(|unit| {
                let held = match free {
                    true => own,
                    false => self.widest_zone(unit, &given),
                };
                let hexes = held & self.standing(unit);
                let now = base.iter().find_map(|order| match order {
                    Order::Place { unit: other, hex } if *other == unit => Some(*hex),
                    _ => None,
                });
                let hexes = hexes.iter().filter(|hex| Some(*hex) != now).collect();
                Choice { unit, hexes }
            })
            .collect()
    }

    /// Where a unit may stand as far as terrain and the foe let it.
    fn standing(&self, unit: UnitId) -> Hexes {
        let ground = &self.data.ground;
        let kind = self.front.campaign.kinds[unit] as usize;
        (ground.open[kind] | ground.rail_only[kind]) - self.movement.shut - self.movement.enemies
    }

    fn places(&self, unit: UnitId) -> &[Place] {
        let entry = self.front.campaign.entry(self.front.scenario, unit);
        entry.map_or(&[][..], |entry| &entry.places)
    }

    /// The zone of a unit where others are put by these orders.
    fn zone(&self, unit: UnitId, orders: &[Order]) -> Hexes {
        self.places(unit).iter().fold(Hexes::EMPTY, |all, place| {
            let seat = |hq: UnitId| self.seat(hq, orders);
            let campaign = self.front.campaign;
            all | campaign.zone(&self.data.ground, self.side, *place, seat)
        })
    }

    fn seat(&self, hq: UnitId, orders: &[Order]) -> Option<HexId> {
        let put = orders.iter().find_map(|order| match order {
            Order::Place { unit, hex } if *unit == hq => Some(*hex),
            _ => None,
        });
        put.or_else(|| self.front.hex(hq))
    }

    /// The zone of a unit wherever headquarters are put that have no place yet.
    fn widest_zone(&self, unit: UnitId, given: &[Order]) -> Hexes {
        let campaign = self.front.campaign;
        let mut all = self.zone(unit, given);
        for place in self.places(unit) {
            if let Place::Near(hq, _) = place
                && self.seat(*hq, given).is_none()
            {
                let seats = self.zone(*hq, given) & self.standing(*hq);
                seats.for_each(|seat| {
                    all |= campaign.zone(&self.data.ground, self.side, *place, |_| Some(seat));
                });
            }
        }
        all
    }

    /// The hexes in the zone of a unit as others are put, and those outside.
    fn divided(&self, choice: &Choice, base: &[Order]) -> (Choice, Choice) {
        let unit = choice.unit;
        let zone = self.zone(unit, base);
        // Who moves a headquarters moves the zones of others.
        let leads = self.front.campaign.headquarters.contains(unit);
        let of = |within: bool| Choice {
            unit,
            hexes: match leads {
                true => Vec::new(),
                false => {
                    let hexes = choice.hexes.iter().copied();
                    hexes.filter(|hex| zone.contains(*hex) == within).collect()
                }
            },
        };
        (of(true), of(false))
    }

    /// Puts many units elsewhere at once, in every round in the next of their hexes.
    fn put_many(&mut self, base: &[Order], choices: &[Choice]) {
        let rounds = choices.iter().map(|choice| choice.hexes.len()).max();
        for round in 0..rounds.unwrap_or(0) {
            let mut taken = Hexes::EMPTY;
            let mut chosen: Vec<Order> = Vec::new();
            for (number, Choice { unit, hexes }) in choices.iter().enumerate() {
                if round >= hexes.len() {
                    continue;
                }
                let hex = hexes[(round + APART * number) % hexes.len()];
                let order = Order::Place { unit: *unit, hex };
                if !taken.contains(hex) && !self.listing.offers.contains(&order) {
                    taken.insert(hex);
                    chosen.push(order);
                }
            }
            for _ in 0..ATTEMPTS {
                if chosen.is_empty() {
                    break;
                }
                let orders = put_elsewhere(base, &chosen);
                self.left = 1;
                let broken = self.judged(&orders).unwrap_or_default();
                if broken.is_empty() {
                    self.note(&orders);
                    break;
                }
                let hexes: Hexes = broken.iter().filter_map(|one| hex_of(*one)).collect();
                chosen.retain(
                    |order| !matches!(order, Order::Place { hex, .. } if hexes.contains(*hex)),
                );
            }
        }
    }

    /// Puts one unit elsewhere, and then those who are in its way or no longer in their zones.
    fn settle(&mut self, base: &[Order], order: &Order) -> Outcome {
        let mut orders = put_elsewhere(base, std::slice::from_ref(order));
        let placed = |order: &&Order| matches!(order, Order::Place { .. });
        let given: Vec<Order> = self.given.iter().filter(placed).cloned().collect();
        let mut locked = units_of(&given);
        locked |= units_of(std::slice::from_ref(order));
        for pass in 0..PASSES {
            self.left = 1;
            let Some(broken) = self.judged(&orders) else {
                return Outcome::Cut;
            };
            if broken.is_empty() {
                self.note(&orders);
                return Outcome::Found;
            }
            let mut changed = false;
            for one in broken {
                for unit in self.in_the_way(one, &orders, locked) {
                    changed |= self.put_where_it_may(unit, &mut orders, pass, one);
                }
            }
            if !changed {
                return Outcome::Cut;
            }
        }
        Outcome::Cut
    }

    /// The units that could be put elsewhere to mend something, as many as need to be.
    fn in_the_way(&self, broken: Violation, orders: &[Order], locked: Units) -> Vec<UnitId> {
        let is = |codes: &[&Code]| codes.iter().any(|code| broken.is(code));
        let movable = |unit: &UnitId| !locked.contains(*unit);
        if is(&[&OVER_LIMIT, &TWO_HEADQUARTERS, &ALPINE_STACK]) {
            let headquarters = self.front.campaign.headquarters;
            let there = orders.iter().filter_map(|order| match order {
                Order::Place { unit, hex } if Some(*hex) == hex_of(broken) => Some(*unit),
                _ => None,
            });
            let helps = |unit: &UnitId| match headquarters.contains(*unit) {
                true => is(&[&TWO_HEADQUARTERS, &ALPINE_STACK]),
                false => is(&[&OVER_LIMIT, &ALPINE_STACK]),
            };
            return there.filter(movable).filter(helps).take(1).collect();
        }
        if let Some(Arg::Unit(unit)) = broken.args().next() {
            if movable(&unit) {
                return vec![unit];
            }
            // Its headquarters may come to it.
            let near = self.places(unit).iter().filter_map(|place| match place {
                Place::Near(hq, _) => Some(*hq),
                _ => None,
            });
            return near.filter(movable).take(1).collect();
        }
        if is(&[&TOO_MANY_FREE]) {
            let outside = orders.iter().filter_map(|order| match order {
                Order::Place { unit, hex } => {
                    (!self.zone(*unit, orders).contains(*hex)).then_some(*unit)
                }
                _ => None,
            });
            return outside.filter(movable).take(1).collect();
        }
        Vec::new()
    }

    /// Puts a unit in a hex where it may be as the others are put; whether there is any.
    fn put_where_it_may(
        &self,
        unit: UnitId,
        orders: &mut Vec<Order>,
        pass: usize,
        broken: Violation,
    ) -> bool {
        let open = self.checker.setup_hexes(unit, &Move::new(orders.clone()));
        let mut hexes = open & self.zone(unit, orders);
        if let Some(hex) = hex_of(broken) {
            hexes.remove(hex);
        }
        if let Some(Arg::Unit(kept)) = broken.args().next().filter(|arg| *arg != Arg::Unit(unit)) {
            // A headquarters comes to a unit that stays.
            let place = self.places(kept).iter();
            let place = place
                .copied()
                .find(|place| matches!(place, Place::Near(hq, _) if *hq == unit));
            if let (Some(place), Some(hex)) = (place, self.seat(kept, orders)) {
                let campaign = self.front.campaign;
                let near = hexes.iter().filter(|seat| {
                    let zone =
                        |seat| campaign.zone(&self.data.ground, self.side, place, |_| Some(seat));
                    zone(*seat).contains(hex)
                });
                hexes = near.collect();
            }
        }
        // The same hexes are not tried again and again.
        let number = hexes.len();
        let Some(hex) = hexes.iter().nth((pass * APART) % number.max(1)) else {
            return false;
        };
        *orders = put_elsewhere(orders, &[Order::Place { unit, hex }]);
        true
    }

    /// Is something wrong with these orders that no others could mend?
    fn is_hopeless(&self, orders: &[Order]) -> bool {
        let made = Move::new(orders.to_vec());
        let near_nobody = |unit: UnitId| {
            let waits = |place: &Place| match place {
                Place::Near(hq, _) => self.seat(*hq, orders).is_none(),
                _ => false,
            };
            self.places(unit).iter().any(waits)
        };
        let fluid = orders.iter().filter_map(Order::unit).any(near_nobody);
        let broken = self.checker.check(self.asked, &made);
        broken.iter().any(|one| match one.args().next() {
            _ if one.is(&UNPLACED) || one.is(&NOT_PLACED) => false,
            Some(Arg::Unit(unit)) if one.is(&OUTSIDE_ZONE) => !near_nobody(unit),
            _ if one.is(&TOO_MANY_FREE) => !fluid,
            _ => true,
        })
    }
}

/// These orders with some units put elsewhere.
fn put_elsewhere(base: &[Order], puts: &[Order]) -> Vec<Order> {
    let units = units_of(puts);
    let stays = |order: &&Order| match order {
        Order::Place { unit, .. } => !units.contains(*unit),
        _ => true,
    };
    let others = base.iter().filter(stays);
    others.chain(puts).cloned().collect()
}

/// The hex that a violation names.
fn hex_of(broken: Violation) -> Option<HexId> {
    broken.args().find_map(|arg| match arg {
        Arg::Hex(hex) => Some(hex),
        _ => None,
    })
}
