//! What follows the dice, played (12.6-12.11, 15.1.5, 3.2.3, 16.3.1.1, 18.6.3).

use super::battles::{asked, eleskirt, say, say_all, zone};
use super::*;
use pursuit_of_glory::state::Cell;

fn reduced(position: &Position, id: &str) -> bool {
    position.state().get(Cell::Reduced(unit(id))) > 0
}

pub(super) fn stands(position: &Position, id: &str) -> String {
    position
        .place(unit(id))
        .map_or_else(String::new, |place| DATA.spaces[place].id.clone())
}

/// A battle at its losses or later, told as a document.
pub(super) fn fought(side: &str, units: Value, battle: Value, more: Value) -> Position {
    let mut told = json!({
        "active": side, "ops": 0, "turn": 5, "units": units, "battle": battle,
    });
    for (key, value) in more.as_object().unwrap() {
        told[key] = value.clone();
    }
    position(&told)
}

/// After the empty move, in a position that may not wait yet.
pub(super) fn pass(position: &Position) -> Position {
    let next = position.answer("pass").unwrap();
    sound(&next);
    next
}

#[test]
fn the_long_example_ends_as_in_the_book() {
    // Figures, dice, winner, losses one after the other: 12.2-2.
    let attack = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy";
    let now = say_all(
        &eleskirt(),
        &[
            attack,
            "spared koprukoy",
            "spared malazgirt",
            "play cp_05",
            "play ap_05",
            "flanked eleskirt",
            "fire cp 5",
        ],
    );
    // The Russians absorb 3 + 1 + 1: the I Caucasian, and both steps of the division that comes
    // (12.6.3-4).
    assert_eq!(asked(&now), "ap losses 5 ru_i_caucasian ru_iv_caucasian");
    let losses = "eliminate ru_i_caucasian,ru_div_1; replace ru_i_caucasian by ru_div_1";
    let now = say(&now, losses);
    assert_eq!(stands(&now, "ru_i_caucasian"), "ap_eliminated");
    assert_eq!(stands(&now, "ru_div_1"), "ap_eliminated");
    // They fire with 2 on the heavy table: 4 and the card make 5, a loss number of 3.
    assert!(
        asked(&now).starts_with("nobody chance fire ap"),
        "{}",
        asked(&now)
    );
    let now = say(&now, "fire ap 3");
    assert_eq!(
        asked(&now),
        "cp losses 3 tu_cavalry_1 tu_ix_corps tu_x_corps"
    );
    let losses = "eliminate tu_x_corps; replace tu_x_corps by tu_elite_div_1; reduce tu_cavalry_1";
    let now = say(&now, losses);
    assert_eq!(stands(&now, "tu_x_corps"), "cp_eliminated");
    assert_eq!(stands(&now, "tu_elite_div_1"), "malazgirt");
    assert!(reduced(&now, "tu_cavalry_1"));
    // The winner keeps his card, the loser's is discarded.
    assert_eq!(
        [zone(&now, "cp_05"), zone(&now, "ap_05")],
        ["face_up_cp", "discard"]
    );
    // 5 to 3: the IV Caucasian retreats two spaces, to Erevan.
    assert_eq!(asked(&now), "ap retreat 2 ru_iv_caucasian");
    let now = say(&now, "retreat ru_iv_caucasian erevan via kagizman");
    assert_eq!(stands(&now, "ru_iv_caucasian"), "erevan");
    // The IX Corps and the division go to Kagizman, and take what they enter (12.2.10-1,
    // 12.9.8-1); the cavalry is reduced.
    assert!(asked(&now).starts_with("cp advance"), "{}", asked(&now));
    let cavalry = now.read_move("advance tu_cavalry_1 eleskirt").unwrap();
    assert!(!now.check(&cavalry).unwrap().is_empty());
    let now = say(
        &now,
        "advance tu_ix_corps,tu_elite_div_1 kagizman via eleskirt",
    );
    for id in ["tu_ix_corps", "tu_elite_div_1"] {
        assert_eq!(stands(&now, id), "kagizman");
    }
    for place in ["eleskirt", "kagizman"] {
        assert_eq!(now.state().get(Cell::Control(at(place))), 2, "{place}");
    }
    // The battle is over, and the action with it.
    assert!(now.state().stage().is_none());
    assert_eq!(now.decision().kind, Asked::Action);
}

#[test]
fn a_fort_falls_to_what_is_left_over() {
    // Three steps of one, and the fort of Kars is of strength 3 (12.6.6-1, 15.1.5-1).
    for (number, destroyed) in [(4, false), (5, true)] {
        let now = fought(
            "cp",
            json!({"sarikamis": ["tu_ix_corps"], "kars": ["ru_div_5"]}),
            json!({
                "place": "kars", "stage": "defenders_losses", "attackers": ["tu_ix_corps"],
                "defenders": ["ru_div_5"], "loss_numbers": {"attacker": number, "defender": 0},
            }),
            json!({"control": {"cp": ["sarikamis"]}}),
        );
        // There is no choice: the losses are taken at once.
        let after = pass(&now);
        let fort = after.state().get(Cell::FortDestroyed(at("kars"))) > 0;
        assert_eq!(fort, destroyed, "{number}");
        assert_eq!(stands(&after, "ru_div_5"), "ap_eliminated");
    }
}

#[test]
fn a_fort_is_safe_behind_whom_the_fire_does_not_hurt() {
    // 15.1.5-2: a loss factor of 3 absorbs nothing of 2, and the fort of strength 1 stands; alone it
    // falls (15.1.5-1).
    for (corps, destroyed) in [(true, false), (false, true)] {
        let garrison = if corps { vec!["tu_iii_corps"] } else { vec![] };
        let now = fought(
            "ap",
            json!({"beach_smyrna": ["br_div_1"], "smyrna": garrison}),
            json!({
                "place": "smyrna", "stage": "dice", "attackers": ["br_div_1"],
                "defenders": garrison, "loss_numbers": {"defender": 0},
            }),
            json!({"beachheads": ["beach_smyrna"]}),
        );
        let after = say(&now, "fire ap 2");
        let fort = after.state().get(Cell::FortDestroyed(at("smyrna"))) > 0;
        assert_eq!(fort, destroyed, "{corps}");
    }
}

#[test]
fn generals_gain_and_lose() {
    let battle = |attacker: u8, defender: u8| {
        fought(
            "cp",
            json!({"koprukoy": ["tu_ix_corps", "tu_enver_hq"],
                   "eleskirt": ["ru_iv_caucasian", "ru_div_1", "ru_yudenich_hq"]}),
            json!({
                "place": "eleskirt", "stage": "attackers_last_cards",
                "attackers": ["tu_ix_corps", "tu_enver_hq"],
                "defenders": ["ru_iv_caucasian", "ru_div_1", "ru_yudenich_hq"],
                "loss_numbers": {"attacker": attacker, "defender": defender},
            }),
            json!({"reduced": ["tu_enver_hq", "ru_yudenich_hq"], "control": {"ap": ["eleskirt"]}}),
        )
    };
    let over = |position: Position| {
        // Nobody has cards: the battle is over when something is asked.
        let mut now = position;
        while now.state().stage().is_some() {
            now = now.play_unchecked(&now.answers_after(1)[0]).unwrap();
        }
        now
    };
    let settled = |attacker, defender| {
        let asked = battle(attacker, defender).decision();
        assert_eq!(asked.kind, Asked::Action);
        // To answer plays it on.
        let next = battle(attacker, defender).answer("automatic").unwrap();
        over(next)
    };
    // 3.2.3.1-5, 3.2.3.1-6, 3.2.3.1-7
    let won = settled(3, 2);
    assert!(!reduced(&won, "tu_enver_hq"));
    assert_eq!(stands(&won, "ru_yudenich_hq"), "ap_permanently_eliminated");
    let drawn = settled(2, 2);
    assert!(reduced(&drawn, "tu_enver_hq") && reduced(&drawn, "ru_yudenich_hq"));
    let lost = settled(1, 2);
    assert_eq!(stands(&lost, "tu_enver_hq"), "cp_permanently_eliminated");
    assert!(!reduced(&lost, "ru_yudenich_hq"));
}

/// A battle of the CP from Koprukoy, when it is over; nobody has cards.
fn over(target: &str, with: &str, numbers: [u8; 2], more: Value) -> Position {
    let mut told = json!({"control": {"ap": [target], "cp": ["koprukoy"]}});
    for (key, value) in more.as_object().unwrap() {
        told[key] = value.clone();
    }
    let now = fought(
        "cp",
        json!({"koprukoy": ["tu_ix_corps", "ge_div_1", with], target: ["ru_iv_caucasian"]}),
        json!({
            "place": target, "stage": "attackers_last_cards",
            "attackers": ["tu_ix_corps", "ge_div_1", with], "defenders": ["ru_iv_caucasian"],
            "loss_numbers": {"attacker": numbers[0], "defender": numbers[1]},
        }),
        told,
    );
    now.answer("automatic").unwrap()
}

#[test]
fn the_army_of_islam_finds_recruits_among_the_tribes() {
    // 3.2.3.1.islam: Eleskirt has a circle of the Kurds, Sarikamis none.
    let points = |target: &str, numbers: [u8; 2]| {
        let after = over(target, "tu_army_of_islam_hq", numbers, json!({}));
        document(&after)["replacements"]["tu"].as_i64()
    };
    assert_eq!(points("eleskirt", [3, 2]), Some(1));
    assert_eq!(points("eleskirt", [2, 2]), Some(0));
    assert_eq!(points("sarikamis", [3, 2]), Some(0));
}

#[test]
fn heavy_artillery_fires_twice() {
    // 3.2.3.2-2: whoever wins.
    for numbers in [[3, 2], [2, 3]] {
        let once = over("eleskirt", "ge_heavy_artillery", numbers, json!({}));
        assert!(reduced(&once, "ge_heavy_artillery"));
        assert_eq!(stands(&once, "ge_heavy_artillery"), "koprukoy");
        let worn = json!({"reduced": ["ge_heavy_artillery"]});
        let twice = over("eleskirt", "ge_heavy_artillery", numbers, worn);
        let grave = stands(&twice, "ge_heavy_artillery");
        assert_eq!(grave, "cp_permanently_eliminated");
    }
}

#[test]
fn who_cannot_retreat_is_lost_and_so_is_the_corps_it_came_for() {
    let now = fought(
        "cp",
        json!({"koprukoy": ["tu_ix_corps"], "eleskirt": ["ru_div_1"], "kagizman": ["tu_div_1"],
               "sarikamis": ["tu_div_2"], "malazgirt": ["tu_div_3"],
               "ap_eliminated": ["ru_i_caucasian"]}),
        json!({
            "place": "eleskirt", "stage": "retreat", "attackers": ["tu_ix_corps"],
            "defenders": ["ru_div_1", "ru_i_caucasian"], "replacements": {"ru_div_1": "ru_i_caucasian"},
            "loss_numbers": {"attacker": 5, "defender": 3},
        }),
        json!({"control": {"ap": ["eleskirt"], "cp": ["kagizman", "sarikamis"]}}),
    );
    // The only answer is given, and the attacker may advance (12.7.4-4, 12.9.4).
    assert_eq!(asked(&now), "cp advance 0 tu_ix_corps");
    let after = pass(&now);
    for id in ["ru_div_1", "ru_i_caucasian"] {
        assert_eq!(stands(&after, id), "ap_permanently_eliminated", "{id}");
    }
}

#[test]
fn a_step_cancels_a_retreat_from_a_mountain() {
    let now = fought(
        "cp",
        json!({"koprukoy": ["tu_ix_corps"], "sarikamis": ["ru_div_5", "ru_div_6"]}),
        json!({
            "place": "sarikamis", "stage": "retreat", "attackers": ["tu_ix_corps"],
            "defenders": ["ru_div_5", "ru_div_6"],
            "loss_numbers": {"attacker": 5, "defender": 3},
        }),
        json!({}),
    );
    let after = say(&now, "stand ru_div_5");
    assert!(reduced(&after, "ru_div_5"));
    assert_eq!(stands(&after, "ru_div_6"), "sarikamis");
    // Nobody advances, and the action is over.
    assert_eq!(after.decision().kind, Asked::Action);
}

#[test]
fn a_beachhead_that_is_taken_costs_the_allies_dear() {
    let now = fought(
        "cp",
        json!({"haifa": ["tu_div_1"], "cyprus": ["br_xii_corps", "br_div_1"],
               "ap_eliminated": ["br_div_2", "br_div_3"]}),
        json!({
            "place": "beach_haifa", "stage": "advance", "attackers": ["tu_div_1"],
            "defenders": ["br_xii_corps", "br_div_1", "br_div_2", "br_div_3"],
            "fled": ["br_xii_corps", "br_div_1"],
            "loss_numbers": {"attacker": 5, "defender": 3},
        }),
        json!({"events": {"ap_03": 1}, "beachheads": ["beach_haifa"]}),
    );
    let jihad = now.state().track(Track::Jihad);
    let after = say(&now, "advance tu_div_1 beach_haifa");
    assert_eq!(after.state().track(Track::Jihad), jihad + 2);
    assert_eq!(after.state().get(Cell::Beachhead(at("beach_haifa"))), 0);
    // The marker is gone (12.7.10-2). A point for three divisions (18.6.3-3); the corps has been
    // paid for when it left (12.7.10-4).
    assert_eq!(document(&after)["replacements"]["tu"], 1);
    assert_eq!(stands(&after, "tu_div_1"), "haifa");
}

#[test]
fn units_in_excess_leave_before_the_action_ends() {
    let told = json!({
        "scenario": "1914_campaign", "turn": 5, "round": 1, "phase": "action",
        "active": "cp", "ops": 0, "fought": ["tu_div_1"],
        "units": {"koprukoy": ["tu_div_1", "tu_div_2", "tu_div_3", "tu_div_4"],
                  "erevan": ["ru_div_5"]},
    });
    // They may stand there while the action goes on, once the battles have begun (10.3-1).
    let now = position(&told);
    assert_eq!(asked(&now), "ap excess koprukoy");
    let mut idle = told.clone();
    idle.as_object_mut().unwrap().remove("fought");
    assert!(Position::from_json(&DATA, idle.to_string().as_bytes(), &[]).is_err());
    let after = say(&now, "eliminate tu_div_4");
    assert_eq!(stands(&after, "tu_div_4"), "cp_permanently_eliminated");
    assert_eq!(after.decision().kind, Asked::Action);
}

#[test]
fn a_second_headquarters_and_rivals_leave_too() {
    let told = json!({
        "scenario": "1914_campaign", "turn": 5, "round": 1, "phase": "action",
        "active": "ap", "ops": 0, "fought": ["in_div_1"], "control": {"ap": ["aziziya", "kut"]},
        "units": {"kut": ["in_div_1", "br_maude_hq", "br_allenby_hq"],
                  "aziziya": ["ru_div_1", "ru_div_2", "br_div_1"], "mosul": ["tu_div_5"]},
    });
    // 10.1-2, 10.2-2
    let now = position(&told);
    assert_eq!(asked(&now), "cp excess aziziya kut");
    let mut answers: Vec<String> = now
        .answers_after(100)
        .iter()
        .map(|orders| orders.to_text(&DATA, None))
        .collect();
    answers.sort();
    let [allenby, maude] = [
        "eliminate br_allenby_hq; eliminate br_div_1",
        "eliminate br_div_1; eliminate br_maude_hq",
    ];
    assert_eq!(answers, [allenby, maude]);
    let after = say(&now, maude);
    for unit in ["br_div_1", "br_maude_hq"] {
        assert_eq!(stands(&after, unit), "ap_permanently_eliminated");
    }
    assert_eq!(after.decision().kind, Asked::Action);
    // Before the battles it is no excess that an action could leave behind.
    let mut idle = told;
    idle.as_object_mut().unwrap().remove("fought");
    let refused = Position::from_json(&DATA, idle.to_string().as_bytes(), &[]).unwrap_err();
    let said = refused.to_string();
    assert!(said.contains("10.1-2") && said.contains("10.2-2"), "{said}");
}

#[test]
fn reserves_come_to_the_front() {
    let now = fought(
        "cp",
        json!({"koprukoy": ["tu_ix_corps"], "erevan": ["ru_iv_caucasian"],
               "cp_eliminated": ["tu_div_8"]}),
        json!({
            "place": "eleskirt", "stage": "repair", "attackers": ["tu_ix_corps", "tu_div_8"],
            "defenders": ["ru_iv_caucasian"], "cards": {"cp": ["cp_04"]}, "from_hand": ["cp_04"],
            "bled": ["tu_ix_corps"], "fled": ["ru_iv_caucasian"], "origins": {"tu_div_8": "koprukoy"},
            "loss_numbers": {"attacker": 5, "defender": 3},
        }),
        json!({"reduced": ["tu_ix_corps"], "cards": {"cp": {"face_up": ["cp_04"]}}}),
    );
    assert_eq!(asked(&now), "cp repair 2 tu_div_8 tu_ix_corps");
    let after = say(&now, "restore tu_ix_corps,tu_div_8; rebuild tu_div_8");
    assert!(!reduced(&after, "tu_ix_corps") && !reduced(&after, "tu_div_8"));
    assert_eq!(stands(&after, "tu_div_8"), "koprukoy");
    assert_eq!(zone(&after, "cp_04"), "removed");
}

#[test]
fn reserves_do_not_come_to_where_the_enemy_is() {
    // Eleskirt was the CP's, and the AP has advanced into it; at Koprukoy there is no room for two.
    let now = fought(
        "ap",
        json!({"eleskirt": ["ru_iv_caucasian"], "koprukoy": ["tu_ix_corps", "tu_div_1"],
               "cp_eliminated": ["tu_div_7", "tu_div_8", "tu_div_9"]}),
        json!({
            "place": "eleskirt", "stage": "repair", "attackers": ["ru_iv_caucasian"],
            "defenders": ["tu_div_7", "tu_div_8", "tu_div_9"],
            "cards": {"cp": ["cp_04"]}, "from_hand": ["cp_04"],
            "origins": {"tu_div_7": "eleskirt", "tu_div_8": "koprukoy", "tu_div_9": "koprukoy"},
            "loss_numbers": {"attacker": 5, "defender": 3},
        }),
        json!({"control": {"ap": ["eleskirt"]}, "cards": {"cp": {"face_up": ["cp_04"]}}}),
    );
    assert_eq!(asked(&now), "cp repair 2 tu_div_8 tu_div_9");
    let broken = |text: &str| {
        let made = now.read_move(text).unwrap();
        let broken = now.check(&made).unwrap();
        let told = broken.iter().map(|one| (one.rule(), one.witness(&DATA)));
        told.collect::<Vec<_>>()
    };
    assert_eq!(broken("rebuild tu_div_8"), []);
    assert_eq!(
        broken("rebuild tu_div_7"),
        [("17.1", "cannot_repair(tu_div_7)".into())]
    );
    assert_eq!(
        broken("rebuild tu_div_8,tu_div_9"),
        [("10.0-1", "no_room(koprukoy)".into())]
    );
}

#[test]
fn a_catastrophe_drives_a_stack_back() {
    let start = fought(
        "ap",
        json!({"eleskirt": ["tu_ix_corps"], "sarikamis": ["ru_div_5", "ru_div_6"]}),
        json!({
            "place": "eleskirt", "stage": "retreat", "attackers": ["ru_div_5", "ru_div_6"],
            "defenders": ["tu_ix_corps"], "cards": {"cp": ["cp_27"]}, "stack_out": "sarikamis",
            "loss_numbers": {"attacker": 1, "defender": 3},
        }),
        json!({"cards": {"cp": {"face_up": ["cp_27"]}}}),
    );
    assert_eq!(asked(&start), "ap retreat 2 ru_div_5 ru_div_6");
    let now = say(&start, "retreat ru_div_5,ru_div_6 aleksandropol via kars");
    assert_eq!(stands(&now, "ru_div_5"), "aleksandropol");
    // The defenders follow (12.9.9-1), but nobody passes the fort of Kars without besieging it.
    assert_eq!(asked(&now), "cp advance 0 tu_ix_corps");
    let after = say(&now, "advance tu_ix_corps kars via sarikamis");
    assert_eq!(stands(&after, "tu_ix_corps"), "kars");
    assert_eq!(after.state().get(Cell::Control(at("sarikamis"))), 2);
}

#[test]
fn loss_factors_are_rolled_before_the_losses() {
    let now = fought(
        "ap",
        json!({"sarikamis": ["ru_div_5"], "koprukoy": ["tu_stanke_bey", "tu_div_1"]}),
        json!({
            "place": "koprukoy", "stage": "defenders_losses", "attackers": ["ru_div_5"],
            "defenders": ["tu_stanke_bey", "tu_div_1"],
            "loss_numbers": {"attacker": 2, "defender": 0},
        }),
        json!({}),
    );
    let told = asked(&now);
    assert!(
        told.starts_with("nobody chance factor tu_stanke_bey 1: 1/6"),
        "{told}"
    );
    // 3.2-4. The division takes it all, whatever he would have been good for (3.2.2.q-2).
    for die in 1..=6 {
        let after = say(&now, &format!("factor tu_stanke_bey {die}"));
        assert_eq!(stands(&after, "tu_div_1"), "cp_eliminated");
        assert!(!reduced(&after, "tu_stanke_bey"));
    }
}

#[test]
fn a_staff_falls_with_its_last_combat_unit() {
    // 12.6.8: the division is destroyed, and the general with it; the artillery of the attacker
    // stays with its corps.
    let now = fought(
        "cp",
        json!({"koprukoy": ["tu_ix_corps", "ge_heavy_artillery"],
               "eleskirt": ["ru_div_1", "ru_yudenich_hq"]}),
        json!({
            "place": "eleskirt", "stage": "defenders_losses",
            "attackers": ["tu_ix_corps", "ge_heavy_artillery"],
            "defenders": ["ru_div_1", "ru_yudenich_hq"],
            "loss_numbers": {"attacker": 4, "defender": 0},
        }),
        json!({"control": {"ap": ["eleskirt"]}}),
    );
    let after = pass(&now);
    assert_eq!(stands(&after, "ru_div_1"), "ap_eliminated");
    assert_eq!(
        stands(&after, "ru_yudenich_hq"),
        "ap_permanently_eliminated"
    );
    assert_eq!(stands(&after, "ge_heavy_artillery"), "koprukoy");
}

#[test]
fn a_catastrophe_undoes_the_withdrawal() {
    // 12.9.9-7: the Turks stay where they are, and those who attacked them go back.
    let start = fought(
        "ap",
        json!({"aziziya": ["in_div_1"], "kut": ["tu_div_1", "tu_div_2"]}),
        json!({
            "place": "kut", "stage": "losses_cards", "attackers": ["in_div_1"],
            "defenders": ["tu_div_1", "tu_div_2"], "settled": ["withdraws"],
            "loss_numbers": {"attacker": 2, "defender": 3},
        }),
        json!({"control": {"ap": ["aziziya"]}, "cards": {"cp": {"hand": ["cp_27"]}}}),
    );
    let now = say(&start, "play cp_27; place cp_27 aziziya");
    assert!(
        asked(&now).starts_with("ap retreat 2 in_div_1"),
        "{}",
        asked(&now)
    );
    let without = say(&start, "pass");
    assert!(
        asked(&without).starts_with("cp retreat 1 tu_div_1 tu_div_2"),
        "{}",
        asked(&without)
    );
}

#[test]
fn cards_hold_though_those_they_were_played_for_are_gone() {
    // 12.4.3.c: the flank attack has failed, and the defenders' fire destroys the Armenians.
    let fired = |cards: Value| {
        let now = fought(
            "ap",
            json!({"koprukoy": ["br_xii_corps"], "malazgirt": ["arm_transcaucasian_1"],
                   "eleskirt": ["tu_div_1", "tu_div_2"]}),
            json!({
                "place": "eleskirt", "stage": "attackers_losses", "pin": "koprukoy",
                "attackers": ["br_xii_corps", "arm_transcaucasian_1"],
                "defenders": ["tu_div_1", "tu_div_2"], "settled": ["flank_failed"],
                "loss_numbers": {"defender": 2}, "cards": {"ap": cards}, "from_hand": cards,
            }),
            json!({"cards": {"ap": {"face_up": cards}},
                   "control": {"ap": ["koprukoy", "malazgirt"], "cp": ["eleskirt"]}}),
        );
        let after = say(&now, "fire ap 3");
        assert_eq!(stands(&after, "arm_transcaucasian_1"), "ap_eliminated");
        asked(&now)
    };
    // The corps fires with 3 on the heavy table, one to the die for ARMENIAN DRUZHINY.
    assert_eq!(
        fired(json!(["ap_05"])),
        "nobody chance fire ap 2: 2/6, fire ap 3: 2/6, fire ap 4: 2/6"
    );
    assert_eq!(
        fired(json!([])),
        "nobody chance fire ap 1: 1/6, fire ap 2: 2/6, fire ap 3: 2/6, fire ap 4: 1/6"
    );
}

#[test]
fn russians_who_free_a_city_of_their_allies_put_their_flag_up() {
    // 11.2.2.1.d-2: Hamadan was British before the rebels came, and no RU VP space.
    let fight = |who: &str| {
        let start = fought(
            "ap",
            json!({"sultan_bulak": [who], "hamadan": ["pe_uprising"]}),
            json!({
                "place": "hamadan", "stage": "dice", "attackers": [who],
                "defenders": ["pe_uprising"],
            }),
            json!({"control": {"ap": ["hamadan", "sultan_bulak", "kazvin", "menjil", "enzeli"]}, "events": {PERSIA_OPEN: 0, "ap_08": 1},
                   "tracks": {"vp": 10, "ru_vp": 0}}),
        );
        say_all(&start, &["fire ap 3", "fire cp 0"])
    };
    let russian = fight("ru_i_caucasian");
    let entered = say(&russian, "advance ru_i_caucasian hamadan");
    assert_eq!(tracks(&entered), [9, 0, 1]);
    assert_eq!(document(&entered)["ru_vp"], json!(["hamadan"]));
    // Without an advance, or if the British do it, it is only the AP's again.
    let emptied = pass(&russian);
    assert_eq!(tracks(&emptied), [9, 0, 0]);
    let british = say(&fight("br_xii_corps"), "advance br_xii_corps hamadan");
    // They pay for the Russians' sphere (18.8.5.2).
    assert_eq!(tracks(&british), [10, 0, 0]);
    assert_eq!(document(&british)["ru_vp"], json!([]));
}

#[test]
fn the_armories_of_the_czar_lie_in_russia() {
    // cp_42: a VP space of Russia, of which Azerbaijan is no part.
    for (from, to, opens) in [("sarikamis", "kars", true), ("khoy", "tabriz", false)] {
        let now = fought(
            "cp",
            json!({from: ["tu_ix_corps"]}),
            json!({
                "place": to, "stage": "advance", "attackers": ["tu_ix_corps"],
                "loss_numbers": {"attacker": 4, "defender": 0},
                "settled": ["defenders_losses_taken", "attackers_losses_taken"],
            }),
            json!({
                "turn": 12, "revolution": {"stage": 2}, "forts_destroyed": ["kars"],
                "control": {"cp": [from], "ap": [to]}, "cards": {"cp": {"hand": ["cp_42"]}},
            }),
        );
        let now = say(&now, &format!("advance tu_ix_corps {to}"));
        assert_eq!(stands(&now, "tu_ix_corps"), to);
        assert_eq!(
            asked(&now).starts_with("cp cards"),
            opens,
            "{to}: {}",
            asked(&now)
        );
    }
}
