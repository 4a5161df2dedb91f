//! Strength, table, column and die of a side that fires (12.2.4, 12.2.8).

use super::effects::Effects;
use super::lines::sum;
use super::{Battle, Role};
use crate::data::Table;

/// What is left of a side, as far as its fire and its fate depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Force {
    /// The combat factors of the units together (12.1.2-1).
    pub strength: u8,
    /// LCUs.
    pub lcus: u8,
    /// Cavalry, camels and armored cars.
    pub mounted: u8,
    /// 1 if the Alpenkorps is there.
    pub alpine: u8,
    /// HQs and artillery with a unit they serve beside them, one bit each.
    pub staff: u8,
    /// Units.
    pub units: u8,
    /// Units at full strength.
    pub full: u8,
    /// SCUs.
    pub scus: u8,
    /// TU and TU-A SCUs, who may withdraw (12.8).
    pub turks: u8,
}

impl Force {
    /// Both together.
    #[must_use]
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            strength: self.strength.saturating_add(other.strength),
            lcus: self.lcus.saturating_add(other.lcus),
            mounted: self.mounted.saturating_add(other.mounted),
            alpine: self.alpine | other.alpine,
            staff: self.staff | other.staff,
            units: self.units.saturating_add(other.units),
            full: self.full.saturating_add(other.full),
            scus: self.scus.saturating_add(other.scus),
            turks: self.turks.saturating_add(other.turks),
        }
    }
}

/// How a side fires.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fire {
    /// Units and fort together (12.2.4, 15.1.3-1).
    pub strength: u8,
    /// The table (2.0.fire_tables, 12.2.8.b-1).
    pub table: Table,
    /// The column of the strength, the first being 0.
    pub found: u8,
    /// Column shifts together.
    pub shift: i8,
    /// The column fired on (12.2.8.b-2).
    pub column: u8,
    /// The modifiers together.
    pub drm: i8,
}

impl Battle<'_> {
    /// How a side fires with what is left of it, against what is left of the other.
    #[must_use]
    pub fn fire(&self, effects: &Effects, role: Role, own: Force, foe: Force, fort: u8) -> Fire {
        let stands = role == Role::Defender && fort > 0;
        let fort = if stands { self.fort_strength } else { 0 };
        let strength = own.strength.saturating_add(fort);
        let heavy = own.lcus > 0 || effects.heavy[role as usize].is_some();
        let table = if heavy { Table::Heavy } else { Table::Light };
        let columns = self.data.battle.table(table);
        let found = columns.column(strength);
        let shift = sum(&effects.shifts[role as usize]);
        let mut drm = sum(&effects.drms[role as usize]);
        if effects.mounted && own.mounted > 0 && foe.mounted == 0 {
            drm += self.data.battle.mounted;
        }
        if effects.alpine && own.alpine > 0 {
            drm += self.data.battle.alpenkorps;
        }
        for (bit, staff) in self.staff[role as usize].iter().enumerate() {
            if own.staff >> bit & 1 == 1 {
                drm += staff.drm;
            }
        }
        Fire {
            strength,
            table,
            found,
            shift,
            column: columns.shifted(found, shift),
            drm,
        }
    }

    /// The highest loss number that any table gives.
    pub(super) fn highest_loss_number(&self) -> u8 {
        let tables = Table::ALL.iter();
        let highest = tables.map(|table| self.data.battle.table(*table).highest());
        highest.max().unwrap_or(0)
    }

    /// The loss numbers for the dice from 1 to 6, as cards and a withdrawal leave them; never below
    /// 0 (12.8-4).
    #[must_use]
    pub fn loss_numbers(&self, effects: &Effects, role: Role, fire: &Fire) -> [u8; 6] {
        let table = self.data.battle.table(fire.table);
        let change = sum(&effects.losses[role as usize]);
        let changed = |loss: u8| loss.saturating_add_signed(change);
        table.loss_numbers(fire.column, fire.drm).map(changed)
    }
}
