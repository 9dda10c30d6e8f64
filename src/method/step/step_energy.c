// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step_energy.c - what a step does to the energy: work of its impulses, what contacts store, and
// whether the step made any.
//
// An impulse p does the work p . (u_0 + u_1)/2 on the bodies, exactly; u is the motion of B relative
// to A where it acts. What is stored at the end of a step is where the next one begins, so that the
// losses of a pair over its whole contact are the work on it, whatever the steps:
//
//   lost = - work - (U_1 - U_0),   U_0 = U_1 of the step before, 0 where there was no contact  (1)
//
// No contact gives energy. A step that does, beyond what its solution errs by, is not one of this
// model.
//
// A stiff law presses by the depth D that the next middle would have, (3) of step_force.c. There, and
// by the speeds at the end, it gives nothing, whatever else acts on its bodies: D grows by h r_1, and
// where the force grows with the depth
//
//   p . u_1 + U(D_1) - U(D_0) = - h r_1 F(D_1) + U(D_1) - U(D_0) <= 0                    (2)
//
// By mean speeds and depths at the end it may seem to give what the other loads did in half a step, and
// takes it back in the next: so such a point is held against (2).

#include <math.h>

#include "mechanics/force/observe.h"
#include "method/step/step_energy.h"
#include "method/step/step_error.h"
#include "method/step/step_take.h"
#include "method/step/tolerances.def"
#include "solver/cone/cone_motion.h"

abStepMotion ab_step_motion(const abStep *step, const abStepPoint *point) {
    int a = point->body[0], b = point->body[1];
    const abConeBody *A = &step->bodies[a], *B = &step->bodies[b];
    abVec3 v0 = ab_sub(ab_add(step->v0[b], ab_cross(step->w0[b], point->arm[1])),
                       ab_add(step->v0[a], ab_cross(step->w0[a], point->arm[0])));
    abVec3 v1 = ab_sub(ab_add(B->v, ab_cross(B->w, point->arm[1])),
                       ab_add(A->v, ab_cross(A->w, point->arm[0])));
    v0 = ab_sub(v0, ab_step_modal_velocity(point, step->v0, step->w0));
    v1 = ab_sub(v1, ab_cone_modes_velocity(step->bodies, &point->modes[0]));
    v1 = ab_add(v1, ab_cone_modes_velocity(step->bodies, &point->modes[1]));
    abVec3 w0 = ab_sub(step->w0[b], step->w0[a]), w1 = ab_sub(B->w, A->w);
    return (abStepMotion){.mean = ab_scale(0.5, ab_add(v0, v1)),
                          .change = ab_sub(v1, v0),
                          .mean_turn = ab_scale(0.5, ab_add(w0, w1)),
                          .change_turn = ab_sub(w1, w0)};
}

// Of laws that say what they store by depth alone; of others it changes with the area, which the
// step does not follow.
bool ab_step_carries(const abStepPairCache *cache) {
    return !cache->is_rigid && !cache->pair.data->wants_area && !cache->pair.data->has_code &&
           !cache->pair.data->has_surface;
}

// What the points of a pair do in the step.
typedef struct Work {
    double normal, others, slack; // [J], [J], [N s]
    double bent;                  // what arcs may err by                                [J]
} Work;

static Work work_of(const abStep *step, const abStepPairCache *cache) {
    Work out = {0};
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        abStepMotion motion = ab_step_motion(step, point);
        double normal = ab_dot(point->impulse, point->n) * ab_dot(motion.mean, point->n);
        out.normal += normal;
        out.others +=
            ab_dot(point->impulse, motion.mean) - normal + ab_dot(point->moment, motion.mean_turn);
        out.slack += ab_norm(point->impulse);
        out.bent += ab_norm(point->impulse) * ab_norm(ab_sub(point->arc, point->spin_change));
    }
    return out;
}

abStepStore ab_step_store(const abStep *step, const abStepPairCache *cache) {
    abStepStore out = {0.0, 0.0, 0.0};
    if (cache->is_rigid || cache->pair.data->has_surface || cache->is_frozen) {
        return out;
    }
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        const abStepPoint *point = &step->points[k];
        double start = point->depth - 0.5 * step->h * point->start_rate;
        out.start += ab_step_stored(step, point, start - point->unpaid);
        out.end += ab_step_stored(step, point, ab_step_pressed_depth(step, point));
    }
    bool is_carried = ab_step_carries(cache) && (!step->is_fresh || cache->is_handed_over);
    out.before = is_carried ? cache->stored : out.start;
    if (is_carried && ab_step_is_stiff(step, cache)) { // no more than went in and friction left
        Work work = work_of(step, cache);
        double paid = work.normal + fmax(0.0, work.others);
        out.end = fmin(out.end, fmax(0.0, out.before - paid));
    }
    return out;
}

static abStepBodyEnergy energy_of(const abStep *step, int b) {
    const abModel *model = step->mechanics->model;
    const abBody *body = &model->bodies[b];
    const abPose *X = &step->mechanics->bodies[b].X;
    if (body->state < 0) {
        return (abStepBodyEnergy){0.0, 0.0};
    }
    abVec3 w = ab_mul_t(X->R, step->w0[b]), g = ab_gravity_at(&model->gravity, X->p);
    return (abStepBodyEnergy){.moving = 0.5 * body->mass * ab_norm2(step->v0[b]) +
                                        0.5 * ab_dot(w, ab_mul(body->inertia, w)),
                              .falling = body->mass * ab_norm(g) * fmin(body->bound, model->size)};
}

// Each body has it once, however many it touches.
static void set_energies(const abStep *step) {
    for (int b = 0; b < (int)step->mechanics->model->body_count; b++) {
        step->energies[b] = energy_of(step, b);
    }
}

static double kinetic_energy(const abStep *step, int b) {
    return b >= 0 ? step->energies[b].moving : 0.0;
}

static double falling_energy(const abStep *step, int b) {
    return b >= 0 ? step->energies[b].falling : 0.0;
}

void ab_step_settle(abStep *step) {
    for (size_t k = 0; k < step->point_count; k++) {
        abStepPoint *point = &step->points[k];
        point->ahead = point->is_frozen ? point->ahead : ab_step_depth_ahead(step, point);
        point->kept = fmax(0.0, ab_step_pressed_depth(step, point));
        point->left = point->unpaid - point->removed;
        point->pressed = point->impulse;
    }
    for (size_t k = 0; k < step->phase.pair_count; k++) {
        abStepPairCache *cache = &step->caches[step->phase.pairs[k].slot];
        if (cache->surface >= 0 && !cache->is_frozen) {
            const abStepSurface *surface = &step->surfaces[cache->surface];
            bool is_known = surface->stored >= 0.0;
            cache->stored_before =
                is_known ? surface->stored - ab_step_surface_grown(step, surface) : -1.0;
            cache->stored = surface->stored;
        }
        if (cache->is_frozen || !ab_step_carries(cache)) {
            continue;
        }
        abStepStore store = ab_step_store(step, cache);
        double work = work_of(step, cache).normal;
        cache->lost -= work + store.end - store.before;
        cache->lost = ab_step_is_stiff(step, cache) ? 0.0 : cache->lost; // pays for nothing
        cache->stored_before = store.before;
        cache->stored = store.end;
        cache->is_handed_over = false;
    }
    ab_step_store_accelerations(step);
    step->is_fresh = false;
}

// Limits and ropes.
static void add_ends(const abStep *step, abStepGain *out) {
    for (size_t k = step->joint_link_count; k < ab_step_first_element_link(step); k++) {
        const abConeLink *link = &step->links[k];
        for (int side = 0; side < 2; side++) {
            int b = link->body[side];
            if (b >= 0 && step->mechanics->model->bodies[b].state >= 0) {
                abVec3 v = ab_add(step->v0[b], step->bodies[b].v);
                abVec3 w = ab_add(step->w0[b], step->bodies[b].w);
                double work = 0.5 * link->impulse *
                              (ab_dot(link->linear[side], v) + ab_dot(link->angular[side], w));
                out->gain += work;
                out->turned += fabs(work);
                out->moving += kinetic_energy(step, b);
                out->slack += fabs(link->impulse);
            }
        }
    }
}

static double kinetic_energy_of_pair(const abStep *step, int index) {
    const abPairData *data = step->caches[index].pair.data;
    return kinetic_energy(step, data->body_a) + kinetic_energy(step, data->body_b);
}

// The bodies of a pair with the kinetic energy `moving`, and what it gave.
static void add_pair(const abStep *step, int index, double moving, double gain, abStepGain *out,
                     double *worst) {
    const abPairData *data = step->caches[index].pair.data;
    out->moving += moving;
    out->falling += falling_energy(step, data->body_a) + falling_energy(step, data->body_b);
    out->gain += gain;
    if (gain > *worst) {
        *worst = gain;
        out->pair = index;
    }
}

// (2), and for a hit (1). Friction that stops a slip within the step may seem to give, likewise; adds
// up what it gives by mean speeds.
static double gain_of_stiff_point(const abStep *step, const abStepPoint *point, double *by_mean) {
    abStepMotion motion = ab_step_motion(step, point);
    double work = ab_dot(point->impulse, motion.mean) + ab_dot(point->moment, motion.mean_turn);
    double begin = point->depth - point->unpaid, ahead = ab_step_depth_ahead(step, point);
    if (!(ahead >= 0.0)) {
        begin -= 0.5 * step->h * point->start_rate;
        return work + ab_step_stored(step, point, ab_step_pressed_depth(step, point)) -
               ab_step_stored(step, point, begin);
    }
    double later =
        0.5 * (ab_dot(point->impulse, motion.change) + ab_dot(point->moment, motion.change_turn));
    double pressed =
        0.5 * ab_dot(point->impulse, point->n) * ab_dot(motion.change, point->n); // of that
    double rubbed = fmin(0.0, later - pressed);
    *by_mean -= rubbed;
    return work + pressed + rubbed + ab_step_stored(step, point, ahead) -
           ab_step_stored(step, point, begin);
}

static double gain_of_stiff(const abStep *step, const abStepPairCache *cache, double *by_mean) {
    double gain = 0.0;
    for (int k = cache->first; k < cache->first + cache->count; k++) {
        gain += gain_of_stiff_point(step, &step->points[k], by_mean);
    }
    return gain;
}

static void add_points(const abStep *step, int index, abStepGain *out, double *worst) {
    const abStepPairCache *cache = &step->caches[index];
    abStepStore store = ab_step_store(step, cache);
    Work work = work_of(step, cache);
    double by_mean = 0.0;
    double gain = ab_step_is_stiff(step, cache)
                      ? gain_of_stiff(step, cache, &by_mean)
                      : work.normal + work.others + store.end - store.start;
    out->rubbed -= fmin(0.0, work.others);
    out->by_mean += fmin(by_mean, fmax(0.0, work.others));
    out->turned += fabs(work.normal) + fabs(store.end - store.before);
    double moving = kinetic_energy_of_pair(step, index);
    out->bent += fmin(work.bent, s_energy * moving);
    out->slack += work.slack;
    add_pair(step, index, moving, gain, out, worst);
}

static void add_surface(const abStep *step, int index, abStepGain *out, double *worst) {
    const abStepPairCache *cache = &step->caches[index];
    bool is_known = cache->surface >= 0 && !cache->pair.data->has_code; // what it stores
    if (is_known) {
        abStepSurfaceWork work = ab_step_surface_work(step, &step->surfaces[cache->surface]);
        out->turned += work.turned;
        out->slack += work.pressed;
        double moving = kinetic_energy_of_pair(step, index);
        out->bent += fmin(work.creeping, s_energy * moving);
        add_pair(step, index, moving, work.gain, out, worst);
    }
}

// What force elements did: their work is what they store less, or have from nothing. On a line their
// rows are exact; what turns errs by places of second order, and all by their rounding.
static void add_elements(const abStep *step, abStepGain *out) {
    const abModel *model = step->mechanics->model;
    double book[AB_BOOK_STATES] = {0.0}, bend[AB_BOOK_STATES] = {0.0};
    double moving = 0.0, noise = step->elements.stored, rounding = 0.0;
    if (model->force_count == 0) {
        return;
    }
    ab_step_book_elements(step, book, bend);
    double stored = step->elements.stored_end - step->elements.stored - step->stretched;
    for (size_t f = 0; f < model->force_count; f++) {
        const abForceAnswer *answer = &step->mechanics->observations->forces[f];
        const int body[2] = {model->forces[f].body_a, model->forces[f].body_b};
        rounding += ab_norm(answer->force) * model->size + ab_norm(answer->torque);
        for (int side = 0; side < 2; side++) {
            moving += kinetic_energy(step, body[side]);
            noise += falling_energy(step, body[side]);
        }
    }
    out->by_elements = stored + step->lifted_by_elements - book[AB_BOOK_DAMPERS];
    out->elements_may = s_energy * (moving + fabs(stored) + fabs(book[AB_BOOK_DAMPERS])) +
                        s_energy_noise * noise + s_position_rounding * rounding;
}

// How far a body turns in the step.
static double turn_of(const abStep *step, int b) {
    bool can_move = b >= 0 && step->mechanics->model->bodies[b].state >= 0;
    return can_move ? step->h * fmax(ab_norm(step->w0[b]), ab_norm(step->bodies[b].w)) : 0.0;
}

// What its weight takes and gives in the step.
static double weight_work(const abStep *step, int b) {
    const abModel *model = step->mechanics->model;
    if (b < 0 || model->bodies[b].state < 0) {
        return 0.0;
    }
    abVec3 g = ab_gravity_at(&model->gravity, step->mechanics->bodies[b].X.p);
    double speed = 0.5 * (fabs(ab_dot(g, step->v0[b])) + fabs(ab_dot(g, step->bodies[b].v)));
    return model->bodies[b].mass * speed * step->h;
}

// Energy of the motion that the impulses of joints would each give alone: what balances them rounds by
// a share of it.
static double pressed_by_joints(const abStep *step) {
    double sum = 0.0, impulse = 0.0;
    for (size_t k = 0; k < step->joint_link_count; k++) {
        const abConeLink *link = &step->links[k];
        impulse = link->goes_on ? impulse : link->impulse;
        for (int side = 0; side < 2; side++) {
            if (link->body[side] >= 0) {
                const abConeBody *body = &step->bodies[link->body[side]];
                const double *m = body->inverse_mass;
                abVec3 l = link->linear[side], a = link->angular[side];
                double mobility = m[0] * l.x * l.x + m[1] * l.y * l.y + m[2] * l.z * l.z +
                                  ab_dot(a, ab_mul(body->inverse_inertia, a));
                sum += 0.5 * impulse * impulse * mobility;
            }
        }
    }
    return sum;
}

// What bringing the step back to its joints did, that nothing gives or takes: it may do s_torn of a
// motion that turns by a radian, and of what weights do where it turns back and hardly moves.
static void add_joints(const abStep *step, abStepGain *out) {
    const abModel *model = step->mechanics->model;
    double turn = 0.0, work = 0.0, moving = step->closing.moving;
    double noise = moving + pressed_by_joints(step);
    for (size_t j = 0; j < model->joint_count; j++) {
        const int body[2] = {model->joints[j].body_a, model->joints[j].body_b};
        for (int side = 0; side < 2; side++) {
            noise += falling_energy(step, body[side]);
            work += weight_work(step, body[side]);
            turn = fmax(turn, turn_of(step, body[side]));
        }
    }
    out->by_joints = step->closing.lifted - step->closing.taken;
    out->joints_may = s_torn * (fmin(1.0, turn) * moving + work) + s_energy_noise * noise;
}

abStepGain ab_step_gain(const abStep *step) {
    abStepGain out = {.pair = -1};
    double worst = 0.0;
    set_energies(step);
    for (size_t i = 0; i < step->phase.pair_count; i++) {
        int index = step->phase.pairs[i].slot;
        const abStepPairCache *cache = &step->caches[index];
        if (cache->is_frozen) {
            continue;
        }
        bool has_surface = cache->pair.data->has_surface;
        (has_surface ? add_surface : add_points)(step, index, &out, &worst);
    }
    add_ends(step, &out);
    add_elements(step, &out);
    add_joints(step, &out);
    // gaps are known to the slack, and closed by twice that in a step
    out.slack *= step->tolerance * step->scale + 2.0 * ab_step_slack(step) / step->h;
    out.slack += s_energy_rounding * out.moving;
    return out;
}
