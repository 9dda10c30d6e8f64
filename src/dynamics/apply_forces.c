// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// apply_forces.c - springs, dampers and forces by expression: one function per kind.

#include "dynamics/parts.h"

// Line of a spring: unit vector from A to B, length and its rate.
typedef struct Line {
    abVec3 a, b, u;
    double length, rate;
} Line;

static Line spring_line(const abDynamics *d, const abForceElement *force) {
    const abBodyNow *A = &d->bodies[force->body_a], *B = &d->bodies[force->body_b];
    Line line = {.a = ab_pose_point(A->X, force->point_a),
                 .b = ab_pose_point(B->X, force->point_b)};
    abVec3 r = ab_sub(line.b, line.a);
    line.length = ab_norm(r);
    line.u = ab_unit(r);
    line.rate = ab_dot(ab_sub(ab_velocity_at(B, line.b), ab_velocity_at(A, line.a)), line.u);
    return line;
}

static void apply_spring(abDynamics *d, const abForceElement *force, double t) {
    (void)t;
    Line line = spring_line(d, force);
    const abSpringKeys *s = &force->spring;
    double pull = s->stiffness * (line.length - s->length) + s->damping * line.rate + s->preload;
    ab_load(&d->bodies[force->body_b], ab_scale(-pull, line.u), line.b);
    ab_load(&d->bodies[force->body_a], ab_scale(pull, line.u), line.a);
    d->book_rates[AB_BOOK_DAMPERS] += s->damping * line.rate * line.rate;
}

static void apply_applied(abDynamics *d, const abForceElement *force, double t) {
    double value[6];
    for (int i = 0; i < 6; i++) {
        value[i] =
            force->applied[i] != NULL ? ab_expression_evaluate(force->applied[i], t).value : 0.0;
    }
    abBodyNow *body = &d->bodies[force->body_b];
    abVec3 f = {value[0], value[1], value[2]}, torque = {value[3], value[4], value[5]};
    if (force->in_body_axes) {
        f = ab_mul(body->X.R, f);
        torque = ab_mul(body->X.R, torque);
    }
    abVec3 point = ab_pose_point(body->X, force->point_b);
    ab_load(body, f, point);
    body->torque = ab_add(body->torque, torque);
    d->book_rates[AB_BOOK_APPLIED] +=
        ab_dot(f, ab_velocity_at(body, point)) + ab_dot(torque, body->w);
}

typedef void (*Apply)(abDynamics *, const abForceElement *, double);

void ab_apply_forces(abDynamics *d, double t) {
    static const Apply apply[AB_FORCE_COUNT] = {
#define AB_FORCE(KIND, symbol) [AB_FORCE_##KIND] = apply_##symbol,
#include "model/forces.def"
#undef AB_FORCE
    };
    for (size_t f = 0; f < d->model->force_count; f++) {
        apply[d->model->forces[f].kind](d, &d->model->forces[f], t);
    }
}

double ab_spring_energy(const abDynamics *d) {
    double energy = 0.0;
    for (size_t f = 0; f < d->model->force_count; f++) {
        const abForceElement *force = &d->model->forces[f];
        if (force->kind == AB_FORCE_SPRING) {
            double x = spring_line(d, force).length - force->spring.length;
            energy += 0.5 * force->spring.stiffness * x * x + force->spring.preload * x;
        }
    }
    return energy;
}
