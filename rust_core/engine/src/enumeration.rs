//! Every move that a judge lets pass, found by trying: of each of some slots one choice or none.

use std::ops::ControlFlow;

/// What somebody who knows the rules says of some orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// They break no rule.
    Legal,
    /// They break rules that more orders could mend.
    Unfinished,
    /// They break others: no move that goes on from them is legal.
    Wrong,
}

/// An order that can be chosen, and what its being chosen means for those who come after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice<O, M> {
    /// What is ordered.
    pub order: O,
    /// The greatest of these among the orders chosen is told.
    pub mark: M,
}

/// Orders of which one or none is chosen.
pub type Slot<O, M> = Vec<Choice<O, M>>;

/// Who judges orders, and takes what is found.
pub trait Filling {
    /// What is chosen.
    type Order: Clone;
    /// What choices are marked with.
    type Mark: Copy + Ord;

    /// Judges orders beside which those of `rest` can still be chosen; a break if there is no time left.
    fn judged(
        &mut self,
        orders: &[Self::Order],
        rest: &[Slot<Self::Order, Self::Mark>],
    ) -> ControlFlow<(), Verdict>;

    /// Takes orders that are not wrong, with the greatest mark of those chosen; may break off.
    fn filled(
        &mut self,
        orders: &mut Vec<Self::Order>,
        mark: Self::Mark,
        verdict: Verdict,
    ) -> ControlFlow<()>;

    /// Goes through all that can be chosen of these slots beside the orders given: every set that is not
    /// wrong is taken once, the given ones alone left out. A wrong set is not gone on from, so what opens
    /// the way for others must be in an earlier slot than they.
    ///
    /// # Errors
    /// A break, as soon as one of the others breaks off.
    fn fill(
        &mut self,
        slots: &[Slot<Self::Order, Self::Mark>],
        orders: &mut Vec<Self::Order>,
        mark: Self::Mark,
    ) -> ControlFlow<()> {
        for (at, slot) in slots.iter().enumerate() {
            for choice in slot {
                orders.push(choice.order.clone());
                let rest = &slots[at + 1..];
                let verdict = self.judged(orders, rest)?;
                if verdict != Verdict::Wrong {
                    let mark = mark.max(choice.mark);
                    self.filled(orders, mark, verdict)?;
                    self.fill(rest, orders, mark)?;
                }
                orders.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that are not to come to more than five; an even sum is legal.
    struct Sums(Vec<Vec<u32>>);

    impl Filling for Sums {
        type Order = u32;
        type Mark = ();

        fn judged(&mut self, orders: &[u32], _rest: &[Slot<u32, ()>]) -> ControlFlow<(), Verdict> {
            let sum: u32 = orders.iter().sum();
            ControlFlow::Continue(match sum {
                6.. => Verdict::Wrong,
                sum if sum % 2 == 0 => Verdict::Legal,
                _ => Verdict::Unfinished,
            })
        }

        fn filled(&mut self, orders: &mut Vec<u32>, (): (), verdict: Verdict) -> ControlFlow<()> {
            if verdict == Verdict::Legal {
                self.0.push(orders.clone());
            }
            match self.0.len() {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        }
    }

    fn slots(numbers: &[&[u32]]) -> Vec<Slot<u32, ()>> {
        let choice = |order: &u32| Choice {
            order: *order,
            mark: (),
        };
        numbers
            .iter()
            .map(|slot| slot.iter().map(choice).collect())
            .collect()
    }

    #[test]
    fn every_legal_set_is_found_once() {
        let mut sums = Sums(Vec::new());
        let done = sums.fill(&slots(&[&[1, 4], &[3, 7]]), &mut Vec::new(), ());
        assert_eq!(done, ControlFlow::Continue(()));
        assert_eq!(sums.0, [vec![1, 3], vec![4]]);
    }

    #[test]
    fn nothing_more_is_tried_after_a_break() {
        let mut sums = Sums(Vec::new());
        let done = sums.fill(&slots(&[&[2, 4], &[2, 0], &[0]]), &mut Vec::new(), ());
        assert_eq!(done, ControlFlow::Break(()));
        assert_eq!(sums.0, [vec![2], vec![2, 2], vec![2, 2, 0]]);
    }
}
