"""Documents that are zip files with XML in them: DOCX, XLSX, ODT.

container   the zip file: what is refused of it, and how it is written anew
trees       XML as trees, read without entities and networks
runs        text that several nodes hold together, edited so that each keeps what it is
words       what the formats say themselves: every other value is text
walker      one walk over a tree: what goes, what is text, what is a name
packages    parts, their types and relationships (OOXML)
docx, xlsx, odt   what each of them knows of its parts
"""
