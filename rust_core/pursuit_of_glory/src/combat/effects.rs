//! What terrain, trenches, cards and events do in a battle, whoever survives (12.2.8, 12.3).

use super::cards::CombatCard;
use super::lines::{Line, What};
use super::nations::TURKS;
use super::{Battle, Role};
use crate::data::CardId;
use crate::state::{ACTIONS, Cell, State};
use crate::vocabulary::*;
use engine::names::vocabulary;
use smallvec::SmallVec;

vocabulary! {
    /// Who fires first (12.2.8.c-2).
    FireOrder, "order of fire" {
        /// Both at once.
        Together = "together",
        /// The attacker, and then those who survive.
        AttackerFirst = "attacker_first",
        /// The defender, and then those who survive.
        DefenderFirst = "defender_first",
    }
}

/// What holds for a battle whoever survives. The arrays are the attacker's and the defender's.
#[derive(Debug, Clone, Default)]
pub struct Effects {
    /// Column shifts.
    pub shifts: [SmallVec<[Line; 4]>; 2],
    /// Modifiers of cards and events.
    pub drms: [SmallVec<[Line; 4]>; 2],
    /// What changes the loss number (12.8-4, NO PRISONERS).
    pub losses: [SmallVec<[Line; 2]>; 2],
    /// What makes a side fire on the heavy table without an LCU.
    pub heavy: [Option<Line>; 2],
    /// Who fires first, but for a flank attempt; and why.
    pub first: Option<(FireOrder, Line)>,
    /// What cancels the battle.
    pub cancelled: Option<Line>,
    /// Does the modifier for mounted units count (12.2.8.a-3)?
    pub mounted: bool,
    /// Does the Alpenkorps count (12.2.8.a-5)?
    pub alpine: bool,
    /// Will the defender roll a poor die again (cp_20)?
    pub roll_again: bool,
    /// Nobody is forced to retreat (cp_38).
    pub no_retreat: bool,
}

/// Has the event of a card happened in this turn?
pub(super) fn happened_this_turn(state: &State, card: CardId, turn: u16) -> bool {
    state.get(Cell::Event(card)) == turn + 1
}

impl Battle<'_> {
    /// What holds for this battle whoever survives.
    #[must_use]
    pub fn effects(&self) -> Effects {
        let mut effects = Effects {
            mounted: !self.at_beachhead(),
            alpine: self.terrain(self.target()) == Some(Terrain::Mountain),
            ..Effects::default()
        };
        self.ground(&mut effects);
        self.cards(&mut effects);
        self.events(&mut effects);
        // It may change who wins (12.7.1.b).
        if self.declared.withdrawal {
            let line = Line::new("12.8-4", What::Withdrawal, -1);
            effects.losses[Role::Attacker as usize].push(line);
        }
        effects
    }

    /// Was this card played by the side it serves, before the dice?
    fn plays(&self, card: CombatCard) -> Option<Line> {
        let played = self.played_before(card)?;
        Some(Line::new("12.2.5", What::Card(played.card), 0))
    }

    /// Terrain, water and trenches (12.3), which are added up (12.2.8.b-2, 12.3.3-2, 12.3.4-4,
    /// 12.3.5-3), in regions too (12.10.4).
    fn ground(&self, effects: &mut Effects) {
        let [attacker, defender] = [Role::Attacker as usize, Role::Defender as usize];
        let (tables, target) = (&self.data.battle, self.target());
        let charge = self.plays(CombatCard::Ap49).is_some();
        // Water is terrain as well as desert that is attacked from (12.3.3-1, 12.3.4-4); trenches are
        // not (12.3.5-3).
        let ruse = self.plays(CombatCard::Ap51).is_some();
        let offensive = self.played(CombatCard::Cp47, Side::Cp);
        let offensive = offensive.is_some_and(|played| played.places.contains(&target));
        if let Some(terrain) = self.terrain(target) {
            let rule = match terrain {
                Terrain::Mountain => "12.3.1",
                Terrain::Swamp => "12.3.2-1",
                Terrain::Desert => "12.3.3-1",
                Terrain::Clear | Terrain::Forest => "12.3",
            };
            let shift = tables.terrain(terrain).attacker_shift;
            let ignored = ruse || (charge && terrain == Terrain::Desert);
            if shift != 0 && !ignored {
                let what = What::Terrain(terrain, target);
                effects.shifts[attacker].push(Line::new(rule, what, shift));
            }
        }
        let desert = What::Terrain(Terrain::Desert, target);
        let counted = effects.shifts[attacker]
            .iter()
            .any(|line| line.what == desert);
        let from = self.origins() & self.data.ways.desert;
        if let (false, Some(from)) = (counted || ruse, from.first()) {
            let shift = tables.terrain(Terrain::Desert).attacker_shift;
            let what = What::Terrain(Terrain::Desert, from);
            effects.shifts[attacker].push(Line::new("12.3.3-1", what, shift));
        }
        if self.over_water() && !offensive && !ruse {
            let line = Line::new("12.3.4-1", What::Water, tables.water.attacker_shift);
            effects.shifts[attacker].push(line);
            let line = Line::new("12.3.4-2", What::Water, 0);
            effects.first = Some((FireOrder::DefenderFirst, line));
        }
        let level = self.trench_level();
        let maude = self.played(CombatCard::Ap28, self.side).is_some();
        let maude = maude && self.position.worth(target) == 0;
        let yildirim = self.yildirim_offensive();
        // A fort alone has no use for it (12.3.5-4).
        let ignored = charge || offensive || maude || yildirim || self.fort_alone();
        if let (Some(ground), false) = (
            usize::from(level)
                .checked_sub(1)
                .and_then(|at| tables.trenches.get(at)),
            ignored,
        ) {
            let rule = if level == 1 { "12.3.5-1" } else { "12.3.5-2" };
            let what = What::Trench(level, target);
            effects.shifts[attacker].push(Line::new(rule, what, ground.attacker_shift));
            effects.shifts[defender].push(Line::new(rule, what, ground.defender_shift));
        }
        for card in [CombatCard::Ap51, CombatCard::Cp44] {
            if let Some(line) = self.plays(card) {
                effects.first = Some((FireOrder::AttackerFirst, line));
            }
        }
    }

    /// The level of the trench that counts: one more for a stack of TU units alone (cp_28).
    fn trench_level(&self) -> u8 {
        let more = u8::from(self.plays(CombatCard::Cp28).is_some());
        (self.trench + more).min(2)
    }

    /// YILDIRIM OFFENSIVE: one attack with a Yildirim unit ignores trenches. That it is this one
    /// is declared by naming the target for the card (cp_54).
    pub(crate) fn yildirim_offensive(&self) -> bool {
        let yildirim = |played: &super::Played| {
            let id = self
                .data
                .cards
                .get(played.card)
                .map(|card| card.id.as_str());
            id == Some("cp_54") && played.places.contains(&self.target())
        };
        let units = &self.data.units;
        self.declared.cards.iter().any(yildirim)
            && (self.declared.attackers.iter())
                .any(|unit| units[*unit].symbol == Some(Symbol::Yildirim))
    }

    /// The cards played before the dice, and JAFAR PASHA after them: who survives does not matter
    /// (12.4.3.c).
    fn cards(&self, effects: &mut Effects) {
        let [attacker, defender] = [Role::Attacker as usize, Role::Defender as usize];
        for played in &self.declared.cards {
            let (Some(card), Some(role)) = (self.card(played), self.role(played.side)) else {
                continue;
            };
            let what = What::Card(played.card);
            if card.adds_one() {
                effects.drms[role as usize].push(Line::new("12.2.8.a-1", what, 1));
            }
            match card {
                CombatCard::Ap21 => {
                    effects.losses[attacker].push(Line::new("9.5.4.3-1", what, 1));
                    effects.losses[defender].push(Line::new("9.5.4.3-1", what, -1));
                }
                CombatCard::Cp06 => effects.cancelled = Some(Line::new("9.5.4.4", what, 0)),
                CombatCard::Cp20 if played.moment == super::Moment::Dice => {
                    effects.roll_again = true;
                }
                CombatCard::Cp20 => effects.cancelled = Some(Line::new("12.2.5", what, 0)),
                CombatCard::Cp38 => effects.no_retreat = true,
                CombatCard::Cp39 => {
                    effects.heavy[role as usize] = Some(Line::new("12.2.5", what, 0));
                }
                _ => {}
            }
        }
    }

    /// Events that last for a turn, an action or the rest of the game.
    fn events(&self, effects: &mut Effects) {
        let attacker = Role::Attacker as usize;
        let known = &self.data.known;
        let (turn, _) = self.time();
        let mut attack = |card: CardId, applies: bool| {
            if applies {
                let line = Line::new("12.2.8.a-1", What::Event(card), 1);
                effects.drms[attacker].push(line);
            }
        };
        let of = |role: Role, nation: Nation| self.some(role, |unit| unit.nations.has(nation));
        let turks = self.some(Role::Attacker, |unit| {
            super::nations::any(unit.nations, &TURKS)
        });
        let russians = self.side == Side::Ap && of(Role::Attacker, Nation::Ru);
        let area = self.data.spaces[self.target()].area;
        let kitchener = happened_this_turn(self.state(), known.ap_14, turn);
        attack(known.ap_14, kitchener && russians && area == Area::Caucasus);
        if let Some(card) = self.event_of_this_action() {
            let id = self.data.cards[card].id.as_str();
            let tribes = |role| {
                self.some(role, |unit| {
                    self.data.units[unit.unit].class == Class::Tribe
                })
            };
            let applies = match id {
                "ap_31" => russians,
                "cp_12" => area == Area::Egypt && self.side == Side::Cp,
                "cp_14" => turks && of(Role::Defender, Nation::In),
                "cp_30" => self.side == Side::Cp && of(Role::Defender, Nation::Ru),
                "cp_46" => tribes(Role::Attacker),
                "cp_47" | "cp_54" => turks,
                _ => false,
            };
            attack(card, applies);
        }
        let here = self.played(CombatCard::Cp47, Side::Cp).is_some();
        if let Some(card) = self.card_named("cp_47") {
            attack(
                card,
                self.declared.happened.jihad_offensive && turks && !here,
            );
        }
        // ARAB DESERTION: in every battle that includes a TU-A unit.
        if let Some(cp) = self.role(Side::Cp)
            && self.state().happened(known.ap_46)
            && of(cp, Nation::TuA)
        {
            let line = Line::new("12.2.8.a-1", What::Event(known.ap_46), -1);
            effects.drms[cp as usize].push(line);
        }
    }

    pub(super) fn card_named(&self, id: &str) -> Option<CardId> {
        self.data.cards.iter().position(|card| card.id == id)
    }

    /// The event that the attacker's current action is.
    pub(crate) fn event_of_this_action(&self) -> Option<CardId> {
        let (_, round) = self.time();
        let last = (0..ACTIONS)
            .rev()
            .map(|at| self.state().get(Cell::Action(at)));
        let last = last.into_iter().find(|action| *action > 0)?;
        let card = usize::from(last >> 8).checked_sub(1)?;
        (last == State::action(round, self.side, ActionKind::Event, Some(card))).then_some(card)
    }
}
