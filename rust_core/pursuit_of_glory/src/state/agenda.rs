//! What is under way: the kinds of frames, and the agenda that a state keeps (6.0, 8.1, 12.2).

use super::layout::{SIDES, Table::*};
use super::{Cell, State};
use crate::vocabulary::*;
use engine::agenda::{ARGS, WORDS, frames};
use engine::document::{FrameKind as Kind, arg, name, number, word};
use engine::names::vocabulary;

/// The most frames there are at a time.
pub const DEPTH: usize = 12;

vocabulary! {
    /// What can be under way.
    FrameKind, "frame" {
        /// A turn (6.0); its number is on the turn track.
        Turn = "turn",
        /// A phase of it.
        Phase = "phase",
        /// An action round (8.1.1); its number is on its track.
        Round = "round",
        /// The action of a side in it.
        Action = "action",
        /// OPS to be spent (9.2).
        Operations = "operations",
        /// Trenches that are being dug (11.3.1).
        Digging = "digging",
        /// Battles that are to be declared (12.2.1).
        Attack = "attack",
        /// A battle; the side attacks.
        Battle = "battle",
        /// Which stack defends a region (12.10.3).
        Defence = "defence",
        /// Combat cards of a side (9.5.4, 12.2.5).
        Cards = "cards",
        /// Severe weather checks (12.2.3).
        Weather = "weather",
        /// Cards taken back of a cancelled battle (9.5.4.4).
        Returns = "returns",
        /// The Turkish withdrawal (12.2.6).
        Withdrawal = "withdrawal",
        /// The flank attempt (12.2.7).
        Flank = "flank",
        /// The dice (12.2.8.c).
        Dice = "dice",
        /// The die that says who has a card next (9.5.4.3-1).
        CardDie = "card_die",
        /// The losses of a side (12.2.8.e).
        Losses = "losses",
        /// A retreat (12.2.9), or that of JAFAR PASHA before the dice.
        Retreat = "retreat",
        /// The Russians of SAVE TIFLIS.
        SaveTiflis = "save_tiflis",
        /// An advance (12.2.10).
        Advance = "advance",
        /// What a card repairs (RESERVES TO THE FRONT, CZAR'S ARMORIES).
        Repair = "repair",
        /// Spaces that are overstacked at the end of an action (10.4); the side decides who leaves.
        Excess = "excess",
        /// LCUs that are too many in a restricted area (18.1.2.c).
        ExcessLcus = "excess_lcus",
        /// Tribes that rise (16.3.2).
        Tribes = "tribes",
        /// Who takes the place of a corps lost in Galicia (12.6.5-7).
        Replacement = "replacement",
        /// An event being carried out, effect by effect (9.5.1.a).
        Event = "event",
        /// An event that the other side may counter at once (9.5.2.b-4).
        Counter = "counter",
        /// Units that the other side may remove to negate VPs of an event (18.12).
        OutOfTheater = "out_of_theater",
        /// Countries whose collapse the AP may declare (18.8.3.3, 18.8.4.3).
        Collapses = "collapses",
        /// A country that collapses.
        Collapse = "collapse",
        /// SR points to be spent, or units that redeploy free of charge (13, 18.8.3.3).
        Redeployment = "redeployment",
        /// An invasion that is played as a BR reinforcement (18.6.5-1).
        Reinforcement = "reinforcement",
        /// A port that the side leaves by an event.
        Evacuation = "evacuation",
        /// Replacement points to be spent (17).
        ReplacementPoints = "replacement_points",
        /// Units that came around Africa (18.10.2).
        Arrival = "arrival",
        /// A mandated offensive that a side chooses (7.2).
        Offensive = "offensive",
        /// Combat cards that may be discarded (6.0.H.1-1).
        Discard = "discard",
        /// A card that may be taken before the first hands are drawn (4.1.3).
        Opening = "opening",
        /// More tribes on the map than the Jihad level (16.3.2.c).
        Dismissal = "dismissal",
        /// The die that says when the armistice is made (5.2.2.1).
        ArmisticeDie = "armistice_die",
        /// The game is over (5.2).
        Over = "over",
        /// A country for which the CP may check whether it revolts (16.3.3.4).
        Revolt = "revolt",
        /// The die that says whether it does (16.3.3.3, 16.3.3.4).
        RevoltDie = "revolt_die",
        /// The dice of the Indian units in the Mutiny (16.3.3.5).
        MutinyDie = "mutiny_die",
        /// The Russian cavalry division that stays in the game (16.4.5).
        Keep = "keep",
        /// Units of a revolt, of the Revolution or of ROMANIA that enter (16.3.3.5, 16.4.5, 18.8.4.2).
        Newcomers = "newcomers",
    }
}

impl FrameKind {
    /// Whether it comes upon whatever else is under way, at once.
    #[must_use]
    pub const fn interrupts(self) -> bool {
        matches!(
            self,
            Self::Tribes | Self::RevoltDie | Self::MutinyDie | Self::Newcomers
        )
    }
}

/// How documents tell the frames; in the order of [`FrameKind`].
pub const FRAMES: &[Kind<State>] = &[
    kind(FrameKind::Turn, "a turn"),
    Kind {
        args: &[
            arg("phase", word(Phase::LIST)),
            arg("step", number(0, 9)).if_any(),
            arg("rolled", name(Spaces)).if_any(),
        ],
        side_if_any: true,
        ..sided(
            FrameKind::Phase,
            "a phase, whose turn it is in it, how far it has come, and the fort rolled for last",
        )
    },
    kind(FrameKind::Round, "an action round"),
    Kind {
        args: &[
            arg("target", name(Spaces)).if_any(),
            arg("second_target", name(Spaces)).if_any(),
        ],
        ..sided(
            FrameKind::Action,
            "the action of a side, or what the stacks attack at once that an event provokes",
        )
    },
    Kind {
        args: &[
            arg("ops", number(0, 20)),
            arg("event", name(Cards)).if_any(),
        ],
        ..sided(
            FrameKind::Operations,
            "OPS to be spent, or the event that activates a space free of OPS",
        )
    },
    sided(FrameKind::Digging, "trenches that are being dug"),
    Kind {
        args: &[arg("second", number(0, 1)).if_any()],
        ..sided(
            FrameKind::Attack,
            "battles to be declared, or the second attack of an event",
        )
    },
    Kind {
        args: &[arg("place", name(Spaces))],
        ..sided(FrameKind::Battle, "a battle; the side attacks")
    },
    sided(FrameKind::Defence, "which stack defends"),
    Kind {
        args: &[arg("moment", word(Moment::LIST))],
        ..sided(FrameKind::Cards, "combat cards of a side")
    },
    kind(FrameKind::Weather, "severe weather checks"),
    sided(FrameKind::Returns, "cards taken back of a cancelled battle"),
    sided(FrameKind::Withdrawal, "the Turkish withdrawal"),
    kind(FrameKind::Flank, "the flank attempt"),
    kind(FrameKind::Dice, "the dice"),
    Kind {
        args: &[arg("card", name(Cards))],
        ..kind(FrameKind::CardDie, "the die that says who has a card next")
    },
    sided(FrameKind::Losses, "the losses of a side"),
    sided(FrameKind::Retreat, "a retreat"),
    sided(FrameKind::SaveTiflis, "the Russians of SAVE TIFLIS"),
    sided(FrameKind::Advance, "an advance"),
    sided(FrameKind::Repair, "what a card repairs"),
    sided(
        FrameKind::Excess,
        "overstacked spaces of the other side, or own ones from which an event takes units back",
    ),
    sided(
        FrameKind::ExcessLcus,
        "more LCUs in a restricted area than the side may have",
    ),
    sided(FrameKind::Tribes, "tribes that rise"),
    sided(
        FrameKind::Replacement,
        "who takes the place of a lost corps",
    ),
    Kind {
        args: &[
            arg("card", name(Cards)),
            arg("step", number(0, 9)).if_any(),
            arg("place", name(Spaces)).if_any(),
        ],
        ..sided(
            FrameKind::Event,
            "an event being carried out, how many of its effects are done, and the place that it is about",
        )
    },
    sided(
        FrameKind::Counter,
        "an event that the side may counter at once",
    ),
    sided(
        FrameKind::OutOfTheater,
        "units that the side may remove to negate VPs of an event",
    ),
    sided(
        FrameKind::Collapses,
        "countries whose collapse the side may declare",
    ),
    Kind {
        args: &[
            arg("country", word(Collapse::LIST)),
            arg("step", number(0, 3)).if_any(),
        ],
        ..sided(
            FrameKind::Collapse,
            "a country that collapses, and how far that has come",
        )
    },
    Kind {
        args: &[
            arg("points", number(0, 20)),
            arg("by", word(EventSr::LIST).plus_one()).if_any(),
            arg("place", name(Spaces)).if_any(),
        ],
        ..sided(
            FrameKind::Redeployment,
            "SR points to be spent, or the SR of an event, and the place that it is about",
        )
    },
    Kind {
        args: &[arg("card", name(Cards))],
        ..sided(
            FrameKind::Reinforcement,
            "an invasion that is played as a BR reinforcement",
        )
    },
    Kind {
        args: &[arg("place", name(Spaces))],
        ..sided(
            FrameKind::Evacuation,
            "a port that the side leaves by an event",
        )
    },
    Kind {
        args: &[arg("bonus", number(0, 12)).if_any()],
        ..sided(
            FrameKind::ReplacementPoints,
            "replacement points to be spent, or so many bonus TU points of an event",
        )
    },
    sided(FrameKind::Arrival, "units that came around Africa"),
    sided(
        FrameKind::Offensive,
        "a mandated offensive that the side chooses for the CP",
    ),
    sided(FrameKind::Discard, "combat cards that may be discarded"),
    sided(
        FrameKind::Opening,
        "a card that may be taken before the first hands are drawn",
    ),
    sided(FrameKind::Dismissal, "more tribes than the Jihad level"),
    kind(
        FrameKind::ArmisticeDie,
        "the die that says when the armistice is made",
    ),
    kind(FrameKind::Over, "the game is over"),
    sided(
        FrameKind::Revolt,
        "a country for which the CP may check whether it revolts",
    ),
    Kind {
        args: &[
            arg("revolt", word(Revolt::LIST)),
            arg("free", number(0, 1)).if_any(),
        ],
        ..kind(
            FrameKind::RevoltDie,
            "the die that says whether a country revolts, and whether it is free",
        )
    },
    Kind {
        args: &[arg("unit", name(Units))],
        ..kind(
            FrameKind::MutinyDie,
            "the die of an Indian unit in the Mutiny",
        )
    },
    sided(
        FrameKind::Keep,
        "the Russian cavalry division that stays in the game",
    ),
    Kind {
        args: &[arg("event", name(Cards)).if_any()],
        ..sided(
            FrameKind::Newcomers,
            "units of a revolt, of the Revolution or of an event that enter",
        )
    },
];

const fn kind(of: FrameKind, about: &'static str) -> Kind<State> {
    Kind {
        word: of.word(),
        about,
        sides: None,
        side_if_any: false,
        args: &[],
    }
}

const fn sided(of: FrameKind, about: &'static str) -> Kind<State> {
    Kind {
        sides: Some(SIDES),
        ..kind(of, about)
    }
}

/// One thing under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    /// What it is.
    pub kind: FrameKind,
    /// Whose it is, if it is somebody's.
    pub side: Option<Side>,
    /// Its numbers, as [`FRAMES`] tells them.
    pub args: [u16; ARGS],
}

impl Frame {
    /// A frame of nobody's, without numbers.
    #[must_use]
    pub const fn of(kind: FrameKind) -> Self {
        Self {
            kind,
            side: None,
            args: [0; ARGS],
        }
    }

    /// The place that an event, or its SR, is about.
    #[must_use]
    pub fn place(self) -> Option<usize> {
        usize::from(self.args[2]).checked_sub(1)
    }

    /// This frame, acted in by a side.
    #[must_use]
    pub const fn by(self, side: Side) -> Self {
        Self {
            side: Some(side),
            ..self
        }
    }

    /// This frame with this first number.
    #[must_use]
    pub const fn with(mut self, number: u16) -> Self {
        self.args[0] = number;
        self
    }

    /// The agenda down to the action of a side.
    #[must_use]
    pub const fn action(side: Side) -> [Self; 4] {
        [
            Self::of(FrameKind::Turn),
            Self::phase(Phase::Action),
            Self::of(FrameKind::Round),
            Self::of(FrameKind::Action).by(side),
        ]
    }

    /// A phase that begins.
    #[must_use]
    pub const fn phase(phase: Phase) -> Self {
        Self::of(FrameKind::Phase).with(phase as u16)
    }

    /// Combat cards of a side at a moment of the battle.
    #[must_use]
    pub const fn cards(side: Side, moment: Moment) -> Self {
        Self::of(FrameKind::Cards).by(side).with(moment as u16)
    }

    /// When its combat cards are played.
    #[must_use]
    pub fn moment(self) -> Option<Moment> {
        let [number, ..] = self.args[0].to_le_bytes();
        Moment::at(number).filter(|_| self.kind == FrameKind::Cards)
    }

    /// The frame of another reader of agendas; `None` if this game has no such kind.
    fn read(frame: engine::agenda::Frame) -> Option<Self> {
        Some(Self {
            kind: FrameKind::at(frame.kind)?,
            side: frame.side.and_then(Side::at),
            args: frame.args,
        })
    }

    /// What the cells of the frame store.
    #[must_use]
    pub const fn words(self) -> [u16; WORDS] {
        let side = match self.side {
            Some(side) => Some(side as u8),
            None => None,
        };
        let frame = engine::agenda::Frame {
            kind: self.kind as u8,
            side,
            args: self.args,
        };
        frame.words()
    }

    /// The cells that keep the frame at a depth, and what they store.
    pub(crate) fn cells(self, depth: usize) -> impl Iterator<Item = (Cell, u16)> {
        let words = self.words().into_iter().enumerate();
        words.map(move |(word, number)| (Cell::Agenda(depth * WORDS + word), number))
    }
}

impl State {
    /// What is under way, from the bottom up.
    pub fn agenda(&self) -> impl DoubleEndedIterator<Item = Frame> + Clone + '_ {
        frames(&self.agenda).filter_map(Frame::read)
    }

    /// What is under way and asks.
    #[must_use]
    pub fn top(&self) -> Option<Frame> {
        self.agenda().next_back()
    }

    /// What of a kind is under way.
    #[must_use]
    pub fn under_way(&self, kind: FrameKind) -> Option<Frame> {
        self.agenda().find(|frame| frame.kind == kind)
    }

    /// The step of a phase or a battle, whatever has come upon it: what stands right above it.
    fn above(&self, kind: FrameKind) -> Option<Frame> {
        self.agenda().skip_while(|frame| frame.kind != kind).nth(1)
    }

    /// The phase of the turn.
    #[must_use]
    pub fn phase(&self) -> Option<Phase> {
        let [number, ..] = self.under_way(FrameKind::Phase)?.args[0].to_le_bytes();
        Phase::at(number)
    }

    /// How far the phase has come; 0 = it begins.
    #[must_use]
    pub fn step(&self) -> u16 {
        let phase = self.under_way(FrameKind::Phase);
        phase.map_or(0, |phase| phase.args[1])
    }

    /// The fort that was rolled for last in this Siege Phase, plus one (15.3.1).
    #[must_use]
    pub fn siege_rolled(&self) -> usize {
        let phase = self.under_way(FrameKind::Phase);
        phase.map_or(0, |phase| phase.args[2].into())
    }

    /// The side to act (8.1.1); outside action rounds the AP if the phase is nobody's.
    #[must_use]
    pub fn active(&self) -> Side {
        let frame = self.under_way(FrameKind::Action);
        let frame = frame.or_else(|| self.under_way(FrameKind::Phase));
        frame.and_then(|frame| frame.side).unwrap_or(Side::Ap)
    }

    /// What the stacks attack that an event makes the side to act send into battle, in their order;
    /// nothing in actions of its own.
    #[must_use]
    pub fn provoked_targets(&self) -> [Option<usize>; 2] {
        let action = self.under_way(FrameKind::Action);
        let [first, second, _] = action.map_or_else(Default::default, |action| action.args);
        [first, second].map(|place| usize::from(place).checked_sub(1))
    }

    /// What a unit has to attack that an event provokes.
    #[must_use]
    pub fn must_attack(&self, unit: usize) -> Option<usize> {
        let stack = usize::from(self.get(Cell::Provoked(unit))).checked_sub(1)?;
        self.provoked_targets().get(stack).copied().flatten()
    }

    /// OPS still to be spent by the operations under way; 0 once they have been.
    #[must_use]
    pub fn ops(&self) -> Option<u8> {
        let above = self.above(FrameKind::Action)?;
        match above.kind {
            FrameKind::Operations => Some(above.args[0].to_le_bytes()[0]),
            FrameKind::Tribes | FrameKind::Event => None,
            _ => Some(0),
        }
    }

    /// The place attacked in the battle under way; `None` if there is none.
    #[must_use]
    pub fn target(&self) -> Option<usize> {
        let battle = self.under_way(FrameKind::Battle)?;
        usize::from(battle.args[0]).checked_sub(1)
    }

    /// Who attacks in the battle under way; without one the side to act.
    #[must_use]
    pub fn attacker(&self) -> Side {
        let battle = self.under_way(FrameKind::Battle);
        battle
            .and_then(|battle| battle.side)
            .unwrap_or_else(|| self.active())
    }

    /// Whether the attack of the action is the second one of an event (12.7.7-4).
    #[must_use]
    pub fn second_attack(&self) -> bool {
        let attack = self.under_way(FrameKind::Attack);
        attack.is_some_and(|attack| attack.args[0] > 0)
    }

    /// How far the battle under way has come; `None` if there is none.
    #[must_use]
    pub fn stage(&self) -> Option<Stage> {
        let step = self.above(FrameKind::Battle)?;
        let attacks = step.side == Some(self.attacker());
        let of = |attackers, defenders| if attacks { attackers } else { defenders };
        Some(match step.kind {
            FrameKind::Defence => Stage::Defence,
            FrameKind::Cards => match step.moment()? {
                Moment::Weather => Stage::WeatherCards,
                Moment::Battle => of(Stage::AttackersCards, Stage::DefendersCards),
                Moment::Dice => of(Stage::AttackersLateCards, Stage::DefendersLateCards),
                Moment::Losses => Stage::LossesCards,
                Moment::Retreat => Stage::RetreatCards,
                Moment::Advance => of(Stage::AttackersLastCards, Stage::DefendersLastCards),
            },
            FrameKind::Weather => Stage::Weather,
            FrameKind::Returns => of(Stage::AttackersReturns, Stage::DefendersReturns),
            FrameKind::Withdrawal => Stage::Withdrawal,
            FrameKind::Flank => Stage::Flank,
            FrameKind::Dice => Stage::Dice,
            FrameKind::Losses => of(Stage::AttackersLosses, Stage::DefendersLosses),
            FrameKind::Retreat => Stage::Retreat,
            FrameKind::SaveTiflis => Stage::SaveTiflis,
            FrameKind::Advance => Stage::Advance,
            FrameKind::Repair => Stage::Repair,
            _ => return None,
        })
    }
}
