//! The pages of a Parquet row group, each checked before it is unpacked and before it is decoded:
//! what a page claims must fit in the memory that is allowed for it.

use super::flood::{Packing, floods};
use parquet::arrow::arrow_reader::RowGroups;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::reader::{ChunkReader, SerializedPageReader};
use std::fs::File;
use std::sync::Arc;

/// The pages of one row group.
pub(super) struct PagesOf {
    pub(super) file: Arc<File>,
    pub(super) metadata: Arc<ParquetMetaData>,
    pub(super) group: usize,
    pub(super) limit: u64,
}

impl RowGroups for PagesOf {
    fn num_rows(&self) -> usize {
        usize::try_from(self.metadata.row_group(self.group).num_rows()).unwrap_or(0)
    }

    fn column_chunks(&self, leaf: usize) -> Result<Box<dyn PageIterator>> {
        let group = self.metadata.row_group(self.group);
        let chunk = group.column(leaf);
        let (start, length) = chunk.byte_range();
        let described = chunk.column_descr();
        Ok(Box::new(Once(Some(Pages {
            inner: SerializedPageReader::new(self.file.clone(), chunk, self.num_rows(), None)?,
            file: self.file.clone(),
            offset: start,
            left: length,
            packing: match chunk.compression() {
                Compression::GZIP(_) => Some(Packing::Gzip),
                Compression::BROTLI(_) => Some(Packing::Brotli),
                Compression::LZ4 => Some(Packing::Lz4),
                _ => None, // these unpack into the space given and no further
            },
            levels: [described.max_rep_level(), described.max_def_level()],
            values: u64::try_from(chunk.num_values()).unwrap_or(0),
            limit: self.limit,
            next: None,
        }))))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(std::iter::once(self.metadata.row_group(self.group)))
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

struct Once(Option<Pages>);

impl Iterator for Once {
    type Item = Result<Box<dyn PageReader>>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.take().map(|pages| Ok(Box::new(pages) as _))
    }
}

impl PageIterator for Once {}

struct Pages {
    inner: SerializedPageReader<File>,
    file: Arc<File>,
    offset: u64,
    left: u64,
    packing: Option<Packing>,
    /// The highest repetition and definition levels.
    levels: [i16; 2],
    /// How many values may still come.
    values: u64,
    limit: u64,
    /// The next page's header, once it has been checked.
    next: Option<Head>,
}

fn wrong<T>(message: &str) -> Result<T> {
    Err(ParquetError::General(message.to_owned()))
}

impl Pages {
    /// Checks the header of the next page.
    fn check(&mut self) -> Result<()> {
        while self.next.is_none() && self.left > 0 {
            let head = self.read_head()?;
            let after = head.length + head.packed;
            if after > self.left {
                return wrong("a page is longer than its column");
            }
            if head.unpacked > self.limit {
                return wrong("a page is larger than allowed");
            }
            if head.kind == INDEX {
                self.offset += after;
                self.left -= after;
                continue;
            }
            let plain = head.levels_length;
            if head.values > self.limit / 8 || plain > head.packed || plain > head.unpacked {
                return wrong("a page's header cannot be true");
            }
            if let Some(packing) = self.packing.filter(|_| head.is_packed) {
                let most = head.unpacked - plain;
                if packing.may_exceed(head.packed - plain, self.limit) {
                    let length = usize::try_from(head.packed).unwrap_or(usize::MAX);
                    let bytes = self.file.get_bytes(self.offset + head.length, length)?;
                    let skip = usize::try_from(plain).unwrap_or(usize::MAX);
                    if floods(packing, bytes.get(skip..).unwrap_or(&[]), most) {
                        return wrong("a page unpacks to more than it says");
                    }
                }
            }
            self.next = Some(head);
        }
        Ok(())
    }

    fn read_head(&self) -> Result<Head> {
        let mut window = 1 << 10;
        loop {
            let have = self.left.min(window);
            let length = usize::try_from(have).unwrap_or(usize::MAX);
            let bytes = self.file.get_bytes(self.offset, length)?;
            match Head::read(&bytes) {
                Some(Ok(head)) => return Ok(head),
                Some(Err(error)) => return wrong(error),
                None if have == self.left || window >= 1 << 24 => {
                    return wrong("a page's header has no end");
                }
                None => window <<= 3,
            }
        }
    }

    fn pass(&mut self) {
        if let Some(head) = self.next.take() {
            self.offset += head.length + head.packed;
            self.left -= head.length + head.packed;
        }
    }

    /// Checks what is in a page: the decoders make room for as many values as it claims.
    fn check_page(&mut self, page: &Page) -> Result<()> {
        let (buffer, values, encoding, levels) = match page {
            Page::DictionaryPage {
                buf, num_values, ..
            } => {
                // Each has at least a bit, or in the case of text four bytes.
                return if u64::from(*num_values) > 8 * buf.len() as u64 {
                    wrong("a dictionary has fewer values than it says")
                } else {
                    Ok(())
                };
            }
            Page::DataPage {
                buf,
                num_values,
                encoding,
                ..
            } => (buf, *num_values, *encoding, None),
            Page::DataPageV2 {
                buf,
                num_values,
                encoding,
                def_levels_byte_len,
                rep_levels_byte_len,
                ..
            } => {
                let levels = u64::from(*def_levels_byte_len) + u64::from(*rep_levels_byte_len);
                (buf, *num_values, *encoding, Some(levels))
            }
        };
        let Some(left) = self.values.checked_sub(u64::from(values)) else {
            return wrong("a column has more values than it says");
        };
        self.values = left;
        let deltas = match encoding {
            Encoding::DELTA_BINARY_PACKED | Encoding::DELTA_LENGTH_BYTE_ARRAY => 1,
            Encoding::DELTA_BYTE_ARRAY => 2,
            _ => return Ok(()),
        };
        let start = match levels {
            Some(levels) => usize::try_from(levels).ok(),
            None => self.levels_length(buffer),
        };
        let data = start.and_then(|start| buffer.get(start..));
        match data.map(|data| check_deltas(data, deltas, u64::from(values), self.limit)) {
            Some(Some(true)) => Ok(()),
            _ => wrong("a page's values cannot be what they claim"),
        }
    }

    /// How many bytes the levels take at the beginning of a page of the first version.
    fn levels_length(&self, buffer: &[u8]) -> Option<usize> {
        let mut at = 0_usize;
        for _ in self.levels.iter().filter(|highest| **highest > 0) {
            let length = buffer.get(at..at.checked_add(4)?)?;
            let length = u32::from_le_bytes(length.try_into().ok()?);
            at = at
                .checked_add(4)?
                .checked_add(usize::try_from(length).ok()?)?;
        }
        Some(at)
    }
}

impl Iterator for Pages {
    type Item = Result<Page>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

impl PageReader for Pages {
    fn get_next_page(&mut self) -> Result<Option<Page>> {
        self.check()?;
        let page = self.inner.get_next_page()?;
        self.pass();
        if let Some(page) = &page {
            self.check_page(page)?;
        }
        Ok(page)
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>> {
        self.check()?;
        self.inner.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<()> {
        self.check()?;
        self.inner.skip_next_page()?;
        if let Some(head) = &self.next
            && head.kind != DICTIONARY
        {
            self.values = self.values.saturating_sub(head.values);
        }
        self.pass();
        Ok(())
    }

    fn at_record_boundary(&mut self) -> Result<bool> {
        self.check()?;
        self.inner.at_record_boundary()
    }
}

const INDEX: i64 = 1;
const DICTIONARY: i64 = 2;

/// What the header of a page says of sizes.
#[derive(Debug, Default, PartialEq)]
struct Head {
    kind: i64,
    /// Bytes of the header itself.
    length: u64,
    packed: u64,
    unpacked: u64,
    values: u64,
    /// Bytes of levels that stand unpacked before the values, in pages of the second version.
    levels_length: u64,
    is_packed: bool,
}

impl Head {
    /// Reads a header in Thrift's compact protocol; none if there are too few bytes.
    fn read(bytes: &[u8]) -> Option<std::result::Result<Self, &'static str>> {
        let mut thrift = Thrift { bytes, at: 0 };
        let mut head = Self {
            is_packed: true,
            ..Self::default()
        };
        let (mut packed, mut unpacked) = (-1, -1);
        let (mut values, mut levels) = (0, [0, 0]);
        let mut field = 0;
        while let Some(kind) = thrift.field(&mut field)? {
            match (field, kind) {
                (1, 5) => head.kind = thrift.zigzag()?,
                (2, 5) => unpacked = thrift.zigzag()?,
                (3, 5) => packed = thrift.zigzag()?,
                (5 | 7 | 8, 12) => {
                    let version = field;
                    let mut inner = 0;
                    while let Some(kind) = thrift.field(&mut inner)? {
                        match (version, inner, kind) {
                            (_, 1, 5) => values = thrift.zigzag()?,
                            (8, 5, 5) => levels[0] = thrift.zigzag()?,
                            (8, 6, 5) => levels[1] = thrift.zigzag()?,
                            (8, 7, 1 | 2) => head.is_packed = kind == 1,
                            _ => {
                                if !thrift.skip(kind, 8)? {
                                    return Some(Err("a page's header is damaged"));
                                }
                            }
                        }
                    }
                }
                _ => {
                    if !thrift.skip(kind, 8)? {
                        return Some(Err("a page's header is damaged"));
                    }
                }
            }
        }
        let size = |size: i64| u64::try_from(size).ok();
        let sizes = (|| {
            head.packed = size(packed)?;
            head.unpacked = size(unpacked)?;
            head.values = size(values)?;
            head.levels_length = size(levels[0])?.checked_add(size(levels[1])?)?;
            (head.packed < 1 << 31 && head.unpacked < 1 << 31).then_some(())
        })();
        head.length = thrift.at as u64;
        Some(sizes.map(|()| head).ok_or("a page's sizes cannot be true"))
    }
}

/// A cursor over Thrift's compact protocol; everything is none at the end of the bytes.
struct Thrift<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Thrift<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        Some(u64::MAX) // longer than any number; refused where it is used
    }

    fn zigzag(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1).cast_signed() ^ -(value & 1).cast_signed())
    }

    /// The next field's type, `number` becoming its number; the inner none at the end of a struct.
    #[allow(clippy::option_option, reason = "two different ends")]
    fn field(&mut self, number: &mut i64) -> Option<Option<u8>> {
        let byte = self.byte()?;
        if byte == 0 {
            return Some(None);
        }
        *number = match byte >> 4 {
            0 => self.zigzag()?,
            step => number.saturating_add(i64::from(step)),
        };
        Some(Some(byte & 0x0f))
    }

    /// Passes over a value; false if it is none.
    fn skip(&mut self, kind: u8, depth: u8) -> Option<bool> {
        if depth == 0 {
            return Some(false);
        }
        match kind {
            1 | 2 => {}
            3 => self.at += 1,
            4..=6 => {
                self.varint()?;
            }
            7 => self.at += 8,
            8 => {
                let length = usize::try_from(self.varint()?).ok()?;
                self.at = self.at.checked_add(length)?;
            }
            9 | 10 => {
                let byte = self.byte()?;
                let count = match byte >> 4 {
                    15 => self.varint()?,
                    few => u64::from(few),
                };
                if matches!(byte & 0x0f, 1 | 2) {
                    self.at = self.at.checked_add(usize::try_from(count).ok()?)?;
                } else {
                    for _ in 0..count {
                        if !self.skip(byte & 0x0f, depth - 1)? {
                            return Some(false);
                        }
                    }
                }
            }
            12 => {
                let mut number = 0;
                while let Some(kind) = self.field(&mut number)? {
                    if !self.skip(kind, depth - 1)? {
                        return Some(false);
                    }
                }
            }
            _ => return Some(false),
        }
        Some(self.at <= self.bytes.len()).filter(|inside| *inside)
    }
}

/// Whether runs of deltas have no more than `values` numbers each, and, where there are two, what
/// the first say is to be repeated of the text before stays within `limit` bytes.
fn check_deltas(data: &[u8], runs: u8, values: u64, limit: u64) -> Option<bool> {
    if data.is_empty() {
        return Some(true); // a page in which everything is null
    }
    let mut thrift = Thrift { bytes: data, at: 0 };
    let block = thrift.varint()?;
    let minis = thrift.varint()?;
    let total = thrift.varint()?;
    let first = thrift.zigzag()?;
    if total > values {
        return Some(false);
    }
    if runs == 1 || total == 0 {
        return Some(true);
    }
    if minis == 0 || block == 0 || block % minis != 0 || block > 1 << 20 {
        return Some(false);
    }
    let each = block / minis;
    let (mut left, mut value, mut repeated) = (total - 1, first, u64::try_from(first).ok()?);
    while left > 0 {
        let least = thrift.zigzag()?;
        let widths = thrift.at;
        thrift.at = thrift.at.checked_add(usize::try_from(minis).ok()?)?;
        for mini in 0..usize::try_from(minis).ok()? {
            if left == 0 {
                break;
            }
            let width = u64::from(*data.get(widths + mini)?);
            if width > 64 {
                return Some(false);
            }
            let length = usize::try_from(width * each / 8).ok()?;
            let bits = data.get(thrift.at..thrift.at.checked_add(length)?)?;
            thrift.at += length;
            for index in 0..left.min(each) {
                let delta = packed(bits, index * width, width);
                value = value.wrapping_add(least).wrapping_add(delta.cast_signed());
                repeated = repeated.saturating_add(u64::try_from(value).ok()?);
                if repeated > limit {
                    return Some(false);
                }
            }
            left -= left.min(each);
        }
    }
    // The lengths of what is new follow, as one more run.
    check_deltas(data.get(thrift.at..)?, 1, values, limit)
}

/// `width` bits from the bit at `start` on.
fn packed(bytes: &[u8], start: u64, width: u64) -> u64 {
    let mut value = 0;
    for bit in 0..width {
        let at = start + bit;
        let byte = usize::try_from(at / 8)
            .ok()
            .and_then(|byte| bytes.get(byte));
        let set = byte.is_some_and(|byte| byte >> (at % 8) & 1 == 1);
        value |= u64::from(set) << bit;
    }
    value
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::{Head, check_deltas};

    /// A header of a page of the second version: sizes 300 and 200, levels 3 and 2, not packed.
    const HEADER: [u8; 23] = [
        0x15, 6, 0x15, 0xd8, 4, 0x15, 0x90, 3, 0x15, 1, 0x4c, // crc, then field 8
        0x15, 20, 0x15, 0, 0x15, 20, 0x15, 0, 0x15, 6, 0x15, 4,
    ];

    #[test]
    fn headers_of_pages_are_read_and_need_all_their_bytes() {
        let header = [&HEADER[..], &[0x12, 0, 0]].concat();
        for end in 0..header.len() {
            assert_eq!(Head::read(&header[..end]), None);
        }
        let head = Head::read(&header).unwrap().unwrap();
        let sizes = (head.packed, head.unpacked, head.values, head.levels_length);
        assert_eq!(sizes, (200, 300, 10, 5));
        assert!(!head.is_packed && head.length == header.len() as u64);
        let negative = [0x15, 0, 0x15, 1, 0x15, 1, 0];
        assert!(Head::read(&negative).unwrap().is_err());
        let nested = [0x1c; 100];
        assert!(Head::read(&nested).unwrap().is_err());
    }

    #[test]
    fn deltas_may_not_claim_more_than_there_is() {
        // Blocks of 128 in 4 parts; five numbers: 0, and four times 50 more than before.
        let run = |total: u8, step: u8| [0x80, 1, 4, total, 0, step * 2, 0, 0, 0, 0];
        let lengths = run(5, 0);
        assert_eq!(check_deltas(&run(5, 50), 1, 5, 0), Some(true));
        assert_eq!(check_deltas(&run(5, 50), 1, 4, 0), Some(false));
        let two = [run(5, 50), lengths].concat();
        assert_eq!(check_deltas(&two, 2, 5, 500), Some(true));
        assert_eq!(check_deltas(&two, 2, 5, 499), Some(false));
        let short = [run(5, 50), run(9, 0)].concat();
        assert_eq!(check_deltas(&short, 2, 5, 500), Some(false));
        assert_eq!(check_deltas(&two[..8], 2, 5, 500), None);
        let huge = [
            0x80, 1, 4, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 0,
        ];
        assert_eq!(check_deltas(&huge, 1, u64::MAX, 0), Some(true));
        assert_eq!(check_deltas(&huge, 1, 1 << 31, 0), Some(false));
    }
}
