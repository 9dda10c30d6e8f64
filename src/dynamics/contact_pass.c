// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_pass.c - the touches: geometry to contact, law to force, force to bodies; and the memory.
//
// Touches are kept sorted by their shapes and loads are summed in that order, so results do not
// depend on how contacts were found.

#include <string.h>

#include "base/array.h"
#include "collide/curve_pairs.h"
#include "dynamics/parts.h"

// Motion of B relative to A where they touch; the rate of approach goes to `rate`.
static abSlip slip_at(const abDynamics *d, const abTouch *touch, abVec3 n, abVec3 point,
                      double *rate) {
    const abBodyNow *A = &d->bodies[touch->body_a], *B = &d->bodies[touch->body_b];
    abVec3 v = ab_sub(ab_velocity_at(B, point), ab_velocity_at(A, point));
    *rate = -ab_dot(v, n);
    return (abSlip){.v_t = ab_add_scaled(v, *rate, n), .w = ab_sub(B->w, A->w), .n_AB = n};
}

static abVec3 middle(const abProximity *at) {
    return ab_scale(0.5, ab_add(at->p_A_W, at->p_B_W));
}

// Points of a patch lie at heights that differ by their depths. Where they stick exactly, two of
// them would keep a body from tilting, so such points are moved along the normal to one height.
static void level(const abProximity *at, abPatchPoint *points, int count) {
    abVec3 p = middle(at), n = at->n_AB_W;
    for (int i = 0; i < count; i++) {
        double height =
            ab_dot(points[i].n_AB_W, n) > 0.999 ? ab_dot(ab_sub(p, points[i].p_W), n) : 0.0;
        points[i].p_W = ab_add_scaled(points[i].p_W, height, n);
    }
}

int ab_touch_patch(const abDynamics *d, const abTouch *touch, const abPose *X_WA,
                   const abPose *X_WB, const abProximity *at, abPatchPoint points[AB_PATCH_MAX]) {
    const abShape *A = &d->model->shapes[touch->shape_a].shape;
    const abShape *B = &d->model->shapes[touch->shape_b].shape;
    int count = touch->contours.is_set ? ab_touch_contours(d, touch, X_WA, X_WB, at, points)
                : touch->has_regions   ? ab_regions(d->regions, A, X_WA, B, X_WB, at, points)
                                       : ab_patch(A, X_WA, B, X_WB, at, points);
    if (touch->at_centroids) {
        ab_curve_centroids(A, X_WA, B, X_WB, points, count);
    }
    if (ab_grips_is_exact(touch)) {
        level(at, points, count);
    }
    return touch->wants_area ? ab_contact_keep_areas(points, count) : count;
}

static int find_patch(const abDynamics *d, const abTouch *touch, const abProximity *at,
                      abPatchPoint points[AB_PATCH_MAX]) {
    abPose room[2];
    int count = ab_touch_patch(d, touch, ab_dynamics_shape_pose(d, touch->shape_a, &room[0]),
                               ab_dynamics_shape_pose(d, touch->shape_b, &room[1]), at, points);
    if (ab_touch_keeps_regions(touch)) {
        ab_regions_name(d, touch, points, count);
    }
    return count;
}

void ab_dynamics_borders(const abDynamics *d, const abTouch *touch, const abProximity *at,
                         double values[AB_TOUCH_BORDERS]) {
    const abFrictionLaw *friction = touch->interaction->friction;
    const abNormalLaw *normal = touch->interaction->normal;
    bool has_borders = normal->borders != NULL && !touch->has_surface; // of each point its own
    memset(values, 0, AB_TOUCH_BORDERS * sizeof *values);
    if (isfinite(touch->ignored_depth)) {
        values[AB_BORDER_IGNORED] = -at->distance - touch->ignored_depth;
    }
    if (friction->borders == NULL && !has_borders) {
        return;
    }
    double rate;
    abSlip slip = slip_at(d, touch, at->n_AB_W, middle(at), &rate);
    if (friction->borders != NULL) {
        friction->borders(touch->friction_constants, &slip, values);
    }
    if (has_borders) {
        abContact contact = ab_contact_at(d, touch, at);
        contact.rate = rate;
        if (touch->wants_area && touch->has_patch) {
            abPatchPoint points[AB_PATCH_MAX];
            int count = find_patch(d, touch, at, points);
            contact.area = ab_contact_patch_area(points, count);
        }
        normal->borders(touch->normal_constants, touch->law_memory, &contact,
                        values + AB_BORDER_NORMAL);
    }
}

// Forces on B of the law at one point of the touch.
typedef struct PointForce {
    abNormalForce normal;
    abVec3 slip, force, torque;
    double rate;
    double held; // energy in the grip
} PointForce;

// ---- friction ----

static abVec3 grip_state(const abGrips *grips, int index) {
    const double *s = grips->state + AB_GRIP_STATES * index;
    return ab_vec3(s[0], s[1], s[2]);
}

static abVec3 tangential(abVec3 a, abVec3 n) {
    return ab_add_scaled(a, -ab_dot(a, n), n);
}

// Friction with a history. A point that came within the step has no grip yet: its state is zero.
static abFrictionForce evaluate_grip(abDynamics *d, const abTouch *touch, const abProximity *at,
                                     const abPatchPoint *point, const abSlip *slip,
                                     PointForce *out) {
    const abFrictionLaw *law = touch->interaction->friction;
    int index = ab_grips_index(d, touch, point->id);
    abGripPoint in = {.slip = *slip,
                      .depth = point->depth,
                      .rate = out->rate,
                      .radius = at->radius,
                      .weight = point->weight * touch->passes,
                      .normal = out->normal};
    abVec3 turning = {0.0, 0.0, 0.0};
    if (index >= 0) {
        abVec3 state = grip_state(&d->grips, index);
        in.state = tangential(state, slip->n_AB);
        in.mode = d->grips.list[index].mode;
        in.direction = ab_unit(tangential(d->grips.list[index].direction, slip->n_AB));
        in.has_moved = d->grips.list[index].has_moved;
        if (ab_norm2(state) > 0.0) {
            turning = ab_cross(ab_contact_turning(d, touch, at), state);
        }
    }
    abGripForce grip;
    law->grip->evaluate(touch->friction_constants, touch->friction_memory, &in, &grip);
    if (index >= 0) {
        d->grips.now[index] = (abGripNow){.is_there = true,
                                          .rate = ab_add(grip.rate, turning),
                                          .border = grip.border,
                                          .limit = grip.limit,
                                          .drive = grip.drive,
                                          .small = grip.small,
                                          .lag = grip.lag,
                                          .slip = slip->v_t,
                                          .place = point->p_W,
                                          .normal = slip->n_AB,
                                          .pressing = out->normal.force,
                                          .stiffness = out->normal.stiffness,
                                          .damping = out->normal.damping,
                                          .closing = out->rate,
                                          .stored = grip.stored};
        out->held = grip.stored;
        if (d->grips.asks && law->grip->start != NULL) {
            abGripNow *now = &d->grips.now[index];
            law->grip->start(touch->friction_constants, touch->friction_memory, &in, &now->begin);
            now->change = law->grip->change(touch->friction_constants, touch->friction_memory, &in);
        }
        d->book_rates[AB_BOOK_SLIDING] -= grip.store_rate;
    }
    return grip.friction;
}

// What a grip keeps whose point has left within the step.
static double absent_energy(const abDynamics *d, const abTouch *touch, int index) {
    const abGripPoint point = {.state = grip_state(&d->grips, index)};
    abGripForce out;
    touch->interaction->friction->grip->evaluate(touch->friction_constants, touch->friction_memory,
                                                 &point, &out);
    return out.stored;
}

static abFrictionForce evaluate_friction(abDynamics *d, const abTouch *touch, const abProximity *at,
                                         const abPatchPoint *point, const abSlip *slip,
                                         PointForce *out) {
    const abFrictionLaw *law = touch->interaction->friction;
    abFrictionForce friction;
    if (law->grip != NULL) {
        friction = evaluate_grip(d, touch, at, point, slip, out);
    } else {
        law->evaluate(touch->friction_constants, slip, &friction);
    }
    d->book_rates[AB_BOOK_SLIDING] -= ab_dot(friction.force, slip->v_t);
    d->book_rates[AB_BOOK_ROLLING] -= ab_dot(friction.torque, slip->w);
    return friction;
}

// ---- points ----

// How fast the depth of a region grows, which is that of its deepest point and not that of the
// points that carry its force. What the force takes and the store does not gain is in the book as
// lost.
static double deepening_rate(const abDynamics *d, const abTouch *touch, const abPatchPoint *point) {
    double rate;
    slip_at(d, touch, point->deep_n_AB_W, point->deep_W, &rate);
    return rate;
}

static PointForce evaluate_point(abDynamics *d, const abTouch *touch, const abProximity *at,
                                 const abPatchPoint *point, double patch_area) {
    PointForce out = {0};
    double w = point->weight;
    abSlip slip = slip_at(d, touch, point->n_AB_W, point->p_W, &out.rate);
    bool by_area = touch->wants_area && point->area > 0.0;
    abContact contact = {.radius = at->radius};
    if (!by_area) {
        contact = ab_contact_at(d, touch, at);
    }
    contact.depth = point->depth;
    contact.rate = out.rate;
    contact.area = point->area;
    if (touch->has_code) {
        ab_user_site(d, touch, point->p_W, point->n_AB_W, point->depth);
        contact.site = ab_user_site_for(d, AB_USER_NORMAL);
    }
    contact.area_slope = point->area_slope;
    contact.patch_area = patch_area;
    abNormalForce *normal = &out.normal;
    const double *memory =
        ab_touch_keeps_regions(touch) ? ab_regions_memory(d, touch, point->id) : touch->law_memory;
    *normal = ab_touch_normal(touch, memory, &contact);
    if (point->depth > touch->ignored_depth) {
        *normal = (abNormalForce){0};
    } else if (w != 1.0) {
        *normal = (abNormalForce){w * normal->force, w * normal->stiffness, w * normal->damping,
                                  w * normal->elastic, w * normal->energy};
    }
    slip.normal_force = normal->force;
    slip.depth = point->depth;
    slip.radius = touch->has_patch ? INFINITY : at->radius;
    slip.site = touch->has_code ? ab_user_site_for(d, AB_USER_FRICTION) : NULL;
    abFrictionForce friction = evaluate_friction(d, touch, at, point, &slip, &out);
    out.slip = slip.v_t;
    out.force = ab_add_scaled(friction.force, normal->force, point->n_AB_W);
    out.torque = friction.torque;
    // what the law does not store is lost
    double deepening = touch->has_regions && !by_area ? deepening_rate(d, touch, point) : out.rate;
    d->book_rates[AB_BOOK_CONTACT_DAMPING] +=
        (normal->force - normal->elastic) * out.rate + normal->elastic * (out.rate - deepening) -
        (by_area ? 0.0 : ab_contact_store_rate(d, touch, at, &slip, &contact, normal->energy));
    return out;
}

static abVec3 center_of_pressure(const abPatchPoint *points, const PointForce *forces, int count,
                                 double sum) {
    abVec3 offset = {0.0, 0.0, 0.0};
    for (int i = 1; i < count && sum > 0.0; i++) {
        double share = forces[i].normal.force / sum;
        offset = ab_add_scaled(offset, share, ab_sub(points[i].p_W, points[0].p_W));
    }
    return ab_add(points[0].p_W, offset);
}

static void evaluate_patch(abDynamics *d, const abTouch *touch, abTouchNow *now,
                           const abPatchPoint *points, int count) {
    PointForce forces[AB_PATCH_MAX];
    double patch_area = ab_contact_patch_area(points, count), elastic_power = 0.0;
    now->normal = (abNormalForce){0};
    now->force = now->torque = (abVec3){0.0, 0.0, 0.0};
    now->area = now->held = now->pressure = 0.0;
    now->points = touch->contours.is_set ? count : 0;
    abVec3 normal_sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        forces[i] = evaluate_point(d, touch, &now->at, &points[i], patch_area);
        const abNormalForce *normal = &forces[i].normal;
        now->normal.force += normal->force;
        now->normal.stiffness += normal->stiffness;
        now->normal.damping += normal->damping;
        now->normal.elastic += normal->elastic;
        now->normal.energy += normal->energy;
        now->force = ab_add(now->force, forces[i].force);
        normal_sum = ab_add_scaled(normal_sum, normal->force, points[i].n_AB_W);
        now->area += points[i].area;
        now->held += forces[i].held;
        elastic_power += normal->elastic * forces[i].rate;
    }
    for (int i = 0; i < count && touch->contours.is_set; i++) {
        ab_contours_add(d, touch, &points[i], forces[i].force, forces[i].normal.force);
    }
    if (touch->wants_area) {
        d->book_rates[AB_BOOK_CONTACT_DAMPING] -=
            ab_contact_area_store_rate(d, touch, -now->at.distance, elastic_power);
    }
    now->point = center_of_pressure(points, forces, count, now->normal.force);
    for (int i = 0; i < count; i++) {
        abVec3 arm = ab_sub(points[i].p_W, now->point);
        now->torque = ab_add(now->torque, ab_add(forces[i].torque, ab_cross(arm, forces[i].force)));
    }
    now->normal_W = now->at.n_AB_W;
    double pressing = ab_norm(normal_sum);
    if (touch->has_regions && pressing > 0.0) {
        now->normal_W = ab_scale(1.0 / pressing, normal_sum);
    }
    now->slip = slip_at(d, touch, now->normal_W, now->point, &now->rate).v_t;
}

static abPatchPoint deepest_point(const abProximity *at) {
    return (abPatchPoint){
        .p_W = middle(at), .n_AB_W = at->n_AB_W, .depth = -at->distance, .weight = 1.0};
}

int ab_touch_points(const abDynamics *d, const abTouch *touch, const abProximity *at,
                    abPatchPoint points[AB_PATCH_MAX]) {
    int count = touch->has_patch ? find_patch(d, touch, at, points) : 0;
    if (count == 0) {
        points[count++] = deepest_point(at);
    }
    return count;
}

int ab_points_fingerprint(const abPatchPoint *points, int count) {
    uint32_t hash = (uint32_t)count;
    for (int i = 0; i < count; i++) {
        hash += (uint32_t)(points[i].id + 2) * 2654435761u; // whatever their order
    }
    return (int)(hash >> 2) + 1;
}

// Corners of contours come and go where they share nothing; only how many regions there are
// matters.
static int count_of(const abTouch *touch, const abPatchPoint *points, int count) {
    if (touch->interaction->friction->grip != NULL) {
        return ab_points_fingerprint(points, count);
    }
    int regions = 0;
    for (int i = 0; i < count && touch->contours.is_set; i++) {
        regions += i == 0 || points[i].region != points[i - 1].region;
    }
    return touch->contours.is_set ? regions : count;
}

int ab_dynamics_points(const abDynamics *d, const abTouch *touch, const abProximity *at) {
    if (!touch->has_patch) {
        return 0;
    }
    abPatchPoint points[AB_PATCH_MAX];
    int count = find_patch(d, touch, at, points);
    return count_of(touch, points, count);
}

int ab_dynamics_stage_regions(const abDynamics *d, const abTouch *touch, const abProximity *at) {
    abPatchPoint points[AB_PATCH_MAX];
    int count = find_patch(d, touch, at, points);
    ab_regions_stage(d, touch, points, count);
    return count_of(touch, points, count);
}

// One touch: closest points, kinematics, laws.
static void evaluate_points(abDynamics *d, const abTouch *touch, abTouchNow *now) {
    if (touch->has_surface) {
        ab_surface_evaluate(d, touch, now);
        return;
    }
    ab_dynamics_proximity(d, touch->shape_a, touch->shape_b, &now->at);
    if (touch->has_patch) {
        abPatchPoint points[AB_PATCH_MAX];
        int count = find_patch(d, touch, &now->at, points);
        if (count > 0) {
            evaluate_patch(d, touch, now, points, count);
            return;
        }
    }
    abPatchPoint point = deepest_point(&now->at);
    PointForce force = evaluate_point(d, touch, &now->at, &point, 0.0);
    now->point = point.p_W;
    now->normal_W = point.n_AB_W;
    now->rate = force.rate;
    now->slip = force.slip;
    now->normal = force.normal;
    now->force = force.force;
    now->torque = force.torque;
    now->area = now->pressure = 0.0;
    now->points = 0;
    now->held = force.held;
}

static void evaluate_touch(abDynamics *d, const abTouch *touch, abTouchNow *now) {
    for (int i = 0; i < touch->grip_count; i++) {
        d->grips.now[touch->first_grip + i] = (abGripNow){0};
    }
    evaluate_points(d, touch, now);
    for (int i = touch->first_grip; i < touch->first_grip + touch->grip_count; i++) {
        if (!d->grips.now[i].is_there) {
            now->held += d->grips.now[i].stored = absent_energy(d, touch, i);
        }
    }
}

// Loads on a fixed body go nowhere; those on a prescribed one are the work of its drive.
static bool answers(const abDynamics *d, int body) {
    return d->model->bodies[body].mobility != AB_MOBILITY_FIXED;
}

void ab_contact_pass(abDynamics *d) {
    ab_contours_begin(d);
    for (size_t k = 0; k < d->touch_count; k++) {
        const abTouch *touch = &d->touches[k];
        abTouchNow *now = &d->now[k];
        if (touch->is_rigid && d->rigid.count > 0) { // its forces follow from all others
            *now = (abTouchNow){0};
            continue;
        }
        evaluate_touch(d, touch, now);
        if (answers(d, touch->body_a)) {
            abBodyNow *A = &d->bodies[touch->body_a];
            ab_load(A, ab_neg(now->force), now->point);
            A->torque = ab_sub(A->torque, now->torque);
        }
        if (answers(d, touch->body_b)) {
            abBodyNow *B = &d->bodies[touch->body_b];
            ab_load(B, now->force, now->point);
            B->torque = ab_add(B->torque, now->torque);
        }
    }
}

// ---- memory ----

bool ab_dynamics_reserve(abDynamics *d, size_t touches) {
    return AB_ARRAY_RESERVE(d->allocator, d->touches, d->touch_capacity, touches) &&
           AB_ARRAY_RESERVE(d->allocator, d->now, d->now_capacity, touches);
}

void ab_touch_prepare(const abModel *model, abTouch *touch) {
    abPairProperties pair = ab_model_pair_properties(model, touch->shape_a, touch->shape_b);
    touch->body_a = model->shapes[touch->shape_a].body;
    touch->body_b = model->shapes[touch->shape_b].body;
    touch->interaction = ab_model_interaction(model, touch->shape_a, touch->shape_b);
    const abContactRuleDef *rule = touch->interaction->rule;
    touch->interaction->normal->prepare(rule->normal.data, &pair, touch->normal_constants);
    touch->has_code = touch->interaction->normal->code.open != NULL ||
                      touch->interaction->friction->code.open != NULL;
    touch->has_surface = ab_model_surface(model, &model->shapes[touch->shape_a],
                                          &model->shapes[touch->shape_b], rule, &touch->surface);
    touch->wants_area = pair.wants_area && !touch->has_surface;
    touch->passes = rule->masters == AB_MASTERS_SUM ? 2.0 : 1.0;
    touch->ignored_depth = isnan(rule->ignore_deeper_than) ? INFINITY : rule->ignore_deeper_than;
    // a law that looks at curvatures treats a whole line as one contact
    const abShape *A = &model->shapes[touch->shape_a].shape;
    const abShape *B = &model->shapes[touch->shape_b].shape;
    bool is_full = rule->manifold != AB_MANIFOLD_SINGLE;
    touch->at_centroids =
        rule->manifold == AB_MANIFOLD_CENTROID && A->curve != NULL && B->curve != NULL;
    touch->wants_curvature = pair.wants_curvature && !touch->has_surface;
    touch->has_regions = ab_has_regions(A, B) && !touch->has_surface;
    ab_model_contours(&model->shapes[touch->shape_a], &model->shapes[touch->shape_b], rule,
                      &touch->contours);
    touch->is_rigid = ab_interaction_is_rigid(touch->interaction);
    touch->has_patch = touch->has_regions ||
                       (!touch->has_surface && is_full &&
                        (touch->wants_area || !touch->wants_curvature) && ab_has_patch(A, B));
    touch->interaction->friction->prepare(rule->friction.data, &pair, touch->friction_constants);
}

void ab_touch_rest_on_points(abTouch *touch) {
    if (touch->is_rigid) {
        touch->has_patch = touch->has_regions = touch->contours.is_set = false;
    }
}

static abNormalForce at_rest(const abDynamics *d, const abTouch *touch, const abProximity *at,
                             abContact contact, double depth) {
    if (touch->has_surface) {
        return ab_surface_at_rest(d, touch, at, depth);
    }
    contact.depth = depth;
    return ab_touch_normal(touch, touch->law_memory, &contact);
}

// A law that does not say what it stores is taken to store as a linear one does.
static double stored(abNormalForce at, double depth) {
    return at.energy > 0.0 ? at.energy : 0.5 * at.force * depth;
}

// The least depth, on a scale of factors of two, that stores `energy` and carries `force`.
static double depth_for(const abDynamics *d, const abTouch *touch, const abProximity *at,
                        abContact contact, double energy, double force, double size) {
    double depth = 1e-15 * size;
    for (int i = 0; i < 50; i++, depth *= 2.0) {
        abNormalForce there = at_rest(d, touch, at, contact, depth);
        if (stored(there, depth) >= energy && there.force >= force) {
            break;
        }
    }
    return depth;
}

// Of a rigid touch: what friction with modes compares speeds and forces with.
static void estimate_grips(const abModel *model, abTouch *touch) {
    static const double slow = 0.1, short_way = 1e-6; // of the speed of a fall by the size; of it
    if (touch->interaction->friction->grip == NULL) {
        return;
    }
    abPairProperties pair = ab_model_pair_properties(model, touch->shape_a, touch->shape_b);
    double mass = isfinite(pair.reduced_mass) ? pair.reduced_mass : 1.0;
    double size = fmin(model->bodies[touch->body_a].bound, model->bodies[touch->body_b].bound);
    double g = fmax(ab_norm(model->gravity.uniform), 1e-2 * size);
    abGripStart start = {.mass = mass,
                         .force = mass * g,
                         .stiffness = mass * g / (short_way * size),
                         .speed = fmax(touch->start_speed, slow * sqrt(g * size))};
    touch->grip_force = start.force;
    touch->grip_scale = touch->interaction->friction->grip->begin(touch->friction_constants, &start,
                                                                  touch->friction_memory);
}

// How deep and how fast this contact will get: from the kinetic energy of the approach and the
// weight. Error weights are measured against it, so that a depth of a micrometre is resolved as
// well as a flight of a metre.
static void estimate_scales(const abDynamics *d, abTouch *touch, const abProximity *at,
                            abContact contact) {
    const abModel *model = d->model;
    if (touch->is_rigid) {
        estimate_grips(model, touch);
        return; // it has no depth
    }
    abPairProperties pair = ab_model_pair_properties(model, touch->shape_a, touch->shape_b);
    double mass = isfinite(pair.reduced_mass) ? pair.reduced_mass : 1.0;
    double size = fmin(model->bodies[touch->body_a].bound, model->bodies[touch->body_b].bound);
    double g = ab_norm(model->gravity.uniform);
    double v = touch->start_speed;
    touch->depth_scale = depth_for(d, touch, at, contact, 0.5 * mass * v * v, mass * g, size);
    abNormalForce there = at_rest(d, touch, at, contact, touch->depth_scale);
    touch->speed_scale = fmax(v, touch->depth_scale * sqrt(there.stiffness / mass));
    if (touch->interaction->friction->grip != NULL) {
        abGripStart start = {.mass = mass,
                             .force = there.force,
                             .stiffness = there.stiffness,
                             .speed = touch->speed_scale};
        touch->grip_force = there.force;
        touch->grip_scale = touch->interaction->friction->grip->begin(
            touch->friction_constants, &start, touch->friction_memory);
    }
}

// The closing speed. A contact that begins with an overlap (at the start of a run) counts as
// reached by an impact that stored its energy, so that it does not start with the damping of a
// touch at rest.
static double impact_speed(const abDynamics *d, const abTouch *touch, const abProximity *at,
                           abContact contact) {
    abPairProperties pair = ab_model_pair_properties(d->model, touch->shape_a, touch->shape_b);
    double v = fmax(0.0, ab_dynamics_closing_speed(d, touch->body_a, touch->body_b, at));
    double energy = stored(at_rest(d, touch, at, contact, contact.depth), contact.depth);
    return isfinite(pair.reduced_mass) ? sqrt(v * v + 2.0 * energy / pair.reduced_mass) : v;
}

static int compare_shapes(const abTouch *touch, int shape_a, int shape_b) {
    return touch->shape_a != shape_a ? touch->shape_a - shape_a : touch->shape_b - shape_b;
}

int ab_dynamics_find(const abDynamics *d, int shape_a, int shape_b) {
    size_t low = 0, high = d->touch_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (compare_shapes(&d->touches[middle], shape_a, shape_b) < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    bool found = low < d->touch_count && compare_shapes(&d->touches[low], shape_a, shape_b) == 0;
    return found ? (int)low : -1;
}

abProximity ab_dynamics_site(const abDynamics *d, const abTouch *touch, const abProximity *at) {
    abPatchPoint points[AB_PATCH_MAX];
    if (!touch->has_regions) {
        return *at;
    }
    int count = find_patch(d, touch, at, points), first = 0;
    for (int i = 1; i < count; i++) {
        first = points[i].depth > points[first].depth ? i : first;
    }
    abProximity site = *at;
    site.n_AB_W = points[first].n_AB_W;
    site.p_A_W = site.p_B_W = points[first].p_W;
    return site;
}

bool ab_touch_begin(abDynamics *d, abTouch *touch, double t, const abProximity *at) {
    touch->start_time = t;
    abContact contact = ab_contact_at(d, touch, at);
    if (touch->has_code) {
        d->t = t;
        ab_user_site(d, touch, middle(at), at->n_AB_W, -at->distance);
        contact.site = ab_user_site_for(d, AB_USER_NORMAL);
    }
    contact.area = touch->wants_area ? ab_contact_area_ahead(d, touch, at) : 0.0;
    if (touch->has_regions && !ab_regions_open(d, touch)) {
        return false;
    }
    abProximity site = ab_dynamics_site(d, touch, at);
    touch->start_speed = impact_speed(d, touch, &site, contact);
    touch->interaction->normal->begin(touch->normal_constants, touch->start_speed,
                                      touch->law_memory);
    if (touch->has_regions) {
        ab_dynamics_stage_regions(d, touch, at);
        ab_regions_keep(d, touch);
    }
    touch->last_rate = touch->start_speed;
    estimate_scales(d, touch, at, contact);
    return true;
}

bool ab_touch_insert(abDynamics *d, const abTouch *touch) {
    if (!ab_dynamics_reserve(d, d->touch_count + 1)) {
        return false;
    }
    size_t place = d->touch_count;
    while (place > 0 &&
           compare_shapes(&d->touches[place - 1], touch->shape_a, touch->shape_b) > 0) {
        d->touches[place] = d->touches[place - 1];
        place--;
    }
    d->touches[place] = *touch;
    d->touch_count++;
    return true;
}

bool ab_dynamics_begin(abDynamics *d, int shape_a, int shape_b, double t, const abProximity *at) {
    abTouch touch = {.shape_a = shape_a, .shape_b = shape_b};
    ab_touch_prepare(d->model, &touch);
    ab_touch_rest_on_points(&touch);
    touch.is_new = touch.is_rigid;
    touch.rest_time = INFINITY;
    return ab_dynamics_reserve(d, d->touch_count + 1) && ab_touch_begin(d, &touch, t, at) &&
           ab_touch_insert(d, &touch);
}

void ab_dynamics_end(abDynamics *d, size_t touch) {
    if (d->touches[touch].has_regions) {
        ab_regions_close(d, &d->touches[touch]);
    }
    memmove(&d->touches[touch], &d->touches[touch + 1],
            (d->touch_count - touch - 1) * sizeof *d->touches);
    d->touch_count--;
}
