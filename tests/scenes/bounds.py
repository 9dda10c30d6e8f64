# SPDX-FileCopyrightText: 2026 The Abut authors
# SPDX-License-Identifier: Apache-2.0
"""What must hold of every run, in numbers, each with its reason. All bounds of the test are here.

Energies are relative to the energy turned over: the greatest of the kinetic energy, the changes of
the stored energies, the losses and the works, at least what moves all weights and force elements by
a hundredth of a size (so that a scene in which nothing moves has a scale as well).
"""

# Energy of a passive scene above that of its start. No contact law, joint or force gives energy;
# what the time step adds is an error of the run.
ENERGY_RISE = 1e-3

# The energy book: motion and stored energy, losses and works stay a constant sum. `events` and
# `fixed` control their error by a tolerance of 1e-5 or less. A fixed implicit step does not: its
# elastic part is exact, the losses are taken in the middle of the step, so an impact that takes
# few steps has an error of the damping's share of it.
BOOK = {"events": 1e-3, "fixed": 1e-3, "stepping": 1e-2}

# A loss never falls: friction and dampers only take. Push-out after an impact is booked as a
# negative loss by `stepping` (docs/theory/stepping.md): h v/2 of height, once per impact.
LOSS_FALLS = {"events": 1e-4, "fixed": 1e-3, "stepping": 5e-3}

# Overlap by half the thickness of the thinner body. Rigid bodies: none but what distances are
# resolved to; method `fixed` holds them at half of `contact_distance`, above zero. Force laws: the
# stiffness is chosen so that all energy of a fall presses in by a fiftieth of the size; several
# bodies behind each other, a sharp corner or light damping press it a few times deeper.
OVERLAP_RIGID = 2e-3
OVERLAP_FORCE = 0.5

# A body at rest is carried: all forces on it add up to its weight reversed, within this share of
# the weight and three standard errors of the mean, as an undamped contact goes on ringing.
WEIGHT = {"events": 2e-3, "fixed": 2e-3, "stepping": 5e-3}
# At rest: in the last quarter of the run no body moves faster than this share of the speed that
# it would fall with in the time between two frames.
REST_SPEED = 0.01

# Momentum where nothing holds the scene, by the sum of m v of all bodies at the start. Impulses are
# equal and opposite by construction, so only rounding counts; spins go through the integrator.
MOMENTUM = 1e-6
ANGULAR_MOMENTUM = {"events": 1e-4, "fixed": 1e-3, "stepping": 1e-2}

# ---- two runs of one scene ----

# Two runs that differ in rounding (turned, mirrored, other order, other units) may differ in the
# length of a step of controlled error, so by what the tolerance leaves: at the start this many
# times tolerance times size; and with each impact by a factor, since a hit on a curved body by d
# beside turns the rebound by d/R, over a flight of a few R.
BASE = 100.0
# ... but no more than this, so that the way to the first impact is compared by any tolerance.
BASE_MOST = 0.01
GAIN = 10.0
# Fixed steps are the same steps, the error is that of the solver: tolerance times g h^2 each.
# From here on, nothing is compared: the runs are as different as chance makes them.
HORIZON = 0.02
# `events` against `stepping`: an impact is placed within a step, then v h off; the free path is
# of second order in h.
STEPPING_BASE = 0.01
STEPPING_GAIN = 3.0
