//! ENVER GOES EAST: the AP sends stacks of Turks into battle, and the CP fights it at once (9.5.1.a, 7.4.2,
//! 12.1.3, 12.2.1).

use super::battles::{asked, say};
use super::countries::{broken, happens};
use super::*;
use pursuit_of_glory::check::Checker;
use pursuit_of_glory::state::Cell;

/// Turks and Russians before the Caucasus.
fn front() -> Value {
    json!({
        "eleskirt": ["tu_ix_corps", "tu_div_1", "tu_enver_hq"], "koprukoy": ["tu_x_corps", "tu_div_2"],
        "van": ["tu_div_3"], "bayazit": ["kurds_1"], "bitlis": ["tu_div_4"],
        "kagizman": ["ru_i_caucasian"], "sarikamis": ["ru_div_2"], "khoy": ["ru_div_3"],
        "erevan": ["ru_div_4"],
    })
}

fn sent(units: Value, more: Value) -> Position {
    let mut told = json!({"units": units, "turn": 8, "mandated": {"cp": [{"offensive": "ru"}]}});
    for (key, value) in more.as_object().unwrap() {
        told[key] = value.clone();
    }
    happens("ap_07", told)
}

/// On to the next attack or action: dice fall as they are worst for the CP, and nobody plays cards.
fn fought(position: &Position) -> Position {
    let mut now = position.clone();
    loop {
        let text = match now.decision().parameters {
            Parameters::Chance { outcomes } => {
                let texts = outcomes.parts().iter().map(|(one, _)| one.text(&DATA));
                texts.max().unwrap()
            }
            Parameters::Cards { .. }
            | Parameters::Returns { .. }
            | Parameters::Withdrawal { .. } => "pass".to_owned(),
            Parameters::PostCombat { .. } => {
                let made = now.answers_after(2000).remove(0);
                made.to_text(&DATA, None)
            }
            _ => return now,
        };
        now = say(&now, &text);
    }
}

#[test]
fn the_ap_names_two_stacks_and_their_targets() {
    let start = sent(front(), json!({}));
    assert_eq!(asked(&start), "ap provocation");
    let facts = start.decision_facts().unwrap();
    for fact in [
        "acts(ap).",
        "carried_out(ap_07,1).",
        "supply(tu_ix_corps,full).",
    ] {
        assert!(facts.contains(&format!("{fact}\n")), "{fact}");
    }
    let Parameters::Provocation { number, stacks, .. } = start.decision().parameters else {
        panic!("another decision");
    };
    assert_eq!(number, 2);
    let named = |place: &usize| DATA.spaces[*place].id.clone();
    let told = stacks.iter().map(|(place, targets)| {
        let targets: Vec<_> = targets.iter().map(named).collect();
        (named(place), targets.join(" "))
    });
    let told: std::collections::BTreeMap<_, _> = told.collect();
    // Nobody but Turks counts: the Kurds are a tribe. Bitlis is next to no Russians.
    assert_eq!(told["eleskirt"], "kagizman sarikamis");
    assert_eq!(told["koprukoy"], "sarikamis");
    assert_eq!(told["van"], "khoy");
    assert_eq!(told.len(), 3);
    for (text, why) in [
        ("provoke eleskirt kagizman; provoke koprukoy sarikamis", ""),
        // Both against one place.
        ("provoke eleskirt sarikamis; provoke koprukoy sarikamis", ""),
        ("provoke eleskirt kagizman; provoke van khoy", ""),
        ("pass", "stacks_missing"),
        ("provoke eleskirt kagizman", "stacks_missing"),
        (
            "provoke eleskirt kagizman; provoke koprukoy sarikamis; provoke van khoy",
            "too_many_stacks",
        ),
        (
            "provoke eleskirt kagizman; provoke eleskirt sarikamis",
            "stacks_missing two_places_named",
        ),
        (
            "provoke eleskirt erevan; provoke koprukoy sarikamis",
            "cannot_be_sent",
        ),
        (
            "provoke eleskirt kagizman; provoke bayazit khoy",
            "cannot_be_sent not_facing_russians",
        ),
        (
            "provoke eleskirt kagizman; provoke bitlis khoy",
            "cannot_be_sent not_facing_russians",
        ),
        (
            "provoke eleskirt kagizman; provoke trabzon khoy",
            "nothing_there",
        ),
        (
            "provoke eleskirt kagizman; provoke kagizman eleskirt",
            "nothing_there",
        ),
    ] {
        assert_eq!(broken(&start, text), why, "{text}");
    }
    let made = start.read_move("provoke koprukoy sarikamis; provoke eleskirt kagizman");
    let terms = made.unwrap().terms(&DATA).join(" ");
    assert!(
        terms.contains("provoke(stack(eleskirt),kagizman)"),
        "{terms}"
    );
    for text in [
        "provoke eleskirt",
        "provoke eleskirt kagizman with tu_div_1",
    ] {
        assert!(start.read_move(text).is_err(), "{text}");
    }
    for made in start.sample_entries(3, 40).unwrap() {
        assert_eq!(start.check(&made).unwrap(), []);
        assert_eq!(made.orders().len(), 2);
    }
}

#[test]
fn only_who_could_be_activated_is_named() {
    // Supply decides: Van is cut off.
    let control = json!({"ap": ["bitlis", "ercis", "malazgirt", "baskale"]});
    let mut units = front();
    units["bitlis"] = json!(["ru_div_5"]);
    let start = sent(units, json!({"control": control}));
    assert_eq!(
        broken(&start, "provoke eleskirt kagizman; provoke van khoy"),
        "barred cannot_be_sent"
    );
    // What is named need not be where the Russians are.
    let units = json!({"basra": ["tu_div_1"], "qurna": ["in_div_1"], "eleskirt": ["tu_div_2"],
                       "kagizman": ["ru_div_1"]});
    let start = sent(units, json!({"control": {"ap": ["qurna"]}}));
    assert_eq!(broken(&start, "provoke eleskirt kagizman"), "");
    assert_eq!(broken(&start, "provoke basra qurna"), "not_facing_russians");
    let units =
        json!({"eleskirt": ["tu_div_2"], "kagizman": ["ru_div_1"], "sarikamis": ["br_div_1"]});
    let start = sent(units, json!({"control": {"ap": ["sarikamis"]}}));
    assert_eq!(broken(&start, "provoke eleskirt sarikamis"), "");
    // Headquarters are Russians too, but nobody attacks them alone.
    let units = json!({"eleskirt": ["tu_div_2"], "kagizman": ["ru_yudenich_hq"], "sarikamis": ["br_div_1"]});
    let start = sent(units, json!({"control": {"ap": ["sarikamis"]}}));
    assert_eq!(broken(&start, "provoke eleskirt sarikamis"), "");
    assert_eq!(
        broken(&start, "provoke eleskirt kagizman"),
        "cannot_be_sent"
    );
}

#[test]
fn with_nobody_to_send_the_action_is_over() {
    let units = json!({"van": ["tu_div_3"], "kagizman": ["ru_div_1"]});
    let over = sent(units, json!({}));
    assert_eq!(asked(&over), "cp action");
    assert_eq!(document(&over)["round"], 2);
    // One stack is named if there is one.
    let units = json!({"eleskirt": ["tu_div_3"], "kagizman": ["ru_div_1"]});
    let start = sent(units, json!({}));
    assert_eq!(broken(&start, "provoke eleskirt kagizman"), "");
    assert_eq!(broken(&start, "pass"), "stacks_missing");
    let attacks = say(&start, "provoke eleskirt kagizman");
    assert_eq!(asked(&attacks), "cp attack");
    assert_eq!(broken(&attacks, "end"), "must_attack");
}

#[test]
fn the_cp_fights_the_battles_and_takes_its_action() {
    let start = sent(front(), json!({}));
    let now = say(
        &start,
        "provoke eleskirt kagizman; provoke koprukoy sarikamis",
    );
    assert_eq!(asked(&now), "cp attack");
    assert_eq!(now.active(), Side::Cp);
    let told = document(&now);
    // In the order of the table of places.
    assert_eq!(told["agenda"][3]["target"], "sarikamis");
    assert_eq!(told["agenda"][3]["second_target"], "kagizman");
    assert_eq!(told["provoked"]["tu_enver_hq"], 2);
    assert_eq!(told["provoked"]["tu_x_corps"], 1);
    assert_eq!(told["attacking"].as_object().unwrap().len(), 5);
    let facts = now.decision_facts().unwrap();
    assert!(facts.contains("must_attack(tu_ix_corps,kagizman).\n"));
    assert!(facts.contains("must_attack(tu_div_2,sarikamis).\n"));
    assert!(now.facts().contains("active(cp).\n"));
    for (text, why) in [
        ("attack kagizman with tu_ix_corps,tu_div_1,tu_enver_hq", ""),
        ("attack kagizman with tu_div_1", ""),
        ("attack sarikamis with tu_x_corps", ""),
        (
            "attack sarikamis with tu_ix_corps",
            "other_target stack_held_back",
        ),
        (
            "attack sarikamis with tu_x_corps,tu_div_1,tu_enver_hq",
            "other_target other_target",
        ),
        ("attack khoy with tu_div_3", "not_waiting"),
        ("end", "must_attack must_attack"),
    ] {
        assert_eq!(broken(&now, text), why, "{text}");
    }
    let Parameters::Attack { owed, .. } = now.decision().parameters else {
        panic!("another decision");
    };
    let owes = |unit: &str, place: &str| {
        let unit = now.data().unit("unit", unit).unwrap();
        let mut owed = owed.iter();
        owed.any(|(turks, target)| turks.contains(&unit) && *target == at(place))
    };
    assert_eq!(owed.len(), 2);
    assert!(owes("tu_ix_corps", "kagizman") && owes("tu_div_2", "sarikamis"));
    assert!(!owes("tu_ix_corps", "sarikamis") && !owes("tu_div_2", "kagizman"));
    let met = |position: &Position| document(position)["mandated"]["cp"][0]["met"].clone();
    assert_ne!(met(&now), true);
    let declared = say(&now, "attack kagizman with tu_ix_corps,tu_enver_hq");
    // 7.4.2
    assert_eq!(met(&declared), true);
    let second = fought(&declared);
    assert_eq!(asked(&second), "cp attack");
    // The division that stayed could attack nothing but what has been attacked.
    assert_eq!(
        broken(&second, "attack kagizman with tu_div_1"),
        "attacked_before"
    );
    assert_eq!(broken(&second, "end"), "must_attack");
    let over = fought(&say(&second, "attack sarikamis with tu_div_2,tu_x_corps"));
    // The rest of the stacks may do no more.
    let over = match over.asks_for() {
        Asked::Attack => {
            assert_eq!(broken(&over, "end"), "");
            say(&over, "end")
        }
        _ => over,
    };
    assert_eq!(asked(&over), "cp action");
    let told = document(&over);
    assert_eq!(told["round"], 2);
    assert_eq!(told["agenda"].as_array().unwrap().len(), 4);
    assert_eq!(told["agenda"][3], json!({"frame": "action", "side": "cp"}));
    for key in ["provoked", "acted", "fought", "attacked", "pursuit"] {
        assert_eq!(told.get(key), None, "{key}");
    }
    assert_eq!(told["attacking"], json!({}));
    // They may act again.
    let acts = say(&over, "automatic");
    assert_eq!(broken(&acts, "activate koprukoy attack"), "");
    let actions = document(&acts)["actions"].as_array().unwrap().len();
    assert_eq!(actions, 2);
    let next = say(&acts, "pass");
    assert_eq!(asked(&next), "ap action");
    assert_eq!(document(&next)["round"], 3);
}

#[test]
fn two_stacks_against_one_place_go_together() {
    let start = sent(front(), json!({}));
    let now = say(
        &start,
        "provoke eleskirt sarikamis; provoke koprukoy sarikamis",
    );
    for (text, why) in [
        ("attack sarikamis with tu_ix_corps,tu_x_corps", ""),
        ("attack sarikamis with tu_div_1,tu_div_2", ""),
        (
            "attack sarikamis with tu_ix_corps,tu_div_1",
            "stack_held_back",
        ),
        ("attack sarikamis with tu_x_corps", "stack_held_back"),
        ("attack kagizman with tu_ix_corps", "other_target"),
        ("end", "must_attack"),
    ] {
        assert_eq!(broken(&now, text), why, "{text}");
    }
    let offers = pursuit_of_glory::attacks::waiting(&now).unwrap();
    let which = pursuit_of_glory::attacks::Which::All;
    let found = pursuit_of_glory::attacks::offers(&offers, which, None, None, 1000);
    assert_eq!(
        found.offers.iter().filter(|one| one.pin.is_none()).count(),
        9
    );
    for one in &found.offers {
        assert!(Checker::new(&now, 0).check_attack(&one.orders()).is_empty());
    }
}

#[test]
fn germans_alone_do_not_do() {
    let mut units = front();
    units["eleskirt"] = json!(["tu_div_1", "ge_yildirim_1"]);
    // With a railroad to Galicia (14.2.1.a).
    let control = json!({"cp": ["belgrade", "nis"]});
    let start = sent(units, json!({"events": {"cp_33": 5}, "control": control}));
    let now = say(&start, "provoke eleskirt kagizman; provoke van khoy");
    assert_eq!(document(&now)["attacking"]["ge_yildirim_1"], "attack");
    assert_eq!(
        broken(&now, "attack kagizman with ge_yildirim_1"),
        "stack_held_back"
    );
    assert_eq!(
        broken(&now, "attack kagizman with ge_yildirim_1,tu_div_1"),
        ""
    );
}

#[test]
fn what_can_no_longer_be_made_lapses() {
    // The Russians of Sarikamis are gone before the second attack.
    let start = sent(front(), json!({}));
    let now = say(
        &start,
        "provoke eleskirt kagizman; provoke koprukoy sarikamis",
    );
    let mut told = document(&now);
    told["units"].as_object_mut().unwrap().remove("sarikamis");
    let gone = position(&told);
    assert_eq!(
        broken(&gone, "attack sarikamis with tu_x_corps"),
        "nobody_there"
    );
    assert_eq!(broken(&gone, "end"), "must_attack");
    told["attacked"] = json!(["kagizman"]);
    told["fought"] = json!(["tu_ix_corps"]);
    told["attacking"]
        .as_object_mut()
        .unwrap()
        .remove("tu_ix_corps");
    let gone = position(&told);
    assert_eq!(broken(&gone, "end"), "");
    assert_eq!(asked(&say(&gone, "end")), "cp action");
}

#[test]
fn in_regions_stacks_are_named() {
    let units = json!({
        "galicia": ["tu_div_1", "tu_div_2", "tu_div_3", "ah_div_1", "ah_div_2"],
        "hatseg": ["ru_div_1", "sb_div_1"], "sofia": ["bu_1_army"],
    });
    let control = json!({"ap": ["hatseg"], "cp": ["belgrade", "nis"]});
    let more = json!({"events": {"ap_29": 6, "cp_33": 5}, "control": control});
    let start = sent(units, more);
    assert_eq!(asked(&start), "ap provocation");
    let both = "provoke galicia hatseg with tu_div_1,ah_div_1; \
                provoke galicia hatseg with tu_div_2,tu_div_3,ah_div_2";
    for (text, why) in [
        (both, ""),
        (
            "provoke galicia hatseg with tu_div_1,ah_div_1; provoke galicia hatseg with ah_div_1,tu_div_2",
            "two_stacks",
        ),
        (
            "provoke galicia hatseg with tu_div_1; provoke galicia hatseg with tu_div_2,ah_div_1",
            "",
        ),
        (
            "provoke galicia hatseg with tu_div_1,ah_div_1; provoke galicia hatseg with ah_div_2",
            "cannot_be_sent not_facing_russians",
        ),
        (
            "provoke galicia hatseg with tu_div_1,ah_div_1,bu_1_army; \
             provoke galicia hatseg with tu_div_2,ah_div_2",
            "not_there",
        ),
        (
            "provoke galicia hatseg with tu_div_1,tu_div_2,ah_div_1,ah_div_2",
            "stack_too_big stacks_missing",
        ),
    ] {
        assert_eq!(broken(&start, text), why, "{text}");
    }
    assert!(start.read_move("provoke galicia hatseg").is_err());
    let made = start.read_move(both).unwrap();
    let terms = made.terms(&DATA).join(" ");
    let term = "provoke(stack(galicia,l(ah_div_1,l(tu_div_1,nil))),hatseg)";
    assert!(terms.contains(term), "{terms}");
    let again = start.read_move(&made.to_text(&DATA, None)).unwrap();
    assert_eq!(again, made);
    for made in start.sample_entries(3, 20).unwrap() {
        assert_eq!(start.check(&made).unwrap(), []);
        assert_eq!(made.orders().len(), 2);
    }
    let now = say(&start, both);
    let stack = |id: &str| now.state().get(Cell::Stack(unit(id)));
    assert_eq!(stack("tu_div_1"), stack("ah_div_1"));
    assert_ne!(stack("tu_div_1"), stack("tu_div_2"));
    for (text, why) in [
        ("attack hatseg with tu_div_1,ah_div_1", "stack_held_back"),
        ("attack hatseg with tu_div_1,tu_div_3,ah_div_1", ""),
        (
            "attack hatseg with tu_div_1,ah_div_2",
            "no_common_stack stack_held_back",
        ),
        ("end", "must_attack"),
    ] {
        assert_eq!(broken(&now, text), why, "{text}");
    }
    // Where the Turks are in limited supply none of them could attack (14.1.9-2), whoever else could.
    let units = json!({
        "galicia": ["tu_div_1", "tu_div_2", "ah_div_1", "ah_div_2"],
        "belgrade": ["ru_div_1", "sb_div_1"], "sofia": ["bu_1_army"],
    });
    let start = sent(units, json!({"events": {"cp_29": 6, "cp_33": 5}}));
    assert_eq!(asked(&start), "cp action");
}

#[test]
fn such_actions_are_told_whole() {
    let start = sent(front(), json!({}));
    let now = say(
        &start,
        "provoke eleskirt kagizman; provoke koprukoy sarikamis",
    );
    let read = |told: &Value| Position::from_json(&DATA, told.to_string().as_bytes(), &[]);
    let refused = |change: &dyn Fn(&mut Value)| {
        let mut told = document(&now);
        change(&mut told);
        read(&told).unwrap_err().to_string()
    };
    for (said, change) in [
        (
            "no event demands attacks",
            &(|told: &mut Value| told["actions"] = json!([])) as &dyn Fn(&mut Value),
        ),
        ("no event makes 'tu_ix_corps' attack", &|told| {
            told["agenda"][3]
                .as_object_mut()
                .unwrap()
                .remove("second_target");
        }),
        ("comes after a 'target'", &|told| {
            told["agenda"][3].as_object_mut().unwrap().remove("target");
        }),
        ("no event makes 'ru_div_2' attack", &|told| {
            told["provoked"]["ru_div_2"] = json!(1);
        }),
        ("'operations' cannot come upon 'action'", &|told| {
            told["agenda"][4] = json!({"frame": "operations", "side": "cp", "ops": 1});
        }),
    ] {
        let found = refused(change);
        assert!(found.contains(said), "{found}");
    }
    // What is said in short beside the agenda leaves it as it is.
    let mut told = document(&now);
    told["ops"] = json!(0);
    assert_eq!(read(&told).unwrap(), now);
    assert_eq!(now.state().get(Cell::Provoked(unit("tu_div_1"))), 2);
}

#[test]
fn random_actions_come_to_their_end() {
    for seed in 0..150 {
        let mut now = sent(front(), json!({}));
        let made = now.sample_entries(seed, 1).unwrap().remove(0);
        now = played(&now, made.orders().to_vec());
        let mut dice = random::Dice(seed + 1);
        let mut fights = 0;
        while now.asks_for() != Asked::Action {
            let decision = now.decision();
            now = match decision.parameters {
                Parameters::Chance { outcomes } => {
                    let parts = outcomes.parts();
                    now.play_outcome(parts[dice.below(parts.len())].0).unwrap()
                }
                Parameters::Tribes { places, .. } => {
                    now.play(&fights::tribe(&places, &mut dice)).unwrap()
                }
                Parameters::Attack { owed, .. } => {
                    let attack = (0..200)
                        .map(|_| fights::attack(&now, &mut dice))
                        .find(|made| !made.ends());
                    let made = attack.unwrap_or_else(|| now.read_move("end").unwrap());
                    assert!(!made.ends() || owed.is_empty(), "{seed}");
                    fights += usize::from(!made.ends());
                    now.play(&made).unwrap()
                }
                ref other => now.play(&fights::fight(&now, other, &mut dice)).unwrap(),
            };
            sound(&now);
        }
        assert!((1..=2).contains(&fights));
        assert_eq!(now.decision().side, Some(Side::Cp));
        assert_eq!(document(&now).get("provoked"), None);
    }
}
