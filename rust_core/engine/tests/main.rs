//! The tests of the engine.
//!
//! They are one program: to link a dozen takes longer than to run them.

mod chance;
mod evaluation;
mod hex;
mod mending;
