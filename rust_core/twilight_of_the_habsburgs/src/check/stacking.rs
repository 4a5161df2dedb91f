//! Stacking: what a hex holds, and what exceeds it (7.0, 13.2).

use super::Checker;
use super::codes::*;
use super::violation::{Arg, Violations};
use crate::board::{Hexes, Units};
use crate::data::{Data, HexId, UnitId};
use crate::front::Front;
use crate::orders::{Move, Order};
use crate::vocabulary::*;

/// What of a side's units counts in a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Load {
    /// Half divisions, headquarters aside (7.1).
    pub halves: i16,
    /// Headquarters.
    pub headquarters: i16,
    /// Units of any kind.
    pub units: i16,
}

impl Load {
    pub(super) fn add(&mut self, data: &Data, unit: UnitId, sign: i16) {
        let size = data.units[unit].size;
        match size {
            Size::Hq => self.headquarters += sign,
            _ => self.halves += sign * i16::from(data.charts.stack_sizes[size as usize]),
        }
        self.units += sign;
    }

    /// The limits that it exceeds in a hex: 7.1, the headquarters of 7.1, 13.2.
    #[must_use]
    pub fn exceeds(self, data: &Data, hex: HexId) -> [bool; 3] {
        let charts = &data.charts;
        let alpine = data.ground.alpine().contains(hex);
        [
            self.halves > i16::from(charts.stack_limit),
            self.headquarters > i16::from(charts.hq_limit),
            alpine && self.units > i16::from(charts.alpine_limit),
        ]
    }

    /// Does it exceed any?
    #[must_use]
    pub fn is_over(self, data: &Data, hex: HexId) -> bool {
        self.exceeds(data, hex).contains(&true)
    }
}

/// What a side has in every hex.
#[derive(Debug, Clone)]
pub struct Stacks(Vec<Load>);

impl Stacks {
    /// The stacks of some units.
    #[must_use]
    pub fn new(front: &Front<'_>, units: Units) -> Self {
        let mut loads = vec![Load::default(); front.data.map.hexes.len()];
        units.for_each(|unit| {
            if let Some(hex) = front.hex(unit) {
                loads[hex].add(front.data, unit, 1);
            }
        });
        Self(loads)
    }

    /// What is in a hex.
    #[must_use]
    pub fn load(&self, hex: HexId) -> Load {
        self.0.get(hex).copied().unwrap_or_default()
    }

    /// Puts a unit into a hex.
    pub fn add(&mut self, data: &Data, unit: UnitId, hex: HexId) {
        if let Some(load) = self.0.get_mut(hex) {
            load.add(data, unit, 1);
        }
    }

    /// Takes a unit out of a hex.
    pub fn remove(&mut self, data: &Data, unit: UnitId, hex: HexId) {
        if let Some(load) = self.0.get_mut(hex) {
            load.add(data, unit, -1);
        }
    }

    /// What would be in a hex with a unit more.
    #[must_use]
    pub fn with(&self, data: &Data, unit: UnitId, hex: HexId) -> Load {
        let mut load = self.load(hex);
        load.add(data, unit, 1);
        load
    }

    /// The hexes over a limit (7.3).
    #[must_use]
    pub fn over(&self, data: &Data) -> Hexes {
        let loads = self.0.iter().enumerate();
        let over = loads.filter(|(hex, load)| load.is_over(data, *hex));
        over.map(|(hex, _)| hex).collect()
    }
}

impl Checker<'_> {
    /// 7.1, 13.2: hexes in which units stop, `moved` from the hexes where they stood.
    pub(super) fn check_stops(
        &self,
        moved: &[(UnitId, Option<HexId>, HexId)],
        found: &mut Violations,
    ) {
        let stacks = self.stacks();
        let mut looked = Hexes::EMPTY;
        for (_, _, hex) in moved {
            if looked.contains(*hex) {
                continue;
            }
            looked.insert(*hex);
            let mut load = stacks.load(*hex);
            for (unit, from, to) in moved {
                if *from == Some(*hex) {
                    load.add(self.data, *unit, -1);
                }
                if to == hex {
                    load.add(self.data, *unit, 1);
                }
            }
            let codes = [&OVER_LIMIT, &TWO_HEADQUARTERS, &ALPINE_STACK];
            for (code, exceeds) in codes.into_iter().zip(load.exceeds(self.data, *hex)) {
                if exceeds {
                    found.add(code, &[Arg::Hex(*hex)]);
                }
            }
        }
    }

    /// 7.3: what exceeds a limit goes, and no more.
    pub(super) fn check_excess(&self, made: &Move, found: &mut Violations) {
        let stacks = self.stacks();
        let over = stacks.over(self.data);
        let mut gone: Vec<(UnitId, HexId)> = Vec::new();
        for order in made.orders() {
            let Order::Eliminate { unit } = order else {
                continue;
            };
            let hex = self
                .front
                .hex(*unit)
                .filter(|hex| self.is_own(*unit) && over.contains(*hex));
            match hex {
                Some(hex) => gone.push((*unit, hex)),
                None => found.add(&NOT_OVER, &[Arg::Unit(*unit)]),
            }
        }
        over.for_each(|hex| {
            let mut left = stacks.load(hex);
            for (unit, _) in gone.iter().filter(|(_, from)| *from == hex) {
                left.add(self.data, *unit, -1);
            }
            if left.is_over(self.data, hex) {
                found.add(&STILL_OVER, &[Arg::Hex(hex)]);
            }
            for (unit, _) in gone.iter().filter(|(_, from)| *from == hex) {
                let mut with = left;
                with.add(self.data, *unit, 1);
                if !with.is_over(self.data, hex) {
                    found.add(&NEEDLESS, &[Arg::Unit(*unit)]);
                }
            }
        });
    }
}
