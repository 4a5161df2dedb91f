//! The path a player means who names only where a unit is to go.

use super::LONGEST_PATH;
use super::hops::{Hops, Walk};
use crate::pursuit_of_glory::control::index;
use crate::pursuit_of_glory::data::{Data, PlaceId, UnitId};
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::vocabulary::Side;
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

/// Fills in paths in one position.
pub(super) struct Guide<'a> {
    position: &'a Position,
    hops: [OnceCell<Box<Hops<'a>>>; 2],
    alphabet: OnceCell<Alphabet>,
}

impl<'a> Guide<'a> {
    pub(super) const fn new(position: &'a Position) -> Self {
        Self {
            position,
            hops: [OnceCell::new(), OnceCell::new()],
            alphabet: OnceCell::new(),
        }
    }

    pub(super) fn data(&self) -> &'a Data {
        self.position.data()
    }

    /// Is there nothing for [`Self::fill`] to fill in?
    #[inline]
    pub(super) fn complete(&self, unit: UnitId, named: &[PlaceId]) -> bool {
        let data = self.data();
        let Some(mut at) = self.position.place(unit).filter(|at| *at < data.on_map) else {
            return true;
        };
        named.iter().all(|place| {
            let from = std::mem::replace(&mut at, *place);
            from == *place || data.ways.joined(from, *place)
        })
    }

    fn hops(&self, unit: UnitId) -> &Hops<'a> {
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
    /// too long to spell out, nothing is filled in.
    pub(super) fn fill(&self, unit: UnitId, named: &[PlaceId]) -> Vec<PlaceId> {
        if self.complete(unit, named) {
            return named.to_vec();
        }
        let hops = self.hops(unit);
        let Some(mut at) = hops.start(unit) else {
            return named.to_vec();
        };
        let alphabet = self.alphabet.get_or_init(|| Alphabet::new(self.data()));
        let mut path = Vec::new();
        for place in named {
            if at != *place && !hops.next(at, *place) {
                let chosen = search(hops, alphabet, unit, at, *place, true)
                    .filter(|found| found.mps <= u16::from(hops.mf(unit)))
                    .or_else(|| search(hops, alphabet, unit, at, *place, false));
                path.extend(chosen.into_iter().flat_map(|found| found.between));
            }
            path.push(*place);
            at = *place;
        }
        if path.len() > LONGEST_PATH {
            return named.to_vec();
        }
        path
    }

    /// Is something filled in, so that these places alone would be read as another path?
    pub(super) fn gap(&self, unit: UnitId, path: &[PlaceId]) -> bool {
        self.fill(unit, path) != path
    }
}

/// A way from one place to another.
struct Found {
    /// The places between them.
    between: Vec<PlaceId>,
    /// What it costs, the last step included.
    mps: u16,
}

/// The places on the map in the order of the alphabet, so that numbers compare like ids.
struct Alphabet {
    names: Vec<PlaceId>,
    ranks: Vec<usize>,
}

impl Alphabet {
    fn new(data: &Data) -> Self {
        let mut names: Vec<PlaceId> = (0..data.on_map).collect();
        names.sort_by_key(|place| &data.spaces[*place].id);
        let mut ranks = vec![0; data.on_map];
        for (rank, place) in names.iter().enumerate() {
            ranks[*place] = rank;
        }
        Self { names, ranks }
    }
}

/// The way between two places; with `sense` only such as a player would go through.
fn search(
    hops: &Hops<'_>,
    alphabet: &Alphabet,
    unit: UnitId,
    from: PlaceId,
    to: PlaceId,
    sense: bool,
) -> Option<Found> {
    let Alphabet { names, ranks } = alphabet;
    let own = hops.view.control[index(hops.side)];
    let mut open = BinaryHeap::from([Reverse(((0, 0, 0, Vec::new()), from, false, 0_u16))]);
    let mut done = HashSet::new();
    while let Some(Reverse(((price, foreign, count, path), at, inner, mps))) = open.pop() {
        if at == to {
            let places = path.iter().map(|rank| names[*rank]);
            return Some(Found {
                between: places.take(path.len() - 1).collect(),
                mps,
            });
        }
        if !done.insert((at, inner)) {
            continue;
        }
        for (next, over) in hops.from(at) {
            let walk = hops.step(unit, Walk { spent: 0, inner }, next, over);
            if sense
                && !(hops.may_use(unit, over) && (next == to || sensible(hops, unit, at, next)))
            {
                continue;
            }
            let spent = u16::from(walk.spent);
            let mut longer = path.clone();
            longer.push(ranks[next]);
            let next_price = (
                price + if sense { spent } else { 1 },
                foreign + u16::from(!own.contains(next)),
                count + 1_u16,
                longer,
            );
            open.push(Reverse((next_price, next, walk.inner, mps + spent)));
        }
    }
    None
}

/// Would a player send the unit through this place?
fn sensible(hops: &Hops<'_>, unit: UnitId, from: PlaceId, place: PlaceId) -> bool {
    hops.may_enter(unit, from, place)
        && hops.may_pass(place)
        && !hops.hostile(place)
        && !hops.forts.contains(place)
        && !hops.troubled.contains(place)
        && (hops.position.state().beachheads.contains(place)
            || !hops.data().network.beachheads.contains(place))
}
