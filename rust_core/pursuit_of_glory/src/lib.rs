//! Pursuit of Glory: its tables, its positions, and the rules that must be fast.

pub mod activation;
pub mod aftermath;
pub mod answers;
mod assessment;
pub mod attacks;
pub mod attrition;
mod battle_facts;
pub mod board;
#[cfg(feature = "tables")]
pub mod bulk;
#[cfg(feature = "tables")]
pub mod bulk_phases;
pub mod cards;
pub mod check;
pub mod combat;
pub mod control;
pub mod data;
mod decision_facts;
pub mod declaration;
pub mod document;
pub mod enumeration;
pub mod facts;
mod hidden;
pub mod indices;
mod observed;
pub mod offers;
pub mod operation_facts;
mod order;
pub mod orders;
mod playing;
pub mod position;
pub mod readings;
pub mod resources;
pub mod saying;
pub mod sequence;
pub mod setup;
pub mod state;
pub mod supply;
pub mod tables;
pub mod validate;
pub mod victory;
mod victory_facts;
pub mod vocabulary;
