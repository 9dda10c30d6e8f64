// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// modes.c - abut modes: from a mesh of tetrahedra to a reduced body, with a report.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "abut/version.h"
#include "base/hash.h"
#include "base/no_memory.h"
#include "base/schema.h"
#include "command/command.h"
#include "command/drive.h"
#include "flexible/reduced_hdf5.h"
#include "modes/reduce.h"
#include "read/core/model_file.h"
#include "reduction/material_file.h"
#include "reduction/modes_report.h"
#include "volume/core/volume_finish.h"
#include "volume/read/volume_read.h"

enum { INTERFACES_MAX = 200, DEFAULT_MODES = 10 };

typedef struct Modes {
    const Arguments *arguments;
    Logger logger;
    abArena arena;
    abVolumeMesh mesh;
    abInterfaceDef interfaces[INTERFACES_MAX];
    abContactDef contacts[INTERFACES_MAX];
    abReduceDef def;
    abReducedBody body;
    abReduceReport report;
} Modes;

// ---- options ----

// NAME or NAME:kind. The text is changed.
static abResult take_interface(Modes *m, char *word) {
    const Command *command = m->arguments->command;
    char *colon = strrchr(word, ':');
    int kind = AB_INTERFACE_RIGID;
    if (colon != NULL) {
        *colon = '\0';
        kind = 0;
        while (ab_interface_kinds[kind] != NULL &&
               strcmp(ab_interface_kinds[kind], colon + 1) != 0) {
            kind++;
        }
        if (ab_interface_kinds[kind] == NULL) {
            return command_usage(command, "--interfaces %s:%s: allowed are rigid, mean, fixed%s",
                                 word, colon + 1,
                                 ab_hint(ab_nearest_word(colon + 1, ab_interface_kinds)).text);
        }
    }
    if (*word == '\0') {
        return command_usage(command, "--interfaces: a name is missing; NAME or NAME:kind, comma "
                                      "between");
    }
    if (m->def.interface_count == INTERFACES_MAX) {
        return command_usage(command, "--interfaces: at most %d", INTERFACES_MAX);
    }
    m->interfaces[m->def.interface_count++] = (abInterfaceDef){word, (abInterfaceKind)kind};
    return AB_OK;
}

// SET, SET:uniform, SET:nodes or SET:number. The text is changed.
static abResult take_contact(Modes *m, char *word) {
    const Command *command = m->arguments->command;
    char *colon = strrchr(word, ':'), *end = NULL;
    abContactDef def = {word, AB_CONTACT_UNIFORM, 0};
    if (colon != NULL) {
        *colon = '\0';
        long count = strtol(colon + 1, &end, 10);
        if (strcmp(colon + 1, "nodes") == 0) {
            def.kind = AB_CONTACT_NODES;
        } else if (end != colon + 1 && *end == '\0' && count >= 1 && count <= AB_PATCH_NODES) {
            def.kind = AB_CONTACT_COUNT;
            def.count = (int)count;
        } else if (strcmp(colon + 1, "uniform") != 0) {
            return command_usage(command,
                                 "--contact %s:%s: allowed are uniform, nodes, or a "
                                 "number from 1 to %d",
                                 word, colon + 1, AB_PATCH_NODES);
        }
    }
    if (*word == '\0' || m->def.contact_count == INTERFACES_MAX) {
        return command_usage(command,
                             "--contact: names of sets are wanted, comma between, at most "
                             "%d",
                             INTERFACES_MAX);
    }
    m->contacts[m->def.contact_count++] = def;
    return AB_OK;
}

// Each word of the lists that an option has, all its places on the command line together.
static abResult take_lists(Modes *m, const char *option, abResult (*take)(Modes *, char *)) {
    const Arguments *a = m->arguments;
    for (int i = 0; i < a->given_count; i++) {
        if (strcmp(a->command->options[a->given[i]].name, option) != 0) {
            continue;
        }
        char *list = ab_arena_text(&m->arena, a->values[i]);
        while (list != NULL) {
            char *comma = strchr(list, ',');
            if (comma != NULL) {
                *comma = '\0';
            }
            AB_TRY(take(m, list));
            list = comma != NULL ? comma + 1 : NULL;
        }
    }
    m->def.interfaces = m->interfaces;
    m->def.contacts = m->contacts;
    return AB_OK;
}

static abResult take_wish(Modes *m) {
    const Arguments *a = m->arguments;
    double count, frequency;
    AB_TRY(option_number(a, "modes", NAN, 0.0, 2000.0, &count));
    AB_TRY(option_number(a, "frequency-below", INFINITY, 1e-6, 1e12, &frequency));
    if (!isnan(count) && count != floor(count)) {
        return command_usage(a->command, "--modes %g: a whole number is wanted", count);
    }
    if (isnan(count)) {
        count = isfinite(frequency) ? 0.0 : DEFAULT_MODES;
    } else if (count == 0.0) {
        frequency = 0.0; // none: constraint modes alone
    }
    m->def.wish = (abEigenWish){(int)count, frequency};
    m->def.is_free = option_given(a, "free");
    for (int i = 0; i < m->def.interface_count && m->def.is_free; i++) {
        if (m->interfaces[i].kind == AB_INTERFACE_FIXED) {
            return command_usage(a->command, "--free and the fixed interface %s exclude each other",
                                 m->interfaces[i].set);
        }
    }
    return AB_OK;
}

// Metres to the unit of the mesh; with millimetres go MPa and t/mm^3.
static abResult take_units(Modes *m) {
    const char *units = option_value(m->arguments, "units");
    if (units == NULL || strcmp(units, "m") == 0) {
        return AB_OK;
    }
    if (strcmp(units, "mm") != 0) {
        return command_usage(m->arguments->command, "--units %s: allowed are m and mm", units);
    }
    ab_volume_scale(&m->mesh, 1000.0, 1e6, 1e12);
    return AB_OK;
}

// ---- the work ----

static abResult read_mesh(Modes *m, abError *error) {
    const char *material_file = option_value(m->arguments, "material");
    abVolumeMaterial material;
    AB_TRY(ab_volume_read(m->arguments->words[0], &m->mesh, error));
    AB_TRY(take_units(m));
    if (material_file != NULL) {
        AB_TRY(material_file_read(material_file, &material, error));
    }
    AB_TRY(ab_volume_check(&m->mesh));
    AB_TRY(ab_volume_check_materials(&m->mesh, material_file != NULL ? &material : NULL));
    return ab_volume_check_units(&m->mesh);
}

static void warn(Modes *m) {
    abLog log = logger_log(&m->logger);
    if (m->mesh.element_nodes == 4) {
        ab_log(&log, AB_LOG_WARNING,
               "tetrahedra of 4 nodes are much too stiff in bending; make a mesh of second order, "
               "with 10 nodes");
    }
    if (m->def.is_free && m->def.interface_count > 0) {
        ab_log(&log, AB_LOG_WARNING,
               "free modes alone: static loads at the interfaces find the body too stiff; without "
               "--free each interface gets its modes");
    }
}

// Told once it is known how stiff the patches are.
static void warn_of_patches(Modes *m) {
    abLog log = logger_log(&m->logger);
    for (int i = 0; i < m->report.patch_count; i++) {
        const abContactNote *n = &m->report.patches[i];
        double excess = n->modal_stiffness / n->stiffness - 1.0;
        if (excess > 0.2) {
            ab_log(&log, AB_LOG_WARNING,
                   "contact %s is %.0f %% stiffer than the mesh: take more contact modes there",
                   n->name, 100.0 * excess);
        }
    }
}

static abResult hash_of(const char *path, uint64_t *hash, abError *error) {
    abModelFile file = {0};
    abResult result = ab_model_file_read(path, ab_heap(), (abPlace){0}, &file, error);
    *hash = result == AB_OK ? ab_hash_bytes(AB_HASH_START, file.text, file.size) : 0;
    ab_model_file_done(&file);
    return result;
}

static abResult write_body(Modes *m, const char *output, abError *error) {
    const char **kinds = AB_ARENA_NEW(&m->arena, const char *, (size_t)m->report.mode_count + 1);
    if (kinds == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for a reduced body");
    }
    for (int k = 0; k < m->report.mode_count; k++) {
        kinds[k] = ab_mode_kinds[m->report.modes[k].kind];
    }
    abReducedOrigin origin = {
        .source = m->arguments->words[0], .program = "abut " AB_VERSION, .kinds = kinds};
    AB_TRY(hash_of(m->arguments->words[0], &origin.source_hash, error));
    return ab_reduced_hdf5_write(output, &m->body, &origin, error);
}

static abResult make_modes(Modes *m, abError *error) {
    const char *output = option_value(m->arguments, "output");
    AB_TRY(ab_reduce_is_built(error));
    AB_TRY(take_lists(m, "interfaces", take_interface));
    AB_TRY(take_lists(m, "contact", take_contact));
    AB_TRY(take_wish(m));
    AB_TRY(read_mesh(m, error));
    warn(m);
    AB_TRY(ab_reduce(&m->mesh, &m->def, &m->arena, &m->body, &m->report, error));
    warn_of_patches(m);
    if (output != NULL) {
        AB_TRY(write_body(m, output, error));
    }
    ModesResult result = {m->arguments->words[0], output, &m->body, &m->report};
    (option_given(m->arguments, "json") ? modes_print_json : modes_print)(&result);
    return AB_OK;
}

static abResult run_modes(const Arguments *arguments, abError *error) {
    Modes *m = calloc(1, sizeof *m);
    if (m == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the modes of a mesh");
    }
    m->arguments = arguments;
    m->logger.is_quiet = option_given(arguments, "quiet");
    ab_arena_init(&m->arena, ab_heap(), 1 << 16);
    ab_volume_init(&m->mesh, ab_heap());
    abResult result = make_modes(m, error);
    ab_volume_done(&m->mesh);
    ab_arena_done(&m->arena);
    logger_done(&m->logger);
    free(m);
    return result;
}

const Command command_modes = {
    .name = "modes",
    .words = "FILE",
    .minimum = 1,
    .maximum = 1,
    .text = "a mesh of tetrahedra as an elastic body reduced to a few modes",
    .more =
        "FILE is a volume mesh: gmsh (.msh), Abaqus or CalculiX (.inp), Nastran (.bdf, .nas, "
        ".fem,\n"
        ".dat), with tetrahedra of 10 nodes, or of 4. Interfaces are node sets of the mesh where\n"
        "joints and forces take hold: NAME is short for NAME:rigid; NAME:mean stays soft; "
        "NAME:fixed\n"
        "is held. With interfaces the body gets their static shapes and eigenmodes with them held\n"
        "(Craig and Bampton); without, its free modes; 10 when nothing else is said. Patches of\n"
        "contact are sets of faces that get static shapes too, so that they give way.",
    .options = {{'o', "output", "FILE", "the reduced body, HDF5; without it only the report"},
                {'m', "material", "FILE",
                 "FILE or FILE:NAME with materials: in SI, or abut:Steel; else those of the mesh"},
                {0, "interfaces", "NAME[:KIND],...", "kinds are rigid, mean, fixed"},
                {0, "contact", "SET[:KIND],...",
                 "patches that are pressed on; kinds are uniform, nodes, a number of modes"},
                {0, "modes", "N", "how many eigenmodes; 0: static shapes alone"},
                {0, "frequency-below", "HZ", "all eigenmodes below"},
                {0, "free", NULL, "free modes although there are interfaces"},
                {0, "units", "UNIT", "of the mesh: m, or mm with MPa and t/mm^3"},
                {0, "json", NULL, "one object for machines, SI"},
                {'q', "quiet", NULL, "no warnings"}},
    .option_choices = {"units", "m mm"},
    .run = run_modes,
};
