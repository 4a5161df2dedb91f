//! Who stands where and who controls what: the view of a state that the rules ask (11.2, 15).

mod held;
mod roster;
mod siege;

pub(crate) use held::{ControlMap, turkish_corps_in_galicia};
pub(crate) use roster::Roster;

use super::data::Data;
use super::indices::network::{COMBAT_CODES, GREEK, NO_COMBAT};
use super::state::{Scalar, State};
use super::vocabulary::*;
use crate::board::BitSet;
use crate::cards::{BERLIN_BAGHDAD_RAILROAD, BULGARIA, ROMANIA};
use std::ops::{Deref, DerefMut};

/// What the rules ask of a state: tables, state, and what is derived from both.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The tables.
    pub data: &'a Data,
    /// The state.
    pub state: &'a State,
    sets: ViewSets,
}

/// Sets of units and places derived from a state. The arrays are indexed by side, AP first.
#[derive(Debug, Clone, Copy)]
pub struct ViewSets {
    /// The units on the map.
    pub present: BitSet,
    /// Spaces of countries not yet in the war: nobody's (18.8-1, 9.5.2.b-1).
    pub neutral_countries: BitSet,
    /// Full control, outside neutral countries (11.2.1): a place is in one of the sets, or
    /// nobody's (2.0.control-1).
    pub control: [BitSet; 2],
    /// Places with regular combat units.
    pub regular: [BitSet; 2],
    /// Places with irregular combat units.
    pub irregular: [BitSet; 2],
    /// Places with tribes.
    pub tribe: [BitSet; 2],
    /// Places with units of neutral Greece.
    pub neutral_greeks: BitSet,
    /// Spaces with an intact fort.
    pub forts: BitSet,
    /// Enemy forts under siege by a side's units (15.2.1).
    pub besieging: [BitSet; 2],
    /// Those of them that at least one regular unit besieges.
    pub besieging_regular: [BitSet; 2],
    /// Enemy forts with a side's units that are too few for a siege (15.2.5).
    pub lapsed: [BitSet; 2],
}

impl Deref for View<'_> {
    type Target = ViewSets;

    fn deref(&self) -> &ViewSets {
        &self.sets
    }
}

impl DerefMut for View<'_> {
    fn deref_mut(&mut self) -> &mut ViewSets {
        &mut self.sets
    }
}

/// AP 0, CP 1.
#[inline]
#[must_use]
pub const fn index(side: Side) -> usize {
    match side {
        Side::Cp => 1,
        _ => 0,
    }
}

/// LCUs that a side may have in a restricted area (18.1.2.a).
#[must_use]
pub fn allowed_lcus(state: &State, side: Side) -> usize {
    let one = match side {
        Side::Ap => Scalar::CommitmentAp,
        _ => Scalar::CommitmentCp,
    };
    let level = usize::from(state.scalar(one)) + 1;
    // The CP's third LCU waits for BERLIN-BAGHDAD RAILROAD (18.1.2.a-2, 18.2.2-3).
    match side {
        Side::Cp if !state.happened(BERLIN_BAGHDAD_RAILROAD) => level.min(2),
        _ => level,
    }
}

/// The player who commands a unit: Greek units follow Greece's stand (18.8.1.1.a-2,
/// 18.8.1.2.b-3), and nobody commands the Georgian Protectorate (16.4.5.4-5).
#[inline]
#[must_use]
pub fn commander(data: &Data, greece: Stand, unit: usize) -> Option<Side> {
    if data.network.greek_units.contains(unit) {
        return match greece {
            Stand::Neutral => None,
            Stand::Ap => Some(Side::Ap),
            Stand::Cp => Some(Side::Cp),
        };
    }
    data.network
        .profiles
        .get(unit)
        .map(|profile| profile.side)
        .filter(|side| *side != Side::Special)
}

/// Spaces of countries not yet in the war.
pub(super) fn neutral_countries(data: &Data, state: &State) -> BitSet {
    let network = &data.network;
    let mut neutral = BitSet::EMPTY;
    // Bulgaria and Serbia wait for BULGARIA (18.8.3.2-1, 4.1.4.e-1), Romania for ROMANIA
    // (18.8.4.2-2, 4.1.4.e-2).
    if !state.happened(BULGARIA) {
        neutral |= network.serbia_bulgaria;
    }
    if !state.happened(ROMANIA) {
        neutral |= network.romania;
    }
    neutral
}

impl<'a> View<'a> {
    /// Looks at a state.
    #[must_use]
    pub fn new(data: &'a Data, state: &'a State) -> Self {
        let network = &data.network;
        let neutral_countries = neutral_countries(data, state);
        let mut at = [BitSet::EMPTY; COMBAT_CODES];
        // Nobody foresees who is on the map: first all of them without a branch, in numbers as
        // short as those of places, so that many are compared at a time; then each.
        let on_map = data.on_map as u16;
        let present = BitSet::from_fn(|unit| state.place[unit].wrapping_sub(1) < on_map);
        present.for_each(|unit| {
            let code = network.combat_codes.get(unit).copied().unwrap_or(NO_COMBAT);
            at[usize::from(code)].insert(usize::from(state.place[unit]).wrapping_sub(1));
        });
        let greeks = std::mem::take(&mut at[usize::from(GREEK)]);
        let mut neutral_greeks = BitSet::EMPTY;
        match state.greece() {
            Stand::Neutral => neutral_greeks = greeks,
            Stand::Ap => at[0] |= greeks,
            Stand::Cp => at[4] |= greeks,
        }
        let mut view = Self {
            data,
            state,
            sets: ViewSets {
                present,
                neutral_countries,
                control: state.controlled.map(|control| control - neutral_countries),
                regular: [at[0], at[4]],
                irregular: [at[1], at[5]],
                tribe: [at[2], at[6]],
                neutral_greeks,
                // What is destroyed stays destroyed (15.1.7).
                forts: network.forts - state.forts_destroyed,
                besieging: [BitSet::EMPTY; 2],
                besieging_regular: [BitSet::EMPTY; 2],
                lapsed: [BitSet::EMPTY; 2],
            },
        };
        view.find_sieges();
        view
    }

    /// The view of a state whose sets are known.
    pub(super) const fn known(data: &'a Data, state: &'a State, sets: ViewSets) -> Self {
        Self { data, state, sets }
    }

    /// The sets, to be kept beside the state.
    pub(super) const fn sets(&self) -> &ViewSets {
        &self.sets
    }

    /// The player who commands a unit.
    #[must_use]
    pub fn commander(&self, unit: usize) -> Option<Side> {
        commander(self.data, self.state.greece(), unit)
    }

    /// The units a player commands, wherever they are.
    #[must_use]
    pub fn commanded(&self, side: Side) -> BitSet {
        let mut units = self.data.counters.of_side[index(side)];
        let greece = self.state.greece();
        if (greece == Stand::Ap && side == Side::Ap) || (greece == Stand::Cp && side == Side::Cp) {
            units |= self.data.network.greek_units;
        }
        units
    }

    /// Places with a side's combat units.
    #[inline]
    #[must_use]
    pub fn combat(&self, side: Side) -> BitSet {
        let at = index(side);
        self.regular[at] | self.irregular[at] | self.tribe[at]
    }

    /// Places that a side holds only while its irregulars and tribes stand there without regulars
    /// of theirs (11.2.2.1-1, 2.0.control-4, 11.2.1.e-2, 3.2.1.4-7, 3.2.1.5.d).
    ///
    /// An intact fort keeps a space its owner's (15.1.8-1), and so do the owner's combat units: a
    /// contested region stays with its controller (2.0.contested).
    #[must_use]
    pub fn partial_control(&self, side: Side) -> BitSet {
        let (own, enemy) = (index(side), index(side.enemy()));
        let held = (self.irregular[own] | self.tribe[own]) - self.regular[own];
        let kept = self.forts & self.control[enemy];
        (held & self.data.network.land)
            - self.control[own]
            - self.combat(side.enemy())
            - kept
            - self.neutral_countries
    }

    /// Whether railroads join Constantinople and Galicia through what the CP control (16.5.2-2).
    ///
    /// In full, without besieged forts of theirs (14.1.3-2) and without what the AP hold in part.
    #[must_use]
    pub fn railroad_open(&self) -> bool {
        let data = self.data;
        let known = &data.known;
        let open = self.control[1] - self.besieging[0] - self.partial_control(Side::Ap);
        if !open.contains(known.constantinople) || !open.contains(known.galicia) {
            return false;
        }
        let finished = self.state.happened(BERLIN_BAGHDAD_RAILROAD);
        let victory_index = &data.victory_index;
        let further: &[_] = if finished {
            &victory_index.tunnels
        } else {
            &[]
        };
        let rails = || victory_index.cp_rails.iter().chain(further);
        let mut reached: BitSet = std::iter::once(known.constantinople).collect();
        loop {
            let before = reached;
            for (a, b) in rails() {
                if reached.contains(*a) != reached.contains(*b)
                    && open.contains(*a)
                    && open.contains(*b)
                {
                    reached.insert(*a);
                    reached.insert(*b);
                }
            }
            if reached.contains(known.galicia) {
                return true;
            }
            if reached == before {
                return false;
            }
        }
    }

    /// Whether Greece is still neutral (18.8.1).
    #[must_use]
    pub fn greece_neutral(&self) -> bool {
        self.state.greece() == Stand::Neutral
    }

    /// Whether this place has a revolt that made it a CP ally (16.3.3.5).
    #[must_use]
    pub fn revolted(&self, revolt: Revolt) -> bool {
        self.state.holds(Scalar::Revolts, revolt as u8)
    }
}
