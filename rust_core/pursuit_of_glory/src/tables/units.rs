//! The counters: `units.csv` (3.2).

use super::map::is_id;
use crate::board::BitSet;
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::sheet::{Row, Sheet, words};
use std::collections::HashMap;

/// A unit's number, in the order of the table.
pub type UnitId = usize;

/// A loss factor; `?` is rolled in each combat (3.2-4).
pub type LossFactor = Option<u8>;

/// One row of `units.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the columns of the table, documented in its README"
)]
pub struct Unit {
    pub id: String,
    pub name: String,
    pub side: Side,
    pub nations: Vec<Nation>,
    pub size: Size,
    pub class: Class,
    pub unit_type: UnitType,
    /// Combat factor, loss factor and movement factor of the full side.
    pub full: Face,
    /// Combat factor, loss factor and movement factor of the reduced side.
    pub reduced: Face,
    pub hq_drm: Option<u8>,
    pub reduced_hq_drm: Option<u8>,
    pub limit: Option<Limit>,
    pub symbol: Option<Symbol>,
    pub boxed_mf: bool,
    pub supply_area: Vec<Area>,
    pub unique: bool,
    pub dual: bool,
    pub mounted: bool,
    pub can_sr: bool,
    pub stacks: bool,
    pub entry: String,
    pub aliases: Vec<String>,
    pub source: String,
    pub note: String,
    /// The tribe the unit belongs to, for tribes.
    pub tribe: Option<Tribe>,
}

/// The values on one side of a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Face {
    /// Combat factor; HQs and artillery have none.
    pub cf: Option<u8>,
    /// Loss factor; `None` for `?` and for HQs and artillery.
    pub lf: LossFactor,
    /// Movement factor.
    pub mf: u8,
}

impl Unit {
    /// Whether all that is printed on the counters is the same but for the name, and no rule names either.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let printed = |unit: &Self| {
            let kind = (unit.side, unit.size, unit.class, unit.unit_type);
            let marks = (unit.limit, unit.symbol, unit.tribe);
            let values = (unit.full, unit.reduced, unit.hq_drm, unit.reduced_hq_drm);
            let ways = (
                unit.boxed_mf,
                unit.dual,
                unit.mounted,
                unit.can_sr,
                unit.stacks,
            );
            (kind, marks, values, ways)
        };
        !self.unique
            && !other.unique
            && self.nations == other.nations
            && self.supply_area == other.supply_area
            && printed(self) == printed(other)
    }

    /// Whether the unit is of this nation (dual units are of both, 3.2-6).
    #[must_use]
    pub fn is_of(&self, nation: Nation) -> bool {
        self.nations.contains(&nation)
    }

    /// Whether it is of TU or TU-A.
    #[must_use]
    pub fn is_turkish(&self) -> bool {
        self.is_of(Nation::Tu) || self.is_of(Nation::TuA)
    }

    /// Whether it is a combat unit: regular, irregular or tribe (2.0.combat_unit-1).
    #[must_use]
    pub const fn is_combat(&self) -> bool {
        matches!(self.class, Class::Regular | Class::Irregular | Class::Tribe)
    }
}

const COLUMNS: &[&str] = &[
    "id",
    "name",
    "side",
    "nations",
    "size",
    "class",
    "type",
    "cf",
    "lf",
    "mf",
    "reduced_cf",
    "reduced_lf",
    "reduced_mf",
    "hq_drm",
    "reduced_hq_drm",
    "limit",
    "symbol",
    "boxed_mf",
    "supply_area",
    "unique",
    "dual",
    "mounted",
    "can_sr",
    "stacks",
    "entry",
    "aliases",
    "source",
    "note",
];

/// Reads the units. Returns them and their numbers by id.
pub(super) fn units(
    text: &str,
    problems: &mut Vec<TableProblem>,
) -> (Vec<Unit>, HashMap<String, UnitId>) {
    let sheet = Sheet::read("units.csv", text, COLUMNS, problems);
    let (mut units, mut by_id) = (Vec::new(), HashMap::new());
    for row in sheet.rows() {
        let unit = read(row, problems);
        if by_id.insert(unit.id.clone(), units.len()).is_some() {
            row.complain(problems, "id", format!("'{}' stands twice", unit.id));
        }
        units.push(unit);
    }
    if units.len() > BitSet::CAPACITY {
        problems.push(TableProblem {
            file: "units.csv".into(),
            row: 0,
            column: String::new(),
            message: format!(
                "has {} units; at most {} fit",
                units.len(),
                BitSet::CAPACITY
            ),
        });
        units.truncate(BitSet::CAPACITY);
    }
    (units, by_id)
}

fn read(row: Row<'_>, problems: &mut Vec<TableProblem>) -> Unit {
    let id = row.text("id").to_owned();
    if !is_id(&id) {
        row.complain(problems, "id", format!("'{id}' is not a lower-case id"));
    }
    let size = row.needed_word("size", words!(Size), Size::Scu, problems);
    let class = row.needed_word("class", words!(Class), Class::Regular, problems);
    let nations: Vec<_> = row
        .list("nations")
        .filter_map(|word| {
            let nation = Nation::parse(word);
            if nation.is_none() {
                row.complain(problems, "nations", format!("unknown nation '{word}'"));
            }
            nation
        })
        .collect();
    if nations.is_empty() && row.text("nations").is_empty() {
        row.complain(problems, "nations", "is blank; a nation is needed");
    }
    if size == Size::Lcu && class != Class::Regular {
        row.complain(problems, "class", "an LCU is always regular (3.2.1.1)");
    }
    let unit = Unit {
        name: row.text("name").into(),
        side: row.needed_word("side", words!(Side), Side::Ap, problems),
        size,
        class,
        unit_type: row.needed_word("type", words!(UnitType), UnitType::Infantry, problems),
        full: face(row, class, ["cf", "lf", "mf"], problems),
        reduced: face(
            row,
            class,
            ["reduced_cf", "reduced_lf", "reduced_mf"],
            problems,
        ),
        hq_drm: row.maybe_number("hq_drm", 0..=9, problems),
        reduced_hq_drm: row.maybe_number("reduced_hq_drm", 0..=9, problems),
        limit: row.word("limit", words!(Limit), problems),
        symbol: row.word("symbol", words!(Symbol), problems),
        boxed_mf: row.flag("boxed_mf", problems),
        supply_area: row
            .list("supply_area")
            .filter_map(|word| {
                let area = Area::parse(word);
                if area.is_none() {
                    row.complain(problems, "supply_area", format!("unknown area '{word}'"));
                }
                area
            })
            .collect(),
        unique: row.flag("unique", problems),
        dual: row.flag("dual", problems),
        mounted: row.flag("mounted", problems),
        can_sr: row.flag("can_sr", problems),
        stacks: row.flag("stacks", problems),
        entry: row.text("entry").into(),
        aliases: row.list("aliases").map(str::to_owned).collect(),
        source: row.text("source").into(),
        note: row.text("note").into(),
        tribe: if class == Class::Tribe {
            tribe_of(&id)
        } else {
            None
        },
        nations,
        id,
    };
    if unit.dual != (unit.nations.len() == 2) {
        row.complain(
            problems,
            "dual",
            "a unit is dual if, and only if, it has two nations",
        );
    }
    if class == Class::Tribe && unit.tribe.is_none() {
        row.complain(problems, "id", "a tribe's id starts with the tribe's name");
    }
    unit
}

/// Tribes are named by their colour, and numbered where there are two of them.
fn tribe_of(id: &str) -> Option<Tribe> {
    Tribe::parse(id).or_else(|| {
        Tribe::parse(
            id.trim_end_matches(|c: char| c.is_ascii_digit())
                .trim_end_matches('_'),
        )
    })
}

fn face(row: Row<'_>, class: Class, columns: [&str; 3], problems: &mut Vec<TableProblem>) -> Face {
    let [cf, lf, mf] = columns;
    let fights = !matches!(class, Class::Hq | Class::Artillery);
    let mf = row.number_in(mf, 0..=9, problems);
    if !fights {
        return Face {
            cf: None,
            lf: None,
            mf,
        };
    }
    Face {
        cf: Some(row.number_in(cf, 0..=9, problems)),
        lf: if row.text(lf) == "?" {
            None
        } else {
            Some(row.number_in(lf, 0..=9, problems))
        },
        mf,
    }
}
