// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contacts.c - Force_Contact: which graphics touch, and by which law.
//
// Each pair of a graphic on I with one on J becomes a contact rule. What no contact names does not
// touch. Laws are chosen by name and take their keys from a row each. These laws ask nothing of
// materials, so all graphics are of one that says nothing.

#include "read/motionsolve/xml_contacts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/core/surface_pair.h"
#include "law/normal/volume.h"
#include "math/core/elementary.h"
#include "read/motionsolve/xml_graphics.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_routines.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"
#include "read/motionsolve/xml_unknown.h"

enum { PAIRS_MAX = 100000 };

typedef struct Contact {
    int id, count_i, count_j;
    const char *label;
    abXmlIntegers graphics_i, graphics_j;
    double deepest;
    int master, analytical;
    double stability;
    int normal, friction;
    double penalty, restitution, normal_speed;
    double stiffness, exponent, damping, full_depth;
    double modulus_i, modulus_j, layer_i, layer_j;
    double mu_static, mu_dynamic, stiction_speed, friction_speed;
    abXmlCode normal_code, friction_code, post_code;
    const char *bodies_key; // of the pair of bodies in the reader's names; NULL until defined
} Contact;

enum { NORMAL_IMPACT, NORMAL_POISSON, NORMAL_VOLUME, NORMAL_USER };
static const char *const s_normals[] = {"IMPACT", "POISSON", "VOLUME", "USERCNF|USER|USERSUB",
                                        NULL};
enum { FRICTION_ON, FRICTION_OFF, FRICTION_DYNAMIC, FRICTION_USER };
static const char *const s_frictions[] = {
    "COULOMB_ON|ON", "COULOMB_OFF|OFF|NONE",
    "COULOMB_DYNAMICONLY|COULOMB_DYNAMIC_ONLY|DYNAMIC_ONLY|DYNAMICS_ONLY|DYNAMICONLY",
    "USERCFF|USER|USERSUB", NULL};
enum { MASTER_AUTO, MASTER_I, MASTER_J, MASTER_BOTH };
static const char *const s_masters[] = {"AUTO", "I", "J", "I_AND_J", NULL};
static const char *const s_switch[] = {"FALSE", "TRUE|AUTO", NULL};

#define CODE(field, name) AB_XML_STRING(AB_XML_TEXT, Contact, field, name, "of a routine")
#define CODE_KEYS(field, parameters_, function_, library_, script_, interpreter_)                  \
    CODE(field.parameters, parameters_), CODE(field.function, function_),                          \
        CODE(field.library, library_), CODE(field.script, script_),                                \
        CODE(field.interpreter, interpreter_)
static const abXmlKey s_keys[] = {
    AB_XML_ID_AND_LABEL(Contact),
    AB_XML_REFERENCE(Contact, count_i, "num_i_graphics", 0.0, false, "how many graphics on I"),
    AB_XML_REFERENCE(Contact, count_j, "num_j_graphics", 0.0, false, "how many graphics on J"),
    AB_XML_KEY(AB_XML_INTEGERS, Contact, graphics_i, "i_graphics_id", "-", 0, 1.0, 2147483647.0,
               "graphics on I"),
    AB_XML_KEY(AB_XML_INTEGERS, Contact, graphics_j, "j_graphics_id", "-", 0, 1.0, 2147483647.0,
               "graphics on J"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "i_flexbody_id", "FALSE|0|-1",
                    "flexible bodies are not supported yet"),
    AB_XML_NOT_DONE(AB_XML_REFUSED, "j_flexbody_id", "FALSE|0|-1",
                    "flexible bodies are not supported yet"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "i_flip_flex", "FALSE|0", "there are no flexible sides"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "j_flip_flex", "FALSE|0", "there are no flexible sides"),
    AB_XML_POSITIVE(Contact, deepest, "ignore_penetration_larger_than", "m",
                    "depth from which there is no force"),
    AB_XML_WORDS(Contact, master, "master_surface", s_masters,
                 "whose surface gives depth and normal: the answer is the same, but I_AND_J adds "
                 "both and so "
                 "counts it twice"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "enable_node_mode", "FALSE",
                    "a meshed pair is carried by the regions of both surfaces, not by nodes"),
    AB_XML_WORDS(Contact, analytical, "enable_analytical", s_switch,
                 "shapes are exact here in any case"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "enable_sphere_to_mesh", "TRUE|AUTO",
                    "a sphere stays exact against a mesh"),
    AB_XML_NUM(Contact, stability, "contact_stability_2d", "-", 0.1,
               "0: the point is the centroid of the overlap; else the deepest, since the pull "
               "towards the centroid is not published"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "contact_stability_2d_factor", "0.1",
                    "give contact_stability_2d"),
    AB_XML_WORDS_REQUIRED(Contact, normal, "cnf_type", s_normals, "law of the normal force"),
    AB_XML_NOT_NEGATIVE(Contact, penalty, "penalty", "-", "of POISSON, in force by length^1.5"),
    AB_XML_KEY(AB_XML_REAL, Contact, restitution, "restitution_coef|restitution_coeff", "-", NAN,
               0.0, 1.0, "of POISSON"),
    AB_XML_POSITIVE(Contact, normal_speed, "normal_trans_vel", "m/s",
                    "of POISSON: speed at which its damping acts in full"),
    AB_XML_NOT_NEGATIVE(Contact, stiffness, "stiffness", "-",
                        "of IMPACT, in force by length^exponent"),
    AB_XML_POSITIVE(Contact, exponent, "exponent", "-", "of IMPACT and VOLUME"),
    AB_XML_NOT_NEGATIVE(Contact, damping, "damping", "N s/m", "of IMPACT and VOLUME"),
    AB_XML_POSITIVE(Contact, full_depth, "dmax", "m", "of IMPACT: depth of full damping"),
    AB_XML_POSITIVE(Contact, modulus_i, "i_elastic_modulus", "N/m^2", "of VOLUME"),
    AB_XML_POSITIVE(Contact, modulus_j, "j_elastic_modulus", "N/m^2", "of VOLUME"),
    AB_XML_POSITIVE(Contact, layer_i, "i_layer_depth", "m", "of VOLUME"),
    AB_XML_POSITIVE(Contact, layer_j, "j_layer_depth", "m", "of VOLUME"),
    CODE_KEYS(normal_code, "cnf_param_string|usrsub_param_string", "cnf_fnc_name|usrsub_fnc_name",
              "cnf_dll_name|usrsub_dll_name", "cnf_script_name|script_name",
              "cnf_interpreter|interpreter"),
    AB_XML_WORDS(Contact, friction, "cff_type", s_frictions, "law of friction"),
    AB_XML_NOT_NEGATIVE(Contact, mu_static, "mu_static", "-", "of friction"),
    AB_XML_NOT_NEGATIVE(Contact, mu_dynamic, "mu_dynamic", "-", "of friction"),
    AB_XML_NUM(Contact, stiction_speed, "stiction_trans_vel", "m/s", NAN,
               "speed of the most friction"),
    AB_XML_NUM(Contact, friction_speed, "friction_trans_vel", "m/s", NAN,
               "speed from which friction is dynamic"),
    CODE_KEYS(friction_code, "cff_param_string", "cff_fnc_name", "cff_dll_name", "cff_script_name",
              "cff_interpreter"),
    CODE_KEYS(post_code, "cpost_param_string", "cpost_fnc_name", "cpost_dll_name",
              "cpost_script_name", "cpost_interpreter"),
};
static const abXmlTable s_table =
    AB_XML_TABLE("Force_Contact", Contact, s_keys, "contact rules for pairs of graphics");

// ---- laws ----

// A value of the file for a key of a law. NAN is left at the law's default.
typedef struct Value {
    const char *key, *attribute;
    double value;
    bool is_needed;
} Value;

// Chooses the law and sets its keys. False, with a problem, when it is not there or a value is not
// allowed.
static bool choose(abXmlReader *reader, abXmlThing *thing, const char *list, const char *law,
                   const char *type_key, const Value *values, int count, int *kind,
                   abParams *params) {
    int found = ab_kind_find(list, law);
    if (found < 0) {
        ab_xml_wrong(reader, thing, type_key, "the %s %s is not supported yet", list, law);
        return false;
    }
    *kind = found;
    ab_params_init(params, list, found);
    abXmlParams to = {thing, list, found, params};
    for (int i = 0; i < count; i++) {
        if (!isnan(values[i].value)) {
            ab_xml_set(reader, to, values[i].key, values[i].value, values[i].attribute);
        } else if (values[i].is_needed) {
            ab_xml_wrong(reader, thing, NULL, "Force_Contact of this type needs the attribute %s",
                         values[i].attribute);
        }
    }
    return !thing->is_wrong;
}

#define CHOOSE(list, law, type_key, values, kind, params)                                          \
    choose(reader, thing, list, law, type_key, values,                                             \
           (int)(sizeof(values) / sizeof((values)[0])), kind, params)

// ---- routines of users ----

static bool choose_routine(abXmlReader *reader, abXmlThing *thing, const char *list,
                           const abXmlCode *code, const char *prefix, int *kind, abParams *params) {
    abXmlRoutine routine;
    char key[40];
    if (!ab_xml_routine(reader, thing, code, prefix, &routine)) {
        return false;
    }
    *kind = ab_kind_find(list, "user");
    ab_params_init(params, list, *kind);
    abXmlParams to = {thing, list, *kind, params};
    bool is_library = routine.library != NULL;
    snprintf(key, sizeof key, "%s_%s_name", prefix, is_library ? "dll" : "script");
    ab_xml_set_text(reader, to, is_library ? "library" : "script",
                    is_library ? routine.library : routine.script, key);
    if (routine.routine != NULL) {
        ab_xml_set_text(reader, to, "routine", routine.routine, NULL);
    }
    snprintf(key, sizeof key, "%s_param_string", prefix);
    ab_xml_set_list(reader, to, "parameters", routine.parameters, key);
    return !thing->is_wrong;
}

static void choose_post(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def) {
    const Contact *c = thing->data;
    abXmlRoutine routine;
    if ((c->post_code.library == NULL && c->post_code.script == NULL) ||
        !ab_xml_routine(reader, thing, &c->post_code, "cpost", &routine)) {
        return;
    }
    def->post_library = routine.library;
    def->post_script = routine.script;
    def->post_routine = routine.routine;
    def->post_parameters = routine.parameters;
}

// ---- laws of the list ----

// K of VOLUME. The source computes it as force by length^3 and uses the number for every exponent,
// so that for others than 1 it depends on the unit of length.
static double volume_stiffness(const abXmlContext *context, const Contact *c) {
    double linear = ab_in_series(c->modulus_i / c->layer_i, c->modulus_j / c->layer_j);
    double length = ab_xml_si(context, "m", 1.0, 1.0);
    return linear * ab_pow(length, 1.0 - c->exponent);
}

// Values of other laws than the one chosen. With friction switched off its values wait.
static void warn_of_other_laws(abXmlReader *reader, const abXmlThing *thing) {
    enum { I = 1 << NORMAL_IMPACT, P = 1 << NORMAL_POISSON, V = 1 << NORMAL_VOLUME };
    enum { ON = 1 << FRICTION_ON, DYNAMIC = 1 << FRICTION_DYNAMIC };
    static const struct {
        const char *key;
        int normal, friction;
    } keys[] = {{"penalty", P, 0},
                {"restitution_coef", P, 0},
                {"normal_trans_vel", P, 0},
                {"stiffness", I, 0},
                {"exponent", I | V, 0},
                {"damping", I | V, 0},
                {"dmax", I, 0},
                {"i_elastic_modulus", V, 0},
                {"j_elastic_modulus", V, 0},
                {"i_layer_depth", V, 0},
                {"j_layer_depth", V, 0},
                {"mu_static", 0, ON},
                {"mu_dynamic", 0, ON | DYNAMIC},
                {"stiction_trans_vel", 0, ON},
                {"friction_trans_vel", 0, ON | DYNAMIC}};
    const Contact *c = thing->data;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i].normal != 0 && (keys[i].normal >> c->normal & 1) == 0) {
            ab_xml_idle_key(reader, thing, keys[i].key,
                            "the law that cnf_type names has no such value");
        } else if (keys[i].friction != 0 && c->friction != FRICTION_OFF &&
                   (c->friction < 0 || (keys[i].friction >> c->friction & 1) == 0)) {
            ab_xml_idle_key(reader, thing, keys[i].key,
                            c->friction < 0 ? "without cff_type there is no friction"
                                            : "the friction that cff_type names has no such value");
        }
    }
}

static bool choose_normal(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def) {
    const Contact *c = thing->data;
    const abXmlContext *context = &reader->context;
    double n = isnan(c->exponent) ? 1.5 : c->exponent;
    const Value impact[] = {
        {"stiffness", "stiffness", ab_xml_si(context, "N/m^n", n, c->stiffness), true},
        {"exponent", "exponent", c->exponent, true},
        {"damping", "damping", isnan(c->damping) ? 0.0 : c->damping, false},
        {"full_damping_depth", "dmax",
         isnan(c->full_depth) && !(c->damping > 0.0) ? 0.0 : c->full_depth, c->damping > 0.0},
    };
    const Value poisson[] = {
        {"penalty", "penalty", ab_xml_si(context, "N/m^n", 1.5, c->penalty), true},
        {"restitution", "restitution_coef", c->restitution, true},
        {"transition_speed", "normal_trans_vel",
         isnan(c->normal_speed) ? ab_xml_si(context, "m/s", 1.0, 1.0) : c->normal_speed, false},
    };
    const Value volume[] = {
        {"exponent", "exponent", c->exponent, true},
        {"damping", "damping", c->damping, false},
        {"stiffness", "i_elastic_modulus, i_layer_depth and those of j",
         volume_stiffness(context, c), true},
    };
    switch (c->normal) {
    case NORMAL_IMPACT:
        return CHOOSE("normal law", "impact", "cnf_type", impact, &def->normal_law, &def->normal);
    case NORMAL_POISSON:
        return CHOOSE("normal law", "poisson", "cnf_type", poisson, &def->normal_law, &def->normal);
    case NORMAL_VOLUME:
        return CHOOSE("normal law", "volume", "cnf_type", volume, &def->normal_law, &def->normal);
    default:
        return choose_routine(reader, thing, "normal law", &c->normal_code, "cnf", &def->normal_law,
                              &def->normal);
    }
}

static void check_friction(abXmlReader *reader, abXmlThing *thing) {
    const Contact *c = thing->data;
    if (fabs(c->friction_speed) < fabs(c->stiction_speed)) {
        ab_xml_wrong(reader, thing, "friction_trans_vel",
                     "friction_trans_vel is below stiction_trans_vel; friction has its most at "
                     "the lower of the two speeds");
    }
    if (c->mu_dynamic > c->mu_static && c->friction == FRICTION_ON) {
        ab_xml_warn(reader, thing, "mu_dynamic",
                    "mu_dynamic = %g is above mu_static = %g: friction grows with speed",
                    c->mu_dynamic, c->mu_static);
    }
}

static bool choose_friction(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def) {
    const Contact *c = thing->data;
    const Value on[] = {
        {"static_friction", "mu_static", c->mu_static, true},
        {"dynamic_friction", "mu_dynamic", c->mu_dynamic, true},
        {"static_speed", "stiction_trans_vel", fabs(c->stiction_speed), true},
        {"dynamic_speed", "friction_trans_vel", fabs(c->friction_speed), true},
    };
    const Value dynamic[] = {
        {"dynamic_friction", "mu_dynamic", c->mu_dynamic, true},
        {"dynamic_speed", "friction_trans_vel", fabs(c->friction_speed), true},
    };
    check_friction(reader, thing);
    switch (c->friction) {
    case FRICTION_ON:
        return CHOOSE("friction law", "static_dynamic", "cff_type", on, &def->friction_law,
                      &def->friction);
    case FRICTION_DYNAMIC:
        return CHOOSE("friction law", "dynamic_only", "cff_type", dynamic, &def->friction_law,
                      &def->friction);
    case FRICTION_USER:
        return choose_routine(reader, thing, "friction law", &c->friction_code, "cff",
                              &def->friction_law, &def->friction);
    default:
        def->friction_law = ab_kind_find("friction law", "none");
        ab_params_init(&def->friction, "friction law", def->friction_law);
        return true;
    }
}

// ---- graphics ----

bool ab_xml_check_side(abXmlReader *reader, abXmlThing *thing, const char *key,
                       const char *count_key, abXmlIntegers ids, int count) {
    const abXmlThing *first = NULL;
    if (ids.count == 0) {
        ab_xml_wrong(reader, thing, ab_xml_thing_has(thing, key) ? key : NULL,
                     "%s needs %s, the graphics of one of its bodies", thing->type->table->name,
                     key);
        return false;
    }
    if (count >= 0 && count != ids.count) {
        ab_xml_wrong(reader, thing, count_key, "%s = %d, but %s has %d", count_key, count, key,
                     ids.count);
        return false;
    }
    for (int i = 0; i < ids.count; i++) {
        const abXmlThing *body, *graphic = ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, ids.at[i]);
        if (graphic == NULL) {
            ab_xml_wrong(reader, thing, key, "%s: there is no Post_Graphic %d%s", key, ids.at[i],
                         ab_xml_left_out(reader, AB_XML_TYPE_GRAPHIC, ids.at[i]));
            return false;
        }
        if (ab_xml_graphic_selector(graphic, &body) == NULL) {
            if (!graphic->is_wrong) {
                ab_xml_wrong(reader, thing, key,
                             "%s: Post_Graphic %d (line %d) is of a type that cannot touch yet",
                             key, ids.at[i], graphic->element->place.line);
            }
            return false;
        }
        if (ab_xml_graphic_is_hole(graphic)) {
            ab_xml_wrong(reader, thing, key,
                         "%s: Post_Graphic %d (line %d) is a hole (is_material_inside = FALSE), "
                         "which is not supported yet",
                         key, ids.at[i], graphic->element->place.line);
            return false;
        }
        if (ab_xml_graphic_is_open(graphic)) {
            ab_xml_warn(reader, graphic, "ends_type",
                        "the ends of Post_Graphic %d are closed here, so they can touch",
                        ids.at[i]);
        }
        if (first != NULL && first != body) {
            ab_xml_wrong(reader, thing, key,
                         "%s: graphics %d and %d are on different bodies, %s and %s; one side of a "
                         "contact is one body",
                         key, ids.at[0], ids.at[i], first->name, body->name);
            return false;
        }
        first = body;
    }
    return true;
}

static void add_pair(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def, int i, int j) {
    const abXmlThing *body_i, *body_j;
    const abXmlThing *graphic_i = ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, i);
    const abXmlThing *graphic_j = ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, j);
    def->between[0] = ab_xml_graphic_selector(graphic_i, &body_i);
    def->between[1] = ab_xml_graphic_selector(graphic_j, &body_j);
    if (body_i == body_j) {
        ab_xml_wrong(reader, thing, "j_graphics_id",
                     "graphics %d and %d are both on body %s; a body cannot touch itself", i, j,
                     body_i->name);
        return;
    }
    const char *key =
        i < j ? ab_xml_text(reader, "pair:%d %d", i, j) : ab_xml_text(reader, "pair:%d %d", j, i);
    if (key == NULL) {
        return;
    }
    const abXmlThing *other = ab_text_map_find(&reader->names, key);
    if (other != NULL) {
        ab_xml_wrong(reader, thing, "i_graphics_id",
                     "graphics %d and %d have a contact already, at line %d; two for one pair are "
                     "not supported",
                     i, j, other->element->place.line);
        return;
    }
    if (!ab_text_map_put(&reader->names, key, thing)) {
        reader->context.is_out_of_memory = true;
    }
    ab_xml_added(reader, thing,
                 ab_model_add_contact_rule(reader->model, def, reader->context.error));
}

// Notes which contact acts between two bodies; a second one makes their names no selectors of one.
static void note_bodies(abXmlReader *reader, abXmlThing *thing) {
    const Contact *c = thing->data;
    const abXmlThing *body_i, *body_j;
    ab_xml_graphic_selector(ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, c->graphics_i.at[0]), &body_i);
    ab_xml_graphic_selector(ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, c->graphics_j.at[0]), &body_j);
    int low = body_i->id < body_j->id ? body_i->id : body_j->id;
    int high = body_i->id < body_j->id ? body_j->id : body_i->id;
    const char *key = ab_xml_text(reader, "bodies:%d %d", low, high);
    if (key == NULL) {
        return;
    }
    abXmlThing *first = ab_text_map_find(&reader->names, key);
    if (!ab_text_map_put(&reader->names, key, first == NULL ? thing : (void *)reader)) {
        reader->context.is_out_of_memory = true;
    }
    ((Contact *)thing->data)->bodies_key = key;
}

const char *ab_xml_contact_selectors(abXmlReader *reader, abXmlThing *contact, abPlace place) {
    const Contact *c = contact->data;
    const abXmlThing *body_i, *body_j;
    if (c->bodies_key == NULL) {
        return NULL; // it was told what is wrong with it
    }
    const char *i = ab_xml_graphic_selector(
        ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, c->graphics_i.at[0]), &body_i);
    const char *j = ab_xml_graphic_selector(
        ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, c->graphics_j.at[0]), &body_j);
    if (c->graphics_i.count == 1 && c->graphics_j.count == 1) {
        return ab_xml_text(reader, "%s, %s", i, j);
    }
    if (ab_text_map_find(&reader->names, c->bodies_key) != contact) {
        ab_xml_problem(&reader->context, place,
                       "contact %d is one of several between %s and %s; their forces can be told "
                       "apart only where each has one graphic on each side",
                       contact->id, body_i->name, body_j->name);
        return NULL;
    }
    return ab_xml_text(reader, "%s, %s", body_i->name, body_j->name);
}

static bool has_mesh(const abXmlReader *reader, abXmlIntegers graphics) {
    for (int i = 0; i < graphics.count; i++) {
        const abXmlThing *graphic = ab_xml_find(reader, AB_XML_TYPE_GRAPHIC, graphics.at[i]);
        if (graphic != NULL && ab_xml_graphic_is_mesh(graphic)) {
            return true;
        }
    }
    return false;
}

// What the file says of surfaces and is done otherwise here.
static void warn_of_surfaces(abXmlReader *reader, const abXmlThing *thing) {
    const Contact *c = thing->data;
    bool is_meshed = has_mesh(reader, c->graphics_i) || has_mesh(reader, c->graphics_j);
    if (c->master == MASTER_BOTH) {
        ab_xml_warn(
            reader, thing, "master_surface",
            "master_surface = I_AND_J: the forces of both surfaces are added, as published; "
            "for exact shapes that is twice the force of AUTO, I or J");
    }
    if ((c->master == MASTER_I || c->master == MASTER_J) && is_meshed) {
        ab_xml_warn(reader, thing, "master_surface",
                    "master_surface = %s has no effect: a meshed pair is carried by the regions of "
                    "both surfaces",
                    c->master == MASTER_I ? "I" : "J");
    }
    if (c->analytical == 0 && !is_meshed) {
        ab_xml_warn(reader, thing, "enable_analytical",
                    "enable_analytical = FALSE has no effect: shapes are exact, not meshed");
    }
}

static void define(abXmlReader *reader, abXmlThing *thing) {
    const Contact *c = thing->data;
    if (thing->is_wrong) {
        return;
    }
    warn_of_surfaces(reader, thing);
    warn_of_other_laws(reader, thing);
    bool ok = ab_xml_check_side(reader, thing, "i_graphics_id", "num_i_graphics", c->graphics_i,
                                c->count_i);
    ok = ab_xml_check_side(reader, thing, "j_graphics_id", "num_j_graphics", c->graphics_j,
                           c->count_j) &&
         ok;
    abContactRuleDef def = ab_contact_rule_def();
    def.place = thing->element->place;
    ok = choose_normal(reader, thing, &def) && ok;
    ok = choose_friction(reader, thing, &def) && ok;
    choose_post(reader, thing, &def);
    def.id = thing->id;
    def.ignore_deeper_than = c->deepest;
    def.masters = c->master == MASTER_BOTH ? AB_MASTERS_SUM : AB_MASTERS_MEAN;
    def.manifold = c->stability == 0.0 ? AB_MANIFOLD_CENTROID : AB_MANIFOLD_FULL;
    if (ok && (double)c->graphics_i.count * c->graphics_j.count > PAIRS_MAX) {
        ab_xml_wrong(reader, thing, "i_graphics_id", "%d times %d pairs of graphics are too many",
                     c->graphics_i.count, c->graphics_j.count);
    }
    if (ok && !thing->is_wrong) {
        note_bodies(reader, thing);
    }
    for (int i = 0; ok && !thing->is_wrong && i < c->graphics_i.count; i++) {
        for (int j = 0; !thing->is_wrong && j < c->graphics_j.count; j++) {
            add_pair(reader, thing, &def, c->graphics_i.at[i], c->graphics_j.at[j]);
        }
    }
}

static void add_material(abXmlReader *reader) {
    abMaterialDef material = ab_material_def();
    abMaterialPairDef pair = ab_material_pair_def();
    material.name = AB_XML_MATERIAL;
    pair.materials[0] = pair.materials[1] = AB_XML_MATERIAL;
    pair.restitution = 1.0; // no law asks for it
    abError *error = reader->context.error;
    reader->result = ab_model_add_material(reader->model, &material, error);
    if (reader->result == AB_OK) {
        reader->result = ab_model_add_material_pair(reader->model, &pair, error);
    }
}

// Without a Force_Contact nothing touches.
static void finish(abXmlReader *reader) {
    if (reader->things[AB_XML_TYPE_CONTACT].count > 0) {
        add_material(reader);
        return;
    }
    abContactRuleDef def = ab_contact_rule_def();
    def.enabled = false;
    reader->result = ab_model_add_contact_rule(reader->model, &def, reader->context.error);
}

// A change of a contact by a command holds from the start when it stands before the first Simulate.
static void command(abXmlReader *reader, abXmlThing *thing) {
    abXmlThing *model = ab_xml_find(reader, AB_XML_TYPE_CONTACT, thing->id);
    if (reader->has_run) {
        ab_xml_wrong(
            reader, thing, NULL,
            "a contact cannot change during the run yet; before the first Simulate it can");
        return;
    }
    model->data = thing->data;
    model->given |= thing->given;
}

const abXmlType ab_xml_force_contact = {
    .table = &s_table,
    .id_offset = offsetof(Contact, id),
    .label_offset = offsetof(Contact, label),
    .is_model = true,
    .is_command = true,
    .define = define,
    .command = command,
    .finish = finish,
};
