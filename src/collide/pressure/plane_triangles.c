// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plane_triangles.c - integrals of the depth over the penetrating parts of triangles.
//
// The penetrating part of a triangle with one or two wet corners is a fan of at most two triangles, all
// whose terms are positive: no digits are lost where it is small. Over a triangle of the area A
// with corner values d, x
//
//   int d x dA = A/12 (sum d sum x + sum d x)                                              (1)
//
// Written so that compilers take triangles side by side; so choices are of values, not of ways.
//
// Source  own derivation, docs/theory/surface_contact.md.

#include "collide/pressure/plane_triangles.h"

_Static_assert(AB_PLANE_BLOCK == 3 * AB_LANES, "a block holds three points of each lane");

void ab_plane_find_penetrating(const abPlaneBatch *restrict batch,
                               abPlanePenetrating *restrict penetrating) {
    double has_q[AB_LANES], has_r[AB_LANES]; // 1: wet
    for (int i = 0; i < AB_LANES; i++) {
        has_q[i] = batch->depth[1][i] > 0.0 ? 1.0 : 0.0;
        has_r[i] = batch->depth[2][i] > 0.0 ? 1.0 : 0.0;
    }
    for (int i = 0; i < AB_LANES; i++) {
        double p = batch->depth[0][i], q = batch->depth[1][i], r = batch->depth[2][i];
        double two = has_q[i], all = has_r[i], one = 1.0 - two, just_two = two - all;
        double t = (one * p + two * q) / (one * (p - q) + just_two * (q - r) + all);
        double by_pr = 1.0 / ((1.0 - all) * (p - r) + all);
        double a1 = one * t + two, b2 = just_two * t, a2 = just_two - b2;
        double b3 = (1.0 - all) * (p * by_pr) + all, rest = (all - 1.0) * (r * by_pr); // 1 - b3
        double d1 = two * q, d3 = all * r, sum = p + d1 + d3;
        double first = a1 * b3, second = b2 * rest, other = second * d1;
        double depth = (first * sum + other) * (1.0 / 3.0);
        double at_q = (first * ((sum + d1) * a1) + other * (2.0 + a2)) * (1.0 / 12.0); // (1)
        double at_r = (first * ((sum + d3) * b3) + other * (b2 + b3)) * (1.0 / 12.0);
        double squares = sum * sum + p * p + d1 * d1 + d3 * d3;
        penetrating->first[i] = first;
        penetrating->second[i] = second;
        penetrating->a1[i] = a1, penetrating->a2[i] = a2;
        penetrating->b2[i] = b2, penetrating->b3[i] = b3;
        penetrating->depths[i] = sum;
        penetrating->depth[i] = depth;
        penetrating->weight[0][i] = depth - at_q - at_r;
        penetrating->weight[1][i] = at_q;
        penetrating->weight[2][i] = at_r;
        penetrating->squares[i] = (first * squares + 2.0 * (other * d1)) * (1.0 / 12.0);
    }
}

void ab_plane_add(const abPlaneBatch *restrict batch,
                  const abPlanePenetrating *restrict penetrating, const double n[3],
                  abPlaneLanes *restrict lanes) {
    double nx = n[0], ny = n[1], nz = n[2];
    for (int i = 0; i < AB_LANES; i++) {
        double p = penetrating->weight[0][i], q = penetrating->weight[1][i],
               r = penetrating->weight[2][i];
        double x =
            p * batch->corner[0][0][i] + q * batch->corner[1][0][i] + r * batch->corner[2][0][i];
        double y =
            p * batch->corner[0][1][i] + q * batch->corner[1][1][i] + r * batch->corner[2][1][i];
        double z =
            p * batch->corner[0][2][i] + q * batch->corner[1][2][i] + r * batch->corner[2][2][i];
        double ax = batch->area[0][i], ay = batch->area[1][i], az = batch->area[2][i];
        double facing = -(nx * ax + ny * ay + nz * az), seen = facing > 0.0 ? facing : 0.0;
        double one = penetrating->first[i] + penetrating->second[i], d = penetrating->depth[i];
        lanes->area[0][i] += one * ax;
        lanes->area[1][i] += one * ay;
        lanes->area[2][i] += one * az;
        lanes->force[0][i] += d * ax;
        lanes->force[1][i] += d * ay;
        lanes->force[2][i] += d * az;
        lanes->moment[0][i] += y * az - z * ay;
        lanes->moment[1][i] += z * ax - x * az;
        lanes->moment[2][i] += x * ay - y * ax;
        lanes->place[0][i] += seen * x;
        lanes->place[1][i] += seen * y;
        lanes->place[2][i] += seen * z;
        lanes->seen_area[i] += seen * one;
        lanes->seen_depth[i] += seen * d;
        lanes->squares[i] += facing * penetrating->squares[i];
    }
}

// Of the corners of the fan: p, c1, c2, c3.
typedef struct Fan {
    double p[AB_LANES], c1[AB_LANES], c2[AB_LANES], c3[AB_LANES];
} Fan;

// What is seen of the areas from the plane.
static inline void find_seen(const abPlaneBatch *restrict batch, double nx, double ny, double nz,
                             double *restrict seen) {
    for (int i = 0; i < AB_LANES; i++) {
        double facing = -(nx * batch->area[0][i] + ny * batch->area[1][i] + nz * batch->area[2][i]);
        seen[i] = facing > 0.0 ? facing : 0.0;
    }
}

// A coordinate of the corners of the fan, from that of the triangle's.
static inline void find_fan(const double *restrict at_p, const double *restrict at_q,
                            const double *restrict at_r,
                            const abPlanePenetrating *restrict penetrating, Fan *restrict fan) {
    for (int i = 0; i < AB_LANES; i++) {
        double p = at_p[i], q = at_q[i] - p, r = at_r[i] - p;
        fan->p[i] = p;
        fan->c1[i] = p + penetrating->a1[i] * q;
        fan->c2[i] = p + (penetrating->a2[i] * q + penetrating->b2[i] * r);
        fan->c3[i] = p + penetrating->b3[i] * r;
    }
}

void ab_plane_add_second(const abPlaneBatch *batch, const abPlanePenetrating *penetrating,
                         const double n[3], abPlaneSeconds *lanes) {
    Fan at[3];
    double s1[3][AB_LANES], s2[3][AB_LANES];  // sums over the corners of both triangles
    double first[AB_LANES], second[AB_LANES]; // areas seen
    find_seen(batch, n[0], n[1], n[2], first);
    for (int i = 0; i < AB_LANES; i++) {
        second[i] = first[i] * penetrating->second[i];
        first[i] *= penetrating->first[i];
    }
    for (int j = 0; j < 3; j++) {
        find_fan(batch->corner[0][j], batch->corner[1][j], batch->corner[2][j], penetrating,
                 &at[j]);
        for (int i = 0; i < AB_LANES; i++) {
            s1[j][i] = at[j].p[i] + at[j].c1[i] + at[j].c3[i];
            s2[j][i] = at[j].c1[i] + at[j].c2[i] + at[j].c3[i];
            lanes->first[j][i] += (first[i] * s1[j][i] + second[i] * s2[j][i]) * (1.0 / 3.0);
        }
    }
    for (int p = 0; p < 6; p++) {
        int j = ab_second_of[p][0], k = ab_second_of[p][1];
        const Fan *x = &at[j], *y = &at[k];
        for (int i = 0; i < AB_LANES; i++) {
            double both = x->c1[i] * y->c1[i] + x->c3[i] * y->c3[i];
            double one = both + x->p[i] * y->p[i] + s1[j][i] * s1[k][i];
            double other = both + x->c2[i] * y->c2[i] + s2[j][i] * s2[k][i];
            lanes->second[p][i] += (first[i] * one + second[i] * other) * (1.0 / 12.0); // (1)
        }
    }
}

// ---- points ----

// Places along an axis.
static inline void find_fan_along(const abPlaneBatch *restrict batch,
                                  const abPlanePenetrating *restrict penetrating, abVec3 axis,
                                  Fan *fan) {
    double at[3][AB_LANES];
    for (int c = 0; c < 3; c++) {
        for (int i = 0; i < AB_LANES; i++) {
            at[c][i] = axis.x * batch->corner[c][0][i] + axis.y * batch->corner[c][1][i] +
                       axis.z * batch->corner[c][2][i];
        }
    }
    find_fan(at[0], at[1], at[2], penetrating, fan);
}

static inline void find_fan_depths(const abPlaneBatch *restrict batch, Fan *restrict fan) {
    for (int i = 0; i < AB_LANES; i++) {
        double q = batch->depth[1][i], r = batch->depth[2][i];
        fan->p[i] = batch->depth[0][i];
        fan->c1[i] = q > 0.0 ? q : 0.0;
        fan->c2[i] = 0.0;
        fan->c3[i] = r > 0.0 ? r : 0.0;
    }
}

// Middles of the sides of a triangle, in a row of points.
static inline void put_middles(const double *restrict a, const double *restrict b,
                               const double *restrict c, double *restrict to) {
    for (int i = 0; i < AB_LANES; i++) {
        to[i] = 0.5 * (a[i] + b[i]);
        to[AB_LANES + i] = 0.5 * (b[i] + c[i]);
        to[2 * AB_LANES + i] = 0.5 * (c[i] + a[i]);
    }
}

static inline void put_areas(const double *restrict seen, const double *restrict share,
                             double *restrict to) {
    for (int i = 0; i < AB_LANES; i++) {
        to[i] = to[AB_LANES + i] = to[2 * AB_LANES + i] = seen[i] * share[i];
    }
}

void ab_plane_find_points(const abPlaneBatch *batch, const abPlanePenetrating *penetrating,
                          const abPlaneAxes *axes, abPlanePoints *first, abPlanePoints *second) {
    Fan u, v, depth;
    double seen[AB_LANES];
    find_fan_along(batch, penetrating, axes->u, &u);
    find_fan_along(batch, penetrating, axes->v, &v);
    find_fan_depths(batch, &depth);
    find_seen(batch, axes->n.x, axes->n.y, axes->n.z, seen);
    for (int i = 0; i < AB_LANES; i++) {
        seen[i] *= 1.0 / 3.0;
    }
    put_middles(u.p, u.c1, u.c3, first->u);
    put_middles(v.p, v.c1, v.c3, first->v);
    put_middles(depth.p, depth.c1, depth.c3, first->depth);
    put_areas(seen, penetrating->first, first->area);
    put_middles(u.c2, u.c1, u.c3, second->u);
    put_middles(v.c2, v.c1, v.c3, second->v);
    put_middles(depth.c2, depth.c1, depth.c3, second->depth);
    put_areas(seen, penetrating->second, second->area);
}

void ab_plane_whole_points(const abPlaneCut *cut, abPlaneRun run, abPlanePoints *restrict points) {
    abVec3 u = cut->axes.u, v = cut->axes.v, n = cut->axes.n;
    double height = cut->axes.height;
    size_t stride = ab_side_stride(cut->table->surface);
    const double *list = cut->table->sides + run.first;
    const double *restrict dx = list + 9 * stride, *restrict dy = dx + stride,
                           *restrict dz = dy + stride;
    double area[AB_LANES];
    for (int i = 0; i < AB_LANES; i++) {
        double facing = -(n.x * dx[i] + n.y * dy[i] + n.z * dz[i]);
        area[i] = i < run.count ? facing : 0.0;
    }
    for (int k = 0; k < 3; k++, list += stride) {
        const double *restrict x = list, *restrict y = x + 3 * stride, *restrict z = y + 3 * stride;
        for (int i = 0; i < AB_LANES; i++) {
            int to = k * AB_LANES + i;
            points->u[to] = u.x * x[i] + u.y * y[i] + u.z * z[i];
            points->v[to] = v.x * x[i] + v.y * y[i] + v.z * z[i];
            points->depth[to] = height - (n.x * x[i] + n.y * y[i] + n.z * z[i]);
            points->area[to] = area[i];
        }
    }
}
