// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// info.c - abut info: what there is to choose from, what a model or a record holds.

#include "command/info.h"
#include "command/info_series.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "command/command.h"
#include "command/drive.h"
#include "command/event_words.h"
#include "command/materials_print.h"
#include "command/mesh_print.h"
#include "command/model_words.h"
#include "command/regions_print.h"
#include "command/summary.h"
#include "law/core/material.h"
#include "model/kinds/tables.h"
#include "read/core/data_files.h"
#include "reference/reference.h"
#include "reference/reference_expressions.h"
#include "reference/reference_motionsolve.h"
#include "reference/reference_schema.h"
#include "reference/reference_study.h"

// ---- lists and their members ----

static void print_list(const char *list) {
    const abChoice *choice = ab_choice_find(list);
    for (int k = 0; k < choice->count; k++) {
        printf("%-20s %s\n", choice->table(k)->name, choice->table(k)->text);
    }
}

// A member of one of the lists, of which the second may be NULL.
static abResult print_member(const Arguments *arguments, const char *const lists[2]) {
    const char *name = arguments->words[1], *near = NULL;
    for (int i = 0; i < 2 && lists[i] != NULL; i++) {
        const abChoice *choice = ab_choice_find(lists[i]);
        int kind = ab_choice_kind(choice, name);
        if (kind >= 0) {
            reference_table(stdout, choice->table(kind));
            return AB_OK;
        }
        near = near == NULL ? ab_choice_nearest(choice, name) : near;
    }
    return command_usage(arguments->command, "there is no %s %s%s", arguments->words[0], name,
                         ab_hint(near).text);
}

// "shapes", or "shape NAME".
static abResult info_list(const Arguments *arguments, abError *error) {
    (void)error;
    static const struct {
        const char *many, *one, *lists[2];
    } rows[] = {{"laws", "law", {"normal law", "friction law"}},
                {"shapes", "shape", {"shape", NULL}},
                {"joints", "joint", {"joint", NULL}},
                {"forces", "force", {"force", NULL}}};
    int i = 0;
    while (strcmp(arguments->words[0], rows[i].many) != 0 &&
           strcmp(arguments->words[0], rows[i].one) != 0) {
        i++; // the topics name one of them
    }
    if (arguments->word_count == 2) {
        return print_member(arguments, rows[i].lists);
    }
    for (int k = 0; k < 2 && rows[i].lists[k] != NULL; k++) {
        if (rows[i].lists[1] != NULL) {
            printf("%s%ss\n", k > 0 ? "\n" : "", rows[i].lists[k]);
        }
        print_list(rows[i].lists[k]);
    }
    return AB_OK;
}

static abResult info_materials(const Arguments *arguments, abError *error) {
    (void)error;
    if (option_given(arguments, "json")) {
        materials_json(stdout);
        return AB_OK;
    }
    printf("# keys of a material\n");
    reference_table(stdout, &ab_material_table);
    printf("# keys of a pair\n");
    reference_table(stdout, &ab_material_pair_table);
    printf("\n# what `include: [abut:materials]` brings\n%s", ab_data_materials);
    materials_tables(stdout);
    return AB_OK;
}

static abResult info_formats(const Arguments *arguments, abError *error) {
    (void)error;
    if (option_given(arguments, "markdown")) {
        reference_markdown(stdout);
    } else {
        reference_text(stdout);
    }
    return AB_OK;
}

static abResult info_schema(const Arguments *arguments, abError *error) {
    (void)arguments, (void)error;
    reference_schema(stdout);
    return AB_OK;
}

// ---- a model ----

static abResult info_model(const Arguments *arguments, abError *error) {
    bool for_machines = option_given(arguments, "json");
    Logger logger = {.is_quiet = for_machines};
    abModel *model = NULL;
    abResult result =
        ab_model_read(arguments->words[1], NULL, 0, ab_heap(), logger_log(&logger), &model, error);
    if (result == AB_OK && for_machines) {
        abText text;
        ab_text_init(&text, ab_heap());
        abJson json = ab_json(&text, true);
        ab_json_open(&json, NULL, '{');
        model_json(&json, model);
        ab_json_close(&json, '}');
        printf("%s\n", ab_text_string(&text));
        ab_text_done(&text);
    } else if (result == AB_OK) {
        printf("%s\n", arguments->words[1]);
        model_text(model, stdout);
        model_details(model, stdout);
    }
    ab_model_destroy(model);
    logger_done(&logger);
    return result;
}

static abResult info_mesh(const Arguments *arguments, abError *error) {
    return mesh_print(arguments->words[1], option_given(arguments, "json"), error);
}

// ---- a record ----

static abResult print_record(const Arguments *arguments, abRecord *record, abError *error) {
    if (option_given(arguments, "json")) {
        return summary_json(record, stdout, error);
    }
    const abRecordInfo *info = ab_record_info(record);
    printf("%s, by %s, started %s\n", info->model_path, info->program, info->started);
    printf("  model       %s in %s, %zu bytes, fingerprint %s\n", info->title, info->model_folder,
           info->model_size, info->model_hash);
    for (int i = 0; i < info->override_count; i++) {
        printf("  --set       %s=%s\n", info->overrides[i].path, info->overrides[i].value);
    }
    printf("  holds       %d bodies, %d shapes, %d joints, %d force elements\n", info->body_count,
           info->shape_count, info->joint_count, info->force_count);
    for (int i = 0; i < info->output_count; i++) {
        printf("  output      %s\n", ab_record_output(record, i));
    }
    return summary_text(record, true, stdout, error);
}

// With --json an object per line, so that a long log can be read as it comes.
static abResult print_events(const Arguments *arguments, abRecord *record, abError *error) {
    EventForm form = option_given(arguments, "json") ? EVENTS_JSON : EVENTS_TEXT;
    for (int64_t i = 0; i < ab_record_info(record)->event_count; i++) {
        abEvent event;
        AB_TRY(ab_record_event(record, i, &event, error));
        event_print(record, &event, form, stdout);
    }
    return AB_OK;
}

// ---- the topics ----

// Printed by one of three; a page of what there is may also be one of what a record has.
typedef struct Topic {
    const char *name;
    bool has_word;
    void (*page)(FILE *out, bool markdown);
    abResult (*print)(const Arguments *arguments, abError *error);
    abResult (*print_record)(const Arguments *arguments, abRecord *record, abError *error);
    const char *files; // a file with one of these endings may stand alone, without the topic
} Topic;

static const Topic s_topics[] = {
    {"laws", false, .print = info_list},
    {"law", true, .print = info_list},
    {"shapes", false, .print = info_list},
    {"shape", true, .print = info_list},
    {"joints", false, .print = info_list},
    {"joint", true, .print = info_list},
    {"forces", false, .print = info_list},
    {"force", true, .print = info_list},
    {"materials", false, .print = info_materials},
    {"series", false, .page = reference_series, .print_record = info_series},
    {"formats", false, .print = info_formats},
    {"expressions", false, .page = reference_expressions},
    {"schema", false, .print = info_schema},
    {"study", false, .page = reference_study},
    {"model", true, .print = info_model, .files = ".yaml .yml .xml"},
    {"record", true, .print_record = print_record, .files = ".db .sqlite"},
    {"events", true, .print_record = print_events},
    {"points", true, .print_record = print_points},
    {"regions", true, .print_record = print_regions},
    {"mesh", true, .print = info_mesh, .files = ".obj .stl .ply .gltf .glb .fem .nas"},
    {"motionsolve", false, .page = reference_motionsolve},
};
enum { TOPICS = sizeof s_topics / sizeof s_topics[0] };

// The topic of a file by its ending, of a record by what is in it; NULL when it is none of them.
static const Topic *topic_of_file(const char *path) {
    const char *dot = strrchr(path, '.');
    size_t length = dot != NULL ? strlen(dot) : 0;
    for (int i = 0; i < TOPICS; i++) {
        const char *at =
            length > 1 && s_topics[i].files != NULL ? strstr(s_topics[i].files, dot) : NULL;
        if (at != NULL && (at[length] == ' ' || at[length] == '\0')) {
            return &s_topics[i];
        }
        if (strcmp(s_topics[i].name, "record") == 0 && command_is_record(path)) {
            return &s_topics[i];
        }
    }
    return NULL;
}

bool info_has_topic(const char *word) {
    for (int i = 0; i < TOPICS; i++) {
        if (strcmp(word, s_topics[i].name) == 0) {
            return true;
        }
    }
    return false;
}

const char *info_topic(int index) {
    return index < TOPICS ? s_topics[index].name : NULL;
}

static abResult print_topic(const Topic *topic, const Arguments *arguments, abError *error) {
    if (topic->page != NULL && arguments->word_count == 1) {
        topic->page(stdout, option_given(arguments, "markdown"));
        return AB_OK;
    }
    if (topic->print != NULL) {
        return topic->print(arguments, error);
    }
    abRecord *record = NULL;
    abResult result = ab_record_open(arguments->words[1], ab_heap(), &record, error);
    if (result == AB_OK) {
        result = topic->print_record(arguments, record, error);
    }
    ab_record_close(record);
    return result;
}

static abResult run_info(const Arguments *arguments, abError *error) {
    const char *names[TOPICS + 1] = {NULL};
    if (arguments->word_count == 0) {
        printf("abut info TOPIC, with one of the topics\n\n%s\n", arguments->command->more);
        return AB_OK;
    }
    for (int i = 0; i < TOPICS; i++) {
        names[i] = s_topics[i].name;
        if (strcmp(arguments->words[0], s_topics[i].name) != 0) {
            continue;
        }
        bool is_either = s_topics[i].page != NULL && s_topics[i].print_record != NULL;
        if (!is_either && s_topics[i].has_word != (arguments->word_count == 2)) {
            return command_usage(arguments->command,
                                 s_topics[i].has_word ? "info %s wants a name behind it"
                                                      : "info %s wants nothing behind it",
                                 s_topics[i].name);
        }
        return print_topic(&s_topics[i], arguments, error);
    }
    const Topic *topic = topic_of_file(arguments->words[0]);
    if (topic != NULL && arguments->word_count == 1) {
        char *words[] = {(char *)topic->name, arguments->words[0]};
        Arguments file = *arguments;
        file.words = words, file.word_count = 2;
        return print_topic(topic, &file, error);
    }
    const char *near = ab_nearest_word(arguments->words[0], names);
    return command_usage(arguments->command, "there is nothing known about %s%s",
                         arguments->words[0], ab_hint(near).text);
}

const Command command_info = {
    .name = "info",
    .words = "[TOPIC [NAME]|FILE]",
    .minimum = 0,
    .maximum = 2,
    .text = "what there is: laws, shapes, formats, models, records",
    .more =
        "  laws, law NAME         contact laws and their keys\n"
        "  shapes, shape NAME     likewise joints, joint NAME; forces, force NAME\n"
        "  materials              keys, the materials that can be included, tables of "
        "coefficients\n"
        "  expressions            functions and measures for expressions\n"
        "  series [RECORD]        quantities for outputs, plots and exports; those of a record\n"
        "  formats                the model format, every key (--markdown: as a page)\n"
        "  motionsolve            what is read of MotionSolve models (--markdown: as a page)\n"
        "  schema                 the model format as a JSON schema\n"
        "  study                  the keys of a study file for `abut sweep` (--markdown: as a "
        "page)\n"
        "  model MODEL            what is in a model\n"
        "  mesh FILE              a mesh file, and what is wrong with it\n"
        "  record RECORD          what is in a record and how its run went\n"
        "  events RECORD          its events, a line each\n"
        "  points RECORD          the force at every point of contacts at its end (--json: of "
        "every "
        "frame)\n"
        "  regions RECORD         regions of contacts of meshes at its end (--json: of every "
        "frame)\n"
        "\n"
        "A FILE alone is shown as a model, a record or a mesh, by its ending.",
    .options = {{0, "json", NULL,
                 "for machines (model, mesh, record, events, points, regions, "
                 "materials)"},
                {0, "markdown", NULL,
                 "as a page (expressions, formats, motionsolve, series, study)"}},
    .standard_records = "record events points regions series",
    .run = run_info,
};
