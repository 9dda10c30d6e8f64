// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render.c - bodies shaded by one lamp with shadows, grounds with a grid, arrows of contact forces.
//
//   shadows   depths as the lamp sees them, in parallel light; a point is in shade when something
//   is
//             nearer to the lamp
//   grounds   planes are no triangles: each pixel asks where its ray meets them
//   edges     twice as many pixels each way as wanted, then the mean of four
//   ties      springs and ropes are sticks, as thick as the page draws them
//   arrows    drawn by cairo on top, linear in the force; the bar below says their scale

#include "render/software_renderer.h"
#include "record/file/record_file.h"
#include "record/file/record_types.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/config.h"
#include "math/core/vector_math.h"
#include "record/scene/surface.h"
#include "render/raster.h"

#if ABUT_HAVE_CAIRO
#include <cairo.h>
#endif

abRenderOptions ab_render_options(void) {
    return (abRenderOptions){.width = 960, .height = 600, .shows_contacts = true};
}

#if ABUT_HAVE_CAIRO

enum { FINE = 2, SHADOW = 1400 };    // pixels for one, each way; of the lamp's view
static const double s_slope = 0.315; // half the height of the view by its distance
static const abVec3 s_lamp = {-0.29, -0.46, 0.84};
static const double s_paper[3] = {0.957, 0.965, 0.973}, s_line[3] = {0.56, 0.63, 0.70};

static const unsigned s_colours[] = {0x3b7dd8, 0xe08a2e, 0x3f9e78, 0xb65fa8,
                                     0xc9a227, 0x5aa9c9, 0xd2635a, 0x7c75c4};
static const unsigned s_still = 0x9aa5b1, s_tie = 0x7a8290;

typedef struct Render {
    abRecord *record;
    abFrame frame;
    abSurfaceMesh mesh; // all shapes, in the world
    abVec3 *normals;    // of its points
    size_t normal_capacity;
    int *first; // triangle of each shape, then of the ties; [shape_count + 1] the end
    abArena arena;
    abBox box; // around everything but planes
    double size;
    abCamera camera, lamp;
    abRaster picture, shadow;
} Render;

// ---- the scene in the world ----

static abPose shape_pose(const Render *render, int s) {
    return ab_scene_shape_pose(&render->record->scene, &render->frame, s);
}

// A stick from one end to the other.
static void add_stick(abSurfaceMesh *mesh, const abVec3 ends[2], double radius) {
    abVec3 displacement = ab_sub(ends[1], ends[0]);
    double length = ab_norm(displacement);
    if (!(length > 0.0)) {
        return;
    }
    const abSceneShape stick = {
        .shape = {.kind = AB_SHAPE_CYLINDER, .size = {0.5 * length, radius}, .axis = 2}};
    abVec3 z = ab_scale(1.0 / length, displacement), x = ab_perpendicular(z), y = ab_cross(z, x);
    abVec3 middle = ab_scale(0.5, ab_add(ends[0], ends[1]));
    int from = mesh->point_count;
    ab_surface_add(mesh, &stick, 1.0);
    for (int i = from; i < mesh->point_count; i++) {
        abVec3 p = mesh->points[i];
        mesh->points[i] =
            ab_add_scaled(ab_add_scaled(ab_add_scaled(middle, p.x, x), p.y, y), p.z, z);
    }
}

static void add_ties(Render *render) {
    static const double thin = 0.002; // of what is seen
    const abScene *scene = &render->record->scene;
    abVec3 ends[2];
    for (int f = 0; f < scene->force_count; f++) {
        if (ab_scene_tie(scene, &render->frame, f, ends)) {
            ab_box_widen(&render->box, ends[0]);
            ab_box_widen(&render->box, ends[1]);
        }
    }
    double size = ab_norm(ab_sub(render->box.high, render->box.low));
    for (int f = 0; f < scene->force_count; f++) {
        if (ab_scene_tie(scene, &render->frame, f, ends)) {
            add_stick(&render->mesh, ends, thin * size);
        }
    }
}

static abResult build_scene(Render *render, abError *error) {
    const abScene *scene = &render->record->scene;
    abSurfaceMesh *mesh = &render->mesh;
    render->first = AB_ARENA_NEW(&render->arena, int, (size_t)scene->shape_count + 2);
    if (render->first == NULL) {
        return ab_record_no_memory(render->record, error);
    }
    for (int s = 0; s < scene->shape_count; s++) {
        int from = mesh->point_count;
        if (scene->shapes[s].shape.kind != AB_SHAPE_PLANE) {
            ab_surface_add(mesh, &scene->shapes[s], 1.0);
        }
        abPose X_WS = shape_pose(render, s);
        for (int i = from; i < mesh->point_count; i++) {
            mesh->points[i] = ab_pose_point(X_WS, mesh->points[i]);
            ab_box_widen(&render->box, mesh->points[i]);
        }
        render->first[s + 1] = mesh->triangle_count;
    }
    add_ties(render);
    render->first[scene->shape_count + 1] = mesh->triangle_count;
    return mesh->failed ? ab_record_no_memory(render->record, error) : AB_OK;
}

// The normals of points: the sum of those of their triangles. Shapes with edges have points of
// their own on each side of an edge.
static abResult build_normals(Render *render, abError *error) {
    const abSurfaceMesh *mesh = &render->mesh;
    if (!AB_ARRAY_RESERVE(render->record->allocator, render->normals, render->normal_capacity,
                          (size_t)mesh->point_count + 1)) {
        return ab_record_no_memory(render->record, error);
    }
    for (int t = 0; t < mesh->triangle_count; t++) {
        const int *corner = &mesh->triangles[3 * t];
        abVec3 a = mesh->points[corner[0]];
        abVec3 n = ab_cross(ab_sub(mesh->points[corner[1]], a), ab_sub(mesh->points[corner[2]], a));
        for (int k = 0; k < 3; k++) {
            render->normals[corner[k]] = ab_add(render->normals[corner[k]], n);
        }
    }
    return AB_OK;
}

// ---- cameras ----

// The point of a ground below what is seen belongs to the picture, if it is near.
static void reach_grounds(Render *render) {
    const abScene *scene = &render->record->scene;
    for (int s = 0; s < scene->shape_count; s++) {
        const abShape *shape = &scene->shapes[s].shape;
        if (shape->kind == AB_SHAPE_PLANE) {
            abPose X_WS = shape_pose(render, s);
            abVec3 n = ab_mul(X_WS.R, (abVec3){shape->size[0], shape->size[1], shape->size[2]});
            abVec3 middle = ab_scale(0.5, ab_add(render->box.low, render->box.high));
            double height = ab_dot(n, ab_sub(middle, X_WS.p));
            if (fabs(height) < 20.0 * ab_norm(ab_sub(render->box.high, render->box.low))) {
                ab_box_widen(&render->box, ab_add_scaled(middle, -height, n));
            }
        }
    }
}

static abVec3 default_back(const abScene *scene) {
    bool moves = false, is_planar = true;
    for (int b = 0; b < scene->body_count; b++) {
        int mobility = scene->bodies[b].mobility;
        moves |= mobility != AB_MOBILITY_FIXED;
        is_planar &= mobility == AB_MOBILITY_FIXED || mobility == AB_MOBILITY_PLANAR;
    }
    return moves && is_planar ? (abVec3){0.0, 0.0, 1.0} : (abVec3){0.75, -1.0, 0.45};
}

static void place_cameras(Render *render, const abRenderOptions *options) {
    abVec3 back =
        ab_norm2(options->back) > 0.0 ? options->back : default_back(&render->record->scene);
    abBox *box = &render->box;
    ab_box_fill(box);
    reach_grounds(render);
    abVec3 middle = ab_scale(0.5, ab_add(box->low, box->high));
    render->size = fmax(ab_norm(ab_sub(box->high, box->low)), 1e-9);
    int width = FINE * options->width, height = FINE * options->height;
    double focal = 0.5 * height / s_slope, distance = 0.3 * render->size;
    abCamera camera = ab_camera(middle, back, 0.0, focal, width, height);
    for (int i = 0; i < 8; i++) { // as near as all corners allow
        abVec3 p = ab_mul(camera.R, ab_sub(ab_box_corner(box, i), middle));
        double need = fmax(fabs(p.y), fabs(p.x) * options->height / options->width) / s_slope;
        distance = fmax(distance, p.z + 1.15 * need);
    }
    render->camera = ab_camera(middle, back, distance, focal, width, height);
    render->lamp = ab_camera(middle, s_lamp, 2.0 * render->size, SHADOW / (1.3 * render->size),
                             SHADOW, SHADOW);
    render->lamp.is_parallel = true;
}

// ---- light ----

static bool is_shaded(const Render *render, abVec3 p) {
    abVec3 seen = ab_camera_see(&render->lamp, p);
    if (!(seen.x >= 0.0 && seen.x < SHADOW && seen.y >= 0.0 && seen.y < SHADOW)) {
        return false;
    }
    double nearest = (double)render->shadow.depth[(size_t)seen.y * SHADOW + (size_t)seen.x];
    return seen.z - nearest > 4e-3 * render->size;
}

static unsigned mix(const double rgb[3]) {
    unsigned out = 0;
    for (int i = 0; i < 3; i++) {
        out = out << 8 | (unsigned)(255.0 * fmax(0.0, fmin(rgb[i], 1.0)) + 0.5);
    }
    return out;
}

static unsigned lit(unsigned colour, double light) {
    double rgb[3];
    for (int i = 0; i < 3; i++) {
        rgb[i] = light * (double)(colour >> (16 - 8 * i) & 255u) / 255.0;
    }
    return mix(rgb);
}

// ---- bodies ----

typedef struct Shading {
    const Render *render;
    abVec3 points[3], normals[3], seen[3];
    unsigned colour;
} Shading;

static unsigned shade_body(void *context, double u, double v, double w) {
    const Shading *s = context;
    // shares in the picture become shares in space
    double a = u / s->seen[0].z, b = v / s->seen[1].z, c = w / s->seen[2].z, sum = a + b + c;
    abVec3 p = ab_scale(a / sum, s->points[0]), n = ab_scale(a / sum, s->normals[0]);
    p = ab_add_scaled(ab_add_scaled(p, b / sum, s->points[1]), c / sum, s->points[2]);
    n = ab_add_scaled(ab_add_scaled(n, b / sum, s->normals[1]), c / sum, s->normals[2]);
    n = ab_norm2(n) > 0.0 ? ab_unit(n) : (abVec3){0.0, 0.0, 1.0};
    if (ab_dot(n, ab_sub(s->render->camera.eye, p)) < 0.0) { // the inner side of an open surface
        n = ab_neg(n);
    }
    double straight = fmax(0.0, ab_dot(n, ab_unit(s_lamp)));
    if (straight > 0.0 && is_shaded(s->render, p)) {
        straight = 0.0;
    }
    return lit(s->colour, 0.52 + 0.13 * n.z + 0.45 * straight);
}

static unsigned colour_of(const abScene *scene, int body) {
    int moving = 0;
    for (int b = 0; b < body; b++) {
        moving += scene->bodies[b].mobility != AB_MOBILITY_FIXED;
    }
    return scene->bodies[body].mobility == AB_MOBILITY_FIXED
               ? s_still
               : s_colours[(size_t)moving % (sizeof s_colours / sizeof s_colours[0])];
}

static bool has_flat_faces(abShapeKind kind) {
    return kind == AB_SHAPE_HULL || kind == AB_SHAPE_MESH || kind == AB_SHAPE_CURVE ||
           kind == AB_SHAPE_TEXT || kind == AB_SHAPE_FLEXIBLE;
}

// A shape, or behind the last one the ties.
static void draw_shape(Render *render, int s, bool for_lamp) {
    const abScene *scene = &render->record->scene;
    const abSurfaceMesh *mesh = &render->mesh;
    bool is_shape = s < scene->shape_count;
    Shading shading = {.render = render,
                       .colour = is_shape ? colour_of(scene, scene->shapes[s].body - 1) : s_tie};
    bool is_flat = is_shape && has_flat_faces(scene->shapes[s].shape.kind);
    const abCamera *camera = for_lamp ? &render->lamp : &render->camera;
    for (int t = render->first[s]; t < render->first[s + 1]; t++) {
        const int *corner = &mesh->triangles[3 * t];
        for (int k = 0; k < 3; k++) {
            shading.points[k] = mesh->points[corner[k]];
            shading.normals[k] = ab_unit(render->normals[corner[k]]);
            shading.seen[k] = ab_camera_see(camera, shading.points[k]);
        }
        if (is_flat) {
            abVec3 n = ab_cross(ab_sub(shading.points[1], shading.points[0]),
                                ab_sub(shading.points[2], shading.points[0]));
            shading.normals[0] = shading.normals[1] = shading.normals[2] = n;
        }
        ab_raster_triangle(for_lamp ? &render->shadow : &render->picture, camera, shading.seen,
                           for_lamp ? NULL : shade_body, &shading);
    }
}

// ---- grounds ----

// 1 on a line of a grid with this step, 0 off it; `pixel` is the size of a pixel there [m].
static double line_at(double u, double v, double step, double pixel) {
    double near_u = fabs(u / step - round(u / step)) * step;
    double near_v = fabs(v / step - round(v / step)) * step;
    double width = fmax(0.8 * pixel, 1e-12);
    return fmax(0.0, 1.0 - fmin(near_u, near_v) / width);
}

static double round_step(double size) {
    double step = 1e-12;
    while (step * 10.0 <= size) {
        step *= 10.0;
    }
    return step * (size >= 5.0 * step ? 5.0 : size >= 2.0 * step ? 2.0 : 1.0);
}

typedef struct Ground {
    abVec3 origin, normal, u, v;
} Ground;

static void shade_ground(Render *render, const Ground *ground, int x, int y) {
    const abCamera *camera = &render->camera;
    abVec3 ray = ab_camera_ray(camera, x + 0.5, y + 0.5);
    double rate = ab_dot(ray, ground->normal);
    double depth = ab_dot(ab_sub(ground->origin, camera->eye), ground->normal) / rate;
    size_t pixel = (size_t)y * (size_t)camera->width + (size_t)x;
    if (!(depth > camera->near) || !isfinite(depth) ||
        depth >= (double)render->picture.depth[pixel]) {
        return;
    }
    abVec3 p = ab_add_scaled(camera->eye, depth, ray), arm = ab_sub(p, ground->origin);
    double step = round_step(0.25 * render->size), far = ab_norm(ab_sub(p, render->lamp.eye));
    double fade = fmax(0.0, 1.0 - fmax(0.0, far / render->size - 2.5) / 2.5);
    double size = depth / camera->focal / fmax(0.1, fabs(rate) / ab_norm(ray));
    double line = 0.35 * line_at(ab_dot(arm, ground->u), ab_dot(arm, ground->v), step, size) + 0.06;
    double dark = is_shaded(render, p) ? 0.80 : 1.0, rgb[3];
    for (int i = 0; i < 3; i++) {
        rgb[i] = dark * (s_paper[i] + fade * line * (s_line[i] - s_paper[i]));
    }
    render->picture.depth[pixel] = (float)depth;
    render->picture.colour[pixel] = mix(rgb);
}

static void draw_grounds(Render *render) {
    const abScene *scene = &render->record->scene;
    for (int s = 0; s < scene->shape_count; s++) {
        const abShape *shape = &scene->shapes[s].shape;
        if (shape->kind != AB_SHAPE_PLANE) {
            continue;
        }
        abPose X_WS = shape_pose(render, s);
        Ground ground = {.origin = X_WS.p};
        ground.normal = ab_mul(X_WS.R, (abVec3){shape->size[0], shape->size[1], shape->size[2]});
        ground.u = ab_perpendicular(ground.normal);
        ground.v = ab_cross(ground.normal, ground.u);
        for (int y = 0; y < render->camera.height; y++) {
            for (int x = 0; x < render->camera.width; x++) {
                shade_ground(render, &ground, x, y);
            }
        }
    }
}

// ---- contacts ----

static void arrow(cairo_t *cr, const Render *render, abVec3 from, abVec3 along,
                  const double rgb[3]) {
    abVec3 a = ab_camera_see(&render->camera, from);
    abVec3 b = ab_camera_see(&render->camera, ab_add(from, along));
    double x = (b.x - a.x) / FINE, y = (b.y - a.y) / FINE, length = sqrt(x * x + y * y);
    if (!(length > 1.0) || a.z <= render->camera.near || b.z <= render->camera.near) {
        return;
    }
    double head = fmin(11.0, 0.5 * length), u = x / length, v = y / length;
    double tip_x = b.x / FINE, tip_y = b.y / FINE;
    cairo_set_source_rgb(cr, rgb[0], rgb[1], rgb[2]);
    cairo_set_line_width(cr, 3.0);
    cairo_move_to(cr, a.x / FINE, a.y / FINE);
    cairo_line_to(cr, tip_x - head * u, tip_y - head * v);
    cairo_stroke(cr);
    cairo_move_to(cr, tip_x, tip_y);
    cairo_line_to(cr, tip_x - head * u - 0.45 * head * v, tip_y - head * v + 0.45 * head * u);
    cairo_line_to(cr, tip_x - head * u + 0.45 * head * v, tip_y - head * v - 0.45 * head * u);
    cairo_fill(cr);
}

// A round force and how long its arrow is in the middle of the picture.
static void draw_bar(cairo_t *cr, const Render *render, double scale) {
    const abRaster *picture = &render->picture;
    abVec3 middle = ab_scale(0.5, ab_add(render->box.low, render->box.high));
    double per_metre = render->camera.focal / ab_camera_see(&render->camera, middle).z / FINE;
    double force = round_step(130.0 / (scale * per_metre)), length = force * scale * per_metre;
    double right = (double)picture->width / FINE - 14.0,
           base = (double)picture->height / FINE - 14.0;
    char text[40];
    snprintf(text, sizeof text, "%.6g N", force);
    cairo_text_extents_t extents;
    cairo_select_font_face(cr, "sans-serif", CAIRO_FONT_SLANT_NORMAL, CAIRO_FONT_WEIGHT_BOLD);
    cairo_set_font_size(cr, 13.0);
    cairo_text_extents(cr, text, &extents);
    cairo_set_source_rgb(cr, 0.11, 0.15, 0.19);
    cairo_move_to(cr, right - extents.x_advance, base);
    cairo_show_text(cr, text);
    double end = right - extents.x_advance - 8.0;
    cairo_set_line_width(cr, 2.0);
    cairo_move_to(cr, end - length, base - 9.0);
    cairo_line_to(cr, end - length, base - 2.0);
    cairo_line_to(cr, end, base - 2.0);
    cairo_line_to(cr, end, base - 9.0);
    cairo_stroke(cr);
}

static void draw_contacts(cairo_t *cr, const Render *render) {
    static const double normal[3] = {0.84, 0.13, 0.27}, friction[3] = {0.95, 0.66, 0.0};
    double maximum = 0.0;
    for (int i = 0; i < render->frame.contact_count; i++) {
        maximum = fmax(maximum, ab_norm(render->frame.contacts[i].force));
    }
    if (!(maximum > 0.0)) {
        return;
    }
    double scale = 0.22 * render->size / maximum;
    for (int i = 0; i < render->frame.contact_count; i++) {
        const abContactState *contact = &render->frame.contacts[i];
        abVec3 pressing = ab_scale(contact->normal_force, contact->normal);
        arrow(cr, render, contact->point, ab_scale(scale, pressing), normal);
        arrow(cr, render, contact->point, ab_scale(scale, ab_sub(contact->force, pressing)),
              friction);
    }
    draw_bar(cr, render, scale);
}

// ---- the file ----

// The mean of FINE x FINE pixels, into a surface of cairo.
static void shrink(const abRaster *picture, cairo_surface_t *surface) {
    cairo_surface_flush(surface);
    unsigned char *rows = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < picture->height / FINE; y++) {
        for (int x = 0; x < picture->width / FINE; x++) {
            unsigned sum[3] = {0, 0, 0};
            for (int k = 0; k < FINE * FINE; k++) {
                int row = FINE * y + k / FINE, column = FINE * x + k % FINE;
                size_t at = (size_t)row * (size_t)picture->width + (size_t)column;
                unsigned colour = picture->colour[at];
                for (int i = 0; i < 3; i++) {
                    sum[i] += colour >> (16 - 8 * i) & 255u;
                }
            }
            uint32_t pixel = 0;
            for (int i = 0; i < 3; i++) {
                pixel = pixel << 8 | sum[i] / (FINE * FINE);
            }
            memcpy(rows + (size_t)y * (size_t)stride + 4 * (size_t)x, &pixel, sizeof pixel);
        }
    }
    cairo_surface_mark_dirty(surface);
}

static abResult write_picture(const Render *render, const abRenderOptions *options,
                              const char *path, abError *error) {
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, options->width, options->height);
    cairo_status_t status = cairo_surface_status(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        shrink(&render->picture, surface);
        cairo_t *cr = cairo_create(surface);
        if (options->shows_contacts) {
            draw_contacts(cr, render);
        }
        cairo_destroy(cr);
        status = cairo_surface_write_to_png(surface, path);
    }
    cairo_surface_destroy(surface);
    return status == CAIRO_STATUS_SUCCESS
               ? AB_OK
               : ab_error_add(error, AB_IO, (abPlace){.file = path}, "cannot write: %s",
                              cairo_status_to_string(status));
}

static abResult draw(Render *render, int64_t index, const abRenderOptions *options,
                     const char *path, abError *error) {
    abRecord *record = render->record;
    AB_TRY(ab_record_frame(record, index, AB_FRAME_CONTACTS, &render->frame, error));
    AB_TRY(build_scene(render, error));
    AB_TRY(build_normals(render, error));
    place_cameras(render, options);
    if (!ab_raster_init(&render->picture, FINE * options->width, FINE * options->height,
                        record->allocator) ||
        !ab_raster_init(&render->shadow, SHADOW, SHADOW, record->allocator)) {
        return ab_record_no_memory(record, error);
    }
    size_t pixels = (size_t)render->picture.width * (size_t)render->picture.height;
    for (size_t i = 0; i < pixels; i++) {
        render->picture.colour[i] = mix(s_paper);
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int s = 0; s <= record->scene.shape_count; s++) {
            draw_shape(render, s, pass == 0);
        }
    }
    draw_grounds(render);
    return write_picture(render, options, path, error);
}

abResult ab_render(abRecord *record, int64_t index, const abRenderOptions *options,
                   const char *path, abError *error) {
    const abPlace place = {.file = path};
    if (options->width < 16 || options->width > 8192 || options->height < 16 ||
        options->height > 8192) {
        return ab_error_add(error, AB_USAGE, place, "a picture has 16 to 8192 pixels each way");
    }
    Render render = {.record = record, .box = ab_box_of_nothing};
    ab_surface_init(&render.mesh, record->allocator);
    ab_arena_init(&render.arena, record->allocator, 16384);
    abResult result = draw(&render, index, options, path, error);
    ab_raster_done(&render.picture);
    ab_raster_done(&render.shadow);
    AB_ARRAY_FREE(record->allocator, render.normals, render.normal_capacity);
    ab_surface_done(&render.mesh);
    ab_arena_done(&render.arena);
    return result;
}

#else

abResult ab_render(abRecord *record, int64_t index, const abRenderOptions *options,
                   const char *path, abError *error) {
    (void)record;
    (void)index;
    (void)options;
    return ab_error_add(error, AB_USAGE, (abPlace){.file = path},
                        "this build has no cairo, so it cannot draw (Debian: libcairo2-dev)");
}

#endif
