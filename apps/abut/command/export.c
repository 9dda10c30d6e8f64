// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export.c - abut export: a record in formats of others, a model as input of another program.

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/plain_file.h"
#include "command/command.h"
#include "command/drive.h"
#include "command/isolate.h"
#include "command/record_words.h"
#include "output/export/export_csv.h"
#include "output/export/export_glb.h"
#include "output/export/export_hdf5.h"
#include "output/export/export_html.h"
#include "output/export/export_lammps.h"
#include "output/export/export_regions.h"
#include "output/export/export_vtk.h"
#include "view/page.h"

typedef struct Export {
    const Arguments *arguments;
    abRecord *record;
    abSeriesList list;
    abSampleRange range;
    char base[4096];
    double exaggeration; // of what flexible bodies deform by
    bool of_model;       // a wrong model is then no wrong word
} Export;

typedef abResult WriteStream(Export *export, FILE *out, const char *name, abError *error);

// A file that `write` fills, or standard output for `--output -`.
static abResult to_file(Export *export, const char *ending, WriteStream *write, abError *error) {
    char path[4200];
    const char *given = option_value(export->arguments, "output");
    if (given != NULL && strcmp(given, "-") == 0) {
        return write(export, stdout, "standard output", error);
    }
    snprintf(path, sizeof path, "%s%s", export->base, ending);
    FILE *file = fopen(path, "wb");
    AB_TRY(ab_file_written(file != NULL, path, error));
    abResult result = write(export, file, path, error);
    if (fclose(file) != 0 && result == AB_OK) {
        result = ab_file_written(false, path, error);
    }
    if (result == AB_OK) {
        printf("%s\n", path);
    }
    return result;
}

static abResult write_csv(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_csv(export->record, &export->list, &export->range, out, name, error);
}

static abResult write_region_rows(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_regions(export->record, &export->range, out, name, error);
}

static abResult write_point_rows(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_points(export->record, &export->range, out, name, error);
}

static abResult write_glb(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_glb(export->record, &export->range, export->exaggeration, out, name, error);
}

static abResult write_html(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_html(export->record, &export->range, option_value(export->arguments, "look"),
                          ab_data_page, out, name, error);
}

// In a process of its own, with its own connection to the record.
static abResult write_hdf5(void *context, abError *error) {
    const Export *export = context;
    char path[4200];
    abRecord *record;
    snprintf(path, sizeof path, "%s.h5", export->base);
    AB_TRY(ab_record_open(export->arguments->words[0], ab_heap(), &record, error));
    abResult result = ab_export_hdf5(record, &export->list, &export->range, path, error);
    ab_record_close(record);
    if (result == AB_OK) {
        printf("%s\n", path);
    }
    return result;
}

static abResult export_hdf5(Export *export, abError *error) {
    return isolate("writing HDF5", write_hdf5, export, error);
}

static abResult export_vtk(Export *export, abError *error) {
    AB_TRY(
        ab_export_vtk(export->record, &export->range, export->base, export->exaggeration, error));
    printf("%s.pvd\n", export->base);
    return AB_OK;
}

// ---- of a model ----

// The model of a file, or that of a record as its run began.
static abResult read_model(const Arguments *arguments, abLog log, abModel **model, abError *error) {
    const char *path = arguments->words[0];
    if (!command_is_record(path)) {
        abOverride overrides[COMMAND_VALUES];
        int count = 0;
        AB_TRY(option_overrides(arguments, overrides, &count));
        return ab_model_read(path, overrides, count, ab_heap(), log, model, error);
    }
    if (option_given(arguments, "set")) {
        return command_usage(arguments->command, "--set is for a model, %s is a record", path);
    }
    abRecord *record;
    AB_TRY(ab_record_open(path, ab_heap(), &record, error));
    const abRecordInfo *info = ab_record_info(record);
    char name[4400];
    snprintf(name, sizeof name, "%s/%s", info->model_folder, ab_file_name(info->model_path));
    abResult result =
        info->model_size > 0
            ? ab_model_read_text(info->model_text, info->model_size, name, info->overrides,
                                 info->override_count, ab_heap(), log, model, error)
            : ab_error_add(error, AB_IO, (abPlace){.file = path}, "holds no model text");
    ab_record_close(record);
    return result;
}

// FOLDER/NAME of the files; NAME is that of the model where only a folder is given.
static abResult lammps_base(const Arguments *arguments, char *base, size_t size, abError *error) {
    static const char *const s_lammps[] = {".lammps", NULL};
    static const char *const s_models[] = {".abut.db", ".db", ".yaml", ".yml", ".json", ".xml"};
    const char *given = option_value(arguments, "output");
    if (given != NULL && strcmp(given, "-") == 0) {
        return command_usage(arguments->command, "--lammps writes two files, so not to stdout");
    }
    record_base(arguments, s_lammps, base, size);
    struct stat status;
    bool is_folder = given != NULL && stat(given, &status) == 0 && S_ISDIR(status.st_mode);
    if (given != NULL && given[0] != '\0' && given[strlen(given) - 1] == '/' && !is_folder) {
        return ab_error_add(error, AB_IO, (abPlace){.file = given}, "there is no such folder");
    }
    if (given == NULL || is_folder) {
        char name[4096];
        snprintf(name, sizeof name, "%s", ab_file_name(arguments->words[0]));
        size_t length = strlen(name);
        for (size_t i = 0; i < sizeof s_models / sizeof s_models[0]; i++) {
            size_t ending = strlen(s_models[i]);
            if (length > ending && strcmp(name + length - ending, s_models[i]) == 0) {
                name[length - ending] = '\0';
                break;
            }
        }
        snprintf(base, size, "%s%s%s", is_folder ? given : "", is_folder ? "/" : "", name);
    }
    return AB_OK;
}

static abResult write_lammps(const Arguments *arguments, const abModel *model, abLog log,
                             abError *error) {
    char base[4200];
    AB_TRY(lammps_base(arguments, base, sizeof base, error));
    AB_TRY(ab_export_lammps(model, ab_file_name(arguments->words[0]), base, log, error));
    const char *name = ab_file_name(base);
    printf("%.*sin.%s\n%s.data\n", (int)(name - base), base, name, base);
    return AB_OK;
}

static abResult export_lammps(Export *export, abError *error) {
    const Arguments *arguments = export->arguments;
    if (arguments->word_count > 1) {
        return command_usage(arguments->command, "--lammps takes no series");
    }
    Logger logger = {0};
    abModel *model = NULL;
    abResult result = read_model(arguments, logger_log(&logger), &model, error);
    if (result == AB_OK) {
        result = write_lammps(arguments, model, logger_log(&logger), error);
    }
    ab_model_destroy(model);
    logger_done(&logger);
    return result;
}

// ---- all formats ----

// In the order in which a name given with its ending is looked at, so the longer first.
static const struct Format {
    const char *option, *ending;
    WriteStream *stream;                               // one of both
    abResult (*write)(Export *export, abError *error); // makes its files itself
    bool of_model;                                     // it wants a model, alone
} s_formats[] = {{"regions", ".regions.csv", write_region_rows, NULL, false},
                 {"points", ".points.csv", write_point_rows, NULL, false},
                 {"csv", ".csv", write_csv, NULL, false},
                 {"glb", ".glb", write_glb, NULL, false},
                 {"hdf5", ".h5", NULL, export_hdf5, false},
                 {"html", ".html", write_html, NULL, false},
                 {"lammps", ".lammps", NULL, export_lammps, true},
                 {"vtk", ".pvd", NULL, export_vtk, false}};
enum { FORMATS = sizeof s_formats / sizeof s_formats[0] };

// Sets which formats are wanted: those of the options, else that of the ending of --output.
static int choose_formats(Export *export, bool wanted[FORMATS]) {
    const char *endings[FORMATS + 1] = {NULL};
    int count = 0;
    for (int i = 0; i < FORMATS; i++) {
        endings[i] = s_formats[i].ending;
        wanted[i] = option_given(export->arguments, s_formats[i].option);
        count += wanted[i];
    }
    int named = record_base(export->arguments, endings, export->base, sizeof export->base);
    if (count == 0 && named >= 0) {
        wanted[named] = true;
        count = 1;
    }
    return count;
}

// What is exported from a model goes its own way.
static abResult export_model(Export *export, const struct Format *format, int count,
                             abError *error) {
    if (count > 1) {
        return command_usage(export->arguments->command,
                             "--%s is of a model, the other formats are of a record: one at a time",
                             format->option);
    }
    export->of_model = true;
    return format->write(export, error);
}

static abResult export_record(Export *export, abError *error) {
    const Arguments *arguments = export->arguments;
    AB_TRY(record_range(arguments, &export->range));
    bool wanted[FORMATS];
    int count = choose_formats(export, wanted);
    if (count == 0) {
        return command_usage(arguments->command,
                             "say which format: --csv, --glb, --hdf5, --html, --lammps, --points, "
                             "--regions or --vtk, or the ending of --output");
    }
    for (int i = 0; i < FORMATS; i++) {
        if (wanted[i] && s_formats[i].of_model) {
            return export_model(export, &s_formats[i], count, error);
        }
    }
    if (option_given(arguments, "set")) {
        return command_usage(arguments->command, "--set is for --lammps, which reads a model");
    }
    AB_TRY(option_number(arguments, "exaggerate", 1.0, 0.0, 1e9, &export->exaggeration));
    AB_TRY(ab_record_open(arguments->words[0], ab_heap(), &export->record, error));
    AB_TRY(ab_samples_resolve(export->record, (const char *const *)(arguments->words + 1),
                              arguments->word_count - 1, &export->list, error));
    for (int i = 0; i < FORMATS; i++) {
        const struct Format *format = &s_formats[i];
        if (wanted[i]) {
            AB_TRY(format->stream != NULL ? to_file(export, format->ending, format->stream, error)
                                          : format->write(export, error));
        }
    }
    return AB_OK;
}

static abResult run_export(const Arguments *arguments, abError *error) {
    static Export export;
    export = (Export){.arguments = arguments};
    ab_series_init(&export.list, ab_heap());
    abResult result = export_record(&export, error);
    ab_series_done(&export.list);
    ab_record_close(export.record);
    return result == AB_BAD_MODEL && !export.of_model ? AB_USAGE : result;
}

const Command command_export = {
    .name = "export",
    .words = "RECORD [SERIES...]",
    .minimum = 1,
    .maximum = 1000,
    .text = "a record as CSV, glTF, HDF5, a web page or VTK; a model for LAMMPS",
    .more = "SERIES are named as for `abut plot`. VTK takes the surfaces of all bodies, the\n"
            "contacts with their forces, and springs and ropes as lines: BASE.pvd and the folder\n"
            "BASE.vtk, for ParaView. The web page is one file with the viewer and the data in it;\n"
            "it needs no network. HDF5 and VTK are not written to stdout. For LAMMPS RECORD is a\n"
            "model of spheres and walls (of a record, that which it began with): in.NAME and\n"
            "NAME.data, which `lmp -in in.NAME` runs in their folder.",
    .options = {{0, "csv", NULL, "comma-separated values, units in the header"},
                {0, "glb", NULL, "the bodies and their motion as binary glTF"},
                {0, "hdf5", NULL, "/time, /series, /events and /regions"},
                {0, "html", NULL, "one file to look at in a browser"},
                {0, "lammps", NULL, "a model of spheres as input of LAMMPS' granular package"},
                {0, "regions", NULL, "the regions of contacts as comma-separated values"},
                {0, "points", NULL, "the force at every point of contacts, likewise"},
                {0, "vtk", NULL, "a .pvd with .vtp files per frame"},
                {'o', "output", "BASE",
                 "name (RECORD's, here), its ending as good as an option; - for stdout"},
                {0, "look", "WORDS",
                 "how the web page opens, as in t=0.4&map=pressure&opacity=0.4"},
                {0, "from", "TIME", "first instant [s]"},
                {0, "to", "TIME", "last instant [s]"},
                {0, "every", "N", "only every N-th frame"},
                {0, "exaggerate", "FACTOR",
                 "of what flexible bodies deform by in glTF and VTK (1)"},
                {0, "set", "PATH=VALUE", "replace a value of the model for LAMMPS; repeatable"}},
    .standard_records = "",
    .run = run_export,
};
