// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile.c - from definitions to a compiled model: the table of contents.

#include "model/check/start_overlaps.h"
#include "model/check/tolerances.def"
#include "model/check/unsupported_pairs.h"
#include "model/check/unused_rules.h"
#include "model/compile/compile_attachments.h"
#include "model/compile/compile_bodies.h"
#include "model/compile/compile_contacts.h"
#include "model/compile/compile_flexible.h"
#include "model/compile/compile_forces.h"
#include "model/compile/compile_joints.h"
#include "model/compile/compile_sensors.h"
#include "model/compile/fields.h"
#include "model/compile/signals.h"
#include "model/core/markers.h"
#include "model/core/model.h"
#include "model/core/user_laws.h"

static abResult compile_simulation(const abModel *model, abError *error) {
    const abSimulationDef *s = &model->simulation;
    if (!(s->end_time > s->start_time)) {
        return ab_error_add(error, AB_BAD_MODEL, s->place,
                            "end_time = %.9g s is not after start_time = %.9g s", s->end_time,
                            s->start_time);
    }
    double frames = (s->end_time - s->start_time) / s->output_interval; // NAN: chosen
    if (frames > s_frames_allowed) {
        return ab_error_add(
            error, AB_BAD_MODEL, s->place,
            "output_interval = %.3g s asks for %.2g frames, more than %.0g: no disk "
            "holds them; write %.2g, or leave it out for 500 frames",
            s->output_interval, frames, s_frames_allowed, (s->end_time - s->start_time) / 1000.0);
    }
    return AB_OK;
}

// The interactions, and what their rules cannot mean.
static abResult compile_contacts(abModel *model, abError *error) {
    bool are_known = false;
    abResult contacts = ab_compile_contacts(model, &are_known, error);
    if (are_known) {
        contacts = ab_worse(contacts, ab_check_flexible_contacts(model, error));
        contacts = ab_worse(contacts, ab_model_warn_of_unused_rules(model, error));
        ab_model_warn_of_unsupported_pairs(model);
    }
    return contacts;
}

abResult ab_model_compile(abModel *model, abError *error) {
    AB_TRY(ab_model_check_open(model, (abPlace){0}, error));
    if (model->rule_count == 0) {
        abContactRuleDef everything = ab_contact_rule_def();
        AB_TRY(ab_model_add_contact_rule(model, &everything, error));
    }
    // each part goes on after its own mistakes, so that all are found; later parts need earlier
    // ones
    abResult simulation = compile_simulation(model, error);
    abResult bodies = ab_compile_bodies(model, error);
    AB_TRY(bodies);
    AB_TRY(ab_compile_markers(model, error));
    AB_TRY(ab_compile_attachments(model, error));
    abResult fields = ab_compile_fields(model, error);
    ab_model_find_laws(model);
    abResult contacts = compile_contacts(model, error);
    abResult variables = ab_compile_variables(model, error);
    abResult joints = ab_compile_joints(model, error);
    abResult forces = ab_compile_forces(model, error);
    abResult flexible = AB_OK;
    if (joints == AB_OK && forces == AB_OK) {
        flexible = ab_check_flexible_joints(model, error);
        flexible = ab_worse(flexible, ab_check_flexible_forces(model, error));
    }
    abResult states = ab_compile_states(model, error);
    abResult sensors = ab_compile_sensors(model, error);
    AB_TRY(simulation);
    AB_TRY(fields);
    AB_TRY(contacts);
    AB_TRY(variables);
    AB_TRY(joints);
    AB_TRY(forces);
    AB_TRY(flexible);
    AB_TRY(states);
    AB_TRY(sensors);
    AB_TRY(ab_compile_overlaps(model, error));
    model->is_compiled = true;
    return AB_OK;
}
