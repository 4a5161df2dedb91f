//! Why: the path of a trace to its source, or where it is cut.

use super::network::{Tracer, UnitClass};
use super::{Status, Tracing};
use crate::board::BitSet;
use crate::control::index;
use crate::data::{PlaceId, UnitId};
use crate::position::Position;
use crate::readings::Readings;
use crate::vocabulary::*;
use std::collections::VecDeque;

/// The answer for one unit or space, with its reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    /// The state of supply. Spaces are full, disrupted or out of supply.
    pub status: Status,
    /// The number of the rule that settles it.
    pub rule: &'static str,
    /// The reason in one sentence.
    pub text: String,
    /// The source at the end of the trace.
    pub source: Option<PlaceId>,
    /// From where the trace starts to the source, both included.
    pub path: Vec<PlaceId>,
    /// How each step of the path goes: a type of connection, or `sea`.
    pub links: Vec<&'static str>,
    /// Where the path is disrupted.
    pub disrupted_at: Vec<PlaceId>,
    /// For traces that fail or fall short: every border where they stop.
    pub cut: Vec<Cut>,
}

/// A border that a trace cannot cross.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    /// The last place reached.
    pub from: PlaceId,
    /// The next place.
    pub to: PlaceId,
    /// The number of the rule that forbids it.
    pub rule: &'static str,
    /// The reason in one sentence.
    pub text: String,
}

impl Position {
    /// Why a unit is in its state of supply; `None` if it is not on the map or of neither side.
    #[must_use]
    pub fn trace(&self, unit: UnitId, readings: &Readings) -> Option<Trace> {
        let place = self
            .place(unit)
            .filter(|place| *place < self.data().on_map)?;
        let mut tracing = Tracing::new(self, readings);
        let status = tracing.status(unit, place)?;
        if self.data().units[unit].side == Side::Special {
            let text = format!("{} is always in supply.", self.data().units[unit].name);
            return Some(Trace::without_path(status, "3.2.1.3.georgia-4", text));
        }
        if tracing.in_neutral_afghanistan(unit, place) {
            let text = format!(
                "{} is an AP unit in neutral Afghanistan.",
                self.data().units[unit].name
            );
            return Some(Trace::without_path(status, "18.8.6-1", text));
        }
        if tracing.at_home(unit, place) {
            let (rule, text) = tracing.home_reason(unit);
            return Some(Trace::without_path(Status::Full, rule, text));
        }
        let tracer = tracing.tracer(unit);
        let limited = matches!(status, Status::Limited | Status::LimitedDisrupted);
        let mut trace = tracing.path(tracer, place, limited, status);
        let name = &self.data().units[unit].name;
        (trace.rule, trace.text) = tracing.unit_reason(tracer, status, name, trace.source);
        Some(trace)
    }

    /// Whether a space can trace to a source of its side (14.2.9); `None` if it is not asked:
    /// neutral, in a neutral country, with an intact fort of its own, or no land.
    #[must_use]
    pub fn trace_space(&self, place: PlaceId, readings: &Readings) -> Option<Trace> {
        let mut tracing = Tracing::new(self, readings);
        let side = [Side::Ap, Side::Cp]
            .into_iter()
            .find(|side| tracing.asked(*side).contains(place))?;
        let tracer = side.spaces();
        let reach = tracing.reach(tracer, false);
        let name = &self.data().spaces[place].name;
        let (status, rule, text) = if reach.clean.contains(place) {
            (
                Status::Full,
                "14.2.9",
                format!("{name} traces to a friendly source."),
            )
        } else if reach.any.contains(place) {
            let text = format!("{name} traces only through disrupted spaces; it does not turn.");
            (Status::Disrupted, "11.2.2.2.c-2", text)
        } else if self.supply(readings).flips.contains(place) {
            let text = format!(
                "{name} reaches no supply source of the {} and turns in the Attrition Phase.",
                side.word().to_uppercase()
            );
            (Status::OutOfSupply, "14.3.2.2-1", text)
        } else {
            let text = format!("{name} reaches no source, but a regular unit in supply holds it.");
            (Status::OutOfSupply, "11.2.2.1-2", text)
        };
        let mut trace = tracing.path(tracer, place, false, status);
        (trace.rule, trace.text) = (rule, text);
        Some(trace)
    }
}

impl Trace {
    const fn without_path(status: Status, rule: &'static str, text: String) -> Self {
        Self {
            status,
            rule,
            text,
            source: None,
            path: Vec::new(),
            links: Vec::new(),
            disrupted_at: Vec::new(),
            cut: Vec::new(),
        }
    }
}

impl Tracing<'_> {
    /// The path that gives `status`, shortest first, and the cut if it is not the best status.
    fn path(&self, tracer: Tracer, place: PlaceId, limited: bool, status: Status) -> Trace {
        let at = index(tracer.side());
        let disrupted = matches!(status, Status::Disrupted | Status::LimitedDisrupted);
        let mut trace = Trace::without_path(status, "", String::new());
        if status != Status::OutOfSupply {
            let shunned = if disrupted {
                BitSet::EMPTY
            } else {
                self.dirty[at]
            };
            let sources = self.sources(tracer, limited) - shunned;
            trace.path = self.shortest(tracer, limited, place, sources, self.open[at] - shunned);
            trace.source = trace.path.last().copied();
            trace.links = trace
                .path
                .windows(2)
                .map(|step| self.link(step[0], step[1]))
                .collect();
            let dirty = |place: &PlaceId| self.dirty[at].contains(*place);
            trace.disrupted_at = trace.path.iter().copied().filter(dirty).collect();
        }
        if !matches!(status, Status::Full | Status::Disrupted) {
            trace.cut = self.cut(tracer, place);
        }
        trace
    }

    /// How many connections lead to the nearest of some sources, a passage by sea being one; `None`
    /// if no line does. The search is that of [`Self::shortest`], a whole wave at a time.
    pub(crate) fn steps(&self, tracer: Tracer, place: PlaceId, sources: BitSet) -> Option<usize> {
        let open = self.open[index(tracer.side())];
        let (graph, joins) = (self.graph(tracer), self.joins(tracer, false));
        // The ways out of a closed place.
        let doors = if open.contains(place) {
            BitSet::EMPTY
        } else {
            self.ways_out(tracer, false, place)
        };
        let (mut seen, mut wave) = (sources, sources);
        for steps in 0.. {
            if wave.contains(place) {
                return Some(steps);
            }
            if wave.is_empty() {
                break;
            }
            let through = wave & open;
            let mut next = joins.over(through);
            through.for_each(|here| next |= graph.of(here));
            for closed in (wave - open).iter() {
                next |= self.ways_out(tracer, false, closed);
            }
            next = next & open;
            if doors.meets(&wave) {
                next.insert(place);
            }
            wave = next - seen;
            seen |= wave;
        }
        None
    }

    /// A search from the sources backwards, over the same ways as the flood.
    fn shortest(
        &self,
        tracer: Tracer,
        limited: bool,
        place: PlaceId,
        sources: BitSet,
        open: BitSet,
    ) -> Vec<PlaceId> {
        let mut towards: Vec<Option<PlaceId>> = vec![None; BitSet::CAPACITY];
        let mut seen = sources;
        let mut queue: VecDeque<_> = sources.iter().collect();
        while let Some(here) = queue.pop_front() {
            if here == place {
                break;
            }
            // A trace may end in, but not go through, a place that is closed.
            let closed_source = !open.contains(here);
            if closed_source && !sources.contains(here) {
                continue;
            }
            let next = self.ways_from(tracer, limited, here, closed_source);
            for next in (next & open)
                .iter()
                .chain(self.start(tracer, limited, place, here))
            {
                if !seen.contains(next) {
                    seen.insert(next);
                    towards[next] = Some(here);
                    queue.push_back(next);
                }
            }
        }
        if !seen.contains(place) {
            return Vec::new();
        }
        let mut path = vec![place];
        while let Some(next) = path.last().and_then(|last| towards[*last]) {
            path.push(next);
        }
        path
    }

    fn ways_from(&self, tracer: Tracer, limited: bool, here: PlaceId, closed: bool) -> BitSet {
        if closed {
            return self.ways_out(tracer, limited, here);
        }
        let mut next = self.graph(tracer).of(here);
        let at = std::iter::once(here).collect();
        next |= self.joins(tracer, limited).over(at);
        next
    }

    /// The starting place, if it is closed and one can trace out of it to `here`.
    fn start(
        &self,
        tracer: Tracer,
        limited: bool,
        place: PlaceId,
        here: PlaceId,
    ) -> Option<PlaceId> {
        let closed = !self.open[index(tracer.side())].contains(place);
        (closed && self.ways_out(tracer, limited, place).contains(here)).then_some(place)
    }

    fn link(&self, a: PlaceId, b: PlaceId) -> &'static str {
        self.view
            .data
            .connections
            .iter()
            .find(|connection| {
                (connection.a, connection.b) == (a, b) || (connection.b, connection.a) == (a, b)
            })
            .map_or("sea", |connection| connection.link.word())
    }

    /// Every border of what can be reached from a place.
    fn cut(&self, tracer: Tracer, place: PlaceId) -> Vec<Cut> {
        let at = index(tracer.side());
        let here: BitSet = std::iter::once(place).collect();
        let start = here | self.ways_out(tracer, false, place);
        let reached = here
            | self
                .graph(tracer)
                .flood(start, self.open[at], self.joins(tracer, false));
        let mut cut = Vec::new();
        for from in reached.iter() {
            for connection in &self.view.data.connections {
                let to = match (connection.a, connection.b) {
                    (a, to) if a == from => to,
                    (to, b) if b == from => to,
                    _ => continue,
                };
                if reached.contains(to) {
                    continue;
                }
                let usable = self.graph(tracer).of(from).contains(to);
                let (rule, text) = if connection.strait.is_some() && self.open[at].contains(to) {
                    self.strait_reason(tracer)
                } else if !usable && connection.strait.is_none() && self.open[at].contains(to) {
                    (
                        "3.1.5-1",
                        "the connection is closed to this nation".to_owned(),
                    )
                } else {
                    self.closed_reason(tracer.side(), to)
                };
                cut.push(Cut {
                    from,
                    to,
                    rule,
                    text,
                });
            }
        }
        cut
    }

    fn strait_reason(&self, tracer: Tracer) -> (&'static str, String) {
        match tracer.side() {
            Side::Ap => (
                "3.1.5.2.1",
                "the AP does not hold both banks of every lower strait".into(),
            ),
            _ => (
                "3.1.5.2.2-1",
                "the CP does not hold the whole waterway above the strait".into(),
            ),
        }
    }

    fn closed_reason(&self, side: Side, place: PlaceId) -> (&'static str, String) {
        let view = &self.view;
        let network = &view.data.network;
        let enemy = side.enemy();
        let name = &view.data.spaces[place].name;
        let them = enemy.word().to_uppercase();
        if view.neutral_countries.contains(place) {
            (
                "18.8-1",
                format!("{name} belongs to a country that is not in the war"),
            )
        } else if network.beachheads.contains(place) {
            ("3.1.6-2", format!("{name} holds no beachhead marker"))
        } else if !network.land.contains(place) {
            (
                "2.0.island_base-2",
                format!("{name} is closed to this side"),
            )
        } else if view.besieging[index(enemy)].contains(place) {
            (
                "14.1.3-2",
                format!("the fort of {name} is besieged by the {them}"),
            )
        } else if view.lapsed[index(enemy)].contains(place)
            || view.lapsed[index(side)].contains(place)
        {
            ("15.2.5-3", format!("a lapsed siege closes {name}"))
        } else if view.control[index(enemy)].contains(place) && network.regions.contains(place) {
            (
                "14.1.8-2",
                format!("{name} is a region controlled by the {them}"),
            )
        } else if view.control[index(enemy)].contains(place) {
            ("14.1.3-1", format!("{name} is controlled by the {them}"))
        } else if view.control[index(side)].contains(place) {
            (
                "14.1.2.b-1",
                format!("regular units of the {them} stand in {name}"),
            )
        } else {
            ("14.1.2.b-1", format!("{name} is controlled by nobody"))
        }
    }

    fn home_reason(&self, unit: UnitId) -> (&'static str, String) {
        let network = &self.view.data.network;
        let (role, entry) = (&network.profiles[unit], &self.view.data.units[unit]);
        let name = &entry.name;
        if role.class == UnitClass::Tribe {
            (
                "14.2.10",
                format!("{name} is within a full move of a space of its tribe."),
            )
        } else if entry.is_of(Nation::Sb) && !entry.is_of(Nation::Ru) {
            ("14.2.4", format!("{name} is always in supply in Serbia."))
        } else if entry.is_of(Nation::Gr) {
            ("14.2.6", format!("{name} is always in supply in Greece."))
        } else if role.class == UnitClass::Irregular {
            (
                "14.2.11",
                format!("{name} is an irregular unit inside its area."),
            )
        } else if entry.is_of(Nation::Pe) {
            ("14.2.8", format!("{name} is always in supply in Persia."))
        } else if entry.boxed_mf {
            (
                "3.2.2.rect-1",
                format!("{name} is inside the only area that supplies it."),
            )
        } else {
            ("14.1.1-1", format!("{name} needs no trace here."))
        }
    }

    fn unit_reason(
        &self,
        tracer: Tracer,
        status: Status,
        name: &str,
        source: Option<PlaceId>,
    ) -> (&'static str, String) {
        let source = source.map_or("a source", |source| {
            self.view.data.spaces[source].name.as_str()
        });
        match status {
            Status::Full => ("14.1.2-1", format!("{name} traces to {source}.")),
            Status::Disrupted => {
                let text = format!("{name} traces to {source} only by way of disrupted spaces.");
                ("11.2.2.2.a-1", text)
            }
            Status::Limited | Status::LimitedDisrupted => {
                let rule = match tracer {
                    Tracer::German => "14.2.1.a",
                    Tracer::Turkish => "14.2.1.b",
                    Tracer::Bulgarian => "14.2.1.c",
                    Tracer::Russian => "14.2.2-4",
                    Tracer::British => "14.2.3-3",
                    Tracer::Indian | Tracer::ArabNorthernArmy => "14.2.3-2",
                    _ => "14.1.9-1",
                };
                let how = if status == Status::Limited {
                    ""
                } else {
                    ", by way of disrupted spaces"
                };
                (
                    rule,
                    format!("{name} traces only to {source}, a limited source for it{how}."),
                )
            }
            Status::OutOfSupply if tracer == Tracer::Nobody => (
                "3.2.2.rect-1",
                format!("{name} is outside the only area that supplies it."),
            ),
            Status::OutOfSupply => (
                "2.0.oos-1",
                format!("{name} reaches no supply source it may use."),
            ),
        }
    }
}
