// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// parts.h - the parts of the derivative, in the order dynamics.c calls them.

#ifndef AB_DYNAMICS_PARTS_H
#define AB_DYNAMICS_PARTS_H

#include "collide/outline_contacts.h"
#include "dynamics/dynamics.h"

// Entries of the book's quadratures.
enum {
    AB_BOOK_CONTACT_DAMPING,
    AB_BOOK_SLIDING,
    AB_BOOK_ROLLING,
    AB_BOOK_DAMPERS,
    AB_BOOK_APPLIED,
    AB_BOOK_DRIVE
};

void ab_contact_pass(abDynamics *dynamics);
// place.c: the derivative of y from velocities, accelerations and book rates.
void ab_write_derivative(const abDynamics *dynamics, double *ydot);
double ab_kinetic_energy(const abBody *body, const abBodyNow *now);
void ab_dynamics_map_done(abDynamics *dynamics);
// What the normal law of a touch answers, with the memory of the touch or of a region.
static inline abNormalForce ab_touch_normal(const abTouch *touch, const double *memory,
                                            const abContact *contact) {
    abNormalForce out;
    touch->interaction->normal->evaluate(touch->normal_constants, memory, contact, &out);
    double n = touch->passes;
    return (abNormalForce){n * out.force, n * out.stiffness, n * out.damping, n * out.elastic,
                           n * out.energy};
}
// The contact of a touch at rest, with what its law wants to know.
abContact ab_contact_at(const abDynamics *dynamics, const abTouch *touch, const abProximity *at);
// How fast the energy stored in it grows at the same depth, because its curvatures change. [W]
double ab_contact_store_rate(const abDynamics *dynamics, const abTouch *touch,
                             const abProximity *at, const abSlip *slip, const abContact *contact,
                             double energy);
// The regions of a touch, see contact_regions.c. Gives points the ids of the regions they are.
void ab_regions_name(const abDynamics *dynamics, const abTouch *touch, abPatchPoint *points,
                     int count);
const double *ab_regions_memory(const abDynamics *dynamics, const abTouch *touch, int id);
void ab_regions_stage(const abDynamics *dynamics, const abTouch *touch, abPatchPoint *points,
                      int count);
void ab_regions_close(abDynamics *dynamics, const abTouch *touch);
// Touches carried by regions within contours: contact_contours.c. The points; and what acts at one
// of them, for the rows of the frame, until the next touch is asked for its points.
int ab_touch_contours(const abDynamics *dynamics, const abTouch *touch, const abPose *X_WA,
                      const abPose *X_WB, const abProximity *at, abPatchPoint points[AB_PATCH_MAX]);
void ab_contours_begin(abDynamics *dynamics);
void ab_contours_add(abDynamics *dynamics, const abTouch *touch, const abPatchPoint *point,
                     abVec3 force, double normal_force);
// Touches carried by surfaces: contact_surface.c.
void ab_surface_evaluate(abDynamics *dynamics, const abTouch *touch, abTouchNow *now);
// The points of such a touch for the bodies as placed, until the next is asked, and what acts at
// one of them.
const abSurfacePoint *ab_surface_now(const abDynamics *dynamics, const abTouch *touch, int *count,
                                     double *patch_area);
typedef struct abSurfaceLoad {
    abVec3 v;     // of B against A                                                       [m/s]
    double rate;  // of the depth                                                         [m/s]
    double shown; // of the direction of pressure along the normal, not below 0
    abNormalForce law;
    abVec3 normal; // on B                                                               [N]
    abFrictionForce friction;
    double sliding_power, rolling_power; // lost                                         [W]
} abSurfaceLoad;
abSurfaceLoad ab_surface_load(const abDynamics *dynamics, const abTouch *touch,
                              const abSurfacePoint *point, double patch_area);
// The same for faces without fields, many at a time: contact_parts.c. False where no part is in.
bool ab_surface_has_parts(const abTouch *touch);
bool ab_surface_evaluate_parts(abDynamics *dynamics, const abTouch *touch, abTouchNow *now);
// The same of a mesh on a plane under a linear pressure: contact_plane.c. False also where points
// are needed.
bool ab_surface_evaluate_plane(abDynamics *dynamics, const abTouch *touch, abTouchNow *now);
// Friction that a step of method stepping has left: what holds a point, and its force for that and
// the slip, all in the same axes.
abVec3 ab_surface_hold(const abSurfaceGrip *grip, abVec3 p_W);
abVec3 ab_surface_gripped(const abSurfaceGrip *grip, abVec3 hold, const abSlip *slip);
// Rate of the area of a point seen along its normal, when A and B turn with w_A, w_B and B moves
// against A with v there.                                                              [m^2/s]
double ab_surface_area_rate(const abSurfacePoint *point, abVec3 w_A, abVec3 w_B, abVec3 v);
// Of all points, seen along their normals; 0 of vertices, each of which has its own damping. [m^2]
double ab_surface_whole_area(const abTouch *touch, const abSurfacePoint *points, int count);
// Their force, slope and store at rest, B moved along the normal of `at` to a depth.
abNormalForce ab_surface_at_rest(const abDynamics *dynamics, const abTouch *touch,
                                 const abProximity *at, double depth);
// The layer that fields of its rule give a contact at a point: contact_field.c.
void ab_contact_layer(const abDynamics *dynamics, const abTouch *touch, const abSurfacePoint *point,
                      abContact *contact);
// The nearest points of two shapes at given poses, of meshes from the list of what is near.
void ab_touch_proximity(const abDynamics *dynamics, const abShape *A, const abPose *X_WA,
                        const abShape *B, const abPose *X_WB, abProximity *out);
// The points that carry a touch at given poses of its shapes, whose nearest points are `at`.
int ab_touch_patch(const abDynamics *dynamics, const abTouch *touch, const abPose *X_WA,
                   const abPose *X_WB, const abProximity *at, abPatchPoint points[AB_PATCH_MAX]);
// The same for the bodies as placed, with the regions they are of.
int ab_touch_find_patch(const abDynamics *dynamics, const abTouch *touch, const abProximity *at,
                        abPatchPoint points[AB_PATCH_MAX]);
abPatchPoint ab_deepest_point(const abProximity *at);
// The points that carry a touch; the deepest alone when it has no patch.
int ab_touch_points(const abDynamics *dynamics, const abTouch *touch, const abProximity *at,
                    abPatchPoint points[AB_PATCH_MAX]);
// Tells sets of points apart; not 0.
int ab_points_fingerprint(const abPatchPoint *points, int count);
// Angular velocity of the frame of a contact: with its normal, and with the mean of both bodies
// about it. [rad/s]
abVec3 ab_contact_turning(abDynamics *dynamics, const abTouch *touch, const abProximity *at);

// Motion of the normal and of the points of all grips of a touch, in world axes. [1/s], [m/s]
void ab_contact_point_motions(abDynamics *dynamics, const abTouch *touch, const abTouchNow *now,
                              abVec3 *n_dot, abVec3 *p_dot);

// Accelerations of all bodies from their loads, with joints.
bool ab_accelerate(abDynamics *dynamics, double t);
// stick_rows.c: the same with the forces that hold points that stick by an exact law.
bool ab_stick_solve(abDynamics *dynamics, double t);
void ab_stick_done(abDynamics *dynamics);
// Its parts, where rigid contact solves for them beside its own rows: the groups of points that
// stick, with their combined rows; the acceleration a row wants to see; forces for the rows' sizes.
bool ab_stick_prepare(abDynamics *dynamics);
double ab_stick_wanted(const abDynamics *dynamics, const abStickGroup *group, size_t row);
void ab_stick_hold(abDynamics *dynamics, const abStickGroup *group, const double *sizes);
// How a point of a force law that does not move yet is driven along a direction, as last evaluated.
// [m/s2]
double ab_stick_driven(abDynamics *dynamics, size_t touch, size_t grip, abVec3 direction);
// stick_modes.c: what hardly moves is tried as sticking, as the contact pass found it; then what
// holds more than its limit, or is driven against its slip by more than `still`, changes its mode.
// True when something did.
void ab_stick_try(abDynamics *dynamics, double t, double *y);
bool ab_stick_exchange(abDynamics *dynamics, double t, double *y, double still, bool only_first);
// stick_decide.c: calls `slip` for those of the points held last that must slip, with the direction
// they take. False when all of them hold.
typedef void (*abStickSlip)(abDynamics *dynamics, size_t grip, abVec3 direction);
bool ab_stick_decide(abDynamics *dynamics, abStickSlip slip);

// stick_modes.c: a point of exact friction sticks from now on, or slips; `has_moved`: it does
// already.
void ab_begin_to_stick(abDynamics *dynamics, size_t grip, double t, double *y);
void ab_begin_to_slip(abDynamics *dynamics, size_t grip, double t, abVec3 direction,
                      bool has_moved);

// rigid_points.c: the points of two shapes that touch or nearly do, B's and A's side of each.
typedef struct abMeeting {
    abVec3 p_A, p_B, n; // n from A into B
    double gap;
    int id;                          // in the patch; -1: the nearest points
    const abOutlineContact *outline; // of planar outlines: what meets; NULL
} abMeeting;
// `outlines` is room, which points may refer to.
int ab_rigid_surface_points(const abDynamics *dynamics, int shape_a, int shape_b,
                            const abPose *X_WA, const abPose *X_WB, abOutlineContacts *outlines,
                            abMeeting points[AB_PATCH_MAX]);
// The closed points of a touch, by their names.
int ab_rigid_as_patch(abDynamics *dynamics, const abTouch *touch,
                      abPatchPoint points[AB_PATCH_MAX]);
// rigid_links.c: conditions between bodies without shapes, as points: ropes that do not stretch and
// limits of joints. Their numbers are below the count; some of these are none, and false.
size_t ab_rigid_link_count(const abDynamics *dynamics);
bool ab_rigid_link(const abDynamics *dynamics, size_t number, abRigidPoint *out);
bool ab_rigid_has_links(const abDynamics *dynamics);
// rigid_start.c: the points become the links that are open by more than rounding where the bodies
// stand. False for want of memory.
bool ab_rigid_list_open_links(abDynamics *dynamics);
// At the start: closes them, with the joints; the points are none again.
abResult ab_rigid_fit_links(abDynamics *dynamics, double t, double *y, bool *changed,
                            abError *error);
// As abEvent.link; 0 where the point is no link.
int ab_rigid_link_name(const abDynamics *dynamics, const abRigidPoint *point);
// The pulls of ropes are forces of their elements, as last solved.
void ab_rigid_note_links(abDynamics *dynamics);
static inline bool ab_rigid_is_link(const abRigidPoint *point) {
    return point->shape_a < 0;
}
// rigid_friction.c: friction of a point by its normal force, and what it came to.
void ab_rigid_friction(abDynamics *dynamics, const abTouch *touch, const abRigidPoint *point,
                       abRigidNow *now);
void ab_rigid_note_friction(abDynamics *dynamics, const abTouch *touch, const abRigidPoint *point,
                            const abRigidNow *now);
// Coefficient for impacts.
double ab_rigid_impact_friction(const abTouch *touch, const abRigidNow *now);
bool ab_rigid_is_same(const abDynamics *dynamics, const abRigidPoint *a, const abRigidPoint *b);
// rigid_rows.c: accelerations with the forces of rigid contact.
bool ab_rigid_solve(abDynamics *dynamics, double t);
void ab_rigid_done(abDynamics *dynamics);

// joint_project.c: moves a body, or changes its velocity, in y.
void ab_move_position(const abModel *model, int body, abVec3 move, abVec3 turn, double *y);
void ab_change_velocity(const abModel *model, int body, abVec3 move, abVec3 turn, double *y);

bool ab_grips_init(abDynamics *dynamics);
void ab_grips_done(abDynamics *dynamics);
// Index of the grip of a point, -1 when it has none.
int ab_grips_index(const abDynamics *dynamics, const abTouch *touch, int id);

// For laws that count areas: drops the points without one and gives the others the weight 1. How
// many are left; none where lines or points touch.
int ab_contact_keep_areas(abPatchPoint *points, int count);
double ab_contact_patch_area(const abPatchPoint *points, int count);
// The area that a touch beginning at `at` will have when it is a little deeper. [m^2]
double ab_contact_area_ahead(const abDynamics *dynamics, const abTouch *touch,
                             const abProximity *at);
// How fast the energy stored in a patch grows besides its elastic forces' work, of the power
// `elastic`: because areas change. [W]
double ab_contact_area_store_rate(const abDynamics *dynamics, const abTouch *touch, double depth,
                                  double elastic);

// Takes all loads off the bodies.
void ab_clear_loads(abDynamics *dynamics);
void ab_apply_forces(abDynamics *dynamics);

// Sets dynamics->site for a point of a touch whose laws are written by users ...
void ab_user_site(abDynamics *dynamics, const abTouch *touch, abVec3 point_W, abVec3 n_AB_W,
                  double depth);
// ... and the routine that is to be called next.
typedef enum abUserSide { AB_USER_NORMAL, AB_USER_FRICTION } abUserSide;
// The same for a place of the caller's, of which there may be many in one evaluation.
abContactSite ab_user_site_at(const abDynamics *dynamics, const abTouch *touch, abVec3 point_W,
                              abVec3 n_AB_W, double depth);
void *ab_user_code_for(const abDynamics *dynamics, const abContactSite *site, abUserSide side);
const abContactSite *ab_user_site_for(abDynamics *dynamics, abUserSide side);
double ab_spring_energy(abDynamics *dynamics);

// Joints. Creating takes memory from the dynamics' arena.
abResult ab_joint_solver_create(abDynamics *dynamics, abError *error);
void ab_joint_solver_done(abDynamics *dynamics);
// Whether the solver finds the accelerations of a body that can move.
bool ab_joint_holds(const abDynamics *dynamics, int body);
// Accelerations of these bodies from the loads. False for want of memory.
bool ab_joint_solve(abDynamics *dynamics, double t);
// Joint forces of the last solution, the work of drives, and what prescribed bodies feel.
void ab_joint_find_forces(abDynamics *dynamics);
bool ab_joint_project(abDynamics *dynamics, double t, double *y);

// Gravity at a point.                                                               [m/s^2]
static inline abVec3 ab_gravity_at(const abGravityDef *gravity, abVec3 p) {
    if (gravity->parameter == 0.0) {
        return gravity->uniform;
    }
    abVec3 r = ab_sub(p, gravity->center);
    double r2 = ab_norm2(r);
    return ab_add_scaled(gravity->uniform, -gravity->parameter / (r2 * sqrt(r2)), r);
}

// Adds a force at a point, in world axes.
static inline void ab_load(abBodyNow *body, abVec3 force, abVec3 point) {
    body->force = ab_add(body->force, force);
    body->torque = ab_add(body->torque, ab_cross(ab_sub(point, body->X.p), force));
}

// Velocity of the point of a body that is at `point`.
static inline abVec3 ab_velocity_at(const abBodyNow *body, abVec3 point) {
    return ab_add(body->v, ab_cross(body->w, ab_sub(point, body->X.p)));
}

static inline bool ab_is_moving(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].state >= 0;
}

// Inverse mass matrix of a body applied to a force and torque at its centre of mass; zero for
// bodies that do not answer to forces.
static inline void ab_apply_inverse_mass(const abBody *body, const abBodyNow *now, abVec3 force,
                                         abVec3 torque, abVec3 *a, abVec3 *alpha) {
    if (body->mobility == AB_MOBILITY_FREE) {
        *a = ab_scale(body->inverse_mass, force);
        *alpha = body->is_round ? ab_scale(body->inverse_inertia.m[0][0], torque)
                                : ab_mul(now->inverse_inertia, torque);
    } else if (body->mobility == AB_MOBILITY_PLANAR) {
        *a = ab_vec3(body->inverse_mass * force.x, body->inverse_mass * force.y, 0.0);
        *alpha = ab_vec3(0.0, 0.0, torque.z / body->inertia.m[2][2]);
    } else {
        *a = *alpha = ab_vec3(0.0, 0.0, 0.0);
    }
}

// ---- contact_hold.c ----

// Whether the surfaces of a touch hold each other, from the last evaluation.
abContactHold ab_contact_hold(const abDynamics *d, const abTouch *touch, const abTouchNow *now);

#endif
