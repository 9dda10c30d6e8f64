// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// contact_pair.h - a pair of shapes in contact, as all methods know it.
//
// What its laws fixed at the start is memory: only an event changes it, so that the derivative may
// be evaluated anywhere.

#ifndef AB_CONTACT_PAIR_H
#define AB_CONTACT_PAIR_H

#include <stdbool.h>

#include "collide/broad/proximity.h"
#include "collide/pairs/collide.h"
#include "collide/pressure/surface_points.h"
#include "collide/region/contour_patch.h"
#include "model/core/model.h"

// Borders of a contact pair: of its friction law, its normal law, and the depth that is ignored.
enum {
    AB_SWITCHING_NORMAL = AB_LAW_SWITCHING_FUNCTIONS,
    AB_SWITCHING_IGNORED = AB_SWITCHING_NORMAL + AB_NORMAL_SWITCHING_FUNCTIONS,
    AB_PAIR_SWITCHING_FUNCTIONS
};

// Friction of a pair that touches by surfaces, as the last step of method stepping left it: at the
// normal force N it is -friction N D(v + w x (p - at) + per_speed u_t), D the nearest point of the
// unit disc. The twist (v, w) is the one that acted in that step; the next begins with `next`.
typedef struct abSurfaceTangential {
    bool is_set;
    double friction, per_speed; // [-], [s/m]
    abVec3 at, v, w;            // [m], [-], [1/m]
    abVec3 next[2];             // [-], [1/m]
} abSurfaceTangential;

// Points at which friction with a history acts on a surface, surface_friction.c.
enum { AB_SURFACE_FRICTION_POINTS = 12 };

// Bounces that are left out: flights of span (1 - kept), kept times as long each time.
typedef struct abAccumulatedBounces {
    double span; // of all of them                                                           [s]
    double pull; // acceleration of the gap                                               [m/s2]
    double kept; // speed that each impact leaves
} abAccumulatedBounces;

// What two shapes that may touch derive from the model. What a plain pair reads stands first.
typedef struct abPairData {
    int body_a, body_b;
    const abInteraction *interaction;
    bool
        is_plain; // it touches at one point, and its laws ask for no more than depth, rate and slip
    bool loads_a, loads_b; // forces act on this body: it is not fixed
    bool has_patch;        // its force may be carried by several points
    bool at_centroids;     // of plane curves: forces act at the centroids of overlaps
    bool has_regions;      // and these are the regions of a mesh
    bool by_hulls;         // or the patch of their hulls, of meshes too
    bool has_skin;         // one is the surface of a flexible body: contact_skin.h
    bool has_surface;      // carried by surfaces of meshes, part by part
    bool wants_curvature;
    bool by_curvature;    // its patch carries where no curvature says how its shapes touch
    bool has_code;        // its law or friction is written by a user
    bool wants_area;      // patches are carried by area
    bool is_rigid;        // its normal law is a condition; it rests on abRigid.points
    bool is_outline;      // pressed by a law: corners carry as patch_blunt.h says
    double ignored_depth; // points deeper than this give no force                         [m]
    double passes;        // how often the normal force counts: 1, or 2 for both masters summed
    abCollider collider;  // of a plain pair
    double normal_constants[AB_LAW_CONSTANTS];
    double friction_constants[AB_LAW_CONSTANTS];
    double energy_power;    // of the depth, by which the stored energy of the law grows
    abContourSpec contours; // within the contours in which two meshes meet; not set: others
    abSurfaceSpec surface;
} abPairData;

// A pair in contact: the memory of the model.
typedef struct abContactPair {
    // what each evaluation reads
    int shape_a, shape_b;                   // shape_a < shape_b; contact pairs are sorted by both
    const abPairData *data;                 // taken with ab_pair_data_take
    int first_tangential, tangential_count; // in the list of tangential states
    double law_memory[AB_LAW_MEMORY];
    double unpaid; // depth that its law does not count (unpaid_depth.c); < 0: counts more [m]
    // what steps and events read
    double start_speed, start_time;
    double deepest;   // greatest depth so far                                         [m]
    double last_rate; // at the start of the step                                     [m/s]
    double stored, stored_power; // at the start of the step                      [J], [W]
    double jump; // of what it stores, in the step just taken                          [J]
    double end_distance, end_rate; // at its end                                       [m], [m/s]
    double depth_scale; // depth this contact is expected to reach; sets error weights   [m]
    double speed_scale; // likewise for velocities                                       [m/s]
    signed char side
        [AB_PAIR_SWITCHING_FUNCTIONS]; // of the laws' switching functions: -1, 1; 0 not known yet
    signed char end_sign[AB_PAIR_SWITCHING_FUNCTIONS]; // at the end of the step
    int points, end_points; // that carry a patch at the start of the step, at its end; 0 not known
    double friction_memory[AB_LAW_MEMORY];
    double tangential_scale;        // size of the states of its tangential states
    double tangential_normal_force; // normal force expected, of one point                     [N]
    bool sticks;                    // by an exact law, at least one of its points does
    bool sticks_as_told;            // as the last event told
    int regions;                    // where its regions are, if it has_regions
    double accumulation_end;        // rigid: when its bounces end; INFINITY: they have          [s]
    abAccumulatedBounces bounces;   // rigid: those until then
    bool is_new;                    // rigid: begun at this event
    bool is_told;                   // rigid: its touch was told, and its release is not
    const abSurfaceTangential *tangential; // of its surfaces; NULL: the friction law acts
    bool holds_data;                       // its data are left with the pair
} abContactPair;

// Whether its regions have a memory: rigid contact remembers nothing of them.
static inline bool ab_contact_pair_keeps_regions(const abContactPair *pair) {
    return pair->data->has_regions && !pair->data->is_rigid;
}

// What the normal law of a contact pair answers, with the memory of the contact pair or of a region.
static inline abNormalForce ab_contact_pair_normal(const abContactPair *pair, const double *memory,
                                                   const abContact *contact) {
    abNormalForce out;
    abContact paid;
    if (pair->unpaid != 0.0) {
        paid = *contact;
        paid.depth -= pair->unpaid;
        contact = &paid;
    }
    pair->data->interaction->normal->evaluate(pair->data->normal_constants, memory, contact, &out);
    double n = pair->data->passes;
    return (abNormalForce){n * out.force, n * out.stiffness, n * out.damping, n * out.elastic,
                           n * out.energy};
}

// A region of a mesh in contact: what its law fixed when it began.
typedef struct abRegionMemory {
    int id;        // the same as long as it lasts, above 0
    abVec3 place;  // at the end of the last step, from the first body's centre of mass   [m]
    double radius; // of a disc of its area                                               [m]
    double law_memory[AB_LAW_MEMORY];
} abRegionMemory;

enum { AB_REGIONS_KEPT = 16 };
typedef struct abRegionList {
    int count, last_id;
    abRegionMemory items[AB_REGIONS_KEPT];
} abRegionList;

// Of one contact pair.
typedef struct abPairRegions {
    bool is_used, is_changed;
    abRegionList kept, next; // the memory; what it becomes if the step just taken counts
} abPairRegions;

// What the last evaluation found for a contact pair.
typedef struct abContactPairNow {
    abProximity at;
    abVec3 point;    // centre of pressure
    abVec3 normal_W; // from A into B; of several regions of a mesh that of their forces
    double rate;
    double area;     // of the patch                                                       [m^2]
    double pressure; // the greatest, of a surface                           [Pa]
    int points;      // that carry a surface, or regions within contours
    abNormalForce normal;       // of all points
    abVec3 slip, force, torque; // on B
    double held;    // energy in tangential states                                     [J]
    double storing; // by which what the normal law stores grows, as the depths do     [W]
} abContactPairNow;

// What laws with code of users have opened for a contact rule.
typedef struct abRuleCode {
    void *normal, *friction;
} abRuleCode;

#endif
