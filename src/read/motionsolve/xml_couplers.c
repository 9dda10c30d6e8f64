// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_couplers.c - Constraint_Coupler: c1 q1 + c2 q2 + c3 q3 stays what it is at the start; and
// Constraint_Gear, whose factors follow from where the gears touch.
//
// q is the displacement of a joint along its axis, in the file's unit of length, or about it in
// radians. Here q is in SI, so the factor of one along an axis is c by that unit.
//
// A gear: at the point of its marker, along that marker's z axis, both gears move alike against the
// housing. For a joint with the axis a through p, q' moves the point c at (a x (c - p)).z about the
// axis and a.z along it; so l1 q1 - l2 q2 is constant with these l. As a joint counts marker I
// against J, l has the other sign where I is on the housing.

#include <math.h>

#include "math/core/vector_math.h"
#include "read/motionsolve/xml_bodies.h"
#include "read/motionsolve/xml_joints.h"
#include "read/motionsolve/xml_markers.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

enum { JOINTS = 3 };

typedef struct Coupler {
    int id;
    const char *label;
    int joint[JOINTS], freedom[JOINTS];
    abXmlReals coefficients;
} Coupler;

#define COUPLED(index, id_key, freedom_key, is_required)                                           \
    AB_XML_REFERENCE(Coupler, joint[index], id_key, 1.0, is_required, "a joint"),                  \
        AB_XML_WORDS(Coupler, freedom[index], freedom_key, ab_xml_freedoms,                        \
                     "T along its axis or R about it")

static const abXmlKey s_keys[] = {
    AB_XML_ID_AND_LABEL(Coupler),
    COUPLED(0, "joint1_id", "freedom_1", true),
    COUPLED(1, "joint2_id", "freedom_2", true),
    COUPLED(2, "joint3_id", "freedom_3", false),
    AB_XML_KEY(AB_XML_REALS, Coupler, coefficients, "coefficients", "-", 0, -1e12, 1e12,
               "what each displacement is multiplied by in the sum"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "usrsub_dll_name", AB_XML_NO_ROUTINE, "give coefficients"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "script_name", AB_XML_NO_ROUTINE, "give coefficients"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "usrsub_fnc_name|usrsub_param_string", AB_XML_NO_ROUTINE,
                    "coefficients are taken"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "is_virtual", "FALSE|0",
                    "joints that give way are not supported"),
};
static const char s_passed[] = "interpreter";
static const abXmlTable s_table =
    AB_XML_TABLE_PASSING("Constraint_Coupler", Coupler, s_keys, s_passed,
                         "a coupler of the coordinates of two or three joints");

// One term of the sum. False after a problem.
static bool set_term(abXmlReader *reader, abXmlParams to, int index) {
    static const char *const ids[] = {"joint1_id", "joint2_id", "joint3_id"};
    static const char *const keys[] = {"first", "second", "third"};
    static const char *const factors[] = {"first_factor", "second_factor", "third_factor"};
    const Coupler *c = to.thing->data;
    const abXmlThing *joint =
        ab_xml_refer(reader, to.thing, ids[index], AB_XML_TYPE_JOINT, c->joint[index]);
    const char *axis =
        joint == NULL || joint->is_wrong
            ? NULL // which was told
            : ab_xml_joint_axis(reader, to.thing, ids[index], joint, c->freedom[index]);
    const char *coordinate = axis == NULL ? NULL : ab_xml_text(reader, "%s.%s", joint->name, axis);
    if (coordinate == NULL) {
        return false;
    }
    double unit = axis[0] == 'r' ? 1.0 : ab_xml_si(&reader->context, "m", 1.0, 1.0);
    ab_xml_set_text(reader, to, keys[index], coordinate, ids[index]);
    ab_xml_set(reader, to, factors[index], c->coefficients.at[index] / unit, "coefficients");
    return !to.thing->is_wrong;
}

static abJointDef begin(const abXmlThing *thing) {
    abJointDef def = ab_joint_def();
    def.name = thing->name;
    def.place = thing->element->place;
    def.type = ab_kind_find("joint", "coupler");
    def.between[0] = def.between[1] = "world"; // it stands between joints
    ab_params_init(&def.params, "joint", def.type);
    return def;
}

static void define(abXmlReader *reader, abXmlThing *thing) {
    const Coupler *c = thing->data;
    if (thing->is_wrong) {
        return;
    }
    int count = c->joint[2] > 0 ? 3 : 2;
    if (c->coefficients.count != count) {
        ab_xml_wrong(reader, thing, "coefficients",
                     "Constraint_Coupler needs coefficients, one for each of its %d joints; there "
                     "are %d",
                     count, c->coefficients.count);
        return;
    }
    abJointDef def = begin(thing);
    bool ok = true;
    for (int i = 0; i < count; i++) {
        ok = set_term(reader, (abXmlParams){thing, "joint", def.type, &def.params}, i) && ok;
    }
    if (ok) {
        ab_xml_added(reader, thing, ab_model_add_joint(reader->model, &def, reader->context.error));
    }
}

const abXmlType ab_xml_constraint_coupler =
    AB_XML_TYPE(Coupler, s_table, "joint", "coupler", define);

// ---- gears ----

typedef struct Gear {
    int id, joint[2], marker;
    const char *label;
} Gear;

static const abXmlKey s_gear_keys[] = {
    AB_XML_ID_AND_LABEL(Gear),
    AB_XML_REFERENCE(Gear, joint[0], "joint1_id", 1.0, true,
                     "a joint REVOLUTE or TRANSLATIONAL between a gear and the housing"),
    AB_XML_REFERENCE(Gear, joint[1], "joint2_id", 1.0, true,
                     "that of the other gear, or of a rack"),
    AB_XML_REFERENCE(Gear, marker, "cv_marker_id", 0.0, true,
                     "marker on the housing where they touch; they move along its z axis"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "is_virtual", "FALSE|0",
                    "joints that give way are not supported"),
};
static const abXmlTable s_gear_table =
    AB_XML_TABLE("Constraint_Gear", Gear, s_gear_keys,
                 "a coupler of the coordinates of two joints, by where their gears touch");

static const char *const s_gear_ids[] = {"joint1_id", "joint2_id"};

// How far the point moves for each unit of the joint's coordinate; 0 with a problem.
static double lever(abXmlReader *reader, abXmlThing *thing, int index, abXmlThing *joint,
                    bool is_turn, const abXmlMarker *point) {
    abXmlEnds ends;
    if (!ab_xml_joint_ends(reader, joint, &ends)) {
        return 0.0;
    }
    if (ends.i.body != point->body && ends.j.body != point->body) {
        ab_xml_wrong(reader, thing, "cv_marker_id",
                     "cv_marker_id is on %s, and %s %d does not connect that body; both joints "
                     "join a gear to it, the housing",
                     ab_xml_body_name(point->body), joint->type->table->name, joint->id);
        return 0.0;
    }
    abVec3 axis = ab_column(ends.j.X_WM.R, 2), along = ab_column(point->X_WM.R, 2);
    abVec3 arm = ab_sub(point->X_WM.p, ends.j.X_WM.p);
    double moved = ab_dot(is_turn ? ab_cross(axis, arm) : axis, along);
    double size = is_turn ? ab_norm(arm) : 1.0;
    if (!(fabs(moved) > 1e-9 * size)) {
        ab_xml_wrong(
            reader, thing, s_gear_ids[index],
            "%s %d does not move the point of cv_marker_id along the z axis of that marker",
            joint->type->table->name, joint->id);
        return 0.0;
    }
    return ends.i.body == point->body ? -moved : moved;
}

static void define_gear(abXmlReader *reader, abXmlThing *thing) {
    static const char *const keys[] = {"first", "second"};
    static const char *const factors[] = {"first_factor", "second_factor"};
    const Gear *g = thing->data;
    abXmlMarker point;
    if (thing->is_wrong || !ab_xml_marker(reader, thing, "cv_marker_id", g->marker, &point)) {
        return;
    }
    abJointDef def = begin(thing);
    abXmlParams to = {thing, "joint", def.type, &def.params};
    for (int i = 0; i < 2; i++) {
        abXmlThing *joint =
            ab_xml_refer(reader, thing, s_gear_ids[i], AB_XML_TYPE_JOINT, g->joint[i]);
        const char *axis = joint == NULL || joint->is_wrong
                               ? NULL
                               : ab_xml_joint_axis(reader, thing, s_gear_ids[i], joint, -1);
        if (axis == NULL) {
            return;
        }
        if (ab_xml_joint_has_both(joint)) {
            ab_xml_wrong(reader, thing, s_gear_ids[i],
                         "%s %d slides and turns; a gear needs a joint that does one of them",
                         joint->type->table->name, joint->id);
            return;
        }
        double moved = lever(reader, thing, i, joint, axis[0] == 'r', &point);
        const char *coordinate = ab_xml_text(reader, "%s.%s", joint->name, axis);
        if (coordinate == NULL || moved == 0.0) {
            return;
        }
        ab_xml_set_text(reader, to, keys[i], coordinate, s_gear_ids[i]);
        ab_xml_set(reader, to, factors[i], i == 0 ? moved : -moved, NULL);
    }
    if (!thing->is_wrong) {
        ab_xml_added(reader, thing, ab_model_add_joint(reader->model, &def, reader->context.error));
    }
}

const abXmlType ab_xml_constraint_gear =
    AB_XML_TYPE(Gear, s_gear_table, "joint", "gear", define_gear);
