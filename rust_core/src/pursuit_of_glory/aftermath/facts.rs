//! What the law is told of what follows the dice (`docs/aftermath.md`).

use super::Aftermath;
use super::losses::Sheet;
use crate::pursuit_of_glory::battles::{Asked, Question};
use crate::pursuit_of_glory::position::Position;
use crate::pursuit_of_glory::state::Cell;
use crate::pursuit_of_glory::vocabulary::*;
use std::fmt::Write as _;

// Writing to a string cannot fail.
macro_rules! fact {
    ($text:expr, $($arg:tt)*) => {{ let _ = writeln!($text, $($arg)*); }};
}

impl Position {
    /// The facts of a decision after the dice; none of others.
    #[must_use]
    pub(in crate::pursuit_of_glory) fn aftermath_facts(&self, asked: Asked) -> String {
        let mut text = String::new();
        let kind = asked.kind;
        let after = [
            Question::Losses,
            Question::Retreat,
            Question::Advance,
            Question::Repair,
            Question::Excess,
        ];
        if after.contains(&kind) {
            fact!(text, "stage({kind}).");
        }
        if kind == Question::Excess {
            fact!(text, "acts({}).", asked.side);
        }
        if let Some(after) = Aftermath::new(self)
            && (after.acts().is_some() || asked.moment.is_some())
        {
            after.remembered(&mut text);
            after.told(asked, &mut text);
        }
        text
    }
}

impl Aftermath<'_> {
    fn unit(&self, unit: usize) -> &str {
        &self.data.units[unit].id
    }

    fn space(&self, place: usize) -> &str {
        &self.data.spaces[place].id
    }

    /// What the position remembers since the dice.
    fn remembered(&self, text: &mut String) {
        let state = self.state;
        for side in [Side::Ap, Side::Cp] {
            for unit in self.participants(side).iter() {
                let factor = self.factor(unit, state.reduced.contains(unit));
                fact!(text, "factor({},{factor}).", self.unit(unit));
            }
        }
        for (name, units) in [
            ("unfed", state.unfed),
            ("bled", state.bled & self.view.present),
            ("fell", self.fallen()),
        ] {
            for unit in units.iter() {
                fact!(text, "{name}({}).", self.unit(unit));
            }
        }
        for unit in 0..self.data.units.len() {
            if let Some(lcu) = self.data.counters.lcu(state.get(Cell::Heir(unit))) {
                fact!(text, "replacement({},{}).", self.unit(unit), self.unit(lcu));
            }
            if self.spot(unit).is_some() && self.cannot_cancel(unit) {
                fact!(text, "cannot_cancel({}).", self.unit(unit));
            }
        }
        for place in state.passed.iter() {
            fact!(text, "passed({}).", self.space(place));
        }
        if let Some(place) = self.stack_out() {
            fact!(text, "stack_out({}).", self.space(place));
        }
        for (step, place) in (1..).zip(self.path_out()) {
            fact!(text, "path_out({step},{}).", self.space(place));
        }
    }

    /// What follows from it.
    fn told(&self, asked: Asked, text: &mut String) {
        if let Some((winner, margin)) = self.winner() {
            fact!(text, "winner({winner}).\nmargin({margin}).");
        }
        for (name, holds) in [
            ("withdrawing", self.withdrawing()),
            ("all_eliminated", self.all_eliminated()),
            ("fort_stood_alone", self.fort_holds()),
        ] {
            if holds {
                fact!(text, "{name}.");
            }
        }
        match asked.kind {
            Question::Losses => {
                let sheet = Sheet::new(self, asked.side);
                let capacity = sheet.capacity();
                fact!(text, "loss_number({},{}).", asked.side, sheet.number);
                let (most, truly) = (capacity.most, capacity.truly);
                fact!(text, "capacity({most},{truly},{}).", capacity.uncertain);
            }
            Question::Retreat => {
                if let Some(flight) = self.flight() {
                    fact!(text, "retreat_cause({}).", flight.cause);
                }
            }
            Question::Repair => {
                let points = self.points();
                let points = (points.reserves + points.armories) / 2;
                fact!(text, "points({points}).");
            }
            _ => {}
        }
    }
}
