// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0

#include "render/software_renderer.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/check.h"
#include "base/config.h"
#include "output/export/export_vtk.h"
#include "record/file/record_file.h"
#include "render/raster.h"
#include "render/render_fixture.h"

// ---- camera and triangles ----

static abCamera front_camera(void) { // from -y, 10 m away, 100 x 100 pixels
    return ab_camera((abVec3){0, 0, 0}, (abVec3){0, -1, 0}, 10.0, 100.0, 100, 100);
}

static void a_camera_sees_where_its_rays_go(void) {
    abCamera camera = front_camera();
    abVec3 seen = ab_camera_see(&camera, (abVec3){1.0, 0.0, 2.0});
    // focal 100 at 10 m: 10 pixels a metre; x to the right, z up
    CHECK_NEAR(seen.x, 60.0, 1e-12, 100.0);
    CHECK_NEAR(seen.y, 30.0, 1e-12, 100.0);
    CHECK_NEAR(seen.z, 10.0, 1e-12, 10.0);
    abVec3 ray = ab_camera_ray(&camera, seen.x, seen.y);
    CHECK_NEAR(camera.eye.x + seen.z * ray.x, 1.0, 1e-12, 1.0);
    CHECK_NEAR(camera.eye.y + seen.z * ray.y, 0.0, 1e-12, 10.0);
    CHECK_NEAR(camera.eye.z + seen.z * ray.z, 2.0, 1e-12, 1.0);
}

static unsigned paint(void *context, double a, double b, double c) {
    CHECK_NEAR(a + b + c, 1.0, 1e-12, 1.0);
    return *(const unsigned *)context;
}

static int draw(abRaster *raster, const abCamera *camera, double y, double size, unsigned colour) {
    const abVec3 corners[3] = {{-size, y, -size}, {size, y, -size}, {-size, y, size}};
    abVec3 seen[3];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        seen[k] = ab_camera_see(camera, corners[k]);
    }
    ab_raster_triangle(raster, camera, seen, paint, &colour);
    for (int i = 0; i < raster->width * raster->height; i++) {
        count += isfinite(raster->depth[i]) && raster->colour[i] == colour;
    }
    return count;
}

// Half a floor 1 m below the camera, which begins 10 m behind it: it fills the lower half of what is
// seen, and nothing of it is above the horizon.
static void a_triangle_is_cut_off_behind_the_camera(void) {
    abCamera camera = front_camera();
    abRaster raster;
    CHECK(ab_raster_init(&raster, 100, 100, ab_heap()));
    unsigned colour = 0x123456;
    const abVec3 corners[3] = {{-1e4, -20.0, -1.0}, {1e4, -20.0, -1.0}, {0.0, 1e4, -1.0}};
    ab_raster_world_triangle(&raster, &camera, corners, paint, &colour);
    int above = 0, below = 0;
    for (int i = 0; i < 100 * 100; i++) {
        bool is_seen = isfinite(raster.depth[i]);
        above += is_seen && i / 100 < 50;
        below += is_seen && i / 100 >= 52;
    }
    CHECK(above == 0 && below == 100 * 48);
    // straight below the middle the floor is 1 m down: at row 75 (slope 0.255) 3.92 m away
    CHECK_NEAR(raster.depth[75 * 100 + 50], 1.0 / 0.255, 1e-6, 4.0);
    const abVec3 behind[3] = {{-1, -30, -1}, {1, -30, -1}, {0, -30, 1}};
    ab_raster_world_triangle(&raster, &camera, behind, paint, &(unsigned){0xffffff});
    for (int i = 0; i < 100 * 100; i++) {
        CHECK(raster.colour[i] != 0xffffff);
    }
    ab_raster_done(&raster);
}

static void the_nearest_triangle_is_seen(void) {
    abCamera camera = front_camera();
    abRaster raster;
    CHECK(ab_raster_init(&raster, 100, 100, ab_heap()));
    // half of a square of 40 x 40 pixels; its slanted edge goes through 40 centres
    int near = draw(&raster, &camera, 0.0, 2.0, 0xff0000);
    CHECK(near >= 780 && near <= 820);
    CHECK(draw(&raster, &camera, 1.0, 2.0, 0x00ff00) == 0);    // behind it and smaller
    CHECK(draw(&raster, &camera, -1.0, 2.0, 0x0000ff) > near); // before it and larger
    CHECK(draw(&raster, &camera, -20.0, 2.0, 0xffffff) == 0);  // behind the camera
    CHECK(draw(&raster, &camera, 0.0, 1e300, 0xffffff) == 0);  // no number any more
    ab_raster_done(&raster);
}

// ---- a record ----

static const char s_model_text[] =
    "abut: 1\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "bodies:\n"
    "  ball: {position: [0, 0, 0.2], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
    "simulation: {end_time: 0.01, output_interval: 0.01}\n";

#if ABUT_HAVE_CAIRO
static void check_picture(const char *path) {
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    CHECK(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
    CHECK(cairo_image_surface_get_width(surface) == 200);
    unsigned middle = pixel(surface, 100, 75), corner = pixel(surface, 2, 2);
    CHECK((middle & 255u) > (middle >> 16) + 40);                                // a blue ball
    CHECK(corner == 0xf4f6f8);                                                   // on paper
    CHECK((pixel(surface, 100, 50) & 255u) > (pixel(surface, 100, 100) & 255u)); // lit from above
    cairo_surface_destroy(surface);
}
#else
static void check_picture(const char *path) {
    (void)path;
}
#endif

static void a_ball_is_drawn_in_the_middle(void) {
    Drawn drawn;
    begin_drawn(&drawn, s_model_text);
    abRenderOptions *options = &drawn.options;
    abResult result = ab_render(drawn.record, 0, options, drawn.png, &s_error);
    if (ABUT_HAVE_CAIRO) {
        CHECK(result == AB_OK);
        check_picture(drawn.png);
        CHECK(ab_render(drawn.record, 0, options, "/nonexistent/a.png", &s_error) == AB_IO);
        CHECK(ab_render(drawn.record, 7, options, drawn.png, &s_error) == AB_USAGE);
        options->width = 1 << 20;
        CHECK(ab_render(drawn.record, 0, options, drawn.png, &s_error) == AB_USAGE);
    } else {
        CHECK(result == AB_USAGE);
    }
    end_drawn(&drawn);
}

// A rope from 1 m above the ball down to its centre: the only thing that is gray.
static const char s_rope_text[] =
    "abut: 1\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "bodies:\n"
    "  ball: {position: [0, 0, 0.2], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"
    "forces: [{type: rope, between: [world, ball], point_a: [0, 0, 1.2]},\n"
    "         {type: applied, between: [world, ball], fz: 1}]\n"
    "simulation: {end_time: 0.01, output_interval: 0.01}\n";

static void check_rope(const char *path) {
#if ABUT_HAVE_CAIRO
    cairo_surface_t *surface = cairo_image_surface_create_from_png(path);
    int rows = 0;
    for (int y = 0; y < 150; y++) {
        int gray = 0;
        for (int x = 0; x < 200; x++) {
            unsigned colour = pixel(surface, x, y), r = colour >> 16, b = colour & 255u;
            gray += r < 0xd0 && b < r + 30; // the ball is blue, the paper white
        }
        rows += gray > 0;
    }
    cairo_surface_destroy(surface);
    // the height of what is seen is 1.1 m, the rope's part above the ball 0.9 m
    CHECK(rows > 60 && rows < 140);
#else
    (void)path;
#endif
}

// How wide what is gray above the ball is, in pixels.
static int width_of_gray(const char *kind) {
    int first = 200, last = -1;
#if ABUT_HAVE_CAIRO
    char text[800];
    snprintf(text, sizeof text,
             "abut: 1\nbodies:\n"
             "  ball: {position: [0, 0, 0.2], mass: 1, inertia: [1, 1, 1], shapes: "
             "[{sphere: {radius: 0.1}, collides: false}]}\n"
             "forces: [{type: %s, between: [world, ball], point_a: [0, 0, 1.2]}]\n"
             "simulation: {end_time: 0.01, output_interval: 0.01}\n",
             kind);
    Drawn drawn;
    begin_drawn(&drawn, text);
    CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
    cairo_surface_t *surface = cairo_image_surface_create_from_png(drawn.png);
    for (int y = 0; y < 75; y++) { // above the ball
        for (int x = 0; x < 200; x++) {
            unsigned colour = pixel(surface, x, y), r = colour >> 16, b = colour & 255u;
            bool is_gray = r < 0xd8 && b < r + 30;
            first = is_gray && x < first ? x : first;
            last = is_gray && x > last ? x : last;
        }
    }
    cairo_surface_destroy(surface);
    end_drawn(&drawn);
#else
    last = first + (strcmp(kind, "rope") == 0 ? 0 : 5);
#endif
    return last - first + 1;
}

// A turn is 0.04 of what is seen wide, ten times the rope: 6 pixels.
static void a_spring_is_a_coil(void) {
    int rope = width_of_gray("rope"), spring = width_of_gray("spring, stiffness: 1, length: 1");
    CHECK(rope >= 1 && rope <= 2 && spring >= 5 && spring <= 8);
}

static void check_ties(abRecord *record, const char *base) {
    char path[260], folder[220], text[2000] = "";
    const abSampleRange range = ab_sample_range();
    CHECK(ab_export_vtk(record, &range, base, 1.0, &s_error) == AB_OK);
    snprintf(folder, sizeof folder, "%s.vtk", base);
    snprintf(path, sizeof path, "%s/ties_000000.vtp", folder);
    FILE *file = fopen(path, "r");
    CHECK(file != NULL && fread(text, 1, sizeof text - 1, file) > 0);
    CHECK(file == NULL || fclose(file) == 0);
    CHECK(strstr(text, "NumberOfPoints=\"2\"") != NULL);
    CHECK(strstr(text, "NumberOfLines=\"1\"") != NULL);
    static const char *const kinds[] = {"bodies", "contacts", "ties"};
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%s_%06d.vtp", folder, kinds[i % 3], i / 3);
        CHECK(unlink(path) == 0);
    }
    CHECK(rmdir(folder) == 0);
    snprintf(path, sizeof path, "%s.pvd", base);
    CHECK(unlink(path) == 0);
}

static void a_rope_is_drawn_and_exported(void) {
    Drawn drawn;
    begin_drawn(&drawn, s_rope_text);
    if (ABUT_HAVE_CAIRO) {
        CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
        check_rope(drawn.png);
    }
    check_ties(drawn.record, drawn.db);
    end_drawn(&drawn);
}

// Six masses of which those on x are moved by the mode, out by 0.1 m.
static const char s_flexible_text[] =
    "abut: 1\ngravity: [0, 0, 0]\nbodies:\n"
    "  ball: {shapes: [{sphere: {radius: 0.1}, collides: false}], mass: 1, inertia: [1, 1, 1]}\n"
    "  m: {flexible: {file: models/flexible/six_masses.fem, surface: "
    "models/flexible/six_masses.obj, q: [0.1]}, shapes: [{flexible: {}, collides: false}]}\n"
    "simulation: {end_time: 0.01, output_interval: 0.01, tolerance: 1e-8}\n";

static void a_flexible_surface_is_drawn_as_it_deforms(void) {
    Drawn drawn;
    begin_drawn(&drawn, s_flexible_text);
    abFrame frame;
    CHECK(ab_record_frame(drawn.record, 0, 0, &frame, &s_error) == AB_OK);
    const abScene *scene = &drawn.record->scene;
    CHECK(scene->shape_count == 2 && scene->shapes[1].deflections != NULL);
    for (int i = 0; i < scene->shapes[1].point_count; i++) {
        abVec3 p = scene->shapes[1].points[i], moved = ab_scene_deflection(scene, &frame, 1, i);
        double side = fabs(p.x) > 0.4 ? copysign(0.1, p.x) : 0.0;
        CHECK_NEAR(moved.x, side, 1e-15, 1.0);
        CHECK(moved.y == 0.0 && moved.z == 0.0);
    }
    CHECK(ab_scene_deflection(scene, &frame, 0, 0).x == 0.0); // the ball has no modes
    drawn.options.back = (abVec3){0.0, -1.0, 0.0};
    int rows[2] = {0, 0};
    for (int i = 0; i < 2 && ABUT_HAVE_CAIRO; i++) {
        drawn.options.exaggeration = i == 0 ? 0.0 : 5.0; // twice as wide: half as high
        CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
        rows[i] = dark_rows(drawn.png);
    }
    CHECK(!ABUT_HAVE_CAIRO || (rows[1] > 5 && 3 * rows[1] < 2 * rows[0]));
    end_drawn(&drawn);
}

static const char s_planar_text[] =
    "abut: 1\n"
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"
    "bodies:\n"
    "  block: {mobility: planar, shapes: [{box: {size: [1, 1, 0.01]}, material: steel}]}\n"
    "simulation: {end_time: 0.01, output_interval: 0.01}\n";

static size_t size_of(const char *path) {
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL && fseek(file, 0, SEEK_END) == 0);
    size_t size = (size_t)ftell(file);
    fclose(file);
    return size;
}

static void planar_scenes_are_seen_from_the_top(void) {
    Drawn drawn;
    begin_drawn(&drawn, s_planar_text);
    abVec3 from[3] = {{0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {0.75, -1.0, 0.45}};
    size_t size[3] = {0};
    for (int i = 0; i < 3 && ABUT_HAVE_CAIRO; i++) {
        drawn.options.back = from[i];
        CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
        size[i] = size_of(drawn.png);
    }
    CHECK(size[0] == size[1] && (size[1] != size[2] || !ABUT_HAVE_CAIRO));
    end_drawn(&drawn);
}

// ---- grounds, panes and veils ----

#if ABUT_HAVE_CAIRO
// Draws the first frame of a text; the picture is the caller's.
static cairo_surface_t *picture_of(const char *text) {
    Drawn drawn;
    begin_drawn(&drawn, text);
    CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
    cairo_surface_t *surface = cairo_image_surface_create_from_png(drawn.png);
    CHECK(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
    end_drawn(&drawn);
    return surface;
}

// Pixels whose blue is that much above their red.
static int count_blue(cairo_surface_t *surface, unsigned more) {
    int count = 0;
    for (int i = 0; i < 200 * 150; i++) {
        unsigned colour = pixel(surface, i % 200, i / 200);
        count += (colour & 255u) > (colour >> 16) + more;
    }
    return count;
}
#define HEAD                                                                                       \
    "abut: 1\ngravity: [0, 0, -9.81]\n"                                                            \
    "materials: {steel: {youngs_modulus: 2.1e11, poissons_ratio: 0.3, density: 7850}}\n"           \
    "pairs: [{materials: [steel, steel], restitution: 0.5, sliding_friction: 0.3}]\n"              \
    "simulation: {end_time: 0.01, output_interval: 0.01}\nbodies:\n"
#define GROUND "  ground: {mobility: fixed, shapes: [{plane: {}, material: steel}]}\n"
#define BALL "  ball: {position: [0, 0, 0.3], shapes: [{sphere: {radius: 0.1}, material: steel}]}\n"

static void a_ground_fades_into_the_horizon(void) {
    cairo_surface_t *surface = picture_of(HEAD GROUND BALL);
    CHECK(pixel(surface, 2, 2) != pixel(surface, 2, 147));
    // darker below than at the horizon; light or line, it is never as dark as a body
    unsigned above = pixel(surface, 2, 2) >> 16, below = pixel(surface, 2, 147) >> 16;
    CHECK(above > below + 8 && below > 0x80);
    int shaded = 0; // the shadow of the ball on it, gray
    for (int x = 0; x < 200; x++) {
        for (int y = 75; y < 150; y++) {
            unsigned colour = pixel(surface, x, y), r = colour >> 16, b = colour & 255u;
            shaded += r > 0x80 && r < 0xc8 && b < r + 24;
        }
    }
    CHECK(shaded > 100);
    cairo_surface_destroy(surface);
}

// Two walls between the eye and the ball, two behind it.
static const char s_walls[] =
    HEAD GROUND BALL "  a: {mobility: fixed, position: [0.3, 0, 0], shapes: [{plane: {normal: [-1, "
                     "0, 0]}, material: steel}]}\n"
                     "  b: {mobility: fixed, position: [-0.3, 0, 0], shapes: [{plane: {normal: [1, "
                     "0, 0]}, material: steel}]}\n"
                     "  c: {mobility: fixed, position: [0, -0.3, 0], shapes: [{plane: {normal: [0, "
                     "1, 0]}, material: steel}]}\n"
                     "  d: {mobility: fixed, position: [0, 0.3, 0], shapes: [{plane: {normal: [0, "
                     "-1, 0]}, material: steel}]}\n";

static void walls_do_not_hide_what_is_between_them(void) {
    cairo_surface_t *surface = picture_of(s_walls);
    // the frame is 0.6 m high here, so the ball has 30 to 60 pixels across
    CHECK(count_blue(surface, 40) > 700);
    CHECK(count_blue(surface, 5) > 2 * count_blue(surface, 40)); // panes behind it, bluish
    cairo_surface_destroy(surface);
}

static void what_hides_most_of_the_motion_is_seen_through(void) {
    static const char plate[] = "  plate: {mobility: fixed, position: [0.3, -0.4, 0.35], shapes: "
                                "[{box: {size: [1, 0.02, 1]}, material: steel}]}\n";
    char text[2000];
    snprintf(text, sizeof text, "%s%s", HEAD BALL, plate);
    cairo_surface_t *surface = picture_of(text);
    CHECK(count_blue(surface, 24) > 100);
    cairo_surface_destroy(surface);
}

// A block of triangles is pressed against a ceiling, which is a pane: its upper side is seen, all of it
// with one pressure.
static void pressure_on_a_mesh_is_seen(void) {
    static const char text[] =
        "abut: 1\ngravity: [0, 0, 0]\nmaterials: {m: {density: 1000}}\n"
        "pairs: [{materials: [m, m], restitution: 0, sliding_friction: 0}]\nbodies:\n"
        "  ground: {mobility: fixed, position: [0, 0, 0.0999], shapes: [{plane: {normal: [0, 0, "
        "-1]}, material: m}]}\n"
        "  block: {shapes: [{mesh: {collide: surface, points: [[-0.1, "
        "-0.1, -0.1], [0.1, -0.1, -0.1], [-0.1, 0.1, -0.1], [0.1, 0.1, -0.1], [-0.1, -0.1, 0.1], "
        "[0.1, -0.1, 0.1], [-0.1, 0.1, 0.1], [0.1, 0.1, 0.1]], faces: [[0, 2, 3], [0, 3, 1], "
        "[4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], "
        "[1, 3, 7], [1, 7, 5]]}, material: m}]}\n"
        "contacts: [{between: [ground, block], normal: {law: foundation, youngs_modulus: 1.0e7, "
        "poissons_ratio: 0.3, thickness: 0.05}, friction: {law: none}, maps: true}]\n"
        "simulation: {end_time: 0.001, output_interval: 0.001}\n";
    int mapped[2] = {0, 0};
    for (int shows = 0; shows < 2; shows++) {
        Drawn drawn;
        begin_drawn(&drawn, text);
        drawn.options.shows_map = shows;
        drawn.options.shows_contacts = false;
        CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
        cairo_surface_t *surface = cairo_image_surface_create_from_png(drawn.png);
        for (int i = 0; i < 200 * 120; i++) { // above the bar of colours
            unsigned colour = pixel(surface, i % 200, i / 200);
            unsigned r = colour >> 16, g = colour >> 8 & 255u, b = colour & 255u;
            mapped[shows] += r > b + 0x40 && g > b + 0x40; // yellow: the greatest
        }
        cairo_surface_destroy(surface);
        end_drawn(&drawn);
    }
    CHECK(mapped[0] == 0 && mapped[1] > 500);
}

// Pixels of about this colour.
static int count_near(cairo_surface_t *surface, unsigned wanted) {
    int count = 0;
    for (int i = 0; i < 200 * 150; i++) {
        unsigned colour = pixel(surface, i % 200, i / 200);
        bool is_near = true;
        for (int shift = 0; shift < 24; shift += 8) {
            int d = (int)(colour >> shift & 255u) - (int)(wanted >> shift & 255u);
            is_near = is_near && d > -24 && d < 24;
        }
        count += is_near;
    }
    return count;
}
enum { ARROW = 0xd62145, CHAIN = 0x7a1041 };

// Balls that rest in a row, each 0.1 mm deep; their arrows go up through them and end above.
static cairo_surface_t *row_of(int balls, bool shows_contacts) {
    static char text[40000];
    int used = snprintf(text, sizeof text, "%s%s", HEAD, GROUND);
    for (int i = 0; i < balls; i++) {
        used += snprintf(text + used, sizeof text - (size_t)used,
                         "  b%d: {position: [%g, %g, 0.0999], shapes: [{sphere: {radius: 0.1}, "
                         "material: steel}]}\n",
                         i, 0.3 * (i % 15), 0.3 * floor(i / 15.0));
    }
    Drawn drawn;
    begin_drawn(&drawn, text);
    drawn.options.shows_contacts = shows_contacts;
    CHECK(ab_render(drawn.record, 0, &drawn.options, drawn.png, &s_error) == AB_OK);
    cairo_surface_t *surface = cairo_image_surface_create_from_png(drawn.png);
    CHECK(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS);
    end_drawn(&drawn);
    return surface;
}

static int count_in_row(int balls, bool shows_contacts, unsigned colour) {
    cairo_surface_t *surface = row_of(balls, shows_contacts);
    int count = count_near(surface, colour);
    cairo_surface_destroy(surface);
    return count;
}

static void arrows_are_drawn_before_bodies_not_within(void) {
    CHECK(count_in_row(1, false, ARROW) == 0);
    int seen = count_in_row(1, true, ARROW);
    // the arrow is as long as the frame is high by 0.22, the ball takes most of the frame: only the
    // head and a bit of the shaft, 3 pixels wide, is outside
    CHECK(seen < 120);
    CHECK(count_in_row(15, true, ARROW) > 100); // longer than these balls are high
}

static void piles_have_chains_for_arrows(void) {
    CHECK(count_in_row(150, true, CHAIN) < 20);
    CHECK(count_in_row(151, true, CHAIN) > 100); // of equal forces all are the largest
}

// A pendulum of a mass without a shape hangs 1 m below its joint.
static void a_mechanism_without_shapes_is_seen(void) {
    cairo_surface_t *surface =
        picture_of("abut: 1\ngravity: [0, 0, -9.81]\nbodies:\n"
                   "  bob: {position: [0, 0, -1], mass: 1, inertia: [1, 1, 1]}\n"
                   "joints: [{type: revolute, between: [world, bob], position: [0, 0, 0]}]\n"
                   "simulation: {end_time: 0.01, output_interval: 0.01}\n");
    int rows = 0;
    for (int y = 0; y < 150; y++) {
        int dark = 0;
        for (int x = 0; x < 200; x++) {
            dark += (pixel(surface, x, y) >> 16) < 0xb0;
        }
        rows += dark > 0;
    }
    CHECK(rows > 90); // it fills the height of the picture
    cairo_surface_destroy(surface);
}

static void looks_are_told_apart(void) {
    static const char *const names[] = {"steel", "rubber", "wood"};
    unsigned seen[3];
    for (int i = 0; i < 3; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 "abut: 1\nmaterials: {%s: {density: 1000}}\n"
                 "bodies:\n  ball: {shapes: [{sphere: {radius: 0.1}, material: %s}]}\n"
                 "simulation: {end_time: 0.01, output_interval: 0.01}\n",
                 names[i], names[i]);
        cairo_surface_t *surface = picture_of(text);
        seen[i] = pixel(surface, 84, 60);
        cairo_surface_destroy(surface);
    }
    CHECK(seen[0] >> 16 > (seen[1] >> 16) + 16);                                   // steel shines
    CHECK((seen[0] & 255u) > (seen[0] >> 16) && (seen[2] & 255u) < seen[2] >> 16); // wood is brown
}
#else
static void a_ground_fades_into_the_horizon(void) {
}
static void walls_do_not_hide_what_is_between_them(void) {
}
static void what_hides_most_of_the_motion_is_seen_through(void) {
}
static void pressure_on_a_mesh_is_seen(void) {
}
static void looks_are_told_apart(void) {
}
static void a_mechanism_without_shapes_is_seen(void) {
}
static void arrows_are_drawn_before_bodies_not_within(void) {
}
static void piles_have_chains_for_arrows(void) {
}
#endif

AB_TESTS(AB_TEST(a_camera_sees_where_its_rays_go), AB_TEST(the_nearest_triangle_is_seen),
         AB_TEST(a_triangle_is_cut_off_behind_the_camera), AB_TEST(a_ball_is_drawn_in_the_middle),
         AB_TEST(a_rope_is_drawn_and_exported), AB_TEST(a_spring_is_a_coil),
         AB_TEST(a_flexible_surface_is_drawn_as_it_deforms),
         AB_TEST(planar_scenes_are_seen_from_the_top), AB_TEST(a_ground_fades_into_the_horizon),
         AB_TEST(walls_do_not_hide_what_is_between_them),
         AB_TEST(what_hides_most_of_the_motion_is_seen_through),
         AB_TEST(pressure_on_a_mesh_is_seen), AB_TEST(looks_are_told_apart),
         AB_TEST(a_mechanism_without_shapes_is_seen),
         AB_TEST(arrows_are_drawn_before_bodies_not_within), AB_TEST(piles_have_chains_for_arrows))
