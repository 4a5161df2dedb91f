//! How two states differ, as their hashes see it.

use super::{Cell, State, index, key};
use crate::board::BitSet;

impl State {
    /// What joins the hashes of two states: the keys of all cells that differ.
    #[must_use]
    pub(crate) fn difference(&self, other: &Self) -> u64 {
        // Taken apart, so that no new field can be forgotten.
        let Self {
            place,
            reduced,
            arrival,
            controlled,
            ru_vp,
            trench,
            forts_destroyed,
            beachheads,
            beachheads_new,
            uprisings,
            event,
            card,
            track,
            replacement,
            one,
            offensive,
            action,
            random,
            attacking,
            attacking_with_br,
            digging,
            jihad_taken,
            stack,
            fought,
            retreated,
            acted,
            attacked,
            attacked_through_greek_ports,
            attackers,
            defenders,
            played,
            fight,
            factor,
            heir,
            unfed,
            bled,
            fled,
            passed,
            course,
            origin,
        } = self;
        let sets = |cell: fn(usize) -> Cell, own: &[BitSet], others: &[BitSet]| {
            let first = index(cell(0));
            let mut sum = 0;
            let pairs = own.iter().zip(others);
            let differ = pairs.fold(BitSet::EMPTY, |all, (a, b)| all | (*a - *b) | (*b - *a));
            differ.for_each(|at| {
                sum ^= key(first + at, self.get(cell(at))) ^ key(first + at, other.get(cell(at)));
            });
            sum
        };
        numbers(Cell::Place, place, &other.place)
            ^ sets(Cell::Reduced, &[*reduced], &[other.reduced])
            ^ numbers(Cell::Arrival, arrival, &other.arrival)
            ^ sets(Cell::Control, controlled, &other.controlled)
            ^ sets(Cell::RuVp, &[*ru_vp], &[other.ru_vp])
            ^ numbers(Cell::Trench, trench, &other.trench)
            ^ sets(
                Cell::FortDestroyed,
                &[*forts_destroyed],
                &[other.forts_destroyed],
            )
            ^ sets(
                Cell::Beachhead,
                &[*beachheads, *beachheads_new],
                &[other.beachheads, other.beachheads_new],
            )
            ^ sets(Cell::Uprising, uprisings, &other.uprisings)
            ^ numbers(Cell::Event, event, &other.event)
            ^ numbers(Cell::Card, card, &other.card)
            ^ numbers(Cell::Track, track, &other.track)
            ^ numbers(Cell::Replacement, replacement, &other.replacement)
            ^ numbers(Cell::One, one, &other.one)
            ^ numbers(Cell::Offensive, offensive, &other.offensive)
            ^ numbers(Cell::Action, action, &other.action)
            ^ numbers(Cell::Random, random, &other.random)
            ^ sets(
                Cell::Attacking,
                &[*attacking, *attacking_with_br],
                &[other.attacking, other.attacking_with_br],
            )
            ^ numbers(Cell::Digging, digging, &other.digging)
            ^ sets(Cell::JihadTaken, &[*jihad_taken], &[other.jihad_taken])
            ^ sets(Cell::Stack, stack, &other.stack)
            ^ sets(
                Cell::Fought,
                &[*fought, *retreated, *acted],
                &[other.fought, other.retreated, other.acted],
            )
            ^ sets(
                Cell::Attacked,
                &[*attacked, *attacked_through_greek_ports],
                &[other.attacked, other.attacked_through_greek_ports],
            )
            ^ sets(
                Cell::Battle,
                &[*attackers, *defenders],
                &[other.attackers, other.defenders],
            )
            ^ numbers(Cell::Played, played, &other.played)
            ^ numbers(Cell::Fight, fight, &other.fight)
            ^ sets(Cell::Factor, factor, &other.factor)
            ^ sets(Cell::Heir, heir, &other.heir)
            ^ sets(
                Cell::Scar,
                &[*unfed, *bled, *fled],
                &[other.unfed, other.bled, other.fled],
            )
            ^ sets(Cell::Passed, &[*passed], &[other.passed])
            ^ numbers(Cell::Course, course, &other.course)
            ^ sets(Cell::Origin, origin, &other.origin)
    }
}

/// The same for cells that keep their numbers side by side.
#[inline]
fn numbers<T: Copy + Eq + Into<u16>>(cell: fn(usize) -> Cell, own: &[T], others: &[T]) -> u64 {
    /// Most cells do not differ: so many at a time are passed over in one step.
    const STEP: usize = 16;
    #[inline]
    fn step<T: Copy + Eq + Into<u16>>(first: usize, own: &[T], others: &[T]) -> u64 {
        let mut sum = 0;
        for (at, (a, b)) in own.iter().zip(others).enumerate() {
            if a != b {
                sum ^= key(first + at, (*a).into()) ^ key(first + at, (*b).into());
            }
        }
        sum
    }
    let first = index(cell(0));
    let ((rows, rest), (others, others_rest)) =
        (own.as_chunks::<STEP>(), others.as_chunks::<STEP>());
    let mut sum = step(first + rows.len() * STEP, rest, others_rest);
    for (row, (own, others)) in rows.iter().zip(others).enumerate() {
        if own != others {
            sum ^= step(first + row * STEP, own, others);
        }
    }
    sum
}
