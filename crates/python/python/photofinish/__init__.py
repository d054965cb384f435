"""Proofs that paths of robots and moving bodies are free of collision, or when and where they first touch.

Angles are in radians, lengths in metres, numbers in double precision. `clear` is True only when it is proven.
"""

from ._allowed import AllowedPairs, LinkPair, allowed_pairs
from ._answers import ANSWER, Batch, Certificate, Contact, PairClearance, PathResult, Proven, RateExceeded
from ._arrays import pose
from ._checker import Checker
from ._errors import (
    FileError,
    FileWarning,
    InvalidInput,
    LimitWarning,
    MeshWarning,
    PhotofinishError,
    PhotofinishWarning,
    ProofError,
)
from ._manager import CollisionManager, Meetings
from ._motions import Motion
from ._pairs import CONTACT, MEETING, contacts, distance, first_contact, time_of_impact
from ._proofs import Proof, certify
from ._robots import Robot, Scene
from ._shapes import Shape

__all__ = [
    "ANSWER", "CONTACT", "MEETING", "AllowedPairs", "Batch", "Certificate", "Checker", "CollisionManager", "Contact",
    "FileError", "FileWarning", "InvalidInput", "LimitWarning", "LinkPair", "Meetings", "MeshWarning", "Motion",
    "PairClearance", "PathResult", "PhotofinishError", "PhotofinishWarning", "Proof", "ProofError", "Proven",
    "RateExceeded", "Robot", "Scene", "Shape", "allowed_pairs", "certify", "contacts", "distance", "first_contact", "pose",
    "time_of_impact",
]  # fmt: skip
