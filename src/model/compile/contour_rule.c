// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_rule.c - whether a rule lets two shapes touch by regions within contours, and what it
// says of them; whether by their hulls.
//
// A rigid face rests on corners that are near, also while rounding lets some of them overlap and
// others not. The regions of a mesh are those of its overlap, so a mesh that lies on its face would
// tip to and fro about the corners that happen to be in it. A plane meets no more of a mesh than
// its hull, and a convex mesh is its hull: there the corners of hulls are those of the mesh itself.

#include "model/compile/contour_rule.h"

#include "base/no_memory.h"
#include "collide/patch/patch.h"
#include "model/compile/compile_contacts.h"
#include "model/core/model.h"
#include "shape/kinds/box_surface.h"

static bool has_meshes(const abBodyShape *a, const abBodyShape *b) {
    return a->faces != NULL && b->faces != NULL &&
           (a->shape.surface != NULL || b->shape.surface != NULL);
}

// The hull that a mesh as it is has for its bounds, as a shape.
static bool find_hull(abModel *model, abBodyShape *mesh) {
    abShape *hull = AB_ARENA_NEW(&model->arena, abShape, 1);
    if (hull == NULL) {
        return false;
    }
    *hull = mesh->shape;
    hull->kind = AB_SHAPE_HULL;
    hull->surface = NULL;
    mesh->hull = hull;
    return true;
}

abResult ab_model_find_faces(abModel *model, abError *error) {
    bool any = false;
    for (size_t i = 0; i < model->shape_count; i++) {
        abBodyShape *shape = &model->shapes[i];
        shape->faces = shape->shape.surface != NULL ? &shape->shape : NULL;
        any = any || shape->faces != NULL;
        if (shape->faces != NULL && !find_hull(model, shape)) {
            return ab_no_memory(error, (abPlace){0}, "for the hulls of meshes");
        }
    }
    for (size_t i = 0; i < model->shape_count && any; i++) {
        abBodyShape *box = &model->shapes[i];
        if (ab_is_sharp_box(&box->shape) && box->collides &&
            !ab_box_surface(&box->shape, &model->arena, &box->faces)) {
            return ab_no_memory(error, (abPlace){0}, "for the sides of boxes");
        }
    }
    return AB_OK;
}

static bool is_full(const abInteraction *interaction) {
    const abContactRuleDef *rule = interaction->rule;
    return rule->manifold == AB_MANIFOLD_FULL && rule->masters != AB_MASTERS_SUM;
}

// Faces of rigid meshes rest on the corners of what they share, so full means contours for them.
static bool asks_for_contours(const abInteraction *interaction) {
    return interaction->rule->manifold == AB_MANIFOLD_CONTOURS ||
           (is_full(interaction) && ab_interaction_is_rigid(interaction));
}

bool ab_model_contours(const abBodyShape *a, const abBodyShape *b, const abInteraction *interaction,
                       abContourSpec *spec) {
    const abContactRuleDef *rule = interaction->rule;
    *spec = (abContourSpec){.is_set = false};
    if (!asks_for_contours(interaction) || !has_meshes(a, b)) {
        return false;
    }
    bool by_squares = rule->contour_plane == AB_CONTOUR_BY_LEAST_SQUARES;
    spec->is_set = true;
    spec->plane = by_squares ? AB_CONTOUR_PLANE_LEAST_SQUARES : AB_CONTOUR_PLANE_AREA;
    spec->spacing = isnan(rule->contour_spacing) ? 0.01 * fmin(a->shape.bound, b->shape.bound)
                                                 : rule->contour_spacing;
    return true;
}

// What of a shape the other meets; NULL: all of it, and that is more than its hull.
static const abShape *hull_before(const abBodyShape *shape, const abBodyShape *other) {
    const abMeshSurface *surface = shape->shape.surface;
    bool is_hull = surface == NULL || surface->is_convex || other->shape.kind == AB_SHAPE_PLANE;
    return surface == NULL ? &shape->shape : is_hull ? shape->hull : NULL;
}

// A mesh whose facets are those of a round body has regions under a force law instead: its corners
// would carry by turns.
static bool has_flat_faces(const abBodyShape *shape) {
    return shape->shape.surface == NULL || shape->shape.surface->is_polyhedron;
}

bool ab_model_rests_on_hulls(const abBodyShape *a, const abBodyShape *b,
                             const abInteraction *interaction) {
    abContourSpec contours;
    bool any_mesh = a->shape.surface != NULL || b->shape.surface != NULL;
    bool by_law = !ab_interaction_is_rigid(interaction);
    if (!any_mesh || !is_full(interaction) ||
        (by_law && !(has_flat_faces(a) && has_flat_faces(b))) ||
        ab_model_contours(a, b, interaction, &contours)) {
        return false;
    }
    const abShape *of_a = hull_before(a, b), *of_b = hull_before(b, a);
    return of_a != NULL && of_b != NULL && ab_has_patch(of_a, of_b);
}

static bool is_ball_or_ellipsoid(const abBodyShape *shape) {
    return shape->shape.is_sphere || shape->shape.kind == AB_SHAPE_ELLIPSOID;
}

bool ab_model_meets_hull(const abBodyShape *a, const abBodyShape *b,
                         const abInteraction *interaction) {
    const abMeshSurface *surface = a->shape.surface != NULL ? a->shape.surface : b->shape.surface;
    return surface != NULL && surface->is_polyhedron && is_full(interaction) &&
           !ab_interaction_is_rigid(interaction) &&
           (is_ball_or_ellipsoid(a) || is_ball_or_ellipsoid(b));
}

// A key that only acts on contours; NULL: none is given.
static const char *contour_key(const abContactRuleDef *rule) {
    return !isnan(rule->contour_spacing)               ? "contour_spacing"
           : rule->contour_plane != AB_CONTOUR_BY_AREA ? "contour_plane"
                                                       : NULL;
}

abResult ab_model_check_contours(const abBodyShape *a, const abBodyShape *b,
                                 const abContactRuleDef *rule, abPlace place, abError *error) {
    if (rule->manifold != AB_MANIFOLD_CONTOURS) {
        const char *key = contour_key(rule);
        return key == NULL ? AB_OK
                           : ab_error_add(error, AB_BAD_MODEL, place,
                                          "%s acts with manifold: contours only", key);
    }
    if (!has_meshes(a, b)) {
        const abBodyShape *shape = a->shape.surface == NULL ? a : b;
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "manifold: contours needs two meshes with collide: surface, or one and "
                            "a sharp box, and %s is none; give it as a closed mesh, or use "
                            "manifold: full",
                            shape->name);
    }
    if (rule->masters == AB_MASTERS_SUM) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "masters: sum counts the regions of two meshes twice; regions within "
                            "contours are the same for both, use masters: mean");
    }
    return AB_OK;
}
