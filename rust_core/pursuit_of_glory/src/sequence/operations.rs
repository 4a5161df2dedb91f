//! Operations: the orders of a move carried out, in the order of play (9.2.4, 11.1, 18).

use super::Transition;
use super::agenda::{FrameHandler, NextStep, SILENT};
use super::decision::Parameters;
use super::invasion::Embarked;
use crate::activation::{ActivationRules, Purpose};
use crate::board::BitSet;
use crate::check::Checker;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{ACTED, Cell, OFFENSIVES, STACKS};
use crate::supply::Status;
use crate::vocabulary::*;
use std::cell::OnceCell;

pub(super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |_, frame| match frame.args[0] {
        0 => NextStep::Done,
        _ => NextStep::Decides(DecisionKind::Operations),
    },
    parameters: |position, frame| Parameters::Operations {
        ops: frame.args[0].to_le_bytes()[0],
        event: usize::from(frame.args[1]).checked_sub(1),
        paid: position.ops_of_event().is_some(),
    },
    check: |position, frame, made| {
        let ops = frame.args[0].to_le_bytes()[0];
        Checker::new(position, ops).check(made)
    },
    take: |position, _, made| Ok(position.operate(made)),
    ..SILENT
};

impl Position {
    /// The position after the orders of an operation, up to the next decision.
    ///
    /// Spaces are marked, units move, and battles wait until all have (9.2.4-1, 9.2.4-2, 11.1.1.d).
    /// OPS left over are lost (11.1.1.e).
    fn operate(&self, orders: &Move) -> Self {
        let mut transition = Transition::new(self, self.state().active());
        let orders: Vec<_> = orders
            .orders()
            .iter()
            .filter(|o| transition.sane(o))
            .collect();
        let paths = paths(&orders);
        transition.activate(&orders);
        for order in &orders {
            match order {
                Order::JoinAt { unit, place } => transition.join_at(*unit, *place),
                Order::Suppress { unit } => transition.suppress(*unit),
                Order::Land { place } if transition.side == Side::Ap => transition.land(*place),
                _ => {}
            }
        }
        transition.march(paths.clone());
        for order in &orders {
            match order {
                Order::Organize {
                    lcu,
                    reserve,
                    eliminated,
                    removed,
                } => transition.organize(*lcu, *reserve, *eliminated, *removed),
                Order::Assault { place } if transition.side == Side::Ap => {
                    transition.assault(*place)
                }
                _ => {}
            }
        }
        transition.embark(&orders, &paths);
        for order in &orders {
            if let Order::Remove { place } = order
                && transition.side == Side::Ap
            {
                // It does not come back to the reserve (3.2.4.3-4).
                transition.now.put(Cell::Beachhead(*place), 0);
            }
        }
        let idle = transition.idle(&orders, &paths);
        for order in &orders {
            if let Order::Entrench { place } = order {
                transition.dig(*place, &idle);
            }
        }
        transition.settle();
        if transition.side == Side::Cp {
            transition.cut_ports();
        }
        transition.keep_landing();
        transition.now.done().advance_to_next_decision()
    }
}

/// The paths of the units that move.
fn paths<'a>(orders: &[&'a Order]) -> Vec<(UnitId, &'a [PlaceId])> {
    let mut paths: Vec<(UnitId, &[PlaceId])> = Vec::new();
    for order in orders {
        if let Order::Go { unit, path } = order
            && !paths.iter().any(|(other, _)| other == unit)
        {
            paths.push((*unit, path));
        }
    }
    paths
}

impl Transition<'_> {
    /// Whether an order speaks of things that exist, and of own units on the map. Others are left
    /// undone.
    fn sane(&self, order: &Order) -> bool {
        let data = self.before.data();
        let here = |place: &PlaceId| *place < data.on_map;
        let own = |unit: &UnitId| {
            *unit < data.units.len()
                && self.before.side_of(*unit) == self.side
                && self.before.spot(*unit).is_some()
        };
        let beachhead = |place: &PlaceId| data.network.beachheads.contains(*place);
        match order {
            Order::Activate { place, .. } | Order::Assault { place } => here(place),
            Order::JoinAt { unit, place } => {
                *unit < data.units.len() && self.before.may_join(*unit) && here(place)
            }
            Order::Entrench { place } => here(place),
            Order::Land { place } | Order::Withdraw { place } | Order::Remove { place } => {
                beachhead(place)
            }
            Order::Suppress { unit } => own(unit),
            Order::Go { unit, path } => own(unit) && !path.is_empty() && path.iter().all(here),
            Order::Organize {
                lcu,
                reserve,
                eliminated,
                removed,
            } => {
                *lcu < data.units.len()
                    && own(reserve)
                    && own(removed)
                    && eliminated.as_ref().is_none_or(own)
            }
            _ => false,
        }
    }

    /// Marks the units that are activated, and those for attack, HQs among them; those that suppress an uprising fight
    /// no battle (3.2.4.2-10). British attacks against orders cost a VP in a turn (7.3.nobr-2).
    fn activate(&mut self, orders: &[&Order]) {
        let mut pays = false;
        let mut stacks = 0;
        let rules = OnceCell::new();
        let rules =
            || rules.get_or_init(|| ActivationRules::new(self.before, self.side, &Readings::OURS));
        for order in orders {
            let Order::Activate {
                place,
                purpose,
                units,
            } = order
            else {
                continue;
            };
            let number = match purpose {
                Purpose::Move => 0,
                Purpose::Attack => 1,
                Purpose::AttackWithBr => 2,
            };
            pays |= number == 2;
            // In regions and on island bases the stacks stay together (9.2.6, 12.10.1); nobody has
            // OPS for more of them than there are numbers.
            let wide = number > 0
                && self
                    .before
                    .data()
                    .movement_graph
                    .unlimited_stacking
                    .contains(*place);
            stacks = (stacks + u16::from(wide)).min(STACKS);
            for unit in self.before.units_at(*place) {
                let chosen = units.is_empty() || units.contains(&unit);
                let kept_back = number > 0 && !rules().goes_along(unit, *place, *purpose);
                if !chosen || kept_back || self.before.side_of(unit) != self.side {
                    continue;
                }
                self.now.put(Cell::Fought(unit), ACTED);
                let suppresses = orders.contains(&&Order::Suppress { unit });
                if number > 0 && !suppresses {
                    self.now.put(Cell::Attacking(unit), number);
                    self.now
                        .put(Cell::Stack(unit), if wide { stacks } else { 0 });
                }
            }
        }
        if pays {
            self.pay_for_british();
        }
    }

    /// The offensive is marked as met: it has been paid for (7.3.nobr-2).
    fn pay_for_british(&mut self) {
        for slot in 0..OFFENSIVES {
            let stored = self.now.state().get(Cell::Offensive(slot));
            let kind = (stored & 31).to_le_bytes()[0].checked_sub(1);
            if kind.and_then(Offensive::at) == Some(Offensive::NoBrAttacks) && stored & 32 == 0 {
                self.now.put(Cell::Offensive(slot), stored | 32);
                self.now.shift(Track::Vp, 1);
                return;
            }
        }
    }

    /// The uprising marker where the unit stands goes (3.2.4.2-10).
    fn suppress(&mut self, unit: UnitId) {
        if let Some(place) = self.before.spot(unit) {
            self.now.put(Cell::Uprising(place), 0);
        }
    }

    /// Three SCUs become an LCU, or two a reduced one (18.3.2.b, 18.3.2.h, 18.3.2.i).
    fn organize(
        &mut self,
        lcu: UnitId,
        reserve: UnitId,
        eliminated: Option<UnitId>,
        removed: UnitId,
    ) {
        let Some(place) = self.before.spot(reserve) else {
            return;
        };
        let known = &self.before.data().known;
        let [reserve_box, eliminated_box, out] = known.spent_boxes(self.side);
        self.now.stand(lcu, place);
        self.now.put(Cell::Fought(lcu), ACTED);
        self.now
            .put(Cell::Reduced(lcu), eliminated.is_none().into());
        self.now.retire(reserve, reserve_box, true);
        self.now.retire(removed, out, false);
        if let Some(unit) = eliminated {
            self.now.retire(unit, eliminated_box, false);
        }
    }

    /// What withdrawals cost, once all units are where they go (18.6.2).
    fn embark(&mut self, orders: &[&Order], paths: &[(UnitId, &[PlaceId])]) {
        let data = self.before.data();
        let mut embarked: Vec<Embarked> = Vec::new();
        for (unit, path) in paths {
            let [rest @ .., base] = path else { continue };
            let from = rest.last().copied().or_else(|| self.before.spot(*unit));
            let Some(beachhead) = from.filter(|at| data.spaces[*at].island_base == Some(*base))
            else {
                continue;
            };
            match embarked
                .iter_mut()
                .find(|group| group.beachhead == beachhead)
            {
                Some(group) => group.units.push(*unit),
                None => embarked.push(Embarked {
                    beachhead,
                    units: vec![*unit],
                }),
            }
        }
        let under_fire = |place: PlaceId| orders.contains(&&Order::Withdraw { place });
        for group in &embarked {
            if under_fire(group.beachhead) {
                self.withdraw(group.beachhead, &group.units);
            } else {
                self.leave_safely(group.beachhead);
            }
        }
    }

    /// Own units that may dig where they started: they neither move nor do anything else, and
    /// were not out of supply (11.3.1.d, 14.3.1-1).
    fn idle(&self, orders: &[&Order], paths: &[(UnitId, &[PlaceId])]) -> BitSet {
        let mut busy: BitSet = paths.iter().map(|(unit, _)| *unit).collect();
        for order in orders {
            match order {
                Order::Suppress { unit } => busy.insert(*unit),
                Order::Organize {
                    reserve,
                    eliminated,
                    removed,
                    ..
                } => {
                    for unit in [Some(*reserve), *eliminated, Some(*removed)] {
                        busy.insert(unit.unwrap_or(*reserve));
                    }
                }
                _ => {}
            }
        }
        let supply = self.before.supply(&Readings::OURS);
        (0..self.before.data().units.len())
            .filter(|unit| !busy.contains(*unit))
            .filter(|unit| supply.units[*unit].is_some_and(|s| s != Status::OutOfSupply))
            .collect()
    }

    /// An attempt to build a trench, one a space (11.3.1-2): with an LCU a roll of 1 to 3 builds it
    /// (11.3.1-3), else one up to the number of regular SCUs that dig (11.3.1-4), reduced or not
    /// (11.3.1-5).
    fn dig(&mut self, place: PlaceId, idle: &BitSet) {
        let units = &self.before.data().units;
        let diggers = self.before.units_at(place).into_iter().filter(|unit| {
            idle.contains(*unit)
                && units[*unit].class == Class::Regular
                && self.before.side_of(*unit) == self.side
        });
        let diggers: Vec<_> = diggers.map(|unit| units[unit].size).collect();
        let roll = if diggers.contains(&Size::Lcu) {
            3
        } else {
            u16::try_from(diggers.len().min(6)).unwrap_or(6)
        };
        if self.now.state().get(Cell::Trench(place)) == 0 {
            self.now.put(Cell::Digging(place), roll);
        }
    }
}
