//! What a position asks next, and of whom (8.1).

use super::chance::Outcome;
use crate::activation::Purpose;
use crate::board::BitSet;
use crate::check::CardOffer;
use crate::combat::Moment;
use crate::data::{CardId, PlaceId, UnitId};
use crate::position::Position;
use crate::vocabulary::*;
use engine::chance::Results;

/// A decision, derived from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What is asked.
    pub kind: DecisionKind,
    /// Who decides; nobody if chance does or the game is over.
    pub side: Option<Side>,
    /// What the choice depends on.
    pub parameters: Parameters,
}

/// What a decision's choice depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameters {
    /// The cards in hand that may be played, besides the automatic operation (8.1.2).
    Action {
        /// Those that may be played for OPS.
        cards: Vec<CardId>,
        /// Whether they may be played for SR (9.3.2-1), and for RPs (9.4.2-1).
        sr: bool,
        /// See `sr`.
        rp: bool,
        /// Those that may be played as events.
        events: Vec<CardId>,
        /// Those that may be played as a BR reinforcement (18.6.5-1).
        reinforcements: Vec<CardId>,
        /// The number of hidden cards in that hand.
        hidden: u16,
    },
    /// OPS to spend (9.2).
    Operations {
        /// Their number.
        ops: u8,
        /// The event that activates a space free of OPS, lets a corps be organized, or whose OPS they are.
        event: Option<CardId>,
        /// Whether they are OPS of the event.
        paid: bool,
    },
    /// SR points to spend (13).
    Redeployment {
        /// Their number.
        points: u16,
        /// The event that lets units redeploy instead.
        by: Option<EventSr>,
        /// The place that it is about.
        place: Option<PlaceId>,
    },
    /// Replacement points to spend (17); negative ones are owed.
    ReplacementPoints {
        /// What there is of each kind.
        points: Vec<(Replacement, i32)>,
    },
    /// Units that came around Africa (18.10.2).
    Arrival {
        /// Each with the water it was sent to.
        units: Vec<(UnitId, Sea)>,
    },
    /// Countries whose collapse may be declared (18.8.3.3, 18.8.4.3).
    Collapses {
        /// The countries.
        countries: Vec<Collapse>,
    },
    /// AH divisions that leave with a country (18.8.3.3, 18.8.4.3).
    DivisionsLeave {
        /// The country.
        country: Collapse,
        /// How many.
        number: usize,
        /// The divisions.
        units: Vec<UnitId>,
    },
    /// A mandated offensive of the CP (7.2).
    Offensive {
        /// Those that may be chosen.
        offensives: Vec<Offensive>,
    },
    /// Combat cards that may be discarded (6.0.H.1-1).
    Discard {
        /// Those known in the hand.
        cards: Vec<CardId>,
        /// The number of hidden cards in that hand.
        hidden: u16,
    },
    /// Tribes that go back to the Tribal Warfare Key (16.3.2.c).
    Dismissal {
        /// How many.
        number: usize,
        /// Those on the map.
        units: Vec<UnitId>,
    },
    /// Countries for which a check may be made whether they revolt (16.3.3.4).
    Revolt {
        /// The countries.
        revolts: Vec<Revolt>,
    },
    /// Russian cavalry of which one division stays (16.4.5).
    Keep {
        /// The divisions.
        units: Vec<UnitId>,
    },
    /// Units of a revolt or of the Revolution that enter (16.3.3.5, 16.4.5).
    Newcomers {
        /// The units.
        units: Vec<UnitId>,
    },
    /// Cards of which one may be taken before the first hands are drawn (4.1.3).
    Opening {
        /// The cards.
        cards: Vec<CardId>,
    },
    /// Tribes to place (16.3.2).
    Tribes {
        /// How many.
        due: u16,
        /// Which tribe may be placed where.
        places: Vec<(UnitId, Vec<PlaceId>)>,
    },
    /// What an event leaves to be chosen (9.5.1.a).
    Event {
        /// The card.
        card: CardId,
        /// The units that may be chosen.
        units: Vec<UnitId>,
    },
    /// Units that an event brings (9.5.3).
    Reinforcements {
        /// The card.
        card: CardId,
        /// The units.
        units: Vec<UnitId>,
    },
    /// Places that an event marks (9.5.1.a).
    Marks {
        /// The card.
        card: CardId,
        /// Whether none need be.
        optional: bool,
        /// How many.
        number: usize,
        /// Those that can be marked.
        places: Vec<PlaceId>,
    },
    /// What the navy fires on (18.11).
    Bombardment {
        /// The card.
        card: CardId,
        /// Its targets.
        places: Vec<PlaceId>,
        /// Whether it must fire on one.
        required: bool,
    },
    /// A port that the CP leaves (9.5.1.a).
    Evacuation {
        /// The port.
        place: PlaceId,
        /// Its units there.
        units: Vec<UnitId>,
    },
    /// Trenches that an event places (11.3.1.c-3).
    Trenches {
        /// The card.
        card: CardId,
        /// How many.
        number: usize,
        /// Where they can be placed.
        places: Vec<PlaceId>,
    },
    /// A die.
    Chance {
        /// What comes of it.
        outcomes: Results<Outcome>,
    },
    /// Units activated for attack.
    Attack {
        /// Each with what it is activated for.
        units: Vec<(UnitId, Purpose)>,
        /// Whether it is the second attack of an event, of one stack that has advanced.
        second: bool,
        /// What has to be attacked by an event, each with the Turks of the stack that has to.
        owed: Vec<(Vec<UnitId>, PlaceId)>,
    },
    /// The stack that defends a region.
    Defence {
        /// The region.
        place: PlaceId,
        /// Who could be of the stack.
        units: Vec<UnitId>,
    },
    /// Combat cards.
    Cards {
        /// The place attacked.
        place: PlaceId,
        /// Before the weather, before the dice, or after them.
        moment: Moment,
        /// The cards that the side could play, with what may be named for them; maybe none.
        cards: Vec<CardOffer>,
        /// The event for which the attack may be named, if one is under way.
        named_for: Option<CardId>,
        /// The number of hidden cards in its hand.
        hidden: u16,
    },
    /// Cards of a cancelled battle.
    Returns {
        /// The place attacked.
        place: PlaceId,
        /// Those that may be taken back.
        cards: Vec<CardId>,
    },
    /// The Turkish withdrawal.
    Withdrawal {
        /// The place attacked.
        place: PlaceId,
    },
    /// What follows the dice (12.6-12.9).
    PostCombat {
        /// The place attacked.
        place: PlaceId,
        /// What has to be absorbed, or how far units retreat, or the points of a card.
        number: u8,
        /// Who may have orders.
        units: BitSet,
    },
    /// Overstacked spaces (10.4).
    Excess {
        /// The spaces.
        places: Vec<PlaceId>,
        /// Whether own SCUs go back to the Reserve Box, by an event.
        returns: bool,
    },
    /// LCUs that are too many in restricted areas (18.1.2.c).
    ExcessLcus {
        /// How many have to go from each of the areas.
        areas: Vec<(RestrictedArea, usize)>,
        /// The LCUs in them.
        units: Vec<UnitId>,
    },
    /// An event that may be countered (9.5.2.b-4).
    Counter {
        /// The card.
        card: CardId,
        /// The card that counters it.
        by: CardId,
        /// Whether that is in the hand, as far as is known.
        held: bool,
        /// The number of hidden cards in that hand.
        hidden: u16,
    },
    /// Corps that an event costs (9.5.1.a).
    Exchange {
        /// The card.
        card: CardId,
        /// How many, of which three infantry SCUs may stand for each.
        corps: u8,
        /// The units that may be given up.
        units: Vec<UnitId>,
    },
    /// Greeks who leave, and units of the CP that may enter after them (9.5.1.a).
    Treachery {
        /// The card.
        card: CardId,
        /// The Greeks.
        greeks: Vec<UnitId>,
        /// The units of the CP, with the spaces next to each.
        units: Vec<(UnitId, Vec<PlaceId>)>,
    },
    /// Stacks of the CP that the AP sends into battle (9.5.1.a).
    Provocation {
        /// The card.
        card: CardId,
        /// How many.
        number: usize,
        /// Where they stand, each with what could be attacked from there; from a region by one stack or
        /// another.
        stacks: Vec<(PlaceId, Vec<PlaceId>)>,
    },
    /// Units that may come back by an event (9.5.1.a).
    Relief {
        /// The card.
        card: CardId,
        /// The units.
        units: Vec<UnitId>,
        /// Where.
        place: PlaceId,
    },
    /// Units that leave to negate VPs of an event (18.12.2).
    OutOfTheater {
        /// The card.
        card: CardId,
        /// The VPs that can be negated.
        vp: u32,
        /// How many divisions negate each of them.
        divisions: u32,
        /// Whose LCU negates all of them instead (18.12.5).
        lcu_of: Option<Nation>,
        /// Who may be removed.
        units: Vec<UnitId>,
    },
    /// SCUs that may take the place of a lost LCU (12.6.5).
    Replacement {
        /// The LCU.
        lost: UnitId,
        /// The SCUs.
        units: Vec<UnitId>,
    },
    /// Nothing.
    None,
}

impl Position {
    /// What this position asks next.
    #[must_use]
    pub fn decision(&self) -> Decision {
        let at = self.at_next_decision();
        let kind = at.asks_here().unwrap_or(DecisionKind::Chance);
        let (side, parameters) = match (kind, at.state().top()) {
            (DecisionKind::Over, _) | (_, None) => (None, Parameters::None),
            (DecisionKind::Chance, Some(top)) => {
                let chance = |outcomes| Parameters::Chance { outcomes };
                (None, at.throws(top).map_or(Parameters::None, chance))
            }
            (_, Some(top)) => (top.side, at.parameters(top)),
        };
        Decision {
            kind,
            side,
            parameters,
        }
    }

    /// The kind of what is asked next.
    #[must_use]
    pub fn asks_for(&self) -> DecisionKind {
        let asked = self.at_next_decision().asks_here();
        asked.unwrap_or(DecisionKind::Chance)
    }
}
