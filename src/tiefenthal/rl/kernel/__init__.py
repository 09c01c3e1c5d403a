"""The kernel: the rules in C, for stepping batches of games at several times the speed.

The Python rules are the only ones that are written by hand: `engine/to_c` translates them into rules.h and rules.c
when a build is made. This folder has the code around them. A game is one flat struct of small integers, and every
figure comes from the edition (figures.py hands them over, figures.c reads them). tests/rl/kernel_comparison.py plays
both side by side and compares every mask, observation, seat, score and record. `make compiled` builds the kernel;
without it batches are played by the Python rules.

To read it: lists.h and game.h, then bridge.c, which gives the rules offers and luck (chance.c); table.c and
observation.c are what an environment adds, batch.c what Python calls.
"""
