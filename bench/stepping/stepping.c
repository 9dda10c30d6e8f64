// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping.c - balls that fall into a box and a wall of bricks at rest, by method stepping and by
// the engines there are.
//
//   stepping [--balls N] [--wall COLUMNS ROWS] [--time S] [--step H] [--tolerance X]
//
// Balls: 0.05 m radius on a grid above the floor of a box that they fill, let fall; the overlap is
// the worst of any two balls, or of a ball and a wall, at the end, in radii. Wall: bricks in
// running bond; the shift is the farthest that one has moved, in brick heights. Ratios are the time
// of the engine by that of Abut; they count where its overlap is not larger.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "piles.h"

typedef struct Row {
    const char *name;
    PileEngine *engine;
    PileRun run;
} Row;

static double unit_random(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

static Pile make_balls(int count) {
    int side = (int)lround(cbrt(count));
    double spacing = 0.11;
    Pile pile = {.count = count,
                 .radius = 0.05,
                 .half_width = 0.5 * side * spacing,
                 .density = 1000.0,
                 .friction = 0.5};
    pile.places = malloc((size_t)count * sizeof *pile.places);
    unsigned seed = 1;
    for (int k = 0; k < count; k++) {
        int layer = k / (side * side), place = k % (side * side);
        pile.places[k][0] =
            spacing * (place % side - 0.5 * (side - 1)) + 0.008 * (unit_random(&seed) - 0.5);
        pile.places[k][1] =
            spacing * (place / side - 0.5 * (side - 1)) + 0.008 * (unit_random(&seed) - 0.5);
        pile.places[k][2] = 0.06 + spacing * layer;
    }
    return pile;
}

static Pile make_wall(int columns, int rows) {
    Pile pile = {.are_bricks = true,
                 .count = columns * rows,
                 .half = {0.1, 0.05, 0.05},
                 .density = 2000.0,
                 .friction = 0.5};
    pile.places = malloc((size_t)pile.count * sizeof *pile.places);
    for (int k = 0; k < pile.count; k++) {
        int row = k / columns;
        pile.places[k][0] = 0.2 * (k % columns - 0.5 * (columns - 1)) + (row % 2 ? 0.05 : -0.05);
        pile.places[k][1] = 0.0;
        pile.places[k][2] = 0.05 + 0.1 * row;
    }
    return pile;
}

static double worst_overlap(const Pile *pile, double (*places)[3]) {
    double worst = 0.0;
    for (int k = 0; k < pile->count; k++) {
        const double *p = places[k];
        double near = fmin(p[2], pile->half_width - fmax(fabs(p[0]), fabs(p[1])));
        worst = fmax(worst, pile->radius - near);
        for (int i = 0; i < k; i++) {
            double x = p[0] - places[i][0], y = p[1] - places[i][1], z = p[2] - places[i][2];
            double square = x * x + y * y + z * z;
            if (square < 4.0 * pile->radius * pile->radius) {
                worst = fmax(worst, 2.0 * pile->radius - sqrt(square));
            }
        }
    }
    return worst / pile->radius;
}

static double worst_shift(const Pile *pile, double (*places)[3]) {
    double worst = 0.0;
    for (int k = 0; k < pile->count; k++) {
        double sum = 0.0;
        for (int i = 0; i < 3; i++) {
            double d = places[k][i] - pile->places[k][i];
            sum += d * d;
        }
        worst = fmax(worst, sqrt(sum));
    }
    return worst / (2.0 * pile->half[2]);
}

static void measure(const Pile *pile, const Row *rows, int count) {
    double(*places)[3] = malloc((size_t)pile->count * sizeof *places), own = NAN;
    printf("%-28s %9s %10s %12s %12s %8s\n", "engine", "step [s]", "CPU [s]",
           pile->are_bricks ? "shift" : "overlap", "speed [m/s]", "ratio");
    for (int k = 0; k < count; k++) {
        double fastest = NAN, seconds = rows[k].engine(pile, &rows[k].run, places, &fastest);
        own = k == 0 ? seconds : own;
        printf("%-28s %9.4g %10.3f %12.3g %12.3g %8.2f\n", rows[k].name, rows[k].run.step, seconds,
               pile->are_bricks ? worst_shift(pile, places) : worst_overlap(pile, places), fastest,
               seconds / own);
        fflush(stdout);
    }
    free(places);
    free(pile->places);
}

static double number_after(int argc, char **argv, const char *name, int skip, double fallback) {
    for (int i = 1; i + skip < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return atof(argv[i + skip]);
        }
    }
    return fallback;
}

int main(int argc, char **argv) {
    int balls = (int)number_after(argc, argv, "--balls", 1, 0.0);
    int columns = (int)number_after(argc, argv, "--wall", 1, 0.0);
    int layers = (int)number_after(argc, argv, "--wall", 2, 0.0);
    double time = number_after(argc, argv, "--time", 1, 1.0);
    double step = number_after(argc, argv, "--step", 1, 0.01);
    double tolerance = number_after(argc, argv, "--tolerance", 1, columns > 0 ? 1e-5 : 1e-2);
    if (columns * layers < 1 && balls < 1) {
        fprintf(stderr, "usage: stepping --balls N | --wall COLUMNS ROWS [--time S] [--step H] "
                        "[--tolerance X]\n");
        return 2;
    }
    const Row rows[] = {
        {"Abut", pile_abut, {step, time, 0, tolerance}},
#ifdef STEPPING_BULLET
        {"Bullet, 10 iterations", pile_bullet, {1.0 / 240.0, time, 10, 0.0}},
        {"Bullet, 50 iterations", pile_bullet, {1.0 / 240.0, time, 50, 0.0}},
#endif
#ifdef STEPPING_ODE
        {"ODE, quick, 20 iterations", pile_ode, {0.01, time, 20, 0.0}},
        {"ODE, quick, 20 iterations", pile_ode, {0.002, time, 20, 0.0}},
#endif
    };
    Pile pile = balls > 0 ? make_balls(balls) : make_wall(columns, layers);
    measure(&pile, rows, (int)(sizeof rows / sizeof rows[0]));
    return 0;
}
