// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_joints.c - Constraint_Joint and Motion_Joint.
//
// Marker I moves relative to marker J, so J's body is the first of the joint here and I's the
// second. A motion becomes the drive of the joint's free axis.

#include <math.h>
#include <stdio.h>

#include "io/xml_reader.h"
#include "math/vector_math.h"

// ---- motions of joints ----

typedef struct Joint {
    int id, type, marker_i, marker_j;
    const char *label;
    abXmlThing *motions; // that drive it
} Joint;

typedef struct Motion {
    int id, joint, joint_type, value_type, type;
    const char *label, *expression;
    double start_displacement, start_speed;
    abXmlThing *next; // another motion of the same joint
} Motion;

enum { MOTION_TRANSLATION, MOTION_ROTATION };
enum { VALUE_DISPLACEMENT, VALUE_VELOCITY, VALUE_ACCELERATION };
static const char *const s_joint_types[] = {"T|TRANSLATION|TRANSLATIONAL", "R|ROTATION|ROTATIONAL",
                                            NULL};
static const char *const s_value_types[] = {"D|DISPLACEMENT", "V|VELOCITY", "A|ACCELERATION", NULL};
enum { MOTION_EXPRESSION, MOTION_USER };
static const char *const s_motion_kinds[] = {"EXPRESSION", "USERSUB", NULL};

static const abXmlKey s_motion_keys[] = {
    AB_XML_REFERENCE(Motion, id, "id", 1.0, true, "a number of its own"),
    AB_XML_STRING(AB_XML_TEXT, Motion, label, "label|full_label", "name"),
    AB_XML_REFERENCE(Motion, joint, "joint_id", 1.0, true, "the joint that is driven"),
    AB_XML_WORDS(Motion, joint_type, "joint_type|motion_type", s_joint_types,
                 "T along the joint's axis or R about it"),
    AB_XML_WORDS(Motion, value_type, "val_type", s_value_types,
                 "whether expr is a displacement, a speed or an acceleration"),
    AB_XML_NUM(Motion, start_displacement, "ic_disp", "-", NAN, "displacement at the start"),
    AB_XML_NUM(Motion, start_speed, "ic_vel", "-", NAN, "speed at the start"),
    AB_XML_WORDS(Motion, type, "type", s_motion_kinds, "how it is given"),
    AB_XML_STRING(AB_XML_EXPRESSION, Motion, expression, "expr", "function of time"),
    AB_XML_PASSED("usrsub_param_string"),
    AB_XML_PASSED("usrsub_fnc_name"),
    AB_XML_PASSED("usrsub_dll_name"),
    AB_XML_PASSED("is_virtual"),
};
static const abXmlTable s_motion_table =
    AB_XML_TABLE("Motion_Joint", Motion, s_motion_keys, "the drive of a joint's free axis");

// Hangs the motion on its joint, which is defined later.
static void define_motion(abXmlReader *reader, abXmlThing *thing) {
    Motion *m = thing->data;
    abXmlThing *joint =
        m->joint < 0 ? NULL : ab_xml_refer(reader, thing, "joint_id", AB_XML_TYPE_JOINT, m->joint);
    if (joint == NULL || thing->is_wrong) {
        return;
    }
    if (m->type == MOTION_USER) {
        ab_xml_wrong(reader, thing, "type", "user routines are not supported yet");
    } else if (m->expression == NULL) {
        ab_xml_wrong(reader, thing, NULL, "Motion_Joint needs the attribute expr");
    } else if (m->value_type > VALUE_DISPLACEMENT) {
        ab_xml_wrong(reader, thing, "val_type",
                     "motions that give a speed or an acceleration are not supported yet; give the "
                     "displacement");
    } else {
        m->next = ((Joint *)joint->data)->motions;
        ((Joint *)joint->data)->motions = thing;
    }
}

const abXmlType ab_xml_motion_joint = {
    .table = &s_motion_table,
    .id_offset = offsetof(Motion, id),
    .label_offset = offsetof(Motion, label),
    .is_model = true,
    .define = define_motion,
};

// ---- joints ----

// A type of the file, the joint it is here (NULL: not supported), and the keys of the drives along
// and about its axis (NULL: that axis cannot be driven).
typedef struct JointRow {
    const char *spellings, *joint, *along, *about;
} JointRow;

// clang-format off
#define JOINTS(J)                                                                                  \
    J("REVOLUTE",                           "revolute",    NULL, "rz")                             \
    J("TRANSLATIONAL",                      "prismatic",   "z",  NULL)                             \
    J("CYLINDRICAL",                        "cylindrical", "z",  "rz")                             \
    J("SPHERICAL|BALL",                     "spherical",   NULL, NULL)                             \
    J("FIXED",                              "fixed",       NULL, NULL)                             \
    J("UNIVERSAL",                          NULL,          NULL, NULL)                             \
    J("HOOKE",                              NULL,          NULL, NULL)                             \
    J("CONSTANT_VELOCITY|CONSTANTVELOCITY", NULL,          NULL, NULL)                             \
    J("PLANAR",                             NULL,          NULL, NULL)                             \
    J("INLINE|IN_LINE",                     NULL,          NULL, NULL)                             \
    J("INPLANE|IN_PLANE",                   NULL,          NULL, NULL)                             \
    J("ORIENTATION",                        NULL,          NULL, NULL)                             \
    J("PARALLEL_AXES|PARALLEL",             NULL,          NULL, NULL)                             \
    J("PERPENDICULAR",                      NULL,          NULL, NULL)                             \
    J("RACK_PINION|RACKPIN",                NULL,          NULL, NULL)                             \
    J("SCREW",                              NULL,          NULL, NULL)                             \
    J("FREE",                               NULL,          NULL, NULL)
// clang-format on

#define ROW(spellings, joint, along, about) {spellings, joint, along, about},
#define WORD(spellings, joint, along, about) spellings,
static const JointRow s_rows[] = {JOINTS(ROW)};
enum { ROW_COUNT = sizeof s_rows / sizeof s_rows[0], ROW_FREE = ROW_COUNT - 1 };
static const char *const s_joint_words[] = {JOINTS(WORD) NULL};

static const abXmlKey s_joint_keys[] = {
    AB_XML_REFERENCE(Joint, id, "id", 1.0, true, "a number of its own"),
    AB_XML_STRING(AB_XML_TEXT, Joint, label, "label|full_label", "name"),
    {.name = "type",
     .kind = AB_XML_CHOICE,
     .is_required = true,
     .unit = "-",
     .fallback = -1.0,
     .choices = s_joint_words,
     .offset = offsetof(Joint, type),
     .text = "which motions are left free"},
    AB_XML_REFERENCE(Joint, marker_i, "i_marker_id", 0.0, true, "frame on the one body"),
    AB_XML_REFERENCE(Joint, marker_j, "j_marker_id", 0.0, true, "frame on the other"),
    AB_XML_PASSED("pitch"),
    AB_XML_PASSED("pitch_diameter"),
    AB_XML_PASSED("i_hooke_marker_id|ic_disp"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "is_virtual", "FALSE",
                    "joints that give way are not supported"),
};
static const abXmlTable s_joint_table =
    AB_XML_TABLE("Constraint_Joint", Joint, s_joint_keys, "a joint between two bodies");

static void add_motion(abXmlReader *reader, abXmlThing *thing, abJointDef *def,
                       const JointRow *row) {
    const Motion *m = thing->data;
    bool is_turn = m->joint_type >= 0 ? m->joint_type == MOTION_ROTATION : row->along == NULL;
    const char *key = is_turn ? row->about : row->along;
    if (key == NULL) {
        ab_xml_wrong(reader, thing, "joint_id",
                     "joint_id = %d: a %s joint cannot be driven %s its axis", m->joint, row->joint,
                     is_turn ? "about" : "along");
        return;
    }
    const char *text =
        ab_xml_expression(reader, thing, "expr", m->expression, is_turn ? "rad" : "m");
    if (text != NULL) {
        ab_xml_added(
            reader, thing,
            ab_params_set_text(&def->params, "joint", def->type, key, text, reader->context.error));
    }
}

static void define_joint(abXmlReader *reader, abXmlThing *thing) {
    const Joint *j = thing->data;
    abXmlMarker i_marker, j_marker;
    if (thing->is_wrong || j->type == ROW_FREE ||
        !ab_xml_marker(reader, thing, "i_marker_id", j->marker_i, &i_marker) ||
        !ab_xml_marker(reader, thing, "j_marker_id", j->marker_j, &j_marker)) {
        return;
    }
    const JointRow *row = &s_rows[j->type];
    int kind = row->joint != NULL ? ab_kind_find("joint", row->joint) : -1;
    if (kind < 0) {
        char word[60];
        ab_xml_wrong(reader, thing, "type", "joints of the type %s are not supported yet",
                     ab_xml_first_spelling(row->spellings, word, sizeof word));
        return;
    }
    if (i_marker.body == j_marker.body) {
        ab_xml_wrong(reader, thing, "i_marker_id",
                     "markers %d and %d are both on %s; a joint connects two bodies", j->marker_i,
                     j->marker_j, ab_xml_body_name(i_marker.body));
        return;
    }
    abJointDef def = ab_joint_def();
    abPose X_AJ = ab_xml_marker_in_body(reader, &j_marker);
    def.name = thing->name;
    def.place = thing->element->place;
    def.type = kind;
    ab_params_init(&def.params, "joint", kind);
    def.between[0] = ab_xml_body_name(j_marker.body);
    def.between[1] = ab_xml_body_name(i_marker.body);
    def.position = X_AJ.p;
    def.orientation = ab_xml_orientation(X_AJ.R);
    def.collide = true; // contacts say themselves what touches
    for (abXmlThing *m = j->motions; m != NULL; m = ((const Motion *)m->data)->next) {
        add_motion(reader, m, &def, row);
    }
    ab_xml_added(reader, thing, ab_model_add_joint(reader->model, &def, reader->context.error));
}

const abXmlType ab_xml_constraint_joint = {
    .table = &s_joint_table,
    .list = "joint",
    .default_name = "joint",
    .id_offset = offsetof(Joint, id),
    .label_offset = offsetof(Joint, label),
    .is_model = true,
    .define = define_joint,
};
