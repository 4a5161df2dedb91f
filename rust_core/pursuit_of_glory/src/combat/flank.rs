//! The flank attempt (12.4).

use super::lines::{FigureLine, LineSubject};
use super::{Battle, Fighter, Role};
use crate::board::BitSet;
use crate::data::{Data, PlaceId};
use crate::state::Cell;
use crate::vocabulary::*;

/// A place attacked from, other than the pinning one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Approach {
    /// The place.
    pub from: PlaceId,
    /// An enemy-occupied place joined to it, besides the target.
    pub watched_by: Option<PlaceId>,
}

/// A flank attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flank {
    /// The pinning space.
    pub pin: PlaceId,
    /// The other places attacked from.
    pub approaches: Vec<Approach>,
    /// What is added to the die (12.4.3-1).
    pub drms: Vec<FigureLine>,
    /// What die and modifiers together need (12.4.3.a).
    pub needed: i8,
    /// The lowest die that succeeds; 7 if none does.
    pub lowest: u8,
}

impl Battle<'_> {
    /// Whether a flank attack may be declared (12.4.1).
    #[must_use]
    pub fn may_flank(&self) -> bool {
        let rough = matches!(
            self.terrain(self.target()),
            Some(Terrain::Swamp | Terrain::Mountain)
        );
        let lcu = |fighter: &Fighter| self.data.units[fighter.unit].size == Size::Lcu;
        self.origins().len() > 1
            && self.some(Role::Attacker, lcu)
            && !self.over_water()
            && !rough
            && self.state().get(Cell::Trench(self.target())) == 0
            && !self.fort_alone()
            && self.data.spaces[self.target()].kind != Kind::Region
    }

    /// The flank attempt that was declared.
    #[must_use]
    pub fn flank_attempt(&self) -> Option<Flank> {
        self.declared.pin.map(|pin| self.flank_with(pin))
    }

    /// The flank attempt with this pinning space.
    #[must_use]
    pub fn flank_with(&self, pin: PlaceId) -> Flank {
        let mut origins = self.origins();
        origins.remove(pin);
        let occupied = self.occupied();
        let approaches: Vec<_> = origins
            .iter()
            .map(|from| Approach {
                from,
                watched_by: self.watcher(from, occupied),
            })
            .collect();
        let tables = &self.data.battle;
        let free = approaches.iter().filter(|at| at.watched_by.is_none());
        let bonus = |at: &Approach| {
            FigureLine::new(
                "12.4.2-2",
                LineSubject::Place(at.from),
                tables.flank_free_space,
            )
        };
        let drms: Vec<_> = free.map(bonus).collect();
        let needed = tables.flank_needed;
        let lowest = needed.saturating_sub(super::lines::sum(&drms)).clamp(1, 7);
        Flank {
            pin,
            approaches,
            drms,
            needed,
            lowest: lowest.unsigned_abs(),
        }
    }

    /// Places with enemy units of any kind, HQs and artillery too (12.4.2-2; a fort alone does not
    /// count, 12.4.2-3), but for the target, at the moment of the attack (12.4.2-4).
    fn occupied(&self) -> BitSet {
        let foe = self.side.enemy();
        let mut occupied = self.view.combat(foe);
        let aides = self.view.commanded(foe) & self.view.present;
        for unit in (aides - self.data.counters.combat).iter() {
            if let Some(place) = self.position.place(unit) {
                occupied.insert(place);
            }
        }
        if self.some(Role::Defender, |unit| {
            self.view.commander(unit.unit).is_none()
        }) {
            // Neutral Greek units are enemies only if they are attacked.
            occupied |= self.view.neutral_greeks;
        }
        let data: &Data = self.data;
        for unit in data.counters.special.iter() {
            if self.view.commander(unit).is_none()
                && let Some(place) = self.position.place(unit)
            {
                occupied.insert(place);
            }
        }
        occupied.remove(self.target());
        occupied
    }

    /// The first enemy-occupied place joined to a place other than by coloured railroad or green
    /// line (12.4.2-3).
    fn watcher(&self, from: PlaceId, occupied: BitSet) -> Option<PlaceId> {
        let mut near = self.data.movement_graph.from(from);
        let watching = near.find(|(place, number)| {
            let line = &self.data.connections[*number];
            let counts =
                !line.coloured_rail && !matches!(line.link, Link::GreenLine | Link::SeaPath);
            counts && occupied.contains(*place)
        });
        watching.map(|(place, _)| place)
    }
}
