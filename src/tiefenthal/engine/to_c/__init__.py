"""Writes the rules as C, for the kernel that plays batches of games (rl/kernel).

    python -m tiefenthal.engine.to_c FOLDER

The rules are read twice: as live objects, which say what every name means (constants, tables of actions, the
sequence of play with each number of modules), and as source text, function by function, from the few that the kernel
calls to all that they need. What is translated is plain Python of integers, lists, tuples and loops; anything else ends
with the file and the line it stands in. Code that only informs people, why_not and events, is left out.

- `shapes.py`: what Python's types are in C, and the capacity of each list.
- `values.py`: constants and live objects as initialised tables.
- `expressions.py`, `functions.py`: the bodies of functions.
- `program.py`: all of it, in rules.h and rules.c.
- `words.py`: the number by which a kernel and the rules know that they belong together.
"""
