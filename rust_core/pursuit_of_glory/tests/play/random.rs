//! Random games: what must hold after every answer, whoever plays.

use super::*;
use pursuit_of_glory::board::BitSet;
use pursuit_of_glory::cards::{BULGARIA, ROMANIA};
use pursuit_of_glory::check::Checker;
use pursuit_of_glory::orders::nonsense;
use pursuit_of_glory::readings::Readings;
use pursuit_of_glory::state::{Cell, Frame, FrameKind, OFFENSIVES, Scalar, bias};
use pursuit_of_glory::supply::Status;

/// Numbers of a seed: SplitMix64.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    pub(super) fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % end as u64).unwrap()
    }
}

/// A move that breaks no rule, found with the checker; in odd positions there may be none.
pub(super) fn legal(position: &Position, ops: u8, seed: u64) -> Move {
    Checker::new(position, ops).sample(seed, 1).remove(0)
}

/// What is counted on the map: who has the VPs of each place, from its units and markers alone.
struct Count {
    holder: Vec<Option<Side>>,
    partial: [BitSet; 2],
}

fn count(position: &Position) -> Count {
    let state = position.state();
    let mut found = Count {
        holder: vec![None; DATA.on_map],
        partial: [BitSet::EMPTY; 2],
    };
    let mut standing = vec![[[0_usize; 2]; 2]; DATA.on_map];
    for (at, unit) in DATA.units.iter().enumerate() {
        let side = match position.side_of(at) {
            Side::Ap => 0,
            Side::Cp => 1,
            Side::Special => continue,
        };
        if let Some(place) = position.place(at).filter(|place| *place < DATA.on_map)
            && unit.is_combat()
        {
            standing[place][side][usize::from(unit.class != Class::Regular)] += 1;
        }
    }
    let at_war = |country: Option<Country>| match country {
        Some(Country::Serbia | Country::Bulgaria) => state.happened(BULGARIA),
        Some(Country::Romania) => state.happened(ROMANIA),
        _ => true,
    };
    for (place, standing) in standing.iter().enumerate() {
        let space = &DATA.spaces[place];
        if !matches!(space.kind, Kind::Space | Kind::Region) || !at_war(space.country) {
            continue;
        }
        let owner = match state.get(Cell::Control(place)) {
            1 => Some(0),
            2 => Some(1),
            _ => None,
        };
        let fort = space.fort > 0 && state.get(Cell::FortDestroyed(place)) == 0;
        let light = (0..2).find(|side| {
            let enemy = 1 - side;
            standing[*side] == [0, standing[*side][1].max(1)]
                && standing[enemy] == [0, 0]
                && owner != Some(*side)
                && !(fort && owner == Some(enemy))
        });
        if let Some(side) = light {
            found.partial[side].insert(place);
        }
        found.holder[place] = light.or(owner).map(|side| [Side::Ap, Side::Cp][side]);
    }
    found
}

fn marker_shift(before: Option<Side>, after: Option<Side>) -> i32 {
    let toward = |side: Option<Side>| -> i32 {
        match side {
            Some(Side::Cp) => 1,
            Some(Side::Ap) => -1,
            _ => 0,
        }
    };
    (toward(after) - toward(before)).signum()
}

/// What the War Status Phase has added, if it lies between (6.0.F.1).
fn counted_vps(before: &Position, after: &Position) -> i32 {
    let played = |position: &Position| {
        let phase = position.state().phase();
        matches!(
            phase,
            Some(Phase::Action | Phase::Attrition | Phase::Siege | Phase::Revolution)
        )
    };
    if !played(before) || played(after) {
        return 0;
    }
    let counted = [Frame::of(FrameKind::Turn), Frame::phase(Phase::WarStatus)];
    let then = after.clone().with_agenda(&counted).victory();
    then.after_war_status - then.track
}

/// The markers moved as the map did, and nothing else moved them but what may.
fn recount(before: &Position, after: &Position) {
    let (old, new) = (count(before), count(after));
    let [mut vp, mut jihad] = [0, 0];
    let (mut native, mut flags) = (false, 0);
    let shown = |position: &Position, count: &Count, place: usize| {
        let flag = position.state().get(Cell::RuVp(place)) > 0;
        i32::from(flag && !count.partial[1].contains(place))
    };
    for place in 0..DATA.on_map {
        let space = &DATA.spaces[place];
        let marker_shift = marker_shift(old.holder[place], new.holder[place]);
        vp += marker_shift * i32::from(space.vp);
        let counted = marker_shift > 0 && before.state().get(Cell::JihadTaken(place)) > 0;
        jihad += i32::from(space.jihad_city && !counted) * marker_shift;
        native |= space.russian_vp && marker_shift != 0;
        if !space.russian_vp {
            flags += shown(after, &new, place) - shown(before, &old, place);
        }
    }
    let paid = |position: &Position| {
        let penalties = i32::from(position.state().scalar(Scalar::Penalties).count_ones() as u16);
        let british = (0..OFFENSIVES)
            .map(|slot| position.state().get(Cell::Offensive(slot)))
            .filter(|stored| *stored == 32 + 1 + Offensive::NoBrAttacks as u16);
        penalties + i32::try_from(british.count()).unwrap()
    };
    vp += paid(after) - paid(before);
    vp += counted_vps(before, after);
    let moved: Vec<_> = tracks(before).into_iter().zip(tracks(after)).collect();
    let [vp_moved, jihad_moved, ru_moved] = [0, 1, 2].map(|at| moved[at].1 - moved[at].0);
    assert_eq!(vp_moved, vp, "VPs");
    // Besides cities, beachheads and ports raise the Jihad level.
    let markers = |position: &Position| {
        let marks = (0..DATA.on_map).map(|at| position.state().get(Cell::Beachhead(at)).min(1));
        marks.collect::<Vec<_>>()
    };
    let islands = |position: &Position| {
        let islands = ["lemnos", "cyprus", "bahrain"].map(at);
        let on = (0..DATA.units.len())
            .filter(|u| position.place(*u).is_some_and(|p| islands.contains(&p)));
        on.collect::<Vec<_>>()
    };
    let ports = (0..DATA.on_map).any(|at| {
        DATA.spaces[at].port.is_some() && marker_shift(old.holder[at], new.holder[at]) > 0
    });
    let extra = jihad_moved - jihad;
    assert!(
        extra >= 0,
        "the Jihad level fell by {extra} more than cities do"
    );
    let starved = before.state().phase() == Some(Phase::Attrition);
    if starved {
        // 16.3.1.1-7
        assert_eq!(extra, i32::from(jihad_unit(before, after)), "Jihad level");
    } else if markers(before) == markers(after) && islands(before) == islands(after) && !ports {
        assert_eq!(extra, 0, "Jihad level");
    }
    if !native {
        assert_eq!(ru_moved, flags, "Russian VPs");
    }
}

/// Has a regular RU, BR, IN or ANZ unit outside the Balkans left the map for good?
fn jihad_unit(before: &Position, after: &Position) -> bool {
    let grave = at_box("ap_permanently_eliminated");
    (0..DATA.units.len()).any(|unit| {
        let entry = &DATA.units[unit];
        let stood = before.place(unit).filter(|place| *place < DATA.on_map);
        let nations = [Nation::Ru, Nation::Br, Nation::In, Nation::Anz];
        after.place(unit) == Some(grave)
            && stood.is_some_and(|place| DATA.spaces[place].area != Area::Balkans)
            && entry.class == Class::Regular
            && nations.iter().any(|nation| entry.is_of(*nation))
    })
}

fn at_box(id: &str) -> usize {
    DATA.spaces.iter().position(|space| space.id == id).unwrap()
}

/// Attrition leaves nobody out of supply but tribes and staff, and nothing that would turn, as far
/// as what was lost fed nobody else.
fn starved(before: &Position, after: &Position) {
    let supply = before.supply(&Readings::OURS);
    for (unit, entry) in DATA.units.iter().enumerate() {
        let lost = supply.units[unit] == Some(Status::OutOfSupply)
            && matches!(entry.class, Class::Regular | Class::Irregular);
        let gone = after.place(unit).is_some_and(|place| place >= DATA.on_map);
        if lost {
            assert!(gone, "{} stays", entry.id);
        } else if entry.is_combat() {
            assert_eq!(before.place(unit), after.place(unit), "{}", entry.id);
        }
    }
    for place in supply.flips.iter() {
        let (old, new) = (before.view().control, after.view().control);
        assert_eq!(old[0].contains(place), new[1].contains(place));
        assert_eq!(old[1].contains(place), new[0].contains(place));
    }
}

/// One random answer.
fn step(position: &Position, dice: &mut Dice, reckless: bool) -> Position {
    let asked = position.decision();
    let made = match asked.parameters {
        Parameters::Action { .. } => Move::new(vec![Order::Automatic]),
        Parameters::Operations { ops, .. } if reckless && dice.below(3) == 0 => {
            let _ = ops;
            nonsense(position, dice.0)
        }
        Parameters::Operations { ops, .. } => {
            let made = legal(position, ops, dice.0);
            assert!(reckless || Checker::new(position, ops).check(&made).is_empty());
            made
        }
        Parameters::Tribes { places, .. } => fights::tribe(&places, dice),
        Parameters::Chance { outcomes } => {
            let outcomes = outcomes.parts();
            return fallen(position, outcomes[dice.below(outcomes.len())].0, reckless);
        }
        Parameters::Attack { .. } if dice.below(8) == 0 => Move::new(vec![Order::End]),
        ref of_battle if asked.kind.is_of_battle() => fights::fight(position, of_battle, dice),
        Parameters::Replacement { lost, units } => {
            let by = units[dice.below(units.len())];
            Move::new(vec![Order::Replace { unit: lost, by }])
        }
        _ => {
            // Into the next Action Phase, as far as that is needed to go on.
            let turn = position.state().scalar(Scalar::Turn) % 17 + 1;
            let mut next = position.clone();
            next = next.with_agenda(&Frame::action(Side::Ap));
            for (one, number) in [(Scalar::Round, 1), (Scalar::Turn, turn)] {
                next = next.with(Cell::Scalar(one as usize), number);
            }
            return (0..16).fold(next, |next, at| next.with(Cell::Action(at), 0));
        }
    };
    if made.orders() == [Order::Automatic] {
        let next = position.play(&made).unwrap();
        // As if a card had been played.
        let side = next.state().active();
        let mut agenda = Frame::action(side).to_vec();
        agenda.push(Frame::of(FrameKind::Operations).by(side).with(5));
        return next.with_agenda(&agenda);
    }
    let from = with_czar(position);
    let next = from.play_unchecked(&made).unwrap();
    counted(&from, &next, reckless);
    next
}

/// A position in which the Czar's track says something.
fn with_czar(position: &Position) -> Position {
    if position.state().scalar(Scalar::Czar) != 0 {
        return position.clone();
    }
    position
        .clone()
        .with(Cell::Scalar(Scalar::Czar as usize), bias(Some(20)))
}

/// After a die.
fn fallen(position: &Position, outcome: Outcome, reckless: bool) -> Position {
    let from = with_czar(position);
    let next = from.play_outcome(outcome).unwrap();
    if outcome == Outcome::Proceed && from.state().step() == 0 {
        starved(&from, &next);
    }
    counted(&from, &next, reckless);
    next
}

/// Nothing is lost of what is counted.
fn counted(from: &Position, next: &Position, reckless: bool) {
    let czar = |p: &Position| i32::from(p.state().scalar(Scalar::Czar));
    let ru_vp = |p: &Position| tracks(p)[2];
    assert_eq!(czar(next) - czar(from), ru_vp(next) - ru_vp(from));
    assert_eq!(next.hash(), next.state().hash_from_scratch());
    if !reckless {
        recount(from, next);
    }
}

/// How many random games of how many answers; `LEXBELLI_GAMES` asks for more.
fn games() -> u64 {
    let more = std::env::var("LEXBELLI_GAMES").ok();
    more.and_then(|number| number.parse().ok()).unwrap_or(2)
}

#[test]
fn legal_games_keep_the_books() {
    for scenario in DATA.scenarios.keys() {
        for game in 0..games() {
            let mut dice = Dice(game * 1000 + 7);
            let mut now = Position::scenario(&DATA, scenario).unwrap();
            // Neutrals enter, and the AP has beachheads to place, in some games.
            for card in ["cp_10", "ap_03"] {
                now = now.with(Cell::Event(DATA.card("", card).unwrap()), 1);
            }
            now = now.with(Cell::Control(at("cyprus")), 1);
            now = now.with(Cell::Scalar(Scalar::BeachheadsInReserve as usize), 3);
            for number in 0..80 {
                now = step(&now, &mut dice, false);
                let told = now.to_json();
                let again = Position::from_json(&DATA, told.as_bytes(), &[]);
                if let Err(problem) = &again {
                    panic!("{scenario}, game {game}, answer {number}: {problem}");
                }
                sound(&now);
            }
        }
    }
}

#[test]
fn nonsense_does_no_harm() {
    for scenario in DATA.scenarios.keys() {
        for game in 0..games() {
            let mut dice = Dice(game * 1000 + 11);
            let mut now = Position::scenario(&DATA, scenario).unwrap();
            for _ in 0..40 {
                now = step(&now, &mut dice, true);
                let again = Position::from_bytes(&DATA, &now.to_bytes(), &["all"]).unwrap();
                assert_eq!(again, now);
                let _ = (now.facts(), now.to_json());
            }
        }
    }
}
