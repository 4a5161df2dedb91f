//! How wide sets of hexes, units and a few other things are.

/// A set of hexes of the map; a map has at most 2240.
pub type Hexes = engine::board::BitSet<35>;
/// A set of units; there are at most 256.
pub type Units = engine::board::BitSet<4>;
/// A set of fortresses, depots or towns; there are at most 64 of each.
pub type Few = engine::board::BitSet<1>;
/// A rectangle of hexes.
pub type Weave = engine::board::hex::Weave<35>;
