// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plugin_law.c - laws of users through our own table of functions (abut/user_code.h).

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "law/user_code.h"
#include "math/vector_math.h"

typedef struct PluginKeys {
    const char *library, *name;
    const char *const *parameters;
} PluginKeys;

static const abKey s_keys[] = {
    AB_ANY(AB_KEY_TEXT, PluginKeys, library, "-", 0.0, 0.0, 0.0,
           "shared library in the model's folder; needs --allow-code"),
    AB_ANY(AB_KEY_TEXT, PluginKeys, name, "-", 0.0, 0.0, 0.0, "name of the law in that library"),
    AB_ANY(AB_KEY_TEXTS, PluginKeys, parameters, "-", 0.0, 0.0, 0.0,
           "numbers for the law, in model files' own units"),
};
static const abTable s_normal_table =
    AB_TABLE("plugin", PluginKeys, s_keys, "normal law of the user, from a plug-in library");
static const abTable s_friction_table =
    AB_TABLE("plugin", PluginKeys, s_keys, "friction law of the user, from a plug-in library");

typedef struct Plugin {
    abCodeHost *host;
    void *library;
    const abPluginLaw *law;
    char file[200];
    double parameters[AB_ROUTINE_PARAMETERS];
} Plugin;

// ---- opening ----

static abResult find_law(Plugin *plugin, const PluginKeys *keys, const char *folder, abPlace place,
                         abError *error) {
    int count;
    if (!ab_routine_numbers(keys->parameters, plugin->parameters, &count, place, error)) {
        return AB_BAD_MODEL;
    }
    void (*function)(void);
    AB_TRY(ab_library_open(keys->library, folder, "abut_plugin_law", place, &plugin->library,
                           &function, error));
    const abPluginLaw *law = ((abPluginFind *)function)(keys->name);
    if (law == NULL) {
        return ab_error_add(error, AB_BAD_MODEL, place, "%s has no law named %s", keys->library,
                            keys->name);
    }
    if (law->version != AB_PLUGIN_VERSION) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "the law %s of %s is written for version %d of the plug-in interface; "
                            "this is version %d",
                            keys->name, keys->library, law->version, AB_PLUGIN_VERSION);
    }
    if (law->parameter_count != count) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "the law %s of %s takes %d parameters; %d are given", keys->name,
                            keys->library, law->parameter_count, count);
    }
    plugin->law = law;
    return AB_OK;
}

static void plugin_close(void *code) {
    Plugin *plugin = code;
    if (plugin != NULL) {
        abAllocator a = plugin->host->allocator;
        ab_library_close(plugin->library);
        a.resize(a.context, plugin, sizeof *plugin, 0);
    }
}

static abResult check_keys(const PluginKeys *keys, abPlace place, abError *error) {
    return keys->library != NULL && keys->name != NULL
               ? AB_OK
               : ab_error_add(error, AB_BAD_MODEL, place,
                              "the law plugin needs library: FILE and name: LAW");
}

static abResult plugin_open(const void *params, abCodeHost *host, const char *folder, abPlace place,
                            void **code, abError *error) {
    const PluginKeys *keys = params;
    AB_TRY(check_keys(keys, place, error));
    Plugin *plugin = host->allocator.resize(host->allocator.context, NULL, 0, sizeof *plugin);
    if (plugin == NULL) {
        return ab_error_add(error, AB_IO, place, "out of memory for a plug-in");
    }
    *plugin = (Plugin){.host = host};
    snprintf(plugin->file, sizeof plugin->file, "%s", keys->library);
    abResult result = find_law(plugin, keys, folder, place, error);
    if (result != AB_OK) {
        plugin_close(plugin);
        return result;
    }
    *code = plugin;
    return AB_OK;
}

// ---- calling ----

static bool is_finite(const abPluginForce *f) {
    double sum = f->force + f->stiffness + f->damping + f->energy + f->elastic;
    return isfinite(sum + f->tangential[0] + f->tangential[1] + f->tangential[2]);
}

static abPluginForce call(const abContactSite *site, const double *memory,
                          const abPluginContact *contact) {
    Plugin *plugin = site->code;
    abCodeHost *host = plugin->host;
    abCodeCall told = {.routine = plugin->law->name,
                       .file = plugin->file,
                       .shapes = {site->shapes[0], site->shapes[1]},
                       .time = site->time};
    abPluginForce out = {0};
    if (host->watch.enter != NULL) {
        host->watch.enter(host->watch.context, &told);
    }
    plugin->law->evaluate(plugin->parameters, memory, contact, &out);
    if (host->watch.leave != NULL) {
        host->watch.leave(host->watch.context);
    }
    if (!is_finite(&out)) {
        ab_code_fault(host, &told, "its answer has a number that is not finite");
    }
    return out;
}

static abPluginContact contact_at(const abContactSite *site) {
    return (abPluginContact){.time = site->time, .point = {site->p_W.x, site->p_W.y, site->p_W.z}};
}

static abResult normal_check(const void *params, const abPairProperties *pair, abPlace place,
                             abError *error) {
    (void)pair;
    return check_keys(params, place, error);
}

static void normal_prepare(const void *params, abPairProperties *pair, double *constants) {
    (void)params;
    (void)constants;
    pair->rolling_radius = isfinite(pair->radius) ? pair->radius : 0.0;
}

// The speed is kept; the plug-in's own memory follows from it at each call.
static void normal_begin(const double *constants, double speed, double *memory) {
    (void)constants;
    memory[0] = speed;
}

static void normal_evaluate(const double *constants, const double *memory, const abContact *contact,
                            abNormalForce *out) {
    (void)constants;
    *out = (abNormalForce){0};
    const abContactSite *site = contact->site;
    if (site == NULL || site->code == NULL || !(contact->depth > 0.0)) {
        return;
    }
    const Plugin *plugin = site->code;
    abPluginContact given = contact_at(site);
    given.depth = contact->depth;
    given.rate = contact->rate;
    given.radius = contact->radius;
    given.area = contact->area;
    double own[AB_PLUGIN_MEMORY] = {0.0};
    if (plugin->law->begin != NULL) {
        plugin->law->begin(plugin->parameters, memory[0], own);
    }
    abPluginForce force = call(site, own, &given);
    *out = (abNormalForce){.force = force.force > 0.0 || isnan(force.force) ? force.force : 0.0,
                           .stiffness = force.stiffness,
                           .damping = force.damping,
                           .elastic = force.elastic,
                           .energy = force.energy};
}

static abResult friction_check(const void *params, const abPairProperties *pair, abPlace place,
                               abError *error) {
    return normal_check(params, pair, place, error);
}

static void friction_prepare(const void *params, const abPairProperties *pair, double *constants) {
    (void)params;
    (void)pair;
    (void)constants;
}

static void friction_evaluate(const double *constants, const abSlip *slip, abFrictionForce *out) {
    (void)constants;
    *out = (abFrictionForce){0};
    const abContactSite *site = slip->site;
    if (site == NULL || site->code == NULL) {
        return;
    }
    abPluginContact given = contact_at(site);
    given.slip[0] = slip->v_t.x;
    given.slip[1] = slip->v_t.y;
    given.slip[2] = slip->v_t.z;
    given.normal_force = slip->normal_force;
    double none[AB_PLUGIN_MEMORY] = {0.0};
    abPluginForce force = call(site, none, &given);
    abVec3 on_B = ab_vec3(force.tangential[0], force.tangential[1], force.tangential[2]);
    out->force = ab_add_scaled(on_B, -ab_dot(on_B, slip->n_AB), slip->n_AB);
}

const abNormalLaw ab_law_plugin = {.table = &s_normal_table,
                                   .check = normal_check,
                                   .prepare = normal_prepare,
                                   .begin = normal_begin,
                                   .evaluate = normal_evaluate,
                                   .code = {plugin_open, plugin_close},
                                   .spread = AB_LAW_SPREADABLE};
const abFrictionLaw ab_friction_plugin = {.table = &s_friction_table,
                                          .check = friction_check,
                                          .prepare = friction_prepare,
                                          .evaluate = friction_evaluate,
                                          .code = {plugin_open, plugin_close}};
