// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export.c - abut export: a record in formats of others.

#include <stdio.h>
#include <string.h>

#include "base/plain_file.h"
#include "command/command.h"
#include "command/isolate.h"
#include "command/record_words.h"
#include "output/export/export_csv.h"
#include "output/export/export_glb.h"
#include "output/export/export_hdf5.h"
#include "output/export/export_html.h"
#include "output/export/export_regions.h"
#include "output/export/export_vtk.h"
#include "view/page.h"

typedef struct Export {
    const Arguments *arguments;
    abRecord *record;
    abSeriesList list;
    abSampleRange range;
    char base[4096];
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
    return ab_export_glb(export->record, &export->range, out, name, error);
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
    AB_TRY(ab_export_vtk(export->record, &export->range, export->base, error));
    printf("%s.pvd\n", export->base);
    return AB_OK;
}

// In the order in which a name given with its ending is looked at, so the longer first.
static const struct Format {
    const char *option, *ending;
    WriteStream *stream;                               // one of both
    abResult (*write)(Export *export, abError *error); // makes its files itself
} s_formats[] = {{"regions", ".regions.csv", write_region_rows, NULL},
                 {"points", ".points.csv", write_point_rows, NULL},
                 {"csv", ".csv", write_csv, NULL},
                 {"glb", ".glb", write_glb, NULL},
                 {"hdf5", ".h5", NULL, export_hdf5},
                 {"html", ".html", write_html, NULL},
                 {"vtk", ".pvd", NULL, export_vtk}};
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

static abResult export_record(Export *export, abError *error) {
    const Arguments *arguments = export->arguments;
    AB_TRY(record_range(arguments, &export->range));
    bool wanted[FORMATS];
    if (choose_formats(export, wanted) == 0) {
        return command_usage(
            arguments->command,
            "say which format: --csv, --glb, --hdf5, --html, --points, --regions or "
            "--vtk, or the ending of --output");
    }
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
    return result == AB_BAD_MODEL ? AB_USAGE : result;
}

const Command command_export = {
    .name = "export",
    .words = "RECORD [SERIES...]",
    .minimum = 1,
    .maximum = 1000,
    .text = "a record as CSV, glTF, HDF5, a web page or VTK",
    .more = "SERIES are named as for `abut plot`. VTK takes the surfaces of all bodies, the\n"
            "contacts with their forces, and springs and ropes as lines: BASE.pvd and the folder\n"
            "BASE.vtk, for ParaView. The web page is one file with the viewer and the data in it;\n"
            "it needs no network. HDF5 and VTK are not written to stdout.",
    .options = {{0, "csv", NULL, "comma-separated values, units in the header"},
                {0, "glb", NULL, "the bodies and their motion as binary glTF"},
                {0, "hdf5", NULL, "/time, /series, /events and /regions"},
                {0, "html", NULL, "one file to look at in a browser"},
                {0, "points", NULL, "the force at every point of contacts, likewise"},
                {0, "regions", NULL, "the regions of contacts as comma-separated values"},
                {0, "vtk", NULL, "a .pvd with .vtp files per frame"},
                {'o', "output", "BASE",
                 "name (RECORD's, here), its ending as good as an option; - for stdout"},
                {0, "look", "WORDS",
                 "how the web page opens, as in t=0.4&map=pressure&opacity=0.4"},
                {0, "from", "TIME", "first instant [s]"},
                {0, "to", "TIME", "last instant [s]"},
                {0, "every", "N", "only every N-th frame"}},
    .run = run_export,
};
