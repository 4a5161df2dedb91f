//! How wide the sets of this game are: 320 spaces, units or cards.

/// A set of spaces, units or cards.
pub type BitSet = engine::board::BitSet<5>;
/// Which spaces are joined.
pub type Graph = engine::board::Graph<5>;
/// Sets of spaces that are mutually joined besides.
pub type Joins = engine::board::Joins<5>;
