//! The tables and scenarios that travel inside the library.

use engine::resources::Embedded;

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The files of `scenarios/pursuit_of_glory/`.
pub const SCENARIOS: Embedded = Embedded(EMBEDDED);
