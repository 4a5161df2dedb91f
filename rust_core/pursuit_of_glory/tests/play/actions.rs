//! Actions, turns, activations (8.1, 9.2).

use super::*;

fn with_hands() -> Position {
    position(&json!({
        "cards": {"ap": {"hand": ["ap_01", "ap_02"], "deck": ["ap_03"]}, "cp": {"hand": ["cp_01"]}},
    }))
}

#[test]
fn an_action_is_a_card_for_ops_or_the_automatic_operation() {
    let start = with_hands();
    let asked = start.decision();
    assert_eq!((asked.kind, asked.side), (Asked::Action, Some(Side::Ap)));
    let cards = vec![
        DATA.card("", "ap_01").unwrap(),
        DATA.card("", "ap_02").unwrap(),
    ];
    let events = cards.clone();
    let wanted = Parameters::Action {
        cards,
        sr: true,
        rp: true,
        events,
        reinforcements: vec![],
        hidden: 0,
    };
    assert_eq!(asked.parameters, wanted);
    let automatic = start.answer("automatic").unwrap();
    sound(&automatic);
    let one = Parameters::Operations {
        ops: 1,
        event: None,
        paid: false,
    };
    assert_eq!(automatic.decision().parameters, one);
    assert_eq!(
        document(&automatic)["actions"],
        json!([{"round": 1, "side": "ap", "kind": "one_ops"}])
    );
    let card = start.answer("play ap_02").unwrap();
    sound(&card);
    let ops = DATA.cards[DATA.card("", "ap_02").unwrap()].ops;
    assert_eq!(
        card.decision().parameters,
        Parameters::Operations {
            ops,
            event: None,
            paid: false
        }
    );
    let told = document(&card);
    assert_eq!(
        told["actions"],
        json!([{"round": 1, "side": "ap", "kind": "ops", "card": "ap_02"}])
    );
    assert_eq!(told["cards"]["ap"]["discard"], json!(["ap_02"]));
    assert_eq!(told["cards"]["ap"]["hand"], json!(["ap_01"]));
}

#[test]
fn what_is_no_answer_is_refused() {
    let start = with_hands();
    // 9.1.2-1, 8.1.2-1
    for (text, broken) in [
        ("play ap_03", "9.1.2-1"),
        ("play cp_01", "9.1.2-1"),
        ("automatic; play ap_01", "8.1.2-1"),
    ] {
        let made = start.read_move(text).unwrap();
        let found = start.check(&made).unwrap();
        let rules: Vec<_> = found.iter().map(|one| one.rule()).collect();
        assert_eq!(rules, [broken], "{text}");
        assert_eq!(start.play(&made), Err(Refusal::Illegal(found)), "{text}");
    }
    for text in ["end", "place kurds_1 van", "built kars"] {
        assert!(start.answer(text).is_err(), "{text}");
    }
    for text in [
        "play",
        "play ap_99",
        "play ap_01 for fun",
        "place kurds_1",
        "wait",
        "end x",
    ] {
        assert!(start.answer(text).is_err(), "{text}");
    }
    // Orders, be they none, are those of the automatic operation (8.1.2-2).
    let none = start.play(&Move::default()).unwrap();
    assert_eq!(none.decision().side, Some(Side::Cp));
    for text in ["automatic", "play ap_01"] {
        let made = start.read_move(text).unwrap();
        assert_eq!(made.to_text(&DATA, Some(&start)), text);
    }
    for text in ["built kars", "failed kars"] {
        assert_eq!(Outcome::parse(&DATA, text).unwrap().text(&DATA), text);
    }
}

#[test]
fn six_rounds_the_ap_first_then_attrition() {
    let mut now = with_hands();
    for round in 1..=6 {
        for side in [Side::Ap, Side::Cp] {
            assert_eq!(now.decision().side, Some(side));
            assert_eq!(document(&now)["round"], round);
            now = pass(&now);
        }
    }
    assert_eq!(now.state().phase().unwrap().word(), "attrition");
    assert_eq!(document(&now)["actions"].as_array().unwrap().len(), 12);
    let asked = now.decision();
    assert_eq!((asked.kind, asked.side), (Asked::Chance, None));
    assert!(now.answer("automatic").is_err());
    // Nobody decides: no move answers, not even one without orders.
    let none = Move::default();
    assert!(now.check(&none).is_err());
    assert!(matches!(now.play(&none), Err(Refusal::Input(_))));
    // Nothing is out of supply, besieged, or in Galicia.
    let now = now.answer("proceed").unwrap();
    // The War Status Phase of turn 1 is skipped, and no points are on record: cards are drawn next.
    assert_eq!(now.state().phase().unwrap().word(), "draw");
    assert!(now.answer("proceed").is_err());
}

#[test]
fn battles_wait_and_may_be_declined() {
    let start = ordered(
        "cp",
        json!({"units": {"erzurum": ["tu_xi_corps", "tu_enver_hq"]}}),
    );
    let orders = vec![activate("erzurum", Purpose::Attack)];
    let next = played(&start, orders);
    let units = vec![
        (unit("tu_enver_hq"), Purpose::Attack),
        (unit("tu_xi_corps"), Purpose::Attack),
    ];
    let asked = next.decision();
    assert_eq!((asked.kind, asked.side), (Asked::Attack, Some(Side::Cp)));
    assert_eq!(
        asked.parameters,
        Parameters::Attack {
            units,
            second: false,
            owed: Vec::new(),
        }
    );
    let over = next.answer("end").unwrap();
    sound(&over);
    assert_eq!(document(&over)["round"], 2);
    assert_eq!(over.decision().side, Some(Side::Ap));
}

#[test]
fn british_attacks_against_orders_cost_a_vp_in_a_turn() {
    let start = ordered(
        "ap",
        json!({
            "units": {"port_said": ["br_div_1", "in_div_1"], "suez": ["br_div_2"]},
            "mandated": {"ap": [{"offensive": "no_br_attacks", "met": false}]},
        }),
    );
    let both = vec![
        activate("port_said", Purpose::AttackWithBr),
        activate("suez", Purpose::AttackWithBr),
    ];
    let next = played(&start, both.clone());
    assert_eq!(tracks(&next), [11, 0, 0]);
    assert_eq!(document(&next)["attacking"]["in_div_1"], "attack_with_br");
    // Without paying the others attack alone (7.3.nobr-3).
    let alone = played(&start, vec![activate("port_said", Purpose::Attack)]);
    assert_eq!(tracks(&alone), [10, 0, 0]);
    assert_eq!(document(&alone)["attacking"], json!({"in_div_1": "attack"}));
    let later = next.answer("end").unwrap();
    let again = played(&next_round(&later), both);
    assert_eq!(tracks(&again), [11, 0, 0]);
}

#[test]
fn whoever_suppresses_an_uprising_does_not_attack() {
    let start = ordered(
        "cp",
        json!({"units": {"van": ["tu_div_1", "tu_div_2"]}, "uprisings": {"van": "armenian"}}),
    );
    let next = played(
        &start,
        vec![
            activate("van", Purpose::Attack),
            Order::Suppress {
                unit: unit("tu_div_1"),
            },
        ],
    );
    let told = document(&next);
    assert_eq!(told["uprisings"], json!({}));
    assert_eq!(told["attacking"], json!({"tu_div_2": "attack"}));
}

#[test]
fn in_regions_the_stack_that_was_activated_fights() {
    // 9.2.6: two Austrians and a German; the others stay behind.
    let units = ["ah_div_1", "ah_div_2", "ge_div_1", "ah_div_3", "ge_div_2"];
    let start = ordered("cp", json!({"units": {"galicia": units}}));
    let stack = Order::Activate {
        place: at("galicia"),
        purpose: Purpose::Attack,
        units: units[..3].iter().map(|id| unit(id)).collect(),
    };
    let next = played(&start, vec![stack]);
    let told = document(&next);
    let fighting: Vec<_> = told["attacking"].as_object().unwrap().keys().collect();
    assert_eq!(fighting, units[..3]);
}
