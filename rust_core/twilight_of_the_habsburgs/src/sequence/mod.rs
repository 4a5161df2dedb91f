//! Playing: what a position asks, and the position after an answer (3.0).
//!
//! Positions never change; every answer makes a new one. Chance is a decision of nobody's, with its
//! odds, so no random number is drawn here.

mod agenda;
mod answer;
mod battle_losses;
mod before;
mod chance;
mod combat;
mod decision;
pub mod evaluation;
mod events;
mod losses;
mod offensive;
mod reinforcement;
mod retreat;
mod scouting;
mod segments;
mod supposing;
mod turn;

pub use answer::Refusal;
pub use chance::Outcome;
pub use decision::{Decision, Parameters};
