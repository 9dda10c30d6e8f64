// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pairs_test.c - every pair of shapes in 10 000 poses against quad precision (pairs/truth.h).
//
//     pairs_test                 the checks
//     pairs_test --part K/N      the checks of every Nth pair from the Kth on
//     pairs_test --table         the table of docs/theory/pairs.md
//     pairs_test --worst A B     the poses with the largest errors, to be reproduced

#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "collide/broad/proximity.h"
#include "pairs/poses.h"
#include "pairs/truth.h"
#include "part.h"

enum { POSES = 10000, KINDS = AB_SHAPE_HULL + 1 };

// Normals and points are compared where moving B by x (in sizes) turns the normal and slides the
// points by 1000 x at most. Beyond that, the rounding of the poses alone moves them; at infinity
// they are not unique: parallel faces, concentric bodies.
#define WELL_SET 1e3

enum { APART, INSIDE, NORMAL, POINT, ASTRAY, COLUMNS, WORST_MAX = 4 };

typedef struct Column {
    int count, failures;
    double errors[POSES], largest;
    int worst[WORST_MAX]; // the first poses above the bound, or the worst one
} Column;

typedef struct Row {
    abShapeKind A, B;
    Column column[COLUMNS];
    int certified; // poses whose truth is proved to 1e-10
    int flagged;   // is_exact false
} Row;

static Row s_row;

// ---- the bounds ----

static bool is_flat_sided(abShapeKind kind) {
    return kind == AB_SHAPE_SPHERE || kind == AB_SHAPE_CAPSULE || kind == AB_SHAPE_BOX ||
           kind == AB_SHAPE_HULL; // the core is a polytope
}

static bool is_closed_form(abShapeKind A, abShapeKind B) {
    return A == AB_SHAPE_PLANE || (A == AB_SHAPE_SPHERE && B != AB_SHAPE_HULL) ||
           (A == AB_SHAPE_CAPSULE && B == AB_SHAPE_CAPSULE);
}

// In sizes of the pair: both bounding radii and the distance of the origins. Normal in radians.
// Closed forms put the points in the middle of what is parallel within AB_FLAT_ANGLE, 1e-11.
static double allowed(const Row *row, int column) {
    bool is_flat = is_flat_sided(row->A) && is_flat_sided(row->B);
    bool is_closed = is_closed_form(row->A, row->B);
    switch (column) {
    case APART:
        return is_closed ? 1e-14 : 1e-12;
    case INSIDE:
        return is_closed ? 1e-14 : is_flat ? 1e-12 : 1e-10;
    case ASTRAY:
        return is_closed ? 1e-11 : 1e-10;
    default:
        return is_closed ? 1e-12 : 1e-10;
    }
}

static const char *const s_columns[COLUMNS] = {"apart", "inside", "normal", "point", "astray"};

// ---- measuring ----

static void add(Row *row, int c, double error, int k) {
    Column *column = &row->column[c];
    error = isfinite(error) ? error : 1e300;
    column->errors[column->count++] = error;
    if (error > allowed(row, c)) {
        if (column->failures < WORST_MAX - 1) {
            column->worst[1 + column->failures] = k;
        }
        column->failures++;
    }
    if (error > column->largest || column->count == 1) {
        column->largest = error;
        column->worst[0] = k;
    }
}

static double off(Quad3 truth, abVec3 origin, abVec3 answer) {
    Quad3 said = quad_sub(quad3(answer), quad3(origin));
    return (double)quad_norm(quad_sub(truth, said));
}

static void measure(Row *row, int k) {
    Scene scene = scene_make(row->A, row->B, k);
    abProximity answer = scene_ask(&scene);
    Truth truth;
    truth_find(scene.A, &scene.X_WA, scene.B, &scene.X_WB, &answer, true, &truth);
    double error = fabs((double)(answer.distance - truth.distance)) / truth.size;
    add(row, truth.distance > 0 ? APART : INSIDE, error, k);
    add(row, ASTRAY, truth.astray, k);
    row->flagged += !answer.is_exact;
    row->certified += truth.above <= 1e-10;
    if (truth.elsewhere < AB_TRUTH_TIE && truth.is_refined && truth.turn <= WELL_SET) {
        add(row, NORMAL, (double)quad_norm(quad_sub(truth.n, quad3(answer.n_AB_W))), k);
        if (truth.slide <= WELL_SET) {
            double a = off(truth.p_A, scene.X_WA.p, answer.p_A_W);
            double b = off(truth.p_B, scene.X_WA.p, answer.p_B_W);
            add(row, POINT, fmax(a, b) / truth.size, k);
        }
    }
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(Column *column) {
    qsort(column->errors, (size_t)column->count, sizeof column->errors[0], by_size);
    return column->count > 0 ? column->errors[column->count / 2] : 0.0;
}

static const char *name(abShapeKind kind) {
    return ab_shape_type(kind)->table->name;
}

static void run(Row *row, abShapeKind A, abShapeKind B) {
    memset(row, 0, sizeof *row);
    row->A = A, row->B = B;
    for (int k = 0; k < POSES; k++) {
        measure(row, k);
    }
}

// ---- the table ----

static void print_head(void) {
    printf(
        "| A | B | apart | overlapping | normal | points | off the surface | certified | not exact "
        "|\n| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
}

// largest (median); what is above its bound in bold, with the number of poses.
static void print_row(Row *row) {
    printf("| %s | %s |", name(row->A), name(row->B));
    for (int c = 0; c < COLUMNS; c++) {
        Column *column = &row->column[c];
        if (column->failures > 0) {
            printf(" **%.1e** in %d (%.0e) |", column->largest, column->failures, median(column));
        } else {
            printf(" %.1e (%.0e) |", column->largest, median(column));
        }
    }
    printf(" %.2f %% | %d |\n", 100.0 * row->certified / POSES, row->flagged);
    fflush(stdout);
}

static void check_row(const Row *row) {
    for (int c = 0; c < COLUMNS; c++) {
        const Column *column = &row->column[c];
        if (column->failures > 0) {
            printf("%s - %s, %s: %d of %d above %.0e, largest %.3g (pose %d)\n", name(row->A),
                   name(row->B), s_columns[c], column->failures, column->count, allowed(row, c),
                   column->largest, column->worst[0]);
        }
        CHECK(column->failures == 0);
    }
    // what a search cannot close on is a circle or sphere of equal normals
    CHECK(row->certified > POSES * 98 / 100);
    CHECK(row->column[APART].count > POSES / 10 && row->column[INSIDE].count > POSES / 5);
    CHECK(row->column[NORMAL].count > POSES / 2 && row->column[POINT].count > POSES / 10);
}

static void print_pose(const Row *row, int c, int k) {
    Scene scene = scene_make(row->A, row->B, k);
    abProximity p = scene_ask(&scene);
    Truth truth;
    truth_find(scene.A, &scene.X_WA, scene.B, &scene.X_WB, &p, true, &truth);
    printf("\n%s - %s, %s: pose %d (%s), bound %.0e of size %.3g\n", name(row->A), name(row->B),
           s_columns[c], k, g_pose_names[scene.class], allowed(row, c), truth.size);
    scene_print(stdout, &scene);
    printf("  answer: distance %.17g n %.17g %.17g %.17g%s\n", p.distance, p.n_AB_W.x, p.n_AB_W.y,
           p.n_AB_W.z, p.is_exact ? "" : " (is_exact false)");
    printf("  truth:  distance %.17g n %.17g %.17g %.17g\n", (double)truth.distance,
           (double)truth.n.x, (double)truth.n.y, (double)truth.n.z);
    printf("  error %.3g of size; normal off %.3g, points %.3g %.3g, astray %.3g\n",
           fabs((double)(p.distance - truth.distance)) / truth.size,
           (double)quad_norm(quad_sub(truth.n, quad3(p.n_AB_W))),
           off(truth.p_A, scene.X_WA.p, p.p_A_W), off(truth.p_B, scene.X_WA.p, p.p_B_W),
           truth.astray);
    printf("  above %.2g turn %.2g slide %.2g elsewhere %.2g\n", truth.above, truth.turn,
           truth.slide, truth.elsewhere);
}

static void print_worst(const Row *row) {
    for (int c = 0; c < COLUMNS; c++) {
        const Column *column = &row->column[c];
        int count = column->failures < WORST_MAX - 1 ? column->failures : WORST_MAX - 1;
        for (int i = 0; i <= count && column->failures > 0; i++) {
            print_pose(row, c, column->worst[i]);
        }
    }
}

int main(int argc, char **argv) {
    argc = part_read(argc, argv);
    bool is_table = argc == 2 && strcmp(argv[1], "--table") == 0;
    bool is_worst = argc >= 2 && strcmp(argv[1], "--worst") == 0;
    if (!families_init()) {
        printf("a shape did not compile\n");
        return 1;
    }
    if (is_table) {
        print_head();
    }
    for (int A = 0; A < KINDS; A++) {
        for (int B = A > 0 ? A : 1; B < KINDS; B++) {
            if (argc == 4 && (strcmp(argv[2], name((abShapeKind)A)) != 0 ||
                              strcmp(argv[3], name((abShapeKind)B)) != 0)) {
                continue;
            }
            if (!part_is_next()) {
                continue;
            }
            run(&s_row, (abShapeKind)A, (abShapeKind)B);
            if (is_table) {
                print_row(&s_row);
            } else if (is_worst) {
                print_worst(&s_row);
            } else {
                check_row(&s_row);
            }
        }
    }
    families_done();
    if (!is_table && !is_worst) {
        part_report();
        printf("%d checks failed\n", s_failed_checks);
    }
    return s_failed_checks > 0;
}
