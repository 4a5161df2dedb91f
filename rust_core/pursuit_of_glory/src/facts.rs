//! The facts of the tables and of a position, as text for the law (`rules_asp/README.md`).

use super::data::Data;
use super::position::Position;
use super::state::{Cell, DOCUMENT, OFFENSIVES, Own};
use super::vocabulary::*;
use crate::cards::NAMED;
use std::fmt::Write as _;

// Writing to a string cannot fail.
macro_rules! fact {
    ($facts:expr, $($arg:tt)*) => {{
        let _ = writeln!($facts, $($arg)*);
    }};
}

impl Data {
    /// The facts that never change: map, connections, units, cards.
    #[must_use]
    pub fn facts(&self) -> String {
        let mut f = String::new();
        for space in &self.spaces[..self.on_map] {
            let id = &space.id;
            fact!(
                f,
                "space({id}). kind({id},{}). area({id},{}). colour({id},{}).",
                space.kind,
                space.area,
                space.colour
            );
            if let Some(country) = space.country {
                fact!(f, "country({id},{country}).");
            }
            if let Some(terrain) = space.terrain {
                fact!(f, "terrain({id},{terrain}).");
            }
            if space.fort > 0 {
                fact!(f, "fort({id},{}).", space.fort);
            }
            if let Some(sea) = space.port {
                fact!(f, "port({id},{sea}).");
            }
            if space.vp > 0 {
                fact!(f, "vp({id},{}).", space.vp);
            }
            if space.jihad_city {
                fact!(f, "jihad_city({id}).");
            }
            if let Some(tribe) = space.tribe {
                fact!(f, "tribe_space({id},{tribe}).");
            }
            if let Some(area) = space.restricted_area {
                fact!(f, "restricted_area({id},{area}).");
            }
            if let Some(base) = space.island_base {
                fact!(f, "island_base_of({id},{}).", self.spaces[base].id);
            }
            if let Some(shore) = space.shore {
                fact!(f, "shore_of({id},{}).", self.spaces[shore].id);
            }
            if let Some(country) = space.capital_of {
                fact!(f, "capital({id},{country}).");
            }
            if space.armenian_uprising {
                fact!(f, "armenian_space({id}).");
            }
            if space.oil_field {
                fact!(f, "oil_field({id}).");
            }
        }
        self.connection_facts(&mut f);
        self.unit_facts(&mut f);
        self.card_facts(&mut f);
        f
    }

    /// The names of the cards, what must hold for them to be played, and what combat cards are.
    fn card_facts(&self, f: &mut String) {
        let place = |number: usize| self.spaces[number].id.as_str();
        let unit = |number: usize| self.units[number].id.as_str();
        for (card, named) in self.cards.iter().zip(NAMED) {
            let id = &card.id;
            fact!(f, "card({id},{}).", named.constant.to_lowercase());
            let needs = card.combat.iter().flat_map(|combat| &combat.needs);
            for (number, clause) in (1..).zip(card.prerequisites.iter().chain(needs)) {
                for condition in clause {
                    let name = match condition.asks_battle() {
                        true => "need",
                        false => "prerequisite",
                    };
                    let term = condition.term(&[&place, &unit]);
                    fact!(f, "{name}({id},{number},{term}).");
                }
            }
            for (number, happening) in (1..).zip(card.event.iter().flatten()) {
                fact!(f, "event_effect({id},{number},{}).", happening.term());
            }
            if let Some(nation) = card.reinforces {
                fact!(f, "reinforcement_card({id},{nation}).");
            }
            let Some(combat) = &card.combat else { continue };
            for (part, moments) in ["attack", "defence"].iter().zip(&combat.times) {
                for moment in moments {
                    fact!(f, "time({id},{part},{moment}).");
                }
            }
            for effect in &combat.effects {
                fact!(f, "effect({id},{}).", effect.term(&unit));
            }
        }
    }

    fn connection_facts(&self, f: &mut String) {
        for connection in &self.connections {
            for (from, to) in [(connection.a, connection.b), (connection.b, connection.a)] {
                let (a, b) = (&self.spaces[from].id, &self.spaces[to].id);
                fact!(f, "link({a},{b},{}).", connection.link);
                for nation in &connection.nations {
                    fact!(f, "link_nation({a},{b},{nation}).");
                }
                if let Some(number) = connection.strait {
                    fact!(f, "strait({a},{b},{number}).");
                }
                let into = if from == connection.a {
                    Crossing::IntoB
                } else {
                    Crossing::IntoA
                };
                if connection.crossing == Crossing::Both || connection.crossing == into {
                    fact!(f, "crossing({a},{b}).");
                }
                for (flag, present) in [
                    ("coloured_rail", connection.coloured_rail),
                    ("gallipoli_gateway", connection.gallipoli_gateway),
                    ("no_tribes", connection.no_tribes),
                    ("caspian", connection.caspian),
                    ("not_ana", connection.not_ana),
                ] {
                    if present {
                        fact!(f, "link_flag({a},{b},{flag}).");
                    }
                }
                if let Some(card) = &connection.completed_by {
                    fact!(f, "link_flag({a},{b},completed_by({card})).");
                }
                if let Some(side) = connection.rail_for {
                    fact!(f, "link_flag({a},{b},rail_for({side})).");
                }
            }
        }
    }

    fn unit_facts(&self, f: &mut String) {
        for unit in &self.units {
            let id = &unit.id;
            fact!(
                f,
                "unit({id}). side({id},{}). size({id},{}). class({id},{}). unit_type({id},{}). mf({id},{}).",
                unit.side,
                unit.size,
                unit.class,
                unit.unit_type,
                unit.full.mf
            );
            for nation in &unit.nations {
                fact!(f, "nation({id},{nation}).");
            }
            for area in &unit.supply_area {
                fact!(f, "supply_area({id},{area}).");
            }
            if let Some(tribe) = unit.tribe {
                fact!(f, "tribe_of({id},{tribe}).");
            }
            if let Some(limit) = unit.limit {
                fact!(f, "limit({id},{limit}).");
            }
            if let Some(symbol) = unit.symbol {
                fact!(f, "symbol({id},{symbol}).");
            }
            for (word, holds) in [
                ("boxed", unit.boxed_mf),
                ("mounted", unit.mounted),
                ("dual", unit.dual),
            ] {
                if holds {
                    fact!(f, "{word}({id}).");
                }
            }
        }
    }
}

/// More than the facts of most positions take.
const ROOM: usize = 1 << 14;

impl Position {
    /// The facts of this position; those of the tables come from [`Data::facts`].
    #[must_use]
    pub fn facts(&self) -> String {
        let mut facts = String::with_capacity(ROOM);
        let state = self.state();
        DOCUMENT.facts(
            &**self.data(),
            |cell| state.get(cell),
            |cell| state.any_from(cell),
            |own, text| self.own_facts(own, text),
            &mut facts,
        );
        self.battle_facts(&mut facts);
        facts
    }

    /// The facts of what no shape of the engine fits.
    fn own_facts(&self, own: Own, text: &mut String) {
        match own {
            Own::Phase => {
                if let Some(phase) = self.state().phase() {
                    fact!(text, "phase({phase}).");
                }
            }
            Own::Active => {
                let side = self.provoked_side().unwrap_or(self.state().active());
                fact!(text, "active({side}).");
            }
            Own::Ops => {
                if let Some(ops) = self.state().ops() {
                    fact!(text, "operations({ops}).");
                }
            }
            Own::BattlePlace => {
                let target = self.state().target();
                if let Some(space) = target.and_then(|at| self.data().spaces.get(at)) {
                    fact!(text, "battle({}).", space.id);
                }
            }
            Own::Units => self.places(text),
            Own::Arriving => self.arrivals(text),
            Own::Control => self.controllers(text),
            Own::Trenches => self.trenches(text),
            Own::Mandated => self.mandated(text),
            // Battles are told together.
            Own::Stacks
            | Own::CardsUsed
            | Own::BattleCards
            | Own::FromHand
            | Own::BeforeWeather
            | Own::Replacements
            | Own::Origins
            | Own::PathOut => {}
            // The law is not told of these.
            Own::Schema | Own::Version | Own::Scenario => {}
            Own::Step | Own::SiegeRolled | Own::BattleStage => {}
            Own::Actions | Own::Cards | Own::Random => {}
        }
    }

    fn places(&self, text: &mut String) {
        let data = self.data();
        for (unit, entry) in data.units.iter().enumerate() {
            if let Some(place) = self.place(unit) {
                let word = if place < data.on_map { "at" } else { "in_box" };
                fact!(text, "{word}({},{}).", entry.id, data.spaces[place].id);
                if self.state().reduced.contains(unit) {
                    fact!(text, "reduced({}).", entry.id);
                }
            }
        }
    }

    fn arrivals(&self, text: &mut String) {
        for (unit, entry) in self.data().units.iter().enumerate() {
            let turn = self.state().get(Cell::Arrival(unit));
            if turn > 0 && self.place(unit).is_some() {
                fact!(text, "arrives({},{turn}).", entry.id);
            }
        }
    }

    fn controllers(&self, text: &mut String) {
        let data = self.data();
        for (at, space) in data.spaces[..data.on_map].iter().enumerate() {
            let control = self.state().get(Cell::Control(at)).to_le_bytes()[0];
            // A beachhead is used by its marker and controlled by nobody (3.1.6-2).
            if let Some(control) = Control::at(control)
                && space.kind != Kind::Beachhead
            {
                fact!(text, "control({},{control}).", space.id);
            }
        }
    }

    fn trenches(&self, text: &mut String) {
        let data = self.data();
        for (at, space) in data.spaces[..data.on_map].iter().enumerate() {
            let trench = self.state().get(Cell::Trench(at)).to_le_bytes()[0];
            if let Some(owner) = Control::at(trench >> 2).filter(|_| trench > 0) {
                fact!(text, "trench({},{},{owner}).", space.id, trench & 3);
            }
        }
    }

    fn mandated(&self, text: &mut String) {
        for (at, side) in [Side::Ap, Side::Cp].iter().enumerate() {
            for slot in 0..OFFENSIVES {
                let cell = Cell::Offensive(at * OFFENSIVES + slot);
                let [stored, _] = self.state().get(cell).to_le_bytes();
                if let Some(offensive) = (stored & 31).checked_sub(1).and_then(Offensive::at) {
                    let met = if stored & 32 > 0 { "met" } else { "open" };
                    fact!(text, "mandated({side},{offensive},{met}).");
                }
            }
        }
    }
}
