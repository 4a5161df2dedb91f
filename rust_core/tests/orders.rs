//! Moves: every form gives the same orders back, and what is no order is refused in words.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use lexbelli_core::error::Error;
use lexbelli_core::pursuit_of_glory::activation::Purpose;
use lexbelli_core::pursuit_of_glory::data::Data;
use lexbelli_core::pursuit_of_glory::orders::{LONGEST_PATH, Move, Order, mutate, nonsense};
use lexbelli_core::pursuit_of_glory::position::Position;
use lexbelli_core::pursuit_of_glory::state::{Cell, One};
use proptest::prelude::*;
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
    Move::parse(&start(), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn json(text: &str) -> Move {
    Move::from_json(&DATA, text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn place(id: &str) -> usize {
    DATA.place("test", id).unwrap()
}

fn unit(id: &str) -> usize {
    DATA.unit("test", id).unwrap()
}

/// The ids of a unit's path.
fn path(position: &Position, text: &str) -> String {
    let made = Move::parse(position, text).unwrap_or_else(|error| panic!("{text}: {error}"));
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
    assert_eq!(made, Move::from_terms(&DATA, terms).unwrap());
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
    assert_eq!(Move::from_terms(&DATA, &made.facts(&DATA)).unwrap(), made);
    assert_eq!(Move::default().facts(&DATA), "");
    assert_eq!(Move::from_terms(&DATA, "").unwrap(), Move::default());
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
fn bad_text_is_refused_with_the_order_and_the_nearest_choice() {
    for (text, wanted) in [
        (
            "; ;actvate erzurum move",
            "order 1: unknown order 'actvate'; activate",
        ),
        (
            "go tu_xi_corps oltu; , ",
            "order 2, order: an order is needed before the comma; ",
        ),
        (
            "activate",
            "order 1, place: is missing: a place is needed; ",
        ),
        (
            "activate erzurun move",
            "order 1, place: unknown place 'erzurun'; erzurum",
        ),
        (
            "activate cp_reserve move",
            "order 1, place: 'cp_reserve' is a box; a space of the map is needed; ",
        ),
        (
            "activate erzurum",
            "order 1, for: is missing: a purpose is needed; ",
        ),
        (
            "activate erzurum atack",
            "order 1, for: unknown purpose 'atack'; attack",
        ),
        (
            "activate erzurum move wiht a",
            "order 1: 'wiht' cannot stand here; only 'with' could; with",
        ),
        (
            "activate erzurum move with tu_xi_corps",
            "order 1, units: 'erzurum' is activated as a whole (9.2.1), without 'with'; ",
        ),
        (
            "activate cape_helles move with tu_xi_corps",
            "order 1, units: 'cape_helles' is activated as a whole (9.2.1), without 'with'; ",
        ),
        (
            "activate hejaz move",
            "order 1, units: 'hejaz' is activated by stacks (9.2.6): name the units with 'with', as in 'activate hejaz move with a,b'; ",
        ),
        (
            "activate lemnos move",
            "order 1, units: 'lemnos' is activated by stacks (9.2.6): name the units with 'with', as in 'activate lemnos move with a,b'; ",
        ),
        (
            "activate hejaz move with tu_a_div_9,tu_a_div_9",
            "order 1, units: 'tu_a_div_9' is named twice; ",
        ),
        (
            "activate hejaz move with tu_a_div_9,",
            "order 1, units: is missing: a unit is needed; ",
        ),
        (
            "suppress tu_dib_1",
            "order 1, unit: unknown unit 'tu_dib_1'; tu_div_1",
        ),
        (
            "suppress tu_div_1 tu_div_2",
            "order 1: 'tu_div_2' cannot stand here; the order is complete without it; ",
        ),
        (
            "suppress tu_div_1,tu_div_2",
            "order 1: has a comma where none may stand; ",
        ),
        (
            "go tu_xi_corp kars",
            "order 1, unit: unknown unit 'tu_xi_corp'; tu_xi_corps",
        ),
        (
            "go tu_xi_corps",
            "order 1, place: is missing: a place is needed; ",
        ),
        (
            "go tu_xi_corps kars vai oltu",
            "order 1: 'vai' cannot stand here; only 'via' or 'directly' could; via",
        ),
        (
            "go tu_xi_corps kars via olto",
            "order 1, via: unknown place 'olto'; oltu",
        ),
        (
            "go tu_xi_corps,tu_xi_corps kars",
            "order 1, unit: 'tu_xi_corps' is named twice; ",
        ),
        (
            "go tu_xi_corps oltu; go tu_xi_corps koprukoy",
            "order 2, unit: 'tu_xi_corps' has two 'go' orders; a unit has at most one; ",
        ),
        (
            "land salonika",
            "order 1, place: 'salonika' is no beachhead; thermaikos_bay",
        ),
        (
            "withdraw suvla_bey; land erzurum",
            "order 1, place: unknown place 'suvla_bey'; suvla_bay",
        ),
        (
            "remove kum_kale",
            "order 1, place: 'kum_kale' is no beachhead; besika_bay",
        ),
        (
            "organize tu_div_1 reserve tu_div_2 removed tu_div_3",
            "order 1, lcu: 'tu_div_1' is no LCU; tu_iv_corps",
        ),
        (
            "organize tu_v_corps reserv tu_div_1",
            "order 1, role: unknown role 'reserv'; reserve",
        ),
        (
            "organize tu_v_corps reserve tu_div_1",
            "order 1, removed: is missing: name an SCU with 'removed'; ",
        ),
        (
            "organize tu_v_corps removed tu_div_1",
            "order 1, reserve: is missing: name an SCU with 'reserve'; ",
        ),
        (
            "organize tu_v_corps reserve tu_div_1 reserve tu_div_2",
            "order 1, reserve: is given twice; each role has one SCU; ",
        ),
        (
            "organize tu_v_corps reserve tu_div_1 removed tu_div_1",
            "order 1, removed: 'tu_div_1' has two roles; each SCU has one; ",
        ),
        (
            "organize tu_v_corps reserve tu_div_1 removed tu_div_2 eliminated tu_div_2",
            "order 1, removed: 'tu_div_2' has two roles; each SCU has one; ",
        ),
        (
            "organize tu_v_corps reserve tu_div_1 removed tu_div_2\norganize tu_v_corps reserve tu_div_2 removed tu_div_1",
            "order 2, lcu: 'tu_v_corps' is organized twice; ",
        ),
        (
            "go \"tu_xi_corps oltu",
            "order 1: a quotation mark is not closed in its line; ",
        ),
    ] {
        assert_eq!(said(Move::parse(&start(), text), text), wanted, "{text}");
    }
    let long = vec!["oltu"; LONGEST_PATH].join(",");
    let text = format!("go tu_xi_corps kars via {long} directly");
    let message = said(Move::parse(&start(), &text), &text);
    assert_eq!(
        message,
        "order 1, path: has 25 places; a path has at most 24; "
    );
    let many = "entrench kars;".repeat(401);
    let message = said(Move::parse(&start(), &many), "many orders");
    assert_eq!(
        message,
        "order 401: is one too many; a move has at most 400 orders; "
    );
    let large = "#".repeat((64 << 10) + 1);
    let message = said(Move::parse(&start(), &large), "a large text");
    assert_eq!(
        message,
        "move: is 65537 bytes long; at most 65536 are read; "
    );
}

#[test]
fn an_ambiguous_name_is_refused() {
    // Nothing shipped has two meanings; an owner's tables may.
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("orders-ambiguous");
    std::fs::create_dir_all(&folder).unwrap();
    let file = "scenarios/pursuit_of_glory/spaces.csv";
    let spaces = lexbelli_core::resources::text(file).unwrap();
    let changed = spaces
        .replace("kars,Kars,", "kars,Twin,")
        .replace("oltu,Oltu,", "oltu,Twin,");
    assert_ne!(spaces, changed);
    std::fs::write(folder.join("spaces.csv"), changed).unwrap();
    let data = Arc::new(Data::load(&folder).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    let position = Position::scenario(&data, "1914_campaign").unwrap();
    let message = said(Move::parse(&position, "entrench twin"), "twin");
    let first = if data.place("", "kars").unwrap() < data.place("", "oltu").unwrap() {
        ("kars", "oltu")
    } else {
        ("oltu", "kars")
    };
    let wanted = format!(
        "order 1, place: 'twin' names '{}' and '{}'; {0}",
        first.0, first.1
    );
    assert_eq!(message, wanted);
}

#[test]
fn bad_json_is_refused_with_the_field() {
    let go = r#"{"order":"go","unit":"tu_xi_corps","path":["oltu"]}"#;
    for (text, wanted) in [
        ("{}", "orders: must be a list, not an object; "),
        ("[1]", "orders[0]: must be an object, not a number; "),
        ("[{}]", "orders[0].order: is missing; "),
        (
            r#"[{"order":"mvoe"}]"#,
            "orders[0].order: unknown order 'mvoe'; ",
        ),
        (
            r#"[{"order":3}]"#,
            "orders[0].order: must be a text, not a number; ",
        ),
        (
            r#"[{"order":"land","place":"cape_helles","unit":"x"}]"#,
            "orders[0]: unknown key 'unit'; ",
        ),
        (
            r#"[{"order":"land","plase":"cape_helles"}]"#,
            "orders[0]: unknown key 'plase'; place",
        ),
        (r#"[{"order":"land"}]"#, "orders[0].place: is missing; "),
        (
            r#"[{"order":"land","place":"erzurum"}]"#,
            "orders[0].place: 'erzurum' is no beachhead; ",
        ),
        (
            r#"[{"order":"entrench","place":"cp_reserve"}]"#,
            "orders[0].place: 'cp_reserve' is a box; a space of the map is needed; ",
        ),
        (
            r#"[{"order":"suppress","unit":"tu_dib_1"}]"#,
            "orders[0].unit: unknown unit 'tu_dib_1'; tu_div_1",
        ),
        (
            r#"[{"order":"go","unit":"tu_xi_corps","path":[]}]"#,
            "orders[0].path: is empty; name a place to go to; ",
        ),
        (
            r#"[{"order":"go","unit":"tu_xi_corps","path":"oltu"}]"#,
            "orders[0].path: must be a list, not a text; ",
        ),
        (
            r#"[{"order":"go","unit":"tu_xi_corps","path":["oltu",null]}]"#,
            "orders[0].path[1]: must be a text, not nothing; ",
        ),
        (
            r#"[{"order":"activate","place":"kars","for":"mov"}]"#,
            "orders[0].for: unknown purpose 'mov'; move",
        ),
        (
            r#"[{"order":"activate","place":"hejaz","for":"move","units":["tu_a_div_9","tu_a_div_9"]}]"#,
            "orders[0].units[1]: 'tu_a_div_9' is named twice; ",
        ),
        (
            r#"[{"order":"activate","place":"hejaz","for":"move","units":["tu_a_div_99"]}]"#,
            "orders[0].units[0]: unknown unit 'tu_a_div_99'; tu_a_div_9",
        ),
        (
            r#"[{"order":"organize","lcu":"tu_v_corps","reserve":"tu_div_1"}]"#,
            "orders[0].removed: is missing; ",
        ),
        (
            r#"[{"order":"organize","lcu":"tu_v_corps","reserve":"tu_div_1","removed":"tu_div_1"}]"#,
            "orders[0].removed: 'tu_div_1' has two roles; each SCU has one; ",
        ),
        (
            &format!("[{go},{}]", go.replace("oltu", "kars")),
            "orders[1].unit: 'tu_xi_corps' has two 'go' orders; a unit has at most one; ",
        ),
    ] {
        let message = said(Move::from_json(&DATA, text.as_bytes()), text);
        if wanted.ends_with("is no beachhead; ") || wanted.ends_with("'unit'; ") {
            assert!(message.starts_with(wanted), "{message}");
        } else {
            assert_eq!(message, wanted, "{text}");
        }
    }
    for (text, wanted) in [
        ("[", "orders: is not valid JSON: "),
        (
            r#"[{"order":"land","order":"land"}]"#,
            "orders: is not valid JSON: the key 'order' stands twice",
        ),
        (
            &"[".repeat(200_000),
            "orders: is not valid JSON: recursion limit exceeded",
        ),
        (
            &" ".repeat((256 << 10) + 1),
            "orders: is 262145 bytes long; at most 262144 are read",
        ),
        (
            &format!("[{}]", vec![go; 401].join(",")),
            "orders[400]: is one too many",
        ),
    ] {
        let message = said(Move::from_json(&DATA, text.as_bytes()), wanted);
        assert!(message.starts_with(wanted), "{message}");
    }
    // The same order twice is the same order.
    assert_eq!(json(&format!("[{go},{go}]")), json(&format!("[{go}]")));
}

#[test]
fn bad_terms_are_refused_with_their_number() {
    for (text, wanted) in [
        ("land(cape_helles) move", "term 2: unknown order 'move'; "),
        (
            "land(cape_helles",
            "term 1: 'land(cape_helles' is no term; ",
        ),
        (
            "land(cape_helles))",
            "term 1: 'land(cape_helles))' is no term; ",
        ),
        (
            "land(cape-helles)",
            "term 1: 'land(cape-helles)' is no term; ",
        ),
        ("land()", "term 1: 'land()' is no term; "),
        ("land(cape_helles,x)", "term 1: 'land' has 2 arguments; "),
        (
            "land(f(x))",
            "term 1: 'f(...)' stands where a name is needed; ",
        ),
        (
            "land(cape_hells)",
            "term 1: unknown space 'cape_hells'; cape_helles",
        ),
        (
            "suppress(tu_dib_1)",
            "term 1: unknown unit 'tu_dib_1'; tu_div_1",
        ),
        (
            "activate(erzurum,move)",
            "term 1: is about no stack of a place and units; ",
        ),
        (
            "activate(stack(hejaz,tu_a_div_9),move)",
            "term 1: is about no stack of a place and units; ",
        ),
        (
            "activate(stack(erzurum),mvoe)",
            "term 1: unknown purpose 'mvoe'; move",
        ),
        (
            "go(tu_xi_corps,0,oltu)",
            "term 1: the number of a place must be from 1 to 24; ",
        ),
        ("go(tu_xi_corps,oltu,1)", "term 1: unknown space '1'; "),
        (
            "go(tu_xi_corps,2,oltu)",
            "term 1: the path of 'tu_xi_corps' has no place number 1; ",
        ),
        (
            "go(tu_xi_corps,1,oltu) go(tu_xi_corps,1,kars)",
            "term 2: 'tu_xi_corps' has two 'go' orders; a unit has at most one; ",
        ),
        (
            "use(tu_v_corps,reserve,tu_div_1)",
            "term 1: 'tu_v_corps' has no 'organize'; ",
        ),
        (
            "organize(tu_v_corps)",
            "term 1: 'tu_v_corps' has no 'use' for 'reserve'; ",
        ),
        (
            "organize(tu_v_corps) use(tu_v_corps,reserve,tu_div_1)",
            "term 1: 'tu_v_corps' has no 'use' for 'removed'; ",
        ),
        (
            "use(tu_v_corps,reserve,tu_div_1) use(tu_v_corps,reserve,tu_div_2)",
            "term 2: 'reserve' is given twice; each role has one SCU; ",
        ),
        (
            "use(tu_v_corps,reserves,tu_div_1)",
            "term 1: unknown role 'reserves'; reserve",
        ),
    ] {
        assert_eq!(said(Move::from_terms(&DATA, text), text), wanted, "{text}");
    }
    let deep = format!(
        "activate(stack(hejaz,{}nil{}),move)",
        "l(tu_div_1,".repeat(9999),
        ")".repeat(9999)
    );
    let message = said(Move::from_terms(&DATA, &deep), "a deep term");
    assert!(message.ends_with("is no term; "), "{message}");
    let large = "x".repeat((256 << 10) + 1);
    let message = said(Move::from_terms(&DATA, &large), "large terms");
    assert!(
        message.starts_with("terms: are 262145 bytes long"),
        "{message}"
    );
}

#[test]
fn gaps_are_filled_in_as_a_player_would() {
    let position = start();
    for (text, wanted) in [
        // Next to each other: nothing to fill in, whatever bars it.
        ("go tu_xi_corps oltu", "oltu"),
        ("go tu_xi_corps erzurum", "erzurum"),
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
        for side in 0..2 {
            let position = scenario(name).with(Cell::One(One::Active as usize), side);
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
    }
}

/// A move is the same in every form.
fn forms(position: &Position, made: &Move) {
    let text = made.to_text(&DATA, Some(position));
    assert_eq!(Move::parse(position, &text).as_ref(), Ok(made), "{text}");
    assert_eq!(
        Move::parse(position, &text.replace('\n', ";").to_uppercase()).as_ref(),
        Ok(made)
    );
    let json = made.to_json(&DATA);
    assert_eq!(
        Move::from_json(&DATA, json.as_bytes()).as_ref(),
        Ok(made),
        "{json}"
    );
    let facts = made.facts(&DATA);
    assert_eq!(
        Move::from_terms(&DATA, &facts).as_ref(),
        Ok(made),
        "{facts}"
    );
    assert_eq!(
        Move::from_terms(&DATA, &made.terms(&DATA).join(" ")).as_ref(),
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
        let _ = Move::parse(&start(), &text);
        let _ = Move::from_json(&DATA, text.as_bytes());
        let _ = Move::from_terms(&DATA, &text);
    }

    #[test]
    fn no_row_of_words_panics(words in prop::collection::vec(prop::sample::select(vec![
        "activate", "go", "organize", "land", "suppress", "erzurum", "hejaz", "tu_xi_corps", "tu_div_1",
        "tu_v_corps", "via", "with", "directly", "move", "reserve", "removed", ",", ";", "\"", "cape_helles",
        "(", ")", "l(", "stack(", "1", "[", "{",
    ]), 0..16)) {
        let text = words.join(" ");
        if let Ok(made) = Move::parse(&start(), &text) {
            forms(&start(), &made);
        }
        let _ = Move::from_terms(&DATA, &words.concat());
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
