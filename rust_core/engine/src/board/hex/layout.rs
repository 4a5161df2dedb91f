//! How a map numbers its hexes: columns and rows, of which every other one is shifted.

use super::Hex;
use crate::error::{Error, Result};
use crate::names::vocabulary;

vocabulary! {
    /// How hexes stand.
    Top, "way for hexes to stand" {
        /// A side on top: columns are straight, every other one is shifted down by half a hex.
        Flat = "flat",
        /// A corner on top: rows are straight, every other one is shifted right by half a hex.
        Pointy = "pointy",
    }
}

vocabulary! {
    /// Which columns or rows are shifted.
    Shifted, "parity" {
        /// Those of odd numbers.
        Odd = "odd",
        /// Those of even numbers.
        Even = "even",
    }
}

impl Top {
    /// The names of the six directions, clockwise.
    #[must_use]
    pub const fn names(self) -> [&'static str; 6] {
        match self {
            Self::Flat => ["n", "ne", "se", "s", "sw", "nw"],
            Self::Pointy => ["nw", "ne", "e", "se", "sw", "w"],
        }
    }
}

/// A map's columns and rows, as they are printed: hex 0101 is column 1 and row 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Layout {
    /// How hexes stand.
    pub top: Top,
    /// Which columns (flat top) or rows (pointy top) are shifted down or right.
    pub shifted: Shifted,
}

impl Layout {
    /// By how many whole hexes a column or row begins later, because of those before it.
    const fn shift(self, line: i32) -> i32 {
        let odd = line & 1;
        match self.shifted {
            Shifted::Odd => (line - odd) / 2,
            Shifted::Even => (line + odd) / 2,
        }
    }

    /// The hex of a column and a row.
    #[must_use]
    pub fn hex(self, column: i16, row: i16) -> Hex {
        let (column, row) = (i32::from(column), i32::from(row));
        match self.top {
            Top::Flat => Hex {
                q: column,
                r: row - self.shift(column),
            },
            Top::Pointy => Hex {
                q: column - self.shift(row),
                r: row,
            },
        }
    }

    /// The column and the row of a hex.
    #[must_use]
    pub const fn offset(self, hex: Hex) -> (i32, i32) {
        match self.top {
            Top::Flat => (hex.q, hex.r + self.shift(hex.q)),
            Top::Pointy => (hex.q + self.shift(hex.r), hex.r),
        }
    }

    /// The number as wargames print it: two digits of the column, two of the row; `None` outside
    /// 0000 to 9999.
    #[must_use]
    pub fn number(self, hex: Hex) -> Option<String> {
        let (column, row) = self.offset(hex);
        let printed = 0..100;
        let fits = printed.contains(&column) && printed.contains(&row);
        fits.then(|| format!("{column:02}{row:02}"))
    }

    /// The hex of a printed number.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is not of four digits.
    pub fn parse(self, number: &str) -> Result<Hex> {
        let digits = number.len() == 4 && number.bytes().all(|byte| byte.is_ascii_digit());
        let parts = digits.then(|| number.split_at(2));
        let parts = parts.and_then(|(column, row)| Some((column.parse().ok()?, row.parse().ok()?)));
        let (column, row) = parts.ok_or_else(|| {
            let shown: String = number.chars().take(80).collect();
            let said = format!("'{shown}' is no number of a hex: column and row, such as 0714");
            Error::bad("hex", said)
        })?;
        Ok(self.hex(column, row))
    }

    /// The middle of a hex on paper, the sides of hexes being 1 long: right, and down.
    #[must_use]
    pub fn middle(self, hex: Hex) -> (f64, f64) {
        let (q, r) = (f64::from(hex.q), f64::from(hex.r));
        let root = 3_f64.sqrt();
        match self.top {
            Top::Flat => (1.5 * q, root * (r + q / 2.0)),
            Top::Pointy => (root * (q + r / 2.0), 1.5 * r),
        }
    }
}
