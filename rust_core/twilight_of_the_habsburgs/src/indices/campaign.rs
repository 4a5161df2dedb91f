//! A scenario as sets: whose side of the line hexes lie on, depots, strips, kinds.

use super::Ground;
use crate::board::{Hexes, Units};
use crate::tables::{
    Charts, Entry, HexId, Map, MapHex, Place, Scenario, Unit, UnitId, VictoryCharts,
};
use crate::vocabulary::*;

/// The unit of the switch `jaeger_kind`.
pub const JAEGERS: &str = "ger_jaeger_bde";

/// A place that is worth points to a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prize {
    /// To whom.
    pub side: Side,
    /// The hex.
    pub hex: HexId,
    /// The points.
    pub points: u8,
    /// How far each hex is from it.
    pub distances: Vec<u8>,
}

/// What is asked of a scenario.
#[derive(Debug)]
pub struct Campaign {
    /// By side: the hexes on its side of the start line.
    pub ground: [Hexes; 2],
    /// How many hexes each hex is from the start line; 0 = it is on nobody's side.
    pub line_distance: Vec<u8>,
    /// By side: its depots as printed.
    pub depots: [Hexes; 2],
    /// By side: the hexes of map edges that serve as depots for command (4.45).
    pub edges: [Hexes; 2],
    /// By side: its printed fortresses.
    pub fortresses: [Hexes; 2],
    /// The entry edges of Central, British, French and Czech, and Italian units, whatever lies there.
    pub entry_edges: [Hexes; 3],
    /// What of them lies in the country they enter in (10.13).
    pub entries: [Hexes; 3],
    /// The kind of each unit in this scenario.
    pub kinds: Vec<Kind>,
    /// By kind: the units.
    pub of_kind: [Units; Kind::COUNT],
    /// By side: its units.
    pub of_side: [Units; 2],
    /// The headquarters.
    pub headquarters: Units,
    /// The units that infiltrate (6.4).
    pub infiltrators: Units,
    /// The entry of each unit in the order of battle.
    pub entry: Vec<Option<usize>>,
    /// The strip of each army.
    pub strips: Vec<Hexes>,
    /// Units of the army of the surprise (14.83).
    pub surprise_army: Units,
    /// Those of the unready army (14.81).
    pub unready_army: Units,
    /// Those of the army that may collapse (14.82).
    pub collapse_army: Units,
    /// Those whom a collapse forces back (14.82-2).
    pub forced_back: Units,
    /// Those whose steps count twice (14.91-2).
    pub double: Units,
    /// The places that are worth points.
    pub prizes: Vec<Prize>,
}

impl Campaign {
    pub(crate) fn new(
        scenario: &Scenario,
        map: &Map,
        units: &[Unit],
        charts: &Charts,
        victory: &VictoryCharts,
        ground: &Ground,
    ) -> Self {
        let line = scenario.line as usize;
        let set = |is: &dyn Fn(HexId) -> bool| -> Hexes {
            (0..map.hexes.len()).filter(|at| is(*at)).collect()
        };
        let of = |pick: &dyn Fn(HexId) -> Option<Side>| {
            Side::BOTH.map(|side| set(&|at| pick(at) == Some(side)))
        };
        let sides = of(&|at| map.hexes[at].side[line]);
        let edge = |edges: &[Edge]| {
            edges
                .iter()
                .fold(Hexes::EMPTY, |all, edge| all | ground.edges[*edge as usize])
        };
        let entry = |side: Side, edges: &[Edge]| {
            let country = charts.entry_countries[side as usize];
            edge(edges) & set(&|at| country.is_none() || map.hexes[at].country == country)
        };
        let italian: &[Edge] = match scenario.turned(Switch::ItalianEntryEdge) {
            true => &[Edge::South],
            false => &[Edge::West],
        };
        let [central, entente] = &charts.entry_edges;
        let kinds: Vec<Kind> = units
            .iter()
            .map(
                |unit| match scenario.turned(Switch::JaegerKind) && unit.id == JAEGERS {
                    true => Kind::Light,
                    false => unit.kind,
                },
            )
            .collect();
        let which = |is: &dyn Fn(UnitId) -> bool| -> Units {
            (0..units.len()).filter(|at| is(*at)).collect()
        };
        let mut entry_of = vec![None; units.len()];
        for (at, entry) in scenario.entries.iter().enumerate() {
            entry_of[entry.unit] = Some(at);
        }
        let army = |named: Option<usize>| {
            let army_of = |unit: UnitId| scenario.entries[entry_of[unit]?].army;
            which(&|unit| named.is_some() && army_of(unit) == named)
        };
        let special = &scenario.special;
        let collapse_army = army(special.collapse_army);
        Self {
            line_distance: line_distance(&sides, ground),
            ground: sides,
            depots: of(&|at| map.hexes[at].depot[line]),
            edges: Side::BOTH.map(|side| edge(&charts.command_edges[side as usize]) & ground.firm),
            fortresses: of(&|at| map.hexes[at].fortress),
            entry_edges: [edge(central), edge(entente), edge(italian)],
            entries: [
                entry(Side::Central, central),
                entry(Side::Entente, entente),
                entry(Side::Entente, italian),
            ],
            of_kind: std::array::from_fn(|kind| which(&|unit| kinds[unit] as usize == kind)),
            of_side: Side::BOTH.map(|side| which(&|unit| units[unit].side == side)),
            headquarters: which(&|unit| units[unit].size == Size::Hq),
            infiltrators: which(&|unit| charts.infiltrates.contains(&kinds[unit])),
            strips: scenario
                .strips
                .iter()
                .map(|strip| strip.iter().copied().collect())
                .collect(),
            surprise_army: army(special.surprise_army),
            unready_army: army(special.unready_army),
            forced_back: match scenario.turned(Switch::CollapseForces) {
                true if special.collapse_army.is_some() => {
                    which(&|unit| units[unit].nation == Nation::Italian)
                }
                _ => collapse_army,
            },
            collapse_army,
            double: which(&|unit| victory.double_kinds.contains(&kinds[unit])),
            prizes: prizes(scenario, map),
            entry: entry_of,
            kinds,
        }
    }

    /// The entry of a unit in the order of battle.
    #[must_use]
    pub fn entry<'s>(&self, scenario: &'s Scenario, unit: UnitId) -> Option<&'s Entry> {
        scenario
            .entries
            .get(self.entry.get(unit).copied().flatten()?)
    }

    /// The hexes on a side's side of the line that a place holds; `seat` tells where a headquarters
    /// stands.
    #[must_use]
    pub fn zone(
        &self,
        ground: &Ground,
        side: Side,
        place: Place,
        seat: impl Fn(UnitId) -> Option<HexId>,
    ) -> Hexes {
        let own = self.ground[side as usize];
        let held = match place {
            Place::Strip(army) => self.strips.get(army).copied().unwrap_or_default(),
            Place::Seat(hex) => Hexes::from_iter([hex]),
            Place::Anywhere => own,
            Place::Far(least) => {
                let far = self.line_distance.iter().enumerate();
                let far = far.filter(|(_, distance)| **distance >= least);
                far.map(|(hex, _)| hex).collect()
            }
            Place::Near(hq, distance) => match seat(hq) {
                Some(hex) => within(ground, hex, distance),
                None => Hexes::EMPTY,
            },
        };
        held & own
    }
}

/// What places are worth to each side.
fn prizes(scenario: &Scenario, map: &Map) -> Vec<Prize> {
    let sides = Side::BOTH.into_iter();
    let all = sides.flat_map(|side| {
        let worth = scenario.victory[side as usize].iter();
        worth.filter_map(move |(town, points)| {
            let hex = *map.towns.get(town)?;
            let away = |other: &MapHex| {
                let distance = other.hex.distance(map.hexes[hex].hex);
                u8::try_from(distance).unwrap_or(u8::MAX)
            };
            Some(Prize {
                side,
                hex,
                points: *points,
                distances: map.hexes.iter().map(away).collect(),
            })
        })
    });
    all.collect()
}

/// The hexes at most so far from another.
fn within(ground: &Ground, hex: HexId, distance: u8) -> Hexes {
    let mut near = Hexes::from_iter([hex]);
    for _ in 0..distance {
        near |= ground.weave.around(&near);
    }
    near
}

/// The line runs between firm hexes of the two sides; a hex that touches it is at 1.
fn line_distance(sides: &[Hexes; 2], ground: &Ground) -> Vec<u8> {
    let mut distance = vec![0; ground.beside.len()];
    let firm = sides.map(|side| side & ground.firm);
    for (own, other) in [(0, 1), (1, 0)] {
        let mut edge = firm[own] & ground.weave.around(&firm[other]);
        let mut seen = Hexes::EMPTY;
        let mut number = 1_u8;
        while !edge.is_empty() {
            (edge & sides[own]).for_each(|hex| distance[hex] = number);
            seen |= edge;
            edge = ground.weave.around(&edge) - seen;
            number = number.saturating_add(1);
        }
    }
    distance
}
