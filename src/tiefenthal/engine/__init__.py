"""The game itself, with nothing but Python: what is in the box, the rules, luck, games, their records and sentences.

`build` chooses which build of it runs; nothing is imported here, so that this can be decided first.
"""
