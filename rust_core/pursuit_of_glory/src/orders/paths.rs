//! The path a player means who names only where a unit is to go.

use super::LONGEST_PATH;
use super::hops::{Hops, Walk};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{Alphabet, Connection, Data, NEVER, PlaceId, UnitId};
use crate::position::Position;
use crate::vocabulary::Side;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Fills in paths in one position.
pub struct Guide<'a> {
    position: &'a Position,
    hops: [OnceCell<Box<Hops<'a>>>; 2],
}

impl<'a> Guide<'a> {
    /// Nothing is prepared yet.
    #[must_use]
    pub const fn new(position: &'a Position) -> Self {
        Self {
            position,
            hops: [OnceCell::new(), OnceCell::new()],
        }
    }

    pub(super) fn data(&self) -> &'a Data {
        self.position.data()
    }

    /// Whether there is nothing for [`Self::fill`] to fill in.
    #[inline]
    pub(super) fn complete(&self, unit: UnitId, named: &[PlaceId]) -> bool {
        let data = self.data();
        let Some(mut at) = self.position.place(unit).filter(|at| *at < data.on_map) else {
            return true;
        };
        if *named == [at] {
            return false;
        }
        named.iter().all(|place| {
            let from = std::mem::replace(&mut at, *place);
            from == *place || data.movement_graph.joined(from, *place)
        })
    }

    /// The map as the side of a unit finds it.
    pub fn hops(&self, unit: UnitId) -> &Hops<'a> {
        let side = match self.position.side_of(unit) {
            Side::Special => self.position.data().units[unit].side,
            side => side,
        };
        self.hops[index(side)].get_or_init(|| Box::new(Hops::new(self.position, side)))
    }

    /// The places the unit enters to get to `named`, one after the other.
    ///
    /// Between places that are not next to each other goes the path a player would mean: over
    /// connections the unit may use, past no enemies, unbesieged enemy forts or closed places;
    /// with the fewest MPs, then the fewest places the own side does not control, then the fewest
    /// places, then the first by the alphabet. If there is none within the MF, it is the shortest
    /// path at all: what bars that one is what the player must hear of. If even that is missing or
    /// too long to spell out, nothing is filled in. Who is to go where he stands goes to a place next to
    /// it and back.
    pub(super) fn fill(&self, unit: UnitId, named: &[PlaceId]) -> Vec<PlaceId> {
        if self.complete(unit, named) {
            return named.to_vec();
        }
        let hops = self.hops(unit);
        let Some(mut at) = hops.start(unit) else {
            return named.to_vec();
        };
        if *named == [at] {
            let out = there_and_back(hops, unit, at);
            return out.into_iter().chain([at]).collect();
        }
        let mut path = Vec::with_capacity(LONGEST_PATH.min(8));
        for place in named {
            if at != *place && !hops.next(at, *place) {
                let between =
                    sensible_way(hops, unit, at, *place).or_else(|| shortest_way(hops, at, *place));
                path.extend(between.into_iter().flatten());
            }
            path.push(*place);
            at = *place;
        }
        if path.len() > LONGEST_PATH {
            return named.to_vec();
        }
        path
    }

    /// Whether something is filled in, so that these places alone would be read as another path.
    pub(super) fn gap(&self, unit: UnitId, path: &[PlaceId]) -> bool {
        self.fill(unit, path) != path
    }
}

/// The place that a unit would go to and come back from, if there is one within the MF.
fn there_and_back(hops: &Hops<'_>, unit: UnitId, at: PlaceId) -> Option<PlaceId> {
    let own = hops.view.control[index(hops.side)];
    let out = hops.from(at).filter(|(next, over)| {
        let back = || hops.may_enter(unit, *next, at);
        hops.may_use(unit, over) && sensible(hops, unit, at, *next) && back()
    });
    let price = |(next, over): (PlaceId, &Connection)| {
        let walk = hops.step(unit, Walk::default(), next, over);
        let spent = hops.step(unit, walk, at, over).spent;
        let rank = hops.data().alphabet.ranks[next];
        (spent <= hops.mf(unit)).then_some((spent, !own.contains(next), rank, next))
    };
    out.filter_map(price).min().map(|(.., next)| next)
}

/// The places of the way between two places that a player would take, if it is within the MF.
pub fn sensible_way(
    hops: &Hops<'_>,
    unit: UnitId,
    from: PlaceId,
    to: PlaceId,
) -> Option<Vec<PlaceId>> {
    let mf = u16::from(hops.mf(unit));
    // What any way on costs at least. Within the Gallipoli map a step may cost nothing (11.4).
    let least = hops.data().movement_graph.least_points.to(to);
    let least = |place: PlaceId| least.get(place).map_or(u16::MAX, |least| u16::from(*least));
    if least(from) > mf {
        return None;
    }
    let Alphabet { names, ranks } = &hops.data().alphabet;
    let own = hops.view.control[index(hops.side)];
    let mut open = BinaryHeap::from([Reverse(((0, 0, 0, Vec::new()), from, false))]);
    let mut done = [BitSet::EMPTY; 2];
    while let Some(Reverse(((mps, foreign, count, path), at, inner))) = open.pop() {
        if at == to {
            let places = path.iter().map(|rank| names[*rank]);
            return Some(places.take(path.len() - 1).collect());
        }
        if done[usize::from(inner)].contains(at) {
            continue;
        }
        done[usize::from(inner)].insert(at);
        for (next, over) in hops.from(at) {
            let walk = hops.step(unit, Walk { spent: 0, inner }, next, over);
            let mps = mps + u16::from(walk.spent);
            if mps.saturating_add(least(next)) > mf
                || done[usize::from(walk.inner)].contains(next)
                || !hops.may_use(unit, over)
                || (next != to && !sensible(hops, unit, at, next))
            {
                continue;
            }
            let mut longer = path.clone();
            longer.push(ranks[next]);
            let foreign = foreign + u16::from(!own.contains(next));
            open.push(Reverse((
                (mps, foreign, count + 1_u16, longer),
                next,
                walk.inner,
            )));
        }
    }
    None
}

/// The places of the shortest way between two places, whatever bars it.
pub fn shortest_way(hops: &Hops<'_>, from: PlaceId, to: PlaceId) -> Option<Vec<PlaceId>> {
    let data = hops.data();
    let own = hops.view.control[index(hops.side)];
    let steps = data.movement_graph.steps.to(to);
    let far = |place: PlaceId| steps.get(place).copied().unwrap_or(NEVER);
    if far(from) == NEVER {
        return None;
    }
    let nearer = |at: PlaceId| {
        let near = data.movement_graph.next_to(at).iter();
        near.filter(move |next| far(*next) < far(at))
    };
    // The fewest places of others from each place on, along the shortest ways; nearest first.
    let mut stages = vec![BitSet::EMPTY; usize::from(far(from)) + 1];
    stages[usize::from(far(from))].insert(from);
    for stage in (1..stages.len()).rev() {
        let next = stages[stage].iter().flat_map(nearer).collect();
        stages[stage - 1] = next;
    }
    let mut foreign = vec![0_u16; data.on_map];
    for place in stages.iter().skip(1).flat_map(BitSet::iter) {
        let least = nearer(place)
            .map(|next| foreign[next] + u16::from(!own.contains(next)))
            .min();
        foreign[place] = least.unwrap_or(0);
    }
    let (mut at, mut between) = (from, Vec::new());
    loop {
        at = nearer(at).min_by_key(|next| {
            let foreign = foreign[*next] + u16::from(!own.contains(*next));
            (foreign, data.alphabet.ranks[*next])
        })?;
        if at == to {
            return Some(between);
        }
        between.push(at);
    }
}

/// Whether a player would send the unit through this place.
pub fn sensible(hops: &Hops<'_>, unit: UnitId, from: PlaceId, place: PlaceId) -> bool {
    hops.may_enter(unit, from, place)
        && hops.may_pass(place)
        && !hops.hostile(place)
        && !hops.forts.contains(place)
        && !hops.troubled.contains(place)
        && (hops.position.state().beachheads.contains(place)
            || !hops.data().network.beachheads.contains(place))
}
