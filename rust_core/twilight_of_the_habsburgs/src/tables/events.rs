//! The event table: `events.toml` (5.0).

use super::keys::Keys;
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::sheet::words;

/// The sums of two dice: the first and the last number of the table.
const ROLLS: [u8; 2] = [2, 12];
/// No shift or cost is higher.
const MOST: u8 = 9;

/// An entry of the table: what it does in its turn.
#[derive(Debug, Clone, Default)]
pub struct Event {
    /// Its name, as an id.
    pub name: String,
    /// What people call it.
    pub title: String,
    /// Does it allow gas (13.8)?
    pub gas: bool,
    /// Does it give the central side the marker of 13.5?
    pub bombardment: bool,
    /// Do the emergency reinforcements come (5.0-4)?
    pub reinforcements: bool,
    /// The columns by which attacks of each side shift.
    pub shifts: [i8; 2],
    /// What a river costs besides.
    pub river: u8,
    /// What each terrain costs besides.
    pub terrain: [u8; Terrain::COUNT],
    /// Is there no air reconnaissance (13.12)?
    pub no_scouting: bool,
    /// Do the points of this turn's schedule of a side not come?
    pub points_lost: [bool; 2],
}

impl Event {
    /// What it does.
    pub fn effects(&self) -> impl Iterator<Item = Effect> + '_ {
        let has = |effect: &Effect| match effect {
            Effect::Gas => self.gas,
            Effect::Bombardment => self.bombardment,
            Effect::Reinforcements => self.reinforcements,
            Effect::Shift => self.shifts != [0; 2],
            Effect::River => self.river > 0,
            Effect::Terrain => self.terrain != [0; Terrain::COUNT],
            Effect::NoScouting => self.no_scouting,
            Effect::PointsLost => self.points_lost != [false; 2],
        };
        Effect::ALL.iter().copied().filter(has)
    }
}

/// The entries of the table, by the sum of the dice.
#[derive(Debug, Clone, Default)]
pub struct Events(Vec<Event>);

impl Events {
    /// The entry of a sum of two dice; `None` where no dice have fallen.
    #[must_use]
    pub fn of(&self, roll: u16) -> Option<&Event> {
        let at = usize::from(roll).checked_sub(ROLLS[0].into())?;
        self.0.get(at)
    }

    pub(super) fn read(file: &toml::Table, problems: &mut Vec<TableProblem>) -> Self {
        let keys = Keys::new("events.toml", file);
        let [first, last] = ROLLS;
        let mut found: Vec<Option<Event>> = vec![None; usize::from(last - first) + 1];
        for row in keys.tables("events", problems) {
            let roll = row.number("roll", first..=last, problems);
            let event = event(&row, problems);
            let place = found.get_mut(usize::from(roll - first));
            if place.is_some_and(|place| place.replace(event).is_some()) {
                row.complain(problems, "roll", format!("{roll} stands twice"));
            }
        }
        for (roll, event) in (first..).zip(&found) {
            if event.is_none() {
                keys.complain(problems, "events", format!("none has the roll {roll}"));
            }
        }
        Self(found.into_iter().map(Option::unwrap_or_default).collect())
    }
}

fn event(row: &Keys<'_>, problems: &mut Vec<TableProblem>) -> Event {
    let known = |key: &&str| {
        matches!(*key, "roll" | "event" | "title" | "source") || Effect::parse(key).is_some()
    };
    for key in row.names().filter(|key| !known(key)) {
        let words = Effect::ALL.iter().map(|effect| effect.word());
        let hint = engine::names::nearest(key, words)
            .map_or_else(String::new, |word| format!("; did you mean '{word}'?"));
        row.complain(problems, key, format!("no such effect{hint}"));
    }
    let mut event = Event {
        name: row.text("event", problems).to_owned(),
        title: row.text("title", problems).to_owned(),
        gas: row.flag("gas", problems),
        bombardment: row.flag("bombardment", problems),
        reinforcements: row.flag("reinforcements", problems),
        river: row.maybe_number("river", 1..=MOST, problems).unwrap_or(0),
        no_scouting: row.flag("no_scouting", problems),
        ..Event::default()
    };
    if row.text("source", problems).is_empty() {
        row.complain(problems, "source", "is blank");
    }
    if row.value("shift").is_some() {
        let shift = row.table("shift", problems);
        for side in shift.names().filter(|side| Side::parse(side).is_none()) {
            shift.complain(problems, side, "no such side");
        }
        for side in Side::BOTH {
            if let Some(columns) = shift.maybe_shift(side.word(), MOST, problems) {
                event.shifts[side as usize] = columns;
            }
        }
    }
    if row.value("terrain").is_some() {
        let costs = row.table("terrain", problems);
        for terrain in costs.names().filter(|key| Terrain::parse(key).is_none()) {
            costs.complain(problems, terrain, "no such terrain");
        }
        for terrain in Terrain::ALL {
            let cost = costs.maybe_number(terrain.word(), 1..=MOST, problems);
            event.terrain[*terrain as usize] = cost.unwrap_or(0);
        }
    }
    for side in row.words("points_lost", words!(Side), problems) {
        event.points_lost[side as usize] = true;
    }
    event
}
