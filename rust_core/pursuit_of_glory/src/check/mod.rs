//! The checker of operations: every rule that a move breaks (9.2, 10, 11, 3.2, 15, 18).
//!
//! The words, the readings and the table of violations are those of `docs/operations.md`.

mod activation;
mod after;
mod attack;
mod battle;
mod beachheads;
mod bulls_eye;
mod cards;
pub mod codes;
mod completing;
mod coordination;
mod defence;
pub mod destinations;
mod entering_offers;
mod event_activation;
mod flank;
mod forts;
mod gallipoli;
mod headquarters;
pub(crate) mod independence;
mod landings;
mod limits;
pub(crate) mod listing;
mod movement;
mod named_places;
pub mod newcomers;
mod offers;
mod organizing;
pub mod out_of_theater;
mod placement;
mod plan;
pub mod provocation;
pub mod redeployment;
pub mod reinforcements;
pub mod replacement_points;
mod retreat;
mod sequence;
mod stacking;
mod supply;
mod targets;
mod treachery;
mod trenches;
mod violation;
mod withdrawal;
mod witness;

use super::activation::{ActivationRules, Purpose};
use super::control::{Roster, View, index};
use super::data::{Data, PlaceId, UnitId};
use super::orders::Move;
use super::orders::choices::Choices;
use super::orders::sample::sample;
use super::position::Position;
use super::readings::Readings;
use super::supply::outlook::Outlook;
use super::vocabulary::*;
use crate::board::BitSet;
pub use battle::AnswerJudge;
pub use cards::{CardOffer, Unmet};
use plan::Plan;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use violation::Violations;
pub use violation::{Arg, Violation};

/// Judges the moves of the side to act in one position. What they share is found once.
#[derive(Debug)]
pub struct Checker<'a> {
    position: &'a Position,
    data: &'a Data,
    ops: u8,
    /// What an event activates free of OPS, if one does.
    event: Option<FreeActivation>,
    /// What the OPS of an event are for, if not for anything.
    ops_of: Option<OpsOf>,
    /// The units that the event of the action has brought (18.3.2.f-1).
    newly_entered: BitSet,
    side: Side,
    activation_rules: Rc<ActivationRules<'a>>,
    /// The side's units on the map, place by place.
    roster: Roster,
    own: BitSet,
    /// Places with units of the foe, or of the Georgian Protectorate.
    enemy: BitSet,
    /// Those with combat units among them.
    enemy_combat: BitSet,
    /// Intact forts in spaces the foe controls.
    enemy_forts: BitSet,
    /// Places with uprisings that trouble the side (3.2.4.2-2 to 3.2.4.2-4).
    troubled: BitSet,
    /// Places that a unit enters without a rule about enemies, forts, uprisings, neutrals, beaches
    /// or the Gallipoli map being asked.
    quiet: BitSet,
    /// Places of which a regular unit that enters takes control.
    takeable: BitSet,
    /// What it costs to activate each space for each purpose, plus one; 0 = not asked yet.
    prices: RefCell<Vec<[u8; Purpose::ALL.len()]>>,
    stacks: OnceCell<stacking::Crowds>,
}

impl<'a> Checker<'a> {
    /// Prepares to judge moves with `ops` to spend.
    #[must_use]
    pub fn new(position: &'a Position, ops: u8) -> Self {
        Self {
            event: position.free_activation(),
            ops_of: position.ops_of_event(),
            newly_entered: position.just_entered(),
            ..Self::of(position, position.active(), ops)
        }
    }

    /// Prepares to judge what a side decides that need not be the one to act: in battles the
    /// defender decides too.
    #[must_use]
    pub(crate) fn of_side(position: &'a Position, side: Side) -> Self {
        Self::of(position, side, 0)
    }

    pub(super) fn of(position: &'a Position, side: Side, ops: u8) -> Self {
        let data: &Data = position.data();
        let activation_rules = ActivationRules::new(position, side, &Readings::OURS);
        let view = &activation_rules.outlook.view;
        let foe = side.enemy();
        let own = view.commanded(side) & view.present;
        let spot = |unit| position.place(unit).unwrap_or(data.on_map);
        let roster = view.roster(own);
        let mut enemy_combat = view.combat(foe);
        let mut enemy = enemy_combat;
        let theirs = view.commanded(foe) & view.present;
        (theirs - data.counters.combat).for_each(|unit| enemy.insert(spot(unit)));
        // Nobody stacks with the Georgian Protectorate (3.2.1.3.georgia-2).
        (data.counters.special & view.present).for_each(|unit| {
            if view.commander(unit).is_none() {
                enemy.insert(spot(unit));
                enemy_combat.insert(spot(unit));
            }
        });
        let enemy_forts = view.forts & view.control[index(foe)];
        let shut = enemy_forts | view.neutral_greeks | view.neutral_countries;
        let troubled = activation_rules.troubled;
        let mut quiet =
            data.movement_graph.ground - shut - troubled - (enemy - data.network.regions);
        if !limits::persia_open(view) {
            quiet = quiet - data.movement_graph.persia;
        }
        quiet.remove(data.known.afghanistan);
        Self {
            position,
            data,
            ops,
            event: None,
            ops_of: None,
            newly_entered: BitSet::EMPTY,
            side,
            roster,
            own,
            enemy,
            enemy_combat,
            enemy_forts,
            troubled,
            quiet,
            takeable: data.network.land - view.control[index(side)] - shut - enemy_combat,
            activation_rules: Rc::new(activation_rules),
            prices: RefCell::new(vec![[0; Purpose::ALL.len()]; data.on_map]),
            stacks: OnceCell::new(),
        }
    }

    /// Every rule that the move breaks, each once.
    #[must_use]
    pub fn check(&self, orders: &Move) -> Vec<Violation> {
        let mut found = Vec::new();
        self.judge(orders, &mut found);
        found
    }

    /// Legal operations, such as a player might order; the same seed gives the same moves, and the first of
    /// many are the same as the first of few.
    #[must_use]
    pub fn sample(&self, seed: u64, count: usize) -> Vec<Move> {
        sample(&self.activation_rules, self.ops, seed, count, &mut |made| {
            self.check(made).into_iter().map(Into::into).collect()
        })
    }

    /// What the side could order.
    pub(crate) fn choices(&self) -> Choices<'a> {
        Choices::by(Rc::clone(&self.activation_rules), self.ops)
    }

    /// As [`Self::check`], in memory that is used again.
    pub fn judge(&self, orders: &Move, found: &mut Vec<Violation>) {
        let mut plan = Plan::default();
        plan.read(self, orders);
        found.clear();
        let mut violations = Violations(found);
        self.check_event(orders, &mut violations);
        self.check_ops_of_event(&plan, &mut violations);
        self.check_joins(&plan, &mut violations);
        self.check_activations(&plan, &mut violations);
        for mover in &plan.movers {
            self.check_path(&plan, mover, &mut violations);
            self.check_points(mover, &mut violations);
            self.check_swamp(mover, &mut violations);
            if !mover.quiet {
                self.check_places(&plan, mover, &mut violations);
                self.check_forts_entered(&plan, mover, &mut violations);
                self.check_limits(mover, &mut violations);
                self.check_beaches(&plan, mover, &mut violations);
            }
            self.check_headquarters(&plan, mover, &mut violations);
        }
        self.check_routes(&plan, &mut violations);
        for stray in &plan.strays {
            violations.add(&codes::NOT_OWN, &[Arg::Unit(*stray)]);
        }
        self.check_sieges_kept(&plan, &mut violations);
        self.check_stacking(&plan, &mut violations);
        self.check_commitment(&plan, &mut violations);
        self.check_trenches(&plan, &mut violations);
        self.check_suppression(&plan, &mut violations);
        self.check_organizing(&plan, &mut violations);
        self.check_landings(&plan, &mut violations);
        self.check_assault(&plan, &mut violations);
        if found.len() > 1 {
            found.sort_unstable();
            found.dedup();
        }
    }

    fn outlook(&self) -> &Outlook<'a> {
        &self.activation_rules.outlook
    }

    fn view(&self) -> &View<'a> {
        &self.activation_rules.outlook.view
    }

    /// The side's units in a place.
    fn at(&self, place: PlaceId) -> &[UnitId] {
        self.roster.at(place)
    }

    /// Places of a kind that is activated by stacks and has no limit of stacking (9.2.6-1,
    /// 10.0-2): regions and island bases.
    fn unlimited_stacking(&self, place: PlaceId) -> bool {
        self.data.movement_graph.unlimited_stacking.contains(place)
    }

    /// A unit of RU that has not become BR (16.4.5.4-3).
    fn russian(&self, unit: UnitId) -> bool {
        self.data.counters[unit].nations.has(Nation::Ru)
            && !self.activation_rules.counts_as_british(unit)
    }

    fn in_area(&self, place: PlaceId, areas: &[Area]) -> bool {
        areas.contains(&self.data.spaces[place].area)
    }
}
