//! The quick proof that nothing is wrong with a set-up.
//!
//! Nearly every set-up is sound, and to find so takes no look at one unit or space after the
//! other: what the rules forbid are places, so sets of places are compared. Whatever is not proven
//! here is left to [`super::problems`], which knows the reasons; it has the last word.

use super::{HAND, STACK, allowed_lcus, fit};
use crate::board::bitset::BitSet;
use crate::pursuit_of_glory::control::neutral_countries;
use crate::pursuit_of_glory::data::{Card, Data, Known, PlaceId, Space, Unit};
use crate::pursuit_of_glory::play;
use crate::pursuit_of_glory::state::{Cell, One, State, unbias};
use crate::pursuit_of_glory::supply::network::{GREEK, Network};
use crate::pursuit_of_glory::vocabulary::*;

/// Where units that are not in the game are counted.
const NOWHERE: usize = BitSet::CAPACITY;
/// A set with room for [`NOWHERE`].
type Places = [u64; 6];
/// At most so many kinds of units are told apart.
const KINDS: usize = 64;

/// Traits of units; the sets of places where units of a trait stand are what the rules ask for.
#[derive(Clone, Copy)]
enum Trait {
    /// Of a side.
    Ap,
    Cp,
    /// Of no side, and not the Georgian Protectorate.
    Nobody,
    /// Regular units of a side, HQs and artillery aside.
    RegularAp,
    RegularCp,
    /// AP irregulars and tribes.
    LooseAp,
    /// AP regulars, and Greeks who side with it.
    FirmAp,
    /// CP combat units.
    CombatCp,
    WaitsForPersia,
    Russian,
    British,
}

const TRAITS: usize = Trait::British as usize + 1;

/// How many there are of something in a place: several small counts in one number.
#[derive(Clone, Copy)]
enum Count {
    Combat,
    Hq,
    Yildirim,
    Any,
    LcuAp,
    LcuCp,
}

impl Count {
    /// Ten bits each: a count is at most [`BitSet::CAPACITY`], and a bit is left to carry into.
    const BITS: u64 = 10;
    const MOST: u64 = (1 << Self::BITS) - 1;

    const fn of(self, number: u64) -> u64 {
        number << (self as u64 * Self::BITS)
    }

    const fn in_number(self, counts: u64) -> usize {
        (counts >> (self as u64 * Self::BITS) & Self::MOST) as usize
    }

    /// Added to counts, this carries into [`Self::full`] as soon as there are more than `most`.
    const fn beyond(self, most: usize) -> u64 {
        self.of((1 << (Self::BITS - 1)) - 1 - most as u64)
    }

    const fn full(self) -> u64 {
        self.of(1 << (Self::BITS - 1))
    }
}

/// What the proof needs of the tables, prepared once.
#[derive(Debug)]
pub(in crate::pursuit_of_glory) struct Bounds {
    /// Per stand of Greece and unit: its counts, and the number of its kind.
    units: [Vec<(u64, u8)>; Stand::ALL.len()],
    /// Per stand of Greece and kind of units: its traits, as bits.
    kinds: [Vec<u16>; Stand::ALL.len()],
    /// Per unit: where nothing speaks against it that never changes.
    fits: Vec<Places>,
    /// Spaces on which stacks are limited have both bits; others neither.
    limits: [u64; BitSet::CAPACITY],
    /// No limit on stacks.
    free: BitSet,
    islands: BitSet,
    neutral_persia: BitSet,
    /// Printed forts of either side's colour, AP first.
    own_forts: [BitSet; 2],
    /// Where trenches may be.
    diggable: BitSet,
    worth_vp: BitSet,
    armenian: BitSet,
    restricted: Vec<Vec<PlaceId>>,
    russian_cavalry: BitSet,
    /// Per card: its side, in the bits of both.
    hands: Vec<[u8; 2]>,
}

impl Bounds {
    /// Prepares them; `None` for tables too odd for a quick proof.
    pub(in crate::pursuit_of_glory) fn new(
        spaces: &[Space],
        on_map: usize,
        units: &[Unit],
        cards: &[Card],
        known: &Known,
        network: &Network,
    ) -> Option<Self> {
        let places = |wanted: &dyn Fn(&Space) -> bool| -> BitSet {
            (0..on_map).filter(|at| wanted(&spaces[*at])).collect()
        };
        let mut kinds: [Vec<u16>; 3] = Default::default();
        let mut counted: [Vec<(u64, u8)>; 3] = Default::default();
        for (stand, (kinds, counted)) in kinds.iter_mut().zip(&mut counted).enumerate() {
            for (at, unit) in units.iter().enumerate() {
                let (traits, counts) = traits(Stand::ALL[stand], at, unit, known, network);
                let kind = kinds.iter().position(|kind| *kind == traits);
                let kind = kind.unwrap_or_else(|| {
                    kinds.push(traits);
                    kinds.len() - 1
                });
                counted.push((counts, u8::try_from(kind).ok().filter(|_| kind < KINDS)?));
            }
        }
        let fits = |(at, unit): (usize, &Unit)| {
            let mut fits = [0; 6];
            fits[NOWHERE / 64] = 1;
            for (place, space) in spaces.iter().enumerate() {
                let fit = if place < on_map {
                    !fit::in_swamp(unit, space)
                        && !fit::russian_in_india(unit, space)
                        && !fit::outside_area(unit, space, network.roles[at].home.contains(place))
                } else {
                    fit::fits_box(unit, place, &space.id, known)
                };
                fits[place / 64] |= u64::from(fit) << (place % 64);
            }
            fits
        };
        let free = places(&|s| matches!(s.kind, Kind::Region | Kind::IslandBase));
        let limited = |at| at < on_map && !free.contains(at);
        let both = Count::Combat.full() | Count::Hq.full();
        let restricted = RestrictedArea::ALL.iter().map(|area| {
            let within = |at: &usize| spaces[*at].restricted_area == Some(*area);
            (0..on_map).filter(within).collect()
        });
        Some(Self {
            units: counted,
            kinds,
            fits: units.iter().enumerate().map(fits).collect(),
            limits: std::array::from_fn(|at| if limited(at) { both } else { 0 }),
            free,
            islands: places(&|s| s.kind == Kind::IslandBase),
            neutral_persia: places(&|s| s.area == Area::PersiaNeutral),
            own_forts: [Control::Ap, Control::Cp]
                .map(|side| network.forts & places(&|s| s.colour == side)),
            diggable: places(&|s| matches!(s.kind, Kind::Space | Kind::Beachhead)),
            worth_vp: places(&|s| s.vp > 0),
            armenian: places(&|s| s.armenian_uprising),
            restricted: restricted.collect(),
            russian_cavalry: (0..units.len())
                .filter(|at| fit::is_russian_cavalry(&units[*at]))
                .collect(),
            hands: cards
                .iter()
                .map(|card| [Side::Ap, Side::Cp].map(|side| (card.side == side).into()))
                .collect(),
        })
    }
}

/// A unit's traits as bits, and what it counts for in its place.
fn traits(stand: Stand, at: usize, unit: &Unit, known: &Known, network: &Network) -> (u16, u64) {
    let greek = network.greek_units.contains(at);
    let side = match (greek, stand, network.roles[at].side) {
        (true, Stand::Neutral, _) => Side::Special,
        (true, Stand::Ap, _) => Side::Ap,
        (true, Stand::Cp, _) => Side::Cp,
        (false, _, side) => side,
    };
    let standing = match (network.standing[at], stand) {
        (GREEK, Stand::Ap) => 0,
        (GREEK, Stand::Cp) => 4,
        (standing, _) => standing,
    };
    let (ap, cp) = (side == Side::Ap, side == Side::Cp);
    let regular = unit.class == Class::Regular;
    let nobody = side == Side::Special && at != known.ge_georgian_protectorate;
    let traits = [
        (Trait::Ap, ap),
        (Trait::Cp, cp),
        (Trait::Nobody, nobody),
        (Trait::RegularAp, ap && regular),
        (Trait::RegularCp, cp && regular),
        (Trait::LooseAp, matches!(standing, 1 | 2)),
        (Trait::FirmAp, standing == 0),
        (Trait::CombatCp, matches!(standing, 4..=6)),
        (Trait::WaitsForPersia, fit::waits_for_persia(unit)),
        (Trait::Russian, unit.is_of(Nation::Ru)),
        (Trait::British, fit::is_british(unit)),
    ];
    let lcu = unit.size == Size::Lcu;
    let counts = [
        (Count::Any, true),
        (Count::Combat, unit.is_combat()),
        (Count::Hq, unit.class == Class::Hq),
        (Count::Yildirim, unit.symbol == Some(Symbol::Yildirim)),
        (Count::LcuAp, ap && lcu),
        (Count::LcuCp, cp && lcu),
    ];
    let held = traits.iter().filter(|(_, held)| *held);
    let counted = counts.iter().filter(|(_, counted)| *counted);
    (
        held.fold(0, |all, (name, _)| all | 1 << *name as u16),
        counted.fold(0, |all, (count, _)| all | count.of(1)),
    )
}

/// Is a set-up proven to have no problem? `false` may mean that it takes a closer look.
pub(in crate::pursuit_of_glory) fn is_sound(data: &Data, state: &State) -> bool {
    let Some(bounds) = &data.bounds else {
        return false;
    };
    let nothing_under_way = state.ops().is_none()
        && state.attacking.is_empty()
        && state.nothing_fought()
        && state.nothing_on_course()
        && state.jihad_taken.is_empty()
        && state.digging.iter().fold(0, |all, roll| all | roll) == 0;
    units_are_sound(data, bounds, state)
        && markers_are_sound(data, bounds, state)
        && records_are_sound(data, bounds, state)
        && (nothing_under_way || play::unfinished::problems(data, state).is_empty())
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
    if !state.happened(known.ap_03) {
        barred_all.insert(known.cyprus);
    }
    if state.greece() == Stand::Neutral {
        barred_all.insert(known.athens);
    }
    if !state.holds(One::Revolts, Revolt::Afghanistan as u8) {
        barred_ap.insert(known.afghanistan);
        if stands.count(Count::LcuCp, known.afghanistan) > 0 {
            barred_cp.insert(known.afghanistan);
        }
    }
    if ap.meets(&(barred_ap | barred_all)) || cp.meets(&(barred_cp | barred_all)) {
        return false;
    }
    let persia_open = state.happened(known.ap_08) || state.happened(known.cp_10);
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
    let most = [Side::Ap, Side::Cp].map(|side| allowed_lcus(data, state, side));
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
    let turn = state.one(One::Turn);
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
    let kept = usize::from(state.one(One::BritishRuCavalry));
    let after = state.one(One::RevolutionStage) == 4;
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
    if let Some(port) = usize::from(state.one(One::WarmWaterPort)).checked_sub(1) {
        worth.insert(port);
    }
    let elsewhere = marked - state.controlled[0];
    (marked - worth).is_empty()
        && (elsewhere.is_empty() || (elsewhere - armenians(data, state, stands)).is_empty())
}

/// What the AP holds by irregulars and tribes alone: as [`View::partial_control`].
///
/// [`View::partial_control`]: crate::pursuit_of_glory::control::View::partial_control
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
        || (by_ap.contains(data.known.cyprus) && !state.happened(data.known.ap_03))
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
    let mut hands = [0_usize; 2];
    for (zone, sides) in state.card.iter().zip(&bounds.hands) {
        let held = usize::from(*zone == CardZone::Hand as u8);
        for (hand, side) in hands.iter_mut().zip(sides) {
            *hand += held & usize::from(*side);
        }
    }
    let known = &data.known;
    let landing = usize::from(state.one(One::AssaultLanding));
    let landed = [0, known.the_bosphorus_forts + 1, known.trabzon + 1].contains(&landing);
    let kept = usize::from(state.one(One::BritishRuCavalry)).wrapping_sub(1);
    let (turn, last) = (state.one(One::Turn), state.one(One::LastTurn));
    let armistice = unbias(state.one(One::Armistice));
    hands.iter().all(|hand| *hand <= HAND)
        && landed
        && (kept >= data.units.len() || bounds.russian_cavalry.contains(kept))
        && turn <= last
        && armistice.is_none_or(|end| i32::from(turn) <= end)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::pursuit_of_glory::position::Position;
    use std::sync::Arc;

    #[test]
    fn scenarios_are_proven_quickly() {
        let data = Arc::new(Data::shipped().unwrap());
        for name in data.scenarios.keys() {
            let position = Position::scenario(&data, name).unwrap();
            assert!(is_sound(&data, position.state()), "{name}");
        }
    }
}
