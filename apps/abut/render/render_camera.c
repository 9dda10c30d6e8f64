// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// render_camera.c - what of a scene is framed, and the cameras.
//
// A point (x, y, z) in the camera's axes, z towards the eye e, is in the picture when
//
//   |x - e_x| <= w (e_z - z)   and   |y - e_y| <= h (e_z - z)                                  (1)
//
// with w and h the slopes of its sides. With A = max(x + w z) and B = max(-x + w z) over all points
// the eye is near enough when e_z = (A + B) / (2 w), and in the middle at e_x = (A - B) / 2; likewise
// for y. The greater e_z of the two is taken. Across the other direction the slope is then sought at
// which e_z is just near enough, so that there too the margins are equal.

#include <math.h>

#include "math/core/vector_math.h"
#include "record/scene/action.h"
#include "render/render_scene.h"

static const double s_slope = 0.315; // half the height of the view by its distance
static const double s_margin = 1.12; // around what is framed
static const double s_reach = 8.0;   // sizes of the action to a ground that belongs to it
static const abVec3 s_lamp = {-0.29, -0.46, 0.84};

// ---- what is framed ----

static double speed_of(const Render *render, int s, const abBox *box) {
    const abBodyState *body = &render->frame.bodies[render->record->scene.shapes[s].body - 1];
    return ab_norm(body->velocity) +
           0.5 * ab_norm(ab_sub(box->high, box->low)) * ab_norm(body->angular_velocity);
}

bool ab_render_find_action(Render *render) {
    const abScene *scene = &render->record->scene;
    size_t count = (size_t)scene->shape_count, n = 0;
    abActionItem *items = AB_ARENA_NEW(&render->arena, abActionItem, count + 1);
    double *scratch = AB_ARENA_NEW(&render->arena, double, 2 * count + 1);
    bool *touches = AB_ARENA_NEW(&render->arena, bool, count + 1);
    if (items == NULL || scratch == NULL || touches == NULL) {
        return false;
    }
    for (int i = 0; i < render->frame.contact_count; i++) {
        const abContactState *contact = &render->frame.contacts[i];
        touches[contact->shape_a] = touches[contact->shape_b] = true;
    }
    for (int s = 0; s < scene->shape_count; s++) {
        const abBox *box = &render->boxes[s];
        if (box->low.x <= box->high.x) {
            items[n++] = (abActionItem){*box, !ab_render_is_still(render, s), touches[s],
                                        speed_of(render, s, box)};
        }
    }
    render->box = ab_action_box(items, n, scratch);
    double gravity = ab_norm(scene->gravity.uniform);
    render->focus = ab_action_focus(items, n, gravity, &render->box, scratch);
    render->is_focused = render->focus.low.x <= render->focus.high.x;
    return true;
}

// The point of a ground below what is seen belongs to the picture, if it is near.
static void reach_grounds(Render *render) {
    const abBox action = render->box;
    abVec3 middle = ab_scale(0.5, ab_add(action.low, action.high));
    for (int i = 0; i < render->plane_count; i++) {
        const abSeenPlane *plane = &render->planes[i];
        double height = ab_dot(plane->normal, ab_sub(middle, plane->origin));
        if (fabs(height) < s_reach * ab_norm(ab_sub(action.high, action.low))) {
            render->feet[render->foot_count] = ab_add_scaled(middle, -height, plane->normal);
            ab_box_widen(&render->box, render->feet[render->foot_count++]);
        }
    }
}

// ---- the eye ----

// Planar models from the top, flat ones from high, others from a corner.
static abVec3 default_back(const Render *render) {
    if (render->is_planar) {
        return (abVec3){0.0, 0.0, 1.0};
    }
    abVec3 d = ab_sub(render->box.high, render->box.low);
    return d.z < 0.12 * fmax(d.x, d.y) ? (abVec3){0.25, -0.7, 1.0} : (abVec3){0.75, -1.0, 0.45};
}

// How far something reaches against the sides of the picture: A and B of (1) across and along.
typedef struct Reach {
    const Render *render;
    abMat3 R;                // from the world to the camera's axes
    double slope[2];         // w and h, without the margin
    double a[2], b[2];       // A and B                                                    [m]
    double at_a[2], at_b[2]; // z of the points where they are                             [m]
    double nearest;          // greatest z                                                 [m]
} Reach;

static void reach_to(Reach *reach, abVec3 place) {
    abVec3 p = ab_mul(reach->R, place);
    const double at[2] = {p.x, p.y};
    for (int k = 0; k < 2; k++) {
        double more = reach->slope[k] * p.z;
        if (more + at[k] > reach->a[k]) {
            reach->a[k] = more + at[k];
            reach->at_a[k] = p.z;
        }
        if (more - at[k] > reach->b[k]) {
            reach->b[k] = more - at[k];
            reach->at_b[k] = p.z;
        }
    }
    reach->nearest = fmax(reach->nearest, p.z);
}

static bool holds(const abBox *box, const abBox *other, double more) {
    return other->low.x >= box->low.x - more && other->low.y >= box->low.y - more &&
           other->low.z >= box->low.z - more && other->high.x <= box->high.x + more &&
           other->high.y <= box->high.y + more && other->high.z <= box->high.z + more;
}

static void reach_to_points(Reach *reach, int group) {
    const Render *render = reach->render;
    for (int i = render->first_point[group]; i < render->first_point[group + 1]; i++) {
        reach_to(reach, render->mesh.points[i]);
    }
}

// The points of a shape that is framed as a whole, of others the corners of the part that is.
static void reach_to_shape(Reach *reach, int s) {
    const Render *render = reach->render;
    const abBox *frame = &render->box, *own = &render->boxes[s];
    if (holds(frame, own, 1e-6 * render->size)) {
        reach_to_points(reach, s);
        return;
    }
    abBox part = {{fmax(frame->low.x, own->low.x), fmax(frame->low.y, own->low.y),
                   fmax(frame->low.z, own->low.z)},
                  {fmin(frame->high.x, own->high.x), fmin(frame->high.y, own->high.y),
                   fmin(frame->high.z, own->high.z)}};
    bool is_some =
        part.low.x <= part.high.x && part.low.y <= part.high.y && part.low.z <= part.high.z;
    for (int i = 0; i < 8 && is_some; i++) {
        reach_to(reach, ab_box_corner(&part, i));
    }
}

static void reach_to_box(Reach *reach) {
    for (int i = 0; i < 8; i++) {
        reach_to(reach, ab_box_corner(&reach->render->box, i));
    }
}

// Panes of walls are as wide as what is framed.
static bool has_walls(const Render *render) {
    bool found = false;
    for (int i = 0; i < render->plane_count && !render->is_planar; i++) {
        found |= fabs(ab_dot(render->planes[i].normal, render->up)) < 0.5;
    }
    return found;
}

static void measure(Reach *reach) {
    const Render *render = reach->render;
    int shapes = render->record->scene.shape_count;
    reach->a[0] = reach->a[1] = reach->b[0] = reach->b[1] = reach->nearest = -INFINITY;
    for (int s = 0; s < shapes; s++) {
        reach_to_shape(reach, s);
    }
    for (int g = shapes; g < render->group_count && !render->is_focused; g++) {
        reach_to_points(reach, g);
    }
    for (int i = 0; i < render->foot_count; i++) {
        reach_to(reach, render->feet[i]);
    }
    if (has_walls(render) || render->is_focused || !(reach->nearest > -INFINITY)) {
        reach_to_box(reach);
    }
}

// Newton's method for A + B = 2 s e_z, in the slope s across a direction.
static void narrow(Reach *reach, int k, double far) {
    double rest = reach->a[k] + reach->b[k] - 2.0 * reach->slope[k] * far;
    double change = reach->at_a[k] + reach->at_b[k] - 2.0 * far;
    reach->slope[k] -= change < 0.0 ? rest / change : 0.0;
}

// As near as what is framed allows, and with it in the middle of the picture.
static abCamera fit(const Render *render, abVec3 back, int width, int height) {
    double focal = 0.5 * height / s_slope;
    Reach reach = {.render = render,
                   .R = ab_camera((abVec3){0.0, 0.0, 0.0}, back, 1.0, focal, width, height).R,
                   .slope = {s_slope / s_margin * width / height, s_slope / s_margin}};
    measure(&reach);
    double far = reach.nearest + 0.02 * render->size;
    for (int k = 0; k < 2; k++) {
        far = fmax(far, 0.5 * (reach.a[k] + reach.b[k]) / reach.slope[k]);
    }
    for (int turn = 0; turn < 4; turn++) {
        narrow(&reach, 0, far);
        narrow(&reach, 1, far);
        measure(&reach);
    }
    abVec3 eye = {0.5 * (reach.a[0] - reach.b[0]), 0.5 * (reach.a[1] - reach.b[1]), far};
    // what is looked at is as far as the middle of what is framed
    abVec3 middle = ab_mul(reach.R, ab_scale(0.5, ab_add(render->box.low, render->box.high)));
    double distance = fmax(far - middle.z, 0.02 * render->size);
    abVec3 target = ab_mul_t(reach.R, (abVec3){eye.x, eye.y, far - distance});
    return ab_camera(target, back, distance, focal, width, height);
}

void ab_render_place_cameras(Render *render, const abRenderOptions *options) {
    ab_box_fill(&render->box);
    abVec3 back = ab_norm2(options->back) > 0.0 ? options->back : default_back(render);
    if (render->is_focused) {
        render->box = render->focus;
    } else {
        reach_grounds(render);
    }
    abVec3 middle = ab_scale(0.5, ab_add(render->box.low, render->box.high));
    render->size = fmax(ab_norm(ab_sub(render->box.high, render->box.low)), 1e-9);
    render->camera = fit(render, back, FINE * options->width, FINE * options->height);
    render->sun = ab_unit(s_lamp);
    render->lamp = ab_camera(middle, s_lamp, 2.0 * render->size, SHADOW / (1.4 * render->size),
                             SHADOW, SHADOW);
    render->lamp.is_parallel = true;
}
