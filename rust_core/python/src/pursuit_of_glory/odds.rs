//! Odds of battles, and the attacks that could be declared.

use super::position::PursuitPosition;
use crate::errors::Failure;
use crate::evaluations;
use crate::run::detached;
use crate::table::Table;
use arrow_array::builder::{Float64Builder, ListBuilder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use engine::chance::TooFine;
use engine::error::Error;
use engine::orders::PASS;
use engine::threads;
use pursuit_of_glory::attacks::{
    self, AttackOffer, BattleQuery, Price, Waiting, Which, ask, folded, offers, price, waiting,
};
use pursuit_of_glory::board::BitSet;
use pursuit_of_glory::combat::{
    Battle, Declaration, Measure, Style, Thrift, figures_json, outcomes_json, part_json,
};
use pursuit_of_glory::data::{CardId, Data};
use pursuit_of_glory::declaration::change_json;
use pursuit_of_glory::orders::{Move, Order};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::sequence::evaluation::{Course, Measure as FinalMeasure};
use pursuit_of_glory::vocabulary::Side;
use pyo3::prelude::*;
use rayon::prelude::*;
use serde_json::{Value, json};
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

/// How a side takes losses: the name of a policy, and its weights.
type Named = (String, [i32; 5]);

fn style((name, weights): &Named) -> Result<Style, Error> {
    let [half_point, strength, first_step, removal, arrival] = *weights;
    match name.as_str() {
        "thrift" => Ok(Style::Thrift(Thrift {
            half_point,
            strength,
            first_step,
            removal,
            arrival,
        })),
        "fewest_steps" => Ok(Style::FewestSteps),
        "most_steps" => Ok(Style::MostSteps),
        other => {
            let names = ["thrift", "fewest_steps", "most_steps"];
            Err(Error::unknown("policy", "policy", other, names))
        }
    }
}

fn styles(given: &(Named, Named)) -> Result<[Style; 2], Error> {
    Ok([style(&given.0)?, style(&given.1)?])
}

fn sides(data: &Data, given: &[(String, String)]) -> Result<Vec<(CardId, Side)>, Error> {
    let read = |(card, side): &(String, String)| {
        let at = data.card("cards", card)?;
        let words = ["ap", "cp"];
        let named = Side::parse(side).filter(|side| *side != Side::Special);
        let named = named.ok_or_else(|| Error::unknown("cards", Side::WHAT, side, words))?;
        Ok((at, named))
    };
    given.iter().map(read).collect()
}

fn fine(error: TooFine) -> Error {
    Error::bad("attack", error.to_string())
}

/// What is wrong with what was asked, in the shape of the checker's violations.
fn broken(asked: &BattleQuery<'_>) -> Value {
    let position: &Position = &asked.waiting.position;
    let violations = asked.violations.iter().map(|one| {
        json!({
            "rule": one.rule(),
            "witness": one.witness(position.data()),
            "text": one.sentence(position),
            "owed": one.owed(),
        })
    });
    let objections = asked.objections.iter().map(
        |one| json!({"rule": one.rule, "witness": one.witness, "text": one.text, "owed": false}),
    );
    violations.chain(objections).collect()
}

/// The odds of an attack, or of the battle under way, as JSON: what is broken, the figures, and,
/// unless something is broken that is not tolerated, every outcome.
#[pyfunction]
pub(super) fn pursuit_odds(
    py: Python<'_>,
    position: &PursuitPosition,
    text: &str,
    cards: Vec<(String, String)>,
    policies: (Named, Named),
    force: bool,
) -> PyResult<String> {
    let at = &position.0;
    let told = detached(py, || -> Result<String, Error> {
        let styles = styles(&policies)?;
        let asked = ask(at, text, &sides(at.data(), &cards)?, force)?;
        let battle = asked.battle();
        let mut told = json!({
            "violations": broken(&asked),
            "supposed": asked.waiting.supposed,
            "under_way": asked.under_way,
            "defence_chosen": asked.chosen,
            "figures": figures_json(&battle),
        });
        if asked.legal() || force {
            let odds = battle.odds_with(&styles[0], &styles[1]).map_err(fine)?;
            told["outcomes"] = outcomes_json(&odds);
            told["bounds"] = bounds(&battle, &styles)?;
        }
        Ok(told.to_string())
    })?;
    Ok(told.map_err(Failure)?)
}

/// The orders of an attack, each once and with ids.
#[pyfunction]
pub(super) fn pursuit_attack_orders(
    position: &PursuitPosition,
    text: &str,
) -> Result<Vec<String>, Failure> {
    let data = position.0.data();
    let text = Move::parse_plan(&position.0, text)?.to_text(data, None);
    let orders = text.split("; ").filter(|order| *order != PASS);
    Ok(orders.map(str::to_owned).collect())
}

/// The figures of an attack, legal or not, as JSON.
#[pyfunction]
pub(super) fn pursuit_figures(
    position: &PursuitPosition,
    text: &str,
    cards: Vec<(String, String)>,
) -> Result<String, Failure> {
    let at = &position.0;
    let orders = Move::parse_plan(at, text)?;
    let declared = Declaration::read(at, &orders, &sides(at.data(), &cards)?)?;
    Ok(figures_json(&Battle::new(at, declared)).to_string())
}

/// The least and the most steps either side may be expected to lose by any legal way, the other
/// keeping to its policy.
fn bounds(battle: &Battle<'_>, styles: &[Style; 2]) -> Result<Value, Error> {
    let mut told = json!({});
    let measures = [Measure::AttackerSteps, Measure::DefenderSteps];
    for (role, (name, measure)) in ["attacker", "defender"].iter().zip(measures).enumerate() {
        let mut ends = Vec::new();
        for style in [Style::FewestSteps, Style::MostSteps] {
            let mut both = *styles;
            both[role] = style;
            let odds = battle.odds_with(&both[0], &both[1]).map_err(fine)?;
            let steps = odds.measure(measure).map_err(fine)?;
            ends.push(part_json(steps).trim_start_matches('-').to_owned());
        }
        told[*name] = json!(ends);
    }
    Ok(told)
}

fn priced(price: &Price) -> Value {
    let numbers = Price::NAMES.iter().zip(price.numbers());
    let numbers = numbers.map(|(name, number)| ((*name).to_owned(), part_json(number).into()));
    Value::Object(numbers.collect())
}

/// What every combat card would do that the sides hold, or any, as JSON.
#[pyfunction]
pub(super) fn pursuit_cards(
    py: Python<'_>,
    position: &PursuitPosition,
    text: &str,
    cards: Vec<(String, String)>,
    policies: (Named, Named),
    force: bool,
    any: bool,
) -> PyResult<String> {
    let at = &position.0;
    let told = detached(py, || -> Result<String, Error> {
        let styles = styles(&policies)?;
        let asked = ask(at, text, &sides(at.data(), &cards)?, force)?;
        let found = attacks::cards(&asked, any, &styles)?;
        let told = found.iter().map(|one| {
            let entry = &at.data().cards[one.card];
            json!({
                "card": entry.id,
                "name": entry.name,
                "side": one.side.word(),
                "moment": one.moment.map(|moment| moment.word()),
                "held": one.held,
                "asks": one.asks,
                "price": one.price.as_ref().map(priced),
            })
        });
        Ok(told.collect::<Value>().to_string())
    })?;
    Ok(told.map_err(Failure)?)
}

/// What each change of a battle is worth for a measure, as JSON.
#[pyfunction]
pub(super) fn pursuit_sensitivity(
    py: Python<'_>,
    position: &PursuitPosition,
    text: &str,
    cards: Vec<(String, String)>,
    policies: (Named, Named),
    force: bool,
    measure: &str,
) -> PyResult<String> {
    let at = &position.0;
    let told = detached(py, || -> Result<String, Error> {
        let names = Measure::ALL.iter().map(|measure| measure.word());
        let measure = Measure::parse(measure)
            .ok_or_else(|| Error::unknown("measure", Measure::WHAT, measure, names))?;
        let styles = styles(&policies)?;
        let asked = ask(at, text, &sides(at.data(), &cards)?, force)?;
        let battle = asked.battle();
        let found = battle.sensitivity_with(measure, &styles[0], &styles[1]);
        let found = found.map_err(fine)?;
        let changes = found.changes.iter().map(|worth| {
            let mut told = change_json(&battle, &worth.change);
            told["value"] = part_json(worth.value).into();
            told["gain"] = part_json(worth.gain).into();
            told
        });
        let changes: Value = changes.collect();
        Ok(json!({"value": part_json(found.value), "changes": changes}).to_string())
    })?;
    Ok(told.map_err(Failure)?)
}

/// What comes of an attack, or of the battle under way, in the end, as JSON: for each pair of
/// strategies the ends of each measure, how many positions were looked at, and whether all were.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(super) fn pursuit_evaluate_battle(
    py: Python<'_>,
    position: &PursuitPosition,
    text: &str,
    cards: Vec<(String, String)>,
    policies: (Named, Named),
    force: bool,
    strategies: Vec<(String, String)>,
    measures: Vec<String>,
    most: u64,
) -> PyResult<String> {
    let at = &position.0;
    let told = detached(py, || -> Result<String, Error> {
        let styles = styles(&policies)?;
        let pairs = evaluations::strategies(&strategies, styles.map(Some))?;
        let measures = evaluations::measures(&measures, FinalMeasure::ALL, FinalMeasure::word)?;
        let course = Course::read(at, text, &sides(at.data(), &cards)?, force)?;
        let found = course.evaluate(&pairs, &measures, most)?;
        Ok(evaluations::told(&found))
    })?;
    Ok(told.map_err(Failure)?)
}

/// Attacks of units that wait, with their prices: a table, how many sets were judged, on which places
/// not all were looked for, whether it is supposed that all wait, and who does.
///
/// With `texts` those are priced that somebody else has found.
#[pyfunction]
#[pyo3(signature = (position, every, targets, origins, most, texts = None))]
#[allow(clippy::type_complexity)]
pub(super) fn pursuit_attacks(
    py: Python<'_>,
    position: &PursuitPosition,
    every: bool,
    targets: Option<Vec<String>>,
    origins: Option<Vec<String>>,
    most: u64,
    texts: Option<Vec<String>>,
) -> PyResult<(Table, u64, Vec<String>, bool, Vec<String>)> {
    let at = &position.0;
    let data = at.data();
    let told = detached(py, || -> Result<_, Error> {
        let places = |field: &str, given: &Option<Vec<String>>| -> Result<Option<BitSet>, Error> {
            let Some(given) = given else { return Ok(None) };
            let read = given.iter().map(|id| data.space(field, id));
            read.collect::<Result<BitSet, Error>>().map(Some)
        };
        let (targets, origins) = (places("on", &targets)?, places("from", &origins)?);
        let waiting = waiting(at)?;
        let which = if every { Which::All } else { Which::Largest };
        let (found, judged, unfinished) = match &texts {
            None => {
                let found = offers(&waiting, which, targets.as_ref(), origins.as_ref(), most);
                (found.offers, found.judged, found.unfinished)
            }
            Some(texts) => (read_offers(&waiting, which, texts)?, 0, Vec::new()),
        };
        let state = waiting.position.state();
        let waits = (0..data.units.len()).filter(|unit| {
            state.get(pursuit_of_glory::state::Cell::Attacking(*unit)) > 0
                && state.get(pursuit_of_glory::state::Cell::Fought(*unit)) & 1 == 0
        });
        let waits: Vec<String> = waits.map(|unit| data.units[unit].id.clone()).collect();
        let table = table(&waiting, &found)?;
        let unfinished = unfinished
            .iter()
            .map(|place| data.spaces[*place].id.clone());
        let unfinished: Vec<String> = unfinished.collect();
        Ok((table, judged, unfinished, waiting.supposed, waits))
    })?;
    let (batch, judged, unfinished, supposed, waits) = told.map_err(Failure)?;
    let table = Table::of(batch.schema(), vec![batch]);
    Ok((table, judged, unfinished, supposed, waits))
}

fn read_offers(
    waiting: &Waiting<'_>,
    which: Which,
    texts: &[String],
) -> Result<Vec<AttackOffer>, Error> {
    let mut found = Vec::new();
    for text in texts {
        let orders = Move::parse_plan(&waiting.position, text)?;
        let mut offer = AttackOffer {
            target: 0,
            units: Vec::new(),
            pin: None,
            folded: 0,
        };
        for order in orders.orders() {
            match *order {
                Order::Attack { place } => offer.target = place,
                Order::Join { unit } => offer.units.push(unit),
                Order::Flank { place } => offer.pin = Some(place),
                _ => {}
            }
        }
        offer.units.sort_unstable();
        found.push(offer);
    }
    found.sort_by(|a, b| (a.target, &a.units, a.pin).cmp(&(b.target, &b.units, b.pin)));
    let sets: Vec<_> = found
        .iter()
        .map(|one| (one.target, one.units.clone()))
        .collect();
    for (offer, folded) in found.iter_mut().zip(folded(waiting, which, &sets)) {
        offer.folded = folded;
    }
    Ok(found)
}

/// Attacks and their prices as columns.
fn table(waiting: &Waiting<'_>, found: &[AttackOffer]) -> Result<RecordBatch, Error> {
    let data = waiting.position.data();
    let prices = threads::run(|| {
        let priced = found
            .par_iter()
            .map(|offer| price(&waiting.position, offer));
        priced.collect::<Result<Vec<Price>, Error>>()
    })??;
    let id = |unit: &usize| data.units[*unit].id.as_str();
    let (mut target, mut pin) = (StringBuilder::new(), StringBuilder::new());
    let mut text = StringBuilder::new();
    let mut units = ListBuilder::new(StringBuilder::new());
    let mut exact = ListBuilder::new(StringBuilder::new());
    let mut folded = UInt64Builder::new();
    let mut numbers: Vec<Float64Builder> =
        Price::NAMES.iter().map(|_| Float64Builder::new()).collect();
    for (offer, price) in found.iter().zip(&prices) {
        let place = |place: usize| data.spaces[place].id.as_str();
        let names: Vec<&str> = offer.units.iter().map(id).collect();
        let flank = offer
            .pin
            .map_or_else(String::new, |at| format!(" flank {}", place(at)));
        let names_text = names.join(",");
        text.append_value(format!(
            "attack {} with {names_text}{flank}",
            place(offer.target)
        ));
        target.append_value(place(offer.target));
        units.append_value(names.iter().map(Some));
        pin.append_option(offer.pin.map(place));
        folded.append_value(offer.folded);
        for (column, number) in numbers.iter_mut().zip(price.numbers()) {
            column.append_value(number.to_f64());
        }
        exact.append_value(
            price
                .numbers()
                .iter()
                .map(|number| Some(number.to_string())),
        );
    }
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("attack", Arc::new(text.finish())),
        ("target", Arc::new(target.finish())),
        ("units", Arc::new(units.finish())),
        ("pin", Arc::new(pin.finish())),
        ("folded", Arc::new(folded.finish())),
    ];
    for (name, mut column) in Price::NAMES.iter().zip(numbers) {
        columns.push((name, Arc::new(column.finish())));
    }
    columns.push(("exact", Arc::new(exact.finish())));
    RecordBatch::try_from_iter_with_nullable(
        columns
            .into_iter()
            .map(|(name, column)| (name, column, name == "pin")),
    )
    .map_err(|error| Error::bad("attacks", error.to_string()))
}

/// What the law of attacks is told: the facts of the position in which units wait, who is alike, and
/// whether it is supposed that all wait.
#[pyfunction]
pub(super) fn pursuit_attack_law(
    py: Python<'_>,
    position: &PursuitPosition,
) -> PyResult<(String, bool)> {
    let told = detached(py, || {
        let waiting = waiting(&position.0)?;
        let at: &Position = &waiting.position;
        let facts = format!("{}\n{}\n{}", at.facts(), at.attack_facts(), waiting.facts());
        Ok((facts, waiting.supposed))
    })?;
    Ok(told.map_err(Failure)?)
}

/// Seconds that the odds of an attack, and its figures, take, each the mean of so many rounds; and
/// those of looking for the largest attacks, and of pricing them, the least of a few.
#[pyfunction]
pub(super) fn pursuit_odds_bench(
    py: Python<'_>,
    position: &PursuitPosition,
    text: &str,
    rounds: u32,
) -> PyResult<(f64, f64)> {
    let at = &position.0;
    let told = detached(py, || -> Result<(f64, f64), Error> {
        let asked = ask(at, text, &[], true)?;
        let battle = asked.battle();
        let each = |start: Instant| start.elapsed().as_secs_f64() / f64::from(rounds.max(1));
        let start = Instant::now();
        for _ in 0..rounds {
            black_box(black_box(&battle).odds().map_err(fine)?);
        }
        let odds = each(start);
        let start = Instant::now();
        for _ in 0..rounds {
            black_box(
                ask(black_box(at), text, &[], true)?
                    .battle()
                    .odds()
                    .map_err(fine)?,
            );
        }
        Ok((odds, each(start)))
    })?;
    Ok(told.map_err(Failure)?)
}
