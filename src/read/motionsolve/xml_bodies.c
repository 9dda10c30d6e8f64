// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_bodies.c - Param_Unit, Force_Gravity, Body_Rigid and Body_Point.
//
// A body's own frame is its lprf marker, else its cg marker, else the global frame. Mass, velocity
// of the mass centre and inertia about the im marker become those of the body's frame.

#include "read/motionsolve/xml_bodies.h"

#include <math.h>

#include "math/core/vector_math.h"
#include "model/kinds/tables.h"
#include "read/motionsolve/xml_expression.h"
#include "read/motionsolve/xml_markers.h"
#include "read/motionsolve/xml_names.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_units.h"

// ---- units ----

typedef struct Units {
    int choice[AB_XML_QUANTITY_COUNT];
    double mass_factor;
} Units;

static const abXmlKey s_unit_keys[] = {
    AB_XML_WORDS(Units, choice[AB_XML_FORCE], "force_unit", ab_xml_unit_words[AB_XML_FORCE],
                 "unit of force"),
    AB_XML_WORDS(Units, choice[AB_XML_MASS], "mass_unit", ab_xml_unit_words[AB_XML_MASS],
                 "unit of mass"),
    AB_XML_WORDS(Units, choice[AB_XML_LENGTH], "length_unit", ab_xml_unit_words[AB_XML_LENGTH],
                 "unit of length"),
    AB_XML_WORDS(Units, choice[AB_XML_TIME], "time_unit", ab_xml_unit_words[AB_XML_TIME],
                 "unit of time"),
    AB_XML_POSITIVE(
        Units, mass_factor, "mass_mult_factor", "-",
        "instead of units: what mass times acceleration is multiplied by to give force"),
};
static const abXmlTable s_unit_table =
    AB_XML_TABLE("Param_Unit", Units, s_unit_keys, "the units of all numbers in the file");

// Expressions are left in the file's units.
static void set_expression_units(abXmlReader *reader) {
    const abXmlContext *c = &reader->context;
    abExpressionUnits units = {ab_xml_si(c, "m", 1.0, 1.0), ab_xml_si(c, "s", 1.0, 1.0),
                               ab_xml_si(c, "N", 1.0, 1.0)};
    ab_model_set_expression_units(reader->model, &units);
}

// SI, or what the words say. With a factor alone, numbers count as m, s and N, and masses are
// multiplied by it.
static void define_units(abXmlReader *reader, abXmlThing *thing) {
    const Units *u = thing->data;
    if (reader->things[AB_XML_TYPE_UNIT].first != thing) {
        ab_xml_wrong(reader, thing, NULL, "Param_Unit is given twice, first at line %d",
                     reader->things[AB_XML_TYPE_UNIT].first->element->place.line);
        return;
    }
    bool has_words = false;
    for (int q = 0; q < AB_XML_QUANTITY_COUNT; q++) {
        if (u->choice[q] >= 0) {
            ab_xml_units_choose(&reader->context.units, (abXmlQuantity)q, u->choice[q]);
            has_words = true;
        }
    }
    set_expression_units(reader);
    if (isnan(u->mass_factor)) {
        return;
    }
    if (has_words) {
        ab_xml_wrong(reader, thing, "mass_mult_factor",
                     "give units or mass_mult_factor, not both: units of force, mass, length and "
                     "time say already what mass times acceleration is");
        return;
    }
    reader->context.units.of[AB_XML_MASS].numerator = u->mass_factor;
    ab_xml_warn(reader, thing, "mass_mult_factor",
                "no units are named: numbers are taken as m, s and N, and masses are multiplied by "
                "mass_mult_factor");
}

const abXmlType ab_xml_param_unit = {
    .table = &s_unit_table,
    .id_offset = -1,
    .label_offset = -1,
    .is_model = true,
    .define = define_units,
};

// ---- gravity ----

typedef struct Gravity {
    const char *component[3];
} Gravity;

static const abXmlKey s_gravity_keys[] = {
    AB_XML_STRING(AB_XML_EXPRESSION, Gravity, component[0], "grav_x", "acceleration along x"),
    AB_XML_STRING(AB_XML_EXPRESSION, Gravity, component[1], "grav_y", "along y"),
    AB_XML_STRING(AB_XML_EXPRESSION, Gravity, component[2], "grav_z", "along z"),
    AB_XML_ROUTINE(AB_XML_REFUSED, "give grav_x, grav_y and grav_z"),
};
static const char s_gravity_passed[] = "id label|full_label";
static const abXmlTable s_gravity_table = AB_XML_TABLE_PASSING(
    "Force_Gravity", Gravity, s_gravity_keys, s_gravity_passed, "gravity, the same everywhere");

static void define_gravity(abXmlReader *reader, abXmlThing *thing) {
    static const char *const keys[] = {"grav_x", "grav_y", "grav_z"};
    const Gravity *g = thing->data;
    const abKey *uniform = ab_table_find(&ab_gravity_table, "uniform");
    abGravityDef gravity = {.parameter = 0.0};
    if (reader->things[AB_XML_TYPE_GRAVITY].first != thing) {
        ab_xml_wrong(reader, thing, NULL, "Force_Gravity is given twice, first at line %d",
                     reader->things[AB_XML_TYPE_GRAVITY].first->element->place.line);
        return;
    }
    for (int i = 0; i < 3; i++) {
        double value = 0.0;
        if (g->component[i] != NULL &&
            ab_xml_constant(reader, thing, keys[i], g->component[i], "m/s^2", &value)) {
            ab_set(&gravity.uniform, i, value);
            if (!(value >= uniform->low && value <= uniform->high)) {
                ab_xml_wrong(reader, thing, keys[i], "%s = %.6g m/s^2 is outside [%.6g, %.6g]",
                             keys[i], value, uniform->low, uniform->high);
            }
        }
    }
    ab_model_set_gravity(reader->model, &gravity);
}

const abXmlType ab_xml_force_gravity = {
    .table = &s_gravity_table,
    .id_offset = -1,
    .label_offset = -1,
    .is_model = true,
    .define = define_gravity,
};

// ---- rigid bodies ----

static const abXmlKey s_body_keys[] = {
    AB_XML_ID_AND_LABEL(abXmlBody),
    AB_XML_FLAG(abXmlBody, is_ground, "isground|is_ground", 0.0,
                "whether it is the fixed surrounding"),
    AB_XML_REFERENCE(abXmlBody, cg, "cg_id", 0.0, false, "marker at the mass centre"),
    AB_XML_REFERENCE(abXmlBody, im, "im_id", 0.0, false,
                     "marker of the inertia's frame; when not given, cg_id"),
    AB_XML_REFERENCE(abXmlBody, lprf, "lprf_id", 0.0, false, "marker of the body's own frame"),
    AB_XML_NOT_NEGATIVE(abXmlBody, mass, "mass", "kg", "mass"),
    AB_XML_NUM(abXmlBody, inertia[0], "inertia_xx", "kg m^2", NAN, "about the im marker"),
    AB_XML_NUM(abXmlBody, inertia[1], "inertia_yy", "kg m^2", NAN, "likewise"),
    AB_XML_NUM(abXmlBody, inertia[2], "inertia_zz", "kg m^2", NAN, "likewise"),
    AB_XML_NUM(abXmlBody, inertia[3], "inertia_xy", "kg m^2", 0.0, "element of the inertia matrix"),
    AB_XML_NUM(abXmlBody, inertia[4], "inertia_yz", "kg m^2", 0.0, "likewise"),
    AB_XML_NUM(abXmlBody, inertia[5], "inertia_xz|inertia_zx", "kg m^2", 0.0, "likewise"),
    AB_XML_START_MOTION("velocity of the mass centre at the start"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "is_wet_body", "FALSE|0", "hydrodynamics is not supported"),
};
static const char s_body_passed[] = "cp_inp_id color";
static const abXmlTable s_body_table =
    AB_XML_TABLE_PASSING("Body_Rigid", abXmlBody, s_body_keys, s_body_passed, "a body");

void ab_xml_body_place(abXmlReader *reader, abXmlThing *thing) {
    abXmlBody *b = thing->data;
    if (b->is_placed) {
        return;
    }
    abXmlMarker marker;
    b->is_placed = true;
    b->X_WB = ab_pose_identity();
    if (b->lprf >= 0 && ab_xml_marker(reader, thing, "lprf_id", b->lprf, &marker)) {
        b->X_WB = marker.X_WM;
    } else if (b->lprf < 0 && b->cg >= 0 && ab_xml_marker(reader, thing, "cg_id", b->cg, &marker)) {
        b->X_WB = marker.X_WM;
    }
}

abPose ab_xml_body_pose(abXmlReader *reader, abXmlThing *body) {
    ab_xml_body_place(reader, body);
    return ((const abXmlBody *)body->data)->X_WB;
}

const char *ab_xml_body_name(const abXmlThing *body) {
    return body != NULL ? body->name : "world";
}

abBodyId ab_xml_body_id(abXmlReader *reader, const abXmlThing *body) {
    (void)reader;
    return ((const abXmlBody *)body->data)->added;
}

// Inertia about the mass centre in body axes, from that about the im marker:
// I_C = R I_M R^T - m (|d|^2 1 - d d^T), d from the mass centre to the marker.
static abMat3 central_inertia(const abXmlBody *b, abPose X_BM, abVec3 p_BC) {
    const double *i = b->inertia;
    abMat3 I = {{{i[0], i[3], i[5]}, {i[3], i[1], i[4]}, {i[5], i[4], i[2]}}};
    bool is_turned = !(X_BM.R.m[0][0] == 1.0 && X_BM.R.m[1][1] == 1.0 && X_BM.R.m[2][2] == 1.0);
    if (is_turned) {
        I = ab_mat3_mul_t(ab_mat3_mul(X_BM.R, I), X_BM.R);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < r; c++) {
                I.m[r][c] = I.m[c][r]; // rounding leaves no skew part
            }
        }
    }
    abVec3 d = ab_sub(X_BM.p, p_BC);
    abMat3 skew = ab_skew(d), shift = ab_mat3_mul(skew, skew); // -(|d|^2 1 - d d^T)
    return ab_mat3_add(I, ab_mat3_scale(b->mass, shift));
}

static void define_mass(abXmlReader *reader, abXmlThing *thing, abBodyDef *def) {
    static const char *const keys[] = {"inertia_xx", "inertia_yy", "inertia_zz"};
    abXmlBody *b = thing->data;
    abXmlMarker cg, im;
    if (!(b->mass > 0.0)) {
        ab_xml_wrong(reader, thing, ab_xml_thing_has(thing, "mass") ? "mass" : NULL,
                     "body %s needs a mass above 0: bodies without mass are not supported",
                     thing->name);
        return;
    }
    if (b->cg < 0) {
        ab_xml_wrong(reader, thing, NULL, "body %s needs cg_id, the marker at its mass centre",
                     thing->name);
        return;
    }
    for (int i = 0; i < 3; i++) {
        if (!(b->inertia[i] > 0.0)) {
            ab_xml_wrong(reader, thing, ab_xml_thing_has(thing, keys[i]) ? keys[i] : NULL,
                         "body %s needs %s above 0; for a point mass give a small one", thing->name,
                         keys[i]);
            return;
        }
    }
    if (!ab_xml_marker(reader, thing, "cg_id", b->cg, &cg) ||
        !ab_xml_marker(reader, thing, "im_id", b->im >= 0 ? b->im : b->cg, &im)) {
        return;
    }
    cg.body = im.body = thing; // whatever body the markers say they are on
    def->mass = b->mass;
    def->center_of_mass = ab_xml_marker_in_body(reader, &cg).p;
    def->inertia = central_inertia(b, ab_xml_marker_in_body(reader, &im), def->center_of_mass);
}

// Velocity along the axes of a marker, those whose flag is FALSE left out.
static abVec3 along(abXmlReader *reader, abXmlThing *thing, const char *key, int marker_id,
                    const double value[3], const bool flag[3]) {
    abXmlMarker marker;
    abVec3 v = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        ab_set(&v, i, flag[i] ? value[i] : 0.0);
    }
    bool is_zero = v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
    if (is_zero || marker_id <= 0 || !ab_xml_marker(reader, thing, key, marker_id, &marker)) {
        return v;
    }
    bool is_plain = marker.X_WM.R.m[0][0] == 1.0 && marker.X_WM.R.m[1][1] == 1.0;
    return is_plain ? v : ab_mul(marker.X_WM.R, v);
}

// The file gives the velocity of the mass centre, definitions want that of the body's origin.
void ab_xml_body_velocity(abXmlReader *reader, abXmlThing *thing, abBodyDef *def) {
    const abXmlBody *b = thing->data;
    abVec3 w = along(reader, thing, "wm_id", b->spin_marker, b->spin, b->spin_flag);
    abVec3 v = along(reader, thing, "vm_id", b->velocity_marker, b->velocity, b->velocity_flag);
    abVec3 p = def->center_of_mass;
    bool is_centred = isnan(p.x) || (p.x == 0.0 && p.y == 0.0 && p.z == 0.0);
    def->angular_velocity = w;
    def->velocity = is_centred ? v : ab_sub(v, ab_cross(w, ab_mul(b->X_WB.R, p)));
}

static void define_body(abXmlReader *reader, abXmlThing *thing) {
    abXmlBody *b = thing->data;
    abBodyDef def = ab_body_def();
    ab_xml_body_place(reader, thing);
    def.name = thing->name;
    def.place = thing->element->place;
    def.mobility = b->is_ground ? AB_MOBILITY_FIXED : AB_MOBILITY_FREE;
    def.position = b->X_WB.p;
    def.orientation = ab_xml_orientation(b->X_WB.R);
    if (!b->is_ground && !thing->is_wrong) {
        define_mass(reader, thing, &def);
        ab_xml_body_velocity(reader, thing, &def);
    }
    ab_xml_added(reader, thing,
                 ab_model_add_body(reader->model, &def, &b->added, reader->context.error));
}

const abXmlType ab_xml_body_rigid =
    AB_XML_TYPE(abXmlBody, s_body_table, "body", "body", define_body);

// ---- point bodies ----

// A mass that moves and does not turn, its axes those of its marker at the start. A joint holds
// them, so the inertia is without effect; the joint needs one to hold.

static const abXmlKey s_point_keys[] = {
    AB_XML_ID_AND_LABEL(abXmlBody),
    AB_XML_REFERENCE(abXmlBody, cg, "cg_id|cm_id", 0.0, true, "marker at the mass"),
    AB_XML_REFERENCE(abXmlBody, lprf, "lprf_id", 0.0, false, "marker of the body's own frame"),
    AB_XML_NOT_NEGATIVE(abXmlBody, mass, "mass", "kg", "mass"),
    AB_XML_START_VELOCITY("velocity at the start"),
};
static const char s_point_passed[] = "color";
static const abXmlTable s_point_table = AB_XML_TABLE_PASSING(
    "Body_Point", abXmlBody, s_point_keys, s_point_passed, "a mass that does not turn");

static void hold_axes(abXmlReader *reader, abXmlThing *thing, const abBodyDef *body) {
    abJointDef def = ab_joint_def();
    def.name = ab_xml_name(reader, "joint", "axes", NULL, thing->id);
    def.place = body->place;
    def.type = ab_kind_find("joint", "orientation");
    def.between[0] = ab_xml_body_name(NULL);
    def.between[1] = body->name;
    def.orientation = body->orientation;
    def.collide = true;
    ab_params_init(&def.params, "joint", def.type);
    ab_xml_added(reader, thing, ab_model_add_joint(reader->model, &def, reader->context.error));
}

static void define_point(abXmlReader *reader, abXmlThing *thing) {
    abXmlBody *b = thing->data;
    abBodyDef def = ab_body_def();
    abXmlMarker cg;
    ab_xml_body_place(reader, thing);
    def.name = thing->name;
    def.place = thing->element->place;
    def.position = b->X_WB.p;
    def.orientation = ab_xml_orientation(b->X_WB.R);
    def.mass = b->mass;
    def.inertia = ab_mat3_scale(b->mass, ab_mat3_identity());
    if (!thing->is_wrong && !(b->mass > 0.0)) {
        ab_xml_wrong(reader, thing, ab_xml_thing_has(thing, "mass") ? "mass" : NULL,
                     "body %s needs a mass above 0: bodies without mass are not supported",
                     thing->name);
    }
    if (!thing->is_wrong && ab_xml_marker(reader, thing, "cg_id", b->cg, &cg)) {
        cg.body = thing;
        def.center_of_mass = ab_xml_marker_in_body(reader, &cg).p;
        ab_xml_body_velocity(reader, thing, &def);
    }
    ab_xml_added(reader, thing,
                 ab_model_add_body(reader->model, &def, &b->added, reader->context.error));
    hold_axes(reader, thing, &def);
}

const abXmlType ab_xml_body_point =
    AB_XML_TYPE(abXmlBody, s_point_table, "body", "body", define_point);
