// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_fixture.h - for tests: a block of tetrahedra, and its text in each format.
//
// The block is cut into cells, each into six tetrahedra around its diagonal (Kuhn). Nodes lie on a
// lattice, numbered from 1 along x first. Sets: left (x = 0), right (x = its length).

#ifndef AB_VOLUME_FIXTURE_H
#define AB_VOLUME_FIXTURE_H

#include "base/check.h"
#include "base/text.h"
#include "volume/core/tetra.h"
#include "volume/core/volume_finish.h"

typedef struct Block {
    int cells[3];
    double lengths[3]; // [m]
    double corner[3];  // where it begins [m]
    int order;         // 1: 4 nodes, 2: 10
    double youngs_modulus, poissons_ratio, density;
} Block;

static const int s_kuhn[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};

static inline long block_node(const Block *b, const int at[3]) {
    long nx = b->cells[0] * b->order + 1, ny = b->cells[1] * b->order + 1;
    return 1 + at[0] + nx * (at[1] + ny * (long)at[2]);
}

static inline void block_element(const Block *b, const int cell[3], int which, long nodes[10]) {
    int corners[4][3];
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 3; i++) {
            corners[k][i] = cell[i] * b->order;
        }
        for (int step = 0; step < k; step++) {
            corners[k][s_kuhn[which][step]] += b->order;
        }
    }
    if (which >= 3) { // an odd order of the axes turns it inside out
        for (int i = 0; i < 3; i++) {
            int swap = corners[1][i];
            corners[1][i] = corners[2][i], corners[2][i] = swap;
        }
    }
    for (int k = 0; k < 4; k++) {
        nodes[k] = block_node(b, corners[k]);
    }
    for (int e = 0; e < 6 && b->order == 2; e++) {
        int middle[3];
        for (int i = 0; i < 3; i++) {
            middle[i] = (corners[ab_tetra_edges[e][0]][i] + corners[ab_tetra_edges[e][1]][i]) / 2;
        }
        nodes[4 + e] = block_node(b, middle);
    }
}

static inline void block_nodes(const Block *b, abVolumeMesh *mesh) {
    int n[3], at[3];
    for (int i = 0; i < 3; i++) {
        n[i] = b->cells[i] * b->order;
    }
    int left = ab_volume_set(mesh, AB_SET_NODES, "left", (abVolumePlace){0});
    int right = ab_volume_set(mesh, AB_SET_NODES, "right", (abVolumePlace){0});
    for (at[2] = 0; at[2] <= n[2]; at[2]++) {
        for (at[1] = 0; at[1] <= n[1]; at[1]++) {
            for (at[0] = 0; at[0] <= n[0]; at[0]++) {
                double p[3];
                for (int i = 0; i < 3; i++) {
                    p[i] = b->corner[i] + b->lengths[i] * at[i] / n[i];
                }
                long id = block_node(b, at);
                CHECK(ab_volume_add_node(mesh, id, (abVec3){p[0], p[1], p[2]},
                                         (abVolumePlace){0}) == AB_OK);
                abSetMember member = {.kind = AB_MEMBER_NODE, .id = id};
                if (at[0] == 0 || at[0] == n[0]) {
                    CHECK(ab_volume_add_member(mesh, at[0] == 0 ? left : right, member) == AB_OK);
                }
            }
        }
    }
}

// The mesh as readers leave it, not finished.
static inline void block_begin(const Block *b, abVolumeMesh *mesh, abError *error) {
    ab_volume_init(mesh, ab_heap());
    ab_error_clear(error);
    mesh->error = error;
    block_nodes(b, mesh);
    long id = 0, nodes[10];
    int cell[3];
    for (cell[2] = 0; cell[2] < b->cells[2]; cell[2]++) {
        for (cell[1] = 0; cell[1] < b->cells[1]; cell[1]++) {
            for (cell[0] = 0; cell[0] < b->cells[0]; cell[0]++) {
                for (int which = 0; which < 6; which++) {
                    block_element(b, cell, which, nodes);
                    CHECK(ab_volume_add_element(mesh, ++id, nodes, b->order == 1 ? 4 : 10,
                                                (abVolumePlace){0}) == AB_OK);
                }
            }
        }
    }
}

static inline abVolumeMaterial block_material(const Block *b) {
    return (abVolumeMaterial){.name = "of_the_block",
                              .youngs_modulus = b->youngs_modulus,
                              .poissons_ratio = b->poissons_ratio,
                              .density = b->density};
}

// Finished, with its material.
static inline void block_mesh(const Block *b, abVolumeMesh *mesh, abError *error) {
    block_begin(b, mesh, error);
    abVolumeMaterial material = block_material(b);
    CHECK(ab_volume_finish(mesh) == AB_OK);
    CHECK(ab_volume_check(mesh) == AB_OK);
    CHECK(ab_volume_check_materials(mesh, &material) == AB_OK);
}

static inline void print_problems(const abError *error) {
    for (int i = 0; i < error->count; i++) {
        char line[700];
        ab_error_format(error, i, line, sizeof line);
        printf("%s\n", line);
    }
}

// ---- as texts ----

static inline void put_set_nodes(const abVolumeSet *set, abText *out, const char *before,
                                 const char *after) {
    for (size_t i = 0; i < set->member_count; i++) {
        ab_text_add(out, "%s%ld%s", before, set->members[i].id, after);
    }
}

// As Abaqus writes it: the sets by numbers.
static inline void abaqus_text(const abVolumeMesh *mesh, const abVolumeMaterial *material,
                               abText *out) {
    ab_text_add(out, "** a block\n*NODE, NSET=all\n");
    for (size_t i = 0; i < mesh->node_count; i++) {
        abVec3 p = mesh->nodes[i].point;
        ab_text_add(out, "%ld, %.17g, %.17g, %.17g\n", mesh->nodes[i].id, p.x, p.y, p.z);
    }
    ab_text_add(out, "*Element, type=C3D%d, elset=solid\n", mesh->element_nodes);
    for (size_t e = 0; e < mesh->element_count; e++) {
        ab_text_add(out, "%ld", mesh->elements[e].id);
        for (int k = 0; k < mesh->element_nodes; k++) {
            ab_text_add(out, ",%s%ld", k == 8 ? "\n " : " ", mesh->elements[e].node_ids[k]);
        }
        ab_text_add(out, "\n");
    }
    for (size_t s = 0; s < mesh->set_count; s++) {
        ab_text_add(out, "*NSET, NSET=%s\n", mesh->sets[s].name);
        put_set_nodes(&mesh->sets[s], out, "", ",\n");
    }
    ab_text_add(out,
                "*MATERIAL, NAME=steel\n*ELASTIC\n%.17g, %.17g\n*DENSITY\n%.17g\n"
                "*SOLID SECTION, ELSET=solid, MATERIAL=steel\n*STEP\n*END STEP\n",
                material->youngs_modulus, material->poissons_ratio, material->density);
}

static inline void nastran_text(const abVolumeMesh *mesh, const abVolumeMaterial *material,
                                abText *out) {
    ab_text_add(out, "$ a block\nBEGIN BULK\n");
    for (size_t i = 0; i < mesh->node_count; i++) {
        abVec3 p = mesh->nodes[i].point;
        ab_text_add(out, "GRID*   %16ld%16s%16.9g%16.9g*\n*       %16.9g\n", mesh->nodes[i].id, "",
                    p.x, p.y, p.z);
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        ab_text_add(out, "CTETRA,%ld,7", mesh->elements[e].id);
        for (int k = 0; k < mesh->element_nodes; k++) {
            ab_text_add(out, "%s,%ld", k == 6 ? ",\n+" : "", mesh->elements[e].node_ids[k]);
        }
        ab_text_add(out, "\n");
    }
    for (size_t s = 0; s < mesh->set_count; s++) {
        ab_text_add(out, "SET1,%zu", s + 1);
        for (size_t i = 0; i < mesh->sets[s].member_count; i++) {
            ab_text_add(out, "%s,%ld", i % 8 == 7 ? "\n" : "", mesh->sets[s].members[i].id);
        }
        ab_text_add(out, "\n");
    }
    ab_text_add(out, "PSOLID,7,3\nMAT1,3,%.9g,,%.9g,%.9g\nENDDATA\n", material->youngs_modulus,
                material->poissons_ratio, material->density);
}

static inline void put_gmsh_nodes(const abVolumeElement *element, int count, abText *out) {
    for (int k = 0; k < count; k++) {
        int from = count == 10 && k >= 8 ? 17 - k : k; // its last two are the other way round
        ab_text_add(out, " %ld", element->node_ids[from]);
    }
    ab_text_add(out, "\n");
}

// Sets are points in physical groups; is_old: version 2.2.
static inline void gmsh_text(const abVolumeMesh *mesh, bool is_old, abText *out) {
    size_t sets = mesh->set_count, points = 0;
    int type = mesh->element_nodes == 4 ? 4 : 11;
    ab_text_add(out, "$MeshFormat\n%s 0 8\n$EndMeshFormat\n$PhysicalNames\n%zu\n",
                is_old ? "2.2" : "4.1", sets);
    for (size_t s = 0; s < sets; s++) {
        points += mesh->sets[s].member_count;
        ab_text_add(out, "0 %zu \"%s\"\n", s + 1, mesh->sets[s].name);
    }
    ab_text_add(out, "$EndPhysicalNames\n");
    if (!is_old) {
        ab_text_add(out, "$Entities\n%zu 0 0 1\n", sets);
        for (size_t s = 0; s < sets; s++) {
            ab_text_add(out, "%zu 0 0 0 1 %zu\n", s + 1, s + 1);
        }
        ab_text_add(out, "1 0 0 0 1 1 1 0 0\n$EndEntities\n");
    }
    ab_text_add(out, "$Nodes\n");
    if (!is_old) {
        ab_text_add(out, "1 %zu 1 %zu\n3 1 0 ", mesh->node_count, mesh->node_count);
    }
    ab_text_add(out, "%zu\n", mesh->node_count);
    for (size_t i = 0; i < mesh->node_count && !is_old; i++) {
        ab_text_add(out, "%ld\n", mesh->nodes[i].id);
    }
    for (size_t i = 0; i < mesh->node_count; i++) {
        abVec3 p = mesh->nodes[i].point;
        if (is_old) {
            ab_text_add(out, "%ld ", mesh->nodes[i].id);
        }
        ab_text_add(out, "%.17g %.17g %.17g\n", p.x, p.y, p.z);
    }
    ab_text_add(out, "$EndNodes\n$Elements\n");
    long id = (long)mesh->element_count;
    if (is_old) {
        ab_text_add(out, "%zu\n", mesh->element_count + points);
    } else {
        ab_text_add(out, "%zu %zu 1 %zu\n", sets + 1, mesh->element_count + points,
                    mesh->element_count + points);
    }
    for (size_t s = 0; s < sets; s++) {
        if (!is_old) {
            ab_text_add(out, "0 %zu 15 %zu\n", s + 1, mesh->sets[s].member_count);
        }
        for (size_t i = 0; i < mesh->sets[s].member_count; i++) {
            ab_text_add(out, is_old ? "%ld 15 2 %zu 1" : "%ld", ++id, s + 1);
            ab_text_add(out, " %ld\n", mesh->sets[s].members[i].id);
        }
    }
    if (!is_old) {
        ab_text_add(out, "3 1 %d %zu\n", type, mesh->element_count);
    }
    for (size_t e = 0; e < mesh->element_count; e++) {
        ab_text_add(out, "%ld", mesh->elements[e].id);
        if (is_old) {
            ab_text_add(out, " %d 2 0 1", type);
        }
        put_gmsh_nodes(&mesh->elements[e], mesh->element_nodes, out);
    }
    ab_text_add(out, "$EndElements\n");
}

#endif
