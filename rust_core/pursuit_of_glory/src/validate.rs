//! What keeps a set-up from being a position: every contradiction to the rules at rest.

mod cards_seen;
mod proof;
pub(super) mod sound;
mod unfinished;

#[doc(hidden)]
pub use sound::is_sound;

use super::control::{View, allowed_lcus, commander, index};
use super::data::{Data, PlaceId, Unit};
use super::indices::fit::{
    fits_box, in_swamp, is_british, is_russian_cavalry, outside_area, russian_in_india,
    waits_for_persia,
};
use super::setup::Setup;
use super::state::{Cell, FrameKind, Scalar, State, unbias};
use super::vocabulary::*;
use crate::cards::{BULLS_EYE_DIRECTIVE, EGYPTIAN_COUP, PERSIAN_PUSH, SECRET_TREATY};
use engine::error::Problem;
use std::collections::BTreeMap;

/// Every code a problem may have, with its meaning. Codes are stable.
pub const CODES: &[(&str, &str)] = &[
    ("unit_twice", "a unit stands in two places"),
    ("control_twice", "a space has two controllers"),
    ("card_twice", "a card is in two places"),
    ("card_of_other_side", "a card lies with the wrong side"),
    (
        "too_many_cards",
        "a hand holds more than seven cards (6.0.H)",
    ),
    (
        "hidden_cards",
        "a hand holds more hidden cards than there are",
    ),
    (
        "reduced_not_in_game",
        "a unit is reduced but not in the game",
    ),
    (
        "too_many_units",
        "more than three combat units in a space (10.0-1)",
    ),
    ("two_hqs", "two HQs in a space (10.1-2)"),
    (
        "enemies_together",
        "opposing units share a space that is no region (10.6-1)",
    ),
    (
        "ru_with_br",
        "RU units stacked with BR, IN or ANZ units (10.2-2)",
    ),
    (
        "protectorate_not_alone",
        "a unit stacked with the Georgian Protectorate (16.4.5.4-5)",
    ),
    (
        "wrong_control",
        "a regular unit stands in a space its side does not control (11.2-1)",
    ),
    (
        "fort_of_other_side",
        "an intact fort in a space controlled by its enemy (15.1.8-1)",
    ),
    ("no_fort", "a destroyed fort where none is printed"),
    (
        "neutral_country",
        "a unit in a country that is not in the war (18.8-1)",
    ),
    (
        "persia_closed",
        "a unit in neutral Persia before it is open (18.8.5.1-1)",
    ),
    ("neutral_athens", "a unit in neutral Athens (18.8.1.1.c-1)"),
    (
        "with_neutral_greeks",
        "a unit ends in a space of neutral Greek units (18.8.1.1.c-3)",
    ),
    (
        "neutral_afghanistan",
        "an AP unit or a CP LCU in neutral Afghanistan (18.8.6-1, 18.8.6-2)",
    ),
    ("ru_in_india", "a RU unit in India or Baluchistan (18.9.3)"),
    (
        "cp_at_sea",
        "a CP unit on an island base or beachhead (2.0.island_base-2)",
    ),
    (
        "no_beachhead_marker",
        "an AP unit on a beachhead without marker (3.2.4.3-2)",
    ),
    ("cyprus_closed", "Cyprus used before EGYPTIAN COUP"),
    (
        "not_a_beachhead",
        "a beachhead marker on another kind of space (3.1.6-1)",
    ),
    (
        "no_trench_here",
        "a trench in a region or on an island base (11.3.7)",
    ),
    (
        "no_second_level",
        "a level-2 trench elsewhere than at Doiran (11.3.2)",
    ),
    (
        "misplaced_ru_vp",
        "a RU VP marker where there is no VP, or no AP control (3.2.4.1-1)",
    ),
    (
        "misplaced_uprising",
        "an uprising marker where it cannot be (18.7, 18.8.5.3-2)",
    ),
    ("swamp_lcu", "a TU, TU-A or BU LCU in a swamp (3.1.1.c)"),
    (
        "too_many_lcus",
        "more LCUs in a restricted area than allowed (18.1.2)",
    ),
    (
        "outside_area",
        "a unit outside the only area it may be in (3.2.1.3, 3.2.1.4-5, 3.2.1.5-4)",
    ),
    ("wrong_box", "a unit in a box it cannot be in"),
    (
        "late_arrival",
        "a unit on the Turn Track that should have arrived",
    ),
    (
        "no_landing_here",
        "an amphibious landing elsewhere than at the Bosphorus Forts or Trabzon (18.6.6-2)",
    ),
    (
        "no_ru_cavalry",
        "the RU cavalry that counts as BR is no RU cavalry division (16.4.5.4-2)",
    ),
    (
        "misplaced_operations",
        "battles, trench rolls or OPS that no operations under way explain (9.2.4)",
    ),
    (
        "misplaced_battle",
        "a battle, or what was fought before it, that no operations under way explain (12.2)",
    ),
    (
        "misplaced_step",
        "a step or a siege rolled for that the phase does not have (6.0)",
    ),
    (
        "no_jihad_city",
        "counted as taken for the Jihad level but no Jihad city (16.3.1.1-6)",
    ),
    (
        "shown_not_in_hand",
        "a card that the other side has seen, but that is in no hand, or is seen by no event",
    ),
    ("jihad_below_zero", "a Jihad level below zero (16.3.1-1)"),
    (
        "turn_after_end",
        "the turn is after the scenario's last turn",
    ),
];

const HAND: usize = 7;
const STACK: usize = 3;

/// Every problem of a set-up, in a fixed order.
#[must_use]
pub fn problems(data: &Data, setup: &Setup) -> Vec<Problem> {
    let mut validator = Validator {
        data,
        state: &setup.state,
        view: View::new(data, &setup.state),
        found: setup.problems.clone(),
    };
    let mut stacks: BTreeMap<PlaceId, Vec<usize>> = BTreeMap::new();
    for unit in 0..data.units.len() {
        match usize::from(setup.state.get(Cell::Place(unit))).checked_sub(1) {
            Some(place) if place < data.on_map => stacks.entry(place).or_default().push(unit),
            Some(place) => validator.boxed(unit, place),
            None if setup.state.get(Cell::Reduced(unit)) > 0 => {
                let id = &data.units[unit].id;
                validator.report(
                    "reduced_not_in_game",
                    "reduced".into(),
                    format!("'{id}' is in no place"),
                );
            }
            None => {}
        }
    }
    for (place, units) in &stacks {
        validator.stack(*place, units);
        for unit in units {
            validator.unit(*unit, *place);
        }
    }
    validator.restricted_areas(&stacks);
    validator.markers();
    validator.records();
    let mut found = validator.found;
    found.extend(unfinished::problems(data, &setup.state));
    found
}

struct Validator<'a> {
    data: &'a Data,
    state: &'a State,
    view: View<'a>,
    found: Vec<Problem>,
}

impl Validator<'_> {
    fn report(&mut self, code: &'static str, field: String, message: String) {
        self.found.push(Problem {
            code,
            field,
            message,
        });
    }

    fn side_of(&self, unit: usize) -> Option<Side> {
        commander(self.data, self.state.greece(), unit)
    }

    /// What a stack must be as a whole. Regions and island bases are sorted into stacks only
    /// when activated (10.7-1).
    fn stack(&mut self, place: PlaceId, units: &[usize]) {
        let data = self.data;
        let space = &data.spaces[place];
        let field = format!("units.{}", space.id);
        let entries: Vec<&Unit> = units.iter().map(|unit| &data.units[*unit]).collect();
        // No limit on island bases, but on beachheads (18.6.1.3).
        let free = matches!(space.kind, Kind::Region | Kind::IslandBase);
        // HQs and artillery do not count (3.2.3-6), nor does a Yildirim unit, the first of a stack
        // (3.2.1.3.yildirim).
        let combat = entries.iter().filter(|unit| unit.is_combat()).count();
        let yildirim = entries
            .iter()
            .any(|unit| unit.symbol == Some(Symbol::Yildirim));
        // While an action goes on a stack that was driven back may break the rules of stacking
        // (10.3-1, 12.9.9).
        let acting = units.iter().all(|unit| {
            self.side_of(*unit) == Some(self.state.active()) && self.state.ops() == Some(0)
        });
        let joined = self.state.acts_by(BULLS_EYE_DIRECTIVE);
        let driven = acting && (joined || !self.state.fought.is_empty());
        if !free && !driven && combat > STACK + usize::from(yildirim) {
            let message = format!("{combat} combat units; at most {STACK} stack (10.0-1)");
            self.report("too_many_units", field.clone(), message);
        }
        // One HQ, beside any artillery (3.2.3-7).
        let hqs = entries
            .iter()
            .filter(|unit| unit.class == Class::Hq)
            .count();
        if !free && !driven && hqs > 1 {
            self.report(
                "two_hqs",
                field.clone(),
                format!("{hqs} HQs; a space holds one (10.1-2)"),
            );
        }
        let sides: Vec<_> = units.iter().map(|unit| self.side_of(*unit)).collect();
        let opposed = sides.contains(&Some(Side::Ap)) && sides.contains(&Some(Side::Cp));
        if opposed && space.kind != Kind::Region {
            self.report(
                "enemies_together",
                field.clone(),
                "opposing units share a space (10.6-1)".into(),
            );
        }
        if units.contains(&data.known.ge_georgian_protectorate) && units.len() > 1 {
            let message = "nothing stacks with the Georgian Protectorate (16.4.5.4-5)".into();
            self.report("protectorate_not_alone", field.clone(), message);
        }
        if !free && !driven && self.ru_with_br(units) {
            self.report(
                "ru_with_br",
                field.clone(),
                "RU units stack with BR, IN or ANZ (10.2-2)".into(),
            );
        }
        let greeks = sides
            .iter()
            .zip(units)
            .any(|(side, unit)| side.is_none() && *unit != data.known.ge_georgian_protectorate);
        if greeks && sides.iter().any(Option::is_some) {
            let message = "units end in a space with neutral Greek units (18.8.1.1.c-3)".into();
            self.report("with_neutral_greeks", field, message);
        }
    }

    fn ru_with_br(&self, units: &[usize]) -> bool {
        let kept = usize::from(self.state.scalar(Scalar::BritishRuCavalry));
        let after = self.state.scalar(Scalar::RevolutionStage) == 4;
        let any = |wanted: &dyn Fn(usize, &Unit) -> bool| {
            units
                .iter()
                .any(|unit| wanted(*unit, &self.data.units[*unit]))
        };
        let russian = |at: usize, unit: &Unit| {
            unit.is_of(Nation::Ru)
                && at + 1 != kept
                && !(after && at == self.data.known.ru_sb_yugoslav_div)
        };
        let british = |_: usize, unit: &Unit| is_british(unit);
        any(&russian) && any(&british)
    }

    /// Whether a single unit may be where it is.
    fn unit(&mut self, at: usize, place: PlaceId) {
        let data = self.data;
        let (unit, space) = (&data.units[at], &data.spaces[place]);
        let field = format!("units.{}", space.id);
        let id = &unit.id;
        let side = self.side_of(at);
        self.entry(at, place, side);
        if let Some(side) = side {
            match (side, space.kind) {
                (Side::Cp, Kind::IslandBase | Kind::Beachhead) => {
                    let message = format!("'{id}' is of the CP (2.0.island_base-2)");
                    self.report("cp_at_sea", field.clone(), message);
                }
                (Side::Ap, Kind::Beachhead) if !self.state.beachheads.contains(place) => {
                    let message = format!("'{id}' is on a beachhead without marker (3.2.4.3-2)");
                    self.report("no_beachhead_marker", field.clone(), message);
                }
                _ => {}
            }
            if place == data.known.cyprus && !self.state.happened(EGYPTIAN_COUP) {
                self.report(
                    "cyprus_closed",
                    field.clone(),
                    format!("'{id}' is on Cyprus before EGYPTIAN COUP"),
                );
            }
            let besieger = self.view.forts.contains(place)
                && self.view.control[index(side.enemy())].contains(place);
            let contested =
                space.kind == Kind::Region && self.view.combat(side.enemy()).contains(place);
            // Regular units control where they stand (2.0.control-3, 2.0.control-2), besiegers do
            // not (15.2.2-2), and in a region only when the last enemy has gone (11.2.1.c).
            if unit.class == Class::Regular
                && data.network.land.contains(place)
                && !self.view.neutral_countries.contains(place)
                && !self.view.control[index(side)].contains(place)
                && !besieger
                && !contested
                && !(place == data.known.afghanistan && side == Side::Cp)
            {
                let message =
                    format!("'{id}' is regular, so the {side} controls the space (11.2-1)");
                self.report("wrong_control", field.clone(), message);
            }
        }
        if in_swamp(unit, space) {
            self.report(
                "swamp_lcu",
                field.clone(),
                format!("'{id}' may not be in a swamp (3.1.1.c)"),
            );
        }
        if russian_in_india(unit, space) && !self.is_british_now(at) {
            self.report(
                "ru_in_india",
                field.clone(),
                format!("'{id}' may not be here (18.9.3)"),
            );
        }
        if outside_area(unit, space, data.network.profiles[at].home.contains(place)) {
            self.report(
                "outside_area",
                field,
                format!("'{id}' may not be outside its area"),
            );
        }
    }

    /// Whether it is one of the Russians that have become British (16.4.5.4-3).
    fn is_british_now(&self, unit: usize) -> bool {
        let kept = usize::from(self.state.scalar(Scalar::BritishRuCavalry)) == unit + 1;
        let stage = self.state.scalar(Scalar::RevolutionStage);
        kept || (unit == self.data.known.ru_sb_yugoslav_div && stage >= 4)
    }

    /// Neutral countries and regions one may not enter.
    fn entry(&mut self, at: usize, place: PlaceId, side: Option<Side>) {
        let data = self.data;
        let (unit, space) = (&data.units[at], &data.spaces[place]);
        let field = format!("units.{}", space.id);
        let id = &unit.id;
        if self.view.neutral_countries.contains(place) {
            let message = format!("'{id}' is in a country that is not in the war (18.8-1)");
            self.report("neutral_country", field.clone(), message);
        }
        // Neutral Persia is what is neither Azerbaijan, Arabistan nor a region: those stand open
        // (2.0.neutral_persia-1, 18.8.5.2-1, 4.1.4.c-2). Either Event opens it for good
        // (2.0.neutral_persia-2, 18.8.5.1-2, 4.1.4.c); tribes and Persians need not wait (18.8.5.1-4).
        let open = self.state.happened(SECRET_TREATY) || self.state.happened(PERSIAN_PUSH);
        if space.area == Area::PersiaNeutral && !open && waits_for_persia(unit) {
            let message = format!("'{id}' is in neutral Persia before it is open (18.8.5.1-1)");
            self.report("persia_closed", field.clone(), message);
        }
        // The rest of neutral Greece is open (18.8.1.1.a-1).
        if place == data.known.athens && self.view.greece_neutral() && side.is_some() {
            let message = format!("'{id}' is in neutral Athens (18.8.1.1.c-1)");
            self.report("neutral_athens", field.clone(), message);
        }
        // As a CP ally it is open to both sides (18.8.6-5).
        let neutral = place == data.known.afghanistan && !self.view.revolted(Revolt::Afghanistan);
        let barred = side == Some(Side::Ap) || (side == Some(Side::Cp) && unit.size == Size::Lcu);
        if neutral && barred {
            let message = format!("'{id}' may not be in neutral Afghanistan (18.8.6)");
            self.report("neutral_afghanistan", field, message);
        }
    }

    fn boxed(&mut self, at: usize, place: PlaceId) {
        let data = self.data;
        let (unit, known) = (&data.units[at], &data.known);
        let name = data.spaces[place].id.as_str();
        if !fits_box(unit, place, name, known) {
            let message = format!("'{}' cannot be in this box", unit.id);
            self.report("wrong_box", format!("units.{name}"), message);
        }
        let turn = self.state.get(Cell::Arrival(at));
        if place == known.turn_track && turn < self.state.scalar(Scalar::Turn) {
            let message = format!("'{}' should have arrived on turn {turn}", unit.id);
            self.report("late_arrival", "arriving".into(), message);
        }
    }

    /// LCUs per restricted area and player, those on beachheads next to it included (18.1.2).
    fn restricted_areas(&mut self, stacks: &BTreeMap<PlaceId, Vec<usize>>) {
        let data = self.data;
        let mut counts: BTreeMap<(Side, RestrictedArea), usize> = BTreeMap::new();
        for (place, units) in stacks {
            let Some(area) = data.spaces[*place].restricted_area else {
                continue;
            };
            for unit in units
                .iter()
                .filter(|unit| data.units[**unit].size == Size::Lcu)
            {
                if let Some(side) = self.side_of(*unit) {
                    *counts.entry((side, area)).or_default() += 1;
                }
            }
        }
        for ((side, area), count) in counts {
            let allowed = allowed_lcus(self.state, side);
            let asked = self.state.under_way(FrameKind::ExcessLcus);
            let asked = asked.is_some_and(|frame| frame.side == Some(side));
            // Those that a retreat has brought there are still to be eliminated (18.1.2.c).
            if count > allowed && !asked {
                let message = format!("{count} {side} LCUs; {allowed} may be there (18.1.2)");
                self.report("too_many_lcus", format!("units ({area})"), message);
            }
        }
    }

    fn markers(&mut self) {
        let data = self.data;
        // Armenians hold a VP space for the Russians while they stay (3.2.4.1-5).
        let armenian = self.view.partial_control(Side::Ap);
        for (at, space) in data.spaces[..data.on_map].iter().enumerate() {
            let id = &space.id;
            if self.state.get(Cell::FortDestroyed(at)) > 0 && space.fort == 0 {
                self.report(
                    "no_fort",
                    "forts_destroyed".into(),
                    format!("'{id}' has no fort"),
                );
            }
            let control = self.state.get(Cell::Control(at));
            let printed = space.colour;
            // Forts of countries coloured neutral fall to whoever enters (Fort Rupel).
            if self.view.forts.contains(at)
                && printed != Control::Neutral
                && control != printed as u16
            {
                let message = format!("the intact fort of '{id}' is {printed} (15.1.8-1)");
                self.report("fort_of_other_side", "control".into(), message);
            }
            let trench = self.state.get(Cell::Trench(at));
            if trench > 0 && !matches!(space.kind, Kind::Space | Kind::Beachhead) {
                self.report(
                    "no_trench_here",
                    format!("trenches.{id}"),
                    "no trench may be here (11.3.7)".into(),
                );
            }
            if trench & 3 == 2 && at != data.known.doiran {
                let message = "the only level-2 trench is the one of Doiran (11.3.2)".into();
                self.report("no_second_level", format!("trenches.{id}"), message);
            }
            if self.state.beachheads.contains(at) && space.kind != Kind::Beachhead {
                let message = format!("'{id}' is no beachhead");
                self.report("not_a_beachhead", "beachheads".into(), message);
            }
            // Nobody lands from a base that is not the AP's (2.0.island_base-1, 18.6.1-3).
            if self.state.beachheads.contains(at)
                && space.island_base == Some(data.known.cyprus)
                && !self.state.happened(EGYPTIAN_COUP)
            {
                let message = format!("'{id}' is next to Cyprus, before EGYPTIAN COUP");
                self.report("cyprus_closed", "beachheads".into(), message);
            }
            let ru_vp = self.state.get(Cell::RuVp(at)) > 0;
            let port = self.state.scalar(Scalar::WarmWaterPort);
            let worth = space.vp > 0 || usize::from(port) == at + 1;
            if ru_vp && (!worth || !(control == Control::Ap as u16 || armenian.contains(at))) {
                let message = format!("'{id}' has no VP or no AP control (3.2.4.1-1)");
                self.report("misplaced_ru_vp", "ru_vp".into(), message);
            }
            let uprising = self.state.get(Cell::Uprising(at)).to_le_bytes()[0];
            let misplaced = match uprising.checked_sub(1).and_then(Uprising::at) {
                Some(Uprising::Armenian) => !space.armenian_uprising,
                Some(Uprising::Persian) => space.area != Area::PersiaNeutral,
                Some(Uprising::Soviet) => !data.network.land.contains(at),
                None => false,
            };
            if misplaced {
                self.report(
                    "misplaced_uprising",
                    format!("uprisings.{id}"),
                    "cannot be here".into(),
                );
            }
        }
        let cyprus = self.state.get(Cell::Control(data.known.cyprus));
        if cyprus == Control::Ap as u16 && !self.state.happened(EGYPTIAN_COUP) {
            self.report(
                "cyprus_closed",
                "control.ap".into(),
                "Cyprus is neutral before EGYPTIAN COUP".into(),
            );
        }
    }

    fn records(&mut self) {
        for side in [Side::Ap, Side::Cp] {
            let hand = self.data.cards.iter().enumerate().filter(|(at, card)| {
                card.side == side && self.state.get(Cell::Card(*at)) == CardZone::Hand as u16
            });
            let held = usize::from(self.state.hidden_in_hand(side));
            let hand = hand.count() + held;
            let hidden = self.data.cards.iter().enumerate().filter(|(at, card)| {
                card.side == side && self.state.zone(*at) == Some(CardZone::Hidden)
            });
            let hidden = hidden.count();
            if held > hidden {
                let message = format!("{held} cards, but only {hidden} are hidden");
                let field = format!("cards.{side}.hidden_in_hand");
                self.report("hidden_cards", field, message);
            }
            if hand > HAND {
                let message = format!("{hand} cards; a hand is of {HAND} (6.0.H)");
                self.report("too_many_cards", format!("cards.{side}.hand"), message);
            }
        }
        self.cards_seen();
        let known = &self.data.known;
        let landing = usize::from(self.state.scalar(Scalar::AssaultLanding)).checked_sub(1);
        if landing.is_some_and(|at| ![known.the_bosphorus_forts, known.trabzon].contains(&at)) {
            let message = "the marines besiege the Bosphorus Forts or Trabzon (18.6.6-2)".into();
            self.report(
                "no_landing_here",
                "amphibious_assault.landing".into(),
                message,
            );
        }
        let kept = usize::from(self.state.scalar(Scalar::BritishRuCavalry)).checked_sub(1);
        if let Some(unit) = kept.and_then(|at| self.data.units.get(at))
            && !is_russian_cavalry(unit)
        {
            let message = format!("'{}' is no RU cavalry division (16.4.5.4-2)", unit.id);
            self.report("no_ru_cavalry", "british_ru_cavalry".into(), message);
        }
        let level = self.state.track(Track::Jihad);
        if level < 0 {
            let message = format!("{level}; the Jihad level is 0 or more (16.3.1-1)");
            self.report("jihad_below_zero", "tracks.jihad".into(), message);
        }
        let (turn, last) = (
            self.state.scalar(Scalar::Turn),
            self.state.scalar(Scalar::LastTurn),
        );
        let armistice = unbias(self.state.scalar(Scalar::Armistice));
        if turn > last || armistice.is_some_and(|end| i32::from(turn) > end) {
            let message = format!("turn {turn} is after the end");
            self.report("turn_after_end", "turn".into(), message);
        }
    }
}
