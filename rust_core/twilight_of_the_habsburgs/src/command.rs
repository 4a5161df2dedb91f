//! Command: lines to headquarters, and from them to depots (4.0).

use crate::board::{Hexes, Units};
use crate::data::{HexId, UnitId};
use crate::front::Front;
use crate::state::{FrameKind, Scalar};
use crate::vocabulary::*;
use smallvec::SmallVec;
use std::cell::LazyCell;

/// No range is longer.
const LONGEST: usize = 21;

/// The hexes at each distance from a headquarters: those of distance 0 first.
pub type Rings = SmallVec<[Hexes; 8]>;

/// Who commands whom on one side.
#[derive(Debug)]
pub struct Command {
    /// Whose.
    pub side: Side,
    /// Depots and edge hexes that serve the side's command (4.42, 4.44, 4.45).
    pub usable: Hexes,
    /// Rail hexes connected by rail to one of them (4.41).
    pub fed: Hexes,
    /// Its headquarters on the map, each with the hexes from which lines of units reach it, by their
    /// length.
    pub ranges: Vec<(UnitId, Rings)>,
    /// Units in command, headquarters too (4.1).
    pub in_command: Units,
}

impl<'a> Front<'a> {
    /// What commands the units of a side.
    #[must_use]
    pub fn command(&self, side: Side) -> Command {
        self.commanded(side, self.surprise_commands(side))
    }

    /// What commands the units of a side after a move in another position, as the second impulse
    /// under way or the one that follows finds it (4.1): in the central player's first turn 14.83
    /// holds, in whichever impulse the move was made.
    #[must_use]
    pub fn command_after(&self, side: Side, before: &Front<'_>) -> Command {
        self.commanded(side, side == Side::Central && before.surprise_is_due())
    }

    /// What commands them; with `surprise` the whole 14th Army is in command (14.83).
    fn commanded(&self, side: Side, surprise: bool) -> Command {
        let (usable, fed) = self.depots(side);
        let own = self.present[side as usize];
        let headquarters = own & self.campaign.headquarters;
        let mut in_command = Units::EMPTY;
        let mut covered = Hexes::EMPTY;
        let mut ranges = Vec::with_capacity(headquarters.len());
        headquarters.for_each(|hq| {
            let Some(seat) = self.hex(hq) else { return };
            let based = self.bases(side, hq, seat, usable | fed).next().is_some();
            if based {
                in_command.insert(hq);
            }
            let rings = self.lines(side, hq, seat);
            if based || !self.scenario.turned(Switch::HqNeedsCommand) {
                covered = rings.iter().fold(covered, |all, ring| all | *ring);
            }
            ranges.push((hq, rings));
        });
        (own - headquarters).for_each(|unit| {
            if self.hex(unit).is_some_and(|hex| covered.contains(hex)) {
                in_command.insert(unit);
            }
        });
        if surprise {
            in_command |= self.campaign.surprise_army & own;
        }
        Command {
            side,
            usable,
            fed,
            ranges,
            in_command,
        }
    }

    /// 14.83: in the second impulse of turn 1 the whole 14th Army is in command.
    fn surprise_commands(&self, side: Side) -> bool {
        side == Side::Central
            && self.state.one(Scalar::Turn) == 1
            && self
                .state
                .under_way(FrameKind::Impulse)
                .is_some_and(|impulse| impulse.side == Some(side) && impulse.args[0] == 2)
    }

    /// 14.83: it is the central player's first turn, whose second impulse finds the army in command.
    fn surprise_is_due(&self) -> bool {
        self.state.one(Scalar::Turn) == 1
            && self
                .state
                .under_way(FrameKind::PlayerTurn)
                .is_some_and(|turn| turn.side == Some(Side::Central))
    }

    /// The depots and edge hexes that a side's command may use, and the rail hexes that they feed.
    #[must_use]
    pub fn depots(&self, side: Side) -> (Hexes, Hexes) {
        let barred = self.barred(side);
        let standing = self.campaign.depots[side as usize] - self.destroyed_depots();
        let usable = (standing | self.campaign.edges[side as usize]) - barred;
        (
            usable,
            self.data
                .ground
                .along_rails(usable, self.data.ground.rail - barred),
        )
    }

    /// Hexes of depots whose fortress has fallen (4.44).
    #[must_use]
    pub fn destroyed_depots(&self) -> Hexes {
        let fortresses = self.data.map.fortresses.iter().enumerate();
        let fallen = fortresses.filter(|(index, _)| self.state.fallen.contains(*index));
        fallen.map(|(_, hex)| *hex).collect()
    }

    /// Hexes that no line of a side passes: with enemy units, in enemy zones, neutral (4.32, 4.41).
    fn barred(&self, side: Side) -> Hexes {
        let neutral = self.data.ground.terrain[Terrain::Neutral as usize];
        *self.enemies(side) | *self.enemy_zones(side) | neutral
    }

    /// Do lines to a headquarters pass enemy zones (6.6)?
    fn is_unhindered(&self, hq: UnitId) -> bool {
        self.data
            .charts
            .unhindered
            .contains(&self.data.units[hq].nation)
    }

    fn range(&self, hq: UnitId) -> usize {
        let range = self.data.units[hq].command_range;
        usize::from(range.unwrap_or(0)).min(LONGEST)
    }

    /// Hexes that no line to a headquarters passes (4.32, 6.6).
    fn barred_to(&self, side: Side, hq: UnitId) -> Hexes {
        match self.is_unhindered(hq) {
            true => *self.enemies(side) | self.data.ground.terrain[Terrain::Neutral as usize],
            false => self.barred(side),
        }
    }

    /// The hexes from which units reach a headquarters, by the length of their lines (4.31, 4.32).
    pub(crate) fn lines(&self, side: Side, hq: UnitId, seat: HexId) -> Rings {
        let ground = &self.data.ground;
        let barred = self.barred_to(side, hq);
        let mut edge = Hexes::from_iter([seat]);
        let mut seen = edge;
        let mut rings = Rings::new();
        rings.push(edge);
        if !self.is_unhindered(hq) && self.enemy_zones(side).contains(seat) {
            return rings;
        }
        for _ in 0..self.range(hq) {
            // The unit's own hex may be in an enemy zone; what lies between may not.
            let ring = ground.weave.around(&edge) - seen;
            rings.push(ring);
            seen |= ring;
            edge = ring - barred;
        }
        rings
    }

    /// Is there a line from each of these hexes to one of the headquarters of a side (4.31, 4.32)?
    /// `zones`, the enemy's, are asked for if they matter.
    pub fn all_reach(
        &self,
        side: Side,
        headquarters: Units,
        hexes: &[HexId],
        zones: impl FnOnce() -> Hexes,
    ) -> bool {
        let map = &self.data.map.hexes;
        let seats = headquarters.iter().filter_map(|hq| {
            let seat = self.hex(hq)?;
            Some((hq, seat, self.range(hq)))
        });
        let seats: SmallVec<[(UnitId, HexId, usize); 8]> = seats.collect();
        let near = |hex: HexId, (_, seat, range): &(UnitId, HexId, usize)| {
            map[hex].hex.distance(map[*seat].hex) as usize <= *range
        };
        // No line is shorter than the way through the air: most questions end here.
        if !hexes
            .iter()
            .all(|hex| seats.iter().any(|seat| near(*hex, seat)))
        {
            return false;
        }
        let mut hexes: SmallVec<[HexId; 8]> = hexes.into();
        let zones = LazyCell::new(zones);
        let neutral = self.data.ground.terrain[Terrain::Neutral as usize];
        let closed = *self.enemies(side) | neutral;
        for seat in &seats {
            if !hexes.iter().any(|hex| near(*hex, seat)) {
                continue;
            }
            let &(hq, seat, range) = seat;
            let free = self.is_unhindered(hq);
            hexes.retain(|hex| *hex != seat);
            if hexes.is_empty() {
                return true;
            }
            if !free && zones.contains(seat) {
                continue;
            }
            let barred = if free { closed } else { closed | *zones };
            let mut edge = Hexes::from_iter([seat]);
            let mut seen = edge;
            for _ in 0..range {
                let ring = self.data.ground.weave.around(&edge) - seen;
                hexes.retain(|hex| !ring.contains(*hex));
                if hexes.is_empty() {
                    return true;
                }
                seen |= ring;
                edge = ring - barred;
            }
        }
        false
    }

    /// The hexes that a headquarters' own line gets to, by its length (4.4).
    fn base_rings(
        &self,
        side: Side,
        hq: UnitId,
        seat: HexId,
    ) -> impl Iterator<Item = Hexes> + use<'_, 'a> {
        let barred = self.barred(side);
        let range = self.range(hq);
        let mut edge = Hexes::from_iter([seat]);
        let mut seen = edge;
        (0..=range).map(move |length| {
            if length > 0 {
                edge = self.data.ground.weave.around(&edge) - seen - barred;
                seen |= edge;
            }
            edge
        })
    }

    /// The depots and rail hexes that a headquarters' own line reaches, with its length, the nearest
    /// first (4.4).
    fn bases(
        &self,
        side: Side,
        hq: UnitId,
        seat: HexId,
        served: Hexes,
    ) -> impl Iterator<Item = (usize, Hexes)> + use<'_, 'a> {
        let rings = self.base_rings(side, hq, seat).enumerate();
        let found = rings.map(move |(length, ring)| (length, ring & served));
        found.filter(|(_, found)| !found.is_empty())
    }

    /// A shortest line from a hex to a headquarters, both ends named (4.31); None if there is none
    /// within its range.
    #[must_use]
    pub fn line(&self, side: Side, hq: UnitId, from: HexId) -> Option<Vec<HexId>> {
        let rings = self.lines(side, hq, self.hex(hq)?);
        self.way(&rings, from, self.barred_to(side, hq))
    }

    /// A shortest line from a headquarters to what serves it, both ends named (4.4); None if there
    /// is none within its range.
    #[must_use]
    pub fn base_line(&self, side: Side, hq: UnitId) -> Option<Vec<HexId>> {
        let seat = self.hex(hq)?;
        let (usable, fed) = self.depots(side);
        let (_, nearest) = self.bases(side, hq, seat, usable | fed).next()?;
        // Of several that are as near, a depot or edge hex says more than a rail hex.
        let end = (nearest & usable).iter().chain(nearest.iter()).next()?;
        let rings: Rings = self.base_rings(side, hq, seat).collect();
        let mut way = self.way(&rings, end, Hexes::EMPTY)?;
        way.reverse();
        Some(way)
    }

    /// A way from a hex in one of the rings to the first ring, which passes no barred hex.
    fn way(&self, rings: &[Hexes], from: HexId, barred: Hexes) -> Option<Vec<HexId>> {
        let length = rings.iter().position(|ring| ring.contains(from))?;
        let mut way = vec![from];
        let mut here = from;
        for (left, ring) in rings.iter().enumerate().take(length).rev() {
            let near = self.data.ground.weave.around(&Hexes::from_iter([here])) & *ring;
            let open = match left {
                0 => near,
                _ => near - barred,
            };
            here = open.iter().next()?;
            way.push(here);
        }
        Some(way)
    }

    /// Each depot, edge hex or fed rail hex that a headquarters' own line reaches, with its length.
    #[must_use]
    pub fn base_lines(&self, side: Side, hq: UnitId) -> Vec<(HexId, usize)> {
        let (usable, fed) = self.depots(side);
        let Some(seat) = self.hex(hq) else {
            return Vec::new();
        };
        let found = self.bases(side, hq, seat, usable | fed);
        found
            .flat_map(|(length, hexes)| hexes.iter().map(move |hex| (hex, length)))
            .collect()
    }
}

impl Command {
    /// Every headquarters that commands a hex, with the length of the line to it.
    pub fn lines_from(&self, hex: HexId) -> impl Iterator<Item = (UnitId, usize)> + '_ {
        self.ranges.iter().filter_map(move |(hq, rings)| {
            let length = rings.iter().position(|ring| ring.contains(hex))?;
            Some((*hq, length))
        })
    }
}
