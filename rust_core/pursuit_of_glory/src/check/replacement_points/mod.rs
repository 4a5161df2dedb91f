//! Replacement points (17, 2.0.rp-1): every rule that a move of `docs/replacement_points.md` breaks.

mod debts;
mod list;
mod offers;
mod payment;
mod places;

use super::codes::{Code, *};
use super::violation::Violations;
use super::{Arg, Checker, Violation};
use crate::board::BitSet;
use crate::cards::{ARAB_DESERTION, THE_SERBS_RETURN, TURKISH_WAR_WEARINESS};
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::state::{Cell, unbias};
use crate::supply::Status;
use crate::vocabulary::*;
pub(crate) use debts::kinds_of;
use payment::Purse;
use std::cell::OnceCell;

/// Judges how a side spends its replacement points in one position.
#[derive(Debug)]
pub struct Replacer<'a> {
    checker: Checker<'a>,
    purse: Purse,
    /// Whether these are bonus points: negative ones are left alone (9.4.1.a).
    bonus: bool,
    /// How many lines lead from each place to the nearest enemy combat unit.
    far: OnceCell<Vec<u16>>,
    /// Whether a line leads from Sofia to Galicia (17.2.1.2).
    sofia: OnceCell<bool>,
    /// Whether a line leads from the colour of each tribe (17.1.1.2-4).
    tribes: [OnceCell<bool>; Tribe::ALL.len()],
}

/// What the orders of a move come to that break no rule of their own.
#[derive(Debug, Default)]
struct Plan {
    /// Steps up: which points pay, and half points.
    steps: Vec<(u16, u32)>,
    /// Rebuilt units, and where on the map they stand.
    placed: Vec<(UnitId, PlaceId)>,
    /// Those that give steps up, reduced or eliminated.
    reduced: BitSet,
    eliminated: BitSet,
    /// LCUs with the SCUs that come for them, as they are ordered.
    replaced: Vec<(UnitId, UnitId)>,
}

impl<'a> Replacer<'a> {
    /// Prepares to judge moves of a side.
    #[must_use]
    pub fn new(position: &'a Position, side: Side) -> Self {
        let checker = Checker::of_side(position, side);
        Self {
            purse: Purse::of(&checker),
            bonus: false,
            checker,
            far: OnceCell::new(),
            sofia: OnceCell::new(),
            tribes: [const { OnceCell::new() }; Tribe::ALL.len()],
        }
    }

    /// Prepares to judge how a side spends bonus TU points, and nothing else (9.4.1.a).
    #[must_use]
    pub fn with_bonus(position: &'a Position, side: Side, points: u16) -> Self {
        let plain = Self::new(position, side);
        Self {
            purse: plain.purse.with_bonus(points),
            bonus: true,
            ..plain
        }
    }

    /// Every rule that the move breaks, each once.
    #[must_use]
    pub fn check(&self, made: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        let mut violations = Violations(&mut found);
        let plan = self.plan(made, &mut violations);
        self.check_stacks(&plan, &mut violations);
        let missing = self.purse.missing(&plan.steps);
        if missing > 0 {
            violations.add(&NOT_PAID, &[Arg::Number(missing)]);
        }
        self.check_debts(&plan, &mut violations);
        self.check_replaced(&plan, &mut violations);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How many whole TU points the move leaves (17.1.2-2): they are shared out so that as many as
    /// possible are left.
    #[must_use]
    pub fn turkish_points_left(&self, made: &Move) -> i32 {
        let plan = self.plan(made, &mut Violations(&mut Vec::new()));
        let recorded = points_of(self.checker.position, Replacement::Tu).max(0);
        let used = self.purse.least_turkish(&plan.steps);
        (2 * recorded - i32::try_from(used).unwrap_or(i32::MAX)).max(0) / 2
    }

    /// Reads a move, and judges each order by itself.
    fn plan(&self, made: &Move, violations: &mut Violations<'_>) -> Plan {
        let mut plan = Plan::default();
        let orders = made.orders();
        let rebuilds = |unit: UnitId| {
            let of =
                |order: &&Order| matches!(order, Order::RebuildAt { unit: of, .. } if *of == unit);
            orders.iter().filter(of).count()
        };
        for order in orders {
            match *order {
                Order::Restore { unit } => {
                    let codes = self.bars(unit, false, rebuilds(unit) > 0);
                    if codes.is_empty() && self.obeys(unit) {
                        // Who comes back is restored where no supply is asked for.
                        let price = match rebuilds(unit) > 0 && !self.reduced(unit) {
                            true => self.step(unit),
                            false => self.price(unit),
                        };
                        plan.steps.push((self.payers(unit), price));
                    }
                    for code in codes {
                        violations.add(code, &[Arg::Unit(unit)]);
                    }
                }
                Order::RebuildAt { unit, place } => {
                    let mut codes = self.bars(unit, true, false);
                    if rebuilds(unit) > 1 {
                        codes.push(&RP_TWICE);
                    }
                    if codes.is_empty() {
                        plan.steps.push((self.payers(unit), self.step(unit)));
                        match self.place_code(unit, place) {
                            Some(code) => violations.add(code, &witness(code, unit, place)),
                            None if place < self.checker.data.on_map => {
                                plan.placed.push((unit, place));
                            }
                            None => {}
                        }
                    }
                    for code in codes {
                        violations.add(code, &[Arg::Unit(unit)]);
                    }
                }
                Order::Reduce { unit } | Order::Eliminate { unit } => {
                    let reduces = matches!(order, Order::Reduce { .. });
                    let codes = self.debt_codes(unit, reduces);
                    match (codes.is_empty(), reduces) {
                        (true, true) => plan.reduced.insert(unit),
                        (true, false) => plan.eliminated.insert(unit),
                        _ => {}
                    }
                    for code in codes {
                        violations.add(code, &[Arg::Unit(unit)]);
                    }
                }
                Order::Replace { unit, by } => plan.replaced.push((unit, by)),
                _ => {}
            }
        }
        plan
    }

    /// Whether a unit obeys the side (18.8.1.1.a-2).
    fn obeys(&self, unit: UnitId) -> bool {
        self.checker.view().commander(unit) == Some(self.checker.side)
    }

    /// The rules that keep a unit from being restored or rebuilt, wherever it may go.
    fn bars(&self, unit: UnitId, rebuild: bool, rebuilt: bool) -> Vec<&'static Code> {
        let (checker, mut bars) = (&self.checker, Vec::new());
        let (data, position) = (checker.data, checker.position);
        let place = position.place(unit);
        // Of units of others nothing more is said.
        if !self.obeys(unit) {
            return match (rebuild, rebuilt) {
                (true, _) => vec![&RP_NOT_ELIMINATED],
                (false, false) => vec![&RP_NOT_REDUCED],
                (false, true) => bars,
            };
        }
        let spot = place.filter(|place| *place < data.on_map);
        let [reserve, eliminated, _] = data.known.spent_boxes(checker.side);
        let reduced = position.state().reduced.contains(unit);
        if rebuild && place != Some(eliminated) {
            bars.push(&RP_NOT_ELIMINATED);
        }
        let here = spot.is_some() || place == Some(reserve);
        if !(rebuild || rebuilt || reduced && here) {
            bars.push(&RP_NOT_REDUCED);
        }
        let (entry, state) = (&data.units[unit], position.state());
        let turkish = entry.is_of(Nation::Tu) || entry.is_of(Nation::TuA);
        let weary = turkish && state.happened(TURKISH_WAR_WEARINESS);
        match entry.symbol {
            Some(Symbol::Dot) => bars.push(&RP_DOT),
            Some(Symbol::Triangle) if rebuild => bars.push(&RP_TRIANGLE),
            Some(Symbol::Triangle) if weary => bars.push(&RP_WEARY_TURKS),
            _ => {}
        }
        if entry.is_of(Nation::TuA) && state.happened(ARAB_DESERTION) {
            bars.push(&RP_DESERTED);
        }
        if entry.class == Class::Hq {
            bars.push(&RP_HEADQUARTERS);
        }
        if let Some(spot) = spot.filter(|_| !rebuild) {
            match checker.outlook().status(unit) {
                Some(Status::OutOfSupply) => bars.push(&RP_OUT_OF_SUPPLY),
                // 17.1.4-1, 17.1.4-2, 17.1.4-3, 17.1.4-4, 17.1.4-5
                Some(Status::Limited | Status::LimitedDisrupted) => {
                    bars.push(&LIMITED_SUPPLY);
                }
                Some(_) if checker.outlook().fed_by_afghans(unit, spot) => {
                    bars.push(&FED_BY_AFGHANS);
                }
                _ => {}
            }
        }
        if self.capital_lost(unit) {
            bars.push(&RP_CAPITAL_LOST);
        }
        if self.serbs_gone(unit) {
            bars.push(&RP_NO_SERBS);
        }
        if self.purse.no_russians && self.payers(unit) & !payment::RUSSIAN == 0 {
            let russian = checker.nations_now(unit).has(Nation::Ru);
            if russian && entry.is_combat() {
                bars.push(&RP_NO_RUSSIANS);
            }
        }
        if let Some(tribe) = entry.tribe
            && !self.tribe_traces(tribe)
        {
            bars.push(&RP_TRIBE_CUT_OFF);
        }
        bars
    }

    /// Whether the enemy controls or besieges the capital of the unit's nation, of two nations both.
    /// Serbs and Greeks do not mind (17.1.3-2, 17.1.3-3).
    fn capital_lost(&self, unit: UnitId) -> bool {
        let (view, data) = (self.checker.view(), self.checker.data);
        let enemy = index(self.checker.side.enemy());
        let lost = view.control[enemy] | view.besieging[enemy];
        let nations = self.checker.nations_now(unit);
        let mut of = Nation::ALL.iter().filter(|nation| nations.has(**nation));
        of.all(|nation| {
            let country = match nation {
                Nation::Tu | Nation::TuA => Country::Turkey,
                Nation::Bu => Country::Bulgaria,
                Nation::Ro => Country::Romania,
                Nation::Pe => Country::Persia,
                _ => return false,
            };
            lost.iter()
                .any(|place| data.spaces[place].capital_of == Some(country))
        })
    }

    /// Whether it is a SB unit that gets no points since Serbia collapsed (18.8.3.3.a-8).
    fn serbs_gone(&self, unit: UnitId) -> bool {
        let state = self.checker.position.state();
        let serbian = self.checker.data.units[unit].nations == [Nation::Sb];
        serbian && self.serbia_collapsed() && !state.happened(THE_SERBS_RETURN)
    }

    fn serbia_collapsed(&self) -> bool {
        let state = self.checker.position.state();
        state.holds(crate::state::Scalar::Collapsed, Collapse::Serbia as u8)
    }

    fn tribe_traces(&self, tribe: Tribe) -> bool {
        let known = &self.tribes[tribe as usize];
        *known.get_or_init(|| self.checker.outlook().tribe_traces(tribe))
    }

    /// What a step of a unit is worth in half points (17.1.1).
    fn step(&self, unit: UnitId) -> u32 {
        1 + u32::from(self.checker.data.counters.lcus.contains(unit))
    }

    /// What it costs to restore a unit: twice as much in disrupted supply (14.1.7-3, 3.2.4.2-7).
    fn price(&self, unit: UnitId) -> u32 {
        let checker = &self.checker;
        let spot = checker.position.place(unit);
        let Some(spot) = spot.filter(|place| *place < checker.data.on_map) else {
            return self.step(unit);
        };
        let status = checker.outlook().status(unit);
        let disrupted = matches!(status, Some(Status::Disrupted | Status::LimitedDisrupted));
        let twice = disrupted || checker.troubled.contains(spot);
        self.step(unit) * (1 + u32::from(twice))
    }
}

/// What is named of a rebuilt unit that breaks a rule about its place.
fn witness(code: &Code, unit: UnitId, place: PlaceId) -> Vec<Arg> {
    let alone = code.rank() == RP_LCU_IN_BOX.rank() || code.rank() == RP_IRREGULAR_IN_BOX.rank();
    let mut witness = vec![Arg::Unit(unit), Arg::Place(place)];
    witness.truncate(if alone { 1 } else { 2 });
    witness
}

/// The points of a kind on the record.
pub(crate) fn points_of(position: &Position, kind: Replacement) -> i32 {
    let cell = Cell::Replacement(kind as usize);
    unbias(position.state().get(cell)).unwrap_or(0)
}
