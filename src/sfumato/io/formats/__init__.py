"""Formats of files: corpora that are read as streams of documents, and documents that are opened, edited and proved.

    corpora             the documents of a file or a folder, one after the other, in every format of the registry
    documents, pieces   a document as pieces with their places, and how they are written back
    proof, confined     what is read again before a document goes out, and the process in which files are opened

Nothing is imported here: to know that a file is a document costs nothing.
"""
