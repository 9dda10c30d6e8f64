// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "scenes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"
#include "shape/core/shape_fixture.h"
#include "shape/kinds/hull.h"

enum { SETS = 5, STEPS = 100 };

static const struct {
    const char *name;
    PairsKind A, B;
    int corners; // of hulls
} s_classes[SCENE_CLASSES] = {
    {"box - box", PAIRS_BOX, PAIRS_BOX, 0},
    {"cylinder - cylinder", PAIRS_CYLINDER, PAIRS_CYLINDER, 0},
    {"box - cylinder", PAIRS_BOX, PAIRS_CYLINDER, 0},
    {"hull 32 - hull 32", PAIRS_HULL, PAIRS_HULL, 32},
    {"hull 64 - hull 64", PAIRS_HULL, PAIRS_HULL, 64},
    {"hull 128 - hull 128", PAIRS_HULL, PAIRS_HULL, 128},
    {"cylinder - hull 64", PAIRS_CYLINDER, PAIRS_HULL, 64},
};

static abArena s_arena; // lives as long as the program

static void fail(const char *what) {
    fprintf(stderr, "pairs: %s\n", what);
    exit(1);
}

static void *workspace(size_t bytes) {
    void *p = calloc(1, bytes);
    if (p == NULL) {
        fail("out of memory");
    }
    return p;
}

static double between(Random *random, double low, double high) {
    return low + 0.5 * (high - low) * (1.0 + random_number(random));
}

static void copy_faces(PairsSolid *s, const abHull *hull) {
    double *corners = workspace((size_t)hull->corner_count * 3 * sizeof(double));
    for (int i = 0; i < hull->corner_count; i++) {
        corners[3 * i] = hull->corners[i].x;
        corners[3 * i + 1] = hull->corners[i].y;
        corners[3 * i + 2] = hull->corners[i].z;
    }
    s->corner_count = hull->corner_count;
    s->face_count = hull->face_count;
    s->corners = corners;
    s->face_start = hull->face_start;
    s->face_corners = hull->face_corners;
}

static abHull *hull_of(const abVec3 *points, size_t count) {
    abHull *hull = NULL;
    abError error;
    ab_error_clear(&error);
    if (ab_hull_build(points, count, &s_arena, &hull, (abPlace){0}, &error) != AB_OK) {
        fail("a hull could not be built");
    }
    return hull;
}

static PairsSolid make_solid(PairsKind kind, int corners, Random *random) {
    PairsSolid s = {.kind = kind};
    Fixture fixture;
    char text[100];
    abVec3 half = {between(random, 0.3, 0.6), between(random, 0.3, 0.6), between(random, 0.3, 0.6)};
    abVec3 points[128];
    if (kind == PAIRS_HULL) {
        for (int i = 0; i < corners; i++) {
            abVec3 u = random_direction(random);
            points[i] = (abVec3){half.x * u.x, half.y * u.y, half.z * u.z};
        }
        abHull *hull = hull_of(points, (size_t)corners);
        FILE *out = fopen("pairs_hull.obj", "w");
        for (int i = 0; i < corners && out != NULL; i++) {
            fprintf(out, "v %.17g %.17g %.17g\n", points[i].x, points[i].y, points[i].z);
        }
        if (out == NULL || fclose(out) != 0) {
            fail("pairs_hull.obj could not be written");
        }
        copy_faces(&s, hull);
        snprintf(text, sizeof text, "hull file=pairs_hull.obj");
    } else if (kind == PAIRS_BOX) {
        for (int i = 0; i < 8; i++) {
            points[i] = (abVec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y,
                                 i & 4 ? half.z : -half.z};
        }
        copy_faces(&s, hull_of(points, 8));
        s.size[0] = half.x, s.size[1] = half.y, s.size[2] = half.z;
        snprintf(text, sizeof text, "box size=%.17g,%.17g,%.17g", 2 * half.x, 2 * half.y,
                 2 * half.z);
    } else {
        s.size[0] = half.x, s.size[1] = half.y;
        snprintf(text, sizeof text, "cylinder radius=%.17g length=%.17g axis=2", half.y,
                 2 * half.x);
    }
    fixture_make(&fixture, &s_arena, text, 0.0);
    if (fixture.result != AB_OK) {
        fail("a shape could not be made");
    }
    remove("pairs_hull.obj");
    abShape *shape = AB_ARENA_NEW(&s_arena, abShape, 1);
    *shape = fixture.shape;
    s.shape = shape;
    return s;
}

double scene_size(const PairsSolid *s) {
    return 2.0 * ((const abShape *)s->shape)->bound;
}

static PairsPose pose_of(abMat3 R, abVec3 p) {
    PairsPose X = {.p = {p.x, p.y, p.z}};
    for (int i = 0; i < 9; i++) {
        X.R[i] = R.m[i / 3][i % 3];
    }
    return X;
}

// Where along u from A the solid B just touches it.
static double touching(const PairsCase *c, PairsQuery q, abVec3 origin, abVec3 u) {
    double low = 0.0, high = 4.0;
    while (high - low > 1e-3) {
        double t = 0.5 * (low + high);
        abVec3 p = ab_add_scaled(origin, t, u);
        q.X_B.p[0] = p.x, q.X_B.p[1] = p.y, q.X_B.p[2] = p.z;
        *(reference_overlaps(c, &q) ? &low : &high) = t;
    }
    return high;
}

static PairsQuery random_query(const PairsCase *c, int set, abPose *X_B, Random *random) {
    abPose X_A = {random_rotation(random), random_vector(random)};
    abVec3 u = random_direction(random);
    X_B->R = random_rotation(random);
    PairsQuery q = {.A = 2 * set, .B = 2 * set + 1, .is_start = true};
    q.X_A = pose_of(X_A.R, X_A.p);
    q.X_B = pose_of(X_B->R, X_A.p);
    double maximum = c->is_warm ? 0.9 : 0.98, minimum = c->is_warm ? 1.2 : 1.02;
    double share = c->overlaps ? between(random, 0.3, maximum) : between(random, minimum, 2.0);
    X_B->p = ab_add_scaled(X_A.p, share * touching(c, q, X_A.p, u), u);
    q.X_B = pose_of(X_B->R, X_B->p);
    return q;
}

PairsCase scene_make(int number, bool overlaps, bool is_warm) {
    Random random = {.state = (uint64_t)(1 + 4 * number + 2 * overlaps + is_warm)};
    PairsCase c = {.name = s_classes[number].name,
                   .overlaps = overlaps,
                   .is_warm = is_warm,
                   .solid_count = 2 * SETS,
                   .query_count = SCENE_QUERIES};
    if (s_arena.block_size == 0) {
        ab_arena_init(&s_arena, ab_heap(), 1 << 16);
    }
    c.solids = workspace((size_t)c.solid_count * sizeof *c.solids);
    c.queries = workspace((size_t)c.query_count * sizeof *c.queries);
    for (int i = 0; i < SETS; i++) {
        c.solids[2 * i] = make_solid(s_classes[number].A, s_classes[number].corners, &random);
        c.solids[2 * i + 1] = make_solid(s_classes[number].B, s_classes[number].corners, &random);
    }
    abPose X_B = ab_pose_identity();
    abMat3 turn = ab_mat3_identity();
    abVec3 step = {0.0, 0.0, 0.0};
    for (int i = 0; i < c.query_count; i++) {
        if (!is_warm || i % STEPS == 0) {
            c.queries[i] = random_query(&c, i * SETS / c.query_count, &X_B, &random);
            turn =
                ab_quat_to_matrix(ab_quat_from_vector(ab_scale(1e-3, random_direction(&random))));
            step = ab_scale(2e-4, random_direction(&random));
            continue;
        }
        X_B = (abPose){ab_mat3_mul(turn, X_B.R), ab_add(X_B.p, step)};
        c.queries[i] = c.queries[i - 1];
        c.queries[i].X_B = pose_of(X_B.R, X_B.p);
        c.queries[i].is_start = false;
    }
    return c;
}

void scene_free(PairsCase *c) {
    for (int i = 0; i < c->solid_count; i++) {
        free((void *)(uintptr_t)c->solids[i].corners);
    }
    free(c->solids);
    free(c->queries);
}
