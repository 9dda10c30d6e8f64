// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plugin_law.c - laws of users through our own table of functions (abut/user_code.h).

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/no_memory.h"
#include "law/user/plugin_frame.h"
#include "law/user/user_code.h"

typedef struct PluginKeys {
    const char *library, *name;
    const char *const *parameters;
} PluginKeys;

static const abKey s_keys[] = {
    AB_TEXT(PluginKeys, library, "shared library in the model's folder; needs --allow-code"),
    AB_TEXT(PluginKeys, name, "name of the law in that library"),
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
        return ab_no_memory(error, place, "for a plug-in");
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

static abResult plugin_check(const void *params, const abPairProperties *pair, abPlace place,
                             abError *error) {
    (void)pair;
    return check_keys(params, place, error);
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
    abPluginContact given = ab_plugin_contact(contact);
    double own[AB_PLUGIN_MEMORY] = {0.0};
    if (plugin->law->begin != NULL) {
        plugin->law->begin(plugin->parameters, memory[0], own);
    }
    abPluginForce force = call(site, own, &given);
    *out = ab_plugin_normal_force(&force);
}

static void friction_evaluate(const double *constants, const abSlip *slip, abFrictionForce *out) {
    (void)constants;
    *out = (abFrictionForce){0};
    const abContactSite *site = slip->site;
    if (site == NULL || site->code == NULL) {
        return;
    }
    abPluginContact given = ab_plugin_slip(slip);
    double none[AB_PLUGIN_MEMORY] = {0.0};
    abPluginForce force = call(site, none, &given);
    *out = ab_plugin_friction_force(ab_vec3_of(force.tangential), slip);
}

const abLawNumber ab_plugin_memory[] = {
    {"start_speed", "m/s",
     "of closing when the contact began; the memory of the function follows "
     "from it",
     0},
    {NULL, NULL, NULL, 0},
};

const abNormalLaw ab_law_plugin = {.table = &s_normal_table,
                                   .memory = ab_plugin_memory,
                                   .has_own_losses = true,
                                   .check = plugin_check,
                                   .prepare = ab_plugin_prepare,
                                   .begin = ab_plugin_begin,
                                   .evaluate = normal_evaluate,
                                   .code = {.open = plugin_open, .close = plugin_close},
                                   .spread = AB_LAW_SPREADABLE};
const abFrictionLaw ab_friction_plugin = {.table = &s_friction_table,
                                          .check = plugin_check,
                                          .evaluate = friction_evaluate,
                                          .code = {.open = plugin_open, .close = plugin_close}};
