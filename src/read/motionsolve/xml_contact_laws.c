// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_contact_laws.c - the laws of a Force_Contact: chosen by name, with their keys from a row each.

#include "read/motionsolve/xml_contact_laws.h"

#include <math.h>
#include <stdio.h>

#include "law/core/surface_pair.h"
#include "law/normal/volume.h"
#include "math/core/elementary.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"

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

// A routine is written for the units of its model.
static void set_units(abXmlReader *reader, abXmlParams to) {
    static const char *const keys[][2] = {
        {"length_unit", "m"}, {"time_unit", "s"}, {"force_unit", "N"}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        double unit = ab_xml_si(&reader->context, keys[i][1], 1.0, 1.0);
        if (unit != 1.0) {
            ab_xml_set(reader, to, keys[i][0], unit, NULL);
        }
    }
}

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
    set_units(reader, to);
    return !thing->is_wrong;
}

void ab_xml_contact_post(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def) {
    const abXmlContact *c = thing->data;
    abXmlRoutine routine;
    if ((c->post_code.library == NULL && c->post_code.script == NULL) ||
        !ab_xml_routine(reader, thing, &c->post_code, "cpost", &routine)) {
        return;
    }
    def->post_library = routine.library;
    def->post_script = routine.script;
    def->post_routine = routine.routine;
    def->post_parameters = routine.parameters;
    def->post_length_unit = ab_xml_si(&reader->context, "m", 1.0, 1.0);
    def->post_time_unit = ab_xml_si(&reader->context, "s", 1.0, 1.0);
    def->post_force_unit = ab_xml_si(&reader->context, "N", 1.0, 1.0);
}

// ---- laws of the list ----

// K of VOLUME. The source computes it as force by length^3 and uses the number for every exponent,
// so that for others than 1 it depends on the unit of length.
static double volume_stiffness(const abXmlContext *context, const abXmlContact *c) {
    double linear = ab_in_series(c->modulus_i / c->layer_i, c->modulus_j / c->layer_j);
    double length = ab_xml_si(context, "m", 1.0, 1.0);
    return linear * ab_pow(length, 1.0 - c->exponent);
}

void ab_xml_contact_idle_keys(abXmlReader *reader, const abXmlThing *thing) {
    enum {
        I = 1 << AB_XML_NORMAL_IMPACT,
        P = 1 << AB_XML_NORMAL_POISSON,
        V = 1 << AB_XML_NORMAL_VOLUME
    };
    enum { ON = 1 << AB_XML_FRICTION_ON, DYNAMIC = 1 << AB_XML_FRICTION_DYNAMIC };
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
    const abXmlContact *c = thing->data;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (keys[i].normal != 0 && (keys[i].normal >> c->normal & 1) == 0) {
            ab_xml_idle_key(reader, thing, keys[i].key,
                            "the law that cnf_type names has no such value");
        } else if (keys[i].friction != 0 && c->friction != AB_XML_FRICTION_OFF &&
                   (c->friction < 0 || (keys[i].friction >> c->friction & 1) == 0)) {
            ab_xml_idle_key(reader, thing, keys[i].key,
                            c->friction < 0 ? "without cff_type there is no friction"
                                            : "the friction that cff_type names has no such value");
        }
    }
}

bool ab_xml_contact_normal(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def) {
    const abXmlContact *c = thing->data;
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
    case AB_XML_NORMAL_IMPACT:
        return CHOOSE("normal law", "impact", "cnf_type", impact, &def->normal_law, &def->normal);
    case AB_XML_NORMAL_POISSON:
        return CHOOSE("normal law", "poisson", "cnf_type", poisson, &def->normal_law, &def->normal);
    case AB_XML_NORMAL_VOLUME:
        return CHOOSE("normal law", "volume", "cnf_type", volume, &def->normal_law, &def->normal);
    default:
        return choose_routine(reader, thing, "normal law", &c->normal_code, "cnf", &def->normal_law,
                              &def->normal);
    }
}

// VOLUME is a pressure, so its share of a node or an element is that of the area it stands for. Of
// the other laws, which give a force for a depth, the source does not publish how nodes share it.
void ab_xml_contact_carrier(abXmlReader *reader, const abXmlThing *thing, bool is_meshed,
                            abContactRuleDef *def) {
    const abXmlContact *c = thing->data;
    bool has_nodes = c->node_mode == AB_XML_SWITCH_ON;
    if (c->node_mode >= 0 && is_meshed && c->normal == AB_XML_NORMAL_VOLUME) {
        def->manifold = has_nodes ? AB_MANIFOLD_VERTICES : AB_MANIFOLD_FACES;
        def->penetrating = c->master == AB_XML_MASTER_I   ? AB_PENETRATING_FIRST
                           : c->master == AB_XML_MASTER_J ? AB_PENETRATING_SECOND
                                                          : AB_PENETRATING_AUTO;
    } else if (has_nodes && is_meshed) {
        ab_xml_idle_key(reader, thing, "enable_node_mode",
                        "how nodes share the force of a depth is not published; a meshed pair is "
                        "carried by the regions of both surfaces, of VOLUME by its nodes");
    } else if (has_nodes) {
        ab_xml_idle_key(reader, thing, "enable_node_mode",
                        "no side has graphics that are all meshes");
    }
}

static void check_friction(abXmlReader *reader, abXmlThing *thing) {
    const abXmlContact *c = thing->data;
    if (fabs(c->friction_speed) < fabs(c->stiction_speed)) {
        ab_xml_wrong(reader, thing, "friction_trans_vel",
                     "friction_trans_vel is below stiction_trans_vel; friction has its most at "
                     "the lower of the two speeds");
    }
    if (c->mu_dynamic > c->mu_static && c->friction == AB_XML_FRICTION_ON) {
        ab_xml_warn(reader, thing, "mu_dynamic",
                    "mu_dynamic = %g is above mu_static = %g: friction grows with speed",
                    c->mu_dynamic, c->mu_static);
    }
}

bool ab_xml_contact_friction(abXmlReader *reader, abXmlThing *thing, abContactRuleDef *def) {
    const abXmlContact *c = thing->data;
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
    case AB_XML_FRICTION_ON:
        return CHOOSE("friction law", "static_dynamic", "cff_type", on, &def->friction_law,
                      &def->friction);
    case AB_XML_FRICTION_DYNAMIC:
        return CHOOSE("friction law", "dynamic_only", "cff_type", dynamic, &def->friction_law,
                      &def->friction);
    case AB_XML_FRICTION_USER:
        return choose_routine(reader, thing, "friction law", &c->friction_code, "cff",
                              &def->friction_law, &def->friction);
    default:
        def->friction_law = ab_kind_find("friction law", "none");
        ab_params_init(&def->friction, "friction law", def->friction_law);
        return true;
    }
}
