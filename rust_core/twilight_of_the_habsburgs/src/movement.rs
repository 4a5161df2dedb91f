//! Where units get in a movement segment, and what it costs (6.3, 8.0, 13.2-13.4).

use crate::board::Hexes;
use crate::data::{Beside, Data, HexId, UnitId};
use crate::front::Front;
use crate::state::Scalar;
use crate::vocabulary::*;

/// What a step costs in movement points, and whether the unit may make it as far as terrain goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StepCost {
    /// What it costs; a hex that is not open to the unit costs nothing but its river.
    pub points: u8,
    /// Is the hex open to the unit, or entered along a railway that opens it (8.55)?
    pub open: bool,
    /// Is the step along a railway?
    pub along_rail: bool,
}

/// What movement of a side asks of a position, found once.
#[derive(Debug)]
pub struct Movement<'a, 'f> {
    /// Who stands where.
    pub front: &'f Front<'a>,
    /// Who moves.
    pub side: Side,
    /// Hexes with units of the foe.
    pub enemies: Hexes,
    /// Sea, neutral country and intact fortresses of the foe (6.1).
    pub shut: Hexes,
    /// Does a river add its points along a railway too?
    river_on_rails: bool,
    /// What a river costs, with what this turn's event adds (8.1, 5.0).
    river: u8,
    /// What this turn's event adds to the cost of terrain; `None` if nothing.
    extra: Option<&'a [u8; Terrain::COUNT]>,
    /// The hex that gas makes dearer, and by what, in the second impulse (13.8).
    gassed: Option<(HexId, u8)>,
}

/// The hexes a unit reaches.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Reach {
    /// Each hex it can stop in but its own, with the least movement points, by number.
    pub hexes: Vec<(HexId, u8)>,
}

/// Memory that is used again.
#[derive(Debug, Default)]
pub struct Scratch {
    /// The least cost of a hex, plus one; 0 = not reached.
    best: Vec<u8>,
    /// Where the way to a hex comes from.
    from: Vec<HexId>,
    touched: Vec<HexId>,
    queues: Vec<Vec<HexId>>,
}

impl<'a, 'f> Movement<'a, 'f> {
    /// Prepares the moves of a side.
    #[must_use]
    pub fn new(front: &'f Front<'a>, side: Side) -> Self {
        let data: &'a Data = front.data;
        let state = front.state;
        let event = data.events.of(state.one(Scalar::Event));
        let gassed = usize::from(state.one(Scalar::Gas)).checked_sub(1);
        let gassed = gassed.filter(|_| state.impulse() == Some(2));
        Self {
            river: data.charts.river + event.map_or(0, |event| event.river),
            extra: event
                .map(|event| &event.terrain)
                .filter(|extra| **extra != [0; Terrain::COUNT]),
            gassed: gassed.map(|hex| (hex, data.combat.gas_cost)),
            enemies: *front.enemies(side),
            shut: front.not_to_enter(side),
            river_on_rails: front.scenario.turned(Switch::RailRiverSurcharge),
            front,
            side,
        }
    }

    /// Hexes in enemy zones.
    #[inline]
    #[must_use]
    pub fn zones(&self) -> &Hexes {
        self.front.enemy_zones(self.side)
    }

    /// What a step costs a kind of unit; `eased` if it moves together with mountain infantry (13.3).
    #[inline]
    #[must_use]
    pub fn step(&self, kind: Kind, beside: &Beside, eased: bool) -> StepCost {
        let (ground, charts) = (&self.front.data.ground, &self.front.data.charts);
        let river = u8::from(beside.river) * self.river;
        let gas = match self.gassed {
            Some((hex, cost)) if hex == beside.hex => cost,
            _ => 0,
        };
        let own = ground.costs[kind as usize][beside.hex];
        if beside.rail {
            let surcharge = if self.river_on_rails { river } else { 0 };
            let open = own > 0 || ground.rail_only[kind as usize].contains(beside.hex);
            return StepCost {
                points: charts.rail + surcharge + gas,
                open,
                along_rail: true,
            };
        }
        let mountain = ground.costs[Kind::Mountain as usize][beside.hex];
        // 13.3 eases rough and mountain terrain alone.
        let slope = ground.terrain[Terrain::Rough as usize].contains(beside.hex)
            || ground.terrain[Terrain::Mountain as usize].contains(beside.hex);
        let terrain = if eased && slope && mountain > 0 {
            mountain
        } else {
            own
        };
        let extra = match self.extra {
            Some(extra) if terrain > 0 => {
                extra[self.front.data.map.hexes[beside.hex].terrain as usize]
            }
            _ => 0,
        };
        StepCost {
            points: terrain + extra + river + gas,
            open: terrain > 0,
            along_rail: false,
        }
    }

    /// May a unit of a kind step there at all, whatever it costs (8.3, 6.1)?
    #[inline]
    pub(crate) fn admits(&self, beside: &Beside, cost: StepCost) -> bool {
        cost.open
            && !beside.barred
            && !self.enemies.contains(beside.hex)
            && !self.shut.contains(beside.hex)
    }

    /// Finds the least cost of every hex within a unit's movement points.
    fn explore(&self, unit: UnitId, start: HexId, points: u8, scratch: &mut Scratch) {
        let ground = &self.front.data.ground;
        let kind = self.front.campaign.kinds[unit];
        let infiltrates = self.front.campaign.infiltrators.contains(unit);
        scratch.begin(ground.beside.len(), points);
        scratch.put(start, 0, start);
        for spent in 0..=points {
            let mut at = 0;
            while let Some(from) = scratch.queues[usize::from(spent)].get(at).copied() {
                at += 1;
                if scratch.best[from] != spent + 1 {
                    continue;
                }
                let in_zone = self.zones().contains(from);
                // 6.31: a unit stops in the first enemy zone it enters.
                if in_zone && !infiltrates && from != start {
                    continue;
                }
                for beside in &ground.beside[from] {
                    let cost = self.step(kind, beside, false);
                    let sum = spent.saturating_add(cost.points);
                    let known = scratch.best[beside.hex];
                    if sum > points || (known > 0 && known <= sum + 1) {
                        continue;
                    }
                    // 6.32: never from one enemy zone into another.
                    let zone_to_zone = in_zone && !infiltrates && self.zones().contains(beside.hex);
                    if !zone_to_zone && self.admits(beside, cost) {
                        scratch.put(beside.hex, sum, from);
                    }
                }
            }
        }
    }

    /// The movement points a unit of the side has where it stands; `None` if it cannot move at all:
    /// it is off the map, in trench state (12.21), or out of command in the second impulse (4.2).
    #[must_use]
    pub fn points(&self, unit: UnitId) -> Option<(HexId, u8)> {
        let state = self.front.state;
        let start = self.front.hex(unit)?;
        let own = self.front.present[self.side as usize].contains(unit);
        let out_of_command = state.impulse() == Some(2) && state.out_of_command.contains(unit);
        let moves = own && !state.entrenched.contains(unit) && !out_of_command;
        moves.then(|| (start, self.front.allowance(unit)))
    }

    /// The hexes a unit reaches alone, stacking aside.
    pub fn reach(&self, unit: UnitId, scratch: &mut Scratch) -> Reach {
        let Some((start, points)) = self.points(unit) else {
            return Reach::default();
        };
        self.explore(unit, start, points, scratch);
        let found = scratch.touched.iter().filter(|hex| **hex != start);
        let mut hexes: Vec<_> = found.map(|hex| (*hex, scratch.best[*hex] - 1)).collect();
        hexes.sort_unstable();
        Reach { hexes }
    }

    /// The cheapest way of a unit to a hex by its own, the hexes it enters in their order; of ways of
    /// one cost always the same one. `None` if it does not get there.
    #[must_use]
    pub fn way(
        &self,
        unit: UnitId,
        from: HexId,
        to: HexId,
        scratch: &mut Scratch,
    ) -> Option<Vec<HexId>> {
        let points = self.front.allowance(unit);
        self.explore(unit, from, points, scratch);
        scratch.way(from, to)
    }

    /// The shortest way along rails through hexes that the unit may ride into (8.5).
    #[must_use]
    pub fn ride(&self, unit: UnitId, from: HexId, to: HexId) -> Option<Vec<HexId>> {
        let ground = &self.front.data.ground;
        let kind = self.front.campaign.kinds[unit] as usize;
        let fit = ground.open[kind] | ground.rail_only[kind];
        let foreign = match self.front.scenario.turned(Switch::RailBeyondLine) {
            true => ground.rail - self.front.campaign.ground[self.side as usize],
            false => Hexes::EMPTY,
        };
        let open = (ground.rail & fit) - foreign - self.enemies - *self.zones() - self.shut;
        let mut came: Vec<Option<HexId>> = vec![None; ground.beside.len()];
        let mut edge = vec![from];
        *came.get_mut(from)? = Some(from);
        while !edge.is_empty() && came.get(to)?.is_none() {
            let mut next = Vec::new();
            for hex in edge {
                for beside in ground.beside[hex].iter().filter(|beside| beside.rail) {
                    if open.contains(beside.hex) && came[beside.hex].is_none() {
                        came[beside.hex] = Some(hex);
                        next.push(beside.hex);
                    }
                }
            }
            edge = next;
        }
        let mut way = Vec::new();
        let mut at = to;
        while at != from {
            way.push(at);
            at = came[at]?;
        }
        way.reverse();
        Some(way)
    }
}

impl Scratch {
    fn begin(&mut self, hexes: usize, points: u8) {
        self.best.resize(hexes, 0);
        self.from.resize(hexes, 0);
        for hex in self.touched.drain(..) {
            self.best[hex] = 0;
        }
        let needed = usize::from(points) + 1;
        if self.queues.len() < needed {
            self.queues.resize(needed, Vec::new());
        }
        for queue in &mut self.queues {
            queue.clear();
        }
    }

    #[inline]
    fn put(&mut self, hex: HexId, sum: u8, from: HexId) {
        if self.best[hex] == 0 {
            self.touched.push(hex);
        }
        self.best[hex] = sum + 1;
        self.from[hex] = from;
        self.queues[usize::from(sum)].push(hex);
    }

    fn way(&self, start: HexId, end: HexId) -> Option<Vec<HexId>> {
        if start == end || self.best.get(end).copied().unwrap_or(0) == 0 {
            return None;
        }
        let mut way = Vec::new();
        let mut at = end;
        while at != start {
            way.push(at);
            at = self.from[at];
        }
        way.reverse();
        Some(way)
    }
}
