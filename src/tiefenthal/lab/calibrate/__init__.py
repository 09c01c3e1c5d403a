"""Finds better house figures for an edition: draws candidates from a search space, lets the network's player play them,
and moves towards those that meet the targets (lab/calibration.md)."""


class CalibrationError(Exception):
    """A calibration cannot be carried out as asked; the message is for people."""
