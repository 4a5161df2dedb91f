//! Terrain, water and trenches (12.3).

use super::*;
use pursuit_of_glory::combat::FireOrder;

/// Sinai, with the canal between the AP in the west and the CP in the east.
fn sinai(more: &[(&str, Value)]) -> Position {
    let mut document = json!({
        "turn": 1, "round": 1, "active": "cp",
        "units": {
            "jifjaffa": ["tu_div_1"], "nekhi": ["tu_div_2"], "romani": ["tu_div_3"],
            "suez": ["br_div_1"], "ismailia": ["in_div_1", "in_cavalry_1"], "beersheba": ["tu_div_5"],
            "kossaima": ["br_div_2"], "gaza": ["br_div_3"],
            "port_said": ["tu_div_4"],
        },
        "control": {
            "cp": ["jifjaffa", "nekhi", "romani", "port_said", "beersheba"],
            "ap": ["kossaima", "gaza", "suez", "ismailia"],
        },
    });
    for (key, value) in more {
        document[key] = value.clone();
    }
    position(&document)
}

#[test]
fn desert_counts_once_and_on_top_of_mountains() {
    let position = sinai(&[]);
    let figures = |target, who| Battle::new(&position, attack(target, who, &[])).figures();
    // Out of desert into desert, and out of desert into a mountain (12.3.3-1, 12.3.3-2).
    let into_desert = figures("kossaima", "tu_div_5");
    assert_eq!(shifts(&into_desert.attack), [("12.3.3-1", -1)]);
    let into_mountain = figures("gaza", "tu_div_5");
    assert_eq!(
        shifts(&into_mountain.attack),
        [("12.3.1", -1), ("12.3.3-1", -1)]
    );
    assert_eq!(shifts(&into_mountain.defence), []);
}

#[test]
fn water_counts_only_if_nobody_goes_round_it() {
    let position = sinai(&[]);
    let figures = |who| Battle::new(&position, attack("ismailia", who, &[])).figures();
    // From the east bank: out of desert, and over the canal; the defender fires first
    // (12.2.8.c-2, 12.3.4-2, 12.3.4-4).
    let east = figures("tu_div_1,tu_div_3");
    assert_eq!(shifts(&east.attack), [("12.3.3-1", -1), ("12.3.4-1", -1)]);
    assert_eq!(east.order.0, FireOrder::DefenderFirst);
    // From both banks (12.3.4-3).
    let both = figures("tu_div_1,tu_div_4");
    assert_eq!(shifts(&both.attack), [("12.3.3-1", -1)]);
    assert_eq!(both.order.0, FireOrder::Together);
    // Cavalry against none.
    assert_eq!(fire(&both.defence).4, 1);
}

#[test]
fn trenches_help_their_owner_only() {
    let trenches = json!({
        "suez": {"level": 2, "owner": "ap"}, "ismailia": {"level": 1, "owner": "ap"},
        "nekhi": {"level": 1, "owner": "cp"},
    });
    let position = sinai(&[("trenches", trenches)]);
    let figures = |target, who| Battle::new(&position, attack(target, who, &[])).figures();
    // All shifts together (12.2.8.b-2, 12.3.5-3); the attackers' own trench does nothing
    // (12.3.5-5).
    let suez = figures("suez", "tu_div_2");
    assert_eq!(
        shifts(&suez.attack),
        [("12.3.3-1", -1), ("12.3.4-1", -1), ("12.3.5-2", -2)]
    );
    assert_eq!(shifts(&suez.defence), [("12.3.5-2", 1)]);
    // The light table ends with its column 0: further shifts are ignored (12.2.8.b-3).
    assert_eq!(fire(&suez.attack), (2, Table::Light, 0, -4, 0));
    let ismailia = figures("ismailia", "tu_div_1,tu_div_4");
    assert_eq!(
        shifts(&ismailia.attack),
        [("12.3.3-1", -1), ("12.3.5-1", -1)]
    );
    assert_eq!(shifts(&ismailia.defence), [("12.3.5-1", 1)]);
}
