// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include <stdlib.h>

#include "render/render_fixture.h"

// Long and thin, one end much nearer than the other.
static const char s_needle_text[] =
    "abut: 1\n"
    "materials: {steel: {density: 7850}}\n"
    "bodies:\n"
    "  needle: {shapes: [{ellipsoid: {semi_axes: [0.01, 0.2, 0.01]}, material: steel}]}\n"
    "simulation: {end_time: 0.01, output_interval: 0.01}\n";

static void what_is_near_fills_the_picture_and_is_not_cut_off(void) {
#if ABUT_HAVE_CAIRO
    Drawn drawn;
    begin_drawn(&drawn, s_needle_text);
    drawn.options.back = (abVec3){0.4, -1.0, 0.1};
    CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
    cairo_surface_t *surface = cairo_image_surface_create_from_png(drawn.png);
    int low[2] = {200, 150}, high[2] = {-1, -1};
    for (int i = 0; i < 200 * 150; i++) {
        int at[2] = {i % 200, i / 200};
        for (int k = 0; k < 2 && pixel(surface, at[0], at[1]) != 0xf4f6f8; k++) {
            low[k] = at[k] < low[k] ? at[k] : low[k];
            high[k] = at[k] > high[k] ? at[k] : high[k];
        }
    }
    cairo_surface_destroy(surface);
    // between a border of 1 - 1/1.12 and the pixels that the triangles of an ellipsoid leave out
    int wide = high[0] + 1 - low[0], tall = high[1] + 1 - low[1];
    CHECK((wide > 172 && wide <= 179) || (tall > 129 && tall <= 134));
    CHECK(abs(low[0] + high[0] - 199) < 5 && abs(low[1] + high[1] - 149) < 5);
    end_drawn(&drawn);
#endif
}

// Balls of 0.2 m a metre from each other, of which one moves or none does, seen from the side.
static int rows_of_balls(double speed) {
    static char text[8000];
    int size = snprintf(text, sizeof text,
                        "abut: 1\ngravity: [0, 0, 0]\nmaterials: {steel: {density: 7850}}\n"
                        "simulation: {end_time: 0.01, output_interval: 0.01}\nbodies:\n");
    for (int i = 0; i < 30; i++) {
        size += snprintf(text + size, sizeof text - (size_t)size,
                         "  b%d: {position: [%d, 0, 0], velocity: [0, %g, 0], "
                         "shapes: [{sphere: {radius: 0.1}, material: steel, collides: false}]}\n",
                         i, i, i == 7 ? speed : 0.0);
    }
    Drawn drawn;
    begin_drawn(&drawn, text);
    drawn.options.back = (abVec3){0.0, -1.0, 0.0};
    CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
    int rows = dark_rows(drawn.png);
    end_drawn(&drawn);
    return rows;
}

static void of_a_long_row_the_part_that_moves_is_drawn(void) {
    // 200 pixels are 32 m of the whole row, and 4.7 m of the part
    int rows[2] = {ABUT_HAVE_CAIRO ? rows_of_balls(0.0) : 0,
                   ABUT_HAVE_CAIRO ? rows_of_balls(0.1) : 8};
    CHECK(rows[0] <= 2 && rows[1] >= 8 && rows[1] <= 10);
}

AB_TESTS(AB_TEST(what_is_near_fills_the_picture_and_is_not_cut_off),
         AB_TEST(of_a_long_row_the_part_that_moves_is_drawn))
