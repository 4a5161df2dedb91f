//! What it costs to activate a stack (9.2), and what bars it.

use super::control::View;
use super::data::{PlaceId, Unit, UnitId};
use super::position::Position;
use super::readings::Readings;
use super::state::{Cell, OFFENSIVES, One};
use super::supply::{Status, Supply};
use super::vocabulary::*;
use crate::names::vocabulary;

vocabulary! {
    /// What a stack is activated for (9.2.3-1).
    Purpose, "purpose" {
        Move = "move", Attack = "attack",
        /// Attack with BR units despite No British Attacks, for a VP (7.3.nobr-2).
        AttackWithBr = "attack_with_br",
    }
}

/// The items an activation costs, in OPS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cost {
    /// Nationalities among the regular combat units, at least 1 (9.2.1-1, 9.2.2.a).
    pub nationalities: u8,
    /// For units in disrupted supply (14.1.7-2, 3.2.4.2-6).
    pub disrupted: u8,
    /// For an attack by RU units once the revolution has begun (16.4.5.1-2).
    pub revolution: u8,
    /// For BR or IN units in the turn of PARLIAMENTARY INQUIRY (cp_09).
    pub inquiry: u8,
}

impl Cost {
    /// The OPS to be paid.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.nationalities + self.disrupted + self.revolution + self.inquiry
    }
}

/// A rule that bars an activation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bar {
    /// The rule's number.
    pub rule: &'static str,
    /// The reason in one sentence.
    pub text: String,
}

/// The cost of an activation, or every rule that bars it.
pub type Activation = Result<Cost, Vec<Bar>>;

/// One place with units that a player may activate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// Where the units are.
    pub place: PlaceId,
    /// The units; in regions and on island bases all of them, to be activated by stacks (9.2.6-1).
    pub units: Vec<UnitId>,
    /// For movement, for attack, and for attack with BR units where that is a choice.
    pub costs: Vec<(Purpose, Activation)>,
}

impl Position {
    /// Every place with units of `side`, with the costs to activate them.
    #[must_use]
    pub fn activations(&self, side: Side) -> Vec<Group> {
        let desk = Desk::new(self, side);
        let mut groups = Vec::new();
        for place in 0..self.data().on_map {
            let units: Vec<_> = (0..self.data().units.len())
                .filter(|unit| self.place(*unit) == Some(place))
                .filter(|unit| desk.view.commander(*unit) == Some(side))
                .collect();
            if !units.is_empty() {
                let purposes = Purpose::ALL.iter().filter(|p| desk.applies(**p));
                let costs = purposes
                    .map(|p| (*p, desk.activation(&units, place, *p)))
                    .collect();
                groups.push(Group {
                    place,
                    units,
                    costs,
                });
            }
        }
        groups
    }

    /// The cost to activate some units of `side` that stand in one place as a stack.
    ///
    /// # Errors
    /// Every rule that bars it.
    pub fn activation(
        &self,
        side: Side,
        units: &[UnitId],
        place: PlaceId,
        purpose: Purpose,
    ) -> Activation {
        Desk::new(self, side).activation(units, place, purpose)
    }

    /// Is "No British Attacks" the AP's mandated offensive of this turn (7.3.nobr-1)?
    #[must_use]
    pub fn no_british_attacks(&self) -> bool {
        (0..OFFENSIVES).any(|at| {
            let stored = self.state().get(Cell::Offensive(at)).to_le_bytes()[0];
            (stored & 31).checked_sub(1).and_then(Offensive::at) == Some(Offensive::NoBrAttacks)
        })
    }
}

/// What all activations of one position share.
struct Desk<'a> {
    position: &'a Position,
    view: View<'a>,
    side: Side,
    supply: Supply,
}

impl<'a> Desk<'a> {
    fn new(position: &'a Position, side: Side) -> Self {
        Self {
            position,
            view: position.view(),
            side,
            supply: position.supply(&Readings::default()),
        }
    }

    fn unit(&self, unit: UnitId) -> &'a Unit {
        &self.position.data().units[unit]
    }

    fn applies(&self, purpose: Purpose) -> bool {
        purpose != Purpose::AttackWithBr
            || (self.side == Side::Ap && self.position.no_british_attacks())
    }

    fn activation(&self, units: &[UnitId], place: PlaceId, purpose: Purpose) -> Activation {
        let bars = self.bars(units, place, purpose);
        if !bars.is_empty() {
            return Err(bars);
        }
        let state = self.position.state();
        let disrupted = units.iter().any(|unit| {
            matches!(
                self.supply.units[*unit],
                Some(Status::Disrupted | Status::LimitedDisrupted)
            )
        });
        let uprising = Uprising::ALL.iter().any(|kind| {
            kind.troubles(self.side) && state.uprisings[*kind as usize].contains(place)
        });
        let russians = units.iter().any(|unit| self.is_russian(*unit));
        let revolution = state.one(One::RevolutionStage) > 0;
        let inquiry = state.get(Cell::Event(self.position.data().known.cp_09));
        let asked = units
            .iter()
            .any(|unit| self.unit(*unit).is_of(Nation::Br) || self.unit(*unit).is_of(Nation::In));
        Ok(Cost {
            nationalities: self.nationalities(units, place, purpose),
            disrupted: (disrupted || uprising).into(),
            revolution: (purpose != Purpose::Move && revolution && russians).into(),
            inquiry: (inquiry == state.one(One::Turn) + 1 && asked).into(),
        })
    }

    /// Every rule that forbids to activate these units at all.
    fn bars(&self, units: &[UnitId], place: PlaceId, purpose: Purpose) -> Vec<Bar> {
        let data = self.position.data();
        let name = &data.spaces[place].name;
        let mut bars = Vec::new();
        let mut bar = |rule, text| bars.push(Bar { rule, text });
        let status = |unit: &UnitId| self.supply.units[*unit];
        if units
            .iter()
            .all(|unit| status(unit) == Some(Status::OutOfSupply))
        {
            bar("14.3.1-1", format!("all units in {name} are out of supply"));
        }
        if purpose == Purpose::Move {
            return bars;
        }
        let fighters: Vec<_> = units
            .iter()
            .copied()
            .filter(|unit| self.unit(*unit).is_combat())
            .collect();
        if fighters.is_empty() {
            bar("2.0.combat_unit-2", format!("no combat unit is in {name}"));
        }
        let limited = |unit: &UnitId| {
            matches!(status(unit), Some(Status::Limited | Status::LimitedDisrupted))
                // 3.2.1.3.alpen-2
                && *unit != data.known.ge_alpenkorps
        };
        let idle = |unit: &UnitId| limited(unit) || status(unit) == Some(Status::OutOfSupply);
        if !fighters.is_empty() && fighters.iter().all(idle) && fighters.iter().any(limited) {
            bar(
                "14.1.9-2",
                format!("no unit in {name} is in more than limited supply"),
            );
        }
        let neutral = place == data.known.afghanistan && !self.view.revolted(Revolt::Afghanistan);
        if neutral && self.side == Side::Cp {
            bar(
                "18.8.6-3",
                "CP units do not fight in neutral Afghanistan".to_owned(),
            );
        }
        let british = |unit: &UnitId| self.is_british_for_offensives(*unit);
        if purpose == Purpose::Attack
            && self.side == Side::Ap
            && self.position.no_british_attacks()
            && !fighters.is_empty()
            && fighters.iter().all(british)
        {
            bar(
                "7.3.nobr-1",
                format!("only BR units are in {name}, and they may not attack"),
            );
        }
        bars
    }

    /// RU units in the sense of the revolution: not those that count as BR (16.4.5.4-3).
    fn is_russian(&self, unit: UnitId) -> bool {
        self.unit(unit).is_of(Nation::Ru) && !self.counts_as_british(unit)
    }

    fn counts_as_british(&self, unit: UnitId) -> bool {
        let state = self.position.state();
        let known = &self.position.data().known;
        usize::from(state.one(One::BritishRuCavalry)) == unit + 1
            || (unit == known.ru_sb_yugoslav_div && state.one(One::RevolutionStage) >= 4)
    }

    /// BR units, of which No British Attacks speaks: not IN or ANZ, nor those that count as BR
    /// only for other purposes (7.3.nobr-1, 16.4.5.4-3), nor the CND, which may act as Greek.
    fn is_british_for_offensives(&self, unit: UnitId) -> bool {
        self.unit(unit).nations == [Nation::Br]
    }

    /// How many nationalities the regular combat units are of, at the owner's best choice.
    fn nationalities(&self, units: &[UnitId], place: PlaceId, purpose: Purpose) -> u8 {
        if self.led_as_one(units, place) {
            return 1;
        }
        let ignore_british = purpose == Purpose::Attack
            && self.side == Side::Ap
            && self.position.no_british_attacks();
        let mut first_yildirim = true;
        let mut choices: Vec<Vec<u32>> = Vec::new();
        for unit in units {
            let entry = self.unit(*unit);
            if entry.class != Class::Regular
                || (ignore_british && self.is_british_for_offensives(*unit))
            {
                continue;
            }
            // The first Yildirim unit is of no nationality (9.2.2.d).
            if entry.symbol == Some(Symbol::Yildirim) && std::mem::take(&mut first_yildirim) {
                continue;
            }
            let mut nations = self.nations_for_activation(*unit);
            nations.sort_unstable();
            nations.dedup();
            if !choices.contains(&nations) {
                choices.push(nations);
            }
        }
        fewest(&choices, 0).max(1)
    }

    /// The nationalities a unit may be counted as, as bits.
    fn nations_for_activation(&self, unit: UnitId) -> Vec<u32> {
        let entry = self.unit(unit);
        entry
            .nations
            .iter()
            // The Persian Cossacks are RU for all purposes but supply (3.2.1.3.pe_ru).
            .filter(|nation| entry.nations.len() == 1 || **nation != Nation::Pe)
            .map(|nation| match nation {
                // TU and TU-A are one nationality, and so are BR, IN and ANZ (9.2.2.b, 9.2.2.c).
                Nation::TuA => Nation::Tu,
                Nation::In | Nation::Anz | Nation::Ana => Nation::Br,
                Nation::Ru if self.counts_as_british(unit) => Nation::Br,
                other => *other,
            })
            .map(|nation| 1 << nation as u32)
            .collect()
    }

    /// Is the group with or next to an HQ that makes it one nationality (9.2.2.g, 9.2.2.h)?
    fn led_as_one(&self, units: &[UnitId], place: PlaceId) -> bool {
        let data = self.position.data();
        let known = &data.known;
        let leads = |hq: UnitId| {
            let Some(at) = self.position.place(hq).filter(|at| *at < data.on_map) else {
                return false;
            };
            let next = data.connections.iter().any(|connection| {
                (connection.a, connection.b) == (at, place)
                    || (connection.b, connection.a) == (at, place)
            });
            units.contains(&hq) || (next && at != place)
        };
        match self.side {
            Side::Cp => leads(known.ge_mackensen_hq) || leads(known.ge_falkenhayn_hq),
            _ => {
                let hq = known.fr_desperey_hq;
                let french = self.position.place(hq).is_some_and(|at| {
                    (0..data.units.len()).any(|unit| {
                        unit != hq
                            && self.unit(unit).is_of(Nation::Fr)
                            && self.unit(unit).is_combat()
                            && self.position.place(unit) == Some(at)
                    })
                });
                french && leads(hq)
            }
        }
    }
}

/// The fewest nationalities that give every unit one of its own (9.2.2.e-1).
fn fewest(choices: &[Vec<u32>], chosen: u32) -> u8 {
    let Some((first, rest)) = choices.split_first() else {
        return u8::try_from(chosen.count_ones()).unwrap_or(u8::MAX);
    };
    first
        .iter()
        .map(|nation| fewest(rest, chosen | nation))
        .min()
        .unwrap_or(0)
}
