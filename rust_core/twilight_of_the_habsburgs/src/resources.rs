//! The tables and scenarios that travel inside the library.

use engine::resources::Embedded;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The files of `scenarios/twilight_of_the_habsburgs/`.
pub const SCENARIOS: Embedded = Embedded(EMBEDDED);
