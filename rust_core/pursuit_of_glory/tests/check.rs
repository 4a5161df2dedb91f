//! The checker: every way to break a rule is found, and not where no rule is broken.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod orders;
pub(crate) mod rulings;

use proptest::prelude::*;
use pursuit_of_glory::activation::Purpose;
use pursuit_of_glory::check::codes::{CODES, Code};
use pursuit_of_glory::check::{Checker, Violation};
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::state::{Cell, Frame};
use pursuit_of_glory::vocabulary::Side;
use rulings::{Ruling, rulings};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

/// A way to break a rule of operations, and the nearest way not to.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    /// Rule and witness, as in `9.2.1-1 over_budget(2,1)`.
    witness: String,
    /// A set-up document; what is not said is empty.
    setup: Value,
    /// What makes the move lawful if the position must be another: it replaces parts of the set-up.
    #[serde(default)]
    but: Value,
    /// What may be spent.
    #[serde(default = "four")]
    ops: u8,
    /// The move that breaks the rule.
    broken: String,
    /// The move that breaks no rule; the same one if the position differs.
    lawful: Option<String>,
    /// Other rules that the lawful move breaks all the same.
    #[serde(default)]
    still: Vec<String>,
}

const fn four() -> u8 {
    4
}

#[derive(serde::Deserialize)]
struct Cases {
    case: Vec<Case>,
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/check");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "toml"))
        .collect();
    files.sort();
    let read = |path: &std::path::PathBuf| -> Vec<Case> {
        let text = std::fs::read_to_string(path).unwrap();
        let cases = toml::from_str::<Cases>(&text);
        cases
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
            .case
    };
    files.iter().flat_map(read).collect()
}

fn position(setup: &Value, but: &Value) -> Position {
    let mut document =
        json!({"scenario": "1914_campaign", "turn": 3, "round": 1, "phase": "action"});
    for part in [setup, but] {
        for (key, value) in part.as_object().into_iter().flatten() {
            match (document.get_mut(key), value) {
                (Some(Value::Object(old)), Value::Object(new)) => old.extend(new.clone()),
                _ => document[key] = value.clone(),
            }
        }
    }
    // What is said in short would change an agenda.
    if document.get("agenda").is_some() {
        document.as_object_mut().unwrap().remove("phase");
    }
    Position::from_json(&DATA, document.to_string().as_bytes(), &["all"])
        .unwrap_or_else(|error| panic!("{document}: {error}"))
}

impl Case {
    fn judged(&self, position: &Position, text: &str) -> Vec<Violation> {
        Checker::new(position, self.ops).check(&orders::read(&DATA, text))
    }
}

/// What is wrong with the answer of a ruling about battles; `None` if it is none.
fn judged(ruling: &Ruling, position: &Position) -> Option<Vec<Violation>> {
    let asked = position.stands_before();
    assert_eq!(asked.word(), ruling.decision, "{}", ruling.name);
    let made = position.read_move(ruling.orders.as_ref()?).unwrap();
    Some(position.check(&made).unwrap())
}

fn words(violations: &[Violation]) -> Vec<String> {
    let word = |broken: &Violation| format!("{} {}", broken.rule(), broken.witness(&DATA));
    violations.iter().map(word).collect()
}

#[test]
fn every_code_is_found_where_it_belongs_and_nowhere_else() {
    let mut wrong = Vec::new();
    for case in cases() {
        let before = position(&case.setup, &Value::Null);
        let broken = words(&case.judged(&before, &case.broken));
        if !broken.contains(&case.witness) {
            wrong.push(format!(
                "{}\n  not found by {}: {broken:?}",
                case.witness, case.broken
            ));
        }
        let other = position(&case.setup, &case.but);
        let text = case.lawful.as_ref().unwrap_or(&case.broken);
        let lawful = words(&case.judged(&other, text));
        if lawful != case.still {
            wrong.push(format!("{}\n  {text} breaks {lawful:?}", case.witness));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_rulings_about_battles_hold() {
    let mut wrong = Vec::new();
    for ruling in rulings() {
        let Some(broken) = judged(&ruling, &ruling.position(&DATA)) else {
            continue;
        };
        let mut broken = words(&broken);
        broken.sort();
        if broken != ruling.broken {
            wrong.push(format!("{}: {broken:?}", ruling.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_a_case() {
    let told = cases().into_iter().map(|case| case.witness);
    let tried: BTreeSet<_> = told
        .chain(rulings().into_iter().flat_map(|ruling| ruling.broken))
        .map(|witness| witness.split('(').next().unwrap().to_owned())
        .collect();
    let known: BTreeSet<_> = CODES
        .iter()
        .map(|code| format!("{} {}", code.rule, code.code))
        .collect();
    let untried: Vec<_> = known.difference(&tried).collect();
    assert!(untried.is_empty(), "{untried:#?}");
}

/// Rule, code and whether more orders could mend it, from the tables of a page.
fn page(name: &str) -> BTreeSet<(String, String, bool)> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let path = docs.join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let (_, violations) = text.split_once("\n## Violations").unwrap();
    let mut rows = BTreeSet::new();
    for line in violations.lines() {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        let Some(witness) = cells.get(1).and_then(|cell| cell.strip_prefix('`')) else {
            continue;
        };
        let numbered = cells[0].starts_with(|first: char| first.is_ascii_digit());
        if !numbered && !["ap_", "cp_", "(th"].contains(&cells[0].get(..3).unwrap_or_default()) {
            continue;
        }
        let code = witness.split(['(', '`']).next().unwrap().to_owned();
        let owed = cells.get(3).is_some_and(|cell| *cell == "owed");
        let rules: Vec<String> = if cells[0] == "(the bar's)" {
            let (_, list) = cells[2].split_once(": ").unwrap();
            list.split(", ").map(str::to_owned).collect()
        } else {
            cells[0].split(", ").map(str::to_owned).collect()
        };
        rows.extend(rules.into_iter().map(|rule| (rule, code.clone(), owed)));
    }
    rows
}

#[test]
fn the_codes_are_those_of_the_page() {
    let known: BTreeSet<_> = CODES
        .iter()
        .map(|code| (code.rule.to_owned(), code.code.to_owned(), code.owed))
        .collect();
    assert_eq!(known.len(), CODES.len(), "a code stands twice");
    let page: BTreeSet<_> = ["operations.md", "battles.md", "aftermath.md", "playing.md"]
        .map(page)
        .into_iter()
        .flatten()
        .collect();
    // These do not say what more orders could mend.
    let others = [
        "redeployment.md",
        "replacement_points.md",
        "reinforcements.md",
    ];
    let others: BTreeSet<_> = others.map(self::page).into_iter().flatten().collect();
    let named = |(rule, code, _): &(String, String, bool)| (rule.clone(), code.clone());
    let (others, all): (BTreeSet<_>, BTreeSet<_>) = (
        others.iter().map(named).collect(),
        known.iter().map(named).collect(),
    );
    let untold = known.difference(&page);
    let untold: Vec<_> = untold.filter(|one| !others.contains(&named(one))).collect();
    assert_eq!(untold, Vec::<&_>::new());
    assert_eq!(
        page.difference(&known).collect::<Vec<_>>(),
        Vec::<&_>::new()
    );
    assert_eq!(
        others.difference(&all).collect::<Vec<_>>(),
        Vec::<&_>::new()
    );
}

fn is_sentence(text: &str) -> bool {
    text.ends_with('.') && !text.contains(['{', '}', '_'])
}

#[test]
fn sentences_name_units_and_places() {
    let (mut seen, mut wrong) = (BTreeSet::new(), Vec::new());
    let mut look = |position: &Position, violations: Vec<Violation>| {
        for broken in violations {
            let text = broken.sentence(position);
            if !is_sentence(&text) {
                wrong.push(text);
            }
            seen.insert((broken.rule(), broken.code()));
        }
    };
    for case in cases() {
        let before = position(&case.setup, &Value::Null);
        look(&before, case.judged(&before, &case.broken));
    }
    for ruling in rulings() {
        let position = ruling.position(&DATA);
        look(&position, judged(&ruling, &position).unwrap_or_default());
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert_eq!(seen.len(), CODES.len());
}

#[test]
fn nothing_is_wrong_with_doing_nothing() {
    for name in DATA.scenarios.keys() {
        let start = Position::scenario(&DATA, name).unwrap();
        assert_eq!(
            words(&Checker::new(&start, 5).check(&Move::default())),
            [""; 0],
            "{name}"
        );
    }
}

const BOXES: usize = 330;

/// Any order about anything, mostly about what is on the map.
fn any_order() -> impl Strategy<Value = Order> {
    let unit = || 0..DATA.units.len() + 3;
    let place = || prop_oneof![12 => 0..DATA.on_map, 1 => 0..BOXES];
    let beach = || prop::sample::select(DATA.network.beachheads.iter().collect::<Vec<_>>());
    let water = move || prop_oneof![3 => beach(), 1 => place()];
    let purpose = prop::sample::select(Purpose::ALL);
    prop_oneof![
        4 => (place(), purpose, prop::collection::vec(unit(), 0..5)).prop_map(
            |(place, purpose, units)| Order::Activate { place, purpose, units }
        ),
        1 => unit().prop_map(|unit| Order::Suppress { unit }),
        1 => (unit(), place()).prop_map(|(unit, place)| Order::JoinAt { unit, place }),
        1 => water().prop_map(|place| Order::Land { place }),
        6 => (unit(), prop::collection::vec(water(), 0..6))
            .prop_map(|(unit, path)| Order::Go { unit, path }),
        1 => place().prop_map(|place| Order::Assault { place }),
        1 => place().prop_map(|place| Order::Entrench { place }),
        2 => (unit(), unit(), prop::option::of(unit()), unit()).prop_map(
            |(lcu, reserve, eliminated, removed)| Order::Organize {
                lcu,
                reserve,
                eliminated,
                removed
            }
        ),
        1 => water().prop_map(|place| Order::Withdraw { place }),
        1 => water().prop_map(|place| Order::Remove { place }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    /// No order is too strange to be judged, and what the checker remembers changes no verdict.
    #[test]
    fn every_move_is_judged_alike_by_every_checker(
        start in 0..3_usize,
        side in 0..2_usize,
        turned in prop::collection::vec((0..DATA.on_map, 0..3_u16), 0..40),
        placed in prop::collection::vec((0..DATA.units.len(), 0..DATA.on_map), 0..40),
        orders in prop::collection::vec(prop::collection::vec(any_order(), 0..12), 1..6),
    ) {
        let name = DATA.scenarios.keys().nth(start).unwrap();
        let mut position = Position::scenario(&DATA, name).unwrap();
        position = position.with_agenda(&Frame::action([Side::Ap, Side::Cp][side]));
        for (place, side) in turned {
            position = position.with(Cell::Control(place), side);
        }
        for (unit, place) in placed {
            position = position.with(Cell::Place(unit), u16::try_from(place + 1).unwrap());
        }
        let shared = Checker::new(&position, 3);
        for orders in orders.into_iter().map(Move::new) {
            let found = shared.check(&orders);
            let key = |broken: &Violation| {
                (broken.rule(), broken.code(), broken.args().collect::<Vec<_>>())
            };
            prop_assert!(found.is_sorted_by(|a, b| key(a) < key(b)));
            prop_assert_eq!(&found, &Checker::new(&position, 3).check(&orders));
            for broken in found {
                prop_assert!(is_sentence(&broken.sentence(&position)));
                let entry = |code: &&&Code| (code.rule, code.code) == (broken.rule(), broken.code());
                prop_assert!(CODES.iter().any(|code| entry(&code)));
                prop_assert!(broken.witness(&DATA).starts_with(broken.code()));
            }
        }
        prop_assert!(position.operation_facts(3).starts_with("ops(3).\n"));
    }
}
