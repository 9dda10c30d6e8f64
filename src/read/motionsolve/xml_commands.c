// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// xml_commands.c - Param_Transient and Simulate: how to run.
//
// integr_tol bounds the error of one step of the other program; the tolerance here is that of
// results. A hundredth of it, at most 1e-6, keeps results better than what that program gives.
// h_max is not taken over: its use there is to see touches, which are located here.

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/core/model.h"
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

static bool has_attribute(const abXmlElement *element, const char *name) {
    int i = 0;
    while (i < element->attribute_count && !ab_xml_same(element->attributes[i].name, name)) {
        i++;
    }
    return i < element->attribute_count;
}

// One warning for all that is given and has no bearing on how it is run here.
static void warn_of_idle_keys(abXmlReader *reader, const abXmlThing *thing) {
    char list[300] = "", name[60];
    size_t length = 0;
    for (const char *rest = s_transient_passed; ab_xml_next_passed(&rest, name, sizeof name);) {
        bool is_name = strcmp(name, "id") == 0 || strncmp(name, "label", 5) == 0;
        if (!is_name && has_attribute(thing->element, name) && length < sizeof list) {
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
