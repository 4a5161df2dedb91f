"""The rules of the skirmish, checked without the law."""

from collections.abc import Iterable

from conformance.skirmish.home import Answer
from conformance.skirmish.sequence import rules
from lexbelli.moves import Violation


def check(answer: Answer) -> list[Violation]:
    """Return every rule a move breaks."""
    return violations(
        answer.home.kind,
        (
            (rule.number, f"{code}({','.join(args)})" if args else code)
            for rule in rules(answer.home.kind)
            for code, *args in rule.broken(answer)
        ),
    )


def violations(kind: str, found: Iterable[tuple[str, str]]) -> list[Violation]:
    """Return violations in order, each once, said in sentences.

    Raises:
        KeyError: No rule of the decision breaks so.
    """
    known = {(rule.number, code): rule for rule in rules(kind) for code in rule.texts}
    told = []
    for number, witness in sorted(set(found)):
        plain = Violation(number, witness, "", owed=False)
        of = known[number, plain.code]
        text = of.texts[plain.code].format(*plain.args)
        told.append(Violation(number, witness, text, of.owed))
    return told
