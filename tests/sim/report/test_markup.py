"""Text is never markup, whatever it holds."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from meldlab.sim.report.markup import Markup, joined, number, plain, safe, table, tag


class Reader(HTMLParser):
    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.seen, self.text = [], ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_data(self, data):
        self.text += data

    def handle_comment(self, data):
        self.seen.append(("!", data))

    def handle_decl(self, decl):
        self.seen.append(("!", decl))


@given(st.text(), st.text())
def test_any_text_comes_back_as_the_text_it_was(inside, attribute):
    read = Reader(tag("p", inside, title=attribute))
    assert read.seen == [("p", {"title": plain(attribute).replace("\r\n", "\n").replace("\r", "\n")})] or read.seen == [
        ("p", {"title": plain(attribute)})
    ]
    assert read.text == plain(inside)


@given(st.lists(st.text(alphabet="<>&\"'/ab-!= "), max_size=4))
def test_tables_have_the_cells_they_were_given_and_nothing_else(texts):
    read = Reader(table(texts, [texts]))
    kinds = [name for name, _ in read.seen]
    assert kinds.count("th") + kinds.count("td") == 2 * len(texts)
    assert set(kinds) <= {"div", "table", "thead", "tbody", "tr", "th", "td"}
    assert read.text == "".join(texts) * 2


def test_markup_is_kept_and_text_beside_it_escaped():
    assert joined([Markup("<b>x</b>"), "<i>"]) == "<b>x</b>&lt;i&gt;"
    assert isinstance(safe("x"), Markup)


def test_characters_that_steer_terminals_or_turn_text_around_are_shown_as_such():
    assert plain("a\x1b[31mb\x00\u202ec\ud800") == "a\ufffd[31mb\ufffd\ufffdc\ufffd"
    assert plain("ñ ♠ शुद्ध\n\t") == "ñ ♠ शुद्ध\n\t"


def test_a_figure_carries_its_exact_value():
    assert number(0.1 + 0.2, "0.3") == '<data value="0.30000000000000004">0.3</data>'
    assert number(None, "never") == "<data>never</data>"
