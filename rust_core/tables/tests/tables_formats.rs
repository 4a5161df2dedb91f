//! Files of rows in every format: written and read back, and read on from every mark.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use crate::table_files::*;
use arrow_array::builder::{FixedSizeBinaryBuilder, StringDictionaryBuilder, StringViewBuilder};
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BinaryArray, Float64Array, Int64Array, LargeStringArray, NullArray, RecordBatch,
    UInt8Array,
};
use std::io::Write;
use std::sync::Arc;
use tables::files::{Format, Kind, Limits, Mark, Sink, Source, Wanted};

#[test]
fn every_format_gives_back_what_was_written() {
    let folder = Folder::new();
    let mut seen: Vec<Vec<Vec<String>>> = Vec::new();
    for format in FORMATS {
        let path = folder.path(&format!("rows.{}", format.word()));
        write(
            &path,
            format,
            &[rows(0, 3), rows(3, 1000), rows(1003, 0), rows(1003, 97)],
        );
        let source = Source::open(&path, None, &wanted(), None, Limits::default()).unwrap();
        assert_eq!(source.format(), format);
        let names: Vec<String> = source
            .schema()
            .fields()
            .iter()
            .map(|f| f.name().clone())
            .collect();
        assert_eq!(names, ["move", "position", "ops", "note"]);
        let known = matches!(format, Format::Parquet | Format::IpcFile);
        assert_eq!(source.rows(), known.then_some(1100));
        assert!(source.size().unwrap() > 1000);
        seen.push(all(source, 100));
    }
    assert_eq!(seen[0].len(), 1100);
    assert_eq!(
        seen[0][1099][..3],
        [
            "go unit_1099 \"there\", then\nback",
            "{\"turn\": 1099}",
            "1"
        ]
    );
    for other in &seen[1..] {
        assert!(*other == seen[0]);
    }
}

#[test]
fn reading_goes_on_from_every_mark() {
    let folder = Folder::new();
    let batches: Vec<RecordBatch> = (0..7).map(|n| rows(n * 30, 30)).collect();
    for format in FORMATS {
        let path = folder.path(&format!("rows.{}", format.word()));
        if format == Format::Parquet {
            in_row_groups(&path, &batches);
        } else {
            write(&path, format, &batches);
        }
        let whole = all(open(&path, format).unwrap(), 1000);
        assert_eq!(whole.len(), 210);
        for sizes in [&[1][..], &[7, 1, 40], &[30], &[1000]] {
            assert!(
                resumed(&path, format, Limits::default(), sizes) == whole,
                "{format:?}"
            );
        }
        let few = Limits {
            chunk: 600,
            ..Limits::default()
        };
        assert!(resumed(&path, format, few, &[50]) == whole, "{format:?}");
    }
}

/// A Parquet file with a row group for each batch.
fn in_row_groups(path: &str, batches: &[RecordBatch]) {
    let file = std::fs::File::create(path).unwrap();
    let mut writer = parquet::arrow::ArrowWriter::try_new(file, batches[0].schema(), None).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
        writer.flush().unwrap();
    }
    writer.close().unwrap();
}

#[test]
fn packed_text_is_unpacked() {
    let folder = Folder::new();
    for format in [Format::JsonLines, Format::Csv] {
        let plain = folder.path("plain");
        write(&plain, format, &[rows(0, 300)]);
        let packed = folder.path(&format!("packed.{}.gz", format.word()));
        let file = std::fs::File::create(&packed).unwrap();
        let mut gzip = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        gzip.write_all(&std::fs::read(&plain).unwrap()).unwrap();
        gzip.finish().unwrap();
        let whole = all(open(&plain, format).unwrap(), 1000);
        let source = Source::open(&packed, None, &wanted(), None, Limits::default()).unwrap();
        assert_eq!(source.format(), format);
        assert!(all(source, 70) == whole);
        assert!(resumed(&packed, format, Limits::default(), &[70]) == whole);
        // Cut off, it gives what is before, and says that the rest is lost.
        let bytes = std::fs::read(&packed).unwrap();
        std::fs::write(&packed, &bytes[..bytes.len() / 2]).unwrap();
        let half = all(open(&packed, format).unwrap(), 70);
        let (last, before) = half.split_last().unwrap();
        assert!(last.last().unwrap().starts_with("the packing is damaged"));
        assert!(before.len() > 20 && *before == whole[..before.len()]);
    }
}

#[test]
fn all_types_of_text_bytes_and_integers_are_taken() {
    let folder = Folder::new();
    let words = ["x", "a longer word than twelve bytes", ""];
    let mut dictionary = StringDictionaryBuilder::<Int8Type>::new();
    let mut views = StringViewBuilder::new();
    let mut fixed = FixedSizeBinaryBuilder::new(2);
    for word in words {
        dictionary.append_value(word);
        views.append_value(word);
        fixed.append_value(b"ab").unwrap();
    }
    let moves: Vec<ArrayRef> = vec![
        Arc::new(LargeStringArray::from(words.to_vec())),
        Arc::new(dictionary.finish()),
        Arc::new(views.finish()),
        orders(3),
    ];
    let positions: Vec<ArrayRef> = vec![
        Arc::new(UInt8Array::from(vec![1, 2, 3])),
        Arc::new(BinaryArray::from_vec(vec![b"a", b"", b"\xff"])),
        Arc::new(fixed.finish()),
        text(&[Some("a"), None, Some("c")]),
    ];
    for (moved, position) in moves.iter().zip(&positions) {
        let ops: ArrayRef = Arc::new(NullArray::new(3));
        let columns = [("move", moved), ("position", position), ("ops", &ops)];
        let batch = RecordBatch::try_from_iter_with_nullable(
            columns.map(|(name, column)| (name, column.clone(), true)),
        )
        .unwrap();
        for format in [Format::Parquet, Format::IpcFile, Format::IpcStream] {
            let path = folder.path("rows");
            write(&path, format, std::slice::from_ref(&batch));
            let read = all(open(&path, format).unwrap(), 2);
            assert_eq!(read.len(), 3);
            assert!(read.iter().all(|row| row[3].is_empty()), "{read:?}");
            let whole = cells(&batch, &arrow_array::StringArray::new_null(3));
            assert_eq!(read, whole, "{format:?}");
        }
    }
}

#[test]
fn columns_are_checked_before_anything_is_read() {
    let folder = Folder::new();
    let good: ArrayRef = text(&[Some("x")]);
    type Columns = Vec<(&'static str, ArrayRef)>;
    let cases: Vec<(&str, Columns, &str)> = vec![
        (
            "column move: there is no such column",
            vec![("movee", good.clone()), ("position", good.clone())],
            "move",
        ),
        (
            "column ops: must be an integer, but is text",
            vec![
                ("move", good.clone()),
                ("position", good.clone()),
                ("ops", good.clone()),
            ],
            "",
        ),
        (
            "column position: must be text, binary, an integer or an object, but is Float64",
            vec![
                ("move", good.clone()),
                ("position", Arc::new(Float64Array::from(vec![1.0]))),
            ],
            "",
        ),
        (
            "column move: must be text or a list, but is Int64",
            vec![
                ("move", Arc::new(Int64Array::from(vec![1]))),
                ("position", good.clone()),
            ],
            "",
        ),
    ];
    for (message, columns, near) in cases {
        let batch = RecordBatch::try_from_iter(columns).unwrap();
        for format in [Format::Parquet, Format::IpcFile, Format::IpcStream] {
            let path = folder.path("rows");
            write(&path, format, std::slice::from_ref(&batch));
            let error = refused(open(&path, format)).to_string();
            assert!(error.contains(message), "{error}");
            assert!(error.starts_with(&path), "{error}");
            if !near.is_empty() {
                assert!(error.ends_with("did you mean 'movee'?"), "{error}");
            }
        }
    }
    let path = folder.file("rows.csv", "Move,position\nx,y\n");
    let error = refused(open(&path, Format::Csv)).to_string();
    assert!(error.ends_with("did you mean 'Move'?"), "{error}");
}

#[test]
fn a_column_may_be_wanted_twice_or_not_be_there() {
    let folder = Folder::new();
    let twice = [
        Wanted::new("note", Kind::ANY, true),
        Wanted::new("move", Kind::TEXT, true),
        Wanted::new("note", Kind::TEXT, true),
        Wanted::new("nothing", Kind::ANY, false),
    ];
    let none = [Wanted::new("nothing", Kind::ANY, false)];
    for format in FORMATS {
        let path = folder.path("rows");
        write(&path, format, &[rows(0, 5)]);
        let read = |wanted: &[Wanted]| {
            all(
                Source::open(&path, Some(format), wanted, None, Limits::default()).unwrap(),
                2,
            )
        };
        let row = &read(&twice)[4];
        assert_eq!(row[0], row[2]);
        assert_eq!(row[0], "bé");
        assert!(row[1].starts_with("go unit_4"));
        assert_eq!(read(&none).len(), 5);
    }
}

#[test]
fn empty_files_have_no_rows_or_are_refused() {
    let folder = Folder::new();
    let empty = folder.file("empty", "");
    assert!(
        open(&empty, Format::JsonLines)
            .unwrap()
            .next(5)
            .unwrap()
            .is_none()
    );
    for (format, message) in [
        (Format::Csv, "the file is empty"),
        (Format::Parquet, "no Parquet file"),
        (Format::IpcFile, "no Arrow file"),
        (Format::IpcStream, "no Arrow stream: it is empty"),
    ] {
        let error = refused(open(&empty, format)).to_string();
        assert!(error.contains(message), "{error}");
    }
    for format in FORMATS {
        let path = folder.path("rows");
        write(&path, format, &[rows(0, 0)]);
        let mut source = open(&path, format).unwrap();
        assert!(source.next(5).unwrap().is_none(), "{format:?}");
        assert!(source.next(5).unwrap().is_none());
        let from = Some(Mark::default());
        Source::open(&path, Some(format), &wanted(), from, Limits::default()).unwrap();
    }
}

#[test]
fn what_is_no_file_is_told() {
    let folder = Folder::new();
    let missing = folder.path("missing.csv");
    let error = refused(Source::open(
        &missing,
        None,
        &wanted(),
        None,
        Limits::default(),
    ));
    assert_eq!(
        error.to_string(),
        format!("{missing}: cannot be read: No such file or directory")
    );
    let error = refused(open(&folder.path(""), Format::Parquet)).to_string();
    assert!(error.contains("cannot be read: is a directory"), "{error}");
    for (path, near) in [
        ("moves.parqet", Some(".parquet")),
        ("moves", None),
        ("-", None),
    ] {
        match Format::of_path(path) {
            Err(engine::error::Error::BadInput { suggestion, .. }) => {
                assert_eq!(suggestion.as_deref(), near);
            }
            other => panic!("{other:?}"),
        }
    }
    let error = Format::parse("jsonlines").unwrap_err().to_string();
    assert!(error.ends_with("did you mean 'jsonl'?"), "{error}");
    assert!("12".parse::<Mark>().is_err());
    assert!(
        Kind::parse("text|lst")
            .unwrap_err()
            .to_string()
            .ends_with("'list'?")
    );
}

#[test]
fn a_fingerprint_tells_a_file_from_its_changes() {
    let folder = Folder::new();
    let path = folder.file("rows.jsonl", "{}\n".repeat(100_000));
    let print = |path: &str| {
        open(path, Format::JsonLines)
            .unwrap()
            .fingerprint()
            .to_owned()
    };
    let before = print(&path);
    assert_eq!(before, print(&path));
    folder.file("rows.jsonl", "{}\n".repeat(99_999) + "[]\n");
    assert_ne!(before, print(&path));
}

#[test]
fn lists_become_words_in_csv_and_lists_in_json() {
    let folder = Folder::new();
    let rules = {
        use arrow_array::builder::{ListBuilder, StringBuilder};
        let mut lists = ListBuilder::new(StringBuilder::new());
        lists.append_value([Some("12.1"), Some("13.2")]);
        lists.append_value([None::<&str>; 0]);
        lists.append_null();
        Arc::new(lists.finish()) as ArrayRef
    };
    let orders = orders(3);
    let legal: ArrayRef = Arc::new(arrow_array::BooleanArray::from(vec![
        Some(true),
        None,
        None,
    ]));
    let batch = RecordBatch::try_from_iter_with_nullable([
        ("legal", legal, true),
        ("rules", rules, true),
        ("orders", orders, true),
    ])
    .unwrap();
    let path = folder.path("out");
    write(&path, Format::Csv, std::slice::from_ref(&batch));
    let csv = std::fs::read_to_string(&path).unwrap();
    let mut lines = csv.lines();
    assert_eq!(lines.next(), Some("legal,rules,orders"));
    assert_eq!(
        lines.next(),
        Some(
            "true,12.1 13.2,\"[{\"\"unit\"\":\"\"unit_0\"\",\"\"path\"\":[]},\
             {\"\"unit\"\":\"\"unit_1\"\",\"\"path\"\":[\"\"space_0\"\"]}]\""
        )
    );
    assert!(lines.next().unwrap().starts_with(",,\"[{"));
    write(&path, Format::JsonLines, &[batch]);
    let json = std::fs::read_to_string(&path).unwrap();
    let mut lines = json.lines();
    assert!(lines.next().unwrap().starts_with(
        "{\"legal\":true,\"rules\":[\"12.1\",\"13.2\"],\"orders\":[{\"unit\":\"unit_0\",\"path\":[]}"
    ));
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("{\"legal\":null,\"rules\":[],")
    );
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("{\"legal\":null,\"rules\":null,")
    );
}

#[test]
fn a_sink_that_fails_says_why() {
    let folder = Folder::new();
    for format in FORMATS {
        let schema = rows(0, 1).schema();
        let nowhere = folder.path("no/such/folder");
        let error = Sink::create(&nowhere, format, &schema)
            .err()
            .unwrap()
            .to_string();
        assert_eq!(
            error,
            format!("{nowhere}: cannot be written: No such file or directory")
        );
        let mut sink = Sink::create(&folder.path("out"), format, &schema).unwrap();
        let other = RecordBatch::try_from_iter([("move", text(&[None]))]).unwrap();
        let error = sink.write(&other).unwrap_err().to_string();
        assert!(
            error.contains("all rows must have the same columns"),
            "{error}"
        );
        if cfg!(target_os = "linux") {
            let full = || -> engine::error::Result<()> {
                let mut sink = Sink::create("/dev/full", format, &schema)?;
                sink.write(&rows(0, 30_000))?;
                sink.finish()
            };
            assert_eq!(
                full().unwrap_err().to_string(),
                "/dev/full: cannot be written: No space left on device",
            );
        }
    }
}
