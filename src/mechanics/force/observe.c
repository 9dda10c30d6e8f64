// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// observe.c - one function per kind of look, each with its exact rate by time.
//
// With r the way from j to i and w_r, w_f the angular velocities of the markers r and frame, an
// axis e of r has the rate w_r x e, and seen from frame
//
//   u = v_i - v_j - w_f x r                                                             (1)
//   b = a_i - a_j - alpha_f x r - 2 w_f x u - w_f x (w_f x r)                           (2)

#include "mechanics/force/observe.h"

#include <string.h>

#include "base/no_memory.h"
#include "collide/broad/proximity.h"
#include "math/core/elementary.h"
#include "math/expression/expression_evaluate.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/joint/joint_solve.h"
#include "model/kinds/forces.h"

// ---- markers ----

abMarkerNow ab_marker_now(const abMechanics *m, int body, abPose X_CM) {
    const abBodyNow *now = &m->bodies[body];
    abMarkerNow marker = {.X = ab_pose_mul(now->X, X_CM), .w = now->w};
    marker.v = ab_velocity_at(now, marker.X.p);
    return marker;
}

static abMarkerNow marker_at(const abMechanics *m, int index) {
    const abMarker *marker = &m->model->markers[index];
    return ab_marker_now(m, marker->body, marker->X_CM);
}

static abVec3 acceleration_at(const abMechanics *m, int index, abVec3 p) {
    const abBodyNow *now = &m->bodies[m->model->markers[index].body];
    abVec3 arm = ab_sub(p, now->X.p), swing = ab_cross(now->w, ab_cross(now->w, arm));
    return ab_add(now->a, ab_add(ab_cross(now->alpha, arm), swing));
}

static abVec3 spin_rate(const abMechanics *m, int index) {
    return m->bodies[m->model->markers[index].body].alpha;
}

// i as seen from j, in world axes.
typedef struct Relative {
    abMarkerNow i, j;
    abVec3 r, v, w; // way, velocity and angular velocity of i less those of j
} Relative;

static Relative relative(const abMechanics *m, const abObserved *observed) {
    Relative rel = {.i = marker_at(m, observed->i), .j = marker_at(m, observed->j)};
    rel.r = ab_sub(rel.i.X.p, rel.j.X.p);
    rel.v = ab_sub(rel.i.v, rel.j.v);
    rel.w = ab_sub(rel.i.w, rel.j.w);
    return rel;
}

// Component of a vector with known rate along an axis of marker r.
static abJet along(const abMechanics *m, const abObserved *observed, abVec3 value, abVec3 rate) {
    abMarkerNow r = marker_at(m, observed->r);
    abVec3 e = ab_column(r.X.R, observed->component);
    return (abJet){ab_dot(e, value), ab_dot(e, rate) + ab_dot(ab_cross(r.w, e), value), 0.0};
}

static abJet size_of(abVec3 value, abVec3 rate) {
    double size = ab_norm(value);
    return (abJet){size, size > 0.0 ? ab_dot(value, rate) / size : 0.0, 0.0};
}

// ---- places and velocities ----

static abJet observed_place(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(m, observed);
    return along(m, observed, rel.r, rel.v);
}

static abJet observed_distance(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(m, observed);
    return size_of(rel.r, rel.v);
}

// (1), and (2) unless only values are wanted.
static void seen_from(const abMechanics *d, const abObserved *observed, const Relative *rel,
                      bool with_rates, abVec3 *u, abVec3 *b) {
    abVec3 w = d->bodies[d->model->markers[observed->frame].body].w;
    abVec3 carried = ab_cross(w, rel->r);
    *u = ab_sub(rel->v, carried);
    *b = ab_vec3(0.0, 0.0, 0.0);
    if (!with_rates) {
        return;
    }
    abVec3 alpha = spin_rate(d, observed->frame);
    abVec3 a = ab_sub(acceleration_at(d, observed->i, rel->i.X.p),
                      acceleration_at(d, observed->j, rel->j.X.p));
    abVec3 turning = ab_add(ab_cross(alpha, rel->r), ab_cross(w, carried));
    *b = ab_sub(ab_sub(a, turning), ab_scale(2.0, ab_cross(w, *u)));
}

// The rate of u in world axes: b is its rate as seen from the turning frame.
static abVec3 world_rate(const abMechanics *m, const abObserved *observed, abVec3 u, abVec3 b) {
    return ab_add(b, ab_cross(marker_at(m, observed->frame).w, u));
}

static abJet observed_velocity(const abMechanics *m, const abObserved *observed, bool with_rates) {
    Relative rel = relative(m, observed);
    abVec3 u, b;
    seen_from(m, observed, &rel, with_rates, &u, &b);
    return along(m, observed, u, world_rate(m, observed, u, b));
}

static abJet observed_speed(const abMechanics *m, const abObserved *observed, bool with_rates) {
    Relative rel = relative(m, observed);
    abVec3 u, b;
    seen_from(m, observed, &rel, with_rates, &u, &b);
    return size_of(u, b); // turning with the frame does not change it
}

static abJet observed_parting(const abMechanics *m, const abObserved *observed, bool with_rates) {
    Relative rel = relative(m, observed);
    abVec3 u, b;
    seen_from(m, observed, &rel, with_rates, &u, &b);
    double distance = ab_norm(rel.r);
    if (!(distance > 0.0)) {
        return ab_jet(0.0);
    }
    double s = ab_dot(rel.r, u) / distance;
    return (abJet){s, (ab_dot(rel.r, b) + ab_norm2(u) - s * s) / distance, 0.0};
}

static abJet observed_spin(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(m, observed);
    return along(m, observed, rel.w, ab_sub(spin_rate(m, observed->i), spin_rate(m, observed->j)));
}

static abJet observed_spin_size(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(m, observed);
    return size_of(rel.w, ab_sub(spin_rate(m, observed->i), spin_rate(m, observed->j)));
}

// ---- angles ----

// Entry (row, column) of the rotation from i to j.
static abJet entry(const Relative *rel, int row, int column) {
    abVec3 e_j = ab_column(rel->j.X.R, row), e_i = ab_column(rel->i.X.R, column);
    return (abJet){ab_dot(e_j, e_i), ab_dot(ab_cross(rel->w, e_i), e_j), 0.0};
}

// The angle nearest to what the last one and the rates lead to expect.
static double with_turns(const abMechanics *m, const abObserved *observed, abJet angle) {
    const abAngleMemory *last = &m->observations->angles[observed->turn];
    double expected = last->angle + 0.5 * (last->rate + angle.rate) * (m->time - last->time);
    return angle.value + 2.0 * AB_PI * floor((expected - angle.value) / (2.0 * AB_PI) + 0.5);
}

static abJet angle_without_turns(const abMechanics *m, const abObserved *observed) {
    Relative rel = relative(m, observed);
    int b = (observed->component + 1) % 3, c = (observed->component + 2) % 3;
    return ab_jet_atan2(entry(&rel, c, b), entry(&rel, b, b));
}

static abJet observed_angle(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    abJet angle = angle_without_turns(m, observed);
    angle.value = with_turns(m, observed, angle);
    return angle;
}

static abJet root_of_squares(abJet a, abJet b) {
    return ab_jet_sqrt(ab_jet_add(ab_jet_mul(a, a), ab_jet_mul(b, b)));
}

// R = Rz(psi) Rx(theta) Rz(phi); with theta = 0 only psi + phi is known, and phi is 0.
static abJet observed_euler(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(m, observed);
    abJet zx = entry(&rel, 2, 0), zy = entry(&rel, 2, 1);
    bool is_straight = zx.value * zx.value + zy.value * zy.value < 1e-24;
    switch (observed->component) {
    case 0:
        return is_straight ? ab_jet_atan2(entry(&rel, 1, 0), entry(&rel, 0, 0))
                           : ab_jet_atan2(entry(&rel, 0, 2), ab_jet_negate(entry(&rel, 1, 2)));
    case 1:
        return ab_jet_atan2(root_of_squares(zx, zy), entry(&rel, 2, 2));
    default:
        return is_straight ? ab_jet(0.0) : ab_jet_atan2(zx, zy);
    }
}

// R = Rz(yaw) Ry(-pitch) Rx(roll); pointing straight up or down, roll is 0.
static abJet observed_yaw_pitch(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(m, observed);
    abJet xx = entry(&rel, 0, 0), yx = entry(&rel, 1, 0);
    bool is_upright = xx.value * xx.value + yx.value * yx.value < 1e-24;
    switch (observed->component) {
    case 0:
        return is_upright ? ab_jet_atan2(ab_jet_negate(entry(&rel, 0, 1)), entry(&rel, 1, 1))
                          : ab_jet_atan2(yx, xx);
    case 1:
        return ab_jet_atan2(entry(&rel, 2, 0), root_of_squares(xx, yx));
    default:
        return is_upright ? ab_jet(0.0) : ab_jet_atan2(entry(&rel, 2, 1), entry(&rel, 2, 2));
    }
}

// ---- accelerations ----

static abJet component_of(const abMechanics *m, const abObserved *observed, abVec3 value) {
    if (observed->component == 3) {
        return (abJet){ab_norm(value), NAN, NAN};
    }
    abVec3 e = ab_column(marker_at(m, observed->r).X.R, observed->component);
    return (abJet){ab_dot(e, value), NAN, NAN};
}

static abJet observed_acceleration(const abMechanics *m, const abObserved *observed,
                                   bool with_rates) {
    (void)with_rates; // the value itself needs them
    Relative rel = relative(m, observed);
    abVec3 u, b;
    seen_from(m, observed, &rel, true, &u, &b);
    return component_of(m, observed, b);
}

static abJet observed_spin_rate(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(m, observed);
    abVec3 change = ab_sub(spin_rate(m, observed->i), spin_rate(m, observed->j));
    abVec3 carried = ab_cross(marker_at(m, observed->frame).w, rel.w);
    return component_of(m, observed, ab_sub(change, carried));
}

// ---- forces ----

// Component 1 the force's size, 2 to 4 its parts along r, 5 to 8 likewise the torque's.
static abJet load_part(const abMechanics *m, const abObserved *observed, abVec3 force,
                       abVec3 torque) {
    abVec3 load = observed->component > 4 ? torque : force;
    int part = (observed->component - 1) % 4;
    if (part == 0) {
        return (abJet){ab_norm(load), NAN, NAN};
    }
    abVec3 e = ab_column(marker_at(m, observed->r).X.R, part - 1);
    double sign = observed->side == 0 ? -1.0 : 1.0;
    return (abJet){sign * ab_dot(e, load), NAN, NAN};
}

static abJet observed_force(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    const abForceAnswer *now = &m->observations->forces[observed->subject];
    return load_part(m, observed, now->force, now->torque);
}

static abJet observed_joint(const abMechanics *d, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    if (d->observations->joint_stamp != d->stamp) { // all joints at once
        abMechanics *room = (abMechanics *)d;
        ab_joint_forces(room, d->observations->joint_loads);
        d->observations->joint_stamp = d->stamp;
    }
    const double *load = &d->observations->joint_loads[6 * observed->subject];
    return load_part(d, observed, ab_vec3(load[0], load[1], load[2]),
                     ab_vec3(load[3], load[4], load[5]));
}

// A contact in the order of the selectors: 1, the other way round -1, not meant 0.
static double order_of(const abMechanics *m, const abObserved *observed,
                       const abContactPair *pair) {
    const bool *first = observed->selects, *second = observed->selects + m->model->shape_count;
    if (first[pair->shape_a] && second[pair->shape_b]) {
        return 1.0;
    }
    return first[pair->shape_b] && second[pair->shape_a] ? -1.0 : 0.0;
}

static abJet observed_contact(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    abVec3 force = {0.0, 0.0, 0.0}, torque = force;
    for (size_t k = 0; k < m->contacts->count; k++) {
        const abContactPair *pair = &m->contacts->pairs[k];
        const abContactPairNow *now = &m->contacts->now[k];
        double order = order_of(m, observed, pair);
        if (order == 0.0) {
            continue;
        }
        // load_part() turns the sign for side 0; the torque is about that side's own body
        int body = (observed->side == 1) == (order > 0.0) ? pair->data->body_b : pair->data->body_a;
        abVec3 arm = ab_sub(now->point, m->bodies[body].X.p);
        abVec3 twist = ab_add(now->torque, ab_cross(arm, now->force));
        force = ab_add_scaled(force, order, now->force);
        torque = ab_add_scaled(torque, order, twist);
    }
    return load_part(m, observed, force, torque);
}

// The nearest pair of the shapes selected; its distance falls at the closing speed.
static abJet observed_proximity(const abMechanics *m, const abObserved *observed, bool with_rates) {
    (void)with_rates;
    const abModel *model = m->model;
    const bool *first = observed->selects, *second = observed->selects + model->shape_count;
    abProximity nearest = {.distance = INFINITY};
    int bodies[2] = {-1, -1};
    for (int a = 0; a < (int)model->shape_count; a++) {
        for (int b = 0; first[a] && b < (int)model->shape_count; b++) {
            if (!second[b] || model->shapes[a].body == model->shapes[b].body) {
                continue;
            }
            abProximity at;
            ab_pair_proximity((abMechanics *)m, a, b, &at); // counts the call
            if (at.distance < nearest.distance) {
                nearest = at;
                bodies[0] = model->shapes[a].body;
                bodies[1] = model->shapes[b].body;
            }
        }
    }
    if (observed->component == 1) {
        return ab_jet(nearest.distance < 0.0 ? 1.0 : 0.0);
    }
    if (observed->component == 2) {
        double closing = ab_closing_speed(m, bodies[0], bodies[1], &nearest);
        return (abJet){nearest.distance, -closing, 0.0};
    }
    abVec3 point = observed->component < 6 ? nearest.p_A_W : nearest.p_B_W;
    return (abJet){ab_get(point, observed->component % 3), NAN, NAN};
}

// ---- states of users ----

// Its rate is known where all is.
static abJet observed_state(const abMechanics *m, const abObserved *observed, bool with_rates) {
    bool is_known = with_rates && m->observations->rate_stamp == m->stamp;
    double rate = is_known ? m->observations->rates[observed->subject] : NAN;
    return (abJet){m->user_states[observed->subject], rate, NAN};
}

void ab_user_rates(abMechanics *m, double *rates) {
    const abModel *model = m->model;
    for (size_t k = 0; k < model->user_state_count; k++) {
        rates[k] =
            ab_compiled_expression_value(m, &model->states[k].rate) / model->expression_units.time;
        m->observations->rates[k] = rates[k];
    }
    m->observations->rate_stamp = m->stamp;
}

// ---- probes ----

typedef abJet Look(const abMechanics *, const abObserved *, bool with_rates);

static Look *const s_observed[AB_OBSERVED_KINDS] = {
    [AB_OBSERVED_PLACE] = observed_place,
    [AB_OBSERVED_DISTANCE] = observed_distance,
    [AB_OBSERVED_VELOCITY] = observed_velocity,
    [AB_OBSERVED_SPEED] = observed_speed,
    [AB_OBSERVED_PARTING] = observed_parting,
    [AB_OBSERVED_SPIN] = observed_spin,
    [AB_OBSERVED_SPIN_SIZE] = observed_spin_size,
    [AB_OBSERVED_ANGLE] = observed_angle,
    [AB_OBSERVED_EULER] = observed_euler,
    [AB_OBSERVED_YAW_PITCH] = observed_yaw_pitch,
    [AB_OBSERVED_ACCELERATION] = observed_acceleration,
    [AB_OBSERVED_SPIN_RATE] = observed_spin_rate,
    [AB_OBSERVED_FORCE] = observed_force,
    [AB_OBSERVED_JOINT] = observed_joint,
    [AB_OBSERVED_CONTACT] = observed_contact,
    [AB_OBSERVED_PROXIMITY] = observed_proximity,
    [AB_OBSERVED_STATE] = observed_state,
};

static abJet look_at(abMechanics *m, int index, bool with_rates) {
    const abInput *input = &m->model->inputs[index];
    abJet time = {m->time, with_rates ? 1.0 : 0.0, 0.0};
    abJet value =
        input->is_variable
            ? ab_expression_evaluate_with(input->compiled.expression, time, m->observations->inputs)
            : s_observed[input->observed.kind](m, &input->observed, with_rates);
    return with_rates ? value : ab_jet(value.value);
}

// Brings an input up to date. The stamp is even for values, odd for values with rates.
static void refresh(abMechanics *m, int index, bool with_rates) {
    uint64_t stamp = 2 * m->stamp + (with_rates ? 1 : 0);
    if (m->observations->input_stamps[index] != stamp) {
        m->observations->inputs[index] = look_at(m, index, with_rates);
        m->observations->input_stamps[index] = stamp;
    }
}

double ab_input_value(abMechanics *m, int input) {
    refresh(m, input, false);
    return m->observations->inputs[input].value;
}

static abJet evaluate(abMechanics *m, const abCompiledExpression *compiled, bool with_rates) {
    for (int k = 0; k < compiled->input_count; k++) {
        refresh(m, compiled->inputs[k], with_rates);
    }
    abJet time = {m->time, with_rates ? 1.0 : 0.0, 0.0};
    return ab_expression_evaluate_with(compiled->expression, time, m->observations->inputs);
}

double ab_compiled_expression_value(abMechanics *m, const abCompiledExpression *compiled) {
    return evaluate(m, compiled, false).value;
}

abJet ab_compiled_expression_jet(abMechanics *m, const abCompiledExpression *compiled) {
    return evaluate(m, compiled, true);
}

// ---- memory ----

abResult ab_observe_init(abMechanics *m, abError *error) {
    const abModel *model = m->model;
    m->observations = AB_ARENA_NEW(&m->arena, abObservations, 1);
    if (m->observations == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    m->observations->inputs = AB_ARENA_NEW(&m->arena, abJet, model->input_count);
    m->observations->input_stamps = AB_ARENA_NEW(&m->arena, uint64_t, model->input_count);
    m->observations->forces = AB_ARENA_NEW(&m->arena, abForceAnswer, model->force_count);
    m->observations->joint_loads = AB_ARENA_NEW(&m->arena, double, 6 * model->joint_count);
    m->observations->rates = AB_ARENA_NEW(&m->arena, double, model->user_state_count);
    m->observations->angles = AB_ARENA_NEW(&m->arena, abAngleMemory, (size_t)model->turn_count);
    bool ok = m->observations->inputs != NULL && m->observations->input_stamps != NULL &&
              m->observations->forces != NULL && m->observations->joint_loads != NULL &&
              m->observations->angles != NULL && m->observations->rates != NULL;
    return ok ? AB_OK : ab_no_memory(error, (abPlace){0}, "for the simulation");
}

void ab_observe_turns(abMechanics *m, bool is_start) {
    for (size_t k = 0; m->model->turn_count > 0 && k < m->model->input_count; k++) {
        const abInput *input = &m->model->inputs[k];
        if (!input->is_variable && input->observed.kind == AB_OBSERVED_ANGLE) {
            abJet angle = is_start ? angle_without_turns(m, &input->observed)
                                   : observed_angle(m, &input->observed, true);
            m->observations->angles[input->observed.turn] =
                (abAngleMemory){angle.value, angle.rate, m->time};
        }
    }
}
