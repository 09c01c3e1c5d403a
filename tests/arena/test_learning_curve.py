"""The learning curve of the worked example."""

import xml.etree.ElementTree as ET

from tiefenthal.lab.plotting.learning import Point, curve_svg


def test_the_curve_is_drawn_for_every_opponent() -> None:
    points = [Point(0, 0.0, {"random": 0.5, "a<b": 0.0}), Point(300_000, 99.0, {"random": 0.95, "a<b": 0.25})]
    picture = curve_svg(points, 100)
    root = ET.fromstring(picture)
    assert len(root.findall("{http://www.w3.org/2000/svg}polyline")) == 2
    assert len(root.findall("{http://www.w3.org/2000/svg}circle")) == 4
    assert "random 95%" in picture
    assert "a&lt;b 25%" in picture
    assert "300,000" in picture


def test_a_curve_without_points_is_a_frame() -> None:
    assert ET.fromstring(curve_svg([], 100)) is not None
