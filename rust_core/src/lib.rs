//! The fast paths of Lex Belli. Start at [`pursuit_of_glory`]; [`board`] and [`chance`] know no game.

#[cfg(feature = "tables")]
pub mod batch;
pub mod board;
pub mod chance;
pub mod error;
pub mod names;
pub mod pursuit_of_glory;
#[cfg(feature = "python")]
mod python;
pub mod resources;
#[cfg(feature = "tables")]
pub mod tables;
pub mod threads;
