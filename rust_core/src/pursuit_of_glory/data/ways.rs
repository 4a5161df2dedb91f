//! The map as movement sees it: which connection joins two places, and what runs on rails.

use super::map::{Connection, PlaceId, Space};
use crate::board::bitset::BitSet;
use crate::board::graph::Graph;
use crate::pursuit_of_glory::supply::network::Tracer;
use crate::pursuit_of_glory::vocabulary::*;

/// The distance of what cannot be reached.
const NEVER: u16 = u16::MAX;

/// The connections of the map, prepared once per set of tables.
#[derive(Debug)]
pub struct Ways {
    /// For each place its neighbours, and the connection to each.
    next: Vec<Vec<(PlaceId, usize)>>,
    /// Neighbours over connections of any kind.
    neighbours: Graph,
    /// The finished railroads of 1914 that each tracer may use (3.1.5.1-1, 11.1.3.a).
    rails: [Graph; Tracer::ALL.len()],
    /// Connections to the nearest space of Greece, and of Bulgaria (11.1.10-2).
    homeward: [Vec<u16>; 2],
    /// The places of the Gallipoli map (3.1.3).
    pub gallipoli: BitSet,
    /// Island bases.
    pub islands: BitSet,
    /// Desert.
    pub desert: BitSet,
    /// Swamp.
    pub swamp: BitSet,
}

impl Ways {
    /// Prepares the connections.
    #[must_use]
    pub fn new(spaces: &[Space], on_map: usize, connections: &[Connection]) -> Self {
        let mut next = vec![Vec::new(); spaces.len()];
        let mut neighbours = Graph::new(spaces.len());
        for (at, connection) in connections.iter().enumerate() {
            next[connection.a].push((connection.b, at));
            next[connection.b].push((connection.a, at));
            neighbours.join(connection.a, connection.b);
        }
        let rails = std::array::from_fn(|tracer| {
            let mut rails = Graph::new(on_map);
            for connection in connections {
                if connection.link == Link::Rail && Tracer::ALL[tracer].may_use(connection) {
                    rails.join(connection.a, connection.b);
                }
            }
            rails
        });
        let places = |wanted: &dyn Fn(&Space) -> bool| -> BitSet {
            (0..on_map).filter(|at| wanted(&spaces[*at])).collect()
        };
        let homeward = [Country::Greece, Country::Bulgaria].map(|country| {
            let home = places(&|space| space.country == Some(country));
            distances(&neighbours, home, spaces.len())
        });
        Self {
            next,
            neighbours,
            rails,
            homeward,
            gallipoli: places(&|space| space.map == Map::Gallipoli),
            islands: places(&|space| space.kind == Kind::IslandBase),
            desert: places(&|space| space.terrain == Some(Terrain::Desert)),
            swamp: places(&|space| space.terrain == Some(Terrain::Swamp)),
        }
    }

    /// The number of the connection between two places.
    #[inline]
    #[must_use]
    pub fn between(&self, from: PlaceId, to: PlaceId) -> Option<usize> {
        let near = self.next.get(from)?;
        near.iter().find(|(near, _)| *near == to).map(|(_, at)| *at)
    }

    /// The places joined to a place by a connection of any kind.
    #[inline]
    #[must_use]
    pub fn next_to(&self, place: PlaceId) -> BitSet {
        self.neighbours.of(place)
    }

    /// Are two places joined by a connection of any kind?
    #[inline]
    #[must_use]
    pub fn joined(&self, a: PlaceId, b: PlaceId) -> bool {
        self.neighbours.joined(a, b)
    }

    /// The finished railroads of 1914 that a tracer may use.
    #[inline]
    #[must_use]
    pub const fn rails(&self, tracer: Tracer) -> &Graph {
        &self.rails[tracer as usize]
    }

    /// Is `to` nearer to Greece or to Bulgaria than `from` is (11.1.10-2)?
    #[must_use]
    pub fn leads_home(&self, from: PlaceId, to: PlaceId) -> bool {
        self.homeward.iter().any(|far| {
            let far = |place: PlaceId| far.get(place).copied().unwrap_or(NEVER);
            far(to) < far(from)
        })
    }
}

/// How many connections each place is away from a set of places.
fn distances(graph: &Graph, from: BitSet, places: usize) -> Vec<u16> {
    let mut far = vec![NEVER; places];
    let (mut edge, mut seen) = (from, from);
    for steps in 0..NEVER {
        if edge.is_empty() {
            break;
        }
        let mut next = BitSet::EMPTY;
        edge.for_each(|place| {
            far[place] = steps;
            next |= graph.of(place);
        });
        edge = next - seen;
        seen |= edge;
    }
    far
}
