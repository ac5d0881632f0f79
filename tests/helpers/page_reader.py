"""A report's page read back: its elements, its tables, the figures inside it."""

import json
from html.parser import HTMLParser

EMPTY = {"meta", "link", "br", "col"}


class Page(HTMLParser):
    """The elements of a page in order, and the rows of its tables by name.

    A row is a list of cells, a cell its text and the exact values in it.  `said` is what a person reads: all texts but
    commands and names of programs.
    """

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.tags, self.attributes, self.tables, self.errors = [], [], {}, []
        self.figures, self.texts, self.said = None, [], []
        self._open, self._rows, self._cell, self._raw = [], None, None, None
        self.feed(html)
        self.close()
        assert not self._open, f"not closed: {self._open}"

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in attrs]
        if tag not in EMPTY:
            self._open.append(tag)
        if tag == "table":
            self._rows = self.tables.setdefault(found.get("data-table"), [])
        elif tag == "tr" and self._rows is not None:
            self._rows.append([])
        elif tag in ("td", "th") and self._rows is not None:
            self._cell = ["", []]
            self._rows[-1].append(self._cell)
        elif tag == "data" and self._cell is not None and "value" in found:
            self._cell[1].append(float(found["value"]))
        elif tag == "script":
            assert found == {"type": "application/json", "id": "figures"}, found

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in EMPTY:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        assert self._open.pop() == tag
        if tag in ("td", "th"):
            self._cell = None
        elif tag == "table":
            self._rows = None

    def handle_data(self, data):
        if self._open and self._open[-1] == "script":
            self.figures = json.loads(data)
            return
        self.texts.append(data)
        if not {"style", "code", "pre"} & {*self._open}:
            self.said.append(data)
        if self._cell is not None:
            self._cell[0] += data

    @property
    def text(self):
        return " ".join(" ".join(self.texts).split())
