// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/simulation.h - run a compiled model in time.
//
//     ab_simulation_run(simulation, &observer, error)          to the end, the observer is told
//     ab_simulation_advance(simulation, time, error)           to any time, then ask and change
//
// A simulation reports what happens through an observer: frames at the output instants, events when
// they are located, and a call after every accepted step at which it may be saved. All values in a
// frame belong to the same instant.

#ifndef ABUT_SIMULATION_H
#define ABUT_SIMULATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abut/export.h"
#include "abut/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct abSimulation abSimulation;

typedef struct abBodyState {
    abVec3 position;         // of the body's frame, in the world                     [m]
    abQuat orientation;      // R_WB, unit
    abVec3 velocity;         // of the origin of the body's frame, in world axes      [m/s]
    abVec3 angular_velocity; // in world axes                                         [rad/s]
} abBodyState;

// Stick status of a contact. It sticks when at least one point does. With exact friction, or one
// that has modes, the law says so. With springs the force is below its limit. With smoothed
// friction the slip is below the speed where smoothing ends; such a contact creeps.
typedef enum abContactHold {
    AB_CONTACT_FREE, // no friction, or a law without a stick status
    AB_CONTACT_STICKS,
    AB_CONTACT_SLIPS
} abContactHold;

// One contact at an instant. Force and torque act on B, at `point`.
typedef struct abContactState {
    int body_a, body_b;   // index of the bodies, from 1 as abBodyId
    int shape_a, shape_b; // index of the shapes in the model, from 0
    abVec3 point;         // middle of the overlap, of a patch the centre of pressure [m]
    abVec3 normal;        // unit, from A into B
    double depth;         // [m]
    double rate;          // d(depth)/dt                                              [m/s]
    double start_speed;   // closing speed when this contact began                    [m/s]
    double normal_force;  // [N]
    abVec3 force;         // normal and friction together, on B                       [N]
    abVec3 torque;        // about the point, on B: rolling, spin of a patch          [N m]
    abVec3 slip;          // tangential velocity of B relative to A                   [m/s]
    double energy;        // stored                                                   [J]
    double area;          // of the patch; 0 for points and lines                     [m^2]
    double pressure;      // the greatest, of surfaces carried part by part; else 0   [Pa]
    int points;           // that carry such a surface, or regions within contours; else 0
    abContactHold state;
} abContactState;

// Load at a vertex of a mesh, of rules with `maps: true`: shares of the surface points around it.
// The sums over a side are those of the contact.
typedef struct abMapRow {
    int shape, vertex; // index of the shape in the model, of the point in its mesh, from 0
    abVec3 force;      // on the body of the shape, with friction                            [N]
    double area;       // seen along the normal of the whole contact                         [m^2]
    double pressure;   // mean over this area                                                [Pa]
    double depth;      // likewise                                                           [m]
} abMapRow;

// A region within the contours in which two meshes meet, of rules with manifold: contours.
typedef struct abContactRegion {
    int contact;         // index of the contact in the frame, from 0
    int points;          // that carry it
    double area;         // within the contours, seen along the normal                       [m^2]
    double surface_a;    // of A's surface inside B                                          [m^2]
    double surface_b;    // of B's surface inside A                                          [m^2]
    double volume;       // of the overlap                                                   [m^3]
    double depth;        // of its deepest point                                             [m]
    abVec3 point;        // of the plane: the middle of the contours                         [m]
    abVec3 normal;       // of the plane, unit, from A into B
    abVec3 center;       // of the area                                                      [m]
    double normal_force; // [N]
    abVec3 force;        // with friction, on B                                              [N]
    abVec3 center_of_pressure; // where the force acts; the center when it is zero            [m]
} abContactRegion;

// One of the points that carry a contact: a corner or an edge of a patch, a region of a mesh, a
// closed point of rigid contact. The sums over a contact are those of its row.
typedef struct abContactPointForce {
    int contact;         // index of the contact in the frame, from 0
    int id;              // the same for the same feature as the pair moves
    abVec3 point;        // where the force acts                                             [m]
    abVec3 normal;       // unit, from A into B
    double depth;        // there                                                            [m]
    double normal_force; // [N]
    abVec3 force;        // with friction, on B                                              [N]
} abContactPointForce;

// kinetic + potential + stored + dissipated - work = constant, within the tolerance.
typedef struct abEnergyBook {
    double kinetic;            // [J], all of them
    double gravity;            // potential energy of gravity
    double springs;            // stored in springs
    double contacts;           // stored in contacts
    double contact_damping;    // lost by the normal laws since the start; of meshes with what their
                               // rule gives (< 0) or takes
    double sliding_friction;   // lost by sliding friction
    double rolling_resistance; // lost by rolling resistance
    double dampers;            // lost in dampers
    double applied_work;       // done by applied forces
    double drive_work;         // done by prescribed motion
    double strain;             // stored in the modes of flexible bodies
    double modal_damping;      // lost in them
} abEnergyBook;

// The sum of the book, which must stay constant.
ABUT_API double ab_energy_balance(const abEnergyBook *book);

typedef struct abFrame {
    int64_t index;             // from 0
    double time;               // [s]
    const abBodyState *bodies; // of all bodies, by index - 1
    int body_count;
    const abContactState *contacts; // contact pairs, by shape indices
    int contact_count;
    const double *joint_forces; // 6 per joint: force and torque on the second body, world axes
    int joint_count;
    const double *limit_loads; // likewise 6 per joint: of its hard limits, beside these
    const double *force_loads; // 6 per force element: force and torque on the second body
    int force_count;
    const double *requests; // values of outputs given as expressions, in the file's units
    int request_count;
    const abMapRow *map; // by shape and vertex
    int map_count;
    const abContactRegion *regions; // by contact
    int region_count;
    // by contact and id, of contacts that two points or more carry; ab_frame_point_forces() knows
    // those of any contact
    const abContactPointForce *points;
    int point_count;
    abEnergyBook energy;
    // of bodies with modes, one after the other: kinetic energy, that of gravity and strain [J], then
    // q of each mode and its rate
    const double *modes;
    int modal_count;
} abFrame;

// The points that carry a contact of a frame, and how many there are. A contact of one point, or of
// surfaces carried part by part, counts as one, where its force acts: `alone` is filled with it and
// returned. The array lives as long as the frame, or as `alone`.
ABUT_API const abContactPointForce *ab_frame_point_forces(const abFrame *frame, int contact,
                                                          abContactPointForce *alone, int *count);

typedef enum abEventKind {
    AB_EVENT_TOUCH,   // a contact begins
    AB_EVENT_RELEASE, // a contact ends
    AB_EVENT_STICK,   // a contact with exact friction stops to slip
    AB_EVENT_SLIP,    // and begins to
    AB_EVENT_IMPACT,  // rigid bodies hit: velocities jump
    AB_EVENT_SENSOR,  // a sensor triggers; only index, time, sensor and value are set
    AB_EVENT_CHANGE,  // a value of the model was set; only index, time, path and text do
    AB_EVENT_KINDS
} abEventKind;

// What an event asks of the run.
typedef enum abEventRestart {
    AB_RESTART_UNKNOWN,  // of a record written before this was told
    AB_RESTART_NONE,     // steps go on as they were
    AB_RESTART_STEPS,    // the integrator begins anew from the state there
    AB_RESTART_FULL,     // so does what the state consists of: a value of the model was set
    AB_RESTART_TERMINATE // the run ends: a sensor halts it
} abEventRestart;

typedef struct abEvent {
    int64_t index; // from 0
    double time;   // [s]
    abEventKind kind;
    int body_a, body_b;   // index of the bodies, from 1
    int shape_a, shape_b; // index of the shapes in the model, from 0; -1 where it has none:
    int link;             // the number of a rope among the forces from 1; below 0 of the joint that
                          // is at a limit, -1 the first; 0 for other events
    double distance;      // at the event; of an angle as displacement of its body     [m]
    double speed;         // closing speed, > 0 approaching                            [m/s]
    abVec3 normal;        // from A into B
    abVec3 point;         // [m]
    double depth;         // release: greatest depth of the contact that ended         [m]
    double duration;      // release: how long it lasted                               [s]
    double impulse;       // impact: along the normals, of all points of the pair         [N s]
    abVec3 push;          // impact: its vector with friction, on B                       [N s]
    abEventRestart restart;
    int normal_law;      // of the pair, from 1; 0 without one. ab_record_law_name names it, and
                         // ab_record_law_number the numbers of these two:
    double law[4];       // what the normal law fixed at the start (elastic: damping, ...)
    double constants[2]; // of the law and this pair (elastic: c_res, ...)
    int sensor;          // from 1; 0 for other kinds
    double value;        // of its expression, in the file's units
    const char *path;    // change: of the value in the model file; NULL for other kinds
    const char *text;    // and what it was set to
} abEvent;

typedef struct abStatistics {
    int64_t evaluations; // of the derivative
    int64_t steps;       // accepted
    int64_t rejected;
    int64_t events[AB_EVENT_KINDS];
    int64_t proximity_calls; // signed distances; a run resumed or asked may count a few more
    int64_t jacobians;       // stiff integrator only
    int64_t restarts;
    double smallest_step; // [s]
    double worst_depth;   // [m]
    double worst_depth_time;
    int worst_depth_bodies[2];
    double energy_drift; // largest |balance - balance at start|                   [J]
    double energy_scale; // largest energy turned over, for a relative drift       [J]
    double impact_gain;  // most an impact of rigid bodies added to the kinetic energy, where no
                         // drives are: rounding                                    [J]
    int64_t bridges;     // dense_steps and dense_time, by the names they had
    double bridged_time;
    int64_t dense_steps;    // of method events: implicit steps where events do not get through
    double dense_time;      // simulated time in them                                 [s]
    const char *integrator; // the one in use at the end
    double stiff_time;      // simulated time spent in the stiff integrator           [s]
    int limiting_bodies[2]; // pair (or body, 0) that most often set the step
    double limiting_share;  // share of steps it did
} abStatistics;

typedef struct abObserver {
    void *context;
    abResult (*frame)(void *context, const abFrame *frame, abError *error);
    abResult (*event)(void *context, const abEvent *event, abError *error);
    // After every accepted step, and where a run goes on with values set (abut/live.h). The
    // simulation may be saved here. Answer AB_STOPPED to stop.
    abResult (*step)(void *context, abSimulation *simulation, double time, abError *error);
} abObserver;

// `model` must outlive the simulation. Options come from the model's simulation block, unless
// `options` is given. AB_NUMERICS when the initial state is impossible.
ABUT_API abResult ab_simulation_create(const abModel *model, const abSimulationDef *options,
                                       abAllocator allocator, abLog log, abSimulation **out,
                                       abError *error);
ABUT_API void ab_simulation_destroy(abSimulation *simulation);

// How many threads compute it, 1 at first; 0: as many as there are processors. AB_USAGE outside 0 to
// 64. They share the contacts of a step of method `stepping`, where these are many: of other methods
// and of small models one computes. The bits of results are the same for any number. At any time
// between two calls that advance.
ABUT_API abResult ab_simulation_set_threads(abSimulation *simulation, int threads, abError *error);

// Runs to the end time, or until the observer stops it (AB_STOPPED) or the numbers cannot go on
// (AB_NUMERICS; the error names body, pair, time and likely cause). Any observer function may be
// NULL. A sensor that halts ends it before the end time, with AB_OK. May be called again to go on
// after AB_STOPPED or a halt.
ABUT_API abResult ab_simulation_run(abSimulation *simulation, const abObserver *observer,
                                    abError *error);

// Another end time [s] for what follows: a run that has come to its end can go on. Frames keep their
// times; AB_USAGE when it is not finite or before the time reached. Code of users is told again that
// the run ends.
ABUT_API abResult ab_simulation_set_end_time(abSimulation *simulation, double end_time,
                                             abError *error);

// ---- step by step: the program owns the loop ----
//
// A simulation takes whole steps, however often it is asked: advancing in any parts of the way and
// asking in between gives the bits of one run. A step that passes the time asked for is shown from
// its inside, at the accuracy of the run. Only a change from outside (below) ends a step at the
// time that is shown: the step is taken again up to there. (Where that step made room for more
// points of friction, it stands, and the change happens at its end, which is then the time shown.)

// Who is told while the simulation is advanced, at the time its observation belongs to; copied.
// NULL: nobody. AB_OK.
ABUT_API abResult ab_simulation_observe(abSimulation *simulation, const abObserver *observer);
// To a time [s], not before that of the simulation (AB_USAGE); at most to the end time, or to where
// a sensor halts the run: ab_simulation_time() tells. Other results as ab_simulation_run().
ABUT_API abResult ab_simulation_advance(abSimulation *simulation, double time, abError *error);
// To the end of the step under way, or by one accepted step. Some steps take no time.
ABUT_API abResult ab_simulation_step(abSimulation *simulation, abError *error);

// ---- inside steps ----

// Who looks inside the steps of a run: told of each piece of every accepted step, in order and
// without gaps, before what its end leads to (an event, an impact, other contacts). Pieces begin
// where the simulation is when they are asked for. Looking changes no bit of what follows.
typedef struct abPieceObserver {
    void *context;
    abResult (*piece)(void *context, abSimulation *simulation, double from, double to,
                      abError *error);
} abPieceObserver;

// Copied; NULL: nobody. AB_OK.
ABUT_API abResult ab_simulation_observe_pieces(abSimulation *simulation,
                                               const abPieceObserver *observer);
// How much of a frame is wanted, for its cost: states of bodies alone, contacts and loads and
// outputs given as expressions too, or also energies.
typedef enum abLook { AB_LOOK_BODIES, AB_LOOK_FORCES, AB_LOOK_ALL } abLook;

// While a piece is told: the frame at a time [s] in it, from the polynomials of its step; its index
// is -1, what is not wanted is zero. It lives until the next one. AB_USAGE for other times;
// AB_NUMERICS where forces cannot be evaluated.
ABUT_API abResult ab_simulation_frame_at(abSimulation *simulation, double time, abLook look,
                                         abFrame *out, abError *error);

// The time that is shown [s]: that advanced to, after a run that of its last step.
ABUT_API double ab_simulation_time(const abSimulation *simulation);
ABUT_API const abStatistics *ab_simulation_statistics(const abSimulation *simulation);
ABUT_API abEnergyBook ab_simulation_energy(abSimulation *simulation);
// Whom the last AB_NUMERICS named, for programs; the sentence says more.
typedef struct abFailure {
    double time;   // of the state that was shown last; NAN: there was none            [s]
    int bodies[2]; // index from 1; the second is 0 for a body alone, both where none is known
} abFailure;

ABUT_API abFailure ab_simulation_failure(const abSimulation *simulation);
// State of a body at the current time.
ABUT_API abBodyState ab_simulation_body(const abSimulation *simulation, abBodyId body);

// ---- asking at the time that is shown; nothing changes ----
//
// Bodies are counted from 1, shapes and joints from 0 in the order of the model; ab_model_find_...
// of abut/model.h knows their numbers.

// The pairs in contact, as in a frame, by their shapes. Writes up to `room` of them (out may be
// NULL for room 0) and returns how many there are; -1 where forces cannot be evaluated.
ABUT_API int ab_simulation_contacts(abSimulation *simulation, abContactState *out, int room);

typedef struct abContactPoint {
    abVec3 point;  // middle of the overlap there, in the world                       [m]
    abVec3 normal; // unit, from A into B
    double depth;  // [m]
    double area;   // of the patch that it stands for; 0: none                        [m^2]
} abContactPoint;

// The points at which two shapes touch: corners and edges of a patch, else the deepest point; none
// where they are apart. Writes up to `room` and returns how many there are; -1 for no such shapes.
ABUT_API int ab_simulation_contact_points(abSimulation *simulation, int shape_a, int shape_b,
                                          abContactPoint *out, int room);

typedef struct abDistance {
    double distance; // < 0: the depth of the overlap                                 [m]
    abVec3 point_a;  // the nearest, or deepest, point of each surface                [m]
    abVec3 point_b;
    abVec3 normal; // unit, from A into B
} abDistance;

// The signed distance of two shapes, whether or not they may touch. False for no such shapes.
ABUT_API bool ab_simulation_distance(abSimulation *simulation, int shape_a, int shape_b,
                                     abDistance *out);

typedef struct abRayHit {
    int body, shape;
    double distance; // from the start of the ray                                     [m]
    abVec3 point;    // [m]
    abVec3 normal;   // of the surface, unit, outward
} abRayHit;

// The first shape on a ray from a point of the world; `direction` of any length above 0. A start
// inside a shape hits it at distance 0. False when it hits nothing.
ABUT_API bool ab_simulation_ray(abSimulation *simulation, abVec3 from, abVec3 direction,
                                abRayHit *out);

typedef struct abJointState {
    abVec3 force, torque; // on the second body at the joint's point, in the world    [N], [N m]
    abVec3 limit_force;   // of its hard limits, beside these                         [N]
    abVec3 limit_torque;  // [N m]
    // of the second frame in the first: x, y, z, then the angles about x, new y, new z in
    // (-pi, pi]; and their rates                                       [m], [rad], [m/s], [rad/s]
    double position[6], speed[6];
} abJointState;

// False for no such joint, or where forces cannot be evaluated.
ABUT_API bool ab_simulation_joint(abSimulation *simulation, int joint, abJointState *out);

// The whole state as flat numbers, for controllers and learning: 13 of each body in the order of
// the model, fixed ones too: position 3, orientation 4 (w x y z), velocity 3, angular velocity 3 as
// in abBodyState. Writes up to `room` numbers and returns how many there are.
ABUT_API int ab_simulation_state(const abSimulation *simulation, double *out, int room);

// ---- checkpoints ----

// Everything that the future depends on. A restored simulation of the same model and
// version goes on with the same bits. `save` returns the size needed and writes when it fits; 0
// where it cannot be saved now (an integrator with a history, in mid-course): try again after a
// step.
ABUT_API size_t ab_simulation_save(const abSimulation *simulation, void *buffer, size_t size);
ABUT_API abResult ab_simulation_restore(abSimulation *simulation, const void *buffer, size_t size,
                                        abError *error);

// ---- changes from outside, at the time that is shown: between two calls that advance, or after an
// observer has stopped a run ----
//
// Each is an instant at which the integrator starts anew. The same things done at the same
// simulated times give the same bits.

// A spring and damper from a point of a body to a point of the world: how a mouse pulls.
typedef struct abPull {
    abBodyId body;
    abVec3 at;        // in the body's frame                                       [m]
    abVec3 to;        // in the world                                              [m]
    double stiffness; // [N/m]
    double damping;   // of the point's velocity                                   [N s/m]
} abPull;

// There is one pull at a time; NULL, or one of no body, ends it. Its work counts as applied.
ABUT_API abResult ab_simulation_pull(abSimulation *simulation, const abPull *pull, abError *error);

// An impulse [N s] on a point of a body, in the body's frame [m]; joints share it. AB_USAGE for a
// flexible body.
ABUT_API abResult ab_simulation_push(abSimulation *simulation, abBodyId body, abVec3 at,
                                     abVec3 impulse, abError *error);

// Puts a body that forces move where it is told, with these velocities; the orientation is made
// unit. What joints are off there is projected away. The change of energy counts as work from
// outside. When only velocities differ contacts stay; else those of all bodies begin anew, untold,
// at about the cost of creating the simulation. AB_USAGE for other bodies or numbers that are not
// finite; AB_NUMERICS for a place from where the numbers cannot go on. On failure nothing has
// changed.
ABUT_API abResult ab_simulation_set_body(abSimulation *simulation, abBodyId body,
                                         const abBodyState *state, abError *error);
// Likewise all bodies from the numbers of ab_simulation_state(), `count` as it returned; those that
// forces do not move are left out.
ABUT_API abResult ab_simulation_set_state(abSimulation *simulation, const double *state, int count,
                                          abError *error);

// `simulation`, made from a model with the same parts but other values, goes on where `old` is.
// Contacts that exist keep what their law fixed when they began, or begin anew where the law is
// another (abut/live.h, which does the whole by the path of a value). AB_USAGE or
// AB_IO when the two do not fit; `old` can then go on, `simulation` is of no use.
ABUT_API abResult ab_simulation_take_over(abSimulation *simulation, abSimulation *old,
                                          abError *error);

// What was done to a run from outside.
typedef struct abChange {
    double time;              // [s]
    const char *path, *value; // of a value that was set; of a record also of what else was done
    int64_t event;            // index of the event that tells of it; -1: none
} abChange;

// Values that were set since the simulation was made; those taken over count. Texts live as long as
// the simulation.
ABUT_API size_t ab_simulation_change_count(const abSimulation *simulation);
ABUT_API abChange ab_simulation_change(const abSimulation *simulation, size_t index);
// The model it runs: the one it was made from, or after a value was set its own, in which values
// change as they are set; other simulations are made from the first.
ABUT_API const abModel *ab_simulation_model(const abSimulation *simulation);

#ifdef __cplusplus
}
#endif

#endif
