//! Supply sources (14.2) and the ways across water (14.1.4, 3.1.5.2).

use super::network::Tracer;
use super::{Tracing, Waters};
use crate::board::{BitSet, Joins};
use crate::cards::ROYAL_NAVY_BLOCKADE;
use crate::control::index;
use crate::data::Known;
use crate::state::{Cell, Scalar};
use crate::vocabulary::*;

fn set<const N: usize>(places: [usize; N]) -> BitSet {
    places.into_iter().collect()
}

impl Tracing<'_> {
    /// The full or the limited sources of a tracer that work now.
    pub(crate) fn sources(&self, tracer: Tracer, limited: bool) -> BitSet {
        let full = match tracer {
            Tracer::British | Tracer::Indian => self.british(),
            Tracer::ArabNorthernArmy | Tracer::ArabRevolt => {
                // Arab units live on BR sources (14.2.7-1), and on the Hejaz even when the CP
                // controls it (14.2.7-2).
                self.british() | set([self.known().hejaz])
            }
            // Romanians by land or port, like Russians (18.8.4.1-3).
            Tracer::Russian | Tracer::Romanian => self.russian(),
            Tracer::AnyAllied => self.british() | self.russian(),
            Tracer::ApSpaces => {
                let hejaz = set([self.known().hejaz]) & self.open[index(Side::Ap)];
                self.british() | self.russian() | hejaz
            }
            Tracer::Turkish => self.turkish(),
            Tracer::German => self.galicia(),
            Tracer::Bulgarian => self.sofia(),
            Tracer::GermanBulgarian => self.galicia() | self.sofia(),
            Tracer::GreekCp => self.turkish() | self.galicia() | self.sofia(),
            // Any source of the side serves a space, a limited one too (14.2.9).
            Tracer::CpSpaces => self.central_powers(tracer),
            Tracer::Nobody => BitSet::EMPTY,
        };
        if !limited {
            return full;
        }
        let all = match tracer {
            Tracer::British | Tracer::Indian | Tracer::ArabNorthernArmy => {
                // BR, IN, ANZ, FR and IT with only a RU source are in limited supply (14.2.3-2,
                // 14.2.3-3, 18.9.2-2).
                self.russian()
            }
            // RU with only a BR source (14.2.2-4, 18.9.2-1).
            Tracer::Russian => self.british(),
            // Outside its own homeland a CP unit has limited sources only (14.2.1-6, 18.8.2.1-1).
            Tracer::Turkish
            | Tracer::German
            | Tracer::Bulgarian
            | Tracer::GermanBulgarian
            | Tracer::GreekCp => self.central_powers(tracer),
            _ => BitSet::EMPTY,
        };
        all - full
    }

    fn known(&self) -> &Known {
        &self.view.data.known
    }

    /// Sudan, India and the AP-controlled island bases (14.2.3-1, 2.0.island_base-1). In a region a source serves
    /// the AP even under enemy control (2.0.region-7).
    fn british(&self) -> BitSet {
        let known = self.known();
        let view = &self.view;
        let land = view.data.network.land | view.data.network.beachheads;
        let bases = view.control[0] - land - self.cut_off;
        bases | set([known.sudan_darfur, known.india])
    }

    /// Odessa, Tiflis, Central Asia, Petrovsk (14.2.2-1), and Trabzon with a RU VP marker
    /// (14.2.2-2). Those in regions serve the AP whoever controls them (2.0.region-7).
    fn russian(&self) -> BitSet {
        let known = self.known();
        let mut spaces = set([known.tiflis]);
        spaces.set(
            known.trabzon,
            self.view.state.get(Cell::RuVp(known.trabzon)) > 0,
        );
        set([known.odessa, known.central_asia, known.petrovsk]) | (spaces & self.held(Side::Ap))
    }

    /// What a side may trace through because its own units or its irregulars hold it: a source
    /// must be friendly (2.0.supply_source), and under siege it feeds nobody (14.1.3-2).
    const fn held(&self, side: Side) -> BitSet {
        self.held[index(side)]
    }

    fn galicia(&self) -> BitSet {
        set([self.known().galicia]) & self.held(Side::Cp)
    }

    /// Sofia while Bulgaria is a CP ally (14.2.1-1): before that its spaces are nobody's.
    fn sofia(&self) -> BitSet {
        if self
            .view
            .state
            .holds(Scalar::Collapsed, Collapse::Bulgaria as u8)
        {
            return BitSet::EMPTY;
        }
        set([self.known().sofia]) & self.held(Side::Cp)
    }

    /// The sources in Turkey, and Afghanistan as a CP ally (14.2.1-1, 14.2.1-5, 16.3.3.5.af-3, 18.8.6-6).
    fn turkish(&self) -> BitSet {
        let known = self.known();
        let mut sources = set([
            known.constantinople,
            known.kayseri,
            known.erzincan,
            known.damascus,
            known.baghdad,
        ]);
        sources.set(known.afghanistan, self.view.revolted(Revolt::Afghanistan));
        sources & self.held(Side::Cp)
    }

    /// Every source of the Central Powers, the limited ones too (14.2.1-2, 16.3.3.5.ca-4).
    fn central_powers(&self, tracer: Tracer) -> BitSet {
        let known = self.known();
        let mut limited = set([known.medina, known.maan]);
        limited.set(known.central_asia, self.view.revolted(Revolt::CentralAsia));
        let mut all =
            self.turkish() | self.galicia() | self.sofia() | (limited & self.held(Side::Cp));
        // Neutral Afghanistan feeds units without being held (18.8.6-4); spaces need a source in
        // the hands of their side (14.2.9).
        let asked = tracer != Tracer::CpSpaces
            || self.held(Side::Cp).contains(known.afghanistan)
            || self.readings.afghanistan_feeds_spaces;
        let neutral = asked
            && !self.view.revolted(Revolt::Afghanistan)
            && !self.view.control[0].contains(known.afghanistan);
        all.set(
            known.afghanistan,
            neutral || all.contains(known.afghanistan),
        );
        all
    }

    /// Finds the ports each side may use (14.1.4-1).
    pub(super) fn find_ports(&mut self) {
        let (view, known) = (&self.view, *self.known());
        let network = &view.data.network;
        let ports = network.all_ports;
        let controlled = |side: Side| (view.control[index(side)] & self.open[index(side)]) & ports;
        // Beachheads are ports of the AP (3.2.4.3-6, 18.6.2.3).
        let mut ap = controlled(Side::Ap) | (view.state.beachheads & network.beachheads);
        // The fort that the marines besiege may serve as a port (18.6.6-6).
        if let Some(space) = usize::from(view.state.scalar(Scalar::AssaultLanding)).checked_sub(1)
            && view.besieging[0].contains(space)
        {
            ap.insert(space);
        }
        // Basra is an AP port only while Fao is one (note on the map).
        if !ap.contains(known.fao) {
            ap.remove(known.basra);
        }
        // Ismailia is no port while the CP controls both ends of the canal (18.10.1-2).
        let cp = view.control[1];
        if cp.contains(known.port_said) && cp.contains(known.suez) {
            ap.remove(known.ismailia);
        }
        let mut cp_ports = controlled(Side::Cp);
        if cp.contains(known.port_said) && cp.contains(known.suez) {
            cp_ports.remove(known.ismailia);
        }
        // Aqaba and Jiddah serve only IN units of the AP (notes on the map).
        self.indian_ports = (ap & set([known.aqaba, known.jiddah])) - self.cut_off;
        self.ports = [ap - self.indian_ports - self.cut_off, cp_ports];
    }

    /// The straits and waters that a tracer of this side crosses who may also use the ports
    /// `extra`.
    fn find_joins(&self, sailed: Waters, extra: BitSet) -> Joins {
        let side = sailed.side();
        let control = self.view.control[index(side)];
        let straits = &self.view.data.network.straits;
        let mut joins = Joins::default();
        for step in 0..straits.len() {
            // The whole waterway below a strait (3.1.5.2.1), or above it (3.1.5.2.2).
            let at = match side {
                Side::Ap => step,
                _ => straits.len() - 1 - step,
            };
            let Some((a, b)) = straits[at] else { continue };
            if side == Side::Ap || at < 4 || control.contains(self.known().the_bosphorus_forts) {
                joins.add(set([a, b]));
            }
            if !control.contains(a) || !control.contains(b) {
                break;
            }
        }
        for water in self.waters(sailed) {
            joins.add(water & (self.ports[index(side)] | extra));
        }
        joins
    }

    /// Ports that serve this tracer besides those of its whole side.
    pub(super) fn extra_ports(&self, tracer: Tracer) -> BitSet {
        match tracer {
            Tracer::Indian | Tracer::ApSpaces => self.indian_ports,
            _ => BitSet::EMPTY,
        }
    }

    /// The sets of places that straits and ships join for a tracer on the way to full or limited
    /// sources.
    pub(super) fn joins(&self, tracer: Tracer, limited: bool) -> &Joins {
        match tracer {
            Tracer::Indian | Tracer::ApSpaces if !self.indian_ports.is_empty() => self
                .indian_joins
                .get_or_init(|| self.find_joins(Waters::Ap, self.indian_ports)),
            _ => self.joins_of(self.waters_sailed(tracer, limited)),
        }
    }

    /// Those that all who sail the same waters may use.
    pub(super) fn joins_of(&self, waters: Waters) -> &Joins {
        let joins = match waters {
            Waters::Ap | Waters::Cp => &self.joins[index(waters.side())],
            Waters::Russian => &self.russian_joins,
        };
        joins.get_or_init(|| self.find_joins(waters, BitSet::EMPTY))
    }

    /// Where the ships of a tracer sail. RU and RO units have the Black Sea and the Caspian to
    /// Russian sources (14.2.2-3, 14.2.5), and other seas only past the Bosphorus Forts (14.1.4.c):
    /// elsewhere they live on British ships, in limited supply (14.2.2-4).
    pub(super) fn waters_sailed(&self, tracer: Tracer, limited: bool) -> Waters {
        match tracer {
            Tracer::Russian | Tracer::Romanian if !limited && self.seas_apart() => Waters::Russian,
            _ => Waters::of(tracer.side()),
        }
    }

    /// Whether no ship of the AP passes the Bosphorus Forts.
    pub(super) fn seas_apart(&self) -> bool {
        !self.view.control[0].contains(self.known().the_bosphorus_forts)
    }

    /// The ports of the AP that ships of the Black Sea and the Caspian do not reach while the seas
    /// are apart.
    pub(super) fn outer_ports(&self) -> BitSet {
        let on = &self.view.data.network.ports;
        self.ports[0] - on[Sea::BlackSea as usize] - on[Sea::Caspian as usize]
    }

    /// The ports joined to those that serve IN units only.
    pub(super) fn indian_water(&self) -> BitSet {
        self.joins(Tracer::Indian, false).over(self.indian_ports)
    }

    /// The port places of each water that ships of a side sail without leaving it.
    fn waters(&self, sailed: Waters) -> [BitSet; 3] {
        let side = sailed.side();
        let on = &self.view.data.network.ports;
        let (black, caspian) = (on[Sea::BlackSea as usize], on[Sea::Caspian as usize]);
        // The fort that serves as a port (18.6.6-6) lies outside the two closed seas.
        let outside =
            (self.ports[index(side)] | self.view.data.network.all_ports) - black - caspian;
        let bosphorus = !self.seas_apart();
        let blockade = self.view.state.happened(ROYAL_NAVY_BLOCKADE);
        // The Black Sea bears everybody's supply (14.2.2-3, 14.1.4.b).
        match side {
            _ if sailed == Waters::Russian => [black, caspian, BitSet::EMPTY],
            // Past Constantinople only while the AP holds the Bosphorus Forts (14.1.4.c).
            Side::Ap if bosphorus => [black | outside, caspian, BitSet::EMPTY],
            Side::Ap => [black, outside, caspian],
            // After BLOCKADE the CP sails the Black and Caspian Seas only (14.1.4.b).
            _ if blockade => [black, caspian, BitSet::EMPTY],
            _ if bosphorus => [black, outside, caspian],
            _ => [black | outside, caspian, BitSet::EMPTY],
        }
    }

    /// The places next to those that were reached, by land, strait or sea: the reverse of
    /// [`Self::ways_out`].
    pub(crate) fn ways_in(&self, tracer: Tracer, limited: bool, reached: &BitSet) -> BitSet {
        let network = &self.view.data.network;
        let over = self.joins(tracer, limited).over(*reached);
        let mut near = self.graph(tracer).around(reached) | over;
        if tracer.side() == Side::Ap {
            let sailed = self.waters_sailed(tracer, limited);
            let waters = self.waters(sailed).into_iter();
            let water = waters.fold(BitSet::EMPTY, |all, water| all | water);
            ((network.regions & water) - near).for_each(|place| {
                let water = self.waters_of(tracer, limited, place);
                near.set(place, water.meets(reached));
            });
        }
        self.forsaken.for_each(|place| {
            near.set(place, self.ways_out(tracer, limited, place).meets(reached));
        });
        near
    }

    /// The ports on the same water as the port of an enemy-controlled region.
    pub(super) fn waters_of(&self, tracer: Tracer, limited: bool, place: usize) -> BitSet {
        if self.cut_off.contains(place) {
            return BitSet::EMPTY;
        }
        let ports = self.ports[index(tracer.side())] | self.extra_ports(tracer);
        self.waters(self.waters_sailed(tracer, limited))
            .into_iter()
            .filter(|water| water.contains(place))
            .fold(BitSet::EMPTY, |all, water| all | (water & ports))
    }
}
