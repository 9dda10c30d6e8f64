// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_nesting.c - signed volumes of parts, and which part lies in which.
//
// A point is inside a closed surface when the solid angles of its triangles, seen from the point,
// sum to 4 pi (or -4 pi), outside when to 0.
//
// Source  solid angle: A. van Oosterom, J. Strackee, IEEE Trans. Biomed. Eng. 30 (1983) 125.
// Limits  parts that cross each other have no clear answer; at most 1e7 solid angles are computed,
//         parts beyond count as lying in none.

#include "mesh/check/mesh_nesting.h"

#include "math/core/elementary.h"
#include "math/core/vector_math.h"

// Half the solid angle of a, b, c from the origin.                                       [rad]
static double half_solid_angle(abVec3 a, abVec3 b, abVec3 c) {
    double la = ab_norm(a), lb = ab_norm(b), lc = ab_norm(c);
    double over = ab_dot(a, ab_cross(b, c));
    double under = la * lb * lc + ab_dot(a, b) * lc + ab_dot(a, c) * lb + ab_dot(b, c) * la;
    return over == 0.0 && under == 0.0 ? 0.0 : ab_atan2(over, under);
}

typedef struct Nesting {
    const abTriangleMesh *mesh;
    int *start, *members; // triangles of part k: members[start[k] .. start[k + 1])
    long budget;          // solid angles left
} Nesting;

static bool list_members(Nesting *nesting, const int *part, int part_count, abArena *arena) {
    size_t n = nesting->mesh->triangle_count;
    nesting->start = AB_ARENA_NEW(arena, int, (size_t)part_count + 2);
    nesting->members = AB_ARENA_NEW(arena, int, n + 1);
    if (nesting->start == NULL || nesting->members == NULL) {
        return false;
    }
    for (size_t t = 0; t < n; t++) {
        nesting->start[part[t] + 2]++;
    }
    for (int k = 0; k < part_count; k++) {
        nesting->start[k + 2] += nesting->start[k + 1];
    }
    for (size_t t = 0; t < n; t++) {
        nesting->members[nesting->start[part[t] + 1]++] = (int)t;
    }
    return true;
}

static bool is_within(abVec3 p, const abMeshPart *part) {
    return p.x >= part->low.x && p.x <= part->high.x && p.y >= part->low.y && p.y <= part->high.y &&
           p.z >= part->low.z && p.z <= part->high.z;
}

static bool is_inside(Nesting *nesting, abVec3 p, int k) {
    const abTriangleMesh *mesh = nesting->mesh;
    double sum = 0.0;
    for (int i = nesting->start[k]; i < nesting->start[k + 1]; i++) {
        size_t t = (size_t)nesting->members[i];
        sum += half_solid_angle(ab_sub(ab_mesh_corner(mesh, t, 0), p),
                                ab_sub(ab_mesh_corner(mesh, t, 1), p),
                                ab_sub(ab_mesh_corner(mesh, t, 2), p));
        nesting->budget--;
    }
    return fabs(sum) > AB_PI;
}

static void measure(const Nesting *nesting, int k, abMeshPart *part) {
    const abTriangleMesh *mesh = nesting->mesh;
    part->first = nesting->members[nesting->start[k]];
    abVec3 origin = ab_mesh_corner(mesh, (size_t)part->first, 0);
    part->low = part->high = origin;
    for (int i = nesting->start[k]; i < nesting->start[k + 1]; i++) {
        abVec3 p[3];
        for (int c = 0; c < 3; c++) {
            abVec3 q = ab_mesh_corner(mesh, (size_t)nesting->members[i], c);
            part->low =
                ab_vec3(fmin(part->low.x, q.x), fmin(part->low.y, q.y), fmin(part->low.z, q.z));
            part->high =
                ab_vec3(fmax(part->high.x, q.x), fmax(part->high.y, q.y), fmax(part->high.z, q.z));
            p[c] = ab_sub(q, origin);
        }
        part->volume += ab_dot(p[0], ab_cross(p[1], p[2])) / 6.0;
    }
}

bool ab_mesh_nesting(const abTriangleMesh *mesh, const abMeshEdges *edges, const int *part,
                     int part_count, abMeshPart *parts, abArena *arena) {
    Nesting nesting = {.mesh = mesh, .budget = 10000000};
    if (!list_members(&nesting, part, part_count, arena)) {
        return false;
    }
    for (int k = 0; k < part_count; k++) {
        parts[k] = (abMeshPart){.is_closed = true};
        measure(&nesting, k, &parts[k]);
    }
    for (size_t i = 0, end; i < edges->count; i = end) {
        end = ab_mesh_edge_end(edges, i);
        if (ab_mesh_edge_balance(edges, i, end) != 0) {
            parts[part[edges->sides[i].triangle]].is_closed = false;
        }
    }
    // a part without volume holds nothing and has no inside
    int *solid = AB_ARENA_NEW(arena, int, (size_t)part_count + 1), solid_count = 0;
    if (solid == NULL) {
        return false;
    }
    for (int k = 0; k < part_count; k++) {
        if (parts[k].is_closed && parts[k].volume != 0.0) {
            solid[solid_count++] = k;
        }
    }
    for (int i = 0; i < solid_count; i++) {
        int k = solid[i];
        abVec3 p = ab_mesh_corner(mesh, (size_t)parts[k].first, 0);
        for (int j = 0; j < solid_count && nesting.budget > 0; j++, nesting.budget--) {
            int other = solid[j];
            parts[k].depth +=
                other != k && is_within(p, &parts[other]) && is_inside(&nesting, p, other);
        }
        double sign = parts[k].depth % 2 == 0 ? 1.0 : -1.0;
        parts[k].is_inside_out = sign * parts[k].volume < 0.0;
    }
    return true;
}
