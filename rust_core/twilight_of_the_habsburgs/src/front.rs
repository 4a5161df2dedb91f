//! Who stands where, and the zones of control (6.0).

use crate::board::{Hexes, Units};
use crate::data::{Campaign, Data, HexId, Scenario, UnitId};
use crate::state::State;
use crate::vocabulary::*;
use std::sync::OnceLock;

/// The units of a state on the map, with their zones.
#[derive(Debug)]
pub struct Front<'a> {
    /// The tables.
    pub data: &'a Data,
    /// The state.
    pub state: &'a State,
    /// The scenario.
    pub scenario: &'a Scenario,
    /// The scenario as sets.
    pub campaign: &'a Campaign,
    /// By side: its units on the map.
    pub present: [Units; 2],
    /// By side: its units on the map that are hidden beneath others from who looks (13.1).
    pub hidden: [Units; 2],
    /// By side: the hexes they stand in.
    pub held: [Hexes; 2],
    /// By side: its intact fortresses (11.0).
    pub fortresses: [Hexes; 2],
    /// By side: the hexes its units exert a ZOC into. Most questions ask for those of one side, or of
    /// none, so they are found when somebody does.
    zones: [OnceLock<Hexes>; 2],
}

impl<'a> Front<'a> {
    /// Looks at a state.
    #[must_use]
    pub fn new(data: &'a Data, state: &'a State) -> Self {
        let at = state.scenario().min(data.campaigns.len().saturating_sub(1));
        let (scenario, campaign) = (&data.scenarios[at], &data.campaigns[at]);
        let (count, beneath) = (data.map.hexes.len(), data.off_map(OffMap::Covered));
        let mut front = Self {
            data,
            state,
            scenario,
            campaign,
            present: [Units::EMPTY; 2],
            hidden: [Units::EMPTY; 2],
            held: [Hexes::EMPTY; 2],
            fortresses: campaign.fortresses,
            zones: [OnceLock::new(), OnceLock::new()],
        };
        for (index, hex) in data.map.fortresses.iter().enumerate() {
            if state.fallen.contains(index) {
                front.fortresses[0].remove(*hex);
                front.fortresses[1].remove(*hex);
            }
        }
        for side in Side::BOTH.map(|side| side as usize) {
            campaign.of_side[side].for_each(|unit| match state.place_of(unit) {
                Some(hex) if hex < count => {
                    front.present[side].insert(unit);
                    front.held[side].insert(hex);
                }
                Some(place) if place == beneath => front.hidden[side].insert(unit),
                _ => {}
            });
        }
        front
    }

    /// The hexes that a side's units exert a ZOC into.
    #[must_use]
    pub fn zoc(&self, side: Side) -> &Hexes {
        let zones = &self.zones[side as usize];
        zones.get_or_init(|| self.zones_of(side, self.present[side as usize]))
    }

    /// The hexes into which some units of a side exert a ZOC (6.0, 6.1).
    #[must_use]
    pub fn zones_of(&self, side: Side, units: Units) -> Hexes {
        let mut by_kind = [Hexes::EMPTY; Kind::COUNT];
        units.for_each(|unit| {
            if let Some(hex) = self.hex(unit) {
                by_kind[self.campaign.kinds[unit] as usize].insert(hex);
            }
        });
        self.exerted(side, &by_kind)
    }

    /// The zones of a side's units, given the hexes of each kind (6.0, 6.1).
    fn exerted(&self, side: Side, by_kind: &[Hexes; Kind::COUNT]) -> Hexes {
        let ground = &self.data.ground;
        let mut zoc = Hexes::EMPTY;
        // Kinds to which the same is open share their zones.
        let mut alike: Vec<(&Hexes, Hexes)> = Vec::new();
        let stops_at_sides =
            ground.has_barred_sides && self.scenario.turned(Switch::ZocCrossesBarredSides);
        for (kind, hexes) in by_kind.iter().enumerate() {
            if hexes.is_empty() {
                continue;
            }
            let open = &ground.open[kind];
            if stops_at_sides {
                hexes.for_each(|hex| {
                    for beside in ground.beside[hex].iter().filter(|beside| !beside.barred) {
                        zoc.set(
                            beside.hex,
                            zoc.contains(beside.hex) || open.contains(beside.hex),
                        );
                    }
                });
            } else {
                match alike.iter_mut().find(|(other, _)| *other == open) {
                    Some((_, all)) => *all |= *hexes,
                    None => alike.push((open, *hexes)),
                }
            }
            // What is open along a railway alone is entered over the rail (6.1, 8.55).
            let rail_only = ground.rail_only[kind];
            if !self.scenario.turned(Switch::RailOnlyHexes) {
                (*hexes & ground.rail).for_each(|hex| {
                    for beside in ground.beside[hex].iter().filter(|beside| beside.rail) {
                        if rail_only.contains(beside.hex) && !(stops_at_sides && beside.barred) {
                            zoc.insert(beside.hex);
                        }
                    }
                });
            }
        }
        for (open, hexes) in alike {
            zoc |= ground.weave.around(&hexes) & *open;
        }
        // Nor into intact fortresses of the foe (6.1), nor where nobody goes.
        zoc - ground.shut - self.fortresses[side.foe() as usize]
    }

    /// The headquarters of a side on the map, hidden ones too: that they are in play is known to all.
    #[must_use]
    pub fn headquarters(&self, side: Side) -> Units {
        (self.present[side as usize] | self.hidden[side as usize]) & self.campaign.headquarters
    }

    /// Where a unit stands on the map.
    #[inline]
    #[must_use]
    pub fn hex(&self, unit: UnitId) -> Option<HexId> {
        let hex = self.state.place_of(unit)?;
        (hex < self.data.map.hexes.len()).then_some(hex)
    }

    /// The hexes in enemy zones, for a side.
    #[inline]
    #[must_use]
    pub fn enemy_zones(&self, side: Side) -> &Hexes {
        self.zoc(side.foe())
    }

    /// The hexes with units of the foe, for a side.
    #[inline]
    #[must_use]
    pub const fn enemies(&self, side: Side) -> &Hexes {
        &self.held[side.foe() as usize]
    }

    /// The hexes that a side may not enter whatever the unit: sea, neutral country, intact fortresses
    /// of the foe (6.1).
    #[inline]
    #[must_use]
    pub fn not_to_enter(&self, side: Side) -> Hexes {
        self.data.ground.shut | self.fortresses[side.foe() as usize]
    }

    /// The steps a unit has left.
    #[must_use]
    pub fn steps(&self, unit: UnitId) -> u8 {
        let steps = self.data.units[unit].steps;
        steps - u8::from(steps > 1 && self.state.reduced.contains(unit))
    }

    /// What a unit of trench or mobile state may spend in a movement segment, in movement points.
    #[must_use]
    pub fn allowance(&self, unit: UnitId) -> u8 {
        let entry = &self.data.units[unit];
        match self.state.reduced.contains(unit) {
            true => entry.reduced.movement,
            false => entry.full.movement,
        }
    }
}
