"""The kernel: the rules once more, in C, for stepping batches of games at several times the speed.

The Python rules are the reference, and the kernel is held to them: tests/rl/kernel_comparison.py plays both side by
side and compares every mask, observation, seat, score and record. It is a port file by file (rules/dice.py is dice.c
here), a game is one flat struct of small integers (state.h), and every figure comes from the edition (figures.py hands
them over, figures.c reads them). `make compiled` builds it; without it batches are played by the Python rules.

To read it: words.h, figures.h and state.h, then play.c, which walks the sequence of play; table.c and observation.c
are what an environment adds, batch.c what Python calls.
"""
