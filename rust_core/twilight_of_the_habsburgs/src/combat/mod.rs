//! Combat: from an attack to figures, column, and the results of every face of the die (9, 11, 14.8).
//!
//! Arithmetic only: whether the rules allow an attack is not asked here.

mod figures;
mod options;
mod sensitivity;
mod strength;
mod surrounded;

pub use figures::{Figures, Fortress, Strength};
#[doc(hidden)]
pub use options::{Alike, chosen, each_set};
pub use options::{AttackOption, Wanted};
pub use sensitivity::Change;
pub use surrounded::Against;

use crate::board::Units;
use crate::data::HexId;
use crate::vocabulary::{CombatTable, Side};

/// An attack: declared, or to be weighed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attack {
    /// Who attacks.
    pub side: Side,
    /// The units that take part; each stands beside the hex.
    pub units: Units,
    /// The hex.
    pub hex: HexId,
    /// The combat table.
    pub table: CombatTable,
    /// Is the gas marker placed there with this attack (13.8)?
    pub gas: bool,
    /// Does the navy fire there from this attack on (13.51)?
    pub bombarded: bool,
}
