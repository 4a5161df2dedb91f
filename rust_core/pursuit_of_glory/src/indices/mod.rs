//! What is prepared once of the tables, for questions that are asked often.

mod alphabet;
mod at_large;
mod blank;
mod bounds;
mod counters;
mod distances;
pub(crate) mod fit;
mod lookups;
pub mod network;
mod stakes;
mod ways;
mod words;

pub(crate) use alphabet::Alphabet;
pub(crate) use at_large::{EAST, PERSIA, at_large};
pub(crate) use blank::blank;
pub(crate) use bounds::{Bounds, Count, KINDS, NOWHERE, Places, TRAITS, Trait};
pub use counters::{Counter, Counters, Crowd, Nations};
pub(crate) use distances::NEVER;
pub(crate) use lookups::Lookups;
pub use network::Network;
pub use stakes::Stakes;
pub use ways::Ways;
pub(crate) use words::Words;
