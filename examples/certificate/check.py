#!/usr/bin/env python3
"""Checks proofs of photofinish by the formulas of docs/certificate.md, and by nothing else: check.py FILE...

Says of each file if its proof holds. Exit status: 0 if all hold, 1 if one does not, 2 if one cannot be read or has what
this checker does not know. It knows balls, capsules, cuboids and points, and all motions but sweeps. All rates are
constant: w_0 = w_1, z = 0.
"""
import json
import sys
from itertools import product
from math import cos, hypot, sin, sqrt
from types import SimpleNamespace

EPS = 2.0**-52


class NotProven(Exception):
    """The file can be read, but it is no proof."""


class Vector(tuple):  # k * x, x * y is the dot product, x @ y the cross product, and abs(x) the length
    def __add__(x, y): return Vector(i + j for i, j in zip(x, y))
    def __sub__(x, y): return Vector(i - j for i, j in zip(x, y))
    def __rmul__(x, k): return Vector(k * i for i in x)
    def __mul__(x, y): return sum(i * j for i, j in zip(x, y))
    def __matmul__(x, y): return Vector(x[i - 2] * y[i - 1] - x[i - 1] * y[i - 2] for i in range(3))
    def __abs__(x): return hypot(*x)


def demand(holds, reason, error=NotProven):
    if not holds:
        raise error(reason)


def number(text):
    demand(abs(float(text)) <= 2.0**100, f"the number {text}", ValueError)
    return float(text)


def vector(x, size):  # in the plane the third coordinate is zero
    demand(len(x) == size and all(isinstance(i, float) for i in x), f"the vector {x}", ValueError)
    return Vector(x + [0.0] * (3 - size))


def core(shape, size):
    """Returns the points of a shape's core, the radius around them, and the inner diameter."""
    (name, of), = shape.items()
    if name == "ball":
        points, radius, inner = [Vector((0.0, 0.0, 0.0))], of["radius"], 2 * of["radius"]
    elif name == "capsule":
        y = Vector((0.0, of["half_height"], 0.0))
        points, radius, inner = [y, -1 * y], of["radius"], 2 * of["radius"]
    elif name == "cuboid":
        half = vector(of["half_extents"], size)
        points, radius, inner = [Vector(x) for x in product(*([x, -x] for x in half))], 0.0, 2 * min(half[:size])
    else:
        demand(name in ("segment", "triangle", "point_set", "convex_hull"), f"this checker does not know the shape {name}", ValueError)
        demand(of.get("deviation", 0.0) == 0.0, "this checker does not know hulls with a deviation", ValueError)
        points, radius, inner = [vector(x, size) for x in of["points"]], 0.0, 0.0
    demand(min(radius, inner, of.get("half_height", 0.0)) >= 0.0, "a negative length", ValueError)
    return points, radius, inner


def turn(x, n, sine, versine):
    return x + sine * (n @ x) + versine * (n @ (n @ x))


def moving(points, radius, motion, size, times):
    """Returns how a body moves between two times; of what changes, a list of the values at both."""
    (name, of), = motion.items()
    demand(name in ("at_rest", "constant_velocity", "ballistic"), f"this checker does not know the motion {name}", ValueError)
    zero = [0.0] * size
    a = vector(of["acceleration"] if name == "ballistic" else zero, size)
    of = of["start"] if name == "ballistic" else of
    if name == "at_rest":
        of = dict(of, epoch=0.0, center=zero, linear=zero, angular=zero if size == 3 else 0.0)
    center, v, numbers = vector(of["center"], size), vector(of["linear"], size), of["pose"]["rotation"]
    w = vector(of["angular"] if size == 3 else [0.0, 0.0, of["angular"]], 3)
    n = 1 / abs(w) * w if abs(w) > 2.0**-500 else 0.0 * w
    is_unit = abs(hypot(*numbers) - 1) < 2.0**-11.5
    demand(is_unit and len(numbers) == 2 * size - 2, f"the rotation {numbers}", ValueError)
    *axis, scalar = (x / hypot(*numbers) for x in numbers)
    first = (Vector(axis), 2 * scalar, 2.0) if size == 3 else (Vector((0.0, 0.0, 1.0)), scalar, 1 - axis[0])
    T = [t - of["epoch"] for t in times]
    turns = [lambda x, angle=abs(w) * t: turn(turn(x, *first), n, sin(angle), 1 - cos(angle)) for t in T]
    arms = [x - center for x in points]
    rho, latest = max(map(abs, arms)), max(map(abs, T))
    length = 2 * abs(center) + abs(v) * latest + abs(a) * latest**2 / 2 + rho + radius
    return SimpleNamespace(
        radius=radius, rho=rho, n=n, w=w, a=a, v=[v + t * a for t in T], pace=abs(v) + abs(a) * latest + abs(w) * rho,
        length=length, theta=abs(w) * latest, turns=turns, core=[[turned(x) for x in arms] for turned in turns],
        position=vector(of["pose"]["position"], size), way=[turn(center, *first) + t * v + t * t / 2 * a for t in T])


def check_path(body, size):
    """Checks that there are as many knots as there should be, and that motions which meet at a knot fit together."""
    motions, knots = body["motions"], body["knots"]
    in_order = all(x < y for x, y in zip(knots, knots[1:]))
    demand(in_order and len(knots) == (len(motions) + 1 if len(motions) > 1 else 0), f"the knots {knots}", ValueError)
    points = [vector([float(i == j) for j in range(size)], size) for i in range(size + 1)]
    for knot, *pair in zip(knots[1:], motions, motions[1:]):
        at = [moving(points, 0.0, motion, size, (knot, knot)) for motion in pair]
        before, after = ([x.position + x.way[0] + arm for arm in x.core[0]] for x in at)
        fits = all(abs(x - y) <= 2.0**-25 * (1 + abs(x)) for x, y in zip(before, after))
        demand(fits, f"a path that jumps at {knot}", ValueError)


def during(body, size, times):
    points, radius, _ = core(body["shape"], size)
    inner = body["knots"][1:-1]
    demand(not any(times[0] < knot < times[1] for knot in inner), "a knot is inside an interval")
    return moving(points, radius, body["motions"][sum(knot <= times[0] for knot in inner)], size, times)


def reach(body, end, u):
    return max(u * x for x in body.core[end])


def acceleration(body, u, h):
    """Returns A(u). Its y_0, y_1 and H are |w|^2 times those of the page, as w x (w x u) is -|w|^2 u_n."""
    phi, inward = abs(body.w) * h, body.w @ (body.w @ u)
    most = abs(inward) * body.rho
    if phi <= 3:
        y0, y1 = reach(body, 0, inward), reach(body, 1, inward)
        high = max(y0, y1)
        if high > 0 and y1 > y0 * cos(phi) and y0 > y1 * cos(phi):
            high = max(high, sqrt(max((y1 - y0)**2 + 4 * y0 * y1 * sin(phi / 2)**2, 0.0)) / sin(phi))
        most = min(most, high)
    return u * body.a + most


def speed(body, u):
    return max(u * v for v in body.v) + abs(body.w @ u) * body.rho


def largest(x, y):
    return x[0] * y[0] + abs(x[0]) * y[1] + x[1] * (abs(y[0]) + y[1])


def turning(own, other, s, x, h):
    """Returns M for a vector s that turns with `own`. x leads from its centre to the other one's, at both ends."""
    w, a = own.w, other.a - own.a
    S = 0.5 * (s[0] + s[1]), abs(s[1] - s[0]) / 2
    if abs(w) * h > 3:
        S = s[0] + own.n @ (own.n @ s[0]), abs(own.n @ s[0])
    X = 0.5 * (x[0] + x[1]), abs(x[1] - x[0]) / 2 + abs(a) * h * h / 8
    velocity = 1 / h * (x[1] - x[0]), abs(a) * h / 2
    across, inward = (w @ S[0], abs(w) * S[1]), (w @ (w @ S[0]), abs(w)**2 * S[1])
    point = (abs(other.w - w)**2 + abs(w @ other.w)) * other.rho
    return largest(inward, X) + 2 * largest(across, velocity) + largest(S, (a, 0.0)) + point


def margin(a, b, s, frame, d, h):
    """Returns how much farther apart than d the bodies are proven to be, and the lengths involved."""
    between = b.position - a.position
    E, L = 128 * EPS * (1 + a.theta + b.theta), abs(between) + abs(d) + a.length + b.length
    demand(L > 2.0**-100, "bodies so small", ValueError)
    s = [s, s] if frame == "world" else [turned(s) for turned in {"a": a, "b": b}[frame].turns]
    back = [-1 * u for u in s]
    x = [between + b.way[i] - a.way[i] for i in (0, 1)]
    f = [s[i] * x[i] - reach(a, i, s[i]) - reach(b, i, back[i]) - a.radius - b.radius - d - E * L for i in (0, 1)]
    if min(f) <= 0 or h == 0:
        return min(f), L
    first, P, rates = 0.0, a.pace + b.pace, abs(a.w) + abs(b.w)
    slack = E * (abs(a.a) + abs(b.a) + 8 * rates * (P + L / h + rates * L))
    if frame == "world":
        M = acceleration(b, s[0], h) + acceleration(a, back[0], h)
        closing, opening = speed(a, s[0]) + speed(b, back[0]) + E * P, speed(b, s[0]) + speed(a, back[0]) + E * P
        if closing > 0 and opening > 0:
            first = min(*f, (opening * f[0] + closing * f[1] - closing * opening * h) / (closing + opening))
        else:
            first = min(f)
        first -= 16 * EPS * ((abs(closing) + abs(opening)) * h + f[0] + f[1])
    else:
        M = turning(a, b, s, x, h) if frame == "a" else turning(b, a, back, [-1 * u for u in x], h)
    K, D = (M + slack) * h * h / 2, f[1] - f[0]
    second = min(f) if abs(D) >= K else f[0] - (K - D)**2 / (4 * K)
    return max(first, second - 16 * EPS * (abs(K) + f[0] + f[1])), L


def check_interval(proof, size, index):
    """Checks that an interval holds by itself."""
    interval, d = proof["intervals"][index], proof["distance"]
    first, last, s = interval["start"], interval["end"], vector(interval["direction"], size)
    demand(abs(abs(s) - 1) <= 8 * EPS, f"the vector of interval {index} has the length {abs(s)}")
    demand(interval["order"] in ("first", "second"), f"interval {index} is {interval['order']}")
    bodies = (during(proof[name], size, (first, last)) for name in "ab")
    proven, length = margin(*bodies, s, interval["frame"], d, last - first)
    demand(proven > 0, f"interval {index} leaves {proven} beyond the distance")
    stated = interval["kept_distance"] + interval["margin"]
    demand(stated <= d + proven + 2.0**-20 * length, f"interval {index} states {stated}, and proves {d + proven}")


def check(text):
    demand("true" not in text and "false" not in text, "true or false for a number", ValueError)
    proof = json.loads(text, parse_float=number, parse_int=number, parse_constant=number)
    for name, known in (("format", ["photofinish proof"]), ("version", [1.0]), ("dimension", [2.0, 3.0])):
        demand(proof[name] in known, f"the {name} is {proof[name]}, not {known[0]}", ValueError)
    size, d, start, end = int(proof["dimension"]), proof["distance"], proof["start"], proof["end"]
    width = core(proof["a"]["shape"], size)[2] + core(proof["b"]["shape"], size)[2]
    demand(d >= 0 or width > -2 * d, f"bodies known to be {width} thick together could pass through each other")
    for body in (proof["a"], proof["b"]):
        check_path(body, size)
    covered, failures = None, []
    for index, interval in enumerate(proof["intervals"]):
        first, last = interval["start"], interval["end"]
        if first <= start == end <= last:  # one of these is enough
            try:
                check_interval(proof, size, index)
                covered = end
            except NotProven as reason:
                failures.append(str(reason))
        elif first < end and last > start:
            follows = first <= start if covered is None else first == covered
            demand(follows and first <= last, f"interval {index} does not follow the one before")
            check_interval(proof, size, index)
            covered = last
    reason = "; ".join(failures) or f"the intervals do not cover the time from {start} to {end}"
    demand(covered is not None and covered >= end, reason)
    return f"A and B keep the distance {d} from {start} to {end}"


def main(paths):
    status = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8") as file:
                print(f"{path}: holds: {check(file.read())}")
        except NotProven as reason:
            print(f"{path}: no proof: {reason}")
            status = max(status, 1)
        except (OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError) as reason:
            print(f"{path}: cannot be read: {type(reason).__name__}: {reason}")
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
