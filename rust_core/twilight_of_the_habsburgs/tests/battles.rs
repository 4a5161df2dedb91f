//! Attacks: figures, results, losses and retreats (9, 11, 12.22, 13.5, 13.8, 14.8).

#![allow(clippy::unwrap_used, clippy::panic)]

use crate::support::{DATA, after, broken, fighting, marked, place, position, refused};
use serde_json::{Value, json};
use twilight_of_the_habsburgs::board::Units;
use twilight_of_the_habsburgs::combat::{Attack, Figures};
use twilight_of_the_habsburgs::position::Position;
use twilight_of_the_habsburgs::sequence::Parameters;
use twilight_of_the_habsburgs::state::Scalar;
use twilight_of_the_habsburgs::vocabulary::*;

/// Everything around h1118 is clear ground without rivers.
const FIELD: &str = "h1118";

fn central(units: &[(&str, &str)], more: Value) -> Position {
    position(fighting("central", 1, &[]), units, more)
}

fn figures(position: &Position, side: Side, units: &[&str], hex: &str) -> Figures {
    let units: Units = units
        .iter()
        .map(|unit| DATA.unit("unit", unit).unwrap())
        .collect();
    position.figures(&Attack {
        side,
        units,
        hex: DATA.hex("hex", hex).unwrap(),
        table: CombatTable::Probe,
        gas: false,
        bombarded: false,
    })
}

fn column(figures: &Figures) -> String {
    DATA.combat.column_names().nth(figures.read).unwrap()
}

const BOTH: [&str; 2] = ["ger_12_aslt_div", "ah_1_inf_div"];
const FIGHT: [(&str, &str); 3] = [
    ("ger_12_aslt_div", "h1119"),
    ("ah_1_inf_div", "h1117"),
    ("it_6_inf_div", FIELD),
];

// --------------------------------------------------------------------------- figures

#[test]
fn odds_are_rounded_for_the_defender_and_bounded() {
    let at = central(&FIGHT, json!({}));
    let found = figures(&at, Side::Central, &BOTH, FIELD);
    // 9.1-5: 10 to 4 is 2:1.
    assert_eq!((found.attack, found.defence), (10, 4));
    assert_eq!(column(&found), "2:1");
    let told = found.shows.map(CombatResult::word);
    assert_eq!(told, ["ar", "ne", "ne", "ne", "ne", "dr"]);
    // 9.2: no column is below 1:3 or above 7:1.
    let weak = central(
        &FIGHT,
        json!({"reduced": ["ah_1_inf_div"], "entrenched": ["it_6_inf_div"]}),
    );
    let found = figures(&weak, Side::Central, &["ah_1_inf_div"], FIELD);
    assert_eq!((found.attack, found.defence), (2, 6));
    assert_eq!(column(&found), "1:3");
    let hq = central(&[FIGHT[0], FIGHT[1], ("it_1_hq", FIELD)], json!({}));
    assert_eq!(column(&figures(&hq, Side::Central, &BOTH, FIELD)), "7:1");
}

#[test]
fn the_fourteenth_army_surprises_in_turn_1() {
    // 14.83-2, 14.83-3, 14.83-6, 14.83-7.
    for (turn, impulse, attack) in [(1, 1, 26), (1, 2, 16), (2, 1, 10)] {
        let at = position(
            fighting("central", impulse, &[]),
            &FIGHT,
            json!({"turn": turn}),
        );
        assert_eq!(figures(&at, Side::Central, &BOTH, FIELD).attack, attack);
    }
}

#[test]
fn bonuses_double_and_several_triple() {
    let verona = [("ah_50_inf_div", "h1511"), ("it_6_inf_div", "h1411")];
    let at = central(&verona, json!({}));
    let found = figures(&at, Side::Central, &["ah_50_inf_div"], "h1411");
    // 9.62-2, 11.3-2: the city and the fortress; 11.44-3: itself the fortress stays at 6.
    let names: Vec<_> = found.bonuses.names.iter().map(|(name, _)| *name).collect();
    assert!(
        names.contains(&"city") && names.contains(&"fortress"),
        "{names:?}"
    );
    assert_eq!(found.defenders[0].factor, 3);
    assert_eq!(found.defence, 12 + 6);
    // 11.4: once it has fallen, the city alone is left.
    let at = central(&verona, json!({"fallen": ["h1411"]}));
    let found = figures(&at, Side::Central, &["ah_50_inf_div"], "h1411");
    assert_eq!((found.defenders[0].factor, found.defence), (2, 8));
}

#[test]
fn the_second_army_cannot_add_up_its_bonuses_in_turn_1() {
    let units = [("ah_50_inf_div", "h1511"), ("it_43_inf_div", "h1411")];
    for (turn, factor, modifiers) in [(1, 2, 1), (2, 3, 0)] {
        let at = central(&units, json!({"turn": turn}));
        let found = figures(&at, Side::Central, &["ah_50_inf_div"], "h1411");
        // 14.81-1, 14.81-2.
        assert_eq!(found.defenders[0].factor, factor);
        assert_eq!(found.modifiers.len(), modifiers);
    }
}

#[test]
fn rivers_help_if_every_attacker_is_across() {
    // The Adige runs between h0914 and h1015, and not between h1016 and h1015.
    let side = |hex: &str| {
        let [from, to] = [hex, "h1015"].map(|hex| DATA.hex("hex", hex).unwrap());
        DATA.ground.between(from, to).unwrap().river
    };
    assert!(side("h1014") && !side("h1016"));
    let units = [
        ("ah_50_inf_div", "h1014"),
        ("ah_1_inf_div", "h1016"),
        ("it_6_inf_div", "h1015"),
    ];
    let at = central(&units, json!({}));
    let across = figures(&at, Side::Central, &["ah_50_inf_div"], "h1015");
    assert_eq!(across.defence, 8);
    let mixed = figures(
        &at,
        Side::Central,
        &["ah_50_inf_div", "ah_1_inf_div"],
        "h1015",
    );
    assert_eq!(mixed.defence, 4);
}

#[test]
fn shifts_move_the_column_and_modifiers_the_die() {
    // 13.8-2, 13.51-3, 13.9-3: two columns, one, and one. No zones hold a German headquarters up (6.6).
    let marked = json!({"gas": FIELD, "bombarded": FIELD, "bombardment": true,
        "offensive": ["ger_14_hq"]});
    let units = [FIGHT[0], FIGHT[1], FIGHT[2], ("ger_14_hq", "h1219")];
    let at = central(&units, marked);
    let found = figures(&at, Side::Central, &BOTH, FIELD);
    let whys: Vec<_> = found
        .shifts
        .iter()
        .map(|(why, by)| (why.word(), *by))
        .collect();
    assert_eq!(whys, [("gas", 2), ("bombardment", 1), ("offensive", 1)]);
    assert_eq!(column(&found), "6:1");
    // 5.0: an ammunition crisis shifts attacks of the Entente by one to the left.
    let units = [
        ("it_6_inf_div", "h1117"),
        ("it_48_inf_div", "h1119"),
        ("ah_1_inf_div", FIELD),
    ];
    let at = position(fighting("entente", 1, &[]), &units, json!({"event": 2}));
    let found = figures(
        &at,
        Side::Entente,
        &["it_6_inf_div", "it_48_inf_div"],
        FIELD,
    );
    assert_eq!((column(&found).as_str(), found.column), ("1:2", 2));
    // 14.82-3: -1 for who is cornered; the rows end at 1.
    let at = position(
        fighting("entente", 1, &[]),
        &units,
        json!({"turn": 1, "cornered": ["it_6_inf_div"], "second_army_lost": 12, "steps_lost": {"entente": 12}}),
    );
    let found = figures(
        &at,
        Side::Entente,
        &["it_6_inf_div", "it_48_inf_div"],
        FIELD,
    );
    assert_eq!(found.modifiers[0], (Modifier::Cornered, -1));
    assert_eq!(found.shows[0], found.shows[1]);
}

#[test]
fn an_offensive_asks_for_every_attacker_within_the_range() {
    // 13.9-3: from h1119 it is two hexes to the headquarters; from h1117, around the enemy zones, more
    // than its range of three.
    let units = [
        ("ah_10_hq", "h1320"),
        FIGHT[0],
        FIGHT[1],
        FIGHT[2],
        ("ah_50_inf_div", "h1018"),
    ];
    let at = central(&units, json!({"offensive": ["ah_10_hq"]}));
    let found = figures(&at, Side::Central, &["ger_12_aslt_div"], FIELD);
    assert_eq!(found.shifts.as_slice(), [(Shift::Offensive, 1)]);
    let found = figures(&at, Side::Central, &BOTH, FIELD);
    assert!(found.shifts.is_empty());
    // 13.9-5: the first impulse alone.
    let at = position(fighting("central", 2, &[]), &units, json!({}));
    let found = figures(&at, Side::Central, &["ger_12_aslt_div"], FIELD);
    assert!(found.shifts.is_empty());
}

// --------------------------------------------------------------------------- results

const ATTACK: &str = "attack ger_12_aslt_div,ah_1_inf_div h1118 assault";

fn thrown(units: &[(&str, &str)], more: Value, result: &str) -> Position {
    let battle = json!({"frame": "attack", "side": "central", "hex": FIELD, "table": "assault"});
    let mut document = json!({
        "attacked": ["ger_12_aslt_div", "ah_1_inf_div"],
        "engaged": ["ger_12_aslt_div", "ah_1_inf_div"],
    });
    for (unit, hex) in units {
        if *hex == FIELD {
            document["engaged"]
                .as_array_mut()
                .unwrap()
                .push(json!(unit));
        }
    }
    for (key, value) in more.as_object().unwrap() {
        document[key] = value.clone();
    }
    let at = position(fighting("central", 1, &[battle]), units, document);
    let result = CombatResult::parse(result).unwrap();
    let shown =
        |outcome: &twilight_of_the_habsburgs::sequence::Outcome| outcome.text() == result.word();
    let chance = at.chance().unwrap();
    let known = chance.parts().iter().map(|(outcome, _)| *outcome);
    match known.clone().find(shown) {
        Some(outcome) => at.play_outcome(outcome).unwrap(),
        None => panic!("{result} is none of the results"),
    }
}

#[test]
fn an_attack_engages_both_sides_until_it_is_over() {
    let at = central(&FIGHT, json!({}));
    assert!(broken(&at, ATTACK).is_empty());
    let under_way = after(&at, ATTACK);
    assert_eq!(under_way.asks_for(), DecisionKind::Chance);
    assert_eq!(
        marked(&under_way, "engaged"),
        ["ah_1_inf_div", "ger_12_aslt_div", "it_6_inf_div"]
    );
    let told = under_way.decision_facts().unwrap();
    assert!(told.contains("target(h1118). table(assault)."), "{told}");
    // 9.51: who has attacked does not again, and nobody else could: the segment ends.
    let over = after(&under_way, "dh");
    assert!(marked(&over, "engaged").is_empty() && marked(&over, "attacked").is_empty());
    assert_eq!(over.state().impulse(), Some(2));
}

#[test]
fn half_of_the_steps_are_lost_rounded_up() {
    // 9.32-1: 4 steps of two attackers and 3 of two defenders.
    let units = [FIGHT[0], FIGHT[1], FIGHT[2], ("it_48_inf_div", FIELD)];
    let at = thrown(&units, json!({"reduced": ["it_48_inf_div"]}), "bb");
    // 9.3-4: the defender first.
    assert_eq!(at.state().active(), Some(Side::Entente));
    assert_eq!(at.losses_owed(), Some(2));
    assert!(at.decision_facts().unwrap().contains("owed(2)."));
    assert_eq!(broken(&at, "reduce it_6_inf_div"), ["9.32-1 steps(1,2)"]);
    let at = after(&at, "reduce it_6_inf_div; eliminate it_48_inf_div");
    assert_eq!(at.state().active(), Some(Side::Central));
    assert_eq!(at.losses_owed(), Some(2));
    let at = after(&at, "eliminate ger_12_aslt_div");
    assert_eq!(place(&at, "ger_12_aslt_div"), "eliminated");
    let lost = [
        Scalar::StepsLostCentral,
        Scalar::StepsLostEntente,
        Scalar::ItalianStepsLost,
    ]
    .map(|one| at.state().one(one));
    assert_eq!(lost, [2, 2, 2]);
    // 14.91-2: assault troops count double.
    assert_eq!(at.state().one(Scalar::DoubleStepsLostCentral), 2);
}

#[test]
fn one_unit_loses_without_being_asked() {
    let at = thrown(&FIGHT, json!({}), "bb");
    // The defender is one unit; the attackers are asked.
    assert_eq!(marked(&at, "reduced"), ["it_6_inf_div"]);
    assert_eq!(at.asks_for(), DecisionKind::Losses);
    assert_eq!(at.state().active(), Some(Side::Central));
}

#[test]
fn units_retreat_one_by_one_and_turn_mobile() {
    let units = [FIGHT[0], FIGHT[1], FIGHT[2], ("it_48_inf_div", FIELD)];
    let more = json!({"entrenched": ["it_6_inf_div"], "reduced": ["it_48_inf_div"]});
    let at = thrown(&units, more, "ar");
    // 9.3-2: the attackers retreat.
    assert_eq!(at.asks_for(), DecisionKind::Retreat);
    assert_eq!(at.state().active(), Some(Side::Central));
    let Parameters::Retreat { units, .. } = at.decision().parameters else {
        panic!("no retreat");
    };
    assert_eq!(units.len(), 2);
    assert_eq!(broken(&at, "pass"), ["9.4-1 one_at_a_time(0)"]);
    assert_eq!(
        broken(&at, "retreat ah_1_inf_div h1218"),
        ["6.5-1 enemy_zone(ah_1_inf_div,h1218)"]
    );
    assert_eq!(
        broken(&at, "retreat ah_1_inf_div h1118"),
        ["9.4-2 enemy_there(ah_1_inf_div,h1118)"]
    );
    let at = after(&at, "retreat ah_1_inf_div h1116");
    let at = after(&at, "retreat ger_12_aslt_div h1120");
    assert_eq!(place(&at, "ah_1_inf_div"), "h1116");
    assert_eq!(marked(&at, "entrenched"), ["it_6_inf_div"]);
}

#[test]
fn who_has_nowhere_to_go_is_lost() {
    // 9.4-5: all around the attackers are enemy zones, but for one hex.
    let mut units = FIGHT.to_vec();
    units.extend([
        ("it_26_mtn_div", "h1121"),
        ("it_1_hq", "h1115"),
        ("it_48_inf_div", "h1320"),
        ("it_43_inf_div", "h0919"),
        ("it_46_inf_div", "h1317"),
        ("it_22_inf_div", "h0917"),
    ]);
    let at = thrown(&units, json!({}), "ar");
    assert_eq!(place(&at, "ger_12_aslt_div"), "eliminated");
    assert_eq!(place(&at, "ah_1_inf_div"), "eliminated");
    assert_eq!(at.state().one(Scalar::StepsLostCentral), 4);
}

#[test]
fn units_without_strength_go_with_all_others_of_their_hex() {
    // 9.8-3: the headquarters stands with an attacker that is eliminated.
    let units = [FIGHT[0], FIGHT[1], FIGHT[2], ("ah_10_hq", "h1117")];
    let at = central(&units, json!({}));
    let under_way = after(&at, ATTACK);
    assert_eq!(marked(&under_way, "accompanied"), ["ah_10_hq"]);
    // At 2:1 no attack by assault destroys the attackers; at 1:3 it does.
    let weak = [
        ("ah_1_inf_div", "h1117"),
        ("ah_10_hq", "h1117"),
        ("it_6_inf_div", FIELD),
        ("it_48_inf_div", FIELD),
    ];
    let at = central(&weak, json!({"reduced": ["ah_1_inf_div"]}));
    let at = after(&after(&at, "attack ah_1_inf_div h1118 assault"), "az");
    assert_eq!(place(&at, "ah_1_inf_div"), "eliminated");
    assert_eq!(place(&at, "ah_10_hq"), "eliminated");
    assert_eq!(at.state().one(Scalar::HeadquartersLostCentral), 1);
    // Who stands with it and takes no part saves it.
    let mut saved = weak.to_vec();
    saved.push(("ah_50_inf_div", "h1117"));
    let at = central(&saved, json!({"reduced": ["ah_1_inf_div"]}));
    let at = after(&after(&at, "attack ah_1_inf_div h1118 assault"), "az");
    assert_eq!(place(&at, "ah_10_hq"), "h1117");
}

#[test]
fn fortresses_fall_with_all_or_alone() {
    const ARMY: [(&str, &str); 3] = [
        ("ger_12_aslt_div", "h1511"),
        ("ger_5_aslt_div", "h1511"),
        ("ger_26_aslt_div", "h1410"),
    ];
    let fallen = |garrison: &[(&str, &str)], attackers: usize, result: &str| {
        let names = ARMY[..attackers].iter().map(|(unit, _)| *unit);
        let engaged: Vec<_> = names
            .clone()
            .chain(garrison.iter().map(|(unit, _)| *unit))
            .collect();
        let battle = json!({"frame": "attack", "side": "central", "hex": "h1411",
            "table": "assault"});
        let units: Vec<_> = ARMY.iter().chain(garrison).copied().collect();
        let more = json!({"turn": 1, "attacked": names.collect::<Vec<_>>(), "engaged": engaged,
            "gas": "h1411", "bombarded": "h1411", "bombardment": true});
        let at = position(fighting("central", 1, &[battle]), &units, more);
        marked(&after(&at, result), "fallen")
    };
    let garrison = [("it_6_inf_div", "h1411")];
    // 11.42: alone it falls with DA or DZ, and with nothing else.
    assert!(fallen(&[], 1, "dh").is_empty());
    assert_eq!(fallen(&[], 1, "da"), ["h1411"]);
    // 11.41: with a unit there it falls with DZ alone.
    assert!(fallen(&garrison, 3, "da").is_empty());
    assert_eq!(fallen(&garrison, 3, "dz"), ["h1411"]);
}

// ------------------------------------------------------------------------ what cannot be

#[test]
fn what_cannot_be_is_refused_with_its_reason() {
    let battle = |result: Option<&str>| {
        let mut frame =
            json!({"frame": "attack", "side": "central", "hex": FIELD, "table": "assault"});
        if let Some(result) = result {
            frame["result"] = json!(result);
        }
        frame
    };
    let losses = |side: &str| json!({"frame": "losses", "side": side, "owed": 1});
    let engaged =
        json!({"attacked": ["ah_1_inf_div"], "engaged": ["ah_1_inf_div", "it_6_inf_div"]});
    for (upon, more, why) in [
        (
            vec![battle(None), losses("central")],
            json!({}),
            "comes after the die of the attack",
        ),
        (
            vec![battle(Some("dr")), losses("central")],
            json!({}),
            "'dr' brings the attacker no 'losses'",
        ),
        (
            vec![battle(None)],
            json!({}),
            "nobody of its side is engaged",
        ),
        (
            vec![battle(None)],
            json!({"attacked": ["ah_1_inf_div"], "engaged": ["ah_1_inf_div"]}),
            "all defenders of the hex are engaged",
        ),
        (vec![], engaged.clone(), "no attack is under way"),
        (
            vec![
                battle(Some("bb")),
                json!({"frame": "losses", "side": "central", "owed": 9}),
            ],
            engaged,
            "9 steps are owed, and those engaged have 2",
        ),
        (
            vec![],
            json!({"offensive": ["ah_1_inf_div"]}),
            "no headquarters: ah_1_inf_div",
        ),
        (
            vec![],
            json!({"cornered": ["it_6_inf_div"]}),
            "after the army's collapse",
        ),
        (vec![], json!({"gas": "available"}), "names a box"),
        (
            vec![],
            json!({"headquarters_lost": {"central": 2}}),
            "has lost 0 steps, and 0 that count twice and 2 headquarters",
        ),
    ] {
        let told = refused(fighting("central", 1, &upon), &FIGHT, more);
        assert!(told.contains(why), "{told}\n{why}");
    }
    let told = refused(
        json!([{"frame": "turn", "step": 2}, {"frame": "attack", "side": "central", "hex": FIELD, "table": "probe"}]),
        &FIGHT,
        json!({}),
    );
    assert!(told.contains("'attack' cannot come upon 'turn'"), "{told}");
}
