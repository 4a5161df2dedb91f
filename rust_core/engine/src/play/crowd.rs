//! Many games at once. Each waits for a side to take one of a few legal answers that were drawn for it:
//! to list all there are takes far longer than to play one. Dice fall, and what leaves no choice is
//! answered, by themselves; a game that has ended begins anew.

use super::{MOST_ANSWERS, Next, Playable, cells, last_turn};
use crate::chance::Random;
use crate::error::{Error, Result};
use crate::threads;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

/// Games that begin anew so often without a decision never come to one.
const MOST_BEGINNINGS: usize = 100;

/// What is the same for all games.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The same seed, the same games for the same answers.
    pub seed: u64,
    /// How many answers are drawn for each decision.
    pub offers: usize,
    /// How many words of an answer are told; 0 for none.
    pub length: usize,
    /// After how many turns a game is cut; `None` for as long as it goes.
    pub turns: Option<u16>,
    /// The number of each word of orders.
    pub words: FxHashMap<String, u16>,
    /// The number that stands where an order ends.
    pub order_ends: u16,
}

/// Whether a game ended with the last answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub enum Ended {
    /// It goes on.
    #[default]
    No = 0,
    /// It was over.
    Over = 1,
    /// It was cut after so many turns or answers.
    Cut = 2,
}

/// One of the games, and what is told of it.
#[derive(Debug, Clone)]
pub struct Seat<P: Playable> {
    now: P,
    last: Option<u16>,
    answers: usize,
    random: Random,
    /// The answers that are offered.
    offered: Vec<P::Answer>,
    margin: i32,
    /// The side that decides.
    pub side: usize,
    /// By how much the first side's margin has grown with the last answer and what followed.
    pub gained: i32,
    /// Whether a game ended with the last answer.
    pub ended: Ended,
    /// Who had won it: 1 the first side, -1 the other.
    pub won: i8,
    /// What the side that decides may know of each cell.
    pub seen: Vec<u16>,
    /// The words of each answer that is offered, 0 behind them.
    pub words: Vec<u16>,
}

impl<P: Playable> Seat<P> {
    /// The position of the game.
    pub const fn now(&self) -> &P {
        &self.now
    }

    /// The answers that are offered.
    pub fn offered(&self) -> &[P::Answer] {
        &self.offered
    }

    fn begin(&mut self, start: &P, settings: &Settings) {
        self.now = start.clone();
        self.last = last_turn(start, settings.turns);
        self.answers = 0;
        self.margin = start.margin();
    }

    fn take(&mut self, start: &P, settings: &Settings, taken: usize) -> Result<()> {
        let Some(answer) = self.offered.get(taken) else {
            let offered = self.offered.len();
            let said = format!("'{taken}' is not below {offered}, the number of answers offered");
            return Err(Error::bad("action", said));
        };
        let before = self.margin;
        (self.ended, self.won, self.gained) = (Ended::No, 0, 0);
        self.now = self.now.after(answer)?;
        self.answers += 1;
        self.go_on(start, settings)?;
        if self.ended == Ended::No {
            self.margin = self.now.margin();
            self.gained = self.margin - before;
        }
        self.tell(settings);
        Ok(())
    }

    /// Goes on to the next decision that leaves a choice, in a new game if this one ends.
    fn go_on(&mut self, start: &P, settings: &Settings) -> Result<()> {
        let mut beginnings = 0;
        loop {
            let ended = match self.now.next() {
                Next::Over => Ended::Over,
                _ if self.last.is_some_and(|last| self.now.turn() >= last) => Ended::Cut,
                _ if self.answers >= MOST_ANSWERS => Ended::Cut,
                Next::Chance => match self.now.fallen(&mut self.random) {
                    Some(outcome) => {
                        self.now = self.now.after_throw(outcome)?;
                        continue;
                    }
                    None => Ended::Cut,
                },
                Next::Side(side) => {
                    let drawn = self.now.drawn(self.random.seed(), settings.offers)?;
                    self.offered.clear();
                    for answer in drawn {
                        if !self.offered.contains(&answer) {
                            self.offered.push(answer);
                        }
                    }
                    match self.offered.as_slice() {
                        [] => Ended::Cut,
                        [only] => {
                            self.now = self.now.after(only)?;
                            self.answers += 1;
                            continue;
                        }
                        _ => {
                            self.side = side;
                            return Ok(());
                        }
                    }
                }
            };
            beginnings += 1;
            if beginnings > MOST_BEGINNINGS {
                let said = "ends before anything is to be decided";
                return Err(Error::bad("position", said));
            }
            if self.ended == Ended::No {
                self.ended = ended;
                self.won = match self.now.winner() {
                    Some(0) => 1,
                    Some(_) => -1,
                    None => 0,
                };
                self.gained = self.now.margin() - self.margin;
            }
            self.begin(start, settings);
        }
    }

    /// Writes what is told of the position.
    fn tell(&mut self, settings: &Settings) {
        self.now.observe(self.side, &mut self.seen);
        if settings.length == 0 {
            return;
        }
        self.words.fill(0);
        let rows = self.words.chunks_mut(settings.length);
        for (row, answer) in rows.zip(&self.offered) {
            let text = self.now.text(answer);
            let between = |letter: char| letter.is_whitespace() || letter == ',';
            let numbers = text.split(';').flat_map(|order| {
                let words = order.split(between).map(|word| word.trim_matches('"'));
                words
                    .filter(|word| !word.is_empty())
                    .map(|word| settings.words.get(word).copied().unwrap_or(0))
                    .chain([settings.order_ends])
            });
            let told = match text.is_empty() {
                true => 0,
                false => settings.length,
            };
            for (place, number) in row.iter_mut().zip(numbers.take(told)) {
                *place = number;
            }
        }
    }
}

/// Many games at once.
#[derive(Debug, Clone)]
pub struct Crowd<P: Playable> {
    start: P,
    settings: Settings,
    seats: Vec<Seat<P>>,
}

impl<P: Playable> Crowd<P> {
    /// Begins so many games.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it cannot be known what is legal, or nothing is ever to be decided.
    pub fn new(start: P, number: usize, settings: Settings) -> Result<Self> {
        let cells = cells::<P>();
        let seat = |at: usize| Seat {
            now: start.clone(),
            last: None,
            answers: 0,
            random: Random::new(settings.seed, at as u64 + 1),
            offered: Vec::new(),
            margin: 0,
            side: 0,
            gained: 0,
            ended: Ended::No,
            won: 0,
            seen: vec![0; cells],
            words: vec![0; settings.offers * settings.length],
        };
        let mut seats: Vec<_> = (0..number).map(seat).collect();
        let all = || {
            seats.par_iter_mut().try_for_each(|seat| {
                seat.begin(&start, &settings);
                seat.go_on(&start, &settings)?;
                // What ended before the first decision is no news.
                (seat.ended, seat.won, seat.gained) = (Ended::No, 0, 0);
                seat.margin = seat.now.margin();
                seat.tell(&settings);
                Ok(())
            })
        };
        threads::run(all)??;
        Ok(Self {
            start,
            settings,
            seats,
        })
    }

    /// The games.
    pub fn seats(&self) -> &[Seat<P>] {
        &self.seats
    }

    /// What is the same for all games.
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Takes one of the answers offered in each game.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there are not as many numbers as games, or one of them is not offered;
    /// no game has gone on then.
    pub fn step(&mut self, taken: &[usize]) -> Result<()> {
        if taken.len() != self.seats.len() {
            let (given, games) = (taken.len(), self.seats.len());
            let said = format!("{given} are given for {games} games");
            return Err(Error::bad("actions", said));
        }
        for (at, (seat, taken)) in self.seats.iter().zip(taken).enumerate() {
            let offered = seat.offered.len();
            if *taken >= offered {
                let said = format!("'{taken}' of game {at} is not from 0 to {}", offered - 1);
                return Err(Error::bad("actions", said));
            }
        }
        let (start, settings) = (&self.start, &self.settings);
        // Some answers take a thousand times as long to draw as others: whoever is free takes the next.
        let seats = self.seats.par_iter_mut().zip(taken).with_max_len(1);
        threads::run(|| seats.try_for_each(|(seat, taken)| seat.take(start, settings, *taken)))?
    }
}
