//! The Turks in Galicia: the die of the Attrition Phase, and who takes the place of a lost corps
//! (18.5.a, 12.6.5).

use super::chance::six_sided;
use super::{Outcome, Transition};
use crate::check::{Arg, Violation, codes};
use crate::combat::preference;
use crate::control::turkish_corps_in_galicia;
use crate::data::UnitId;
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, FrameKind, Scalar};
use crate::vocabulary::*;
use engine::chance::Results;
use engine::error::Result;

/// The stage of the Revolution in which the Russian front is gone (18.5.a-2, 18.5.f).
const LAST_STAGE: u16 = 4;
/// The step of the Attrition Phase in which the die falls.
pub(super) const DIE: u16 = 1;
/// The step in which an SCU is chosen.
pub(super) const CHOICE: u16 = 2;

/// The die that falls for the Turks in Galicia.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GaliciaDie {
    /// The LCU.
    pub unit: UnitId,
    /// Its LF, on the side that shows; a greater roll costs a step.
    pub loss_factor: u8,
    /// Whether it is reduced, so that a step is its last.
    pub reduced: bool,
    /// The SCUs of the Reserve Box that may take its place then.
    pub replacements: Vec<UnitId>,
}

impl GaliciaDie {
    /// Of six rolls so many cost a step.
    #[must_use]
    pub fn losing_rolls(&self) -> u32 {
        6_u32.saturating_sub(self.loss_factor.into())
    }
}

impl Position {
    /// The die that an Attrition Phase with these units would throw for the Turks in Galicia; none
    /// once the Revolution has reached its last stage (18.5.a-2).
    #[must_use]
    pub fn galicia_die(&self) -> Option<GaliciaDie> {
        let (data, state) = (self.data(), self.state());
        if state.scalar(Scalar::RevolutionStage) >= LAST_STAGE {
            return None;
        }
        let unit = turkish_corps_in_galicia(data, state)?;
        let reduced = state.reduced.contains(unit);
        let entry = &data.units[unit];
        let face = if reduced { entry.reduced } else { entry.full };
        // A `?` is rolled in combat only; no Turkish LCU has one.
        let loss_factor = face.lf?;
        let replacements = if reduced {
            self.replacements_of(unit)
        } else {
            Vec::new()
        };
        Some(GaliciaDie {
            unit,
            loss_factor,
            reduced,
            replacements,
        })
    }

    /// What comes of the die.
    pub(super) fn die_in_galicia(&self) -> Option<Results<Outcome>> {
        let die = self.galicia_die()?;
        Some(six_sided(|face| Outcome::Galicia {
            unit: die.unit,
            loses: face > 6 - die.losing_rolls(),
        }))
    }

    /// The SCUs of the Reserve Box.
    fn spares(&self, lcu: UnitId) -> impl Iterator<Item = UnitId> {
        let data = self.data();
        let reserve = match self.side_of(lcu) {
            Side::Cp => data.known.cp_reserve,
            _ => data.known.ap_reserve,
        };
        (0..data.units.len()).filter(move |unit| {
            let entry = &data.units[*unit];
            self.place(*unit) == Some(reserve)
                && entry.class == Class::Regular
                && entry.size == Size::Scu
        })
    }

    /// Those that may take the place of an LCU, with how well they fit (12.6.5-1).
    fn ranked_replacements(&self, lcu: UnitId) -> Vec<((u8, u8), UnitId)> {
        let data = self.data();
        let of = |unit: UnitId| (data.counters[unit].nations, data.units[unit].unit_type);
        let ranked = self
            .spares(lcu)
            .filter_map(|unit| Some((preference(of(lcu), of(unit))?, unit)));
        ranked.collect()
    }

    /// Those of the best kind there is.
    fn replacements_of(&self, lcu: UnitId) -> Vec<UnitId> {
        let mut found = self.ranked_replacements(lcu);
        let best = found.iter().map(|(rank, _)| *rank).min();
        found.retain(|(rank, _)| Some(*rank) == best);
        found.into_iter().map(|(_, unit)| unit).collect()
    }

    /// Among whom the CP chooses now; none if nothing is to be chosen.
    #[must_use]
    pub fn replacement_choices(&self) -> Vec<UnitId> {
        let state = self.state();
        if state.phase() != Some(Phase::Attrition) || state.step() != CHOICE {
            return Vec::new();
        }
        let lost = turkish_corps_in_galicia(self.data(), state);
        lost.map_or_else(Vec::new, |unit| self.replacements_of(unit))
    }

    /// The die has fallen: nothing, a step (18.5.a-1), or the corps, which an SCU replaces as in
    /// combat (18.5.a-3). No modifier touches the die.
    pub(super) fn fight_in_galicia(&self, loses: bool) -> Self {
        let mut next = self.clone();
        let Some(die) = self.galicia_die() else {
            return next;
        };
        match (loses, die.replacements.as_slice()) {
            (true, _) if !die.reduced => next.put(Cell::Reduced(die.unit), 1),
            (true, []) => return next.lose_in_galicia(die.unit, None),
            (true, [only]) => return next.lose_in_galicia(die.unit, Some(*only)),
            (true, _) => {
                next.put_arg(FrameKind::Phase, 1, CHOICE);
                return next.advance_to_next_decision();
            }
            (false, _) => {}
        }
        next.put_arg(FrameKind::Phase, 1, CHOICE + 1);
        next.advance_to_next_decision()
    }

    /// What is wrong with who comes for the corps that is lost: one SCU, and the best there is
    /// (12.6.5-1).
    pub(super) fn check_replacement(&self, made: &Move) -> Vec<Violation> {
        let data = self.data();
        let Some(lcu) = turkish_corps_in_galicia(data, self.state()) else {
            return Vec::new();
        };
        let ranks = self.ranked_replacements(lcu);
        let best = ranks.iter().map(|(rank, _)| *rank).min();
        let mut found = Vec::new();
        let mut named = 0;
        for order in made.orders() {
            let Order::Replace { unit, by } = *order else {
                continue;
            };
            if unit != lcu {
                found.push(Violation::new(&codes::NOT_ELIMINATED, &[Arg::Unit(unit)]));
                continue;
            }
            named += 1;
            let witness = [Arg::Unit(lcu), Arg::Unit(by)];
            let rank = ranks.iter().find(|(_, known)| *known == by);
            let code = match (rank.map(|(rank, _)| *rank), best) {
                (None, _) if self.spares(lcu).all(|spare| spare != by) => {
                    found.push(Violation::new(&codes::NOT_IN_RESERVE, &witness[1..]));
                    continue;
                }
                (None, _) => &codes::UNSUITABLE,
                (Some(own), Some(best)) if best.0 < own.0 => &codes::COMES_LATER_NATION,
                (Some(own), Some(best)) if best < own => &codes::COMES_LATER_TYPE,
                _ => continue,
            };
            found.push(Violation::new(code, &witness));
        }
        if named > 1 {
            found.push(Violation::new(&codes::REPLACED_TWICE, &[Arg::Unit(lcu)]));
        }
        if named == 0 && best.is_some() {
            found.push(Violation::new(&codes::UNREPLACED, &[Arg::Unit(lcu)]));
        }
        found
    }

    /// `replace LCU by UNIT`: who comes for the corps that is lost (12.6.5-7).
    pub(super) fn replace_in_galicia(&self, unit: UnitId) -> Result<Self> {
        match turkish_corps_in_galicia(self.data(), self.state()) {
            Some(lcu) => Ok(self.lose_in_galicia(lcu, Some(unit))),
            None => Ok(self.clone()),
        }
    }

    /// The corps is lost, for good if nobody comes (12.6.5-2) or its kind does not return
    /// (12.6.7.c); who comes is as strong as in the Reserve Box.
    fn lose_in_galicia(&self, lcu: UnitId, spare: Option<UnitId>) -> Self {
        let data = self.data();
        let known = &data.known;
        let doomed = matches!(data.units[lcu].symbol, Some(Symbol::Dot | Symbol::Triangle));
        let mut transition = Transition::new(self, Side::Cp);
        let place = if spare.is_none() || doomed {
            known.cp_permanently_eliminated
        } else {
            known.cp_eliminated
        };
        transition.now.retire(lcu, place, false);
        if let Some(unit) = spare {
            transition.now.stand(unit, known.galicia);
        }
        transition.now.put_arg(FrameKind::Phase, 1, CHOICE + 1);
        transition.settle_outside_rounds();
        transition.now.advance_to_next_decision()
    }
}
