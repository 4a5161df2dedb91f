//! What the Attrition Phase would do now, with its reasons (14.3.2; `docs/attrition.md`).

use super::data::{PlaceId, UnitId};
use super::position::Position;
use super::sequence::{GaliciaDie, LossReason};
use super::vocabulary::*;
use crate::board::BitSet;

/// A unit that is lost, or spared though it is out of supply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttritionLoss {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub place: PlaceId,
    /// Why.
    pub reason: LossReason,
}

/// A place whose holder changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The place.
    pub place: PlaceId,
    /// Who controls it in full from now on, if it turns.
    pub to: Option<Side>,
    /// Who holds its VPs from now on.
    pub holder: Option<Side>,
    /// Whether it turned for want of supply (14.3.2.2-1). Else because its last defenders are lost.
    pub unsupplied: bool,
    /// VPs in the CP's favour.
    pub vp: i32,
    /// Jihad points.
    pub jihad: i32,
    /// RU VPs gained by Russia.
    pub ru_vp: i32,
    /// Whether a RU VP marker is placed, or removed.
    pub marker: Option<bool>,
}

/// What the Attrition Phase would do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Attrition {
    /// The units that are lost, by their numbers.
    pub lost: Vec<AttritionLoss>,
    /// The units that are out of supply and stay.
    pub spared: Vec<AttritionLoss>,
    /// The spaces and regions that turn, or change their holder.
    pub turns: Vec<Turn>,
    /// How far the VP marker moves, in the CP's favour.
    pub vp: i32,
    /// How far the Jihad level rises.
    pub jihad: i32,
    /// RU VPs gained by Russia.
    pub ru_vp: i32,
    /// The unit for which the Jihad level rises by one of these (16.3.1.1-7).
    pub jihad_unit: Option<UnitId>,
    /// The die for the Turks in Galicia.
    pub galicia: Option<GaliciaDie>,
}

impl Position {
    /// What the Attrition Phase would do with the position as it is, whatever the phase is.
    #[must_use]
    pub fn attrition(&self) -> Attrition {
        let (losses, held) = self.attrition_losses();
        let loss = |(unit, reason): &(UnitId, LossReason)| AttritionLoss {
            unit: *unit,
            place: self.place(*unit).unwrap_or(0),
            reason: *reason,
        };
        let mut found = Attrition {
            lost: losses.lost.iter().map(loss).collect(),
            spared: losses.spared.iter().map(loss).collect(),
            ..Attrition::default()
        };
        let gone = |unit: UnitId| losses.lost.iter().any(|(lost, _)| *lost == unit);
        // The die is for those who are left (6.0.C-1, 6.0.C-2).
        found.galicia = self.galicia_die().filter(|die| !gone(die.unit));
        if losses.lost.is_empty() && losses.turned.is_empty() {
            return found;
        }
        let result = self.after_losses(&losses, &held);
        let (before, after) = (self.state(), result.position.state());
        let moved = |track: Track| after.track(track) - before.track(track);
        found.vp = moved(Track::Vp);
        found.jihad = moved(Track::Jihad);
        found.ru_vp = moved(Track::RuVp);
        found.jihad_unit = result.jihad_unit;
        let taken = [
            after.controlled[0] - before.controlled[0],
            after.controlled[1] - before.controlled[1],
        ];
        let mut told = BitSet::EMPTY;
        let turn = |place: PlaceId| Turn {
            place,
            to: [Side::Ap, Side::Cp]
                .into_iter()
                .zip(taken)
                .find_map(|(side, taken)| taken.contains(place).then_some(side)),
            holder: None,
            unsupplied: losses.turned.contains(place),
            vp: 0,
            jihad: 0,
            ru_vp: 0,
            marker: None,
        };
        for change in &result.control_changes {
            let turn = Turn {
                holder: change.holder,
                vp: change.vp,
                jihad: change.jihad,
                ru_vp: change.ru_vp,
                marker: change.marker,
                ..turn(change.place)
            };
            let moves = turn.vp != 0 || turn.jihad != 0 || turn.ru_vp != 0;
            if turn.to.is_some() || moves || turn.marker.is_some() {
                told.insert(change.place);
                found.turns.push(turn);
            }
        }
        // All that turn are among them: who controls a place is a matter of who holds it.
        for place in ((taken[0] | taken[1]) - told).iter() {
            let turn = turn(place);
            found.turns.push(Turn {
                holder: turn.to,
                ..turn
            });
        }
        found.turns.sort_unstable_by_key(|turn| turn.place);
        found
    }
}

impl AttritionLoss {
    /// The number of the rule.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match self.reason {
            LossReason::Starves | LossReason::Guarded => "14.3.2.1-1",
            LossReason::LeftAlone => "3.2.3-3",
            LossReason::Alone | LossReason::Tribe => "2.0.oos-3",
        }
    }

    /// The reason in one sentence.
    #[must_use]
    pub fn text(&self, position: &Position) -> String {
        let name = &position.data().units[self.unit].name;
        match self.reason {
            LossReason::Starves => format!("{name} is out of supply and eliminated for good."),
            LossReason::LeftAlone => format!("{name} loses all combat units beside it."),
            LossReason::Alone => format!("{name} is out of supply, with no combat unit beside it."),
            LossReason::Tribe => format!("{name} is out of supply, but a tribe."),
            LossReason::Guarded => format!("{name} is neither LCU nor SCU, and is not left alone."),
        }
    }
}

impl Turn {
    /// The number of the rule.
    #[must_use]
    pub const fn rule(&self) -> &'static str {
        match (self.to, self.unsupplied) {
            (_, true) => "14.3.2.2-1",
            (Some(_), false) => "11.2.1.c",
            (None, false) => "11.2.2.1.d-1",
        }
    }

    /// The reason in one sentence.
    #[must_use]
    pub fn text(&self, position: &Position) -> String {
        let name = &position.data().spaces[self.place].name;
        let side = |side: Option<Side>| side.map_or_else(String::new, |s| s.word().to_uppercase());
        match (self.to, self.unsupplied) {
            (to, true) => format!("{name} reaches no source and falls to the {}.", side(to)),
            (to, false) if to.is_some() => {
                format!(
                    "{name} falls to the {}, who are left there alone.",
                    side(to)
                )
            }
            _ => format!("{name} is no longer held in part."),
        }
    }
}
