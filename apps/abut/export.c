// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// export.c - abut export: a record in formats of others.

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "io/export_glb.h"
#include "io/export_html.h"
#include "io/export_series.h"
#include "io/export_vtk.h"
#include "page.h"
#include "record_words.h"

typedef struct Export {
    const Arguments *arguments;
    abRecord *record;
    abSeriesList list;
    abSampleRange range;
    char base[4096];
} Export;

// A file that `write` fills, or standard output for `--output -`.
static abResult to_file(Export *export, const char *ending,
                        abResult (*write)(Export *export, FILE *out, const char *name,
                                          abError *error),
                        abError *error) {
    char path[4200];
    const char *given = option_value(export->arguments, "output");
    if (given != NULL && strcmp(given, "-") == 0) {
        return write(export, stdout, "standard output", error);
    }
    snprintf(path, sizeof path, "%s%s", export->base, ending);
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot write: %s",
                            strerror(errno));
    }
    abResult result = write(export, file, path, error);
    if (fclose(file) != 0 && result == AB_OK) {
        result = ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot write: %s",
                              strerror(errno));
    }
    if (result == AB_OK) {
        printf("%s\n", path);
    }
    return result;
}

static abResult write_csv(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_csv(export->record, &export->list, &export->range, out, name, error);
}

static abResult export_csv(Export *export, abError *error) {
    return to_file(export, ".csv", write_csv, error);
}

static abResult write_region_rows(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_regions(export->record, &export->range, out, name, error);
}

static abResult export_regions(Export *export, abError *error) {
    return to_file(export, ".regions.csv", write_region_rows, error);
}

static abResult write_glb(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_glb(export->record, &export->range, out, name, error);
}

static abResult export_glb(Export *export, abError *error) {
    return to_file(export, ".glb", write_glb, error);
}

static abResult write_html(Export *export, FILE *out, const char *name, abError *error) {
    return ab_export_html(export->record, &export->range, option_value(export->arguments, "look"),
                          ab_data_page, out, name, error);
}

static abResult export_html(Export *export, abError *error) {
    return to_file(export, ".html", write_html, error);
}

static abResult export_hdf5(Export *export, abError *error) {
    char path[4200];
    snprintf(path, sizeof path, "%s.h5", export->base);
    AB_TRY(ab_export_hdf5(export->record, &export->list, &export->range, path, error));
    printf("%s\n", path);
    return AB_OK;
}

static abResult export_vtk(Export *export, abError *error) {
    AB_TRY(ab_export_vtk(export->record, &export->range, export->base, error));
    printf("%s.pvd\n", export->base);
    return AB_OK;
}

static const struct Format {
    const char *option;
    abResult (*write)(Export *export, abError *error);
} s_formats[] = {{"csv", export_csv},   {"glb", export_glb},         {"hdf5", export_hdf5},
                 {"html", export_html}, {"regions", export_regions}, {"vtk", export_vtk}};
enum { FORMATS = sizeof s_formats / sizeof s_formats[0] };

static abResult export_record(Export *export, abError *error) {
    const Arguments *arguments = export->arguments;
    AB_TRY(record_range(arguments, &export->range));
    record_base(arguments, export->base, sizeof export->base);
    AB_TRY(ab_record_open(arguments->words[0], ab_heap(), &export->record, error));
    AB_TRY(ab_samples_resolve(export->record, (const char *const *)(arguments->words + 1),
                              arguments->word_count - 1, &export->list, error));
    int written = 0;
    for (int i = 0; i < FORMATS; i++) {
        if (option_given(arguments, s_formats[i].option)) {
            AB_TRY(s_formats[i].write(export, error));
            written++;
        }
    }
    return written > 0
               ? AB_OK
               : command_usage(arguments->command,
                               "say which format: --csv, --glb, --hdf5, --html, --regions or "
                               "--vtk");
}

static abResult run_export(const Arguments *arguments) {
    static Export export;
    static abError error;
    ab_error_clear(&error);
    export = (Export){.arguments = arguments};
    ab_series_init(&export.list, ab_heap());
    abResult result = export_record(&export, &error);
    if (result != AB_OK && error.count > 0) {
        command_report(result, &error);
    }
    ab_series_done(&export.list);
    ab_record_close(export.record);
    return result == AB_BAD_MODEL ? AB_USAGE : result;
}

const Command command_export = {
    .name = "export",
    .words = "RECORD [SERIES...]",
    .least = 1,
    .most = 1000,
    .text = "a record as CSV, glTF, HDF5, a web page or VTK",
    .more = "SERIES are named as for `abut plot`. VTK takes the surfaces of all bodies, the\n"
            "contacts with their forces, and springs and ropes as lines: BASE.pvd and the folder\n"
            "BASE.vtk, for ParaView. The web page is one file with the viewer and the data in it;\n"
            "it needs no network.",
    .options = {{0, "csv", NULL, "comma-separated values, units in the header"},
                {0, "glb", NULL, "the bodies and their motion as binary glTF"},
                {0, "hdf5", NULL, "/time, /series, /events and /regions"},
                {0, "html", NULL, "one file to look at in a browser"},
                {0, "regions", NULL, "the regions of contacts as comma-separated values"},
                {0, "vtk", NULL, "a .pvd with .vtp files per frame"},
                {'o', "output", "BASE",
                 "name without ending (RECORD's, here); - for stdout (not HDF5, VTK)"},
                {0, "look", "WORDS",
                 "how the web page opens, as in t=0.4&map=pressure&opacity=0.4"},
                {0, "from", "TIME", "first instant [s]"},
                {0, "to", "TIME", "last instant [s]"},
                {0, "every", "N", "only every N-th frame"}},
    .run = run_export,
};
