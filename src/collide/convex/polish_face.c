// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// polish_face.c - from an approximate normal to that of a flat face of A or B, exact at once.
//
// If n is the normal of a face of one core and the lowest point of the other, seen along n, has its
// foot within that face, n maximises sep.
//
// Error   a few roundings of the size of the pair for sep.

#include "collide/convex/polish_face.h"

#include <float.h>

#include "collide/convex/convex_pair.h"
#include "collide/convex/overlap.h"
#include "collide/convex/polish_tilt.h"
#include "collide/convex/support.h"

#define ROUNDING (8.0 * DBL_EPSILON)
#define REACH (4.0 * AB_FLAT_ANGLE)

// A face of A with outward normal f (frame of A), its margin test and the lowest feature of B above
// it.
typedef struct FaceView {
    const abPair *pair;
    bool is_of_A;
    abVec3 f; // outward normal of the face, frame of A
} FaceView;

// Is p, seen along the normal, within the face? To rounding: on its very edge the face's normal is
// as good as that of the edge.
static bool is_inside(const FaceView *view, abVec3 p) {
    const abPair *pair = view->pair;
    double margin =
        view->is_of_A
            ? pair->type_A->face_margin(pair->A, view->f, p)
            : pair->type_B->face_margin(pair->B, ab_mul_t(pair->R_AB, view->f), ab_to_B(pair, p));
    return margin >= -ROUNDING * pair->size;
}

static bool all_inside(const FaceView *view, const abVec3 *corners, int count) {
    for (int i = 0; i < count; i++) {
        if (!is_inside(view, corners[i])) {
            return false;
        }
    }
    return true;
}

// Do these corners lie in a plane across n to rounding?
static bool is_level(const abPair *pair, const abVec3 *corners, int count, abVec3 n) {
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < count; i++) {
        double height = ab_dot(n, corners[i]);
        low = fmin(low, height);
        high = fmax(high, height);
    }
    return high - low <= ROUNDING * pair->size;
}

// What lies on the face in part, tilted by AB_FLAT_ANGLE at most, turns the normal by such an
// angle.
static void turn_normal(const FaceView *view, const abVec3 *other, int n_other, abSeparation *out) {
    abSeparation turned;
    abVec3 lowest =
        view->is_of_A ? ab_support_B(view->pair, out->n) : ab_support_A(view->pair, out->n);
    if (!is_level(view->pair, other, n_other, out->n) && !is_inside(view, lowest) &&
        ab_polish_tilt(view->pair, out->n, REACH, &turned) && turned.distance > out->distance) {
        out->n = turned.n;
        out->distance = turned.distance;
        out->b = ab_add_scaled(out->a, turned.distance, turned.n);
    }
}

// Does the other shape stand on this face? Fills `out` if so.
static bool stands_on(const FaceView *view, abSeparation *out) {
    const abPair *pair = view->pair;
    abVec3 n = view->is_of_A ? view->f : ab_neg(view->f);
    abVec3 other[AB_FEATURE_MAX] = {{0}}, own[AB_FEATURE_MAX] = {{0}}, foot;
    int n_other = view->is_of_A ? ab_feature_B(pair, n, other) : ab_feature_A(pair, n, other);
    foot = other[0];
    bool is_partly_off = false;
    if (n_other == 1) {
        if (!is_inside(view, foot)) {
            return false;
        }
    } else if (all_inside(view, other, n_other)) {
        foot = ab_outline_center(other, n_other, n, pair->size);
    } else {
        int n_own = view->is_of_A ? ab_feature_A(pair, n, own) : ab_feature_B(pair, n, own);
        if (!ab_overlap_center(own, n_own, other, n_other, n, pair->size, &foot)) {
            return false;
        }
        is_partly_off = true;
    }
    abVec3 a = ab_support_A(pair, n), b = ab_support_B(pair, n);
    out->n = n;
    out->distance = ab_dot(n, ab_sub(b, a));
    out->is_centered = true;
    out->is_loose = false;
    if (view->is_of_A) {
        out->b = ab_add_scaled(foot, ab_dot(n, ab_sub(b, foot)), n);
        out->a = ab_add_scaled(out->b, -out->distance, n);
    } else {
        out->a = ab_add_scaled(foot, ab_dot(n, ab_sub(a, foot)), n);
        out->b = ab_add_scaled(out->a, out->distance, n);
    }
    if (is_partly_off) {
        turn_normal(view, other, n_other, out);
    }
    return true;
}

// Faces whose normals are near the main axes of a shape's own frame, on the side of the other
// shape, each with what the separation there is at most: the inner point of the other over the
// face.
typedef struct FaceChoice {
    FaceView view[6];
    double bound[6];
    int count;
} FaceChoice;

// Hulls have no main axes and are passed over.
static void add_faces(FaceChoice *choice, const abPair *pair, bool is_of_A, abVec3 guess) {
    const abShape *shape = is_of_A ? pair->A : pair->B;
    const abShapeType *type = is_of_A ? pair->type_A : pair->type_B;
    if (shape->kind == AB_SHAPE_HULL || shape->kind == AB_SHAPE_ELLIPSOID) {
        return;
    }
    abVec3 toward = is_of_A ? guess : ab_neg(ab_mul_t(pair->R_AB, guess)), f;
    for (int axis = 0; axis < 3; axis++) {
        abVec3 e = {0.0, 0.0, 0.0};
        ab_set(&e, axis, ab_get(toward, axis) < 0.0 ? -1.0 : 1.0);
        if (!type->face(shape, e, &f) || ab_dot(f, e) < 0.9) {
            continue;
        }
        abVec3 own = type->support(shape, f);
        choice->bound[choice->count] = ab_dot(f, ab_sub(ab_add(toward, shape->center), own));
        f = is_of_A ? f : ab_mul(pair->R_AB, f);
        choice->view[choice->count++] = (FaceView){.pair = pair, .is_of_A = is_of_A, .f = f};
    }
}

// The face with the largest separation.
static bool widest_face(const abPair *pair, abVec3 guess, FaceView *best) {
    FaceChoice choice = {.count = 0};
    double widest = -INFINITY;
    add_faces(&choice, pair, true, guess);
    add_faces(&choice, pair, false, guess);
    for (int tried = 0; tried < choice.count; tried++) {
        int i = 0;
        for (int j = 1; j < choice.count; j++) {
            i = choice.bound[j] > choice.bound[i] ? j : i;
        }
        if (choice.bound[i] <= widest) {
            break;
        }
        choice.bound[i] = -INFINITY;
        const FaceView *view = &choice.view[i];
        double width = ab_pair_sep(pair, view->is_of_A ? view->f : ab_neg(view->f));
        if (width > widest) {
            widest = width;
            best->is_of_A = view->is_of_A;
            best->f = view->f;
        }
    }
    return widest > -INFINITY;
}

bool ab_polish_widest_face(const abPair *pair, abVec3 guess, abSeparation *out) {
    FaceView view = {.pair = pair};
    if (!widest_face(pair, guess, &view)) {
        return false;
    }
    out->n = view.is_of_A ? view.f : ab_neg(view.f);
    return stands_on(&view, out);
}

bool ab_polish_face(const abPair *pair, abVec3 n, abSeparation *out) {
    FaceView view = {.pair = pair, .is_of_A = true};
    abSeparation of_B;
    bool on_A =
        pair->type_A->face(pair->A, n, &view.f) && ab_dot(view.f, n) > 0.5 && stands_on(&view, out);
    abVec3 f_B;
    bool on_B = pair->type_B->face(pair->B, ab_neg(ab_mul_t(pair->R_AB, n)), &f_B);
    if (on_B) {
        view = (FaceView){.pair = pair, .is_of_A = false, .f = ab_mul(pair->R_AB, f_B)};
        on_B = ab_dot(view.f, n) < -0.5 && stands_on(&view, &of_B);
    }
    if (on_B && (!on_A || of_B.distance > out->distance)) {
        *out = of_B;
    }
    return on_A || on_B;
}
