// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contour_rule.h - whether a rule lets two shapes touch by regions within contours, and what it
// says of them; whether by their hulls.

#ifndef AB_CONTOUR_RULE_H
#define AB_CONTOUR_RULE_H

#include "model/core/model.h"

// Whether two shapes touch by regions within contours: see contour_patch.h.
bool ab_model_contours(const abBodyShape *a, const abBodyShape *b, const abInteraction *interaction,
                       abContourSpec *spec);
// Whether two shapes, one a mesh as it is, touch by the patch of their hulls: see contour_rule.c.
bool ab_model_rests_on_hulls(const abBodyShape *a, const abBodyShape *b,
                             const abInteraction *interaction);
// Whether a ball or an ellipsoid meets a mesh with flat faces, by a force law, as its hull: at the
// deepest point, whose force is the slope of what is stored; that of a region is so only nearly.
bool ab_model_meets_hull(const abBodyShape *a, const abBodyShape *b,
                         const abInteraction *interaction);
// The `faces` and hulls of the shapes of a model that has meshes as they are.
abResult ab_model_find_faces(abModel *model, abError *error);
abResult ab_model_check_contours(const abBodyShape *a, const abBodyShape *b,
                                 const abContactRuleDef *rule, abPlace place, abError *error);

#endif
