// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_scene.c - shapes and ties in the world, and what of them is seen through.

#include "render/render_scene.h"
#include "render/render_map.h"

#include <math.h>
#include <string.h>

#include "base/array.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "record/scene/crease.h"

static const unsigned s_colours[] = {0x3b7dd8, 0xe08a2e, 0x3f9e78, 0xb65fa8,
                                     0xc9a227, 0x5aa9c9, 0xd2635a, 0x7c75c4};
static const unsigned s_still = 0x9aa5b1, s_tie = 0x7a8290;

// ---- shapes ----

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

enum { COILS = 20, TURNS = 8, STEPS = 10 }; // springs drawn so at most; turns of one; sticks a turn

// A spring as a coil with straight ends.
static void add_coil(abSurfaceMesh *mesh, const abVec3 ends[2], double thickness, double radius) {
    static const double lead = 0.12; // of the length, straight at each end
    abVec3 along = ab_sub(ends[1], ends[0]);
    double length = ab_norm(along);
    if (!(length > 0.0)) {
        return;
    }
    abVec3 x = ab_perpendicular(ab_scale(1.0 / length, along));
    abVec3 y = ab_scale(1.0 / length, ab_cross(along, x));
    abVec3 before = ends[0];
    for (int k = -1; k <= TURNS * STEPS + 1; k++) {
        double turned = fmin(fmax(k, 0), TURNS * STEPS) / (TURNS * STEPS);
        double angle = 2.0 * AB_PI * TURNS * turned;
        bool is_turning = k >= 0 && k <= TURNS * STEPS;
        abVec3 here = ab_add_scaled(ends[0], lead + (1.0 - 2.0 * lead) * turned, along);
        if (is_turning) {
            here = ab_add_scaled(here, radius * cos(angle), x);
            here = ab_add_scaled(here, radius * sin(angle), y);
        }
        add_stick(mesh, (abVec3[2]){before, here}, thickness);
        before = here;
    }
    add_stick(mesh, (abVec3[2]){before, ends[1]}, thickness);
}

static void add_ties(Render *render) {
    static const double thin = 0.002, wide = 0.02; // of what is seen
    const abScene *scene = &render->record->scene;
    abVec3 ends[2];
    int springs = 0;
    for (int f = 0; f < scene->force_count; f++) {
        if (ab_scene_tie(scene, &render->frame, f, ends)) {
            ab_box_widen(&render->box, ends[0]);
            ab_box_widen(&render->box, ends[1]);
            springs += strcmp(scene->forces[f].type, "spring") == 0;
        }
    }
    double size = ab_norm(ab_sub(render->box.high, render->box.low));
    for (int f = 0; f < scene->force_count; f++) {
        if (ab_scene_tie(scene, &render->frame, f, ends)) {
            double radius = fmin(wide * size, 0.2 * ab_norm(ab_sub(ends[1], ends[0])));
            if (springs <= COILS && strcmp(scene->forces[f].type, "spring") == 0) {
                add_coil(&render->mesh, ends, thin * size, radius);
            } else {
                add_stick(&render->mesh, ends, thin * size);
            }
        }
    }
}

static void end_group(Render *render, int group) {
    render->first[group + 1] = render->mesh.triangle_count;
    render->first_point[group + 1] = render->mesh.point_count;
}

// ---- bodies without shapes ----

// Which bodies have shapes; NULL for want of memory.
static bool *find_shaped(Render *render) {
    const abScene *scene = &render->record->scene;
    bool *shaped = AB_ARENA_NEW(&render->arena, bool, (size_t)scene->body_count + 1);
    for (int s = 0; s < scene->shape_count && shaped != NULL; s++) {
        shaped[scene->shapes[s].body - 1] = true;
    }
    return shaped;
}

static abVec3 place_in(const Render *render, int body, abVec3 point) {
    const abBodyState *state = &render->frame.bodies[body];
    return ab_add(state->position, ab_mul(ab_quat_to_matrix(state->orientation), point));
}

// Where a joint is.
static abVec3 joint_place(const Render *render, const abSceneJoint *joint) {
    return joint->body_a > 0 ? place_in(render, joint->body_a - 1, joint->position)
                             : joint->position;
}

// Of a body without shapes its centre of mass, and its joints: at most `most` places.
static int find_bones(const Render *render, int body, abVec3 *places, int most) {
    const abScene *scene = &render->record->scene;
    int count = 1;
    places[0] = place_in(render, body, scene->bodies[body].center);
    for (int j = 0; j < scene->joint_count && count < most; j++) {
        const abSceneJoint *joint = &scene->joints[j];
        if (joint->body_a - 1 == body || joint->body_b - 1 == body) {
            places[count++] = joint_place(render, joint);
        }
    }
    return count;
}

enum { BONES = 16 };

static void add_ball_at(abSurfaceMesh *mesh, abVec3 place, double radius) {
    const abSceneShape ball = {.shape = {.kind = AB_SHAPE_SPHERE, .radius = radius}};
    int from = mesh->point_count;
    ab_surface_add(mesh, &ball, 1.0);
    for (int i = from; i < mesh->point_count; i++) {
        mesh->points[i] = ab_add(mesh->points[i], place);
    }
}

// A ball at the centre of mass and rods from there to the joints, so that a mechanism without
// shapes is seen.
static bool add_bones(Render *render) {
    static const double ball = 0.02, rod = 0.008; // radii by what is seen
    const abScene *scene = &render->record->scene;
    abVec3 places[BONES];
    const bool *shaped = find_shaped(render);
    if (shaped == NULL) {
        return false;
    }
    for (int pass = 0; pass < 2; pass++) {
        double size = ab_norm(ab_sub(render->box.high, render->box.low));
        size = size > 0.0 && isfinite(size) ? size : 1.0;
        for (int b = 0; b < scene->body_count; b++) {
            bool is_bare = !shaped[b] && scene->bodies[b].mobility != AB_MOBILITY_FIXED;
            int count = is_bare ? find_bones(render, b, places, BONES) : 0;
            for (int i = 0; i < count && pass == 0; i++) {
                ab_box_widen(&render->box, places[i]);
            }
            if (count > 0 && pass == 1) {
                add_ball_at(&render->mesh, places[0], ball * size);
            }
            for (int i = 1; i < count && pass == 1; i++) {
                add_stick(&render->mesh, (abVec3[2]){places[0], places[i]}, rod * size);
            }
            end_group(render, scene->shape_count + 1 + b);
        }
    }
    return true;
}

// Shapes whose triangles come from elsewhere: only their angles tell which edges are sharp.
static bool has_creases(abShapeKind kind) {
    return kind == AB_SHAPE_HULL || kind == AB_SHAPE_MESH || kind == AB_SHAPE_CURVE ||
           kind == AB_SHAPE_TEXT || kind == AB_SHAPE_FLEXIBLE || kind == AB_SHAPE_OUTLINE;
}

// The normals of points: the sum of those of their triangles. Other shapes than these have points
// of their own on each side of an edge.
static bool add_normals(Render *render, int first_point, int first_triangle, bool creases) {
    abSurfaceMesh *mesh = &render->mesh;
    int corners = 3 * (mesh->triangle_count - first_triangle);
    size_t points = (size_t)mesh->point_count + (creases ? (size_t)corners : 0);
    if (mesh->failed || !AB_ARRAY_RESERVE(render->record->allocator, render->normals,
                                          render->normal_capacity, points + points / 2 + 1)) {
        return false;
    }
    if (creases) {
        return ab_crease(mesh, first_triangle, &render->normals[mesh->point_count]);
    }
    for (int i = first_point; i < mesh->point_count; i++) {
        render->normals[i] = (abVec3){0.0, 0.0, 0.0};
    }
    for (int t = first_triangle; t < mesh->triangle_count; t++) {
        const int *corner = &mesh->triangles[3 * t];
        abVec3 a = mesh->points[corner[0]];
        abVec3 n = ab_cross(ab_sub(mesh->points[corner[1]], a), ab_sub(mesh->points[corner[2]], a));
        for (int k = 0; k < 3; k++) {
            render->normals[corner[k]] = ab_add(render->normals[corner[k]], n);
        }
    }
    for (int i = first_point; i < mesh->point_count; i++) {
        double length = ab_norm(render->normals[i]);
        render->normals[i] =
            length > 0.0 ? ab_scale(1.0 / length, render->normals[i]) : (abVec3){0.0, 0.0, 1.0};
    }
    return true;
}

static bool add_shape(Render *render, int s, abBox *box) {
    const abSceneShape *shape = &render->record->scene.shapes[s];
    abSurfaceMesh *mesh = &render->mesh;
    int from = mesh->point_count, from_triangle = mesh->triangle_count;
    *box = ab_box_of_nothing;
    const abPose X_WS = ab_scene_shape_pose(&render->record->scene, &render->frame, s);
    render->poses[s] = X_WS;
    if (shape->shape.kind == AB_SHAPE_PLANE) {
        abVec3 n = {shape->shape.size[0], shape->shape.size[1], shape->shape.size[2]};
        render->planes[render->plane_count++] = (abSeenPlane){X_WS.p, ab_mul(X_WS.R, n)};
    } else {
        ab_surface_add(mesh, shape, 1.0);
    }
    for (int i = from; shape->deflections != NULL && i < mesh->point_count; i++) {
        abVec3 moved = ab_scene_deflection(&render->record->scene, &render->frame, s, i - from);
        mesh->points[i] = ab_add_scaled(mesh->points[i], render->exaggeration, moved);
    }
    for (int i = from; i < mesh->point_count; i++) {
        mesh->points[i] = ab_pose_point(X_WS, mesh->points[i]);
        ab_box_widen(box, mesh->points[i]);
    }
    return add_normals(render, from, from_triangle, has_creases(shape->shape.kind));
}

// ---- colours ----

static void choose_tints(Render *render) {
    const abScene *scene = &render->record->scene;
    int shapes = scene->shape_count;
    abTint *hues = &render->tints[shapes + 1]; // of bodies
    size_t moving = 0;
    for (int b = 0; b < scene->body_count; b++) {
        bool stands = scene->bodies[b].mobility == AB_MOBILITY_FIXED;
        hues[b] = ab_tint(stands ? s_still
                                 : s_colours[moving++ % (sizeof s_colours / sizeof s_colours[0])]);
    }
    for (int s = 0; s < shapes; s++) {
        const abMaterialLook *look = &ab_looks[scene->shapes[s].look];
        render->tints[s] =
            ab_tint_mix(hues[scene->shapes[s].body - 1], ab_tint(look->colour), look->own);
    }
    render->tints[shapes] = ab_tint(s_tie);
    for (int g = 0; g < render->group_count; g++) {
        render->opacity[g] = g < shapes ? ab_looks[scene->shapes[g].look].opacity : 1.0;
    }
}

static bool name_owners(Render *render) {
    if (!AB_ARRAY_RESERVE(render->record->allocator, render->owner, render->owner_capacity,
                          (size_t)render->mesh.triangle_count + 1)) {
        return false;
    }
    for (int g = 0; g < render->group_count; g++) {
        for (int t = render->first[g]; t < render->first[g + 1]; t++) {
            render->owner[t] = g;
        }
    }
    return true;
}

static bool build(Render *render) {
    const abScene *scene = &render->record->scene;
    render->group_count = scene->shape_count + 1 + scene->body_count;
    size_t count = (size_t)render->group_count + 1;
    render->boxes = AB_ARENA_NEW(&render->arena, abBox, count);
    render->first = AB_ARENA_NEW(&render->arena, int, count);
    render->poses = AB_ARENA_NEW(&render->arena, abPose, count);
    render->tints = AB_ARENA_NEW(&render->arena, abTint, count);
    render->opacity = AB_ARENA_NEW(&render->arena, double, count);
    render->first_point = AB_ARENA_NEW(&render->arena, int, count);
    render->planes = AB_ARENA_NEW(&render->arena, abSeenPlane, count);
    render->feet = AB_ARENA_NEW(&render->arena, abVec3, count);
    if (render->first_point == NULL || render->planes == NULL || render->feet == NULL ||
        render->boxes == NULL || render->first == NULL || render->poses == NULL ||
        render->tints == NULL || render->opacity == NULL) {
        return false;
    }
    for (int s = 0; s < scene->shape_count; s++) {
        bool is_there = render->frame.time >= scene->bodies[scene->shapes[s].body - 1].enters;
        render->boxes[s] = ab_box_of_nothing;
        if (is_there && !add_shape(render, s, &render->boxes[s])) {
            return false;
        }
        end_group(render, s);
    }
    if (!ab_render_find_action(render)) {
        return false;
    }
    int from = render->mesh.point_count, from_triangle = render->mesh.triangle_count;
    add_ties(render);
    end_group(render, scene->shape_count);
    if (!add_bones(render)) {
        return false;
    }
    choose_tints(render);
    return add_normals(render, from, from_triangle, false) && name_owners(render);
}

static bool is_planar(const abScene *scene) {
    bool moves = false, is_flat = true;
    for (int b = 0; b < scene->body_count; b++) {
        int mobility = scene->bodies[b].mobility;
        moves |= mobility != AB_MOBILITY_FIXED;
        is_flat &= mobility == AB_MOBILITY_FIXED || mobility == AB_MOBILITY_PLANAR;
    }
    return moves && is_flat;
}

abResult ab_render_build(Render *render, abError *error) {
    abVec3 g = render->record->scene.gravity.uniform;
    render->up = ab_norm2(g) > 0.0 ? ab_scale(-1.0 / ab_norm(g), g) : (abVec3){0.0, 0.0, 1.0};
    render->is_planar = is_planar(&render->record->scene);
    return build(render) && !render->mesh.failed ? AB_OK
                                                 : ab_record_no_memory(render->record, error);
}

// ---- veils ----

enum { COARSE = 240 }; // pixels of the longer side where it is counted what hides what

typedef struct Count {
    int shape;
} Count;

static unsigned number(void *context, double a, double b, double c) {
    (void)a;
    (void)b;
    (void)c;
    return (unsigned)((const Count *)context)->shape;
}

static void draw_coarse(const Render *render, const abCamera *camera, bool still,
                        abRaster *raster) {
    const abScene *scene = &render->record->scene;
    for (int s = 0; s < scene->shape_count; s++) {
        Count count = {s};
        for (int t = render->first[s];
             t < render->first[s + 1] && ab_render_is_still(render, s) == still; t++) {
            abVec3 corners[3];
            for (int k = 0; k < 3; k++) {
                corners[k] = render->mesh.points[render->mesh.triangles[3 * t + k]];
            }
            ab_raster_world_triangle(raster, camera, corners, number, &count);
        }
    }
}

// Pixels of what moves, and of these by shape those that it hides.
static int count_hidden(const abRaster *moving, const abRaster *still, int *hidden) {
    int all = 0;
    for (int i = 0; i < moving->width * moving->height; i++) {
        if (isfinite(moving->depth[i])) {
            all++;
            if (still->depth[i] < moving->depth[i]) {
                hidden[still->colour[i]]++;
            }
        }
    }
    return all;
}

static const double s_much = 0.3, s_thin = 0.28; // share that is hidden; opacity of what hides

// The triangles of the map, or the others that are not seen through yet.
static void draw_mapped(const Render *render, const abCamera *camera, bool mapped,
                        abRaster *raster) {
    for (int s = 0; s < render->record->scene.shape_count; s++) {
        Count count = {s};
        for (int t = render->first[s]; t < render->first[s + 1]; t++) {
            bool is_meant = mapped ? ab_render_is_mapped(render, t)
                                   : render->opacity[s] >= 1.0 && !ab_render_is_mapped(render, t);
            abVec3 corners[3];
            for (int k = 0; k < 3 && is_meant; k++) {
                corners[k] = render->mesh.points[render->mesh.triangles[3 * t + k]];
            }
            if (is_meant) {
                ab_raster_world_triangle(raster, camera, corners, number, &count);
            }
        }
    }
}

// Any body before much of a map is seen through, and then what is behind it, if that hides it too.
static bool unveil_map(Render *render, const abCamera *camera, int *hidden) {
    abAllocator allocator = render->record->allocator;
    int shapes = render->record->scene.shape_count;
    bool done = true, is_hidden = render->map_most > 0.0;
    while (is_hidden && done) {
        abRaster map = {0}, others = {0};
        done = ab_raster_init(&map, camera->width, camera->height, allocator) &&
               ab_raster_init(&others, camera->width, camera->height, allocator);
        is_hidden = false;
        if (done) {
            memset(hidden, 0, (size_t)shapes * sizeof *hidden);
            draw_mapped(render, camera, true, &map);
            draw_mapped(render, camera, false, &others);
            int all = count_hidden(&map, &others, hidden);
            for (int s = 0; s < shapes; s++) {
                if (hidden[s] > s_much * all && render->opacity[s] >= 1.0) {
                    render->opacity[s] = s_thin;
                    is_hidden = true;
                }
            }
        }
        ab_raster_done(&map);
        ab_raster_done(&others);
    }
    return done;
}

abResult ab_render_find_veils(Render *render, abError *error) {
    const abScene *scene = &render->record->scene;
    abCamera camera = render->camera;
    double scale = (double)COARSE / (camera.width > camera.height ? camera.width : camera.height);
    camera.width = (int)fmax(1.0, scale * camera.width);
    camera.height = (int)fmax(1.0, scale * camera.height);
    camera.focal *= scale;
    abRaster moving = {0}, still = {0};
    int *hidden = AB_ARENA_NEW(&render->arena, int, (size_t)scene->shape_count + 1);
    abAllocator allocator = render->record->allocator;
    bool done = hidden != NULL && ab_raster_init(&moving, camera.width, camera.height, allocator) &&
                ab_raster_init(&still, camera.width, camera.height, allocator);
    if (done) {
        draw_coarse(render, &camera, false, &moving);
        draw_coarse(render, &camera, true, &still);
        int all = count_hidden(&moving, &still, hidden);
        for (int s = 0; s < scene->shape_count; s++) {
            if (hidden[s] > s_much * all) {
                render->opacity[s] = fmin(render->opacity[s], s_thin);
            }
        }
        done = unveil_map(render, &camera, hidden);
    }
    ab_raster_done(&moving);
    ab_raster_done(&still);
    return done ? AB_OK : ab_record_no_memory(render->record, error);
}
