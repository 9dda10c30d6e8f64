// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plot.c - abut plot: series of a record as SVG and PNG.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "command/command.h"
#include "command/isolate.h"
#include "command/record_words.h"
#include "output/plot/plot_figure.h"
#include "record/file/samples.h"

typedef struct Plot {
    abRecord *record;
    abSeriesList list;
    abSamples samples;
    double *events;
    size_t event_count;
    char event_text[200]; // "15 touch, 14 release"
    abFigureCurve *curves;
} Plot;

// How many of each kind there are in the time that is drawn.
static void count_events(Plot *plot, const int64_t counts[AB_EVENT_KINDS]) {
    size_t used = 0;
    for (int kind = 0; kind < AB_EVENT_KINDS && used < sizeof plot->event_text; kind++) {
        if (counts[kind] > 0) {
            used += (size_t)snprintf(plot->event_text + used, sizeof plot->event_text - used,
                                     "%s%lld %s", used > 0 ? ", " : "", (long long)counts[kind],
                                     ab_event_name((abEventKind)kind));
        }
    }
}

static abResult read_events(Plot *plot, abError *error) {
    const abSamples *samples = &plot->samples;
    int64_t counts[AB_EVENT_KINDS] = {0};
    size_t count = (size_t)ab_record_info(plot->record)->event_count;
    plot->events = calloc(count + 1, sizeof *plot->events);
    if (plot->events == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the plot");
    }
    for (size_t i = 0; i < count; i++) {
        abEvent event;
        AB_TRY(ab_record_event(plot->record, (int64_t)i, &event, error));
        plot->events[plot->event_count++] = event.time;
        bool is_drawn = samples->count > 0 && event.time >= samples->time[0] &&
                        event.time <= samples->time[samples->count - 1];
        counts[event.kind] += is_drawn;
    }
    count_events(plot, counts);
    return AB_OK;
}

typedef struct Drawing {
    abFigure figure;
    const char *svg, *png; // NULL: not wanted
} Drawing;

static abResult draw(void *context, abError *error) {
    const Drawing *drawing = context;
    return ab_figure_write(&drawing->figure, drawing->svg, drawing->png, ab_heap(), error);
}

static abResult write_figure(const Arguments *arguments, Plot *plot, abError *error) {
    static const char *const endings[] = {".svg", ".png", NULL};
    char base[4096], svg[4200], png[4200];
    int ending = record_base(arguments, endings, base, sizeof base);
    bool wants_svg = option_given(arguments, "svg"), wants_png = option_given(arguments, "png");
    if (wants_svg == wants_png) { // neither is said: the one of the name, or both
        wants_svg = wants_svg || ending != 1;
        wants_png = wants_png || ending != 0;
    }
    bool to_stdout = strcmp(base, "-") == 0;
    if (to_stdout) {
        wants_svg = !option_given(arguments, "png");
        wants_png = !wants_svg;
    }
    const char *name = to_stdout ? STANDARD_OUTPUT : base;
    snprintf(svg, sizeof svg, "%s%s", name, to_stdout ? "" : ".svg");
    snprintf(png, sizeof png, "%s%s", name, to_stdout ? "" : ".png");
    plot->curves = calloc((size_t)plot->list.count + 1, sizeof *plot->curves);
    if (plot->curves == NULL) {
        return ab_no_memory(error, (abPlace){0}, "for the plot");
    }
    for (int i = 0; i < plot->list.count; i++) {
        plot->curves[i] = (abFigureCurve){plot->list.items[i].name, plot->list.items[i].unit,
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
                       .event_text = plot->event_text[0] != '\0' ? plot->event_text : NULL,
                       .from = NAN,
                       .to = NAN};
    Drawing drawing = {figure, wants_svg ? svg : NULL, wants_png ? png : NULL};
    AB_TRY(isolate("drawing", draw, &drawing, error));
    if (wants_svg && !to_stdout) {
        printf("%s\n", svg);
    }
    if (wants_png && !to_stdout) {
        printf("%s\n", png);
    }
    return AB_OK;
}

static abResult plot_record(const Arguments *arguments, Plot *plot, abError *error) {
    abSampleRange range;
    AB_TRY(record_range(arguments, &range));
    AB_TRY(ab_record_open(arguments->words[0], ab_heap(), &plot->record, error));
    AB_TRY(ab_samples_resolve(plot->record, (const char *const *)(arguments->words + 1),
                              arguments->word_count - 1, &plot->list, error));
    AB_TRY(ab_samples_read(plot->record, &plot->list, &range, &plot->samples, error));
    if (option_given(arguments, "events")) {
        AB_TRY(read_events(plot, error));
    }
    return write_figure(arguments, plot, error);
}

static abResult run_plot(const Arguments *arguments, abError *error) {
    Plot plot = {.samples.allocator = ab_heap()};
    ab_series_init(&plot.list, ab_heap());
    abResult result = plot_record(arguments, &plot, error);
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
    .minimum = 1,
    .maximum = 1000,
    .text = "series over time as SVG and PNG",
    .more =
        "SERIES are named as in `outputs`: ball.position.z, ball.velocity (all components),\n"
        "\"contact(ground, ball).depth\", energy.balance; `abut info series` lists them. With\n"
        "no SERIES the outputs of the model are taken. Each unit has its own panel. `-o x.png`\n"
        "writes that picture alone.",
    .options = {{'o', "output", "BASE",
                 "writes BASE.svg and BASE.png (RECORD's name, here); - for stdout"},
                {0, "from", "TIME", "first instant [s]"},
                {0, "to", "TIME", "last instant [s]"},
                {0, "every", "N", "only every N-th frame"},
                {0, "svg", NULL, "only the SVG"},
                {0, "png", NULL, "only the PNG"},
                {0, "events", NULL, "mark events on the time axis"},
                {0, "title", "TEXT", "instead of the model's name"}},
    .standard_records = "",
    .run = run_plot,
};
