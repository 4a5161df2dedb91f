//! Files of rows for the tests of their readers.

use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    Array, ArrayRef, DictionaryArray, Int32Array, Int64Array, RecordBatch, StringArray, StructArray,
};
use arrow_cast::display::{ArrayFormatter, FormatOptions};
use arrow_schema::Field;
use engine::error::{Error, Result};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use tables::files::{Format, Kind, Limits, Mark, Sink, Source, Wanted};

pub(crate) const FORMATS: [Format; 5] = [
    Format::JsonLines,
    Format::Csv,
    Format::Parquet,
    Format::IpcFile,
    Format::IpcStream,
];

/// A folder of the test's own, gone when the test is over.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("table-files-{}-{number}", std::process::id());
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn file(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        std::fs::write(&path, content).unwrap();
        path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The columns a table of moves has, and one more to be kept.
pub(crate) fn wanted() -> Vec<Wanted> {
    let position = Kind::TEXT
        .or(Kind::BINARY)
        .or(Kind::INTEGER)
        .or(Kind::OBJECT);
    vec![
        Wanted::new("move", Kind::TEXT.or(Kind::LIST), true),
        Wanted::new("position", position, true),
        Wanted::new("ops", Kind::INTEGER, false),
        Wanted::new("note", Kind::ANY, false),
    ]
}

pub(crate) fn text(values: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

/// Rows from `start` on, no two the same.
pub(crate) fn rows(start: usize, count: usize) -> RecordBatch {
    let numbers: Vec<usize> = (start..start + count).collect();
    let moves = numbers
        .iter()
        .map(|n| format!("go unit_{n} \"there\", then\nback"));
    let positions = numbers.iter().map(|n| format!("{{\"turn\": {n}}}"));
    let ops: Int32Array = numbers
        .iter()
        .map(|n| (n % 3 > 0).then_some(i32::try_from(n % 6).unwrap()))
        .collect();
    let notes: DictionaryArray<arrow_array::types::Int16Type> =
        numbers.iter().map(|n| ["a", "bé", ""][n % 3]).collect();
    let batch = [
        ("note", Arc::new(notes) as ArrayRef),
        (
            "position",
            Arc::new(StringArray::from_iter_values(positions)),
        ),
        ("more", Arc::new(Int64Array::from(vec![7; count]))),
        ("ops", Arc::new(ops)),
        ("move", Arc::new(StringArray::from_iter_values(moves))),
    ];
    RecordBatch::try_from_iter_with_nullable(batch.map(|(n, c)| (n, c, true))).unwrap()
}

/// A list of two structs in each row.
pub(crate) fn orders(count: usize) -> ArrayRef {
    let names = StringArray::from_iter_values((0..count * 2).map(|n| format!("unit_{n}")));
    let mut paths = ListBuilder::new(StringBuilder::new());
    for n in 0..count * 2 {
        paths.append_value((0..n % 4).map(|place| Some(format!("space_{place}"))));
    }
    let structs = StructArray::try_from(vec![
        ("unit", Arc::new(names) as ArrayRef),
        ("path", Arc::new(paths.finish()) as ArrayRef),
    ])
    .unwrap();
    let offsets = arrow_buffer::OffsetBuffer::from_lengths(vec![2; count]);
    let field = Arc::new(Field::new("item", structs.data_type().clone(), true));
    Arc::new(arrow_array::ListArray::new(
        field,
        offsets,
        Arc::new(structs),
        None,
    ))
}

pub(crate) fn write(path: &str, format: Format, batches: &[RecordBatch]) {
    let mut sink = Sink::create(path, format, &batches[0].schema()).unwrap();
    for batch in batches {
        sink.write(batch).unwrap();
    }
    sink.finish().unwrap();
}

pub(crate) fn open(path: &str, format: Format) -> Result<Source> {
    Source::open(path, Some(format), &wanted(), None, Limits::default())
}

pub(crate) fn refused(source: Result<Source>) -> Error {
    match source {
        Err(error) => error,
        Ok(_) => panic!("the file was opened"),
    }
}

/// Every value of every row as text, then the error.
pub(crate) fn cells(batch: &RecordBatch, errors: &StringArray) -> Vec<Vec<String>> {
    let options = FormatOptions::new().with_null("null");
    let columns: Vec<ArrayFormatter<'_>> = batch
        .columns()
        .iter()
        .map(|column| ArrayFormatter::try_new(column.as_ref(), &options).unwrap())
        .collect();
    assert_eq!(batch.num_rows(), errors.len());
    (0..batch.num_rows())
        .map(|row| {
            let mut cells: Vec<String> = columns
                .iter()
                .map(|column| column.value(row).to_string())
                .collect();
            cells.push(if errors.is_null(row) {
                String::new()
            } else {
                assert!(batch.columns().iter().all(|column| column.is_null(row)));
                errors.value(row).to_owned()
            });
            cells
        })
        .collect()
}

/// All rows a source still has, in chunks of `size` rows.
pub(crate) fn all(mut source: Source, size: usize) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut first = None;
    while let Some(chunk) = source.next(size).unwrap() {
        assert!(chunk.batch.num_rows() > 0 && chunk.batch.num_rows() <= size);
        assert_eq!(chunk.batch.schema(), source.schema());
        let start = *first.get_or_insert(chunk.first_row);
        assert_eq!(chunk.first_row, start + rows.len() as u64);
        assert_eq!(
            chunk.next.row,
            chunk.first_row + chunk.batch.num_rows() as u64
        );
        rows.extend(cells(&chunk.batch, &chunk.errors));
    }
    rows
}

/// Reads a file opening it anew after every chunk, of the sizes given by turns.
pub(crate) fn resumed(
    path: &str,
    format: Format,
    limits: Limits,
    sizes: &[usize],
) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut mark: Option<String> = None;
    for size in sizes.iter().cycle() {
        let from = mark.map(|mark| mark.parse::<Mark>().unwrap());
        let mut source = Source::open(path, Some(format), &wanted(), from, limits).unwrap();
        let Some(chunk) = source.next(*size).unwrap() else {
            break;
        };
        assert_eq!(chunk.first_row, rows.len() as u64);
        rows.extend(cells(&chunk.batch, &chunk.errors));
        mark = Some(chunk.next.to_string());
    }
    rows
}
