// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_mesh.c - any bytes as a mesh file of any format; what is read is looked over, repaired and
// weighed. The first byte chooses the format.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "mesh/check/mesh_repair.h"
#include "mesh/check/mesh_report.h"
#include "mesh/core/mesh_moments.h"
#include "mesh/read/mesh_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_READ = 65536, TRIANGLES_LOOKED_OVER = 1000 };

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

static void check_mesh(const abTriangleMesh *mesh) {
    for (size_t i = 0; i < mesh->point_count; i++) {
        require(fabs(mesh->points[i].x) <= AB_LENGTH_MAX);
        require(mesh->numbers[i] >= 1);
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        require(mesh->triangles[i] >= 0 && (size_t)mesh->triangles[i] < mesh->point_count);
        require(mesh->faces[i / 3] >= 1 && (size_t)mesh->faces[i / 3] <= mesh->face_count);
    }
}

static void look_over(abTriangleMesh *mesh) {
    static abMeshReport before, after;
    size_t done[AB_REPAIR_COUNT];
    char line[400];
    require(ab_mesh_report(mesh, ab_heap(), &before));
    ab_mesh_report_line(&before, line, sizeof line);
    require(!before.is_solid || before.found[AB_MESH_OPEN_EDGES].count == 0);
    require(ab_mesh_repair(mesh, ~0U, done, ab_heap()));
    check_mesh(mesh);
    require(ab_mesh_report(mesh, ab_heap(), &after));
    require(after.found[AB_MESH_UNUSED_POINTS].count == 0);
    require(isfinite(ab_mesh_solid(mesh).mass) && isfinite(ab_mesh_shell(mesh).mass));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static abError error;
    if (size < 1 || size > SIZE_MAX_READ) {
        return 0;
    }
    unsigned formats = 0;
    while (ab_mesh_extensions[formats] != NULL) {
        formats++;
    }
    const char *extension = ab_mesh_extensions[data[0] % formats];
    abArena arena;
    abTriangleMesh mesh;
    ab_error_clear(&error);
    ab_arena_init(&arena, ab_heap(), 1 << 14);
    abResult result =
        ab_mesh_read_bytes(extension, data + 1, size - 1, &arena, &mesh, (abPlace){0}, &error);
    require((result == AB_OK) == (error.count == 0)); // a failure without a word, or the reverse
    if (result == AB_OK) {
        check_mesh(&mesh);
    }
    if (result == AB_OK && mesh.triangle_count <= TRIANGLES_LOOKED_OVER) {
        look_over(&mesh);
    }
    ab_arena_done(&arena);
    return 0;
}
