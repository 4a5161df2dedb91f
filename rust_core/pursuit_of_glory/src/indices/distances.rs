//! How far the places of the map are from each other.

use crate::board::{BitSet, Graph};

/// The distance of what cannot be reached.
pub(crate) const NEVER: u8 = u8::MAX;

/// The steps between any two places, found once: a byte for each pair.
#[derive(Debug)]
pub(crate) struct Distances {
    steps: Vec<u8>,
    places: usize,
}

impl Distances {
    /// Counts them; steps between places of `free` that are joined count nothing.
    pub(crate) fn new(graph: &Graph, places: usize, free: BitSet) -> Self {
        let mut steps = vec![NEVER; places * places];
        for (from, steps) in steps.chunks_mut(places.max(1)).enumerate() {
            let mut edge: BitSet = std::iter::once(from).collect();
            let mut seen = BitSet::EMPTY;
            for far in 0..NEVER {
                let mut more = edge & free;
                while !more.is_empty() {
                    more = (graph.around(&more) & free) - seen - edge;
                    edge |= more;
                }
                if edge.is_empty() {
                    break;
                }
                edge.for_each(|place| {
                    if let Some(steps) = steps.get_mut(place) {
                        *steps = far;
                    }
                });
                seen |= edge;
                edge = graph.around(&edge) - seen;
            }
        }
        Self { steps, places }
    }

    /// The distances of all places to this one, which are those from it.
    #[inline]
    pub(crate) fn to(&self, place: usize) -> &[u8] {
        let begin = place * self.places;
        let steps = self.steps.get(begin..begin + self.places);
        steps.unwrap_or_default()
    }
}
