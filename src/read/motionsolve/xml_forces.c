// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_forces.c - Force_SpringDamper, Force_Bushing, Force_Vector_TwoBody and Force_Scalar_TwoBody.
//
// Forces act on marker I, with the reaction on J: so J's body is the first here and I's the second.
// A spring of the file pushes with  F = k (l0 - l) - c dl/dt + preload; ours pulls, so the preload
// changes its sign.

#include <math.h>

#include "math/core/vector_math.h"
#include "read/motionsolve/xml_bodies.h"
#include "read/motionsolve/xml_expression.h"
#include "read/motionsolve/xml_markers.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

static abForceDef begin_force(const abXmlThing *thing, const char *kind) {
    abForceDef def = ab_force_def();
    def.name = thing->name;
    def.place = thing->element->place;
    def.type = ab_kind_find("force", kind);
    ab_params_init(&def.params, "force", def.type);
    return def;
}

// What a force acts on, and its point there: the body, or the node of a flexible one.
static const char *held(abXmlReader *reader, abXmlThing *thing, const abXmlMarker *end,
                        abVec3 *point) {
    *point = end->node > 0 ? (abVec3){0.0, 0.0, 0.0} : ab_xml_marker_in_body(reader, end).p;
    return end->node > 0 ? ab_xml_marker_name(reader, thing, thing->element->place, end->id)
                         : ab_xml_body_name(end->body);
}

// Between marker J, whose axes count, and marker I.
static bool between_markers(abXmlReader *reader, abXmlThing *thing, int id_i, int id_j,
                            abForceDef *def) {
    def->between[0] =
        ab_xml_marker_name(reader, thing, ab_xml_thing_place(thing, "j_marker_id"), id_j);
    def->between[1] =
        ab_xml_marker_name(reader, thing, ab_xml_thing_place(thing, "i_marker_id"), id_i);
    return def->between[0] != NULL && def->between[1] != NULL;
}

static void add_force(abXmlReader *reader, abXmlThing *thing, const abForceDef *def) {
    ab_xml_added(reader, thing, ab_model_add_force(reader->model, def, reader->context.error));
}

static abXmlParams params_of(abXmlThing *thing, abForceDef *def) {
    return (abXmlParams){thing, "force", def->type, &def->params};
}

// ---- springs ----

typedef struct Spring {
    int id, type, marker_i, marker_j;
    const char *label;
    double stiffness, damping, length, preload; // in the file's units, which depend on the type
} Spring;

enum { SPRING_TRANSLATION, SPRING_ROTATION };
static const char *const s_spring_types[] = {"TRANSLATION|TRANSLATIONAL|T", "ROTATION|ROTATIONAL|R",
                                             NULL};

static const abXmlKey s_spring_keys[] = {
    AB_XML_ID_AND_LABEL(Spring),
    AB_XML_WORDS(Spring, type, "type|force_type", s_spring_types, "whether it pulls or twists"),
    AB_XML_REFERENCE(Spring, marker_i, "i_marker_id", 0.0, true, "where it holds the one body"),
    AB_XML_REFERENCE(Spring, marker_j, "j_marker_id", 0.0, true, "where it holds the other"),
    AB_XML_NOT_NEGATIVE(Spring, stiffness, "stiffness", "-",
                        "force by lengthening, or torque by radian"),
    AB_XML_NOT_NEGATIVE(Spring, damping, "damping", "-", "force or torque by speed"),
    AB_XML_NUM(Spring, length, "length", "-", NAN,
               "length above 0, or angle in rad, at which it gives the preload"),
    AB_XML_NUM(Spring, preload, "preload", "-", 0.0, "push, or torque that opens, at that length"),
    AB_XML_ROUTINE(AB_XML_REFUSED, "give stiffness, damping and length"),
};
static const abXmlTable s_spring_table =
    AB_XML_TABLE("Force_SpringDamper", Spring, s_spring_keys,
                 "a spring between two points, or a torsion_spring about the z axis of marker J");

static double or_zero(double value) {
    return isnan(value) ? 0.0 : value;
}

static void set_spring(abXmlReader *reader, abXmlThing *thing, abForceDef *def, bool is_torsion) {
    const Spring *s = thing->data;
    const abXmlContext *c = &reader->context;
    const char *units[] = {is_torsion ? "N m" : "N/m", is_torsion ? "N m s" : "N s/m",
                           is_torsion ? "-" : "m", is_torsion ? "N m" : "N"};
    abXmlParams to = params_of(thing, def);
    ab_xml_set(reader, to, "stiffness", ab_xml_si(c, units[0], 1.0, or_zero(s->stiffness)),
               "stiffness");
    ab_xml_set(reader, to, "damping", ab_xml_si(c, units[1], 1.0, or_zero(s->damping)), "damping");
    ab_xml_set(reader, to, is_torsion ? "angle" : "length", ab_xml_si(c, units[2], 1.0, s->length),
               "length");
    ab_xml_set(reader, to, "preload", 0.0 - ab_xml_si(c, units[3], 1.0, s->preload), "preload");
}

static void define_spring(abXmlReader *reader, abXmlThing *thing) {
    const Spring *s = thing->data;
    bool is_torsion = s->type == SPRING_ROTATION;
    abXmlEnds ends;
    if (thing->is_wrong || !ab_xml_ends(reader, thing, "force acts between", "j_marker_id",
                                        s->marker_i, s->marker_j, &ends)) {
        return;
    }
    if (isnan(s->length) || (!is_torsion && !(s->length > 0.0))) {
        ab_xml_wrong(reader, thing, isnan(s->length) ? NULL : "length",
                     "Force_SpringDamper needs the attribute length%s",
                     is_torsion ? ", an angle" : " above 0");
        return;
    }
    abForceDef def = begin_force(thing, is_torsion ? "torsion_spring" : "spring");
    set_spring(reader, thing, &def, is_torsion);
    if (is_torsion) {
        if (!between_markers(reader, thing, s->marker_i, s->marker_j, &def)) {
            return;
        }
    } else {
        abVec3 a, b;
        def.between[0] = held(reader, thing, &ends.j, &a);
        def.between[1] = held(reader, thing, &ends.i, &b);
        abXmlParams to = params_of(thing, &def);
        ab_xml_set_vector(reader, to, "point_a", a, NULL);
        ab_xml_set_vector(reader, to, "point_b", b, NULL);
    }
    add_force(reader, thing, &def);
}

const abXmlType ab_xml_force_springdamper =
    AB_XML_TYPE(Spring, s_spring_table, "force", "spring", define_spring);

// ---- bushings ----

typedef struct Bushing {
    int id, marker_i, marker_j;
    const char *label;
    double stiffness[3], twist[3], damping[3], spin[3], preload[3], torque[3];
} Bushing;

#define SPRINGS(field, name_, unit_, text_)                                                        \
    AB_XML_KEY(AB_XML_REAL, Bushing, field, name_, unit_, 0.0, 0.0, INFINITY, text_)
static const abXmlKey s_bushing_keys[] = {
    AB_XML_ID_AND_LABEL(Bushing),
    AB_XML_REFERENCE(Bushing, marker_i, "i_marker_id", 0.0, true, "frame on the one body"),
    AB_XML_REFERENCE(Bushing, marker_j, "j_marker_id", 0.0, true, "frame whose axes count"),
    SPRINGS(stiffness[0], "kx", "N/m", "stiffness along x"),
    SPRINGS(stiffness[1], "ky", "N/m", "likewise y"),
    SPRINGS(stiffness[2], "kz", "N/m", "likewise z"),
    SPRINGS(twist[0], "ktx", "N m", "stiffness about x"),
    SPRINGS(twist[1], "kty", "N m", "likewise y"),
    SPRINGS(twist[2], "ktz", "N m", "likewise z"),
    SPRINGS(damping[0], "cx", "N s/m", "damping along x"),
    SPRINGS(damping[1], "cy", "N s/m", "likewise y"),
    SPRINGS(damping[2], "cz", "N s/m", "likewise z"),
    SPRINGS(spin[0], "ctx", "N m s", "damping about x"),
    SPRINGS(spin[1], "cty", "N m s", "likewise y"),
    SPRINGS(spin[2], "ctz", "N m s", "likewise z"),
    AB_XML_NUM(Bushing, preload[0], "preload_x", "N", 0.0, "force on I added everywhere"),
    AB_XML_NUM(Bushing, preload[1], "preload_y", "N", 0.0, "likewise"),
    AB_XML_NUM(Bushing, preload[2], "preload_z", "N", 0.0, "likewise"),
    AB_XML_NUM(Bushing, torque[0], "preload_tx", "N m", 0.0, "torque on I added everywhere"),
    AB_XML_NUM(Bushing, torque[1], "preload_ty", "N m", 0.0, "likewise"),
    AB_XML_NUM(Bushing, torque[2], "preload_tz", "N m", 0.0, "likewise"),
    AB_XML_ROUTINE(AB_XML_REFUSED, "give stiffness and damping"),
};
static const abXmlTable s_bushing_table =
    AB_XML_TABLE("Force_Bushing", Bushing, s_bushing_keys, "a bushing between the markers");

static void define_bushing(abXmlReader *reader, abXmlThing *thing) {
    const Bushing *b = thing->data;
    abXmlEnds ends;
    if (thing->is_wrong || !ab_xml_ends(reader, thing, "force acts between", "j_marker_id",
                                        b->marker_i, b->marker_j, &ends)) {
        return;
    }
    const struct {
        const char *key;
        const double *value;
    } vectors[] = {{"stiffness", b->stiffness},    {"damping", b->damping},
                   {"preload", b->preload},        {"torsional_stiffness", b->twist},
                   {"torsional_damping", b->spin}, {"preload_torque", b->torque}};
    abForceDef def = begin_force(thing, "bushing");
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        const double *v = vectors[i].value;
        ab_xml_set_vector(reader, params_of(thing, &def), vectors[i].key, ab_vec3(v[0], v[1], v[2]),
                          NULL);
    }
    if (between_markers(reader, thing, b->marker_i, b->marker_j, &def)) {
        add_force(reader, thing, &def);
    }
}

const abXmlType ab_xml_force_bushing =
    AB_XML_TYPE(Bushing, s_bushing_table, "force", "bushing", define_bushing);

// ---- forces by expressions ----

typedef struct Applied {
    int id, type, marker_i, marker_j, reference;
    const char *label;
    const char *component[6];
    const char *value;
    double constant;
    bool is_action_only;
    const char *library, *routine, *parameters;
} Applied;

enum { VECTOR_FORCE, VECTOR_TORQUE };

static const char *const s_vector_types[] = {"FORCEONLY|FORCE", "TORQUEONLY|TORQUE",
                                             "FORCEANDTORQUE", NULL};
enum { SCALAR_FORCE, SCALAR_TORQUE };
static const char *const s_scalar_types[] = {"FORCE|TRANSLATION|TRANSLATIONAL",
                                             "TORQUE|ROTATION|ROTATIONAL", NULL};
static const char *const s_component_keys[] = {"fx_expression", "fy_expression", "fz_expression",
                                               "tx_expression", "ty_expression", "tz_expression"};

#define APPLIED_KEYS(marker_)                                                                      \
    AB_XML_ID_AND_LABEL(Applied),                                                                  \
        AB_XML_REFERENCE(Applied, marker_i, marker_, 0.0, true, "where it acts"),                  \
        AB_XML_STRING(AB_XML_TEXT, Applied, library, "usrsub_dll_name|script_name", "refused"),    \
        AB_XML_STRING(AB_XML_TEXT, Applied, routine, "usrsub_fnc_name",                            \
                      "refused where there is no expression, else of no effect"),                  \
        AB_XML_STRING(AB_XML_TEXT, Applied, parameters, "usrsub_param_string|usrsub_param_name",   \
                      "likewise")
static const char s_applied_passed[] = "interpreter";

#define VECTOR_KEYS                                                                                \
    AB_XML_WORDS(Applied, type, "type", s_vector_types, "which components there are"),             \
        AB_XML_REFERENCE(Applied, reference, "ref_marker_id", 0.0, false,                          \
                         "marker along whose axes the components count"),                          \
        AB_XML_STRING(AB_XML_EXPRESSION, Applied, component[0], "fx_expression|fx",                \
                      "force along x"),                                                            \
        AB_XML_STRING(AB_XML_EXPRESSION, Applied, component[1], "fy_expression|fy", "along y"),    \
        AB_XML_STRING(AB_XML_EXPRESSION, Applied, component[2], "fz_expression|fz", "along z"),    \
        AB_XML_STRING(AB_XML_EXPRESSION, Applied, component[3], "tx_expression|tx",                \
                      "torque about x"),                                                           \
        AB_XML_STRING(AB_XML_EXPRESSION, Applied, component[4], "ty_expression|ty", "about y"),    \
        AB_XML_STRING(AB_XML_EXPRESSION, Applied, component[5], "tz_expression|tz", "about z")

static const abXmlKey s_vector_keys[] = {
    APPLIED_KEYS("i_marker_id"),
    AB_XML_REFERENCE(Applied, marker_j, "j_floating_marker_id", 0.0, true,
                     "marker on the body that takes the reaction, at the same point"),
    VECTOR_KEYS,
};
static const abXmlTable s_vector_table =
    AB_XML_TABLE_PASSING("Force_Vector_TwoBody", Applied, s_vector_keys, s_applied_passed,
                         "an applied force by expressions");

static const abXmlKey s_one_body_keys[] = {
    APPLIED_KEYS("marker_id|i_marker_id"),
    VECTOR_KEYS,
};
static const abXmlTable s_one_body_table =
    AB_XML_TABLE_PASSING("Force_Vector_OneBody", Applied, s_one_body_keys, s_applied_passed,
                         "an applied force by expressions whose reaction the ground takes");

static const abXmlKey s_scalar_keys[] = {
    APPLIED_KEYS("i_marker_id"),
    AB_XML_WORDS(Applied, type, "type", s_scalar_types,
                 "force along the line between the markers, or torque about z of marker J"),
    AB_XML_REFERENCE(Applied, marker_j, "j_marker_id", 0.0, true, "where the reaction acts"),
    AB_XML_FLAG(Applied, is_action_only, "is_action_only", 0.0, "no reaction on J"),
    AB_XML_NUM(Applied, constant, "val", "-", NAN, "its value, a number"),
    AB_XML_STRING(AB_XML_EXPRESSION, Applied, value, "val_expression|expr",
                  "its value; above 0 pushes apart"),
};
static const abXmlTable s_scalar_table =
    AB_XML_TABLE_PASSING("Force_Scalar_TwoBody", Applied, s_scalar_keys, s_applied_passed,
                         "a force line_of_sight, or axis_torque about z of marker J");

static bool names_routine(const char *text) {
    return text != NULL && !ab_xml_is_one_of(text, AB_XML_NO_ROUTINE);
}

// A routine would be the force, unless there are expressions for it.
static bool check_code(abXmlReader *reader, abXmlThing *thing) {
    const Applied *f = thing->data;
    bool has_expression = f->value != NULL || ab_xml_thing_has(thing, "val");
    for (int i = 0; i < 6; i++) {
        has_expression = has_expression || f->component[i] != NULL;
    }
    const char *key = names_routine(f->library)      ? "usrsub_dll_name"
                      : names_routine(f->routine)    ? "usrsub_fnc_name"
                      : names_routine(f->parameters) ? "usrsub_param_string"
                                                     : NULL;
    if (key != NULL && (names_routine(f->library) || !has_expression)) {
        ab_xml_wrong(reader, thing, key,
                     "user routines are not supported here; give the force by expressions");
    } else if (key != NULL) {
        ab_xml_idle_key(reader, thing, key, "the force is what its expressions say");
    }
    return !thing->is_wrong;
}

// Whether the type has the component; one that is given and left out is warned of.
static bool has_component(abXmlReader *reader, const abXmlThing *thing, int index) {
    const Applied *f = thing->data;
    bool is_left_out =
        (f->type == VECTOR_FORCE && index >= 3) || (f->type == VECTOR_TORQUE && index < 3);
    if (is_left_out && f->component[index] != NULL &&
        !ab_xml_is_one_of(f->component[index], "NULL|0|0.|0.0|")) {
        ab_xml_warn(reader, thing, s_component_keys[index],
                    "%s has no effect: type = %s leaves it out; FORCEANDTORQUE has both",
                    s_component_keys[index], f->type == VECTOR_FORCE ? "FORCEONLY" : "TORQUEONLY");
    }
    return !is_left_out && f->component[index] != NULL;
}

// A force on the body of marker I by its six components.
static void add_vector(abXmlReader *reader, abXmlThing *thing, const char *key_i,
                       const abXmlEnds *of) {
    static const char *const keys[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
    const Applied *f = thing->data;
    abXmlEnds ends = *of;
    if (ends.i.body == NULL) {
        ab_xml_wrong(reader, thing, key_i, "%s is on no body", key_i);
        return;
    }
    abForceDef def = begin_force(thing, "applied");
    abXmlParams to = params_of(thing, &def);
    abVec3 point, other;
    def.between[0] = held(reader, thing, &ends.j, &other);
    def.between[1] = held(reader, thing, &ends.i, &point);
    ab_xml_set_vector(reader, to, "point", point, NULL);
    if (f->reference > 0) {
        const char *axes = ab_xml_marker_name(
            reader, thing, ab_xml_thing_place(thing, "ref_marker_id"), f->reference);
        if (axes == NULL) {
            return;
        }
        ab_xml_set_text(reader, to, "axes", axes, "ref_marker_id");
    }
    int count = 0;
    for (int i = 0; i < 6; i++) {
        bool has_it = has_component(reader, thing, i);
        const char *text = has_it ? ab_xml_expression(reader, thing, s_component_keys[i],
                                                      f->component[i], i < 3 ? "N" : "N m", false)
                                  : NULL;
        count += has_it;
        if (text != NULL) {
            ab_xml_set_text(reader, to, keys[i], text, s_component_keys[i]);
        }
    }
    if (count == 0) {
        ab_xml_warn(reader, thing, NULL,
                    "%s gives no expression that its type has, so there is no force",
                    thing->type->table->name);
    }
    if (!thing->is_wrong) {
        add_force(reader, thing, &def);
    }
}

static void define_vector(abXmlReader *reader, abXmlThing *thing) {
    const Applied *f = thing->data;
    abXmlEnds ends;
    if (!thing->is_wrong && check_code(reader, thing) &&
        ab_xml_ends(reader, thing, "force acts between", "j_floating_marker_id", f->marker_i,
                    f->marker_j, &ends)) {
        add_vector(reader, thing, "i_marker_id", &ends);
    }
}

// Marker J is the global frame.
static void define_one_body(abXmlReader *reader, abXmlThing *thing) {
    const Applied *f = thing->data;
    abXmlEnds ends;
    if (!thing->is_wrong && check_code(reader, thing) &&
        ab_xml_marker(reader, thing, "marker_id", f->marker_i, &ends.i) &&
        ab_xml_marker(reader, thing, "marker_id", 0, &ends.j)) {
        add_vector(reader, thing, "marker_id", &ends);
    }
}

static void define_scalar(abXmlReader *reader, abXmlThing *thing) {
    const Applied *f = thing->data;
    bool is_torque = f->type == SCALAR_TORQUE;
    abXmlEnds ends;
    if (thing->is_wrong || !check_code(reader, thing) ||
        !ab_xml_ends(reader, thing, "force acts between", "j_marker_id", f->marker_i, f->marker_j,
                     &ends)) {
        return;
    }
    if (f->is_action_only && ends.j.body != NULL) {
        ab_xml_wrong(reader, thing, "is_action_only",
                     "forces without a reaction are not supported; put marker J on the ground's "
                     "global frame");
        return;
    }
    const char *given = f->value != NULL      ? f->value
                        : !isnan(f->constant) ? ab_xml_text(reader, "%.17g", f->constant)
                                              : NULL;
    if (given == NULL) {
        ab_xml_wrong(reader, thing, NULL, "Force_Scalar_TwoBody needs val or val_expression");
        return;
    }
    const char *text = ab_xml_expression(reader, thing, f->value != NULL ? "val_expression" : "val",
                                         given, is_torque ? "N m" : "N", false);
    abForceDef def = begin_force(thing, is_torque ? "axis_torque" : "line_of_sight");
    if (text != NULL && between_markers(reader, thing, f->marker_i, f->marker_j, &def)) {
        ab_xml_set_text(reader, params_of(thing, &def), is_torque ? "torque" : "force", text, NULL);
        add_force(reader, thing, &def);
    }
}

const abXmlType ab_xml_force_vector_twobody =
    AB_XML_TYPE(Applied, s_vector_table, "force", "force", define_vector);

const abXmlType ab_xml_force_vector_onebody =
    AB_XML_TYPE(Applied, s_one_body_table, "force", "force", define_one_body);

const abXmlType ab_xml_force_scalar_twobody =
    AB_XML_TYPE(Applied, s_scalar_table, "force", "force", define_scalar);
