//! What is prepared once of the tables, for questions that are asked often.

mod alphabet;
mod blank;
mod bounds;
mod counters;
mod distances;
pub(crate) mod fit;
mod lines;
mod lookups;
mod movement_graph;
mod name_index;
pub mod network;
mod unrestricted;
mod victory_index;

pub(crate) use alphabet::Alphabet;
pub(crate) use blank::blank;
pub(crate) use bounds::{Bounds, Count, KINDS, NOWHERE, Places, TRAITS, Trait};
pub use counters::{Counter, Counters, Crowd, Nations};
pub(crate) use distances::NEVER;
pub use lines::{Lines, Ways};
pub(crate) use lookups::Lookups;
pub use movement_graph::MovementGraph;
pub(crate) use name_index::NameIndex;
pub use network::Network;
pub(crate) use unrestricted::{EAST, PERSIA, unrestricted};
pub use victory_index::VictoryIndex;
