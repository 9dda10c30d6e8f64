// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// throw.h - a ball or a box that is thrown into a run that goes on.

#ifndef ABUT_THROW_H
#define ABUT_THROW_H

#include "view/session.h"

// A mapping in SI units, {shape: ball, size: d, mass: m, at: [x, y, z], velocity: [x, y, z], material:
// NAME}; a box is a cube of that size, in a planar model a square, a ball there a disc. Without a
// material, or with an empty one, that of the first shape that touches. A rule of the model whose laws
// can act between it and all others is repeated for it where none does; where there is none, it flies
// through some bodies, and the error says so. The body and the rule are written down as two changes,
// `bodies.thrown_1` and `contacts.N`. On other failures nothing has changed.
abResult session_throw(Session *session, const char *value, abError *error);

#endif
