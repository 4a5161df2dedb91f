//! Bytes of files and pipes, unpacked where they are packed.

use engine::error::{Error, Result};
use flate2::bufread::MultiGzDecoder;
use std::fs::{File, Metadata};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::UNIX_EPOCH;

/// The name for standard input and output.
pub(super) const PIPE: &str = "-";
const BUFFER: usize = 256 * 1024;

static ON_SIGNAL: OnceLock<fn() -> bool> = OnceLock::new();

/// Says what is asked when a signal comes while a pipe is waited for: whether that ends reading.
/// Only the first call counts.
pub fn on_signal(ends: fn() -> bool) {
    let _ = ON_SIGNAL.set(ends);
}

/// What the system says, without its number.
pub(super) fn system_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.rfind(" (os error ") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

/// How errors name a file.
pub(super) fn named(path: &str) -> &str {
    if path == PIPE { "standard input" } else { path }
}

/// That a file cannot be read, and what the system says.
pub(super) fn unreadable(path: &str, error: &io::Error) -> Error {
    Error::bad(
        named(path),
        format!("cannot be read: {}", system_message(error)),
    )
}

/// Opens a regular file, and its size.
pub(super) fn open_file(path: &str) -> Result<(File, u64)> {
    let open = || {
        let file = File::open(path)?;
        let about = file.metadata()?;
        if about.is_dir() {
            return Err(io::Error::from(io::ErrorKind::IsADirectory));
        }
        Ok((file, about.len()))
    };
    open().map_err(|error| unreadable(path, &error))
}

/// Opens a file in which places are looked up; a pipe has none.
pub(super) fn open_seekable(path: &str, what: &str) -> Result<(File, u64)> {
    let pipe = |field: &str| {
        Error::bad(
            field,
            format!("{what} cannot be read from a pipe; write it to a file first"),
        )
    };
    if path == PIPE {
        return Err(pipe(named(path)));
    }
    let (file, size) = open_file(path)?;
    match file.metadata() {
        Ok(about) if about.is_file() => Ok((file, size)),
        _ => Err(pipe(path)),
    }
}

/// A short text that changes when the file does: its size, its time, and a sum over its first and
/// last 64 KiB.
pub(super) fn fingerprint(path: &str) -> Result<String> {
    const ENDS: u64 = 64 * 1024;
    // A named pipe is not opened: whoever writes into it would find it closed again.
    let passes = |about: Metadata| !about.is_file() && !about.is_dir();
    if path == PIPE || std::fs::metadata(path).is_ok_and(passes) {
        return Ok("pipe".to_owned());
    }
    let (mut file, size) = open_file(path)?;
    let read = || {
        let about = file.metadata()?;
        let time = about
            .modified()?
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_nanos());
        let mut ends = Vec::new();
        (&mut file).take(ENDS).read_to_end(&mut ends)?;
        file.seek(SeekFrom::Start(size.saturating_sub(ENDS)))?;
        file.take(ENDS).read_to_end(&mut ends)?;
        // FNV-1a: the sum must be the same in every version of this program.
        let sum = ends.iter().fold(0xcbf2_9ce4_8422_2325_u64, |sum, byte| {
            (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        Ok(format!("{size}-{time}-{sum:016x}"))
    };
    read().map_err(|error| unreadable(path, &error))
}

/// Counts the bytes that pass.
struct Counted<R> {
    inner: R,
    count: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

/// The unpacked bytes of a file or pipe, from front to back.
pub(super) struct Bytes {
    path: String,
    reader: Box<dyn BufRead + Send>,
    /// How many unpacked bytes have been consumed.
    pub(super) offset: u64,
    raw: Arc<AtomicU64>,
    size: Option<u64>,
    packed: bool,
}

/// So many times its size gzip may unpack to, once it is much: rows of a table, however alike, stay
/// below that, and nothing but one byte repeated comes near what gzip can do.
const MOST_LIKELY: u64 = 500;
const MUCH: u64 = 32 << 20;

/// Why no more bytes can be had.
pub(super) enum Stop {
    /// The system fails; it may go better another time.
    System(Error),
    /// The packing is damaged.
    Damaged(String),
}

impl Bytes {
    /// Opens a file or pipe; with `packed`, gzip is recognised and unpacked.
    pub(super) fn open(path: &str, packed: bool) -> Result<Self> {
        let (reader, size): (Box<dyn Read + Send>, _) = if path == PIPE {
            (Box::new(io::stdin()), None)
        } else {
            let (file, size) = open_file(path)?;
            let regular = file.metadata().is_ok_and(|about| about.is_file());
            (Box::new(file), regular.then_some(size))
        };
        let raw = Arc::new(AtomicU64::new(0));
        let mut reader = BufReader::with_capacity(
            BUFFER,
            Counted {
                inner: reader,
                count: raw.clone(),
            },
        );
        let mut unpacks = false;
        let reader: Box<dyn BufRead + Send> = if packed {
            let start = first_bytes(&mut reader, 2).map_err(|error| unreadable(path, &error))?;
            let gzip = start == [0x1f, 0x8b];
            let whole = Cursor::new(start).chain(reader);
            unpacks = gzip;
            if gzip {
                Box::new(BufReader::with_capacity(BUFFER, MultiGzDecoder::new(whole)))
            } else {
                Box::new(whole)
            }
        } else {
            Box::new(reader)
        };
        Ok(Self {
            path: path.to_owned(),
            reader,
            offset: 0,
            raw,
            size,
            packed: unpacks,
        })
    }

    /// Goes on to the byte at `offset`, by reading over what is before it unless it is a plain file.
    pub(super) fn seek(&mut self, offset: u64) -> Result<()> {
        if self.size.is_some_and(|size| offset <= size) && !is_packed(&self.path) {
            let (mut file, _) = open_file(&self.path)?;
            file.seek(SeekFrom::Start(offset))
                .map_err(|error| unreadable(&self.path, &error))?;
            self.raw.store(offset, Ordering::Relaxed);
            self.reader = Box::new(BufReader::with_capacity(
                BUFFER,
                Counted {
                    inner: file,
                    count: self.raw.clone(),
                },
            ));
            self.offset = offset;
            return Ok(());
        }
        let before = offset.saturating_sub(self.offset);
        match self.take(before, |_| {}) {
            Ok(read) if read == before => Ok(()),
            Err(Stop::System(error)) => Err(error),
            Ok(_) | Err(Stop::Damaged(_)) => Err(Error::bad(
                named(&self.path),
                "it ends before the place where reading should go on; is it another file?",
            )),
        }
    }

    /// Bytes that can be consumed; none at the end.
    pub(super) fn fill(&mut self) -> std::result::Result<&[u8], Stop> {
        use io::ErrorKind as K;
        if self.packed && self.offset > MUCH && self.offset / MOST_LIKELY > self.raw() {
            let said = format!("it unpacks to more than {MOST_LIKELY} times its size");
            return Err(Stop::Damaged(said));
        }
        loop {
            match self.reader.fill_buf() {
                Ok(_) => break,
                Err(error) if error.kind() == K::Interrupted => {
                    if ON_SIGNAL.get().is_some_and(|ends| ends()) {
                        return Err(Stop::System(unreadable(&self.path, &error)));
                    }
                }
                Err(error)
                    if matches!(
                        error.kind(),
                        K::InvalidData | K::InvalidInput | K::UnexpectedEof
                    ) =>
                {
                    return Err(Stop::Damaged(system_message(&error)));
                }
                Err(error) => return Err(Stop::System(unreadable(&self.path, &error))),
            }
        }
        // Asked again, since what is borrowed cannot leave a loop.
        self.reader
            .fill_buf()
            .map_err(|error| Stop::System(unreadable(&self.path, &error)))
    }

    pub(super) fn consume(&mut self, count: usize) {
        self.reader.consume(count);
        self.offset += count as u64;
    }

    /// Reads `count` bytes onto `to`, or as many as there are.
    pub(super) fn take(
        &mut self,
        mut count: u64,
        mut to: impl FnMut(&[u8]),
    ) -> std::result::Result<u64, Stop> {
        let mut taken = 0;
        while count > 0 {
            let have = self.fill()?;
            if have.is_empty() {
                break;
            }
            let part = have.len().min(usize::try_from(count).unwrap_or(usize::MAX));
            to(&have[..part]);
            self.consume(part);
            count -= part as u64;
            taken += part as u64;
        }
        Ok(taken)
    }

    /// How many bytes have come from the file, still packed.
    pub(super) fn raw(&self) -> u64 {
        self.raw.load(Ordering::Relaxed)
    }

    pub(super) fn size(&self) -> Option<u64> {
        self.size
    }
}

fn first_bytes(reader: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut start = Vec::with_capacity(count);
    reader.take(count as u64).read_to_end(&mut start)?;
    Ok(start)
}

fn is_packed(path: &str) -> bool {
    File::open(path)
        .and_then(|mut file| first_bytes(&mut file, 2))
        .is_ok_and(|start| start == [0x1f, 0x8b])
}
