"""Proofs about two bodies."""

from __future__ import annotations

from pathlib import Path

from . import _photofinish as native
from ._arrays import text_of
from ._motions import Motion
from ._pairs import of_pair
from ._shapes import Shape


class Proof:
    """A proof that two bodies keep a distance, with all that a check of it needs.

    Proofs about convex bodies can be checked with nothing of photofinish, by docs/certificate.md of a checkout. Those
    about compounds and surfaces are checked here.
    """

    __slots__ = ("native",)

    def __init__(self, native: native.Proof) -> None:
        self.native = native

    @property
    def interval(self) -> tuple[float, float]:
        """The times that it covers."""
        return self.native.interval

    @property
    def distance(self) -> float:
        """The distance in metres that it proves."""
        return self.native.distance

    def verify(self) -> float:
        """Check it without a search. Return how much farther apart than `distance` the bodies stay.

        Raises
        ------
        ProofError
            If it does not hold.
        """
        return self.native.verify()

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        Path(path).write_text(self.native.to_json(), encoding="utf-8")

    @classmethod
    def load(cls, path: str | Path) -> Proof:
        """Read it from a file, which is trusted only once it is verified."""
        return cls(native.Proof.from_json(text_of(path)))

    def __repr__(self) -> str:
        start, end = self.interval
        return f"<Proof of the distance {self.distance:.6g} from time {start:.6g} to {end:.6g}>"


def certify(
    a: Shape,
    b: Shape,
    motion_a: Motion,
    motion_b: Motion,
    interval: tuple[float, float] = (0.0, 1.0),
    *,
    target_distance: float = 0.0,
) -> Proof:
    """Return the proof that two bodies keep a distance until their first contact, or the end of the interval.

    Raises
    ------
    ProofError
        If they are in contact or undecided at the start.

    Examples
    --------
    >>> import photofinish as pf
    >>> fall = pf.Motion.twist(pf.pose([0, 0, 9]), acceleration=[0, 0, -9.81])
    >>> floor = pf.Motion.still(pf.pose())
    >>> proof = pf.certify(pf.Shape.ball(0.5), pf.Shape.box([9, 9, 1]), fall, floor, (0.0, 1.0))
    >>> proof.interval, proof.verify() > 0
    ((0.0, 1.0), True)
    """
    return Proof(native.certify(of_pair(a, b, motion_a, motion_b, interval), target_distance))
