// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// law.h - the contract of contact laws: pure functions from a contact to a force.
//
// A law knows neither bodies nor shapes nor the integrator. It answers with force, the two
// derivatives and the stored energy, which serves explicit and implicit integration and time
// stepping alike. What it must remember (the impact speed) it takes at the event that begins the
// contact, so results do not depend on trial evaluations.

#ifndef AB_LAW_H
#define AB_LAW_H

#include <string.h>

#include "abut/result.h"
#include "abut/vector.h"
#include "base/schema.h"

// One side of a contact, as far as laws care.
typedef struct abSurface {
    double youngs_modulus; // NAN when the material does not say                          [Pa]
    double poissons_ratio; // NAN likewise                                                [-]
    double layer_depth;    // of the elastic layer; NAN when the material does not say     [m]
    double contact_radius; // one radius of curvature for the shape                       [m]
    bool radius_is_size;   // of a mesh, whose faces are flat: half of what it measures, a guess
    bool is_flat;
    bool is_sphere; // by its kind
} abSurface;

// What belongs to a pair of shapes and stays constant.
typedef struct abPairProperties {
    abSurface surface[2];
    double radius;                 // effective radius of curvature, INFINITY flat on flat [m]
    double reduced_mass;           // 1/(1/m_A + 1/m_B)                                    [kg]
    double restitution;            // coefficient of restitution                           [-]
    double sliding_friction;       // Coulomb coefficient                                  [-]
    double static_friction;        // before sliding; NAN: as sliding_friction             [-]
    double rolling_resistance;     // coefficient of rolling resistance                    [-]
    double sliding_regularization; // speed below which sliding friction is smoothed       [m/s]
    double rolling_regularization; // angular speed likewise                               [rad/s]
    double rolling_radius;         // lever of rolling resistance; set by the normal law   [m]
    bool has_area;                 // patches of this pair may carry `area`
    bool has_thickness_field;      // contacts carry their own thickness of the layer
    bool has_modulus_field;        // likewise Young's modulus
    bool wants_curvature;          // set by the normal law: contacts shall carry `curvature`
    bool wants_area;               // likewise: patches shall be carried by area, not by corners
} abPairProperties;

// Where a contact is, for laws whose routine is written by a user. Points and normals are in the
// frames of the two shapes; `n_A` points out of A, `n_B` out of B. I, the first side of the contact
// rule, is A or B.
typedef struct abContactSite {
    void *code;  // what the law's `open` answered
    double time; // [s]
    int rule;    // number of the contact rule in the model, from 1
    int id;      // by which the routine knows it
    bool b_is_i; // I is B, J is A
    const char *shapes[2];
    abVec3 p_A, n_A, p_B, n_B;
    abVec3 p_W;                  // the point in the world                            [m]
    abVec3 p_A_W, p_B_W, n_AB_W; // likewise: on both surfaces; unit, from A into B
    // of a point of a mesh that carries a pressure: of which side it is, the corners that it lies
    // between, by their places in the mesh, with weights; -1: none
    int side, corners[3];
    double weights[3];
    bool both_sides; // points of both sides carry half
} abContactSite;

typedef struct abContact {
    double depth;      // penetration, > 0 when the surfaces overlap          [m]
    double rate;       // d(depth)/dt, > 0 while approaching                  [m/s]
    double radius;     // effective radius of curvature, 1/R = 1/R1 + 1/R2    [m]
    double area;       // of the part of a patch this point stands for, else 0 [m^2]
    double area_slope; // d(area)/d depth of the whole patch, shared likewise [m]
    double patch_area; // of the whole patch; 0 when the point is alone      [m^2]
    // Principal relative curvatures, the lesser first, for laws that want them; both zero where the
    // surfaces are flat on flat or not smooth                            [1/m]
    double curvature[2];
    double line; // length of straight lines in contact along the lesser; 0 or INFINITY none [m]
    // of the layer there, from fields of the model; 0: the law's own; NAN: wrong
    double youngs_modulus, thickness; // [Pa], [m]
    const abContactSite *site;        // for laws with `open`; else NULL
} abContact;

typedef struct abNormalForce {
    double force;     // pressing, >= 0                                        [N]
    double stiffness; // dF/d depth                                            [N/m]
    double damping;   // dF/d rate                                             [N s/m]
    double elastic;   // the part of the force that is the slope of `energy`   [N]
    double energy;    // stored in the contact                                 [J]
} abNormalForce;

enum {
    AB_LAW_CONSTANTS = 13, // doubles a law may prepare per contact
    AB_LAW_MEMORY = 4,     // doubles a law may keep from the event that began the contact
    AB_LAW_TOLD = 2,       // constants that events tell beside them
    AB_NORMAL_SWITCHING_FUNCTIONS =
        2,                         // switching functions between smooth parts a normal law may have
    AB_LAW_SWITCHING_FUNCTIONS = 3 // likewise a friction law
};

// Opens and closes what a law needs beside its parameters: a routine in a library or a script.
// Both NULL for laws of our own. Files are looked for in `folder`.
typedef struct abCodeHost abCodeHost; // law/user/user_code.h
typedef struct abLawCode {
    abResult (*open)(const void *params, abCodeHost *host, const char *folder, abPlace place,
                     void **code, abError *error);
    void (*close)(void *code);
    bool is_trusted; // of the program itself: needs no permission
} abLawCode;

// A pointer among the constants of a law, by its bits.
_Static_assert(sizeof(void *) <= sizeof(double), "a constant holds a pointer");
static inline void ab_keep_pointer(double *constant, const void *pointer) {
    *constant = 0.0;
    memcpy(constant, &pointer, sizeof pointer);
}
static inline const void *ab_kept_pointer(const double *constant) {
    const void *pointer;
    memcpy(&pointer, constant, sizeof pointer);
    return pointer;
}

// Whether the law is a pressure, so that surfaces of meshes can carry it part by part.
typedef enum abLawSpread {
    AB_LAW_NOT_SPREAD, // a force of a point
    AB_LAW_SPREADABLE, // with manifold faces or vertices
    AB_LAW_SPREAD      // wherever there is a mesh
} abLawSpread;

// Many contacts of one law that carry a pressure, as lists of a fixed length: those that are none
// have no depth. What the law answers is as in abNormalForce, but for the energy.
enum { AB_BATCH = 24 };
typedef struct abContactBatch {
    double depth[AB_BATCH], rate[AB_BATCH], area[AB_BATCH]; // as in abContact
    double force[AB_BATCH], stiffness[AB_BATCH], damping[AB_BATCH], elastic[AB_BATCH];
    double patch_area;
} abContactBatch;

// A pressure in proportion to the depth, damped: per area K d + (c_F K d + c_A) d', not below 0.
typedef struct abLinearPressure {
    double stiffness; // K                                                              [Pa/m]
    double by_force;  // c_F                                                             [s/m]
    double by_area;   // c_A                                                         [N s/m^3]
} abLinearPressure;

enum { AB_LAW_BENDS = 16 }; // room

// What a number is that events tell of a law. Lists end with a name of NULL.
typedef struct abLawNumber {
    const char *name, *unit, *text;
    int place; // among the constants; of the memory each stands where it stands in the list
} abLawNumber;

typedef struct abNormalLaw {
    const abTable *table;      // name, text and parameters
    const abLawNumber *memory; // what `begin` leaves; NULL: nothing
    const abLawNumber *told;   // constants, up to AB_LAW_TOLD; NULL: none
    bool has_own_losses;       // it takes no coefficient of restitution of the pair
    bool has_no_force;         // never: then no depth is too deep
    // Whether the law is a complementarity condition and no force law with these parameters: it
    // then has no force of its own, and only methods that solve conditions can run it. Its
    // constants begin as law/normal/rigid.h says. NULL: always a force law.
    bool (*is_condition)(const void *params);
    // Checks parameters against the pair before the run; adds a problem and returns AB_BAD_MODEL
    // when the law cannot work (say, no Young's modulus). May be NULL.
    abResult (*check)(const void *params, const abPairProperties *pair, abPlace place,
                      abError *error);
    // Constants of this pair; also sets pair->rolling_radius.
    void (*prepare)(const void *params, abPairProperties *pair, double *constants);
    // At the event that begins a contact; `speed` is the closing speed then, >= 0 [m/s]. NULL: the
    // law remembers nothing.
    void (*begin)(const double *constants, double speed, double *memory);
    void (*evaluate)(const double *constants, const double *memory, const abContact *contact,
                     abNormalForce *out);
    // The same as `evaluate` but for rounding, for many contacts. NULL: one after the other.
    void (*evaluate_batch)(const double *constants, const double *memory, abContactBatch *batch);
    // Whether the law is such a pressure with these constants, on a patch of an area above 0 [m^2].
    // It is then the same as `evaluate` but for rounding. NULL: never.
    bool (*linear)(const double *constants, double patch_area, abLinearPressure *out);
    // How many depths part a pressure into pieces that are nearly a square of the depth each, these
    // depths, rising; -1: a power, which bends alike at all depths. NULL: none.             [m]
    int (*bends)(const double *constants, double depth[AB_LAW_BENDS]);
    // Where the law is not smooth, besides depth 0: values that change sign there. Steps end where they change sign, so that none spans two smooth
    // parts. May be NULL.
    void (*switching_functions)(const double *constants, const double *memory,
                                const abContact *contact,
                                double values[AB_NORMAL_SWITCHING_FUNCTIONS]);
    abLawCode code;
    abLawSpread spread;
} abNormalLaw;

static inline void ab_normal_begin(const abNormalLaw *law, const double *constants, double speed,
                                   double *memory) {
    if (law->begin != NULL) {
        law->begin(constants, speed, memory);
    }
}

// Motion of B relative to A at the contact point, seen in W.
typedef struct abSlip {
    abVec3 v_t;                // tangential velocity of B relative to A  [m/s]
    abVec3 w;                  // angular velocity of B relative to A     [rad/s]
    abVec3 n_AB;               // unit normal from A into B
    double normal_force;       // >= 0                            [N]
    double depth, radius;      // [m]; no radius in a patch: INFINITY
    const abContactSite *site; // for laws with `open`; else NULL
} abSlip;

typedef struct abFrictionForce {
    abVec3 force;  // on B, tangential  [N]
    abVec3 torque; // on B              [N m]
} abFrictionForce;

// Many points of one patch, as lists; those that are none have no normal force.
typedef struct abSlipBatch {
    double speed[AB_BATCH];        // |v_t|                                       [m/s]
    double normal_force[AB_BATCH]; // >= 0                                        [N]
    abVec3 w;
    double per_slip[AB_BATCH]; // answer: the force on B is - per_slip v_t    [N s/m]
    abVec3 torque;             // and the torque of all of them                   [N m]
} abSlipBatch;

// ---- friction with a history ----
//
// Such a law keeps three numbers for each point of a contact in the state y: a tangential vector in
// W that turns with the contact. Where it is not smooth `switching` changes sign, and steps end there.
// A law with modes also keeps in the memory whether the point sticks or slips; it is then smooth in
// each mode, and a mode ends where it contradicts itself:
//   stick switching > 0: the force it takes to stick is beyond the limit
//   slip    d(limit)/dt > drive: the limit grows faster than the force would

typedef enum abTangentialMode { AB_TANGENTIAL_STICK, AB_TANGENTIAL_SLIP } abTangentialMode;

enum { AB_TANGENTIAL_NUMBERS = 3 };

// What is known when the contact begins.
typedef struct abTangentialStart {
    double mass;      // reduced mass of the pair, of a surface the point's share     [kg]
    double force;     // normal force expected, of one point                          [N]
    double stiffness; // of the normal law at that force                              [N/m]
    double speed;     // that the contact is expected to reach                        [m/s]
    double share;     // of a surface that the point stands for; else 1
} abTangentialStart;

typedef struct abTangentialPoint {
    abSlip slip;
    double depth, rate; // [m], [m/s]
    double radius;      // effective radius of curvature                              [m]
    double weight;      // of the point in its patch
    abNormalForce normal;
    abVec3 state; // tangential
    abTangentialMode mode;
    abVec3 direction; // of exact laws: unit, of the slip when the step began,
    bool has_moved;   // and whether that was more than a beginning
} abTangentialPoint;

typedef struct abTangentialForce {
    abFrictionForce friction;
    abVec3 rate;      // of the state, seen in the turning frame of the contact
    double stored;    // energy in the state                                         [J]
    double switching; // see above                                                   [N]
    double limit;     // greatest force                                              [N]
    double drive;     // slip: how fast the force would grow if the point stuck      [N/s]
    double small;     // of exact laws: slip this slow has ended                     [m/s]
    double lag;       // likewise: the force is as if v_t had this much more along `direction`
} abTangentialForce;

// How a point begins.
typedef struct abTangentialBegin {
    abTangentialMode mode;
    abVec3 state;
} abTangentialBegin;

typedef struct abTangentialLaw {
    // The law is exact: a point that sticks does not move at all. Its force then comes from
    // constraint rows, the state is held at zero, and both modes and their limits are the business
    // of derivative/friction/stick_rows.c. `start`, `change` and `has_modes` are not asked.
    bool is_exact;
    // Some points may stand for a surface (derivative/evaluate/surface_friction.c): what the law does
    // at one grows with its share of the normal force and stiffness, and asks for no curvature.
    bool is_spread;
    // At the event that begins a contact. Returns the size that states will have, for error
    // weights.
    double (*begin)(const double *constants, const abTangentialStart *start, double *memory);
    void (*evaluate)(const double *constants, const double *memory, const abTangentialPoint *point,
                     abTangentialForce *out);
    // Of a law with modes, else NULL: how a new point begins, whose state is zero.
    void (*start)(const double *constants, const double *memory, const abTangentialPoint *point,
                  abTangentialBegin *out);
    // Of a law with modes: the state with which the point's mode begins, from that with which the
    // other ended.
    abVec3 (*change)(const double *constants, const double *memory, const abTangentialPoint *point);
    bool (*has_modes)(const double *constants);
    // Whether points can hold anything with these constants; those that cannot have no state. NULL:
    // they can.
    bool (*holds)(const double *constants);
} abTangentialLaw;

typedef struct abFrictionLaw {
    const abTable *table;
    abResult (*check)(const void *params, const abPairProperties *pair, abPlace place,
                      abError *error);
    // Constants of this pair. NULL: there are none.
    void (*prepare)(const void *params, const abPairProperties *pair, double *constants);
    void (*evaluate)(const double *constants, const abSlip *slip, abFrictionForce *out);
    // The same but for rounding of many points, of a law that takes them so with these constants.
    // NULL: no; `takes_batch` NULL: always.
    void (*evaluate_batch)(const double *constants, abSlipBatch *batch);
    bool (*takes_batch)(const double *constants);
    // Where the law is not smooth: values that change sign there. Steps end where they change sign, so that none spans two smooth
    // parts. May be NULL.
    void (*switching_functions)(const double *constants, const abSlip *slip,
                                double values[AB_LAW_SWITCHING_FUNCTIONS]);
    abLawCode code;
    const abTangentialLaw
        *tangential; // of a law with a history; it then acts instead of `evaluate`
} abFrictionLaw;

static inline void ab_friction_prepare(const abFrictionLaw *law, const void *params,
                                       const abPairProperties *pair, double *constants) {
    if (law->prepare != NULL) {
        law->prepare(params, pair, constants);
    }
}

// The place of a law in laws.def. Few need to know which is which (law/core/law_kinds.h), so that a
// new line there does not compile everything anew.
typedef unsigned abNormalLawKind;
typedef unsigned abFrictionLawKind;

const abNormalLaw *ab_normal_law(abNormalLawKind kind);
const abFrictionLaw *ab_friction_law(abFrictionLawKind kind);
// Whether its points stick exactly: held by forces that the bodies ask for, not by springs.
bool ab_friction_is_exact(const abFrictionLaw *law);
// The COUNT when there is no law of that name.
abNormalLawKind ab_normal_law_find(const char *name);
abFrictionLawKind ab_friction_law_find(const char *name);

enum { AB_LAW_PARAMS_SIZE = 128 }; // bytes, room for the parameter struct of any law

#endif
