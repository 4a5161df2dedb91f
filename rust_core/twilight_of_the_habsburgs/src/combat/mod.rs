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
use crate::orders::{Move, Order};
use crate::position::Position;
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

impl Attack {
    /// The attack of a move: its first hex and table, with the units that name them.
    #[must_use]
    pub fn declared(position: &Position, made: &Move) -> Option<Self> {
        let side = position.state().active()?;
        let (mut aim, mut units) = (None, Units::EMPTY);
        for order in made.orders() {
            if let Order::Attack { unit, hex, table } = order
                && *aim.get_or_insert((*hex, *table)) == (*hex, *table)
            {
                units.insert(*unit);
            }
        }
        let (hex, table) = aim?;
        let marked = |wanted: &dyn Fn(&Order) -> bool| made.orders().iter().any(wanted);
        Some(Self {
            side,
            units,
            hex,
            table,
            gas: marked(&|order| matches!(order, Order::Gas { hex: at } if *at == hex)),
            bombarded: marked(
                &|order| matches!(order, Order::Bombard { target, .. } if *target == hex),
            ),
        })
    }
}
