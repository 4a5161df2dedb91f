//! The tests of Pursuit of Glory.
//!
//! They are one program: to link a dozen takes longer than to run them.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod aftermath;
mod asked;
mod attacks;
#[cfg(feature = "tables")]
mod batch;
mod battles;
mod check;
mod choices;
mod combat;
mod evaluation;
mod hidden;
mod inside;
mod orders;
mod orders_page;
mod play;
mod playing;
mod properties;
mod reading;
mod reading_positions;
mod redeployment;
mod replacements;
mod scenarios;
mod tables;
mod witness;
