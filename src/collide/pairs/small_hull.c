// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// small_hull.c - every plane through three of the points that has all others on one side is a face; its
// corners are those of the points in it that are the hull of these in the plane.
//
// Error   points within s_flat of a plane are taken to be in it.
// Cost    n^4 for n points.

#include "collide/pairs/small_hull.h"

#include <math.h>

#include "collide/pairs/tolerances.def"
#include "math/core/vector_math.h"

// Of the points in a plane those around its outline, counterclockwise about n; returns how many.
static int outline(const abVec3 *p, const int *in, int count, abVec3 n, double slack, int *out) {
    int first = in[0], made = 0;
    abVec3 along = ab_sub(p[in[1]], p[in[0]]);
    for (int i = 1; i < count; i++) { // an extreme one: the farthest along any line
        first = ab_dot(along, ab_sub(p[in[i]], p[first])) > 0.0 ? in[i] : first;
    }
    for (int at = first; made < count;) {
        int next = -1;
        out[made++] = at;
        for (int i = 0; i < count; i++) {
            if (in[i] == at) {
                continue;
            }
            abVec3 to = ab_sub(p[in[i]], p[at]);
            abVec3 now = next >= 0 ? ab_sub(p[next], p[at]) : to;
            double right = ab_dot(n, ab_cross(to, now));
            bool is_same = fabs(right) <= slack * (ab_norm(to) + ab_norm(now));
            bool is_farther = ab_norm2(to) > ab_norm2(now);
            next = next < 0 || (is_same ? is_farther : right > 0.0) ? in[i] : next;
        }
        at = next;
        if (at == first) {
            break;
        }
    }
    return made;
}

static bool is_known(const abSmallHull *h, abVec3 n, double offset, double slack) {
    for (int f = 0; f < h->hull.face_count; f++) {
        if (ab_dot(h->normals[f], n) > 1.0 - s_flat && fabs(h->offsets[f] - offset) <= slack) {
            return true;
        }
    }
    return false;
}

// The face with that outward normal, if all points are behind it.
static void try_face(const abVec3 *p, int count, abVec3 n, abVec3 through, double slack,
                     abSmallHull *h) {
    int in[AB_SMALL_POINTS], members = 0, f = h->hull.face_count;
    double offset = ab_dot(n, through);
    for (int i = 0; i < count; i++) {
        double height = ab_dot(n, p[i]) - offset;
        if (height > slack) {
            return;
        }
        if (height >= -slack) {
            in[members++] = i;
        }
    }
    if (members < 3 || f >= AB_SMALL_FACES || is_known(h, n, offset, slack)) {
        return;
    }
    h->normals[f] = n;
    h->offsets[f] = offset;
    h->starts[f + 1] = h->starts[f] + outline(p, in, members, n, slack, h->faces + h->starts[f]);
    h->hull.face_count++;
}

// Corners that no face has are left out.
static void number_corners(const abVec3 *p, int count, abSmallHull *h) {
    int number[AB_SMALL_POINTS] = {0}, total = h->starts[h->hull.face_count];
    for (int i = 0; i < count; i++) {
        number[i] = -1;
        for (int k = 0; k < total && number[i] < 0; k++) {
            number[i] = h->faces[k] == i ? h->hull.corner_count : -1;
        }
        if (number[i] >= 0) {
            h->corners[h->hull.corner_count++] = p[i];
        }
    }
    for (int k = 0; k < total; k++) {
        h->faces[k] = number[h->faces[k]];
    }
}

static void link_corners(abSmallHull *h) {
    for (int c = 0; c < h->hull.corner_count; c++) {
        int n = h->rings[c];
        for (int f = 0; f < h->hull.face_count; f++) {
            for (int k = h->starts[f]; k < h->starts[f + 1]; k++) {
                if (h->faces[k] == c) {
                    h->fan[n] = f;
                    h->ring[n++] = h->faces[k + 1 < h->starts[f + 1] ? k + 1 : h->starts[f]];
                }
            }
        }
        h->rings[c + 1] = n;
    }
}

static void measure(abSmallHull *h) {
    abVec3 sum = {0.0, 0.0, 0.0};
    for (int c = 0; c < h->hull.corner_count; c++) {
        sum = ab_add(sum, h->corners[c]);
    }
    h->shape = (abShape){.kind = AB_SHAPE_HULL,
                         .hull = &h->hull,
                         .center = ab_scale(1.0 / h->hull.corner_count, sum),
                         .contact_radius = INFINITY,
                         .is_flat = true};
    for (int c = 0; c < h->hull.corner_count; c++) {
        h->shape.bound = fmax(h->shape.bound, ab_norm(ab_sub(h->corners[c], h->shape.center)));
    }
}

bool ab_small_hull(const abVec3 *points, int count, abSmallHull *out) {
    double size = 0.0;
    *out = (abSmallHull){.starts = {0}};
    for (int i = 1; i < count; i++) {
        size = fmax(size, ab_norm(ab_sub(points[i], points[0])));
    }
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            for (int k = j + 1; k < count; k++) {
                abVec3 n = ab_cross(ab_sub(points[j], points[i]), ab_sub(points[k], points[i]));
                double length = ab_norm(n);
                if (length > s_flat * size * size) {
                    n = ab_scale(1.0 / length, n);
                    try_face(points, count, n, points[i], s_flat * size, out);
                    try_face(points, count, ab_neg(n), points[i], s_flat * size, out);
                }
            }
        }
    }
    if (out->hull.face_count < 2) {
        return false;
    }
    number_corners(points, count, out);
    link_corners(out);
    out->hull.corners = out->corners;
    out->hull.normals = out->normals;
    out->hull.offsets = out->offsets;
    out->hull.face_start = out->starts;
    out->hull.face_corners = out->faces;
    out->hull.ring_start = out->hull.fan_start = out->rings;
    out->hull.ring = out->ring;
    out->hull.fan = out->fan;
    measure(out);
    return true;
}
