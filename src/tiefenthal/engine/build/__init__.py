"""Two builds, one source: which of them runs, where a compiled one is stored, and how it is made during a game.

`sources` says what is compiled and gives a build its name; `builds` finds one; `switch` lets this process use it;
`maker` makes one, `background` starts that in the background, and `compiler` is the program that runs where mypyc is
installed. Nothing here imports the engine, for that would decide which build runs.
"""
