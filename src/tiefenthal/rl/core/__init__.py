"""The part of the environments that is run at every step: games, masks and observations. Compiled by `make compiled`.

Nothing here uses numpy or any framework; the numbers are in flat buffers (`librt.vecs.vec`) that numpy can read without
copying.
"""
