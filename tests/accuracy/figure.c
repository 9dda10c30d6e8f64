// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// figure.c - the drawing: a frame, a line per decade, a polyline with dots per curve, a legend.

#include "figure.h"

#include <math.h>
#include <stdio.h>

enum { WIDTH = 640, HEIGHT = 420, LEFT = 70, RIGHT = 200, TOP = 40, BOTTOM = 50 };

enum { COLORS = 10 };

static const char *const s_colors[COLORS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
                                             "#56b4e9", "#000000", "#999999", "#7b4f9e", "#8b5a2b"};

typedef struct Axis {
    int low, high; // powers of ten
    double from, to;
} Axis;

static void span(Axis *axis, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        axis->low = (int)fmin(axis->low, floor(log10(values[i])));
        axis->high = (int)fmax(axis->high, ceil(log10(values[i])));
    }
}

static double place(const Axis *axis, double power) {
    return axis->from + (axis->to - axis->from) * (power - axis->low) / (axis->high - axis->low);
}

static void draw_grid(FILE *f, const Axis *x, const Axis *y) {
    for (int p = x->low; p <= x->high; p++) {
        fprintf(f, "<path class=\"g\" d=\"M%.1f %.1fV%.1f\"/>", place(x, p), y->from, y->to);
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">1e%d</text>\n", place(x, p),
                y->from + 18, p);
    }
    for (int p = y->low; p <= y->high; p++) {
        fprintf(f, "<path class=\"g\" d=\"M%.1f %.1fH%.1f\"/>", x->from, place(y, p), x->to);
        fprintf(f, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"end\">1e%d</text>\n", x->from - 6,
                place(y, p) + 4, p);
    }
}

static void draw_curve(FILE *f, const Axis *x, const Axis *y, const Curve *c, int index) {
    const char *color = s_colors[index % COLORS];
    fprintf(f, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" points=\"", color);
    for (int i = 0; i < c->count; i++) {
        fprintf(f, "%.1f,%.1f ", place(x, log10(c->x[i])), place(y, log10(c->y[i])));
    }
    fprintf(f, "\"/>\n");
    for (int i = 0; i < c->count; i++) {
        fprintf(f, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.5\" fill=\"%s\"/>",
                place(x, log10(c->x[i])), place(y, log10(c->y[i])), color);
    }
    fprintf(f, "\n<text x=\"%.1f\" y=\"%d\" fill=\"%s\">%s</text>\n", x->to + 12,
            TOP + 14 + 20 * index, color, c->name);
}

bool figure_write(const char *path, const char *title, const char *x_name, const char *y_name,
                  const Curve *curves, int curve_count) {
    Axis x = {1000, -1000, LEFT, WIDTH - RIGHT}, y = {1000, -1000, HEIGHT - BOTTOM, TOP};
    for (int i = 0; i < curve_count; i++) {
        span(&x, curves[i].x, curves[i].count);
        span(&y, curves[i].y, curves[i].count);
    }
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        return false;
    }
    fprintf(f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "font-family=\"sans-serif\" font-size=\"12\">\n"
            "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>"
            "<style>.g{stroke:#ddd;fill:none}</style>\n",
            WIDTH, HEIGHT, WIDTH);
    draw_grid(f, &x, &y);
    for (int i = 0; i < curve_count; i++) {
        draw_curve(f, &x, &y, &curves[i], i);
    }
    fprintf(f, "<text x=\"%d\" y=\"20\" font-size=\"14\">%s</text>\n", LEFT, title);
    fprintf(f, "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
            (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_name);
    fprintf(f,
            "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
            HEIGHT / 2, y_name);
    fprintf(f, "</svg>\n");
    return fclose(f) == 0;
}

static bool write_numbers(const char *path, const char *key, const Curve *curves, int curve_count) {
    FILE *f = fopen(path, "w");
    if (f == NULL) {
        return false;
    }
    fprintf(f, "%s", key);
    for (int c = 0; c < curve_count; c++) {
        fprintf(f, ",%s", curves[c].name);
    }
    for (int i = 0; i < curves[0].count; i++) {
        fprintf(f, "\n%g", curves[0].x[i]);
        for (int c = 0; c < curve_count; c++) {
            fprintf(f, ",%.3g", curves[c].y[i]);
        }
    }
    fprintf(f, "\n");
    return fclose(f) == 0;
}

bool figure_write_with_numbers(const char *folder, const char *name, const char *key,
                               const char *title, const char *x_name, const char *y_name,
                               const Curve *curves, int curve_count) {
    char path[1000];
    snprintf(path, sizeof path, "%s/%s.csv", folder, name);
    bool ok = write_numbers(path, key, curves, curve_count);
    snprintf(path, sizeof path, "%s/%s.svg", folder, name);
    return figure_write(path, title, x_name, y_name, curves, curve_count) && ok;
}
