// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// outline_hull.c - in which directions parts of an outline can meet another one.
//
// All wedges are wider by MARGIN than what they hold, more than what ab_arc_holds() and
// ab_cone_holds() allow for rounding: 1e-14 of a cosine is an angle of 1.4e-7 at most, and at half
// an angle h of an arc with half a chord of l = r sin h a way beyond its end of
//
//   r (sqrt(h^2 + 2e-14) - h)  <=  r min(1.5e-7, 2e-14 r / l)                              (1)

#include "shape/curve/outline_hull.h"

#include "math/core/elementary.h"
#include "shape/curve/curve_hull.h"

#define MARGIN 1e-6 // [rad]

static const abWedge s_nothing = {.is_empty = true};
static const abWedge s_all = {.axis = {1.0, 0.0}, .cosine = -1.0};

static abWedge wedge(abVec2 axis, double half) {
    double angle = half + MARGIN;
    return angle < AB_PI ? (abWedge){.axis = axis, .cosine = ab_cos(angle), .sine = ab_sin(angle)}
                         : s_all;
}

// The smallest that holds both.
static abWedge join(const abWedge *a, const abWedge *b) {
    if (a->is_empty || b->is_empty) {
        return a->is_empty ? *b : *a;
    }
    double half_a = ab_atan2(a->sine, a->cosine), half_b = ab_atan2(b->sine, b->cosine);
    double between = ab_atan2(ab_cross2(a->axis, b->axis), ab_dot2(a->axis, b->axis));
    double apart = fabs(between);
    if (apart + half_b <= half_a) {
        return *a;
    }
    if (apart + half_a <= half_b) {
        return *b;
    }
    double half = 0.5 * (apart + half_a + half_b), turn = half - half_a; // from a towards b
    double c = ab_cos(turn), s = between < 0.0 ? -ab_sin(turn) : ab_sin(turn);
    return wedge(ab_vec2(c * a->axis.x - s * a->axis.y, s * a->axis.x + c * a->axis.y), half);
}

static abWedge wedge_of_cone(const abCone2 *cone) {
    double dot = ab_dot2(cone->low, cone->high);
    double width = ab_atan2(ab_cross2(cone->low, cone->high), dot);
    double half = 0.5 * (width < 0.0 && dot < 0.0 ? width + 2.0 * AB_PI : fmax(width, 0.0));
    double c = ab_cos(half), s = ab_sin(half);
    abVec2 low = cone->low;
    return wedge(ab_vec2(c * low.x - s * low.y, s * low.x + c * low.y), half);
}

static abWedge wedge_of_edge(const abEdge *edge) {
    return edge->bend == AB_BEND_NONE
               ? wedge(ab_edge_normal(edge), 0.0)
               : wedge(ab_scale2(edge->bend, edge->t), 0.5 * fabs(edge->sweep));
}

static bool is_reentrant(const abOutline2 *o, int vertex) {
    return o->vertices[vertex].kind == AB_VERTEX_REENTRANT;
}

static abOutlineHull hull_of_edge(const abOutline2 *o, int index) {
    const abEdge *edge = &o->edges[index];
    const abVertex *v = &o->vertices[index];
    bool is_arc = edge->bend != AB_BEND_NONE, is_corner = v->kind == AB_VERTEX_CORNER;
    abOutlineHull hull = {.faces = s_nothing, .protrusions = s_nothing, .corners = s_nothing};
    if (is_corner || v->kind == AB_VERTEX_JOIN) {
        hull.protrusions = wedge_of_cone(&v->facing);
    }
    if (is_corner) {
        hull.corners = wedge_of_cone(&v->normals);
    }
    if (edge->is_inert) {
        return hull;
    }
    hull.faces = wedge_of_edge(edge);
    if (edge->bend == AB_BEND_CONVEX) {
        hull.protrusions = join(&hull.protrusions, &hull.faces);
    }
    if (is_arc && edge->extent >= 0.0) { // (1); else the circle is that of the arc
        hull.beyond = edge->radius * fmin(1.5e-7, 2e-14 * edge->radius / edge->hull.radius);
    }
    hull.is_reentrant = is_reentrant(o, index) || is_reentrant(o, edge->vertex);
    hull.bend = hull.is_reentrant && is_arc ? 1.0 / edge->radius : 0.0;
    return hull;
}

void ab_outline_set_hulls(abOutline2 *o) {
    for (int i = o->node_count - 1; i >= 0; i--) { // children stand behind their parents
        const abCircleNode *node = &o->nodes[i];
        if (node->right < 0) {
            o->hulls[i] = hull_of_edge(o, node->left);
            o->edges[node->left].node = i;
            continue;
        }
        const abOutlineHull *a = &o->hulls[node->left], *b = &o->hulls[node->right];
        o->hulls[i] = (abOutlineHull){.faces = join(&a->faces, &b->faces),
                                      .protrusions = join(&a->protrusions, &b->protrusions),
                                      .corners = join(&a->corners, &b->corners),
                                      .beyond = fmax(a->beyond, b->beyond),
                                      .bend = fmax(a->bend, b->bend),
                                      .is_reentrant = a->is_reentrant || b->is_reentrant};
    }
}

abOutlineHull ab_outline_hull_of_circle(void) {
    return (abOutlineHull){.faces = s_all, .protrusions = s_all, .corners = s_nothing};
}

abOutlineHull ab_outline_hull_of_line(abVec2 outward) {
    return (abOutlineHull){
        .faces = {.axis = outward, .cosine = 1.0 - 0.5 * MARGIN * MARGIN, .sine = MARGIN},
        .protrusions = s_nothing,
        .corners = s_nothing};
}
