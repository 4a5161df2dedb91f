//! The map: `spaces.csv` and `connections.csv` (3.1).

use crate::board::{BitSet, Graph, Joins};
use crate::vocabulary::*;
use engine::error::TableProblem;
use engine::names::nearest;
use engine::sheet::{Sheet, words};
use std::collections::HashMap;

/// A place's number: spaces, regions, island bases and beachheads first, then the boxes.
pub type PlaceId = usize;

/// One row of `spaces.csv`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the columns of the table, documented in its README"
)]
pub struct Space {
    pub id: String,
    pub name: String,
    pub city: Option<String>,
    pub kind: Kind,
    pub map: Map,
    pub area: Area,
    pub country: Option<Country>,
    pub colour: Control,
    pub terrain: Option<Terrain>,
    pub vp: u8,
    pub russian_vp: bool,
    pub fort: u8,
    pub port: Option<Sea>,
    pub coast: Option<Sea>,
    pub capital_of: Option<Country>,
    pub jihad_city: bool,
    pub tribe: Option<Tribe>,
    pub armenian_uprising: bool,
    pub oil_field: bool,
    pub restricted_area: Option<RestrictedArea>,
    pub revolt_rating_cp_unit: Option<u8>,
    pub revolt_rating: Option<u8>,
    pub island_base: Option<PlaceId>,
    pub shore: Option<PlaceId>,
    pub aliases: Vec<String>,
    pub source: String,
    pub note: String,
}

/// One row of `connections.csv`; `a` and `b` are places on the map.
#[derive(Debug, Clone, PartialEq, Eq)]
#[allow(
    missing_docs,
    reason = "the columns of the table, documented in its README"
)]
pub struct Connection {
    pub a: PlaceId,
    pub b: PlaceId,
    pub link: Link,
    pub nations: Vec<Nation>,
    pub crossing: Crossing,
    pub strait: Option<u8>,
    pub coloured_rail: bool,
    pub gallipoli_gateway: bool,
    pub no_tribes: bool,
    pub caspian: bool,
    pub not_ana: bool,
    pub completed_by: Option<String>,
    pub rail_for: Option<Side>,
    pub source: String,
    pub note: String,
}

impl Connection {
    /// The other end, seen from one end.
    #[must_use]
    pub const fn other(&self, end: PlaceId) -> PlaceId {
        if end == self.a { self.b } else { self.a }
    }

    /// The sides whose nations are named; `None` if anybody may use the connection.
    #[must_use]
    pub fn side_named(&self) -> Option<Side> {
        let nation = self.nations.first()?;
        Some(match nation {
            Nation::AnyCp | Nation::Senussi => Side::Cp,
            _ => Side::Ap,
        })
    }
}

const SPACE_COLUMNS: &[&str] = &[
    "id",
    "name",
    "city",
    "kind",
    "map",
    "area",
    "country",
    "colour",
    "terrain",
    "vp",
    "russian_vp",
    "fort",
    "port",
    "coast",
    "capital_of",
    "jihad_city",
    "tribe",
    "armenian_uprising",
    "oil_field",
    "restricted_area",
    "revolt_rating_cp_unit",
    "revolt_rating",
    "island_base",
    "shore",
    "aliases",
    "source",
    "note",
];
const CONNECTION_COLUMNS: &[&str] = &[
    "a",
    "b",
    "type",
    "nations",
    "water_crossing",
    "strait",
    "flags",
    "source",
    "note",
];

/// Ids are lower case, digits and underscores, so that they are constants in the law too.
pub(super) fn is_id(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_lowercase())
        && word
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Reads the places. Returns them (map first, boxes last) and their numbers by id.
pub(super) fn spaces(
    text: &str,
    problems: &mut Vec<TableProblem>,
) -> (Vec<Space>, HashMap<String, PlaceId>) {
    let sheet = Sheet::read("spaces.csv", text, SPACE_COLUMNS, problems);
    let mut rows: Vec<_> = sheet.rows().collect();
    rows.sort_by_key(|row| row.text("kind") == Kind::Box.word());
    let mut by_id = HashMap::new();
    for row in &rows {
        let id = row.text("id");
        if !is_id(id) {
            row.complain(problems, "id", format!("'{id}' is not a lower-case id"));
        }
        if by_id.insert(id.to_owned(), by_id.len()).is_some() {
            row.complain(problems, "id", format!("'{id}' stands twice"));
            by_id.insert(id.to_owned(), by_id.len());
        }
    }
    if rows.len() > BitSet::CAPACITY {
        problems.push(TableProblem {
            file: "spaces.csv".into(),
            row: 0,
            column: String::new(),
            message: format!(
                "has {} places; at most {} fit",
                rows.len(),
                BitSet::CAPACITY
            ),
        });
        rows.truncate(BitSet::CAPACITY);
    }
    let on_map = rows
        .iter()
        .filter(|row| row.text("kind") != Kind::Box.word())
        .count();
    let mut spaces = Vec::with_capacity(rows.len());
    for row in rows {
        let place = |column: &str, kind: &str, problems: &mut Vec<TableProblem>| {
            let id = row.optional(column)?;
            let found = by_id.get(&id).copied().filter(|at| *at < on_map);
            if found.is_none() {
                let hint = nearest(&id, by_id.keys().map(String::as_str))
                    .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
                row.complain(problems, column, format!("unknown {kind} '{id}'{hint}"));
            }
            found
        };
        let kind = row.needed_word("kind", words!(Kind), Kind::Space, problems);
        let boxed = kind == Kind::Box;
        let colour = if boxed {
            Control::Neutral
        } else {
            row.needed_word("colour", words!(Control), Control::Neutral, problems)
        };
        let terrain = row.word("terrain", words!(Terrain), problems);
        if terrain.is_none() && !boxed && kind != Kind::IslandBase && row.text("terrain").is_empty()
        {
            row.complain(problems, "terrain", "is blank; a terrain is needed");
        }
        let (island_base, shore) = (
            place("island_base", "island base", problems),
            place("shore", "space", problems),
        );
        if (kind == Kind::Beachhead) != (island_base.is_some() && shore.is_some()) {
            row.complain(
                problems,
                "shore",
                "a beachhead, and only one, has an island base and a shore",
            );
        }
        spaces.push(Space {
            id: row.text("id").into(),
            name: row.text("name").into(),
            city: row.optional("city"),
            kind,
            map: row.needed_word("map", words!(Map), Map::Main, problems),
            area: row.needed_word("area", words!(Area), Area::Box, problems),
            country: row.word("country", words!(Country), problems),
            colour,
            terrain,
            vp: row.number_in("vp", 0..=2, problems),
            russian_vp: row.flag("russian_vp", problems),
            fort: row.number_in("fort", 0..=3, problems),
            port: row.word("port", words!(Sea), problems),
            coast: row.word("coast", words!(Sea), problems),
            capital_of: row.word("capital_of", words!(Country), problems),
            jihad_city: row.flag("jihad_city", problems),
            tribe: row.word("tribe", words!(Tribe), problems),
            armenian_uprising: row.flag("armenian_uprising", problems),
            oil_field: row.flag("oil_field", problems),
            restricted_area: row.word("restricted_area", words!(RestrictedArea), problems),
            revolt_rating_cp_unit: row.maybe_number("revolt_rating_cp_unit", 1..=30, problems),
            revolt_rating: row.maybe_number("revolt_rating", 1..=30, problems),
            island_base,
            shore,
            aliases: row.list("aliases").map(str::to_owned).collect(),
            source: row.text("source").into(),
            note: row.text("note").into(),
        });
    }
    (spaces, by_id)
}

/// Reads the connections and checks their ends.
pub(super) fn connections(
    text: &str,
    spaces: &[Space],
    by_id: &HashMap<String, PlaceId>,
    problems: &mut Vec<TableProblem>,
) -> Vec<Connection> {
    let sheet = Sheet::read("connections.csv", text, CONNECTION_COLUMNS, problems);
    let mut seen: HashMap<(PlaceId, PlaceId), u64> = HashMap::new();
    let mut connections = Vec::new();
    for row in sheet.rows() {
        let mut end = |column: &str| {
            let id = row.text(column);
            let found = by_id
                .get(id)
                .copied()
                .filter(|at| spaces.get(*at).is_some_and(|space| space.kind != Kind::Box));
            if found.is_none() {
                let hint = nearest(id, by_id.keys().map(String::as_str))
                    .map_or_else(String::new, |near| format!("; did you mean '{near}'?"));
                row.complain(problems, column, format!("unknown space '{id}'{hint}"));
            }
            found
        };
        let (Some(a), Some(b)) = (end("a"), end("b")) else {
            continue;
        };
        if a == b {
            row.complain(problems, "b", "joins a space to itself");
        }
        // Connections run both ways, so each stands once, in either direction.
        if let Some(first) = seen.insert((a.min(b), a.max(b)), row.number()) {
            row.complain(
                problems,
                "b",
                format!("the same connection stands in row {first}"),
            );
        }
        let link = row.needed_word("type", words!(Link), Link::Road, problems);
        let strait = row.maybe_number("strait", 1..=5, problems);
        if (link == Link::Strait) != strait.is_some() {
            row.complain(
                problems,
                "strait",
                "a strait, and only a strait, has a number",
            );
        }
        let nations = row
            .list("nations")
            .filter_map(|word| {
                let nation = Nation::parse(word);
                if nation.is_none() {
                    row.complain(problems, "nations", format!("unknown nation '{word}'"));
                }
                nation
            })
            .collect();
        let mut connection = Connection {
            a,
            b,
            link,
            nations,
            crossing: row.needed_word("water_crossing", words!(Crossing), Crossing::None, problems),
            strait,
            coloured_rail: false,
            gallipoli_gateway: false,
            no_tribes: false,
            caspian: false,
            not_ana: false,
            completed_by: None,
            rail_for: None,
            source: row.text("source").into(),
            note: row.text("note").into(),
        };
        for flag in row.list("flags") {
            match flag.split_once(':') {
                None if flag == "coloured_rail" => connection.coloured_rail = true,
                None if flag == "gallipoli_gateway" => connection.gallipoli_gateway = true,
                None if flag == "no_tribes" => connection.no_tribes = true,
                None if flag == "caspian" => connection.caspian = true,
                None if flag == "not_ana" => connection.not_ana = true,
                Some(("strait", _)) => {}
                Some(("completed_by", card)) => connection.completed_by = Some(card.into()),
                Some(("rail_for", side)) if Side::parse(side).is_some() => {
                    connection.rail_for = Side::parse(side);
                }
                _ => row.complain(problems, "flags", format!("unknown flag '{flag}'")),
            }
        }
        connections.push(connection);
    }
    check_shape(spaces, &connections, problems);
    connections
}

/// What a single row cannot show: numbered straits, beachheads joined to both ends, one piece.
fn check_shape(spaces: &[Space], connections: &[Connection], problems: &mut Vec<TableProblem>) {
    let mut complain = |file: &str, message: String| {
        problems.push(TableProblem {
            file: file.into(),
            row: 0,
            column: String::new(),
            message,
        });
    };
    for number in 1..=5 {
        if connections
            .iter()
            .filter(|c| c.strait == Some(number))
            .count()
            > 1
        {
            complain(
                "connections.csv",
                format!("strait {number} stands more than once"),
            );
        }
    }
    let mut graph = Graph::new(spaces.len());
    for connection in connections {
        graph.join(connection.a, connection.b);
    }
    for (at, space) in spaces.iter().enumerate() {
        for end in [space.island_base, space.shore].into_iter().flatten() {
            if !graph.of(at).contains(end) {
                let message = format!("'{}' is not joined to '{}'", space.id, spaces[end].id);
                complain("connections.csv", message);
            }
        }
    }
    let on_map: BitSet = (0..spaces.len())
        .filter(|at| spaces[*at].kind != Kind::Box)
        .collect();
    let first: BitSet = on_map.first().into_iter().collect();
    for lost in (on_map - graph.flood(first, on_map, &Joins::default())).iter() {
        complain(
            "connections.csv",
            format!("'{}' cannot be reached from anywhere", spaces[lost].id),
        );
    }
}
