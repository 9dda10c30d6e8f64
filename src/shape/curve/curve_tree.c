// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// curve_tree.c - the trees over a curve: one over its parts, one over what is met as a whole.
//
// Pieces are short, for Newton's method. Arcs need none: two of them meet along the line of their
// centres however far they reach. So the pieces of an arc are joined again, and a roller in the
// seat of a sprocket is two arcs at one, and not a dozen pieces at ten.

#include "shape/curve/curve_tree.h"

#include "shape/curve/curve_hull.h"

// ---- what is met as a whole ----

static bool is_same_arc(const abCurvePart *a, const abCurvePart *b) {
    return a->kind == AB_CURVE_ARC && b->kind == AB_CURVE_ARC && a->arc == b->arc;
}

// The arc of which `count` pieces from `first` on are parts.
static abCurvePart joined(const abCurvePart *first, int count) {
    const abCurvePart *last = &first[count - 1];
    abCurvePart whole = *first;
    whole.sweep *= count;
    whole.ends[1] = last->ends[1];
    whole.normals[1] = last->normals[1];
    ab_curve_hull_of_piece(&whole);
    return whole;
}

// Corners go behind the piece they follow, so that neighbours share a node.
static bool join_pieces(abCurve *curve, abArena *arena) {
    int n = curve->part_count, pieces = curve->piece_count, corner = pieces;
    curve->wholes = AB_ARENA_NEW(arena, abCurveWhole, (size_t)n);
    if (curve->wholes == NULL) {
        return false;
    }
    for (int i = 0, count; i < pieces; i += count) {
        count = 1;
        while (i + count < pieces && is_same_arc(&curve->parts[i], &curve->parts[i + count])) {
            count++;
        }
        abCurvePart part = count > 1 ? joined(&curve->parts[i], count) : curve->parts[i];
        curve->wholes[curve->whole_count++] = (abCurveWhole){part, i, count};
        for (; corner < n && curve->parts[corner].piece >= i &&
               curve->parts[corner].piece < i + count;
             corner++) {
            curve->wholes[curve->whole_count++] = (abCurveWhole){curve->parts[corner], corner, 1};
        }
    }
    for (; corner < n; corner++) { // both ends of an open curve
        curve->wholes[curve->whole_count++] = (abCurveWhole){curve->parts[corner], corner, 1};
    }
    return true;
}

// ---- trees ----

// The parts in the order in which they follow each other.
static int *parts_in_order(const abCurve *curve, abArena *arena) {
    int count = 0;
    int *order = AB_ARENA_NEW(arena, int, (size_t)curve->part_count);
    for (int i = 0; order != NULL && i < curve->whole_count; i++) {
        for (int k = 0; k < curve->wholes[i].count; k++) {
            order[count++] = curve->wholes[i].first + k;
        }
    }
    return order;
}

// A tree that is being made: over parts in their order, or over wholes.
typedef struct Making {
    const abCurve *curve;
    const int *order; // NULL: of wholes
    abCircleNode *nodes;
    abCurveHull *hulls;
    int count;
} Making;

static int make_node(Making *tree, int from, int to) {
    int index = tree->count++, left = tree->order != NULL ? tree->order[from] : from, right = -1;
    abCurveHull *hull = &tree->hulls[index];
    if (to - from == 1) {
        *hull = tree->order != NULL ? tree->curve->parts[left].hull
                                    : tree->curve->wholes[left].part.hull;
    } else {
        int middle = from + (to - from) / 2;
        left = make_node(tree, from, middle);
        right = make_node(tree, middle, to);
        *hull = ab_curve_join_hulls(&tree->hulls[left], &tree->hulls[right]);
    }
    tree->nodes[index] = (abCircleNode){{hull->center, hull->radius}, left, right};
    return index;
}

static bool make_tree(Making *tree, int count, abArena *arena) {
    tree->nodes = AB_ARENA_NEW(arena, abCircleNode, 2 * (size_t)count);
    tree->hulls = AB_ARENA_NEW(arena, abCurveHull, 2 * (size_t)count);
    if (tree->nodes == NULL || tree->hulls == NULL) {
        return false;
    }
    make_node(tree, 0, count);
    return true;
}

bool ab_curve_make_trees(abCurve *curve, abArena *arena) {
    if (!join_pieces(curve, arena)) {
        return false;
    }
    Making parts = {.curve = curve, .order = parts_in_order(curve, arena)};
    Making wholes = {.curve = curve};
    if (parts.order == NULL || !make_tree(&parts, curve->part_count, arena) ||
        !make_tree(&wholes, curve->whole_count, arena)) {
        return false;
    }
    curve->nodes = parts.nodes;
    curve->whole_nodes = wholes.nodes;
    curve->whole_hulls = wholes.hulls;
    return true;
}
