"""Spoilt requests to a served game, some of them; `make fuzz` puts many more."""

from fuzz.http_requests import run


def test_spoilt_requests_are_answered() -> None:
    outcome = run(800, seed=1)
    assert outcome.requests == 800
    refused = sum(count for status, count in outcome.statuses.items() if status >= 400)
    assert 200 < refused < 700
    assert {200, 400, 401, 403, 404, 405, 413} <= set(outcome.statuses)
