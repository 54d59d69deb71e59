"""Malformed input: whatever stands in a file or on a command line, mazurka reads it or says what is wrong.

    mutations.py   bytes and lines: cut, doubled, swapped, numbers that are huge, other encodings
    documents.py   JSON and XML by their structure: wrong types, lost attributes, deep nesting, entities
    formats.py     the formats, each with valid files to begin with and what reads it
    commands.py    command lines
    search.py      the property, and a search for what breaks it, within bounds of time and memory

`python -m mazurka.fuzz.malformed` is the long search.
"""
