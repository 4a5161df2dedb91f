//! Battles under way: what a position remembers of them.

#![allow(clippy::unwrap_used, missing_docs)]

use engine::error::Error;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::state::{BEFORE_WEATHER, BattleVar, Cell, FROM_HAND};
use serde_json::{Value, json};
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

/// A battle at Eleskirt, with everything that can be told of one.
fn document() -> Value {
    let opening = Position::scenario(&DATA, "1914_campaign").unwrap();
    let mut document: Value = serde_json::from_str(&opening.to_json()).unwrap();
    let units = document["units"].as_object_mut().unwrap();
    units.remove("eleskirt");
    units.insert("cp_reserve".into(), json!(["tu_cavalry_3"]));
    for places in units.values_mut() {
        let gone = ["tu_ix_corps", "tu_cavalry_2", "ru_div_5"];
        places
            .as_array_mut()
            .unwrap()
            .retain(|unit| !gone.contains(&unit.as_str().unwrap()));
    }
    units.insert("koprukoy".into(), json!(["tu_ix_corps"]));
    units.insert("malazgirt".into(), json!(["tu_cavalry_2"]));
    units.insert("eleskirt".into(), json!(["ru_div_5"]));
    document["control"]["ap"] = json!(["eleskirt"]);
    document["active"] = "cp".into();
    document["ops"] = 0.into();
    document["attacking"] = json!({"tu_ix_corps": "attack", "tu_cavalry_2": "attack"});
    document["acted"] = json!(["tu_cavalry_2", "tu_ix_corps", "tu_xi_corps"]);
    document["fought"] = json!(["tu_xi_corps"]);
    document["retreated"] = json!(["tu_xi_corps", "ru_div_6"]);
    document["attacked"] = json!(["kars"]);
    document["cards_used"] = json!(["cp_21"]);
    document["russians_attacked"] = 1.into();
    document["battle"] = json!({
        "place": "eleskirt",
        "stage": "dice",
        "attackers": ["tu_cavalry_2", "tu_ix_corps"],
        "defenders": ["ru_div_5"],
        "cards": {"ap": ["ap_05"], "cp": ["cp_05"]},
        "from_hand": ["ap_05"],
        "before_weather": ["ap_05"],
        "pin": "koprukoy",
        "weather": "malazgirt",
        "settled": ["flank_succeeded"],
        "loss_numbers": {"attacker": 5},
    });
    document
}

fn position(document: &Value) -> Result<Position, Error> {
    Position::from_json(&DATA, document.to_string().as_bytes(), &[])
}

#[test]
fn a_battle_is_remembered() {
    let told = document();
    let position = position(&told).unwrap();
    let state = position.state();
    let of = |id: &str| DATA.unit("unit", id).unwrap();
    assert_eq!(state.get(Cell::Battle(of("tu_ix_corps"))), 1);
    assert_eq!(state.get(Cell::Battle(of("ru_div_5"))), 2);
    assert_eq!(state.get(Cell::Fought(of("tu_xi_corps"))), 7);
    let card = |id: &str| DATA.card("card", id).unwrap();
    assert_eq!(
        state.get(Cell::Played(card("ap_05"))),
        1 + FROM_HAND + BEFORE_WEATHER
    );
    assert_eq!(state.get(Cell::Played(card("cp_05"))), 2);
    assert_eq!(state.battle_var(BattleVar::LossByAttacker), 6);
    let again: Value = serde_json::from_str(&position.to_json()).unwrap();
    let keys = [
        "acted",
        "attacked",
        "battle",
        "cards_used",
        "fought",
        "retreated",
        "russians_attacked",
    ];
    for key in keys {
        assert_eq!(
            sorted(&again[key]),
            sorted(&remembered(&told)[key]),
            "{key}"
        );
    }
    let agenda = json!([
        {"frame": "turn"},
        {"frame": "phase", "phase": "action"},
        {"frame": "round"},
        {"frame": "action", "side": "cp"},
        {"frame": "attack", "side": "cp"},
        {"frame": "battle", "side": "cp", "place": "eleskirt"},
        {"frame": "dice"},
    ]);
    assert_eq!(again["agenda"], agenda);
    assert_eq!(reread(&again), position);
    let bytes = Position::from_bytes(&DATA, &position.to_bytes(), &[]).unwrap();
    assert_eq!(bytes, position);
    assert_eq!(bytes.hash(), position.state().hash_from_scratch());
}

fn reread(told: &Value) -> Position {
    position(told).unwrap()
}

/// What a document tells of a battle besides what the agenda says.
fn remembered(told: &Value) -> Value {
    let mut told = told.clone();
    let battle = told["battle"].as_object_mut().unwrap();
    battle.retain(|key, _| !["place", "stage"].contains(&key.as_str()));
    told
}

fn sorted(value: &Value) -> Value {
    match value {
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(sorted).collect();
            items.sort_by_key(Value::to_string);
            items.into()
        }
        Value::Object(fields) => {
            let fields = fields.iter();
            Value::Object(
                fields
                    .map(|(key, value)| (key.clone(), sorted(value)))
                    .collect(),
            )
        }
        other => other.clone(),
    }
}

#[test]
fn the_law_hears_of_it() {
    let facts = position(&document()).unwrap().facts();
    for fact in [
        "battle(eleskirt).",
        "attacker(tu_ix_corps).",
        "defender(ru_div_5).",
        "pin(koprukoy).",
        "played(ap_05,ap).",
        "played(cp_05,cp).",
        "from_hand(ap_05).",
        "before_weather(ap_05).",
        "rolled(cp).",
        "acted(tu_cavalry_2).",
        "used(cp_21).",
        "fought(tu_xi_corps).",
        "retreated(ru_div_6).",
        "attacked(kars).",
        "russians_attacked.",
    ] {
        assert!(facts.lines().any(|line| line == fact), "{fact}");
    }
    let quiet = Position::scenario(&DATA, "1914_campaign").unwrap().facts();
    assert!(!quiet.contains("battle("));
}

#[test]
fn a_battle_that_cannot_be_is_refused() {
    let with = |path: &str, value: Value| {
        let mut document = document();
        *document.pointer_mut(path).unwrap() = value;
        position(&document)
    };
    let codes = |result: Result<Position, Error>| match result {
        Err(Error::InvalidSetup(problems)) => problems
            .into_iter()
            .map(|problem| (problem.code, problem.field))
            .collect(),
        other => vec![("", format!("{other:?}"))],
    };
    let misplaced = |field: &str| vec![("misplaced_battle", field.to_owned())];
    let nobody = codes(with("/battle/attackers", json!([])));
    assert!(
        nobody.contains(&misplaced("battle.attackers")[0]),
        "{nobody:?}"
    );
    let elsewhere = codes(with("/battle/defenders", json!(["ru_div_6"])));
    assert_eq!(elsewhere, misplaced("battle.defenders"));
    let pin = codes(with("/battle/pin", "oltu".into()));
    assert_eq!(pin, misplaced("battle.pin"));
    let card = codes(with("/battle/cards/cp", json!(["cp_01"])));
    assert_eq!(card, misplaced("battle.cards"));
    let acted = codes(with("/ops", 1.into()));
    assert!(acted.contains(&misplaced("ops")[0]), "{acted:?}");
    let said = |result: Result<Position, Error>| result.unwrap_err().to_string();
    let stage = said(with("/battle/stage", "dices".into()));
    assert!(
        stage.contains("battle.stage") && stage.contains("'dice'"),
        "{stage}"
    );
    let both = said(with("/battle/defenders", json!(["tu_ix_corps"])));
    assert!(both.contains("battle.defenders[0]"), "{both}");
    let unplayed = said(with("/battle/from_hand", json!(["ap_04"])));
    assert!(unplayed.contains("battle.from_hand"), "{unplayed}");
    let place = said(with("/battle", json!({"stage": "dice"})));
    assert!(place.contains("'place'"), "{place}");
}

/// The same battle at the attacker's losses, with all that is remembered from then on.
fn after_the_dice() -> Value {
    let mut document = document();
    document["war_weary"] = 12.into();
    let battle = &mut document["battle"];
    battle["stage"] = "attackers_losses".into();
    battle["settled"] = json!(["flank_succeeded", "defenders_losses_taken", "held"]);
    battle["loss_numbers"] = json!({"attacker": 5, "defender": 2});
    battle["factors"] = json!({"tu_stanke_bey": 6});
    battle["replacements"] = json!({"ru_div_5": "ru_i_caucasian"});
    battle["unfed"] = json!(["tu_ix_corps"]);
    battle["bled"] = json!(["ru_div_5", "tu_ix_corps"]);
    battle["fled"] = json!(["ru_div_5"]);
    battle["passed"] = json!(["erevan"]);
    battle["origins"] = json!({"tu_cavalry_2": "malazgirt", "ru_div_5": "eleskirt"});
    battle["stack_out"] = "koprukoy".into();
    battle["path_out"] = json!(["erzurum", "erzincan"]);
    document
}

#[test]
fn what_follows_the_dice_is_remembered() {
    let told = after_the_dice();
    let position = position(&told).unwrap();
    let again: Value = serde_json::from_str(&position.to_json()).unwrap();
    for key in ["battle", "war_weary"] {
        assert_eq!(
            sorted(&again[key]),
            sorted(&remembered(&told)[key]),
            "{key}"
        );
    }
    assert_eq!(again["battle"]["path_out"], told["battle"]["path_out"]);
    let bytes = Position::from_bytes(&DATA, &position.to_bytes(), &[]).unwrap();
    assert_eq!(bytes, position);
    assert_eq!(bytes.hash(), position.state().hash_from_scratch());
}

#[test]
fn what_cannot_have_followed_is_refused() {
    let said = |key: &str, value: Value| {
        let mut document = after_the_dice();
        document["battle"][key] = value;
        position(&document).unwrap_err().to_string()
    };
    let factor = said("factors", json!({"tu_ix_corps": 3}));
    assert!(factor.contains("battle.factors.tu_ix_corps"), "{factor}");
    let die = said("factors", json!({"tu_stanke_bey": 7}));
    assert!(die.contains("battle.factors.tu_stanke_bey"), "{die}");
    let lcu = said("replacements", json!({"ru_div_5": "ru_div_6"}));
    assert!(lcu.contains("battle.replacements.ru_div_5"), "{lcu}");
    let path = said("path_out", json!(["erzurum", "erzincan", "sivas"]));
    assert!(path.contains("battle.path_out"), "{path}");
}
