//! The map as movement sees it: which connection joins two places, and what runs on rails.

use super::distances::Distances;
use super::network::Tracer;
use crate::board::{BitSet, Graph};
use crate::tables::{Connection, PlaceId, Space};
use crate::vocabulary::*;

/// The distance of what cannot be reached.
const NEVER: u16 = u16::MAX;

/// The connections of the map, prepared once per set of tables.
#[derive(Debug)]
pub struct MovementGraph {
    /// The neighbours of one place after another, and the connection to each.
    next: Vec<(u16, u32)>,
    /// Where each place's neighbours begin.
    first: Vec<u32>,
    /// Neighbours over connections of any kind.
    pub(crate) neighbours: Graph,
    /// Neighbours over connections that cost one point and are kept for nobody.
    plain: Graph,
    /// The finished railroads of 1914 that each tracer may use (3.1.5.1-1, 11.1.3.a).
    rails: [Graph; Tracer::ALL.len()],
    /// How many connections places on the map are from each other.
    pub(crate) steps: Distances,
    /// How many movement points they are at least: on the Gallipoli map steps may cost nothing
    /// (11.4).
    pub(crate) least_points: Distances,
    /// Connections to the nearest space of Greece, and of Bulgaria (11.1.10-2).
    homeward: [Vec<u16>; 2],
    /// The places of the Gallipoli map (3.1.3).
    pub gallipoli: BitSet,
    /// Island bases.
    pub islands: BitSet,
    /// Regions and island bases: activated by stacks, with no limit of stacking (9.2.6-1, 10.0-2).
    pub unlimited_stacking: BitSet,
    /// Spaces and regions of the main map.
    pub ground: BitSet,
    /// Persia: closed at first (18.8.5.1).
    pub persia: BitSet,
    /// Places in restricted areas (18.1).
    pub restricted: BitSet,
    /// The banks of straits.
    pub banks: BitSet,
    /// Desert.
    pub desert: BitSet,
    /// Swamp.
    pub swamp: BitSet,
}

impl MovementGraph {
    /// Prepares the connections.
    #[must_use]
    pub fn new(spaces: &[Space], on_map: usize, connections: &[Connection]) -> Self {
        let mut near = vec![Vec::new(); spaces.len()];
        let mut neighbours = Graph::new(spaces.len());
        let mut plain = Graph::new(spaces.len());
        for (number, connection) in (0..).zip(connections) {
            let short = |place: PlaceId| u16::try_from(place).unwrap_or(u16::MAX);
            near[connection.a].push((short(connection.b), number));
            near[connection.b].push((short(connection.a), number));
            neighbours.join(connection.a, connection.b);
        }
        for (place, near) in near.iter().enumerate() {
            for (to, at) in near {
                let over = &connections[*at as usize];
                let special = over.link == Link::GreenLine
                    || over.strait.is_some()
                    || over.no_tribes
                    || !over.nations.is_empty();
                // Of two connections between the same places the first counts.
                let first = near.iter().find(|(other, _)| other == to);
                if !special && first == Some(&(*to, *at)) {
                    plain.join(place, usize::from(*to));
                }
            }
        }
        let mut first = vec![0];
        for near in &near {
            let begin = first.last().copied().unwrap_or(0);
            first.push(begin + u32::try_from(near.len()).unwrap_or(0));
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
        let gallipoli = places(&|space| space.map == Map::Gallipoli);
        let steps = Distances::new(&neighbours, on_map, BitSet::EMPTY);
        let least_points = Distances::new(&neighbours, on_map, gallipoli);
        Self {
            next: near.concat(),
            first,
            neighbours,
            plain,
            rails,
            steps,
            least_points,
            homeward,
            gallipoli,
            islands: places(&|space| space.kind == Kind::IslandBase),
            unlimited_stacking: places(&|space| {
                matches!(space.kind, Kind::Region | Kind::IslandBase)
            }),
            ground: places(&|space| {
                matches!(space.kind, Kind::Space | Kind::Region) && space.map == Map::Main
            }),
            persia: places(&|space| matches!(space.area, Area::PersiaNeutral | Area::PersiaRegion)),
            restricted: places(&|space| space.restricted_area.is_some()),
            banks: (connections.iter().filter(|over| over.strait.is_some()))
                .flat_map(|over| [over.a, over.b])
                .collect(),
            desert: places(&|space| space.terrain == Some(Terrain::Desert)),
            swamp: places(&|space| space.terrain == Some(Terrain::Swamp)),
        }
    }

    /// The places next to a place, each with the number of the connection to it, in the order of
    /// these numbers.
    #[inline]
    pub fn from(&self, place: PlaceId) -> impl Iterator<Item = (PlaceId, usize)> {
        let bound = |at: usize| self.first.get(at).map_or(0, |bound| *bound as usize);
        let near = self.next.get(bound(place)..bound(place + 1));
        let near = near.unwrap_or_default().iter();
        near.map(|(to, number)| (usize::from(*to), *number as usize))
    }

    /// The number of the connection between two places.
    #[inline]
    #[must_use]
    pub fn between(&self, from: PlaceId, to: PlaceId) -> Option<usize> {
        let number = |(near, number)| (near == to).then_some(number);
        self.from(from).find_map(number)
    }

    /// The number of a place among a place and its neighbours, in the order of their connections,
    /// from 1; `None` if it is none of them.
    #[must_use]
    pub fn neighbour_number(&self, place: PlaceId, other: PlaceId) -> Option<u16> {
        let places = std::iter::once(place).chain(self.from(place).map(|(to, _)| to));
        let at = places.take(15).position(|known| known == other)?;
        u16::try_from(at + 1).ok()
    }

    /// The place of such a number.
    #[must_use]
    pub fn neighbour(&self, place: PlaceId, number: u16) -> Option<PlaceId> {
        let mut places = std::iter::once(place).chain(self.from(place).map(|(to, _)| to));
        places.nth(usize::from(number).checked_sub(1)?)
    }

    /// The places joined to a place by a connection of any kind.
    #[inline]
    #[must_use]
    pub fn next_to(&self, place: PlaceId) -> BitSet {
        self.neighbours.of(place)
    }

    /// Whether two places are joined by a connection of any kind.
    #[inline]
    #[must_use]
    pub fn joined(&self, a: PlaceId, b: PlaceId) -> bool {
        self.neighbours.joined(a, b)
    }

    /// Whether two places are joined by a connection that everybody may use and that costs one
    /// point.
    #[inline]
    #[must_use]
    pub fn plain(&self, from: PlaceId, to: PlaceId) -> bool {
        self.plain.joined(from, to)
    }

    /// The finished railroads of 1914 that a tracer may use.
    #[inline]
    #[must_use]
    pub const fn rails(&self, tracer: Tracer) -> &Graph {
        &self.rails[tracer as usize]
    }

    /// Whether `to` is nearer to Greece or to Bulgaria than `from` is (11.1.10-2).
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
