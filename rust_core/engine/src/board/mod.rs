//! Boards of any game: sets of places, places joined by connections, and grids of hexes.

pub mod bitset;
pub mod graph;
pub mod hex;

pub use bitset::BitSet;
pub use graph::{Graph, Joins};
