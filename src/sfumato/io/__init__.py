"""Everything that comes in and goes out.

files       what users have: perhaps compressed, perhaps damaged
records     JSON lines, one object a line
formats     corpora, by the extension of a file
frames      tables, of files and of programs
sources     documents to work on, one by one
sinks       where results go, one by one
atomic      files and folders that appear whole or not at all
arrays      many small things in few large ones
columns     arrays in one file, expanded once and memory-mapped
settings    tables of a settings file
processes   work for several processes
"""
