//! GREECE and KING CONSTANTINE (9.5.2.b, 18.8.1.2), and events that cost the CP corps, bring units back,
//! or say what their OPS are for (9.5.1.a).

use super::countries::{broken, happens};
use super::*;

/// The AP plays GREECE, while the CP holds these cards.
fn greece(held: &[&str], mut more: Value) -> Position {
    let told = more.as_object_mut().unwrap();
    let cards = json!({"ap": {"hand": ["ap_45"]}, "cp": {"hand": held}});
    told.insert("cards".into(), cards);
    told.entry("units").or_insert(json!({}));
    told["units"]["lemnos"] = json!(["fr_army_orient_1"]);
    happens("ap_45", more)
}

#[test]
fn greece_joins_the_ap_if_nobody_counters_it() {
    // 18.8.1.2.a-2, 18.8.1.2.b-1, 18.8.1.2.b-2, 9.5.1.d-1
    let told = || json!({"tracks": {"vp": 10, "war_status_ap": 3, "combined_war_status": 7}});
    for asked in [greece(&[], told()), greece(&["cp_16"], told())] {
        let over = match asked.asks_for() {
            Asked::Counter => {
                assert_eq!(document(&asked)["tracks"]["war_status_ap"], 3);
                asked.answer("pass").unwrap()
            }
            _ => asked,
        };
        sound(&over);
        assert_eq!(document(&over)["greece"], "ap");
        assert_eq!(tracks(&over)[0], 9);
        assert_eq!(document(&over)["tracks"]["war_status_ap"], 4);
        assert_eq!(document(&over)["tracks"]["combined_war_status"], 8);
        assert_eq!(control(&over, "larissa"), "ap");
        assert_eq!(over.asks_for(), Asked::Action);
        assert_eq!(over.decision().side, Some(Side::Cp));
        assert_eq!(document(&over)["cards"]["ap"]["removed"], json!(["ap_45"]));
    }
}

#[test]
fn king_constantine_undoes_greece() {
    // 9.5.2.b-4: the action of the CP; GREECE counts as the neutral of the turn, and comes again.
    let told = json!({"tracks": {"vp": 10, "war_status_ap": 3}, "events": {"cp_33": 2},
        "control": {"ap": ["belgrade", "skopje"]}});
    let asked = greece(&["cp_16", "cp_04"], told);
    assert_eq!(asked.asks_for(), Asked::Counter);
    assert_eq!(asked.decision().side, Some(Side::Cp));
    for (text, why) in [
        ("play cp_16 for event", ""),
        ("play cp_16", "no_counter"),
        ("play cp_04 for event", "no_counter"),
        ("play cp_36 for event", "not_in_hand no_counter"),
        ("play cp_16 for event; play cp_04", "two_actions no_counter"),
    ] {
        assert_eq!(broken(&asked, text), why, "{text}");
    }
    let over = asked.answer("play cp_16 for event").unwrap();
    sound(&over);
    assert_eq!(document(&over)["greece"], "neutral");
    assert_eq!(tracks(&over)[0], 10);
    assert_eq!(document(&over)["tracks"]["war_status_ap"], 3);
    let cards = &document(&over)["cards"];
    assert_eq!(cards["ap"]["discard"], json!(["ap_45"]));
    assert_eq!(cards["cp"]["discard"], json!(["cp_16"]));
    assert_eq!(over.asks_for(), Asked::Action);
    assert_eq!(over.decision().side, Some(Side::Ap));
    assert_eq!(document(&over)["round"], 3);
}

#[test]
fn greece_may_join_the_cp() {
    // 18.8.1.2.a-3: a unit in Larissa, or no VP space of the Balkans that the AP controls.
    let told = json!({"events": {"cp_33": 2}, "control": {"ap": ["belgrade"], "cp": ["larissa"]},
        "units": {"larissa": ["bu_div_1"]}, "tracks": {"vp": 10}});
    let over = greece(&["cp_16"], told)
        .answer("play cp_16 for event")
        .unwrap();
    sound(&over);
    assert_eq!(document(&over)["greece"], "cp");
    assert_eq!(tracks(&over)[0], 11);
    let cards = json!({"cp": {"hand": ["cp_16"]}});
    for (events, lost, stands) in [
        (json!({}), json!([]), "cp"),
        (json!({"cp_33": 2}), json!(["belgrade"]), "neutral"),
        (json!({"cp_33": 2}), json!(["belgrade", "skopje"]), "cp"),
    ] {
        let told = json!({"cards": cards, "events": events, "control": {"cp": lost}});
        let over = happens("cp_16", told);
        let greece = document(&over)["greece"].clone();
        assert_eq!(greece.as_str().unwrap_or("neutral"), stands);
        assert_eq!(over.asks_for(), Asked::Action);
    }
}

#[test]
fn the_cp_is_asked_if_it_could_hold_the_card() {
    let hidden = json!({"ap": {"hand": ["ap_45"]}, "cp": {"hidden_in_hand": 2, "hidden": ["cp_16", "cp_04", "cp_19"]}});
    let told = json!({"cards": hidden, "units": {"lemnos": ["fr_army_orient_1"]}});
    let asked = happens("ap_45", told);
    assert_eq!(asked.asks_for(), Asked::Counter);
    let told = json!({"units": {"lemnos": ["fr_army_orient_1"]}, "cards": {
        "ap": {"hand": ["ap_45"]}, "cp": {"hidden_in_hand": 2, "hidden": ["cp_04", "cp_19"], "discard": ["cp_16"]}}});
    assert_eq!(happens("ap_45", told).asks_for(), Asked::Action);
}

#[test]
fn reforms_cost_four_corps() {
    let units = json!({
        "erzincan": ["tu_ix_corps", "tu_div_1"], "mus": ["tu_x_corps", "tu_div_2"],
        "bitlis": ["tu_cavalry_1"], "cp_corps_assets": ["tu_xi_corps"],
        "cp_reserve": ["tu_a_div_1", "tu_elite_div_1"], "cp_eliminated": ["tu_i_corps"],
    });
    let control = json!({"cp": ["erzincan", "mus", "bitlis", "sivas"]});
    let asked = happens("cp_52", json!({"units": units, "control": control}));
    assert_eq!(asked.asks_for(), Asked::Exchange);
    let corps = "eliminate tu_ix_corps,tu_x_corps,tu_xi_corps";
    for (more, why) in [
        (",tu_div_1,tu_div_2,tu_a_div_1", ""),
        (",tu_div_1,tu_elite_div_1,tu_a_div_1", ""),
        ("", "too_few_corps"),
        (",tu_div_1,tu_div_2", "not_in_threes too_few_corps"),
        (",tu_i_corps", "not_in_play too_few_corps"),
        (",tu_cavalry_1", "not_such_troops too_few_corps"),
        (
            ",tu_div_1,tu_div_2,tu_a_div_1,tu_elite_div_1",
            "not_in_threes",
        ),
    ] {
        assert_eq!(broken(&asked, &format!("{corps}{more}")), why, "{more}");
    }
    let given = asked
        .answer(&format!("{corps},tu_div_1,tu_div_2,tu_a_div_1"))
        .unwrap();
    sound(&given);
    assert_eq!(given.asks_for(), Asked::Reinforcements);
    assert_eq!(place(&given, "tu_div_1"), "cp_permanently_eliminated");
    assert_eq!(
        broken(
            &given,
            "enter tu_1_caucasian mus; enter tu_2_caucasian sivas"
        ),
        ""
    );
    let adrianople = "enter tu_1_caucasian constantinople; enter tu_2_caucasian sivas";
    assert_eq!(broken(&given, adrianople), "elsewhere");
    // With too few nothing is exchanged.
    let few = json!({"units": {"erzincan": ["tu_ix_corps", "tu_x_corps"]}});
    let over = happens("cp_52", few);
    assert_eq!(over.asks_for(), Asked::Action);
    assert_eq!(over.place(unit("tu_1_caucasian")), None);
}

#[test]
fn the_lost_come_back_to_galicia() {
    let units = json!({
        "cp_eliminated": ["ah_viii_corps", "ah_div_4", "ge_mackensen_hq", "tu_div_1"],
        "cp_removed_from_game": ["ah_div_5", "ge_div_1", "ge_alpenkorps"],
        "cp_permanently_eliminated": ["ge_iv_r_corps"], "cp_reserve": ["ge_div_2"],
        "nis": ["sb_1_army"],
    });
    let told = json!({"units": units, "events": {"cp_33": 2}, "tracks": {"vp": 2}});
    let asked = happens("cp_40", told);
    assert_eq!(asked.asks_for(), Asked::Relief);
    for (text, why) in [
        ("pass", ""),
        ("enter ge_iv_r_corps galicia", ""),
        ("enter ge_div_2 galicia", "not_lost"),
        ("enter ge_mackensen_hq galicia", "no_central_troops"),
        ("enter tu_div_1 galicia", "no_central_troops"),
        ("enter ah_div_4 belgrade", "not_to_galicia"),
    ] {
        assert_eq!(broken(&asked, text), why, "{text}");
    }
    let four = "enter ah_div_4,ah_div_5,ge_div_1,ge_alpenkorps galicia";
    let back = asked.answer(&format!("enter ah_viii_corps galicia; {four}"));
    let back = back.unwrap();
    sound(&back);
    assert_eq!(tracks(&back)[0], -1);
    assert_eq!(
        document(&back)["units"]["galicia"]
            .as_array()
            .unwrap()
            .len(),
        5
    );
    assert_eq!(document(&back)["reduced"].as_array().unwrap().len(), 5);
}

#[test]
fn tribes_recover_and_are_activated() {
    let units = json!({
        "cp_eliminated": ["senussi_1"], "van": ["kurds_1", "tu_div_1"], "mus": ["tu_div_2"],
    });
    let told = json!({"units": units, "reduced": ["kurds_1", "tu_div_1"], "turn": 11,
        "tracks": {"jihad": 10, "combined_war_status": 30, "war_status_cp": 15}});
    let asked = happens("cp_46", told);
    assert_eq!(place(&asked, "senussi_1"), "tribal_key_senussi");
    assert_eq!(document(&asked)["reduced"], json!(["tu_div_1"]));
    assert_eq!(asked.asks_for(), Asked::Operations);
    assert_eq!(broken(&asked, "activate van move"), "");
    assert_eq!(broken(&asked, "activate mus move"), "other_activation");
    sound(&asked.answer("activate van move").unwrap());
}

/// The first way to place the tribe that is due.
fn first_tribe(asked: &Position) -> String {
    let Parameters::Tribes { places, .. } = asked.decision().parameters else {
        panic!("no tribe is due")
    };
    let (tribe, at) = &places[0];
    format!("place {} {}", DATA.units[*tribe].id, DATA.spaces[at[0]].id)
}

#[test]
fn two_ops_are_for_egypt() {
    let units = json!({
        "jifjaffa": ["tu_div_1"], "ismailia": ["in_div_1"], "van": ["tu_div_2"], "mus": ["tu_div_3"],
        "bitlis": ["tu_div_4"],
    });
    let told = json!({"units": units, "tracks": {"jihad": 1}, "control": {"cp": ["jifjaffa"]}});
    let mut asked = happens("cp_12", told);
    while asked.asks_for() == Asked::Tribes {
        asked = asked.answer(&first_tribe(&asked)).unwrap();
    }
    assert_eq!(document(&asked)["replacements"]["tu"], 1);
    assert_eq!(document(&asked)["tracks"]["jihad"], 2);
    assert_eq!(asked.asks_for(), Asked::Operations);
    for (text, why) in [
        (
            "activate jifjaffa attack; activate van move; activate mus move",
            "",
        ),
        ("activate van move; activate mus attack", ""),
        (
            "activate van move; activate mus move; activate bitlis move",
            "kept_for_egypt",
        ),
        (
            "activate van move; activate mus move; activate jifjaffa move",
            "kept_for_egypt",
        ),
    ] {
        assert_eq!(broken(&asked, text), why, "{text}");
    }
}

#[test]
fn one_corps_is_organized_by_its_card() {
    let units = json!({"ankara": ["tu_div_1", "tu_div_2", "tu_div_3"], "sivas": ["tu_div_4"],
        "cp_corps_assets": ["tu_i_corps"]});
    let control = json!({"cp": ["ankara", "sivas", "constantinople", "damascus"]});
    let asked = happens("cp_26", json!({"units": units, "control": control}));
    assert_eq!(asked.asks_for(), Asked::Reinforcements);
    let boxed = "enter tu_xiv_corps,tu_xv_corps,tu_xvi_corps,tu_xvii_corps,tu_a_xviii_corps \
                 cp_corps_assets; enter tu_a_div_15 cp_reserve; enter tu_div_18 constantinople";
    assert_eq!(broken(&asked, boxed), "");
    let asked = asked.answer(boxed).unwrap();
    sound(&asked);
    assert_eq!(asked.asks_for(), Asked::Operations);
    for (text, why) in [
        ("pass", ""),
        (
            "organize tu_xvii_corps reserve tu_div_1 removed tu_div_2",
            "",
        ),
        (
            "organize tu_i_corps reserve tu_div_1 removed tu_div_2",
            "other_lcu",
        ),
        ("activate sivas move", "no_other_orders"),
    ] {
        assert_eq!(broken(&asked, text), why, "{text}");
    }
    let made = asked
        .answer("organize tu_xvii_corps reserve tu_div_1 eliminated tu_div_3 removed tu_div_2")
        .unwrap();
    sound(&made);
    assert_eq!(place(&made, "tu_xvii_corps"), "ankara");
    assert_eq!(made.decision().side, Some(Side::Ap));
}

#[test]
fn the_british_land_and_the_russians_strike() {
    // 15.1.7, 9.5.1.a: neither meets the offensive of the Russians.
    let units = json!({"beach_fao": ["in_div_4", "in_div_5"], "basra": ["tu_a_div_1"],
        "sarikamis": ["ru_i_caucasian", "ru_div_1"], "kars": ["ru_div_2"], "batum": ["ru_div_3"],
        "koprukoy": ["tu_xi_corps"]});
    let told = json!({"turn": 1, "round": 1, "units": units, "beachheads": ["beach_fao"],
        "mandated": {"ap": [{"offensive": "ru", "met": false}]}});
    let asked = happens("ap_01", told);
    assert_eq!(asked.asks_for(), Asked::Marks);
    let landed = asked.answer("mark beach_fao").unwrap();
    sound(&landed);
    assert_eq!(place(&landed, "in_div_4"), "fao");
    assert_eq!(document(&landed)["forts_destroyed"], json!(["fao"]));
    assert_eq!(control(&landed, "fao"), "ap");
    for (text, why) in [
        ("pass", ""),
        ("activate sarikamis attack; activate kars attack", ""),
        (
            "activate sarikamis attack; activate kars attack; activate batum attack",
            "two_spaces",
        ),
        ("activate sarikamis move", "other_activation"),
        ("activate fao attack", "other_activation"),
    ] {
        assert_eq!(broken(&landed, text), why, "{text}");
    }
    let strikes = landed.answer("activate sarikamis attack").unwrap();
    let fought = strikes.answer("attack koprukoy; join ru_i_caucasian,ru_div_1");
    let fought = fought.unwrap();
    assert_eq!(document(&fought)["mandated"]["ap"][0]["met"], false);
    let fought = strikes
        .answer("attack basra; join in_div_4,in_div_5")
        .unwrap();
    sound(&fought);
}

#[test]
fn the_greeks_leave_and_bulgarians_enter() {
    // 11.3.3-3, 18.8.1.1.a-2: trench and fort fall as they are, and Greece stays neutral.
    let units = json!({"doiran": ["gr_div_2"], "ft_rupel": ["gr_div_3"], "salonika": ["br_div_1"],
        "strumica": ["bu_div_1", "bu_div_2"]});
    let told = json!({"turn": 9, "units": units, "events": {"cp_33": 5},
        "control": {"ap": ["salonika"]}, "trenches": {"doiran": {"level": 2, "owner": "neutral"}}});
    let asked = happens("cp_17", told);
    assert_eq!(asked.asks_for(), Asked::Treachery);
    assert_eq!(broken(&asked, "pass"), "greek_stays greek_stays");
    let moves = "enter gr_div_2 lamia; enter gr_div_3 athens; enter bu_div_1 doiran; \
                 enter bu_div_2 ft_rupel";
    assert_eq!(broken(&asked, moves), "");
    let over = asked.answer(moves).unwrap();
    sound(&over);
    assert_eq!(document(&over)["greece"], "neutral");
    assert_eq!(place(&over, "gr_div_2"), "lamia");
    assert_eq!(control(&over, "doiran"), "cp");
    assert_eq!(control(&over, "ft_rupel"), "cp");
    let trench = json!({"level": 2, "owner": "cp"});
    assert_eq!(document(&over)["trenches"]["doiran"], trench);
    assert_eq!(document(&over)["forts_destroyed"], json!([]));
}

#[test]
fn what_is_drawn_overfills_neither_space() {
    // 10.0-1: whoever stands in one of the two may go to the other, or stay.
    let crowd = ["bu_1_army", "bu_2_army", "bu_div_3"];
    let units = json!({"doiran": ["bu_div_1", "bu_div_2"], "ft_rupel": crowd,
        "strumica": ["bu_div_4", "bu_div_5"], "salonika": ["br_div_1"]});
    let told = json!({"turn": 9, "units": units, "events": {"cp_33": 5},
        "control": {"ap": ["salonika"], "cp": ["doiran", "ft_rupel"]}, "forts_destroyed": ["ft_rupel"]});
    let asked = happens("cp_17", told);
    let drawn = asked.sample_answers(3, 200).unwrap();
    assert_eq!(drawn.len(), 200);
    for made in drawn {
        assert_eq!(asked.check(&made).unwrap(), [], "{made:?}");
    }
}

/// An attack in the action of an event, declared and come to the attacker's cards.
fn attacked(card: &str, attack: &str, units: Value, more: Value) -> Position {
    let mut told = json!({"units": units, "turn": 6});
    for (key, value) in more.as_object().unwrap() {
        told[key] = value.clone();
    }
    let asked = happens(card, told);
    assert_eq!(asked.asks_for(), Asked::Operations);
    let (activated, fought) = attack.split_once("; ").unwrap();
    asked.answer(activated).unwrap().answer(fought).unwrap()
}

#[test]
fn one_attack_of_yildirim_ignores_trenches() {
    // 12.3.5: named before the dice.
    let units = json!({"baghdad": ["tu_div_1", "ge_yildirim_1"], "kut": ["in_div_1"]});
    let more = json!({"turn": 12, "trenches": {"kut": {"level": 1, "owner": "ap"}},
        "control": {"ap": ["kut"], "cp": ["belgrade", "skopje", "nis"]}, "events": {"cp_33": 5}});
    let attack = "activate baghdad attack; attack kut; join tu_div_1,ge_yildirim_1";
    let now = attacked("cp_54", attack, units, more);
    assert_eq!(now.asks_for(), Asked::Cards);
    assert_eq!(broken(&now, "pass"), "");
    assert_eq!(broken(&now, "place cp_54 kut"), "");
    assert_eq!(broken(&now, "place cp_54 basra"), "cannot_place");
    let named = now.answer("place cp_54 kut").unwrap();
    let settled = document(&named)["battle"]["settled"].clone();
    assert!(
        settled
            .as_array()
            .unwrap()
            .contains(&json!("ignores_trench")),
        "{settled}"
    );
    assert_eq!(document(&named)["cards_used"], json!(["cp_54"]));
}

#[test]
fn forts_of_the_caucasus_have_no_strength_in_the_winter_offensive() {
    // 15.1.3: neither weather nor the fort, and +1.
    let units = json!({"koprukoy": ["ru_i_caucasian", "ru_div_1"], "erzurum": ["tu_div_1"]});
    let more = json!({"control": {"ap": ["koprukoy"]}});
    let attack = "activate koprukoy attack; attack erzurum; join ru_i_caucasian,ru_div_1";
    let mut now = attacked("ap_31", attack, units, more);
    while now.asks_for() == Asked::Cards || now.asks_for() == Asked::Withdrawal {
        now = now.answer("pass").unwrap();
    }
    let battle = pursuit_of_glory::combat::Battle::from_position(&now).unwrap();
    assert_eq!((battle.fort, battle.fort_strength), (3, 0));
    sound(&now);
}

#[test]
fn russia_comes_to_warm_water() {
    // 16.4.3.1-1, 16.4.3.1-2
    let units = json!({"alexandretta": ["ru_div_1"], "tiflis": ["ru_div_2"]});
    let control = json!([
        "alexandretta",
        "aleppo",
        "ras_ul_ain",
        "diyarbekir",
        "bitlis",
        "van",
        "ercis",
        "bayazit",
        "julfa",
        "ordubad",
        "shemakha",
        "baku",
        "derbent",
        "petrovsk"
    ]);
    let told = json!({"units": units, "control": {"ap": control}, "ru_vp": ["aleppo", "diyarbekir", "van"],
        "tracks": {"vp": 7, "ru_vp": 4}, "revolution": {"parvus": 6, "revolution": 10, "czar": 8}});
    let asked = happens("ap_40", told);
    assert_eq!(asked.asks_for(), Asked::Marks);
    assert_eq!(broken(&asked, "mark basra"), "cannot_mark marks_missing");
    let warm = asked.answer("mark alexandretta").unwrap();
    sound(&warm);
    assert_eq!(tracks(&warm)[0], 7);
    assert_eq!(document(&warm)["warm_water_port"], "alexandretta");
    assert_eq!(document(&warm)["revolution"]["czar"], 10);
}

#[test]
fn enver_stays_in_constantinople() {
    // 7.4.2-4: the first offensive of the CP is Enver's, the second stands.
    let told = json!({"mandated": {"cp": [
        {"offensive": "br_in_anz", "met": false}, {"offensive": "ru", "met": false}]},
        "flags": ["enver_offensive"]});
    let over = happens("cp_03", told);
    let left = document(&over)["mandated"]["cp"].clone();
    assert_eq!(left[0]["offensive"], "none");
    assert_eq!(left[1], json!({"offensive": "ru", "met": false}));
}

#[test]
fn what_is_past_moves_the_war_status_and_nothing_else() {
    // 9.5.1.e-1, 9.5.1.c, 9.5.1.d-1
    let units = json!({"beach_fao": ["in_div_4"], "kars": ["ru_div_1"]});
    let told = json!({"turn": 2, "units": units, "beachheads": ["beach_fao"],
        "tracks": {"war_status_ap": 1, "combined_war_status": 3}});
    let over = happens("ap_01", told);
    assert_eq!(over.asks_for(), Asked::Action);
    assert_eq!(over.decision().side, Some(Side::Cp));
    assert_eq!(place(&over, "in_div_4"), "beach_fao");
    let now = document(&over);
    assert_eq!(now["tracks"]["war_status_ap"], 3);
    assert_eq!(now["tracks"]["combined_war_status"], 5);
    assert_eq!(now["cards"]["ap"]["removed"], json!(["ap_01"]));
    assert_eq!(now["events"], json!({}));
}

#[test]
fn an_event_without_an_asterisk_holds_in_its_later_turn_too() {
    // PARLIAMENTARY INQUIRY: BR points of this turn are not recorded, and BR units are dearer.
    let told = json!({"turn": 8, "events": {"cp_09": 4}, "units": {
        "ap_eliminated": ["br_xii_corps"], "alexandria": ["br_div_1"]}});
    let over = happens("cp_09", told);
    assert_eq!(document(&over)["events"], json!({"cp_09": 8}));
    let next = over.answer("automatic").unwrap();
    let made = next.read_move("activate alexandria move").unwrap();
    let broken = next.check(&made).unwrap();
    assert_eq!(
        broken.iter().map(|one| one.rule()).collect::<Vec<_>>(),
        ["9.2.1-1"]
    );
}

#[test]
fn who_comes_by_an_event_is_of_no_corps_in_its_action() {
    // 18.3.2.f-1: PAN-TURKISM brings divisions, and then its OPS are spent.
    let units = json!({"constantinople": ["tu_elite_div_1"], "cp_corps_assets": ["tu_iii_corps"]});
    let control = json!({"cp": ["constantinople", "erzincan", "kayseri"]});
    let asked = happens(
        "cp_13",
        json!({"turn": 3, "units": units, "control": control}),
    );
    let boxed =
        "enter tu_elite_div_9 constantinople; enter tu_elite_div_10,tu_cavalry_5 cp_reserve";
    let mut asked = asked.answer(boxed).unwrap();
    while asked.asks_for() == Asked::Tribes {
        asked = asked.answer(&first_tribe(&asked)).unwrap();
    }
    assert_eq!(asked.asks_for(), Asked::Operations);
    let corps = "organize tu_iii_corps reserve tu_elite_div_1 removed tu_elite_div_9";
    let found = broken(&asked, &format!("activate constantinople move; {corps}"));
    assert_eq!(found, "began_elsewhere");
}
