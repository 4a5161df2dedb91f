//! Boards of any game: sets of places, and places joined by connections.

pub mod bitset;
pub mod graph;
