//! Attrition and victory of many positions (`docs/attrition.md`, `docs/victory.md`).

use super::position::Position;
use engine::names::vocabulary;
use tables::batch::answers::{Column, Named, Row};

vocabulary! {
    /// The columns of attrition.
    Starved, "column" {
        Lost = "lost", Turned = "turned", Placed = "ru_markers_placed",
        Removed = "ru_markers_removed", Vp = "vp", Jihad = "jihad", RuVp = "ru_vp",
    }
}

vocabulary! {
    /// The columns of victory.
    Ended, "column" {
        Track = "track", AfterWarStatus = "after_war_status", Final = "final", Level = "level",
        Winner = "winner", Points = "points", Ends = "ends", Due = "armistice_due",
        Items = "items",
    }
}

/// The columns that tell of attrition.
#[must_use]
pub fn attrition_columns() -> Vec<Named> {
    let column = |name: &Starved| match name {
        Starved::Lost | Starved::Turned | Starved::Placed | Starved::Removed => Column::List,
        Starved::Vp | Starved::Jihad | Starved::RuVp => Column::Number,
    };
    let columns = Starved::ALL.iter();
    columns.map(|name| (name.word(), column(name))).collect()
}

/// The columns that tell of victory.
#[must_use]
pub fn victory_columns() -> Vec<Named> {
    let column = |name: &Ended| match name {
        Ended::Track | Ended::AfterWarStatus | Ended::Final | Ended::Points => Column::Number,
        Ended::Level | Ended::Winner | Ended::Ends => Column::Word,
        Ended::Due => Column::Flag,
        Ended::Items => Column::List,
    };
    let columns = Ended::ALL.iter();
    columns.map(|name| (name.word(), column(name))).collect()
}

/// Tells what the Attrition Phase would do.
pub fn tell_attrition(position: &Position, row: &mut Row<'_>) {
    let data = position.data();
    let found = position.attrition();
    for loss in &found.lost {
        row.item(Starved::Lost as usize, &data.units[loss.unit].id);
    }
    for turn in &found.turns {
        let id = &data.spaces[turn.place].id;
        if turn.to.is_some() {
            row.item(Starved::Turned as usize, id);
        }
        match turn.marker {
            Some(true) => row.item(Starved::Placed as usize, id),
            Some(false) => row.item(Starved::Removed as usize, id),
            None => {}
        }
    }
    row.number(Starved::Vp as usize, found.vp);
    row.number(Starved::Jihad as usize, found.jihad);
    row.number(Starved::RuVp as usize, found.ru_vp);
}

/// Tells how the game would end.
pub fn tell_victory(position: &Position, row: &mut Row<'_>) {
    let found = position.victory();
    row.number(Ended::Track as usize, found.track);
    row.number(Ended::AfterWarStatus as usize, found.after_war_status);
    row.number(Ended::Final as usize, found.total);
    row.word(Ended::Level as usize, found.level.word());
    row.word(Ended::Winner as usize, found.level.winner().word());
    row.number(Ended::Points as usize, found.level.points().into());
    if let Some(ends) = found.ends {
        row.word(Ended::Ends as usize, ends.word());
    }
    row.flag(Ended::Due as usize, found.armistice_due);
    for line in &found.lines {
        row.item(Ended::Items as usize, line.item.word());
    }
}
