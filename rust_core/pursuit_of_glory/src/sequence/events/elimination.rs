//! An effect: the player chooses a unit, which is eliminated for good or leaves the game (9.5.1.a).

use super::super::agenda::none_of_its_answers;
use super::super::{Transition, permanently_eliminated};
use crate::cards::Happening;
use crate::check::{Arg, Violation, codes};
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::vocabulary::*;
use engine::error::Result;

impl Position {
    /// The units that can be chosen for an effect.
    pub(super) fn eliminable(&self, effect: Happening) -> Vec<UnitId> {
        let units = 0..self.data().units.len();
        units
            .filter(|unit| self.can_be_eliminated(*unit, effect))
            .collect()
    }

    /// Those in play are eliminated, and removed those on the map and in the Reserve Box.
    fn can_be_eliminated(&self, unit: UnitId, effect: Happening) -> bool {
        let (data, entry) = (self.data(), &self.data().units[unit]);
        let known = &data.known;
        let stands_in = |boxes: &[usize]| {
            let place = self.place(unit);
            place.is_some_and(|place| place < data.on_map || boxes.contains(&place))
        };
        match effect {
            Happening::Eliminates(nation, size) => {
                entry.size == size
                    && entry.is_of(nation)
                    && stands_in(&[
                        known.ap_corps_assets,
                        known.ap_reserve,
                        known.ap_eliminated,
                        known.cp_corps_assets,
                        known.cp_reserve,
                        known.cp_eliminated,
                    ])
            }
            Happening::Removes(nation, kind) => {
                entry.size == Size::Scu
                    && entry.unit_type == kind
                    && entry.is_of(nation)
                    && stands_in(&[known.ap_reserve, known.cp_reserve])
            }
            _ => false,
        }
    }

    /// What is wrong with the choice: it is one unit of those that there are.
    pub(super) fn check_elimination(&self, effect: Happening, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let chosen = made.orders().iter().filter_map(Order::unit);
        for unit in chosen.filter(|unit| !self.can_be_eliminated(*unit, effect)) {
            found.push(Violation::new(&codes::NOT_OF_EVENT, &[Arg::Unit(unit)]));
        }
        match made.orders().len() {
            0 => found.push(Violation::new(&codes::NOBODY_CHOSEN, &[])),
            1 => {}
            number => {
                let number = u32::try_from(number).unwrap_or(u32::MAX);
                found.push(Violation::new(
                    &codes::TOO_MANY_CHOSEN,
                    &[Arg::Number(number)],
                ));
            }
        }
        found
    }

    /// The position without the unit that was chosen; nobody comes for it.
    pub(super) fn without_chosen(&self, effect: Happening, made: &Move) -> Result<Self> {
        let [Order::Eliminate { unit }] = made.orders() else {
            return Err(none_of_its_answers());
        };
        let owner = self.data().units[*unit].side;
        let mut transition = Transition::new(self, self.state().active());
        let grave = match effect {
            Happening::Removes(..) => {
                let [.., removed] = self.data().known.spent_boxes(owner);
                removed
            }
            _ => permanently_eliminated(self, owner),
        };
        transition.now.retire(*unit, grave, false);
        transition.settle();
        Ok(transition.now)
    }
}
