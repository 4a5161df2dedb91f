//! Offensives, scouting, the collapse, momentum, events, victory (5, 13.1, 13.5 to 13.9, 14.8, 14.9).

#![allow(clippy::unwrap_used)]

use crate::support::{self, DATA, after, agenda, broken, marked, place, position};
use serde_json::{Value, json};
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::state::Scalar;
use twilight_of_the_habsburgs::vocabulary::*;

/// The agenda before the first segment of a first impulse.
fn impulse(side: &str, step: u8) -> Value {
    json!([
        {"frame": "turn", "step": 2},
        {"frame": "player_turn", "side": side, "step": 2},
        {"frame": "impulse", "side": side, "number": 1, "step": step},
    ])
}

/// The agenda before an impulse begins.
fn player(side: &str) -> Value {
    json!([{"frame": "turn", "step": 2}, {"frame": "player_turn", "side": side, "step": 1}])
}

fn one(position: &Position, one: Scalar) -> u16 {
    position.state().one(one)
}

fn advanced(agenda: Value, units: &[(&str, &str)], more: Value) -> Position {
    position(agenda, units, more)
        .at_next_decision()
        .into_owned()
}

// ------------------------------------------------------------------------ offensives

#[test]
fn the_first_player_rolls_for_every_headquarters_in_turn_1() {
    let units = [
        ("ah_10_hq", "h4040"),
        ("ah_11_hq", "h3947"),
        ("ger_14_hq", "h3846"),
        ("it_1_hq", "h1116"),
    ];
    let at = advanced(player("central"), &units, json!({"turn": 1}));
    // 14.83-1: the 14th Army's succeeds without a die; 13.9-2: the others roll up to their range.
    assert_eq!(marked(&at, "offensive"), ["ger_14_hq"]);
    let chance = at.chance().unwrap();
    let parts: Vec<_> = chance
        .parts()
        .iter()
        .map(|(outcome, ways)| (outcome.text(), *ways))
        .collect();
    assert_eq!(
        parts,
        [("success".to_owned(), 3), ("failure".to_owned(), 3)]
    );
    let at = after(&after(&at, "failure"), "success");
    assert_eq!(marked(&at, "offensive"), ["ah_11_hq", "ger_14_hq"]);
    assert_eq!(at.asks_for(), DecisionKind::Reorganization);
    // 13.9-1: nobody else rolls.
    let at = advanced(player("entente"), &units, json!({"turn": 1}));
    assert_eq!(at.asks_for(), DecisionKind::Reorganization);
}

#[test]
fn momentum_goes_on_while_italy_loses_more() {
    let end = json!([{"frame": "turn", "step": 4}]);
    let turn = |lost: Value, italian: u16| {
        let more = json!({"turn": 1, "lost_this_turn": lost, "steps_lost": lost,
            "italian_lost_this_turn": italian, "italian_steps_lost": italian});
        advanced(end.clone(), &[("ah_10_hq", "h4040")], more)
    };
    // 14.84-2, 14.84-3.
    let open = turn(json!({"central": 3, "entente": 4}), 4);
    assert_eq!(
        (
            one(&open, Scalar::MomentumOpen),
            one(&open, Scalar::MomentumLost)
        ),
        (1, 0)
    );
    let lost = turn(json!({"central": 4, "entente": 4}), 4);
    assert_eq!(
        (
            one(&lost, Scalar::MomentumOpen),
            one(&lost, Scalar::MomentumLost)
        ),
        (0, 1)
    );
    assert_eq!(one(&open, Scalar::ItalianLostThisTurn), 0);
    // 14.84-1: the central side is asked, and may try.
    let units = [("ah_10_hq", "h4040")];
    let at = advanced(player("central"), &units, json!({"momentum_open": true}));
    assert_eq!(at.asks_for(), DecisionKind::Offensive);
    assert_eq!(after(&at, "pass").asks_for(), DecisionKind::Reorganization);
    let at = after(&after(&at, "offensive"), "success");
    assert_eq!(marked(&at, "offensive"), ["ah_10_hq"]);
    let at = advanced(player("central"), &units, json!({}));
    assert_eq!(at.asks_for(), DecisionKind::Reorganization);
}

// ---------------------------------------------------------------- scouting and events

#[test]
fn headquarters_scout_before_anybody_moves() {
    let units = [("ah_10_hq", "h4040"), ("it_6_inf_div", "h3440")];
    let at = advanced(impulse("central", 1), &units, json!({}));
    assert_eq!(at.asks_for(), DecisionKind::Scouting);
    // 13.12-1: within ten hexes, each headquarters once.
    assert_eq!(
        broken(&at, "scout ah_10_hq h2940"),
        ["13.12-1 out_of_reach(ah_10_hq,h2940)"]
    );
    assert_eq!(
        broken(&at, "scout it_6_inf_div h3440"),
        ["13.12-1 not_headquarters(it_6_inf_div)"]
    );
    let at = after(&at, "scout ah_10_hq h3440");
    assert_eq!(at.asks_for(), DecisionKind::Movement);
    assert!(at.facts().contains("scouted(ah_10_hq,h3440)."));
    // Event 10: bad weather keeps the aeroplanes down, and makes slopes dearer.
    let at = advanced(impulse("central", 1), &units, json!({"event": 10}));
    assert_eq!(at.asks_for(), DecisionKind::Movement);
    let facts = at.facts();
    for fact in [
        "event_effect(no_scouting).",
        "extra_cost(rough,1).",
        "extra_cost(alpine,1).",
    ] {
        assert!(facts.contains(fact), "{fact} in {facts}");
    }
}

#[test]
fn events_change_what_steps_cost() {
    let units = [("it_6_inf_div", "h1015"), ("ah_1_inf_div", "h1219")];
    let cost = |more: Value, number: u8, side: &str| {
        let at = position(agenda(side, number, "movement"), &units, more);
        let front = at.front();
        let side = Side::parse(side).unwrap();
        let movement = twilight_of_the_habsburgs::movement::Movement::new(&front, side);
        let [from, to] = ["h1015", "h1014"].map(|hex| DATA.hex("hex", hex).unwrap());
        let beside = DATA.ground.between(from, to).unwrap();
        movement.step(Kind::Infantry, &beside, false).points
    };
    // 8.1-3: the river; event 4: rivers in flood; 13.8-3: gas in the second impulse.
    assert_eq!(cost(json!({}), 1, "entente"), 2);
    assert_eq!(cost(json!({"event": 4}), 1, "entente"), 3);
    let gassed = json!({"gas": "h1014"});
    assert_eq!(cost(gassed.clone(), 1, "central"), 2);
    assert_eq!(cost(gassed, 2, "central"), 3);
}

#[test]
fn event_7_brings_reinforcements_once_italy_has_lost_enough() {
    let events = json!([{"frame": "turn", "step": 1}, {"frame": "events"}]);
    let lost = |steps: u16| json!({"italian_steps_lost": steps, "steps_lost": {"entente": steps}});
    let units = [
        ("fr_23_inf_div", "due"),
        ("ah_10_hq", "h4040"),
        ("it_1_hq", "h1116"),
    ];
    // 5.0-4, 14.84-4.
    let at = after(&position(events.clone(), &units, lost(40)), "event 7");
    assert_eq!(place(&at, "fr_23_inf_div"), "available");
    assert_eq!(one(&at, Scalar::MomentumLost), 1);
    let at = after(&position(events.clone(), &units, lost(39)), "event 7");
    assert_eq!(place(&at, "fr_23_inf_div"), "due");
    assert_eq!(one(&at, Scalar::MomentumLost), 0);
    // 13.5-1: the marker of the navy.
    let at = after(&position(events.clone(), &units, json!({})), "event 12");
    assert_eq!(one(&at, Scalar::Bombardment), 1);
    // Event 11: no points of the schedule come to the central side in turn 3.
    let points = |roll: &str| {
        let at = position(events.clone(), &units, json!({"turn": 3}));
        let at = after(&at, roll);
        at.to_json().contains("\"austrian\":1")
    };
    assert!(points("event 6") && !points("event 11"));
}

// --------------------------------------------------------------------------- collapse

const SECOND: [(&str, &str); 3] = [
    ("it_43_inf_div", "h1116"),
    ("it_46_inf_div", "h1112"),
    ("ger_117_inf_div", "h1118"),
];

#[test]
fn the_second_army_goes_back_as_far_as_it_can() {
    let lost = json!({"turn": 1, "second_army_lost": 12, "steps_lost": {"entente": 12}});
    let at = position(agenda("entente", 1, "movement"), &SECOND, lost);
    // 14.82-2.
    assert_eq!(
        broken(&at, "pass"),
        [
            "14.82-2 must_retreat(it_43_inf_div)",
            "14.82-2 must_retreat(it_46_inf_div)"
        ]
    );
    assert_eq!(
        broken(&at, "go it_46_inf_div h1109; go it_43_inf_div h1115"),
        ["14.82-2 stops_short(it_43_inf_div,h1115)"]
    );
    assert_eq!(
        broken(&at, "go it_46_inf_div h1109; go it_43_inf_div h1117"),
        [
            "14.82-2 nearer(it_43_inf_div,h1116,h1117)",
            "14.82-2 wrong_way(it_43_inf_div,h1116,h1117)"
        ]
    );
    assert_eq!(
        broken(
            &at,
            "go it_46_inf_div h1109; go it_43_inf_div h0915 via h1115,h1015"
        ),
        [""; 0]
    );
    // 14.82-1: 11 steps are not more than 11.
    let lost = json!({"turn": 1, "second_army_lost": 11, "steps_lost": {"entente": 11}});
    let at = position(agenda("entente", 1, "movement"), &SECOND, lost);
    assert!(broken(&at, "pass").is_empty());
    // 14.82-4: in the second impulse no enemy zone is entered.
    let lost = json!({"turn": 1, "second_army_lost": 12, "steps_lost": {"entente": 12}});
    let at = position(agenda("entente", 2, "movement"), &SECOND, lost);
    assert_eq!(
        broken(&at, "go it_43_inf_div h1117"),
        ["14.82-4 enemy_zone(it_43_inf_div,h1117)"]
    );
}

#[test]
fn who_cannot_go_back_must_attack() {
    // Enemies all around h1116; the army turns mobile as the segment begins.
    let units = [
        ("it_43_inf_div", "h1116"),
        ("ger_117_inf_div", "h1117"),
        ("ah_1_inf_div", "h1114"),
        ("ah_50_inf_div", "h1316"),
        ("ah_3_mtn_div", "h0916"),
    ];
    let lost = json!({"turn": 1, "second_army_lost": 12, "steps_lost": {"entente": 12},
        "entrenched": ["it_43_inf_div"]});
    let at = advanced(impulse("entente", 1), &units, lost);
    assert!(marked(&at, "entrenched").is_empty());
    assert_eq!(marked(&at, "cornered"), ["it_43_inf_div"]);
    // 14.82-3: it need not go, and has to attack.
    assert_eq!(at.asks_for(), DecisionKind::Movement);
    let at = after(&at, "pass");
    assert_eq!(at.asks_for(), DecisionKind::Attack);
    assert_eq!(broken(&at, "pass"), ["14.82-3 must_attack(it_43_inf_div)"]);
    let at = after(&at, "attack it_43_inf_div h1117 probe");
    let figures = at.battle_figures().unwrap();
    assert_eq!(figures.modifiers.as_slice(), [(Modifier::Cornered, -1)]);
}

#[test]
fn steps_of_the_second_army_are_counted_in_its_turn_alone() {
    for (side, turn, counted) in [("central", 1, 1), ("entente", 1, 0), ("central", 2, 0)] {
        let battle = json!({"frame": "attack", "side": side, "hex": "h1118", "table": "assault",
            "result": "bb"});
        let loser = json!({"frame": "losses", "side": "entente", "owed": 1});
        let [attacker, defender] = match side {
            "central" => ["ger_117_inf_div", "it_43_inf_div"],
            _ => ["it_43_inf_div", "ger_117_inf_div"],
        };
        let more = json!({"turn": turn, "attacked": [attacker], "engaged": [attacker, defender]});
        let units = [(attacker, "h1117"), (defender, "h1118")];
        let agenda = support::fighting(side, 1, &[battle, loser]);
        let at = advanced(agenda, &units, more);
        assert_eq!(one(&at, Scalar::SecondArmyLost), counted, "{side} {turn}");
        assert_eq!(one(&at, Scalar::ItalianStepsLost), 1);
    }
}

// ---------------------------------------------------------------------------- victory

#[test]
fn victory_is_reckoned_item_by_item() {
    // 14.91: 12 steps, 2 of them of kinds that count double, and a headquarters besides.
    let more = json!({"steps_lost": {"entente": 13}, "double_steps_lost": {"entente": 2},
        "headquarters_lost": {"entente": 1}, "passed": {"udine": "central", "gorizia": "central",
        "trent": "entente"}});
    let units = [
        ("it_6_inf_div", "h2544"),
        ("it_1_hq", "h1116"),
        ("ah_1_inf_div", "h1118"),
    ];
    let at = position(agenda("central", 1, "movement"), &units, more);
    let reckoning = at.front().reckoning();
    let points: Vec<_> = reckoning
        .scores
        .iter()
        .map(|(side, _, points)| (*side, *points))
        .collect();
    // 14.91-4: an Italian unit is in Gorizia.
    assert_eq!(
        points,
        [
            (Side::Central, 14),
            (Side::Central, 10),
            (Side::Central, 5),
            (Side::Entente, 20)
        ]
    );
    // 14.92.
    assert_eq!(
        (reckoning.margin, reckoning.level),
        (9, Level::CentralNominal)
    );
    for (margin, level) in [
        (50, Level::CentralDecisive),
        (49, Level::CentralMajor),
        (15, Level::CentralTheatre),
        (0, Level::Stalemate),
        (-9, Level::EntenteNominal),
        (-10, Level::EntenteTheatre),
        (-34, Level::EntenteMajor),
        (-35, Level::EntenteDecisive),
    ] {
        assert_eq!(DATA.victory.level(margin), level, "{margin}");
    }
}

#[test]
fn italy_surrenders_at_once() {
    let passed = json!({"verona": "central", "padova": "central", "venice": "central"});
    let more = |steps: u16| json!({"steps_lost": {"entente": steps}, "italian_steps_lost": steps, "passed": passed});
    let units = [("it_1_hq", "h1116"), ("ah_1_inf_div", "h1318")];
    // 13.7.
    let at = advanced(agenda("central", 1, "movement"), &units, more(40));
    assert_eq!(at.asks_for(), DecisionKind::Over);
    assert_eq!(at.front().reckoning().level, Level::CentralDecisive);
    let at = advanced(agenda("central", 1, "movement"), &units, more(39));
    assert_eq!(at.asks_for(), DecisionKind::Movement);
    // 13.7-2: a British unit on the map keeps Italy in the war.
    let with = [units[0], units[1], ("br_7_inf_div", "h1116")];
    let at = advanced(agenda("central", 1, "movement"), &with, more(40));
    assert_eq!(at.asks_for(), DecisionKind::Movement);
}
