// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_closest.c - how far a point is from a mesh, and on which side.
//
// The side of a point is that of the normal where its nearest point lies: of the triangle, of an
// edge the sum of both normals, of a corner the sum of all normals by the angles of the triangles.
// With these the sign of (p - q) . n is right everywhere outside of rounding.
//
// Source  J. A. Baerentzen, H. Aanaes, Signed distance computation using the angle weighted
//         pseudonormal, IEEE Trans. Vis. Comput. Graph. 11 (2005) 243-253. Nearest point of a
//         triangle by the regions of its corners and sides: C. Ericson, Real-Time Collision
//         Detection (2005), section 5.1.5.

#include "mesh/core/mesh_closest.h"

#include "mesh/core/mesh_surface.h"

#include <math.h>

#include "math/core/vector_math.h"

static abVec3 on_side(abVec3 a, abVec3 b, double along, double whole) {
    return ab_add_scaled(a, along / whole, ab_sub(b, a));
}

abVec3 ab_triangle_closest(const abVec3 corner[3], abVec3 p, int *feature) {
    abVec3 a = corner[0], b = corner[1], c = corner[2];
    abVec3 ab = ab_sub(b, a), ac = ab_sub(c, a), ap = ab_sub(p, a);
    double d1 = ab_dot(ab, ap), d2 = ab_dot(ac, ap);
    if (d1 <= 0.0 && d2 <= 0.0) {
        *feature = 4;
        return a;
    }
    abVec3 bp = ab_sub(p, b);
    double d3 = ab_dot(ab, bp), d4 = ab_dot(ac, bp);
    if (d3 >= 0.0 && d4 <= d3) {
        *feature = 5;
        return b;
    }
    double vc = d1 * d4 - d3 * d2;
    if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        *feature = 1;
        return on_side(a, b, d1, d1 - d3);
    }
    abVec3 cp = ab_sub(p, c);
    double d5 = ab_dot(ab, cp), d6 = ab_dot(ac, cp);
    if (d6 >= 0.0 && d5 <= d6) {
        *feature = 6;
        return c;
    }
    double vb = d5 * d2 - d1 * d6;
    if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        *feature = 3;
        return on_side(a, c, d2, d2 - d6);
    }
    double va = d3 * d6 - d5 * d4;
    if (va <= 0.0 && d4 - d3 >= 0.0 && d5 - d6 >= 0.0) {
        *feature = 2;
        return on_side(b, c, d4 - d3, (d4 - d3) + (d5 - d6));
    }
    *feature = 0;
    double sum = va + vb + vc;
    return ab_add_scaled(ab_add_scaled(a, vb / sum, ab), vc / sum, ac);
}

static inline double beyond(double low, double high, double x) {
    double below = low - x, above = x - high, maximum = below > above ? below : above;
    return maximum > 0.0 ? maximum : 0.0;
}

// Square of the distance from p to a box.
static inline double to_box2(const abMeshNode *node, abVec3 p) {
    double x = beyond(node->low.x, node->high.x, p.x), y = beyond(node->low.y, node->high.y, p.y);
    double z = beyond(node->low.z, node->high.z, p.z);
    return x * x + y * y + z * z;
}

// Square of a distance from p that the triangles of a node have at least.
static inline double to_node2(const abMeshSurface *surface, int number, abVec3 p) {
    const abMeshSlab *slab = &surface->slabs[number];
    double off = beyond(slab->low, slab->high, ab_dot(slab->normal, p));
    double box2 = to_box2(&surface->tree.nodes[number], p);
    return off * off > box2 ? off * off : box2;
}

typedef struct Nearest {
    double distance2;
    double reach2; // what is farther than this by its box cannot be nearer, whatever was rounded
    double slack;
    abVec3 point;
    int triangle, feature;
} Nearest;

// Of triangles equally near the first by number counts, so it does not matter where the search
// begins.
static void look_at_triangle(const abMeshSurface *surface, const abVec3 corner[3], int triangle,
                             abVec3 p, Nearest *nearest) {
    int feature;
    double off = ab_dot(surface->normals[triangle], ab_sub(p, corner[0]));
    if (off * off > (1.0 + 1e-9) * nearest->reach2) {
        return; // its plane is too far
    }
    abVec3 q = ab_triangle_closest(corner, p, &feature);
    double d2 = ab_norm2(ab_sub(p, q));
    if (d2 < nearest->distance2 || (d2 == nearest->distance2 && triangle < nearest->triangle)) {
        double reach = sqrt(d2) + nearest->slack;
        *nearest = (Nearest){d2, reach * reach, nearest->slack, q, triangle, feature};
    }
}

// Depth first, the nearer child first.
static void search(const abMeshSurface *surface, abVec3 p, Nearest *nearest) {
    enum { STACK = 128 };
    int stack[STACK], top = 0;
    double bound[STACK];
    const abMeshNode *nodes = surface->tree.nodes;
    stack[top] = 0, bound[top++] = to_box2(&nodes[0], p);
    while (top > 0) {
        const abMeshNode *node = &nodes[stack[--top]];
        if (!(bound[top] <= nearest->reach2)) {
            continue;
        }
        if (node->count > 0) {
            for (int i = node->first; i < node->first + node->count; i++) {
                look_at_triangle(surface, &surface->corners[3 * i], surface->tree.order[i], p,
                                 nearest);
            }
            continue;
        }
        double d[2] = {to_node2(surface, node->first, p), to_node2(surface, node->first + 1, p)};
        int far = d[0] < d[1];
        stack[top] = node->first + far, bound[top++] = d[far];
        stack[top] = node->first + !far, bound[top++] = d[!far];
    }
}

static abVec3 normal_at(const abMeshSurface *surface, const Nearest *nearest) {
    int t = nearest->triangle, f = nearest->feature;
    return f == 0   ? surface->normals[t]
           : f <= 3 ? surface->edge_normals[3 * t + f - 1]
                    : surface->point_normals[surface->mesh->triangles[3 * t + f - 4]];
}

// Rounding of distances from p.
static double slack_at(const abMeshSurface *surface, abVec3 p) {
    const abMeshNode *root = &surface->tree.nodes[0];
    double maximum = 0.0;
    for (int i = 0; i < 3; i++) {
        double low = -ab_get(root->low, i), high = ab_get(root->high, i);
        maximum += fabs(ab_get(p, i)) + fabs(low > high ? low : high);
    }
    return 1e-14 * maximum;
}

static abMeshClosest closest_of(const abMeshSurface *surface, abVec3 p, const Nearest *nearest) {
    abMeshClosest out;
    abVec3 n = normal_at(surface, nearest), displacement = ab_sub(p, nearest->point);
    double distance = sqrt(nearest->distance2), side = ab_dot(displacement, n) < 0.0 ? -1.0 : 1.0;
    out.distance = side * distance;
    out.point = nearest->point;
    out.triangle = nearest->triangle;
    out.feature = nearest->feature;
    if (nearest->feature == 0) {
        out.normal = surface->normals[nearest->triangle];
        out.distance = ab_dot(displacement, out.normal);
    } else if (distance > 1e-12 * surface->edge) {
        out.normal = ab_scale(side / distance, displacement);
    } else {
        out.normal = ab_unit(n);
    }
    return out;
}

abMeshClosest ab_mesh_closest(const abMeshSurface *surface, abVec3 p, double limit) {
    return ab_mesh_closest_near(surface, p, limit, -1);
}

abMeshClosest ab_mesh_closest_near(const abMeshSurface *surface, abVec3 p, double limit,
                                   int guess) {
    double slack = slack_at(surface, p), reach = limit + slack;
    Nearest nearest = {
        .distance2 = limit * limit, .reach2 = reach * reach, .slack = slack, .triangle = -1};
    abMeshClosest out = {.distance = limit, .triangle = -1};
    if (guess >= 0) {
        abVec3 corner[3];
        for (int i = 0; i < 3; i++) {
            corner[i] = ab_mesh_corner(surface->mesh, (size_t)guess, i);
        }
        look_at_triangle(surface, corner, guess, p, &nearest);
    }
    search(surface, p, &nearest);
    if (nearest.triangle < 0) {
        return out;
    }
    return closest_of(surface, p, &nearest);
}

static void look_at_number(const abMeshSurface *surface, int triangle, abVec3 p, Nearest *nearest) {
    abVec3 corner[3];
    for (int k = 0; k < 3; k++) {
        corner[k] = ab_mesh_corner(surface->mesh, (size_t)triangle, k);
    }
    look_at_triangle(surface, corner, triangle, p, nearest);
}

abMeshClosest ab_mesh_closest_among(const abMeshSurface *surface, abVec3 p, const int *triangles,
                                    int count) {
    Nearest nearest = {.distance2 = INFINITY, .reach2 = INFINITY, .triangle = -1};
    nearest.slack = count > 1 ? slack_at(surface, p) : 0.0;
    for (int i = 0; i < count; i++) {
        look_at_number(surface, triangles[i], p, &nearest);
    }
    return closest_of(surface, p, &nearest);
}

abMeshClosest ab_mesh_closest_first(const abMeshSurface *surface, abVec3 p, int *triangles,
                                    int count, int *few, double *certain) {
    enum { MAX_COUNT = 16 };
    double distance[MAX_COUNT] = {0.0}, wanted = 0.01 * surface->mean_edge;
    Nearest best = {.distance2 = INFINITY, .triangle = -1};
    for (int i = 0; i < count && i < MAX_COUNT; i++) {
        Nearest one = {.distance2 = INFINITY, .reach2 = INFINITY, .triangle = -1};
        int triangle = triangles[i], k = i;
        look_at_number(surface, triangle, p, &one);
        best = one.distance2 < best.distance2 ||
                       (one.distance2 == best.distance2 && triangle < best.triangle)
                   ? one
                   : best;
        double here = sqrt(one.distance2);
        for (; k > 0 && distance[k - 1] > here; k--) {
            distance[k] = distance[k - 1];
            triangles[k] = triangles[k - 1];
        }
        distance[k] = here;
        triangles[k] = triangle;
    }
    // what is farther by twice a motion cannot become the nearest by it
    *few = 1;
    while (*few < count && distance[*few] - distance[0] < 2.001 * wanted) {
        ++*few;
    }
    *certain =
        *few < count ? (distance[*few] - distance[0]) / 2.001 - slack_at(surface, p) : INFINITY;
    return closest_of(surface, p, &best);
}

abMeshClosest ab_mesh_closest_on(const abMeshSurface *surface, int triangle, abVec3 p) {
    return ab_mesh_closest_among(surface, p, &triangle, 1);
}

int ab_mesh_within(const abMeshSurface *surface, abVec3 p, double distance, int *triangles,
                   int maximum) {
    enum { STACK = 128 };
    double reach = distance + slack_at(surface, p), reach2 = reach * reach;
    int stack[STACK], top = 0, count = 0;
    stack[top++] = 0;
    while (top > 0) {
        const abMeshNode *node = &surface->tree.nodes[stack[--top]];
        if (!(to_node2(surface, stack[top], p) <= reach2)) {
            continue;
        }
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
        for (int i = node->first; i < node->first + node->count; i++) {
            int feature;
            abVec3 q = ab_triangle_closest(&surface->corners[3 * i], p, &feature);
            if (ab_norm2(ab_sub(p, q)) <= reach2) {
                if (count == maximum) {
                    return maximum + 1;
                }
                triangles[count++] = surface->tree.order[i];
            }
        }
    }
    return count;
}

// Square of the distance from p to the farthest corner of a box.
static double to_far_corner2(const abMeshNode *node, abVec3 p) {
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        double x = ab_get(p, i);
        double a = x - ab_get(node->low, i), b = ab_get(node->high, i) - x;
        sum += a > b ? a * a : b * b;
    }
    return sum;
}

bool ab_mesh_is_near(const abMeshSurface *surface, abVec3 p, double radius) {
    enum { STACK = 128 };
    int stack[STACK], top = 0;
    double radius2 = radius * radius;
    stack[top++] = 0;
    while (top > 0) {
        const abMeshNode *node = &surface->tree.nodes[stack[--top]];
        if (!(to_node2(surface, stack[top], p) < radius2)) {
            continue;
        }
        if (to_far_corner2(node, p) < radius2) {
            return true;
        }
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
            continue;
        }
        Nearest nearest = {.distance2 = radius2, .reach2 = radius2, .triangle = -1};
        for (int i = node->first; i < node->first + node->count; i++) {
            look_at_triangle(surface, &surface->corners[3 * i], surface->tree.order[i], p,
                             &nearest);
        }
        if (nearest.distance2 < radius2) {
            return true;
        }
    }
    return false;
}

void ab_mesh_weights(const abMeshSurface *surface, int triangle, abVec3 point, int feature,
                     double weight[3]) {
    abVec3 corner[3];
    for (int i = 0; i < 3; i++) {
        corner[i] = ab_mesh_corner(surface->mesh, (size_t)triangle, i);
        weight[i] = feature == 4 + i ? 1.0 : 0.0;
    }
    if (feature >= 4) {
        return;
    }
    if (feature > 0) {
        int i = feature - 1, j = feature % 3;
        abVec3 displacement = ab_sub(corner[j], corner[i]);
        double along = ab_dot(ab_sub(point, corner[i]), displacement) / ab_norm2(displacement);
        weight[j] = fmin(fmax(along, 0.0), 1.0);
        weight[i] = 1.0 - weight[j];
        return;
    }
    abVec3 u = ab_sub(corner[1], corner[0]), v = ab_sub(corner[2], corner[0]);
    abVec3 w = ab_sub(point, corner[0]), across = ab_cross(u, v);
    double whole = ab_norm2(across);
    weight[1] = fmin(fmax(ab_dot(ab_cross(w, v), across) / whole, 0.0), 1.0);
    weight[2] = fmin(fmax(ab_dot(ab_cross(u, w), across) / whole, 0.0), 1.0 - weight[1]);
    weight[0] = 1.0 - weight[1] - weight[2];
}
