"""Plots as SVG, without a library: curves and points over axes that are linear or logarithmic."""

import collections
import html
import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 400, 70, 20, 30, 50
COLOURS = ["#06c", "#c30", "#093", "#909", "#c80", "#555"]

# `kind` is "line" (with a mark at each point if there are few), "points" or "dashed".
Curve = collections.namedtuple("Curve", "label points kind", defaults=["line"])


class Axis:
    """Where values lie between two pixels, and the values that are marked."""

    def __init__(self, values, is_logarithmic, first, last):
        self.is_logarithmic, self.first, self.last = is_logarithmic, first, last
        if is_logarithmic:
            places = [math.log10(value) for value in values if value > 0] or [0]
            self.low, self.high = math.floor(min(places)), math.ceil(max(places))
            self.high = max(self.high, self.low + 1)
            self.marks = [10.0 ** place for place in range(self.low, self.high + 1)]
        else:
            high = max([*values, 1e-9])
            step = 10.0 ** math.floor(math.log10(high))
            step = next(step * part for part in (0.1, 0.2, 0.5, 1, 2) if high <= step * part * 6 or part == 2)
            count = math.ceil(high / step)
            self.low, self.high = 0, count * step
            self.marks = [step * number for number in range(count + 1)]

    def at(self, value):
        """The pixel of a value.  What lies outside is drawn at the edge."""
        place = value
        if self.is_logarithmic:
            place = math.log10(value) if value > 0 else self.low
        share = (min(max(place, self.low), self.high) - self.low) / (self.high - self.low)
        return self.first + share * (self.last - self.first)


def draw(path, curves, x, y, title, logarithmic="", diagonal=False):
    """Writes a plot.  `logarithmic` names axes: "x", "y", "xy".  A `diagonal` shows where both axes have the same value."""
    points = [point for curve in curves for point in curve.points]
    if diagonal:
        points = [(value, value) for point in points for value in point]
    across = Axis([point[0] for point in points], "x" in logarithmic, LEFT, WIDTH - RIGHT)
    up = Axis([point[1] for point in points], "y" in logarithmic, HEIGHT - BOTTOM, TOP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" '
           f'font-size="12"><rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>']
    for mark in across.marks:
        out.append(f'<line x1="{across.at(mark):.1f}" y1="{up.first}" x2="{across.at(mark):.1f}" y2="{up.last}" stroke="#ddd"/>')
        out.append(f'<text x="{across.at(mark):.1f}" y="{up.first + 18}" text-anchor="middle">{mark:g}</text>')
    for mark in up.marks:
        out.append(f'<line x1="{across.first}" y1="{up.at(mark):.1f}" x2="{across.last}" y2="{up.at(mark):.1f}" stroke="#ddd"/>')
        out.append(f'<text x="{across.first - 8}" y="{up.at(mark) + 4:.1f}" text-anchor="end">{mark:g}</text>')
    if diagonal:
        out.append(f'<line x1="{across.first}" y1="{up.first}" x2="{across.last}" y2="{up.last}" stroke="#999" stroke-dasharray="4"/>')
    solid = 0
    for number, curve in enumerate(curves):
        colour = "#999" if curve.kind == "dashed" else COLOURS[solid % len(COLOURS)]
        solid += curve.kind != "dashed"
        places = [(across.at(point[0]), up.at(point[1])) for point in curve.points]
        if curve.kind != "points":
            line = " ".join(f"{px:.1f},{py:.1f}" for px, py in places)
            how = 'stroke-dasharray="4"' if curve.kind == "dashed" else 'stroke-width="2"'
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" {how}/>')
        if curve.kind == "points" or curve.kind == "line" and len(places) <= 20:
            out += [f'<circle cx="{px:.1f}" cy="{py:.1f}" r="3" fill="{colour}"/>' for px, py in places]
        if curve.label:
            out.append(f'<text x="{LEFT + 10}" y="{TOP + 18 + 16 * number}" fill="{colour}">{html.escape(curve.label)}</text>')
    out.append(f'<text x="{WIDTH / 2}" y="{HEIGHT - 10}" text-anchor="middle">{html.escape(x)}</text>')
    out.append(f'<text x="16" y="{HEIGHT / 2}" text-anchor="middle" transform="rotate(-90 16 {HEIGHT / 2})">{html.escape(y)}</text>')
    out.append(f'<text x="{LEFT}" y="18">{html.escape(title)}</text></svg>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out) + "\n")
