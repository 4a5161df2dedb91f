//! What terrain, trenches, cards and events do in a battle, whoever survives (12.2.8, 12.3).

use super::lines::{FigureLine, LineSubject};
use super::nations::TURKS;
use super::{Battle, Role};
use crate::cards::{
    ARAB_DESERTION, BULLS_EYE_DIRECTIVE, Does, Effect, Hindrance, INDIAN_MUTINY, JIHAD_OFFENSIVE,
    JIHAD_SUPREMACY, KITCHENER, LIBERATE_SUEZ, RUSSIAN_WINTER_OFFENSIVE, YILDIRIM_OFFENSIVE,
};
use crate::data::CardId;
use crate::state::{Cell, State};
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
    pub shifts: [SmallVec<[FigureLine; 4]>; 2],
    /// Modifiers of cards and events.
    pub drms: [SmallVec<[FigureLine; 4]>; 2],
    /// What changes the loss number (12.8-4, NO PRISONERS).
    pub losses: [SmallVec<[FigureLine; 2]>; 2],
    /// What makes a side fire on the heavy table without an LCU.
    pub heavy: [Option<FigureLine>; 2],
    /// Who fires first, but for a flank attempt; and why.
    pub first: Option<(FireOrder, FigureLine)>,
    /// What cancels the battle.
    pub cancelled: Option<FigureLine>,
    /// Whether the modifier for mounted units counts (12.2.8.a-3).
    pub mounted: bool,
    /// Whether the Alpenkorps counts (12.2.8.a-5).
    pub alpine: bool,
    /// Whether the defender will roll a poor die again (JAFAR PASHA).
    pub roll_again: bool,
    /// Nobody is forced to retreat (WATER SHORTAGE).
    pub no_retreat: bool,
}

/// Whether the event of a card has happened in this turn.
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
            let line = FigureLine::new("12.8-4", LineSubject::Withdrawal, -1);
            effects.losses[Role::Attacker as usize].push(line);
        }
        effects
    }

    /// Whether a card makes nothing of this ground.
    fn ignores(&self, ground: Hindrance) -> bool {
        let unconditional = self.played_before(Effect::Ignores(ground)).is_some();
        let worthless = || {
            let attacks = self.played(Effect::IgnoresWithoutVp(ground), self.side);
            attacks.is_some() && self.position.worth(self.target()) == 0
        };
        let named = || {
            let named = self.played(Effect::IgnoresIfNamed(ground), self.side);
            named.is_some_and(|played| played.places.contains(&self.target()))
        };
        unconditional || worthless() || named()
    }

    /// Terrain, water and trenches (12.3), which are added up (12.2.8.b-2, 12.3.3-2, 12.3.4-4,
    /// 12.3.5-3), in regions too (12.10.4).
    fn ground(&self, effects: &mut Effects) {
        let [attacker, defender] = [Role::Attacker as usize, Role::Defender as usize];
        let (tables, target) = (&self.data.battle, self.target());
        // Water is terrain as well as desert that is attacked from (12.3.3-1, 12.3.4-4); trenches are
        // not (12.3.5-3).
        let no_terrain = self.ignores(Hindrance::Terrain);
        if let Some(terrain) = self.terrain(target) {
            let rule = match terrain {
                Terrain::Mountain => "12.3.1",
                Terrain::Swamp => "12.3.2-1",
                Terrain::Desert => "12.3.3-1",
                Terrain::Clear | Terrain::Forest => "12.3",
            };
            let shift = tables.terrain(terrain).attacker_shift;
            let ignored =
                no_terrain || (terrain == Terrain::Desert && self.ignores(Hindrance::Desert));
            if shift != 0 && !ignored {
                let what = LineSubject::Terrain(terrain, target);
                effects.shifts[attacker].push(FigureLine::new(rule, what, shift));
            }
        }
        let desert = LineSubject::Terrain(Terrain::Desert, target);
        let counted = effects.shifts[attacker]
            .iter()
            .any(|line| line.what == desert);
        let from = self.origins() & self.data.movement_graph.desert;
        if let (false, Some(from)) = (counted || no_terrain, from.first()) {
            let shift = tables.terrain(Terrain::Desert).attacker_shift;
            let what = LineSubject::Terrain(Terrain::Desert, from);
            effects.shifts[attacker].push(FigureLine::new("12.3.3-1", what, shift));
        }
        if self.over_water() && !self.ignores(Hindrance::Water) {
            let line = FigureLine::new("12.3.4-1", LineSubject::Water, tables.water.attacker_shift);
            effects.shifts[attacker].push(line);
            let line = FigureLine::new("12.3.4-2", LineSubject::Water, 0);
            effects.first = Some((FireOrder::DefenderFirst, line));
        }
        let level = self.trench_level();
        // A fort alone has no use for it (12.3.5-4).
        let ignored = level > 0
            && (self.ignores(Hindrance::Trench) || self.yildirim_offensive() || self.fort_alone());
        if let (Some(ground), false) = (
            usize::from(level)
                .checked_sub(1)
                .and_then(|at| tables.trenches.get(at)),
            ignored,
        ) {
            let rule = if level == 1 { "12.3.5-1" } else { "12.3.5-2" };
            let what = LineSubject::Trench(level, target);
            effects.shifts[attacker].push(FigureLine::new(rule, what, ground.attacker_shift));
            effects.shifts[defender].push(FigureLine::new(rule, what, ground.defender_shift));
        }
        if let Some(played) = self.played_before(Effect::Plain(Does::FiresFirst)) {
            let line = FigureLine::new("12.2.5", LineSubject::Card(played.card), 0);
            effects.first = Some((FireOrder::AttackerFirst, line));
        }
    }

    /// The level of the trench that counts: one more for a stack of TU units alone ("I ORDER YOU TO
    /// DIE!").
    fn trench_level(&self) -> u8 {
        let more = u8::from(self.played_before(Effect::Plain(Does::DugIn)).is_some());
        (self.trench + more).min(2)
    }

    /// YILDIRIM OFFENSIVE: one attack with a Yildirim unit ignores trenches. That it is this one is
    /// declared by naming the target for the card.
    pub(crate) fn yildirim_offensive(&self) -> bool {
        let yildirim = |played: &super::Played| {
            played.card == YILDIRIM_OFFENSIVE && played.places.contains(&self.target())
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
            let what = LineSubject::Card(played.card);
            for effect in &card.effects {
                match *effect {
                    Effect::Modifier(number) => {
                        let line = FigureLine::new("12.2.8.a-1", what, number);
                        effects.drms[role as usize].push(line);
                    }
                    Effect::Plain(Does::LossNumbers) => {
                        effects.losses[attacker].push(FigureLine::new("9.5.4.3-1", what, 1));
                        effects.losses[defender].push(FigureLine::new("9.5.4.3-1", what, -1));
                    }
                    Effect::Plain(Does::CancelsBattle) => {
                        effects.cancelled = Some(FigureLine::new("9.5.4.4", what, 0));
                    }
                    Effect::Plain(Does::RetreatOrRoll) if played.moment == super::Moment::Dice => {
                        effects.roll_again = true;
                    }
                    Effect::Plain(Does::RetreatOrRoll) => {
                        effects.cancelled = Some(FigureLine::new("12.2.5", what, 0));
                    }
                    Effect::Plain(Does::NoRetreat) => effects.no_retreat = true,
                    Effect::Plain(Does::HeavyTable) => {
                        effects.heavy[role as usize] = Some(FigureLine::new("12.2.5", what, 0));
                    }
                    _ => {}
                }
            }
        }
    }

    /// Events that last for a turn, an action or the rest of the game.
    fn events(&self, effects: &mut Effects) {
        let attacker = Role::Attacker as usize;
        let (turn, _) = self.time();
        let mut attack = |card: CardId, applies: bool| {
            if applies {
                let line = FigureLine::new("12.2.8.a-1", LineSubject::Event(card), 1);
                effects.drms[attacker].push(line);
            }
        };
        let of = |role: Role, nation: Nation| self.some(role, |unit| unit.nations.has(nation));
        let turks = self.some(Role::Attacker, |unit| {
            super::nations::any(unit.nations, &TURKS)
        });
        let russians = self.side == Side::Ap && of(Role::Attacker, Nation::Ru);
        let area = self.data.spaces[self.target()].area;
        let kitchener = happened_this_turn(self.state(), KITCHENER, turn);
        attack(KITCHENER, kitchener && russians && area == Area::Caucasus);
        if let Some(card) = self.event_of_this_action() {
            let tribes = |role| {
                self.some(role, |unit| {
                    self.data.units[unit.unit].class == Class::Tribe
                })
            };
            let applies = match card {
                RUSSIAN_WINTER_OFFENSIVE => russians,
                LIBERATE_SUEZ => area == Area::Egypt && self.side == Side::Cp,
                INDIAN_MUTINY => turks && of(Role::Defender, Nation::In),
                BULLS_EYE_DIRECTIVE => self.side == Side::Cp && of(Role::Defender, Nation::Ru),
                JIHAD_SUPREMACY => tribes(Role::Attacker),
                JIHAD_OFFENSIVE | YILDIRIM_OFFENSIVE => turks,
                _ => false,
            };
            attack(card, applies);
        }
        let lasts = Effect::Plain(Does::ForAllTheAction);
        let here = self.played(lasts, self.side).is_some();
        if let Some(card) = self.declared.happened.offensive {
            attack(card, turks && !here);
        }
        // ARAB DESERTION: in every battle that includes a TU-A unit.
        if let Some(cp) = self.role(Side::Cp)
            && self.state().happened(ARAB_DESERTION)
            && of(cp, Nation::TuA)
        {
            let line = FigureLine::new("12.2.8.a-1", LineSubject::Event(ARAB_DESERTION), -1);
            effects.drms[cp as usize].push(line);
        }
    }

    /// The event that the attacker's current action is.
    pub(crate) fn event_of_this_action(&self) -> Option<CardId> {
        self.position.event_of_action(self.side)
    }
}
