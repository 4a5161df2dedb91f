//! The referee of operations: every rule that a move breaks (9.2, 10, 11, 3.2, 15, 18).
//!
//! The words, the readings and the table of violations are those of `docs/operations.md`.

mod activation;
mod beachheads;
pub mod codes;
pub mod destinations;
mod forts;
mod gallipoli;
mod headquarters;
mod landings;
mod limits;
mod movement;
mod offers;
mod organizing;
mod plan;
mod stacking;
mod supply;
mod targets;
mod trenches;
mod witness;

use super::activation::{Desk, Purpose};
use super::control::{View, index};
use super::data::{Data, PlaceId, UnitId};
use super::orders::Move;
use super::position::Position;
use super::readings::Readings;
use super::supply::outlook::Outlook;
use super::vocabulary::*;
use crate::board::bitset::BitSet;
use codes::Code;
use plan::Plan;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;

/// Part of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Arg {
    /// A unit.
    Unit(UnitId),
    /// A place.
    Place(PlaceId),
    /// A number.
    Number(u32),
    /// A restricted area.
    Area(RestrictedArea),
    /// What is activated for.
    Purpose(Purpose),
}

/// A rule that a move breaks, and the witness.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    /// The rule's number.
    pub rule: &'static str,
    /// The name of the witness.
    pub code: &'static str,
    /// Its parts.
    pub args: Vec<Arg>,
}

impl Violation {
    fn entry(&self) -> Option<&'static Code> {
        let known = |code: &&&Code| code.rule == self.rule && code.code == self.code;
        codes::CODES.iter().find(known).copied()
    }

    /// Could more orders mend it?
    #[must_use]
    pub fn owed(&self) -> bool {
        self.entry().is_some_and(|code| code.owed)
    }

    /// The witness as a term of the law, such as `enemy(tu_div_1,kars)`.
    #[must_use]
    pub fn witness(&self, data: &Data) -> String {
        if self.args.is_empty() {
            return self.code.to_owned();
        }
        let args: Vec<_> = self
            .args
            .iter()
            .map(|arg| match arg {
                Arg::Unit(unit) => data.units[*unit].id.clone(),
                Arg::Place(place) => data.spaces[*place].id.clone(),
                Arg::Number(number) => number.to_string(),
                Arg::Area(area) => area.to_string(),
                Arg::Purpose(purpose) => purpose.to_string(),
            })
            .collect();
        format!("{}({})", self.code, args.join(","))
    }

    /// What is wrong, in one sentence.
    #[must_use]
    pub fn sentence(&self, position: &Position) -> String {
        let data = position.data();
        let mut text = self.entry().map_or("", |code| code.sentence).to_owned();
        for (at, arg) in self.args.iter().enumerate() {
            let name = match arg {
                Arg::Unit(unit) => data.units[*unit].name.clone(),
                Arg::Place(place) => data.spaces[*place].name.clone(),
                Arg::Number(number) => number.to_string(),
                Arg::Area(area) => match area {
                    RestrictedArea::SyriaPalestine => "Syria/Palestine".to_owned(),
                    RestrictedArea::Mesopotamia => "Mesopotamia".to_owned(),
                    RestrictedArea::Azerbaijan => "Azerbaijan".to_owned(),
                    RestrictedArea::Arabistan => "Arabistan".to_owned(),
                    RestrictedArea::GreaterPersia => "Greater Persia".to_owned(),
                },
                Arg::Purpose(purpose) => match purpose {
                    Purpose::Move => "movement".to_owned(),
                    Purpose::Attack => "attack".to_owned(),
                    Purpose::AttackWithBr => "an attack with BR units".to_owned(),
                },
            };
            text = text.replace(&format!("{{{at}}}"), &name);
        }
        text
    }
}

/// Collects what is wrong.
#[derive(Debug, Default)]
struct Faults(Vec<Violation>);

impl Faults {
    #[cold]
    fn add(&mut self, code: &Code, args: &[Arg]) {
        self.0.push(Violation {
            rule: code.rule,
            code: code.code,
            args: args.to_vec(),
        });
    }
}

/// The cost of activating some units of a place (a space: all of them, and none are named), or
/// the rules that bar it.
type Costs = HashMap<(PlaceId, Purpose, Vec<UnitId>), Result<u8, Vec<&'static str>>>;

/// Judges the moves of the side to act in one position. What they share is found once.
#[derive(Debug)]
pub struct Referee<'a> {
    position: &'a Position,
    data: &'a Data,
    ops: u8,
    side: Side,
    desk: Desk<'a>,
    /// The side's units on the map, place by place.
    roster: Vec<UnitId>,
    /// Where each place's units begin in the roster.
    first: Vec<u16>,
    own: BitSet,
    /// Places with units of the foe, or of the Georgian Protectorate.
    enemy: BitSet,
    /// Those with combat units among them.
    enemy_combat: BitSet,
    /// Intact forts in spaces the foe controls.
    enemy_forts: BitSet,
    /// Places with uprisings that trouble the side (3.2.4.2-4).
    troubled: BitSet,
    costs: RefCell<Costs>,
    stacks: OnceCell<stacking::Crowds>,
}

impl<'a> Referee<'a> {
    /// Prepares to judge moves with `ops` to spend.
    #[must_use]
    pub fn new(position: &'a Position, ops: u8) -> Self {
        Self::reading(position, ops, &Readings::OURS)
    }

    /// As [`Self::new`], with other readings of the rules.
    #[must_use]
    pub fn reading(position: &'a Position, ops: u8, readings: &'a Readings) -> Self {
        let data: &Data = position.data();
        let side = position.active();
        let desk = Desk::new(position, side, readings);
        let view = desk.outlook.view;
        let foe = side.enemy();
        let (mut own, mut roster) = (BitSet::EMPTY, Vec::with_capacity(96));
        let mut first = vec![0_u16; data.spaces.len() + 2];
        let mut enemy = view.combat(foe);
        let mut enemy_combat = enemy;
        for (unit, entry) in data.units.iter().enumerate() {
            let Some(place) = position.place(unit).filter(|place| *place < data.on_map) else {
                continue;
            };
            match view.commander(unit) {
                Some(commander) if commander == side => {
                    own.insert(unit);
                    first[place + 2] += 1;
                }
                Some(_) => enemy.insert(place),
                // Nobody stacks with the Georgian Protectorate (3.2.1.3.georgia-2).
                None if entry.side == Side::Special && !readings.georgians_bar_nobody => {
                    enemy.insert(place);
                    enemy_combat.insert(place);
                }
                None => {}
            }
        }
        for place in 2..first.len() {
            first[place] += first[place - 1];
        }
        roster.resize(own.len(), 0);
        own.for_each(|unit| {
            if let Some(place) = position.place(unit) {
                let next = &mut first[place + 1];
                roster[usize::from(*next)] = unit;
                *next += 1;
            }
        });
        let troubled = Uprising::ALL
            .iter()
            .filter(|kind| kind.troubles(side))
            .fold(BitSet::EMPTY, |all, kind| {
                all | view.state.uprisings[*kind as usize]
            });
        Self {
            position,
            data,
            ops,
            side,
            roster,
            first,
            own,
            enemy,
            enemy_combat,
            enemy_forts: view.forts & view.control[index(foe)],
            troubled,
            desk,
            costs: RefCell::default(),
            stacks: OnceCell::new(),
        }
    }

    /// Every rule that the move breaks, each once.
    #[must_use]
    pub fn check(&self, orders: &Move) -> Vec<Violation> {
        let plan = Plan::new(self, orders);
        let mut faults = Faults::default();
        self.check_activations(&plan, &mut faults);
        for mover in &plan.movers {
            self.check_path(&plan, mover, &mut faults);
            self.check_points(mover, &mut faults);
            self.check_supply(&plan, mover, &mut faults);
            self.check_forts_entered(&plan, mover, &mut faults);
            self.check_limits(mover, &mut faults);
            self.check_beaches(&plan, mover, &mut faults);
            self.check_headquarters(&plan, mover, &mut faults);
        }
        for stray in &plan.strays {
            faults.add(&codes::NOT_OWN, &[Arg::Unit(*stray)]);
        }
        self.check_sieges_kept(&plan, &mut faults);
        self.check_stacking(&plan, &mut faults);
        self.check_commitment(&plan, &mut faults);
        self.check_trenches(&plan, &mut faults);
        self.check_suppression(&plan, &mut faults);
        self.check_organizing(&plan, &mut faults);
        self.check_landings(&plan, &mut faults);
        self.check_assault(&plan, &mut faults);
        faults.0.sort_unstable();
        faults.0.dedup();
        faults.0
    }

    const fn outlook(&self) -> &Outlook<'a> {
        &self.desk.outlook
    }

    const fn view(&self) -> &View<'a> {
        &self.desk.outlook.view
    }

    /// The side's units in a place.
    fn at(&self, place: PlaceId) -> &[UnitId] {
        let bound = |at: usize| self.first.get(at).map_or(0, |bound| usize::from(*bound));
        self.roster
            .get(bound(place)..bound(place + 1))
            .unwrap_or_default()
    }

    /// Places of a kind that is activated by stacks and has no limit of stacking (9.2.6-1,
    /// 10.0-2): regions and island bases.
    fn wide(&self, place: PlaceId) -> bool {
        self.data.network.regions.contains(place) || self.data.ways.islands.contains(place)
    }

    /// A unit of RU that has not become BR (16.4.5.4-3).
    fn russian(&self, unit: UnitId) -> bool {
        self.data.units[unit].is_of(Nation::Ru) && !self.desk.counts_as_british(unit)
    }

    fn in_area(&self, place: PlaceId, areas: &[Area]) -> bool {
        areas.contains(&self.data.spaces[place].area)
    }
}
