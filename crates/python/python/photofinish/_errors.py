"""The exceptions and warnings of the package."""


class PhotofinishError(Exception):
    """The base of all exceptions of this package."""


class InvalidInput(PhotofinishError, ValueError):
    """What was asked makes no sense, such as a path with the wrong number of joints."""


class FileError(PhotofinishError, ValueError):
    """A robot or a scene cannot be read."""


class ProofError(PhotofinishError):
    """A certificate does not prove what it claims."""


class PhotofinishWarning(UserWarning):
    """The base of all warnings of this package."""


class FileWarning(PhotofinishWarning):
    """Something in a file was ignored or put right, and its author may have meant otherwise."""


class MeshWarning(PhotofinishWarning):
    """A mesh is open, and its pieces have no inside."""


class LimitWarning(PhotofinishWarning):
    """A path takes a joint out of its limits. It is checked all the same."""
