//! The tests of Twilight of the Habsburgs.
//!
//! They are one program: to link a dozen takes longer than to run them.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod battles;
mod campaign;
mod check;
mod command;
mod evaluation;
mod hidden;
mod inside;
mod offers;
mod orders_page;
mod play;
mod playing;
mod simulation;
mod support;
mod tables;
