//! Many games that play themselves, of any game.

use super::errors::Failure;
use super::run::detached;
use engine::error::{Error, Result};
use engine::play::{self, Playable, Settings, whole_games};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::{BTreeMap, HashMap};

/// A game that was played: why it ended, where, how many answers were given, how often each kind of
/// decision was answered, who had won, and the entries of its record: side, what was asked, answer.
pub(super) type Played<Q> = (
    &'static str,
    Q,
    usize,
    BTreeMap<&'static str, usize>,
    Option<usize>,
    Vec<(Option<usize>, &'static str, String)>,
);

/// How games of a crowd are played ([`Settings`]), by name.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(super) struct CrowdSettings {
    number: usize,
    seed: u64,
    offers: usize,
    length: usize,
    turns: Option<u16>,
    words: HashMap<String, u16>,
    order_ends: u16,
}

/// Plays games; `wrap` makes Python's position of a core's.
pub(super) fn played<P: Playable, Q>(
    py: Python<'_>,
    start: &P,
    seed: u64,
    (first, end): (u64, u64),
    turns: Option<u16>,
    records: bool,
    wrap: fn(P) -> Q,
) -> PyResult<Vec<Played<Q>>> {
    let games = detached(py, || whole_games(start, seed, first..end, turns, records))?;
    let told = games.map_err(Failure)?.into_iter().map(|game| {
        let mut asked: BTreeMap<_, usize> = BTreeMap::new();
        for entry in &game.entries {
            *asked.entry(entry.asked).or_default() += 1;
        }
        let answers = game.entries.len();
        let kept = game.entries.into_iter().filter(|_| records);
        let entries = kept.map(|entry| (entry.side, entry.asked, entry.text));
        let winner = game.last.winner();
        (
            game.ending.word(),
            wrap(game.last),
            answers,
            asked,
            winner,
            entries.collect(),
        )
    });
    Ok(told.collect())
}

/// A crowd of any game.
trait Stepping: Send + Sync {
    fn step(&mut self, taken: &[usize]) -> Result<()>;
    fn told(&self) -> Told;
    /// How many bytes what is seen of all games takes.
    fn seen(&self) -> usize;
    /// Writes it down where it is told, row after row: there is much of it.
    fn write_seen(&self, bytes: &mut [u8]);
    fn offered(&self, game: usize) -> Option<Vec<String>>;
    fn cells(&self) -> &'static [(&'static str, usize)];
}

/// What else is told of all games, row after row, in the machine's own order of bytes.
#[derive(Default)]
struct Told {
    words: Vec<u8>,
    offered: Vec<u8>,
    side: Vec<u8>,
    gained: Vec<u8>,
    won: Vec<u8>,
    ended: Vec<u8>,
}

fn put(bytes: &mut Vec<u8>, numbers: &[u16]) {
    let first = bytes.len();
    bytes.resize(first + 2 * numbers.len(), 0);
    write(&mut bytes[first..], numbers);
}

fn write(bytes: &mut [u8], numbers: &[u16]) {
    let (pairs, _) = bytes.as_chunks_mut();
    for (pair, number) in pairs.iter_mut().zip(numbers) {
        *pair = number.to_ne_bytes();
    }
}

impl<P: Playable> Stepping for play::Crowd<P> {
    fn step(&mut self, taken: &[usize]) -> Result<()> {
        Self::step(self, taken)
    }

    fn told(&self) -> Told {
        let mut told = Told::default();
        for seat in self.seats() {
            put(&mut told.words, &seat.words);
            let offered = u16::try_from(seat.offered().len()).unwrap_or(u16::MAX);
            put(&mut told.offered, &[offered]);
            told.side.push(u8::from(seat.side > 0));
            told.gained.extend(seat.gained.to_ne_bytes());
            told.won.extend(seat.won.to_ne_bytes());
            told.ended.push(seat.ended as u8);
        }
        told
    }

    fn seen(&self) -> usize {
        self.seats().iter().map(|seat| 2 * seat.seen.len()).sum()
    }

    fn write_seen(&self, bytes: &mut [u8]) {
        let mut rest = bytes;
        for seat in self.seats() {
            let (row, after) = rest.split_at_mut(2 * seat.seen.len());
            write(row, &seat.seen);
            rest = after;
        }
    }

    fn offered(&self, game: usize) -> Option<Vec<String>> {
        let seat = self.seats().get(game)?;
        let text = |answer| seat.now().text(answer);
        Some(seat.offered().iter().map(text).collect())
    }

    fn cells(&self) -> &'static [(&'static str, usize)] {
        P::CELLS
    }
}

/// Many games at once, of which each waits for one of a few answers.
#[pyclass(module = "lexbelli._core")]
pub(super) struct Crowd(Box<dyn Stepping>);

impl Crowd {
    pub(super) fn begun<P: Playable + 'static>(
        py: Python<'_>,
        start: P,
        asked: CrowdSettings,
    ) -> PyResult<Self> {
        let number = asked.number;
        let settings = Settings {
            seed: asked.seed,
            offers: asked.offers,
            length: asked.length,
            turns: asked.turns,
            words: asked.words.into_iter().collect(),
            order_ends: asked.order_ends,
        };
        let begun = detached(py, || play::Crowd::new(start, number, settings))?;
        Ok(Self(Box::new(begun.map_err(Failure)?)))
    }
}

/// The arrays of [`Told`], as bytes.
type Arrays<'py> = [Bound<'py, PyBytes>; 7];

#[pymethods]
impl Crowd {
    /// Takes an answer in each game.
    fn step(&mut self, py: Python<'_>, taken: Vec<usize>) -> PyResult<()> {
        let crowd = &mut self.0;
        Ok(detached(py, || crowd.step(&taken))?.map_err(Failure)?)
    }

    /// What is told of all games.
    fn told<'py>(&self, py: Python<'py>) -> PyResult<Arrays<'py>> {
        let told = detached(py, || self.0.told())?;
        let seen = PyBytes::new_with(py, self.0.seen(), |bytes| {
            self.0.write_seen(bytes);
            Ok(())
        })?;
        let [words, offered, side, gained, won, ended] = [
            told.words,
            told.offered,
            told.side,
            told.gained,
            told.won,
            told.ended,
        ]
        .map(|part| PyBytes::new(py, &part));
        Ok([seen, words, offered, side, gained, won, ended])
    }

    /// The answers that a game offers, as text.
    fn offered(&self, game: usize) -> PyResult<Vec<String>> {
        let missing = || Error::bad("game", format!("there is no game {game}"));
        Ok(self.0.offered(game).ok_or_else(missing).map_err(Failure)?)
    }

    /// The kinds of cells that are told, and how many there are of each.
    fn cells(&self) -> Vec<(&'static str, usize)> {
        self.0.cells().to_vec()
    }
}
