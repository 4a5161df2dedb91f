//! BULL'S EYE DIRECTIVE: divisions join those who attack, attacks on Russians get +1, one stack that has
//! advanced attacks once more, and divisions in excess go back (9.5.1.a, 12.7.7-4, 3.2.3.1-2, 10.0-1).

use super::battles::{asked, say};
use super::countries::{broken, happens};
use super::*;
use pursuit_of_glory::cards::BULLS_EYE_DIRECTIVE;
use pursuit_of_glory::combat::{Battle, Declaration, LineSubject};
use pursuit_of_glory::state::Cell;

/// Turks before the Caucasus, with divisions in reserve.
fn directed(mut units: Value, more: Value) -> Position {
    let boxed = json!(["tu_div_5", "tu_div_6", "tu_a_div_1", "ge_div_1"]);
    units["cp_reserve"] = boxed;
    let mut told = json!({"units": units, "turn": 8});
    for (key, value) in more.as_object().unwrap() {
        told[key] = value.clone();
    }
    let asked = happens("cp_30", told);
    assert_eq!(asked.asks_for(), Asked::Operations);
    asked
}

fn front() -> Value {
    json!({
        "eleskirt": ["tu_ix_corps", "tu_xi_corps", "tu_div_1", "tu_enver_hq"],
        "koprukoy": ["tu_x_corps", "tu_div_2"], "van": ["kurds_1"],
        "kagizman": ["ru_i_caucasian", "ru_iv_caucasian"], "sarikamis": ["ru_div_2"],
    })
}

/// On to the next attack, excess or action: the CP's fire is about as good as is wanted, the AP's the worst;
/// who retreats goes there if it can, and everybody advances.
fn fought(position: &Position, refuge: &str, wanted: i32) -> Position {
    let mut now = position.clone();
    loop {
        let decision = now.decision();
        let text = match decision.parameters {
            Parameters::Chance { outcomes } => {
                let parts = outcomes.parts().iter();
                let number = |text: &str| {
                    let mut words = text.split(' ');
                    let (of, side) = (words.next(), words.next());
                    let number: i32 = words.next().map_or(0, |word| word.parse().unwrap());
                    match (of, side) {
                        (Some("fire"), Some("cp")) => -(number - wanted).abs(),
                        _ => -number,
                    }
                };
                let texts = parts.map(|(outcome, _)| outcome.text(&DATA));
                let texts: Vec<_> = texts.collect();
                texts.into_iter().max_by_key(|text| number(text)).unwrap()
            }
            Parameters::Cards { .. }
            | Parameters::Returns { .. }
            | Parameters::Withdrawal { .. } => "pass".to_owned(),
            Parameters::PostCombat { .. } => {
                let answers = now.answers_after(2000);
                let texts = answers.iter().map(|made| made.to_text(&DATA, None));
                let mut texts: Vec<_> = texts.collect();
                texts.sort_by_key(|text| {
                    let last = text.split("; ").filter(|order| order.contains(refuge));
                    (
                        usize::MAX - last.count(),
                        usize::MAX - text.matches("advance").count(),
                    )
                });
                texts.swap_remove(0)
            }
            _ => return now,
        };
        now = say(&now, &text);
    }
}

#[test]
fn divisions_join_those_who_attack() {
    let asked = directed(front(), json!({}));
    for (text, why) in [
        ("activate eleskirt attack; join tu_div_5 eleskirt", ""),
        (
            "activate eleskirt attack; activate koprukoy attack; join tu_div_5 eleskirt; \
             join tu_a_div_1 koprukoy",
            "",
        ),
        ("join tu_div_5 eleskirt", "joins_nobody"),
        (
            "activate eleskirt move; join tu_div_5 eleskirt",
            "joins_nobody",
        ),
        (
            "activate koprukoy attack; join tu_div_5 eleskirt",
            "joins_nobody",
        ),
        ("activate van attack; join tu_div_5 van", "joins_nobody"),
        (
            "activate eleskirt attack; join tu_div_5,tu_div_6 eleskirt",
            "one_joins",
        ),
        (
            "activate eleskirt attack; activate koprukoy attack; join tu_div_5 eleskirt; \
             join tu_div_5 koprukoy",
            "joins_twice",
        ),
        (
            "activate eleskirt attack; join ge_div_1 eleskirt",
            "cannot_join",
        ),
        (
            "activate eleskirt attack; join tu_div_2 eleskirt",
            "cannot_join",
        ),
        (
            "activate eleskirt attack; join tu_x_corps eleskirt",
            "cannot_join",
        ),
        (
            "activate eleskirt attack; join tu_div_5,tu_div_2 eleskirt",
            "cannot_join one_joins",
        ),
        // Stacking is asked of the others as ever (10.0-1).
        (
            "activate koprukoy move; go tu_div_2 eleskirt; activate eleskirt attack; \
             join tu_div_5 eleskirt",
            "overstacked stops_in_attack",
        ),
    ] {
        assert_eq!(broken(&asked, text), why, "{text}");
    }
    assert!(asked.operation_facts(4).contains("ops_of(bulls_eye).\n"));
    let made = asked.read_move("activate eleskirt attack; join tu_div_5 eleskirt");
    let terms = made.unwrap().terms(&DATA).join(" ");
    assert!(terms.contains("join(tu_div_5,eleskirt)"), "{terms}");
    // Of other operations it is no order.
    let others = ordered(
        "cp",
        json!({"units": {"eleskirt": ["tu_ix_corps"], "cp_reserve": ["tu_div_5"]}}),
    );
    let text = "activate eleskirt attack; join tu_div_5,tu_ix_corps eleskirt";
    assert_eq!(broken(&others, text), "cannot_join cannot_join");
}

#[test]
fn who_joins_waits_and_goes_back() {
    let start = directed(front(), json!({"reduced": ["tu_div_5"]}));
    let text = "activate eleskirt attack; activate koprukoy attack; join tu_div_5 eleskirt; \
                join tu_a_div_1 koprukoy";
    let joined = say(&start, text);
    assert_eq!(place(&joined, "tu_div_5"), "eleskirt");
    assert_eq!(document(&joined)["attacking"]["tu_div_5"], "attack");
    assert_eq!(document(&joined)["round"], 2);
    // They attack with the others.
    let attack = "attack kagizman with tu_ix_corps,tu_xi_corps,tu_div_1,tu_div_5,tu_enver_hq";
    assert_eq!(broken(&joined, attack), "");
    // Nobody attacks: the space that has room keeps its division, of the other one goes back.
    let over = say(&joined, "end");
    assert_eq!(asked(&over), "cp excess eleskirt");
    let facts = over.decision_facts().unwrap();
    assert!(facts.contains("acts(cp).\n"), "{facts}");
    for (text, why) in [
        ("reserve tu_div_5", ""),
        ("reserve tu_div_1", ""),
        ("pass", "too_few"),
        ("reserve tu_div_1,tu_div_5", "too_many"),
        ("reserve tu_ix_corps", "not_in_excess too_few"),
        ("reserve tu_a_div_1", "not_in_excess too_few"),
        ("eliminate tu_div_1", "not_in_excess too_few"),
    ] {
        assert_eq!(broken(&over, text), why, "{text}");
    }
    let answers = over.answers_after(9);
    assert_eq!(answers.len(), 2);
    let back = say(&over, "reserve tu_div_5");
    assert_eq!(place(&back, "tu_div_5"), "cp_reserve");
    assert!(
        document(&back)["reduced"]
            .as_array()
            .unwrap()
            .contains(&json!("tu_div_5"))
    );
    assert_eq!(place(&back, "tu_a_div_1"), "koprukoy");
    assert_eq!(back.asks_for(), Asked::Action);
    assert_eq!(document(&back)["round"], 3);
    assert_eq!(document(&back).get("pursuit"), None);
}

#[test]
fn without_a_choice_they_go_back_at_once() {
    let units =
        json!({"eleskirt": ["tu_ix_corps", "tu_xi_corps", "tu_x_corps"], "kagizman": ["ru_div_1"]});
    let start = directed(units, json!({}));
    let joined = say(&start, "activate eleskirt attack; join tu_div_5 eleskirt");
    let over = say(&joined, "end");
    assert_eq!(over.asks_for(), Asked::Action);
    assert_eq!(place(&over, "tu_div_5"), "cp_reserve");
}

#[test]
fn in_regions_a_stack_is_joined() {
    let units = json!({"hejaz": ["tu_a_div_2", "tu_a_div_3", "tu_a_div_4"]});
    let start = directed(units, json!({}));
    let text = "activate hejaz attack with tu_a_div_2; activate hejaz attack with tu_a_div_3,tu_a_div_4; \
                join tu_a_div_1 hejaz";
    assert_eq!(broken(&start, text), "");
    assert_eq!(
        broken(
            &start,
            "activate hejaz move with tu_a_div_2; join tu_a_div_1 hejaz"
        ),
        "joins_nobody"
    );
    let joined = say(&start, text);
    let stack = |id: &str| joined.state().get(Cell::Stack(unit(id)));
    assert_eq!(stack("tu_a_div_1"), 1);
    assert_eq!(stack("tu_a_div_2"), 1);
    // A region has room for everybody.
    assert_eq!(say(&joined, "end").asks_for(), Asked::Action);
}

#[test]
fn attacks_on_russians_get_one_more() {
    let mut units = front();
    units["basra"] = json!(["tu_a_div_2"]);
    units["qurna"] = json!(["in_div_1"]);
    let start = directed(units, json!({"control": {"ap": ["qurna"]}}));
    let joined = say(&start, "activate eleskirt attack; activate basra attack");
    let lines = |attack: &str| {
        let declared = joined.answer(attack).unwrap();
        let battle = Battle::from_position(&declared).unwrap();
        let [attacker, defender] = battle.effects().drms;
        assert!(defender.is_empty());
        let event = LineSubject::Event(BULLS_EYE_DIRECTIVE);
        let lines = attacker.iter().filter(|line| line.what == event);
        lines.map(|line| line.value).collect::<Vec<_>>()
    };
    assert_eq!(lines("attack kagizman with tu_ix_corps"), [1]);
    assert!(lines("attack qurna with tu_a_div_2").is_empty());
}

#[test]
fn a_stack_that_has_advanced_attacks_once_more() {
    let mut units = front();
    units["kars"] = json!(["ru_div_3"]);
    let more = json!({"forts_destroyed": ["kars"]});
    let start = directed(units, more);
    let waiting = say(&start, "activate eleskirt attack; activate koprukoy attack");
    let attack = "attack kagizman with tu_ix_corps,tu_xi_corps,tu_div_1,tu_enver_hq";
    let over = fought(&say(&waiting, attack), " kars", 4);
    // The others come first.
    assert_eq!(over.asks_for(), Asked::Attack);
    assert_eq!(place(&over, "tu_ix_corps"), "kagizman");
    assert_eq!(place(&over, "ru_i_caucasian"), "kars");
    assert_eq!(document(&over)["pursuit"]["tu_ix_corps"], 1);
    assert_eq!(document(&over)["pursuit"]["ru_i_caucasian"], 1);
    assert!(!over.decision_facts().unwrap().contains("second_attack"));
    assert_eq!(broken(&over, "attack kars with tu_ix_corps"), "not_waiting");
    let second = say(&over, "end");
    assert_eq!(second.asks_for(), Asked::Attack);
    let facts = second.decision_facts().unwrap();
    assert!(facts.contains("second_attack.\n"), "{facts}");
    for (text, why) in [
        ("end", ""),
        ("attack kars with tu_ix_corps,tu_enver_hq", ""),
        ("attack sarikamis with tu_ix_corps,tu_enver_hq", ""),
        ("attack sarikamis with tu_x_corps", "not_waiting"),
        ("attack sarikamis with tu_xi_corps", "not_waiting"),
    ] {
        assert_eq!(broken(&second, text), why, "{text}");
    }
    // Who has retreated before this stack defends.
    let declared = say(&second, "attack kars with tu_ix_corps,tu_enver_hq");
    let battle = Battle::from_position(&declared).unwrap();
    assert_eq!(battle.fighters[1].len(), 3);
    assert_eq!(document(&declared).get("attacking").unwrap(), &json!({}));
    let over = fought(&declared, "", 9);
    // One second attack, and the action is over.
    assert_eq!(over.asks_for(), Asked::Action);
    assert_eq!(document(&over)["round"], 3);
    // Nobody who has not advanced attacks again.
    let none = say(&waiting, "end");
    assert_eq!(none.asks_for(), Asked::Action);
}

/// The second attack, by stacks that advanced after the first and the second attack of the action.
fn second_attack() -> Position {
    let agenda = json!([
        {"frame": "turn"}, {"frame": "phase", "phase": "action"}, {"frame": "round"},
        {"frame": "action", "side": "cp"}, {"frame": "attack", "side": "cp", "second": 1}
    ]);
    position(&json!({
        "turn": 6, "round": 2, "agenda": agenda,
        "actions": [{"round": 2, "side": "cp", "kind": "event", "card": "cp_30"}],
        "units": {"kagizman": ["tu_ix_corps", "tu_x_corps", "tu_enver_hq"],
                  "sarikamis": ["tu_xi_corps"], "kars": ["ru_div_1", "ru_div_2"],
                  "erevan": ["ru_div_3"], "aleksandropol": ["ru_div_4"]},
        "control": {"cp": ["kagizman", "sarikamis"]}, "forts_destroyed": ["kars"],
        "attacking": {"tu_ix_corps": "attack", "tu_x_corps": "attack", "tu_xi_corps": "attack"},
        "acted": ["tu_ix_corps", "tu_x_corps", "tu_xi_corps"],
        "retreated": ["ru_div_1", "ru_div_2", "ru_div_3"],
        "attacked": ["kagizman", "sarikamis"],
        "pursuit": {"tu_ix_corps": 1, "tu_x_corps": 1, "tu_enver_hq": 1, "tu_xi_corps": 2,
                    "ru_div_1": 1, "ru_div_2": 2, "ru_div_3": 2},
    }))
}

#[test]
fn who_has_retreated_before_others_is_caught() {
    let now = second_attack();
    sound(&now);
    assert_eq!(asked(&now), "cp attack");
    for (text, why) in [
        ("attack kars with tu_ix_corps,tu_x_corps,tu_enver_hq", ""),
        ("attack kars with tu_xi_corps", ""),
        ("attack kars with tu_ix_corps,tu_xi_corps", "one_stack"),
        // 12.1.4: the unit in Erevan has retreated before the other stack.
        ("attack erevan with tu_ix_corps", "only_retreated"),
        ("attack aleksandropol with tu_ix_corps", "out_of_reach"),
    ] {
        assert_eq!(broken(&now, text), why, "{text}");
    }
    for (text, meets, caught) in [
        (
            "attack kars with tu_ix_corps,tu_x_corps",
            "ru_div_1",
            "ru_div_2",
        ),
        ("attack kars with tu_xi_corps", "ru_div_2", "ru_div_1"),
    ] {
        let declared = say(&now, text);
        let battle = Battle::from_position(&declared).unwrap();
        let fighters = battle.fighters[1].iter().map(|one| one.unit);
        assert_eq!(fighters.collect::<Vec<_>>(), [unit(meets)], "{text}");
        let retreated = document(&declared)["retreated"].clone();
        assert!(!retreated.as_array().unwrap().contains(&json!(meets)));
        // 12.7.7-2: the other is destroyed, and may be rebuilt.
        let over = fought(&declared, " aleksandropol", 9);
        assert_eq!(place(&over, caught), "ap_eliminated", "{text}");
        assert_eq!(over.asks_for(), Asked::Action);
    }
    let over = say(&now, "end");
    assert_eq!(over.asks_for(), Asked::Action);
    assert!(
        document(&over)["retreated"]
            .as_array()
            .is_none_or(Vec::is_empty)
    );
}

#[test]
fn the_odds_know_who_fights() {
    let now = second_attack();
    let plan = |text: &str| {
        let orders = Move::parse_plan(&now, text).unwrap();
        let declared = Declaration::read(&now, &orders, &[]).unwrap();
        let battle = Battle::new(&now, declared);
        battle.fighters[1]
            .iter()
            .map(|one| one.unit)
            .collect::<Vec<_>>()
    };
    assert_eq!(plan("attack kars with tu_ix_corps"), [unit("ru_div_1")]);
    assert_eq!(plan("attack kars with tu_xi_corps"), [unit("ru_div_2")]);
}

#[test]
fn no_other_action_has_a_second_attack() {
    let mut told = document(&second_attack());
    told["actions"] = json!([{"round": 2, "side": "cp", "kind": "ops", "card": "cp_02"}]);
    let read = |told: &Value| Position::from_json(&DATA, told.to_string().as_bytes(), &[]);
    let said = read(&told).unwrap_err().to_string();
    assert!(
        said.contains("no event lets 'attack' be a second one"),
        "{said}"
    );
    told["agenda"][4].as_object_mut().unwrap().remove("second");
    let said = read(&told).unwrap_err().to_string();
    assert!(said.contains("lets a stack attack once more"), "{said}");
}

#[test]
fn random_actions_come_to_their_end() {
    let (mut joined, mut again, mut returned) = (0, 0, 0);
    for seed in 0..150 {
        let mut units = front();
        units["kars"] = json!(["ru_div_3"]);
        units["hejaz"] = json!(["tu_a_div_2", "tu_a_div_3", "tu_a_div_4", "tu_a_div_7"]);
        let mut now = directed(units, json!({"forts_destroyed": ["kars"]}));
        let made = random::legal(&now, 4, seed);
        let joins = |order: &&Order| matches!(order, Order::JoinAt { .. });
        joined += made.orders().iter().filter(joins).count();
        now = played(&now, made.orders().to_vec());
        let mut dice = random::Dice(seed + 1);
        while now.asks_for() != Asked::Action {
            let decision = now.decision();
            now = match decision.parameters {
                Parameters::Chance { outcomes } => {
                    let parts = outcomes.parts();
                    now.play_outcome(parts[dice.below(parts.len())].0).unwrap()
                }
                Parameters::Tribes { places, .. } => {
                    now.play(&fights::tribe(&places, &mut dice)).unwrap()
                }
                Parameters::Attack { second: true, .. } => {
                    again += 1;
                    now.play(&fights::attack(&now, &mut dice)).unwrap()
                }
                Parameters::Excess { returns: true, .. } => {
                    returned += 1;
                    let answers = now.answers_after(60);
                    now.play(&answers[dice.below(answers.len())]).unwrap()
                }
                ref other => now.play(&fights::fight(&now, other, &mut dice)).unwrap(),
            };
            sound(&now);
        }
        assert_eq!(now.decision().side, Some(Side::Ap));
        assert!(now.in_excess().is_empty());
        assert!(now.returning().is_empty());
    }
    assert!(
        joined > 10 && again > 3 && returned > 1,
        "{joined} {again} {returned}"
    );
}
