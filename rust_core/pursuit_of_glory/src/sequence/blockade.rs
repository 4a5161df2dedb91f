//! The blockade, and the railroad that ends it (16.5.2, 17.3.2).

use crate::board::BitSet;
use crate::control::View;
use crate::position::Position;
use crate::state::One;
use crate::vocabulary::*;

impl Position {
    /// Do both conditions hold together: CP Total War, and the railroad to Galicia (16.5.2-2)?
    pub(crate) fn blockade_is_broken(&self, view: &View<'_>) -> bool {
        let total = self.state().one(One::CommitmentCp) == Commitment::Total as u16;
        total && self.railroad_open(view)
    }

    /// Would the blockade, which is in force, end for good now (16.5.2-2)?
    pub(crate) fn blockade_ends(&self) -> bool {
        let state = self.state();
        state.happened(self.data().known.ap_11)
            && !state.holds(One::Flags, Flag::BlockadeEnded as u8)
            && state.one(One::CommitmentCp) == Commitment::Total as u16
            && self.railroad_open(&self.view())
    }

    /// Do railroads join Constantinople and Galicia through what the CP control (16.5.2-2)?
    ///
    /// In full, without besieged forts of theirs (14.1.3-2) and without what the AP hold in part.
    pub(crate) fn railroad_open(&self, view: &View<'_>) -> bool {
        let data = self.data();
        let known = &data.known;
        let open = view.control[1] - view.besieging[0] - view.partial_control(Side::Ap);
        if !open.contains(known.constantinople) || !open.contains(known.galicia) {
            return false;
        }
        let finished = self.state().happened(known.cp_49);
        let stakes = &data.stakes;
        let further: &[_] = if finished { &stakes.tunnels } else { &[] };
        let rails = || stakes.cp_rails.iter().chain(further);
        let mut reached: BitSet = std::iter::once(known.constantinople).collect();
        loop {
            let before = reached;
            for (a, b) in rails() {
                if reached.contains(*a) != reached.contains(*b)
                    && open.contains(*a)
                    && open.contains(*b)
                {
                    reached.insert(*a);
                    reached.insert(*b);
                }
            }
            if reached.contains(known.galicia) {
                return true;
            }
            if reached == before {
                return false;
            }
        }
    }
}
