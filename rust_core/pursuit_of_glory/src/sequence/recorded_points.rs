//! Replacement points that a card brings are recorded (9.4.1, 17.3.1).

use crate::cards::{GORLICE_TARNOW, PARLIAMENTARY_INQUIRY};
use crate::data::CardId;
use crate::position::Position;
use crate::state::{Cell, Scalar, bias, unbias};
use crate::vocabulary::*;

impl Position {
    /// Records the points along the bottom of a card (9.4.1-1) for the Replacement Phase (9.4.1-3,
    /// 2.0.rp-2); `rp_allied` are those of minor allies (9.4.1-2).
    pub(super) fn record_points(&mut self, card: CardId) {
        let data = self.data().clone();
        let entry = &data.cards[card];
        for (column, points) in &entry.replacements {
            let points = i32::from(*points);
            let kind = match (*column, entry.side) {
                ("rp_allied", Side::Cp) => Replacement::CpAllied,
                ("rp_allied", _) => Replacement::ApAllied,
                ("rp_br", _) => Replacement::Br,
                ("rp_in", _) => Replacement::In,
                ("rp_ru", _) => Replacement::Ru,
                ("rp_tu", _) => Replacement::Tu,
                _ => Replacement::Ge,
            };
            let recorded = match kind {
                _ if !self.may_record(kind) => 0,
                Replacement::Tu => self.draw_on_turks(points),
                _ => points,
            };
            self.add_points(kind, recorded);
        }
    }

    /// Whether points of a kind are recorded now, by a card or an event: no RU ones from the first stage
    /// of the Revolution on (16.4.5.1-1) or in the turn of GORLICE-TARNOW, no BR ones in the turn of
    /// PARLIAMENTARY INQUIRY.
    pub(super) fn may_record(&self, kind: Replacement) -> bool {
        match kind {
            Replacement::Ru => {
                let peace = self.state().scalar(Scalar::RevolutionStage) > 0;
                !peace && !self.happens_now(GORLICE_TARNOW)
            }
            Replacement::Br => !self.happens_now(PARLIAMENTARY_INQUIRY),
            _ => true,
        }
    }

    /// How many TU points can be recorded: as many as the Max TU RP marker has left, which goes down
    /// by each (17.3.1-2), those too that make up for points below zero (9.4.3-3).
    fn draw_on_turks(&mut self, points: i32) -> i32 {
        let Some(left) = unbias(self.state().scalar(Scalar::MaxTuRp)) else {
            return points;
        };
        let recorded = points.min(left.max(0));
        self.put_scalar(Scalar::MaxTuRp, bias(Some(left - recorded)));
        recorded
    }

    /// Takes points of a kind from the record, as long as there are any.
    pub(super) fn lose_points(&mut self, kind: Replacement, points: i32) {
        let number = unbias(self.state().get(Cell::Replacement(kind as usize))).unwrap_or(0);
        self.add_points(kind, -points.min(number.max(0)));
    }

    /// Adds points of a kind to the record.
    pub(super) fn add_points(&mut self, kind: Replacement, points: i32) {
        if points != 0 {
            let cell = Cell::Replacement(kind as usize);
            let number = unbias(self.state().get(cell)).unwrap_or(0);
            self.put(cell, bias(Some(number + points)));
        }
    }
}
