// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// model_words.c - a compiled model in a few words.

#include "command/model_words.h"
#include "model/compile/may_touch.h"
#include "model/kinds/forces.h"
#include "model/kinds/joints.h"

#include <math.h>

#include "model/core/model.h"
#include "record/scene/scene.h"

typedef struct Counts {
    int bodies[4]; // by mobility
    int shapes, joints, forces;
    int freedoms;   // of motion, without the constraints of joints
    int modes;      // of flexible bodies, beside these
    int rows;       // that joints take
    long pairs;     // of shapes that may touch; -1: no memory to count them
    long pairs_all; // of shapes
} Counts;

static Counts count_parts(const abModel *model) {
    static const int freedoms[] = {[AB_MOBILITY_FREE] = 6, [AB_MOBILITY_PLANAR] = 3};
    Counts counts = {.shapes = (int)model->shape_count,
                     .joints = (int)model->joint_count,
                     .forces = (int)model->force_count,
                     .rows = model->row_count};
    for (size_t i = 0; i < model->body_count; i++) {
        abMobility mobility = model->bodies[i].mobility;
        counts.bodies[mobility]++;
        const abModalBody *flexible = model->bodies[i].flexible;
        counts.modes += flexible != NULL ? flexible->mode_count : 0;
        counts.freedoms += mobility <= AB_MOBILITY_PLANAR ? freedoms[mobility] : 0;
    }
    counts.pairs = ab_model_count_pairs(model);
    counts.pairs_all = (long)counts.shapes * (counts.shapes - 1) / 2;
    return counts;
}

void model_text(const abModel *model, FILE *out) {
    Counts c = count_parts(model);
    const abSimulationDef *s = &model->simulation;
    fprintf(out, "  bodies      %d:", (int)model->body_count);
    for (int i = 0, some = 0; i < 4; i++) {
        if (c.bodies[i] > 0) {
            fprintf(out, "%s %d %s", some++ > 0 ? "," : "", c.bodies[i], ab_mobility_names[i]);
        }
    }
    fprintf(out, "; %d shapes\n", c.shapes);
    fprintf(out, "  freedom     %d degrees", c.freedoms);
    if (c.modes > 0) {
        fprintf(out, " and %d mode%s", c.modes, c.modes == 1 ? "" : "s");
    }
    if (c.joints > 0) {
        fprintf(out, ", less %d constraint%s of %d joint%s", c.rows, c.rows == 1 ? "" : "s",
                c.joints, c.joints == 1 ? "" : "s");
    }
    if (c.pairs >= 0) {
        fprintf(out, "\n  contact     %ld of %ld pairs of shapes may touch", c.pairs, c.pairs_all);
    }
    fprintf(out, "\n");
    if (c.forces > 0) {
        fprintf(out, "  forces      %d\n", c.forces);
    }
    double span = s->end_time - s->start_time;
    double interval = isnan(s->output_interval) ? span / 500.0 : s->output_interval;
    fprintf(out, "  run         %.6g s to %.6g s, tolerance %.3g, a frame every %.3g s\n",
            s->start_time, s->end_time, ab_simulation_tolerance(s), interval);
}

// Mass, centre of mass in the body's frame, inertia about it: moments, and products if there are any.
static void print_mass(const abBody *body, FILE *out) {
    const double(*I)[3] = body->inertia.m;
    abVec3 c = body->p_BC;
    fprintf(out, ", %.6g kg, centre of mass [%.6g, %.6g, %.6g] m, inertia [%.6g, %.6g, %.6g",
            body->mass, c.x, c.y, c.z, I[0][0], I[1][1], I[2][2]);
    double most = fmax(I[0][0], fmax(I[1][1], I[2][2]));
    if (fmax(fabs(I[0][1]), fmax(fabs(I[0][2]), fabs(I[1][2]))) > 1e-9 * most) {
        fprintf(out, ", %.6g, %.6g, %.6g", I[0][1], I[0][2], I[1][2]);
    }
    fprintf(out, "] kg m^2");
}

static void body_details(const abModel *model, FILE *out) {
    for (size_t i = 0; i < model->body_count; i++) {
        const abBody *body = &model->bodies[i];
        fprintf(out, "  body %s: %s", body->name, ab_mobility_names[body->mobility]);
        if (body->inverse_mass > 0.0) {
            print_mass(body, out);
        }
        for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
            const abBodyShape *shape = &model->shapes[s];
            fprintf(out, "%s %s", s == body->first_shape ? ";" : ",",
                    ab_shape_type(shape->shape.kind)->table->name);
            if (shape->material != NULL) {
                fprintf(out, " (%s)", shape->material);
            }
        }
        fprintf(out, "\n");
    }
}

void model_details(const abModel *model, FILE *out) {
    body_details(model, out);
    for (int i = 0; i < model->interaction_count; i++) {
        const abInteraction *law = &model->interactions[i];
        fprintf(out, "  contact %s, %s: %s, friction %s", law->rule->between[0],
                law->rule->between[1], law->normal->table->name, law->friction->table->name);
        if (isfinite(law->coefficients.restitution)) {
            fprintf(out, "; restitution %.4g, sliding friction %.4g, rolling resistance %.4g",
                    law->coefficients.restitution, law->coefficients.sliding_friction,
                    law->coefficients.rolling_resistance);
        }
        fprintf(out, "\n");
    }
    for (size_t i = 0; i < model->joint_count; i++) {
        fprintf(out, "  joint %s: %s, %s and %s\n", model->joints[i].name,
                ab_joint_type(model->joints[i].kind)->table->name, model->joint_defs[i].between[0],
                model->joint_defs[i].between[1]);
    }
    for (size_t i = 0; i < model->force_count; i++) {
        fprintf(out, "  force %s: %s, %s and %s\n", model->forces[i].name,
                ab_force_kind_table(model->forces[i].kind)->name, model->force_defs[i].between[0],
                model->force_defs[i].between[1]);
    }
}

void model_json(abJson *json, const abModel *model) {
    Counts c = count_parts(model);
    ab_json_integer(json, "bodies", (int)model->body_count);
    ab_json_integer(json, "shapes", c.shapes);
    ab_json_integer(json, "degrees_of_freedom", c.freedoms);
    if (c.modes > 0) {
        ab_json_integer(json, "modes", c.modes);
    }
    ab_json_integer(json, "constraints", c.rows);
    ab_json_integer(json, "joints", c.joints);
    ab_json_integer(json, "forces", c.forces);
    ab_json_integer(json, "contact_pairs", c.pairs);
    ab_json_open(json, "masses", '[');
    for (size_t i = 0; i < model->body_count; i++) {
        const abBody *body = &model->bodies[i];
        if (body->inverse_mass > 0.0) {
            ab_json_open(json, NULL, '{');
            ab_json_text(json, "body", body->name);
            ab_json_number(json, "mass", body->mass);
            ab_json_vec3(json, "center_of_mass", body->p_BC);
            ab_json_numbers(json, "inertia", &body->inertia.m[0][0], 9);
            ab_json_close(json, '}');
        }
    }
    ab_json_close(json, ']');
}

void model_warning_json(void *json, const char *sentence) {
    ab_json_text(json, NULL, sentence);
}
