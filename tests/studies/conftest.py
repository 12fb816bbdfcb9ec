"""A folder of data as `--data` has it, with texts of our own: few, short, and named as the papers' subjects are."""

import json

import pytest

from sfumato.protocols import Resources
from sfumato.service import Engine, EngineConfig

HIV = (
    "HIV is a retrovirus. It destroys the immune system and leads to AIDS, after which opportunistic infections such "
    "as Pneumocystis pneumonia follow. People in London and in France wait for a bus. Zidovudine was the first drug, "
    "and condoms prevent the spread. The bakery sells bread on Monday."
)
WOZNIAK = (
    "Steve Wozniak founded Apple Inc. with Steve Jobs in California. He built the first personal computer in a garage "
    "and taught children in a school. He met Mary Stone in London. The garden has a river and a wooden bench."
)
MUST = {
    "HIV": ("HIV", "retrovirus", "immune system", "AIDS", "opportunistic infections", "Zidovudine"),
    "Steve Wozniak": ("Steve Wozniak", "Apple Inc.", "Steve Jobs", "first personal computer"),
}
OTHERS = {
    "HIV": ("bus", "bakery", "bread", "Monday", "spread"),
    "Steve Wozniak": ("garden", "river", "children", "wooden bench"),
}


def places(text, term):
    found, at = [], text.find(term)
    while at >= 0:
        found.append([at, at + len(term)])
        at = text.find(term, at + 1)
    return found


def labelled(title, text):
    terms = [{"term": term, "spans": places(text, term), "votes": 3} for term in MUST[title]]
    terms += [{"term": term, "spans": places(text, term), "votes": 1} for term in OTHERS[title]]
    return {"title": title, "text": text, "secrets": [title], "terms": terms}


def write(path, records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    return path


@pytest.fixture
def data(tmp_path):
    """Labels of two texts, and articles of three."""
    folder = tmp_path / "data"
    folder.mkdir()
    texts = {"HIV": HIV, "Steve Wozniak": WOZNIAK}
    write(folder / "expert_dev.jsonl", [labelled(title, text) for title, text in texts.items()])
    write(folder / "articles.jsonl", [{"title": title, "text": text} for title, text in texts.items()])
    abuse = "Substance abuse harms people. Many take heroin or cocaine. A clinic offers detoxification and a garden."
    write(folder / "wikipedia-00.jsonl", [{"title": "Substance abuse", "text": abuse}])
    return folder


@pytest.fixture
def resources(pack, embedded, english):
    return Resources(pack, embedded, english)


@pytest.fixture
def only_knowledge():
    """An engine that has neither taxonomies nor a language to open."""
    return Engine(EngineConfig(taxonomies=("not there",), language="none"))


@pytest.fixture
def made(resources, only_knowledge, tmp_path):
    """Writes a page of a module and gives its text and its folder; without data the knowledge alone is opened."""

    def make(module, folder=None, steps=None):
        told = [] if steps is None else steps
        page = module.write_page(
            tmp_path / "out",
            Engine(resources=resources) if folder else only_knowledge,
            data=folder,
            tell=lambda step, done, total: told.append(step),
            command="a command --data ...",
        )
        return page.read_text(encoding="utf-8"), page.parent

    return make


def rows_of(text, title):
    """The cells of the first table after a heading."""
    lines = text.split(f"## {title}")[1].splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("|"))
    found = []
    for line in lines[start:]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return [found[0], *found[2:]]
