"""Everything that comes in and goes out.

    files       what users have: perhaps compressed, perhaps damaged       arrays     many small things in few large ones
    records     JSON lines, one object a line                              columns    arrays in a file, mapped once
    sources     documents to work on, one by one                           settings   tables of a settings file
    sinks       where results go, one by one                               processes  work for several processes
    formats     corpora, by the extension of a file
    frames      tables, of files and of programs
    atomic      what is written appears whole or not at all
"""
