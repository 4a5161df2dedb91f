//! What attacks and cards bring about besides the fight (7.1.3, 16.4.5, 18.4, the cards).

use super::battles::{fire, say, waiting};
use super::*;
use pursuit_of_glory::combat::{Battle, Declaration, Role};

#[test]
fn who_could_not_be_activated_does_not_attack_beside_others() {
    // 9.2-2, 14.1.9-2: Turks in Galicia are in limited supply, Austrians are not.
    let start = ordered(
        "cp",
        json!({
            "turn": 8, "events": {"cp_33": 5, "cp_29": 6},
            "units": {
                "galicia": ["tu_div_1", "ah_div_1", "ge_mackensen_hq"],
                "belgrade": ["ru_div_1"], "sofia": ["bu_1_army"],
            },
        }),
    );
    let order = "activate galicia attack with ah_div_1,ge_mackensen_hq,tu_div_1";
    let now = say(&start, order);
    let told = document(&now);
    assert_eq!(told["acted"], json!(["ah_div_1", "ge_mackensen_hq"]));
    assert_eq!(told["attacking"].get("tu_div_1"), None);
    let broken = |text: &str| {
        let found = now.check(&now.read_move(text).unwrap()).unwrap();
        let told = found.iter().map(|one| one.witness(&DATA));
        told.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        broken("attack belgrade with ah_div_1,tu_div_1"),
        "not_waiting(tu_div_1)"
    );
    assert_eq!(broken("attack belgrade with ah_div_1,ge_mackensen_hq"), "");
    // One cut off stays behind Kurds, who never are (14.3.1-1).
    let start = ordered(
        "cp",
        json!({
            "units": {"van": ["tu_div_3", "kurds_1"], "khoy": ["ru_div_3"], "bitlis": ["ru_div_5"]},
            "control": {"ap": ["bitlis", "ercis", "malazgirt", "baskale"]},
        }),
    );
    let now = say(&start, "activate van attack");
    assert_eq!(document(&now)["attacking"], json!({"kurds_1": "attack"}));
}

#[test]
fn stacks_are_numbered_where_regions_are_activated() {
    let start = ordered(
        "ap",
        json!({
            "units": {
                "petrovsk": ["ru_div_1", "ru_div_2", "ru_div_3"], "kars": ["ru_div_4"],
                "baku": ["ru_div_5"],
            },
        }),
    );
    let stack = |who: &[&str]| Order::Activate {
        place: at("petrovsk"),
        purpose: Purpose::Attack,
        units: who.iter().map(|id| unit(id)).collect(),
    };
    let now = played(
        &start,
        vec![
            stack(&["ru_div_1", "ru_div_2"]),
            stack(&["ru_div_3"]),
            activate("kars", Purpose::Attack),
            activate("baku", Purpose::Move),
            go("ru_div_5", &["salyani"]),
        ],
    );
    let told = document(&now);
    assert_eq!(
        told["stacks"],
        json!([["ru_div_1", "ru_div_2"], ["ru_div_3"]])
    );
    let acted = ["ru_div_1", "ru_div_2", "ru_div_3", "ru_div_4", "ru_div_5"];
    assert_eq!(told["acted"], json!(acted));
    let after = say(&now, "end");
    let told = document(&after);
    assert!(told.get("stacks").is_none() && told.get("acted").is_none());
}

#[test]
fn headquarters_alone_wait_for_no_battle() {
    let more = json!({
        "units": {"kars": ["ru_yudenich_hq", "ru_div_1"], "koprukoy": ["tu_div_1"]},
        "attacking": {"ru_yudenich_hq": "attack"},
    });
    let now = waiting("ap", more);
    assert_ne!(now.decision().kind, Asked::Attack);
}

/// An attack by a side of these units, with this besides.
fn attacked(side: &str, attack: &str, more: Value) -> Position {
    say(&waiting(side, more), attack)
}

#[test]
fn an_attack_meets_the_offensives_it_fits() {
    let met = |side: &str, attack: &str, offensives: &[&str], units: Value, control: Value| {
        let open = offensives
            .iter()
            .map(|offensive| json!({"offensive": offensive}));
        let more = json!({
            "turn": 6, "round": 6, "units": units, "control": control,
            "events": {"cp_33": 5, "ap_08": 1},
            "mandated": {side: open.collect::<Vec<_>>()},
        });
        let now = attacked(side, attack, more);
        let told = document(&now);
        let told = told["mandated"][side].as_array().unwrap();
        told.iter()
            .map(|one| one.get("met") == Some(&json!(true)))
            .collect::<Vec<_>>()
    };
    let east = json!({"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1"]});
    let ap = json!({"ap": ["eleskirt"]});
    let by = |side: &str, offensives: &[&str]| {
        let attack = match side {
            "ap" => "attack koprukoy with ru_div_1",
            _ => "attack eleskirt with tu_div_1",
        };
        met(side, attack, offensives, east.clone(), ap.clone())
    };
    assert_eq!(by("cp", &["ru", "br_in_anz"]), [true, false]);
    assert_eq!(by("cp", &["tu", "ru"]), [true, true]);
    // Of two that are the same one attack meets one (7.2.enver-3).
    assert_eq!(by("cp", &["tu", "tu"]), [true, false]);
    assert_eq!(by("ap", &["ru"]), [true]);
    assert_eq!(by("ap", &["br_in_anz"]), [false]);
    assert_eq!(by("ap", &["meso_or_persia"]), [false]);
    // Tribes alone meet none (7.1.3-2).
    let units = json!({"koprukoy": ["kurds_1"], "eleskirt": ["ru_div_1"]});
    assert_eq!(
        met("cp", "attack eleskirt with kurds_1", &["ru"], units, ap),
        [false]
    );
    // IN units meet that of the Empire, not that of Egypt; BR ones fed overland do.
    let units = json!({"jifjaffa": ["tu_div_1"], "ismailia": ["br_div_1", "in_div_1"]});
    let sinai = json!({"cp": ["jifjaffa"]});
    let fight = |who: &str, offensive: &str| {
        let attack = format!("attack jifjaffa with {who}");
        met("ap", &attack, &[offensive], units.clone(), sinai.clone())
    };
    assert_eq!(fight("in_div_1", "br_in_anz"), [true]);
    assert_eq!(fight("in_div_1", "egypt"), [false]);
    assert_eq!(fight("br_div_1", "egypt"), [true]);
    assert_eq!(fight("br_div_1", "balkans"), [false]);
}

#[test]
fn an_attack_on_the_protectorate_ends_the_german_alliance() {
    // 16.4.5.4-6
    let start = waiting(
        "cp",
        json!({
            "turn": 14, "round": 6, "revolution": {"stage": 4}, "events": {"cp_33": 5, "cp_45": 9},
            "units": {
                "tiflis": ["ge_georgian_protectorate"], "akstafa": ["tu_div_1", "tu_div_2"],
                "aleppo": ["ge_yildirim_1"], "skopje": ["ge_div_1"], "cp_reserve": ["ge_yildirim_2"],
            },
            "control": {"cp": ["akstafa", "skopje"], "ap": ["tiflis"]},
            "attacking": {"tu_div_1": "attack", "tu_div_2": "attack"},
        }),
    );
    let now = say(&start, "attack tiflis with tu_div_1,tu_div_2");
    assert_eq!(place(&now, "ge_yildirim_1"), "cp_removed_from_game");
    assert_eq!(place(&now, "ge_yildirim_2"), "cp_removed_from_game");
    assert_eq!(place(&now, "ge_div_1"), "skopje");
    assert_eq!(place(&now, "ge_georgian_protectorate"), "tiflis");
    let told = document(&now);
    assert_eq!(told["flags"], json!(["alliance_dissolved"]));
    assert_eq!(
        told["battle"]["defenders"],
        json!(["ge_georgian_protectorate"])
    );
}

#[test]
fn russians_attack_once_in_stage_three() {
    let more = json!({
        "turn": 13, "round": 6, "revolution": {"stage": 3},
        "units": {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1"]}, "control": {"ap": ["eleskirt"]},
    });
    let now = attacked("ap", "attack koprukoy with ru_div_1", more);
    assert_eq!(document(&now)["russians_attacked"], 13);
}

#[test]
fn attacks_of_units_fed_by_greek_ports_are_told_apart() {
    let more = json!({
        "turn": 8, "round": 6, "events": {"cp_33": 5}, "greece": "ap",
        "units": {"salonika": ["br_div_1"], "doiran": ["bu_div_1"], "athens": ["gr_div_1"]},
        "control": {"ap": ["salonika", "athens"], "cp": ["doiran"]},
        "attacking": {"br_div_1": "attack"},
    });
    let now = attacked("ap", "attack doiran with br_div_1", more);
    assert_eq!(
        document(&now)["attacked_through_greek_ports"],
        json!(["doiran"])
    );
}

#[test]
fn maude_joins_a_stack_and_the_division_comes_in() {
    let start = waiting(
        "ap",
        json!({
            "turn": 7, "round": 6,
            "units": {"amara": ["in_div_1", "br_div_1"], "sannaiyat": ["tu_div_1"]},
            "control": {"ap": ["amara", "qurna", "basra", "fao"]}, "forts_destroyed": ["fao"],
            "cards": {"ap": {"hand": ["ap_28"]}},
        }),
    );
    let now = say(&start, "attack sannaiyat with in_div_1,br_div_1");
    let now = say(&now, "play ap_28; place ap_28 amara,basra");
    assert_eq!(place(&now, "br_maude_hq"), "amara");
    assert_eq!(place(&now, "in_15th_div"), "basra");
    assert_eq!(
        document(&now)["battle"]["attackers"],
        json!(["br_div_1", "br_maude_hq", "in_div_1"])
    );
    // His modifier of 1 counts.
    let battle = Battle::from_position(&now).unwrap();
    assert_eq!(battle.figures().attack.fire.drm, 1);
}

#[test]
fn surprise_brings_divisions_into_the_defence() {
    let start = waiting(
        "ap",
        json!({
            "turn": 7, "round": 6,
            "units": {
                "amara": ["in_div_1", "in_div_2"], "sannaiyat": ["tu_div_1"], "cp_reserve": ["tu_div_2"],
                "kut": ["tu_div_3"],
            },
            "control": {"ap": ["amara", "qurna", "basra", "fao"]}, "forts_destroyed": ["fao"],
            "cards": {"cp": {"hand": ["cp_19"]}},
        }),
    );
    let now = say(&start, "attack sannaiyat with in_div_1,in_div_2");
    let now = say(&now, "play cp_19; bring cp_19 tu_div_2,tu_div_3");
    assert_eq!(place(&now, "tu_div_2"), "sannaiyat");
    assert_eq!(
        document(&now)["battle"]["defenders"],
        json!(["tu_div_1", "tu_div_2", "tu_div_3"])
    );
    let battle = Battle::from_position(&now).unwrap();
    assert_eq!(battle.force(Role::Defender).units, 3);
}

#[test]
fn bad_orders_are_told_and_never_played() {
    let more = json!({
        "turn": 4, "round": 6, "units": {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1"]},
        "control": {"ap": ["eleskirt"]},
    });
    let now = waiting("cp", more);
    for (text, wanted) in [
        ("atack eleskirt", "attack"),
        ("attack eleskrit", "eleskirt"),
        ("attack eleskirt with tu_div_l", "tu_div_1"),
    ] {
        let told = now.read_move(text).unwrap_err().to_string();
        assert!(told.contains(&format!("did you mean '{wanted}'")), "{told}");
    }
    for text in [
        "play cp_05",
        "pass; withdraw",
        "end; attack eleskirt",
        "defend ru_div_1",
    ] {
        assert!(now.read_move(text).is_err(), "{text}");
    }
    let json = now.read_move(r#"[{"order": "attack", "space": "eleskirt"}]"#);
    assert!(json.unwrap_err().to_string().contains("orders[0]"));
    let answer = Outcome::parse(&DATA, "fire cp 11").unwrap_err();
    assert!(answer.to_string().contains("0 to 10"), "{answer}");
    // Dice that do not fall now are no answers.
    let outcome = Outcome::parse(&DATA, "fire cp 3").unwrap();
    assert!(now.play_outcome(outcome).is_err());
}

/// The distribution of both loss numbers, by going through every die that falls.
fn numbers(
    position: &Position,
    weight: u64,
    fired: &[u8],
    ways: &mut std::collections::BTreeMap<(u8, u8), u64>,
) {
    if let [attack, defence] = *fired {
        *ways.entry((attack, defence)).or_default() += weight;
        return;
    }
    match position.decision().parameters {
        Parameters::Chance { outcomes } => {
            let whole = outcomes.ways();
            for &(outcome, part) in outcomes.parts() {
                let next = position.play_outcome(outcome).unwrap();
                let mut fired = fired.to_vec();
                if let Outcome::Fire { number, .. } = outcome {
                    fired.push(number);
                }
                numbers(&next, weight / whole as u64 * part as u64, &fired, ways);
            }
        }
        _ => numbers(&say(position, "pass"), weight, fired, ways),
    }
}

#[test]
fn dice_fall_with_the_odds_of_the_battle() {
    // Bad weather in two places, cavalry on one side, a fort, a trench.
    let start = waiting(
        "cp",
        json!({
            "turn": 2, "round": 4,
            "units": {
                "koprukoy": ["tu_ix_corps", "tu_div_1"], "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
                "eleskirt": ["ru_i_caucasian", "ru_div_2"],
            },
            "control": {"ap": ["eleskirt"]},
            "trenches": {"eleskirt": {"level": 1, "owner": "ap"}},
        }),
    );
    let ids = ["tu_ix_corps", "tu_div_1", "tu_x_corps", "tu_cavalry_1"];
    let attackers: Vec<_> = ids.iter().map(|id| unit(id)).collect();
    let odds = Battle::new(&start, Declaration::attack(at("eleskirt"), attackers)).odds();
    let odds = odds.unwrap().loss_numbers();
    let now = say(&start, &format!("attack eleskirt with {}", ids.join(",")));
    let (mut ways, all) = (std::collections::BTreeMap::new(), 6_u64.pow(4));
    numbers(&now, all, &[], &mut ways);
    assert_eq!(ways.values().sum::<u64>(), all);
    assert_eq!(ways.len(), odds.weights().len());
    for (pair, weight) in &ways {
        let chance = odds.chance(|other| other == pair);
        let told = format!("{}/{}", weight / gcd(*weight, all), all / gcd(*weight, all));
        assert_eq!(chance.to_string(), told, "{pair:?}");
    }
}

fn gcd(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[test]
fn a_document_may_tell_of_a_battle_that_does_not_wait() {
    // Nobody has cards: at this stage nothing is asked, and the dice fall.
    let more = json!({
        "turn": 4, "round": 6, "units": {"koprukoy": ["tu_div_1"], "eleskirt": ["ru_div_1"]},
        "control": {"ap": ["eleskirt"]}, "attacking": {}, "fought": ["tu_div_1"],
        "battle": {
            "place": "eleskirt", "stage": "attackers_cards", "attackers": ["tu_div_1"],
            "defenders": ["ru_div_1"], "cards": {},
        },
    });
    let now = waiting("cp", more);
    assert_eq!(now.decision().kind, Asked::Chance);
    let after = fire(&now, 2, 5);
    assert_eq!(after.state().stage(), None);
}

#[test]
fn the_yugoslavs_attack_beside_the_british_as_serbs() {
    // 18.9.1-2, 3.2.1.3.yugoslav-3; other Russians do not (18.9.1-1, 3.2.1.3.ru24-2).
    let start = |florina: &str, prespa: &str| {
        let more = json!({
            "units": {"florina": ["br_div_1", florina], "prespa": [prespa],
                      "monastir": ["bu_div_1"]},
            "control": {"ap": ["florina", "prespa"], "cp": ["monastir"]}, "events": {"cp_33": 4},
        });
        waiting("ap", more)
    };
    let broken = |now: &Position, attack: &str| {
        let orders = now.read_move(attack).unwrap();
        let found = now.check(&orders).unwrap();
        let told = found.iter().map(|one| one.witness(&DATA));
        told.collect::<Vec<_>>()
    };
    let serbs = start("sb_div_1", "ru_sb_yugoslav_div");
    let together = "attack monastir with br_div_1,sb_div_1,ru_sb_yugoslav_div";
    assert_eq!(broken(&serbs, together), [""; 0]);
    let _ = say(&serbs, together);
    let russians = start("fr_div_1", "ru_2_4_special");
    let together = "attack monastir with br_div_1,fr_div_1,ru_2_4_special";
    assert_eq!(broken(&russians, together), ["no_common_stack", "rivals"]);
}
