//! Many units go at once where nothing keeps them: one legal move then proves many orders.

use super::repairs::Standing;
use super::{Candidate, Completer, MOST_FOR_ONE, Offer};
use crate::activation::Purpose;
use crate::data::{PlaceId, UnitId};
use crate::orders::Order;

/// A unit and some of its ways, with what activates it if that is not ordered yet.
pub(super) struct Leg {
    pub(super) activation: Option<Order>,
    pub(super) unit: UnitId,
    pub(super) ways: Vec<(PlaceId, Vec<PlaceId>)>,
}

/// No more units than this go at once: the more there are, the likelier it is that they are in each
/// other's way.
const MOST_AT_ONCE: usize = 12;
/// How far apart the ways of two units are that go at once, so that few go to the same place.
const APART: usize = 7;

impl Completer<'_> {
    /// Notes what legal moves contain in which units beside those of a legal move go their plain ways.
    pub(super) fn bundle(&mut self, base: &[Order], all: &mut usize) {
        if self.free_of_ops || self.only_organizes {
            return;
        }
        let time = MOST_FOR_ONE.min(*all);
        self.left = time;
        let standing = self.standing(base);
        let (mut batch, mut left) = (Vec::new(), standing.left);
        let places: Vec<PlaceId> = self.known.activations.keys().copied().collect();
        for place in places {
            let Some((order, cost)) = self.known.moving.get(&place).cloned() else {
                continue;
            };
            let ready = base.contains(&order);
            let cost = if ready { 0 } else { cost };
            let activation = (!ready).then_some(order);
            let units = self.checker.own_units_at(place).to_vec();
            let mut legs: Vec<Leg> = Vec::new();
            for unit in units {
                if !self.may_go(unit, &standing) {
                    continue;
                }
                let known = self.ways(unit);
                let roomy =
                    |stop: PlaceId| stop != place && self.checker.own_units_at(stop).len() <= 1;
                let plain = known.all.iter().filter(|way| way.plain && roomy(way.stop));
                let ways: Vec<_> = plain.map(|way| (way.stop, way.path.clone())).collect();
                if !ways.is_empty() {
                    legs.push(Leg {
                        activation: activation.clone(),
                        unit,
                        ways,
                    });
                }
            }
            if legs.is_empty() || cost > standing.left {
                continue;
            }
            if cost > left || batch.len() + legs.len() > MOST_AT_ONCE {
                self.go_at_once(base, &batch);
                batch.clear();
                left = standing.left;
            }
            left -= cost;
            batch.extend(legs);
        }
        self.go_at_once(base, &batch);
        *all -= time - self.left;
    }

    /// Notes what legal moves contain in which units go one way each, as many at once as OPS allow.
    pub(super) fn go_by_turns(&mut self, base: &[Order], legs: &[(Leg, u8)], ops: u8) {
        let mut from = 0;
        let mut left = ops;
        let mut paid: Vec<&Order> = Vec::new();
        for (at, (leg, cost)) in legs.iter().enumerate() {
            let known = leg
                .activation
                .as_ref()
                .is_none_or(|order| paid.contains(&order));
            if (!known && *cost > left) || at - from >= MOST_AT_ONCE {
                let chosen: Vec<_> = legs[from..at].iter().map(|(leg, _)| (leg, 0)).collect();
                self.prove(base, &chosen);
                (from, left) = (at, ops);
                paid.clear();
            }
            if let Some(order) = &leg.activation
                && !paid.contains(&order)
            {
                paid.push(order);
                left = left.saturating_sub(*cost);
            }
        }
        let chosen: Vec<_> = legs[from..].iter().map(|(leg, _)| (leg, 0)).collect();
        self.prove(base, &chosen);
    }

    /// A plain first step of a unit whose place is activated as a whole, and what it costs.
    pub(super) fn leg(
        &self,
        unit: UnitId,
        base: &[Order],
        standing: &Standing,
    ) -> Option<(Leg, u8)> {
        let place = self.position.place(unit)?;
        if !self.may_go(unit, standing) {
            return None;
        }
        let (order, cost) = self.known.moving.get(&place).cloned()?;
        let ready = base.contains(&order);
        let supplied = self.checker.supplied_anyway(unit);
        let plain = |to: &PlaceId| {
            let uneventful = |to| {
                self.checker
                    .is_uneventful(unit, place, to, supplied.as_ref())
            };
            self.checker.own_units_at(*to).len() <= 1
                && self.checker.stop_of(place, &[*to]) == *to
                && uneventful(*to)
        };
        let mut steps = self.choices.steps(unit, &[]).into_iter();
        let stop = steps.find(plain)?;
        let leg = Leg {
            activation: (!ready).then_some(order),
            unit,
            ways: vec![(stop, vec![stop])],
        };
        Some((leg, if ready { 0 } else { cost }))
    }

    /// Whether a unit can take one step beside a legal move, activated by itself if it is not yet. Its other
    /// ways are not looked for.
    pub(super) fn takes_a_step(
        &mut self,
        unit: UnitId,
        base: &[Order],
        standing: &Standing,
    ) -> bool {
        let Some(place) = self.position.place(unit) else {
            return false;
        };
        if !self.may_go(unit, standing) {
            return false;
        }
        let activation = if standing.is_activated(unit) {
            None
        } else {
            let all = self.known.activations.get(&place).into_iter().flatten();
            let fits = |one: &&Candidate| {
                one.purpose == Purpose::Move
                    && one.units.contains(&unit)
                    && one.cost <= standing.left_for(place)
            };
            let Some(least) = all.filter(fits).min_by_key(|one| one.cost) else {
                return false;
            };
            Some(least.order())
        };
        let steps = self.choices.steps(unit, &[]).into_iter();
        let leg = Leg {
            activation,
            unit,
            ways: steps.map(|to| (to, vec![to])).collect(),
        };
        (0..leg.ways.len()).any(|way| self.is_proven(base, &[(&leg, way)]))
    }

    fn go_at_once(&mut self, base: &[Order], batch: &[Leg]) {
        let rounds = batch.iter().map(|leg| leg.ways.len()).max().unwrap_or(0);
        for round in 0..rounds {
            let mut chosen: Vec<(&Leg, usize)> = Vec::new();
            for (number, leg) in batch.iter().enumerate() {
                let way = (round + APART * number) % rounds;
                let new = |(stop, _): &(PlaceId, Vec<PlaceId>)| {
                    !self.offers.contains(&Offer::End(leg.unit, *stop))
                };
                if leg.ways.get(way).is_some_and(new) {
                    chosen.push((leg, way));
                }
            }
            self.prove(base, &chosen);
        }
    }

    /// Notes what is legal; of what is not, the halves. One unit alone is left to others.
    fn prove(&mut self, base: &[Order], chosen: &[(&Leg, usize)]) {
        if chosen.len() < 2 || self.is_proven(base, chosen) {
            return;
        }
        let (first, second) = chosen.split_at(chosen.len() / 2);
        self.prove(base, first);
        self.prove(base, second);
    }

    /// Whether all of these can go at once beside a legal move; what that contains is noted then.
    pub(super) fn is_proven(&mut self, base: &[Order], chosen: &[(&Leg, usize)]) -> bool {
        let mut orders = base.to_vec();
        for (leg, way) in chosen {
            if let Some(activation) = &leg.activation
                && !orders.contains(activation)
            {
                orders.push(activation.clone());
            }
            orders.push(Order::Go {
                unit: leg.unit,
                path: leg.ways[*way].1.clone(),
            });
        }
        let mut broken = Vec::new();
        let legal = self.judge(&orders, &mut broken) && broken.is_empty();
        if legal {
            self.note_offers(&orders);
        }
        legal
    }
}
