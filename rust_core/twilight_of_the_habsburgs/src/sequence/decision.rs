//! What a position asks next, and of whom.

use super::chance::Outcome;
use crate::data::{HexId, UnitId};
use crate::movement::Movement;
use crate::position::Position;
use crate::state::{Frame, FrameKind};
use crate::vocabulary::*;
use engine::chance::Results;

/// A decision, derived from a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// What is asked.
    pub kind: DecisionKind,
    /// Who decides; nobody if chance does or the game is over.
    pub side: Option<Side>,
    /// How many of its units are hidden: what it may do is not known (13.1).
    pub hidden: u16,
    /// What the choice depends on.
    pub parameters: Parameters,
}

/// What a decision's choice depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Parameters {
    /// Dice.
    Chance {
        /// What comes of them.
        outcomes: Results<Outcome>,
    },
    /// Steps to be removed (14.7).
    Attrition {
        /// How many.
        steps: u16,
    },
    /// The segment of an impulse.
    Impulse {
        /// Which impulse.
        number: u16,
        /// Must some units move, since their army has collapsed (14.82-2)?
        obliged: bool,
    },
    /// A transport (13.62).
    Submarine {
        /// The unit it carries.
        unit: UnitId,
    },
    /// The attempt of an offensive (14.84), or a scouting headquarters (13.12).
    Headquarters {
        /// Those that may.
        units: Vec<UnitId>,
    },
    /// Attacks (9.1).
    Attack {
        /// Which impulse.
        number: u16,
        /// Units that may attack a hex.
        units: Vec<UnitId>,
        /// Must some of them attack, since they could not retreat (14.82-3)?
        obliged: bool,
    },
    /// Steps lost in an attack (9.32).
    Losses {
        /// How many.
        steps: u16,
        /// The hex attacked.
        hex: HexId,
    },
    /// Units that retreat from an attack (9.4).
    Retreat {
        /// Which.
        units: Vec<UnitId>,
        /// The hex attacked.
        hex: HexId,
    },
    /// Hexes over a limit (7.3).
    Excess {
        /// Which.
        hexes: Vec<HexId>,
    },
    /// Nothing.
    None,
}

impl Position {
    /// What this position asks next.
    #[must_use]
    pub fn decision(&self) -> Decision {
        let (at, kind) = self.asked();
        let top = at.state().top().filter(|_| kind != DecisionKind::Over);
        let Some(top) = top.filter(|_| kind != DecisionKind::Chance) else {
            let outcomes = top.and_then(|top| at.throws(top));
            return Decision {
                kind,
                side: None,
                hidden: 0,
                parameters: outcomes
                    .map_or(Parameters::None, |outcomes| Parameters::Chance { outcomes }),
            };
        };
        let parameters = match kind {
            DecisionKind::Attrition => Parameters::Attrition {
                steps: at.attrition_owed().unwrap_or(0),
            },
            DecisionKind::Reorganization | DecisionKind::Movement => Parameters::Impulse {
                number: at.state().impulse().unwrap_or(1),
                obliged: kind == DecisionKind::Movement && at.must_retreat(),
            },
            DecisionKind::Submarine => match usize::from(top.args[0]).checked_sub(1) {
                Some(unit) => Parameters::Submarine { unit },
                None => Parameters::None,
            },
            DecisionKind::Offensive | DecisionKind::Scouting => Parameters::Headquarters {
                units: at.headquarters_asked(top),
            },
            DecisionKind::Attack => {
                let units = at.could_attack(top);
                let cornered = at.state().cornered;
                Parameters::Attack {
                    number: at.state().impulse().unwrap_or(1),
                    obliged: units.iter().any(|unit| cornered.contains(*unit)),
                    units,
                }
            }
            DecisionKind::Losses => Parameters::Losses {
                steps: top.args[0],
                hex: at.target(),
            },
            DecisionKind::Retreat => Parameters::Retreat {
                units: top
                    .side
                    .map_or_else(Vec::new, |side| at.engaged(side).iter().collect()),
                hex: at.target(),
            },
            DecisionKind::Excess => Parameters::Excess {
                hexes: top
                    .side
                    .map_or_else(Vec::new, |side| at.hexes_over(side).iter().collect()),
            },
            _ => Parameters::None,
        };
        Decision {
            kind,
            side: top.side,
            hidden: top.side.map_or(0, |side| at.hidden_units(side)),
            parameters,
        }
    }

    /// The headquarters of which an attempt or a reconnaissance is asked.
    fn headquarters_asked(&self, top: Frame) -> Vec<UnitId> {
        let Some(side) = top.side else {
            return Vec::new();
        };
        let front = self.front();
        let own = front.headquarters(side);
        let scouts = top.kind == FrameKind::Scouting;
        own.iter()
            .filter(|hq| !scouts || self.state().scouted[*hq] == 0)
            .collect()
    }

    /// Is any unit forced back (14.82-2)?
    fn must_retreat(&self) -> bool {
        if self.state().impulse() != Some(1) {
            return false;
        }
        let front = self.front();
        let forced = front.forced_back();
        !forced.is_empty() && {
            let movement = Movement::new(&front, Side::Entente);
            forced.iter().any(|unit| movement.can_step_back(unit))
        }
    }

    /// The units of a side that may attack a hex.
    fn could_attack(&self, top: Frame) -> Vec<UnitId> {
        let Some(side) = top.side else {
            return Vec::new();
        };
        let front = self.front();
        let own = front.present[side as usize].iter();
        own.filter(|unit| !front.attackable(side, *unit).is_empty())
            .collect()
    }

    /// The hex of the attack under way.
    fn target(&self) -> HexId {
        let battle = self.state().battle();
        battle.and_then(|battle| battle.target()).unwrap_or(0)
    }

    /// The kind of what is asked next.
    #[must_use]
    pub fn asks_for(&self) -> DecisionKind {
        self.asked().1
    }
}
