//! Damaged and hostile files: never a panic, never without an end, never beyond the limits; rows
//! that cannot be read become rows with errors.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use crate::table_files::*;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::arrow::ArrowWriter;
use parquet::basic::{BrotliLevel, Compression, Encoding, GzipLevel, ZstdLevel};
use parquet::file::properties::{WriterProperties, WriterVersion};
use proptest::prelude::*;
use std::sync::Arc;
use tables::files::{Format, Limits, Source};

/// Small limits, so that a hostile file is soon beyond them.
const LIMITS: Limits = Limits {
    line: 4096,
    block: 1 << 20,
    depth: 32,
    chunk: 1 << 20,
    claim: 1000,
};

/// Reads what can be read of a file; it must have an end.
fn read(path: &str, format: Format) -> Option<Vec<Vec<String>>> {
    let mut source = Source::open(path, Some(format), &wanted(), None, LIMITS).ok()?;
    let mut rows = Vec::new();
    let mut row = 0;
    while let Some(chunk) = source.next(64).unwrap() {
        assert!(chunk.first_row >= row && chunk.next.row > chunk.first_row);
        row = chunk.next.row;
        rows.extend(cells(&chunk.batch, &chunk.errors));
        assert!(rows.len() < 100_000, "too many rows");
    }
    Some(rows)
}

fn parquet_file(path: &str, properties: WriterProperties, batches: &[RecordBatch]) {
    let file = std::fs::File::create(path).unwrap();
    let mut writer = ArrowWriter::try_new(file, batches[0].schema(), Some(properties)).unwrap();
    for batch in batches {
        writer.write(batch).unwrap();
        writer.flush().unwrap();
    }
    writer.close().unwrap();
}

fn packed(compression: Compression) -> WriterProperties {
    WriterProperties::builder()
        .set_compression(compression)
        .build()
}

fn packings() -> Vec<Compression> {
    vec![
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ]
}

fn ipc_file(path: &str, format: Format, packing: Option<CompressionType>, batches: &[RecordBatch]) {
    let options = IpcWriteOptions::default()
        .try_with_compression(packing)
        .unwrap();
    let file = std::fs::File::create(path).unwrap();
    let schema = batches[0].schema();
    if format == Format::IpcFile {
        let mut writer = FileWriter::try_new_with_options(file, &schema, options).unwrap();
        batches
            .iter()
            .for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap();
    } else {
        let mut writer = StreamWriter::try_new_with_options(file, &schema, options).unwrap();
        batches
            .iter()
            .for_each(|batch| writer.write(batch).unwrap());
        writer.finish().unwrap();
    }
}

/// Rows whose columns have but one dictionary.
fn simple(start: usize, count: usize) -> RecordBatch {
    let whole = rows(start, count);
    let notes = arrow_cast::cast(whole.column(0), &arrow_schema::DataType::Utf8).unwrap();
    let named = ["note", "position", "ops", "move"];
    let columns = [&notes, whole.column(1), whole.column(3), whole.column(4)];
    let columns = named.into_iter().zip(columns.map(Arc::clone));
    RecordBatch::try_from_iter_with_nullable(columns.map(|(n, c)| (n, c, true))).unwrap()
}

/// A small file of each kind, in every packing.
fn samples(folder: &Folder) -> Vec<(String, Format)> {
    let batches = [simple(0, 40), simple(40, 40)];
    let mut samples = Vec::new();
    for format in [Format::JsonLines, Format::Csv] {
        let path = folder.path(&format!("text.{}", format.word()));
        write(&path, format, &batches);
        samples.push((path, format));
    }
    for (number, packing) in packings().into_iter().enumerate() {
        let path = folder.path(&format!("{number}.parquet"));
        parquet_file(&path, packed(packing), &batches);
        samples.push((path, Format::Parquet));
    }
    let deltas = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_2_0)
        .set_dictionary_enabled(false)
        .set_compression(Compression::SNAPPY);
    for (number, encoding) in [
        Encoding::DELTA_BYTE_ARRAY,
        Encoding::DELTA_LENGTH_BYTE_ARRAY,
    ]
    .into_iter()
    .enumerate()
    {
        let path = folder.path(&format!("delta_{number}.parquet"));
        let properties = deltas
            .clone()
            .set_column_encoding("move".into(), encoding)
            .set_column_encoding("position".into(), encoding)
            .set_column_encoding("ops".into(), Encoding::DELTA_BINARY_PACKED);
        parquet_file(&path, properties.build(), &batches);
        samples.push((path, Format::Parquet));
    }
    for format in [Format::IpcFile, Format::IpcStream] {
        for (number, packing) in [
            None,
            Some(CompressionType::LZ4_FRAME),
            Some(CompressionType::ZSTD),
        ]
        .into_iter()
        .enumerate()
        {
            let path = folder.path(&format!("{number}.{}", format.word()));
            ipc_file(&path, format, packing, &batches);
            samples.push((path, format));
        }
    }
    samples
}

#[test]
fn every_packing_and_encoding_is_read() {
    let folder = Folder::new();
    let mut first: Option<Vec<Vec<String>>> = None;
    for (path, format) in samples(&folder) {
        let rows = read(&path, format).unwrap();
        assert_eq!(rows.len(), 80, "{path}");
        assert!(
            rows.iter().all(|row| row.last().unwrap().is_empty()),
            "{path}: {rows:?}"
        );
        assert!(*first.get_or_insert_with(|| rows.clone()) == rows, "{path}");
        assert!(resumed(&path, format, LIMITS, &[7, 60]) == rows, "{path}");
    }
}

#[test]
fn files_cut_off_anywhere_are_read_or_refused() {
    let folder = Folder::new();
    for (path, format) in samples(&folder) {
        let bytes = std::fs::read(&path).unwrap();
        let whole = read(&path, format).unwrap();
        let step = (bytes.len() / 30).max(1);
        for end in (0..bytes.len()).step_by(step) {
            let cut = folder.file("cut", &bytes[..end]);
            let Some(rows) = read(&cut, format) else {
                continue;
            };
            assert!(rows.len() <= whole.len(), "{path} at {end}");
            // What is before the cut is as it was, but for the row or batch that is cut.
            let good = rows
                .iter()
                .take_while(|row| row.last().unwrap().is_empty())
                .count();
            assert!(
                good + 1 >= rows.len() || rows.len() - good <= 40,
                "{path} at {end}"
            );
            let sure = good.saturating_sub(1);
            assert!(rows[..sure] == whole[..sure], "{path} at {end}");
        }
    }
}

#[test]
fn bytes_flipped_anywhere_cost_no_more_than_rows() {
    let folder = Folder::new();
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    for (path, format) in samples(&folder) {
        let bytes = std::fs::read(&path).unwrap();
        for _ in 0..20 {
            let mut damaged = bytes.clone();
            for _ in 0..=random() % 3 {
                let at = usize::try_from(random()).unwrap() % damaged.len();
                damaged[at] = random().to_le_bytes()[0];
            }
            let file = folder.file("damaged", &damaged);
            let Some(rows) = read(&file, format) else {
                continue;
            };
            assert!(resumed_or_ended(&file, format) <= rows.len().max(1));
        }
    }
}

/// How many chunks there are if the file is opened anew after each.
fn resumed_or_ended(path: &str, format: Format) -> usize {
    let mut mark = None;
    let mut count = 0;
    while let Ok(mut source) = Source::open(path, Some(format), &wanted(), mark, LIMITS) {
        let Some(chunk) = source.next(64).unwrap() else {
            break;
        };
        assert!(mark.is_none_or(|mark| mark.row <= chunk.first_row));
        mark = Some(chunk.next);
        count += 1;
    }
    count
}

/// Overwrites the bytes of one batch or row group, found by a word in it.
fn spoil(path: &str, word: &str) {
    let mut bytes = std::fs::read(path).unwrap();
    let at = bytes
        .windows(word.len())
        .position(|part| part == word.as_bytes())
        .unwrap();
    // In the lengths or offsets before the text, or in the text itself.
    bytes[at] = 0xff;
    bytes[at + 1] = 0xfe;
    std::fs::write(path, bytes).unwrap();
}

#[test]
fn a_damaged_block_costs_its_own_rows() {
    let folder = Folder::new();
    let batches = [rows(0, 30), rows(30, 30), rows(60, 30)];
    for format in [Format::Parquet, Format::IpcFile, Format::IpcStream] {
        let path = folder.path("rows");
        match format {
            Format::Parquet => {
                let plain = WriterProperties::builder()
                    .set_dictionary_enabled(false)
                    .set_statistics_enabled(parquet::file::properties::EnabledStatistics::None);
                parquet_file(&path, plain.build(), &batches);
            }
            _ => write(&path, format, &batches),
        }
        let whole = read(&path, format).unwrap();
        spoil(&path, "unit_35");
        let rows = read(&path, format).unwrap();
        assert_eq!(rows.len(), 90, "{format:?}");
        assert!(
            rows[..30] == whole[..30] && rows[60..] == whole[60..],
            "{format:?}"
        );
        for row in &rows[30..60] {
            let error = row.last().unwrap();
            assert!(
                error.starts_with("row group 2 is damaged: ")
                    || error.starts_with("batch 2 is damaged: "),
                "{error}"
            );
        }
        for sizes in [&[7][..], &[45]] {
            assert!(resumed(&path, format, LIMITS, sizes) == rows, "{format:?}");
        }
    }
}

fn repeated(word: &str, count: usize) -> RecordBatch {
    let column: ArrayRef = Arc::new(StringArray::from(vec![word; count]));
    RecordBatch::try_from_iter([("move", column.clone()), ("position", column)]).unwrap()
}

#[test]
fn blocks_beyond_the_limit_are_not_unpacked() {
    let folder = Folder::new();
    let large = [
        repeated("x", 3),
        repeated(&"x".repeat(1000), 3000),
        repeated("y", 2),
    ];
    let check = |path: &str, format: Format| {
        let rows = read(path, format).unwrap();
        let good: Vec<bool> = rows
            .iter()
            .map(|row| row.last().unwrap().is_empty())
            .collect();
        assert_eq!(good.len(), 6, "{path}");
        assert_eq!(good, [true, true, true, false, true, true], "{path}");
        let error = rows[3].last().unwrap();
        assert!(error.contains("allowed"), "{error}");
        assert!(
            error.ends_with("so are the 2999 rows it claims to have after this"),
            "{error}"
        );
        let mut source = Source::open(path, Some(format), &wanted(), None, LIMITS).unwrap();
        let marks: Vec<u64> = std::iter::from_fn(|| source.next(1000).unwrap())
            .map(|chunk| chunk.next.row)
            .collect();
        assert_eq!(marks, [3003, 3005]);
    };
    for packing in packings() {
        let path = folder.path("large.parquet");
        let plain = WriterProperties::builder()
            .set_dictionary_enabled(false)
            .set_data_page_size_limit(8 << 20)
            .set_write_batch_size(10_000)
            .set_compression(packing);
        parquet_file(&path, plain.build(), &large);
        check(&path, Format::Parquet);
    }
    for format in [Format::IpcFile, Format::IpcStream] {
        for packing in [
            None,
            Some(CompressionType::LZ4_FRAME),
            Some(CompressionType::ZSTD),
        ] {
            let path = folder.path("large.ipc");
            ipc_file(&path, format, packing, &large);
            check(&path, format);
        }
    }
}

#[test]
fn one_long_text_repeated_takes_the_room_of_one() {
    let folder = Folder::new();
    let path = folder.path("repeated.parquet");
    let batch = repeated(&"x".repeat(100_000), 5000);
    parquet_file(
        &path,
        packed(Compression::ZSTD(ZstdLevel::default())),
        &[batch],
    );
    let mut source = Source::open(&path, Some(Format::Parquet), &wanted(), None, LIMITS).unwrap();
    let mut rows = 0;
    while let Some(chunk) = source.next(5000).unwrap() {
        assert_eq!(chunk.errors.iter().flatten().count(), 0);
        assert!(chunk.batch.get_array_memory_size() < 4 << 20);
        rows += chunk.batch.num_rows();
    }
    assert_eq!(rows, 5000);
}

#[test]
fn text_in_place_of_anything_is_refused() {
    let folder = Folder::new();
    let path = folder.file("text", "move,position\n".repeat(100));
    for format in [Format::Parquet, Format::IpcFile, Format::IpcStream] {
        let error = refused(open(&path, format)).to_string();
        assert!(error.starts_with(&format!("{path}: no ")), "{error}");
    }
    let feather = folder.file("old.feather", "FEA1....FEA1");
    let error = refused(open(&feather, Format::IpcFile)).to_string();
    assert!(error.contains("Feather of the first version"), "{error}");
}

#[test]
fn an_arrow_file_is_also_read_as_a_stream() {
    let folder = Folder::new();
    let path = folder.path("rows.arrow");
    write(&path, Format::IpcFile, &[rows(0, 10), rows(10, 5)]);
    assert!(read(&path, Format::IpcStream) == read(&path, Format::IpcFile));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn any_bytes_are_read_or_refused(
        bytes in prop::collection::vec(any::<u8>(), 0..400),
        format in 0..5_usize,
        magic in any::<bool>(),
    ) {
        let folder = Folder::new();
        let mut content = bytes;
        let format = FORMATS[format];
        if magic {
            let (start, end): (&[u8], &[u8]) = match format {
                Format::JsonLines => (b"{\"move\":", b"}"),
                Format::Csv => (b"move,position\n", b""),
                Format::Parquet => (b"PAR1", b"\x20\0\0\0PAR1"),
                Format::IpcFile => (b"ARROW1\0\0", b"\x20\0\0\0ARROW1"),
                Format::IpcStream => (b"\xff\xff\xff\xff\x20\0\0\0", b""),
            };
            content.splice(0..0, start.iter().copied());
            content.extend_from_slice(end);
        }
        let path = folder.file("any", &content);
        if let Some(rows) = read(&path, format) {
            prop_assert!(rows.len() <= content.len());
        }
    }

    #[test]
    fn any_text_is_read_the_same_in_any_chunks(
        lines in prop::collection::vec("[a-z0-9{}\\[\\]\",: \\\\\r]{0,20}", 0..20),
        sizes in prop::collection::vec(1..5_usize, 1..4),
        json in any::<bool>(),
    ) {
        let folder = Folder::new();
        let format = if json { Format::JsonLines } else { Format::Csv };
        let content = format!("{}{}", if json { "" } else { "move,position\n" }, lines.join("\n"));
        let path = folder.file("text", content);
        let whole = all(Source::open(&path, Some(format), &wanted(), None, LIMITS).unwrap(), 1000);
        prop_assert!(resumed(&path, format, LIMITS, &sizes) == whole);
    }
}
