//! A page that lists a game's orders, written from its table.

use super::{Field, Form, Of, Order, Shape, Term};
use std::fmt::{Display, Write as _};

const READ: &str = "In text, orders are separated by `;` or new lines, `#` starts a comment, `pass` is no order at \
    all, and a name of several words stands in double quotes. Where `...` follows, several names may stand with \
    commas between them, for as many orders. In JSON a move is a list of objects with the key `order`. To the law \
    an order is one term, or several where the table says so.";

/// The page: a row for each order.
///
/// # Arguments
/// * `title` - its heading.
/// * `source` - where the table stands in the code.
/// * `place` - what the game calls the places of a path.
/// * `takers` - for each row the decisions that take such orders.
#[must_use]
pub fn page<O: Order>(
    title: &str,
    source: &str,
    place: &str,
    takers: &[&[impl Display]],
) -> String {
    let mut page = format!(
        "# {title}\n\nEverything a side can choose: an answer to a decision is a move, a set of these. The page is \
         written from the table in the code (`{source}`), which also reads and writes them.\n\n{READ}\n\n\
         | order | what it does | JSON keys | term | asked for by | rule |\n|---|---|---|---|---|---|\n"
    );
    for (form, takers) in O::FORMS.iter().zip(takers) {
        let keys: Vec<_> = form.fields.iter().map(key).collect();
        let takers: Vec<_> = takers.iter().map(|kind| format!("`{kind}`")).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(
            page,
            "| `{}` | {} | {} | {} | {} | {} |",
            written(form, place).replace('|', "\\|"),
            form.about.trim(),
            keys.join(", "),
            term(form, place),
            takers.join(", "),
            form.rule
        );
    }
    page
}

fn written(form: &Form, place: &str) -> String {
    let mut text = form.verb.to_owned();
    for field in form.fields {
        text.push(' ');
        text += &field_text(field, &place.to_uppercase());
    }
    text
}

fn field_text(field: &Field, place: &str) -> String {
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
            format!("{place} [via {place},...]{direct}")
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

fn term(form: &Form, place: &str) -> String {
    match form.term {
        Term::Flat => "one".to_owned(),
        Term::Steps => format!("one for each {place}"),
        Term::Stack => "one, of a `stack`".to_owned(),
        Term::Parts(part) => format!("one, and a `{part}` for each role"),
    }
}
