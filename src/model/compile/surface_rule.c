// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_rule.c - whether a rule lets two shapes touch by their surfaces, and by which of the two.

#include "model/compile/surface_rule.h"

#include "base/no_memory.h"
#include "collide/pressure/surface_points.h"
#include "law/core/law.h"
#include "model/compile/may_touch.h"
#include "model/core/model.h"
#include "model/rules/selectors.h"
#include "shape/kinds/box_surface.h"

static const abNormalLaw *law_of(const abContactRuleDef *rule) {
    return ab_normal_law((abNormalLawKind)rule->normal_law);
}

static bool is_asked_for(const abContactRuleDef *rule) {
    return rule->manifold == AB_MANIFOLD_FACES || rule->manifold == AB_MANIFOLD_VERTICES;
}

// The first and second of a rule are its selectors; where both name both shapes, the shapes in
// their order.
static bool is_turned(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                      const abContactRuleDef *rule) {
    int i = (int)(a - model->shapes), j = (int)(b - model->shapes);
    return !(ab_model_selects(model, rule->between[0], i) &&
             ab_model_selects(model, rule->between[1], j));
}

// Which surfaces are to carry points, whether they can or not.
static int wanted_sides(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                        const abContactRuleDef *rule) {
    bool turned = is_turned(model, a, b, rule);
    switch ((abPenetrating)rule->penetrating) {
    case AB_PENETRATING_FIRST:
        return turned ? AB_SURFACE_OF_B : AB_SURFACE_OF_A;
    case AB_PENETRATING_SECOND:
        return turned ? AB_SURFACE_OF_A : AB_SURFACE_OF_B;
    case AB_PENETRATING_BOTH:
        return AB_SURFACE_OF_BOTH;
    case AB_PENETRATING_AUTO:
        break;
    }
    return ab_surface_finer(a->pressed, b->pressed);
}

bool ab_friction_fits_surfaces(const abFrictionLaw *friction) {
    bool has_history = friction->tangential != NULL && !friction->tangential->is_spread;
    return !has_history && friction->code.open == NULL;
}

static bool has_flat_sides(const abShape *shape) {
    return shape->kind == AB_SHAPE_PLANE || ab_is_sharp_box(shape);
}

static bool may_be_default(const abContactRuleDef *rule) {
    return rule->manifold == AB_MANIFOLD_FULL && law_of(rule)->spread == AB_LAW_SPREAD;
}

// Where a pressure is carried by surfaces though the rule does not say so: of meshes always; of boxes
// on what is flat too, as the few points of a patch, whose areas follow how faces lie on each other,
// gain energy where a box tumbles. What a round body covers of a box is small beside its triangles.
static bool is_default(const abBodyShape *a, const abBodyShape *b, const abContactRuleDef *rule) {
    if (!may_be_default(rule)) {
        return false;
    }
    bool has_mesh = a->shape.surface != NULL || b->shape.surface != NULL;
    bool are_flat = has_flat_sides(&a->shape) && has_flat_sides(&b->shape);
    return has_mesh ||
           (are_flat && rule->masters != AB_MASTERS_SUM &&
            ab_friction_fits_surfaces(ab_friction_law((abFrictionLawKind)rule->friction_law)));
}

bool ab_model_surface(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                      const abContactRuleDef *rule, abSurfaceSpec *spec) {
    if (!(is_asked_for(rule) || is_default(a, b, rule)) ||
        !ab_has_surface(a->pressed, b->pressed)) {
        return false;
    }
    *spec = (abSurfaceSpec){.rule = rule->manifold == AB_MANIFOLD_VERTICES ? AB_SURFACE_VERTICES
                                                                           : AB_SURFACE_FACES,
                            .sides = wanted_sides(model, a, b, rule),
                            .by_region = rule->vertex_area == AB_VERTEX_AREA_REGION,
                            .by_point = law_of(rule)->spread == AB_LAW_NOT_SPREAD};
    return true;
}

// ---- boxes that carry a pressure ----

static bool names_both(const abModel *model, const abContactRuleDef *rule, int i, int j) {
    return (ab_model_selects(model, rule->between[0], i) &&
            ab_model_selects(model, rule->between[1], j)) ||
           (ab_model_selects(model, rule->between[0], j) &&
            ab_model_selects(model, rule->between[1], i));
}

// Whether a rule asks for the surfaces of a shape and of another that has none either; a mesh has,
// and presses alone unless the rule says who penetrates.
static bool is_asked_to_press(const abModel *model, int box) {
    for (size_t r = 0; r < model->rule_count; r++) {
        const abContactRuleDef *rule = &model->rules[r];
        bool may = is_asked_for(rule) || may_be_default(rule);
        for (int j = 0; may && j < (int)model->shape_count; j++) {
            const abBodyShape *other = &model->shapes[j];
            bool is_wanted = is_asked_for(rule) || is_default(&model->shapes[box], other, rule);
            bool is_left =
                other->shape.kind == AB_SHAPE_MESH && rule->penetrating == AB_PENETRATING_AUTO;
            if (is_wanted && !is_left && other->collides &&
                other->body != model->shapes[box].body && names_both(model, rule, box, j)) {
                return true;
            }
        }
    }
    return false;
}

abResult ab_model_find_pressed(abModel *model, abError *error) {
    for (int i = 0; i < (int)model->shape_count; i++) {
        abBodyShape *box = &model->shapes[i];
        box->pressed = &box->shape;
        if (!ab_is_sharp_box(&box->shape) || !box->collides || !is_asked_to_press(model, i)) {
            continue;
        }
        if (!ab_box_surface(&box->shape, &model->arena, &box->pressed)) {
            return ab_no_memory(error, (abPlace){0}, "for the sides of boxes");
        }
    }
    return AB_OK;
}

// ---- what a user may get wrong ----

static abResult check_law(const abContactRuleDef *rule, abPlace place, abError *error) {
    const abNormalLaw *normal = law_of(rule);
    const abFrictionLaw *friction = ab_friction_law((abFrictionLawKind)rule->friction_law);
    if (normal->spread == AB_LAW_NOT_SPREAD && rule->manifold == AB_MANIFOLD_FACES) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "manifold: faces needs a law that is a pressure, foundation or volume, "
            "or plugin, which is told the area; %s is the force of a point and acts "
            "with manifold: vertices",
            normal->table->name);
    }
    if (normal->is_condition != NULL && normal->is_condition(rule->normal.data)) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "manifold: vertices needs a law that has a force, and %s is a condition "
            "here; it holds the points of manifold: full",
            normal->table->name);
    }
    if (normal->spread == AB_LAW_NOT_SPREAD && rule->vertex_area != AB_VERTEX_AREA_LOCAL) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "vertex_area: region says over which area a vertex presses; those of %s "
            "press by their depth alone",
            normal->table->name);
    }
    if (!ab_friction_fits_surfaces(friction)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s friction cannot act on the many points of a surface; use coulomb, "
                            "bristle, regularized, static_dynamic or none",
                            friction->table->name);
    }
    return AB_OK;
}

static abResult check_side(const abBodyShape *shape, const abContactRuleDef *rule, abPlace place,
                           abError *error) {
    static const char *const words[] = {"auto", "first", "second", "both"};
    return shape->pressed->surface != NULL
               ? AB_OK
               : ab_error_add(error, AB_BAD_MODEL, place,
                              "penetrating: %s, but %s has no faces or vertices of its own: it is "
                              "no box and no mesh with collide: surface",
                              words[rule->penetrating], shape->name);
}

abResult ab_model_check_surface(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                                const abContactRuleDef *rule, abPlace place, abError *error) {
    abSurfaceSpec spec;
    bool has_surface = ab_model_surface(model, a, b, rule, &spec);
    if (!has_surface && is_asked_for(rule)) {
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "manifold: %s, but neither is a box or a mesh with collide: surface; use "
            "manifold: full",
            rule->manifold == AB_MANIFOLD_FACES ? "faces" : "vertices");
    }
    if (!has_surface) {
        return AB_OK;
    }
    AB_TRY(check_law(rule, place, error));
    if (rule->masters == AB_MASTERS_SUM) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "masters: sum counts the regions of two meshes twice; surfaces that "
                            "carry a pressure have none, use penetrating: both");
    }
    abResult first = spec.sides & AB_SURFACE_OF_A ? check_side(a, rule, place, error) : AB_OK;
    abResult second = spec.sides & AB_SURFACE_OF_B ? check_side(b, rule, place, error) : AB_OK;
    return first != AB_OK ? first : second;
}

// A key that only acts on the many points of a surface; NULL: none is given.
static const char *surface_key(const abContactRuleDef *rule) {
    return rule->maps                                  ? "maps"
           : rule->thickness_field != NULL             ? "thickness_field"
           : rule->youngs_modulus_field != NULL        ? "youngs_modulus_field"
           : rule->penetrating != AB_PENETRATING_AUTO  ? "penetrating"
           : rule->vertex_area != AB_VERTEX_AREA_LOCAL ? "vertex_area"
                                                       : NULL;
}

static bool has_surface_pair(const abModel *model, const abContactRuleDef *rule, bool *has_pair) {
    abSurfaceSpec spec;
    for (int i = 0; i < (int)model->shape_count; i++) {
        for (int j = i + 1; j < (int)model->shape_count; j++) {
            const abInteraction *interaction =
                ab_model_may_touch(model, i, j) ? ab_model_interaction(model, i, j) : NULL;
            if (interaction == NULL || interaction->rule != rule) {
                continue;
            }
            *has_pair = true;
            if (ab_model_surface(model, &model->shapes[i], &model->shapes[j], rule, &spec)) {
                return true;
            }
        }
    }
    return false;
}

abResult ab_model_check_surface_keys(const abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t r = 0; r < model->rule_count; r++) {
        const abContactRuleDef *rule = &model->rules[r];
        const char *key = surface_key(rule);
        bool has_pair = false;
        if (rule->vertex_area != AB_VERTEX_AREA_LOCAL && rule->manifold != AB_MANIFOLD_VERTICES) {
            result = ab_error_add(error, AB_BAD_MODEL, rule->place,
                                  "vertex_area acts with manifold: vertices only");
        } else if (key != NULL && !has_surface_pair(model, rule, &has_pair) && has_pair) {
            result = ab_error_add(
                error, AB_BAD_MODEL, rule->place,
                "%s acts where a surface carries the contact, and no pair of this "
                "rule does that: it takes the law foundation, volume or plugin, manifold: "
                "full, faces or vertices, and a mesh with collide: surface",
                key);
        }
    }
    return result;
}
