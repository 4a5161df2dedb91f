//! What follows the dice: the generators find what the checker allows, all of it and nothing else.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use crate::check::rulings;
use pursuit_of_glory::data::{Data, PlaceId, UnitId};
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::vocabulary::{Cancelled, DecisionKind};
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

/// The decisions that follow the dice.
const AFTER: [&str; 5] = ["losses", "retreat", "advance", "repair", "excess"];

/// Orders about one unit of which a move may have one.
type Options = Vec<Vec<Order>>;

/// Every path of up to so many places over lines of any kind.
fn paths(from: PlaceId, most: usize) -> Vec<Vec<PlaceId>> {
    let (mut all, mut edge) = (Vec::new(), vec![vec![from]]);
    for _ in 0..most {
        let longer = edge.iter().flat_map(|path: &Vec<PlaceId>| {
            let near = DATA.movement_graph.next_to(*path.last().unwrap());
            let next = near.iter().map(|to| [&path[..], &[to]].concat());
            next.collect::<Vec<_>>()
        });
        edge = longer.collect();
        all.extend(edge.iter().map(|path| path[1..].to_vec()));
    }
    all
}

/// Everything that could be ordered, without a thought of the rules.
fn candidates(position: &Position, asked: DecisionKind) -> Vec<Options> {
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
                .map(|by| vec![Order::Replace { unit, by: *by }]);
            all.push(by.collect());
        }
    };
    match asked {
        DecisionKind::Losses => {
            for unit in units.iter().chain(&spares).copied() {
                all.push(vec![
                    vec![Order::Reduce { unit }],
                    vec![Order::Eliminate { unit }],
                ]);
            }
            replaced(&mut all);
        }
        DecisionKind::Retreat => {
            all.push(vec![vec![Order::Shorten]]);
            for unit in units.iter().copied() {
                if position.side_of(unit) == state.active() && state.fight_place_is_none() {
                    continue;
                }
                let mut own = vec![vec![Order::Eliminate { unit }]];
                own.push(vec![Order::Stand { unit }]);
                let start = position.place(unit).unwrap();
                for path in paths(start, 2) {
                    own.push(vec![Order::Retreat { unit, path }]);
                }
                for place in DATA.network.all_ports.iter() {
                    own.push(vec![Order::Sail { unit, place }]);
                }
                all.push(own);
            }
            for by in spares.iter().copied() {
                let mut own = Vec::new();
                for unit in units.iter().copied().filter(lcu) {
                    let replaced = Order::Replace { unit, by };
                    own.push(vec![replaced.clone(), Order::Eliminate { unit: by }]);
                    own.push(vec![replaced.clone()]);
                    for path in paths(position.place(unit).unwrap(), 2) {
                        own.push(vec![replaced.clone(), Order::Retreat { unit: by, path }]);
                    }
                }
                all.push(own);
            }
        }
        DecisionKind::Advance => {
            for unit in units.iter().copied() {
                let start = position.place(unit).unwrap();
                let own = paths(start, 2).into_iter();
                all.push(
                    own.map(|path| vec![Order::Advance { unit, path }])
                        .collect(),
                );
            }
        }
        _ => {
            for unit in units.iter().copied() {
                all.push(vec![
                    vec![Order::Restore { unit }],
                    vec![Order::Eliminate { unit }],
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
        use pursuit_of_glory::state::BattleVar;
        self.battle_var(BattleVar::StackOut) == 0
    }
}

fn moves(options: &[Options], chosen: &mut Vec<Order>, all: &mut Vec<Move>) {
    let Some((first, rest)) = options.split_first() else {
        all.push(Move::new(chosen.clone()));
        return;
    };
    moves(rest, chosen, all);
    for option in first {
        let before = chosen.len();
        chosen.extend_from_slice(option);
        moves(rest, chosen, all);
        chosen.truncate(before);
    }
}

#[test]
fn the_generators_find_what_the_checker_allows() {
    let (mut judged, mut compared) = (0, 0);
    for (name, position) in rulings::positions(&DATA, &AFTER) {
        let asked = position.asked_in_battle().unwrap();
        let found = position.answers_after(usize::MAX);
        for orders in &found {
            let broken = position.check(orders).unwrap();
            assert!(
                broken.is_empty(),
                "{name}: {} {broken:?}",
                orders.to_text(&DATA, None)
            );
        }
        assert_eq!(position.has_choice_after(), found.len() > 1, "{name}");
        let found: BTreeSet<_> = found
            .iter()
            .map(|orders| orders.to_text(&DATA, None))
            .collect();
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
        let takes = |orders: &&Move| orders.fits(&DATA, asked.kind).is_ok();
        let lawful = all
            .iter()
            .filter(takes)
            .filter(|orders| position.check(orders).unwrap().is_empty());
        let lawful: BTreeSet<_> = lawful.map(|orders| orders.to_text(&DATA, None)).collect();
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
        let along = |path| Move::new(vec![Order::Advance { unit, path }]);
        let stays = std::iter::once(Move::default());
        let lawful: BTreeSet<_> = stays
            .chain(paths(start, 5).into_iter().map(along))
            .filter(|orders| position.check(orders).unwrap().is_empty())
            .map(|orders| orders.to_text(&DATA, None))
            .collect();
        let found = position.answers_after(usize::MAX);
        let found: BTreeSet<_> = found
            .iter()
            .map(|orders| orders.to_text(&DATA, None))
            .collect();
        assert_eq!(found, lawful);
        let twice = |path: &Vec<PlaceId>| {
            let known: BTreeSet<_> = path.iter().collect();
            known.len() < path.len()
        };
        let again = paths(start, 4).into_iter().filter(twice).map(along);
        let again = again.map(|orders| orders.to_text(&DATA, None));
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

fn read(asked: DecisionKind, text: &str) -> engine::error::Result<Move> {
    let position = Position::scenario(&DATA, "1914_campaign")?;
    Move::parse(&position, asked, text)
}

#[test]
fn orders_are_read_as_they_are_written() {
    let texts = [
        (DecisionKind::Losses, "reduce tu_ix_corps"),
        (
            DecisionKind::Losses,
            "eliminate tu_x_corps; replace tu_x_corps by tu_div_3",
        ),
        (
            DecisionKind::Retreat,
            "retreat ru_iv_caucasian erevan via kagizman",
        ),
        (DecisionKind::Retreat, "retreat ru_iv_caucasian kagizman"),
        (DecisionKind::Retreat, "sail br_div_2 lemnos"),
        (DecisionKind::Retreat, "stand ru_iv_caucasian"),
        (DecisionKind::Retreat, "shorten"),
        (
            DecisionKind::Advance,
            "advance tu_ix_corps kagizman via eleskirt",
        ),
        (DecisionKind::Cards, "cancel advance; cancel retreat"),
        (
            DecisionKind::Repair,
            "restore tu_ix_corps; rebuild tu_div_3",
        ),
    ];
    for (asked, text) in texts {
        let orders = read(asked, text).unwrap();
        let again = read(asked, &orders.to_text(&DATA, None)).unwrap();
        assert_eq!(orders, again, "{text}");
        let json = orders.to_json(&DATA);
        assert_eq!(Ok(&orders), read(asked, &json).as_ref(), "{json}");
        let terms = orders.terms(&DATA).join(" ");
        let again = Move::from_terms(&DATA, asked, &terms).unwrap();
        assert_eq!(orders, again, "{terms}");
    }
    let text = "advance tu_ix_corps,tu_div_8 kagizman via eleskirt";
    let orders = read(DecisionKind::Advance, text);
    let terms = [
        "advance(tu_div_8,1,eleskirt)",
        "advance(tu_div_8,2,kagizman)",
        "advance(tu_ix_corps,1,eleskirt)",
        "advance(tu_ix_corps,2,kagizman)",
    ];
    let mut told = orders.unwrap().terms(&DATA);
    told.sort();
    assert_eq!(told, terms);
    let cancel = Order::Cancel {
        what: Cancelled::Retreat,
    };
    assert_eq!(Move::new(vec![cancel]).terms(&DATA), ["cancel(retreat)"]);
}

#[test]
fn what_cannot_be_read_is_explained() {
    for (asked, text, parts) in [
        (
            DecisionKind::Losses,
            "reduse tu_ix_corps",
            vec!["reduse", "reduce"],
        ),
        (
            DecisionKind::Losses,
            "reduce tu_ix_corp",
            vec!["tu_ix_corp", "tu_ix_corps"],
        ),
        (
            DecisionKind::Losses,
            "reduce",
            vec!["unit: is missing: a unit is needed"],
        ),
        (
            DecisionKind::Losses,
            "replace tu_x_corps with tu_div_3",
            vec!["'with'", "'by'"],
        ),
        (
            DecisionKind::Retreat,
            "retreat ru_iv_caucasian via kagizman",
            vec!["place: unknown place 'via'"],
        ),
        (
            DecisionKind::Retreat,
            "retreat ru_iv_caucasian kars via erevan,kagizman",
            vec!["3 places", "at most 2"],
        ),
        (
            DecisionKind::Cards,
            "cancel advence",
            vec!["advence", "advance"],
        ),
        (
            DecisionKind::Retreat,
            "shorten now",
            vec!["'now' cannot stand here"],
        ),
        (
            DecisionKind::Retreat,
            "reduce tu_ix_corps",
            vec!["'reduce' does not answer 'retreat', which asks for: eliminate, replace"],
        ),
    ] {
        let said = read(asked, text).unwrap_err().to_string();
        for part in parts {
            assert!(said.contains(part), "{text}: {said}");
        }
    }
    for (asked, json, parts) in [
        (
            DecisionKind::Losses,
            r#"[{"order": "reduce"}]"#,
            vec!["orders[0].unit", "missing"],
        ),
        (
            DecisionKind::Retreat,
            r#"[{"order": "retreat", "unit": "ru_div_5", "path": []}]"#,
            vec!["orders[0].path"],
        ),
        (
            DecisionKind::Advance,
            r#"[{"order": "advance", "unit": "ru_div_5", "path": ["karz"]}]"#,
            vec!["orders[0].path[0]", "kars"],
        ),
        (
            DecisionKind::Retreat,
            r#"[{"order": "stand", "unit": "ru_div_5", "by": "x"}]"#,
            vec!["orders[0]", "by"],
        ),
    ] {
        let said = read(asked, json).unwrap_err().to_string();
        for part in parts {
            assert!(said.contains(part), "{json}: {said}");
        }
    }
}
