// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_pass.c - the contact pairs evaluated: geometry to contact, law to force, force to bodies.
//
// Loads are summed in the order of the contact pairs, so results do not depend on how contacts were
// found.

#include <string.h>

#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "derivative/evaluate/ask_together.h"
#include "derivative/evaluate/contact_motion.h"
#include "derivative/evaluate/contact_pass.h"
#include "derivative/evaluate/patch_work.h"
#include "derivative/evaluate/point_meeting.h"
#include "derivative/evaluate/surface_friction.h"
#include "derivative/state/derivative.h"
#include "mechanics/contact/contact_area.h"
#include "mechanics/contact/contact_contours.h"
#include "mechanics/contact/contact_curvature.h"
#include "mechanics/contact/contact_proximity.h"
#include "mechanics/contact/contact_regions.h"
#include "mechanics/contact/contact_report.h"
#include "mechanics/contact/contact_skin.h"
#include "mechanics/contact/contact_surface.h"
#include "mechanics/contact/pair_points.h"
#include "mechanics/contact/user_site.h"
#include "mechanics/state/place.h"

// ---- switching functions ----

void ab_contact_pair_borders(const abDerivative *d, const abContactPair *pair,
                             const abProximity *at, double values[AB_PAIR_SWITCHING_FUNCTIONS]) {
    const abFrictionLaw *friction = pair->data->interaction->friction;
    const abNormalLaw *normal = pair->data->interaction->normal;
    bool has_switching_functions = normal->switching_functions != NULL &&
                                   !pair->data->has_surface &&
                                   !pair->data->has_skin; // of each point its own
    memset(values, 0, AB_PAIR_SWITCHING_FUNCTIONS * sizeof *values);
    if (isfinite(pair->data->ignored_depth)) {
        values[AB_SWITCHING_IGNORED] = -at->distance - pair->data->ignored_depth;
    }
    if (friction->switching_functions == NULL && !has_switching_functions) {
        return;
    }
    double rate;
    abSlip slip = ab_slip_at(d, pair, at->n_AB_W, ab_proximity_middle(at), &rate);
    if (friction->switching_functions != NULL) {
        friction->switching_functions(pair->data->friction_constants, &slip, values);
    }
    if (has_switching_functions) {
        abContact contact = ab_contact_at(&d->mechanics, pair, at);
        contact.rate = rate;
        if (pair->data->wants_area && pair->data->has_patch) {
            abPatchPoint points[AB_PATCH_MAX];
            int count = ab_contact_pair_find_patch(&d->mechanics, pair, at, points);
            contact.area = ab_contact_patch_area(points, count);
        }
        normal->switching_functions(pair->data->normal_constants, pair->law_memory, &contact,
                                    values + AB_SWITCHING_NORMAL);
    }
}

// ---- friction ----

// A contact pair, where it is closest, and how its tangents at a point turn.           [rad/s]
typedef struct Touching {
    const abContactPair *pair;
    const abProximity *at;
    abVec3 turning;
} Touching;

// Forces on B of the law at one point of the contact pair.
typedef struct PointForce {
    abNormalForce normal;
    abVec3 slip, force, torque;
    double rate;
    double held;    // energy in the tangential state
    double storing; // by which the stored energy grows                                    [W]
} PointForce;

static abVec3 tangential_numbers(const abTangentialStates *tangential_states, int index) {
    const double *s = tangential_states->state + AB_TANGENTIAL_NUMBERS * index;
    return ab_vec3(s[0], s[1], s[2]);
}

// How the tangents at the points turn, which their tangential states follow. It takes searches of the
// closest points, so once for all of them, and not where no state has a length.
static void turn_states(abDerivative *d, const abContactPair *pair, const abProximity *at,
                        const abPatchPoint *points, int count, abVec3 *turning) {
    bool any = false;
    for (int i = 0; i < pair->tangential_count; i++) {
        any = any ||
              ab_norm2(tangential_numbers(&d->tangential_states, pair->first_tangential + i)) > 0.0;
    }
    for (int i = 0; i < count && !any; i++) {
        turning[i] = (abVec3){0.0, 0.0, 0.0};
    }
    if (any) {
        ab_contact_turnings(d, pair, at, points, count, turning);
    }
}

// Friction with a history. A point that came within the step has no tangential state yet: its state is zero.
static abFrictionForce evaluate_tangential(abDerivative *d, const Touching *of,
                                           const abPatchPoint *point, const abSlip *slip,
                                           PointForce *out) {
    const abContactPair *pair = of->pair;
    const abProximity *at = of->at;
    const abFrictionLaw *law = pair->data->interaction->friction;
    int index = ab_tangential_index(d, pair, point->id);
    abTangentialPoint in = {.slip = *slip,
                            .depth = point->depth,
                            .rate = out->rate,
                            .radius = at->radius,
                            .weight = point->weight * pair->data->passes,
                            .normal = out->normal};
    abVec3 turning = {0.0, 0.0, 0.0};
    if (index >= 0) {
        abVec3 state = tangential_numbers(&d->tangential_states, index);
        in.state = ab_across(state, slip->n_AB);
        in.mode = d->tangential_states.list[index].mode;
        in.direction = ab_unit(ab_across(d->tangential_states.list[index].direction, slip->n_AB));
        in.has_moved = d->tangential_states.list[index].has_moved;
        if (ab_norm2(state) > 0.0) {
            turning = ab_cross(of->turning, state);
        }
    }
    abTangentialForce tangential;
    law->tangential->evaluate(pair->data->friction_constants, pair->friction_memory, &in,
                              &tangential);
    if (index >= 0) {
        d->tangential_states.now[index] =
            (abTangentialNow){.is_there = true,
                              .rate = ab_add(tangential.rate, turning),
                              .switching = tangential.switching,
                              .limit = tangential.limit,
                              .drive = tangential.drive,
                              .small = tangential.small,
                              .lag = tangential.lag,
                              .slip = slip->v_t,
                              .place = point->p_W,
                              .normal = slip->n_AB,
                              .pressing = out->normal.force,
                              .stiffness = out->normal.stiffness,
                              .damping = out->normal.damping,
                              .closing = out->rate,
                              .stored = tangential.stored};
        out->held = tangential.stored;
        if (d->tangential_states.asks && law->tangential->start != NULL) {
            abTangentialNow *now = &d->tangential_states.now[index];
            law->tangential->start(pair->data->friction_constants, pair->friction_memory, &in,
                                   &now->begin);
            now->change =
                law->tangential->change(pair->data->friction_constants, pair->friction_memory, &in);
        }
    }
    return tangential.friction;
}

// What a tangential state keeps whose point has left within the step.
static double absent_energy(const abDerivative *d, const abContactPair *pair, int index) {
    const abTangentialPoint point = {.state = tangential_numbers(&d->tangential_states, index)};
    abTangentialForce out;
    pair->data->interaction->friction->tangential->evaluate(pair->data->friction_constants,
                                                            pair->friction_memory, &point, &out);
    return out.stored;
}

static abFrictionForce evaluate_friction(abDerivative *d, const Touching *of,
                                         const abPatchPoint *point, const abSlip *slip,
                                         PointForce *out) {
    const abFrictionLaw *law = of->pair->data->interaction->friction;
    abFrictionForce friction;
    if (law->tangential != NULL) {
        friction = evaluate_tangential(d, of, point, slip, out);
    } else {
        law->evaluate(of->pair->data->friction_constants, slip, &friction);
    }
    d->mechanics.book_rates[AB_BOOK_SLIDING] -= ab_dot(friction.force, slip->v_t);
    d->mechanics.book_rates[AB_BOOK_ROLLING] -= ab_dot(friction.torque, slip->w);
    return friction;
}

// ---- points ----

// How fast the depth of a region grows, which is that of its deepest point and not that of the
// points that carry its force. What the force takes and the store does not gain is in the book as
// lost.
static double deepening_rate(const abDerivative *d, const abContactPair *pair,
                             const abPatchPoint *point) {
    double rate;
    ab_slip_at(d, pair, point->deep_n_AB_W, point->deep_W, &rate);
    return rate;
}

static void evaluate_point(abDerivative *d, const Touching *of, const abPatchPoint *point,
                           double patch_area, const abNormalForce *answer, PointForce *out) {
    const abContactPair *pair = of->pair;
    const abProximity *at = of->at;
    out->held = 0.0;
    double w = point->weight, slope = 1.0 - point->slower;
    abPointMeeting meeting;
    ab_point_meet(d, pair, at, point, patch_area, &meeting);
    abSlip slip = meeting.slip;
    out->rate = meeting.rate;
    abNormalForce *normal = &out->normal;
    *normal =
        answer != NULL ? *answer : ab_contact_pair_normal(pair, meeting.memory, &meeting.contact);
    if (point->depth > pair->data->ignored_depth) {
        *normal = (abNormalForce){0};
    }
    double stored = w * normal->elastic; // per way by which the depth grows
    if (w != 1.0 || slope != 1.0) {
        double f = w * slope, k = w * slope * slope;
        *normal = (abNormalForce){f * normal->force, k * normal->stiffness, k * normal->damping,
                                  f * normal->elastic, w * normal->energy};
    }
    slip.normal_force = normal->force;
    slip.depth = point->depth;
    slip.radius = pair->data->has_patch && !pair->data->by_curvature ? INFINITY : at->radius;
    slip.site = pair->data->has_code ? ab_user_site_for(&d->mechanics, AB_USER_FRICTION) : NULL;
    abFrictionForce friction = evaluate_friction(d, of, point, &slip, out);
    out->slip = slip.v_t;
    out->force = ab_add_scaled(friction.force, normal->force, point->n_AB_W);
    out->torque = friction.torque;
    // what the law does not store is lost
    double deepening = pair->data->has_regions && !meeting.by_area ? deepening_rate(d, pair, point)
                                                                   : slope * out->rate;
    out->storing = stored * deepening;
    d->mechanics.book_rates[AB_BOOK_CONTACT_DAMPING] +=
        (normal->force - normal->elastic) * out->rate +
        (normal->elastic * out->rate - out->storing) -
        (meeting.by_area ? 0.0
                         : ab_contact_store_rate(&d->mechanics, pair, at, &slip, &meeting.contact,
                                                 normal->energy));
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

static void note_points(abDerivative *d, const abContactPair *pair, const abPatchPoint *points,
                        const PointForce *forces, int count) {
    for (int i = 0; i < count && d->mechanics.report->wants_points; i++) {
        ab_report_add_point(&d->mechanics,
                            &(abContactPointForce){.contact = (int)(pair - d->contacts->pairs),
                                                   .id = points[i].id,
                                                   .point = points[i].p_W,
                                                   .normal = points[i].n_AB_W,
                                                   .depth = points[i].depth,
                                                   .normal_force = forces[i].normal.force,
                                                   .force = forces[i].force});
    }
}

// `answers` are of the normal law, for each point; NULL: it is to be asked.
static void evaluate_patch(abDerivative *d, const abContactPair *pair, abContactPairNow *now,
                           const abPatchPoint *points, int count, const abNormalForce *answers) {
    PointForce forces[AB_PATCH_MAX];
    abVec3 turning[AB_PATCH_MAX];
    double patch_area = ab_contact_patch_area(points, count), elastic_power = 0.0;
    turn_states(d, pair, &now->at, points, count, turning);
    now->normal = (abNormalForce){0};
    now->force = now->torque = (abVec3){0.0, 0.0, 0.0};
    now->area = now->held = now->pressure = now->storing = 0.0;
    now->points = pair->data->contours.is_set ? count : 0;
    abVec3 normal_sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < count; i++) {
        const Touching of = {pair, &now->at, turning[i]};
        evaluate_point(d, &of, &points[i], patch_area, answers != NULL ? &answers[i] : NULL,
                       &forces[i]);
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
        now->storing += forces[i].storing;
        elastic_power += normal->elastic * forces[i].rate;
    }
    for (int i = 0; i < count && pair->data->contours.is_set; i++) {
        ab_contours_add(&d->mechanics, pair, &points[i], forces[i].force, forces[i].normal.force);
    }
    if (pair->data->wants_area) {
        d->mechanics.book_rates[AB_BOOK_CONTACT_DAMPING] -=
            ab_contact_area_store_rate(&d->mechanics, pair, -now->at.distance, elastic_power);
    }
    now->point = center_of_pressure(points, forces, count, now->normal.force);
    for (int i = 0; i < count; i++) {
        abVec3 arm = ab_sub(points[i].p_W, now->point);
        now->torque = ab_add(now->torque, ab_add(forces[i].torque, ab_cross(arm, forces[i].force)));
    }
    note_points(d, pair, points, forces, count);
    ab_patch_work(d, pair, now);
    now->normal_W = now->at.n_AB_W;
    double pressing = ab_norm(normal_sum);
    if (pair->data->has_regions && pressing > 0.0) {
        now->normal_W = ab_scale(1.0 / pressing, normal_sum);
    }
    now->slip = ab_slip_at(d, pair, now->normal_W, now->point, &now->rate).v_t;
}

// ---- surfaces ----

// Friction with a history, at points that stand for the surface.
static void add_surface_friction(abDerivative *d, const abContactPair *pair,
                                 abContactPairNow *now) {
    const abBodyNow *A = &d->mechanics.bodies[pair->data->body_a],
                    *B = &d->mechanics.bodies[pair->data->body_b];
    const Touching of = {pair, &now->at, ab_scale(0.5, ab_add(A->w, B->w))};
    abPatchPoint points[AB_SURFACE_FRICTION_POINTS];
    double pressing = ab_surface_friction_points(&d->mechanics, pair, now, points);
    for (int k = 0; k < AB_SURFACE_FRICTION_POINTS; k++) {
        const abPatchPoint *point = &points[k];
        double share = point->weight;
        PointForce out = {.normal = {.force = share * pressing,
                                     .stiffness = share * now->normal.stiffness,
                                     .damping = share * now->normal.damping}};
        abSlip slip = ab_slip_at(d, pair, point->n_AB_W, point->p_W, &out.rate);
        slip.normal_force = out.normal.force;
        slip.depth = point->depth;
        slip.radius = INFINITY;
        abFrictionForce friction = evaluate_friction(d, &of, point, &slip, &out);
        abVec3 arm = ab_sub(point->p_W, now->point);
        now->force = ab_add(now->force, friction.force);
        now->torque = ab_add(now->torque, ab_add(friction.torque, ab_cross(arm, friction.force)));
        now->held += out.held;
    }
}

// ---- touches ----

static void evaluate_alone(abDerivative *d, const abContactPair *pair, abContactPairNow *now,
                           const abPatchPoint *point, const abNormalForce *answer) {
    Touching of = {.pair = pair, .at = &now->at};
    turn_states(d, pair, &now->at, point, 1, &of.turning);
    PointForce force;
    evaluate_point(d, &of, point, 0.0, answer, &force);
    now->point = point->p_W;
    now->normal_W = point->n_AB_W;
    now->rate = force.rate;
    now->slip = force.slip;
    now->normal = force.normal;
    now->force = force.force;
    now->torque = force.torque;
    now->area = now->pressure = 0.0;
    now->points = 0;
    now->held = force.held;
    now->storing = force.storing;
}

// The same of a plain pair, whose point is alone, weighs 1 and remembers nothing: each number is
// what evaluate_point finds, without the places where others differ.
static void evaluate_plain(abDerivative *d, const abContactPair *pair, abContactPairNow *now) {
    abMechanics *m = &d->mechanics;
    const abPairData *data = pair->data;
    abProximity *at = &now->at;
    abPose storage_a, storage_b;
    m->proximity_calls++;
    ab_collider_proximity(&data->collider, &m->model->shapes[pair->shape_a].shape,
                          ab_mechanics_shape_pose(m, pair->shape_a, &storage_a),
                          &m->model->shapes[pair->shape_b].shape,
                          ab_mechanics_shape_pose(m, pair->shape_b, &storage_b), at);
    now->point = ab_proximity_middle(at);
    now->normal_W = at->n_AB_W;
    abSlip slip = ab_slip_between(&m->bodies[data->body_a], &m->bodies[data->body_b], at->n_AB_W,
                                  now->point, &now->rate);
    const abContact contact = {.depth = -at->distance, .rate = now->rate, .radius = at->radius};
    now->normal = (abNormalForce){0};
    if (!(contact.depth > data->ignored_depth)) {
        now->normal = ab_contact_pair_normal(pair, pair->law_memory, &contact);
    }
    slip.normal_force = now->normal.force;
    slip.depth = contact.depth;
    slip.radius = contact.radius;
    abFrictionForce friction;
    data->interaction->friction->evaluate(data->friction_constants, &slip, &friction);
    now->slip = slip.v_t;
    now->force = ab_add_scaled(friction.force, now->normal.force, at->n_AB_W);
    now->torque = friction.torque;
    now->storing = now->normal.elastic * now->rate;
    now->area = now->pressure = now->held = 0.0;
    now->points = 0;
    m->book_rates[AB_BOOK_SLIDING] -= ab_dot(friction.force, slip.v_t);
    m->book_rates[AB_BOOK_ROLLING] -= ab_dot(friction.torque, slip.w);
    m->book_rates[AB_BOOK_CONTACT_DAMPING] += (now->normal.force - now->normal.elastic) * now->rate;
}

// The normal law of the contact pair has been asked already, with others.
static void evaluate_answered(abDerivative *d, const abContactPair *pair, abContactPairNow *now,
                              const abAnsweredPair *of) {
    abPatchPoint *points = d->together.points + of->first;
    const abNormalForce *answers = d->together.answers + of->first;
    if (of->is_alone) {
        evaluate_alone(d, pair, now, points, answers);
        return;
    }
    if (pair->tangential_count > 0) {
        ab_tangential_keep_names(d, pair, points, of->count);
    }
    evaluate_patch(d, pair, now, points, of->count, answers);
}

// One touch: closest points, kinematics, laws.
static void evaluate_points(abDerivative *d, const abContactPair *pair, abContactPairNow *now) {
    if (pair->data->has_skin) {
        ab_skin_evaluate(&d->mechanics, pair, now);
        return;
    }
    if (pair->data->has_surface) {
        ab_surface_evaluate(&d->mechanics, pair, now);
        if (ab_surface_has_history(pair)) {
            add_surface_friction(d, pair, now);
        }
        return;
    }
    const abAnsweredPair *answered = ab_together_answers(d, pair);
    if (answered != NULL) {
        evaluate_answered(d, pair, now, answered);
        return;
    }
    ab_pair_proximity(&d->mechanics, pair->shape_a, pair->shape_b, &now->at);
    if (pair->data->has_patch) {
        abPatchPoint points[AB_PATCH_MAX];
        int count = ab_contact_pair_find_patch(&d->mechanics, pair, &now->at, points);
        if (pair->tangential_count > 0 && !pair->data->has_regions) {
            ab_tangential_keep_names(d, pair, points, count);
        }
        if (count > 0) {
            evaluate_patch(d, pair, now, points, count, NULL);
            return;
        }
    }
    abPatchPoint point = ab_deepest_point(&now->at);
    evaluate_alone(d, pair, now, &point, NULL);
}

static void evaluate_pair(abDerivative *d, const abContactPair *pair, abContactPairNow *now) {
    if (pair->data->is_plain) {
        evaluate_plain(d, pair, now);
        return;
    }
    for (int i = 0; i < pair->tangential_count; i++) {
        d->tangential_states.now[pair->first_tangential + i] = (abTangentialNow){0};
    }
    evaluate_points(d, pair, now);
    for (int i = pair->first_tangential; i < pair->first_tangential + pair->tangential_count; i++) {
        if (!d->tangential_states.now[i].is_there) {
            now->held += d->tangential_states.now[i].stored = absent_energy(d, pair, i);
        }
    }
}

// Loads on a fixed body go nowhere; those on a prescribed one are the work of its drive.
void ab_contact_pass(abDerivative *d) {
    ab_contours_begin(&d->mechanics);
    ab_report_begin_points(&d->mechanics);
    ab_ask_together(d);
    for (size_t k = 0; k < d->contacts->count; k++) {
        const abContactPair *pair = &d->contacts->pairs[k];
        abContactPairNow *now = &d->contacts->now[k];
        if (pair->data->is_rigid && d->rigid.count > 0) { // its forces follow from all others
            *now = (abContactPairNow){0};
            continue;
        }
        evaluate_pair(d, pair, now);
        if (pair->data->loads_a) {
            abBodyNow *A = &d->mechanics.bodies[pair->data->body_a];
            ab_load(A, ab_neg(now->force), now->point);
            A->torque = ab_sub(A->torque, now->torque);
        }
        if (pair->data->loads_b) {
            abBodyNow *B = &d->mechanics.bodies[pair->data->body_b];
            ab_load(B, now->force, now->point);
            B->torque = ab_add(B->torque, now->torque);
        }
    }
}
