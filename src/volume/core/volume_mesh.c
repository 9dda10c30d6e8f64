// SPDX-FileCopyrightText: 2026 The Abut authors
// SPDX-License-Identifier: Apache-2.0
//
// volume_mesh.c - what readers of volume meshes add, and finding it again.

#include "volume/core/volume_mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/no_memory.h"
#include "base/text.h"
#include "math/core/vector_math.h"

void ab_volume_init(abVolumeMesh *mesh, abAllocator allocator) {
    *mesh = (abVolumeMesh){.allocator = allocator};
    ab_arena_init(&mesh->arena, allocator, 1 << 16);
}

void ab_volume_done(abVolumeMesh *mesh) {
    for (size_t s = 0; s < mesh->set_count; s++) {
        mesh->sets[s].members = NULL; // freed with the arrays
    }
    ab_arrays_free(mesh->allocator, &mesh->arrays);
    ab_arena_done(&mesh->arena);
    *mesh = (abVolumeMesh){.allocator = mesh->allocator};
}

static abPlace place_of(const abVolumeMesh *mesh, abVolumePlace place) {
    bool is_known = place.file < mesh->file_count;
    return (abPlace){is_known ? mesh->files[place.file] : NULL, place.line, place.column};
}

abPlace ab_volume_file(const abVolumeMesh *mesh) {
    return (abPlace){.file = mesh->file_count > 0 ? mesh->files[0] : NULL};
}

abResult ab_volume_problem(abVolumeMesh *mesh, abVolumePlace place, const char *format, ...) {
    char text[sizeof(((abProblem *)NULL)->text)];
    AB_TEXT_OF(text, format);
    return ab_error_add(mesh->error, AB_BAD_MODEL, place_of(mesh, place), "%s", text);
}

abResult ab_volume_no_memory(abVolumeMesh *mesh) {
    return ab_no_memory(mesh->error, place_of(mesh, (abVolumePlace){0}), "for a volume mesh");
}

bool ab_volume_is_hopeless(const abVolumeMesh *mesh) {
    return mesh->error->count >= AB_PROBLEMS_MAX;
}

// ---- what readers add ----

abResult ab_volume_add_node(abVolumeMesh *mesh, long id, abVec3 point, abVolumePlace place) {
    if (!ab_is_finite(point)) {
        return ab_volume_problem(mesh, place,
                                 "node %ld is at [%g, %g, %g]; coordinates must be finite", id,
                                 point.x, point.y, point.z);
    }
    if (!AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, mesh->nodes, mesh->node_count + 1)) {
        return ab_volume_no_memory(mesh);
    }
    mesh->nodes[mesh->node_count++] = (abVolumeNode){id, point, place};
    return AB_OK;
}

abResult ab_volume_add_element(abVolumeMesh *mesh, long id, const long *node_ids, int count,
                               abVolumePlace place) {
    if (mesh->element_nodes != 0 && mesh->element_nodes != count) {
        return ab_volume_problem(
            mesh, place,
            "element %ld has %d nodes, those before it %d; all tetrahedra of a "
            "body must be of one order",
            id, count, mesh->element_nodes);
    }
    mesh->element_nodes = count;
    if (!AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, mesh->elements,
                           mesh->element_count + 1)) {
        return ab_volume_no_memory(mesh);
    }
    abVolumeElement *element = &mesh->elements[mesh->element_count++];
    *element = (abVolumeElement){.id = id, .material = -1, .place = place};
    memcpy(element->node_ids, node_ids, (size_t)count * sizeof *node_ids);
    return AB_OK;
}

abResult ab_volume_add_foreign(abVolumeMesh *mesh, const char *type, size_t count,
                               abVolumePlace place) {
    for (size_t i = 0; i < mesh->foreign_count; i++) {
        if (strcasecmp(mesh->foreign[i].type, type) == 0) {
            mesh->foreign[i].count += count;
            return AB_OK;
        }
    }
    if (!AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, mesh->foreign,
                           mesh->foreign_count + 1)) {
        return ab_volume_no_memory(mesh);
    }
    abForeignElement *foreign = &mesh->foreign[mesh->foreign_count++];
    *foreign = (abForeignElement){.count = count, .place = place};
    snprintf(foreign->type, sizeof foreign->type, "%s", type);
    return AB_OK;
}

int ab_volume_set(abVolumeMesh *mesh, abSetKind kind, const char *name, abVolumePlace place) {
    for (size_t s = 0; s < mesh->set_count; s++) {
        if (mesh->sets[s].kind == kind && strcasecmp(mesh->sets[s].name, name) == 0) {
            return (int)s;
        }
    }
    if (mesh->set_count >= AB_VOLUME_SETS ||
        !AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, mesh->sets, mesh->set_count + 1)) {
        return -1;
    }
    abVolumeSet *set = &mesh->sets[mesh->set_count];
    *set = (abVolumeSet){.kind = kind, .place = place};
    snprintf(set->name, sizeof set->name, "%s", name);
    return (int)mesh->set_count++;
}

abResult ab_volume_add_member(abVolumeMesh *mesh, int set, abSetMember member) {
    if (set < 0 && mesh->set_count >= AB_VOLUME_SETS) {
        return ab_volume_problem(mesh, member.place, "more than %d sets; allowed are %d",
                                 AB_VOLUME_SETS, AB_VOLUME_SETS);
    }
    abVolumeSet *to = set >= 0 ? &mesh->sets[set] : NULL;
    if (to == NULL ||
        !AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, to->members, to->member_count + 1)) {
        return ab_volume_no_memory(mesh);
    }
    to->members[to->member_count++] = member;
    return AB_OK;
}

abResult ab_volume_add_range(abVolumeMesh *mesh, int set, abMemberKind kind, long first, long last,
                             long step, abVolumePlace place) {
    enum { SOME = 100000 };
    if (step < 1 || first < 0 || last < first) {
        return ab_volume_problem(
            mesh, place,
            "a range from %ld to %ld by %ld; wanted is a last number not below "
            "the first, and a step from 1 on",
            first, last, step);
    }
    size_t count = (size_t)(last - first) / (size_t)step + 1;
    if (count > mesh->bytes + SOME - mesh->generated) {
        return ab_volume_problem(mesh, place,
                                 "a range of %zu numbers; the file has too few nodes and elements "
                                 "for it",
                                 count);
    }
    mesh->generated += count;
    for (size_t i = 0; i < count; i++) {
        abSetMember member = {.kind = kind, .id = first + (long)i * step, .place = place};
        AB_TRY(ab_volume_add_member(mesh, set, member));
    }
    return AB_OK;
}

int ab_volume_material(abVolumeMesh *mesh, const char *name, abVolumePlace place) {
    for (size_t i = 0; i < mesh->material_count; i++) {
        if (strcasecmp(mesh->materials[i].name, name) == 0) {
            return (int)i;
        }
    }
    if (!AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, mesh->materials,
                           mesh->material_count + 1)) {
        return -1;
    }
    abVolumeMaterial *material = &mesh->materials[mesh->material_count];
    *material = (abVolumeMaterial){
        .youngs_modulus = NAN, .poissons_ratio = NAN, .density = NAN, .place = place};
    snprintf(material->name, sizeof material->name, "%s", name);
    return (int)mesh->material_count++;
}

abResult ab_volume_add_section(abVolumeMesh *mesh, const char *set, const char *material,
                               abVolumePlace place) {
    if (!AB_ARRAYS_RESERVE(mesh->allocator, &mesh->arrays, mesh->sections,
                           mesh->section_count + 1)) {
        return ab_volume_no_memory(mesh);
    }
    abVolumeSection *section = &mesh->sections[mesh->section_count++];
    section->place = place;
    snprintf(section->set, sizeof section->set, "%s", set);
    snprintf(section->material, sizeof section->material, "%s", material);
    return AB_OK;
}

const char *ab_volume_text(abVolumeMesh *mesh, const char *text) {
    return ab_arena_text(&mesh->arena, text);
}

static bool is_around_a_name(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"';
}

void ab_volume_name(const char *text, size_t length, char out[AB_VOLUME_NAME]) {
    while (length > 0 && is_around_a_name(*text)) {
        text++, length--;
    }
    while (length > 0 && is_around_a_name(text[length - 1])) {
        length--;
    }
    length = length < AB_VOLUME_NAME - 1 ? length : AB_VOLUME_NAME - 1;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)text[i];
        out[i] = (char)(c < ' ' || c == 127 ? '?' : c);
    }
    out[length] = '\0';
}

// ---- finding it again ----

const abVolumeSet *ab_volume_find_set(const abVolumeMesh *mesh, const char *name) {
    for (int kind = 0; kind < AB_SET_KINDS; kind++) {
        for (size_t s = 0; s < mesh->set_count; s++) {
            if ((int)mesh->sets[s].kind == kind && strcasecmp(mesh->sets[s].name, name) == 0) {
                return &mesh->sets[s];
            }
        }
    }
    return NULL;
}

int ab_volume_find_node(const abVolumeMesh *mesh, long id) {
    size_t low = 0, high = mesh->node_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (mesh->nodes[middle].id < id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < mesh->node_count && mesh->nodes[low].id == id ? (int)low : -1;
}

static abVec3 divided(abVec3 p, double by) {
    return ab_vec3(p.x / by, p.y / by, p.z / by);
}

void ab_volume_scale(abVolumeMesh *mesh, double per_metre, double pressure, double density) {
    for (size_t i = 0; i < mesh->node_count; i++) {
        mesh->nodes[i].point = divided(mesh->nodes[i].point, per_metre);
    }
    for (size_t s = 0; s < mesh->set_count; s++) {
        mesh->sets[s].point = divided(mesh->sets[s].point, per_metre);
    }
    for (size_t i = 0; i < mesh->material_count; i++) {
        mesh->materials[i].youngs_modulus *= pressure;
        mesh->materials[i].density *= density;
    }
}
