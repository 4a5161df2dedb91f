//! What a battle must be like for a combat card to be played (9.5.4, 12.2.5).

use super::cards::CombatCard;
use super::nations::{EMPIRE, TURKS, any};
use super::{Battle, Moment, Role};
use crate::pursuit_of_glory::data::CardId;
use crate::pursuit_of_glory::vocabulary::*;
use toml::Value;

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
    /// May a side play a card at a moment? That the card is in its hands, and what it brings or
    /// names, is not asked here.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn may_play(&self, card: CardId, side: Side, moment: Moment) -> Result<(), Unmet> {
        let known = self.data.cards.get(card);
        let combat = known.and_then(|card| CombatCard::parse(&card.id));
        let combat = combat.ok_or(Unmet::NoCombatCard)?;
        let role = self.role(side).ok_or(Unmet::WrongTime)?;
        if self.later_than_air_superiority(combat) {
            return Err(Unmet::NoCombatCard);
        }
        if !combat.serves(side) || !timely(combat, role, moment) {
            return Err(Unmet::WrongTime);
        }
        if role == Role::Defender && self.fort_alone() {
            return Err(Unmet::FortAlone);
        }
        if !self.some(role, |unit| unit.supplied) {
            return Err(Unmet::NobodyInSupply);
        }
        if self.meets(combat, role) {
            Ok(())
        } else {
            Err(Unmet::Conditions)
        }
    }

    /// FLIEGERABTEILUNG after ROYAL FLYING CORPS (cp_21, ap_38).
    fn later_than_air_superiority(&self, card: CombatCard) -> bool {
        card == CombatCard::Cp21 && self.state().happened(self.data.known.ap_38)
    }

    /// Does one of the side's units in supply belong to one of these nations?
    fn has(&self, role: Role, nations: &[Nation]) -> bool {
        self.some(role, |unit| unit.supplied && any(unit.nations, nations))
    }

    fn meets(&self, card: CombatCard, role: Role) -> bool {
        let target = &self.data.spaces[self.target()];
        let attacker = role == Role::Attacker;
        let (turn, _) = self.time();
        let state = self.state();
        let jihad = state.track(Track::Jihad);
        let happened = |card: CardId| state.happened(card);
        let terrain = |wanted: &[Terrain]| target.terrain.is_some_and(|at| wanted.contains(&at));
        let area = |wanted: &[Area]| wanted.contains(&target.area);
        let palestine = [Area::Mesopotamia, Area::SyriaPalestine, Area::Sinai];
        match card {
            CombatCard::Ap04 => self.within_range_of_ships(),
            CombatCard::Ap05 => {
                self.has(role, &[Nation::Ru, Nation::Arm]) && target.area != Area::Balkans
            }
            CombatCard::Ap06 => self.has(role, &[Nation::In]),
            CombatCard::Ap15 => self.some(role, |unit| {
                let of = &self.data.units[unit.unit];
                let foot = matches!(of.unit_type, UnitType::Infantry | UnitType::EliteInfantry);
                unit.supplied && foot && any(unit.nations, &[Nation::Br, Nation::In])
            }),
            CombatCard::Ap20 => {
                !terrain(&[Terrain::Mountain, Terrain::Swamp]) && target.kind != Kind::Beachhead
            }
            CombatCard::Ap21 => self.some(Role::Attacker, |unit| {
                let of = &self.data.units[unit.unit];
                of.is_of(Nation::ArabRevolt) || (of.class == Class::Tribe && of.side == Side::Cp)
            }),
            CombatCard::Ap28 => self.origins().iter().chain([self.target()]).any(|place| {
                let here = |nation| {
                    self.some(role, |unit| {
                        unit.supplied && unit.from == place && unit.nations.has(nation)
                    })
                };
                here(Nation::Br) && here(Nation::In)
            }),
            CombatCard::Ap38 => self.has(role, &EMPIRE),
            CombatCard::Ap39 => {
                self.has(role, &[Nation::Br])
                    && area(&[Area::Egypt, Area::Sinai, Area::SyriaPalestine])
                    && terrain(&[Terrain::Clear, Terrain::Desert])
            }
            CombatCard::Ap44 => {
                let held = |country| {
                    self.view.control[0].iter().any(|place| {
                        let space = &self.data.spaces[place];
                        space.country == Some(country) && space.vp > 0
                    })
                };
                let bulgarians = self
                    .role(Side::Cp)
                    .is_some_and(|cp| self.some(cp, |unit| unit.nations.has(Nation::Bu)));
                (held(Country::Serbia) || held(Country::Bulgaria)) && turn >= 10 && bulgarians
            }
            CombatCard::Ap49 => {
                self.some(role, |unit| unit.unit == self.data.known.anz_desert_corps)
            }
            CombatCard::Ap50 => false,
            CombatCard::Ap51 => {
                happened(self.data.known.ap_54)
                    && self.some(role, |unit| {
                        unit.supplied
                            && unit.nations.has(Nation::Br)
                            && self.data.units[unit.unit].size == Size::Lcu
                    })
            }
            CombatCard::Ap52 => happened(self.data.known.ap_54),
            CombatCard::Cp06 => {
                let mut places = self.origins();
                places.insert(self.target());
                places.meets(&(self.data.ways.desert | self.data.ways.swamp))
            }
            CombatCard::Cp19 => area(&palestine) && !happened(self.data.known.ap_38),
            CombatCard::Cp28 => {
                let turks = |unit: &super::Fighter| {
                    unit.nations.has(Nation::Tu) && !unit.nations.has(Nation::TuA)
                };
                let mut units = self.fighters[role as usize].iter();
                units.all(turks)
            }
            CombatCard::Cp38 => area(&palestine),
            CombatCard::Cp44 => {
                happened(self.data.known.cp_13)
                    && jihad >= 6
                    && self.some(role, |unit| {
                        let places = [Area::Caucasus, Area::Russia, Area::Azerbaijan];
                        let from = &self.data.spaces[unit.from];
                        unit.supplied
                            && any(unit.nations, &TURKS)
                            && self.data.units[unit.unit].size == Size::Lcu
                            && (places.contains(&from.area) || from.area == Area::PersiaNeutral)
                    })
            }
            CombatCard::Cp47 => jihad >= 8 && self.has(role, &TURKS),
            CombatCard::Cp05 | CombatCard::Cp20 | CombatCard::Cp21 | CombatCard::Cp39 => true,
            CombatCard::Cp04
            | CombatCard::Cp11
            | CombatCard::Cp27
            | CombatCard::Cp42
            | CombatCard::Cp43 => !attacker,
        }
    }

    /// The target touches the East Mediterranean, the Red Sea or the Persian Gulf (a port there, or
    /// a beachhead on it or before it), or lies on the Suez Canal (ap_04).
    fn within_range_of_ships(&self) -> bool {
        let seas = [Sea::EastMediterranean, Sea::RedSea, Sea::PersianGulf];
        let on_sea = |port: Option<Sea>| port.is_some_and(|sea| seas.contains(&sea));
        let target = self.target();
        let mut near = vec![target];
        near.extend(self.data.spaces[target].island_base);
        for space in &self.data.spaces {
            if space.shore == Some(target) {
                near.extend(space.island_base);
            }
        }
        let id = self.data.spaces[target].id.as_str();
        near.into_iter()
            .any(|place| on_sea(self.data.spaces[place].port))
            || self.on_the_canal(id)
    }

    fn on_the_canal(&self, id: &str) -> bool {
        let canal = self.data.tables.get("suez_canal");
        ["west", "east"].iter().any(|bank| {
            let bank = canal
                .and_then(|canal| canal.get(bank))
                .and_then(Value::as_array);
            bank.is_some_and(|bank| bank.iter().any(|space| space.as_str() == Some(id)))
        })
    }
}

/// Is it a card for this moment and part (`docs/battles.md`)?
fn timely(card: CombatCard, role: Role, moment: Moment) -> bool {
    let attacks = role == Role::Attacker;
    match (card, moment) {
        (CombatCard::Ap06 | CombatCard::Cp39, Moment::Weather) => attacks,
        (CombatCard::Ap51, Moment::Weather) => attacks,
        (CombatCard::Ap51, _) | (_, Moment::Weather) => false,
        (CombatCard::Cp20, Moment::Battle | Moment::Dice) => !attacks,
        (CombatCard::Cp38, Moment::Battle | Moment::Dice) => !attacks,
        (_, Moment::Dice) => false,
        (CombatCard::Ap39 | CombatCard::Ap49 | CombatCard::Ap52, _) => attacks,
        (CombatCard::Cp44 | CombatCard::Cp47, _) => attacks,
        (CombatCard::Cp06 | CombatCard::Cp19 | CombatCard::Cp28, _) => !attacks,
        (CombatCard::Ap50, _) => false,
        (
            CombatCard::Cp04
            | CombatCard::Cp11
            | CombatCard::Cp27
            | CombatCard::Cp42
            | CombatCard::Cp43,
            _,
        ) => false,
        _ => true,
    }
}
