//! What the law is told of what follows the dice (`docs/aftermath.md`).

use super::losses::LossSheet;
use super::{AFTER_DICE, BattleDecision, PostCombat};
use crate::cards::NAMED;
use crate::cards::RUSSIAN_WINTER_OFFENSIVE;
use crate::control::index;
use crate::position::Position;
use crate::state::Cell;
use crate::vocabulary::*;
use std::fmt::Write as _;

// Writing to a string cannot fail.
macro_rules! fact {
    ($text:expr, $($arg:tt)*) => {{ let _ = writeln!($text, $($arg)*); }};
}

impl Position {
    /// The facts of a decision after the dice; none of others.
    #[must_use]
    pub(crate) fn aftermath_facts(&self, asked: BattleDecision) -> String {
        let mut text = String::new();
        let kind = asked.kind;
        if AFTER_DICE.contains(&kind) {
            fact!(text, "stage({kind}).");
        }
        let event = self.event_of_action(self.state().active());
        if kind == DecisionKind::Advance && event == Some(RUSSIAN_WINTER_OFFENSIVE) {
            fact!(text, "winter_offensive.");
        }
        if let (DecisionKind::Cards, Some(card)) = (kind, event) {
            fact!(text, "event_of_action({}).", self.data().cards[card].id);
        }
        if kind == DecisionKind::Excess {
            fact!(text, "acts({}).", asked.side);
        }
        if let Some(after) = PostCombat::new(self)
            && (after.acts().is_some() || asked.moment.is_some())
        {
            after.remembered(&mut text);
            after.told(asked, &mut text);
        }
        text
    }
}

impl PostCombat<'_> {
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
            let spares = LossSheet::new(self, side).reserve;
            let units = self.participants(side);
            for unit in units.iter().chain(spares) {
                let reduced = state.reduced.contains(unit);
                let factor = self.factor(unit, reduced);
                fact!(text, "factor({},{factor}).", self.unit(unit));
                if !reduced {
                    let last = self.factor(unit, true);
                    fact!(text, "last_factor({},{last}).", self.unit(unit));
                }
                if units.contains(unit) && self.uncertain(unit) {
                    fact!(text, "guessed({}).", self.unit(unit));
                }
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
            if let Some(lcu) = self
                .data
                .counters
                .lcu(state.get(Cell::ReplacementFor(unit)))
            {
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

    /// The VP spaces of Russia that were taken in the advance (CZAR'S ARMORIES).
    fn russian_vp_taken(&self) -> Vec<usize> {
        if !self.state.battle_flag(BattleFlag::RussianVpTaken) {
            return Vec::new();
        }
        let mut places = self.state.passed;
        places.insert(self.target);
        let held = self.view.control[index(Side::Cp)];
        let russian = |place: &usize| {
            let space = &self.data.spaces[*place];
            space.area == Area::Russia && space.vp > 0
        };
        (places & held).iter().filter(russian).collect()
    }

    /// What follows from it.
    fn told(&self, asked: BattleDecision, text: &mut String) {
        if let Some((winner, margin)) = self.winner() {
            fact!(text, "winner({winner}).\nmargin({margin}).");
        }
        for (name, holds) in [
            ("withdrawing", self.withdrawing()),
            ("all_eliminated", self.all_eliminated()),
            ("fort_stood_alone", self.fort_holds()),
            ("no_trench", self.no_trench()),
            ("no_desert", self.no_desert()),
            (
                "cancelled(advance)",
                self.state.battle_flag(BattleFlag::AdvanceCancelled),
            ),
            (
                "cancelled(retreat)",
                self.state.battle_flag(BattleFlag::RetreatCancelled),
            ),
        ] {
            if holds {
                fact!(text, "{name}.");
            }
        }
        for place in self.russian_vp_taken() {
            fact!(text, "taken({}).", self.space(place));
        }
        match asked.kind {
            DecisionKind::Losses => {
                let sheet = LossSheet::new(self, asked.side);
                let capacity = sheet.capacity();
                fact!(text, "loss_number({},{}).", asked.side, sheet.number);
                let (most, truly) = (capacity.most, capacity.truly);
                fact!(text, "capacity({most},{truly},{}).", capacity.uncertain);
            }
            DecisionKind::Retreat => {
                if let Some(requirement) = self.requirement() {
                    fact!(text, "retreat_cause({}).", requirement.cause);
                }
            }
            DecisionKind::Repair => {
                if let Some(repair) = self.repair() {
                    let (points, card) = (repair.points / 2, NAMED[repair.card].id);
                    fact!(text, "points({points}).\nrepairing({card}).");
                }
                for unit in self.fallen().iter() {
                    if let Some(place) = self.home(unit) {
                        fact!(text, "origin({},{}).", self.unit(unit), self.space(place));
                    }
                }
            }
            _ => {}
        }
    }
}
