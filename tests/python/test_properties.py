"""What must hold of every position."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

import lexbelli
from lexbelli import pursuit_of_glory as pog
from tools.pursuit_of_glory.random_position import random_position

positions = st.integers(0, 10**9).map(random_position)
fast = settings(max_examples=60, deadline=None, derandomize=True)

# From the best to the worst (14.1.9): a disrupted line to a full source goes before a clean one
# to a limited source.
_RANK = {"full": 0, "disrupted": 1, "limited": 2, "limited_disrupted": 3, "oos": 4}


@fast
@given(positions)
def test_every_form_gives_the_position_back(position: pog.Position) -> None:
    for form in (position.to_json(), position.to_bytes()):
        again = lexbelli.load(form, allow=["all"])
        assert again == position
        assert hash(again) == hash(position)
        assert again.core.hash == position.core.hash
        assert again.facts() == position.facts()


@fast
@given(positions)
def test_the_order_of_a_document_means_nothing(position: pog.Position) -> None:
    setup = position.setup()
    setup["units"] = {place: units[::-1] for place, units in reversed(setup["units"].items())}
    setup["reduced"].reverse()
    again = pog.Position.from_setup(dict(reversed(setup.items())), allow=["all"])
    assert (again, again.to_json()) == (position, position.to_json())


@fast
@given(positions, st.data())
def test_taking_an_enemy_away_never_cuts_supply(
    position: pog.Position, data: st.DataObject
) -> None:
    supply = position.supply()
    gone = data.draw(st.sampled_from(sorted(supply)))
    side = position.side_of(gone)
    after = position.with_change(units={gone: None}, allow=["all"]).supply()
    worse = {
        unit: (str(status), str(after[unit]))
        for unit, status in supply.items()
        if unit != gone and position.side_of(unit) != side and _RANK[after[unit]] > _RANK[status]
    }
    assert not worse


@fast
@given(positions)
def test_every_trace_tells_the_same_story_as_the_answer(position: pog.Position) -> None:
    for unit, line in position.supply().items():
        trace = line.trace
        assert trace.status == line
        assert trace.space == position.units[unit]
        assert trace.rule
        assert trace.text
        assert len(trace.links) == max(len(trace.path) - 1, 0)
        if trace.path:
            assert (trace.path[0], trace.path[-1]) == (trace.space, trace.source)
        if line == "oos":
            assert not trace.path
        json.dumps(trace.as_json())


@fast
@given(positions)
def test_every_space_tells_the_same_story_as_the_answer(position: pog.Position) -> None:
    flips = position.flips()
    for space in flips:
        trace = position.trace_space(space)
        assert trace.flips
        assert position.control(space) == trace.side
        assert not trace.path
    assert len(flips) == len(set(flips))
