//! What a battle must be like for a combat card to be played (9.5.4, 12.2.5).

use super::Referee;
use crate::board::BitSet;
use crate::combat::{Battle, CombatCard, EMPIRE, Role, TURKS, any, nations};
use crate::data::{CardId, Nations, PlaceId, UnitId};
use crate::state::Cell;
use crate::vocabulary::*;
use smallvec::{SmallVec, smallvec};
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
    /// May a side play a card at a moment, in whosever action (9.5.4.1-2)? That the card is in its
    /// hands, and what it brings or names, is not asked here.
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
        let known = self.data.cards.get(card);
        let Some(combat) = known.and_then(|card| CombatCard::parse(&card.id)) else {
            return smallvec![Unmet::NoCombatCard];
        };
        let Some(role) = self.role(side) else {
            return smallvec![Unmet::WrongTime];
        };
        let mut reasons = SmallVec::new();
        if !combat.serves(side) || !timely(combat, role, moment) {
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
        if asked && !self.meets(combat, role, moment) {
            reasons.push(Unmet::Conditions);
        }
        reasons
    }

    /// ROYAL FLYING CORPS has been played, in this battle or before (ap_38).
    fn air_superiority(&self) -> bool {
        let card = self.data.known.ap_38;
        self.state().happened(card)
            || self.state().used(card)
            || self.state().played_by(card).is_some()
            || self.declared.cards.iter().any(|played| played.card == card)
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

    /// Does one of the side's units in supply belong to one of these nations?
    fn has(&self, role: Role, wanted: &[Nation]) -> bool {
        self.sound(role).any(|(_, _, of)| any(of, wanted))
    }

    /// The stack a unit is of: its place, and for attackers in a region or on an island base the
    /// number of the stack.
    fn stack(&self, role: Role, unit: UnitId, from: PlaceId) -> (PlaceId, u16) {
        let numbered = role == Role::Attacker && self.data.ways.wide.contains(from);
        let number = if numbered {
            self.state().get(Cell::Stack(unit))
        } else {
            0
        };
        (from, number)
    }

    /// The stacks of the side's combat units in supply that have both a BR and an IN unit (ap_28).
    fn mixed_stacks(&self, role: Role) -> SmallVec<[(PlaceId, u16); 4]> {
        let of = |nation: Nation| {
            let units = self.fighters[role as usize].iter();
            units
                .filter(move |unit| unit.supplied && unit.nations.has(nation))
                .map(|unit| self.stack(role, unit.unit, unit.from))
        };
        let indian: SmallVec<[_; 8]> = of(Nation::In).collect();
        of(Nation::Br)
            .filter(|stack| indian.contains(stack))
            .collect()
    }

    /// The places of those of them that no HQ is of (10.1-2), which MAUDE may join (ap_28).
    #[must_use]
    pub fn stacks_for_maude(&self, side: Side) -> BitSet {
        let Some(role) = self.role(side) else {
            return BitSet::EMPTY;
        };
        let stacks = self.mixed_stacks(role).into_iter();
        let open = stacks.filter(|stack| !self.led(role, *stack));
        open.map(|(place, _)| place).collect()
    }

    /// The places from where such an LCU as ARMY OF ISLAM asks for attacks, without an HQ in its
    /// stack (10.1-2, cp_44).
    #[must_use]
    pub fn stacks_for_islam(&self) -> BitSet {
        let role = Role::Attacker;
        let stacks = self
            .spearheads()
            .map(|(unit, from)| self.stack(role, unit, from));
        let open = stacks.filter(|stack| !self.led(role, *stack));
        open.map(|(place, _)| place).collect()
    }

    /// Is an HQ of a stack: in a space any of the side that stands there, in a region or on an
    /// island base one that takes part?
    fn led(&self, role: Role, stack: (PlaceId, u16)) -> bool {
        let hq = |unit: UnitId| self.data.units[unit].class == Class::Hq;
        let (place, _) = stack;
        if self.data.ways.wide.contains(place) {
            let mut staff = self.staff[role as usize].iter();
            return staff.any(|one| hq(one.unit) && self.stack(role, one.unit, one.from) == stack);
        }
        let mine = self.view.commanded(self.side_of(role));
        mine.iter()
            .any(|unit| hq(unit) && self.position.place(unit) == Some(place))
    }

    /// The TU and TU-A LCUs that attack from Caucasus, Russia, Azerbaijan or neutral Persia, and from
    /// where (cp_44).
    fn spearheads(&self) -> impl Iterator<Item = (UnitId, PlaceId)> {
        let areas = [
            Area::Caucasus,
            Area::Russia,
            Area::Azerbaijan,
            Area::PersiaNeutral,
        ];
        let fighters = self.fighters[Role::Attacker as usize].iter();
        fighters
            .filter(move |unit| {
                unit.supplied
                    && self.data.units[unit.unit].size == Size::Lcu
                    && any(unit.nations, &TURKS)
                    && areas.contains(&self.data.spaces[unit.from].area)
            })
            .map(|unit| (unit.unit, unit.from))
    }

    /// Are the conditions met that the page's table of the cards names?
    fn meets(&self, card: CombatCard, role: Role, moment: Moment) -> bool {
        let target = &self.data.spaces[self.target()];
        let attacks = role == Role::Attacker;
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
            CombatCard::Ap15 => self.sound(role).any(|(unit, _, of)| {
                let arm = self.data.units[unit].unit_type;
                let foot = matches!(arm, UnitType::Infantry | UnitType::EliteInfantry);
                foot && any(of, &[Nation::Br, Nation::In])
            }),
            CombatCard::Ap20 => {
                !terrain(&[Terrain::Mountain, Terrain::Swamp]) && target.kind != Kind::Beachhead
            }
            CombatCard::Ap21 => self.some(Role::Attacker, |unit| {
                let of = &self.data.units[unit.unit];
                of.is_of(Nation::ArabRevolt) || (of.class == Class::Tribe && of.side == Side::Cp)
            }),
            CombatCard::Ap28 => !self.mixed_stacks(role).is_empty(),
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
                        space.country == Some(country)
                    })
                };
                let bulgarians = self
                    .role(Side::Cp)
                    .is_some_and(|cp| self.some(cp, |unit| unit.nations.has(Nation::Bu)));
                (held(Country::Serbia) || held(Country::Bulgaria)) && turn >= 10 && bulgarians
            }
            CombatCard::Ap49 => {
                let corps = self.data.known.anz_desert_corps;
                attacks && self.sound(role).any(|(unit, _, _)| unit == corps)
            }
            CombatCard::Ap51 => {
                let lcu = |unit: UnitId| self.data.units[unit].size == Size::Lcu;
                happened(self.data.known.ap_54)
                    && self
                        .sound(role)
                        .any(|(unit, _, of)| of.has(Nation::Br) && lcu(unit))
            }
            CombatCard::Ap52 => happened(self.data.known.ap_54),
            CombatCard::Cp06 => {
                let mut places = self.origins();
                places.insert(self.target());
                places.meets(&(self.data.ways.desert | self.data.ways.swamp))
            }
            CombatCard::Cp19 => area(&palestine) && !self.air_superiority(),
            CombatCard::Cp20 => match moment {
                Moment::Battle => self.could_retreat(),
                Moment::Dice => self.rolled.is_none_or(|rolled| rolled[role as usize]),
                _ => false,
            },
            CombatCard::Cp21 => !self.air_superiority(),
            CombatCard::Cp28 => {
                let turks = |of: Nations| of.has(Nation::Tu) && !of.has(Nation::TuA);
                let mut units = self.fighters[Role::Defender as usize].iter();
                // Headquarters are units, too (11.1-1).
                let mut staff = self.staff[Role::Defender as usize].iter();
                self.some(Role::Defender, |_| true)
                    && units.all(|unit| turks(unit.nations))
                    && staff.all(|one| turks(nations(self.data, state, one.unit)))
            }
            CombatCard::Cp38 => area(&palestine),
            CombatCard::Cp44 => {
                happened(self.data.known.cp_13)
                    && jihad >= 6
                    && attacks
                    && self.spearheads().next().is_some()
            }
            CombatCard::Cp47 => jihad >= 8 && self.has(role, &TURKS),
            CombatCard::Ap50
            | CombatCard::Cp04
            | CombatCard::Cp11
            | CombatCard::Cp27
            | CombatCard::Cp42 => self.meets_late(card),
            CombatCard::Cp05 | CombatCard::Cp39 | CombatCard::Cp43 => true,
        }
    }

    /// Could a defender in supply retreat a space before the battle (cp_20, 12.7)?
    fn could_retreat(&self) -> bool {
        let defenders = self.fighters[Role::Defender as usize].iter();
        let mut defenders = defenders.filter(|unit| unit.supplied).peekable();
        if defenders.peek().is_none() {
            return false;
        }
        let referee = Referee::of_side(self.position, self.side.enemy());
        defenders.any(|unit| referee.could_retreat(unit.unit, self.target()))
    }

    /// The target touches the East Mediterranean, the Red Sea or the Persian Gulf (a port or a coast
    /// there, or a beachhead on it or before it), or lies on the Suez Canal (ap_04).
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
            || on_sea(self.data.spaces[target].coast)
            || self.on_the_canal(id)
    }

    fn on_the_canal(&self, id: &str) -> bool {
        let canal = self.data.charts.get("suez_canal");
        ["west", "east"].iter().any(|bank| {
            let bank = canal
                .and_then(|canal| canal.get(bank))
                .and_then(Value::as_array);
            bank.is_some_and(|bank| bank.iter().any(|space| space.as_str() == Some(id)))
        })
    }
}

/// Is it a card for this moment and part (12.2-3; `docs/battles.md`)?
fn timely(card: CombatCard, role: Role, moment: Moment) -> bool {
    let attacks = role == Role::Attacker;
    match (card, moment) {
        (CombatCard::Ap06 | CombatCard::Cp39, Moment::Weather) => attacks,
        (CombatCard::Ap51, Moment::Weather) => attacks,
        (CombatCard::Ap51, _) | (_, Moment::Weather) => false,
        (CombatCard::Cp27 | CombatCard::Cp43, Moment::Losses) => !attacks,
        (CombatCard::Cp11, Moment::Retreat) => attacks,
        (CombatCard::Cp04, Moment::Advance) => true,
        (CombatCard::Ap50 | CombatCard::Cp42, Moment::Advance) => attacks,
        (_, Moment::Losses | Moment::Retreat | Moment::Advance) => false,
        (CombatCard::Cp20, Moment::Battle | Moment::Dice) => !attacks,
        (CombatCard::Cp38, Moment::Battle | Moment::Dice) => !attacks,
        (_, Moment::Dice) => false,
        (CombatCard::Ap39 | CombatCard::Ap49, _) => attacks,
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
