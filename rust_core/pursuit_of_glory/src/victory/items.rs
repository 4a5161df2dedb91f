//! The lines of the ledger.

use crate::cards::{JERUSALEM_BY_CHRISTMAS, NAMED};
use crate::data::PlaceId;
use engine::names::vocabulary;
use smallvec::SmallVec;

vocabulary! {
    /// When a line is added.
    Step, "step of the ledger" {
        /// Step 1 of the War Status Phase (6.0.F.1).
        WarStatus = "war_status",
        /// The armistice (5.2.2.2).
        Armistice = "armistice",
    }
}

vocabulary! {
    /// What adds VPs at the game's end.
    Item, "item of the ledger" {
        TurksInGalicia = "turks_in_galicia",
        Blockade = "blockade",
        CpMandatedOffensiveMissed = "cp_mandated_offensive_missed",
        ApMandatedOffensiveMissed = "ap_mandated_offensive_missed",
        JerusalemByChristmasMet = "jerusalem_by_christmas_met",
        JerusalemByChristmasFailed = "jerusalem_by_christmas_failed",
        CpOilField = "cp_oil_field",
        ApOilField = "ap_oil_field",
        JihadHigh = "jihad_8_or_more",
        JihadLow = "jihad_3_or_less",
        TurksAtSuez = "turks_next_to_suez_canal",
        TurksInIndia = "turks_in_india",
        CpInCairo = "cp_in_cairo",
        ApOnGallipoli = "ap_on_gallipoli",
        ApInConstantinople = "ap_in_constantinople",
        Bid = "bid",
    }
}

impl Item {
    /// When it is added.
    #[must_use]
    pub const fn step(self) -> Step {
        match self {
            Self::TurksInGalicia
            | Self::Blockade
            | Self::CpMandatedOffensiveMissed
            | Self::ApMandatedOffensiveMissed
            | Self::JerusalemByChristmasMet
            | Self::JerusalemByChristmasFailed => Step::WarStatus,
            _ => Step::Armistice,
        }
    }

    /// The rule that adds it; a card's number for what only a card says.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::TurksInGalicia => "16.5.1-1",
            Self::Blockade => "16.5.2-1",
            Self::CpMandatedOffensiveMissed | Self::ApMandatedOffensiveMissed => "7.1.3-3",
            Self::JerusalemByChristmasMet | Self::JerusalemByChristmasFailed => {
                NAMED[JERUSALEM_BY_CHRISTMAS].id
            }
            Self::CpOilField => "5.2.2.2-2",
            Self::ApOilField => "5.2.2.2-3",
            Self::JihadHigh => "5.2.2.2-4",
            Self::JihadLow => "5.2.2.2-12",
            Self::TurksAtSuez => "5.2.2.2-5",
            Self::TurksInIndia => "5.2.2.2-6",
            Self::CpInCairo => "5.2.2.2-7",
            Self::ApOnGallipoli => "5.2.2.2-8",
            Self::ApInConstantinople => "5.2.2.2-13",
            Self::Bid => "5.2.2.2-10",
        }
    }
}

/// A line of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LedgerLine {
    /// What it is.
    pub item: Item,
    /// What it adds, in the CP's favour.
    pub vp: i32,
    /// The oil field it is about.
    pub place: Option<PlaceId>,
}

impl LedgerLine {
    /// A line that counts once, whoever it is about.
    pub(super) const fn total(item: Item, vp: i32) -> Self {
        Self {
            item,
            vp,
            place: None,
        }
    }

    /// A line of one place.
    pub(super) const fn of(item: Item, vp: i32, place: PlaceId) -> Self {
        Self {
            item,
            vp,
            place: Some(place),
        }
    }
}

/// The lines, few enough to need no memory of their own.
pub type Lines = SmallVec<[LedgerLine; 16]>;
