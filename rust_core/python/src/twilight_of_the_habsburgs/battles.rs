//! Odds of attacks, the attacks that could be declared, and the reckoning.

use super::moves::TwilightMove;
use super::position::{TwilightPosition, side};
use crate::errors::Failure;
use crate::evaluations;
use crate::run::detached;
use ::twilight_of_the_habsburgs::board::Hexes;
use ::twilight_of_the_habsburgs::combat::{
    Attack, AttackOption, Change, Figures, Strength, Wanted,
};
use ::twilight_of_the_habsburgs::front::Front;
use ::twilight_of_the_habsburgs::sequence::evaluation::{Course, Measure};
use ::twilight_of_the_habsburgs::victory::Item;
use ::twilight_of_the_habsburgs::vocabulary::*;
use engine::error::Error;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Where an attack stands in a list of them: units, hex, table, how many it stands for besides, the
/// column that is read, what each face shows, and the steps of both sides.
type Told = (
    Vec<String>,
    String,
    &'static str,
    u64,
    usize,
    Vec<&'static str>,
    (u32, u32),
    bool,
);

fn words(shows: &[CombatResult]) -> Vec<&'static str> {
    shows.iter().map(|result| result.word()).collect()
}

impl TwilightPosition {
    fn option(&self, front: &Front<'_>, option: &AttackOption) -> Told {
        let attack = &option.attack;
        let figures = front.figures(attack, || *front.enemy_zones(attack.side));
        let units = attack.units.iter();
        (
            units.map(|unit| self.unit_id(unit).to_owned()).collect(),
            self.id(attack.hex).to_owned(),
            attack.table.word(),
            option.folded,
            figures.read + 1,
            words(&figures.shows),
            figures.steps(),
            figures.fortress.is_some(),
        )
    }

    /// The hexes with hidden units that a side could attack from some hexes.
    fn hidden_targets(&self, side: Side, origins: &Hexes) -> Hexes {
        let front = self.0.front();
        let own = front.present[side as usize].iter();
        let own = own.filter(|unit| front.hex(*unit).is_some_and(|from| origins.contains(from)));
        own.flat_map(|unit| front.attackable(side, unit))
            .filter(|hex| self.0.state().beneath_in(*hex) > 0)
            .collect()
    }

    fn figures<'py>(
        &self,
        py: Python<'py>,
        attack: &Attack,
        figures: &Figures,
    ) -> PyResult<Bound<'py, PyDict>> {
        let entry = PyDict::new(py);
        let charts = &self.data().combat;
        let listed = |units: &[Strength]| -> Vec<(String, u8, u8)> {
            let told = |each: &Strength| {
                (
                    self.unit_id(each.unit).to_owned(),
                    each.strength,
                    each.factor,
                )
            };
            units.iter().map(told).collect()
        };
        let columns: Vec<String> = charts.column_names().collect();
        entry.set_item("several", charts.several)?;
        entry.set_item("side", attack.side.word())?;
        entry.set_item("hex", self.id(attack.hex))?;
        entry.set_item("table", attack.table.word())?;
        entry.set_item("attackers", listed(&figures.attackers))?;
        entry.set_item("defenders", listed(&figures.defenders))?;
        let fortress = figures.fortress;
        entry.set_item(
            "fortress",
            fortress.map(|each| (each.strength, each.factor)),
        )?;
        entry.set_item("bonuses", figures.bonuses.names.to_vec())?;
        entry.set_item("attack", figures.attack)?;
        entry.set_item("defence", figures.defence)?;
        entry.set_item("columns", columns)?;
        entry.set_item("column", figures.column + 1)?;
        entry.set_item("read", figures.read + 1)?;
        let shifts = figures.shifts.iter().map(|(why, by)| (why.word(), *by));
        entry.set_item("shifts", shifts.collect::<Vec<_>>())?;
        let modifiers = figures.modifiers.iter().map(|(why, by)| (why.word(), *by));
        entry.set_item("modifiers", modifiers.collect::<Vec<_>>())?;
        entry.set_item("shows", words(&figures.shows))?;
        entry.set_item("steps", figures.steps())?;
        Ok(entry)
    }
}

/// The attack of a move, or the attack under way before its die falls.
fn attack_of(this: &TwilightPosition, made: Option<&Bound<'_, TwilightMove>>) -> PyResult<Attack> {
    let (found, field, none) = match made {
        Some(made) => (
            this.0.declared_attack(this.own(made)?),
            "attack",
            "names no attack; one is: attack UNIT,UNIT HEX TABLE",
        ),
        None => {
            let battle = this.0.state().battle();
            let thrown = battle.is_none_or(|battle| battle.result().is_some());
            (
                this.0.front().attack_under_way().filter(|_| !thrown),
                "position",
                "has no attack under way whose die is to fall",
            )
        }
    };
    let attack = found.ok_or_else(|| Failure(Error::bad(field, none)))?;
    this.0
        .knows_units_in(attack.hex, "the odds of an attack turn on who defends")
        .map_err(Failure)?;
    Ok(attack)
}

/// A change: its kind, what it is about, what each face of the die shows with it, the steps of both
/// sides, and whether a fortress defends.
type Changed = (&'static str, String, Vec<&'static str>, (u32, u32), bool);

/// The figures of the attack of a move, or of the attack under way, with one thing different.
#[pyfunction]
pub(super) fn twilight_changes(
    position: &Bound<'_, TwilightPosition>,
    made: Option<&Bound<'_, TwilightMove>>,
) -> PyResult<Vec<Changed>> {
    let this = position.get();
    let attack = attack_of(this, made)?;
    let found = this.0.front().changes(&attack);
    let told = found.iter().map(|(change, figures)| {
        let unit = |unit: usize| this.unit_id(unit).to_owned();
        let (kind, about) = match *change {
            Change::Die(by) => ("die", format!("{by:+}")),
            Change::Columns(by) => ("columns", format!("{by:+}")),
            Change::Table(table) => ("table", table.word().to_owned()),
            Change::Marker(shift) => ("marker", shift.word().to_owned()),
            Change::Without(one) => ("without", unit(one)),
            Change::Join(one) => ("join", unit(one)),
            Change::NoShift(shift) => ("no_shift", shift.word().to_owned()),
            Change::NoModifier(modifier) => ("no_modifier", modifier.word().to_owned()),
            Change::NoBonus(name) => ("no_bonus", name.to_owned()),
            Change::NoSurprise => ("no_surprise", String::new()),
            Change::Gone(one) => ("gone", unit(one)),
            Change::Reduced(one) => ("reduced", unit(one)),
            Change::Restored(one) => ("restored", unit(one)),
            Change::Entrenched(one) => ("entrenched", unit(one)),
            Change::Mobile(one) => ("mobile", unit(one)),
            Change::NoFortress => ("no_fortress", String::new()),
        };
        let shows = words(&figures.shows);
        (
            kind,
            about,
            shows,
            figures.steps(),
            figures.fortress.is_some(),
        )
    });
    Ok(told.collect())
}

/// The figures of the attack of a move, or of the attack under way; see `TwilightPosition.figures`.
#[pyfunction]
#[pyo3(signature = (position, made = None))]
pub(super) fn twilight_figures<'py>(
    py: Python<'py>,
    position: &Bound<'py, TwilightPosition>,
    made: Option<&Bound<'py, TwilightMove>>,
) -> PyResult<Bound<'py, PyDict>> {
    let this = position.get();
    let attack = attack_of(this, made)?;
    let figures = this.0.figures(&attack);
    this.figures(py, &attack, &figures)
}

/// What comes of the attack of a move, or of the attack under way, in the end, as JSON; see
/// `evaluations::told`. Whether the move breaks rules is not asked.
#[pyfunction]
#[pyo3(signature = (position, made, strategies, measures, most))]
pub(super) fn twilight_evaluate_battle(
    py: Python<'_>,
    position: &Bound<'_, TwilightPosition>,
    made: Option<&Bound<'_, TwilightMove>>,
    strategies: Vec<(String, String)>,
    measures: Vec<String>,
    most: u64,
) -> PyResult<String> {
    let this = position.get();
    let made = made.map(|made| this.own(made)).transpose()?;
    let told = detached(py, || -> Result<String, Error> {
        let pairs = evaluations::strategies(&strategies, [None, None])?;
        let measures = evaluations::measures(&measures, Measure::ALL, Measure::word)?;
        let course = match made {
            Some(made) => Course::declared(&this.0, made)?,
            None => Course::under_way(&this.0)?,
        };
        Ok(evaluations::told(
            &course.evaluate(&pairs, &measures, most)?,
        ))
    })?;
    Ok(told.map_err(Failure)?)
}

/// The attacks that a side could declare, and the hexes on which not all of them were looked for.
#[pyfunction]
pub(super) fn twilight_attacks(
    position: &Bound<'_, TwilightPosition>,
    word: &str,
    origins: Option<Vec<String>>,
    targets: Option<Vec<String>>,
    every: bool,
    most: u64,
) -> Result<(Vec<Told>, Vec<String>), Failure> {
    let this = position.get();
    let side = side(word)?;
    let all = || Hexes::below(this.data().map.hexes.len());
    let hexes = |field: &str, given: Option<Vec<String>>| -> Result<Hexes, Error> {
        let Some(given) = given else { return Ok(all()) };
        given.iter().map(|id| this.data().hex(field, id)).collect()
    };
    this.0.knows_choices(side)?;
    // Who defends where units are hidden is shown by the attack (13.11).
    let (origins, targets) = (hexes("origin", origins)?, hexes("target", targets)?);
    let closed = this.hidden_targets(side, &origins) & targets;
    let wanted = Wanted {
        origins,
        targets: targets - closed,
        every,
        most,
    };
    let front = this.0.front();
    let (found, unfinished) = front.attack_options(side, &wanted);
    let told = found.iter().map(|option| this.option(&front, option));
    let unfinished = closed | unfinished.into_iter().collect();
    let unfinished = unfinished.iter().map(|hex| this.id(hex).to_owned());
    Ok((told.collect(), unfinished.collect()))
}

/// As `twilight_attacks`, of attacks that somebody else has found; `folded` says whether each stands
/// for others.
#[pyfunction]
pub(super) fn twilight_attacks_found(
    position: &Bound<'_, TwilightPosition>,
    made: Vec<Bound<'_, TwilightMove>>,
    folded: bool,
) -> PyResult<(Vec<Told>, Vec<String>)> {
    let this = position.get();
    let front = this.0.front();
    let (mut told, mut closed) = (Vec::new(), Hexes::EMPTY);
    for made in &made {
        let none = || Failure(Error::bad("attack", "names no attack"));
        let attack = this.0.declared_attack(this.own(made)?).ok_or_else(none)?;
        // Who defends where units are hidden is shown by the attack (13.11).
        if this.0.knows_units_in(attack.hex, "").is_err() {
            closed.insert(attack.hex);
            continue;
        }
        let folded = if folded { front.folded(&attack) } else { 0 };
        told.push(this.option(&front, &AttackOption { attack, folded }));
    }
    Ok((
        told,
        closed.iter().map(|hex| this.id(hex).to_owned()).collect(),
    ))
}

/// The units of the side that acts that may attack, each with the next of those that are alike.
#[pyfunction]
pub(super) fn twilight_alike(position: &Bound<'_, TwilightPosition>) -> Vec<(String, String)> {
    let this = position.get();
    let Some(side) = this.0.state().active() else {
        return Vec::new();
    };
    let id = |unit: usize| this.unit_id(unit).to_owned();
    let pairs = this.0.front().alike(side).into_iter();
    pairs.map(|(one, other)| (id(one), id(other))).collect()
}

/// How the game would end if it ended now: `scores` (side, item, what it is about, points), `margin`,
/// `surrender`, `level` and `winner`.
#[pyfunction]
pub(super) fn twilight_reckoning<'py>(
    py: Python<'py>,
    position: &Bound<'py, TwilightPosition>,
) -> PyResult<Bound<'py, PyDict>> {
    let this = position.get();
    let reckoning = this.0.front().reckoning();
    let scores: Vec<_> = reckoning
        .scores
        .iter()
        .map(|(side, item, points)| {
            let (kind, about) = match item {
                Item::Steps => ("steps", None),
                Item::Headquarters => ("headquarters", None),
                Item::Place(town) => ("place", Some(town.as_str())),
                Item::Depot(hex) => ("depot", Some(this.id(*hex))),
            };
            (side.word(), kind, about, *points)
        })
        .collect();
    let entry = PyDict::new(py);
    entry.set_item("scores", scores)?;
    entry.set_item("margin", reckoning.margin)?;
    entry.set_item("surrender", reckoning.surrender)?;
    entry.set_item("level", reckoning.level.word())?;
    entry.set_item("winner", reckoning.level.winner().map(Side::word))?;
    Ok(entry)
}
