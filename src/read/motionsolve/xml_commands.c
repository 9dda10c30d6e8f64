// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_commands.c - Param_Transient and Simulate: how to run; Load_Model and Load_Command: files with
// the model and with commands.
//
// integr_tol bounds the error of one step of the other program; the tolerance here is that of
// results. A hundredth of it, at most 1e-6, keeps results better than what that program gives.
// h_max is not taken over: its use there is to see touches, which are located here.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/core/model.h"
#include "read/core/model_file.h"
#include "read/motionsolve/xml_reader.h"
#include "read/motionsolve/xml_table.h"
#include "read/motionsolve/xml_types.h"

// ---- parameters of the integration ----

typedef struct Transient {
    double tolerance;
} Transient;

static const abXmlKey s_transient_keys[] = {
    AB_XML_POSITIVE(Transient, tolerance, "integr_tol", "-",
                    "bounds the tolerance: a hundredth of it, at most 1e-6"),
};
static const char s_transient_passed[] =
    "id label|full_label integrator_type h_max h_min h0_max vel_tol_factor max_order dae_index "
    "dae_constr_tol dae_corrector_maxit dae_corrector_minit dae_jacob_eval dae_jacob_init "
    "dae_vel_ctrl dae_vel_ctrl_off dae_interpolation dae_beta hht_alpha rel_abs_tol_ratio "
    "sim_mode num_threads";
static const abXmlTable s_transient_table =
    AB_XML_TABLE_PASSING("Param_Transient", Transient, s_transient_keys, s_transient_passed,
                         "the tolerance; all else is chosen by itself");

static void take_tolerance(abXmlReader *reader, abXmlThing *thing) {
    const Transient *t = thing->data;
    if (!isnan(t->tolerance) && !thing->is_wrong) {
        reader->simulation.tolerance = fmax(1e-13, fmin(1e-6, 0.01 * t->tolerance));
    }
}

static const abXmlAttribute *attribute_of(const abXmlElement *element, const char *name) {
    for (int i = 0; i < element->attribute_count; i++) {
        if (ab_xml_same(element->attributes[i].name, name)) {
            return &element->attributes[i];
        }
    }
    return NULL;
}

// One warning for all that is given and has no bearing on how it is run here.
static void warn_of_idle_keys(abXmlReader *reader, const abXmlThing *thing) {
    char list[300] = "", name[60];
    size_t length = 0;
    for (const char *rest = s_transient_passed; ab_xml_next_passed(&rest, name, sizeof name);) {
        bool is_name = strcmp(name, "id") == 0 || strncmp(name, "label", 5) == 0;
        if (!is_name && attribute_of(thing->element, name) != NULL && length < sizeof list) {
            length += (size_t)snprintf(list + length, sizeof list - length, "%s%s",
                                       length > 0 ? ", " : "", name);
        }
    }
    if (length > 0) {
        ab_xml_warn(reader, thing, NULL,
                    "of Param_Transient these have no effect: %s; steps are chosen by the "
                    "tolerance, %g",
                    list, ab_simulation_tolerance(&reader->simulation));
    }
}

static void command_transient(abXmlReader *reader, abXmlThing *thing) {
    take_tolerance(reader, thing);
    warn_of_idle_keys(reader, thing);
}

static void define_transient(abXmlReader *reader, abXmlThing *thing) {
    if (!reader->has_run || reader->things[AB_XML_TYPE_TRANSIENT].first == thing) {
        take_tolerance(reader, thing);
    }
    warn_of_idle_keys(reader, thing);
}

const abXmlType ab_xml_param_transient = {
    .table = &s_transient_table,
    .id_offset = -1,
    .label_offset = -1,
    .is_model = true,
    .is_command = true,
    .define = define_transient,
    .command = command_transient,
};

// ---- the run ----

typedef struct Simulate {
    int analysis, steps;
    double start, end, duration, interval;
} Simulate;

enum { ANALYSIS_TRANSIENT };
static const char *const s_analyses[] = {"TRANSIENT|DYNAMICS|DYNAMIC",
                                         "STATIC",
                                         "QUASI-STATIC|QUASISTATIC|QUASI_STATIC",
                                         "LINEAR",
                                         "ASSEMBLY",
                                         "KINEMATICS|KINEMATIC",
                                         "FREQUENCY RESPONSE|FREQUENCY_RESPONSE",
                                         NULL};

static const abXmlKey s_simulate_keys[] = {
    AB_XML_WORDS(Simulate, analysis, "analysis_type", s_analyses, "what is computed"),
    AB_XML_NUM(Simulate, start, "start_time", "s", NAN, "where time begins"),
    AB_XML_NUM(Simulate, end, "end_time", "s", NAN, "where it ends"),
    AB_XML_POSITIVE(Simulate, duration, "duration", "s", "instead of end_time: how long"),
    {.name = "num_steps|num_step",
     .kind = AB_XML_INTEGER,
     .unit = "-",
     .fallback = 0.0,
     .low = 1.0,
     .high = 1e9,
     .offset = offsetof(Simulate, steps),
     .text = "frames of output"},
    AB_XML_POSITIVE(Simulate, interval, "print_interval", "s",
                    "instead of num_steps: between frames"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "restart_array_id", "0",
                    "the integrator restarts by itself where it must"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "print_increment", "1", "give num_steps or print_interval"),
    AB_XML_NOT_DONE(AB_XML_LISTED, "print_array_id", "0", "give num_steps or print_interval"),
};
static const char s_simulate_passed[] = "id label|full_label";
static const abXmlTable s_simulate_table = AB_XML_TABLE_PASSING(
    "Simulate", Simulate, s_simulate_keys, s_simulate_passed, "end time and output interval");

// Several runs one after another are one run to the end of the last.
static void simulate(abXmlReader *reader, abXmlThing *thing) {
    const Simulate *s = thing->data;
    abSimulationDef *def = &reader->simulation;
    if (s->analysis > ANALYSIS_TRANSIENT) {
        ab_xml_wrong(reader, thing, "analysis_type",
                     "only transient analyses are supported; without the static or kinematic one "
                     "the run would begin elsewhere");
        return;
    }
    double start = reader->has_run ? def->end_time : isnan(s->start) ? 0.0 : s->start;
    double end = isnan(s->duration) ? s->end : start + s->duration;
    if (isnan(end) || (!isnan(s->duration) && !isnan(s->end))) {
        ab_xml_wrong(reader, thing, isnan(end) ? NULL : "duration",
                     "Simulate needs end_time or duration, one of the two");
        return;
    }
    if (!(end > start)) {
        ab_xml_wrong(reader, thing, "end_time", "end_time = %g s is not after the start, %g s", end,
                     start);
        return;
    }
    if (reader->has_run && !isnan(s->start) && s->start != start) {
        ab_xml_warn(reader, thing, "start_time",
                    "the run goes on at %g s, where the one before it "
                    "ends",
                    start);
    }
    double interval = !isnan(s->interval) ? s->interval
                      : s->steps > 0      ? (end - start) / s->steps
                                          : NAN;
    if (!reader->has_run) {
        def->start_time = start;
        def->place = thing->element->place;
        def->output_interval = interval;
    } else {
        def->output_interval = fmin(def->output_interval, interval); // the finer one for all
    }
    def->end_time = end;
    reader->has_run = true;
    reader->run_count++;
}

static void finish(abXmlReader *reader) {
    if (!reader->has_run && reader->context.problems == 0) {
        ab_log(&reader->context.log, AB_LOG_WARNING,
               "there is no Simulate command; the run ends after %g s",
               reader->simulation.end_time);
    }
    // as the other program does before it runs
    reader->simulation.assemble = reader->things[AB_XML_TYPE_JOINT].count > 0 ||
                                  reader->things[AB_XML_TYPE_PRIMITIVE].count > 0 ||
                                  reader->things[AB_XML_TYPE_MOTION_MARKER].count > 0;
    ab_model_set_simulation(reader->model, &reader->simulation);
}

const abXmlType ab_xml_simulate = {
    .table = &s_simulate_table,
    .id_offset = -1,
    .label_offset = -1,
    .is_command = true,
    .command = simulate,
    .finish = finish,
};

// ---- more files ----

enum { LOADS_MAX = 8 }; // files of commands that name each other

typedef struct Load {
    const char *file;
} Load;

static const abXmlKey s_load_model_keys[] = {
    AB_XML_STRING(AB_XML_TEXT, Load, file, "model_file",
                  "its Model block is that of a file without one; other files that it names are "
                  "looked for from the folder of the first"),
};
static const abXmlTable s_load_model_table =
    AB_XML_TABLE_PASSING("Load_Model", Load, s_load_model_keys, "result_file anima_file",
                         "the model, from another file");

static const abXmlKey s_load_command_keys[] = {
    AB_XML_STRING(AB_XML_TEXT, Load, file, "command_file", "its Command block is carried out here"),
};
static const abXmlTable s_load_command_table =
    AB_XML_TABLE("Load_Command", Load, s_load_command_keys, "commands of another file");

const abXmlElement *ab_xml_load(abXmlReader *reader, const abXmlElement *element, const char *key) {
    abXmlContext *context = &reader->context;
    const abXmlAttribute *given = attribute_of(element, key);
    abPlace place = given != NULL ? given->value_place : element->place;
    if (given == NULL || given->value[0] == '\0') {
        ab_xml_problem(context, place, "%.40s needs the attribute %s", element->name, key);
        return NULL;
    }
    if (reader->name == NULL) {
        ab_xml_problem(context, place, "a model without a file name of its own cannot read files");
        return NULL;
    }
    if (!reader->any_files && !ab_file_is_inside(given->value)) {
        ab_xml_problem(context, place,
                       "%s = \"%.80s\" leads out of the model's folder, which is not allowed; put "
                       "the file beside the model, or allow it with --set files=anywhere",
                       key, given->value);
        return NULL;
    }
    const char *path = reader->folder == NULL || given->value[0] == '/'
                           ? ab_xml_text(reader, "%s", given->value)
                           : ab_xml_text(reader, "%s/%s", reader->folder, given->value);
    abModelFile file;
    abXmlElement *root = NULL;
    if (path == NULL) {
        return NULL;
    }
    abResult result =
        ab_model_file_read(path, context->arena->allocator, place, &file, context->error);
    if (result == AB_OK) {
        ab_xml_note_file(reader, given->value);
        result = ab_xml_parse(file.text, file.size, path, context->arena, &root, context->error);
        ab_model_file_done(&file);
    }
    context->problems += result != AB_OK;
    return result == AB_OK ? root : NULL;
}

static void load_command(abXmlReader *reader, abXmlThing *thing) {
    if (reader->loading == LOADS_MAX) {
        ab_xml_wrong(reader, thing, "command_file",
                     "more than %d files of commands name the next; do they name each other?",
                     LOADS_MAX);
        return;
    }
    const abXmlElement *root = ab_xml_load(reader, thing->element, "command_file");
    if (root != NULL) {
        reader->loading++;
        ab_xml_run_commands(reader, root);
        reader->loading--;
    }
}

// The first was read before all commands.
static void load_model(abXmlReader *reader, abXmlThing *thing) {
    if (thing->element != reader->loaded_model) {
        ab_xml_wrong(reader, thing, NULL,
                     "Load_Model: there is a model already; a run has one, so this needs a run of "
                     "its own");
    }
}

const abXmlType ab_xml_load_model = {
    .table = &s_load_model_table,
    .id_offset = -1,
    .label_offset = -1,
    .is_command = true,
    .command = load_model,
};

const abXmlType ab_xml_load_command = {
    .table = &s_load_command_table,
    .id_offset = -1,
    .label_offset = -1,
    .is_command = true,
    .command = load_command,
};
