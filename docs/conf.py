"""How the documentation is built: `make docs`, or `sphinx-build -W --keep-going -q -b html docs build/docs`.

The site needs no network: there is no font, script or image from elsewhere, and equations are MathML, which browsers
show by themselves.
"""

from __future__ import annotations

from importlib.metadata import version as version_of
from typing import Any

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml

project = "sfumato"
author = "the authors of sfumato"
copyright = "the authors of sfumato; Apache-2.0"
version = release = version_of("sfumato")

extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4
exclude_patterns = ["_build"]
nitpicky = True
highlight_language = "text"  # a block that does not say what it is

html_theme = "furo"
html_title = f"sfumato {version}"
html_math_renderer = "mathml"
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_theme_options = {"navigation_with_keys": True}


def show_math(self: Any, node: nodes.Element) -> None:
    """Writes an equation as MathML."""
    block = isinstance(node, nodes.math_block)
    self.body.append(f"<div>{tex2mathml(node.astext(), as_block=True)}</div>" if block else tex2mathml(node.astext()))
    raise nodes.SkipNode


def setup(app: Any) -> dict[str, bool]:
    """Makes MathML known as a way to show equations."""
    app.add_html_math_renderer("mathml", (show_math, None), (show_math, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
