// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_parts.c - contact pairs carried by the faces of meshes, many parts at a time.
//
// As contact_surface.c, point by point, but in the frame of the other shape, in which a part has
// one normal n, one direction of pressure m and one area: force and moment of its points are
//
//   m sum F_e + n sum D,  (sum F_e x) x m + (sum D x) x n,  D = max(0, c) (F - F_e)        (1)
//
// What is stored is the integral of the pressure over the overlap, int p dV, which is what the
// elastic forces do when the bodies move: what is lost is the power of D alone. It is asked for
// when energies are, not for derivatives. With the energy W per area
//
//   int W c dA + the walls of meshes (cell_walls.c)
//   int W' c dA, W' = int_0^d p(s) (1 - k1 s)(1 - k2 s)/((1 - k1 d)(1 - k2 d)) ds           (2)
//
// over faces, and over a smooth shape of curvatures k1, k2, whose layers get smaller with the
// depth.
//
// Source  own derivation, docs/theory/surface_contact.md.

#include <math.h>
#include <string.h>

#include "math/core/bounds.h"

#include "collide/pressure/surface_fine.h"
#include "collide/pressure/surface_moments.h"
#include "collide/pressure/surface_points.h"
#include "mechanics/contact/contact_parts.h"
#include "mechanics/contact/contact_set.h"
#include "mechanics/contact/contact_sum.h"
#include "mechanics/contact/contact_surface.h"
#include "mechanics/state/place.h"

enum { PARTS = AB_SURFACE_LANES, POINTS = AB_BATCH }; // at a time

_Static_assert((int)POINTS == 3 * (int)PARTS, "three points of each part");

// Some parts as lists; what is not a part at the end has no area. Point j of part i is at
// j * PARTS + i.
typedef struct Chunk {
    const abSurfacePart *parts;
    int count; // parts
    double x[POINTS], y[POINTS], z[POINTS];
    abContactBatch batch;
    double m[3][PARTS], n[3][PARTS], area[PARTS], per_area[PARTS], seen[PARTS];
} Chunk;

// Each lane its own sum, so that they can be taken side by side; together in the end, in order.
typedef struct Lanes {
    double force[3][PARTS], torque[3][PARTS], place[3][PARTS], area[3][PARTS];
    double weight[PARTS], elastic[PARTS], stiffness[PARTS], damping[PARTS], lost[PARTS];
    double pressure[PARTS], deepest[PARTS];
} Lanes;

bool ab_surface_has_parts(const abContactPair *pair) {
    const abInteraction *with = pair->data->interaction;
    return pair->data->surface.rule == AB_SURFACE_FACES && with->thickness == NULL &&
           with->youngs_modulus == NULL && !pair->data->has_code;
}

// ---- points ----

static void fill_part(Chunk *chunk, int i) {
    const abSurfacePart *part = &chunk->parts[i];
    double whole = ab_norm(part->area), unit = whole > 0.0 ? 1.0 / whole : 0.0;
    chunk->area[i] = whole / 3.0;
    chunk->per_area[i] = 3.0 * unit;
    chunk->m[0][i] = unit * part->area.x;
    chunk->m[1][i] = unit * part->area.y;
    chunk->m[2][i] = unit * part->area.z;
    chunk->n[0][i] = part->normal.x;
    chunk->n[1][i] = part->normal.y;
    chunk->n[2][i] = part->normal.z;
    for (int j = 0; j < 3; j++) {
        int k = j * PARTS + i;
        chunk->x[k] = part->x[j].x;
        chunk->y[k] = part->x[j].y;
        chunk->z[k] = part->x[j].z;
        chunk->batch.depth[k] = part->depth[j];
    }
}

// Directions from A into B, and rates: n . (v + w x x) = n . v + (n x w) . x
static void find_rates(Chunk *chunk, const abSurfaceFrame *frame) {
    double side = frame->side;
    abVec3 v = frame->v, w = frame->w;
    for (int i = 0; i < PARTS; i++) {
        double mx = side * chunk->m[0][i], my = side * chunk->m[1][i], mz = side * chunk->m[2][i];
        double nx = -side * chunk->n[0][i], ny = -side * chunk->n[1][i];
        double nz = -side * chunk->n[2][i];
        chunk->m[0][i] = mx, chunk->m[1][i] = my, chunk->m[2][i] = mz;
        chunk->n[0][i] = nx, chunk->n[1][i] = ny, chunk->n[2][i] = nz;
        chunk->seen[i] = mx * nx + my * ny + mz * nz;
        double still = -(v.x * nx + v.y * ny + v.z * nz);
        double tx = w.y * nz - w.z * ny, ty = w.z * nx - w.x * nz, tz = w.x * ny - w.y * nx;
        for (int j = 0; j < 3; j++) {
            int k = j * PARTS + i;
            chunk->batch.rate[k] = still + (tx * chunk->x[k] + ty * chunk->y[k] + tz * chunk->z[k]);
            chunk->batch.area[k] = chunk->area[i];
        }
    }
}

static void fill(Chunk *chunk, const abSurfaceFrame *frame, const abSurfacePart *parts, int count) {
    chunk->parts = parts;
    chunk->count = count;
    for (int i = 0; i < count; i++) {
        fill_part(chunk, i);
    }
    for (int i = count; i < PARTS; i++) {
        chunk->area[i] = chunk->per_area[i] = 0.0;
        for (int j = 0; j < 3; j++) {
            int k = j * PARTS + i;
            chunk->m[j][i] = chunk->n[j][i] = 0.0;
            chunk->x[k] = chunk->y[k] = chunk->z[k] = chunk->batch.depth[k] = 0.0;
        }
    }
    find_rates(chunk, frame);
}

static abVec3 normal_of(const Chunk *chunk, int i) {
    return ab_vec3(chunk->n[0][i], chunk->n[1][i], chunk->n[2][i]);
}

static void evaluate_one_by_one(const abContactPair *pair, abContactBatch *batch) {
    abContact contact = {.patch_area = batch->patch_area};
    for (int i = 0; i < POINTS; i++) {
        abNormalForce at;
        contact.depth = batch->depth[i];
        contact.rate = batch->rate[i];
        contact.area = batch->area[i];
        pair->data->interaction->normal->evaluate(pair->data->normal_constants, pair->law_memory,
                                                  &contact, &at);
        batch->force[i] = at.force;
        batch->stiffness[i] = at.stiffness;
        batch->damping[i] = at.damping;
        batch->elastic[i] = at.elastic;
    }
}

static void ask_law(const abContactPair *pair, abContactBatch *batch) {
    const abNormalLaw *law = pair->data->interaction->normal;
    if (law->evaluate_batch != NULL) {
        law->evaluate_batch(pair->data->normal_constants, pair->law_memory, batch);
    } else {
        evaluate_one_by_one(pair, batch);
    }
    bool is_limited = isfinite(pair->data->ignored_depth);
    for (int i = 0; i < POINTS && (is_limited || pair->data->passes != 1.0); i++) {
        double passes = batch->depth[i] > pair->data->ignored_depth ? 0.0 : pair->data->passes;
        batch->force[i] *= passes;
        batch->stiffness[i] *= passes;
        batch->damping[i] *= passes;
        batch->elastic[i] *= passes;
    }
}

// Forces at the three points that have the sum and the moments of the pressure: of one that bends they
// are not those of the law at their depths. Damping stays what the law says there.
static void integrate_bent(const abContactPair *pair, Chunk *chunk) {
    abContactBatch at = {.patch_area = chunk->batch.patch_area};
    double exact[POINTS] = {0.0};
    memcpy(at.area, chunk->batch.area, sizeof at.area);
    for (int set = 0; set < AB_PART_SETS; set++) {
        for (int k = 0; k < POINTS; k++) {
            int i = k % PARTS;
            const double *d = chunk->batch.depth;
            double mean = (d[i] + d[PARTS + i] + d[2 * PARTS + i]) / 3.0;
            at.depth[k] = ab_part_depth(&ab_part_sets[set], mean, d[k]);
            at.rate[k] = 0.0;
        }
        ask_law(pair, &at);
        for (int k = 0; k < POINTS; k++) {
            int i = k % PARTS;
            double all = at.elastic[i] + at.elastic[PARTS + i] + at.elastic[2 * PARTS + i];
            exact[k] += ab_part_force(&ab_part_sets[set], all, at.elastic[k]);
        }
    }
    for (int i = 0; i < chunk->count; i++) {
        for (int j = 0; j < 3 && chunk->parts[i].is_straight; j++) {
            int k = j * PARTS + i;
            chunk->batch.force[k] += exact[k] - chunk->batch.elastic[k];
            chunk->batch.elastic[k] = exact[k];
        }
    }
}

// ---- friction ----

typedef struct PressingPoint {
    abVec3 x, n;
    double force, depth, rate; // N, m, m/s
} PressingPoint;

static PressingPoint point_of(const Chunk *chunk, int i, int j) {
    int k = j * PARTS + i;
    return (PressingPoint){chunk->parts[i].x[j], normal_of(chunk, i),
                           fmax(0.0, chunk->seen[i]) * chunk->batch.force[k], chunk->batch.depth[k],
                           chunk->batch.rate[k]};
}

// What of a part presses at fine points (surface_fine.h); the rest does at its three.
static double fine_share(const abContactPair *pair, const Chunk *chunk, int i) {
    return ab_surface_fine_share(pair->tangential != NULL, chunk->parts[i].x, chunk->seen[i],
                                 chunk->batch.patch_area);
}

// How many.
static int find_fine_points(const abContactPair *pair, const Chunk *chunk, int i, double share,
                            PressingPoint points[AB_SURFACE_FINE]) {
    abFinePoint fine[AB_SURFACE_FINE];
    double force[3], depth[3], rate[3], fine_force[AB_SURFACE_FINE];
    for (int j = 0; j < 3; j++) {
        PressingPoint point = point_of(chunk, i, j);
        force[j] = share * point.force, depth[j] = point.depth, rate[j] = point.rate;
    }
    int count = ab_surface_fine_points(pair->tangential != NULL, fine);
    ab_surface_fine_forces(fine, count, force, fine_force);
    for (int k = 0; k < count; k++) {
        points[k] = (PressingPoint){
            ab_surface_fine_place(&fine[k], chunk->parts[i].x), normal_of(chunk, i), fine_force[k],
            ab_surface_fine_value(&fine[k], depth), ab_surface_fine_value(&fine[k], rate)};
    }
    return count;
}

// All points at which a part presses; how many.
static int find_points(const abContactPair *pair, const Chunk *chunk, int i,
                       PressingPoint points[3 + AB_SURFACE_FINE]) {
    double share = fine_share(pair, chunk, i);
    for (int j = 0; j < 3; j++) {
        points[j] = point_of(chunk, i, j);
        points[j].force *= 1.0 - share;
    }
    return 3 + (share > 0.0 ? find_fine_points(pair, chunk, i, share, points + 3) : 0);
}

static void add_friction(const abContactPair *pair, const abSurfaceFrame *frame,
                         const PressingPoint *at, abSurfaceSum *sum) {
    abVec3 v = ab_add(frame->v, ab_cross(frame->w, at->x));
    abSlip slip = {.v_t = ab_add_scaled(v, at->rate, at->n),
                   .w = frame->w,
                   .n_AB = at->n,
                   .normal_force = at->force,
                   .depth = at->depth,
                   .radius = INFINITY};
    abVec3 hold = ab_surface_hold(pair, ab_pose_point(frame->X, at->x));
    abFrictionForce out = ab_surface_friction(pair, ab_mul_t(frame->X.R, hold), &slip);
    sum->force = ab_add(sum->force, out.force);
    sum->torque = ab_add(sum->torque, ab_add(out.torque, ab_cross(at->x, out.force)));
    sum->sliding -= ab_dot(out.force, slip.v_t);
    sum->rolling -= ab_dot(out.torque, slip.w);
}

static void add_friction_by_points(const abContactPair *pair, const Chunk *chunk,
                                   const abSurfaceFrame *frame, abSurfaceSum *sum) {
    PressingPoint points[3 + AB_SURFACE_FINE];
    for (int i = 0; i < chunk->count; i++) {
        int count = find_points(pair, chunk, i, points);
        for (int k = 0; k < count; k++) {
            add_friction(pair, frame, &points[k], sum);
        }
    }
}

// For friction with a history.
static void note_pressing(abMechanics *m, const abContactPair *pair, const Chunk *chunk,
                          const abSurfaceFrame *frame) {
    PressingPoint points[3 + AB_SURFACE_FINE];
    for (int i = 0; i < chunk->count; i++) {
        int count = find_points(pair, chunk, i, points);
        for (int k = 0; k < count; k++) {
            ab_surface_note_pressing(m, ab_pose_point(frame->X, points[k].x),
                                     fmax(0.0, points[k].force));
        }
    }
}

// ---- friction of many points at once ----

static void add_fine_friction(const abContactPair *pair, const abSurfaceFrame *frame,
                              const PressingPoint *points, int count, abFrictionSum *sum) {
    double x[POINTS] = {0.0}, y[POINTS] = {0.0}, z[POINTS] = {0.0};
    abSlipBatch batch = {.normal_force = {0.0}};
    abSlips slip = {.x = {0.0}};
    for (int k = 0; k < count; k++) {
        abVec3 at = points[k].x, v = ab_add(frame->v, ab_cross(frame->w, at));
        v = ab_add_scaled(v, points[k].rate, points[k].n);
        x[k] = at.x, y[k] = at.y, z[k] = at.z;
        slip.x[k] = v.x, slip.y[k] = v.y, slip.z[k] = v.z;
        batch.normal_force[k] = points[k].force;
    }
    ab_surface_add_friction(pair, frame, x, y, z, &slip, &batch, sum);
}

static void add_friction_batch(const abContactPair *pair, const Chunk *chunk,
                               const abSurfaceFrame *frame, abFrictionSum *sum) {
    abSlipBatch batch;
    abSlips slip;
    double share[PARTS];
    abVec3 v = frame->v, w = frame->w;
    for (int i = 0; i < PARTS; i++) {
        share[i] = i < chunk->count ? fine_share(pair, chunk, i) : 0.0;
    }
    for (int j = 0; j < 3; j++) {
        for (int i = 0; i < PARTS; i++) {
            int k = j * PARTS + i;
            double x = chunk->x[k], y = chunk->y[k], z = chunk->z[k], rate = chunk->batch.rate[k];
            double seen = chunk->seen[i], shown = seen > 0.0 ? seen : 0.0;
            slip.x[k] = v.x + (w.y * z - w.z * y) + rate * chunk->n[0][i];
            slip.y[k] = v.y + (w.z * x - w.x * z) + rate * chunk->n[1][i];
            slip.z[k] = v.z + (w.x * y - w.y * x) + rate * chunk->n[2][i];
            batch.normal_force[k] = (1.0 - share[i]) * shown * chunk->batch.force[k];
        }
    }
    ab_surface_add_friction(pair, frame, chunk->x, chunk->y, chunk->z, &slip, &batch, sum);
    PressingPoint points[AB_SURFACE_FINE];
    for (int i = 0; i < chunk->count; i++) {
        if (share[i] > 0.0) {
            int count = find_fine_points(pair, chunk, i, share[i], points);
            for (int k = 0; k < count; k += POINTS) {
                add_fine_friction(pair, frame, points + k, count - k < POINTS ? count - k : POINTS,
                                  sum);
            }
        }
    }
}

// ---- sums ----

static void add_lanes(const Chunk *chunk, Lanes *lanes) {
    for (int i = 0; i < PARTS; i++) {
        int p = i, q = PARTS + i, r = 2 * PARTS + i;
        double seen = chunk->seen[i], shown = seen > 0.0 ? seen : 0.0;
        double ep = chunk->batch.elastic[p], eq = chunk->batch.elastic[q],
               er = chunk->batch.elastic[r];
        double dp = shown * (chunk->batch.force[p] - ep), dq = shown * (chunk->batch.force[q] - eq);
        double dr = shown * (chunk->batch.force[r] - er), elastic = ep + eq + er,
               damped = dp + dq + dr;
        double ex = ep * chunk->x[p] + eq * chunk->x[q] + er * chunk->x[r];
        double ey = ep * chunk->y[p] + eq * chunk->y[q] + er * chunk->y[r];
        double ez = ep * chunk->z[p] + eq * chunk->z[q] + er * chunk->z[r];
        double dx = dp * chunk->x[p] + dq * chunk->x[q] + dr * chunk->x[r];
        double dy = dp * chunk->y[p] + dq * chunk->y[q] + dr * chunk->y[r];
        double dz = dp * chunk->z[p] + dq * chunk->z[q] + dr * chunk->z[r];
        double mx = chunk->m[0][i], my = chunk->m[1][i], mz = chunk->m[2][i];
        double nx = chunk->n[0][i], ny = chunk->n[1][i], nz = chunk->n[2][i];
        lanes->force[0][i] += elastic * mx + damped * nx; // (1)
        lanes->force[1][i] += elastic * my + damped * ny;
        lanes->force[2][i] += elastic * mz + damped * nz;
        lanes->torque[0][i] += (ey * mz - ez * my) + (dy * nz - dz * ny);
        lanes->torque[1][i] += (ez * mx - ex * mz) + (dz * nx - dx * nz);
        lanes->torque[2][i] += (ex * my - ey * mx) + (dx * ny - dy * nx);
        lanes->place[0][i] += shown * ex + dx;
        lanes->place[1][i] += shown * ey + dy;
        lanes->place[2][i] += shown * ez + dz;
        double whole = 3.0 * chunk->area[i];
        lanes->area[0][i] += whole * mx;
        lanes->area[1][i] += whole * my;
        lanes->area[2][i] += whole * mz;
        lanes->weight[i] += shown * elastic + damped;
        lanes->elastic[i] += seen * elastic;
        lanes->stiffness[i] += seen * (chunk->batch.stiffness[p] + chunk->batch.stiffness[q] +
                                       chunk->batch.stiffness[r]);
        lanes->damping[i] +=
            shown * (chunk->batch.damping[p] + chunk->batch.damping[q] + chunk->batch.damping[r]);
        lanes->lost[i] +=
            dp * chunk->batch.rate[p] + dq * chunk->batch.rate[q] + dr * chunk->batch.rate[r];
    }
}

static void find_most(const Chunk *chunk, Lanes *lanes) {
    for (int i = 0; i < PARTS; i++) {
        int p = i, q = PARTS + i, r = 2 * PARTS + i;
        double maximum =
            ab_max(chunk->batch.force[p], ab_max(chunk->batch.force[q], chunk->batch.force[r]));
        double depth =
            ab_max(chunk->batch.depth[p], ab_max(chunk->batch.depth[q], chunk->batch.depth[r]));
        lanes->pressure[i] = ab_max(lanes->pressure[i], maximum * chunk->per_area[i]);
        lanes->deepest[i] = ab_max(lanes->deepest[i], depth);
    }
}

static void gather(const Lanes *lanes, abSurfaceSum *sum) {
    abVec3 force = ab_surface_lanes_3(lanes->force);
    sum->pressing = force;
    sum->force = ab_add(sum->force, force);
    sum->torque = ab_add(sum->torque, ab_surface_lanes_3(lanes->torque));
    sum->place = ab_surface_lanes_3(lanes->place);
    sum->area = ab_surface_lanes_3(lanes->area);
    sum->weight = ab_surface_lanes(lanes->weight);
    sum->elastic = ab_surface_lanes(lanes->elastic);
    sum->stiffness = ab_surface_lanes(lanes->stiffness);
    sum->damping = ab_surface_lanes(lanes->damping);
    sum->lost = ab_surface_lanes(lanes->lost);
    for (int i = 0; i < PARTS; i++) {
        sum->pressure = ab_max(sum->pressure, lanes->pressure[i]);
        sum->deepest = ab_max(sum->deepest, lanes->deepest[i]);
    }
}

// The first of the deepest points.
static void find_deepest(const abSurfaceFrame *frame, const abSurfacePart *parts, int count,
                         abSurfaceSum *sum) {
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < 3; j++) {
            if (parts[i].depth[j] == sum->deepest) {
                sum->deepest_x = parts[i].x[j];
                sum->deepest_n = ab_scale(-frame->side, parts[i].normal);
                return;
            }
        }
    }
}

// ---- energy ----

static const double s_place[3] = {0.1127016653792583, 0.5, 0.8872983346207417};
static const double s_weight[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0}; // Gauss, 0 to 1

static abNormalForce at_rest(const abContactPair *pair, double depth, double area) {
    abContact contact = {.depth = depth, .area = area};
    return ab_contact_pair_normal(pair, pair->law_memory, &contact);
}

static double cell_wall_energy(const abContactPair *pair, const abSurfacePart *part) {
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        sum += s_weight[i] * at_rest(pair, s_place[i] * part->cell_wall_depth, 1.0).energy;
    }
    return part->cell_wall_area * sum;
}

// (2)
static double energy_of_point(const abContactPair *pair, double depth, double area,
                              const double k[2]) {
    if (depth > pair->data->ignored_depth) {
        return 0.0;
    }
    if (k[0] == 0.0 && k[1] == 0.0) {
        return at_rest(pair, depth, area).energy;
    }
    double sum = 0.0, below = (1.0 - k[0] * depth) * (1.0 - k[1] * depth);
    for (int i = 0; i < 3; i++) {
        double s = s_place[i] * depth;
        double layer = (1.0 - k[0] * s) * (1.0 - k[1] * s) / below;
        sum += s_weight[i] * layer * at_rest(pair, s, area).elastic;
    }
    return depth * sum;
}

static double energy_at_points(const abContactPair *pair, const abSurfacePart *part, double area,
                               const double k[2]) {
    double sum = 0.0;
    for (int j = 0; j < 3; j++) {
        sum += energy_of_point(pair, part->depth[j], area / 3.0, k);
    }
    return sum;
}

// What is stored rises by one power of the depth more than the pressure.
static double energy_over(const abContactPair *pair, const abSurfacePart *part, double area,
                          const double k[2]) {
    double sum = 0.0, mean = (part->depth[0] + part->depth[1] + part->depth[2]) / 3.0;
    for (int set = 0; set < AB_PART_SETS; set++) {
        double share = ab_part_sets[set].weight * area;
        for (int j = 0; j < 3; j++) {
            double depth = ab_part_depth(&ab_part_sets[set], mean, part->depth[j]);
            sum += energy_of_point(pair, depth, share, k);
        }
    }
    return sum;
}

static double energy_of_part(const abContactPair *pair, const abSurfaceFrame *frame,
                             const abSurfacePart *part, double seen) {
    abCurvature bend = {.curvature = {0.0, 0.0}};
    abVec3 x = ab_scale(1.0 / 3.0, ab_add(ab_add(part->x[0], part->x[1]), part->x[2]));
    double depth = (part->depth[0] + part->depth[1] + part->depth[2]) / 3.0;
    if (frame->other->surface == NULL &&
        !ab_shape_curvature(frame->other, ab_add_scaled(x, depth, part->normal), part->normal,
                            &bend)) {
        bend.curvature[0] = bend.curvature[1] = 0.0;
    }
    bool is_bent = part->is_straight && pair->data->surface.bends != 0;
    double area = ab_norm(part->area);
    double sum = is_bent ? energy_over(pair, part, area, bend.curvature)
                         : energy_at_points(pair, part, area, bend.curvature);
    return seen * sum + (part->cell_wall_area != 0.0 ? cell_wall_energy(pair, part) : 0.0);
}

// ---- one side ----

static double seen_area(const abSurfacePart *parts, int count) {
    double area = 0.0;
    for (int i = 0; i < count; i++) {
        double seen = -ab_dot(parts[i].area, parts[i].normal);
        area += seen > 0.0 ? seen : 0.0;
    }
    return area;
}

static void add_parts(abMechanics *m, const abContactPair *pair, const abSurfaceFrame *frame,
                      const abSurfacePart *parts, int count, double patch_area, abSurfaceSum *sum) {
    bool has_friction = ab_surface_has_friction(pair), has_history = ab_surface_has_history(pair);
    Chunk chunk;
    chunk.batch.patch_area = patch_area;
    Lanes lanes = {.weight = {0.0}};
    abFrictionSum friction = {.power = {0.0}};
    bool by_batches = has_friction && ab_surface_takes_batches(pair);
    for (int first = 0; first < count; first += PARTS) {
        fill(&chunk, frame, parts + first, count - first < PARTS ? count - first : PARTS);
        ask_law(pair, &chunk.batch);
        find_most(&chunk, &lanes);
        if (pair->data->surface.bends != 0) {
            integrate_bent(pair, &chunk);
        }
        add_lanes(&chunk, &lanes);
        if (has_friction && by_batches) {
            add_friction_batch(pair, &chunk, frame, &friction);
        } else if (has_friction) {
            add_friction_by_points(pair, &chunk, frame, sum);
        }
        if (has_history) {
            note_pressing(m, pair, &chunk, frame);
        }
        for (int i = 0; i < chunk.count && m->contacts->wants_energy; i++) {
            sum->energy += energy_of_part(pair, frame, &parts[first + i], chunk.seen[i]);
        }
    }
    gather(&lanes, sum);
    ab_surface_take_friction(frame, &friction, sum);
    find_deepest(frame, parts, count, sum);
    sum->points += 3 * count;
}

// ---- both sides ----

bool ab_surface_evaluate_parts(abMechanics *m, const abContactPair *pair, abContactPairNow *now) {
    abPose storage[2], X[2] = {*ab_mechanics_shape_pose(m, pair->shape_a, &storage[0]),
                               *ab_mechanics_shape_pose(m, pair->shape_b, &storage[1])};
    const abShape *A = m->model->shapes[pair->shape_a].pressed;
    const abShape *B = m->model->shapes[pair->shape_b].pressed;
    const abSurfacePart *parts;
    int counts[2];
    abSurfaceSpec spec = pair->data->surface;
    spec.stores = m->contacts->wants_energy;
    if (!ab_surface_find_parts(m->contacts->surfaces, A, &X[0], B, &X[1], spec, &parts, counts) ||
        counts[0] + counts[1] == 0) {
        return false;
    }
    double patch_area = seen_area(parts, counts[0] + counts[1]);
    abSurfaceSum all = {.deepest = 0.0};
    for (int side = 0; side < 2; side++) {
        if (counts[side] > 0) {
            abSurfaceFrame frame = ab_surface_frame(m, pair, &X[1 - side], side);
            abSurfaceSum sum = {.deepest = 0.0};
            add_parts(m, pair, &frame, side == 0 ? parts : parts + counts[0], counts[side],
                      patch_area, &sum);
            ab_surface_sum_add(&frame, &sum, &all);
            if (sum.deepest > all.deepest || now->points == 0) {
                all.deepest = sum.deepest;
                now->at = ab_surface_sum_deepest(&frame, &sum);
                now->points = sum.points;
            }
        }
    }
    ab_surface_sum_report(m, pair, &all, now);
    return true;
}
