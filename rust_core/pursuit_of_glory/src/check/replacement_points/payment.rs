//! Which points pay for whom (17.1.1.1, 17.1.1.2), and whether they can be shared out (17.2).

use super::{Replacer, points_of};
use crate::cards::{ASQUITH_LLOYD_GEORGE_COALITION, BULGARIA, KAISERSCHLACHT, KITCHENER, VERDUN};
use crate::check::Checker;
use crate::data::UnitId;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

// The funds of the AP.
const BR: u16 = 1;
const IN: u16 = 1 << 1;
const RU: u16 = 1 << 2;
const AP_ALLIED: u16 = 1 << 3;
// The funds of the CP, in the same places.
const TU: u16 = 1;
const GE: u16 = 1 << 1;
const CP_ALLIED: u16 = 1 << 2;
/// Points that were converted: Turkish or Russian ones from then on (17.2).
const CONVERTED: u16 = 1 << 4;
/// The first of the funds of revolts (16.3.3.5.ca-2, 16.3.3.5.af-2, 16.3.3.5.eg-3, 16.3.3.5.in-4).
const REVOLTS: u32 = 5;
/// How many funds there are.
const FUNDS: usize = 5 + Revolt::ALL.len();

/// What pays for RU steps alone.
pub(super) const RUSSIAN: u16 = RU | CONVERTED;

/// What a side may spend, in half points.
#[derive(Debug)]
pub(super) struct Purse {
    side: Side,
    funds: [u32; FUNDS],
    /// The fund of which points are converted, and how many whole points may be (17.2).
    source: usize,
    convertible: u32,
    /// Whether the AP holds or besieges Constantinople.
    capital_lost: bool,
    /// Whether RU points pay for nobody, and none are converted (16.4.3-2).
    pub(super) no_russians: bool,
}

impl Purse {
    pub(super) fn of(checker: &Checker<'_>) -> Self {
        let (position, view) = (checker.position, checker.view());
        let (state, known) = (position.state(), &checker.data.known);
        let halves = |kind| 2 * u32::try_from(points_of(position, kind)).unwrap_or(0);
        let mut funds = [0; FUNDS];
        let lost = view.control[0] | view.besieging[0];
        let (source, convertible, mut no_russians) = if checker.side == Side::Cp {
            funds[0] = halves(Replacement::Tu);
            // No point is spent by a nation whose capital is lost either (17.1.3-1).
            if lost.contains(known.constantinople) {
                funds[0] = 0;
            }
            // None of them in the turns of great offensives in France.
            let this_turn = state.scalar(Scalar::Turn) + 1;
            let busy = [VERDUN, KAISERSCHLACHT];
            let busy = busy
                .iter()
                .any(|card| state.get(Cell::Event(*card)) == this_turn);
            funds[1] = if busy { 0 } else { halves(Replacement::Ge) };
            funds[2] = halves(Replacement::CpAllied);
            for revolt in Revolt::ALL {
                // 16.3.3.5: a point a turn.
                let risen = view.revolted(*revolt);
                funds[REVOLTS as usize + *revolt as usize] = 2 * u32::from(risen);
            }
            let open = state.happened(BULGARIA) && view.railroad_open();
            let convertible = match () {
                // 17.1.3-1
                () if lost.contains(known.constantinople) => 0,
                // 16.4.5.4-6
                () if state.holds(Scalar::Flags, Flag::AllianceDissolved as u8) => 0,
                // Now, whatever it was before (17.2.1.1-1): 17.2.1.1-2, 17.2.1.1-3
                () if open => u32::MAX,
                () => 1,
            };
            (1, convertible, false)
        } else {
            funds[0] = halves(Replacement::Br);
            funds[1] = halves(Replacement::In);
            funds[2] = halves(Replacement::Ru);
            funds[3] = halves(Replacement::ApAllied);
            let begun = state.scalar(Scalar::RevolutionStage) > 0;
            let theirs = view.control[0].contains(known.constantinople)
                && state.get(Cell::RuVp(known.constantinople)) > 0;
            if begun && theirs {
                funds[2] = 0;
            }
            let convertible = match () {
                // 16.4.5.1-1, but for 16.4.3-2.
                () if begun && !theirs => 0,
                // 17.2.2-3, 17.2.2-2, 17.2.2-1
                () if state.happened(ASQUITH_LLOYD_GEORGE_COALITION) => u32::MAX,
                () => u32::from(state.happened(KITCHENER)),
            };
            (0, convertible, begun && theirs)
        };
        no_russians &= convertible.min(funds[source] / 2) == 0;
        Self {
            side: checker.side,
            funds,
            source,
            convertible,
            capital_lost: lost.contains(known.constantinople),
            no_russians,
        }
    }

    /// So many whole TU points instead; they are lost with the capital like others (17.1.3-1).
    pub(super) fn with_bonus(&self, points: u16) -> Self {
        let mut funds = [0; FUNDS];
        funds[0] = match self.capital_lost {
            true => 0,
            false => 2 * u32::from(points),
        };
        Self {
            side: self.side,
            funds,
            source: self.source,
            convertible: 0,
            capital_lost: self.capital_lost,
            no_russians: false,
        }
    }

    /// Whether there is anything to spend.
    pub(super) fn is_empty(&self) -> bool {
        self.funds.iter().all(|fund| *fund == 0)
    }

    /// The least number of half points unpaid, over all numbers of converted points.
    pub(super) fn missing(&self, steps: &[(u16, u32)]) -> u32 {
        unpaid(steps, &self.funds, self.source, self.convertible)
    }

    /// The least half TU points that pay, with others, for all steps.
    pub(super) fn least_turkish(&self, steps: &[(u16, u32)]) -> u32 {
        if self.side != Side::Cp {
            return 0;
        }
        let mut others = self.funds;
        others[0] = 0;
        unpaid(steps, &others, self.source, self.convertible)
    }
}

/// The half points of steps that funds cannot pay.
///
/// Of all sets of funds one says how many: what only these may pay for, less what is in them (the
/// least cut of the flow from funds to steps).
fn unpaid(steps: &[(u16, u32)], funds: &[u32; FUNDS], source: usize, convertible: u32) -> u32 {
    if steps.is_empty() {
        return 0;
    }
    let used = steps.iter().fold(0, |all, (payers, _)| all | payers);
    // Funds that pay for none of the steps decide nothing.
    let paying: Vec<usize> = (0..FUNDS).filter(|fund| used >> fund & 1 == 1).collect();
    let sets = 1 << paying.len();
    let mut due = vec![0_u32; sets];
    for (payers, halves) in steps {
        let members = paying.iter().enumerate();
        let pays = |(at, fund): (usize, &usize)| usize::from(payers >> fund & 1) << at;
        due[members.map(pays).sum::<usize>()] += halves;
    }
    for at in 0..paying.len() {
        for set in 0..sets {
            if set >> at & 1 == 1 {
                due[set] += due[set ^ 1 << at];
            }
        }
    }
    let converts = used & CONVERTED > 0;
    let most = if converts {
        convertible.min(funds[source] / 2)
    } else {
        0
    };
    let mut held = vec![0; sets];
    let short = |points: u32| {
        let mut left = *funds;
        left[source] -= 2 * points;
        left[CONVERTED.trailing_zeros() as usize] = 2 * points;
        for set in 1..sets {
            held[set] = held[set & (set - 1)] + left[paying[set.trailing_zeros() as usize]];
        }
        let lack = due
            .iter()
            .zip(&held)
            .map(|(due, held)| due.saturating_sub(*held));
        lack.max().unwrap_or(0)
    };
    (0..=most).map(short).min().unwrap_or(0)
}

impl Replacer<'_> {
    /// The funds that pay for a unit, of two nations those of either (3.2-6).
    pub(super) fn payers(&self, unit: UnitId) -> u16 {
        let checker = &self.checker;
        let (entry, nations) = (&checker.data.units[unit], checker.nations_now(unit));
        let own = checker.view().commander(unit) == Some(checker.side);
        let northern = unit == checker.data.known.br_arab_northern_army;
        match (entry.class, checker.side) {
            // 17.1.1.2-2, 17.1.1.1-2
            _ if northern || entry.is_of(Nation::ArabRevolt) => return BR | AP_ALLIED,
            // Who stays after stage 4 is British (16.4.5.4-2).
            _ if checker.activation_rules.counts_as_british(unit) => return BR | AP_ALLIED,
            // 17.1.1.2-1
            (Class::Irregular | Class::Tribe, Side::Cp) => {
                return TU | CONVERTED | GE | CP_ALLIED | self.of_revolt(unit);
            }
            (Class::Irregular | Class::Tribe, _) => return BR | IN | RU | CONVERTED | AP_ALLIED,
            _ => {}
        }
        let of = Nation::ALL.iter().filter(|nation| nations.has(**nation));
        of.fold(0, |all, nation| {
            all | match (nation, checker.side) {
                (Nation::Br, _) => BR,
                (Nation::In, _) => IN,
                (Nation::Ru, _) => RU | CONVERTED,
                // 18.8.1.1.b-3: nobody pays for units of a Greece that is no ally.
                (Nation::Gr, _) if !own && nations.len() == 1 => 0,
                // 17.1.1.1-2
                (Nation::Anz, _) | (Nation::Gr, Side::Ap) => BR | AP_ALLIED,
                // 17.1.1.1-1
                (Nation::Fr | Nation::It | Nation::Ro | Nation::Sb, _) => AP_ALLIED,
                (Nation::Arm | Nation::Geo, _) => AP_ALLIED,
                (Nation::Tu | Nation::TuA, _) => TU | CONVERTED,
                (Nation::Ge, _) => GE,
                // 17.1.1.1-3, 17.2.1.2
                (Nation::Gr, _) => GE | CP_ALLIED,
                (Nation::Ah, _) if self.traces_to_galicia(unit) => GE | CP_ALLIED,
                (Nation::Bu, _) if self.sofia_traces() => GE | CP_ALLIED,
                (Nation::Ah | Nation::Bu, _) => CP_ALLIED,
                _ => 0,
            }
        })
    }

    /// The fund of the revolt of a unit (16.3.3.5).
    fn of_revolt(&self, unit: UnitId) -> u16 {
        let nations = &self.checker.data.units[unit].nations;
        let revolt = match nations.first() {
            Some(Nation::Egyptian) => Revolt::Egypt,
            Some(Nation::IndianMutiny) => Revolt::India,
            Some(Nation::Afghan) => Revolt::Afghanistan,
            Some(Nation::CentralAsian) => Revolt::CentralAsia,
            _ => return 0,
        };
        1 << (REVOLTS + revolt as u32)
    }

    /// Whether a unit of AH draws on Galicia; from the boxes it comes from there.
    fn traces_to_galicia(&self, unit: UnitId) -> bool {
        let checker = &self.checker;
        let spot = checker.position.place(unit);
        let spot = spot.filter(|place| *place < checker.data.on_map);
        spot.is_none_or(|place| checker.outlook().traces_to_galicia(place))
    }

    fn sofia_traces(&self) -> bool {
        let line = || self.checker.outlook().sofia_traces_to_galicia();
        *self.sofia.get_or_init(line)
    }
}
