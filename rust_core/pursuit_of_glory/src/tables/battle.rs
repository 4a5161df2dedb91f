//! Fire tables, terrain and modifiers of battles: `fire_tables`, `terrain_effects`, `combat_drms`
//! and `flank_attack` of `tables.toml` (12.2.8, 12.3, 12.4, 12.5).

use crate::vocabulary::*;
use engine::error::TableProblem;
use toml::Value;

/// The largest loss number a fire table may show.
const LARGEST: i64 = 9;
/// How far column shifts and modifiers count: more than any battle has.
const FAR: i8 = 12;

engine::names::vocabulary! {
    /// The fire tables (12.2.8.b).
    Table, "fire table" {
        /// For SCUs and forts.
        Light = "light",
        /// For a side with an LCU.
        Heavy = "heavy",
    }
}

/// One fire table: columns by strength, loss numbers by column and die (12.2.8.b-c).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FireTable {
    /// The lowest strength of each column, rising.
    strengths: Vec<u8>,
    /// By column, the loss numbers of the dice from 1 to 6.
    losses: Vec<[u8; 6]>,
}

impl FireTable {
    /// The column of a strength, the first being 0. A strength below the first column fires on
    /// it (12.1.2-3).
    #[must_use]
    pub fn column(&self, strength: u8) -> u8 {
        let below = self.strengths.iter().filter(|least| **least <= strength);
        let column = below.count().saturating_sub(1);
        u8::try_from(column).unwrap_or(u8::MAX)
    }

    /// A column moved to the right; shifts past the ends are ignored (12.2.8.b-3).
    #[must_use]
    pub fn shifted(&self, column: u8, shift: i8) -> u8 {
        let last = i16::try_from(self.losses.len()).unwrap_or(1).max(1) - 1;
        let moved = i16::from(column) + i16::from(shift.clamp(-FAR, FAR));
        u8::try_from(moved.clamp(0, last)).unwrap_or(0)
    }

    /// The strengths of a column, the last being open upwards.
    #[must_use]
    pub fn strengths(&self, column: u8) -> (u8, Option<u8>) {
        let at = usize::from(column);
        let next = self
            .strengths
            .get(at + 1)
            .map(|next| next.saturating_sub(1));
        (self.strengths.get(at).copied().unwrap_or(0), next)
    }

    /// The highest loss number of the table.
    #[must_use]
    pub fn highest(&self) -> u8 {
        self.losses.iter().flatten().copied().max().unwrap_or(0)
    }

    /// The loss numbers of a column for the rolls from 1 to 6 with a modifier; the die is held to
    /// 1 to 6 (12.2.8.a-2).
    #[must_use]
    pub fn loss_numbers(&self, column: u8, drm: i8) -> [u8; 6] {
        let losses = self.losses.get(usize::from(column)).copied();
        let losses = losses.unwrap_or_default();
        std::array::from_fn(|die| {
            let die = i16::try_from(die).unwrap_or(0) + i16::from(drm.clamp(-FAR, FAR));
            usize::try_from(die.clamp(0, 5)).map_or(0, |die| losses[die])
        })
    }
}

/// What terrain does in a battle.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ground {
    /// Columns the attacker's fire moves to the right; less than 0 to the left.
    pub attacker_shift: i8,
    /// Columns the defender's fire moves to the right.
    pub defender_shift: i8,
    /// The season of severe weather (12.5).
    pub severe_weather: Option<Season>,
    /// Areas where that season does no harm.
    pub mild: Vec<Area>,
}

/// The tables of battles.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct BattleTables {
    tables: [FireTable; Table::ALL.len()],
    terrain: [Ground; Terrain::ALL.len()],
    /// An attack over water only (12.3.4).
    pub water: Ground,
    /// Trenches of levels 1 and 2 (12.3.5).
    pub trenches: [Ground; 2],
    /// For the side that alone has cavalry, camels or armored cars (12.2.8.a-3).
    pub mounted: i8,
    /// For the Alpenkorps in mountains (12.2.8.a-5).
    pub alpenkorps: i8,
    /// For heavy artillery at full strength, and reduced (12.2.8.a-4).
    pub artillery: [i8; 2],
    /// What die and modifiers of a flank attempt need (12.4.3).
    pub flank_needed: i8,
    /// For each free space of a flank attempt (12.4.2-2).
    pub flank_free_space: i8,
}

impl BattleTables {
    /// A fire table.
    #[must_use]
    pub const fn table(&self, table: Table) -> &FireTable {
        &self.tables[table as usize]
    }

    /// What a terrain does.
    #[must_use]
    pub const fn terrain(&self, terrain: Terrain) -> &Ground {
        &self.terrain[terrain as usize]
    }

    /// Reads the tables.
    pub(super) fn read(tables: &toml::Table, problems: &mut Vec<TableProblem>) -> Self {
        let mut reader = Reader { tables, problems };
        let mut read = Self::default();
        for table in Table::ALL {
            read.tables[*table as usize] = reader.fire_table(*table);
        }
        for terrain in Terrain::ALL {
            read.terrain[*terrain as usize] = reader.ground(terrain.word());
        }
        read.water = reader.ground("water_crossing");
        read.trenches = ["trench_1", "trench_2"].map(|word| reader.ground(word));
        read.mounted = reader.drm("mounted", "drm");
        read.alpenkorps = reader.drm("alpenkorps", "drm");
        read.artillery = ["drm", "reduced_drm"].map(|key| reader.drm("heavy_artillery", key));
        let flank = tables.get("flank_attack");
        read.flank_needed = reader.number("flank_attack", flank, "needed", 1..=12);
        read.flank_free_space = reader.number("flank_attack", flank, "drm_per_free_space", 0..=6);
        read
    }
}

/// Reads what is wanted, and complains of what is missing.
struct Reader<'a> {
    tables: &'a toml::Table,
    problems: &'a mut Vec<TableProblem>,
}

impl Reader<'_> {
    fn complain(&mut self, column: &str, message: String) {
        self.problems.push(TableProblem {
            file: "tables.toml".into(),
            row: 0,
            column: column.into(),
            message,
        });
    }

    /// The entry of a list whose `key` is `word`.
    fn entry(&mut self, list: &str, key: &str, word: &str) -> Option<&Value> {
        let entries = self.tables.get(list).and_then(Value::as_array);
        let mut entries = entries.map_or(&[] as &[Value], Vec::as_slice).iter();
        let found = entries.find(|entry| entry.get(key).and_then(Value::as_str) == Some(word));
        if found.is_none() {
            self.complain(list, format!("has no entry '{word}'"));
        }
        found
    }

    fn number(
        &mut self,
        list: &str,
        entry: Option<&Value>,
        key: &str,
        range: std::ops::RangeInclusive<i64>,
    ) -> i8 {
        let number = entry.and_then(|entry| entry.get(key));
        let number = number.and_then(Value::as_integer);
        match number.filter(|number| range.contains(number)) {
            Some(number) => i8::try_from(number).unwrap_or(0),
            None => {
                let (start, end) = (range.start(), range.end());
                self.complain(list, format!("'{key}' is no number from {start} to {end}"));
                0
            }
        }
    }

    fn drm(&mut self, source: &str, key: &str) -> i8 {
        let entry = self.entry("combat_drms", "source", source).cloned();
        self.number("combat_drms", entry.as_ref(), key, -6..=6)
    }

    fn fire_table(&mut self, table: Table) -> FireTable {
        let entry = self.entry("fire_tables", "id", table.word()).cloned();
        let numbers = |value: &Value, most: i64| -> Option<Vec<u8>> {
            let numbers = value.as_array()?.iter().map(|number| {
                let number = number.as_integer().filter(|n| (0..=most).contains(n))?;
                u8::try_from(number).ok()
            });
            numbers.collect()
        };
        let read = || {
            let entry = entry.as_ref()?;
            let strengths = numbers(entry.get("strengths")?, 99)?;
            let rows = entry.get("losses")?.as_array()?.iter();
            let rows: Option<Vec<_>> = rows.map(|row| numbers(row, LARGEST)).collect();
            let rows = rows.filter(|rows| {
                rows.len() == 6 && rows.iter().all(|row| row.len() == strengths.len())
            })?;
            let column = |at: usize| std::array::from_fn(|die| rows[die][at]);
            Some(FireTable {
                losses: (0..strengths.len()).map(column).collect(),
                strengths,
            })
        };
        let rising = |table: &FireTable| {
            !table.strengths.is_empty() && table.strengths.is_sorted_by(|a, b| a < b)
        };
        read().filter(rising).unwrap_or_else(|| {
            let message = format!(
                "'{table}' is no fire table: rising strengths, and for each die a loss number from 0 \
                 to {LARGEST} a column, are needed"
            );
            self.complain("fire_tables", message);
            FireTable::default()
        })
    }

    fn ground(&mut self, word: &str) -> Ground {
        let Some(entry) = self.entry("terrain_effects", "terrain", word).cloned() else {
            return Ground::default();
        };
        let list = "terrain_effects";
        let season = entry.get("severe_weather").and_then(Value::as_str);
        let severe_weather = season.and_then(Season::parse);
        let areas = entry.get("severe_weather_not_in").and_then(Value::as_array);
        let areas = areas.map_or(&[] as &[Value], Vec::as_slice).iter();
        let areas: Vec<_> = areas
            .map(|area| area.as_str().and_then(Area::parse))
            .collect();
        if (season.is_some() && severe_weather.is_none()) || areas.contains(&None) {
            self.complain(list, format!("'{word}' names an unknown season or area"));
        }
        Ground {
            attacker_shift: self.number(list, Some(&entry), "attacker_shift", -9..=9),
            defender_shift: self.number(list, Some(&entry), "defender_shift", -9..=9),
            severe_weather,
            mild: areas.into_iter().flatten().collect(),
        }
    }
}
