//! Hexsides: rivers, trenches and borders run along them.

use super::{Direction, Hex};

/// The side between two hexes, whichever is named first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hexside {
    hex: Hex,
    direction: Direction,
}

impl Hexside {
    /// The side of a hex in a direction.
    #[must_use]
    pub const fn of(hex: Hex, direction: Direction) -> Self {
        // Every side is kept with the first three directions only.
        if direction.number() < 3 {
            return Self { hex, direction };
        }
        Self {
            hex: hex.neighbour(direction),
            direction: direction.opposite(),
        }
    }

    /// The side between two hexes, if they are neighbours.
    #[must_use]
    pub fn between(a: Hex, b: Hex) -> Option<Self> {
        a.direction_to(b).map(|direction| Self::of(a, direction))
    }

    /// The two hexes that share it.
    #[must_use]
    pub const fn hexes(self) -> [Hex; 2] {
        [self.hex, self.hex.neighbour(self.direction)]
    }

    /// The two hexes that touch its ends.
    #[must_use]
    pub const fn ends(self) -> [Hex; 2] {
        [
            self.hex.neighbour(self.direction.turned(-1)),
            self.hex.neighbour(self.direction.turned(1)),
        ]
    }

    /// The four sides that go on from its ends.
    #[must_use]
    pub fn neighbours(self) -> [Self; 4] {
        let (one, other) = (self.direction.turned(-1), self.direction.turned(1));
        let next = self.hex.neighbour(self.direction);
        [
            Self::of(self.hex, one),
            Self::of(self.hex, other),
            Self::of(next, one.turned(-1)),
            Self::of(next, other.turned(1)),
        ]
    }
}
