// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// output_files.c - a plot and a page of a record.

#include "abut/output.h"

#include <math.h>
#include <stdio.h>

#include "base/array.h"
#include "base/no_memory.h"
#include "base/plain_file.h"
#include "output/export/export_html.h"
#include "output/plot/plot_figure.h"
#include "record/file/samples.h"

static abResult write_figure(const abRecord *record, const abSamples *samples, const char *svg_path,
                             abError *error) {
    const abSeriesList *list = samples->list;
    size_t capacity = 0;
    abFigureCurve *curves = NULL;
    if (!AB_ARRAY_RESERVE(ab_heap(), curves, capacity, (size_t)list->count + 1)) {
        return ab_no_memory(error, (abPlace){0}, "for the plot");
    }
    for (int i = 0; i < list->count; i++) {
        curves[i] = (abFigureCurve){list->items[i].name, list->items[i].unit,
                                    samples->values + i * samples->count};
    }
    const abFigure figure = {.title = ab_record_info(record)->title,
                             .time = samples->time,
                             .count = (size_t)samples->count,
                             .curves = curves,
                             .curve_count = list->count,
                             .from = NAN,
                             .to = NAN};
    abResult result = ab_figure_write(&figure, svg_path, NULL, ab_heap(), error);
    AB_ARRAY_FREE(ab_heap(), curves, capacity);
    return result;
}

abResult ab_record_plot(abRecord *record, const char *const *series, int count,
                        const char *svg_path, abError *error) {
    abSeriesList list;
    abSamples samples = {.allocator = ab_heap()};
    const abSampleRange all = ab_sample_range();
    ab_series_init(&list, ab_heap());
    abResult result = ab_samples_resolve(record, series, count, &list, error);
    result = result == AB_BAD_MODEL ? AB_USAGE : result;
    result = result == AB_OK ? ab_samples_read(record, &list, &all, &samples, error) : result;
    result = result == AB_OK ? write_figure(record, &samples, svg_path, error) : result;
    ab_samples_done(&samples);
    ab_series_done(&list);
    return result;
}

abResult ab_record_page(abRecord *record, const char *viewer, const char *html_path,
                        abError *error) {
    const abSampleRange all = ab_sample_range();
    FILE *file = fopen(html_path, "wb");
    AB_TRY(ab_file_written(file != NULL, html_path, error));
    abResult result = ab_export_html(record, &all, NULL, viewer, file, html_path, error);
    bool is_closed = fclose(file) == 0;
    return result == AB_OK ? ab_file_written(is_closed, html_path, error) : result;
}
