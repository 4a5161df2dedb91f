//! Cards, weather, withdrawal and what they do to the odds (9.5.4, 12.5, 12.8).

use super::*;
use engine::chance::Fraction;
use pursuit_of_glory::check::Unmet;
use pursuit_of_glory::combat::{FireOrder, Measure, Moment, Outcome, Played, Role};
use pursuit_of_glory::declaration::Change;

/// Van attacked out of the north; more keys of the document at will.
fn van(more: &[(&str, Value)]) -> Position {
    let mut document = json!({
        "turn": 3, "round": 2, "active": "ap",
        "units": {
            "ercis": ["ru_i_caucasian", "ru_cavalry_1"], "van": ["tu_div_1", "tu_div_2"],
            "khoy": ["ru_div_1"],
        },
        "control": {"ap": ["ercis", "khoy", "bayazit"], "cp": ["van"]},
    });
    for (key, value) in more {
        document[key] = value.clone();
    }
    position(&document)
}

fn fraction(top: i128, bottom: i128) -> Fraction {
    Fraction::new(top, bottom).unwrap()
}

fn chance(
    position: &Position,
    declared: Declaration,
    holds: impl Fn(&Outcome) -> bool,
) -> Fraction {
    let odds = Battle::new(position, declared).odds().unwrap();
    assert!(odds.outcomes.is_sound());
    odds.outcomes.chance(holds)
}

fn jafar(moment: Moment, side: Side) -> Played {
    let (units, places) = (Vec::new(), Vec::new());
    Played {
        card: card("cp_20"),
        side,
        moment,
        units,
        places,
    }
}

#[test]
fn the_weather_strikes_by_the_round() {
    // Winter in the mountains: in round 2 a 2 or more harms. The corps is reduced by it, and the
    // cavalry with it; in the first round always (12.5.1.a-2), and not at all in spring.
    let hit = |turn: u8, round: u8| {
        let position = van(&[("turn", turn.into()), ("round", round.into())]);
        let declared = attack("van", "ru_i_caucasian,ru_cavalry_1", &[]);
        chance(&position, declared, |outcome| outcome.weather == 2)
    };
    assert_eq!(hit(2, 2), fraction(5, 6));
    assert_eq!(hit(2, 1), Fraction::ONE);
    assert_eq!(hit(2, 6), fraction(1, 6));
    assert_eq!(hit(3, 2), Fraction::ZERO);
}

#[test]
fn no_prisoners_and_withdrawals_change_loss_numbers() {
    let position = van(&[]);
    let declared = || attack("van", "ru_i_caucasian", &[]);
    let plain = Battle::new(&position, declared()).figures();
    let mut withdrawn = declared();
    withdrawn.withdrawal = true;
    let figures = Battle::new(&position, withdrawn.clone()).figures();
    let less = plain.attack.loss_numbers.map(|loss| loss.saturating_sub(1));
    assert_eq!(figures.attack.loss_numbers, less);
    // All who survive go one space, whoever wins (12.8-5).
    let stays = |outcome: &Outcome| outcome.defenders > 0 && outcome.retreat != 1;
    assert_eq!(chance(&position, withdrawn, stays), Fraction::ZERO);
    let hard = declared().with(Side::Cp, card("ap_21"));
    let figures = Battle::new(&position, hard).figures();
    let more = plain.attack.loss_numbers.map(|loss| loss + 1);
    let fewer = plain
        .defence
        .loss_numbers
        .map(|loss| loss.saturating_sub(1));
    assert_eq!(
        (figures.attack.loss_numbers, figures.defence.loss_numbers),
        (more, fewer)
    );
}

#[test]
fn jafar_pasha_saves_a_poor_roll_or_ends_the_battle() {
    let position = van(&[]);
    let declared = || attack("van", "ru_i_caucasian", &[]);
    let mut again = declared();
    again.cards.push(jafar(Moment::Dice, Side::Cp));
    let mean = |declared: Declaration| {
        let odds = Battle::new(&position, declared).odds().unwrap();
        odds.outcomes
            .expectation(|outcome| i64::from(outcome.defence))
            .unwrap()
    };
    assert!(mean(again) > mean(declared()));
    let mut before = declared();
    before.cards.push(jafar(Moment::Battle, Side::Cp));
    assert_eq!(
        chance(&position, before, |outcome| outcome.cancelled),
        Fraction::ONE
    );
}

#[test]
fn a_card_that_lets_somebody_fire_first_overrules_the_flank() {
    let position = van(&[
        (
            "units",
            json!({"ismailia": ["br_xx_corps"], "suez": ["br_div_1"], "nekhi": ["tu_div_1"]}),
        ),
        ("control", json!({"cp": ["nekhi"]})),
    ]);
    let declared = attack("nekhi", "br_xx_corps,br_div_1", &[(Side::Ap, "ap_51")]);
    let figures = Battle::new(&position, declared).figures();
    assert_eq!(figures.order.0, FireOrder::AttackerFirst);
    // The desert of the target does not count.
    assert!(shifts(&figures.attack).is_empty());
}

#[test]
fn a_ruse_ignores_desert_behind_and_water_ahead() {
    let position = van(&[
        (
            "units",
            json!({"jifjaffa": ["br_xx_corps"], "ismailia": ["tu_div_1"]}),
        ),
        ("control", json!({"ap": ["jifjaffa"], "cp": ["ismailia"]})),
    ]);
    let ruse = [(Side::Ap, "ap_51")];
    let plain = attack("ismailia", "br_xx_corps", &[]);
    let figures = Battle::new(&position, plain).figures();
    let (desert, water) = (("12.3.3-1", -1), ("12.3.4-1", -1));
    assert_eq!(shifts(&figures.attack), [desert, water]);
    assert_eq!(figures.order.0, FireOrder::DefenderFirst);
    // Water is terrain too (12.3.4-4).
    let ruse = attack("ismailia", "br_xx_corps", &ruse);
    let figures = Battle::new(&position, ruse).figures();
    assert!(shifts(&figures.attack).is_empty());
    assert_eq!(figures.order.0, FireOrder::AttackerFirst);
}

#[test]
fn trenches_of_the_brave_and_charges_over_them() {
    let position = van(&[]);
    let brave = attack("van", "ru_i_caucasian", &[(Side::Cp, "cp_28")]);
    let figures = Battle::new(&position, brave).figures();
    assert!(shifts(&figures.attack).contains(&("12.3.5-1", -1)));
    assert_eq!(shifts(&figures.defence), [("12.3.5-1", 1)]);
}

#[test]
fn arab_desertion_weighs_on_every_battle_with_arabs() {
    let units = json!({"ercis": ["ru_i_caucasian"], "van": ["tu_a_div_1"]});
    let events = json!({"ap_46": 10});
    let position = van(&[("units", units), ("events", events), ("turn", 12.into())]);
    let figures = Battle::new(&position, attack("van", "ru_i_caucasian", &[])).figures();
    assert_eq!(figures.defence.fire.drm, -1);
}

#[test]
fn cards_are_played_where_their_conditions_are_met() {
    let position = van(&[]);
    let battle = Battle::new(&position, attack("van", "ru_i_caucasian", &[]));
    let may = |id, side, moment| battle.may_play(card(id), side, moment);
    assert_eq!(may("ap_05", Side::Ap, Moment::Battle), Ok(()));
    assert_eq!(may("cp_05", Side::Cp, Moment::Battle), Ok(()));
    assert_eq!(may("cp_28", Side::Cp, Moment::Battle), Ok(()));
    assert_eq!(
        may("ap_06", Side::Ap, Moment::Battle),
        Err(Unmet::Conditions)
    );
    // Van lies in the mountains.
    assert_eq!(
        may("ap_20", Side::Ap, Moment::Battle),
        Err(Unmet::Conditions)
    );
    assert_eq!(
        may("cp_05", Side::Ap, Moment::Battle),
        Err(Unmet::WrongTime)
    );
    assert_eq!(
        may("cp_47", Side::Cp, Moment::Battle),
        Err(Unmet::WrongTime)
    );
    assert_eq!(
        may("ap_01", Side::Ap, Moment::Battle),
        Err(Unmet::NoCombatCard)
    );
    assert_eq!(may("cp_20", Side::Cp, Moment::Dice), Ok(()));
    assert_eq!(may("cp_20", Side::Ap, Moment::Dice), Err(Unmet::WrongTime));
}

#[test]
fn everything_is_worth_what_the_battle_without_it_lacks() {
    let cards = json!({"ap": {"hand": ["ap_05", "ap_06"]}, "cp": {"hand": ["cp_05"]}});
    let attacking = json!({"ru_div_1": "attack"});
    let position = van(&[("cards", cards), ("attacking", attacking)]);
    let declared = attack("van", "ru_i_caucasian,ru_cavalry_1", &[]);
    let battle = Battle::new(&position, declared.clone());
    for measure in Measure::ALL {
        let told = battle.sensitivity(*measure).unwrap();
        assert_eq!(
            told.value,
            battle.odds().unwrap().measure(*measure).unwrap()
        );
        let gain = |wanted: &Change| {
            let mut changes = told.changes.iter();
            let found = changes.find(|worth| worth.change == *wanted);
            found.unwrap_or_else(|| panic!("{wanted:?}: {told:?}")).gain
        };
        for role in [Role::Attacker, Role::Defender] {
            let _ = (gain(&Change::Drm(role, -1)), gain(&Change::Shift(role, -1)));
        }
        let played = declared.clone().with(Side::Ap, card("ap_05"));
        let played = Battle::new(&position, played)
            .odds()
            .unwrap()
            .measure(*measure)
            .unwrap();
        let change = Change::Play(Side::Ap, card("ap_05"), Moment::Battle);
        assert_eq!(gain(&change), played.minus(told.value).unwrap());
        // A card that adds one is worth as much as one more on the die.
        assert_eq!(gain(&change), gain(&Change::Drm(Role::Attacker, 1)));
        let cp = Change::Play(Side::Cp, card("cp_05"), Moment::Battle);
        assert_eq!(gain(&cp), gain(&Change::Drm(Role::Defender, 1)));
        let _ = gain(&Change::Join(unit("ru_div_1")));
        let _ = gain(&Change::Without(Role::Attacker, unit("ru_cavalry_1")));
        assert!(
            told.changes
                .iter()
                .all(|worth| !matches!(worth.change, Change::Play(_, at, _)
            if at == card("ap_06")))
        );
    }
    let win = battle.sensitivity(Measure::Win).unwrap();
    let more = win
        .changes
        .iter()
        .find(|worth| worth.change == Change::Drm(Role::Attacker, 1));
    assert!(more.unwrap().gain > Fraction::ZERO);
}
