// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_surface_stacks.c - stacks of cubes of triangles on elastic layers, by method stepping.
//
// Each of n cubes (side 1 m, mass m) stands by a layer of K newtons per metre on the one below; the
// lowest layer carries N_1 = n m g, the highest N_n = m g.
//
//   rest:  the layers store sum N_i^2 / (2 K)                                              (1)
//   sway:  friction holds, so each cube can only tip about the middle of its face. Of the small
//          leans q_i the place of cube i is  x_i = sum_{j<i} q_j + q_i/2,  and
//
//          M q'' + D q' + S q = F (1, ..., 1, 1/2)                                         (2)
//
//          M  of m x_i'^2/2 + m q_i'^2/12                                inertia m/6
//          S  of K/12 (q_i - q_{i-1})^2/2 - m g (q_i (n - i) + q_i/2) q_i/2  layers, gravity
//          D  of c N_i/12 (q_i' - q_{i-1}')^2/2                      damping_by_force c
//
// for a force F across at the middle of the highest. What is left out is of the size of the depths,
// 1e-3 of the side.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "families.h"
#include "math/linear/dense.h"
#include "verify_run.h"

enum { MAX_COUNT = 10 };
static const double s_mass = 1000.0, s_gravity = 9.81, s_layer = 1e8, s_damping = 20.0;
static const double s_push = 500.0; // at 1 s for 0.2 s                                     [N]

// `more`: keys beside the contacts.
static void run_stack(Run *run, int count, double step, double end, const char *more) {
    static char text[6000];
    size_t used = (size_t)snprintf(
        text, sizeof text,
        "abut: 1\ngravity: [0, 0, %.17g]\nmaterials: {stuff: {density: %.17g}}\n"
        "pairs: [{materials: [stuff, stuff], restitution: 0, sliding_friction: 0.5}]\n"
        "bodies:\n  plate: {mobility: fixed, shapes: [{plane: {}, material: stuff}]}\n",
        -s_gravity, s_mass);
    for (int i = 1; i <= count; i++) {
        used += (size_t)snprintf(text + used, sizeof text - used,
                                 "  c%d: {position: [0, 0, %d.5], shapes: [{mesh: {file: "
                                 "artisynth/coarse_cube.obj, collide: surface}, material: "
                                 "stuff}]}\n",
                                 i, i - 1);
    }
    snprintf(text + used, sizeof text - used,
             "contacts:\n"
             "  - between: [\"*\", \"*\"]\n"
             "    normal: {law: foundation, pressure: linear, youngs_modulus: %.17g,\n"
             "             poissons_ratio: 0, thickness: 0.1, damping_by_force: %.17g}\n"
             "%s"
             "simulation: {method: stepping, step: %.17g, end_time: %.17g, sleep: false,\n"
             "             output_interval: 0.01}\n",
             0.1 * s_layer, s_damping, more, step, end);
    run_yaml(run, text);
}

// ---- set down, and at rest ----

static void verify_set_down(Report *report, int count, double step, double end) {
    char name[44];
    snprintf(name, sizeof name, "layers_of_%d", count);
    if (!report_wants(report, name)) {
        return;
    }
    Run run;
    run_stack(&run, count, step, end, "");
    if (is_broken(report, name, &run)) {
        return;
    }
    double stored = 0.0, told = 0.0, weight = s_mass * s_gravity;
    for (int i = 1; i <= count; i++) {
        stored += 0.5 * i * i * weight * weight / s_layer;
    }
    for (int i = 0; i < run.contact_count; i++) {
        told += run.contacts[i].energy;
    }
    report_close(report, name, "stored in its layers [J]", stored, told, 1e-2,
                 "(1), as the rows of contacts tell it");
    report_close(report, name, "the same in the book [J]", told, run_last(&run)->energy.contacts,
                 1e-12, "");
    report_near(report, name, "energy drift by what is turned over", 0.0, run_drift(&run), 1e-3,
                "each comes to touch the next because the others hold it up");
    run_done(&run);
}

// ---- sway ----

typedef struct Chain {
    int count;
    double M[MAX_COUNT * MAX_COUNT], D[MAX_COUNT * MAX_COUNT], S[MAX_COUNT * MAX_COUNT];
} Chain;

static void add_square(double *to, int count, double factor, const double *row) {
    for (int i = 0; i < count; i++) {
        for (int k = 0; k < count; k++) {
            to[i * count + k] += factor * row[i] * row[k];
        }
    }
}

// x of cube `index`, from 0.
static void place_row(int index, double *row) {
    for (int j = 0; j < MAX_COUNT; j++) {
        row[j] = j < index ? 1.0 : j == index ? 0.5 : 0.0;
    }
}

static void make_chain(Chain *chain, int count) {
    memset(chain, 0, sizeof *chain);
    chain->count = count;
    for (int i = 0; i < count; i++) {
        double place[MAX_COUNT], bend[MAX_COUNT] = {0.0};
        place_row(i, place);
        bend[i] = 1.0;
        if (i > 0) {
            bend[i - 1] = -1.0;
        }
        double load = s_mass * s_gravity * (count - i), above = count - i - 1;
        add_square(chain->M, count, s_mass, place);
        chain->M[i * count + i] += s_mass / 6.0;
        add_square(chain->S, count, s_layer / 12.0, bend);
        chain->S[i * count + i] -= s_mass * s_gravity * (above + 0.5);
        add_square(chain->D, count, s_damping * load / 12.0, bend);
    }
}

static double push_at(double t) {
    double up = fmin(1.0, fmax(0.0, (t - 1.0) / 0.05)),
           off = fmin(1.0, fmax(0.0, (t - 1.2) / 0.05));
    return s_push * (up * up * (3.0 - 2.0 * up) - off * off * (3.0 - 2.0 * off));
}

// (2) for y = q, q'.
static void slope_of(const Chain *chain, double t, const double *y, double *out) {
    int n = chain->count;
    double M[MAX_COUNT * MAX_COUNT], row[MAX_COUNT];
    size_t pivot[MAX_COUNT];
    memcpy(M, chain->M, sizeof M);
    place_row(n - 1, row);
    for (int i = 0; i < n; i++) {
        out[i] = y[n + i];
        out[n + i] = push_at(t) * row[i];
        for (int k = 0; k < n; k++) {
            out[n + i] -= chain->S[i * n + k] * y[k] + chain->D[i * n + k] * y[n + k];
        }
    }
    ab_lu_solve((size_t)n, M, pivot, out + n);
}

// Runge and Kutta's fourth order.
static void advance_chain(const Chain *chain, double t, double h, double *y) {
    static const double part[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0, 2.0, 2.0, 1.0};
    double k[2 * MAX_COUNT] = {0.0}, sum[2 * MAX_COUNT] = {0.0}, at[2 * MAX_COUNT];
    int size = 2 * chain->count;
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < size; i++) {
            at[i] = y[i] + h * part[stage] * k[i];
        }
        slope_of(chain, t + h * part[stage], at, k);
        for (int i = 0; i < size; i++) {
            sum[i] += h / 6.0 * weight[stage] * k[i];
        }
    }
    for (int i = 0; i < size; i++) {
        y[i] += sum[i];
    }
}

static void verify_sway(Report *report, int count, double step, double end) {
    char name[44], push[300];
    snprintf(name, sizeof name, "sway_of_%d", count);
    if (!report_wants(report, name)) {
        return;
    }
    snprintf(push, sizeof push,
             "forces:\n  - {name: push, type: applied, between: [world, c%d],\n"
             "     fx: \"%.17g * (step(t, 1, 0, 1.05, 1) - step(t, 1.2, 0, 1.25, 1))\"}\n",
             count, s_push);
    Run run;
    run_stack(&run, count, step, end, push);
    if (is_broken(report, name, &run)) {
        return;
    }
    static const double h = 1e-4;
    Chain chain;
    make_chain(&chain, count);
    double y[2 * MAX_COUNT] = {0.0}, row[MAX_COUNT], t = 0.0, largest = 0.0, off = 0.0;
    int top = run.body_count;
    place_row(count - 1, row);
    for (size_t k = 0; k < run.instant_count; k++) {
        for (; t < run.instants[k].time - 0.5 * h; t += h) {
            advance_chain(&chain, t, h, y);
        }
        double x = 0.0;
        for (int i = 0; i < count; i++) {
            x += row[i] * y[i];
        }
        largest = fmax(largest, fabs(x));
        off = fmax(off, fabs(run_state(&run, top, run.instants[k].time)->position.x - x));
    }
    report_near(
        report, name, "error of the sway by its greatest", 0.0, off / largest, 1e-2,
        "(2), over all instants: bodies on layers sway, and only the law's damping ends it");
    report_near(report, name, "energy drift by what is turned over", 0.0, run_drift(&run), 1e-3,
                "");
    run_done(&run);
}

void verify_surface_stacks(Report *report) {
    verify_set_down(report, 4, 0.01, 2.0);
    verify_set_down(report, 10, 0.0025, 0.4);
    verify_sway(report, 4, 0.0025, 2.5);
}
