//! The threads that long work is spread over.
//!
//! One pool for the whole process, made when it is first needed. A forked child has none of its
//! parent's threads and makes a pool of its own.

use crate::error::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// The environment variable that says how many threads there are.
pub const VARIABLE: &str = "LEXBELLI_THREADS";

/// The most threads that can be asked for.
pub const MOST: usize = 1024;

/// What is known of the pool: how many threads were asked for, the process it was made in.
struct Known {
    asked: Option<usize>,
    pool: Option<(u32, Arc<ThreadPool>)>,
}

static KNOWN: Mutex<Known> = Mutex::new(Known {
    asked: None,
    pool: None,
});

/// Says how many threads are used from now on; `None` = what [`VARIABLE`] says, else one for each
/// core.
///
/// # Errors
/// [`Error::BadInput`] if there are none, or more than [`MOST`].
pub fn set(threads: Option<usize>) -> Result<()> {
    if let Some(threads) = threads {
        checked("threads", threads)?;
    }
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known.asked = threads;
    forget(known.pool.take());
    Ok(())
}

/// Threads that are made for each core at most, if there are more than [`ALWAYS`]: hundreds of them
/// on a few cores do nothing but look for work.
const FOR_EACH_CORE: usize = 8;
/// So many threads can be had on any machine.
const ALWAYS: usize = 64;

/// How many threads are used: as many as were asked for, within what the machine can bear.
///
/// # Errors
/// [`Error::BadInput`] if [`VARIABLE`] holds no such number.
pub fn number() -> Result<usize> {
    let asked = KNOWN.lock().unwrap_or_else(PoisonError::into_inner).asked;
    let threads = asked.map_or_else(usual, Ok)?;
    Ok(threads.min(ALWAYS.max(cores() * FOR_EACH_CORE)))
}

/// Runs `work` in the pool; what it does in parallel is spread over the pool's threads.
///
/// # Errors
/// [`Error::BadInput`] if the number of threads is no number, or they cannot be made.
pub fn run<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T> {
    Ok(pool()?.install(work))
}

fn pool() -> Result<Arc<ThreadPool>> {
    let process = std::process::id();
    if let Some((made_in, pool)) = &KNOWN.lock().unwrap_or_else(PoisonError::into_inner).pool
        && *made_in == process
    {
        return Ok(pool.clone());
    }
    // The lock is not held while threads are made, so that no child is forked with it held long.
    let threads = number()?;
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|number| format!("lexbelli-{number}"))
        .build()
        .map_err(|error| Error::bad("threads", format!("cannot be made: {error}")))?;
    let pool = Arc::new(pool);
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    forget(known.pool.replace((process, pool.clone())));
    Ok(pool)
}

/// Lets a pool go; of another process's pool only the memory is left here, and nobody to join.
fn forget(pool: Option<(u32, Arc<ThreadPool>)>) {
    if let Some((made_in, pool)) = pool
        && made_in != std::process::id()
    {
        std::mem::forget(pool);
    }
}

fn usual() -> Result<usize> {
    match std::env::var(VARIABLE) {
        Ok(text) if !text.trim().is_empty() => text
            .trim()
            .parse()
            .map_err(|_| Error::bad(VARIABLE, format!("'{text}' is no number of threads")))
            .and_then(|threads| checked(VARIABLE, threads)),
        _ => Ok(cores()),
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn checked(field: &str, threads: usize) -> Result<usize> {
    if (1..=MOST).contains(&threads) {
        Ok(threads)
    } else {
        let message = format!("'{threads}' is not between 1 and {MOST}");
        Err(Error::bad(field, message))
    }
}
