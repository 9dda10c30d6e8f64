// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// families.h - the list of what is verified. To add a family: write verify_<name>.c with
// `void verify_<name>(Report *report)`, add a line to the list here and its file to CMakeLists.txt.

#ifndef VERIFY_FAMILIES_H
#define VERIFY_FAMILIES_H

#include "verify_report.h"

//         name         what
#define FAMILIES(F)                                                                                \
    F(modia3d, "scenes of the Modia3D tests, end states and events")                               \
    F(robots, "robots of the Modia3D tests: they take two and a half minutes")                     \
    F(hertz, "normal impacts by power laws: force, depth, duration")                               \
    F(elliptic, "Hertz from true curvatures: ellipses and lines of contact")                       \
    F(restitution, "speed after an impact by speed before it")                                     \
    F(oblique, "impacts with friction: speeds and spins afterwards")                               \
    F(mindlin, "oblique impacts with tangential stiffness")                                        \
    F(friction, "stick and slip of exact friction, blocks that hold for an hour")                  \
    F(held, "exact friction and flat contact: stacks, balls on a box, an upright disk")            \
    F(bounce, "balls dropped under gravity, many bounces")                                         \
    F(rolling, "from sliding to rolling, inclines, balls at rest")                                 \
    F(spinning, "rotation in space, rattleback, tippe top, disk")                                  \
    F(laws, "contact laws of multibody programs, point by point")                                  \
    F(law_runs, "impacts with these laws")                                                         \
    F(foundation, "elastic foundations on meshes: the law, rest, impact")                          \
    F(regions, "contacts by contours of meshes: rest, sliding, areas")                             \
    F(slides, "creep and sliding to rest with these laws")                                         \
    F(stepping, "method stepping: rest, friction, impacts, order")                                 \
    F(surface_steps, "method stepping on surfaces of meshes: rest, friction, impacts")             \
    F(surface_stacks, "stacks on surfaces of meshes: energy, sway")                                \
    F(suggest, "compliance, damping and steps that are suggested")                                 \
    F(piles, "stacks, walls and fills by method stepping; rolling resistance")                     \
    F(joints, "pendulums and chains")                                                              \
    F(planar, "planar mechanisms: single joints, rods, paths")                                     \
    F(forces, "force elements, expressions, sensors")                                              \
    F(myphysicslab, "rigid planar scenes of myPhysicsLab by method fixed")                         \
    F(stubborn, "what makes planar engines give up, by fixed and events")                          \
    F(motionsolve, "models in MotionSolve XML, run as they are")                                   \
    F(complementarity, "forces and impulses of many rigid contacts at once")                       \
    F(impacts, "several contacts that hit at one instant")                                         \
    F(rigid_impacts, "rigid bodies that hit, by method events: bounces, rows, piles, joints")      \
    F(flexible, "bodies with modes: spin, tumbling, waves, impacts, joints, wrong files")          \
    F(modes, "modes of meshes: frequencies and static stiffness")                                  \
    F(towers, "towers of rigid boxes by method events: forces, drift, cost by height")

#define FAMILY_DECLARATION(name, text) void verify_##name(Report *report);
FAMILIES(FAMILY_DECLARATION)
#undef FAMILY_DECLARATION

#endif
