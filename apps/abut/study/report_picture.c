// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// report_picture.c - a study as one SVG, written as text.
//
//   a row an output:   panel of parameter 1, 2, ...: a point a case, a line through the means
//                      bars of all parameters, the longest on top: between the least and greatest
//                      mean, around the mean of all cases
//
// Limits  the first 6 outputs and 8 parameters; of more than 2000 cases every kth is drawn.

#include <math.h>
#include <string.h>

#include "base/plain_file.h"
#include "output/plot/plot_ticks.h"
#include "study/report.h"

enum { ROWS = 6, COLUMNS = 8, POINTS = 2000 };

// Sizes in points.
#define PANEL_WIDTH 190.0
#define PANEL_HEIGHT 150.0
#define GAP_LEFT 62.0
#define GAP_ABOVE 34.0
#define GAP_BELOW 40.0
#define BARS_WIDTH 260.0
#define NAMES_WIDTH 200.0

typedef struct Axis {
    double low, high;     // as drawn: logarithms of base 10 where is_log
    double start, length; // on the page; length < 0: upwards
    bool is_log;
} Axis;

typedef struct Picture {
    const CaseTable *table;
    const StudyOrigin *origin;
    const MainEffect *effects;
    FILE *out;
} Picture;

static double on_axis(const Axis *axis, double value) {
    double v = axis->is_log ? log10(value) : value;
    return axis->start + (v - axis->low) / (axis->high - axis->low) * axis->length;
}

static void write_escaped(FILE *out, const char *text) {
    for (; *text != '\0'; text++) {
        const char *as = *text == '<'   ? "&lt;"
                         : *text == '>' ? "&gt;"
                         : *text == '&' ? "&amp;"
                                        : "";
        fprintf(out, *as != '\0' ? "%s" : "%s%c", as, *text);
    }
}

static void put_text(FILE *out, double x, double y, const char *anchor, const char *text) {
    fprintf(out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    write_escaped(out, text);
    fprintf(out, "</text>\n");
}

static Axis axis_of(const double *values, int64_t count, int stride, bool is_log, double start,
                    double length) {
    Axis axis = {INFINITY, -INFINITY, start, length, is_log};
    for (int64_t i = 0; i < count; i++) {
        double v = is_log ? log10(values[i * stride]) : values[i * stride];
        if (isfinite(v)) {
            axis.low = fmin(axis.low, v);
            axis.high = fmax(axis.high, v);
        }
    }
    if (!(axis.low <= axis.high)) {
        axis.low = 0.0, axis.high = 1.0;
    }
    ab_tick_air(&axis.low, &axis.high);
    return axis;
}

static void tick_text(const Axis *axis, const abTicks *ticks, int i, char *out, size_t size) {
    double value = ab_tick_value(ticks, i);
    snprintf(out, size, "%.4g", axis->is_log ? pow(10.0, value) : value);
}

static void draw_frame(const Picture *picture, const Axis *x, const Axis *y) {
    FILE *out = picture->out;
    char text[40];
    fprintf(out,
            "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" "
            "stroke=\"#6b727c\"/>\n",
            x->start, y->start + y->length, x->length, -y->length);
    abTicks ticks = ab_ticks(x->low, x->high, 4);
    for (int i = 0; i < ticks.count; i++) {
        double value = ab_tick_value(&ticks, i);
        double at = x->start + (value - x->low) / (x->high - x->low) * x->length;
        tick_text(x, &ticks, i, text, sizeof text);
        put_text(out, at, y->start + 14.0, "middle", text);
    }
    ticks = ab_ticks(y->low, y->high, 4);
    for (int i = 0; i < ticks.count; i++) {
        tick_text(y, &ticks, i, text, sizeof text);
        double at = y->start + (ab_tick_value(&ticks, i) - y->low) / (y->high - y->low) * y->length;
        put_text(out, x->start - 5.0, at + 4.0, "end", text);
    }
}

static void draw_points(const Picture *picture, int parameter, int output, const Axis *x,
                        const Axis *y) {
    const CaseTable *table = picture->table;
    const Study *study = table->study;
    int64_t step = table->count / POINTS + 1;
    fprintf(picture->out, "<g fill=\"#0072b2\" fill-opacity=\"0.45\">\n");
    for (int64_t i = 0; i < table->count; i += step) {
        double a = on_axis(x, table->inputs[i * study->parameter_count + parameter]);
        double b = on_axis(y, table->outputs[i * study->output_count + output]);
        if (isfinite(a) && isfinite(b)) {
            fprintf(picture->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\"/>\n", a, b);
        }
    }
    fprintf(picture->out, "</g>\n<polyline fill=\"none\" stroke=\"#d55e00\" stroke-width=\"2\" "
                          "points=\"");
    const MainEffect *effect = &picture->effects[output * study->parameter_count + parameter];
    for (int g = 0; g < effect->groups; g++) {
        fprintf(picture->out, "%.1f,%.1f ", on_axis(x, effect->input[g]),
                on_axis(y, effect->mean[g]));
    }
    fprintf(picture->out, "\"/>\n");
}

static void draw_panel(const Picture *picture, int parameter, int output, double left,
                       double bottom) {
    const CaseTable *table = picture->table;
    const Study *study = table->study;
    Axis x = axis_of(table->inputs + parameter, table->count, study->parameter_count,
                     study->parameters[parameter].is_log, left, PANEL_WIDTH);
    Axis y = axis_of(table->outputs + output, table->count, study->output_count, false, bottom,
                     -PANEL_HEIGHT);
    draw_frame(picture, &x, &y);
    draw_points(picture, parameter, output, &x, &y);
    put_text(picture->out, left + 0.5 * PANEL_WIDTH, bottom + 30.0, "middle",
             study->parameters[parameter].path);
}

// Parameters by the size of their effects.
static void sort_effects(const Picture *picture, int output, int *order) {
    int count = picture->table->study->parameter_count;
    const MainEffect *effects = &picture->effects[output * count];
    for (int i = 0; i < count; i++) {
        int k = i;
        double size = effects[i].high - effects[i].low;
        for (; k > 0 && effects[order[k - 1]].high - effects[order[k - 1]].low < size; k--) {
            order[k] = order[k - 1];
        }
        order[k] = i;
    }
}

static void draw_bars(const Picture *picture, int output, double left, double bottom) {
    const CaseTable *table = picture->table;
    const Study *study = table->study;
    const MainEffect *effects = &picture->effects[output * study->parameter_count];
    int order[STUDY_PARAMETERS] = {0};
    int shown = study->parameter_count < COLUMNS ? study->parameter_count : COLUMNS;
    double ends[2 * COLUMNS] = {0}, mean = 0.0, count = 0.0, height = PANEL_HEIGHT / shown;
    sort_effects(picture, output, order);
    for (int i = 0; i < shown; i++) {
        ends[2 * i] = effects[order[i]].low;
        ends[2 * i + 1] = effects[order[i]].high;
    }
    for (int64_t i = 0; i < table->count; i++) {
        double v = table->outputs[i * study->output_count + output];
        mean += isnan(v) ? 0.0 : v;
        count += !isnan(v);
    }
    Axis x = axis_of(ends, 2 * shown, 1, false, left, BARS_WIDTH);
    Axis y = {0.0, 1.0, bottom, -PANEL_HEIGHT, false};
    abTicks ticks = ab_ticks(x.low, x.high, 4);
    for (int i = 0; i < ticks.count; i++) {
        char text[40];
        tick_text(&x, &ticks, i, text, sizeof text);
        put_text(picture->out, on_axis(&x, ab_tick_value(&ticks, i)), y.start + 14.0, "middle",
                 text);
    }
    for (int i = 0; i < shown; i++) {
        double top = bottom - PANEL_HEIGHT + i * height;
        double a = on_axis(&x, ends[2 * i]), b = on_axis(&x, ends[2 * i + 1]);
        if (isfinite(a) && isfinite(b)) {
            fprintf(picture->out,
                    "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
                    "fill=\"#009e73\"/>\n",
                    a, top + 0.2 * height, fmax(b - a, 1.0), 0.6 * height);
        }
        put_text(picture->out, left - 8.0, top + 0.5 * height + 4.0, "end",
                 study->parameters[order[i]].path);
    }
    double middle = on_axis(&x, mean / count);
    if (isfinite(middle)) {
        fprintf(picture->out,
                "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#21262e\"/>\n",
                middle, middle, bottom - PANEL_HEIGHT, bottom);
    }
}

static void draw_row(const Picture *picture, int output, int columns, double bottom) {
    const Study *study = picture->table->study;
    char title[300];
    snprintf(title, sizeof title, "%.60s [%s] = %.160s", study->outputs[output].name,
             picture->origin->units[output], study->outputs[output].text);
    put_text(picture->out, GAP_LEFT, bottom - PANEL_HEIGHT - 10.0, "start", title);
    for (int p = 0; p < columns; p++) {
        draw_panel(picture, p, output, GAP_LEFT + p * (PANEL_WIDTH + GAP_LEFT), bottom);
    }
    draw_bars(picture, output, columns * (PANEL_WIDTH + GAP_LEFT) + NAMES_WIDTH, bottom);
}

abResult report_picture(const CaseTable *table, const StudyOrigin *origin,
                        const MainEffect *effects, const char *path, abError *error) {
    const Study *study = table->study;
    int rows = study->output_count < ROWS ? study->output_count : ROWS;
    int columns = study->parameter_count < COLUMNS ? study->parameter_count : COLUMNS;
    double row = GAP_ABOVE + PANEL_HEIGHT + GAP_BELOW;
    Picture picture = {table, origin, effects, fopen(path, "w")};
    if (picture.out == NULL) {
        return ab_file_written(false, path, error);
    }
    fprintf(picture.out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
            "font-family=\"sans-serif\" font-size=\"11\" fill=\"#21262e\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            columns * (PANEL_WIDTH + GAP_LEFT) + NAMES_WIDTH + BARS_WIDTH + 20.0,
            rows * row + 10.0);
    for (int o = 0; o < rows; o++) {
        draw_row(&picture, o, columns, (o + 1) * row - GAP_BELOW);
    }
    fprintf(picture.out, "</svg>\n");
    bool ok = ferror(picture.out) == 0;
    ok = fclose(picture.out) == 0 && ok;
    return ab_file_written(ok, path, error);
}
