//! What a battle must be like for a combat card to be played (9.5.4, 12.2.5).

use crate::aftermath::PostCombat;
use crate::cards::{Combat, Condition, Land, NamedThing, Naming, Simple};
use crate::combat::{Battle, Role, nations};
use crate::data::{CardId, Nations, PlaceId, UnitId};
use crate::vocabulary::*;
use smallvec::{SmallVec, smallvec};

/// Why a card may not be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unmet {
    /// The card is no combat card.
    #[error("it is no combat card (9.5.4)")]
    NoCombatCard,
    /// Not at this moment, or not by an attacker, or not by a defender.
    #[error("it is not played now, or not by this side (9.5.4.1)")]
    WrongTime,
    /// The side defends with a fort that stands alone.
    #[error("a fort that stands alone has no use of cards (2.0.cc-2)")]
    FortAlone,
    /// All of the side's units that take part are out of supply.
    #[error("nobody is in supply (14.3.1-4)")]
    NobodyInSupply,
    /// The battle does not meet the card's conditions.
    #[error("the battle does not meet its conditions (12.2.5)")]
    Conditions,
}

impl Battle<'_> {
    /// Whether a side may play a card at a moment, in whosever action (9.5.4.1-2). That the card is
    /// in its hands, and what it brings or names, is not asked here.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn may_play(&self, card: CardId, side: Side, moment: Moment) -> Result<(), Unmet> {
        self.reasons_against(card, side, moment)
            .first()
            .map_or(Ok(()), |reason| Err(*reason))
    }

    /// Every reason against playing a card; of what is no combat card nothing else is said.
    #[must_use]
    pub fn reasons_against(
        &self,
        card: CardId,
        side: Side,
        moment: Moment,
    ) -> SmallVec<[Unmet; 3]> {
        let Some(combat) = self.data.combat(card) else {
            return smallvec![Unmet::NoCombatCard];
        };
        let Some(role) = self.role(side) else {
            return smallvec![Unmet::WrongTime];
        };
        let mut reasons = SmallVec::new();
        if !self.data.cards[card].serves(side) || !timely(combat, role, moment) {
            reasons.push(Unmet::WrongTime);
        }
        let past = moment.follows_dice();
        let alone = if past {
            self.fort > 0 && self.nobody_enlisted(side)
        } else {
            self.fort_alone()
        };
        if role == Role::Defender && alone {
            reasons.push(Unmet::FortAlone);
        }
        let starved = if past {
            self.all_were_unfed(side)
        } else {
            let fighters = &self.fighters[role as usize];
            !fighters.is_empty() && !fighters.iter().any(|unit| unit.supplied)
        };
        if starved {
            reasons.push(Unmet::NobodyInSupply);
        }
        // Of what comes after the dice, and when they have fallen, conditions are asked in time only.
        let asked = timely(combat, role, moment) || !(past || combat.is_late());
        if asked && !self.meets(card, role, moment) {
            reasons.push(Unmet::Conditions);
        }
        reasons
    }

    /// The units of a side that take part and are in supply, HQs and artillery included: where they
    /// stand, and their nations (14.3.1-4).
    fn sound(&self, role: Role) -> impl Iterator<Item = (UnitId, PlaceId, Nations)> {
        let fighters = self.fighters[role as usize].iter();
        let fighters = fighters
            .filter(|unit| unit.supplied)
            .map(|unit| (unit.unit, unit.from, unit.nations));
        let staff = self.staff[role as usize].iter();
        let staff = staff.filter(|unit| unit.supplied).map(|unit| {
            let of = nations(self.data, self.state(), unit.unit);
            (unit.unit, unit.from, of)
        });
        fighters.chain(staff)
    }

    /// Whether the card's prerequisites hold, and what it asks of a battle.
    fn meets(&self, card: CardId, role: Role, moment: Moment) -> bool {
        let entry = &self.data.cards[card];
        let needs = entry.combat.iter().flat_map(|combat| &combat.needs);
        let mut clauses = entry.prerequisites.iter().chain(needs);
        clauses.all(|clause| {
            let mut any = clause.iter();
            any.any(|condition| self.holds(*condition, role, moment))
        })
    }

    /// Whether one condition holds for the player of a card.
    fn holds(&self, condition: Condition, role: Role, moment: Moment) -> bool {
        match condition {
            Condition::Plain(word) if condition.asks_battle() => {
                self.holds_plainly(word, role, moment)
            }
            Condition::Of(naming, what) if condition.asks_battle() => {
                self.holds_of(naming, what, role)
            }
            Condition::Of(Naming::NotAfter, NamedThing::Card(card)) => {
                let mut declared = self.declared.cards.iter();
                !declared.any(|played| played.card == card)
                    && self.position.fulfils(&self.view, condition)
            }
            _ => self.position.fulfils(&self.view, condition),
        }
    }

    fn holds_plainly(&self, word: Simple, role: Role, moment: Moment) -> bool {
        match word {
            Simple::TurksAttackedRussians => self.turks_attacked_russians(),
            Simple::RussianVpTaken => self.state().battle_flag(BattleFlag::RussianVpTaken),
            Simple::Won => self.has_won(role),
            Simple::TurksHurt => self.turks_were_hurt(),
            Simple::EmpireRepelled => self.empire_repelled(),
            Simple::OnlyTurks => self.only_turks_defend(),
            Simple::RaidersAttack => self.raiders_attack(),
            Simple::ShipsInRange => self.within_range_of_ships(),
            Simple::MixedStack => !self.mixed_stacks(role).is_empty(),
            Simple::Spearhead => self.spearheads().next().is_some(),
            Simple::WayOutOrDie => self.way_out_or_die(role, moment),
            // Those of a position are not asked here.
            _ => false,
        }
    }

    fn holds_of(&self, naming: Naming, what: NamedThing, role: Role) -> bool {
        let target = &self.data.spaces[self.target()];
        let infantry = |unit: UnitId| {
            let arm = self.data.units[unit].unit_type;
            matches!(arm, UnitType::Infantry | UnitType::EliteInfantry)
        };
        let lcu = |unit: UnitId| self.data.units[unit].size == Size::Lcu;
        match (naming, what) {
            (Naming::CpDefendsIn, NamedThing::Land(Land::Area(area))) => {
                self.side == Side::Ap && target.area == area
            }
            (Naming::In, NamedThing::Land(Land::Area(area))) => target.area == area,
            (Naming::NotIn, NamedThing::Land(Land::Area(area))) => target.area != area,
            (Naming::On, NamedThing::Terrain(terrain)) => target.terrain == Some(terrain),
            (Naming::NotOn, NamedThing::Terrain(terrain)) => target.terrain != Some(terrain),
            (Naming::NoPlace, NamedThing::Kind(kind)) => target.kind != kind,
            (Naming::IntoOrOutOf, NamedThing::Terrain(terrain)) => {
                let mut places = self.origins();
                places.insert(self.target());
                places
                    .iter()
                    .any(|place| self.terrain(place) == Some(terrain))
            }
            (Naming::Own, NamedThing::Nation(nation)) => {
                self.sound(role).any(|(_, _, of)| of.has(nation))
            }
            (Naming::OwnInfantry, NamedThing::Nation(nation)) => self
                .sound(role)
                .any(|(unit, _, of)| of.has(nation) && infantry(unit)),
            (Naming::OwnLcu, NamedThing::Nation(nation)) => self
                .sound(role)
                .any(|(unit, _, of)| of.has(nation) && lcu(unit)),
            (Naming::OwnUnit, NamedThing::Unit(wanted)) => {
                self.sound(role).any(|(unit, _, _)| unit == wanted)
            }
            (Naming::CpUnit, NamedThing::Nation(nation)) => {
                let role = self.role(Side::Cp);
                role.is_some_and(|cp| self.some(cp, |unit| unit.nations.has(nation)))
            }
            // Those of a position are not asked here.
            _ => false,
        }
    }

    /// Whether the player of a card has won.
    fn has_won(&self, role: Role) -> bool {
        let after = PostCombat::new(self.position);
        after.is_some_and(|after| after.won(self.side_of(role)))
    }
}

/// Whether it is a card for this moment and part (12.2-3; `docs/battles.md`).
fn timely(card: &Combat, role: Role, moment: Moment) -> bool {
    card.times[role as usize].contains(&moment)
}
