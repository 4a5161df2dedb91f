//! Every order of a side that could be part of a legal move, and legal moves at random.

use super::*;
use engine::chance::Random;
use std::collections::BTreeMap;

impl Replacer<'_> {
    /// Whether the side has anything to choose: something is owed, or a step up is legal.
    #[must_use]
    pub fn asks(&self) -> bool {
        self.owes_any() || !self.steps_up(1, false).is_empty()
    }

    /// Every order that is legal by itself, whatever else is due: steps up that can be paid alone, and,
    /// where a record is negative, steps that can be given up.
    #[must_use]
    pub fn singles(&self) -> Vec<Order> {
        let mut found = self.steps_up(usize::MAX, false);
        self.gifts(&mut found);
        found
    }

    /// Steps up that are legal by themselves, or (in company) if a source next to where a unit is rebuilt is
    /// full; of no more units once there are so many.
    pub(super) fn steps_up(&self, enough: usize, in_company: bool) -> Vec<Order> {
        let mut found = Vec::new();
        if self.purse.is_empty() {
            return found;
        }
        let mut paid: BTreeMap<(u16, u32), bool> = BTreeMap::new();
        let mut payable = |step: (u16, u32)| {
            let known = paid.entry(step);
            *known.or_insert_with(|| self.purse.missing(&[step]) == 0)
        };
        let (data, position) = (self.checker.data, self.checker.position);
        let [reserve, eliminated, _] = data.known.spent_boxes(self.checker.side);
        for unit in 0..data.units.len() {
            let place = position.place(unit);
            if place == Some(eliminated) && self.bars(unit, true, false).is_empty() {
                if payable((self.payers(unit), self.step(unit))) {
                    self.rebuilds(unit, in_company, &mut found);
                }
            } else if place.is_some_and(|at| at < data.on_map || at == reserve)
                && position.state().reduced.contains(unit)
                && self.bars(unit, false, false).is_empty()
                && payable((self.payers(unit), self.price(unit)))
            {
                found.push(Order::Restore { unit });
            }
            if found.len() >= enough {
                break;
            }
        }
        found
    }

    /// The places where a unit may be rebuilt, if nobody else is or in company.
    fn rebuilds(&self, unit: UnitId, in_company: bool, found: &mut Vec<Order>) {
        let checker = &self.checker;
        // Who is given up makes room.
        let owed = in_company && self.owes_any();
        let mended =
            |one: &Violation| in_company && one.is(&RP_NOT_NEXT_BEST) || owed && wants_room(*one);
        let (data, known) = (checker.data, &checker.data.known);
        let [reserve, ..] = known.spent_boxes(checker.side);
        let boxes = (data.on_map..data.spaces.len()).filter(|place| {
            let key = data.units[unit].tribe.is_some();
            (key || *place == reserve) && self.place_code(unit, *place).is_none()
        });
        found.extend(boxes.map(|place| Order::RebuildAt { unit, place }));
        if data.units[unit].class == Class::Tribe {
            return;
        }
        for place in checker.sites(unit, self.places(unit)).iter() {
            if self.place_code(unit, place).is_some() {
                continue;
            }
            let plan = Plan {
                placed: vec![(unit, place)],
                ..Plan::default()
            };
            let mut broken = Vec::new();
            self.check_stacks(&plan, &mut Violations(&mut broken));
            if broken.iter().all(mended) {
                found.push(Order::RebuildAt { unit, place });
            }
        }
    }

    /// Whether anything is due.
    fn owes_any(&self) -> bool {
        let due = |(kind, halves): (Replacement, u32)| self.due(kind, halves) > 0;
        self.debts().into_iter().any(due)
    }

    /// Steps that may be given up, as long as something is due.
    pub(super) fn gifts(&self, found: &mut Vec<Order>) {
        if !self.owes_any() {
            return;
        }
        for unit in self.checker.own.iter() {
            if self.debt_codes(unit, true).is_empty() {
                found.push(Order::Reduce { unit });
            }
            if self.debt_codes(unit, false).is_empty() {
                found.push(Order::Eliminate { unit });
            }
        }
    }

    /// As many legal moves at random as are asked for; the same seed gives the same moves, and the
    /// first of many are the same as the first of few.
    #[must_use]
    pub fn samples(&self, seed: u64, count: usize) -> Vec<Move> {
        let singles = self.singles();
        let stream = |number: usize| Random::new(seed, number as u64 + 1);
        (0..count)
            .map(|number| self.sampled(&singles, &mut stream(number)))
            .collect()
    }

    fn sampled(&self, singles: &[Order], random: &mut Random) -> Move {
        let gift = |order: &Order| matches!(order, Order::Reduce { .. } | Order::Eliminate { .. });
        let (mut gifts, mut steps): (Vec<Order>, Vec<Order>) =
            singles.iter().cloned().partition(gift);
        let mut orders = self.debts_met(&mut gifts, random);
        random.shuffle(&mut steps);
        // Sometimes points are left.
        let wanted = match random.chance(75) {
            true => steps.len(),
            false => random.below(steps.len() + 1),
        };
        let mut built = BitSet::EMPTY;
        for order in steps.into_iter().take(wanted) {
            let Some(unit) = order.unit().filter(|unit| !built.contains(*unit)) else {
                continue;
            };
            let rebuilds = matches!(order, Order::RebuildAt { .. });
            orders.push(order);
            if !self.check(&Move::new(orders.clone())).is_empty() {
                orders.pop();
                continue;
            }
            built.insert(unit);
            if rebuilds && random.chance(50) {
                orders.push(Order::Restore { unit });
                if !self.check(&Move::new(orders.clone())).is_empty() {
                    orders.pop();
                }
            }
        }
        Move::new(orders)
    }

    /// Orders that meet all debts, and not one too many.
    fn debts_met(&self, gifts: &mut [Order], random: &mut Random) -> Vec<Order> {
        let mut orders: Vec<Order> = Vec::new();
        random.shuffle(gifts);
        // Who can be reduced is so first, mostly.
        if random.chance(75) {
            gifts.sort_by_key(|order| matches!(order, Order::Eliminate { .. }));
        }
        let owed = |orders: &[Order]| {
            let broken = self.check(&Move::new(orders.to_vec()));
            broken.iter().any(|one| one.is(&RP_OWED))
        };
        for order in gifts.iter() {
            if !owed(&orders) {
                break;
            }
            orders.retain(|other| other.unit() != order.unit());
            orders.push(order.clone());
        }
        // What can be left out or cut is so, one after another, until nothing can.
        let mut at = 0;
        while at < orders.len() {
            let order = orders.remove(at);
            if !owed(&orders) {
                continue;
            }
            if let Order::Eliminate { unit } = order
                && !self.checker.position.state().reduced.contains(unit)
            {
                orders.insert(at, Order::Reduce { unit });
                if owed(&orders) {
                    orders[at] = order;
                }
            } else {
                orders.insert(at, order);
            }
            at += 1;
        }
        self.replacements_for(&mut orders, random);
        orders
    }

    /// The SCUs that come for LCUs that are eliminated, the best first.
    fn replacements_for(&self, orders: &mut Vec<Order>, random: &mut Random) {
        let lcus = &self.checker.data.counters.lcus;
        let mut taken = BitSet::EMPTY;
        let falls = |order: &Order| match order {
            Order::Eliminate { unit } if lcus.contains(*unit) => Some(*unit),
            _ => None,
        };
        let fallen: Vec<UnitId> = orders.iter().filter_map(falls).collect();
        for unit in fallen {
            let mut spares = self.spares(unit);
            spares.retain(|(_, spare)| !taken.contains(*spare));
            let best = spares.iter().map(|(rank, _)| *rank).min();
            spares.retain(|(rank, _)| Some(*rank) == best);
            if let Some((_, by)) = random.pick(&spares).copied() {
                taken.insert(by);
                orders.push(Order::Replace { unit, by });
            }
        }
    }
}

/// Whether those who are rebuilt find no room beside those who are there (10.0-1, 10.2-2, 18.1.2).
pub(super) fn wants_room(broken: Violation) -> bool {
    let codes = [&SR_TOO_MANY, &RIVALS, &TOO_MANY_LCUS, &TOO_MANY_LCUS_YET];
    codes.iter().any(|code| broken.is(code))
}
