//! The list of all orders in the docs is written from their table.
#![allow(clippy::unwrap_used)]

use engine::orders::{Field, Of, Order as _, Shape, Term};
use pursuit_of_glory::orders::Order;
use std::fmt::Write as _;
use std::path::Path;

const HEAD: &str = "# Orders\n\n\
    Everything a side can choose: an answer to a decision is a move, a set of these. The page is written from \
    the table in the code (`rust_core/pursuit_of_glory/src/order.rs`), which also reads and writes them.\n\n\
    In text, orders are separated by `;` or new lines, `#` starts a comment, `pass` is no order at all, and a name \
    of several words stands in double quotes. Where `...` follows, several names may stand with commas between \
    them, for as many orders. In JSON a move is a list of objects with the key `order`. To the law an order is \
    one term, or several where the table says so.\n";

fn text(field: &Field) -> String {
    let name = match field.of {
        Of::Word(words) => words.words.join("|"),
        Of::Name(_) => field.key.to_uppercase(),
    };
    match field.shape {
        Shape::One => name,
        Shape::Each => format!("{name},..."),
        Shape::After { word, needed: true } => format!("{word} {name}"),
        Shape::After { word, .. } => format!("[{word} {name}]"),
        Shape::Set { word } => format!("[{word} {name},...]"),
        Shape::Path { filled, .. } => {
            let direct = if filled { " [directly]" } else { "" };
            format!("PLACE [via PLACE,...]{direct}")
        }
    }
}

fn key(field: &Field) -> String {
    match field.shape {
        Shape::Set { .. } | Shape::Path { .. } => format!("`{}` (list)", field.key),
        Shape::After { needed: false, .. } => format!("`{}` (may be missing)", field.key),
        _ => format!("`{}`", field.key),
    }
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    page += "\n| order | what it does | JSON keys | term | asked for by | rule |\n|---|---|---|---|---|---|\n";
    for (form, takers) in Order::FORMS.iter().zip(Order::TAKERS) {
        let fields: Vec<_> = form.fields.iter().map(text).collect();
        let written = [&[form.verb.to_owned()], &fields[..]].concat().join(" ");
        let keys: Vec<_> = form.fields.iter().map(key).collect();
        let term = match form.term {
            Term::Flat => "one".to_owned(),
            Term::Steps => "one for each place".to_owned(),
            Term::Stack => "one, of a `stack`".to_owned(),
            Term::Parts(part) => format!("one, and a `{part}` for each role"),
        };
        let takers: Vec<_> = takers.iter().map(|kind| format!("`{kind}`")).collect();
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {term} | {} | {} |",
            written.replace('|', "\\|"),
            form.about.trim(),
            keys.join(", "),
            takers.join(", "),
            form.rule
        );
    }
    page
}

#[test]
fn the_page_of_orders_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/orders.md");
    let page = page();
    if std::env::var_os("RENEW").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        page,
        "RENEW=1 writes it"
    );
}
