//! Every legal move, each once.
//!
//! In a movement segment units go one after the other, by every way: mountain infantry first, since assault
//! units pay less where they go with it (13.3); of the rest only who ends where others do matters to them
//! (7.1), how many ride (8.54), and how many sail (13.61), which is told as they go. What else is asked is
//! chosen order by order, and judged each time.

use super::Lister;
use super::moving::rail_size;
use super::ways::Leg;
use crate::board::Hexes;
use crate::check::stacking::Stacks;
use crate::data::{HexId, UnitId};
use crate::orders::{LONGEST_PATH, LONGEST_RIDE, Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use engine::enumeration::{Choice, Filling, Slot, Verdict};
use engine::mending::Menders;
use std::mem::{Discriminant, discriminant};
use std::ops::ControlFlow;

/// So often it is asked whether to go on: once in so many moves and judgements.
const ASKED_EVERY: u32 = 1024;

/// Who takes what is found, and says whether to go on.
struct Taker<'t> {
    halted: &'t dyn Fn() -> bool,
    take: &'t mut dyn FnMut(&[Order]) -> ControlFlow<()>,
    until_asked: u32,
}

impl Taker<'_> {
    #[inline]
    fn go_on(&mut self) -> ControlFlow<()> {
        self.until_asked -= 1;
        if self.until_asked == 0 {
            self.until_asked = ASKED_EVERY;
            if (self.halted)() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// Says whether these will be all legal moves, and finds every one, as long as the takers go on and
/// `halted` says no. Set-ups are not listed.
///
/// # Errors
/// A break if one of them broke off.
pub fn every(
    position: &Position,
    halted: &dyn Fn() -> bool,
    whole: &mut dyn FnMut(bool) -> ControlFlow<()>,
    take: &mut dyn FnMut(&[Order]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let (at, asked) = position.asked();
    let Some(side) = at.state().active() else {
        return whole(true);
    };
    let front = at.front();
    let lister = Lister::new(&at, &front, (asked, side), Vec::new());
    let taker = Taker {
        halted,
        take,
        until_asked: ASKED_EVERY,
    };
    match asked {
        DecisionKind::Setup => whole(false),
        DecisionKind::Movement => {
            let mut moving = Moving::new(&lister, taker);
            whole(moving.is_whole())?;
            match moving.can_all_flee() {
                true => moving.go_from(0),
                false => ControlFlow::Continue(()),
            }
        }
        _ => {
            whole(true)?;
            let slots = slots(lister.proposals());
            let mut tried = Tried { lister, taker };
            let verdict = tried.judged(&[], &slots)?;
            tried.filled(&mut Vec::new(), (), verdict)?;
            tried.fill(&slots, &mut Vec::new(), ())
        }
    }
}

/// Orders of which a move has one at most stand together.
fn slots(orders: Vec<Order>) -> Vec<Slot<Order, ()>> {
    type Key = (Discriminant<Order>, UnitId);
    let mut slots: Vec<(Option<Key>, Vec<_>)> = Vec::new();
    for order in orders {
        let several = matches!(order, Order::Attack { .. });
        let unit = order.unit().filter(|_| !several);
        let key = unit.map(|unit| (discriminant(&order), unit));
        let choice = Choice { order, mark: () };
        let known = slots
            .iter_mut()
            .find(|(other, _)| key.is_some() && *other == key);
        match known {
            Some((_, slot)) => slot.push(choice),
            None => slots.push((key, vec![choice])),
        }
    }
    slots.into_iter().map(|(_, slot)| slot).collect()
}

/// Orders that are judged as they are chosen.
struct Tried<'t, 'a> {
    lister: Lister<'a>,
    taker: Taker<'t>,
}

impl Filling for Tried<'_, '_> {
    type Order = Order;
    type Mark = ();

    fn judged(&mut self, orders: &[Order], _rest: &[Slot<Order, ()>]) -> ControlFlow<(), Verdict> {
        self.taker.go_on()?;
        let made = Move::new(orders.to_vec());
        let broken = self.lister.checker.check(self.lister.asked, &made);
        if broken.is_empty() {
            return ControlFlow::Continue(Verdict::Legal);
        }
        let mends = |broken| match self.lister.what_mends(orders, broken) {
            Menders::Nothing => false,
            Menders::One(some) | Menders::Last(some) => !some.is_empty(),
            _ => true,
        };
        ControlFlow::Continue(match broken.into_iter().all(mends) {
            true => Verdict::Unfinished,
            false => Verdict::Wrong,
        })
    }

    fn filled(&mut self, orders: &mut Vec<Order>, (): (), verdict: Verdict) -> ControlFlow<()> {
        match verdict {
            Verdict::Legal => (self.taker.take)(orders),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// A unit that may move.
#[derive(Debug, Clone, Copy)]
struct Unit {
    unit: UnitId,
    kind: Kind,
    start: HexId,
    points: u8,
    /// Whether it goes back as far as it can (14.82-2).
    flees: bool,
    /// Whether it is forced back and cannot go there: then it walks nowhere else (14.82-2).
    stuck: bool,
    /// Whether others mind where it ends: who is forced back may end where there is no room.
    minded: bool,
}

/// Units that move one after the other.
struct Moving<'l, 'a, 't> {
    lister: &'l Lister<'a>,
    taker: Taker<'t>,
    units: Vec<Unit>,
    /// By hex, the last of them that stands there: nobody leaves it after that.
    last: Vec<Option<usize>>,
    stacks: Stacks,
    /// By hex, how many have come of whom others mind.
    minded: Vec<u16>,
    riding: u8,
    sailing: u8,
    orders: Vec<Order>,
}

impl<'l, 'a, 't> Moving<'l, 'a, 't> {
    fn new(lister: &'l Lister<'a>, taker: Taker<'t>) -> Self {
        let first = lister.first_impulse();
        let all_minded = !first || lister.forced.is_empty();
        let unit = |unit: UnitId| {
            let (start, points) = lister.movement.points(unit)?;
            let forced = lister.forced.contains(unit);
            let flees = first && forced && lister.movement.can_step_back(unit);
            Some(Unit {
                unit,
                kind: lister.front.campaign.kinds[unit],
                start,
                points,
                flees,
                stuck: first && forced && !flees,
                minded: all_minded || !forced,
            })
        };
        let mut units: Vec<Unit> = lister.own.iter().filter_map(unit).collect();
        // Then those of one hex, so that it is soon known whether there is room.
        units.sort_by_key(|unit| (unit.kind != Kind::Mountain, unit.start));
        let mut last = vec![None; lister.data.map.hexes.len()];
        for (at, unit) in units.iter().enumerate() {
            last[unit.start] = Some(at);
        }
        Self {
            minded: vec![0; last.len()],
            stacks: Stacks::new(lister.front, lister.own),
            lister,
            taker,
            units,
            last,
            riding: 0,
            sailing: 0,
            orders: Vec::new(),
        }
    }

    /// Whether all moves are found. How assault units flee with mountain infantry is not told.
    fn is_whole(&self) -> bool {
        let led = |one: &Unit| {
            let mates = self.units.iter();
            let mut mates = mates.filter(|mate| mate.kind == Kind::Mountain);
            one.flees && one.kind == Kind::Assault && mates.any(|mate| mate.start == one.start)
        };
        !self.units.iter().any(led)
    }

    /// Whether everybody who must go can (14.82-2).
    fn can_all_flee(&self) -> bool {
        let lister = self.lister;
        let moves = |unit: UnitId| self.units.iter().any(|one| one.unit == unit);
        let mut forced = lister.forced.iter();
        !lister.first_impulse()
            || forced.all(|unit| moves(unit) || !lister.movement.can_step_back(unit))
    }

    /// Everything that the units from this number on can do beside what others have done.
    fn go_from(&mut self, at: usize) -> ControlFlow<()> {
        let Some(one) = self.units.get(at).copied() else {
            self.taker.go_on()?;
            return (self.taker.take)(&self.orders);
        };
        self.taker.go_on()?;
        if one.flees {
            return self.flee(at, one.start, one.points, false, &mut Vec::new());
        }
        if !self.is_over(at, one.start) {
            self.go_from(at + 1)?;
        }
        if !one.stuck {
            let leg = Leg {
                from: one.start,
                left: one.points,
                moved: false,
            };
            self.walk(at, leg, &mut Vec::new())?;
        }
        if self.lister.first_impulse() {
            if let Some(rails) = self.lister.rails(one.unit, one.start) {
                self.ride(at, one.start, &rails, &mut Vec::new())?;
            }
            self.sail(at)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether there is no room in a hex once this unit has decided: nobody leaves it any more.
    #[inline]
    fn is_over(&self, at: usize, hex: HexId) -> bool {
        self.minded[hex] > 0
            && self.last[hex].is_none_or(|last| last <= at)
            && self.stacks.load(hex).is_over(self.lister.data, hex)
    }

    /// The unit ends its move in a hex, if it may; then the others go.
    fn end(&mut self, at: usize, hex: HexId, order: impl FnOnce() -> Order) -> ControlFlow<()> {
        let one = self.units[at];
        let minded = u16::from(one.minded);
        self.stacks.remove(self.lister.data, one.unit, one.start);
        self.stacks.add(self.lister.data, one.unit, hex);
        self.minded[hex] += minded;
        let mut done = ControlFlow::Continue(());
        if !self.is_over(at, hex) && !self.is_over(at, one.start) {
            self.orders.push(order());
            done = self.go_from(at + 1);
            self.orders.pop();
        }
        self.minded[hex] -= minded;
        self.stacks.remove(self.lister.data, one.unit, hex);
        self.stacks.add(self.lister.data, one.unit, one.start);
        done
    }

    fn walk(&mut self, at: usize, leg: Leg, path: &mut Vec<HexId>) -> ControlFlow<()> {
        let (one, lister) = (self.units[at], self.lister);
        if path.len() == LONGEST_PATH {
            return ControlFlow::Continue(());
        }
        for beside in &lister.data.ground.beside[leg.from] {
            let to = beside.hex;
            let eased = one.kind == Kind::Assault && self.is_led(one.start, path, to);
            let cost = lister.movement.step(one.kind, beside, eased);
            if cost.points > leg.left
                || !lister.zones_let(one.unit, leg, to)
                || !lister.movement.admits(beside, cost)
            {
                continue;
            }
            path.push(to);
            let unit = one.unit;
            self.end(at, to, || Order::Go {
                unit,
                path: path.clone(),
            })?;
            let leg = Leg {
                from: to,
                left: leg.left - cost.points,
                moved: true,
            };
            self.walk(at, leg, path)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }

    /// Whether mountain infantry makes the next step of this path too (13.3-3).
    fn is_led(&self, start: HexId, path: &[HexId], to: HexId) -> bool {
        let leads = |order: &Order| match order {
            Order::Go { unit, path: other } => {
                let there = self.lister.front.hex(*unit) == Some(start);
                let kind = self.lister.front.campaign.kinds[*unit];
                kind == Kind::Mountain
                    && there
                    && other.get(path.len()) == Some(&to)
                    && other.starts_with(path)
            }
            _ => false,
        };
        self.orders.iter().any(leads)
    }

    /// Back, as far as it goes (14.82-2).
    fn flee(
        &mut self,
        at: usize,
        from: HexId,
        left: u8,
        entered: bool,
        path: &mut Vec<HexId>,
    ) -> ControlFlow<()> {
        let (unit, lister) = (self.units[at].unit, self.lister);
        let steps = lister.movement.steps_back(unit, from, left, entered);
        let mut ends = true;
        for (to, cost) in steps {
            ends = false;
            if path.len() < LONGEST_PATH {
                path.push(to);
                let entered = entered || lister.movement.zones().contains(to);
                self.flee(at, to, left.saturating_sub(cost), entered, path)?;
                path.pop();
            }
        }
        match ends && !path.is_empty() {
            true => self.end(at, from, || Order::Go {
                unit,
                path: path.clone(),
            }),
            false => ControlFlow::Continue(()),
        }
    }

    fn ride(
        &mut self,
        at: usize,
        from: HexId,
        rails: &Hexes,
        path: &mut Vec<HexId>,
    ) -> ControlFlow<()> {
        let (unit, lister) = (self.units[at].unit, self.lister);
        let size = rail_size(lister.data, unit);
        let limit = lister.data.charts.rail_limits[lister.side as usize];
        if path.len() == LONGEST_RIDE || self.riding + size > limit {
            return ControlFlow::Continue(());
        }
        for beside in &lister.data.ground.beside[from] {
            if !beside.rail || !rails.contains(beside.hex) {
                continue;
            }
            path.push(beside.hex);
            self.riding += size;
            self.end(at, beside.hex, || Order::Rail {
                unit,
                path: path.clone(),
            })?;
            self.riding -= size;
            self.ride(at, beside.hex, rails, path)?;
            path.pop();
        }
        ControlFlow::Continue(())
    }

    fn sail(&mut self, at: usize) -> ControlFlow<()> {
        let (one, lister) = (self.units[at], self.lister);
        let full = self.sailing == lister.data.charts.ferry_limit;
        if full || one.start != lister.data.ground.ferry_port {
            return ControlFlow::Continue(());
        }
        for hex in lister.data.ground.lakeside.iter() {
            let order = Order::Ferry {
                unit: one.unit,
                hex,
            };
            if lister.sails(&order) {
                self.sailing += 1;
                self.end(at, hex, || order)?;
                self.sailing -= 1;
            }
        }
        ControlFlow::Continue(())
    }
}
