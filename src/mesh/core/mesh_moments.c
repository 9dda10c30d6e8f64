// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_moments.c - integrals over polyhedra and their surfaces.
//
//   tetrahedron 0, a, b, c:  V = a . (b x c) / 6,  int x = V s / 4,
//                            int x x' = V/20 (s s' + a a' + b b' + c c')               (1)
//   triangle a, b, c:        A = |(b - a) x (c - a)| / 2,  int x = A s / 3,
//                            int x x' = A/12 (s s' + a a' + b b' + c c')               (2)
//
// with s = a + b + c. A solid is the signed sum of the tetrahedra from one point to all triangles
// of its surface; those outside cancel.
//
// Error   rounding only. The point is the middle of the mesh, so a mesh far from the origin loses
//         nothing but what its coordinates have lost.
// Source  (1), (2): moments of simplices; the method is that of B. Mirtich, J. Graphics Tools 1
//         (1996) 31, summed over tetrahedra in place of projections.
// Valid   the shell is a surface: thin against its radii of curvature.

#include "mesh/core/mesh_moments.h"

#include "math/core/vector_math.h"

// Adds scale * (s s' + a a' + b b' + c c').
static void add_second(double second[6], double scale, abVec3 s, abVec3 a, abVec3 b, abVec3 c) {
    abVec3 parts[4] = {s, a, b, c};
    for (int i = 0; i < 4; i++) {
        abVec3 p = parts[i];
        second[0] += scale * p.x * p.x;
        second[1] += scale * p.y * p.y;
        second[2] += scale * p.z * p.z;
        second[3] += scale * p.x * p.y;
        second[4] += scale * p.x * p.z;
        second[5] += scale * p.y * p.z;
    }
}

void ab_moments_add_tetrahedron(abMoments *moments, abVec3 a, abVec3 b, abVec3 c) {
    double v = ab_dot(a, ab_cross(b, c)) / 6.0;
    abVec3 s = ab_add(a, ab_add(b, c));
    moments->amount += v;
    moments->first = ab_add_scaled(moments->first, v / 4.0, s);
    add_second(moments->second, v / 20.0, s, a, b, c); // (1)
}

// The flat triangle a, b, c.
static void add_triangle(abMoments *moments, abVec3 a, abVec3 b, abVec3 c) {
    double area = 0.5 * ab_norm(ab_cross(ab_sub(b, a), ab_sub(c, a)));
    abVec3 s = ab_add(a, ab_add(b, c));
    moments->amount += area;
    moments->first = ab_add_scaled(moments->first, area / 3.0, s);
    add_second(moments->second, area / 12.0, s, a, b, c); // (2)
}

abMassProperties ab_moments_properties(const abMoments *moments, abVec3 origin) {
    double m = moments->amount, q[6];
    if (m == 0.0) {
        return (abMassProperties){.center = origin};
    }
    abVec3 g = ab_scale(1.0 / m, moments->first);
    q[0] = moments->second[0] - m * g.x * g.x;
    q[1] = moments->second[1] - m * g.y * g.y;
    q[2] = moments->second[2] - m * g.z * g.z;
    q[3] = moments->second[3] - m * g.x * g.y;
    q[4] = moments->second[4] - m * g.x * g.z;
    q[5] = moments->second[5] - m * g.y * g.z;
    return (abMassProperties){.mass = m,
                              .center = ab_add(origin, g),
                              .inertia = {{{q[1] + q[2], -q[3], -q[4]},
                                           {-q[3], q[0] + q[2], -q[5]},
                                           {-q[4], -q[5], q[0] + q[1]}}}};
}

static abMassProperties integrate(const abTriangleMesh *mesh,
                                  void (*add)(abMoments *, abVec3, abVec3, abVec3)) {
    abVec3 low, high;
    ab_mesh_bounds(mesh, &low, &high);
    abVec3 middle = ab_scale(0.5, ab_add(low, high));
    abMoments moments = {0};
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        add(&moments, ab_sub(ab_mesh_corner(mesh, t, 0), middle),
            ab_sub(ab_mesh_corner(mesh, t, 1), middle), ab_sub(ab_mesh_corner(mesh, t, 2), middle));
    }
    return ab_moments_properties(&moments, middle);
}

abMassProperties ab_mesh_solid(const abTriangleMesh *mesh) {
    return integrate(mesh, ab_moments_add_tetrahedron);
}

abMassProperties ab_mesh_shell(const abTriangleMesh *mesh) {
    return integrate(mesh, add_triangle);
}
