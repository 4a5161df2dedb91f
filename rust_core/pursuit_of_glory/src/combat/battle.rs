//! A battle: who fights whom, from where, and with what (12.2.1, 12.2.4, 12.10.3).

use super::nations::{nations, serves};
use super::{Declaration, Moment, Played, Role};
use crate::board::BitSet;
use crate::cards::{Combat, Effect, RUSSIAN_WINTER_OFFENSIVE};
use crate::control::{View, index};
use crate::data::{Data, Nations, PlaceId, UnitId};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{Cell, Scalar, State};
use crate::supply::{Status, Tracing};
use crate::vocabulary::*;
use smallvec::SmallVec;

/// A combat unit that takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fighter {
    /// The unit.
    pub unit: UnitId,
    /// Where it attacks from; for defenders the target.
    pub from: PlaceId,
    /// Whether it is reduced.
    pub reduced: bool,
    /// Whether it is in supply.
    pub supplied: bool,
    /// Its nations now.
    pub nations: Nations,
}

/// An HQ, or artillery of the attacker, that takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Staff {
    /// The unit.
    pub unit: UnitId,
    /// Where it stands.
    pub from: PlaceId,
    /// Its modifier (12.2.8.a-4, 12.2.8.a-6).
    pub drm: i8,
    /// Whether it is in supply.
    pub supplied: bool,
}

/// A battle.
#[derive(Debug, Clone)]
pub struct Battle<'a> {
    pub(crate) data: &'a Data,
    pub(crate) position: &'a Position,
    pub(crate) view: View<'a>,
    /// The attacker's side.
    pub side: Side,
    /// What was declared.
    pub declared: Declaration,
    /// The combat units of the attacker, and of the defender.
    pub fighters: [SmallVec<[Fighter; 8]>; 2],
    /// The HQs and artillery of the attacker, and of the defender.
    pub staff: [SmallVec<[Staff; 4]>; 2],
    /// The strength of the defending fort; 0 if there is none.
    pub fort: u8,
    /// The strength it defends with: none of the forts of the Caucasus has any in a RUSSIAN WINTER
    /// OFFENSIVE.
    pub fort_strength: u8,
    /// The level of the defender's trench in the target, as it lies there.
    pub trench: u8,
    /// Whose die has fallen, the attacker's first, if the battle is under way and not foreseen.
    pub(crate) rolled: Option<[bool; 2]>,
}

impl<'a> Battle<'a> {
    /// The battle of a declaration. Units that are not on the map take no part.
    #[must_use]
    pub fn new(position: &'a Position, declared: Declaration) -> Self {
        let data: &Data = position.data();
        let view = position.view();
        let first = declared.attackers.first().copied();
        let side = first.and_then(|unit| view.commander(unit));
        let side = side.unwrap_or_else(|| position.state().attacker());
        let target = declared.target;
        let chosen: BitSet = declared.defenders.iter().copied().collect();
        let defends = |unit: &UnitId| {
            position.place(*unit) == Some(target)
                && view.commander(*unit) != Some(side)
                && !declared.happened.retreated.contains(*unit)
                && data.units[*unit].class != Class::Artillery
                && (chosen.is_empty() || chosen.contains(*unit))
        };
        let defenders = (0..data.units.len()).filter(defends).collect();
        let mut battle = Self::between(position, side, declared, defenders);
        for played in battle.declared.cards.clone() {
            battle.bring(&played);
        }
        battle
    }

    /// The battle of the attackers declared and of these defenders, who all stand in the target.
    pub(super) fn between(
        position: &'a Position,
        side: Side,
        declared: Declaration,
        defenders: BitSet,
    ) -> Self {
        let data: &Data = position.data();
        let target = declared.target;
        let mut battle = Self {
            data,
            position,
            view: position.view(),
            side,
            fighters: Default::default(),
            staff: Default::default(),
            fort: 0,
            fort_strength: 0,
            trench: 0,
            rolled: None,
            declared,
        };
        let mut tracing = Tracing::new(position, &Readings::OURS);
        let mut supplied =
            |unit: UnitId, place: PlaceId| tracing.status(unit, place) != Some(Status::OutOfSupply);
        for unit in battle.declared.attackers.clone() {
            let place = position.place(unit).filter(|place| *place < data.on_map);
            if let Some(from) = place {
                battle.join(Role::Attacker, unit, from, supplied(unit, from));
            }
        }
        for unit in defenders.iter() {
            battle.join(Role::Defender, unit, target, supplied(unit, target));
        }
        battle.dig_in();
        battle
    }

    /// A unit takes part.
    pub(crate) fn join(&mut self, role: Role, unit: UnitId, from: PlaceId, supplied: bool) {
        let of = &self.data.units[unit];
        let reduced = self.state().reduced.contains(unit);
        let known = self.fighters[role as usize].iter().map(|known| known.unit);
        let staff = self.staff[role as usize].iter().map(|known| known.unit);
        if known.chain(staff).any(|known| known == unit) {
            return;
        }
        if of.is_combat() {
            self.fighters[role as usize].push(Fighter {
                unit,
                from,
                reduced,
                supplied,
                nations: nations(self.data, self.state(), unit),
            });
            return;
        }
        let printed = match (of.class, reduced) {
            (Class::Artillery, _) if role == Role::Defender => 0,
            (Class::Artillery, _) => self.data.battle.artillery[usize::from(reduced)],
            (_, false) => i8::try_from(of.hq_drm.unwrap_or(0)).unwrap_or(0),
            (_, true) => i8::try_from(of.reduced_hq_drm.unwrap_or(0)).unwrap_or(0),
        };
        // A side has at most eight of them, one bit each.
        if self.staff[role as usize].len() < 8 {
            let drm = printed;
            self.staff[role as usize].push(Staff {
                unit,
                from,
                drm,
                supplied,
            });
        }
    }

    /// The units that a card brings into the battle.
    fn bring(&mut self, played: &Played) {
        let Some(role) = self.role(played.side) else {
            return;
        };
        let Some(card) = self.card(played) else {
            return;
        };
        let named = played.places.first().copied();
        let spot = match role {
            Role::Defender => Some(self.declared.target),
            Role::Attacker => named.or_else(|| self.origins().first()),
        };
        let Some(spot) = spot else { return };
        if let Some(unit) = card.joining() {
            self.join(role, unit, spot, true);
        }
        if card.reinforces() {
            for unit in &played.units {
                self.join(role, *unit, spot, true);
            }
        }
    }

    /// The fort and the trench of the target, if they are the defender's (15.1.3, 12.3.5-5,
    /// 12.6.6-3).
    fn dig_in(&mut self) {
        let target = self.declared.target;
        let foe = self.side.enemy();
        if (self.view.forts & self.view.control[index(foe)]).contains(target) {
            let space = &self.data.spaces[target];
            self.fort = space.fort;
            let frozen = space.area == Area::Caucasus
                && self.side == Side::Ap
                && self.event_of_this_action() == Some(RUSSIAN_WINTER_OFFENSIVE);
            self.fort_strength = if frozen { 0 } else { self.fort };
        }
        let trench = self.state().get(Cell::Trench(target));
        // A trench serves its owner only; in the other's hands it is changed or gone (11.3.3-2).
        if trench >> 2 == Control::from(foe) as u16 {
            self.trench = (trench & 3).to_le_bytes()[0];
        }
    }

    pub(crate) fn state(&self) -> &'a State {
        self.position.state()
    }

    /// The tables.
    #[must_use]
    pub const fn data(&self) -> &'a Data {
        self.data
    }

    /// The place attacked.
    #[must_use]
    pub const fn target(&self) -> PlaceId {
        self.declared.target
    }

    /// The side of a role.
    #[must_use]
    pub const fn side_of(&self, role: Role) -> Side {
        match role {
            Role::Attacker => self.side,
            Role::Defender => self.side.enemy(),
        }
    }

    /// The role of a side.
    #[must_use]
    pub fn role(&self, side: Side) -> Option<Role> {
        let roles = [Role::Attacker, Role::Defender].into_iter();
        roles.into_iter().find(|role| self.side_of(*role) == side)
    }

    /// The combat card that was played.
    pub(crate) fn card(&self, played: &Played) -> Option<&'a Combat> {
        self.data.combat(played.card)
    }

    /// How a card with an effect was played by a side, if one was.
    pub(super) fn played(&self, effect: Effect, side: Side) -> Option<&Played> {
        let has = |played: &Played| self.card(played).is_some_and(|card| card.has(effect));
        let mut cards = self.declared.cards.iter();
        cards.find(|played| played.side == side && has(played))
    }

    /// How a card with an effect was played by either side, if not at the dice.
    pub(super) fn played_before(&self, effect: Effect) -> Option<&Played> {
        let has = |played: &Played| self.card(played).is_some_and(|card| card.has(effect));
        let mut cards = self.declared.cards.iter();
        cards.find(|played| played.moment != Moment::Dice && has(played))
    }

    /// The places attacked from.
    #[must_use]
    pub fn origins(&self) -> BitSet {
        let fighters = self.fighters[Role::Attacker as usize].iter();
        fighters.map(|fighter| fighter.from).collect()
    }

    /// The terrain of a place; beachheads are clear (12.3.6).
    pub(crate) fn terrain(&self, place: PlaceId) -> Option<Terrain> {
        self.data.spaces.get(place).and_then(|space| space.terrain)
    }

    /// Whether the fort of the target stands alone.
    #[must_use]
    pub fn fort_alone(&self) -> bool {
        self.fort > 0 && self.fighters[Role::Defender as usize].is_empty()
    }

    /// Whether the target is attacked over water only (12.3.4-3).
    #[must_use]
    pub fn over_water(&self) -> bool {
        let origins = self.origins();
        !origins.is_empty() && origins.iter().all(|from| self.crosses(from))
    }

    /// Whether an attack from a place crosses water.
    fn crosses(&self, from: PlaceId) -> bool {
        let target = self.declared.target;
        let number = self.data.movement_graph.between(from, target);
        number.is_some_and(|number| {
            let line = &self.data.connections[number];
            match line.crossing {
                Crossing::None => false,
                Crossing::Both => true,
                Crossing::IntoA => line.a == target,
                Crossing::IntoB => line.b == target,
            }
        })
    }

    /// Whether the unit counts as cavalry, camels or armored cars (12.2.8.a-3).
    pub(super) fn mounted(&self, unit: UnitId) -> bool {
        self.data.units[unit].mounted
    }

    /// Whether the battle is into or out of a beachhead (12.2.8.a-3).
    pub(super) fn at_beachhead(&self) -> bool {
        let mut places = self.origins();
        places.insert(self.declared.target);
        let beach = |place: PlaceId| self.data.spaces[place].kind == Kind::Beachhead;
        places.iter().any(beach)
    }

    /// Which HQs and artillery serve a unit of these nations in a place, one bit each.
    pub(super) fn served(&self, role: Role, from: PlaceId, nations: Nations) -> u8 {
        let staff = self.staff[role as usize].iter().enumerate();
        let serving =
            staff.filter(|(_, staff)| staff.from == from && serves(self.data, staff.unit, nations));
        serving.fold(0, |bits, (bit, _)| bits | 1 << bit)
    }

    /// Whether a unit of a side that takes part satisfies this.
    pub(crate) fn some(&self, role: Role, wanted: impl Fn(&Fighter) -> bool) -> bool {
        self.fighters[role as usize].iter().any(wanted)
    }

    /// The turn's and the round's numbers.
    pub(crate) fn time(&self) -> (u16, u16) {
        (
            self.state().scalar(Scalar::Turn),
            self.state().scalar(Scalar::Round),
        )
    }
}
