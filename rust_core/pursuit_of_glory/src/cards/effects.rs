//! What a card does, as data: `events.toml` says it of each combat card and of each event, the
//! modules above say what each effect means, and so does the law.

use super::{Condition, Conditions, Simple};
use crate::vocabulary::*;
use engine::names::vocabulary;
use smallvec::SmallVec;

vocabulary! {
    /// Effects that are said in one word.
    Does, "effect" {
        /// The attacker's loss number is one higher, the defender's one lower.
        LossNumbers = "loss_numbers",
        /// Either side may play it.
        ServesBoth = "serves_both",
        /// The other side has it next, whoever has won.
        PassesOn = "passes_on",
        /// A die says whether the AP has it next, who plays it once.
        DieSaysWhoIsNext = "die_says_who_is_next",
        /// Nobody keeps it face up.
        NeverKept = "never_kept",
        /// The battle does not take place (9.5.4.4).
        CancelsBattle = "cancels_battle",
        /// Before the dice the defenders retreat a space and the battle does not take place; after
        /// them the player rolls again.
        RetreatOrRoll = "retreat_or_roll",
        /// The player fires on the heavy table.
        HeavyTable = "heavy_table",
        /// The attacker fires first.
        FiresFirst = "fires_first",
        /// The defenders have one more level of trench, up to 2, for all purposes.
        DugIn = "dug_in",
        /// Nobody retreats.
        NoRetreat = "no_retreat",
        /// The AP does not advance.
        NoAdvance = "no_advance",
        /// Bulgarians cannot cancel retreats in this turn.
        NoCancelling = "no_cancelling",
        /// Mounted units advance up to three spaces, if the attacker won.
        Charge = "charge",
        /// It cancels the advance or the retreat, or both.
        CancelsMovement = "cancels_movement",
        /// A stack of the attackers is driven back (12.9.9).
        DrivesBack = "drives_back",
        /// The Russians retreat towards Tiflis, and Turks alone advance.
        RussiansRetreat = "russians_retreat",
        /// The attackers attack once more.
        AttacksAgain = "attacks_again",
        /// The points of `points` are for steps lost in this battle; else for all Turks in the
        /// Russian lands.
        ForThisBattle = "for_this_battle",
        /// Its modifier holds for all later attacks of Turks in the action.
        ForAllTheAction = "for_all_the_action",
        /// The units are kept from the weather for all the turn.
        ForAllTheTurn = "for_all_the_turn",
        /// A unit that has not acted marches up to two steps to the battle.
        Marches = "marches",
        /// One or two divisions are redeployed to the battle.
        Redeploys = "redeploys",
        /// A unit that could move to the target does, if it is named.
        CallsUp = "calls_up",
    }
}

vocabulary! {
    /// Ground that a card makes nothing of.
    Hindrance, "ground" {
        /// What the terrain shifts, of the target and of places attacked from.
        Terrain = "terrain",
        /// Desert of the target.
        Desert = "desert",
        /// Water.
        Water = "water",
        /// Trenches.
        Trench = "trench",
    }
}

vocabulary! {
    /// Effects that name something.
    With, "effect" {
        /// The player's die is changed.
        Modifier = "modifier",
        /// Units of the nation are kept from the weather; `cp`: all of the CP.
        Shelters = "shelters",
        /// This ground counts for nothing.
        Ignores = "ignores",
        /// This ground counts for nothing if the place is worth no VP and the player attacks.
        IgnoresWithoutVp = "ignores_without_vp",
        /// This ground counts for nothing if the target is named for the card.
        IgnoresIfNamed = "ignores_if_named",
        /// The HQ joins a stack that is named.
        Joins = "joins",
        /// The unit comes into the game where it is named.
        Enters = "enters",
        /// So many TU replacement points are spent at once.
        Points = "points",
    }
}

/// Whom a card keeps from the weather.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sheltered {
    /// All units of the player.
    All,
    /// Those of a nation.
    Of(Nation),
}

/// One effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// In one word.
    Plain(Does),
    /// See [`With::Modifier`].
    Modifier(i8),
    /// See [`With::Shelters`].
    Shelters(Sheltered),
    /// See [`With::Ignores`].
    Ignores(Hindrance),
    /// See [`With::IgnoresWithoutVp`].
    IgnoresWithoutVp(Hindrance),
    /// See [`With::IgnoresIfNamed`].
    IgnoresIfNamed(Hindrance),
    /// See [`With::Joins`]; the unit by its number.
    Joins(usize),
    /// See [`With::Enters`]; the unit by its number.
    Enters(usize),
    /// See [`With::Points`].
    Points(u8),
}

impl Effect {
    /// As a term of the law; `unit` gives the ids of units.
    #[must_use]
    pub fn term<'a>(self, unit: &dyn Fn(usize) -> &'a str) -> String {
        let of = |with: With, what: &str| format!("{with}({what})");
        match self {
            Self::Plain(does) => does.word().to_owned(),
            Self::Modifier(number) => of(With::Modifier, &number.to_string()),
            Self::Shelters(Sheltered::All) => of(With::Shelters, Side::Cp.word()),
            Self::Shelters(Sheltered::Of(nation)) => of(With::Shelters, nation.word()),
            Self::Ignores(ground) => of(With::Ignores, ground.word()),
            Self::IgnoresWithoutVp(ground) => of(With::IgnoresWithoutVp, ground.word()),
            Self::IgnoresIfNamed(ground) => of(With::IgnoresIfNamed, ground.word()),
            Self::Joins(number) => of(With::Joins, unit(number)),
            Self::Enters(number) => of(With::Enters, unit(number)),
            Self::Points(number) => of(With::Points, &number.to_string()),
        }
    }
}

/// What a combat card is (9.5.4).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Combat {
    /// When the attacker plays it, and when the defender.
    pub times: [SmallVec<[Moment; 2]>; 2],
    /// What the battle must be like, besides the card's prerequisites.
    pub needs: Conditions,
    /// What it does.
    pub effects: SmallVec<[Effect; 4]>,
}

impl Combat {
    /// Whether it does this.
    #[must_use]
    pub fn does(&self, what: Does) -> bool {
        self.has(Effect::Plain(what))
    }

    /// Whether it has this effect.
    #[must_use]
    pub fn has(&self, effect: Effect) -> bool {
        self.effects.contains(&effect)
    }

    /// Whether it is played when the loss numbers are known (`docs/aftermath.md`).
    #[must_use]
    pub fn is_late(&self) -> bool {
        let mut moments = self.times.iter().flatten();
        moments.any(|moment| moment.follows_dice())
    }

    /// How many units it brings that are named for it.
    #[must_use]
    pub fn brings(&self) -> std::ops::RangeInclusive<usize> {
        let plain = |effect: &Effect| match effect {
            Effect::Plain(Does::Marches) => Some(1..=1),
            Effect::Plain(Does::Redeploys) => Some(1..=2),
            Effect::Plain(Does::CallsUp) => Some(0..=1),
            _ => None,
        };
        self.effects.iter().find_map(plain).unwrap_or(0..=0)
    }

    /// Whether it asks this of a battle.
    #[must_use]
    pub fn asks(&self, word: Simple) -> bool {
        self.needs.contains(&vec![Condition::Plain(word)])
    }

    /// Whether the target may be named for it.
    #[must_use]
    pub fn names_target(&self) -> bool {
        let named = |effect: &Effect| matches!(effect, Effect::IgnoresIfNamed(_));
        self.effects.iter().any(named)
    }

    /// The HQ that joins a stack named for it.
    #[must_use]
    pub fn joining(&self) -> Option<usize> {
        let joins = |effect: &Effect| match effect {
            Effect::Joins(unit) => Some(*unit),
            _ => None,
        };
        self.effects.iter().find_map(joins)
    }

    /// The unit that comes into the game by it.
    #[must_use]
    pub fn entering(&self) -> Option<usize> {
        let enters = |effect: &Effect| match effect {
            Effect::Enters(unit) => Some(*unit),
            _ => None,
        };
        self.effects.iter().find_map(enters)
    }

    /// The points it brings.
    #[must_use]
    pub fn points(&self) -> Option<u8> {
        let points = |effect: &Effect| match effect {
            Effect::Points(number) => Some(*number),
            _ => None,
        };
        self.effects.iter().find_map(points)
    }

    /// Whether it brings units to the fight, which nobody takes away again (9.5.4.4-2). Then units
    /// or places are named for it before the dice.
    #[must_use]
    pub fn reinforces(&self) -> bool {
        !self.is_late() && (*self.brings().end() > 0 || self.joining().is_some())
    }

    /// Whether it keeps units from the weather.
    #[must_use]
    pub fn shelters(&self) -> Option<Sheltered> {
        let shelters = |effect: &Effect| match effect {
            Effect::Shelters(whom) => Some(*whom),
            _ => None,
        };
        self.effects.iter().find_map(shelters)
    }
}

vocabulary! {
    /// What an event does.
    Happens, "effect of an event" {
        /// The player chooses a unit in play of this nation and size: it is eliminated for good.
        Eliminates = "eliminates",
        /// The player chooses an SCU of his of this nation and type, on the map or in reserve: it leaves
        /// the game.
        Removes = "removes",
        /// The VP marker moves, up for the CP.
        Vp = "vp",
        /// The Jihad level changes.
        Jihad = "jihad",
        /// The VP marker moves, unless the AP removes so many divisions of units (18.12.2).
        NegatedBy = "negated_by",
        /// The same, unless the AP takes an LCU of a nation off the map for so many turns (18.12.5).
        NegatedByLcu = "negated_by_lcu",
        /// The CP may counter the event at once with KING CONSTANTINE (9.5.2.b-4).
        Countered = "countered",
        /// Greece allies with the AP (18.8.1.2.a-2).
        Greece = "greece",
        /// Neutral Greece allies with the CP, if it has come far enough (18.8.1.2.a-3).
        KingConstantine = "king_constantine",
        /// The CP gives up so many corps, or does not receive those of the card.
        Exchanges = "exchanges",
        /// The offensive that Enver was given is no more.
        EnverStays = "enver_stays",
        /// Greeks leave Doiran and Fort Rupel, and units of the CP enter.
        Treachery = "treachery",
        /// AH and GE units that were lost may come back to Galicia.
        Relief = "relief",
        /// Eliminated tribes go back to their key, and those on the map are at full strength.
        TribesRecover = "tribes_recover",
        /// A country enters the war: its units are set up (9.5.2.b).
        Entry = "entry",
        /// The player activates units free of OPS.
        Activates = "activates",
        /// The AP names so many stacks of Turks next to Russians, and what each of them attacks at once.
        Provokes = "provokes",
        /// The player marks so many places.
        Marks = "marks",
        /// Bonus points of a kind are spent at once (9.4.1.a).
        Spends = "spends",
        /// Bonus points of a kind are recorded (9.4.1.a).
        Records = "records",
        /// Recorded points of a kind drop by a number, not below 0 (9.4.3).
        Loses = "loses",
        /// A die may destroy the fort of Batum.
        BatumsFort = "batums_fort",
        /// The Max TU RP marker is put on a number.
        MaxTuRp = "max_tu_rp",
        /// The CP Automatic Victory marker is put on a number.
        AutomaticVictory = "cp_automatic_victory",
        /// That marker, if it is on the track, is moved.
        AutomaticVictoryBy = "cp_automatic_victory_by",
        /// Mandated offensives of the CP that are not met are no more.
        OffensivesLapse = "cp_offensives_lapse",
        /// The units that `reinforcements.csv` has for the card enter (9.5.3).
        Reinforcements = "reinforcements",
        /// The player places so many trenches in two areas (11.3.1.c-3).
        Trenches = "trenches",
        /// The AP MO Modifier marker moves (7.4.1-1).
        MoModifier = "mo_modifier",
        /// The Sinai railroad is finished after so many turns (18.2.1).
        SinaiRailroad = "sinai_railroad",
        /// The markers of the Russian Revolution go on the turn track (16.4.3).
        Parvus = "parvus",
        /// Points of a kind are recorded in every turn, this one too.
        EveryTurn = "every_turn",
        /// The other player shows his hand for the rest of the turn.
        OpenHand = "open_hand",
        /// The player draws up to so many cards of the other hand, looks at them and gives them back.
        LooksAtHand = "looks_at_hand",
        /// Cyprus becomes an island base of the AP (18.6.1-4, 14.2.3).
        Cyprus = "cyprus",
        /// Beachhead markers that are still to be placed leave the game (18.6.1.8).
        BeachheadsLeave = "beachheads_leave",
        /// So many beachhead markers go to the AP's reserve (18.6.1.4).
        Beachheads = "beachheads",
        /// The player redeploys units as the event says.
        Redeploys = "redeploys",
        /// CP units leave the place that was marked.
        Evacuates = "evacuates",
        /// The navy tries to force the straits, fort by fort (18.11.1).
        Straits = "straits",
        /// The navy may shell Constantinople (18.11.2.a).
        Shelling = "shelling",
        /// The navy may try the forts of the Bosphorus (18.11.2.c).
        Bosphorus = "bosphorus",
        /// The card's OPS are spent when all else is done.
        Ops = "ops",
        /// The same, for what the event says.
        OpsFor = "ops_for",
        /// Nothing moves: what it allows or forbids is asked for by the card's name.
        Lasts = "lasts",
    }
}

/// One effect of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening {
    /// See [`Happens::Eliminates`].
    Eliminates(Nation, Size),
    /// See [`Happens::Removes`].
    Removes(Nation, UnitType),
    /// See [`Happens::Vp`].
    Vp(i8),
    /// See [`Happens::NegatedBy`].
    NegatedBy(u8, u8),
    /// See [`Happens::NegatedByLcu`].
    NegatedByLcu(u8, Nation, u8),
    /// See [`Happens::Countered`].
    Countered,
    /// See [`Happens::Greece`].
    Greece,
    /// See [`Happens::KingConstantine`].
    KingConstantine,
    /// See [`Happens::Exchanges`].
    Exchanges(u8),
    /// See [`Happens::Relief`].
    Relief,
    /// See [`Happens::Treachery`].
    Treachery,
    /// See [`Happens::EnverStays`].
    EnverStays,
    /// See [`Happens::TribesRecover`].
    TribesRecover,
    /// See [`Happens::Entry`].
    Entry,
    /// See [`Happens::Activates`].
    Activates(FreeActivation),
    /// See [`Happens::Provokes`].
    Provokes(u8),
    /// See [`Happens::Marks`].
    Marks(Mark, u8),
    /// See [`Happens::Spends`].
    Spends(Replacement, u8),
    /// See [`Happens::Jihad`].
    Jihad(i8),
    /// See [`Happens::Records`].
    Records(Replacement, i8),
    /// See [`Happens::Loses`].
    Loses(Replacement, i8),
    /// See [`Happens::BatumsFort`].
    BatumsFort,
    /// See [`Happens::MaxTuRp`].
    MaxTuRp(i8),
    /// See [`Happens::AutomaticVictory`].
    AutomaticVictory(i8),
    /// See [`Happens::AutomaticVictoryBy`].
    AutomaticVictoryBy(i8),
    /// See [`Happens::OffensivesLapse`].
    OffensivesLapse,
    /// See [`Happens::Reinforcements`].
    Reinforcements,
    /// See [`Happens::Trenches`].
    Trenches(u8, [Area; 2]),
    /// See [`Happens::MoModifier`].
    MoModifier(i8),
    /// See [`Happens::SinaiRailroad`].
    SinaiRailroad(i8),
    /// See [`Happens::Parvus`].
    Parvus,
    /// See [`Happens::EveryTurn`].
    EveryTurn(Replacement, i8),
    /// See [`Happens::OpenHand`].
    OpenHand,
    /// See [`Happens::LooksAtHand`].
    LooksAtHand(u8),
    /// See [`Happens::Cyprus`].
    Cyprus,
    /// See [`Happens::BeachheadsLeave`].
    BeachheadsLeave,
    /// See [`Happens::Beachheads`].
    Beachheads(u8),
    /// See [`Happens::Redeploys`].
    Redeploys(EventSr),
    /// See [`Happens::Evacuates`].
    Evacuates,
    /// See [`Happens::Straits`].
    Straits,
    /// See [`Happens::Shelling`].
    Shelling,
    /// See [`Happens::Bosphorus`].
    Bosphorus,
    /// See [`Happens::Ops`].
    Ops,
    /// See [`Happens::OpsFor`].
    OpsFor(OpsOf),
    /// See [`Happens::Lasts`].
    Lasts,
}

impl Happening {
    /// As a term of the law.
    #[must_use]
    pub fn term(self) -> String {
        match self {
            Self::Eliminates(nation, size) => format!("{}({nation},{size})", Happens::Eliminates),
            Self::Removes(nation, kind) => format!("{}({nation},{kind})", Happens::Removes),
            Self::Vp(number) => format!("{}({number})", Happens::Vp),
            Self::NegatedBy(vp, divisions) => {
                format!("{}({vp},{divisions})", Happens::NegatedBy)
            }
            Self::NegatedByLcu(vp, nation, turns) => {
                format!("{}({vp},{nation},{turns})", Happens::NegatedByLcu)
            }
            Self::Countered => Happens::Countered.word().to_owned(),
            Self::Greece => Happens::Greece.word().to_owned(),
            Self::KingConstantine => Happens::KingConstantine.word().to_owned(),
            Self::Exchanges(corps) => format!("{}({corps})", Happens::Exchanges),
            Self::Relief => Happens::Relief.word().to_owned(),
            Self::Treachery => Happens::Treachery.word().to_owned(),
            Self::EnverStays => Happens::EnverStays.word().to_owned(),
            Self::TribesRecover => Happens::TribesRecover.word().to_owned(),
            Self::Entry => Happens::Entry.word().to_owned(),
            Self::Activates(what) => format!("{}({what})", Happens::Activates),
            Self::Provokes(number) => format!("{}({number})", Happens::Provokes),
            Self::Marks(mark, number) => format!("{}({mark},{number})", Happens::Marks),
            Self::Spends(kind, number) => format!("{}({kind},{number})", Happens::Spends),
            Self::Jihad(number) => format!("{}({number})", Happens::Jihad),
            Self::Records(kind, number) => format!("{}({kind},{number})", Happens::Records),
            Self::Loses(kind, number) => format!("{}({kind},{number})", Happens::Loses),
            Self::BatumsFort => Happens::BatumsFort.word().to_owned(),
            Self::MaxTuRp(number) => format!("{}({number})", Happens::MaxTuRp),
            Self::AutomaticVictory(number) => format!("{}({number})", Happens::AutomaticVictory),
            Self::AutomaticVictoryBy(number) => {
                format!("{}({number})", Happens::AutomaticVictoryBy)
            }
            Self::OffensivesLapse => Happens::OffensivesLapse.word().to_owned(),
            Self::Reinforcements => Happens::Reinforcements.word().to_owned(),
            Self::Trenches(number, [one, other]) => {
                format!("{}({number},{one},{other})", Happens::Trenches)
            }
            Self::MoModifier(number) => format!("{}({number})", Happens::MoModifier),
            Self::SinaiRailroad(number) => format!("{}({number})", Happens::SinaiRailroad),
            Self::Parvus => Happens::Parvus.word().to_owned(),
            Self::EveryTurn(kind, number) => format!("{}({kind},{number})", Happens::EveryTurn),
            Self::OpenHand => Happens::OpenHand.word().to_owned(),
            Self::LooksAtHand(number) => format!("{}({number})", Happens::LooksAtHand),
            Self::Cyprus => Happens::Cyprus.word().to_owned(),
            Self::BeachheadsLeave => Happens::BeachheadsLeave.word().to_owned(),
            Self::Beachheads(number) => format!("{}({number})", Happens::Beachheads),
            Self::Redeploys(kind) => format!("{}({kind})", Happens::Redeploys),
            Self::Evacuates => Happens::Evacuates.word().to_owned(),
            Self::Straits => Happens::Straits.word().to_owned(),
            Self::Shelling => Happens::Shelling.word().to_owned(),
            Self::Bosphorus => Happens::Bosphorus.word().to_owned(),
            Self::Ops => Happens::Ops.word().to_owned(),
            Self::OpsFor(what) => format!("{}({what})", Happens::OpsFor),
            Self::Lasts => Happens::Lasts.word().to_owned(),
        }
    }
}

/// What happens when a card is played as an event (9.5.1.a), in order; what lasts is asked for
/// by the name of its card wherever it matters.
pub type Event = SmallVec<[Happening; 4]>;
