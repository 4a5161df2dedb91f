//! Moves: every form gives the same orders back, and what is no order is refused in words.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

mod refusals;

use engine::error::Error;
use proptest::prelude::*;
use pursuit_of_glory::activation::Purpose;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{LONGEST_PATH, Move, Order, mutate, nonsense};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::state::{Cell, Frame};
use pursuit_of_glory::vocabulary::DecisionKind;
use pursuit_of_glory::vocabulary::Side;
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));

fn scenario(name: &str) -> Position {
    Position::scenario(&DATA, name).unwrap()
}

fn start() -> Position {
    scenario("1914_campaign")
}

/// The position with a unit somewhere else, proven or not.
fn moved(position: Position, unit: &str, place: &str) -> Position {
    let place = u16::try_from(DATA.place("test", place).unwrap() + 1).unwrap();
    position.with(Cell::Place(DATA.unit("test", unit).unwrap()), place)
}

fn parse(text: &str) -> Move {
    Move::parse(&start(), DecisionKind::Operations, text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn json(text: &str) -> Move {
    Move::parse(&start(), DecisionKind::Operations, text)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn place(id: &str) -> usize {
    DATA.place("test", id).unwrap()
}

fn unit(id: &str) -> usize {
    DATA.unit("test", id).unwrap()
}

/// The ids of a unit's path.
fn path(position: &Position, text: &str) -> String {
    let made = Move::parse(position, DecisionKind::Operations, text)
        .unwrap_or_else(|error| panic!("{text}: {error}"));
    let [Order::Go { path, .. }] = made.orders() else {
        panic!("{text}: not one path");
    };
    let ids: Vec<_> = path.iter().map(|p| DATA.spaces[*p].id.as_str()).collect();
    ids.join(" ")
}

/// Field, message and suggestion of an error, as `field: message; suggestion`.
fn said(result: Result<Move, Error>, input: &str) -> String {
    match result {
        Err(Error::BadInput {
            field,
            message,
            suggestion,
        }) => format!("{field}: {message}; {}", suggestion.unwrap_or_default()),
        Err(other) => panic!("{input}: {other}"),
        Ok(made) => panic!("{input}: read as {made:?}"),
    }
}

#[test]
fn every_order_is_read_in_every_form() {
    let text = "activate erzurum move; activate hejaz attack with tu_a_div_9\n\
        suppress tu_div_1; land cape_helles; go tu_xi_corps kars via oltu,sarikamis\n\
        assault trabzon; entrench koprukoy; withdraw suvla_bay; remove gaba_tepe\n\
        organize tu_v_corps reserve tu_div_1 eliminated tu_div_2 removed tu_div_3";
    let made = parse(text);
    assert_eq!(
        made,
        json(
            r#"[{"order":"activate","place":"erzurum","for":"move"},
            {"order":"activate","place":"hejaz","for":"attack","units":["tu_a_div_9"]},
            {"order":"suppress","unit":"tu_div_1"}, {"order":"land","place":"cape_helles"},
            {"order":"go","unit":"tu_xi_corps","path":["oltu","sarikamis","kars"]},
            {"order":"assault","place":"trabzon"}, {"order":"entrench","place":"koprukoy"},
            {"order":"organize","lcu":"tu_v_corps","reserve":"tu_div_1",
             "eliminated":"tu_div_2","removed":"tu_div_3"},
            {"order":"withdraw","place":"suvla_bay"}, {"order":"remove","place":"gaba_tepe"}]"#
        )
    );
    let terms = "remove(gaba_tepe) withdraw(suvla_bay) entrench(koprukoy) assault(trabzon)
        go(tu_xi_corps,2,sarikamis) go(tu_xi_corps,3,kars) go(tu_xi_corps,1,oltu)
        use(tu_v_corps,reserve,tu_div_1) use(tu_v_corps,eliminated,tu_div_2) organize(tu_v_corps)
        use(tu_v_corps,removed,tu_div_3) land(cape_helles) suppress(tu_div_1)
        activate(stack(hejaz,l(tu_a_div_9,nil)),attack) activate(stack(erzurum),move)";
    assert_eq!(
        made,
        Move::from_terms(&DATA, DecisionKind::Operations, terms).unwrap()
    );
    assert_eq!(made.orders().len(), 10);
}

#[test]
fn the_law_is_told_what_it_knows() {
    let made = parse(
        "activate hejaz move with tu_a_div_9,tu_div_10,tu_a_cavalry; go tu_xi_corps kars via oltu; \
         organize tu_v_corps reserve tu_div_1 removed tu_div_2",
    );
    assert_eq!(
        made.facts(&DATA),
        "do(activate(stack(hejaz,l(tu_a_cavalry,l(tu_a_div_9,l(tu_div_10,nil)))),move)).\n\
         do(go(tu_xi_corps,1,oltu)).\ndo(go(tu_xi_corps,2,ardahan)).\ndo(go(tu_xi_corps,3,kars)).\n\
         do(organize(tu_v_corps)).\ndo(use(tu_v_corps,reserve,tu_div_1)).\n\
         do(use(tu_v_corps,removed,tu_div_2)).\n"
    );
    assert_eq!(
        Move::from_terms(&DATA, DecisionKind::Operations, &made.facts(&DATA)).unwrap(),
        made
    );
    assert_eq!(Move::default().facts(&DATA), "");
    assert_eq!(
        Move::from_terms(&DATA, DecisionKind::Operations, "").unwrap(),
        Move::default()
    );
}

#[test]
fn white_space_capitals_comments_and_blank_orders_mean_nothing() {
    let made = parse("activate erzurum move; go tu_xi_corps oltu");
    for text in [
        "go tu_xi_corps oltu\nactivate erzurum move",
        "\r\n;;  ACTIVATE\tErzurum   Move ;\r\n # nothing; go nowhere\n go TU_XI_CORPS Oltu#so\n",
        "activate erzurum move\nactivate erzurum move;go tu_xi_corps oltu directly",
        "go \"TU XI Corps\" oltu; activate \"Erzurum\" move",
        "go tu-xi-corps oltu; activate erzurum move",
    ] {
        assert_eq!(parse(text), made, "{text}");
    }
    assert_eq!(parse(" \n# nothing\n;"), Move::default());
    let together = parse("go tu_i_corps , tu_div_1,tu_div_2 rodosto");
    assert_eq!(together.orders().len(), 3);
    assert_eq!(
        parse("go tu_i_corps \"Tekirdag\"; go tu_div_1,tu_div_2 rodosto"),
        together
    );
    // The '#' of a printed name is no comment.
    assert_eq!(parse("suppress \"TU DIV #1\""), parse("suppress tu_div_1"));
    // An id goes before another place's name; cities are names.
    assert_eq!(
        parse("entrench eregli").orders()[0].places(),
        [place("eregli")]
    );
    assert_eq!(
        parse("entrench khartoum").orders()[0].places(),
        [place("sudan_darfur")]
    );
}

#[test]
fn gaps_are_filled_in_as_a_player_would() {
    let position = start();
    for (text, wanted) in [
        // Next to each other: nothing to fill in, whatever bars it.
        ("go tu_xi_corps oltu", "oltu"),
        // To where it stands: next door and back.
        ("go tu_xi_corps erzurum", "bayburt erzurum"),
        ("go tu_xi_corps erzurum directly", "erzurum"),
        // No way round within the MF: the shortest, so that its enemies are named.
        ("go tu_xi_corps kars", "koprukoy sarikamis kars"),
        ("go tu_xi_corps kars via oltu", "oltu ardahan kars"),
        ("go tu_xi_corps kars directly", "kars"),
        ("go tu_xi_corps kars via trabzon directly", "trabzon kars"),
        ("go tu_i_corps adrianople", "catalca adrianople"),
        // As far by way of Kagizman, which is the enemy's.
        ("go tu_cavalry_2 bayazit", "mus malazgirt ercis bayazit"),
        // Within the Gallipoli map every way costs one MP: the fewest places count.
        ("go tu_elite_div_2 canakkale", "chardak bergaz canakkale"),
        (
            "go tu_cavalry_1 seddul_bahr",
            "bulair gallipoli bair_keui yalova maidos krithia seddul_bahr",
        ),
        // Bulgaria is closed, but nothing else leads there.
        (
            "go tu_i_corps sofia",
            "catalca adrianople philippopoli sofia",
        ),
        // Units that are not on the map come from nowhere.
        ("go tu_div_10 kars via oltu", "oltu kars"),
    ] {
        assert_eq!(path(&position, text), wanted, "{text}");
    }
}

#[test]
fn a_path_too_long_to_spell_out_is_left_alone() {
    let position = moved(start(), "tu_xi_corps", "belgrade");
    assert_eq!(path(&position, "go tu_xi_corps india"), "india");
}

#[test]
fn random_moves_take_every_form_and_keep_their_orders() {
    let mut kinds = [0_usize; 10];
    for name in DATA.scenarios.keys() {
        for side in [Side::Ap, Side::Cp] {
            let position = scenario(name).with_agenda(&Frame::action(side));
            for seed in 0..150 {
                let made = nonsense(&position, seed);
                forms(&position, &made);
                let changed = mutate(&position, &made, seed);
                assert_ne!(changed, made, "{name} {side} {seed}");
                forms(&position, &changed);
                assert_eq!(nonsense(&position, seed), made);
                assert_eq!(mutate(&position, &made, seed), changed);
                for order in made.orders() {
                    kinds[kind(order)] += 1;
                }
            }
        }
    }
    assert!(kinds[..9].iter().all(|count| *count > 20), "{kinds:?}");
}

fn kind(order: &Order) -> usize {
    match order {
        Order::Activate { .. } => 0,
        Order::Suppress { .. } => 1,
        Order::Land { .. } => 2,
        Order::Go { .. } => 3,
        Order::Assault { .. } => 4,
        Order::Entrench { .. } => 5,
        Order::Organize { .. } => 6,
        Order::Withdraw { .. } => 7,
        Order::Remove { .. } => 8,
        _ => unreachable!("no order of operations"),
    }
}

/// A move is the same in every form.
fn forms(position: &Position, made: &Move) {
    let text = made.to_text(&DATA, Some(position));
    assert_eq!(
        Move::parse(position, DecisionKind::Operations, &text).as_ref(),
        Ok(made),
        "{text}"
    );
    assert_eq!(
        Move::parse(
            position,
            DecisionKind::Operations,
            &text.replace('\n', ";").to_uppercase()
        )
        .as_ref(),
        Ok(made)
    );
    let json = made.to_json(&DATA);
    assert_eq!(
        Move::parse(&start(), DecisionKind::Operations, &json).as_ref(),
        Ok(made),
        "{json}"
    );
    let facts = made.facts(&DATA);
    assert_eq!(
        Move::from_terms(&DATA, DecisionKind::Operations, &facts).as_ref(),
        Ok(made),
        "{facts}"
    );
    assert_eq!(
        Move::from_terms(
            &DATA,
            DecisionKind::Operations,
            &made.terms(&DATA).join(" ")
        )
        .as_ref(),
        Ok(made)
    );
    assert_eq!(
        Move::checked(&DATA, made.orders().to_vec()).as_ref(),
        Ok(made)
    );
}

#[test]
fn of_no_orders_there_is_always_another_move() {
    let other = mutate(&start(), &Move::default(), 3);
    assert_eq!(other.orders().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_panics(text in "[a-z_ ;,\"#\n\\PC]{0,80}") {
        let _ = Move::parse(&start(), DecisionKind::Operations, &text);
        let _ = Move::parse(&start(), DecisionKind::Operations, &text);
        let _ = Move::from_terms(&DATA, DecisionKind::Operations, &text);
    }

    #[test]
    fn no_row_of_words_panics(words in prop::collection::vec(prop::sample::select(vec![
        "activate", "go", "organize", "land", "suppress", "erzurum", "hejaz", "tu_xi_corps", "tu_div_1",
        "tu_v_corps", "via", "with", "directly", "move", "reserve", "removed", ",", ";", "\"", "cape_helles",
        "(", ")", "l(", "stack(", "1", "[", "{",
    ]), 0..16)) {
        let text = words.join(" ");
        if let Ok(made) = Move::parse(&start(), DecisionKind::Operations, &text) {
            forms(&start(), &made);
        }
        let _ = Move::from_terms(&DATA, DecisionKind::Operations, &words.concat());
    }
}

#[test]
fn purposes_and_units_tell_orders_apart() {
    let made =
        parse("activate erzurum move; activate erzurum attack; activate erzurum attack_with_br");
    let purposes: Vec<_> = made
        .orders()
        .iter()
        .map(|order| match order {
            Order::Activate { purpose, .. } => *purpose,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(purposes, Purpose::ALL);
    let organized = parse("organize tu_v_corps reserve tu_div_1 removed tu_div_2");
    let units = [unit("tu_v_corps"), unit("tu_div_1"), unit("tu_div_2")];
    assert_eq!(organized.orders()[0].units(), units);
}
