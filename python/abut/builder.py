# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""Models built by a program: functions for shapes, and a Builder that gathers what a model file
says. Keys that have no argument of their own are taken by name, as in the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from abut.errors import UsageError
from abut.model import Laws, Model

Vector = Sequence[float]
Shape = dict[str, Any]


def shape(kind: str, material: str | None, keys: Mapping[str, Any], more: Mapping[str, Any]) -> Shape:
    """A shape of any kind. `more` is of all shapes: position [m], rotation [rad], name, ..."""
    out: Shape = {kind: {key: value for key, value in keys.items() if value is not None}}
    if material is not None:
        out["material"] = material
    out.update(more)
    return out


def sphere(radius: float, material: str | None = None, **more: Any) -> Shape:
    """A ball [m]."""
    return shape("sphere", material, {"radius": radius}, more)


def ellipsoid(semi_axes: Vector, material: str | None = None, **more: Any) -> Shape:
    """By half its lengths along x, y and z [m]."""
    return shape("ellipsoid", material, {"semi_axes": semi_axes}, more)


def box(size: Vector, material: str | None = None, **more: Any) -> Shape:
    """By its lengths along x, y and z [m], centred."""
    return shape("box", material, {"size": size}, more)


def capsule(radius: float, length: float, material: str | None = None, axis: str = "z",
            **more: Any) -> Shape:
    """A cylinder with half balls at its ends; `length` is that of the cylinder [m]."""
    return shape("capsule", material, {"radius": radius, "length": length, "axis": axis}, more)


def cylinder(radius: float, length: float, material: str | None = None,
             inner_radius: float | None = None, axis: str = "z", **more: Any) -> Shape:
    """Centred [m]; a bore counts for mass, not for contact."""
    keys = {"radius": radius, "length": length, "inner_radius": inner_radius, "axis": axis}
    return shape("cylinder", material, keys, more)


def cone(radius: float, length: float, material: str | None = None, top_radius: float | None = None,
         axis: str = "z", **more: Any) -> Shape:
    """From its base at the origin to its tip, or to a top of a radius [m]."""
    keys = {"radius": radius, "length": length, "top_radius": top_radius, "axis": axis}
    return shape("cone", material, keys, more)


def torus(ring_radius: float, tube_radius: float, material: str | None = None, axis: str = "z",
          **more: Any) -> Shape:
    """By the circle in the middle of the ring, and the ring's own radius [m]."""
    keys = {"ring_radius": ring_radius, "tube_radius": tube_radius, "axis": axis}
    return shape("torus", material, keys, more)


def tube(radius: float, inner_radius: float, length: float, material: str | None = None,
         axis: str = "z", **more: Any) -> Shape:
    """With a bore that others can enter [m]."""
    keys = {"radius": radius, "inner_radius": inner_radius, "length": length, "axis": axis}
    return shape("tube", material, keys, more)


def plane(material: str | None = None, normal: Vector | None = None, **more: Any) -> Shape:
    """The half space below a plane through the origin; its normal is z when not given."""
    return shape("plane", material, {"normal": normal}, more)


def mesh(file: str, material: str | None = None, **more: Any) -> Shape:
    """Of an OBJ, STL, PLY, glTF or Nastran file, relative to the model's folder."""
    keys = {key: more.pop(key) for key in ("scale", "units", "collide") if key in more}
    return shape("mesh", material, {"file": file, **keys}, more)


class Builder:
    """Gathers a model, piece by piece; `model` reads and compiles it.

        b = abut.Builder(gravity=(0, 0, -9.81))
        b.material("steel", youngs_modulus=2.1e11, poissons_ratio=0.3, density=7850)
        b.pair("steel", "steel", restitution=0.7, sliding_friction=0.3)
        b.body("ground", mobility="fixed", shapes=[abut.plane("steel")])
        b.body("ball", position=(0, 0, 1), shapes=[abut.sphere(0.1, "steel")])
        m = b.model()"""

    def __init__(self, gravity: Vector = (0.0, 0.0, 0.0), title: str | None = None) -> None:
        self.values: dict[str, Any] = {"gravity": list(gravity)}
        if title is not None:
            self.values["title"] = title

    def _name(self, section: str, name: str, keys: Mapping[str, Any]) -> None:
        named = self.values.setdefault(section, {})
        if name in named:
            raise UsageError(f"{section} has a {name!r} already")
        named[name] = {key: value for key, value in keys.items() if value is not None}

    def _add(self, section: str, keys: Mapping[str, Any]) -> None:
        self.values.setdefault(section, []).append(
            {key: value for key, value in keys.items() if value is not None})

    def material(self, name: str, *, youngs_modulus: float | None = None,
                 poissons_ratio: float | None = None, density: float | None = None,
                 **more: Any) -> None:
        """Young's modulus [Pa], density [kg/m^3]."""
        self._name("materials", name, {"youngs_modulus": youngs_modulus,
                                       "poissons_ratio": poissons_ratio, "density": density, **more})

    def pair(self, material_a: str, material_b: str, *, restitution: float,
             sliding_friction: float | None = None, **more: Any) -> None:
        """What happens between two materials."""
        self._add("pairs", {"materials": [material_a, material_b], "restitution": restitution,
                            "sliding_friction": sliding_friction, **more})

    def body(self, name: str, *, mobility: str | None = None, position: Vector | None = None,
             orientation: Vector | None = None, rotation: Vector | None = None,
             velocity: Vector | None = None, angular_velocity: Vector | None = None,
             mass: float | None = None, inertia: Vector | None = None,
             shapes: Sequence[Shape] = (), **more: Any) -> None:
        """Position [m], rotation [rad], velocities [m/s], [rad/s] at the start; mass [kg] and
        inertia [kg m^2] when not of the shapes. mobility: free, planar, fixed or prescribed."""
        self._name("bodies", name, {
            "mobility": mobility, "position": position, "orientation": orientation,
            "rotation": rotation, "velocity": velocity, "angular_velocity": angular_velocity,
            "mass": mass, "inertia": inertia, "shapes": list(shapes) or None, **more})

    def contact(self, a: str, b: str, *, normal: str | Mapping[str, Any] | None = None,
                friction: str | Mapping[str, Any] | None = None, **more: Any) -> None:
        """A rule for what two selectors name: "*", a body, "body.shape", "material:NAME". A law is
        a name, or {"law": name, ...} with its keys."""
        self._add("contacts", {"between": [a, b], "normal": normal, "friction": friction, **more})

    def exclude(self, a: str, b: str) -> None:
        """What two selectors name never touches."""
        self.values.setdefault("exclude", []).append([a, b])

    def joint(self, type: str, a: str, b: str, *, name: str | None = None,
              position: Vector | None = None, axis: Vector | None = None, **more: Any) -> None:
        """Between two bodies, or "world" and one; position [m] and axis in the frame of the first.
        Drives and limits by their keys: rz="0.5*t"."""
        self._add("joints", {"name": name, "type": type, "between": [a, b], "position": position,
                             "axis": axis, **more})

    def force(self, type: str, a: str, b: str, *, name: str | None = None, **more: Any) -> None:
        """Between two bodies, or "world" and one, with the keys of its type."""
        self._add("forces", {"name": name, "type": type, "between": [a, b], **more})

    def variable(self, name: str, expression: str | float) -> None:
        """A number by name, for expressions to use: b.variable("error", "0.3 - DZ(lift)")."""
        self._name("variables", name, {"expression": expression})
        self.values["variables"][name] = expression

    def state(self, name: str, rate: str | float, *, start: float | None = None,
              scale: float | None = None) -> None:
        """A number that changes at a rate of its own, per second: what a controller sums up."""
        self._name("states", name, {"rate": rate, "start": start, "scale": scale})

    def simulation(self, *, end_time: float | None = None, tolerance: float | None = None,
                   output_interval: float | None = None, method: str | None = None,
                   **more: Any) -> None:
        """How it is run; times [s]."""
        keys = {"end_time": end_time, "tolerance": tolerance, "output_interval": output_interval,
                "method": method, **more}
        self.values.setdefault("simulation", {}).update(
            {key: value for key, value in keys.items() if value is not None})

    def outputs(self, *names: str) -> None:
        """Series that plots and tables take when they are not told which."""
        self.values.setdefault("outputs", []).extend(names)

    def model(self, name: str = "model", laws: Laws | None = None,
              friction_laws: Laws | None = None) -> Model:
        """Reads and compiles what was gathered. Problems name the path of the value."""
        return Model.from_dict(self.values, name, laws=laws, friction_laws=friction_laws)
