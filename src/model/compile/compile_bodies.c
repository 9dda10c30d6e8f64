// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// compile_bodies.c - shapes, mass properties, initial states, prescribed motion.

#include "model/compile/compile_bodies.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "mesh/core/mesh_surface.h"
#include "mesh/read/mesh_source.h"
#include "model/compile/compile_flexible.h"
#include "model/compile/signals.h"
#include "model/core/inertia.h"
#include "model/core/model.h"
#include "model/core/orientation.h"

static const abMaterialDef *find_material(const abModel *model, const char *name) {
    for (size_t i = 0; i < model->material_count; i++) {
        if (strcmp(model->materials[i].name, name) == 0) {
            return &model->materials[i];
        }
    }
    return NULL;
}

// Reports a material that does not exist, with the nearest one that does.
static abResult check_material(const abModel *model, const char *name, abPlace own,
                               const abShapeEntry *entry, abError *error) {
    if (name == NULL || find_material(model, name) != NULL) {
        return AB_OK;
    }
    const char *words[65] = {NULL};
    for (size_t i = 0; i < model->material_count && i < 64; i++) {
        words[i] = model->materials[i].name;
    }
    const char *near = ab_nearest_word(name, words);
    return ab_error_add(error, AB_BAD_MODEL, own.line > 0 ? own : entry->def.place,
                        "there is no material %s%s; materials are defined under materials: or "
                        "taken from include: [abut:materials]",
                        name, ab_hint(near).text);
}

static abSurface surface_of(const abModel *model, const abBodyShape *shape, bool has_radius) {
    const abMaterialDef *material =
        shape->material != NULL ? find_material(model, shape->material) : NULL;
    return (abSurface){
        .youngs_modulus = material != NULL ? material->youngs_modulus : NAN,
        .poissons_ratio = material != NULL ? material->poissons_ratio : NAN,
        .layer_depth = material != NULL ? material->layer_depth : NAN,
        .contact_radius = shape->shape.contact_radius,
        .radius_is_size = shape->shape.surface != NULL && !has_radius,
        .is_flat = shape->shape.is_flat && !has_radius, // a radius that is given acts
        // by its kind: a law that knows spheres only must not change where axes become equal
        .is_sphere = shape->shape.kind == AB_SHAPE_SPHERE,
    };
}

// ---- meshes ----

// What repairs did and what the report found, as news.
static void tell_of_mesh(const abModel *model, const char *shape, const abMeshSource *source,
                         const abMeshSurface *surface) {
    char line[400];
    if (ab_mesh_repair_line(source, line, sizeof line)) {
        ab_log(&model->log, AB_LOG_INFO, "%s: repaired %s: %s", shape, source->file, line);
    }
    if (ab_mesh_report_line(&source->report, line, sizeof line)) {
        ab_log(&model->log, AB_LOG_WARNING, "%s: the mesh %s has %s; see abut info mesh", shape,
               source->file, line);
    }
    const abMeshReport *report = &source->report;
    if (report->unit != NULL) {
        ab_log(&model->log, AB_LOG_WARNING,
               "%s: the mesh %s is %.3g m across; is it in %s? Then write units: %s", shape,
               source->file, report->size, report->unit, report->unit);
    }
    if (surface != NULL && surface->wall < 0.02 * report->size) {
        ab_log(
            &model->log, AB_LOG_WARNING,
            "%s: a wall of the mesh %s is %.3g m thick (face %d): what is deeper in it than half "
            "of that is pushed out on the other side",
            shape, source->file, surface->wall, surface->wall_face);
    }
    if (source->is_convex_part && report->is_solid &&
        source->hull_volume > (1.0 + 1e-6) * report->volume) {
        ab_log(&model->log, AB_LOG_WARNING,
               "%s: the part %s is not convex: its hull has a volume of %.6g m^3, the mesh %.6g "
               "m^3",
               shape, source->file, source->hull_volume, report->volume);
    }
}

// Whether the body takes something of its mass from its shapes.
static bool needs_mass(const abBodyDef *def) {
    bool moves = def->mobility == AB_MOBILITY_FREE || def->mobility == AB_MOBILITY_PLANAR;
    return moves && def->flexible.file == NULL &&
           (isnan(def->mass) || isnan(def->inertia.m[0][0]) || isnan(def->center_of_mass.x));
}

static abResult no_solid(const abMeshSource *source, abPlace place, abError *error) {
    const abMeshReport *report = &source->report;
    abMeshCheck check = report->found[AB_MESH_OPEN_EDGES].count > 0     ? AB_MESH_OPEN_EDGES
                        : report->found[AB_MESH_TURNED_EDGES].count > 0 ? AB_MESH_TURNED_EDGES
                                                                        : AB_MESH_INSIDE_OUT;
    char names[160];
    ab_mesh_finding_names(report, check, names, sizeof names);
    if (source->mesh.triangle_count == 0) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            "%s: the mesh has no faces, so it has no volume for a density; use "
                            "hull, or give the shape has_mass: false",
                            source->file);
    }
    return ab_error_add(error, AB_BAD_MODEL, place,
                        "%s: the mesh has no volume for a density: %zu %s: %s. %s, or give "
                        "thickness for a shell, has_mass: false, or the body's mass, inertia and "
                        "center_of_mass",
                        source->file, report->found[check].count, ab_mesh_check_text(check), names,
                        check == AB_MESH_OPEN_EDGES ? "Close it" : "Write repair: [orient]");
}

// Springs and texts are only drawn; a mass given to one would be lost.
static abResult check_visual(const abShapeType *type, const abShapeDef *def, const char *body,
                             abError *error) {
    if (!type->is_visual || isnan(def->mass)) {
        return AB_OK;
    }
    return ab_error_add(error, AB_BAD_MODEL, def->place,
                        "%s.%s: mass = %g kg, but a %s is only drawn and has no volume; give mass "
                        "and inertia to the body",
                        body, def->name, def->mass, type->table->name);
}

static double density_of(const abModel *model, const abShapeDef *def) {
    const abMaterialDef *solid = def->material != NULL ? find_material(model, def->material) : NULL;
    return solid != NULL ? solid->density : NAN;
}

// Whether a shape counts for the mass of its body.
static bool has_share(const abModel *model, const abShapeDef *def) {
    return def->has_mass && ab_shape_type((abShapeKind)def->kind)->mass != NULL &&
           (!isnan(def->mass) || !isnan(density_of(model, def)));
}

// What it counts, in the user's frame.
static abMassProperties share_of_mass(const abModel *model, const abShapeDef *def,
                                      const abBodyShape *shape) {
    abMassProperties share = shape->moments;
    double factor = !isnan(def->mass) ? (share.mass > 0.0 ? def->mass / share.mass : 0.0)
                                      : density_of(model, def);
    share.mass *= factor;
    share.inertia = ab_mat3_scale(factor, share.inertia);
    return ab_mass_move(share, (abPose){shape->X_CS.R, def->position});
}

// One shape: geometry, pose in the user's frame (moved to C later) and its share of the mass.
static abResult compile_shape(abModel *model, const abShapeEntry *entry, abBodyShape *out,
                              abMassProperties *mass, abError *error) {
    const abShapeDef *def = &entry->def;
    const abShapeType *type = ab_shape_type((abShapeKind)def->kind);
    const char *body_name = model->body_defs[entry->body].name;
    abQuat q;
    abResult materials = check_material(model, def->material, def->material_place, entry, error);
    abResult contact_materials =
        check_material(model, def->contact_material, def->contact_material_place, entry, error);
    abResult oriented = ab_compile_orientation(def->orientation, def->rotation, "shape", def->name,
                                               def->place, &q, error);
    abResult massless = check_visual(type, def, body_name, error);
    abResult compiled = type->compile(def->params.data, def->smoothing, entry->folder,
                                      &model->arena, &out->shape, def->place, error);
    AB_TRY(materials);
    AB_TRY(contact_materials);
    AB_TRY(oriented);
    AB_TRY(massless);
    AB_TRY(compiled);
    char name[256];
    snprintf(name, sizeof name, "%s.%s", body_name, def->name);
    out->name = ab_arena_text(&model->arena, name);
    if (out->name == NULL) {
        return ab_compile_no_memory(error);
    }
    out->body = entry->body;
    out->X_CS = (abPose){ab_quat_to_matrix(q), def->position};
    out->material = def->contact_material != NULL ? def->contact_material : def->material;
    out->group = def->group != NULL ? def->group : model->body_defs[out->body].group;
    out->id = def->id;
    out->collides = def->collides && !type->is_visual && !out->shape.is_ghost;
    if (entry->whole != NULL) {
        snprintf(name, sizeof name, "%s.%s", body_name, entry->whole);
        out->whole = ab_arena_text(&model->arena, name);
        if (out->whole == NULL) {
            return ab_compile_no_memory(error);
        }
    }
    for (const abMeshSource *mesh = out->shape.mesh; mesh != NULL; mesh = mesh->next) {
        tell_of_mesh(model, out->name, mesh, out->shape.surface);
    }
    if (!isnan(def->contact_radius)) {
        out->shape.contact_radius = def->contact_radius;
    }
    model->surfaces[out - model->shapes] = surface_of(model, out, !isnan(def->contact_radius));

    *mass = (abMassProperties){0};
    out->moments.mass = NAN;
    if (has_share(model, def)) {
        out->moments = type->mass(def->params.data, &out->shape);
        if (isnan(out->moments.mass)) {
            return needs_mass(&model->body_defs[entry->body])
                       ? no_solid(out->shape.mesh, def->place, error)
                       : AB_OK;
        }
        *mass = share_of_mass(model, def, out);
    }
    return AB_OK;
}

static abResult check_inertia(const abBody *body, abError *error) {
    char fault[200];
    return ab_inertia_fault(body->inertia, fault, sizeof fault)
               ? ab_error_add(error, AB_BAD_MODEL, body->place, "inertia of body %s %s", body->name,
                              fault)
               : AB_OK;
}

// A body whose mass is to come from the density of shapes that have no volume: radius: 0.
static abResult check_volume(const abModel *model, const abBodyDef *def, const abBody *body,
                             abMassProperties shapes, abError *error) {
    int first = body->first_shape, end = first + body->shape_count;
    if (!needs_mass(def) || !isnan(def->mass) || shapes.mass > 0.0) {
        return AB_OK;
    }
    for (int s = first; s < end; s++) {
        const abShapeDef *shape = &model->shape_defs[s].def;
        if (model->shapes[s].moments.mass == 0.0 && isnan(shape->mass)) {
            return ab_error_add(error, AB_BAD_MODEL, shape->place,
                                "%s has no volume, so its density gives body %s no mass: its size "
                                "is 0",
                                model->shapes[s].name, def->name);
        }
    }
    return AB_OK;
}

static abResult compile_mass(const abBodyDef *def, abMassProperties shapes, abBody *body,
                             abError *error) {
    bool has_mass = !isnan(def->mass), has_inertia = !isnan(def->inertia.m[0][0]);
    bool moves = body->mobility == AB_MOBILITY_FREE || body->mobility == AB_MOBILITY_PLANAR;
    body->p_BC = !isnan(def->center_of_mass.x) ? def->center_of_mass : shapes.center;
    body->mass = has_mass ? def->mass : shapes.mass;
    if (!moves) {
        body->inertia = body->inverse_inertia = ab_mat3_diagonal(0.0, 0.0, 0.0);
        return AB_OK;
    }
    if (!(body->mass > 0.0)) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "body %s has no mass: give mass and inertia, or shapes with a material "
                            "that has a density",
                            def->name);
    }
    if (has_inertia) {
        body->inertia = def->inertia;
    } else if (shapes.mass > 0.0) {
        body->inertia = ab_mat3_scale(body->mass / shapes.mass, shapes.inertia);
    } else {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "body %s has a mass but no inertia: give inertia [xx, yy, zz] about "
                            "its centre of mass, or shapes with a density",
                            def->name);
    }
    AB_TRY(check_inertia(body, error));
    body->inverse_mass = 1.0 / body->mass;
    if (!ab_mat3_inverse(body->inertia, &body->inverse_inertia)) {
        return ab_error_add(error, AB_BAD_MODEL, def->place, "inertia of body %s is singular",
                            def->name);
    }
    const abMat3 *I = &body->inertia;
    body->is_round = I->m[0][0] == I->m[1][1] && I->m[1][1] == I->m[2][2] && I->m[0][1] == 0.0 &&
                     I->m[0][2] == 0.0 && I->m[1][2] == 0.0;
    return AB_OK;
}

// A speed that nothing would use: a body that is fixed has none, one that is prescribed that of its motion.
static abResult check_speed_is_used(const abBodyDef *def, const abBody *body, bool has_motion,
                                    abError *error) {
    static const char *const axes[2][3] = {{"x", "y", "z"}, {"rx", "ry", "rz"}};
    bool is_prescribed = body->mobility == AB_MOBILITY_PRESCRIBED && !has_motion;
    const double speeds[2][3] = {
        {def->velocity.x, def->velocity.y, def->velocity.z},
        {def->angular_velocity.x, def->angular_velocity.y, def->angular_velocity.z}};
    const double start[3] = {def->position.x, def->position.y, def->position.z};
    for (int i = 0; i < 6 && (is_prescribed || body->mobility == AB_MOBILITY_FIXED); i++) {
        double speed = speeds[i / 3][i % 3];
        const char *key = i < 3 ? "velocity" : "angular_velocity";
        if (speed != 0.0 && is_prescribed) {
            return ab_error_add(error, AB_BAD_MODEL, def->place,
                                "body %s is prescribed, but has no motion: it would stand still in "
                                "spite of its %s; write motion: {%s: %.6g %c %.6g * t}",
                                def->name, key, axes[i / 3][i % 3], i < 3 ? start[i] : 0.0,
                                speed < 0.0 ? '-' : '+', fabs(speed));
        }
        if (speed != 0.0) {
            return ab_error_add(error, AB_BAD_MODEL, def->place,
                                "body %s is fixed and has a %s; leave it out, or make its mobility "
                                "free, or prescribed with a motion",
                                def->name, key);
        }
    }
    return AB_OK;
}

static abResult compile_motion(abModel *model, const abBodyDef *def, abBody *body, abError *error) {
    abResult result = AB_OK;
    bool has_motion = false;
    for (int i = 0; i < 3; i++) {
        has_motion =
            has_motion || def->motion_position[i] != NULL || def->motion_rotation[i] != NULL;
    }
    if (has_motion && body->mobility != AB_MOBILITY_PRESCRIBED) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "body %s has a motion, so its mobility must be prescribed", def->name);
    }
    AB_TRY(check_speed_is_used(def, body, has_motion, error));
    for (int i = 0; i < 3; i++) {
        const char *text[2] = {def->motion_position[i], def->motion_rotation[i]};
        abExpression **target[2] = {&body->position[i], &body->rotation[i]};
        for (int k = 0; k < 2; k++) {
            if (text[k] != NULL) {
                result = ab_worse(result,
                                  ab_compile_drive(model, text[k], def->place, target[k], error));
            }
        }
    }
    return result;
}

static abResult compile_planar(const abBodyDef *def, abBody *body, abError *error) {
    bool off_plane = fabs(body->q_WB.x) > 1e-12 || fabs(body->q_WB.y) > 1e-12 ||
                     body->v_WC.z != 0.0 || body->w_WB.x != 0.0 || body->w_WB.y != 0.0;
    if (off_plane) {
        return ab_error_add(error, AB_BAD_MODEL, def->place,
                            "body %s is planar but starts turned or moving out of the x-y plane",
                            def->name);
    }
    return AB_OK;
}

static int state_count(abMobility mobility) {
    static const int counts[] = {[AB_MOBILITY_FREE] = AB_STATES_FREE,
                                 [AB_MOBILITY_PLANAR] = AB_STATES_PLANAR,
                                 [AB_MOBILITY_FIXED] = 0,
                                 [AB_MOBILITY_PRESCRIBED] = 0};
    return counts[mobility];
}

static abResult compile_body(abModel *model, int index, abError *error) {
    const abBodyDef *def = &model->body_defs[index];
    abBody *body = &model->bodies[index];
    body->name = def->name;
    body->place = def->place;
    body->mobility = (abMobility)def->mobility;
    abResult result = AB_OK;
    abMassProperties mass = {0};
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        abMassProperties part = {0};
        if (compile_shape(model, &model->shape_defs[s], &model->shapes[s], &part, error) != AB_OK) {
            result = AB_BAD_MODEL;
            continue;
        }
        mass = ab_mass_add(mass, part);
        bool unbounded = !isfinite(model->shapes[s].shape.bound);
        if (unbounded &&
            (body->mobility == AB_MOBILITY_FREE || body->mobility == AB_MOBILITY_PLANAR)) {
            result = ab_error_add(error, AB_BAD_MODEL, model->shape_defs[s].def.place,
                                  "body %s moves freely but carries a plane; a plane needs "
                                  "mobility: fixed or prescribed",
                                  def->name);
        }
    }
    abResult oriented = ab_compile_orientation(def->orientation, def->rotation, "body", def->name,
                                               def->place, &body->q_WB, error);
    abResult moved = compile_motion(model, def, body, error);
    AB_TRY(result);
    AB_TRY(oriented);
    AB_TRY(moved);
    abBodyDef weighed = *def;
    if (def->flexible.file != NULL) {
        AB_TRY(ab_compile_flexible(model, &weighed, body, error));
    } else {
        AB_TRY(ab_check_rigid_shapes(model, def, body, error));
    }
    AB_TRY(check_volume(model, &weighed, body, mass, error));
    AB_TRY(compile_mass(&weighed, mass, body, error));

    // from the user's frame to the centre of mass
    abVec3 p_BC_W = ab_mul(ab_quat_to_matrix(body->q_WB), body->p_BC);
    body->p_WC = ab_add(def->position, p_BC_W);
    body->w_WB = def->angular_velocity;
    body->v_WC = ab_add(def->velocity, ab_cross(def->angular_velocity, p_BC_W));
    if (body->mobility == AB_MOBILITY_FIXED || body->mobility == AB_MOBILITY_PRESCRIBED) {
        body->v_WC = body->w_WB = ab_vec3(0.0, 0.0, 0.0);
    }
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        abBodyShape *shape = &model->shapes[s];
        shape->X_CS.p = ab_sub(shape->X_CS.p, body->p_BC);
        if (ab_shape_type(shape->shape.kind)->is_visual) {
            continue; // a picture sets no scale
        }
        abVec3 center_C = ab_pose_point(shape->X_CS, shape->shape.center);
        double bound = ab_norm(center_C) + shape->shape.bound;
        body->bound = fmax(body->bound, bound);
        if (isfinite(bound)) { // a plane has no size; what else its body carries has
            model->size = fmax(model->size, ab_norm(body->p_WC) + bound);
        }
    }
    if (body->flexible != NULL) { // its nodes are its size, with or without shapes
        body->bound = fmax(body->bound, ab_modal_body_bound(body->flexible));
        model->size = fmax(model->size, ab_norm(body->p_WC) + body->bound);
    }
    return body->mobility == AB_MOBILITY_PLANAR ? compile_planar(def, body, error) : AB_OK;
}

// The definition of part k of n.
static abResult choose_part(abModel *model, abShapeEntry *entry, int k, abError *error) {
    char name[120];
    entry->whole = entry->def.name;
    ab_shape_type((abShapeKind)entry->def.kind)->choose_part(entry->def.params.data, k);
    snprintf(name, sizeof name, "%.100s_%d", entry->whole, k + 1);
    entry->def.name = ab_arena_text(&model->arena, name);
    return entry->def.name != NULL ? AB_OK : ab_compile_no_memory(error);
}

// A definition that stands for several shapes becomes several definitions, mesh_1, mesh_2, ...
static abResult expand_parts(abModel *model, abError *error) {
    size_t total = 0, count = model->shape_count;
    int *parts = AB_ARENA_NEW(&model->arena, int, count + 1);
    if (parts == NULL) {
        return ab_compile_no_memory(error);
    }
    for (size_t s = 0; s < count; s++) {
        const abShapeDef *def = &model->shape_defs[s].def;
        const abShapeType *type = ab_shape_type((abShapeKind)def->kind);
        parts[s] = type->part_count != NULL ? type->part_count(def->params.data) : 1;
        total += (size_t)parts[s];
    }
    if (!AB_ARRAYS_RESERVE(model->arena.allocator, &model->arrays, model->shape_defs, total)) {
        return ab_compile_no_memory(error);
    }
    model->shape_count = total;
    for (size_t s = count; s-- > 0;) { // from the back, so that nothing is overwritten
        abShapeEntry entry = model->shape_defs[s];
        for (int k = parts[s]; k-- > 0;) {
            abShapeEntry *part = &model->shape_defs[--total];
            *part = entry;
            if (parts[s] > 1) {
                AB_TRY(choose_part(model, part, k, error));
            }
        }
    }
    return AB_OK;
}

// Shapes sorted by body, in the order they were added.
static abResult sort_shapes(abModel *model, abError *error) {
    abShapeEntry *sorted = AB_ARENA_NEW(&model->arena, abShapeEntry, model->shape_count);
    if (sorted == NULL) {
        return ab_compile_no_memory(error);
    }
    int next = 0;
    for (size_t s = 0; s < model->shape_count; s++) {
        model->bodies[model->shape_defs[s].body].shape_count++;
    }
    for (size_t b = 0; b < model->body_count; b++) {
        model->bodies[b].first_shape = next;
        next += model->bodies[b].shape_count;
        model->bodies[b].shape_count = 0;
    }
    for (size_t s = 0; s < model->shape_count; s++) {
        abBody *body = &model->bodies[model->shape_defs[s].body];
        sorted[body->first_shape + body->shape_count++] = model->shape_defs[s];
    }
    if (model->shape_count > 0) {
        memcpy(model->shape_defs, sorted, model->shape_count * sizeof *sorted);
    }
    return AB_OK;
}

abResult ab_compile_bodies(abModel *model, abError *error) {
    AB_TRY(expand_parts(model, error));
    // with room for attachments, each of which has a marker
    model->bodies = AB_ARENA_NEW(&model->arena, abBody, model->body_count + model->marker_count);
    model->shapes = AB_ARENA_NEW(&model->arena, abBodyShape, model->shape_count);
    model->surfaces = AB_ARENA_NEW(&model->arena, abSurface, model->shape_count);
    if (model->bodies == NULL || model->shapes == NULL || model->surfaces == NULL) {
        return ab_compile_no_memory(error);
    }
    AB_TRY(sort_shapes(model, error));
    abResult result = AB_OK;
    if (model->body_count == 0) {
        result = ab_error_add(error, AB_BAD_MODEL, model->simulation.place,
                              "the model has no bodies; they are listed under bodies:");
    }
    for (size_t b = 0; b < model->body_count; b++) {
        result = ab_worse(result, compile_body(model, (int)b, error));
    }
    for (size_t b = 0; b < model->body_count; b++) {
        int count = state_count(model->bodies[b].mobility);
        model->bodies[b].state = count > 0 ? model->state_count : -1;
        model->bodies[b].modal_state = model->state_count + count;
        model->state_count += count + ab_modal_states(model->bodies[b].flexible);
    }
    model->state_count += (int)model->user_state_count + AB_BOOK_STATES;
    return result;
}

// ---- other values ----

void ab_follow_surfaces(abModel *model) {
    for (size_t s = 0; s < model->shape_count; s++) {
        bool has_radius = !isnan(model->shape_defs[s].def.contact_radius);
        model->surfaces[s] = surface_of(model, &model->shapes[s], has_radius);
    }
}

// What its shapes weigh together now. False where that was not asked for when it was compiled.
static bool weigh(const abModel *model, const abBodyDef *def_of_body, const abBody *body,
                  abMassProperties *out) {
    bool is_known = true, is_needed = needs_mass(def_of_body);
    *out = (abMassProperties){0};
    for (int s = body->first_shape; s < body->first_shape + body->shape_count; s++) {
        const abBodyShape *shape = &model->shapes[s];
        const abShapeDef *def = &model->shape_defs[s].def;
        bool counts = has_share(model, def), has_moments = !isnan(shape->moments.mass);
        is_known = is_known && (has_moments || !counts || !is_needed);
        counts = counts && has_moments;
        *out = ab_mass_add(*out, counts ? share_of_mass(model, def, shape) : (abMassProperties){0});
    }
    return is_known;
}

abResult ab_follow_masses(abModel *model, bool *is_enough, abError *error) {
    *is_enough = true;
    for (size_t b = 0; b < model->body_count && *is_enough; b++) {
        abBody *body = &model->bodies[b];
        if (model->body_defs[b].flexible.file != NULL) {
            continue; // weighed by its file
        }
        const abVec3 center = body->p_BC;
        abMassProperties mass;
        *is_enough = weigh(model, &model->body_defs[b], body, &mass);
        if (*is_enough) {
            AB_TRY(compile_mass(&model->body_defs[b], mass, body, error));
            *is_enough = ab_norm2(ab_sub(center, body->p_BC)) == 0.0;
        }
    }
    return AB_OK;
}
