//! Corps made of divisions (18.3).

use super::*;

#[test]
fn three_divisions_make_a_corps_and_two_a_reduced_one() {
    let start = ordered(
        "cp",
        json!({
            "units": {"sivas": ["tu_div_1", "tu_div_2", "tu_div_3"], "cp_corps_assets": ["tu_v_corps"]},
            "reduced": ["tu_div_1", "tu_div_2"],
        }),
    );
    let organize = |eliminated: Option<&str>| Order::Organize {
        lcu: unit("tu_v_corps"),
        reserve: unit("tu_div_1"),
        eliminated: eliminated.map(unit),
        removed: unit("tu_div_3"),
    };
    let full = played(&start, vec![organize(Some("tu_div_2"))]);
    let where_to = ["tu_v_corps", "tu_div_1", "tu_div_2", "tu_div_3"];
    let places = where_to.map(|id| place(&full, id));
    assert_eq!(
        places,
        [
            "sivas",
            "cp_reserve",
            "cp_eliminated",
            "cp_removed_from_game"
        ]
    );
    assert_eq!(document(&full)["reduced"], json!(["tu_div_1"]));
    let half = played(&start, vec![organize(None)]);
    assert_eq!(place(&half, "tu_div_2"), "sivas");
    let reduced = document(&half)["reduced"].to_string();
    assert!(reduced.contains("tu_v_corps"), "{reduced}");
}
