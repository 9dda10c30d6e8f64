// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// step.h - one linearly implicit step: what is near, rows of it, and the motion they allow.
//
// All is taken at the middle of the step, where the bodies will be after half a step with the
// velocities they have. See docs/theory/stepping.md.

#ifndef AB_STEP_H
#define AB_STEP_H

#include "collide/broad_phase.h"
#include "dynamics/joint_rows.h"
#include "dynamics/parts.h"
#include "rigid/cone.h"

// A force law over the step: its mean force, the slope of that by the rate at the end, and the part
// that is elastic.
typedef struct abStepForce {
    double force, slope, elastic; // [N], [N s/m], [N]
} abStepForce;

// One point of a pair that touches, or could within the step.
typedef struct abStepPoint {
    int note;       // of its pair
    int id;         // of the feature, as abPatchPoint
    int body[2];    // A and B of its pair, here since notes are far away
    bool is_frozen; // likewise
    abVec3 p, n;    // at the middle of the step                                     [m]
    abVec3 arm[2];  // of A and B there; of a rigid point each to its own surface    [m]
    double depth;   // there, < 0 apart                                              [m]
    double weight, area, area_slope, patch_area;
    double start_rate, free_rate; // of approach along n: at the start, of free motion at the end
    double rate;                  // likewise, as it was when the law was linearised  [m/s]
    bool is_rigid, is_impact;
    bool is_poisson; // rigid with restitution by impulses; known when it has a row
    double closing;  // of an impact: the speed with which it meets                       [m/s]
    // of step_restitution.c: impulse along n in the step before, that to be reached [N s]; speed
    // [m/s]
    double before, target, parting;
    bool slides;             // in the last step, or is new: friction is that of motion
    bool is_known, is_taken; // has the impulse of the last step; has given it to one of the next
    double force, slope;     // of a force law, d force / d (rate at the end)
    int contact;             // of the problem; -1: no row
    bool is_turned;          // there A is B, and the impulse acts on A
    int surface;             // it is the deepest of this one, whose impulse it has; -1: of none
    abVec3 impulse;          // on B                                                     [N s]
    abVec3 moment;           // likewise, of resistance to turning                   [N m s]
    double removed;          // of its depth at the end, by moving the bodies apart      [m]
} abStepPoint;

// Where a point comes among those to be solved: step_order.c.
typedef struct abStepPlace {
    double pair, own;
    int note, point;
} abStepPlace;

// Where a joint or a force element comes.
typedef struct abStepRank {
    double key;
    int index;
} abStepRank;

// One point of a surface that carries a pressure.
typedef struct abStepSpot {
    abSurfacePoint at;
    abContact contact; // area and layer for the law
    double shown;      // of the pressure's direction along the normal, not below 0
    double depth;      // at the middle of the step, < 0 apart                         [m]
    double start_rate; // of approach                                                [m/s]
    abStepForce now;   // as last linearised
    // of the last solution, on B: along the normal and across it, and beside both      [N s]
    abConePatchImpulse impulse;
    abVec3 side;
} abStepSpot;

// A pair that touches by its surfaces: all its spots are one patch of the problem.
typedef struct abStepSurface {
    int note, point;  // point: the deepest
    int first, count; // of its spots
    abVec3 origin;    // of its patch                                                    [m]
    abVec3 hold[2];   // of its patch, when the law agrees with the last solution
    double end_depth; // of the spot that is deepest at the end of the step              [m]
    bool is_met;      // its spots are those of the end, as others push the two together
} abStepSurface;

// A point of a pair in the frames of its shapes, and the normal in that of A.
typedef struct abStepKept {
    abVec3 in_a, in_b, n_a;
    double depth, weight, area, area_slope; // as abPatchPoint, when it was found
    int id;
} abStepKept;

// How a pair was when its points were found.
typedef struct abStepStill {
    bool is_known;
    abMat3 turn;            // of B in A
    abVec3 in_a, in_b, n_a; // where it is nearest, and the normal there
    double distance, margin;
    int first, count; // of its points
} abStepStill;

// What is kept of a pair from step to step; found by the slot of the broad phase.
typedef struct abStepNote {
    int64_t stamp; // of the last step it was near; 0: never
    abTouch touch; // its laws; begun when it first could touch
    bool is_rigid, is_begun, touches, touched;
    bool is_frozen;             // both bodies sleep, or cannot move
    double friction[2];         // at rest, moving
    double rolling, spinning;   // levers, as in cone.h; spinning is of the last step        [m]
    bool spins;                 // its friction resists spinning by itself
    double sharpness;           // speed by depth of its law                                 [1/s]
    abProximity at;             // at the middle of the step
    abStepStill still;          // of a flat pair
    int first, count;           // of its points
    int last_first, last_count; // of those in the step before
    int surface;                // of this step; -1: none
} abStepNote;

// A rope that does not stretch or a limit of a joint, by its number (rigid_links.c).
typedef struct abStepLink {
    int row;           // of the problem; -1: it is none
    double gap;        // at the middle of the step                             [m]
    double start_rate; // of the gap at the start                             [m/s]
    bool is_impact;
    double closing;           // of an impact: the speed with which it meets                   [m/s]
    double later;             // likewise: how long after the start                              [s]
    abVec3 n, p, turn;        // as of abRigidNow
    double last_rate, last_h; // start_rate of the step before and its length; 0: it pressed or
                              // there was none                                   [m/s], [s]
    bool carries;             // at the end of the step before
    double start_time;        // since when                                                      [s]
} abStepLink;

typedef struct abStep {
    abDynamics *dynamics;
    double t, h;
    int64_t stamp;
    double *y_middle;
    abBroadPhase phase;
    abBox *boxes;  // per shape
    double *reach; // per shape: from the centre of mass to its farthest point  [m]
    double *pace;  // per shape: its greatest speed at the start of the step    [m/s]
    abStepNote *notes;
    size_t note_capacity;
    abStepNote *waiting; // of a checkpoint, sorted; taken when their pairs are found
    size_t waiting_count, waiting_capacity;
    abStepPoint *points, *last_points;
    size_t point_count, point_capacity, last_count, last_capacity;
    abStepPlace *order; // in which the points are solved
    size_t ordered;     // so many were there the last time
    size_t order_capacity;
    abStepRank *joint_order, *force_order; // likewise; of the elements only ropes have rows
    abStepKept *kept, *last_kept;          // of flat pairs; those of the step before
    size_t kept_count, kept_capacity, last_kept_capacity;
    size_t pair_count;         // of the step before
    abConeBody *shift;         // per body: displacement that brings rigid points apart
    abConeBody *bodies, *free; // per body: of the problem, and its free motion
    abVec3 *v0, *w0;           // per body, at the start
    abConeContact *contacts;
    size_t contact_capacity;
    abStepSurface *surfaces; // and their patches, side by side
    abConePatch *patches;
    size_t surface_count, surface_capacity, patch_capacity;
    abStepSpot *spots; // and what the problem knows of them
    abConePatchPoint *rows;
    size_t spot_count, spot_capacity, row_capacity;
    abConeLink *links;
    size_t link_capacity, link_count;
    abStepLink *ends; // by number, their rows after those of joints
    abJointNow *joints;
    double *link_impulses; // of the last step
    abConeRoom room;
    abConeResult result; // of the worst solution in the step
    double tolerance;
    double allowed;      // overlap of rigid points                                     [m]
    double weight_speed; // g h                                                        [m/s]
    double scale;        // greatest speed of free motion at contacts and joints       [m/s]
    // sleep, per body
    int *group;           // of what fell asleep together; -1: awake
    int *quiet;           // steps in a row
    bool *is_restless;    // never sleeps
    int *parent, *island; // room for islands
    double lifted;        // work against gravity by ab_step_move bringing points apart [J]
    int64_t sweeps;       // in all
} abStep;

abResult ab_step_init(abStep *step, abDynamics *dynamics, double tolerance, abArena *arena,
                      abError *error);
void ab_step_done(abStep *step);

// Room for the notes, points, links and kept points that a checkpoint holds, zeroed. False for want
// of memory.
bool ab_step_expect(abStep *step, size_t notes, size_t points, size_t links, size_t kept);

// ---- the parts of a step, in order ----

// Places the bodies at the middle of the step of length h from (t, y) and finds their free motion
// under all forces but contacts and joints. False when it is not finite.
bool ab_step_predict(abStep *step, double t, double h, const double *y);
// The same again with the velocities that ab_step_solve found, for forces that depend on them.
bool ab_step_correct(abStep *step);
// The points near each other. False for want of memory.
bool ab_step_find(abStep *step);
// Impulses of all of them, and of joints; the motion at the end is then in step->bodies. False for
// want of memory.
bool ab_step_solve(abStep *step);
// Moves y to the end of the step and brings rigid points that overlap there apart. False for want
// of memory.
bool ab_step_move(abStep *step, double *y);

// ---- sleep: step_sleep.c ----

void ab_step_init_sleep(abStep *step);
static inline bool ab_step_is_awake(const abStep *step, int body) {
    abMobility mobility = step->dynamics->model->bodies[body].mobility;
    return step->group[body] < 0 && mobility != AB_MOBILITY_FIXED;
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
// step_motion.c: sets the velocity of a body to zero; its kinetic energy.
double ab_step_stop_body(const abStep *step, int body, double *y);

// step_motion.c: y from the start to the end of the step, with the velocities in step->bodies; and
// y shifted by step->shift.
void ab_step_advance(const abStep *step, double *y);
void ab_step_shift(const abStep *step, double *y);
// Velocity of A relative to B at a point with the velocities of `bodies`; its part along n, the
// rate of approach, is the next. [m/s]
abVec3 ab_step_velocity(const abConeBody *bodies, const abStepPoint *point);
// Rate of approach of a point with the velocities of `bodies`.                          [m/s]
double ab_step_rate(const abConeBody *bodies, const abStepPoint *point);
// Depth of a point at the end of the step, by the rate it has then and what it was moved apart. [m]
double ab_step_end_depth(const abStep *step, const abStepPoint *point);

// step_force.c: the law of a point, for the rate of approach that it has at the end.
abStepForce ab_step_force(const abStep *step, const abStepPoint *point, const abContact *contact,
                          double rate);
// Of its mean force along the way that part which is stored, whether the step sees the spring or
// not.
double ab_step_kept_force(const abStep *step, const abStepPoint *point, const abContact *contact,
                          double rate);
// step_rows.c: begins the law of a pair that could touch at a point within the step.
void ab_step_begin(abStep *step, abStepNote *note, const abStepPoint *point);

// ---- points: step_points.c ----

// Where the shapes of a pair are looked at, and how near they must be.
typedef struct abStepLook {
    const abPose *X_WA, *X_WB;
    double margin;  // [m]
    double ahead;   // how long after the look the middle of the step is             [s]
    abPose room[2]; // for poses that are not kept elsewhere
} abStepLook;
// Whether they cannot come near each other, by spheres around their centres of mass. Exact: what it
// tells apart is apart.
bool ab_step_is_far(const abStep *step, const abTouch *touch);
void ab_step_look(const abStep *step, const abTouch *touch, abStepLook *look);
// The points of a pair with a patch that are within the margin, as they stand; how many. `at`: its
// nearest points.
int ab_step_patch(const abStep *step, const abTouch *touch, const abStepLook *look,
                  const abProximity *at, abPatchPoint points[AB_PATCH_MAX]);
double ab_step_smaller_bound(const abStep *step, const abTouch *touch); // of its shapes [m]

// The points of a pair, with what they had in the step before. False for want of memory.
bool ab_step_find_points(abStep *step, abStepNote *note);
// Puts a point there: its arms and rates. The velocity of A relative to B at the start.  [m/s]
abVec3 ab_step_place_point(const abStep *step, abStepPoint *point, abVec3 p, abVec3 n,
                           double depth);
// step_find.c: the greatest speed of a point within `reach` of the centre of mass.       [m/s]
double ab_step_body_speed(const abStep *step, int body, double reach);
void ab_step_set_spinning(const abStep *step, abStepNote *note);

// The order in which they are solved, by where they are: step_order.c. False for want of memory.
bool ab_step_order(abStep *step);
// Likewise of joints and ropes, by where they are at the start of the run.
void ab_step_rank(abStep *step);

// ---- points of flat pairs that stay as they are: step_keep.c ----

// Neither body is awake.
bool ab_step_is_frozen(const abStep *step, const abTouch *touch);
// Whether a pair is as it was when its points were kept; the proximity then moves with the shapes.
bool ab_step_is_still(const abStep *step, abStepNote *note, const abStepLook *look);
// The kept points of a pair that is still; how many.
int ab_step_put_back(const abStep *step, const abStepNote *note, const abStepLook *look,
                     abPatchPoint points[AB_PATCH_MAX]);
// Keeps the points for the next step. False for want of memory.
bool ab_step_keep(abStep *step, abStepNote *note, const abStepLook *look,
                  const abPatchPoint *points, int count, bool is_still);
// Those of this step become those of the last.
void ab_step_swap_kept(abStep *step);
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
// Brings links that overlap back to a gap of zero, with the joints; adds to `lifted`. False for
// want of memory.
bool ab_step_close_links(abStep *step, double t, double *y);

// ---- touches carried by surfaces: step_surface_find.c, step_surface.c, step_surface_book.c ----

// The spots of a pair that touches within the step, and the deepest as its point. False for want of
// memory.
bool ab_step_find_surface(abStep *step, abStepNote *note);
// After a solution: those of pairs that others push together, which touch only because of it or
// much deeper than they would freely. False for want of memory.
bool ab_step_meet_surfaces(abStep *step, bool *any);
// Rows of the spots for the rates they have with the velocities of `bodies`; NULL: with those that
// they are thought to come to. Returns by how much forces differ from those of the rows before, and
// sets the largest force.                                                          [N]
double ab_step_linearise_surfaces(abStep *step, const abConeBody *bodies, double *largest);
// After a solution: impulses of their points; what those still creep that are to hold, by the speed
// that friction can take from the bodies.
double ab_step_take_surfaces(abStep *step);
// Losses at a surface, and their bend within the step.
void ab_step_book_surface(const abStep *step, const abStepSurface *surface, double *book,
                          double *bend);

#endif
