//! The scenarios: their files, `orders_of_battle.csv` and `setup_strips.csv` (14-16).

use super::keys::Keys;
use super::map::{HexId, Map};
use super::special::Special;
use super::units::{Unit, UnitId};
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::sheet::{Row, Sheet, words};
use std::collections::{BTreeMap, HashMap};

/// Where a unit sets up, or how it arrives (14.3-14.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// In the hexes of an army's strip.
    Strip(usize),
    /// Within so many hexes of a headquarters.
    Near(UnitId, u8),
    /// In one hex.
    Seat(HexId),
    /// Anywhere on its side of the line.
    Anywhere,
    /// At least so many hexes from the line.
    Far(u8),
}

/// A unit in a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The unit.
    pub unit: UnitId,
    /// Its army, if it has one: a number among those of the scenario.
    pub army: Option<usize>,
    /// Where it may set up: any of these, on its side of the line.
    pub places: Vec<Place>,
    /// The turn in which it arrives.
    pub turn: Option<u8>,
    /// Does it set up?
    pub sets_up: bool,
    /// The rule that says so: a number among the rules of the tables.
    pub rule: u16,
}

/// When replacement points come (10.2).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Turns {
    /// Every turn.
    Every,
    /// Odd turns.
    Odd,
    /// Even turns.
    Even,
    /// These.
    These(Vec<u8>),
}

impl Turns {
    /// Is this one of them?
    #[must_use]
    pub fn holds(&self, turn: u16) -> bool {
        match self {
            Self::Every => true,
            Self::Odd => turn % 2 == 1,
            Self::Even => turn.is_multiple_of(2),
            Self::These(turns) => turns.iter().any(|these| u16::from(*these) == turn),
        }
    }
}

/// A line of the schedule of replacement points.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(missing_docs, reason = "the keys of the file")]
pub struct Replacements {
    pub side: Side,
    pub pool: Pool,
    pub points: u8,
    pub turns: Turns,
}

/// Steps that a side loses before play (14.7, 15.7, 16.6).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Attrition {
    /// How many dice.
    pub dice: u8,
    /// Is the sum halved, rounded down?
    pub halved: bool,
    /// What is added.
    pub added: u8,
    /// The rule of the number, and that of the units.
    pub rules: [u16; 2],
    /// The army that half must come from, and its rule.
    pub half_from: Option<(usize, u16)>,
}

/// A scenario.
#[derive(Debug, Clone)]
#[allow(
    missing_docs,
    reason = "the keys of the file, documented in its README"
)]
pub struct Scenario {
    pub name: String,
    pub title: String,
    pub status: String,
    pub provenance: String,
    pub line: Line,
    pub first_day: String,
    pub last_turn: u8,
    /// What a die and the number of the turn must reach for the game to end (16.7).
    pub armistice: Option<u8>,
    pub sets_up_first: Side,
    pub first_player: Side,
    /// Units that may set up anywhere on the side of the line (14.3-3).
    pub free_units: [u8; 2],
    /// By side: the rule of its set-up as a whole, a number among the rules of the tables.
    pub setup_rules: [u16; 2],
    pub fallen: Vec<HexId>,
    pub attrition_first: Side,
    pub attrition: [Attrition; 2],
    pub replacements: Vec<Replacements>,
    /// What places are worth to each side (14.91).
    pub victory: [Vec<(String, u8)>; 2],
    /// What entering a depot is worth to the central side (15.81-3).
    pub depot_entered: u8,
    pub entries: Vec<Entry>,
    /// The armies.
    pub armies: Vec<String>,
    /// The strip of each army.
    pub strips: Vec<Vec<HexId>>,
    /// What 14.8 says of some of them.
    pub special: Special,
    switches: [u8; Switch::ALL.len()],
}

impl Scenario {
    /// Which of its values a switch has: 0 is our reading.
    #[must_use]
    pub const fn switch(&self, switch: Switch) -> usize {
        self.switches[switch as usize] as usize
    }

    /// Is a switch turned from our reading to the other one?
    #[must_use]
    pub const fn turned(&self, switch: Switch) -> bool {
        self.switch(switch) > 0
    }
}

/// Rule numbers that stand in the tables.
#[derive(Debug, Clone, Default)]
pub struct Rules(Vec<String>);

impl Rules {
    fn number(&mut self, rule: &str) -> u16 {
        let at = self.0.iter().position(|known| known == rule);
        let at = at.unwrap_or_else(|| {
            self.0.push(rule.to_owned());
            self.0.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    /// The rule of a number.
    #[must_use]
    pub fn rule(&self, number: u16) -> &str {
        self.0.get(usize::from(number)).map_or("?", String::as_str)
    }

    /// The number of a rule.
    #[must_use]
    pub fn find(&self, rule: &str) -> Option<u16> {
        let at = self.0.iter().position(|known| known == rule)?;
        u16::try_from(at).ok()
    }
}

/// What the scenarios' tables are read with.
pub(super) struct Reader<'a> {
    pub(super) map: &'a Map,
    pub(super) units: &'a [Unit],
    pub(super) unit_ids: &'a HashMap<String, UnitId>,
    pub(super) rules: &'a mut Rules,
    pub(super) problems: &'a mut Vec<TableProblem>,
}

const COLUMNS: &[&str] = &[
    "scenario", "unit", "army", "zone", "hex", "hq", "distance", "turn", "rule", "source", "note",
];

impl Reader<'_> {
    /// Reads the scenarios, in the order of their names.
    pub(super) fn scenarios(
        &mut self,
        files: &BTreeMap<String, String>,
        battle: &str,
        strips: &str,
    ) -> Vec<Scenario> {
        let mut scenarios: Vec<_> = files
            .iter()
            .filter_map(|(name, text)| self.scenario(name, text))
            .collect();
        self.strips(strips, &mut scenarios);
        self.orders_of_battle(battle, &mut scenarios);
        for scenario in &mut scenarios {
            self.of_armies(files, scenario);
        }
        scenarios
    }

    fn scenario(&mut self, name: &str, text: &str) -> Option<Scenario> {
        let file = format!("{name}.toml");
        let table: toml::Table = match text.parse() {
            Ok(table) => table,
            Err(error) => {
                let error: toml::de::Error = error;
                self.problems.push(TableProblem {
                    file,
                    row: 0,
                    column: String::new(),
                    message: error.message().to_owned(),
                });
                return None;
            }
        };
        let problems = &mut *self.problems;
        let keys = Keys::new(&file, &table);
        let head = keys.table("scenario", problems);
        let line = head.word("line", words!(Line), Line::Of1917, problems);
        let side = |keys: &Keys<'_>, key: &str, problems: &mut Vec<_>| {
            keys.word(key, words!(Side), Side::Central, problems)
        };
        let mut fallen = Vec::new();
        for id in head.texts("fortresses_fallen", problems) {
            match self.map.ids.get(id) {
                Some(hex) if self.map.hexes[*hex].fortress.is_some() => fallen.push(*hex),
                _ => head.complain(problems, "fortresses_fallen", format!("no fortress '{id}'")),
            }
        }
        let dice = keys.table("attrition", problems);
        let mut attrition: [Attrition; 2] = Default::default();
        for side in Side::BOTH {
            let part = dice.table(side.word(), problems);
            attrition[side as usize] = Attrition {
                dice: part.number("dice", 0..=6, problems),
                halved: part.flag("halved", problems),
                added: part.maybe_number("added", 0..=9, problems).unwrap_or(0),
                rules: ["rule", "units_rule"]
                    .map(|key| self.rules.number(part.text(key, problems))),
                half_from: None,
            };
        }
        let mut replacements = Vec::new();
        let mut switches = [0; Switch::ALL.len()];
        let turned = keys.table("switches", problems);
        for switch in Switch::ALL {
            let value = turned.switch(*switch, problems).unwrap_or(0);
            switches[*switch as usize] = u8::try_from(value).unwrap_or(0);
        }
        for key in turned.names().filter(|key| Switch::parse(key).is_none()) {
            turned.complain(problems, key, "no such switch");
        }
        for part in keys.tables("replacements", problems) {
            let turns = turns(&part, &switches, problems);
            replacements.push(Replacements {
                side: side(&part, "side", problems),
                pool: part.word("pool", words!(Pool), Pool::Austrian, problems),
                points: part.number("points", 0..=9, problems),
                turns,
            });
        }
        let worth = keys.table("victory", problems);
        let victory = Side::BOTH.map(|side| {
            let places = worth.table(side.word(), problems);
            let names: Vec<&str> = places.names().collect();
            let mut found = Vec::new();
            for town in names {
                if !self.map.towns.contains_key(town) {
                    places.complain(problems, town, "no town of that name is on the map");
                }
                found.push((town.to_owned(), places.number(town, 0..=99, problems)));
            }
            found
        });
        let free = ["free_units_central", "free_units_entente"];
        Some(Scenario {
            name: name.to_owned(),
            title: keys.text("title", problems).to_owned(),
            status: keys.text("status", problems).to_owned(),
            provenance: keys.text("provenance", problems).to_owned(),
            line,
            first_day: head.text("first_day", problems).to_owned(),
            last_turn: head.number("turns", 1..=40, problems),
            armistice: head.maybe_number("armistice", 2..=46, problems),
            sets_up_first: side(&head, "sets_up_first", problems),
            first_player: side(&head, "first_player", problems),
            free_units: free.map(|key| head.maybe_number(key, 0..=99, problems).unwrap_or(0)),
            setup_rules: ["setup_rule_central", "setup_rule_entente"]
                .map(|key| self.rules.number(head.text(key, problems))),
            fallen,
            attrition_first: side(&dice, "first", problems),
            attrition,
            replacements,
            depot_entered: worth
                .maybe_number("depot_entered", 0..=99, problems)
                .unwrap_or(0),
            victory,
            entries: Vec::new(),
            armies: Vec::new(),
            strips: Vec::new(),
            special: Special::default(),
            switches,
        })
    }

    fn strips(&mut self, text: &str, scenarios: &mut [Scenario]) {
        let columns = &["scenario", "army", "hex", "source"];
        let sheet = Sheet::read("setup_strips.csv", text, columns, self.problems);
        for row in sheet.rows() {
            let Some(scenario) = known(&row, scenarios, self.problems) else {
                continue;
            };
            let army = army(scenario, row.text("army"));
            if let Some(hex) = self.hex(&row, "hex") {
                scenario.strips[army].push(hex);
            }
        }
    }

    fn hex(&mut self, row: &Row<'_>, column: &str) -> Option<HexId> {
        let id = row.text(column);
        let hex = self.map.ids.get(id).copied();
        if hex.is_none() {
            row.complain(self.problems, column, format!("no hex '{id}'"));
        }
        hex
    }

    fn unit(&mut self, row: &Row<'_>, column: &str) -> Option<UnitId> {
        let id = row.text(column);
        let unit = self.unit_ids.get(id).copied();
        if unit.is_none() {
            row.complain(self.problems, column, format!("no unit '{id}'"));
        }
        unit
    }

    fn orders_of_battle(&mut self, text: &str, scenarios: &mut [Scenario]) {
        let sheet = Sheet::read("orders_of_battle.csv", text, COLUMNS, self.problems);
        for row in sheet.rows() {
            let Some(scenario) = known(&row, scenarios, self.problems) else {
                continue;
            };
            let Some(unit) = self.unit(&row, "unit") else {
                continue;
            };
            if scenario.entries.iter().any(|entry| entry.unit == unit) {
                row.complain(self.problems, "unit", "stands twice in this scenario");
                continue;
            }
            let zone = row.needed_word("zone", words!(Zone), Zone::Side, self.problems);
            let army = row.optional("army").map(|name| army(scenario, &name));
            let places = self.places(&row, zone, army, scenario);
            let turn = match zone {
                Zone::Schedule => Some(row.number_in("turn", 1..=40, self.problems)),
                _ => None,
            };
            let rule = row.text("rule");
            if rule.is_empty() {
                row.complain(self.problems, "rule", "is blank");
            }
            scenario.entries.push(Entry {
                unit,
                army,
                places,
                turn,
                sets_up: !matches!(zone, Zone::Schedule | Zone::Event),
                rule: self.rules.number(rule),
            });
        }
    }

    fn places(
        &mut self,
        row: &Row<'_>,
        zone: Zone,
        army: Option<usize>,
        scenario: &Scenario,
    ) -> Vec<Place> {
        let strip = |problems: &mut Vec<_>| {
            let army = army.filter(|army| !scenario.strips[*army].is_empty());
            if army.is_none() {
                row.complain(problems, "army", "has no strip in setup_strips.csv");
            }
            army.map(Place::Strip)
        };
        let distance = |problems: &mut Vec<_>| row.number_in("distance", 0..=99, problems);
        let mut places = Vec::new();
        match zone {
            Zone::Strip => places.extend(strip(self.problems)),
            Zone::StripOrHq if !scenario.turned(Switch::ReserveZone) => {
                places.extend(strip(self.problems));
            }
            Zone::Hex => places.extend(self.hex(row, "hex").map(Place::Seat)),
            Zone::Side => places.push(Place::Anywhere),
            Zone::Far => places.push(Place::Far(distance(self.problems))),
            _ => {}
        }
        if matches!(zone, Zone::Hq | Zone::StripOrHq)
            && let Some(hq) = self.unit(row, "hq")
        {
            if self.units[hq].size != Size::Hq {
                row.complain(self.problems, "hq", "is no headquarters");
            }
            places.push(Place::Near(hq, distance(self.problems)));
        }
        places
    }

    /// What names armies, once all of them are known: where half of the attrition must come from, and
    /// the special rules.
    fn of_armies(&mut self, files: &BTreeMap<String, String>, scenario: &mut Scenario) {
        let text = files.get(&scenario.name);
        let Some(table) = text.and_then(|text| text.parse::<toml::Table>().ok()) else {
            return;
        };
        let file = format!("{}.toml", scenario.name);
        let keys = Keys::new(&file, &table);
        scenario.special = Special::read(&keys, &scenario.armies, self.problems);
        let dice = keys.table("attrition", &mut Vec::new());
        for side in Side::BOTH {
            let part = dice.table(side.word(), &mut Vec::new());
            if part.value("half_from").is_none() {
                continue;
            }
            let name = part.text("half_from", self.problems);
            let rule = self.rules.number(part.text("half_rule", self.problems));
            match scenario.armies.iter().position(|army| army == name) {
                Some(army) => scenario.attrition[side as usize].half_from = Some((army, rule)),
                None => part.complain(self.problems, "half_from", format!("no army '{name}'")),
            }
        }
    }
}

fn turns(
    part: &Keys<'_>,
    switches: &[u8; Switch::ALL.len()],
    problems: &mut Vec<TableProblem>,
) -> Turns {
    if let Some(list) = part.value("turns").and_then(toml::Value::as_array) {
        let turns = list.iter().filter_map(toml::Value::as_integer);
        return Turns::These(turns.filter_map(|turn| u8::try_from(turn).ok()).collect());
    }
    match part.text("turns", problems) {
        "every" => Turns::Every,
        "odd" => Turns::Odd,
        "even" => Turns::Even,
        "second_rp_line" => match switches[Switch::SecondRpLine as usize] {
            0 => Turns::Even,
            _ => Turns::Odd,
        },
        word => {
            let message =
                format!("'{word}' is none of every, odd, even, second_rp_line and a list of turns");
            part.complain(problems, "turns", message);
            Turns::Every
        }
    }
}

/// The scenario of a row.
fn known<'s>(
    row: &Row<'_>,
    scenarios: &'s mut [Scenario],
    problems: &mut Vec<TableProblem>,
) -> Option<&'s mut Scenario> {
    let name = row.text("scenario");
    let found = scenarios.iter_mut().find(|scenario| scenario.name == name);
    if found.is_none() {
        row.complain(problems, "scenario", format!("no scenario '{name}'"));
    }
    found
}

/// The number of an army, which is new if it was not named before.
fn army(scenario: &mut Scenario, name: &str) -> usize {
    let known = scenario.armies.iter().position(|army| army == name);
    known.unwrap_or_else(|| {
        scenario.armies.push(name.to_owned());
        scenario.strips.push(Vec::new());
        scenario.armies.len() - 1
    })
}
