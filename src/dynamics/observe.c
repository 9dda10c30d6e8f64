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

#include "dynamics/observe.h"

#include <string.h>

#include "dynamics/parts.h"
#include "math/elementary.h"

// ---- markers ----

abMarkerNow ab_marker_now(const abDynamics *d, int body, abPose X_CM) {
    const abBodyNow *now = &d->bodies[body];
    abMarkerNow marker = {.X = ab_pose_mul(now->X, X_CM), .w = now->w};
    marker.v = ab_velocity_at(now, marker.X.p);
    return marker;
}

static abMarkerNow marker_at(const abDynamics *d, int index) {
    const abMarker *marker = &d->model->markers[index];
    return ab_marker_now(d, marker->body, marker->X_CM);
}

static abVec3 acceleration_at(const abDynamics *d, int index, abVec3 p) {
    const abBodyNow *now = &d->bodies[d->model->markers[index].body];
    abVec3 arm = ab_sub(p, now->X.p), swing = ab_cross(now->w, ab_cross(now->w, arm));
    return ab_add(now->a, ab_add(ab_cross(now->alpha, arm), swing));
}

static abVec3 spin_rate(const abDynamics *d, int index) {
    return d->bodies[d->model->markers[index].body].alpha;
}

// i as seen from j, in world axes.
typedef struct Relative {
    abMarkerNow i, j;
    abVec3 r, v, w; // way, velocity and angular velocity of i less those of j
} Relative;

static Relative relative(const abDynamics *d, const abLook *look) {
    Relative rel = {.i = marker_at(d, look->i), .j = marker_at(d, look->j)};
    rel.r = ab_sub(rel.i.X.p, rel.j.X.p);
    rel.v = ab_sub(rel.i.v, rel.j.v);
    rel.w = ab_sub(rel.i.w, rel.j.w);
    return rel;
}

// Component of a vector with known rate along an axis of marker r.
static abJet along(const abDynamics *d, const abLook *look, abVec3 value, abVec3 rate) {
    abMarkerNow r = marker_at(d, look->r);
    abVec3 e = ab_column(r.X.R, look->component);
    return (abJet){ab_dot(e, value), ab_dot(e, rate) + ab_dot(ab_cross(r.w, e), value), 0.0};
}

static abJet size_of(abVec3 value, abVec3 rate) {
    double size = ab_norm(value);
    return (abJet){size, size > 0.0 ? ab_dot(value, rate) / size : 0.0, 0.0};
}

// ---- places and velocities ----

static abJet look_place(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(d, look);
    return along(d, look, rel.r, rel.v);
}

static abJet look_distance(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(d, look);
    return size_of(rel.r, rel.v);
}

// (1), and (2) unless only values are wanted.
static void seen_from(const abDynamics *d, const abLook *look, const Relative *rel, bool with_rates,
                      abVec3 *u, abVec3 *b) {
    abVec3 w = d->bodies[d->model->markers[look->frame].body].w;
    abVec3 carried = ab_cross(w, rel->r);
    *u = ab_sub(rel->v, carried);
    *b = ab_vec3(0.0, 0.0, 0.0);
    if (!with_rates) {
        return;
    }
    abVec3 alpha = spin_rate(d, look->frame);
    abVec3 a =
        ab_sub(acceleration_at(d, look->i, rel->i.X.p), acceleration_at(d, look->j, rel->j.X.p));
    abVec3 turning = ab_add(ab_cross(alpha, rel->r), ab_cross(w, carried));
    *b = ab_sub(ab_sub(a, turning), ab_scale(2.0, ab_cross(w, *u)));
}

// The rate of u in world axes: b is its rate as seen from the turning frame.
static abVec3 world_rate(const abDynamics *d, const abLook *look, abVec3 u, abVec3 b) {
    return ab_add(b, ab_cross(marker_at(d, look->frame).w, u));
}

static abJet look_velocity(const abDynamics *d, const abLook *look, bool with_rates) {
    Relative rel = relative(d, look);
    abVec3 u, b;
    seen_from(d, look, &rel, with_rates, &u, &b);
    return along(d, look, u, world_rate(d, look, u, b));
}

static abJet look_speed(const abDynamics *d, const abLook *look, bool with_rates) {
    Relative rel = relative(d, look);
    abVec3 u, b;
    seen_from(d, look, &rel, with_rates, &u, &b);
    return size_of(u, b); // turning with the frame does not change it
}

static abJet look_parting(const abDynamics *d, const abLook *look, bool with_rates) {
    Relative rel = relative(d, look);
    abVec3 u, b;
    seen_from(d, look, &rel, with_rates, &u, &b);
    double distance = ab_norm(rel.r);
    if (!(distance > 0.0)) {
        return ab_jet(0.0);
    }
    double s = ab_dot(rel.r, u) / distance;
    return (abJet){s, (ab_dot(rel.r, b) + ab_norm2(u) - s * s) / distance, 0.0};
}

static abJet look_spin(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(d, look);
    return along(d, look, rel.w, ab_sub(spin_rate(d, look->i), spin_rate(d, look->j)));
}

static abJet look_spin_size(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(d, look);
    return size_of(rel.w, ab_sub(spin_rate(d, look->i), spin_rate(d, look->j)));
}

// ---- angles ----

// Entry (row, column) of the rotation from i to j.
static abJet entry(const Relative *rel, int row, int column) {
    abVec3 e_j = ab_column(rel->j.X.R, row), e_i = ab_column(rel->i.X.R, column);
    return (abJet){ab_dot(e_j, e_i), ab_dot(ab_cross(rel->w, e_i), e_j), 0.0};
}

// The angle nearest to what the last one and the rates lead to expect.
static double with_turns(const abDynamics *d, const abLook *look, abJet angle) {
    const abAngleMemory *last = &d->angles[look->turn];
    double expected = last->angle + 0.5 * (last->rate + angle.rate) * (d->time - last->time);
    return angle.value + 2.0 * AB_PI * floor((expected - angle.value) / (2.0 * AB_PI) + 0.5);
}

static abJet angle_without_turns(const abDynamics *d, const abLook *look) {
    Relative rel = relative(d, look);
    int b = (look->component + 1) % 3, c = (look->component + 2) % 3;
    return ab_jet_atan2(entry(&rel, c, b), entry(&rel, b, b));
}

static abJet look_angle(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    abJet angle = angle_without_turns(d, look);
    angle.value = with_turns(d, look, angle);
    return angle;
}

static abJet root_of_squares(abJet a, abJet b) {
    return ab_jet_sqrt(ab_jet_add(ab_jet_mul(a, a), ab_jet_mul(b, b)));
}

// R = Rz(psi) Rx(theta) Rz(phi); with theta = 0 only psi + phi is known, and phi is 0.
static abJet look_euler(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(d, look);
    abJet zx = entry(&rel, 2, 0), zy = entry(&rel, 2, 1);
    bool is_straight = zx.value * zx.value + zy.value * zy.value < 1e-24;
    switch (look->component) {
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
static abJet look_yaw_pitch(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(d, look);
    abJet xx = entry(&rel, 0, 0), yx = entry(&rel, 1, 0);
    bool is_upright = xx.value * xx.value + yx.value * yx.value < 1e-24;
    switch (look->component) {
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

static abJet component_of(const abDynamics *d, const abLook *look, abVec3 value) {
    if (look->component == 3) {
        return (abJet){ab_norm(value), NAN, NAN};
    }
    abVec3 e = ab_column(marker_at(d, look->r).X.R, look->component);
    return (abJet){ab_dot(e, value), NAN, NAN};
}

static abJet look_acceleration(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates; // the value itself needs them
    Relative rel = relative(d, look);
    abVec3 u, b;
    seen_from(d, look, &rel, true, &u, &b);
    return component_of(d, look, b);
}

static abJet look_spin_rate(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    Relative rel = relative(d, look);
    abVec3 change = ab_sub(spin_rate(d, look->i), spin_rate(d, look->j));
    abVec3 carried = ab_cross(marker_at(d, look->frame).w, rel.w);
    return component_of(d, look, ab_sub(change, carried));
}

// ---- forces ----

// Component 1 the force's size, 2 to 4 its parts along r, 5 to 8 likewise the torque's.
static abJet load_part(const abDynamics *d, const abLook *look, abVec3 force, abVec3 torque) {
    abVec3 load = look->component > 4 ? torque : force;
    int part = (look->component - 1) % 4;
    if (part == 0) {
        return (abJet){ab_norm(load), NAN, NAN};
    }
    abVec3 e = ab_column(marker_at(d, look->r).X.R, part - 1);
    double sign = look->side == 0 ? -1.0 : 1.0;
    return (abJet){sign * ab_dot(e, load), NAN, NAN};
}

static abJet look_force(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    const abForceAnswer *now = &d->forces_now[look->subject];
    return load_part(d, look, now->force, now->torque);
}

static abJet look_joint(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    if (d->joint_stamp != d->stamp) { // all joints at once
        abDynamics *room = (abDynamics *)d;
        ab_dynamics_joint_forces(room, room->joint_loads);
        room->joint_stamp = d->stamp;
    }
    const double *load = &d->joint_loads[6 * look->subject];
    return load_part(d, look, ab_vec3(load[0], load[1], load[2]),
                     ab_vec3(load[3], load[4], load[5]));
}

// A contact in the order of the selectors: 1, the other way round -1, not meant 0.
static double order_of(const abDynamics *d, const abLook *look, const abTouch *touch) {
    const bool *first = look->selects, *second = look->selects + d->model->shape_count;
    if (first[touch->shape_a] && second[touch->shape_b]) {
        return 1.0;
    }
    return first[touch->shape_b] && second[touch->shape_a] ? -1.0 : 0.0;
}

static abJet look_contact(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    abVec3 force = {0.0, 0.0, 0.0}, torque = force;
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        const abTouchNow *now = &d->now[k];
        double order = order_of(d, look, touch);
        if (order == 0.0) {
            continue;
        }
        // load_part() turns the sign for side 0; the torque is about that side's own body
        int body = (look->side == 1) == (order > 0.0) ? touch->body_b : touch->body_a;
        abVec3 arm = ab_sub(now->point, d->bodies[body].X.p);
        abVec3 twist = ab_add(now->torque, ab_cross(arm, now->force));
        force = ab_add_scaled(force, order, now->force);
        torque = ab_add_scaled(torque, order, twist);
    }
    return load_part(d, look, force, torque);
}

// The nearest pair of the shapes selected; its distance falls at the closing speed.
static abJet look_proximity(const abDynamics *d, const abLook *look, bool with_rates) {
    (void)with_rates;
    const abModel *model = d->model;
    const bool *first = look->selects, *second = look->selects + model->shape_count;
    abProximity nearest = {.distance = INFINITY};
    int bodies[2] = {-1, -1};
    for (int a = 0; a < (int)model->shape_count; a++) {
        for (int b = 0; first[a] && b < (int)model->shape_count; b++) {
            if (!second[b] || model->shapes[a].body == model->shapes[b].body) {
                continue;
            }
            abProximity at;
            ab_dynamics_proximity((abDynamics *)d, a, b, &at); // counts the call
            if (at.distance < nearest.distance) {
                nearest = at;
                bodies[0] = model->shapes[a].body;
                bodies[1] = model->shapes[b].body;
            }
        }
    }
    if (look->component == 1) {
        return ab_jet(nearest.distance < 0.0 ? 1.0 : 0.0);
    }
    if (look->component == 2) {
        double closing = ab_dynamics_closing_speed(d, bodies[0], bodies[1], &nearest);
        return (abJet){nearest.distance, -closing, 0.0};
    }
    abVec3 point = look->component < 6 ? nearest.p_A_W : nearest.p_B_W;
    return (abJet){ab_get(point, look->component % 3), NAN, NAN};
}

// ---- probes ----

typedef abJet Look(const abDynamics *, const abLook *, bool with_rates);

static Look *const s_looks[AB_LOOK_KINDS] = {
    [AB_LOOK_PLACE] = look_place,
    [AB_LOOK_DISTANCE] = look_distance,
    [AB_LOOK_VELOCITY] = look_velocity,
    [AB_LOOK_SPEED] = look_speed,
    [AB_LOOK_PARTING] = look_parting,
    [AB_LOOK_SPIN] = look_spin,
    [AB_LOOK_SPIN_SIZE] = look_spin_size,
    [AB_LOOK_ANGLE] = look_angle,
    [AB_LOOK_EULER] = look_euler,
    [AB_LOOK_YAW_PITCH] = look_yaw_pitch,
    [AB_LOOK_ACCELERATION] = look_acceleration,
    [AB_LOOK_SPIN_RATE] = look_spin_rate,
    [AB_LOOK_FORCE] = look_force,
    [AB_LOOK_JOINT] = look_joint,
    [AB_LOOK_CONTACT] = look_contact,
    [AB_LOOK_PROXIMITY] = look_proximity,
};

static abJet look_at(abDynamics *d, int index, bool with_rates) {
    const abInput *input = &d->model->inputs[index];
    abJet time = {d->time, with_rates ? 1.0 : 0.0, 0.0};
    abJet value = input->is_variable
                      ? ab_expression_evaluate_with(input->probe.expression, time, d->inputs)
                      : s_looks[input->look.kind](d, &input->look, with_rates);
    return with_rates ? value : ab_jet(value.value);
}

// Brings an input up to date. The stamp is even for values, odd for values with rates.
static void refresh(abDynamics *d, int index, bool with_rates) {
    uint64_t stamp = 2 * d->stamp + (with_rates ? 1 : 0);
    if (d->input_stamps[index] != stamp) {
        d->inputs[index] = look_at(d, index, with_rates);
        d->input_stamps[index] = stamp;
    }
}

double ab_input_value(abDynamics *d, int input) {
    refresh(d, input, false);
    return d->inputs[input].value;
}

static abJet evaluate(abDynamics *d, const abProbe *probe, bool with_rates) {
    for (int k = 0; k < probe->input_count; k++) {
        refresh(d, probe->inputs[k], with_rates);
    }
    abJet time = {d->time, with_rates ? 1.0 : 0.0, 0.0};
    return ab_expression_evaluate_with(probe->expression, time, d->inputs);
}

double ab_probe_value(abDynamics *d, const abProbe *probe) {
    return evaluate(d, probe, false).value;
}

abJet ab_probe_jet(abDynamics *d, const abProbe *probe) {
    return evaluate(d, probe, true);
}

// ---- memory ----

abResult ab_observe_init(abDynamics *d, abError *error) {
    const abModel *model = d->model;
    d->inputs = AB_ARENA_NEW(&d->arena, abJet, model->input_count);
    d->input_stamps = AB_ARENA_NEW(&d->arena, uint64_t, model->input_count);
    d->forces_now = AB_ARENA_NEW(&d->arena, abForceAnswer, model->force_count);
    d->joint_loads = AB_ARENA_NEW(&d->arena, double, 6 * model->joint_count);
    d->angles = AB_ARENA_NEW(&d->arena, abAngleMemory, (size_t)model->turn_count);
    bool ok = d->inputs != NULL && d->input_stamps != NULL && d->forces_now != NULL &&
              d->joint_loads != NULL && d->angles != NULL;
    return ok ? AB_OK
              : ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the simulation");
}

void ab_observe_turns(abDynamics *d, bool is_start) {
    for (size_t k = 0; d->model->turn_count > 0 && k < d->model->input_count; k++) {
        const abInput *input = &d->model->inputs[k];
        if (!input->is_variable && input->look.kind == AB_LOOK_ANGLE) {
            abJet angle =
                is_start ? angle_without_turns(d, &input->look) : look_angle(d, &input->look, true);
            d->angles[input->look.turn] = (abAngleMemory){angle.value, angle.rate, d->time};
        }
    }
}
