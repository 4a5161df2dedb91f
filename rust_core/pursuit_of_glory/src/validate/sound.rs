//! The quick proof that nothing is wrong with a set-up.
//!
//! Nearly every set-up is sound, and to find so takes no look at one unit or space after the
//! other: what the rules forbid are places, so sets of places are compared. Whatever is not proven
//! here is left to [`super::problems`], which knows the reasons; it has the last word.

use super::{HAND, STACK};
use crate::board::BitSet;
use crate::cards::{EGYPTIAN_COUP, PERSIAN_PUSH, SECRET_TREATY};
use crate::control::allowed_lcus;
use crate::control::neutral_countries;
use crate::data::Data;
use crate::indices::{Bounds, Count, KINDS, NOWHERE, Places, TRAITS, Trait};
use crate::state::{Cell, Scalar, State, unbias};
use crate::vocabulary::*;

/// Whether a set-up is proven to have no problem. `false` may mean that it takes a closer look.
pub fn is_sound(data: &Data, state: &State) -> bool {
    let Some(bounds) = &data.bounds else {
        return false;
    };
    let nothing_under_way = state.ops().is_none()
        && state.attacking.is_empty()
        && state.nothing_fought()
        && state.step() == 0
        && state.siege_rolled() == 0
        && state.jihad_taken.is_empty()
        && state.digging.iter().fold(0, |all, roll| all | roll) == 0;
    units_are_sound(data, bounds, state)
        && markers_are_sound(data, bounds, state)
        && records_are_sound(data, bounds, state)
        && (nothing_under_way || super::unfinished::problems(data, state).is_empty())
}

/// Who stands where.
struct Stands {
    counts: [u64; NOWHERE + 1],
    /// Per [`Trait`], where units with it stand.
    with: [BitSet; TRAITS],
}

impl Stands {
    fn with(&self, wanted: Trait) -> BitSet {
        self.with[wanted as usize]
    }

    fn count(&self, count: Count, place: usize) -> usize {
        count.in_number(self.counts.get(place).copied().unwrap_or(0))
    }
}

/// Finds out who stands where; `None` if a unit is where it cannot ever be.
fn stands(data: &Data, bounds: &Bounds, state: &State) -> Option<Stands> {
    let stand = state.greece() as usize;
    let furthest = state.place.iter().fold(0, |most, place| (*place).max(most));
    if usize::from(furthest) > data.spaces.len() {
        return None;
    }
    let mut counts = [0; NOWHERE + 1];
    let mut kinds: [Places; KINDS] = [[0; 6]; KINDS];
    let mut misfits = 0;
    let units = bounds.units[stand].iter().zip(&bounds.fits);
    for ((unit, fits), place) in units.zip(&state.place) {
        let place = usize::from(*place).wrapping_sub(1).min(NOWHERE);
        let (word, bit) = (place / 64, place % 64);
        let (counted, kind) = *unit;
        counts[place] += counted;
        kinds[usize::from(kind) % KINDS][word] |= 1 << bit;
        misfits |= !fits[word] >> bit & 1;
    }
    if misfits > 0 {
        return None;
    }
    let mut with = [BitSet::EMPTY; TRAITS];
    for ([words @ .., _], traits) in kinds.iter().zip(&bounds.kinds[stand]) {
        let places = BitSet::from_words(*words);
        let mut traits = *traits;
        while traits > 0 {
            if let Some(set) = with.get_mut(traits.trailing_zeros() as usize) {
                *set |= places;
            }
            traits &= traits - 1;
        }
    }
    let on_map = BitSet::below(data.on_map);
    let with = with.map(|places| places & on_map);
    Some(Stands { counts, with })
}

fn units_are_sound(data: &Data, bounds: &Bounds, state: &State) -> bool {
    let Some(stands) = stands(data, bounds, state) else {
        return false;
    };
    let known = &data.known;
    let [ap, cp] = [stands.with(Trait::Ap), stands.with(Trait::Cp)];
    let nobody = stands.with(Trait::Nobody);
    let closed = neutral_countries(data, state);
    let [ap_control, cp_control] = state.controlled.map(|control| control - closed);
    let forts = data.network.forts - state.forts_destroyed;
    let regions = data.network.regions;

    let mut barred_ap = data.network.beachheads - state.beachheads;
    let mut barred_cp = bounds.islands | data.network.beachheads;
    let mut barred_all = BitSet::EMPTY;
    if !state.happened(EGYPTIAN_COUP) {
        barred_all.insert(known.cyprus);
    }
    if state.greece() == Stand::Neutral {
        barred_all.insert(known.athens);
    }
    if !state.holds(Scalar::Revolts, Revolt::Afghanistan as u8) {
        barred_ap.insert(known.afghanistan);
        if stands.count(Count::LcuCp, known.afghanistan) > 0 {
            barred_cp.insert(known.afghanistan);
        }
    }
    if ap.meets(&(barred_ap | barred_all)) || cp.meets(&(barred_cp | barred_all)) {
        return false;
    }
    let persia_open = state.happened(SECRET_TREATY) || state.happened(PERSIAN_PUSH);
    if !persia_open
        && stands
            .with(Trait::WaitsForPersia)
            .meets(&bounds.neutral_persia)
    {
        return false;
    }
    // The Protectorate is of no side; where it is, nobody else may be.
    let protectorate = usize::from(state.get(Cell::Place(known.ge_georgian_protectorate)));
    if let Some(place) = protectorate
        .checked_sub(1)
        .filter(|place| *place < data.on_map)
        && (stands.count(Count::Any, place) > 1 || closed.contains(place))
    {
        return false;
    }
    if (ap | cp | nobody).meets(&closed)
        || (ap & cp).meets(&(BitSet::below(data.on_map) - regions))
        || nobody.meets(&(ap | cp))
    {
        return false;
    }
    let open = data.network.land - closed;
    let mut regular_cp = stands.with(Trait::RegularCp) & open;
    regular_cp.remove(known.afghanistan);
    let regular_ap = stands.with(Trait::RegularAp) & open;
    let contested_ap = regions & stands.with(Trait::CombatCp);
    let contested_cp = regions & (stands.with(Trait::FirmAp) | stands.with(Trait::LooseAp));
    if !(regular_ap - ap_control - (forts & cp_control) - contested_ap).is_empty()
        || !(regular_cp - cp_control - (forts & ap_control) - contested_cp).is_empty()
    {
        return false;
    }
    stacks_are_sound(data, bounds, state, &stands)
        && boxes_are_sound(data, state, &stands)
        && russians_stand_alone(data, bounds, state, &stands)
        && ru_vp_are_sound(data, bounds, state, &stands)
}

fn stacks_are_sound(data: &Data, bounds: &Bounds, state: &State, stands: &Stands) -> bool {
    const ADDED: u64 = Count::Combat.beyond(STACK) | Count::Hq.beyond(1);
    let counts = stands.counts.iter().zip(&bounds.limits);
    let crowded = counts.fold(0, |all, (counts, limit)| all | (counts + ADDED) & limit);
    if crowded & Count::Hq.full() > 0 {
        return false;
    }
    if crowded > 0 {
        let limited = (0..data.on_map).filter(|place| !bounds.free.contains(*place));
        for place in limited {
            let room = STACK + usize::from(stands.count(Count::Yildirim, place) > 0);
            if stands.count(Count::Combat, place) > room {
                return false;
            }
        }
    }
    let most = [Side::Ap, Side::Cp].map(|side| allowed_lcus(state, side));
    bounds.restricted.iter().all(|area| {
        let counts = area.iter().map(|place| stands.counts[*place]);
        let counts: u64 = counts.sum();
        Count::LcuAp.in_number(counts) <= most[0] && Count::LcuCp.in_number(counts) <= most[1]
    })
}

/// Whoever is reduced is in the game, and nobody should have arrived long ago.
fn boxes_are_sound(data: &Data, state: &State, stands: &Stands) -> bool {
    let absent = |unit: usize| state.place.get(unit) == Some(&0);
    let reduced = state.reduced & BitSet::below(data.units.len());
    let track = data.known.turn_track;
    let turn = state.scalar(Scalar::Turn);
    let late = || {
        let units = state
            .place
            .iter()
            .zip(&state.arrival)
            .take(data.units.len());
        units.fold(false, |late, (place, arrival)| {
            late | (usize::from(*place) == track + 1) & (u16::from(*arrival) < turn)
        })
    };
    !reduced.iter().any(absent)
        && (track < data.on_map || stands.count(Count::Any, track) == 0 || !late())
}

/// RU units stack with BR, IN and ANZ ones only where that is allowed (10.2-2).
fn russians_stand_alone(data: &Data, bounds: &Bounds, state: &State, stands: &Stands) -> bool {
    let british = stands.with(Trait::British) - bounds.free;
    if !stands.with(Trait::Russian).meets(&british) {
        return true;
    }
    let kept = usize::from(state.scalar(Scalar::BritishRuCavalry));
    let after = state.scalar(Scalar::RevolutionStage) == 4;
    let units = data.units.iter().enumerate();
    let mut russians = units.filter(|(at, unit)| {
        unit.is_of(Nation::Ru) && at + 1 != kept && !(after && *at == data.known.ru_sb_yugoslav_div)
    });
    !russians.any(|(at, _)| {
        let place = usize::from(state.get(Cell::Place(at)));
        place
            .checked_sub(1)
            .is_some_and(|place| british.contains(place))
    })
}

/// RU VP markers need a VP and AP control, or Armenians (3.2.4.1-1, 3.2.4.1-5).
fn ru_vp_are_sound(data: &Data, bounds: &Bounds, state: &State, stands: &Stands) -> bool {
    let marked = state.ru_vp & BitSet::below(data.on_map);
    let mut worth = bounds.worth_vp;
    if let Some(port) = usize::from(state.scalar(Scalar::WarmWaterPort)).checked_sub(1) {
        worth.insert(port);
    }
    let elsewhere = marked - state.controlled[0];
    (marked - worth).is_empty()
        && (elsewhere.is_empty() || (elsewhere - armenians(data, state, stands)).is_empty())
}

/// What the AP holds by irregulars and tribes alone: as [`View::partial_control`].
///
/// [`View::partial_control`]: crate::control::View::partial_control
fn armenians(data: &Data, state: &State, stands: &Stands) -> BitSet {
    let [by_ap, by_cp] = state.controlled;
    let closed = neutral_countries(data, state);
    let kept = (data.network.forts - state.forts_destroyed) & by_cp;
    let held = stands.with(Trait::LooseAp) - stands.with(Trait::FirmAp);
    (held & data.network.land) - by_ap - stands.with(Trait::CombatCp) - kept - closed
}

fn markers_are_sound(data: &Data, bounds: &Bounds, state: &State) -> bool {
    let network = &data.network;
    let on_map = BitSet::below(data.on_map);
    let [by_ap, by_cp] = state.controlled;
    let [armenian, persian, soviet] = state.uprisings;
    let intact = |at: usize| bounds.own_forts[at] - state.forts_destroyed;
    let misplaced = (state.forts_destroyed - network.forts)
        | (state.beachheads - network.beachheads)
        | (armenian - bounds.armenian)
        | (persian - bounds.neutral_persia)
        | (soviet - network.land);
    if misplaced.meets(&on_map)
        || !(intact(0) - by_ap).is_empty()
        || !(intact(1) - by_cp).is_empty()
        || (!state.happened(EGYPTIAN_COUP)
            && (by_ap.contains(data.known.cyprus) || state.beachheads.meets(&bounds.off_cyprus)))
    {
        return false;
    }
    let (rows, _) = state.trench.as_chunks::<16>();
    for (row, trenches) in rows.iter().enumerate().filter(|(_, row)| **row != [0; 16]) {
        for (at, trench) in trenches
            .iter()
            .enumerate()
            .filter(|(_, trench)| **trench > 0)
        {
            let place = row * 16 + at;
            let wrong =
                !bounds.diggable.contains(place) || (trench & 3 == 2 && place != data.known.doiran);
            if wrong && place < data.on_map {
                return false;
            }
        }
    }
    true
}

fn records_are_sound(data: &Data, bounds: &Bounds, state: &State) -> bool {
    let unseen = [Side::Ap, Side::Cp].map(|side| usize::from(state.hidden_in_hand(side)));
    let (mut hands, mut hidden) = (unseen, [0_usize; 2]);
    for (zone, sides) in state.card.iter().zip(&bounds.hands) {
        let held = usize::from(*zone == CardZone::Hand as u8);
        let hides = usize::from(*zone == CardZone::Hidden as u8);
        for ((hand, hidden), side) in hands.iter_mut().zip(&mut hidden).zip(sides) {
            *hand += held & usize::from(*side);
            *hidden += hides & usize::from(*side);
        }
    }
    let known = &data.known;
    let landing = usize::from(state.scalar(Scalar::AssaultLanding));
    let landed = [0, known.the_bosphorus_forts + 1, known.trabzon + 1].contains(&landing);
    let kept = usize::from(state.scalar(Scalar::BritishRuCavalry)).wrapping_sub(1);
    let (turn, last) = (state.scalar(Scalar::Turn), state.scalar(Scalar::LastTurn));
    let armistice = unbias(state.scalar(Scalar::Armistice));
    hands.iter().all(|hand| *hand <= HAND)
        && unseen
            .iter()
            .zip(&hidden)
            .all(|(held, hidden)| held <= hidden)
        && landed
        && (kept >= data.units.len() || bounds.russian_cavalry.contains(kept))
        && state.track(Track::Jihad) >= 0
        && state.cards_shown_now.is_empty()
        && state
            .cards_shown
            .iter()
            .all(|card| state.zone(card) == Some(CardZone::Hand))
        && turn <= last
        && armistice.is_none_or(|end| i32::from(turn) <= end)
}
