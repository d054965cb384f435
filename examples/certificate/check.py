#!/usr/bin/env python3
"""Checks proofs of photofinish by the formulas of docs/certificate.md, and by nothing else: check.py FILE...

Says of each file if its proof holds, and how much more than the claimed distance it proves. Exit status: 0 if all hold,
1 if one does not, 2 if one cannot be read or has what this checker does not know. It knows balls, capsules, cuboids and
points, and all motions. It computes with 100 digits.
"""
import json
import sys
from decimal import Decimal, getcontext
from math import isfinite
from types import SimpleNamespace

getcontext().prec = 100
EPS = Decimal(2) ** -52
ROUNDING = Decimal(10) ** -60  # rounding loses less than this share of what is added up
MOST_TURN = Decimal(2) ** 60
NEAR = Decimal("1e-9")  # where a part of a sweep ends counts as reached so near to it
WORDS = {"frame": ("world", "a", "b"), "order": ("first", "second")}


class NotProven(Exception):
    """The file can be read, but it is no proof."""


class Vector(tuple):  # k * x, x * y is the dot product, x @ y the cross product, and abs(x) the length
    def __add__(x, y): return Vector(i + j for i, j in zip(x, y))
    def __sub__(x, y): return Vector(i - j for i, j in zip(x, y))
    def __rmul__(x, k): return Vector(k * i for i in x)
    def __mul__(x, y): return sum(i * j for i, j in zip(x, y))
    def __matmul__(x, y): return Vector(x[i - 2] * y[i - 1] - x[i - 1] * y[i - 2] for i in range(3))
    def __abs__(x): return (x * x).sqrt()


ZERO = Vector([Decimal(0)] * 3)


def demand(holds, reason, error=NotProven):
    if not holds:
        raise error(reason)


def number(text):  # exactly the double that the text stands for
    demand(isfinite(float(text)), f"the number {text}", ValueError)
    return Decimal(float(text))


def vector(x, size):  # in the plane the third coordinate is zero
    demand(len(x) == size and all(isinstance(i, Decimal) for i in x), f"the vector {x}", ValueError)
    return Vector(x + [Decimal(0)] * (3 - size))


def sine_and_cosine(x):
    """Sums both series for a small part of the angle, and doubles that part again and again."""
    demand(abs(x) <= MOST_TURN, "this checker does not know so many turns", ValueError)
    halvings = 8 + max(0, x.adjusted() + 1) * 4
    x /= 2**halvings
    sine, cosine, term, n = Decimal(0), Decimal(0), Decimal(1), 0
    while term and term.adjusted() > -130:
        sign = 1 - n % 4 // 2 * 2
        sine, cosine = (sine + sign * term, cosine) if n % 2 else (sine, cosine + sign * term)
        n += 1
        term *= x / n
    for _ in range(halvings):
        sine, cosine = 2 * sine * cosine, cosine * cosine - sine * sine
    return sine, cosine


def shape_of(shape, size):
    """Returns the points of a shape's core, the radius around them, and the inner diameter."""
    (name, of), = shape.items()
    if name == "ball":
        points, radius, inner = [ZERO], of["radius"], 2 * of["radius"]
    elif name == "capsule":
        y = Vector([Decimal(0), of["half_height"], Decimal(0)])
        points, radius, inner = [y, -1 * y], of["radius"], 2 * of["radius"]
    elif name == "cuboid":
        half = vector(of["half_extents"], size)
        points, radius, inner = [ZERO], Decimal(0), 2 * min(half[:size])
        for i in range(size):
            along = Vector(half[i] if i == k else Decimal(0) for k in range(3))
            points = [x + y for x in points for y in (along, -1 * along)]
    else:
        known = name in ("segment", "triangle", "point_set", "convex_hull")
        demand(known, f"this checker does not know the shape {name}", ValueError)
        demand(of.get("deviation", 0) == 0, "this checker does not know hulls with a deviation", ValueError)
        points, radius, inner = [vector(x, size) for x in of["points"]], Decimal(0), Decimal(0)
    demand(min(radius, inner, of.get("half_height", 0)) >= 0, "a negative length", ValueError)
    return points, radius, inner


def rotation(numbers, size):
    """Returns the numbers of a rotation, scaled to unit length."""
    demand(len(numbers) == 2 * size - 2, f"the rotation {numbers}", ValueError)
    length = abs(Vector(numbers))
    demand(abs(length - 1) < Decimal(2) ** Decimal("-11.5"), f"the rotation {numbers}", ValueError)
    return 1 / length * Vector(numbers)


def turn(q, x, back=1):
    """Turns a vector by a rotation, or back by it if `back` is -1."""
    if len(q) == 2:
        cosine, sine = q[0], back * q[1]
        return Vector((cosine * x[0] - sine * x[1], sine * x[0] + cosine * x[1], x[2]))
    axis = back * Vector(q[:3])
    return x + 2 * q[3] * (axis @ x) + 2 * (axis @ (axis @ x))


def turned_by(q, n, theta):
    """Returns the rotation `q`, turned by theta about the unit axis n."""
    if len(q) == 2:
        sine, cosine = sine_and_cosine(theta * n[2])
        return Vector((cosine * q[0] - sine * q[1], sine * q[0] + cosine * q[1]))
    sine, cosine = sine_and_cosine(theta / 2)
    axis, arm = sine * n, Vector(q[:3])
    return Vector((*(q[3] * axis + cosine * arm + axis @ arm), cosine * q[3] - axis * arm))


def steady(name, of, size, times):
    """Returns the motion of a body at rest, at constant velocities or in free flight."""
    a = vector(of["acceleration"], size) if name == "ballistic" else ZERO
    of = of["start"] if name == "ballistic" else of
    v = center = w = ZERO
    epoch, first = Decimal(0), rotation(of["pose"]["rotation"], size)
    if name != "at_rest":
        v, center, epoch = vector(of["linear"], size), vector(of["center"], size), of["epoch"]
        w = vector(of["angular"], 3) if size == 3 else Vector([*ZERO[:2], of["angular"]])
    rate, T = abs(w), [t - epoch for t in times]
    n = 1 / rate * w if rate else ZERO
    return SimpleNamespace(
        center=center, begin=vector(of["pose"]["position"], size) + turn(first, center), v=v, a=a, T=T, n=n,
        slowest=rate, fastest=rate, change=Decimal(0), even=Decimal("Infinity"), turned=[turned_by(first, n, rate * t) for t in T])


def even(least, y):
    """Returns the y up to which L^2 of a sweep changes little, from a y on; y falls with time."""
    if 4 * least >= 1:
        return Decimal("-Infinity")
    at = lambda square: (max(square - least, Decimal(0)) / (1 - least)).sqrt()
    inner, now = at(4 * least), least + (1 - least) * y * y
    if y > inner + NEAR:
        return max(inner, at(now / 4))
    return -inner if y > NEAR - inner else -at(4 * now)


def sweep(of, size, times):
    """Returns the motion of a sweep between two poses."""
    center, H = vector(of["center"], size), of["end"] - of["start"]
    demand(H > 0, "a sweep without duration", ValueError)
    p, q = (rotation(of[end]["rotation"], size) for end in ("from", "to"))
    begin, end = (vector(of[end]["position"], size) + turn(r, center) for end, r in (("from", p), ("to", q)))
    demand(size == 2 or abs(p * q) >= Decimal(2) ** -40, "a sweep by half a turn, in space", ValueError)
    if size == 3 and p * q < 0:
        q = -1 * q
    cosine, arm = p * q, Vector(q[:3])
    n = Vector([*ZERO[:2], p[0] * q[1] - p[1] * q[0]])
    if size == 3:
        n = p[3] * arm - q[3] * Vector(p[:3]) - arm @ Vector(p[:3])
    sine, T = abs(n), [t - of["start"] for t in times]
    demand(cosine >= 0 or sine >= Decimal(2) ** -27, "rotations half a turn apart", ValueError)
    n = 1 / sine * n if sine else ZERO
    u = [t / H for t in T]
    blends = [(1 - x) * p + x * q for x in u]
    y = [1 - 2 * x for x in u]
    farthest, nearest = max(map(abs, y)), min(map(abs, y)) if y[0] * y[1] > 0 else 0
    L2, k = lambda y: (1 + cosine + (1 - cosine) * y * y) / 2, size - 1
    return SimpleNamespace(
        center=center, begin=begin, v=1 / H * (end - begin), a=ZERO, T=T, n=n,
        even=of["start"] + H * (1 - even((1 + cosine) / 2, y[0])) / 2,
        slowest=k * sine / (L2(farthest) * H), fastest=k * sine / (L2(nearest) * H),
        change=2 * k * sine * (1 - cosine) * farthest / (L2(nearest) * H) ** 2,
        turned=[1 / abs(x) * x for x in blends])


def moving(points, radius, motion, size, times):
    """Returns how a body moves between two times; of what changes, a list of the values at both."""
    (name, of), = motion.items()
    known = name in ("at_rest", "constant_velocity", "ballistic", "sweep")
    demand(known, f"this checker does not know the motion {name}", ValueError)
    body = sweep(of, size, times) if name == "sweep" else steady(name, of, size, times)
    body.points, body.radius = points, radius
    body.rho = max(abs(x - body.center) for x in points)
    body.at = [body.begin + t * body.v + t * t / 2 * body.a for t in body.T]
    square = body.fastest**2
    body.bend = max(square, body.change) + min(square, body.change) / 2
    latest = max(map(abs, body.T))
    body.size = abs(body.begin) + 2 * abs(body.center) + latest * (abs(body.v) + latest * abs(body.a)) + body.rho + radius
    return body


def check_path(body, size):
    """Checks that there are as many knots as there should be, in order, and that motions which meet at a knot fit together."""
    motions, knots = body["motions"], body["knots"]
    demand(motions, "a body without a motion", ValueError)
    fit = len(knots) == len(motions) + 1 or len(motions) == 1 and not knots
    demand(fit and all(x < y for x, y in zip(knots, knots[1:])), f"the knots {[*map(float, knots)]}", ValueError)
    points = [Vector(Decimal(i == j) for i in range(3)) for j in [*range(size), 3]]
    for knot, *pair in zip(knots[1:], motions, motions[1:]):
        at = [moving(points, Decimal(0), motion, size, (knot, knot)) for motion in pair]
        before, after = ([x.at[0] + turn(x.turned[0], y - x.center) for y in points] for x in at)
        fits = all(abs(x - y) <= Decimal(2) ** -25 * (1 + abs(x)) for x, y in zip(before, after))
        demand(fits, f"a path that jumps at {float(knot)}", ValueError)


def during(body, size, times):
    points, radius, _ = shape_of(body["shape"], size)
    knots = body["knots"]
    demand(not any(times[0] < knot < times[1] for knot in knots), "a knot is inside an interval")
    return moving(points, radius, body["motions"][sum(knot <= times[0] for knot in knots[1:-1])], size, times)


def reach(body, end, u):
    """Returns g(t, u): how far the core reaches along u from the centre."""
    u = turn(body.turned[end], u, back=-1)
    return max(u * x for x in body.points) - u * body.center


def bound(a, b, s, frame, x, h):
    """Returns M. s is the vector at the start, in the world; x leads from the centre of A to that of B, at both ends."""
    fall = b.a - a.a
    if frame == "world":
        return s * fall + sum(abs(body.n @ s) * body.bend * body.rho for body in (a, b))
    own, other = {"a": (a, b), "b": (b, a)}[frame]
    far = max(map(abs, x)) + abs(fall) * h * h / 8
    speed = abs(b.v + b.T[0] * b.a - a.v - a.T[0] * a.a) + abs(fall) * h
    spin = [(body.slowest + body.fastest) / 2 for body in (own, other)]
    delta = abs(spin[0] * own.n - spin[1] * other.n) + sum((body.fastest - body.slowest) / 2 for body in (a, b))
    twist = delta**2 + a.fastest * b.fastest * abs(a.n @ b.n) + a.change + b.change
    path = abs(own.n @ s) * ((own.fastest**2 + own.change) * far + 2 * own.fastest * speed)
    return path + abs(fall) + twist * other.rho


def margin(a, b, s, frame, d, h):
    """Returns how much farther apart than d the bodies are proven to be, by bounds for all of the time."""
    s = [s, s] if frame == "world" else [turn(q, s) for q in {"a": a, "b": b}[frame].turned]
    x = [b.at[i] - a.at[i] for i in (0, 1)]
    f = [s[i] * x[i] - reach(a, i, s[i]) - reach(b, i, -1 * s[i]) - a.radius - b.radius - d for i in (0, 1)]
    K, D = bound(a, b, s[0], frame, x, h) * h * h / 2, f[1] - f[0]
    least = min(f) if min(f) <= 0 or abs(D) >= K else f[0] - (K - D) ** 2 / (4 * K)
    return least - ROUNDING * (a.size + b.size + abs(d) + abs(K))


def check_interval(proof, size, index):
    """Checks that an interval holds by itself, and returns its margin."""
    interval, d = proof["intervals"][index], proof["distance"]
    first, last, s = interval["start"], interval["end"], vector(interval["direction"], size)
    demand(abs(abs(s) - 1) <= 8 * EPS, f"the vector of interval {index} has the length {float(abs(s))}")
    proven, at, s = Decimal("Infinity"), None, 1 / abs(s) * s
    while at != last:
        at = first if at is None else at
        bodies = [during(proof[name], size, (at, last)) for name in "ab"]
        end = min(last, *(body.even for body in bodies))
        if end != last:
            bodies = [during(proof[name], size, (at, end)) for name in "ab"]
        proven, at = min(proven, margin(*bodies, s, interval["frame"], d, end - at)), end
    demand(proven > 0, f"interval {index} leaves {float(proven)} beyond the distance")
    stated = interval["kept_distance"] + interval["margin"] - d
    demand(stated <= proven, f"interval {index} states {float(stated)} beyond the distance, and proves {float(proven)}")
    return proven


def check(text):
    demand("true" not in text and "false" not in text, "true or false for a number", ValueError)
    proof = json.loads(text, parse_float=number, parse_int=number, parse_constant=number)
    demand(proof["format"] == "photofinish proof", f"the format is {proof['format']}", ValueError)
    version = proof["version"]
    demand(version != 1, "version 1 has another inequality: make the proof anew, by this version of photofinish", ValueError)
    demand(version == 2, f"the version is {version}, not 2", ValueError)
    demand(proof["dimension"] in (2, 3), f"the dimension is {proof['dimension']}", ValueError)
    size, d, start, end = int(proof["dimension"]), proof["distance"], proof["start"], proof["end"]
    width = shape_of(proof["a"]["shape"], size)[2] + shape_of(proof["b"]["shape"], size)[2]
    demand(d >= 0 or width > -2 * d, f"bodies known to be {float(width)} thick together could pass through each other")
    for body in (proof["a"], proof["b"]):
        check_path(body, size)
    for index, interval in enumerate(proof["intervals"]):
        for field, words in WORDS.items():
            demand(interval[field] in words, f"the {field} {interval[field]} of interval {index}", ValueError)
    covered, failures, proven = None, [], []
    for index, interval in enumerate(proof["intervals"]):
        first, last = interval["start"], interval["end"]
        if first <= start == end <= last:  # one of these is enough
            try:
                proven.append(check_interval(proof, size, index))
                covered = end
            except NotProven as reason:
                failures.append(str(reason))
        elif first < end and last > start:
            follows = first <= start if covered is None else first == covered
            demand(follows and first <= last, f"interval {index} does not follow the one before")
            proven.append(check_interval(proof, size, index))
            covered = last
    reason = "; ".join(failures) or f"the intervals do not cover the time from {float(start)} to {float(end)}"
    demand(covered is not None and covered >= end, reason)
    beyond = max(proven) if start == end else min(proven)
    return f"A and B keep the distance {float(d)} from {float(start)} to {float(end)}, and {float(beyond)} more"


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
