# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
import pytest

import abut


def built():
    b = abut.Builder(gravity=(0, 0, -9.81))
    b.material("steel", youngs_modulus=2.1e11, poissons_ratio=0.3, density=7850)
    b.pair("steel", "steel", restitution=0.7, sliding_friction=0.3)
    b.body("ground", mobility="fixed", shapes=[abut.plane("steel")])
    b.body("ball", position=(0, 0, 1), velocity=(0.5, 0, 0), shapes=[abut.sphere(0.1, "steel")])
    b.simulation(end_time=3.0, tolerance=1e-8, output_interval=0.01)
    return b


def test_a_built_model_has_the_bits_of_the_dictionary(ball):
    states = []
    for m in (built().model(), ball):
        s = abut.Simulation(m)
        s.advance(3.0)
        states.append(s.state.tobytes())
    assert states[0] == states[1]


@pytest.mark.parametrize("shape, volume", [
    (abut.sphere(0.1, "steel"), 4 / 3 * 3.141592653589793 * 1e-3),
    (abut.box((0.1, 0.2, 0.3), "steel"), 6e-3),
    (abut.ellipsoid((0.1, 0.2, 0.3), "steel"), 4 / 3 * 3.141592653589793 * 6e-3),
    (abut.cylinder(0.1, 0.2, "steel"), 3.141592653589793 * 2e-3),
    (abut.capsule(0.1, 0.2, "steel", axis="x"), 3.141592653589793 * (2e-3 + 4e-3 / 3)),
    (abut.cone(0.1, 0.3, "steel"), 3.141592653589793 * 1e-3),
    (abut.torus(0.2, 0.05, "steel"), 2 * 3.141592653589793**2 * 0.2 * 0.0025),
    (abut.tube(0.2, 0.1, 0.1, "steel"), 3.141592653589793 * 3e-3),
])
def test_a_shape_has_the_mass_of_its_volume(shape, volume):
    b = built()
    b.body("solid", position=(5, 0, 1), shapes=[shape])
    s = abut.Simulation(b.model())
    s.push("solid", (0.0, 0.0, 1.0), at=(0, 0, 0) if "cone" not in shape else (0, 0, 0.075))
    assert s["solid"].velocity[2] == pytest.approx(1 / (7850 * volume), rel=1e-9)


def test_a_mesh_is_a_file(models):
    m = abut.mesh("meshes/cube.obj", "steel", scale=0.1, position=(0, 0, 1))
    assert m == {"mesh": {"file": "meshes/cube.obj", "scale": 0.1}, "material": "steel",
                 "position": (0, 0, 1)}


def test_joints_forces_and_rules_are_taken():
    b = built()
    b.body("arm", position=(1, 0, 2), shapes=[abut.box((0.5, 0.1, 0.1), "steel")])
    b.joint("revolute", "world", "arm", name="hinge", position=(0, 0, 2), axis=(0, 1, 0))
    b.force("applied", "world", "ball", name="lift", fz=1.0)
    b.contact("ground", "ball", normal={"law": "hertz"}, friction="none")
    b.exclude("arm", "ball")
    b.outputs("ball.position")
    m = b.model()
    assert m.joints == ["hinge"] and "ball.position" in m.outputs[0]
    s = abut.Simulation(m)
    s.advance(0.1)
    assert s.joint("hinge").position[5] != 0.0


def test_mistakes_name_their_place():
    b = built()
    with pytest.raises(abut.UsageError, match="ball"):
        b.body("ball")
    b.body("other", shapes=[abut.sphere(-0.1, "steel")])
    with pytest.raises(abut.ModelError) as caught:
        b.model()
    assert caught.value.path == "bodies.other.shapes[0].sphere.radius"


def test_a_controller_is_built():
    b = abut.Builder(gravity=(0, 0, -9.81))
    b.body("lift", mass=8, inertia=(0.1, 0.1, 0.1))
    b.joint("prismatic", "world", "lift", axis=(0, 0, 1))
    b.variable("error", "0.3 - DZ(lift)")
    b.state("sum", "error")
    b.force("applied", "world", "lift", fz="400*error + 900*sum - 120*VZ(lift)")
    b.simulation(end_time=12)
    s = abut.Simulation(b.model())
    s.advance(12)
    assert s["lift"].position[2] == pytest.approx(0.3, abs=1e-5)
    with pytest.raises(abut.UsageError, match="sum"):
        b.state("sum", 1)
