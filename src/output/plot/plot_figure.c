// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// plot_figure.c - lays out panels and draws them with cairo; one drawing for SVG and PNG.
//
//   title
//   panel: legend (when it has more than one curve), quantity [unit] up the side, grid, curves
//   ...    one panel per unit, all over the same time axis
//   time [s]
//
// Colours are those of Okabe and Ito, which people with any kind of colour vision tell apart; after
// them the lines are dashed.

#include "output/plot/plot_figure.h"

#include "base/config.h"
#include "base/no_memory.h"
#include "output/plot/plot_ticks.h"

#if ABUT_HAVE_CAIRO

#include <cairo-svg.h>
#include <cairo.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"

enum { PANELS_MAX = 8, DPI_SCALE = 2, COLUMNS = 1500 };

// Sizes in points of the page.
#define PAGE_WIDTH 860.0
#define PANEL_HEIGHT 240.0
#define SINGLE_HEIGHT 380.0
#define MARGIN_LEFT 70.0 // at least; wide labels make it wider
#define AXIS_TITLE 24.0  // base line of what is written up the side
#define LABEL_GAP 9.0    // between a label and its axis
#define MARGIN_RIGHT 28.0
#define PANEL_GAP 20.0
#define TEXT_SIZE 13.0
#define TITLE_SIZE 16.0

typedef struct Rgb {
    double r, g, b;
} Rgb;

static const Rgb s_colours[] = {
    {0.000, 0.447, 0.698}, // blue
    {0.835, 0.369, 0.000}, // vermilion
    {0.000, 0.620, 0.451}, // bluish green
    {0.800, 0.475, 0.655}, // reddish purple
    {0.902, 0.624, 0.000}, // orange
    {0.337, 0.706, 0.914}, // sky blue
    {0.250, 0.250, 0.250}, // grey
};
enum { COLOURS = sizeof s_colours / sizeof s_colours[0] };

static const Rgb s_ink = {0.13, 0.15, 0.18}, s_soft = {0.42, 0.45, 0.50},
                 s_grid = {0.90, 0.91, 0.93};

typedef struct Panel {
    const char *unit;
    double low, high; // of the values shown
    abTicks ticks;
    int curves;
    double legend, top, height; // legend: its height, above the top
    char label[240];
} Panel;

typedef struct Page {
    const abFigure *figure;
    cairo_t *cr;
    double from, to; // time axis
    abTicks time_ticks;
    double left; // margin
    Panel panels[PANELS_MAX];
    int panel_count;
    double height;
    size_t *indices; // scratch for thinning
} Page;

static void colour(cairo_t *cr, Rgb c) {
    cairo_set_source_rgb(cr, c.r, c.g, c.b);
}

static double text_width(cairo_t *cr, const char *text) {
    cairo_text_extents_t extents;
    cairo_text_extents(cr, text, &extents);
    return extents.x_advance;
}

// `align`: 0 left, 0.5 middle, 1 right
static void draw_text(cairo_t *cr, double x, double y, double align, const char *text) {
    cairo_move_to(cr, x - align * text_width(cr, text), y);
    cairo_show_text(cr, text);
}

static void font(cairo_t *cr, double size, bool bold) {
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
}

// Colour and dashes of the k-th curve of a panel.
static void choose_line(cairo_t *cr, int k) {
    colour(cr, s_colours[k % COLOURS]);
    cairo_set_dash(cr, (const double[2]){7.0, 4.5}, k >= COLOURS ? 2 : 0, 0.0);
}

// ---- layout ----

static int panel_of(const Page *page, const char *unit) {
    for (int p = 0; p < page->panel_count; p++) {
        if (strcmp(page->panels[p].unit, unit) == 0) {
            return p;
        }
    }
    return page->panel_count < PANELS_MAX ? page->panel_count : PANELS_MAX - 1;
}

static void widen(Panel *panel, const abFigureCurve *curve, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (isfinite(curve->values[i])) {
            panel->low = fmin(panel->low, curve->values[i]);
            panel->high = fmax(panel->high, curve->values[i]);
        }
    }
}

// "ball.position.z" -> "position", the quantity between subject and component
static void quantity_of(const char *name, char *out, size_t size) {
    const char *close = strrchr(name, ')');
    const char *start = close != NULL ? close + 1 : name;
    const char *last = strrchr(start, '.');
    const char *end = name + strlen(name);
    if (last != NULL && end - last == 2 && strchr("wxyz", last[1]) != NULL) {
        end = last;
        for (last = end - 1; last > start && *last != '.'; last--) {
        }
    }
    const char *from = last != NULL && *last == '.' ? last + 1 : start;
    size_t used = 0;
    for (; from < end && used + 1 < size; from++) {
        out[used++] = *from == '_' ? ' ' : *from;
    }
    out[used] = '\0';
}

// "energy.kinetic", "energy.gravity" -> 6, the length of the subject they share; 0 for none
static int shared_subject(const char *a, const char *b, int length) {
    int here = (int)strcspn(a, ".");
    return here <= length && strncmp(a, b, (size_t)here) == 0 && b[here] == '.' ? here : 0;
}

// The side of a panel: the whole name of an only curve, else the quantity its curves share, else
// their subject.
static void label_panel(const Page *page, int index, Panel *panel) {
    char common[80] = "", unit[60], other[80], offset[60];
    const char *subject = "";
    int curves = 0, length = (int)sizeof common - 1; // of the subject
    for (int i = 0; i < page->figure->curve_count; i++) {
        const abFigureCurve *curve = &page->figure->curves[i];
        if (panel_of(page, curve->unit) != index) {
            continue;
        }
        quantity_of(curve->name, other, sizeof other);
        if (curves++ == 0) {
            snprintf(common, sizeof common, "%s", other);
            subject = curve->name;
        } else if (strcmp(common, other) != 0) {
            common[0] = '\0';
        }
        length = shared_subject(subject, curve->name, length);
        if (panel->curves == 1) {
            snprintf(common, sizeof common, "%.79s", curve->name);
        }
    }
    if (common[0] == '\0' && length > 0) {
        snprintf(common, sizeof common, "%.*s", length, subject);
    }
    ab_tick_unit(&panel->ticks, panel->unit, unit, sizeof unit);
    ab_tick_offset(&panel->ticks, panel->unit, offset, sizeof offset);
    if (offset[0] != '\0' && common[0] == '\0') {
        snprintf(common, sizeof common, "value");
    }
    snprintf(panel->label, sizeof panel->label, "%s%s%s%s%s%s", common, offset,
             common[0] != '\0' && unit[0] != '\0' ? " " : "", unit[0] != '\0' ? "[" : "", unit,
             unit[0] != '\0' ? "]" : "");
}

static void lay_out_panels(Page *page) {
    const abFigure *figure = page->figure;
    for (int i = 0; i < figure->curve_count; i++) {
        int p = panel_of(page, figure->curves[i].unit);
        if (p == page->panel_count) {
            page->panels[page->panel_count++] =
                (Panel){.unit = figure->curves[i].unit, .low = INFINITY, .high = -INFINITY};
        }
        if (figure->shown != NULL) {
            page->panels[p].low = fmin(page->panels[p].low, figure->shown[0]);
            page->panels[p].high = fmax(page->panels[p].high, figure->shown[1]);
        }
        widen(&page->panels[p], &figure->curves[i], figure->count);
        page->panels[p].curves++;
    }
    for (int p = 0; p < page->panel_count; p++) {
        Panel *panel = &page->panels[p];
        panel->height = page->panel_count == 1 ? SINGLE_HEIGHT : PANEL_HEIGHT;
        if (!(panel->low <= panel->high)) {
            panel->low = panel->high = 0.0; // nothing but gaps
        }
        ab_tick_air(&panel->low, &panel->high);
        panel->ticks = ab_ticks(panel->low, panel->high, page->panel_count == 1 ? 7 : 5);
        label_panel(page, p, panel);
    }
}

// The margin leaves room for the widest label beside what is written up the side.
static double left_margin(const Page *page) {
    double widest = 0.0;
    font(page->cr, TEXT_SIZE, false);
    for (int p = 0; p < page->panel_count; p++) {
        const abTicks *ticks = &page->panels[p].ticks;
        for (int i = 0; i < ticks->count; i++) {
            char label[40];
            ab_tick_label(ticks, i, label, sizeof label);
            widest = fmax(widest, text_width(page->cr, label));
        }
    }
    return fmax(MARGIN_LEFT, ceil(AXIS_TITLE + 0.8 * TEXT_SIZE + widest + LABEL_GAP));
}

// Places the legend entries of a panel in rows; draws them when `draw`. Returns the height.
static double legend(const Page *page, int index, bool draw) {
    const abFigure *figure = page->figure;
    const Panel *panel = &page->panels[index];
    cairo_t *cr = page->cr;
    if (panel->curves < 2) {
        return 0.0;
    }
    font(cr, TEXT_SIZE, false);
    double x = page->left, y = panel->top - panel->legend;
    double start = y;
    for (int i = 0, k = 0; i < figure->curve_count; i++) {
        if (panel_of(page, figure->curves[i].unit) != index) {
            continue;
        }
        double width = 34.0 + text_width(cr, figure->curves[i].name);
        if (x > page->left && x + width > PAGE_WIDTH - MARGIN_RIGHT) {
            x = page->left;
            y += 20.0;
        }
        if (draw) {
            cairo_set_line_width(cr, 2.5);
            choose_line(cr, k);
            cairo_move_to(cr, x, y + 6.0);
            cairo_line_to(cr, x + 26.0, y + 6.0);
            cairo_stroke(cr);
            cairo_set_dash(cr, NULL, 0, 0.0);
            colour(cr, s_ink);
            draw_text(cr, x + 34.0, y + 10.5, 0.0, figure->curves[i].name);
        }
        x += width + 22.0;
        k++;
    }
    return y + 22.0 - start;
}

static void lay_out(Page *page) {
    const abFigure *figure = page->figure;
    page->from = isnan(figure->from) ? figure->time[0] : figure->from;
    page->to = isnan(figure->to) ? figure->time[figure->count - 1] : figure->to;
    if (!(page->to > page->from)) {
        page->from -= 0.5;
        page->to += 0.5;
    }
    page->time_ticks = ab_ticks(page->from, page->to, 9);
    lay_out_panels(page);
    page->left = left_margin(page);
    double y = figure->title != NULL && figure->title[0] != '\0' ? 48.0 : 20.0;
    for (int p = 0; p < page->panel_count; p++) {
        Panel *panel = &page->panels[p];
        panel->legend = legend(page, p, false);
        panel->top = y + panel->legend;
        y = panel->top + panel->height + PANEL_GAP;
    }
    page->height = y - PANEL_GAP + 58.0;
}

// ---- drawing ----

static double x_of(const Page *page, double time) {
    return page->left +
           (time - page->from) / (page->to - page->from) * (PAGE_WIDTH - page->left - MARGIN_RIGHT);
}

static double y_of(const Panel *panel, double value) {
    return panel->top + panel->height * (panel->high - value) / (panel->high - panel->low);
}

// Hairlines fall on pixel centres.
static double crisp(double x) {
    return floor(x) + 0.5;
}

static void draw_grid(const Page *page, const Panel *panel) {
    cairo_t *cr = page->cr;
    double right = PAGE_WIDTH - MARGIN_RIGHT, bottom = panel->top + panel->height;
    cairo_set_line_width(cr, 1.0);
    colour(cr, s_grid);
    for (int i = 0; i < page->time_ticks.count; i++) {
        double x = crisp(x_of(page, ab_tick_value(&page->time_ticks, i)));
        cairo_move_to(cr, x, panel->top);
        cairo_line_to(cr, x, bottom);
    }
    for (int i = 0; i < panel->ticks.count; i++) {
        double y = crisp(y_of(panel, ab_tick_value(&panel->ticks, i)));
        cairo_move_to(cr, page->left, y);
        cairo_line_to(cr, right, y);
    }
    cairo_stroke(cr);
    if (panel->low < 0.0 && panel->high > 0.0) {
        colour(cr, (Rgb){0.72, 0.74, 0.77});
        double y = crisp(y_of(panel, 0.0));
        cairo_move_to(cr, page->left, y);
        cairo_line_to(cr, right, y);
        cairo_stroke(cr);
    }
}

static void draw_frame(const Page *page, const Panel *panel) {
    cairo_t *cr = page->cr;
    char label[40];
    colour(cr, (Rgb){0.60, 0.63, 0.67});
    cairo_set_line_width(cr, 1.0);
    cairo_rectangle(cr, crisp(page->left), crisp(panel->top),
                    floor(PAGE_WIDTH - page->left - MARGIN_RIGHT), floor(panel->height));
    cairo_stroke(cr);
    font(cr, TEXT_SIZE, false);
    colour(cr, s_soft);
    for (int i = 0; i < panel->ticks.count; i++) {
        ab_tick_label(&panel->ticks, i, label, sizeof label);
        draw_text(cr, page->left - LABEL_GAP, y_of(panel, ab_tick_value(&panel->ticks, i)) + 4.5,
                  1.0, label);
    }
    colour(cr, s_ink);
    cairo_save(cr);
    cairo_translate(cr, AXIS_TITLE, panel->top + 0.5 * panel->height);
    cairo_rotate(cr, -0.5 * 3.14159265358979323846);
    font(cr, TEXT_SIZE * fmin(1.0, panel->height / text_width(cr, panel->label)), false);
    draw_text(cr, 0.0, 0.0, 0.5, panel->label);
    cairo_restore(cr);
}

// The k-th curve of a panel.
static void draw_curve(const Page *page, const Panel *panel, const double *values, int k) {
    const abFigure *figure = page->figure;
    cairo_t *cr = page->cr;
    size_t shown =
        ab_thin(figure->time, values, figure->count, page->from, page->to, COLUMNS, page->indices);
    bool pen_down = false;
    for (size_t i = 0; i < shown; i++) {
        size_t sample = page->indices[i];
        double x = x_of(page, figure->time[sample]), y = y_of(panel, values[sample]);
        if (!isfinite(values[sample])) {
            pen_down = false;
        } else if (pen_down) {
            cairo_line_to(cr, x, y);
        } else {
            cairo_move_to(cr, x, y);
            cairo_line_to(cr, x + 1e-3, y); // a lone sample is a dot
            pen_down = true;
        }
    }
    cairo_set_line_width(cr, shown > 2000 ? 1.2 : 1.8);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    choose_line(cr, k);
    cairo_stroke(cr);
    cairo_set_dash(cr, NULL, 0, 0.0);
}

// Small ticks that rise from the bottom of a panel.
static void draw_events(const Page *page, const Panel *panel) {
    cairo_t *cr = page->cr;
    double bottom = panel->top + panel->height, last = -INFINITY;
    colour(cr, s_soft);
    cairo_set_line_width(cr, 1.0);
    for (size_t i = 0; i < page->figure->event_count; i++) {
        double x = x_of(page, page->figure->events[i]);
        if (x >= page->left && x <= PAGE_WIDTH - MARGIN_RIGHT && x - last > 0.4) {
            cairo_move_to(cr, x, bottom);
            cairo_line_to(cr, x, bottom - 9.0);
            last = x;
        }
    }
    cairo_stroke(cr);
}

static void draw_panel(const Page *page, int index) {
    const Panel *panel = &page->panels[index];
    cairo_t *cr = page->cr;
    legend(page, index, true);
    draw_grid(page, panel);
    cairo_save(cr);
    cairo_rectangle(cr, page->left, panel->top, PAGE_WIDTH - page->left - MARGIN_RIGHT,
                    panel->height);
    cairo_clip(cr);
    for (int i = 0, k = 0; i < page->figure->curve_count; i++) {
        if (panel_of(page, page->figure->curves[i].unit) == index) {
            draw_curve(page, panel, page->figure->curves[i].values, k++);
        }
    }
    draw_events(page, panel);
    cairo_restore(cr);
    draw_frame(page, panel);
}

static void draw_time_axis(const Page *page) {
    cairo_t *cr = page->cr;
    const abFigure *figure = page->figure;
    const char *name = figure->x_name != NULL ? figure->x_name : "time";
    const char *of = figure->x_unit != NULL ? figure->x_unit : "s";
    const Panel *last = &page->panels[page->panel_count - 1];
    double bottom = last->top + last->height;
    char label[160], unit[40], offset[60];
    font(cr, TEXT_SIZE, false);
    colour(cr, s_soft);
    for (int i = 0; i < page->time_ticks.count; i++) {
        ab_tick_label(&page->time_ticks, i, label, sizeof label);
        draw_text(cr, x_of(page, ab_tick_value(&page->time_ticks, i)), bottom + 19.0, 0.5, label);
    }
    ab_tick_unit(&page->time_ticks, of, unit, sizeof unit);
    ab_tick_offset(&page->time_ticks, of, offset, sizeof offset);
    snprintf(label, sizeof label, "%.40s%s [%s]", name, offset, unit);
    colour(cr, s_ink);
    draw_text(cr, 0.5 * (page->left + PAGE_WIDTH - MARGIN_RIGHT), bottom + 43.0, 0.5, label);
}

// A tick and what ticks are, at the left below the time axis.
static void draw_event_text(const Page *page) {
    cairo_t *cr = page->cr;
    const Panel *last = &page->panels[page->panel_count - 1];
    double y = last->top + last->height + 43.0, x = crisp(page->left);
    if (page->figure->event_text == NULL) {
        return;
    }
    colour(cr, s_soft);
    cairo_set_line_width(cr, 1.0);
    cairo_move_to(cr, x, y);
    cairo_line_to(cr, x, y - 9.0);
    cairo_stroke(cr);
    font(cr, TEXT_SIZE, false);
    draw_text(cr, x + 7.0, y, 0.0, page->figure->event_text);
}

static void draw(Page *page) {
    cairo_t *cr = page->cr;
    cairo_set_source_rgb(cr, 1.0, 1.0, 1.0);
    cairo_paint(cr);
    if (page->figure->title != NULL) {
        font(cr, TITLE_SIZE, true);
        colour(cr, s_ink);
        draw_text(cr, page->left, 30.0, 0.0, page->figure->title);
    }
    for (int p = 0; p < page->panel_count; p++) {
        draw_panel(page, p);
    }
    draw_time_axis(page);
    draw_event_text(page);
}

// ---- files ----

static abResult cairo_failed(const char *path, cairo_status_t status, abError *error) {
    return ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot write the picture: %s",
                        cairo_status_to_string(status));
}

// cairo does not say why a file cannot be written, so it is tried first.
static abResult check_writable(const char *path, abError *error) {
    FILE *file = fopen(path, "wb");
    if (file == NULL) {
        return ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot write the picture: %s",
                            strerror(errno));
    }
    fclose(file);
    return AB_OK;
}

// The height must be known before a surface of that size exists, so the layout is done on paper of
// no size first.
static abResult write_one(const abFigure *figure, const char *path, bool is_svg, size_t *indices,
                          abError *error) {
    Page page = {.figure = figure, .indices = indices};
    AB_TRY(check_writable(path, error));
    cairo_surface_t *paper = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1, 1);
    page.cr = cairo_create(paper);
    lay_out(&page);
    cairo_destroy(page.cr);
    cairo_surface_destroy(paper);

    cairo_surface_t *surface =
        is_svg ? cairo_svg_surface_create(path, PAGE_WIDTH, page.height)
               : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)(DPI_SCALE * PAGE_WIDTH),
                                            (int)(DPI_SCALE * page.height));
    page.cr = cairo_create(surface);
    if (!is_svg) {
        cairo_scale(page.cr, DPI_SCALE, DPI_SCALE);
    }
    draw(&page);
    cairo_status_t status = cairo_status(page.cr);
    cairo_destroy(page.cr);
    if (status == CAIRO_STATUS_SUCCESS && !is_svg) {
        status = cairo_surface_write_to_png(surface, path);
    }
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_status(surface);
    }
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS ? AB_OK : cairo_failed(path, status, error);
}

abResult ab_figure_write(const abFigure *figure, const char *svg_path, const char *png_path,
                         abAllocator allocator, abError *error) {
    size_t *indices = NULL, capacity = 0;
    if (figure->count == 0 || figure->curve_count == 0) {
        return ab_error_add(error, AB_USAGE, (abPlace){0}, "there is nothing to plot");
    }
    if (!AB_ARRAY_RESERVE(allocator, indices, capacity, 4 * COLUMNS + 4)) {
        return ab_no_memory(error, (abPlace){0}, "for the plot");
    }
    abResult result = svg_path != NULL ? write_one(figure, svg_path, true, indices, error) : AB_OK;
    if (png_path != NULL && result == AB_OK) {
        result = write_one(figure, png_path, false, indices, error);
    }
    AB_ARRAY_FREE(allocator, indices, capacity);
    return result;
}

#else

abResult ab_figure_write(const abFigure *figure, const char *svg_path, const char *png_path,
                         abAllocator allocator, abError *error) {
    (void)figure, (void)svg_path, (void)png_path, (void)allocator;
    return ab_error_add(error, AB_USAGE, (abPlace){0},
                        "this program was built without cairo, so it cannot plot; install "
                        "libcairo2-dev and build again, or use `abut export --csv`");
}

#endif
