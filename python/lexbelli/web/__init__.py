"""A game on a local web page, and the same answers as JSON (docs/serve.md).

It needs the extra `web`: `pip install lexbelli[web]`.
"""
