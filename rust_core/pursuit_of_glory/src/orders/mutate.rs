//! Moves that are nearly legal, and moves that mean nothing: food for tests of the rules.

use super::choices::Choices;
use super::{LONGEST_PATH, Move, Order};
use crate::activation::Purpose;
use crate::data::{Data, PlaceId, UnitId};
use crate::position::Position;
use crate::vocabulary::*;
use engine::chance::Random;

/// How often something else is tried when a change gives no move.
const TRIES: usize = 50;
/// The most orders of a move that means nothing.
const MOST_NONSENSE: usize = 9;

/// The move with one thing changed: an order more or less, another place or unit nearby, another
/// purpose, a longer or a shorter path. It is another move, and the same one for the same seed.
#[must_use]
pub fn mutate(position: &Position, made: &Move, seed: u64) -> Move {
    let mut random = Random::new(seed, 0x6d75);
    let maker = Maker::new(position);
    for _ in 0..TRIES {
        let mut orders = made.orders().to_vec();
        maker.change(&mut orders, &mut random);
        if let Ok(other) = Move::checked(position.data(), orders)
            && other != *made
        {
            return other;
        }
    }
    // One order less is always a move; of none there is always one more.
    let mut orders = made.orders().to_vec();
    if orders.pop().is_none() {
        orders.push(Order::Entrench { place: 0 });
    }
    Move::new(orders)
}

/// Orders of any kind for any units and places, as far as the form of a move allows.
#[must_use]
pub fn nonsense(position: &Position, seed: u64) -> Move {
    let mut random = Random::new(seed, 0x6e6f);
    let maker = Maker::new(position);
    let mut orders: Vec<Order> = Vec::new();
    for _ in 0..random.below(MOST_NONSENSE + 1) {
        let order = maker.order(&mut random);
        orders.push(order);
        if Move::checked(position.data(), orders.clone()).is_err() {
            orders.pop();
        }
    }
    Move::new(orders)
}

/// Makes orders out of thin air.
struct Maker<'a> {
    position: &'a Position,
    data: &'a Data,
    /// Units on the map: those of the side to act, and all.
    own: Vec<UnitId>,
    all: Vec<UnitId>,
    lcus: Vec<UnitId>,
    /// LCUs in the Corps Assets Box of the side to act.
    at_hand: Vec<UnitId>,
    beaches: Vec<PlaceId>,
    /// Beachheads with a marker.
    marked: Vec<PlaceId>,
    /// Ports of the Black Sea (18.6.6-1).
    ports: Vec<PlaceId>,
    /// Own units in places with uprisings (3.2.4.2-10).
    upset: Vec<UnitId>,
    /// Units in the Reserve Box that may join those who attack (BULL'S EYE DIRECTIVE).
    joiners: Vec<UnitId>,
}

impl<'a> Maker<'a> {
    fn new(position: &'a Position) -> Self {
        let data = position.data();
        let side = position.state().active();
        let on_map = |unit: &UnitId| position.place(*unit).is_some_and(|at| at < data.on_map);
        let all: Vec<_> = (0..data.units.len()).filter(on_map).collect();
        let own = |unit: &UnitId| position.side_of(*unit) == side;
        let own: Vec<_> = all.iter().copied().filter(own).collect();
        let uprisings = position.state().uprisings;
        let upset = |unit: &UnitId| {
            let place = position.place(*unit);
            place.is_some_and(|place| uprisings.iter().any(|risen| risen.contains(place)))
        };
        let assets = match side {
            Side::Cp => data.known.cp_corps_assets,
            _ => data.known.ap_corps_assets,
        };
        let at_hand = |unit: &UnitId| {
            data.units[*unit].size == Size::Lcu && position.place(*unit) == Some(assets)
        };
        Self {
            position,
            data,
            joiners: Choices::new(position, 0).joiners(),
            upset: own.iter().copied().filter(upset).collect(),
            own,
            all,
            at_hand: (0..data.units.len()).filter(at_hand).collect(),
            marked: position.state().beachheads.iter().collect(),
            ports: data.network.ports[Sea::BlackSea as usize].iter().collect(),
            lcus: (0..data.units.len())
                .filter(|unit| data.units[*unit].size == Size::Lcu)
                .collect(),
            beaches: data.network.beachheads.iter().collect(),
        }
    }

    /// A unit: mostly an own one, sometimes any on the map, seldom any at all.
    fn unit(&self, random: &mut Random) -> UnitId {
        let some = match random.below(100) {
            0..75 => random.pick(&self.own),
            75..92 => random.pick(&self.all),
            _ => None,
        };
        some.copied()
            .unwrap_or_else(|| random.below(self.data.units.len()))
    }

    /// A place: where units stand, or anywhere on the map.
    fn place(&self, random: &mut Random) -> PlaceId {
        if random.chance(65) {
            let unit = self.unit(random);
            if let Some(place) = self
                .position
                .place(unit)
                .filter(|at| *at < self.data.on_map)
            {
                return place;
            }
        }
        random.below(self.data.on_map)
    }

    fn neighbour(&self, place: PlaceId, random: &mut Random) -> PlaceId {
        let ends = self.data.connections.iter().filter_map(|connection| {
            let here = connection.a == place || connection.b == place;
            here.then(|| connection.other(place))
        });
        let next: Vec<_> = ends.collect();
        random.pick(&next).copied().unwrap_or(place)
    }

    /// Another unit that stands where this one does, if there is one.
    fn comrade(&self, unit: UnitId, random: &mut Random) -> UnitId {
        let place = self.position.place(unit);
        let others = self.all.iter().copied();
        let others: Vec<_> = others
            .filter(|other| *other != unit && self.position.place(*other) == place)
            .collect();
        match random.pick(&others) {
            Some(other) if random.chance(70) => *other,
            _ => self.unit(random),
        }
    }

    /// An order of any kind.
    fn order(&self, random: &mut Random) -> Order {
        if !self.joiners.is_empty() && random.chance(12) {
            return self.join(random);
        }
        match random.below(100) {
            0..30 => {
                let place = self.place(random);
                self.activate(place, random)
            }
            30..65 => {
                let unit = self.unit(random);
                self.go(unit, random)
            }
            65..73 => Order::Entrench {
                place: self.place(random),
            },
            73..79 => {
                let upset = random.pick(&self.upset).filter(|_| random.chance(60));
                Order::Suppress {
                    unit: upset.copied().unwrap_or_else(|| self.unit(random)),
                }
            }
            79..87 => self.organize(random),
            87..90 => Order::Assault {
                place: self.port(random),
            },
            number => {
                let place = self.beach(number >= 94, random);
                match number {
                    90..94 => Order::Land { place },
                    94..97 => Order::Withdraw { place },
                    _ => Order::Remove { place },
                }
            }
        }
    }

    /// Somebody joins somewhere, mostly from the Reserve Box.
    fn join(&self, random: &mut Random) -> Order {
        let unit = random.pick(&self.joiners).filter(|_| random.chance(80));
        Order::JoinAt {
            unit: unit.copied().unwrap_or_else(|| self.unit(random)),
            place: self.place(random),
        }
    }

    fn activate(&self, place: PlaceId, random: &mut Random) -> Order {
        let purpose = match random.below(10) {
            0..6 => Purpose::Move,
            6..9 => Purpose::Attack,
            _ => Purpose::AttackWithBr,
        };
        let stacks = matches!(
            self.data.spaces[place].kind,
            Kind::Region | Kind::IslandBase
        );
        let mut units = Vec::new();
        if stacks {
            let mut here: Vec<_> = self.all.clone();
            here.retain(|unit| self.position.place(*unit) == Some(place));
            random.shuffle(&mut here);
            here.truncate(1 + random.below(4));
            if here.is_empty() || random.chance(10) {
                here.push(self.unit(random));
            }
            here.sort_unstable();
            here.dedup();
            units = here;
        }
        Order::Activate {
            place,
            purpose,
            units,
        }
    }

    fn go(&self, unit: UnitId, random: &mut Random) -> Order {
        let start = self
            .position
            .place(unit)
            .filter(|at| *at < self.data.on_map);
        let mut at = start.unwrap_or_else(|| random.below(self.data.on_map));
        let mut path = Vec::new();
        for _ in 0..=random.below(5) {
            at = if random.chance(92) {
                self.neighbour(at, random)
            } else {
                self.place(random)
            };
            path.push(at);
        }
        Order::Go { unit, path }
    }

    /// A place for an assault.
    fn port(&self, random: &mut Random) -> PlaceId {
        let port = random.pick(&self.ports).filter(|_| random.chance(60));
        port.copied().unwrap_or_else(|| self.place(random))
    }

    /// A beachhead, mostly one with a marker if that is wanted.
    fn beach(&self, marked: bool, random: &mut Random) -> PlaceId {
        let known = random.pick(&self.marked).copied();
        let any = random.pick(&self.beaches).copied().unwrap_or(0);
        known.filter(|_| marked && random.chance(60)).unwrap_or(any)
    }

    /// An LCU, mostly one that is at hand.
    fn lcu(&self, random: &mut Random) -> UnitId {
        let at_hand = random.pick(&self.at_hand).filter(|_| random.chance(65));
        let any = || random.pick(&self.lcus);
        at_hand.or_else(any).copied().unwrap_or(0)
    }

    fn organize(&self, random: &mut Random) -> Order {
        let reserve = self.unit(random);
        let eliminated = random.chance(70).then(|| self.comrade(reserve, random));
        Order::Organize {
            lcu: self.lcu(random),
            reserve,
            eliminated,
            removed: self.comrade(reserve, random),
        }
    }

    /// Changes one thing about some orders.
    fn change(&self, orders: &mut Vec<Order>, random: &mut Random) {
        let at = random.below(orders.len());
        let kind = random.below(100);
        if orders.is_empty() || kind < 22 {
            orders.push(self.order(random));
        } else if kind < 38 {
            orders.remove(at);
        } else if kind < 52 {
            let more = self.company(&orders[at], random);
            orders.push(more);
        } else {
            self.vary(&mut orders[at], random);
        }
    }

    /// An order that another brings to mind: a unit that goes along, or suppresses where it is.
    fn company(&self, order: &Order, random: &mut Random) -> Order {
        match order {
            Order::Go { unit, .. } if self.upset.contains(unit) && random.chance(40) => {
                Order::Suppress { unit: *unit }
            }
            Order::Go { unit, path } => {
                let staff = |unit: &&UnitId| !self.data.units[**unit].is_combat();
                let staff: Vec<_> = self.own.iter().filter(staff).copied().collect();
                let led = random.pick(&staff).filter(|_| random.chance(25));
                Order::Go {
                    unit: led.copied().unwrap_or_else(|| self.comrade(*unit, random)),
                    path: path.clone(),
                }
            }
            Order::Activate { place, purpose, .. }
                if *purpose != Purpose::Move && !self.joiners.is_empty() =>
            {
                let unit = random.pick(&self.joiners).copied();
                let unit = unit.unwrap_or_else(|| self.unit(random));
                Order::JoinAt {
                    unit,
                    place: *place,
                }
            }
            Order::Activate { place, .. } => {
                let mut here = self.own.clone();
                here.retain(|unit| self.position.place(*unit) == Some(*place));
                let unit = random.pick(&here).copied();
                let unit = unit.unwrap_or_else(|| self.unit(random));
                self.go(unit, random)
            }
            _ => self.order(random),
        }
    }

    fn vary(&self, order: &mut Order, random: &mut Random) {
        match order {
            Order::Activate {
                place,
                purpose,
                units,
            } => match random.below(3) {
                0 => {
                    *purpose = *random.pick(Purpose::ALL).unwrap_or(purpose);
                }
                1 if !units.is_empty() => {
                    let at = random.below(units.len());
                    if units.len() > 1 && random.chance(50) {
                        units.remove(at);
                    } else {
                        units.push(self.comrade(units[at], random));
                    }
                }
                _ => *order = self.activate(self.neighbour(*place, random), random),
            },
            Order::JoinAt { unit, place } => match random.chance(50) {
                true => *unit = random.pick(&self.joiners).copied().unwrap_or(*unit),
                false => *place = self.neighbour(*place, random),
            },
            Order::Suppress { unit } => *unit = self.comrade(*unit, random),
            Order::Go { unit, path } => {
                let at = random.below(path.len());
                match random.below(5) {
                    0 => *unit = self.comrade(*unit, random),
                    1 if path.len() > 1 => {
                        path.pop();
                    }
                    2 => {
                        path.remove(at);
                    }
                    3 => path[at] = self.neighbour(path[at], random),
                    _ if path.len() < LONGEST_PATH => {
                        let last = path.last().copied().unwrap_or(0);
                        path.push(self.neighbour(last, random));
                    }
                    _ => {}
                }
            }
            Order::Assault { place } => *place = self.port(random),
            Order::Entrench { place } => *place = self.neighbour(*place, random),
            Order::Organize {
                lcu,
                reserve,
                eliminated,
                removed,
            } => match random.below(4) {
                0 => *lcu = self.lcu(random),
                1 => std::mem::swap(reserve, removed),
                2 => {
                    *eliminated = match eliminated {
                        Some(_) => None,
                        None => Some(self.comrade(*reserve, random)),
                    };
                }
                _ => *removed = self.comrade(*removed, random),
            },
            Order::Land { place } => *place = self.beach(false, random),
            Order::Withdraw { place } | Order::Remove { place } => {
                *place = self.beach(true, random);
            }
            // Only operations are varied.
            _ => {}
        }
    }
}
