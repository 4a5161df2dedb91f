//! Countries enter the war by BULGARIA and ROMANIA (18.8.2.2, 18.8.4.2), and collapse (18.8.3.3,
//! 18.8.4.3); THE SERBS RETURN, GORLICE-TARNOW (18.12.5).

use super::*;

/// A side plays a card as an event.
pub(super) fn happens(card: &str, mut more: Value) -> Position {
    let side = &card[..2];
    let told = more.as_object_mut().unwrap();
    for (key, value) in [
        ("turn", json!(6)),
        ("round", json!(2)),
        ("phase", json!("action")),
        ("active", json!(side)),
        ("cards", json!({side: {"hand": [card]}})),
    ] {
        told.entry(key).or_insert(value);
    }
    let start = position(&more);
    let text = format!("play {card} for event");
    assert_eq!(start.check(&start.read_move(&text).unwrap()).unwrap(), []);
    let next = start.answer(&text).unwrap();
    sound(&next);
    next
}

/// What is wrong with an answer, in the witnesses' names.
pub(super) fn broken(position: &Position, text: &str) -> String {
    let made = position.read_move(text).unwrap();
    let broken = position.check(&made).unwrap();
    let codes: Vec<_> = broken.iter().map(|one| one.code()).collect();
    codes.join(" ")
}

/// The War Status Phase has come to collapses.
fn collapsing(mut more: Value) -> Position {
    let told = more.as_object_mut().unwrap();
    for (key, value) in [
        ("turn", json!(8)),
        ("phase", json!("war_status")),
        ("step", json!(3)),
    ] {
        told.insert(key.into(), value);
    }
    let mut now = position(&more);
    now = now.at_next_decision().into_owned();
    sound(&now);
    now
}

fn collapsed(position: &Position) -> Value {
    document(position)["collapsed"].clone()
}

#[test]
fn bulgaria_and_serbia_enter_the_war() {
    // 18.8.2.2-1, 18.8.2.2-2, 18.8.3.2-1, 9.5.2.b-2
    let alps = json!({"units": {"galicia": ["ge_alpenkorps"]}, "events": {"ap_29": 4}});
    let next = happens("cp_33", alps);
    for (unit, at) in [
        ("bu_div_2", "sofia"),
        ("bu_div_6", "cp_reserve"),
        ("bu_div_7", "cp_reserve"),
        ("sb_1_army", "belgrade"),
        ("ge_bu_xi_army", "galicia"),
        ("ge_alpenkorps", "galicia"),
        ("ge_div_1", "cp_reserve"),
    ] {
        assert_eq!(place(&next, unit), at);
    }
    // The second German division came with Romania (3.2.1.3.ge_inf).
    assert_eq!(next.place(unit("ge_div_2")), None);
    assert_eq!(control(&next, "belgrade"), "ap");
    assert_eq!(control(&next, "sofia"), "cp");
    let reduced = document(&next)["reduced"].clone();
    assert_eq!(reduced, json!(["bu_3_army"]));
}

#[test]
fn romania_enters_the_war_and_strikes() {
    // 18.8.4.2-1, 9.5.1.a
    let units = json!({"lemnos": ["fr_army_orient_1"]});
    let next = happens("ap_29", json!({"units": units}));
    assert_eq!(place(&next, "ro_2_army"), "ploesti");
    assert_eq!(place(&next, "bu_ah_combined_div"), "cp_reserve");
    assert_eq!(next.asks_for(), Asked::Operations);
    assert_eq!(next.decision().side, Some(Side::Ap));
    assert_eq!(broken(&next, "pass"), "");
    assert_eq!(broken(&next, "activate ploesti attack"), "");
    assert_eq!(broken(&next, "activate ploesti move"), "other_activation");
    assert_eq!(
        broken(&next, "activate lemnos move with fr_army_orient_1"),
        "other_activation"
    );
    assert_eq!(
        broken(&next, "activate ploesti attack; activate craiova attack"),
        "one_space"
    );
    let dug = broken(&next, "activate ploesti attack; entrench craiova");
    assert!(dug.contains("no_other_orders"), "{dug}");
    let strikes = next.answer("activate ploesti attack").unwrap();
    sound(&strikes);
    assert_eq!(strikes.asks_for(), Asked::Attack);
    let target = strikes
        .answer("attack hermannstadt with ro_2_army,ro_div_3")
        .unwrap();
    sound(&target);
}

#[test]
fn the_shared_division_goes_to_bulgaria() {
    // 18.8.4.2-1
    let told = json!({"events": {"cp_33": 4}, "units": {"belgrade": ["sb_1_army"]}});
    let next = happens("ap_29", told);
    assert_eq!(next.asks_for(), Asked::Newcomers);
    assert_eq!(next.decision().side, Some(Side::Cp));
    assert_eq!(
        broken(&next, "enter bu_ah_combined_div galicia"),
        "not_in_bulgaria"
    );
    assert_eq!(broken(&next, "pass"), "left_out");
    let placed = next.answer("enter bu_ah_combined_div varna").unwrap();
    sound(&placed);
    assert_eq!(place(&placed, "bu_ah_combined_div"), "varna");
    assert_eq!(placed.asks_for(), Asked::Operations);
    assert_eq!(placed.state().active(), Side::Ap);
}

#[test]
fn of_a_bulgaria_that_has_collapsed_nobody_comes() {
    // 18.8.2.3-2
    let told = json!({
        "events": {"cp_33": 4}, "collapsed": ["bulgaria"], "units": {"belgrade": ["sb_1_army"]},
    });
    let next = happens("ap_29", told);
    assert_eq!(next.place(unit("bu_ah_combined_div")), None);
}

#[test]
fn who_comes_late_enters_when_a_turn_begins() {
    // 18.8.4.2-3
    let late = json!({
        "turn": 6, "phase": "draw", "step": 3, "events": {"ap_29": 6, "cp_33": 4},
        "arriving": {"7": ["fr_div_7", "ru_danube_army", "ge_schmettow"], "8": ["ru_6_army"]},
    });
    let mut now = position(&late).at_next_decision().into_owned();
    let mut draws = 0;
    while now.state().scalar(pursuit_of_glory::state::Scalar::Turn) == 6 {
        let outcome = match now.decision().parameters {
            Parameters::Chance { outcomes } => outcomes.parts()[0].0.text(&DATA),
            _ => "pass".to_owned(),
        };
        now = now.answer(&outcome).unwrap();
        draws += 1;
        assert!(draws < 40);
    }
    sound(&now);
    assert_eq!(place(&now, "fr_div_7"), "lemnos");
    assert_eq!(place(&now, "ru_danube_army"), "odessa");
    assert_eq!(place(&now, "ge_schmettow"), "galicia");
    assert_eq!(place(&now, "ru_6_army"), "turn_track");
}

/// Serbia fights on without Belgrade.
fn without_belgrade(more: Value) -> Value {
    let mut told = json!({
        "events": {"cp_33": 5},
        "units": {
            "nis": ["sb_1_army", "sb_div_1"], "salonika": ["sb_div_2"], "ap_reserve": ["sb_div_5"],
            "ap_eliminated": ["sb_div_3"], "belgrade": ["ge_iv_r_corps", "ah_div_4"],
            "sofia": ["ge_alpenkorps", "ge_bu_xi_army"], "galicia": ["ah_viii_corps"],
            "cp_reserve": ["ah_div_5", "ge_div_1"],
        },
        "control": {"cp": ["belgrade", "skopje"], "ap": ["salonika"]},
        "tracks": {"vp": 10},
    });
    for (key, value) in more.as_object().unwrap() {
        told[key] = value.clone();
    }
    told
}

#[test]
fn the_ap_declares_that_serbia_collapses() {
    // 18.8.3.3.a-1, 18.8.3.3.a-2, 18.8.3.3.a-3, 18.8.3.3.a-7, 16.6
    let start = collapsing(without_belgrade(json!({})));
    assert_eq!(start.asks_for(), Asked::Collapses);
    assert_eq!(start.decision().side, Some(Side::Ap));
    assert_eq!(broken(&start, "declare romania"), "not_declarable");
    assert_eq!(broken(&start, "declare serbia"), "");
    let stands = start.answer("pass").unwrap();
    sound(&stands);
    assert_eq!(collapsed(&stands), json!([]));
    assert_ne!(stands.asks_for(), Asked::Redeployment);
    let over = start.answer("declare serbia").unwrap();
    sound(&over);
    assert_eq!(collapsed(&over), json!(["serbia"]));
    for (unit, at) in [
        ("sb_1_army", "ap_removed_from_game"),
        ("sb_div_1", "ap_removed_from_game"),
        ("sb_div_2", "salonika"),
        ("sb_div_3", "ap_removed_from_game"),
        ("sb_div_5", "ap_reserve"),
        ("ge_iv_r_corps", "cp_removed_from_game"),
        ("ge_alpenkorps", "cp_removed_from_game"),
        ("ge_bu_xi_army", "sofia"),
        ("ge_div_1", "cp_reserve"),
        ("ah_viii_corps", "cp_removed_from_game"),
        ("ah_div_4", "cp_removed_from_game"),
        ("ah_div_5", "cp_removed_from_game"),
    ] {
        assert_eq!(place(&over, unit), at, "{unit}");
    }
    // Nobody British is there.
    assert_eq!(tracks(&over)[0], 11);
    // 18.8.3.3.a-6
    assert_eq!(over.asks_for(), Asked::Redeployment);
    assert_eq!(over.decision().side, Some(Side::Cp));
    assert_eq!(broken(&over, "redeploy ge_bu_xi_army varna"), "");
    let next = over.answer("pass").unwrap();
    sound(&next);
    assert_eq!(document(&next)["turn"], 9);
}

#[test]
fn british_units_save_the_prestige() {
    // 18.8.3.3.a-7, 3.2.1.3.cnd-4
    for (unit, at, vp) in [
        ("br_div_1", "salonika", 10),
        ("br_div_1", "lemnos", 11),
        ("br_div_1", "thermaikos_bay", 11),
        ("gr_br_corps_of_national_defense", "salonika", 11),
    ] {
        let mut told = without_belgrade(json!({"beachheads": ["thermaikos_bay"]}));
        let units = told["units"][at].as_array_mut();
        match units {
            Some(units) => units.push(json!(unit)),
            None => told["units"][at] = json!([unit]),
        }
        let over = collapsing(told).answer("declare serbia").unwrap();
        assert_eq!(tracks(&over)[0], vp, "{unit} in {at}");
    }
}

#[test]
fn serbia_collapses_without_its_heart() {
    // 18.8.3.3.a-1
    let told = without_belgrade(json!({
        "control": {"cp": ["belgrade", "skopje"], "ap": ["salonika"]},
        "units": {"skopje": ["bu_div_1"], "salonika": ["sb_1_army"]},
    }));
    let over = collapsing(told.clone());
    assert_eq!(collapsed(&over), json!(["serbia"]));
    let mut defended = told;
    defended["units"] = json!({"skopje": ["bu_div_1"], "nis": ["sb_1_army"]});
    assert_eq!(collapsing(defended).asks_for(), Asked::Collapses);
}

#[test]
fn with_romania_in_the_war_the_cp_chooses_divisions() {
    // 18.8.3.3.a-4, 18.8.3.3.a-5
    let told = without_belgrade(json!({"events": {"cp_33": 5, "ap_29": 6}}));
    let mut told = told;
    told["units"]["hermannstadt"] = json!(["ah_div_1", "ah_div_2"]);
    told["units"]["cp_eliminated"] = json!(["ah_div_3"]);
    let start = collapsing(told);
    let asked = start.answer("declare serbia").unwrap();
    assert_eq!(asked.asks_for(), Asked::DivisionsLeave);
    assert_eq!(place(&asked, "ge_alpenkorps"), "sofia");
    assert_eq!(broken(&asked, "eliminate ah_div_1"), "too_few");
    assert_eq!(
        broken(&asked, "eliminate ah_div_1,ah_div_2,ah_div_3"),
        "too_many"
    );
    let over = asked.answer("eliminate ah_div_1,ah_div_3").unwrap();
    sound(&over);
    assert_eq!(place(&over, "ah_div_3"), "cp_removed_from_game");
    assert_eq!(place(&over, "ah_div_4"), "belgrade");
    // Both at once: Serbia first, then all that is left (6.0.F.5).
    let both = start.answer("declare serbia; declare romania").unwrap();
    let both = both.answer("eliminate ah_div_1,ah_div_3").unwrap();
    let both = both.answer("pass").unwrap();
    sound(&both);
    assert_eq!(collapsed(&both), json!(["serbia", "romania"]));
    assert_eq!(place(&both, "ah_div_4"), "cp_removed_from_game");
}

#[test]
fn romania_collapses_when_all_is_lost() {
    // 18.8.4.3-1, 18.8.4.3-2
    let told = |more: Value| {
        let mut told = json!({
            "events": {"cp_33": 5, "ap_29": 6}, "collapsed": ["serbia"],
            "units": {
                "bucharest": ["ge_ix_army"], "ploesti": ["ah_vi_r_corps"],
                "constanta": ["bu_ah_combined_div"], "galicia": ["ge_schmettow"],
                "ap_eliminated": ["ro_1_army", "ro_2_army", "ro_3_army"], "odessa": ["ro_div_1"],
                "ap_reserve": ["ru_sb_yugoslav_div"],
            },
            "control": {"cp": ["bucharest", "ploesti", "constanta"]},
            "forts_destroyed": ["bucharest"],
        });
        for (key, value) in more.as_object().unwrap() {
            told[key] = value.clone();
        }
        told
    };
    let over = collapsing(told(json!({})));
    assert_eq!(collapsed(&over), json!(["serbia", "romania"]));
    for (unit, at) in [
        ("ro_1_army", "ap_removed_from_game"),
        ("ro_div_1", "ap_removed_from_game"),
        ("ge_ix_army", "bucharest"),
        ("ge_schmettow", "cp_removed_from_game"),
        ("ah_vi_r_corps", "cp_removed_from_game"),
        ("bu_ah_combined_div", "cp_removed_from_game"),
        ("ru_sb_yugoslav_div", "ap_reserve"),
    ] {
        assert_eq!(place(&over, unit), at, "{unit}");
    }
    // The CP redeploys for Serbia alone.
    assert_ne!(over.asks_for(), Asked::Redeployment);
    let mut held = told(json!({"control": {"cp": ["bucharest", "ploesti"]}}));
    held["units"]["constanta"] = json!(["ro_div_2"]);
    assert_eq!(collapsing(held).asks_for(), Asked::Collapses);
}

#[test]
fn the_serbs_return() {
    // 9.5.3.2.a, 9.5.3.2.h-1
    let gone = json!([
        "sb_1_army",
        "sb_2_army",
        "sb_cavalry",
        "sb_div_1",
        "sb_div_2",
        "sb_div_3",
        "sb_div_4",
        "sb_div_5",
        "sb_div_6",
        "sb_div_7",
    ]);
    let told = json!({
        "turn": 9, "events": {"cp_33": 5}, "collapsed": ["serbia"],
        "units": {"ap_removed_from_game": gone, "ap_permanently_eliminated": ["sb_3_army"]},
    });
    let next = happens("ap_24", told);
    let Parameters::Reinforcements { units, .. } = next.decision().parameters else {
        panic!("{:?}", next.decision());
    };
    // Six divisions, the cavalry, and the armies that are not eliminated for good.
    assert_eq!(units.len(), 9);
    let six = "enter sb_div_1 lemnos; enter sb_div_2 lemnos; enter sb_div_3 ap_reserve; \
               enter sb_div_4 ap_reserve; enter sb_div_5 lemnos; enter sb_div_6 lemnos; \
               enter sb_cavalry lemnos; enter sb_1_army ap_corps_assets; \
               enter sb_2_army ap_corps_assets";
    let over = next.answer(six).unwrap();
    sound(&over);
    assert_eq!(place(&over, "sb_cavalry"), "lemnos");
    let wrong = six.replace("sb_div_1 lemnos", "sb_div_1 salonika");
    assert_eq!(broken(&next, &wrong), "elsewhere");
}

#[test]
fn a_russian_corps_leaves_for_four_turns() {
    // 18.12.5
    let told = json!({
        "turn": 4, "tracks": {"vp": 10}, "replacements": {"ru": 1},
        "units": {"tiflis": ["ru_i_caucasian", "ru_ii_turkistani"], "kars": ["ru_div_1"]},
    });
    let next = happens("cp_31", told);
    assert_eq!(next.asks_for(), Asked::OutOfTheater);
    assert_eq!(broken(&next, "eliminate ru_div_1"), "not_such_troops");
    let two = "eliminate ru_i_caucasian,ru_ii_turkistani";
    assert_eq!(broken(&next, two), "one_lcu");
    assert_eq!(tracks(&next.answer("pass").unwrap())[0], 12);
    let over = next.answer("eliminate ru_i_caucasian").unwrap();
    sound(&over);
    assert_eq!(tracks(&over)[0], 10);
    assert_eq!(
        document(&over)["arriving"],
        json!({"8": ["ru_i_caucasian"]})
    );
    assert_eq!(document(&over)["replacements"]["ru"], 1);
}
