//! The cheapest paths over hexes, with costs of entering a hex and of crossing a hexside.

use super::HexGrid;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// What it costs to get from some hexes to all others, and how. Costs are whole numbers: a game with
/// half points counts in halves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Paths {
    reached: Vec<Option<(u32, usize)>>,
}

impl HexGrid {
    /// The cheapest paths from any of `starts` that cost `most` at the most. `cost` is told the hex
    /// left, the hex entered and the hexside crossed, and says what that costs; `None` if it cannot
    /// be. Of paths that cost the same always the same one is taken.
    pub fn paths(
        &self,
        starts: impl IntoIterator<Item = usize>,
        most: u32,
        mut cost: impl FnMut(usize, usize, usize) -> Option<u32>,
    ) -> Paths {
        let mut reached: Vec<Option<(u32, usize)>> = vec![None; self.hexes().len()];
        let mut waiting = BinaryHeap::new();
        for start in starts {
            if let Some(place) = reached.get_mut(start) {
                *place = Some((0, start));
                waiting.push(Reverse((0, start)));
            }
        }
        while let Some(Reverse((so_far, from))) = waiting.pop() {
            if reached[from].is_some_and(|(known, _)| known < so_far) {
                continue;
            }
            for (to, side) in self.neighbours(from) {
                let sum = cost(from, to, side).and_then(|cost| so_far.checked_add(cost));
                let Some(sum) = sum.filter(|sum| *sum <= most) else {
                    continue;
                };
                let known = reached[to].is_some_and(|(known, _)| known <= sum);
                if !known {
                    reached[to] = Some((sum, from));
                    waiting.push(Reverse((sum, to)));
                }
            }
        }
        Paths { reached }
    }
}

impl Paths {
    /// What it costs to get to a hex; `None` if it is too far or cannot be reached.
    #[must_use]
    pub fn cost(&self, id: usize) -> Option<u32> {
        let reached = self.reached.get(id).copied().flatten();
        reached.map(|(cost, _)| cost)
    }

    /// The hexes that can be reached, with what it costs.
    pub fn reached(&self) -> impl Iterator<Item = (usize, u32)> {
        let all = self.reached.iter().enumerate();
        all.filter_map(|(id, reached)| reached.map(|(cost, _)| (id, cost)))
    }

    /// The way to a hex, both ends included; nothing if it is not reached.
    #[must_use]
    pub fn way(&self, end: usize) -> Vec<usize> {
        let mut way = Vec::new();
        let mut at = end;
        while let Some(Some((_, from))) = self.reached.get(at) {
            way.push(at);
            if *from == at {
                break;
            }
            at = *from;
        }
        way.reverse();
        way
    }
}
