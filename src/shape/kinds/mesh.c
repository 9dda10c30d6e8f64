// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// mesh.c - a body in the form of a mesh: its mass is that of the mesh, it touches as it is or by
// convex shapes.
//
// `collide: hull` touches by the hull of all points, `parts` by the hulls of files that are given
// with the mesh, `surface` as it is, hollows included, `none` not at all. A definition with parts
// is compiled once per part; the first one carries the mesh and its mass. The compiled shapes are
// hulls; a surface is a mesh, with its hull for bounds and planes.
//
// Mass    of the solid inside the surface, or with a thickness of the surface as a thin shell;
//         exact for the polyhedron (mesh/core/mesh_moments.c).
// Limits  hulls fill hollows. A surface must be closed, turned outside out and without triangles
//         that have no area.

#include <stdio.h>

#include "base/no_memory.h"
#include "math/core/vector_math.h"
#include "mesh/check/mesh_report.h"
#include "mesh/core/mesh_moments.h"
#include "mesh/core/mesh_surface.h"
#include "mesh/read/mesh_source.h"
#include "shape/kinds/hull.h"
#include "shape/kinds/hull_cells.h"

typedef struct Mesh {
    const char *file;
    abVec3 scale;
    int units;
    unsigned repair;
    int collide;
    const char *const *parts; // NULL-terminated
    double thickness;         // [m]; NAN: solid
    const abPointList *points, *faces;
    int part; // which one is compiled; no key
} Mesh;

static const char *const s_collide[] = {"hull", "parts", "none", "surface", NULL};
enum { COLLIDE_HULL, COLLIDE_PARTS, COLLIDE_NONE, COLLIDE_SURFACE };

#define LIST(field_, text_)                                                                        \
    {                                                                                              \
        .name = #field_, .kind = AB_KEY_POINTS, .unit = "-", .low = -AB_LENGTH_MAX,                \
        .high = AB_LENGTH_MAX, .offset = offsetof(Mesh, field_), .text = text_                     \
    }
static const abKey s_keys[] = {
    AB_TEXT(Mesh, file, "OBJ, STL, PLY, glTF, GLB or Nastran file, relative to the model's folder"),
    AB_ANY(AB_KEY_SCALE, Mesh, scale, "-", 1.0, -1e12, 1e12,
           "factor for the file's numbers, one for all axes or three"),
    AB_WORD(Mesh, units, ab_mesh_units, 0, "unit of the file's numbers"),
    {.name = "repair",
     .kind = AB_KEY_FLAGS,
     .unit = "-",
     .choices = ab_mesh_repair_words,
     .offset = offsetof(Mesh, repair),
     .text = "list of repairs to make"},
    AB_WORD(Mesh, collide, s_collide, 0,
            "touches by the hull of its points, by the hulls of `parts`, as it is, or not"),
    AB_ANY(AB_KEY_TEXTS, Mesh, parts, "-", 0.0, 0.0, 0.0,
           "mesh files of convex parts, in the same unit and scale, for collide: parts"),
    LIST(points, "instead of a file: [x, y, z] of each point, in `units`"),
    LIST(faces, "with points: the numbers of each triangle's points, from 0, [0, 1, 2], ..., "
                "counter-clockwise from outside"),
    AB_NUM(Mesh, thickness, "m", NAN, 1e-12, AB_LENGTH_MAX,
           "makes it a thin shell with that wall; when not given, a solid"),
};
static const abTable s_table = AB_TABLE(
    "mesh", Mesh, s_keys, "mesh of a file: mass of the mesh, contact as it is or by convex shapes");

static int mesh_part_count(const void *params) {
    const Mesh *mesh = params;
    int count = 0;
    while (mesh->collide == COLLIDE_PARTS && mesh->parts != NULL && mesh->parts[count] != NULL) {
        count++;
    }
    return count > 0 ? count : 1;
}

static void mesh_choose_part(void *params, int part) {
    ((Mesh *)params)->part = part;
}

static abResult check_keys(const Mesh *mesh, abPlace place, abError *error) {
    bool has_parts = mesh->parts != NULL && mesh->parts[0] != NULL;
    bool has_file = mesh->file != NULL && mesh->file[0] != '\0';
    if (has_file == (mesh->points != NULL) || (mesh->points != NULL) != (mesh->faces != NULL)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            has_file ? "mesh: give file, or points and faces, not both"
                                     : "mesh: file, or points and faces, are missing");
    }
    if (has_parts != (mesh->collide == COLLIDE_PARTS)) {
        return ab_error_add(error, AB_BAD_MODEL, place,
                            has_parts ? "mesh: parts are given, but collide is %s; write collide: "
                                        "parts, or leave out the parts"
                                      : "mesh: collide: %s needs the key parts: [file, ...]",
                            s_collide[mesh->collide]);
    }
    return AB_OK;
}

static abResult read_mesh(const Mesh *mesh, const char *file, const char *folder, abArena *arena,
                          abMeshSource **out, abPlace place, abError *error) {
    abMeshSpec spec = {.file = file,
                       .points = mesh->points,
                       .faces = mesh->faces,
                       .scale = mesh->scale,
                       .unit = mesh->units,
                       .repairs = mesh->repair};
    return ab_mesh_source(&spec, folder, arena, out, place, error);
}

// The mesh as it is. The hull stays for bounds.
static abResult make_surface(const abMeshSource *source, abArena *arena, abShape *shape,
                             abPlace place, abError *error) {
    abMeshCheck fault = ab_mesh_surface_fault(&source->report);
    if (fault != AB_MESH_CHECK_COUNT || source->mesh.triangle_count == 0) {
        char names[160] = "it has no faces";
        if (fault != AB_MESH_CHECK_COUNT) {
            ab_mesh_finding_names(&source->report, fault, names, sizeof names);
        }
        return ab_error_add(
            error, AB_BAD_MODEL, place,
            "%s: collide: surface needs a closed surface that does not cross itself and whose "
            "triangles agree on outside: %zu %s: %s. Mend it, try repair, or use collide: hull",
            source->file, fault != AB_MESH_CHECK_COUNT ? source->report.found[fault].count : 0,
            fault != AB_MESH_CHECK_COUNT ? ab_mesh_check_text(fault) : "triangles", names);
    }
    abMeshSurface *surface = AB_ARENA_NEW(arena, abMeshSurface, 1);
    if (surface == NULL || !ab_mesh_surface_build(surface, &source->mesh, arena)) {
        return ab_error_add(error, AB_IO, place, "%s: out of memory for a mesh", source->file);
    }
    shape->kind = AB_SHAPE_MESH;
    shape->surface = surface;
    return AB_OK;
}

static abResult mesh_compile(const void *params, double smoothing, const char *folder,
                             abArena *arena, abShape *shape, abPlace place, abError *error) {
    (void)smoothing;
    const Mesh *mesh = params;
    abMeshSource *whole = NULL, *touching = NULL;
    AB_TRY(check_keys(mesh, place, error));
    if (mesh->part == 0) {
        AB_TRY(read_mesh(mesh, mesh->file, folder, arena, &whole, place, error));
        touching = whole;
    }
    if (mesh->collide == COLLIDE_PARTS) {
        AB_TRY(read_mesh(mesh, mesh->parts[mesh->part], folder, arena, &touching, place, error));
        touching->is_convex_part = true;
    }
    AB_TRY(ab_hull_of_mesh(touching, arena, shape, place, error));
    shape->is_ghost = mesh->collide == COLLIDE_NONE;
    if (mesh->collide == COLLIDE_SURFACE && whole != NULL) {
        AB_TRY(make_surface(whole, arena, shape, place, error));
    }
    shape->mesh = touching;
    if (whole != NULL && whole != touching) {
        whole->next = touching;
        shape->mesh = whole;
    } else if (whole != NULL && whole->mesh.triangle_count > 0) {
        abPicture *picture = AB_ARENA_NEW(arena, abPicture, 1);
        if (picture == NULL) {
            return ab_no_memory(error, place, "for a mesh");
        }
        *picture = (abPicture){.points = whole->mesh.points,
                               .triangles = whole->mesh.triangles,
                               .point_count = (int)whole->mesh.point_count,
                               .triangle_count = (int)whole->mesh.triangle_count};
        shape->picture = picture;
    }
    return AB_OK;
}

static abMassProperties mesh_mass(const void *params, const abShape *shape) {
    const Mesh *mesh = params;
    if (mesh->part > 0) {
        return (abMassProperties){0};
    }
    if (!isnan(mesh->thickness)) {
        abMassProperties shell = ab_mesh_shell(&shape->mesh->mesh);
        shell.mass *= mesh->thickness;
        shell.inertia = ab_mat3_scale(mesh->thickness, shell.inertia);
        return shell;
    }
    return shape->mesh->report.is_solid ? ab_mesh_solid(&shape->mesh->mesh)
                                        : (abMassProperties){.mass = NAN};
}

const abShapeType ab_shape_type_mesh = {
    .table = &s_table,
    .part_count = mesh_part_count,
    .choose_part = mesh_choose_part,
    .compile = mesh_compile,
    .support = ab_hull_support,
    .reach = ab_no_reach, // concave edges have points outside with two nearest ones
    .mass = mesh_mass};
