//! The lines that units redeploy along (13.6), for whom each is marked.

use super::unrestricted::{EAST, PERSIA};
use crate::board::{BitSet, Graph};
use crate::tables::{Connection, PlaceId, Space, Unit, UnitId};
use crate::vocabulary::*;

/// What some units redeploy along.
#[derive(Debug)]
pub struct Ways {
    /// Solid lines, green ones and unfinished railroads among them.
    pub lines: Graph,
    /// The railroads that were finished in 1914.
    pub rails: Graph,
}

/// Solid lines: no straits, and no ways over the sea (3.1.5.2, 3.1.6).
#[derive(Debug)]
pub struct Lines {
    /// What units may use that are marked for on the same lines.
    ways: Vec<Ways>,
    /// By unit, where among them its ways are.
    of: Vec<usize>,
    /// Where those of BR units are.
    british: usize,
    /// Where those of GR units on the side of the CP are.
    central_greeks: usize,
    /// GR units that change sides with their country, and are printed as the AP's.
    greeks: BitSet,
    /// What everybody could use if no line were marked.
    pub unmarked: Ways,
    /// Egypt (13.1-8).
    pub egypt: BitSet,
    /// The Balkans (18.4.4), of which Gallipoli is no part (2.0.balkans-3).
    pub balkans: BitSet,
    /// Turkey (11.1.10-1).
    pub turkey: BitSet,
    /// India and Baluchistan (18.9.3).
    pub east: BitSet,
    /// All of Persia (3.2.1.3.cordon-1).
    pub persia: BitSet,
    /// The capitals on the map, each with its nation (13.8-3, 13.8.1).
    pub capitals: Vec<(PlaceId, Nation)>,
}

impl Lines {
    /// Prepares the lines.
    #[must_use]
    pub fn new(
        spaces: &[Space],
        on_map: usize,
        connections: &[Connection],
        units: &[Unit],
    ) -> Self {
        let places = |wanted: &dyn Fn(&Space) -> bool| -> BitSet {
            (0..on_map).filter(|at| wanted(&spaces[*at])).collect()
        };
        let solid = |over: &&Connection| {
            !matches!(over.link, Link::SeaPath | Link::Strait) && over.strait.is_none()
        };
        let connections: Vec<_> = connections.iter().filter(solid).collect();
        let ways = |usable: &dyn Fn(&Connection) -> bool| {
            let mut ways = Ways {
                lines: Graph::new(on_map),
                rails: Graph::new(on_map),
            };
            for over in connections.iter().filter(|over| usable(over)) {
                ways.lines.join(over.a, over.b);
                if over.link == Link::Rail {
                    ways.rails.join(over.a, over.b);
                }
            }
            ways
        };
        let marked: Vec<_> = connections
            .iter()
            .filter(|over| !over.nations.is_empty())
            .collect();
        let mut kinds: Vec<Vec<bool>> = Vec::new();
        let mut kind = |named: &dyn Fn(&Connection) -> bool| {
            let rights: Vec<_> = marked.iter().map(|over| named(over)).collect();
            let known = kinds.iter().position(|kind| *kind == rights);
            known.unwrap_or_else(|| {
                kinds.push(rights);
                kinds.len() - 1
            })
        };
        let of = units
            .iter()
            .map(|unit| kind(&|over| named(unit.side, &unit.nations, over)))
            .collect();
        let british = kind(&|over| named(Side::Ap, &[Nation::Br], over));
        let central_greeks = kind(&|over| named(Side::Cp, &[Nation::Gr], over));
        let greek = |unit: &UnitId| units[*unit].nations.contains(&Nation::Gr);
        let usable = |rights: &Vec<bool>| {
            ways(&|over| {
                let mark = marked.iter().position(|other| std::ptr::eq(**other, over));
                mark.is_none_or(|at| rights[at])
            })
        };
        Self {
            ways: kinds.iter().map(usable).collect(),
            of,
            british,
            central_greeks,
            greeks: (0..units.len()).filter(greek).collect(),
            unmarked: ways(&|_| true),
            egypt: places(&|space| space.area == Area::Egypt),
            balkans: places(&|space| space.area == Area::Balkans),
            turkey: places(&|space| space.country == Some(Country::Turkey)),
            east: places(&|space| EAST.contains(&space.area)),
            persia: places(&|space| PERSIA.contains(&space.area)),
            capitals: (0..on_map)
                .filter_map(|at| Some((at, nation_of(spaces[at].capital_of?)?)))
                .collect(),
        }
    }

    /// The ways of a unit of a side, or those it has since it counts as BR.
    #[must_use]
    pub fn of(&self, unit: UnitId, side: Side, turned: bool) -> &Ways {
        &self.ways[self.kind(unit, side, turned)]
    }

    /// The number of those ways: units with the same number go along the same lines.
    #[must_use]
    pub fn kind(&self, unit: UnitId, side: Side, turned: bool) -> usize {
        match side {
            _ if turned => self.british,
            Side::Cp if self.greeks.contains(unit) => self.central_greeks,
            _ => self.of[unit],
        }
    }
}

/// Whether a line is marked for a unit of these nations (13.1-5, 3.1.5-1).
fn named(side: Side, nations: &[Nation], over: &Connection) -> bool {
    over.nations.iter().any(|nation| match nation {
        Nation::AnyAp => side == Side::Ap,
        Nation::AnyCp => side == Side::Cp,
        nation => nations.contains(nation),
    })
}

/// The nation of a country that has a capital.
const fn nation_of(country: Country) -> Option<Nation> {
    Some(match country {
        Country::Bulgaria => Nation::Bu,
        Country::Greece => Nation::Gr,
        Country::Persia => Nation::Pe,
        Country::Romania => Nation::Ro,
        Country::Serbia => Nation::Sb,
        Country::Turkey => Nation::Tu,
        _ => return None,
    })
}
