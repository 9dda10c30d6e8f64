// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_rows_test.c - every row of every joint against differences of what it holds, along a motion
// of two bodies that has nothing to do with the joint.

#include "abut/abut.h"
#include "base/check.h"
#include "base/model_fixture.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"
#include "math/expression/expression_evaluate.h"
#include "mechanics/joint/joint_rows.h"
#include "model/core/prescribed.h"
#include "model/kinds/joints.h"

// Two bodies and a joint of every type between frames that are turned at random. Drives at all
// three levels, alone and beside free turns.
static const char s_head[] =
    "abut: 1\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: [1, 2, 2.5], center_of_mass: [0.1, 0.2, -0.1]}\n"
    "  b: {position: [1, 0.5, 0.2], mass: 2, inertia: [1, 1, 1.5], "
    "center_of_mass: [0, -0.1, 0.3]}\n"
    "joints:\n";
static const char s_frames[] =
    ", between: [a, b], position: [0.3, -0.2, 0.4], orientation: [0.7, 0.1, -0.5, 0.5], "
    "position_b: [-0.6, 0.1, 0.2], orientation_b: [0.1, 0.7, 0.5, -0.5]";
static const char *const s_joints[] = {
    "type: fixed",
    "type: revolute, name: hinge, rz: '0.3*t + 0.2*t^2'",
    "type: prismatic, name: slide, z: 'sin(2*t)'",
    "type: cylindrical, z_speed: 'cos(t)', rz_speed: '1 + t^2'",
    "type: cylindrical, z_acceleration: 't', rz_acceleration: 'sin(t)'",
    "type: spherical",
    "type: universal",
    "type: general, x: 't', y: 't^2', z: 1, rx: '0.5*t', ry: '0.3*t', rz: 't^2'",
    "type: general, rx: '0.4*t^2'",
    "type: general, ry: '0.4*t^2'",
    "type: general, rz: '0.4*t^2'",
    "type: general, rx: '0.4*t', rz: 't^2'",
    "type: general, rx_speed: 't', ry_speed: 't^2', rz: 0",
    "type: free",
    "type: planar, x_speed: 't'",
    "type: inline",
    "type: inplane",
    "type: orientation",
    "type: parallel_axes",
    "type: perpendicular",
    "type: constant_velocity",
    "type: screw, pitch: 0.3",
    "type: rack_pinion, pitch_diameter: 0.8",
    "type: distance, length: 1.2",
    "type: path, points: [[-4, 1], [-2, -1], [4, 1], [5, 3]]",
    "type: path, kind: lines, points: [[0.3, 0, 1], [1.2, 0, 1]], closed: true",
    "type: coupler, first: hinge.rz, second: slide.z, second_factor: -0.7, third: hinge.rx",
};

static void write_text(char *text, size_t size) {
    size_t length = (size_t)snprintf(text, size, "%s", s_head);
    for (size_t j = 0; j < sizeof s_joints / sizeof s_joints[0]; j++) {
        bool is_coupler = strncmp(s_joints[j], "type: coupler", 13) == 0;
        length += (size_t)snprintf(text + length, size - length, "  - {%s%s}\n", s_joints[j],
                                   is_coupler ? "" : s_frames);
    }
}

typedef struct Scene {
    abModel *model;
    abDerivative dynamics;
} Scene;

static void begin(Scene *s) {
    static abError error;
    static char text[10000];
    write_text(text, sizeof text);
    *s = (Scene){.model = sound_model(text, &error)};
    must_be_ok(ab_derivative_init(&s->dynamics, s->model, ab_heap(), &error), &error);
}

static void done(Scene *s) {
    ab_derivative_done(&s->dynamics);
    ab_model_destroy(s->model);
}

// A polynomial and its derivatives.
static abJet cubic(double a, double b, double c, double d, double t) {
    return (abJet){a + t * (b + t * (c + t * d)), b + t * (2.0 * c + t * 3.0 * d),
                   2.0 * c + 6.0 * d * t};
}

static void place(abBodyNow *body, double shift, double t) {
    abJet x = cubic(shift, 0.4, -0.3, 0.1, t), y = cubic(0.2, -0.5 - shift, 0.2, 0.3, t);
    abJet z = cubic(-0.1, 0.3, 0.1 + shift, -0.2, t);
    abJet angles[3] = {cubic(0.3 + shift, 0.7, -0.2, 0.1, t), cubic(-0.4, 0.5 * shift, 0.3, 0.2, t),
                       cubic(0.2, -0.6, 0.4 - shift, 0.3, t)};
    abTurn rotation = ab_turn(angles);
    body->X = (abPose){rotation.R, {x.value, y.value, z.value}};
    body->v = ab_vec3(x.rate, y.rate, z.rate);
    body->a = ab_vec3(x.acceleration, y.acceleration, z.acceleration);
    body->w = rotation.w;
    body->alpha = rotation.alpha;
}

// What a row says at a time of the motion: its error, J v, J v - rate, J a - gamma.
typedef struct Said {
    double c, speed, rate_error, acceleration_error;
} Said;

static Said say(Scene *s, int joint, int row, double t) {
    abDerivative *d = &s->dynamics;
    abJointNow now;
    abRow entries[AB_ROW_ENTRIES];
    Said said = {0};
    place(&d->mechanics.bodies[0], 0.0, t);
    place(&d->mechanics.bodies[1], 0.9, t);
    ab_joint_now(&d->mechanics, &s->model->joints[joint], t, &now);
    int count = ab_joint_row(&d->mechanics, joint, row, &now, entries);
    for (int e = 0; e < count; e++) {
        const abRow *r = &entries[e];
        const abBodyNow *A = &d->mechanics.bodies[r->body_a], *B = &d->mechanics.bodies[r->body_b];
        said.speed += ab_dot(r->linear_a, A->v) + ab_dot(r->angular_a, A->w) +
                      ab_dot(r->linear_b, B->v) + ab_dot(r->angular_b, B->w);
        said.acceleration_error += ab_dot(r->linear_a, A->a) + ab_dot(r->angular_a, A->alpha) +
                                   ab_dot(r->linear_b, B->a) + ab_dot(r->angular_b, B->alpha);
    }
    said.c = entries[0].c;
    said.rate_error = said.speed - entries[0].rate;
    said.acceleration_error -= entries[0].gamma;
    return said;
}

// Derivative by differences of order 6.
static double slope(const double v[7], double h) {
    return (45.0 * (v[4] - v[2]) - 9.0 * (v[5] - v[1]) + (v[6] - v[0])) / (60.0 * h);
}

static void check_row(Scene *s, int joint, int row, double t) {
    const abJointRow *plan = &s->model->joints[joint].rows[row];
    double h = 1e-3, c[7], speed[7], rate[7];
    for (int i = 0; i < 7; i++) {
        Said said = say(s, joint, row, t + (i - 3) * h);
        c[i] = said.c;
        speed[i] = said.speed;
        rate[i] = said.rate_error;
    }
    Said here = say(s, joint, row, t);
    // rounding 1e-16 / h, and the sixth order of h against derivatives of a few hundred
    const double allowed = 3e-11;
    int before = s_failed_checks;
    switch (plan->level) {
    case AB_HOLD_POSITION:
        CHECK_NEAR(slope(c, h), here.rate_error, allowed, 10.0);
        CHECK_NEAR(slope(rate, h), here.acceleration_error, allowed, 10.0);
        break;
    case AB_HOLD_SPEED:
        CHECK_NEAR(slope(rate, h), here.acceleration_error, allowed, 10.0);
        break;
    case AB_HOLD_ACCELERATION: {
        const abJoint *j = &s->model->joints[joint];
        double wanted = ab_expression_evaluate(j->drive[plan->drive], t).value;
        CHECK_NEAR(slope(speed, h) - wanted, here.acceleration_error, allowed, 10.0);
        break;
    }
    }
    if (s_failed_checks > before) {
        printf("  row %s of joint %s\n", plan->name, s->model->joints[joint].name);
    }
}

static void rows_are_the_derivatives_of_what_they_hold(void) {
    Scene s;
    int rows = 0;
    begin(&s);
    for (int j = 0; j < (int)s.model->joint_count; j++) {
        for (int i = 0; i < s.model->joints[j].row_count; i++, rows++) {
            check_row(&s, j, i, 0.3);
            check_row(&s, j, i, 0.7);
        }
    }
    CHECK(rows > 60);
    done(&s);
}

// A row that follows a drive by position holds the coordinate at the drive: turned and moved so,
// the error is zero.
static void drives_are_where_the_frames_are(void) {
    Scene s;
    begin(&s);
    abDerivative *d = &s.dynamics;
    const double t = 0.4;
    for (int j = 0; j < (int)s.model->joint_count; j++) {
        const abJoint *joint = &s.model->joints[j];
        bool is_general = strcmp(ab_joint_type(joint->kind)->table->name, "general") == 0;
        abJet jets[6] = {{0}};
        for (int i = 0; i < 6; i++) {
            if (joint->drive[i] != NULL && joint->level[i] == AB_HOLD_POSITION) {
                jets[i] = ab_expression_evaluate(joint->drive[i], t);
            } else if (is_general) { // free: anything
                jets[i].value = 0.2 + 0.1 * i;
            }
        }
        if (!is_general) {
            continue;
        }
        place(&d->mechanics.bodies[0], 0.2, t);
        abPose X_drive = {ab_turn(&jets[3]).R, {jets[0].value, jets[1].value, jets[2].value}};
        abPose X_WJ = ab_pose_mul(ab_pose_mul(d->mechanics.bodies[0].X, joint->X_AJ), X_drive);
        abMat3 R_WB = ab_mat3_mul_t(X_WJ.R, joint->X_BJ.R);
        d->mechanics.bodies[1].X = (abPose){R_WB, ab_sub(X_WJ.p, ab_mul(R_WB, joint->X_BJ.p))};
        abJointNow now;
        ab_joint_now(&d->mechanics, joint, t, &now);
        for (int i = 0; i < joint->row_count; i++) {
            if (joint->rows[i].level == AB_HOLD_POSITION) {
                CHECK_NEAR(now.rows[i].c, 0.0, 1e-15, 10.0);
            }
        }
    }
    done(&s);
}

AB_TESTS(AB_TEST(rows_are_the_derivatives_of_what_they_hold),
         AB_TEST(drives_are_where_the_frames_are))
