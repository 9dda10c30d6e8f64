// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_apart.c - the end of a step, with points brought apart that are too deep there.
//
// The mean velocity leaves a point that was hit within the step, or a rigid one that is pressed harder
// than before, with an overlap; others have one that nothing has paid for (step_begin.c). The bodies
// are moved by the least displacement, in the sense of the masses, that takes this away, and that
// brings stiff force elements to where their forces have them, (2) of step_elements.c. Joints stay
// closed: a body that is moved takes along what hangs on it, and elements what sticks to it.

#include <math.h>
#include <string.h>

#include "mechanics/force/apply_forces.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/step/step.h"
#include "method/step/step_unseen.h"
#include "method/step/tolerances.def"
#include "solver/cone/cone_solve.h"

enum { FEW_SWEEPS = 40, SWEEPS = 500, DISPLACEMENTS = 4, OVERLAP_ROUNDS = 3 };

static bool hits(const abStepPoint *point) {
    return point->is_rigid || point->is_impact;
}

double ab_step_depth_ahead(const abStep *step, const abStepPoint *point) {
    bool rests = point->is_stiff && !point->is_impact && !ab_step_is_met(step, point);
    return rests ? fmax(0.0, point->depth - point->unpaid + step->h * point->rate) : -1.0;
}

// As deep as its law has it at the end.
static double paid_depth(const abStep *step, const abStepPoint *point) {
    return fmax(0.0, point->depth - point->unpaid + 0.5 * step->h * point->rate);
}

// As deep as it is left.
static double depth_left(const abStep *step, const abStepPoint *point) {
    if (hits(point)) {
        return 0.0;
    }
    return paid_depth(step, point) + point->carried;
}

static bool is_brought_apart(const abStepPoint *point) {
    bool is_unpaid = point->unpaid > point->carried;
    return (hits(point) || is_unpaid) && !point->is_frozen;
}

// What a stiff law holds is not pushed in when others are brought out.
static bool is_held_up(const abStepPoint *point) {
    return point->is_stiff && !point->is_frozen && ab_dot(point->impulse, point->n) > 0.0;
}

double ab_step_pressed_depth(const abStep *step, const abStepPoint *point) {
    double end = ab_step_end_depth(step, point);
    if (point->is_frozen || hits(point)) {
        return point->is_frozen ? end : fmin(end, 0.0);
    }
    double paid = paid_depth(step, point);
    bool counts_more = point->unpaid < 0.0;
    return counts_more ? paid : point->unpaid > 0.0 ? fmin(end, paid) : end;
}

// How much too deep a point is at the end.
static double excess(const abStep *step, const abStepPoint *point) {
    return ab_step_end_depth(step, point) - depth_left(step, point);
}

// Rigid points that overlap at the end of the step are moved apart by the least displacement in
// the sense of the masses: the same rows with displacements in place of velocities, without
// friction. Of an overlap that is allowed half is left, so that this is not soon done again. What
// is left of a gap by error is closed in the next step, with twice the gap by h for a speed: so the
// answer must be as close as that of the rows with friction.
//
// Places that were found to overlap beside the known points stand behind them in the list.
static int make_corrections(abStep *step, size_t found) {
    int count = 0;
    for (size_t k = 0; k < found; k++) {
        abStepPoint *point = &step->points[step->point_count + k];
        ab_step_add_smooth(step, point, &count,
                           0.5 * step->allowed - ab_step_end_depth(step, point), 0.0);
    }
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[step->order[k].point];
        point->contact = -1;
        bool is_apart = is_brought_apart(point);
        if (is_apart || is_held_up(point)) {
            abVec3 kept = point->impulse;
            point->impulse = ab_vec3(0.0, 0.0, 0.0);
            double left = is_apart ? excess(step, point) - 0.5 * step->allowed : 0.0;
            ab_step_add_smooth(step, point, &count, -left, 0.0);
            point->impulse = kept;
        }
    }
    return count;
}

static bool sticks(const abStep *step, const abStepPoint *point) {
    const abStepPairCache *cache = &step->caches[point->cache];
    double normal = ab_dot(point->impulse, point->n);
    double limit = cache->friction[point->slides ? 1 : 0] * normal;
    bool is_alone = point->surface < 0 && point->modes[0].count + point->modes[1].count == 0;
    return is_alone && !point->is_frozen && normal > 0.0 &&
           ab_norm(ab_across(point->impulse, point->n)) < (1.0 - s_at_limit) * limit;
}

// What elements move takes along what sticks to it. Its points are rows, as a contact that the
// displacement itself does not press would hold nothing; along the normal, too, or it would tip.
static int add_sticking(const abStep *step, abConeLink *links) {
    int count = 0;
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[step->order[k].point];
        abVec3 tangent = ab_perpendicular(point->n);
        const abVec3 axes[3] = {point->n, tangent, ab_cross(point->n, tangent)};
        for (int i = 0; i < 3 && sticks(step, point); i++) {
            abVec3 axis = axes[i];
            links[count++] = (abConeLink){
                .body = {point->body[0], point->body[1]},
                .linear = {ab_neg(axis), axis},
                .angular = {ab_neg(ab_cross(point->arm[0], axis)), ab_cross(point->arm[1], axis)},
                .compliance = s_sticks * ab_step_mobility(step, point, axis)};
        }
    }
    return count;
}

static double deepest_overlap(const abStep *step) {
    double deepest = 0.0;
    for (size_t k = 0; k < step->point_count; k++) {
        const abStepPoint *point = &step->points[k];
        if (is_brought_apart(point)) {
            deepest = fmax(deepest, excess(step, point));
        }
    }
    return deepest;
}

static double lift(const abStep *step) {
    const abMechanics *d = step->mechanics;
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

// What is not where it should be at the end.
typedef struct Off {
    size_t found;    // so many places overlap beside the known points
    double enough;   // of them, what may be left                                         [m]
    double deepest;  // overlap of points                                                [m]
    double elements; // force elements from where their forces have them, at most        [m]
    double links;    // limits and ropes over their ends, at most                         [m]
} Off;

// One displacement of all that is off.
static bool displace(abStep *step, double *y, const Off *off, bool is_linked) {
    size_t n = (size_t)step->modal.cone_bodies;
    for (size_t b = 0; b < n; b++) {
        step->shift[b] = step->free[b];
        step->shift[b].v = step->shift[b].w = ab_vec3(0.0, 0.0, 0.0);
    }
    double wanted = fmax(off->deepest - 0.5 * step->allowed, fmax(off->elements, off->links));
    int contacts = make_corrections(step, off->found);
    double give = contacts > 0 ? s_gives_way : 0.0;
    int links = ab_step_displacement_links(step, off->elements > 0.0, is_linked, give);
    if (links < 0) {
        return false;
    }
    links += off->elements > 0.0 ? add_sticking(step, step->elements.links + links) : 0;
    double coarse = fmin(fmax(step->tolerance, 1e-4), 1e-2);
    double error = 0.5 * step->tolerance * step->scale * step->h; // a speed in the next step
    abConeProblem problem = {
        .bodies = step->shift,
        .contacts = step->contacts,
        .links = step->elements.links,
        .body_count = (int)n,
        .contact_count = contacts,
        .link_count = links,
        .tolerance =
            fmax(fmin(coarse, error / wanted), fmax(0.25 * step->allowed, off->enough) / wanted),
        .speed = wanted,
        .unit = 0.5 * step->weight_speed * step->h, // of `enough` a speed in the next step
        .enough = step->weight_speed > 0.0 ? s_enough_apart * ab_step_enough(step) : 0.0,
        .few_sweeps = FEW_SWEEPS,
        .max_sweeps = SWEEPS,
        .maximum_work = s_maximum_work * (double)(contacts + links),
        .is_aside = true,
    };
    abConeResult result;
    if (!ab_cone_solve(&problem, &step->workspace, &result)) {
        return false;
    }
    bool is_told = off->found == 0; // else what is left is seen as an overlap
    if (is_told && !result.is_converged && step->result.is_converged && step->scale > 0.0) {
        step->result = result;
        step->result.error *= 2.0 * wanted / (step->h * step->scale); // a speed in the next step
        step->worst[0] = step->worst[1] = -1;
    }
    ab_step_shift(step, y);
    for (size_t k = 0; k < step->point_count + off->found; k++) {
        abStepPoint *point = &step->points[k];
        if (point->contact >= 0) {
            point->removed -= ab_step_rate(step->shift, point);
        }
    }
    return true;
}

// What force elements store where y has the bodies.
static double stored_at(abStep *step, const double *y) {
    abMechanics *d = step->mechanics;
    d->t = step->t + step->h;
    ab_mechanics_place(d, d->t, y);
    return ab_spring_energy(d);
}

// Brings points apart and limits back, and elements along: what that lifts and stretches came from
// nowhere. Displacements that follow, or are of elements alone, are theirs.
static bool displace_and_book(abStep *step, double *y, const Off *off, bool is_apart,
                              bool is_linked) {
    bool is_of_elements = !is_apart && !(off->links > 0.0), stretches = step->elements.count > 0;
    double stored = stretches && !is_of_elements ? stored_at(step, y) : 0.0;
    step->strained = 0.0;
    if (!displace(step, y, off, is_linked)) {
        return false;
    }
    *(is_of_elements ? &step->lifted_by_elements : &step->lifted) += lift(step) + step->strained;
    step->stretched += stretches && !is_of_elements ? stored_at(step, y) - stored : 0.0;
    return true;
}

bool ab_step_move(abStep *step, double *y) {
    bool is_displaced = false,
         is_linked = step->elements.count > 0 && ab_rigid_has_links(step->mechanics);
    step->lifted = step->lifted_by_elements = step->stretched = 0.0;
    ab_step_advance(step, y);
    ab_step_aim_elements(step);
    Off off = {.deepest = deepest_overlap(step),
               .elements = ab_step_elements_off(step, y, true),
               .links = is_linked ? ab_step_links_over(step, y) : 0.0};
    const Off first = off;
    bool is_apart = off.deepest > fmax(ab_step_slack(step), step->allowed);
    for (int i = 0; i < DISPLACEMENTS && (is_apart || off.elements > s_displaced * first.elements ||
                                          off.links > s_displaced * first.links);
         i++) {
        if (!displace_and_book(step, y, &off, is_apart, is_linked)) {
            return false;
        }
        is_displaced = step->elements.count > 0;
        is_apart = false;
        off.elements = ab_step_elements_off(step, y, false);
        off.links = is_linked ? ab_step_links_over(step, y) : 0.0;
    }
    ab_step_end_states(step, y);
    bool has_states = step->mechanics->model->user_state_count > 0;
    if (step->elements.is_aiming || is_linked || is_displaced || has_states) {
        ab_step_place_middle(step);
    }
    return true;
}

bool ab_step_move_overlaps(abStep *step, double *y) {
    abStepOverlaps overlaps = {.enough = INFINITY};
    bool is_moved = false;
    for (int i = 0; i < OVERLAP_ROUNDS; i++) {
        if (!ab_step_find_overlaps(step, y, &overlaps)) {
            return false;
        }
        if (!(overlaps.deepest > 0.0)) {
            break;
        }
        Off off = {.found = overlaps.count, .deepest = overlaps.deepest, .enough = overlaps.enough};
        if (!displace_and_book(step, y, &off, true, false)) {
            return false;
        }
        is_moved = true;
    }
    if (is_moved) {
        ab_step_note_overlaps(step, &overlaps);
        ab_step_close(step, y);
        ab_step_place_middle(step);
    }
    return true;
}
