//! What goes wrong when documents are written by hand or cut on the way.

use super::DATA;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::ops::Range;

/// What a careless hand does to the text of a document.
#[derive(Debug, Clone)]
pub(crate) enum Slip {
    /// One byte becomes another.
    Byte(Index, u8),
    /// Something stands where nothing should.
    Insert(Index, &'static str),
    /// A few bytes are missing.
    Remove(Index, usize),
    /// The text ends early.
    Cut(Index),
    /// Something else instead of a word or a number.
    Replace(Index, String),
    /// An entry of an object or list stands twice, or trades places with another.
    Twice(Index),
    Drop(Index),
    Swap(Index, Index),
    /// White space after every comma and colon.
    Wide(&'static str),
}

pub(crate) fn slip() -> impl Strategy<Value = Slip> {
    let stray = vec![
        " ",
        "\n",
        "\t",
        "\u{c}",
        "\0",
        "\"",
        "\\",
        "\\u0061",
        ",",
        ":",
        "[",
        "]",
        "{",
        "}",
        "0",
        "-",
        "1.5",
        "1e1",
        "null",
        "true",
        "é",
        "\u{feff}",
        "[[[[[[[[[[",
        "_",
        "\"x\":1,",
        "\"turn\":2,",
        "\"units\":{},",
    ];
    let ids = DATA.units.iter().map(|unit| &unit.id);
    let ids = ids.chain(DATA.spaces.iter().map(|space| &space.id));
    let ids = ids.chain(DATA.cards.iter().map(|card| &card.id));
    let ids: Vec<_> = ids.map(|id| format!("\"{id}\"")).collect();
    let odd = [
        "0",
        "1",
        "2",
        "17",
        "18",
        "40",
        "41",
        "-1",
        "-0",
        "00",
        "01",
        "007",
        "1.0",
        "1e0",
        "999",
        "65537",
        "4294967297",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999",
        "null",
        "true",
        "false",
        "tru",
        "\"\"",
        "\"1\"",
        "\"01\"",
        "\"ap\"",
        "\"cp\"",
        "\"neutral\"",
        "\"tu_ix_corp\"",
        "\"\\u0061p\"",
        "\"an id that is much longer than any that there ever was\"",
        "{}",
        "[]",
        "[1]",
        "[\"ap\"]",
        "{\"ap\":1}",
        "{\"level\":1}",
        "{\"level\":1,\"owner\":\"ap\"}",
        "[{\"round\":1,\"side\":\"ap\",\"kind\":\"sr\"}]",
        "[{\"offensive\":\"tu\",\"met\":true}]",
    ];
    let other = prop_oneof![
        2 => select(odd.map(str::to_owned).to_vec()),
        1 => select(ids),
    ];
    prop_oneof![
        2 => (any::<Index>(), any::<u8>()).prop_map(|(at, byte)| Slip::Byte(at, byte)),
        2 => (any::<Index>(), select(stray)).prop_map(|(at, text)| Slip::Insert(at, text)),
        2 => (any::<Index>(), 1..20_usize).prop_map(|(at, count)| Slip::Remove(at, count)),
        1 => any::<Index>().prop_map(Slip::Cut),
        6 => (any::<Index>(), other).prop_map(|(at, text)| Slip::Replace(at, text)),
        2 => any::<Index>().prop_map(Slip::Twice),
        2 => any::<Index>().prop_map(Slip::Drop),
        2 => (any::<Index>(), any::<Index>()).prop_map(|(a, b)| Slip::Swap(a, b)),
        1 => select(vec![" ", "\n  ", "\t", "\r\n", "\u{b}"]).prop_map(Slip::Wide),
    ]
}

/// Where words and numbers stand.
fn tokens(text: &[u8]) -> Vec<Range<usize>> {
    let (mut tokens, mut at) = (Vec::new(), 0);
    while at < text.len() {
        let start = at;
        at += 1;
        match text[start] {
            b'"' => {
                let end = text[start + 1..].iter().position(|byte| *byte == b'"');
                at = end.map_or(text.len(), |end| start + end + 2);
            }
            b'-' | b'0'..=b'9' | b'a'..=b'z' => {
                while at < text.len() && text[at].is_ascii_alphanumeric() {
                    at += 1;
                }
            }
            _ => continue,
        }
        tokens.push(start..at);
    }
    tokens
}

/// Where whole entries of objects and lists stand.
fn entries(text: &[u8]) -> Vec<Range<usize>> {
    let (mut entries, mut open, mut quoted) = (Vec::new(), Vec::new(), false);
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            _ if quoted => {}
            b'{' | b'[' => open.push(at + 1),
            b',' | b'}' | b']' => {
                if let Some(start) = open.pop() {
                    entries.push(start..at);
                }
                if *byte == b',' {
                    open.push(at + 1);
                }
            }
            _ => {}
        }
    }
    entries
}

pub(crate) fn slipped(mut text: Vec<u8>, slip: &Slip) -> Vec<u8> {
    fn chosen(ranges: Vec<Range<usize>>, at: &Index) -> Range<usize> {
        match ranges.len() {
            0 => 0..0,
            count => ranges[at.index(count)].clone(),
        }
    }
    match slip {
        Slip::Byte(at, byte) if !text.is_empty() => {
            let at = at.index(text.len());
            text[at] = *byte;
        }
        Slip::Byte(..) => {}
        Slip::Insert(at, stray) => {
            let at = at.index(text.len() + 1);
            text.splice(at..at, stray.bytes());
        }
        Slip::Remove(at, count) => {
            let at = at.index(text.len() + 1);
            text.drain(at..(at + count).min(text.len()));
        }
        Slip::Cut(at) => text.truncate(at.index(text.len() + 1)),
        Slip::Replace(at, other) => {
            let token = chosen(tokens(&text), at);
            text.splice(token, other.bytes());
        }
        Slip::Twice(at) => {
            let entry = chosen(entries(&text), at);
            let copy: Vec<u8> = [&text[entry.clone()], b","].concat();
            text.splice(entry.start..entry.start, copy);
        }
        Slip::Drop(at) => {
            let entry = chosen(entries(&text), at);
            let comma = usize::from(text.get(entry.end) == Some(&b','));
            text.drain(entry.start..entry.end + comma);
        }
        Slip::Swap(a, b) => {
            let [a, b] = [a, b].map(|at| chosen(entries(&text), at));
            let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
            if first.end <= second.start {
                let copy = text[first.clone()].to_vec();
                let copy = text.splice(second.clone(), copy).collect::<Vec<_>>();
                text.splice(first, copy);
            }
        }
        Slip::Wide(space) => {
            let wide = |byte: u8| {
                let after = if matches!(byte, b',' | b':' | b'[' | b'{') {
                    *space
                } else {
                    ""
                };
                std::iter::once(byte).chain(after.bytes())
            };
            text = text.into_iter().flat_map(wide).collect();
        }
    }
    text
}
