//! What must be so in a position for a card to be played (`prerequisites` of `cards.csv`).

use crate::board::BitSet;
use crate::cards::{
    Comparison, Condition, Gauge, Land, NamedThing, Naming, ROMANIA, Simple,
    TALAAT_PASHA_REFORMS_CABINET,
};
use crate::control::{View, index};
use crate::data::{CardId, PlaceId};
use crate::position::Position;
use crate::state::{Cell, OFFENSIVES, Scalar};
use crate::vocabulary::*;

/// What a condition allows at most, if it is about a number that it bounds from above.
fn at_most(condition: Condition) -> Option<(Gauge, i32)> {
    match condition {
        Condition::Number(gauge, Comparison::AtMost, number) => Some((gauge, number.into())),
        _ => None,
    }
}

impl Position {
    /// Whether the prerequisites of a card hold, so far as the position can tell. What a battle
    /// must be like is not asked here.
    #[must_use]
    pub fn may_be_played(&self, card: CardId) -> bool {
        let view = self.view();
        let clauses = self.data().cards.get(card).map(|card| &card.prerequisites);
        clauses.is_some_and(|clauses| {
            clauses.iter().all(|clause| {
                let mut any = clause.iter();
                any.any(|condition| condition.asks_battle() || self.fulfils(&view, *condition))
            })
        })
    }

    /// Whether a card's event is past: what it asks for can never hold again. It is still played as an
    /// event, for its War Status or to be rid of it, and nothing else happens (9.5.1.e-1). ROMANIA is not,
    /// once the Revolution has begun (16.4.5.1-3).
    #[must_use]
    pub fn is_past(&self, card: CardId) -> bool {
        let clauses = self.data().cards.get(card).map(|card| &card.prerequisites);
        card != ROMANIA
            && clauses.is_some_and(|clauses| {
                let round = i32::from(self.state().scalar(Scalar::Round));
                // A round that has gone by comes again in the next turn.
                let gone = |condition: &Condition| {
                    let (Gauge::ActionRound, most) = at_most(*condition)? else {
                        return None;
                    };
                    (round > most).then_some(())
                };
                let later = clauses.iter().flatten().find_map(gone).is_some();
                let turn = i32::from(self.state().scalar(Scalar::Turn)) + i32::from(later);
                clauses.iter().any(|clause| {
                    let mut all = clause.iter();
                    all.all(|condition| self.never_again(*condition, turn))
                })
            })
    }

    /// Whether a condition can never hold again, if the card cannot be played before this turn.
    fn never_again(&self, condition: Condition, turn: i32) -> bool {
        let state = self.state();
        match condition {
            // The War Status only grows.
            Condition::Number(..) => match at_most(condition) {
                Some((Gauge::Turn, most)) => turn > most,
                Some((Gauge::CpWarStatus, most)) => state.track(Track::WarStatusCp) > most,
                Some((Gauge::CombinedWarStatus, most)) => {
                    state.track(Track::CombinedWarStatus) > most
                }
                _ => false,
            },
            Condition::Plain(Simple::GreeceNeutral) => state.greece() != Stand::Neutral,
            Condition::Plain(Simple::BeforeRevolution) => state.scalar(Scalar::RevolutionStage) > 0,
            Condition::Plain(Simple::RomaniaFights) => {
                state.holds(Scalar::Collapsed, Collapse::Romania as u8)
            }
            // The CP rolls for no offensives any more.
            Condition::Plain(Simple::EnverOffensive) => {
                state.happened(TALAAT_PASHA_REFORMS_CABINET)
                    && !self.fulfils(&self.view(), condition)
            }
            Condition::Of(Naming::NotAfter, NamedThing::Card(card)) => state.happened(card),
            _ => false,
        }
    }

    /// Whether one condition holds. None of a battle does.
    pub(super) fn fulfils(&self, view: &View<'_>, condition: Condition) -> bool {
        let state = self.state();
        match condition {
            Condition::Plain(word) => self.fulfils_plainly(view, word),
            Condition::Of(naming, what) => self.fulfils_of(view, naming, what),
            Condition::Number(gauge, comparison, number) => {
                let found = match gauge {
                    Gauge::Turn => i32::from(state.scalar(Scalar::Turn)),
                    Gauge::ActionRound => i32::from(state.scalar(Scalar::Round)),
                    Gauge::Jihad => state.track(Track::Jihad),
                    Gauge::Vp => state.track(Track::Vp),
                    Gauge::CpWarStatus => state.track(Track::WarStatusCp),
                    Gauge::CombinedWarStatus => state.track(Track::CombinedWarStatus),
                };
                match comparison {
                    Comparison::AtLeast => found >= i32::from(number),
                    Comparison::AtMost => found <= i32::from(number),
                }
            }
        }
    }

    fn fulfils_plainly(&self, view: &View<'_>, word: Simple) -> bool {
        let state = self.state();
        let known = &self.data().known;
        let collapsed = |country| state.holds(Scalar::Collapsed, country as u8);
        let revolution = state.scalar(Scalar::RevolutionStage) > 0;
        match word {
            Simple::Winter => self.winter(),
            Simple::NotWinter => !self.winter(),
            Simple::BeforeRevolution => !revolution,
            Simple::Revolution => revolution,
            Simple::GreeceNeutral => view.greece_neutral(),
            Simple::SerbianCollapse => collapsed(Collapse::Serbia),
            Simple::RomaniaFights => state.happened(ROMANIA) && !collapsed(Collapse::Romania),
            Simple::RailLink => view.railroad_open(),
            Simple::WarmWaterPort => !self.warm_water_ports(view).is_empty(),
            // Those that left the game at once for VERDUN, ROBERTSON or KAISERSCHLACHT lie elsewhere
            // (18.12.6).
            Simple::EmpireLcuLost => {
                let graves = [known.ap_eliminated, known.ap_permanently_eliminated];
                let mut lcus = self.data().counters.lcus.iter();
                lcus.any(|unit| {
                    let entry = &self.data().units[unit];
                    (entry.is_of(Nation::Br) || entry.is_of(Nation::In))
                        && self
                            .place(unit)
                            .is_some_and(|place| graves.contains(&place))
                })
            }
            // Met or not, it is one of the turn.
            Simple::EnverOffensive => {
                state.holds(Scalar::Flags, Flag::EnverOffensive as u8)
                    || (0..OFFENSIVES).any(|slot| {
                        let cell = Cell::Offensive(index(Side::Cp) * OFFENSIVES + slot);
                        state.get(cell) & 31 == Offensive::EnverToTheFront as u16 + 1
                    })
            }
            // Those of a battle.
            _ => false,
        }
    }

    fn fulfils_of(&self, view: &View<'_>, naming: Naming, what: NamedThing) -> bool {
        let state = self.state();
        let held = |side: Side, place: PlaceId| view.control[index(side)].contains(place);
        match (naming, what) {
            (Naming::Event, NamedThing::Card(card)) => state.happened(card),
            (Naming::NotAfter, NamedThing::Card(card)) => {
                !state.happened(card) && !state.used(card) && state.played_by(card).is_none()
            }
            (Naming::ApControls, NamedThing::Place(place)) => held(Side::Ap, place),
            (Naming::CpControls, NamedThing::Place(place)) => held(Side::Cp, place),
            // Whoever enters a space takes it; nothing remembers more.
            (Naming::ApUnitsEntered, NamedThing::Place(place)) => {
                let mut units = view.commanded(Side::Ap).iter();
                held(Side::Ap, place) || units.any(|unit| self.place(unit) == Some(place))
            }
            (Naming::ApControlsAny, NamedThing::Land(land)) => {
                let mut places = view.control[index(Side::Ap)].iter();
                places.any(|place| self.lies_in(place, land))
            }
            (Naming::ApLcuIn, NamedThing::Land(land)) => self.lcu_in(view, land, &[], true),
            (Naming::FrOrBrLcuIn, NamedThing::Land(land)) => {
                self.lcu_in(view, land, &[Nation::Fr, Nation::Br], true)
            }
            (Naming::NoApLcuAshore, NamedThing::Land(land)) => !self.lcu_in(view, land, &[], false),
            _ => false,
        }
    }

    fn lies_in(&self, place: PlaceId, land: Land) -> bool {
        let Some(space) = self.data().spaces.get(place) else {
            return false;
        };
        match land {
            Land::Area(area) => space.area == area,
            Land::Country(country) => space.country == Some(country),
        }
    }

    /// Whether an AP LCU of one of these nations, or of any, stands in a land, or on its beaches.
    fn lcu_in(&self, view: &View<'_>, land: Land, nations: &[Nation], beaches: bool) -> bool {
        let data = self.data();
        let lcus = view.commanded(Side::Ap) & data.counters.lcus;
        lcus.iter().any(|unit| {
            let place = self.place(unit).filter(|place| *place < data.on_map);
            place.is_some_and(|place| {
                let on_beach = data.spaces[place].kind == Kind::Beachhead;
                let of = |nation: &Nation| data.units[unit].is_of(*nation);
                self.lies_in(place, land)
                    && (beaches || !on_beach)
                    && (nations.is_empty() || nations.iter().any(of))
            })
        })
    }

    /// The ports of the Persian Gulf and the East Mediterranean that were Turkish in which a RU unit stands,
    /// and from which places that the Russians control lead overland to Petrovsk (16.4.3.1-1).
    ///
    /// They control what the AP control, of places worth VPs outside Russia those with a RU VP
    /// marker.
    pub(crate) fn warm_water_ports(&self, view: &View<'_>) -> BitSet {
        let (data, state) = (self.data(), self.state());
        let russian = |place: &PlaceId| {
            let space = &data.spaces[*place];
            space.vp == 0
                || space.country == Some(Country::Russia)
                || state.get(Cell::RuVp(*place)) > 0
        };
        let held = view.control[index(Side::Ap)].iter();
        let held: BitSet = held.filter(russian).collect();
        let seas = [Sea::PersianGulf, Sea::EastMediterranean];
        let ports = seas.iter().map(|sea| data.network.ports[*sea as usize]);
        let ports = ports.fold(BitSet::EMPTY, |all, more| all | more);
        let mut units = view.commanded(Side::Ap).iter();
        let occupied: BitSet = units
            .by_ref()
            .filter(|unit| data.units[*unit].is_of(Nation::Ru))
            .filter_map(|unit| self.place(unit).filter(|place| *place < data.on_map))
            .filter(|place| data.spaces[*place].country == Some(Country::Turkey))
            .collect();
        let home: BitSet = [data.known.petrovsk].into_iter().collect();
        let mut reached = home & held;
        let mut waiting: Vec<PlaceId> = reached.iter().collect();
        while let Some(from) = waiting.pop() {
            for (to, number) in data.movement_graph.from(from) {
                let by_sea = matches!(
                    data.connections[number].link,
                    Link::SeaPath | Link::Beachhead
                );
                if !by_sea && held.contains(to) && !reached.contains(to) {
                    reached.insert(to);
                    waiting.push(to);
                }
            }
        }
        ports & occupied & reached
    }
}
