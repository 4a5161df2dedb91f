//! JSON Lines and CSV: what stands in a line or record, and what is wrong with it.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use crate::table_files::*;
use tables::files::{Format, Kind, Limits, Source, Wanted};

/// The rows of a text, each as its cells and the error.
fn read(format: Format, content: impl AsRef<[u8]>, limits: Limits) -> Vec<Vec<String>> {
    let folder = Folder::new();
    let path = folder.file("rows", content);
    let source = Source::open(&path, Some(format), &wanted(), None, limits).unwrap();
    let rows = all(source, 3);
    assert!(rows == resumed(&path, format, limits, &[1, 2]));
    rows
}

fn json(content: impl AsRef<[u8]>) -> Vec<Vec<String>> {
    read(Format::JsonLines, content, Limits::default())
}

/// The error of a single line.
fn wrong(line: impl AsRef<[u8]>) -> String {
    let rows = json(line);
    assert_eq!(rows.len(), 1, "{rows:?}");
    rows[0].last().unwrap().clone()
}

#[test]
fn a_line_gives_text_lists_documents_and_integers() {
    let rows = json(
        "\u{feff}{\"move\": \"go \\u00e9 \\\"x\\\"\", \"position\": 7, \"ops\": 3, \"note\": 2.50}\n\
         \n  \t\r\n\
         {\"ops\":null,\"position\": {\"a\": [1,  2]} ,\"move\":[ {\"unit\":\"u\"} ],\"x\":1}\r\n\
         {\"position\":18446744073709551615,\"move\":\"\",\"ops\":-1,\"note\":[true]}\n\
         {\"position\":null,\"move\":null,\"note\":\"\\n\"}",
    );
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    assert_eq!(
        rows,
        [
            ["go é \"x\"", "7", "3", "2.50", ""],
            [
                "[ {\"unit\":\"u\"} ]",
                "{\"a\": [1,  2]}",
                "null",
                "null",
                ""
            ],
            ["", "18446744073709551615", "-1", "[true]", ""],
            ["null", "null", "null", "\n", ""],
        ]
    );
}

#[test]
fn what_is_wrong_with_a_line_is_said() {
    let fields = "\"move\": \"x\", \"position\": \"p\"";
    for (line, message) in [
        (
            "{\"move\": \"x\", \"position\": }",
            "no JSON: expected value at column 27",
        ),
        (
            "{\"move\": \"x\"",
            "no JSON: EOF while parsing an object at column 12",
        ),
        ("{} {}", "no JSON: trailing characters at column 4"),
        (
            "[1]",
            "invalid type: sequence, expected an object at column 0",
        ),
        ("null", "invalid type: null, expected an object at column 4"),
        (
            "{\"a\":1, \"b\":2, \"a\":3}",
            "the field 'a' stands twice at column 18",
        ),
        (
            "{\"mov\":\"x\"}",
            "there is no field 'move'; did you mean 'mov'?",
        ),
        ("{\"move\":\"x\"}", "there is no field 'position'"),
        (
            "{\"move\": 5, \"position\": 1}",
            "field 'move': must be text or a list, but is a number",
        ),
        (
            "{\"move\": {}, \"position\": 1}",
            "field 'move': must be text or a list, but is an object",
        ),
        (
            "{\"move\": \"x\", \"position\": true}",
            "field 'position': must be text, binary, an integer or an object, but is true",
        ),
        (
            "{\"move\": \"x\", \"position\": 1.5}",
            "field 'position': must be text, binary, an integer or an object, but is 1.5",
        ),
        (
            "{\"move\": \"\\ud800\", \"position\": 1}",
            "field 'move': no JSON: unexpected end of hex escape at column 8",
        ),
    ] {
        assert_eq!(wrong(line), message, "{line}");
    }
    for (ops, is) in [
        ("\"3\"", "text"),
        ("3.0", "3.0"),
        ("1e2", "1e2"),
        ("[]", "a list"),
    ] {
        let line = format!("{{{fields}, \"ops\": {ops}}}");
        assert_eq!(
            wrong(line),
            format!("field 'ops': must be an integer, but is {is}")
        );
    }
    let large = wrong(format!("{{{fields}, \"ops\": 9223372036854775808}}"));
    assert_eq!(
        large,
        "field 'ops': must be an integer, but is 9223372036854775808"
    );
    assert_eq!(wrong(b"{\"move\": \"\xff\"}"), "invalid UTF-8 at column 11");
    let many: String = (0..40).map(|n| format!("\"k{n}\": 1, ")).collect();
    assert_eq!(
        wrong(format!("{{{many}{fields}, \"k7\": 2}}"))
            .split(" at ")
            .next(),
        Some("the field 'k7' stands twice")
    );
    assert_eq!(wrong(format!("{{{many}{fields}}}")), "");
}

#[test]
fn nesting_has_a_limit_that_text_does_not_count_against() {
    let deep = |depth: usize| {
        let value = "[".repeat(depth) + &"]".repeat(depth);
        format!("{{\"move\": \"[[[[ \\\"{{ \", \"position\": 1, \"note\": {value}}}")
    };
    assert_eq!(wrong(deep(32)), "");
    assert_eq!(wrong(deep(33)), "nested deeper than 32 at column 78");
    assert!(wrong(deep(1_000_000)).starts_with("nested deeper than 32"));
    assert!(wrong("{\"a".to_owned() + &"[".repeat(1_000_000)).starts_with("no JSON: EOF"));
}

#[test]
fn lines_and_records_have_a_limit() {
    let limits = Limits {
        line: 50,
        ..Limits::default()
    };
    let line = "{\"move\": \"x\", \"position\": 1}";
    let pad = |length: usize| format!("{line}{}", " ".repeat(length - line.len()));
    let content = [pad(50), pad(51), line.to_owned(), pad(3_000_000), pad(49)].join("\n");
    let rows = read(Format::JsonLines, content, limits);
    let errors: Vec<bool> = rows.iter().map(|row| !row[4].is_empty()).collect();
    assert_eq!(errors, [false, true, false, true, false]);
    assert_eq!(rows[1][4], "the line is longer than the 50 bytes allowed");

    let record = |length: usize| format!("{},p", "x".repeat(length - 1));
    let content = [
        "move,position".to_owned(),
        record(49),
        record(70),
        record(2_000_000),
        record(9),
    ];
    let rows = read(Format::Csv, content.join("\n"), limits);
    let errors: Vec<bool> = rows.iter().map(|row| !row[2].is_empty()).collect();
    assert_eq!(errors, [false, true, true, false]);
    assert!(rows[1][2].starts_with("the record is longer than the 50 bytes allowed"));
    let commas = format!("move,position\n{}\nx,p\n", ",".repeat(200_000));
    let rows = read(Format::Csv, commas, limits);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1][0], "x");
    // A quotation mark that is never closed takes what follows, but no memory.
    let open = format!("move,position\nx,p\n\"{}", "x,p\n".repeat(100_000));
    let rows = read(Format::Csv, open, limits);
    assert_eq!(rows.len(), 2);
    assert!(rows[1][2].contains("is a quotation mark not closed?"));
}

#[test]
fn csv_fields_go_by_name() {
    let rows = read(
        Format::Csv,
        "\u{feff}ops, position ,other,note,move\r\n\
         3,\"{\"\"a\"\": 1}\",,n,go x\r\n\
         ,,,,\n\
         \n\
         1,2,3\n\
         4,p,o,\"a,b\nc\",\"say \"\"x\"\"\"\n\
         x,p,o,n,m\n\
         9223372036854775808,p,o,n,m\n\
         \" 5 \",p,o,n,m",
        Limits::default(),
    );
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let lost = |error| vec!["null", "null", "null", "null", error];
    assert_eq!(
        rows,
        [
            vec!["go x", "{\"a\": 1}", "3", "n", ""],
            vec!["", "null", "null", "", ""],
            lost("the record has 3 fields, the header 5"),
            vec!["say \"x\"", "p", "4", "a,b\nc", ""],
            lost("field 'ops': must be an integer, but is 'x'"),
            lost("field 'ops': must be an integer, but is '9223372036854775808'"),
            vec!["m", "p", "5", "n", ""],
        ]
    );
    let rows = read(
        Format::Csv,
        b"move,position\n\xff,p\nm,p\n",
        Limits::default(),
    );
    assert_eq!(rows[0][2], "field 'move': invalid UTF-8");
    assert_eq!(rows[1][2], "");
}

#[test]
fn csv_needs_a_header_with_each_name_once() {
    let folder = Folder::new();
    let open = |content: &str| {
        let path = folder.file("rows.csv", content);
        let source = Source::open(&path, None, &wanted(), None, Limits::default());
        refused(source).to_string()
    };
    assert!(open("").ends_with("the file is empty: it must begin with a header"));
    assert!(open("move,position,move\n").contains("several columns of this name"));
    assert!(open("move,pos\n").contains("no such column; the file has: move, pos; did you mean"));
    let path = folder.file("rows.csv", "a\n1\n");
    let bytes = [Wanted::new("a", Kind::BINARY, true)];
    let error = refused(Source::open(&path, None, &bytes, None, Limits::default())).to_string();
    assert!(
        error.ends_with("column a: must be binary, which CSV cannot hold"),
        "{error}"
    );
}

#[test]
fn wide_rows_end_a_chunk_before_it_is_full() {
    let folder = Folder::new();
    let limits = Limits {
        chunk: 10_000,
        ..Limits::default()
    };
    let line = format!("{{\"move\": \"{}\", \"position\": 1}}\n", "x".repeat(3000));
    let path = folder.file("rows.jsonl", line.repeat(20));
    let mut source = Source::open(&path, None, &wanted(), None, limits).unwrap();
    let mut sizes = Vec::new();
    while let Some(chunk) = source.next(1000).unwrap() {
        sizes.push(chunk.batch.num_rows());
    }
    assert_eq!(sizes, [4, 4, 4, 4, 4]);
    assert_eq!(source.bytes_read(), source.size().unwrap());
}

#[test]
fn a_mark_beyond_the_end_is_refused() {
    let folder = Folder::new();
    let path = folder.file("rows.jsonl", "{}\n");
    let mark = Some("5@400".parse().unwrap());
    let error = refused(Source::open(
        &path,
        None,
        &wanted(),
        mark,
        Limits::default(),
    ))
    .to_string();
    assert!(error.contains("is it another file?"), "{error}");
}
