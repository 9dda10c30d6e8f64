// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fem_fixture.h - for tests: MBDyn FEM texts of a few masses.

#ifndef AB_FEM_FIXTURE_H
#define AB_FEM_FIXTURE_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/random_fixture.h"

static inline size_t test_random_index(uint64_t *state, size_t count) {
    double u = 0.5 + 0.5 * next_random(state);
    return (size_t)(u * (double)count) % count;
}

// Six masses of 1 kg on the axes at +-0.5, +-0.3, +-0.2 m with one mode: its shape, its mass.
static inline void fem_masses_of(char *out, size_t size, const char *shape, const char *mass) {
    snprintf(out, size,
             "** MBDyn MODAL DATA FILE\n** NODE SET \"ALL\"\n** RECORD GROUP 1, HEADER\n"
             "**   REVISION,  NODE,  NORMAL, ATTACHMENT, CONSTRAINT, REJECTED MODES.\n"
             "REV0 6 1 0 0 0\n**\n** RECORD GROUP 2, FINITE ELEMENT NODE LIST\n1 2 3 4 5 6\n**\n"
             "** RECORD GROUP 3, INITIAL MODAL DISPLACEMENTS\n0\n**\n"
             "** RECORD GROUP 4, INITIAL MODAL VELOCITIES\n0\n**\n"
             "** RECORD GROUP 5, NODAL X COORDINATES\n0.5\n-0.5\n0\n0\n0\n0\n**\n"
             "** RECORD GROUP 6, NODAL Y COORDINATES\n0\n0\n0.3\n-0.3\n0\n0\n**\n"
             "** RECORD GROUP 7, NODAL Z COORDINATES\n0\n0\n0\n0\n0.2\n-0.2\n**\n"
             "** RECORD GROUP 8, MODE SHAPES\n**    NORMAL MODE SHAPE # 1\n%s**\n"
             "** RECORD GROUP 9, MODAL MASS MATRIX\n%s\n**\n"
             "** RECORD GROUP 10, MODAL STIFFNESS MATRIX\n800\n**\n"
             "** RECORD GROUP 11, DIAGONAL OF LUMPED MASS MATRIX\n1 1 1 0 0 0\n1 1 1 0 0 0\n"
             "1 1 1 0 0 0\n1 1 1 0 0 0\n1 1 1 0 0 0\n1 1 1 0 0 0\n**\n"
             "** RECORD GROUP 12, RIGID BODY INERTIA MATRIX\n6\n0 0 0\n0.26 0 0\n0 0.58 0\n"
             "0 0 0.68\n**\n",
             shape, mass);
}

// The two masses on x move apart.
static inline void fem_six_masses(char *out, size_t size) {
    fem_masses_of(out, size,
                  "1 0 0 0 0 0\n-1 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n"
                  "0 0 0 0 0 0\n",
                  "2");
}

static inline double fem_mass(size_t node) {
    return 0.5 + 0.25 * (double)node;
}

// Any masses anywhere with any shapes; the modal matrices are diagonal and large.
static inline void fem_random_masses(char *out, size_t size, int nodes, int modes) {
    uint64_t random = 11;
    size_t used = (size_t)snprintf(
        out, size, "** RECORD GROUP 1, HEADER\nREV0 %d %d 0 0 0\n** RECORD GROUP 2, NODES\n", nodes,
        modes);
#define FEM_ADD(...) used += (size_t)snprintf(out + used, size - used, __VA_ARGS__)
    for (int i = 0; i < nodes; i++) {
        FEM_ADD("%d ", 10 * i + 3);
    }
    for (int group = 5; group <= 7; group++) {
        FEM_ADD("\n** RECORD GROUP %d\n", group);
        for (int i = 0; i < nodes; i++) {
            FEM_ADD("%.17g\n", next_random(&random));
        }
    }
    FEM_ADD("** RECORD GROUP 8\n");
    for (int i = 0; i < nodes * modes; i++) {
        FEM_ADD("%.17g %.17g %.17g 0 0 0\n", next_random(&random), next_random(&random),
                next_random(&random));
    }
    for (int group = 9; group <= 10; group++) {
        FEM_ADD("** RECORD GROUP %d\n", group);
        for (int i = 0; i < modes * modes; i++) {
            FEM_ADD("%d ", i % (modes + 1) == 0 ? 100 + i : 0);
        }
        FEM_ADD("\n");
    }
    FEM_ADD("** RECORD GROUP 11\n");
    for (int i = 0; i < nodes; i++) {
        FEM_ADD("%.17g %.17g %.17g 0 0 0\n", fem_mass((size_t)i), fem_mass((size_t)i),
                fem_mass((size_t)i));
    }
#undef FEM_ADD
}

#endif
