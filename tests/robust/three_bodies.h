// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// three_bodies.h - a small model with a bit of everything, for tests: a ball that hits, a box that
// stands, one that hangs on a joint. Contacts and simulation are to follow.

#ifndef AB_THREE_BODIES_H
#define AB_THREE_BODIES_H

#define THREE_BODIES                                                                               \
    "abut: 1\ngravity: [0, 0, -9.81]\n"                                                            \
    "materials: {s: {youngs_modulus: 1e7, poissons_ratio: 0.3, density: 1000}}\n"                  \
    "pairs: [{materials: [s, s], restitution: 0.5, sliding_friction: 0.3}]\n"                      \
    "bodies:\n"                                                                                    \
    "  g: {mobility: fixed, shapes: [{plane: {}, material: s}]}\n"                                 \
    "  a: {position: [0, 0, 0.099], velocity: [1, 0, 0], shapes: [{sphere: {radius: 0.1}, "        \
    "material: s}]}\n"                                                                             \
    "  b: {position: [1, 0, 0.05], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: s}]}\n"       \
    "  c: {position: [0, 1, 1], shapes: [{box: {size: [0.1, 0.1, 0.1]}, material: s}]}\n"          \
    "joints: [{type: revolute, between: [g, c], axis: [1, 0, 0], position: [0, 1.2, 1]}]\n"

#endif
