//! TREACHERY AT FORT RUPEL (18.8.1.1.a-2): the Greeks leave Doiran and Fort Rupel, and the CP enters.

use super::codes::*;
use super::{Arg, Checker, Violation, Violations};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::vocabulary::*;
use engine::chance::Random;

/// So many combat units stack (10.0-1).
const STACK: usize = 3;

/// Who goes where.
type Sent = Vec<(UnitId, PlaceId)>;

impl Checker<'_> {
    /// The two spaces that are betrayed.
    fn betrayed(&self) -> [PlaceId; 2] {
        [self.data.known.doiran, self.data.known.ft_rupel]
    }

    /// Neutral Greeks who stand in one of them.
    pub(crate) fn betrayed_greeks(&self) -> Vec<UnitId> {
        let greeks = self.data.network.greek_units;
        let neutral = self.view().greece_neutral();
        let there = |unit: &UnitId| {
            let place = self.position.place(*unit);
            neutral && place.is_some_and(|place| self.betrayed().contains(&place))
        };
        greeks.iter().filter(there).collect()
    }

    /// Whether Greeks may go there: no unit of a player is (10.6-1).
    fn takes_greeks(&self, place: PlaceId) -> bool {
        let known = &self.data.known;
        let units = 0..self.data.units.len();
        let mut there = units.filter(|unit| self.position.place(*unit) == Some(place));
        let greeks = self.data.network.greek_units;
        [known.lamia, known.athens].contains(&place) && there.all(|unit| greeks.contains(unit))
    }

    /// The Greeks in a place once some have gone there.
    fn greeks_in(&self, place: PlaceId, exiled: &Sent) -> usize {
        let before = self.data.network.greek_units.iter();
        let before = before.filter(|unit| self.position.place(*unit) == Some(place));
        before.count() + exiled.iter().filter(|(_, to)| *to == place).count()
    }

    /// Which of the two spaces an own unit stands next to.
    pub(crate) fn next_to_betrayed(&self, unit: UnitId) -> Vec<PlaceId> {
        let start = self
            .position
            .place(unit)
            .filter(|_| self.own.contains(unit));
        let near = start.map_or(BitSet::EMPTY, |start| {
            self.data.movement_graph.next_to(start)
        });
        let betrayed = self.betrayed().into_iter();
        betrayed.filter(|place| near.contains(*place)).collect()
    }

    /// Every rule that a move breaks, each once.
    pub(crate) fn check_treachery(&self, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let violations = &mut Violations(&mut found);
        let mut sent = Sent::new();
        for order in made.orders() {
            if let Order::Enter { unit, place } = *order
                && !sent.contains(&(unit, place))
            {
                sent.push((unit, place));
            }
        }
        let greeks = self.betrayed_greeks();
        let twice = |unit: UnitId| sent.iter().filter(|(other, _)| *other == unit).count() > 1;
        let (mut exiled, mut advancing) = (Sent::new(), Sent::new());
        for (unit, place) in sent.iter().copied() {
            let near = self.next_to_betrayed(unit);
            if twice(unit) {
                violations.add(&SENT_TWICE, &[Arg::Unit(unit)]);
            }
            if greeks.contains(&unit) {
                match self.takes_greeks(place) {
                    true if twice(unit) => {}
                    true => exiled.push((unit, place)),
                    false => {
                        violations.add(&GREEK_ELSEWHERE, &[Arg::Unit(unit), Arg::Place(place)]);
                    }
                }
            } else if near.is_empty() {
                violations.add(&NO_SUCH_UNIT, &[Arg::Unit(unit)]);
            } else if near.contains(&place) {
                advancing.push((unit, place));
            } else {
                violations.add(&NOT_NEXT_TO, &[Arg::Unit(unit), Arg::Place(place)]);
            }
        }
        self.check_exile(&greeks, &sent, &exiled, violations);
        let remain: BitSet = greeks
            .iter()
            .filter(|unit| !exiled.iter().any(|(other, _)| other == *unit))
            .filter_map(|unit| self.position.place(*unit))
            .collect();
        let moved: Sent = advancing
            .iter()
            .copied()
            .filter(|(unit, _)| !twice(*unit))
            .collect();
        for (unit, place) in &advancing {
            self.check_advance_into(*unit, *place, &remain, &moved, violations);
        }
        self.check_garrisons(&moved, violations);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The Greeks find room, and go as far as there is some.
    fn check_exile(
        &self,
        greeks: &[UnitId],
        sent: &Sent,
        exiled: &Sent,
        violations: &mut Violations<'_>,
    ) {
        let refuges = [self.data.known.lamia, self.data.known.athens];
        for place in refuges {
            let entered = exiled.iter().any(|(_, to)| *to == place);
            if entered && self.greeks_in(place, exiled) > STACK {
                violations.add(&SR_TOO_MANY, &[Arg::Place(place)]);
            }
        }
        let room = refuges
            .into_iter()
            .any(|place| self.takes_greeks(place) && self.greeks_in(place, exiled) < STACK);
        for unit in greeks {
            let ordered = sent.iter().any(|(other, _)| other == unit);
            if !ordered && room {
                violations.add(&GREEK_STAYS, &[Arg::Unit(*unit)]);
            }
        }
    }

    /// Who may not enter one of the two spaces as it is left.
    fn check_advance_into(
        &self,
        unit: UnitId,
        place: PlaceId,
        remain: &BitSet,
        moved: &Sent,
        violations: &mut Violations<'_>,
    ) {
        let entry = &self.data.units[unit];
        let fights = |unit: UnitId| self.data.counters.combat.contains(unit);
        let witness = [Arg::Unit(unit), Arg::Place(place)];
        if self.enemy_combat.contains(place) {
            violations.add(&ENEMY, &witness);
        }
        let range = self.data.network.ranges.get(unit);
        if entry.class == Class::Tribe && range.is_some_and(|range| !range.contains(place)) {
            violations.add(&OUT_OF_RANGE, &witness);
        }
        if entry.class == Class::Irregular && !self.in_area(place, &entry.supply_area) {
            violations.add(&LEAVES_AREA, &witness);
        }
        if remain.contains(place) {
            violations.add(&GREEKS_CP, &witness);
        }
        let led = moved
            .iter()
            .any(|(other, to)| *to == place && fights(*other));
        if fights(unit) || led {
            return;
        }
        if self.enemy.contains(place) && !self.enemy_combat.contains(place) {
            violations.add(&ENEMY_HQ, &witness);
        }
        let hostile = self.view().control[index(self.side.enemy())].contains(place);
        let garrisoned = self.at(place).iter().any(|other| fights(*other));
        if hostile && !garrisoned {
            violations.add(&HQ_UNESCORTED, &witness);
        }
    }

    /// Who stands in the two spaces then.
    fn check_garrisons(&self, moved: &Sent, violations: &mut Violations<'_>) {
        let fights = |unit: &UnitId| self.data.counters.combat.contains(*unit);
        for place in self.betrayed() {
            let come: Vec<UnitId> = moved
                .iter()
                .filter(|(_, to)| *to == place)
                .map(|(unit, _)| *unit)
                .collect();
            if come.is_empty() {
                continue;
            }
            let leaves = |unit: &UnitId| moved.iter().any(|(other, _)| other == unit);
            let stay = self.at(place).iter().copied().filter(|unit| !leaves(unit));
            let there: Vec<UnitId> = stay.chain(come.iter().copied()).collect();
            if !there.iter().any(fights) {
                for unit in come.iter().filter(|unit| !fights(unit)) {
                    violations.add(&HQ_ALONE, &[Arg::Unit(*unit)]);
                }
            }
            let crowd = self.crowd(there.into_iter());
            if crowd.too_many() {
                violations.add(&SR_TOO_MANY, &[Arg::Place(place)]);
            }
            if crowd.two_hqs() {
                violations.add(&TWO_HQS, &[Arg::Place(place)]);
            }
        }
    }

    /// Whether a legal move could do anything.
    pub(crate) fn treachery_matters(&self) -> bool {
        let mut own = self.own.iter();
        !self.betrayed_greeks().is_empty()
            || own.any(|unit| !self.next_to_betrayed(unit).is_empty())
    }

    /// Every order that a legal move could have: Greeks go to either refuge, the CP into the two spaces.
    pub(crate) fn treachery_orders(&self) -> Vec<Order> {
        let refuges = [self.data.known.lamia, self.data.known.athens];
        let greeks = self.betrayed_greeks().into_iter();
        let exiled = greeks.flat_map(|unit| refuges.map(|place| Order::Enter { unit, place }));
        let entering = self.own.iter().flat_map(|unit| {
            let near = self.next_to_betrayed(unit).into_iter();
            near.map(move |place| Order::Enter { unit, place })
        });
        exiled.chain(entering).collect()
    }

    /// A legal move at random.
    pub(crate) fn sampled_treachery(&self, random: &mut Random) -> Move {
        let known = &self.data.known;
        let owed = |made: &Move| {
            let found = self.check_treachery(made);
            found.iter().all(|one| one.owed())
        };
        let mut orders: Vec<Order> = Vec::new();
        let mut add = |order: Order, random: &mut Random, percent: usize| {
            if random.chance(percent) {
                orders.push(order);
                if !owed(&Move::new(orders.clone())) {
                    orders.pop();
                }
            }
        };
        for unit in self.betrayed_greeks() {
            let mut refuges = [known.lamia, known.athens];
            random.shuffle(&mut refuges);
            for place in refuges {
                add(Order::Enter { unit, place }, random, 100);
            }
        }
        let mut own: Vec<UnitId> = self.own.iter().collect();
        random.shuffle(&mut own);
        for unit in own {
            for place in self.next_to_betrayed(unit) {
                add(Order::Enter { unit, place }, random, 50);
            }
        }
        // Staff that nobody leads stays where it is, and of others the last if the stack is too large.
        let owned = |order: &Order| order.unit().is_some_and(|unit| self.own.contains(unit));
        let staff = |order: &Order| {
            let leads = |unit: UnitId| self.data.counters.combat.contains(unit);
            owned(order) && order.unit().is_some_and(|unit| !leads(unit))
        };
        while !self.check_treachery(&Move::new(orders.clone())).is_empty() {
            let stays = orders.iter().position(staff);
            let Some(at) = stays.or_else(|| orders.iter().rposition(owned)) else {
                break;
            };
            orders.remove(at);
        }
        Move::new(orders)
    }
}
