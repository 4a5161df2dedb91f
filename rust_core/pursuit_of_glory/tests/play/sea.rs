//! Landings, withdrawals, lost beachheads and ports (18.6).

use super::*;

#[test]
fn the_first_landing_in_syria_has_its_price() {
    // 18.6.1.6
    let start = ordered(
        "ap",
        json!({"units": {"cyprus": ["fr_div_1", "fr_div_2"]}, "events": {"ap_03": 1}, "beachheads_in_reserve": 3}),
    );
    let land = |id: &str| Order::Land { place: at(id) };
    let next = played(
        &start,
        vec![
            land("beach_adana"),
            land("beach_beirut"),
            go("fr_div_1", &["beach_adana"]),
            go("fr_div_2", &["beach_beirut"]),
        ],
    );
    assert_eq!(tracks(&next), [11, 1, 0]);
    let told = document(&next);
    assert_eq!(told["beachheads_in_reserve"], 1);
    assert_eq!(
        told["beachheads_new"],
        json!(["beach_adana", "beach_beirut"])
    );
    assert_eq!(told["penalties"], json!(["syria_beachhead"]));
    // A new round: the markers are no longer fresh.
    assert_eq!(document(&pass(&next))["beachheads_new"], json!([]));
}

#[test]
fn the_cp_destroys_beachheads_it_enters_and_goes_back() {
    // 18.6.3-1, 18.6.3-4
    let start = ordered(
        "cp",
        json!({"units": {"anafarta": ["tu_div_1"], "sari_bahr": ["tu_div_2"]}, "beachheads": ["suvla_bay", "gaba_tepe"]}),
    );
    let orders = vec![
        go("tu_div_1", &["suvla_bay"]),
        go("tu_div_2", &["anafarta", "suvla_bay"]),
    ];
    let next = played(&start, orders);
    assert_eq!(document(&next)["beachheads"], json!(["gaba_tepe"]));
    assert_eq!(tracks(&next), [10, 1, 0]);
    assert_eq!(place(&next, "tu_div_1"), "anafarta");
    assert_eq!(place(&next, "tu_div_2"), "anafarta");
    let start = ordered(
        "cp",
        json!({"units": {"salonika": ["bu_div_1"]}, "control": {"cp": ["salonika"]},
        "beachheads": ["thermaikos_bay"], "events": {"cp_33": 1}}),
    );
    let next = played(&start, vec![go("bu_div_1", &["thermaikos_bay"])]);
    assert_eq!(tracks(&next), [10, 0, 0]);
}

#[test]
fn a_withdrawal_under_fire_breaks_the_corps() {
    // 18.6.2.1
    let start = ordered(
        "ap",
        json!({
            "units": {
                "cape_helles": ["br_viii_corps", "fr_div_1", "fr_div_2"], "krithia": ["tu_div_1"],
                "ap_reserve": ["br_div_1", "br_cavalry_1", "br_royal_navy_armored_cars"],
                "ap_eliminated": ["br_elite_div_1"], "ap_removed_from_game": ["br_div_2"],
            },
            "beachheads": ["cape_helles"], "replacements": {"tu": 2}, "reduced": ["fr_div_2"],
        }),
    );
    let orders = vec![
        Order::Withdraw {
            place: at("cape_helles"),
        },
        go("br_viii_corps", &["lemnos"]),
        go("fr_div_1", &["lemnos"]),
        go("fr_div_2", &["lemnos"]),
    ];
    let next = played(&start, orders);
    assert_eq!(tracks(&next), [10, 1, 0]);
    let told = document(&next);
    assert_eq!(told["beachheads"], json!([]));
    assert_eq!(told["replacements"]["tu"], 3);
    assert_eq!(place(&next, "br_viii_corps"), "ap_permanently_eliminated");
    let expected = [
        "br_div_1",
        "br_div_2",
        "br_elite_div_1",
        "fr_div_1",
        "fr_div_2",
    ];
    let mut lemnos: Vec<_> = told["units"]["lemnos"]
        .as_array()
        .unwrap()
        .iter()
        .map(|u| u.as_str().unwrap())
        .collect();
    lemnos.sort_unstable();
    assert_eq!(lemnos, expected);
    let reduced = told["reduced"].as_array().unwrap();
    assert_eq!(reduced.len(), 5);
}

#[test]
fn the_last_to_leave_safely_raises_the_jihad_level() {
    // 18.6.2.2-3
    let start = ordered(
        "ap",
        json!({"units": {"cape_helles": ["br_viii_corps", "fr_div_1"]}, "beachheads": ["cape_helles"]}),
    );
    let one = played(&start, vec![go("fr_div_1", &["lemnos"])]);
    assert_eq!(tracks(&one), [10, 0, 0]);
    let all = played(&next_round(&one), vec![go("br_viii_corps", &["lemnos"])]);
    assert_eq!(tracks(&all), [10, 1, 0]);
    assert_eq!(place(&all, "br_viii_corps"), "lemnos");
    let empty = played(
        &next_round(&all),
        vec![Order::Remove {
            place: at("cape_helles"),
        }],
    );
    assert_eq!(document(&empty)["beachheads"], json!([]));
    assert_eq!(tracks(&empty), [10, 1, 0]);
}

#[test]
fn the_marines_land_once() {
    // 18.6.6
    let start = ordered("ap", json!({"units": {"batum": ["ru_black_sea_div"]}}));
    let orders = |port: &str| {
        vec![
            activate("batum", Purpose::Attack),
            Order::Assault { place: at(port) },
        ]
    };
    let trabzon = played(&start, orders("trabzon"));
    let told = document(&trabzon);
    assert_eq!(
        told["amphibious_assault"],
        json!({"used": true, "landing": "trabzon"})
    );
    assert_eq!(tracks(&trabzon), [10, 0, 0]);
    assert!(trabzon.view().besieging[0].contains(at("trabzon")));
    let away = played(
        &next_round(&trabzon),
        vec![go("ru_black_sea_div", &["rize"])],
    );
    assert_eq!(document(&away)["amphibious_assault"], json!({"used": true}));
    let sinop = played(&start, orders("rize"));
    assert_eq!(
        document(&sinop)["amphibious_assault"],
        json!({"used": true})
    );
    assert_eq!(control(&sinop, "rize"), "ap");
}

#[test]
fn a_lost_port_that_was_the_only_line_raises_the_jihad_level() {
    // 16.3.1.1-4
    let held = json!({"ap": ["smyrna", "manisa"]});
    let start = |units: Value| {
        let more = json!({"units": units, "control": held, "forts_destroyed": ["smyrna"]});
        ordered("cp", more)
    };
    let alone = start(json!({"aydin": ["tu_div_1"], "manisa": ["fr_div_1"]}));
    let next = played(&alone, vec![go("tu_div_1", &["smyrna"])]);
    assert_eq!(tracks(&next), [11, 1, 0]);
    let nobody = start(json!({"aydin": ["tu_div_1"]}));
    let next = played(&nobody, vec![go("tu_div_1", &["smyrna"])]);
    assert_eq!(tracks(&next), [11, 0, 0]);
}
