//! Answers that are said word by word, each word a number. What can be said next is found when it is
//! asked for: of most orders only the first words are ever looked at.

use crate::error::{Error, Result};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// The word that ends an answer.
pub const END: u16 = 0;
/// The word that ends an order which could go on.
pub const ORDER_ENDS: u16 = 1;

/// Words by their numbers: the two ends first.
#[derive(Debug)]
pub struct Words {
    texts: Vec<String>,
    numbers: HashMap<String, u16>,
}

impl Words {
    /// These words, numbered from 0.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there are more than 65,536.
    pub fn new(texts: Vec<String>) -> Result<Self> {
        let numbered = texts.iter().enumerate().map(|(at, word)| {
            let number = u16::try_from(at).map_err(|_| Error::bad("words", "are too many"));
            Ok((word.clone(), number?))
        });
        let numbers = numbered.collect::<Result<_>>()?;
        Ok(Self { texts, numbers })
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The number of a word.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it is none of them.
    pub fn number(&self, word: &str) -> Result<u16> {
        let said = || format!("'{word}' is no word of the table of actions");
        let found = self.numbers.get(word).copied();
        found.ok_or_else(|| Error::bad("action", said()))
    }

    /// A word.
    #[must_use]
    pub fn text(&self, number: u16) -> &str {
        self.texts.get(usize::from(number)).map_or("", |word| word)
    }

    /// The words of an order.
    ///
    /// # Errors
    /// [`Error::BadInput`] if one of them has no number.
    pub fn of(&self, order: &str) -> Result<Vec<u16>> {
        let between = |letter: char| letter.is_whitespace() || letter == ',';
        let words = order.split(between).filter(|word| !word.is_empty());
        words
            .map(|word| self.number(word.trim_matches('"')))
            .collect()
    }
}

/// What is known of the orders that can be given.
#[derive(Debug)]
pub enum Offered {
    /// These, as text.
    Listed(Vec<String>),
    /// They are found word by word ([`Asked::next`]).
    Open,
    /// That is not known here; somebody else has to list them ([`Saying::list`]).
    Unknown,
}

/// A decision that is answered word by word.
pub trait Asked: Send {
    /// Looks for what can be given beside some orders, but for those that are barred.
    ///
    /// # Errors
    /// [`Error::BadInput`] if a word has no number.
    fn look(&mut self, given: &[String], barred: &[String]) -> Result<Offered>;

    /// The words that may follow those said of an order, [`ORDER_ENDS`] if it may end with them; `None`
    /// if that is not known.
    ///
    /// # Errors
    /// [`Error::BadInput`] if a word has no number.
    fn next(&mut self, said: &[u16]) -> Result<Option<Vec<u16>>>;

    /// The order of these words, which may end with them.
    fn order(&self, said: &[u16]) -> String;

    /// Whether these orders are a whole answer.
    fn may_end(&mut self, given: &[String]) -> bool;
}

/// What has been said in answer to a decision, and what can be said next.
///
/// An order that can go no other way on is given by itself, and so is an answer to which no order can be
/// added.
pub struct Saying {
    asked: Box<dyn Asked>,
    words: Arc<Words>,
    /// Answers of a single order.
    choices: Vec<String>,
    given: Vec<String>,
    said: Vec<u16>,
    answer: Option<String>,
    /// Whether the answer may end with the orders given.
    ends: bool,
    /// Orders that left nothing to be said, by the orders before them.
    barred: HashSet<Vec<String>>,
    /// Whether the decision finds orders word by word.
    open: bool,
    /// Orders that can be given, by their words.
    leaves: Vec<(Vec<u16>, String)>,
    next: Vec<u16>,
    unknown: bool,
    /// Whether the last order has just been given, and may have to be taken back.
    fresh: bool,
}

impl Saying {
    /// Nothing has been said.
    ///
    /// # Errors
    /// [`Error::BadInput`] if a word has no number.
    pub fn new(asked: Box<dyn Asked>, words: Arc<Words>, choices: Vec<String>) -> Result<Self> {
        let mut saying = Self {
            asked,
            words,
            choices,
            given: Vec::new(),
            said: Vec::new(),
            answer: None,
            ends: false,
            barred: HashSet::new(),
            open: false,
            leaves: Vec::new(),
            next: Vec::new(),
            unknown: false,
            fresh: false,
        };
        saying.look()?;
        Ok(saying)
    }

    /// The orders given so far.
    #[must_use]
    pub fn given(&self) -> &[String] {
        &self.given
    }

    /// The words of the order that is being given.
    #[must_use]
    pub fn said(&self) -> &[u16] {
        &self.said
    }

    /// The answer, when it is complete.
    #[must_use]
    pub fn answer(&self) -> Option<&str> {
        self.answer.as_deref()
    }

    /// What can be said next; nothing if the answer is complete, there is none, or it is unknown.
    #[must_use]
    pub fn next(&self) -> &[u16] {
        &self.next
    }

    /// Whether somebody else has to list the orders that can be given.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        self.unknown
    }

    /// Says a word.
    ///
    /// # Errors
    /// [`Error::BadInput`] if it cannot be said here.
    pub fn say(&mut self, word: u16) -> Result<()> {
        if !self.next.contains(&word) {
            let said = format!("'{}' cannot be said here", self.words.text(word));
            return Err(Error::bad("action", said));
        }
        match word {
            END => self.end(),
            ORDER_ENDS => return self.give(),
            _ => {
                self.said.push(word);
                return self.go_on();
            }
        }
        Ok(())
    }

    /// Takes a list of the orders that can be given beside those given, where it is unknown.
    ///
    /// # Errors
    /// [`Error::BadInput`] if a word has no number.
    pub fn list(&mut self, texts: Vec<String>) -> Result<()> {
        let barred = self.barred_here();
        let free = texts.into_iter();
        let free = free.filter(|text| !barred.contains(text) && !self.given.contains(text));
        self.leaves = self.leaves_of(free.collect())?;
        (self.open, self.unknown) = (false, false);
        self.go_on()
    }

    fn end(&mut self) {
        self.answer = Some(self.given.join("; "));
        self.next.clear();
    }

    /// The orders that are barred after those given.
    fn barred_here(&self) -> Vec<String> {
        let here = |all: &&Vec<String>| {
            let before = all.split_last();
            before.is_some_and(|(_, before)| before == self.given)
        };
        let barred = self.barred.iter().filter(here);
        barred.filter_map(|all| all.last().cloned()).collect()
    }

    fn leaves_of(&self, mut texts: Vec<String>) -> Result<Vec<(Vec<u16>, String)>> {
        if self.given.is_empty() {
            texts.extend(self.choices.iter().cloned());
        }
        let read = texts
            .into_iter()
            .map(|text| Ok((self.words.of(&text)?, text)));
        read.collect()
    }

    /// Finds what can be given now.
    fn look(&mut self) -> Result<()> {
        self.said.clear();
        let barred = self.barred_here();
        let offered = self.asked.look(&self.given, &barred)?;
        self.open = matches!(offered, Offered::Open);
        self.unknown = matches!(offered, Offered::Unknown);
        let texts = match offered {
            Offered::Listed(texts) => texts,
            Offered::Open | Offered::Unknown => Vec::new(),
        };
        self.leaves = self.leaves_of(texts)?;
        // What orders nothing is one of the choices, where there are any.
        let chosen = self.given.is_empty() && !self.choices.is_empty();
        self.ends = !chosen && self.asked.may_end(&self.given);
        self.go_on()
    }

    /// Finds what can be said next, and says what goes without saying.
    fn go_on(&mut self) -> Result<()> {
        self.next.clear();
        if self.unknown {
            return Ok(());
        }
        let after = self.said.len();
        for (words, _) in &self.leaves {
            if words.starts_with(&self.said) {
                let word = words.get(after).copied().unwrap_or(ORDER_ENDS);
                if !self.next.contains(&word) {
                    self.next.push(word);
                }
            }
        }
        if self.open {
            let Some(more) = self.asked.next(&self.said)? else {
                self.unknown = true;
                self.next.clear();
                return Ok(());
            };
            for word in more {
                if !self.next.contains(&word) {
                    self.next.push(word);
                }
            }
        }
        if after > 0 {
            return match self.next.as_slice() {
                [ORDER_ENDS] => self.give(),
                _ => Ok(()),
            };
        }
        let nothing = self.next.is_empty();
        if self.ends {
            self.next.push(END);
        }
        if std::mem::take(&mut self.fresh) && nothing {
            if self.ends {
                self.end();
            } else {
                // Its parts can be had, but not together: it is taken back, and not offered again.
                self.barred.insert(self.given.clone());
                self.given.pop();
                return self.look();
            }
        }
        Ok(())
    }

    /// Gives the order that has been said.
    fn give(&mut self) -> Result<()> {
        let mut leaves = self.leaves.iter().rev();
        let known = leaves.find(|(words, _)| *words == self.said);
        let text = match known {
            Some((_, text)) => text.clone(),
            None => self.asked.order(&self.said),
        };
        if self.given.is_empty() && self.choices.contains(&text) {
            self.said.clear();
            self.answer = Some(text);
            self.next.clear();
            return Ok(());
        }
        self.given.push(text);
        self.fresh = true;
        self.look()
    }
}
