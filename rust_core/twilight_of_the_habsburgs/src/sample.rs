//! Legal moves at random, for every decision.
//!
//! What is drawn is put to the checker order by order, and what breaks a rule is left out: so every
//! move is legal, and every kind of order occurs. The moves are not drawn evenly from all legal ones.

mod battles;

use crate::board::{Hexes, Units};
use crate::check::Checker;
use crate::check::stacking::Stacks;
use crate::data::{Data, HexId, UnitId};
use crate::front::Front;
use crate::movement::{Movement, Scratch};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use engine::chance::Random;

/// How often a set-up is begun anew before it is given up.
const SETUPS: usize = 200;
/// How many orders of a segment are tried at most.
const TRIED: usize = 60;

/// A legal answer to what a position asks; `None` if it asks for none, or none was found.
#[must_use]
pub fn sample(position: &Position, seed: u64) -> Option<Move> {
    samples(position, std::iter::once(seed))?.pop()
}

/// As [`sample`], one for each of some seeds; `None` if one of them finds none.
#[must_use]
pub fn samples(position: &Position, seeds: impl Iterator<Item = u64>) -> Option<Vec<Move>> {
    let (at, asked) = position.asked();
    let side = at.state().active()?;
    let front = at.front();
    let mut sampler = Sampler {
        position: &at,
        data: at.data(),
        checker: Checker::new(&at, &front, side),
        front: &front,
        side,
        random: Random::new(0, 1),
    };
    let drawn = seeds.map(|seed| {
        sampler.random = Random::new(seed, 1);
        match asked {
            DecisionKind::Setup => sampler.setup(&Move::default()),
            DecisionKind::Attrition => sampler.attrition(),
            DecisionKind::Reinforcement => Some(sampler.reinforcement()),
            DecisionKind::Reorganization => Some(sampler.reorganization()),
            DecisionKind::Movement => Some(sampler.movement()),
            DecisionKind::Excess => sampler.excess(),
            DecisionKind::Scouting => Some(sampler.scouting()),
            DecisionKind::Attack => sampler.attack(),
            DecisionKind::Losses => sampler.losses(),
            DecisionKind::Retreat => sampler.retreat(),
            DecisionKind::Submarine => Some(sampler.perhaps(Order::Submarine)),
            DecisionKind::Offensive => Some(sampler.perhaps(Order::Offensive)),
            DecisionKind::Chance | DecisionKind::Over => None,
        }
    });
    drawn.collect()
}

/// A legal set-up that holds the orders of a partial one; `None` if none was found, or the position
/// asks for no set-up.
#[must_use]
pub fn complete(position: &Position, partial: &Move, seed: u64) -> Option<Move> {
    let (at, asked) = position.asked();
    let side = at.state().active();
    let side = side.filter(|_| asked == DecisionKind::Setup)?;
    let front = at.front();
    let mut sampler = Sampler {
        position: &at,
        data: at.data(),
        checker: Checker::new(&at, &front, side),
        front: &front,
        side,
        random: Random::new(seed, 1),
    };
    sampler.setup(partial)
}

struct Sampler<'a> {
    position: &'a Position,
    data: &'a Data,
    checker: Checker<'a>,
    front: &'a Front<'a>,
    side: Side,
    random: Random,
}

impl Sampler<'_> {
    fn own(&self) -> Vec<UnitId> {
        self.front.present[self.side as usize].iter().collect()
    }

    fn in_box(&self, off_map: OffMap) -> Vec<UnitId> {
        let units = self.data.units.iter().enumerate();
        units
            .filter(|(at, unit)| unit.side == self.side && self.position.is_in(*at, off_map))
            .map(|(at, _)| at)
            .collect()
    }

    /// That order, or none.
    fn perhaps(&mut self, order: Order) -> Move {
        match self.random.chance(50) {
            true => Move::new(vec![order]),
            false => Move::default(),
        }
    }

    /// Adds orders one by one, as long as they break no rule together.
    fn gathered(&self, asked: DecisionKind, orders: impl IntoIterator<Item = Order>) -> Vec<Order> {
        self.gathered_with(asked, Vec::new(), orders)
    }

    /// The same, to orders that are given already.
    fn gathered_with(
        &self,
        asked: DecisionKind,
        mut kept: Vec<Order>,
        orders: impl IntoIterator<Item = Order>,
    ) -> Vec<Order> {
        for order in orders {
            kept.push(order);
            if !self
                .checker
                .check(asked, &Move::new(kept.clone()))
                .is_empty()
            {
                kept.pop();
            }
        }
        kept
    }

    // ---------------------------------------------------------------------- set-up

    fn setup(&mut self, partial: &Move) -> Option<Move> {
        (0..SETUPS).find_map(|_| {
            let made = self.try_setup(partial)?;
            self.checker
                .check(DecisionKind::Setup, &made)
                .is_empty()
                .then_some(made)
        })
    }

    fn try_setup(&mut self, partial: &Move) -> Option<Move> {
        let (campaign, scenario) = (self.front.campaign, self.front.scenario);
        let mut waiting = self.in_box(OffMap::Waiting);
        let mut seats: Vec<(UnitId, HexId)> = Vec::new();
        let mut loads = vec![[0_i16; 3]; self.data.map.hexes.len()];
        let mut orders = partial.orders().to_vec();
        for order in partial.orders() {
            if let Order::Place { unit, hex } = order {
                waiting.retain(|other| other != unit);
                self.load(*unit, &mut loads[*hex]);
                seats.push((*unit, *hex));
            }
        }
        self.random.shuffle(&mut waiting);
        // Headquarters come first, since the zones of others are around them; then those with the
        // smallest choice.
        let choice = |unit: &UnitId| {
            let hq = campaign.headquarters.contains(*unit);
            let kind = campaign.kinds[*unit] as usize;
            let rank = match campaign.kinds[*unit] {
                Kind::Cavalry => 0,
                _ => self.data.ground.open[kind].len(),
            };
            (!hq, rank)
        };
        waiting.sort_by_key(choice);
        // Those of a partial set-up may have used them up.
        let mut free = match partial.orders().is_empty() {
            true => scenario.free_units[self.side as usize],
            false => 0,
        };
        for unit in waiting {
            let entry = campaign.entry(scenario, unit)?;
            let seat = |hq: UnitId| {
                seats
                    .iter()
                    .find(|(other, _)| *other == hq)
                    .map(|(_, hex)| *hex)
            };
            let ground = &self.data.ground;
            let places = entry.places.iter();
            let mut zone = places.fold(Hexes::EMPTY, |all, place| {
                all | campaign.zone(ground, self.side, *place, seat)
            });
            if free > 0 && self.random.chance(3) {
                free -= 1;
                zone = campaign.ground[self.side as usize];
            }
            let kind = campaign.kinds[unit] as usize;
            let standing = (ground.open[kind] | ground.rail_only[kind])
                - self.front.not_to_enter(self.side)
                - *self.front.enemies(self.side);
            let room = |hex: &HexId| self.room(unit, *hex, loads[*hex]);
            let hexes: Vec<HexId> = (zone & standing).iter().filter(room).collect();
            let hex = *self.random.pick(&hexes)?;
            self.load(unit, &mut loads[hex]);
            seats.push((unit, hex));
            orders.push(Order::Place { unit, hex });
            let digs = self.data.units[unit].trench.is_some()
                && !scenario.turned(Switch::SetupEntrenched)
                && self.random.chance(40);
            if digs {
                orders.push(Order::Entrench { unit });
            }
        }
        Some(Move::new(orders))
    }

    /// Adds a unit to what is in a hex.
    fn load(&self, unit: UnitId, load: &mut [i16; 3]) {
        match self.data.units[unit].size {
            Size::Hq => load[1] += 1,
            size => load[0] += i16::from(self.data.charts.stack_sizes[size as usize]),
        }
        load[2] += 1;
    }

    /// Is there room for one unit more?
    fn room(&self, unit: UnitId, hex: HexId, [halves, headquarters, units]: [i16; 3]) -> bool {
        let charts = &self.data.charts;
        let alpine = self.data.ground.alpine().contains(hex);
        if alpine && units >= i16::from(charts.alpine_limit) {
            return false;
        }
        match self.data.units[unit].size {
            Size::Hq => headquarters < i16::from(charts.hq_limit),
            size => {
                let own = i16::from(charts.stack_sizes[size as usize]);
                halves + own <= i16::from(charts.stack_limit)
            }
        }
    }

    // ------------------------------------------------------------------- attrition

    fn attrition(&mut self) -> Option<Move> {
        let owed = self.checker.owed();
        let mut left: Vec<(UnitId, u8)> = self
            .own()
            .into_iter()
            .map(|unit| (unit, self.front.steps(unit)))
            .collect();
        self.random.shuffle(&mut left);
        if let Some((army, needed)) = owed.of_army {
            // Those of the army come first, so that enough steps are theirs.
            let (campaign, scenario) = (self.front.campaign, self.front.scenario);
            let member = |unit: UnitId| {
                let entry = campaign.entry(scenario, unit);
                entry.is_some_and(|entry| entry.army == Some(army))
            };
            if needed > 0 {
                left.sort_by_key(|(unit, _)| !member(*unit));
            }
        }
        let mut orders = Vec::new();
        let mut steps = owed.steps;
        for (unit, its) in left {
            if steps == 0 {
                break;
            }
            let whole = u32::from(its) <= steps && (its == 1 || self.random.chance(20));
            let order = match whole {
                true => Order::Eliminate { unit },
                false if its > 1 => Order::Reduce { unit },
                false => continue,
            };
            steps -= if whole { u32::from(its) } else { 1 };
            orders.push(order);
        }
        let made = Move::new(orders);
        self.checker
            .check(DecisionKind::Attrition, &made)
            .is_empty()
            .then_some(made)
    }

    // --------------------------------------------------------------- reinforcement

    fn reinforcement(&mut self) -> Move {
        let mut tried = Vec::new();
        let depots: Vec<HexId> = self.checker.entry_depots().iter().collect();
        let mut entering = self.in_box(OffMap::Available);
        let arriving = entering.len();
        entering.extend(self.in_box(OffMap::Eliminated));
        for (at, unit) in entering.into_iter().enumerate() {
            let edge: Vec<HexId> = match depots.is_empty() {
                true => self.checker.entry_edge(unit).iter().collect(),
                false => depots.clone(),
            };
            let Some(hex) = self.random.pick(&edge).copied() else {
                continue;
            };
            if at < arriving && self.random.chance(80) {
                tried.push(Order::Arrive { unit, hex });
            } else if at >= arriving && self.random.chance(30) {
                tried.push(Order::Rebuild { unit, hex });
            }
        }
        let reduced = |unit: &UnitId| self.position.state().reduced.contains(*unit);
        let weak: Vec<UnitId> = self.own().into_iter().filter(reduced).collect();
        for unit in weak {
            if self.random.chance(60) {
                tried.push(Order::Restore { unit });
            }
        }
        self.random.shuffle(&mut tried);
        tried.truncate(TRIED);
        Move::new(self.gathered(DecisionKind::Reinforcement, tried))
    }

    // -------------------------------------------------------------- reorganization

    fn reorganization(&mut self) -> Move {
        let share = self.random.below(40);
        let mut tried = Vec::new();
        for unit in self.own() {
            if self.random.chance(share) {
                tried.push(match self.position.state().entrenched.contains(unit) {
                    true => Order::Mobilize { unit },
                    false => Order::Entrench { unit },
                });
            }
        }
        self.random.shuffle(&mut tried);
        tried.truncate(TRIED);
        Move::new(self.gathered(DecisionKind::Reorganization, tried))
    }

    // -------------------------------------------------------------------- movement

    fn movement(&mut self) -> Move {
        let movement = Movement::new(self.front, self.side);
        let share = self.random.below(60);
        let mut scratch = Scratch::default();
        let mut units = self.own();
        self.random.shuffle(&mut units);
        let first = self.position.state().impulse() != Some(2);
        let port = self.data.ground.ferry_port;
        let forced = match first {
            true => self.front.forced_back(),
            false => Units::EMPTY,
        };
        let back: Vec<Order> = forced
            .iter()
            .filter_map(|unit| self.way_back(unit))
            .collect();
        let mut tried = Vec::new();
        for unit in units {
            if forced.contains(unit) {
                continue;
            }
            let Some((start, _)) = movement.points(unit) else {
                continue;
            };
            if start == port && self.side == Side::Entente && first && self.random.chance(30) {
                let shore: Vec<HexId> = self.data.ground.lakeside.iter().collect();
                if let Some(hex) = self.random.pick(&shore).copied() {
                    tried.push(Order::Ferry { unit, hex });
                }
                continue;
            }
            if !self.random.chance(share) {
                continue;
            }
            if first && self.random.chance(10) && self.data.ground.rail.contains(start) {
                tried.extend(self.ride(&movement, unit, start));
                continue;
            }
            let reach = movement.reach(unit, &mut scratch);
            let Some((hex, _)) = self.random.pick(&reach.hexes).copied() else {
                continue;
            };
            if let Some(path) = movement.way(unit, start, hex, &mut scratch) {
                tried.push(Order::Go { unit, path });
            }
        }
        tried.truncate(TRIED);
        Move::new(self.gathered_with(DecisionKind::Movement, back, tried))
    }

    fn ride(&mut self, movement: &Movement<'_, '_>, unit: UnitId, start: HexId) -> Option<Order> {
        let open = self.data.ground.rail - movement.enemies - *movement.zones() - movement.shut;
        let network = self
            .data
            .ground
            .along_rails(Hexes::from_iter([start]), open);
        let ends: Vec<HexId> = network.iter().filter(|hex| *hex != start).collect();
        let end = self.random.pick(&ends).copied()?;
        let path = movement.ride(unit, start, end)?;
        let fits = path.len() <= crate::orders::LONGEST_RIDE;
        fits.then_some(Order::Rail { unit, path })
    }

    // ---------------------------------------------------------------------- excess

    fn excess(&mut self) -> Option<Move> {
        let stacks = Stacks::new(self.front, self.front.present[self.side as usize]);
        let over = stacks.over(self.data);
        let there = |unit: &UnitId| self.front.hex(*unit).is_some_and(|hex| over.contains(hex));
        let mut units: Vec<UnitId> = self.own().into_iter().filter(there).collect();
        self.random.shuffle(&mut units);
        let legal = |units: &[UnitId]| {
            let orders = units.iter().map(|unit| Order::Eliminate { unit: *unit });
            let made = Move::new(orders.collect());
            let broken = self.checker.check(DecisionKind::Excess, &made);
            (made, broken)
        };
        // All of them go, and whoever need not comes back.
        let mut at = 0;
        while at < units.len() {
            let mut fewer = units.clone();
            fewer.remove(at);
            let still = |violation: &crate::check::Violation| violation.code() == "still_over";
            match legal(&fewer).1.iter().any(still) {
                true => at += 1,
                false => units = fewer,
            }
        }
        let (made, broken) = legal(&units);
        broken.is_empty().then_some(made)
    }
}
