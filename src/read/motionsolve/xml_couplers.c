// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_couplers.c - Constraint_Coupler: c1 q1 + c2 q2 + c3 q3 stays what it is at the start.
//
// q is the displacement of a joint along its axis, in the file's unit of length, or about it in
// radians. Here q is in SI, so the factor of one along an axis is c by that unit.

#include <math.h>

#include "read/motionsolve/xml_joints.h"
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
    abJointDef def = ab_joint_def();
    def.name = thing->name;
    def.place = thing->element->place;
    def.type = ab_kind_find("joint", "coupler");
    def.between[0] = def.between[1] = "world"; // it stands between joints
    ab_params_init(&def.params, "joint", def.type);
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
