// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// fuzz_volume.c - any bytes as a volume mesh of any format; what is read is looked over. The first
// byte chooses the format.

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "volume/core/volume_finish.h"
#include "volume/core/volume_surface.h"
#include "volume/read/volume_read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SIZE_MAX_READ = 65536 };

static const char *const s_extensions[] = {"msh", "inp", "bdf"};

static void require(bool condition) {
    if (!condition) {
        abort();
    }
}

// Of a mesh that was read without a problem.
static void check_mesh(const abVolumeMesh *mesh) {
    require(mesh->element_count > 0 && (mesh->element_nodes == 4 || mesh->element_nodes == 10));
    for (size_t i = 0; i < mesh->node_count; i++) {
        require(isfinite(mesh->nodes[i].point.x) &&
                (i == 0 || mesh->nodes[i].id > mesh->nodes[i - 1].id));
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        for (int k = 0; k < mesh->element_nodes; k++) {
            int node = mesh->elements[e].nodes[k];
            require(node >= 0 && (size_t)node < mesh->node_count);
        }
        require(mesh->elements[e].material < (int)mesh->material_count);
    }
    for (size_t s = 0; s < mesh->set_count; s++) {
        for (size_t i = 0; i < mesh->sets[s].node_count; i++) {
            require((size_t)mesh->sets[s].nodes[i] < mesh->node_count);
        }
    }
}

static void look_over(abVolumeMesh *mesh) {
    abVolumeSurface surface;
    abResult result = ab_volume_check(mesh);
    require((result == AB_OK) == (mesh->error->count == 0));
    if (result == AB_OK) {
        result = ab_volume_surface(mesh, &mesh->arena, &surface);
        require(result != AB_OK || surface.face_count > 0);
    }
    ab_volume_check_materials(mesh, NULL);
    ab_volume_check_units(mesh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static abError error;
    if (size < 1 || size > SIZE_MAX_READ) {
        return 0;
    }
    abVolumeMesh mesh;
    ab_error_clear(&error);
    ab_volume_init(&mesh, ab_heap());
    abResult result =
        ab_volume_read_bytes(s_extensions[data[0] % 3], data + 1, size - 1, &mesh, &error);
    require((result == AB_OK) == (error.count == 0)); // a failure without a word, or the reverse
    if (result == AB_OK) {
        check_mesh(&mesh);
        look_over(&mesh);
    }
    ab_volume_done(&mesh);
    return 0;
}
