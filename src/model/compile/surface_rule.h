// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// surface_rule.h - whether a rule lets two shapes touch by their surfaces, and by which of the
// two.

#ifndef AB_SURFACE_RULE_H
#define AB_SURFACE_RULE_H

#include "collide/pressure/surface_points.h"
#include "model/core/model.h"

// Whether two shapes touch by their surfaces, part by part, and by which: see surface_points.h.
bool ab_model_surface(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                      const abContactRuleDef *rule, abSurfaceSpec *spec);
// Whether a friction law can act on surfaces: not with a history of its own kind, nor as code of users.
bool ab_friction_fits_surfaces(const abFrictionLaw *friction);
// How each shape carries a pressure: boxes by their sides on what is flat, and where a rule says
// manifold: faces or vertices of them and of shapes that are no meshes; all others as they are.
abResult ab_model_find_pressed(abModel *model, abError *error);
// Adds a problem where a rule asks for what this pair does not have.
abResult ab_model_check_surface(const abModel *model, const abBodyShape *a, const abBodyShape *b,
                                const abContactRuleDef *rule, abPlace place, abError *error);
// Adds a problem for each rule with keys that act on none of its pairs.
abResult ab_model_check_surface_keys(const abModel *model, abError *error);

#endif
