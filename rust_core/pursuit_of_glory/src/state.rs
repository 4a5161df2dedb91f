//! The state of a game as one small block of memory.
//!
//! Everything that can change is a *cell* with a small number in it, 0 meaning "as if nothing
//! were there". Each is named once, here.

mod agenda;
mod cells;
mod layout;
mod scalars;

pub use agenda::*;
pub use cells::*;
pub(super) use layout::{DOCUMENT, Own, SIDES, Table};
pub use scalars::*;

use super::tables::CARD_CAPACITY;
use super::vocabulary::*;
use crate::board::BitSet;
use engine::document::{Mark, by_name, by_word, field, marks, number, own, word};
use layout::Table::*;
use layout::{LOSERS, PURPOSES};

engine::state! {
    /// The state of a game. Small, flat, and cheap to copy.
    pub struct State;
    /// One thing that can change. The numbers are those of units, spaces, cards and words.
    pub enum Cell;

    /// What is under way: the words of its frames, the bottom one first.
    Agenda: Numbers { agenda: [u16; DEPTH * engine::agenda::WORDS] }
    told [
        field("agenda", engine::document::agenda(FRAMES, DEPTH))
            .about("what is under way, from the turn to what is asked now")
            .fact("agenda"),
    ]
    /// The place of a unit, plus one; 0 = not in the game.
    Place: Numbers { pub(super) place: [u16; N] }
    told [
        field("units", own(Own::Units)).over(Units)
            .about("place -> the units in it; a unit that is nowhere is not in the game yet"),
    ]
    /// Whether a unit is reduced.
    Reduced: Flag { pub(super) reduced: BitSet }
    told [
        // The law is told with the place: who is not in the game is no matter.
        field("reduced", marks(Units, Mark::Bit(1))).about("units on their reduced side"),
    ]
    /// The turn a unit on the Turn Track arrives.
    Arrival: Numbers { pub(super) arrival: [u8; N] }
    told [
        field("arriving", own(Own::Arriving)).over(Units)
            .about("turn -> the units on the Turn Track that arrive then"),
    ]
    /// The [`Sea`] a unit goes to that is sent around Africa, plus one (18.10.2).
    Bound: Bits { bound: [BitSet; SEA_BITS] }
    told [
        field("bound_for", by_name(Units, word(Sea::LIST).plus_one()))
            .if_any()
            .about("unit -> the water it goes to around Africa")
            .fact("bound_for"),
    ]
    /// Who controls a space: a [`Control`] as `u8`.
    Control: Either { pub(super) controlled: [BitSet; 2] }
    told [
        field("control", own(Own::Control)).over(Spaces)
            .about("the spaces whose controller is not the one printed on the map"),
    ]
    /// A RU VP marker.
    RuVp: Flag { pub(super) ru_vp: BitSet }
    told [
        field("ru_vp", marks(Spaces, Mark::Bit(1)))
            .about("spaces with a RU VP marker")
            .fact("ru_vp"),
    ]
    /// A trench: its level, plus 4 times the [`Control`] of its owner.
    Trench: Numbers { pub(super) trench: [u8; N] }
    told [field("trenches", own(Own::Trenches)).over(Spaces)]
    /// A destroyed fort.
    FortDestroyed: Flag { pub(super) forts_destroyed: BitSet }
    told [
        field("forts_destroyed", marks(Spaces, Mark::Bit(1)))
            .about("spaces whose fort is destroyed")
            .fact("fort_destroyed"),
    ]
    /// 1 = a beachhead marker, 2 = one placed in this action round.
    Beachhead: Levels { pub(super) beachheads: BitSet, beachheads_new: BitSet }
    told [
        field("beachheads", marks(Spaces, Mark::Level(1)))
            .about("beachheads with a marker")
            .fact("beachhead"),
        field("beachheads_new", marks(Spaces, Mark::Level(2)))
            .about("beachheads whose marker was placed in this action round")
            .fact("beachhead_new"),
    ]
    /// An [`Uprising`] marker as `u8`, plus one; a space has room for one (3.2.4.2-2).
    Uprising: Either { pub(super) uprisings: [BitSet; 3] }
    told [field("uprisings", by_name(Spaces, word(Uprising::LIST).plus_one())).fact("uprising")]
    /// The turn of a card's event, plus one.
    Event: Numbers { event: [u8; CARD_CAPACITY] }
    told [
        field("events", by_name(Cards, number(0, 17).plus_one()))
            .about("card -> the turn its event happened; 0 if before the scenario or unknown")
            .fact("event_turn")
            .mark("event"),
    ]
    /// Where a card is: a [`CardZone`] as `u8`.
    Card: Numbers { pub(super) card: [u8; CARD_CAPACITY] }
    told [
        field("cards", own(Own::Cards)).over(Cards)
            .about("where cards are; a card that is nowhere is not in a deck yet"),
    ]
    /// A card in a hand that the other side has seen: 1 = known, 2 = by the event under way.
    Shown: Levels { pub(super) cards_shown: BitSet, pub(super) cards_shown_now: BitSet }
    told [
        field("cards_shown", marks(Cards, Mark::Level(1)))
            .if_any()
            .about("cards in a hand that the other side has seen there"),
        field("cards_shown_now", marks(Cards, Mark::Level(2)))
            .if_any()
            .about("those that it sees by the event under way"),
    ]
    /// A [`Track`]'s number, biased.
    Track: Numbers { track: [u16; Track::ALL.len()] }
    told [field("tracks", by_word(Track::LIST, number(-60, 99).biased())).fact("track")]
    /// A [`Replacement`]'s number, biased.
    Replacement: Numbers { replacement: [u16; Replacement::ALL.len()] }
    told [
        field("replacements", by_word(Replacement::LIST, number(-40, 60).biased()))
            .about("replacement points on the record")
            .fact("replacement"),
    ]
    /// A single number: a [`Scalar`] as `usize`.
    Scalar: Numbers { scalar: [u16; Scalar::ALL.len()] }
    told []
    /// A mandated offensive: its [`Offensive`] plus one, plus 32 if met. AP's first.
    Offensive: Numbers { offensive: [u8; 2 * OFFENSIVES] }
    told [field("mandated", own(Own::Mandated)).about("the mandated offensives of the turn")]
    /// An action: round, side, kind and card, packed by [`State::action`].
    Action: Numbers { action: [u16; ACTIONS] }
    told [field("actions", own(Own::Actions)).about("what this turn's action rounds were used for")]
    /// A quarter of the random state.
    Random: Numbers { random: [u16; 4] }
    told [field("random", own(Own::Random)).about("state of the random numbers")]
    /// A unit activated for attack whose battle waits: 1 = for attack, 2 = despite No British
    /// Attacks (7.3.nobr-2).
    Attacking: Levels { pub(super) attacking: BitSet, attacking_with_br: BitSet }
    told [
        field("attacking", by_name(Units, word(PURPOSES).plus_one()))
            .about("units activated for attack whose battles wait")
            .fact("attacking"),
    ]
    /// A trench being dug: the highest roll that builds it (11.3.1).
    Digging: Numbers { pub(super) digging: [u8; N] }
    told [
        field("digging", by_name(Spaces, number(1, 6)))
            .about("space -> the highest roll that builds the trench being dug")
            .fact("digging"),
    ]
    /// A Jihad city the CP has taken in this action round already (16.3.1.1-6).
    JihadTaken: Flag { pub(super) jihad_taken: BitSet }
    told [
        field("jihad_taken", marks(Spaces, Mark::Bit(1)))
            .about("Jihad cities the CP has taken in this action round already")
            .fact("jihad_taken"),
    ]
    /// The stack a unit was activated for attack with, in a region or on an island base, from 1.
    Stack: Bits { stack: [BitSet; STACK_BITS] }
    told [
        field("stacks", own(Own::Stacks)).over(Units)
            .about("the stacks that units in regions and on island bases were activated for attack with"),
    ]
    /// What a unit has done in this action, added up: 1 = attacked, 2 = retreated (12.1.b, 12.7.7),
    /// 4 = was activated, for whatever purpose (9.2).
    Fought: Bits {
        pub(super) fought: BitSet,
        pub(super) retreated: BitSet,
        pub(super) acted: BitSet
    }
    told [
        field("acted", marks(Units, Mark::Bit(ACTED)))
            .if_any()
            .about("units that were activated in this action, for whatever purpose")
            .fact("acted"),
        field("fought", marks(Units, Mark::Bit(1)))
            .if_any()
            .about("units that have attacked in this action")
            .fact("fought"),
        field("retreated", marks(Units, Mark::Bit(2)))
            .if_any()
            .about("units that retreated in this action")
            .fact("retreated"),
    ]
    /// A place the side to act has attacked in this action; 2 = by units fed through Greek ports
    /// alone (12.1.3, 18.4.1-1).
    Attacked: Levels {
        pub(super) attacked: BitSet,
        pub(super) attacked_through_greek_ports: BitSet
    }
    told [
        field("attacked", marks(Spaces, Mark::Highest(1)))
            .if_any()
            .about("places the side to act has attacked in this action")
            .fact("attacked"),
        field("attacked_through_greek_ports", marks(Spaces, Mark::Highest(2)))
            .if_any()
            .about("those it attacked with units fed through Greek ports alone")
            .fact("attacked_through_greek_ports"),
    ]
    /// Who takes part in the battle under way: 1 = attacks, 2 = defends.
    Battle: Either { pub(super) attackers: BitSet, pub(super) defenders: BitSet }
    told [
        field("battle.attackers", marks(Units, Mark::Only(1))).if_any(),
        field("battle.defenders", marks(Units, Mark::Only(2))).if_any(),
    ]
    /// A card played in the battle under way: 1 = by the AP, 2 = by the CP, plus 4 if from the hand,
    /// plus 8 if before the weather (9.5.4.4); 3 = in an earlier battle of this round (9.5.4.2-3).
    Played: Numbers { played: [u8; CARD_CAPACITY] }
    told [
        field("cards_used", own(Own::CardsUsed)).over(Cards)
            .about("combat cards played in earlier battles of this round"),
        field("battle.cards", own(Own::BattleCards)),
        field("battle.from_hand", own(Own::FromHand))
            .about("of the cards, those played from the hand"),
        field("battle.before_weather", own(Own::BeforeWeather))
            .about("of the cards, those played before the weather check"),
    ]
    /// A number of the battle under way: a [`BattleVar`] as `usize`.
    BattleVar: Numbers { battle_var: [u16; BattleVar::ALL.len()] }
    told []
    /// The die that is the loss factor of a `?` unit in the battle under way (3.2.2.q-1).
    Factor: Bits { pub(super) factor: [BitSet; DIE_BITS] }
    told [
        field("battle.factors", by_name(Units, number(1, 6)))
            .if_any()
            .about("the dice that are the loss factors of units with a ?"),
    ]
    /// The LCU that an SCU came for in the battle under way (12.6.5): its number among the LCUs,
    /// from 1.
    ReplacementFor: Bits { pub(super) replacement_for: [BitSet; LCU_BITS] }
    told [
        field("battle.replacements", own(Own::Replacements)).over(Units)
            .about("SCUs from the reserve box, each with the LCU it came for"),
    ]
    /// What the battle under way has done to a unit, added up: 1 = it was out of supply at the
    /// attack (12.6.7.b), 2 = it has lost a step, 4 = it has retreated.
    BattleStatus: Bits { pub(super) unfed: BitSet, pub(super) bled: BitSet, pub(super) fled: BitSet }
    told [
        field("battle.unfed", marks(Units, Mark::Bit(UNFED)))
            .if_any()
            .about("units that were out of supply at the attack"),
        field("battle.bled", marks(Units, Mark::Bit(BLED)))
            .if_any()
            .about("units that have lost a step"),
        field("battle.fled", marks(Units, Mark::Bit(FLED)))
            .if_any()
            .about("units that have retreated"),
    ]
    /// The first place of a retreat of two spaces in the battle under way (12.9.3-1).
    Passed: Flag { pub(super) passed: BitSet }
    told [
        field("battle.passed", marks(Spaces, Mark::Bit(1)))
            .if_any()
            .about("first places of retreats of two spaces"),
    ]
    /// In an action in which an event makes stacks attack: of which of them a unit is, from 1.
    Provoked: Levels { pub(super) provoked: BitSet, provoked_second: BitSet }
    told [
        field("provoked", by_name(Units, number(1, 2)))
            .if_any()
            .about("unit -> of which of the stacks that an event makes attack it is"),
    ]
    /// In an action whose event may let a stack attack once more: after which attack of the action, in their
    /// order, a unit has advanced, or in which it has retreated (12.7.7-4).
    Pursuit: Bits { pursuit: [BitSet; STACK_BITS] }
    told [
        field("pursuit", by_name(Units, number(1, STACKS as i32)))
            .if_any()
            .about("unit -> the number of the attack of this action after which it has advanced, or in which it has retreated"),
    ]
    /// Where a unit that fell in the battle under way had stood (RESERVES TO THE FRONT), or from
    /// which port one that retreated by sea went (12.7.10-4): 1 = in the target, 2 and on = in the
    /// neighbours of the target, in the order of their lines.
    LeftFrom: Bits { left_from: [BitSet; STACK_BITS] }
    told [
        field("battle.origins", own(Own::Origins)).over(Units)
            .about("units that fell or retreated by sea, each with the place where it had stood or that it left"),
    ]
}

/// What keeps the number of a side's hidden cards that are in its hand.
#[must_use]
pub const fn hidden_in_hand(side: Side) -> Scalar {
    match side {
        Side::Cp => Scalar::HiddenInHandCp,
        _ => Scalar::HiddenInHandAp,
    }
}

impl State {
    /// A single number of the game.
    #[must_use]
    pub fn scalar(&self, which: Scalar) -> u16 {
        self.get(Cell::Scalar(which as usize))
    }

    /// A single number of the battle.
    #[must_use]
    pub fn battle_var(&self, which: BattleVar) -> u16 {
        self.get(Cell::BattleVar(which as usize))
    }

    /// Whether a flag of the battle under way is set.
    #[must_use]
    pub fn battle_flag(&self, flag: BattleFlag) -> bool {
        self.battle_var(BattleVar::Flags) >> flag as u16 & 1 == 1
    }

    /// Who has played a card in the battle under way.
    #[must_use]
    pub fn played_by(&self, card: usize) -> Option<Side> {
        match self.get(Cell::Played(card)) & USED {
            1 => Some(Side::Ap),
            2 => Some(Side::Cp),
            _ => None,
        }
    }

    /// Whether a card was played in an earlier battle of this round (9.5.4.2-3).
    #[must_use]
    pub fn used(&self, card: usize) -> bool {
        self.get(Cell::Played(card)) == USED
    }

    /// The beachheads on which a marker lies (3.1.6-2).
    #[must_use]
    pub const fn beachheads(&self) -> BitSet {
        self.beachheads
    }

    /// The same state but for lost steps and the battle under way.
    pub(super) fn without_battle(&self) -> Self {
        let mut left = *self;
        left.reduced = BitSet::EMPTY;
        (left.attackers, left.defenders) = (BitSet::EMPTY, BitSet::EMPTY);
        left.battle_var.fill(0);
        left.factor.fill(BitSet::EMPTY);
        left.replacement_for.fill(BitSet::EMPTY);
        (left.unfed, left.bled, left.fled) = (BitSet::EMPTY, BitSet::EMPTY, BitSet::EMPTY);
        left.passed = BitSet::EMPTY;
        left.left_from.fill(BitSet::EMPTY);
        for card in &mut left.played {
            // Those of earlier battles stay.
            if u16::from(*card) != USED {
                *card = 0;
            }
        }
        left
    }

    /// Whether a card was played in the battle under way from the hand, not from where it lay face
    /// up.
    #[must_use]
    pub fn from_hand(&self, card: usize) -> bool {
        self.get(Cell::Played(card)) & FROM_HAND > 0
    }

    /// Whether a card was played in the battle under way before the weather check.
    #[must_use]
    pub fn before_weather(&self, card: usize) -> bool {
        self.get(Cell::Played(card)) & BEFORE_WEATHER > 0
    }

    /// The units that anything is remembered of for battles, besides that they wait for one.
    pub(super) fn fighting(&self) -> BitSet {
        let [one, two, four, eight] = self.stack;
        let units = one | two | four | eight | self.fought | self.retreated | self.acted;
        units | self.pursuing() | self.provoked | self.attackers | self.defenders | self.marked()
    }

    /// Units that have advanced or retreated in the action, if that is remembered.
    pub(super) fn pursuing(&self) -> BitSet {
        self.pursuit
            .iter()
            .fold(BitSet::EMPTY, |all, set| all | *set)
    }

    /// Units that retreated in this action and do not fight these attackers (12.7.7-1). In a second attack
    /// those fight them that have retreated before the very stack (12.7.7-4).
    #[must_use]
    pub fn fugitives(&self, attackers: impl Iterator<Item = usize>) -> BitSet {
        if !self.second_attack() {
            return self.retreated;
        }
        let number = |unit: usize| self.get(Cell::Pursuit(unit));
        let numbers = attackers.fold(0_u32, |all, unit| all | 1 << number(unit));
        let meets = |unit: &usize| number(*unit) > 0 && numbers >> number(*unit) & 1 == 1;
        let retreated = self.retreated.iter();
        retreated.filter(|unit| !meets(unit)).collect()
    }

    /// The units that something is remembered of since the dice of the battle under way.
    pub(super) fn marked(&self) -> BitSet {
        let [one, two, four] = self.factor;
        let replacing = self
            .replacement_for
            .iter()
            .fold(BitSet::EMPTY, |all, set| all | *set);
        let left = self.left_from.iter().fold(replacing, |all, set| all | *set);
        one | two | four | left | self.unfed | self.bled | self.fled
    }

    /// Whether no battle is under way, and none remembered.
    pub(super) fn nothing_fought(&self) -> bool {
        (self.fighting() | self.attacked | self.passed).is_empty()
            && self.played.iter().fold(0, |all, card| all | card) == 0
            && self.battle_var.iter().fold(0, |all, number| all | number) == 0
    }

    /// Whether the event of this card has happened.
    #[inline]
    #[must_use]
    pub fn happened(&self, card: usize) -> bool {
        self.event.get(card).is_some_and(|turn| *turn > 0)
    }

    /// Which words of a small vocabulary are in a set stored in one number?
    #[must_use]
    pub fn holds(&self, set: Scalar, word: u8) -> bool {
        self.scalar(set) >> word & 1 == 1
    }

    /// Greece's stand.
    #[must_use]
    pub fn greece(&self) -> Stand {
        Stand::at(self.scalar(Scalar::Greece).to_le_bytes()[0]).unwrap_or(Stand::Neutral)
    }

    /// Where a card is.
    #[must_use]
    pub fn zone(&self, card: usize) -> Option<CardZone> {
        CardZone::at(*self.card.get(card)?)
    }

    /// The number of a side's hidden cards that are in its hand.
    #[must_use]
    pub fn hidden_in_hand(&self, side: Side) -> u16 {
        self.scalar(hidden_in_hand(side))
    }

    /// An action as it is stored: round in 3 bits, side in 1, kind in 3, card plus one in 8.
    #[must_use]
    pub fn action(round: u16, side: Side, kind: ActionKind, card: Option<usize>) -> u16 {
        let card = card.map_or(0, |card| u16::try_from(card + 1).unwrap_or(0));
        round & 7 | u16::from(side == Side::Cp) << 3 | (kind as u16) << 4 | card << 8
    }

    /// The round, side and kind of an action of this turn.
    #[must_use]
    pub fn action_at(&self, at: usize) -> Option<(u16, Side, ActionKind)> {
        let done = self.get(Cell::Action(at));
        let side = if done >> 3 & 1 == 1 {
            Side::Cp
        } else {
            Side::Ap
        };
        let kind = ActionKind::at((done >> 4 & 7).to_le_bytes()[0])?;
        (done > 0).then_some((done & 7, side, kind))
    }

    /// The card of an action of this turn, if one was played for it.
    #[must_use]
    pub fn card_of_action(&self, at: usize) -> Option<usize> {
        usize::from(self.get(Cell::Action(at)) >> 8).checked_sub(1)
    }

    /// The card that an action of this turn played as an event.
    #[must_use]
    pub fn event_of_action(&self, at: usize) -> Option<usize> {
        let (_, _, kind) = self.action_at(at)?;
        let event = kind == ActionKind::Event;
        self.card_of_action(at).filter(|_| event)
    }

    /// The card whose event the action of a side is, if it is one.
    #[must_use]
    pub fn event_now(&self, side: Side) -> Option<usize> {
        let now = (self.scalar(Scalar::Round), side, ActionKind::Event);
        let mut actions = (0..ACTIONS).rev();
        let last = actions.find(|at| self.action_at(*at).is_some())?;
        self.card_of_action(last)
            .filter(|_| self.action_at(last) == Some(now))
    }

    /// Whether the action of the side to act is the event of this card.
    #[must_use]
    pub fn acts_by(&self, card: usize) -> bool {
        self.phase() == Some(Phase::Action) && self.event_now(self.active()) == Some(card)
    }

    /// The number on a track.
    #[must_use]
    pub fn track(&self, track: Track) -> i32 {
        unbias(self.get(Cell::Track(track as usize))).unwrap_or(0)
    }
}
