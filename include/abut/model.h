// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/model.h - build a model from definitions, compile it, ask it for names.
//
// Life of a model: create, add things in any order, compile (finds every wrong reference and
// impossible value, up to 50 at once), then constant. Several simulations may share one model.

#ifndef ABUT_MODEL_H
#define ABUT_MODEL_H

#include "abut/definitions.h"
#include "abut/export.h"
#include "abut/log.h"
#include "abut/memory.h"
#include "abut/result.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abModel abModel;

// A body of a model; index 0 is none. From ab_model_add_body or ab_model_find_body.
typedef struct abBodyId {
    int index;
} abBodyId;

// AB_IO for want of memory.
ABUT_API abResult ab_model_create(abAllocator allocator, abLog log, abModel **out, abError *error);
ABUT_API void ab_model_destroy(abModel *model);

// Adding checks only what can be said without the rest; AB_BAD_MODEL for a wrong value or a name
// already taken, AB_USAGE after compiling. Texts are copied.
ABUT_API abResult ab_model_add_material(abModel *model, const abMaterialDef *def, abError *error);
ABUT_API abResult ab_model_add_material_pair(abModel *model, const abMaterialPairDef *def,
                                             abError *error);
ABUT_API abResult ab_model_add_body(abModel *model, const abBodyDef *def, abBodyId *out,
                                    abError *error);
// Adds a shape to the body. Mesh files are looked for relative to `folder` (NULL: working folder).
ABUT_API abResult ab_model_add_shape(abModel *model, abBodyId body, const abShapeDef *def,
                                     const char *folder, abError *error);
// Adds a marker to the body, or to the world for the id none.
ABUT_API abResult ab_model_add_marker(abModel *model, abBodyId body, const abMarkerDef *def,
                                      abError *error);
ABUT_API abResult ab_model_add_contact_rule(abModel *model, const abContactRuleDef *def,
                                            abError *error);
// A field that rules may name. Texts and numbers are copied.
ABUT_API abResult ab_model_add_field(abModel *model, const abFieldDef *def, abError *error);
// Shapes that selector `a` names never touch those that `b` names, whatever the rules say.
ABUT_API abResult ab_model_exclude(abModel *model, const char *a, const char *b, abPlace place,
                                   abError *error);
ABUT_API abResult ab_model_add_joint(abModel *model, const abJointDef *def, abError *error);
ABUT_API abResult ab_model_add_force(abModel *model, const abForceDef *def, abError *error);
// What expressions may use beside time and measures of the motion. Texts and numbers are copied.
ABUT_API abResult ab_model_add_variable(abModel *model, const abVariableDef *def, abError *error);
ABUT_API abResult ab_model_add_state(abModel *model, const abStateDef *def, abError *error);
ABUT_API abResult ab_model_add_spline(abModel *model, const abSplineDef *def, abError *error);
ABUT_API abResult ab_model_add_sensor(abModel *model, const abSensorDef *def, abError *error);
// Path and value are looked at when a simulation is made.
ABUT_API abResult ab_model_add_change(abModel *model, const abChangeDef *def, abError *error);
// An output by an expression; its name is then the name of a series.
ABUT_API abResult ab_model_add_request(abModel *model, const abRequestDef *def, abError *error);
// When not called, SI.
ABUT_API void ab_model_set_expression_units(abModel *model, const abExpressionUnits *units);
// Checks an expression whose text begins at `place`, for readers that know its place better than
// ab_model_compile() does. What it names must have been added. `is_of_time`: it may depend on time
// alone, as a motion.
ABUT_API abResult ab_model_check_expression(abModel *model, const char *text, abPlace place,
                                            bool is_of_time, abError *error);
// Series that the user wants recorded by name; checked by whoever records.
ABUT_API abResult ab_model_add_output(abModel *model, const char *series, abPlace place,
                                      abError *error);
ABUT_API void ab_model_set_gravity(abModel *model, const abGravityDef *gravity);
ABUT_API void ab_model_set_simulation(abModel *model, const abSimulationDef *simulation);

// Resolves names, computes mass properties, pairs, rules and the initial state, and closes the
// model. Adds all problems found. Overlaps at the start are logged as warnings with their depth.
ABUT_API abResult ab_model_compile(abModel *model, abError *error);

// The model checks of `abut check`: logs a warning for each value of a compiled model that is
// allowed and will not do what it seems to say, or is hardly meant. AB_BAD_MODEL for outputs that
// do not exist, AB_NUMERICS for a start that is impossible, AB_IO for want of memory.
ABUT_API abResult ab_model_check(const abModel *model, abLog log, abError *error);

ABUT_API const abSimulationDef *ab_model_simulation(const abModel *model);
ABUT_API int ab_model_body_count(const abModel *model);
ABUT_API abBodyId ab_model_find_body(const abModel *model, const char *name);
ABUT_API const char *ab_model_body_name(const abModel *model, abBodyId body);
// Shapes and joints by their numbers, from 0; a shape is named "body.shape". -1 and "" for none.
ABUT_API int ab_model_shape_count(const abModel *model);
ABUT_API int ab_model_find_shape(const abModel *model, const char *name);
ABUT_API const char *ab_model_shape_name(const abModel *model, int shape);
ABUT_API int ab_model_joint_count(const abModel *model);
ABUT_API int ab_model_find_joint(const abModel *model, const char *name);
ABUT_API const char *ab_model_joint_name(const abModel *model, int joint);
ABUT_API int ab_model_sensor_count(const abModel *model);
ABUT_API const char *ab_model_sensor_name(const abModel *model, int sensor);
ABUT_API int ab_model_output_count(const abModel *model);
ABUT_API const char *ab_model_output(const abModel *model, int index, abPlace *place);

// Parameters chosen by name. `list` is "shape", "normal law", "friction law", "joint" or "force".
// The kind's number, or -1 when there is none of that name.
ABUT_API int ab_kind_find(const char *list, const char *name);
// Sets the defaults of that kind; then single values by key. AB_USAGE for an unknown key or kind,
// AB_BAD_MODEL for a value outside its range.
ABUT_API abResult ab_params_init(abParams *params, const char *list, int kind);
ABUT_API abResult ab_params_set(abParams *params, const char *list, int kind, const char *key,
                                double value, abError *error);
// The same for keys that are vectors (the size of a box, the points of a spring) ...
ABUT_API abResult ab_params_set_vector(abParams *params, const char *list, int kind,
                                       const char *key, abVec3 value, abError *error);
// ... and for texts, expressions of time, and words (of a choice, or where one may stand in place
// of a number, as `curvature` for a stiffness). The text must live until the definition is added.
ABUT_API abResult ab_params_set_text(abParams *params, const char *list, int kind, const char *key,
                                     const char *value, abError *error);
// ... and for lists of texts or words (the parts of a mesh, its repairs), NULL-terminated. A list
// of texts must live until the definition is added.
ABUT_API abResult ab_params_set_list(abParams *params, const char *list, int kind, const char *key,
                                     const char *const *values, abError *error);

#ifdef __cplusplus
}
#endif

#endif
