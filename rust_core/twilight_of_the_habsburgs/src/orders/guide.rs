//! The path a player means who names only where a unit is to go.

use super::{LONGEST_PATH, LONGEST_RIDE};
use crate::data::{Data, HexId, UnitId};
use crate::movement::{Movement, Scratch};
use crate::position::Position;
use std::cell::RefCell;

/// Fills in paths in one position.
pub(super) struct Guide<'a> {
    position: &'a Position,
    scratch: RefCell<Scratch>,
}

impl<'a> Guide<'a> {
    pub(super) fn new(position: &'a Position) -> Self {
        Self {
            position,
            scratch: RefCell::default(),
        }
    }

    pub(super) fn data(&self) -> &'a Data {
        self.position.data()
    }

    /// The hexes a unit enters to get to `named`, one after the other: where they do not touch, the
    /// cheapest way the unit may take, or else the shortest at all.
    pub(super) fn fill_go(&self, unit: UnitId, named: &[HexId]) -> Vec<HexId> {
        self.fill(unit, named, LONGEST_PATH, |movement, from, to| {
            movement.way(unit, from, to, &mut self.scratch.borrow_mut())
        })
    }

    /// The same along railways.
    pub(super) fn fill_ride(&self, unit: UnitId, named: &[HexId]) -> Vec<HexId> {
        self.fill(unit, named, LONGEST_RIDE, |movement, from, to| {
            movement.ride(unit, from, to)
        })
    }

    fn fill(
        &self,
        unit: UnitId,
        named: &[HexId],
        most: usize,
        way: impl Fn(&Movement<'_, '_>, HexId, HexId) -> Option<Vec<HexId>>,
    ) -> Vec<HexId> {
        let data = self.data();
        let Some(mut at) = self.position.hex(unit) else {
            return named.to_vec();
        };
        let touch = |from: HexId, to: HexId| data.ground.between(from, to).is_some();
        let mut last = at;
        let gap = |to: &HexId| {
            let from = std::mem::replace(&mut last, *to);
            from != *to && !touch(from, *to)
        };
        if !named.iter().any(gap) {
            return named.to_vec();
        }
        let front = self.position.front();
        let movement = Movement::new(&front, data.units[unit].side);
        let mut path = Vec::new();
        for to in named {
            if at != *to && !touch(at, *to) {
                let between = way(&movement, at, *to).unwrap_or_else(|| shortest(data, at, *to));
                path.extend(between.into_iter().filter(|hex| hex != to));
            }
            path.push(*to);
            at = *to;
        }
        if path.len() > most {
            return named.to_vec();
        }
        path
    }

    /// Is something filled in, so that these hexes alone would be read as another path?
    pub(super) fn gap(&self, unit: UnitId, path: &[HexId], rides: bool) -> bool {
        let filled = match rides {
            true => self.fill_ride(unit, path),
            false => self.fill_go(unit, path),
        };
        filled != path
    }
}

/// The hexes of a straight way between two, the first left out.
fn shortest(data: &Data, from: HexId, to: HexId) -> Vec<HexId> {
    let hex = |at: HexId| data.map.hexes[at].hex;
    let end = hex(to);
    let mut way = Vec::new();
    let mut at = from;
    while at != to {
        let near = data.ground.beside[at].iter().map(|beside| beside.hex);
        let Some(next) = near.min_by_key(|next| (hex(*next).distance(end), *next)) else {
            break;
        };
        way.push(next);
        at = next;
    }
    way
}
