"""Every rule of supply and control stands in the law, in Rust and in a case, or says why not."""

from rule_coverage import (
    EVERYWHERE,
    PAGE,
    cited_in_cases,
    cited_in_law,
    cited_in_rust,
    exempt,
    page,
    rows,
    rules,
)


def test_every_rule_is_cited_everywhere_or_exempt() -> None:
    missing = [f"{row.number}: {', '.join(row.missing)}" for row in rows() if row.missing]
    assert not missing, "\n".join(missing)


def test_cases_and_exemptions_name_rules_that_exist() -> None:
    known = rules().keys()
    assert cited_in_cases().keys() <= known
    assert exempt().keys() <= known
    for number, exemption in exempt().items():
        assert exemption.reason.strip(), number
        assert exemption.where <= EVERYWHERE, number


def test_law_and_rust_cite_rules_that_exist() -> None:
    known = set(rules())
    parts = {number[: at + 1] for number in known for at in range(len(number))}
    cited = cited_in_law().keys() | cited_in_rust().keys()
    chapters = {f"{rule['chapter']}.0" for rule in rules().values()}
    assert cited <= parts | chapters, sorted(cited - parts - chapters)


def test_nothing_is_exempt_where_it_is_cited() -> None:
    cited = cited_in_cases()
    assert not [n for n, exemption in exempt().items() if "case" in exemption.where and n in cited]


def test_the_page_of_the_docs_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page()
