//! Positions as bytes, damaged or not.

use super::{ANYTHING, DATA, config, position, seen};
use engine::error::Error;
use proptest::prelude::*;
use proptest::sample::Index;
use pursuit_of_glory::board::BitSet;
use pursuit_of_glory::position::Position;
use pursuit_of_glory::setup::MOST_HIDDEN;
use pursuit_of_glory::state::{BattleVar, Cell, DEPTH, Frame, FrameKind, Scalar, State};
use pursuit_of_glory::vocabulary::{self, Side};

/// The checksum, put down another way.
fn quick_checksum(bytes: &[u8]) -> u64 {
    let step = |sum: u64, word: u64| {
        let product = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        product.rotate_left(29)
    };
    let mut words: Vec<u64> = bytes
        .chunks(8)
        .map(|chunk| {
            let bytes = chunk.iter().rev();
            bytes.fold(0, |word, byte| word << 8 | u64::from(*byte))
        })
        .collect();
    if bytes.len().is_multiple_of(8) {
        words.push(0);
    }
    let whole = bytes.len() / 32 * 4;
    let mut sums = [0, 1, 2, 3];
    for (at, word) in words[..whole].iter().enumerate() {
        sums[at % 4] = step(sums[at % 4], *word);
    }
    let all = sums.iter().chain(&words[whole..]);
    let sum = all.fold(bytes.len() as u64, |sum, word| step(sum, *word));
    sum ^ sum >> 32
}

fn sealed(mut body: Vec<u8>) -> Vec<u8> {
    body.extend(quick_checksum(&body).to_le_bytes());
    body
}

pub(crate) fn known_numbers(state: &State) -> Result<(), Error> {
    let of = |cell: Cell| usize::from(state.get(cell));
    let unit = |unit: usize| {
        let cells: [fn(usize) -> Cell; 9] = [
            Cell::Place,
            Cell::Attacking,
            Cell::Stack,
            Cell::Fought,
            Cell::Battle,
            Cell::Factor,
            Cell::ReplacementFor,
            Cell::BattleStatus,
            Cell::LeftFrom,
        ];
        let named = cells.iter().any(|cell| of(cell(unit)) > 0);
        of(Cell::Place(unit)) <= DATA.spaces.len() && (!named || unit < DATA.units.len())
    };
    let marks: [fn(usize) -> Cell; 8] = [
        Cell::Attacked,
        Cell::Control,
        Cell::Beachhead,
        Cell::Uprising,
        Cell::FortDestroyed,
        Cell::Digging,
        Cell::JihadTaken,
        Cell::Passed,
    ];
    let on_map = |at: usize| at < DATA.on_map || marks.iter().all(|mark| of(mark(at)) == 0);
    let one = |one: Scalar| usize::from(state.scalar(one));
    let spaces = [
        Scalar::AssaultLanding,
        Scalar::ChristmasSpace,
        Scalar::WarmWaterPort,
    ];
    let known = (0..BitSet::CAPACITY).all(|at| unit(at) && on_map(at))
        && one(Scalar::BritishRuCavalry) <= DATA.units.len()
        && spaces.into_iter().all(|space| one(space) <= DATA.on_map)
        && [Scalar::HiddenInHandAp, Scalar::HiddenInHandCp]
            .into_iter()
            .all(|held| one(held) <= MOST_HIDDEN.into())
        && [
            BattleVar::Pin,
            BattleVar::Weather,
            BattleVar::StackOut,
            BattleVar::PathOut,
            BattleVar::PathOutEnd,
        ]
        .into_iter()
        .all(|which| usize::from(state.battle_var(which)) <= DATA.on_map)
        && (0..DATA.units.len()).all(|at| {
            of(Cell::Factor(at)) <= 6 && of(Cell::ReplacementFor(at)) <= DATA.counters.lcus.len()
        })
        && is_an_agenda(state);
    let message = "name a unit, space or card that does not exist";
    known
        .then_some(())
        .ok_or_else(|| Error::bad("position bytes", message))
}

/// Frames that there are, each upon one that it may come upon, and of a side that it may be of.
fn is_an_agenda(state: &State) -> bool {
    use FrameKind::*;
    let cells = DEPTH * engine::agenda::WORDS;
    let words = (0..cells).map(|at| state.get(Cell::Agenda(at)));
    let words: Vec<u16> = words.collect();
    let told: Vec<u16> = state.agenda().flat_map(Frame::words).collect();
    if !words.starts_with(&told) || words[told.len()..].iter().any(|word| *word > 0) {
        return false;
    }
    let action_phase = state.phase() == Some(vocabulary::Phase::Action);
    let (own, attacker) = (state.active(), state.attacker());
    let frames: Vec<Frame> = state.agenda().collect();
    let mut below = None;
    for frame in frames {
        let battle = below.is_some_and(|kind: FrameKind| {
            kind >= Attack && ![Excess, Tribes, Replacement, CardDie].contains(&kind)
        });
        let upon = |kind| below == Some(kind);
        let (fits, sides): (bool, &[Option<Side>]) = match frame.kind {
            Turn => (below.is_none(), &[None]),
            Phase if action_phase => (upon(Turn), &[None]),
            Phase => (upon(Turn), &[None, Some(Side::Ap), Some(Side::Cp)]),
            Round => (upon(Phase) && action_phase, &[None]),
            Action => (upon(Round), &[Some(Side::Ap), Some(Side::Cp)]),
            Operations | Attack => (upon(Action), &[Some(own)]),
            Excess => (upon(Action), &[Some(own.enemy())]),
            Digging => (upon(Action) || battle, &[Some(own)]),
            Battle => (upon(Attack), &[Some(own)]),
            CardDie => (battle, &[None]),
            Tribes => {
                let upon = below.is_some_and(|kind| ![Turn, Round, Tribes].contains(&kind));
                (upon, &[Some(Side::Cp)])
            }
            Replacement => {
                let attrition = state.phase() == Some(vocabulary::Phase::Attrition);
                (upon(Phase) && attrition, &[Some(Side::Cp)])
            }
            Weather | Flank | Dice => (upon(Battle), &[None]),
            Defence | Withdrawal => (upon(Battle), &[Some(attacker.enemy())]),
            SaveTiflis => (upon(Battle), &[Some(Side::Ap)]),
            Repair => (upon(Battle), &[Some(Side::Cp)]),
            Cards if frame.args[0] == 0 => (upon(Battle), &[Some(attacker)]),
            Cards if [3, 4].contains(&frame.args[0]) => (upon(Battle), &[Some(Side::Cp)]),
            _ => (upon(Battle), &[Some(Side::Ap), Some(Side::Cp)]),
        };
        let most: [usize; 3] = match frame.kind {
            Phase => [vocabulary::Phase::ALL.len() - 1, 9, DATA.on_map],
            Operations => [20, 0, 0],
            Battle => [DATA.on_map, 0, 0],
            Cards => [5, 0, 0],
            CardDie => [DATA.cards.len(), 0, 0],
            _ => [0; 3],
        };
        let nameless = [Battle, CardDie].contains(&frame.kind) && frame.args[0] == 0;
        let mut args = frame.args.into_iter().zip(most);
        if nameless
            || !fits
            || !sides.contains(&frame.side)
            || args.any(|(arg, most)| usize::from(arg) > most)
        {
            return false;
        }
        below = Some(frame.kind);
    }
    true
}

fn damage() -> impl Strategy<Value = Vec<(Index, u8)>> {
    prop::collection::vec((any::<Index>(), any::<u8>()), 0..4)
}

fn damaged(mut bytes: Vec<u8>, damage: &[(Index, u8)]) -> Vec<u8> {
    for (at, byte) in damage {
        let at = at.index(bytes.len());
        bytes[at] = *byte;
    }
    bytes
}

proptest! {
    #![proptest_config(config(96))]

    #[test]
    fn bytes_are_read_again(position in position()) {
        let again = Position::from_bytes(&DATA, &position.to_bytes(), ANYTHING);
        let again = again.map(|position| seen(&position));
        let known = known_numbers(position.state()).ok().map(|()| *position.state());
        prop_assert_eq!(again.as_ref().ok().map(|seen| seen.0), known);
    }

    /// A true checksum over whatever stands there.
    #[test]
    fn damaged_bytes_are_refused_or_of_use(
        position in position(),
        damage in damage(),
        cut in prop_oneof![3 => Just(None), 1 => any::<Index>().prop_map(Some)],
        seal in any::<bool>(),
    ) {
        let bytes = position.to_bytes();
        let mut body = damaged(bytes[..bytes.len() - 8].to_vec(), &damage);
        if let Some(cut) = cut {
            body.truncate(cut.index(body.len() + 1));
        }
        let same = body == bytes[..bytes.len() - 8];
        let bytes = if seal {
            sealed(body)
        } else {
            body.extend(&bytes[bytes.len() - 8..]);
            body
        };
        match Position::from_bytes(&DATA, &bytes, ANYTHING) {
            Ok(again) => {
                prop_assert!(seal || same);
                prop_assert_eq!(again.hash(), again.state().hash_from_scratch());
                let _ = (again.supply(&Default::default()), again.facts(), again.to_json(), again.to_string());
                let more = Position::from_bytes(&DATA, &again.to_bytes(), ANYTHING);
                prop_assert_eq!(more.map(|more| seen(&more)), Ok(seen(&again)));
            }
            Err(Error::BadInput { field, .. }) => prop_assert_eq!(field, "position bytes"),
            Err(error) => prop_assert!(false, "everything is allowed: {}", error),
        }
    }
}
