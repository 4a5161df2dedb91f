//! What is under way: the kinds of frames, and the agenda that a state keeps (3.0).

use super::told::{SIDES, Table};
use super::{Cell, State};
use crate::vocabulary::*;
use engine::agenda::{ARGS, WORDS, frames};
use engine::document::{FrameKind as Kind, arg, name, number, word};
use engine::names::vocabulary;

/// The most frames there are at a time.
pub const DEPTH: usize = 8;

vocabulary! {
    /// What can be under way.
    FrameKind, "frame" {
        /// A side sets up (14.3).
        Setup = "setup",
        /// A side loses steps before play (14.7).
        Attrition = "attrition",
        /// A turn (3.0); its number is on the turn track.
        Turn = "turn",
        /// The event phase (5.0).
        Events = "events",
        /// A player turn.
        PlayerTurn = "player_turn",
        /// Its reinforcement phase (10.0).
        Reinforcement = "reinforcement",
        /// An impulse.
        Impulse = "impulse",
        /// The dice of an offensive, at the head of a first impulse (13.9, 14.84).
        Offensive = "offensive",
        /// Its reorganization segment (12.1).
        Reorganization = "reorganization",
        /// Its movement segment (8.0).
        Movement = "movement",
        /// Air reconnaissance, at the head of a first impulse's movement segment (13.12).
        Scouting = "scouting",
        /// The lake submarine against a transport (13.62).
        Submarine = "submarine",
        /// Hexes over a limit at the end of a segment (7.3).
        Excess = "excess",
        /// Its combat segment (9.0).
        Combat = "combat",
        /// An attack, until all that comes of it is done (9.1).
        Attack = "attack",
        /// Steps that one side loses in it (9.32).
        Losses = "losses",
        /// Units of one side that retreat in it (9.4).
        Retreat = "retreat",
        /// The die for the armistice (16.7).
        Armistice = "armistice",
    }
}

/// How documents tell each kind, in the order of [`FrameKind`].
pub const FRAMES: &[Kind<State>] = &[
    sided(FrameKind::Setup, "a side sets up"),
    Kind {
        args: &[arg("owed", number(0, 99).plus_one()).if_any()],
        ..sided(
            FrameKind::Attrition,
            "a side loses steps before play; owed once the dice fell",
        )
    },
    Kind {
        args: &[arg("step", number(0, 4))],
        ..kind(
            FrameKind::Turn,
            "a turn; the step is how many of its parts have begun",
        )
    },
    kind(FrameKind::Events, "the event phase"),
    Kind {
        args: &[arg("step", number(0, 3))],
        ..sided(
            FrameKind::PlayerTurn,
            "a player turn; the step as in a turn",
        )
    },
    sided(FrameKind::Reinforcement, "the reinforcement phase"),
    Kind {
        args: &[arg("number", number(1, 2)), arg("step", number(0, 5))],
        ..sided(FrameKind::Impulse, "an impulse; the step as in a turn")
    },
    Kind {
        args: &[
            arg("tried", number(0, 1)),
            arg("hq", name(Table::Units)).if_any(),
        ],
        ..sided(
            FrameKind::Offensive,
            "the dice of an offensive; tried = they fall, hq = for this headquarters",
        )
    },
    sided(FrameKind::Reorganization, "the reorganization segment"),
    sided(FrameKind::Movement, "the movement segment"),
    sided(FrameKind::Scouting, "air reconnaissance"),
    Kind {
        args: &[arg("unit", name(Table::Units)), arg("sent", number(0, 1))],
        ..sided(
            FrameKind::Submarine,
            "the lake submarine against a transport; sent = its die falls",
        )
    },
    sided(FrameKind::Excess, "hexes over a limit"),
    sided(FrameKind::Combat, "the combat segment"),
    Kind {
        args: &[
            arg("hex", name(Table::Places)),
            arg("table", word(CombatTable::LIST).plus_one()),
            arg("result", word(CombatResult::LIST).plus_one()).if_any(),
        ],
        ..sided(
            FrameKind::Attack,
            "an attack on a hex; the result once the die fell",
        )
    },
    Kind {
        args: &[arg("owed", number(1, 99))],
        ..sided(FrameKind::Losses, "a side loses so many steps in an attack")
    },
    sided(
        FrameKind::Retreat,
        "units of a side that are engaged in an attack retreat",
    ),
    kind(FrameKind::Armistice, "the die for the armistice"),
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

/// A thing under way.
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

    /// This frame, acted in by a side.
    #[must_use]
    pub const fn by(self, side: Side) -> Self {
        Self {
            side: Some(side),
            ..self
        }
    }

    /// The same with this first number.
    #[must_use]
    pub const fn with(mut self, number: u16) -> Self {
        self.args[0] = number;
        self
    }

    /// An attack whose die has not fallen.
    #[must_use]
    pub fn attack(side: Side, hex: usize, table: CombatTable) -> Self {
        Self {
            args: [u16::try_from(hex + 1).unwrap_or(0), table as u16 + 1, 0],
            ..Self::of(FrameKind::Attack).by(side)
        }
    }

    /// The hex that an attack is on.
    #[must_use]
    pub fn target(&self) -> Option<usize> {
        usize::from(self.args[0]).checked_sub(1)
    }

    /// The combat table of an attack.
    #[must_use]
    pub fn table(&self) -> Option<CombatTable> {
        CombatTable::at(u8::try_from(self.args[1].checked_sub(1)?).ok()?)
    }

    /// The result of an attack, once its die has fallen.
    #[must_use]
    pub fn result(&self) -> Option<CombatResult> {
        CombatResult::at(u8::try_from(self.args[2].checked_sub(1)?).ok()?)
    }

    /// The headquarters for which the die of an offensive falls.
    #[must_use]
    pub fn headquarters(&self) -> Option<usize> {
        usize::from(self.args[1]).checked_sub(1)
    }

    /// The frame of another reader of agendas; `None` if this game has no such kind.
    fn read(frame: engine::agenda::Frame) -> Option<Self> {
        Some(Self {
            kind: FrameKind::at(frame.kind)?,
            side: frame.side.and_then(Side::at),
            args: frame.args,
        })
    }

    /// The cells that keep the frame at a depth, and what they store.
    pub(crate) fn cells(self, depth: usize) -> impl Iterator<Item = (Cell, u16)> {
        let frame = engine::agenda::Frame {
            kind: self.kind as u8,
            side: self.side.map(|side| side as u8),
            args: self.args,
        };
        let words = frame.words().into_iter().enumerate();
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

    /// The number of the impulse under way.
    #[must_use]
    pub fn impulse(&self) -> Option<u16> {
        Some(self.under_way(FrameKind::Impulse)?.args[0])
    }

    /// The attack under way (9.1).
    #[must_use]
    pub fn battle(&self) -> Option<Frame> {
        self.under_way(FrameKind::Attack)
    }

    /// The side whose player turn it is.
    #[must_use]
    pub fn phasing(&self) -> Option<Side> {
        self.under_way(FrameKind::PlayerTurn)?.side
    }

    /// The side to act: that of the uppermost frame that is of one.
    #[must_use]
    pub fn active(&self) -> Option<Side> {
        self.agenda().rev().find_map(|frame| frame.side)
    }
}
