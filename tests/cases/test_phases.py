"""Rulings of victory, attrition and sieges: the tables of [expect] of these names.

[expect.victory]  `after_war_status`, `final`, `level`, `winner`, `points`, `marker` as
          docs/victory.md has them; `ends`, with "no" if the game goes on; `lines`, all lines of
          the ledger but the track, an oil field as "item space"; `with`, `not_lines`: some that
          are there or not; `by_vp`: the VP marker -> the level and the points it would give
[expect.attrition]  `lost`, all units; `turned`, some spaces -> who takes them; `not_turned`;
          `vp`, `jihad`, `ru_vp`; `ru_placed`, `ru_removed`, all spaces; `galicia`, some keys of
          the die, none if no die falls
[expect.sieges]  every besieged fort -> the chance that it surrenders
[expect.taken]  who controls some of them in full when all have surrendered
"""

from pathlib import Path

import pytest

from ledgers import LEDGER_BY, differences
from rulings import ALL_FILES, content_of, position_of


def files(key: str) -> list[Path]:
    return [file for file in ALL_FILES if key in content_of(file).get("expect", {})]


@pytest.mark.parametrize("by", LEDGER_BY)
@pytest.mark.parametrize("file", files("victory"), ids=lambda file: file.stem)
def test_victory(file: Path, by: str) -> None:
    content = content_of(file)
    assert not differences(by, position_of(content), content["expect"]["victory"])


@pytest.mark.parametrize("file", files("attrition"), ids=lambda file: file.stem)
def test_attrition(file: Path) -> None:
    content = content_of(file)
    position, expect = position_of(content), dict(content["expect"]["attrition"])
    found = position.attrition()
    turned = {turn.space: turn.to for turn in found.turned}
    wanted = expect.pop("turned", {})
    assert {space: turned.get(space) for space in wanted} == wanted
    assert not turned.keys() & set(expect.pop("not_turned", []))
    if "galicia" in expect:
        die = expect.pop("galicia")
        if die:
            assert found.galicia is not None
            assert {key: getattr(found.galicia, key) for key in die} == die
        else:
            assert found.galicia is None
    marked = {"ru_placed": "placed", "ru_removed": "removed"}
    answer = {
        "lost": sorted(loss.unit for loss in found.lost),
        **{key: getattr(found, key) for key in ("vp", "jihad", "ru_vp")},
        **{
            key: sorted(t.space for t in (*found.turned, *found.held) if t.ru_marker == marker)
            for key, marker in marked.items()
        },
    }
    assert {key: answer[key] for key in expect} == expect
    # What is foretold comes true.
    later = position.play("proceed")
    for key in ("vp", "jihad", "ru_vp"):
        before, after = (of.setup()["tracks"][key] for of in (position, later))
        assert after - before == answer[key]
    grave = {"ap_permanently_eliminated", "cp_permanently_eliminated"}
    assert all(later.units[unit] in grave for unit in answer["lost"])
    assert all(later.control(space) == side for space, side in turned.items())


@pytest.mark.parametrize("file", files("sieges"), ids=lambda file: file.stem)
def test_sieges(file: Path) -> None:
    content = content_of(file)
    position = position_of(content)
    found = {siege.space: siege.surrenders for siege in position.sieges()}
    assert found == content["expect"]["sieges"]
    # Each falls in its turn, if the dice will have it.
    while position.phase == "siege" and position.chance()[0].text != "proceed":
        space = position.chance()[-1].text.partition(" ")[2]
        assert str(position.chance()[-1].odds) == found.pop(space)
        position = position.play(f"surrenders {space}")
        assert space in position.setup()["forts_destroyed"]
    assert not found
    taken = content["expect"].get("taken", {})
    assert {space: position.control(space) for space in taken} == taken
