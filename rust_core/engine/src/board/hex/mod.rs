//! Hexes of any map: coordinates, directions, distances, lines.
//!
//! A hex has axial coordinates `q` and `r`; with `s = -q - r` they are cube coordinates. Where hexes
//! have a flat top, `q` counts columns; where they have a pointy one, `r` counts rows. How a map
//! numbers its hexes is the matter of a [`Layout`], which hexes it has that of a [`HexGrid`].

mod grid;
mod layout;
mod paths;
mod side;
mod weave;

pub use grid::HexGrid;
pub use layout::{Layout, Shifted, Top};
pub use paths::Paths;
pub use side::Hexside;
pub use weave::Weave;

/// A hex by its axial coordinates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Hex {
    q: i32,
    r: i32,
}

/// One of the six directions, clockwise from 0: with a flat top north, north-east, south-east, south,
/// south-west, north-west; with a pointy one north-west, north-east, east, south-east, south-west,
/// west.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

impl Direction {
    /// All six, clockwise.
    pub const ALL: [Self; 6] = [Self(0), Self(1), Self(2), Self(3), Self(4), Self(5)];

    /// The number, from 0 to 5.
    #[inline]
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The direction the other way.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self((self.0 + 3) % 6)
    }

    /// The direction so many sixths of a turn clockwise.
    #[inline]
    #[must_use]
    pub const fn turned(self, sixths: i8) -> Self {
        // Of a remainder below 6 the sign is gone.
        #[allow(clippy::cast_sign_loss, reason = "a remainder is not negative")]
        Self((self.0 + sixths.rem_euclid(6) as u8) % 6)
    }

    /// The name, `n` or `ne`, which depends on how hexes stand.
    #[must_use]
    pub const fn name(self, top: Top) -> &'static str {
        top.names()[self.number()]
    }

    #[inline]
    const fn step(self) -> (i32, i32) {
        [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)][self.number()]
    }
}

/// What a line between two hexes runs through at one of its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// One hex.
    In(Hex),
    /// A hexside: the two hexes beside it, the lesser first.
    Between(Hex, Hex),
}

impl Hex {
    /// A hex of these axial coordinates.
    #[inline]
    #[must_use]
    pub const fn new(q: i16, r: i16) -> Self {
        // Kept wider, so that no step leads out of what can be told.
        Self {
            q: q as i32,
            r: r as i32,
        }
    }

    /// The first axial coordinate.
    #[inline]
    #[must_use]
    pub const fn q(self) -> i32 {
        self.q
    }

    /// The second axial coordinate.
    #[inline]
    #[must_use]
    pub const fn r(self) -> i32 {
        self.r
    }

    /// The third cube coordinate: all three add up to 0.
    #[inline]
    #[must_use]
    pub const fn s(self) -> i32 {
        -self.q - self.r
    }

    /// The hex beside this one.
    #[inline]
    #[must_use]
    pub const fn neighbour(self, direction: Direction) -> Self {
        let (q, r) = direction.step();
        Self {
            q: self.q + q,
            r: self.r + r,
        }
    }

    /// The six hexes around this one, in the order of [`Direction::ALL`].
    #[inline]
    #[must_use]
    pub fn neighbours(self) -> [Self; 6] {
        Direction::ALL.map(|direction| self.neighbour(direction))
    }

    /// The direction of a hex beside this one.
    #[inline]
    #[must_use]
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        let beside = |direction: &Direction| self.neighbour(*direction) == other;
        Direction::ALL.into_iter().find(beside)
    }

    /// How many steps it is to another hex.
    #[inline]
    #[must_use]
    pub const fn distance(self, other: Self) -> u32 {
        let (q, r) = (self.q - other.q, self.r - other.r);
        (q.unsigned_abs() + r.unsigned_abs() + (q + r).unsigned_abs()) / 2
    }

    /// The hexes at a distance, clockwise; of distance 0 the hex itself.
    pub fn ring(self, radius: u16) -> impl Iterator<Item = Self> {
        let long = i32::from(radius);
        let sides = if radius == 0 { 0 } else { 6 };
        let along = Direction::ALL.into_iter().take(sides);
        let around = along.flat_map(move |corner| {
            let (q, r) = corner.step();
            let (dq, dr) = corner.turned(2).step();
            (0..long).map(move |at| Self {
                q: self.q + q * long + dq * at,
                r: self.r + r * long + dr * at,
            })
        });
        (radius == 0).then_some(self).into_iter().chain(around)
    }

    /// The hexes up to a distance, the nearest first.
    pub fn range(self, radius: u16) -> impl Iterator<Item = Self> {
        (0..=radius).flat_map(move |at| self.ring(at))
    }

    /// The line to another hex, both ends included: at every step the hex that is nearest to a string
    /// between the two middles, or both where the string runs over the middle of a hexside.
    #[must_use]
    pub fn line(self, end: Self) -> Vec<Step> {
        let long = i64::from(self.distance(end));
        (0..=long).map(|at| self.step(end, at, long)).collect()
    }

    fn step(self, end: Self, at: i64, long: i64) -> Step {
        if long == 0 {
            return Step::In(self);
        }
        // Everything so many times as large, and so in whole numbers.
        let on = |from: i32, to: i32| i64::from(from) * (long - at) + i64::from(to) * at;
        let (q, r) = (on(self.q, end.q), on(self.r, end.r));
        let (mut nearest, mut tie, mut least) = ((0, 0), None, i64::MAX);
        for (dq, dr) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
            let hex = (q.div_euclid(long) + dq, r.div_euclid(long) + dr);
            let (dq, dr) = (q - hex.0 * long, r - hex.1 * long);
            let far = dq * dq + dr * dr + dq * dr;
            if far < least {
                (nearest, tie, least) = (hex, None, far);
            } else if far == least {
                tie = Some(hex);
            }
        }
        // Between two hexes of a map there is no coordinate that they do not have.
        let hex = |(q, r): (i64, i64)| Self {
            q: i32::try_from(q).unwrap_or(self.q),
            r: i32::try_from(r).unwrap_or(self.r),
        };
        match tie {
            Some(tie) => Step::Between(hex(nearest), hex(tie)),
            None => Step::In(hex(nearest)),
        }
    }
}

impl Step {
    /// The hexes, one or two.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let (one, other) = match self {
            Self::In(hex) => (hex, None),
            Self::Between(hex, other) => (hex, Some(other)),
        };
        std::iter::once(one).chain(other)
    }
}
