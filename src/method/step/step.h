// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step.h - one linearly implicit step: what is near, rows of it, and the motion they allow.
//
// All is taken at the middle of the step, where the bodies will be after half a step with the
// velocities they have. See docs/theory/stepping.md.

#ifndef AB_STEP_H
#define AB_STEP_H

#include "collide/broad/broad_phase.h"
#include "collide/broad/patch_point.h"
#include "collide/broad/proximity.h"
#include "collide/pressure/surface_points.h"
#include "mechanics/contact/contact_pair.h"
#include "mechanics/joint/joint_rows.h"
#include "mechanics/link/rigid_point.h"
#include "mechanics/state/mechanics.h"
#include "method/modal/modal_step.h"
#include "method/step/step_elements.h"
#include "solver/cone/cone.h"

// A force law over the step: its mean force, the slope of that by the rate at the end, and the part
// that is elastic.
typedef struct abStepForce {
    double force, slope, elastic; // [N], [N s/m], [N]
} abStepForce;

// One point of a pair that touches, or could within the step.
typedef struct abStepPoint {
    int cache;      // of its pair
    int id;         // of the feature, as abPatchPoint
    int body[2];    // A and B of its pair, here since pair caches are far away
    bool is_frozen; // likewise
    abVec3 p, n;    // at the middle of the step                                     [m]
    abVec3 arm[2];  // of A and B there; of a rigid point each to its own surface    [m]
    double depth;   // there, < 0 apart                                              [m]
    double weight, area, area_slope, patch_area;
    double slower; // as abPatchPoint: the depth of its law is that share less than `depth`
    double start_rate, free_rate; // of approach along n: at the start, of free motion at the end
    abVec3 arc; // what half a step changes of the velocity of A relative to B: step_arc.c  [m/s]
    abVec3 spin_change; // its part by gyroscopic torques                                  [m/s]
    double rate;        // likewise, as it was when the law was linearised  [m/s]
    bool is_rigid, is_impact;
    bool is_stiff;   // its law is too stiff for the step: (3) of step_force.c
    double bounce;   // restitution of its law at the speed `closing`; < 0: not known yet
    bool is_poisson; // rigid with restitution by impulses; known when it has a row
    double closing;  // of an impact: the speed with which it meets                       [m/s]
    double later;    // likewise: how long after the start                                  [s]
    // of step_restitution.c: impulse along n in the step before, that to be reached [N s]; speed
    // [m/s]
    double before, target, parting;
    abVec3 pressed; // its impulse in the last step that counted, whatever was tried since   [N s]
    bool is_held;   // its law and the motion did not come together: as a rigid one, without bounce
    bool slides;    // in the last step, or is new: friction is that of motion
    bool is_known, is_taken; // has the impulse of the last step; has given it to one of the next
    double force, slope;     // of a force law, d force / d (rate at the end)
    // of the last linear row of this step that pressed: the rate at which its force begins, and its
    // slope; 0: none
    double onset, steepness;
    int contact;          // of the problem; -1: no row
    bool is_turned;       // there A is B, and the impulse acts on A
    int surface;          // it is the deepest of this one, whose impulse it has; -1: of none
    abVec3 impulse;       // on B                                                     [N s]
    abVec3 moment;        // likewise, of resistance to turning                   [N m s]
    double removed;       // of its depth at the end, by moving the bodies apart      [m]
    abConeModes modes[2]; // of A and B, where they deform
    // of step_begin.c: how deep it was at the end of the step before, as far as that was paid for;
    // the same of the nearest point then, where this one is new; and what it is deeper at the start
    // of this step, which its law does not count, below zero where it counts more, and the part of
    // that which stays                                                                 [m]
    double kept, beside, unpaid, carried;
    bool has_jumped; // to another place of its shapes, and begins as deep as is paid for there
    double left;     // what the bodies overlap by there at the end beyond what was paid for     [m]
    double ahead; // of a stiff law that rests the depth that it pressed by; < 0: none does      [m]
} abStepPoint;

// Where a point comes among those to be solved: step_order.c.
typedef struct abStepPlace {
    double pair, own;
    int cache, point;
} abStepPlace;

// Where a joint or a force element comes.
typedef struct abStepRank {
    double key;
    int index;
} abStepRank;

// One point of a surface that carries a pressure.
typedef struct abStepSurfacePoint {
    abSurfacePoint at;
    abContact contact; // area and layer for the law
    double shown;      // of the pressure's direction along the normal, not below 0
    double depth;      // at the middle of the step, < 0 apart                         [m]
    double start_rate; // of approach                                                [m/s]
    abStepForce now;   // as last linearised
    // of the last solution, on B: along the normal and across it, and beside both      [N s]
    abConePatchImpulse impulse;
    abVec3 side;
} abStepSurfacePoint;

// A pair that touches by its surfaces: all its surface points are one patch of the problem.
typedef struct abStepSurface {
    int cache, point; // point: the deepest
    int first, count; // of its surface points
    abVec3 origin;    // of its patch                                                    [m]
    abVec3 hold[2];   // of its patch, when the law agrees with the last solution
    double
        end_depth; // of the surface point that is deepest at the end of the step              [m]
    bool is_met;   // its surface points are those of the end, as others push the two together
    double stored; // where bodies end; < 0: not known, of laws of users                    [J]
    double unforeseen; // what it gave, by that, in a step whose points say that it gave nothing [J]
} abStepSurface;

// A point of a pair in the frames of its shapes, and the normal in that of A.
typedef struct abStepCachedPoint {
    abVec3 in_a, in_b, n_a;
    double depth, weight, area, area_slope, slower; // as abPatchPoint, when it was found
    int id;
} abStepCachedPoint;

// How a pair was when its points were found.
typedef struct abStepStill {
    bool is_known;
    abMat3 rotation;        // of B in A
    abVec3 in_a, in_b, n_a; // where it is nearest, and the normal there
    double distance, margin;
    int first, count; // of its points
} abStepStill;

// What is kept of a pair from step to step; found by the slot of the broad phase.
typedef struct abStepPairCache {
    // what is asked of all pairs, side by side
    int64_t stamp;              // of the last step it was near; 0: never
    int first, count;           // of its points
    int last_first, last_count; // of those in the step before
    int surface;                // of this step; -1: none
    bool is_rigid, is_begun, touches, touched;
    bool is_frozen;                 // both bodies sleep, or cannot move
    bool spins;                     // its friction resists spinning by itself
    abContactPair pair;             // its laws; begun when it first could touch
    abSurfaceTangential tangential; // of its surfaces
    double friction[2];             // at rest, moving
    double rolling, spinning;       // levers, as in cone.h; spinning is of the last step        [m]
    double sharpness; // speed by depth of its law                                 [1/s]
    // of its points, by what their law stores: at the end of the step before, and lost since the
    // contact began. Of a surface what is stored; below zero it is not known                [J]
    double stored, lost;
    double stored_before; // at its start
    bool is_handed_over;  // `stored` is what it stored where the first step begins
    abProximity at;       // at the middle of the step
    double overlap;    // at its end, of a rigid pair that turns: step_unseen.c; 0 of others    [m]
    abStepStill still; // of a flat pair
} abStepPairCache;

// A rope that does not stretch or a limit of a joint, by its number (rigid_links.c).
typedef struct abStepLink {
    int row;           // of the problem; -1: it is none
    double gap;        // at the middle of the step                             [m]
    double start_rate; // of the gap at the start                             [m/s]
    bool is_impact;
    double closing;        // of an impact: the speed with which it meets                   [m/s]
    double later;          // likewise: how long after the start                              [s]
    abVec3 n, p, rotation; // as of abRigidNow
    double end_gap;        // where the bodies end: below zero it is over its end [m], [rad]
    abVec3 end_linear[2], end_angular[2]; // its row there
    double last_rate, last_h; // start_rate of the step before and its length; 0: it pressed or
                              // there was none                                   [m/s], [s]
    bool carries;             // at the end of the step before
    double start_time;        // since when                                                      [s]
} abStepLink;

// A number of a row that is none, and whose.
typedef struct abStepFault {
    const char *quantity; // NULL: there is none
    int cache;
    double depth, rate; // [m], [m/s]
} abStepFault;

// What the error of a step is found by: step_error.c.
typedef struct abStepHistory {
    double h;         // of the step before; 0: there was none                              [s]
    abVec3 *last;     // two per body: its mean accelerations                 [m/s^2], [rad/s^2]
    double *sizes;    // per body: what errors are measured by                              [m]
    double *shares;   // per body: its error by what is allowed
    bool *is_struck;  // per body: its velocity jumps within the step (step_touch.c)
    bool *was_struck; // likewise in the step before: `last` is of before the jump
    int worst;        // body that errs most in the step tried last; -1: none does
} abStepHistory;

// Of a body, by what energy is compared with.                                            [J]
typedef struct abStepBodyEnergy {
    double moving, falling; // of its motion at the start; of a fall by its size
} abStepBodyEnergy;

// What bringing the end of a step back to its joints did to the energy: (1) of step_close.c.  [J]
typedef struct abStepClosing {
    double driven; // work of drives
    double taken;  // from the motion: an error
    double lifted; // likewise, given to weights
    double moving; // energy of motion there
} abStepClosing;

typedef struct abStep {
    abMechanics *mechanics;
    double t, h;
    double placed; // the time for which the points stand                                [s]
    int64_t stamp;
    double *y_middle;
    double *states, *state_rates; // of users, at the start
    abBroadPhase phase;
    abBox *boxes;       // per shape
    double *reach;      // per shape: from the centre of mass to its farthest point  [m]
    double *rest_reach; // likewise, of the surface of a flexible body undeformed             [m]
    double *pace;       // per shape: its greatest speed at the start of the step    [m/s]
    abStepPairCache *caches;
    size_t cache_capacity;
    abStepPairCache *waiting; // of a checkpoint, sorted; taken when their pairs are found
    size_t waiting_count, waiting_capacity;
    abStepPairCache *parted; // touched at the end of the step before, and are not near any more
    size_t parted_count, parted_capacity;
    abStepPoint *points, *last_points;
    size_t point_count, point_capacity, last_count, last_capacity;
    abStepPlace *order; // in which the points are solved
    size_t ordered;     // so many were there the last time
    size_t order_capacity;
    abStepRank *joint_order, *force_order;   // likewise; of the elements only ropes have rows
    abStepCachedPoint *cached, *last_cached; // of flat pairs; those of the step before
    size_t cached_count, cached_capacity, last_cached_capacity;
    size_t pair_count;  // of the step before
    abModalSteps modal; // of bodies with modes
    double *shapes;     // of points on them, as abConeModes has it
    size_t shape_count, shape_capacity;
    abConeBody *shift; // per body of the problem: displacement that brings rigid points apart
    abConeBody *bodies, *free; // of the problem, those of modes last; and their free motion
    abConeBody *free_before;   // room for it while forces are found again
    int64_t solutions;         // how often steps were solved; for tests
    abVec3 *v0,
        *w0;       // per body of the problem, at the start; spins after half the gyroscopic torque
    abVec3 *turn0; // per body: its spin at the start, before that        [rad/s]
    abConeContact *contacts;
    size_t contact_capacity;
    abStepSurface *surfaces; // and their patches, side by side
    abConePatch *patches;
    size_t surface_count, surface_capacity, patch_capacity;
    abStepSurfacePoint *surface_points; // and what the problem knows of them
    abConePatchPoint *rows;
    size_t surface_point_count, surface_point_capacity, row_capacity;
    abConeLink *links;
    size_t link_capacity, link_count, joint_link_count; // those of joints come first
    abStepElements elements;                            // their rows come last
    abStepLink *ends; // by number, their rows after those of joints
    abJointNow *joints;
    double *link_impulses; // of the last step
    abConeWorkspace workspace;
    abConeResult result; // of the worst solution in the step
    int worst[2];        // bodies of the contact that it left farthest off; -1: none
    double tolerance;    // of the solution
    double usual;        // likewise, of what moves: what may rest is solved closer
    int calm;            // steps tried in a row in which nothing moved but by what solutions err by
    bool may_sleep;      // what rests; else nobody asks whether it rests
    bool parts_turned;   // rigid pairs that overlap as they turned are brought apart: step_unseen.c
    double allowed;      // overlap of rigid points                                     [m]
    double unseen;       // bounces that rise by less, by the size of a body, are not made
    double weight_speed; // g h                                                        [m/s]
    double scale;        // greatest speed of free motion at contacts and joints       [m/s]
    // sleep, per body
    int *group;           // of what fell asleep together; -1: awake
    double *last_h;       // of what sleeps: the length of its last step             [s]
    int *quiet;           // steps in a row
    bool *is_restless;    // never sleeps
    int *parent, *island; // room for islands
    // work against gravity by ab_step_move: bringing points apart and limits back; and elements to where
    // their forces have them                                                               [J]
    double lifted, lifted_by_elements;
    double strained;  // likewise, what it strained more
    double stretched; // what elements store more because points were brought apart            [J]
    abStepClosing closing;
    abBodyNow *before;          // room for that
    bool has_drives;            // joints with drives, or bodies that move as they are told
    bool is_fresh;              // what overlaps has been put there, and stores what its law says
    bool is_lost;               // rounds of surfaces ran away: what stands here is no motion
    double parting_share;       // of the speeds with which impacts part, in [0, 1]
    abStepBodyEnergy *energies; // per body, for the step that is judged
    abStepHistory history;
    abStepFault fault;
    int rounds;      // of the last solution, in which laws are linearised
    int64_t sweeps;  // in all
    double factored; // in all: points of the rows of each factorisation
} abStep;

abResult ab_step_init(abStep *step, abMechanics *mechanics, double tolerance, abArena *arena,
                      abError *error);
void ab_step_done(abStep *step);

// Room for the pair caches, points, links and kept points that a checkpoint holds, zeroed. False for want
// of memory.
bool ab_step_expect(abStep *step, size_t caches, size_t points, size_t links, size_t cached);

// Nothing is known of a step before: for a run of steps that begins anew.
void ab_step_clear(abStep *step);

// Once a step counts: puts all that touched before it and is not near any more into `parted`, in
// order. False for want of memory.
bool ab_step_find_parted(abStep *step);
// They are done with.
void ab_step_drop_parted(abStep *step);

// ---- the parts of a step, in order ----

// Places the bodies at the middle of the step of length h from (t, y) and finds their free motion
// under all forces but contacts and joints. False when it is not finite.
bool ab_step_predict(abStep *step, double t, double h, const double *y);
// The same again with the velocities that ab_step_solve found, for forces that depend on them. Whether
// they differ from what rows already say: else the solution there is stands.
bool ab_step_correct(abStep *step, bool *differs);
// The points near each other. False for want of memory.
bool ab_step_find(abStep *step);
// Impulses of all of them, and of joints; the motion at the end is then in step->bodies. False for
// want of memory.
bool ab_step_solve(abStep *step);
// step_apart.c: moves y to the end of the step and brings points that are deeper there than their
// law says apart. False for want of memory.
bool ab_step_move(abStep *step, double *y);
// Likewise, rigid pairs that overlap as they turned: step_unseen.c.
bool ab_step_move_overlaps(abStep *step, double *y);
// step_close.c: brings y, where the step ends, back to its joints.
void ab_step_close(abStep *step, double *y);
// The depth at the end with which its law pressed.                                       [m]
double ab_step_pressed_depth(const abStep *step, const abStepPoint *point);
// The depth that a stiff law presses by, that of the next middle; < 0 where none rests.   [m]
double ab_step_depth_ahead(const abStep *step, const abStepPoint *point);
// step_free.c: the rates that points have at the end without contacts, with the rows of links. False
// for want of memory.
bool ab_step_free_points(abStep *step);
// step_rows.c: speed by depth of the law of a pair that has begun; 0 of a rigid one.        [1/s]
double ab_step_sharpness(const abContactPair *pair);
// step_rows.c: whether the step is too long to follow an impact by the law of a pair.
bool ab_step_is_stiff(const abStep *step, const abStepPairCache *cache);
// Likewise whether the mean of the step is the force to tell: of rigid and stiff pairs, and of those whose
// damping ends a rate within the step, so that the speed at its end says nothing of the force.
bool ab_step_tells_mean(const abStep *step, const abStepPairCache *cache);
// Whether a point has neither pressed nor overlapped before this step.
static inline bool ab_step_is_new(const abStepPoint *point) {
    return !(fmax(point->kept, point->beside) > 0.0) && !(point->before > 0.0);
}
// Whether a stiff law rested on a point in the step before.
static inline bool ab_step_rested(const abStepPoint *point) {
    return point->is_known && point->ahead >= 0.0;
}
// Whether a new point meets faster than its weight makes it in two steps; or one that has not rested
// parts as fast, which a hit beside it may turn about.
static inline bool ab_step_is_met(const abStep *step, const abStepPoint *point) {
    const double slow = 2.0 * step->weight_speed;
    return (ab_step_is_new(point) && point->free_rate > slow) ||
           (!ab_step_rested(point) && point->start_rate < -slow);
}
// Likewise: a row without friction; what the solution makes of it is left as it is.
abConeContact *ab_step_add_smooth(abStep *step, abStepPoint *point, int *count, double bias,
                                  double compliance);
// What the solution errs by in a step.                                                   [m]
double ab_step_slack(const abStep *step);
// What rows that only sweeps can solve may be off, of the speed that gravity gives in a step.
double ab_step_enough(const abStep *step);

// Places the bodies at the middle of the step.
void ab_step_place_middle(abStep *step);
// step_states.c: the states of users. At the start, as placed; at the end, from the motion in y, whose
// bodies stay placed there; over a step in which nothing moves.
void ab_step_begin_states(abStep *step, const double *y);
void ab_step_end_states(abStep *step, double *y);
void ab_step_states_at_rest(abStep *step, double t, double h, double *y);

// ---- sleep: step_sleep.c ----

void ab_step_init_sleep(abStep *step);
static inline bool ab_step_is_awake(const abStep *step, int body) {
    const abBody *own = &step->mechanics->model->bodies[body];
    return step->group[body] < 0 && (own->mobility != AB_MOBILITY_FIXED || own->flexible != NULL);
}
// Of the step that impulses between two bodies are of: what sleeps keeps those of its last one. [s]
static inline double ab_step_length_of(const abStep *step, int a, int b) {
    return a >= 0 && step->group[a] >= 0   ? step->last_h[a]
           : b >= 0 && step->group[b] >= 0 ? step->last_h[b]
                                           : step->h;
}
// After ab_step_find: wakes what would be touched by something awake. True when something woke; all
// is then to be predicted and found again.
bool ab_step_wake(abStep *step);
// Whether nothing moves, and nothing will until something is done to it from outside.
bool ab_step_is_at_rest(const abStep *step);
void ab_step_wake_all(abStep *step);
// After ab_step_move: islands that have been at rest for a while stay there. Returns the kinetic
// energy taken from them.                                                               [J]
double ab_step_fall_asleep(abStep *step, double *y);
// The tolerance for the next solution, of the usual one.
double ab_step_closer(abStep *step, double usual);
// step_motion.c: sets the velocity of a body to zero; its kinetic energy.
double ab_step_stop_body(const abStep *step, int body, double *y);

// step_motion.c: y from the start to the end of the step, with the velocities in step->bodies; and
// y shifted by step->shift.
void ab_step_advance(const abStep *step, double *y);
// The spin [rad/s] after half a step of length h [s] of the gyroscopic torque alone, (3) of
// step_motion.c, from w0, both in the axes in which R turns the body; h < 0: before it. The energy
// stays the same.
abVec3 ab_step_half_turn(const abBody *body, const abMat3 *R, const abMat3 *inverse_inertia,
                         abVec3 w0, double h);
void ab_step_shift(abStep *step, double *y);
// Where a body turns about, its centre of mass, and its velocity there and spin at the start of a step.
abVec3 ab_step_center(const abStep *step, int body);
// Velocity of a point by the modes of its sides, A less B, of the motion in `v` and `w`.   [m/s]
abVec3 ab_step_modal_velocity(const abStepPoint *point, const abVec3 *v, const abVec3 *w);
// Velocity of A relative to B at a point with the velocities of `bodies`; its part along n, the
// rate of approach, is the next. [m/s]
abVec3 ab_step_velocity(const abConeBody *bodies, const abStepPoint *point);
// Rate of approach of a point with the velocities of `bodies`.                          [m/s]
double ab_step_rate(const abConeBody *bodies, const abStepPoint *point);
// Likewise at the end of the step, with the arc of the point.
abVec3 ab_step_end_velocity(const abConeBody *bodies, const abStepPoint *point);
double ab_step_end_rate(const abConeBody *bodies, const abStepPoint *point);
// Depth of a point at the end of the step, by the rate it has then and what it was moved apart. [m]
double ab_step_end_depth(const abStep *step, const abStepPoint *point);

// step_force.c: the law of a point, for the rate of approach that it has at the end.
abStepForce ab_step_force(const abStep *step, const abStepPoint *point, const abContact *contact,
                          double rate);
abNormalForce ab_step_law(const abStep *step, const abStepPoint *point, abContact contact,
                          double depth, double rate);
// Of its mean force along the way that part which is stored, whether the step sees the spring or
// not.
double ab_step_kept_force(const abStep *step, const abStepPoint *point, const abContact *contact,
                          double rate);
// step_error.c: how high a bounce rises at most that is not made.                           [m]
double ab_step_unseen_rise(const abStep *step, const abStepPoint *point);
// step_rows.c: the speed with which a point parts that meets in the step, by its restitution. [m/s]
double ab_step_parting(const abStep *step, const abStepPoint *point, double restitution);
// Of a point that is none of a surface: its law at a depth and a rate, over the step, and what it
// stores at a depth.                                                                     [J]
abNormalForce ab_step_point_law(const abStep *step, const abStepPoint *point, double depth,
                                double rate);
abStepForce ab_step_point_force(const abStep *step, const abStepPoint *point, double rate);
double ab_step_stored(const abStep *step, const abStepPoint *point, double depth);
// step_law_row.c: the linear row of the law of a point that gives the force `now` at point->rate.
void ab_step_make_law_row(abStep *step, abStepPoint *point, abStepForce now);
// step_impact.c: what an impulse at a point along a direction adds to the speed there [1/kg]; the
// restitution that the law of a stiff point has at a closing speed.
double ab_step_mobility(const abStep *step, const abStepPoint *point, abVec3 along);
double ab_step_bounce(const abStep *step, const abStepPoint *point, double speed);
// step_rows.c: begins the law of a pair that could touch at a point within the step.
void ab_step_begin(abStep *step, abStepPairCache *cache, const abStepPoint *point);

// ---- points: step_points.c ----

// Where the shapes of a pair are looked at, and how near they must be.
typedef struct abStepPosed {
    const abPose *X_WA, *X_WB;
    double margin;       // [m]
    double ahead;        // how long after the look the middle of the step is             [s]
    abPose workspace[2]; // for poses that are not kept elsewhere
} abStepPosed;
// Whether they cannot come near each other, by spheres around their centres of mass. Exact: what it
// tells apart is apart.
bool ab_step_is_far(const abStep *step, const abContactPair *pair);
// Whether it is looked at as it stood at the start, as it moves too far to be caught at the middle.
bool ab_step_looks_from_start(const abStep *step, const abStepPairCache *cache);
void ab_step_pose_pair(const abStep *step, const abStepPairCache *cache, abStepPosed *posed);
// The points of a pair with a patch that are within the margin, as they stand; how many.
int ab_step_patch(const abStep *step, const abStepPairCache *cache, const abStepPosed *posed,
                  abPatchPoint points[AB_PATCH_MAX]);
double ab_step_smaller_bound(const abStep *step, const abContactPair *pair); // of its shapes [m]
// After a solution: weights of the points of patches where it has the middle of the step. Whether
// any of them store something else by that; the step is then to be solved again.
bool ab_step_weigh(abStep *step);

// The points of a pair, with what they had in the step before. False for want of memory.
bool ab_step_find_points(abStep *step, abStepPairCache *cache);
// Puts a point there: its arms and rates. The velocity of A relative to B at the start.  [m/s]
abVec3 ab_step_place_point(const abStep *step, abStepPoint *point, abVec3 p, abVec3 n,
                           double depth);
// step_arc.c: its arc by gyroscopic torques alone; then, too, by where it was in the step before,
// with `size` that of the smaller shape.
void ab_step_set_spin_change(const abStep *step, abStepPoint *point);
void ab_step_follow_point(const abStep *step, abStepPoint *point, abVec3 last_p, abVec3 last_n,
                          double size);
// How far it is from there, on the body that it has moved less on.                          [m]
double ab_step_way_beside(const abStep *step, const abStepPoint *point, abVec3 last_p);
// step_find.c: the greatest speed of a point within `reach` of the centre of mass.       [m/s]
double ab_step_body_speed(const abStep *step, int body, double reach);
// step_begin.c: how deep a point begins that has jumped to another place of its shapes.
void ab_step_pay_there(const abStep *step, const abStepPairCache *cache, abStepPoint *point);
void ab_step_set_spinning(const abStep *step, abStepPairCache *cache);

// The order in which they are solved, by where they are: step_order.c. False for want of memory.
bool ab_step_order(abStep *step);
// Likewise of joints and ropes, by where they are at the start of the run.
void ab_step_rank(abStep *step);

// ---- points of flat pairs that stay as they are: step_keep.c ----

// Neither body is awake.
bool ab_step_is_frozen(const abStep *step, const abContactPair *pair);
// Whether a pair is as it was when its points were kept; the proximity then moves with the shapes.
bool ab_step_is_still(const abStep *step, abStepPairCache *cache, const abStepPosed *posed);
// The kept points of a pair that is still; how many.
int ab_step_put_back(const abStep *step, const abStepPairCache *cache, const abStepPosed *posed,
                     abPatchPoint points[AB_PATCH_MAX]);
// Keeps the points for the next step. False for want of memory.
bool ab_step_keep(abStep *step, abStepPairCache *cache, const abStepPosed *posed,
                  const abPatchPoint *points, int count, bool is_still);
// Those of this step become those of the last.
void ab_step_swap_cached(abStep *step);
// Pairs that sleep have none.
void ab_step_forget_frozen(abStep *step);
// When all pairs are those of the step before, and still or asleep: moves the points with the
// bodies. False when anything else is the case; nothing is then done.
bool ab_step_stays(abStep *step);

// ---- restitution by impulses: step_restitution.c ----

// After a first solution without bounces, and after each that follows: sets the speeds of parting
// and answers whether the rows are to be solved with them.
bool ab_step_compress(abStep *step);
bool ab_step_restitute(abStep *step);

// ---- ropes and limits: step_links.c ----

// The row of a link for the bodies as placed; its impulse is the guess.
void ab_step_make_link(abStep *step, size_t number, const abRigidPoint *point, abConeLink *row);
// After a solution: how far they are over their ends with y, at most; 0: none is, or by less than
// what the solution errs by. Their rows are then those of the bodies there.              [m]
double ab_step_links_over(abStep *step, const double *y);
// Those rows, for a displacement that leaves none over its end; how many.
int ab_step_closing_links(const abStep *step, abConeLink *links);

// ---- contact pairs carried by surfaces: step_surface_find.c, step_surface.c, step_surface_book.c ----

// The surface points of a pair that touches within the step, and the deepest as its point. False for want of
// memory.
bool ab_step_find_surface(abStep *step, abStepPairCache *cache);
// After a solution: those of pairs that others push together, which touch only because of it or
// much deeper than they would freely. False for want of memory.
bool ab_step_meet_surfaces(abStep *step, bool *any);
// Rows of the surface points for the rates they have with the velocities of `bodies`; NULL: with those that
// they are thought to come to. Returns by how much forces differ from those of the rows before, and
// sets the largest force.                                                          [N]
double ab_step_linearise_surfaces(abStep *step, const abConeBody *bodies, double *largest);
// After a solution: impulses of their points; what those still creep that are to hold, by the speed
// that friction can take from the bodies.
double ab_step_take_surfaces(abStep *step);
// Losses at a surface, and their bend within the step.
void ab_step_book_surface(const abStep *step, const abStepSurface *surface, double *book,
                          double *bend);
// What its points store at the start of the step, by their depths there.                 [J]
double ab_step_stored_at_start(const abStep *step, const abStepSurface *surface);
// By how much it stores more at the end than where the step before left it; only where that is known.
double ab_step_surface_grown(const abStep *step, const abStepSurface *surface);
// What a surface did to the energy of the bodies and to what it stores.
typedef struct abStepSurfaceWork {
    double gain;     // energy that it gave; below zero: took                               [J]
    double turned;   // energy turned over                                                  [J]
    double pressed;  // sum of its impulses                                               [N s]
    double creeping; // what friction that holds may give back                              [J]
} abStepSurfaceWork;
abStepSurfaceWork ab_step_surface_work(const abStep *step, const abStepSurface *surface);
// After ab_step_move: what surfaces store at the end of the step. Bodies are placed there, and then in
// the middle again.
void ab_step_store_surfaces(abStep *step, const double *y1);
// The most that a surface stores there without a cause.                                   [J]
double ab_step_unforeseen(const abStep *step);
// Whether a step does not see the spring of a surface.
bool ab_step_is_blind(const abStep *step, const abStepPairCache *cache);

#endif
