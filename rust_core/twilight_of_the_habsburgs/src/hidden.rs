//! Units that are hidden from who looks at a position (13.1): where they may be, and what cannot be
//! told because of them. `fog` hides them.

use super::board::Units;
use super::data::{HexId, UnitId};
use super::front::Front;
use super::orders::{Move, Order};
use super::position::Position;
use super::state::Cell;
use super::vocabulary::*;
use engine::error::{Error, Result};

/// So many units, as the subject of a sentence.
fn units_are(number: u16) -> String {
    match number {
        1 => "one unit is".to_owned(),
        number => format!("{number} units are"),
    }
}

impl Front<'_> {
    /// The unit on top of a stack: the first by name, a headquarters only if there is no other unit
    /// (13.1-1). Nobody records what its owner chose.
    #[must_use]
    pub fn on_top(&self, stack: Units) -> Option<UnitId> {
        let name = |unit: &UnitId| &self.data.units[*unit].id;
        (stack - self.campaign.headquarters)
            .iter()
            .min_by_key(name)
            .or_else(|| stack.iter().min_by_key(name))
    }
}

impl Position {
    /// How many units of a side are hidden from who looks.
    #[must_use]
    pub fn hidden_units(&self, side: Side) -> u16 {
        let carriers = self.state().beneath.iter().enumerate();
        carriers
            .filter(|(unit, number)| **number > 0 && self.data().units[*unit].side == side)
            .map(|(_, number)| u16::from(*number))
            .sum()
    }

    /// Whether any unit of a side is hidden from who looks.
    #[must_use]
    pub fn hides(&self, side: Side) -> bool {
        self.hidden_units(side) > 0
    }

    /// Whether any unit is.
    pub(super) fn hides_any(&self) -> bool {
        self.state().any_from(Cell::Beneath(0))
    }

    /// Refuses to tell what a side may do whose units are hidden.
    ///
    /// # Errors
    /// [`Error::BadInput`] if any of them are.
    pub fn knows_choices(&self, side: Side) -> Result<()> {
        match self.hidden_units(side) {
            0 => Ok(()),
            hidden => Err(Error::bad(
                "units",
                format!(
                    "of the {side} side {} hidden here (13.1): what it may do is not known",
                    units_are(hidden)
                ),
            )),
        }
    }

    /// Refuses to tell what turns on who is hidden in a hex.
    ///
    /// # Errors
    /// [`Error::BadInput`] if anybody is.
    pub fn knows_units_in(&self, hex: HexId, why: &str) -> Result<()> {
        match self.state().beneath_in(hex) {
            0 => Ok(()),
            hidden => Err(Error::bad(
                "units",
                format!(
                    "{} hidden in {} (13.1): {why}",
                    units_are(hidden),
                    self.data().place_id(hex)
                ),
            )),
        }
    }

    /// Refuses to follow a move that shows who is hidden.
    pub(super) fn knows_what_it_shows(&self, made: &Move) -> Result<()> {
        if !self.hides_any() {
            return Ok(());
        }
        for order in made.orders() {
            match order {
                Order::Attack { hex, .. } => {
                    self.knows_units_in(*hex, "the attack shows which (13.11)")?;
                }
                Order::Scout { hex, .. } => {
                    self.knows_units_in(*hex, "the headquarters sees which (13.12)")?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// What has become of a position, those beneath a unit that is gone now beneath another.
    ///
    /// # Errors
    /// [`Error::BadInput`] if nobody is left upon them, or if an attack has eliminated units that
    /// stood with them: who else goes with these is not known (9.8).
    pub(super) fn with_others_on_top(mut self, before: &Self) -> Result<Self> {
        if !before.hides_any() {
            return Ok(self);
        }
        let numbers = before.state().beneath.iter().enumerate();
        let carriers = numbers
            .filter(|(_, number)| **number > 0)
            .filter_map(|(unit, number)| Some((unit, before.hex(unit)?, *number)));
        let carriers: Vec<(UnitId, HexId, u8)> = carriers.collect();
        let shown = "nobody is left upon them, which shows which";
        for (unit, hex, number) in carriers {
            let side = before.data().units[unit].side;
            let mut mates = before.front().units_in(side, hex).iter();
            let fallen = mates.any(|mate| self.is_in(mate, OffMap::Eliminated));
            let (rest, top) = {
                let front = self.front();
                let rest = front.units_in(side, hex);
                (rest, front.on_top(rest))
            };
            if fallen {
                before
                    .knows_units_in(hex, "who of them falls with the others is not known (9.8)")?;
            }
            if rest.contains(unit) {
                continue;
            }
            let Some(top) = top else {
                before.knows_units_in(hex, shown)?;
                continue;
            };
            self.put(Cell::Beneath(unit), 0);
            let sum = self.state().beneath[top].saturating_add(number);
            self.put(Cell::Beneath(top), sum.into());
        }
        Ok(self)
    }
}
