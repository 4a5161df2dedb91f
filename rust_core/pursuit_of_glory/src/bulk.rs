//! Judging moves in bulk: the checker behind tables of moves (`docs/batch.md`).

use super::attacks::{Price, ask, ask_waiting, waiting};
use super::check::codes::RANKED;
use super::check::{Checker, Violation};
use super::combat::Style;
use super::data::Data;
use super::orders::{Move, Order, Parser};
use super::position::Position;
use super::readings::Readings;
use super::sequence::spending::MOST_OPS;
use super::sequence::{Outcome, no_die_falls};
use super::state::Scalar;
use super::supply::Status;
use super::vocabulary::DecisionKind;
use engine::error::{Error, Result};
use std::sync::{Arc, LazyLock};
use tables::batch::odds::{Gauge, Gauged};
use tables::batch::supply::Statuses;
use tables::batch::{BatchChecker, BrokenRules, Made, Moment, Question, Source, ViolationKind};

/// The most bytes a position's document may have.
pub const LARGEST_DOCUMENT: usize = 1 << 20;
/// The most bytes a position's compact bytes may have.
pub const LARGEST_BYTES: usize = 64 << 10;

/// The column of the points there are to spend.
pub const POINTS: &str = "ops";

/// Judges the moves of tables.
#[derive(Debug)]
pub struct Bulk {
    /// The tables of the game.
    pub data: Arc<Data>,
    /// The OPS there are to spend where a row does not say.
    pub ops: Option<i64>,
    /// The codes of the problems that positions may have.
    pub allow: Vec<String>,
}

fn small(length: usize, most: usize) -> Result<()> {
    if length > most {
        let message = format!("is {length} bytes long; at most {most} are read");
        return Err(Error::bad("position", message));
    }
    Ok(())
}

impl BatchChecker for Bulk {
    type Position = Position;

    fn read(&self, source: Source<'_>) -> Result<Position> {
        let allow: Vec<&str> = self.allow.iter().map(String::as_str).collect();
        match source {
            Source::Document(text) => {
                small(text.len(), LARGEST_DOCUMENT)?;
                Position::from_json(&self.data, text, &allow)
            }
            Source::Bytes(bytes) => {
                small(bytes.len(), LARGEST_BYTES)?;
                Position::from_bytes(&self.data, bytes, &allow)
            }
            Source::Scenario(name) => Position::scenario(&self.data, name),
        }
    }

    fn scenarios(&self) -> Vec<&str> {
        self.data.scenarios.keys().map(String::as_str).collect()
    }

    fn moment(&self, position: &Position) -> Moment {
        Moment {
            side: position.state().active().word(),
            turn: position.state().scalar(Scalar::Turn).to_le_bytes()[0],
        }
    }

    fn kinds(&self) -> &[ViolationKind] {
        &KINDS
    }

    fn judge<'a>(
        &self,
        position: &Position,
        questions: impl Iterator<Item = Question<'a>>,
        witnesses: bool,
        mut answer: impl FnMut(Result<BrokenRules<'_>>),
    ) {
        let at = position.at_next_decision();
        let asked = at.asks_for();
        // One for each number of OPS; they are large, and most are never asked for.
        let mut checkers: [Option<Box<Checker<'_>>>; MOST_OPS as usize + 1] = [const { None }; _];
        let mut parser = Parser::new(&at, asked);
        // What the decision says of OPS is asked once for each number.
        let mut usual = None;
        let mut allowed: [Option<Result<u8>>; MOST_OPS as usize + 1] = [const { None }; _];
        let mut found: Vec<Violation> = Vec::new();
        let (mut kinds, mut names) = (Vec::new(), Vec::new());
        for question in questions {
            if let (DecisionKind::Chance, Made::Text(text)) = (asked, question.made)
                && Outcome::is_one(text)
            {
                let fallen = Outcome::parse(&self.data, text);
                let fallen = fallen.and_then(|outcome| at.play_outcome(outcome));
                answer(fallen.map(|_| NOTHING));
                continue;
            }
            let mut ops_of = |points: Option<i64>| match points {
                Some(ops) => {
                    let place = usize::try_from(ops).ok();
                    match place.and_then(|place| allowed.get_mut(place)) {
                        Some(known) => known
                            .get_or_insert_with(|| at.ops_to_spend(Some(ops)))
                            .clone(),
                        None => at.ops_to_spend(Some(ops)),
                    }
                }
                None => usual
                    .get_or_insert_with(|| at.ops_to_spend(self.ops))
                    .clone(),
            };
            let mut judge = || {
                let spends = spends(asked);
                // What cannot be spent at all is said before the move is looked at.
                let before = match (spends, question.points) {
                    (true, points) => Some(ops_of(points)?),
                    (false, Some(_)) => Some(ops_of(question.points)?),
                    (false, None) => None,
                };
                let made = read(&mut parser, question.made);
                let made = made.map_err(|error| match question.made {
                    Made::Text(text) => no_die_falls(text, asked, error),
                    _ => error,
                })?;
                found.clear();
                match before {
                    Some(ops) if spends && !begins(made) => {
                        if let Some(place) = checkers.get_mut(usize::from(ops)) {
                            let checker =
                                place.get_or_insert_with(|| Box::new(Checker::new(&at, ops)));
                            checker.judge(made, &mut found);
                        }
                    }
                    _ => found = at.check(made)?,
                }
                Ok(())
            };
            match judge() {
                Ok(()) => {
                    tell(&self.data, &found, witnesses, &mut kinds, &mut names);
                    answer(Ok(BrokenRules {
                        kinds: &kinds,
                        witnesses: &names,
                    }));
                }
                Err(error) => answer(Err(error)),
            }
        }
    }
}

/// Whether a move is given for OPS, or for what asks for none. In a battle, and while tribes or a
/// replacement are asked for, no OPS are spent.
const fn spends(asked: DecisionKind) -> bool {
    matches!(
        asked,
        DecisionKind::Action | DecisionKind::Operations | DecisionKind::Chance
    )
}

/// Whether a move says how an action begins.
fn begins(made: &Move) -> bool {
    let begins = |order: &Order| order.answers(DecisionKind::Action);
    made.orders().iter().any(begins)
}

fn read<'m>(parser: &'m mut Parser<'_>, made: Made<'_>) -> Result<&'m Move> {
    match made {
        Made::Text(text) => parser.read(text),
        Made::Json(text) => parser.json(text.as_bytes()),
        Made::Missing => Err(Error::bad("move", "is missing")),
        Made::Long(most) => {
            let message = format!("is longer than {most} bytes, and is not read");
            Err(Error::bad("move", message))
        }
    }
}

/// The rules that were broken, and the witnesses if they are wanted.
fn tell(
    data: &Data,
    found: &[Violation],
    witnesses: bool,
    kinds: &mut Vec<u16>,
    names: &mut Vec<String>,
) {
    kinds.clear();
    names.clear();
    if !witnesses {
        kinds.extend(found.iter().map(|one| one.rank()));
        return;
    }
    let told = |one: &Violation| (one.rule(), one.witness(data), one.rank());
    let mut told: Vec<_> = found.iter().map(told).collect();
    told.sort_unstable();
    for (_, witness, rank) in told {
        kinds.push(rank);
        names.push(witness);
    }
}

static KINDS: LazyLock<Vec<ViolationKind>> =
    LazyLock::new(|| RANKED.iter().map(|code| (code.rule, code.code)).collect());

const NOTHING: BrokenRules<'_> = BrokenRules {
    kinds: &[],
    witnesses: &[],
};

impl Statuses for Bulk {
    fn columns() -> Vec<&'static str> {
        let words = STATUSES.iter().map(|status| status.word());
        words.chain(["flips"]).collect()
    }

    fn tell<'a>(&'a self, position: &Position, mut told: impl FnMut(usize, &'a str)) {
        let supply = position.supply(&Readings::default());
        for (unit, status) in self.data.units.iter().zip(&supply.units) {
            let list = STATUSES.iter().position(|known| Some(*known) == *status);
            if let Some(list) = list {
                told(list, &unit.id);
            }
        }
        for place in supply.flips.iter() {
            told(STATUSES.len(), &self.data.spaces[place].id);
        }
    }
}

/// The states of supply that units are listed by.
const STATUSES: [Status; 5] = [
    Status::Full,
    Status::Limited,
    Status::Disrupted,
    Status::LimitedDisrupted,
    Status::OutOfSupply,
];

impl Gauge for Bulk {
    const NUMBERS: &'static [&'static str] = &Price::NAMES;

    fn gauge<'a>(
        &self,
        position: &Position,
        attacks: impl Iterator<Item = Option<&'a str>>,
        mut told: impl FnMut(Result<Gauged>),
    ) {
        let styles = [Style::default(); 2];
        // What the attacks of a position share is found once.
        let waiting = waiting(position);
        for text in attacks {
            let text = match text {
                Some(text) => text,
                None if position.state().target().is_some() => "",
                None => {
                    told(Err(Error::bad("attack", "is missing")));
                    continue;
                }
            };
            let asked = match &waiting {
                Ok(waiting) => ask_waiting(waiting, text, &[]),
                Err(_) => ask(position, text, &[], false),
            };
            told(asked.and_then(|asked| {
                if !asked.legal() {
                    let rules = asked.violations.iter().map(|one| one.rule());
                    let rules = rules.chain(asked.objections.iter().map(|one| one.rule));
                    return Ok(Gauged::Illegal(rules.collect()));
                }
                let odds = asked.battle().odds_with(&styles[0], &styles[1]);
                let price = odds.and_then(|odds| Price::of(&odds));
                let price = price.map_err(|error| Error::bad("attack", error.to_string()))?;
                Ok(Gauged::Numbers(price.numbers().to_vec()))
            }));
        }
    }
}
