// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// series.c - the tables of quantities, resolving names, and values from frames.
//
//   BODY.quantity                 subject[0]: body from 1
//   contact(A, B).quantity        subjects: body from 1, or shape as -1 - index from 0
//   joint(NAME).quantity          subject[0]: joint from 0
//   force(NAME).quantity          subject[0]: force element from 0
//   energy.quantity
//
// A contact is taken for the pair of names in the order they are written: forces act on B, normals
// point from A into B, whatever the order in the model. Two bodies may touch at several pairs of
// shapes: forces, torques and energies are summed, the rest is of the deepest.

#include "io/series.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "math/vector_math.h"

typedef enum Subject {
    SUBJECT_BODY,
    SUBJECT_CONTACT,
    SUBJECT_JOINT,
    SUBJECT_FORCE,
    SUBJECT_ENERGY,
    SUBJECT_REQUEST // an expression, by its name alone
} Subject;

// Whatever a quantity may look at.
typedef struct View {
    const abFrame *frame;
    const abBodyState *body;
    const abSceneBody *properties;
    const double *joint, *limit;   // 6 each
    const double *force;           // likewise
    const abContactState *deepest; // NULL: the pair does not touch
    // force, torque, normal_force, energy, area, points of all; pressure the greatest; point the
    // sum of points times normal forces
    abContactState sum;
    double sign; // -1 when the pair was written the other way round
} View;

struct abSeriesQuantity {
    Subject subject;
    const char *name;
    const char *unit;
    const char *parts; // a letter per component; "" for a scalar
    void (*get)(const View *view, double *out);
    const char *text;
};

static void put(double *out, double s, abVec3 v) {
    out[0] = s * v.x;
    out[1] = s * v.y;
    out[2] = s * v.z;
}

static void undefined(double *out) {
    out[0] = out[1] = out[2] = NAN;
}

// ---- bodies ----

static void body_position(const View *v, double *out) {
    put(out, 1.0, v->body->position);
}
static void body_velocity(const View *v, double *out) {
    put(out, 1.0, v->body->velocity);
}
static void body_angular_velocity(const View *v, double *out) {
    put(out, 1.0, v->body->angular_velocity);
}
static void body_orientation(const View *v, double *out) {
    memcpy(out, &v->body->orientation, 4 * sizeof *out);
}
static void body_speed(const View *v, double *out) {
    *out = ab_norm(v->body->velocity);
}
static void body_angular_speed(const View *v, double *out) {
    *out = ab_norm(v->body->angular_velocity);
}

// Angles about x, the new y and the new z, as `rotation` in model files:
// R[0][2] = sin b, R[1][2] = -sin a cos b, R[0][1] = -cos b sin c.
static void body_rotation(const View *v, double *out) {
    abMat3 R = ab_quat_to_matrix(v->body->orientation);
    out[0] = atan2(-R.m[1][2], R.m[2][2]);
    out[1] = asin(fmax(-1.0, fmin(1.0, R.m[0][2])));
    out[2] = atan2(-R.m[0][1], R.m[0][0]);
}

// 1/2 m v_C^2 + 1/2 w I w, C being the centre of mass
static void body_kinetic_energy(const View *v, double *out) {
    abMat3 R = ab_quat_to_matrix(v->body->orientation);
    abVec3 w = v->body->angular_velocity, w_B = ab_mul_t(R, w);
    abVec3 v_C = ab_add(v->body->velocity, ab_cross(w, ab_mul(R, v->properties->center)));
    *out = v->properties->mass > 0.0 ? 0.5 * v->properties->mass * ab_norm2(v_C) +
                                           0.5 * ab_dot(w_B, ab_mul(v->properties->inertia, w_B))
                                     : 0.0;
}

// Of gravity: -m g p, and -m G M / r of a point that attracts.
static void body_potential_energy(const View *v, double *out) {
    const abGravityDef *gravity = &v->properties->gravity;
    abMat3 R = ab_quat_to_matrix(v->body->orientation);
    abVec3 p_C = ab_add(v->body->position, ab_mul(R, v->properties->center));
    double mass = v->properties->mass;
    *out = mass > 0.0 ? -mass * ab_dot(gravity->uniform, p_C) : 0.0;
    if (mass > 0.0 && gravity->parameter != 0.0) {
        *out -= mass * gravity->parameter / ab_norm(ab_sub(p_C, gravity->center));
    }
}
static void body_energy(const View *v, double *out) {
    double kinetic, potential;
    body_kinetic_energy(v, &kinetic);
    body_potential_energy(v, &potential);
    *out = kinetic + potential;
}

// ---- contacts: forces are zero and places undefined while there is no touch ----

static void contact_depth(const View *v, double *out) {
    *out = v->deepest != NULL ? v->deepest->depth : 0.0;
}
static void contact_rate(const View *v, double *out) {
    *out = v->deepest != NULL ? v->deepest->rate : NAN;
}
static void contact_force(const View *v, double *out) {
    put(out, 1.0, v->sum.force);
}
static void contact_normal_force(const View *v, double *out) {
    *out = v->sum.normal_force;
}
static void contact_torque(const View *v, double *out) {
    put(out, 1.0, v->sum.torque);
}
static void contact_energy(const View *v, double *out) {
    *out = v->sum.energy;
}
static void contact_area(const View *v, double *out) {
    *out = v->sum.area;
}
static void contact_pressure(const View *v, double *out) {
    *out = v->sum.pressure;
}
static void contact_pressure_max(const View *v, double *out) {
    *out = v->sum.pressure;
}
static void contact_points(const View *v, double *out) {
    *out = v->sum.points;
}
static void contact_center_of_pressure(const View *v, double *out) {
    double force = v->sum.normal_force;
    force > 0.0 ? put(out, 1.0 / force, v->sum.point) : undefined(out);
}
static void contact_point(const View *v, double *out) {
    v->deepest != NULL ? put(out, 1.0, v->deepest->point) : undefined(out);
}
static void contact_normal(const View *v, double *out) {
    v->deepest != NULL ? put(out, v->sign, v->deepest->normal) : undefined(out);
}
static void contact_slip(const View *v, double *out) {
    v->deepest != NULL ? put(out, v->sign, v->deepest->slip) : undefined(out);
}
static void contact_start_speed(const View *v, double *out) {
    *out = v->deepest != NULL ? v->deepest->start_speed : NAN;
}
// What is left of the force without its normal part.
static void contact_friction_force(const View *v, double *out) {
    *out = ab_norm(v->sum.slip);
}

// ---- joints, force elements, energy ----

static void joint_force(const View *v, double *out) {
    memcpy(out, v->joint, 3 * sizeof *out);
}
static void joint_torque(const View *v, double *out) {
    memcpy(out, v->joint + 3, 3 * sizeof *out);
}

static void limit_force(const View *v, double *out) {
    memcpy(out, v->limit, 3 * sizeof *out);
}
static void limit_torque(const View *v, double *out) {
    memcpy(out, v->limit + 3, 3 * sizeof *out);
}
static void force_force(const View *v, double *out) {
    memcpy(out, v->force, 3 * sizeof *out);
}
static void force_torque(const View *v, double *out) {
    memcpy(out, v->force + 3, 3 * sizeof *out);
}
static void force_size(const View *v, double *out) {
    *out = ab_norm((abVec3){v->force[0], v->force[1], v->force[2]});
}

#define ENERGY(field)                                                                              \
    static void energy_##field(const View *v, double *out) {                                       \
        *out = v->frame->energy.field;                                                             \
    }
ENERGY(kinetic)
ENERGY(gravity)
ENERGY(springs)
ENERGY(contacts)
ENERGY(contact_damping)
ENERGY(sliding_friction)
ENERGY(rolling_resistance)
ENERGY(dampers)
ENERGY(applied_work)
ENERGY(drive_work)
static void energy_balance(const View *v, double *out) {
    *out = ab_energy_balance(&v->frame->energy);
}

// ---- the tables ----

#define B SUBJECT_BODY
#define C SUBJECT_CONTACT
#define J SUBJECT_JOINT
#define F SUBJECT_FORCE
#define E SUBJECT_ENERGY
static const abSeriesQuantity s_quantities[] = {
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
    {B, "energy", "J", "", body_energy, "both"},
    {C, "depth", "m", "", contact_depth, "overlap of A and B; 0 apart"},
    {C, "rate", "m/s", "", contact_rate, "of the depth; undefined apart"},
    {C, "force", "N", "xyz", contact_force, "normal and friction together, on B"},
    {C, "normal_force", "N", "", contact_normal_force, "pressing"},
    {C, "friction_force", "N", "", contact_friction_force, "magnitude"},
    {C, "torque", "N m", "xyz", contact_torque, "about the point, on B: rolling, spin of a patch"},
    {C, "energy", "J", "", contact_energy, "stored"},
    {C, "area", "m^2", "", contact_area, "of the patch; 0 for points and lines"},
    {C, "pressure_max", "Pa", "", contact_pressure_max,
     "the greatest, of surfaces carried part by part; else 0"},
    {C, "points", "-", "", contact_points,
     "that carry such surfaces, or regions within contours; else 0"},
    {C, "center_of_pressure", "m", "xyz", contact_center_of_pressure,
     "of all contacts of the pair, in the world; undefined apart"},
    {C, "pressure", "Pa", "", contact_pressure, "greatest, of surfaces carried part by part"},
    {C, "point", "m", "xyz", contact_point, "in the world; undefined apart"},
    {C, "normal", "-", "xyz", contact_normal, "from A into B; undefined apart"},
    {C, "slip", "m/s", "xyz", contact_slip, "tangential velocity of B relative to A"},
    {C, "start_speed", "m/s", "", contact_start_speed, "closing speed when the contact began"},
    {J, "force", "N", "xyz", joint_force, "on the second body, world axes"},
    {J, "torque", "N m", "xyz", joint_torque, "likewise"},
    {J, "limit_force", "N", "xyz", limit_force,
     "likewise, of its hard limits and stops, which `force` does not count"},
    {J, "limit_torque", "N m", "xyz", limit_torque, "likewise"},
    {F, "force", "N", "xyz", force_force, "on the second body, world axes"},
    {F, "torque", "N m", "xyz", force_torque, "likewise"},
    {F, "size", "N", "", force_size, "magnitude of the force; the pull of a rope"},
    {E, "kinetic", "J", "", energy_kinetic, "of all bodies"},
    {E, "gravity", "J", "", energy_gravity, "potential energy of gravity"},
    {E, "springs", "J", "", energy_springs, "stored in springs"},
    {E, "contacts", "J", "", energy_contacts, "stored in contacts"},
    {E, "contact_damping", "J", "", energy_contact_damping, "lost by the normal laws"},
    {E, "sliding_friction", "J", "", energy_sliding_friction, "lost by sliding friction"},
    {E, "rolling_resistance", "J", "", energy_rolling_resistance, "lost by rolling resistance"},
    {E, "dampers", "J", "", energy_dampers, "lost in dampers"},
    {E, "applied_work", "J", "", energy_applied_work, "done by applied forces"},
    {E, "drive_work", "J", "", energy_drive_work, "done by prescribed motion"},
    {E, "balance", "J", "", energy_balance, "the sum that must stay constant"},
};
#undef B
#undef C
#undef J
#undef F
#undef E
enum { QUANTITY_COUNT = sizeof s_quantities / sizeof s_quantities[0] };

static const char *const s_forms[] = {[SUBJECT_BODY] = "BODY",
                                      [SUBJECT_CONTACT] = "contact(A, B)",
                                      [SUBJECT_JOINT] = "joint(NAME)",
                                      [SUBJECT_FORCE] = "force(NAME)",
                                      [SUBJECT_ENERGY] = "energy"};

const char *ab_series_describe(int index, const char **form, const char **name, const char **unit,
                               const char **parts) {
    if (index < 0 || index >= QUANTITY_COUNT) {
        return NULL;
    }
    *form = s_forms[s_quantities[index].subject];
    *name = s_quantities[index].name;
    *unit = s_quantities[index].unit;
    *parts = s_quantities[index].parts;
    return s_quantities[index].text;
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
static void collect_contacts(const abSeries *series, View *view) {
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
        view->sum.pressure = fmax(view->sum.pressure, c->pressure);
        view->sum.points += c->points;
        view->sum.point = ab_add_scaled(view->sum.point, c->normal_force, c->point);
        if (view->deepest == NULL || c->depth > view->deepest->depth) {
            view->deepest = c;
            view->sign = sign;
        }
    }
}

double ab_series_value(const abSeries *series, const abFrame *frame) {
    View view = {.frame = frame, .properties = series->body, .sign = 1.0};
    double out[4] = {NAN, NAN, NAN, NAN};
    switch (series->quantity->subject) {
    case SUBJECT_BODY:
        view.body = &frame->bodies[series->subject[0] - 1];
        break;
    case SUBJECT_CONTACT:
        collect_contacts(series, &view);
        break;
    case SUBJECT_JOINT:
        view.joint = &frame->joint_forces[6 * series->subject[0]];
        view.limit = &frame->limit_loads[6 * series->subject[0]];
        break;
    case SUBJECT_FORCE:
        view.force = &frame->force_loads[6 * series->subject[0]];
        break;
    case SUBJECT_ENERGY:
        break;
    case SUBJECT_REQUEST:
        return frame->requests[series->subject[0]];
    }
    series->quantity->get(&view, out);
    return out[series->component];
}

// ---- names ----

void ab_series_init(abSeriesList *list, abAllocator allocator) {
    *list = (abSeriesList){.allocator = allocator};
}

void ab_series_done(abSeriesList *list) {
    AB_ARRAY_FREE(list->allocator, list->items, list->capacity);
    list->count = 0;
}

// A piece of a name, without spaces at its ends.
typedef struct Span {
    const char *start;
    int length;
} Span;

static Span trim(const char *start, const char *end) {
    while (start < end && (*start == ' ' || *start == '\t')) {
        start++;
    }
    while (end > start && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    return (Span){start, (int)(end - start)};
}

static bool is_word(Span span, const char *word) {
    return strlen(word) == (size_t)span.length &&
           strncmp(span.start, word, (size_t)span.length) == 0;
}

static void copy_span(Span span, char *out, size_t size) {
    snprintf(out, size, "%.*s", span.length, span.start);
}

// What a name is resolved with.
typedef struct Request {
    abSeriesList *list;
    const abScene *scene;
    const char *name;
    abPlace place;
    abError *error;
} Request;

static abResult no_memory(const Request *request) {
    return ab_error_add(request->error, AB_IO, request->place, "out of memory for series");
}

// "there is no body bal (did you mean ball?)"; `names` ends with NULL.
static abResult unknown(const Request *request, const char *what, Span given,
                        const char *const *names) {
    char word[120];
    copy_span(given, word, sizeof word);
    const char *near = ab_nearest_word(word, names);
    char choices[200] = "";
    size_t used = 0;
    for (int i = 0; near == NULL && names[i] != NULL && used + 40 < sizeof choices; i++) {
        used += (size_t)snprintf(choices + used, sizeof choices - used, "%s%.30s",
                                 i > 0 ? ", " : "; there are: ", names[i]);
    }
    return ab_error_add(request->error, AB_BAD_MODEL, request->place,
                        "the series %.120s: there is no %s %s%s%s%s%s", request->name, what, word,
                        near != NULL ? " (did you mean " : "", near != NULL ? near : "",
                        near != NULL ? "?)" : "", choices);
}

static abResult add_one(const Request *request, abSeries series, const char *subject, char part) {
    abSeriesList *list = request->list;
    if (!AB_ARRAY_RESERVE(list->allocator, list->items, list->capacity, (size_t)list->count + 1)) {
        return no_memory(request);
    }
    char ending[3] = {part != '\0' ? '.' : '\0', part, '\0'};
    snprintf(series.name, sizeof series.name, "%s.%s%s", subject, series.quantity->name, ending);
    series.unit = series.quantity->unit;
    series.needs_contacts = series.quantity->subject == SUBJECT_CONTACT;
    list->needs_contacts |= series.needs_contacts;
    list->items[list->count++] = series;
    return AB_OK;
}

static abResult unknown_quantity(const Request *request, Subject subject, Span given) {
    const char *names[QUANTITY_COUNT + 1] = {NULL};
    int count = 0;
    for (int i = 0; i < QUANTITY_COUNT; i++) {
        if (s_quantities[i].subject == subject) {
            names[count++] = s_quantities[i].name;
        }
    }
    static const char *const what[] = {"quantity of a body", "quantity of a contact",
                                       "quantity of a joint", "quantity of a force",
                                       "part of the energy book"};
    return unknown(request, what[subject], given, names);
}

// `rest` is what follows the subject: "position" or "position.z".
static abResult add_quantity(const Request *request, Subject subject, const char *rest,
                             abSeries series, const char *subject_name) {
    const char *end = rest + strlen(rest), *dot = strchr(rest, '.');
    Span word = trim(rest, dot != NULL ? dot : end);
    Span part = dot != NULL ? trim(dot + 1, end) : (Span){end, 0};
    for (int i = 0; i < QUANTITY_COUNT; i++) {
        const abSeriesQuantity *quantity = &s_quantities[i];
        if (quantity->subject != subject || !is_word(word, quantity->name)) {
            continue;
        }
        series.quantity = quantity;
        bool found = false;
        for (int k = 0; quantity->parts[k] != '\0'; k++) {
            char letter[2] = {quantity->parts[k], '\0'};
            if (dot == NULL || is_word(part, letter)) {
                series.component = k;
                AB_TRY(add_one(request, series, subject_name, letter[0]));
                found = true;
            }
        }
        if (found) {
            return AB_OK;
        }
        if (dot == NULL) {
            return add_one(request, series, subject_name, '\0');
        }
        const char *letters[5] = {NULL};
        char texts[4][2];
        for (int k = 0; quantity->parts[k] != '\0'; k++) {
            texts[k][0] = quantity->parts[k];
            texts[k][1] = '\0';
            letters[k] = texts[k];
        }
        return unknown(request,
                       quantity->parts[0] != '\0' ? "component"
                                                  : "component, being a "
                                                    "single number:",
                       part, letters);
    }
    return unknown_quantity(request, subject, word);
}

// Names for a hint: the first of them.
enum { HINTS = 256 };
static abResult unknown_body(const Request *request, Span given) {
    const char *names[HINTS + 1] = {NULL};
    for (int i = 0; i < request->scene->body_count && i < HINTS; i++) {
        names[i] = request->scene->bodies[i].name;
    }
    return unknown(request, "body", given, names);
}

// The body of the name, 0 when there is none.
static int find_body(const abScene *scene, Span name) {
    for (int i = 0; i < scene->body_count; i++) {
        if (is_word(name, scene->bodies[i].name)) {
            return i + 1;
        }
    }
    return 0;
}

// A side of a contact: a body or "body.shape".
static abResult find_side(const Request *request, Span name, int *subject) {
    *subject = find_body(request->scene, name);
    for (int i = 0; i < request->scene->shape_count && *subject == 0; i++) {
        if (is_word(name, request->scene->shapes[i].name)) {
            *subject = -1 - i;
        }
    }
    return *subject != 0 ? AB_OK : unknown_body(request, name);
}

// "contact(A, B).rest", `inside` being after the bracket.
static abResult add_contact(const Request *request, const char *inside) {
    const char *close = strchr(inside, ')'), *comma = strchr(inside, ',');
    if (close == NULL || comma == NULL || comma > close || close[1] != '.') {
        return ab_error_add(request->error, AB_BAD_MODEL, request->place,
                            "the series %.120s is not written as contact(A, B).quantity",
                            request->name);
    }
    Span a = trim(inside, comma), b = trim(comma + 1, close);
    abSeries series = {0};
    AB_TRY(find_side(request, a, &series.subject[0]));
    AB_TRY(find_side(request, b, &series.subject[1]));
    char subject[230];
    snprintf(subject, sizeof subject, "contact(%.*s, %.*s)", a.length, a.start, b.length, b.start);
    return add_quantity(request, SUBJECT_CONTACT, close + 2, series, subject);
}

// Joints and forces: "joint(NAME).rest", `inside` being after the bracket.
static abResult add_named(const Request *request, Subject subject, const char *inside) {
    const abScene *scene = request->scene;
    bool is_joint = subject == SUBJECT_JOINT;
    const char *close = strchr(inside, ')'), *what = is_joint ? "joint" : "force";
    if (close == NULL || close[1] != '.') {
        return ab_error_add(request->error, AB_BAD_MODEL, request->place,
                            "the series %.120s is not written as %s(NAME).quantity", request->name,
                            what);
    }
    Span name = trim(inside, close);
    const char *names[HINTS + 1] = {NULL};
    for (int i = 0; i < (is_joint ? scene->joint_count : scene->force_count); i++) {
        const char *here = is_joint ? scene->joints[i].name : scene->forces[i].name;
        if (is_word(name, here)) {
            abSeries series = {.subject = {i, 0}};
            char full[230];
            snprintf(full, sizeof full, "%s(%.*s)", what, name.length, name.start);
            return add_quantity(request, subject, close + 2, series, full);
        }
        if (i < HINTS) {
            names[i] = here;
        }
    }
    return unknown(request, what, name, names);
}

// An output given as an expression. False when there is none of that name.
static bool add_request(Request *request, abResult *result) {
    static const abSeriesQuantity quantity = {.subject = SUBJECT_REQUEST, .name = "", .parts = ""};
    abSeriesList *list = request->list;
    for (int i = 0; i < request->scene->request_count; i++) {
        const abSceneRequest *found = &request->scene->requests[i];
        if (strcmp(found->name, request->name) != 0) {
            continue;
        }
        abSeries series = {.unit = found->unit, .quantity = &quantity, .subject = {i, 0}};
        snprintf(series.name, sizeof series.name, "%s", found->name);
        *result =
            AB_ARRAY_RESERVE(list->allocator, list->items, list->capacity, (size_t)list->count + 1)
                ? AB_OK
                : no_memory(request);
        if (*result == AB_OK) {
            list->items[list->count++] = series;
        }
        return true;
    }
    return false;
}

// Body names may contain dots, so the longest body that fits is taken.
static int leading_body(const abScene *scene, const char *name) {
    int best = 0;
    size_t longest = 0;
    for (int i = 0; i < scene->body_count; i++) {
        size_t length = strlen(scene->bodies[i].name);
        if (length > longest && strncmp(name, scene->bodies[i].name, length) == 0 &&
            name[length] == '.') {
            best = i + 1;
            longest = length;
        }
    }
    return best;
}

abResult ab_series_add(abSeriesList *list, const abScene *scene, const char *name, abPlace place,
                       abError *error) {
    Request request = {list, scene, name, place, error};
    abResult result;
    if (add_request(&request, &result)) {
        return result;
    }
    int body = leading_body(scene, name);
    if (body > 0) {
        const abSceneBody *properties = &scene->bodies[body - 1];
        abSeries series = {.subject = {body, 0}, .body = properties};
        return add_quantity(&request, SUBJECT_BODY, name + strlen(properties->name) + 1, series,
                            properties->name);
    }
    if (strncmp(name, "contact(", 8) == 0) {
        return add_contact(&request, name + 8);
    }
    if (strncmp(name, "joint(", 6) == 0) {
        return add_named(&request, SUBJECT_JOINT, name + 6);
    }
    if (strncmp(name, "force(", 6) == 0) {
        return add_named(&request, SUBJECT_FORCE, name + 6);
    }
    if (strncmp(name, "energy.", 7) == 0) {
        return add_quantity(&request, SUBJECT_ENERGY, name + 7, (abSeries){0}, "energy");
    }
    const char *dot = strchr(name, '.');
    Span first = trim(name, dot != NULL ? dot : name + strlen(name));
    if (find_body(scene, first) > 0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "the series %.120s names a body only; add a quantity, as in "
                            "%.100s.position",
                            name, name);
    }
    return unknown_body(&request, first);
}

abResult ab_series_check_outputs(const abModel *model, abAllocator allocator, abError *error) {
    abArena arena;
    ab_arena_init(&arena, allocator, 4096);
    abScene scene;
    abSeriesList list;
    ab_series_init(&list, allocator);
    abResult result = ab_scene_from_model(model, &arena, &scene, error);
    int count = result == AB_OK ? ab_model_output_count(model) : 0;
    for (int i = 0; i < count; i++) {
        abPlace place;
        const char *name = ab_model_output(model, i, &place);
        abResult added = ab_series_add(&list, &scene, name, place, error);
        result = result == AB_OK ? added : result;
    }
    ab_series_done(&list);
    ab_arena_done(&arena);
    return result;
}
