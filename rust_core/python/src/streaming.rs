//! Moves that are found while somebody takes them, and how many there are.

use crate::errors::Failure;
use crate::run::{detached, fault, interrupted, raised};
use engine::error::Error;
use pyo3::prelude::*;
use std::cell::Cell;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// So many moves are handed over at once, and so many lots wait at most.
const LOT: usize = 1024;
const WAITING: usize = 4;
/// So often it is looked for Ctrl-C.
const LOOKS: Duration = Duration::from_millis(50);

/// What finds every move of something.
pub(super) trait Enumerates: Send + 'static {
    /// What is found.
    type Found: Send + 'static;

    /// Says whether what is found will be all there is, and finds it, as long as the takers go on and
    /// `halted` says no.
    fn visit(
        &self,
        halted: &dyn Fn() -> bool,
        whole: &mut dyn FnMut(bool) -> ControlFlow<()>,
        take: &mut dyn FnMut(Self::Found) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// How many there are, and whether all of them were counted.
    fn count(&self, halted: &dyn Fn() -> bool) -> (u128, bool);

    /// What has been found, as Python sees it.
    fn told(&self, py: Python<'_>, found: Self::Found) -> PyResult<Py<PyAny>>;
}

/// Hears whether what is found will be all there is.
pub(super) type Whole<'w> = dyn FnMut(bool) -> ControlFlow<()> + 'w;

/// How many are found, and whether all of them, where each is found by itself.
pub(super) fn tallied(
    find: impl FnOnce(&mut Whole<'_>, &mut dyn FnMut() -> ControlFlow<()>) -> ControlFlow<()>,
) -> (u128, bool) {
    let (mut number, mut all) = (0, true);
    let whole = &mut |whole| {
        all = whole;
        ControlFlow::Continue(())
    };
    let done = find(whole, &mut || {
        number += 1;
        ControlFlow::Continue(())
    });
    (number, all && done.is_continue())
}

enum Told<F> {
    Whole(bool),
    Lot(Vec<F>),
    /// Everything has been handed over.
    Done,
}

/// What is being found, on a thread of its own.
struct Running<E: Enumerates> {
    of: Arc<E>,
    from: Receiver<Told<E::Found>>,
    halt: Arc<AtomicBool>,
    lot: std::vec::IntoIter<E::Found>,
    whole: Option<bool>,
    done: bool,
}

impl<E: Enumerates + Sync> Running<E> {
    fn begin(of: E) -> PyResult<Self> {
        let (to, from) = sync_channel(WAITING);
        let halt = Arc::new(AtomicBool::new(false));
        let of = Arc::new(of);
        let (halted, source) = (Arc::clone(&halt), Arc::clone(&of));
        let thread = std::thread::Builder::new().name("lexbelli-moves".to_owned());
        let work = move || {
            // A panic is told as an end before everything was handed over.
            let _ = catch_unwind(AssertUnwindSafe(|| find(&*source, &to, &halted)));
        };
        let spawned = thread.spawn(work);
        spawned
            .map_err(|error| Failure(Error::bad("moves", format!("cannot be found: {error}"))))?;
        Ok(Self {
            of,
            from,
            halt,
            lot: Vec::new().into_iter(),
            whole: None,
            done: false,
        })
    }
}

impl<E: Enumerates> Drop for Running<E> {
    fn drop(&mut self) {
        self.halt.store(true, Ordering::Relaxed);
    }
}

fn find<E: Enumerates>(of: &E, to: &SyncSender<Told<E::Found>>, halt: &AtomicBool) {
    // The first are handed over soon, and then ever more at once.
    let (mut lot, mut size) = (Vec::new(), 1);
    let halted = || halt.load(Ordering::Relaxed);
    let hands_on = |told| match to.send(told) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let mut whole = |whole| hands_on(Told::Whole(whole));
    let done = of.visit(&halted, &mut whole, &mut |found| {
        lot.push(found);
        if lot.len() < size {
            return ControlFlow::Continue(());
        }
        size = (2 * size).min(LOT);
        hands_on(Told::Lot(std::mem::replace(
            &mut lot,
            Vec::with_capacity(size),
        )))
    });
    if done.is_continue() && hands_on(Told::Lot(lot)).is_continue() {
        // If nobody listens any more, nobody has to know.
        let _ = hands_on(Told::Done);
    }
}

trait Runs: Send {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>>;
    fn is_whole(&mut self, py: Python<'_>) -> PyResult<bool>;
}

impl<E: Enumerates + Sync> Running<E> {
    /// Waits for what is told next.
    fn listen(&mut self, py: Python<'_>) -> PyResult<()> {
        loop {
            let from = &mut self.from;
            // Only what is borrowed for itself alone may be taken along.
            let told = py.detach(move || from.recv_timeout(LOOKS));
            match told {
                Ok(Told::Whole(whole)) => self.whole = Some(whole),
                Ok(Told::Lot(lot)) => self.lot = lot.into_iter(),
                Ok(Told::Done) => self.done = true,
                // They ended too soon.
                Err(RecvTimeoutError::Disconnected) => return Err(fault()),
                Err(RecvTimeoutError::Timeout) => {
                    py.check_signals()?;
                    continue;
                }
            }
            return Ok(());
        }
    }
}

impl<E: Enumerates + Sync> Runs for Running<E> {
    fn next(&mut self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        loop {
            if let Some(found) = self.lot.next() {
                return self.of.told(py, found).map(Some);
            }
            if self.done {
                return Ok(None);
            }
            self.listen(py)?;
        }
    }

    fn is_whole(&mut self, py: Python<'_>) -> PyResult<bool> {
        loop {
            if let Some(whole) = self.whole {
                return Ok(whole);
            }
            self.listen(py)?;
        }
    }
}

/// Legal moves, each once, found while they are taken.
#[pyclass(frozen, module = "lexbelli._core")]
pub(super) struct MoveStream(Mutex<Box<dyn Runs>>);

impl MoveStream {
    pub(super) fn of<E: Enumerates + Sync>(enumerates: E) -> PyResult<Self> {
        Ok(Self(Mutex::new(Box::new(Running::begin(enumerates)?))))
    }

    fn with<T>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut dyn Runs, Python<'_>) -> PyResult<T>,
    ) -> PyResult<T> {
        use pyo3::sync::MutexExt as _;
        let mut runs = self
            .0
            .lock_py_attached(py)
            .unwrap_or_else(PoisonError::into_inner);
        work(&mut **runs, py)
    }
}

#[pymethods]
impl MoveStream {
    /// Whether these will be all legal moves.
    #[getter]
    fn whole(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |runs, py| runs.is_whole(py))
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.with(py, |runs, py| runs.next(py))
    }
}

/// How many moves there are, and whether all were counted in so many seconds.
pub(super) fn counted<E: Enumerates + Sync>(
    py: Python<'_>,
    enumerates: &E,
    seconds: Option<f64>,
) -> PyResult<(u128, bool)> {
    let begun = Instant::now();
    let limit = seconds
        .map(Duration::try_from_secs_f64)
        .and_then(Result::ok);
    let found = detached(py, || {
        let looked = Cell::new(begun);
        enumerates.count(&|| {
            let now = Instant::now();
            let late = limit.is_some_and(|limit| now - begun >= limit);
            late || (now - looked.get() >= LOOKS && {
                looked.set(now);
                interrupted()
            })
        })
    })?;
    raised(py)?;
    Ok(found)
}

/// How many were made of the first so many, and in how many seconds.
pub(super) fn timed<E: Enumerates + Sync>(
    py: Python<'_>,
    enumerates: &E,
    most: u64,
) -> PyResult<(u64, f64)> {
    detached(py, || {
        let (begun, mut number) = (Instant::now(), 0);
        let whole = &mut |_| ControlFlow::Continue(());
        // That it breaks off is what is wanted.
        let _ = enumerates.visit(&|| false, whole, &mut |made| {
            black_box(made);
            number += 1;
            match number < most {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        (number, begun.elapsed().as_secs_f64())
    })
}
