//! Invasions, and the same cards as BR reinforcements (18.6, 18.11.3); ENVER-FALKENHAYN SUMMIT (18.5) and
//! GRAND DUKE TO TIFLIS.

use super::countries::{broken, happens};
use super::*;

/// The events that invasions ask for have happened.
fn told(mut more: Value) -> Value {
    let given = more.as_object_mut().unwrap();
    given.entry("turn").or_insert(json!(4));
    given
        .entry("events")
        .or_insert(json!({"ap_03": 2, "ap_13": 2}));
    more
}

/// The AP holds these cards in turn 4, and acts.
fn holding(hand: &[&str], mut more: Value) -> Position {
    let given = more.as_object_mut().unwrap();
    for (key, value) in [
        ("round", json!(2)),
        ("phase", json!("action")),
        ("active", json!("ap")),
        ("cards", json!({"ap": {"hand": hand}})),
    ] {
        given.entry(key).or_insert(value);
    }
    position(&told(more))
}

#[test]
fn alexandria_lands_three_divisions_at_once() {
    // 18.6.1, 18.6.1.6-1: a first marker next to Syria costs a VP and a Jihad point.
    let units = json!({"alexandria": ["br_div_1", "in_div_1"], "ap_reserve": ["br_elite_div_1",
        "anz_cavalry_1"], "port_said": ["br_cavalry_2"], "gaza": ["tu_div_1"]});
    let more = json!({"units": units, "tracks": {"vp": 10, "jihad": 2},
        "control": {"ap": ["alexandria", "port_said"]}});
    let asked = happens("ap_12", told(more));
    assert_eq!(asked.asks_for(), Asked::Marks);
    for (text, why) in [
        ("mark beach_beirut", ""),
        ("pass", "marks_missing"),
        ("mark suvla_bay", "cannot_mark marks_missing"),
        ("mark beach_beirut; mark beach_haifa", "marks_too_many"),
    ] {
        assert_eq!(broken(&asked, text), why, "{text}");
    }
    let adana = asked.answer("mark beach_adana").unwrap();
    assert_eq!(tracks(&adana)[..2], [10, 2]);
    let sails = asked.answer("mark beach_beirut").unwrap();
    sound(&sails);
    assert_eq!(tracks(&sails)[..2], [11, 3]);
    assert_eq!(sails.asks_for(), Asked::Redeployment);
    assert_eq!(document(&sails)["beachheads_in_reserve"], 0);
    for (text, why) in [
        ("pass", ""),
        ("ship br_div_1 beach_beirut; ship in_div_1 beach_beirut", ""),
        (
            "ship br_div_1 beach_beirut; deploy br_elite_div_1 beach_beirut",
            "",
        ),
        ("ship br_div_1 port_said", "not_to_event"),
        ("ship br_cavalry_2 beach_beirut", "not_for_event"),
        ("deploy anz_cavalry_1 beach_beirut", "not_for_event"),
        ("reserve br_div_1", "not_to_event"),
    ] {
        assert_eq!(broken(&sails, text), why, "{text}");
    }
    let landed = sails
        .answer("ship br_div_1,in_div_1 beach_beirut; deploy br_elite_div_1 beach_beirut")
        .unwrap();
    sound(&landed);
    for who in ["br_div_1", "in_div_1", "br_elite_div_1"] {
        assert_eq!(place(&landed, who), "beach_beirut");
    }
    assert_eq!(landed.decision().side, Some(Side::Cp));
}

#[test]
fn gallipolis_corps_enter_full_beside_a_division() {
    // The card; 9.5.3.2.j-2, 9.5.3.2.m.
    let units = json!({"alexandria": ["br_div_1", "br_div_2", "anz_cavalry_1"],
        "ap_reserve": ["anz_elite_div"]});
    let more = json!({"units": units, "control": {"ap": ["alexandria"]}});
    let asked = happens("ap_30", told(more));
    assert_eq!(asked.asks_for(), Asked::Redeployment);
    for (text, why) in [
        ("reserve br_div_1", ""),
        ("reserve br_div_1,br_div_2", "one_of_a_nation"),
        ("reserve anz_cavalry_1", "not_for_event nation_waits"),
        ("ship br_div_1 lemnos", "not_to_event"),
        (
            "deploy anz_elite_div port_said",
            "nation_waits not_for_event not_to_event",
        ),
    ] {
        let mut found: Vec<String> = broken(&asked, text)
            .split_whitespace()
            .map(Into::into)
            .collect();
        found.sort();
        let mut wanted: Vec<String> = why.split_whitespace().map(Into::into).collect();
        wanted.sort();
        assert_eq!(found, wanted, "{text}");
    }
    let corps = "enter br_viii_corps lemnos; enter anz_anzac lemnos; enter fr_div_1 lemnos; \
                 enter fr_div_2 lemnos; enter br_div_4 lemnos";
    for (first, reduced) in [
        ("pass", vec!["br_viii_corps"]),
        ("reserve br_div_1", vec![]),
    ] {
        let enters = asked.answer(first).unwrap();
        assert_eq!(enters.asks_for(), Asked::Reinforcements);
        assert_eq!(
            broken(
                &enters,
                &corps.replace("fr_div_2 lemnos", "fr_div_2 cyprus")
            ),
            "other_base"
        );
        assert!(
            broken(
                &enters,
                &corps.replace("fr_div_2 lemnos", "fr_div_2 alexandria")
            )
            .contains("elsewhere")
        );
        let over = enters.answer(corps).unwrap();
        sound(&over);
        let told = document(&over)["reduced"].clone();
        let found = told.as_array().cloned().unwrap_or_default();
        assert_eq!(found, reduced, "{first}");
        assert_eq!(document(&over)["beachheads_in_reserve"], 2);
    }
}

#[test]
fn salonikas_divisions_follow_to_the_base() {
    let units = json!({"alexandria": ["br_cavalry_2", "in_div_1"], "lemnos": ["br_div_1"],
        "ap_reserve": ["br_elite_div_1"]});
    let more = json!({"units": units, "control": {"ap": ["alexandria"]}});
    let asked = happens("ap_34", told(more));
    assert_eq!(asked.asks_for(), Asked::Reinforcements);
    let corps = "enter br_xvi_corps cyprus; enter br_xii_corps cyprus; enter fr_div_3 cyprus; \
                 enter fr_div_4 cyprus; enter fr_army_orient_1 ap_corps_assets";
    let sails = asked.answer(corps).unwrap();
    assert_eq!(sails.asks_for(), Asked::Redeployment);
    for (text, why) in [
        ("ship br_cavalry_2,in_div_1,br_div_1 cyprus", ""),
        (
            "ship br_cavalry_2,in_div_1,br_div_1 cyprus; deploy br_elite_div_1 cyprus",
            "too_many_free",
        ),
        ("ship in_div_1 lemnos", "not_to_event"),
    ] {
        assert_eq!(broken(&sails, text), why, "{text}");
    }
    let over = sails.answer("ship br_cavalry_2,br_div_1 cyprus").unwrap();
    sound(&over);
    assert_eq!(place(&over, "br_div_1"), "cyprus");
    assert_eq!(document(&over)["beachheads_in_reserve"], 1);
    assert_eq!(document(&over)["reduced"], json!(["br_xii_corps"]));
}

#[test]
fn kitchener_may_land_at_once() {
    let asked = happens("ap_22", told(json!({})));
    assert_eq!(asked.asks_for(), Asked::Marks);
    assert_eq!(broken(&asked, "pass"), "");
    assert_eq!(
        broken(&asked, "mark beach_adana; mark suvla_bay"),
        "marks_too_many"
    );
    let units = "enter br_ix_corps PLACE; enter br_div_2 PLACE; enter br_div_3 PLACE; \
                 enter br_elite_div_3 ap_reserve; enter br_cavalry_1 ap_reserve";
    let landed = asked.answer("mark suvla_bay").unwrap();
    let over = landed.answer(&units.replace("PLACE", "suvla_bay")).unwrap();
    sound(&over);
    assert_eq!(place(&over, "br_ix_corps"), "suvla_bay");
    let waits = asked.answer("pass").unwrap();
    assert!(broken(&waits, &units.replace("PLACE", "suvla_bay")).contains("elsewhere"));
    let over = waits.answer(&units.replace("PLACE", "lemnos")).unwrap();
    assert_eq!(document(&over)["beachheads_in_reserve"], 1);
}

#[test]
fn one_invasion_a_turn_and_none_after_the_submarines() {
    // 18.6.1-1, 18.6.1.5-1, 18.6.1.8, 18.11.3
    let hand = ["ap_12", "ap_22", "ap_30", "ap_34"];
    let done = json!([{"round": 1, "side": "ap", "kind": "event", "card": "ap_12"}]);
    for (more, why) in [
        (json!({}), ""),
        (json!({"actions": done}), "second_invasion"),
        (
            json!({"events": {"ap_13": 2, "ap_03": 2, "cp_53": 3}}),
            "no_invasions_any_more",
        ),
        (json!({"events": {}}), "unfulfilled"),
        (json!({"turn": 6}), "unfulfilled"),
    ] {
        let start = holding(&hand, more.clone());
        assert_eq!(broken(&start, "play ap_30 for event"), why, "{more}");
        assert_eq!(broken(&start, "play ap_30 for reinforcement"), "", "{more}");
        assert_eq!(
            broken(&start, "play ap_12 for reinforcement"),
            "no_reinforcement"
        );
    }
}

#[test]
fn an_invasion_is_a_british_reinforcement() {
    // 18.6.5-1, 9.5.3.2.n, 9.5.3.1-2: no marker, no SR.
    let start = holding(&["ap_30", "ap_35", "ap_34"], json!({"turn": 6}));
    let asked = start.answer("play ap_30 for reinforcement").unwrap();
    sound(&asked);
    assert_eq!(asked.asks_for(), Asked::Reinforcements);
    let spread = "enter br_viii_corps alexandria; enter anz_anzac port_said; enter fr_div_1 alexandria; \
                  enter fr_div_2 ap_reserve; enter br_div_4 lemnos";
    assert_eq!(broken(&asked, spread), "");
    let over = asked.answer(spread).unwrap();
    sound(&over);
    let told = document(&over);
    assert_eq!(told["beachheads_in_reserve"], 0);
    assert_eq!(told["cards"]["ap"]["removed"], json!(["ap_30"]));
    let did = json!({"round": 2, "side": "ap", "kind": "reinforcement", "card": "ap_30"});
    assert_eq!(told["actions"], json!([did]));
    let next = pass(&over);
    assert_eq!(
        broken(&next, "play ap_34 for reinforcement"),
        "second_reinforcement"
    );
    assert_eq!(
        broken(&next, "play ap_35 for event"),
        "second_reinforcement"
    );
}

#[test]
fn submarines_let_invasions_land() {
    // 18.6.1.7-1, 18.6.1.7-2, 18.6.1.7-3
    let events = json!({"ap_13": 2, "cp_22": 4});
    let start = holding(&["ap_34"], json!({"events": events}));
    let corps = "enter br_xvi_corps lemnos; enter br_xii_corps lemnos; enter fr_div_3 lemnos; \
                 enter fr_div_4 lemnos; enter fr_army_orient_1 ap_corps_assets";
    for (used, why) in [
        ("event", ""),
        (
            "reinforcement",
            "submarines submarines submarines submarines",
        ),
    ] {
        let asked = start.answer(&format!("play ap_34 for {used}")).unwrap();
        assert_eq!(broken(&asked, corps), why, "{used}");
    }
}

#[test]
fn the_summit_sends_turks_to_the_balkans() {
    // 18.5, 9.3.2-1
    let units = json!({"constantinople": ["tu_v_corps", "tu_div_1"], "cp_reserve": ["tu_div_2"],
        "adrianople": ["tu_xv_corps"], "kayseri": ["tu_div_3"]});
    let more = json!({"units": units, "events": {"cp_33": 2}, "turn": 8, "round": 3,
        "control": {"cp": ["belgrade", "nis"]}});
    let asked = happens("cp_29", more.clone());
    assert_eq!(asked.asks_for(), Asked::Reinforcements);
    assert_eq!(broken(&asked, "enter bu_4_army sofia"), "");
    assert_eq!(broken(&asked, "enter bu_4_army belgrade"), "elsewhere");
    let sails = asked.answer("enter bu_4_army sofia").unwrap();
    assert_eq!(sails.asks_for(), Asked::Redeployment);
    for (text, why) in [
        ("redeploy tu_xv_corps galicia", ""),
        (
            "redeploy tu_xv_corps,tu_v_corps galicia",
            "one_lcu_in_galicia",
        ),
        (
            "redeploy tu_xv_corps galicia; redeploy tu_v_corps sofia; redeploy tu_div_1 sofia",
            "over_points",
        ),
        ("redeploy bu_4_army belgrade", "not_for_event"),
        ("redeploy tu_div_1 kayseri", "not_to_event"),
        ("reserve tu_div_1", "not_to_event"),
    ] {
        assert_eq!(broken(&sails, text), why, "{text}");
    }
    let over = sails.answer("redeploy tu_xv_corps galicia").unwrap();
    sound(&over);
    assert_eq!(place(&over, "tu_xv_corps"), "galicia");
    // An SR action, and none after one.
    let mut after = more;
    let given = after.as_object_mut().unwrap();
    given.insert(
        "actions".into(),
        json!([{"round": 2, "side": "cp", "kind": "sr", "card": "cp_04"}]),
    );
    given.insert("cards".into(), json!({"cp": {"hand": ["cp_29"]}}));
    given.insert("phase".into(), json!("action"));
    given.insert("active".into(), json!("cp"));
    let start = position(&after);
    assert_eq!(broken(&start, "play cp_29 for event"), "sr_twice_running");
    let given = after.as_object_mut().unwrap();
    given.insert(
        "actions".into(),
        json!([{"round": 2, "side": "cp", "kind": "event", "card": "cp_29"}]),
    );
    given.insert("cards".into(), json!({"cp": {"hand": ["cp_04"]}}));
    let start = position(&after);
    assert_eq!(broken(&start, "play cp_04 for sr"), "sr_twice_running");
}

#[test]
fn the_grand_duke_drives_the_turks_out_of_a_port() {
    let units = json!({"baku": ["tu_div_1", "tu_div_2", "tu_v_corps"], "ap_reserve": ["ru_cavalry_1"],
        "tiflis": ["ru_div_1"]});
    let more = json!({"units": units, "events": {"cp_10": 2}, "control": {"cp": ["baku"]}});
    let asked = happens("ap_23", more);
    assert_eq!(asked.asks_for(), Asked::Marks);
    assert_eq!(broken(&asked, "mark batum"), "cannot_mark marks_missing");
    let leaves = asked.answer("mark baku").unwrap();
    sound(&leaves);
    assert_eq!(leaves.asks_for(), Asked::Evacuation);
    assert_eq!(leaves.decision().side, Some(Side::Cp));
    assert!(broken(&leaves, "pass").contains("stays_in_port"));
    let made = leaves.sample_entries(7, 1).unwrap().remove(0);
    assert_eq!(leaves.check(&made).unwrap(), []);
    let enters = leaves.play_unchecked(&made).unwrap();
    sound(&enters);
    assert_eq!(enters.asks_for(), Asked::Reinforcements);
    let made = enters.sample_entries(7, 1).unwrap().remove(0);
    let sails = enters.play_unchecked(&made).unwrap();
    sound(&sails);
    assert_eq!(place(&sails, "ru_baratov_hq"), "baku");
    assert_eq!(control(&sails, "baku"), "ap");
    assert_eq!(sails.asks_for(), Asked::Redeployment);
    assert_eq!(broken(&sails, "deploy ru_cavalry_1 baku"), "");
    assert_eq!(broken(&sails, "deploy ru_cavalry_1 tiflis"), "not_to_event");
}
