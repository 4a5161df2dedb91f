//! Declarations from orders, and from a battle under way.

mod changes;
mod sensitivity;

pub use changes::change_json;
pub use sensitivity::{Change, Sensitivity, Worth};

use crate::cards::{Does, YILDIRIM_OFFENSIVE};
use crate::check::Unmet;
use crate::combat::{Battle, Declaration, Happened, Measure, Moment, Played, Role};
use crate::data::{CardId, Crowd, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{BattleVar, Cell};
use crate::vocabulary::*;
use engine::error::{Error, Result};

/// Where a declaration is wrong.
const FIELD: &str = "attack";

impl Declaration {
    /// The battle of these orders: who attacks what, the cards of both sides with what they bring
    /// and name, who defends a region, and whether the Turks withdraw. Whether the attack is legal
    /// is not asked here.
    ///
    /// `sides` says of cards that serve either side whose they are; of others, and without it, it
    /// is the side that holds the card, or the one it is printed for. A card is played at the first
    /// moment that allows it; JAFAR PASHA after the dice.
    ///
    /// # Errors
    /// [`Error::BadInput`] if there is not exactly one target, nobody attacks, or an order is none
    /// of these.
    pub fn read(position: &Position, orders: &Move, sides: &[(CardId, Side)]) -> Result<Self> {
        let mut targets = Vec::new();
        let mut declared = Self::attack(0, Vec::new());
        let mut pins = 0;
        for order in orders.orders() {
            match *order {
                Order::Attack { place } => targets.push(place),
                Order::Join { unit } => declared.attackers.push(unit),
                Order::Flank { place } => {
                    declared.pin = Some(place);
                    pins += 1;
                }
                Order::Defend { unit } => declared.defenders.push(unit),
                _ => {}
            }
        }
        let [target] = targets[..] else {
            let message = match targets.len() {
                0 => "names no place to attack: 'attack PLACE with UNIT,UNIT' is needed".to_owned(),
                some => format!("names {some} places to attack; a combat has one (12.1.1-1)"),
            };
            return Err(Error::bad(FIELD, message));
        };
        let data = position.data();
        if target >= data.on_map {
            let message = format!("'{}' is not on the map", data.spaces[target].id);
            return Err(Error::bad(FIELD, message));
        }
        if declared.attackers.is_empty() {
            let message = "names nobody who attacks: 'attack PLACE with UNIT,UNIT' is needed";
            return Err(Error::bad(FIELD, message));
        }
        if pins > 1 {
            let message = format!("names {pins} pinning spaces; there is one (12.4.2-1)");
            return Err(Error::bad(FIELD, message));
        }
        let defends = |unit: &UnitId| position.place(*unit) == Some(target);
        if let Some(unit) = declared.defenders.iter().find(|unit| !defends(unit)) {
            let (unit, place) = (&data.units[*unit].id, &data.spaces[target].id);
            let message = format!("'{unit}' cannot defend: it does not stand in '{place}'");
            return Err(Error::bad(FIELD, message));
        }
        declared.target = target;
        declared.happened = before(position);
        let attackers = declared.attackers.iter().copied();
        declared.happened.retreated = position.state().fugitives(attackers);
        declared.plays(position, orders, sides)
    }

    /// This declaration with the cards of these orders, and the withdrawal.
    ///
    /// # Errors
    /// [`Error::BadInput`] if something is named for a card that is not played, or a card is played
    /// twice.
    pub fn plays(
        mut self,
        position: &Position,
        orders: &Move,
        sides: &[(CardId, Side)],
    ) -> Result<Self> {
        let mut named: Vec<Played> = Vec::new();
        let mut played = Vec::new();
        for order in orders.orders() {
            let mut card = |card: CardId| {
                let at = named.iter().position(|known| known.card == card);
                at.unwrap_or_else(|| {
                    let side = sides.iter().find(|(known, _)| *known == card);
                    named.push(Played {
                        card,
                        side: side.map_or_else(|| holder(position, card), |(_, side)| *side),
                        moment: Moment::Battle,
                        units: Vec::new(),
                        places: Vec::new(),
                    });
                    named.len() - 1
                })
            };
            match *order {
                Order::Play { card: one } => {
                    card(one);
                    played.push(one);
                }
                Order::Bring { card: by, unit } => {
                    let at = card(by);
                    named[at].units.push(unit);
                }
                Order::Place { card: by, place } => {
                    let at = card(by);
                    named[at].places.push(place);
                }
                Order::WithdrawTurks => self.withdrawal = true,
                Order::TakeBack { .. } => {
                    let message = "'take_back' has nothing to do with odds (9.5.4.4)";
                    return Err(Error::bad(FIELD, message));
                }
                _ => {}
            }
        }
        let battle = Battle::new(position, self.clone());
        for mut one in named {
            let id = &position.data().cards[one.card].id;
            if self.cards.iter().any(|known| known.card == one.card) {
                let message = format!("'{id}' has been played in this battle already");
                return Err(Error::bad(FIELD, message));
            }
            if !played.contains(&one.card) && one.card != YILDIRIM_OFFENSIVE {
                let message = format!("names something for '{id}', which is not played (12.2.5)");
                return Err(Error::bad(FIELD, message));
            }
            if let Some(moment) = battle.first_moment(one.card, one.side) {
                one.moment = moment;
            }
            self.cards.push(one);
        }
        Ok(self)
    }

    /// The battle under way, from the point it has come to; `None` if there is none.
    ///
    /// # Errors
    /// [`Error::BadInput`] if its dice have fallen: nothing is left to chance.
    pub fn under_way(position: &Position) -> Result<Option<Self>> {
        let (state, data) = (position.state(), position.data());
        let place = |which: BattleVar| usize::from(state.battle_var(which)).checked_sub(1);
        let Some(target) = state.target() else {
            return Ok(None);
        };
        let settled =
            |matter: BattleFlag| state.battle_var(BattleVar::Flags) >> matter as u16 & 1 == 1;
        let stage = state.stage().unwrap_or(Stage::Defence);
        let number = |which: BattleVar| state.battle_var(which).checked_sub(1);
        let number = |which: BattleVar| number(which).map(|number| number.to_le_bytes()[0]);
        let numbers = [
            number(BattleVar::LossByAttacker),
            number(BattleVar::LossByDefender),
        ];
        let losses = matches!(stage, Stage::DefendersLosses | Stage::AttackersLosses);
        if losses && numbers.iter().all(Option::is_some) {
            let message = "the dice of the battle have fallen: nothing is left to chance";
            return Err(Error::bad("position", message));
        }
        let mut declared = Self::attack(target, state.attackers.iter().collect());
        declared.defenders = state.defenders.iter().collect();
        declared.pin = place(BattleVar::Pin);
        declared.withdrawal = settled(BattleFlag::Withdraws);
        declared.happened = Happened {
            weather: stage as u8 > Stage::Weather as u8,
            weather_checked: place(BattleVar::Weather),
            flank: match (
                settled(BattleFlag::FlankSucceeded),
                settled(BattleFlag::FlankFailed),
            ) {
                (true, _) => Some(true),
                (_, true) => Some(false),
                _ => None,
            },
            attack_number: numbers[0],
            defence_number: numbers[1],
            // One die has fallen, and the dice are asked for again: those it hit are gone.
            first_fire_taken: stage == Stage::Dice && numbers.iter().any(Option::is_some),
            ..before(position)
        };
        for card in 0..data.cards.len() {
            let side = match state.get(Cell::Played(card)) {
                1 => Side::Ap,
                2 => Side::Cp,
                _ => continue,
            };
            let Some(combat) = data.combat(card) else {
                continue;
            };
            // Whether it has had its effect is told by the dice.
            if combat.does(Does::RetreatOrRoll) && !settled(BattleFlag::Cancelled) {
                continue;
            }
            let ignores = combat.names_target() && settled(BattleFlag::IgnoresTrenchAndWater);
            declared.cards.push(Played {
                card,
                side,
                moment: Moment::Battle,
                units: Vec::new(),
                places: if ignores { vec![target] } else { Vec::new() },
            });
        }
        let offensive = Self::yildirim_offensive_at(position, target);
        declared.cards.extend(offensive);
        Ok(Some(declared))
    }
}

/// What earlier battles of the action mean to those that follow.
fn before(position: &Position) -> Happened {
    let (state, data) = (position.state(), position.data());
    let mut lasting = data.cards_with(Does::ForAllTheAction);
    let offensive = lasting.find(|card| state.get(Cell::Played(*card)) == 3);
    Happened {
        retreated: state.retreated,
        offensive: offensive.filter(|card| data.cards[*card].side == state.active()),
        ..Happened::default()
    }
}

/// Who holds a card: whoever it lies before, else the side it is printed for.
fn holder(position: &Position, card: CardId) -> Side {
    let zone = position.state().get(Cell::Card(card)).to_le_bytes()[0];
    match CardZone::at(zone) {
        Some(CardZone::FaceUpAp) => Side::Ap,
        Some(CardZone::FaceUpCp) => Side::Cp,
        _ => position.data().cards[card].side,
    }
}

/// Why a card, or a withdrawal, does not fit a battle: in the words of `docs/battles.md`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objection {
    /// The rule's number.
    pub rule: &'static str,
    /// The witness, such as `unmet(CARD)`.
    pub witness: String,
    /// One sentence.
    pub text: String,
}

/// The rule and the code of a reason against a card.
const fn named(unmet: Unmet) -> (&'static str, &'static str) {
    match unmet {
        Unmet::NoCombatCard => ("9.5.4", "no_combat_card"),
        Unmet::WrongTime => ("9.5.4.1", "wrong_time"),
        Unmet::FortAlone => ("2.0.cc-2", "fort_alone"),
        Unmet::NobodyInSupply => ("14.3.1-4", "nobody_in_supply"),
        Unmet::Conditions => ("12.2.5", "unmet"),
    }
}

impl Battle<'_> {
    /// The first moment at which a side may play a card; of JAFAR PASHA after the dice, for before
    /// them it is a retreat.
    #[must_use]
    pub fn first_moment(&self, card: CardId, side: Side) -> Option<Moment> {
        let combat = self.data.combat(card);
        let moments = match combat.is_some_and(|combat| combat.does(Does::RetreatOrRoll)) {
            true => &[Moment::Dice][..],
            false => Moment::ALL,
        };
        let mut moments = moments.iter().copied();
        moments.find(|moment| self.may_play(card, side, *moment).is_ok())
    }

    /// What speaks against the cards that were declared, and against the withdrawal. That cards are
    /// in anybody's hands is not asked.
    #[must_use]
    pub fn objections(&self) -> Vec<Objection> {
        let mut found = Vec::new();
        for played in &self.declared.cards {
            self.object_to_card(played, &mut found);
        }
        if self.declared.withdrawal {
            self.object_to_withdrawal(&mut found);
        }
        found
    }

    fn object_to_card(&self, played: &Played, found: &mut Vec<Objection>) {
        let (id, name) = (
            &self.data.cards[played.card].id,
            &self.data.cards[played.card].name,
        );
        let mut object = |rule: &'static str, code: &str, text: String| {
            let witness = format!("{code}({id})");
            found.push(Objection {
                rule,
                witness,
                text,
            });
        };
        // YILDIRIM OFFENSIVE is an event, and names its target (9.5.3).
        if played.card == YILDIRIM_OFFENSIVE && self.event_of_this_action() == Some(played.card) {
            if played.places.is_empty() {
                let text = format!("{name} asks for the place it is for, and none is named.");
                object("12.2.5", "unnamed", text);
            } else if !self.yildirim_offensive() {
                let text = format!("{name} is for one attack with a GE Yildirim unit.");
                object("12.2.5", "unmet", text);
            }
            return;
        }
        if let Err(unmet) = self.may_play(played.card, played.side, played.moment) {
            let (rule, code) = named(unmet);
            let text = unmet.to_string();
            let text = text
                .rsplit_once(" (")
                .map_or(text.as_str(), |(text, _)| text);
            object(rule, code, format!("{name}: {text}."));
            return;
        }
        let named = self.card(played).is_none_or(|card| {
            let placed = card.joining().is_none() || !played.places.is_empty();
            placed && played.units.len() >= *card.brings().start()
        });
        if !named {
            let text = format!("{name} asks for a unit or a place, and none is named.");
            object("12.2.5", "unnamed", text);
        }
    }

    /// When the Turks may withdraw (12.8), in the readings of `docs/battles.md`.
    fn object_to_withdrawal(&self, found: &mut Vec<Objection>) {
        let mut object = |rule: &'static str, witness: String, text: String| {
            found.push(Objection {
                rule,
                witness,
                text,
            });
        };
        let name = &self.data.spaces[self.target()].name;
        let helps = self.trench > 0
            || self.fort > 0
            || matches!(
                self.terrain(self.target()),
                Some(Terrain::Mountain | Terrain::Swamp | Terrain::Desert)
            )
            || self.over_water();
        if !helps {
            let text = format!("Nothing in {name} helps the defender.");
            object("12.8-1", "no_benefit".to_owned(), text);
        }
        if self.data.spaces[self.target()].kind == Kind::Region {
            let text = format!("{name} is a region, from which nobody withdraws.");
            object("12.8-2", "withdrawal_in_region".to_owned(), text);
        }
        // Whether it defends or not.
        for unit in self.data.counters.lcus.iter() {
            let there = self.position.place(unit) == Some(self.target());
            if there && self.view.commander(unit) == Some(Side::Cp) {
                let unit = &self.data.units[unit];
                let text = format!("{} of the Central Powers stands in {name}.", unit.name);
                object("12.8-3", format!("lcu_there({})", unit.id), text);
            }
        }
        let defends = self.side_of(Role::Defender) == Side::Cp;
        let turks = self.force(Role::Defender).turks > 0;
        if !(defends && turks) {
            let text = format!("No TU or TU-A SCU defends {name}.");
            object("12.8-1", "nobody_withdraws".to_owned(), text);
        }
    }

    /// The stack that defends a region where more stand than may defend (12.10.3): that of which the
    /// attacker has least, by the chance to win and then by the loss numbers. `None` if all who stand
    /// there defend, or the battle has its defenders.
    #[must_use]
    pub fn best_defence(&self) -> Option<Vec<UnitId>> {
        let region = self.data.spaces[self.target()].kind == Kind::Region;
        if !region || !self.declared.defenders.is_empty() {
            return None;
        }
        let fighters: Vec<UnitId> = self.fighters[1].iter().map(|one| one.unit).collect();
        let staff: Vec<UnitId> = self.staff[1].iter().map(|one| one.unit).collect();
        let crowd = |units: &[UnitId]| {
            let counters = units.iter().map(|unit| self.data.counters[*unit].crowd);
            counters.fold(Crowd::default(), |all, one| all + one)
        };
        let fits = |units: &[UnitId]| {
            let crowd = crowd(units);
            !crowd.too_many() && !crowd.rivals()
        };
        if fits(&fighters) && staff.is_empty() {
            return None;
        }
        let mut stacks = Vec::new();
        let mut more = vec![(0_usize, Vec::new())];
        while let Some((next, stack)) = more.pop() {
            if next < fighters.len() {
                let mut larger = stack.clone();
                larger.push(fighters[next]);
                if fits(&larger) {
                    more.push((next + 1, larger));
                }
                more.push((next + 1, stack));
                continue;
            }
            // All defend who may (12.10.3-1).
            let room = fighters.iter().any(|unit| {
                let mut larger = stack.clone();
                larger.push(*unit);
                !stack.contains(unit) && fits(&larger)
            });
            if !room {
                stacks.push(stack);
            }
        }
        let mut worth = Vec::new();
        for stack in stacks {
            for hq in staff.iter().map(Some).chain([None]) {
                let defenders: Vec<_> = stack.iter().copied().chain(hq.copied()).collect();
                let declared = Declaration {
                    defenders: defenders.clone(),
                    ..self.declared.clone()
                };
                let odds = Battle::new(self.position, declared).odds().ok()?;
                let win = odds.measure(Measure::Win).ok()?;
                let numbers = odds.measure(Measure::LossNumbers).ok()?;
                worth.push((win, numbers, defenders));
            }
        }
        worth.sort();
        worth.into_iter().next().map(|(_, _, defenders)| defenders)
    }
}
