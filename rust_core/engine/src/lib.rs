//! What every game needs, and no game by name: boards, chance, names, errors, threads.

pub mod agenda;
pub mod board;
pub mod chance;
pub mod document;
pub mod enumeration;
pub mod error;
pub mod evaluation;
pub mod json;
pub mod mending;
pub mod names;
pub mod orders;
pub mod play;
pub mod resources;
pub mod saying;
pub mod sheet;
pub mod state;
pub mod threads;
