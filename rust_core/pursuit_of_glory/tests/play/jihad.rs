//! The Jihad level, and the tribes it calls (16.3).

use super::*;

#[test]
fn a_jihad_city_calls_a_tribe_before_anything_else() {
    // 2.0.jihad_city
    let start = ordered(
        "cp",
        json!({
            "units": {
                "zagazig": ["tu_div_1"], "mus": ["tu_div_2"],
                "tribal_key_kurds": ["kurds_1"], "tribal_key_bawi": ["bawi"],
                "ahwaz": ["br_div_1"], "van": ["ru_div_1"],
            },
            "control": {"ap": ["van"], "cp": ["zagazig"]}, "turn": 5,
        }),
    );
    let orders = vec![
        go("tu_div_1", &["cairo"]),
        activate("mus", Purpose::Move),
        Order::Entrench { place: at("mus") },
    ];
    let next = played(&start, orders);
    assert_eq!(tracks(&next), [12, 1, 0]);
    let asked = next.decision();
    assert_eq!((asked.kind, asked.side), (Asked::Tribes, Some(Side::Cp)));
    let Parameters::Tribes { due: 1, places } = asked.parameters else {
        panic!("{asked:?}");
    };
    // Ahwaz and Van have enemy units.
    let kurdish = ["mus", "harput", "diyarbekir", "mardin", "mosul"].map(at);
    let [(tribe, spots)] = &places[..] else {
        panic!("{places:?}");
    };
    assert_eq!(*tribe, unit("kurds_1"));
    assert!(kurdish.iter().all(|spot| spots.contains(spot)) && !spots.contains(&at("van")));
    for (text, broken) in [
        ("place bawi ahwaz", "enemy_of_tribe"),
        ("place kurds_1 van", "enemy_of_tribe"),
        ("place kurds_1 sivas", "no_circle"),
    ] {
        let made = next.read_move(text).unwrap();
        let found = next.check(&made).unwrap();
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!(found[0].code(), broken, "{text}");
    }
    let placed = next.answer("place kurds_1 mus").unwrap();
    sound(&placed);
    assert_eq!(placed.decision().kind, Asked::Chance);
    assert_eq!(document(&placed)["jihad_taken"], json!(["cairo"]));
}

#[test]
fn tribes_that_nobody_can_place_are_not_owed() {
    let start = ordered(
        "cp",
        json!({"units": {"zagazig": ["tu_div_1"]}, "control": {"cp": ["zagazig"]}}),
    );
    let next = played(&start, vec![go("tu_div_1", &["cairo"])]);
    assert_eq!(tracks(&next), [12, 1, 0]);
    assert_eq!(next.decision().kind, Asked::Action);
    assert_eq!(document(&next)["tribes_due"], 0);
    // A new round begins, and with it a new count.
    assert_eq!(document(&next)["jihad_taken"], json!([]));
}

#[test]
fn a_tribe_holds_what_it_is_placed_in_and_regions_with_enemies_take_it() {
    let start = position(&json!({
        "units": {"tribal_key_qashqai": ["qashqai"], "tribal_key_bakhtiari": ["bakhtiari"],
            "central_persia": ["in_div_1"]},
        "tribes_due": 2,
    }));
    let first = start.answer("place bakhtiari isfahan").unwrap();
    sound(&first);
    assert_eq!(tracks(&first), [11, 0, 0]);
    let second = first.answer("place qashqai central_persia").unwrap();
    sound(&second);
    assert_eq!(tracks(&second), [11, 0, 0]);
    // Nothing was under way: the AP still has its action.
    assert_eq!(second.decision().side, Some(Side::Ap));
}

#[test]
fn a_city_counts_once_in_a_round() {
    // 16.3.1.1-6
    let start = ordered(
        "cp",
        json!({"units": {"zagazig": ["tu_div_1"]}, "control": {"cp": ["zagazig"]}, "jihad_taken": ["cairo"]}),
    );
    let next = played(&start, vec![go("tu_div_1", &["cairo"])]);
    assert_eq!(tracks(&next), [12, 0, 0]);
}

#[test]
fn the_ap_lowers_the_jihad_level() {
    // 2.0.jihad_city, 16.3.2.b; 16.3.1 never below zero
    for (level, left) in [(3, 2), (1, 0), (0, 0)] {
        let start = ordered(
            "ap",
            json!({"units": {"ctesiphon": ["br_div_1"]}, "control": {"ap": ["ctesiphon"]}, "tracks": {"jihad": level}}),
        );
        let next = played(&start, vec![go("br_div_1", &["baghdad"])]);
        assert_eq!(tracks(&next), [8, left, 0]);
    }
}
