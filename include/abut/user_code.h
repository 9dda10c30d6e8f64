// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// abut/user_code.h - contact laws that users write.
//
// Three ways, all chosen in the model and all refused until the program allows them:
//
//   law: plugin   a shared library with our own table of functions (abPluginLaw), the best choice
//                 for new laws: it answers with stiffness, damping and stored energy too
//   law: user     a routine with the signature published for CNFSUB or CFFSUB, in a shared library
//   law: user     the same as a Python script
//
// A routine is called at trial points of the integrator, in any order of time. It must answer from
// its arguments alone.

#ifndef ABUT_USER_CODE_H
#define ABUT_USER_CODE_H

#include "abut/export.h"
#include "abut/result.h"
#include "abut/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- allowing ----

typedef struct abCodeCall {
    const char *routine; // its name
    const char *file;    // library or script
    const char *shapes[2];
    double time; // [s]
} abCodeCall;

// Told before and after each call, so that a program can say which routine crashed or does not
// return. Either may be NULL.
typedef struct abCodeWatch {
    void *context;
    void (*enter)(void *context, const abCodeCall *call);
    void (*leave)(void *context);
} abCodeWatch;

// Whether the model calls code of users.
ABUT_API bool ab_model_has_code(const abModel *model);

// Opens all routines of the model; `watch` may be NULL. Call it between creating a simulation and
// running or restoring it. AB_BAD_MODEL when a file or routine cannot be found; AB_USAGE for
// scripts when the library was built without Python.
ABUT_API abResult ab_simulation_allow_code(abSimulation *simulation, const abCodeWatch *watch,
                                           abError *error);

// ---- our own interface ----

enum { AB_PLUGIN_VERSION = 1, AB_PLUGIN_MEMORY = 4 };

typedef struct abPluginContact {
    double time;     // [s]
    double depth;    // > 0 when the surfaces overlap                     [m]
    double rate;     // d(depth)/dt, > 0 while approaching                [m/s]
    double radius;   // effective radius of curvature                     [m]
    double area;     // of the patch this point stands for; 0: none       [m^2]
    double point[3]; // in the world                                      [m]
    double slip[3];  // tangential velocity of B relative to A, in the world; friction only [m/s]
    double normal_force;           // friction only                                     [N]
    double normal[3];              // unit, from A into B, in the world
    double point_a[3], point_b[3]; // on the surfaces of A and B, in the world  [m]
    // Of a mesh that carries a pressure (manifold: faces, vertices): whether the point is one of A's
    // surface, 0, or of B's, 1, and the corners of the mesh, by their places in it from 0, that it lies
    // between, with weights whose sum is 1. A vertex is one corner. -1: none.
    int side, corners[3];
    double weights[3];
    int both_sides; // 1: points of both surfaces are asked, and each carries half (penetrating: both)
} abPluginContact;

typedef struct abPluginForce {
    double force;         // normal: pressing, >= 0                               [N]
    double stiffness;     // dF/d depth                                           [N/m]
    double damping;       // dF/d rate                                            [N s/m]
    double energy;        // stored                                               [J]
    double elastic;       // the part of the force that is the slope of `energy`  [N]
    double tangential[3]; // friction: force on B, in the world               [N]
} abPluginForce;

typedef struct abPluginLaw {
    int version; // AB_PLUGIN_VERSION
    const char *name;
    int parameter_count; // how many numbers the model must give
    // At the event that begins a contact, with the closing speed; may be NULL.
    void (*begin)(const double *parameters, double speed, double memory[AB_PLUGIN_MEMORY]);
    void (*evaluate)(const double *parameters, const double *memory, const abPluginContact *contact,
                     abPluginForce *out);
} abPluginLaw;

// What a library for `law: plugin` exports, under the name `abut_plugin_law`: the law of that name,
// or NULL.
typedef const abPluginLaw *abPluginFind(const char *name);

// ---- the published interface ----
//
// Arguments as published: everything by address. I is the first side of the contact rule; `id` is that
// of the rule, `i_gra_id` and `j_gra_id` those of the shapes (abut/definitions.h). `gap` is negative inside; `loci`, `ni` (outward)
// are in the frame of the I shape, `locj`, `nj` in that of J. Where the pages are silent:
// `gapdotdot` is 0, since the force comes before the acceleration; `x` is the contact point and
// `xdot` the slip velocity of I against J, in the world; `result` of a normal routine is the force
// in result[0], of a friction routine the force on I in the world. `dflag` is 1 in calls for a
// derivative. `iflag` is 1 in one call at the start, where the answer is ignored.

typedef void abNormalRoutine(int *id, double *time, double *par, int *npar, double *loci,
                             double *ni, double *locj, double *nj, double *gap, double *gapdot,
                             double *gapdotdot, int *dflag, int *iflag, double *result);
typedef void abFrictionRoutine(int *id, double *time, double *par, int *npar, double *loci,
                               double *locj, double *x, double *xdot, double *nforce, int *dflag,
                               int *iflag, double *result);
// At each frame, for each pair in contact; once with iflag 1 before and with endflg 1 after.
typedef void abPostRoutine(int *id, int *i_gra_id, int *j_gra_id, double *time, double *par,
                           int *npar, int *iflag, int *endflg);

// Only within a post-processing routine; errflg is 1 elsewhere.
ABUT_API void c_get_ncontacts(int id, int i_gra_id, int j_gra_id, int *ncontacts, int *errflg);
// `type` is PD, PD_VEL, SLIP_VEL (one number), POS, VEL, NORMAL_FORCE, TANGENTIAL_FORCE,
// TOTAL_FORCE (three, on I, in the world for rm 0), INTERSECTION_ID, HAS_TRIA_ID (1 where a side is a
// mesh that touches as it is), or TRIA_ID_I, TRIA_ID_J: the triangle of that side nearest to the
// point, by the number of its face in the mesh, from 1; 0 where that side has none. `index` from 1.
ABUT_API void c_get_contact_post(const char *type, int rm, int index, double *values, int *errflg);

#ifdef __cplusplus
}
#endif

#endif
