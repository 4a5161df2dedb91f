//! The facts of the tables and of a position, as text for the law
//! (`docs/twilight_of_the_habsburgs/interface.md` and `battles.md`).

mod battles;

use super::data::{Campaign, Data, Place, Scenario};
use super::position::Position;
use super::state::{DOCUMENT, FrameKind, Scalar};
use super::vocabulary::*;
use engine::error::Result;
use std::fmt::Write as _;

// Writing to a string cannot fail.
macro_rules! fact {
    ($facts:expr, $($arg:tt)*) => {{ let _ = writeln!($facts, $($arg)*); }};
}

impl Data {
    /// The facts that never change in a scenario: map, units, charts, zones.
    #[must_use]
    pub fn facts(&self, scenario: usize) -> String {
        let mut f = String::with_capacity(1 << 20);
        let (Some(entry), Some(campaign)) =
            (self.scenarios.get(scenario), self.campaigns.get(scenario))
        else {
            return f;
        };
        self.map_facts(entry, campaign, &mut f);
        self.unit_facts(entry, campaign, &mut f);
        self.chart_facts(entry, &mut f);
        self.combat_facts(entry, &mut f);
        self.victory_facts(entry, &mut f);
        f
    }

    fn map_facts(&self, scenario: &Scenario, campaign: &Campaign, f: &mut String) {
        let line = scenario.line as usize;
        for (at, hex) in self.map.hexes.iter().enumerate() {
            let id = &hex.id;
            let (q, r) = (hex.hex.q(), hex.hex.r());
            fact!(
                f,
                "hex({id}). terrain({id},{}). axial({id},{q},{r}).",
                hex.terrain
            );
            for beside in &self.ground.beside[at] {
                let other = &self.map.hexes[beside.hex].id;
                fact!(f, "adjacent({id},{other}).");
                for (name, there) in [
                    ("river", beside.river),
                    ("rail", beside.rail),
                    ("barred_side", beside.barred),
                ] {
                    if there {
                        fact!(f, "{name}({id},{other}).");
                    }
                }
            }
            for (name, there) in [
                ("rail_hex", hex.rail),
                ("city", hex.city),
                ("coast", hex.coast),
                ("lakeside", hex.lakeside),
            ] {
                if there {
                    fact!(f, "{name}({id}).");
                }
            }
            for edge in &hex.edges {
                fact!(f, "edge({id},{edge}).");
            }
            for town in &hex.towns {
                fact!(f, "town({id},{}).", engine::names::as_id(town));
            }
            for (name, owner) in [
                ("fortress", hex.fortress),
                ("depot", hex.depot[line]),
                ("on_side", hex.side[line]),
            ] {
                if let Some(owner) = owner {
                    fact!(f, "{name}({id},{owner}).");
                }
            }
            if let Some(country) = hex.country {
                fact!(f, "country({id},{country}).");
            }
            if campaign.line_distance[at] > 0 {
                fact!(f, "line_distance({id},{}).", campaign.line_distance[at]);
            }
        }
        for side in self.map.sides.iter().filter(|side| side.trench) {
            let (a, b) = (&self.map.hexes[side.a].id, &self.map.hexes[side.b].id);
            fact!(f, "trench_line({a},{b}). trench_line({b},{a}).");
        }
        for place in OffMap::ALL {
            fact!(f, "box({place}).");
        }
    }

    fn unit_facts(&self, scenario: &Scenario, campaign: &Campaign, f: &mut String) {
        for entry in &scenario.entries {
            let unit = &self.units[entry.unit];
            let id = &unit.id;
            fact!(
                f,
                "unit({id}). owner({id},{}). nation({id},{}). size({id},{}). kind({id},{}). \
                 steps({id},{}).",
                unit.side,
                unit.nation,
                unit.size,
                campaign.kinds[entry.unit],
                unit.steps
            );
            for left in 1..=unit.steps {
                let face = if left == unit.steps {
                    unit.full
                } else {
                    unit.reduced
                };
                fact!(
                    f,
                    "attack({id},{left},{}). defence({id},{left},{}). allowance({id},{left},{}).",
                    face.attack,
                    face.defence,
                    face.movement
                );
                if let Some(trench) = unit.trench {
                    let defence = trench[usize::from(left < unit.steps)];
                    fact!(f, "trench_defence({id},{left},{defence}).");
                }
            }
            if unit.trench.is_some() {
                fact!(f, "trench_side({id}).");
            }
            if let Some(range) = unit.command_range {
                fact!(f, "range({id},{range}).");
            }
            if let Some(army) = entry.army {
                fact!(f, "army({id},{}).", scenario.armies[army]);
            }
            for place in &entry.places {
                let term = match place {
                    Place::Strip(army) => format!("strip({})", scenario.armies[*army]),
                    Place::Near(hq, distance) => format!("near({},{distance})", self.units[*hq].id),
                    Place::Seat(hex) => format!("seat({})", self.map.hexes[*hex].id),
                    Place::Anywhere => "anywhere".to_owned(),
                    Place::Far(least) => format!("far({least})"),
                };
                fact!(f, "zone({id},{term}).");
            }
            fact!(f, "zone_rule({id},\"{}\").", self.rules.rule(entry.rule));
            if let Some(turn) = entry.turn {
                fact!(f, "arrives({id},{turn}).");
            }
        }
        for (army, strip) in scenario.armies.iter().zip(&scenario.strips) {
            for hex in strip {
                fact!(f, "strip({army},{}).", self.map.hexes[*hex].id);
            }
        }
    }

    fn chart_facts(&self, scenario: &Scenario, f: &mut String) {
        let charts = &self.charts;
        for terrain in Terrain::ALL {
            for kind in Kind::ALL {
                if let Some(cost) = charts.cost(*terrain, *kind) {
                    fact!(f, "enter_cost({terrain},{kind},{cost}).");
                }
            }
            if charts.closed[*terrain as usize] {
                fact!(f, "closed({terrain}).");
            }
        }
        fact!(
            f,
            "river_cost({}). rail_cost({}).",
            charts.river,
            charts.rail
        );
        for size in Size::ALL {
            if *size != Size::Hq {
                fact!(
                    f,
                    "stack_size({size},{}).",
                    charts.stack_sizes[*size as usize]
                );
            }
            fact!(
                f,
                "rail_size({size},{}).",
                charts.rail_sizes[*size as usize]
            );
        }
        fact!(
            f,
            "stack_limit({}). hq_limit({}). alpine_limit({}).",
            charts.stack_limit,
            charts.hq_limit,
            charts.alpine_limit
        );
        for kind in &charts.infiltrates {
            fact!(f, "infiltrates({kind}).");
        }
        for nation in &charts.unhindered {
            fact!(f, "unhindered({nation}).");
        }
        for side in Side::BOTH {
            let at = side as usize;
            fact!(f, "rail_limit({side},{}).", charts.rail_limits[at]);
            for edge in &charts.command_edges[at] {
                fact!(f, "command_edge({side},{edge}).");
            }
            for edge in &charts.entry_edges[at] {
                fact!(f, "entry_edge({side},{edge}).");
            }
            if let Some(country) = charts.entry_countries[at] {
                fact!(f, "entry_country({side},{country}).");
            }
            let rule = self.rules.rule(scenario.setup_rules[at]);
            fact!(f, "setup_rule({side},\"{rule}\").");
            if scenario.free_units[at] > 0 {
                fact!(f, "free_units({side},{}).", scenario.free_units[at]);
            }
            let attrition = &scenario.attrition[at];
            let [rule, units] = attrition.rules.map(|rule| self.rules.rule(rule));
            fact!(
                f,
                "attrition_rule({side},\"{rule}\"). attrition_units_rule({side},\"{units}\")."
            );
            if let Some((army, rule)) = attrition.half_from {
                let (army, rule) = (&scenario.armies[army], self.rules.rule(rule));
                fact!(f, "attrition_half({side},{army},\"{rule}\").");
            }
        }
        for pool in Pool::ALL {
            for nation in &charts.pools[*pool as usize] {
                let of = self.units.iter().find(|unit| unit.nation == *nation);
                if let Some(unit) = of {
                    fact!(f, "pool({pool},{},{nation}).", unit.side);
                }
            }
        }
        for kind in &charts.no_points {
            fact!(f, "no_points({kind}).");
        }
        fact!(
            f,
            "step_price({}). rebuild_price({}).",
            charts.step_price,
            charts.rebuild_price
        );
        let port = &self.map.hexes[self.ground.ferry_port].id;
        fact!(
            f,
            "ferry_port({port}). ferry_limit({}).",
            charts.ferry_limit
        );
        for size in &charts.ferry_sizes {
            fact!(f, "ferry_size({size}).");
        }
        fact!(
            f,
            "first_player({}). last_turn({}).",
            scenario.first_player,
            scenario.last_turn
        );
        for switch in Switch::ALL {
            let value = switch.values()[scenario.switch(*switch)];
            fact!(f, "switch({switch},{value}).");
        }
    }
}

impl Position {
    /// The facts that never change in its scenario.
    #[must_use]
    pub fn static_facts(&self) -> String {
        self.data().facts(self.state().scenario())
    }

    /// What is so in this position.
    #[must_use]
    pub fn facts(&self) -> String {
        let mut text = String::new();
        let state = self.state();
        DOCUMENT.facts(
            &**self.data(),
            |cell| state.get(cell),
            |cell| state.any_from(cell),
            |_, _| {},
            &mut text,
        );
        for (one, name) in [
            (Scalar::SubmarineLost, "submarine_lost"),
            (Scalar::FerrySunk, "ferry_sunk"),
        ] {
            if state.one(one) > 0 {
                fact!(text, "{name}.");
            }
        }
        self.event_facts(&mut text);
        text
    }

    /// What the law of the decision that is asked now is told besides.
    ///
    /// # Errors
    /// [`engine::error::Error::BadInput`] if units of who decides are hidden.
    pub fn decision_facts(&self) -> Result<String> {
        let at = self.at_next_decision();
        let state = at.state();
        let mut text = String::new();
        if let Some(side) = state.active() {
            at.knows_choices(side)?;
            fact!(text, "acts({side}).");
        }
        if let Some(number) = state.impulse() {
            fact!(text, "impulse({number}).");
        }
        if let Some(owed) = at.attrition_owed() {
            fact!(text, "owed({owed}).");
        }
        if let Some(owed) = at.losses_owed() {
            fact!(text, "owed({owed}).");
        }
        if let Some(battle) = state.battle()
            && let (Some(hex), Some(table)) = (battle.target(), battle.table())
        {
            fact!(text, "target({}). table({table}).", at.data().place_id(hex));
        }
        if let Some(frame) = state.under_way(FrameKind::Submarine)
            && let Some(unit) = usize::from(frame.args[0]).checked_sub(1)
        {
            fact!(text, "carried({}).", at.data().units[unit].id);
        }
        Ok(text)
    }
}
