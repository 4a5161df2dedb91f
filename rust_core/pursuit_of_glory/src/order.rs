//! The table of orders: everything a side can choose, by the decisions that ask for it.

use crate::tables::{CardId, PlaceId, UnitId};
use crate::vocabulary::{
    Cancelled, CardUse, Collapse, DecisionKind, Offensive, Purpose, Revolt, Sea,
};
use engine::names::WordList;
use engine::orders::{Field, Of, Shorthand, Slot, Slots, Term};

/// The kinds of names that orders speak of.
pub(crate) const UNIT: usize = 0;
/// Places of the map.
pub(crate) const PLACE: usize = 1;
/// Cards.
pub(crate) const CARD: usize = 2;
/// Places of the map, and boxes: in battles some orders may name one.
pub(crate) const ANYWHERE: usize = 3;

/// The longest path of a `go`; no unit needs more.
pub const LONGEST_PATH: usize = 24;
/// More places than any advance has (12.9.9-6).
const LONGEST_ADVANCE: usize = 6;
/// A retreat goes two places at most (12.7.2-1).
const LONGEST_RETREAT: usize = 2;

const A_UNIT: Field = Field::one("unit", Of::Name(UNIT));
const A_PLACE: Field = Field::one("place", Of::Name(PLACE));
const A_CARD: Field = Field::one("card", Of::Name(CARD));
const A_PATH: Field = Field::one("path", Of::Name(PLACE));
const A_SPOT: Field = Field::one("place", Of::Name(ANYWHERE));
const A_ROUTE: Field = Field::one("path", Of::Name(ANYWHERE));

const fn unit(key: &'static str) -> Field {
    Field { key, ..A_UNIT }
}

/// A word of a vocabulary.
const fn word(key: &'static str, words: &'static WordList) -> Field {
    Field::one(key, Of::Word(words))
}

/// Words in orders are numbered as in their vocabulary.
macro_rules! slots {
    ($($type:ty),+) => { $(
        impl Slot for $type {
            #[inline(always)]
            fn take(slots: &mut Slots, at: usize) -> Option<Self> {
                Self::ALL.get(slots.name(at)?).copied()
            }

            fn put(&self, slots: &mut Slots, at: usize) {
                slots.put(at, *self as usize);
            }
        }
    )+ };
}
slots!(
    Purpose, Cancelled, CardUse, Collapse, Offensive, Revolt, Sea
);

/// `attack PLACE with UNITS flank PLACE` stands for several orders.
pub(crate) const SHORTHANDS: &[Shorthand] = &[
    Shorthand {
        verb: "attack",
        word: "with",
        others: "join",
        many: true,
    },
    Shorthand {
        verb: "attack",
        word: "flank",
        others: "flank",
        many: false,
    },
];

use DecisionKind as Kind;

engine::orders! {
    /// The smallest thing that can be chosen. The order of the variants is the order of play.
    pub enum Order of DecisionKind {
        /// Spends one OPS without a card.
        Automatic = "automatic", "8.1.2-2", [Kind::Action];
        /// Plays a card in an action round, for its OPS if nothing else is said.
        PlayCard = "play", "8.1.2, 9.5.2.b-4", [Kind::Action, Kind::Counter] {
            /// The card.
            card: CardId = A_CARD,
            /// What for; OPS if nothing is said.
            used: Option<CardUse> = word("for", &CardUse::LIST).maybe_after("for"),
        };
        /// Activates a space with all units in it, or a stack in a region or on an island base.
        Activate = "activate", "9.2.1, 9.2.6", [Kind::Operations] (Term::Stack) {
            /// The place.
            place: PlaceId = A_PLACE,
            /// For movement or for attack.
            purpose: Purpose = word("for", &Purpose::LIST),
            /// The stack, sorted; empty in spaces and on beachheads.
            units: Vec<UnitId> = unit("units").set("with"),
        };
        /// Sends a stack of the enemy into battle against a place.
        Provoke = "provoke", "9.5.1.a", [Kind::Provocation] (Term::Stack) {
            /// Where the stack stands.
            place: PlaceId = A_PLACE,
            /// What it attacks.
            target: PlaceId = Field::one("target", Of::Name(PLACE)),
            /// The stack, sorted; empty in spaces.
            units: Vec<UnitId> = unit("units").set("with"),
        };
        /// Lets a division of the Reserve Box join those who attack from a place.
        JoinAt = "join", "9.5.1.a", [Kind::Operations] {
            /// The division.
            unit: UnitId = A_UNIT.each(),
            /// The place.
            place: PlaceId = A_PLACE,
        };
        /// Suppresses the uprising where the unit stands, instead of moving or attacking.
        Suppress = "suppress", "3.2.4.2-10", [Kind::Operations] {
            /// The unit.
            unit: UnitId = A_UNIT,
        };
        /// Places a beachhead marker from the reserve.
        Land = "land", "18.6.1.1.a", [Kind::Operations] {
            /// The beachhead.
            place: PlaceId = A_PLACE,
        };
        /// Moves a unit, place by place.
        Go = "go", "11.1", [Kind::Operations] (Term::Steps) {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// The places it enters, in order; never empty, at most [`LONGEST_PATH`].
            path: Vec<PlaceId> = A_PATH.filled_path(LONGEST_PATH),
        };
        /// Lets the RU Black Sea Division assault a port from the sea.
        Assault = "assault", "18.6.6", [Kind::Operations] {
            /// The port.
            place: PlaceId = A_PLACE,
        };
        /// Fires on a place from the sea.
        Bombard = "bombard", "18.11", [Kind::Bombardment] {
            /// The place.
            place: PlaceId = A_PLACE,
        };
        /// Tries to build a trench, or places one of an event.
        Entrench = "entrench", "11.3, 9.5.1.a", [Kind::Operations, Kind::Trenches] {
            /// The space.
            place: PlaceId = A_PLACE,
        };
        /// Organises an LCU from two or three SCUs.
        Organize = "organize", "18.3", [Kind::Operations] (Term::Parts("use")) {
            /// The LCU.
            lcu: UnitId = unit("lcu"),
            /// The SCU that goes to the Reserve Box.
            reserve: UnitId = unit("reserve").after("reserve"),
            /// The SCU that goes to the Eliminated Box; without one the LCU comes reduced.
            eliminated: Option<UnitId> = unit("eliminated").maybe_after("eliminated"),
            /// The SCU that leaves the game.
            removed: UnitId = unit("removed").after("removed"),
        };
        /// Declares an invasion failed and withdraws under fire.
        Withdraw = "withdraw", "18.6.2.1", [Kind::Operations] {
            /// The beachhead.
            place: PlaceId = A_PLACE,
        };
        /// Takes an empty beachhead marker away.
        Remove = "remove", "18.6.4", [Kind::Operations] {
            /// The beachhead.
            place: PlaceId = A_PLACE,
        };
        /// Places a tribe, because the Jihad level rose.
        PlaceTribe = "place", "16.3.2", [Kind::Tribes] {
            /// The tribe.
            unit: UnitId = A_UNIT,
            /// Where it goes.
            place: PlaceId = A_PLACE,
        };
        /// Attacks a place.
        Attack = "attack", "12.2.1", [Kind::Attack] {
            /// The target.
            place: PlaceId = A_SPOT,
        };
        /// Lets a unit take part in the attack.
        Join = "join", "12.2.1", [Kind::Attack] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Declares a flank attack.
        Flank = "flank", "12.2.2, 12.4", [Kind::Attack] {
            /// The pinning space (12.4.2-1).
            place: PlaceId = A_SPOT,
        };
        /// Lets a unit be of the stack that defends a region.
        Defend = "defend", "12.10.3", [Kind::Defence] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Plays a combat card.
        Play = "play", "9.5.4, 12.2.5", [Kind::Cards] {
            /// The card.
            card: CardId = A_CARD,
        };
        /// Names a unit that a card brings.
        Bring = "bring", "12.2.5", [Kind::Cards] {
            /// The card.
            card: CardId = A_CARD,
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Names a place that a card asks for.
        Place = "place", "12.2.5", [Kind::Cards] {
            /// The card.
            card: CardId = A_CARD,
            /// The place.
            place: PlaceId = A_SPOT.each(),
        };
        /// Takes a card back that a cancelled battle did not use.
        TakeBack = "take_back", "9.5.4.4", [Kind::Returns] {
            /// The card.
            card: CardId = A_CARD.each(),
        };
        /// Announces the Turkish withdrawal.
        WithdrawTurks = "withdraw", "12.8", [Kind::Withdrawal];
        /// Gives up all battles that wait; it stands alone.
        End = "end", "12.1.a", [Kind::Attack];
        /// Takes a step from a unit at full strength.
        Reduce = "reduce", "12.6.3-2, 17.1.7-2", [Kind::Losses, Kind::ReplacementPoints] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Takes all steps of a unit: as a loss, for want of a retreat, in excess, or by an event.
        Eliminate = "eliminate",
            "12.6.3-2, 12.7.4, 10.4-1, 18.1.2.c, 9.5.1.a, 17.1.7-2, 18.12.2, 18.8.3.3.a-4, 18.8.4.3-3",
            [Kind::Losses, Kind::Retreat, Kind::Excess, Kind::ExcessLcus, Kind::Event,
             Kind::Exchange, Kind::OutOfTheater, Kind::DivisionsLeave, Kind::ReplacementPoints] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Brings an SCU of the reserve box for an eliminated LCU.
        Replace = "replace", "12.6.5",
            [Kind::Losses, Kind::Retreat, Kind::Replacement, Kind::ReplacementPoints] {
            /// The LCU.
            unit: UnitId = A_UNIT,
            /// The SCU.
            by: UnitId = unit("by").after("by"),
        };
        /// Retreats a unit by land.
        Retreat = "retreat", "12.7.2, 9.5.1.a", [Kind::Retreat, Kind::Evacuation] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// One place or two.
            path: Vec<PlaceId> = A_ROUTE.path(LONGEST_RETREAT),
        };
        /// Retreats a unit by sea.
        Sail = "sail", "12.7.11-2", [Kind::Retreat] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// The port.
            place: PlaceId = A_SPOT,
        };
        /// Takes a step from a unit so that nobody retreats.
        Stand = "stand", "12.7.3-1", [Kind::Retreat] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Lets Yudenich cancel one space of the retreat.
        Shorten = "shorten", "3.2.3.1.yud-1", [Kind::Retreat];
        /// Advances a unit.
        Advance = "advance", "12.9", [Kind::Advance] (Term::Steps) {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// The places it enters.
            path: Vec<PlaceId> = A_ROUTE.path(LONGEST_ADVANCE),
        };
        /// Cancels an advance or a retreat by CONFUSED ORDERS.
        Cancel = "cancel", "12.2.5", [Kind::Cards] {
            /// What.
            what: Cancelled = word("what", &Cancelled::LIST),
        };
        /// Gives a step back to a reduced unit.
        Restore = "restore", "17.1", [Kind::Repair, Kind::ReplacementPoints] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Brings an eliminated unit back to where it had stood.
        Rebuild = "rebuild", "17.1", [Kind::Repair] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Brings an eliminated unit back, reduced, to a place or into the Reserve Box.
        RebuildAt = "rebuild", "17.1.8", [Kind::ReplacementPoints] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// Where it goes.
            place: PlaceId = A_SPOT,
        };
        /// Redeploys a unit by land.
        Redeploy = "redeploy", "13.6", [Kind::Redeployment] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// Where it ends.
            place: PlaceId = A_PLACE,
        };
        /// Redeploys a unit by sea.
        Ship = "ship", "13.7", [Kind::Redeployment] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// The port.
            place: PlaceId = A_PLACE,
        };
        /// Sends a unit around Africa, because the canal is blocked.
        Detour = "detour", "18.10.2", [Kind::Redeployment] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// The water on which it will land.
            sea: Sea = word("sea", &Sea::LIST),
        };
        /// Redeploys a unit into the Reserve Box, or sends one in excess back there by an event.
        Reserve = "reserve", "13.8-1, 9.5.1.a", [Kind::Redeployment, Kind::Excess] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
        };
        /// Redeploys a unit from the Reserve Box.
        Deploy = "deploy", "13.8-2", [Kind::Redeployment] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// Where it goes.
            place: PlaceId = A_PLACE,
        };
        /// Lands a unit that came around Africa.
        Arrive = "arrive", "18.10.2-2", [Kind::Arrival] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// The port.
            place: PlaceId = A_PLACE,
        };
        /// Puts a unit where it enters, by an event, a revolt or the Revolution.
        Enter = "enter", "9.5.3.2, 16.3.3.5, 16.4.5, 9.5.1.a",
            [Kind::Reinforcements, Kind::Newcomers, Kind::Relief, Kind::Treachery] {
            /// The unit.
            unit: UnitId = A_UNIT.each(),
            /// Where it enters.
            place: PlaceId = A_SPOT,
        };
        /// Says which mandated offensive the CP has.
        Mandate = "mandate", "7.2.enver-1, 7.2.enver-2", [Kind::Offensive] {
            /// The offensive.
            offensive: Offensive = word("offensive", &Offensive::LIST),
        };
        /// Discards a combat card.
        Discard = "discard", "6.0.H.1-1", [Kind::Discard] {
            /// The card.
            card: CardId = A_CARD.each(),
        };
        /// Sends a tribe back to the Tribal Warfare Key.
        Dismiss = "dismiss", "16.3.2.c", [Kind::Dismissal] {
            /// The tribe.
            unit: UnitId = A_UNIT.each(),
        };
        /// Checks whether a country revolts.
        Revolt = "revolt", "16.3.3.4", [Kind::Revolt] {
            /// The country.
            revolt: Revolt = word("country", &Revolt::LIST),
        };
        /// Declares the collapse of a country.
        Declare = "declare", "18.8.3.3.a-1, 18.8.4.3-1", [Kind::Collapses] {
            /// The country.
            country: Collapse = word("country", &Collapse::LIST),
        };
        /// Marks a place, for an offensive or with an uprising.
        Mark = "mark", "9.5.1.a", [Kind::Marks] {
            /// The place.
            place: PlaceId = A_PLACE.each(),
        };
        /// Keeps a Russian cavalry division in the game.
        Keep = "keep", "16.4.5", [Kind::Keep] {
            /// The division.
            unit: UnitId = A_UNIT,
        };
        /// Takes a card into the hand before the others are drawn.
        Take = "take", "4.1.3", [Kind::Opening] {
            /// The card.
            card: CardId = A_CARD,
        };
    }
}

impl Order {
    /// The units it names; of an `organize` the LCU comes first.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        match self {
            Self::Activate { units, .. } | Self::Provoke { units, .. } => units.clone(),
            Self::Organize {
                lcu,
                reserve,
                eliminated,
                removed,
            } => [Some(*lcu), Some(*reserve), *eliminated, Some(*removed)]
                .into_iter()
                .flatten()
                .collect(),
            Self::Replace { unit, by } => vec![*unit, *by],
            order => order.unit().into_iter().collect(),
        }
    }

    /// The unit it is about, if it is about one.
    #[must_use]
    pub const fn unit(&self) -> Option<UnitId> {
        match self {
            Self::Suppress { unit }
            | Self::JoinAt { unit, .. }
            | Self::Go { unit, .. }
            | Self::PlaceTribe { unit, .. }
            | Self::Join { unit }
            | Self::Defend { unit }
            | Self::Bring { unit, .. }
            | Self::Reduce { unit }
            | Self::Eliminate { unit }
            | Self::Replace { unit, .. }
            | Self::Retreat { unit, .. }
            | Self::Sail { unit, .. }
            | Self::Stand { unit }
            | Self::Advance { unit, .. }
            | Self::Restore { unit }
            | Self::Rebuild { unit }
            | Self::RebuildAt { unit, .. }
            | Self::Redeploy { unit, .. }
            | Self::Ship { unit, .. }
            | Self::Detour { unit, .. }
            | Self::Reserve { unit }
            | Self::Dismiss { unit }
            | Self::Keep { unit }
            | Self::Deploy { unit, .. }
            | Self::Arrive { unit, .. }
            | Self::Enter { unit, .. } => Some(*unit),
            _ => None,
        }
    }

    /// The place it ends in, if it goes somewhere.
    #[must_use]
    pub fn end(&self) -> Option<PlaceId> {
        match self {
            Self::Go { path, .. } | Self::Retreat { path, .. } | Self::Advance { path, .. } => {
                path.last().copied()
            }
            Self::Sail { place, .. }
            | Self::RebuildAt { place, .. }
            | Self::Redeploy { place, .. }
            | Self::Ship { place, .. }
            | Self::Deploy { place, .. }
            | Self::Arrive { place, .. }
            | Self::Enter { place, .. } => Some(*place),
            _ => None,
        }
    }

    /// The places it names, a path in its order.
    #[must_use]
    pub fn places(&self) -> Vec<PlaceId> {
        match self {
            Self::Go { path, .. } | Self::Retreat { path, .. } | Self::Advance { path, .. } => {
                path.clone()
            }
            Self::Provoke { place, target, .. } => vec![*place, *target],
            Self::Activate { place, .. }
            | Self::Land { place }
            | Self::Assault { place }
            | Self::Entrench { place }
            | Self::Withdraw { place }
            | Self::Remove { place }
            | Self::PlaceTribe { place, .. }
            | Self::JoinAt { place, .. }
            | Self::Attack { place }
            | Self::Flank { place }
            | Self::Place { place, .. }
            | Self::RebuildAt { place, .. }
            | Self::Redeploy { place, .. }
            | Self::Ship { place, .. }
            | Self::Deploy { place, .. }
            | Self::Arrive { place, .. }
            | Self::Enter { place, .. }
            | Self::Sail { place, .. } => vec![*place],
            _ => Vec::new(),
        }
    }

    /// Whether a decision asks for such orders.
    #[must_use]
    pub fn answers(&self, asked: DecisionKind) -> bool {
        use engine::orders::Order as _;
        let takers = Self::TAKERS.get(self.form());
        takers.is_some_and(|takers| takers.contains(&asked))
    }
}
