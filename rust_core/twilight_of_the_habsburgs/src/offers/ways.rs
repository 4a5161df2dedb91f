//! Where a unit could go, ride or sail in a movement segment: a way for every end.

use super::Lister;
use crate::board::Hexes;
use crate::data::{Beside, HexId, UnitId};
use crate::orders::{LONGEST_PATH, LONGEST_RIDE, Order};
use crate::vocabulary::*;
use std::collections::HashMap;

/// The ways of one unit.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// Those that need nobody else: of its walks, rides and crossings one for every end.
    pub(super) alone: Vec<Order>,
    /// Walks to other ends, for which mountain infantry must come along (13.3); a few for every end.
    pub(super) led: Vec<Order>,
    /// Whether there are more of these than were looked for.
    pub(super) cut: bool,
}

impl Ways {
    pub(super) fn all(&self) -> impl Iterator<Item = &Order> {
        self.alone.iter().chain(&self.led)
    }
}

/// Where a walk goes on from.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leg {
    pub(super) from: HexId,
    /// Movement points left.
    pub(super) left: u8,
    /// Whether steps were made before.
    pub(super) moved: bool,
}

/// The hex in which a move of one unit ends.
pub(super) fn end_of(order: &Order) -> Option<HexId> {
    match order {
        Order::Go { path, .. } | Order::Rail { path, .. } => path.last().copied(),
        Order::Ferry { hex, .. } => Some(*hex),
        _ => None,
    }
}

impl Lister<'_> {
    /// The ways of a unit.
    pub(super) fn ways(&self, unit: UnitId) -> &Ways {
        self.ways[unit].get_or_init(|| self.find_ways(unit))
    }

    pub(super) fn first_impulse(&self) -> bool {
        self.position.state().impulse() != Some(2)
    }

    fn find_ways(&self, unit: UnitId) -> Ways {
        let Some((from, left)) = self.movement.points(unit) else {
            return Ways::default();
        };
        let first = self.first_impulse();
        let flees = first && self.forced.contains(unit);
        let leg = Leg {
            from,
            left,
            moved: false,
        };
        let walks = match flees {
            true => self.ways_back(unit, leg),
            false => self.walks(unit, leg),
        };
        let fits = |path: &Vec<HexId>| path.len() <= LONGEST_PATH;
        let walks: Vec<Order> = walks
            .into_iter()
            .filter(fits)
            .map(|path| Order::Go { unit, path })
            .collect();
        let (led, cut) = self.led_ways(unit, leg, &walks);
        let mut alone = walks;
        // Who must go, and can, neither rides nor sails (14.82-2).
        if first && (alone.is_empty() || !flees) {
            let rides = self.rides(unit, from).into_iter();
            let rides = rides.filter(|path| path.len() <= LONGEST_RIDE);
            alone.extend(rides.map(|path| Order::Rail { unit, path }));
            if from == self.data.ground.ferry_port {
                let shore = self.data.ground.lakeside.iter();
                alone.extend(shore.map(|hex| Order::Ferry { unit, hex }));
            }
        }
        Ways { alone, led, cut }
    }

    /// May a unit not enter a hex for its zone: in the second impulse who was forced back (14.82-4)?
    pub(super) fn shuns(&self, unit: UnitId, hex: HexId) -> bool {
        self.forced.contains(unit) && !self.first_impulse() && self.movement.zones().contains(hex)
    }

    /// May a unit make a step as far as zones go (6.3)?
    pub(super) fn zones_let(&self, unit: UnitId, leg: Leg, to: HexId) -> bool {
        let zones = self.movement.zones();
        let held = zones.contains(leg.from) && !self.front.campaign.infiltrators.contains(unit);
        !self.shuns(unit, to) && !(held && (leg.moved || zones.contains(to)))
    }

    /// The cheapest walk of a unit to every hex; where it begins to move also one that comes back.
    pub(super) fn walks(&self, unit: UnitId, leg: Leg) -> Vec<Vec<HexId>> {
        let ground = &self.data.ground;
        let kind = self.front.campaign.kinds[unit];
        let mut spent = vec![u8::MAX; ground.beside.len()];
        let mut came = vec![leg.from; ground.beside.len()];
        let mut reached = Vec::new();
        let mut back: Option<(u8, HexId)> = None;
        let mut queues = vec![Vec::new(); usize::from(leg.left) + 1];
        spent[leg.from] = 0;
        queues[0].push(leg.from);
        for points in 0..=leg.left {
            let mut at = 0;
            while let Some(from) = queues[usize::from(points)].get(at).copied() {
                at += 1;
                if spent[from] != points {
                    continue;
                }
                let here = Leg {
                    from,
                    left: leg.left - points,
                    moved: leg.moved || from != leg.from,
                };
                for beside in &ground.beside[from] {
                    let cost = self.movement.step(kind, beside, false);
                    if cost.points > here.left
                        || !self.zones_let(unit, here, beside.hex)
                        || !self.movement.admits(beside, cost)
                    {
                        continue;
                    }
                    let sum = points + cost.points;
                    if beside.hex == leg.from {
                        back = back.or(Some((sum, from)));
                    } else if sum < spent[beside.hex] {
                        if spent[beside.hex] == u8::MAX {
                            reached.push(beside.hex);
                        }
                        spent[beside.hex] = sum;
                        came[beside.hex] = from;
                        queues[usize::from(sum)].push(beside.hex);
                    }
                }
            }
        }
        let way = |to: HexId| {
            let mut path = Vec::new();
            let mut at = to;
            while at != leg.from {
                path.push(at);
                at = came[at];
            }
            path.reverse();
            path
        };
        let mut paths: Vec<_> = reached.iter().map(|hex| way(*hex)).collect();
        if let Some((_, last)) = back.filter(|_| !leg.moved) {
            let mut path = way(last);
            path.push(leg.from);
            paths.push(path);
        }
        paths
    }

    /// The walks of a unit that is forced back, as far as it can go: one for every end (14.82-2).
    fn ways_back(&self, unit: UnitId, leg: Leg) -> Vec<Vec<HexId>> {
        let zones = self.movement.zones();
        let mut known: HashMap<(HexId, u8), Vec<HexId>> = HashMap::new();
        let mut waiting = vec![(leg.from, leg.left)];
        known.insert((leg.from, leg.left), Vec::new());
        let mut ends = Hexes::EMPTY;
        let mut paths = Vec::new();
        while let Some((at, left)) = waiting.pop() {
            let path = known.get(&(at, left)).cloned().unwrap_or_default();
            let entered = path.iter().any(|hex| zones.contains(*hex));
            let mut stuck = true;
            for (hex, cost) in self.movement.steps_back(unit, at, left, entered) {
                stuck = false;
                let next = (hex, left.saturating_sub(cost));
                if !known.contains_key(&next) && path.len() < LONGEST_PATH {
                    let mut longer = path.clone();
                    longer.push(hex);
                    known.insert(next, longer);
                    waiting.push(next);
                }
            }
            if stuck && !path.is_empty() && !ends.contains(at) {
                ends.insert(at);
                paths.push(path);
            }
        }
        paths
    }

    /// The hexes that a unit may ride through from where it stands; `None` if it cannot ride (8.5, 8.51).
    pub(super) fn rails(&self, unit: UnitId, start: HexId) -> Option<Hexes> {
        let ground = &self.data.ground;
        let friendly = self.front.campaign.ground[self.side as usize];
        if !(ground.rail & friendly).contains(start) || self.movement.zones().contains(start) {
            return None;
        }
        let kind = self.front.campaign.kinds[unit] as usize;
        let foreign = match self.front.scenario.turned(Switch::RailBeyondLine) {
            true => ground.rail - friendly,
            false => Hexes::EMPTY,
        };
        let movement = &self.movement;
        let open = (ground.rail & (ground.open[kind] | ground.rail_only[kind]))
            - foreign
            - movement.enemies
            - *movement.zones()
            - movement.shut;
        Some(open)
    }

    /// The shortest ride of a unit to every hex, and one that comes back (8.5).
    fn rides(&self, unit: UnitId, start: HexId) -> Vec<Vec<HexId>> {
        let ground = &self.data.ground;
        let Some(open) = self.rails(unit, start) else {
            return Vec::new();
        };
        let mut paths: Vec<Vec<HexId>> = vec![Vec::new()];
        let mut seen = Hexes::from_iter([start]);
        let mut at = 0;
        while let Some(path) = paths.get(at).cloned() {
            at += 1;
            let from = path.last().copied().unwrap_or(start);
            let open = |beside: &&Beside| beside.rail && open.contains(beside.hex);
            for beside in ground.beside[from].iter().filter(open) {
                if !seen.contains(beside.hex) {
                    seen.insert(beside.hex);
                    let mut longer = path.clone();
                    longer.push(beside.hex);
                    paths.push(longer);
                }
            }
        }
        let back = paths.get(1).filter(|_| open.contains(start)).cloned();
        let back = back.map(|mut path| {
            path.push(start);
            path
        });
        paths.drain(..1);
        paths.extend(back);
        paths
    }
}
