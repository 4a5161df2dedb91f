//! What follows the dice of a battle: who takes losses, who retreats and who advances (12.6-12.9).
//!
//! The words and readings are those of `docs/aftermath.md`.

mod asked;
mod excess;
mod facts;
pub mod losses;
mod repair;
mod route;

pub use asked::{AFTER_DICE, BattleDecision};
pub use route::Route;

use super::combat::nations;
use super::control::{View, index};
use super::data::{Data, PlaceId, UnitId};
use super::position::Position;
use super::state::{BattleVar, Cell, Scalar, State};
use super::vocabulary::*;

use crate::board::BitSet;
use crate::cards::{Combat, Does, Effect, Hindrance};
use engine::names::vocabulary;

vocabulary! {
    /// Why units retreat.
    Cause, "cause of a retreat" {
        /// The attacker won (12.7.1-1).
        Lost = "lost",
        /// A withdrawal was declared (12.8).
        Withdrawal = "withdrawal",
        /// JAFAR PASHA before the dice.
        JafarPasha = "jafar_pasha",
        /// CATASTROPHIC ATTACK (12.9.9).
        Catastrophe = "catastrophe",
        /// SAVE TIFLIS.
        SaveTiflis = "save_tiflis",
    }
}

/// A retreat as the rules order it.
#[derive(Debug, Clone, Copy)]
pub struct RetreatRequirement {
    /// Why.
    pub cause: Cause,
    /// Who must go, HQs and artillery included if all do.
    pub must: BitSet,
    /// Who may.
    pub may: BitSet,
    /// How many spaces, at most.
    pub length: u8,
}

/// A battle after its dice.
#[derive(Debug)]
pub struct PostCombat<'a> {
    pub(super) position: &'a Position,
    pub(super) data: &'a Data,
    pub(super) state: &'a State,
    pub(super) view: View<'a>,
    /// The place attacked.
    pub target: PlaceId,
    /// How far the battle has come.
    pub stage: Stage,
    /// Whose attack it is.
    pub attacker: Side,
}

impl<'a> PostCombat<'a> {
    /// The battle under way; `None` if there is none.
    #[must_use]
    pub fn new(position: &'a Position) -> Option<Self> {
        let (state, data): (_, &Data) = (position.state(), position.data());
        let stage = state.stage()?;
        let target = state.target()?;
        (target < data.on_map).then(|| Self {
            position,
            data,
            state,
            view: position.view(),
            target,
            stage,
            attacker: state.attacker(),
        })
    }

    /// Whose decision it is; `None` before the losses.
    #[must_use]
    pub fn acts(&self) -> Option<Side> {
        let asked = self.position.asked_in_battle()?;
        let late = match asked.kind {
            DecisionKind::Cards => asked.moment? > Moment::Dice,
            DecisionKind::Losses
            | DecisionKind::Retreat
            | DecisionKind::Advance
            | DecisionKind::Repair => true,
            _ => false,
        };
        late.then_some(asked.side)
    }

    fn place(&self, which: BattleVar) -> Option<PlaceId> {
        usize::from(self.state.battle_var(which)).checked_sub(1)
    }

    /// The cards played in this battle, by whomever.
    pub fn played(&self) -> impl Iterator<Item = &'a Combat> {
        let (data, state) = (self.data, self.state);
        let cards = data.combat_cards.iter().copied();
        let played = cards.filter(|card| state.played_by(*card).is_some());
        played.filter_map(|card| data.combat(card))
    }

    /// Whether a card with this effect was played in this battle.
    #[must_use]
    pub fn under(&self, effect: Does) -> bool {
        self.played().any(|card| card.does(effect))
    }

    fn has(&self, effect: Effect) -> bool {
        self.played().any(|card| card.has(effect))
    }

    /// Whether CATASTROPHIC ATTACK is played (12.9.9-1).
    #[must_use]
    pub fn catastrophe(&self) -> bool {
        self.stack_out().is_some()
    }

    /// Where the stack stood that it drives back.
    #[must_use]
    pub fn stack_out(&self) -> Option<PlaceId> {
        self.place(BattleVar::StackOut)
    }

    /// The path of that stack.
    pub fn path_out(&self) -> impl Iterator<Item = PlaceId> {
        let cells = [BattleVar::PathOut, BattleVar::PathOutEnd];
        cells.into_iter().map_while(|which| self.place(which))
    }

    /// Where a unit stands on the map.
    pub(super) fn spot(&self, unit: UnitId) -> Option<PlaceId> {
        let place = self.position.place(unit);
        place.filter(|place| *place < self.data.on_map)
    }

    /// A side's units in the battle, HQs included, wherever they are now.
    #[must_use]
    pub const fn enlisted(&self, side: Side) -> &'a BitSet {
        if matches!(
            (side, self.attacker),
            (Side::Cp, Side::Cp) | (Side::Ap, Side::Ap)
        ) {
            &self.state.attackers
        } else {
            &self.state.defenders
        }
    }

    /// The combat units of a side that take part and are still there, replacements included
    /// (12.10.3-3).
    #[must_use]
    pub fn participants(&self, side: Side) -> BitSet {
        let units = *self.enlisted(side) & self.data.counters.combat;
        units & self.view.present
    }

    /// The units that were eliminated in the battle.
    #[must_use]
    pub fn fallen(&self) -> BitSet {
        let units = (self.state.attackers | self.state.defenders) & self.data.counters.combat;
        units - self.view.present
    }

    /// The loss factor of a unit's full or reduced side; of a `?` the die that fell for it, 1 if
    /// none did (3.2.2.q-1).
    #[must_use]
    pub fn factor(&self, unit: UnitId, reduced: bool) -> u8 {
        let entry = &self.data.units[unit];
        let printed = if reduced {
            entry.reduced.lf
        } else {
            entry.full.lf
        };
        let rolled = self.state.get(Cell::Factor(unit)).to_le_bytes()[0];
        printed.unwrap_or(rolled.max(1))
    }

    /// Is its loss factor a `?` as it stands?
    #[must_use]
    pub fn uncertain(&self, unit: UnitId) -> bool {
        self.data.units[unit].full.lf.is_none() && !self.state.reduced.contains(unit)
    }

    /// The loss number of a side's fire: 0 if its die has not fallen.
    #[must_use]
    pub fn number_of(&self, side: Side) -> u8 {
        let which = if side == self.attacker {
            BattleVar::LossByAttacker
        } else {
            BattleVar::LossByDefender
        };
        let number = self.state.battle_var(which).to_le_bytes()[0];
        number.saturating_sub(1)
    }

    /// What a side has to absorb.
    #[must_use]
    pub fn loss_number(&self, side: Side) -> u8 {
        self.number_of(side.enemy())
    }

    /// The winner, whose loss number is higher, and by how much (12.2.8.d-1, 12.7.1.a,
    /// 12.2.8.e-3).
    #[must_use]
    pub fn winner(&self) -> Option<(Side, u8)> {
        let [ap, cp] = [Side::Ap, Side::Cp].map(|side| self.number_of(side));
        match ap.cmp(&cp) {
            std::cmp::Ordering::Greater => Some((Side::Ap, ap - cp)),
            std::cmp::Ordering::Less => Some((Side::Cp, cp - ap)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Whether this side won.
    #[must_use]
    pub fn won(&self, side: Side) -> bool {
        self.winner().is_some_and(|(winner, _)| winner == side)
    }

    /// Whether a withdrawal was declared (12.8). CATASTROPHIC ATTACK undoes it (12.9.9-7).
    #[must_use]
    pub fn withdrawing(&self) -> bool {
        self.state.battle_flag(BattleFlag::Withdraws) && !self.catastrophe()
    }

    /// Whether the defender retreated by JAFAR PASHA before the dice.
    #[must_use]
    pub fn jafar_pasha(&self) -> bool {
        self.state.battle_flag(BattleFlag::Cancelled) && self.under(Does::RetreatOrRoll)
    }

    /// Whether the target is a region (12.10).
    #[must_use]
    pub fn in_region(&self) -> bool {
        self.data.network.regions.contains(self.target)
    }

    /// Whether the attacker has a unit at full strength in the battle (12.7.1-1).
    #[must_use]
    pub fn full_strength(&self) -> bool {
        let units = self.participants(self.attacker) - self.state.reduced;
        !units.is_empty()
    }

    /// The defenders that are still in the target.
    #[must_use]
    pub fn defending(&self) -> BitSet {
        let units = self.participants(self.attacker.enemy()) - self.state.fled;
        let there = units.iter().filter(|unit| self.there(*unit));
        there.collect()
    }

    fn there(&self, unit: UnitId) -> bool {
        self.position.place(unit) == Some(self.target)
    }

    /// HQs and artillery of a side that stand in a place.
    #[must_use]
    pub fn aides(&self, side: Side, place: PlaceId) -> BitSet {
        let units = self.view.commanded(side) - self.data.counters.combat;
        let there = units
            .iter()
            .filter(|unit| self.position.place(*unit) == Some(place));
        there.collect()
    }

    /// Whether all defenders have fallen, and none has retreated (12.9.2, 12.9.4).
    #[must_use]
    pub fn all_eliminated(&self) -> bool {
        let fled = self.participants(self.attacker.enemy()) & self.state.fled;
        fled.is_empty()
    }

    /// Whether an enemy fort is attacked that stood alone, and is not destroyed (12.9.5-1).
    #[must_use]
    pub fn fort_holds(&self) -> bool {
        self.state.battle_flag(BattleFlag::FortStoodAlone) && self.defending_fort()
    }

    /// Whether there is an intact fort of the defender in the target.
    #[must_use]
    pub fn defending_fort(&self) -> bool {
        let theirs = self.view.control[index(self.attacker.enemy())];
        (self.view.forts & theirs).contains(self.target)
    }

    /// A BU unit, dual or not, that WAR WEARY BALKANS keeps from cancelling retreats.
    #[must_use]
    pub fn cannot_cancel(&self, unit: UnitId) -> bool {
        let weary = self.state.battle_var(BattleVar::WarWeary) == self.state.scalar(Scalar::Turn);
        (weary || self.under(Does::NoCancelling)) && self.data.units[unit].is_of(Nation::Bu)
    }

    /// Who retreats now, and how far; `None` if nobody does. Who of SAVE TIFLIS must is for the
    /// routes to say: here are all that might.
    #[must_use]
    pub fn requirement(&self) -> Option<RetreatRequirement> {
        let of = |cause, must, may, length| {
            Some(RetreatRequirement {
                cause,
                must,
                may,
                length,
            })
        };
        let none = BitSet::EMPTY;
        if self.stage == Stage::SaveTiflis {
            let (must, may) = self.endangered();
            return of(Cause::SaveTiflis, must, may, 1);
        }
        // Of the stack that was chosen those who took part (12.9.9-2, 12.9.9-3), and with them who
        // cannot stand alone (3.2.3-1).
        if let Some(stack) = self.stack_out() {
            let units = *self.enlisted(self.attacker);
            let there = units
                .iter()
                .filter(|unit| self.position.place(*unit) == Some(stack));
            let there: BitSet = there.collect();
            let all = if there.is_empty() {
                there
            } else {
                there | self.aides(self.attacker, stack)
            };
            return of(Cause::Catastrophe, all, none, 2);
        }
        let held = self.state.battle_flag(BattleFlag::Held)
            || self.state.battle_flag(BattleFlag::RetreatCancelled);
        // 12.7.1.d, 12.10.5-1
        if self.in_region() || held || self.under(Does::NoRetreat) {
            return None;
        }
        // Attackers stay (12.7.8).
        let defender = self.attacker.enemy();
        let units = self.defending();
        if units.is_empty() {
            return None;
        }
        let all = units | self.aides(defender, self.target);
        if self.withdrawing() {
            if self.won(self.attacker) {
                return of(Cause::Withdrawal, all, none, 1);
            }
            let turks = units.iter().filter(|unit| {
                let entry = &self.data.units[*unit];
                entry.size == Size::Scu && (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA))
            });
            let turks: BitSet = turks.collect();
            if turks.is_empty() {
                return None;
            }
            // The others as they like (12.8-7).
            return of(Cause::Withdrawal, turks, all - turks, 1);
        }
        if self.jafar_pasha() {
            return of(Cause::JafarPasha, all, none, 1);
        }
        // Without a unit at full strength nobody is driven back (12.7.1.c); else all defenders are,
        // in supply or not (14.3.3.b).
        match self.winner() {
            Some((winner, margin)) if winner == self.attacker && self.full_strength() => {
                of(Cause::Lost, all, none, margin.min(2))
            }
            _ => None,
        }
    }

    /// The Russians that SAVE TIFLIS drives back: those in Azerbaijan, neutral Persia and Turkey;
    /// and apart from them those in a fort's space or with Yudenich, who may stay.
    fn endangered(&self) -> (BitSet, BitSet) {
        let yudenich = self.position.place(self.data.known.ru_yudenich_hq);
        let units = self.view.commanded(Side::Ap) & self.view.present & self.data.counters.combat;
        let endangered = units.iter().filter(|unit| {
            let Some(place) = self.spot(*unit) else {
                return false;
            };
            let space = &self.data.spaces[place];
            let there = matches!(space.area, Area::Azerbaijan | Area::PersiaNeutral)
                || space.country == Some(Country::Turkey);
            there && nations(self.data, self.state, *unit).has(Nation::Ru)
        });
        let excused = |unit: &UnitId| {
            let place = self.spot(*unit);
            place == yudenich || place.is_some_and(|place| self.view.forts.contains(place))
        };
        let (may, must): (Vec<UnitId>, Vec<UnitId>) = endangered.partition(excused);
        // Who cannot stand alone goes with them (3.2.3-1).
        let with_aides = |units: Vec<UnitId>| {
            let fighters: BitSet = units.into_iter().collect();
            let places: BitSet = fighters.iter().filter_map(|unit| self.spot(unit)).collect();
            let aides = places.iter().map(|place| self.aides(Side::Ap, place));
            aides.fold(fighters, |all, aides| all | aides)
        };
        (with_aides(must), with_aides(may))
    }

    /// Whether Yudenich may spare his side a space (3.2.3.1.yud-1): he is beside a RU unit that
    /// retreats. A reduced one may too: he falls when the battle is over (3.2.3.1.yud-2).
    #[must_use]
    pub fn yudenich_helps(&self, requirement: &RetreatRequirement) -> bool {
        let yudenich = self.data.known.ru_yudenich_hq;
        let place = self.position.place(yudenich);
        let russian = |unit: UnitId| {
            self.position.place(unit) == place
                && self.data.counters.combat.contains(unit)
                && nations(self.data, self.state, unit).has(Nation::Ru)
        };
        place.is_some()
            && !matches!(requirement.cause, Cause::SaveTiflis | Cause::Catastrophe)
            && (requirement.must | requirement.may).iter().any(russian)
    }

    /// Whether terrain or a trench of the space they leave lets the defenders stand (12.7.3-1,
    /// 12.7.3-3). "I Order You to Die!" is a trench for all purposes.
    #[must_use]
    pub fn cover(&self) -> bool {
        let terrain = self.data.spaces[self.target].terrain;
        let rough = match terrain {
            None | Some(Terrain::Clear) => false,
            Some(Terrain::Desert) => !self.no_desert(),
            Some(_) => true,
        };
        let trench = self.state.get(Cell::Trench(self.target));
        let owner = Control::from(self.attacker.enemy()) as u16;
        // "I Order You to Die!" is a trench of the CP's.
        let ordered = self.attacker == Side::Ap && self.under(Does::DugIn);
        let dug_in = (trench > 0 && trench >> 2 == owner) || ordered;
        rough || (dug_in && !self.no_trench())
    }

    /// Whether a card makes nothing of desert (MASSED CAVALRY CHARGE).
    #[must_use]
    pub fn no_desert(&self) -> bool {
        self.has(Effect::Ignores(Hindrance::Desert))
    }

    /// Whether a card makes nothing of trenches (MAUDE at a space without VP, MASSED CAVALRY
    /// CHARGE, JIHAD OFFENSIVE, YILDIRIM OFFENSIVE).
    #[must_use]
    pub fn no_trench(&self) -> bool {
        let maude = self.attacker == Side::Ap
            && self.has(Effect::IgnoresWithoutVp(Hindrance::Trench))
            && self.position.worth(self.target) == 0;
        let ignored = [BattleFlag::IgnoresTrenchAndWater, BattleFlag::IgnoresTrench];
        maude
            || self.has(Effect::Ignores(Hindrance::Trench))
            || ignored.iter().any(|one| self.state.battle_flag(*one))
    }
}
