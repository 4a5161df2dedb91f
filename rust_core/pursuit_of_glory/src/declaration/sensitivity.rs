//! What each thing is worth: the same battle with one thing different.

use crate::cards::{Combat, Does};
use crate::combat::{
    Battle, Effects, FigureLine, LineSubject, Measure, Moment, Odds, Played, Policy, Role, Thrift,
};
use crate::data::{CardId, PlaceId, UnitId};
use crate::state::Cell;
use crate::vocabulary::*;
use engine::chance::{Fraction, TooFine};

/// One thing that could be different.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// This much more on a side's die.
    Drm(Role, i8),
    /// A side fires so many columns farther to the right.
    Shift(Role, i8),
    /// A unit less.
    Without(Role, UnitId),
    /// An attacker that waits and could join.
    Join(UnitId),
    /// A card played as well.
    Play(Side, CardId, Moment),
    /// A card not played.
    Keep(Side, CardId),
    /// A flank attempt with this pinning space, or another one than declared.
    Flank(PlaceId),
    /// No flank attempt.
    NoFlank,
    /// The Turks withdraw, or do not.
    Withdrawal(bool),
}

/// What a change is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Worth {
    /// The change.
    pub change: Change,
    /// The measure after it.
    pub value: Fraction,
    /// How much more that is than without it.
    pub gain: Fraction,
}

/// A battle's measure, and what each change of it is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sensitivity {
    /// The measure.
    pub measure: Measure,
    /// The battle as it was declared.
    pub value: Fraction,
    /// The changes.
    pub changes: Vec<Worth>,
}

impl Battle<'_> {
    /// What each modifier, column, unit, card, and the flank attempt is worth for a measure.
    ///
    /// Cards are those the sides hold (in hand or face up) that they may play in this battle and
    /// that need nothing named; units are those that fight, and attackers next to the target that
    /// wait for a battle. That more units make other changes lawful or unlawful is not asked.
    ///
    /// # Errors
    /// [`TooFine`] if some odds cannot be told exactly.
    pub fn sensitivity(&self, measure: Measure) -> Result<Sensitivity, TooFine> {
        let thrift = Thrift::default();
        self.sensitivity_with(measure, &thrift, &thrift)
    }

    /// As [`Self::sensitivity`], each side taking losses by a policy of its own.
    ///
    /// # Errors
    /// [`TooFine`] if some odds cannot be told exactly.
    pub fn sensitivity_with(
        &self,
        measure: Measure,
        attacker: &impl Policy,
        defender: &impl Policy,
    ) -> Result<Sensitivity, TooFine> {
        let effects = self.effects();
        let under = |effects: Effects| self.odds_by(effects, attacker, defender);
        let value = under(effects.clone())?.measure(measure)?;
        let mut changes = Vec::new();
        let mut worth = |change: Change, odds: Odds| {
            let after = odds.measure(measure)?;
            changes.push(Worth {
                change,
                value: after,
                gain: after.minus(value)?,
            });
            Ok(())
        };
        for role in [Role::Attacker, Role::Defender] {
            for by in [1, -1] {
                let line = FigureLine::new("12.2.8.a-1", LineSubject::Supposed, by);
                let mut other = effects.clone();
                other.drms[role as usize].push(line);
                worth(Change::Drm(role, by), under(other)?)?;
                let mut other = effects.clone();
                other.shifts[role as usize].push(line);
                worth(Change::Shift(role, by), under(other)?)?;
            }
        }
        for change in self.changes(&effects) {
            let other = self.with(&change);
            worth(change, other.odds_with(attacker, defender)?)?;
        }
        Ok(Sensitivity {
            measure,
            value,
            changes,
        })
    }

    /// Changes of units, cards and declarations.
    fn changes(&self, effects: &Effects) -> Vec<Change> {
        let mut changes = Vec::new();
        for role in [Role::Attacker, Role::Defender] {
            let fighters = &self.fighters[role as usize];
            let least = if role == Role::Attacker { 2 } else { 1 };
            if fighters.len() >= least {
                let those = fighters.iter().map(|fighter| fighter.unit);
                changes.extend(those.map(|unit| Change::Without(role, unit)));
            }
            let staff = self.staff[role as usize].iter().map(|staff| staff.unit);
            changes.extend(staff.map(|unit| Change::Without(role, unit)));
        }
        changes.extend(self.waiting().map(Change::Join));
        for (side, card, moment) in self.playable() {
            changes.push(Change::Play(side, card, moment));
        }
        let cards = self.declared.cards.iter();
        changes.extend(cards.map(|played| Change::Keep(played.side, played.card)));
        if self.declared.happened.flank.is_none() && effects.first.is_none() {
            if self.declared.pin.is_some() {
                changes.push(Change::NoFlank);
            }
            if self.declared.pin.is_some() || self.may_flank() {
                let pins = self.origins().iter().collect::<Vec<_>>().into_iter();
                let others = pins.filter(|pin| Some(*pin) != self.declared.pin);
                changes.extend(others.map(Change::Flank));
            }
        }
        if self.declared.withdrawal {
            changes.push(Change::Withdrawal(false));
        }
        changes
    }

    /// Units next to the target that wait for a battle and do not fight in this one.
    fn waiting(&self) -> impl Iterator<Item = UnitId> {
        let near = self.data.movement_graph.next_to(self.target());
        self.state().attacking.iter().filter(move |unit| {
            let there = self.position.place(*unit);
            there.is_some_and(|place| near.contains(place))
                && !self.some(Role::Attacker, |fighter| fighter.unit == *unit)
        })
    }

    /// Cards that a side holds and may play, and that need nothing named.
    fn playable(&self) -> Vec<(Side, CardId, Moment)> {
        let mut playable = Vec::new();
        for card in 0..self.data.cards.len() {
            let own = self.data.cards[card].side;
            let zone = self.state().get(Cell::Card(card)).to_le_bytes()[0];
            let holder = match CardZone::at(zone) {
                Some(CardZone::Hand) => own,
                Some(CardZone::FaceUpAp) => Side::Ap,
                Some(CardZone::FaceUpCp) => Side::Cp,
                _ => continue,
            };
            let known = self.data.combat(card);
            let named = known.is_none_or(Combat::reinforces);
            let played = self.declared.cards.iter().any(|played| played.card == card);
            if named || played {
                continue;
            }
            // JAFAR PASHA before the dice is a retreat: no odds to tell.
            let first = match known.is_some_and(|known| known.does(Does::RetreatOrRoll)) {
                true => &[Moment::Dice][..],
                false => Moment::ALL,
            };
            let mut moments = first.iter().filter(|moment| {
                let over = **moment == Moment::Weather && self.declared.happened.weather;
                !over && self.may_play(card, holder, **moment).is_ok()
            });
            if let Some(moment) = moments.next() {
                playable.push((holder, card, *moment));
            }
        }
        playable
    }

    /// The same battle with one thing different.
    fn with(&self, change: &Change) -> Self {
        let mut other = self.clone();
        match *change {
            Change::Without(role, unit) => {
                other.fighters[role as usize].retain(|fighter| fighter.unit != unit);
                other.staff[role as usize].retain(|staff| staff.unit != unit);
            }
            Change::Join(unit) => {
                if let Some(from) = self.position.place(unit) {
                    other.join(Role::Attacker, unit, from, true);
                }
            }
            Change::Play(side, card, moment) => other.declared.cards.push(Played {
                card,
                side,
                moment,
                units: Vec::new(),
                places: Vec::new(),
            }),
            Change::Keep(side, card) => {
                let cards = &mut other.declared.cards;
                cards.retain(|played| (played.side, played.card) != (side, card));
            }
            Change::Flank(pin) => other.declared.pin = Some(pin),
            Change::NoFlank => other.declared.pin = None,
            Change::Withdrawal(withdraws) => other.declared.withdrawal = withdraws,
            Change::Drm(..) | Change::Shift(..) => {}
        }
        other
    }
}
