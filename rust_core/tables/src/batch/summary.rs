//! What many verdicts have in common: how many are illegal, which rules are broken, by whom, when.

use super::{Moment, ViolationKind};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};

/// How many rows there are of each kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Moves that break no rule.
    pub legal: u64,
    /// Moves that break rules.
    pub illegal: u64,
    /// Rows that could not be judged.
    pub errors: u64,
}

impl Counts {
    /// All of them.
    #[must_use]
    pub const fn rows(self) -> u64 {
        self.legal + self.illegal + self.errors
    }

    const fn add(&mut self, other: Self) {
        self.legal += other.legal;
        self.illegal += other.illegal;
        self.errors += other.errors;
    }

    fn json(self) -> Value {
        json!({
            "rows": self.rows(),
            "legal": self.legal,
            "illegal": self.illegal,
            "errors": self.errors,
        })
    }
}

/// Rows counted by side and turn, and by the rules they break.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    /// By side and turn; rows without a position have neither.
    moments: BTreeMap<Option<Moment>, Counts>,
    /// How many moves break a rule in some way.
    rules: HashMap<ViolationKind, u64>,
}

/// How many moves break a rule in some way, by its place among the kinds.
#[derive(Debug, Default)]
pub(super) struct Tally(Vec<u64>);

impl Tally {
    /// Counts what one move breaks, sorted, each once.
    pub(super) fn add(&mut self, kinds: &[u16]) {
        let mut last = None;
        for kind in kinds {
            if last.replace(kind) != Some(kind) {
                let at = usize::from(*kind);
                if self.0.len() <= at {
                    self.0.resize(at + 1, 0);
                }
                self.0[at] += 1;
            }
        }
    }
}

impl Summary {
    pub(super) fn add(&mut self, moment: Option<Moment>, counts: Counts) {
        self.moments.entry(moment).or_default().add(counts);
    }

    /// Adds what has been counted by the places of the kinds.
    pub(super) fn broken(&mut self, tally: &Tally, kinds: &[ViolationKind]) {
        for (moves, kind) in tally.0.iter().zip(kinds) {
            if *moves > 0 {
                *self.rules.entry(*kind).or_default() += moves;
            }
        }
    }

    /// Adds another summary to this one.
    pub fn merge(&mut self, other: &Self) {
        for (moment, counts) in &other.moments {
            self.add(*moment, *counts);
        }
        for (rule, number) in &other.rules {
            *self.rules.entry(*rule).or_default() += number;
        }
    }

    /// All rows.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut all = Counts::default();
        for counts in self.moments.values() {
            all.add(*counts);
        }
        all
    }

    /// The summary as plain data: `all`, `by` side and turn, and `rules`, the most broken first.
    #[must_use]
    pub fn to_json(&self) -> Value {
        let by = self.moments.iter().map(|(moment, counts)| {
            let mut entry = counts.json();
            entry["side"] = moment.map_or(Value::Null, |moment| moment.side.into());
            entry["turn"] = moment.map_or(Value::Null, |moment| moment.turn.into());
            entry
        });
        let mut rules: Vec<_> = self.rules.iter().collect();
        rules.sort_by(|a, b| b.1.cmp(a.1).then(a.0.cmp(b.0)));
        let rules = rules
            .into_iter()
            .map(|((rule, code), moves)| json!({"rule": rule, "code": code, "moves": moves}));
        json!({
            "all": self.counts().json(),
            "by": by.collect::<Vec<_>>(),
            "rules": rules.collect::<Vec<_>>(),
        })
    }
}
