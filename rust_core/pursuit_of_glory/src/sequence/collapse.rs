//! Countries that collapse in the War Status Phase (6.0.F.5, 16.6): Bulgaria (18.8.2.3), Serbia
//! (18.8.3.3) and Romania (18.8.4.3).

use super::Transition;
use super::agenda::{FrameHandler, NextStep, SILENT, Then};
use super::decision::Parameters;
use super::redeployment;
use crate::cards::{BULGARIA, CardId, ROMANIA};
use crate::check::{Arg, Violation, codes};
use crate::data::{PlaceId, UnitId};
use crate::orders::{Move, Order};
use crate::position::Position;
use crate::readings::Readings;
use crate::state::{Cell, Frame, FrameKind, Scalar};
use crate::supply::outlook::Outlook;
use crate::vocabulary::*;
use engine::chance::Random;

/// The CP may redeploy so many units when Serbia has collapsed (18.8.3.3.a-6).
/// The countries whose collapse the AP may declare, in the order in which they collapse (6.0.F.5).
const DECLARABLE: [Collapse; 2] = [Collapse::Serbia, Collapse::Romania];

/// The AP may declare collapses (18.8.3.3.a-1, 18.8.4.3-1).
pub(super) const COLLAPSES: FrameHandler = FrameHandler {
    next_step: |position, _| match position.may_be_declared()[..] {
        [] => NextStep::Takes(Box::new(position.collapse_of(&[]))),
        _ => NextStep::Decides(DecisionKind::Collapses),
    },
    parameters: |position, _| Parameters::Collapses {
        countries: position.may_be_declared(),
    },
    check: |position, _, made| position.check_declaration(made),
    take: |position, _, made| Ok(position.collapse_of(&declared(made))),
    ..SILENT
};

/// A country that collapses: who goes, and what follows.
pub(super) const COLLAPSE: FrameHandler = FrameHandler {
    next_step: |position, frame| {
        let country = country_of(frame);
        match frame.args[1] {
            0 => NextStep::Takes(Box::new(position.without_those_of(country))),
            1 => match position.divisions_to_name(country) {
                Some(_) => NextStep::Decides(DecisionKind::DivisionsLeave),
                None => {
                    let all = position.divisions();
                    NextStep::Takes(Box::new(position.without_divisions(&all)))
                }
            },
            2 => NextStep::Takes(Box::new(position.mourned(country))),
            _ => NextStep::Done,
        }
    },
    parameters: |position, frame| Parameters::DivisionsLeave {
        country: country_of(frame),
        number: divisions_of(country_of(frame)),
        units: position.divisions(),
    },
    check: |position, frame, made| position.check_divisions(country_of(frame), made),
    take: |position, _, made| {
        let named: Vec<_> = made.orders().iter().filter_map(Order::unit).collect();
        Ok(position.without_divisions(&named))
    },
    after: |_, _, _| Then::Again,
    ..SILENT
};

/// The country that a frame is about.
pub(crate) fn country_of(frame: Frame) -> Collapse {
    let [number, _] = frame.args[0].to_le_bytes();
    Collapse::at(number).unwrap_or(Collapse::Serbia)
}

/// So many AH divisions came with the event by which the country entered the war (18.8.3.3.a-4,
/// 18.8.4.3-3).
const fn divisions_of(country: Collapse) -> usize {
    match country {
        Collapse::Romania => 3,
        _ => 2,
    }
}

/// The event by which it entered the war.
const fn entry_of(country: Collapse) -> CardId {
    match country {
        Collapse::Romania => ROMANIA,
        _ => BULGARIA,
    }
}

/// The countries that a move declares.
fn declared(made: &Move) -> Vec<Collapse> {
    let country = |order: &Order| match order {
        Order::Declare { country } => Some(*country),
        _ => None,
    };
    made.orders().iter().filter_map(country).collect()
}

impl Position {
    /// Whether a country is in the war and has not collapsed.
    fn stands(&self, country: Collapse) -> bool {
        self.state().happened(entry_of(country))
            && !self.state().holds(Scalar::Collapsed, country as u8)
    }

    fn has_collapsed(&mut self, country: Collapse) {
        let collapsed = self.state().scalar(Scalar::Collapsed);
        self.put_scalar(Scalar::Collapsed, collapsed | 1 << country as u16);
    }

    /// Whether an LCU of a nation is in a country.
    fn has_lcu_in(&self, nation: Nation, country: Country) -> bool {
        let data = self.data();
        let there = |unit: UnitId| {
            let place = self.spot(unit);
            place.is_some_and(|place| data.spaces[place].country == Some(country))
        };
        let units = data.units.iter().enumerate();
        let mut lcus = units.filter(|(_, entry)| entry.size == Size::Lcu && entry.is_of(nation));
        lcus.any(|(unit, _)| there(unit))
    }

    /// Whether a country collapses though nobody declares it: Serbia without Belgrade, Skopje and LCUs of
    /// its own there (18.8.3.3.a-1), Romania without Bucharest, Constanza, Ploesti, LCUs of its own
    /// anywhere and RU LCUs in it (18.8.4.3-1).
    fn must_collapse(&self, country: Collapse) -> bool {
        let data = self.data();
        let known = &data.known;
        let taken = |places: &[PlaceId]| {
            let controlled = &self.state().controlled[1];
            places.iter().all(|place| controlled.contains(*place))
        };
        self.stands(country)
            && match country {
                Collapse::Bulgaria => self.state().controlled[0].contains(known.sofia),
                Collapse::Serbia => {
                    taken(&[known.belgrade, known.skopje])
                        && !self.has_lcu_in(Nation::Sb, Country::Serbia)
                }
                Collapse::Romania => {
                    let lives = |unit: UnitId| {
                        let entry = &data.units[unit];
                        entry.size == Size::Lcu
                            && entry.is_of(Nation::Ro)
                            && !self.is_eliminated(unit)
                    };
                    taken(&[known.bucharest, known.constanta, known.ploesti])
                        && !(0..data.units.len()).any(lives)
                        && !self.has_lcu_in(Nation::Ru, Country::Romania)
                }
            }
    }

    /// Whether a unit is neither on the map nor in a box from which it comes back without points.
    fn is_eliminated(&self, unit: UnitId) -> bool {
        let known = &self.data().known;
        let boxes = [
            known.ap_eliminated,
            known.ap_permanently_eliminated,
            known.ap_removed_from_game,
        ];
        self.place(unit).is_none_or(|place| boxes.contains(&place))
    }

    /// The countries whose collapse the AP may declare: Serbia when the CP controls Belgrade, Romania at
    /// any time, and none that collapses anyway.
    fn may_be_declared(&self) -> Vec<Collapse> {
        let belgrade = self.data().known.belgrade;
        let lost = self.state().controlled[1].contains(belgrade);
        let all = DECLARABLE.into_iter();
        all.filter(|country| {
            self.stands(*country)
                && !self.must_collapse(*country)
                && (*country == Collapse::Romania || lost)
        })
        .collect()
    }

    fn check_declaration(&self, made: &Move) -> Vec<Violation> {
        let able = self.may_be_declared();
        let mut found = Vec::new();
        for country in declared(made) {
            if !able.contains(&country) {
                let code = match country {
                    Collapse::Bulgaria => &codes::BULGARIA_NOT_DECLARABLE,
                    Collapse::Romania => &codes::ROMANIA_NOT_DECLARABLE,
                    Collapse::Serbia => &codes::SERBIA_NOT_DECLARABLE,
                };
                found.push(Violation::new(code, &[Arg::Ally(country)]));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Whether the AP is asked, or a country collapses anyway.
    pub(super) fn collapses_are_due(&self) -> bool {
        let forced = DECLARABLE
            .iter()
            .any(|country| self.must_collapse(*country));
        forced || !self.may_be_declared().is_empty()
    }

    /// The countries collapse that have been declared, and those that have to: Serbia before Romania.
    fn collapse_of(&self, declared: &[Collapse]) -> Self {
        let mut next = self.clone();
        next.pop();
        next.next_in_phase();
        for country in DECLARABLE.into_iter().rev() {
            if declared.contains(&country) || self.must_collapse(country) {
                let frame = Frame::of(FrameKind::Collapse).by(Side::Cp);
                next.push(frame.with(country as u16));
            }
        }
        next.advance_to_next_decision()
    }

    /// Bulgaria collapses when it is in the war and the AP controls Sofia: its units leave the game, and a
    /// German division takes the place of the XI Army (18.8.2.3-1, 18.8.2.3-2).
    pub(super) fn collapse_of_bulgaria(&self) -> Self {
        let data = self.data();
        let known = &data.known;
        let mut transition = Transition::new(self, Side::Cp);
        transition.now.next_in_phase();
        if self.must_collapse(Collapse::Bulgaria) {
            transition.now.has_collapsed(Collapse::Bulgaria);
            let gone = known.cp_removed_from_game;
            for (unit, entry) in data.units.iter().enumerate() {
                if entry.is_of(Nation::Bu) && self.place(unit).is_some() {
                    match unit == known.ge_bu_xi_army {
                        true => transition.replace_by_germans(unit, gone),
                        false => transition.now.retire(unit, gone, false),
                    }
                }
            }
            transition.settle_outside_rounds();
        }
        transition.now.advance_to_next_decision()
    }

    /// The step of a collapse is done.
    fn next_of_collapse(&mut self) {
        let step = self.state().top().map_or(0, |top| top.args[1]);
        self.put_arg(FrameKind::Collapse, 1, step + 1);
    }

    /// A country has collapsed: whoever leaves the game for it does, but for AH divisions.
    fn without_those_of(&self, country: Collapse) -> Self {
        let data = self.data();
        let known = &data.known;
        let mut transition = Transition::new(self, Side::Cp);
        transition.now.has_collapsed(country);
        transition.now.next_of_collapse();
        let gone = |side| match side {
            Side::Cp => known.cp_removed_from_game,
            _ => known.ap_removed_from_game,
        };
        for unit in match country {
            Collapse::Romania => self.lost_with_romania(),
            _ => self.lost_with_serbia(),
        } {
            transition
                .now
                .retire(unit, gone(data.units[unit].side), false);
        }
        transition.settle_outside_rounds();
        transition.keep_landing();
        transition.now.advance_to_next_decision()
    }

    /// Serbian LCUs, SCUs that trace to no port of the AP (nobody does from the Eliminated Box; who is in
    /// reserve need not), and the Germans and Austrians who came with BULGARIA, but for the XI Army,
    /// Mackensen, the heavy artillery and infantry divisions; the Alpenkorps stays for Romania
    /// (18.8.3.3.a-2, 18.8.3.3.a-3, 18.8.3.3.a-5).
    fn lost_with_serbia(&self) -> Vec<UnitId> {
        let data = self.data();
        let known = &data.known;
        let outlook = Outlook::new(self, Side::Ap, &Readings::OURS);
        let ports = outlook.ports(false);
        let cut_off = |unit: UnitId, place: PlaceId| match place < data.on_map {
            true => {
                let tracer = outlook.tracer(unit);
                !(outlook.overland(tracer, ports) | ports).contains(place)
            }
            false => place != known.ap_reserve,
        };
        let stays = [
            known.ge_bu_xi_army,
            known.ge_mackensen_hq,
            known.ge_heavy_artillery,
        ];
        let leaves = |unit: &UnitId| {
            let Some(place) = self.place(*unit) else {
                return false;
            };
            let entry = &data.units[*unit];
            match entry.nations[..] {
                [Nation::Sb] => entry.size == Size::Lcu || cut_off(*unit, place),
                [Nation::Ge | Nation::Ah] => {
                    let came = data.cards[BULGARIA].enters.iter();
                    let came = came.map(|one| one.unit).any(|other| other == *unit);
                    let infantry = entry.size == Size::Scu && is_foot(entry.unit_type);
                    let for_romania =
                        *unit == known.ge_alpenkorps && self.stands(Collapse::Romania);
                    came && !infantry && !stays.contains(unit) && !for_romania
                }
                _ => false,
            }
        };
        (0..data.units.len()).filter(leaves).collect()
    }

    /// All RO units, the GE cavalry corps, and the AH units that came with ROMANIA, the division it shares
    /// with Bulgaria among them (18.8.4.3-2).
    fn lost_with_romania(&self) -> Vec<UnitId> {
        let data = self.data();
        let leaves = |unit: &UnitId| {
            let entry = &data.units[*unit];
            let came = data.cards[ROMANIA].enters.iter();
            let came = came.map(|one| one.unit).any(|other| other == *unit);
            let austrian = came && entry.is_of(Nation::Ah);
            self.place(*unit).is_some()
                && (entry.is_of(Nation::Ro)
                    || *unit == data.known.ge_schmettow
                    || (austrian && !is_division(entry.size, &entry.nations)))
        };
        (0..data.units.len()).filter(leaves).collect()
    }

    /// The AH divisions on the map, in reserve, and those that may be rebuilt: one is as good as another
    /// (18.8.3.3.a-4, 18.8.4.3-3).
    fn divisions(&self) -> Vec<UnitId> {
        let data = self.data();
        let [reserve, eliminated, _] = data.known.spent_boxes(Side::Cp);
        let there = |unit: &UnitId| {
            let entry = &data.units[*unit];
            let place = self.place(*unit);
            is_division(entry.size, &entry.nations)
                && place.is_some_and(|place| {
                    place < data.on_map || place == reserve || place == eliminated
                })
        };
        (0..data.units.len()).filter(there).collect()
    }

    /// How many divisions the CP has to name; `None` if there is no choice.
    fn divisions_to_name(&self, country: Collapse) -> Option<usize> {
        let number = divisions_of(country);
        (self.divisions().len() > number).then_some(number)
    }

    fn check_divisions(&self, country: Collapse, made: &Move) -> Vec<Violation> {
        let able = self.divisions();
        let wanted = divisions_of(country).min(able.len());
        let [nobody, few, many] = match country {
            Collapse::Romania => [
                &codes::NO_DIVISION_OF_ROMANIA,
                &codes::ROMANIA_TOO_FEW,
                &codes::ROMANIA_TOO_MANY,
            ],
            _ => [
                &codes::NO_DIVISION_OF_SERBIA,
                &codes::SERBIA_TOO_FEW,
                &codes::SERBIA_TOO_MANY,
            ],
        };
        let mut named: Vec<_> = made.orders().iter().filter_map(Order::unit).collect();
        named.sort_unstable();
        named.dedup();
        let mut found = Vec::new();
        for unit in named.iter().filter(|unit| !able.contains(unit)) {
            found.push(Violation::new(nobody, &[Arg::Unit(*unit)]));
        }
        let number = named.iter().filter(|unit| able.contains(unit)).count();
        let apart = Arg::Number(u32::try_from(number.abs_diff(wanted)).unwrap_or(u32::MAX));
        match number.cmp(&wanted) {
            std::cmp::Ordering::Less => found.push(Violation::new(few, &[apart])),
            std::cmp::Ordering::Greater => found.push(Violation::new(many, &[apart])),
            std::cmp::Ordering::Equal => {}
        }
        found.sort_unstable();
        found
    }

    fn without_divisions(&self, units: &[UnitId]) -> Self {
        let mut transition = Transition::new(self, Side::Cp);
        transition.now.next_of_collapse();
        for unit in units {
            let gone = self.data().known.cp_removed_from_game;
            transition.now.retire(*unit, gone, false);
        }
        transition.settle_outside_rounds();
        transition.now.advance_to_next_decision()
    }

    /// After Serbia the AP loses prestige if no BR unit is in Greece or Serbia; beachheads and Lemnos are
    /// in neither, and the Corps of National Defense is none (18.8.3.3.a-7, 3.2.1.3.cnd-4); Russians who
    /// have become British are (16.4.5.4-3). Then the CP
    /// may redeploy two units (18.8.3.3.a-6).
    fn mourned(&self, country: Collapse) -> Self {
        let mut next = self.clone();
        next.next_of_collapse();
        if country == Collapse::Serbia {
            let data = self.data();
            let helps = |unit: UnitId| {
                let place = self.spot(unit);
                let entry = &data.units[unit];
                let turned = entry.is_of(Nation::Ru) && !self.is_russian(unit);
                (entry.is_of(Nation::Br) || turned)
                    && unit != data.known.gr_br_corps_of_national_defense
                    && place.is_some_and(|place| {
                        let space = &data.spaces[place];
                        space.kind == Kind::Space
                            && matches!(space.country, Some(Country::Greece | Country::Serbia))
                    })
            };
            if !(0..data.units.len()).any(helps) {
                next.shift(Track::Vp, 1);
            }
            next.push(redeployment::of_event(Side::Cp, EventSr::Collapse, None));
        }
        next.advance_to_next_decision()
    }

    /// Legal answers at random, where AH divisions leave or the AP may declare collapses.
    pub(super) fn sampled_collapses(&self, seed: u64, count: usize) -> Option<Vec<Move>> {
        let top = self.state().top()?;
        let stream = |number: usize| Random::new(seed, number as u64 + 1);
        let declares = match top.kind {
            FrameKind::Collapses => true,
            FrameKind::Collapse => false,
            _ => return None,
        };
        let one = |number: usize| {
            let mut random = stream(number);
            let orders = if declares {
                let able = self.may_be_declared().into_iter();
                let named = able.filter(|_| random.chance(50));
                named.map(|country| Order::Declare { country }).collect()
            } else {
                let mut units = self.divisions();
                random.shuffle(&mut units);
                units.truncate(divisions_of(country_of(top)));
                units.sort_unstable();
                let leaving = units.into_iter();
                leaving.map(|unit| Order::Eliminate { unit }).collect()
            };
            Move::new(orders)
        };
        Some((0..count).map(one).collect())
    }
}

/// An AH division: the SCUs of that nation alone.
fn is_division(size: Size, nations: &[Nation]) -> bool {
    size == Size::Scu && nations == [Nation::Ah]
}

/// Infantry, elite or not.
const fn is_foot(unit_type: UnitType) -> bool {
    matches!(unit_type, UnitType::Infantry | UnitType::EliteInfantry)
}

impl Transition<'_> {
    /// A German army goes into a box, and where it stood a GE infantry SCU of the Reserve Box takes its
    /// place, if there is one. These are alike: one at full strength comes first (16.4.5.4-10,
    /// 18.8.2.3-3).
    pub(super) fn replace_by_germans(&mut self, army: UnitId, box_of: PlaceId) {
        let data = self.before.data();
        let stood = self.now.spot(army);
        self.now.retire(army, box_of, false);
        let waits = |unit: &UnitId| {
            let entry = &data.units[*unit];
            let at = self.now.place(*unit);
            is_foot(entry.unit_type)
                && entry.size == Size::Scu
                && entry.is_of(Nation::Ge)
                && at == Some(data.known.cp_reserve)
        };
        let reduced = |unit: UnitId| self.now.state().get(Cell::Reduced(unit)) > 0;
        let waiting = (0..data.units.len()).filter(waits);
        let best = waiting.min_by_key(|unit| (reduced(*unit), *unit));
        if let (Some(unit), Some(place)) = (best, stood) {
            self.now.stand(unit, place);
        }
    }
}
