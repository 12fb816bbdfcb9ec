"""Documents that are written in characters: HTML, XML, JSON, Markdown, RTF, e-mail, and the cells of CSV.

spans      a text whose pieces are edited where they stand, so that nothing else in it changes
tags       HTML and XML as tokens, each with its place
words      what HTML and CSS say themselves
"""
