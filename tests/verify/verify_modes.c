// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// verify_modes.c - what `abut modes` makes of blocks of tetrahedra of second order: frequencies and
// static stiffness.
//
// A mesh is stiffer than the body, so frequencies are too high, by what the allowed difference says.

#include <math.h>
#include <stdio.h>

#include "base/config.h"
#include "families.h"
#include "modes/reduce.h"
#include "volume/core/volume_fixture.h"

#if !ABUT_HAVE_MODES

void verify_modes(Report *report) {
    report_open(report, "beam_frequencies_3d", "frequencies",
                "this build has no ARPACK and CHOLMOD");
}

#else

typedef struct Reduced {
    abVolumeMesh mesh;
    abArena arena;
    abReducedBody body;
    abReduceReport report;
    abError error;
} Reduced;

static bool reduce(Report *report, const char *name, const Block *block, const abReduceDef *def,
                   Reduced *out) {
    if (!report_wants(report, name)) {
        return false;
    }
    block_mesh(block, &out->mesh, &out->error);
    ab_arena_init(&out->arena, ab_heap(), 1 << 16);
    if (ab_reduce(&out->mesh, def, &out->arena, &out->body, &out->report, &out->error) == AB_OK) {
        return true;
    }
    report_broken(report, name, out->error.count > 0 ? out->error.problems[0].text : "no message");
    ab_arena_done(&out->arena);
    ab_volume_done(&out->mesh);
    return false;
}

static void done(Reduced *reduced) {
    ab_arena_done(&reduced->arena);
    ab_volume_done(&reduced->mesh);
}

// The mode whose frequency is nearest.                                                       [Hz]
static double nearest(const Reduced *r, double frequency) {
    double best = INFINITY;
    for (int k = 0; k < r->report.mode_count; k++) {
        double f = r->report.modes[k].frequency;
        best = fabs(f - frequency) < fabs(best - frequency) ? f : best;
    }
    return best;
}

static void compare(Report *report, const char *name, const Reduced *r, const char *what,
                    const double *expected, int count, double relative, const char *note) {
    for (int k = 0; k < count; k++) {
        char quantity[52];
        snprintf(quantity, sizeof quantity, "%s %d [Hz]", what, k + 1);
        report_close(report, name, quantity, expected[k], nearest(r, expected[k]), relative, note);
    }
}

static void verify_beam(Report *report) {
    const char *name = "beam_frequencies_3d";
    const char *note = "Rayleigh-Ritz in three dimensions, Legendre polynomials of order 16 6 6";
    static const double bending[] = {658.7617211737065, 977.460926807695, 1787.5284464927902,
                                     2604.102803506602};
    static const double calculix[] = {658.7644, 977.4625, 1787.555, 2604.118};
    static const double torsion[] = {3409.2946723344066};
    static const double clamped[] = {104.61766253429275, 156.42866653047466, 648.1137130559271,
                                     955.7624486113467};
    Block block = {{40, 3, 2}, {0.4, 0.03, 0.02}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3, 7850.0};
    abReduceDef def = {.wish = {8, INFINITY}};
    Reduced r;
    if (reduce(report, name, &block, &def, &r)) {
        compare(report, name, &r, "free, elements of 10 mm: bending", bending, 4, 4e-4, note);
        compare(report, name, &r, "free, elements of 10 mm: torsion", torsion, 1, 7e-3, note);
        compare(report, name, &r, "free, CalculiX: bending", calculix, 4, 4e-4,
                "CalculiX 2.20 with 31138 nodes of its own, elements of 4 mm; allowed as above");
        done(&r);
    }
    abInterfaceDef end = {"left", AB_INTERFACE_FIXED};
    block.cells[0] = 60, block.cells[1] = 4, block.cells[2] = 3;
    def = (abReduceDef){.interfaces = &end, .interface_count = 1, .wish = {4, INFINITY}};
    if (reduce(report, name, &block, &def, &r)) {
        compare(report, name, &r, "clamped, elements of 7 mm: mode", clamped, 4, 1e-3,
                "likewise, 17 7 7; an upper bound, 3e-4 high");
        done(&r);
    }
}

static void verify_cube(Report *report) {
    const char *name = "cube_exact_modes";
    static const double lame[] = {22681.57179666072};
    static const double others[] = {14580.541001737503, 19634.25199335934, 19967.51144806027};
    Block block = {{8, 8, 8}, {0.1, 0.1, 0.1}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.3, 7850.0};
    abReduceDef def = {.wish = {11, INFINITY}};
    Reduced r;
    if (!reduce(report, name, &block, &def, &r)) {
        return;
    }
    compare(report, name, &r, "Lame's mode", lame, 1, 0.002, "sqrt(2) pi c_s / a, exact");
    compare(report, name, &r, "mode group", others, 3, 0.002, "Rayleigh-Ritz, order 10");
    static const int groups[4][2] = {{0, 2}, {2, 3}, {5, 3}, {8, 3}}; // first, how many
    double worst = 0.0;
    for (int g = 0; g < 4; g++) {
        const abModeNote *first = &r.report.modes[groups[g][0]];
        worst = fmax(worst, first[groups[g][1] - 1].frequency / first->frequency - 1.0);
    }
    report_near(report, name, "spread of equal frequencies, relative", 0.0, worst, 1e-3,
                "two-fold, then three times three-fold");
    done(&r);
}

static void verify_rod(Report *report) {
    const char *name = "rod_axial_nu_0", *note = "one-dimensional elasticity, exact for nu = 0";
    static const double axial[] = {12930.485382587127, 25860.970765174254};
    Block block = {{40, 2, 2}, {0.2, 0.01, 0.01}, {0.0, 0.0, 0.0}, 2, 2.1e11, 0.0, 7850.0};
    abReduceDef def = {.wish = {0, 27000.0}};
    Reduced r;
    if (reduce(report, name, &block, &def, &r)) {
        compare(report, name, &r, "axial mode", axial, 2, 2e-4, note);
        done(&r);
    }
    for (int clamped = 0; clamped <= 8; clamped += 8) {
        abInterfaceDef ends[2] = {{"left", AB_INTERFACE_RIGID}, {"right", AB_INTERFACE_RIGID}};
        def = (abReduceDef){.interfaces = ends,
                            .interface_count = 2,
                            .wish = {clamped, clamped > 0 ? INFINITY : 0.0}};
        if (!reduce(report, name, &block, &def, &r)) {
            continue;
        }
        size_t m = (size_t)r.body.mode_count;
        double stretch = 0.0; // sum of (phi_right - phi_left)^2 F / k
        for (size_t k = 0; k < m; k++) {
            double d = r.body.interfaces[1].Phi[k] - r.body.interfaces[0].Phi[k];
            stretch += 1000.0 * d * d / r.body.K[k * m + k];
        }
        char quantity[52];
        snprintf(quantity, sizeof quantity, "stretch by 1000 N, %d clamped modes [m]", clamped);
        report_close(report, name, quantity, 9.523809523809523e-06, stretch, 1e-9, note);
        done(&r);
    }
}

void verify_modes(Report *report) {
    verify_beam(report);
    verify_cube(report);
    verify_rod(report);
}

#endif
