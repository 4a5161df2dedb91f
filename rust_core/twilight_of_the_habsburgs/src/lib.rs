//! Twilight of the Habsburgs: its tables, its positions, and the rules that must be fast.

pub mod board;
pub mod check;
pub mod collapse;
pub mod combat;
pub mod command;
pub mod data;
pub mod document;
pub mod facts;
pub mod fog;
pub mod front;
pub mod hidden;
pub mod indices;
pub mod movement;
pub mod offers;
mod order;
pub mod orders;
mod playing;
pub mod position;
pub mod resources;
pub mod sample;
pub mod sequence;
pub mod setup;
pub mod state;
pub mod tables;
pub mod validate;
pub mod victory;
pub mod vocabulary;
