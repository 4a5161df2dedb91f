//! The facts of the tables and of a position, as text for the law (`rules_asp/README.md`).

use super::activation::Purpose;
use super::data::Data;
use super::position::Position;
use super::state::{Cell, OFFENSIVES, One, unbias};
use super::vocabulary::*;
use std::fmt::Write as _;

/// Collects facts; writing to a string cannot fail.
struct Facts(String);

macro_rules! fact {
    ($facts:expr, $($arg:tt)*) => {{
        let _ = writeln!($facts.0, $($arg)*);
    }};
}

impl Data {
    /// The facts that never change: map, connections, units.
    #[must_use]
    pub fn facts(&self) -> String {
        let mut f = Facts(String::new());
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
        f.0
    }

    fn connection_facts(&self, f: &mut Facts) {
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

    fn unit_facts(&self, f: &mut Facts) {
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

impl Position {
    /// The facts of this position; those of the tables come from [`Data::facts`].
    #[must_use]
    pub fn facts(&self) -> String {
        let (data, state) = (self.data(), self.state());
        let mut f = Facts(String::new());
        let small = |one: One| state.one(one).to_le_bytes()[0];
        fact!(
            f,
            "turn({}). round({}). last_turn({}).",
            small(One::Turn),
            small(One::Round),
            small(One::LastTurn)
        );
        if let (Some(phase), Some(side)) =
            (Phase::at(small(One::Phase)), Side::at(small(One::Active)))
        {
            fact!(f, "phase({phase}). active({side}).");
        }
        for (unit, entry) in data.units.iter().enumerate() {
            match self.place(unit) {
                Some(place) if place < data.on_map => {
                    fact!(f, "at({},{}).", entry.id, data.spaces[place].id)
                }
                Some(place) => fact!(f, "in_box({},{}).", entry.id, data.spaces[place].id),
                None => continue,
            }
            if state.reduced.contains(unit) {
                fact!(f, "reduced({}).", entry.id);
            }
            if state.get(Cell::Arrival(unit)) > 0 {
                fact!(
                    f,
                    "arrives({},{}).",
                    entry.id,
                    state.get(Cell::Arrival(unit))
                );
            }
        }
        for (at, space) in data.spaces[..data.on_map].iter().enumerate() {
            let id = &space.id;
            let number = |cell: Cell| state.get(cell).to_le_bytes()[0];
            // A beachhead is used by its marker and controlled by nobody (3.1.6-2).
            if let Some(control) = Control::at(number(Cell::Control(at)))
                && space.kind != Kind::Beachhead
            {
                fact!(f, "control({id},{control}).");
            }
            if number(Cell::RuVp(at)) > 0 {
                fact!(f, "ru_vp({id}).");
            }
            let trench = number(Cell::Trench(at));
            if let Some(owner) = Control::at(trench >> 2).filter(|_| trench > 0) {
                fact!(f, "trench({id},{},{owner}).", trench & 3);
            }
            if number(Cell::FortDestroyed(at)) > 0 {
                fact!(f, "fort_destroyed({id}).");
            }
            match number(Cell::Beachhead(at)) {
                0 => {}
                1 => fact!(f, "beachhead({id})."),
                _ => fact!(f, "beachhead({id}). beachhead_new({id})."),
            }
            if let Some(kind) = number(Cell::Uprising(at))
                .checked_sub(1)
                .and_then(Uprising::at)
            {
                fact!(f, "uprising({id},{kind}).");
            }
        }
        for (at, card) in data.cards.iter().enumerate() {
            if let Some(turn) = state.get(Cell::Event(at)).checked_sub(1) {
                fact!(f, "event({}). event_turn({},{turn}).", card.id, card.id);
            }
        }
        self.single_facts(&mut f);
        f.0
    }

    fn single_facts(&self, f: &mut Facts) {
        let (data, state) = (self.data(), self.state());
        let small = |one: One| state.one(one).to_le_bytes()[0];
        for track in Track::ALL {
            fact!(f, "track({track},{}).", state.track(*track));
        }
        for kind in Replacement::ALL {
            let points = unbias(state.get(Cell::Replacement(*kind as usize))).unwrap_or(0);
            fact!(f, "replacement({kind},{points}).");
        }
        for (side, one) in [(Side::Ap, One::CommitmentAp), (Side::Cp, One::CommitmentCp)] {
            if let Some(commitment) = Commitment::at(small(one)) {
                fact!(f, "commitment({side},{commitment}).");
            }
        }
        for (at, side) in [Side::Ap, Side::Cp].iter().enumerate() {
            for slot in 0..OFFENSIVES {
                let stored = state
                    .get(Cell::Offensive(at * OFFENSIVES + slot))
                    .to_le_bytes()[0];
                if let Some(offensive) = (stored & 31).checked_sub(1).and_then(Offensive::at) {
                    let met = if stored & 32 > 0 { "met" } else { "open" };
                    fact!(f, "mandated({side},{offensive},{met}).");
                }
            }
        }
        if let Some(stand) = Stand::at(small(One::Greece)) {
            fact!(f, "greece({stand}).");
        }
        for country in Collapse::ALL
            .iter()
            .filter(|c| state.holds(One::Collapsed, **c as u8))
        {
            fact!(f, "collapsed({country}).");
        }
        for revolt in Revolt::ALL
            .iter()
            .filter(|r| state.holds(One::Revolts, **r as u8))
        {
            fact!(f, "revolt({revolt}).");
        }
        for penalty in Penalty::ALL
            .iter()
            .filter(|p| state.holds(One::Penalties, **p as u8))
        {
            fact!(f, "penalty({penalty}).");
        }
        for flag in Flag::ALL
            .iter()
            .filter(|flag| state.holds(One::Flags, **flag as u8))
        {
            fact!(f, "flag({flag}).");
        }
        for (name, one) in [
            ("warm_water_port", One::WarmWaterPort),
            ("christmas_space", One::ChristmasSpace),
        ] {
            if let Some(space) = usize::from(state.one(one)).checked_sub(1) {
                fact!(f, "{name}({}).", data.spaces[space].id);
            }
        }
        if small(One::ChristmasTurn) > 0 {
            fact!(f, "christmas_turn({}).", small(One::ChristmasTurn));
        }
        fact!(
            f,
            "revolution_stage({}). beachheads_in_reserve({}).",
            small(One::RevolutionStage),
            small(One::BeachheadsInReserve)
        );
        for (name, one) in [
            ("parvus", One::Parvus),
            ("revolution_turn", One::RevolutionTurn),
            ("czar", One::Czar),
            ("sinai_railroad", One::SinaiRailroad),
            ("armistice", One::Armistice),
            ("cp_automatic_victory", One::CpAutomaticVictory),
            ("max_tu_rp", One::MaxTuRp),
        ] {
            if let Some(number) = unbias(state.one(one)) {
                fact!(f, "{name}({number}).");
            }
        }
        if let Some(unit) = usize::from(state.one(One::BritishRuCavalry)).checked_sub(1) {
            fact!(f, "british_ru_cavalry({}).", data.units[unit].id);
        }
        if let Some(ops) = state.ops() {
            fact!(f, "operations({ops}).");
        }
        for unit in state.attacking.iter() {
            let purpose = match state.get(Cell::Attacking(unit)) {
                1 => Purpose::Attack,
                _ => Purpose::AttackWithBr,
            };
            fact!(f, "attacking({},{purpose}).", data.units[unit].id);
        }
        for (at, space) in data.spaces[..data.on_map].iter().enumerate() {
            let roll = state.get(Cell::Digging(at));
            if roll > 0 {
                fact!(f, "digging({},{roll}).", space.id);
            }
            if state.jihad_taken.contains(at) {
                fact!(f, "jihad_taken({}).", space.id);
            }
        }
        if small(One::TribesDue) > 0 {
            fact!(f, "tribes_due({}).", small(One::TribesDue));
        }
        if state.one(One::AssaultUsed) > 0 {
            fact!(f, "amphibious_assault_used.");
        }
        if let Some(space) = usize::from(state.one(One::AssaultLanding)).checked_sub(1) {
            fact!(f, "amphibious_landing({}).", data.spaces[space].id);
        }
        self.battle_facts(&mut f.0);
    }
}
