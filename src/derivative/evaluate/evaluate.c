// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// evaluate.c - the derivative as a table of contents; what a frame tells of an instant.

#include <string.h>

#include "base/no_memory.h"
#include "derivative/evaluate/ask_together.h"
#include "derivative/evaluate/contact_hold.h"
#include "derivative/evaluate/evaluate.h"
#include "derivative/state/derivative.h"
#include "mechanics/force/apply_forces.h"
#include "mechanics/force/observe.h"
#include "mechanics/joint/joint_locks.h"
#include "mechanics/joint/joint_project.h"
#include "mechanics/joint/joint_solve.h"
#include "mechanics/state/attachments.h"
#include "mechanics/state/modes.h"
#include "mechanics/state/place.h"

// ---- life ----

abResult ab_derivative_init(abDerivative *d, const abModel *model, abAllocator allocator,
                            abError *error) {
    *d = (abDerivative){0};
    AB_TRY(ab_mechanics_init(&d->mechanics, model, allocator, error));
    AB_TRY(ab_contacts_init(&d->mechanics, error));
    d->contacts = d->mechanics.contacts;
    ab_together_init(d);
    AB_TRY(ab_observe_init(&d->mechanics, error));
    if (!ab_tangential_init(d)) {
        return ab_no_memory(error, (abPlace){0}, "for the simulation");
    }
    AB_TRY(ab_joint_locks_init(&d->mechanics, error));
    return model->joint_count > 0 ? ab_joint_solver_create(&d->mechanics, error) : AB_OK;
}

void ab_derivative_done(abDerivative *d) {
    ab_together_done(d);
    ab_tangential_done(d);
    ab_stick_done(d);
    ab_rigid_done(d);
    ab_joint_solver_done(&d->mechanics);
    ab_contacts_done(&d->mechanics);
    ab_arena_done(&d->mechanics.arena);
}

// ---- the derivative ----

static void write_tangential(const abDerivative *d, double *ydot) {
    const abTangentialStates *tangential_states = &d->tangential_states;
    for (size_t k = 0; k < d->mechanics.layout.tangential_slots; k++) {
        abVec3 rate =
            k < tangential_states->count ? tangential_states->now[k].rate : ab_vec3(0.0, 0.0, 0.0);
        memcpy(ydot + AB_TANGENTIAL_NUMBERS * k, (double[]){rate.x, rate.y, rate.z},
               3 * sizeof *ydot);
    }
}

// Loads on prescribed bodies must be held by their drives; that is work.
static void drive_prescribed(abDerivative *d) {
    for (size_t b = 0; d->mechanics.has_prescribed && b < d->mechanics.model->body_count; b++) {
        const abBodyNow *now = &d->mechanics.bodies[b];
        if (d->mechanics.model->bodies[b].mobility == AB_MOBILITY_PRESCRIBED) {
            d->mechanics.book_rates[AB_BOOK_DRIVE] -= ab_dot(now->force, now->v) +
                                                      ab_dot(now->torque, now->w) -
                                                      ab_modes_drive(&d->mechanics, (int)b);
        }
    }
}

bool ab_derivative_evaluate(abDerivative *d, double t, const double *y, double *ydot) {
    d->mechanics.evaluations++;
    d->mechanics.t = t;
    ab_mechanics_place(&d->mechanics, t, y);
    ab_clear_loads(&d->mechanics);
    d->tangential_states.state = y + d->mechanics.layout.tangential_states;
    ab_contact_pass(d);
    ab_apply_forces(&d->mechanics);
    if (d->mechanics.floating != NULL) {
        ab_attachments_pass_loads(&d->mechanics);
    }
    bool ok = d->rigid.count > 0               ? ab_rigid_solve(d, t)
              : d->tangential_states.has_exact ? ab_stick_solve(d, t)
                                               : ab_accelerate(d, t);
    if (!ok) {
        return false;
    }
    drive_prescribed(d);
    ab_write_rates(&d->mechanics, ydot);
    ab_user_rates(&d->mechanics, ydot + d->mechanics.layout.user_states);
    write_tangential(d, ydot + d->mechanics.layout.tangential_states);
    return ab_set_is_finite(&d->mechanics.stepped, ydot, d->mechanics.layout.count);
}

// ---- projection ----

bool ab_derivative_project(abDerivative *d, double t, double *y) {
    bool changed = ab_mechanics_project(&d->mechanics, t, y);
    return (d->rigid.count > 0 && ab_rigid_project(d, t, y)) || changed;
}

// ---- results ----

double ab_derivative_contact_energy(const abDerivative *d) {
    double energy = 0.0;
    for (size_t k = 0; k < d->contacts->count; k++) {
        energy += d->contacts->now[k].normal.energy + d->contacts->now[k].held;
    }
    return energy;
}

// A body with modes counts also where its frame is held: its drive gives what it takes.
static void add_modes(abDerivative *d, int body, const double *y, abEnergyBook *book) {
    const abBody *b = &d->mechanics.model->bodies[body];
    abModalEnergies energies = ab_modes_energies(&d->mechanics, body);
    book->kinetic += energies.kinetic;
    book->gravity += energies.gravity;
    book->strain += energies.strain;
    book->modal_damping += y[b->modal_state + 2 * b->flexible->mode_count];
}

// Of surfaces only the pass for energies knows what they store; what rigid points and sticking friction
// take is known after it.
static bool has_energy(const abDerivative *d) {
    bool is_whole = d->rigid.count == 0 && !d->tangential_states.has_exact;
    for (size_t k = 0; is_whole && k < d->contacts->count; k++) {
        const abPairData *data = d->contacts->pairs[k].data;
        is_whole = !data->has_surface && !data->contours.is_set;
    }
    return is_whole;
}

// Of a state whose contacts have been evaluated.
static abEnergyBook energy_seen(abDerivative *d, const double *y) {
    const abModel *model = d->mechanics.model;
    abEnergyBook book = {0};
    for (size_t b = 0; b < model->body_count; b++) {
        const abBody *body = &model->bodies[b];
        const abBodyNow *now = &d->mechanics.bodies[b];
        if (body->flexible != NULL) {
            add_modes(d, (int)b, y, &book);
            continue;
        }
        if (body->state < 0) {
            continue;
        }
        book.kinetic += ab_kinetic_energy(body, now);
        book.gravity -= body->mass * ab_dot(model->gravity.uniform, now->X.p);
        if (model->gravity.parameter != 0.0) {
            book.gravity -= body->mass * model->gravity.parameter /
                            ab_norm(ab_sub(now->X.p, model->gravity.center));
        }
    }
    double held = 0.0; // by friction: of the power it took that is not lost
    for (size_t k = 0; k < d->contacts->count; k++) {
        held += d->contacts->now[k].held;
    }
    book.contacts = ab_derivative_contact_energy(d);
    book.springs = ab_spring_energy(&d->mechanics);
    const double *q = y + d->mechanics.layout.book;
    book.contact_damping = q[AB_BOOK_CONTACT_DAMPING];
    book.sliding_friction = q[AB_BOOK_SLIDING] - held;
    book.rolling_resistance = q[AB_BOOK_ROLLING];
    book.dampers = q[AB_BOOK_DAMPERS];
    book.applied_work = q[AB_BOOK_APPLIED];
    book.drive_work = q[AB_BOOK_DRIVE];
    return book;
}

abEnergyBook ab_derivative_energy(abDerivative *d, double t, const double *y) {
    d->mechanics.t = t;
    ab_mechanics_place(&d->mechanics, t, y);
    ab_clear_loads(&d->mechanics);
    d->tangential_states.state = y + d->mechanics.layout.tangential_states;
    d->contacts->wants_energy = true;
    ab_contact_pass(d);
    d->contacts->wants_energy = false;
    return energy_seen(d, y);
}

abEnergyBook ab_derivative_energy_here(abDerivative *d, double t, const double *y) {
    return has_energy(d) ? energy_seen(d, y) : ab_derivative_energy(d, t, y);
}

double ab_energy_balance(const abEnergyBook *b) {
    return b->kinetic + b->gravity + b->springs + b->contacts + b->contact_damping +
           b->sliding_friction + b->rolling_resistance + b->dampers - b->applied_work -
           b->drive_work + b->strain + b->modal_damping;
}

double ab_energy_of_motion(const abEnergyBook *b) {
    return b->kinetic + b->contacts + fabs(b->springs) + b->strain;
}

void ab_derivative_contact_states(const abDerivative *d, abContactState *out) {
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        const abContactPairNow *now = &d->contacts->now[k];
        out[k] = (abContactState){
            .body_a = pair->data->body_a + 1,
            .body_b = pair->data->body_b + 1,
            .shape_a = pair->shape_a,
            .shape_b = pair->shape_b,
            .point = now->point,
            .normal = now->normal_W,
            .depth = -now->at.distance,
            .rate = now->rate,
            .start_speed = pair->start_speed,
            .normal_force = now->normal.force,
            .force = now->force,
            .torque = now->torque,
            .slip = now->slip,
            .area = now->area,
            .pressure = now->pressure,
            .points = now->points,
            .state = ab_contact_hold(d, pair, now),
        };
    }
}

void ab_derivative_contact_energies(const abDerivative *d, abContactState *out) {
    for (size_t k = 0; k < d->contacts->count; k++) {
        out[k].energy = d->contacts->now[k].normal.energy + d->contacts->now[k].held;
    }
}
