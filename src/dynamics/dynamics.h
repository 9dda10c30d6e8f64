// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// dynamics.h - the derivative  ydot = f(model, memory, t, y)  and what belongs to it.
//
// y holds, body after body, what mobility gives it (position of the centre of mass, quaternion,
// velocity, angular velocity in world axes; planar bodies x, y, angle and rates), and at the end
// the quadratures of the energy book. The memory is the list of touches: the pairs in contact with
// what their laws fixed at the start. Only an event changes it; the derivative may be evaluated
// anywhere.

#ifndef AB_DYNAMICS_H
#define AB_DYNAMICS_H

#include <stdbool.h>
#include <stdint.h>

#include "abut/simulation.h"
#include "collide/collide.h"
#include "collide/contour_patch.h"
#include "collide/vertex_contact.h"
#include "dynamics/grips.h"
#include "dynamics/rigid.h"
#include "dynamics/stick.h"
#include "model/model.h"

// What is known of a body at one evaluation.
typedef struct abBodyNow {
    abPose X; // of the centre of mass
    abQuat q;
    abVec3 v, w;
    abVec3 force, torque; // sum of loads at the centre of mass, without gravity's
    abVec3 a, alpha;
    abMat3 inverse_inertia; // in world axes; not set for round bodies
    abMat3 inertia;         // in world axes; set for bodies that joints hold
} abBodyNow;

// Borders of a touch: of its friction law, its normal law, and the depth that is ignored.
enum {
    AB_BORDER_NORMAL = AB_LAW_BORDERS,
    AB_BORDER_IGNORED = AB_BORDER_NORMAL + AB_NORMAL_BORDERS,
    AB_TOUCH_BORDERS
};

// Friction of a pair that touches by surfaces, as the last step of method stepping left it: at the
// normal force N it is -friction N D(v + w x (p - at) + per_speed u_t), D the nearest point of the
// unit disc. The twist (v, w) is the one that acted in that step; the next begins with `next`.
typedef struct abSurfaceGrip {
    bool is_set;
    double friction, per_speed; // [-], [s/m]
    abVec3 at, v, w;            // [m], [-], [1/m]
    abVec3 next[2];             // [-], [1/m]
} abSurfaceGrip;

// Bounces that are left out: flights of span (1 - kept), kept times as long each time.
typedef struct abBounces {
    double span; // of all of them                                                           [s]
    double pull; // acceleration of the gap                                               [m/s2]
    double kept; // speed that each impact leaves
} abBounces;

// A pair in contact: the memory of the model.
typedef struct abTouch {
    int shape_a, shape_b; // shape_a < shape_b; touches are sorted by both
    int body_a, body_b;
    double start_speed, start_time;
    double law_memory[AB_LAW_MEMORY];
    double deepest;   // greatest depth so far                                         [m]
    double last_rate; // at the start of the step                                     [m/s]
    double end_distance, end_rate; // at its end                                       [m], [m/s]
    double depth_scale; // depth this contact is expected to reach; sets error weights   [m]
    double speed_scale; // likewise for velocities                                       [m/s]
    signed char side[AB_TOUCH_BORDERS];     // of the laws' borders: -1, 1; 0 not known yet
    signed char end_side[AB_TOUCH_BORDERS]; // at the end of the step
    int points, end_points; // that carry a patch at the start of the step, at its end; 0 not known
    double friction_memory[AB_LAW_MEMORY];
    double grip_scale;          // size of the states of its grips
    double grip_force;          // normal force expected, of one point                     [N]
    bool sticks;                // by an exact law, at least one of its points does
    int first_grip, grip_count; // in the list of grips
    int regions;                // where its regions are, if it has_regions
    double rest_time;           // rigid: when its bounces end; INFINITY: told of            [s]
    abBounces bounces;          // rigid: those until then
    bool is_new;                // rigid: begun at this event
    // derived from the model, prepared again when restored
    const abInteraction *interaction;
    bool has_patch;         // its force may be carried by several points
    bool at_centroids;      // of plane curves: forces act at the centroids of overlaps
    bool has_regions;       // and these are the regions of a mesh
    abContourWish contours; // within the contours in which two meshes meet; not set: others
    bool has_surface;       // carried by surfaces of meshes, part by part
    abSurfaceWish surface;
    abSurfaceGrip grip; // of its surfaces; not set: the friction law acts
    bool wants_curvature;
    bool has_code;        // its law or friction is written by a user
    double ignored_depth; // points deeper than this give no force                         [m]
    bool wants_area;      // patches are carried by area
    bool is_rigid;        // its normal law is a condition; it rests on abRigid.points
    double passes;        // how often the normal force counts: 1, or 2 for both masters summed
    double normal_constants[AB_LAW_CONSTANTS];
    double friction_constants[AB_LAW_CONSTANTS];
} abTouch;

// Whether its regions have a memory: rigid contact remembers nothing of them.
static inline bool ab_touch_keeps_regions(const abTouch *touch) {
    return touch->has_regions && !touch->is_rigid;
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

// Of one touch.
typedef struct abTouchRegions {
    bool is_used, is_changed;
    abRegionList kept, next; // the memory; what it becomes if the step just taken counts
} abTouchRegions;

// What the last evaluation found for a touch.
typedef struct abTouchNow {
    abProximity at;
    abVec3 point;    // centre of pressure
    abVec3 normal_W; // from A into B; of several regions of a mesh that of their forces
    double rate;
    double area;     // of the patch                                                       [m^2]
    double pressure; // the greatest, of a surface                           [Pa]
    int points;      // that carry a surface, or regions within contours
    abNormalForce normal;       // of all points
    abVec3 slip, force, torque; // on B
    double held;                // energy in grips                                     [J]
} abTouchNow;

typedef struct abJointSolver abJointSolver;

// What laws with code of users have opened for a contact rule.
typedef struct abRuleCode {
    void *normal, *friction;
} abRuleCode;

// An angle at the last accepted step, so that turns are counted.
typedef struct abAngleMemory {
    double angle, rate, time; // [rad], [rad/s], [s]
} abAngleMemory;

typedef struct abDynamics {
    const abModel *model;
    abAllocator allocator;
    abArena arena;
    abBodyNow *bodies;    // by index; bodies[-1] is the world
    abPose *shape_poses;  // of shapes on fixed bodies
    bool *shape_centered; // shape frame is the centre-of-mass frame
    abTouch *touches;
    abTouchNow *now; // beside the touches
    size_t touch_count, touch_capacity, now_capacity;
    abTouchRegions *touch_regions; // by abTouch.regions
    size_t touch_regions_capacity;
    abGrips grips;         // points of friction with a history
    abStick stick;         // room of the rows that hold some of them
    abRigid rigid;         // points of rigid contact
    abJointSolver *joints; // NULL without joints
    abRuleCode *code;      // of each contact rule; NULL without code of users
    abContactSite site;    // of the contact being evaluated, for such code
    double t;              // of the last evaluation

    // what expressions look at: observe.h
    double time;               // of the bodies as placed
    uint64_t stamp;            // counts placings
    abJet *inputs;             // by index in the model
    uint64_t *input_stamps;    // of the placing they belong to
    abForceAnswer *forces_now; // as last evaluated, by index of the force
    double *joint_loads;       // likewise, 6 per joint
    uint64_t joint_stamp;
    abAngleMemory *angles;
    abRegionRoom *regions; // NULL without meshes that touch as they are
    abSurfaceRoom *surfaces;
    abContours *contours;         // of the pair asked last; NULL likewise
    abContactRegion *region_rows; // of the last evaluation
    size_t region_row_count, region_row_capacity;
    int last_region;                // of the row added last
    bool wants_energy;              // of surfaces, which derivatives do without
    struct abMapEntry *map_entries; // room of contact_maps.c
    size_t map_entry_capacity;
    abMapRow *map_rows;
    size_t map_row_capacity;
    double book_rates[AB_BOOK_STATES];
    bool *rests; // per body: its states do not change, whatever acts on it
    bool has_prescribed;
    abPull pull; // from outside; of no body: none
    int64_t evaluations, proximity_calls;
} abDynamics;

abResult ab_dynamics_init(abDynamics *dynamics, const abModel *model, abAllocator allocator,
                          abError *error);
void ab_dynamics_done(abDynamics *dynamics);

// Length of y: the model's states, then room for the states of grips.
static inline size_t ab_dynamics_state_count(const abDynamics *dynamics) {
    return (size_t)dynamics->model->state_count + AB_GRIP_STATES * dynamics->grips.slots;
}

// The initial state; `y` has ab_dynamics_state_count() entries.
void ab_dynamics_initial(const abDynamics *dynamics, double *y);

// The derivative. False when a number is not finite. Allocates nothing.
bool ab_dynamics_evaluate(abDynamics *dynamics, double t, const double *y, double *ydot);

// Takes a body's velocity to zero; the energy goes into the book as lost in contact.
void ab_dynamics_stop(abDynamics *dynamics, int body, double *y);

// Only the poses and velocities of dynamics->bodies.
void ab_dynamics_place(abDynamics *dynamics, double t, const double *y);
// The same for one body, from its own states.
void ab_dynamics_place_body(abDynamics *dynamics, int body, double t, const double *states);

// Pose of a shape for the bodies as placed; `room` is used when it must be computed.
const abPose *ab_dynamics_shape_pose(const abDynamics *dynamics, int shape, abPose *room);

// Signed distance of two shapes for the bodies as placed.
void ab_dynamics_proximity(abDynamics *dynamics, int shape_a, int shape_b, abProximity *out);
// d(distance)/dt at that proximity.
double ab_dynamics_closing_speed(const abDynamics *dynamics, int body_a, int body_b,
                                 const abProximity *at);

// Values of the borders of a touch's laws, for the bodies as placed; zero without borders.
void ab_dynamics_borders(const abDynamics *dynamics, const abTouch *touch, const abProximity *at,
                         double values[AB_TOUCH_BORDERS]);

// What tells one set of points that carry a touch from another, for the bodies as placed: their
// number, for grips also their names; 0 when it has no patch.
int ab_dynamics_points(const abDynamics *dynamics, const abTouch *touch, const abProximity *at);

// Where two shapes touch and along which normal: `at`, but of a mesh its deepest region, whose
// normal is that of the touch where corners and edges meet.
abProximity ab_dynamics_site(const abDynamics *dynamics, const abTouch *touch,
                             const abProximity *at);

// Notes what the regions of a touch are for the bodies as placed at the end of a step; the number
// that ab_dynamics_points would give then.
int ab_dynamics_stage_regions(const abDynamics *dynamics, const abTouch *touch,
                              const abProximity *at);
// Makes it the memory; true when regions came or went.
bool ab_regions_keep(abDynamics *dynamics, const abTouch *touch);

// ---- memory: written only at events ----

// Begins a contact of two shapes for the bodies as placed. False for want of memory.
bool ab_dynamics_begin(abDynamics *dynamics, int shape_a, int shape_b, double t,
                       const abProximity *at);
// Its parts: fixes what the laws of a prepared touch keep of its beginning; puts it in its place.
bool ab_touch_begin(abDynamics *dynamics, abTouch *touch, double t, const abProximity *at);
bool ab_touch_insert(abDynamics *dynamics, const abTouch *touch);
void ab_dynamics_end(abDynamics *dynamics, size_t touch);
// Room for the regions of a touch, empty. False for want of memory.
bool ab_regions_open(abDynamics *dynamics, abTouch *touch);
// Index of the touch of two shapes, or -1.
int ab_dynamics_find(const abDynamics *dynamics, int shape_a, int shape_b);
// Fills what a touch derives from the model, after its memory was restored.
void ab_touch_prepare(const abModel *model, abTouch *touch);
// Of method events: a rigid touch has abRigid.points instead of a patch.
void ab_touch_rest_on_points(abTouch *touch);
bool ab_dynamics_reserve(abDynamics *dynamics, size_t touches);

// The list of grips for the bodies as placed is made in two steps, as y may have to grow in between
// to hold dynamics->grips.next_count of them. False for want of memory.
bool ab_grips_find(abDynamics *dynamics);
// Puts it in place and the states into y; what is lost with points that are gone goes into the
// book.
void ab_grips_take(abDynamics *dynamics, double *y);
// Begins the new ones, for the bodies as placed; writes their states into y.
void ab_grips_start(abDynamics *dynamics, double t, double *y);
// Whether points of a touch have modes; and the change of mode of those that are wrong, after y was
// evaluated.
bool ab_grips_has_modes(const abTouch *touch);
bool ab_grips_is_exact(const abTouch *touch);
void ab_grips_change(abDynamics *dynamics, double t, double *y);
// How fast the limit of a grip grows, as last evaluated, by the slopes of the normal law. What the
// limit owes to curvature, weight and spin is taken as constant.                        [N/s]
double ab_grips_limit_growth(abDynamics *dynamics, const abTouch *touch, size_t grip);
// Modes of grips with exact laws, where one of them is new or wrong: which points stick, and with
// what direction the others slip. Evaluates into `ydot`. False when a number is not finite.
bool ab_stick_settle(abDynamics *dynamics, double t, double *y, double *ydot);
// Directions of slip at the end of a step, as last evaluated. True when one has changed, and so the
// derivative at the same state.
bool ab_stick_follow(abDynamics *dynamics);
// By how much a point sticks beyond its limit, as last evaluated, or slip has ended: > 0.
double ab_stick_excess(const abDynamics *dynamics, const abTouch *touch, size_t grip);
// Notes the energy stored in grips as last evaluated.
void ab_grips_note(abDynamics *dynamics);
// Room for a list to be restored, then the assignment to touches; false when it does not fit.
bool ab_grips_reserve(abDynamics *dynamics, size_t count);
bool ab_grips_assign(abDynamics *dynamics);

// ---- rigid contact ----

// The list of closed points as for the bodies as placed: what was closed, and what is as near as
// `close` and does not part faster than `slow`. False for want of memory. `take` puts it in place;
// `is_changed` asks whether it is another than before.
bool ab_rigid_find_closed(abDynamics *dynamics, double close, double slow);
bool ab_rigid_is_changed(const abDynamics *dynamics);
void ab_rigid_take(abDynamics *dynamics);
// Points that are opening leave the list.
void ab_rigid_drop(abDynamics *dynamics);
// All points of a touch that are near, with their gaps; returns how many.
enum { AB_RIGID_MOST = AB_PATCH_MAX };
int ab_rigid_points_of(abDynamics *dynamics, const abTouch *touch,
                       abRigidPoint points[AB_RIGID_MOST], double gaps[AB_RIGID_MOST]);
// The closed point that is the same; NULL when there is none.
const abRigidPoint *ab_rigid_find(const abDynamics *dynamics, const abRigidPoint *like);
// Gap, rate and the rest for the bodies as placed.
void ab_rigid_gap(abDynamics *dynamics, const abRigidPoint *point, abRigidNow *out);
// Kinetic energy of the bodies as placed.                                                 [J]
double ab_rigid_kinetic(const abDynamics *dynamics);
// Brings held points, and joints, back to a gap of zero that does not change. False when a system
// could not be solved.
bool ab_rigid_project(abDynamics *dynamics, double t, double *y);
// Held points get the rates `given`, with the least change of velocities. False as above.
bool ab_rigid_give_rates(abDynamics *dynamics, double t, double *y);
// Only the gaps.
bool ab_rigid_close_gaps(abDynamics *dynamics, double t, double *y);
// Notes which points carry a force, as last evaluated.
void ab_rigid_note(abDynamics *dynamics);
// How much a closed point wants to part, as last evaluated: > 0 without a force.         [m/s2]
double ab_rigid_parting(const abDynamics *dynamics, size_t point);
bool ab_rigid_reserve(abDynamics *dynamics, size_t count);
// At the end of an event: which points stick and which slip, and where to. Evaluates into `ydot`.
// False when there is no solution or a number is not finite.
bool ab_rigid_settle(abDynamics *dynamics, double t, double *y, double *ydot);
// After an impact: what slips does so along the way it has now.
void ab_rigid_turn_slip(abDynamics *dynamics, double t, double *y);

// ---- constraints ----

// Brings positions and velocities back to the joints, changing them least in the sense of the
// kinetic energy, and quaternions to unit length when they have drifted. Returns true when y
// changed.
bool ab_dynamics_project(abDynamics *dynamics, double t, double *y);

// Ends the rates of the joints' gaps, wherever they are, by the least change of velocities. False
// for want of memory.
bool ab_dynamics_stop_joints(abDynamics *dynamics, double t, double *y);

// Closes the joints, ropes and limits at the start: the initial state moves as little as it can. A
// gap of a joint that is not small is an error unless `assemble`. Says what moved and which rows
// are redundant. Joints that are left to drift stay as they are.
abResult ab_dynamics_assemble(abDynamics *dynamics, double t, double *y, bool assemble,
                              const abLog *log, abError *error);
// The joint that has lost hold since, because the mechanism is in a singular position; -1: none.
int ab_dynamics_singular_joint(const abDynamics *dynamics);
// The joint that is near to that in the state evaluated last; -1: none.
int ab_dynamics_weak_joint(const abDynamics *dynamics);

// ---- results ----

// The energy book of state y at time t; evaluates. `y` keeps the quadratures.
abEnergyBook ab_dynamics_energy(abDynamics *dynamics, double t, const double *y);
// States of all bodies in users' frames, for the bodies as placed.
void ab_dynamics_body_states(const abDynamics *dynamics, abBodyState *out);
// Of one body at y, which is placed there.
abBodyState ab_dynamics_body_state(abDynamics *dynamics, int body, double t, const double *y);
// The touches with their forces, as last evaluated; what they store is known after
// ab_dynamics_energy.
void ab_dynamics_contact_states(const abDynamics *dynamics, abContactState *out);
void ab_dynamics_contact_energies(const abDynamics *dynamics, abContactState *out);
// What acts at vertices of meshes, of rules with maps, as last evaluated; how many rows, -1 for
// want of memory. They stay until the next call.
int ab_dynamics_map(abDynamics *dynamics, const abMapRow **rows);

// Adds the regions of rigid contact k, by manifold contours: as they are where the bodies are moved
// together a little, with forces on B at these places. The rows of frames stay in the order of
// contacts. False for want of memory.
bool ab_dynamics_rigid_regions(abDynamics *dynamics, size_t k, const abVec3 *places,
                               const abVec3 *forces, int count);
// Force and torque of each joint on its second body, as last evaluated.
void ab_dynamics_joint_forces(abDynamics *dynamics, double *out);
// Likewise of the limits of each joint, at the joint's point, and of each force element.
void ab_dynamics_limit_loads(const abDynamics *dynamics, double *out);
void ab_dynamics_force_loads(const abDynamics *dynamics, double *out);

// Names the body whose state is not finite or not the largest in magnitude; -1 when none.
int ab_dynamics_first_bad_body(const abDynamics *dynamics, const double *y);

#endif
