//! What keeps a set-up from being a position: every contradiction to the rules at rest.

mod battles;

use super::check::stacking::Stacks;
use super::data::{Data, HexId, UnitId};
use super::front::Front;
use super::position::Position;
use super::setup::Setup;
use super::state::{FrameKind, Scalar, State};
use super::vocabulary::*;
use engine::error::{Error, Problem, Result};
use std::sync::Arc;

/// Every code a problem may have, with its meaning. Codes are stable.
pub const CODES: &[(&str, &str)] = &[
    ("not_in_scenario", "a unit that the scenario does not use"),
    ("enemies_together", "opposing units share a hex (8.3)"),
    (
        "closed_hex",
        "a unit in a hex that it may not enter (6.1, 8.3, 13.2)",
    ),
    ("overstacked", "a hex holds more than it may (7.1, 13.2)"),
    (
        "reduced_off_map",
        "a unit that is not on the map is reduced",
    ),
    ("one_step", "a unit of one step is reduced"),
    (
        "no_trench_side",
        "a unit without a trench side is in trench state (12.3)",
    ),
    (
        "entrenched_off_map",
        "a unit that is not on the map is in trench state",
    ),
    (
        "marker_off_map",
        "a unit that is not on the map has a marker: out of command, offensive, attacked ...",
    ),
    (
        "hidden_units",
        "not as many units are hidden as units on top tell (13.1)",
    ),
    (
        "stale_marker",
        "a marker that would have been taken away by now (9.51, 13.52, 13.8, 13.9, 14.82)",
    ),
    (
        "no_headquarters",
        "what only a headquarters does is told of another unit (13.12, 13.9)",
    ),
    (
        "no_hex",
        "what is done to a hex is told of a box (9.1, 13.12, 13.51, 13.8)",
    ),
    (
        "no_attack",
        "units are engaged, and there is no attack; or an attack without them (9.1)",
    ),
    (
        "not_in_battle",
        "a unit is engaged that cannot take part in the attack (9.1)",
    ),
    (
        "too_much_owed",
        "more steps are owed than those engaged have (9.32)",
    ),
    (
        "lost_momentum",
        "an attempt of 14.84 is allowed that is not allowed any more",
    ),
    (
        "miscounted_losses",
        "a part of the steps lost is more than all of them (14.91)",
    ),
    (
        "waiting_in_play",
        "a unit waits to be set up, and the set-up is over (14.2)",
    ),
    (
        "misplaced_turn",
        "the number of the turn does not fit what is under way",
    ),
    (
        "no_entente_depot",
        "a depot counts as entered that is none of the Entente's (15.81)",
    ),
    (
        "no_transport",
        "the unit on the lake transport is not on the map (13.61)",
    ),
];

impl Position {
    /// Proves a set-up to be a position.
    ///
    /// Problems whose code is in `allow` are tolerated and remembered; a puzzle may want them.
    ///
    /// # Errors
    /// [`Error::InvalidSetup`] with every problem that is not allowed; [`Error::BadInput`] if
    /// `allow` names no code.
    pub fn new(data: Arc<Data>, setup: Setup, allow: &[&str]) -> Result<Self> {
        for code in allow {
            if *code != "all" && !CODES.iter().any(|(known, _)| known == code) {
                let codes = CODES.iter().map(|(known, _)| *known);
                return Err(Error::unknown("allow", "problem code", code, codes));
            }
        }
        let tolerated = |problem: &Problem| allow.contains(&"all") || allow.contains(&problem.code);
        let found = problems(&data, &setup.state);
        let (allowed, refused): (Vec<_>, Vec<_>) = found.into_iter().partition(tolerated);
        match refused.is_empty() {
            true => Ok(Self::proven(data, setup.state, allowed)),
            false => Err(Error::InvalidSetup(refused)),
        }
    }

    /// A scenario's opening position.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there is no such scenario; [`Error::InvalidSetup`] if it is no
    /// position.
    pub fn opening(data: &Arc<Data>, name: &str) -> Result<Self> {
        Self::new(data.clone(), Setup::from_scenario(data, name)?, &[])
    }

    /// A position from its JSON document.
    ///
    /// # Errors
    /// As [`Setup::from_json`] and [`Position::new`].
    pub fn from_json(data: &Arc<Data>, text: &[u8], allow: &[&str]) -> Result<Self> {
        Self::new(data.clone(), Setup::from_json(data, text)?, allow)
    }
}

struct Finder<'a> {
    data: &'a Data,
    state: &'a State,
    front: Front<'a>,
    found: Vec<Problem>,
}

/// Every problem of a state, in a fixed order.
#[must_use]
pub fn problems(data: &Data, state: &State) -> Vec<Problem> {
    let mut finder = Finder {
        data,
        state,
        front: Front::new(data, state),
        found: Vec::new(),
    };
    for unit in 0..data.units.len() {
        finder.unit(unit);
    }
    finder.stacks();
    finder.hidden();
    finder.turn();
    finder.markers();
    finder.battle();
    finder.losses();
    finder.found
}

impl Finder<'_> {
    fn report(&mut self, code: &'static str, field: String, message: String) {
        self.found.push(Problem {
            code,
            field,
            message,
        });
    }

    fn unit(&mut self, unit: UnitId) {
        let entry = &self.data.units[unit];
        let id = &entry.id;
        let place = self.state.place_of(unit);
        let field = format!("units.{id}");
        if place.is_some() && self.front.campaign.entry[unit].is_none() {
            let message = format!("'{id}' does not belong to {}", self.front.scenario.name);
            self.report("not_in_scenario", field.clone(), message);
        }
        let reduced = self.state.reduced.contains(unit);
        let entrenched = self.state.entrenched.contains(unit);
        if reduced && entry.steps < 2 {
            self.report("one_step", "reduced".into(), format!("'{id}' has one step"));
        }
        if entrenched && entry.trench.is_none() {
            let message = format!("'{id}' has no trench side (12.3)");
            self.report("no_trench_side", "entrenched".into(), message);
        }
        let Some(hex) = self.front.hex(unit) else {
            for (code, field, set) in [
                ("reduced_off_map", "reduced", reduced),
                ("entrenched_off_map", "entrenched", entrenched),
                (
                    "marker_off_map",
                    "out_of_command",
                    self.state.out_of_command.contains(unit),
                ),
                (
                    "marker_off_map",
                    "attacked",
                    self.state.attacked.contains(unit),
                ),
                (
                    "marker_off_map",
                    "engaged",
                    self.state.engaged.contains(unit),
                ),
                (
                    "marker_off_map",
                    "cornered",
                    self.state.cornered.contains(unit),
                ),
                (
                    "marker_off_map",
                    "offensive",
                    // Headquarters announce what they do, wherever they are.
                    self.state.offensive.contains(unit) && !self.is_hidden(unit),
                ),
                (
                    "marker_off_map",
                    "beneath",
                    self.state
                        .beneath
                        .get(unit)
                        .is_some_and(|number| *number > 0),
                ),
            ] {
                if set {
                    self.report(code, field.into(), format!("'{id}' is not on the map"));
                }
            }
            let setup = self.state.under_way(FrameKind::Setup).is_some();
            if place == Some(self.data.off_map(OffMap::Waiting)) && !setup {
                let message = format!("'{id}' waits to be set up");
                self.report("waiting_in_play", field, message);
            }
            return;
        };
        if !self.may_stand(unit, hex) {
            let hex = &self.data.map.hexes[hex].id;
            self.report("closed_hex", field, format!("'{id}' may not be in {hex}"));
        }
    }

    /// Is a unit hidden from who looks (13.1)?
    fn is_hidden(&self, unit: UnitId) -> bool {
        self.front.hidden.iter().any(|hidden| hidden.contains(unit))
    }

    /// As many units are hidden as units on top tell (13.1).
    fn hidden(&mut self) {
        for side in Side::BOTH {
            let units = self.data.units.iter().zip(&self.state.beneath);
            let told: u16 = units
                .filter(|(unit, _)| unit.side == side)
                .map(|(_, number)| u16::from(*number))
                .sum();
            let hidden = self.front.hidden[side as usize].len();
            if usize::from(told) != hidden {
                let message = format!(
                    "{told} units of the {side} side are beneath others, and {hidden} are hidden"
                );
                self.report("hidden_units", "beneath".into(), message);
            }
        }
    }

    /// May a unit be in a hex: by its terrain, or along a railway?
    fn may_stand(&self, unit: UnitId, hex: HexId) -> bool {
        let kind = self.front.campaign.kinds[unit] as usize;
        let ground = &self.data.ground;
        let open = ground.open[kind].contains(hex) || ground.rail_only[kind].contains(hex);
        open && !self
            .front
            .not_to_enter(self.data.units[unit].side)
            .contains(hex)
    }

    fn stacks(&mut self) {
        let [central, entente] = self.front.held;
        (central & entente).for_each(|hex| {
            let id = &self.data.map.hexes[hex].id;
            let message = format!("units of both sides are in {id} (8.3)");
            self.report("enemies_together", format!("units.{id}"), message);
        });
        for side in Side::BOTH {
            if self.may_exceed(side) {
                continue;
            }
            let over = Stacks::new(&self.front, self.front.present[side as usize]).over(self.data);
            over.for_each(|hex| {
                let id = &self.data.map.hexes[hex].id;
                let message = format!("too much of the {side} side is in {id} (7.1)");
                self.report("overstacked", format!("units.{id}"), message);
            });
        }
    }

    /// Until the end of its movement segment a side may exceed limits where reinforcements came
    /// (10.11), and where a transport was sent back (13.62).
    fn may_exceed(&self, side: Side) -> bool {
        let player = self.state.under_way(FrameKind::PlayerTurn);
        let top = self.state.top().map(|top| top.kind);
        player.is_some_and(|player| player.side == Some(side))
            && matches!(
                top,
                Some(
                    FrameKind::Reinforcement
                        | FrameKind::Offensive
                        | FrameKind::Reorganization
                        | FrameKind::Scouting
                        | FrameKind::Movement
                        | FrameKind::Submarine
                        | FrameKind::Excess
                )
            )
    }

    fn turn(&mut self) {
        let turn = self.state.one(Scalar::Turn);
        let before = |kind| self.state.under_way(kind).is_some();
        let setting_up = before(FrameKind::Setup) || before(FrameKind::Attrition);
        let last = u16::from(self.front.scenario.last_turn);
        if setting_up != (turn == 0) || turn > last {
            let message = match setting_up {
                true => format!("is {turn}; before the first turn it is 0"),
                false => format!("is {turn}; it is a number from 1 to {last}"),
            };
            self.report("misplaced_turn", "turn".into(), message);
        }
        let line = self.front.scenario.line as usize;
        for (index, hex) in self.data.map.depots.iter().enumerate() {
            let depot = &self.data.map.hexes[*hex];
            if self.state.depot_entered.contains(index) && depot.depot[line] != Some(Side::Entente)
            {
                let message = format!("'{}' is no depot of the Entente", depot.id);
                self.report("no_entente_depot", "depots_entered".into(), message);
            }
        }
        if let Some(frame) = self.state.under_way(FrameKind::Submarine) {
            let unit = usize::from(frame.args[0]).checked_sub(1);
            let afloat =
                unit.filter(|unit| self.front.present[Side::Entente as usize].contains(*unit));
            if afloat.is_none() {
                let message = "the unit on the transport is no unit of the Entente on the map";
                self.report("no_transport", "agenda".into(), message.into());
            }
        }
    }
}
