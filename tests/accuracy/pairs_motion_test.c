// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// pairs_motion_test.c - what a change of view and slow motions may do to the answer of every pair.
//
//     pairs_motion_test           the checks
//     pairs_motion_test --part K/N    those of every Nth pair from the Kth on
//     pairs_motion_test --table   the table of docs/theory/pairs.md
//     pairs_motion_test --worst A B   the first jumps of a pair, to be reproduced
//
// The same scene  A and B swapped; turned and shifted; all lengths times 1e-6 and 1e6. Distance,
//                 normal and points must be the same to rounding.
// Slow motions    With every point of B moving by s at most in a step, sep(n) changes by s at most
//                 for every n, and so does its maximum, the distance:
//
//     |d' - d| <= s                                                                     (1)
//
// Normal, cores apart by v = b - a: v is the point of B - A nearest to the origin. In pure
// translations the nearest point moves by s at most; when B turns, B - A changes by s in each
// direction and |v' - v| <= s + 2 sqrt(s |v| + s^2), from |w|^2 >= |v|^2 + |w - v|^2 for all w of a
// convex set with v as its nearest point. Either way
//
//     |n' - n| <= 2 |v' - v| / (|v| + |v'|)                                             (2)

#include <string.h>

#include "base/check.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "pairs/poses.h"
#include "pairs/truth.h"
#include "part.h"
#include "shape/core/shape_fixture.h"

enum { POSES = 1000, MOTIONS = 1000, STEPS = 20, KINDS = AB_SHAPE_HULL + 1 };

#define ROUNDING 1e-14    // of the size, for distances: some 40 roundings
#define WELL_SET 1e3      // see pairs_test.c
#define SHOWN_ERROR 1e-11 // normals and points: rounding times WELL_SET, and AB_FLAT_ANGLE
#define STEP 1e-5         // of the size

enum { SWAPPED, MOVED, SCALED, TURNED, SLID, JUMP, SWERVE, COLUMNS };

static const char *const s_columns[COLUMNS] = {"swapped", "moved", "scaled", "normal",
                                               "point",   "jump",  "swerve"};

typedef struct Row {
    abShapeKind A, B;
    double largest[COLUMNS];
    int failures[COLUMNS], worst[COLUMNS];
} Row;

static const double s_allowed[COLUMNS] = {ROUNDING,    ROUNDING, ROUNDING, SHOWN_ERROR,
                                          SHOWN_ERROR, 1.0,      1.0};

static void note(Row *row, int column, double value, int k) {
    row->failures[column] += !(value <= s_allowed[column]);
    if (!(value <= row->largest[column])) {
        row->largest[column] = value;
        row->worst[column] = k;
    }
}

// ---- the same scene ----

static double size_of(const Scene *s) {
    double a = s->A->shape->bound, b = s->B->shape->bound;
    double sum = (isfinite(a) ? a : 0.0) + b + ab_norm(ab_sub(s->X_WB.p, s->X_WA.p));
    return sum > 0.0 ? sum : 1.0;
}

static abProximity swapped(const Scene *s) {
    Scene other = {.A = s->B, .B = s->A, .X_WA = s->X_WB, .X_WB = s->X_WA};
    abProximity p = scene_ask(&other);
    abVec3 a = p.p_A_W;
    p.p_A_W = p.p_B_W, p.p_B_W = a, p.n_AB_W = ab_neg(p.n_AB_W);
    return p;
}

static abProximity moved(const Scene *s, Random *random) {
    abPose X = {.R = random_rotation(random)};
    X.p = ab_scale(size_of(s), random_vector(random));
    Scene other = *s;
    other.X_WA = ab_pose_mul(X, s->X_WA), other.X_WB = ab_pose_mul(X, s->X_WB);
    abProximity p = scene_ask(&other);
    p.p_A_W = ab_pose_point_inverse(X, p.p_A_W), p.p_B_W = ab_pose_point_inverse(X, p.p_B_W);
    p.n_AB_W = ab_mul_t(X.R, p.n_AB_W);
    return p;
}

// Hulls are built anew, so scaled shapes are made once per form.
static const abShape *s_scaled[2][AB_SHAPE_COUNT][VARIANTS_MAX];
static abShape s_store[2][AB_SHAPE_COUNT][VARIANTS_MAX];
static const double s_scales[2] = {1e-6, 1e6};

static const abShape *shape_at(int scale, const Form *form) {
    abShapeKind kind = form->shape->kind;
    for (int v = 0; v < g_families[kind].count; v++) {
        if (&g_families[kind].form[v][0] == form) {
            if (s_scaled[scale][kind][v] == NULL &&
                shape_scaled(form->shape, s_scales[scale], &s_store[scale][kind][v])) {
                s_scaled[scale][kind][v] = &s_store[scale][kind][v];
            }
            return s_scaled[scale][kind][v];
        }
    }
    return NULL; // another size: left out
}

static bool scaled(const Scene *s, int scale, abProximity *p) {
    const abShape *A = shape_at(scale, s->A), *B = shape_at(scale, s->B);
    double k = s_scales[scale];
    abPose X_WA = {s->X_WA.R, ab_scale(k, s->X_WA.p)}, X_WB = {s->X_WB.R, ab_scale(k, s->X_WB.p)};
    if (A == NULL || B == NULL) {
        return false;
    }
    ab_proximity(A, &X_WA, B, &X_WB, p);
    p->distance /= k;
    p->p_A_W = ab_scale(1.0 / k, p->p_A_W), p->p_B_W = ab_scale(1.0 / k, p->p_B_W);
    return true;
}

// Cores that touch or overlap may have several shortest ways out; any of them may be taken.
static bool is_other_way(const Scene *s, const abProximity *p, const abProximity *q, double size) {
    double radii = s->A->shape->radius + s->B->shape->radius;
    return p->distance + radii < 1e-12 * size && ab_norm(ab_sub(p->n_AB_W, q->n_AB_W)) > 1e-3;
}

static void compare(Row *row, int column, int k, const Scene *s, const Truth *truth,
                    const abProximity *p, const abProximity *q) {
    double size = size_of(s);
    note(row, column, fabs(p->distance - q->distance) / size, k);
    if (truth->is_refined && truth->turn <= WELL_SET && !is_other_way(s, p, q, size)) {
        note(row, TURNED, ab_norm(ab_sub(p->n_AB_W, q->n_AB_W)), k);
        if (truth->slide <= WELL_SET) {
            note(row, SLID, ab_norm(ab_sub(p->p_A_W, q->p_A_W)) / size, k);
        }
    }
}

static void check_views(Row *row) {
    Random random = {.state = (uint64_t)(row->A * 10 + row->B)};
    for (int k = 0; k < POSES; k++) {
        Scene s = scene_make(row->A, row->B, k);
        abProximity p = scene_ask(&s), q;
        Truth truth;
        truth_find(s.A, &s.X_WA, s.B, &s.X_WB, &p, false, &truth);
        q = swapped(&s);
        compare(row, SWAPPED, k, &s, &truth, &p, &q);
        q = moved(&s, &random);
        compare(row, MOVED, k, &s, &truth, &p, &q);
        for (int i = 0; i < 2; i++) {
            if (scaled(&s, i, &q)) {
                compare(row, SCALED, k, &s, &truth, &p, &q);
            }
        }
    }
}

// ---- slow motions ----

// How far a point of B moves at most between two poses.
static double travel(const abShape *B, const abPose *from, const abPose *to) {
    double turn2 = 0.0;
    for (int i = 0; i < 9; i++) {
        double change = to->R.m[i / 3][i % 3] - from->R.m[i / 3][i % 3];
        turn2 += change * change;
    }
    abVec3 c = ab_sub(ab_pose_point(*to, B->center), ab_pose_point(*from, B->center));
    return ab_norm(c) + sqrt(turn2) * B->bound;
}

// The right side of (2) for cores that are `v` and `w` apart.
static double swerve_allowed(double v, double w, double s, bool turns) {
    double change = turns ? s + 2.0 * sqrt(s * v + s * s) : s;
    return 2.0 * change / (v + w);
}

// Poses with jumps still to be printed: --worst A B.
static int s_show;

static void show(const Scene *s, int k, int step) {
    abProximity p = scene_ask(s);
    Truth truth;
    truth_find(s->A, &s->X_WA, s->B, &s->X_WB, &p, true, &truth);
    printf("pose %d (%s), step %d\n", k, g_pose_names[s->class], step);
    scene_print(stdout, s);
    printf("  answer: distance %.17g n %.17g %.17g %.17g%s\n  truth:  distance %.17g n %.17g %.17g "
           "%.17g\n\n",
           p.distance, p.n_AB_W.x, p.n_AB_W.y, p.n_AB_W.z, p.is_exact ? "" : " (is_exact false)",
           (double)truth.distance, (double)truth.n.x, (double)truth.n.y, (double)truth.n.z);
}

static void follow(Row *row, int k, Random *random) {
    Scene s = scene_make(row->A, row->B, k);
    double size = size_of(&s), radii = s.A->shape->radius + s.B->shape->radius;
    bool turns = k % 2 == 1, has_plane = row->A == AB_SHAPE_PLANE;
    abVec3 v = ab_scale(STEP * size, random_direction(random));
    abMat3 R = ab_quat_to_matrix(ab_quat_from_vector(ab_scale(STEP, random_direction(random))));
    abProximity p = scene_ask(&s);
    for (int i = 0; i < STEPS; i++) {
        abPose before = s.X_WB;
        s.X_WB.p = ab_add(s.X_WB.p, v);
        s.X_WB.R = turns ? ab_mat3_mul(R, s.X_WB.R) : s.X_WB.R;
        abProximity q = scene_ask(&s);
        double displacement = travel(s.B->shape, &before, &s.X_WB) + ROUNDING * size;
        note(row, JUMP, fabs(q.distance - p.distance) / displacement, k);
        if (s_show > 0 && fabs(q.distance - p.distance) > displacement) {
            Scene was = s;
            was.X_WB = before;
            s_show--;
            show(&was, k, i);
            show(&s, k, i + 1);
        }
        double apart = p.distance + radii, then = q.distance + radii;
        if (!has_plane && apart > 1e-3 * size && then > 1e-3 * size) {
            double swerve = ab_norm(ab_sub(q.n_AB_W, p.n_AB_W));
            // normals carry the rounding of positions over the distance
            double allowed =
                swerve_allowed(apart, then, displacement, turns) + 1e-14 * size / apart;
            note(row, SWERVE, swerve / allowed, k);
        } else if (has_plane) {
            note(row, SWERVE, ab_norm(ab_sub(q.n_AB_W, p.n_AB_W)) > 0.0 ? 2.0 : 0.0, k);
        }
        p = q;
    }
}

// ---- the rows ----

static const char *name(abShapeKind kind) {
    return ab_shape_type(kind)->table->name;
}

static void run(Row *row, abShapeKind A, abShapeKind B) {
    Random random = {.state = (uint64_t)(A * 100 + B)};
    memset(row, 0, sizeof *row);
    row->A = A, row->B = B;
    check_views(row);
    for (int k = 0; k < MOTIONS; k++) {
        follow(row, k, &random);
    }
}

static void print_head(void) {
    printf("| A | B | swapped | moved | scaled | normal | point | jump | swerve |\n"
           "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
}

static void print_row(const Row *row) {
    printf("| %s | %s |", name(row->A), name(row->B));
    for (int c = 0; c < COLUMNS; c++) {
        const char *format = c < JUMP ? "%.1e" : "%.2f";
        printf(row->failures[c] > 0 ? " **" : " ");
        printf(format, row->largest[c]);
        if (row->failures[c] > 0) {
            printf("** in %d", row->failures[c]);
        }
        printf(" |");
    }
    printf("\n");
    fflush(stdout);
}

static void check_row(const Row *row) {
    for (int c = 0; c < COLUMNS; c++) {
        if (row->failures[c] > 0) {
            printf("%s - %s, %s: %d above %.0e, largest %.3g (pose %d)\n", name(row->A),
                   name(row->B), s_columns[c], row->failures[c], s_allowed[c], row->largest[c],
                   row->worst[c]);
        }
        CHECK(row->failures[c] == 0);
    }
}

int main(int argc, char **argv) {
    argc = part_read(argc, argv);
    bool is_table = argc == 2 && strcmp(argv[1], "--table") == 0;
    static Row row;
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
            s_show = argc == 4 ? 3 : 0;
            run(&row, (abShapeKind)A, (abShapeKind)B);
            if (is_table) {
                print_row(&row);
            } else {
                check_row(&row);
            }
        }
    }
    families_done();
    if (!is_table) {
        part_report();
        printf("%d checks failed\n", s_failed_checks);
    }
    return s_failed_checks > 0;
}
