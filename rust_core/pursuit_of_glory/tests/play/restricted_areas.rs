//! LCUs that a retreat brings into a restricted area that is full (18.1.2.c), and units that retreat out of
//! where they may be.

use super::aftermath::{fought, stands};
use super::battles::{asked, say};
use super::*;

/// The X Corps flees from Cizre into Mesopotamia, where the III Corps is all that may be there.
fn fled(mut units: Value, mut more: Value) -> Position {
    let all = units.as_object_mut().unwrap();
    all.insert(
        "bitlis".into(),
        json!(["ru_i_caucasian", "ru_iv_caucasian"]),
    );
    more["control"] = json!({"ap": ["bitlis"]});
    let now = fought(
        "ap",
        units,
        json!({
            "place": "cizre", "stage": "retreat", "attackers": ["ru_i_caucasian", "ru_iv_caucasian"],
            "defenders": ["tu_x_corps"], "loss_numbers": {"attacker": 2, "defender": 1},
        }),
        more,
    );
    say(&now, "retreat tu_x_corps mosul")
}

#[test]
fn their_owner_eliminates_one_of_them_for_good() {
    let units = json!({
        "cizre": ["tu_x_corps"], "baghdad": ["tu_iii_corps", "tu_enver_hq"],
        "kut": ["tu_div_1"], "cp_reserve": ["tu_div_2"],
    });
    let now = fled(units, json!({}));
    assert_eq!(asked(&now), "cp excess_lcus");
    for (broken, rules) in [
        ("pass", 1),
        ("eliminate tu_x_corps,tu_iii_corps", 1),
        ("eliminate tu_div_1", 2),
    ] {
        let found = now.check(&now.read_move(broken).unwrap()).unwrap();
        assert_eq!(found.len(), rules, "{broken}");
    }
    // The document of the position is one, and asks the same.
    sound(&now);
    let first = say(&now, "eliminate tu_x_corps");
    assert_eq!(stands(&first, "tu_x_corps"), "cp_permanently_eliminated");
    assert_eq!(stands(&first, "tu_iii_corps"), "baghdad");
    // The headquarters is left alone (3.2.3-3); no division comes.
    let second = say(&now, "eliminate tu_iii_corps");
    for id in ["tu_iii_corps", "tu_enver_hq"] {
        assert_eq!(stands(&second, id), "cp_permanently_eliminated", "{id}");
    }
    assert_eq!(stands(&second, "tu_x_corps"), "mosul");
    assert_eq!(stands(&second, "tu_div_2"), "cp_reserve");
}

#[test]
fn nobody_goes_where_the_commitment_allows_so_many() {
    let units = || json!({"cizre": ["tu_x_corps"], "baghdad": ["tu_iii_corps"]});
    let limited = json!({"commitment": {"ap": "limited", "cp": "limited"}});
    let now = fled(units(), limited);
    assert!(!asked(&now).contains("excess_lcus"), "{}", asked(&now));
    // Elsewhere there may be as many again (18.1.2.b-1).
    let mut elsewhere = units();
    let corps = elsewhere
        .as_object_mut()
        .unwrap()
        .remove("baghdad")
        .unwrap();
    elsewhere["aleppo"] = corps;
    let now = fled(elsewhere, json!({}));
    assert!(!asked(&now).contains("excess_lcus"), "{}", asked(&now));
}

#[test]
fn hqs_stay_where_somebody_is_beside_them() {
    let units = json!({
        "cizre": ["tu_x_corps"], "baghdad": ["tu_iii_corps", "tu_enver_hq", "tu_div_1"],
    });
    let now = say(&fled(units, json!({})), "eliminate tu_iii_corps");
    assert_eq!(stands(&now, "tu_enver_hq"), "baghdad");
}

#[test]
fn transcaucasians_are_eliminated_where_they_retreat_out_of_their_area() {
    // Rize and Gumushane are the enemy's, so that Giresun in Anatolia is left (3.2.1.3.transcauc-2).
    let now = fought(
        "cp",
        json!({"rize": ["tu_div_1"], "gumushane": ["tu_div_2"], "trabzon": ["arm_transcaucasian_1"]}),
        json!({
            "place": "trabzon", "stage": "retreat", "attackers": ["tu_div_1"],
            "defenders": ["arm_transcaucasian_1"],
            "loss_numbers": {"attacker": 2, "defender": 1},
        }),
        json!({"turn": 14, "control": {"ap": ["trabzon", "giresun"], "cp": ["rize", "gumushane"]},
               "forts_destroyed": ["trabzon"], "revolution": {"stage": 4}}),
    );
    let now = match now.decision().kind {
        Asked::Retreat => say(&now, "retreat arm_transcaucasian_1 giresun"),
        _ => now,
    };
    assert_eq!(stands(&now, "arm_transcaucasian_1"), "ap_eliminated");
    assert_eq!(asked(&now), "cp advance 0 tu_div_1");
    sound(&now);
}
