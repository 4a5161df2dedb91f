//! What is asked of every counter of every move, in a few bytes each.

use super::fit::is_british;
use crate::board::BitSet;
use crate::tables::{Unit, UnitId};
use crate::vocabulary::*;

/// A set of nations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Nations(u32);

impl Nations {
    /// No nation.
    pub const NONE: Self = Self(0);

    /// One nation.
    #[must_use]
    pub const fn of(nation: Nation) -> Self {
        Self(1 << nation as u8)
    }

    /// These nations and one more.
    #[must_use]
    pub const fn and(self, nation: Nation) -> Self {
        Self(self.0 | 1 << nation as u8)
    }

    /// These nations but this one.
    #[must_use]
    pub const fn without(self, nation: Nation) -> Self {
        Self(self.0 & !(1 << nation as u8))
    }

    /// Whether the nation is among them.
    #[must_use]
    pub const fn has(self, nation: Nation) -> bool {
        self.0 >> nation as u8 & 1 == 1
    }

    /// How many there are.
    #[must_use]
    pub const fn len(self) -> u8 {
        self.0.count_ones().to_le_bytes()[0]
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// As many as count apart: TU and TU-A are one nationality, and so are BR, IN and ANZ (9.2.2.b,
    /// 9.2.2.c).
    #[must_use]
    pub const fn realms(self) -> Self {
        let mut realms = self;
        if self.has(Nation::TuA) {
            realms = realms.and(Nation::Tu);
        }
        if self.has(Nation::In) || self.has(Nation::Anz) {
            realms = realms.and(Nation::Br);
        }
        let parts = Self::of(Nation::TuA).and(Nation::In).and(Nation::Anz);
        Self(realms.0 & !parts.0)
    }
}

impl FromIterator<Nation> for Nations {
    fn from_iter<I: IntoIterator<Item = Nation>>(nations: I) -> Self {
        nations.into_iter().fold(Self::NONE, Self::and)
    }
}

/// What is asked of a counter.
#[derive(Debug, Clone, Copy)]
pub struct Counter {
    /// Its nations.
    pub nations: Nations,
    /// The nation it counts as for the cost of an activation, if it can count as one only.
    pub nation: Option<Nation>,
    /// Its class.
    pub class: Class,
    /// Whether it is of the Yildirim army (9.2.2.d, 10.2-3).
    pub yildirim: bool,
    /// What it brings into a crowd.
    pub crowd: Crowd,
    /// What it brings once it counts as BR and no longer as RU (16.4.5.4-3).
    pub crowd_turned: Crowd,
}

/// What the rules of stacking ask of units that stand together: small counts, added up in one
/// number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Crowd(u64);

impl Crowd {
    /// The bits of a count; there are fewer units than it can tell.
    const BITS: u32 = 12;
    const COUNTED: u32 = 0;
    const HQS: u32 = 1;
    const RUSSIANS: u32 = 2;
    const BRITISH: u32 = 3;
    const YILDIRIM: u32 = 4;

    fn one(count: u32, wanted: bool) -> u64 {
        u64::from(wanted) << (count * Self::BITS)
    }

    const fn count(self, count: u32) -> u64 {
        self.0 >> (count * Self::BITS) & ((1 << Self::BITS) - 1)
    }

    /// More than three combat units, the first of Yildirim being free (10.0-1, 10.2-3)?
    #[inline]
    #[must_use]
    pub const fn too_many(self) -> bool {
        self.count(Self::COUNTED) > 3 + (self.count(Self::YILDIRIM) > 0) as u64
    }

    /// More than one HQ (10.1-2)?
    #[inline]
    #[must_use]
    pub const fn two_hqs(self) -> bool {
        self.count(Self::HQS) > 1
    }

    /// Whether a unit of the British Empire is among them.
    #[inline]
    #[must_use]
    pub const fn british(self) -> bool {
        self.count(Self::BRITISH) > 0
    }

    /// Whether a RU unit is among them.
    #[inline]
    #[must_use]
    pub const fn russian(self) -> bool {
        self.count(Self::RUSSIANS) > 0
    }

    /// Allies stand together (10.2-1), RU units and those of the British Empire do not (10.2-2,
    /// 18.9.1-1).
    #[inline]
    #[must_use]
    pub const fn rivals(self) -> bool {
        self.russian() && self.british()
    }

    /// Both crowds together.
    #[inline]
    #[must_use]
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// Whether they break a rule of stacking.
    #[inline]
    #[must_use]
    pub const fn overstacked(self) -> bool {
        self.too_many() || self.two_hqs() || self.rivals()
    }

    /// How many combat units there are above the limit (10.0-1, 10.2-3), and HQs above one (10.1-2).
    #[must_use]
    pub fn excess(self) -> usize {
        let limit = 3 + u64::from(self.count(Self::YILDIRIM) > 0);
        let combat = self.count(Self::COUNTED).saturating_sub(limit);
        let hqs = self.count(Self::HQS).saturating_sub(1);
        usize::try_from(combat + hqs).unwrap_or(usize::MAX)
    }
}

impl std::ops::Add for Crowd {
    type Output = Self;
    #[inline]
    fn add(self, other: Self) -> Self {
        self.with(other)
    }
}

impl std::ops::Sub for Crowd {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Counter {
    fn new(unit: &Unit) -> Self {
        let nations: Nations = unit.nations.iter().copied().collect();
        // The Persian Cossacks are RU for all purposes but supply (3.2.1.3.pe_ru).
        let mut nationalities = unit
            .nations
            .iter()
            .copied()
            .filter(|nation| *nation != Nation::Pe || !nations.has(Nation::Ru));
        let nation = nationalities
            .next()
            .filter(|_| nationalities.next().is_none());
        // BR, IN and ANZ units do not stack with RU (10.2-2), nor do those that have become BR
        // (16.4.5.4-3), as the Yugoslavs do (18.9.1-2); no Greek becomes one.
        let turns = !unit.is_of(Nation::Gr);
        let yildirim = unit.symbol == Some(Symbol::Yildirim);
        // HQs, artillery and markers do not count (10.1-1).
        let common = Crowd::one(Crowd::COUNTED, unit.stacks)
            | Crowd::one(Crowd::YILDIRIM, unit.stacks && yildirim)
            | Crowd::one(Crowd::HQS, unit.class == Class::Hq);
        Self {
            nations,
            nation,
            class: unit.class,
            yildirim,
            crowd: Crowd(
                common
                    | Crowd::one(Crowd::RUSSIANS, nations.has(Nation::Ru))
                    | Crowd::one(Crowd::BRITISH, is_british(unit)),
            ),
            crowd_turned: Crowd(common | Crowd::one(Crowd::BRITISH, turns)),
        }
    }
}

/// The counters, and sets of them.
#[derive(Debug)]
pub struct Counters {
    all: Vec<Counter>,
    /// Those of each side, but for Greek units, which follow Greece's stand.
    pub of_side: [BitSet; 2],
    /// Those of neither side.
    pub special: BitSet,
    /// Combat units (2.0.combat_unit-1).
    pub combat: BitSet,
    /// LCUs.
    pub lcus: BitSet,
    /// Combat units of the French.
    pub french: BitSet,
    /// LCUs of TU, TU-A and BU, but for those that are GE or AH too (11.1.2.f-1, 3.2-7).
    pub swamp_bound: BitSet,
}

impl Counters {
    /// Prepares the counters.
    #[must_use]
    pub fn new(units: &[Unit], greek: &BitSet) -> Self {
        let those = |wanted: &dyn Fn(&Unit) -> bool| -> BitSet {
            (0..units.len()).filter(|at| wanted(&units[*at])).collect()
        };
        let of = |unit: &Unit, nations: &[Nation]| nations.iter().any(|n| unit.is_of(*n));
        Self {
            all: units.iter().map(Counter::new).collect(),
            of_side: [Side::Ap, Side::Cp].map(|side| those(&|unit| unit.side == side) - *greek),
            special: those(&|unit| unit.side == Side::Special) - *greek,
            combat: those(&Unit::is_combat),
            lcus: those(&|unit| unit.size == Size::Lcu),
            french: those(&|unit| unit.is_combat() && unit.is_of(Nation::Fr)),
            swamp_bound: those(&|unit| {
                unit.size == Size::Lcu
                    && of(unit, &[Nation::Tu, Nation::TuA, Nation::Bu])
                    && !of(unit, &[Nation::Ge, Nation::Ah])
            }),
        }
    }
}

impl Counters {
    /// The number of an LCU among the LCUs, from 1.
    #[must_use]
    pub fn lcu_number(&self, unit: UnitId) -> Option<u16> {
        let number = self.lcus.iter().position(|lcu| lcu == unit)?;
        u16::try_from(number + 1).ok()
    }

    /// The LCU of such a number.
    #[must_use]
    pub fn lcu(&self, number: u16) -> Option<UnitId> {
        self.lcus.iter().nth(usize::from(number).checked_sub(1)?)
    }
}

impl std::ops::Index<UnitId> for Counters {
    type Output = Counter;
    #[inline]
    fn index(&self, unit: UnitId) -> &Counter {
        &self.all[unit]
    }
}
