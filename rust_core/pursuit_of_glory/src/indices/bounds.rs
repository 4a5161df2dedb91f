//! What bounds a sound position: sets of places, by traits of units, and counts.

use super::fit;
use super::network::{GREEK, Network};
use crate::board::BitSet;
use crate::tables::{Card, Known, PlaceId, Space, Unit};
use crate::vocabulary::*;

/// Where units that are not in the game are counted.
pub(crate) const NOWHERE: usize = BitSet::CAPACITY;
/// A set with room for [`NOWHERE`].
pub(crate) type Places = [u64; 6];
/// At most so many kinds of units are told apart.
pub(crate) const KINDS: usize = 64;

/// Traits of units; the sets of places where units of a trait stand are what the rules ask for.
#[derive(Clone, Copy)]
pub(crate) enum Trait {
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

pub(crate) const TRAITS: usize = Trait::British as usize + 1;

/// How many there are of something in a place: several small counts in one number.
#[derive(Clone, Copy)]
pub(crate) enum Count {
    Combat,
    Hq,
    Yildirim,
    Any,
    LcuAp,
    LcuCp,
}

impl Count {
    /// Ten bits each: a count is at most [`BitSet::CAPACITY`], and a bit is left to carry into.
    pub(crate) const BITS: u64 = 10;
    pub(crate) const MOST: u64 = (1 << Self::BITS) - 1;

    pub(crate) const fn of(self, number: u64) -> u64 {
        number << (self as u64 * Self::BITS)
    }

    pub(crate) const fn in_number(self, counts: u64) -> usize {
        (counts >> (self as u64 * Self::BITS) & Self::MOST) as usize
    }

    /// Added to counts, this carries into [`Self::full`] as soon as there are more than `most`.
    pub(crate) const fn beyond(self, most: usize) -> u64 {
        self.of((1 << (Self::BITS - 1)) - 1 - most as u64)
    }

    pub(crate) const fn full(self) -> u64 {
        self.of(1 << (Self::BITS - 1))
    }
}

/// What the proof needs of the tables, prepared once.
#[derive(Debug)]
pub(crate) struct Bounds {
    /// Per stand of Greece and unit: its counts, and the number of its kind.
    pub(crate) units: [Vec<(u64, u8)>; Stand::ALL.len()],
    /// Per stand of Greece and kind of units: its traits, as bits.
    pub(crate) kinds: [Vec<u16>; Stand::ALL.len()],
    /// Per unit: where nothing speaks against it that never changes.
    pub(crate) fits: Vec<Places>,
    /// Spaces on which stacks are limited have both bits; others neither.
    pub(crate) limits: [u64; BitSet::CAPACITY],
    /// No limit on stacks.
    pub(crate) free: BitSet,
    pub(crate) islands: BitSet,
    /// Beachhead spaces next to Cyprus.
    pub(crate) off_cyprus: BitSet,
    pub(crate) neutral_persia: BitSet,
    /// Printed forts of either side's colour, AP first.
    pub(crate) own_forts: [BitSet; 2],
    /// Where trenches may be.
    pub(crate) diggable: BitSet,
    pub(crate) worth_vp: BitSet,
    pub(crate) armenian: BitSet,
    pub(crate) restricted: Vec<Vec<PlaceId>>,
    pub(crate) russian_cavalry: BitSet,
    /// Per card: its side, in the bits of both.
    pub(crate) hands: Vec<[u8; 2]>,
}

impl Bounds {
    /// Prepares them; `None` for tables too odd for a quick proof.
    pub(crate) fn new(
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
                        && !fit::outside_area(
                            unit,
                            space,
                            network.profiles[at].home.contains(place),
                        )
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
            off_cyprus: places(&|s| s.island_base == Some(known.cyprus)),
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
    let side = match (greek, stand, network.profiles[at].side) {
        (true, Stand::Neutral, _) => Side::Special,
        (true, Stand::Ap, _) => Side::Ap,
        (true, Stand::Cp, _) => Side::Cp,
        (false, _, side) => side,
    };
    let standing = match (network.combat_codes[at], stand) {
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
