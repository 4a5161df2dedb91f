//! Units of several nations in one attack (12.1.6, 18.9.1).

use super::attack::{Attack, Attacker};
use super::codes::*;
use super::{Checker, Violations};
use crate::data::UnitId;
use crate::vocabulary::*;

/// Nations as activation counts them, one bit each.
type Realms = u32;
/// Those that an HQ makes one (9.2.2.g, 9.2.2.h).
const UNITED: Realms = 1 << 31;

impl Checker<'_> {
    /// Several stacks attack together if one of them has a unit of every nation (12.1.6-1), and
    /// RU units never with BR, IN or ANZ ones (18.9.1-1).
    pub(super) fn check_coordination(&self, attack: &Attack, violations: &mut Violations<'_>) {
        if self.fall_out(attack.fighters.iter().map(|one| one.unit)) {
            violations.add(&RIVALS_TOGETHER, &[]);
        }
        let mut stacks: Vec<_> = attack.fighters.iter().map(|one| one.stack).collect();
        stacks.sort_unstable();
        stacks.dedup();
        if stacks.len() < 2 {
            return;
        }
        // What each fighter may count as; nothing for those who count for no nation.
        let counted: Vec<(Attacker, Realms)> = attack
            .fighters
            .iter()
            .map(|one| (*one, self.realms(one, attack)))
            .filter(|(_, realms)| *realms > 0)
            .collect();
        let common = |stack: &(usize, u16)| {
            let (here, there): (Vec<_>, Vec<_>) =
                counted.iter().partition(|(one, _)| one.stack == *stack);
            let here: Vec<Realms> = here.into_iter().map(|(_, realms)| realms).collect();
            let there: Vec<Realms> = there.into_iter().map(|(_, realms)| realms).collect();
            serves(&here, 0, &there)
        };
        if !counted.is_empty() && !stacks.iter().any(common) {
            violations.add(&NO_COMMON_STACK, &[]);
        }
    }

    /// Whether RU units would attack beside BR, IN or ANZ ones (18.9.1-1, 3.2.1.3.ru24-2). The
    /// Yugoslavs may, as Serbs, though not from one space (18.9.1-2, 3.2.1.3.yugoslav-3, 10.2-2).
    pub(super) fn fall_out(&self, fighters: impl Iterator<Item = UnitId>) -> bool {
        let yugoslavs = self.data.known.ru_sb_yugoslav_div;
        let serbs =
            |unit: &UnitId| *unit == yugoslavs && !self.activation_rules.counts_as_british(*unit);
        self.crowd(fighters.filter(|unit| !serbs(unit))).rivals()
    }

    /// The nations a fighter may count as (9.2.2): regular units have one or, if they are dual,
    /// two; the first Yildirim unit of a stack has none (9.2.2.d).
    fn realms(&self, fighter: &Attacker, attack: &Attack) -> Realms {
        let counter = &self.data.counters[fighter.unit];
        if counter.class != Class::Regular {
            return 0;
        }
        let before = |one: &&Attacker| {
            one.stack == fighter.stack
                && one.unit < fighter.unit
                && self.data.counters[one.unit].yildirim
        };
        if counter.yildirim && attack.fighters.iter().find(before).is_none() {
            return 0;
        }
        // With or next to such an HQ it is of its own nation, and of that of the others there.
        let united = if self.united(fighter) { UNITED } else { 0 };
        if self.activation_rules.counts_as_british(fighter.unit) {
            return united | realm(Nation::Br);
        }
        let nations = self.data.units[fighter.unit].nations.iter();
        // The Persian Cossacks are RU (3.2.1.3.pe_ru).
        let cossack = fighter.unit == self.data.known.ru_pe_persian_cossacks;
        nations
            .filter(|nation| !(cossack && **nation == Nation::Pe))
            .fold(united, |realms, nation| realms | realm(*nation))
    }

    /// Whether the unit stands with or next to an HQ that makes its side's units one nation
    /// (9.2.2.g, 9.2.2.h, 12.1.6-2).
    fn united(&self, fighter: &Attacker) -> bool {
        let known = &self.data.known;
        let near = |hq: UnitId| {
            let place = self.position.place(hq);
            place.is_some_and(|place| {
                place < self.data.on_map
                    && (place == fighter.place
                        || self.data.movement_graph.joined(place, fighter.place))
            })
        };
        match self.side {
            Side::Cp => near(known.ge_mackensen_hq) || near(known.ge_falkenhayn_hq),
            _ => {
                let hq = known.fr_desperey_hq;
                let french = |unit: &UnitId| self.data.counters.french.contains(*unit);
                let beside = self.position.place(hq).map(|place| self.at(place));
                near(hq) && beside.is_some_and(|units| units.iter().any(french))
            }
        }
    }
}

/// TU and TU-A are one (9.2.2.b), BR, IN and ANZ are one (9.2.2.c).
const fn realm(nation: Nation) -> Realms {
    1 << match nation {
        Nation::TuA => Nation::Tu as u32,
        Nation::In | Nation::Anz => Nation::Br as u32,
        other => other as u32,
    }
}

/// Whether the units of a stack can be counted so that it has, with `has`, every nation of the
/// others.
fn serves(here: &[Realms], has: Realms, there: &[Realms]) -> bool {
    let Some((first, rest)) = here.split_first() else {
        return there.iter().all(|realms| realms & has > 0);
    };
    let has = has | first & UNITED;
    let mut options = first & !UNITED;
    while options > 0 {
        let option = options & options.wrapping_neg();
        if serves(rest, has | option, there) {
            return true;
        }
        options &= !option;
    }
    false
}
