//! The hexes of a map as a board: dense ids for hexes and hexsides.

use super::{Direction, Hex, Hexside, Layout};
use crate::board::{BitSet, Graph};
use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Some hexes with ids from 0, by column and row; and the hexsides between any two of them, with ids
/// of their own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HexGrid {
    layout: Layout,
    hexes: Vec<Hex>,
    ids: BTreeMap<Hex, usize>,
    /// For every hex and direction the hex there, and the side between them.
    beside: Vec<[Option<(usize, usize)>; 6]>,
    /// For every side the hexes that share it, the lesser first.
    sides: Vec<[usize; 2]>,
}

impl HexGrid {
    /// The most hexes of a board: those that can be numbered.
    pub const MOST: usize = 10_000;

    /// A board of these hexes.
    ///
    /// # Errors
    /// [`Error::BadInput`] if a hex stands twice, cannot be numbered, or there are too many.
    pub fn new(layout: Layout, hexes: impl IntoIterator<Item = Hex>) -> Result<Self> {
        let mut hexes: Vec<Hex> = hexes.into_iter().take(Self::MOST + 1).collect();
        if hexes.len() > Self::MOST {
            let said = format!("more than {} are too many", Self::MOST);
            return Err(Error::bad("hexes", said));
        }
        if let Some(hex) = hexes.iter().find(|hex| layout.number(**hex).is_none()) {
            let (column, row) = layout.offset(*hex);
            let said = format!("column {column} and row {row} cannot be printed: 0 to 99");
            return Err(Error::bad("hexes", said));
        }
        hexes.sort_by_key(|hex| layout.offset(*hex));
        if let Some(twice) = hexes.windows(2).find(|pair| pair[0] == pair[1]) {
            let number = layout.number(twice[0]).unwrap_or_default();
            return Err(Error::bad("hexes", format!("'{number}' stands twice")));
        }
        let ids: BTreeMap<Hex, usize> = hexes.iter().copied().zip(0..).collect();
        let mut beside = vec![[None; 6]; hexes.len()];
        let mut sides = Vec::new();
        for (id, hex) in hexes.iter().enumerate() {
            for direction in Direction::ALL {
                let Some(other) = ids.get(&hex.neighbour(direction)).copied() else {
                    continue;
                };
                if id < other {
                    beside[id][direction.number()] = Some((other, sides.len()));
                    beside[other][direction.opposite().number()] = Some((id, sides.len()));
                    sides.push([id, other]);
                }
            }
        }
        Ok(Self {
            layout,
            hexes,
            ids,
            beside,
            sides,
        })
    }

    /// A board of all hexes of these columns and rows.
    ///
    /// # Errors
    /// As [`Self::new`].
    pub fn rectangle(
        layout: Layout,
        columns: RangeInclusive<u8>,
        rows: RangeInclusive<u8>,
    ) -> Result<Self> {
        let column = |column: u8| {
            let row = move |row: u8| layout.hex(column.into(), row.into());
            rows.clone().map(row)
        };
        Self::new(layout, columns.flat_map(column))
    }

    /// How its hexes are numbered.
    #[must_use]
    pub const fn layout(&self) -> Layout {
        self.layout
    }

    /// The hexes by id.
    #[must_use]
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// The id of a hex.
    #[must_use]
    pub fn id(&self, hex: Hex) -> Option<usize> {
        self.ids.get(&hex).copied()
    }

    /// The printed number of a hex of the board; nothing of an id that it has not.
    #[must_use]
    pub fn number(&self, id: usize) -> String {
        let number = self.hexes.get(id).and_then(|hex| self.layout.number(*hex));
        number.unwrap_or_default()
    }

    /// The id of a printed number.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is no number, or of no hex of the board.
    pub fn find(&self, number: &str) -> Result<usize> {
        let found = self.id(self.layout.parse(number)?);
        found.ok_or_else(|| Error::bad("hex", format!("'{number}' is not on the map")))
    }

    /// The hex beside another.
    #[inline]
    #[must_use]
    pub fn neighbour(&self, id: usize, direction: Direction) -> Option<usize> {
        self.beside.get(id)?[direction.number()].map(|(other, _)| other)
    }

    /// The hexes beside another, each with the hexside between them, clockwise.
    #[inline]
    pub fn neighbours(&self, id: usize) -> impl Iterator<Item = (usize, usize)> {
        let beside = self.beside.get(id).copied().unwrap_or_default();
        beside.into_iter().flatten()
    }

    /// For each hexside the two hexes that share it, the lesser first.
    #[must_use]
    pub fn sides(&self) -> &[[usize; 2]] {
        &self.sides
    }

    /// The hexside between two hexes.
    #[must_use]
    pub fn side(&self, a: usize, b: usize) -> Option<usize> {
        let found = self.neighbours(a).find(|(other, _)| *other == b);
        found.map(|(_, side)| side)
    }

    /// The hexsides that go on from the ends of another, as a river does.
    #[must_use]
    pub fn beside_side(&self, side: usize) -> Vec<usize> {
        let Some([a, b]) = self.sides.get(side).copied() else {
            return Vec::new();
        };
        let here = Hexside::between(self.hexes[a], self.hexes[b]);
        let near = here.into_iter().flat_map(Hexside::neighbours);
        let known = near.filter_map(|side| {
            let [a, b] = side.hexes();
            self.side(self.id(a)?, self.id(b)?)
        });
        known.collect()
    }

    /// The hexes that share a side, as a graph of places.
    ///
    /// # Errors
    /// [`Error::BadInput`] if sets of that width cannot hold them.
    pub fn graph<const WORDS: usize>(&self) -> Result<Graph<WORDS>> {
        let room = BitSet::<WORDS>::CAPACITY;
        if self.hexes.len() > room {
            let said = format!("{} do not fit into sets of {room}", self.hexes.len());
            return Err(Error::bad("hexes", said));
        }
        let mut graph = Graph::new(self.hexes.len());
        for [a, b] in &self.sides {
            graph.join(*a, *b);
        }
        Ok(graph)
    }
}
