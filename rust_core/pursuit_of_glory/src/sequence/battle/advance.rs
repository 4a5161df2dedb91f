//! Advances carried out (12.9), repairs (RESERVES TO THE FRONT, CZAR'S ARMORIES), and the end of a
//! battle (3.2.3.1, 12.2.8.d).

use super::super::agenda::{FrameHandler, NextStep, SILENT};
use super::super::decision::Parameters;
use super::super::{Transition, permanently_eliminated};
use super::judged;
use crate::activation::{ActivationRules, Purpose};
use crate::aftermath::PostCombat;
use crate::board::BitSet;
use crate::cards::Does;
use crate::check::Checker;
use crate::combat::{EMPIRE, any, nations};
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{BattleVar, Cell, Scalar};
use crate::vocabulary::*;

pub(in super::super) const HANDLER: FrameHandler = FrameHandler {
    next_step: |position, _| match position.has_choice_after() {
        true => NextStep::Decides(DecisionKind::Advance),
        false => position.only_answer(Position::advance),
    },
    parameters: |position, frame| {
        let side = frame.side.unwrap_or(Side::Ap);
        let who = |after: PostCombat<'_>| Checker::of_side(position, side).who_advances(&after);
        Parameters::PostCombat {
            place: position.battlefield().unwrap_or_default(),
            number: 0,
            units: PostCombat::new(position).map_or(BitSet::EMPTY, who),
        }
    },
    check: judged,
    take: |position, _, orders| Ok(position.advance(orders)),
    ..SILENT
};

impl Position {
    /// The position after an advance, up to the next decision.
    fn advance(&self, orders: &Move) -> Self {
        self.or_as_it_is(self.with_advance(orders))
    }

    /// The position when an advance is over; `None` if nobody advances now. What is entered changes
    /// hands as it does in movement (12.9.8-1, 12.9.8-2), not where enemies stand (12.9.9-16).
    pub(in super::super) fn with_advance(&self, orders: &Move) -> Option<Self> {
        // RUSSIAN WINTER OFFENSIVE: a fort that Russians enter is destroyed.
        if let Some(razed) = self.with_forts_razed(orders) {
            return razed.with_advance(orders);
        }
        let after = PostCombat::new(self)?;
        let side = after.acts()?;
        let mut transition = Transition::new(self, side);
        let mut paths: Vec<(UnitId, Vec<PlaceId>)> = Vec::new();
        for order in orders.orders().iter().cloned() {
            if let Order::Advance { unit, path } = order
                && self.spot(unit).is_some()
                && self.side_of(unit) == side
            {
                paths.push((unit, path));
            }
        }
        let marches = paths.iter().map(|(unit, path)| (*unit, &path[..]));
        transition.march(marches.collect());
        if side == self.state().active() {
            let went = paths.iter().map(|(unit, _)| *unit);
            let went = went.filter(|unit| transition.now.spot(*unit) != self.spot(*unit));
            let went: Vec<UnitId> = went.collect();
            transition.now.remember_pursuit(went.into_iter());
        }
        transition.occupy(&after);
        transition.free_for_russia(&after);
        transition.sack_beachheads(&after);
        transition.settle();
        if side == Side::Cp {
            transition.cut_ports();
        }
        transition.keep_landing();
        if transition.takes_russian_vp() {
            transition.now.put_battle_flag(BattleFlag::RussianVpTaken);
        }
        Some(transition.now.done())
    }

    /// The HQs and the artillery of the battle: who has won is restored, who has lost loses a step
    /// (3.2.3.1-5, 3.2.3.1-6, 3.2.3.1-7); heavy artillery that attacked is turned over or leaves
    /// the game (3.2.3.2-2).
    pub(super) fn update_hqs_and_artillery(&mut self) {
        let Some(after) = PostCombat::new(self) else {
            return;
        };
        let (winner, fought) = (
            after.winner(),
            !self.state().battle_flag(BattleFlag::Cancelled),
        );
        if !fought {
            return;
        }
        let units = self.state().attackers | self.state().defenders;
        for unit in units.iter() {
            let class = self.data().units[unit].class;
            if self.spot(unit).is_none() || !matches!(class, Class::Hq | Class::Artillery) {
                continue;
            }
            let side = self.side_of(unit);
            let reduced = self.state().reduced.contains(unit);
            let loses = match (class, winner) {
                (Class::Artillery, _) => self.state().attackers.contains(unit),
                (_, Some((winner, _))) if winner == side => {
                    self.put(Cell::Reduced(unit), 0);
                    false
                }
                (_, winner) => winner.is_some(),
            };
            if loses && reduced {
                let grave = permanently_eliminated(self, side);
                self.retire(unit, grave, false);
            } else if loses {
                self.put(Cell::Reduced(unit), 1);
            }
        }
    }

    /// What the battle leaves to the rest of the action and the turn: WAR WEARY BALKANS, a second
    /// attack (PUSH TO THE BREAKING POINT), a point for the Army of Islam (3.2.3.1.islam).
    pub(super) fn leave_marks(&mut self) {
        let Some(after) = PostCombat::new(self) else {
            return;
        };
        let weary = after.under(Does::NoCancelling);
        let again = after.under(Does::AttacksAgain);
        let fighters = after.participants(Side::Ap) - self.state().reduced;
        let islam = after.islam_triumphs();
        if weary {
            let turn = self.state().scalar(Scalar::Turn);
            self.put_battle_var(BattleVar::WarWeary, turn);
        }
        if again {
            self.push_on(fighters);
        }
        if islam {
            let before = self.clone();
            let mut transition = Transition::new(&before, Side::Cp);
            transition.bonus_points(1);
            *self = transition.now;
        }
    }

    /// PUSH TO THE BREAKING POINT: the Empire's units at full strength that could be activated
    /// (9.2-2) wait for one more attack, and HQs that took part may again (3.2.3.1-2).
    fn push_on(&mut self, fighters: BitSet) {
        let before = self.clone();
        let (data, state) = (before.data(), before.state());
        let activation_rules = ActivationRules::new(&before, Side::Ap, &Readings::OURS);
        let fit = |unit: UnitId| {
            let purposes = [Purpose::Attack, Purpose::AttackWithBr];
            let place = before.spot(unit);
            place.is_some_and(|place| {
                purposes
                    .iter()
                    .any(|to| activation_rules.fit(unit, place, *to))
            })
        };
        let british = |unit: &UnitId| any(nations(data, state, *unit), &EMPIRE);
        let fighters = fighters.iter().filter(british).filter(|unit| fit(*unit));
        let hq = |unit: &UnitId| data.units[*unit].class == Class::Hq;
        let staff = state.attackers.iter().filter(hq);
        self.wait_again(&fighters.collect::<Vec<_>>(), &staff.collect::<Vec<_>>());
    }

    /// Units wait for one more attack, and HQs may take part in it though they have in another.
    pub(in super::super) fn wait_again(&mut self, fighters: &[UnitId], staff: &[UnitId]) {
        for unit in fighters.iter().chain(staff) {
            let done = self.state().get(Cell::Fought(*unit));
            self.put(Cell::Fought(*unit), done & !1);
        }
        for unit in fighters {
            self.put(Cell::Attacking(*unit), 1);
        }
    }
}

impl PostCombat<'_> {
    /// Whether the Army of Islam won beside Turks in a space with a tribal circle, or advanced into
    /// one (3.2.3.1.islam).
    fn islam_triumphs(&self) -> bool {
        let army = self.data.known.tu_army_of_islam_hq;
        let took_part = (self.state.attackers | self.state.defenders).contains(army);
        let Some(place) = self.spot(army).filter(|_| took_part) else {
            return false;
        };
        let tribal = |place: PlaceId| self.data.spaces[place].tribe.is_some();
        let turks = self.participants(Side::Cp).iter().any(|unit| {
            let entry = &self.data.units[unit];
            self.spot(unit) == Some(place) && (entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA))
        });
        let advance_to_next_decision = self.attacker == Side::Cp
            && (place == self.target || self.state.passed.contains(place));
        turks
            && ((self.won(Side::Cp) && tribal(self.target))
                || (advance_to_next_decision && tribal(place)))
    }
}

impl Transition<'_> {
    /// Attackers within a space whose fort they have destroyed, and a region that they hold alone,
    /// are theirs (15.1.8, 12.10.7-1).
    fn occupy(&mut self, after: &PostCombat<'_>) {
        let place = after.target;
        let regular = self.view().regular[index(after.attacker)];
        if regular.contains(place) && self.may_take(place, after.attacker) {
            self.take_as_it_stands(place, after.attacker);
        }
    }

    /// A place of the AP that CP irregulars or tribes disrupted becomes a RU VP space when a Russian
    /// attack has emptied it and a Russian unit advances into it (11.2.2.1.d-2), with a line to a
    /// Russian source as elsewhere (16.4.2-2).
    fn free_for_russia(&mut self, after: &PostCombat<'_>) {
        let data = self.before.data();
        let combat = data.counters.combat;
        let mut attackers = (*after.enlisted(Side::Ap) & combat).iter();
        let defenders = *after.enlisted(Side::Cp) & combat;
        let loose = |unit: usize| matches!(data.units[unit].class, Class::Irregular | Class::Tribe);
        let place = after.target;
        // Where their own units stood it was not disrupted.
        let disrupted = !defenders.is_empty()
            && defenders.iter().all(loose)
            && !after.in_region()
            && self.before.view().control[index(Side::Ap)].contains(place);
        let russian = |unit: usize| self.before.is_russian(unit);
        if after.attacker == Side::Ap && disrupted && attackers.any(russian) {
            let held = self.russians_hold(place);
            if held {
                self.taken_by_ru.insert(place);
                self.freed_by_ru = Some(place);
            }
        }
    }

    /// A beachhead that CP units advance onto is destroyed: outside the Balkans the Jihad level
    /// rises by 2 (12.7.10-2, 18.6.3-2, 16.3.1.1-2), and the Turks find the supplies of all who were
    /// destroyed or retreated (18.6.3-3). Others stay (12.7.10-3).
    fn sack_beachheads(&mut self, after: &PostCombat<'_>) {
        let data = self.before.data();
        let markers = &self.before.state().beachheads;
        let abroad = |place: &PlaceId| data.spaces[*place].area != Area::Balkans;
        let lost: BitSet = (*markers - self.now.state().beachheads)
            .iter()
            .filter(abroad)
            .collect();
        if lost.is_empty() {
            return;
        }
        // To enter one has raised it by one.
        self.now.raise_jihad(u16::try_from(lost.len()).unwrap_or(0));
        let state = self.before.state();
        let units = *after.enlisted(Side::Ap) & data.counters.combat;
        let gone = units
            .iter()
            .filter(|unit| state.fled.contains(*unit) || self.before.spot(*unit).is_none());
        let gone: Vec<UnitId> = gone.collect();
        // Those who left for the island base are paid for (12.7.10-4): the supplies are the same.
        let bases = (*markers).iter().filter(abroad);
        let bases: BitSet = bases
            .filter_map(|place| data.spaces[place].island_base)
            .collect();
        // By land only a beachhead leads to an island base (12.7.10-1).
        let based = |unit: &UnitId| {
            let base = self.before.spot(*unit);
            let sailed = state.get(Cell::LeftFrom(*unit)) > 0;
            base.is_some_and(|base| bases.contains(base)) && !sailed
        };
        let left: Vec<UnitId> = gone.iter().copied().filter(based).collect();
        let bonus = self.worth_of_supplies(&gone) - self.worth_of_supplies(&left);
        self.bonus_points(bonus);
    }

    /// Whether the CP has taken a VP space of Russia (CZAR'S ARMORIES).
    fn takes_russian_vp(&self) -> bool {
        let data = self.before.data();
        let was = self.before.view().control[index(Side::Cp)];
        let taken = self.view().control[index(Side::Cp)] - was;
        taken
            .iter()
            .any(|place| data.spaces[place].area == Area::Russia && self.now.worth(place) > 0)
    }
}
