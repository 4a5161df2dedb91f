//! What follows the dice: the generators find what the referee allows, all of it and nothing else.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

#[path = "check/rulings.rs"]
mod rulings;

use pursuit_of_glory::battles::{AfterOrder, BattleMove, BattleOrder, Cancelled, Question, Route};
use pursuit_of_glory::data::{Data, PlaceId, UnitId};
use pursuit_of_glory::position::Position;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

/// The decisions that follow the dice.
const AFTER: [&str; 5] = ["losses", "retreat", "advance", "repair", "excess"];

/// Orders about one unit of which a move may have one.
type Options = Vec<Vec<AfterOrder>>;

/// Every path of up to so many places over lines of any kind.
fn paths(from: PlaceId, most: usize) -> Vec<Route> {
    let (mut all, mut edge) = (Vec::new(), vec![vec![from]]);
    for _ in 0..most {
        let longer = edge.iter().flat_map(|path: &Vec<PlaceId>| {
            let near = DATA.ways.next_to(*path.last().unwrap());
            let next = near.iter().map(|to| [&path[..], &[to]].concat());
            next.collect::<Vec<_>>()
        });
        edge = longer.collect();
        all.extend(edge.iter().map(|path| Route::new(&path[1..]).unwrap()));
    }
    all
}

/// Everything that could be ordered, without a thought of the rules.
fn candidates(position: &Position, asked: Question) -> Vec<Options> {
    let state = position.state();
    let stands = |unit: &UnitId| position.place(*unit).is_some_and(|at| at < DATA.on_map);
    let units: Vec<UnitId> = (0..DATA.units.len()).filter(stands).collect();
    let known = &DATA.known;
    let boxed = |unit: &UnitId| {
        [Some(known.ap_reserve), Some(known.cp_reserve)].contains(&position.place(*unit))
    };
    let spares: Vec<UnitId> = (0..DATA.units.len()).filter(boxed).collect();
    let lcu = |unit: &UnitId| DATA.counters.lcus.contains(*unit);
    let mut all: Vec<Options> = Vec::new();
    let replaced = |all: &mut Vec<Options>| {
        for unit in units.iter().copied().filter(lcu) {
            let by = spares
                .iter()
                .map(|by| vec![AfterOrder::Replace { unit, by: *by }]);
            all.push(by.collect());
        }
    };
    match asked {
        Question::Losses => {
            for unit in units.iter().chain(&spares).copied() {
                all.push(vec![
                    vec![AfterOrder::Reduce { unit }],
                    vec![AfterOrder::Eliminate { unit }],
                ]);
            }
            replaced(&mut all);
        }
        Question::Retreat => {
            all.push(vec![vec![AfterOrder::Shorten]]);
            for unit in units.iter().copied() {
                if position.side_of(unit) == state.active() && state.fight_place_is_none() {
                    continue;
                }
                let mut own = vec![vec![AfterOrder::Eliminate { unit }]];
                own.push(vec![AfterOrder::Stand { unit }]);
                let start = position.place(unit).unwrap();
                for path in paths(start, 2) {
                    own.push(vec![AfterOrder::Retreat { unit, path }]);
                }
                for place in DATA.network.all_ports.iter() {
                    own.push(vec![AfterOrder::Sail { unit, place }]);
                }
                all.push(own);
            }
            for by in spares.iter().copied() {
                let mut own = Vec::new();
                for unit in units.iter().copied().filter(lcu) {
                    let replaced = AfterOrder::Replace { unit, by };
                    own.push(vec![replaced, AfterOrder::Eliminate { unit: by }]);
                    own.push(vec![replaced]);
                    for path in paths(position.place(unit).unwrap(), 2) {
                        own.push(vec![replaced, AfterOrder::Retreat { unit: by, path }]);
                    }
                }
                all.push(own);
            }
        }
        Question::Advance => {
            for unit in units.iter().copied() {
                let start = position.place(unit).unwrap();
                let own = paths(start, 2).into_iter();
                all.push(
                    own.map(|path| vec![AfterOrder::Advance { unit, path }])
                        .collect(),
                );
            }
        }
        _ => {
            for unit in units.iter().copied() {
                all.push(vec![
                    vec![AfterOrder::Restore { unit }],
                    vec![AfterOrder::Eliminate { unit }],
                ]);
            }
        }
    }
    all
}

trait NoStack {
    fn fight_place_is_none(&self) -> bool;
}

impl NoStack for pursuit_of_glory::state::State {
    /// Does the defender retreat, and not a stack of the attacker?
    fn fight_place_is_none(&self) -> bool {
        use pursuit_of_glory::state::Fight;
        self.fight(Fight::StackOut) == 0
    }
}

fn moves(options: &[Options], chosen: &mut Vec<AfterOrder>, all: &mut Vec<BattleMove>) {
    let Some((first, rest)) = options.split_first() else {
        let orders = chosen.iter().copied().map(BattleOrder::After);
        all.push(BattleMove::new(orders.collect()));
        return;
    };
    moves(rest, chosen, all);
    for option in first {
        let before = chosen.len();
        chosen.extend(option);
        moves(rest, chosen, all);
        chosen.truncate(before);
    }
}

#[test]
fn the_generators_find_what_the_referee_allows() {
    let (mut judged, mut compared) = (0, 0);
    for (name, position) in rulings::positions(&DATA, &AFTER) {
        let asked = position.asked_in_battle().unwrap();
        let found = position.answers_after(usize::MAX);
        for orders in &found {
            let broken = position.check_battle(orders).unwrap();
            assert!(
                broken.is_empty(),
                "{name}: {} {broken:?}",
                orders.to_text(&DATA)
            );
        }
        assert_eq!(position.has_choice_after(), found.len() > 1, "{name}");
        let found: BTreeSet<_> = found.iter().map(|orders| orders.to_text(&DATA)).collect();
        let options = candidates(&position, asked.kind);
        let size: usize = options.iter().map(|own| own.len() + 1).product();
        // The largest take long where nothing is optimised.
        if size
            > if cfg!(debug_assertions) {
                2_500
            } else {
                60_000
            }
        {
            continue;
        }
        let mut all = Vec::with_capacity(size);
        moves(&options, &mut Vec::new(), &mut all);
        let takes = |orders: &&BattleMove| orders.orders().iter().all(|o| asked.kind.takes(*o));
        let lawful = all
            .iter()
            .filter(takes)
            .filter(|orders| position.check_battle(orders).unwrap().is_empty());
        let lawful: BTreeSet<_> = lawful.map(|orders| orders.to_text(&DATA)).collect();
        let missed: Vec<_> = lawful.difference(&found).collect();
        assert!(missed.is_empty(), "{name}: {missed:?} of {found:?}");
        judged += all.len();
        compared += 1;
    }
    assert!(compared > 40, "{compared}");
    assert!(judged > 8_000, "{judged}");
}

/// After CATASTROPHIC ATTACK a unit may come back to where it was (12.9.9-9).
#[test]
fn every_path_that_is_allowed_is_found() {
    let told = [
        json!({
            "units": {"kut": ["tu_div_1"], "hilla": ["in_div_1"]},
            "control": {"ap": ["aziziya", "hilla"]},
            "battle": {"place": "kut", "stage": "advance", "attackers": ["in_div_1"],
                       "defenders": ["tu_div_1"], "fled": ["in_div_1"],
                       "loss_numbers": {"attacker": 1, "defender": 3},
                       "cards": {"cp": ["cp_27"]}, "stack_out": "aziziya", "path_out": ["hilla"]},
        }),
        json!({
            "units": {"megiddo": ["tu_div_1"], "ap_permanently_eliminated": ["br_div_1"]},
            "control": {"ap": ["haifa"]}, "beachheads": ["beach_haifa"],
            "battle": {"place": "megiddo", "stage": "advance", "attackers": ["br_div_1"],
                       "defenders": ["tu_div_1"], "loss_numbers": {"attacker": 1, "defender": 3},
                       "cards": {"cp": ["cp_27"]}, "stack_out": "haifa"},
        }),
    ];
    let common = json!({"scenario": "1914_campaign", "turn": 3, "round": 1, "phase": "action",
                        "active": "ap", "ops": 0});
    for mut told in told {
        let parts = told.as_object_mut().unwrap();
        parts.extend(common.as_object().unwrap().clone());
        let position = Position::from_json(&DATA, told.to_string().as_bytes(), &["all"]).unwrap();
        let unit = DATA
            .units
            .iter()
            .position(|unit| unit.id == "tu_div_1")
            .unwrap();
        let start = position.place(unit).unwrap();
        let along =
            |path| BattleMove::new(vec![BattleOrder::After(AfterOrder::Advance { unit, path })]);
        let stays = std::iter::once(BattleMove::default());
        let lawful: BTreeSet<_> = stays
            .chain(paths(start, 5).into_iter().map(along))
            .filter(|orders| position.check_battle(orders).unwrap().is_empty())
            .map(|orders| orders.to_text(&DATA))
            .collect();
        let found = position.answers_after(usize::MAX);
        let found: BTreeSet<_> = found.iter().map(|orders| orders.to_text(&DATA)).collect();
        assert_eq!(found, lawful);
        let twice = |path: &Route| {
            let places: Vec<_> = path.places().collect();
            let known: BTreeSet<_> = places.iter().collect();
            known.len() < places.len()
        };
        let again = paths(start, 4).into_iter().filter(twice).map(along);
        let again = again.map(|orders| orders.to_text(&DATA));
        let again: BTreeSet<_> = again.filter(|text| lawful.contains(text)).collect();
        assert!(again.len() > 2, "{lawful:?}");
    }
}

#[test]
fn nine_divisions_take_seven_points_in_2304_ways() {
    let units: Vec<String> = (1..=9).map(|number| format!("ru_div_{number}")).collect();
    let document = json!({
        "scenario": "1914_campaign", "turn": 3, "round": 1, "phase": "action",
        "active": "ap", "ops": 0,
        "units": {"kagizman": units[..3], "sarikamis": units[3..6], "malazgirt": units[6..],
                  "eleskirt": ["tu_ix_corps"]},
        "battle": {"place": "eleskirt", "stage": "attackers_losses", "attackers": units,
                   "defenders": ["tu_ix_corps"], "loss_numbers": {"attacker": 3, "defender": 7}},
    });
    let position = Position::from_json(&DATA, document.to_string().as_bytes(), &["all"]).unwrap();
    let found = position.answers_after(usize::MAX);
    // The coefficient of x^7 in (1 + x + x^2)^9.
    assert_eq!(found.len(), 2304);
}

#[test]
fn orders_are_read_as_they_are_written() {
    let texts = [
        "reduce tu_ix_corps",
        "eliminate tu_x_corps; replace tu_x_corps by tu_div_3",
        "retreat ru_iv_caucasian erevan via kagizman",
        "retreat ru_iv_caucasian kagizman",
        "sail br_div_2 lemnos",
        "stand ru_iv_caucasian",
        "shorten",
        "advance tu_ix_corps kagizman via eleskirt",
        "cancel advance; cancel retreat",
        "restore tu_ix_corps; rebuild tu_div_3",
    ];
    for text in texts {
        let orders = BattleMove::parse(&DATA, text).unwrap();
        let again = BattleMove::parse(&DATA, &orders.to_text(&DATA)).unwrap();
        assert_eq!(orders, again, "{text}");
        let json = orders.to_json(&DATA);
        let again = BattleMove::from_json(&DATA, json.as_bytes()).unwrap();
        assert_eq!(orders, again, "{json}");
        let terms = orders.terms(&DATA).join(" ");
        let again = BattleMove::from_terms(&DATA, &terms).unwrap();
        assert_eq!(orders, again, "{terms}");
    }
    let orders = BattleMove::parse(&DATA, "advance tu_ix_corps,tu_div_8 kagizman via eleskirt");
    let terms = [
        "advance(tu_div_8,1,eleskirt)",
        "advance(tu_div_8,2,kagizman)",
        "advance(tu_ix_corps,1,eleskirt)",
        "advance(tu_ix_corps,2,kagizman)",
    ];
    let mut told = orders.unwrap().terms(&DATA);
    told.sort();
    assert_eq!(told, terms);
    let cancel = BattleOrder::After(AfterOrder::Cancel {
        what: Cancelled::Retreat,
    });
    assert_eq!(
        BattleMove::new(vec![cancel]).terms(&DATA),
        ["cancel(retreat)"]
    );
}

#[test]
fn what_cannot_be_read_is_explained() {
    let said = |text: &str| BattleMove::parse(&DATA, text).unwrap_err().to_string();
    for (text, parts) in [
        ("reduse tu_ix_corps", vec!["reduse", "reduce"]),
        ("reduce tu_ix_corp", vec!["tu_ix_corp", "tu_ix_corps"]),
        ("reduce", vec!["'reduce' names too little"]),
        ("replace tu_x_corps with tu_div_3", vec!["'with'", "'by'"]),
        ("retreat ru_iv_caucasian via kagizman", vec!["too little"]),
        (
            "retreat ru_iv_caucasian kars via erevan,kagizman",
            vec!["3 places", "1 to 2"],
        ),
        ("cancel advence", vec!["advence", "advance"]),
        ("shorten now", vec!["'now'", "too many"]),
    ] {
        let said = said(text);
        for part in parts {
            assert!(said.contains(part), "{text}: {said}");
        }
    }
    let said = |json: &str| {
        let read = BattleMove::from_json(&DATA, json.as_bytes());
        read.unwrap_err().to_string()
    };
    for (json, parts) in [
        (
            r#"[{"order": "reduce"}]"#,
            vec!["orders[0].unit", "missing"],
        ),
        (
            r#"[{"order": "retreat", "unit": "ru_div_5", "path": []}]"#,
            vec!["orders[0].path"],
        ),
        (
            r#"[{"order": "advance", "unit": "ru_div_5", "path": ["karz"]}]"#,
            vec!["orders[0].path[0]", "kars"],
        ),
        (
            r#"[{"order": "stand", "unit": "ru_div_5", "by": "x"}]"#,
            vec!["orders[0]", "by"],
        ),
    ] {
        let said = said(json);
        for part in parts {
            assert!(said.contains(part), "{json}: {said}");
        }
    }
}
