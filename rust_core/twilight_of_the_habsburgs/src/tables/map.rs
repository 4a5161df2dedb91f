//! The map: `hexes.csv` and `hexsides.csv` (2.2).

use crate::board::{Few, Hexes};
use crate::vocabulary::*;
use engine::board::hex::{Hex, Layout, Shifted, Top};
use engine::error::TableProblem;
use engine::sheet::{Row, Sheet, words};
use std::collections::HashMap;

/// A hex's number: row by row from the south, each from the west.
pub type HexId = usize;

/// How hexes are numbered: odd rows lie half a hex further east.
pub const LAYOUT: Layout = Layout {
    top: Top::Pointy,
    shifted: Shifted::Odd,
};

/// A row of `hexes.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the columns of the table, documented in its README"
)]
pub struct MapHex {
    pub id: String,
    /// The printed number.
    pub number: String,
    pub row: u8,
    pub column: u8,
    pub hex: Hex,
    pub terrain: Terrain,
    pub towns: Vec<String>,
    pub city: bool,
    pub fortress: Option<Side>,
    pub fortress_name: String,
    pub coast: bool,
    pub lakeside: bool,
    pub rail: bool,
    /// By start line.
    pub depot: [Option<Side>; 2],
    /// By start line: on whose side it lies.
    pub side: [Option<Side>; 2],
    pub country: Option<Country>,
    pub edges: Vec<Edge>,
    pub source: String,
    pub note: String,
}

/// A row of `hexsides.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the columns of the table, documented in its README"
)]
pub struct Hexside {
    pub a: HexId,
    pub b: HexId,
    pub river: Option<String>,
    pub rail: Option<String>,
    pub trench: bool,
    pub barred: bool,
    pub source: String,
}

/// The hexes of a rectangle, row by row.
#[derive(Debug, Clone, Default)]
pub struct Map {
    /// The hexes.
    pub hexes: Vec<MapHex>,
    /// How many hexes a row has.
    pub width: usize,
    /// How many rows there are.
    pub height: usize,
    /// The row of the first hex.
    pub first_row: u8,
    /// The hexsides that anything is printed on.
    pub sides: Vec<Hexside>,
    /// The hexes with a fortress, in order.
    pub fortresses: Vec<HexId>,
    /// The hexes that are a depot in some year, in order.
    pub depots: Vec<HexId>,
    /// The numbers of hexes by their ids.
    pub ids: HashMap<String, HexId>,
    /// The hexes of towns by the ids of these.
    pub towns: HashMap<String, HexId>,
}

const COLUMNS: &[&str] = &[
    "id",
    "terrain",
    "town",
    "city",
    "fortress",
    "fortress_name",
    "coast",
    "lakeside",
    "rail",
    "depot_1917",
    "depot_1918",
    "side_1917",
    "side_1918",
    "country",
    "edges",
    "source",
    "note",
];
const SIDE_COLUMNS: &[&str] = &[
    "a", "b", "river", "rail", "trench", "barred", "source", "note",
];

/// Row and column of an id such as `h2208`.
fn coordinates(id: &str) -> Option<(u8, u8)> {
    let digits = id.strip_prefix('h')?;
    let printed = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let (row, column) = digits.split_at_checked(2).filter(|_| printed)?;
    Some((row.parse().ok()?, column.parse().ok()?))
}

/// Reads the map.
pub(super) fn map(hexes: &str, sides: &str, problems: &mut Vec<TableProblem>) -> Map {
    let mut map = Map::default();
    let sheet = Sheet::read("hexes.csv", hexes, COLUMNS, problems);
    let mut read: Vec<(MapHex, Row<'_>)> = Vec::new();
    for row in sheet.rows() {
        if let Some(hex) = hex(&row, problems) {
            read.push((hex, row));
        }
    }
    read.sort_by_key(|(hex, _)| (hex.row, hex.column));
    rectangle(&mut map, &read, problems);
    for (at, (hex, row)) in read.into_iter().enumerate() {
        if map.ids.insert(hex.id.clone(), at).is_some() {
            row.complain(problems, "id", format!("'{}' stands twice", hex.id));
        }
        for town in &hex.towns {
            if map.towns.insert(engine::names::as_id(town), at).is_some() {
                row.complain(problems, "town", format!("'{town}' stands twice"));
            }
        }
        if hex.fortress.is_some() {
            map.fortresses.push(at);
        }
        if hex.depot.iter().any(Option::is_some) {
            map.depots.push(at);
        }
        map.hexes.push(hex);
    }
    for (what, found) in [("fortresses", &map.fortresses), ("depots", &map.depots)] {
        if found.len() > Few::CAPACITY {
            let message = format!("has {} {what}; {} are the most", found.len(), Few::CAPACITY);
            problems.push(TableProblem {
                file: "hexes.csv".into(),
                row: 0,
                column: String::new(),
                message,
            });
        }
    }
    hexsides(&mut map, sides, problems);
    map
}

/// Proves the hexes to be a rectangle.
fn rectangle(map: &mut Map, read: &[(MapHex, Row<'_>)], problems: &mut Vec<TableProblem>) {
    let (Some((first, _)), Some((last, _))) = (read.first(), read.last()) else {
        return;
    };
    map.first_row = first.row;
    map.height = usize::from(last.row - first.row) + 1;
    map.width = read.len() / map.height;
    for (at, (hex, row)) in read.iter().enumerate() {
        let (line, along) = (at / map.width.max(1), at % map.width.max(1));
        let fits = usize::from(hex.row - first.row) == line
            && usize::from(hex.column) == usize::from(first.column) + along;
        if !fits {
            let message = "breaks the rectangle: every row has the same columns, each once";
            row.complain(problems, "id", message);
            return;
        }
    }
    if read.len() > Hexes::CAPACITY {
        let message = format!("are {} hexes; {} are the most", read.len(), Hexes::CAPACITY);
        problems.push(TableProblem {
            file: "hexes.csv".into(),
            row: 0,
            column: "id".into(),
            message,
        });
    }
}

fn hex(row: &Row<'_>, problems: &mut Vec<TableProblem>) -> Option<MapHex> {
    let id = row.text("id");
    let Some((line, column)) = coordinates(id) else {
        let message = format!("'{id}' is no hex: 'h' and four digits, such as h2208");
        row.complain(problems, "id", message);
        return None;
    };
    let side = |column: &str, problems: &mut Vec<_>| row.word(column, words!(Side), problems);
    let mut edges = Vec::new();
    for word in row.list("edges") {
        match Edge::parse(word) {
            Some(edge) => edges.push(edge),
            None => row.complain(problems, "edges", format!("'{word}' is none of n, e, s, w")),
        }
    }
    let terrain = row.needed_word("terrain", words!(Terrain), Terrain::Clear, problems);
    let hex = MapHex {
        number: id[1..].to_owned(),
        row: line,
        column,
        hex: LAYOUT.hex(column.into(), line.into()),
        terrain,
        towns: row.list("town").map(str::to_owned).collect(),
        city: row.flag("city", problems),
        fortress: side("fortress", problems),
        fortress_name: row.text("fortress_name").to_owned(),
        coast: row.flag("coast", problems),
        lakeside: row.flag("lakeside", problems),
        rail: row.flag("rail", problems),
        depot: [side("depot_1917", problems), side("depot_1918", problems)],
        side: [side("side_1917", problems), side("side_1918", problems)],
        country: row.word("country", words!(Country), problems),
        edges,
        source: row.text("source").to_owned(),
        note: row.text("note").to_owned(),
        id: id.to_owned(),
    };
    if hex.source.is_empty() {
        row.complain(problems, "source", "is blank");
    }
    let firm = terrain.is_firm();
    for (column, wrong) in [
        ("fortress", hex.fortress.is_some() && !firm),
        ("depot_1917", hex.depot[0].is_some() && !firm),
        ("depot_1918", hex.depot[1].is_some() && !firm),
        ("side_1917", firm && hex.side[0].is_none()),
        ("side_1918", firm && hex.side[1].is_none()),
        ("country", firm && hex.country.is_none()),
    ] {
        if wrong {
            let message = match firm {
                true => "is blank".to_owned(),
                false => format!("cannot be in {terrain}"),
            };
            row.complain(problems, column, message);
        }
    }
    Some(hex)
}

fn hexsides(map: &mut Map, text: &str, problems: &mut Vec<TableProblem>) {
    let sheet = Sheet::read("hexsides.csv", text, SIDE_COLUMNS, problems);
    let mut seen = HashMap::new();
    for row in sheet.rows() {
        let mut end = |column: &str| {
            let id = row.text(column);
            let found = map.ids.get(id).copied();
            if found.is_none() {
                row.complain(problems, column, format!("no hex '{id}'"));
            }
            found
        };
        let (Some(a), Some(b)) = (end("a"), end("b")) else {
            continue;
        };
        if map.hexes[a].hex.distance(map.hexes[b].hex) != 1 || a > b {
            let message = "is no neighbour of a, or stands in the wrong order";
            row.complain(problems, "b", message);
            continue;
        }
        if seen.insert((a, b), row.number()).is_some() {
            row.complain(problems, "a", "the hexside stands twice");
        }
        let side = Hexside {
            a,
            b,
            river: row.optional("river"),
            rail: row.optional("rail"),
            trench: row.flag("trench", problems),
            barred: row.flag("barred", problems),
            source: row.text("source").to_owned(),
        };
        if side.rail.is_some() && !(map.hexes[a].rail && map.hexes[b].rail) {
            row.complain(problems, "rail", "joins a hex that is no rail hex");
        }
        map.sides.push(side);
    }
}
