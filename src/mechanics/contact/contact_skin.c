// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_skin.c - points of a surface that moves by its modes, their laws and loads.

#include "mechanics/contact/contact_skin.h"

#include <math.h>

#include "collide/pairs/skin_pairs.h"
#include "collide/pairs/skin_skin.h"
#include "mechanics/contact/contact_curvature.h"
#include "mechanics/state/modes.h"
#include "mechanics/state/place.h"

// A pair with its surface: which side it is, the places of its nodes, the other shape.
typedef struct SkinPair {
    int skin, other; // shapes
    bool is_first;   // the surface is A
    abPose X_WS;
    abSkinMeeting meeting;
    abFloating *modes; // NULL: they are frozen
} SkinPair;

static const abVec3 *points_of(abFloating *modes, const abSkin *skin) {
    return modes != NULL && modes->points != NULL ? ab_floating_points(modes) : skin->points;
}

static SkinPair skin_pair(const abMechanics *m, int shape_a, int shape_b) {
    const abModel *model = m->model;
    bool is_first = model->shapes[shape_a].shape.skin != NULL;
    SkinPair of = {.skin = is_first ? shape_a : shape_b,
                   .other = is_first ? shape_b : shape_a,
                   .is_first = is_first};
    abPose storage;
    of.X_WS = *ab_mechanics_shape_pose(m, of.skin, &storage);
    of.modes = ab_modes_of(m, model->shapes[of.skin].body);
    const abSkin *skin = model->shapes[of.skin].shape.skin;
    of.meeting = (abSkinMeeting){
        .skin = skin,
        .points = points_of(of.modes, skin),
        .other = &model->shapes[of.other].shape,
        .X_SO = ab_skin_sees(&of.X_WS, ab_mechanics_shape_pose(m, of.other, &storage))};
    return of;
}

static abProximity proximity_at(const SkinPair *of, const abSkinSite *site) {
    abProximity at = ab_skin_site_proximity(&of->meeting, site, &of->X_WS);
    if (of->is_first) {
        ab_proximity_swap(&at);
    }
    return at;
}

// ---- two surfaces ----

// Surfaces of A and B, of which one may be a mesh of a rigid body.
typedef struct SkinSkin {
    abSkinSide side[2];
    int body[2];
    abFloating *modes[2]; // NULL: rigid, or frozen
} SkinSkin;

static bool is_skin_skin(const abMechanics *m, int shape_a, int shape_b) {
    return ab_has_skin(&m->model->shapes[shape_a].shape) &&
           ab_has_skin(&m->model->shapes[shape_b].shape);
}

static SkinSkin skin_skin(const abMechanics *m, int shape_a, int shape_b) {
    const int shapes[2] = {shape_a, shape_b};
    SkinSkin of;
    for (int i = 0; i < 2; i++) {
        const abBodyShape *s = &m->model->shapes[shapes[i]];
        abPose storage;
        of.body[i] = s->body;
        of.modes[i] = s->shape.skin != NULL ? ab_modes_of(m, s->body) : NULL;
        of.side[i].skin = ab_skin_of_shape(&s->shape);
        of.side[i].points = points_of(of.modes[i], &of.side[i].skin);
        of.side[i].X_WS = *ab_mechanics_shape_pose(m, shapes[i], &storage);
    }
    return of;
}

void ab_skin_proximity(abMechanics *m, int shape_a, int shape_b, abProximity *out) {
    if (is_skin_skin(m, shape_a, shape_b)) {
        SkinSkin both = skin_skin(m, shape_a, shape_b);
        *out = ab_skins_meet(both.side).at;
        return;
    }
    SkinPair of = skin_pair(m, shape_a, shape_b);
    abSkinSite site = ab_skin_meets(&of.meeting);
    *out = proximity_at(&of, &site);
}

// ---- velocities ----

static const abBodyShape *skin_of_body(const abModel *model, int body) {
    const abBody *b = &model->bodies[body];
    for (int s = b->first_shape; s < b->first_shape + b->shape_count; s++) {
        if (model->shapes[s].shape.skin != NULL) {
            return &model->shapes[s];
        }
    }
    return NULL;
}

static abVec3 velocity_at(const abMechanics *m, int body, const abFloating *modes,
                          const abSkinSite *site, abVec3 point) {
    const abBodyNow *now = &m->bodies[body];
    abVec3 v = ab_velocity_at(now, point);
    return modes == NULL
               ? v
               : ab_add(v,
                        ab_mul(now->X.R, ab_floating_velocity(modes, site->nodes, site->weights)));
}

abVec3 ab_contact_velocity(const abMechanics *m, int body, abVec3 point) {
    abFloating *modes = body >= 0 ? ab_modes_of(m, body) : NULL;
    const abBodyShape *skin = modes != NULL ? skin_of_body(m->model, body) : NULL;
    if (skin == NULL) {
        return ab_velocity_at(&m->bodies[body], point);
    }
    abPose X_WS = ab_pose_mul(m->bodies[body].X, skin->X_CS);
    abVec3 p = ab_mul_t(X_WS.R, ab_sub(point, X_WS.p));
    abSkinSite site = ab_skin_nearest(skin->shape.skin, points_of(modes, skin->shape.skin), p);
    return velocity_at(m, body, modes, &site, point);
}

// ---- one point ----

// Forces on B at a point.
typedef struct PointLoad {
    abNormalForce normal;
    abVec3 force, torque, slip;
    double rate;
} PointLoad;

// `v`: of B relative to A there.
static PointLoad load_at(abMechanics *m, const abContactPair *pair, const abProximity *at,
                         abVec3 v) {
    const abPairData *data = pair->data;
    abVec3 n = at->n_AB_W;
    PointLoad out = {.rate = -ab_dot(v, n)};
    abContact contact = ab_contact_at(m, pair, at);
    contact.rate = out.rate;
    out.normal = ab_contact_pair_normal(pair, pair->law_memory, &contact);
    if (contact.depth > data->ignored_depth) {
        out.normal = (abNormalForce){0};
    }
    abSlip slip = {.v_t = ab_add_scaled(v, out.rate, n),
                   .w = ab_sub(m->bodies[data->body_b].w, m->bodies[data->body_a].w),
                   .n_AB = n,
                   .normal_force = out.normal.force,
                   .depth = contact.depth,
                   .radius = at->radius};
    abFrictionForce friction;
    if (data->interaction->friction->tangential != NULL) { // of a time step, which has it
        friction = (abFrictionForce){0};
    } else {
        data->interaction->friction->evaluate(data->friction_constants, &slip, &friction);
    }
    out.slip = slip.v_t;
    out.force = ab_add_scaled(friction.force, out.normal.force, n);
    out.torque = friction.torque;
    m->book_rates[AB_BOOK_SLIDING] -= ab_dot(friction.force, slip.v_t);
    m->book_rates[AB_BOOK_ROLLING] -= ab_dot(friction.torque, slip.w);
    m->book_rates[AB_BOOK_CONTACT_DAMPING] += (out.normal.force - out.normal.elastic) * out.rate;
    return out;
}

// A force on the modes of a body at a point of its surface.
static void load_modes(const abMechanics *m, int body, abFloating *modes, const abSkinSite *site,
                       abVec3 force) {
    if (modes != NULL) {
        abVec3 own = ab_mul_t(m->bodies[body].X.R, force);
        ab_floating_load(modes, site->nodes, site->weights, own);
    }
}

// ---- as points ----

typedef struct Points {
    const SkinPair *of;   // set for a surface and another shape
    const SkinSkin *both; // set for two surfaces
    double margin;
    void (*take)(void *context, const abSkinPoint *point);
    void *context;
} Points;

static void pass_site(void *context, const abSkinSite *site) {
    const Points *points = context;
    const SkinPair *of = points->of;
    int side = of->is_first ? 0 : 1;
    bool is_vertex = site->weights[0] == 1.0;
    abSkinPoint out = {.at = proximity_at(of, site), .id = is_vertex ? site->nodes[0] : -1};
    out.has_modes[side] = of->modes != NULL;
    out.site[side] = *site;
    if (site->distance <= points->margin) {
        points->take(points->context, &out);
    }
}

static void pass_contact(void *context, const abSkinContact *contact) {
    const Points *points = context;
    const SkinSkin *both = points->both;
    abSkinPoint out = {.at = contact->at,
                       .id = 2 * contact->site[contact->corner].nodes[0] + contact->corner,
                       .site = {contact->site[0], contact->site[1]},
                       .has_modes = {both->modes[0] != NULL, both->modes[1] != NULL}};
    if (contact->at.distance <= points->margin) {
        points->take(points->context, &out);
    }
}

void ab_skin_points(abMechanics *m, const abContactPair *pair, double margin, abProximity *nearest,
                    void (*take)(void *context, const abSkinPoint *point), void *context) {
    bool is_full = pair->data->interaction->rule->manifold != AB_MANIFOLD_SINGLE;
    SkinPair of;
    SkinSkin both;
    Points points = {&of, &both, margin, take, context};
    m->proximity_calls++;
    if (is_skin_skin(m, pair->shape_a, pair->shape_b)) {
        both = skin_skin(m, pair->shape_a, pair->shape_b);
        abSkinContact deepest = ab_skins_meet(both.side);
        *nearest = deepest.at;
        if (is_full && deepest.at.distance <= margin) {
            ab_skins_each(both.side, &deepest, margin, pass_contact, &points);
        } else {
            pass_contact(&points, &deepest);
        }
        return;
    }
    of = skin_pair(m, pair->shape_a, pair->shape_b);
    of.meeting.margin = margin;
    abSkinSite site = ab_skin_meets(&of.meeting);
    *nearest = proximity_at(&of, &site);
    if (is_full && of.meeting.other->kind != AB_SHAPE_SPHERE && site.distance <= margin) {
        ab_skin_each(&of.meeting, &site, pass_site, &points);
    } else {
        pass_site(&points, &site);
    }
}

// ---- all of them ----

// Sums over the points of a pair; places and moments from the first.
typedef struct Sum {
    abMechanics *m;
    const abContactPair *pair;
    const SkinPair *of;   // set for a surface and another shape
    const SkinSkin *both; // set for two surfaces
    abContactPairNow *now;
    abVec3 origin, place, torque;
    double weight;
    int count;
} Sum;

static void add_load(Sum *sum, const PointLoad *load, abVec3 point) {
    abContactPairNow *now = sum->now;
    sum->origin = sum->count == 0 ? point : sum->origin;
    abVec3 arm = ab_sub(point, sum->origin);
    now->normal.force += load->normal.force;
    now->normal.stiffness += load->normal.stiffness;
    now->normal.damping += load->normal.damping;
    now->normal.elastic += load->normal.elastic;
    now->normal.energy += load->normal.energy;
    now->storing += load->normal.elastic * load->rate;
    now->force = ab_add(now->force, load->force);
    sum->torque = ab_add(sum->torque, ab_add(load->torque, ab_cross(arm, load->force)));
    sum->place = ab_add_scaled(sum->place, load->normal.force, arm);
    sum->weight += load->normal.force;
    if (sum->count++ == 0) {
        now->rate = load->rate;
        now->slip = load->slip;
    }
}

static void add_site(void *context, const abSkinSite *site) {
    Sum *sum = context;
    abMechanics *m = sum->m;
    const SkinPair *of = sum->of;
    int body = m->model->shapes[of->skin].body, other = m->model->shapes[of->other].body;
    abProximity at = proximity_at(of, site);
    abVec3 point = ab_pose_point(of->X_WS, site->point);
    abVec3 v = ab_sub(velocity_at(m, body, of->modes, site, point),
                      ab_velocity_at(&m->bodies[other], point));
    PointLoad load = load_at(m, sum->pair, &at, of->is_first ? ab_neg(v) : v);
    load_modes(m, body, of->modes, site, of->is_first ? ab_neg(load.force) : load.force);
    add_load(sum, &load, point);
}

// At the vertex; the point of the other surface is on the normal through it, so that its moment is that
// of the same force.
static void add_skin_contact(void *context, const abSkinContact *contact) {
    Sum *sum = context;
    abMechanics *m = sum->m;
    const SkinSkin *both = sum->both;
    abVec3 point = contact->corner == 0 ? contact->at.p_A_W : contact->at.p_B_W, v[2];
    for (int i = 0; i < 2; i++) {
        v[i] = velocity_at(m, both->body[i], both->modes[i], &contact->site[i], point);
    }
    PointLoad load = load_at(m, sum->pair, &contact->at, ab_sub(v[1], v[0]));
    for (int i = 0; i < 2; i++) {
        load_modes(m, both->body[i], both->modes[i], &contact->site[i],
                   i == 0 ? ab_neg(load.force) : load.force);
    }
    add_load(sum, &load, point);
}

static void add_points(Sum *sum, bool is_full) {
    const abSkinMeeting *meeting = &sum->of->meeting;
    abSkinSite site = ab_skin_meets(meeting);
    sum->now->at = proximity_at(sum->of, &site);
    if (is_full && meeting->other->kind != AB_SHAPE_SPHERE && site.distance < 0.0) {
        ab_skin_each(meeting, &site, add_site, sum);
    } else {
        add_site(sum, &site);
    }
}

static void add_skin_contacts(Sum *sum, bool is_full) {
    const abSkinSide *side = sum->both->side;
    abSkinContact deepest = ab_skins_meet(side);
    sum->now->at = deepest.at;
    if (is_full && deepest.at.distance < 0.0) {
        ab_skins_each(side, &deepest, 0.0, add_skin_contact, sum);
    } else {
        add_skin_contact(sum, &deepest);
    }
}

void ab_skin_evaluate(abMechanics *m, const abContactPair *pair, abContactPairNow *now) {
    *now = (abContactPairNow){0};
    m->proximity_calls++;
    SkinPair of;
    SkinSkin both;
    Sum sum = {.m = m, .pair = pair, .of = &of, .both = &both, .now = now};
    bool is_full = pair->data->interaction->rule->manifold != AB_MANIFOLD_SINGLE;
    if (is_skin_skin(m, pair->shape_a, pair->shape_b)) {
        both = skin_skin(m, pair->shape_a, pair->shape_b);
        add_skin_contacts(&sum, is_full);
    } else {
        of = skin_pair(m, pair->shape_a, pair->shape_b);
        add_points(&sum, is_full);
    }
    abVec3 middle =
        sum.weight > 0.0 ? ab_scale(1.0 / sum.weight, sum.place) : (abVec3){0.0, 0.0, 0.0};
    now->normal_W = now->at.n_AB_W;
    now->point = ab_add(sum.origin, middle);
    now->torque = ab_sub(sum.torque, ab_cross(middle, now->force));
    now->points = sum.count > 1 ? sum.count : 0;
}
