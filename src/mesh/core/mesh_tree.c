// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh_tree.c - boxes are split at the median of the triangles' centres along their longest side,
// so the depth is log2 of the number of triangles and the build is the same everywhere.

#include "mesh/core/mesh_tree.h"

#include "base/select.h"
#include "math/core/bounds.h"
#include "math/core/vector_math.h"

enum { LEAF = 4, DEPTH = 64 };

typedef struct Build {
    abMeshTree *tree;
    const abTriangleMesh *mesh;
    const abVec3 *centers; // three times the centre of each triangle
} Build;

static void fit_box(const Build *build, abMeshNode *node, int first, int count) {
    node->low = node->high = ab_mesh_corner(build->mesh, (size_t)build->tree->order[first], 0);
    for (int i = first; i < first + count; i++) {
        for (int k = 0; k < 3; k++) {
            abVec3 p = ab_mesh_corner(build->mesh, (size_t)build->tree->order[i], k);
            node->low =
                ab_vec3(fmin(node->low.x, p.x), fmin(node->low.y, p.y), fmin(node->low.z, p.z));
            node->high =
                ab_vec3(fmax(node->high.x, p.x), fmax(node->high.y, p.y), fmax(node->high.z, p.z));
        }
    }
}

typedef struct Along {
    const abVec3 *centers;
    int axis;
} Along;

// Is triangle a before b along the axis? Ties by number.
static bool is_before(const void *context, int a, int b) {
    const Along *along = context;
    double x = ab_get(along->centers[a], along->axis), y = ab_get(along->centers[b], along->axis);
    return x < y || (x == y && a < b);
}

// Splits node after node; children come behind their parents.
static void split_nodes(const Build *build) {
    abMeshTree *tree = build->tree;
    for (int n = 0; n < tree->node_count; n++) {
        abMeshNode *node = &tree->nodes[n];
        int first = node->first, count = node->count;
        fit_box(build, node, first, count);
        if (count <= LEAF) {
            continue;
        }
        abVec3 size = ab_sub(node->high, node->low);
        int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
        int half = count / 2;
        ab_select(&tree->order[first], count, half, is_before, &(Along){build->centers, axis});
        node->first = tree->node_count, node->count = 0;
        tree->nodes[tree->node_count++] = (abMeshNode){.first = first, .count = half};
        tree->nodes[tree->node_count++] =
            (abMeshNode){.first = first + half, .count = count - half};
    }
}

bool ab_mesh_tree_build(abMeshTree *tree, const abTriangleMesh *mesh, abArena *arena) {
    size_t n = mesh->triangle_count;
    *tree = (abMeshTree){0};
    if (n == 0) {
        return true;
    }
    tree->nodes = AB_ARENA_NEW(arena, abMeshNode, 2 * n);
    tree->order = AB_ARENA_NEW(arena, int, n);
    abVec3 *centers = AB_ARENA_NEW(arena, abVec3, n);
    if (tree->nodes == NULL || tree->order == NULL || centers == NULL) {
        return false;
    }
    for (size_t t = 0; t < n; t++) {
        tree->order[t] = (int)t;
        centers[t] = ab_add(ab_mesh_corner(mesh, t, 0),
                            ab_add(ab_mesh_corner(mesh, t, 1), ab_mesh_corner(mesh, t, 2)));
    }
    tree->nodes[0] = (abMeshNode){.first = 0, .count = (int)n};
    tree->node_count = 1;
    Build build = {.tree = tree, .mesh = mesh, .centers = centers};
    split_nodes(&build);
    return true;
}

void ab_mesh_tree_near(const abMeshTree *tree, abVec3 low, abVec3 high,
                       bool (*found)(void *context, int triangle), void *context) {
    int stack[2 * DEPTH], top = 0;
    if (tree->node_count > 0) {
        stack[top++] = 0;
    }
    while (top > 0) {
        const abMeshNode *node = &tree->nodes[stack[--top]];
        if (!ab_boxes_meet(node->low, node->high, low, high)) {
            continue;
        }
        for (int i = node->first; i < node->first + node->count; i++) {
            if (!found(context, tree->order[i])) {
                return;
            }
        }
        if (node->count == 0) {
            stack[top++] = node->first + 1;
            stack[top++] = node->first;
        }
    }
}

static bool stop(void *context, int triangle) {
    (void)triangle;
    *(bool *)context = true;
    return false;
}

bool ab_mesh_tree_touches(const abMeshTree *tree, abVec3 low, abVec3 high) {
    bool does_touch = false;
    ab_mesh_tree_near(tree, low, high, stop, &does_touch);
    return does_touch;
}

// The pairs between two leaves, or within one.
static bool leaf_pairs(const abMeshTree *tree, const abMeshNode *a, const abMeshNode *b,
                       bool (*found)(void *context, int a, int b), void *context) {
    for (int i = a->first; i < a->first + a->count; i++) {
        for (int j = a == b ? i + 1 : b->first; j < b->first + b->count; j++) {
            if (!found(context, tree->order[i], tree->order[j])) {
                return false;
            }
        }
    }
    return true;
}

void ab_mesh_tree_pairs(const abMeshTree *tree, bool (*found)(void *context, int a, int b),
                        void *context) {
    int stack[8 * DEPTH][2], top = 0;
    if (tree->node_count > 0) {
        stack[top][0] = stack[top][1] = 0, top++;
    }
    while (top > 0) {
        top--;
        int na = stack[top][0], nb = stack[top][1];
        const abMeshNode *a = &tree->nodes[na], *b = &tree->nodes[nb];
        if (!ab_boxes_meet(a->low, a->high, b->low, b->high)) {
            continue;
        }
        if (a->count > 0 && b->count > 0) {
            if (!leaf_pairs(tree, a, b, found, context)) {
                return;
            }
        } else if (na == nb) {
            const int pairs[3][2] = {{0, 0}, {0, 1}, {1, 1}};
            for (int i = 0; i < 3; i++, top++) {
                stack[top][0] = a->first + pairs[i][0], stack[top][1] = a->first + pairs[i][1];
            }
        } else {
            bool split_a = b->count > 0 || (a->count == 0 && na < nb); // the larger: the earlier
            for (int i = 0; i < 2; i++, top++) {
                stack[top][0] = split_a ? a->first + i : na;
                stack[top][1] = split_a ? nb : b->first + i;
            }
        }
    }
}
