"""Two builds, one source: which of them runs, where a compiled one lies, and how it is made beside a game.

`sources` says what is compiled and gives a build its name; `builds` finds one; `switch` lets this process use it;
`maker` makes one, `background` starts that without anybody waiting, and `compiler` is what runs where mypyc is. Nothing
here imports the engine, for that would settle which build runs.
"""
