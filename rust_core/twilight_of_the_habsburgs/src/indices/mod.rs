//! What is prepared once of the tables because it is asked often.

mod campaign;
mod ground;
mod words;

pub use campaign::{Campaign, JAEGERS};
pub use ground::{Beside, Ground};
pub(crate) use words::Words;
