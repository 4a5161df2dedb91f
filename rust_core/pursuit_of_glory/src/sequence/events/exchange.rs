//! An effect: CAUCASIAN ARMY REFORMS costs the CP corps, for which it receives others (9.5.1.a).

use super::super::agenda::NextStep;
use super::super::{Transition, permanently_eliminated};
use crate::board::BitSet;
use crate::check::codes::{self, Code};
use crate::check::{Arg, Violation};
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Frame, FrameKind};
use crate::vocabulary::*;
use engine::chance::Random;

/// So many infantry SCUs stand for a corps.
const SCUS: usize = 3;

impl Position {
    /// The CP is asked if it can give up enough; if not, it receives nothing.
    pub(super) fn step_of_exchange(&self, frame: Frame, corps: u8) -> NextStep {
        match self.worth_in_exchange(&self.given_up()) >= usize::from(corps) {
            true => NextStep::Decides(DecisionKind::Exchange),
            false => {
                let mut next = self.clone();
                let card = super::card_of(frame).and_then(|card| self.data().cards.get(card));
                let effects = card.and_then(|card| card.event.as_ref());
                let all = effects.map_or(0, |effects| effects.len());
                let done = u16::try_from(all).unwrap_or(0);
                next.put_arg(FrameKind::Event, 1, done);
                NextStep::Takes(Box::new(next.advance_to_next_decision()))
            }
        }
    }

    /// Why a unit cannot be given up: regular corps of the Turks are, from the map and the Corps Assets
    /// Box, and infantry SCUs from the map and the Reserve Box.
    fn bar_to_exchange(&self, unit: UnitId) -> Option<&'static Code> {
        let data = self.data();
        let entry = &data.units[unit];
        let turkish = entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA);
        let infantry = matches!(
            entry.unit_type,
            UnitType::Infantry | UnitType::EliteInfantry
        );
        let stores = match entry.size {
            Size::Lcu => data.known.cp_corps_assets,
            _ => data.known.cp_reserve,
        };
        let fits = match entry.size {
            Size::Lcu => true,
            Size::Scu => infantry,
            _ => false,
        };
        if !(turkish && fits && entry.class == Class::Regular) {
            return Some(&codes::NO_TURKISH_CORPS);
        }
        let place = self.place(unit);
        let there = place.is_some_and(|place| place < data.on_map || place == stores);
        (!there).then_some(&codes::NOT_IN_PLAY)
    }

    /// The units that may be given up.
    pub(super) fn given_up(&self) -> Vec<UnitId> {
        let units = 0..self.data().units.len();
        units
            .filter(|unit| self.bar_to_exchange(*unit).is_none())
            .collect()
    }

    fn is_corps(&self, unit: UnitId) -> bool {
        self.data().units[unit].size == Size::Lcu
    }

    /// How many corps some units are worth.
    fn worth_in_exchange(&self, units: &[UnitId]) -> usize {
        let corps = units.iter().filter(|unit| self.is_corps(**unit)).count();
        corps + (units.len() - corps) / SCUS
    }

    /// What is wrong with who is given up: so many corps, with three infantry SCUs for each that is
    /// missing.
    pub(super) fn check_exchange(&self, corps: u8, made: &Move) -> Vec<Violation> {
        let named: BitSet = made.orders().iter().filter_map(Order::unit).collect();
        let mut found = Vec::new();
        let mut going = Vec::new();
        for unit in named.iter() {
            match self.bar_to_exchange(unit) {
                Some(code) => found.push(Violation::new(code, &[Arg::Unit(unit)])),
                None => going.push(unit),
            }
        }
        let number = |number: usize| [Arg::Number(u32::try_from(number).unwrap_or(u32::MAX))];
        let scus = going.iter().filter(|unit| !self.is_corps(**unit)).count();
        if scus % SCUS != 0 {
            found.push(Violation::new(&codes::NOT_IN_THREES, &number(scus)));
        }
        let worth = self.worth_in_exchange(&going);
        match worth.cmp(&usize::from(corps)) {
            std::cmp::Ordering::Less => {
                found.push(Violation::new(&codes::TOO_FEW_CORPS, &number(worth)));
            }
            std::cmp::Ordering::Greater => {
                found.push(Violation::new(&codes::TOO_MANY_CORPS, &number(worth)));
            }
            std::cmp::Ordering::Equal => {}
        }
        found.sort_unstable();
        found
    }

    /// The position without them; nobody comes for a corps that is given up (12.6.5).
    pub(super) fn exchanged(&self, made: &Move) -> Self {
        let done = self.effect_is_done();
        let mut transition = Transition::new(&done, Side::Cp);
        let grave = permanently_eliminated(self, Side::Cp);
        for order in made.orders() {
            if let Order::Eliminate { unit } = *order {
                transition.now.retire(unit, grave, false);
            }
        }
        transition.settle();
        transition.now.advance_to_next_decision()
    }

    /// Legal answers at random.
    pub(super) fn sampled_exchanges(&self, corps: u8, seed: u64, count: usize) -> Vec<Move> {
        let units = self.given_up();
        let one = |number: usize| {
            let mut random = Random::new(seed, number as u64 + 1);
            let mut shuffled = units.clone();
            random.shuffle(&mut shuffled);
            let (mut lcus, mut scus): (Vec<_>, Vec<_>) =
                shuffled.into_iter().partition(|unit| self.is_corps(*unit));
            let wanted = usize::from(corps);
            let least = wanted.saturating_sub(scus.len() / SCUS);
            let most = wanted.min(lcus.len());
            let share = least + random.below(most.saturating_sub(least) + 1);
            lcus.truncate(share);
            scus.truncate((wanted - share) * SCUS);
            let going = lcus.into_iter().chain(scus);
            Move::new(going.map(|unit| Order::Eliminate { unit }).collect())
        };
        (0..count).map(one).collect()
    }
}
