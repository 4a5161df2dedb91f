"""Words that break readers, and command lines to try them in (kinds.py)."""

import shlex
from typing import Final

__all__ = [
    "ATOMS",
    "DIGITS",
    "GROWING",
    "NUMBERED",
    "NUMBERS",
    "PRINTING",
    "TEXTS",
    "WORDED",
    "command_lines",
]

DIGITS: Final = "9" * 5000

# What no number of a game is.
NUMBERS: Final = (
    "0",
    "-1",
    "1",
    "3",
    "nan",
    "inf",
    "-inf",
    "1e999",
    "1e-999",
    "999999999",
    "2147483648",
    "0x10",
    "99999999999999999999",
    DIGITS,
    "-" + DIGITS,
    "1_000",
    "٣",
    "",
    " ",
    "1.5",
    "--",
    "NaN",
    "1e5",
    "0." + DIGITS,
    "12345678901234567890123456789012345678901234567890",
)
# What a name is not, and what does something to a terminal.
TEXTS: Final = (
    "",
    " ",
    "\x1b[2J\x1b]0;owned\x07",
    "\x9b31m",
    "\u202egnp.exe",
    "\x00",
    "a\nerror: b",
    "kars\r\r",
    "\ufeffkars",
    "é" * 300,
    "kars" * 30_000,
    "(" * 3000,
    "not " * 2000 + "x",
    "%s%n{}{0}",
    "'\"`$(x)",
    "../../../../etc/passwd",
    "-",
    "--",
    "kars,",
    ",",
    ";",
    "control kars ap",
    "tu_ix_corps@oltu",
    "@",
    "[" * 5000,
    "{",
    '{"a": 1}',
    "[]",
    "null",
    "CON",
    "a" * 300 + ".json",
    "/dev/full",
    "/dev/null",
    "/",
    ".",
    "\u2028",
    "𐐷",
    "\x7f",
    "_",
    "ru_div_4",
    "activate kars move",
    "oos(tu_ix_corps)",
)


def command_lines(text: str) -> list[list[str]]:
    """Return command lines; AT stands for the position that is asked most."""
    rows = [shlex.split(line) for line in text.strip().splitlines()]
    return [["1914_campaign" if word == "AT" else word for word in row] for row in rows]


# Parts of rules.
ATOMS: Final = [
    atom.strip()
    for atom in [
        "\n    then_at(A,B)",
        "then_supply(A,oos)",
        "then_supply(B,C)",
        "nation(A,tu)",
        "side(A,ap) /\n    side(B,ap)",
        "side(C,ap)",
        "side(D,ap)",
        "side(E,ap)",
        "n(A)",
        "n(B)",
        "p(A,B)",
        "p(B,C) /\n    link(A,B,C)",
        "at(A,B)",
        "not then_at(A,B)",
        "not p(A,B)",
        "not goal",
        "A != B",
        "B = A+1 /\n    B = A*A",
        "B = -A",
        "A < B",
        "B = |A|",
        "B = A**2",
        "B = A/0",
        "2 < #count { X : then_at(X,_) }\n   ",
        "0 < #sum { X : n(X) }",
        "space(A)",
        "space(B)",
        "space(C)",
        "space(D)",
        "unit(A)",
        "unit(B) /\n    unit(C)",
        "unit(D)",
        "unit(E)",
        "unit(F)",
        "turn(A)",
        "vp(A)",
        "A = B",
        "mf(A,B)",
        "n(A;B)",
        "#true\n   ",
        "B = 99999999999999999999*A",
        "side(A,ap) : unit(A)\n    ",
    ]
]
# Rules that grow, and that are none.
GROWING: Final = (
    "n(1). n(Y) :- n(X), Y=X+1. goal :- n(0).",
    "n(1). n(Y) :- n(X), Y=X*2+1. goal :- n(0).",
    "n(1,2). n(Y,X) :- n(X,Z), Y=X+Z. goal :- n(0,0).",
    (
        "p(A,B,C,D,E,F) :- side(A,ap), side(B,ap), side(C,ap), side(D,ap), side(E,ap), side(F,ap)."
        " goal :- p(_,_,_,_,_,_)."
    ),
    (
        "goal :- side(A,S), side(B,S), side(C,S), side(D,S), side(E,S),"
        " A < B, B < C, C < D, D < E, E < A."
    ),
    (
        "p(A,B,C) :- then_supply(A,S), then_supply(B,S), then_supply(C,S)."
        " goal :- p(A,B,C), p(B,C,A), p(C,A,B)."
    ),
    "goal :- X = #sum { A,B,C : side(A,S), side(B,S), side(C,S), side(D,S) }, X > 3.",
    (
        "n(a). n(b). p(A,B,C,D,E,F) :- n(A),n(B),p(C,D,E,F,A,B). p(a,b,a,b,a,b)."
        " goal :- p(a,a,a,a,a,a)."
    ),
    "goal :- then_at(U,P), X = " + "-" * 2000 + "1, U != X.",
    "goal :- then_at(U,P), U < " + "(" * 1500 + "P" + ")" * 1500 + ".",
    "goal :- " + ", ".join("then_at(U,P)" for _ in range(200)) + ".",
    "goal. %* never ends",
    'goal :- then_at("\\n\x1b[2J", _).',
    "goal :- then_at(U,P), U != P. #show goal/0.",
    "#program x(y). goal.",
    "goal. " * 60,
)
# What takes a number behind it.
NUMBERED: Final = command_lines(
    """
    orders AT --ops
    moves AT --limit
    moves AT --sample 1 --seed
    moves AT --sample
    show AT --around kars --hops
    attacks AT --positions
    draw AT -o x.svg --around kars --hops
    draw AT -o x.png --around kars --hops 1 --zoom
    play AT 'activate suez move; entrench suez' --roll
    play AT 'activate suez move; entrench suez' --seed
    solve AT 'oos(tu_ix_corps)' --time
    mend AT 'go ru_div_4 kars' --most
    solve AT 'oos(tu_ix_corps)' --time 1 --reply
    solve AT 'oos(tu_ix_corps)' --time 1 --actions
    solve AT 'oos(tu_ix_corps)' --time 1 --limit
    solve AT 'oos(tu_ix_corps)' --time 1 --jobs
    threats AT --side cp --time 1 --ops
    threats AT --side cp --combat --time 1 --ops 1 --positions
    odds AT 'attack koprukoy with ru_div_3' --to-the-end --positions
    odds AT 'attack koprukoy with ru_div_3' --policy
    validate rows.csv --chunk
    validate rows.csv --threads
    validate rows.csv --ops
    compare rows.csv --examples
    replay rows.csv --to
    bench --seed
    """
)
# What takes a text behind it.
WORDED: Final = command_lines(
    """
    show
    show AT --around
    supply AT --unit
    supply AT --space
    supply AT --as-if
    show AT --add
    show AT --without
    show AT --event
    show AT --allow
    check AT
    play AT
    orders AT
    mend AT
    odds AT
    odds AT 'attack koprukoy with ru_div_3' --cards
    solve AT --time 1
    solve AT --time 1 --most
    puzzle
    verify
    replay
    compare
    validate
    draw AT --theme
    draw AT --move
    draw AT --attack
    draw AT -o
    draw AT --since
    show AT --json -o
    threats AT --side
    threats AT --time 1 --side ap --of
    diff AT
    --data
    ''
    attacks AT --sort
    activation AT --side
    compare x --game
    validate x.csv --format
    validate x.csv --engine
    validate x.csv -o
    validate x.csv --keep
    validate x.csv --positions
    play AT automatic --record
    """
)
# What prints, reads or writes streams.
PRINTING: Final = command_lines(
    """
    show AT
    show AT --json
    supply AT
    --help
    orders AT --json
    scenarios
    puzzles
    show nobody
    draw AT
    check AT 'go ru_div_4 kars'
    check AT -
    validate rows.csv
    validate rows.csv --format parquet
    validate - --input-format csv
    show -
    show AT --json -o /dev/full
    facts AT
    replay -
    validate - --input-format jsonl
    validate rows.csv --summary
    --version
    bogus
    validate rows.csv -o /dev/full
    solve AT 'oos(tu_div_9)' --time 1
    solve AT --asp 'goal :- then_supply(_,oos).' --time 2 --limit 1
    """
)
