"""Robots and scenes."""

from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from os import PathLike, fspath
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _photofinish as native
from ._arrays import Floats, constant, floats, names, of_kind, one_pose, pair_of, points, text_of
from ._errors import FileWarning, InvalidInput
from ._shapes import Form, Shape, as_shape, triangles

MeshForm = Literal["auto", "hull", "objects", "pieces"]
Meshes = Sequence[tuple[str, str, str]]
States = Mapping[str, Mapping[str, float]]


class Robot:
    """A robot: links with shapes, joints, and which links may touch.

    It is immutable and can be pickled: the shapes of its meshes go with it.

    Attributes
    ----------
    meshes : tuple of (link, file, form)
        What became of each mesh. Hulls are the fastest, but may collide where the meshes do not.
    states : dict of str to dict of str to float
        The named postures of the SRDF, by "group/name".
    """

    __slots__ = ("native", "meshes", "states")

    def __init__(self, native: native.Robot, meshes: Meshes = (), states: States | None = None) -> None:
        self.native = native
        self.meshes = tuple(meshes)
        self.states = {name: dict(values) for name, values in (states or {}).items()}

    @classmethod
    def from_urdf(
        cls,
        source: Any,
        srdf: str | PathLike[str] | None = None,
        *,
        folder: str | PathLike[str] | None = None,
        joint_limits: str | PathLike[str] | None = None,
        package_roots: Iterable[str | PathLike[str]] = (),
        meshes: MeshForm | Mapping[str, MeshForm] = "auto",
        drawn_only: Iterable[str] = (),
    ) -> Robot:
        """Read a robot.

        Parameters
        ----------
        source : path, str or yourdfpy.URDF
            A URDF file, its text, or a loaded robot.
        srdf : path or str, optional
            An SRDF file or its text: which links may touch. Without it all links that no joint connects must not.
        folder : path, optional
            Where the meshes of a text are. For a `yourdfpy.URDF` it is the folder of its meshes.
        joint_limits : path, optional
            A YAML file with limits of positions, velocities and accelerations, as the ``joint_limits.yaml`` of MoveIt.
            They replace those of the URDF.
        package_roots : iterable of path
            Folders in which packages (``package://NAME/...``) are looked for.
        meshes : {"auto", "hull", "objects", "pieces"} or dict
            What meshes become, for all links or by the name of a link. "auto" is the hull, unless it touches another
            link at rest where the pieces of a decomposition do not.
        drawn_only : iterable of str
            Links that are drawn and shall have no collision geometry.

        Raises
        ------
        FileError
            If a file is missing, or is not understood.

        Warns
        -----
        FileWarning
            For what was ignored or put right in the files.

        Examples
        --------
        >>> import photofinish as pf
        >>> ball = '<collision><geometry><sphere radius="0.1"/></geometry></collision>'
        >>> robot = pf.Robot.from_urdf(f'''<robot name="slider"><link name="base"/><link name="car">{ball}</link>
        ...     <joint name="rail" type="prismatic"><parent link="base"/><child link="car"/><axis xyz="1 0 0"/>
        ...     <limit lower="0" upper="1" effort="1" velocity="1"/></joint></robot>''')
        >>> robot.joint_names, robot.links
        (('rail',), ('base', 'car'))
        """
        text, inside = _urdf(source, folder)
        about = None if srdf is None else (fspath(srdf), _is_text(fspath(srdf)))
        forms = {"": meshes} if isinstance(meshes, str) else dict(meshes)
        limits = None if joint_limits is None else fspath(joint_limits)
        if isinstance(package_roots, str):
            raise InvalidInput(f'package_roots must be folders, as in ["a", "b"], but are {package_roots!r}')
        roots = [fspath(root) for root in package_roots]
        found, warned, became, states = native.Robot.read(
            text, inside, about, limits, roots, list(forms.items()), list(names(drawn_only, "drawn_only"))
        )
        for warning in warned:
            warnings.warn(warning, FileWarning, stacklevel=2)
        return cls(found, became, {name: dict(values) for name, values in states})

    @property
    def name(self) -> str:
        """The name."""
        return self.native.name

    @property
    def links(self) -> tuple[str, ...]:
        """The names of the links."""
        return tuple(self.native.links)

    @property
    def joint_names(self) -> tuple[str, ...]:
        """The names of the joints that have a value of their own, in the order of a whole configuration."""
        return tuple(name for name, *_ in self.native.joints)

    def limits(self, joints: Sequence[str] | None = None) -> Floats:
        """Return the least and the largest values of joints, (J, 2), in radians or metres; infinite without limits."""
        known = {name: (least, largest) for name, least, largest, _ in self.native.joints}
        wanted = self.joint_names if joints is None else names(joints, "joints")
        for name in wanted:
            if name not in known:
                raise InvalidInput(
                    f"there is no joint named {name!r} with a value of its own: there are {', '.join(known)}"
                )
        return np.array([known[name] for name in wanted], dtype=np.float64).reshape(-1, 2)

    def poses(self, configuration: ArrayLike) -> dict[str, Floats]:
        """Return the pose (4, 4) of each link in the world, at values of all joints in `joint_names`."""
        values = floats(configuration, "configuration").tolist()
        return {link: np.array(pose) for link, pose in zip(self.links, self.native.poses(values))}

    def allowing(self, *pairs: tuple[str, str]) -> Robot:
        """Return the robot with pairs of links that may touch."""
        return Robot(self.native.with_pairs(with_word(pairs, True)), self.meshes, self.states)

    def forbidding(self, *pairs: tuple[str, str]) -> Robot:
        """Return the robot with pairs of links that must not touch, whatever its SRDF says."""
        return Robot(self.native.with_pairs(with_word(pairs, False)), self.meshes, self.states)

    def at(self, base: ArrayLike) -> Robot:
        """Return the robot with its base at this pose (4, 4) in the world."""
        return Robot(self.native.with_base(one_pose(base)), self.meshes, self.states)

    def __repr__(self) -> str:
        pieces, hulls = sum(self.native.pieces), sum(form == "its hull" for *_, form in self.meshes)
        told = f", {hulls} of {len(self.meshes)} meshes as their hulls" if self.meshes else ""
        return f"<Robot {self.name!r}: {len(self.joint_names)} joints, {len(self.links)} links, {pieces} pieces{told}>"

    def __reduce__(self) -> tuple[Callable[..., Robot], tuple[Any, ...]]:
        return Robot._read, (self.native.state(), self.meshes, self.states)

    @classmethod
    def _read(cls, state: bytes, meshes: Meshes, states: States) -> Robot:
        return cls(native.Robot.from_state(state), meshes, states)


def _solid(shape: Any, form: Form) -> Shape:
    """Return a shape that has an inside."""
    body = as_shape(shape, form)
    if body.is_surface:
        raise InvalidInput(
            'the shape is a surface: use form="hull" or form="pieces", or Scene.add_surface for what stands around'
        )
    return body


def _is_text(source: str) -> bool:
    return source.lstrip().startswith("<")


def _urdf(source: Any, folder: str | PathLike[str] | None) -> tuple[str, str | None]:
    """Return the path of a URDF, or its text and the folder of its meshes."""
    if hasattr(source, "write_xml"):
        # yourdfpy keeps the folder in its handler of file names
        handler = getattr(source, "_filename_handler", None)
        own = getattr(handler, "keywords", {}).get("dir", "")
        return _written(source), str(folder or own or ".")
    try:
        text = fspath(cast("str | PathLike[str]", source))
    except TypeError:
        raise InvalidInput(
            f"a robot is read from a path, a text or a yourdfpy.URDF, not from {type(source).__name__}"
        ) from None
    if _is_text(text):
        return text, fspath(folder or ".")
    if folder is not None:
        return text_of(text), fspath(folder)
    return text, None


def _written(robot: Any) -> str:
    """Return the text of a `yourdfpy.URDF`. It writes no joint that follows another one (0.0.60): these are added."""
    tree: Any = robot.write_xml()
    root: Any = tree.getroot() if hasattr(tree, "getroot") else tree
    followers: dict[str, Any] = {joint.name: joint.mimic for joint in robot.robot.joints if joint.mimic is not None}
    for joint in root.findall("joint"):
        follows = followers.get(joint.get("name"))
        if follows is not None and joint.find("mimic") is None:
            numbers = {name: str(getattr(follows, name)) for name in ("multiplier", "offset") if getattr(follows, name)}
            joint.append(joint.makeelement("mimic", {"joint": follows.joint, **numbers}))
    # the elements are those of lxml, which yourdfpy needs
    xml: Any = import_module("lxml.etree")
    return str(xml.tostring(root, encoding="unicode"))


def with_word(pairs: Iterable[tuple[str, str]], may: bool) -> list[tuple[str, str, bool]]:
    """Return pairs of names with whether they may touch."""
    return [(*pair_of(pair), may) for pair in pairs]


class Scene:
    """What stands around a robot, in the frame of the world, and what it holds.

    Examples
    --------
    >>> import photofinish as pf
    >>> scene = pf.Scene()
    >>> scene.add("table", pf.Shape.box([1.2, 0.8, 0.05]), pf.pose([0.6, 0, -0.025]))
    >>> scene.add_points("cloud", [[0.5, 0.1, 0.3], [0.5, 0.2, 0.3]], radius=0.01)
    >>> scene
    <Scene of 2 objects>
    """

    def __init__(self) -> None:
        self.text: str | None = None
        self.objects: dict[str, tuple[Shape, Floats]] = {}
        self.clouds: dict[str, tuple[Floats, float | None, float | None, NDArray[np.uint32] | None]] = {}
        self.held: list[tuple[str, str, Shape, Floats, tuple[str, ...]]] = []
        self.moved: list[tuple[str, str | None, Floats, tuple[str, ...]]] = []
        self.pairs: list[tuple[str, str, bool]] = []
        self.values: dict[str, float] = {}

    @classmethod
    def from_yaml(cls, source: str | PathLike[str]) -> Scene:
        """Read a planning scene of MoveIt from a YAML file, or from its text. A checker reads it for its robot.

        Raises
        ------
        FileError
            If the file cannot be read. What is wrong in it is told when a `Checker` is made.
        """
        scene = cls()
        text = fspath(source)
        scene.text = text if "\n" in text else text_of(text)
        return scene

    def add(self, name: str, shape: Any, pose: ArrayLike | None = None, *, form: Form = "hull") -> None:
        """Add an object.

        Parameters
        ----------
        name : str
            Its name.
        shape : Shape, trimesh.Trimesh, or (vertices, faces)
            A mesh is added in a form.
        pose : array_like, shape (4, 4), optional
            Its pose in the world.
        form : {"hull", "pieces"}
            What a mesh becomes.
        """
        self._free(name)
        self.objects[name] = (_solid(shape, form), one_pose(np.eye(4) if pose is None else pose))

    def _free(self, name: str) -> None:
        if of_kind(str, name, "a name") in self.objects or name in self.clouds:
            raise InvalidInput(f"there are two objects named {name!r}")

    def add_points(self, name: str, centers: ArrayLike, *, radius: float) -> None:
        """Add a cloud of points (N, 3) as balls of this radius, in metres."""
        self._free(name)
        self.clouds[name] = (constant(points(centers, "points")), float(radius), None, None)

    def add_voxels(self, name: str, centers: ArrayLike, *, size: float) -> None:
        """Add cubes of this size around centres (N, 3), in metres."""
        self._free(name)
        self.clouds[name] = (constant(points(centers, "centers")), None, float(size), None)

    def add_surface(self, name: str, mesh: Any, faces: ArrayLike | None = None) -> None:
        """Add triangles, such as those of a floor or a scan. What they surround is not inside of anything.

        Parameters
        ----------
        name : str
            The name.
        mesh : trimesh.Trimesh or array_like, shape (N, 3)
            A mesh with `vertices` and `faces`, or vertices, in the frame of the world.
        faces : array_like of int, shape (M, 3), optional
            The triangles, if `mesh` are vertices.
        """
        self._free(name)
        vertices, corners = triangles(mesh, faces)
        self.clouds[name] = (constant(vertices), None, None, corners)

    def attach(
        self, name: str, shape: Any, *, link: str, pose: ArrayLike, touching: Iterable[str] = (), form: Form = "hull"
    ) -> None:
        """Let a link hold an object, at a pose (4, 4) in the frame of the link. It may touch the links `touching`."""
        of_kind(str, name, "a name")
        self.held.append((link, name, _solid(shape, form), one_pose(pose), names(touching, "touching")))

    def allow(self, first: str, second: str) -> None:
        """Let two links, or a link and an object, touch."""
        self.pairs.append((first, second, True))

    def forbid(self, first: str, second: str) -> None:
        """Let two links, or a link and an object, not touch, whatever else allows it."""
        self.pairs.append((first, second, False))

    def set_joint(self, joint: str, value: float) -> None:
        """Set the value of a joint that paths do not name, in radians or metres."""
        self.values[joint] = float(value)

    def copy(self) -> Scene:
        """Return a copy."""
        scene = copy.copy(self)
        scene.objects, scene.held, scene.pairs = dict(self.objects), list(self.held), list(self.pairs)
        scene.values, scene.clouds, scene.moved = dict(self.values), dict(self.clouds), list(self.moved)
        return scene

    def __repr__(self) -> str:
        text = " beside those of its text" if self.text is not None else ""
        return f"<Scene of {len(self.objects) + len(self.clouds)} objects{text}>"
