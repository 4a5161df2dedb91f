//! Judging tables of moves: rows in, verdicts out (`docs/batch.md`). Knows no game.
//!
//! Rows are grouped by the position they name, so that what the moves of a position share is found
//! once; groups are spread over the threads; the verdicts are put together in the order of the
//! rows, part by part.

pub mod answers;
pub mod columns;
mod known;
pub mod odds;
mod rows;
pub mod summary;
pub mod supply;
mod verdicts;

pub use known::{Known, Listed};
pub use rows::{Place, Rows};
use summary::Tally;
pub use summary::{Counts, Summary};
pub use verdicts::{Wanted, schema};

use arrow_array::RecordBatch;
use columns::within;
use engine::error::Result;
use engine::threads;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::atomic::{AtomicU64, Ordering};

/// A move as a row has it.
#[derive(Debug, Clone, Copy)]
pub enum Made<'a> {
    /// As text.
    Text(&'a str),
    /// As JSON.
    Json(&'a str),
    /// Longer than so many bytes, so that nobody reads it.
    Long(usize),
    /// There is none.
    Missing,
}

/// What is asked of a position: is this move legal?
#[derive(Debug, Clone, Copy)]
pub struct Question<'a> {
    /// The move.
    pub made: Made<'a>,
    /// The points there are to spend, if the row says so.
    pub points: Option<i64>,
}

/// Where a position comes from.
#[derive(Debug, Clone, Copy)]
pub enum Source<'a> {
    /// Its JSON document.
    Document(&'a [u8]),
    /// Its compact bytes.
    Bytes(&'a [u8]),
    /// The name of a scenario.
    Scenario(&'a str),
}

/// A way to break a rule: the rule's number, and how.
pub type ViolationKind = (&'static str, &'static str);

/// What a move breaks.
#[derive(Debug, Clone, Copy)]
pub struct BrokenRules<'a> {
    /// Places among [`BatchChecker::kinds`], sorted.
    pub kinds: &'a [u16],
    /// By whom, as often, if that was asked for; none otherwise.
    pub witnesses: &'a [String],
}

/// Whose turn a row's position is, for the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Moment {
    /// The side to act.
    pub side: &'static str,
    /// The turn.
    pub turn: u8,
}

/// A game's checker.
pub trait BatchChecker: Sync {
    /// A proven position.
    type Position: Send + Sync;

    /// Reads a position.
    ///
    /// # Errors
    /// What the game says is wrong with it.
    fn read(&self, source: Source<'_>) -> Result<Self::Position>;

    /// The names of the scenarios.
    fn scenarios(&self) -> Vec<&str>;

    /// Whose turn it is.
    fn moment(&self, position: &Self::Position) -> Moment;

    /// Every way to break a rule, sorted.
    fn kinds(&self) -> &[ViolationKind];

    /// Judges moves in a position, one after the other: answers with what each breaks; `witnesses`
    /// says whether they are asked for.
    fn judge<'a>(
        &self,
        position: &Self::Position,
        questions: impl Iterator<Item = Question<'a>>,
        witnesses: bool,
        answer: impl FnMut(Result<BrokenRules<'_>>),
    );
}

/// The rows of a task, if they have different positions.
const TASK: usize = 512;
/// The rows of a task that has one position.
const SHARE: usize = 4096;
/// Rows that are fetched from memory together: those of one position lie far apart.
const AHEAD: usize = 16;
/// The rows of a part of the answer.
const PART: usize = 1 << 16;

/// What was found of a row, as one word: the task, the number there, and what it is.
const LEGAL: u64 = 0;
const BROKEN: u64 = 1;
const FAILED: u64 = 2;

/// What a task found.
#[derive(Debug, Default)]
struct Found {
    broken: Vec<u16>,
    /// As many, if they are asked for.
    witnesses: Vec<String>,
    /// For each move that breaks rules, where these begin and end.
    spans: Vec<(usize, usize)>,
    failed: Vec<String>,
    summary: Summary,
    tally: Tally,
}

/// Judges rows, in parallel.
///
/// # Errors
/// [`engine::error::Error::BadInput`] if there can be no threads. What is wrong with a row is its verdict.
pub fn judge<J: BatchChecker>(
    checker: &J,
    known: &Known<J::Position>,
    rows: &Rows,
    wanted: Wanted,
) -> Result<(Vec<RecordBatch>, Summary)> {
    threads::run(|| {
        let order = rows.ordered(known);
        let tasks = tasks(&order);
        let verdicts: Vec<AtomicU64> = (0..rows.len()).map(|_| AtomicU64::new(LEGAL)).collect();
        let found: Vec<Found> = tasks
            .par_iter()
            .enumerate()
            .map(|(number, task)| {
                let mut found = Found::default();
                for run in task.chunk_by(|a, b| rows.together(*a, *b)) {
                    let notes = Notes {
                        verdicts: &verdicts,
                        task: number as u64,
                    };
                    run_of(checker, known, rows, run, wanted, &mut found, &notes);
                }
                found
            })
            .collect();
        let starts: Vec<usize> = (0..rows.len()).step_by(PART).collect();
        let parts = starts
            .par_iter()
            .flat_map_iter(|start| {
                let end = (start + PART).min(rows.len());
                verdicts::part(&verdicts[*start..end], &found, checker.kinds(), wanted)
            })
            .collect();
        let mut summary = Summary::default();
        for found in &found {
            summary.merge(&found.summary);
            summary.broken(&found.tally, checker.kinds());
        }
        (parts, summary)
    })
}

/// The verdicts of a task.
struct Notes<'a> {
    verdicts: &'a [AtomicU64],
    task: u64,
}

impl Notes<'_> {
    /// Notes what was found of a row, and where.
    fn note(&self, row: u32, kind: u64, at: usize) {
        let word = self.task << 32 | (at as u64) << 2 | kind;
        self.verdicts[row as usize].store(word, Ordering::Relaxed);
    }

    /// Notes the same of a row as of another.
    fn again(&self, row: u32, of: u32) {
        let word = self.verdicts[of as usize].load(Ordering::Relaxed);
        self.verdicts[row as usize].store(word, Ordering::Relaxed);
    }

    /// What was found of a row, and where.
    fn found(&self, row: u32) -> (u64, usize) {
        let word = self.verdicts[row as usize].load(Ordering::Relaxed);
        (word & 3, (word as u32 >> 2) as usize)
    }
}

/// The key of a row's position, and the row.
type Keyed = (u64, u32);

/// Of rows that share a long move the first, with the others each beside it; none if no two do.
fn distinct(rows: &Rows, run: &[Keyed]) -> (Option<Vec<Keyed>>, Vec<(u32, u32)>) {
    let mut copies = Vec::new();
    if rows.moves_apart() {
        return (None, copies);
    }
    let mut seen = FxHashMap::default();
    for (_, row) in run {
        if let Some(asked) = rows.shared(*row) {
            let first = *seen.entry(asked).or_insert(*row);
            if first != *row {
                copies.push((*row, first));
            }
        }
    }
    if copies.is_empty() {
        return (None, copies);
    }
    let again: FxHashSet<u32> = copies.iter().map(|(row, _)| *row).collect();
    let first = run.iter().filter(|(_, row)| !again.contains(row));
    (Some(first.copied().collect()), copies)
}

/// Splits rows, in the order of their positions, into pieces of work.
fn tasks(order: &[Keyed]) -> Vec<&[Keyed]> {
    let mut tasks = Vec::new();
    let mut rest = order;
    while let Some(first) = rest.first() {
        let run = |rest: &[Keyed], key: u64| {
            rest[..rest.len().min(SHARE)].partition_point(|row| row.0 <= key)
        };
        let mut size = run(rest, first.0);
        // Short runs are put together.
        while size < TASK && size < rest.len() {
            size += run(&rest[size..], rest[size].0);
        }
        let (task, left) = rest.split_at(size);
        tasks.push(task);
        rest = left;
    }
    tasks
}

/// Judges rows that have the same position.
fn run_of<J: BatchChecker>(
    checker: &J,
    known: &Known<J::Position>,
    rows: &Rows,
    run: &[Keyed],
    wanted: Wanted,
    found: &mut Found,
    notes: &Notes<'_>,
) {
    let Some(first) = run.first() else { return };
    let mut counts = Counts::default();
    let moment = rows.with(checker, known, first.1, |position| match position {
        Err(error) => {
            for row in run {
                notes.note(row.1, FAILED, found.failed.len());
            }
            found.failed.push(error);
            counts.errors += run.len() as u64;
            None
        }
        Ok(position) => {
            let (first, copies) = distinct(rows, run);
            let run = first.as_deref().unwrap_or(run);
            let mut asked = run.iter();
            let questions = run.chunks(AHEAD).flat_map(|block| {
                rows.touch(block);
                block.iter().map(|row| rows.question(row.1))
            });
            checker.judge(position, questions, wanted.witnesses, |answer| {
                let Some(row) = asked.next() else { return };
                match answer {
                    Ok(BrokenRules { kinds: [], .. }) => counts.legal += 1,
                    Ok(broken) => {
                        notes.note(row.1, BROKEN, found.spans.len());
                        let start = found.broken.len();
                        found.spans.push((start, start + broken.kinds.len()));
                        found.broken.extend_from_slice(broken.kinds);
                        found.witnesses.extend_from_slice(broken.witnesses);
                        counts.illegal += 1;
                        if wanted.summary {
                            found.tally.add(broken.kinds);
                        }
                    }
                    Err(error) => {
                        notes.note(row.1, FAILED, found.failed.len());
                        found.failed.push(error.to_string());
                        counts.errors += 1;
                    }
                }
            });
            for (row, of) in copies {
                notes.again(row, of);
                match notes.found(of) {
                    (BROKEN, at) => {
                        let (start, end) = found.spans[at];
                        counts.illegal += 1;
                        if wanted.summary {
                            found.tally.add(&found.broken[start..end]);
                        }
                    }
                    (FAILED, _) => counts.errors += 1,
                    _ => counts.legal += 1,
                }
            }
            Some(checker.moment(position))
        }
    });
    found.summary.add(moment, counts);
}
