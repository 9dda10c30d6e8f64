// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_rows.c - points and joints as rows of one problem, and force laws linearised until they
// agree with its answer.
//
// Force laws are those of step_force.c, by Newton's method on the rates at the end: each round is
// one linear row per point, s = u_n + p / (h F') + r_1* - F/F'.
//
// A rigid point may not close faster than its gap allows, r_1 <= 2 gap/h; one that meets with the
// speed v, a time T into the step, parts with e v, both corrected for the free acceleration a:
//
//   v = r_0 + a T,   -r_1 >= e v - a (h - T)                                             (1)
//
// Below v = 2 a h it is at rest and e counts as 0: gravity gives it that speed within two steps.

#include <string.h>

#include "base/array.h"
#include "dynamics/step.h"
#include "law/rigid.h"

enum { ROUNDS = 30, BOUNCES = 60, PATCH_SWEEPS = 3, FEW_SWEEPS = 40, SWEEPS = 500 };
// Multiplications of a factorisation by contacts: with more, some hundred sweeps are cheaper.
static const double s_most_work = 8000.0;

double ab_step_end_depth(const abStep *step, const abStepPoint *point) {
    return point->depth + 0.5 * step->h * point->rate - point->removed;
}

abVec3 ab_step_velocity(const abConeBody *bodies, const abStepPoint *point) {
    const abConeBody *A = &bodies[point->body[0]], *B = &bodies[point->body[1]];
    abVec3 v_a = ab_add(A->v, ab_cross(A->w, point->arm[0]));
    abVec3 v_b = ab_add(B->v, ab_cross(B->w, point->arm[1]));
    return ab_sub(v_a, v_b);
}

double ab_step_rate(const abConeBody *bodies, const abStepPoint *point) {
    return ab_dot(ab_step_velocity(bodies, point), point->n);
}

// What the solution errs by in a step: a gap or an overlap of that size is left as it is, else what
// rests on many points would never come to rest on all of them.
static double slack_of(const abStep *step) {
    double small = 0.5 * step->tolerance * step->weight_speed * step->h;
    return fmax(small, 1e-12 * step->dynamics->model->size);
}

// ---- force laws ----

static abStepForce linearise(abStep *step, const abStepPoint *point, double rate) {
    const abStepNote *note = &step->notes[point->note];
    abContact contact = {.radius = note->at.radius};
    if (!(note->touch.wants_area && point->area > 0.0)) {
        contact = ab_contact_at(step->dynamics, &note->touch, &note->at);
    }
    contact.area = point->area;
    contact.area_slope = point->area_slope;
    contact.patch_area = point->patch_area;
    return ab_step_force(step, point, &contact, rate);
}

// ---- contacts ----

// Begins the law of a pair that could touch within the step.
void ab_step_begin(abStep *step, abStepNote *note, const abStepPoint *point) {
    note->is_begun = true;
    // with the overlap it begins with, not that which the middle of the step was foreseen to have;
    // surfaces are measured where the bodies are
    abProximity at = note->at;
    if (point->surface < 0) {
        at.distance = fmin(0.0, 0.5 * step->h * point->start_rate - point->depth);
    }
    ab_touch_begin(step->dynamics, &note->touch, step->t, &at);
    note->sharpness = note->touch.speed_scale / note->touch.depth_scale;
}

static double rigid_bias(abStep *step, abStepPoint *point) {
    const abStepNote *note = &step->notes[point->note];
    double h = step->h, e = note->touch.normal_constants[AB_RIGID_RESTITUTION];
    double a = (point->free_rate - point->start_rate) / h;
    double gap = -(point->depth - 0.5 * h * point->start_rate); // at the start
    double time = point->start_rate > 0.0 ? fmax(0.0, gap) / point->start_rate : h;
    bool meets = point->depth + 0.5 * h * point->free_rate > 0.0 && time < h;
    double speed = point->start_rate + a * time;
    point->is_impact = meets && speed > 2.0 * fmax(a, step->weight_speed / h) * h;
    if (point->parting > 0.0) {
        return -point->parting;
    }
    if (point->is_impact) {
        point->closing = speed;
        bool is_newton = note->touch.normal_constants[AB_RIGID_KIND] == AB_RESTITUTION_NEWTON;
        return is_newton ? -fmax(0.0, e * speed - a * (h - time)) : 0.0; // (1)
    }
    return -point->depth > slack_of(step) ? -2.0 * point->depth / h : 0.0;
}

// Of vectors in the problem, where A and B may be exchanged.
static double sign_of(const abStepPoint *point) {
    return point->is_turned ? -1.0 : 1.0;
}

// Without friction. What the solution makes of it is left as it is: there are many of them.
static abConeContact *add_smooth(abStep *step, abStepPoint *point, int *count, double bias,
                                 double compliance) {
    abConeContact *c = &step->contacts[*count];
    point->contact = (*count)++;
    double sign = sign_of(point);
    for (int side = 0; side < 2; side++) {
        int own = point->is_turned ? 1 - side : side;
        c->body[side] = point->body[own];
        c->arm[side] = point->arm[own];
    }
    c->normal = ab_scale(sign, point->n);
    c->bias = bias;
    c->compliance = compliance;
    c->friction = c->rolling = 0.0;
    c->spinning = -1.0;
    c->impulse = ab_scale(sign, point->impulse);
    c->moment = ab_scale(sign, point->moment);
    c->local.nn = 0.0; // not known
    return c;
}

static void add_contact(abStep *step, abStepPoint *point, int *count, double bias,
                        double compliance) {
    const abStepNote *note = &step->notes[point->note];
    abConeContact *c = add_smooth(step, point, count, bias, compliance);
    c->friction = note->friction[point->slides ? 1 : 0];
    c->rolling = note->rolling;
    c->spinning = note->spinning;
}

// The rows for the present linearisation.
static int make_contacts(abStep *step) {
    int count = 0;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[step->order[k].point];
        abStepNote *note = &step->notes[point->note];
        point->contact = -1;
        if (point->is_frozen || point->surface >= 0) {
            continue;
        }
        if (point->is_rigid) {
            note->is_begun = true;
            point->is_poisson =
                note->touch.normal_constants[AB_RIGID_KIND] == AB_RESTITUTION_POISSON;
            add_contact(step, point, &count, rigid_bias(step, point), 0.0);
            continue;
        }
        bool could_touch = point->depth + 0.5 * step->h * point->rate > 0.0 ||
                           point->depth - 0.5 * step->h * point->start_rate > 0.0 ||
                           point->depth > 0.0;
        if (could_touch && !note->is_begun) {
            ab_step_begin(step, note, point);
        }
        if (!note->is_begun) {
            point->force = point->slope = 0.0;
            continue;
        }
        abStepForce f = linearise(step, point, point->rate);
        point->force = f.force;
        point->slope = f.slope;
        if (f.force > 0.0 && f.slope > 0.0) {
            add_contact(step, point, &count, point->rate - f.force / f.slope,
                        1.0 / (step->h * f.slope));
        }
    }
    return count;
}

// ---- joints ----

// The row of a rope or limit, by its number.
static void make_end(abStep *step, size_t number, size_t *index) {
    abRigidPoint point;
    step->ends[number].row = ab_rigid_link(step->dynamics, number, &point) ? (int)*index : -1;
    if (step->ends[number].row >= 0) {
        ab_step_make_link(step, number, &point, &step->links[(*index)++]);
    }
}

// Over the step a joint's rows do not change:  J (v_0 + v_1)/2 = rate, J and rate at the middle.
static bool make_links(abStep *step) {
    abDynamics *d = step->dynamics;
    const abModel *model = d->model;
    size_t numbers = ab_rigid_link_count(d), index = 0;
    size_t rows = (size_t)model->row_count * AB_ROW_ENTRIES + numbers;
    if (!AB_ARRAY_RESERVE(d->allocator, step->links, step->link_capacity, rows)) {
        return false;
    }
    for (size_t j = 0; j < model->joint_count; j++) {
        ab_joint_now(d, &model->joints[j], d->time, &step->joints[j]);
    }
    for (size_t i = 0; i < model->joint_count; i++) {
        int j = step->joint_order[i].index;
        for (int r = 0; r < model->joints[j].row_count; r++) {
            abRow entries[AB_ROW_ENTRIES];
            int count = ab_joint_row(d, j, r, &step->joints[j], entries);
            double bias = -2.0 * entries[0].rate;
            for (int e = 0; e < count; e++) {
                const abRow *row = &entries[e];
                double guess = step->links[index].impulse;
                step->links[index++] = (abConeLink){
                    .body = {row->body_a, row->body_b},
                    .linear = {row->linear_a, row->linear_b},
                    .angular = {row->angular_a, row->angular_b},
                    .impulse = guess,
                    .goes_on = e > 0,
                };
                for (int side = 0; side < 2; side++) {
                    const abConeLink *link = &step->links[index - 1];
                    if (link->body[side] >= 0) {
                        bias += ab_dot(link->linear[side], step->v0[link->body[side]]) +
                                ab_dot(link->angular[side], step->w0[link->body[side]]);
                    }
                }
            }
            step->links[index - (size_t)count].bias = bias;
        }
    }
    for (size_t f = 0; f < model->force_count; f++) {
        make_end(step, (size_t)step->force_order[f].index, &index);
    }
    for (size_t i = 0; i < model->joint_count; i++) {
        const abJoint *joint = &model->joints[step->joint_order[i].index];
        for (int k = 0; k < joint->limit_count; k++) {
            make_end(step, model->force_count + (size_t)(joint->first_limit + k), &index);
        }
    }
    step->link_count = index;
    return true;
}

// ---- the solution ----

// A point slides that moves at the end, beyond what the solution errs by. That it is at its limit
// says little: of many corners some are, though the others hold them all.
static void note_sliding(abStep *step) {
    double slow = fmax(1e-3, 10.0 * step->tolerance) * step->weight_speed;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        if (!point->is_frozen) {
            abVec3 v = ab_step_velocity(step->bodies, point);
            point->slides = ab_norm(ab_add_scaled(v, -point->rate, point->n)) > slow;
        }
    }
}

// Takes the answer over; the largest force that the laws are off from their linear rows, relative
// to the largest force.
static double take_answer(abStep *step) {
    double off = 0.0, largest = 0.0;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        if (point->is_frozen || point->surface >= 0) {
            continue;
        }
        point->rate = ab_step_rate(step->bodies, point);
        point->impulse = point->moment = ab_vec3(0.0, 0.0, 0.0);
        if (point->contact >= 0) {
            const abConeContact *c = &step->contacts[point->contact];
            point->impulse = ab_scale(sign_of(point), c->impulse);
            point->moment = ab_scale(sign_of(point), c->moment);
        }
        if (!point->is_rigid) {
            const abStepNote *note = &step->notes[point->note];
            bool is_apart = ab_step_end_depth(step, point) <= 0.0 && point->contact < 0;
            double force = ab_dot(point->impulse, point->n) / step->h;
            double wanted = note->is_begun ? linearise(step, point, point->rate).force
                            : is_apart     ? 0.0
                                           : INFINITY; // it must be begun first
            off = fmax(off, fabs(wanted - force));
            largest = fmax(largest, fabs(force));
        }
    }
    double creep = ab_step_take_surfaces(step);
    off = fmax(off, ab_step_linearise_surfaces(step, step->bodies, &largest));
    return off == 0.0 ? creep : fmax(creep, off / largest);
}

// Nearly all points were there in the last step.
static bool is_steady(const abStep *step) {
    size_t fresh = 0;
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        fresh += point->is_known || point->is_frozen ? 0 : 1;
    }
    return 20 * fresh <= step->point_count;
}

static bool solve_rows(abStep *step, int contact_count) {
    size_t n = step->dynamics->model->body_count;
    memcpy(step->bodies, step->free, n * sizeof *step->bodies);
    abConeProblem problem = {
        .bodies = step->bodies,
        .contacts = step->contacts,
        .links = step->links,
        .guess_v = step->v0,
        .guess_w = step->w0,
        .patches = step->patches,
        .patch_count = (int)step->surface_count,
        .body_count = (int)n,
        .contact_count = contact_count,
        .link_count = (int)step->link_count,
        .tolerance = step->tolerance,
        .is_steady = is_steady(step),
        .few_sweeps = step->surface_count > 0 ? PATCH_SWEEPS : FEW_SWEEPS,
        .max_sweeps = SWEEPS,
        .most_work = s_most_work * ((double)contact_count + (double)step->link_count +
                                    4.0 * (double)step->surface_count),
    };
    abConeResult result;
    if (!ab_cone_solve(&problem, &step->room, &result)) {
        return false;
    }
    step->sweeps += result.sweeps;
    step->result = result;
    step->scale = fmax(problem.speed, step->weight_speed);
    return true;
}

static bool solve_in_rounds(abStep *step, int rounds) {
    for (int i = 0; i < rounds; i++) {
        if (!solve_rows(step, make_contacts(step))) {
            return false;
        }
        if (take_answer(step) <= fmax(step->tolerance, 1e-12)) {
            break;
        }
    }
    return true;
}

// Surfaces that meet in a step only because others hold up what they fall onto are solved with the
// rest, until no more meet: of a tower that sets down, one after the other.
static bool solve_with_what_meets(abStep *step, int rounds) {
    if (!solve_in_rounds(step, rounds)) {
        return false;
    }
    for (;;) { // ends, as each round adds a pair or sees one anew, once
        bool any;
        double largest = 0.0;
        if (!ab_step_meet_surfaces(step, &any)) {
            return false;
        }
        if (!any) {
            return true;
        }
        if (!ab_step_order(step)) { // there are more points now
            return false;
        }
        ab_step_linearise_surfaces(step, step->bodies, &largest);
        if (!solve_in_rounds(step, ROUNDS)) {
            return false;
        }
    }
}

bool ab_step_solve(abStep *step) {
    bool has_laws = false;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        point->rate = point->free_rate;
        point->target = point->parting = 0.0;
        has_laws = has_laws || (!point->is_rigid && !point->is_frozen);
    }
    if (!AB_ARRAY_RESERVE(step->dynamics->allocator, step->contacts, step->contact_capacity,
                          step->point_count) ||
        !ab_step_order(step) || !make_links(step)) {
        return false;
    }
    double largest = 0.0;
    ab_step_linearise_surfaces(step, NULL, &largest);
    int rounds = has_laws ? ROUNDS : 1;
    if (!solve_with_what_meets(step, rounds)) {
        return false;
    }
    bool bounces = ab_step_compress(step);
    for (int i = 0; i < BOUNCES && bounces; i++) {
        if (!solve_in_rounds(step, rounds)) {
            return false;
        }
        bounces = ab_step_restitute(step);
    }
    note_sliding(step);
    return true;
}

// ---- apart ----

// Rigid points that overlap at the end of the step are moved apart by the least displacement in
// the sense of the masses: the same rows with displacements in place of velocities, without
// friction. Of an overlap that is allowed half is left, so that this is not soon done again. What
// is left of a gap by error is closed in the next step, with twice the gap by h for a speed: so the
// answer must be as close as that of the rows with friction.
static int make_corrections(abStep *step) {
    int count = 0;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[step->order[k].point];
        point->contact = -1;
        if (point->is_rigid && !point->is_frozen) {
            abVec3 kept = point->impulse;
            point->impulse = ab_vec3(0.0, 0.0, 0.0);
            double left = ab_step_end_depth(step, point) - 0.5 * step->allowed;
            add_smooth(step, point, &count, -left, 0.0);
            point->impulse = kept;
        }
    }
    return count;
}

static double deepest_overlap(const abStep *step) {
    double deepest = 0.0;
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        if (point->is_rigid && !point->is_frozen) {
            deepest = fmax(deepest, ab_step_end_depth(step, point));
        }
    }
    return deepest;
}

static double lift(const abStep *step) {
    const abDynamics *d = step->dynamics;
    double work = 0.0;
    for (size_t b = 0; b < d->model->body_count; b++) {
        const abBody *body = &d->model->bodies[b];
        if (body->state >= 0 && step->group[b] < 0) {
            abVec3 g = ab_gravity_at(&d->model->gravity, d->bodies[b].X.p);
            work -= body->mass * ab_dot(g, step->shift[b].v);
        }
    }
    return work;
}

bool ab_step_move(abStep *step, double *y) {
    step->lifted = 0.0;
    ab_step_advance(step, y);
    double deepest = deepest_overlap(step);
    if (!(deepest > fmax(slack_of(step), step->allowed))) {
        return true;
    }
    size_t n = step->dynamics->model->body_count;
    for (size_t b = 0; b < n; b++) {
        step->shift[b] = step->free[b];
        step->shift[b].v = step->shift[b].w = ab_vec3(0.0, 0.0, 0.0);
    }
    double wanted = deepest - 0.5 * step->allowed;
    double coarse = fmin(fmax(step->tolerance, 1e-4), 1e-2);
    double error = 0.5 * step->tolerance * step->scale * step->h; // a speed in the next step
    int contacts = make_corrections(step);
    abConeProblem problem = {
        .bodies = step->shift,
        .contacts = step->contacts,
        .body_count = (int)n,
        .contact_count = contacts,
        .tolerance = fmax(fmin(coarse, error / wanted), 0.25 * step->allowed / wanted),
        .speed = wanted,
        .few_sweeps = FEW_SWEEPS,
        .max_sweeps = SWEEPS,
        .most_work = s_most_work * (double)contacts,
    };
    abConeResult result;
    const double share = step->room.share; // these are of the rows with friction
    const int pause = step->room.pause, failures = step->room.failures;
    if (!ab_cone_solve(&problem, &step->room, &result)) {
        return false;
    }
    step->room.share = share;
    step->room.pause = pause;
    step->room.failures = failures;
    ab_step_shift(step, y);
    step->lifted = lift(step);
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        if (point->contact >= 0) {
            point->removed = -ab_step_rate(step->shift, point);
        }
    }
    return true;
}
