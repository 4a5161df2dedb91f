//! The positions of a game tree, each gone on from when that is asked first, and never again.

use super::{Branch, Choice, GameTree};
use crate::chance::Fraction;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// A position of the tree.
pub(super) type NodeId = usize;

/// What follows a position, as far as it is known.
pub(super) enum Link<const MEASURES: usize, G: GameTree<MEASURES>> {
    Over([i64; MEASURES]),
    Next(NodeId),
    Chance(Rc<ChanceNode<G::Outcome>>),
    Choice(Rc<ChoiceNode<G::Answer, G::Asked, G::Policy>>),
}

impl<const MEASURES: usize, G: GameTree<MEASURES>> Clone for Link<MEASURES, G> {
    fn clone(&self) -> Self {
        match self {
            Self::Over(values) => Self::Over(*values),
            Self::Next(next) => Self::Next(*next),
            Self::Chance(chance) => Self::Chance(chance.clone()),
            Self::Choice(choice) => Self::Choice(choice.clone()),
        }
    }
}

/// A throw.
pub(super) struct ChanceNode<O> {
    pub(super) odds: Vec<Fraction>,
    outcomes: Vec<O>,
    after: Children,
}

/// A choice.
pub(super) struct ChoiceNode<A, K, P> {
    pub(super) choice: Choice<A, K>,
    after: Children,
    picks: RefCell<Vec<(P, usize)>>,
}

/// The positions that follow, as far as somebody has asked for them.
struct Children(RefCell<Vec<Option<NodeId>>>);

impl Children {
    fn new(number: usize) -> Self {
        Self(RefCell::new(vec![None; number]))
    }
}

struct Node<const MEASURES: usize, G: GameTree<MEASURES>> {
    position: Rc<G::Position>,
    link: Option<Link<MEASURES, G>>,
    ends: OnceCell<Rc<[(i64, i64); MEASURES]>>,
}

/// Positions are found again by their keys, which are mixed enough.
#[derive(Default)]
struct AsItIs(u64);

impl Hasher for AsItIs {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {}
    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

/// What is known of a game tree.
pub struct Explored<'g, const MEASURES: usize, G: GameTree<MEASURES>> {
    game: &'g G,
    nodes: Vec<Node<MEASURES, G>>,
    known: HashMap<u64, NodeId, BuildHasherDefault<AsItIs>>,
    positions: u64,
}

impl<'g, const MEASURES: usize, G: GameTree<MEASURES>> Explored<'g, MEASURES, G> {
    /// Nothing but the root, which is node 0.
    pub fn new(game: &'g G, root: G::Position) -> Self {
        let mut explored = Self {
            game,
            nodes: Vec::new(),
            known: HashMap::default(),
            positions: 0,
        };
        explored.add(root);
        explored
    }

    /// The game.
    pub const fn game(&self) -> &'g G {
        self.game
    }

    /// How many positions were looked at.
    pub const fn positions(&self) -> u64 {
        self.positions
    }

    fn add(&mut self, position: G::Position) -> NodeId {
        let number = self.nodes.len();
        let key = self.game.key(&position);
        let known = *self.known.entry(key).or_insert(number);
        if known == number {
            self.nodes.push(Node {
                position: Rc::new(position),
                link: None,
                ends: OnceCell::new(),
            });
        }
        known
    }

    /// Between which ends all measures lie in a position, whatever still comes.
    pub(super) fn ends(&self, at: NodeId) -> Rc<[(i64, i64); MEASURES]> {
        let node = &self.nodes[at];
        let ends = || match &node.link {
            Some(Link::Over(values)) => values.map(|value| (value, value)),
            _ => self.game.ends(&node.position),
        };
        node.ends.get_or_init(|| Rc::new(ends())).clone()
    }

    /// What follows a position.
    pub(super) fn link(&mut self, at: NodeId) -> Link<MEASURES, G> {
        if let Some(link) = &self.nodes[at].link {
            return link.clone();
        }
        self.positions += 1;
        let position = self.nodes[at].position.clone();
        let link = match self.game.branch(&position) {
            Branch::Over(values) => {
                // There are many ends, and nothing more is asked of their positions.
                self.nodes[at].position = self.nodes[0].position.clone();
                Link::Over(values)
            }
            Branch::Next(next) => Link::Next(self.add(next)),
            Branch::Chance(parts) => {
                let (outcomes, odds): (Vec<_>, _) = parts.into_iter().unzip();
                Link::Chance(Rc::new(ChanceNode {
                    after: Children::new(outcomes.len()),
                    outcomes,
                    odds,
                }))
            }
            Branch::Choice(choice) => Link::Choice(Rc::new(ChoiceNode {
                after: Children::new(choice.answers.len()),
                choice,
                picks: RefCell::default(),
            })),
        };
        self.nodes[at].link = Some(link.clone());
        link
    }

    /// What comes of a throw.
    pub(super) fn fallen(
        &mut self,
        at: NodeId,
        chance: &ChanceNode<G::Outcome>,
        number: usize,
    ) -> NodeId {
        let game = self.game;
        self.child(at, &chance.after, number, |now| {
            game.fallen(now, chance.outcomes[number])
        })
    }

    /// What comes of an answer.
    pub(super) fn chosen(
        &mut self,
        at: NodeId,
        node: &ChoiceNode<G::Answer, G::Asked, G::Policy>,
        number: usize,
    ) -> NodeId {
        let (game, choice) = (self.game, &node.choice);
        self.child(at, &node.after, number, |now| {
            game.chosen(now, &choice.asked, &choice.answers[number])
        })
    }

    fn child(
        &mut self,
        at: NodeId,
        after: &Children,
        number: usize,
        next: impl FnOnce(&G::Position) -> G::Position,
    ) -> NodeId {
        if let Some(known) = after.0.borrow()[number] {
            return known;
        }
        let next = next(&self.nodes[at].position);
        let node = self.add(next);
        after.0.borrow_mut()[number] = Some(node);
        node
    }

    /// Which answer a policy takes.
    pub(super) fn pick(
        &self,
        at: NodeId,
        node: &ChoiceNode<G::Answer, G::Asked, G::Policy>,
        policy: G::Policy,
    ) -> usize {
        let mut picks = node.picks.borrow_mut();
        if let Some((_, pick)) = picks.iter().find(|(known, _)| *known == policy) {
            return *pick;
        }
        let position = &self.nodes[at].position;
        let pick = self.game.pick(position, &node.choice, policy);
        picks.push((policy, pick));
        pick
    }
}
