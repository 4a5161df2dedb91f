//! The table of orders: everything a side can choose, by the decisions that ask for it.

use crate::tables::{HexId, UnitId};
use crate::vocabulary::{CombatTable, DecisionKind as Kind};
use engine::names::WordList;
use engine::orders::{Field, Of, Slot, Slots, Term};

/// The kinds of names that orders speak of.
pub(crate) const UNIT: usize = 0;
/// Hexes of the map.
pub(crate) const HEX: usize = 1;

/// The longest path of a `go`; no unit has so many movement points.
pub const LONGEST_PATH: usize = 24;
/// The longest path of a `rail`.
pub const LONGEST_RIDE: usize = 120;

const A_UNIT: Field = Field::one("unit", Of::Name(UNIT));
const A_HEX: Field = Field::one("hex", Of::Name(HEX));
const A_PATH: Field = Field::one("path", Of::Name(HEX));
const A_TARGET: Field = Field::one("target", Of::Name(HEX));
static TABLES: WordList = CombatTable::LIST;
const A_TABLE: Field = Field::one("table", Of::Word(&TABLES));

/// Words in orders are numbered as in their vocabulary.
impl Slot for CombatTable {
    #[inline(always)]
    fn take(slots: &mut Slots, at: usize) -> Option<Self> {
        Self::ALL.get(slots.name(at)?).copied()
    }

    fn put(&self, slots: &mut Slots, at: usize) {
        slots.put(at, *self as usize);
    }
}

engine::orders! {
    /// The smallest thing that can be chosen.
    pub enum Order of Kind {
        /// Sets a unit up.
        Place = "place", "14.3", [Kind::Setup] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// Where.
            hex: HexId = A_HEX,
        };
        /// Turns a unit to its trench side.
        Entrench = "entrench", "12.1", [Kind::Setup, Kind::Reorganization] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Turns a unit to its mobile side.
        Mobilize = "mobilize", "12.1", [Kind::Reorganization] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Takes a step from a unit that has another.
        Reduce = "reduce", "14.7, 9.33", [Kind::Attrition, Kind::Losses] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Takes all steps of a unit.
        Eliminate = "eliminate", "14.7-4, 9.33, 7.3",
            [Kind::Attrition, Kind::Losses, Kind::Excess] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Places a reinforcement.
        Arrive = "arrive", "10.1", [Kind::Reinforcement] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// Where.
            hex: HexId = A_HEX,
        };
        /// Gives a step back to a unit.
        Restore = "restore", "10.21", [Kind::Reinforcement] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Brings an eliminated unit back.
        Rebuild = "rebuild", "10.24", [Kind::Reinforcement] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// Where.
            hex: HexId = A_HEX,
        };
        /// Moves a unit, hex by hex.
        Go = "go", "8.1", [Kind::Movement] (Term::Steps) {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// The hexes it enters, in order; never empty, at most [`LONGEST_PATH`].
            path: Vec<HexId> = A_PATH.filled_path(LONGEST_PATH),
        };
        /// Moves a unit along railways, hex by hex.
        Rail = "rail", "8.5", [Kind::Movement] (Term::Steps) {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// The hexes it enters, in order; never empty, at most [`LONGEST_RIDE`].
            path: Vec<HexId> = A_PATH.filled_path(LONGEST_RIDE),
        };
        /// Carries a unit across Lake Garda.
        Ferry = "ferry", "13.61", [Kind::Movement] {
            /// The unit.
            unit: UnitId = A_UNIT,
            /// Where it lands.
            hex: HexId = A_HEX,
        };
        /// Sends the lake submarine against the transport.
        Submarine = "submarine", "13.62", [Kind::Submarine];
        /// Tries to keep what an offensive gives.
        Offensive = "offensive", "14.84", [Kind::Offensive];
        /// Looks at the units in a hex.
        Scout = "scout", "13.12", [Kind::Scouting] {
            /// The headquarters.
            unit: UnitId = A_UNIT,
            /// The hex.
            hex: HexId = A_HEX,
        };
        /// Attacks a hex.
        Attack = "attack", "9.1", [Kind::Attack] {
            /// A unit that attacks.
            unit: UnitId = A_UNIT.each(),
            /// The hex.
            hex: HexId = A_HEX,
            /// The combat table.
            table: CombatTable = A_TABLE,
        };
        /// Places the gas marker.
        Gas = "gas", "13.8", [Kind::Attack] {
            /// Where.
            hex: HexId = A_HEX,
        };
        /// Places the marker of the navy.
        Bombard = "bombard", "13.51", [Kind::Attack] {
            /// Where.
            hex: HexId = A_HEX,
            /// The hex at which it fires.
            target: HexId = A_TARGET,
        };
        /// Moves a unit that must retreat.
        Retreat = "retreat", "9.4", [Kind::Retreat] {
            /// The unit.
            unit: UnitId = A_UNIT,
            /// Where.
            hex: HexId = A_HEX,
        };
    }
}

impl Order {
    /// The unit it is about, if it is about one.
    #[must_use]
    pub const fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Place { unit, .. }
            | Self::Entrench { unit }
            | Self::Mobilize { unit }
            | Self::Reduce { unit }
            | Self::Eliminate { unit }
            | Self::Arrive { unit, .. }
            | Self::Restore { unit }
            | Self::Rebuild { unit, .. }
            | Self::Go { unit, .. }
            | Self::Rail { unit, .. }
            | Self::Ferry { unit, .. }
            | Self::Scout { unit, .. }
            | Self::Attack { unit, .. }
            | Self::Retreat { unit, .. } => Some(*unit),
            Self::Submarine | Self::Offensive | Self::Gas { .. } | Self::Bombard { .. } => None,
        }
    }

    /// Whether a decision asks for such orders.
    #[must_use]
    pub fn answers(&self, asked: Kind) -> bool {
        use engine::orders::Order as _;
        let takers = Self::TAKERS.get(self.form());
        takers.is_some_and(|takers| takers.contains(&asked))
    }
}
