//! What a turn is made of, and what playing a card does (6.0, 8.1, 9.1), from the set-ups on (4).

use super::*;

/// Answers in the shortest way until `enough` says so; what was asked on the way.
fn asked_until(
    start: &Position,
    mut enough: impl FnMut(&Position) -> bool,
) -> (Position, Vec<Position>) {
    let (mut now, mut seen) = (start.at_next_decision().into_owned(), Vec::new());
    for _ in 0..500 {
        if enough(&now) {
            return (now, seen);
        }
        let asked = now.decision();
        let answer = match asked.kind {
            Asked::Chance => now.chance().unwrap().parts()[0].0.text(&DATA),
            Asked::Action => "automatic".into(),
            Asked::Offensive => "mandate tu".into(),
            _ => "pass".into(),
        };
        seen.push(now.clone());
        now = now.answer(&answer).unwrap();
        sound(&now);
    }
    panic!("it does not come to that");
}

fn turn(position: &Position) -> i64 {
    document(position)["turn"].as_i64().unwrap()
}

#[test]
fn phases_follow_one_another() {
    // 6.0-1, 6.0.A, 6.0.I, 4.1.4.a, 2.0.mo
    let start = Position::scenario(&DATA, "1914_campaign").unwrap().opened();
    let (_, seen) = asked_until(&start, |now| {
        turn(now) > 2 && !asks(now, Phase::MandatedOffensive)
    });
    let mut phases = Vec::new();
    for now in seen {
        let here = (turn(&now), now.state().phase().unwrap());
        if phases.last() != Some(&here) {
            phases.push(here);
        }
    }
    // Phases that ask nothing are passed: no fort is besieged, and nothing is recorded.
    let expected = [
        (1, Phase::Opening),
        (1, Phase::Action),
        (1, Phase::Attrition),
        (1, Phase::Draw),
        (2, Phase::MandatedOffensive),
        (2, Phase::Action),
        (2, Phase::Attrition),
        (2, Phase::Draw),
        (3, Phase::MandatedOffensive),
    ];
    let of = |phase: &(i64, Phase)| expected.contains(phase);
    let asked: Vec<_> = phases.iter().copied().filter(of).collect();
    assert_eq!(asked, expected, "{phases:?}");
}

fn asks(position: &Position, phase: Phase) -> bool {
    position.state().phase() == Some(phase)
}

#[test]
fn each_acts_six_times_the_ap_first() {
    // 6.0.B, 8.1.1-1, 8.1.1-2, 2.0.action_phase, 2.0.action_round-1, 2.0.action_round-2, 2.0.active_player
    let start = Position::scenario(&DATA, "1914_campaign").unwrap();
    let (end, seen) = asked_until(&start, |now| !asks(now, Phase::Action));
    let acting = seen
        .iter()
        .filter(|now| now.decision().kind == Asked::Action);
    let found: Vec<_> = acting
        .map(|now| {
            (
                document(now)["round"].as_i64().unwrap(),
                now.decision().side.unwrap(),
            )
        })
        .collect();
    let expected: Vec<_> = (1..=6)
        .flat_map(|round| [(round, Side::Ap), (round, Side::Cp)])
        .collect();
    assert_eq!(found, expected);
    for now in &seen {
        assert_eq!(now.decision().side, Some(now.state().active()));
    }
    // 8.1.3-1: all are on record.
    let actions = document(&end)["actions"].clone();
    assert_eq!(actions.as_array().unwrap().len(), 12);
    let last = json!({"round": 6, "side": "cp", "kind": "one_ops"});
    assert_eq!(actions[11], last);
}

#[test]
fn a_card_is_used_in_one_of_four_ways() {
    // 9.1-1, 9.1.2-2, 9.1.2-4, 2.0.event-1, 9.5.1.c, 9.5.1.d-1, 2.0.asterisk-1, 2.0.asterisk-2, 9.4.1-3, 2.0.rp-2
    let start = position(&json!({
        "turn": 4, "round": 2, "phase": "action", "active": "cp",
        "cards": {"cp": {"hand": ["cp_36", "cp_24"]}},
        "tracks": {"jihad": 5, "war_status_cp": 3, "combined_war_status": 4},
    }));
    let after = |text: &str| {
        let made = start.read_move(text).unwrap();
        assert_eq!(start.check(&made).unwrap(), [], "{text}");
        let next = start.answer(text).unwrap();
        sound(&next);
        next
    };
    let lies = |position: &Position, id: &str| {
        let pile = |name: &str| document(position)["cards"]["cp"][name].clone();
        let found = ["hand", "discard", "removed"].into_iter().find(|name| {
            let cards = pile(name);
            cards
                .as_array()
                .is_some_and(|cards| cards.contains(&json!(id)))
        });
        found.unwrap_or("nowhere")
    };
    let card = |id: &str| &DATA.cards[DATA.card("card", id).unwrap()];
    let asterisk = card("cp_36");
    assert!(asterisk.removed_after_event);
    let event = after("play cp_36 for event");
    assert_eq!(lies(&event, "cp_36"), "removed");
    let points = i64::from(asterisk.war_status);
    assert_eq!(document(&event)["tracks"]["war_status_cp"], 3 + points);
    assert_eq!(
        document(&event)["tracks"]["combined_war_status"],
        4 + points
    );
    for (used, asked) in [
        ("play cp_36", Asked::Operations),
        ("play cp_36 for sr", Asked::Redeployment),
        ("play cp_36 for rp", Asked::Action),
    ] {
        let next = after(used);
        assert_eq!(lies(&next, "cp_36"), "discard", "{used}");
        assert_eq!(next.decision().kind, asked, "{used}");
        assert_eq!(document(&next)["tracks"]["war_status_cp"], 3, "{used}");
        // Points are spent at the end of the turn, in the Replacement Phase.
        let turkish = i64::from(asterisk.replacements["rp_tu"]);
        let recorded = if used.ends_with("rp") { turkish } else { 0 };
        let points = document(&next)["replacements"]["tu"].as_i64();
        assert_eq!(points.unwrap_or(0), recorded, "{used}");
    }
    let both = start.read_move("play cp_36; play cp_24 for rp").unwrap();
    let broken = start.check(&both).unwrap();
    assert_eq!(broken[0].rule(), "8.1.2-1");
}

#[test]
fn the_ap_spends_its_points_first() {
    // 6.0.G-1, 6.0.G-2, 17.1.2-2, 17.3.1-4
    let start = position(&json!({
        "turn": 4,
        "agenda": [{"frame": "turn"}, {"frame": "phase", "phase": "replacement"}],
        "replacements": {"ru": 1, "tu": 3}, "max_tu_rp": 20,
        "units": {"tiflis": ["ru_div_1"], "constantinople": ["tu_div_1"]},
        "reduced": ["ru_div_1", "tu_div_1"],
    }));
    let first = start.at_next_decision().into_owned();
    assert_eq!(first.decision().side, Some(Side::Ap));
    let second = first.answer("restore ru_div_1").unwrap();
    assert_eq!(second.decision().side, Some(Side::Cp));
    assert_eq!(document(&second)["replacements"]["ru"], 0);
    // Of three Turkish points half a one is spent; whole ones that are left go back.
    let done = second.answer("restore tu_div_1").unwrap();
    assert_eq!(document(&done)["replacements"]["tu"], 0);
    assert_eq!(document(&done)["max_tu_rp"], 22);
}

#[test]
fn surplus_tribes_leave_and_missing_ones_come() {
    // 6.0.E.1
    let units = json!({"van": ["kurds_1", "kurds_2"]});
    let start = position(&json!({
        "turn": 4, "units": units, "tracks": {"jihad": 1},
        "agenda": [{"frame": "turn"}, {"frame": "phase", "phase": "revolution"}],
    }));
    let asked = start.at_next_decision().into_owned();
    assert_eq!(asked.decision().kind, Asked::Dismissal);
    let left = asked.answer("dismiss kurds_1").unwrap();
    assert_eq!(
        document(&left)["units"]["tribal_key_kurds"],
        json!(["kurds_1"])
    );
}

#[test]
fn the_campaign_of_1914_is_set_up() {
    // 4.1.1-1, 4.1.1-2, 4.1.1-3, 4.1.1-4, 4.1.1-5, 4.1.1-6, 4.1.1-9, 4.1.2-1, 4.1.2-2, 4.1.2-3, 4.1.4.a, 3.3-2,
    // 9.1.1.a
    let start = document(&Position::scenario(&DATA, "1914_campaign").unwrap());
    assert_eq!(start["turn"], 1);
    assert_eq!(start["tracks"]["vp"], 10);
    for track in [
        "jihad",
        "ru_vp",
        "war_status_ap",
        "war_status_cp",
        "combined_war_status",
        "mo_modifier",
    ] {
        assert_eq!(start["tracks"][track].as_i64().unwrap_or(0), 0, "{track}");
    }
    let ordered = json!([{"offensive": "ru", "met": false}]);
    assert_eq!(start["mandated"]["ap"], ordered);
    assert_eq!(start["mandated"]["cp"], ordered);
    assert_eq!(
        start["commitment"],
        json!({"ap": "mobilization", "cp": "mobilization"})
    );
    assert!(start["actions"].as_array().is_none_or(Vec::is_empty));
    assert_eq!(start["air_superiority"].as_str().unwrap_or("none"), "none");
    // Some start reduced, some in the boxes, and the tribes at their symbols.
    assert!(
        start["reduced"]
            .as_array()
            .unwrap()
            .contains(&json!("ru_div_1"))
    );
    assert!(
        start["units"]["ap_reserve"]
            .as_array()
            .is_some_and(|box_| !box_.is_empty())
    );
    assert!(
        start["units"]["ap_corps_assets"]
            .as_array()
            .is_some_and(|box_| !box_.is_empty())
    );
    assert!(
        start["units"]["tribal_key_kurds"]
            .as_array()
            .is_some_and(|key| !key.is_empty())
    );
    for side in ["ap", "cp"] {
        let known = start["cards"][side].as_object().unwrap().values();
        for card in known
            .filter_map(Value::as_array)
            .flatten()
            .filter_map(Value::as_str)
        {
            let entry = &DATA.cards[DATA.card("card", card).unwrap()];
            assert_eq!(entry.commitment, Commitment::Mobilization, "{card}");
        }
    }
}

#[test]
fn the_total_war_of_1916_is_set_up() {
    // 4.2.1, 4.2.2-1, 4.2.2-2, 4.2.2-3, 4.2.3, 3.3-1, 3.3-3, 9.1.1.b
    let start = document(&Position::scenario(&DATA, "1916_total_war").unwrap());
    let table = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../scenarios/pursuit_of_glory/cards.csv"
    );
    let table = std::fs::read_to_string(table).unwrap();
    let mut rows = table.lines().map(|row| row.split(',').collect::<Vec<_>>());
    let column = rows
        .next()
        .unwrap()
        .iter()
        .position(|name| *name == "marked_1916")
        .unwrap();
    let marked: Vec<String> = rows
        .filter(|row| row.get(column) == Some(&"1"))
        .map(|row| row[0].to_owned())
        .collect();
    assert!(marked.contains(&"ap_21".to_owned()), "{marked:?}");
    assert_eq!(start["commitment"], json!({"ap": "total", "cp": "total"}));
    for (side, stranger) in [("ap", "cp_20"), ("cp", "ap_21")] {
        let piles = start["cards"][side].as_object().unwrap();
        let face_up = piles["face_up"].as_array().unwrap();
        assert!(face_up.contains(&json!(stranger)), "{side}");
        let own = |pile: &str| {
            piles
                .get(pile)
                .and_then(Value::as_array)
                .cloned()
                .unwrap_or_default()
        };
        let mut playing: Vec<_> = [own("hand"), own("deck")].concat();
        playing.sort_by_key(ToString::to_string);
        let all = DATA.cards.iter().filter(|card| card.side.word() == side);
        let mut expected: Vec<_> = all
            .filter(|card| card.commitment == Commitment::Total || marked.contains(&card.id))
            .map(|card| json!(card.id))
            .collect();
        expected.retain(|card| *card != json!("cp_20") && *card != json!("ap_21"));
        expected.sort_by_key(ToString::to_string);
        assert_eq!(playing, expected, "{side}");
    }
    // Spaces are whose the set-up says.
    assert!(
        start["control"]["ap"]
            .as_array()
            .unwrap()
            .contains(&json!("erzurum"))
    );
    let units = start["units"].as_object().unwrap();
    assert!(units.keys().any(|place| place.starts_with("tribal_key_")));
}
