//! Out of theater campaigns (18.12): which units the AP may remove to negate VPs of an event.

use super::codes::{Code, *};
use super::{Arg, Checker, Violation};
use crate::board::BitSet;
use crate::cards::Happening;
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use engine::chance::Random;

/// An LCU counts as so many divisions, an SCU as one (18.12.2-2).
const DIVISIONS_OF_LCU: u32 = 3;
/// So many tries at a legal move of some units at random.
const TRIES: usize = 30;
/// Nobody is removed in so many of a hundred moves at random.
const STAYS: usize = 25;

/// Judges who is removed, in one position.
#[derive(Debug)]
pub struct OutOfTheater<'a> {
    checker: Checker<'a>,
    /// How many VPs can be negated, and how many divisions each takes (18.12.2-1).
    vp: u32,
    each: u32,
    /// Whose LCU negates all of them instead (18.12.5).
    lcu_of: Option<Nation>,
}

impl<'a> OutOfTheater<'a> {
    /// Prepares to judge the removals that negate the VPs of an effect.
    #[must_use]
    pub fn new(position: &'a Position, effect: Happening) -> Self {
        let (vp, divisions, lcu_of) = match effect {
            Happening::NegatedBy(vp, divisions) => (vp, divisions, None),
            Happening::NegatedByLcu(vp, nation, _) => (vp, vp, Some(nation)),
            _ => (0, 0, None),
        };
        Self {
            checker: Checker::of_side(position, Side::Ap),
            vp: vp.into(),
            each: u32::from(divisions / vp.max(1)).max(1),
            lcu_of,
        }
    }

    /// The VPs that can be negated.
    #[must_use]
    pub const fn vp(&self) -> u32 {
        self.vp
    }

    /// How many divisions negate each of them.
    #[must_use]
    pub const fn each(&self) -> u32 {
        self.each
    }

    /// Whose LCU negates all of them instead (18.12.5).
    #[must_use]
    pub const fn lcu_of(&self) -> Option<Nation> {
        self.lcu_of
    }

    /// The units that may be removed.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        let all = 0..self.checker.data.units.len();
        all.filter(|unit| self.bars(*unit).is_empty()).collect()
    }

    /// Whether they can negate anything.
    #[must_use]
    pub fn can_negate(&self) -> bool {
        match self.lcu_of {
            Some(_) => !self.units().is_empty(),
            None => self.divisions(self.units().into_iter().collect()) >= self.each,
        }
    }

    /// The VPs that a legal move negates; no change is given (18.12.2-3).
    #[must_use]
    pub fn negated(&self, made: &Move) -> u32 {
        match self.lcu_of {
            Some(_) if removed(made).is_empty() => 0,
            Some(_) => self.vp,
            None => (self.divisions(removed(made)) / self.each).min(self.vp),
        }
    }

    /// Every rule that the move breaks, each once.
    #[must_use]
    pub fn check(&self, made: &Move) -> Vec<Violation> {
        let named = removed(made);
        let mut found = Vec::new();
        let mut counted = BitSet::EMPTY;
        for unit in named.iter() {
            let bars = self.bars(unit);
            if bars.is_empty() {
                counted.insert(unit);
            }
            let said = bars.into_iter();
            found.extend(said.map(|code| Violation::new(code, &[Arg::Unit(unit)])));
        }
        if self.lcu_of.is_some() {
            if let number @ 2.. = counted.len() {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                found.push(Violation::new(&ONE_LCU, &[Arg::Number(number)]));
            }
            found.sort_unstable();
            return found;
        }
        let divisions = self.divisions(counted);
        if !named.is_empty() && divisions < self.each {
            found.push(Violation::new(
                &TOO_FEW_DIVISIONS,
                &[Arg::Number(divisions)],
            ));
        }
        let codes = self.halves(counted).into_iter();
        found.extend(codes.map(|code| Violation::new(code, &[])));
        found.sort_unstable();
        found
    }

    fn divisions(&self, units: BitSet) -> u32 {
        let of = |unit: UnitId| match self.checker.data.units[unit].size {
            Size::Lcu => DIVISIONS_OF_LCU,
            _ => 1,
        };
        units.iter().map(of).sum()
    }

    /// What is wrong with the kind of a unit: regular infantry of the Empire leaves, elite or not, and of
    /// special units those of India (18.12.2-4); for GORLICE-TARNOW an LCU (18.12.5), but no cavalry, no
    /// camels and no special units of BR (18.12.2-4).
    fn unfit(&self, unit: UnitId) -> Vec<&'static Code> {
        let entry = &self.checker.data.units[unit];
        let regular = entry.class == Class::Regular;
        let mut codes: Vec<&'static Code> = Vec::new();
        if let Some(nation) = self.lcu_of {
            if !(regular && entry.size == Size::Lcu && entry.is_of(nation)) {
                codes.push(&NOT_AN_LCU_OF);
            }
            let british = entry.is_of(Nation::Br);
            if matches!(entry.unit_type, UnitType::Cavalry | UnitType::Camel)
                || (british && entry.unit_type == UnitType::Special)
            {
                codes.push(&NO_SUCH_TROOPS);
            }
            return codes;
        }
        let empire = [Nation::Br, Nation::In, Nation::Anz];
        let fits = regular
            && matches!(entry.size, Size::Scu | Size::Lcu)
            && entry.nations.iter().all(|nation| empire.contains(nation))
            && match entry.unit_type {
                UnitType::Infantry | UnitType::EliteInfantry => true,
                UnitType::Special => entry.nations == [Nation::In],
                _ => false,
            };
        if !fits {
            codes.push(&NO_SUCH_TROOPS);
        }
        codes
    }

    /// The rules that keep a unit from being removed.
    fn bars(&self, unit: UnitId) -> Vec<&'static Code> {
        let checker = &self.checker;
        let (data, place) = (checker.data, checker.position.place(unit));
        let unfit = self.unfit(unit);
        if !unfit.is_empty() {
            return unfit;
        }
        let lcu = data.units[unit].size == Size::Lcu;
        let bar = match place {
            Some(place) if place < data.on_map => {
                checker.outlook().starved(unit).then_some(&REMOVED_UNFED)
            }
            _ if lcu => Some(&REMOVED_LCU_ELSEWHERE),
            _ => (place != Some(data.known.ap_reserve)).then_some(&REMOVED_FROM_ELSEWHERE),
        };
        bar.into_iter().collect()
    }

    /// What is wrong with the kinds of the SCUs: half of them, rounded up, are elite or special, and half
    /// are BR, as far as there are such (18.12.3-1, 18.12.3-2); for BR that lack, elite or special ones of
    /// IN and ANZ come (18.12.3-4).
    fn halves(&self, counted: BitSet) -> Vec<&'static Code> {
        let data = self.checker.data;
        let scu = |unit: &UnitId| data.units[*unit].size == Size::Scu;
        let elite = |unit: &UnitId| data.units[*unit].unit_type != UnitType::Infantry;
        let british = |unit: &UnitId| data.units[*unit].is_of(Nation::Br);
        let going: BitSet = counted.iter().filter(scu).collect();
        let units = self.units().into_iter();
        let staying: BitSet = units
            .filter(|unit| scu(unit) && !going.contains(*unit))
            .collect();
        let half = going.len().div_ceil(2);
        let number = |of: &dyn Fn(&UnitId) -> bool| going.iter().filter(|unit| of(unit)).count();
        let left = |of: &dyn Fn(&UnitId) -> bool| staying.iter().any(|unit| of(&unit));
        let others = |unit: &UnitId| elite(unit) && !british(unit);
        let mut codes: Vec<&'static Code> = Vec::new();
        let missing = half.saturating_sub(number(&british));
        let plain = half.saturating_sub(number(&elite));
        // Of an odd number one would have to be both; if nobody is, one half may be a unit short.
        let both = |unit: UnitId| elite(&unit) && british(&unit);
        let excused = going.len() % 2 == 1
            && plain + missing == 1
            && !going.iter().chain(staying.iter()).any(both);
        if plain > 0 && left(&elite) && !excused {
            codes.push(&TOO_FEW_ELITE);
        }
        if missing > 0 && left(&british) && !excused {
            codes.push(&TOO_FEW_BRITISH);
        } else if number(&others) < missing && left(&others) {
            codes.push(&NOT_NEXT_BEST);
        }
        codes
    }

    /// As many legal moves at random as are asked for; the same seed gives the same moves.
    #[must_use]
    pub fn samples(&self, seed: u64, count: usize) -> Vec<Move> {
        let units = self.units();
        let one = |number: usize| self.sampled(&units, &mut Random::new(seed, number as u64 + 1));
        (0..count).map(one).collect()
    }

    fn sampled(&self, units: &[UnitId], random: &mut Random) -> Move {
        if self.lcu_of.is_some() {
            let unit = random.pick(units).copied();
            let unit = unit.filter(|_| !random.chance(STAYS));
            return Move::new(
                unit.into_iter()
                    .map(|unit| Order::Eliminate { unit })
                    .collect(),
            );
        }
        if !random.chance(STAYS) {
            for _ in 0..TRIES {
                let mut shuffled = units.to_vec();
                random.shuffle(&mut shuffled);
                let wanted = match random.chance(50) {
                    true => self.each,
                    false => self.each * self.vp,
                };
                let mut chosen = BitSet::EMPTY;
                for unit in shuffled {
                    if self.divisions(chosen) < wanted {
                        chosen.insert(unit);
                    }
                }
                let orders = chosen.iter().map(|unit| Order::Eliminate { unit });
                let made = Move::new(orders.collect());
                if self.check(&made).is_empty() {
                    return made;
                }
            }
        }
        Move::default()
    }
}

/// The units that a move removes.
fn removed(made: &Move) -> BitSet {
    made.orders().iter().filter_map(Order::unit).collect()
}
