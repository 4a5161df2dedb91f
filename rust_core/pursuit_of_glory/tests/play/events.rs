//! Events that leave nothing to choose (9.5.1).

use super::*;

/// A side acts with these cards in hand, on turn 4.
fn acting(side: &str, hand: &[&str], mut more: Value) -> Position {
    let object = more.as_object_mut().unwrap();
    for (key, value) in [
        ("turn", json!(4)),
        ("round", json!(2)),
        ("phase", json!("action")),
        ("active", json!(side)),
        ("cards", json!({side: {"hand": hand}})),
    ] {
        object.entry(key).or_insert(value);
    }
    position(&more)
}

fn happened(start: &Position, card: &str) -> Position {
    let text = format!("play {card} for event");
    let broken = start.check(&start.read_move(&text).unwrap()).unwrap();
    assert_eq!(broken, []);
    let next = start.answer(&text).unwrap();
    sound(&next);
    let number = DATA.card("card", card).unwrap();
    assert!(next.state().happened(number));
    next
}

#[test]
fn the_blockade_begins() {
    // 17.3.1-1
    let next = happened(&acting("ap", &["ap_11"], json!({})), "ap_11");
    assert_eq!(document(&next)["max_tu_rp"], 25);
    assert_eq!(next.decision().side, Some(Side::Cp));
}

#[test]
fn a_declaration_costs_the_cp_a_point() {
    let holy = json!({"ap": ["jerusalem", "jaffa", "haifa", "nablus"]});
    let start = acting(
        "ap",
        &["ap_41"],
        json!({"control": holy, "tracks": {"vp": 8}}),
    );
    assert_eq!(tracks(&happened(&start, "ap_41"))[0], 7);
}

#[test]
fn jihad_brings_tribes_and_points() {
    // 16.3.2-1, 17.3.1-3, 9.4.1.a
    let waiting = json!({"tribal_key_kurds": ["kurds_1", "kurds_2"], "tribal_key_bawi": ["bawi"]});
    let start = acting(
        "cp",
        &["cp_01"],
        json!({"units": waiting, "max_tu_rp": 9, "replacements": {"tu": 1}}),
    );
    let next = happened(&start, "cp_01");
    assert_eq!(tracks(&next)[1], 3);
    assert_eq!(
        document(&next)["replacements"]["tu"],
        1,
        "tribes come first"
    );
    assert_eq!(next.decision().kind, Asked::Tribes);
    let mut now = next;
    while now.decision().kind == Asked::Tribes {
        let Parameters::Tribes { places, .. } = now.decision().parameters else {
            panic!("tribes without places");
        };
        let (tribe, spaces) = &places[0];
        let (tribe, space) = (&DATA.units[*tribe].id, &DATA.spaces[spaces[0]].id);
        now = now.answer(&format!("place {tribe} {space}")).unwrap();
        sound(&now);
    }
    assert_eq!(document(&now)["replacements"]["tu"], 3);
    assert_eq!(document(&now)["max_tu_rp"], 9);
    let asked = now.decision();
    assert_eq!((asked.kind, asked.side), (Asked::Action, Some(Side::Ap)));
}

#[test]
fn an_inquiry_stops_british_points_for_a_turn() {
    let lost = json!({"ap_eliminated": ["br_ix_corps"]});
    let start = acting("cp", &["cp_09"], json!({"units": lost}));
    let next = happened(&start, "cp_09");
    let british = DATA.cards.iter().find(|card| {
        card.side == Side::Ap && card.replacements["rp_br"] > 0 && card.replacements["rp_ru"] > 0
    });
    let british = british.unwrap();
    let mut told = document(&next);
    told["cards"]["ap"]["hand"] = json!([british.id]);
    let text = format!("play {} for rp", british.id);
    let recorded = position(&told).answer(&text).unwrap();
    assert_eq!(document(&recorded)["replacements"]["br"], 0);
    let russian = i64::from(british.replacements["rp_ru"]);
    assert_eq!(document(&recorded)["replacements"]["ru"], russian);
    told["turn"] = json!(5);
    let later = position(&told).answer(&text).unwrap();
    let points = i64::from(british.replacements["rp_br"]);
    assert_eq!(document(&later)["replacements"]["br"], points);
}

#[test]
fn offensives_of_the_cp_lapse() {
    // 7.4.2-2
    let owed = json!({"cp": [{"offensive": "ru", "met": true}, {"offensive": "tu", "met": false}]});
    let start = acting(
        "cp",
        &["cp_41"],
        json!({"mandated": owed, "tracks": {"vp": 5}}),
    );
    let next = happened(&start, "cp_41");
    let left = json!([{"offensive": "ru", "met": true}, {"offensive": "none", "met": false}]);
    assert_eq!(document(&next)["mandated"]["cp"], left);
}

#[test]
fn the_marker_of_automatic_victory_is_put_and_goes_down() {
    // 5.2.1.b-2
    let weary = acting(
        "cp",
        &["cp_55", "cp_35"],
        json!({"tracks": {"combined_war_status": 32}}),
    );
    let next = happened(&weary, "cp_55");
    assert_eq!(document(&next)["cp_automatic_victory"], 19);
    let mut told = document(&next);
    told["active"] = json!("cp");
    let down = happened(&position(&told), "cp_35");
    assert_eq!(document(&down)["cp_automatic_victory"], 18);
}

#[test]
fn a_railroad_is_worth_a_point() {
    let start = acting("cp", &["cp_49"], json!({"tracks": {"vp": 8}}));
    assert_eq!(tracks(&happened(&start, "cp_49"))[0], 9);
    let afghans = acting("cp", &["cp_24"], json!({"tracks": {"jihad": 4}}));
    assert_eq!(tracks(&happened(&afghans, "cp_24"))[1], 5);
}

#[test]
fn ops_are_spent_after_the_event() {
    // 3.3-4, 9.1.2-3, 9.5.1.f-1
    let hands =
        json!({"ap": {"hand": ["ap_18"]}, "cp": {"hand": ["cp_02", "cp_15"], "deck": ["cp_07"]}});
    let start = acting("ap", &[], json!({"cards": hands, "tracks": {"jihad": 4}}));
    let next = happened(&start, "ap_18");
    assert_eq!(tracks(&next)[1], 3);
    let asked = next.decision();
    assert_eq!(
        (asked.kind, asked.side),
        (Asked::Operations, Some(Side::Ap))
    );
    let Parameters::Operations { ops, .. } = asked.parameters else {
        panic!("operations without OPS");
    };
    assert_eq!(ops, 2);
    // The CP shows his hand, not his deck; what was seen is known as long as it is held.
    let seen = |now: &Position| document(&now.seen_by(Side::Ap))["cards"]["cp"].clone();
    assert_eq!(seen(&start)["hand"], json!([]));
    assert_eq!(seen(&next)["hand"], json!(["cp_02", "cp_15"]));
    let mut later = document(&next);
    later["turn"] = json!(5);
    later["cards"]["cp"]["hand"] = json!(["cp_02", "cp_07", "cp_15"]);
    later["cards"]["cp"]["deck"] = json!([]);
    assert_eq!(seen(&position(&later))["hand"], json!(["cp_02", "cp_15"]));
    // DJEMAL CRUSHES SECRET SOCIETIES: tribes first, then OPS.
    let other = acting(
        "cp",
        &["cp_15"],
        json!({"units": {"tribal_key_bawi": ["bawi"]}}),
    );
    let other = happened(&other, "cp_15");
    assert_eq!(other.decision().kind, Asked::Tribes);
    let placed = other.answer("place bawi ahwaz").unwrap();
    assert_eq!(placed.decision().kind, Asked::Operations);
}

#[test]
fn some_events_bring_or_cost_points_in_every_turn() {
    // 9.4.1.b-2, 9.4.3-1, 9.4.3-2
    let start = position(&json!({
        "turn": 11,
        "agenda": [{"frame": "turn"}, {"frame": "phase", "phase": "war_status"}],
        "events": {"ap_55": 9, "ap_48": 10},
        "replacements": {"tu": 1},
        "max_tu_rp": 7,
        "units": {"alexandria": ["br_div_1"], "constantinople": ["tu_div_1"]},
        "reduced": ["br_div_1"],
    }));
    let asked = start.at_next_decision().into_owned();
    sound(&asked);
    let decision = asked.decision();
    assert_eq!(
        (decision.kind, decision.side),
        (Asked::ReplacementPoints, Some(Side::Ap))
    );
    assert_eq!(document(&asked)["replacements"]["br"], 1);
    assert_eq!(document(&asked)["replacements"]["tu"], -1);
    assert_eq!(document(&asked)["max_tu_rp"], 7);
    let owing = asked.answer("restore br_div_1").unwrap();
    assert_eq!(owing.decision().side, Some(Side::Cp));
    let done = owing.answer("eliminate tu_div_1").unwrap();
    assert_eq!(document(&done)["replacements"]["tu"], 0);
    assert_eq!(document(&done)["max_tu_rp"], 7);
}

#[test]
fn a_coup_in_egypt_opens_cyprus() {
    // 16.3.1.2-1, 16.3.2.b, 2.0.island_base-1
    let start = acting("ap", &["ap_03"], json!({"tracks": {"jihad": 2}}));
    let next = happened(&start, "ap_03");
    assert_eq!(tracks(&next)[1], 1);
    assert_eq!(document(&next)["control"]["ap"], json!(["cyprus"]));
}

#[test]
fn kitchener_records_points_but_no_russian_ones_in_the_revolution() {
    // 9.4.1.a, 16.4.5.1-1, 17.2.2
    for (stage, ru) in [(0, 1), (1, 0)] {
        let more = json!({"revolution": {"stage": stage}, "replacements": {"br": 2}});
        let next = happened(&acting("ap", &["ap_14"], more), "ap_14");
        let points = &document(&next)["replacements"];
        assert_eq!(
            (&points["br"], &points["in"], &points["ap_allied"]),
            (&json!(3), &json!(1), &json!(1))
        );
        assert_eq!(points["ru"], ru, "{stage}");
    }
    // Not in the turn of PARLIAMENTARY INQUIRY, of BR points.
    let more = json!({"events": {"cp_09": 4}});
    let next = happened(&acting("ap", &["ap_14"], more), "ap_14");
    assert_eq!(document(&next)["replacements"]["br"], 0);
    assert_eq!(document(&next)["replacements"]["in"], 1);
}

#[test]
fn the_mutiny_is_followed_by_operations() {
    // 9.1.2-3, 9.5.1.f-1, 16.3.1.1-1
    let start = acting("cp", &["cp_14"], json!({"tracks": {"jihad": 9}}));
    let next = happened(&start, "cp_14");
    assert_eq!(tracks(&next)[1], 10);
    let asked = next.decision();
    assert_eq!(
        (asked.kind, asked.side),
        (Asked::Operations, Some(Side::Cp))
    );
    assert_eq!(next.state().ops(), Some(4));
    let before = acting("cp", &["cp_14"], json!({"tracks": {"jihad": 8}}));
    let broken = before.check(&before.read_move("play cp_14 for event").unwrap());
    assert_eq!(broken.unwrap().len(), 1);
}

#[test]
fn submarines_take_beachheads_and_a_point() {
    // 18.6.1.8
    let start = acting(
        "cp",
        &["cp_53"],
        json!({"turn": 10, "events": {"cp_22": 5}, "beachheads_in_reserve": 2}),
    );
    let next = happened(&start, "cp_53");
    assert_eq!(tracks(&next)[0], 9);
    assert_eq!(document(&next)["beachheads_in_reserve"], 0);
    // Those of 1915 leave nothing to choose.
    let next = happened(&acting("cp", &["cp_22"], json!({})), "cp_22");
    assert_eq!(document(&next)["events"]["cp_22"], 4);
}

#[test]
fn a_mission_places_trenches() {
    // 9.5.1.a, 11.3.1.c, 11.3.2-3
    let start = acting("cp", &["cp_08"], json!({}));
    let next = happened(&start, "cp_08");
    assert_eq!(document(&next)["replacements"]["tu"], 1);
    let Parameters::Trenches { number, places, .. } = next.decision().parameters else {
        panic!();
    };
    assert_eq!(number, 4);
    assert!(places.contains(&at("smyrna")) && !places.contains(&at("erzurum")));
    let samples = next.sample_entries(3, 20).unwrap();
    for made in &samples {
        assert_eq!(next.check(made).unwrap(), []);
    }
    let after = next
        .answer("entrench smyrna; entrench ankara; entrench bulair; entrench krithia")
        .unwrap();
    sound(&after);
    assert_eq!(
        document(&after)["trenches"]["krithia"],
        json!({"level": 1, "owner": "cp"})
    );
    assert_eq!(after.decision().side, Some(Side::Ap));
}

#[test]
fn goeben_takes_points_and_shells_batum() {
    let start = |more: Value| {
        let units = json!({"batum": ["ru_div_1"]});
        let mut told = json!({"units": units, "replacements": {"ru": 1}});
        for (key, value) in more.as_object().unwrap() {
            told[key] = value.clone();
        }
        happened(&acting("cp", &["cp_07"], told), "cp_07")
    };
    let next = start(json!({}));
    // Not below 0 (9.4.3).
    assert!(
        document(&next)["replacements"]
            .get("ru")
            .is_none_or(|number| number == 0)
    );
    let answers = next.chance().unwrap();
    let told: Vec<_> = answers
        .parts()
        .iter()
        .map(|(one, part)| (one.text(&DATA), *part))
        .collect();
    // An odd die destroys it: face by face.
    let words = ["wrecked", "unhurt"].into_iter().cycle().take(6);
    let by_face: Vec<_> = words.map(|word| (format!("{word} batum"), 1)).collect();
    assert_eq!(told, by_face);
    let wrecked = next.answer("wrecked batum").unwrap();
    sound(&wrecked);
    assert_eq!(document(&wrecked)["forts_destroyed"], json!(["batum"]));
    assert_eq!(document(&wrecked)["units"]["batum"], json!(["ru_div_1"]));
    let unhurt = next.answer("unhurt batum").unwrap();
    let ruins = document(&unhurt)["forts_destroyed"].clone();
    assert!(ruins.as_array().is_none_or(Vec::is_empty));
    // What lies in ruins already is not shelled.
    let ruined = start(json!({"forts_destroyed": ["batum"]}));
    assert_ne!(ruined.asks_for(), Asked::Chance);
}

#[test]
fn who_besieges_batum_has_it_when_its_fort_is_wrecked() {
    // 15.3.1-2
    let units = json!({"batum": ["tu_ix_corps"]});
    let start = acting("cp", &["cp_07"], json!({"units": units}));
    let next = happened(&start, "cp_07").answer("wrecked batum").unwrap();
    sound(&next);
    assert_eq!(document(&next)["control"]["cp"], json!(["batum"]));
}

/// VERDUN, ROBERTSON or KAISERSCHLACHT is played; British and Indian troops are in Egypt.
fn in_france(card: &str, more: Value) -> Position {
    let units = json!({
        "alexandria": ["br_elite_div_1", "br_div_1", "in_div_1"], "cairo": ["in_tigris_corps"],
    });
    let mut told = json!({"units": units, "turn": 12, "tracks": {"vp": 14}});
    for (key, value) in more.as_object().unwrap() {
        told[key] = value.clone();
    }
    happened(&acting("cp", &[card], told), card)
}

#[test]
fn divisions_that_leave_negate_points() {
    // 18.12.2-5, 18.12.6-1
    let next = in_france("cp_32", json!({}));
    assert_eq!(next.asks_for(), Asked::OutOfTheater);
    assert_eq!(next.decision().side, Some(Side::Ap));
    for (text, vp) in [
        ("pass", 16),
        ("eliminate in_tigris_corps", 15),
        ("eliminate br_elite_div_1,br_div_1", 15),
        ("eliminate in_tigris_corps,br_elite_div_1", 14),
    ] {
        let after = next.answer(text).unwrap();
        sound(&after);
        assert_eq!(tracks(&after)[0], vp, "{text}");
        assert_ne!(after.asks_for(), Asked::OutOfTheater);
    }
    let after = next.answer("eliminate in_tigris_corps").unwrap();
    let units = document(&after)["units"].clone();
    assert_eq!(units["ap_removed_from_game"], json!(["in_tigris_corps"]));
}

#[test]
fn without_divisions_nothing_is_asked() {
    // 18.12.3
    let units = json!({"alexandria": ["br_div_1"]});
    let next = in_france("cp_50", json!({"units": units}));
    assert_ne!(next.asks_for(), Asked::OutOfTheater);
    assert_eq!(tracks(&next)[0], 15);
}

#[test]
fn robertson_costs_points_and_offensives() {
    let more = json!({
        "events": {"cp_55": 9, "cp_50": 10}, "cp_automatic_victory": 19,
        "tracks": {"vp": 14, "mo_modifier": 1}, "replacements": {"br": 1},
    });
    let after = in_france("cp_48", more).answer("pass").unwrap();
    sound(&after);
    let told = document(&after);
    assert_eq!(told["cp_automatic_victory"], 18);
    // 7.4.1-6
    assert_eq!(told["tracks"]["mo_modifier"], 0);
    // Every roll of RU is No British Attacks.
    let phase = json!([{"frame": "turn"}, {"frame": "phase", "phase": "mandated_offensive"}]);
    let rolls = |event: Value| {
        let start = json!({"turn": 13, "agenda": phase, "events": event});
        let chance = position(&start).chance().unwrap();
        let texts = chance.parts().iter();
        let told = texts.map(|(outcome, part)| (outcome.text(&DATA), *part));
        told.collect::<std::collections::BTreeMap<_, _>>()
    };
    let ways = |of: &std::collections::BTreeMap<String, u128>, word: &str| {
        of.get(&format!("mandates ap {word}")).copied().unwrap_or(0)
    };
    let (without, with) = (rolls(json!({})), rolls(json!({"cp_48": 12})));
    assert_eq!(ways(&with, "ru"), 0, "{with:?}");
    assert!(
        ways(&with, "no_br_attacks") > ways(&without, "no_br_attacks"),
        "{without:?} {with:?}"
    );
}
