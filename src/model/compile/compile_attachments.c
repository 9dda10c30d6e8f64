// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_attachments.c - what a marker of a flexible body goes with: an interface or a node of its
// file. Each becomes an attachment, a frame that moves with the modes and to which joints and forces
// are as to a body.

#include "model/compile/compile_attachments.h"

#include <stdio.h>
#include <string.h>

#include "model/compile/compile_contacts.h"
#include "model/core/markers.h"
#include "model/kinds/force_rope.h"
#include "model/kinds/forces.h"
#include "model/kinds/joints.h"
#include "model/kinds/tables.h"

// ---- where it is ----

static int find_interface(const abReducedBody *reduced, const char *name) {
    for (size_t i = 0; i < reduced->interface_count; i++) {
        if (strcmp(reduced->interfaces[i].name, name) == 0) {
            return (int)i;
        }
    }
    return -1;
}

static int find_node(const abReducedBody *reduced, int id) {
    for (size_t i = 0; i < reduced->node_count; i++) {
        if (reduced->node_ids[i] == id) {
            return (int)i;
        }
    }
    return -1;
}

static abResult no_interface(const abMarkerDef *def, const abReducedBody *reduced, abError *error) {
    enum { WORDS = 64 };
    const char *words[WORDS + 1] = {NULL};
    size_t count = reduced->interface_count < WORDS ? reduced->interface_count : WORDS;
    for (size_t i = 0; i < count; i++) {
        words[i] = reduced->interfaces[i].name;
    }
    if (count == 0) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "marker %s: the file %s has no interfaces; name a node, as node: %d",
                            def->name, reduced->file, reduced->node_ids[0]);
    }
    const char *near = ab_nearest_word(def->interface, words);
    return ab_error_add(error, AB_BAD_MODEL, def->place,
                        "marker %s: the file %s has no interface %.60s; its first is %s%s",
                        def->name, reduced->file, def->interface, words[0], ab_hint(near).text);
}

// The point named, undeformed and from the origin of the file, with its rows of all modes.
typedef struct Named {
    abVec3 X;
    const double *Phi, *Psi;
} Named;

static abResult look_up(const abMarkerDef *def, const abReducedBody *reduced, Named *out,
                        abError *error) {
    if (def->interface != NULL) {
        int i = find_interface(reduced, def->interface);
        if (i < 0) {
            return no_interface(def, reduced, error);
        }
        const abReducedInterface *at = &reduced->interfaces[i];
        *out = (Named){at->point, at->Phi, at->Psi};
        return AB_OK;
    }
    int node = find_node(reduced, def->node);
    if (node < 0) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "marker %s: the file %s has no node %d among the %zu it tells of; its "
                            "first is %d",
                            def->name, reduced->file, def->node, reduced->node_count,
                            reduced->node_ids[0]);
    }
    size_t row = 3 * (size_t)node * (size_t)reduced->mode_count;
    *out = (Named){reduced->X[node], reduced->Phi + row,
                   reduced->Psi != NULL ? reduced->Psi + row : NULL};
    return AB_OK;
}

// ---- the attachment ----

static abVec3 moved(const double *rows, const double *q, size_t m) {
    double u[3] = {0.0, 0.0, 0.0};
    for (size_t a = 0; rows != NULL && a < 3; a++) {
        for (size_t k = 0; k < m; k++) {
            u[a] += rows[a * m + k] * q[k];
        }
    }
    return ab_vec3_of(u);
}

static abResult attach(abModel *model, const abMarkerEntry *entry, const Named *named,
                       abMarker *marker, abError *error) {
    const abBody *host = &model->bodies[entry->body];
    const abModalBody *modes = host->flexible;
    size_t m = (size_t)modes->mode_count;
    abAttachment *attachment = AB_ARENA_NEW(&model->arena, abAttachment, 1);
    const double *Phi = ab_modal_rows(modes, named->Phi, &model->arena);
    const double *Psi = named->Psi != NULL ? ab_modal_rows(modes, named->Psi, &model->arena) : NULL;
    char name[210];
    snprintf(name, sizeof name, "%.100s.%.100s", host->name, entry->def.name);
    const char *kept = ab_arena_text(&model->arena, name);
    if (attachment == NULL || Phi == NULL || (named->Psi != NULL && Psi == NULL) || kept == NULL) {
        return ab_compile_no_memory(error);
    }
    abVec3 X = ab_sub(named->X, host->p_BC);
    *attachment =
        (abAttachment){.body = entry->body,
                       .X = X,
                       .Phi = Phi,
                       .Psi = Psi,
                       .X_start = {ab_quat_to_matrix(ab_quat_from_vector(moved(Psi, modes->q, m))),
                                   ab_add(X, moved(Phi, modes->q, m))}};
    int index = (int)(model->body_count + model->attachment_count++);
    abBody *body = &model->bodies[index];
    *body = (abBody){.name = kept,
                     .place = entry->def.place,
                     .mobility = AB_MOBILITY_PRESCRIBED, // it follows its body
                     .state = -1,
                     .mass = host->mass,
                     .inertia = host->inertia,
                     .bound = host->bound,
                     .q_WB = {1.0, 0.0, 0.0, 0.0},
                     .attachment = attachment};
    marker->body = index;
    marker->X_CM.p = entry->def.position;
    return AB_OK;
}

static abResult compile_attachment(abModel *model, const abMarkerEntry *entry, abMarker *marker,
                                   abError *error) {
    const abMarkerDef *def = &entry->def;
    const abBody *host = entry->body >= 0 ? &model->bodies[entry->body] : NULL;
    Named named = {0};
    if (def->interface != NULL && def->node >= 0) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "marker %s has both interface and node; leave one out", def->name);
    }
    if (host == NULL || host->reduced == NULL) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "marker %s names %s of %s, which is not flexible; give a position "
                            "instead",
                            def->name, def->interface != NULL ? "an interface" : "a node",
                            host != NULL ? host->name : "the world");
    }
    AB_TRY(look_up(def, host->reduced, &named, error));
    if (host->flexible == NULL) { // its modes are frozen
        marker->X_CM.p = ab_add(ab_sub(named.X, host->p_BC), def->position);
        return AB_OK;
    }
    return attach(model, entry, &named, marker, error);
}

abResult ab_compile_attachments(abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t k = 0; k < model->marker_count; k++) {
        const abMarkerEntry *entry = &model->marker_defs[k];
        if (ab_marker_is_attached(&entry->def)) {
            abMarker *marker = &model->markers[1 + model->body_count + k];
            result = ab_worse(result, compile_attachment(model, entry, marker, error));
        }
    }
    return result;
}

// ---- what joints cannot do ----

static bool is_attachment(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].attachment != NULL;
}

static bool is_frame(const abModel *model, int body) {
    return body >= 0 && model->bodies[body].flexible != NULL;
}

static bool has_no_turn(const abModel *model, int body) {
    return is_attachment(model, body) && model->bodies[body].attachment->Psi == NULL;
}

// Whether the joint holds the distance of two points or all of one, and no turn: such a joint needs
// no axes of its sides.
static bool is_of_points(const abJoint *joint) {
    int slides = 0;
    for (int i = 0; i < joint->row_count; i++) {
        slides += joint->rows[i].kind == AB_ROW_SLIDE && joint->rows[i].drive < 0;
    }
    return (slides == 3 && joint->row_count == 3) ||
           (joint->row_count == 1 && joint->rows[0].kind == AB_ROW_DISTANCE);
}

static abResult check_side(const abModel *model, const abJoint *joint, int body, abError *error) {
    if (is_frame(model, body)) {
        return ab_error_add(error, AB_BAD_MODEL, joint->place,
                            "joint %s: %s is flexible, so a joint needs a point of it; add a "
                            "marker with interface: or node: to the body and write BODY.MARKER "
                            "under between",
                            joint->name, model->bodies[body].name);
    }
    if (has_no_turn(model, body) && !is_of_points(joint)) {
        return ab_error_add(error, AB_BAD_MODEL, joint->place,
                            "joint %s holds turns or axes, but of %s the file tells no rotation; "
                            "take an interface, or a joint of points as spherical or distance",
                            joint->name, model->bodies[body].name);
    }
    if (is_attachment(model, body) && joint->limit_count > 0) {
        return ab_error_add(error, AB_BAD_MODEL, joint->place,
                            "joint %s has limits at the flexible body %s, which are not supported; "
                            "leave them out, or write rigid: true under flexible",
                            joint->name, model->bodies[body].name);
    }
    return AB_OK;
}

// Impacts do not know the modes yet.
static abResult check_rigid(const abModel *model, const abJoint *joint, abError *error) {
    const char *other = model->limit_count > 0 ? "limits of joints" : NULL;
    for (size_t f = 0; f < model->force_count && other == NULL; f++) {
        other = ab_rope_is_rigid(&model->forces[f]) ? "ropes that do not stretch" : NULL;
    }
    for (int i = 0; i < model->interaction_count && other == NULL; i++) {
        other = ab_interaction_is_rigid(&model->interactions[i]) ? "rigid contact" : NULL;
    }
    return other == NULL
               ? AB_OK
               : ab_error_add(error, AB_BAD_MODEL, joint->place,
                              "joint %s at a flexible body and %s in one model are not supported "
                              "yet; use force laws with a stiffness",
                              joint->name, other);
}

abResult ab_check_flexible_joints(const abModel *model, abError *error) {
    abResult result = AB_OK;
    const abJoint *any = NULL;
    for (size_t j = 0; j < model->joint_count; j++) {
        const abJoint *joint = &model->joints[j];
        if (joint->kind == AB_JOINT_COUPLER) {
            continue;
        }
        result = ab_worse(result, check_side(model, joint, joint->body_a, error));
        result = ab_worse(result, check_side(model, joint, joint->body_b, error));
        bool is_at = is_attachment(model, joint->body_a) || is_attachment(model, joint->body_b);
        any = any == NULL && is_at ? joint : any;
    }
    return any != NULL ? ab_worse(result, check_rigid(model, any, error)) : result;
}

// ---- forces ----

static void warn_of_frame(const abModel *model, const abForceElement *force, int body, int marker) {
    bool has_marker = marker > (int)model->body_count; // behind the bodies' own frames
    if (has_marker && is_frame(model, body)) {
        ab_log(&model->log, AB_LOG_WARNING,
               "force %s acts on a marker of the flexible body %s, which goes with the body's "
               "frame: its modes neither move it nor feel the force; give the marker interface: "
               "or node:",
               force->name, model->bodies[body].name);
    }
}

// Whether it may turn what it acts on.
static bool turns(const abForceElement *force) {
    if (force->kind == AB_FORCE_APPLIED) {
        const abAppliedKeys *keys = (const abAppliedKeys *)&force->params;
        return keys->tx != NULL || keys->ty != NULL || keys->tz != NULL;
    }
    return !ab_force_type(force->kind)->is_along_line;
}

static abResult check_force(const abModel *model, const abForceElement *force, int body,
                            abError *error) {
    bool is_tied = ab_rope_is_rigid(force) && (is_frame(model, body) || is_attachment(model, body));
    if (is_tied) {
        return ab_error_add(error, AB_BAD_MODEL, force->place,
                            "rope %s does not stretch and ties the flexible body %s, which is not "
                            "supported yet; give it a stiffness",
                            force->name, model->bodies[body].name);
    }
    if (has_no_turn(model, body) && turns(force)) {
        return ab_error_add(error, AB_BAD_MODEL, force->place,
                            "force %s may turn %s, but the file tells no rotation there; take an "
                            "interface, or a force along a line as spring or rope",
                            force->name, model->bodies[body].name);
    }
    return AB_OK;
}

abResult ab_check_flexible_forces(const abModel *model, abError *error) {
    abResult result = AB_OK;
    for (size_t f = 0; f < model->force_count; f++) {
        const abForceElement *force = &model->forces[f];
        result = ab_worse(result, check_force(model, force, force->body_a, error));
        result = ab_worse(result, check_force(model, force, force->body_b, error));
        warn_of_frame(model, force, force->body_a, force->marker_a);
        warn_of_frame(model, force, force->body_b, force->marker_b);
    }
    return result;
}
