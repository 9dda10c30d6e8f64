// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// unsupported_pairs.c - says which shapes may touch by their rules and yet do not see each other, or not
// all of it.

#include "model/check/unsupported_pairs.h"

#include "collide/pairs/collide.h"
#include "model/compile/may_touch.h"
#include "model/core/model.h"

// For a shape that is concerned, the first other one that may touch it and of which a question about
// both is true.
static const abBodyShape *first_with(const abModel *model, size_t i,
                                     bool (*is_concerned)(const abShape *),
                                     bool (*question)(const abShape *, const abShape *)) {
    bool is_asked = is_concerned(&model->shapes[i].shape);
    for (size_t j = 0; is_asked && j < model->shape_count; j++) {
        if (j != i && question(&model->shapes[i].shape, &model->shapes[j].shape) &&
            ab_model_may_touch(model, (int)i, (int)j)) {
            return &model->shapes[j];
        }
    }
    return NULL;
}

static bool is_tube(const abShape *shape) {
    return shape->kind == AB_SHAPE_TUBE;
}

static bool is_plane_figure(const abShape *shape) {
    return shape->curve != NULL || shape->outline != NULL;
}

// Says once for each tube that something may touch it which does not see its bore.
static void warn_of_closed_bores(const abModel *model) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abBodyShape *other = first_with(model, i, is_tube, ab_closes_bore);
        if (other != NULL) {
            ab_log(&model->log, AB_LOG_WARNING,
                   "%s meets %s (a %s) as a full cylinder; only balls, capsules and tori enter the "
                   "bore of a tube",
                   model->shapes[i].name, other->name,
                   ab_shape_type(other->shape.kind)->table->name);
        }
    }
}

// Says once for each curve and outline that it never touches a shape that it could meet.
static void warn_of_lonely_curves(const abModel *model) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abBodyShape *curve = &model->shapes[i];
        const abBodyShape *other = first_with(model, i, is_plane_figure, ab_never_touch);
        if (other != NULL) {
            ab_log(&model->log, AB_LOG_WARNING, "%s %s; %s (a %s) goes through it", curve->name,
                   curve->shape.curve != NULL
                       ? "is a curve and touches only curves"
                       : "is an outline and touches only outlines, balls and planes "
                         "(a hull, box or mesh in its place touches bodies of every shape)",
                   other->name, ab_shape_type(other->shape.kind)->table->name);
        }
    }
}

void ab_model_warn_of_unsupported_pairs(const abModel *model) {
    warn_of_closed_bores(model);
    warn_of_lonely_curves(model);
}
