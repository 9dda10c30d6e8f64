// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// weights.c - how large an error each state may have per step.
//
// A tolerance is relative to what a state measures. A body in flight may be wrong by the tolerance
// times its size; a body in contact only by the tolerance times the depth it reaches there, since
// its position then is a penetration depth. So a depth of a micrometre is resolved as well as a
// flight of a metre, at any tolerance. Sizes do not depend on where the origin is.

#include "method/events/weights.h"
#include "core/simulation_state.h"
#include "derivative/state/derivative.h"
#include "method/events/events.h"
#include "method/events/tolerances.def"

static double largest3(const double *y) {
    return fmax(fabs(y[0]), fmax(fabs(y[1]), fabs(y[2])));
}

// How far from the origin the surface of a body is: distances are rounded to that, also where a
// coordinate of its centre passes zero.                                                     [m]
static double reach_of(const abSimulation *s, int body) {
    const abBody *b = &s->model->bodies[body];
    if (b->state < 0) {
        return 0.0;
    }
    const double *y = s->y + b->state;
    double center = b->mobility == AB_MOBILITY_FREE ? largest3(y) : fmax(fabs(y[0]), fabs(y[1]));
    return fmax(center, ab_body_size(b));
}

static abScales in_flight(const abSimulation *s, int body) {
    double size = ab_body_size(&s->model->bodies[body]);
    return (abScales){
        .length = size, .speed = 0.1 * size, .rotation = 1.0, .far = reach_of(s, body)};
}

// Narrows the scales of a body by one contact pair with another.
static void in_touch(abSimulation *s, const abContactPair *pair, int body, int other, int shape) {
    const abEvents *own = s->own;
    abScales *scales = &own->integration.scales[body];
    scales->far = fmax(scales->far, reach_of(s, other)); // it feels the rounding of both
    scales->length = fmin(scales->length, pair->depth_scale);
    scales->speed = fmin(scales->speed, pair->speed_scale);
    scales->rate = fmax(scales->rate, pair->speed_scale / pair->depth_scale);
    bool is_ball =
        s->model->shapes[shape].shape.is_sphere && s->dynamics.mechanics.shape_centered[shape];
    if (!is_ball) { // turning changes the depth
        double size = ab_body_size(&s->model->bodies[body]);
        scales->rotation = fmin(scales->rotation, pair->depth_scale / size);
    }
}

static void find_scales(abSimulation *s) {
    const abEvents *own = s->own;
    const abBodySet *stepped = &s->dynamics.mechanics.stepped;
    for (size_t i = 0; i < stepped->count; i++) {
        own->integration.scales[stepped->bodies[i]] = in_flight(s, stepped->bodies[i]);
    }
    for (size_t k = 0; k < s->dynamics.contacts->count; k++) {
        const abContactPair *pair = &s->dynamics.contacts->pairs[k];
        if (pair->data->is_rigid) {
            continue; // it has no depth that could be wrong
        }
        in_touch(s, pair, pair->data->body_a, pair->data->body_b, pair->shape_a);
        in_touch(s, pair, pair->data->body_b, pair->data->body_a, pair->shape_b);
    }
}

static void set3(double *w, double value) {
    w[0] = w[1] = w[2] = value;
}

// The state of a point in slip is a direction. It counts by the force that it gives, so where a
// contact begins and ends it may be as wrong as that force is small.
static double share_of_direction(const abContactPair *pair, const abTangentialState *tangential) {
    bool is_direction = tangential->has_modes && tangential->mode == AB_TANGENTIAL_SLIP;
    double share = tangential->pressing / pair->tangential_normal_force;
    return is_direction ? fmin(1.0, fmax(s_faint_force, share)) : 1.0;
}

// What the states of tangential states may be wrong by, from the size they will have.
static void weigh_tangential(abSimulation *s, double tolerance, double rounding) {
    const abEvents *own = s->own;
    const abDerivative *d = &s->dynamics;
    const abStateLayout *layout = &d->mechanics.layout;
    for (size_t i = (size_t)layout->tangential_states; i < layout->count; i++) {
        own->integration.weights[i] = 1.0; // of slots that are free
        own->integration.floors[i] = 0.0;
    }
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        for (int i = 0; i < pair->tangential_count; i++) {
            size_t index = (size_t)pair->first_tangential + (size_t)i;
            size_t at = ab_state_of_grip(layout, index);
            double share = share_of_direction(pair, &d->tangential_states.list[index]);
            set3(own->integration.weights + at,
                 fmax(tolerance, rounding) * pair->tangential_scale / share);
            set3(own->integration.floors + at, rounding * pair->tangential_scale);
        }
    }
}

// How much energy the rounding of coordinates shakes in and out of the stiffest contact. [J]
static double shaken_energy(const abSimulation *s, double rounding) {
    const abEvents *own = s->own;
    double energy = 0.0;
    const abBodySet *stepped = &s->dynamics.mechanics.stepped;
    for (size_t i = 0; i < stepped->count; i++) {
        int b = stepped->bodies[i];
        const abScales *scales = &own->integration.scales[b];
        if (s->model->bodies[b].state >= 0 && scales->rate > 0.0) {
            double share = rounding * scales->far / scales->length;
            energy = fmax(energy, s->model->bodies[b].mass * scales->speed * scales->speed * share);
        }
    }
    return energy;
}

// How far the modes of a body move its points now, or will when they swing back.             [m]
static double deflection(const abModalBody *f, const double *q) {
    size_t m = (size_t)f->mode_count;
    double sum = 0.0;
    for (size_t k = 0; k < m; k++) {
        double omega = sqrt(f->K.at[k * m + k] / f->mass.modal_mass[k * m + k]);
        sum = fmax(sum, f->reach[k] * fmax(fabs(q[k]), fabs(q[m + k]) / omega));
    }
    return sum;
}

// A mode counts by how far it moves points: its error beside the deflection there is, at least a
// thousandth of the body's size, and less in contact.
static void weigh_modes(abSimulation *s, int body, double tolerance, double rounding) {
    const abEvents *own = s->own;
    const abBody *b = &s->model->bodies[body];
    const abModalBody *f = b->flexible;
    size_t m = (size_t)f->mode_count, at = (size_t)b->modal_state;
    const abScales *scales = &own->integration.scales[body];
    double size = ab_body_size(b);
    double length = fmin(scales->length, fmax(s_modal_share * size, deflection(f, s->y + at)));
    double *w = own->integration.weights + at, *floor = own->integration.floors + at;
    for (size_t k = 0; k < m; k++) {
        double reach = f->reach[k] > 0.0 ? f->reach[k] : 1.0;
        double omega = sqrt(f->K.at[k * m + k] / f->mass.modal_mass[k * m + k]);
        floor[k] = rounding * length / reach;
        floor[m + k] = omega * floor[k];
        w[k] = fmax(tolerance, rounding) * length / reach;
        w[m + k] = omega * w[k];
    }
}

void ab_run_weights(abSimulation *s) {
    const abEvents *own = s->own;
    const abModel *model = s->model;
    find_scales(s);
    const double tolerance = s_step_share * s->options.tolerance;
    // nothing can be resolved below the rounding of the coordinates
    const double rounding = 4.0 * 2.3e-16;
    const abBodySet *stepped = &s->dynamics.mechanics.stepped;
    for (size_t i = 0; i < stepped->count; i++) {
        int b = stepped->bodies[i];
        const abBody *body = &model->bodies[b];
        if (body->flexible != NULL) {
            weigh_modes(s, b, tolerance, rounding);
        }
        if (body->state < 0) {
            continue;
        }
        const double *y = s->y + body->state;
        double *w = own->integration.weights + body->state,
               *floor = own->integration.floors + body->state;
        double size = ab_body_size(body);
        abScales scales = own->integration.scales[b];
        double far = scales.far;
        if (body->mobility == AB_MOBILITY_FREE) {
            double v = ab_norm(ab_vec3(y[7], y[8], y[9]));
            double spin = ab_norm(ab_vec3(y[10], y[11], y[12]));
            set3(floor, rounding * far);
            set3(floor + 3, rounding);
            floor[6] = rounding;
            set3(w, fmax(tolerance * scales.length, floor[0]));
            set3(w + 3, fmax(tolerance * scales.rotation, rounding));
            w[6] = w[5];
            // rounding of the depth shakes a stiff contact
            double shake = rounding * (far + size) * scales.rate;
            set3(w + 7, fmax(tolerance * fmax(v, scales.speed), shake));
            set3(w + 10, fmax(tolerance * fmax(spin, scales.speed / size), shake / size));
        } else {
            double v = sqrt(y[3] * y[3] + y[4] * y[4]);
            floor[0] = floor[1] = rounding * far;
            floor[2] = rounding * fmax(1.0, fabs(y[2]));
            w[0] = w[1] = fmax(tolerance * scales.length, floor[0]);
            w[2] = fmax(tolerance * scales.rotation, floor[2]);
            double shake = rounding * (far + size) * scales.rate;
            w[3] = w[4] = fmax(tolerance * fmax(v, scales.speed), shake);
            w[5] = fmax(tolerance * fmax(fabs(y[5]), scales.speed / size), shake / size);
        }
    }
    for (size_t k = 0; k < model->user_state_count; k++) {
        size_t at = (size_t)s->dynamics.mechanics.layout.user_states + k;
        double size = fmax(fabs(s->y[at]), model->states[k].def.scale);
        own->integration.weights[at] = tolerance * size;
        own->integration.floors[at] = rounding * size;
    }
    weigh_tangential(s, tolerance, rounding);
    double *book = own->integration.weights + s->dynamics.mechanics.layout.book;
    double energy = fmax(tolerance * s->energy.scale, shaken_energy(s, rounding));
    for (int i = 0; i < AB_BOOK_STATES; i++) {
        book[i] = energy;
    }
    for (size_t i = 0; i < stepped->count; i++) {
        const abBody *body = &model->bodies[stepped->bodies[i]];
        if (body->flexible != NULL) { // what damping of its modes took
            own->integration.weights[body->modal_state + 2 * body->flexible->mode_count] = energy;
        }
    }
}
