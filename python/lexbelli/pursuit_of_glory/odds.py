"""Odds of battles of Pursuit of Glory, and the attacks that could be declared (12)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

import clingo

from lexbelli import _core
from lexbelli.draw.plots import Plot
from lexbelli.draw.themes import theme as theme_of
from lexbelli.errors import IllegalMove, bad_input
from lexbelli.evaluations import (
    BOUNDS,
    BattleEvaluation,
    Interval,
    MeasureEvaluation,
    interval,
    measures_of,
)
from lexbelli.law import Law, programs_of
from lexbelli.moves import Move, Order, Violation
from lexbelli.names import resolve, unknown
from lexbelli.pursuit_of_glory.attack_options import AttackOption, AttackOptions
from lexbelli.pursuit_of_glory.battle_figures import Ending, FigureLine, Fire, Flank, Weather
from lexbelli.pursuit_of_glory.battle_odds import NUMBERS, CardWorth, Odds
from lexbelli.pursuit_of_glory.drawing import odds as draw_odds
from lexbelli.pursuit_of_glory.drawing.counters import SIDES
from lexbelli.pursuit_of_glory.evaluations import FINAL_MEASURES, STRATEGIES
from lexbelli.pursuit_of_glory.position import Position
from lexbelli.pursuit_of_glory.tables import NAME
from lexbelli.sensitivity import BattleChange, Sensitivity

__all__ = ["POLICIES", "Attack", "attacks", "evaluate", "lawful_attacks", "odds"]

# How losses may be taken (docs/odds.md).
POLICIES: Final[Mapping[str, str]] = {
    "thrift": "what costs least to make good",
    "fewest_steps": "the fewest steps",
    "most_steps": "the most steps",
}
# What is told of each measure of a battle that is followed to its end.
_COLUMNS: Final = [(each, each) for each in ("policy", *BOUNDS)]
# The weights of thrift.
WEIGHTS: Final[Mapping[str, int]] = {
    "half_point": 4,
    "strength": 2,
    "first_step": 3,
    "removal": 8,
    "arrival": 1,
}
_MOST_WEIGHT: Final = 1000

_ROLES: Final = ("attacker", "defender")
_SIDES: Final = ("ap", "cp")
_ORDERS_OF_CARDS: Final = ("play", "bring", "place")
_LAWFUL: Final = "rules_asp/common/lawful.lp"

_Policy = tuple[str, tuple[int, int, int, int, int]]
_Policies = tuple[_Policy, _Policy]


@dataclass(frozen=True, slots=True)
class Attack(Move):
    """The declaration of a battle: who attacks what, with which cards. It never changes.

    Attributes:
        text: The orders, as docs/battles.md writes them.
    """

    text: str

    @property
    def orders(self) -> tuple[Order, ...]:
        """The orders."""
        return tuple(_order(one) for one in self.text.split("; ") if one)

    def __str__(self) -> str:
        return self.text


def _order(text: str) -> Order:
    kind, *names = text.split()
    keys = {"join": ("unit",), "defend": ("unit",), "play": ("card",), "take_back": ("card",)}
    named = keys.get(kind, {"bring": ("card", "unit"), "place": ("card", "place")}.get(kind))
    content = zip(named or ("place",), names, strict=False)
    return Order(text, {"order": kind, **dict(content)})


@dataclass(frozen=True, slots=True)
class _Asked:
    """What was asked, so that it can be asked again."""

    position: _core.PursuitPosition
    over: str | None
    text: str
    cards: tuple[tuple[str, str], ...]
    policies: _Policies
    force: bool

    def told(self) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(
            _core.pursuit_odds(self.position, self.text, self.cards, self.policies, self.force)
        )
        return told

    def sensitivity(self, measure: str) -> Sensitivity:
        told = json.loads(
            _core.pursuit_sensitivity(
                self.position, self.text, self.cards, self.policies, self.force, measure
            )
        )
        changes = [
            BattleChange(
                kind=entry["change"],
                about=tuple(entry["about"]),
                text=entry["text"],
                value=Fraction(entry["value"]),
                gain=Fraction(entry["gain"]),
            )
            for entry in told["changes"]
        ]
        changes.sort(key=lambda change: -change.gain)
        return Sensitivity(measure, Fraction(told["value"]), tuple(changes))

    def evaluate(self, measures: Sequence[str], most: int) -> BattleEvaluation:
        """Tell what the battle comes to by measures that are known."""
        told = self._evaluated(self.policies, _COLUMNS, measures, most)
        columns = [[interval(ends) for ends in column] for column in told["values"]]
        rows = zip(measures, *columns, strict=True)
        return BattleEvaluation(
            tuple(MeasureEvaluation(*row) for row in rows), told["positions"], told["complete"]
        )

    def evaluate_measure(self, measure: str, attacker: Any, defender: Any, most: int) -> Interval:
        """Tell what it comes to by a measure if each side chooses in a manner of its own."""
        policies, strategies = [], []
        for role, usual, given in zip(_ROLES, self.policies, (attacker, defender), strict=True):
            known = isinstance(given, str) and given in STRATEGIES
            if isinstance(given, str) and not known and given not in POLICIES:
                raise unknown(given, [*STRATEGIES, *POLICIES], role, "policy")
            policies.append(usual if known else _policy(given))
            strategies.append(given if known else "policy")
        pairs = [(strategies[0], strategies[1])]
        told = self._evaluated(
            (policies[0], policies[1]), pairs, measures_of(measure, FINAL_MEASURES), most
        )
        return interval(told["values"][0][0])

    def _evaluated(
        self,
        policies: _Policies,
        strategies: Sequence[tuple[str, str]],
        measures: Sequence[str],
        most: int,
    ) -> dict[str, Any]:
        if most < 1:
            raise bad_input(f"'{most}' is below 1", "most")
        told: dict[str, Any] = json.loads(
            _core.pursuit_evaluate_battle(
                self.position,
                self.text,
                self.cards,
                policies,
                self.force,
                strategies,
                measures,
                min(most, 2**63),
            )
        )
        return told

    def cards_worth(self, any_card: bool) -> Sequence[CardWorth]:
        told = json.loads(
            _core.pursuit_cards(
                self.position, self.text, self.cards, self.policies, self.force, any_card
            )
        )
        return [
            CardWorth(
                card=entry["card"],
                name=entry["name"],
                side=entry["side"],
                held=entry["held"],
                moment=entry["moment"],
                asks=entry["asks"],
                numbers=tuple(
                    (name, Fraction(entry["price"][name]))
                    for name in (NUMBERS if entry["price"] else ())
                ),
            )
            for entry in told
        ]


def _asked(
    position: Position, attack: str, cards: Any, withdrawal: bool, policy: Any, force: bool
) -> _Asked:
    position, over = _ready(position)
    orders, sides = _played(position, cards)
    words = [attack.strip().rstrip(";"), *orders, *(["withdraw"] if withdrawal else [])]
    text = "; ".join(word for word in words if word)
    return _Asked(position.core, over, text, tuple(sides), _policies(policy), force)


def _ready(position: Position) -> tuple[Position, str | None]:
    """Return the position in which attacks can be asked about, and what is supposed to be over.

    A phase before the actions of the turn is supposed to be over.

    Raises:
        BadInput: The position asks for something else first.
    """
    asked = position.decision
    if position.before_actions:
        phase = position.core.phase.replace("_", " ")
        return position.suppose(ops=1), f"the {phase} phase"
    waits = asked.kind in ("tribes", "chance") or position.core.phase != "action"
    if waits and "battle" not in position.setup():
        message = f"is not one in which attacks are declared or activated. {asked.text}"
        raise bad_input(f"{message} Play that first, or name a position after it.", "position")
    return position, None


def evaluate(
    position: Position,
    attack: str,
    cards: Any,
    withdrawal: bool,
    policy: Any,
    force: bool,
    measures: Sequence[str],
    most: int,
) -> BattleEvaluation:
    """Tell what an attack, or the battle under way, comes to; see `Chances.evaluate_battle`.

    Raises:
        BadInput: Something cannot be read, or rules are broken.
    """
    asked = _asked(position, attack, cards, withdrawal, policy, force)
    return asked.evaluate(measures_of(measures, FINAL_MEASURES), most)


def odds(
    position: Position,
    attack: str,
    cards: Any = (),
    withdrawal: bool = False,
    policy: Any = "thrift",
    force: bool = False,
) -> Odds:
    """Tell the exact odds of an attack; see `lexbelli.odds`.

    Raises:
        BadInput: Something cannot be read; the error names the nearest valid choice.
        IllegalMove: Rules are broken; the error lists all.
    """
    asked = _asked(position, attack, cards, withdrawal, policy, force)
    text = asked.text
    told = asked.told()
    violations = tuple(
        Violation(entry["rule"], entry["witness"], entry["text"], entry["owed"])
        for entry in told["violations"]
    )
    if "outcomes" not in told:
        raise IllegalMove(Attack(_spelled(position, text)), violations)
    figures = told["figures"]
    return Odds(
        attack=_spelled(position, text),
        target=figures["target"],
        fort=figures["fort"],
        attacker=_fire(figures["attacker"]),
        defender=_fire(figures["defender"]),
        first_fire=figures["first_fire"],
        first_fire_by=_line(figures["first_fire_by"]),
        flank=_flank(figures),
        weather=tuple(
            Weather(
                place=check["from"],
                terrain=check["terrain"],
                at=check["place"],
                lowest=check["lowest"],
                units=tuple(check["units"]),
            )
            for check in figures["weather"]
        ),
        cards=tuple(f"{card['side']} {card['card']}" for card in figures["cards"]),
        withdrawal=figures["withdrawal"],
        cancelled=_line(figures["cancelled"]),
        policy=_policy_words(asked.policies),
        endings=tuple(Ending(Fraction(part), *rest) for *rest, part in told["outcomes"]),
        bounds=_bounds(told["bounds"]),
        violations=violations,
        supposed=told["supposed"],
        over=asked.over,
        under_way=told["under_way"],
        defence_chosen=told["defence_chosen"],
        _asker=_Asker(asked),
    )


@dataclass(frozen=True, slots=True)
class _Asker:
    """Asks about the same battle again."""

    asked: _Asked

    def sensitivity(self, measure: str) -> Sensitivity:
        return self.asked.sensitivity(measure)

    def cards(self, any_card: bool) -> Sequence[CardWorth]:
        return self.asked.cards_worth(any_card)

    def evaluate(self, measures: Sequence[str], most: int) -> BattleEvaluation:
        return self.asked.evaluate(measures, most)

    def evaluate_measure(self, measure: str, attacker: Any, defender: Any, most: int) -> Interval:
        return self.asked.evaluate_measure(measure, attacker, defender, most)

    def plot(self, odds: Odds, changes: Sensitivity | None, theme: str) -> Plot:
        colours = theme_of(theme)
        position = Position(self.asked.position)
        place = position.core.tables.space(odds.target)["name"]
        sides = SIDES[odds.attacker.side], SIDES[odds.defender.side]
        heading = f"Attack on {place}"
        return draw_odds.plot(odds, changes, colours, sides, heading, position.title)


def _spelled(position: Position, text: str) -> str:
    """Write an attack order by order, with ids."""
    return "; ".join(_core.pursuit_attack_orders(position.core, text))


def _line(entry: Mapping[str, Any] | None) -> FigureLine | None:
    return None if entry is None else FigureLine(entry["rule"], entry["text"], entry["value"])


def _lines(entries: Sequence[Mapping[str, Any]]) -> tuple[FigureLine, ...]:
    return tuple(FigureLine(entry["rule"], entry["text"], entry["value"]) for entry in entries)


def _fire(entry: Mapping[str, Any]) -> Fire:
    return Fire(
        side=entry["side"],
        units=tuple(unit["unit"] for unit in entry["units"]),
        staff=tuple(unit["unit"] for unit in entry["staff"]),
        places=tuple(unit["place"] for unit in entry["units"]),
        strength=_lines(entry["strength"]),
        shifts=_lines(entry["shifts"]),
        drms=_lines(entry["drms"]),
        losses=_lines(entry["losses"]),
        heavy=_line(entry["heavy"]),
        table=entry["table"],
        cf=entry["cf"],
        column=(entry["column_from"], entry["column_to"]),
        shift=entry["shift"],
        drm=entry["drm"],
        loss_numbers=tuple(entry["loss_numbers"]),
    )


def _flank(figures: Mapping[str, Any]) -> Flank | None:
    entry = figures["flank"]
    if entry is None:
        return None
    return Flank(
        pin=entry["pin"],
        drms=_lines(entry["drms"]),
        needed=entry["needed"],
        lowest=entry["lowest"],
        succeeded=figures["flank_succeeded"],
    )


def _bounds(
    entry: Mapping[str, Sequence[str]],
) -> tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]:
    ends = [(Fraction(entry[role][0]), Fraction(entry[role][1])) for role in _ROLES]
    return ends[0], ends[1]


# --- cards ------------------------------------------------------------------------------


def _played(position: Position, cards: Any) -> tuple[list[str], list[tuple[str, str]]]:
    """Return the orders that play cards, and of cards of a named side whose they are."""
    if isinstance(cards, Mapping):
        orders: list[str] = []
        sides: list[tuple[str, str]] = []
        for side, given in cards.items():
            if side not in _SIDES:
                raise unknown(str(side), _SIDES, "cards", "side")
            for order, card in _card_orders(position, given):
                orders.append(order)
                sides.append((card, side))
        return orders, list(dict.fromkeys(sides))
    return [order for order, _ in _card_orders(position, cards)], []


def _card_orders(position: Position, given: Any) -> list[tuple[str, str]]:
    """Return orders and the card of each; names of cards are played."""
    if isinstance(given, str):
        separator = ";" if any(word in given.split() for word in _ORDERS_OF_CARDS) else ","
        given = given.split(separator)
    if not isinstance(given, Sequence):
        kind = type(given).__name__
        raise bad_input(
            f"names of cards or orders that play them are needed, not '{kind}'", "cards"
        )
    known = position.core.tables.card_ids()
    found = []
    for entry in given:
        if not isinstance(entry, str):
            raise bad_input(f"names of cards are needed, not '{type(entry).__name__}'", "cards")
        words = entry.split()
        if not words:
            continue
        if words[0] in _ORDERS_OF_CARDS:
            if len(words) < 2:
                raise bad_input(f"'{entry}' names no card", "cards")
            card = resolve(words[1], known, "card")
            found.append((entry.strip(), card))
        else:
            card = resolve(entry.strip(), known, "card")
            found.append((f"play {card}", card))
    return found


# --- policies ---------------------------------------------------------------------------


def _policies(given: Any) -> _Policies:
    """Read how losses are taken: one policy of both sides, or one of each."""
    if isinstance(given, Mapping) and given.keys() & set(_ROLES):
        for role in given:
            if role not in _ROLES:
                raise unknown(str(role), _ROLES, "policy", "side")
        return _policy(given.get("attacker", "thrift")), _policy(given.get("defender", "thrift"))
    both = _policy(given)
    return both, both


def _policy(given: Any) -> _Policy:
    weights = dict(WEIGHTS)
    name = "thrift"
    if isinstance(given, str):
        name = resolve(given, POLICIES, "policy")
    elif isinstance(given, Mapping):
        for weight, value in given.items():
            if weight not in WEIGHTS:
                raise unknown(str(weight), WEIGHTS, "policy", "weight")
            if isinstance(value, bool) or not isinstance(value, int):
                raise bad_input(f"'{value}' is no whole number", f"policy.{weight}")
            if abs(value) > _MOST_WEIGHT:
                raise bad_input(f"'{value}' is beyond {_MOST_WEIGHT}", f"policy.{weight}")
            weights[weight] = value
    else:
        kind = type(given).__name__
        raise bad_input(f"the name of a policy or its weights are needed, not '{kind}'", "policy")
    half_point, strength, first_step, removal, arrival = weights.values()
    return name, (half_point, strength, first_step, removal, arrival)


def _policy_words(policies: _Policies) -> tuple[str, str]:
    one, other = (_in_words(policy) for policy in policies)
    return one, other


def _in_words(policy: _Policy) -> str:
    name, weights = policy
    changed = [
        f"{weight} {value}"
        for (weight, usual), value in zip(WEIGHTS.items(), weights, strict=True)
        if value != usual
    ]
    return f"{name} ({', '.join(changed)})" if name == "thrift" and changed else name


# --- attacks ----------------------------------------------------------------------------


def attacks(
    position: Position,
    origin: Sequence[str] | None,
    target: Sequence[str] | None,
    every: bool,
    most: int,
    by: str,
) -> AttackOptions:
    """Tell the attacks that could be declared; see `lexbelli.attacks`.

    Raises:
        BadInput: A place is unknown, or the position is none in which attacks are declared.
        LawError: The law is at fault.
    """
    if by not in ("core", "law"):
        raise unknown(by, ("core", "law"), "by", "judge")
    known = position.spaces
    targets = None if target is None else [resolve(place, known, "on", "place") for place in target]
    origins = (
        None if origin is None else [resolve(place, known, "from", "place") for place in origin]
    )
    texts = None
    position, over = _ready(position)
    if by == "law":
        texts = lawful_attacks(position, every, targets, origins)
    table, _, unfinished, supposed, waits = _core.pursuit_attacks(
        position.core, every, targets, origins, min(most, 2**63), texts
    )
    columns = [table.column(name) for name in ("attack", "target", "units", "pin", "folded")]
    found = tuple(
        AttackOption(attack, target, tuple(units), pin, folded, tuple(values))
        for attack, target, units, pin, folded, values in zip(
            *columns, table.column("exact"), strict=True
        )
    )
    return AttackOptions(found, every, supposed, tuple(waits), tuple(unfinished), over)


def lawful_attacks(
    position: Position,
    every: bool = False,
    targets: Sequence[str] | None = None,
    origins: Sequence[str] | None = None,
) -> list[str]:
    """Ask the law for the attacks that could be declared, units that are alike taken as one kind.

    Args:
        position: The position.
        every: Whether to ask for every attack, and not only for those to which nobody could be
            added, with and without a flank attempt.
        targets: The places that may be attacked; None for all.
        origins: The places from which units may come; None for all.

    Raises:
        BadInput: The position is none in which attacks are declared.
        LawError: The law is at fault.
    """
    position, _ = _ready(position)
    facts, _ = _core.pursuit_attack_law(position.core)
    # Units that wait elsewhere are as if they did not.
    if origins is not None:
        near = {unit for unit, place in position.units.items() if place in origins}
        kept = facts.split("\n")
        facts = "\n".join(fact for fact in kept if not _waits_elsewhere(fact, near))
    program = "show_attacks.lp" if every else "show_largest_attacks.lp"
    found = set()
    with _law(program, position.core.tables).grounded(facts) as control:
        solve = control.configuration.solve
        assert isinstance(solve, clingo.Configuration)
        solve.models = "0"
        if not every:
            solve.enum_mode = "domRec"
        with control.solve(yield_=True) as handle:
            for model in handle:
                orders = [str(atom.arguments[0]) for atom in model.symbols(shown=True)]
                found.add(_attack_text(orders))
    if not every:
        # Without a flank attempt it is another attack.
        found |= {text.partition(" flank ")[0] for text in found}
    wanted = found if targets is None else {one for one in found if one.split()[1] in targets}
    return sorted(wanted)


def _waits_elsewhere(fact: str, near: set[str]) -> bool:
    word, _, rest = fact.partition("(")
    return word == "attacking" and rest.partition(",")[0] not in near


def _attack_text(orders: Sequence[str]) -> str:
    named: dict[str, list[str]] = {"attack": [], "join": [], "flank": []}
    for order in orders:
        word, _, name = order.rstrip(")").partition("(")
        named[word].append(name)
    flank = f" flank {named['flank'][0]}" if named["flank"] else ""
    return f"attack {named['attack'][0]} with {','.join(sorted(named['join']))}{flank}"


@lru_cache(maxsize=4)
def _law(program: str, tables: _core.PursuitTables) -> Law:
    programs = [*programs_of(NAME, program), _LAWFUL]
    return Law(programs, tables.static_facts(), ["--heuristic=Domain"])
