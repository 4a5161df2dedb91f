//! Steps and units lost (2.6, 9.34, 9.35, 13.7, 14.84).

use crate::data::UnitId;
use crate::position::Position;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

impl Position {
    /// Takes a unit off the map.
    pub(super) fn eliminate(&mut self, unit: UnitId) {
        self.stand(unit, self.data().off_map(OffMap::Eliminated));
        for cell in [
            Cell::Reduced(unit),
            Cell::Entrenched(unit),
            Cell::OutOfCommand(unit),
            Cell::Attacked(unit),
            Cell::Engaged(unit),
            Cell::Cornered(unit),
            Cell::Offensive(unit),
        ] {
            self.put(cell, 0);
        }
    }

    /// Counts steps that a unit loses in play.
    fn count_steps(&mut self, unit: UnitId, steps: u16) {
        let (side, nation, size) = {
            let unit = &self.data().units[unit];
            (unit.side, unit.nation, unit.size)
        };
        let campaign = &self.data().campaigns[self.state().scenario()];
        let double = campaign.double.contains(unit);
        let collapses = campaign.collapse_army.contains(unit)
            && self.state().one(Scalar::Turn) == 1
            && self.state().phasing() == Some(Side::Central);
        let (all, now, double_steps, headquarters) = match side {
            Side::Central => (
                Scalar::StepsLostCentral,
                Scalar::LostThisTurnCentral,
                Scalar::DoubleStepsLostCentral,
                Scalar::HeadquartersLostCentral,
            ),
            Side::Entente => (
                Scalar::StepsLostEntente,
                Scalar::LostThisTurnEntente,
                Scalar::DoubleStepsLostEntente,
                Scalar::HeadquartersLostEntente,
            ),
        };
        self.add_one(all, steps);
        self.add_one(now, steps);
        if nation == Nation::Italian {
            self.add_one(Scalar::ItalianStepsLost, steps);
            self.add_one(Scalar::ItalianLostThisTurn, steps);
        }
        if collapses {
            self.add_one(Scalar::SecondArmyLost, steps);
        }
        if double {
            self.add_one(double_steps, steps);
        }
        if size == Size::Hq {
            self.add_one(headquarters, steps);
        }
    }

    /// The steps a unit has left.
    pub(super) fn steps_left(&self, unit: UnitId) -> u16 {
        let steps = self.data().units[unit].steps;
        u16::from(steps - u8::from(steps > 1 && self.state().reduced.contains(unit)))
    }

    /// A unit loses all its steps in play.
    pub(super) fn lose(&mut self, unit: UnitId) {
        self.count_steps(unit, self.steps_left(unit));
        self.eliminate(unit);
    }

    /// A unit loses one step in play; whether it is left.
    pub(super) fn lose_step(&mut self, unit: UnitId) -> bool {
        if self.steps_left(unit) < 2 {
            self.lose(unit);
            return false;
        }
        self.count_steps(unit, 1);
        self.put(Cell::Reduced(unit), 1);
        true
    }
}
