// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_joints.c - Constraint_Joint, Constraint_Jprim, Motion_Joint and Motion_Marker.
//
// Marker I moves relative to marker J, so J's body is the first of the joint here and I's the
// second; each marker is the joint's frame on its body. A motion becomes the drive of an axis; one
// between markers becomes a joint of its own, free but for the axis that is driven.

#include "read/motionsolve/xml_joints.h"

#include <math.h>
#include <stdio.h>

#include "math/core/vector_math.h"
#include "read/motionsolve/xml_bodies.h"
#include "read/motionsolve/xml_expression.h"
#include "read/motionsolve/xml_markers.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

// ---- motions ----

typedef struct Motion {
    int id, joint, joint_type, value_type, type, marker_i, marker_j, direction;
    const char *label, *expression;
    double start_displacement, start_speed; // in the file's units
    abXmlThing *next;                       // another motion of the same joint
} Motion;

enum { MOTION_TRANSLATION, MOTION_ROTATION };
enum { VALUE_DISPLACEMENT, VALUE_VELOCITY, VALUE_ACCELERATION };
enum { MOTION_EXPRESSION, MOTION_USER };
const char *const ab_xml_freedoms[] = {"T|TRANSLATION|TRANSLATIONAL", "R|ROTATION|ROTATIONAL",
                                       NULL};
static const char *const s_value_types[] = {"D|DISPLACEMENT", "V|VELOCITY", "A|ACCELERATION", NULL};
static const char *const s_motion_kinds[] = {"EXPRESSION", "USERSUB", NULL};
// in the order of the axes x, y, z, rx, ry, rz
static const char *const s_directions[] = {"X", "Y", "Z", "B1", "B2", "B3", NULL};

#define MOTION_KEYS                                                                                \
    AB_XML_ID_AND_LABEL(Motion),                                                                   \
        AB_XML_WORDS(Motion, value_type, "val_type", s_value_types,                                \
                     "whether expr is a displacement, a speed or an acceleration"),                \
        AB_XML_NUM(Motion, start_displacement, "ic_disp", "-", NAN, "displacement at the start"),  \
        AB_XML_NUM(Motion, start_speed, "ic_vel", "-", NAN, "speed at the start"),                 \
        AB_XML_WORDS(Motion, type, "type", s_motion_kinds, "how it is given"),                     \
        AB_XML_STRING(AB_XML_EXPRESSION, Motion, expression, "expr", "function of time"),          \
        AB_XML_NOT_DONE(AB_XML_LISTED, "is_virtual", "FALSE|0", "a motion does not give way"),     \
        AB_XML_ROUTINE(AB_XML_LISTED, "a motion is its expr; user routines are not called")

static const abXmlKey s_motion_keys[] = {
    MOTION_KEYS,
    AB_XML_REFERENCE(Motion, joint, "joint_id", 1.0, true, "the joint that is driven"),
    AB_XML_WORDS(Motion, joint_type, "joint_type|motion_type", ab_xml_freedoms,
                 "T along the joint's axis or R about it"),
};
static const abXmlTable s_motion_table =
    AB_XML_TABLE("Motion_Joint", Motion, s_motion_keys, "the drive of a joint's free axis");

static const abXmlKey s_marker_motion_keys[] = {
    MOTION_KEYS,
    AB_XML_REFERENCE(Motion, marker_i, "i_marker_id", 0.0, true, "frame that moves"),
    AB_XML_REFERENCE(Motion, marker_j, "j_marker_id", 0.0, true, "frame it moves in"),
    AB_XML_WORDS_REQUIRED(
        Motion, direction, "direction", s_directions,
        "along an axis, or the first, second or third of turns about x, the new y, the new z"),
};
static const abXmlTable s_marker_motion_table = AB_XML_TABLE(
    "Motion_Marker", Motion, s_marker_motion_keys, "a joint, general, with one axis driven");

// ---- the list of joints ----

typedef struct Joint {
    int id, type, marker_i, marker_j;
    const char *label;
    double pitch, pitch_diameter;
    abXmlThing *motions; // that drive it
} Joint;

// Where the joint's frames come from.
typedef enum Frames {
    FRAMES_MARKERS,   // the markers
    FRAMES_UNIVERSAL, // z of J and z of I, at right angles, are the pins of the cross
    FRAMES_HOOKE,     // y of J and x of I are the pins
    FRAMES_RACK,      // z of the one is the axis, z of the other, which is along x, the rack
} Frames;

// A type of the file: the joint it is here (NULL: none is needed), and the axes along and about its
// z axis that can be driven (NULL: none).
typedef struct JointRow {
    const char *spellings, *joint, *along, *about;
    Frames frames;
} JointRow;

// clang-format off
#define JOINTS(J)                                                                                  \
    J("REVOLUTE",                           "revolute",          NULL, "rz", MARKERS)              \
    J("TRANSLATIONAL",                      "prismatic",         "z",  NULL, MARKERS)              \
    J("CYLINDRICAL",                        "cylindrical",       "z",  "rz", MARKERS)              \
    J("SPHERICAL|BALL",                     "spherical",         NULL, NULL, MARKERS)              \
    J("FIXED",                              "fixed",             NULL, NULL, MARKERS)              \
    J("UNIVERSAL",                          "universal",         NULL, NULL, UNIVERSAL)            \
    J("HOOKE",                              "universal",         NULL, NULL, HOOKE)                \
    J("CONSTANT_VELOCITY|CONVEL",           "constant_velocity", NULL, NULL, MARKERS)              \
    J("PLANAR",                             "planar",            NULL, "rz", MARKERS)              \
    J("INLINE|IN_LINE",                     "inline",            "z",  NULL, MARKERS)              \
    J("INPLANE|IN_PLANE",                   "inplane",           NULL, NULL, MARKERS)              \
    J("ORIENTATION",                        "orientation",       NULL, NULL, MARKERS)              \
    J("PARALLEL_AXES|PARALLEL",             "parallel_axes",     NULL, NULL, MARKERS)              \
    J("PERPENDICULAR",                      "perpendicular",     NULL, NULL, MARKERS)              \
    J("SCREW",                              "screw",             NULL, NULL, MARKERS)              \
    J("RACK_PINION|RACKPIN",                "rack_pinion",       NULL, NULL, RACK)                 \
    J("FREE",                               NULL,                NULL, NULL, MARKERS)
#define PRIMITIVES(J)                                                                              \
    J("ATPOINT|AT_POINT",                   "spherical",         NULL, NULL, MARKERS)              \
    J("INLINE|IN_LINE",                     "inline",            NULL, NULL, MARKERS)              \
    J("INPLANE|IN_PLANE",                   "inplane",           NULL, NULL, MARKERS)              \
    J("ORIENTATION",                        "orientation",       NULL, NULL, MARKERS)              \
    J("PARALLEL_AXES|PARALLEL",             "parallel_axes",     NULL, NULL, MARKERS)              \
    J("PERPENDICULAR",                      "perpendicular",     NULL, NULL, MARKERS)
// clang-format on

#define ROW(spellings, joint, along, about, frames)                                                \
    {spellings, joint, along, about, FRAMES_##frames},
#define WORD(spellings, joint, along, about, frames) spellings,
static const JointRow s_joint_rows[] = {JOINTS(ROW)};
static const JointRow s_primitive_rows[] = {PRIMITIVES(ROW)};
static const char *const s_joint_words[] = {JOINTS(WORD) NULL};
static const char *const s_primitive_words[] = {PRIMITIVES(WORD) NULL};
enum { ROW_FREE = sizeof s_joint_rows / sizeof s_joint_rows[0] - 1 };

#define JOINT_KEYS(words, text_)                                                                   \
    AB_XML_ID_AND_LABEL(Joint), AB_XML_WORDS_REQUIRED(Joint, type, "type", words, text_),          \
        AB_XML_REFERENCE(Joint, marker_i, "i_marker_id", 0.0, true, "frame on the one body"),      \
        AB_XML_REFERENCE(Joint, marker_j, "j_marker_id", 0.0, true, "frame on the other")

static const abXmlKey s_joint_keys[] = {
    JOINT_KEYS(s_joint_words, "which motions are left free"),
    AB_XML_NUM(Joint, pitch, "pitch", "m", NAN, "of SCREW: way along z for each turn"),
    AB_XML_POSITIVE(Joint, pitch_diameter, "pitch_diameter", "m",
                    "of RACK_PINION: the pinion turns about z of its marker, the rack moves along "
                    "z of its own, which is along x of the pinion's"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "is_virtual", "FALSE|0",
                    "joints that give way are not supported"),
};
static const abXmlTable s_joint_table =
    AB_XML_TABLE("Constraint_Joint", Joint, s_joint_keys, "a joint between two bodies");

static const abXmlKey s_primitive_keys[] = {
    JOINT_KEYS(s_primitive_words, "which motions are left free")};
static const abXmlTable s_primitive_table =
    AB_XML_TABLE("Constraint_Jprim", Joint, s_primitive_keys, "a joint between two bodies");

// ---- drives ----

static abXmlParams params_of(abXmlThing *thing, abJointDef *def) {
    return (abXmlParams){thing, "joint", def->type, &def->params};
}

static bool check_motion(abXmlReader *reader, abXmlThing *thing) {
    const Motion *m = thing->data;
    if (m->type == MOTION_USER) {
        ab_xml_wrong(reader, thing, "type", "user routines are not supported yet");
    } else if (m->expression == NULL) {
        ab_xml_wrong(reader, thing, NULL, "%s needs the attribute expr", thing->type->table->name);
    }
    return !thing->is_wrong;
}

// Sets a start value of an axis, when it is given.
static void set_start(abXmlReader *reader, abXmlThing *thing, abJointDef *def, const char *axis,
                      const char *suffix, const char *attribute, const char *unit, double value) {
    char key[40];
    snprintf(key, sizeof key, "%s%s", axis, suffix);
    if (isnan(value)) {
        return;
    }
    if (!ab_xml_has_key(params_of(thing, def), key)) {
        ab_xml_wrong(reader, thing, attribute, "%s is not supported yet", attribute);
        return;
    }
    ab_xml_set(reader, params_of(thing, def), key, ab_xml_si(&reader->context, unit, 1.0, value),
               attribute);
}

// The expression of a motion becomes the displacement, speed or acceleration of an axis.
static void set_drive(abXmlReader *reader, abXmlThing *thing, abJointDef *def, const char *axis) {
    static const char *const suffixes[] = {"", "_speed", "_acceleration"};
    static const char *const lengths[] = {"m", "m/s", "m/s^2"};
    static const char *const angles[] = {"rad", "rad/s", "rad/s^2"};
    const Motion *m = thing->data;
    int value = m->value_type > VALUE_DISPLACEMENT ? m->value_type : VALUE_DISPLACEMENT;
    const char *const *units = axis[0] == 'r' ? angles : lengths;
    char key[40];
    snprintf(key, sizeof key, "%s%s", axis, suffixes[value]);
    if (!ab_xml_has_key(params_of(thing, def), key)) {
        ab_xml_wrong(reader, thing, value > 0 ? "val_type" : NULL,
                     "motions that give a speed or an acceleration are not supported yet; give the "
                     "displacement");
        return;
    }
    const char *text = ab_xml_expression(reader, thing, "expr", m->expression, units[value], true);
    if (text != NULL) {
        ab_xml_set_text(reader, params_of(thing, def), key, text, "expr");
    }
    if (value < VALUE_VELOCITY && m->start_displacement != 0.0) {
        ab_xml_idle_key(reader, thing, "ic_disp", "expr gives the displacement from the start");
    }
    if (value < VALUE_ACCELERATION && m->start_speed != 0.0) {
        ab_xml_idle_key(reader, thing, "ic_vel", "expr gives the speed from the start");
    }
    if (value >= VALUE_VELOCITY) {
        set_start(reader, thing, def, axis, "_start", "ic_disp", units[0], m->start_displacement);
    }
    if (value == VALUE_ACCELERATION) {
        set_start(reader, thing, def, axis, "_start_speed", "ic_vel", units[1], m->start_speed);
    }
}

// Hangs the motion on its joint, which is defined later.
static void define_motion(abXmlReader *reader, abXmlThing *thing) {
    Motion *m = thing->data;
    abXmlThing *joint =
        m->joint > 0 ? ab_xml_refer(reader, thing, "joint_id", AB_XML_TYPE_JOINT, m->joint) : NULL;
    if (joint != NULL && !thing->is_wrong && check_motion(reader, thing)) {
        m->next = ((Joint *)joint->data)->motions;
        ((Joint *)joint->data)->motions = thing;
    }
}

// The axis along or about z, whichever `type` says; where it says nothing, the one there is. NULL
// when the joint has no such axis.
static const char *axis_of(const JointRow *row, int type, bool *is_turn) {
    *is_turn = type >= 0 ? type == MOTION_ROTATION : row->along == NULL;
    return *is_turn ? row->about : row->along;
}

static void add_motion(abXmlReader *reader, abXmlThing *thing, abJointDef *def,
                       const JointRow *row) {
    const Motion *m = thing->data;
    bool is_turn;
    const char *axis = axis_of(row, m->joint_type, &is_turn);
    if (axis == NULL) {
        ab_xml_wrong(reader, thing, "joint_id",
                     "joint_id = %d: a %s joint cannot be driven %s its axis", m->joint, row->joint,
                     is_turn ? "about" : "along");
        return;
    }
    set_drive(reader, thing, def, axis);
}

const char *ab_xml_joint_axis(abXmlReader *reader, abXmlThing *thing, const char *key,
                              const abXmlThing *joint, int type) {
    const Joint *j = joint->data;
    char word[60];
    bool is_turn = false;
    const char *axis = j->type < 0 ? NULL : axis_of(&s_joint_rows[j->type], type, &is_turn);
    if (axis == NULL && j->type >= 0) {
        ab_xml_wrong(reader, thing, key, "%s = %d: a %s joint has no coordinate %s its axis", key,
                     j->id,
                     ab_xml_first_spelling(s_joint_rows[j->type].spellings, word, sizeof word),
                     is_turn ? "about" : "along");
    }
    return axis;
}

bool ab_xml_joint_has_both(const abXmlThing *joint) {
    const Joint *j = joint->data;
    return j->type >= 0 && s_joint_rows[j->type].along != NULL &&
           s_joint_rows[j->type].about != NULL;
}

bool ab_xml_joint_ends(abXmlReader *reader, abXmlThing *joint, abXmlEnds *out) {
    const Joint *j = joint->data;
    return !joint->is_wrong && ab_xml_ends(reader, joint, "joint connects", "j_marker_id",
                                           j->marker_i, j->marker_j, out);
}

// ---- frames ----

static bool are_together(abPose A, abPose B) {
    double displacement = ab_norm(ab_sub(A.p, B.p)), size = ab_norm(A.p) + ab_norm(B.p);
    double turn = 0.0;
    for (int i = 0; i < 9; i++) {
        turn = fmax(turn, fabs(A.R.m[i / 3][i % 3] - B.R.m[i / 3][i % 3]));
    }
    return displacement <= 1e-12 * size && turn <= 1e-12;
}

// What a joint holds, and its frame there: the body, or the node of a flexible one.
static abPose frame_at(abXmlReader *reader, abXmlThing *thing, const abXmlMarker *end,
                       const char **between) {
    abXmlMarker marker;
    if (end->node == 0) {
        *between = ab_xml_body_name(end->body);
        return ab_xml_marker_in_body(reader, end);
    }
    *between = ab_xml_marker_name(reader, thing, thing->element->place, end->id);
    ab_xml_marker(reader, thing, NULL, end->id, &marker);
    return (abPose){ab_mat3_t_mul(marker.X_WM.R, end->X_WM.R), {0.0, 0.0, 0.0}};
}

// The frame on the second body is left to coincide at the start where the markers do.
static void place_frames(abXmlReader *reader, abXmlThing *thing, const abXmlEnds *ends,
                         abJointDef *def) {
    abPose X_AJ = frame_at(reader, thing, &ends->j, &def->between[0]);
    abPose X_BI = frame_at(reader, thing, &ends->i, &def->between[1]);
    def->position = X_AJ.p;
    def->orientation = ab_xml_orientation(X_AJ.R);
    if (!are_together(ends->i.X_WM, ends->j.X_WM)) {
        def->position_b = X_BI.p;
        def->orientation_b = ab_xml_orientation(X_BI.R);
    }
}

// Both frames with the pin on J as x and the pin on I as y.
static bool lay_cross(abXmlReader *reader, abXmlThing *thing, Frames frames, abXmlEnds *ends) {
    abVec3 x = ab_column(ends->j.X_WM.R, frames == FRAMES_HOOKE ? 1 : 2);
    abVec3 y = ab_column(ends->i.X_WM.R, frames == FRAMES_HOOKE ? 0 : 2);
    if (fabs(ab_dot(x, y)) > 1e-3) {
        ab_xml_wrong(reader, thing, "i_marker_id",
                     "the pins of the cross, %s, are not at right angles",
                     frames == FRAMES_HOOKE ? "y of marker J and x of marker I"
                                            : "the z axes of the two markers");
        return false;
    }
    y = ab_unit(ab_add_scaled(y, -ab_dot(x, y), x));
    ends->i.X_WM.R = ends->j.X_WM.R = ab_mat3_from_columns(x, y, ab_cross(x, y));
    return true;
}

// The pinion turns about z of its marker, the rack moves along z of its own, which is along x of the
// pinion's; so the axes say which is which. Both frames become that of the pinion, the rack's first.
// `side` > 0: the rack is on the side of its y.
static bool lay_rack(abXmlReader *reader, abXmlThing *thing, abXmlEnds *ends, double *side) {
    abMat3 I = ends->i.X_WM.R, J = ends->j.X_WM.R;
    if (ab_norm(ab_sub(ab_column(I, 2), ab_column(J, 0))) < 1e-3) {
        abXmlMarker rack = ends->i;
        ends->i = ends->j;
        ends->j = rack;
    } else if (!(ab_norm(ab_sub(ab_column(J, 2), ab_column(I, 0))) < 1e-3)) {
        ab_xml_wrong(reader, thing, "i_marker_id",
                     "of RACK_PINION the rack moves along z of its marker, and x of the pinion's "
                     "marker must have the same direction");
        return false;
    }
    abPose pinion = ends->i.X_WM;
    *side = ab_dot(ab_sub(ends->j.X_WM.p, pinion.p), ab_column(pinion.R, 1));
    if (*side == 0.0) {
        ab_xml_wrong(reader, thing, "j_marker_id",
                     "of RACK_PINION the rack's marker must be on the rack, half of pitch_diameter "
                     "beside the pinion's axis; it is at none of its sides");
        return false;
    }
    ends->j.X_WM = pinion;
    return true;
}

// ---- joints ----

static void set_size(abXmlReader *reader, abXmlThing *thing, abJointDef *def, const char *key,
                     const char *type, double value) {
    if (!ab_xml_has_key(params_of(thing, def), key)) {
        char text[60];
        snprintf(text, sizeof text, "it belongs to %s", type);
        ab_xml_idle_key(reader, thing, key, text);
    } else if (isnan(value)) {
        ab_xml_wrong(reader, thing, NULL, "Constraint_Joint of type %s needs the attribute %s",
                     type, key);
    } else {
        ab_xml_set(reader, params_of(thing, def), key, value, key);
    }
}

static abJointDef begin_joint(const abXmlThing *thing, int kind) {
    abJointDef def = ab_joint_def();
    def.name = thing->name;
    def.place = thing->element->place;
    def.type = kind;
    def.collide = true; // contacts say themselves what touches
    ab_params_init(&def.params, "joint", kind);
    return def;
}

static void define_row(abXmlReader *reader, abXmlThing *thing, const JointRow *row) {
    const Joint *j = thing->data;
    abXmlEnds ends;
    if (!ab_xml_ends(reader, thing, "joint connects", "j_marker_id", j->marker_i, j->marker_j,
                     &ends)) {
        return;
    }
    double side = 0.0;
    bool is_laid = row->frames == FRAMES_MARKERS ||
                   (row->frames == FRAMES_RACK ? lay_rack(reader, thing, &ends, &side)
                                               : lay_cross(reader, thing, row->frames, &ends));
    if (!is_laid) {
        return;
    }
    abJointDef def = begin_joint(thing, ab_kind_find("joint", row->joint));
    place_frames(reader, thing, &ends, &def);
    set_size(reader, thing, &def, "pitch", "SCREW", j->pitch);
    set_size(reader, thing, &def, "pitch_diameter", "RACK_PINION",
             side < 0.0 ? -j->pitch_diameter : j->pitch_diameter);
    for (abXmlThing *m = j->motions; m != NULL; m = ((const Motion *)m->data)->next) {
        add_motion(reader, m, &def, row);
    }
    ab_xml_added(reader, thing, ab_model_add_joint(reader->model, &def, reader->context.error));
}

static void define_joint(abXmlReader *reader, abXmlThing *thing) {
    const Joint *j = thing->data;
    if (!thing->is_wrong && j->type != ROW_FREE) {
        define_row(reader, thing, &s_joint_rows[j->type]);
    }
}

static void define_primitive(abXmlReader *reader, abXmlThing *thing) {
    const Joint *j = thing->data;
    if (!thing->is_wrong) {
        define_row(reader, thing, &s_primitive_rows[j->type]);
    }
}

static void define_marker_motion(abXmlReader *reader, abXmlThing *thing) {
    static const char *const axes[] = {"x", "y", "z", "rx", "ry", "rz"};
    const Motion *m = thing->data;
    abXmlEnds ends;
    if (thing->is_wrong || !check_motion(reader, thing) ||
        !ab_xml_ends(reader, thing, "joint connects", "j_marker_id", m->marker_i, m->marker_j,
                     &ends)) {
        return;
    }
    abJointDef def = begin_joint(thing, ab_kind_find("joint", "general"));
    place_frames(reader, thing, &ends, &def);
    set_drive(reader, thing, &def, axes[m->direction]);
    ab_xml_added(reader, thing, ab_model_add_joint(reader->model, &def, reader->context.error));
}

const abXmlType ab_xml_motion_joint =
    AB_XML_TYPE(Motion, s_motion_table, NULL, NULL, define_motion);

const abXmlType ab_xml_constraint_joint =
    AB_XML_TYPE(Joint, s_joint_table, "joint", "joint", define_joint);

const abXmlType ab_xml_constraint_jprim =
    AB_XML_TYPE(Joint, s_primitive_table, "joint", "primitive", define_primitive);

const abXmlType ab_xml_motion_marker =
    AB_XML_TYPE(Motion, s_marker_motion_table, "joint", "motion", define_marker_motion);
