// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_take.c - a step that can be relied on: solved, held against its energy and its error, and
// solved again shorter where one of the two is not as it must be.
//
// Speeds with which impacts part may ask for more energy than came in, as each point is thought of
// alone and several act on a body at once. They are then all taken by one share, the largest that
// does not; at none, contacts can only take. What friction gives at points that rest in such a step,
// as a hit turns their slip about, is asked for likewise. What still gives energy is a step too long
// for its motion, and half of it is tried.

#include "method/step/step_take.h"

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/link/rigid_links.h"
#include "mechanics/state/place.h"
#include "method/step/step_energy.h"
#include "method/step/step_error.h"
#include "method/step/step_passing.h"
#include "method/step/step_unseen.h"
#include "method/step/tolerances.def"

enum { SHARES = 6, TOUCHES = 8, TEARS = 8, WEIGHINGS = 3 };

static abResult no_memory(abError *error) {
    return ab_no_memory(error, (abPlace){0}, "for a step");
}

static const char *name_of(const abStep *step, int body) {
    return step->mechanics->model->bodies[body].name;
}

static abResult bad_row(const abStep *step, abError *error) {
    const abStepFault *fault = &step->fault;
    const abContactPair *pair = &step->caches[fault->cache].pair;
    return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                        "cannot go on at t = %.12g s: the %s of %s on %s by law %s is not a finite "
                        "number, at a depth of %.6g m and a rate of %.6g m/s; are its stiffness "
                        "and the shapes' radii finite?",
                        step->t, fault->quantity, name_of(step, pair->data->body_a),
                        name_of(step, pair->data->body_b),
                        pair->data->interaction->normal->table->name, fault->depth, fault->rate);
}

static abResult bad_motion(const abStep *step, const double *y, abError *error) {
    int bad = ab_mechanics_first_bad_body(step->mechanics, y);
    return ab_error_add(error, AB_NUMERICS, (abPlace){0},
                        "cannot go on at t = %.12g s%s%s: a force or a motion is not a finite "
                        "number; a shorter step may help",
                        step->t, bad >= 0 ? " with body " : "", bad >= 0 ? name_of(step, bad) : "");
}

static abResult bad_energy(const abStep *step, const abStepTaken *taken, abError *error) {
    const abContactPair *pair = taken->pair >= 0 ? &step->caches[taken->pair].pair : NULL;
    return ab_error_add(
        error, AB_NUMERICS, (abPlace){0},
        "cannot go on at t = %.12g s: a step of %.3g s would make %.3g J of nothing%s%s%s%s; a "
        "shorter step or a softer contact may help",
        step->t, taken->h, taken->gain,
        pair != NULL ? ", most of it at the contact of " : ", by force elements or limits",
        pair != NULL ? name_of(step, pair->data->body_a) : "", pair != NULL ? " and " : "",
        pair != NULL ? name_of(step, pair->data->body_b) : "");
}

static bool is_finite(const double *y, size_t n) {
    double sum = 0.0;
    for (size_t i = 0; i < n; i++) {
        sum += y[i] * 0.0;
    }
    return sum == 0.0;
}

// ---- one solution ----

static abResult solve(abStep *step, const double *y, abError *error) {
    if (!ab_step_solve(step)) {
        return no_memory(error);
    }
    bool has_forces = step->mechanics->model->force_count > 0 || step->modal.count > 0;
    if (step->fault.quantity == NULL && has_forces) {
        bool differs = true;
        if (!ab_step_correct(step, &differs)) {
            return bad_motion(step, y, error);
        }
        if (differs && !ab_step_solve(step)) {
            return no_memory(error);
        }
    }
    return step->fault.quantity == NULL ? AB_OK : bad_row(step, error);
}

// Until the points of patches carry what the motion makes them carry.
static abResult solve_as_weighed(abStep *step, const double *y, abError *error) {
    AB_TRY(solve(step, y, error));
    for (int i = 0; i < WEIGHINGS && ab_step_weigh(step); i++) {
        ab_step_limit_stores(step);
        AB_TRY(solve(step, y, error));
    }
    return AB_OK;
}

// What is near in a step of length h.
static abResult find_points(abStep *step, double t, double h, const double *y, abError *error) {
    bool is_good = ab_step_predict(step, t, h, y);
    if (!ab_step_find(step)) {
        return no_memory(error);
    }
    while (ab_step_wake(step)) { // each time a group that slept
        is_good = ab_step_predict(step, t, h, y);
        if (!ab_step_find(step)) {
            return no_memory(error);
        }
    }
    return is_good ? AB_OK : bad_motion(step, y, error);
}

static bool has_impacts(const abStep *step) {
    for (size_t k = 0; k < step->point_count; k++) {
        if (step->points[k].is_impact && ab_dot(step->points[k].impulse, step->points[k].n) > 0.0) {
            return true;
        }
    }
    for (size_t k = 0; k < ab_rigid_link_count(step->mechanics); k++) {
        if (step->ends[k].is_impact && step->ends[k].row >= 0) {
            return true;
        }
    }
    return false;
}

typedef struct Attempt {
    bool has_impacts;
    bool gains;        // more than the solution errs by: too much where parting speeds can be less
    bool makes_energy; // more than places err by, too
    bool is_by_forces; // these did
    bool is_torn;      // joints were off by more than belongs to a step of this length
    bool is_surprised; // surfaces end in places that the step did not know of
    abStepGain gain;
    // of places, by what is allowed; the length that ends at a hit or is short enough for it, and that
    // of the step after it
    double error, length, around; // [-], [s], [s]
} Attempt;

// The step with a share of the parting speeds, its end in y1. Bodies that are hit overlap at the end
// of the step if they part slowly: what lifting them out of each other takes, the impact pays. At
// rest it comes back in the next step.
static abResult attempt(abStep *step, double share, const double *y, double *y1, Attempt *out,
                        abError *error) {
    step->parting_share = share;
    AB_TRY(solve_as_weighed(step, y, error));
    out->has_impacts = has_impacts(step);
    memcpy(y1, y, step->mechanics->layout.count * sizeof *y);
    if (!ab_step_move(step, y1)) {
        return no_memory(error);
    }
    ab_step_close(step, y1);
    ab_step_store_surfaces(step, y1);
    abStepGain *gain = &out->gain;
    *gain = ab_step_gain(step);
    double lifted = out->has_impacts ? fmax(0.0, step->lifted + step->stretched) : 0.0;
    double given = out->has_impacts ? gain->by_mean : 0.0;
    // friction pays for nothing
    out->gains = gain->gain + gain->rubbed + given + lifted > gain->slack;
    out->makes_energy =
        step->is_lost || gain->gain > gain->slack + gain->bent + s_energy * gain->turned +
                                          s_energy_noise * (gain->moving + gain->falling);
    out->is_by_forces = !out->makes_energy && gain->by_elements > gain->elements_may;
    out->makes_energy = out->makes_energy || out->is_by_forces;
    gain->joints_may += out->has_impacts ? s_torn * gain->moving : 0.0; // spins jump: step_close.c
    out->is_torn = fabs(gain->by_joints) > gain->joints_may;
    out->is_surprised = ab_step_unforeseen(step) > s_energy * (gain->moving + gain->falling);
    return AB_OK;
}

// The largest share of the parting speeds, in steps of 1/2^SHARES, with which nothing is gained; all
// of them where even none gains.
static abResult share_parting(abStep *step, const double *y, double *y1, Attempt *out,
                              abError *error) {
    double low = 0.0, high = 1.0;
    bool makes_energy = out->makes_energy;
    AB_TRY(attempt(step, 0.0, y, y1, out, error));
    if (out->gains) {
        return makes_energy ? AB_OK : attempt(step, 1.0, y, y1, out, error);
    }
    for (int i = 0; i < SHARES; i++) {
        double middle = 0.5 * (low + high);
        AB_TRY(attempt(step, middle, y, y1, out, error));
        *(out->gains ? &high : &low) = middle;
    }
    return step->parting_share == low ? AB_OK : attempt(step, low, y, y1, out, error);
}

// ---- all ----

static void find_error(abStep *step, const abStepWish *wish, abStepTaken *taken, Attempt *out) {
    abStepTouches hits = {.first = INFINITY};
    bool is_asked = wish->tolerance > 0.0;
    abStepTouches *touches = wish->ends_at_hits ? &hits : NULL;
    out->error = is_asked ? ab_step_error(step, wish->tolerance, touches) : 0.0;
    out->length = ab_step_length_by_touches(step, &hits, &out->around);
    taken->is_hit = isfinite(hits.first);
}

// A step of the length taken->h. One that is to end at its first hit is not made to pay for the others.
static abResult try_step(abStep *step, const abStepWish *wish, const double *y, double *y1,
                         abStepTaken *taken, Attempt *out, abError *error) {
    AB_TRY(find_points(step, wish->t, taken->h, y, error));
    double usual =
        wish->tolerance > 0.0 ? ab_step_tolerance_for(step, wish->tolerance) : step->usual;
    step->tolerance = ab_step_closer(step, usual);
    ab_step_limit_stores(step);
    AB_TRY(attempt(step, 1.0, y, y1, out, error));
    taken->solved++;
    find_error(step, wish, taken, out);
    if (out->length < taken->h && taken->touches < TOUCHES) {
        return AB_OK;
    }
    out->length = taken->h;
    if (out->gains && out->has_impacts) {
        AB_TRY(share_parting(step, y, y1, out, error));
        find_error(step, wish, taken, out);
        out->length = taken->h;
    }
    taken->gain = out->is_by_forces ? out->gain.by_elements : out->gain.gain;
    taken->turned = out->gain.turned;
    if (out->makes_energy) {
        taken->pair = out->is_by_forces ? -1 : out->gain.pair;
    }
    return AB_OK;
}

// Its error falls with the cube of its length.
static void halve_by_error(const abStepWish *wish, abStepTaken *taken) {
    for (double e = taken->error; e > 1.0 && taken->halved < wish->halvings_by_error; e *= 0.125) {
        taken->h *= 0.5;
        taken->halved++;
    }
    taken->cut = AB_STEP_CUT_BY_ERROR;
}

// Of half the length joints are off by a sixteenth, at best, of what such a step allows; so as many
// halves are taken as may be enough, and more when they were not.
static void halve_by_joints(const abStepGain *gain, abStepTaken *taken, int *torn) {
    for (double e = fabs(gain->by_joints) / gain->joints_may; e > 1.0 && *torn < TEARS;
         e *= 0.0625) {
        taken->h *= 0.5;
        ++*torn;
    }
    taken->cut = AB_STEP_CUT_BY_JOINTS;
}

static void end_earlier(abStepTaken *taken, double length) {
    taken->touches++;
    taken->h = length;
    taken->around = 0.0;
    taken->cut = AB_STEP_CUT_BY_TOUCH;
}

abResult ab_step_take(abStep *step, const abStepWish *wish, const double *y, double *y1,
                      abStepTaken *taken, abError *error) {
    *taken = (abStepTaken){.h = wish->h, .pair = -1};
    const double unseen = wish->tolerance > 0.0 ? wish->tolerance : s_unseen;
    step->unseen = wish->ends_at_hits ? wish->tolerance : 0.0;
    for (int halvings = 0, torn = 0;; ab_step_forget(step)) {
        Attempt out = {0};
        AB_TRY(try_step(step, wish, y, y1, taken, &out, error));
        if (out.length < taken->h) {
            end_earlier(taken, out.length);
            taken->around = out.around;
            continue;
        }
        if (out.makes_energy) {
            if (halvings++ >= wish->halvings_by_energy) {
                return bad_energy(step, taken, error);
            }
            taken->h *= 0.5;
            taken->cut = AB_STEP_CUT_BY_ENERGY;
            continue;
        }
        if (out.is_torn && torn < TEARS) {
            halve_by_joints(&out.gain, taken, &torn);
            continue;
        }
        bool may_end_earlier = taken->touches < TOUCHES;
        if (out.is_surprised && may_end_earlier) {
            end_earlier(taken, 0.5 * taken->h);
            continue;
        }
        double share = may_end_earlier ? ab_step_share_seen(step, y1, unseen) : 1.0;
        share = may_end_earlier ? fmin(share, ab_step_share_before_passing(step, unseen)) : 1.0;
        if (share < 1.0) {
            end_earlier(taken, share * taken->h);
            continue;
        }
        taken->error = out.error;
        if (!(taken->error > 1.0) || taken->halved >= wish->halvings_by_error) {
            break;
        }
        halve_by_error(wish, taken);
    }
    if (step->parts_turned && !ab_step_move_overlaps(step, y1)) {
        return no_memory(error);
    }
    size_t n = step->mechanics->layout.count;
    return is_finite(y1, n) ? AB_OK : bad_motion(step, y1, error);
}

// The next contact is a new impact.
void ab_step_end_law(abStep *step, abStepPairCache *cache) {
    if (cache->is_begun && !cache->is_rigid && cache->pair.data->has_regions) {
        ab_regions_close(step->mechanics, &cache->pair);
    }
    cache->is_begun = false;
    cache->stored = cache->lost = 0.0;
    cache->tangential.is_set = false;
}

void ab_step_forget(abStep *step) {
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        if (!cache->touches && !cache->is_frozen) {
            ab_step_end_law(step, cache);
        }
    }
}
