//! What an attack brings about when it is declared (12.2.1, 12.2.2-1), whatever comes of it: a
//! battle that is cancelled counts for offensives too (9.5.4.4-3).

use super::super::Transition;
use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::judged;
use crate::activation::Purpose;
use crate::check::Checker;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{BattleVar, Cell, Frame, FrameKind, Scalar};
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.anybody_waits() {
        true => NextStep::Decides(DecisionKind::Attack),
        false => NextStep::Done,
    },
    parameters: |position, frame| {
        let state = position.state();
        let purpose = |unit| match state.get(Cell::Attacking(unit)) {
            1 => Purpose::Attack,
            _ => Purpose::AttackWithBr,
        };
        let units = state.attacking.iter();
        let units = units.map(|unit| (unit, purpose(unit))).collect();
        let second = frame.args[0] > 0;
        let owed = Checker::new(position, 0).owed_attacks();
        Parameters::Attack {
            units,
            second,
            owed,
        }
    },
    check: judged,
    take: |position, _, made| match made.ends() {
        true => Ok(position.decline_battles()),
        false => Ok(position.attack(made)),
    },
    ..SILENT
};

impl Position {
    /// Fights none of the battles that wait (12.1.a).
    fn decline_battles(&self) -> Self {
        let mut next = self.clone();
        for unit in self.state().attacking.iter() {
            next.put(Cell::Attacking(unit), 0);
        }
        next.done().advance_to_next_decision()
    }

    /// The position after an attack is declared, up to the next decision. An attack by nobody or
    /// on nothing leaves everything as it is.
    pub(in super::super) fn attack(&self, orders: &Move) -> Self {
        let data = self.data().clone();
        let mut target = None;
        let (mut joins, mut pin): (Vec<UnitId>, _) = (Vec::new(), None);
        let own = |unit: UnitId| {
            unit < data.units.len()
                && self.side_of(unit) == self.state().active()
                && self.spot(unit).is_some()
                && !self.state().fought.contains(unit)
        };
        for order in orders.orders() {
            match *order {
                Order::Attack { place } if place < data.on_map => {
                    target = target.or(Some(place));
                }
                Order::Join { unit } if own(unit) => joins.push(unit),
                Order::Flank { place } if place < data.on_map => pin = pin.or(Some(place)),
                _ => {}
            }
        }
        let fights = |unit: &UnitId| data.units[*unit].is_combat();
        let fighters: Vec<_> = joins.iter().copied().filter(fights).collect();
        let from = |unit: &UnitId| self.spot(*unit);
        let beside = |unit: &UnitId| fighters.iter().any(|other| from(other) == from(unit));
        joins.retain(beside);
        pin = pin.filter(|pin| fighters.iter().any(|unit| from(unit) == Some(*pin)));
        let Some(target) = target.filter(|_| !fighters.is_empty()) else {
            return self.clone();
        };
        let mut transition = Transition::new(self, self.state().active());
        if self.state().second_attack() {
            transition.attack_once_more(&fighters);
        }
        for unit in &joins {
            let done = self.state().get(Cell::Fought(*unit));
            transition.now.put(Cell::Attacking(*unit), 0);
            transition.now.put(Cell::Fought(*unit), done | 1);
            transition.now.put(Cell::Battle(*unit), 1);
        }
        let place = |at: PlaceId| u16::try_from(at + 1).unwrap_or(0);
        let battle = Frame::of(FrameKind::Battle).by(transition.side);
        transition.now.push(battle.with(place(target)));
        transition
            .now
            .put_battle_var(BattleVar::Pin, pin.map_or(0, place));
        let fed = self.live_on_greek_ports(&fighters);
        transition
            .now
            .put(Cell::Attacked(target), 1 + u16::from(fed));
        transition.now.meet_offensives(target, &fighters);
        // In stage 3 RU units attack once in the turn (16.4.5.3); the Yugoslavs go as Serbs
        // (3.2-6, 18.9.1-2).
        let russian = |unit: &UnitId| {
            let of = &data.units[*unit];
            of.is_of(Nation::Ru) && !of.is_of(Nation::Sb) && !self.has_turned_british(*unit)
        };
        if self.state().scalar(Scalar::RevolutionStage) == 3 && fighters.iter().any(russian) {
            let turn = self.state().scalar(Scalar::Turn);
            transition
                .now
                .put_battle_var(BattleVar::RussiansAttacked, turn);
        }
        if transition.side == Side::Cp
            && self.spot(data.known.ge_georgian_protectorate) == Some(target)
        {
            transition.dissolve_alliance();
        }
        // Neutral Greeks join whom their attacker fights (18.8.1.1.c-5, 18.8.1.2.a-1), but not for an
        // attack on the Corps of National Defense, which is the AP's (3.2.1.3.cnd-3).
        if self.view().neutral_greeks.contains(target) {
            transition.ally_greece(transition.side.enemy());
            transition.settle();
        }
        transition.now.advance_to_next_decision()
    }

    /// Whether one of these units lives on the ports of Greece alone (18.4.1-1).
    fn live_on_greek_ports(&self, fighters: &[UnitId]) -> bool {
        self.state().active() == Side::Ap && {
            let fed = Checker::new(self, 0).fed_through_greek_ports();
            fighters.iter().any(|unit| fed.contains(*unit))
        }
    }
}

impl Transition<'_> {
    /// A unit joins an attack that was declared: it counts for what the attack brings about
    /// (7.1.3, 18.4.1-1).
    pub(super) fn reinforce(&mut self, target: PlaceId, unit: UnitId) {
        if self.before.data().units[unit].is_combat() {
            if self.before.live_on_greek_ports(&[unit]) {
                self.now.put(Cell::Attacked(target), 2);
            }
            let combat = self.before.data().counters.combat;
            let fighters: Vec<_> = (self.now.state().attackers & combat).iter().collect();
            self.now.meet_offensives(target, &fighters);
        }
    }

    /// The German alliance ends: all GE units outside the Balkans leave the game, and GE RPs are
    /// never converted again (16.4.5.4-6). The Protectorate itself is what is attacked. Units of
    /// GE and BU are Bulgarian too, and stay (3.2-6).
    fn dissolve_alliance(&mut self) {
        let data = self.before.data().clone();
        let [.., out] = data.known.spent_boxes(Side::Cp);
        let lost = data.known.cp_permanently_eliminated;
        for (unit, of) in data.units.iter().enumerate() {
            let Some(place) = self.now.place(unit) else {
                continue;
            };
            let stays = unit == data.known.ge_georgian_protectorate
                || of.nations != [Nation::Ge]
                || [out, lost].contains(&place)
                || data.spaces[place].area == Area::Balkans;
            if stays {
                continue;
            }
            self.now.retire(unit, out, false);
            // An HQ that was to take part is gone.
            self.now.put(Cell::Battle(unit), 0);
        }
        let flags = self.now.state().scalar(Scalar::Flags);
        self.now
            .put_scalar(Scalar::Flags, flags | 1 << Flag::AllianceDissolved as u16);
        self.settle();
    }
}
