//! What is no order is refused, with the order or field and the nearest choice.

use super::*;

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
            "order 1: 'reserv' cannot stand here; only 'reserve' or 'eliminated' or 'removed' could; reserve",
        ),
        (
            "organize tu_v_corps reserve tu_div_1",
            "order 1, removed: is missing: name a unit with 'removed'; ",
        ),
        (
            "organize tu_v_corps removed tu_div_1",
            "order 1, reserve: is missing: name a unit with 'reserve'; ",
        ),
        (
            "organize tu_v_corps reserve tu_div_1 reserve tu_div_2",
            "order 1, reserve: is given twice; ",
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
        assert_eq!(
            said(Move::parse(&start(), DecisionKind::Operations, text), text),
            wanted,
            "{text}"
        );
    }
    let long = vec!["oltu"; LONGEST_PATH].join(",");
    let text = format!("go tu_xi_corps kars via {long} directly");
    let message = said(
        Move::parse(&start(), DecisionKind::Operations, &text),
        &text,
    );
    assert_eq!(
        message,
        "order 1, path: has 25 places; a path has at most 24; "
    );
    let many = "entrench kars;".repeat(401);
    let message = said(
        Move::parse(&start(), DecisionKind::Operations, &many),
        "many orders",
    );
    assert_eq!(
        message,
        "order 401: is one too many; a move has at most 400 orders; "
    );
    let large = "#".repeat((64 << 10) + 1);
    let message = said(
        Move::parse(&start(), DecisionKind::Operations, &large),
        "a large text",
    );
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
    let spaces = pursuit_of_glory::resources::SCENARIOS.text(file).unwrap();
    let changed = spaces
        .replace("kars,Kars,", "kars,Twin,")
        .replace("oltu,Oltu,", "oltu,Twin,");
    assert_ne!(spaces, changed);
    std::fs::write(folder.join("spaces.csv"), changed).unwrap();
    let data = Arc::new(Data::load(&folder).unwrap());
    std::fs::remove_dir_all(&folder).unwrap();
    let position = Position::scenario(&data, "1914_campaign").unwrap();
    let message = said(
        Move::parse(&position, DecisionKind::Operations, "entrench twin"),
        "twin",
    );
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
            "orders[0]: unknown key 'unit', which is none of order, place; ",
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
        let message = said(Move::parse(&start(), DecisionKind::Operations, text), text);
        if wanted.ends_with("is no beachhead; ") {
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
            &format!("[{}", " ".repeat(256 << 10)),
            "orders: is 262145 bytes long; at most 262144 are read",
        ),
        (
            &format!("[{}]", vec![go; 401].join(",")),
            "orders[400]: is one too many",
        ),
    ] {
        let message = said(
            Move::parse(&start(), DecisionKind::Operations, text),
            wanted,
        );
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
            "term 1: unknown place 'cape_hells'; cape_helles",
        ),
        (
            "suppress(tu_dib_1)",
            "term 1: unknown unit 'tu_dib_1'; tu_div_1",
        ),
        (
            "activate(erzurum,move)",
            "term 1: is about no stack of a name and a list; ",
        ),
        (
            "activate(stack(hejaz,tu_a_div_9),move)",
            "term 1: is about no stack of a name and a list; ",
        ),
        (
            "activate(stack(erzurum),mvoe)",
            "term 1: unknown purpose 'mvoe'; move",
        ),
        (
            "go(tu_xi_corps,0,oltu)",
            "term 1: the number of a place must be from 1 to 24; ",
        ),
        ("go(tu_xi_corps,oltu,1)", "term 1: unknown place '1'; "),
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
            "term 2: 'reserve' is given twice; ",
        ),
        (
            "use(tu_v_corps,reserves,tu_div_1)",
            "term 1: unknown role 'reserves'; reserve",
        ),
    ] {
        assert_eq!(
            said(
                Move::from_terms(&DATA, DecisionKind::Operations, text),
                text
            ),
            wanted,
            "{text}"
        );
    }
    let deep = format!(
        "activate(stack(hejaz,{}nil{}),move)",
        "l(tu_div_1,".repeat(9999),
        ")".repeat(9999)
    );
    let message = said(
        Move::from_terms(&DATA, DecisionKind::Operations, &deep),
        "a deep term",
    );
    assert!(message.ends_with("is no term; "), "{message}");
    let large = "x".repeat((256 << 10) + 1);
    let message = said(
        Move::from_terms(&DATA, DecisionKind::Operations, &large),
        "large terms",
    );
    assert!(
        message.starts_with("terms: are 262145 bytes long"),
        "{message}"
    );
}
