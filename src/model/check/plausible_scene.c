// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plausible_scene.c - bodies of a model beside each other, gravity and time: what is too heavy for
// its size, what falls for ever, what no step sees.

#include "math/core/elementary.h"
#include "model/check/candidate_pairs.h"
#include "model/check/plausibility.h"
#include "model/check/tolerances.def"
#include "model/compile/may_touch.h"
#include "model/core/prescribed.h"
#include "model/kinds/forces.h"
#include "model/kinds/tables.h"

#define TELL(log, ...) ab_log((log), AB_LOG_WARNING, AB_IMPLAUSIBLE __VA_ARGS__)

static bool falls(const abBody *body) {
    return body->mobility == AB_MOBILITY_FREE || body->mobility == AB_MOBILITY_PLANAR;
}

// ---- mass beside size ----

// The volume of a body's shapes; NAN when one has none.
static double volume_of(const abModel *model, const abBody *body) {
    double sum = 0.0;
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        const abShape *shape = &model->shapes[s].shape;
        const abShapeType *type = ab_shape_type(shape->kind);
        double known = model->shapes[s].moments.mass;
        bool is_closed = isnan(known) && type->mass != NULL;
        sum += is_closed ? type->mass(model->shape_defs[s].def.params.data, shape).mass : known;
    }
    return sum;
}

static double largest_inertia(const abBody *body) {
    return fmax(body->inertia.m[0][0], fmax(body->inertia.m[1][1], body->inertia.m[2][2]));
}

// The density that a body has at least: shapes may be a part of it alone, as the tip of a top is,
// and its inertia says how far its mass reaches.
static double least_density(const abBody *body, double volume) {
    double reach = sqrt(largest_inertia(body) / body->mass); // radius of gyration
    return body->mass / fmax(volume, 4.0 / 3.0 * AB_PI * reach * reach * reach);
}

static void check_body(const abModel *model, const abBody *body, const abBodyDef *def,
                       const abLog *log) {
    double volume = volume_of(model, body), density = body->mass / volume;
    double size = 2.0 * body->bound;
    if (!isnan(def->mass) && volume > 0.0 &&
        (least_density(body, volume) > s_densest_body || density < s_lightest_body)) {
        TELL(log,
             "body %s: mass = %.4g kg in shapes of %.3g m^3 are %.2g kg/m^3, steel has 7850; is "
             "the mass, %.4g m of size or the unit of length wrong? at 1000 kg/m^3 it has %.3g kg",
             body->name, body->mass, volume, density, size, 1000.0 * volume);
    }
    double gyration = sqrt(largest_inertia(body) / body->mass);
    if (!isnan(def->inertia.m[0][0]) && body->bound > 0.0 && gyration > s_widest * body->bound) {
        TELL(log,
             "body %s: inertia = %.4g kg m^2 is that of %.4g kg at %.3g m from its centre, its "
             "size is %.3g m; if it is in kg mm^2, write %.4g",
             body->name, largest_inertia(body), body->mass, gyration, size,
             1e-6 * largest_inertia(body));
    }
    if (!isnan(def->inertia.m[0][0]) && gyration < s_narrowest * body->bound) {
        TELL(log,
             "body %s: inertia = %.4g kg m^2 is that of %.4g kg within %.2g m of its centre, its "
             "size is %.3g m: it turns at the least touch; a ball of that size has %.2g",
             body->name, largest_inertia(body), body->mass, gyration, size,
             0.1 * body->mass * size * size);
    }
    if (body->bound > 0.0 && size < s_smallest_body * model->size) {
        TELL(log,
             "body %s: %.2g m in size in a scene of %.3g m, what is known of places errs by as "
             "much; if its lengths are in another unit, write them in m",
             body->name, size, model->size);
    }
    if (isfinite(size) && size > s_largest_body && isnan(def->mass)) {
        TELL(log,
             "body %s: %.4g m in size weighs %.2g kg; if lengths are in mm, write units: {length: "
             "mm}",
             body->name, size, body->mass);
    }
}

// ---- what nothing holds ----

// Marks two bodies; the world needs no hold.
static void hold(const abModel *model, bool *is_held, int body_a, int body_b) {
    if (body_a >= 0) {
        is_held[ab_model_owner(model, body_a)] = true;
    }
    if (body_b >= 0) {
        is_held[ab_model_owner(model, body_b)] = true;
    }
}

// Bodies that a joint or a force holds, or may hold.
static void mark_held(const abModel *model, bool *is_held) {
    for (size_t j = 0; j < model->joint_count; j++) {
        hold(model, is_held, model->joints[j].body_a, model->joints[j].body_b);
    }
    for (size_t f = 0; f < model->force_count; f++) {
        hold(model, is_held, model->forces[f].body_a, model->forces[f].body_b);
    }
}

typedef struct Fall {
    const abModel *model;
    abVec3 down; // unit
    double g;    // [m/s^2]
    double time; // of the run                                                             [s]
} Fall;

static abPose shape_pose(const abModel *model, int s) {
    return ab_pose_mul(ab_body_start(model, model->shapes[s].body), model->shapes[s].X_CS);
}

static abVec3 plane_normal(const abModel *model, int s) {
    const double *size = model->shapes[s].shape.size;
    return ab_mul(shape_pose(model, s).R, ab_vec3(size[0], size[1], size[2]));
}

// How far a plane is below a point along its fall; INFINITY when the fall leads away from it.
static double way_to_plane(const Fall *fall, int s, abVec3 p, double reach) {
    abVec3 n = plane_normal(fall->model, s);
    double above = ab_dot(n, ab_sub(p, shape_pose(fall->model, s).p)) - reach,
           towards = -ab_dot(n, fall->down);
    return towards > 0.0 && above > -2.0 * reach ? fmax(0.0, above) / towards : INFINITY;
}

// Whether a body may meet a shape on its fall straight down, with the way it drifts aside.
static bool may_meet(const Fall *fall, const abBody *body, int s) {
    const abModel *model = fall->model;
    const abShape *shape = &model->shapes[s].shape;
    if (shape->kind == AB_SHAPE_PLANE) {
        return isfinite(way_to_plane(fall, s, body->p_WC, body->bound));
    }
    abPose X = shape_pose(model, s);
    abVec3 to = ab_sub(ab_pose_point(X, shape->center), body->p_WC);
    double along = ab_dot(to, fall->down), room = shape->bound + body->bound;
    abVec3 aside = ab_add_scaled(to, -along, fall->down);
    abVec3 drift = ab_add_scaled(body->v_WC, -ab_dot(body->v_WC, fall->down), fall->down);
    return along > -room && ab_norm(aside) < room + ab_norm(drift) * fall->time;
}

static bool is_of_ground(const abModel *model, int s) {
    return model->shapes[s].shape.kind == AB_SHAPE_PLANE && model->shapes[s].collides &&
           ab_is_immobile(model, model->shapes[s].body);
}

// Whether anything is where a body falls to; `checked` counts shapes that it may touch at all. Where all
// falls away from the ground or along it, what falls too is no support.
static bool has_support(const Fall *fall, int b, bool is_left, int *checked) {
    const abModel *model = fall->model;
    const abBody *body = &model->bodies[b];
    for (int own = body->first_shape; own < body->first_shape + body->shape_count; own++) {
        for (int s = 0; s < (int)model->shape_count; s++) {
            if (ab_model_may_touch(model, own < s ? own : s, own < s ? s : own)) {
                ++*checked;
                bool falls_too = is_left && model->bodies[model->shapes[s].body].inverse_mass > 0.0;
                if (!falls_too && may_meet(fall, body, s)) {
                    return true;
                }
            }
        }
    }
    return false;
}

// A plane that gravity runs along, on which a body lies: it slides for ever, and nothing presses it.
static int plane_along(const Fall *fall, const abBody *body) {
    for (int s = 0; s < (int)fall->model->shape_count; s++) {
        if (!is_of_ground(fall->model, s)) {
            continue;
        }
        abVec3 n = plane_normal(fall->model, s);
        double above = ab_dot(n, ab_sub(body->p_WC, shape_pose(fall->model, s).p)) - body->bound;
        if (fabs(ab_dot(n, fall->down)) < s_rounded_angle && above < s_level * body->bound) {
            return s;
        }
    }
    return -1;
}

static void tell_along(const Fall *fall, int b, int s, const abLog *log) {
    const abModel *model = fall->model;
    abVec3 n = plane_normal(model, s);
    abVec3 g = model->gravity.uniform, down = ab_scale(-fall->g, n);
    TELL(log,
         "gravity = [%.4g, %.4g, %.4g] runs along %s, on which body %s lies: nothing presses it, "
         "and it falls beside it; write gravity: [%.4g, %.4g, %.4g]",
         g.x, g.y, g.z, model->shapes[s].name, model->bodies[b].name, down.x + 0.0, down.y + 0.0,
         down.z + 0.0);
}

// A plane out of which gravity points; -1 none. Not where another one takes what falls.
static int plane_left(const Fall *fall) {
    int found = -1;
    for (int s = 0; s < (int)fall->model->shape_count; s++) {
        if (!is_of_ground(fall->model, s)) {
            continue;
        }
        double out = ab_dot(plane_normal(fall->model, s), fall->down);
        if (out < -s_level) {
            return -1;
        }
        found = out > 1.0 - s_level ? s : found;
    }
    return found;
}

static void check_fall(const Fall *fall, int b, int plane, const abLog *log) {
    const abModel *model = fall->model;
    const abBody *body = &model->bodies[b];
    int checked = 0, along = plane < 0 ? plane_along(fall, body) : -1;
    double rises = -ab_dot(body->v_WC, fall->down);
    double way = 0.5 * fall->g * fall->time * fall->time - rises * fall->time;
    double far = plane >= 0 || along >= 0 ? body->bound : s_far * fmax(model->size, body->bound);
    if (rises > s_level * fall->g * fall->time || way < far ||
        has_support(fall, b, plane >= 0 || along >= 0, &checked) ||
        (checked == 0 && way < s_far * far)) {
        return;
    }
    if (plane >= 0) {
        abVec3 up = ab_scale(-1.0, model->gravity.uniform);
        TELL(log,
             "gravity = [%.4g, %.4g, %.4g] points out of %s: body %s falls away from it, %.3g m in "
             "%.3g s; write gravity: [%.4g, %.4g, %.4g]",
             -up.x, -up.y, -up.z, model->shapes[plane].name, body->name, way, fall->time,
             up.x + 0.0, up.y + 0.0, up.z + 0.0);
    } else if (along >= 0) {
        tell_along(fall, b, along, log);
    } else {
        TELL(log,
             "body %s: nothing that it may touch is below it, it falls %.3g m in %.3g s; place it "
             "above what shall hold it, or give it a joint",
             body->name, way, fall->time);
    }
}

enum { FALLS_TOLD = 3, LOOKED_AT_MAX = 1000000 };

static void check_falls(const abModel *model, const bool *is_held, const abLog *log) {
    double g = ab_norm(model->gravity.uniform);
    if (!(g > 0.0) || model->gravity.parameter != 0.0) {
        return;
    }
    Fall fall = {.model = model,
                 .down = ab_scale(1.0 / g, model->gravity.uniform),
                 .g = g,
                 .time = model->simulation.end_time - model->simulation.start_time};
    int plane = plane_left(&fall);
    size_t told = 0, budget = LOOKED_AT_MAX;
    for (size_t b = 0; b < model->body_count && told < FALLS_TOLD; b++) {
        const abBody *body = &model->bodies[b];
        size_t cost = (size_t)body->shape_count * model->shape_count;
        if (!falls(body) || is_held[b] || body->shape_count == 0 || cost > budget) {
            continue;
        }
        budget -= cost;
        check_fall(&fall, (int)b, plane, log);
        told += plane >= 0;
    }
}

static bool has_speeds(const abModel *model) {
    for (size_t i = 0; i < model->body_count; i++) {
        const abBody *body = &model->bodies[i];
        if (ab_norm2(body->v_WC) > 0.0 || ab_norm2(body->w_WB) > 0.0) {
            return true;
        }
    }
    return false;
}

static void check_rest(const abModel *model, const abLog *log) {
    size_t free = 0;
    for (size_t i = 0; i < model->body_count; i++) {
        free += falls(&model->bodies[i]);
    }
    bool is_still = free > 0 && ab_norm(model->gravity.uniform) == 0.0 &&
                    model->gravity.parameter == 0.0 && model->force_count == 0 &&
                    !has_speeds(model) && !ab_has_drives(model);
    if (is_still) {
        TELL(log,
             "nothing moves in %.3g s: gravity is 0, no body has a velocity, and there are no "
             "forces and drives; write gravity: [0, 0, -9.81]",
             model->simulation.end_time - model->simulation.start_time);
    }
}

// ---- springs ----

static double inverse_mass(const abModel *model, int body) {
    return body >= 0 ? model->bodies[ab_model_owner(model, body)].inverse_mass : 0.0;
}

static void check_spring(const abModel *model, const abForceElement *force, const abLog *log) {
    const abSpringKeys *keys = (const abSpringKeys *)&force->params;
    const abSimulationDef *s = &model->simulation;
    double inverse = inverse_mass(model, force->body_a) + inverse_mass(model, force->body_b);
    if (keys->stiffness == 0.0 && keys->damping == 0.0 && keys->preload == 0.0) {
        TELL(log,
             "force %s: a spring without stiffness, damping and preload pulls with 0 N; write "
             "stiffness: 1000, say",
             force->name);
    }
    if (!(inverse > 0.0) || !(keys->stiffness > 0.0)) {
        return;
    }
    double block = s_steel * fmax(model->size, 1e-3); // E A/L of a cube
    if (keys->stiffness > s_stiffest_spring * block) {
        TELL(log,
             "force %s: stiffness = %.4g N/m is %.2g times that of a solid cube of steel as large "
             "as the scene, %.3g m; what does not give way is a joint: {type: distance}",
             force->name, keys->stiffness, keys->stiffness / block, model->size);
    }
    double period = 2.0 * AB_PI / sqrt(keys->stiffness * inverse);
    if (s->method != AB_METHOD_EVENTS && s->step_control == AB_STEP_CONTROL_FIXED &&
        s->step > s_step_in_period * period) {
        TELL(log,
             "force %s: %.4g kg on stiffness = %.4g N/m swings with a period of %.3g s, which "
             "steps of %.3g s do not see; write step: %.1g, or step_control: adaptive",
             force->name, 1.0 / inverse, keys->stiffness, period, s->step, period / 20.0);
    }
    abVec3 a = ab_force_start(model, force->body_a, force->X_A).p;
    abVec3 b = ab_force_start(model, force->body_b, force->X_B).p;
    double g = ab_norm(model->gravity.uniform), length = ab_norm(ab_sub(b, a));
    double sag = g / (keys->stiffness * inverse);
    bool is_hung =
        inverse_mass(model, force->body_a) == 0.0 || inverse_mass(model, force->body_b) == 0.0;
    if (is_hung && sag > s_far * fmax(length, model->size)) {
        TELL(log,
             "force %s: stiffness = %.4g N/m gives way by %.3g m under the weight of %.4g kg, its "
             "length is %.3g m; if it is in N/mm, write %.4g",
             force->name, keys->stiffness, sag, 1.0 / inverse, length, 1000.0 * keys->stiffness);
    }
}

void ab_check_plausible_scene(const abModel *model, const abLog *log) {
    abArena arena;
    ab_arena_init(&arena, model->arena.allocator, 0);
    bool *is_held = AB_ARENA_NEW(&arena, bool, model->body_count + 1);
    for (size_t i = 0; i < model->body_count; i++) {
        if (model->bodies[i].inverse_mass > 0.0) {
            check_body(model, &model->bodies[i], &model->body_defs[i], log);
        }
    }
    if (is_held != NULL) { // for want of memory less is looked at
        mark_held(model, is_held);
        check_falls(model, is_held, log);
    }
    check_rest(model, log);
    for (size_t f = 0; f < model->force_count; f++) {
        if (model->forces[f].kind == AB_FORCE_SPRING) {
            check_spring(model, &model->forces[f], log);
        }
    }
    ab_arena_done(&arena);
}
