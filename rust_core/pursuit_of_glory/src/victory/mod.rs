//! Victory: how the game would end if it ended now (5, 16.2, 16.5; `docs/victory.md`).

mod items;
mod offensives;
mod text;

pub use items::{Item, LedgerLine, Lines, Step};

use super::control::{ControlMap, View, index, turkish_corps_in_galicia};
use super::position::Position;
use super::state::{FrameKind, Scalar, State, unbias};
use super::vocabulary::*;
use crate::cards::ROYAL_NAVY_BLOCKADE;
use engine::names::vocabulary;

/// What ends the game for the AP at once (5.2.1.a).
const AP_AUTOMATIC: i32 = 0;
/// What ends it for the CP (5.2.1.b-1).
const CP_AUTOMATIC: i32 = 20;

vocabulary! {
    /// The levels of victory (5.2.2.2-11, 5.3).
    Level, "level of victory" {
        ApAutomatic = "ap_automatic", ApMarginal = "ap_marginal", ApEndurance = "ap_endurance",
        CpEndurance = "cp_endurance", CpMarginal = "cp_marginal", CpAutomatic = "cp_automatic",
    }
}

impl Level {
    /// The level an armistice with so many VPs ends at (5.2.2.2-11).
    #[must_use]
    pub const fn of(vp: i32) -> Self {
        match vp {
            14.. => Self::CpMarginal,
            10..=13 => Self::CpEndurance,
            7..=9 => Self::ApEndurance,
            _ => Self::ApMarginal,
        }
    }

    /// Who has won.
    #[must_use]
    pub const fn winner(self) -> Side {
        match self {
            Self::ApAutomatic | Self::ApMarginal | Self::ApEndurance => Side::Ap,
            _ => Side::Cp,
        }
    }

    /// The winner's points in a tournament (5.4).
    #[must_use]
    pub const fn points(self) -> u8 {
        match self {
            Self::ApAutomatic | Self::CpAutomatic => 3,
            Self::ApMarginal | Self::CpMarginal => 2,
            Self::ApEndurance | Self::CpEndurance => 1,
        }
    }

    /// The rule the level is of.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::ApAutomatic => "5.2.1.a",
            Self::CpAutomatic => "5.2.1.b-1",
            _ => "5.2.2.2-11",
        }
    }
}

vocabulary! {
    /// How a game ends (16.2-1).
    Ending, "end of a game" { Automatic = "automatic", Armistice = "armistice", }
}

/// How the game would end if it ended now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Victory {
    /// The VP marker.
    pub track: i32,
    /// What is added to it, step by step.
    pub lines: Lines,
    /// The total after the VPs of the War Status Phase (6.0.F.1).
    pub after_war_status: i32,
    /// The total the level is read from.
    pub total: i32,
    /// The CP Automatic Victory marker as it is compared, if it is on the track (5.2.1.b-2).
    pub marker: Option<i32>,
    /// The level.
    pub level: Level,
    /// Whether an armistice would be made in this turn (2.0.armistice, 5.2.2).
    pub armistice_due: bool,
    /// How the game ends in this turn, if it does (5.1-2).
    pub ends: Option<Ending>,
}

/// Whether this turn's War Status Phase has counted its VPs, or none to count.
fn counted(state: &State) -> bool {
    if state.under_way(FrameKind::Over).is_some() {
        return true;
    }
    match state.phase() {
        Some(Phase::Replacement | Phase::Draw) => true,
        Some(Phase::WarStatus) => state.step() > 0,
        _ => false,
    }
}

impl Position {
    /// How the game would end if it ended now: the War Status Phase of this turn thought of as
    /// played, and an armistice as made in it unless somebody wins outright
    /// (5.2.2-1, 5.2.2.1-4).
    #[must_use]
    pub fn victory(&self) -> Victory {
        let state = self.state();
        let view = self.view();
        let turn = i32::from(state.scalar(Scalar::Turn));
        // The War Status Phase of turn 1 is skipped (4.1.4.b-1).
        let first = turn <= 1;
        let counted = counted(state);
        let track = state.track(Track::Vp);
        let mut lines = Lines::new();
        if !first && !counted {
            self.war_status(&view, &mut lines);
        }
        let sum = |lines: &Lines| lines.iter().map(|line| line.vp).sum::<i32>();
        let after_war_status = track + sum(&lines);
        let marker = unbias(state.scalar(Scalar::CpAutomaticVictory)).map(|level| {
            // It goes down in every winter War Status Phase (BRITISH WAR WEARINESS).
            level - i32::from(self.winter() && !first && !counted)
        });
        let reached = |level: i32| after_war_status >= level;
        let automatic = if first {
            None
        } else if after_war_status <= AP_AUTOMATIC {
            Some(Level::ApAutomatic)
        } else {
            // 6.0.F.2, 5.1.2-1, 5.2.1-1, 5.2.1.b-1, 5.2.1.b-2, 16.2-2
            let wins = reached(CP_AUTOMATIC) || marker.is_some_and(reached);
            wins.then_some(Level::CpAutomatic)
        };
        if automatic.is_none() {
            self.armistice(&view, &mut lines);
        }
        let total = track + sum(&lines);
        // The last turn of the scenario, or that of the marker (6.0.F.3, 5.2.2.a, 5.2.2.b, 4.1.5-1,
        // 5.1.3-2, 5.2.2.1-2, 16.2-3).
        let marked = unbias(state.scalar(Scalar::Armistice)) == Some(turn);
        let armistice_due = !first && (marked || turn == i32::from(state.scalar(Scalar::LastTurn)));
        let ends = match (automatic, armistice_due) {
            (Some(_), _) => Some(Ending::Automatic),
            (None, true) => Some(Ending::Armistice),
            (None, false) => None,
        };
        Victory {
            track,
            lines,
            after_war_status,
            total,
            marker,
            level: automatic.unwrap_or_else(|| Level::of(total)),
            armistice_due,
            ends,
        }
    }

    /// The VPs of step 1 of the War Status Phase (16.5, 6.0.F.1, 5.1.1-2).
    fn war_status(&self, view: &View<'_>, lines: &mut Lines) {
        let (data, state) = (self.data(), self.state());
        let mut add = |item, vp| lines.push(LedgerLine::total(item, vp));
        // 16.5.1-1, 18.5.b; in the last stage no more (16.5.1-3, 18.5.f).
        let corps = turkish_corps_in_galicia(data, state).is_some();
        if self.season() == Some(Season::Summer)
            && corps
            && state.scalar(Scalar::RevolutionStage) < 4
        {
            add(Item::TurksInGalicia, 1);
        }
        // 16.5.2-1, 17.3.2-1. Total War that is reached in step 4 comes after it (16.5.2-3, 17.3.2-2);
        // what has ended stays so (17.3.2-3).
        if self.winter()
            && state.happened(ROYAL_NAVY_BLOCKADE)
            && !state.holds(Scalar::Flags, Flag::BlockadeEnded as u8)
            && !self.blockade_is_broken(view)
        {
            add(Item::Blockade, -1);
        }
        // One VP in all, however many are owed (7.1.3-3, 7.2.enver-4).
        for (side, item, vp) in [
            (Side::Cp, Item::CpMandatedOffensiveMissed, -1),
            (Side::Ap, Item::ApMandatedOffensiveMissed, 1),
        ] {
            if self.owed_offensives(side).next().is_some() {
                add(item, vp);
            }
        }
        // The card JERUSALEM BY CHRISTMAS, at the end of the turn it has named.
        if state.scalar(Scalar::ChristmasSpace) > 0
            && state.scalar(Scalar::ChristmasTurn) == state.scalar(Scalar::Turn)
        {
            if state.scalar(Scalar::ChristmasTaken) > 0 {
                add(Item::JerusalemByChristmasMet, -1);
            } else {
                add(Item::JerusalemByChristmasFailed, 1);
            }
        }
    }

    /// What an armistice adds (5.2.2.2-1).
    fn armistice(&self, view: &View<'_>, lines: &mut Lines) {
        let (data, state) = (self.data(), self.state());
        let victory_index = &data.victory_index;
        let control = ControlMap::of(view);
        let [ap, cp] = control.by;
        // A neutral Ploesti counts for the CP (5.2.2.2-2).
        let by_cp = victory_index.oil_fields & (cp | (victory_index.neutral_oil_fields - ap));
        for place in by_cp.iter() {
            lines.push(LedgerLine::of(Item::CpOilField, 1, place));
        }
        for place in (victory_index.oil_fields & ap).iter() {
            lines.push(LedgerLine::of(Item::ApOilField, -1, place));
        }
        let mut add = |item, vp, holds| {
            if holds {
                lines.push(LedgerLine::total(item, vp));
            }
        };
        let jihad = state.track(Track::Jihad);
        add(Item::JihadHigh, 1, jihad >= 8);
        add(Item::JihadLow, -1, jihad <= 3);
        let turks = self.places_of(victory_index.turks & view.present);
        add(
            Item::TurksAtSuez,
            1,
            turks.meets(&victory_index.canal_banks),
        );
        add(
            Item::TurksInIndia,
            1,
            turks.meets(&victory_index.area(Area::India)),
        );
        let of = |side: Side| self.places_of(view.commanded(side) & view.present);
        let (ap, cp) = (of(Side::Ap), of(Side::Cp));
        add(Item::CpInCairo, 1, cp.contains(data.known.cairo));
        add(
            Item::ApOnGallipoli,
            -1,
            ap.meets(&victory_index.gallipoli_map),
        );
        let constantinople = data.known.constantinople;
        add(Item::ApInConstantinople, -1, ap.contains(constantinople));
        if let Some(bid) = unbias(state.scalar(Scalar::Bid)) {
            lines.push(LedgerLine::total(Item::Bid, bid));
        }
    }

    /// Where units stand.
    fn places_of(&self, units: crate::board::BitSet) -> crate::board::BitSet {
        let place = &self.state().place;
        let mut places = crate::board::BitSet::EMPTY;
        units.for_each(|unit| places.insert(usize::from(place[unit]).wrapping_sub(1)));
        places
    }
}

/// Whether a side holds a place: in full, or in part (11.2.2.1.a).
pub(super) fn holds(control: &ControlMap, side: Side, place: usize) -> bool {
    control.by[index(side)].contains(place)
}
