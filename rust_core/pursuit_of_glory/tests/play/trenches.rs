//! Trenches being dug (11.3).

use super::*;
use engine::chance::Results;

#[test]
fn digging_is_a_die() {
    // 11.3.1-4: two Turkish divisions and a tribe build with 1 or 2.
    let start = ordered(
        "cp",
        json!({"units": {"mus": ["tu_div_1", "tu_cavalry_1", "kurds_1"]}}),
    );
    let orders = vec![
        activate("mus", Purpose::Move),
        Order::Entrench { place: at("mus") },
    ];
    let next = played(&start, orders);
    let built = Outcome::Trench {
        place: at("mus"),
        built: true,
    };
    let failed = Outcome::Trench {
        place: at("mus"),
        built: false,
    };
    let all = Results::of_die::<6>(|face| if face <= 2 { built } else { failed });
    assert_eq!(next.chance(), Some(all));
    let done = next.play_outcome(built).unwrap();
    sound(&done);
    assert_eq!(
        document(&done)["trenches"],
        json!({"mus": {"level": 1, "owner": "cp"}})
    );
    assert_eq!(done.decision().side, Some(Side::Ap));
    let lost = next.play_outcome(failed).unwrap();
    sound(&lost);
    assert_eq!(document(&lost)["trenches"], json!({}));
    let elsewhere = Outcome::Trench {
        place: at("van"),
        built: true,
    };
    assert!(next.play_outcome(elsewhere).is_err());
    // An LCU builds with 1 to 3, with others or without; who moves does not dig.
    let start = ordered(
        "cp",
        json!({"units": {"mus": ["tu_xi_corps", "tu_div_1"], "baghdad": ["tu_div_2", "tu_div_3"]}}),
    );
    let orders = vec![
        Order::Entrench { place: at("mus") },
        Order::Entrench {
            place: at("baghdad"),
        },
        go("tu_div_2", &["ctesiphon"]),
    ];
    let next = played(&start, orders);
    assert_eq!(document(&next)["digging"], json!({"mus": 3, "baghdad": 1}));
}
