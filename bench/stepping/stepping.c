// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// stepping.c - piles by method stepping and by the engines there are.
//
//   stepping --balls N | --wall COLUMNS ROWS | --stack N | --pyramid BASE
//            [--time S] [--step H] [--tolerance X] [--overlap X]
//            [--threads N] [--only ENGINE]
//
// Balls: 0.05 m radius on a grid above the floor of a box that they fill, let fall; the overlap is
// the worst of any two balls, or of a ball and a wall, at the end, in radii. Wall: bricks in
// running bond. Stack: cubes one on the other. Pyramid: planar squares, BASE in the lowest row.
// Bricks begin at rest; `sunk` is how far one has gone down at the end, `leans` how far to a side,
// in brick heights. Ratios are the time of the engine by that of Abut; they count where it does not
// stand worse. `coarse` allows balls to overlap by a twentieth of their radius, at a tolerance of
// 0.05. With --threads there are rows of Abut by one thread and by N, whose time is that of the clock
// on the wall: they count on a machine that does nothing else. Abut and Box2D let bodies at rest sleep; a short time shows what a step costs
// before.

#include <math.h>
#include <stdbool.h>
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

static Pile make_stack(int count) {
    Pile pile = {.are_bricks = true,
                 .is_stack = true,
                 .count = count,
                 .half = {0.5, 0.5, 0.5},
                 .density = 1000.0,
                 .friction = 0.5};
    pile.places = calloc((size_t)count, sizeof *pile.places);
    for (int k = 0; k < count; k++) {
        pile.places[k][2] = 0.5 + k;
    }
    return pile;
}

static Pile make_pyramid(int base) {
    Pile pile = {.are_bricks = true,
                 .is_planar = true,
                 .count = base * (base + 1) / 2,
                 .half = {0.5, 0.5, 0.5},
                 .density = 1.0,
                 .friction = 0.6};
    pile.places = calloc((size_t)pile.count, sizeof *pile.places);
    int k = 0;
    for (int row = 0; row < base; row++) {
        for (int i = 0; i < base - row; i++, k++) {
            pile.places[k][0] = 1.05 * (i - 0.5 * (base - row - 1));
            pile.places[k][2] = 0.5 + row;
        }
    }
    return pile;
}

static double most_moved(const Pile *pile, double (*places)[3], bool down) {
    double worst = 0.0;
    for (int k = 0; k < pile->count; k++) {
        const double *from = pile->places[k], *to = places[k];
        double aside = hypot(to[0] - from[0], to[1] - from[1]);
        worst = fmax(worst, down ? from[2] - to[2] : aside);
    }
    return worst / (2.0 * pile->half[2]);
}

// Those whose name begins with `only`.
static void measure(const Pile *pile, const Row *rows, int count, const char *only) {
    double(*places)[3] = malloc((size_t)pile->count * sizeof *places), own = NAN;
    printf("%-28s %9s %10s %9s", "engine", "step [s]", "CPU [s]", "ms/step");
    if (pile->are_bricks) {
        printf(" %10s %10s", "sunk", "leans");
    } else {
        printf(" %10s", "overlap");
    }
    printf(" %12s %8s\n", "speed [m/s]", "ratio");
    for (int k = 0; k < count; k++) {
        const PileRun *run = &rows[k].run;
        if (strncmp(rows[k].name, only, strlen(only)) != 0) {
            continue;
        }
        double fastest = NAN, seconds = rows[k].engine(pile, run, places, &fastest);
        own = isnan(own) ? seconds : own;
        printf("%-28s %9.4g %10.4f %9.4f", rows[k].name, run->step, seconds,
               1e3 * seconds * run->step / run->time);
        if (pile->are_bricks) {
            printf(" %10.3g %10.3g", most_moved(pile, places, true),
                   most_moved(pile, places, false));
        } else {
            printf(" %10.3g", worst_overlap(pile, places));
        }
        printf(" %12.3g %8.2f\n", fastest, seconds / own);
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

static const char *text_after(int argc, char **argv, const char *name, const char *fallback) {
    for (int i = 1; i + 1 < argc; i++) {
        if (strcmp(argv[i], name) == 0) {
            return argv[i + 1];
        }
    }
    return fallback;
}

enum { ROWS_MAX = 8 };

static void add_row(Row *rows, int *count, const char *name, PileEngine *engine, PileRun run) {
    rows[(*count)++] = (Row){name, engine, run};
}

static void add_own(const Pile *pile, const PileRun *run, Row *rows, int *count) {
    PileRun coarse = *run, awake = *run;
    coarse.tolerance = 0.05;
    coarse.overlap = 0.05 * pile->radius;
    awake.may_sleep = false;
    add_row(rows, count, "Abut", pile_abut, *run);
    if (pile->are_bricks) {
        add_row(rows, count, "Abut, kept awake", pile_abut, awake);
    } else {
        add_row(rows, count, "Abut, coarse", pile_abut, coarse);
    }
}

static int choose_rows(const Pile *pile, const PileRun *own, int threads, Row *rows) {
    int count = 0;
    PileRun elapsed = *own;
    if (threads > 0) {
        elapsed.threads = 1;
        add_row(rows, &count, "Abut, one thread, elapsed", pile_abut, elapsed);
        elapsed.threads = threads;
        add_row(rows, &count, "Abut, threads, elapsed", pile_abut, elapsed);
        return count;
    }
    add_own(pile, own, rows, &count);
    if (pile->is_planar) {
#ifdef STEPPING_BOX2D
        PileRun run = {.step = 1.0 / 60.0, .time = own->time, .iterations = 8};
        add_row(rows, &count, "Box2D, 8 and 3 iterations", pile_box2d, run);
        run.may_sleep = true;
        add_row(rows, &count, "Box2D, likewise, sleeping", pile_box2d, run);
#endif
        return count;
    }
#ifdef STEPPING_BULLET
    PileRun bullet = {.step = 1.0 / 240.0, .time = own->time, .iterations = 10};
    add_row(rows, &count, "Bullet, 10 iterations", pile_bullet, bullet);
    bullet.iterations = 50;
    add_row(rows, &count, "Bullet, 50 iterations", pile_bullet, bullet);
#endif
#ifdef STEPPING_ODE
    PileRun ode = {.step = 0.01, .time = own->time, .iterations = 20};
    add_row(rows, &count, "ODE, quick, 20 iterations", pile_ode, ode);
    ode.step = 0.002;
    add_row(rows, &count, "ODE, quick, 20 iterations", pile_ode, ode);
    if (pile->is_stack) {
        add_row(rows, &count, "ODE, exact", pile_ode, (PileRun){.step = 0.01, .time = own->time});
    }
#endif
    return count;
}

int main(int argc, char **argv) {
    int balls = (int)number_after(argc, argv, "--balls", 1, 0.0);
    int columns = (int)number_after(argc, argv, "--wall", 1, 0.0);
    int layers = (int)number_after(argc, argv, "--wall", 2, 0.0);
    int stack = (int)number_after(argc, argv, "--stack", 1, 0.0);
    int base = (int)number_after(argc, argv, "--pyramid", 1, 0.0);
    if (balls < 1 && columns * layers < 1 && stack < 1 && base < 1) {
        fprintf(stderr, "usage: stepping --balls N | --wall COLUMNS ROWS | --stack N | --pyramid "
                        "BASE [--time S] [--step H] [--tolerance X] [--overlap X] "
                        "[--threads N] [--only ENGINE]\n");
        return 2;
    }
    Pile pile = balls > 0              ? make_balls(balls)
                : columns * layers > 0 ? make_wall(columns, layers)
                : stack > 0            ? make_stack(stack)
                                       : make_pyramid(base);
    PileRun run = {
        .step = number_after(argc, argv, "--step", 1, base > 0 ? 1.0 / 60.0 : 0.01),
        .time = number_after(argc, argv, "--time", 1, 1.0),
        .tolerance = number_after(argc, argv, "--tolerance", 1, balls > 0 ? 1e-2 : 1e-5),
        .overlap = number_after(argc, argv, "--overlap", 1, 0.0),
        .may_sleep = true,
    };
    Row rows[ROWS_MAX];
    int threads = (int)number_after(argc, argv, "--threads", 1, 0.0);
    int count = choose_rows(&pile, &run, threads, rows);
    measure(&pile, rows, count, text_after(argc, argv, "--only", ""));
    return 0;
}
