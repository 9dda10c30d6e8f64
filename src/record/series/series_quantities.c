// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// series_quantities.c - the tables of quantities, and their values from frames.
//
// A contact is taken for the pair of names in the order they are written: forces act on B, normals
// point from A into B, whatever the order in the model. Two bodies may touch at several pairs of
// shapes: forces, torques and energies are summed, the rest is of the deepest.

#include "record/series/series_quantities.h"

#include <math.h>
#include <string.h>

#include "math/core/vector_math.h"

// Whatever a quantity may look at.
struct abSeriesView {
    const abFrame *frame;
    const abBodyState *body;
    const abSceneBody *properties;
    const double *joint, *limit;   // 6 each
    const double *force;           // likewise
    const abContactState *deepest; // NULL: the pair does not touch
    // force, torque, normal_force, energy, area, points of all; pressure the greatest; point the
    // sum of points times normal forces
    abContactState sum;
    int regions;                      // of all
    int points;                       // that carry all
    const abContactPointForce *point; // one of them, or NULL
    abContactPointForce alone;        // room for it
    const double *modal;              // of a body with modes: its energies, q, q'; NULL
    int mode;                         // from 0
    double sign;                      // -1 when the pair was written the other way round
};

static void put(double *out, double s, abVec3 v) {
    out[0] = s * v.x;
    out[1] = s * v.y;
    out[2] = s * v.z;
}

static void undefined(double *out) {
    out[0] = out[1] = out[2] = NAN;
}

// One that is a number, or a vector, given by an expression of the view `v`.
#define NUMBER(name, value)                                                                        \
    static void name(const abSeriesView *v, double *out) {                                         \
        *out = (value);                                                                            \
    }
#define VECTOR(name, value)                                                                        \
    static void name(const abSeriesView *v, double *out) {                                         \
        put(out, 1.0, (value));                                                                    \
    }
// Of the deepest contact of a pair: `sign` times the vector, or undefined.
#define DEEPEST(name, sign, field)                                                                 \
    static void name(const abSeriesView *v, double *out) {                                         \
        v->deepest != NULL ? put(out, sign, v->deepest->field) : undefined(out);                   \
    }

// ---- bodies ----

VECTOR(body_position, v->body->position)
VECTOR(body_velocity, v->body->velocity)
VECTOR(body_angular_velocity, v->body->angular_velocity)
NUMBER(body_speed, ab_norm(v->body->velocity))
NUMBER(body_angular_speed, ab_norm(v->body->angular_velocity))
static void body_orientation(const abSeriesView *v, double *out) {
    memcpy(out, &v->body->orientation, 4 * sizeof *out);
}

// Angles about x, the new y and the new z, as `rotation` in model files:
// R[0][2] = sin b, R[1][2] = -sin a cos b, R[0][1] = -cos b sin c.
static void body_rotation(const abSeriesView *v, double *out) {
    abMat3 R = ab_quat_to_matrix(v->body->orientation);
    out[0] = atan2(-R.m[1][2], R.m[2][2]);
    out[1] = asin(fmax(-1.0, fmin(1.0, R.m[0][2])));
    out[2] = atan2(-R.m[0][1], R.m[0][0]);
}

// 1/2 m v_C^2 + 1/2 w I w, C being the centre of mass
static void body_kinetic_energy(const abSeriesView *v, double *out) {
    if (v->modal != NULL) {
        *out = v->modal[AB_MODAL_KINETIC];
        return;
    }
    abMat3 R = ab_quat_to_matrix(v->body->orientation);
    abVec3 w = v->body->angular_velocity, w_B = ab_mul_t(R, w);
    abVec3 v_C = ab_add(v->body->velocity, ab_cross(w, ab_mul(R, v->properties->center)));
    *out = v->properties->mass > 0.0 ? 0.5 * v->properties->mass * ab_norm2(v_C) +
                                           0.5 * ab_dot(w_B, ab_mul(v->properties->inertia, w_B))
                                     : 0.0;
}

// Of gravity: -m g p, and -m G M / r of a point that attracts.
static void body_potential_energy(const abSeriesView *v, double *out) {
    if (v->modal != NULL) {
        *out = v->modal[AB_MODAL_GRAVITY];
        return;
    }
    const abGravityDef *gravity = &v->properties->gravity;
    abMat3 R = ab_quat_to_matrix(v->body->orientation);
    abVec3 p_C = ab_add(v->body->position, ab_mul(R, v->properties->center));
    double mass = v->properties->mass;
    *out = mass > 0.0 ? -mass * ab_dot(gravity->uniform, p_C) : 0.0;
    if (mass > 0.0 && gravity->parameter != 0.0) {
        *out -= mass * gravity->parameter / ab_norm(ab_sub(p_C, gravity->center));
    }
}
static void body_energy(const abSeriesView *v, double *out) {
    double kinetic, potential;
    body_kinetic_energy(v, &kinetic);
    body_potential_energy(v, &potential);
    *out = kinetic + potential + (v->modal != NULL ? v->modal[AB_MODAL_STRAIN] : 0.0);
}

NUMBER(body_strain_energy, v->modal != NULL ? v->modal[AB_MODAL_STRAIN] : 0.0)
static double modal_number(const abSeriesView *v, int number) {
    return v->modal != NULL ? v->modal[AB_MODAL_ENERGIES + number] : NAN;
}
NUMBER(body_q, modal_number(v, v->mode))
NUMBER(body_q_rate, modal_number(v, v->properties->mode_count + v->mode))

// ---- contacts: forces are zero and places undefined while there is no contact pair ----

NUMBER(contact_depth, v->deepest != NULL ? v->deepest->depth : 0.0)
NUMBER(contact_rate, v->deepest != NULL ? v->deepest->rate : NAN)
NUMBER(contact_start_speed, v->deepest != NULL ? v->deepest->start_speed : NAN)
DEEPEST(contact_point, 1.0, point)
DEEPEST(contact_normal, v->sign, normal)
DEEPEST(contact_slip, v->sign, slip)
VECTOR(contact_force, v->sum.force)
VECTOR(contact_torque, v->sum.torque)
NUMBER(contact_normal_force, v->sum.normal_force)
NUMBER(contact_friction_force, ab_norm(v->sum.slip)) // the force without its normal part
NUMBER(contact_energy, v->sum.energy)
NUMBER(contact_area, v->sum.area)
NUMBER(contact_pressure, v->sum.pressure)
NUMBER(contact_points, v->sum.points)
NUMBER(contact_regions, v->regions)
static void contact_center_of_pressure(const abSeriesView *v, double *out) {
    double force = v->sum.normal_force;
    force > 0.0 ? put(out, 1.0 / force, v->sum.point) : undefined(out);
}

NUMBER(contact_point_count, v->points)

// ---- points of contacts ----

NUMBER(point_normal_force, v->point != NULL ? v->point->normal_force : 0.0)
NUMBER(point_depth, v->point != NULL ? v->point->depth : 0.0)
VECTOR(point_force, v->point != NULL ? ab_scale(v->sign, v->point->force) : ab_vec3(0.0, 0.0, 0.0))
static void point_position(const abSeriesView *v, double *out) {
    v->point != NULL ? put(out, 1.0, v->point->point) : undefined(out);
}
static void point_normal(const abSeriesView *v, double *out) {
    v->point != NULL ? put(out, v->sign, v->point->normal) : undefined(out);
}

// ---- joints, force elements, energy ----

// A load is force and torque, 6 numbers.
VECTOR(joint_force, ab_vec3_of(v->joint))
VECTOR(joint_torque, ab_vec3_of(v->joint + 3))
VECTOR(limit_force, ab_vec3_of(v->limit))
VECTOR(limit_torque, ab_vec3_of(v->limit + 3))
VECTOR(force_force, ab_vec3_of(v->force))
VECTOR(force_torque, ab_vec3_of(v->force + 3))
NUMBER(force_size, ab_norm(ab_vec3_of(v->force)))

// NUMBER(energy_kinetic, v->frame->energy.kinetic) ...
#define AB_ENERGY(field, text) NUMBER(energy_##field, v->frame->energy.field)
#include "record/series/energies.def"
#undef AB_ENERGY
NUMBER(energy_balance, ab_energy_balance(&v->frame->energy))
static void energy_total(const abSeriesView *v, double *out) {
    const abEnergyBook *e = &v->frame->energy;
    *out = e->kinetic + e->gravity + e->springs + e->contacts + e->strain;
}

// ---- the tables ----

#define B AB_SUBJECT_BODY
#define C AB_SUBJECT_CONTACT
#define J AB_SUBJECT_JOINT
#define F AB_SUBJECT_FORCE
#define E AB_SUBJECT_ENERGY
#define P AB_SUBJECT_POINT
const abSeriesQuantity ab_series_quantities[] = {
    {B, "position", "m", "xyz", body_position, "origin of the body's frame, in the world"},
    {B, "orientation", "-", "wxyz", body_orientation, "unit quaternion"},
    {B, "rotation", "rad", "xyz", body_rotation, "angles about x, the new y, the new z"},
    {B, "velocity", "m/s", "xyz", body_velocity, "of that origin, in world axes"},
    {B, "angular_velocity", "rad/s", "xyz", body_angular_velocity, "in world axes"},
    {B, "speed", "m/s", "", body_speed, "magnitude of the velocity"},
    {B, "angular_speed", "rad/s", "", body_angular_speed, "magnitude of the angular velocity"},
    {B, "kinetic_energy", "J", "", body_kinetic_energy, "of motion and rotation"},
    {B, "potential_energy", "J", "", body_potential_energy,
     "of its mass in gravity; 0 at the origin, of a point that attracts far away"},
    {B, "energy", "J", "", body_energy, "both, and of strain"},
    {B, "strain_energy", "J", "", body_strain_energy, "stored in its modes; 0 of a rigid body"},
    {B, "q", "-", "", body_q, "of a flexible body: q(k) is mode k, from 1 among those chosen"},
    {B, "q_rate", "1/s", "", body_q_rate, "likewise its rate, q_rate(k)"},
    {C, "depth", "m", "", contact_depth, "overlap of A and B; 0 apart"},
    {C, "rate", "m/s", "", contact_rate, "of the depth; undefined apart"},
    {C, "force", "N", "xyz", contact_force, "normal and friction together, on B"},
    {C, "normal_force", "N", "", contact_normal_force, "pressing"},
    {C, "friction_force", "N", "", contact_friction_force, "magnitude"},
    {C, "torque", "N m", "xyz", contact_torque, "about the point, on B: rolling, spin of a patch"},
    {C, "energy", "J", "", contact_energy, "stored"},
    {C, "area", "m^2", "", contact_area, "of the patch; 0 for points and lines"},
    {C, "pressure_max", "Pa", "", contact_pressure,
     "the greatest, of surfaces carried part by part; else 0"},
    {C, "points", "-", "", contact_points,
     "that carry such surfaces, or regions within contours; else 0"},
    {C, "regions", "-", "", contact_regions,
     "within the contours in which two meshes meet, with manifold: contours; else 0"},
    {C, "center_of_pressure", "m", "xyz", contact_center_of_pressure,
     "of all contacts of the pair, in the world; undefined apart"},
    {C, "pressure", "Pa", "", contact_pressure, "greatest, of surfaces carried part by part"},
    {C, "point", "m", "xyz", contact_point, "in the world; undefined apart"},
    {C, "normal", "-", "xyz", contact_normal, "from A into B; undefined apart"},
    {C, "slip", "m/s", "xyz", contact_slip, "tangential velocity of B relative to A"},
    {C, "start_speed", "m/s", "", contact_start_speed, "closing speed when the contact began"},
    {C, "point_count", "-", "", contact_point_count,
     "points that carry it, point(1) to point(N); 0 apart"},
    {P, "force", "N", "xyz", point_force, "at this point alone, on B; 0 where there is no such"},
    {P, "normal_force", "N", "", point_normal_force, "likewise, pressing"},
    {P, "depth", "m", "", point_depth, "overlap there"},
    {P, "position", "m", "xyz", point_position, "in the world; undefined where there is none"},
    {P, "normal", "-", "xyz", point_normal, "from A into B; likewise"},
    {J, "force", "N", "xyz", joint_force, "on the second body, world axes"},
    {J, "torque", "N m", "xyz", joint_torque, "likewise"},
    {J, "limit_force", "N", "xyz", limit_force,
     "likewise, of its hard limits and stops, which `force` does not count"},
    {J, "limit_torque", "N m", "xyz", limit_torque, "likewise"},
    {F, "force", "N", "xyz", force_force, "on the second body, world axes"},
    {F, "torque", "N m", "xyz", force_torque, "likewise"},
    {F, "size", "N", "", force_size, "magnitude of the force; the pull of a rope"},
// {E, "kinetic", "J", "", energy_kinetic, "of all bodies"}, ...
#define AB_ENERGY(field, text) {E, #field, "J", "", energy_##field, text},
#include "record/series/energies.def"
#undef AB_ENERGY
    {E, "total", "J", "", energy_total,
     "of motion and stored: kinetic, gravity, springs, contacts, strain"},
    {E, "balance", "J", "", energy_balance, "the sum that must stay constant"},
};
#undef B
#undef C
#undef J
#undef F
#undef E
#undef P
const int ab_series_quantity_count =
    (int)(sizeof ab_series_quantities / sizeof ab_series_quantities[0]);

static const char *const s_forms[] = {
    [AB_SUBJECT_BODY] = "BODY",         [AB_SUBJECT_CONTACT] = "contact(A, B)",
    [AB_SUBJECT_JOINT] = "joint(NAME)", [AB_SUBJECT_FORCE] = "force(NAME)",
    [AB_SUBJECT_ENERGY] = "energy",     [AB_SUBJECT_POINT] = "contact(A, B).point(K)"};

const char *ab_series_describe(int index, const char **form, const char **name, const char **unit,
                               const char **parts) {
    if (index < 0 || index >= ab_series_quantity_count) {
        return NULL;
    }
    *form = s_forms[ab_series_quantities[index].subject];
    *name = ab_series_quantities[index].name;
    *unit = ab_series_quantities[index].unit;
    *parts = ab_series_quantities[index].parts;
    return ab_series_quantities[index].text;
}

// ---- values ----

static bool is_side(int subject, int body, int shape) {
    return subject > 0 ? body == subject : shape == -1 - subject;
}

// +1 when the contact is of the pair as written, -1 the other way round, 0 not at all.
static double side_sign(const abSeries *series, const abContactState *c) {
    const int *s = series->subject;
    if (is_side(s[0], c->body_a, c->shape_a) && is_side(s[1], c->body_b, c->shape_b)) {
        return 1.0;
    }
    return is_side(s[0], c->body_b, c->shape_b) && is_side(s[1], c->body_a, c->shape_a) ? -1.0
                                                                                        : 0.0;
}

// Sums are of the pair as written; sum.slip collects the friction forces.
static void collect_contacts(const abSeries *series, abSeriesView *view) {
    const abFrame *frame = view->frame;
    view->sign = 1.0;
    for (int i = 0; i < frame->contact_count; i++) {
        const abContactState *c = &frame->contacts[i];
        double sign = side_sign(series, c);
        if (sign == 0.0) {
            continue;
        }
        abVec3 friction = ab_add_scaled(c->force, -c->normal_force, c->normal);
        view->sum.force = ab_add_scaled(view->sum.force, sign, c->force);
        view->sum.torque = ab_add_scaled(view->sum.torque, sign, c->torque);
        view->sum.slip = ab_add_scaled(view->sum.slip, sign, friction);
        view->sum.normal_force += c->normal_force;
        view->sum.energy += c->energy;
        view->sum.area += c->area;
        view->sum.pressure = fmax(view->sum.pressure, c->pressure);
        view->sum.points += c->points;
        view->sum.point = ab_add_scaled(view->sum.point, c->normal_force, c->point);
        for (int r = 0; r < frame->region_count; r++) {
            view->regions += frame->regions[r].contact == i;
        }
        if (view->deepest == NULL || c->depth > view->deepest->depth) {
            view->deepest = c;
            view->sign = sign;
        }
    }
}

// The point wanted of those that carry the pair, counted through its contacts.
static void find_point(const abSeries *series, abSeriesView *view) {
    const abFrame *frame = view->frame;
    bool is_wanted = (series->parts & AB_FRAME_POINTS) != 0;
    for (int i = 0; is_wanted && i < frame->contact_count; i++) {
        double sign = side_sign(series, &frame->contacts[i]);
        if (sign == 0.0) {
            continue;
        }
        int count;
        const abContactPointForce *points = ab_frame_point_forces(frame, i, &view->alone, &count);
        int index = series->point - 1 - view->points;
        if (view->point == NULL && index >= 0 && index < count) {
            view->point = &points[index];
            view->sign = sign;
            is_wanted = false;
        }
        view->points += count;
    }
}

bool ab_series_is_of_mode(const abSeriesQuantity *quantity) {
    return quantity->get == body_q || quantity->get == body_q_rate;
}

unsigned ab_series_parts(const abSeriesQuantity *quantity) {
    return quantity->subject == AB_SUBJECT_POINT     ? AB_FRAME_POINTS
           : quantity->get == contact_point_count    ? AB_FRAME_POINTS
           : quantity->subject != AB_SUBJECT_CONTACT ? 0
           : quantity->get == contact_regions        ? AB_FRAME_REGIONS
                                                     : AB_FRAME_CONTACTS;
}

double ab_series_value(const abSeries *series, const abFrame *frame) {
    abSeriesView view = {.frame = frame, .properties = series->body, .sign = 1.0};
    double out[4] = {NAN, NAN, NAN, NAN};
    switch (series->quantity->subject) {
    case AB_SUBJECT_BODY:
        view.body = &frame->bodies[series->subject[0] - 1];
        view.modal = series->body->mode_count > 0 && frame->modal_count > 0
                         ? frame->modes + series->body->first_modal
                         : NULL;
        view.mode = series->subject[1];
        break;
    case AB_SUBJECT_CONTACT:
        collect_contacts(series, &view);
        find_point(series, &view);
        break;
    case AB_SUBJECT_POINT:
        find_point(series, &view);
        break;
    case AB_SUBJECT_JOINT:
        view.joint = &frame->joint_forces[6 * series->subject[0]];
        view.limit = &frame->limit_loads[6 * series->subject[0]];
        break;
    case AB_SUBJECT_FORCE:
        view.force = &frame->force_loads[6 * series->subject[0]];
        break;
    case AB_SUBJECT_ENERGY:
        break;
    case AB_SUBJECT_REQUEST:
        return frame->requests[series->subject[0]];
    }
    series->quantity->get(&view, out);
    return out[series->component];
}
