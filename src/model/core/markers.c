// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// markers.c - frames fixed to bodies, by name: "world", "arm", "arm.tip", "world.pole".

#include "model/core/markers.h"

#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "model/core/model.h"
#include "model/core/orientation.h"

enum { FULL_NAME = 210 }; // two names of at most 100 characters with a dot between

static const char *full_name(const abModel *model, int body, const char *name, char *out) {
    snprintf(out, FULL_NAME, "%.100s.%.100s", ab_model_body_name(model, (abBodyId){body + 1}),
             name);
    return out;
}

abResult ab_model_add_marker(abModel *model, abBodyId body, const abMarkerDef *def,
                             abError *error) {
    char name[FULL_NAME];
    AB_TRY(ab_model_check_open(model, def->place, error));
    AB_TRY(ab_model_check_name("marker", def->name, def->place, error));
    if (body.index < 0 || body.index > (int)model->body_count) {
        return ab_error_add(error, AB_USAGE, def->place, "no such body for the marker %s",
                            def->name);
    }
    full_name(model, body.index - 1, def->name, name);
    AB_TRY(ab_model_check_new(&model->marker_names, "marker", name, def->place, error));
    abMarkerEntry entry = {.def = *def, .body = body.index - 1};
    abMarkerEntry *added = AB_MODEL_ADD(model, marker_defs, marker_count, entry);
    const char *kept = name;
    bool ok = added != NULL &&
              AB_MODEL_OWN(model, &added->def.name, &added->def.place.file, &kept) &&
              ab_model_store_name(&model->marker_names, kept, model->marker_count - 1, def->place);
    return ok ? AB_OK : ab_no_memory(error, def->place, "for a marker");
}

int ab_model_find_marker(const abModel *model, const char *name) {
    if (strcmp(name, "world") == 0) {
        return 0;
    }
    int body = ab_model_find_body(model, name).index;
    if (body > 0) {
        return body;
    }
    int marker = ab_model_find_named(&model->marker_names, name);
    return marker >= 0 ? 1 + (int)model->body_count + marker : -1;
}

abResult ab_model_need_marker(const abModel *model, const char *what, const char *name,
                              abPlace place, int *out, abError *error) {
    enum { WORDS = 128 };
    *out = ab_model_find_marker(model, name);
    if (*out >= 0) {
        return AB_OK;
    }
    char names[WORDS][FULL_NAME];
    const char *words[2 * WORDS + 2] = {"world"};
    int count = 1;
    for (size_t m = 0; m < model->marker_count && m < WORDS; m++) {
        const abMarkerEntry *entry = &model->marker_defs[m];
        words[count++] = full_name(model, entry->body, entry->def.name, names[m]);
    }
    for (size_t b = 0; b < model->body_count && b < WORDS; b++) {
        words[count++] = model->body_defs[b].name;
    }
    const char *near = ab_nearest_word(name, words);
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "%s names %.100s, which is neither a body nor a marker%s%s%s", what, name,
                        near != NULL ? " (did you mean " : "; a marker is written BODY.MARKER",
                        near != NULL ? near : "", near != NULL ? "?)" : "");
}

bool ab_marker_is_attached(const abMarkerDef *def) {
    return def->interface != NULL || def->node >= 0;
}

static abResult compile_marker(const abModel *model, const abMarkerEntry *entry, abMarker *out,
                               abError *error) {
    const abMarkerDef *def = &entry->def;
    abQuat q;
    AB_TRY(ab_compile_orientation(def->orientation, def->rotation, "marker", def->name, def->place,
                                  &q, error));
    *out = (abMarker){.body = entry->body, .X_CM = {ab_quat_to_matrix(q), def->position}};
    if (entry->body >= 0) {
        out->X_CM.p = ab_sub(def->position, model->bodies[entry->body].p_BC);
    }
    return AB_OK;
}

abResult ab_compile_markers(abModel *model, abError *error) {
    size_t bodies = model->body_count;
    model->markers = AB_ARENA_NEW(&model->arena, abMarker, 1 + bodies + model->marker_count);
    if (model->markers == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for markers");
    }
    model->markers[0] = (abMarker){.body = -1, .X_CM = ab_pose_identity()};
    for (size_t b = 0; b < bodies; b++) {
        abPose X_CB = {ab_pose_identity().R, ab_scale(-1.0, model->bodies[b].p_BC)};
        model->markers[1 + b] = (abMarker){.body = (int)b, .X_CM = X_CB};
    }
    abResult result = AB_OK;
    for (size_t m = 0; m < model->marker_count; m++) {
        result = ab_worse(result, compile_marker(model, &model->marker_defs[m],
                                                 &model->markers[1 + bodies + m], error));
    }
    return result;
}
