//! Attrition, sieges and victory as dictionaries.

use pursuit_of_glory::attrition::{Attrition, AttritionLoss, Turn};
use pursuit_of_glory::position::Position;
use pursuit_of_glory::vocabulary::Side;
use pyo3::prelude::*;
use pyo3::types::PyDict;

fn loss_entry<'py>(
    py: Python<'py>,
    position: &Position,
    loss: &AttritionLoss,
) -> PyResult<Bound<'py, PyDict>> {
    let data = position.data();
    let entry = PyDict::new(py);
    entry.set_item("unit", &data.units[loss.unit].id)?;
    entry.set_item("space", &data.spaces[loss.place].id)?;
    entry.set_item("rule", loss.rule())?;
    entry.set_item("text", loss.text(position))?;
    Ok(entry)
}

fn turn_entry<'py>(
    py: Python<'py>,
    position: &Position,
    turn: &Turn,
) -> PyResult<Bound<'py, PyDict>> {
    let entry = PyDict::new(py);
    entry.set_item("space", &position.data().spaces[turn.place].id)?;
    match turn.to {
        Some(side) => entry.set_item("to", side.word())?,
        None => entry.set_item("holder", turn.holder.map(Side::word))?,
    }
    entry.set_item("vp", turn.vp)?;
    entry.set_item("jihad", turn.jihad)?;
    entry.set_item("ru_vp", turn.ru_vp)?;
    let marker = turn.marker.map(|on| if on { "placed" } else { "removed" });
    entry.set_item("ru_marker", marker)?;
    entry.set_item("rule", turn.rule())?;
    entry.set_item("text", turn.text(position))?;
    Ok(entry)
}

/// A share of six as a fraction in lowest terms.
fn sixths(rolls: u32) -> String {
    match rolls {
        0 => "0".into(),
        2 => "1/3".into(),
        3 => "1/2".into(),
        4 => "2/3".into(),
        6 => "1".into(),
        other => format!("{other}/6"),
    }
}

/// What the Attrition Phase would do.
pub(super) fn attrition_entry<'py>(
    py: Python<'py>,
    position: &Position,
) -> PyResult<Bound<'py, PyDict>> {
    let data = position.data();
    let found: Attrition = position.attrition();
    let entry = PyDict::new(py);
    let losses = |losses: &[AttritionLoss]| -> PyResult<Vec<_>> {
        let entries = losses.iter().map(|loss| loss_entry(py, position, loss));
        entries.collect()
    };
    let turns = |turned: bool| -> PyResult<Vec<_>> {
        let wanted = found
            .turns
            .iter()
            .filter(|turn| turn.to.is_some() == turned);
        wanted.map(|turn| turn_entry(py, position, turn)).collect()
    };
    entry.set_item("lost", losses(&found.lost)?)?;
    entry.set_item("spared", losses(&found.spared)?)?;
    entry.set_item("turned", turns(true)?)?;
    entry.set_item("held", turns(false)?)?;
    entry.set_item("vp", found.vp)?;
    entry.set_item("jihad", found.jihad)?;
    entry.set_item("ru_vp", found.ru_vp)?;
    let jihad_unit = found.jihad_unit.map(|unit| &data.units[unit].name);
    entry.set_item("jihad_rule", jihad_unit.map(|_| "16.3.1.1-7"))?;
    let text = jihad_unit.map(|name| {
        format!("{name} is lost for want of supply outside the Balkans: the Jihad level rises.")
    });
    entry.set_item("jihad_text", text)?;
    let galicia = match &found.galicia {
        None => None,
        Some(die) => {
            let ids = die.replacements.iter().map(|unit| &data.units[*unit].id);
            let entry = PyDict::new(py);
            entry.set_item("unit", &data.units[die.unit].id)?;
            entry.set_item("loss_factor", die.loss_factor)?;
            entry.set_item("reduced", die.reduced)?;
            entry.set_item("loses", sixths(die.losing_rolls()))?;
            entry.set_item("replacements", ids.collect::<Vec<_>>())?;
            entry.set_item("rule", "18.5.a-1")?;
            Some(entry)
        }
    };
    entry.set_item("galicia", galicia)?;
    Ok(entry)
}

/// The besieged forts, each with who besieges it and the odds that it surrenders.
pub(super) fn siege_entries<'py>(
    py: Python<'py>,
    position: &Position,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let entry = |die: &pursuit_of_glory::sequence::SiegeDie| {
        let entry = PyDict::new(py);
        entry.set_item("space", &position.data().spaces[die.place].id)?;
        entry.set_item("besieger", die.besieger.word())?;
        entry.set_item("strength", die.strength)?;
        entry.set_item("surrenders", sixths(die.winning_rolls()))?;
        entry.set_item("rule", "15.3.1-1")?;
        Ok(entry)
    };
    position.siege_dice().iter().map(entry).collect()
}

/// How the game would end if it ended now.
pub(super) fn victory_entry<'py>(
    py: Python<'py>,
    position: &Position,
) -> PyResult<Bound<'py, PyDict>> {
    let found = position.victory();
    let line = |step: &str, item: &str, vp: i32, rule: &str, text: &str, subjects: Vec<&str>| {
        let entry = PyDict::new(py);
        entry.set_item("step", step)?;
        entry.set_item("item", item)?;
        entry.set_item("vp", vp)?;
        entry.set_item("rule", rule)?;
        entry.set_item("text", text)?;
        entry.set_item("subjects", subjects)?;
        Ok::<_, PyErr>(entry)
    };
    let track = "The VP marker.";
    let mut ledger = vec![line(
        "track",
        "track",
        found.track,
        "5.1.1-1",
        track,
        Vec::new(),
    )?];
    for told in &found.lines {
        let (item, text) = (told.item, position.line_text(told));
        let subjects = position.line_subjects(told);
        let step = item.step().word();
        ledger.push(line(
            step,
            item.word(),
            told.vp,
            item.rule(),
            &text,
            subjects,
        )?);
    }
    let entry = PyDict::new(py);
    entry.set_item("ledger", ledger)?;
    entry.set_item("track", found.track)?;
    entry.set_item("after_war_status", found.after_war_status)?;
    entry.set_item("final", found.total)?;
    entry.set_item("cp_automatic_victory", found.marker)?;
    entry.set_item("ends", found.ends.map(|ends| ends.word()))?;
    entry.set_item("armistice_due", found.armistice_due)?;
    entry.set_item("level", found.level.word())?;
    entry.set_item("winner", found.level.winner().word())?;
    entry.set_item("points", found.level.points())?;
    entry.set_item("rule", found.rule())?;
    entry.set_item("text", found.text())?;
    Ok(entry)
}
