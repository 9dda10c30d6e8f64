// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// complementarity.c - which legs of a table carry a load, without a model.

#include <abut/abut.h>
#include <stdio.h>

enum { LEGS = 4 };

// A table of 10 kg on legs at (+-1, +-1) m, with a load of 20 kg at (x, y).
static abResult stand(double x, double y, double force[LEGS], abError *error) {
    static const double legs[LEGS][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    const double mass = 30.0, inertia = 40.0, g = 9.81; // about the x and the y axis   [kg m2]
    double matrix[LEGS][LEGS], offset[LEGS];
    for (int i = 0; i < LEGS; i++) {
        for (int k = 0; k < LEGS; k++) { // how leg i is lifted by a force of 1 N at leg k   [m/s2]
            matrix[i][k] = 1 / mass + (legs[i][0] * legs[k][0] + legs[i][1] * legs[k][1]) / inertia;
        }
        offset[i] = -g - 20.0 * g * (x * legs[i][0] + y * legs[i][1]) / inertia; // by the weights
    }
    abComplementarityProblem problem = {.count = LEGS, .matrix = &matrix[0][0], .offset = offset};
    return ab_complementarity(&problem, ab_heap(), force, NULL, NULL, error);
}

int main(void) {
    static const double loads[][2] = {{0, 0}, {0.9, 0.9}, {1.2, 0.5}};
    static abError error;
    for (size_t i = 0; i < sizeof loads / sizeof loads[0]; i++) {
        double f[LEGS];
        if (stand(loads[i][0], loads[i][1], f, &error) != AB_OK) {
            fprintf(stderr, "%s\n", error.problems[0].text);
            return 1;
        }
        printf("load at (%.1f, %.1f): %5.1f %5.1f %5.1f %5.1f N\n", loads[i][0], loads[i][1], f[0],
               f[1], f[2], f[3]);
    }
    return 0;
}
