//! The map as sets of hexes, and what lies between neighbours.

use crate::board::{Hexes, Weave};
use crate::tables::{Charts, HexId, Map};
use crate::vocabulary::*;
use engine::board::hex::Direction;
use engine::error::TableProblem;

/// A neighbour of a hex, and what lies between them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Beside {
    /// The neighbour.
    pub hex: HexId,
    /// Does a river run between them?
    pub river: bool,
    /// Has the hexside the rail symbol?
    pub rail: bool,
    /// May nobody cross?
    pub barred: bool,
    /// Is a trench line printed on it (12.5)?
    pub trench: bool,
}

/// What movement, zones and command need of the map.
#[derive(Debug)]
pub struct Ground {
    /// How the rows interlock.
    pub weave: Weave,
    /// The neighbours of each hex.
    pub beside: Vec<Vec<Beside>>,
    /// The hexes of each terrain.
    pub terrain: [Hexes; Terrain::COUNT],
    /// The hexes that are open to each kind of unit.
    pub open: [Hexes; Kind::COUNT],
    /// Those open to it along a railway alone.
    pub rail_only: [Hexes; Kind::COUNT],
    /// What it costs each kind to enter each hex; 0 where it is not open to it.
    pub costs: [Vec<u8>; Kind::COUNT],
    /// Rail hexes.
    pub rail: Hexes,
    /// Sea and neutral country: nobody enters (6.1).
    pub shut: Hexes,
    /// Firm ground: clear, rough, mountain, alpine.
    pub firm: Hexes,
    /// Hexes that touch Lake Garda (13.61).
    pub lakeside: Hexes,
    /// Hexes on each edge of the map.
    pub edges: [Hexes; 4],
    /// Is there a hexside that nobody may cross?
    pub has_barred_sides: bool,
    /// The port of the ferry.
    pub ferry_port: HexId,
}

impl Ground {
    /// Prepares a map; `None` if it is none, which its table has told already.
    pub(crate) fn new(
        map: &Map,
        charts: &Charts,
        problems: &mut Vec<TableProblem>,
    ) -> Option<Self> {
        let Some(weave) = Weave::new(map.width, map.height, map.first_row % 2 == 1) else {
            problems.push(TableProblem {
                file: "hexes.csv".into(),
                row: 0,
                column: "id".into(),
                message: "are no rectangle that the board has room for".into(),
            });
            return None;
        };
        let set = |is: &dyn Fn(&crate::tables::MapHex) -> bool| -> Hexes {
            let hexes = map.hexes.iter().enumerate();
            hexes.filter(|(_, hex)| is(hex)).map(|(at, _)| at).collect()
        };
        let terrain: [Hexes; Terrain::COUNT] =
            std::array::from_fn(|at| set(&|hex| hex.terrain as usize == at));
        let joined = |is: &dyn Fn(Terrain) -> bool| {
            let which = Terrain::ALL.iter().filter(|terrain| is(**terrain));
            which.fold(Hexes::EMPTY, |all, which| all | terrain[*which as usize])
        };
        let rail = set(&|hex| hex.rail);
        let open = |kind: usize| joined(&|terrain| charts.costs[terrain as usize][kind].is_some());
        let closed = joined(&|terrain| charts.closed[terrain as usize]);
        let cost = |kind: usize| {
            let cost = |hex: &crate::tables::MapHex| charts.costs[hex.terrain as usize][kind];
            map.hexes.iter().map(|hex| cost(hex).unwrap_or(0)).collect()
        };
        Some(Self {
            beside: beside(map, &weave),
            open: std::array::from_fn(open),
            rail_only: std::array::from_fn(|kind| rail - open(kind) - closed),
            costs: std::array::from_fn(cost),
            rail,
            shut: terrain[Terrain::Sea as usize] | terrain[Terrain::Neutral as usize],
            firm: joined(&Terrain::is_firm),
            lakeside: set(&|hex| hex.lakeside),
            edges: std::array::from_fn(|at| {
                set(&|hex| hex.edges.iter().any(|edge| *edge as usize == at))
            }),
            has_barred_sides: map.sides.iter().any(|side| side.barred),
            ferry_port: map.ids.get(&charts.ferry_port).copied().unwrap_or(0),
            terrain,
            weave,
        })
    }

    /// What lies between two hexes; `None` if they do not touch.
    #[inline]
    #[must_use]
    pub fn between(&self, from: HexId, to: HexId) -> Option<Beside> {
        let near = self.beside.get(from)?;
        near.iter().copied().find(|beside| beside.hex == to)
    }

    /// The terrain of a hex is alpine.
    #[inline]
    #[must_use]
    pub const fn alpine(&self) -> &Hexes {
        &self.terrain[Terrain::Alpine as usize]
    }

    /// All hexes connected by rail to some of `start` through hexes of `open`, both ends included.
    #[must_use]
    pub fn along_rails(&self, start: Hexes, open: Hexes) -> Hexes {
        let mut seen = start & open & self.rail;
        let mut waiting: Vec<HexId> = seen.iter().collect();
        while let Some(hex) = waiting.pop() {
            for beside in &self.beside[hex] {
                if beside.rail && open.contains(beside.hex) && !seen.contains(beside.hex) {
                    seen.insert(beside.hex);
                    waiting.push(beside.hex);
                }
            }
        }
        seen
    }
}

fn beside(map: &Map, weave: &Weave) -> Vec<Vec<Beside>> {
    let mut all = Vec::with_capacity(map.hexes.len());
    let find = |hex: engine::board::hex::Hex| {
        let (column, row) = crate::tables::LAYOUT.offset(hex);
        let first = map.hexes.first()?;
        let row = usize::try_from(row - i32::from(first.row)).ok()?;
        let column = usize::try_from(column - i32::from(first.column)).ok()?;
        let at = row * map.width + column;
        (column < map.width && weave.board().contains(at)).then_some(at)
    };
    for hex in &map.hexes {
        let around = Direction::ALL
            .iter()
            .filter_map(|way| find(hex.hex.neighbour(*way)));
        let mut near: Vec<_> = around
            .map(|hex| Beside {
                hex,
                river: false,
                rail: false,
                barred: false,
                trench: false,
            })
            .collect();
        near.sort_by_key(|beside| beside.hex);
        all.push(near);
    }
    for side in &map.sides {
        for (from, to) in [(side.a, side.b), (side.b, side.a)] {
            let near = all.get_mut(from).into_iter().flatten();
            for beside in near.filter(|beside| beside.hex == to) {
                beside.river |= side.river.is_some();
                beside.rail |= side.rail.is_some();
                beside.barred |= side.barred;
                beside.trench |= side.trench;
            }
        }
    }
    all
}
