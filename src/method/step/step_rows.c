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
// The place at the end then errs by up to h v/2, and with it the energy in the field of a. With
//
//   (r_0 + a h - r_1) (r_0 + r_1) = (1 - e^2) v^2                                        (2)
//
// the impact takes just what it must, and the place pays for it. The share e of (2) is taken, all of
// it where nothing may be lost, and no more than (2) anywhere.
//
// Below v = 2 a h it is at rest and e counts as 0: its load gives it that speed within two steps; a is
// that of the free motion, joints included (step_free.c). A point whose law is too stiff for the step
// does the same, with the restitution that its law has at that speed (step_impact.c), unless it
// pressed in the step before: what comes back within a step has bounced by less than the step sees.

#include <string.h>

#include "base/array.h"
#include "collide/broad/proximity.h"
#include "law/core/restitution.h"
#include "law/normal/rigid.h"
#include "mechanics/contact/contact_pairs.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/link/rigid_links.h"
#include "method/step/step.h"
#include "method/step/tolerances.def"
#include "solver/cone/cone_solve.h"

enum { ROUNDS = 30, BOUNCES = 60, PATCH_SWEEPS = 3, FEW_SWEEPS = 40, SWEEPS = 500 };

// What the solution errs by in a step: a gap or an overlap of that size is left as it is, else what
// rests on many points would never come to rest on all of them.
double ab_step_slack(const abStep *step) {
    double small = 0.5 * step->usual * step->weight_speed * step->h;
    return fmax(small, 1e-12 * step->mechanics->model->size);
}

// ---- contacts ----

double ab_step_sharpness(const abContactPair *pair) {
    return pair->data->is_rigid ? 0.0 : pair->speed_scale / pair->depth_scale;
}

// Begins the law of a pair that could touch within the step.
void ab_step_begin(abStep *step, abStepPairCache *cache, const abStepPoint *point) {
    cache->is_begun = true;
    // with the overlap it begins with, not that which the middle of the step was foreseen to have;
    // surfaces are measured where the bodies are
    abProximity at = cache->at;
    if (point->surface < 0) {
        at.distance = fmin(0.0, 0.5 * step->h * point->start_rate - point->depth);
    }
    ab_contact_pair_begin(step->mechanics, &cache->pair, step->t, &at);
    cache->sharpness = ab_step_sharpness(&cache->pair);
}

// Whether a point meets within the step faster than gravity makes it in two, and when. Where steps
// adapt, what rises by less than can be seen is at rest, too: else the ever smaller bounces of what
// comes to rest would never end.
static bool meets(const abStep *step, abStepPoint *point) {
    double h = step->h, a = (point->free_rate - point->start_rate) / h;
    double gap = -(point->depth - 0.5 * h * point->start_rate); // at the start
    double time = point->start_rate > 0.0 ? fmax(0.0, gap) / point->start_rate : h;
    double speed = point->start_rate + a * time;
    bool is_near = point->depth + 0.5 * h * point->free_rate > 0.0 && time < h;
    point->later = time;
    point->closing = speed;
    double load = fmax(a, step->weight_speed / h);
    bool is_seen = speed * speed > 2.0 * load * ab_step_unseen_rise(step, point);
    return is_near && speed > 2.0 * load * h && is_seen;
}

// (1) with the restitution e; (2) where the place errs by much of what the impact leaves.
double ab_step_parting(const abStep *step, const abStepPoint *point, double e) {
    double h = step->h, a = (point->free_rate - point->start_rate) / h, v = point->closing;
    double timely = e * v - a * (h - point->later);
    double middle = point->start_rate + 0.5 * a * h;
    double even = sqrt(fmax(0.0, middle * middle - (1.0 - e * e) * v * v)) - 0.5 * a * h; // (2)
    return fmax(0.0, fmin(even, (1.0 - e) * timely + e * even));
}

static double rigid_bias(abStep *step, abStepPoint *point) {
    const abStepPairCache *cache = &step->caches[point->cache];
    point->is_impact = meets(step, point);
    if (point->parting > 0.0) {
        return -step->parting_share * point->parting;
    }
    if (point->is_impact) {
        double e = cache->pair.data->normal_constants[AB_RIGID_RESTITUTION];
        bool is_newton = cache->pair.data->normal_constants[AB_RIGID_KIND] == AB_RESTITUTION_NEWTON;
        return is_newton ? -step->parting_share * ab_step_parting(step, point, e) : 0.0;
    }
    return -point->depth > ab_step_slack(step) ? -2.0 * point->depth / step->h : 0.0;
}

// Of vectors in the problem, where A and B may be exchanged.
static double sign_of(const abStepPoint *point) {
    return point->is_turned ? -1.0 : 1.0;
}

// Without friction. What the solution makes of it is left as it is: there are many of them.
abConeContact *ab_step_add_smooth(abStep *step, abStepPoint *point, int *count, double bias,
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
    c->drift = ab_vec3(0.0, 0.0, 0.0);
    c->impulse = ab_scale(sign, point->impulse);
    c->moment = ab_scale(sign, point->moment);
    c->modes[0] = point->modes[point->is_turned ? 1 : 0];
    c->modes[1] = point->modes[point->is_turned ? 0 : 1];
    c->is_new = !point->is_known;
    c->local.nn = 0.0; // not known
    return c;
}

// The slip of B on A at the start, which friction of sliding counts beside that at the end: its
// direction is then that of the mean. What could stop within the step has that of the end alone, so
// that it stops; between the two it changes smoothly.
static abVec3 slip_at_start(const abStep *step, const abStepPoint *point, double friction) {
    const int *body = point->body;
    abVec3 v_a = ab_add(step->v0[body[0]], ab_cross(step->w0[body[0]], point->arm[0]));
    abVec3 v_b = ab_add(step->v0[body[1]], ab_cross(step->w0[body[1]], point->arm[1]));
    abVec3 slip = ab_add(ab_sub(v_b, v_a), point->arc);
    slip = ab_sub(slip, ab_step_modal_velocity(point, step->v0, step->w0));
    slip = ab_add_scaled(slip, -ab_dot(slip, point->n), point->n);
    double mobility = ab_step_mobility(step, point, ab_unit(slip));
    double pressing = fmax(0.0, ab_dot(point->impulse, point->n)); // of the step before
    double change = friction * pressing * mobility + step->weight_speed;
    double share = fmin(1.0, fmax(0.0, ab_norm(slip) / (s_slides_on * change) - 1.0));
    return ab_scale(share * share * (3.0 - 2.0 * share), slip);
}

static void add_contact(abStep *step, abStepPoint *point, int *count, double bias,
                        double compliance) {
    const abStepPairCache *cache = &step->caches[point->cache];
    double along = ab_dot(point->arc, point->n);
    abConeContact *c = ab_step_add_smooth(step, point, count, bias - along, compliance);
    abVec3 drift = ab_sub(ab_scale(along, point->n), point->arc);
    c->friction = cache->friction[point->slides ? 1 : 0];
    c->rolling = cache->rolling;
    c->spinning = cache->spinning;
    if (c->friction > 0.0 && point->slides && point->is_known && !point->is_impact) {
        drift = ab_add(drift, slip_at_start(step, point, c->friction));
    }
    c->drift = ab_scale(sign_of(point), drift);
}

// What is not a number cannot be solved for, and would pass every comparison of the solver.
static bool is_sound(abStep *step, const abStepPoint *point, const char *quantity, double value) {
    if (isfinite(value) || step->fault.quantity != NULL) {
        return isfinite(value);
    }
    double start = point->depth - 0.5 * step->h * point->start_rate;
    step->fault = (abStepFault){quantity, point->cache, start, point->start_rate};
    return false;
}

// Whether a law could press at a point within the step.
static bool could_touch(const abStep *step, const abStepPoint *point) {
    return point->depth + 0.5 * step->h * point->rate > 0.0 ||
           point->depth - 0.5 * step->h * point->start_rate > 0.0 || point->depth > 0.0;
}

bool ab_step_is_stiff(const abStep *step, const abStepPairCache *cache) {
    bool is_law = cache->is_begun && !cache->is_rigid && !cache->pair.data->has_surface;
    double h = ab_step_length_of(step, cache->pair.data->body_a, cache->pair.data->body_b);
    return is_law && cache->sharpness * h > s_stiff;
}

bool ab_step_tells_mean(const abStep *step, const abStepPairCache *cache) {
    if (cache->is_rigid || ab_step_is_stiff(step, cache)) {
        return true;
    }
    const abModel *model = step->mechanics->model;
    double inverse_mass = 0.0, slope = 0.0;
    for (int side = 0; side < 2; side++) {
        int body = side == 0 ? cache->pair.data->body_a : cache->pair.data->body_b;
        inverse_mass += model->bodies[body].state >= 0 ? 1.0 / model->bodies[body].mass : 0.0;
    }
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        slope += step->points[k].slope;
    }
    double h = ab_step_length_of(step, cache->pair.data->body_a, cache->pair.data->body_b);
    return cache->is_begun && !cache->pair.data->has_surface &&
           h * slope * inverse_mass > 0.5 * s_stiff * s_stiff;
}

// Whether what closes at a point is yet to hit: it is new, or it touched at the very end of the step
// before, which was hardly felt there.
static bool is_yet_to_hit(const abStep *step, const abStepPoint *point) {
    return ab_step_is_new(point) ||
           (point->before > 0.0 && point->before * ab_step_mobility(step, point, point->n) <
                                       s_hardly_felt * point->start_rate);
}

// A law too stiff for the step: hit from outside it parts as a rigid point, once in the step. One
// that is found to overlap has been hit before, and no longer does at the end of the step.
static bool hits(abStep *step, abStepPoint *point, double *bias) {
    const abStepPairCache *cache = &step->caches[point->cache];
    point->is_stiff = ab_step_is_stiff(step, cache);
    point->is_impact = point->is_stiff && is_yet_to_hit(step, point) && meets(step, point);
    if (point->is_held) {
        *bias = 0.0;
        return true;
    }
    if (!point->is_impact) {
        return false;
    }
    if (!(point->bounce >= 0.0)) {
        point->bounce = ab_step_bounce(step, point, point->closing);
    }
    *bias = -step->parting_share * ab_step_parting(step, point, point->bounce);
    return true;
}

static void add_law(abStep *step, abStepPoint *point, int *count) {
    abStepPairCache *cache = &step->caches[point->cache];
    point->force = point->slope = 0.0;
    if (!cache->is_begun && could_touch(step, point)) {
        ab_step_begin(step, cache, point);
    }
    if (!cache->is_begun) {
        return;
    }
    double bias;
    if (hits(step, point, &bias)) {
        add_contact(step, point, count, bias, 0.0);
        return;
    }
    abStepForce f = ab_step_point_force(step, point, point->rate);
    if (!is_sound(step, point, "force", f.force) || !is_sound(step, point, "slope", f.slope)) {
        return;
    }
    ab_step_make_law_row(step, point, f);
    double compliance = 1.0 / (step->h * point->steepness);
    if (point->steepness > 0.0 && is_sound(step, point, "compliance", compliance)) {
        add_contact(step, point, count, point->onset, compliance);
    }
}

// The rows for the present linearisation.
static int make_contacts(abStep *step) {
    int count = 0;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[step->order[k].point];
        abStepPairCache *cache = &step->caches[point->cache];
        point->contact = -1;
        if (point->is_frozen || point->surface >= 0) {
            continue;
        }
        if (!point->is_rigid) {
            add_law(step, point, &count);
            continue;
        }
        cache->is_begun = true;
        point->is_poisson =
            cache->pair.data->normal_constants[AB_RIGID_KIND] == AB_RESTITUTION_POISSON;
        double bias = rigid_bias(step, point);
        if (is_sound(step, point, "gap", bias)) {
            add_contact(step, point, &count, bias, 0.0);
        }
    }
    return count;
}

// ---- joints ----

// The row of a rope or limit, by its number.
static void make_end(abStep *step, size_t number, size_t *index) {
    abRigidPoint point;
    step->ends[number].row = ab_rigid_link(step->mechanics, number, &point) ? (int)*index : -1;
    if (step->ends[number].row >= 0) {
        ab_step_make_link(step, number, &point, &step->links[(*index)++]);
    }
}

// Over the step a joint's rows do not change:  J (v_0 + v_1)/2 = rate, J and rate at the middle.
static bool make_links(abStep *step) {
    abMechanics *d = step->mechanics;
    const abModel *model = d->model;
    size_t numbers = ab_rigid_link_count(d), index = 0;
    size_t rows =
        (size_t)model->row_count * AB_ROW_ENTRIES + numbers + (size_t)step->elements.count;
    if (!AB_ARRAY_RESERVE(d->allocator, step->links, step->link_capacity, rows)) {
        return false;
    }
    for (size_t k = step->link_count; k < rows; k++) { // a row that was not there the last time
        step->links[k].impulse = 0.0;
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
    step->joint_link_count = index;
    for (size_t f = 0; f < model->force_count; f++) {
        make_end(step, (size_t)step->force_order[f].index, &index);
    }
    for (size_t i = 0; i < model->joint_count; i++) {
        const abJoint *joint = &model->joints[step->joint_order[i].index];
        for (int k = 0; k < joint->limit_count; k++) {
            make_end(step, model->force_count + (size_t)(joint->first_limit + k), &index);
        }
    }
    ab_step_link_elements(step, &index);
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
            abVec3 v = ab_step_end_velocity(step->bodies, point);
            point->slides = ab_norm(ab_add_scaled(v, -point->rate, point->n)) > slow;
        }
    }
}

// By how much the force of a row and the law are off each other. Of a law that is far stiffer than the
// bodies are heavy the force says nothing: a speed below what the solver knows changes it. Such a
// one agrees when the rate does, so what is off counts as that speed would, by the masses.
static double disagreement(const abStep *step, const abStepPoint *point) {
    double force = ab_dot(point->impulse, point->n) / step->h;
    if (!step->caches[point->cache].is_begun) {
        bool is_apart = ab_step_end_depth(step, point) <= 0.0 && point->contact < 0;
        return is_apart ? 0.0 : INFINITY; // it must be begun first
    }
    abStepForce law = ab_step_point_force(step, point, point->rate);
    double off = fabs(law.force - force);
    double slope = law.slope > 0.0 ? law.slope : point->is_stiff ? point->steepness : 0.0;
    if (point->contact < 0 || !(slope > 0.0)) {
        return off;
    }
    double w = step->contacts[point->contact].local.nn, answer = step->h * slope * w;
    return answer > 1.0 ? off / answer : off;
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
        point->rate = ab_step_end_rate(step->bodies, point);
        point->impulse = point->moment = ab_vec3(0.0, 0.0, 0.0);
        if (point->contact >= 0) {
            const abConeContact *c = &step->contacts[point->contact];
            point->impulse = ab_scale(sign_of(point), c->impulse);
            point->moment = ab_scale(sign_of(point), c->moment);
        }
        if (!point->is_rigid) {
            off = fmax(off, point->is_impact || point->is_held ? 0.0 : disagreement(step, point));
            largest = fmax(largest, fabs(ab_dot(point->impulse, point->n) / step->h));
        }
    }
    double creep = ab_step_take_surfaces(step);
    off = fmax(off, ab_step_linearise_surfaces(step, step->bodies, &largest));
    off = fmax(off, ab_step_linearise_elements(step, step->bodies, &largest));
    return off == 0.0 ? creep : fmax(creep, off / largest);
}

// Of the speed that gravity gives in a step; where only sweeps are left.
double ab_step_enough(const abStep *step) {
    return fmin(s_enough, s_enough_by_tolerance * step->tolerance);
}

static bool solve_rows(abStep *step, int contact_count) {
    size_t n = (size_t)step->modal.cone_bodies;
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
        .unit = step->weight_speed,
        .enough = ab_step_enough(step),
        .few_sweeps = step->surface_count > 0 ? PATCH_SWEEPS : FEW_SWEEPS,
        .max_sweeps = SWEEPS,
        .maximum_work = s_maximum_work * ((double)contact_count + (double)step->link_count +
                                          4.0 * (double)step->surface_count),
    };
    abConeResult result;
    if (!ab_cone_solve(&problem, &step->workspace, &result)) {
        return false;
    }
    step->sweeps += result.sweeps;
    step->factored += (double)contact_count * (double)result.factorisations;
    step->result = result;
    int worst = result.residual.worst;
    for (int side = 0; side < 2; side++) {
        bool is_contact = worst >= 0 && worst < contact_count;
        step->worst[side] = is_contact ? step->contacts[worst].body[side] : -1;
    }
    step->scale = fmax(problem.speed, step->weight_speed);
    return true;
}

// A law that presses while bodies close and not at all when they part has its force where the rate
// changes its sign: rounds go to and fro across it. A stiff point that is left without force though
// its law presses is then held.
static bool hold_what_is_let_through(abStep *step) {
    bool any = false;
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        bool is_free = !point->is_rigid && !point->is_frozen && point->surface < 0 &&
                       point->contact < 0 && point->is_stiff && !point->is_held;
        if (is_free && point->rate > 0.0 &&
            ab_step_point_force(step, point, point->rate).force > 0.0) {
            point->is_held = any = true;
        }
    }
    return any;
}

// Rounds of surfaces may run away from a start that their laws are too steep for: nothing that begins
// with these speeds and what is stored comes to be as fast. The step then makes energy and is refused.
// Speeds are those where bodies touch and those of the bodies: what turns about the place where it
// touches hardly moves there.
static bool has_run_away(const abStep *step) {
    const abModel *model = step->mechanics->model;
    double moving = 0.0, moved = 0.0, mass = 0.0, stored = 0.0;
    for (size_t b = 0; step->surface_count > 0 && b < model->body_count; b++) {
        if (model->bodies[b].state >= 0) {
            moving += model->bodies[b].mass * ab_norm2(step->bodies[b].v);
            moved += model->bodies[b].mass * ab_norm2(step->free[b].v);
            mass += model->bodies[b].mass;
        }
    }
    for (size_t k = 0; k < step->surface_count; k++) {
        stored += fabs(ab_step_stored_at_start(step, &step->surfaces[k]));
    }
    return moving > s_run_away * (mass * step->scale * step->scale + moved + stored);
}

static bool solve_in_rounds(abStep *step, int rounds) {
    for (int i = 0; i < rounds || hold_what_is_let_through(step); i++) {
        int contacts = make_contacts(step);
        step->rounds++;
        if (step->fault.quantity != NULL) {
            return true; // there is nothing to be solved
        }
        if (!solve_rows(step, contacts)) {
            return false;
        }
        // laws cannot agree better with the rows than those are solved
        double enough = fmax(fmax(step->tolerance, 1e-12), step->result.error);
        bool agrees = take_answer(step) <= enough;
        step->is_lost = has_run_away(step);
        if (agrees || step->is_lost) {
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

// Where a law is linearised first: what pressed in the step before hardly changes its rate, what did
// not comes freely.
static double first_rate(const abStepPoint *point) {
    bool pressed = point->is_known && ab_dot(point->impulse, point->n) > 0.0;
    return pressed ? point->start_rate : point->free_rate;
}

bool ab_step_solve(abStep *step) {
    bool has_laws = step->elements.has_laws;
    step->fault.quantity = NULL;
    step->is_lost = false;
    step->rounds = 0;
    step->solutions++;
    if (!make_links(step) || !ab_step_free_points(step)) {
        return false;
    }
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        if (point->is_frozen) { // as it was when it fell asleep
            continue;
        }
        point->rate = first_rate(point);
        point->target = point->parting = 0.0;
        point->is_held = false;
        point->steepness = point->removed = 0.0;
        point->bounce = -1.0;
        has_laws = has_laws || !point->is_rigid;
    }
    if (!AB_ARRAY_RESERVE(step->mechanics->allocator, step->contacts, step->contact_capacity,
                          step->point_count) ||
        !ab_step_order(step)) {
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
