"""The part of the environments that is run at every step: games, masks and observations. Compiled by `make compiled`.

Nothing here knows numpy or any framework; the numbers lie in flat buffers (`librt.vecs.vec`) that numpy can look at
without copying.
"""
