// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// blind_pairs.c - says which shapes may touch by their rules and yet do not see each other, or not
// all of it.

#include "model/model.h"

// Says once for each tube that something may touch it which does not see its bore.
static void warn_of_closed_bores(const abModel *model) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abBodyShape *tube = &model->shapes[i], *other = NULL;
        for (size_t j = 0; j < model->shape_count && other == NULL; j++) {
            bool is_closed = tube->shape.kind == AB_SHAPE_TUBE && j != i &&
                             ab_closes_bore(&tube->shape, &model->shapes[j].shape) &&
                             ab_model_may_touch(model, (int)i, (int)j);
            other = is_closed ? &model->shapes[j] : NULL;
        }
        if (other != NULL) {
            ab_log(&model->log, AB_LOG_WARNING,
                   "%s meets %s (a %s) as a full cylinder; only balls, capsules and tori enter the "
                   "bore of a tube",
                   tube->name, other->name, ab_shape_type(other->shape.kind)->table->name);
        }
    }
}

// Says once for each curve and outline that it never touches a shape that it could meet.
static void warn_of_lonely_curves(const abModel *model) {
    for (size_t i = 0; i < model->shape_count; i++) {
        const abBodyShape *curve = &model->shapes[i], *other = NULL;
        for (size_t j = 0; j < model->shape_count && other == NULL; j++) {
            bool is_flat = curve->shape.curve != NULL || curve->shape.outline != NULL;
            bool is_blind = is_flat && j != i &&
                            ab_never_touch(&curve->shape, &model->shapes[j].shape) &&
                            ab_model_may_touch(model, (int)i, (int)j);
            other = is_blind ? &model->shapes[j] : NULL;
        }
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

void ab_model_warn_of_blind_pairs(const abModel *model) {
    warn_of_closed_bores(model);
    warn_of_lonely_curves(model);
}
