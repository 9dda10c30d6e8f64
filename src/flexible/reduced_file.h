// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduced_file.h - reduced bodies from files.

#ifndef AB_REDUCED_FILE_H
#define AB_REDUCED_FILE_H

#include "abut/result.h"
#include "base/arena.h"
#include "flexible/reduced_body.h"

// Reads `file`, relative to `folder` (NULL: the working directory); what it is follows from its
// extension: .fem is MBDyn FEM text. Everything comes from `arena`; SI units as in the file. What is
// wrong is told with its line, several at once. AB_BAD_MODEL for a file that is wrong or of a format
// that is not read, AB_IO for want of a file or of memory.
abResult ab_reduced_body_read(const char *file, const char *folder, abArena *arena,
                              abReducedBody *body, abPlace place, abError *error);

// The same from the bytes of MBDyn FEM text; a zero follows them. `name` stands for the file.
abResult ab_reduced_body_read_fem(const char *name, const char *text, size_t size, abArena *arena,
                                  abReducedBody *body, abPlace place, abError *error);

#endif
