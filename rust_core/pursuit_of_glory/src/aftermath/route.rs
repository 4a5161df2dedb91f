//! Paths after the dice: short, and often compared.

use crate::data::PlaceId;

/// More places than any advance has (12.9.9-6).
const LONGEST: usize = 6;

/// The places of a short path, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Route {
    /// The places plus one; 0 behind the last.
    places: [u16; LONGEST],
}

impl Route {
    /// A path, without what is too long of it: no such path is legal.
    #[must_use]
    pub fn new(path: &[PlaceId]) -> Self {
        let mut places = [0; LONGEST];
        for (slot, place) in places.iter_mut().zip(path) {
            *slot = u16::try_from(place + 1).unwrap_or(u16::MAX);
        }
        Self { places }
    }

    /// The places.
    pub fn places(self) -> impl Iterator<Item = PlaceId> {
        let places = self.places.into_iter();
        places.map_while(|place| usize::from(place).checked_sub(1))
    }

    /// The places as an order names them.
    #[must_use]
    pub fn path(self) -> Vec<PlaceId> {
        self.places().collect()
    }

    /// How many they are.
    #[must_use]
    pub fn len(self) -> usize {
        self.places().count()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.places[0] == 0
    }

    /// The first place.
    #[must_use]
    pub fn first(self) -> Option<PlaceId> {
        self.places().next()
    }

    /// The last place.
    #[must_use]
    pub fn last(self) -> Option<PlaceId> {
        self.places().last()
    }
}
