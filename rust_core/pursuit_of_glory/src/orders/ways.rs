//! The ways that a unit could go, each a step longer than one before it.

use super::LONGEST_PATH;
use super::choices::Choices;
use super::hops::Walk;
use crate::board::BitSet;
use crate::data::{PlaceId, UnitId};

/// Where a unit has come to, and how.
type Stands = (PlaceId, Walk);

/// Ways from one place, shortest first.
#[derive(Debug, Default)]
pub(super) struct Ways {
    /// Where each ends, and the one it goes on from: its number, plus one; 0 = the start.
    steps: Vec<(usize, PlaceId)>,
}

impl Ways {
    /// How many there are.
    pub(super) const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Where each ends.
    pub(super) fn ends(&self) -> impl ExactSizeIterator<Item = PlaceId> + '_ {
        self.steps.iter().map(|(_, end)| *end)
    }

    /// The last places of a way, the last one first.
    pub(super) fn back_from(&self, at: usize) -> impl Iterator<Item = PlaceId> + '_ {
        let mut next = at + 1;
        std::iter::from_fn(move || {
            let (before, place) = self.steps.get(next.checked_sub(1)?)?;
            next = *before;
            Some(*place)
        })
    }

    /// The places of a way; none if there is no such way.
    pub(super) fn path(&self, at: usize) -> Vec<PlaceId> {
        let mut path: Vec<_> = self.back_from(at).collect();
        path.reverse();
        path
    }
}

/// The steps on from where units have come to.
struct Known {
    /// How far one has come, the steps on from there, and the one before it in the same place.
    found: Vec<(Walk, Vec<Stands>, usize)>,
    /// By place, how many there were with the last one found there; 0 = none.
    last: [u16; BitSet::CAPACITY],
}

impl Default for Known {
    fn default() -> Self {
        Self {
            found: Vec::new(),
            last: [0; BitSet::CAPACITY],
        }
    }
}

impl Known {
    /// The steps on from where one has come to, which are found once.
    fn steps(&mut self, (place, walk): Stands, find: impl FnOnce() -> Vec<Stands>) -> &[Stands] {
        let mut number = usize::from(self.last[place]);
        let before = number;
        while number > 0 && self.found[number - 1].0 != walk {
            number = self.found[number - 1].2;
        }
        if number == 0 {
            self.found.push((walk, find(), before));
            number = self.found.len();
            self.last[place] = number as u16;
        }
        &self.found[number - 1].1
    }
}

impl Choices<'_> {
    /// Every way that is listed, shortest first, up to `most` of them.
    pub(super) fn ways(&self, unit: UnitId, most: usize) -> Ways {
        let mut ways = Ways::default();
        let Some(begun) = self.walk(unit, &[]) else {
            return ways;
        };
        // How far each of them has come, behind whoever has not set out.
        let mut walked: Vec<Stands> = vec![begun];
        // Many of them go on from the same place.
        let mut known = Known::default();
        let (mut next, mut length, mut longer_from) = (0, 0, 1);
        while next < walked.len() && ways.len() < most {
            if next == longer_from {
                (length, longer_from) = (length + 1, walked.len());
            }
            if length == LONGEST_PATH {
                break;
            }
            let stands = walked[next];
            let steps = known.steps(stands, || self.onward(unit, next == 0, stands));
            // The way there matters on the Gallipoli map alone.
            let some;
            let longer = if self.minds_way(unit, steps) {
                let before = next.checked_sub(1);
                let path = before.map_or_else(Vec::new, |at| ways.path(at));
                some = self.listed(unit, &path, steps.to_vec());
                &some
            } else {
                steps
            };
            ways.steps.extend(longer.iter().map(|(to, _)| (next, *to)));
            walked.extend(longer);
            next += 1;
        }
        ways.steps.truncate(most);
        ways
    }

    /// The places of each of them.
    #[must_use]
    pub fn paths(&self, unit: UnitId, most: usize) -> Vec<Vec<PlaceId>> {
        let ways = self.ways(unit, most);
        (0..ways.len()).map(|at| ways.path(at)).collect()
    }
}
