// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// joint_rows.c - the coordinates of a joint with two derivatives, and rows made of them.
//
// Let J be the joint's point on B, d and r its place from the centres of mass of A and B. Seen from
// A it moves with u, and B turns with w:
//
//   u = v_J - v_A - w_A x d,   w = w_B - w_A                                             (1)
//   u' = Da + b,   Da = a_B + alpha_B x r - a_A - alpha_A x d,
//   b = w_B x (w_B x r) - w_A x (w_A x d) - 2 w_A x u                                    (2)
//
// A coordinate q is known by  q' = linear . u + angular . w + drift  and
// q'' = linear . Da + angular . (alpha_B - alpha_A) + bias. Along an axis a of A: linear = a and
// bias = a . b. The cosine of two directions, p turning with U and s turning with V:
//
//   (p . s)' = n . (w_V - w_U),   n = s x p                                              (3)
//   (p . s)'' = n . (alpha_V - alpha_U) + n' . (w_V - w_U)                               (4)
//
// U is A, or A turned by drives; V is B, or B turned back by one. An angle is the arc tangent of
// two such cosines, its derivatives those of the arc tangent.

#include "mechanics/joint/joint_rows.h"
#include "math/core/elementary.h"
#include "math/expression/expression_evaluate.h"
#include "mechanics/joint/joint_locks.h"
#include "model/core/model.h"
#include "model/core/prescribed.h"
#include "shape/curve/curve.h"
#include "shape/curve/curve_nearest.h"

typedef struct Frames {
    const abBodyNow *A, *B;
    abMat3 R_WA, R_WB; // of the joint's frames
    abVec3 e;          // from its point on A to that on B
    abVec3 u, w, b;    // of (1) and (2)
    abVec3 d, r;
} Frames;

typedef struct Coordinate {
    double value, drift, bias;
    abVec3 linear, angular;
} Coordinate;

// A direction in the world that turns with a body and, beside it, with `w` and `alpha`.
typedef struct Direction {
    abVec3 axis, w, alpha;
} Direction;

static Frames joint_frames(const abMechanics *m, const abJoint *joint) {
    Frames f = {.A = &m->bodies[joint->body_a], .B = &m->bodies[joint->body_b]};
    f.R_WA = ab_mat3_mul(f.A->X.R, joint->X_AJ.R);
    f.R_WB = ab_mat3_mul(f.B->X.R, ab_joint_frame_b(m, joint)->R);
    f.r = ab_mul(f.B->X.R, ab_joint_frame_b(m, joint)->p);
    abVec3 p_BJ = ab_add(f.B->X.p, f.r);
    f.d = ab_sub(p_BJ, f.A->X.p);
    f.e = ab_sub(f.d, ab_mul(f.A->X.R, joint->X_AJ.p));
    abVec3 w_A = f.A->w, w_B = f.B->w, turn_r = ab_cross(w_B, f.r), turn_d = ab_cross(w_A, f.d);
    f.u = ab_sub(ab_add(f.B->v, turn_r), ab_add(f.A->v, turn_d));
    f.w = ab_sub(w_B, w_A);
    f.b = ab_sub(ab_cross(w_B, turn_r), ab_cross(w_A, ab_add_scaled(turn_d, 2.0, f.u)));
    return f;
}

// ---- coordinates ----

static Coordinate slide(const Frames *f, int axis) {
    abVec3 a = ab_column(f->R_WA, axis);
    return (Coordinate){.value = ab_dot(a, f->e), .linear = a, .bias = ab_dot(a, f->b)};
}

static Coordinate cosine(const Frames *f, const Direction *p, const Direction *s) {
    abVec3 w_U = ab_add(f->A->w, p->w), w_V = ab_add(f->B->w, s->w);
    abVec3 n = ab_cross(s->axis, p->axis);
    abVec3 n_rate = ab_add(ab_cross(ab_cross(w_V, s->axis), p->axis),
                           ab_cross(s->axis, ab_cross(w_U, p->axis)));
    return (Coordinate){
        .value = ab_dot(p->axis, s->axis),
        .angular = n,
        .drift = ab_dot(n, ab_sub(s->w, p->w)),
        .bias = ab_dot(n_rate, ab_sub(w_V, w_U)) + ab_dot(n, ab_sub(s->alpha, p->alpha)),
    };
}

// Of an axis of A's frame and one of B's.
static Coordinate axes_cosine(const Frames *f, int u, int w) {
    Direction p = {.axis = ab_column(f->R_WA, u)}, s = {.axis = ab_column(f->R_WB, w)};
    return cosine(f, &p, &s);
}

static Coordinate combine(double factor_a, Coordinate a, double factor_b, Coordinate b) {
    return (Coordinate){
        .value = factor_a * a.value + factor_b * b.value,
        .drift = factor_a * a.drift + factor_b * b.drift,
        .bias = factor_a * a.bias + factor_b * b.bias,
        .linear = ab_add(ab_scale(factor_a, a.linear), ab_scale(factor_b, b.linear)),
        .angular = ab_add(ab_scale(factor_a, a.angular), ab_scale(factor_b, b.angular)),
    };
}

// The turn about an axis as an angle: with R = Rx(a) Ry(b) Rz(c), a and c whatever the others are,
// b when c is 0.
static Coordinate angle(const Frames *f, int axis) {
    static const struct {
        double sign;
        int num[2], den[2]; // entries of R
    } table[3] = {{-1.0, {1, 2}, {2, 2}}, {1.0, {0, 2}, {0, 0}}, {-1.0, {0, 1}, {0, 0}}};
    Coordinate n = axes_cosine(f, table[axis].num[0], table[axis].num[1]);
    Coordinate d = axes_cosine(f, table[axis].den[0], table[axis].den[1]);
    double N = table[axis].sign * n.value, D = d.value, square = N * N + D * D;
    double n_rate = table[axis].sign * ab_dot(n.angular, f->w), d_rate = ab_dot(d.angular, f->w);
    double by_n = D / square, by_d = -N / square; // partial derivatives
    Coordinate out = combine(table[axis].sign * by_n, n, by_d, d);
    out.value = ab_atan2(N, D);
    out.bias -= 2.0 * (by_n * n_rate + by_d * d_rate) * (N * n_rate + D * d_rate) / square;
    return out;
}

static Coordinate distance(const Frames *f) {
    double length = ab_norm(f->e);
    abVec3 e = ab_scale(1.0 / length, f->e);
    double along = ab_dot(e, f->u);
    return (Coordinate){.value = length,
                        .linear = e,
                        .bias = ab_dot(e, f->b) + (ab_norm2(f->u) - along * along) / length};
}

// The offset from the path, (1) of curve_nearest.c; the path is fixed to A.
static Coordinate path_offset(const Frames *f, const abCurve *path) {
    abTrack at = ab_curve_track(
        path, ab_vec2(ab_dot(ab_column(f->R_WA, 0), f->e), ab_dot(ab_column(f->R_WA, 1), f->e)));
    abVec3 t = ab_mul(f->R_WA, ab_vec3(at.tangent.x, at.tangent.y, 0.0));
    abVec3 n = ab_mul(f->R_WA, ab_vec3(-at.tangent.y, at.tangent.x, 0.0));
    double along = ab_dot(t, f->u);
    double bend = at.curvature / (1.0 - at.curvature * at.offset);
    return (Coordinate){
        .value = at.offset, .linear = n, .bias = ab_dot(n, f->b) - bend * along * along};
}

static Coordinate axis_coordinate(const Frames *f, int axis) {
    return axis < 3 ? slide(f, axis) : angle(f, axis - 3);
}

// ---- limits ----

// The value less its multiples of the period.
static double reduced(double value, double period) {
    return period > 0.0 ? value - period * floor(value / period + 0.5) : value;
}

// Along the path, as far as an end of it; beyond it the path goes on straight.
static Coordinate path_length_of(const Frames *f, const abCurve *path, bool from_start) {
    abVec2 q = ab_vec2(ab_dot(ab_column(f->R_WA, 0), f->e), ab_dot(ab_column(f->R_WA, 1), f->e));
    abTrack at = ab_curve_track(path, q);
    abCurveArcLength displacement = ab_curve_arc_length(path, q);
    abVec3 t = ab_mul(f->R_WA, ab_vec3(at.tangent.x, at.tangent.y, 0.0));
    abVec3 n = ab_mul(f->R_WA, ab_vec3(-at.tangent.y, at.tangent.x, 0.0));
    double turning = at.curvature * ab_dot(t, f->u) * ab_dot(n, f->u);
    return (Coordinate){.value = from_start ? displacement.from_start : -displacement.to_end,
                        .linear = t,
                        .bias = ab_dot(t, f->b) + turning};
}

abLimitNow ab_joint_limit(const abMechanics *m, const abLimit *limit) {
    const abJoint *joint = &m->model->joints[limit->joint];
    Frames f = joint_frames(m, joint);
    Coordinate q = limit->axis == AB_AXIS_PATH ? path_length_of(&f, joint->path, limit->sign > 0.0)
                                               : axis_coordinate(&f, limit->axis);
    double past = q.value - limit->bound, scale = limit->length * limit->sign;
    if (limit->axis >= 3 && limit->axis < AB_AXIS_PATH) {
        past = limit->middle - limit->bound + reduced(q.value - limit->middle, 2.0 * AB_PI);
    }
    double rate = ab_dot(q.linear, f.u) + ab_dot(q.angular, f.w);
    return (abLimitNow){.gap = scale * past,
                        .rate = scale * rate,
                        .bias = scale * q.bias,
                        .p = ab_add(f.B->X.p, f.r),
                        .linear = ab_scale(scale, q.linear),
                        .angular = ab_scale(scale, q.angular)};
}

// ---- rows ----

static abJet drive_jet(const abJoint *joint, int axis, double t) {
    return axis >= 0 && joint->drive[axis] != NULL ? ab_expression_evaluate(joint->drive[axis], t)
                                                   : (abJet){0};
}

// Axis u of A, turned by the drives of the turns: of all, or where each has its own row, of rx.
static Direction turned_axis(const Frames *f, const abJoint *joint, int u, double t) {
    Direction out = {.axis = ab_column(f->R_WA, u)};
    abJet jets[3] = {{0}};
    bool turns = false;
    for (int i = 0; i < (joint->turns_apart ? 1 : 3); i++) {
        if (joint->drive[3 + i] != NULL && joint->level[3 + i] == AB_HOLD_POSITION) {
            jets[i] = drive_jet(joint, 3 + i, t);
            turns = true;
        }
    }
    if (turns) {
        abTurn turn = ab_turn(jets);
        out.axis = ab_mul(f->R_WA, ab_column(turn.R, u));
        out.w = ab_mul(f->R_WA, turn.w);
        out.alpha = ab_add(ab_mul(f->R_WA, turn.alpha), ab_cross(f->A->w, out.w));
    }
    return out;
}

// y of B's frame turned back about z by an angle.
static Direction turned_back(const Frames *f, abJet angle_jet) {
    abVec3 x = ab_column(f->R_WB, 0), y = ab_column(f->R_WB, 1), z = ab_column(f->R_WB, 2);
    Direction out = {
        .axis = ab_add_scaled(ab_scale(ab_cos(angle_jet.value), y), ab_sin(angle_jet.value), x),
        .w = ab_scale(-angle_jet.rate, z)};
    out.alpha = ab_add_scaled(ab_cross(f->B->w, out.w), -angle_jet.acceleration, z);
    return out;
}

// The row that holds a coordinate at what the jet says.
static abJointRowNow hold(const abJointRow *row, Coordinate q, abJet jet) {
    return (abJointRowNow){
        .linear = q.linear,
        .angular = q.angular,
        .c = reduced(q.value - row->offset - jet.value, row->period),
        .rate = jet.rate - q.drift,
        .gamma = jet.acceleration - q.bias,
    };
}

// What the row shall hold: of a drive by speed or acceleration its integral is not known, only what
// was asked for the start.
static abJet target(const abJointRow *row, const abJoint *joint, double value, abJet jet) {
    if (row->level == AB_HOLD_POSITION) {
        return jet;
    }
    double start = joint->start[row->drive], speed = joint->start_speed[row->drive];
    abJet out = {
        .value = isnan(start) ? value : start, .rate = jet.value, .acceleration = jet.rate};
    if (row->level == AB_HOLD_ACCELERATION) {
        out.rate = isnan(speed) ? NAN : speed;
        out.acceleration = jet.value;
    }
    return out;
}

static abJointRowNow row_now(const Frames *f, const abJoint *joint, const abJointRow *row,
                             double t) {
    abJet jet = drive_jet(joint, row->drive, t);
    switch (row->kind) {
    case AB_ROW_SLIDE: {
        Coordinate q = slide(f, row->u);
        return hold(row, q, target(row, joint, q.value, jet));
    }
    case AB_ROW_ANGLE: {
        Coordinate q = angle(f, row->u);
        return hold(row, q, target(row, joint, q.value, jet));
    }
    case AB_ROW_RIGHT_ANGLE: {
        Direction p = turned_axis(f, joint, row->u, t), s = {.axis = ab_column(f->R_WB, row->w)};
        return hold(row, cosine(f, &p, &s), (abJet){0});
    }
    case AB_ROW_TURNED_B: {
        Direction p = {.axis = ab_column(f->R_WA, row->u)}, s = turned_back(f, jet);
        return hold(row, cosine(f, &p, &s), (abJet){0});
    }
    case AB_ROW_SINE: {
        double sine = ab_sin(jet.value), slope = ab_cos(jet.value);
        abJet wanted = {sine, slope * jet.rate,
                        slope * jet.acceleration - sine * jet.rate * jet.rate};
        return hold(row, axes_cosine(f, row->u, row->w), wanted);
    }
    case AB_ROW_NO_TWIST:
        return hold(row, combine(0.5, axes_cosine(f, 0, 1), -0.5, axes_cosine(f, 1, 0)),
                    (abJet){0});
    case AB_ROW_SCREW:
    case AB_ROW_RACK:
        return hold(row, combine(1.0, slide(f, row->u), -row->factor, angle(f, 2)), (abJet){0});
    case AB_ROW_DISTANCE:
        return hold(row, distance(f), (abJet){0});
    case AB_ROW_PATH:
        return hold(row, path_offset(f, joint->path), (abJet){0});
    default: // couplers look at other joints
        return (abJointRowNow){0};
    }
}

void ab_joint_now(const abMechanics *m, const abJoint *joint, double t, abJointNow *now) {
    Frames f = joint_frames(m, joint);
    now->arm_a = f.d;
    now->arm_b = f.r;
    now->R_WA = f.R_WA;
    now->count = joint->row_count;
    for (int i = 0; i < joint->row_count; i++) {
        now->rows[i] = row_now(&f, joint, &joint->rows[i], t);
    }
}

// ---- as the bodies see it ----

// The parts on A and B of something that acts between them at the joint's point.
static void spread(const abJoint *joint, abVec3 linear, abVec3 angular, abVec3 arm_a, abVec3 arm_b,
                   abRow *out) {
    out->body_a = joint->body_a;
    out->body_b = joint->body_b;
    out->linear_a = ab_neg(linear);
    out->angular_a = ab_neg(ab_add(angular, ab_cross(arm_a, linear)));
    out->linear_b = linear;
    out->angular_b = ab_add(angular, ab_cross(arm_b, linear));
}

static int coupler_row(const abMechanics *m, const abJoint *joint, abRow *out) {
    const abJointRow *row = &joint->rows[0];
    double sum = -row->offset;
    for (int k = 0; k < joint->coupled_count; k++) {
        const abCoupledAxis *axis = &joint->coupled[k];
        const abJoint *other = &m->model->joints[axis->joint];
        Frames f = joint_frames(m, other);
        Coordinate q = axis_coordinate(&f, axis->axis);
        sum += axis->factor * q.value;
        out[0].gamma -= axis->factor * q.bias;
        out[k].goes_on = k > 0;
        spread(other, ab_scale(axis->factor, q.linear), ab_scale(axis->factor, q.angular), f.d, f.r,
               &out[k]);
    }
    out[0].c = reduced(sum, row->period);
    return joint->coupled_count;
}

int ab_joint_row(const abMechanics *m, int joint, int index, const abJointNow *now, abRow *out) {
    const abJoint *plan = &m->model->joints[joint];
    const abJointRow *row = &plan->rows[index];
    int count = 1;
    for (int k = 0; k < AB_ROW_ENTRIES; k++) {
        out[k] = (abRow){.joint = joint, .row = index, .name = row->name, .level = row->level};
    }
    if (row->kind == AB_ROW_COUPLER) {
        count = coupler_row(m, plan, out);
    } else {
        const abJointRowNow *from = &now->rows[index];
        spread(plan, from->linear, from->angular, now->arm_a, now->arm_b, out);
        out->c = from->c;
        out->rate = from->rate;
        out->gamma = from->gamma;
    }
    return count;
}
