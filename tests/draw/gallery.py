"""The gallery: one page with every overlay and theme: `python tests/draw/gallery.py FOLDER`.

With `--write` the few pictures that README.md and docs/ show are put into docs/pictures.
"""

import html
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from click.testing import CliRunner

import lexbelli
from lexbelli import pursuit_of_glory as pog
from lexbelli import twilight_of_the_habsburgs as toh
from lexbelli.cli.app import app
from lexbelli.draw import plots
from lexbelli.pursuit_of_glory.drawing import overlays
from lexbelli.puzzles.puzzle import find_puzzle
from lexbelli.twilight_of_the_habsburgs.drawing import overlays as hex_overlays

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
ATTACK = "attack koprukoy with ru_i_caucasian,ru_cavalry_1,ru_div_3"
BATTLE = "attack eleskirt with tu_ix_corps,tu_x_corps,tu_cavalry_1 flank koprukoy"
MOVE = "activate kars move; go ru_div_4 oltu; activate tiflis attack"
ADVANCE = (
    "go ger_12_aslt_div h3445; go ger_26_aslt_div h3443; go ah_3_mtn_div h3445;"
    " rail ah_hv_20_inf_div h3046"
)


class Drawn(Protocol):
    @property
    def svg(self) -> str: ...


@dataclass(frozen=True)
class Entry:
    name: str
    said: str
    command: str
    draw: Callable[[], Drawn]
    shipped: bool = False
    scenario: str = "1914_campaign"
    verb: str = "draw"


@dataclass(frozen=True)
class Made:
    """A picture that a command has drawn."""

    svg: str


def by_command(
    name: str, said: str, verb: str, what: str, words: str, shipped: bool = False
) -> Entry:
    """Return an entry that the command itself draws with `--draw`."""

    def draw() -> Drawn:
        with TemporaryDirectory() as folder:
            file = Path(folder, "picture.svg")
            asked = [verb, what, *words.split(), "--draw", str(file)]
            done = CliRunner().invoke(app, asked)
            if not file.exists():
                raise AssertionError(done.output)
            return Made(file.read_text("utf-8"))

    return Entry(name, said, f"{words} --draw {name}.svg", draw, shipped, what, verb)


def start() -> pog.Position:
    return pog.scenario("1914_campaign")


def late() -> pog.Position:
    return pog.scenario("1916_total_war")


def odds(attack: str = ATTACK) -> lexbelli.Odds:
    return lexbelli.odds(start(), attack)


def eleskirt() -> pog.Position:
    """The long example of the rules (12.11), before the attack is declared."""
    units = ("tu_ix_corps", "tu_x_corps", "tu_cavalry_1")
    return pog.Position.from_setup(
        {
            "scenario": "1914_campaign", "turn": 2, "round": 5, "active": "cp", "ops": 0,
            "attacking": dict.fromkeys(units, "attack"),
            "units": {
                "koprukoy": ["tu_ix_corps"], "malazgirt": ["tu_x_corps", "tu_cavalry_1"],
                "eleskirt": ["ru_i_caucasian", "ru_iv_caucasian"], "ap_reserve": ["ru_div_1"],
            },
            "reduced": ["ru_i_caucasian", "ru_iv_caucasian"],
            "control": {"ap": ["eleskirt"]},
        }
    )  # fmt: skip


def retreat() -> pog.Position:
    """The same when the defenders have lost and are to retreat."""
    battle = {
        "place": "eleskirt", "stage": "retreat", "attackers": ["tu_ix_corps", "tu_x_corps"],
        "defenders": ["ru_i_caucasian", "ru_iv_caucasian"],
        "loss_numbers": {"attacker": 4, "defender": 2},
        "settled": ["defenders_losses_taken", "attackers_losses_taken"],
    }  # fmt: skip
    return eleskirt().with_change(setup={"battle": battle, "attacking": None})


PUZZLE = overlays.Puzzle(
    "AP to act with 3 OPS: which attack takes Koprukoy most likely?",
    ["activate oltu attack; activate sarikamis attack", ATTACK],
    ops=3,
    spaces=["koprukoy"],
)
THREATS = [
    overlays.Threat("take", spaces=["koprukoy"], ops=3,
                    move="activate oltu attack; activate sarikamis attack"),
    overlays.Threat("reinforce", spaces=["oltu"], ops=1,
                    move="activate kars move; go ru_div_4 oltu"),
]  # fmt: skip


def trenches() -> plots.Plot:
    """How the chance to take Koprukoy depends on who attacks, and on a trench there."""
    sets = ("ru_div_3", "ru_div_3,ru_cavalry_1", "ru_div_3,ru_cavalry_1,ru_i_caucasian")
    lines = {}
    for level in range(2):
        dug = {"koprukoy": {"level": level, "owner": "cp"}} if level else {}
        position = start().with_change(setup={"trenches": {**start().setup()["trenches"], **dug}})
        lines["trench" if level else "no trench"] = [
            (number, float(lexbelli.odds(position, f"attack koprukoy with {units}").win))
            for number, units in enumerate(sets, 1)
        ]
    return plots.sensitivity(lines, "Chance to win at Koprukoy", "units that attack")


def front() -> toh.Position:
    return toh.scenario("caporetto")


def advance() -> toh.Position:
    """The first movement of Caporetto, after every first way in which dice may fall."""
    now = front()
    while now.decision.kind != "movement":
        asked = now.decision
        if asked.kind == "chance":
            now = now.after_answer(asked.outcomes[0].text)
        else:
            now = now.play("" if asked.kind != "attrition" else now.sample_moves(1, 1)[0])
    return now


FLITSCH = "attack ah_3_mtn_div,ger_12_aslt_div h3343 mobile"


def struck() -> toh.Position:
    """The first attacks of Caporetto: the central side has left its trenches."""
    before = front()
    dug_in = [unit for unit in before.setup()["entrenched"] if before.side_of(unit) == "entente"]
    return before.suppose("central").with_change(setup={"entrenched": dug_in}).play("pass")


def marked() -> toh.Position:
    """The same with the markers of an event: gas, the navy, an offensive, what was scouted."""
    markers = {"gas": "h3343", "bombarded": "h2243", "offensive": ["ger_14_hq"],
               "scouted": {"ah_2_isonzo_hq": "h3042"}}  # fmt: skip
    return struck().with_change(setup={**markers, "event": 7}, allow=["all"])


def ring() -> Drawn:
    """What the Italians could do to the Austrians at Borgo, nobody being in trenches."""
    now = front().with_change(setup={"entrenched": []})
    found = lexbelli.threats(now, "central", about=["surrounded"], named=["h2717", "h2516"])
    return now.draw(around="borgo", overlay=hex_overlays.threats(now, found))


def on_hexes(
    name: str, said: str, scenario: str, around: str, hops: int, shipped: bool = False, **over: str
) -> Entry:
    """Return an entry of a board of hexes."""
    words = f"--around {around} --hops {hops}"
    words += "".join(f" --{option} {given}" for option, given in over.items())

    def draw() -> Drawn:
        position = toh.scenario(scenario)
        wanted: dict[str, Any] = {"around": around, "hops": hops, **over}
        return position.draw(**wanted)

    return Entry(name, said, words, draw, shipped, scenario)


ENTRIES = [
    Entry("front", "The Caucasus in the autumn of 1914", "--around erzurum",
          lambda: start().draw(around="erzurum"), shipped=True),
    Entry("line", "A supply line that is cut",
          "--around mosul --hops 2 --as-if 'control Mosul ap' --line tu_div_9",
          lambda: start().with_change(control={"mosul": "ap"}).draw(
              around="mosul", hops=2, line="tu_div_9"), shipped=True),
    Entry("fed", "A supply line", "--around erzurum --hops 2 --line tu_ix_corps",
          lambda: start().draw(around="erzurum", hops=2, line="tu_ix_corps")),
    Entry("supply", "Who is fed from where", "--around baghdad --supply",
          lambda: late().draw(around="baghdad", supply=True), scenario="1916_total_war"),
    Entry("reach", "Where a unit may go", "--around kars --reach ru_div_4",
          lambda: start().draw(around="kars", reach="ru_div_4"), shipped=True),
    Entry("move", "A move", f"--around kars --hops 2 --ops 4 --move '{MOVE}'",
          lambda: start().draw(around="kars", hops=2, ops=4, move=MOVE), shipped=True),
    Entry("illegal", "A move that breaks rules",
          "--around oltu --hops 2 --move 'go ru_div_3 koprukoy; entrench batum'",
          lambda: start().draw(around="oltu", hops=2,
                               move="go ru_div_3 koprukoy; entrench batum")),
    Entry("difference", "What is different from another position",
          "--around kars --since 1914_campaign",
          lambda: start().with_change(
              units={"ru_div_4": "oltu", "ru_div_9": "poti", "tu_ix_corps": "cp_eliminated"},
              control={"koprukoy": "ap"}).draw(around="kars", since=start())),
    Entry("attack", "An attack with its odds", f"--around koprukoy --hops 2 --attack '{ATTACK}'",
          lambda: start().draw(around="koprukoy", hops=2, attack=ATTACK), shipped=True),
    Entry("waiting", "Who waits to attack (in Python)", "",
          lambda: eleskirt().draw(around="eleskirt", hops=2)),
    Entry("battle", "A battle under way (in Python)", "",
          lambda: eleskirt().play(BATTLE).draw(around="eleskirt", hops=2)),
    Entry("retreat", "Where defenders may retreat (in Python)", "",
          lambda: retreat().draw(around="eleskirt", hops=2)),
    by_command("threats", "What the enemy could do, with his cheapest move for it", "threats",
               "1916_total_war", "--side cp --ops 1 --about oos --around kut --hops 4",
               shipped=True),
    by_command("threats-several", "Several threats", "threats", "1914_campaign",
               "--side cp --ops 2 --around jifjaffa"),
    by_command("threats-battle", "What he could do with a battle, and how likely", "threats",
               "1914_campaign", "--side cp --ops 1 --combat --around koprukoy"
               " --of bayburt --of koprukoy --of eleskirt --of bayazit"),
    Entry("threats-own", "Threats that a program of one's own found (in Python)", "",
          lambda: start().draw(around="koprukoy", hops=2,
                               overlay=overlays.threats(start(), THREATS))),
    by_command("puzzle", "A puzzle", "puzzle", "urmia_road", "--around ruwandiz"),
    by_command("solution", "The same puzzle, solved", "puzzle", "urmia_road",
               "--solve --around ruwandiz"),
    Entry("puzzle-own", "A puzzle of one's own with several moves (in Python)", "",
          lambda: start().draw(around="koprukoy", hops=2,
                               overlay=overlays.puzzle(start(), PUZZLE, solved=True))),
    by_command("diff", "How two positions differ", "diff", "1914_campaign",
               "1916_total_war --no-orders --around baghdad --hops 4"),
    Entry("gallipoli", "The inset of Gallipoli", "--around maidos --hops 9",
          lambda: late().draw(around="maidos", hops=9), scenario="1916_total_war"),
    Entry("print", "For printing", "--around erzurum --hops 2 --theme print",
          lambda: late().draw(around="erzurum", hops=2, theme="print"), scenario="1916_total_war"),
    Entry("colour-blind", "For readers who see colours differently",
          "--around erzurum --hops 2 --theme colour-blind",
          lambda: late().draw(around="erzurum", hops=2, theme="colour-blind"),
          scenario="1916_total_war"),
    Entry("odds", "The odds of an attack, and what is worth what",
          f"'{ATTACK}' --sensitivity win --plot odds.svg",
          lambda: odds().plot("win"), shipped=True, verb="odds"),
    Entry("odds-print", "The same for printing",
          f"'{ATTACK}' --sensitivity win --theme print --plot odds.svg",
          lambda: odds().plot("win", "print"), verb="odds"),
    Entry("distribution", "A distribution (in Python)", "",
          lambda: plots.distribution(
              {str(number): float(part) for number, part in odds().defender_loses.items()},
              "Koprukoy: steps the defender loses", "steps")),
    Entry("sensitivity", "A chance that depends on something (in Python)", "", trenches),
    on_hexes("hexes", "The Isonzo in October 1917", "caporetto", "caporetto", 4, shipped=True),
    on_hexes("hexes-command", "Who commands whom, and whom nobody", "caporetto", "caporetto", 4,
             shipped=True, command="entente"),
    on_hexes("hexes-zones", "Zones of control", "caporetto", "gorizia", 4, zones="central"),
    on_hexes("hexes-reach", "Where a unit gets", "caporetto", "gorizia", 5, reach="ah_9_inf_div",
             shipped=True),
    on_hexes("hexes-setup", "Where armies set up", "caporetto_setup", "tolmein", 7,
             setup="central"),
    on_hexes("hexes-print", "Trent, for printing", "piave", "trent", 4, theme="print"),
    on_hexes("hexes-colour-blind", "The Piave, for readers who see colours differently",
             "vittorio_veneto", "oderzo", 4, theme="colour-blind"),
    Entry("hexes-move", "A move on hexes that breaks rules (in Python)", "",
          lambda: advance().draw(around="flitsch", hops=4, move=ADVANCE), shipped=True),
    Entry("hexes-attack", "An attack on hexes with its odds (in Python)", "",
          lambda: struck().draw(around="flitsch", hops=3, attack=FLITSCH), shipped=True),
    Entry("hexes-battle", "An attack under way, before its die (in Python)", "",
          lambda: struck().play(FLITSCH).draw(around="flitsch", hops=3)),
    Entry("hexes-losses", "Who may have to lose, for readers who see colours differently", "",
          lambda: find_puzzle("price_of_the_kolovrat").position.draw(
              around="tolmein", hops=2, theme="colour-blind")),
    Entry("hexes-retreat", "Where those may go who must retreat (in Python)", "",
          lambda: find_puzzle("one_way_out").position.draw(around="caporetto", hops=2),
          shipped=True),
    Entry("hexes-retreat-print", "The same for printing (in Python)", "",
          lambda: find_puzzle("one_way_out").position.draw(
              around="caporetto", hops=2, theme="print")),
    Entry("hexes-markers", "Gas, the navy, an offensive, and what was scouted (in Python)", "",
          lambda: marked().draw(around="flitsch", hops=4)),
    by_command("hexes-threats", "Whom battles could drive out or destroy", "threats", "caporetto",
               "--side entente --combat --about thinned --about cleared --around caporetto",
               shipped=True),
    Entry("hexes-surrounded", "Whom he could surround by moving alone (in Python)", "", ring),
    by_command("hexes-puzzle", "A puzzle on hexes", "puzzle", "ring_at_borgo", "--around borgo"),
    by_command("hexes-solution", "The same puzzle, solved", "puzzle", "ring_at_borgo",
               "--solve --around borgo"),
    Entry("hexes-difference", "What a move has changed (in Python)", "",
          lambda: advance().play("go ger_12_aslt_div h3445").draw(
              around="flitsch", hops=3, since=advance())),
    Entry("hexes-board", "The whole board of hexes", "", lambda: front().draw(),
          scenario="caporetto"),
    Entry("hexes-board-1918", "The whole board of 1918 with all command",
          "--command entente", lambda: toh.scenario("vittorio_veneto").draw(command="entente"),
          scenario="vittorio_veneto"),
    Entry("board", "The whole board", "", lambda: start().draw()),
    Entry("board-1916", "The whole board with all supply", "--supply",
          lambda: late().draw(supply=True), scenario="1916_total_war"),
]  # fmt: skip

PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Lex Belli: gallery</title>
<style>body{{font:16px sans-serif;max-width:1200px;margin:2em auto;padding:0 1em}}
img{{max-width:100%;height:auto;border:1px solid #ccc}}
code{{background:#eee;padding:2px 5px}}</style>
</head><body><h1>Lex Belli: gallery</h1>
{content}</body></html>
"""


def build(folder: Path) -> None:
    """Write every picture and the page that shows them."""
    folder.mkdir(parents=True, exist_ok=True)
    content = ""
    for entry in ENTRIES:
        (folder / f"{entry.name}.svg").write_text(entry.draw().svg, encoding="utf-8")
        command = f"lexbelli {entry.verb} {entry.scenario} {entry.command}" if entry.command else ""
        shown = f"<p><code>{html.escape(command)}</code></p>" if command else ""
        content += (
            f"<h2>{html.escape(entry.said)}</h2>{shown}\n"
            f'<p><a href="{entry.name}.svg"><img src="{entry.name}.svg"'
            f' alt="{html.escape(entry.said)}"></a></p>\n'
        )
    (folder / "index.html").write_text(PAGE.format(content=content), encoding="utf-8")
    print(folder / "index.html")


def shipped() -> dict[str, str]:
    """Return the pictures of the documents: file -> SVG."""
    return {f"{entry.name}.svg": entry.draw().svg for entry in ENTRIES if entry.shipped}


if __name__ == "__main__":
    if "--write" in sys.argv:
        PICTURES.mkdir(exist_ok=True)
        for file, text in shipped().items():
            (PICTURES / file).write_text(text, encoding="utf-8")
    else:
        build(Path(sys.argv[1] if len(sys.argv) > 1 else "build/gallery"))
