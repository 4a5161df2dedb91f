//! What it costs to activate a stack (9.2), and what bars it.

mod events;
mod nationality;

use super::data::{Nations, PlaceId, Unit, UnitId};
use super::position::Position;
use super::readings::Readings;
use super::state::{Cell, OFFENSIVES, Scalar};
use super::supply::Status;
use super::supply::outlook::Outlook;
pub use super::vocabulary::Purpose;
use super::vocabulary::*;
use crate::board::BitSet;
use crate::cards::{APIS, PARLIAMENTARY_INQUIRY};
use nationality::nationality_choices;
use std::cell::OnceCell;

/// The items an activation costs, in OPS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ActivationCost {
    /// Nationalities among the regular combat units, at least 1 (9.2.1-1, 9.2.2.a).
    pub nationalities: u8,
    /// For units in disrupted supply (14.1.7-2, 11.2.2.2.a-2, 3.2.4.2-6).
    pub disrupted: u8,
    /// For an attack by RU units once the revolution has begun (16.4.5.1-2).
    pub revolution: u8,
    /// For BR or IN units in the turn of PARLIAMENTARY INQUIRY.
    pub inquiry: u8,
    /// For units supplied only through the Aegean and the East Mediterranean once GERMAN SUBS IN
    /// THE MED has happened, and once more through the East Mediterranean alone after UNRESTRICTED
    /// SUBMARINE WARFARE, while Athens is not the AP's.
    pub submarines: u8,
}

impl ActivationCost {
    /// The OPS to be paid.
    #[must_use]
    pub const fn total(self) -> u8 {
        self.nationalities + self.disrupted + self.revolution + self.inquiry + self.submarines
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
pub type Activation = Result<ActivationCost, Vec<Bar>>;

/// The numbers of the rules that bar an activation, as a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Bars(u8);

impl Bars {
    const NONE: Self = Self(0);
    const LIMITED: Self = Self(1);
    const OUT_OF_SUPPLY: Self = Self(2);
    const AFGHANISTAN: Self = Self(4);
    const NO_COMBAT_UNIT: Self = Self(8);
    const NO_BRITISH_ATTACKS: Self = Self(16);
    const APIS: Self = Self(32);
    /// The rules' numbers, in the order of the bits.
    const RULES: [&'static str; 6] = [
        "14.1.9-2",
        "14.3.1-1",
        "18.8.6-3",
        "2.0.combat_unit-2",
        "7.3.nobr-1",
        "9.5.1.a",
    ];

    /// The rules' numbers.
    pub(super) fn rules(self) -> impl Iterator<Item = &'static str> {
        let rules = Self::RULES.into_iter().enumerate();
        rules.filter_map(move |(bit, rule)| (self.0 >> bit & 1 == 1).then_some(rule))
    }

    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    const fn add(&mut self, others: Self) {
        self.0 |= others.0;
    }
}

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
    pub fn activations(&self, side: Side, readings: &Readings) -> Vec<Group> {
        let activation_rules = ActivationRules::new(self, side, readings);
        let view = &activation_rules.outlook.view;
        let [ours, theirs] = [side, side.enemy()].map(|side| view.commanded(side));
        let (own, idle) = (view.roster(ours), view.roster(view.present - ours - theirs));
        let mut groups = Vec::new();
        for place in (own.held | idle.held).iter() {
            let units = own.at(place).to_vec();
            if units.is_empty() {
                groups.push(activation_rules.inert(place, idle.at(place)));
            } else {
                let costs = Purpose::ALL
                    .iter()
                    // To pay for the British makes sense only if one of them could attack.
                    .filter(|purpose| {
                        **purpose != Purpose::AttackWithBr
                            || units
                                .iter()
                                .any(|unit| activation_rules.fit(*unit, place, **purpose))
                    })
                    .map(|purpose| {
                        (
                            *purpose,
                            activation_rules.activation(&units, place, *purpose),
                        )
                    })
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
        ActivationRules::new(self, side, &Readings::OURS).activation(units, place, purpose)
    }

    /// Whether "No British Attacks" is the AP's mandated offensive of this turn (7.3.nobr-1).
    #[must_use]
    pub fn no_british_attacks(&self) -> bool {
        (0..OFFENSIVES).any(|at| {
            let stored = self.state().get(Cell::Offensive(at)).to_le_bytes()[0];
            (stored & 31).checked_sub(1).and_then(Offensive::at) == Some(Offensive::NoBrAttacks)
        })
    }
}

/// What all activations of one position share.
#[derive(Debug)]
pub(super) struct ActivationRules<'a> {
    pub(super) position: &'a Position,
    /// The supply of the side that activates.
    pub(super) outlook: Outlook<'a>,
    /// Places with uprisings that trouble the side (3.2.4.2-2).
    pub(super) troubled: BitSet,
    /// Whether "No British Attacks" is in force (7.3.nobr-1).
    british_stay: bool,
    /// Whether this is the turn of APIS (9.5.1.a), and that of PARLIAMENTARY INQUIRY.
    apis: bool,
    inquiry: bool,
    /// Whether the Russian Revolution has begun.
    revolution: bool,
    /// RU units that count as BR after it.
    turned: [Option<UnitId>; 2],
}

impl<'a> ActivationRules<'a> {
    pub(super) fn new(position: &'a Position, side: Side, readings: &'a Readings) -> Self {
        let (state, known) = (position.state(), &position.data().known);
        let now = |card| state.get(Cell::Event(card)) == state.scalar(Scalar::Turn) + 1;
        let troubles = |kind: &&Uprising| kind.troubles(side);
        let uprisings = Uprising::ALL.iter().filter(troubles);
        let stage = state.scalar(Scalar::RevolutionStage);
        Self {
            position,
            outlook: Outlook::new(position, side, readings),
            troubled: uprisings.fold(BitSet::EMPTY, |all, kind| {
                all | state.uprisings[*kind as usize]
            }),
            british_stay: position.no_british_attacks(),
            apis: now(APIS),
            inquiry: now(PARLIAMENTARY_INQUIRY),
            revolution: stage > 0,
            turned: [
                usize::from(state.scalar(Scalar::BritishRuCavalry)).checked_sub(1),
                (stage >= 4).then_some(known.ru_sb_yugoslav_div),
            ],
        }
    }

    /// Whether it is one of the two RU units that are BR after the Revolution (16.4.5.4-3,
    /// 18.9.2-3).
    pub(super) fn counts_as_british(&self, unit: UnitId) -> bool {
        self.turned.contains(&Some(unit))
    }

    pub(super) fn unit(&self, unit: UnitId) -> &'a Unit {
        &self.position.data().units[unit]
    }

    fn activation(&self, units: &[UnitId], place: PlaceId, purpose: Purpose) -> Activation {
        let name = &self.position.data().spaces[place].name;
        let bar = |rule| {
            let text = match rule {
                "14.3.1-1" => format!("units in {name} are out of supply"),
                "14.1.9-2" => format!("units in {name} are in limited supply"),
                "18.8.6-3" => "CP units do not fight in neutral Afghanistan".to_owned(),
                "9.5.1.a" => "SB units do not attack in the turn of APIS".to_owned(),
                "7.3.nobr-1" => format!("BR units in {name} may not attack this turn"),
                _ => format!("no combat unit is in {name}"),
            };
            Bar { rule, text }
        };
        let judged = self.judged(units, place, purpose);
        judged.map_err(|bars| bars.rules().map(bar).collect())
    }

    /// The cost of an activation, or every rule that bars it; none if attacking with the British is
    /// no choice here.
    pub(super) fn judged(
        &self,
        units: &[UnitId],
        place: PlaceId,
        purpose: Purpose,
    ) -> Result<ActivationCost, Bars> {
        if !units.iter().any(|unit| self.fit(*unit, place, purpose)) {
            return Err(self.bars(units, place, purpose));
        }
        // Units kept back do not exist for the cost of an attack without them (9.2.2.i,
        // 7.3.nobr-3).
        let counted = || {
            let there = |unit: &UnitId| purpose != Purpose::Attack || !self.kept_back(*unit);
            units.iter().copied().filter(there)
        };
        let disrupted = counted().any(|unit| {
            let status = self.outlook.status(unit);
            matches!(status, Some(Status::Disrupted | Status::LimitedDisrupted))
        });
        let uprising = self.troubled.contains(place);
        let submarines = self.outlook.submarine_surcharge(counted());
        let led = OnceCell::new();
        let united = || *led.get_or_init(|| self.unified_by_hq(units, place));
        let russians = u8::from(purpose != Purpose::Move && self.risen(counted()));
        let price = |nationalities: Nations| {
            let mut cost = self.cost(nationalities, purpose, &united, disrupted || uprising);
            cost.submarines = submarines;
            cost.revolution = cost.revolution.max(russians);
            cost
        };
        if let Some(nationalities) = self.nationalities(counted()) {
            return Ok(price(nationalities));
        }
        let choices = self.choices(counted(), units, place, purpose);
        // The owner chooses what costs least (9.2.2.e-1, 9.2.2.e-2).
        let costs = nationality_choices(&choices).into_iter().map(price);
        let least = costs.min_by_key(|cost| (cost.total(), cost.nationalities));
        Ok(least.unwrap_or_default())
    }

    /// Whether Russian irregulars are among the units when the Revolution has begun, for the
    /// reading that counts them (16.4.5.1-2).
    fn risen(&self, mut units: impl Iterator<Item = UnitId>) -> bool {
        self.outlook.readings.russian_irregulars_cost_more
            && self.revolution
            && units.any(|unit| {
                let counter = &self.position.data().counters[unit];
                counter.class == Class::Irregular && counter.nations.has(Nation::Ru)
            })
    }

    /// The cost when the units count as of these nations.
    fn cost(
        &self,
        nationalities: Nations,
        purpose: Purpose,
        united: &dyn Fn() -> bool,
        disrupted: bool,
    ) -> ActivationCost {
        let realms = nationalities.realms().len();
        let russians = purpose != Purpose::Move && self.revolution && nationalities.has(Nation::Ru);
        let asked = nationalities.has(Nation::Br) || nationalities.has(Nation::In);
        ActivationCost {
            nationalities: if realms > 1 && !united() { realms } else { 1 },
            disrupted: disrupted.into(),
            revolution: russians.into(),
            inquiry: (self.inquiry && asked).into(),
            submarines: 0,
        }
    }

    /// Units that nobody commands, which are alone: nobody activates the Georgian Protectorate
    /// (9.2.2.f), nor Greek units while Greece is neutral (18.8.1.1.a-2).
    fn inert(&self, place: PlaceId, units: &[UnitId]) -> Group {
        let data = self.position.data();
        let mut bars = Vec::new();
        if units.contains(&data.known.ge_georgian_protectorate) {
            let text = "nobody activates the Georgian Protectorate".to_owned();
            bars.push(Bar {
                rule: "9.2.2.f",
                text,
            });
        }
        if units
            .iter()
            .any(|unit| data.network.greek_units.contains(*unit))
        {
            let text = "Greek units obey nobody while Greece is neutral".to_owned();
            bars.push(Bar {
                rule: "18.8.1.1.a-2",
                text,
            });
        }
        let costs = vec![
            (Purpose::Move, Err(bars.clone())),
            (Purpose::Attack, Err(bars)),
        ];
        Group {
            place,
            units: units.to_vec(),
            costs,
        }
    }

    /// Whether this unit could take part: move, or attack.
    pub(super) fn fit(&self, unit: UnitId, place: PlaceId, purpose: Purpose) -> bool {
        if purpose != Purpose::Move && !self.is_combat(unit) {
            return false;
        }
        let free = self.hindrances(unit, place, purpose).is_empty();
        match purpose {
            Purpose::Move => free,
            Purpose::Attack => free && !self.kept_back(unit),
            Purpose::AttackWithBr => free && self.kept_back(unit),
        }
    }

    /// Whether a unit attacks whose space or stack is activated for that, thanks to others perhaps: if it
    /// is out of supply, say, it stays where it is (9.2-2, 14.3.1-1, 14.1.9-2). Headquarters and artillery
    /// only help.
    pub(super) fn goes_along(&self, unit: UnitId, place: PlaceId, purpose: Purpose) -> bool {
        let stays = purpose == Purpose::Attack && self.kept_back(unit);
        !stays && (!self.is_combat(unit) || self.hindrances(unit, place, purpose).is_empty())
    }

    /// Every rule that keeps this unit from moving or attacking, other than No British Attacks. One
    /// out of supply does neither (14.3.1-1, 14.1.1-1, 2.0.oos-2).
    fn hindrances(&self, unit: UnitId, place: PlaceId, purpose: Purpose) -> Bars {
        let status = self.outlook.status(unit);
        let mut bars = Bars::NONE;
        if status == Some(Status::OutOfSupply) {
            bars.add(Bars::OUT_OF_SUPPLY);
        }
        if purpose == Purpose::Move {
            return bars;
        }
        let known = &self.position.data().known;
        // The Alpenkorps may attack in limited supply (3.2.1.3.alpen-2).
        let limited = matches!(status, Some(Status::Limited | Status::LimitedDisrupted));
        if limited && unit != known.ge_alpenkorps {
            bars.add(Bars::LIMITED);
        }
        // The card APIS, but for units that may be taken for another nation (3.2-6).
        if self.apis && self.is_just(unit, Nation::Sb) {
            bars.add(Bars::APIS);
        }
        if place == known.afghanistan
            && self.outlook.side == Side::Cp
            && !self.outlook.view.revolted(Revolt::Afghanistan)
        {
            bars.add(Bars::AFGHANISTAN);
        }
        bars
    }

    fn is_combat(&self, unit: UnitId) -> bool {
        self.position.data().counters.combat.contains(unit)
    }

    /// Whether the unit is of this nation and no other.
    fn is_just(&self, unit: UnitId, nation: Nation) -> bool {
        self.position.data().counters[unit].nations == Nations::of(nation)
    }

    /// BR units may not attack under No British Attacks (7.3.nobr-1): not IN or ANZ, nor those
    /// that may be taken for another nation (3.2-6), nor those that became BR (16.4.5.4-3).
    fn kept_back(&self, unit: UnitId) -> bool {
        self.british_stay && self.is_just(unit, Nation::Br)
    }

    /// Every rule that forbids to activate these units at all.
    fn bars(&self, units: &[UnitId], place: PlaceId, purpose: Purpose) -> Bars {
        let mut bars = Bars::NONE;
        let attack = purpose != Purpose::Move;
        for unit in units
            .iter()
            .filter(|unit| !attack || self.is_combat(**unit))
        {
            bars.add(self.hindrances(*unit, place, purpose));
            if purpose == Purpose::Attack && self.kept_back(*unit) {
                bars.add(Bars::NO_BRITISH_ATTACKS);
            }
        }
        if attack && !units.iter().any(|unit| self.is_combat(*unit)) {
            bars.add(Bars::NO_COMBAT_UNIT);
        }
        bars
    }
}
