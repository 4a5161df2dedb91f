//! The macro on a made-up state, with sets of two widths.

#![allow(clippy::unwrap_used)]

use super::key;
use crate::board::BitSet;
use crate::document::{
    Document, Game, Group, Layout, Mark, Names, Reader, by_name, by_word, field, flag, marks, name,
    number, one, own, set, word,
};
use crate::error::{Error, Result};
use crate::json::Text;
use crate::names::{Lookup, Word, WordList, words};
use Table::*;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

type Hexes = BitSet<2>;
type Cards = BitSet<1>;

#[derive(Debug, Clone, Copy)]
enum Table {
    Counters,
    Hexes,
}

const SIDES: WordList = words!("side", ["red", "blue", "green"]);
const WEATHER: WordList = words!("weather", ["fair", "mud", "snow"]);

crate::state! {
    /// A made-up game.
    struct State;
    /// What can change in it.
    enum Cell;

    /// The hex of a counter, plus one.
    Hex: Numbers { hex: [u16; 37] }
    told [field("counters", by_name(Counters, name(Hexes))).fact("at").mark("present")]
    /// The steps of a counter.
    Steps: Numbers { steps: [u8; 37] }
    told [field("steps", by_name(Counters, number(1, 9))).if_any()]
    /// Whether a hex is on fire.
    Fire: Flag { fire: Hexes }
    told [field("fire", marks(Hexes, Mark::Bit(1))).about("what burns").fact("fire")]
    /// Who holds a hex.
    Held: Either { held: [Hexes; 3] }
    told [field("held", by_name(Hexes, word(SIDES).plus_one())).fact("held")]
    /// Who attacks and who defends.
    Role: Either { attackers: Cards, defenders: Cards }
    told [
        field("battle.attackers", marks(Counters, Mark::Only(1))),
        field("battle.defenders", marks(Counters, Mark::Only(2))).if_any(),
    ]
    /// A trench, and whether it is a strong one.
    Trench: Levels { trenches: Hexes, strong: Hexes }
    told [
        field("trenches", marks(Hexes, Mark::Highest(1))).fact("trench"),
        field("strong", marks(Hexes, Mark::Highest(2))).if_any().fact("strong"),
    ]
    /// What a counter has done.
    Done: Bits { done: [Cards; 2], fled: Cards }
    told [
        field("moved", marks(Counters, Mark::Bit(1))).if_any(),
        field("fought", marks(Counters, Mark::Bit(2))).if_any(),
        field("fled", marks(Counters, Mark::Bit(4))).if_any(),
    ]
    /// The points of a side.
    Points: Numbers { points: [u16; 3] }
    told [field("points", by_word(SIDES, number(-9, 99).biased())).fact("points")]
    /// The numbers of the turn.
    Turn: Numbers { turn: [u16; Turn::ALL.len()] }
    told []
}

crate::scalars! {
    /// The numbers of the turn.
    enum Turn in Cell::Turn of State;
    /// Its number.
    Number told [field("turn", one(number(0, 99))).fact("turn")]
    /// The weather.
    Weather told [field("weather", one(word(WEATHER))).fact("weather")]
    /// Kinds of weather that were.
    Known told [field("known", one(set(WEATHER))).if_any().fact("known")]
    /// Whether it is over.
    Over told [field("over", one(flag())).fact("over")]
    /// The hex of the battle.
    Target told [field("battle.hex", one(name(Hexes))).if_any().fact("battle")]
    /// What was bid.
    Bid told [field("bid", one(number(-5, 5).biased().but_zero())).if_any()]
    /// What the game tells by itself.
    Wind told [field("wind", own(Wind))]
}

/// What the game tells by itself.
#[derive(Debug, Clone, Copy)]
struct Wind;

impl Game for State {
    type Cell = Cell;
    type Table = Table;
    type Own = Wind;

    fn definition(table: Table) -> &'static str {
        match table {
            Counters => "counter",
            Hexes => "hex",
        }
    }
}

const LAYOUT: Layout = Layout {
    order: &["turn", "battle.hex"],
    groups: &[Group {
        key: "battle",
        about: "the battle under way",
        needs: Some("hex"),
    }],
};

fn document() -> Document<State> {
    Document::new(&[State::TOLD, Turn::TOLD], &LAYOUT)
}

#[test]
#[should_panic(expected = "how often turn is told")]
fn a_key_is_told_once() {
    let _ = Document::new(&[State::TOLD, Turn::TOLD, Turn::TOLD], &LAYOUT);
}

#[test]
#[should_panic(expected = "how often moon is told")]
fn what_has_its_place_in_the_order_is_told() {
    let layout = Layout {
        order: &["turn", "moon"],
        groups: &[],
    };
    let _ = Document::new(&[State::TOLD, Turn::TOLD], &layout);
}

/// Counters `c0` to `c36`, hexes `h0` to `h99`.
struct Tables([Vec<String>; 2], [Lookup; 2]);

impl Tables {
    fn new() -> Self {
        let names = |letter: &str, count: usize| -> Vec<_> {
            (0..count).map(|at| format!("{letter}{at}")).collect()
        };
        let all = [names("c", 37), names("h", 100)];
        let lookups = [0, 1].map(|at: usize| Lookup::new(all[at].iter().map(String::as_str)));
        Self(all, lookups)
    }
}

impl Names<State> for Tables {
    fn count(&self, table: Table) -> usize {
        self.0[table as usize].len()
    }
    fn name(&self, table: Table, number: usize) -> Option<&str> {
        self.0[table as usize].get(number).map(String::as_str)
    }
    fn number(&self, table: Table, field: &str, name: &str) -> Result<usize> {
        let names = self.0[table as usize].iter().map(String::as_str);
        let mut all = names.clone();
        let number = all.position(|known| known == name);
        number.ok_or_else(|| Error::unknown(field, "name", name, names))
    }
    fn find(&self, table: Table, name: Word) -> Option<usize> {
        self.1[table as usize].find(name)
    }
}

struct Reading {
    tables: Tables,
    state: State,
}

impl Reading {
    fn new() -> Self {
        Self {
            tables: Tables::new(),
            state: State::EMPTY,
        }
    }
}

impl Reader<State> for Reading {
    type Names = Tables;

    fn names(&self) -> &Tables {
        &self.tables
    }
    fn get(&self, cell: Cell) -> u16 {
        self.state.get(cell)
    }
    fn put(&mut self, cell: Cell, number: u16) {
        self.state.put(cell, number);
    }
    fn read_own(&mut self, _: Wind, field: &str, value: &Value) -> Result<()> {
        let number = crate::json::number(field, value, 0, 9)?;
        self.put(
            Cell::Turn(Turn::Wind as usize),
            u16::try_from(number).unwrap_or(0),
        );
        Ok(())
    }
    fn read_own_quickly(&mut self, _: Wind, text: &mut Text<'_>) -> Option<()> {
        let number = text.number(0, 9)?;
        self.put(Cell::Turn(Turn::Wind as usize), u16::try_from(number).ok()?);
        Some(())
    }
}

fn written(state: &State) -> Map<String, Value> {
    let wind = || state.get(Cell::Turn(Turn::Wind as usize)).into();
    document().write(&Tables::new(), |cell| state.get(cell), |Wind| Some(wind()))
}

/// The least and the most a cell has.
fn range(cell: Cell) -> (u16, u16) {
    match cell {
        Cell::Hex(_) => (0, 100),
        Cell::Steps(_) => (0, 9),
        Cell::Fire(_) => (0, 1),
        Cell::Held(_) => (0, 3),
        Cell::Role(_) | Cell::Trench(_) => (0, 2),
        Cell::Done(_) => (0, 7),
        Cell::Points(_) => (0x4000 - 9, 0x4000 + 99),
        Cell::Turn(at) => match [99, 2, 7, 1, 100, 0x4000 + 5, 9][at] {
            most if most > 0x4000 => (0x4000 + 1, most),
            most => (0, most),
        },
    }
}

/// Cells that have a name in documents.
fn named(cell: &Cell) -> bool {
    match cell {
        Cell::Fire(at) | Cell::Held(at) | Cell::Trench(at) => *at < 100,
        Cell::Role(at) | Cell::Done(at) => *at < 37,
        _ => true,
    }
}

fn changes() -> impl Strategy<Value = Vec<(Cell, u16)>> {
    let cells: Vec<_> = Cell::all().filter(named).collect();
    let change = (prop::sample::select(cells), any::<u16>());
    let change = change.prop_map(|(cell, number)| {
        let (least, most) = range(cell);
        (cell, least + number % (most - least + 1))
    });
    prop::collection::vec(change, 0..60)
}

fn changed(changes: &[(Cell, u16)]) -> State {
    let mut state = State::EMPTY;
    for (cell, number) in changes {
        state.put(*cell, *number);
    }
    state
}

/// The sum of the keys of all cells, one by one.
fn sum(state: &State) -> u64 {
    Cell::all().fold(0, |sum, cell| sum ^ key(cell.index(), state.get(cell)))
}

proptest! {
    #[test]
    fn cells_keep_what_is_put_in(changes in changes()) {
        let mut state = State::EMPTY;
        let mut hash = 0;
        let mut known = vec![0; Cell::all().count()];
        for (cell, number) in &changes {
            let before = state.get(*cell);
            state.put(*cell, *number);
            hash ^= key(cell.index(), before) ^ key(cell.index(), *number);
            known[cell.index()] = *number;
        }
        let mut written = vec![u16::MAX; known.len()];
        state.write_cells(&mut written);
        prop_assert_eq!(&written, &known);
        prop_assert_eq!(Cell::all().map(|cell| state.get(cell)).collect::<Vec<_>>(), known);
        prop_assert_eq!(state.hash_from_scratch(), hash);
        prop_assert_eq!(hash, sum(&state));
    }

    #[test]
    fn the_difference_of_two_states_joins_their_hashes(a in changes(), b in changes()) {
        let (a, b) = (changed(&a), changed(&b));
        prop_assert_eq!(a.difference(&b), sum(&a) ^ sum(&b));
        prop_assert_eq!(a.difference(&a), 0);
    }

    #[test]
    fn an_image_is_read_again(changes in changes(), others in changes()) {
        let (state, mut other) = (changed(&changes), changed(&others));
        prop_assert!(other.set_image(&state.image()));
        prop_assert_eq!(other, state);
    }

    #[test]
    fn documents_are_read_as_they_are_written(changes in changes()) {
        let mut state = changed(&changes);
        // A battle needs its hex, points are always told.
        for at in 0..3 {
            let cell = Cell::Points(at);
            state.put(cell, state.get(cell).max(range(cell).0));
        }
        if state.get(Cell::Turn(Turn::Target as usize)) == 0 {
            (state.attackers, state.defenders) = (Cards::EMPTY, Cards::EMPTY);
        }
        let object = written(&state);
        let mut reading = Reading::new();
        document().read(&mut reading, "document", &object).unwrap();
        prop_assert_eq!(reading.state, state);
        let mut quick = Reading::new();
        let text = Value::from(object.clone()).to_string();
        let read = document().read_quickly(&mut quick, &mut Text::new(text.as_bytes()));
        // The quick reader leaves objects alone that need a key.
        prop_assert_eq!(read.is_some(), !object.contains_key("battle"));
        if read.is_some() {
            prop_assert_eq!(quick.state, state);
        }
    }
}

#[test]
fn documents_facts_and_schema_follow_from_the_declaration() {
    let mut state = State::EMPTY;
    for (cell, number) in [
        (Cell::Hex(3), 8),
        (Cell::Held(7), 3),
        (Cell::Role(3), 2),
        (Cell::Trench(7), 2),
        (Cell::Done(3), 6),
        (Cell::Points(1), 0x4000 - 4),
        (Cell::Turn(Turn::Number as usize), 5),
        (Cell::Turn(Turn::Weather as usize), 1),
        (Cell::Turn(Turn::Known as usize), 5),
        (Cell::Turn(Turn::Target as usize), 8),
    ] {
        state.put(cell, number);
    }
    let text = r#"{"turn":5,"battle":{"hex":"h7","attackers":[],"defenders":["c3"]},"#.to_owned()
        + r#""counters":{"c3":"h7"},"fire":[],"held":{"h7":"green"},"trenches":[],"#
        + r#""strong":["h7"],"fought":["c3"],"fled":["c3"],"#
        + r#""points":{"red":0,"blue":-4,"green":0},"weather":"mud","known":["fair","snow"],"#
        + r#""over":false,"wind":0}"#;
    assert_eq!(Value::from(written(&state)).to_string(), text);
    let mut facts = String::new();
    document().facts(
        &Tables::new(),
        |cell| state.get(cell),
        |cell| state.any_from(cell),
        |Wind, text| *text += "wind.\n",
        &mut facts,
    );
    let told = "turn(5).\nbattle(h7).\npresent(c3).\nat(c3,h7).\nheld(h7,green).\ntrench(h7).\n\
        strong(h7).\npoints(red,0).\npoints(blue,-4).\npoints(green,0).\nweather(mud).\n\
        known(fair).\nknown(snow).\nwind.\n";
    assert_eq!(facts, told);
    let schema = document().schema(&|Wind| json!({"type": "integer"}));
    let properties = &schema["properties"];
    assert_eq!(properties["battle"]["required"], json!(["hex"]));
    assert_eq!(properties["battle"]["description"], "the battle under way");
    let fire =
        json!({"type": "array", "items": {"$ref": "#/$defs/hex"}, "description": "what burns"});
    assert_eq!(properties["fire"], fire);
    assert_eq!(
        properties["known"]["items"]["enum"],
        json!(["fair", "mud", "snow"])
    );
    assert_eq!(
        properties["bid"],
        json!({"type": "integer", "minimum": -5, "maximum": 5})
    );
}

#[test]
fn what_is_wrong_is_told_by_its_field() {
    for (wrong, message) in [
        (json!({"turm": 1}), "document: unknown key 'turm'"),
        (
            json!({"turn": 100}),
            "turn: must be a whole number from 0 to 99",
        ),
        (
            json!({"fire": ["h1", "h200"]}),
            "fire[1]: unknown name 'h200'",
        ),
        (
            json!({"counters": {"c1": "x"}}),
            "counters.c1: unknown name 'x'",
        ),
        (
            json!({"points": {"pink": 1}}),
            "points: unknown side 'pink'",
        ),
        (
            json!({"points": {"red": true}}),
            "points.red: must be a whole number",
        ),
        (
            json!({"battle": {"attackers": []}}),
            "battle: lacks its 'hex'",
        ),
        (
            json!({"battle": {"hex": "h1", "hat": 1}}),
            "battle: unknown key 'hat'",
        ),
        (
            json!({"battle": {"hex": "h1", "attackers": ["c1"], "defenders": ["c1"]}}),
            "battle.defenders[0]: 'c1' stands here and elsewhere",
        ),
        (
            json!({"wind": 10}),
            "wind: must be a whole number from 0 to 9",
        ),
    ] {
        let object = wrong.as_object().unwrap();
        let error = document()
            .read(&mut Reading::new(), "document", object)
            .unwrap_err();
        assert!(error.to_string().starts_with(message), "{error}");
        let text = wrong.to_string();
        let mut text = Text::new(text.as_bytes());
        assert!(
            document()
                .read_quickly(&mut Reading::new(), &mut text)
                .is_none()
        );
    }
}

#[test]
fn every_cell_has_its_own_number_and_place_in_the_image() {
    assert_eq!(State::WORDS, 10 + 5 + 2 + 6 + 2 + 4 + 3 + 1 + 2);
    assert_eq!(Cell::all().count(), 37 + 37 + 3 * 128 + 2 * 64 + 3 + 7);
    for (at, cell) in Cell::all().enumerate() {
        assert_eq!(cell.index(), at);
        let mut state = State::default();
        state.put(cell, 1);
        assert_eq!(
            Cell::all()
                .filter(|cell| state.get(*cell) > 0)
                .collect::<Vec<_>>(),
            [cell]
        );
        assert_ne!(state.image(), State::EMPTY.image());
    }
}

#[test]
fn cells_that_no_state_has_are_left_alone() {
    let mut state = State::EMPTY;
    for cell in [
        Cell::Hex(37),
        Cell::Steps(99),
        Cell::Fire(128),
        Cell::Role(64),
        Cell::Turn(7),
    ] {
        state.put(cell, 1);
        assert_eq!((state, state.get(cell)), (State::EMPTY, 0));
    }
}

#[test]
fn numbers_beyond_the_tables_are_seen() {
    let count = |table| match table {
        Counters => 37,
        Hexes => 100,
    };
    for (cell, beyond) in [
        (Cell::Hex(36), false),
        (Cell::Fire(99), false),
        (Cell::Fire(100), true),
        (Cell::Held(127), true),
        (Cell::Role(37), true),
        (Cell::Done(36), false),
        (Cell::Done(63), true),
    ] {
        let mut state = State::EMPTY;
        state.put(cell, 2);
        state.put(cell, 1);
        assert_eq!(state.beyond(count), beyond, "{cell:?}");
    }
    for (hex, beyond) in [(0, false), (100, false), (101, true)] {
        let get = |cell| match cell {
            Cell::Turn(at) if at == Turn::Target as usize => hex,
            _ => 0,
        };
        assert_eq!(document().names_beyond(count, get), beyond);
    }
}

#[test]
fn sets_that_do_not_go_together_are_refused() {
    let refused = |spoil: fn(&mut State)| {
        let mut state = State::EMPTY;
        for cell in [Cell::Held(7), Cell::Role(7), Cell::Trench(8)] {
            state.put(cell, 1);
        }
        assert!(State::default().set_image(&state.image()));
        spoil(&mut state);
        !State::default().set_image(&state.image())
    };
    assert!(refused(|state| state.held[1].insert(7)));
    assert!(refused(|state| state.held[2].insert(7)));
    assert!(refused(|state| state.defenders.insert(7)));
    assert!(refused(|state| state.strong.insert(7)));
    assert!(!refused(|state| state.strong.insert(8)));
    assert!(!refused(|state| state.fled.insert(7)));
}
