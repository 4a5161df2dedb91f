//! Moves are read the same with and without short cuts: the same move, or the same refusal.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestRunner;
use pursuit_of_glory::data::Data;
use pursuit_of_glory::orders::{Move, Order, Parser, mutate, nonsense};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::state::Frame;
use pursuit_of_glory::vocabulary::DecisionKind;
use pursuit_of_glory::vocabulary::Side;
use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

static DATA: LazyLock<Arc<Data>> = LazyLock::new(|| Arc::new(Data::shipped().unwrap()));
static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let names = ["1914_campaign", "1916_total_war"];
    let of = |side| names.map(|name| (name, side));
    let all = of(Side::Ap).into_iter().chain(of(Side::Cp));
    all.map(|(name, side)| {
        let position = Position::scenario(&DATA, name).unwrap();
        position.with_agenda(&Frame::action(side))
    })
    .collect()
});

/// A change of an input: what, where, and how much of it.
type Change = (usize, usize, u16);

/// Reads every input both ways, as orders of operations, always with the same two readers.
fn alike(inputs: impl Strategy<Value = (usize, Vec<u8>)>) {
    answers_alike(DecisionKind::Operations, inputs);
}

/// Reads every input both ways, as answers to a decision.
fn answers_alike(asked: DecisionKind, inputs: impl Strategy<Value = (usize, Vec<u8>)>) {
    let pairs: Vec<_> = POSITIONS
        .iter()
        .map(|position| {
            let (quick, strict) = (
                Parser::new(position, asked),
                Parser::strict(position, asked),
            );
            (RefCell::new(quick), RefCell::new(strict))
        })
        .collect();
    let usual = ProptestConfig::default();
    let config = ProptestConfig {
        cases: usual.cases * 2,
        failure_persistence: None,
        ..usual
    };
    TestRunner::new(config)
        .run(&inputs, |(at, input)| {
            let (quick, strict) = &pairs[at % pairs.len()];
            let (mut quick, mut strict) = (quick.borrow_mut(), strict.borrow_mut());
            prop_assert_eq!(quick.json(&input), strict.json(&input));
            let text = String::from_utf8_lossy(&input);
            prop_assert_eq!(quick.text(&text), strict.text(&text));
            prop_assert_eq!(quick.read(&text), strict.read(&text));
            Ok(())
        })
        .unwrap();
}

/// A move of a position, some of its paths with gaps.
fn made(at: usize, seed: u64) -> (&'static Position, Move) {
    let position = &POSITIONS[at % POSITIONS.len()];
    let mut made = nonsense(position, seed);
    if !seed.is_multiple_of(3) {
        made = mutate(position, &made, seed);
    }
    (position, made)
}

fn printed(at: usize, seed: u64) -> String {
    let (position, made) = made(at, seed);
    let text = made.to_text(&DATA, Some(position));
    match seed % 5 {
        // Without the ways and with `directly`, or the other way round.
        0 => text.replace(" directly", ""),
        1 => text.replace('\n', " directly;"),
        2 => text
            .lines()
            .map(|line| line.split(" via ").next().unwrap().to_owned() + "\n")
            .rev()
            .collect(),
        _ => text,
    }
}

/// Bytes that mean something somewhere, and some that do not.
const BITS: &[&str] = &[
    ",",
    ";",
    "\n",
    " ",
    "\"",
    "#",
    "\r",
    "\t",
    "\u{b}",
    "\u{c}",
    "\u{1c}",
    "_",
    "-",
    ".",
    "'",
    "[",
    "]",
    "{",
    "}",
    ":",
    "\\",
    "\\u0061",
    "\\n",
    "\0",
    "a",
    "Z",
    "0",
    "1e9",
    "null",
    "true",
    "\u{a0}",
    "\u{3000}",
    "\u{212a}",
    "\u{130}",
    "\u{df}",
    "\u{2028}",
    "\u{85}",
    "/",
    "//",
    "/*",
    " via ",
    " with ",
    " directly",
    " VIA",
    "go ",
    "move",
    "tu_div_1",
    "kars",
    "cp_reserve",
    "khartoum",
    "\"TU DIV #1\"",
    "\"for\":",
    "\"unit\":\"tu_div_1\",",
    "\"place\":\"kars\",",
    "\"extra\":1,",
    "[[[[",
    "{}",
    "\"\"",
    "\u{feff}",
];

fn change(bytes: &mut Vec<u8>, (what, place, much): Change) {
    let at = place % (bytes.len() + 1);
    let to = (at + usize::from(much % 12)).min(bytes.len());
    let bit = BITS[usize::from(much) % BITS.len()].as_bytes();
    match what % 10 {
        0 => drop(bytes.drain(at..to)),
        1 => bytes.make_ascii_uppercase(),
        2 => bytes[at..to].iter_mut().for_each(|byte| *byte ^= 0x20),
        3 => drop(bytes.splice(at..to, bit.iter().copied())),
        4 => bytes.insert(at, much.to_le_bytes()[0]),
        5 => {
            let again = bytes[at..to].to_vec();
            drop(bytes.splice(at..at, again));
        }
        6 => bytes.truncate(at),
        // Where a word begins, or ends.
        7 | 8 => {
            let near = bytes[at..]
                .iter()
                .position(|byte| b" ,\n\"{[:".contains(byte));
            let at = near.map_or(at, |near| at + near + what % 10 - 7);
            drop(bytes.splice(at..at, bit.iter().copied()));
        }
        _ => drop(bytes.splice(at..at, bit.iter().copied())),
    }
}

fn changes(most: usize) -> impl Strategy<Value = Vec<Change>> {
    prop::collection::vec((any::<usize>(), any::<usize>(), any::<u16>()), 0..=most)
}

#[test]
fn printed_and_spoilt_text_is_read_alike() {
    let inputs = (any::<usize>(), any::<u64>(), changes(4));
    alike(inputs.prop_map(|(at, seed, changes)| {
        let mut bytes = printed(at, seed).into_bytes();
        changes.into_iter().for_each(|it| change(&mut bytes, it));
        (at, bytes)
    }));
}

/// An order as JSON with its keys in another order, or with others.
fn shuffled(order: &str, seed: u64) -> String {
    let mut fields: Vec<_> = order.trim_matches(['{', '}']).split(",\"").collect();
    let by = usize::try_from(seed % 7).unwrap() % fields.len();
    fields.rotate_left(by);
    if seed.is_multiple_of(11) {
        fields.push(fields[0]);
    }
    let fields = fields.iter().map(|field| field.trim_start_matches('"'));
    let fields: Vec<_> = fields.map(|field| format!("\"{field}")).collect();
    format!("{{{}}}", fields.join(", "))
}

#[test]
fn printed_and_spoilt_json_is_read_alike() {
    let inputs = (any::<usize>(), any::<u64>(), changes(3));
    alike(inputs.prop_map(|(at, seed, changes)| {
        let (_, made) = made(at, seed);
        let orders = made.orders().iter().map(|order| {
            let alone = Move::new(vec![order.clone()]).to_json(&DATA);
            shuffled(alone.trim_matches(['[', ']']), seed)
        });
        let mut json = match seed % 4 {
            0 => made.to_json(&DATA),
            _ => format!("[{}]", orders.rev().collect::<Vec<_>>().join(" ,\n\t")),
        };
        match seed % 13 {
            0 => json = json.replace('a', "\\u0061"),
            1 => json.push_str(" \n"),
            2 => json.push('x'),
            3 => json = format!("{}{json}", "[".repeat(140)),
            4 => json.make_ascii_uppercase(),
            _ => {}
        }
        let mut bytes = json.into_bytes();
        changes.into_iter().for_each(|it| change(&mut bytes, it));
        (at, bytes)
    }));
}

#[test]
fn rows_of_words_are_read_alike() {
    let words = select(vec![
        "activate",
        "suppress",
        "land",
        "go",
        "GO",
        "assault",
        "entrench",
        "organize",
        "withdraw",
        "remove",
        "pass",
        "move",
        "attack",
        "attack_with_br",
        "with",
        "via",
        "directly",
        "reserve",
        "eliminated",
        "removed",
        "erzurum",
        "hejaz",
        "lemnos",
        "kars",
        "oltu",
        "koprukoy",
        "cape_helles",
        "tu_xi_corps",
        "tu_div_1",
        "tu_div_2",
        "tu_v_corps",
        "Khartoum",
        "tekirdag",
        ",",
        ",",
        ";",
        "\n",
        "#",
        "\"",
        "order",
        "unit",
        "cp_reserve",
    ]);
    let rows = prop::collection::vec(words, 0..12);
    alike((any::<usize>(), rows).prop_map(|(at, row)| (at, row.join(" ").into_bytes())));
}

#[test]
fn rows_of_words_of_battles_are_read_alike() {
    let words = vec![
        "attack",
        "attack",
        "attack kars",
        "join",
        "flank",
        "flank",
        "defend",
        "play",
        "bring",
        "place",
        "withdraw",
        "end",
        "pass",
        "with",
        "with",
        "with tu_ix_corps",
        "WITH",
        "kars",
        "Kars",
        "cp_reserve",
        "ardahan",
        "khartoum",
        "tu_div_1",
        "tu_div_2",
        "tu_ix_corps",
        "TU_IX_Corps",
        "cp_05",
        "ap_05",
        ",",
        ",",
        ",",
        ";",
        "\n",
        "#",
        "\"",
    ];
    let rows = prop::collection::vec(select(words), 0..12);
    let rows = (any::<usize>(), rows).prop_map(|(at, row)| (at, row.join(" ").into_bytes()));
    for asked in [DecisionKind::Attack, DecisionKind::Cards] {
        answers_alike(asked, &rows);
    }
}

#[test]
fn garbage_is_read_alike() {
    let text = "[a-zA-Z_ ;,\"#\n{}\\[\\]:\\\\\\PC]{0,90}".prop_map(String::into_bytes);
    let bytes = prop::collection::vec(any::<u8>(), 0..90);
    alike((any::<usize>(), prop_oneof![text, bytes]));
}

#[test]
fn what_is_long_is_read_alike() {
    let position = &POSITIONS[0];
    let (mut quick, mut strict) = (
        Parser::new(position, DecisionKind::Operations),
        Parser::strict(position, DecisionKind::Operations),
    );
    let entrench: String = DATA.spaces[..DATA.on_map]
        .iter()
        .map(|space| format!("entrench {};", space.id))
        .collect();
    let units = |number: usize| {
        let ids: Vec<_> = DATA.units[..number]
            .iter()
            .map(|unit| unit.id.as_str())
            .collect();
        ids.join(",")
    };
    let path = |number: usize| vec!["kars"; number].join(",");
    for text in [
        String::new(),
        " ".repeat(64 << 10),
        " ".repeat((64 << 10) + 1),
        entrench.clone(),
        entrench.repeat(2),
        "land cape_helles\n".repeat(400),
        "land cape_helles\n".repeat(401),
        format!(
            "go {} kars directly; {}",
            units(280),
            "entrench oltu;".repeat(120)
        ),
        format!(
            "go {} kars directly; {}",
            units(280),
            "entrench oltu;".repeat(121)
        ),
        format!("go {},{} kars directly", units(300), units(1)),
        format!("activate hejaz move with {}", units(300)),
        format!("activate hejaz move with {},{}", units(300), units(1)),
        format!("go tu_xi_corps kars via {}", path(23)),
        format!("go tu_xi_corps kars via {}", path(24)),
        format!("go tu_xi_corps kars via {} directly", path(24)),
        format!("entrench {}", "k".repeat(32)),
        format!("entrench {}", "k".repeat(33)),
        "go tu_div_1 kars via oltu kars; ".into(),
        "go tu_div_1\0 kars".into(),
        "entrench kars\0".into(),
        "entrench kars\u{1c}".into(),
        "entrench\u{a0}kars".into(),
        "go tu_div_1 kars via oltu via".into(),
        "go tu_div_1 kars directly directly".into(),
        "go tu_div_1 kars; go tu_div_1 kars; entrench kars; go tu_div_1 oltu".into(),
        "pass".into(),
        "\n; PASS # nothing\n;".into(),
        "\"pass\"".into(),
        "pass; pass".into(),
        "pass; entrench kars".into(),
        "entrench kars; pass".into(),
        "pass kars".into(),
    ] {
        assert_eq!(quick.text(&text), strict.text(&text), "{text}");
        assert_eq!(quick.read(&text), strict.read(&text), "{text}");
    }
    for json in [
        "[]".into(),
        " [ ] ".into(),
        "[]]".into(),
        "[".into(),
        "[{}]".into(),
        "[".repeat(10_000),
        format!("[]{}", " ".repeat((256 << 10) - 2)),
        format!("[]{}", " ".repeat((256 << 10) - 1)),
        r#"[{"order":"activate","place":"kars","for":"move","units":[]}]"#.into(),
        r#"[{"order":"activate","place":"hejaz","for":"move","units":[]}]"#.into(),
        r#"[{"order":"activate","place":"hejaz","for":"move","units":["tu_div_2","tu_div_1"]}]"#.into(),
        r#"[{"order":"activate","place":"hejaz","for":"with","units":["tu_div_2"]}]"#.into(),
        r#"[{"order":"go","unit":"tu_div_1","path":[]}]"#.into(),
        r#"[{"order":"go","unit":"tu_div_1","path":["kars",]}]"#.into(),
        r#"[{"order":"go","unit":"tu_div_1","path":["kars"],"unit":"tu_div_1"}]"#.into(),
        r#"[{"order":"go","unit":"tu_div_1","path":["kars"],"place":"kars"}]"#.into(),
        r#"[{"order":"LAND","place":"CAPE_HELLES"}]"#.into(),
        r#"[{"order":"land","place":"CAPE_HELLES"}]"#.into(),
        r#"[{"order":"move","place":"kars"}]"#.into(),
        r#"[{"order":"entrench","place":""}]"#.into(),
        r#"[{"order":"organize","lcu":"tu_v_corps","reserve":"tu_div_1","eliminated":null,"removed":"tu_div_3"}]"#.into(),
        "[{\"order\":\"entrench\",\"place\":\"kars\n\"}]".into(),
        "[{\"order\":\"entrench\",\"place\":\"kars\0\"}]".into(),
        "[{\"order\":\"entrench\",\"place\":\"kars\"}".into(),
        "[{\"order\":\"entrench\",\"place\":\"kars".into(),
        "[{\"order\":\"entrench\",\"place\":\"kars\"},]".into(),
    ] {
        let json: String = json;
        assert_eq!(quick.json(json.as_bytes()), strict.json(json.as_bytes()), "{json}");
        assert_eq!(quick.read(&json), strict.read(&json), "{json}");
    }
}

#[test]
fn attacks_are_read_alike() {
    let position = &POSITIONS[0];
    let (mut quick, mut strict) = (
        Parser::new(position, DecisionKind::Attack),
        Parser::strict(position, DecisionKind::Attack),
    );
    let order = |text: &str| Move::parse(position, DecisionKind::Attack, text).unwrap();
    let whole = order("attack kars with tu_x_corps,tu_ix_corps flank ardahan");
    let orders = "attack kars; join tu_ix_corps; join tu_x_corps; flank ardahan";
    assert_eq!(whole, order(orders));
    for text in [
        "attack kars with tu_ix_corps , tu_x_corps flank ardahan",
        "attack kars flank ardahan with tu_x_corps,tu_ix_corps",
        "attack kars with tu_ix_corps with tu_x_corps flank ardahan flank ardahan",
        "flank ardahan; attack kars with tu_x_corps; join tu_ix_corps",
    ] {
        assert_eq!(quick.text(text), Ok(&whole), "{text}");
        assert_eq!(strict.text(text), Ok(&whole), "{text}");
    }
    for text in [
        "attack kars with",
        "attack kars with tu_ix_corps,",
        "attack kars with tu_ix_corps,tu_ix_corps",
        "attack kars with tu_ix_corps tu_x_corps",
        "attack kars with kars",
        "attack kars flank ardahan,oltu",
        "attack with tu_ix_corps",
        "attack kars with tu_ix_corps; end",
    ] {
        assert!(strict.text(text).is_err(), "{text}");
        assert_eq!(quick.text(text), strict.text(text), "{text}");
    }
}

#[test]
fn a_reader_goes_from_position_to_position() {
    let text = "go tu_xi_corps kars; activate hejaz attack with tu_div_2,tu_div_1";
    let mut parser = Parser::new(&POSITIONS[0], DecisionKind::Operations);
    for position in POSITIONS.iter() {
        parser = parser.at(position);
        let made = parser.text(text).unwrap().clone();
        assert_eq!(
            Move::parse(position, DecisionKind::Operations, text).as_ref(),
            Ok(&made)
        );
        assert_eq!(parser.take(), made);
        assert_eq!(parser.take(), Move::default());
    }
    assert!(parser.text("entrench kars; entrench karss").is_err());
    assert_eq!(parser.take(), Move::default());
    let order = Order::Entrench {
        place: DATA.place("", "kars").unwrap(),
    };
    assert_eq!(parser.read("entrench kars").unwrap().orders(), [order]);
}
