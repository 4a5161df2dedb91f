//! Places joined by connections, and how far one gets over them.

use super::bitset::BitSet;

/// For each place the set of its neighbours; connections run both ways.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Graph<const WORDS: usize> {
    neighbours: Vec<BitSet<WORDS>>,
}

impl<const WORDS: usize> Graph<WORDS> {
    /// A graph of `places` places, of which no more are kept than a set can hold, and no connections.
    #[must_use]
    pub fn new(places: usize) -> Self {
        Self {
            neighbours: vec![BitSet::EMPTY; places.min(BitSet::<WORDS>::CAPACITY)],
        }
    }

    /// Joins two places. Places outside the graph are ignored.
    pub fn join(&mut self, a: usize, b: usize) {
        if a < self.neighbours.len() && b < self.neighbours.len() {
            self.neighbours[a].insert(b);
            self.neighbours[b].insert(a);
        }
    }

    /// The neighbours of a place.
    #[inline]
    #[must_use]
    pub fn of(&self, place: usize) -> BitSet<WORDS> {
        self.neighbours.get(place).copied().unwrap_or_default()
    }

    /// Whether two places are joined.
    #[inline]
    #[must_use]
    pub fn joined(&self, a: usize, b: usize) -> bool {
        self.neighbours.get(a).is_some_and(|near| near.contains(b))
    }

    /// The neighbours of all these places.
    #[inline]
    #[must_use]
    pub fn around(&self, places: &BitSet<WORDS>) -> BitSet<WORDS> {
        let mut near = BitSet::EMPTY;
        places.for_each(|place| near |= self.neighbours.get(place).copied().unwrap_or_default());
        near
    }

    /// All places of `open` that can be reached from `start` (whose members outside `open` are
    /// dropped) by going through places of `open` only, over connections and `joins`.
    #[inline]
    #[must_use]
    pub fn flood(
        &self,
        start: BitSet<WORDS>,
        open: BitSet<WORDS>,
        joins: &Joins<WORDS>,
    ) -> BitSet<WORDS> {
        let mut seen = start & open;
        let mut edge = seen;
        while !edge.is_empty() {
            // A whole generation at a time keeps the words in registers.
            let mut next = BitSet::EMPTY;
            edge.for_each(|place| next |= self.neighbours[place]);
            if joins.ends.meets(&edge) {
                next |= joins.over(edge);
            }
            edge = (next & open) - seen;
            seen |= edge;
        }
        seen
    }
}

/// Connections besides those of a graph: sets of places that are mutually joined.
#[derive(Debug, Clone, Copy, Default)]
pub struct Joins<const WORDS: usize> {
    groups: [BitSet<WORDS>; MOST_JOINS],
    count: usize,
    ends: BitSet<WORDS>,
}

/// How many sets there can be.
const MOST_JOINS: usize = 8;

impl<const WORDS: usize> Joins<WORDS> {
    /// How many sets there can be.
    pub const CAPACITY: usize = MOST_JOINS;

    /// Joins the places of a set. More than [`Self::CAPACITY`] sets are ignored.
    pub fn add(&mut self, group: BitSet<WORDS>) {
        if let Some(room) = self.groups.get_mut(self.count)
            && !group.is_empty()
        {
            *room = group;
            self.count += 1;
            self.ends |= group;
        }
    }

    /// The places joined to any of `places`.
    #[inline]
    #[must_use]
    pub fn over(&self, places: BitSet<WORDS>) -> BitSet<WORDS> {
        self.groups[..self.count]
            .iter()
            .filter(|group| group.meets(&places))
            .fold(BitSet::EMPTY, |all, group| all | *group)
    }
}

#[cfg(test)]
mod tests {
    use super::{BitSet, Graph, Joins};

    #[test]
    fn floods_stop_at_closed_places_and_cross_groups() {
        let mut graph = Graph::<1>::new(6);
        for (a, b) in [(0, 1), (1, 2), (2, 3), (4, 5)] {
            graph.join(a, b);
        }
        let open: BitSet<1> = [0, 1, 3, 4, 5].into_iter().collect();
        let start: BitSet<1> = [0].into_iter().collect();
        let reached: Vec<_> = graph.flood(start, open, &Joins::default()).iter().collect();
        assert_eq!(reached, [0, 1]);
        let ferry: BitSet<1> = [1, 4].into_iter().collect();
        let mut joins = Joins::default();
        joins.add(ferry);
        let reached: Vec<_> = graph.flood(start, open, &joins).iter().collect();
        assert_eq!(reached, [0, 1, 4, 5]);
    }
}
