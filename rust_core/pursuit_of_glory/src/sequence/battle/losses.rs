//! Losses carried out: steps, boxes, replacements, HQs, forts (12.6, 15.1.5, 12.7.7).

use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::super::{Transition, permanently_eliminated};
use super::judged;
use crate::aftermath::PostCombat;
use crate::aftermath::losses::LossSheet;
use crate::board::BitSet;
use crate::combat::{FireOrder, Role};
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{BLED, BattleVar, Cell, Frame, FrameKind, UNFED};
use crate::supply::Status;
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.factor_to_roll() {
        Some(_) => NextStep::Throws,
        None if position.has_choice_after() => NextStep::Decides(DecisionKind::Losses),
        None => position.only_answer(Position::take_losses),
    },
    parameters: |position, frame| {
        let after = PostCombat::new(position);
        let side = frame.side.unwrap_or(Side::Ap);
        Parameters::PostCombat {
            place: position.battlefield().unwrap_or_default(),
            number: after.as_ref().map_or(0, |after| after.loss_number(side)),
            units: after.map_or(BitSet::EMPTY, |after| after.participants(side)),
        }
    },
    throws: |position, _| position.battle_chance(),
    check: judged,
    take: |position, _, made| Ok(position.take_losses(made)),
    fall: |position, _, outcome| Ok(position.fall_in_battle(*outcome)),
    ..SILENT
};

/// How a unit leaves the map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// It may be rebuilt (12.6.3-4).
    Box,
    /// It is lost for good.
    Grave,
}

impl Position {
    /// Remembers who was out of supply at the attack (12.6.7.b), and whether a fort stood alone
    /// (12.9.5-1), before anybody falls.
    pub(super) fn snapshot_supply(&mut self) {
        let Some(after) = PostCombat::new(self) else {
            return;
        };
        let supply = self.supply(&Readings::OURS);
        let units = self.state().attackers | self.state().defenders;
        let out = |unit: &UnitId| supply.units[*unit] == Some(Status::OutOfSupply);
        let unfed: BitSet = units.iter().filter(out).collect();
        let defender = after.attacker.enemy();
        let alone = after.participants(defender).is_empty() && after.defending_fort();
        for unit in unfed.iter() {
            self.add_battle_status(unit, UNFED);
        }
        if alone {
            self.put_battle_flag(BattleFlag::FortStoodAlone);
        }
    }

    /// Marks a unit.
    pub(super) fn add_battle_status(&mut self, unit: UnitId, mark: u16) {
        let status = self.state().get(Cell::BattleStatus(unit));
        self.put(Cell::BattleStatus(unit), status | mark);
    }

    /// The position after a side has taken its losses, up to the next decision.
    fn take_losses(&self, orders: &Move) -> Self {
        self.or_as_it_is(self.with_losses(orders))
    }

    /// The position when a side has taken its losses; `None` if it has none to take.
    pub(in super::super) fn with_losses(&self, orders: &Move) -> Option<Self> {
        let after = PostCombat::new(self)?;
        let side = after.acts()?;
        let sheet = LossSheet::new(&after, side);
        let mut transition = Transition::new(self, side);
        let replaced = transition.replace(orders, |lcu| sheet.members.contains(lcu));
        let newcomers: BitSet = replaced.iter().map(|(_, by)| *by).collect();
        let members = sheet.members | newcomers;
        let mut absorbed = 0_u8;
        for order in orders.orders().iter().cloned() {
            match order {
                Order::Reduce { unit } if members.contains(unit) => {
                    absorbed = absorbed.saturating_add(sheet.absorbs(unit, 1));
                    transition.now.put(Cell::Reduced(unit), 1);
                    transition.now.add_battle_status(unit, BLED);
                }
                Order::Eliminate { unit } if members.contains(unit) => {
                    let steps = sheet.steps_left(unit);
                    absorbed = absorbed.saturating_add(sheet.absorbs(unit, steps));
                    let rebuilt = replaced.iter().any(|(lcu, _)| *lcu == unit);
                    let end = transition.end_of(unit, rebuilt);
                    transition.bury(unit, end);
                }
                _ => {}
            }
        }
        let defends = side != after.attacker;
        if defends {
            transition.hit_fort(&after, sheet.number.saturating_sub(absorbed));
            transition.catch_fugitives(&after);
        }
        transition.leave_staff(&after, side);
        transition.lose_lifelines(BitSet::EMPTY);
        transition.settle();
        transition.now.put_battle_flag(if defends {
            BattleFlag::DefendersLossesTaken
        } else {
            BattleFlag::AttackersLossesTaken
        });
        Some(transition.now.done())
    }
}

impl Transition<'_> {
    /// SCUs come for LCUs that fall (12.6.5-1); the pairs.
    pub(super) fn replace(
        &mut self,
        orders: &Move,
        falls: impl Fn(UnitId) -> bool,
    ) -> Vec<(UnitId, UnitId)> {
        let counters = &self.before.data().counters;
        let known = &self.before.data().known;
        let reserve = match self.side {
            Side::Cp => known.cp_reserve,
            _ => known.ap_reserve,
        };
        let mut pairs: Vec<(UnitId, UnitId)> = Vec::new();
        for order in orders.orders().iter().cloned() {
            let Order::Replace { unit: lcu, by } = order else {
                continue;
            };
            let used = pairs.iter().any(|(old, new)| *old == lcu || *new == by);
            let Some(place) = self.before.spot(lcu).filter(|_| falls(lcu) && !used) else {
                continue;
            };
            let Some(number) = counters.lcu_number(lcu) else {
                continue;
            };
            if self.before.place(by) != Some(reserve) {
                continue;
            }
            self.now.stand(by, place);
            // It takes part from now on, and has done what the LCU did.
            for cell in [Cell::Battle, Cell::Fought, Cell::Stack] {
                let done = self.before.state().get(cell(lcu));
                self.now.put(cell(by), done);
            }
            self.now.put(Cell::ReplacementFor(by), number);
            pairs.push((lcu, by));
        }
        pairs
    }

    /// How a unit ends that falls in battle: for good if it is an LCU that nobody replaces
    /// (12.6.7.a), out of supply (12.6.7.b, 14.3.3.a), or marked (12.6.7.c, 3.2.2).
    pub(super) fn end_of(&self, unit: UnitId, replaced: bool) -> End {
        let entry = &self.before.data().units[unit];
        let marked = matches!(entry.symbol, Some(Symbol::Dot | Symbol::Triangle));
        let lost = entry.size == Size::Lcu && !replaced;
        let unfed = self.before.state().unfed.contains(unit);
        if marked || lost || unfed {
            End::Grave
        } else {
            End::Box
        }
    }

    /// A unit leaves the map; where it had stood is remembered.
    pub(super) fn bury(&mut self, unit: UnitId, end: End) {
        let known = &self.before.data().known;
        let side = match self.before.side_of(unit) {
            // Nobody commands the Georgian Protectorate; its counter is GE.
            Side::Special => Side::Cp,
            side => side,
        };
        let place = match (end, side) {
            (End::Grave, side) => permanently_eliminated(self.before, side),
            (End::Box, Side::Cp) => known.cp_eliminated,
            (End::Box, _) => known.ap_eliminated,
        };
        let center = self.before.battlefield();
        let stood = self.before.spot(unit);
        if let (Some(center), Some(stood)) = (center, stood)
            && let Some(number) = self
                .before
                .data()
                .movement_graph
                .neighbour_number(center, stood)
        {
            self.now.put(Cell::LeftFrom(unit), number);
        }
        self.now.retire(unit, place, false);
    }

    /// A fort is destroyed by what is left over when nobody defends it any more (12.6.3-5,
    /// 12.6.6.a, 15.1.5-1, 15.1.5-2), and never in part (12.6.6.b), nor is it repaired (12.6.6.c).
    fn hit_fort(&mut self, after: &PostCombat<'_>, excess: u8) {
        let strength = self.before.data().spaces[after.target].fort;
        let defender = after.attacker.enemy();
        let manned = after
            .participants(defender)
            .iter()
            .any(|unit| self.stands(unit))
            || self.newcomers(after.target, defender);
        if after.defending_fort() && !manned && excess >= strength {
            self.now.put(Cell::FortDestroyed(after.target), 1);
            // Regular units that besieged it hold its space from now on (11.2-1, 15.1.8-1).
            let (place, side) = (after.target, after.attacker);
            let there = self.view().regular[index(side)].contains(place);
            if there && self.may_take(place, side) {
                self.take_as_it_stands(place, side);
            }
            self.keep_landing();
        }
    }

    fn stands(&self, unit: UnitId) -> bool {
        self.now.spot(unit).is_some()
    }

    /// Whether a replacement of the side stands there.
    fn newcomers(&self, place: PlaceId, side: Side) -> bool {
        let units = self.now.units_at(place).into_iter();
        let replaces = |unit: UnitId| self.now.state().get(Cell::ReplacementFor(unit)) > 0;
        units
            .filter(|unit| self.now.side_of(*unit) == side)
            .any(replaces)
    }

    /// Units that had retreated into the target are destroyed if the attacker's number is 1 or more,
    /// and may be rebuilt (12.7.7-2, 12.7.7-3).
    fn catch_fugitives(&mut self, after: &PostCombat<'_>) {
        if after.number_of(after.attacker) == 0 || after.in_region() {
            return;
        }
        let defender = after.attacker.enemy();
        let fugitives = self.before.state().retreated - self.before.state().defenders;
        for unit in fugitives.iter() {
            let there = self.before.place(unit) == Some(after.target);
            let entry = &self.before.data().units[unit];
            if there && entry.is_combat() && self.before.side_of(unit) == defender {
                let marked = matches!(entry.symbol, Some(Symbol::Dot | Symbol::Triangle));
                self.bury(unit, if marked { End::Grave } else { End::Box });
            }
        }
    }

    /// HQs and artillery are lost where no combat unit of theirs is left (12.6.8, 3.2.3-3).
    fn leave_staff(&mut self, after: &PostCombat<'_>, side: Side) {
        let places: BitSet = after
            .enlisted(side)
            .iter()
            .filter_map(|unit| self.before.spot(unit))
            .collect();
        let grave = permanently_eliminated(self.before, side);
        for place in places.iter() {
            let units = self.now.units_at(place);
            let own = |unit: &&UnitId| self.now.side_of(**unit) == side;
            let combat = |unit: &UnitId| self.before.data().units[*unit].is_combat();
            if units.iter().filter(own).any(combat) {
                continue;
            }
            for unit in units.iter().copied() {
                if self.now.side_of(unit) == side && !combat(&unit) {
                    self.now.retire(unit, grave, false);
                }
            }
        }
    }

    /// The last AP units that lived on an Ottoman port alone are destroyed, or leave it by sea: the
    /// Jihad level rises by 2 for each such port (16.3.1.1-3, 12.7.11-5).
    pub(super) fn lose_lifelines(&mut self, sailed: BitSet) {
        let data = self.before.data();
        let gone = |unit: usize| {
            // Few have moved: that is asked first.
            self.before.spot(unit).is_some()
                && (self.now.spot(unit).is_none() || sailed.contains(unit))
                && self.before.side_of(unit) == Side::Ap
                && data.units[unit].is_combat()
        };
        if !(0..data.units.len()).any(gone) {
            return;
        }
        let held = self.before.view().control[index(Side::Ap)];
        let ottoman = (held & data.network.all_ports)
            .iter()
            .filter(|place| data.spaces[*place].country == Some(Country::Turkey));
        let mut lost = 0;
        for port in ottoman {
            let living = self.before.living_on(port);
            let left = |unit: usize| self.now.spot(unit).is_none() || sailed.contains(unit);
            // Those who have come for them are there still.
            if !living.is_empty()
                && living.iter().all(left)
                && (self.now.living_on(port) - sailed).is_empty()
            {
                lost += 2;
            }
        }
        self.now.raise_jihad(lost);
    }
}

impl Position {
    /// Whether a die for the loss factor of a unit is waited for, and of which (3.2.2.q-1).
    pub(in super::super) fn factor_to_roll(&self) -> Option<UnitId> {
        let after = PostCombat::new(self)?;
        let side = after.acts()?;
        if after.loss_number(side) == 0 {
            return None;
        }
        let waits =
            |unit: &UnitId| after.uncertain(*unit) && self.state().get(Cell::Factor(*unit)) == 0;
        // By id: units are numbered in that order.
        after.participants(side).iter().find(waits)
    }

    /// Whether a part has a unit left that could fire (12.4.3).
    pub(super) fn can_fire(&self, role: Role) -> bool {
        let Some(after) = PostCombat::new(self) else {
            return false;
        };
        let side = self.side_in_battle(role);
        !after.participants(side).is_empty() || (role == Role::Defender && after.defending_fort())
    }

    /// Whose losses come next, or what follows them (12.2.8.c, 12.2.8.e-2).
    pub(super) fn next_losses(&self) -> Frame {
        let state = self.state();
        let taken = |role: Role| {
            state.battle_flag(match role {
                Role::Attacker => BattleFlag::AttackersLossesTaken,
                Role::Defender => BattleFlag::DefendersLossesTaken,
            })
        };
        let number = |role: Role| {
            state.battle_var(match role {
                Role::Attacker => BattleVar::LossByAttacker,
                Role::Defender => BattleVar::LossByDefender,
            })
        };
        let losses = |role: Role| Frame::of(FrameKind::Losses).by(self.side_in_battle(role));
        // Whoever fired first, if all is known the one takes its losses that has not.
        let both = [Role::Attacker, Role::Defender];
        match both.map(taken) {
            [true, true] => return Frame::cards(Side::Cp, Moment::Losses),
            [one, other] if one != other && both.into_iter().all(|role| number(role) > 0) => {
                return losses(if one { Role::Defender } else { Role::Attacker });
            }
            _ => {}
        }
        let first = match self.order_of_fire() {
            FireOrder::DefenderFirst => Role::Defender,
            _ => Role::Attacker,
        };
        // The side that is fired at first takes its losses first.
        let hit = first.other();
        if !taken(hit) {
            losses(hit)
        } else if number(hit) == 0 && self.can_fire(hit) {
            Frame::of(FrameKind::Dice)
        } else if !taken(first) {
            losses(first)
        } else {
            Frame::cards(Side::Cp, Moment::Losses)
        }
    }
}
