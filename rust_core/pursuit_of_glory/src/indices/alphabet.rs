//! The places in alphabetical order.

use crate::tables::{PlaceId, Space};

/// The places on the map in the order of the alphabet, so that numbers compare like ids.
#[derive(Debug)]
pub(crate) struct Alphabet {
    /// The places, one after the other.
    pub(crate) names: Vec<PlaceId>,
    /// Where each place comes.
    pub(crate) ranks: Vec<usize>,
}

impl Alphabet {
    pub(crate) fn new(spaces: &[Space], on_map: usize) -> Self {
        let mut names: Vec<PlaceId> = (0..on_map).collect();
        names.sort_by_key(|place| &spaces[*place].id);
        let mut ranks = vec![0; on_map];
        for (rank, place) in names.iter().enumerate() {
            ranks[*place] = rank;
        }
        Self { names, ranks }
    }
}
