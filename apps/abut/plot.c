// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plot.c - abut plot: series of a record as SVG and PNG.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "io/plot_figure.h"
#include "io/samples.h"
#include "record_words.h"

typedef struct Plot {
    abRecord *record;
    abSeriesList list;
    abSamples samples;
    double *events;
    size_t event_count;
    abCurve *curves;
} Plot;

static abResult no_memory(abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){0}, "out of memory for the plot");
}

static abResult read_events(Plot *plot, abError *error) {
    size_t count = (size_t)ab_record_info(plot->record)->event_count;
    plot->events = calloc(count + 1, sizeof *plot->events);
    if (plot->events == NULL) {
        return no_memory(error);
    }
    for (size_t i = 0; i < count; i++) {
        abEvent event;
        AB_TRY(ab_record_event(plot->record, (int64_t)i, &event, error));
        plot->events[plot->event_count++] = event.time;
    }
    return AB_OK;
}

static abResult write_figure(const Arguments *arguments, Plot *plot, const char *base,
                             abError *error) {
    bool both = option_given(arguments, "svg") == option_given(arguments, "png");
    char svg[4200], png[4200];
    snprintf(svg, sizeof svg, "%s.svg", base);
    snprintf(png, sizeof png, "%s.png", base);
    plot->curves = calloc((size_t)plot->list.count + 1, sizeof *plot->curves);
    if (plot->curves == NULL) {
        return no_memory(error);
    }
    for (int i = 0; i < plot->list.count; i++) {
        plot->curves[i] = (abCurve){plot->list.items[i].name, plot->list.items[i].unit,
                                    plot->samples.values + i * plot->samples.count};
    }
    const char *title = option_value(arguments, "title");
    abFigure figure = {.title = title != NULL ? title : ab_record_info(plot->record)->title,
                       .time = plot->samples.time,
                       .count = (size_t)plot->samples.count,
                       .curves = plot->curves,
                       .curve_count = plot->list.count,
                       .events = plot->events,
                       .event_count = plot->event_count,
                       .from = NAN,
                       .to = NAN};
    bool want_svg = both || option_given(arguments, "svg");
    bool want_png = both || option_given(arguments, "png");
    AB_TRY(
        ab_figure_write(&figure, want_svg ? svg : NULL, want_png ? png : NULL, ab_heap(), error));
    if (want_svg) {
        printf("%s\n", svg);
    }
    if (want_png) {
        printf("%s\n", png);
    }
    return AB_OK;
}

static abResult plot_record(const Arguments *arguments, Plot *plot, abError *error) {
    abSampleRange range;
    char base[4096];
    AB_TRY(record_range(arguments, &range));
    record_base(arguments, base, sizeof base);
    AB_TRY(ab_record_open(arguments->words[0], ab_heap(), &plot->record, error));
    AB_TRY(ab_samples_resolve(plot->record, (const char *const *)(arguments->words + 1),
                              arguments->word_count - 1, &plot->list, error));
    AB_TRY(ab_samples_read(plot->record, &plot->list, &range, &plot->samples, error));
    if (option_given(arguments, "events")) {
        AB_TRY(read_events(plot, error));
    }
    return write_figure(arguments, plot, base, error);
}

static abResult run_plot(const Arguments *arguments) {
    static abError error;
    ab_error_clear(&error);
    Plot plot = {.samples.allocator = ab_heap()};
    ab_series_init(&plot.list, ab_heap());
    abResult result = plot_record(arguments, &plot, &error);
    if (result != AB_OK && error.count > 0) {
        command_report(result, &error);
    }
    ab_samples_done(&plot.samples);
    ab_series_done(&plot.list);
    ab_record_close(plot.record);
    free(plot.events);
    free(plot.curves);
    return result == AB_BAD_MODEL ? AB_USAGE : result;
}

const Command command_plot = {
    .name = "plot",
    .words = "RECORD [SERIES...]",
    .least = 1,
    .most = 1000,
    .text = "series over time as SVG and PNG",
    .more = "SERIES are named as in `outputs`: ball.position.z, ball.velocity (all components),\n"
            "\"contact(ground, ball).depth\", energy.balance; `abut info series` lists them. With\n"
            "no SERIES the outputs of the model are taken. Each unit has its own panel.",
    .options = {{'o', "output", "BASE", "writes BASE.svg and BASE.png (RECORD's name, here)"},
                {0, "from", "TIME", "first instant [s]"},
                {0, "to", "TIME", "last instant [s]"},
                {0, "every", "N", "only every N-th frame"},
                {0, "svg", NULL, "only the SVG"},
                {0, "png", NULL, "only the PNG"},
                {0, "events", NULL, "mark events on the time axis"},
                {0, "title", "TEXT", "instead of the model's name"}},
    .run = run_plot,
};
