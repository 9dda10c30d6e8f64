// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// reduce.c - from a mesh of tetrahedra to a reduced body.

#include "modes/reduce.h"

#include "base/config.h"

const char *const ab_mode_kinds[] = {"free", "clamped", "static"};

#if !ABUT_HAVE_MODES

abResult ab_reduce_is_built(abError *error) {
    return ab_error_add(error, AB_USAGE, (abPlace){0},
                        "this build cannot reduce meshes to modes: it was made without CHOLMOD, "
                        "ARPACK and LAPACK (Debian: libsuitesparse-dev libarpack2-dev "
                        "liblapack-dev)");
}

abResult ab_reduce(abVolumeMesh *mesh, const abReduceDef *def, abArena *arena, abReducedBody *body,
                   abReduceReport *report, abError *error) {
    (void)mesh, (void)def, (void)arena, (void)body, (void)report;
    return ab_reduce_is_built(error);
}

#else

#include <math.h>
#include <string.h>

#include "base/no_memory.h"
#include "math/core/elementary.h"
#include "math/core/vector_math.h"
#include "modes/contact_modes.h"
#include "modes/modal_integrals.h"
#include "modes/statics.h"

#include "modes/tolerances.def"

enum { MOTIONS = 6 };

typedef struct Reduction {
    abVolumeMesh *mesh;
    const abReduceDef *def;
    abArena *arena;
    abError *error;
    abReduceReport *report;
    abVolumeSurface surface;
    abInterface *interfaces;
    abSolid solid;
    abStatics statics;
    double *rigid; // six motions, M-orthonormal
    bool is_fixed; // some interface is: rigid motions stay out anyway
    abEigenModes eigen;
    abModeBasis basis;
    double *load, *stiffness; // of the constraint modes: their K, by rows
    abContactPatch *patches;
    abContactModes contact;
    abContactNote *notes; // per patch
} Reduction;

abResult ab_reduce_is_built(abError *error) {
    (void)error;
    return AB_OK;
}

static abResult no_memory(const Reduction *r) {
    return ab_no_memory(r->error, (abPlace){0}, "while reducing a mesh");
}

static double frequency_of(double lambda) {
    return sqrt(fmax(lambda, 0.0)) / (2.0 * AB_PI);
}

// ---- what is held, what moves ----

static abResult prepare_patches(Reduction *r) {
    size_t count = (size_t)r->def->contact_count;
    r->patches = AB_ARENA_NEW(r->arena, abContactPatch, count + 1);
    r->notes = AB_ARENA_NEW(r->arena, abContactNote, count + 1);
    if (r->patches == NULL || r->notes == NULL) {
        return no_memory(r);
    }
    abResult result = AB_OK;
    for (size_t i = 0; i < count; i++) {
        abContactPatch *patch = &r->patches[i];
        abResult one = ab_contact_patch_create(r->mesh, &r->surface, &r->def->contacts[i], r->arena,
                                               patch, r->error);
        result = one != AB_OK ? one : result; // all are told
        r->report->contact_count += patch->mode_count;
        if (one == AB_OK) {
            r->notes[i] = (abContactNote){.name = patch->set->name,
                                          .node_count = patch->set->node_count,
                                          .mode_count = patch->mode_count,
                                          .area = patch->area};
        }
    }
    return result;
}

static abResult prepare(Reduction *r) {
    size_t n = r->mesh->node_count;
    int count = r->def->interface_count;
    AB_TRY(ab_volume_surface(r->mesh, r->arena, &r->surface));
    r->interfaces = AB_ARENA_NEW(r->arena, abInterface, (size_t)count + 1);
    r->rigid = AB_ARENA_NEW(r->arena, double, MOTIONS * 3 * n);
    r->load = AB_ARENA_NEW(r->arena, double, 6 * n);
    if (r->interfaces == NULL || r->rigid == NULL || r->load == NULL) {
        return no_memory(r);
    }
    AB_TRY(ab_interfaces_create(r->mesh, &r->surface, r->def->interfaces, count, r->arena,
                                r->interfaces, r->error));
    AB_TRY(prepare_patches(r));
    AB_TRY(ab_solid_create(r->mesh, &r->solid, r->error));
    for (int i = 0; i < count && !r->def->is_free; i++) {
        bool is_fixed = r->interfaces[i].kind == AB_INTERFACE_FIXED;
        r->is_fixed = r->is_fixed || is_fixed;
        r->report->constraint_count += is_fixed ? 0 : MOTIONS;
    }
    ab_solid_rigid(&r->solid, r->mesh->nodes[0].point, r->rigid);
    if (!ab_make_orthonormal(&r->solid, r->rigid, MOTIONS, r->load)) {
        return ab_error_add(r->error, AB_NUMERICS, (abPlace){0},
                            "the body has no mass or no extent in some direction");
    }
    AB_TRY(ab_statics_create(&r->solid, r->interfaces, count, r->def->is_free, r->arena,
                             &r->statics, r->error));
    r->report->factor_bytes = ab_sparse_factor_bytes(r->statics.factor);
    return AB_OK;
}

// ---- eigenmodes ----

static bool solve_statics(void *context, const double *b, double *x) {
    return ab_statics_solve(context, b, NULL, x);
}

static abResult tell_none_below(const Reduction *r) {
    double first = r->eigen.has_next ? frequency_of(r->eigen.values[0]) : (double)NAN;
    return ab_error_add(r->error, AB_BAD_MODEL, (abPlace){0},
                        "no eigenmode below %g Hz; the first is at %g Hz: raise --frequency-below "
                        "or name a number with --modes",
                        r->def->wish.frequency, first);
}

static abResult find_eigenmodes(Reduction *r) {
    bool is_loose = r->statics.has_shift; // rigid motions are solutions too
    abEigenProblem problem = {.solid = &r->solid,
                              .solve = solve_statics,
                              .context = &r->statics,
                              .sigma = r->statics.sigma,
                              .size = ab_statics_size(&r->statics),
                              .known = is_loose ? r->rigid : NULL,
                              .known_count = is_loose ? MOTIONS : 0};
    abEigenWish wish = r->def->wish;
    r->report->first_left_out = (double)NAN;
    if (wish.count == 0 && !(isfinite(wish.frequency) && wish.frequency > 0.0)) {
        return AB_OK; // none wanted
    }
    AB_TRY(ab_eigen_modes(&problem, &wish, &r->eigen, r->error));
    r->report->eigen_count = r->eigen.count;
    if (r->eigen.has_next) {
        r->report->first_left_out = frequency_of(r->eigen.values[r->eigen.count]);
    }
    bool has_others = r->report->constraint_count + r->report->contact_count > 0;
    return r->eigen.count == 0 && !has_others ? tell_none_below(r) : AB_OK;
}

// ---- the basis ----

// The static shape when motion k of an interface is 1 and all others are 0.
static abResult add_constraint_mode(Reduction *r, const abInterface *interface, int motion,
                                    int first_row) {
    double *u = ab_mode_basis_add(&r->basis);
    size_t n = r->basis.rows;
    if (interface->kind == AB_INTERFACE_MEAN) {
        double *g = r->load;
        memset(g, 0, (size_t)r->statics.row_count * sizeof *g);
        g[first_row + motion] = 1.0;
        return ab_statics_solve(&r->statics, NULL, g, u) ? AB_OK : no_memory(r);
    }
    double *moved = r->load, *force = r->load + n;
    memset(moved, 0, n * sizeof *moved);
    ab_interface_move(r->mesh, interface, motion, moved);
    ab_solid_stiffness(&r->solid, moved, force);
    if (!ab_statics_solve(&r->statics, force, NULL, u)) {
        return no_memory(r);
    }
    for (size_t i = 0; i < n; i++) {
        u[i] = moved[i] - u[i];
    }
    return AB_OK;
}

static abResult add_constraint_modes(Reduction *r) {
    int first_row = 0;
    for (int i = 0; i < r->def->interface_count; i++) {
        const abInterface *interface = &r->interfaces[i];
        for (int k = 0; k < MOTIONS && interface->kind != AB_INTERFACE_FIXED; k++) {
            AB_TRY(add_constraint_mode(r, interface, k, first_row));
        }
        first_row += interface->kind == AB_INTERFACE_MEAN ? MOTIONS : 0;
    }
    return AB_OK;
}

static abResult keep_stiffness(Reduction *r) {
    size_t count = (size_t)r->report->constraint_count, all = (size_t)r->basis.count;
    r->stiffness = AB_ARENA_NEW(r->arena, double, count *count + 1);
    if (r->stiffness == NULL) {
        return no_memory(r);
    }
    ab_mode_basis_matrices(&r->basis);
    for (size_t i = 0; i < count; i++) {
        memcpy(r->stiffness + i * count, r->basis.K + i * all, count * sizeof *r->stiffness);
    }
    return AB_OK;
}

static abResult add_contact_modes(Reduction *r) {
    AB_TRY(ab_contact_modes_create(&r->solid, &r->statics, r->is_fixed ? NULL : r->rigid, r->arena,
                                   &r->contact, r->error));
    for (int i = 0; i < r->def->contact_count; i++) {
        double compliance;
        AB_TRY(ab_contact_compliance(&r->contact, &r->patches[i], &r->basis,
                                     r->report->constraint_count, r->stiffness, &compliance));
        AB_TRY(ab_contact_modes_add(&r->contact, &r->patches[i], &r->eigen, &r->basis));
        r->notes[i].stiffness = 1.0 / compliance;
    }
    return AB_OK;
}

static void note_patches(Reduction *r) {
    for (int i = 0; i < r->def->contact_count; i++) {
        r->notes[i].modal_stiffness =
            1.0 / ab_contact_compliance_of_modes(&r->contact, &r->patches[i], &r->basis);
    }
    r->report->patches = r->notes;
    r->report->patch_count = r->def->contact_count;
}

static abResult fill_basis(Reduction *r) {
    int constraints = r->report->constraint_count;
    int all = constraints + r->eigen.count + r->report->contact_count;
    AB_TRY(ab_mode_basis_create(&r->solid, all, &r->basis, r->error));
    if (constraints > 0) {
        AB_TRY(add_constraint_modes(r));
    }
    for (int k = 0; k < r->eigen.count; k++) {
        memcpy(ab_mode_basis_add(&r->basis), r->eigen.vectors + (size_t)k * r->basis.rows,
               r->basis.rows * sizeof(double));
    }
    AB_TRY(constraints > 0 ? keep_stiffness(r) : AB_OK);
    return r->def->contact_count > 0 ? add_contact_modes(r) : AB_OK;
}

// Nothing but the six rigid motions may cost no energy.
static abResult check_hinges(const Reduction *r) {
    int soft = 0;
    double scale = r->statics.sigma != 0.0 ? r->statics.sigma : ab_statics_shift(&r->solid);
    double limit = -s_rigid * scale / (s_shift * s_shift);
    while (soft < r->basis.count && r->basis.lambda[soft] < limit) {
        soft++;
    }
    int rigid = r->is_fixed ? 0 : MOTIONS;
    return soft == 0 ? AB_OK
                     : ab_error_add(r->error, AB_BAD_MODEL, (abPlace){0},
                                    "the body has %d motions without stiffness; %d are allowed: "
                                    "parts of it hang together by one node or one edge only",
                                    rigid + soft, rigid);
}

static abResult solve_basis(Reduction *r) {
    int before = r->basis.count;
    bool has_rigid = r->report->constraint_count > 0 && !r->is_fixed;
    if (!r->is_fixed) {
        ab_mode_basis_leave_out(&r->basis, r->rigid, MOTIONS);
    }
    AB_TRY(ab_mode_basis_solve(&r->basis, r->error));
    r->report->rigid_count = has_rigid ? MOTIONS : 0;
    r->report->dependent_count = before - r->basis.count - r->report->rigid_count;
    if (r->report->dependent_count < 0) {
        return ab_error_add(r->error, AB_NUMERICS, (abPlace){0},
                            "%d rigid motions were found, 6 are wanted; the interfaces are too "
                            "near to each other for the size of the body",
                            before - r->basis.count);
    }
    return check_hinges(r);
}

// ---- the body ----

static void mark_kept(const Reduction *r, unsigned char *marks) {
    for (size_t f = 0; f < r->surface.face_count; f++) {
        for (int k = 0; k < r->surface.face_nodes; k++) {
            marks[r->surface.faces[f].nodes[k]] = 1;
        }
    }
    for (int i = 0; i < r->def->interface_count; i++) {
        for (size_t k = 0; k < r->interfaces[i].set->node_count; k++) {
            marks[r->interfaces[i].set->nodes[k]] = 1;
        }
    }
}

static bool keep_nodes(const Reduction *r, abReducedBody *body, int *kept) {
    size_t n = r->mesh->node_count, m = (size_t)r->basis.count;
    unsigned char *marks = AB_ARENA_NEW(r->arena, unsigned char, n);
    body->X = AB_ARENA_NEW(r->arena, abVec3, n);
    body->node_ids = AB_ARENA_NEW(r->arena, int, n);
    if (marks == NULL || body->X == NULL || body->node_ids == NULL) {
        return false;
    }
    mark_kept(r, marks);
    for (size_t i = 0; i < n; i++) {
        kept[i] = marks[i] ? (int)body->node_count++ : -1;
    }
    body->Phi = AB_ARENA_NEW(r->arena, double, 3 * body->node_count * m + 1);
    for (size_t i = 0; i < n && body->Phi != NULL; i++) {
        if (kept[i] >= 0) {
            size_t to = (size_t)kept[i];
            body->X[to] = r->mesh->nodes[i].point;
            body->node_ids[to] = (int)r->mesh->nodes[i].id;
            for (size_t k = 0; k < 3 * m; k++) {
                size_t axis = k / m, mode = k % m;
                body->Phi[3 * to * m + k] = r->basis.columns[mode * r->basis.rows + 3 * i + axis];
            }
        }
    }
    return body->Phi != NULL;
}

static bool keep_faces(const Reduction *r, abReducedBody *body, const int *kept) {
    size_t most = r->surface.face_count * (r->surface.face_nodes == 3 ? 1 : 4);
    body->faces = AB_ARENA_NEW(r->arena, int, 3 * most + 1);
    if (body->faces == NULL) {
        return false;
    }
    for (size_t f = 0; f < r->surface.face_count; f++) {
        int triangles[12], count = ab_face_triangles(&r->surface, f, triangles);
        for (int k = 0; k < 3 * count; k++) {
            body->faces[3 * body->face_count + (size_t)k] = kept[triangles[k]];
        }
        body->face_count += (size_t)count;
    }
    return true;
}

static bool keep_interface(const Reduction *r, const abInterface *from, const int *kept,
                           abReducedInterface *to) {
    size_t m = (size_t)r->basis.count, count = from->set->node_count;
    double *motion = AB_ARENA_NEW(r->arena, double, 6 * m + 1);
    int *nodes = AB_ARENA_NEW(r->arena, int, count);
    if (motion == NULL || nodes == NULL) {
        return false;
    }
    for (size_t k = 0; k < m; k++) {
        double six[MOTIONS];
        ab_interface_motion(from, ab_mode_basis_column(&r->basis, (int)k), six);
        for (size_t i = 0; i < MOTIONS; i++) {
            motion[i * m + k] = six[i];
        }
    }
    for (size_t i = 0; i < count; i++) {
        nodes[i] = kept[from->set->nodes[i]];
    }
    *to = (abReducedInterface){from->set->name, from->point, motion, motion + 3 * m, nodes, count};
    return true;
}

static abResult make_body(Reduction *r, abReducedBody *body) {
    size_t m = (size_t)r->basis.count, count = (size_t)r->def->interface_count;
    int *kept = AB_ARENA_NEW(r->arena, int, r->mesh->node_count);
    body->mode_count = (int)m;
    body->interfaces = AB_ARENA_NEW(r->arena, abReducedInterface, count + 1);
    body->interface_count = count;
    body->K = AB_ARENA_NEW(r->arena, double, m *m + 1);
    body->q = AB_ARENA_NEW(r->arena, double, m + 1);
    body->q_rate = AB_ARENA_NEW(r->arena, double, m + 1);
    bool ok = kept != NULL && body->interfaces != NULL && body->K != NULL && body->q != NULL &&
              body->q_rate != NULL && keep_nodes(r, body, kept) && keep_faces(r, body, kept);
    for (size_t i = 0; i < count && ok; i++) {
        ok = keep_interface(r, &r->interfaces[i], kept, &body->interfaces[i]);
    }
    for (size_t k = 0; k < m && ok; k++) {
        body->K[k * m + k] = r->basis.lambda[k];
    }
    r->report->kept_nodes = body->node_count;
    return ok && ab_modal_integrals(&r->basis, r->arena, &body->mass) ? AB_OK : no_memory(r);
}

// ---- the report ----

// Static error of a motion of an interface: the load K_bb e_j moves it, in modes, by F K_bb e_j with
// F = E diag(1/lambda) E^T, E the motions of interfaces by modes; its energy is e_j^T K_bb F K_bb e_j.
static double static_error(const Reduction *r, const abReducedBody *body, int column,
                           const double *motions) {
    size_t n = (size_t)r->report->constraint_count, m = (size_t)body->mode_count;
    double energy = 0.0, exact = r->stiffness[(size_t)column * n + (size_t)column];
    for (size_t k = 0; k < m; k++) {
        double part = 0.0;
        for (size_t j = 0; j < n; j++) {
            part += motions[j * m + k] * r->stiffness[(size_t)column * n + j];
        }
        energy += part * part / r->basis.lambda[k];
    }
    return fabs(energy - exact) / exact;
}

static void note_errors(const Reduction *r, const abReducedBody *body, const double *motions,
                        abInterfaceNote *notes) {
    double largest = 0.0;
    int n = r->report->constraint_count, column = 0;
    bool has_strain = r->is_fixed || n > MOTIONS; // else all motions of the one interface are rigid
    for (int j = 0; j < n; j++) {
        largest = fmax(largest, r->stiffness[j * n + j]);
    }
    for (int i = 0; i < r->def->interface_count; i++) {
        notes[i].static_error = (double)NAN;
        if (r->interfaces[i].kind == AB_INTERFACE_FIXED || n == 0 || !has_strain) {
            continue;
        }
        for (int k = 0; k < MOTIONS; k++, column++) {
            if (r->stiffness[column * n + column] > s_rigid * largest) {
                double error = static_error(r, body, column, motions);
                notes[i].static_error =
                    fmax(error, isnan(notes[i].static_error) ? 0.0 : notes[i].static_error);
            }
        }
    }
}

static abResult note_interfaces(const Reduction *r, const abReducedBody *body) {
    int count = r->def->interface_count;
    size_t m = (size_t)body->mode_count, row = 0;
    abInterfaceNote *notes = AB_ARENA_NEW(r->arena, abInterfaceNote, (size_t)count + 1);
    double *motions = AB_ARENA_NEW(r->arena, double, (size_t)r->report->constraint_count *m + 1);
    if (notes == NULL || motions == NULL) {
        return no_memory(r);
    }
    for (int i = 0; i < count; i++) {
        const abInterface *from = &r->interfaces[i];
        notes[i] = (abInterfaceNote){from->set->name, from->kind, from->point,
                                     from->set->node_count, (double)NAN};
        if (from->kind != AB_INTERFACE_FIXED && r->report->constraint_count > 0) {
            memcpy(motions + row * m, body->interfaces[i].Phi, MOTIONS * m * sizeof *motions);
            row += MOTIONS;
        }
    }
    note_errors(r, body, motions, notes);
    r->report->interfaces = notes;
    r->report->interface_count = count;
    return AB_OK;
}

// How much of a mode lies in the eigenmodes: sum of (phi_c^T M phi)^2.
static double eigen_share(const Reduction *r, const double *mass_phi) {
    double share = 0.0;
    for (int k = 0; k < r->eigen.count; k++) {
        const double *v = r->eigen.vectors + (size_t)k * r->basis.rows;
        double part = 0.0;
        for (size_t i = 0; i < r->basis.rows; i++) {
            part += v[i] * mass_phi[i];
        }
        share += part * part;
    }
    return share;
}

static abResult note_modes(Reduction *r) {
    size_t m = (size_t)r->basis.count;
    abModeNote *notes = AB_ARENA_NEW(r->arena, abModeNote, m + 1);
    if (notes == NULL) {
        return no_memory(r);
    }
    for (size_t k = 0; k < m; k++) {
        const double *mass_phi = r->basis.image + k * r->basis.rows; // of ab_modal_integrals
        double sum[3] = {0};
        for (size_t i = 0; i < r->basis.rows; i++) {
            sum[i % 3] += mass_phi[i];
        }
        bool has_static = r->report->constraint_count + r->report->contact_count > 0;
        bool is_eigen = !has_static || eigen_share(r, mass_phi) > 0.5;
        abModeKind eigen = r->report->is_free ? AB_MODE_FREE : AB_MODE_CLAMPED;
        notes[k] = (abModeNote){frequency_of(r->basis.lambda[k]),
                                is_eigen ? eigen : AB_MODE_STATIC,
                                {sum[0] * sum[0], sum[1] * sum[1], sum[2] * sum[2]}};
    }
    r->report->modes = notes;
    r->report->mode_count = (int)m;
    return AB_OK;
}

// ---- all of it ----

static abResult reduce(Reduction *r, abReducedBody *body) {
    AB_TRY(prepare(r));
    r->report->is_free = r->statics.has_shift;
    AB_TRY(find_eigenmodes(r));
    AB_TRY(fill_basis(r));
    AB_TRY(solve_basis(r));
    note_patches(r);
    AB_TRY(make_body(r, body));
    AB_TRY(note_interfaces(r, body));
    return note_modes(r);
}

abResult ab_reduce(abVolumeMesh *mesh, const abReduceDef *def, abArena *arena, abReducedBody *body,
                   abReduceReport *report, abError *error) {
    Reduction r = {.mesh = mesh, .def = def, .arena = arena, .error = error, .report = report};
    *report = (abReduceReport){.node_count = mesh->node_count,
                               .element_count = mesh->element_count,
                               .element_nodes = mesh->element_nodes};
    *body = (abReducedBody){.file = mesh->file_count > 0 ? mesh->files[0] : "the mesh"};
    mesh->error = error;
    abResult result = reduce(&r, body);
    ab_contact_modes_done(&r.contact);
    ab_statics_done(&r.statics);
    ab_mode_basis_done(&r.basis);
    ab_eigen_modes_done(&r.eigen, mesh->allocator);
    ab_solid_done(&r.solid);
    return result;
}

#endif
