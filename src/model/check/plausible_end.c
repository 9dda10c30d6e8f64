// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plausible_end.c - what a run came to, beside the sizes of its bodies: bodies within each other, or
// gone for ever, and energy that came from nowhere.

#include <stdio.h>

#include "collide/patch/patch.h"
#include "law/core/law.h"
#include "math/core/vector_math.h"
#include "model/check/plausibility.h"
#include "model/check/tolerances.def"
#include "model/compile/may_touch.h"
#include "model/compile/surface_rule.h"
#include "shape/kinds/box_surface.h"

#define TELL(log, ...) ab_log((log), AB_LOG_WARNING, AB_IMPLAUSIBLE __VA_ARGS__)

static double size_of(const abModel *model, int body) {
    double bound = body >= 0 ? model->bodies[body].bound : 0.0;
    return bound > 0.0 && isfinite(bound) ? bound : INFINITY;
}

static void check_depth(const abModel *model, const abRunEnd *end, const abLog *log) {
    int a = end->worst_bodies[0], b = end->worst_bodies[1];
    double size = fmin(size_of(model, a), size_of(model, b));
    if (a >= 0 && b >= 0 && end->worst_depth > s_deep_contact * size) {
        TELL(log,
             "%s and %s were %.3g m within each other, %.2g times the size of the smaller, %.3g m: "
             "write a stiffer law or material, or shorter steps",
             model->bodies[a].name, model->bodies[b].name, end->worst_depth,
             end->worst_depth / size, size);
    }
}

// What weights and contacts do over as far as places are known, by the tolerance: of less the book
// says nothing, and what rests turns over no more.                                       [J]
static double unknown_energy(const abModel *model, double load) {
    double weight = load;
    for (size_t b = 0; b < model->body_count; b++) {
        bool moves = model->bodies[b].inverse_mass > 0.0;
        weight += moves ? model->bodies[b].mass * ab_norm(model->gravity.uniform) : 0.0;
    }
    return weight * model->size * ab_simulation_tolerance(&model->simulation);
}

// A pair whose pressure acts on the few points of a patch: their areas follow how faces lie on each
// other, and no energy of the overlap does that. NULL: there is none.
static const abInteraction *pressure_on_patch(const abModel *model, int *a, int *b) {
    abSurfaceSpec spec;
    bool any = false;
    for (int i = 0; i < model->interaction_count; i++) {
        any = any || model->interactions[i].normal->spread == AB_LAW_SPREAD;
    }
    for (*a = 0; any && *a < (int)model->shape_count; ++*a) {
        for (*b = *a + 1; *b < (int)model->shape_count; ++*b) {
            const abBodyShape *A = &model->shapes[*a], *B = &model->shapes[*b];
            const abInteraction *interaction =
                ab_model_may_touch(model, *a, *b) ? ab_model_interaction(model, *a, *b) : NULL;
            if (interaction != NULL && interaction->normal->spread == AB_LAW_SPREAD &&
                ab_patch_has_area(&A->shape, &B->shape) &&
                !ab_model_surface(model, A, B, interaction->rule, &spec)) {
                return interaction;
            }
        }
    }
    return NULL;
}

enum { MENDING = 400 };

// What to write instead.
static void say_mending(const abModel *model, char text[MENDING]) {
    int a, b;
    const abInteraction *interaction = pressure_on_patch(model, &a, &b);
    if (interaction == NULL) {
        snprintf(text, MENDING, "write shorter steps or a smaller tolerance");
    } else {
        bool any_box =
            ab_is_sharp_box(&model->shapes[a].shape) || ab_is_sharp_box(&model->shapes[b].shape);
        snprintf(text, MENDING,
                 "the law %s acts on %.60s and %.60s by a few points, and keeps no energy where "
                 "their faces tilt on each other: %s",
                 interaction->normal->table->name, model->shapes[a].name, model->shapes[b].name,
                 any_box && !ab_friction_fits_surfaces(interaction->friction)
                     ? "with friction: coulomb or bristle the sides of boxes carry it"
                 : any_box ? "write manifold: faces in their rule"
                           : "write one of them as a mesh with collide: surface");
    }
}

static void check_energy(const abModel *model, const abRunEnd *end, const abLog *log) {
    char mending[MENDING];
    double allowed = fmax(s_lost_energy * end->energy_scale, unknown_energy(model, end->load));
    if (!(fmax(end->energy_drift, -end->least_loss) > allowed)) {
        return;
    }
    say_mending(model, mending);
    if (end->energy_drift > allowed) {
        TELL(log,
             "the energy book is off by %.3g J, %.2g of the %.3g J turned over: the motion is not "
             "that of these laws; %s",
             end->energy_drift, end->energy_drift / end->energy_scale, end->energy_scale, mending);
    }
    if (-end->least_loss > allowed) {
        TELL(log,
             "contacts, friction or dampers gave %.3g J, %.2g of the %.3g J turned over, and they "
             "only take: energy has come from nothing; %s",
             -end->least_loss, -end->least_loss / end->energy_scale, end->energy_scale, mending);
    }
}

// How far a body is from where it was, beside the scene; and whether it still falls freely.
static void check_body(const abModel *model, const abRunEnd *end, int b, const abLog *log) {
    const abBody *body = &model->bodies[b];
    double scene = fmax(model->size, body->bound), speed = ab_norm(end->v[b]);
    abVec3 moved = ab_sub(end->p[b], model->body_defs[b].position);
    double g = ab_norm(model->gravity.uniform), span = end->time - model->simulation.start_time;
    double before = ab_norm(body->v_WC), way = ab_norm(moved);
    if (speed > s_fastest && before < s_fastest) {
        TELL(log, "body %s moves at %.3g m/s at the end, %.3g m from where it began", body->name,
             speed, way);
    } else if (g > 0.0 && way > s_far * scene) {
        double fallen = ab_dot(moved, model->gravity.uniform) / g;
        double falling = ab_dot(end->v[b], model->gravity.uniform) / g;
        if (fallen > 0.5 * way && falling * falling > g * fallen) {
            TELL(log,
                 "body %s has fallen %.3g m in %.3g s and falls on at %.3g m/s: nothing holds it; "
                 "the scene is %.3g m in size",
                 body->name, fallen, span, falling, scene);
        }
    }
}

enum { BODIES_TOLD = 3 };

void ab_check_plausible_end(const abModel *model, const abRunEnd *end, const abLog *log) {
    check_depth(model, end, log);
    check_energy(model, end, log);
    int told = 0;
    for (int b = 0; b < (int)model->body_count && told < BODIES_TOLD; b++) {
        if (model->bodies[b].inverse_mass > 0.0) {
            check_body(model, end, b, log);
        }
    }
}
