//! The cards by name (3.3), and the words in which tables say when they may be played and what they
//! do.

mod conditions;
mod effects;
mod names;

pub use conditions::*;
pub use effects::*;
pub use names::*;
