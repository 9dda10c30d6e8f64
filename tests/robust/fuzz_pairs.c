// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_pairs.c - any bytes as two shapes and their poses. The signed distance must come back; for
// numbers a model can hold it must be finite with a unit normal, or say that it is not exact.
//
// Bytes become numbers by number(): a first byte chooses between awkward values (zeros, NaN,
// infinities, tiny, huge), small round ones and any eight bytes.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/patch/patch.h"
#include "math/core/vector_math.h"
#include "shape/kinds/hull.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PARAMETERS_MAX = 512, CORNERS_MAX = 40 };
// Lengths between which a finite answer with a unit normal is asked for                       [m].
// Far below, squares vanish; far above, sizes of 1e12 beside sizes of 1 overwhelm a double.
#define LENGTH_MIN 1e-6
#define LENGTH_MAX 1e6
#define SINE_MIN 1e-30 // likewise, of turns

// ---- bytes to numbers ----

typedef struct Bytes {
    const uint8_t *data;
    size_t left;
} Bytes;

static uint8_t byte(Bytes *bytes) {
    if (bytes->left == 0) {
        return 0;
    }
    bytes->left--;
    return *bytes->data++;
}

static double any_double(Bytes *bytes) {
    uint8_t raw[8];
    double value;
    for (int i = 0; i < 8; i++) {
        raw[i] = byte(bytes);
    }
    memcpy(&value, raw, sizeof value);
    return value;
}

static double number(Bytes *bytes) {
    static const double awkward[] = {0.0,  -0.0,          NAN,           INFINITY, -INFINITY, 1.0,
                                     -1.0, 0.5,           1e-3,          1e3,      1e-9,      1e-12,
                                     1e12, 1e300,         1e-300,        5e-324,   1e-160,    1e154,
                                     1e9,  1.0 + 0x1p-52, 1.0 - 0x1p-53, 2.0,      0.1,       -0.5};
    enum { COUNT = sizeof awkward / sizeof awkward[0] };
    uint8_t choice = byte(bytes);
    if (choice < 2 * COUNT) {
        return awkward[choice / 2];
    }
    if (choice < 160) {
        return (byte(bytes) - 128) / 32.0;
    }
    if (choice < 220) { // between -1 and 1, to 16 bits
        int high = byte(bytes);
        return (high * 256 + byte(bytes) - 32768) / 32768.0;
    }
    return any_double(bytes);
}

static abVec3 vector(Bytes *bytes) {
    double x = number(bytes), y = number(bytes);
    return (abVec3){x, y, number(bytes)};
}

// ---- shapes and poses ----

static int choice_count(const abKey *key) {
    int count = 0;
    while (key->choices[count] != NULL) {
        count++;
    }
    return count;
}

// Every number, vector and choice of the kind's table.
static bool make_from_table(Bytes *bytes, const abShapeType *type, abArena *arena, abShape *shape,
                            abError *error) {
    static double params[PARAMETERS_MAX / sizeof(double)];
    memset(params, 0, sizeof params);
    ab_table_defaults(type->table, params);
    for (int i = 0; i < type->table->key_count; i++) {
        const abKey *key = &type->table->keys[i];
        void *field = (unsigned char *)params + key->offset;
        if (key->kind == AB_KEY_NUMBER) {
            *(double *)field = fabs(number(bytes));
        } else if (key->kind == AB_KEY_VEC3) {
            *(abVec3 *)field = vector(bytes);
        } else if (key->kind == AB_KEY_CHOICE) {
            *(int *)field = byte(bytes) % choice_count(key);
        }
    }
    double smoothing = byte(bytes) % 2 == 0 ? 0.0 : fabs(number(bytes));
    return type->compile(params, smoothing, NULL, arena, shape, (abPlace){0}, error) == AB_OK;
}

// As hull.c does with the points of a file.
static bool make_hull(Bytes *bytes, abArena *arena, abShape *shape, abError *error) {
    abVec3 points[CORNERS_MAX];
    abHull *hull;
    size_t count = byte(bytes) % CORNERS_MAX;
    for (size_t i = 0; i < count; i++) {
        points[i] = vector(bytes);
        if (!ab_is_finite(points[i]) || ab_norm(points[i]) > 1e12) {
            return false; // readers refuse these
        }
    }
    if (ab_hull_build(points, count, arena, &hull, (abPlace){0}, error) != AB_OK) {
        return false;
    }
    *shape = (abShape){
        .kind = AB_SHAPE_HULL, .hull = hull, .center = hull->mass.center, .contact_radius = 1.0};
    for (int i = 0; i < hull->corner_count; i++) {
        shape->bound = fmax(shape->bound, ab_norm(ab_sub(hull->corners[i], shape->center)));
    }
    return true;
}

static bool make_shape(Bytes *bytes, abArena *arena, abShape *shape) {
    static abError error;
    ab_error_clear(&error);
    abShapeKind kind = (abShapeKind)(byte(bytes) % AB_SHAPE_COUNT);
    return kind == AB_SHAPE_HULL
               ? make_hull(bytes, arena, shape, &error)
               : make_from_table(bytes, ab_shape_type(kind), arena, shape, &error);
}

// A rotation from four numbers, a quarter turn, or nine numbers that are none.
static abMat3 make_rotation(Bytes *bytes, bool *is_rotation) {
    uint8_t choice = byte(bytes) % 4;
    *is_rotation = true;
    if (choice == 0) {
        abVec3 turns = {byte(bytes) % 4, byte(bytes) % 4, byte(bytes) % 4};
        return ab_quat_to_matrix(ab_quat_from_xyz(ab_scale(1.5707963267948966, turns)));
    }
    if (choice == 3) {
        abMat3 R;
        for (int i = 0; i < 9; i++) {
            R.m[i / 3][i % 3] = number(bytes);
        }
        *is_rotation = false;
        return R;
    }
    double w = number(bytes);
    abVec3 v = vector(bytes);
    double length = sqrt(w * w + ab_norm2(v));
    *is_rotation = length > 1e-100 && length < 1e100;
    return ab_quat_to_matrix(ab_quat_unit((abQuat){w, v.x, v.y, v.z}));
}

static bool is_moderate(double length) {
    return length == 0.0 || (fabs(length) >= LENGTH_MIN && fabs(length) <= LENGTH_MAX);
}

static bool is_moderate_vector(abVec3 v) {
    return is_moderate(v.x) && is_moderate(v.y) && is_moderate(v.z);
}

static bool is_moderate_shape(const abShape *shape) {
    bool ok = is_moderate(shape->radius);
    for (int i = 0; i < 4; i++) {
        ok = ok && (shape->kind == AB_SHAPE_PLANE || is_moderate(shape->size[i]));
    }
    for (int i = 0; shape->hull != NULL && i < shape->hull->corner_count; i++) {
        ok = ok && is_moderate_vector(shape->hull->corners[i]);
    }
    return ok;
}

static abPose make_pose(Bytes *bytes, bool *is_plain) {
    bool is_rotation;
    abPose X = {.R = make_rotation(bytes, &is_rotation)};
    X.p = vector(bytes);
    for (int i = 0; i < 9; i++) {
        double sine = fabs(X.R.m[i / 3][i % 3]);
        is_rotation = is_rotation && (sine == 0.0 || sine >= SINE_MIN);
    }
    *is_plain = is_rotation && is_moderate_vector(X.p);
    return X;
}

// ---- what must hold ----

static bool is_sound(const abProximity *p) {
    double length = ab_norm(p->n_AB_W);
    return isfinite(p->distance) && ab_is_finite(p->p_A_W) && ab_is_finite(p->p_B_W) &&
           fabs(length - 1.0) < 1e-9 && !isnan(p->radius);
}

static void print_one(const char *name, const abShape *s, const abPose *X) {
    fprintf(stderr, "%s: %s size %a %a %a %a axis %d radius %a\n  R", name,
            ab_shape_type(s->kind)->table->name, s->size[0], s->size[1], s->size[2], s->size[3],
            s->axis, s->radius);
    for (int i = 0; i < 9; i++) {
        fprintf(stderr, " %a", X->R.m[i / 3][i % 3]);
    }
    fprintf(stderr, "  p %a %a %a\n", X->p.x, X->p.y, X->p.z);
}

// Whatever the shapes, a patch has from one to AB_PATCH_MAX points, none of negative weight.
static void check_patch(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                        const abProximity *deepest) {
    abPatchPoint points[AB_PATCH_MAX];
    int count = ab_patch(A, X_WA, B, X_WB, deepest, points);
    bool is_right = count >= 1 && count <= AB_PATCH_MAX;
    for (int i = 0; i < count; i++) {
        is_right = is_right && points[i].weight > 0.0;
    }
    if (!is_right) {
        print_one("A", A, X_WA);
        print_one("B", B, X_WB);
        fprintf(stderr, "patch of %d points\n", count);
        abort();
    }
}

static void check(const abShape *A, const abPose *X_WA, const abShape *B, const abPose *X_WB,
                  bool is_plain) {
    abProximity p;
    ab_proximity(A, X_WA, B, X_WB, &p);
    check_patch(A, X_WA, B, X_WB, &p);
    bool two_planes = A->kind == AB_SHAPE_PLANE && B->kind == AB_SHAPE_PLANE;
    bool is_drawn = ab_shape_type(A->kind)->is_visual || ab_shape_type(B->kind)->is_visual;
    // the surface of a flexible body touches nothing without that body
    bool is_bare = A->kind == AB_SHAPE_FLEXIBLE || B->kind == AB_SHAPE_FLEXIBLE;
    if (is_plain && !two_planes && !is_drawn && !is_bare && p.is_exact && !is_sound(&p)) {
        print_one("A", A, X_WA);
        print_one("B", B, X_WB);
        fprintf(stderr, "distance %g n %g %g %g p_A %g %g %g p_B %g %g %g radius %g\n", p.distance,
                p.n_AB_W.x, p.n_AB_W.y, p.n_AB_W.z, p.p_A_W.x, p.p_A_W.y, p.p_A_W.z, p.p_B_W.x,
                p.p_B_W.y, p.p_B_W.z, p.radius);
        abort(); // a wrong answer that calls itself exact
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    Bytes bytes = {data, size};
    abArena arena;
    abShape A, B;
    bool plain_A, plain_B;
    ab_arena_init(&arena, ab_heap(), 1 << 14);
    if (make_shape(&bytes, &arena, &A) && make_shape(&bytes, &arena, &B)) {
        abPose X_WA = make_pose(&bytes, &plain_A), X_WB = make_pose(&bytes, &plain_B);
        bool is_plain = plain_A && plain_B && is_moderate_shape(&A) && is_moderate_shape(&B);
        check(&A, &X_WA, &B, &X_WB, is_plain);
        check(&B, &X_WB, &A, &X_WA, is_plain);
    }
    ab_arena_done(&arena);
    return 0;
}
